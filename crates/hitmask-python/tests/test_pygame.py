"""The drop-in for pygame's masks.

This file is long because it is a list: each call of pygame that is replaced has a test of its own.
"""

import copy
import gc
import os
import pickle
import random
import subprocess
import sys
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

pygame = pytest.importorskip("pygame")

import hitmask
from hitmask import pygame as ours

HERE = Path(__file__).resolve().parent


def run(*args: str) -> str:
    """Runs a script of this folder. Shows its output if it fails."""
    done = subprocess.run([sys.executable, *args], cwd=HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_pygames_own_tests_pass() -> None:
    if pygame.version.ver != "2.5.8":
        pytest.skip("the number of tests is known for pygame-ce 2.5.8 only")
    assert "404 run, 0 failures, 0 errors, 0 skips" in run("run_pygame_tests.py")


def test_answers_are_those_of_pygame() -> None:
    calls = os.environ.get("HITMASK_CALLS", "1000")
    assert run("differential.py", "--calls", calls).endswith("\n0 differences\n")


def test_install_reaches_modules_that_were_imported_before() -> None:
    run(
        "-c",
        "import pygame, pygame.sprite, types, sys\n"
        "before = types.ModuleType('before'); sys.modules['before'] = before\n"
        "exec('from pygame.mask import Mask, from_surface as make', vars(before))\n"
        "from hitmask import pygame as ours\n"
        "theirs = pygame.mask.Mask\n"
        "ours.install()\n"
        "from pygame.mask import Mask\n"
        "assert before.Mask is pygame.Mask is pygame.mask.MaskType is Mask is ours.Mask\n"
        "assert before.make is pygame.sprite.from_surface is ours.from_surface\n"
        "ours.uninstall()\n"
        "assert before.Mask is pygame.Mask is pygame.mask.MaskType is theirs\n",
    )


def test_masks_that_are_asked_often() -> None:
    """What is kept with a mask for later questions is dropped by every edit."""
    rng = random.Random(5)
    for _ in range(150):
        theirs, mine = [], []
        for _ in range(2):
            w, h = rng.choice([40, 64, 65, 100, 130, 300]), rng.choice([5, 64, 90, 300])
            there, here = pygame.mask.Mask((w, h)), ours.Mask((w, h))
            for _ in range(rng.choice([1, 3, 40])):
                blob = pygame.mask.Mask((rng.randint(1, 60), rng.randint(1, 60)), True)
                at = (rng.randint(-30, w), rng.randint(-30, h))
                there.draw(blob, at)
                here.draw(blob, at)
            theirs.append(there)
            mine.append(here)
        for turn in range(40):
            offset = (rng.randint(-300, 300), rng.randint(-300, 300)) if turn % 4 == 0 else (rng.randint(-70, 70), rng.randint(-70, 70))
            assert mine[0].overlap(mine[1], offset) == theirs[0].overlap(theirs[1], offset)
            if turn % 10 == 9:
                side = rng.randrange(2)
                edit = rng.choice(["invert", "fill", "clear", "set_at"])
                at = [(0, 0), rng.randrange(2)] if edit == "set_at" else []
                getattr(theirs[side], edit)(*at)
                getattr(mine[side], edit)(*at)
                assert mine[side].outline(3) == theirs[side].outline(3)


def test_masks_of_both_kinds_meet() -> None:
    theirs = pygame.mask.Mask((5, 5), True)
    mine = ours.Mask((5, 5), True)
    assert mine.overlap(theirs, (4, 4)) == (4, 4)
    assert hitmask.Mask.filled(5, 5).overlaps(theirs, (4, 4)) and mine.overlaps((0, 0, 1, 1), (4, 4))
    assert isinstance(mine, hitmask.Mask) and mine != ours.Mask((5, 5), True)
    out = pygame.mask.Mask((12, 12))
    assert mine.convolve(theirs, out, (1, 1)) is out and out.count() == 81


def test_a_mask_of_pygame_that_tells_another_size() -> None:
    class Liar(pygame.Mask):
        def get_size(self) -> tuple[int, int]:
            return 300, 300

    liar = Liar((5, 5), True)
    assert ours.Mask((9, 9), True).overlap_area(liar, (6, 6)) == 9
    assert hitmask.Mask.filled(9, 9).overlap_area(liar, (6, 6)) == 9
    with pytest.raises(TypeError):
        ours.Mask((9, 9), True).overlap(Mock(spec=pygame.Mask), (0, 0))


class Named(ours.Mask):
    """A mask that cannot be made from a size alone, and that refers to itself."""

    def __init__(self, name: str) -> None:
        super().__init__((70, 4), True)
        self.name, self.words, self.me = name, [name], self


def test_masks_pickle_and_copy_deeply() -> None:
    named = Named("ship")
    named.set_at((66, 2), 0)
    pickled = [pickle.loads(pickle.dumps(named, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for again in (*pickled, copy.deepcopy(named)):
        assert type(again) is Named and again is not named and again.me is again
        assert again.name == "ship" and again.words == ["ship"] and again.words is not named.words
        assert memoryview(again).tobytes() == memoryview(named).tobytes()
        again.set_at((0, 0), 0)
        assert named.count() == 279 and again.count() == 278
    plain = pickle.loads(pickle.dumps(ours.Mask((0, 5))))
    assert type(plain) is ours.Mask and plain.get_size() == (0, 5)
    with pytest.raises(ValueError, match="bytes"):
        plain.__setstate__((9, 9, b"", None))
    # pygame's copies take no attributes along, so ours do not either.
    assert vars(copy.copy(named)) == {}


def test_the_size_is_that_of_the_last_init() -> None:
    mask = ours.Mask((70, 4))
    assert mask.get_size() == mask.get_size() == (70, 4)
    mask.fill()
    assert mask.get_size() == (70, 4)
    mask.__init__((3, 5))
    assert mask.get_size() == mask.copy().get_size() == (3, 5)
    mask.__setstate__((1, 2, b"\0\0", None))
    assert mask.get_size() == (1, 2)


def test_every_small_width_is_scaled_to_every_other() -> None:
    rng = random.Random(71)
    for width in range(1, 66):
        pair = [module.Mask((width, 2)) for module in (pygame, ours)]
        for x in range(width):
            if rng.random() < 0.5:
                for mask in pair:
                    mask.set_at((x, x % 2))
        turned = [module.Mask((2, width)) for module in (pygame, ours)]
        for x in range(width):
            for mask, into in zip(pair, turned, strict=True):
                into.set_at((x % 2, x), mask.get_at((x, x % 2)))
        for size in range(1, 66):
            for masks, to in ((pair, (size, 3)), (turned, (3, size))):
                theirs, mine = (memoryview(mask.scale(to)).tobytes() for mask in masks)
                assert theirs == mine, (width, to)


def test_views_write_to_the_mask() -> None:
    mask = ours.Mask((70, 4))
    view = memoryview(mask)
    assert (view.format, view.shape, view.strides, view.readonly) == ("L", (2, 4), (32, 8), False)
    view[1, 2] = 1 << 5 | 1 << 40
    assert mask.overlap_points(mask, (0, 0)) == [(69, 2)]
    mask.set_at((0, 3))
    assert view[0, 3] == 1
    again = copy.copy(mask)
    view[0, 0] = 2
    assert mask.get_at((1, 0)) == 1 and again.get_at((1, 0)) == 0
    second = memoryview(mask)
    view.release()
    second[0, 1] = 4
    second.release()
    gc.collect()
    assert mask.get_at((2, 1)) == 1
    mask.__init__((3, 3), True)
    assert mask.get_size() == (3, 3)


def test_made_without_init() -> None:
    mask = ours.Mask.__new__(ours.Mask)
    assert repr(mask) == "<Mask(0x0)>" and mask.count() == 0 and mask.overlap(mask, (0, 0)) is None
    with pytest.raises(IndexError):
        mask.get_at((0, 0))


class Size(int):
    pass


class Odd:
    def __bool__(self) -> bool:
        raise KeyError("no bool")


@pytest.mark.parametrize(
    ("args", "names"),
    [
        (((3, 4),), {}),
        (((0, 0),), {}),
        (((65, 2), True), {}),
        (((65, 2), False), {}),
        (((65, 2), 7), {}),
        (((65, 2), ""), {}),
        (((65, 2), None), {}),
        (([3, 4], [0]), {}),
        (((3.9, 4), True), {}),
        ((((3, 4),), True), {}),
        (((Size(3), True), True), {}),
        ((pygame.Vector2(5, 6), True), {}),
        (((3, 4),), {"fill": True}),
        ((), {"size": (3, 4), "fill": 1}),
        ((), {"size": (3, 4)}),
        ((), {}),
        ((), {"fill": True}),
        ((7,), {}),
        (((1, 2, 3),), {}),
        ((("1", 2),), {}),
        (((3, 4), True, 1), {}),
        (((3, 4),), {"size": (3, 4)}),
        (((3, 4),), {"colour": 1}),
        (((3, 4), True), {"fill": True}),
        (((3, -4),), {}),
        (((3, 4), Odd()), {}),
        ((), {"size": (3, 4), "fill": Odd()}),
    ],
)
def test_a_mask_is_made_of_what_pygame_takes(args: tuple[Any, ...], names: dict[str, Any]) -> None:
    def made(make: Callable[..., Any]) -> Any:
        try:
            mask = make(*args, **names)
        except (TypeError, ValueError, KeyError) as error:
            return type(error)
        return mask.get_size(), mask.count()

    class Ours(ours.Mask):
        pass

    def again(*args: Any, **names: Any) -> ours.Mask:
        mask = ours.Mask((9, 9), True)
        mask.__init__(*args, **names)
        return mask

    expected = made(pygame.Mask)
    assert made(ours.Mask) == made(Ours) == made(again) == expected


def test_init_counts_whatever_new_was_given() -> None:
    mask = ours.Mask.__new__(ours.Mask, (3, 3))
    mask.__init__((70, 5), True)
    assert mask.get_size() == (70, 5) and mask.count() == 350
    args: Any = ((3, 3), True)
    for mask in (ours.Mask(*args), ours.Mask.__new__(ours.Mask, *args)):
        assert mask.count() == 9
        mask.clear()
        mask.__init__(*args)
        assert mask.count() == 9
        mask.__init__(args[0])
        assert mask.count() == 0
    # What a mask was made of is found among all objects, and given again after an edit.
    size = (12345, 1)
    mask = ours.Mask.__new__(ours.Mask, size)
    held = [found for found in gc.get_objects() if type(found) is tuple and len(found) == 1 and found[0] is size]
    mask.fill()
    for found in held:
        mask.__init__(*found)
        assert mask.count() == 0
        mask.fill()
    del held, found, mask
    before = sys.getrefcount(size)
    for _ in range(20):
        ours.Mask(size), ours.Mask.__new__(ours.Mask, size), ours.Mask.__new__(ours.Mask, size).fill()
    assert sys.getrefcount(size) == before


def test_freed_masks_leave_nothing_for_the_next_ones() -> None:
    class Named(ours.Mask):
        def __init__(self, name: str) -> None:
            super().__init__((9, 9), True)
            self.name = name

    gc.collect()
    before = sys.getrefcount(ours.Mask), sys.getrefcount(Named)
    for _ in range(3):
        # More than are kept, some of them with all that an object can have.
        masks = [ours.Mask((5 + i % 70, 4), i % 2) for i in range(200)] + [Named(f"{i}") for i in range(200)]
        assert [mask.name for mask in masks[200:]] == [f"{i}" for i in range(200)]
        for i, mask in enumerate(masks[:200]):
            assert mask.get_size() == (5 + i % 70, 4) and mask.count() == (5 + i % 70) * 4 * (i % 2)
            assert mask.outline() == mask.outline() and not hasattr(mask, "__dict__")
            if i % 3 == 0:
                memoryview(mask)[0, 0] = 1
                assert mask.get_at((0, 0)) == 1
        refs = [weakref.ref(mask) for mask in masks]
        random.Random(4).shuffle(masks)
        del mask, masks
        assert all(ref() is None for ref in refs)
        del refs
    assert (sys.getrefcount(ours.Mask), sys.getrefcount(Named)) == before


def test_masks_one_pixel_wide_have_components() -> None:
    """pygame-ce 2.5.8 finds none here, or wrong ones."""
    mask = ours.Mask((1, 5))
    for y in (1, 3, 4):
        mask.set_at((0, y))
    assert [part.count() for part in mask.connected_components()] == [1, 2]
    assert mask.connected_component().get_at((0, 3)) == 1


def test_sprites_collide() -> None:
    class Ship(pygame.sprite.Sprite):
        def __init__(self, x: int) -> None:
            super().__init__()
            self.image = pygame.Surface((9, 9), pygame.SRCALPHA)
            pygame.draw.circle(self.image, "red", (4, 4), 4)
            self.rect = self.image.get_rect(topleft=(x, 0))
            self.mask = ours.from_surface(self.image)

    assert pygame.sprite.collide_mask(Ship(0), Ship(5)) is not None
    assert pygame.sprite.collide_mask(Ship(0), Ship(9)) is None


def test_edits_count_after_questions_that_keep_words() -> None:
    mask = ours.Mask((200, 9), True)
    assert mask.overlap(mask, (70, 0)) == (70, 0) and mask.outline()[:2] == [(0, 0), (1, 0)]
    mask.erase(mask.copy(), (0, 0))
    mask.set_at((150, 5))
    mask.set_at((151, 4))
    assert mask.overlap(ours.Mask((200, 9), True), (70, 0)) == (151, 4) and mask.outline() == [(151, 4), (150, 5), (151, 4)]


def test_rotated_sprites_need_no_rotated_surface() -> None:
    class Ship(pygame.sprite.Sprite):
        def __init__(self, x: int, y: int) -> None:
            super().__init__()
            self.image = pygame.Surface((20, 4), pygame.SRCALPHA)
            self.image.fill("red")
            self.rect = self.image.get_rect(center=(x, y))
            self.pose: hitmask.Pose | None = None

    left, right = Ship(50, 50), Ship(50, 58)
    assert ours.collide_mask(left, right) is None is pygame.sprite.collide_mask(left, right)
    left.pose = ours.rotated(left, 90)
    # It covers the columns 48 to 51 and the rows 40 to 59; the other one begins in row 56.
    assert ours.collide_mask(left, right) == (48, 56)
    group = pygame.sprite.Group(right)
    assert pygame.sprite.spritecollide(left, group, False, ours.collide_mask) == [right]
    right.mask = pygame.mask.Mask((20, 4), True)
    assert ours.collide_mask(left, right) == (48, 56)
    # With one half clear it shows which way it turns.
    left.image.fill((0, 0, 0, 0), (10, 0, 10, 4))
    for angle in (0, 90, 180, 270):
        left.pose = ours.rotated(left, angle)
        turned = pygame.transform.rotate(left.image, angle)
        at = turned.get_rect(center=(50, 50)).topleft
        both = ours.from_surface(turned).overlap((ours.Mask((20, 4), True)), (right.rect.x - at[0], right.rect.y - at[1]))
        assert ours.collide_mask(left, right) == (both and (both[0] + at[0], both[1] + at[1]))


def test_a_kept_outline_is_never_an_old_one() -> None:
    """From the second question on, the points are kept. Lists may be changed, masks edited, and views written."""
    theirs, mine = pygame.Mask((40, 30), True), ours.Mask((40, 30), True)
    for _ in range(3):
        for _ in range(3):
            assert mine.outline() == theirs.outline()
            mine.outline().clear()
        assert mine.outline(3) == theirs.outline(3) and mine.outline(0) == theirs.outline(0)
        for mask in (theirs, mine):
            mask.erase(pygame.Mask((3, 3), True), (0, 0))
        assert mine.outline() == theirs.outline()
        view = memoryview(mine)
        mine.outline(), mine.outline()
        view[0, 10] = 0
        memoryview(theirs)[0, 10] = 0
        assert mine.outline() == theirs.outline()
        for mask in (theirs, mine):
            mask.invert()
    again = mine.copy()
    mine.clear()
    assert again.outline() == theirs.outline() and mine.outline() == []
    mine.__init__((5, 5), True)  # type: ignore[misc]
    assert mine.outline() == pygame.Mask((5, 5), True).outline()


def test_a_kept_outline_cannot_be_changed() -> None:
    """The collector of Python shows who has the points. It shows no list but those that were answered."""
    mask = ours.Mask((40, 30), True)
    mask.outline()
    before = mask.outline()
    points = mask.outline()
    assert points[7] is before[7], "they are not kept"
    holders = [holder for holder in gc.get_referrers(points[7]) if isinstance(holder, list)]
    assert {id(holder) for holder in holders} == {id(points), id(before)}


def test_edits_and_copies_do_not_share_pixels() -> None:
    """A mask lies in its object until it is copied; then both share it until one of them is edited."""
    one = ours.Mask((70, 9), True)
    two = one.copy()
    three = copy.copy(two)
    one.set_at((3, 3), 0)
    two.clear()
    assert [mask.count() for mask in (one, two, three)] == [629, 0, 630]
    three.set_at((0, 0), 0)
    assert three.count() == 629 and three.copy().count() == 629


def test_the_surface_of_a_closed_display_is_refused() -> None:
    """pygame has freed its pixels."""
    run(
        "-c",
        "import pygame\n"
        "from hitmask import pygame as ours\n"
        "pygame.display.init()\n"
        "screen = pygame.display.set_mode((64, 48), 0, 32)\n"
        "assert ours.from_surface(screen).get_size() == (64, 48)\n"
        "assert ours.Mask((9, 9), True).to_surface(screen) is screen\n"
        "pygame.quit()\n"
        "calls = [lambda: ours.from_surface(screen), lambda: ours.from_threshold(screen, (255, 255, 255), (9, 9, 9)),\n"
        "    lambda: ours.from_threshold(screen, 'white'), lambda: ours.Mask((9, 9), True).to_surface(screen),\n"
        "    lambda: ours.Mask((9, 9)).to_surface(screen, setcolor='red'), lambda: ours.Mask((0, 9)).to_surface(screen)]\n"
        "for number, call in enumerate(calls):\n"
        "    try:\n"
        "        call()\n"
        "    except pygame.error:\n"
        "        continue\n"
        "    raise AssertionError(number)\n",
    )


def ready(surface: pygame.Surface) -> pygame.Surface:
    """The surface, packed if it may be. SDL packs a surface when it is drawn on another one, until it is read."""
    if surface.get_flags() & pygame.RLEACCELOK:
        pygame.Surface((50, 50), pygame.SRCALPHA, 32).blit(surface, (0, 0))
        assert surface.mustlock() and surface.get_flags() & pygame.RLEACCEL
    return surface


def test_surfaces_of_every_kind_are_read() -> None:
    """Surfaces are read where they lie, if they are of 32 bits; subsurfaces, packed and unfinished ones are not."""
    whole = pygame.Surface((40, 30), pygame.SRCALPHA, 32)
    for x in range(40):
        for y in range(30):
            whole.set_at((x, y), (x * 6, y * 8, (x * y) % 256, (x * 7 + y * 5) % 256))
    packed = whole.copy()
    packed.set_colorkey((0, 0, 0), pygame.RLEACCEL)
    packed.blit(whole, (0, 0))
    plain = pygame.Surface((33, 7), 0, 32, (0xFF, 0xFF00, 0xFF0000, 0))
    plain.blit(whole, (0, 0))
    shallow = pygame.Surface((5, 5), 0, 16)
    surfaces = [whole, whole.subsurface((3, 2, 30, 20)), packed, plain, shallow, pygame.Surface((0, 4), pygame.SRCALPHA)]
    assert ready(packed).mustlock()
    colors = [((100, 80, 40), (60, 50, 200)), ((1, 2, 3, 4), (9, 9, 9, 9)), ((0, 0, 0), (255, 255, 255, 255)), ((5, 5, 5), (0, 9, 9))]
    for surface in surfaces:
        theirs, mine = pygame.mask.from_surface(ready(surface)), ours.from_surface(ready(surface))
        assert theirs.get_size() == mine.get_size()
        if theirs.get_size()[0] == 0:
            continue  # the buffer of such a mask of pygame is not its own memory
        assert memoryview(theirs).tobytes() == memoryview(mine).tobytes()
        for args in [*colors, ((100, 80, 40),), ((100, 80, 40), (60, 300, 0)), ((300, 0, 0),), ("red", (9, 9, 9)), (7, (9, 9, 9))]:
            results = []
            for module in (pygame.mask, ours):
                try:
                    results.append(memoryview(module.from_threshold(ready(surface), *args)).tobytes())
                except (ValueError, TypeError) as error:
                    results.append(type(error))
            assert results[0] == results[1], args
        target, other = surface.copy(), surface.copy()
        assert mine.to_surface(ready(target)) is target
        theirs.to_surface(ready(other))
        assert pygame.image.tobytes(target, "RGBA") == pygame.image.tobytes(other, "RGBA")
    unfinished = pygame.Surface.__new__(pygame.Surface)
    with pytest.raises(pygame.error):
        ours.from_surface(unfinished)
    for args in ((unfinished, (1, 2, 3), (9, 9, 9)), (whole, (1, 2, 3), (9, 9, 9), unfinished), (unfinished, "red")):
        with pytest.raises(pygame.error):
            ours.from_threshold(*args)
    for kwargs in ({}, {"setcolor": "red"}):
        with pytest.raises(pygame.error):
            ours.Mask((3, 3)).to_surface(unfinished, **kwargs)
    with pytest.raises(pygame.error):
        ours.Mask((3, 3)).to_surface(setsurface=unfinished)
    with pytest.raises(pygame.error):
        ours.from_surface(unfinished, 300)


class Pretender:
    """Says that its class is pygame.Surface. `isinstance` believes it."""

    def __init__(self) -> None:
        self.words = [1 << 40] * 8

    @property
    def __class__(self) -> type:  # type: ignore[override]
        return pygame.Surface


@pytest.mark.parametrize("make", [lambda: Mock(spec=pygame.Surface), Pretender])
def test_what_pretends_to_be_a_surface_is_refused(make: Callable[[], Any]) -> None:
    """Its memory is not that of a surface. (pygame's own `to_surface` crashes.)"""
    for mask in (ours.Mask((9, 9), True), ours.Mask((0, 9))):
        with pytest.raises(TypeError):
            mask.to_surface(make())
        with pytest.raises(TypeError):
            mask.to_surface(setsurface=make())
    for module in (pygame.mask, ours):
        for args in ((), (127,), (300,)):
            with pytest.raises(TypeError):
                module.from_surface(make(), *args)
        for args in (((1, 2, 3),), ((1, 2, 3), (9, 9, 9)), ((1, 2, 3), (9, 9, 9), make())):
            with pytest.raises(TypeError):
                module.from_threshold(make(), *args)
        with pytest.raises(TypeError):
            module.from_threshold(pygame.Surface((3, 3)), (1, 2, 3), (9, 9, 9), make())


def test_small_masks_of_every_size() -> None:
    """Masks of at most 64 x 64 pixels have functions of their own. Noise has components of all shapes."""
    rng = random.Random(16)
    for case in range(400):
        w, h = (rng.choice([1, 2, 3, 8, 31, 32, 33, 63, 64, 65]) for _ in range(2))
        if w == 1:
            continue  # pygame's own components are wrong there
        pair = [pygame.Mask((w, h)), ours.Mask((w, h))]
        density = rng.choice([0.05, 0.3, 0.5, 0.7, 0.95])
        for y in range(h):
            for x in range(w):
                if rng.random() < density:
                    for mask in pair:
                        mask.set_at((x, y))
        theirs, mine = pair
        if w % 2 == h % 2 == 1 and theirs.count() == (w + 1) // 2 * ((h + 1) // 2):
            continue  # it may write beyond its memory there
        parts = [[memoryview(part).tobytes() for part in mask.connected_components()] for mask in pair]
        assert parts[0] == parts[1], case
        assert theirs.get_bounding_rects() == mine.get_bounding_rects(), case
        pos = (rng.randrange(w), rng.randrange(h))
        at = [memoryview(mask.connected_component(pos)).tobytes() for mask in pair]
        assert at[0] == at[1], case
        small = [module.Mask((9, 7), True) for module in (pygame, ours)]
        for mask in small:
            mask.set_at((4, 3), 0)
            mask.set_at((0, 6), 0)
        for i, j in ((pair, small), (small, pair)):
            sums = [memoryview(a.convolve(b)).tobytes() for a, b in zip(i, j, strict=True)]
            assert sums[0] == sums[1], case
        size = (rng.randint(1, 70), rng.randint(1, 70))
        scaled = [memoryview(mask.scale(size)).tobytes() for mask in pair]
        assert scaled[0] == scaled[1], case


class Key(str):
    """A keyword that runs code when `fill` is looked up."""

    __hash__ = str.__hash__
    then: Callable[[], object] = int

    def __eq__(self, other: object) -> bool:
        if str.__eq__("fill", other):
            Key.then()
        return str.__eq__(self, other)


def test_keywords_that_change_their_dictionary() -> None:
    """Who looks for `fill` runs code that gives the size another value, after it was found: the first one is freed."""

    def other_size() -> None:
        for found in gc.get_referrers(marker):
            if type(found) is dict and len(found) == 2:
                for key in found:
                    if str.__eq__(key, "size"):
                        found[key] = (2, 2)

    for i in range(50):
        marker = [1] * 100
        given = {Key("size"): tuple([7, 3 + i]), Key("fill"): marker}
        Key.then = other_size
        mask = ours.Mask(**given)
        Key.then = int
        assert mask.get_size() in ((2, 2), (7, 3 + i))
    assert ours.Mask(size=(4, 5), fill=True).count() == 20
    assert ours.Mask((4, 5), fill=True).count() == 20
    assert ours.Mask(fill=True, size=(4, 5)).count() == 20
    for wrong in ({}, {"fill": True}, {"size": (1, 1), "other": 1}):
        with pytest.raises(TypeError):
            ours.Mask(**wrong)
    for many in (((1, 1), True, 3), ()):
        with pytest.raises(TypeError):
            ours.Mask(*many)
    with pytest.raises(TypeError):
        ours.Mask((1, 1), size=(2, 2))


class Arguments(tuple[Any, ...]):
    """Arguments that tell when they end. `pickle` passes them as they are."""

    ended = 0

    def __del__(self) -> None:
        Arguments.ended += 1


def arguments() -> Arguments:
    return Arguments(((5, 5), True))


class Called:
    """Pickles as what `arguments` returns."""

    def __reduce__(self) -> Any:
        return (arguments, ())


def test_only_plain_arguments_are_kept() -> None:
    """Those of a class with an end of its own would end while the mask is edited."""
    # The class, then the arguments, then a new object: the opcode takes any tuple.
    made = pickle.dumps(Called(), 2)[2:-1]
    mask = pickle.loads(b"\x80\x02chitmask._hitmask\nPygameMask\n" + made + b"\x81.")
    assert Arguments.ended == 1
    mask.__setstate__((5, 5, bytes(5), None))
    assert mask.get_size() == (5, 5)
