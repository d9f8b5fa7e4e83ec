"""Pixel-exact collision of the sprites of Arcade 3: `from hitmask import arcade as hitmask_arcade`.

The functions have the names of Arcade's and take its sprites as they are: texture, angle, scale, centre, flipped and rotated textures. No
hit box counts, and no picture is turned. What Arcade does not draw covers nothing: a sprite that is invisible or fully transparent, one
that is only in lists that are, and one that was taken out of its lists (killed). y points up, as in Arcade: pixel (x, y) is the square
from (x, y) to (x + 1, y + 1).
"""

from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from hitmask._follow import Follower as _Follower
from hitmask._hitmask import Mask
from hitmask._hosts import Drawn, Host, Place, ratio, upright

__all__ = [
    "Follower",
    "check_for_collision",
    "check_for_collision_with_list",
    "check_for_collision_with_lists",
    "collide_mask",
    "follow",
    "get_sprites_at_point",
    "mask_of",
    "masks",
    "place_of",
    "pose_of",
]

masks: WeakKeyDictionary[Any, Mask] = WeakKeyDictionary()
"""The mask of each texture, as the texture is shown. Put one of yours in before the texture is first asked about: another threshold. Take
one out when you have changed its picture."""

_were_listed: WeakSet[Any] = WeakSet()
_CORNERS = ((0, 0), (1, 0), (0, 1), (1, 1))


def _draw(sprite: Any) -> Drawn:
    def place(mask: Mask) -> Place:
        width, height = mask.size
        # Rows of a picture go down and y goes up, so the picture is mirrored; and angles are clockwise on the screen.
        return {
            "at": sprite.position,
            "rotation": -sprite.angle,
            "scale": (ratio(sprite.width, width), -ratio(sprite.height, height)),
            "flip": (False, False),
            "pivot": (width / 2, height / 2),
        }

    return Drawn(sprite.texture, place, _is_shown(sprite) and _is_listed(sprite))


def _is_listed(sprite: Any) -> bool:
    """Whether some list draws a sprite. One that was in no list yet may be drawn by itself; one that was killed is not."""
    lists = getattr(sprite, "sprite_lists", ())
    if not lists:
        return sprite not in _were_listed
    _were_listed.add(sprite)
    return any(map(_is_shown, lists))


def _is_shown(thing: Any) -> bool:
    """Whether a sprite or a list is drawn."""
    return bool(getattr(thing, "visible", True)) and getattr(thing, "alpha", 255) != 0


def _read(texture: Any) -> Mask:
    order = texture._vertex_order
    return upright(Mask.from_image(texture.image_data.image), *(_CORNERS[corner] for corner in order[:3]))


_host = Host("hitmask.arcade", "sprites of Arcade", masks, _draw, _read)
mask_of = _host.mask_of
place_of = _host.place_of
pose_of = _host.pose_of
collide_mask = _host.collide_mask
follow = _host.follow


class Follower(_Follower):
    """A world whose colliders follow sprites of Arcade: each step looks once where every sprite is now, and what it shows.

    options: those of `World`.

    >>> follower = hitmask_arcade.Follower()
    >>> follower.add(ship, rocks)
    >>> for event in follower.step():
    ...     if event.kind == "begin":
    ...         print(event.a, "meets", event.b, "at", event.touch.first)
    """

    _host = _host


def check_for_collision(sprite1: Any, sprite2: Any) -> bool:
    """Whether two sprites share a pixel."""
    return collide_mask(sprite1, sprite2) is not None


def check_for_collision_with_list(sprite: Any, sprite_list: Iterable[Any], method: int = 0) -> list[Any]:
    """The sprites of a list that share a pixel with a sprite. method is ignored: all are asked."""
    return _host.collide_list(sprite, sprite_list)


def check_for_collision_with_lists(sprite: Any, sprite_lists: Iterable[Iterable[Any]], method: int = 0) -> list[Any]:
    """The sprites of several lists that share a pixel with a sprite. method is ignored."""
    return [other for sprite_list in sprite_lists for other in _host.collide_list(sprite, sprite_list)]


def get_sprites_at_point(point: tuple[float, float], sprite_list: Iterable[Any]) -> list[Any]:
    """The sprites of a list that cover the pixel in which a point lies."""
    return [sprite for sprite in sprite_list if _host.collide_point(sprite, point)]
