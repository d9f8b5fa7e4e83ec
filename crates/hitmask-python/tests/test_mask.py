"""Masks, compared with brute force."""

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest

import hitmask
from hitmask import AlphaMask, Mask, Pose, RunMask, Terrain
from oracle import bits, bounds, cases, mask, moved, offset, points


def test_overlap_verbs_agree_with_brute_force() -> None:
    for case, rng in enumerate(cases("overlaps", 300)):
        a, b = bits(rng), bits(rng)
        at = offset(rng, a, b)
        both = a & moved(a.shape, b, at)
        expected = points(both)
        shapes = [(mask(a), mask(b)), (RunMask.from_mask(mask(a)), mask(b)), (mask(a), RunMask.from_mask(mask(b)))]
        if a.size and b.size:
            shapes.append((Terrain.from_mask(mask(a)), mask(b)))
        for p, q in shapes:
            assert p.overlaps(q, at) == bool(expected), case
            assert p.overlap_area(q, at) == len(expected), case
            assert p.first_overlap(q, at) == (expected[0] if expected else None), case
            assert p.overlap_bounds(q, at) == bounds(both), case
            assert p.overlap_points(q, at) == expected, case
        lowest = max(expected, key=lambda point: (point[1], -point[0])) if expected else None
        assert mask(a).extreme_overlap(mask(b), at, "bottom-left") == lowest, case
        assert (np.asarray(mask(a).overlap_mask(mask(b), at)) == both).all(), case


def test_edits_agree_with_brute_force() -> None:
    for case, rng in enumerate(cases("edits", 150)):
        a, b = bits(rng), bits(rng)
        at = offset(rng, a, b)
        other = moved(a.shape, b, at)
        for verb, expected in (
            ("union_with", a | other),
            ("intersect_with", a & other),
            ("difference_with", a & ~other),
            ("symmetric_difference_with", a ^ other),
        ):
            edited = mask(a)
            getattr(edited, verb)(mask(b), at)
            assert (np.asarray(edited) == expected).all(), (case, verb)
        here = moved(a.shape, b, (0, 0))
        assert (np.asarray(mask(a) & mask(b)) == (a & here)).all(), case
        assert (np.asarray(mask(a) | mask(b)) == (a | here)).all(), case
        assert (np.asarray(mask(a) ^ mask(b)) == (a ^ here)).all(), case
        assert (np.asarray(mask(a) - mask(b)) == (a & ~here)).all(), case
        assert (np.asarray(~mask(a)) == ~a).all(), case


def test_an_edit_by_itself_reads_the_mask_as_it_was() -> None:
    edited = Mask(5, 1)
    edited.set((0, 0))
    edited.union_with(edited, (1, 0))
    assert edited.overlap_points(edited, (0, 0)) == [(0, 0), (1, 0)]


@pytest.mark.parametrize("view", ["whole", "every second", "backwards", "inner", "by columns", "transposed"])
def test_arrays_with_any_strides(view: str) -> None:
    rgba = np.random.default_rng(3).integers(0, 256, (21, 70, 4), dtype=np.uint8)
    rgba = {
        "whole": rgba,
        "every second": rgba[::2, ::3],
        "backwards": rgba[::-1, ::-1],
        "inner": rgba[2:9, 5:66],
        "by columns": np.asfortranarray(rgba),
        "transposed": rgba.transpose(1, 0, 2),
    }[view]
    alpha = rgba[..., 3]
    for threshold in (0, 1, 100, 255):
        assert (np.asarray(Mask.from_rgba(rgba, threshold)) == (alpha >= threshold)).all()
        assert (np.asarray(Mask.from_alpha(alpha, threshold)) == (alpha >= threshold)).all()
    assert (np.asarray(Mask.from_array(alpha > 99)) == (alpha > 99)).all()
    assert (np.asarray(Mask.from_indexed(alpha, 7)) == (alpha != 7)).all()
    key = tuple(int(channel) for channel in rgba[1, 2, :3])
    assert (np.asarray(Mask.from_color_key(rgba, key)) == (rgba[..., :3] != key).any(axis=2)).all()
    assert (np.asarray(hitmask.AlphaMask.from_rgba(rgba)) == alpha).all()


def test_polygons_agree_with_brute_force() -> None:
    """A centre is inside if the edges to its left wind around it, an edge through the centre included."""
    for case, rng in enumerate(cases("polygons", 150)):
        w, h = rng.randint(0, 40), rng.randint(0, 40)
        corner = lambda: (rng.randint(-9, 49), rng.randint(-9, 49))  # noqa: E731
        polygons = [[corner() for _ in range(rng.randint(0, 7))] for _ in range(rng.randint(0, 4))]
        windings, crossings = np.zeros((h, w), int), np.zeros((h, w), int)
        for polygon in polygons:
            for (x0, y0), (x1, y1) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
                for y in range(max(0, min(y0, y1)), min(h, max(y0, y1))):
                    # Twice the place of the edge in the middle of the row.
                    edge = 2 * x0 + Fraction((x1 - x0) * (2 * y + 1 - 2 * y0), y1 - y0)
                    for x in range(w):
                        if 2 * x + 1 >= edge:
                            windings[y, x] += 1 if y1 > y0 else -1
                            crossings[y, x] += 1
        made = Mask.from_polygons(w, h, polygons)
        assert (np.asarray(made) == (windings != 0)).all(), case
        odd = Mask.from_polygons(w, h, [np.array(polygon).reshape(-1, 2) for polygon in polygons], "even-odd")
        assert (np.asarray(odd) == (crossings % 2 == 1)).all(), case
    for case, rng in enumerate(cases("rings", 60)):
        made = mask(bits(rng))
        rings = [ring.points for ring in made.outline()]
        assert Mask.from_polygons(*made.size, rings) == Mask.from_polygons(*made.size, rings, "even_odd") == made, case


def test_from_pillow_images() -> None:
    image = pytest.importorskip("PIL.Image")
    picture = image.new("RGBA", (9, 5), (1, 2, 3, 0))
    picture.putpixel((4, 2), (0, 0, 0, 128))
    assert Mask.from_image(picture).overlap_points((0, 0, 9, 5), (0, 0)) == [(4, 2)]
    assert Mask.from_image(image.new("RGB", (9, 5))).count() == 45


def test_values_copy_compare_and_pickle() -> None:
    made = mask(bits(cases("values", 1)[0]) | np.bool_(False))
    made = Mask.filled(70, 3) if made.is_empty() else made
    for again in (copy.copy(made), copy.deepcopy(made), made.copy(), pickle.loads(pickle.dumps(made))):
        assert again == made and again is not made
        again.invert()
        assert again != made
    with pytest.raises(TypeError):
        hash(made)
    pose = Pose((1.5, 2), 30, scale=(2, -1), pivot=(3, 4))
    assert pickle.loads(pickle.dumps(pose)) == pose and hash(pose) == hash(Pose((1.5, 2), 30, scale=(2, -1), pivot=(3, 4)))
    runs = RunMask.from_mask(made)
    assert pickle.loads(pickle.dumps(runs)) == runs and hash(runs) == hash(RunMask.from_mask(made))
    terrain = Terrain.from_mask(made)
    assert pickle.loads(pickle.dumps(terrain)) == terrain
    assert len(pickle.dumps(Mask.filled(64, 64))) < 64 * 8 + 100


def test_points_of_any_kind() -> None:
    made = Mask.filled(8, 8)

    class Vector:
        def __len__(self) -> int:
            return 2

        def __getitem__(self, index: int) -> float:
            return (7.0, 7.0)[index]

    for at in ((7, 7), [7, 7], np.array([7, 7]), np.array([7.0, 7.0]), (7.0, np.int16(7)), Vector()):
        assert made.overlap_area(made, at) == 1


def test_casts_are_exact() -> None:
    wall, ball = Mask.filled(4, 100), Mask.filled(3, 3)
    hit = wall.cast(ball, (20, 50), (-1000, 500))
    assert hit and hit.kind == "hit" and hit.point == (3, 58) and hit.normal == (1, 0)
    assert hit.time is not None and (hit.time.numerator, hit.time.denominator) == (2, 125)
    assert not wall.cast(ball, (20, 50), (5, 0)) and wall.cast(ball, (1, 1), (5, 0)).kind == "initial-overlap"
    assert wall.ray_cast((20, 50), (-32, 0)).time == hit.time * 125 / 2 / 2
    steps = wall.cast_pixels(ball, (20, 50), (-1000, 500))
    assert (steps.steps, steps.offset, steps.point) == (16, (4, 58), (3, 59))


def test_posed_questions_agree_with_baked_masks() -> None:
    for case, rng in enumerate(cases("posed", 60)):
        a, b = mask(bits(rng, 40)), mask(bits(rng, 40))

        def pose() -> Pose:
            return Pose(
                (rng.uniform(-20, 20), rng.uniform(-20, 20)),
                rng.uniform(-180, 180),
                scale=(rng.choice([-1, 1]) * rng.uniform(0.3, 2), rng.uniform(0.3, 2)),
                pivot=(rng.uniform(0, 20), rng.uniform(0, 20)),
            )

        p, q = pose(), pose()
        (baked_a, at_a), (baked_b, at_b) = a.bake(p), b.bake(q)
        at = (at_b[0] - at_a[0], at_b[1] - at_a[1])
        assert a.overlaps_posed(p, b, q) == baked_a.overlaps(baked_b, at), case
        assert a.overlap_area_posed(p, b, q) == baked_a.overlap_area(baked_b, at), case
        first = baked_a.first_overlap(baked_b, at)
        assert a.first_overlap_posed(p, b, q) == (first and (first[0] + at_a[0], first[1] + at_a[1])), case
        if a.overlaps_posed(p, b, q):
            assert a.overlaps_posed(p, b, q, "geometry"), case


def test_alphas_answer_as_their_pixels_do() -> None:
    for case, rng in enumerate(cases("alphas", 60)):
        arrays = [np.frombuffer(rng.randbytes(30 * 20), np.uint8).reshape(20, 30) for _ in range(2)]
        a, b = (AlphaMask.from_alpha(array) for array in arrays)
        x, y = at = (rng.randint(-25, 25), rng.randint(-15, 15))
        both = np.zeros((20, 30), bool)
        for row in range(max(0, y), min(20, 20 + y)):
            for column in range(max(0, x), min(30, 30 + x)):
                p, q = int(arrays[0][row, column]), int(arrays[1][row - y, column - x])
                both[row, column] = p > 0 and q > 0 and p + q >= 255
        assert (np.asarray(a.overlap_mask(b, at)) == both).all(), case
        assert a.overlap_bounds_posed(Pose(), b, Pose(at)) == bounds(both), case
        assert a.alpha((3, 5)) == arrays[0][5, 3] and a.alpha((30, 5)) == 0 and a.memory_bytes() >= 600, case
        pose, other = Pose(at, rng.uniform(-180, 180), scale=1.5), Pose((4, 3), rng.uniform(-180, 180))
        level = rng.randint(1, 255)
        (p, q), (m, n) = (a.at_level(level), b.at_level(level)), (a.to_mask(level), b.to_mask(level))
        for verb in ("overlaps_posed", "overlap_area_posed", "first_overlap_posed", "overlap_bounds_posed"):
            assert getattr(p, verb)(pose, q, other) == getattr(m, verb)(pose, n, other), (case, verb)


def test_separation_separates() -> None:
    for case, rng in enumerate(cases("separation", 60)):
        a, b = bits(rng, 40), bits(rng, 40)
        x, y = offset(rng, a, b)
        p, q = mask(a), mask(b)
        dx, dy = p.separation(q, (x, y))
        assert not p.overlaps(q, (x + dx, y + dy)), case
        assert ((dx, dy) != (0, 0)) == p.overlaps(q, (x, y)), case
        near = p.closest(q, (x, y))
        assert (near is None) == (not a.any() or not b.any()), case
        assert near is None or near.overlapping == p.overlaps(q, (x, y)), case


def test_outlines_and_parts() -> None:
    ring = Mask.filled(9, 9)
    ring.difference_with((3, 3, 3, 3))
    outline = ring.outline()
    assert [(part.kind, part.parent, len(part)) for part in (outline[0], outline[1])] == [
        ("outer", None, 4),
        ("hole", 0, 4),
    ]
    assert np.asarray(outline[1]).tolist() == [list(point) for point in outline[1].points]
    assert outline.to_mask() == ring and outline.simplify().point_count <= outline.point_count
    assert sum(w * h for _, _, w, h in ring.rectangles()) == ring.count() == 72
    parts = (ring | Mask(20, 1)).components()
    assert len(parts) == 1 and parts[0].area == 72 and parts[-1].bounds == (0, 0, 9, 9)
    with pytest.raises(IndexError):
        parts[1]
    distances = ring.distance_to_clear()
    assert distances is not None and distances.shape == (9, 9) and distances[4, 4] == 0 and distances[1, 1] == 4
    grown, corner = ring.grow(2, "box")
    assert (grown.size, corner) == ((13, 13), (-2, -2))


def test_terrain_is_carved() -> None:
    ground = Terrain.filled(500, 300)
    before = ground.copy()
    pixels, changed = ground.carve(hitmask.Circle((0, 0), 20), (100, 100))
    assert pixels == before.count() - ground.count() == 1264 and changed == (80, 80, 40, 40)
    assert before != ground and before.count() == 150_000
    ground.carve((0, 100, 500, 1))
    (island,) = ground.islands()
    lifted = ground.take_island(island)
    assert lifted is not None and lifted[1] == (0, 0) and ground.islands() == []


def test_terrain_is_sent_as_changes() -> None:
    ground = Terrain.filled(500, 300)
    before, there = ground.copy(), ground.copy()
    carved = ground.carve(hitmask.Circle((0, 0), 20), (100, 100))
    delta = ground.delta_since(before)
    assert there.content_hash() == before.content_hash() != ground.content_hash()
    assert there.apply_delta(delta) == carved and there == ground and there.content_hash() == ground.content_hash()
    assert ground.delta_since(there) == ground.delta_since(ground) and there.apply_delta(ground.delta_since(there)) == (0, None)
    for data in (delta, delta[:-1], b""):
        with pytest.raises(ValueError):
            there.apply_delta(data)
    assert there == ground
    with pytest.raises(ValueError, match="the base is of a terrain of another size"):
        ground.delta_since(Terrain(3, 2))
    ball, as_mask = Mask.filled(3, 3), ground.crop((0, 0, 500, 300))
    for motion in ((200, 0), (0, 40), (-9, 400), (0, 0)):
        assert ground.cast_pixels(ball, (100, 95), motion) == as_mask.cast_pixels(ball, (100, 95), motion)


def test_pictures() -> None:
    made = Mask.filled(8, 8)
    assert made._repr_png_().startswith(b"\x89PNG")
    pytest.importorskip("PIL")
    picture = hitmask.show(made, Mask.filled(3, 3), at=(6, 6), zoom=1)
    assert picture.size == (9, 9)
    assert [picture.getpixel(p) for p in ((0, 0), (6, 6), (8, 8), (8, 0))] == [
        (70, 120, 200),
        (255, 60, 180),
        (90, 170, 90),
        (24, 24, 32),
    ]


def test_answers_are_values() -> None:
    """Answers can be sent from one process to another."""
    a = Mask.filled(8, 6)
    for value in (a.moments(), a.components()[0], a.closest(a, (20, 3)), a.closest(a, (0, 0)), AlphaMask.from_mask(a).at_level(9)):
        assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
        assert hash(pickle.loads(pickle.dumps(value))) == hash(value)
        assert "object at" not in repr(value)
    assert AlphaMask.from_mask(a).at_level(9) != AlphaMask.from_mask(a).at_level(10)
    for shape in (hitmask.Circle((1, 2.5), 3), hitmask.ConvexPolygon([(0, 0), (4, 0), (0, 4.5)]), a.components()[0], a.moments()):
        assert eval(repr(shape), vars(hitmask)) == shape
    assert repr(hitmask.PoseCache()) == "<hitmask.PoseCache of 0 masks, 0 bytes>"


def test_rules_have_names() -> None:
    a, turned = Mask.filled(8, 8), hitmask.Pose((0, 0), 45)
    for rule in hitmask.PixelRule:
        assert a.overlaps_posed(turned, a, hitmask.Pose((2, 2)), rule) == a.overlaps_posed(turned, a, hitmask.Pose((2, 2)), rule.value)
    with pytest.raises(ValueError, match="'raster' or 'geometry'"):
        a.overlaps_posed(turned, a, turned, "pixels")  # type: ignore[arg-type]


def test_nine_slices() -> None:
    alpha = np.arange(1, 9, dtype=np.uint8)[np.newaxis, :]
    pipe = AlphaMask.from_alpha(alpha)
    assert np.asarray(pipe.nine_slice((3, 0, 1, 0), 6, 1))[0].tolist() == [1, 2, 3, 5, 7, 8]
    assert np.asarray(pipe.nine_slice((3, 0, 1, 0), 11, 1, "tile"))[0].tolist() == [1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 8]
    assert np.asarray(pipe.nine_slice([3, 0, 1, 0], 2, 1))[0].tolist() == [1, 3]
    labels = hitmask.LabelMask(alpha)
    assert np.asarray(labels.nine_slice((3, 0, 1, 0), 6, 1))[0].tolist() == [1, 2, 3, 5, 7, 8]
    spike = Mask.from_array(np.fromfunction(lambda y, x: y >= abs(2 * x - 7), (8, 8)))
    saw = spike.nine_slice((0, 0, 0, 0), 64, 8, fill="tile")
    assert saw.count() == 8 * spike.count()
    assert not saw.overlaps(Mask.filled(2, 2), (7, 0))
    assert spike.nine_slice((0, 0, 0, 0), 64, 8) == spike.scale_nearest(64, 8)
    with pytest.raises(ValueError, match="left and right margins must be from 0 to 8"):
        spike.nine_slice((5, 0, 5, 0), 64, 8)
    with pytest.raises(ValueError, match="'stretch' or 'tile'"):
        spike.nine_slice((1, 1, 1, 1), 64, 8, "mirror")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the upper margin is -1"):
        spike.nine_slice((1, -1, 1, 1), 64, 8)
    with pytest.raises(TypeError, match="four whole numbers"):
        spike.nine_slice((1, 1), 64, 8)  # type: ignore[arg-type]


def test_pieces_of_few_corners() -> None:
    disc = hitmask.Mask.from_array(np.hypot(*np.mgrid[-20:20, -20:20]) < 19)
    outline = disc.outline().simplify()
    assert max(map(len, outline.convex_pieces())) > 8 >= max(map(len, outline.convex_pieces(8)))
    assert max(map(len, disc.convex_pieces(max_corners=3))) == 3
    with pytest.raises(ValueError, match="max_corners"):
        disc.convex_pieces(2)
