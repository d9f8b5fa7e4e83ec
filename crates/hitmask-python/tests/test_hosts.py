"""The modules for engines, with objects that have the attributes of their sprites, against the engines' rules done step by step in floats.

`drawn_hosts.py` compares with what the engines draw.
"""

import importlib.util
import math
import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import hitmask
from hitmask import Mask
from hitmask import arcade as hitmask_arcade
from hitmask import pyglet as hitmask_pyglet
from hitmask import raylib as hitmask_raylib

CASES = 30
NEAR = 0.01


class Picture:
    """What the modules take of a Pillow image, an ImageData and a Texture; its rows go down."""

    def __init__(self, alpha: Any) -> None:
        self.alpha = alpha
        self.height, self.width = alpha.shape


def picture(rng: random.Random) -> Any:
    height, width = rng.randint(1, 9), rng.randint(1, 9)
    return np.array([[rng.choice((0, 127, 128, 255)) for _ in range(width)] for _ in range(height)], np.uint8)


def compare(mask: Mask, pose: hitmask.Pose, shown: Callable[[float, float], tuple[float, float]], alpha: Any, case: object) -> int:
    """Compares a posed mask with an array of alphas, where `shown` tells the texel, rows down, that is shown at a point of the screen."""
    baked, (left, top) = mask.bake(pose)
    compared = 0
    for y in range(top - 2, top + baked.size[1] + 2):
        for x in range(left - 2, left + baked.size[0] + 2):
            u, v = shown(x + 0.5, y + 0.5)
            if min(abs(u - round(u)), abs(v - round(v))) < NEAR:
                continue
            inside = 0 <= u < alpha.shape[1] and 0 <= v < alpha.shape[0]
            solid = bool(inside and alpha[int(v), int(u)] >= 128)
            assert baked.contains((x - left, y - top)) == solid, (case, x, y)
            compared += 1
    return compared


def covers_nothing(pose: hitmask.Pose) -> bool:
    return all(Mask.filled(*size).bake(pose)[0].count() == 0 for size in ((1, 1), (65_535, 1), (1, 65_535)))


def undone(px: float, py: float, at: tuple[float, float], clockwise_up: float) -> tuple[float, float]:
    """A point relative to a sprite that was turned clockwise on a screen where y points up."""
    dx, dy, angle = px - at[0], py - at[1], math.radians(clockwise_up)
    return math.cos(angle) * dx - math.sin(angle) * dy, math.sin(angle) * dx + math.cos(angle) * dy


# The orders that arcade 3.3 makes: which corners of the picture (upper left, upper right, lower left, lower right) are shown there.
ORDERS = [(0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0), (2, 0, 3, 1), (1, 3, 0, 2), (0, 2, 1, 3), (3, 1, 2, 0)]
CORNERS = [(0, 0), (1, 0), (0, 1), (1, 1)]


def arcade_sprite(rng: random.Random, alpha: Any, order: tuple[int, ...]) -> Any:
    class Texture:
        pass

    texture: Any = Texture()
    texture._vertex_order = order
    texture.image_data = SimpleNamespace(image=image_of(alpha))
    swapped = CORNERS[order[0]][0] == CORNERS[order[1]][0]
    height, width = alpha.shape[::-1] if swapped else alpha.shape
    scale = rng.uniform(0.5, 4), rng.uniform(0.5, 4) * rng.choice((1, -1))

    class Sprite:
        pass

    sprite: Any = Sprite()
    sprite.texture, sprite.position, sprite.angle = texture, (rng.uniform(-20, 20), rng.uniform(-20, 20)), rng.uniform(-400, 400)
    sprite.width, sprite.height = width * scale[0], height * scale[1]
    return sprite


def image_of(alpha: Any) -> Any:
    image = pytest.importorskip("PIL.Image")
    rgba = np.zeros((*alpha.shape, 4), np.uint8)
    rgba[..., 3] = alpha
    return image.fromarray(rgba)


@pytest.mark.parametrize("seed", range(CASES))
def test_arcade(seed: int) -> None:
    rng = random.Random(seed)
    alpha, order = picture(rng), ORDERS[seed % 8]
    sprite = arcade_sprite(rng, alpha, order)

    def shown(px: float, py: float) -> tuple[float, float]:
        dx, dy = undone(px, py, sprite.position, sprite.angle)
        # From the upper left corner, each from 0 to 1; then the corners' coordinates are mixed as a graphics card does.
        s, t = dx / sprite.width + 0.5, 0.5 - dy / sprite.height
        (ax, ay), (bx, by), (cx, cy) = (CORNERS[corner] for corner in order[:3])
        return (ax + s * (bx - ax) + t * (cx - ax)) * alpha.shape[1], (ay + s * (by - ay) + t * (cy - ay)) * alpha.shape[0]

    assert compare(hitmask_arcade.mask_of(sprite), hitmask_arcade.pose_of(sprite), shown, alpha, (seed, order)) > 10


def test_arcade_lists() -> None:
    rng = random.Random(1)
    full = np.full((4, 6), 255, np.uint8)
    sprites = [arcade_sprite(rng, full, ORDERS[0]) for _ in range(3)]
    for sprite, position in zip(sprites, [(50.0, 20.0), (55.5, 20.0), (90.0, 20.0)], strict=True):
        sprite.position, sprite.angle, sprite.width, sprite.height = position, 0, 6, 4
    assert hitmask_arcade.collide_mask(sprites[0], sprites[1]) == (52, 18)
    assert hitmask_arcade.check_for_collision(sprites[0], sprites[1])
    assert hitmask_arcade.check_for_collision_with_list(sprites[0], sprites) == [sprites[1]]
    assert hitmask_arcade.check_for_collision_with_lists(sprites[1], [sprites, sprites[:1]]) == [sprites[0], sprites[0]]
    assert hitmask_arcade.get_sprites_at_point((52.9, 18.1), sprites) == sprites[:2]
    world = hitmask.World()
    one, two = (world.insert(hitmask_arcade.mask_of(s), **hitmask_arcade.place_of(s)) for s in sprites[:2])
    (event,) = world.step()
    assert event.kind == "begin" and event.touch.first == (52, 18)
    sprites[1].position, sprites[1].angle = (58, 20), 90
    hitmask_arcade.follow(world, two, sprites[1])
    assert world.pose(two) == hitmask_arcade.pose_of(sprites[1]) and world.step()[0].kind == "end"
    assert world.pose(one) == hitmask_arcade.pose_of(sprites[0])


def test_a_follower_of_arcade() -> None:
    """It takes sprites and lists as they are, and its events name the sprites."""
    rng = random.Random(1)
    full = np.full((4, 6), 255, np.uint8)
    ship, rock, far = (arcade_sprite(rng, full, ORDERS[0]) for _ in range(3))
    for sprite, position in ((ship, (50.0, 20.0)), (rock, (55.5, 20.0)), (far, (90.0, 20.0))):
        sprite.position, sprite.angle, sprite.width, sprite.height = position, 0, 6, 4
    rocks = [rock, far]
    follower = hitmask_arcade.Follower()
    follower.add(ship)
    follower.add(rocks)
    (event,) = follower.step()
    assert (event.kind, event.other(ship), event.touch.first) == ("begin", rock, (52, 18))
    assert follower.touching(ship) == [rock] and follower.sprite_of(follower.world.pick((90, 20))) is far
    for sprite in (ship, rock, far):
        assert follower.world.pose(follower.handle_of(sprite)) == hitmask_arcade.pose_of(sprite)
    rock.visible = False
    assert [event.kind for event in follower.step()] == ["end"]
    rocks.remove(far)
    follower.step()
    assert follower.handle_of(far) is None and len(follower.world) == 2
    with pytest.raises(TypeError, match="sprites of Arcade"):
        follower.add(object())


# The rules of pyglet 2.1 for texture coordinates: lower left, lower right, upper right, upper left; v points up.
def pyglet_texture(rng: random.Random, atlas: Any) -> tuple[Any, Any]:
    """A texture that shows a part of an atlas, turned by quarters and flipped; and the alphas that it shows, rows down."""
    height, width = atlas.shape
    x, y = rng.randrange(width), rng.randrange(height)
    w, h = rng.randint(1, width - x), rng.randint(1, height - y)

    def get_image_data(z: int = 0) -> Any:
        rgba = np.zeros((height, width, 4), np.uint8)
        rgba[..., 3] = atlas

        def get_bytes(form: str, pitch: int) -> bytes:
            assert (form, pitch) == ("RGBA", -4 * width)
            return rgba.tobytes()

        return SimpleNamespace(get_bytes=get_bytes)

    class Texture:
        pass

    owner: Any = Texture()
    owner.width, owner.height, owner.get_image_data = width, height, get_image_data
    texture: Any = Texture()
    texture.owner, texture.z = owner, 0
    u1, u2, v1, v2 = x / width, (x + w) / width, 1 - (y + h) / height, 1 - y / height
    corners = [(u1, v1, 0), (u2, v1, 0), (u2, v2, 0), (u1, v2, 0)]
    shown = atlas[y : y + h, x : x + w]
    quarters = rng.randrange(4)
    for _ in range(quarters):
        # What was lower right is shown lower left: turned clockwise.
        corners = corners[1:] + corners[:1]
        shown = np.rot90(shown, -1)
    if rng.random() < 0.5:
        corners = [corners[i] for i in (1, 0, 3, 2)]
        shown = shown[:, ::-1]
    texture.tex_coords = tuple(number for corner in corners for number in corner)
    texture.height, texture.width = shown.shape
    texture.anchor_x, texture.anchor_y = rng.uniform(-5, 9), rng.uniform(-5, 9)
    texture.get_texture = lambda: texture
    return texture, shown


@pytest.mark.parametrize("seed", range(CASES))
def test_pyglet(seed: int) -> None:
    rng = random.Random(seed)
    texture, alpha = pyglet_texture(rng, picture(rng))
    animated = seed % 3 == 0
    sprite = SimpleNamespace(
        image=SimpleNamespace(frames=[None, SimpleNamespace(image=texture)]) if animated else texture,
        frame_index=1,
        x=rng.uniform(-20, 20),
        y=rng.uniform(-20, 20),
        rotation=rng.uniform(-400, 400),
        scale=rng.uniform(0.5, 3),
        scale_x=rng.choice((1, -1)) * rng.uniform(0.7, 2),
        scale_y=rng.uniform(0.7, 2),
        _subpixel=seed % 2 == 0,
    )
    whole = (lambda number: number) if sprite._subpixel else math.trunc
    left, right = whole(-texture.anchor_x), whole(texture.width - texture.anchor_x)
    bottom, top = whole(-texture.anchor_y), whole(texture.height - texture.anchor_y)
    if left == right or bottom == top:
        assert covers_nothing(hitmask_pyglet.pose_of(sprite))
        assert hitmask_pyglet.collide_mask(sprite, sprite) is None and not hitmask_pyglet.collide_point(sprite, (sprite.x, sprite.y))
        assert hitmask_pyglet.collide_list(sprite, [sprite]) == []
        return

    def shown(px: float, py: float) -> tuple[float, float]:
        dx, dy = undone(px, py, (sprite.x, sprite.y), sprite.rotation)
        dx, dy = dx / (sprite.scale * sprite.scale_x), dy / (sprite.scale * sprite.scale_y)
        return (dx - left) / (right - left) * alpha.shape[1], (top - dy) / (top - bottom) * alpha.shape[0]

    assert compare(hitmask_pyglet.mask_of(sprite), hitmask_pyglet.pose_of(sprite), shown, alpha, seed) > 3
    assert hitmask_pyglet.mask_of(sprite) is hitmask_pyglet.masks[texture]


@pytest.mark.parametrize("seed", range(CASES))
def test_pgzero(seed: int) -> None:
    pygame = pytest.importorskip("pygame")
    from hitmask import pgzero as hitmask_pgzero

    rng = random.Random(seed)
    alpha = picture(rng)
    surface = pygame.Surface(alpha.shape[::-1], pygame.SRCALPHA, 32)
    for y, x in np.ndindex(alpha.shape):
        surface.set_at((x, y), (255, 255, 255, int(alpha[y, x])))
    anchor = rng.uniform(-5, 9), rng.uniform(-5, 9)
    actor = SimpleNamespace(
        _orig_surf=surface, _untransformed_anchor=anchor, pos=(rng.uniform(-20, 20), rng.uniform(-20, 20)), angle=rng.uniform(-400, 400)
    )
    if seed % 2:
        actor.scale, actor.flip_x, actor.flip_y = rng.uniform(0.5, 3), rng.random() < 0.5, rng.random() < 0.5

    def shown(px: float, py: float) -> tuple[float, float]:
        # y points down, and angles are counter-clockwise on the screen.
        dx, dy, angle = px - actor.pos[0], py - actor.pos[1], math.radians(actor.angle)
        dx, dy = math.cos(angle) * dx - math.sin(angle) * dy, math.sin(angle) * dx + math.cos(angle) * dy
        scale = getattr(actor, "scale", 1)
        u, v = dx / scale + anchor[0], dy / scale + anchor[1]
        height, width = alpha.shape
        return (width - u if getattr(actor, "flip_x", False) else u), (height - v if getattr(actor, "flip_y", False) else v)

    assert compare(hitmask_pgzero.mask_of(actor), hitmask_pgzero.pose_of(actor), shown, alpha, seed) > 3


def test_followers_of_pyglet_and_pgzero() -> None:
    """They share the mechanism of the follower of Arcade, and read what `pose_of` reads."""
    pygame = pytest.importorskip("pygame")
    from hitmask import pgzero as hitmask_pgzero

    rng = random.Random(2)
    texture, _ = pyglet_texture(rng, picture(rng))
    sprite = SimpleNamespace(image=texture, x=3.5, y=-2, rotation=20, scale=2, scale_x=1, scale_y=-1, _subpixel=True)
    surface = pygame.Surface((9, 7), pygame.SRCALPHA, 32)
    surface.fill((255, 255, 255, 255))
    actor = SimpleNamespace(_orig_surf=surface, _untransformed_anchor=(4, 3), pos=(5, 6), angle=-30)
    for module, followed in ((hitmask_pyglet, sprite), (hitmask_pgzero, actor)):
        follower = module.Follower()
        follower.add([followed])
        assert follower.step() == [] and follower.world.pose(follower.handle_of(followed)) == module.pose_of(followed)


def test_pgzero_drawn() -> None:
    pygame = pytest.importorskip("pygame")
    from hitmask import pgzero as hitmask_pgzero

    dot = pygame.Surface((2, 2), pygame.SRCALPHA, 32)
    dot.set_at((1, 0), (0, 0, 0, 255))
    left, right = SimpleNamespace(_surf=dot, topleft=(10.9, 20.9)), SimpleNamespace(_surf=dot, topleft=(10.0, 20.0))
    assert hitmask_pgzero.collide_drawn(left, right) == (11, 20)
    right.topleft = (11, 20)
    assert hitmask_pgzero.collide_drawn(left, right) is None


@pytest.mark.parametrize("seed", range(CASES))
def test_raylib(seed: int) -> None:
    rng = random.Random(seed)
    alpha = picture(rng)
    height, width = alpha.shape
    scale = rng.uniform(0.5, 4), rng.uniform(0.5, 4)
    flip_x, flip_y = rng.random() < 0.5, rng.random() < 0.5
    source = (3, 5, -width if flip_x else width, -height if flip_y else height)
    dest = (rng.uniform(-20, 20), rng.uniform(-20, 20), width * scale[0] * rng.choice((1, -1)), height * scale[1])
    origin, rotation = (rng.uniform(-5, 30), rng.uniform(-5, 30)), rng.uniform(-400, 400)

    def shown(px: float, py: float) -> tuple[float, float]:
        # y points down, and angles are clockwise on the screen.
        dx, dy, angle = px - dest[0], py - dest[1], math.radians(rotation)
        dx, dy = math.cos(angle) * dx + math.sin(angle) * dy + origin[0], math.cos(angle) * dy - math.sin(angle) * dx + origin[1]
        u, v = dx / scale[0], dy / scale[1]
        return (width - u if flip_x else u), (height - v if flip_y else v)

    vector = SimpleNamespace(x=origin[0], y=origin[1])
    assert compare(Mask.from_alpha(alpha), hitmask_raylib.pose_of(source, dest, vector, rotation), shown, alpha, seed) > 3


@pytest.mark.parametrize("size", [(0, 8), (8, 0), (0, 0)])
@pytest.mark.parametrize("source", [(0, 0, 4, 4), (0, 0, -4, 4), (0, 0, 4, -4)])
def test_a_box_of_size_zero_covers_nothing(size: tuple[int, int], source: tuple[int, int, int, int]) -> None:
    place = hitmask_raylib.place_of(source, (30, 40, *size), (5, 7), 25)
    assert all(map(math.isfinite, (*place["scale"], *place["pivot"])))
    world = hitmask.World()
    collider = world.insert(Mask.filled(4, 4), **place)
    assert world.bounds(collider) is None and world.pose(collider) is None
    assert covers_nothing(hitmask_raylib.pose_of(source, (30, 40, *size), (5, 7), 25))


def test_what_has_no_size_is_no_error() -> None:
    assert covers_nothing(hitmask_raylib.pose_of((0, 0, 0, 4), (30, 40, 8, 8)))
    pygame = pytest.importorskip("pygame")
    from hitmask import pgzero as hitmask_pgzero
    from hitmask import pygame as hitmask_pygame

    coin = SimpleNamespace(image=pygame.Surface((4, 4)), rect=pygame.Rect(0, 0, 4, 4))
    assert covers_nothing(hitmask_pygame.rotated(coin, 30, 0))
    actor = SimpleNamespace(_orig_surf=pygame.Surface((4, 4)), _untransformed_anchor=(2, 2), pos=(5, 5), angle=3, scale=0)
    assert hitmask_pgzero.collide_list(actor, [actor]) == [] and hitmask_pgzero.collide_mask(actor, actor) is None
    assert covers_nothing(hitmask_pgzero.pose_of(actor))


@pytest.mark.parametrize("change", [{"visible": False}, {"alpha": 0}, {"sprite_lists": [SimpleNamespace(visible=False)]}, {"width": 0}])
def test_what_arcade_does_not_draw_covers_nothing(change: dict[str, Any]) -> None:
    sprites = [arcade_sprite(random.Random(1), np.full((4, 6), 255, np.uint8), ORDERS[0]) for _ in range(2)]
    for sprite in sprites:
        sprite.position, sprite.angle, sprite.width, sprite.height = (50, 20), 0, 6, 4
    assert hitmask_arcade.check_for_collision(*sprites)
    world = hitmask.World()
    collider = world.insert(hitmask_arcade.mask_of(sprites[0]), **hitmask_arcade.place_of(sprites[0]))
    vars(sprites[0]).update(change)
    assert not hitmask_arcade.check_for_collision(*sprites)
    assert hitmask_arcade.get_sprites_at_point((50, 20), sprites) == [sprites[1]]
    assert covers_nothing(hitmask_arcade.pose_of(sprites[0]))
    hitmask_arcade.follow(world, collider, sprites[0])
    assert world.bounds(collider) is None


def test_a_killed_sprite_of_arcade_covers_nothing() -> None:
    sprite = arcade_sprite(random.Random(1), np.full((4, 6), 255, np.uint8), ORDERS[0])
    for lists, is_drawn in (([], True), ([SimpleNamespace(visible=True)], True), ([], False)):
        sprite.sprite_lists = lists
        assert (hitmask_arcade.collide_mask(sprite, sprite) is not None) == is_drawn


def test_a_followed_sprite_shows_its_new_texture() -> None:
    rng = random.Random(1)
    small, large = (arcade_sprite(rng, np.full(size, 255, np.uint8), ORDERS[0]) for size in ((2, 2), (8, 10)))
    for sprite, size in ((small, (2, 2)), (large, (10, 8))):
        sprite.position, sprite.angle, (sprite.width, sprite.height) = (50, 20), 0, size
    world = hitmask.World()
    collider = world.insert(hitmask_arcade.mask_of(small), **hitmask_arcade.place_of(small))
    small.texture, small.width, small.height = large.texture, 10, 8
    hitmask_arcade.follow(world, collider, small)
    assert world.bounds(collider) == (45, 16, 10, 8)


def test_one_large_sprite_fails_no_list() -> None:
    walls = [arcade_sprite(random.Random(1), np.full((1, 1), 255, np.uint8), ORDERS[0]) for _ in range(3)]
    for wall, x, size in zip(walls, (50, 200, 900), (6, 300, 5), strict=True):
        wall.position, wall.angle, wall.width, wall.height = (x, 20), 0, size, 40
    assert hitmask_arcade.check_for_collision_with_list(walls[0], walls) == [walls[1]]
    assert hitmask_arcade.get_sprites_at_point((349, 1), walls) == [walls[1]]
    pose = hitmask_raylib.pose_of((0, 0, 1, 1), (10, 20, 500, 300), (0, 0), 0)
    assert Mask.filled(1, 1).bake(pose)[0].size == (500, 300)


@pytest.mark.parametrize("what", [None, 3, "ship", {}, (), (1, 2), object()])
def test_what_is_no_sprite_is_told(what: Any) -> None:
    name = f"not {type(what).__name__}"
    world = hitmask.World()
    collider = world.insert(Mask.filled(1, 1))
    for module in (hitmask_arcade, hitmask_pyglet):
        for call in (
            module.mask_of,
            module.pose_of,
            module.place_of,
            lambda it, of=module: of.collide_mask(it, it),
            lambda it, of=module: of.follow(world, collider, it),
        ):
            with pytest.raises(TypeError, match=f"takes sprites of .*, {name}"):
                call(what)
    with pytest.raises(TypeError, match=f"takes sprites of .*, {name}"):
        hitmask_arcade.check_for_collision_with_list(what, [what, None])
    numbers = [lambda it: hitmask_raylib.pose_of(it, (0, 0, 1, 1)), lambda it: hitmask_raylib.place_of((0, 0, 1, 1), it)]
    for call in numbers:
        with pytest.raises(TypeError, match="hitmask.raylib takes Rectangles of raylib, or tuples of 4 numbers, not "):
            call(what)
    if what != (1, 2):
        with pytest.raises(TypeError, match="takes Vector2s of raylib, or tuples of 2 numbers, not "):
            hitmask_raylib.pose_of((0, 0, 1, 1), (0, 0, 1, 1), what)
    if importlib.util.find_spec("raylib"):
        with pytest.raises(TypeError, match=f"takes Images of raylib, {name}"):
            hitmask_raylib.mask_of(what)
        with pytest.raises(TypeError, match=f"takes Textures of raylib, {name}"):
            hitmask_raylib.mask_of_texture(what)
    if importlib.util.find_spec("pygame"):
        from hitmask import pgzero as hitmask_pgzero

        for call in (hitmask_pgzero.mask_of, hitmask_pgzero.pose_of, lambda it: hitmask_pgzero.collide_drawn(it, it)):
            with pytest.raises(TypeError, match=f"takes Actors of Pygame Zero, {name}"):
                call(what)
