"""The shooter of benches/games, played in Python: hitmask's world beside pygame's masks.

usage: shooter.py [--bullets N] [--enemies N] [--frames N]

All play the same frame in turns and must find the same hits. It needs hitmask, pygame-ce and numpy.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import hitmask
import numpy as np
import pygame

WIDTH, HEIGHT = 1920, 1080
BULLET, ENEMY = 6, 48
BULLETS, ENEMIES = (1, 2), (2, 1)

Places = list[tuple[int, int]]
Hits = set[tuple[int, int]]


def disc(size: int, hole: float = 0) -> np.ndarray:
    """A disc, or a ring around a hole of this part of its size."""
    middle = (2 * np.arange(size) + 1 - size) ** 2
    far = middle[:, None] + middle[None, :]
    return (far <= size**2) & (far >= (hole * size) ** 2)


def pictures() -> list[np.ndarray]:
    """A ring, a comb and noise, for the enemies in turn."""
    comb = np.zeros((ENEMY, ENEMY), bool)
    comb[::4] = comb[:, :4] = True
    noise = np.random.default_rng(4).random((ENEMY, ENEMY)) < 0.3
    return [disc(ENEMY, 0.7), comb, noise]


class Fliers:
    """Some who fly straight, and come in again on the other side."""

    def __init__(self, random: np.random.Generator, count: int, fastest: int, size: int) -> None:
        self.start = np.stack([random.integers(0, WIDTH, count), random.integers(0, HEIGHT, count)], axis=1)
        self.by = random.integers(-fastest, fastest + 1, (count, 2))
        self.size = size

    def places(self, frame: int) -> Places:
        """Their upper left corners in a frame."""
        sides = np.array([WIDTH, HEIGHT]) + self.size
        return [(x, y) for x, y in ((self.start + self.by * frame) % sides - self.size).tolist()]


def in_a_world(bullets: int, enemies: int) -> Callable[[Places, Places], Hits]:
    """hitmask: all sprites in a world, and one step."""
    world, bullet = hitmask.World(), hitmask.Mask.from_array(disc(BULLET))
    shapes = [hitmask.Mask.from_array(picture) for picture in pictures()]
    shots = [world.insert(bullet, layers=BULLETS) for _ in range(bullets)]
    foes = [world.insert(shapes[i % len(shapes)], layers=ENEMIES) for i in range(enemies)]
    number = {handle: i for handles in (shots, foes) for i, handle in enumerate(handles)}

    def frame(bullets_at: Places, enemies_at: Places) -> Hits:
        for handle, place in zip(shots, bullets_at):
            world.set_position(handle, place)
        for handle, place in zip(foes, enemies_at):
            world.set_position(handle, place)
        world.step()
        return {(number[a], number[b]) for a, b in world.contacts()}

    return frame


class Sprite(pygame.sprite.Sprite):
    """A sprite as pygame's own collisions want it."""

    def __init__(self, picture: np.ndarray, number: int) -> None:
        super().__init__()
        self.mask = pygame.mask.Mask(picture.shape[::-1])
        for y, x in np.argwhere(picture).tolist():
            self.mask.set_at((x, y))
        self.rect = self.mask.get_rect()
        self.number = number


def sprites(bullets: int, enemies: int) -> tuple[list[Sprite], list[Sprite]]:
    """Those of both sides."""
    bullet, shapes = disc(BULLET), pictures()
    return [Sprite(bullet, i) for i in range(bullets)], [Sprite(shapes[i % len(shapes)], i) for i in range(enemies)]


def by_groups(bullets: int, enemies: int) -> Callable[[Places, Places], Hits]:
    """pygame's own call for it: `groupcollide` with `collide_mask`."""
    shots, foes = sprites(bullets, enemies)
    group, others = pygame.sprite.Group(shots), pygame.sprite.Group(foes)

    def frame(bullets_at: Places, enemies_at: Places) -> Hits:
        for sprite, place in zip(shots, bullets_at):
            sprite.rect.topleft = place
        for sprite, place in zip(foes, enemies_at):
            sprite.rect.topleft = place
        met = pygame.sprite.groupcollide(group, others, False, False, pygame.sprite.collide_mask)
        return {(shot.number, foe.number) for shot, hit in met.items() for foe in hit}

    return frame


def by_cells(bullets: int, enemies: int) -> Callable[[Places, Places], Hits]:
    """pygame's masks behind a grid of cells of 64 x 64, as one writes it by hand."""
    shots, foes = sprites(bullets, enemies)
    masks, bullet = [foe.mask for foe in foes], shots[0].mask

    def frame(bullets_at: Places, enemies_at: Places) -> Hits:
        cells: dict[tuple[int, int], list[int]] = {}
        for i, (x, y) in enumerate(enemies_at):
            for row in range(y >> 6, (y + ENEMY - 1 >> 6) + 1):
                for column in range(x >> 6, (x + ENEMY - 1 >> 6) + 1):
                    cells.setdefault((column, row), []).append(i)
        hits = set()
        for i, (x, y) in enumerate(bullets_at):
            right, bottom = x + BULLET, y + BULLET
            for row in range(y >> 6, (bottom - 1 >> 6) + 1):
                for column in range(x >> 6, (right - 1 >> 6) + 1):
                    for enemy in cells.get((column, row), ()):
                        left, top = enemies_at[enemy]
                        is_near = left < right and x < left + ENEMY and top < bottom and y < top + ENEMY
                        if is_near and masks[enemy].overlap(bullet, (x - left, y - top)):
                            hits.add((i, enemy))
        return hits

    return frame


def main() -> int:
    """Plays and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bullets", type=int, default=5000)
    parser.add_argument("--enemies", type=int, default=200)
    parser.add_argument("--frames", type=int, default=60)
    options = parser.parse_args()
    players = {
        "hitmask's world": in_a_world,
        "a grid and pygame's masks": by_cells,
        "pygame's groupcollide with collide_mask": by_groups,
    }
    random = np.random.default_rng(7)
    bullets, enemies = Fliers(random, options.bullets, 9, BULLET), Fliers(random, options.enemies, 2, ENEMY)
    frames = {name: player(options.bullets, options.enemies) for name, player in players.items()}
    times: dict[str, list[float]] = {name: [] for name in players}
    warm = options.frames // 10
    for n in range(options.frames + warm):
        at, expected = (bullets.places(n), enemies.places(n)), None
        for name, frame in frames.items():
            start = time.perf_counter()
            hits = frame(*at)
            spent = (time.perf_counter() - start) * 1e3
            if expected is not None and hits != expected:
                print(f"frame {n}: {name} finds {len(hits)} hits, hitmask {len(expected)}")
                return 1
            expected = hits
            if n >= warm:
                times[name].append(spent)
    print("## Shooter in Python")
    print(f"{options.bullets} bullets of {BULLET} x {BULLET} among {options.enemies} enemies of {ENEMY} x {ENEMY} on {WIDTH} x {HEIGHT}.", end=" ")
    print(f"{options.frames} frames.\n")
    print("| played by | ms a frame | slowest | times hitmask | hits |\n|---|--:|--:|--:|--:|")
    base = statistics.median(times["hitmask's world"])
    for name, spent in times.items():
        median = statistics.median(spent)
        print(f"| {name} | {median:.2f} | {max(spent):.2f} | {median / base:.2f} | the same |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
