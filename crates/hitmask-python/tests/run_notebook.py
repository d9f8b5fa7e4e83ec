"""Runs a notebook as Jupyter does, without Jupyter, and compares what its cells show with what the file says they show.

usage: run_notebook.py NOTEBOOK [--bless]

--bless writes what the cells show into the file. Pictures are compared by their pixels. Exits with 1 if a cell differs or fails.
"""

import ast
import base64
import contextlib
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]


def shown(value: Any) -> dict[str, Any]:
    """What a notebook shows of the last value of a cell: its text, and its picture if it has one."""
    data: dict[str, Any] = {"text/plain": [repr(value)]}
    picture = getattr(value, "_repr_png_", lambda: None)()
    if picture is not None:
        data["image/png"] = base64.b64encode(picture).decode()
        # The text of a picture may hold an address.
        data["text/plain"] = [f"<{type(value).__module__}.{type(value).__qualname__}>"]
    return data


def run_cell(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Runs a cell and returns its outputs."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed, outputs = io.StringIO(), list[dict[str, Any]]()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if isinstance(last, ast.Expr) else None
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        outputs.append({"data": shown(value), "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


def seen(output: dict[str, Any]) -> Any:
    """What is compared of an output."""
    data = output.get("data", {})
    picture = None
    if "image/png" in data:
        from PIL import Image

        image = Image.open(io.BytesIO(base64.b64decode("".join(data["image/png"])))).convert("RGBA")
        picture = (image.size, image.tobytes())
    return "".join(output.get("text", [])), "".join(data.get("text/plain", [])), picture


def main(arguments: list[str]) -> int:
    """Runs all cells. Returns the exit status."""
    bless = "--bless" in arguments
    (path,) = (Path(argument).resolve() for argument in arguments if argument != "--bless")
    notebook = json.loads(path.read_text())
    os.chdir(ROOT)
    names: dict[str, Any] = {"__name__": "__main__"}
    differing = 0
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, 1):
        outputs = run_cell("".join(cell["source"]), names)
        if [seen(output) for output in outputs] != [seen(output) for output in cell["outputs"]]:
            differing += 1
            if not bless:
                print(f"cell {number} shows something else than the file says: {[seen(output)[:2] for output in outputs]}")
        for output in outputs:
            if output["output_type"] == "execute_result":
                output["execution_count"] = number
        cell["outputs"], cell["execution_count"] = outputs, number
    if bless:
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
    print(f"{len(cells)} cells, {differing} {'renewed' if bless else 'differ'}")
    return 0 if bless or not differing else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
