"""pygame's mask module with the masks of hitmask: `from hitmask import pygame as mask` in place of `import pygame.mask as mask`.

`Mask`, `MaskType`, `from_surface` and `from_threshold` take what pygame's take and answer what pygame's answer. A `Mask` of this module
is a `hitmask.Mask` as well, so it has all the other methods. `install()` puts these names in place of pygame's for a whole program.
"""

import sys
from types import ModuleType

try:
    import pygame as _pygame
    import pygame.mask
    import pygame.sprite
except ImportError as error:
    raise ImportError("hitmask.pygame needs pygame: pip install pygame-ce") from error

from hitmask._hitmask import PygameMask as Mask
from hitmask._hitmask import bind_pygame as _bind_pygame
from hitmask._hitmask import from_surface, from_threshold

MaskType = Mask

__all__ = ["Mask", "MaskType", "from_surface", "from_threshold", "install", "uninstall"]

_ORIGINAL = (_pygame.mask.Mask, _pygame.mask.from_surface, _pygame.mask.from_threshold)
_OURS = (Mask, from_surface, from_threshold)
_bind_pygame(_ORIGINAL[0], _pygame.Rect, _pygame.Surface, _ORIGINAL[1], _ORIGINAL[2])


def install() -> None:
    """Puts the names of this module in place of pygame's, in every module that has been imported so far and for all that follow.

    Masks that pygame made before stay what they are; all methods take them.
    """
    _exchange(_ORIGINAL, _OURS)


def uninstall() -> None:
    """Undoes `install`."""
    _exchange(_OURS, _ORIGINAL)


def _exchange(old: tuple[object, ...], new: tuple[object, ...]) -> None:
    for module in list(sys.modules.values()):
        if not isinstance(module, ModuleType) or module.__name__.partition(".")[0] == "hitmask":
            continue
        names = vars(module)
        for name, value in list(names.items()):
            for before, after in zip(old, new, strict=True):
                if value is before:
                    names[name] = after
