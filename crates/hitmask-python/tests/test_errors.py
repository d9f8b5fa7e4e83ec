"""Bad input raises Python's errors with a sentence. Nothing panics."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hitmask
from hitmask import AlphaMask, Circle, ConvexPolygon, Mask, Pose, RunMask, Terrain, overlaps_batch

MADE = Mask.filled(8, 8)
RGBA = np.zeros((4, 5, 4), np.uint8)
NAN = float("nan")

CASES: list[tuple[type[Exception], str, Callable[[], Any]]] = [
    (ValueError, "shape", lambda: Mask.from_rgba(RGBA[..., :3])),
    (ValueError, "shape", lambda: Mask.from_alpha(RGBA)),
    (TypeError, "bytes or bools", lambda: Mask.from_array(np.zeros((3, 3)))),
    (TypeError, "array", lambda: Mask.from_array(3)),
    (OverflowError, "range", lambda: Mask.from_alpha(RGBA[..., 0], 256)),
    (ValueError, "negative", lambda: Mask(-1, 2)),
    (ValueError, "too large", lambda: Mask(70_000, 2)),
    (ValueError, "too large", lambda: Mask(65_535, 65_535)),
    (OverflowError, "32 bits", lambda: Mask(2**40, 2)),
    (OverflowError, "64 bits", lambda: Mask(2**70, 2)),
    (ValueError, "whole", lambda: Mask(1.5, 2)),
    (TypeError, "whole", lambda: Mask("a", 2)),
    (ValueError, "must be 18, not 3", lambda: Mask.from_bytes(9, 9, b"abc")),
    (ValueError, "'non-zero' or 'even-odd', not 'odd'", lambda: Mask.from_polygons(4, 4, [], "odd")),
    (ValueError, "whole", lambda: Mask.from_polygons(4, 4, [[(0, 0.5)]])),
    (TypeError, "polygons", lambda: Mask.from_polygons(4, 4, [3])),
    (ValueError, "too large", lambda: Mask.from_polygons(70_000, 4, [])),
    (TypeError, "shape must be", lambda: MADE.overlaps(3, (0, 0))),
    (TypeError, "shape must be", lambda: MADE.overlaps("abcd", (0, 0))),
    (ValueError, "whole", lambda: MADE.overlaps(MADE, (1.5, 0))),
    (ValueError, "whole", lambda: MADE.overlaps(MADE, (2**30 + 2**-20, 0))),
    (ValueError, "whole", lambda: MADE.overlaps(MADE, (NAN, 0))),
    (OverflowError, "32 bits", lambda: MADE.overlaps(MADE, (2**31, 0))),
    (TypeError, "two numbers", lambda: MADE.overlaps(MADE, 3)),
    (TypeError, "two numbers", lambda: MADE.overlaps(MADE, (1,))),
    (TypeError, "whole", lambda: MADE.overlaps(MADE, (None, 1))),
    (IndexError, "outside", lambda: MADE.set((8, 0))),
    (IndexError, "outside", lambda: MADE.set((-1, 0))),
    (ValueError, "too large", lambda: MADE.grow(40_000)),
    (OverflowError, "range", lambda: MADE.grow(2**33)),
    (ValueError, "too large", lambda: MADE.crop((0, 0, 70_000, 1))),
    (ValueError, "too large", lambda: MADE.scale_nearest(60_000, 60_000)),
    (ValueError, "too large", lambda: Mask(40_000, 1).overlap_offsets(Mask(40_000, 1))),
    (ValueError, "inverse", lambda: Pose(scale=0)),
    (ValueError, "finite", lambda: Pose(rotation=NAN)),
    (ValueError, "position", lambda: Pose((1e300, 0))),
    (ValueError, "too large", lambda: Mask.filled(60_000, 1).bake(Pose(scale=60))),
    (ValueError, "too large", lambda: AlphaMask.from_mask(Mask.filled(60_000, 1)).at_level(1).bake(Pose(scale=60))),
    (ValueError, "rule", lambda: MADE.overlaps_posed(Pose(), MADE, Pose(), "sold")),
    (ValueError, "far away", lambda: MADE.cast(MADE, (float("inf"), 0), (1, 1))),
    (FileNotFoundError, "No such file", lambda: hitmask.load("/no/such/picture.png")),
    (ValueError, "not a PNG", lambda: hitmask.load(__file__)),
    (ValueError, "radius", lambda: Circle((0, 0), -1)),
    (ValueError, "the radius must be from 0 to 2147483648", lambda: Circle((0, 0), 2**31 + 1)),
    (ValueError, "the corner leads too far away", lambda: ConvexPolygon([(0, 0), (2**31 + 1, 0), (0, 5)])),
    (
        MemoryError,
        "too long",
        lambda: MADE.overlap_points((0, 0, 8, 8), (0, 0)) and Mask.filled(60_000, 9_000).overlap_points((0, 0, 60_000, 9_000), (0, 0)),
    ),
    (ValueError, "convex", lambda: ConvexPolygon([(0, 0), (4, 4), (0, 8), (2, 4)])),
    (ValueError, "right edge", lambda: RunMask(4, 1, [[(0, 5)]])),
    (ValueError, "connectivity", lambda: MADE.outline(5)),
    (ValueError, "tolerance", lambda: MADE.outline().simplify(tolerance=-1)),
    (ValueError, "promise", lambda: MADE.outline().simplify("sure")),
    (TypeError, r"promise must be .* not int: a tolerance is named, as in simplify\(tolerance=1\)", lambda: MADE.outline().simplify(1)),
    (ValueError, "copy", lambda: np.asarray(MADE, copy=False)),
    (ValueError, "too large", lambda: Terrain(70_000, 3)),
    (ValueError, "byte 3", lambda: Terrain.from_bytes(b"HTR")),
    (ValueError, "HTRN", lambda: Terrain.from_bytes(b"abc")),
    (ValueError, "letters", lambda: Terrain(3, 3).islands(anchors="x")),
    (ValueError, "order", lambda: MADE.extreme_overlap(MADE, (0, 0), "up")),
    (TypeError, "unsupported", lambda: MADE & 3),
    (TypeError, "not supported", lambda: MADE < MADE),
    (IndexError, "mask 1", lambda: overlaps_batch([MADE], [(0, 1)], [(0, 0)])),
    (IndexError, "mask -1", lambda: overlaps_batch([MADE], [(0, -1)], [(0, 0)])),
    (ValueError, "as many", lambda: overlaps_batch([MADE], [(0, 0)], [(0, 0), (1, 1)])),
    (TypeError, "whole", lambda: overlaps_batch([MADE], [(0, 0)], [(0.5, 0)])),
    (ValueError, "shape", lambda: overlaps_batch([MADE], [0, 0], [(0, 0)])),
    (OverflowError, "32 bits", lambda: overlaps_batch([MADE], [(0, 0)], [(2**40, 0)])),
    (TypeError, "Mask", lambda: overlaps_batch([3], [(0, 0)], [(0, 0)])),
    (ValueError, "threads", lambda: overlaps_batch([MADE], [(0, 0)], [(0, 0)], threads=0)),
    (ValueError, "poses", lambda: hitmask.overlaps_posed_batch([MADE], [], [(0, 0)])),
]


@pytest.mark.parametrize(("error", "words", "call"), CASES)
def test_bad_input(error: type[Exception], words: str, call: Callable[[], Any]) -> None:
    with pytest.raises(error, match=words):
        call()
