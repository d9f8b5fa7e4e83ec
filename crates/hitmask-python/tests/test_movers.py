"""Movers: what platformers, and games seen from above, ask of them. y grows down."""

import re
from typing import Any

import numpy as np
import pytest

import hitmask
from hitmask import Mask, Obstacle, TileMap, TileSet, World, move_and_slide

Y, X = np.mgrid[0:300, 0:300]
SIDES = ("up", "right", "down", "left")


def two_lifts(kind: str = "body") -> tuple[World, int, int, int]:
    w = World()
    a, b = (w.insert((0, 0, 16, 8), (i, 100), kind=kind) for i in (0, 16))
    return w, a, b, w.insert(Mask.filled(12, 16), (10, 84), kind="character")


@pytest.mark.parametrize("kind", ["body", "one-way"])
def test_carried_once(kind: str) -> None:
    w, a, b, hero = two_lifts(kind)
    # He stands with six columns on each: the lower handle is his support.
    assert w.support(hero) == a
    assert w.move_solid(a, (2, 0)).carried == [hero]
    assert w.move_solid(b, (2, 0)).carried == []
    assert w.position(hero) == (12, 84)
    w.move_solid(a, (3, 0))
    w.move_solid(b, (1, 0))
    assert w.position(hero) == (15, 84)


def test_three_blocks_for_six_frames_lose_no_pixel() -> None:
    w = World()
    blocks = [w.insert((0, 0, 16, 8), (16 * i, 100)) for i in range(3)]
    hero = w.insert(Mask.filled(40, 16), (4, 84), kind="character")
    for frame in range(6):
        for block in blocks:
            w.move_solid(block, (1.5, 0))
        # He goes by whole pixels, and neither falls behind nor runs ahead.
        assert abs(w.position(hero)[0] - 4 - 1.5 * (frame + 1)) < 1
    assert w.position(hero) == (13, 84)


@pytest.mark.parametrize("run", [4, 2, 1])
def test_pushed_up_a_slope(run: int) -> None:
    def world() -> tuple[World, int]:
        w = World()
        w.insert(Mask.from_array(Y >= 200 - X // run), (0, 0))
        return w, w.insert(Mask.filled(8, 16), (60, 200 - 67 // run - 16), kind="character")

    (pushed, hero), (walking, walker) = world(), world()
    wall = pushed.insert(Mask.filled(10, 200), (50, 0))
    for frame in range(60):
        moved = pushed.move_solid(wall, (1, 0), step_up=3)
        assert moved.crushed == [], frame
        walking.move_and_slide(walker, (1, 0), step_up=3)
        assert pushed.position(hero) == walking.position(walker), frame


def test_crates_ride_and_carry() -> None:
    for motion in ((0, -1), (0, 1), (1.25, 0), (-0.5, 0), (0.75, -0.5)):
        w = World()
        lift = w.insert((0, 0, 40, 8), (100, 200))
        crate = w.insert(Mask.filled(16, 16), (110, 184), kind="crate")
        hero = w.insert(Mask.filled(8, 16), (112, 168), kind="character")
        assert (w.support(crate), w.support(hero)) == (lift, crate)
        before = [w.position(it) for it in (lift, crate, hero)]
        for frame in range(1, 9):
            w.move_solid(lift, motion)
            ways = [np.subtract(w.position(it), start) for it, start in zip((lift, crate, hero), before, strict=True)]
            assert np.allclose(ways[0], np.multiply(motion, frame))
            assert (ways[1] == ways[2]).all() and (abs(ways[1] - ways[0]) < 1).all(), (motion, frame)
        assert (ways[0] == ways[2]).all()


def test_crates_stop_and_are_pushed() -> None:
    w = World()
    w.insert((0, 0, 400, 10), (0, 100))
    hero = w.insert(Mask.filled(8, 16), (20, 84), kind="character")
    falling = w.insert(Mask.filled(16, 16), (16, 20), kind="crate")
    slid = w.move_and_slide(falling, (0, 100))
    assert (w.position(falling), slid.floor.handle) == ((16, 68), hero)
    w.remove(falling)
    row = [w.insert(Mask.filled(16, 16), (28 + 16 * i, 84), kind="crate") for i in range(3)]
    assert w.move_and_slide(hero, (5, 0)).wall.handle == row[0]
    w.move_and_slide(hero, (5, 0), push=True, push_limit=2)
    assert w.position(hero) == (20, 84)
    w.move_and_slide(hero, (5, 0), push=True)
    assert [w.position(it)[0] for it in (hero, *row)] == [25, 33, 49, 65]
    wall = w.insert((0, 0, 10, 100), (85, 0))
    w.move_and_slide(hero, (50, 0), push=True)
    assert [w.position(it)[0] for it in (hero, *row)] == [29, 37, 53, 69]
    # Between the wall and another one that comes.
    crusher = w.insert((0, 0, 4, 100), (0, 0))
    assert w.move_solid(crusher, (30, 0)).crushed == [hero]
    assert w.get(wall).kind == "body"


def test_riders_that_cannot_ride() -> None:
    w = World()
    lift, body = w.insert((0, 0, 9, 9)), w.insert((0, 0, 9, 9), (50, 0))
    with pytest.raises(ValueError, match="rider"):
        w.move_solid(lift, (1, 0), riders=[body])


def test_seen_from_above() -> None:
    w = World()
    w.insert(Mask.from_array(X >= Y), (0, 0))
    hero = w.insert(Mask.filled(10, 10), (60, 120), kind="character", up=None)
    seen = []
    for _ in range(100):
        w.move_and_slide(hero, (2, 0), corner=3)
        seen.append(w.position(hero))
    # He slides down along the wall, and does not stand still.
    assert seen[-1][1] > 160
    assert all(b[1] >= a[1] for a, b in zip(seen, seen[1:], strict=False))
    straight = World()
    straight.insert((0, 0, 10, 200), (50, 0))
    hero = straight.insert(Mask.filled(10, 10), (40, 50), kind="character", up=None)
    slid = straight.move_and_slide(hero, (3, 4))
    assert (slid.position, slid.velocity, slid.floor) == ((40, 54), (0, 4), None)
    assert len(slid.walls) == len(slid.blockers) == 1
    straight.insert((0, 0, 200, 10), (0, 64))
    for _ in range(5):
        straight.move_and_slide(hero, (3, 4), corner=3)
    assert straight.position(hero) == (40, 54)


def turned(point: tuple[float, float], size: tuple[int, int], turns: int) -> tuple[float, float]:
    """Where a box's corner is after quarter turns of everything about (0, 0), clockwise."""
    (x, y), (w, h) = point, size
    for _ in range(turns):
        (x, y), (w, h) = (-y - h, x), (h, w)
    return x, y


@pytest.mark.parametrize("turns", range(4))
def test_gravity_in_four_directions(turns: int) -> None:
    up = SIDES[turns]

    def motion(x: float, y: float) -> tuple[float, float]:
        for _ in range(turns):
            x, y = -y, x
        return x, y

    def box(w: int, h: int) -> tuple[int, int]:
        return (w, h) if turns % 2 == 0 else (h, w)

    w = World()
    ground = w.insert((0, 0, *box(100, 10)), turned((0, 100), (100, 10), turns))
    step = w.insert((0, 0, *box(50, 3)), turned((50, 97), (50, 3), turns))
    ledge = w.insert((0, 0, *box(40, 4)), turned((0, 60), (40, 4), turns), kind="one-way", open_side=up)
    hero = w.insert(Mask.filled(*box(8, 16)), turned((10, 40), (8, 16), turns), kind="character", up=up)

    def where() -> tuple[float, float]:
        return w.position(hero)

    assert w.move_and_slide(hero, motion(0, 30)).floor.handle == ledge
    assert where() == turned((10, 44), (8, 16), turns)
    slid = w.move_and_slide(hero, motion(0, 80), drop=True)
    assert (slid.floor.handle, slid.floors, where()) == (ground, [slid.floor], turned((10, 84), (8, 16), turns))
    assert w.move_and_slide(hero, motion(0, -60)).ceiling is None
    w.move_and_slide(hero, motion(0, 60), drop=True)
    w.move_and_slide(hero, motion(0, 60), drop=True)
    assert where() == turned((10, 84), (8, 16), turns)
    assert w.move_and_slide(hero, motion(60, 0)).wall.handle == step
    w.move_and_slide(hero, motion(20, 0), step_up=3)
    assert (where(), w.support(hero)) == (turned((62, 81), (8, 16), turns), step)
    w.move_solid(step, motion(4, -2))
    assert where() == turned((66, 79), (8, 16), turns)


@pytest.mark.parametrize("up", SIDES)
def test_the_free_function_has_an_up(up: str) -> None:
    turns = SIDES.index(up)
    floor = Obstacle(Mask.filled(*((60, 10) if turns % 2 == 0 else (10, 60))), turned((0, 50), (60, 10), turns))
    body = Mask.filled(*((8, 16) if turns % 2 == 0 else (16, 8)))
    fall: tuple[float, float] = (0, 20)
    for _ in range(turns):
        fall = (-fall[1], fall[0])
    moved = move_and_slide(body, turned((20, 20), (8, 16), turns), fall, [floor], up=up)  # type: ignore[arg-type]
    assert moved.position == turned((20, 34), (8, 16), turns)
    assert moved.floor is not None
    assert move_and_slide(body, (0, 0), (1, 0), [], up=None).floor is None


def test_corners() -> None:
    w = World()
    w.insert((20, 0, 100, 20))
    hero = w.insert(Mask.filled(8, 16), (14, 40), kind="character")
    slid = w.move_and_slide(hero, (0, -38), corner=4)
    assert (slid.position, slid.velocity) == ((12, 2), (0, -38))
    assert (slid.ceiling, slid.stuck) == (None, None)
    free = move_and_slide(Mask.filled(8, 16), (14, 40), (0, -38), [Obstacle((20, 0, 100, 20))], corner=4)
    assert free.position == (12, 2)


@pytest.mark.parametrize("side", SIDES)
def test_one_way_from_any_side(side: str) -> None:
    out = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}[side]
    for obstacle in ("collider", "free"):
        for sign, passes in ((1, True), (-1, False)):
            start = (50 - 30 * sign * out[0], 50 - 30 * sign * out[1])
            motion = (60 * sign * out[0], 60 * sign * out[1])
            if obstacle == "collider":
                w = World()
                door = w.insert((0, 0, 10, 10), (50, 50), kind="one-way")
                w.set_open_side(door, side)  # type: ignore[arg-type]
                assert w.get(door).open_side == side
                mover = w.insert(Mask.filled(10, 10), start, kind="character", up=None)
                end = w.move_and_slide(mover, motion).position
            else:
                obstacles = [Obstacle(Mask.filled(10, 10), (50, 50), one_way=True, open_side=side)]  # type: ignore[arg-type]
                end = move_and_slide(Mask.filled(10, 10), start, motion, obstacles, up=None).position
            whole = (start[0] + motion[0], start[1] + motion[1])
            stopped = (50 + 10 * out[0], 50 + 10 * out[1])
            assert end == (whole if passes else stopped), (obstacle, sign)


def test_one_way_tiles_and_drop() -> None:
    tiles = TileSet({1: (Mask.filled(16, 4), "one-way"), 2: (Mask.filled(4, 16), "one-way-left")})
    for speed in (1, 20):
        w = World()
        cells = [0] * 4 * 8
        for row in (2, 5):
            cells[4 * row : 4 * row + 4] = [1] * 4
        body, ledges, _ = w.insert_tiles(TileMap(tiles, (4, 8), (16, 16), cells))
        hero = w.insert(Mask.filled(8, 12), (20, 0), kind="character")
        while w.move_and_slide(hero, (0, 5)).floor is None:
            pass
        first = w.position(hero)[1]
        w.move_and_slide(hero, (0, speed), drop=True)
        for _ in range(100):
            w.move_and_slide(hero, (0, speed))
        assert w.position(hero)[1] == first + 48, speed
        assert w.support(hero) == ledges


def test_a_turning_plank_carries_and_frees() -> None:
    w = World()
    plank = w.insert(Mask.filled(80, 6), (150, 150), pivot=(40, 3))
    hero = w.insert(Mask.filled(8, 16), (160, 131), kind="character")
    assert w.support(hero) == plank
    named: set[int] = set()
    for frame in range(1, 181):
        moved = w.reshape_solid(plank, 24, rotation=-2 * frame)
        named |= set(moved.crushed)
        overlaps = plank in w.query(Mask.filled(8, 16), tuple(int(v) for v in w.position(hero)))
        assert not overlaps or hero in moved.crushed, frame
        w.move_and_slide(hero, (0, 4), step_up=3, step_down=3)
    assert isinstance(named, set)


def test_what_grows_pushes_or_names() -> None:
    w = World()
    frames = hitmask.Frames([Mask.filled(10, 10), Mask.filled(30, 30)])
    plant = w.insert(frames, (100, 100))
    hero = w.insert(Mask.filled(8, 8), (112, 112), kind="character")
    moved = w.reshape_solid(plant, 40, frame=1)
    assert (moved.pushed, moved.crushed) == ([hero], [])
    assert plant not in w.query(Mask.filled(8, 8), tuple(int(v) for v in w.position(hero)))
    w.reshape_solid(plant, 40, frame=0)
    w.set_position(hero, (112, 112))
    assert w.reshape_solid(plant, 2, shape=Mask.filled(30, 30), position=(98, 98)).crushed == [hero]
    with pytest.raises(TypeError, match="frame"):
        w.reshape_solid(plant, 2, frame=0)
    w.remove(plant)
    with pytest.raises(KeyError):
        w.reshape_solid(plant, 2, rotation=5)


def test_words_and_properties() -> None:
    w = World()
    hero = w.insert((0, 0, 4, 4), kind="character", up="left", open_side="down")
    assert (w.get(hero).up, w.get(hero).open_side) == ("left", "down")
    w.set_up(hero, None)
    assert w.props(hero)["up"] is None
    w.set(hero, up="right", open_side="left", kind="crate")
    assert (w.get(hero).up, w.get(hero).open_side, w.get(hero).kind) == ("right", "left", "crate")
    with pytest.raises(ValueError, match="up must be 'up', 'right', 'down' or 'left', not 'north'"):
        w.set_up(hero, "north")  # type: ignore[arg-type]
    calls: list[Any] = [lambda: w.set_up(99, "up"), lambda: w.set_open_side(99, "up"), lambda: w.support(99)]
    for call in calls:
        with pytest.raises(KeyError):
            call()


def test_a_keyword_that_is_refused_is_named() -> None:
    """As Python and PyO3 do for all other arguments: the error stays the caller's own."""
    make: Any = World
    w, m = make(), Mask.filled(2, 2)
    hero = w.insert(m, kind="character")
    for name, call in {
        "group": lambda: w.insert(m, group=-1),
        "layers": lambda: w.insert(m, layers=(1,)),
        "order": lambda: w.set(hero, order="first"),
        "step_up": lambda: w.move_and_slide(hero, (1, 1), step_up=-1),
        "wrap": lambda: make(wrap=(-1, 8)),
    }.items():
        with pytest.raises((TypeError, ValueError, OverflowError)) as error:
            call()
        assert error.value.__notes__ == [f"while processing '{name}'"]

    # None is a value: only an up may be None.
    for name, call in {
        "kind": lambda: w.insert(m, kind=None),
        "layers": lambda: w.set(hero, layers=None),
        "step_up": lambda: w.move_and_slide(hero, (1, 1), step_up=None),
    }.items():
        with pytest.raises(TypeError) as error:
            call()
        assert error.value.__notes__ == [f"while processing '{name}'"]
    w.set(hero, up=None)
    assert w.get(hero).up is None

    class Mine(TypeError):
        pass

    class Number:
        def __index__(self) -> int:
            raise Mine("mine") from KeyError(1)

    with pytest.raises(Mine) as error:
        w.insert(m, group=Number())
    assert isinstance(error.value.__cause__, KeyError)
    for name, call in {
        "World.insert() got an unexpected keyword argument 'rot'": lambda: w.insert(m, rot=30),
        "World.__new__() got an unexpected keyword argument 'warp'": lambda: make(warp=(8, 8)),
        "World.set() got an unexpected keyword argument 'at'": lambda: w.set(hero, at=(1, 1)),
        "World.move_and_slide() got an unexpected keyword argument 'filters'": lambda: w.move_and_slide(hero, (1, 1), filters=None),
        # What a solid does not read is refused.
        "World.move_solid() got an unexpected keyword argument 'step_down'": lambda: w.move_solid(hero, (1, 1), step_down=3),
    }.items():
        with pytest.raises(TypeError, match=re.escape(name)):
            call()
