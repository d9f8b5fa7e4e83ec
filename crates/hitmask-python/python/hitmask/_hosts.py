"""What the modules for engines share: whether a sprite is drawn, its mask, its pose and its collider are decided here, once.

A module only reads its engine's fields into a `Drawn`.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypedDict, cast
from weakref import WeakKeyDictionary

from hitmask._hitmask import Mask, Pose, World


class Place(TypedDict):
    """Where and how a sprite lies: the arguments of `World.insert` after the shape."""

    at: tuple[float, float]
    rotation: float
    scale: tuple[float, float]
    flip: tuple[bool, bool]
    pivot: tuple[float, float]


class Drawn(NamedTuple):
    """What an engine draws of a sprite."""

    texture: Any
    """What has the pixels. A mask is taken as it is."""
    place: Callable[[Mask], Place | Pose]
    """Where a mask of them lies."""
    is_shown: bool = True
    """Not for what is hidden, fully transparent or gone."""


NOWHERE: Place = {"at": (0, 0), "rotation": 0, "scale": (0, 0), "flip": (False, False), "pivot": (0, 0)}
"""The place of what is not drawn: it covers nothing."""
# All of a mask lies between two centres of pixels then.
_NOTHING = Pose.from_matrix(1 / 65536, 0, 0, 1 / 65536, 0.5 + 1 / 65536, 0.5 + 1 / 65536)
_DOT = Mask.filled(1, 1)
_EMPTY = Mask(0, 0)


def upright(mask: Mask, upper_left: tuple[int, int], upper_right: tuple[int, int], lower_left: tuple[int, int]) -> Mask:
    """A mask as it is shown: which corners of the picture, from (0, 0) to (1, 1), are shown upper left, upper right and lower left."""
    across = (upper_right[0] - upper_left[0], upper_right[1] - upper_left[1])
    down = (lower_left[0] - upper_left[0], lower_left[1] - upper_left[1])
    if across[0] == 0:
        # Columns are shown as rows.
        mask = mask.rotate90().flip_h()
    if min(across) < 0:
        mask = mask.flip_h()
    return mask.flip_v() if min(down) < 0 else mask


def pose_at(place: Place | Pose) -> Pose:
    """The pose of a mask that lies there. What is scaled to nothing has one under which no mask covers a pixel."""
    if isinstance(place, Pose):
        return place
    if 0 in place["scale"]:
        return _NOTHING
    return Pose(place["at"], place["rotation"], scale=place["scale"], flip=place["flip"], pivot=place["pivot"])


def put(world: World, collider: int, place: Place | Pose) -> None:
    """Puts a collider of a world there."""
    if isinstance(place, Pose):
        world.set_pose(collider, place)
    else:
        world.set_place(collider, **place)


def ratio(size: float, of: float) -> float:
    """By how much something is stretched. What has no size is not drawn."""
    return size / of if of else 0.0


class Host:
    """The questions about sprites of an engine. `draw` reads a sprite, and raises AttributeError for what is none; `read` reads a texture.

    masks: the masks of textures that were read, or put there.
    """

    def __init__(self, module: str, wanted: str, masks: Any, draw: Callable[[Any], Drawn], read: Callable[[Any], Mask]) -> None:
        self._module, self._wanted, self._masks = module, wanted, masks
        self._draw, self._read = draw, read
        # The shape that each collider has got, by worlds.
        self._shapes: WeakKeyDictionary[World, dict[int, Mask]] = WeakKeyDictionary()

    def _refused(self, sprite: Any, error: AttributeError) -> TypeError:
        return TypeError(f"{self._module} takes {self._wanted}, not {type(sprite).__name__}: {error}")

    def _drawn(self, sprite: Any) -> Drawn:
        try:
            return self._draw(sprite)
        except AttributeError as error:
            raise self._refused(sprite, error) from error

    def _mask(self, drawn: Drawn) -> Mask:
        if drawn.texture is None:
            return _EMPTY
        if isinstance(drawn.texture, Mask):
            return drawn.texture
        return self.mask(drawn.texture)

    def mask(self, texture: Any) -> Mask:
        """The mask of a texture. It is read once."""
        mask: Mask | None = self._masks.get(texture)
        if mask is None:
            mask = self._masks[texture] = self._read(texture)
        return mask

    def see(self, sprite: Any) -> tuple[Mask, Place | Pose]:
        """What a sprite shows now, and where it lies. Raises TypeError for what is no sprite."""
        drawn = self._drawn(sprite)
        mask = self._mask(drawn)
        if not drawn.is_shown or drawn.texture is None or 0 in mask.size:
            return mask, NOWHERE
        try:
            return mask, drawn.place(mask)
        except AttributeError as error:
            raise self._refused(sprite, error) from error

    def mask_of(self, sprite: Any) -> Mask:
        """The mask of what a sprite shows now, solid where alpha >= 128. It is made once for each texture."""
        return self._mask(self._drawn(sprite))

    def place_of(self, sprite: Any) -> Place:
        """Where and how a sprite lies: `world.insert(mask_of(sprite), **place_of(sprite))`. What is not drawn is scaled to nothing."""
        return cast(Place, self.see(sprite)[1])

    def pose_of(self, sprite: Any) -> Pose:
        """The pose under which the sprite's mask lies on the screen. What is not drawn has one under which no mask covers a pixel."""
        return pose_at(self.see(sprite)[1])

    def collide_mask(self, left: Any, right: Any) -> tuple[int, int] | None:
        """The first pixel of the screen that both sprites cover, or None: the one with the lowest y, and then the lowest x."""
        one, other = self._seen(left), self._seen(right)
        return None if one is None or other is None else one[0].first_overlap_posed(one[1], *other)

    def collide_list(self, sprite: Any, others: Iterable[Any]) -> list[Any]:
        """The sprites of a list that share a pixel with a sprite, without the sprite itself, in the order of the list."""
        seen = self._seen(sprite)
        return [other for other in others if other is not sprite and self._touches(other, seen)] if seen else []

    def collide_point(self, sprite: Any, point: tuple[float, float]) -> bool:
        """Whether the sprite covers the pixel in which a point of the screen lies."""
        return self._touches(sprite, (_DOT, Pose((point[0] // 1, point[1] // 1))))

    def _touches(self, sprite: Any, other: tuple[Mask, Pose]) -> bool:
        seen = self._seen(sprite)
        return seen is not None and seen[0].overlaps_posed(seen[1], *other)

    def _seen(self, sprite: Any) -> tuple[Mask, Pose] | None:
        """The sprite's mask and pose. None if it covers nothing."""
        mask, place = self.see(sprite)
        return None if pose_at(place) is _NOTHING else (mask, pose_at(place))

    def follow(self, world: World, collider: int, sprite: Any) -> None:
        """Puts a collider of a world where its sprite is now, with the mask of what the sprite shows now, whatever its shape was."""
        mask, place = self.see(sprite)
        shapes = self._shapes.setdefault(world, {})
        if shapes.get(collider) is not mask:
            world.set_shape(collider, mask)
            shapes[collider] = mask
        put(world, collider, place)
