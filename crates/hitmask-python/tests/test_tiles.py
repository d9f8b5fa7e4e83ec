"""Tile maps: cells, views, what is met, worlds."""

import copy
import pickle

import pytest

import hitmask


def level() -> hitmask.TileMap:
    full = hitmask.Mask.filled(16, 16)
    tiles = hitmask.TileSet({1: full, 2: (hitmask.Mask.filled(16, 4), "one-way"), 5: (full, "sensor", 25, (0, 8))})
    rows = [[0] * 10 for _ in range(7)] + [[1] * 10]
    return hitmask.TileMap(tiles, (10, 8), (16, 16), [gid for row in rows for gid in row])


def test_cells() -> None:
    map = level()
    assert (map.size, map.cell_size, map.filled()) == ((10, 8), (16, 16), 10)
    assert map.set((3, 2), 2, flip_x=True) is None
    assert map.get((3, 2)) == (2, True, False, False)
    map.fill((8, 0), 2, [0xA0000001, 0, 1])
    assert map.cells()[:2] == [((8, 0), (1, True, False, True)), ((8, 1), (1, False, False, False))]
    assert map.set((3, 2), None) == (2, True, False, False)
    assert map.get((30, 2)) is None
    with pytest.raises(ValueError, match="outside 10 x 8 cells"):
        map.set((10, 0), 1)
    with pytest.raises(ValueError, match="tile 3 is not in the set"):
        map.set((0, 0), 3)
    with pytest.raises(ValueError, match="a kind of tile"):
        hitmask.TileSet([(hitmask.Mask.filled(1, 1), "wall")])
    assert map.tile_set.ids() == [1, 2, 5]
    assert map.tile_set.get(5)[1:] == ("sensor", 25, (0, 8))
    assert map.tile_set.get(3) is None
    map.clear()
    assert map.filled() == 0 and map.bounds is None


def test_a_shape() -> None:
    map = level()
    ball = hitmask.Mask.filled(8, 8)
    assert map.overlaps(ball, (20, 105)) and not map.overlaps(ball, (20, 104))
    assert (map.count(), map.bounds) == (10 * 256, (0, 112, 160, 16))
    assert ball.overlap_area(map, (-20, -105)) == 8
    map.set((2, 3), 5)
    ground = map.only("body")
    assert map.contains((40, 60)) and not ground.contains((40, 60))
    assert ground.overlap_area((0, 0, 1000, 1000), (0, 0)) == 2560
    assert map.only("sensor").crop((32, 56, 16, 16)) == hitmask.Mask.filled(16, 16)
    met = map.overlap_tiles(ball, (28, 108))
    assert [(one.cell, one.tile, one.kind, one.area, one.first) for one in met] == [
        ((1, 7), 1, "body", 16, (28, 112)),
        ((2, 7), 1, "body", 16, (32, 112)),
    ]
    assert map.tile_at((40, 60)).number == 25 and map.tile_at((0, 0)) is None
    assert map.cast(ball, (0, 0), (0, 208)).time == 0.5
    terrain = hitmask.Terrain(200, 200)
    assert terrain.draw(map.only("body", "one_way"))[0] == 2560


def test_copies() -> None:
    map = level()
    other = copy.deepcopy(map)
    assert pickle.loads(pickle.dumps(map)) == map == other
    other.set((0, 0), 1)
    assert other != map and map.filled() == 10
    assert hitmask.TileMap.from_bytes(map.to_bytes()).content_hash() == map.content_hash()
    with pytest.raises(ValueError):
        hitmask.TileMap.from_bytes(map.to_bytes()[:-1])


def test_a_world() -> None:
    map = level()
    map.set((2, 5), 2)
    map.set((6, 6), 5)
    world = hitmask.World()
    body, ledge, spikes = world.insert_tiles(map, (100, 0))
    assert ledge is not None and spikes is not None
    hero = world.insert(hitmask.Mask.filled(8, 8), (136, 60), kind="character")
    slid = world.move_and_slide(hero, (0, 200))
    assert (slid.floor.handle, slid.position) == (ledge, (136.0, 84.0))
    assert world.tile_at(ledge, (136, 92)).cell == (2, 5)
    assert world.set_tile(body, (2, 5), None) == (2, False, False, False)
    assert world.move_and_slide(hero, (0, 200)).floor.handle == body
    world.set_position(hero, (198, 104))
    event = world.step()[0]
    assert world.tile_at(spikes, event.touch.first).number == 25
    assert map.get((2, 5)) is not None
    with pytest.raises(KeyError):
        world.set_tile(hero, (0, 0), None)
    # A rectangle of cells for all three, and back.
    before = world.state_hash()
    world.fill_tiles(spikes, (0, 0), 2, [1, 1, 1, 1])
    assert world.state_hash() != before and world.tile_at(body, (108, 8)).cell == (0, 0)
    world.fill_tiles(body, (0, 0), 2, [0] * 4)
    assert world.state_hash() == before
    with pytest.raises(KeyError):
        world.fill_tiles(hero, (0, 0), 1, [0])
    with pytest.raises(ValueError, match="outside 10 x 8 cells"):
        world.fill_tiles(body, (9, 0), 2, [0, 0])


def test_a_map_takes_the_properties_of_a_collider() -> None:
    world = hitmask.World()
    body, *_ = world.insert_tiles(level(), enabled=False, order=3, swept=True)
    assert [world.props(body)[name] for name in ("enabled", "order", "swept")] == [False, 3, True]
    with pytest.raises(TypeError, match="World.insert_tiles.* unexpected keyword argument 'pose'"):
        world.insert_tiles(level(), pose=None)


def test_worlds_with_a_map_pickle() -> None:
    world = hitmask.World()
    body, ledge, spikes = world.insert_tiles(level(), (100, 0))
    other = world.insert(level().only("body"), (0, 0))
    for again in (pickle.loads(pickle.dumps(world)), copy.deepcopy(world)):
        assert again.state_hash() == world.state_hash()
        # The three share one map still, and the other collider has its own.
        again.set_tile(spikes, (0, 0), 1)
        world.set_tile(body, (0, 0), 1)
        assert again.state_hash() == world.state_hash()
        assert again.tile_at(body, (100, 0)) is not None and again.tile_at(other, (0, 0)) is None
        world.set_tile(body, (0, 0), None)
    # The pixels are there once.
    one = hitmask.World()
    one.insert(level())
    assert len(pickle.dumps(one)) < len(pickle.dumps(world)) < 3 * len(pickle.dumps(one))
    snapshot = hitmask.World()
    snapshot.restore(pickle.loads(pickle.dumps(world.snapshot())))
    assert snapshot.state_hash() == world.state_hash()
    view = level().only("body", "one-way")
    assert pickle.loads(pickle.dumps(view)) == view != level().only("body")
