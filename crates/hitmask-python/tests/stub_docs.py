"""Writes what `help` says into the stub, which is what editors show. `python tests/stub_docs.py` renews it; `test_docs` compares."""

import ast
import inspect
import re
from pathlib import Path
from typing import Any

import hitmask._hitmask as module

STUB = Path(__file__).resolve().parents[1] / "python/hitmask/_hitmask.pyi"
# Classes that are in the stub alone, with one that has their methods.
STAND_IN = {"_ShapeVerbs": "Mask", "_TileVerbs": "TileMap"}


def said(thing: Any, name: str) -> str | None:
    """What a thing says of itself. What Python says of its own is left out."""
    doc = getattr(thing, "__doc__", None)
    own = not name.startswith("__") or name == "__array__"
    return inspect.cleandoc(doc) if doc and own else None


def literal(doc: str, indent: int) -> list[str]:
    """The lines of a docstring."""
    margin = " " * indent
    mark = 'r"""' if "\\" in doc else '"""'
    lines = [f"{margin}{line}".rstrip() for line in doc.replace('"""', "'''").split("\n")]
    lines[0] = f"{margin}{mark}{doc.split(chr(10))[0]}"
    if len(lines) == 1 and not doc.endswith('"'):
        return [lines[0] + '"""']
    return [*lines, f'{margin}"""']


def documented(text: str) -> str:
    """The stub with these docstrings in the places of those that it has."""
    lines: list[str] = text.split("\n")
    changes: list[tuple[int, int, list[str]]] = []

    def put(node: ast.ClassDef | ast.FunctionDef, doc: str | None, indent: int) -> None:
        first = node.body[0]
        has = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
        new = literal(doc, indent) if doc else []
        if has:
            changes.append((first.lineno - 1, first.end_lineno or 0, new))
        elif new and isinstance(node, ast.ClassDef) and first.lineno > node.lineno:
            changes.append((node.lineno, node.lineno, new))
        elif new:
            # `...` ends the line of the head.
            head = re.sub(r" \.\.\.(  #.*)?$", r"\1", lines[(first.end_lineno or 0) - 1])
            changes.append(((first.end_lineno or 0) - 1, first.end_lineno or 0, [head, *new]))

    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            put(node, said(getattr(module, node.name, None), node.name), 4)
        elif isinstance(node, ast.ClassDef):
            owner = getattr(module, STAND_IN.get(node.name, node.name), None)
            if owner is None:
                continue
            put(node, None if node.name in STAND_IN else said(owner, node.name), 4)
            for member in node.body:
                # The forms of an overloaded method share one text, which its class has.
                if isinstance(member, ast.FunctionDef) and not any(ast.unparse(mark) == "overload" for mark in member.decorator_list):
                    put(member, said(getattr(owner, member.name, None), member.name), 8)
    for start, end, new in reversed(sorted(changes, key=lambda change: change[0])):
        lines[start:end] = new
    return "\n".join(lines)


if __name__ == "__main__":
    STUB.write_text(documented(STUB.read_text()))
