"""Random verbs from random callbacks."""

import gc
import os
import random
import threading
from typing import Any

import hitmask
from hitmask import Mask, QueryFilter, World, WorldSnapshot
from oracle import cases

BOX = (0, 0, 4, 4)


class Storm:
    """Random verbs from random callbacks: ends of objects, tests, filters, accept, iterators, other threads."""

    def __init__(self, rng: random.Random, verbs: int) -> None:
        self.rng = rng
        self.left = verbs
        self.depth = 0
        self.worlds = [World(), World()]
        self.masks = [Mask.filled(6, 6), hitmask.Mask(70, 9)]
        self.saved: list[WorldSnapshot] = []
        self.handles: list[int] = []
        self.refused: list[str] = []

    def later(self) -> Any:
        """A test or filter that makes some verbs when it is called, and when it ends."""
        storm = self

        class Later:
            def __call__(self, *members: Any) -> Any:
                storm.some()
                if storm.rng.random() < 0.02:
                    raise LookupError("mine")
                return storm.rng.choice([None, False, (1, 1)] if len(members) == 2 and storm.rng.random() < 0.9 else [True, False])

            def __del__(self) -> None:
                storm.some()

            def __index__(self) -> int:
                storm.some()
                return storm.rng.randint(0, 3)

        return Later()

    def some(self) -> None:
        if self.depth > 6:
            return
        self.depth += 1
        for _ in range(self.rng.randint(0, 3)):
            self.verb()
        self.depth -= 1

    def verb(self) -> None:
        if self.left <= 0:
            return
        self.left -= 1
        try:
            self.one()
        except (RuntimeError, KeyError, LookupError, ValueError, TypeError, OverflowError) as error:
            self.refused.append(type(error).__name__)

    def one(self) -> None:
        rng, worlds = self.rng, self.worlds
        world = rng.choice(worlds)
        handle = rng.choice(self.handles) if self.handles else 1
        pick = rng.randrange(26)
        at = (rng.randint(0, 40), rng.randint(0, 20))
        if pick < 4:
            if len(world) < 60:
                self.handles.append(world.insert(rng.choice([BOX, rng.choice(self.masks)]), at, test=rng.choice([None, self.later()])))
        elif pick < 6:
            world.remove(handle)
        elif pick < 9:
            world.set_test(handle, rng.choice([None, self.later()]))
        elif pick == 9:
            world.clear()
            self.handles = self.handles[-100:]
        elif pick == 10:
            self.saved.append(world.snapshot())
        elif pick == 11 and self.saved:
            world.restore(rng.choice(self.saved))
        elif pick == 12 and self.saved:
            del self.saved[rng.randrange(len(self.saved))]
        elif pick == 13:
            world.step()
        elif pick == 14:
            world.step(accept=self.later())
        elif pick == 15:
            world.collide_one(handle)
        elif pick == 16:
            world.query(BOX, at, filter=QueryFilter(only_if=self.later()))
        elif pick == 17:
            world.move_and_slide(handle, (3, 3), filter=QueryFilter(only_if=self.later()))
        elif pick == 18:
            world.set_position(handle, (self.later(), 3))
        elif pick == 19:
            worlds[rng.randrange(2)] = World()
        elif pick == 20:
            mask = rng.choice(self.masks)
            mask.union_with((0, 0, self.later(), 3), at)
            mask.invert()
        elif pick == 21:
            self.masks[0] = Mask.filled(self.later(), 5)
        elif pick == 22:
            world.attach(handle, rng.choice(self.handles))
        elif pick == 23 and rng.random() < 0.05:
            thread = threading.Thread(target=self.verb)
            thread.start()
            thread.join()
        elif pick == 24 and rng.random() < 0.01:
            gc.collect()
        else:
            world.fit_shape(handle, rng.choice(self.masks), 3, filter=QueryFilter(only_if=self.later()))


def test_storm() -> None:
    """Many more in `cargo xtask full`: HITMASK_CALLS."""
    verbs = 10 * int(os.environ.get("HITMASK_CALLS", "1000"))
    for rng in cases("storm", max(1, verbs // 20_000)):
        storm = Storm(rng, min(verbs, 20_000))
        while storm.left > 0:
            storm.verb()
        storm.left = 0
        for world in storm.worlds:
            assert len(world.handles()) == len(set(world.handles())) == len(world)
            for handle in world.handles():
                world.set_test(handle, None)
            world.step()
        assert len(storm.refused) > 20
        assert {"RuntimeError", "KeyError"} <= set(storm.refused)
