"""What the modules for engines share."""

from collections.abc import Callable, Iterable
from typing import Any, TypedDict

from hitmask._hitmask import Mask, Pose, World


class Place(TypedDict):
    """Where and how a sprite lies: the arguments of `World.insert` after the shape."""

    at: tuple[float, float]
    rotation: float
    scale: tuple[float, float]
    flip: tuple[bool, bool]
    pivot: tuple[float, float]


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


def pose_at(place: Place) -> Pose:
    """The pose of a mask that lies there."""
    return Pose(place["at"], place["rotation"], scale=place["scale"], flip=place["flip"], pivot=place["pivot"])


class Host:
    """The questions about sprites of an engine, by its `mask_of` and `place_of`."""

    def __init__(self, mask_of: Callable[[Any], Mask], place_of: Callable[[Any], Place]) -> None:
        self._mask_of = mask_of
        self._place_of = place_of

    def pose_of(self, sprite: Any) -> Pose:
        """The pose under which the sprite's mask lies on the screen."""
        return pose_at(self._place_of(sprite))

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
        """The sprite's mask and pose. None if it is scaled to nothing: it covers nothing, as in a world, and has no pose."""
        place = self._place_of(sprite)
        return None if 0 in place["scale"] else (self._mask_of(sprite), pose_at(place))

    def follow(self, world: World, collider: int, sprite: Any) -> None:
        """Puts a collider of a world where its sprite is now. Its shape stays."""
        world.set_place(collider, **self._place_of(sprite))


_DOT = Mask.filled(1, 1)
