"""Exact tile maps of the levels that pytmx has loaded for pygame: `from hitmask import pytmx as hitmask_pytmx`.

`hitmask.load_tile_map` reads the file itself and needs no other package.
"""

from typing import Any

from hitmask._hitmask import Mask, TileMap, TileOverlap
from hitmask._levels import LevelObject, load_objects
from hitmask._tiles import Said, Tile, built, check, kind_of, number_of, set_of
from hitmask.pygame import from_surface

__all__ = ["objects", "tile_map", "tile_properties"]


def tile_map(level: Any, layer: str, threshold: int = 128) -> tuple[TileMap, tuple[int, int]]:
    """A layer as a TileMap, and where it lies in the level: `world.insert_tiles(*tile_map(level, "ground"))`.

    level: what `load_pygame` returned. The tiles have the numbers of the file, not those that pytmx gives them, and are solid where alpha
    >= threshold; collision shapes of tiles don't count. What a tile is for and its number are said as docs/level_files.md tells. pytmx
    forgets which group a layer lies in, so offsets and properties of groups don't count.

    Raises ValueError if there is no such layer, if it cannot be a TileMap, or if a tile has no Surface.
    """
    content = level.get_layer_by_name(layer)
    check(level.orientation, content, layer)
    # pytmx has a number of its own for each tile in each of its flips.
    shown = {entry[0]: key for key, entry in level.imagemap.items() if key != (0, 0)}
    flags = {gid: tuple(map(bool, key[1] or (False,) * 3)) for gid, key in shown.items()}
    number = {0: 0}
    surfaces: dict[int, int] = {}
    for gid, (tiled, _) in shown.items():
        flip_x, flip_y, diagonal = flags[gid]
        number[gid] = tiled | flip_x << 31 | flip_y << 30 | diagonal << 29
        surfaces.setdefault(tiled & 0x0FFF_FFFF, gid)

    def tile_of(tiled: int) -> Tile:
        gid, tiles = surfaces[tiled], set_of(level.tilesets, tiled)
        properties = level.tile_properties.get(gid) or {}
        surface = level.images[gid]
        if surface is None:
            raise ValueError(f"tile {tiled} has no Surface: load the map with load_pygame")
        mask = Mask.crop(from_surface(surface, threshold - 1), (0, 0, *surface.get_size()))
        # Pictures of single files are not flipped by pytmx.
        if not properties.get("source"):
            flip_x, flip_y, diagonal = flags[gid]
            mask = mask.flip_h() if flip_x else mask
            mask = mask.flip_v() if flip_y else mask
            mask = mask.rotate90().flip_h() if diagonal else mask
        of_tile: Said = (properties, properties.get("class") or properties.get("type"))
        of_set: Said = (tiles.properties, getattr(tiles, "class", None))
        of_layer: Said = (content.properties, getattr(content, "class", None))
        x, y = tiles.offset
        return mask, kind_of(of_tile, of_set, of_layer), number_of(of_tile, of_set), (int(x), int(y))

    rows = [[number[gid] for gid in row] for row in content.data]
    return built([(0, 0, rows)], (level.tilewidth, level.tileheight), (content.offsetx, content.offsety), tile_of)


def objects(level: Any, layer: str, threshold: int = 128) -> list[LevelObject]:
    """The objects of a layer with their shapes and kinds: `world.insert(thing.shape, **thing.options)`. The file is read again:
    see `hitmask.load_objects`."""
    return load_objects(f"{level.filename}#{layer}", threshold=threshold)


def tile_properties(level: Any, met: TileOverlap) -> dict[str, Any]:
    """The custom properties of a tile that was met in the map of one of the level's layers. Those of its set are not among them."""
    # pytmx has a number of its own for each tile in each of its flips.
    gids = [entry[0] for key, entry in level.imagemap.items() if key != (0, 0) and key[0] == met.tile]
    found = (level.tile_properties.get(gid) for gid in gids)
    return dict(next(filter(None, found), {}))
