import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from os import PathLike
from typing import Any, Literal, Protocol, SupportsFloat, SupportsIndex, TypeAlias, final, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray
from typing_extensions import Buffer

from hitmask._rules import PixelRule

class _Pair(Protocol):
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...

_Pixel: TypeAlias = tuple[SupportsIndex, SupportsIndex] | Sequence[int] | _Pair
_Position: TypeAlias = tuple[SupportsFloat, SupportsFloat] | Sequence[float] | _Pair
_Rect: TypeAlias = tuple[int, int, int, int] | Sequence[int] | _Pair
_Shape: TypeAlias = _ShapeVerbs | _Rect
_Array: TypeAlias = Buffer | NDArray[Any]
_Rule: TypeAlias = _PixelRule | PixelRule
_Margins: TypeAlias = tuple[SupportsIndex, SupportsIndex, SupportsIndex, SupportsIndex] | Sequence[int]
_Xy: TypeAlias = tuple[int, int]
_Xywh: TypeAlias = tuple[int, int, int, int]
_Shown: TypeAlias = tuple[int, bool, bool, bool]
_Tile: TypeAlias = Mask | tuple[Mask] | tuple[Mask, str] | tuple[Mask, str, int] | tuple[Mask, str, int, _Pixel]
_ColliderShape: TypeAlias = _Shape | AlphaMask | Frames
_Test: TypeAlias = Callable[[Member, Member], Literal[False] | _Pixel | None]
_ColliderKind: TypeAlias = Literal["body", "character", "one-way", "sensor", "crate"]
_ColliderKindWord: TypeAlias = _ColliderKind | Literal["one_way"]
_Direction: TypeAlias = Literal["up", "right", "down", "left"]
_BroadPhaseKind: TypeAlias = Literal["auto", "brute-force", "grid", "sort-x"]
_BroadPhaseKindWord: TypeAlias = _BroadPhaseKind | Literal["brute_force", "sort_x"]
_EventKind: TypeAlias = Literal["begin", "stay", "end", "pass"]
_TileKind: TypeAlias = Literal["nothing", "body", "one-way", "sensor", "one-way-right", "one-way-down", "one-way-left"]
_TileKindWord: TypeAlias = _TileKind | Literal["one_way", "one_way_right", "one_way_down", "one_way_left"]
_FillRule: TypeAlias = Literal["non-zero", "even-odd"]
_FillRuleWord: TypeAlias = _FillRule | Literal["non_zero", "even_odd"]
_StructuringElement: TypeAlias = Literal["box", "diamond", "disc"]
_SliceFill: TypeAlias = Literal["stretch", "tile"]
_OutlineBound: TypeAlias = Literal["outer", "inner", "within"]
_BorderMode: TypeAlias = Literal["clear", "ignored"]
_PixelRule: TypeAlias = Literal["raster", "geometry"]
_ScanOrder: TypeAlias = Literal[
    "top-left", "top-right", "bottom-left", "bottom-right", "left-top", "left-bottom", "right-top", "right-bottom"
]
_ScanOrderWord: TypeAlias = (
    _ScanOrder | Literal["top_left", "top_right", "bottom_left", "bottom_right", "left_top", "left_bottom", "right_top", "right_bottom"]
)
_BufferMode: TypeAlias = Literal["owners", "painter", "latch"]
_TagDirection: TypeAlias = Literal["forward", "reverse", "ping-pong", "ping-pong-reverse"]
_TagDirectionWord: TypeAlias = _TagDirection | Literal["ping_pong", "ping_pong_reverse"]

__all__ = [
    "AlphaLevel",
    "AlphaMask",
    "Blocker",
    "BufferOverlap",
    "CacheStats",
    "Cast",
    "CastHit",
    "Circle",
    "Closest",
    "Collider",
    "CollisionBuffer",
    "Component",
    "Components",
    "ConvexPolygon",
    "Event",
    "Fit",
    "Frame",
    "Frames",
    "Island",
    "LabelHit",
    "LabelMask",
    "LabelOverlap",
    "LineHit",
    "Mask",
    "Member",
    "Moments",
    "Moved",
    "Nearest",
    "Obstacle",
    "Outline",
    "Pack",
    "PackEntry",
    "PackTag",
    "PathSegment",
    "Pose",
    "PoseCache",
    "PosedCast",
    "PygameMask",
    "QueryFilter",
    "Ring",
    "RunMask",
    "Slid",
    "SolidMoved",
    "Sprite",
    "Terrain",
    "TileMap",
    "TileOverlap",
    "TileSet",
    "TileView",
    "Touch",
    "TurningHit",
    "World",
    "WorldSnapshot",
    "__version__",
    "bind_pygame",
    "first_overlaps_batch",
    "from_surface",
    "from_threshold",
    "level_objects",
    "load",
    "load_labels",
    "load_tile_map",
    "move_and_slide",
    "overlap_areas_batch",
    "overlaps_batch",
    "overlaps_posed_batch",
    "ray_cast_obstacles",
    "tile_properties",
]

__version__: str

class _ShapeVerbs:
    def overlaps(self, other: _Shape, offset: _Pixel) -> bool:
        """Whether some pixel is solid in both shapes.

        other: a Mask, RunMask, AlphaLevel, LabelMask, Terrain, TileMap, Circle, ConvexPolygon, or a rectangle (x, y, width, height).
        offset: the other's upper left corner minus this one's, in pixels. Every offset is legal.

        Shapes that only touch at an edge or at a corner do not overlap. Stops at the first hit.

        >>> ship = hitmask.Mask.filled(8, 8)
        >>> ship.overlaps(hitmask.Mask.filled(3, 3), (7, 7))
        True
        >>> ship.overlaps(hitmask.Mask.filled(3, 3), (8, 0))
        False
        """
    def overlap_area(self, other: _Shape, offset: _Pixel) -> int:
        """The number of pixels that are solid in both shapes. 0 if they do not overlap."""
    def first_overlap(self, other: _Shape, offset: _Pixel) -> tuple[int, int] | None:
        """The first pixel (x, y) that is solid in both shapes: the topmost, and of these the leftmost. None if they do not overlap.

        It is one of this shape's pixels; subtract the offset to have it in the other's.
        """
    def extreme_overlap(self, other: _Shape, offset: _Pixel, order: _ScanOrderWord = "top-left") -> tuple[int, int] | None:
        """The first pixel that is solid in both shapes, in another order: 'top-left', 'bottom-left', 'right-top', ... The first word
        says which pixels come first; the second word says which of these come first. None if the shapes do not overlap.
        """
    def overlap_bounds(self, other: _Shape, offset: _Pixel) -> tuple[int, int, int, int] | None:
        """The smallest rectangle (x, y, width, height) that contains all pixels that are solid in both shapes, in this shape's
        pixels. None if they do not overlap.
        """
    def overlap_points(self, other: _Shape, offset: _Pixel) -> list[tuple[int, int]]:
        """All pixels that are solid in both shapes, row by row from the top, as a list of (x, y)."""
    def overlap_placed(self, other: _Shape, offset: _Pixel) -> tuple[Mask, tuple[int, int]]:
        """The pixels that are solid in both shapes, as a mask, and the place (x, y) of the mask's upper left corner: (0, 0) and this
        shape's size, except for shapes that are no pictures.
        """
    def normal(self, other: _Shape, offset: _Pixel) -> tuple[int, int]:
        """The direction from this shape to the other one, from the change of the overlap area. (0, 0) if there is none."""
    def separation(self, other: _Shape, offset: _Pixel) -> tuple[int, int]:
        """The shortest motion (x, y) of the other shape after which the two do not overlap. (0, 0) if they do not overlap now."""
    def separation_along(self, other: _Shape, offset: _Pixel, direction: _Pixel) -> tuple[int, int] | None:
        """The shortest motion of the other shape along a direction after which the two do not overlap. None if the direction is (0, 0)."""
    def separation_by_axis(self, other: _Shape, offset: _Pixel) -> tuple[int, int]:
        """The shortest motion of the other shape along the x axis, and the one along the y axis, each of which separates the two."""
    def closest(self, other: _Shape, offset: _Pixel) -> Closest | None:
        """How near the shapes are: a `Closest`. None if one of them has no solid pixel."""

@final
class AlphaLevel(_ShapeVerbs):
    """The pixels of an AlphaMask whose alpha is at least a level."""
    @property
    def level(self) -> int:
        """The level."""
    def to_mask(self) -> Mask:
        """The same pixels as a mask."""
    @property
    def size(self) -> tuple[int, int]:
        """The width and the height in pixels."""
    def contains(self, pixel: _Pixel) -> bool:
        """Whether the pixel is solid. False outside."""
    def bake(self, pose: Pose) -> tuple[Mask, tuple[int, int]]:
        """The world pixels that it covers under a pose, as a mask, and the world pixel of the mask's upper left corner."""
    def overlaps_posed(self, pose: Pose, other: AlphaLevel, other_pose: Pose) -> bool:
        """Whether two posed sprites cover a common pixel of the screen."""
    def overlap_area_posed(self, pose: Pose, other: AlphaLevel, other_pose: Pose) -> int:
        """The number of such pixels."""
    def first_overlap_posed(self, pose: Pose, other: AlphaLevel, other_pose: Pose) -> tuple[int, int] | None:
        """The first such pixel, in world pixels: the topmost, then the leftmost."""
    def overlap_bounds_posed(self, pose: Pose, other: AlphaLevel, other_pose: Pose) -> tuple[int, int, int, int] | None:
        """The smallest rectangle (x, y, width, height) around such pixels, in world pixels."""
    def __hash__(self) -> int: ...

@final
class AlphaMask:
    """The alpha of every pixel of a sprite.

    Two of them overlap by alpha sum: at pixels where both alphas are above 0 and add up to 255 or more. `at_level(160)` is the shape of
    all pixels with an alpha of at least 160.
    """
    @staticmethod
    def from_alpha(array: _Array) -> AlphaMask:
        """From an array of alphas: height x width, one byte each."""
    @staticmethod
    def from_rgba(array: _Array) -> AlphaMask:
        """From an array of pixels: height x width x 4, one byte each."""
    def at_level(self, level: int) -> AlphaLevel:
        """The shape of all pixels with an alpha of at least `level`."""
    def overlap_points(self, other: AlphaMask, offset: _Pixel) -> list[tuple[int, int]]:
        """All such pixels, row by row from the top, as a list of (x, y)."""
    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """The alphas as a NumPy array: height x width, one byte each."""
    @staticmethod
    def from_mask(mask: Mask) -> AlphaMask:
        """An alpha mask with alpha 255 where the mask is solid and 0 elsewhere."""
    @property
    def size(self) -> tuple[int, int]:
        """The width and the height in pixels."""
    @property
    def max_alpha(self) -> int:
        """The largest alpha; 0 if there are no pixels. Reads every byte. If it is below the level of a query, the sprite cannot collide in
        that query, even if you can see it.
        """
    def memory_bytes(self) -> int:
        """The memory that it uses, in bytes: its fields, its pixels, and the copies that posed queries keep with it."""
    def alpha(self, pixel: _Pixel) -> int:
        """The alpha of a pixel. 0 outside."""
    def to_mask(self, threshold: int = 128) -> Mask:
        """The pixels whose alpha is at least the threshold, as a mask."""
    def nine_slice(self, margins: _Margins, width: SupportsIndex, height: SupportsIndex, fill: _SliceFill = "stretch") -> AlphaMask:
        """Cut into nine slices and put together in another size. The corners keep their size; the slices between them are stretched or
        repeated. If the margins do not fit into the new size, they shrink in proportion. fill: 'stretch' or 'tile'.
        """
    def overlaps(self, other: AlphaMask, offset: _Pixel) -> bool:
        """Whether the two collide by alpha sum: at some pixel both alphas are above 0 and they add up to 255 or more."""
    def overlap_area(self, other: AlphaMask, offset: _Pixel) -> int:
        """The number of pixels that collide by alpha sum."""
    def first_overlap(self, other: AlphaMask, offset: _Pixel) -> tuple[int, int] | None:
        """The first pixel (x, y) that collides by alpha sum, row by row from the top and from left to right; in its pixels. None if no pixel
        collides.
        """
    def extreme_overlap(self, other: AlphaMask, offset: _Pixel, order: _ScanOrderWord = "top-left") -> tuple[int, int] | None:
        """The first pixel (x, y) that collides by alpha sum, in a scan order of your choice; in its pixels. None if no pixel collides. order:
        'top-left', 'top-right', 'bottom-left', 'bottom-right', 'left-top', 'left-bottom', 'right-top' or 'right-bottom'.
        """
    def overlap_bounds(self, other: AlphaMask, offset: _Pixel) -> tuple[int, int, int, int] | None:
        """The smallest rectangle (x, y, width, height) that contains all pixels that collide by alpha sum; in its pixels. None if no pixel
        collides.
        """
    def overlap_mask(self, other: AlphaMask, offset: _Pixel) -> Mask:
        """The pixels that collide by alpha sum, as a mask of its size."""
    def overlaps_posed(self, pose: Pose, other: AlphaMask, other_pose: Pose) -> bool:
        """Whether any world pixel meets by alpha sum, for two posed alpha masks."""
    def overlap_area_posed(self, pose: Pose, other: AlphaMask, other_pose: Pose) -> int:
        """How many world pixels meet by alpha sum, for two posed alpha masks."""
    def first_overlap_posed(self, pose: Pose, other: AlphaMask, other_pose: Pose) -> tuple[int, int] | None:
        """The first world pixel (x, y) (the topmost, then the leftmost) that meets by alpha sum, for two posed alpha masks."""
    def overlap_bounds_posed(self, pose: Pose, other: AlphaMask, other_pose: Pose) -> tuple[int, int, int, int] | None:
        """The smallest rectangle (x, y, width, height) around all world pixels that meet by alpha sum, for two posed alpha masks."""
    def bake(self, pose: Pose) -> tuple[AlphaMask, tuple[int, int]]:
        """What a posed alpha mask shows in the world: the alphas, and the world pixel of the upper left one."""
    def __hash__(self) -> int: ...

@final
class Blocker:
    """A collider that refuses one more step."""
    @property
    def handle(self) -> int:
        """The collider."""
    @property
    def data(self) -> int:
        """Its data."""
    @property
    def pixel(self) -> tuple[int, int]:
        """Its pixel that refuses the step."""
    @property
    def normal(self) -> tuple[int, int]:
        """The direction against the step."""
    def __hash__(self) -> int: ...

@final
class BufferOverlap:
    """An id that a shape meets in a collision buffer."""
    @property
    def id(self) -> int:
        """The id."""
    @property
    def area(self) -> int:
        """How many of the shape's pixels hold it."""
    @property
    def first(self) -> tuple[int, int]:
        """The first of these: the topmost, then the leftmost."""
    def __hash__(self) -> int: ...

@final
class CacheStats:
    """What a pose cache has done, and what it holds."""
    @property
    def hits(self) -> int:
        """Requests that were answered with a kept mask."""
    @property
    def misses(self) -> int:
        """Requests for which a mask was drawn."""
    @property
    def evictions(self) -> int:
        """Masks that were dropped to stay within the limit."""
    @property
    def entries(self) -> int:
        """Masks that are kept now."""
    @property
    def bytes(self) -> int:
        """Their memory in bytes."""
    def __hash__(self) -> int: ...

@final
class Cast:
    """Whether a motion hits, and when. It is true unless the kind is 'miss'."""
    @property
    def kind(self) -> Literal["initial-overlap", "hit", "miss"]:
        """'initial-overlap', 'hit' or 'miss'."""
    @property
    def point(self) -> tuple[int, int] | None:
        """The pixel (x, y) that is hit: of several, the topmost, then the leftmost. None without a hit."""
    @property
    def normal(self) -> tuple[int, int] | None:
        """The side of that pixel that is hit, as a direction (x, y) of -1, 0 and 1. None without a hit, and in `cast_pixels`."""
    @property
    def steps(self) -> int | None:
        """How many steps are free. Only in `cast_pixels`."""
    @property
    def offset(self) -> tuple[int, int] | None:
        """The offset (x, y) after the free steps. Only in `cast_pixels`."""
    @property
    def time(self) -> Fraction | None:
        """The moment from which on they overlap, as a Fraction of the motion: at least 0 and less than 1. None without a hit."""
    def __bool__(self) -> bool: ...
    def __hash__(self) -> int: ...

@final
class CastHit:
    """A collider that a motion meets, by raster."""

    __hash__: None  # type: ignore[assignment]
    @property
    def collider(self) -> int:
        """The collider."""
    @property
    def data(self) -> int:
        """Its data."""
    @property
    def pixel(self) -> tuple[int, int]:
        """The first pixel that both cover then: the topmost, then the leftmost."""
    @property
    def normal(self) -> tuple[int, int]:
        """The direction against the motion, on each axis that changed then: -1, 0 or 1. (0, 0) if they overlap at the start."""
    @property
    def free(self) -> tuple[float, float] | None:
        """The last free position, one step before the hit. There is none if they overlap at the start."""
    @property
    def time(self) -> Fraction:
        """When they first cover the same pixel: a part of the motion. 0 if they overlap at the start. As a Fraction."""

@final
class Circle(_ShapeVerbs):
    """The pixels whose centres lie in a circle. `Circle((x, y), radius)`, in pixels; parts of pixels are allowed."""
    def __new__(cls, centre: _Position, radius: float) -> Circle: ...
    @property
    def centre(self) -> tuple[float, float]:
        """The centre (x, y)."""
    @property
    def radius(self) -> float:
        """The radius in pixels."""
    @property
    def bounds(self) -> tuple[int, int, int, int] | None:
        """The smallest rectangle (x, y, width, height) around the pixels that it covers. None if it covers none."""
    def contains(self, pixel: _Pixel) -> bool:
        """Whether it covers a pixel."""
    def to_mask(self) -> tuple[Mask, tuple[int, int]]:
        """The pixels that it covers as a mask, and the place of the mask's corner."""
    def bake(self, pose: Pose) -> tuple[Mask, tuple[int, int]]:
        """The world pixels that it covers under a pose, as a mask, and the world pixel of the mask's upper left corner."""
    def __hash__(self) -> int: ...

@final
class Closest:
    """How near two shapes are, from `closest`."""
    @property
    def overlapping(self) -> bool:
        """Whether some pixel is solid in both."""
    @property
    def squared(self) -> int:
        """The squared distance between their solid pixels. 0 if they overlap or touch."""
    @property
    def a(self) -> tuple[int, int] | None:
        """The nearest pixel (x, y) of this shape. None if they overlap."""
    @property
    def b(self) -> tuple[int, int] | None:
        """The nearest pixel of the other shape, in its own pixels. None if they overlap."""
    def __new__(cls, overlapping: bool, squared: int, a: tuple[int, int] | None, b: tuple[int, int] | None) -> Closest: ...
    def __getnewargs__(self) -> tuple[bool, int, tuple[int, int] | None, tuple[int, int] | None]: ...
    @property
    def distance(self) -> float:
        """The distance in pixels."""
    def __hash__(self) -> int: ...

@final
class Collider:
    """A collider of a world as it is at a moment. Changing the world does not change it."""

    __hash__: None  # type: ignore[assignment]
    @property
    def position(self) -> tuple[float, float]:
        """Where its pivot lies, in pixels."""
    @property
    def rotation(self) -> float | None:
        """Its angle in degrees, clockwise. None if it has a pose that was given as a matrix."""
    @property
    def scale(self) -> tuple[float, float] | None:
        """Its scale on its own axes. None if it has a pose that was given as a matrix."""
    @property
    def flip(self) -> tuple[bool, bool] | None:
        """Whether each of its own axes is mirrored. None if it has a pose that was given as a matrix."""
    @property
    def pivot(self) -> tuple[float, float]:
        """The point of the shape that lies on the position."""
    @property
    def frame(self) -> int | None:
        """The frame of an animation that is shown. None for other shapes."""
    @property
    def kind(self) -> _ColliderKind:
        """How it takes part."""
    @property
    def layers(self) -> tuple[int, int]:
        """The layers that it is on, and those that it meets, 32 bits each."""
    @property
    def group(self) -> int:
        """Colliders of the same group never meet. 0 is no group."""
    @property
    def space(self) -> int:
        """Only colliders of the same space meet."""
    @property
    def order(self) -> int:
        """Its place in the drawing order, for picking: higher is on top."""
    @property
    def data(self) -> int:
        """Yours: a number that events carry."""
    @property
    def enabled(self) -> bool:
        """Whether it meets anything at all."""
    @property
    def swept(self) -> bool:
        """Whether steps look at its whole path since the last step, so that it passes through nothing."""
    @property
    def first_only(self) -> bool:
        """Whether only the first of its new touches in a step counts: by their times, those without a time at the end."""
    @property
    def up(self) -> _Direction | None:
        """Where up is for a character or a crate. None if it is seen from above: then there is no floor, and every blocker is a wall."""
    @property
    def open_side(self) -> _Direction:
        """The side from which one comes onto a one-way collider. It refuses only steps against that side."""
    @property
    def whole_pixels(self) -> bool:
        """Whether it stands on whole pixels and keeps the rest of its position as a remainder."""

@final
class CollisionBuffer:
    """A region of the world into which shapes are drawn with ids. Testing another shape against it gives the ids that the shape meets.

    `CollisionBuffer(mode, (x, y, width, height))`. mode: 'owners' keeps every id of a pixel, 'painter' the last one, 'latch' every id
    and which ids have touched any other.
    """
    def __new__(cls, mode: _BufferMode, region: _Rect) -> CollisionBuffer: ...
    def draw(self, shape: _Shape, id: int, at: _Pixel = (0, 0), *, pose: Pose | None = None) -> None:
        """Draws a shape with an id. at: the world pixel of its corner. With a pose, the pose places it."""
    def test(self, shape: _Shape, at: _Pixel = (0, 0), *, pose: Pose | None = None) -> list[BufferOverlap]:
        """The ids that a shape meets, sorted."""
    def touches(self, shape: _Shape, at: _Pixel = (0, 0), *, pose: Pose | None = None) -> bool:
        """Whether a shape meets any id."""
    def test_and_draw(self, shape: _Shape, id: int, at: _Pixel = (0, 0), *, pose: Pose | None = None) -> list[BufferOverlap]:
        """The ids that a shape meets, sorted; then the shape is drawn with its own id."""
    def to_image(self) -> NDArray[np.uint8]:
        """A picture of the buffer: a NumPy array of bytes, height x width x 4. Each pixel has the colour of the id that was drawn last there."""
    @staticmethod
    def colour_of(id: int) -> tuple[int, int, int, int]:
        """The colour (red, green, blue, alpha) of an id in `to_image`."""
    @property
    def region(self) -> tuple[int, int, int, int]:
        """The region of the world that the buffer holds."""
    def set_region(self, region: _Rect) -> None:
        """Moves the buffer to another region, which may have another size, and erases what was drawn. The latched ids stay. Going back to an
        earlier region needs no new memory.
        """
    def move_to(self, corner: _Pixel) -> None:
        """Moves the region, and erases what was drawn."""
    def clear(self) -> None:
        """Erases what was drawn, at the start of a frame. The latched ids stay."""
    def ids_at(self, pixel: _Pixel) -> list[int]:
        """The ids at a pixel, ascending, each once. Empty outside the region."""
    def top_at(self, pixel: _Pixel) -> int | None:
        """Of the ids at a pixel, the one that was drawn last. None if there is no id, and outside the region."""
    def take_latched(self) -> list[int]:
        """The ids that have touched another id since the last call, ascending. The call clears them."""
    def memory_bytes(self) -> int:
        """The bytes that the buffer takes, its own fields included."""

@final
class Component:
    """A connected part of a mask, or a piece of a terrain that nothing holds."""
    @property
    def area(self) -> int:
        """How many pixels it has."""
    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """The smallest rectangle around them."""
    @property
    def first(self) -> tuple[int, int]:
        """The first of them: the topmost, then the leftmost."""
    def __new__(cls, area: int, bounds: tuple[int, int, int, int], first: tuple[int, int]) -> Component: ...
    def __hash__(self) -> int: ...

@final
class Components:
    """The connected components of a mask, numbered in the order of their first pixels."""

    __hash__: None  # type: ignore[assignment]
    def __getitem__(self, index: int, /) -> Component: ...
    def labels(self) -> NDArray[np.uint32]:
        """A NumPy array of uint32, height x width: 0 for clear pixels, else the number of the component plus one."""
    def mask(self, index: int) -> Mask:
        """A component as a mask of the whole mask's size."""
    def cut_out(self, index: int) -> Mask:
        """A component as a mask of its own size."""
    def __len__(self) -> int: ...
    @property
    def largest(self) -> int | None:
        """The number of the component with the most pixels; if there are several, the first of them. None if there are no components."""
    def component_at(self, pixel: _Pixel) -> int | None:
        """The number of the component that contains the pixel. None for clear pixels and outside the mask. Takes one binary search among the
        runs of the row.
        """

@final
class ConvexPolygon(_ShapeVerbs):
    """The pixels whose centres lie in a convex polygon. `ConvexPolygon([(x, y), ...])`, in pixels; parts of pixels are allowed."""
    def __new__(cls, corners: Sequence[_Position]) -> ConvexPolygon: ...
    @property
    def corners(self) -> list[tuple[float, float]]:
        """The corners [(x, y), ...]."""
    @property
    def bounds(self) -> tuple[int, int, int, int] | None:
        """The smallest rectangle (x, y, width, height) around the pixels that it covers. None if it covers none."""
    def contains(self, pixel: _Pixel) -> bool:
        """Whether it covers a pixel."""
    def to_mask(self) -> tuple[Mask, tuple[int, int]]:
        """The pixels that it covers as a mask, and the place of the mask's corner."""
    def bake(self, pose: Pose) -> tuple[Mask, tuple[int, int]]:
        """The world pixels that it covers under a pose, as a mask, and the world pixel of the mask's upper left corner."""
    def __hash__(self) -> int: ...

@final
class Event:
    """What happened between two colliders in a step. Always a < b."""
    @property
    def kind(self) -> Literal["begin", "stay", "end", "pass", "other"]:
        """What happened."""
    @property
    def a(self) -> int:
        """The collider with the lower handle."""
    @property
    def b(self) -> int:
        """The collider with the higher handle."""
    @property
    def data(self) -> tuple[int, int]:
        """The data of a and of b."""
    @property
    def since(self) -> int:
        """The number of the step in which they began to touch."""
    @property
    def touch(self) -> Touch | None:
        """Where they touch. Missing if they ceased to touch. None if there is none."""
    @property
    def approximate(self) -> bool:
        """Whether the path of one of the two was not followed exactly."""
    @property
    def hit(self) -> LabelHit | None:
        """Which labels met first, and where: at the time, if there is one. Only if the options of the world ask for labels, and they began to
        touch or met on the way. None if there is none.
        """
    @property
    def time(self) -> Fraction | None:
        """When they first touched on the way from the last step to this one. Only for pairs with a swept collider. None if there is none. As a
        Fraction.
        """
    def other(self, collider: int) -> tuple[int, int] | None:
        """The other one of the pair, and its data. None if the handle is in neither place."""
    def part_of(self, collider: int) -> int | None:
        """Which part of this one of the pair was met: the label that it showed where the two met first. 0 if it has no labels. None if the handle
        is in neither place, or if the event names no labels. `World.label_name` tells the name of the part.
        """
    def __hash__(self) -> int: ...

@final
class Fit:
    """Whether something fits. It is true unless the kind is 'stuck'."""
    @property
    def kind(self) -> Literal["free", "moved", "stuck"]:
        """'free', 'moved' or 'stuck'. 'free': It overlaps no body there. 'moved': It does, but none after the least move that frees it, which
        was made. 'stuck': No move within the limit frees it. Nothing has changed.
        """
    @property
    def move(self) -> tuple[int, int] | None:
        """The least move that frees it, in whole pixels: (0, 0) if it is free. None if there is none."""
    @property
    def collider(self) -> int | None:
        """The body that it is stuck in. None if there is none."""
    def __bool__(self) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Frame:
    """One picture of a sprite, at its full size."""
    @property
    def name(self) -> str:
        """The name that an atlas gives it. Frames of other files are named by their number."""
    @property
    def duration(self) -> float | None:
        """How long it is shown, in seconds. None if the format has no durations."""
    @property
    def pivot(self) -> tuple[float, float] | None:
        """The point (x, y) by which it is placed. None if the file has none."""
    @property
    def size(self) -> tuple[int, int]:
        """The width and the height in pixels."""
    @property
    def trim(self) -> tuple[int, int, int, int]:
        """Where (x, y, width, height) the stored pixels lie in the frame."""
    def mask(self, threshold: int = 128) -> Mask:
        """Solid where alpha is at least the threshold."""
    def alpha(self) -> AlphaMask:
        """The alpha of every pixel."""
    def to_rgba(self) -> NDArray[np.uint8]:
        """The pixels as a NumPy array of the shape (height, width, 4)."""

@final
class Frames:
    """The frames of an animation, for colliders. `Frames([mask, (mask, (x, y)), ...])`: a frame that was trimmed says where its mask lies in
    the whole picture. `World.set_frame` shows another one. Masks are kept as they are now.
    """
    def __new__(cls, frames: Sequence[Mask | tuple[Mask, _Pixel]]) -> Frames: ...
    @staticmethod
    def with_labels(frames: Sequence[LabelMask | tuple[LabelMask, _Pixel]]) -> Frames:
        """The frames of an animation of label masks: `Frames.with_labels([labels, (labels, (x, y)), ...])`."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> tuple[Mask, tuple[int, int]]: ...

@final
class Island:
    """A piece of a terrain that nothing holds."""
    @property
    def area(self) -> int:
        """How many pixels it has."""
    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """The smallest rectangle (x, y, width, height) around its pixels."""
    @property
    def first(self) -> tuple[int, int]:
        """Its first pixel (x, y): the topmost, then the leftmost."""

@final
class LabelHit:
    """The labels of the first pixel that two things share."""
    @property
    def labels(self) -> tuple[int, int]:
        """The label of the one who asked, and that of the other. 0 if it has no labels."""
    @property
    def pixel(self) -> tuple[int, int]:
        """The pixel."""
    def __hash__(self) -> int: ...

@final
class LabelMask(_ShapeVerbs):
    """A label for each pixel, from 0 (clear) to 255: which part of a sprite it belongs to.

    array: height x width labels, one byte each. names: a dict from labels to names, or to (name, number) with a number of yours.

    As a shape it is solid where its label is not 0. It cannot be changed: change the array, and make another one.

    >>> labels = memoryview(bytes([1, 1, 2, 2])).cast("B", (2, 2))       # or an array of NumPy
    >>> hero = hitmask.LabelMask(labels, {1: ("head", 100), 2: "body"})
    >>> hit = hero.label_hit(hitmask.Mask.filled(1, 1), (1, 0))
    >>> hero.names[hit.labels[0]]
    'head'
    """
    def __new__(cls, array: _Array, names: Mapping[int, str | tuple[str, int]] = {}) -> LabelMask: ...
    @staticmethod
    def from_colors(
        array: _Array, colors: Mapping[tuple[int, int, int] | tuple[int, int, int, int], int | str], *, unlisted: int | None = None
    ) -> LabelMask:
        """The labels of a painted picture, in which each part has a colour of its own. The array has the shape (height, width, 4): red, green,
        blue, alpha.

        colors: a dict from colours to labels, or to names, which are labelled 1, 2, 3 ... in the order of the dict. A colour is
        (red, green, blue), or with an alpha after it. unlisted: the label of the other colours. Without it they raise ValueError, which says
        where. A pixel whose alpha is 0 is clear, if its colour is not listed.

        >>> picture = memoryview(bytes([255, 0, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0])).cast("B", (1, 3, 4))   # or an array of NumPy
        >>> hero = hitmask.LabelMask.from_colors(picture, {(255, 0, 0): "head", (0, 0, 255): "body"})
        >>> hero.names, hero.label((1, 0)), hero.label((2, 0))
        ({1: 'head', 2: 'body'}, 2, 0)
        """
    @property
    def names(self) -> dict[int, str]:
        """The names of the labels that have one."""
    @property
    def numbers(self) -> dict[int, int]:
        """The numbers of the labels that have a name."""
    def find(self, name: str) -> int | None:
        """The lowest label with a name. None if there is none."""
    def labels(self) -> list[int]:
        """The labels that some pixel has, without 0."""
    def only(self, labels: int | Sequence[int]) -> Mask:
        """The pixels with this label, or with one of these labels, as a mask."""
    def to_mask(self) -> Mask:
        """All pixels with a label, as a mask."""
    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """The labels as a NumPy array: height x width, one byte each."""
    @staticmethod
    def from_mask(mask: Mask, label: int = 1) -> LabelMask:
        """A label mask with one label wherever the mask is solid."""
    @property
    def size(self) -> tuple[int, int]:
        """The width and the height in pixels."""
    def memory_bytes(self) -> int:
        """The memory that it uses, in bytes: its fields, its labels and names, its solid pixels, and what posed queries keep with these."""
    def state_hash(self) -> int:
        """One number for the size, the labels, and their names and numbers. It is the same on every machine and in every version of this
        library. Two label masks that differ have different hashes but for a chance of about 2⁻⁶⁴. It is kept until an edit.
        """
    def label(self, pixel: _Pixel) -> int:
        """The label of a pixel. 0 where it is clear, and outside."""
    def contains(self, pixel: _Pixel) -> bool:
        """Whether the pixel is solid: whether its label is not 0. False outside."""
    def crop(self, rect: _Rect) -> LabelMask:
        """The pixels inside a rectangle (x, y, width, height), as a label mask of the rectangle's size. Pixels outside it are clear."""
    def nine_slice(self, margins: _Margins, width: SupportsIndex, height: SupportsIndex, fill: _SliceFill = "stretch") -> LabelMask:
        """Cut into nine slices and put together in another size. The corners keep their size; the slices between them are stretched or
        repeated. If the margins do not fit into the new size, they shrink in proportion. Names and numbers of labels stay. fill: 'stretch'
        or 'tile'.
        """
    def flip_h(self) -> LabelMask:
        """Mirrored: left becomes right."""
    def flip_v(self) -> LabelMask:
        """Mirrored: top becomes bottom."""
    def rotate90(self) -> LabelMask:
        """Turned clockwise by 90 degrees."""
    def bake(self, pose: Pose) -> tuple[LabelMask, tuple[int, int]]:
        """What a posed label mask shows in the world: the labels, and the world pixel of the upper left one."""
    def to_bytes(self) -> bytes:
        """The label mask as bytes in a compact form with a checksum, to save it or to send it. Equal label masks give equal bytes."""
    @staticmethod
    def from_bytes(data: bytes) -> LabelMask:
        """Reads what `to_bytes` wrote. Raises ValueError if the bytes are damaged."""
    def overlap_labels(self, other: _Shape, offset: _Pixel) -> list[LabelOverlap]:
        """Which labels of a label mask and of a shape meet: for each pair of labels in how many pixels, and the first of these. Sorted by the
        labels. A shape without labels counts as label 0.
        """
    def label_hit(self, other: _Shape, offset: _Pixel) -> LabelHit | None:
        """The first pixel that both share, and the labels there. None if they do not overlap."""
    def overlap_labels_posed(self, pose: Pose, other: _Shape, other_pose: Pose) -> list[LabelOverlap]:
        """Which labels meet under poses: the pixels are those of the world."""
    def label_hit_posed(self, pose: Pose, other: _Shape, other_pose: Pose) -> LabelHit | None:
        """The first world pixel that both share under poses, and the labels there."""
    def __hash__(self) -> int: ...

@final
class LabelOverlap:
    """Two labels that meet, one of each side."""
    @property
    def labels(self) -> tuple[int, int]:
        """The label of the one who asked, and that of the other. 0 if it has no labels."""
    @property
    def pixels(self) -> int:
        """In how many pixels they meet."""
    @property
    def first(self) -> tuple[int, int]:
        """The first of these."""
    def __hash__(self) -> int: ...

@final
class LineHit:
    """The first collider on a line of pixels."""
    @property
    def collider(self) -> int:
        """The collider."""
    @property
    def data(self) -> int:
        """Its data."""
    @property
    def pixel(self) -> tuple[int, int]:
        """The first pixel of the line that it covers."""
    @property
    def steps(self) -> int:
        """How many pixels of the line come before."""
    def __hash__(self) -> int: ...

class Mask(_ShapeVerbs):
    """Which pixels of a sprite are solid: one bit a pixel.

    `Mask(width, height)` is clear everywhere. Make masks of pictures with `Mask.from_alpha`, `from_rgba`, `from_array` or `from_image`,
    and of files with `hitmask.load`.

    y points down. An offset is the other's upper left corner minus this one's, in pixels; every offset is legal. Masks that only touch at
    an edge do not overlap.

    Masks can be edited, so they have no hash. They may be shared between threads: an edit happens before or after a question, never
    during it.
    """

    __hash__: None  # type: ignore[assignment]
    @staticmethod
    def load(path: str | PathLike[str], threshold: int = 128) -> Mask:
        """The mask of a file of one frame, or of one frame of it, `path#NAME`: solid where alpha is at least the threshold. As
        `load(path).mask()`: see `load` for what can be read.

        >>> hitmask.Mask.load("assets/playerShip1_orange.png").size
        (99, 75)

        Raises OSError if the file cannot be read, ValueError if it is damaged, too large or of an unknown format, or has several frames.
        """
    def components(self, connectivity: Literal[4, 8] = 8) -> Components:
        """The connected components. connectivity: 8 if pixels that share a corner are connected, else 4.

        The answer is about the mask as it is now, and keeps these pixels. While it lives, the next edit of the mask copies them.
        """
    def outline(self, connectivity: Literal[4, 8] = 4) -> Outline:
        """The outline, with holes. connectivity: 8 if pixels that share a corner belong to one ring, else 4."""
    def convex_pieces(self, max_corners: int | None = None) -> list[list[tuple[int, int]]]:
        """The mask cut into convex polygons for a physics engine: a list of lists of corners (x, y). max_corners: the most corners that one may have,
        at least 3; Box2D takes 8.
        """
    def distance_to_clear(self, outside: _BorderMode = "clear") -> NDArray[np.uint32] | None:
        """The squared distance of each pixel to the nearest clear one: a NumPy array of uint32.

        outside: 'clear' if all pixels outside the mask are clear, 'ignored' if they don't count. None if there is no clear pixel.
        """
    def distance_to_solid(self) -> NDArray[np.uint32] | None:
        """The squared distance of each pixel to the nearest solid one: a NumPy array of uint32. None if there is no solid pixel."""
    @staticmethod
    def from_alpha(array: _Array, threshold: int = 128) -> Mask:
        """Solid where alpha is at least the threshold. The array has the shape (height, width) and one byte a pixel.

        Any array with the buffer protocol will do, with any strides. A threshold of 0 makes every pixel solid.
        """
    @staticmethod
    def from_rgba(array: _Array, threshold: int = 128) -> Mask:
        """Solid where alpha is at least the threshold. The array has the shape (height, width, 4) and one byte a channel."""
    @staticmethod
    def from_array(array: _Array) -> Mask:
        """Solid where the array is not 0: bools or bytes of the shape (height, width)."""
    @staticmethod
    def from_indexed(array: _Array, transparent: int = 0) -> Mask:
        """Solid unless the palette index is the transparent one. The array has the shape (height, width) and one byte a pixel."""
    @staticmethod
    def from_color_key(array: _Array, key: tuple[int, int, int], tolerance: int = 0) -> Mask:
        """Solid unless every channel of the colour differs from the key's by at most the tolerance. The array has the shape
        (height, width, 4); its alpha is ignored.
        """
    @staticmethod
    def from_image(image: Any, threshold: int = 128) -> Mask:
        """Solid where the alpha of a Pillow image is at least the threshold. Without transparency every pixel is solid."""
    def to_array(self) -> NDArray[np.bool_]:
        """The mask as a NumPy array of bools of the shape (height, width). It is a copy."""
    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]: ...
    def _repr_png_(self) -> bytes:
        """The mask as a PNG for notebooks: solid pixels are opaque. Small masks are enlarged."""
    @staticmethod
    def from_coco(rle: Mapping[str, Any]) -> Mask:
        """Reads COCO run lengths: a dict with 'size' as [height, width] and 'counts', as `pycocotools.mask` and COCO's files have them.

        counts: a list of numbers, or the compressed form as bytes or str. They go down the columns, from the left: first how many pixels are
        clear, then how many are solid, and so on. Raises ValueError, with the place, if they are damaged or do not fill the size exactly. An
        annotation whose segmentation is a list has polygons: see `from_polygons`.

        >>> hitmask.Mask.from_coco({'size': [2, 3], 'counts': [1, 2, 3]}).overlap_points((0, 0, 3, 2), (0, 0))
        [(1, 0), (0, 1)]
        """
    def to_coco(self, *, compressed: bool = True) -> dict[str, Any]:
        """The mask as COCO run lengths, which `pycocotools.mask` takes: a dict with 'size' as [height, width] and 'counts'.

        counts: the compressed form as bytes; for JSON, decode it: `rle['counts'].decode()`. With compressed=False it is a list of numbers.

        >>> hitmask.Mask.filled(3, 2).to_coco()
        {'size': [2, 3], 'counts': b'06'}
        """
    def __and__(self, other: _Shape, /) -> Mask: ...
    def __rand__(self, other: _Shape, /) -> Mask: ...
    def __or__(self, other: _Shape, /) -> Mask: ...
    def __ror__(self, other: _Shape, /) -> Mask: ...
    def __xor__(self, other: _Shape, /) -> Mask: ...
    def __rxor__(self, other: _Shape, /) -> Mask: ...
    def __sub__(self, other: _Shape, /) -> Mask: ...
    def __rsub__(self, other: _Shape, /) -> Mask: ...
    def __invert__(self) -> Mask: ...
    def __new__(cls, width: SupportsIndex, height: SupportsIndex) -> Mask: ...
    @staticmethod
    def filled(width: SupportsIndex, height: SupportsIndex) -> Mask:
        """A mask whose pixels are all solid."""
    @staticmethod
    def from_bytes(width: SupportsIndex, height: SupportsIndex, data: bytes) -> Mask:
        """Reads what `to_bytes` wrote: one bit a pixel, rows from the top, each padded to a whole byte, the leftmost pixel in the highest bit.

        Raises ValueError if there are not height * ((width + 7) // 8) bytes.
        """
    @staticmethod
    def from_polygons(
        width: SupportsIndex, height: SupportsIndex, polygons: Sequence[Sequence[_Pixel] | NDArray[Any]], rule: _FillRuleWord = "non-zero"
    ) -> Mask:
        """The pixels whose centres lie in polygons. A polygon is a list of corners (x, y), whole numbers, or an array of the shape (n, 2).

        Corner (x, y) is the upper left corner of pixel (x, y); corners may lie outside the mask. A centre on an edge belongs to what lies to
        the right of it. rule: 'non-zero', where polygons that turn the other way are holes, or 'even-odd', where any polygon inside another
        is one. The rings of an outline make its mask again.

        >>> triangle = [(0, 0), (4, 0), (0, 4)]
        >>> hitmask.Mask.from_polygons(4, 4, [triangle]).count()
        6
        """
    def to_bytes(self) -> bytes:
        """The pixels as bytes: one bit a pixel, rows from the top, each padded to a whole byte, the leftmost pixel in the highest bit."""
    def set(self, pixel: _Pixel, solid: bool = True) -> None:
        """Makes the pixel solid or clear. Takes constant time, but forgets the data that earlier queries kept with the mask. Raises IndexError
        if it lies outside.
        """
    def scale_nearest(self, width: SupportsIndex, height: SupportsIndex) -> Mask:
        """Scaled to a new size: each pixel takes the pixel of this mask under its centre."""
    def copy(self) -> Mask:
        """A copy."""
    def __copy__(self) -> Mask: ...
    def __deepcopy__(self, _memo: Any) -> Mask: ...
    def overlap_mask(self, other: _Shape, offset: _Pixel) -> Mask:
        """The pixels that are solid in both shapes, as a mask of this mask's size."""
    def overlap_area_map(self, other: Mask) -> tuple[NDArray[np.uint32], _Xy]:
        """How many pixels overlap at every offset: a NumPy array of uint32, and the offset (x, y) of its first entry."""
    def overlaps_posed(self, pose: Pose, other: Mask, other_pose: Pose, rule: _Rule | None = None) -> bool:
        """Whether two posed sprites overlap.

        rule: 'raster' asks for the screen pixels that both cover, 'geometry' whether their rotated pixel squares share area.
        """
    def cast_posed(
        self,
        pose: Pose,
        other: Mask,
        position: _Position,
        motion: _Position,
        *,
        rotation: float = 0,
        turn: float = 0,
        scale: float | _Position = 1,
        pivot: _Position = (0, 0),
        steps: int = 64,
    ) -> PosedCast:
        """When a mask that turns as it moves first overlaps this one, which lies in a pose: a `PosedCast`.

        The other starts at `position` with `rotation` degrees, and moves by `motion` while it turns by `turn` degrees. Its motion is
        divided into `steps`, or finer where that is necessary. Raises ValueError if a pose of the motion is not legal.
        """
    @property
    def size(self) -> tuple[int, int]:
        """The width and the height in pixels."""
    @property
    def width(self) -> int:
        """The width in pixels."""
    @property
    def height(self) -> int:
        """The height in pixels."""
    def count(self) -> int:
        """The number of solid pixels. Reads every word."""
    def is_empty(self) -> bool:
        """Whether no pixel is solid."""
    @property
    def bounds(self) -> tuple[int, int, int, int] | None:
        """The smallest rectangle (x, y, width, height) that contains all solid pixels. None if no pixel is solid. Takes constant time for a
        mask in which no pixel was cleared since it was made; otherwise it may read every word.
        """
    def centroid(self) -> tuple[int, int] | None:
        """The mean of the coordinates of the solid pixels, each rounded down. None if no pixel is solid."""
    def memory_bytes(self) -> int:
        """The memory that the mask uses, in bytes: its fields, its pixels, and the data that queries keep with it."""
    def get(self, pixel: _Pixel) -> bool:
        """Whether the pixel is solid. False outside the mask. Takes constant time."""
    def contains(self, pixel: _Pixel) -> bool:
        """Whether the pixel is solid. False outside the mask."""
    def clear(self) -> None:
        """Makes every pixel clear."""
    def fill(self) -> None:
        """Makes every pixel solid."""
    def invert(self) -> None:
        """Makes solid pixels clear and clear pixels solid."""
    def fill_holes(self) -> None:
        """Makes the clear pixels solid that are enclosed by solid ones."""
    def union_with(self, other: _Shape, offset: _Pixel = (0, 0)) -> None:
        """Makes every pixel solid that is solid in the other shape."""
    def intersect_with(self, other: _Shape, offset: _Pixel = (0, 0)) -> None:
        """Clears every pixel that is not solid in the other shape."""
    def difference_with(self, other: _Shape, offset: _Pixel = (0, 0)) -> None:
        """Clears every pixel that is solid in the other shape."""
    def symmetric_difference_with(self, other: _Shape, offset: _Pixel = (0, 0)) -> None:
        """Toggles every pixel that is solid in the other shape."""
    def __contains__(self, pixel: _Pixel, /) -> bool: ...
    def crop(self, rect: _Rect) -> Mask:
        """A part of a mask as a new mask. Pixels of the rectangle (x, y, width, height) that lie outside of the mask are clear."""
    def flip_h(self) -> Mask:
        """Mirrored: left becomes right."""
    def flip_v(self) -> Mask:
        """Mirrored: top becomes bottom."""
    def rotate90(self) -> Mask:
        """Turned clockwise by 90 degrees."""
    def nine_slice(self, margins: _Margins, width: SupportsIndex, height: SupportsIndex, fill: _SliceFill = "stretch") -> Mask:
        """Cut into nine slices and put together in another size. The corners keep their size; the slices between them are stretched or
        repeated. If the margins do not fit into the new size, they shrink in proportion. fill: 'stretch' or 'tile'. Raises ValueError if
        the margins are larger than the mask. margins: (left, top, right, bottom), how far the corners reach in; 'tile' repeats from the
        left and from the top.
        """
    def grow(self, n: int, element: _StructuringElement = "disc") -> tuple[Mask, tuple[int, int]]:
        """All pixels at most n pixels away, as a larger mask, and where its upper left pixel lies, in pixels of the old mask. element: 'box',
        'diamond' or 'disc'. Raises ValueError if the result would be too large.
        """
    def shrink(self, n: int, element: _StructuringElement = "disc") -> tuple[Mask, tuple[int, int]]:
        """All pixels that are more than n pixels away from every clear pixel, and the place of the result's corner. element: 'box', 'diamond'
        or 'disc'.
        """
    def bake(self, pose: Pose) -> tuple[Mask, tuple[int, int]]:
        """The posed sprite as a plain mask, and the world pixel of its upper left corner. Raises ValueError if it is too large."""
    def overlap_offsets(self, other: Mask) -> Mask:
        """Every offset at which the masks overlap, as a mask: pixel (i, j) is solid if they overlap at the offset (i - (other.width - 1), j -
        (other.height - 1)).
        """
    def overlap_area_posed(self, pose: Pose, other: Mask, other_pose: Pose) -> int:
        """How many world pixels both posed sprites cover."""
    def first_overlap_posed(self, pose: Pose, other: Mask, other_pose: Pose) -> tuple[int, int] | None:
        """The first world pixel (x, y) that both posed sprites cover. None if there is none."""
    def overlap_bounds_posed(self, pose: Pose, other: Mask, other_pose: Pose) -> tuple[int, int, int, int] | None:
        """The smallest rectangle (x, y, width, height) around the world pixels that both posed sprites cover. None if there are none."""
    def rectangles(self) -> list[tuple[int, int, int, int]]:
        """Disjoint rectangles (x, y, width, height) that together contain exactly the solid pixels, ordered from the top, left to right."""
    def convex_hull(self) -> list[tuple[int, int]]:
        """The convex hull: the corners of the smallest convex polygon that contains the squares of all solid pixels. They are listed clockwise
        on a screen. The first is the topmost; if there are several, the leftmost of those. No three corners lie on a line. Empty if no
        pixel is solid.
        """
    def moments(self) -> Moments:
        """The area and the first and second moments of the solid pixels."""
    def cast(self, other: Mask, position: _Position, motion: _Position) -> Cast:
        """When the other, moving straight from a position by a motion, first overlaps it. The position is the other's origin in its pixels.
        Both may lie between pixels; they are rounded to 65 536ths. The answer is exact at any speed. Its time is a Fraction from 0 up to
        but not including 1.
        """
    def cast_pixels(self, other: Mask, offset: _Pixel, motion: _Pixel) -> Cast:
        """When the other, moving in whole pixels from an offset along a straight line, first overlaps it."""
    def ray_cast(self, position: _Position, motion: _Position) -> Cast:
        """The first solid pixel that a point hits, moving straight from a position by a motion. Both are in its pixels, in whole pixels or 65
        536ths of a pixel. For lines of sight, lasers and bullets.
        """

@final
class Member:
    """A collider, as a game's own function sees it."""

    __hash__: None  # type: ignore[assignment]
    @property
    def collider(self) -> int:
        """Its handle."""
    @property
    def data(self) -> int:
        """The number that it carries."""
    @property
    def position(self) -> tuple[float, float]:
        """Where its pivot lies, in pixels."""
    @property
    def layers(self) -> tuple[int, int]:
        """(the layers that it is on, the layers that it meets)."""
    @property
    def kind(self) -> _ColliderKind:
        """'body', 'sensor', 'character' or 'one-way'."""

@final
class Moments:
    """Exact sums over the solid pixels, for the centroid and the main axis."""
    @property
    def area(self) -> int:
        """The number of pixels."""
    @property
    def x(self) -> int:
        """The sum of x."""
    @property
    def y(self) -> int:
        """The sum of y."""
    @property
    def xx(self) -> int:
        """The sum of x * x."""
    @property
    def xy(self) -> int:
        """The sum of x * y."""
    @property
    def yy(self) -> int:
        """The sum of y * y."""
    def __new__(cls, area: int, x: int, y: int, xx: int, xy: int, yy: int) -> Moments: ...
    def __hash__(self) -> int: ...

@final
class Moved:
    """The result of `move_and_slide`."""

    __hash__: None  # type: ignore[assignment]
    @property
    def position(self) -> tuple[float, float]:
        """Where it is now. Pass this to the next move: it holds parts of a pixel, too."""
    @property
    def velocity(self) -> tuple[float, float]:
        """What is left of the motion."""
    @property
    def floor(self) -> tuple[int, tuple[int, int]] | None:
        """The number of the obstacle on which it stands, and the pixel (x, y) that holds it. None in the air."""
    @property
    def ceiling(self) -> tuple[int, tuple[int, int]] | None:
        """The same above it. None if the motion does not lead up."""
    @property
    def wall(self) -> tuple[int, tuple[int, int]] | None:
        """The same beside it, in the direction of the motion."""
    @property
    def stuck(self) -> int | None:
        """The number of the solid obstacle that it overlaps from the start. Then it does not move."""

@final
class Nearest:
    """The collider that is nearest to a pixel."""
    @property
    def collider(self) -> int:
        """The collider."""
    @property
    def data(self) -> int:
        """Its data."""
    @property
    def pixel(self) -> tuple[int, int]:
        """Its nearest pixel."""
    @property
    def squared(self) -> int:
        """The squared distance, from centre to centre."""
    def __hash__(self) -> int: ...

@final
class Obstacle:
    """Something in a mover's way: `Obstacle(shape, position)`.

    shape: any shape; it is kept as it is now. position: where its upper left corner lies, in pixels. pose: turns and scales it about that
    position. one_way: whether it is a platform that can be jumped through from below. open_side: the side from which one comes onto it, if
    it is one-way: 'up', 'right', 'down' or 'left'.
    """
    def __new__(
        cls,
        shape: _Shape,
        position: _Position = (0, 0),
        *,
        pose: Pose | None = None,
        one_way: bool = False,
        open_side: _Direction = "up",
    ) -> Obstacle: ...

@final
class Outline:
    """The outline of a mask: all edges between solid and clear pixels, as closed polygons, holes included."""
    def __getitem__(self, index: int, /) -> Ring: ...
    def simplify(self, promise: _OutlineBound = "outer", tolerance: float = 1.0, max_points: int | None = None) -> Outline:
        """An outline with fewer corners.

        promise: 'outer' contains every solid pixel, 'inner' no part of a clear one, 'within' may lie on either side. tolerance: the
        largest distance from the exact outline, in pixels. Raises ValueError if more than `max_points` corners are needed.
        """
    def convex_pieces(self, max_corners: int | None = None) -> list[list[tuple[int, int]]]:
        """The inside cut into convex polygons: a list of lists of corners (x, y). max_corners: the most corners that one may have, at least 3;
        Box2D takes 8.
        """
    def __len__(self) -> int: ...
    @property
    def point_count(self) -> int:
        """The number of corners of all rings together."""
    def to_mask(self) -> Mask:
        """The mask that the outline was made from. For a simplified outline, the pixels whose centres lie inside it."""

@final
class Pack:
    """Many masks with their names in one file, which `hitmask pack` writes. Opening it reads the index only; a mask is read when it is asked
    for.

    `Pack(data)` reads bytes, `Pack.open(path)` a file. `len(pack)` is the number of entries, which are sorted by name. `pack[name]` is the
    entry that a name means: of an entry, of a sprite (its first frame), `SPRITE#N`, `SPRITE#TAG` or `SPRITE#TAG:N`. `pack[number]` counts in
    the order of names.
    """
    def __new__(cls, data: bytes, *, max_memory: int | None = None) -> Pack: ...
    @staticmethod
    def open(path: str | PathLike[str]) -> Pack:
        """Reads a pack from a file. Raises OSError if the file cannot be read, ValueError if it is no pack or a damaged one."""
    def __getitem__(self, key: int | str, /) -> PackEntry: ...
    def __contains__(self, name: str, /) -> bool: ...
    @property
    def names(self) -> list[str]:
        """The names of all entries, sorted."""
    @property
    def sprites(self) -> list[str]:
        """The names of all sprites, sorted."""
    def frames(self, sprite: str) -> list[PackEntry]:
        """The frames of a sprite in their order. Raises KeyError if there is no such sprite."""
    def tags(self, sprite: str) -> list[PackTag]:
        """The animations of a sprite. Raises KeyError if there is no such sprite."""
    def verify(self) -> None:
        """Checks the data of all entries. Raises ValueError if some of it is damaged. Reading an entry checks its own data, too."""
    @staticmethod
    def is_pack(data: bytes) -> bool:
        """Whether bytes begin like a pack. The first four are enough."""
    def __len__(self) -> int: ...

@final
class PackEntry:
    """One entry of a pack: a frame of a sprite, and what is known about it without decoding its pixels."""
    @property
    def sprite(self) -> str:
        """The name of the sprite that it is a frame of."""
    @property
    def pivot(self) -> tuple[float, float] | None:
        """The point (x, y) by which the frame is placed. None if the source has none."""
    @property
    def duration(self) -> float | None:
        """How long the frame is shown, in seconds. None if the source does not say."""
    @property
    def tags(self) -> list[str]:
        """The names of the animations in which it is shown."""
    @property
    def slices(self) -> list[tuple[str, tuple[int, int, int, int], tuple[float, float] | None]]:
        """The slices (named rectangles) as they lie in this frame: name, rectangle, and pivot from the rectangle's corner or None."""
    def tile_map(self) -> tuple[TileMap, tuple[int, int]] | None:
        """The TileMap of which it shows the pixels, such as a layer of a level, and the pixel (x, y) of the frame on which the corner of its
        first cell lies. None if the pack has none for this entry.
        """
    @property
    def name(self) -> str:
        """The name. No other entry has it."""
    @property
    def frame(self) -> int:
        """The number of the frame in its sprite, counted from 0."""
    @property
    def size(self) -> tuple[int, int]:
        """The width and the height of the frame in pixels."""
    @property
    def trim(self) -> tuple[int, int, int, int]:
        """The smallest rectangle (x, y, width, height) around what is solid, or around what has an alpha above 0."""
    @property
    def has_alpha(self) -> bool:
        """Whether it keeps the alpha of every pixel. Otherwise it keeps which pixels are solid."""
    @property
    def level(self) -> int:
        """The least alpha that is solid."""
    def mask(self) -> Mask:
        """The mask, of the size of the frame. Raises ValueError if the data is damaged, MemoryError beyond max_memory."""
    def trimmed_mask(self) -> Mask:
        """The mask, cut to the trim."""
    def alpha(self) -> AlphaMask:
        """The alpha of every pixel. Of a mask it is 255 where the mask is solid, and 0 elsewhere."""
    def runs(self) -> RunMask:
        """The mask as runs."""
    def outline(self) -> Outline | None:
        """The outline. None if the pack has none for this entry; then `mask().outline()` traces one."""

@final
class PackTag:
    """A named animation of a sprite in a pack."""
    @property
    def name(self) -> str:
        """The name. Several tags may have the same."""
    @property
    def frames(self) -> list[int]:
        """The numbers of its frames in the sprite, in their order."""
    @property
    def direction(self) -> _TagDirection:
        """'forward', 'reverse', 'ping-pong' or 'ping-pong-reverse'."""
    @property
    def repeat(self) -> int | None:
        """How many times it is played. None means without end."""
    def __hash__(self) -> int: ...

@final
class PathSegment:
    """A straight segment of the path of a collider in one step, for `World.step_along`: `PathSegment(start, end, until)`.

    start, end: where it would be at the start (time 0) and at the end of the step (time 1) if all of the step went like this part. until:
    when the next part takes over, as a Fraction or a number from 0 to 1; ignored for the last part. before: whether the collider is on the
    next part at that very time already.
    """
    def __new__(cls, start: _Position, end: _Position, until: Fraction | float = 1, *, before: bool = False) -> PathSegment: ...
    def __hash__(self) -> int: ...

@final
class Pose:
    """Where and how a sprite lies in the world: position, rotation, scale, flip, shear and pivot.

    position: where the pivot lies in the world, in pixels. rotation: degrees, clockwise on the screen; multiples of 90 are exact.
    scale: a number, or two for the sprite's own axes; negative mirrors. flip: whether each axis is mirrored. shear: how far x shifts per
    pixel of y, and y per pixel of x. pivot: the fixed point, in pixels from the sprite's upper left corner.

    All numbers are rounded once to 65 536ths. After that every answer is exact and the same on every machine.

    Raises ValueError if a number is not finite or too large, or if the sprite would have no area.
    """
    def __new__(
        cls,
        position: _Position = (0, 0),
        rotation: float = 0,
        *,
        scale: float | _Position = 1,
        flip: tuple[bool, bool] = (False, False),
        shear: _Position = (0, 0),
        pivot: _Position = (0, 0),
    ) -> Pose: ...
    @staticmethod
    def from_matrix(a: float, b: float, c: float, d: float, tx: float, ty: float) -> Pose:
        """The pose with the numbers a, b, c, d, tx, ty: texel (u, v) lies at (a u + b v + tx, c u + d v + ty)."""
    @staticmethod
    def from_q16(a: int, b: int, c: int, d: int, tx: int, ty: int) -> Pose:
        """The pose with the numbers a, b, c, d, tx, ty in 65 536ths."""
    def to_q16(self) -> tuple[int, int, int, int, int, int]:
        """The numbers a, b, c, d, tx, ty in 65 536ths, exactly."""
    def then(self, outer: Pose) -> Pose:
        """The pose of a sprite that lies under this pose in the plane of another one, which lies under `outer`: a gun in the picture of an arm. Each
        number is rounded once. ValueError if that makes no pose.
        """
    def point_at(self, texel: _Position) -> tuple[float, float]:
        """Where a point of the sprite, in its pixels, lies in the world."""
    def texel_at(self, pixel: _Pixel) -> tuple[int, int]:
        """The pixel of the sprite that a world pixel shows: the one under its centre. It may lie outside the sprite."""
    @property
    def matrix(self) -> tuple[float, float, float, float, float, float]:
        """The numbers a, b, c, d, tx, ty."""
    def __hash__(self) -> int: ...

@final
class PoseCache:
    """Keeps masks that were drawn with a pose, for sprites that are shown in the same few poses again and again. Answers are those of the
    mask's own methods, by the raster rule.

    max_bytes: the most memory of masks that are kept. The ones that were unused the longest go first.
    """
    def __new__(cls, max_bytes: int = 16777216) -> PoseCache: ...
    def bake(self, mask: Mask, pose: Pose) -> tuple[Mask, tuple[int, int]]:
        """The pixels that the posed mask covers, and the world pixel (x, y) of their upper left corner: see `Mask.bake`."""
    def overlaps_posed(self, a: Mask, pose_a: Pose, b: Mask, pose_b: Pose) -> bool:
        """Whether two posed masks overlap, by the raster rule. The pictures are kept."""
    def overlap_area_posed(self, a: Mask, pose_a: Pose, b: Mask, pose_b: Pose) -> int:
        """How many world pixels two posed masks both cover. The pictures are kept."""
    def first_overlap_posed(self, a: Mask, pose_a: Pose, b: Mask, pose_b: Pose) -> tuple[int, int] | None:
        """The first world pixel (x, y) (the topmost, then the leftmost) that two posed masks both cover. The pictures are kept."""
    def overlap_bounds_posed(self, a: Mask, pose_a: Pose, b: Mask, pose_b: Pose) -> tuple[int, int, int, int] | None:
        """The smallest rectangle (x, y, width, height) around the world pixels that two posed masks both cover. The pictures are kept."""
    @property
    def max_bytes(self) -> int:
        """The memory limit in bytes."""
    def clear(self) -> None:
        """Drops every mask. The counters of hits, misses and evictions are kept."""
    @property
    def stats(self) -> CacheStats:
        """Hits and misses since the cache was made, and its current contents."""

@final
class PosedCast:
    """What a turning motion meets: two times, proven, with the first overlap between them. It is true unless the kind is 'miss'."""
    @property
    def kind(self) -> Literal["miss", "initial-overlap", "hit", "unclear"]:
        """'miss', 'initial-overlap', 'hit' or 'unclear'."""
    @property
    def free_until(self) -> Fraction | None:
        """Until then the motion is free. None if there is none. As a Fraction."""
    @property
    def overlapping_at(self) -> Fraction | None:
        """At that time they overlap. None if there is none. As a Fraction."""
    def __bool__(self) -> bool: ...
    def __hash__(self) -> int: ...

@final
class QueryFilter:
    """Which colliders a question looks at.

    layers: (the layers of the asker, the layers that it meets), 32 bits each; both sides must agree. space: the space to look at. group:
    the asker's group, whose members are skipped; 0 is no group. What is None is left unsaid: a question about a collider (its motion, its
    cast, its fit) then uses that collider's own; any other question looks in space 0, at every layer, in no group.
    sensors: whether sensors are found, too. exclude: handles to skip.
    only_if: a function that gets a `Member` and says whether it counts. It cannot use the world, which is busy then.
    """
    def __new__(
        cls,
        *,
        layers: tuple[int, int] | None = None,
        space: int | None = None,
        group: int | None = None,
        sensors: bool = False,
        exclude: Sequence[int] = (),
        only_if: Callable[[Member], object] | None = None,
    ) -> QueryFilter: ...

@final
class Ring:
    """One closed polygon of an outline."""
    @property
    def kind(self) -> Literal["outer", "hole"]:
        """'outer' or 'hole'."""
    @property
    def parent(self) -> int | None:
        """The index of the ring around it. None for an outer ring that lies in no hole."""
    @property
    def points(self) -> list[tuple[int, int]]:
        """The corners (x, y). (x, y) is the upper left corner of pixel (x, y). Solid is on the right in the direction of travel."""
    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """The corners as a NumPy array of int32 of the shape (n, 2)."""
    def __len__(self) -> int: ...
    def __hash__(self) -> int: ...

@final
class RunMask(_ShapeVerbs):
    """A mask that stores the solid runs of each row: small for large simple shapes. It cannot be edited; make a Mask of it with `to_mask`."""
    def __new__(cls, width: SupportsIndex, height: SupportsIndex, rows: Sequence[Sequence[_Xy]]) -> RunMask: ...
    def runs(self, row: int) -> list[_Xy]:
        """The runs (start, end) of a row, the end not included. Empty if there is no such row."""
    def components(self, connectivity: Literal[4, 8] = 8) -> Components:
        """The connected components, as `Mask.components`."""
    @staticmethod
    def from_mask(mask: Mask) -> RunMask:
        """The runs of a mask."""
    def to_mask(self) -> Mask:
        """The same pixels as bits."""
    @property
    def size(self) -> tuple[int, int]:
        """The width and the height in pixels."""
    def count(self) -> int:
        """The number of solid pixels. Reads every run."""
    @property
    def run_count(self) -> int:
        """The number of runs in all rows."""
    @property
    def bounds(self) -> tuple[int, int, int, int] | None:
        """The smallest rectangle (x, y, width, height) that contains all solid pixels. None if no pixel is solid. Takes constant time."""
    def centroid(self) -> tuple[int, int] | None:
        """The mean of the coordinates of the solid pixels, each rounded down. None if no pixel is solid."""
    def memory_bytes(self) -> int:
        """The memory that the mask uses, in bytes, its fields included."""
    def contains(self, pixel: _Pixel) -> bool:
        """Whether the pixel is solid. False outside the mask."""
    def crop(self, rect: _Rect) -> RunMask:
        """The pixels inside a rectangle (x, y, width, height), as a run mask of the rectangle's size. Pixels outside it are clear."""
    def flip_h(self) -> RunMask:
        """Mirrored: left becomes right."""
    def flip_v(self) -> RunMask:
        """Mirrored: top becomes bottom."""
    def moments(self) -> Moments:
        """The area and the first and second moments of the solid pixels."""
    def __hash__(self) -> int: ...

@final
class Slid:
    """Where a motion led a character among colliders."""

    __hash__: None  # type: ignore[assignment]
    @property
    def position(self) -> tuple[float, float]:
        """Where it is now."""
    @property
    def velocity(self) -> tuple[float, float]:
        """The motion, but 0 on an axis that was stopped."""
    @property
    def floor(self) -> Blocker | None:
        """What it stands on, its support: of several, what is under the most of it; of equals, the lowest handle. None if there is none."""
    @property
    def ceiling(self) -> Blocker | None:
        """What refuses one more step up. Of several, the lowest handle. None if there is none."""
    @property
    def wall(self) -> Blocker | None:
        """What refuses one more step sideways. Of several, the lowest handle. None if there is none."""
    @property
    def stuck(self) -> int | None:
        """The body that it overlapped at the start. Then it did not move. None if there is none."""
    @property
    def blockers(self) -> list[Blocker]:
        """All that refuses one more step: down or up first, then sideways, each in the order of handles. The normals tell them apart."""
    @property
    def floors(self) -> list[Blocker]:
        """All that it stands on, in the order of their handles. `floor` is one of them."""
    @property
    def ceilings(self) -> list[Blocker]:
        """All that is above it, in the order of their handles. `ceiling` is the first."""
    @property
    def walls(self) -> list[Blocker]:
        """All that is beside it, in the order of their handles. `wall` is the first."""

@final
class SolidMoved:
    """What a moved solid did to characters. The lists are sorted."""

    __hash__: None  # type: ignore[assignment]
    @property
    def position(self) -> tuple[float, float]:
        """Where it is now."""
    @property
    def pushed(self) -> list[int]:
        """The characters that it pushed."""
    @property
    def carried(self) -> list[int]:
        """The characters that rode it."""
    @property
    def crushed(self) -> list[int]:
        """The characters that were in its way and could not step aside at one of its steps."""

@final
class Sprite:
    """A sprite from a file: a sequence of frames, with named animations."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Frame: ...
    def select(self, name: str) -> Frame:
        """The frame of a number, a name, a slice, a tag or `tag:number`. Raises ValueError, with similar names, if there is none."""
    @property
    def tags(self) -> list[str]:
        """The names of the animations."""
    def mask(self, threshold: int = 128) -> Mask:
        """The mask of a sprite of one frame: solid where alpha is at least the threshold. Raises ValueError if there are several."""
    def masks(self, threshold: int = 128) -> list[Mask]:
        """The masks of all frames: solid where alpha is at least the threshold."""

@final
class Terrain(_ShapeVerbs):
    """A big mask for ground that is carved and drawn on in every frame: up to 65 536 x 65 536 pixels.

    `Terrain(width, height)` is clear everywhere. Copies are cheap: they share what neither has changed.
    """

    __hash__: None  # type: ignore[assignment]
    def __new__(cls, width: SupportsIndex, height: SupportsIndex) -> Terrain: ...
    @staticmethod
    def filled(width: SupportsIndex, height: SupportsIndex) -> Terrain:
        """A terrain whose pixels are all solid."""
    def carve(self, shape: _Shape, offset: _Pixel = (0, 0), *, pose: Pose | None = None) -> tuple[int, tuple[int, int, int, int] | None]:
        """Clears every pixel that is solid in the shape. Returns how many pixels changed, and the smallest rectangle around them.

        offset: the shape's upper left corner in the terrain. With a pose, the shape is rotated and scaled first.
        """
    def draw(self, shape: _Shape, offset: _Pixel = (0, 0), *, pose: Pose | None = None) -> tuple[int, tuple[int, int, int, int] | None]:
        """Makes every pixel solid that is solid in the shape. Otherwise as `carve`."""
    def copy(self) -> Terrain:
        """A copy, which shares memory with this one until one of them changes."""
    def __copy__(self) -> Terrain: ...
    def __deepcopy__(self, _memo: Any) -> Terrain: ...
    def islands(
        self,
        *,
        anchors: str = "b",
        anchor_points: Sequence[_Pixel] = (),
        anchor_largest: bool = False,
        min_area: int = 0,
        connectivity: Literal[4, 8] = 4,
    ) -> list[Island]:
        """The pieces that nothing holds, sorted by their first pixels.

        anchors: the edges that hold what touches them: a string of the letters l, r, t and b. anchor_points: pixels that hold their piece.
        min_area: smaller pieces are left out. connectivity: 4 or 8.
        """
    def take_island(self, island: Island) -> tuple[Mask, tuple[int, int]] | None:
        """Lifts an island out of the terrain: its mask, and where its corner lay. None if the terrain has changed there."""
    def delta_since(self, before: Terrain) -> bytes:
        """What changed since `before`, an earlier `copy` of this terrain, as compact bytes: for another machine, or an undo list.

        Raises ValueError if the sizes differ.
        """
    def apply_delta(self, data: bytes) -> tuple[int, tuple[int, int, int, int] | None]:
        """Makes the changes of `delta_since` on a terrain that is as `before` was. Returns how many pixels changed, and the smallest rectangle
        around them. Raises ValueError, and changes nothing, if the bytes are damaged or belong to another state.
        """
    @staticmethod
    def from_mask(mask: Mask) -> Terrain:
        """A terrain with the size and the pixels of a mask."""
    @property
    def size(self) -> tuple[int, int]:
        """The width and the height in pixels."""
    def count(self) -> int:
        """The number of solid pixels. Takes constant time."""
    @property
    def bounds(self) -> tuple[int, int, int, int] | None:
        """The smallest rectangle (x, y, width, height) that contains all solid pixels. None if no pixel is solid. Takes constant time."""
    def contains(self, pixel: _Pixel) -> bool:
        """Whether the pixel is solid. False outside the terrain."""
    def memory_bytes(self) -> int:
        """The memory that the terrain uses, in bytes. Copies and snapshots share most of it, and each of them counts it all."""
    def crop(self, rect: _Rect) -> Mask:
        """The pixels inside a rectangle (x, y, width, height), as a mask of the rectangle's size. Pixels outside the terrain are clear."""
    def content_hash(self) -> int:
        """One number for the size and the pixels: equal terrains have equal hashes, on every machine and in every version of this library.
        Other terrains have the same hash with a chance of about 2⁻⁶⁴, unless somebody looks for such a pair on purpose.
        """
    def to_bytes(self) -> bytes:
        """The terrain as bytes in a compact form with a checksum, to save it or to send it. Empty and full regions take a few bytes, a tile
        with a surface about a hundred. Equal terrains give equal bytes.
        """
    @staticmethod
    def from_bytes(data: bytes) -> Terrain:
        """Reads what `to_bytes` wrote. Raises ValueError if the bytes are damaged."""
    def cast(self, other: Mask, position: _Position, motion: _Position) -> Cast:
        """When a mask, moving straight from a position by a motion, first overlaps the terrain."""
    def cast_pixels(self, other: Mask, offset: _Pixel, motion: _Pixel) -> Cast:
        """When a mask, moving in whole pixels along a straight line from an offset, first overlaps the terrain."""
    def ray_cast(self, position: _Position, motion: _Position) -> Cast:
        """The first solid pixel that a point hits, moving straight from a position by a motion."""

@final
class TileMap(_ShapeVerbs):
    """A level made of tiles: up to 65 536 x 65 536 cells, each empty or with a tile, flipped in any of eight ways. Its solid pixels are those of
    all tiles together, and it is a shape like any other.

    size: columns and rows of cells. cell_size: width and height of a cell, in pixels. gids: numbers row by row as Tiled writes them, 0 for an
    empty cell, with the flips in the highest three bits; they may end anywhere.

    A picture that is larger than a cell stands on the cell's lower left corner and reaches over the cells above and to the right.

    >>> tiles = hitmask.TileSet({1: hitmask.Mask.filled(16, 16)})
    >>> level = hitmask.TileMap(tiles, (3, 2), (16, 16), [0, 0, 0, 1, 1, 1])
    >>> level.overlaps(hitmask.Mask.filled(8, 8), (4, 9))
    True
    """

    __hash__: None  # type: ignore[assignment]
    def __new__(
        cls, tiles: TileSet, size: tuple[int, int], cell_size: tuple[int, int], gids: Iterable[SupportsIndex] | None = None
    ) -> TileMap: ...
    @property
    def tile_set(self) -> TileSet:
        """The tiles."""
    def get(self, cell: _Pixel) -> tuple[int, bool, bool, bool] | None:
        """What a cell (column, row) shows: (id, flip_x, flip_y, diagonal). None if it is empty, or outside."""
    def set(
        self,
        cell: _Pixel,
        tile: int | None,
        *,
        flip_x: bool = False,
        flip_y: bool = False,
        diagonal: bool = False,
    ) -> tuple[int, bool, bool, bool] | None:
        """Changes what a cell (column, row) shows; None empties it. The diagonal flip exchanges x and y, before the others. Returns what the cell
        showed before. Raises ValueError if it lies outside, or the set has no such tile.
        """
    def fill(self, corner: _Pixel, columns: int, gids: Iterable[SupportsIndex]) -> None:
        """Sets a rectangle of cells from its upper left cell on, row by row, from numbers as Tiled writes them. Each row has so many columns."""
    def cells(self) -> list[tuple[tuple[int, int], tuple[int, bool, bool, bool]]]:
        """The filled cells, row by row: ((column, row), (id, flip_x, flip_y, diagonal))."""
    def only(self, *kinds: _TileKindWord) -> TileView:
        """The map with the tiles of some kinds only: `only("body", "one-way")`. A shape, too."""
    def copy(self) -> TileMap:
        """A copy, which shares memory with this one until one of them changes."""
    def __copy__(self) -> TileMap: ...
    def __deepcopy__(self, _memo: Any) -> TileMap: ...
    @property
    def size(self) -> tuple[int, int]:
        """The number of columns and of rows of cells."""
    @property
    def cell_size(self) -> tuple[int, int]:
        """The width and the height of a cell, in pixels."""
    def memory_bytes(self) -> int:
        """The memory that the map uses, in bytes: its cells, and what was drawn of them. Its set is not counted."""
    def content_hash(self) -> int:
        """One number for the sizes, the cells and the tiles: equal maps have equal hashes, on every machine and in every version of this
        library. Other maps have the same hash with a chance of about 2⁻⁶⁴, unless somebody looks for such a pair on purpose.
        """
    def filled(self) -> int:
        """The number of cells that are not empty. Takes constant time."""
    def clear(self) -> None:
        """Empties all cells."""
    def to_bytes(self) -> bytes:
        """The map and its set as bytes in a compact form with a checksum, to save it or to send it. Equal maps give equal bytes."""
    @staticmethod
    def from_bytes(data: bytes) -> TileMap:
        """Reads what `to_bytes` wrote. Raises ValueError if the bytes are damaged."""
    def contains(self, pixel: _Pixel) -> bool:
        """Whether a pixel is solid. False outside."""
    def count(self) -> int:
        """The number of solid pixels. Reads all tiles, and keeps nothing: a map does not count its pixels while it changes."""
    @property
    def bounds(self) -> tuple[int, int, int, int] | None:
        """The smallest rectangle (x, y, width, height) that contains all solid pixels. None if no pixel is solid. Reads all tiles, and keeps
        nothing.
        """
    def crop(self, rect: _Rect) -> Mask:
        """A part of a map as a mask."""
    def draw_ahead(self, rect: _Rect) -> None:
        """Draws the pixels in a rectangle (x, y, width, height) now, so that the first questions there are fast."""
    def overlap_tiles(self, shape: _Shape, offset: _Pixel) -> list[TileOverlap]:
        """The tiles that a shape meets, row by row of cells, left to right. The offset is the shape's origin in pixels of the map."""
    def tile_at(self, pixel: _Pixel) -> TileOverlap | None:
        """The tile that is seen at a pixel: of several that are solid there, the one that is drawn last, in the lowest row of cells and there
        farthest to the right. None if the pixel is clear. Its `area` is 1.
        """
    def cast(self, other: Mask, position: _Position, motion: _Position) -> Cast:
        """When a mask, moving straight from a position by a motion, first overlaps the tiles."""
    def cast_pixels(self, other: Mask, offset: _Pixel, motion: _Pixel) -> Cast:
        """When a mask, moving in whole pixels along a straight line from an offset, first overlaps the tiles."""
    def ray_cast(self, position: _Position, motion: _Position) -> Cast:
        """When a point, moving straight from a position by a motion, first enters a solid pixel of the tiles."""

@final
class TileOverlap:
    """A tile that a shape meets."""
    @property
    def cell(self) -> tuple[int, int]:
        """The column and the row of its cell."""
    @property
    def tile(self) -> int:
        """The id of the tile in its set."""
    @property
    def flips(self) -> tuple[bool, bool, bool]:
        """Its flips along x, along y and along the diagonal."""
    @property
    def kind(self) -> Literal["nothing", "body", "one-way", "sensor", "one-way-right", "one-way-down", "one-way-left", "other"]:
        """What the tile is for."""
    @property
    def number(self) -> int:
        """The tile's own number."""
    @property
    def area(self) -> int:
        """How many of the tile's pixels the shape meets. Where pictures lie over each other, a pixel counts for each of them."""
    @property
    def first(self) -> tuple[int, int]:
        """The first of these pixels, in pixels of the map."""
    def __hash__(self) -> int: ...

@final
class TileSet:
    """The tiles of a `TileMap`, by their ids. It never changes.

    tiles: a dict of tiles by their ids, or a sequence of tiles with the ids 0, 1, 2, ... A tile is a Mask, or a tuple (mask, kind, number,
    offset) of which the last may be left out. kind: 'body', 'one-way', 'sensor' or 'nothing' (a picture only). number: a number of yours.
    offset: moves the picture in its cell.

    >>> spikes = hitmask.Mask.filled(16, 6)
    >>> tiles = hitmask.TileSet({1: hitmask.Mask.filled(16, 16), 7: (spikes, "sensor", 25)})
    >>> len(tiles)
    2
    """

    __hash__: None  # type: ignore[assignment]
    def __new__(cls, tiles: Mapping[int, _Tile] | Iterable[_Tile]) -> TileSet: ...
    def get(self, id: int) -> tuple[Mask, str, int, tuple[int, int]] | None:
        """A tile as (mask, kind, number, offset). None if the set has no tile of this id."""
    def ids(self) -> list[int]:
        """The ids of all tiles, sorted."""
    def __len__(self) -> int: ...

@final
class TileView(_ShapeVerbs):
    """A `TileMap` with the tiles of some kinds only. It looks at the map as it is when it is asked."""

    __hash__: None  # type: ignore[assignment]
    @property
    def map(self) -> TileMap:
        """The map."""
    @property
    def kinds(self) -> list[str]:
        """The kinds that count."""
    def contains(self, pixel: _Pixel) -> bool:
        """Whether a pixel is solid. False outside."""
    def count(self) -> int:
        """The number of solid pixels. Reads all tiles, and keeps nothing: a map does not count its pixels while it changes."""
    @property
    def bounds(self) -> tuple[int, int, int, int] | None:
        """The smallest rectangle (x, y, width, height) that contains all solid pixels. None if no pixel is solid. Reads all tiles, and keeps
        nothing.
        """
    def crop(self, rect: _Rect) -> Mask:
        """A part of a map as a mask."""
    def draw_ahead(self, rect: _Rect) -> None:
        """Draws the pixels in a rectangle (x, y, width, height) now, so that the first questions there are fast."""
    def overlap_tiles(self, shape: _Shape, offset: _Pixel) -> list[TileOverlap]:
        """The tiles that a shape meets, row by row of cells, left to right. The offset is the shape's origin in pixels of the map."""
    def tile_at(self, pixel: _Pixel) -> TileOverlap | None:
        """The tile that is seen at a pixel: of several that are solid there, the one that is drawn last, in the lowest row of cells and there
        farthest to the right. None if the pixel is clear. Its `area` is 1.
        """
    def cast(self, other: Mask, position: _Position, motion: _Position) -> Cast:
        """When a mask, moving straight from a position by a motion, first overlaps the tiles."""
    def cast_pixels(self, other: Mask, offset: _Pixel, motion: _Pixel) -> Cast:
        """When a mask, moving in whole pixels along a straight line from an offset, first overlaps the tiles."""
    def ray_cast(self, position: _Position, motion: _Position) -> Cast:
        """When a point, moving straight from a position by a motion, first enters a solid pixel of the tiles."""

@final
class Touch:
    """Where two colliders touch. What the options of the world do not ask for is missing."""
    @property
    def first(self) -> tuple[int, int]:
        """The first world pixel that both cover."""
    @property
    def area(self) -> int:
        """How many world pixels both cover. 0 if not asked for."""
    @property
    def bounds(self) -> tuple[int, int, int, int] | None:
        """The smallest rectangle around the pixels that both cover. None if there is none."""
    @property
    def normal(self) -> tuple[int, int] | None:
        """The direction from a to b. None if there is none."""
    @property
    def separation(self) -> tuple[int, int] | None:
        """The shortest way out: move b by it. None if there is none."""
    @property
    def labels(self) -> tuple[int, int] | None:
        """The labels of a and b at the first pixel. 0 if it has no labels. None if there is none."""
    def __hash__(self) -> int: ...

@final
class TurningHit:
    """A collider that a motion with a turn meets or may meet. The times are proven."""

    __hash__: None  # type: ignore[assignment]
    @property
    def collider(self) -> int:
        """The collider."""
    @property
    def data(self) -> int:
        """Its data."""
    @property
    def pixel(self) -> tuple[int, int] | None:
        """The first pixel that both cover then. None if there is none."""
    @property
    def free(self) -> tuple[float, float] | None:
        """Where it is when it is free for the last time. There is none if they overlap at the start."""
    @property
    def free_until(self) -> Fraction:
        """Before this time, and at it, they share no pixel. 0 if they overlap at the start. As a Fraction."""
    @property
    def overlapping_at(self) -> Fraction | None:
        """A time at which they share a pixel. There is none if none was found, and none could be ruled out. As a Fraction."""

@final
class World:
    """Thousands of colliders, and which of them touch.

    stay, area, bounds, normal, separation, labels: what events say besides the pair and the first pixel; each costs time. wrap: the width and the
    height of a world whose opposite sides are one, each from 1 to 2**30; None is a world without ends. max_pairs: with more pairs of boxes
    than this a step raises RuntimeError.

    `insert` returns the handle of a collider, a number. Methods that get the handle of a removed collider raise KeyError.
    """
    def clear(self) -> None:
        """Removes all colliders. Their handles become stale. Their contacts end at the next step."""
    def __len__(self) -> int: ...
    def __contains__(self, collider: int, /) -> bool: ...
    def memory_bytes(self) -> int:
        """The bytes that the world allocated, and its own size."""
    def position(self, collider: int) -> tuple[float, float]:
        """Where a collider's pivot lies; without a pivot, its shape's origin. As it was set, or as a move left it: a character's remainder is
        part of it. In a wrapped world, modulo the size.
        """
    def bounds(self, collider: int) -> tuple[int, int, int, int] | None:
        """A rectangle (x, y, width, height) around the world pixels that a collider may cover. None if it covers none."""
    def set_position(self, collider: int, position: _Position) -> None:
        """Moves a collider: its pivot then lies at the position; without a pivot, its shape's origin (for most shapes the upper left corner).
        The other parts of its transform stay as they are.
        """
    def teleport(self, collider: int, position: _Position) -> None:
        """Puts a collider at a position. A swept one was not on the way there."""
    def set_frame(self, collider: int, frame: int) -> None:
        """Shows another frame of a collider's animation, counted from 0. Raises IndexError if there is no such frame."""
    @property
    def steps(self) -> int:
        """How many steps succeeded so far. So it is the number of the last successful step, counted from 1."""
    def contacts_of(self, collider: int) -> list[int]:
        """The colliders that touched this one in the last step."""
    def touching_since(self, a: int, b: int) -> int | None:
        """The number of the step in which two colliders began to touch. None if they did not touch in the last step."""
    def pick(self, pixel: _Pixel, *, filter: QueryFilter | None = None) -> int | None:
        """The topmost collider that covers a pixel: by order, then by handle."""
    def pick_all(self, pixel: _Pixel, *, filter: QueryFilter | None = None) -> list[int]:
        """All colliders that cover a pixel, the topmost first."""
    def nearest(self, pixel: _Pixel, within: int, *, filter: QueryFilter | None = None) -> Nearest | None:
        """The collider that covers the pixel nearest to this one, at most so many pixels away."""
    def surface_normal(self, collider: int, pixel: _Pixel, radius: int) -> tuple[int, int]:
        """The direction of a collider's surface within a radius of a world pixel, such as the one that a ray has hit: it points out of the
        ground, across it. A radius of 16 is right to about a degree. (0, 0) if nothing lies there.
        """
    def fit_at(self, collider: int, position: _Position, limit: int = 0, *, filter: QueryFilter | None = None) -> Fit:
        """Whether a collider would overlap a solid collider at a position, and which least move of at most limit pixels would free it there.
        Nothing changes.
        """
    def fit_frame(self, collider: int, frame: int, limit: int = 0, *, filter: QueryFilter | None = None) -> Fit:
        """Shows another frame of an animation if the collider then overlaps no solid collider; otherwise after the least move of at most limit
        pixels that frees it; otherwise nothing changes. The answer says which.
        """
    def fit_shape(self, collider: int, shape: _ColliderShape, limit: int = 0, *, filter: QueryFilter | None = None) -> Fit:
        """Gives a collider another shape, if it fits there, or after a move of at most limit pixels."""
    def unstick(self, collider: int, limit: int, *, filter: QueryFilter | None = None) -> Fit:
        """Frees a collider from the solid colliders that it overlaps by the least move of at most limit pixels."""
    def support(self, collider: int) -> int | None:
        """What carries a character or a crate. None if nothing does."""
    def parts_of(self, root: int) -> list[int]:
        """The parts that were attached to a collider, sorted by handle; not the parts of these."""
    def parent_of(self, part: int) -> int | None:
        """What a part was attached to: its root, or a part of it. None if the collider is no part."""
    def root_of(self, part: int) -> int | None:
        """The root of a part: of a part of a part, the collider above them all that is no part. None if the collider is no part."""
    def state_hash(self) -> int:
        """One number for the state of the world, to find out whether two machines still agree. Two worlds that were built by equal calls have
        equal hashes: on every machine, with every broad phase, on any number of threads, and no matter whether one of them was restored
        from a snapshot or from bytes. Worlds that differ have the same hash with a chance of about 2⁻⁶⁴.
        """
    def set_kind(self, collider: int, kind: _ColliderKindWord) -> None:
        """Sets the kind of a collider. How it takes part."""
    def set_layers(self, collider: int, layers: tuple[int, int]) -> None:
        """Sets the layers that it is on, and those that it meets, 32 bits each."""
    def set_group(self, collider: int, group: int) -> None:
        """Sets the group of a collider. Colliders of the same group never meet. 0 is no group."""
    def set_space(self, collider: int, space: int) -> None:
        """Sets the space of a collider. Only colliders of the same space meet."""
    def set_order(self, collider: int, order: int) -> None:
        """Sets its place in the drawing order, for picking: higher is on top."""
    def set_data(self, collider: int, data: int) -> None:
        """Sets the data of a collider. Yours: a number that events carry."""
    def set_enabled(self, collider: int, enabled: bool) -> None:
        """Sets whether it meets anything at all."""
    def set_swept(self, collider: int, swept: bool) -> None:
        """Sets whether steps look at its whole path since the last step, so that it passes through nothing."""
    def set_first_only(self, collider: int, first_only: bool) -> None:
        """Sets whether only the first of its new touches in a step counts: by their times, those without a time at the end."""
    def set_up(self, collider: int, up: _Direction | None) -> None:
        """Sets the up of a collider. Where up is for a character or a crate. None if it is seen from above: then there is no floor, and every
        blocker is a wall.
        """
    def set_open_side(self, collider: int, open_side: _Direction) -> None:
        """Sets the side from which one comes onto a one-way collider. It refuses only steps against that side."""
    def set_whole_pixels(self, collider: int, whole_pixels: bool) -> None:
        """Sets whether it stands on whole pixels and keeps the rest of its position as a remainder."""
    def filter_of(self, collider: int) -> QueryFilter:
        """The filter with which a collider would ask for others: its space, layers and group, and not itself. For questions by shapes, pixels
        and rays; questions about the collider use them anyway.
        """
    def collide_one(self, collider: int) -> list[tuple[int, Touch]]:
        """What a collider touches now: a list of (handle, `Touch`), sorted."""
    def contacts(self) -> list[tuple[int, int]]:
        """All pairs that touched in the last step, sorted."""
    def last_path(self, collider: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """The last way of a collider, for pictures: where it came from and where it is, as two positions (x, y). They are the same if it rested
        or was teleported. Once it was moved, it comes from its position after the last successful step; until then it is the way that the
        last step saw.
        """
    def query(
        self,
        shape: _ColliderShape,
        at: _Pixel = (0, 0),
        *,
        pose: Pose | None = None,
        filter: QueryFilter | None = None,
        topmost_first: bool = False,
    ) -> list[int]:
        """The handles of all colliders that cover a pixel of a shape, sorted.

        shape: any shape that a collider can have. at: the world pixel of its upper left corner. With a pose, the pose places it.
        topmost_first: sorts by the drawing order instead, from the top.
        """
    def query_touches(
        self,
        shape: _ColliderShape,
        at: _Pixel = (0, 0),
        *,
        pose: Pose | None = None,
        filter: QueryFilter | None = None,
    ) -> list[tuple[int, Touch]]:
        """Which colliders a shape touches, and where: a list of (handle, `Touch`), sorted. As `query`."""
    def query_line(self, start: _Pixel, end: _Pixel, *, filter: QueryFilter | None = None) -> list[int]:
        """The handles of all colliders that cover a pixel of the segment from one pixel to another, both included, sorted."""
    def first_on_line(self, start: _Pixel, end: _Pixel, *, filter: QueryFilter | None = None, supercover: bool = False) -> LineHit | None:
        """The first collider on the pixels of a segment, walked from its start. None if there is none.

        The segment is one pixel wide, and slips through walls whose pixels touch at corners alone. With supercover=True it has all pixels that
        it touches, also those beside a corner that it passes: no wall has a gap for it.
        """
    def ray_cast(self, position: _Position, motion: _Position, *, filter: QueryFilter | None = None) -> tuple[int, Cast] | None:
        """The first collider that a point hits on its straight way: its handle and a `Cast`. None if the way is free. By geometry: the point
        may lie between whole pixels.
        """
    def cast(
        self,
        what: int | _ColliderShape,
        motion: _Position,
        *,
        at: _Pixel = (0, 0),
        pose: Pose | None = None,
        filter: QueryFilter | None = None,
    ) -> CastHit | None:
        """The first collider that a shape meets on a straight motion, and exactly when. None if the way is free.

        what: the handle of a collider, or a shape that lies at the world pixel `at` or under a pose. It answers as if a step were made at
        every moment of the motion. A collider meets what is in its own space and agrees with its layers and its group, unless the filter
        names others. A shape that is no collider meets what is in space 0.
        """
    def cast_all(
        self,
        what: int | _ColliderShape,
        motion: _Position,
        *,
        at: _Pixel = (0, 0),
        pose: Pose | None = None,
        filter: QueryFilter | None = None,
    ) -> list[CastHit]:
        """All colliders that a shape meets on a straight motion, in the order in which it meets them: see `cast`."""
    def cast_turning(
        self,
        what: int | _ColliderShape,
        motion: _Position,
        degrees: float,
        *,
        steps: int = 64,
        at: _Pixel = (0, 0),
        pose: Pose | None = None,
        filter: QueryFilter | None = None,
    ) -> TurningHit | None:
        """The first collider that a shape meets or may meet while it moves and turns about its pivot. None if the way is proven free.

        degrees: how far it turns, clockwise. steps: how many parts the motion is divided into, up to 2**20; where it leads clearly into a
        collider, the answer is at most one part wide. Otherwise as `cast`.
        """
    def cast_turning_all(
        self,
        what: int | _ColliderShape,
        motion: _Position,
        degrees: float,
        *,
        steps: int = 64,
        at: _Pixel = (0, 0),
        pose: Pose | None = None,
        filter: QueryFilter | None = None,
    ) -> list[TurningHit]:
        """All colliders that a shape meets or may meet while it moves and turns: see `cast_turning`."""
    def overlap_labels(self, a: int, b: int) -> list[LabelOverlap]:
        """Which labels of two colliders meet now, in world pixels: see `LabelMask.overlap_labels`."""
    def label_hit(self, a: int, b: int) -> LabelHit | None:
        """The first world pixel that two colliders share now, and their labels there. None if they share none."""
    def label_at(self, collider: int, pixel: _Pixel) -> int | None:
        """The label that a collider shows at a world pixel: which part a click, a ray or a cast has found. 0 if it has no labels. None if it
        does not cover the pixel.
        """
    def label_name(self, collider: int, label: int) -> tuple[str, int] | None:
        """What a label of a collider is called, and its number: what `Event.part_of` and `label_at` have found. None if it has no name."""
    def normal(self, a: int, b: int) -> tuple[int, int]:
        """The direction from a to b, if they touch: see `Mask.normal`. (0, 0) if they don't."""
    def separation(self, a: int, b: int) -> tuple[int, int] | None:
        """The shortest way out for b: see `Mask.separation`. (0, 0) if they don't touch. None if they overlap in several ways around a wrapped
        world.
        """
    def closest(self, a: int, b: int) -> Closest | None:
        """The nearest pixels of two colliders, in world pixels. None if one of them covers nothing."""
    def __new__(
        cls,
        *,
        broad_phase: _BroadPhaseKindWord = "auto",
        max_pairs: int = 16777216,
        stay: bool = False,
        area: bool = False,
        bounds: bool = False,
        normal: bool = False,
        separation: bool = False,
        labels: bool = False,
        wrap: tuple[int, int] | None = None,
    ) -> World: ...
    def insert(
        self,
        shape: _ColliderShape,
        at: _Position = (0, 0),
        *,
        rotation: float = 0,
        scale: float | _Position = 1,
        flip: tuple[bool, bool] = (False, False),
        pivot: _Position | None = None,
        test: _Test | None = None,
        pose: Pose | None = None,
        kind: _ColliderKindWord = ...,
        layers: tuple[int, int] = ...,
        group: int = ...,
        space: int = ...,
        order: int = ...,
        data: int = ...,
        enabled: bool = ...,
        swept: bool = ...,
        first_only: bool = ...,
        up: _Direction | None = ...,
        open_side: _Direction = ...,
        whole_pixels: bool = ...,
    ) -> int:
        """Adds a collider and returns its handle.

        shape: a Mask, RunMask, AlphaLevel, LabelMask, Terrain, Circle, ConvexPolygon, Frames or a rectangle (x, y, width, height). An AlphaMask counts
        by alpha sum. The world keeps it as it is now: later edits of the object do not count. at: where the pivot lies; without a pivot, the
        shape's upper left corner. rotation: degrees, clockwise. layers: (the layers it is on, the layers it meets), 32 bits each. kind:
        'body', 'sensor', 'character', 'one-way' or 'crate', which is moved like a character and can be pushed. up: where up is for a character or a
        crate, 'up', 'right', 'down' or 'left'; None if it is seen from above. open_side: the side from which one comes onto it, if it is one-way. swept: whether it is followed between steps, so that it passes through nothing. first_only:
        whether only the first of its new touches in a step counts. space, group, order, enabled, whole_pixels: as `set` takes them. data: a number that
        events carry. pose: the whole place, in place of at, rotation, scale, flip and pivot.

        test: a function that decides before the pixels do. It gets two `Member`s, this collider's first, and returns None (the pixels
        decide), False (they don't touch) or the world pixel at which they touch. It is asked about pairs whose boxes share a pixel. It
        cannot use the world, which is busy then.
        """
    def remove(self, collider: int) -> None:
        """Removes a collider. Its contacts end with the next step."""
    def set_place(
        self,
        collider: int,
        at: _Position | None = None,
        *,
        rotation: float | None = None,
        scale: float | _Position | None = None,
        flip: tuple[bool, bool] | None = None,
        pivot: _Position | None = None,
    ) -> None:
        """Sets all of where a collider lies at once: what is given changes, the rest stays. Nothing changes if one of them is refused."""
    def set_places(self, colliders: Sequence[int] | NDArray[Any], places: Sequence[Sequence[float]] | NDArray[Any]) -> int:
        """Moves and turns many colliders. places: for each its position and its angle in degrees, (x, y, degrees), such as the rows of a NumPy
        array. Nothing changes if one of them is refused. Returns how many of the colliders exist.
        """
    def set_rotation(self, collider: int, rotation: float) -> None:
        """Turns a collider about its pivot to an angle in degrees."""
    def set_scale(self, collider: int, scale: float | _Position) -> None:
        """Scales a collider about its pivot: one number, or one for each axis."""
    def get(self, collider: int) -> Collider:
        """What is known of a collider: where it lies, its layers, its data."""
    def pose(self, collider: int) -> Pose | None:
        """The pose of a collider, which follows from its position, pivot, rotation, scale and flips. None if it covers nothing."""
    def set_pose(self, collider: int, pose: Pose | None) -> None:
        """Puts a collider under a pose: its whole place, as a matrix without parts and with the pivot (0, 0). Under None it covers nothing."""
    def set_flip(self, collider: int, flip: tuple[bool, bool]) -> None:
        """Mirrors the collider's own axes."""
    def set_pivot(self, collider: int, pivot: _Position) -> None:
        """Sets the point of the shape that lies on the position, in pixels from the shape's upper left corner."""
    def rotate_by(self, collider: int, degrees: float) -> None:
        """Turns a collider about its pivot by an angle in degrees."""
    def set_shape(self, collider: int, shape: _ColliderShape) -> None:
        """Gives a collider another shape."""
    def carve(
        self,
        collider: int,
        shape: _Shape,
        offset: _Pixel = (0, 0),
        *,
        pose: Pose | None = None,
    ) -> tuple[int, tuple[int, int, int, int] | None]:
        """Clears the pixels of a collider's terrain that a shape covers, as `Terrain.carve`. offset: the shape's corner in the terrain. Other objects
        that share the terrain stay as they are. KeyError if the handle is stale or the collider's shape is not a terrain.
        """
    def draw(
        self,
        collider: int,
        shape: _Shape,
        offset: _Pixel = (0, 0),
        *,
        pose: Pose | None = None,
    ) -> tuple[int, tuple[int, int, int, int] | None]:
        """Makes the pixels of a collider's terrain solid that a shape covers. Otherwise as `carve`."""
    def props(self, collider: int) -> dict[str, Any]:
        """All that is set of a collider but its shape and its place, as a dict that `set` takes: `world.set(other, **world.props(one))`."""
    def set_test(self, collider: int, test: _Test | None) -> None:
        """Sets or removes the function that decides before the pixels do: see `insert`."""
    def handles(self) -> list[int]:
        """The handles of all colliders."""
    def stats(self) -> dict[str, int]:
        """What the last step did: how many colliders there were, how many pairs of boxes, and what became of these."""
    def set(
        self,
        collider: int,
        *,
        kind: _ColliderKindWord = ...,
        layers: tuple[int, int] = ...,
        group: int = ...,
        space: int = ...,
        order: int = ...,
        data: int = ...,
        enabled: bool = ...,
        swept: bool = ...,
        first_only: bool = ...,
        up: _Direction | None = ...,
        open_side: _Direction = ...,
        whole_pixels: bool = ...,
    ) -> None:
        """Sets what is given of a collider: its kind, layers, group, space, order, data, and whether it is enabled, swept, first_only or on
        whole_pixels. Nothing changes if one of them is refused.
        """
    def move_and_slide(
        self,
        collider: int,
        motion: _Position,
        *,
        filter: QueryFilter | None = None,
        step_up: int = 0,
        step_down: int = 0,
        corner: int = 0,
        drop: bool = False,
        push: bool = False,
        push_limit: int = 0,
    ) -> Slid:
        """Moves a collider among the others, and says where it ends and what it met: floor, ceiling, wall. It stops flush, slides along walls
        and climbs ledges.

        motion: how far it wants to go in this call, in pixels (x, y); y points down. step_up: the highest ledge that it climbs, in pixels.
        step_down: how far it follows the ground down, in pixels. corner: how far it goes aside to get round a corner that stops it, in pixels.
        drop: whether the one-way pixels on which it stands at the start do not count in this call. push: whether it pushes crates sideways, and
        push_limit the most crates in a chain, 0 for any number. filter: what may stop it; by default what is in its own space and agrees
        with its layers and its group. Returns a `Slid`; a collider that overlaps a solid one at the start does not move, and `stuck` is that
        one's handle.
        """
    def ground_slope(self, collider: int, reach: int, *, filter: QueryFilter | None = None) -> tuple[int, int] | None:
        """The slope of the ground under a collider's feet as (rise, run): the ground lies `rise` pixels higher at its right end, `run` columns
        to the right of its left end. None if there is no ground, or if the collider overlaps a solid collider.

        Each column of the collider looks down from its lowest pixel, past at most `reach` clear ones. The ground's ends are in the leftmost
        and in the rightmost column that see ground.
        """
    def move_solid(self, collider: int, motion: _Position, *, riders: Sequence[int] = (), step_up: int = 0, corner: int = 0) -> SolidMoved:
        """Moves a solid: a lift, a crusher. Nothing stops it. Characters and crates in its way are pushed, and those whose support it is are
        carried.

        riders: more characters that ride it, for example one that hangs on its wall. step_up, corner: who is pushed or carried climbs ledges
        and gets round corners by them, as in `move_and_slide`. Who cannot step aside is named in `crushed`, and stays. Raises ValueError if
        a rider is neither a character nor a crate, or is a part, stale, disabled or elsewhere.
        """
    def reshape_solid(
        self,
        collider: int,
        limit: int,
        *,
        position: _Position | None = None,
        rotation: float | None = None,
        scale: float | _Position | None = None,
        flip: tuple[bool, bool] | None = None,
        pivot: _Position | None = None,
        frame: int | None = None,
        shape: _ColliderShape | None = None,
        filter: QueryFilter | None = None,
    ) -> SolidMoved:
        """Turns a solid, scales it, or gives it another shape or frame, in one jump: a plank, a wheel, a plant that grows. It carries those whose
        support it is, and pushes out what it then overlaps, by at most `limit` pixels; who cannot be freed is named in `crushed`. What is not
        given stays as it is.
        """
    def fit_transform(
        self,
        collider: int,
        limit: int = 0,
        *,
        position: _Position | None = None,
        rotation: float | None = None,
        scale: float | _Position | None = None,
        flip: tuple[bool, bool] | None = None,
        filter: QueryFilter | None = None,
    ) -> Fit:
        """As `fit_frame`, with another position, rotation, scale or flip. What is not given stays as it is."""
    def events_by_time(self) -> list[Event]:
        """The events of the last step again, sorted by time, then by handles. What has no time is about the end of the step."""
    def step_along(self, paths: dict[int, list[PathSegment]]) -> list[Event]:
        """As `step`, for a step in which some colliders have not gone straight: what bounced, or went through a portal.

        paths: for each handle of such a collider a list of `PathSegment`s, in order. The last part must lead to the collider's position. In a
        wrapped world all paths are straight.
        """
    def attach(self, root: int, part: int) -> None:
        """Makes a collider a part of another one, its root: a sword in a hand, a weak point, a second shape of a lift.

        A part may have parts of its own, such as a gun in the hand of an arm, which go with it: trees of up to 64 parts above each other.

        A part goes where its root goes. It keeps a handle of its own, which events and queries name. `position` and its other settings
        count in the plane of the root's shape: the position is the texel of the root's picture on which the part's pivot lies; `pose` and
        `bounds` are those in the world. It is in its root's space and group, never meets its root nor the root's other parts, and counts only
        while its root is enabled. A filter that excludes the root excludes its parts. Removing the root removes them. The verbs that move a
        collider among others refuse a part: move its root.

        ValueError if the root is the part itself or a part of it, or if parts would lie more than 64 deep.
        """
    def detach(self, part: int) -> None:
        """Makes a part a collider like any other again, where it lies: a sword that is dropped. ValueError if it is no part."""
    def set_part_frames(self, part: int, frames: Sequence[int] | None) -> None:
        """Lets a part count only while its root shows one of these frames, counted from 0; with None in all frames, as at first. What is no
        animation shows frame 0. ValueError if it is no part.
        """
    def part_frames(self, part: int) -> list[int] | None:
        """The frames of its root in which a part counts, sorted. None if it counts in all. ValueError if it is no part."""
    def picture(
        self,
        region: tuple[int, int, int, int] | None = None,
        *,
        scale: int | None = None,
        space: int = 0,
        boxes: bool = True,
        contacts: bool = True,
        normals: bool = True,
        paths: bool = True,
    ) -> bytes:
        """What the world holds now, as the bytes of a PNG file: for debugging.

        Bodies are blue, characters green, one-way platforms amber, sensors violet, and what is disabled is grey. region: the part of the
        world (x, y, width, height) in world pixels; None is all of it. scale: the side of a world pixel in the picture; None makes the
        longer side up to 1600 pixels long, and a world pixel up to 8. boxes: frames around the colliders. contacts: the pixels that two
        share that touch, in pink, and a white frame around the first one. normals: yellow lines from there to where the normals point.
        paths: the last paths of swept colliders, in light blue.

        Raises ValueError if the picture would be empty or have more than 2**24 pixels.
        """
    def to_bytes(self, shapes: Sequence[_ColliderShape] = ()) -> bytes:
        """The world as bytes with a checksum: for a saved game. `World.from_bytes` reads them.

        shapes: all shapes of colliders but rectangles and circles, in any order. The bytes hold places in this list, not the pixels; give
        `from_bytes` the same list. (Pickle needs no list; it keeps the pixels, too.)

        Raises ValueError if a shape is not in the list, or if a collider has a function as its `test`.
        """
    @staticmethod
    def from_bytes(data: bytes, shapes: Sequence[_ColliderShape] = ()) -> World:
        """Reads what `to_bytes` wrote. Handles and contacts are those of the saved world. Raises ValueError if the bytes are damaged, or if
        the list is too short.
        """
    def snapshot(self) -> WorldSnapshot:
        """The world as it is now. Cheap."""
    def restore(self, snapshot: WorldSnapshot) -> None:
        """Brings back the state of a snapshot."""
    def step(self, *, accept: Callable[[Member, Member], object] | None = None) -> list[Event]:
        """Compares the world with the last step. Returns the events, sorted by their handles. Other Python threads run meanwhile.

        accept: a function that gets two `Member`s and says whether the pair counts; pairs that it refuses do not touch. It is asked about
        pairs whose boxes share a pixel. It cannot use the world, which is busy then.

        Raises RuntimeError, and changes nothing, if too many colliders are close together. If `accept` or a collider's `test` raises, its
        pair counts as apart, the step is made, and then the exception is raised.
        """
    def insert_tiles(
        self,
        map: TileMap,
        at: _Position = (0, 0),
        *,
        kind: _ColliderKindWord = ...,
        layers: tuple[int, int] = ...,
        group: int = ...,
        space: int = ...,
        order: int = ...,
        data: int = ...,
        enabled: bool = ...,
        swept: bool = ...,
        first_only: bool = ...,
        up: _Direction | None = ...,
        open_side: _Direction = ...,
        whole_pixels: bool = ...,
    ) -> tuple[int, int | None, int | None]:
        """Inserts a tile map as ground, one-way ledges and sensors at once: three colliders that share the map as it is now. Returns their handles
        (body, one_way, sensor); the last two are None if the set has no such tiles. They are parts of the body and go where it goes. So are
        those of one-way tiles that are open to another side: `parts_of` names them.
        """
    def set_tile(
        self,
        handle: int,
        cell: _Pixel,
        tile: int | None,
        *,
        flip_x: bool = False,
        flip_y: bool = False,
        diagonal: bool = False,
    ) -> tuple[int, bool, bool, bool] | None:
        """Changes what a cell (column, row) of a collider's map shows; None empties it. All colliders of `insert_tiles` see the change. Returns what
        the cell showed before. KeyError if the handle is stale or the collider's shape is not a tile map.
        """
    def fill_tiles(self, handle: int, corner: _Pixel, columns: int, gids: Iterable[SupportsIndex]) -> None:
        """Sets a rectangle of cells of a collider's map, as `TileMap.fill` does. All colliders of `insert_tiles` see the change. KeyError if the handle
        is stale or the collider's shape is not a tile map.
        """
    def tile_at(self, handle: int, pixel: _Pixel) -> TileOverlap | None:
        """The tile of a collider's map that covers a pixel of the world: the first pixel of an event, the pixel of a blocker. None if the collider has
        no map, or no tile there. Its `first` is a pixel of the map.
        """

@final
class WorldSnapshot:
    """A world as it was, for `World.restore`. It pickles."""

def load(path: str | PathLike[str], *, grid: tuple[int, int] | None = None) -> Sprite:
    """Loads a sprite: PNG (also animated), GIF, WebP, JPEG, BMP, TGA, QOI, Aseprite, atlases of TexturePacker, Pixi, Aseprite, libGDX, Starling,
    cocos2d and Kivy, levels of Tiled and LDtk.

    The frames of a level are pictures of its layers: `cave.tmx#ground` loads one layer, `world.ldtk#First/Walls` one of a level of several.
    Their masks are what the layers collide with.

    `path#name` loads only the frames of a tag, or the one frame, slice or `tag:number` of this name; `path#2:name` is the second of this name. grid: (width, height) of the cells
    into which a picture is cut. Of a pack, `path#name` loads the frames of a sprite or of `SPRITE#TAG`, or the one frame of an entry; its
    pictures are white. `Pack` reads the masks of a pack without making pictures.

    Raises OSError if the file cannot be read, ValueError if it is damaged, too large or of an unknown format, or has no such name.
    """

def load_tile_map(path: str | PathLike[str], *, threshold: int = 128) -> tuple[TileMap, tuple[int, int]]:
    """Loads a layer of cells of Tiled or LDtk as a TileMap: `cave.tmx#ground`, or `world.ldtk#First/Walls` of a level of several.

    A tile is solid where alpha is at least the threshold, or where its collision shapes cover it. Returns the map, and where (x, y) it lies
    in the level: `world.insert_tiles(*hitmask.load_tile_map("cave.tmx#ground"))`.

    Raises OSError if a file cannot be read, ValueError if it is damaged, too large or no level, has no such layer, or the layer is not made
    of cells.
    """

def load_labels(
    path: str | PathLike[str],
    by: Literal["slices", "layers", "colors"] = "slices",
    *,
    layers: Sequence[str] = (),
    parts: Mapping[str, tuple[int, int, int]] | None = None,
    threshold: int = 128,
    rest: str | None = None,
    grid: tuple[int, int] | None = None,
) -> list[LabelMask]:
    """Loads the labels of each frame of a file: which part of a sprite each pixel belongs to. Returns a list of LabelMasks, whose names are those
    of the file.

    by: what says it. 'slices': the slices of an Aseprite file or an atlas. 'layers': the layers of an Aseprite file with the names in layers, in
    the order of their labels, visible or not; without names, all visible ones. 'colors': each colour of the picture is a part, named like
    '#ff8000'. With parts, a dict from names to colours (red, green, blue), in the order of their labels, the colours lie in one layer of an
    Aseprite file, which layers names.

    threshold: the least alpha that is solid. rest: the name of the label that all other solid pixels of the picture get; without it they are
    clear. grid: (width, height) of the cells into which a picture is cut.

    >>> hero = hitmask.load_labels("assets/player.aseprite", "layers")[0]
    >>> hero.names
    {1: 'base', 2: 'helmet', 3: 'Sunglasses'}

    Raises OSError if the file cannot be read, ValueError if it is damaged, too large or of an unknown format, or does not say it.
    """

def overlaps_batch(masks: Iterable[Mask], pairs: ArrayLike, offsets: ArrayLike, *, threads: int | None = 1) -> NDArray[np.bool_]:
    """Whether each pair of masks overlaps: a NumPy array of bools.

    masks: a sequence of masks. pairs: whole numbers of the shape (n, 2), two indices into masks for each pair. offsets: whole numbers of
    the shape (n, 2), the second mask's corner minus the first one's. threads: how many threads work, None for one a core.

    Raises IndexError if there is no such mask. Other Python threads run meanwhile.
    """

def overlap_areas_batch(masks: Iterable[Mask], pairs: ArrayLike, offsets: ArrayLike, *, threads: int | None = 1) -> NDArray[np.uint64]:
    """How many pixels overlap in each pair of masks: a NumPy array of uint64. The arguments are those of `overlaps_batch`."""

def first_overlaps_batch(
    masks: Iterable[Mask], pairs: ArrayLike, offsets: ArrayLike, *, threads: int | None = 1
) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
    """The first pixel that is solid in both masks of each pair: a NumPy array of bools that says which pairs overlap, and one of int32 of the
    shape (n, 2) with the pixels, (0, 0) where there is none. The arguments are those of `overlaps_batch`.
    """

def overlaps_posed_batch(
    masks: Iterable[Mask],
    poses: Sequence[Pose],
    pairs: ArrayLike,
    *,
    rule: _Rule | None = "raster",
    threads: int | None = 1,
) -> NDArray[np.bool_]:
    """Whether each pair of posed masks overlaps: a NumPy array of bools.

    masks and poses: sequences of the same length, the sprites. pairs: whole numbers of the shape (n, 2), two indices into them for each
    pair. rule: 'raster' or 'geometry'. threads: how many threads work, None for one a core.
    """

def level_objects(path: str | PathLike[str], threshold: int) -> list[dict[str, Any]]:
    """The objects of a layer, each as a dict of the fields of a `LevelObject`."""

def tile_properties(path: str | PathLike[str]) -> dict[int, dict[str, Any]]:
    """The properties of the tiles of a level that have some, by the numbers that tiles have in its maps."""

def move_and_slide(
    mover: _Shape,
    position: _Position,
    motion: _Position,
    obstacles: Sequence[Obstacle],
    *,
    step_up: int = 0,
    step_down: int = 0,
    corner: int = 0,
    drop: bool = False,
    up: _Direction | None = "up",
) -> Moved:
    """Moves a character by a motion among obstacles, and says where it ends and what it met: floor, ceiling, wall.

    It goes in steps of whole pixels along the motion. A step that an obstacle refuses ends the motion on that axis, and the other axis goes
    on: so it stops flush with a wall, and slides along it. Parts of a pixel are kept in the position.

    Call it once a frame, with what the last call gave:

    >>> from hitmask import Mask, Obstacle, move_and_slide
    >>> hero, ground = Mask.filled(8, 16), Obstacle(Mask.filled(100, 10), (0, 50))
    >>> position, velocity = (20, 30), (1.5, 6)
    >>> moved = move_and_slide(hero, position, velocity, [ground])
    >>> moved.position, moved.velocity, moved.floor
    ((21.5, 34.0), (1.5, 0.0), (0, (21, 50)))
    >>> position, velocity = moved.position, moved.velocity

    mover: the character, any shape. Its position is that of its upper left corner.
    position: where it is, in pixels (x, y); fractions are allowed.
    motion: how far it wants to go in this call, in pixels (x, y); y points down.
    obstacles: a list of `Obstacle`, each a shape at a position. `floor`, `ceiling` and `wall` of the answer give the index in this list.
    step_up: the highest ledge that it climbs as it walks, in pixels.
    step_down: how far it follows the ground down as it walks, in pixels. With 0 it leaves a slope in little jumps.
    corner: how far it goes aside to get round a corner that stops it, in pixels.
    drop: whether the one-way pixels on which it stands at the start do not count in this call.
    up: where up is for it: 'up', 'right', 'down' or 'left'; None if it is seen from above.

    Returns a `Moved`. If the character overlaps a solid obstacle at the start, it does not move, and `stuck` is the index of the obstacle.
    For many obstacles make a `World`: its `move_and_slide` does the same, and finds those nearby.
    """

def ray_cast_obstacles(obstacles: Iterable[Obstacle], position: _Position, motion: _Position) -> tuple[int, Cast] | None:
    """The first of some obstacles that a moving point hits: its index in the list, and a `Cast`. None if it hits none.

    position: where the point is, in pixels (x, y). motion: how far it goes. For many obstacles make a `World`, and ask its `ray_cast`.
    """

class PygameMask(Mask):
    """A mask as `pygame.mask.Mask` is one, and a `hitmask.Mask` as well.

    Every method of pygame takes what pygame takes and answers what pygame answers. All other methods of `hitmask.Mask` work, too; where
    both have a method of one name, this class has pygame's.
    """
    def __new__(cls, *args: Any, **kwargs: Any) -> PygameMask: ...
    def __init__(self, size: _Position, fill: object = False) -> None: ...
    def __hash__(self) -> int: ...  # type: ignore[override]
    if sys.version_info >= (3, 12):
        def __buffer__(self, flags: int, /) -> memoryview[Any]: ...

    def copy(self) -> PygameMask:
        """A copy of the same class. A subclass may override `__copy__`, which makes it."""
    def __copy__(self) -> PygameMask: ...
    def get_size(self) -> _Xy:
        """The width and the height."""
    def get_rect(self, **kwargs: Any) -> Any:
        """A `pygame.Rect` of the mask's size at (0, 0), changed by the keywords, which are attributes of a Rect."""
    def get_at(self, pos: _Position) -> int:
        """1 if the pixel is set, else 0. Raises IndexError outside the mask."""
    def set_at(self, pos: _Position, value: int = 1) -> None:
        """Sets the pixel, or clears it if the value is 0. Raises IndexError outside the mask."""
    def overlap(self, other: Any, offset: _Position) -> _Xy | None:
        """A pixel that is set in both masks, in pygame's order. None if there is none. The offset is where the other mask lies."""
    def overlap_area(self, other: Any, offset: _Position) -> int:
        """How many pixels are set in both masks."""
    def overlap_mask(self, other: Any, offset: _Position) -> PygameMask:
        """The pixels that are set in both masks, as a mask of this mask's size."""
    def draw(self, other: Any, offset: _Position) -> None:
        """Sets the pixels that are set in the other mask."""
    def erase(self, other: Any, offset: _Position) -> None:
        """Clears the pixels that are set in the other mask."""
    def scale(self, scale: _Position) -> PygameMask:
        """The mask in a new size."""
    def centroid(self) -> _Xy:
        """The mean position of the set pixels, without fractions. (0, 0) if none is set."""
    def angle(self) -> float:
        """The direction of the main axis in degrees, from -90 to 90. 0 if no pixel is set."""
    def outline(self, every: int = 1) -> list[_Xy]:  # type: ignore[override]
        """The pixels of the outline of the first component, clockwise; of these, every so-many-th."""
    @overload
    def convolve(self, other: Any, output: None = None, offset: _Position = (0, 0)) -> PygameMask: ...
    @overload
    def convolve(self, other: Any, output: Any, offset: _Position = (0, 0)) -> Any: ...
    def connected_component(self, pos: _Position = ...) -> PygameMask:
        """The largest component, or the one with this pixel, as a mask of this mask's size."""
    def connected_components(self, minimum: int = 0) -> list[PygameMask]:
        """The components of at least so many pixels, each as a mask of this mask's size."""
    def get_bounding_rects(self) -> list[Any]:
        """The bounding rectangle of each component, as `pygame.Rect`s."""
    def to_surface(
        self,
        surface: Any = None,
        setsurface: Any = None,
        unsetsurface: Any = None,
        setcolor: Any = (255, 255, 255, 255),
        unsetcolor: Any = (0, 0, 0, 255),
        dest: Any = (0, 0),
        area: Any = None,
    ) -> Any:
        """Draws the mask on a surface, and returns the surface."""

def from_surface(surface: Any, threshold: int = 127) -> PygameMask:
    """Makes a mask of a surface: a pixel is set if its alpha is above the threshold.

    With a colour key, a pixel is set unless it has that colour. Without a colour key and without an alpha channel, every pixel is set.
    """

def from_threshold(
    surface: Any, color: Any, threshold: Any = (0, 0, 0, 255), othersurface: Any = None, palette_colors: int = 1
) -> PygameMask:
    """Makes a mask of the pixels of a surface that are within a threshold of a colour, or of the pixels of another surface."""

def bind_pygame(
    mask: type, rect: type, rect_interface: Any, surface: type, sdl_version: tuple[int, int, int], from_surface: Any, from_threshold: Any
) -> None:
    """Tells this module of pygame. The first call counts."""
