"""Values compare, pickle and copy: every class of the package does, or is named here with the reason why not."""

import copy
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import hitmask
from hitmask import AlphaMask, Circle, ConvexPolygon, Frames, Mask, Obstacle, Pose, QueryFilter, RunMask, Terrain, World

ROOT = Path(__file__).resolve().parents[3]
PACK = ROOT / "assets/packs/small.hitmask"
HILLS = ROOT / "crates/hitmask-assets/examples/hills/hills.tmx"

# Not values: what they hold is kept by an open file, by a world, or made for one process.
NOT_VALUES = {
    "CollisionBuffer": "a scratch area, drawn anew each frame",
    "Frame": "decoded pictures are large: load the file again, or pickle its mask or its alpha",
    "Island": "holds a piece of a terrain: pickle its mask",
    "Obstacle": "takes a shape for one call: pickle the shape",
    "Outline": "a mask or a simplified outline makes it again; its rings pickle",
    "Pack": "an open file: open it again, or pickle its bytes",
    "PackEntry": "a part of an open file: pickle its mask",
    "PoseCache": "a cache, which fills itself",
    "TileSet": "a part of its tile maps: pickle a map",
    "Sprite": "decoded pictures are large: load the file again, or pickle its masks",
}


def answers() -> list[Any]:
    """One value at least of every class."""
    ship, rock = Mask.filled(8, 8), Mask.filled(20, 4)
    ring = Mask.filled(9, 9)
    ring.difference_with((3, 3, 2, 2))
    world = World(area=True, bounds=True, normal=True, separation=True)
    a = world.insert(ship, (0, 0), data=7)
    b = world.insert(rock, (4, 4), data=8, rotation=10)
    shot = world.insert(Mask.filled(2, 2), (100, 0), swept=True)
    hero = world.insert(ship, (300, 0), kind="character")
    floor = world.insert(rock, (300, 20))
    world.insert(rock, (200, 0))
    events = world.step()
    members: list[Any] = []

    def keep(member: Any) -> bool:
        members.append(member)
        return True

    world.query((0, 0, 500, 500), filter=QueryFilter(only_if=keep))
    buffer = hitmask.CollisionBuffer("owners", (0, 0, 64, 64))
    buffer.draw(ship, 3)
    cache = hitmask.PoseCache()
    cache.bake(ship, Pose((0, 0), 30))
    outline = ring.outline()
    pack = hitmask.Pack.open(PACK)
    tags = [tag for sprite in pack.sprites for tag in pack.tags(sprite)]
    parts = hitmask.LabelMask(memoryview(bytes([1, 2, 0, 2])).cast("B", (2, 2)), {1: "head"})
    tiles = hitmask.TileMap(hitmask.TileSet({1: ship}), (2, 1), (8, 8), [1, 1])
    made = [
        parts,
        parts.overlap_labels(ship, (0, 0)),
        parts.label_hit(ship, (0, 0)),
        tiles,
        tiles.tile_at((9, 3)),
        ship,
        RunMask.from_mask(ship),
        AlphaMask.from_mask(ship),
        AlphaMask.from_mask(ship).at_level(9),
        Terrain.from_mask(ship),
        Pose((1.5, 2), 30),
        Circle((1, 2.5), 3),
        ConvexPolygon([(0, 0), (4, 0), (0, 4.5)]),
        Frames([ship, (rock, (1, 1))]),
        ship.moments(),
        ring.components(),
        ring.components(4)[0],
        *outline,
        ship.closest(rock, (30, 3)),
        ship.closest(rock, (0, 0)),
        ship.cast(rock, (20.5, 0), (-40, 3)),
        ship.cast(rock, (0, 0), (1, 1)),
        ship.cast(rock, (90, 0), (9, 0)),
        ship.cast_pixels(rock, (20, 0), (-40, 3)),
        ship.cast_posed(Pose((0, 0)), rock, (40, 0), (-60, 0), turn=90),
        *events,
        *[event.touch for event in events],
        *members,
        world.get(a),
        world.get(b),
        QueryFilter(layers=(1, 2), exclude=[a]),
        world.filter_of(b),
        world.cast(shot, (200, 0)),
        world.cast_turning(shot, (200, 0), 30),
        world.nearest((50, 0), 500),
        world.first_on_line((50, 0), (400, 5)),
        world.fit_transform(hero, position=(1, 1)),
        world.move_and_slide(hero, (9, 30)),
        *world.move_and_slide(hero, (9, 30)).blockers,
        world.move_solid(floor, (0, -30)),
        buffer.test(ship),
        cache.stats,
        hitmask.move_and_slide(ship, (0, 0), (0, 9), [Obstacle(rock, (0, 12))]),
        tiles.only("body"),
        world.snapshot(),
        world,
        *tags,
        hitmask.PathSegment((0, 0), (5.5, 3), 0.25, before=True),
        *hitmask.load_objects(f"{HILLS}#things"),
    ]
    return [value for one in made for value in (one if isinstance(one, list) else [one]) if value is not None]


def test_values_pickle_copy_and_compare() -> None:
    seen = set()
    for value in answers():
        name = type(value).__name__
        seen.add(name)
        for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert type(again) is type(value), name
            if name == "World":
                assert again.state_hash() == value.state_hash()
            elif type(value).__eq__ is not object.__eq__:
                assert again == value, name
                if type(value).__hash__ is not None:
                    assert hash(again) == hash(value), name
            assert repr(again) == repr(value), name
        assert "object at" not in repr(value), name
    classes = {name for name in hitmask.__all__ if isinstance(getattr(hitmask, name), type)}
    unseen = classes - seen - set(NOT_VALUES) - {"PixelRule"}
    assert not unseen, f"add a value of each to `answers`, or say why it is none: {sorted(unseen)}"


def test_pickled_times_stay_exact() -> None:
    cast = Mask.filled(3, 3).cast(Mask.filled(3, 3), (10, 0), (-21, 0))
    assert isinstance(cast.time, Fraction) and pickle.loads(pickle.dumps(cast)).time == cast.time == Fraction(7, 21)


def test_a_filter_takes_its_function_along() -> None:
    again = pickle.loads(pickle.dumps(QueryFilter(only_if=callable)))
    world = World()
    world.insert(Mask.filled(3, 3), (0, 0))
    assert world.query((0, 0, 9, 9), filter=again) == []


def test_damaged_pickles_raise() -> None:
    cast = Mask.filled(3, 3).cast(Mask.filled(3, 3), (10, 0), (-21, 0))
    restore, ((kind, _, *rest),) = cast.__reduce__()
    with pytest.raises(ValueError, match="denominator"):
        restore((kind, (1, 0), *rest))
    with pytest.raises(ValueError, match="'bang' is not a word"):
        restore(("bang", None, *rest))
    with pytest.raises(TypeError):
        restore("hit")


def test_what_is_no_value_does_not_pickle() -> None:
    for thing in (
        hitmask.PoseCache(),
        hitmask.CollisionBuffer("painter", (0, 0, 9, 9)),
        hitmask.Pack.open(PACK),
        Mask.filled(3, 3).outline(),
    ):
        with pytest.raises(TypeError):
            pickle.dumps(thing)
