"""Runs pygame's own tests of masks and sprites against `hitmask.pygame`, unchanged.

Prints a line that says how many ran, failed and were skipped. Exits with 1 unless all of them passed.
"""

import importlib
import os
import sys
import unittest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
import pygame.mask
import pygame.sprite

from hitmask import pygame as ours

# How many tests pygame-ce 2.5.8 has.
EXPECTED = {"pygame.tests.mask_test": 261, "pygame.tests.sprite_test": 143}


def main(names: list[str]) -> int:
    """Runs the tests. With names, only those."""
    ours.install()
    assert pygame.mask.Mask is pygame.mask.MaskType is pygame.Mask is ours.Mask
    assert pygame.mask.from_surface is pygame.sprite.from_surface is ours.from_surface
    suite = unittest.TestSuite()
    for name in EXPECTED:
        tests = unittest.defaultTestLoader.loadTestsFromModule(importlib.import_module(name))
        suite.addTests(tests)
    if names:
        suite = unittest.defaultTestLoader.loadTestsFromNames(names)
    result = unittest.TextTestRunner(verbosity=0).run(suite)
    print(f"{result.testsRun} run, {len(result.failures)} failures, {len(result.errors)} errors, {len(result.skipped)} skips")
    complete = bool(names) or result.testsRun == sum(EXPECTED.values())
    return 0 if result.wasSuccessful() and not result.skipped and complete else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
