"""Pixel-exact collision of the Actors of Pygame Zero: `from hitmask import pgzero as hitmask_pgzero`.

Actors are taken as they are: image, anchor, angle (counter-clockwise), and scale, flip_x and flip_y where an Actor has them. No Surface is
turned or read for a new angle.

An actor covers the pixels whose centres its turned picture covers, with the anchor on `pos`. Pygame Zero draws nearly that: it rounds
the size of the turned Surface, and cuts off the fraction of its corner, so edges may lie up to two pixels aside. `collide_drawn` goes by
what is drawn, pixel by pixel; it reads every new Surface.
"""

from typing import Any
from weakref import WeakKeyDictionary

from hitmask._follow import Follower as _Follower
from hitmask._hitmask import Mask
from hitmask._hosts import Drawn, Host, Place
from hitmask.pygame import from_surface

__all__ = [
    "Follower",
    "collide_drawn",
    "collide_list",
    "collide_mask",
    "collide_point",
    "follow",
    "mask_of",
    "masks",
    "place_of",
    "pose_of",
]

masks: WeakKeyDictionary[Any, Mask] = WeakKeyDictionary()
"""The mask of each Surface. Put one of yours in for another threshold; take one out when you have drawn on its Surface."""


def _draw(actor: Any) -> Drawn:
    surface = actor._orig_surf

    def place(_: Mask) -> Place:
        width, height = surface.get_size()
        x, y = actor._untransformed_anchor
        flip = (bool(getattr(actor, "flip_x", False)), bool(getattr(actor, "flip_y", False)))
        scale = getattr(actor, "scale", 1)
        # A flip leaves the picture in its box.
        return {
            "at": actor.pos,
            "rotation": -actor.angle,
            "scale": (scale, scale),
            "flip": flip,
            "pivot": (width - x if flip[0] else x, height - y if flip[1] else y),
        }

    # Newer Actors have an opacity from 0 to 1.
    return Drawn(surface, place, getattr(actor, "opacity", 1) != 0)


def collide_drawn(left: Any, right: Any) -> tuple[int, int] | None:
    """The first pixel of the screen on which both actors are drawn, or None. It reads a Surface that it has not seen."""
    (mask, x, y), (other, other_x, other_y) = _shown(left), _shown(right)
    first = Mask.first_overlap(mask, other, (other_x - x, other_y - y))
    return first and (x + first[0], y + first[1])


def _shown(actor: Any) -> tuple[Mask, int, int]:
    """What is drawn, and where its upper left pixel is drawn: pygame cuts fractions off."""
    try:
        (x, y), surface = actor.topleft, actor._surf
    except AttributeError as error:
        raise TypeError(f"hitmask.pgzero takes Actors of Pygame Zero, not {type(actor).__name__}: {error}") from error
    return _mask(surface), int(x), int(y)


def _mask(surface: Any) -> Mask:
    mask = masks.get(surface)
    if mask is None:
        mask = masks[surface] = from_surface(surface)
    return mask


_host = Host("hitmask.pgzero", "Actors of Pygame Zero", masks, _draw, from_surface)
mask_of = _host.mask_of
place_of = _host.place_of
pose_of = _host.pose_of
collide_mask = _host.collide_mask
collide_list = _host.collide_list
collide_point = _host.collide_point
follow = _host.follow


class Follower(_Follower):
    """A world whose colliders follow Actors: each step looks once where every sprite is now, and what it shows.

    options: those of `World`.

    >>> follower = hitmask_pgzero.Follower()
    >>> follower.add(ship, rocks)
    >>> for event in follower.step():
    ...     if event.kind == "begin":
    ...         print(event.a, "meets", event.b, "at", event.touch.first)
    """

    _host = _host
