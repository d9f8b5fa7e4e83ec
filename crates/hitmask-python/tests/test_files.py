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
