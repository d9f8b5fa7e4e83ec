"""Makes the JPEG, BMP, TGA and APNG files in this folder, and a PNG of what Pillow shows of each.

    python -m pip install pillow && python make_pictures.py
"""

from PIL import Image, ImageDraw

SIZE = (24, 20)

image = Image.new("RGBA", SIZE, (0, 0, 0, 0))
draw = ImageDraw.Draw(image)
draw.rectangle((2, 12, 21, 16), fill=(200, 60, 20, 255))
draw.ellipse((7, 3, 15, 11), fill=(30, 120, 220, 140))
plain = image.convert("RGB")
palette = plain.quantize(16)

files = {
    "baseline.jpg": (plain, {"quality": 90}),
    "progressive.jpg": (plain, {"quality": 80, "progressive": True, "subsampling": 2}),
    "grey.jpg": (plain.convert("L"), {"quality": 90}),
    "cmyk.jpg": (plain.convert("CMYK"), {"quality": 95}),
    "one_bit.bmp": (plain.convert("1"), {}),
    "palette.bmp": (palette, {}),
    "grey.bmp": (plain.convert("L"), {}),
    "colors.bmp": (plain, {}),
    "alpha.bmp": (image, {}),
    "palette.tga": (palette, {}),
    "runs.tga": (palette, {"compression": "tga_rle"}),
    "colors.tga": (plain, {}),
    "alpha.tga": (image, {}),
    "alpha_runs.tga": (image, {"compression": "tga_rle", "orientation": 1}),
    "grey.tga": (plain.convert("L"), {}),
    "grey_alpha.tga": (image.convert("LA"), {}),
}
for name, (picture, options) in files.items():
    picture.save(name, **options)
    Image.open(name).convert("RGBA").save(name.replace(".", "_") + ".png", optimize=True)

later = Image.new("RGBA", SIZE, (0, 0, 0, 0))
ImageDraw.Draw(later).ellipse((12, 3, 20, 11), fill=(30, 120, 220, 255))
image.save("animation.apng", save_all=True, append_images=[later, plain.convert("RGBA")], duration=[40, 50, 60], disposal=[0, 1, 2], blend=[0, 1, 1])
shown = Image.open("animation.apng")
strip = Image.new("RGBA", (SIZE[0] * shown.n_frames, SIZE[1]))
for number in range(shown.n_frames):
    shown.seek(number)
    strip.paste(shown.convert("RGBA"), (SIZE[0] * number, 0))
strip.save("animation_apng.png", optimize=True)
