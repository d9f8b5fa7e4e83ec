"""pygame's mask module with the masks of hitmask: `from hitmask import pygame as mask` in place of `import pygame.mask as mask`.

`Mask`, `MaskType`, `from_surface` and `from_threshold` take what pygame's take and answer what pygame's answer. A `Mask` of this module
is a `hitmask.Mask` as well, so it has all the other methods. `install()` puts these names in place of pygame's for a whole program.

A `Follower` is a world of sprites: groups in, touches out. A sprite covers the pixels of its `mask`, or else of its `image`, at its `rect`;
with a `pose`, see `rotated` and `rotozoomed`, it turns without a turned Surface. What pygame does not draw covers nothing: a sprite without
an image, a Surface whose alpha was set to 0, and a DirtySprite that is not visible.
"""

import math
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

try:
    import pygame as _pygame
    import pygame.mask
    import pygame.sprite
except ImportError as error:
    raise ImportError("hitmask.pygame needs pygame: pip install pygame-ce") from error

from hitmask._follow import Follower as _Follower
from hitmask._follow import SpriteEvent
from hitmask._hitmask import Mask as _Mask
from hitmask._hitmask import Pose, from_surface, from_threshold
from hitmask._hitmask import PygameMask as Mask
from hitmask._hitmask import bind_pygame as _bind_pygame
from hitmask._hosts import Drawn, Host, pose_at

MaskType = Mask

__all__ = [
    "Follower",
    "Mask",
    "MaskType",
    "SpriteEvent",
    "collide_mask",
    "from_surface",
    "from_threshold",
    "install",
    "mask_of",
    "masks",
    "pose_of",
    "rotated",
    "rotozoomed",
    "uninstall",
]

masks: WeakKeyDictionary[Any, _Mask] = WeakKeyDictionary()
"""The mask of each Surface that a sprite without a `mask` shows. Put one of yours in for another threshold; take one out when you have
drawn on its Surface."""

_ORIGINAL = (_pygame.mask.Mask, _pygame.mask.from_surface, _pygame.mask.from_threshold)
_OURS = (Mask, from_surface, from_threshold)
_RECT_INTERFACE = getattr(sys.modules.get("pygame.rect"), "_PYGAME_C_API", None)
_SDL_VERSION: Any = tuple(_pygame.get_sdl_version())
_bind_pygame(_ORIGINAL[0], _pygame.Rect, _RECT_INTERFACE, _pygame.Surface, _SDL_VERSION, _ORIGINAL[1], _ORIGINAL[2])


def install() -> None:
    """Puts the names of this module in place of pygame's, in every module that has been imported so far and for all that follow.

    Masks that pygame made before stay what they are; all methods take them.
    """
    _exchange(_ORIGINAL, _OURS)


def uninstall() -> None:
    """Undoes `install`."""
    _exchange(_OURS, _ORIGINAL)


def rotated(
    sprite: Any,
    angle: float,
    scale: float | Sequence[float] = 1,
    *,
    flip: tuple[bool, bool] = (False, False),
    at: Any = None,
    pivot: Any = None,
) -> Pose:
    """The pose of a sprite whose picture is turned by `pygame.transform.rotate`. Set it as `sprite.pose`, or let `pose` be a property.

    angle: degrees, counter-clockwise, as in pygame. scale, flip: what `scale_by` and `flip` have done to the picture before it is turned.

    at: where the pivot lies on the screen. Without it that is the middle of the rect. If that is the rect of the turned picture, it is half
    a pixel lower where its height is even, as pygame draws it. pivot: the point of the picture about which it turns, in its pixels before
    all that. Without it that is its middle: of the sprite's mask, or else of its image.
    """
    width, height = _size(sprite) if pivot is None else (0, 0)
    both: Any = scale if hasattr(scale, "__len__") else (scale, scale)
    across, down = both
    if at is None:
        x, y = _middle(sprite)
        if pivot is None and angle % 90 and sprite.rect.height % 2 == 0:
            cos, sin = abs(math.cos(math.radians(angle))), abs(math.sin(math.radians(angle)))
            w, h = int(width * abs(across)), int(height * abs(down))
            y += 0.5 * (sprite.rect.size == (int(w * cos + h * sin), int(w * sin + h * cos)))
        at = (x, y)
    if pivot is None:
        pivot = (width / 2, height / 2)
    return pose_at({"at": at, "rotation": -angle, "scale": (across, down), "flip": flip, "pivot": pivot})


def rotozoomed(sprite: Any, angle: float, scale: float = 1, *, flip: tuple[bool, bool] = (False, False)) -> Pose:
    """The pose of a sprite whose picture is turned and scaled by `pygame.transform.rotozoom`, and whose rect is that of the turned picture.

    flip: what `flip` has done to the picture before. rotozoom turns the picture about the middle of a pixel, and not about its corner; this
    counts. It also mixes neighbouring pixels, so edges lie up to a pixel aside.
    """
    half = 0.5 if abs(angle) > 0.001 else 0.0
    (width, height), (x, y) = _size(sprite), _middle(sprite)
    pivot = (width / 2 + (-half if flip[0] else half), height / 2 + (-half if flip[1] else half))
    return pose_at({"at": (x + half, y + half), "rotation": -angle, "scale": (scale, scale), "flip": flip, "pivot": pivot})


def _size(sprite: Any) -> tuple[int, int]:
    mask = getattr(sprite, "mask", None)
    size: tuple[int, int] = mask.size if isinstance(mask, _Mask) else (mask or sprite.image).get_size()
    return size


def _middle(sprite: Any) -> tuple[float, float]:
    # Not rect.center, which is rounded.
    rect = sprite.rect
    return rect.x + rect.width / 2, rect.y + rect.height / 2


def collide_mask(left: Any, right: Any) -> tuple[int, int] | None:
    """Whether two sprites touch, where each may have a `pose`: see `rotated`. For `pygame.sprite.spritecollide` and its relatives.

    A sprite with a `pose` covers the pixels of its mask under that pose; no Surface is turned. Other sprites lie at their `rect`. Both use
    `sprite.mask`, or make a mask of `sprite.image`. Returns the first pixel of the screen that both cover, the topmost and then the
    leftmost, or None. (`pygame.sprite.collide_mask` counts from the left sprite's corner.)
    """
    one, other = (_own_mask(sprite) or from_surface(sprite.image) for sprite in (left, right))
    return one.first_overlap_posed(_pose(left), other, _pose(right))


def _own_mask(sprite: Any) -> _Mask | None:
    mask = getattr(sprite, "mask", None)
    if mask is None or isinstance(mask, _Mask):
        return mask
    # A mask of pygame itself. It may be edited at any time, so it is read each time.
    ours = _Mask(*mask.get_size())
    ours.union_with(mask)
    return ours


def _pose(sprite: Any) -> Pose:
    pose = getattr(sprite, "pose", None)
    if isinstance(pose, Pose):
        return pose
    x, y = sprite.rect.topleft
    # pygame draws at whole pixels: it cuts fractions off.
    return Pose((int(x), int(y)))


def _draw(sprite: Any) -> Drawn:
    mask, part = _own_mask(sprite), getattr(sprite, "source_rect", None)
    image = sprite.image if mask is None else getattr(sprite, "image", None)
    if mask is None and image is not None and part is not None:
        mask = _host.mask(image).crop(tuple(part))
    is_shown = getattr(sprite, "visible", True) and (image is None or image.get_alpha() != 0)
    return Drawn(image if mask is None else mask, lambda _: _pose(sprite), bool(is_shown))


_host = Host("hitmask.pygame", "sprites of pygame, with an image or a mask, and a rect or a pose", masks, _draw, from_surface)
mask_of = _host.mask_of
pose_of = _host.pose_of


class Follower(_Follower):
    """A world whose colliders follow sprites of pygame: each step looks once where every sprite is now, and what it shows.

    options: those of `World`. A sprite that was added itself, not by a group, is followed until it leaves all groups (`kill`). One that
    never was in a group is followed until it is removed.

    >>> follower = hitmask_pygame.Follower()
    >>> follower.add(ship, rocks)
    >>> for event in follower.step():
    ...     if event.kind == "begin" and event.other(ship) in rocks:
    ...         event.other(ship).kill()
    """

    _host = _host

    def __init__(self, **options: Any) -> None:
        """Makes the world."""
        super().__init__(**options)
        # The sprites that were added themselves, and were in a group once.
        self._alive: set[int] = set()

    def sync(self) -> None:
        """Brings the colliders to where the sprites are. Each step does it first."""
        self._drop_killed()
        super().sync()

    def add(self, *sprites: Any, **options: Any) -> None:
        """Follows sprites, and groups of sprites. options: those of `World.insert`, without the place.

        A group, a list or another collection is looked at again in each step: what has come into it since then is followed, too, and what
        has left it no more. Of a sprite that is added twice, the first options count.
        """
        super().add(*sprites, **options)
        self._drop_killed()

    def _drop_killed(self) -> None:
        for key, (thing, _) in [*self._added.items()]:
            if not isinstance(thing, _pygame.sprite.Sprite):
                continue
            if thing.alive():
                self._alive.add(key)
            elif key in self._alive:
                self.remove(thing)

    def remove(self, *sprites: Any) -> None:
        """Follows sprites or groups that were added no more, from the next step on: it tells that their contacts end."""
        super().remove(*sprites)
        self._alive.difference_update(map(id, sprites))

    def spritecollide(self, sprite: Any, group: Any, dokill: bool = False) -> list[Any]:
        """As `pygame.sprite.spritecollide` with `collide_mask`, by the last step: no pair of sprites is asked again.

        Sprites that are not in the group any more are left out, and so is the sprite itself.
        """
        met = [other for other in self.touching(sprite) if other in group]
        for other in met if dokill else []:
            other.kill()
        return met

    def groupcollide(self, groupa: Any, groupb: Any, dokilla: bool = False, dokillb: bool = False) -> dict[Any, list[Any]]:
        """As `pygame.sprite.groupcollide` with `collide_mask`, by the last step: no pair of sprites is asked again."""
        met = {}
        for sprite in [*groupa]:
            if others := self.spritecollide(sprite, groupb, dokillb):
                met[sprite] = others
                if dokilla:
                    sprite.kill()
        return met


def _exchange(old: tuple[object, ...], new: tuple[object, ...]) -> None:
    for module in list(sys.modules.values()):
        if not isinstance(module, ModuleType) or module.__name__.partition(".")[0] == "hitmask":
            continue
        names = vars(module)
        for name, value in list(names.items()):
            for before, after in zip(old, new, strict=True):
                if value is before:
                    names[name] = after
