"""A game like asteroids_pygame.py in a world of hitmask, which follows its sprites: no mask is made of a turned picture. Arrow keys steer.

`--frames N` plays N frames by a script and prints every hit.
"""

import random
import sys
from pathlib import Path

import pygame
from pygame import Vector2

from hitmask import pygame as hitmask_pygame

FRAMES = int(sys.argv[2]) if sys.argv[1:2] == ["--frames"] else None


class Thing(pygame.sprite.Sprite):
    """What flies, and comes back on the other side."""

    def __init__(self, file: str, at: Vector2, speed: Vector2, spin: float) -> None:
        """Reads its picture."""
        super().__init__()
        self.picture = pygame.image.load(Path(__file__).parents[2] / "assets" / file)
        self.mask = hitmask_pygame.from_surface(self.picture)  # once: the pose turns it
        self.at, self.speed, self.angle, self.spin = at, speed, 0.0, spin

    def update(self) -> None:
        """Moves on."""
        self.at, self.angle = (self.at + self.speed).elementwise() % (640, 480), self.angle + self.spin
        self.image = pygame.transform.rotate(self.picture, self.angle)
        self.rect = self.image.get_rect(center=self.at)
        self.pose = hitmask_pygame.rotated(self, self.angle)


screen, clock, rng = pygame.display.set_mode((640, 480)), pygame.time.Clock(), random.Random(7)
ship, rocks, number, hits = Thing("playerShip1_orange.png", Vector2(320, 360), Vector2(), 0), pygame.sprite.Group(), 0, 0
everything, follower = pygame.sprite.Group(ship), hitmask_pygame.Follower()
ship.update()
follower.add(ship, layers=(1, 2))
follower.add(rocks, layers=(2, 1))  # rocks do not meet each other
while number != FRAMES and not pygame.event.get(pygame.QUIT):
    number += 1
    while len(rocks) < 12:
        at, speed = Vector2(rng.uniform(0, 640), 0), Vector2(rng.uniform(-2, 2), rng.uniform(1, 3))
        Thing("meteorGrey_med1.png", at, speed, rng.uniform(-3, 3)).add(rocks, everything)
    keys = pygame.key.get_pressed()
    turn, ahead = (number % 90 < 40, number % 50 < 8) if FRAMES else (keys[pygame.K_LEFT] - keys[pygame.K_RIGHT], keys[pygame.K_UP])
    ship.spin, ship.speed = 4 * turn, ship.speed + Vector2(0, -0.15 * ahead).rotate(-ship.angle)
    everything.update()
    for event in follower.step():
        if event.kind == "begin":
            hits += 1
            print(f"frame {number}: hit at {event.touch.first}")
            event.other(ship).kill()
    screen.fill("gray10")
    everything.draw(screen)
    pygame.display.flip()
    clock.tick(0 if FRAMES else 60)
print(f"{hits} hits in {number} frames")
