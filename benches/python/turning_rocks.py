"""A frame of a pygame game in which each of N turning rocks may meet each: pygame's masks, hitmask's by one import, and a world that
follows poses.

usage: turning_rocks.py [--rounds N] [--rocks N] [--ship]

All three take turns: a round is 20 frames of each. Printed is the median of the processor time of a frame, for masks and touches alone:
turning the pictures takes the same time for all, and is printed beside them. The first two must find the same touches. With --ship only
the first rock meets the others.
"""

import argparse
import math
import os
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from hitmask import pygame as ours

FRAMES = 20


class Rock(pygame.sprite.Sprite):
    """A polygon in a picture of 50 pixels a side."""

    def __init__(self, rng: random.Random) -> None:
        """Draws it."""
        super().__init__()
        self.picture = pygame.Surface((50, 50), pygame.SRCALPHA)
        corners = [(rng.uniform(12, 24), math.radians(angle)) for angle in range(0, 360, 40)]
        pygame.draw.polygon(self.picture, "gray70", [(25 + r * math.cos(a), 25 + r * math.sin(a)) for r, a in corners])
        self.at = pygame.Vector2(rng.uniform(0, 640), rng.uniform(0, 480))
        self.speed, self.angle, self.spin = pygame.Vector2(rng.uniform(-2, 2), rng.uniform(-2, 2)), rng.uniform(0, 360), rng.uniform(-3, 3)

    def turn(self) -> None:
        """Moves on: what a game does in any case."""
        self.at, self.angle = (self.at + self.speed).elementwise() % (640, 480), self.angle + self.spin
        self.image = pygame.transform.rotate(self.picture, self.angle)
        self.rect = self.image.get_rect(center=self.at)


def by_masks(module: Any, ship: bool) -> Callable[[list[Rock]], int]:
    """A mask of each turned picture, and each pair asked."""

    def frame(rocks: list[Rock]) -> int:
        for rock in rocks:
            rock.mask = module.from_surface(rock.image)
        if ship:
            return len(pygame.sprite.spritecollide(rocks[0], rocks[1:], False, pygame.sprite.collide_mask))
        found = pygame.sprite.groupcollide(rocks, rocks, False, False, pygame.sprite.collide_mask)
        return sum(len(others) - 1 for others in found.values()) // 2

    return frame


def by_world(rocks: list[Rock], ship: bool) -> Callable[[list[Rock]], int]:
    """A pose for each rock, whose mask was made once."""
    follower, touching = ours.Follower(), 0
    for rock in rocks:
        rock.mask, rock.pose = ours.from_surface(rock.picture), ours.rotated(rock, rock.angle)
    follower.add(rocks[0], layers=(1, 2) if ship else (1, 1))
    follower.add(rocks[1:], layers=(2, 1) if ship else (1, 1))

    def frame(rocks: list[Rock]) -> int:
        nonlocal touching
        for rock in rocks:
            rock.pose = ours.rotated(rock, rock.angle)
        kinds = [event.kind for event in follower.step()]
        touching += kinds.count("begin") - kinds.count("end")
        return touching

    return frame


def main() -> None:
    """Measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--rocks", type=int, default=100)
    parser.add_argument("--ship", action="store_true")
    given = parser.parse_args()
    fields = [[Rock(random.Random(n)) for n in range(given.rocks)] for _ in range(3)]
    for rock in sum(fields, []):
        rock.turn()
    frames = {
        "pygame": by_masks(pygame.mask, given.ship),
        "the import": by_masks(ours, given.ship),
        "a world": by_world(fields[2], given.ship),
    }
    times: dict[str, list[float]] = {name: [] for name in ["turning", *frames]}
    touches = dict.fromkeys(frames, 0)
    for _ in range(given.rounds):
        for rocks, (name, frame) in zip(fields, frames.items(), strict=True):
            spent = {"turning": 0.0, name: 0.0}
            for _ in range(FRAMES):
                started = time.process_time()
                for rock in rocks:
                    rock.turn()
                turned = time.process_time()
                touches[name] += frame(rocks)
                spent["turning"] += turned - started
                spent[name] += time.process_time() - turned
            for what, seconds in spent.items():
                times[what].append(seconds / FRAMES)
    assert touches["pygame"] == touches["the import"], touches
    medians = {name: statistics.median(seconds) for name, seconds in times.items()}
    for name, seconds in medians.items():
        faster = f", {medians['pygame'] / seconds:.2f} times as fast as pygame" if name in frames else ""
        print(f"{name}: {seconds * 1e6:.0f} us a frame{faster}")
    print("touches:", touches, "load:", os.getloadavg())


main()
