"""Verbs that other surfaces have, too: each is compared with another way to the same answer."""

import numpy as np
import pytest

import hitmask
from hitmask import AlphaMask, Circle, CollisionBuffer, ConvexPolygon, Mask, Obstacle, Pack, Pose, RunMask, Terrain, World

SHAPE = Mask.from_array(np.array([[0, 1, 1, 0, 0], [1, 1, 0, 0, 1], [0, 0, 0, 0, 1]], dtype=bool))


def pixels(mask: Mask, corner: tuple[int, int] = (0, 0)) -> set[tuple[int, int]]:
    w, h = mask.size
    return {(x + corner[0], y + corner[1]) for y in range(h) for x in range(w) if mask.get((x, y))}


def test_overlaps_and_bakes_of_all_shapes() -> None:
    circle, polygon = Circle((2.5, 1.5), 2), ConvexPolygon([(0, 0), (5, 0), (0, 4)])
    level = AlphaMask.from_mask(SHAPE).at_level(9)
    for shape in (SHAPE, RunMask.from_mask(SHAPE), level, Terrain.from_mask(SHAPE), circle, polygon):
        for offset in ((0, 0), (1, -1), (40, 0)):
            mask, corner = shape.overlap_placed(SHAPE, offset)
            assert pixels(mask, corner) == set(shape.overlap_points(SHAPE, offset))
    assert SHAPE.overlap_placed(SHAPE, (1, 0)) == (SHAPE.overlap_mask(SHAPE, (1, 0)), (0, 0))
    turned = Pose((7, 3), 90, pivot=(1, 1))
    mask, corner = SHAPE.bake(turned)
    assert level.bake(turned) == (mask, corner)
    for shape in (circle, polygon):
        mask, corner = shape.bake(Pose((7, 3)))
        plain, at = shape.to_mask()
        assert (mask, corner) == (plain, (at[0] + 7, at[1] + 3))
    assert turned.point_at((1, 1)) == (7.0, 3.0)
    assert all(SHAPE.get(turned.texel_at(pixel)) for pixel in pixels(*SHAPE.bake(turned)))


def test_alphas_runs_and_components() -> None:
    alpha = AlphaMask.from_mask(SHAPE)
    points = alpha.overlap_points(alpha, (1, 0))
    assert set(points) == pixels(alpha.overlap_mask(alpha, (1, 0)))
    assert alpha.extreme_overlap(alpha, (0, 0), "bottom_right") == (4, 2)
    runs = RunMask.from_mask(SHAPE)
    assert runs.moments() == SHAPE.moments() and runs.centroid() == SHAPE.centroid()
    assert runs.crop((1, 0, 3, 2)).to_mask() == SHAPE.crop((1, 0, 3, 2))
    assert runs.flip_h().to_mask() == SHAPE.flip_h() and runs.flip_v().to_mask() == SHAPE.flip_v()
    assert runs.components(4) == SHAPE.components(4)
    assert runs.runs(1) == [(0, 2), (4, 5)] and runs.runs(99) == []
    parts = SHAPE.components(4)
    labels = parts.labels()
    assert labels.dtype == np.uint32 and labels.shape == (3, 5)
    for (y, x), label in np.ndenumerate(labels):
        found = parts.component_at((x, y))
        assert label == (0 if found is None else found + 1)


def test_buffers_obstacles_and_packs() -> None:
    buffer = CollisionBuffer("owners", (0, 0, 8, 4))
    buffer.draw(SHAPE, 7, (1, 1))
    image = buffer.to_image()
    assert image.shape == (4, 8, 4)
    for (y, x), _ in np.ndenumerate(image[:, :, 0]):
        assert tuple(image[y, x]) == CollisionBuffer.colour_of(buffer.top_at((x, y)) or 0)
    assert buffer.memory_bytes() > 0
    walls = [Obstacle(SHAPE, (50, 0)), Obstacle(SHAPE, (20, 0))]
    first = hitmask.ray_cast_obstacles(walls, (0, 0.5), (100, 0))
    assert first is not None and first[0] == 1 and first[1].time == hitmask.Mask.ray_cast(SHAPE, (-20, 0.5), (100, 0)).time
    assert hitmask.ray_cast_obstacles(walls, (0, 9), (100, 0)) is None
    assert not Pack.is_pack(b"PNG") and not Pack.is_pack(b"")


def test_worlds() -> None:
    world = World()
    ground = world.insert(Terrain.filled(20, 10), (5, 5))
    ships = [world.insert(SHAPE, (x, 0)) for x in (0, 100)]
    assert sorted(world.handles()) == sorted([ground, *ships])
    assert world.carve(ground, (0, 0, 4, 4), (2, 2)) == (16, (2, 2, 4, 4))
    assert world.draw(ground, (0, 0, 2, 1), (2, 2), pose=Pose((0, 1))) == (2, (2, 3, 2, 1))
    with pytest.raises(KeyError):
        world.carve(ships[0], (0, 0, 4, 4))
    world.step()
    stats = world.stats()
    assert stats["colliders"] == 3 and stats["touching"] == len(world.contacts())
    assert world.memory_bytes() > 1000
    places = np.array([[3, 4, 90], [5, 6, 0.5]])
    assert world.set_places(np.array(ships), places) == 2
    assert [world.position(ship) for ship in ships] == [(3, 4), (5, 6)]
    assert [world.get(ship).rotation for ship in ships] == [90, 0.5]
    with pytest.raises(ValueError, match="the rotation must be finite"):
        world.set_places(ships, [(1, 1, 0), (2, 2, float("nan"))])
    with pytest.raises(ValueError, match="a place for each of 2 colliders, not 1"):
        world.set_places(ships, [(1, 1, 0)])
    assert world.position(ships[0]) == (3, 4)
    world.remove(ships[1])
    assert world.set_places(ships, [(1, 1, 0), (2, 2, 0)]) == 1


def test_shapes_of_the_same_pixels_say_the_same() -> None:
    mask = Mask(11, 5)
    mask.union_with((2, 1, 6, 2))
    mask.set((9, 4))
    mask.set((3, 1), False)
    tiles = hitmask.TileMap(hitmask.TileSet({1: mask}), (1, 1), (11, 5), [1])
    labels = hitmask.LabelMask.from_mask(mask, 7)
    level = AlphaMask.from_mask(mask).at_level(9)
    pixels = [(x, y) for y in range(-1, 6) for x in range(-1, 12)]
    for shape in (RunMask.from_mask(mask), Terrain.from_mask(mask), level, labels, tiles, tiles.only("body")):
        assert [shape.contains(pixel) for pixel in pixels] == [mask.contains(pixel) for pixel in pixels], shape
        if not isinstance(shape, hitmask.TileMap | hitmask.TileView):
            assert shape.size == (11, 5), shape
        if hasattr(shape, "count"):
            assert (shape.count(), shape.bounds) == (mask.count(), mask.bounds), shape
        if hasattr(shape, "crop"):
            part = shape.crop((2, 0, 7, 3))
            assert part == mask.crop((2, 0, 7, 3)) or part.to_mask() == mask.crop((2, 0, 7, 3)), shape


def test_each_setter_sets_its_own_property() -> None:
    world = World()
    collider = world.insert(Mask.filled(2, 2))
    values = {"kind": "one-way", "layers": (2, 5), "group": 3, "space": 4, "order": -6, "data": 7, "enabled": False, "swept": True}
    values |= {"first_only": True, "up": "left", "open_side": "down", "whole_pixels": True}
    assert list(values) == list(world.props(collider))
    for name, value in values.items():
        expected = {**world.props(collider), name: value}
        getattr(world, f"set_{name}")(collider, value)
        assert world.props(collider) == expected != {}, name
