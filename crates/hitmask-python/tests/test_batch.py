"""Batches and threads."""

import threading

import numpy as np
import pytest

import hitmask
from hitmask import Mask, Pose
from oracle import bits, cases, mask


@pytest.mark.parametrize("threads", [1, 2, 7, None])
def test_batches_agree_with_single_questions(threads: int | None) -> None:
    masks = [mask(bits(rng, 60)) for rng in cases("batch", 20)]
    rng = np.random.default_rng(5)
    for n in (0, 1, 3, 5000):
        pairs, offsets = rng.integers(0, len(masks), (n, 2)), rng.integers(-40, 40, (n, 2))
        asked = [(masks[a], masks[b], tuple(at)) for (a, b), at in zip(pairs, offsets, strict=True)]
        hits = hitmask.overlaps_batch(masks, pairs, offsets, threads=threads)
        assert hits.dtype == bool and hits.tolist() == [a.overlaps(b, at) for a, b, at in asked]
        areas = hitmask.overlap_areas_batch(masks, pairs, offsets, threads=threads)
        assert areas.dtype == np.uint64 and areas.tolist() == [a.overlap_area(b, at) for a, b, at in asked]
        found, firsts = hitmask.first_overlaps_batch(masks, pairs.astype(np.uint8), offsets.astype(np.int16), threads=threads)
        assert firsts.shape == (n, 2)
        answers = [tuple(first) if there else None for there, first in zip(found, firsts.tolist(), strict=True)]
        assert answers == [a.first_overlap(b, at) for a, b, at in asked]


@pytest.mark.parametrize("threads", [1, 3])
def test_posed_batches(threads: int) -> None:
    masks = [mask(bits(rng, 30)) for rng in cases("posed batch", 12)]
    rng = np.random.default_rng(6)
    poses = [Pose(tuple(rng.uniform(-10, 10, 2)), float(rng.uniform(0, 360))) for _ in masks]
    pairs = rng.integers(0, len(masks), (300, 2))
    for rule in ("raster", "geometry"):
        hits = hitmask.overlaps_posed_batch(masks, poses, pairs, rule=rule, threads=threads)
        expected = [masks[a].overlaps_posed(poses[a], masks[b], poses[b], rule) for a, b in pairs]
        assert hits.tolist() == expected


def test_threads_share_a_mask() -> None:
    """An edit happens before or after a question, never during it: the mask is whole or empty."""
    shared = Mask.filled(1500, 1500)
    whole, seen, stop = shared.count(), set(), threading.Event()

    def edit() -> None:
        while not stop.is_set():
            shared.clear()
            shared.fill()

    def ask() -> None:
        for _ in range(100):
            seen.add(shared.overlap_area(shared, (0, 0)))

    editor = threading.Thread(target=edit)
    editor.start()
    askers = [threading.Thread(target=ask) for _ in range(3)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    stop.set()
    editor.join()
    assert seen <= {0, whole}


def test_arrays_of_every_layout_are_read() -> None:
    """The usual ones where they lie; others are copied first."""
    masks = [Mask.filled(9, 9), Mask.filled(3, 20)]
    rng = np.random.default_rng(3)
    pairs, offsets = rng.integers(0, 2, (700, 2)), rng.integers(-12, 12, (700, 2))
    expected = hitmask.overlaps_batch(masks, pairs, offsets).tolist()
    assert expected == [masks[a].overlaps(masks[b], (x, y)) for (a, b), (x, y) in zip(pairs.tolist(), offsets.tolist(), strict=True)]
    for kind in ("u1", "i2", "u4", "i4", "u8", "i8", ">i4", ">i8"):
        for made in (pairs.astype(kind), np.asfortranarray(pairs.astype(kind)), np.repeat(pairs, 2, 0).astype(kind)[::2]):
            assert hitmask.overlaps_batch(masks, made, offsets).tolist() == expected
    for kind in ("i1", "i2", "i4", "i8"):
        raw = np.frombuffer(b"x" + offsets.astype(kind).tobytes(), np.uint8)[1:].view(kind).reshape(700, 2)
        for made in (raw, offsets.astype(kind)[::-1].copy()[::-1], offsets.astype(kind).T.copy().T):
            assert hitmask.overlaps_batch(masks, pairs, made, threads=3).tolist() == expected
    assert hitmask.overlaps_batch(masks, pairs.tolist(), offsets.tolist()).tolist() == expected
    assert hitmask.overlaps_batch(masks, [], []).tolist() == []


def test_the_first_wrong_pair_is_named() -> None:
    masks = [Mask.filled(9, 9)]
    pairs, offsets = np.zeros((3000, 2), int), np.zeros((3000, 2), int)
    pairs[[700, 2900], 1] = 5, 6
    offsets[1500, 1] = 1 << 40
    for threads in (1, 4):
        with pytest.raises(IndexError, match="pair 700 asks for mask 5, but there are 1 masks"):
            hitmask.overlaps_batch(masks, pairs, offsets, threads=threads)
        with pytest.raises(OverflowError, match=f"the offset of pair 1500 has {1 << 40}"):
            hitmask.overlap_areas_batch(masks, pairs * 0, offsets, threads=threads)
    with pytest.raises(IndexError, match="pair 0 asks for mask -1"):
        hitmask.first_overlaps_batch(masks, np.array([[0, -1]]), np.array([[0, 0]]))
