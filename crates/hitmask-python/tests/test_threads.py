"""Masks that threads share. In a free-threaded Python these run at the same time; in others they take turns."""

import sys
import threading
from collections.abc import Callable

import pytest

import hitmask
from hitmask import Mask


def together(*works: Callable[[], None]) -> None:
    """Runs each on a thread of its own. What one of them raises is raised here."""
    raised: list[BaseException] = []
    start = threading.Barrier(len(works))

    def run(work: Callable[[], None]) -> None:
        start.wait()
        try:
            work()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if raised:
        raise raised[0]


def test_no_lock_of_python_is_needed() -> None:
    """Importing the package must not switch the lock on again."""
    if not hasattr(sys, "_is_gil_enabled") or "free-threading" not in sys.version:
        pytest.skip("this Python has a global lock")
    assert not sys._is_gil_enabled()


def test_pixels_of_many_threads_arrive() -> None:
    shared, rows = Mask(130, 64), 8

    def draw(thread: int) -> Callable[[], None]:
        def work() -> None:
            for y in range(thread * rows, (thread + 1) * rows):
                for x in range(130):
                    shared.set((x, y))

        return work

    together(*(draw(thread) for thread in range(8)))
    assert shared == Mask.filled(130, 64)


def test_masks_that_edit_each_other() -> None:
    """Two threads take the two masks in opposite orders. They must not wait for each other for ever."""
    a, b = Mask(70, 70), Mask(70, 70)
    a.union_with((0, 0, 10, 70))
    b.union_with((20, 0, 10, 70))
    both = a | b

    def draw(onto: Mask, other: Mask) -> Callable[[], None]:
        def work() -> None:
            for _ in range(2000):
                onto.union_with(other)
                onto.overlaps(other, (0, 0))

        return work

    together(draw(a, b), draw(b, a), draw(a, a))
    a.union_with(b)
    assert a == both


def test_questions_see_whole_edits() -> None:
    shared = Mask.filled(300, 300)

    def edit() -> None:
        for _ in range(300):
            shared.clear()
            shared.fill()

    def ask() -> None:
        for _ in range(300):
            assert shared.count() in (0, 300 * 300)
            assert shared.overlap_area(shared, (0, 0)) in (0, 300 * 300)
            assert (~shared).count() in (0, 300 * 300)

    together(edit, ask, ask)


def test_a_world_belongs_to_one_thread_at_a_time() -> None:
    world = hitmask.World()
    ball = world.insert(Mask.filled(9, 9), (0, 0))
    world.insert(Mask.filled(9, 9), (4, 4))
    refused = []

    def use() -> None:
        for x in range(500):
            try:
                world.set_position(ball, (x, 0))
                world.step()
            except RuntimeError:
                refused.append(x)

    together(use, use)
    world.set_position(ball, (0, 0))
    world.step()
    assert world.query((0, 0, 20, 20))


def test_terrains_buffers_packs_and_caches_of_many_threads() -> None:
    ground, square = hitmask.Terrain.filled(200, 200), Mask.filled(30, 30)
    buffer, cache = hitmask.CollisionBuffer("painter", (0, 0, 60, 60)), hitmask.PoseCache()
    pose, whole = hitmask.Pose(position=(5, 5), rotation=30), (0, 0, 200, 200)
    turned = cache.overlap_area_posed(square, pose, square, pose)

    def edit() -> None:
        for _ in range(200):
            assert ground.carve(whole)[0] in (0, 200 * 200)
            ground.draw(whole)
            buffer.draw(square, 7)
            buffer.clear()
            cache.clear()

    def ask() -> None:
        for _ in range(200):
            assert ground.count() in (0, 200 * 200)
            assert square.overlap_area(ground, (3, 3)) in (0, 27 * 27)
            assert len(ground.islands()) <= 1
            assert [met.area for met in buffer.test(square)] in ([], [900])
            assert cache.overlap_area_posed(square, pose, square, pose) == turned

    together(edit, edit, ask, ask, ask)
