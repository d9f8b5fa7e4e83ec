"""pygame's mask module with the masks of hitmask: `from hitmask import pygame as mask` in place of `import pygame.mask as mask`.

`Mask`, `MaskType`, `from_surface` and `from_threshold` take what pygame's take and answer what pygame's answer. A `Mask` of this module
is a `hitmask.Mask` as well, so it has all the other methods. `install()` puts these names in place of pygame's for a whole program.
"""

import sys
from types import ModuleType
from typing import Any

try:
    import pygame as _pygame
    import pygame.mask
    import pygame.sprite
except ImportError as error:
    raise ImportError("hitmask.pygame needs pygame: pip install pygame-ce") from error

from hitmask._hitmask import Mask as _Mask
from hitmask._hitmask import Pose, from_surface, from_threshold
from hitmask._hitmask import PygameMask as Mask
from hitmask._hitmask import bind_pygame as _bind_pygame
from hitmask._hosts import pose_at

MaskType = Mask

__all__ = ["Mask", "MaskType", "collide_mask", "from_surface", "from_threshold", "install", "rotated", "uninstall"]

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


def rotated(sprite: Any, angle: float, scale: float = 1) -> Pose:
    """The pose of a sprite that turns without a rotated Surface. Set it as `sprite.pose`, for `collide_mask`.

    The middle of the sprite's mask or image lies on the middle of its rect. angle: degrees, counter-clockwise, as in
    `pygame.transform.rotozoom`. The rect may have any size, so it may be that of the picture that is drawn.
    """
    width, height = sprite.mask.get_size() if getattr(sprite, "mask", None) else sprite.image.get_size()
    rect = sprite.rect
    middle = (rect.x + rect.width / 2, rect.y + rect.height / 2)
    return pose_at({"at": middle, "rotation": -angle, "scale": (scale, scale), "flip": (False, False), "pivot": (width / 2, height / 2)})


def collide_mask(left: Any, right: Any) -> tuple[int, int] | None:
    """Whether two sprites touch, where each may have a `pose`: see `rotated`. For `pygame.sprite.spritecollide` and its relatives.

    A sprite with a `pose` covers the pixels of its mask under that pose; no Surface is turned. Other sprites lie at their `rect`. Both use
    `sprite.mask`, or make a mask of `sprite.image`. Returns the first pixel of the screen that both cover, the topmost and then the
    leftmost, or None. (`pygame.sprite.collide_mask` counts from the left sprite's corner.)
    """
    return _mask_of(left).first_overlap_posed(_pose_of(left), _mask_of(right), _pose_of(right))


def _mask_of(sprite: Any) -> _Mask:
    mask = getattr(sprite, "mask", None) or from_surface(sprite.image)
    if isinstance(mask, _Mask):
        return mask
    # A mask of pygame itself.
    ours = _Mask(*mask.get_size())
    ours.union_with(mask)
    return ours


def _pose_of(sprite: Any) -> Pose:
    pose = getattr(sprite, "pose", None)
    return pose if isinstance(pose, Pose) else Pose(sprite.rect.topleft)


def _exchange(old: tuple[object, ...], new: tuple[object, ...]) -> None:
    for module in list(sys.modules.values()):
        if not isinstance(module, ModuleType) or module.__name__.partition(".")[0] == "hitmask":
            continue
        names = vars(module)
        for name, value in list(names.items()):
            for before, after in zip(old, new, strict=True):
                if value is before:
                    names[name] = after
