"""Compares what Arcade, pyglet and Pygame Zero draw with what collides: python drawn_hosts.py [FOLDER for pictures]. It needs no display.

A pixel whose centre lies near the edge of a texel may fall to either side, as the graphics card rounds. So a pixel counts where the mask,
moved a little to all four sides, has the same there.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

os.environ["ARCADE_HEADLESS"] = "True"
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["ALSOFT_DRIVERS"] = "null"

import arcade
import numpy as np
import PIL.Image
import pyglet
from pyglet.gl import GL_NEAREST, GL_TEXTURE_MAG_FILTER, GL_TEXTURE_MIN_FILTER, glTexParameteri

from hitmask import Mask, Pose, World
from hitmask import arcade as hitmask_arcade
from hitmask import pyglet as hitmask_pyglet

SIZE = 128
CASES = 60
ROOT = Path(__file__).resolve().parents[3]


def picture(rng: random.Random) -> PIL.Image.Image:
    pixels = np.full((rng.randint(3, 20), rng.randint(3, 20), 4), 255, np.uint8)
    pixels[..., 3] = np.array([rng.choice((0, 255)) for _ in range(pixels[..., 3].size)]).reshape(pixels.shape[:2])
    return PIL.Image.fromarray(pixels)


def compare(name: str, mask: Mask, pose: Pose, drawn: Any) -> int:
    """The pixels that were compared. drawn: row 0 is y = 0."""
    a, b, c, d, x, y = pose.matrix
    shown = []
    for dx, dy in ((0, 0), (0.03, 0), (-0.03, 0), (0, 0.03), (0, -0.03)):
        window = np.zeros((SIZE, SIZE), bool)
        baked, (left, top) = mask.bake(Pose.from_matrix(a, b, c, d, x + dx, y + dy))
        pixels = np.asarray(baked)
        top_row, left_column = max(top, 0), max(left, 0)
        part = pixels[top_row - top : SIZE - top, left_column - left : SIZE - left]
        window[top_row : top_row + part.shape[0], left_column : left_column + part.shape[1]] = part
        shown.append(window)
    sure = np.logical_and.reduce([shown[0] == other for other in shown])
    wrong = np.argwhere(sure & (shown[0] != drawn))
    assert not len(wrong), f"{name}: {len(wrong)} pixels differ, the first (y, x) is {wrong[0]}"
    return int((sure & drawn).sum())


def pixels_of(window: arcade.Window) -> Any:
    """Where something was drawn on black. Row 0 is the lowest."""
    data = window.ctx.screen.read(viewport=(0, 0, SIZE, SIZE), components=3)
    return np.frombuffer(data, np.uint8).reshape(SIZE, SIZE, 3).max(axis=2) > 127


def draw_arcade(window: arcade.Window) -> int:
    rng = random.Random(1)
    compared = 0
    for case in range(CASES):
        texture = arcade.Texture(picture(rng))
        for change in ("flip_left_right", "flip_top_bottom", "rotate_90", "rotate_180", "transpose", "transverse"):
            if rng.random() < 0.3 and (change not in ("transpose", "transverse") or texture.width == texture.height):
                texture = getattr(texture, change)()
        sprite = arcade.Sprite(texture, center_x=rng.uniform(20, 100), center_y=rng.uniform(20, 100), angle=rng.uniform(-400, 400))
        sprite.scale = (rng.uniform(0.7, 4), rng.uniform(0.7, 4)) if case % 2 else rng.uniform(0.7, 4)
        sprites: arcade.SpriteList = arcade.SpriteList()
        sprites.append(sprite)
        window.clear()
        sprites.draw(pixelated=True)
        compared += compare(f"arcade {case}", hitmask_arcade.mask_of(sprite), hitmask_arcade.pose_of(sprite), pixels_of(window))
    return compared


def draw_pyglet(window: arcade.Window) -> int:
    rng = random.Random(2)
    compared = 0
    for case in range(CASES):
        drawn = picture(rng)
        image: Any = pyglet.image.ImageData(*drawn.size, "RGBA", drawn.tobytes(), -4 * drawn.width)
        texture = image.get_texture()
        glTexParameteri(texture.target, GL_TEXTURE_MIN_FILTER, GL_NEAREST)
        glTexParameteri(texture.target, GL_TEXTURE_MAG_FILTER, GL_NEAREST)
        if case % 2:
            x, y = rng.randrange(drawn.width - 1), rng.randrange(drawn.height - 1)
            texture = texture.get_region(x, y, rng.randint(2, drawn.width - x), rng.randint(2, drawn.height - y))
        texture.anchor_x, texture.anchor_y = rng.uniform(-5, 20), rng.uniform(-5, 20)
        if case % 3:
            texture = texture.get_transform(rng.random() < 0.5, rng.random() < 0.5, rng.choice((0, 90, 180, 270)))
        shown: Any = texture
        if case % 5 == 0:
            shown = pyglet.image.Animation.from_image_sequence([texture, texture], 1)
        sprite = pyglet.sprite.Sprite(shown, rng.uniform(20, 100), rng.uniform(20, 100), subpixel=case % 4 == 0)
        sprite.rotation, sprite.scale = rng.uniform(-400, 400), rng.uniform(0.7, 3)
        sprite.scale_x, sprite.scale_y = rng.choice((1, -1)) * rng.uniform(0.7, 2), rng.uniform(0.7, 2)
        window.clear()
        sprite.draw()
        compared += compare(f"pyglet {case}", hitmask_pyglet.mask_of(sprite), hitmask_pyglet.pose_of(sprite), pixels_of(window))
    return compared


def beside_arcade(window: arcade.Window) -> int:
    """What is hidden, gone, or shows another texture: nothing is drawn where nothing collides, and the other way round."""
    rng = random.Random(4)
    other = arcade.Texture(picture(rng))
    dots = arcade.Texture(PIL.Image.new("RGBA", (1, 1), (255, 255, 255, 255)))

    def hide_list(sprite: Any) -> None:
        sprite.sprite_lists[0].visible = False

    def show_other(sprite: Any) -> None:
        sprite.texture = other

    def stretch(sprite: Any) -> None:
        sprite.texture = dots
        sprite.scale = (75, 90)

    changes: dict[str, Any] = {
        "invisible": lambda sprite: setattr(sprite, "visible", False),
        "transparent": lambda sprite: setattr(sprite, "alpha", 0),
        "in an invisible list": hide_list,
        "scaled to nothing": lambda sprite: setattr(sprite, "scale", (0, 2)),
        "killed": lambda sprite: sprite.kill(),
        "another texture": show_other,
        "a pixel that is stretched": stretch,
    }
    compared = 0
    for name, change in changes.items():
        sprite = arcade.Sprite(arcade.Texture(picture(rng)), center_x=60.3, center_y=55.7, angle=30, scale=3)
        sprites: arcade.SpriteList = arcade.SpriteList()
        sprites.append(sprite)
        world = World()
        collider = world.insert(hitmask_arcade.mask_of(sprite), **hitmask_arcade.place_of(sprite))
        change(sprite)
        hitmask_arcade.follow(world, collider, sprite)
        window.clear()
        sprites.draw(pixelated=True)
        drawn = pixels_of(window)
        compared += compare(f"arcade, {name}", hitmask_arcade.mask_of(sprite), hitmask_arcade.pose_of(sprite), drawn)
        pose = world.pose(collider)
        assert (pose is None) == (not drawn.any()), name
        if pose is None:
            assert not hitmask_arcade.check_for_collision(sprite, sprite), name
        else:
            assert pose == hitmask_arcade.pose_of(sprite), name
            assert world.bounds(collider) is not None, name
    return compared


def beside_pyglet(window: arcade.Window) -> int:
    """The same."""
    rng = random.Random(5)

    def texture(drawn: PIL.Image.Image | None = None) -> Any:
        drawn = drawn or picture(rng)
        made: Any = pyglet.image.ImageData(*drawn.size, "RGBA", drawn.tobytes(), -4 * drawn.width).get_texture()
        for which in (GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER):
            glTexParameteri(made.target, which, GL_NEAREST)
        return made

    def stretch(sprite: Any) -> None:
        sprite.image = texture(PIL.Image.new("RGBA", (1, 1), (255, 255, 255, 255)))
        sprite.update(scale=30, scale_x=3, scale_y=2.5)

    hidden = pyglet.graphics.Group()
    hidden.visible = False
    changes: dict[str, Any] = {
        "invisible": lambda sprite: setattr(sprite, "visible", False),
        "transparent": lambda sprite: setattr(sprite, "opacity", 0),
        "in an invisible group": lambda sprite: setattr(sprite, "group", hidden),
        "scaled to nothing": lambda sprite: setattr(sprite, "scale_x", 0),
        "deleted": lambda sprite: sprite.delete(),
        "another image": lambda sprite: setattr(sprite, "image", texture()),
        "a pixel that is stretched": stretch,
    }
    compared = 0
    for name, change in changes.items():
        batch = pyglet.graphics.Batch()
        sprite = pyglet.sprite.Sprite(texture(), 60.3, 55.7, batch=batch, subpixel=True)
        sprite.rotation, sprite.scale = 30, 3
        world = World()
        collider = world.insert(hitmask_pyglet.mask_of(sprite), **hitmask_pyglet.place_of(sprite))
        change(sprite)
        hitmask_pyglet.follow(world, collider, sprite)
        window.clear()
        batch.draw()
        drawn = pixels_of(window)
        compared += compare(f"pyglet, {name}", hitmask_pyglet.mask_of(sprite), hitmask_pyglet.pose_of(sprite), drawn)
        assert (world.pose(collider) is None) == (not drawn.any()), name
        assert (hitmask_pyglet.collide_mask(sprite, sprite) is None) == (not drawn.any()), name
    return compared


def draw_pgzero() -> int:
    """Pygame Zero rounds, so a pixel counts where the mask has the same within two pixels around."""
    import pgzero.actor
    import pgzero.game
    import pygame

    from hitmask import pgzero as hitmask_pgzero

    screen = pygame.display.set_mode((SIZE, SIZE))
    pgzero.game.screen = screen
    rng = random.Random(3)
    compared = 0
    for case in range(CASES):
        drawn = picture(rng).resize((40, 30), PIL.Image.Resampling.NEAREST)
        surface = pygame.image.frombytes(drawn.tobytes(), drawn.size, "RGBA")
        pgzero.actor.loaders.images = SimpleNamespace(load=lambda name, surface=surface: surface)
        anchor = rng.choice((("center", "bottom"), ("left", "top"), (rng.uniform(0, 40), rng.uniform(0, 30))))
        actor = pgzero.actor.Actor("ship", (rng.uniform(30, 90), rng.uniform(30, 90)), anchor)
        if case % 3:
            actor.angle = rng.uniform(-400, 400)
        screen.fill((0, 0, 0))
        actor.draw()
        found = pygame.surfarray.array3d(screen).max(axis=2).T > 127
        baked, (left, top) = hitmask_pgzero.mask_of(actor).bake(hitmask_pgzero.pose_of(actor))
        sure = {}
        for solid, grown in ((False, baked.grow(2, "box")), (True, baked.shrink(2, "box"))):
            mask, (x, y) = grown
            sure[solid] = SimpleNamespace(mask=mask, left=left + x, top=top + y)
        for y in range(SIZE):
            for x in range(SIZE):
                inner, outer = sure[True], sure[False]
                if inner.mask.contains((x - inner.left, y - inner.top)):
                    assert found[y, x], ("pgzero", case, x, y)
                    compared += 1
                elif not outer.mask.contains((x - outer.left, y - outer.top)):
                    assert not found[y, x], ("pgzero", case, x, y)
        dot = SimpleNamespace(_surf=pygame.Surface((SIZE, SIZE)), topleft=(0, 0))
        first = next(((int(x), int(y)) for y, x in np.argwhere(found)), None)
        assert hitmask_pgzero.collide_drawn(dot, actor) == first, ("pgzero", case)
    return compared


def pages() -> None:
    """Runs the examples of the pages."""
    os.chdir(ROOT)
    for page in ("arcade", "pyglet"):
        names: dict[str, Any] = {}
        for block in blocks(page):
            exec(compile(block, page, "exec"), names)


def blocks(page: str) -> list[str]:
    text = (ROOT / f"docs/hosts/{page}.md").read_text()
    found = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert found, page
    return found


def page_of_pgzero() -> None:
    """A game of Pygame Zero runs under its own runner, with pictures beside it, until it is stopped."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "images").mkdir()
        for name, file in {"ship": "playerShip1_orange.png", "rock": "meteorGrey_big2.png"}.items():
            shutil.copy(ROOT / "assets" / file, Path(folder) / "images" / f"{name}.png")
        (Path(folder) / "game.py").write_text("".join(blocks("pgzero")))
        environment = {**os.environ, "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        command = [sys.executable, "-c", "from pgzero.runner import main; main()", "game.py"]
        game = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
        assert game.stdout is not None
        said = game.stdout.readline()
        game.kill()
        game.wait()
        assert re.match(r"\(\d+, \d+\) True", said), said


def scene(window: arcade.Window, path: Path) -> None:
    """A small scene of Arcade: sprites that touch are red."""
    files = ["playerShip1_orange.png", "meteorGrey_big2.png", "meteorGrey_big2.png", "bee.png"]
    sprites: arcade.SpriteList = arcade.SpriteList()
    for i, file in enumerate(files):
        texture = arcade.load_texture(ROOT / "assets" / file)
        sprites.append(arcade.Sprite(texture, scale=0.3, center_x=20 + i * 26, center_y=64 + i % 2 * 12, angle=i * 40))
    for sprite in sprites:
        if hitmask_arcade.check_for_collision_with_list(sprite, sprites):
            sprite.color = arcade.color.RED
    window.clear()
    sprites.draw(pixelated=True)
    arcade.get_image(0, 0, SIZE, SIZE).save(path)


def main() -> None:
    try:
        window = arcade.open_window(SIZE, SIZE, "hitmask", antialiasing=False)
    except Exception as error:
        # pyglet has no class of its own for this.
        print(f"SKIPPED what engines in Python draw: there is no EGL with OpenGL 3.3, Debian: libegl1, libgl1-mesa-dri ({error!r})")
        return
    counts = {"arcade": draw_arcade(window), "pyglet": draw_pyglet(window), "pgzero": draw_pgzero()}
    beside = {"arcade": beside_arcade(window), "pyglet": beside_pyglet(window)}
    print(f"drawn and collided alike, in solid pixels: {counts}, and beside {beside}")
    assert min(counts.values()) > 3000 and min(beside.values()) > 100
    pages()
    page_of_pgzero()
    if len(sys.argv) > 1:
        scene(window, Path(sys.argv[1]) / "arcade.png")


main()
