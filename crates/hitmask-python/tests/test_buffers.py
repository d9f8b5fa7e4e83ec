"""Arrays with every trick of the buffer protocol: the right pixels, or a typed error.

CPython tests its own consumers with `_testbuffer.ndarray`, which can do whatever the protocol allows.
"""

import gc
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hitmask import AlphaMask, LabelMask, Mask, overlaps_batch
from oracle import cases

try:
    import _testbuffer as tricks
except ImportError:
    tricks = None

needs_tricks = pytest.mark.skipif(tricks is None, reason="this Python has no module _testbuffer")


def solid(mask: Mask) -> list[list[bool]]:
    return [[mask.get((x, y)) for x in range(mask.width)] for y in range(mask.height)]


def expected(array: Any) -> list[list[bool]]:
    """By Python's own reader."""
    return [[bool(item) for item in row] for row in memoryview(array).tolist()]


# For each class one way in, for arrays of the shape (height, width).
FLAT: dict[str, Callable[[Any], list[list[bool]]]] = {
    "Mask.from_array": lambda array: solid(Mask.from_array(array)),
    "Mask.from_alpha": lambda array: solid(Mask.from_alpha(array, 1)),
    "Mask.from_indexed": lambda array: solid(Mask.from_indexed(array)),
    "AlphaMask.from_alpha": lambda array: solid(AlphaMask.from_alpha(array).to_mask(1)),
    "LabelMask": lambda array: solid(LabelMask(array).to_mask()),
}


@needs_tricks
@pytest.mark.parametrize("read", FLAT)
def test_arrays_of_rows(read: str) -> None:
    """An array of pointers to its rows, as Pillow has had, says so by suboffsets."""
    array = tricks.ndarray([1] * 64, shape=[8, 8], format="B", flags=tricks.ND_PIL)
    assert FLAT[read](array) == [[True] * 8] * 8
    rng = random.Random(1)
    for w, h in [(1, 1), (1, 9), (9, 1), (7, 5), (64, 3), (65, 2)]:
        array = tricks.ndarray([rng.randint(0, 1) for _ in range(w * h)], shape=[h, w], format="B", flags=tricks.ND_PIL)
        assert FLAT[read](array) == expected(array)
        assert FLAT[read](array[::-1]) == expected(array[::-1])
        assert FLAT[read](array[:, ::-1]) == expected(array[:, ::-1])


@needs_tricks
def test_arrays_of_rows_with_four_channels() -> None:
    for flags in (0, tricks.ND_PIL):
        numbers = [random.Random(3).randint(0, 255) for _ in range(5 * 6 * 4)]
        array = tricks.ndarray(numbers, shape=[5, 6, 4], format="B", flags=flags)
        for view in (array, array[::-1], array[::2, ::-1]):
            pixels = memoryview(view).tolist()
            assert solid(Mask.from_rgba(view)) == [[pixel[3] >= 128 for pixel in row] for row in pixels]
            assert solid(Mask.from_color_key(view, tuple(pixels[0][0][:3]))) == [
                [pixel[:3] != pixels[0][0][:3] for pixel in row] for row in pixels
            ]
            assert [[AlphaMask.from_rgba(view).alpha((x, y)) for x in range(len(row))] for y, row in enumerate(pixels)] == [
                [pixel[3] for pixel in row] for row in pixels
            ]
        with pytest.raises(ValueError, match="shape"):
            Mask.from_rgba(array[:, :, ::-2])


@needs_tricks
def test_strides_of_all_kinds() -> None:
    """Backwards, zero (one row, one column or one byte for all), overlapping, far apart, and by columns."""
    for rng in cases("strides", 300):
        h, w = rng.randint(0, 9), rng.randint(0, 9)
        numbers = [rng.randint(0, 1) for _ in range(400)]
        strides = [rng.choice([0, 1, -1, 2, -3, w, -w, w + 2, 11]), rng.choice([0, 1, -1, 2, -2, h, -h])]
        reach = [stride * (max(n, 1) - 1) for stride, n in zip(strides, (h, w))]
        offset = -sum(r for r in reach if r < 0)
        flags = rng.choice([0, tricks.ND_WRITABLE, tricks.ND_VAREXPORT])
        array = tricks.ndarray(numbers, shape=[h, w], strides=strides, offset=offset, format="B", flags=flags)
        want = [[bool(numbers[offset + y * strides[0] + x * strides[1]]) for x in range(w)] for y in range(h)]
        for name, read in FLAT.items():
            if w and h:
                assert read(array) == want, (name, rng)
            else:
                assert read(array) == [[]] * h
    for flags in (tricks.ND_FORTRAN, tricks.ND_FORTRAN | tricks.ND_WRITABLE):
        array = tricks.ndarray([0, 1, 1, 0, 0, 1], shape=[2, 3], format="B", flags=flags)
        assert solid(Mask.from_array(array)) == expected(array)


@needs_tricks
@pytest.mark.parametrize("read", FLAT)
def test_other_formats_and_shapes_are_refused(read: str) -> None:
    call = FLAT[read]
    for format, item in [
        ("H", 1),
        ("i", 1),
        ("q", 1),
        ("d", 1.0),
        ("e", 1.0),
        ("<L", 1),
        ("BB", (1, 1)),
        ("2s", b"ab"),
        ("3x", ()),
        ("P", 1),
    ]:
        try:
            array = tricks.ndarray([item] * 4, shape=[2, 2], format=format)
        except (ValueError, NotImplementedError):
            continue
        with pytest.raises(TypeError, match="bytes"):
            call(array)
    for shape in ([4], [1, 2, 2], [2, 2, 1, 1], [2, 2, 4]):
        n = 1
        for side in shape:
            n *= side
        for flags in (0, tricks.ND_PIL):
            with pytest.raises(ValueError, match="shape"):
                call(tricks.ndarray([1] * n, shape=shape, format="B", flags=flags))
    with pytest.raises(TypeError, match="array"):
        call(tricks.ndarray(1, shape=[], format="B"))
    with pytest.raises(TypeError, match="array"):
        call(tricks.ndarray([1] * 4, shape=[2, 2], format="B", flags=tricks.ND_GETBUF_FAIL))


@needs_tricks
def test_single_bytes_of_all_kinds() -> None:
    """Bytes, signed ones, characters and bools: not 0 is solid."""
    for format, items in [("B", [0, 1, 255, 7]), ("b", [0, 1, -1, 7]), ("?", [False, True, True, True]), ("c", [b"\0", b"1", b"a", b"b"])]:
        array = tricks.ndarray(items, shape=[2, 2], format=format)
        assert solid(Mask.from_array(array)) == [[False, True], [True, True]]
    # A format of several parts that takes one byte.
    array = tricks.ndarray([(), (), (), ()], shape=[2, 2], format="x") if _can("x", ()) else None
    if array is not None:
        assert Mask.from_array(array).size == (2, 2)


def _can(format: str, item: Any) -> bool:
    try:
        tricks.ndarray([item] * 4, shape=[2, 2], format=format)
    except Exception:
        return False
    return True


@needs_tricks
def test_items_of_no_bytes_are_refused() -> None:
    for format in ("", "0s", "0x"):
        try:
            array = tricks.ndarray([b""] * 4, shape=[2, 2], format=format)
        except Exception:
            continue
        for call in FLAT.values():
            with pytest.raises(TypeError):
                call(array)
    with pytest.raises(TypeError):
        Mask.from_array(np.zeros((2, 2), "V0"))
    with pytest.raises((TypeError, ValueError)):
        overlaps_batch([Mask(1, 1)], np.zeros((2, 2), "V0"), [(0, 0), (0, 0)])


@needs_tricks
def test_batches_of_all_kinds() -> None:
    masks = [Mask.filled(4, 4), Mask.filled(2, 2), Mask(3, 3)]
    pairs = [(0, 1), (1, 2), (1, 1), (2, 0)]
    flat = [n for pair in pairs for n in pair]
    answer = overlaps_batch(masks, np.array(pairs), np.zeros((4, 2), int)).tolist()
    for format in "bBhHiIlLqQ":
        for flags in (0, tricks.ND_PIL, tricks.ND_WRITABLE):
            array = tricks.ndarray(flat, shape=[4, 2], format=format, flags=flags)
            assert _same_or_typed(masks, array, answer)
            assert _same_or_typed(masks, array[::-1], answer[::-1])
    for array in (
        np.array(pairs, ">i4"),
        np.array(pairs, ">u8"),
        np.array(pairs)[::-1][::-1],
        np.asfortranarray(pairs),
        np.array([*flat, 0, 0], "i4")[:8].reshape(4, 2),
        np.zeros((0, 2), "i4"),
    ):
        assert _same_or_typed(masks, array, answer[: len(array)])
    unaligned = np.frombuffer(b"\0" + np.array(pairs, "i8").tobytes(), "u1")[1:].view("i8").reshape(4, 2)
    assert _same_or_typed(masks, unaligned, answer)
    broadcast = np.broadcast_to(np.array([1, 1]), (4, 2))
    assert overlaps_batch(masks, broadcast, np.zeros((4, 2), int)).tolist() == [True] * 4


def _same_or_typed(masks: list[Mask], pairs: Any, answer: list[bool]) -> bool:
    try:
        return overlaps_batch(masks, pairs, np.zeros((len(answer), 2), int)).tolist() == answer
    except (BufferError, TypeError, ValueError):
        # NumPy refuses arrays of pointers, and numbers of more than 64 bits.
        return True


def test_bytes_that_could_change_size_are_held() -> None:
    """An exporter cannot be resized while it is read, and can afterwards."""
    data = bytearray(64)
    view = memoryview(data).cast("B", (8, 8))
    assert Mask.from_array(view).count() == 0
    view.release()
    data.extend(b"more")
    with pytest.raises(ValueError, match="released"):
        Mask.from_array(view)
    array = np.zeros((8, 8), np.uint8)
    Mask.from_array(array)
    array.resize((16, 16), refcheck=False)
    assert Mask.from_array(array).size == (16, 16)


class Exporter:
    """A class whose `__buffer__` runs code: from Python 3.12 on."""

    def __init__(self, made: Callable[[], Any]) -> None:
        self.made = made

    def __buffer__(self, flags: int) -> memoryview:
        return memoryview(self.made())

    def __release_buffer__(self, view: memoryview) -> None:
        view.release()
        self.made()


def test_exporters_that_run_code() -> None:
    mask = Mask.filled(9, 9)

    def made() -> Any:
        mask.invert()
        mask.union_with(mask)
        gc.collect()
        return np.ones((3, 3), np.uint8)

    exporter = Exporter(made)
    try:
        memoryview(exporter)  # type: ignore[arg-type]
    except TypeError:
        pytest.skip("before Python 3.12 no class of Python exports a buffer")
    assert Mask.from_array(exporter).count() == 9

    def raises() -> Any:
        raise LookupError("mine")

    with pytest.raises((TypeError, LookupError)):
        Mask.from_array(Exporter(raises))


@needs_tricks
def test_exporters_that_change_what_they_export() -> None:
    array = tricks.ndarray([1] * 16, shape=[4, 4], format="B", flags=tricks.ND_VAREXPORT | tricks.ND_WRITABLE)
    array.push([0] * 4, shape=[2, 2], format="B")
    assert Mask.from_array(array).size == (2, 2)
    array.pop()
    assert Mask.from_array(array).count() == 16


@needs_tricks
def test_bytes_arguments_take_only_bytes() -> None:
    """What reads files and saved states takes `bytes`: no other thread can change these meanwhile."""
    import hitmask

    saved = hitmask.Terrain(8, 8).to_bytes()
    assert hitmask.Terrain.from_bytes(saved).size == (8, 8)
    for other in (
        bytearray(saved),
        memoryview(saved),
        tricks.ndarray(list(saved), shape=[len(saved)], format="B"),
        tricks.ndarray(list(saved), shape=[1, len(saved)], format="B", flags=tricks.ND_PIL),
    ):
        for read in (
            hitmask.Terrain.from_bytes,
            hitmask.TileMap.from_bytes,
            hitmask.World.from_bytes,
            hitmask.LabelMask.from_bytes,
            hitmask.Pack,
        ):
            try:
                read(other)  # type: ignore[arg-type]
            except (TypeError, ValueError):
                pass
