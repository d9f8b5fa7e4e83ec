"""Brute force in NumPy, and random masks. Shares no code with hitmask."""

import os
import random

import numpy as np
from numpy.typing import NDArray

import hitmask

Bits = NDArray[np.bool_]
SEED = int(os.environ.get("HITMASK_SEED", "1"))


def cases(name: str, n: int) -> list[random.Random]:
    """So many random generators. A test prints the number of the one that failed."""
    return [random.Random(f"{name} {SEED} {case}") for case in range(n)]


def bits(rng: random.Random, largest: int = 140) -> Bits:
    """Random pixels of a random size: nothing, everything, noise, or rectangles."""
    w = rng.choice([0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, rng.randint(0, largest)])
    h = rng.choice([0, 1, 15, 16, 17, rng.randint(0, largest), rng.randint(0, 40)])
    made = np.zeros((h, w), bool)
    kind = rng.randrange(5)
    if kind == 0:
        made[:] = True
    elif kind == 1:
        made = np.frombuffer(rng.randbytes(w * h), np.uint8).reshape(h, w) < rng.choice([3, 30, 128, 250])
    elif kind > 2:
        for _ in range(rng.randint(1, 4)):
            x, y = rng.randint(0, max(w - 1, 0)), rng.randint(0, max(h - 1, 0))
            made[y : y + rng.randint(1, 30), x : x + rng.randint(1, 30)] = rng.random() < 0.8
    return made


def mask(pixels: Bits) -> hitmask.Mask:
    """The same pixels as a mask."""
    return hitmask.Mask.from_array(np.ascontiguousarray(pixels))


def offset(rng: random.Random, a: Bits, b: Bits) -> tuple[int, int]:
    """An offset at which the pictures mostly share pixels."""
    reach = 3
    return (rng.randint(-b.shape[1] - reach, a.shape[1] + reach), rng.randint(-b.shape[0] - reach, a.shape[0] + reach))


def moved(size: tuple[int, int], b: Bits, at: tuple[int, int]) -> Bits:
    """B, drawn into a picture of this size (height, width)."""
    whole = np.zeros(size, bool)
    for y, x in zip(*np.nonzero(b), strict=True):
        if 0 <= y + at[1] < size[0] and 0 <= x + at[0] < size[1]:
            whole[y + at[1], x + at[0]] = True
    return whole


def points(both: Bits) -> list[tuple[int, int]]:
    """The solid pixels (x, y), row by row."""
    return [(int(x), int(y)) for y, x in zip(*np.nonzero(both), strict=True)]


def bounds(both: Bits) -> tuple[int, int, int, int] | None:
    """The smallest rectangle around the solid pixels."""
    ys, xs = np.nonzero(both)
    if len(xs) == 0:
        return None
    return (int(xs.min()), int(ys.min()), int(np.ptp(xs)) + 1, int(np.ptp(ys)) + 1)
