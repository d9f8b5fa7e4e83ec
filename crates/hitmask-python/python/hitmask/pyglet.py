"""Pixel-exact collision of the sprites of pyglet 2: `from hitmask import pyglet as hitmask_pyglet`.

Sprites are taken as they are: image anchors, regions of an atlas, flipped images, animations, scale, rotation. What pyglet does not draw
covers nothing: a sprite that is invisible, fully transparent or deleted, or in an invisible group. y points up, as in pyglet: pixel (x, y)
is the square from (x, y) to (x + 1, y + 1).
"""

from typing import Any
from weakref import WeakKeyDictionary

from hitmask._follow import Follower as _Follower
from hitmask._hitmask import Mask
from hitmask._hosts import Drawn, Host, Place, ratio, upright

__all__ = ["Follower", "collide_list", "collide_mask", "collide_point", "follow", "mask_of", "masks", "place_of", "pose_of"]

masks: WeakKeyDictionary[Any, Mask] = WeakKeyDictionary()
"""The mask of each texture, as the texture is shown. Put one of yours in to save the first read, or for another threshold; take one out
when you have drawn into its texture."""


def _draw(sprite: Any) -> Drawn:
    texture = _texture_of(sprite)

    def place(_: Mask) -> Place:
        width, height = texture.width, texture.height
        left, bottom = -texture.anchor_x, -texture.anchor_y
        right, top = left + width, bottom + height
        if not sprite._subpixel:
            # pyglet cuts the fraction of each corner off, so an anchor with a fraction changes the size.
            left, bottom, right, top = int(left), int(bottom), int(right), int(top)
        across, up = ratio(right - left, width), ratio(top - bottom, height)
        # Rows of a picture go down and y goes up, so the picture is mirrored; and rotations are clockwise on the screen.
        return {
            "at": (sprite.x, sprite.y),
            "rotation": -sprite.rotation,
            "scale": (sprite.scale * sprite.scale_x * across, -sprite.scale * sprite.scale_y * up),
            "flip": (False, False),
            "pivot": (-left / (across or 1), top / (up or 1)),
        }

    return Drawn(texture, place, _is_shown(sprite))


def _is_shown(sprite: Any) -> bool:
    group = getattr(sprite, "group", None)
    while group is not None:
        if not group.visible:
            return False
        group = group.parent
    return bool(getattr(sprite, "visible", True)) and getattr(sprite, "opacity", 255) != 0


def _texture_of(sprite: Any) -> Any:
    """The texture that a sprite shows. None for one that was deleted."""
    image = sprite.image
    if image is None or getattr(sprite, "_vertex_list", sprite) is None:
        return None
    if hasattr(image, "frames"):
        image = image.frames[sprite.frame_index].image
    return image.get_texture()


def _read(texture: Any) -> Mask:
    """Reads back what a texture shows. A part of an atlas, flipped or turned by quarters, has all of that in its texture coordinates."""
    owner = getattr(texture, "owner", texture)
    image = owner.get_image_data(texture.z) if owner is not texture else texture.get_image_data()
    # Whole pixels of the picture, whose rows go down.
    corners = [
        (round(u * owner.width), owner.height - round(v * owner.height))
        for u, v in zip(texture.tex_coords[0::3], texture.tex_coords[1::3], strict=True)
    ]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    width, height = max(x for x, _ in corners) - left, max(y for _, y in corners) - top
    data = memoryview(bytes(image.get_bytes("RGBA", -owner.width * 4)))
    mask = Mask.from_rgba(data.cast("B", (owner.height, owner.width, 4))).crop((left, top, width, height))
    lower_left, _, upper_right, upper_left = [(int(x > left), int(y > top)) for x, y in corners]
    return upright(mask, upper_left, upper_right, lower_left)


_host = Host("hitmask.pyglet", "sprites of pyglet", masks, _draw, _read)
mask_of = _host.mask_of
place_of = _host.place_of
pose_of = _host.pose_of
collide_mask = _host.collide_mask
collide_list = _host.collide_list
collide_point = _host.collide_point
follow = _host.follow


class Follower(_Follower):
    """A world whose colliders follow sprites of pyglet: each step looks once where every sprite is now, and what it shows.

    options: those of `World`.

    >>> follower = hitmask_pyglet.Follower()
    >>> follower.add(ship, rocks)
    >>> for event in follower.step():
    ...     if event.kind == "begin":
    ...         print(event.a, "meets", event.b, "at", event.touch.first)
    """

    _host = _host
