"""The examples of the pages and of the help texts, and the games of `examples/python`."""

import ast
import doctest
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import hitmask
import hitmask._hitmask as module

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    "page", ["docs/python.md", "docs/parts.md", "docs/recipes.md", "docs/sprite-to-world.md", "crates/hitmask-python/README.md"]
)
def test_pages(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pygame")
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.DOTALL | re.MULTILINE)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    if "hitmask_pygame" in names:
        names["hitmask_pygame"].uninstall()  # type: ignore[attr-defined]


def test_the_stub_says_what_help_says() -> None:
    stub = ast.parse((ROOT / "crates/hitmask-python/python/hitmask/_hitmask.pyi").read_text())
    stands_in = {"_ShapeVerbs": "Mask", "_TileVerbs": "TileMap"}
    compared = 0
    for node in stub.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name != "_Pair":
            owner = getattr(module, stands_in.get(node.name, node.name))
            pairs = [(node, owner)] if node.name not in stands_in else []
            members = [m for m in node.body if isinstance(m, ast.FunctionDef) and not m.name.startswith("__")]
            # The forms of an overloaded method have no text.
            for said, thing in pairs + [(member, getattr(owner, member.name)) for member in members if ast.get_docstring(member)]:
                doc = ast.get_docstring(said)
                assert doc is None or doc == inspect.cleandoc(thing.__doc__).replace('"""', "'''"), f"{node.name}.{said.name}"
                compared += doc is not None
    assert compared > 400


def test_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    exec(compile(block, "README.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print\(.*# (.*)$", block, re.MULTILINE) != []


def test_the_notebook_shows_what_it_says() -> None:
    pytest.importorskip("PIL")
    runner = ROOT / "crates/hitmask-python/tests/run_notebook.py"
    subprocess.run([sys.executable, str(runner), str(ROOT / "examples/python/first_steps.ipynb")], check=True)


def test_help_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    mask = hitmask.Mask
    made = (
        mask.from_polygons,
        mask.from_coco,
        mask.to_coco,
        mask.load,
        hitmask.load_labels,
        hitmask.LabelMask.from_colors,
        hitmask.load_objects,
        hitmask.load_tile_properties,
    )
    for thing in (hitmask, mask.overlaps, *made, hitmask.move_and_slide):
        for test in finder.find(thing, "hitmask", globs={"hitmask": hitmask}):
            runner.run(test)
    assert runner.summarize().attempted >= 23 and runner.summarize().failed == 0


def test_everything_has_a_help_text() -> None:
    for name in hitmask.__all__:
        thing = getattr(hitmask, name)
        if not isinstance(thing, type):
            continue
        assert thing.__doc__, name
        for method, value in vars(thing).items():
            if not method.startswith("_"):
                assert value.__doc__, f"{name}.{method}"


def test_the_game_is_the_same_before_and_after() -> None:
    pytest.importorskip("pygame")
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    played = []
    for game in ("asteroids_pygame.py", "asteroids_hitmask.py"):
        command = [sys.executable, str(ROOT / "examples/python" / game), "--frames", "900"]
        played.append(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert played[0] == played[1] and "hit at" in played[0]


def test_the_game_in_a_world() -> None:
    pytest.importorskip("pygame")
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    command = [sys.executable, str(ROOT / "examples/python/asteroids_world.py"), "--frames", "900"]
    played = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(played) > 2 and played[-1] == f"{len(played) - 1} hits in 900 frames"
