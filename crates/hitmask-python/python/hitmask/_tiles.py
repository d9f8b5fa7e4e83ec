"""What the modules for loaded levels share: the rules of docs/level_files.md for tiles."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from hitmask._hitmask import Mask, TileMap, TileSet

Said: TypeAlias = tuple[Mapping[str, Any] | None, str | None]
"""The custom properties of something, and its class."""

Tile: TypeAlias = tuple[Mask, str, int, tuple[int, int]]
"""As `TileSet` takes it: its pixels, what it is for, its number, and how far it is drawn from its place."""

_SIDES = {"up": "one-way", "right": "one-way-right", "down": "one-way-down", "left": "one-way-left"}
_KINDS = {"solid": "body", "body": "body", "oneway": "one-way", "sensor": "sensor", "none": "nothing", "nothing": "nothing"}
_KINDS |= {f"oneway{side}": kind for side, kind in _SIDES.items()}
_FLIPS = 0xF000_0000


def kind_of(*said: Said) -> str:
    """What a tile is for: the first that says something counts, of the tile, its set and its layer."""
    return next(filter(None, (_kind_said(properties or {}, name) for properties, name in said)), "body")


def _kind_said(properties: Mapping[str, Any], name: Any) -> str | None:
    """What a property `one-way` with a side says, then the property `hitmask`, then a name."""

    def known(words: dict[str, str], word: Any) -> str | None:
        return words.get(word.lower().translate({ord(mark): None for mark in "-_ "})) if isinstance(word, str) else None

    return known(_SIDES, properties.get("one-way")) or known(_KINDS, properties.get("hitmask")) or known(_KINDS, name)


def number_of(*said: Said) -> int:
    """The number of a tile: the first that says one, of the tile and its set."""
    for properties, _ in said:
        number = (properties or {}).get("number")
        if isinstance(number, int | float) and not isinstance(number, bool) and number % 1 == 0 and 0 <= number < 1 << 63:
            return int(number)
    return 0


def set_of(sets: Iterable[Any], gid: int) -> Any:
    """The tile set that a number of a map belongs to."""
    found = max((one for one in sets if one.firstgid <= gid), key=lambda one: one.firstgid, default=None)
    if found is None:
        raise ValueError(f"tile {gid} belongs to no tile set: save the map again with all its sets")
    return found


def check(orientation: str, layer: Any, name: str) -> None:
    """Refuses what cannot be a map of cells."""
    if orientation != "orthogonal":
        raise ValueError(f"a {orientation} level is no TileMap: hitmask.load gives the pixels of its layers")
    if not hasattr(layer, "data"):
        raise ValueError(f"the layer {name!r} has no cells")


Chunk: TypeAlias = tuple[int, int, Sequence[Sequence[int]]]
"""The column and row of a rectangle of cells, and its rows of numbers as Tiled writes them."""


def built(
    chunks: Sequence[Chunk], cell: tuple[int, int], offset: tuple[float, float], tile_of: Callable[[int], Tile]
) -> tuple[TileMap, tuple[int, int]]:
    """The map with the tiles that occur, and the pixel of the level on which its corner lies."""
    used = sorted({gid & ~_FLIPS for _, _, rows in chunks for row in rows for gid in row} - {0})
    left, top = min((x for x, _, _ in chunks), default=0), min((y for _, y, _ in chunks), default=0)
    right = max((x + len(row) for x, _, rows in chunks for row in rows), default=0)
    bottom = max((y + len(rows) for _, y, rows in chunks), default=0)
    tiles = TileMap(TileSet({gid: tile_of(gid) for gid in used}), (right - left, bottom - top), cell)
    for x, y, rows in chunks:
        if rows and rows[0]:
            tiles.fill((x - left, y - top), len(rows[0]), [gid for row in rows for gid in row])
    # The pixel on which the layer lies: places are rounded to 65 536ths once.
    by = [round(along * 65_536) // 65_536 for along in offset]
    return tiles, (left * cell[0] + by[0], top * cell[1] + by[1])
