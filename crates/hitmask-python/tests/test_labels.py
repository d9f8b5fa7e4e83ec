"""Label masks, against plain loops over arrays."""

import pickle
from collections import Counter

import numpy as np
import pytest

import hitmask

RANDOM = np.random.default_rng(34)


def random_labels(most: int) -> np.ndarray:
    h, w = RANDOM.integers(0, 20), RANDOM.integers(1, 70)
    return RANDOM.integers(0, most + 1, (h, w)).astype(np.uint8)


def counted(a: np.ndarray, b: np.ndarray, offset: tuple[int, int], labelled: bool) -> dict:
    pixels: dict = {}
    for y, x in np.argwhere(a):
        u, v = x - offset[0], y - offset[1]
        if 0 <= v < b.shape[0] and 0 <= u < b.shape[1] and b[v, u]:
            key = (int(a[y, x]), int(b[v, u]) if labelled else 0)
            pixels.setdefault(key, []).append((int(y), int(x)))
    return {key: (len(all_), min(all_)[::-1]) for key, all_ in sorted(pixels.items())}


@pytest.mark.parametrize("case", range(60))
def test_overlap_labels_are_counted(case: int) -> None:
    a, b = random_labels(int(RANDOM.choice([1, 3, 255]))), random_labels(3)
    offset = (int(RANDOM.integers(-70, 70)), int(RANDOM.integers(-20, 20)))
    ours, other = hitmask.LabelMask(a), hitmask.LabelMask(b)
    for shape, labelled in [(other, True), (other.to_mask(), False)]:
        truth = counted(a, b, offset, labelled)
        met = ours.overlap_labels(shape, offset)
        assert {m.labels: (m.pixels, m.first) for m in met} == truth
        assert [m.labels for m in met] == list(truth)
        here = hitmask.Pose()
        there = hitmask.Pose(offset)
        assert ours.overlap_labels_posed(here, shape, there) == met
        hit = ours.label_hit(shape, offset)
        first = min(truth.items(), key=lambda item: item[1][1][::-1], default=None)
        assert (hit and (hit.labels, hit.pixel)) == (first and (first[0], first[1][1]))
        assert ours.label_hit_posed(here, shape, there) == hit


def test_pixels_names_and_bytes() -> None:
    array = np.array([[1, 2, 0], [2, 2, 0]], dtype=np.uint8)
    mask = hitmask.LabelMask(array, {1: ("head", 100), 2: "body"})
    assert (mask.size, mask.labels(), mask.names, mask.numbers) == ((3, 2), [1, 2], {1: "head", 2: "body"}, {1: 100, 2: 0})
    assert (mask.find("body"), mask.find("foot"), mask.label((1, 0)), mask.label((9, 9))) == (2, None, 2, 0)
    assert (np.asarray(mask) == array).all()
    assert (np.asarray(mask.flip_h()) == array[:, ::-1]).all()
    assert (np.asarray(mask.flip_v()) == array[::-1]).all()
    assert (np.asarray(mask.rotate90()) == np.rot90(array, -1)).all()
    assert (np.asarray(mask.crop((1, 0, 3, 1))) == [[2, 0, 0]]).all()
    assert mask.only(2) == hitmask.Mask.from_array(array == 2)
    assert mask.only([1, 2]) == mask.to_mask()
    assert mask.overlap_area(mask, (1, 0)) == 2
    again = pickle.loads(pickle.dumps(mask))
    assert (again, hash(again), again.state_hash()) == (mask, hash(mask), mask.state_hash())
    with pytest.raises(ValueError, match="checksum"):
        hitmask.LabelMask.from_bytes(mask.to_bytes()[:-1] + b"!")
    with pytest.raises(TypeError):
        hitmask.LabelMask(array, {1: 5})


def test_painted_pictures() -> None:
    red, blue, clear = (255, 0, 0, 255), (0, 0, 255, 255), (9, 9, 9, 0)
    picture = np.array([[red, blue, clear], [blue, (0, 0, 255, 7), red]], np.uint8)
    parts = hitmask.LabelMask.from_colors(picture[:1], {red[:3]: "head", blue: "body"})
    assert np.asarray(parts).tolist() == [[1, 2, 0]] and parts.names == {1: "head", 2: "body"}
    # Colours of one name are one part. Numbers are labels without a name.
    parts = hitmask.LabelMask.from_colors(picture, {red: "head", blue: "body", (0, 0, 255, 7): "head"})
    assert np.asarray(parts).tolist() == [[1, 2, 0], [2, 1, 1]]
    parts = hitmask.LabelMask.from_colors(picture[:, ::-1], {red: 7}, unlisted=9)
    assert np.asarray(parts).tolist() == [[0, 9, 7], [7, 9, 9]] and parts.names == {}
    with pytest.raises(ValueError, match=r"\(1, 1\)"):
        hitmask.LabelMask.from_colors(picture, {red: 1, blue: 2})
    for wrong in ("red", (1, 2), (1, 2, 300), 5):
        with pytest.raises(ValueError, match="a colour is three or four numbers from 0 to 255, not"):
            hitmask.LabelMask.from_colors(picture, {wrong: 1})
    with pytest.raises(ValueError, match="more than 255 names"):
        hitmask.LabelMask.from_colors(picture, {(i, 0, 0): str(i) for i in range(256)})


def test_a_world_names_the_labels() -> None:
    world = hitmask.World(labels=True)
    rows = np.repeat([1, 2], [8, 22]).astype(np.uint8)
    body = hitmask.LabelMask(np.repeat(rows[:, None], 12, axis=1), {1: ("head", 100)})
    hero = world.insert(body, (100, 0), data=5)
    shot = world.insert(hitmask.Mask.filled(2, 2), (105, -40), swept=True, first_only=True)
    assert world.step() == []
    world.set_position(shot, (105, 20))
    (event,) = world.step()
    assert (event.hit.labels, event.hit.pixel, event.touch.labels) == ((1, 0), (105, 0), (2, 0))
    assert (event.other(shot), event.other(hero), event.other(shot + 1)) == ((hero, 5), (shot, 0), None)
    assert (event.part_of(hero), event.part_of(shot), event.part_of(shot + 1)) == (1, 0, None)
    assert (world.label_name(hero, 1), world.label_name(hero, 2), world.label_name(shot, 1)) == (("head", 100), None, None)
    assert Counter({m.labels: m.pixels for m in world.overlap_labels(hero, shot)}) == {(2, 0): 4}
    assert world.label_hit(hero, shot).labels == (2, 0)
    assert (world.label_at(hero, (100, 0)), world.label_at(shot, (105, 20)), world.label_at(hero, (0, 0))) == (1, 0, None)
    assert pickle.loads(pickle.dumps(event)) == event
    frames = hitmask.Frames.with_labels([body, (body.flip_v(), (3, 4))])
    walker = world.insert(frames, (300, 0))
    assert world.label_at(walker, (300, 0)) == 1
    world.set_frame(walker, 1)
    assert world.label_at(walker, (303, 4)) == 2
    copy = pickle.loads(pickle.dumps(world))
    assert (copy.state_hash(), copy.label_at(walker, (303, 4))) == (world.state_hash(), 2)
