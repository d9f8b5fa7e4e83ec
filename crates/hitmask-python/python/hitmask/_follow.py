"""A world whose colliders follow the sprites of an engine."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, NamedTuple

from hitmask._hitmask import Event, Mask, Member, Pose, Touch, World
from hitmask._hosts import Host, Place, put


class SpriteEvent(NamedTuple):
    """An event of a world, with the sprites that it is about: `for a, b, event in follower.step()`.

    A collider that you have put into the world yourself has no sprite: it is None here, and `event.a` or `event.b` is its handle.
    """

    a: Any
    b: Any
    event: Event

    @property
    def kind(self) -> str:
        """'begin', 'stay', 'end' or 'pass'."""
        return self.event.kind

    @property
    def touch(self) -> Touch | None:
        """Where they touch; of a pass only the first pixel. None at the end."""
        return self.event.touch

    def other(self, sprite: Any) -> Any:
        """The other sprite of the two. None if it has none, or if the event is not about this sprite."""
        return self.b if sprite is self.a else self.a if sprite is self.b else None


class _Followed:
    """A sprite, its collider, and what the collider has got."""

    __slots__ = ("collider", "mask", "place", "sprite")

    def __init__(self, sprite: Any, collider: int, mask: Mask, place: Place | Pose) -> None:
        self.sprite, self.collider, self.mask, self.place = sprite, collider, mask, place


class Follower:
    """A world whose colliders follow sprites: each step looks once where every sprite is now, and what it shows. options: those of `World`.

    The places and the shapes of their colliders are set by each step, so move the sprites, not the colliders.
    """

    _host: ClassVar[Host]

    world: World
    """The world, for its questions (`pick`, `cast`, `nearest`, ...) and for colliders of your own, such as a level."""

    def __init__(self, **options: Any) -> None:
        self.world = World(**options)
        # What is followed, with the options of its colliders: sprites and collections, in the order in which they were added. Engines may
        # compare sprites by value, so all are known by their ids.
        self._added: dict[int, tuple[Any, dict[str, Any]]] = {}
        self._followed: dict[int, _Followed] = {}
        self._sprites: dict[int, Any] = {}
        self._left: list[int] = []

    def add(self, *sprites: Any, **options: Any) -> None:
        """Follows sprites, and groups of sprites. options: those of `World.insert`, without the place.

        A group, a list or another collection is looked at again in each step: what has come into it since then is followed, too, and what
        has left it no more. Of a sprite that is added twice, the first options count.
        """
        for thing in sprites:
            if isinstance(thing, Iterator):
                self.add(*thing, **options)
                continue
            for sprite in _sprites_of(thing):
                self._look(sprite, options)
            self._added.setdefault(id(thing), (thing, options))

    def remove(self, *sprites: Any) -> None:
        """Follows sprites or groups that were added no more, from the next step on: it tells that their contacts end."""
        for thing in sprites:
            self._added.pop(id(thing), None)

    def handle_of(self, sprite: Any) -> int | None:
        """The handle of a sprite's collider in the world. None if it is not followed."""
        followed = self._followed.get(id(sprite))
        return None if followed is None else followed.collider

    def sprite_of(self, handle: int | None) -> Any:
        """The sprite of a collider: `follower.sprite_of(follower.world.pick(mouse))`. None if it has none."""
        return None if handle is None else self._sprites.get(handle)

    def sync(self) -> None:
        """Brings the colliders to where the sprites are. Each step does it first."""
        wanted: dict[int, tuple[Any, dict[str, Any]]] = {}
        for thing, options in [*self._added.values()]:
            for sprite in _sprites_of(thing):
                wanted.setdefault(id(sprite), (sprite, options))
        for key in [key for key in self._followed if key not in wanted]:
            collider = self._followed[key].collider
            # The game may have removed it itself. If the world is busy, this raises, and nothing is lost.
            if collider in self.world:
                self.world.remove(collider)
            del self._followed[key]
            # Its contacts end with the next step, whose events name the sprite.
            self._left.append(collider)
        for sprite, options in wanted.values():
            self._look(sprite, options)

    def _look(self, sprite: Any, options: dict[str, Any]) -> None:
        mask, place = self._host.see(sprite)
        followed = self._followed.get(id(sprite))
        if followed is None:
            at: dict[str, Any] = {"pose": place} if isinstance(place, Pose) else {**place}
            collider = self.world.insert(mask, **at, **options)
            self._followed[id(sprite)] = _Followed(sprite, collider, Mask.copy(mask), place)
            self._sprites[collider] = sprite
            return
        # A mask that was edited has other pixels than those that the world has got.
        if not Mask.__eq__(followed.mask, mask):
            self.world.set_shape(followed.collider, mask)
            followed.mask = Mask.copy(mask)
        if followed.place != place:
            put(self.world, followed.collider, place)
            followed.place = place

    def step(self, *, accept: Callable[[Member, Member], object] | None = None) -> list[SpriteEvent]:
        """Brings the colliders to where the sprites are, makes a step of the world, and returns what has happened."""
        self.sync()
        events = self.world.step(accept=accept)
        told = [SpriteEvent(self._sprites.get(event.a), self._sprites.get(event.b), event) for event in events]
        for collider in self._left:
            del self._sprites[collider]
        self._left.clear()
        return told

    def touching(self, sprite: Any) -> list[Any]:
        """The sprites that touched this one in the last step."""
        collider = self.handle_of(sprite)
        others = [] if collider is None else self.world.contacts_of(collider)
        return [self._sprites[other] for other in others if other in self._sprites]


def _sprites_of(thing: Any) -> Iterable[Any]:
    """The sprites of a collection as they are now, or a sprite alone."""
    return [*thing] if isinstance(thing, Iterable) else [thing]
