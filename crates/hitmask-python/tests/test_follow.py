"""Worlds that follow the sprites of pygame, beside what pygame draws."""

import os
import random
from typing import Any

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

pygame = pytest.importorskip("pygame")

import hitmask
from hitmask import pygame as ours

CASES = 60
SIDE = 48


def picture(rng: random.Random) -> Any:
    surface = pygame.Surface((rng.randint(1, 9), rng.randint(1, 9)), pygame.SRCALPHA, 32)
    for x in range(surface.get_width()):
        for y in range(surface.get_height()):
            surface.set_at((x, y), (255, 0, 0, rng.choice((0, 127, 128, 255))))
    return surface


def drawn(sprite: Any) -> set[tuple[int, int]]:
    """The pixels that pygame draws of a sprite."""
    screen = pygame.Surface((SIDE, SIDE), pygame.SRCALPHA, 32)
    screen.fill((0, 0, 0, 0))
    if isinstance(sprite, pygame.sprite.DirtySprite):
        group = pygame.sprite.LayeredDirty(sprite)
        group.draw(screen, pygame.Surface((SIDE, SIDE), pygame.SRCALPHA, 32))
    else:
        pygame.sprite.Group(sprite).draw(screen)
    mask = pygame.mask.from_surface(screen)
    return {(x, y) for x in range(SIDE) for y in range(SIDE) if mask.get_at((x, y))}


def followed(follower: ours.Follower, sprite: Any) -> set[tuple[int, int]]:
    """The pixels that its collider covers."""
    collider = follower.handle_of(sprite)
    return {(x, y) for x in range(SIDE) for y in range(SIDE) if collider in follower.world.pick_all((x, y))}


def plain_mask(surface: Any) -> hitmask.Mask:
    return hitmask.Mask.from_alpha(pygame.surfarray.array_alpha(surface).T)


class Thing(pygame.sprite.Sprite):
    """A sprite that shows what its picture becomes by pygame's functions, and that has the pose of it."""

    def __init__(self, surface: Any, rng: random.Random) -> None:
        super().__init__()
        self.picture, self.mask = surface, rng.choice((ours.from_surface, pygame.mask.from_surface, plain_mask))(surface)
        self.change(rng)

    def change(self, rng: random.Random) -> None:
        flip, scale, angle = (rng.random() < 0.5, rng.random() < 0.5), (rng.randint(1, 3), rng.randint(1, 3)), 90 * rng.randint(-4, 4)
        self.image = pygame.transform.rotate(pygame.transform.scale_by(pygame.transform.flip(self.picture, *flip), scale), angle)
        self.rect = self.image.get_rect(center=(rng.randint(0, SIDE), rng.randint(0, SIDE)))
        if rng.random() < 0.5:
            self.pose = ours.rotated(self, angle, scale, flip=flip)
            return
        # The same by a point of the picture that lies at a point of the screen.
        pivot = pygame.Vector2(rng.randint(-3, 9), rng.randint(-3, 9))
        middle = pygame.Vector2(self.picture.get_size()) / 2
        away = (pivot - middle).elementwise() * pygame.Vector2([-s if f else s for s, f in zip(scale, flip, strict=True)])
        at = pygame.Vector2(self.rect.topleft) + pygame.Vector2(self.rect.size) / 2 + away.rotate(-angle)
        self.pose = ours.rotated(self, angle, scale, flip=flip, at=at, pivot=pivot)


@pytest.mark.parametrize("seed", range(CASES))
def test_turned_and_flipped_sprites_cover_what_is_drawn(seed: int) -> None:
    """Quarters of a turn, flips and whole scales are no resampling."""
    rng = random.Random(seed)
    follower, sprite = ours.Follower(), Thing(picture(rng), rng)
    follower.add(sprite)
    for _ in range(4):
        assert followed(follower, sprite) == drawn(sprite)
        sprite.change(rng)
        follower.sync()


@pytest.mark.parametrize("seed", range(CASES))
def test_plain_sprites_cover_what_is_drawn(seed: int) -> None:
    rng = random.Random(seed)
    follower, sprite = ours.Follower(), rng.choice((pygame.sprite.Sprite, pygame.sprite.DirtySprite))()
    for _ in range(6):
        change = rng.randrange(6)
        if change < 2 or sprite.image is None:
            sprite.image = picture(rng)
        size = sprite.image.get_size()
        at = rng.uniform(-5, SIDE), rng.uniform(-5, SIDE)
        sprite.rect = pygame.FRect(at, size) if rng.random() < 0.5 else pygame.Rect(at, size)
        if isinstance(sprite, pygame.sprite.DirtySprite):
            sprite.visible = rng.random() < 0.8
            sprite.dirty = 2
            sprite.source_rect = rng.choice((None, pygame.Rect(rng.randint(0, 4), rng.randint(0, 4), rng.randint(1, 9), rng.randint(1, 9))))
        if change == 3:
            sprite.image.set_alpha(rng.choice((0, 255)))
        if change == 4:
            sprite.mask = rng.choice((pygame.mask, ours)).from_surface(sprite.image)
            sprite.source_rect = None
        elif hasattr(sprite, "mask"):
            del sprite.mask
        follower.add(sprite)
        follower.sync()
        assert followed(follower, sprite) == drawn(sprite), (change, sprite.rect)


class Ball(pygame.sprite.Sprite):
    def __init__(self, x: float, y: float, *groups: Any) -> None:
        super().__init__(*groups)
        self.image = pygame.Surface((9, 9), pygame.SRCALPHA, 32)
        pygame.draw.circle(self.image, "red", (4, 4), 4)
        self.rect = self.image.get_rect(topleft=(x, y))


def kinds(events: list[ours.SpriteEvent]) -> list[tuple[str, set[Any]]]:
    return [(event.kind, {event.a, event.b}) for event in events]


def test_groups_are_followed_as_they_change() -> None:
    rocks: Any = pygame.sprite.Group()
    ship, rock = Ball(0, 0), Ball(5, 0, rocks)
    follower = ours.Follower(area=True)
    follower.add(ship, rocks)
    ((a, b, event),) = follower.step()
    assert {a, b} == {ship, rock} and event.kind == "begin" and event.touch.area == len(drawn(ship) & drawn(rock)) > 0
    late = Ball(2, 2, rocks)
    assert follower.handle_of(late) is None
    events = follower.step()
    assert kinds(events) == [("begin", {ship, late}), ("begin", {rock, late})] or kinds(events)[::-1] == kinds(events)
    assert follower.touching(ship) == [rock, late] and follower.sprite_of(follower.world.pick((4, 4))) in (ship, late)
    rock.kill()
    ended = follower.step()
    assert [event.kind for event in ended] == ["end", "end"] and {event.other(rock) for event in ended} == {ship, late}
    assert follower.handle_of(rock) is None and len(follower.world) == 2
    assert [event.other(ball) for event in ended for ball in (Ball(0, 0),)] == [None, None]
    follower.remove(rocks)
    assert kinds(follower.step()) == [("end", {ship, late})] and len(follower.world) == 1
    assert follower.step() == [] and follower.touching(ship) == [] == follower.touching(rock)


def test_the_first_options_count() -> None:
    group: Any = pygame.sprite.Group(Ball(0, 0))
    follower, (ball,) = ours.Follower(), group
    follower.add(group, data=1, layers=(2, 4))
    follower.add(ball, [ball], data=2)
    late = Ball(0, 0, group)
    follower.step()
    assert [follower.world.get(follower.handle_of(sprite)).data for sprite in (ball, late)] == [1, 1] and len(follower.world) == 2
    follower.remove(group)
    follower.step()
    assert follower.handle_of(late) is None and follower.handle_of(ball) is not None
    with pytest.raises(TypeError, match="pose"):
        follower.add(Ball(0, 0), pose=hitmask.Pose())


def test_a_sprite_that_is_killed_is_followed_no_more() -> None:
    group: Any = pygame.sprite.Group()
    lone, grouped = Ball(0, 0), Ball(5, 0, group)
    follower = ours.Follower()
    follower.add(lone, grouped)
    assert kinds(follower.step()) == [("begin", {lone, grouped})]
    # It was in no group when it was added.
    lone.add(group)
    follower.step()
    grouped.kill()
    assert kinds(follower.step()) == [("end", {lone, grouped})]
    lone.kill()
    follower.step()
    assert len(follower.world) == 0
    follower.add(Ball(0, 0), Ball(3, 3))
    follower.step()
    assert len(follower.world) == 2 and len(follower.step()) == 0


def test_a_collider_that_the_game_has_removed_leaves_nothing_behind() -> None:
    rng = random.Random(5)
    sprite, follower = Thing(picture(rng), rng), ours.Follower()
    follower.add(sprite)
    follower.sync()
    handle = follower.handle_of(sprite)
    assert handle is not None
    follower.world.remove(handle)
    follower.remove(sprite)
    follower.step()
    assert follower.handle_of(sprite) is None and follower.sprite_of(handle) is None


def test_pygames_names_ask_no_pair_again() -> None:
    rng = random.Random(3)
    shots: Any = pygame.sprite.Group(*(Ball(rng.randint(0, 200), rng.randint(0, 200)) for _ in range(30)))
    rocks: Any = pygame.sprite.Group(*(Ball(rng.randint(0, 200), rng.randint(0, 200)) for _ in range(60)))
    follower = ours.Follower()
    follower.add(shots, rocks)
    follower.step()
    for kills in ((False, False), (False, True), (True, True)):
        theirs = pygame.sprite.Group(*shots), pygame.sprite.Group(*rocks)
        for shot in shots:
            here, there = (
                f(shot, rocks, False) for f in (follower.spritecollide, lambda *a: pygame.sprite.spritecollide(*a, ours.collide_mask))
            )
            assert set(here) == set(there)
        found = pygame.sprite.groupcollide(*theirs, False, False, ours.collide_mask)
        met = follower.groupcollide(shots, rocks, *kills)
        if kills == (False, False):
            assert {a: set(b) for a, b in met.items()} == {a: set(b) for a, b in found.items()} and met
        killed = {rock for hit in met.values() for rock in hit}
        assert all(rock.alive() != kills[1] for rock in killed) and all(shot.alive() != kills[0] for shot in met)
        if kills[1]:
            # Each rock is killed once, and is gone for the next question of this frame.
            assert len(killed) == sum(map(len, met.values())) and follower.groupcollide(shots, rocks) == {}
        follower.step()


def test_masks_and_pictures_that_change() -> None:
    left, right = Ball(0, 0), Ball(20, 0)
    follower = ours.Follower()
    follower.add(left, right)
    assert follower.step() == []
    # Another image.
    left.image = pygame.Surface((30, 30), pygame.SRCALPHA, 32)
    left.image.fill("red")
    assert kinds(follower.step()) == [("begin", {left, right})]
    # An image that was drawn on: its mask is known until it is taken out.
    left.image.fill((0, 0, 0, 0))
    assert follower.step() == []
    del ours.masks[left.image]
    assert kinds(follower.step()) == [("end", {left, right})]
    # Masks of one's own, of both kinds, edited in place.
    for make in (ours.Mask, pygame.mask.Mask):
        left.mask = make((30, 30))
        assert follower.step() == []
        left.mask.fill()
        assert kinds(follower.step()) == [("begin", {left, right})]
        left.mask.clear()
        assert kinds(follower.step()) == [("end", {left, right})]


def test_swept_sprites_do_not_jump_over_others() -> None:
    wall, shot = Ball(100, 0), Ball(0, 0)
    shot.mask, shot.angle = ours.from_surface(shot.image), 0
    shot.pose = ours.rotated(shot, 0)
    follower = ours.Follower()
    follower.add(wall)
    follower.add(shot, swept=True)
    # It comes in where it is, not from elsewhere.
    assert follower.step() == []
    shot.rect.x = 300
    shot.pose = ours.rotated(shot, 90)
    assert kinds(follower.step()) == [("pass", {wall, shot})]


def test_colliders_of_ones_own() -> None:
    ball = Ball(0, 0)
    follower = ours.Follower()
    ground = follower.world.insert(hitmask.Terrain.filled(100, 20), (0, 5))
    follower.add(iter([ball]), data=7)
    (event,) = follower.step()
    assert {event.a, event.b} == {None, ball} and event.event.other(follower.handle_of(ball))[0] == ground
    assert follower.touching(ball) == [] and follower.sprite_of(ground) is None is follower.sprite_of(None)
    assert follower.step(accept=lambda a, b: {a.data, b.data} != {0, 7})[0].kind == "end"


def test_what_is_no_sprite_is_refused() -> None:
    follower = ours.Follower()
    lost = Ball(0, 0)
    lost.rect = None
    for thing in (5, "ship", [object()], lost, pygame.sprite.Group(lost)):
        with pytest.raises(TypeError, match=r"hitmask.pygame takes sprites of pygame, with an image or a mask, and a rect or a pose, not "):
            follower.add(thing)
    assert follower.step() == [] and len(follower.world) == 0
    # One that shows nothing yet covers nothing.
    blank = pygame.sprite.Sprite()
    follower.add(blank, Ball(0, 0))
    assert follower.step() == [] and follower.world.bounds(follower.handle_of(blank)) is None


def turned_pair(rng: random.Random, surface: Any, by: str) -> tuple[Any, Any]:
    """The same sprite twice: with a Surface that pygame has turned, and with a pose."""
    angle, scale = rng.uniform(-400, 400), rng.uniform(0.5, 2) if by == "rotozoom" else rng.randint(1, 3)
    flip = (rng.random() < 0.5, rng.random() < 0.5)
    flipped = pygame.transform.flip(surface, *flip)
    sprite, posed = pygame.sprite.Sprite(), pygame.sprite.Sprite()
    if by == "rotozoom":
        sprite.image = pygame.transform.rotozoom(flipped, angle, scale)
    else:
        sprite.image = pygame.transform.rotate(pygame.transform.scale_by(flipped, scale), angle)
    posed.mask = ours.from_surface(surface)
    sprite.rect = posed.rect = sprite.image.get_rect(center=(rng.randint(0, 80), rng.randint(0, 80)))
    posed.pose = (ours.rotozoomed if by == "rotozoom" else ours.rotated)(posed, angle, scale, flip=flip)
    return sprite, posed


@pytest.mark.parametrize(("by", "pixels", "contacts"), [("rotate", 0.001, 0), ("rotozoom", 0.06, 0.02)])
def test_poses_are_as_exact_as_pygame_turns(by: str, pixels: float, contacts: float) -> None:
    """`rotate` takes nearest pixels, so at most a pixel whose centre lies on an edge differs; `rotozoom` mixes them. docs/python.md has the figures."""
    rng = random.Random(11)
    things = [picture_of_a_rock(rng) for _ in range(20)]
    pairs, differing, wrong, solid = 500, 0, 0, 0
    for _ in range(pairs):
        sides = [turned_pair(rng, surface, by) for surface in rng.sample(things, 2)]
        for sprite, posed in sides:
            baked, (x, y) = posed.mask.bake(posed.pose)
            shown = ours.from_surface(sprite.image)
            both = hitmask.Mask.overlap_area(shown, baked, (x - sprite.rect.x, y - sprite.rect.y))
            wrong += shown.count() + baked.count() - 2 * both
            solid += shown.count()
        drawn, posed = (ours.collide_mask(*pair) is not None for pair in zip(*sides, strict=True))
        differing += drawn != posed
    assert wrong <= solid * pixels and differing <= pairs * contacts


def picture_of_a_rock(rng: random.Random) -> Any:
    surface = pygame.Surface((rng.randint(20, 50), rng.randint(20, 50)), pygame.SRCALPHA, 32)
    w, h = surface.get_size()
    pygame.draw.polygon(surface, "gray", [(rng.uniform(0, w), rng.uniform(0, h)) for _ in range(7)])
    return surface
