"""Pictures of overlaps."""

from typing import TYPE_CHECKING

from hitmask._hitmask import Mask

if TYPE_CHECKING:
    from PIL.Image import Image

# Clear, only a, only b, both: as `hitmask check --picture` colours them.
_COLORS = ((24, 24, 32), (70, 120, 200), (90, 170, 90), (255, 60, 180))


def show(a: Mask, b: Mask, *, at: tuple[int, int] = (0, 0), zoom: int | None = None) -> "Image":
    """Draws two masks as a Pillow image: pixels that are solid in both are pink.

    at: where b lies in a's pixels. zoom: how many screen pixels a pixel gets; None chooses. Raises ImportError without Pillow.
    """
    from PIL import Image

    x, y = at
    left, top = min(0, x), min(0, y)
    width, height = max(a.width, x + b.width) - left, max(a.height, y + b.height) - top
    if width > 16_384 or height > 16_384:
        raise ValueError(f"a picture of {width} x {height} pixels is too large")
    layers = []
    for mask, place in ((a, (-left, -top)), (b, (x - left, y - top))):
        layer = Mask(width, height)
        layer.union_with(mask, place)
        layers.append(Image.frombytes("1", (width, height), layer.to_bytes()).convert("L").point([0] * 255 + [1]))
    only_a, only_b = (layer.tobytes() for layer in layers)
    image = Image.frombytes("P", (width, height), bytes(p + 2 * q for p, q in zip(only_a, only_b, strict=True)))
    image.putpalette([channel for color in _COLORS for channel in color])
    scale = zoom if zoom is not None else max(1, min(8, 384 // max(width, height, 1)))
    if scale < 1:
        raise ValueError(f"zoom must be at least 1, not {scale}")
    return image.convert("RGB").resize((max(width, 1) * scale, max(height, 1) * scale), Image.Resampling.NEAREST)
