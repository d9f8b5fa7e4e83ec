"""Exact tile maps of the levels that pytiled-parser has read: `from hitmask import tiled as hitmask_tiled`.

Arcade loads its levels with this package: `arcade.load_tilemap(path).tiled_map`. `hitmask.load_tile_map` reads the file itself and needs no
other package.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hitmask._hitmask import Mask, TileMap, TileOverlap, load
from hitmask._levels import LevelObject, load_objects
from hitmask._tiles import Said, Tile, built, check, kind_of, number_of, set_of

__all__ = ["objects", "tile_map", "tile_properties"]

#: The masks of whole sheets, by their file and their clear colour.
Sheets = dict[tuple[Path, tuple[int, ...] | None], Mask]


def tile_map(level: Any, layer: str, threshold: int = 128) -> tuple[TileMap, tuple[int, int]]:
    """A layer as a TileMap, and where it lies in the level: `world.insert_tiles(*tile_map(level, "ground"))`.

    layer: its name, or `group/name`. The tiles have the numbers of the file, and are solid where alpha >= threshold: their pictures are
    read again, and collision shapes of tiles don't count. What a tile is for and its number are said as docs/level_files.md tells.

    Raises KeyError if there is no such layer, ValueError if it cannot be a TileMap, OSError if a picture cannot be read.
    """
    named = list(_layers(level.layers))
    last = [found for found in named if found[0].rpartition("/")[2] == layer]
    found = next((found for found in named if found[0] == layer), last[0] if last else None)
    if found is None:
        raise KeyError(layer)
    name, content, offset, said = found
    check(level.orientation, content, name)
    cell = (int(level.tile_size.width), int(level.tile_size.height))
    chunks = [(int(part.coordinates.x), int(part.coordinates.y), part.data) for part in content.chunks or ()]
    masks: Sheets = {}
    folder = Path(level.map_file).parent

    def tile_of(gid: int) -> Tile:
        tiles = set_of(level.tilesets.values(), gid)
        tile = (tiles.tiles or {}).get(gid - tiles.firstgid)
        mask = _mask(tiles, tile, gid, masks, folder, threshold)
        if tiles.tile_render_size == "grid" and mask.size != cell:
            raise ValueError(f"the tiles of {tiles.name!r} are scaled to their cells: hitmask.load gives the pixels of the layer")
        of_set: Said = (tiles.properties, tiles.class_)
        of_tile: Said = (tile.properties, tile.class_) if tile else (None, None)
        x, y = tiles.tile_offset or (0, 0)
        return mask, kind_of(of_tile, of_set, said), number_of(of_tile, of_set), (int(x), int(y))

    return built(chunks or [(0, 0, content.data or [])], cell, offset, tile_of)


def objects(level: Any, layer: str, threshold: int = 128) -> list[LevelObject]:
    """The objects of a layer with their shapes and kinds: `world.insert(thing.shape, **thing.options)`. The file is read again:
    see `hitmask.load_objects`."""
    return load_objects(f"{level.map_file}#{layer}", threshold=threshold)


def tile_properties(level: Any, met: TileOverlap) -> dict[str, Any]:
    """The custom properties of a tile that was met in the map of one of the level's layers. Those of its set are not among them."""
    tiles = set_of(level.tilesets.values(), met.tile)
    tile = (tiles.tiles or {}).get(met.tile - tiles.firstgid)
    return dict(tile.properties or {}) if tile else {}


def _layers(
    layers: Any, prefix: str = "", offset: tuple[float, float] = (0, 0), properties: dict[str, Any] | None = None
) -> Iterator[tuple[str, Any, tuple[float, float], Said]]:
    """All layers with their groups' names, offsets and properties."""
    for layer in layers or ():
        name, here = prefix + layer.name, (offset[0] + layer.offset.x, offset[1] + layer.offset.y)
        said = {**(properties or {}), **(layer.properties or {})}
        if hasattr(layer, "layers"):
            yield from _layers(layer.layers, f"{name}/", here, said)
        else:
            yield name, layer, here, (said, layer.class_)


def _mask(tiles: Any, tile: Any, gid: int, masks: Sheets, folder: Path, threshold: int) -> Mask:
    """The pixels of a tile: those of its own picture, or of its place on the sheet."""
    own = tile is not None and tile.image is not None
    path = tile.image if own else tiles.image
    if path is None:
        raise ValueError(f"tile {gid} has no picture")
    color = None if own or tiles.transparent_color is None else tuple(tiles.transparent_color[:3])
    if (path, color) not in masks:
        frame = load(str(folder / path))[0]
        sheet = frame.mask(threshold)
        if color is not None:
            sheet &= Mask.from_color_key(frame.to_rgba(), color)
        masks[path, color] = sheet
    sheet = masks[path, color]
    w, h = (tile.width, tile.height) if own else (tiles.tile_width, tiles.tile_height)
    if own:
        x, y = tile.x, tile.y
    else:
        columns = (sheet.size[0] + tiles.spacing - tiles.margin) // (w + tiles.spacing)
        row, column = divmod(gid - tiles.firstgid, max(columns, 1))
        x, y = tiles.margin + column * (w + tiles.spacing), tiles.margin + row * (h + tiles.spacing)
    if x + w > sheet.size[0] or y + h > sheet.size[1]:
        raise ValueError(f"tile {gid} lies outside its picture: save the map again with all its sets")
    return sheet.crop((x, y, w, h))
