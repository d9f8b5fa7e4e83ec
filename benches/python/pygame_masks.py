"""Every call of `hitmask.pygame` beside the same call of pygame-ce: how many times as fast ours is.

usage: pygame_masks.py [--rounds N] [--shortest] [--sizes 8,16,...] [--only NAME]

The time of a call is the median of N rounds of 2 ms, in which both take turns; with --shortest it is that of the shortest of N rounds of
50 us, for machines that are busy. The call itself is included. A ratio above 1 means that ours is
faster. Both must give the same answer first. A mask may keep the outline that it was asked for, so outlines are measured twice: after an
edit, which belongs to the time, and without.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
import pygame.mask

from hitmask import pygame as ours

THEIRS = pygame.mask


def blob(size: int) -> pygame.Surface:
    """A disc with a bite and a hole."""
    surface = pygame.Surface((size, size), pygame.SRCALPHA)
    pygame.draw.circle(surface, (255, 255, 255, 255), (size // 2, size // 2), max(1, size // 2))
    pygame.draw.circle(surface, (0, 0, 0, 0), (size // 3, size // 3), max(1, size // 8))
    pygame.draw.circle(surface, (0, 0, 0, 0), (size, size // 2), max(1, size // 4))
    return surface


def calls(size: int) -> dict[str, Callable[[Any], Callable[[], Any]]]:
    """For each name a function that makes the call for a module."""
    surface = blob(size)
    dots = pygame.Surface((size, size), pygame.SRCALPHA)
    for y in range(0, size, 8):
        for x in range(0, size, 8):
            dots.fill((255, 255, 255, 255), (x, y, 4, 5))
    half, far = size // 2, size

    def on(method: str, *args: Any, other: bool = False, of: pygame.Surface = surface) -> Callable[[Any], Callable[[], Any]]:
        # Written as a program writes it, so Python calls the method as it does there.
        given = (["second"] if other else []) + [f"arg{i}" for i in range(len(args))]
        source = f"lambda: mask.{method}({', '.join(given)})"

        def make(module: Any) -> Callable[[], Any]:
            names = {"mask": module.from_surface(of), "second": module.from_surface(surface)}
            names.update({f"arg{i}": arg for i, arg in enumerate(args)})
            made: Callable[[], Any] = eval(f"lambda {', '.join(names)}: {source}")(**names)
            return made

        return make

    def edited_outline(module: Any) -> Callable[[], Any]:
        mask = module.from_surface(surface)

        def call() -> Any:
            mask.set_at((0, 0), 0)
            return mask.outline()

        return call

    def miss(module: Any) -> Callable[[], Any]:
        # Two L shapes whose rectangles overlap and whose pixels do not.
        a, b = module.Mask((size, size)), module.Mask((size, size))
        a.draw(module.Mask((size, max(1, size // 8)), True), (0, 0))
        a.draw(module.Mask((max(1, size // 8), size), True), (0, 0))
        b.draw(module.Mask((size, max(1, size // 8)), True), (0, size - max(1, size // 8)))
        b.draw(module.Mask((max(1, size // 8), size), True), (size - max(1, size // 8), 0))
        offset = (max(1, size // 8), max(1, size // 8))
        return lambda: a.overlap(b, offset)

    table: dict[str, Callable[[Any], Callable[[], Any]]] = {
        "Mask": lambda module: lambda: module.Mask((size, size)),
        "Mask fill": lambda module: lambda: module.Mask((size, size), True),
        "get_at": on("get_at", (half, half)),
        "set_at": on("set_at", (half, half), 1),
        "get_size": on("get_size"),
        "get_rect": on("get_rect"),
        "get_rect topleft": lambda module: (lambda mask: lambda: mask.get_rect(topleft=(3, 4)))(module.from_surface(surface)),
        "count": on("count"),
        "copy": on("copy"),
        "fill": on("fill"),
        "clear": on("clear"),
        "invert": on("invert"),
        "centroid": on("centroid"),
        "angle": on("angle"),
        "overlap hit": on("overlap", (half // 2, half // 2), other=True),
        "overlap hit left": on("overlap", (-half, 1), other=True),
        "overlap corner": on("overlap", (far - 2, far - 2), other=True),
        "overlap apart": on("overlap", (far, 0), other=True),
        "overlap miss": miss,
        "overlap_area": on("overlap_area", (half // 2, half // 2), other=True),
        "overlap_mask": on("overlap_mask", (half // 2, half // 2), other=True),
        "draw": on("draw", (half // 2, half // 2), other=True),
        "erase": on("erase", (half // 2, half // 2), other=True),
        "scale x2": on("scale", (2 * size, 2 * size)),
        "scale x0.7": on("scale", (size * 7 // 10, size * 7 // 10)),
        "outline after set_at": edited_outline,
        "outline again": on("outline"),
        "connected_component": on("connected_component"),
        "connected_components": on("connected_components"),
        "connected_components dots": on("connected_components", of=dots) if size <= 64 else on("connected_components", 9, of=surface),
        "get_bounding_rects": on("get_bounding_rects"),
        "get_bounding_rects dots": on("get_bounding_rects", of=dots),
        "from_surface": lambda module: lambda: module.from_surface(surface),
        "from_threshold": lambda module: lambda: module.from_threshold(surface, (255, 255, 255), (10, 10, 10, 255)),
        "to_surface": on("to_surface"),
        "to_surface given": lambda module: (lambda mask, target: lambda: mask.to_surface(target))(module.from_surface(surface), surface.copy()),
    }
    if size <= 256:
        table["convolve"] = on("convolve", other=True)
    return table


def plain(value: Any) -> Any:
    """What is compared of an answer."""
    if isinstance(value, (THEIRS.Mask, ours.Mask)):
        return memoryview(value).tobytes()
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, pygame.Surface):
        return pygame.image.tobytes(value, "RGBA")
    return value


def seconds(call: Callable[[], Any], n: int, clock: Callable[[], int]) -> float:
    """The time of one of n calls."""
    start = clock()
    for _ in range(n):
        call()
    return (clock() - start) * 1e-9 / n


def main() -> int:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--shortest", action="store_true")
    parser.add_argument("--sizes", default="8,16,32,64,128,256,512,1024")
    parser.add_argument("--only")
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    # All work is on one thread, so its clock leaves out other programs. To read it takes too long for short rounds.
    clock = time.perf_counter_ns if options.shortest else time.thread_time_ns
    typical, length = (min, 50e-6) if options.shortest else (statistics.median, 2e-3)
    rows: dict[str, list[str]] = {}
    worst = 99.0
    for size in sizes:
        for name, make in calls(size).items():
            if options.only and options.only not in name:
                continue
            theirs, mine = make(THEIRS), make(ours)
            if plain(theirs()) != plain(mine()):
                print(f"{name} of {size} pixels: the answers differ")
                return 1
            n = max(1, min(2000, int(length / max(seconds(theirs, 3, clock), 1e-8))))
            times: tuple[list[float], list[float]] = ([], [])
            for _ in range(options.rounds):
                times[0].append(seconds(theirs, n, clock))
                times[1].append(seconds(mine, n, clock))
            a, b = (typical(part) for part in times)
            worst = min(worst, a / b)
            rows.setdefault(name, []).append(f"{a / b:7.2f} ({a * 1e6:.2f})")
    print(f"{'times as fast (us of pygame-ce)':32}" + "".join(f"{size:>20}" for size in sizes))
    for name, cells in rows.items():
        print(f"{name:32}" + "".join(f"{cell:>20}" for cell in cells))
    print(f"worst {worst:.2f}; pygame-ce {pygame.version.ver}, Python {sys.version.split()[0]}, load {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
