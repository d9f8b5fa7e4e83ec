"""Rubbish that only the garbage collector finds: worlds, snapshots and filters in cycles."""

import gc
import threading
from collections.abc import Callable
from typing import Any

import pytest

from hitmask import QueryFilter, World

BOX = (0, 0, 4, 4)


class Game:
    """Has a world, which has a test that has the game."""

    def __init__(self, snapshots: int = 0) -> None:
        self.world = World()
        self.hero = self.world.insert(BOX, test=self.decide)
        self.saved = [self.world.snapshot() for _ in range(snapshots)]
        self.ends: Any = None

    def decide(self, me: Any, other: Any) -> None:
        return None


class Called(tuple[Any, ...]):
    """Cannot be changed, so the collector cannot break a cycle here."""

    __slots__ = ()

    def __call__(self, *members: Any) -> None:
        return None


def in_a_tuple() -> World:
    world = World()
    world.insert(BOX, test=Called((world,)))
    return world


def in_a_snapshot() -> list[Any]:
    world, kept = World(), list[Any]()
    world.insert(BOX, test=lambda me, other: kept)
    snapshot = world.snapshot()
    kept.append(snapshot)
    return kept


def in_a_restored_world() -> World:
    world, other, kept = World(), World(), list[Any]()
    world.insert(BOX, test=lambda me, other: kept)
    snapshot = world.snapshot()
    other.restore(snapshot)
    kept.append(other)
    return other


def in_a_filter() -> list[Any]:
    kept: list[Any] = []
    kept.append(QueryFilter(only_if=lambda member: kept))
    return kept


CYCLES: dict[str, Callable[[], object]] = {
    "a world and its test": Game,
    "a world, its test and snapshots": lambda: Game(3),
    "a test that cannot be changed": in_a_tuple,
    "a snapshot alone": in_a_snapshot,
    "a restored world": in_a_restored_world,
    "a filter": in_a_filter,
}


@pytest.mark.parametrize("cycle", CYCLES)
def test_cycles_are_collected(cycle: str) -> None:
    ended = []

    class Ends:
        def __del__(self) -> None:
            ended.append(1)

    gc.collect()
    for _ in range(100):
        made = CYCLES[cycle]()
        # Something in the cycle that tells its end. Not every class of the package has weak references.
        if isinstance(made, Game):
            made.ends = Ends()
        elif isinstance(made, World):
            made.insert(BOX, test=Called((made, Ends())))
        else:
            assert isinstance(made, list)
            made.append(Ends())
        del made
    gc.collect()
    assert len(ended) == 100


def test_what_is_reached_is_not_collected() -> None:
    """The tests of worlds, snapshots and filters live as long as one of them does, though others that have them end."""
    called = []

    class Test:
        def __call__(self, *members: Any) -> bool | None:
            called.append(1)
            return None

    def both(world: World) -> int:
        called.clear()
        world.step()
        return len(called)

    world = World()
    for x in (0, 2):
        world.insert(BOX, (x, 0), test=Test())
    snapshot = world.snapshot()
    second = World()
    second.restore(snapshot)
    looped: list[Any] = [world]
    looped.append(looped)
    world.insert(BOX, (500, 0), test=Called((looped,)))
    for rest in range(4):
        gc.collect()
        assert both(second) == 2
        if rest == 0:
            del world, looped
        if rest == 1:
            again = World()
            again.restore(snapshot)
            del snapshot
        if rest == 2:
            second = again
    only_if = QueryFilter(only_if=Test())
    gc.collect()
    second.query(BOX, filter=only_if)


def test_the_collector_runs_while_worlds_are_asked() -> None:
    world = World()
    for x in range(8):
        world.insert(BOX, (2 * x, 0), test=lambda me, other: [gc.collect(), None][1])
    world.step()
    assert len(world.contacts()) == 7
    stop = threading.Event()

    def collect() -> None:
        while not stop.is_set():
            gc.collect(0)

    thread = threading.Thread(target=collect)
    thread.start()
    games = [Game(2) for _ in range(10)]
    for _ in range(20):
        for game in games:
            game.world.restore(game.saved[0])
            game.world.step()
            game.saved[1] = game.world.snapshot()
        games[0] = Game(2)
    stop.set()
    thread.join()
