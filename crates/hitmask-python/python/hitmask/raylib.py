"""Pixel-exact collision of what raylib draws, from Python: `from hitmask import raylib as hitmask_raylib`. It needs the package `raylib`.

Rectangles and vectors are those of raylib, or tuples.
"""

from collections.abc import Sequence
from typing import Any

from hitmask._hitmask import Mask, Pose
from hitmask._hosts import Place, pose_at, ratio

__all__ = ["mask_of", "mask_of_texture", "place_of", "pose_of"]

_RGBA8 = 7


def mask_of(image: Any, source: Any = None, threshold: int = 128) -> Mask:
    """A mask of an Image, or of the part that `DrawTexturePro` draws for a source rectangle: solid where alpha >= threshold.

    Negative sizes, which flip, name the same part. Raises ValueError if the part leaves the Image or is not made of whole pixels.
    """
    import raylib

    if not hasattr(image, "mipmaps"):
        raise TypeError(f"hitmask.raylib takes Images of raylib, not {type(image).__name__}")
    if image.format != _RGBA8:
        copy = raylib.ImageCopy(image)
        raylib.ImageFormat(raylib.ffi.addressof(copy), _RGBA8)
        try:
            if copy.format != _RGBA8:
                raise ValueError("the Image is compressed, and raylib cannot unpack it: load the picture from a file that is not")
            return mask_of(copy, source, threshold)
        finally:
            raylib.UnloadImage(copy)
    width, height = image.width, image.height
    pixels = memoryview(raylib.ffi.buffer(image.data, width * height * 4)).cast("B", (height, width, 4))
    mask = Mask.from_rgba(pixels, threshold)
    if source is None:
        return mask
    x, y, w, h = _numbers(source, "x", "y", "width", "height")
    part = (int(x), int(y), int(abs(w)), int(abs(h)))
    if part != (x, y, abs(w), abs(h)):
        raise ValueError("the source is not made of whole pixels")
    if x < 0 or y < 0 or x + abs(w) > width or y + abs(h) > height:
        raise ValueError("the source leaves the Image: what a texture repeats there, paste into a larger Image")
    return mask.crop(part)


def mask_of_texture(texture: Any, source: Any = None, threshold: int = 128) -> Mask:
    """The same for a Texture, which is read back from the graphics card: slow, so keep the mask."""
    import raylib

    if not hasattr(texture, "mipmaps"):
        raise TypeError(f"hitmask.raylib takes Textures of raylib, not {type(texture).__name__}")
    image = raylib.LoadImageFromTexture(texture)
    try:
        return mask_of(image, source, threshold)
    finally:
        raylib.UnloadImage(image)


def place_of(source: Any, dest: Any, origin: Any = (0, 0), rotation: float = 0) -> Place:
    """Where a mask of the source rectangle lies when `DrawTexturePro` draws that: `world.insert(mask, **place_of(...))`."""
    _, _, source_w, source_h = _numbers(source, "x", "y", "width", "height")
    x, y, w, h = _numbers(dest, "x", "y", "width", "height")
    origin_x, origin_y = _numbers(origin, "x", "y")
    flip_x, flip_y, w, h = source_w < 0, source_h < 0, abs(w), abs(h)
    # What has no size is not drawn.
    scale_x, scale_y = ratio(w, abs(source_w)), ratio(h, abs(source_h))
    # raylib mirrors in the box, the library about the pivot.
    pivot_x = (w - origin_x if flip_x else origin_x) / (scale_x or 1)
    pivot_y = (h - origin_y if flip_y else origin_y) / (scale_y or 1)
    return {"at": (x, y), "rotation": rotation, "scale": (scale_x, scale_y), "flip": (flip_x, flip_y), "pivot": (pivot_x, pivot_y)}


def pose_of(source: Any, dest: Any, origin: Any = (0, 0), rotation: float = 0) -> Pose:
    """The same as a pose: `mask.overlaps_posed(pose_of(...), other, pose_of(...))`. What is scaled to nothing covers nothing under it."""
    return pose_at(place_of(source, dest, origin, rotation))


def _numbers(value: Any, *names: str) -> tuple[float, ...]:
    fields = [getattr(value, name) for name in names] if hasattr(value, names[0]) else value
    if isinstance(fields, Sequence) and len(fields) == len(names) and not isinstance(fields, str):
        return tuple(fields)
    wanted = "Rectangles" if len(names) == 4 else "Vector2s"
    raise TypeError(f"hitmask.raylib takes {wanted} of raylib, or tuples of {len(names)} numbers, not {value!r}")
