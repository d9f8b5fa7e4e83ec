"""A small game of pygame: a ship turns among rocks. Its masks are those of hitmask: see asteroids_pygame.py.

Arrow keys turn and accelerate. `--frames N` plays N frames by a script and prints every hit.
"""

import math
import random
import sys

import pygame

from hitmask import pygame as mask


class Thing(pygame.sprite.Sprite):
    """What flies, and comes back on the other side."""

    def __init__(self, image: pygame.Surface, x: float, y: float, dx: float, dy: float) -> None:
        super().__init__()
        self.picture = image
        self.x, self.y, self.dx, self.dy, self.angle = x, y, dx, dy, 0.0
        self.turn(0)

    def turn(self, degrees: float) -> None:
        """Turns the picture, and the mask with it."""
        self.angle += degrees
        self.image = pygame.transform.rotate(self.picture, self.angle)
        self.mask = mask.from_surface(self.image)
        self.rect = self.image.get_rect(center=(round(self.x), round(self.y)))

    def update(self) -> None:
        """Moves on."""
        self.x, self.y = (self.x + self.dx) % 640, (self.y + self.dy) % 480
        self.rect.center = round(self.x), round(self.y)


def picture(points: list[tuple[float, float]], color: str, size: int) -> pygame.Surface:
    """A polygon on a clear square."""
    surface = pygame.Surface((size, size), pygame.SRCALPHA)
    pygame.draw.polygon(surface, color, [(size / 2 + x, size / 2 + y) for x, y in points])
    return surface


def rock(rng: random.Random) -> Thing:
    """A rock somewhere."""
    corners = [(rng.uniform(12, 24), angle) for angle in range(0, 360, 40)]
    points = [(r * math.cos(math.radians(a)), r * math.sin(math.radians(a))) for r, a in corners]
    made = Thing(picture(points, "gray70", 50), rng.uniform(0, 640), rng.uniform(0, 160), rng.uniform(-2, 2), rng.uniform(1, 3))
    made.turn(rng.uniform(0, 360))
    return made


def main() -> None:
    """Plays."""
    frames = int(sys.argv[sys.argv.index("--frames") + 1]) if "--frames" in sys.argv else None
    picture_file = sys.argv[sys.argv.index("--picture") + 1] if "--picture" in sys.argv else None
    pygame.init()
    screen = pygame.display.set_mode((640, 480))
    clock, rng = pygame.time.Clock(), random.Random(7)
    ship = Thing(picture([(0, -16), (11, 14), (0, 8), (-11, 14)], "orange", 34), 320, 360, 0, 0)
    rocks = pygame.sprite.Group(*(rock(rng) for _ in range(12)))
    number = hits = 0
    while frames is None or number < frames:
        number += 1
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            break
        keys = pygame.key.get_pressed()
        left, right, ahead = keys[pygame.K_LEFT], keys[pygame.K_RIGHT], keys[pygame.K_UP]
        if frames is not None:
            left, right, ahead = number % 90 < 40, False, number % 50 < 8
        if left or right:
            ship.turn(4 if left else -4)
        if ahead:
            ship.dx -= 0.15 * math.sin(math.radians(ship.angle))
            ship.dy -= 0.15 * math.cos(math.radians(ship.angle))
        ship.update()
        rocks.update()
        for other in pygame.sprite.spritecollide(ship, rocks, True, pygame.sprite.collide_mask):
            hits += 1
            at = pygame.sprite.collide_mask(ship, other)
            print(f"frame {number}: hit at {at} of the ship")
            rocks.add(rock(rng))
        screen.fill("gray10")
        rocks.draw(screen)
        screen.blit(ship.image, ship.rect)
        pygame.display.flip()
        if frames is None:
            clock.tick(60)
    if picture_file:
        pygame.image.save(screen, picture_file)
    print(f"{hits} hits in {number} frames")


if __name__ == "__main__":
    main()
