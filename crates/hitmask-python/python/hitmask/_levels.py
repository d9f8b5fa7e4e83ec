"""Objects and properties of the levels that hitmask reads itself."""

from dataclasses import dataclass, field
from os import PathLike
from typing import Any

from hitmask._hitmask import Circle, ConvexPolygon, Mask, level_objects, tile_properties

__all__ = ["LevelObject", "load_objects", "load_tile_properties"]


@dataclass(frozen=True)
class LevelObject:
    """An object of a level of Tiled or LDtk, from `load_objects`. `world.insert(thing.shape, **thing.options)` makes a collider of it."""

    id: int
    """Its number in the file; 0 if it has none."""
    name: str
    """Its name. Of an LDtk entity, the entity's identifier."""
    class_: str
    """Its class. Of an LDtk entity, the entity's identifier."""
    position: tuple[float, float]
    """Where it lies in the level, in pixels: its upper left corner, a tile's lower left one, or the point."""
    size: tuple[float, float]
    """Its width and height in pixels. 0 for points and polygons."""
    rotation: float
    """How far it is turned about its position, in degrees, clockwise."""
    visible: bool
    """Whether it is shown."""
    kind: str
    """What it is for: 'body', 'one-way', 'one-way-right', 'one-way-down', 'one-way-left', 'sensor' or 'nothing'."""
    properties: dict[str, Any] = field(hash=False)
    """Its custom properties, with those of its template. A class is a dict of its members, the reference to an object is its id."""
    shape: Mask | ConvexPolygon | Circle | tuple[int, int, int, int] | None = field(hash=False)
    """Its solid pixels. None for points, lines and text."""
    options: dict[str, Any] = field(hash=False)
    """What `World.insert` takes beside the shape: its place, and what the level says of kind, open side, layers and data."""


def load_objects(path: str | PathLike[str], *, threshold: int = 128) -> list[LevelObject]:
    """Loads the objects of a layer of Tiled or LDtk, in the order of the file: `cave.tmx#things`.

    A tile is solid where alpha is at least the threshold, or where its collision shapes cover it.

    Raises OSError if a file cannot be read, ValueError if it is damaged, too large or no level, or has no such layer of objects.

    >>> hills = "crates/hitmask-assets/examples/hills/hills.tmx#things"
    >>> lift = next(thing for thing in hitmask.load_objects(hills) if thing.name == "lift")
    >>> lift.kind, lift.shape, lift.properties
    ('body', (0, 0, 26, 5), {'rise': 64})
    >>> world = hitmask.World()
    >>> world.position(world.insert(lift.shape, **lift.options))
    (387.0, 112.0)
    """
    return [LevelObject(**fields) for fields in level_objects(path, threshold)]


def load_tile_properties(path: str | PathLike[str]) -> dict[int, dict[str, Any]]:
    """The custom properties of all tiles of a level that have some, by the numbers of `load_tile_map` and `TileOverlap.tile`.

    >>> hitmask.load_tile_properties("crates/hitmask-assets/examples/hills/hills.tmx")[7]
    {'hitmask': 'sensor', 'number': 10, 'deadly': True}

    Raises OSError if a file cannot be read, ValueError if it is damaged, too large or no level.
    """
    return tile_properties(path)
