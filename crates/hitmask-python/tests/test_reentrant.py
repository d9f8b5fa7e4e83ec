"""Callers' code that comes back: `__del__`, tests, filters and iterators that use what is being used. Nothing is lost, and nothing crashes.

It is one file of more than 600 lines, because its tables of verbs and of questions serve many tests.
"""

import gc
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import hitmask
from hitmask import Frames, Mask, QueryFilter, World, WorldSnapshot

BOX = (0, 0, 4, 4)


class Dies:
    """A test that calls a function when nobody has it any more."""

    def __init__(self, then: Callable[[], object]) -> None:
        self.then = then

    def __call__(self, me: Any, other: Any) -> None:
        return None

    def __del__(self) -> None:
        self.then()


def world_of(n: int, then: Callable[[World], object] = lambda world: None) -> tuple[World, list[int]]:
    """A world of so many colliders, each with a test that calls a function with the world at its end."""
    world = World()
    weak = weakref.ref(world)

    def dies() -> None:
        alive = weak()
        if alive is not None:
            then(alive)

    return world, [world.insert(BOX, (9 * i, 0), test=Dies(dies)) for i in range(n)]


def use(world: World) -> None:
    """Uses a world in many ways, and adds one collider."""
    added = world.insert(BOX, (5000, 0))
    world.set_position(added, (5001, 0))
    world.restore(world.snapshot())
    world.step()
    world.query(BOX)
    world.memory_bytes()
    if world.handles()[0] != added:
        world.set_position(world.handles()[0], (1, 1))


REMOVING: dict[str, tuple[Callable[[World, list[int], WorldSnapshot], object], int]] = {
    # What is done, and how many of 50 tests die by it.
    "remove": (lambda world, all, empty: world.remove(all[0]), 1),
    "remove a root": (lambda world, all, empty: [world.attach(all[0], all[1]), world.remove(all[0])], 2),
    "clear": (lambda world, all, empty: world.clear(), 50),
    "restore": (lambda world, all, empty: world.restore(empty), 50),
    "set_test": (lambda world, all, empty: world.set_test(all[0], None), 1),
    "set_test again": (lambda world, all, empty: world.set_test(all[0], lambda me, other: None), 1),
}


@pytest.mark.parametrize("verb", REMOVING)
def test_a_test_that_dies_uses_the_world_after_the_verb(verb: str) -> None:
    called = []

    def then(world: World) -> None:
        called.append(len(world))
        use(world)

    world, handles = world_of(50, then)
    empty = World().snapshot()
    what, dead = REMOVING[verb]
    before = len(world)
    what(world, handles, empty)
    left = before - (0 if verb.startswith("set_test") else dead)
    # The verb was done before the first of them died, and each has added one.
    assert called == [left + i for i in range(dead)]
    assert len(world) == left + dead == len(world.handles()) == len(set(world.handles()))


def test_restoring_a_world_whose_tests_restore_it() -> None:
    """The first reproducer: this wrote to freed memory."""
    world = World()
    handles = [world.insert(BOX, (9 * i, 0)) for i in range(200)]
    saved = world.snapshot()

    def then() -> None:
        world.restore(saved)
        for i in range(300):
            world.insert(BOX, (9 * i, 50))

    for _ in range(20):
        world.set_test(handles[7], Dies(then))
        world.restore(saved)
        assert len(world) == 500
        world.step()
        world.restore(saved)
        assert world.handles() == handles


def test_clear_empties_a_world_of_many_tests_that_use_it() -> None:
    world, _ = world_of(2000, lambda world: world.query(BOX))
    world.clear()
    assert len(world) == 0 and world.handles() == []


@pytest.mark.parametrize("verb", REMOVING)
def test_a_test_that_dies_slowly_while_others_insert(verb: str) -> None:
    """The second reproducer: `__del__` lets other threads run."""
    inserted, refused, stop = [0], [0], threading.Event()
    what, dead = REMOVING[verb]
    for _ in range(6):
        world, handles = world_of(50, lambda world: time.sleep(0.0005))
        stop.clear()

        def work() -> None:
            while not stop.is_set() and inserted[0] < 2000:
                try:
                    world.insert(BOX, (9 * inserted[0], 50))
                    inserted[0] += 1
                except RuntimeError:
                    refused[0] += 1

        inserted[0] = refused[0] = 0
        thread = threading.Thread(target=work)
        thread.start()
        what(world, handles, World().snapshot())
        stop.set()
        thread.join()
        if verb not in ("clear", "restore"):
            assert len(world) == 50 + inserted[0] - (0 if verb.startswith("set_test") else dead)
        assert len(world.handles()) == len(world)
        world.step()
        assert refused[0] == 0


def test_the_arguments_of_a_refused_call_die_after_it() -> None:
    """A stale handle: the new test was never kept, and dies."""
    world, handles = world_of(3)
    world.remove(handles[0])
    called = []
    with pytest.raises(KeyError):
        world.set_test(handles[0], Dies(lambda: called.append(use(world))))
    assert len(called) == 1 and len(world) == 3


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_test_that_raises_as_it_dies_loses_nothing() -> None:
    world, handles = world_of(10, lambda world: 1 / 0)
    world.remove(handles[0])
    world.clear()
    assert len(world) == 0
    world.insert(BOX)
    assert world.step() == []


def test_a_test_that_dies_as_its_world_ends() -> None:
    called = []
    for kept in (False, True):
        world = World()
        world.insert(BOX, test=Dies(lambda: called.append(1)))
        saved = world.snapshot() if kept else None
        del world
        assert len(called) == (0 if kept else 1)
        del saved
        assert called == [1]
        called.clear()


def test_long_chains_end() -> None:
    """Each has the next one. Their ends are not nested: that would use up the stack."""
    chained: Any = None
    for _ in range(100_000):
        chained = QueryFilter(only_if=chained)
    del chained
    world = World()
    for _ in range(50_000):
        before, world = world, World()
        world.insert(BOX, test=before)
    del before
    world.clear()


# Every public method and property of a world, as a call on a world with the colliders a and b. `made` is a mask.
VERBS: dict[str, Callable[[World, int, int], object]] = {
    "attach": lambda w, a, b: w.attach(a, b),
    "bounds": lambda w, a, b: w.bounds(a),
    "carve": lambda w, a, b: w.carve(a, BOX),
    "cast": lambda w, a, b: w.cast(a, (5, 5)),
    "cast_all": lambda w, a, b: w.cast_all(BOX, (5, 5)),
    "cast_turning": lambda w, a, b: w.cast_turning(a, (5, 5), 9),
    "cast_turning_all": lambda w, a, b: w.cast_turning_all(a, (5, 5), 9),
    "clear": lambda w, a, b: w.clear(),
    "closest": lambda w, a, b: w.closest(a, b),
    "collide_one": lambda w, a, b: w.collide_one(a),
    "contacts": lambda w, a, b: w.contacts(),
    "contacts_of": lambda w, a, b: w.contacts_of(a),
    "detach": lambda w, a, b: w.detach(b),
    "draw": lambda w, a, b: w.draw(a, BOX),
    "events_by_time": lambda w, a, b: w.events_by_time(),
    "fill_tiles": lambda w, a, b: w.fill_tiles(a, (0, 0), 1, [0]),
    "filter_of": lambda w, a, b: w.filter_of(a),
    "first_on_line": lambda w, a, b: w.first_on_line((0, 0), (9, 9)),
    "fit_at": lambda w, a, b: w.fit_at(a, (3, 3), 4),
    "get": lambda w, a, b: w.get(a),
    "ground_slope": lambda w, a, b: w.ground_slope(a, 3),
    "handles": lambda w, a, b: w.handles(),
    "insert": lambda w, a, b: w.insert(BOX),
    "insert_tiles": lambda w, a, b: w.insert_tiles(hitmask.TileMap(hitmask.TileSet({}), (1, 1), (4, 4))),
    "label_at": lambda w, a, b: w.label_at(a, (0, 0)),
    "label_name": lambda w, a, b: w.label_name(a, 1),
    "label_hit": lambda w, a, b: w.label_hit(a, b),
    "overlap_labels": lambda w, a, b: w.overlap_labels(a, b),
    "last_path": lambda w, a, b: w.last_path(a),
    "memory_bytes": lambda w, a, b: w.memory_bytes(),
    "move_and_slide": lambda w, a, b: w.move_and_slide(a, (3, 3)),
    "move_solid": lambda w, a, b: w.move_solid(a, (3, 3)),
    "nearest": lambda w, a, b: w.nearest((0, 0), 9),
    "normal": lambda w, a, b: w.normal(a, b),
    "part_frames": lambda w, a, b: w.part_frames(b),
    "parts_of": lambda w, a, b: w.parts_of(a),
    "pick": lambda w, a, b: w.pick((0, 0)),
    "pick_all": lambda w, a, b: w.pick_all((0, 0)),
    "picture": lambda w, a, b: w.picture(),
    "pose": lambda w, a, b: w.pose(a),
    "position": lambda w, a, b: w.position(a),
    "query": lambda w, a, b: w.query(BOX),
    "query_line": lambda w, a, b: w.query_line((0, 0), (9, 9)),
    "query_touches": lambda w, a, b: w.query_touches(BOX),
    "ray_cast": lambda w, a, b: w.ray_cast((0, 0), (9, 9)),
    "remove": lambda w, a, b: w.remove(a),
    "restore": lambda w, a, b: w.restore(World().snapshot()),
    "root_of": lambda w, a, b: w.root_of(a),
    "rotate_by": lambda w, a, b: w.rotate_by(a, 9),
    "separation": lambda w, a, b: w.separation(a, b),
    "set_data": lambda w, a, b: w.set_data(a, 9),
    "set_enabled": lambda w, a, b: w.set_enabled(a, False),
    "set_first_only": lambda w, a, b: w.set_first_only(a, True),
    "set_whole_pixels": lambda w, a, b: w.set_whole_pixels(a, True),
    "set_flip": lambda w, a, b: w.set_flip(a, (True, False)),
    "set_group": lambda w, a, b: w.set_group(a, 9),
    "set_kind": lambda w, a, b: w.set_kind(a, "sensor"),
    "parent_of": lambda w, a, b: w.parent_of(a),
    "surface_normal": lambda w, a, b: w.surface_normal(a, (0, 0), 3),
    "support": lambda w, a, b: w.support(a),
    "set_up": lambda w, a, b: w.set_up(a, "left"),
    "set_open_side": lambda w, a, b: w.set_open_side(a, "left"),
    "reshape_solid": lambda w, a, b: w.reshape_solid(a, 3, rotation=5),
    "props": lambda w, a, b: w.props(a),
    "set": lambda w, a, b: w.set(a, order=2, kind="body"),
    "set_layers": lambda w, a, b: w.set_layers(a, (2, 2)),
    "set_order": lambda w, a, b: w.set_order(a, 9),
    "set_part_frames": lambda w, a, b: w.set_part_frames(b, [0]),
    "set_pivot": lambda w, a, b: w.set_pivot(a, (1, 1)),
    "set_place": lambda w, a, b: w.set_place(a, (2, 2)),
    "set_places": lambda w, a, b: w.set_places([a], [(2, 2, 2)]),
    "set_pose": lambda w, a, b: w.set_pose(a, None),
    "set_position": lambda w, a, b: w.set_position(a, (9, 9)),
    "set_rotation": lambda w, a, b: w.set_rotation(a, 9),
    "set_scale": lambda w, a, b: w.set_scale(a, 2),
    "set_shape": lambda w, a, b: w.set_shape(a, (0, 0, 9, 9)),
    "set_space": lambda w, a, b: w.set_space(a, 2),
    "set_swept": lambda w, a, b: w.set_swept(a, True),
    "set_test": lambda w, a, b: w.set_test(a, None),
    "set_tile": lambda w, a, b: w.set_tile(a, (0, 0), None),
    "set_frame": lambda w, a, b: w.set_frame(a, 0),
    "snapshot": lambda w, a, b: w.snapshot(),
    "state_hash": lambda w, a, b: w.state_hash(),
    "stats": lambda w, a, b: w.stats(),
    "step": lambda w, a, b: w.step(),
    "step_along": lambda w, a, b: w.step_along({}),
    "steps": lambda w, a, b: w.steps,
    "teleport": lambda w, a, b: w.teleport(a, (9, 9)),
    "tile_at": lambda w, a, b: w.tile_at(a, (0, 0)),
    "to_bytes": lambda w, a, b: w.to_bytes(),
    "touching_since": lambda w, a, b: w.touching_since(a, b),
    "fit_frame": lambda w, a, b: w.fit_frame(a, 0),
    "fit_shape": lambda w, a, b: w.fit_shape(a, BOX),
    "fit_transform": lambda w, a, b: w.fit_transform(a, 3, position=(3, 3)),
    "unstick": lambda w, a, b: w.unstick(a, 3),
    "__len__": lambda w, a, b: len(w),
    "__contains__": lambda w, a, b: a in w,
    "__repr__": lambda w, a, b: repr(w),
    "__reduce__": lambda w, a, b: w.__reduce__(),
}

# Every way in which a world asks a function: a call that asks `function` about the colliders of `w`.
ASKING: dict[str, Callable[[World, int, Callable[..., Any]], object]] = {
    "test, in a step": lambda w, a, function: [w.set_test(a, function), w.step()],
    "test, in step_along": lambda w, a, function: [w.set_test(a, function), w.step_along({})],
    "test, in collide_one": lambda w, a, function: [w.set_test(a, function), w.collide_one(a)],
    "accept": lambda w, a, function: w.step(accept=function),
    "only_if, in query": lambda w, a, function: w.query(BOX, filter=QueryFilter(only_if=function)),
    "only_if, in query_touches": lambda w, a, function: w.query_touches(BOX, filter=QueryFilter(only_if=function)),
    "only_if, in pick": lambda w, a, function: w.pick((1, 1), filter=QueryFilter(only_if=function)),
    "only_if, in nearest": lambda w, a, function: w.nearest((1, 1), 9, filter=QueryFilter(only_if=function)),
    "only_if, in ray_cast": lambda w, a, function: w.ray_cast((-9, 1), (90, 0), filter=QueryFilter(only_if=function)),
    "only_if, in cast": lambda w, a, function: w.cast(BOX, (90, 0), at=(-9, 0), filter=QueryFilter(only_if=function)),
    "only_if, in move_and_slide": lambda w, a, function: w.move_and_slide(a, (0, 9), filter=QueryFilter(only_if=function)),
    "only_if, in unstick": lambda w, a, function: w.unstick(a, 9, filter=QueryFilter(only_if=function)),
    "only_if, in fit_shape": lambda w, a, function: w.fit_shape(a, BOX, 9, filter=QueryFilter(only_if=function)),
}


def test_the_table_of_verbs_is_whole() -> None:
    public = {name for name in dir(World) if not name.startswith("_") and name != "from_bytes"}
    assert public == {name for name in VERBS if not name.startswith("_")}


@pytest.mark.parametrize("asking", ASKING)
def test_a_function_that_is_asked_cannot_use_its_world(asking: str) -> None:
    """Nor can another thread meanwhile. Another world it can use."""
    world, other = World(), World()
    a, b = world.insert(BOX), world.insert(BOX, (2, 2))
    c, d = other.insert(BOX), other.insert(BOX, (2, 2))
    answers: list[tuple[str, str]] = []
    threaded: list[str] = []

    def refused(verb: str) -> str:
        try:
            VERBS[verb](world, a, b)
        except RuntimeError as error:
            return "busy" if "busy" in str(error) else repr(error)
        return "done"

    def function(*members: Any) -> bool | None:
        answers.extend((verb, refused(verb)) for verb in VERBS)
        thread = threading.Thread(target=lambda: threaded.extend(map(refused, VERBS)))
        thread.start()
        thread.join()
        gc.collect()
        other.set_position(c, (len(answers), 0))
        other.step()
        other.query(BOX)
        return None if asking.startswith("test") else True

    ASKING[asking](world, a, function)
    assert answers and {answer for _, answer in answers} == {"busy"}, [it for it in answers if it[1] != "busy"]
    assert set(threaded) == {"busy"}
    assert sorted(world.handles()) == sorted([a, b]) and len(other) == 2 and d in other
    # Nothing stays busy.
    for verb in VERBS:
        if verb not in ("clear", "remove", "restore"):
            assert refused_or_wrong(world, verb, a, b) != "busy"


def refused_or_wrong(world: World, verb: str, a: int, b: int) -> str:
    try:
        VERBS[verb](world, a, b)
    except (KeyError, ValueError, TypeError, IndexError):
        return "wrong"
    except RuntimeError:
        return "busy"
    return "done"


@pytest.mark.parametrize("asking", ASKING)
def test_a_function_that_raises_gives_the_world_back(asking: str) -> None:
    world = World()
    a, _ = world.insert(BOX), world.insert(BOX, (2, 2))

    def function(*members: Any) -> None:
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        ASKING[asking](world, a, function)
    world.set_test(a, None)
    assert len(world) == 2
    world.step()


def test_what_tests_raise_is_raised_by_their_own_world() -> None:
    """It was kept for the next step of any world, if `accept` raised as well, or if the world was stepped inside of another one's test."""

    def raises(*members: Any) -> None:
        raise LookupError("mine")

    def accept(*members: Any) -> None:
        raise ZeroDivisionError

    def both(test: Callable[..., Any]) -> World:
        world = World()
        world.insert(BOX, test=test)
        world.insert(BOX, (1, 1))
        world.insert(BOX, (2, 2), test=raises)
        return world

    world, other, quiet = both(raises), both(lambda me, other: None), World()
    with pytest.raises((LookupError, ZeroDivisionError)):
        world.step(accept=accept)
    assert quiet.step() == []
    inside: list[str] = []

    def steps(me: Any, other_member: Any) -> None:
        try:
            quiet.step()
            other.step()
        except LookupError as error:
            inside.append(str(error))

    outer = both(steps)
    with pytest.raises(LookupError):
        outer.step()
    assert inside and set(inside) == {"mine"} and quiet.step() == []


def test_arguments_that_use_what_they_are_given_to() -> None:
    """Arguments are read before anything is borrowed: numbers, sequences, iterators, words and buffers that run code."""
    world, mask, ground = World(), Mask(8, 8), hitmask.Terrain.filled(9, 9)
    here = world.insert(BOX)
    used = []

    def again() -> None:
        used.append(1)
        use(world)
        mask.invert()
        mask.union_with(mask)
        ground.carve(BOX)

    class Number:
        def __index__(self) -> int:
            again()
            return 2

        def __float__(self) -> float:
            again()
            return 2.0

        def __bool__(self) -> bool:
            again()
            return True

    class Pair:
        def __len__(self) -> int:
            again()
            return 2

        def __iter__(self) -> Iterator[Any]:
            again()
            return iter((Number(), Number()))

        def __getitem__(self, i: int) -> Any:
            if i > 1:
                raise IndexError
            again()
            return Number()

    number, pair = Number(), Pair()

    def numbers() -> Iterator[int]:
        for _ in range(3):
            again()
            yield here

    calls: list[Callable[[], Any]] = [
        lambda: mask.get((number, number)),
        lambda: mask.set(pair),
        lambda: mask.overlaps((number, number, number, number), pair),
        lambda: mask.overlaps(mask, pair),
        lambda: mask.union_with((0, 0, number, 3), pair),
        lambda: mask.crop((number, 0, 4, 4)),
        lambda: Mask(number, number),
        lambda: hitmask.Mask.from_polygons(9, 9, [[pair, (9, 0), (0, 9)]]),
        lambda: ground.draw(mask, pair),
        lambda: ground.carve((0, 0, number, 3)),
        lambda: world.set_position(here, pair),
        lambda: world.insert((0, 0, number, 4), pair, space=number, data=number, group=number),
        lambda: world.set_places([number], [(number, 1, 1)]),
        lambda: world.set_rotation(here, number),
        lambda: world.set_scale(here, pair),
        lambda: world.move_and_slide(here, pair, step_up=number),
        lambda: world.query((0, 0, number, 4), pair),
        lambda: world.cast(here, pair),
        lambda: world.fit_at(here, pair, number),
        lambda: world.step_along({here: [hitmask.PathSegment(pair, (9, 9)), hitmask.PathSegment((9, 9), world.position(here))]}),
        lambda: QueryFilter(space=number, exclude=[number]),
        lambda: world.query(BOX, filter=QueryFilter(only_if=lambda member: number)) if used else None,
    ]
    for call in calls:
        before = len(used)
        try:
            call()
        except (TypeError, ValueError, KeyError, RuntimeError):
            # Not every argument may be such an object, and some of these end in a place that is refused.
            pass
        assert len(world.handles()) == len(world) > 0
        assert mask.size == (8, 8) and ground.size == (9, 9)
        del before
    assert len(used) > 20


def test_lists_that_change_while_they_are_read() -> None:
    world, mask = World(), Mask.filled(4, 4)
    here = world.insert(mask)

    class Shrinks:
        """Empties the list in which it is, when it is read."""

        def __init__(self, all: list[Any]) -> None:
            self.all = all

        def __index__(self) -> int:
            self.all.clear()
            return 1

        def __float__(self) -> float:
            self.all.clear()
            return 1.0

        def __len__(self) -> int:
            self.all.clear()
            return 2

        def __iter__(self) -> Iterator[int]:
            self.all.clear()
            return iter((1, 1))

    takes: list[Callable[[list[Any]], object]] = [
        lambda all: world.set_places(all, [(1, 1, 1)] * 3),
        lambda all: world.set_places([here], [all]),
        lambda all: world.move_solid(here, (1, 1), riders=all),
        lambda all: QueryFilter(exclude=all),
        lambda all: hitmask.ConvexPolygon(all),
        lambda all: hitmask.Mask.from_polygons(9, 9, [all]),
        lambda all: hitmask.RunMask(9, 1, [all]),
        lambda all: hitmask.Terrain(9, 9).islands(anchor_points=all),
        lambda all: hitmask.TileMap(hitmask.TileSet({}), (2, 1), (4, 4), all),
        lambda all: hitmask.Mask.from_coco({"size": [2, 2], "counts": all}),
        lambda all: hitmask.Mask.from_coco({"size": all, "counts": [4]}),
        lambda all: hitmask.LabelMask.from_mask(mask).only(all),
        lambda all: mask.overlaps(all, (0, 0)),
        lambda all: mask.get(all),
    ]
    for take in takes:
        all: list[Any] = []
        all.extend([1, Shrinks(all), 1, 1])
        try:
            take(all)
        except (TypeError, ValueError, KeyError, OverflowError):
            pass
    assert len(world) == 1 and mask.count() == 16


def test_dicts_that_change_while_they_are_read() -> None:
    """The items are those of before. Rust's iterator over a changed dict panicked."""
    world, part = World(), hitmask.PathSegment((0, 0), (0, 0))
    here = world.insert(BOX)

    class Grows:
        def __init__(self, all: dict[Any, Any], number: int) -> None:
            self.all, self.number = all, number

        def __index__(self) -> int:
            self.all.update({i: None for i in range(1000, 1000 + 50 * len(self.all))})
            return self.number

    takes: list[tuple[Callable[[dict[Any, Any]], object], int, object]] = [
        (lambda all: world.step_along(all), here, [part]),
        (lambda all: hitmask.LabelMask.from_mask(Mask(1, 1)) and hitmask.LabelMask(memoryview(b"\1").cast("B", (1, 1)), all), 1, "head"),
        (lambda all: hitmask.TileSet(all), 1, Mask(4, 4)),
        (lambda all: hitmask.TileSet(all), 1, (Mask(4, 4), "body", Grows({1: 1}, 3))),
    ]
    for take, number, value in takes:
        all: dict[Any, Any] = {}
        all[Grows(all, number)] = value
        take(all)


class Lies:
    """Says that it is very long."""

    def __init__(self, length: int, items: list[Any]) -> None:
        self.length, self.items = length, items

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, i: int) -> Any:
        return self.items[i]

    def __length_hint__(self) -> int:
        return self.length


def test_lengths_that_are_not_true() -> None:
    """Memory for the length that an object claims was asked for at once: that ended the program."""
    world, mask = World(), Mask(4, 4)
    here = world.insert(Frames([mask, mask]))
    part = world.insert(BOX)
    world.attach(here, part)
    for length in (0, 1, 2**40, 2**62):

        def lies(*items: Any) -> Any:
            return Lies(length, list(items))

        assert world.set_places(lies(here), lies((1, 2, 3))) == 1
        assert world.set_places([here], [(1, 2, 3)]) == 1
        assert world.query(BOX, filter=QueryFilter(exclude=lies(here, part))) == []
        world.set_part_frames(part, lies(0, 1))
        world.step_along({here: lies()})
        world.to_bytes(lies(Frames(lies(mask, (mask, (0, 0))))))
        hitmask.Terrain(9, 9).islands(anchor_points=lies((1, 1)))
        assert Mask.from_polygons(4, 4, lies(lies((0, 0), (4, 0), (0, 4)))).count() == 6
        assert hitmask.RunMask(4, 1, lies(lies((0, 2)))).count() == 2
        hitmask.ConvexPolygon(lies((0, 0), (9, 0), (0, 9)))
        hitmask.move_and_slide(mask, (0, 0), (1, 1), lies(hitmask.Obstacle(mask, (50, 50))))
        hitmask.ray_cast_obstacles(lies(hitmask.Obstacle(mask, (50, 50))), (0, 0), (1, 1))
        assert hitmask.overlaps_posed_batch(lies(mask), lies(hitmask.Pose()), [(0, 0)]).tolist() == [False]
        assert hitmask.TileMap(hitmask.TileSet(lies(mask)), (2, 1), (4, 4), lies(0, 0)).size == (2, 1)
        assert hitmask.LabelMask.from_mask(Mask.filled(2, 2)).only(lies(1)).count() == 4
        assert hitmask.Mask.from_coco({"size": [2, 2], "counts": lies(4)}).count() == 0
        for call in (lambda: mask.get(lies(1, 1)), lambda: mask.overlaps(lies(1, 1, 1, 1), (0, 0))):
            with pytest.raises(TypeError):
                call()
        world.handles()


ENDLESS = """
import itertools, resource
import hitmask

class Endless:
    def __init__(self, length, item):
        self.length, self.item = length, item

    def __len__(self):
        return self.length

    def __getitem__(self, i):
        return self.item

    def __iter__(self):
        return itertools.repeat(self.item)

mask, world = hitmask.Mask(2, 2), hitmask.World()
part = world.insert((0, 0, 2, 2))
tiles = hitmask.TileSet([mask])
with open("/proc/self/statm") as statm:
    used = int(statm.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 2**25, resource.RLIM_INFINITY))
for error, call in [
    (TypeError, lambda: world.insert((0, 0, 2, 2), at=Endless(2, 0))),
    (TypeError, lambda: mask.get(Endless(2, 0))),
    (ValueError, lambda: hitmask.Mask.from_coco({"size": Endless(2, 2), "counts": [4]})),
    (MemoryError, lambda: hitmask.Mask.from_coco({"size": [2, 2], "counts": Endless(1, 0)})),
    (MemoryError, lambda: world.set_places(Endless(1, part), [(0, 0, 0)])),
    (MemoryError, lambda: hitmask.ConvexPolygon(Endless(3, (0, 0)))),
    (MemoryError, lambda: hitmask.TileSet(Endless(1, mask))),
    (MemoryError, lambda: hitmask.TileMap(tiles, (2, 1), (2, 2), Endless(2, 0))),
]:
    try:
        call()
    except error:
        continue
    raise SystemExit("no " + error.__name__)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the memory of a program in this way")
def test_iterators_without_an_end() -> None:
    """What is not known to end asked for memory until that ended the program."""
    subprocess.run([sys.executable, "-c", ENDLESS], check=True, timeout=300)
