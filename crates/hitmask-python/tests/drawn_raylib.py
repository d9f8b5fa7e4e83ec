"""Compares what raylib draws with what collides, as drawn_hosts.py does: python drawn_raylib.py. It needs a display."""

import os
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyray
import raylib

from hitmask import Mask, Pose
from hitmask import raylib as hitmask_raylib

SIZE = 128
ROOT = Path(__file__).resolve().parents[3]


def noise(rng: random.Random) -> Any:
    image = pyray.gen_image_color(rng.randint(3, 20), rng.randint(3, 20), (0, 0, 0, 0))
    for y in range(image.height):
        for x in range(image.width):
            if rng.random() < 0.5:
                pyray.image_draw_pixel(image, x, y, (255, 255, 255, 255))
    return image


def cover(mask: Mask, pose: Pose) -> Any:
    window = np.zeros((SIZE, SIZE), bool)
    baked, (left, top) = mask.bake(pose)
    first_row, first_column = max(top, 0), max(left, 0)
    part = np.asarray(baked)[first_row - top : SIZE - top, first_column - left : SIZE - left]
    window[first_row : first_row + part.shape[0], first_column : first_column + part.shape[1]] = part
    return window


def draw(rng: random.Random, case: int) -> int:
    image = noise(rng)
    texture = pyray.load_texture_from_image(image)
    pyray.set_texture_filter(texture, pyray.TextureFilter.TEXTURE_FILTER_POINT)
    x, y = rng.randrange(image.width), rng.randrange(image.height)
    w, h = rng.randint(1, image.width - x), rng.randint(1, image.height - y)
    source = pyray.Rectangle(x, y, rng.choice((w, -w)), rng.choice((h, -h)))
    dest = pyray.Rectangle(rng.uniform(20, 100), rng.uniform(20, 100), w * rng.uniform(0.7, 4), h * rng.uniform(0.7, 4))
    origin, rotation = pyray.Vector2(rng.uniform(-10, 40), rng.uniform(-10, 40)), rng.uniform(-400, 400)
    pyray.begin_drawing()
    pyray.clear_background((0, 0, 0, 255))
    pyray.draw_texture_pro(texture, source, dest, origin, rotation, (255, 255, 255, 255))
    pyray.end_drawing()
    screen = pyray.load_image_from_screen()
    drawn = np.frombuffer(raylib.ffi.buffer(screen.data, SIZE * SIZE * 4), np.uint8).reshape(SIZE, SIZE, 4)[..., 0] > 127
    mask = hitmask_raylib.mask_of(image, source)
    assert mask == hitmask_raylib.mask_of_texture(texture, (x, y, w, h))
    a, b, c, d, tx, ty = hitmask_raylib.pose_of(source, dest, origin, rotation).matrix
    sides = ((0, 0), (0.05, 0), (-0.05, 0), (0, 0.05), (0, -0.05))
    shown = [cover(mask, Pose.from_matrix(a, b, c, d, tx + dx, ty + dy)) for dx, dy in sides]
    sure = np.logical_and.reduce([shown[0] == other for other in shown])
    wrong = np.argwhere(sure & (shown[0] != drawn))
    assert not len(wrong), f"case {case}: {len(wrong)} pixels differ, the first (y, x) is {wrong[0]}"
    return int((sure & drawn).sum())


def main() -> None:
    pyray.set_trace_log_level(pyray.TraceLogLevel.LOG_WARNING)
    pyray.init_window(SIZE, SIZE, "hitmask")
    rng = random.Random(1)
    compared = sum(draw(rng, case) for case in range(150))
    grey = noise(rng)
    mask = hitmask_raylib.mask_of(grey)
    pyray.image_format(grey, pyray.PixelFormat.PIXELFORMAT_UNCOMPRESSED_GRAY_ALPHA)
    assert hitmask_raylib.mask_of(grey) == mask
    for wrong in ((0.5, 0, 1, 1), (0, 0, 30, 1)):
        try:
            hitmask_raylib.mask_of(grey, wrong)
        except ValueError:
            continue
        raise AssertionError(wrong)
    assert compared > 3000, compared
    os.chdir(ROOT)
    (page,) = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs/hosts/raylib.md").read_text(), re.DOTALL | re.MULTILINE)
    exec(compile(page, "raylib", "exec"), {})
    print(f"raylib: drawn and collided alike, in solid pixels: {compared}")


main()
