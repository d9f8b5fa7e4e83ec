"""Makes the WebP and GIF files in this folder, and a PNG strip of what Pillow (libwebp) shows of each.

    python -m pip install pillow && python make.py

The strips are the expected answers of tests/animation.rs, from decoders that share nothing with ours.
"""

from PIL import Image, ImageDraw

SIZE = (24, 20)


def frame(number, soft):
    """A disc that moves over a bar, with a clear surrounding."""
    image = Image.new("RGBA", SIZE, (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.rectangle((2, 12, 21, 16), fill=(200, 60, 20, 255))
    x = 2 + 5 * number
    draw.ellipse((x, 3, x + 8, 11), fill=(30, 120, 220, 140 if soft else 255))
    return image


def strip(path):
    """All frames of a file as Pillow shows them, side by side."""
    shown = Image.open(path)
    count = getattr(shown, "n_frames", 1)
    strip = Image.new("RGBA", (SIZE[0] * count, SIZE[1]))
    for number in range(count):
        shown.seek(number)
        strip.paste(shown.convert("RGBA"), (SIZE[0] * number, 0))
    strip.save(path.replace(".", "_") + ".png", optimize=True)


soft = [frame(number, True) for number in range(4)]
hard = [frame(number, False) for number in range(4)]
soft[1].save("lossless.webp", lossless=True)
soft[1].save("lossy_alpha.webp", quality=80, exact=True)
soft[1].convert("RGB").save("lossy.webp", quality=80)
soft[0].save("animation.webp", save_all=True, append_images=soft[1:], duration=[40, 50, 60, 70], lossless=True)
soft[0].save("animation_lossy.webp", save_all=True, append_images=soft[1:], duration=80, quality=70)
soft[0].save("animation_mixed.webp", save_all=True, append_images=soft[1:], duration=80, allow_mixed=True, minimize_size=True)

# The same frames drawn over each other, none cleared away: the last byte of an ANMF head holds the flags.
over = bytearray(open("animation.webp", "rb").read())
at = over.find(b"ANMF")
while at != -1:
    over[at + 23] = 0
    at = over.find(b"ANMF", at + 1)
open("animation_over.webp", "wb").write(over)

hard[0].save("animation.gif", save_all=True, append_images=hard[1:], duration=[100, 200, 300, 400], disposal=2)
hard[0].save("interlaced.gif", interlace=1)
for name in ("lossless.webp", "lossy_alpha.webp", "lossy.webp", "animation.webp", "animation_lossy.webp",
             "animation_mixed.webp", "animation_over.webp", "animation.gif", "interlaced.gif"):
    strip(name)
