"""Sprites from files."""

from pathlib import Path

import numpy as np
import pytest

import hitmask

ASSETS = Path(__file__).resolve().parents[3] / "assets"


def test_load() -> None:
    ship = hitmask.load(ASSETS / "playerShip1_orange.png")
    rock = hitmask.load(str(ASSETS / "meteorGrey_big2.png"))
    assert len(ship) == 1 and ship[0].size == ship[0].mask().size
    a, b = ship[0].mask(), rock[0].mask()
    assert a.overlap_area(b, (60, 40)) == int((np.asarray(a)[40:, 60:] & np.asarray(b)[: 75 - 40, : 99 - 60]).sum())
    alpha = np.asarray(ship[0].alpha())
    assert (np.asarray(a) == (alpha >= 128)).all() and (ship[0].to_rgba()[..., 3] == alpha).all()


def test_selectors() -> None:
    path = ASSETS / "player.aseprite"
    sprite = hitmask.load(path)
    assert sprite.tags == ["idle", "walk-down", "walk-up", "walk-right"]
    assert len(sprite.masks()) == len(sprite) == len(list(sprite)) == 14
    for tag in sprite.tags:
        assert 1 <= len(hitmask.load(f"{path}#{tag}")) <= len(sprite)
    assert len(hitmask.load(f"{path}#0")) == 1
    with pytest.raises(ValueError, match="no-such"):
        hitmask.load(f"{path}#no-such")
    with pytest.raises(IndexError):
        sprite[len(sprite)]


def test_levels() -> None:
    path = ASSETS.parent / "crates/hitmask-assets/examples/hills/hills.tmx"
    level = hitmask.load(path)
    assert [frame.name for frame in level] == ["ground", "things"]
    assert level[0].size == (30 * 16, 11 * 16)
    (ground,) = hitmask.load(f"{path}#ground")
    assert ground.mask().count() == level[0].mask().count() == 28108
    with pytest.raises(ValueError, match='no layer "grund": there are 2 layers, such as "ground"'):
        hitmask.load(f"{path}#grund")


def test_a_mask_of_a_file() -> None:
    path = ASSETS / "playerShip1_orange.png"
    ship = hitmask.load(path)
    assert hitmask.Mask.load(path) == hitmask.Mask.load(str(path)) == ship.mask() == ship[0].mask()
    assert hitmask.Mask.load(path, 1) == ship.mask(threshold=1) == ship[0].mask(1) != ship.mask()
    hero = ASSETS / "player.aseprite"
    assert hitmask.Mask.load(f"{hero}#3") == hitmask.load(hero)[3].mask()
    for ask, what in ((lambda: hitmask.Mask.load(hero), "player.aseprite"), (lambda: hitmask.load(hero).mask(), "the sprite")):
        with pytest.raises(ValueError, match=rf"{what} has 14 frames.*load\(path\)\[0\]\.mask\(\)"):
            ask()
    with pytest.raises(FileNotFoundError):
        hitmask.Mask.load(ASSETS / "no-such.png")


def test_labels_of_a_file() -> None:
    hero = ASSETS / "player.aseprite"
    sprite = hitmask.load(hero)
    frames = hitmask.load_labels(hero, "layers")
    assert len(frames) == len(sprite) and frames[0].size == sprite[0].size
    names = [*frames[0].names.values()]
    assert names and (np.asarray(frames[0].only(frames[0].labels())) <= np.asarray(sprite[0].mask(1))).all()
    (chosen, *_) = hitmask.load_labels(hero, "layers", layers=names[:1], rest="more")
    assert chosen.names == {1: names[0], 2: "more"} and chosen.to_mask() == sprite[0].mask()
    (ship,) = hitmask.load_labels(ASSETS / "ball_red_alt.png", "colors", threshold=255)
    rgba = hitmask.load(ASSETS / "ball_red_alt.png")[0].to_rgba()
    for (y, x), label in np.ndenumerate(np.asarray(ship)):
        r, g, b, a = rgba[y, x]
        assert ship.names.get(int(label)) == (f"#{r:02x}{g:02x}{b:02x}" if a == 255 else None)
    with pytest.raises(ValueError, match="slices"):
        hitmask.load_labels(ASSETS / "ball_red_alt.png")
    with pytest.raises(ValueError, match="no-such"):
        hitmask.load_labels(hero, "layers", layers=["no-such"])
    with pytest.raises(ValueError, match="by must be 'slices', 'layers' or 'colors', not 'layer'"):
        hitmask.load_labels(hero, "layer")
    for names in ({"by": "slices", "layers": ["a"]}, {"by": "layers", "parts": {}}, {"by": "colors", "parts": {"a": (1, 2, 3)}}):
        with pytest.raises(ValueError, match="layers are for by='layers'"):
            hitmask.load_labels(hero, **names)
