"""COCO run lengths, beside a naive reader and writer, beside answers of pycocotools, and beside pycocotools itself where it is there."""

from typing import Any

import numpy as np
import pytest

from hitmask import Mask
from oracle import bits, cases, mask

# What pycocotools 2.0.11 wrote, for pictures of these rows.
WRITTEN: list[tuple[list[str], bytes]] = [
    ([".#.", "##."], b"132"),
    (["###", "###"], b"06"),
    (["...", "..."], b"6"),
    (["." * 40] * 3 + ["#" * 40] * 4, b"343" + b"0" * 77),
    (["#." * 20, ".#" * 20], b"0121" + b"0" * 37 + b"O"),
    (["#" + "." * 36, "." * 36 + "#", "#" * 37], b"01101" + b"0" * 69 + b"O1"),
]


def naive_counts(array: np.ndarray) -> list[int]:
    """Clear, solid, clear, ... down the columns."""
    counts, value = [0], False
    for column in range(array.shape[1]):
        for row in range(array.shape[0]):
            if bool(array[row, column]) != value:
                counts.append(0)
                value = not value
            counts[-1] += 1
    return counts


def naive_text(counts: list[int]) -> bytes:
    """COCO's text, digit by digit in base 32."""
    text = ""
    for i, count in enumerate(counts):
        number = count - counts[i - 2] if i > 2 else count
        length = 1
        while not -(32**length) // 2 <= number < 32**length // 2:
            length += 1
        number %= 32**length
        for place in range(length):
            digit = number // 32**place % 32
            text += chr(48 + digit + (32 if place + 1 < length else 0))
    return text.encode()


def test_run_lengths_agree_with_a_naive_writer() -> None:
    for case, rng in enumerate(cases("coco", 400)):
        array = bits(rng, 90)
        made = mask(array)
        counts = naive_counts(array)
        size = list(array.shape)
        assert made.to_coco(compressed=False) == {"size": size, "counts": counts}, case
        assert made.to_coco() == {"size": size, "counts": naive_text(counts)}, case
        for given in (counts, tuple(counts), np.array(counts, np.uint32), naive_text(counts), naive_text(counts).decode()):
            assert Mask.from_coco({"size": size, "counts": given}) == made, case


def test_long_runs_and_large_sides() -> None:
    tall = Mask(3, 65_535)
    tall.union_with((1, 7, 1, 65_000))
    assert tall.to_coco(compressed=False)["counts"] == [65_542, 65_000, 3 * 65_535 - 130_542]
    assert Mask.from_coco(tall.to_coco()) == tall
    wide = Mask.filled(65_535, 300)
    assert wide.to_coco() == {"size": [300, 65_535], "counts": naive_text([0, 300 * 65_535])}
    assert Mask.from_coco(wide.to_coco()) == wide
    # Runs of no pixels are legal.
    assert Mask.from_coco({"size": (2, 2), "counts": [0, 1, 0, 2, 1]}).count() == 3


def test_what_pycocotools_wrote() -> None:
    for rows, text in WRITTEN:
        array = np.array([[pixel == "#" for pixel in row] for row in rows])
        assert Mask.from_array(array).to_coco() == {"size": list(array.shape), "counts": text}
        assert (np.asarray(Mask.from_coco({"size": array.shape, "counts": text})) == array).all()


def test_the_same_as_pycocotools() -> None:
    theirs = pytest.importorskip("pycocotools.mask")
    for case, rng in enumerate(cases("pycocotools", 300)):
        array = bits(rng, 90)
        if not array.size:
            continue
        rle = theirs.encode(np.asfortranarray(array.astype(np.uint8)))
        assert mask(array).to_coco() == rle, case
        assert Mask.from_coco(rle) == mask(array), case
        assert (theirs.decode(mask(array).to_coco()) == array).all(), case


@pytest.mark.parametrize(
    ("error", "told", "rle"),
    [
        (TypeError, "must be a dict with 'size' and 'counts', not int", 3),
        (TypeError, "for polygons there is Mask.from_polygons", [[0, 0, 4, 0, 0, 4]]),
        (ValueError, "have no 'size'", {"counts": [4]}),
        (ValueError, "have no 'counts'", {"size": [2, 2]}),
        (ValueError, r"'size' must be \[height, width\], not \[2\]", {"size": [2], "counts": [4]}),
        (ValueError, r"'size' must be \[height, width\], not 4", {"size": 4, "counts": [4]}),
        (ValueError, "the height is -2", {"size": [-2, 2], "counts": [4]}),
        (ValueError, "too large", {"size": [2, 70_000], "counts": [140_000]}),
        (TypeError, "'counts' must be a list, bytes or str, not int", {"size": [2, 2], "counts": 4}),
        (TypeError, r"counts\[1\] must be a whole number, not str", {"size": [2, 2], "counts": [1, "3"]}),
        (ValueError, r"counts\[1\] is -3, but must not be negative", {"size": [2, 2], "counts": [1, -3]}),
        (ValueError, r"counts\[2\] goes beyond the last of 4 pixels: .* take 3, it is 2", {"size": [2, 2], "counts": [1, 2, 2]}),
        (ValueError, r"counts\[0\] goes beyond", {"size": [2, 2], "counts": [2**62, 2**62]}),
        (ValueError, "the 2 counts take 3 pixels, but a mask of 2 x 2 has 4", {"size": [2, 2], "counts": [1, 2]}),
        (ValueError, "the 0 counts take 0 pixels", {"size": [2, 2], "counts": b""}),
        (ValueError, "byte 1 of the counts is 33", {"size": [2, 2], "counts": b"1!"}),
        (ValueError, "byte 1 of the counts is 112", {"size": [2, 2], "counts": "1p"}),
        (ValueError, "end in the middle of a number", {"size": [2, 2], "counts": b"1P"}),
        (ValueError, "number at byte 1 of the counts is too long", {"size": [2, 2], "counts": b"1" + b"o" * 99}),
        (ValueError, r"counts\[1\] is -16", {"size": [2, 2], "counts": b"1@"}),
    ],
)
def test_damaged_run_lengths_say_where(error: type[Exception], told: str, rle: Any) -> None:
    with pytest.raises(error, match=told):
        Mask.from_coco(rle)


def test_any_text_is_read_or_refused() -> None:
    rng = np.random.default_rng(5)
    for _ in range(3000):
        text = bytes(rng.integers(46, 114, rng.integers(0, 12), dtype=np.uint8))
        try:
            made = Mask.from_coco({"size": [4, 5], "counts": text})
        except ValueError:
            continue
        assert Mask.from_coco(made.to_coco()) == made and made.size == (5, 4)
