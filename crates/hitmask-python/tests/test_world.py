"""Worlds and collision buffers.

This file is long because it is a list: each verb of a world has a test of its own.
"""

import pickle
import re
import threading
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hitmask
from hitmask import Circle, CollisionBuffer, Frames, Mask, PathSegment, Pose, QueryFilter, Terrain, World
from oracle import bits, cases, mask


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
    world.clear()
    assert ship not in world and len(world) == 0 and world.steps == 3


def test_the_first_collider_is_true() -> None:
    world = World()
    floor = world.insert((0, 0, 100, 20), (0, 100))
    hero = world.insert(Mask.filled(12, 16), (10, 80), kind="character")
    assert floor and hero and 0 not in world
    assert world.pick((5, 105)) and world.handles()[0]
    slid = world.move_and_slide(hero, (0, 30))
    assert slid is not None and slid.floor
    hit = world.ray_cast((50, 0), (0, 200))
    assert hit is not None and hit[0]
    with pytest.raises(KeyError):
        world.position(0)


def test_parts_of_parts_and_poses_one_on_the_other() -> None:
    world = World()
    player, arm, gun = (world.insert((0, 0, 4, 4), at) for at in ((100, 50), (16, 8), (4, 0)))
    world.attach(player, arm)
    world.attach(arm, gun)
    assert (world.root_of(gun), world.parent_of(gun), world.parts_of(player)) == (player, arm, [arm])
    world.set_rotation(arm, 90)
    first, second = Pose((4, 0)), Pose((16, 8), rotation=90)
    assert world.pose(gun) == first.then(second).then(Pose((100, 50)))
    for wrong in (gun, player):
        with pytest.raises(ValueError, match="a part of itself"):
            world.attach(wrong, player)
    with pytest.raises(ValueError, match="stretch"):
        Pose(scale=300).then(Pose(scale=300))


def test_rays_between_blocks_lines_and_slopes() -> None:
    world = World()
    blocks = [world.insert((0, 0, 16, 16), (x, 100)) for x in (0, 16)]
    hit = world.ray_cast((16, 0), (0, 200))
    assert hit is not None and hit[0] == blocks[0] and hit[1].time == Fraction(1, 2)
    y, x = np.mgrid[0:300, 0:300]
    wall = world.insert(Mask.from_array(x + y == 299), (1000, 0))
    assert world.first_on_line((1149, 149), (1150, 150)) is None
    line = world.first_on_line((1149, 149), (1150, 150), supercover=True)
    assert line is not None and (line.collider, line.pixel, line.steps) == (wall, (1150, 149), 1)
    slope = world.insert(Mask.from_array(2 * y >= x), (0, 1000))
    nx, ny = world.surface_normal(slope, (100, 1050), 16)
    assert ny < 0 and abs(nx / -ny - 0.5) < 0.05


def test_removed_colliders_raise() -> None:
    world = World()
    gone = world.insert((0, 0, 4, 4))
    world.remove(gone)
    calls: list[Callable[[], Any]] = [
        lambda: world.remove(gone),
        lambda: world.set_position(gone, (1, 1)),
        lambda: world.position(gone),
        lambda: world.move_and_slide(gone, (1, 1)),
        lambda: world.ground_slope(gone, 1),
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
        lambda: World(wrap=(0, 5)),
        lambda: world.insert((0, 0, 4, 4), pivot=(float("nan"), 0)),
        lambda: world.cast(here, (2**32, 0)),
        lambda: world.cast_turning(here, (0, 0), float("inf")),
        lambda: world.fit_shape(here, (0, 0, 70_000, 4)),
        lambda: world.fit_at(here, (float("nan"), 0)),
        lambda: PathSegment((0, 0), (1, 1), Fraction(3, 2)),
        lambda: World.from_bytes(b"HWLD"),
        lambda: Frames([]),
        lambda: hitmask.move_and_slide((0, 0, 70_000, 2), (0, 0), (1, 0), []),
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
    assert world.pick_all((7, 7)) == world.query((7, 7, 1, 1), topmost_first=True) == [high, low]
    world.set_order(low, 3)
    assert world.pick((7, 7)) == low and world.pick((7, 7), filter=QueryFilter(exclude=[low])) == high
    assert world.pick((7, 7), filter=QueryFilter(only_if=lambda member: member.collider == high)) == high
    hit = world.ray_cast((-10, 2), (100, 0))
    assert hit is not None and hit[0] == low and hit[1].time is not None and hit[1].time * 100 == 10


def test_a_hero_stands_on_the_ground() -> None:
    world = World()
    ground = world.insert((0, 100, 200, 20))
    hero = world.insert(Mask.filled(8, 16), (10, 50), kind="character")
    slid = world.move_and_slide(hero, (30, 1000))
    assert (slid.position, slid.floor.handle, slid.velocity) == ((40.0, 84.0), ground, (30.0, 0.0))


def test_a_hero_asks_in_his_own_space() -> None:
    world = World()
    ground = world.insert((0, 100, 50, 20), space=1)
    spikes = world.insert((50, 100, 50, 20), space=1)
    hero = world.insert(Mask.filled(8, 16), (46, 50), space=1, kind="character")
    assert world.cast(hero, (0, 100)) is not None and world.cast(hero, (0, 100), filter=QueryFilter(space=0)) is None
    slid = world.move_and_slide(hero, (0, 100))
    assert (slid.position, slid.floor, [it.handle for it in slid.floors], slid.walls) == (
        (46.0, 84.0),
        slid.floors[0],
        [ground, spikes],
        [],
    )
    assert world.ground_slope(hero, 4) == (0, 7) and world.ground_slope(hero, 4, filter=QueryFilter(space=0)) is None
    assert world.query((0, 0, 200, 200)) == []
    assert world.query((0, 0, 200, 200), filter=world.filter_of(hero)) == [ground, spikes]
    # He lies exactly on his pixels, frame after frame.
    assert all(world.move_and_slide(hero, (0, 0.35)).position == (46.0, 84.0) for _ in range(9))


def shot_past_two_walls(first_only: bool) -> tuple[World, int, int, int]:
    """The far wall has the lower handle."""
    world = World()
    far, near = world.insert((200, 0, 10, 99)), world.insert((100, 0, 10, 99))
    shot = world.insert((0, 0, 4, 2), (0, 50), swept=True, first_only=first_only)
    assert world.step() == [] and world.last_path(shot) == ((0, 50), (0, 50))
    world.set_position(shot, (300, 50))
    return world, far, near, shot


def test_events_in_the_order_of_time() -> None:
    world, far, near, shot = shot_past_two_walls(False)
    assert [(event.kind, event.a) for event in world.step()] == [("pass", far), ("pass", near)]
    by_time = world.events_by_time()
    # Pixels move when a position passes the middle between two of them: the shot's right edge enters at 96.5 and 196.5.
    assert [(event.a, event.time) for event in by_time] == [(near, Fraction(193, 600)), (far, Fraction(393, 600))]
    assert world.last_path(shot) == ((0, 50), (300, 50))
    assert world.step() == world.events_by_time() == [] and world.last_path(shot) == ((300, 50), (300, 50))


def test_first_only_shots_hit_once() -> None:
    world, _, near, shot = shot_past_two_walls(True)
    assert world.get(shot).first_only and [(event.kind, event.a) for event in world.step()] == [("pass", near)]
    world, far, near, shot = shot_past_two_walls(True)
    world.set_first_only(shot, False)
    assert {event.a for event in world.step()} == {far, near}
    world.remove(shot)
    with pytest.raises(KeyError, match="removed"):
        world.last_path(shot)


def test_words_may_have_underscores() -> None:
    world = World()
    kinds = [world.get(world.insert((0, 0, 4, 4), kind=kind)).kind for kind in ("one-way", "one_way")]
    assert kinds == ["one-way", "one-way"]
    a = Mask.filled(4, 4)
    assert a.extreme_overlap(a, (0, 0), "bottom_left") == a.extreme_overlap(a, (0, 0), "bottom-left") == (0, 3)


def test_kinds_have_the_words_of_the_c_interface() -> None:
    root = Path(__file__).resolve().parents[3]
    header = (root / "crates/hitmask-capi/include/hitmask.h").read_text()
    stubs = (root / "crates/hitmask-python/python/hitmask/_hitmask.pyi").read_text()
    # Long lists are on lines of their own.
    stubs = re.sub(r"(?<=\[)\s+|\s+(?=\])", "", stubs)

    def numbered(enum: str) -> list[str]:
        body = header[: header.index(f"}} {enum};")].rpartition("typedef enum {")[2]
        return [word.lower().replace("_", "-") for word in re.findall(r"HITMASK_(\w+) = \d+", body)]

    world = World()
    bodies = numbered("hitmask_collider_kind")
    assert len(bodies) == 5 and [world.get(world.insert((0, 0, 1, 1), kind=kind)).kind for kind in bodies] == bodies
    events = numbered("hitmask_event_kind")
    assert len(events) == 4 and f"Literal[{', '.join(map(repr, events))}, 'other']".replace("'", '"') in stubs
    orders = numbered("hitmask_scan_order")
    assert len(orders) == 8 and f"Literal[{', '.join(map(repr, orders))}]".replace("'", '"') in stubs


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
    assert set(errors) <= {"the world is busy in another thread, or asks a function of yours"} and len(world) == 2000


def test_collision_buffers() -> None:
    buffer = CollisionBuffer("owners", (0, 0, 100, 100))
    buffer.draw(Mask.filled(10, 10), 3, (20, 20))
    buffer.draw(Circle((0, 0), 5), 5, pose=Pose((25, 25), scale=2))
    met = buffer.test((0, 0, 1, 1), (20, 20))
    assert [(m.id, m.area, m.first) for m in met] == [(3, 1, (20, 20)), (5, 1, (20, 20))]
    assert buffer.ids_at((25, 25)) == [3, 5] and buffer.top_at((25, 25)) == 5 and not buffer.touches((0, 0, 5, 5))
    assert hitmask.CollisionBuffer("latch", (0, 0, 9, 9)).take_latched() == []


def test_casts_agree_with_masks() -> None:
    """A cast by raster of masks on whole pixels stops where `Mask.cast_pixels` of the same motion would overlap."""
    for case, rng in enumerate(cases("world casts", 80)):
        wall, shot = mask(bits(rng, 40)), mask(bits(rng, 20))
        at, motion = (rng.randint(-30, 60), rng.randint(-30, 60)), (rng.randint(-90, 90), rng.randint(-90, 90))
        world = World()
        target = world.insert(wall, data=5)
        hit, moving = world.cast(shot, motion, at=at), world.insert(shot, at)
        again = world.cast(moving, motion)
        assert (hit is None) == (again is None), case
        if hit is None or again is None:
            assert not wall.overlaps(shot, (at[0] + motion[0], at[1] + motion[1])), case
            continue
        assert (hit.collider, hit.data, hit.normal, hit.time, hit.free, hit.pixel) == (
            target,
            5,
            again.normal,
            again.time,
            again.free,
            again.pixel,
        ), case
        assert (hit.free is None) == wall.overlaps(shot, at), case
        if hit.free is not None:
            free = (int(hit.free[0]), int(hit.free[1]))
            assert not wall.overlaps(shot, free), case
            assert wall.first_overlap(shot, (free[0] - hit.normal[0], free[1] - hit.normal[1])) == hit.pixel, case
        assert [found.collider for found in world.cast_all(moving, motion)] == [target], case


def test_turning_casts_bracket_the_hit() -> None:
    world = World()
    sword = world.insert(Mask.filled(20, 2), (100, 100), pivot=(0, 1))
    wall = world.insert((90, 115, 40, 10))
    hit = world.cast_turning(sword, (0, 0), 90)
    assert hit is not None and hit.overlapping_at is not None and hit.free is not None and hit.collider == wall
    assert hit.free_until < hit.overlapping_at
    for time, overlaps in ((hit.free_until, False), (hit.overlapping_at, True)):
        world.set_rotation(sword, float(90 * time))
        assert bool(world.collide_one(sword)) == overlaps
    others = QueryFilter(exclude=[sword])
    shape = Mask.filled(20, 2)
    assert [found.collider for found in world.cast_turning_all(shape, (0, 40), 5, at=(100, 100), filter=others)] == [wall]
    world.set_rotation(sword, 0)
    assert world.cast_turning(sword, (-500, 0), 0) is None


def test_a_wrapped_world_sees_across_its_seams() -> None:
    world = World(wrap=(320, 200), separation=True)
    ship = world.insert(Mask.filled(16, 16), (310, 50))
    rock = world.insert(Mask.filled(16, 16), (-317, 60))
    assert world.position(rock) == (3, 60)
    (event,) = world.step()
    assert event.touch is not None and event.touch.first == (3, 60) and event.other(ship) == (rock, 0)
    assert world.nearest((319, 190), 500) is not None and world.pick((0, 55)) == ship
    assert world.separation(ship, rock) == (3, 0) and world.contacts() == [(ship, rock)]
    assert world.contacts_of(rock) == [ship] and world.touching_since(ship, rock) == 1


def test_parts_go_where_their_root_goes() -> None:
    world = World()
    hero = world.insert(Frames([Mask.filled(16, 32)] * 4), (100, 82), pivot=(8, 32))
    sword = world.insert(Mask.filled(20, 3), (13.5, 15.5), pivot=(1.5, 1.5), kind="sensor", data=25)
    world.attach(hero, sword)
    assert (world.root_of(sword), world.root_of(hero), world.parts_of(hero)) == (hero, None, [sword])
    assert world.position(sword) == (13.5, 15.5) and world.bounds(sword) == (104, 64, 20, 3)
    world.set_flip(hero, (True, False))
    assert world.bounds(sword) == (76, 64, 20, 3)
    slime = world.insert((0, 0, 10, 10), (70, 60))
    (event,) = world.step()
    assert (event.kind, event.other(slime)) == ("begin", (sword, 25))
    world.set_part_frames(sword, [3, 2])
    assert world.part_frames(sword) == [2, 3]
    assert [event.kind for event in world.step()] == ["end"]
    world.set_frame(hero, 2)
    assert [event.kind for event in world.step()] == ["begin"]
    with pytest.raises(ValueError, match="goes where its root goes"):
        world.move_solid(sword, (1, 0))
    # Parts have parts, but no circle.
    world.attach(sword, slime)
    assert world.root_of(slime) == hero
    for part in (hero, sword):
        with pytest.raises(ValueError, match="itself|circle|cycle|part of"):
            world.attach(slime, part)
    world.detach(slime)
    with pytest.raises(ValueError, match="is no part"):
        world.detach(hero)
    world.detach(sword)
    world.set_position(hero, (0, 0))
    assert world.bounds(sword) == (76, 64, 20, 3) and world.parts_of(hero) == []
    world.attach(hero, sword)
    world.set_part_frames(sword, None)
    assert world.part_frames(sword) is None
    world.remove(hero)
    assert sword not in world
    with pytest.raises(KeyError):
        world.root_of(sword)


def test_solids_push_and_carry() -> None:
    world = World()
    lift = world.insert((0, 0, 40, 8), (0, 100))
    hero = world.insert(Mask.filled(8, 16), (10, 84), kind="character")
    moved = world.move_solid(lift, (5.5, -20))
    assert (moved.position, moved.pushed, moved.carried, moved.crushed) == ((5.5, 80), [hero], [hero], [])
    assert world.position(hero) == (15, 64)
    world.insert((0, 40, 100, 10))
    assert world.move_solid(lift, (0, -30)).crushed == [hero]


def test_changes_only_if_it_fits() -> None:
    world = World()
    ceiling = world.insert((0, 0, 100, 10))
    floor = world.insert((0, 22, 100, 10))
    frames = Frames([(Mask.filled(8, h), (0, 16 - h)) for h in (10, 12, 16)])
    hero = world.insert(frames, (20, 6), kind="character")
    assert world.fit_frame(hero, 1, 4).kind == "free" and world.get(hero).frame == 1
    stuck = world.fit_frame(hero, 2, 4)
    assert not stuck and (stuck.kind, stuck.collider, world.get(hero).frame) == ("stuck", ceiling, 1)
    world.set_position(floor, (0, 5))
    fit = world.fit_frame(hero, 2, 4)
    assert fit and (fit.kind, fit.move) == ("moved", (0, 4))
    with pytest.raises(IndexError, match="no frame 3"):
        world.set_frame(hero, 3)
    with pytest.raises(TypeError, match="not an animation"):
        world.set_frame(floor, 0)
    assert world.fit_shape(hero, (0, 0, 8, 30)).kind == "stuck" and world.fit_at(hero, (20, 0)).collider == ceiling
    assert world.fit_transform(hero, flip=(True, False)).kind == "free" and world.get(hero).flip == (True, False)
    world.set_position(hero, (20, 8))
    assert world.unstick(hero, 9).move == (0, 2)


def test_bent_ways_are_followed() -> None:
    world = World()
    coin = world.insert(Mask.filled(1, 1), (99, 5))
    ball = world.insert(Mask.filled(1, 1), (90, 5), swept=True)
    world.step()
    world.set_position(ball, (70, 5))
    bounce = [PathSegment((90, 5), (130, 5), Fraction(1, 4)), PathSegment((110, 5), (70, 5))]
    (event,) = world.step_along({ball: bounce})
    assert (event.kind, event.time, event.other(ball)) == ("pass", Fraction(17, 80), (coin, 0))


def test_functions_of_a_game_decide() -> None:
    world = World()
    shield = world.insert((0, 0, 10, 10), data=1, test=lambda me, other: False if other.data == 2 else None)
    friend, foe = world.insert((5, 5, 10, 10), data=2), world.insert((5, 5, 10, 10), data=3)
    assert {(event.a, event.b) for event in world.step()} == {(shield, foe), (friend, foe)}
    assert [other for other, _ in world.collide_one(shield)] == [foe]
    world.set_test(shield, lambda me, other: (7, 7))
    touches = {event.b: event.touch for event in world.step() if event.a == shield}
    assert touches[friend] is not None and touches[friend].first == (7, 7)
    world.set_test(shield, lambda me, other: len(world))
    with pytest.raises(RuntimeError, match="busy"):
        world.step()
    world.set_test(shield, None)
    world.step()
    ended = [(event.kind, event.a, event.b) for event in world.step(accept=lambda a, b: a.data + b.data == 4)]
    assert ended == [("end", shield, friend), ("end", friend, foe)]
    with pytest.raises(ZeroDivisionError):
        world.step(accept=lambda a, b: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        world.query((0, 0, 9, 9), filter=QueryFilter(only_if=lambda member: 1 // 0))
    assert len(world) == 3


def test_worlds_are_saved() -> None:
    world = World()
    shapes = [Mask.filled(9, 9), Frames([Mask.filled(3, 3), (Mask.filled(2, 2), (1, 1))]), Terrain.filled(50, 4)]
    alpha = hitmask.AlphaMask.from_mask(Mask.filled(4, 4))
    shapes += [alpha, alpha.at_level(7), hitmask.ConvexPolygon([(0, 0), (9, 0), (0, 9.5)]), hitmask.RunMask.from_mask(Mask.filled(2, 9))]
    handles = [world.insert(shape, (3 * i, 2), rotation=10 * i, data=i) for i, shape in enumerate(shapes)]
    handles += [world.insert((0, 0, 9, 9)), world.insert(Circle((4, 4), 4))]
    world.set_frame(handles[1], 1)
    world.step()
    before, touching = world.state_hash(), world.contacts()
    loaded = [
        World.from_bytes(world.to_bytes(shapes), shapes),
        pickle.loads(pickle.dumps(world)),
    ]
    restored = World()
    restored.restore(pickle.loads(pickle.dumps(world.snapshot())))
    for again in (*loaded, restored):
        assert again.state_hash() == before and again.contacts() == touching and again.step() == []
        assert again.bounds(handles[1]) == world.bounds(handles[1])
    with pytest.raises(ValueError, match="is not in the list"):
        world.to_bytes(shapes[1:])
    with pytest.raises(ValueError, match="key"):
        World.from_bytes(world.to_bytes(shapes), shapes[:-1])
    damaged = bytearray(world.to_bytes(shapes))
    damaged[20] ^= 1
    with pytest.raises(ValueError):
        World.from_bytes(bytes(damaged), shapes)
    world.set_test(handles[0], lambda me, other: None)
    with pytest.raises(ValueError, match="set_test"):
        pickle.dumps(world)


def test_the_mover_without_a_world() -> None:
    hero, ground = Mask.filled(8, 16), Mask.filled(100, 20)
    ground.difference_with((0, 0, 60, 10))
    level = [hitmask.Obstacle(ground, (0, 100))]
    moved = hitmask.move_and_slide(hero, (0, 50), (100, 1000), level)
    assert (moved.position, moved.floor, moved.wall) == ((52, 94), (0, (52, 110)), (0, (60, 100)))
    assert hitmask.move_and_slide(hero, moved.position, (500, 0), level, step_up=10).position == (552, 84)
    platform = [hitmask.Obstacle((0, 0, 50, 4), (0, 80), one_way=True)]
    assert hitmask.move_and_slide(hero, (0, 90), (0, -60), platform).position == (0, 30)
    assert hitmask.move_and_slide(hero, (0, 30), (0, 60), platform).position == (0, 64)


def test_the_pose_cache_gives_the_same_answers() -> None:
    cache = hitmask.PoseCache(1 << 20)
    for case, rng in enumerate(cases("pose cache", 40)):
        a, b = mask(bits(rng, 40)), mask(bits(rng, 40))
        p = Pose((rng.uniform(-9, 9), rng.uniform(-9, 9)), rng.uniform(0, 360), scale=rng.uniform(0.5, 2))
        q = Pose((rng.uniform(-9, 9), rng.uniform(-9, 9)), rng.uniform(0, 360), scale=(1, -1))
        for _ in range(2):
            assert cache.overlaps_posed(a, p, b, q) == a.overlaps_posed(p, b, q), case
            assert cache.overlap_area_posed(a, p, b, q) == a.overlap_area_posed(p, b, q), case
            assert cache.first_overlap_posed(a, p, b, q) == a.first_overlap_posed(p, b, q), case
            assert cache.bake(a, p) == a.bake(p), case
    assert cache.stats.hits > 0 and cache.stats.entries > 0 and cache.max_bytes == 1 << 20
    cache.clear()
    assert cache.stats.entries == 0


def test_a_picture_shows_the_world() -> None:
    world = World()
    floor = world.insert(hitmask.Mask.filled(60, 8), (0, 20))
    world.insert(Mask.filled(8, 16), (10, 6))
    png = world.picture((0, 0, 60, 30), scale=2)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (120, 60)
    assert world.picture((0, 0, 60, 30), scale=2, contacts=False) != png
    # All of it: 60 x 22 pixels and 8 more on each side, each 8 times as large.
    png = world.picture()
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (76 * 8, 38 * 8)
    world.remove(floor)
    assert world.picture() != png
    with pytest.raises(ValueError, match="at most 16777216 are drawn"):
        world.picture((0, 0, 5000, 5000))
    with pytest.raises(ValueError, match="no pixels"):
        world.picture((0, 0, 0, 10))


def test_all_of_a_place_at_once() -> None:
    world = World()
    a, b = world.insert(Mask.filled(9, 5), (1, 2)), world.insert(Mask.filled(9, 5), (1, 2))
    world.set_place(a, (30.5, -7), rotation=40, scale=(2, 0.5), flip=(True, False), pivot=(3, 1))
    world.set_pivot(b, (3, 1))
    world.set_scale(b, (2, 0.5))
    world.set_flip(b, (True, False))
    world.set_rotation(b, 40)
    world.set_position(b, (30.5, -7))
    pose = world.pose(a)
    assert pose is not None and pose == world.pose(b) and world.position(a) == (30.5, -7)
    # What is not given stays. Nothing changes if something is refused.
    world.set_place(a, rotation=40)
    assert world.pose(a) == pose
    with pytest.raises(ValueError):
        world.set_place(a, (1, 1), scale=float("inf"))
    assert world.pose(a) == pose
    world.remove(a)
    with pytest.raises(KeyError):
        world.set_place(a, (1, 1))


def test_properties_are_one_record() -> None:
    world = hitmask.World()
    a = world.insert((0, 0, 4, 4), kind="character", layers=(2, 6), group=3, space=4, order=-5, data=6, swept=True)
    b = world.insert((0, 0, 9, 9))
    assert list(world.props(a)) == [
        "kind",
        "layers",
        "group",
        "space",
        "order",
        "data",
        "enabled",
        "swept",
        "first_only",
        "up",
        "open_side",
        "whole_pixels",
    ]
    world.set(b, **world.props(a))
    assert world.props(b) == world.props(a)
    world.set(b, order=9, kind="one_way", enabled=False)
    assert world.props(b) == {**world.props(a), "order": 9, "kind": "one-way", "enabled": False}
    with pytest.raises(TypeError, match=r"World\.set\(\) got an unexpected keyword argument 'colour'"):
        world.set(b, order=1, colour=2)
    with pytest.raises(ValueError, match="kind must be 'body'"):
        world.set(b, order=1, kind="wall")
    assert world.get(b).order == 9
    # What a part says of itself is not what its root makes of it.
    c = world.insert((0, 0, 2, 2))
    world.attach(a, c)
    world.set(a, enabled=False)
    assert world.props(c)["enabled"]
    world.remove(b)
    with pytest.raises(KeyError):
        world.set(b, order=1)
    with pytest.raises(KeyError):
        world.props(b)


def test_blockers_have_handles_data_and_pixels() -> None:
    world = hitmask.World()
    ground = world.insert((0, 10, 20, 5), data=7)
    hero = world.insert((0, 0, 4, 4), (3, 0), kind="character")
    (blocker,) = world.move_and_slide(hero, (0, 20)).blockers
    assert (blocker.handle, blocker.data, blocker.pixel, blocker.normal) == (ground, 7, (3, 10), (0, -1))


def test_the_floor_is_what_is_under_the_most_of_it() -> None:
    world = hitmask.World()
    narrow, wide = world.insert((0, 10, 4, 5)), world.insert((4, 10, 20, 5))
    hero = world.insert((0, 0, 8, 4), (3, 0), kind="character")
    slid = world.move_and_slide(hero, (0, 20))
    # A blocker is true, whatever its data and its pixel.
    assert slid.floor and slid.floor.data == 0 and slid.floor.handle == wide == world.support(hero)
    assert [it.handle for it in slid.floors] == [narrow, wide] and slid.floor in slid.floors and slid.wall is None


def test_a_pose_is_a_whole_place() -> None:
    world, pose = World(), hitmask.Pose((30.5, -7), 40, scale=(2, 0.5), flip=(True, False), shear=(0.2, 0), pivot=(3, 1))
    a = world.insert(Mask.filled(9, 5), (1, 2), rotation=10, pivot=(1, 1))
    b = world.insert(Mask.filled(9, 5), pose=pose)
    world.set_pose(a, pose)
    assert world.pose(a) == world.pose(b) == pose and world.get(a).rotation is None and world.get(a).pivot == (0, 0)
    world.set_pose(a, None)
    assert world.pose(a) is None and world.bounds(a) is None
    # It moves what is swept, from where it was put in.
    wall = world.insert(Mask.filled(1, 50), (100, 0))
    shot = world.insert(Mask.filled(2, 2), pose=hitmask.Pose((150, 20)), swept=True)
    world.step()
    world.set_pose(shot, hitmask.Pose((50, 20)))
    (event,) = world.step()
    assert event.kind == "pass" and {event.a, event.b} == {wall, shot}
    for place in ({"at": (1, 0)}, {"rotation": 1}, {"scale": 2}, {"flip": (True, False)}, {"pivot": (0, 0)}):
        with pytest.raises(ValueError, match="a pose is the whole place"):
            world.insert(Mask.filled(1, 1), pose=pose, **place)
    world.remove(a)
    with pytest.raises(KeyError):
        world.set_pose(a, pose)
    with pytest.raises(TypeError):
        world.set_pose(b, (1, 2))
