"""The game of asteroids_pygame.py in a world of hitmask, which follows its sprites: no mask is made of a turned picture. Arrow keys steer.

`--frames N` plays N frames by a script and prints every hit.
"""

import random
import sys

import pygame
from pygame import Vector2

from hitmask import pygame as hitmask_pygame

SHIP, ROCK = 1, 2


class Thing(pygame.sprite.Sprite):
    """What flies, and comes back on the other side."""

    def __init__(self, color: str, corners: list[Vector2], at: Vector2, speed: Vector2, spin: float) -> None:
        super().__init__()
        self.picture = pygame.Surface((50, 50), pygame.SRCALPHA)
        pygame.draw.polygon(self.picture, color, [corner + (25, 25) for corner in corners])
        self.mask = hitmask_pygame.from_surface(self.picture)  # once: the pose turns it
        self.at, self.speed, self.angle, self.spin = at, speed, 0.0, spin
        self.update()

    def update(self) -> None:
        """Moves on."""
        self.at, self.angle = (self.at + self.speed).elementwise() % (640, 480), self.angle + self.spin
        self.image = pygame.transform.rotate(self.picture, self.angle)
        self.rect = self.image.get_rect(center=self.at)
        self.pose = hitmask_pygame.rotated(self, self.angle)


def main() -> None:
    """Plays."""
    frames = int(sys.argv[sys.argv.index("--frames") + 1]) if "--frames" in sys.argv else None
    screen, clock, rng = pygame.display.set_mode((640, 480)), pygame.time.Clock(), random.Random(7)
    ship = Thing("orange", [Vector2(0, -16), Vector2(11, 14), Vector2(0, 8), Vector2(-11, 14)], Vector2(320, 360), Vector2(), 0)
    rocks, everything = pygame.sprite.Group(), pygame.sprite.Group(ship)
    follower = hitmask_pygame.Follower()
    follower.add(ship, layers=(SHIP, ROCK))
    follower.add(rocks, layers=(ROCK, SHIP))  # rocks do not meet each other
    number = hits = 0
    while number != frames and not pygame.event.get(pygame.QUIT):
        number += 1
        while len(rocks) < 12:
            corners = [Vector2(rng.uniform(12, 24), 0).rotate(angle) for angle in range(0, 360, 40)]
            at, speed = Vector2(rng.uniform(0, 640), 0), Vector2(rng.uniform(-2, 2), rng.uniform(1, 3))
            Thing("gray70", corners, at, speed, rng.uniform(-3, 3)).add(rocks, everything)
        keys = pygame.key.get_pressed()
        turn, ahead = (number % 90 < 40, number % 50 < 8) if frames else (keys[pygame.K_LEFT] - keys[pygame.K_RIGHT], keys[pygame.K_UP])
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
        clock.tick(0 if frames else 60)
    print(f"{hits} hits in {number} frames")


if __name__ == "__main__":
    main()
