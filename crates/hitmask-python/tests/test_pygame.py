"""The drop-in for pygame's masks."""

import copy
import gc
import os
import random
import subprocess
import sys
from pathlib import Path

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
