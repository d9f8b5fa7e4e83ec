"""Worlds and collision buffers."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

import hitmask
from hitmask import Circle, CollisionBuffer, Mask, Pose, World


def test_events_begin_and_end() -> None:
    world = World(area=True, normal=True)
    ship = world.insert(Mask.filled(16, 16), data=7)
    rock = world.insert(Circle((8, 8), 8), (12, 4), data=9)
    (begin,) = world.step()
    assert (begin.kind, begin.a, begin.b, begin.data) == ("begin", ship, rock, (7, 9))
    touch = begin.touch
    assert touch is not None and touch.area == Mask.filled(16, 16).overlap_area(Circle((8, 8), 8), (12, 4))
    assert world.step() == [] and world.steps == 2
    world.set_position(rock, (100, 4))
    assert [event.kind for event in world.step()] == ["end"]
    world.remove(rock)
    assert rock not in world and ship in world and len(world) == 1


def test_removed_colliders_raise() -> None:
    world = World()
    gone = world.insert((0, 0, 4, 4))
    world.remove(gone)
    calls: list[Callable[[], Any]] = [
        lambda: world.remove(gone),
        lambda: world.set_position(gone, (1, 1)),
        lambda: world.position(gone),
        lambda: world.move_and_slide(gone, (1, 1)),
        lambda: world.collide_one(gone),
    ]
    for call in calls:
        with pytest.raises(KeyError, match="removed"):
            call()


def test_bad_input() -> None:
    world = World()
    here = world.insert((0, 0, 4, 4))
    for call in (
        lambda: world.set_rotation(here, float("nan")),
        lambda: world.set_position(here, (1e300, 0)),
        lambda: world.set_scale(here, float("inf")),
        lambda: world.insert((0, 0, 4, 4), kind="ghost"),
        lambda: world.insert((0, 0, 4, 4), scale=1e9),
        lambda: world.move_and_slide(here, (2**32, 0)),
        lambda: world.move_and_slide(world.insert((0, 0, 70_000, 4)), (1, 0)),
        lambda: CollisionBuffer("all", (0, 0, 4, 4)),
        lambda: CollisionBuffer("owners", (0, 0, 2**31, 2**31)),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(OverflowError):
        world.insert((0, 0, 4, 4), data=-1)


def test_queries() -> None:
    world = World()
    low = world.insert(Mask.filled(10, 10), order=1)
    high = world.insert(Mask.filled(10, 10), (5, 5), order=2)
    assert world.pick((7, 7)) == high and world.pick((1, 1)) == low and world.pick((30, 0)) is None
    assert world.query((0, 0, 6, 6)) == [low, high] and world.query((11, 11, 1, 1)) == [high]
    assert [other for other, _ in world.collide_one(low)] == [high]
    hit = world.ray_cast((-10, 2), (100, 0))
    assert hit is not None and hit[0] == low and hit[1].time is not None and hit[1].time * 100 == 10


def test_a_hero_stands_on_the_ground() -> None:
    world = World()
    ground = world.insert((0, 100, 200, 20))
    hero = world.insert(Mask.filled(8, 16), (10, 50), kind="character")
    slid = world.move_and_slide(hero, (30, 1000))
    assert (slid.position, slid.floor, slid.velocity) == ((40.0, 84.0), ground, (30.0, 0.0))


def test_swept_shots_pass() -> None:
    world = World()
    wall = world.insert((50, 0, 2, 20))
    shot = world.insert(Mask.filled(2, 2), (0, 5), swept=True)
    world.step()
    world.set_position(shot, (100, 5))
    (event,) = world.step()
    assert (event.kind, event.a, event.b) == ("pass", wall, shot) and event.time is not None and not event.approximate


def test_snapshots_bring_a_world_back() -> None:
    world = World()
    a = world.insert(Mask.filled(4, 4))
    world.insert(Mask.filled(4, 4), (2, 2))
    before, kept = world.state_hash(), world.snapshot()
    world.set_position(a, (50, 50))
    world.step()
    assert world.state_hash() != before
    world.restore(kept)
    assert world.state_hash() == before and len(world.step()) == 1


def test_a_world_that_steps_is_busy_for_other_threads() -> None:
    world = World()
    for i in range(2000):
        world.insert(Mask.filled(20, 20), (7 * i % 500, 11 * i % 500))
    errors: list[str] = []
    done = threading.Event()

    def ask() -> None:
        while not done.is_set():
            try:
                len(world)
            except RuntimeError as error:
                errors.append(str(error))

    asker = threading.Thread(target=ask)
    asker.start()
    for _ in range(5):
        try:
            world.step()
        except RuntimeError as error:
            errors.append(str(error))
    done.set()
    asker.join()
    assert set(errors) <= {"the world is busy in another thread"} and len(world) == 2000


def test_collision_buffers() -> None:
    buffer = CollisionBuffer("owners", (0, 0, 100, 100))
    buffer.draw(Mask.filled(10, 10), 3, (20, 20))
    buffer.draw(Circle((0, 0), 5), 5, pose=Pose((25, 25), scale=2))
    met = buffer.test((0, 0, 1, 1), (20, 20))
    assert [(m.id, m.area, m.first) for m in met] == [(3, 1, (20, 20)), (5, 1, (20, 20))]
    assert buffer.ids_at((25, 25)) == [3, 5] and buffer.top_at((25, 25)) == 5 and not buffer.touches((0, 0, 5, 5))
    assert hitmask.CollisionBuffer("latch", (0, 0, 9, 9)).take_latched() == []
