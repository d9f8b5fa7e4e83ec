"""Replays the committed answers through the Python interface. assets/answers/README.md describes the files.

Lines that ask for what Python does not have are left out, and counted: MISSING. test_refused.py has the refused calls.

This file is long because it is a list: each kind of committed answer has a player of its own.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hitmask import (
    AlphaMask,
    Cast,
    CastHit,
    Circle,
    CollisionBuffer,
    ConvexPolygon,
    Frames,
    LabelHit,
    LabelMask,
    LabelOverlap,
    Mask,
    Obstacle,
    Pose,
    QueryFilter,
    RunMask,
    Terrain,
    TileMap,
    TileSet,
    Touch,
    World,
    move_and_slide,
)

FOLDER = Path(__file__).parents[3] / "assets" / "answers"
# Angles in radians and in steps of a turn; islands that are held by their size; characters that are turned or scaled; games that ask for
# the bytes of a state, or have such angles.
MISSING = {"pose": 79, "islands": 11, "mover": 22, "game": 20}


def lines(name: str) -> list[Any]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]


PICTURES = lines("pictures")


def mask(number: int) -> Mask:
    picture = PICTURES[number]
    return Mask.from_bytes(picture["w"], picture["h"], bytes.fromhex(picture["bits"]))


def alphas(number: int) -> Any:
    picture = PICTURES[number]
    return np.frombuffer(bytes.fromhex(picture["alpha"]), np.uint8).reshape(picture["h"], picture["w"])


def label_mask(number: int) -> LabelMask:
    """The label of a pixel is its alpha divided by 64."""
    return LabelMask(alphas(number) // 64)


def px(q16: list[int]) -> tuple[float, float]:
    """A point in 65536ths as pixels, exactly."""
    return (q16[0] / 65536, q16[1] / 65536)


def shape(asked: Any) -> Any:
    [(kind, value)] = asked.items()
    match kind:
        case "bits":
            return mask(value)
        case "runs":
            return RunMask.from_mask(mask(value))
        case "terrain":
            return Terrain.from_mask(mask(value))
        case "level":
            return AlphaMask.from_alpha(alphas(value[0])).at_level(value[1])
        case "alpha":
            return AlphaMask.from_alpha(alphas(value))
        case "rect":
            return tuple(value)
        case "circle":
            return Circle(px(value[:2]), value[2] / 65536)
        case "polygon":
            return ConvexPolygon([px(corner) for corner in value])
    raise ValueError(kind)


def q16s(pixels: tuple[float, float]) -> list[float]:
    return [65536 * at for at in pixels]


def piece(found: Any) -> dict[str, Any]:
    return {"area": found.area, "bounds": found.bounds, "first": found.first}


def overlap(ask: Any) -> Any:
    a, b, (x, y) = shape(ask["a"]), shape(ask["b"]), ask["offset"]
    corner = (0, 0)
    if isinstance(a, tuple):
        # A rectangle has no methods, so it is drawn as a mask.
        corner, a = a[:2], Mask.filled(*a[2:])
        # An offset that leaves the range of 32 bits is as far away as one at its end.
        x, y = (max(-(2**31), min(2**31 - 1, at)) for at in (x - corner[0], y - corner[1]))
    first, bounds = a.first_overlap(b, (x, y)), a.overlap_bounds(b, (x, y))

    def moved(found: Any) -> Any:
        return found and [found[0] + corner[0], found[1] + corner[1], *found[2:]]

    return {
        "overlaps": a.overlaps(b, (x, y)),
        "area": a.overlap_area(b, (x, y)),
        "first": moved(first),
        "bounds": moved(bounds),
    }


def ask_mask(ask: Any) -> Any:
    one = mask(ask["bits"])

    def pieces(connectivity: Any) -> Any:
        components, outline = one.components(connectivity), one.outline(connectivity)
        kinds = [outline[ring].kind for ring in range(len(outline))]
        largest = components.largest
        return {
            "components": len(components),
            "largest": None if largest is None else piece(components[largest]),
            "outer_rings": kinds.count("outer"),
            "holes": kinds.count("hole"),
            "corners": outline.point_count,
        }

    return {
        "count": one.count(),
        "bounds": one.bounds,
        "centroid": one.centroid(),
        "four": pieces(4),
        "eight": pieces(8),
    }


def pose(ask: Any) -> Any:
    rotation = ask.pop("rotation")
    if "degrees" not in rotation:
        return NotImplemented
    try:
        return Pose(rotation=rotation["degrees"], **ask).to_q16()
    except ValueError:
        return None


def posed(ask: Any) -> Any:
    a, b = shape(ask["a"]), shape(ask["b"])
    args = (Pose.from_q16(*ask["pose_a"]), b, Pose.from_q16(*ask["pose_b"]))
    return {
        "raster": {
            "overlaps": a.overlaps_posed(*args),
            "area": a.overlap_area_posed(*args),
            "first": a.first_overlap_posed(*args),
            "bounds": a.overlap_bounds_posed(*args),
        },
        "geometry": a.overlaps_posed(*args, "geometry") if "bits" in ask["a"] else None,
    }


def bake(ask: Any) -> Any:
    baked, corner = shape(ask["a"]).bake(Pose.from_q16(*ask["pose"]))
    return {"corner": corner, "w": baked.width, "h": baked.height, "bits": baked.to_bytes().hex()}


def contact(ask: Any) -> Any:
    a, b, offset = shape(ask["a"]), shape(ask["b"]), ask["offset"]
    closest = a.closest(b, offset)
    answer: Any = closest and "overlapping"
    if closest and not closest.overlapping:
        answer = {"apart": {"squared": closest.squared, "a": closest.a, "b": closest.b}}
    return {"normal": a.normal(b, offset), "separation": a.separation(b, offset), "closest": answer}


def told(found: Cast) -> Any:
    if found.kind != "hit":
        return found.kind.replace("-", "_")
    assert found.time is not None
    return {"hit": {"time": found.time.as_integer_ratio(), "point": found.point, "normal": found.normal}}


def cast(ask: Any) -> Any:
    return told(shape(ask["a"]).cast(shape(ask["b"]), px(ask["position"]), px(ask["motion"])))


def ray(ask: Any) -> Any:
    return told(shape(ask["a"]).ray_cast(px(ask["position"]), px(ask["motion"])))


def edited(terrain: Terrain, edit: Any) -> Any:
    [(verb, asked)] = edit.items()
    pixels, bounds = getattr(terrain, verb)(shape(asked["shape"]), asked["at"])
    return {"pixels": pixels, "bounds": bounds}


def whole(terrain: Terrain) -> str:
    return terrain.crop((0, 0, *terrain.size)).to_bytes().hex()


def terrain(ask: Any) -> Any:
    made = (Terrain.filled if ask["filled"] else Terrain)(ask["w"], ask["h"])
    changes, half = [], made.copy()
    for number, edit in enumerate(ask["edits"]):
        if number == len(ask["edits"]) // 2:
            half = made.copy()
        changes.append(edited(made, edit))
    anchors = "".join(edge[0] for edge in ask["anchors"])
    return {
        "changes": changes,
        "count": made.count(),
        "bounds": made.bounds,
        "bits": whole(made),
        "islands": list(map(piece, made.islands(anchors=anchors, connectivity=ask["connectivity"]))),
        "hash": f"{made.content_hash():016x}",
        "delta": made.delta_since(half).hex(),
    }


def fnv(data: bytes) -> str:
    """FNV-1a with 64 bits."""
    number = 0xCBF29CE484222325
    for byte in data:
        number = (number ^ byte) * 0x100000001B3 % 2**64
    return f"{number:016x}"


def islands(ask: Any) -> Any:
    if ask["anchor_area"] is not None:
        return NotImplemented
    made = Terrain.from_mask(mask(ask["terrain"]))
    for edit in ask["edits"]:
        edited(made, edit)
    found = made.islands(
        anchors="".join(edge[0] for edge in ask["anchors"]),
        anchor_points=ask["anchor_points"],
        anchor_largest=ask["anchor_largest"],
        min_area=ask["min_area"],
        connectivity=ask["connectivity"],
    )
    taken = made.take_island(found[0]) if found else None
    data = made.to_bytes()
    return {
        "islands": list(map(piece, found)),
        "taken": taken and taken[0].to_bytes().hex(),
        "bits": whole(Terrain.from_bytes(data)),
        "bytes": [len(data), fnv(data)],
    }


def buffer(ask: Any) -> Any:
    made = CollisionBuffer(ask["mode"], ask["region"])

    def done(step: Any) -> Any:
        if step == "clear":
            return made.clear() or "nothing"
        if step == "take_latched":
            return {"latched": made.take_latched()}
        [(verb, asked)] = step.items()
        if verb == "move_to":
            return made.move_to(asked) or "nothing"
        ids = [asked["id"]] if "id" in asked else []
        met = getattr(made, verb)(shape(asked["shape"]), *ids, pose=Pose.from_q16(*asked["pose"]))
        return "nothing" if met is None else {"met": [[one.id, one.area, one.first] for one in met]}

    return [done(step) for step in ask["steps"]]


def mover(ask: Any) -> Any:
    obstacles = [Obstacle(shape(one["shape"]), pose=Pose.from_q16(*one["pose"]), one_way=one["one_way"]) for one in ask["obstacles"]]
    body = shape(ask["shape"])
    if ask["matrix"] != [65536, 0, 0, 65536]:
        return NotImplemented
    steps = {"step_up": ask["step_up"], "step_down": ask["step_down"]}
    moved = move_and_slide(body, px(ask["position"]), px(ask["motion"]), obstacles, **steps)

    def stop(found: Any, normal: list[int]) -> Any:
        # Python does not name the direction, because each of the three has but one.
        return found and {"obstacle": found[0], "pixel": found[1], "normal": normal}

    return {
        "position": q16s(moved.position),
        "velocity": q16s(moved.velocity),
        "floor": stop(moved.floor, [0, -1]),
        "ceiling": stop(moved.ceiling, [0, 1]),
        "wall": stop(moved.wall, [-1 if ask["motion"][0] > 0 else 1, 0]),
        "stuck": moved.stuck,
    }


def meeting(met: list[LabelOverlap], hit: LabelHit | None) -> dict[str, Any]:
    return {
        "met": [[one.labels, one.pixels, one.first] for one in met],
        "hit": hit and [hit.labels, hit.pixel],
    }


def labels(ask: Any) -> Any:
    one, other = label_mask(ask["labels"]), ask["other"]
    shape: LabelMask | Mask = label_mask(other["labels"]) if "labels" in other else mask(other["bits"])
    p, q = Pose.from_q16(*ask["pose"]), Pose.from_q16(*ask["other_pose"])
    return {
        "at_offset": meeting(one.overlap_labels(shape, ask["offset"]), one.label_hit(shape, ask["offset"])),
        "posed": meeting(one.overlap_labels_posed(p, shape, q), one.label_hit_posed(p, shape, q)),
        "hash": f"{one.state_hash():016x}",
    }


def tiles(ask: Any) -> Any:
    def hyphened(kind: str) -> Any:
        return kind.replace("_", "-")

    tile_set = TileSet({tile["id"]: (mask(tile["bits"]), hyphened(tile["kind"]), tile["number"], tile["offset"]) for tile in ask["tiles"]})
    level = TileMap(tile_set, tuple(ask["size"]), tuple(ask["cell"]), ask["gids"])
    view = level.only(*map(hyphened, ask["kinds"]))
    met = view.overlap_tiles(shape(ask["shape"]), ask["offset"])
    return {
        "count": view.count(),
        "bounds": view.bounds,
        "area": view.overlap_area(shape(ask["shape"]), ask["offset"]),
        "met": [
            {
                "cell": one.cell,
                "tile": one.tile,
                "flips": one.flips,
                "kind": one.kind.replace("-", "_"),
                "number": one.number,
                "area": one.area,
                "first": one.first,
            }
            for one in met
        ],
        "hash": f"{level.content_hash():016x}",
    }


def tupled(value: Any) -> Any:
    """With tuples in the place of all lists."""
    if isinstance(value, dict):
        return {key: tupled(one) for key, one in value.items()}
    return tuple(map(tupled, value)) if isinstance(value, list) else value


class Game:
    """Obeys the commands of a game."""

    def __init__(self, wrap: Any) -> None:
        flat = wrap is None
        self.world = World(stay=True, area=True, bounds=True, normal=flat, separation=flat, wrap=wrap)
        self.handles: list[int] = []
        self.kept: Any = None

    def number(self, handle: int | None) -> int | None:
        return None if handle is None else self.handles.index(handle)

    def numbers(self, handles: list[int]) -> list[int]:
        return [self.handles.index(handle) for handle in handles]

    def filter(self, asked: Any) -> QueryFilter:
        exclude = [self.handles[number] for number in asked["except"]]
        return QueryFilter(layers=asked["layers"], group=asked["group"], sensors=asked["sensors"], exclude=exclude)

    @staticmethod
    def figure(asked: Any) -> Any:
        if "frames" in asked:
            return Frames([mask(number) for number, _ in asked["frames"]], [at for _, at in asked["frames"]])
        return shape(asked["shape"])

    @staticmethod
    def parts(asked: Any) -> dict[str, Any]:
        return {
            "at": px(asked["position"]),
            "rotation": asked["rotation"]["degrees"],
            "scale": asked["scale"],
            "flip": asked["flip"],
            "pivot": asked["pivot"],
        }

    @staticmethod
    def touch(found: Touch | None) -> Any:
        names = ("first", "area", "bounds", "normal", "separation")
        return found and {name: getattr(found, name) for name in names}

    def obey(self, command: Any) -> Any:
        if isinstance(command, str):
            return getattr(self, command)()
        [(verb, asked)] = command.items()
        return getattr(self, verb)(*asked if isinstance(asked, tuple) else [asked])

    def insert(self, asked: Any) -> Any:
        place = asked["place"]
        where = {"pose": Pose.from_q16(*place["pose"])} if "pose" in place else self.parts(place["parts"])
        names = ("layers", "group", "space", "order", "swept", "up", "open_side")
        others = {name: asked[name] for name in names if name in asked}
        kind = asked["kind"].replace("_", "-")
        self.handles.append(self.world.insert(self.figure(asked["figure"]), kind=kind, **where, **others))
        return {"handle": [(self.handles[-1] >> 32) - 1, self.handles[-1] & 0xFFFFFFFF]}

    def remove(self, number: int) -> str:
        self.world.remove(self.handles[number])
        return "nothing"

    def set(self, number: int, setting: Any) -> str:
        [(what, to)] = setting.items()
        world, handle = self.world, self.handles[number]
        match what:
            case "position" | "teleport":
                (world.teleport if what == "teleport" else world.set_position)(handle, px(to))
            case "place" if "pose" in to:
                world.set_pose(handle, Pose.from_q16(*to["pose"]))
            case "place":
                world.set_place(handle, **self.parts(to["parts"]))
            case "figure":
                world.set_shape(handle, self.figure(to))
            case "kind":
                world.set_kind(handle, to.replace("_", "-"))
            case _:
                getattr(world, f"set_{what}")(handle, to)
        return "nothing"

    def attach(self, root: int, part: int) -> str:
        self.world.attach(self.handles[root], self.handles[part])
        return "nothing"

    def detach(self, number: int) -> str:
        self.world.detach(self.handles[number])
        return "nothing"

    def edit(self, number: int, change: Any) -> Any:
        [(verb, asked)] = change.items()
        pixels, bounds = getattr(self.world, verb)(self.handles[number], shape(asked["shape"]), asked["at"])
        return {"changed": {"pixels": pixels, "bounds": bounds}}

    def step(self) -> Any:
        def told(event: Any) -> Any:
            return {
                "kind": event.kind,
                "a": self.number(event.a),
                "b": self.number(event.b),
                "since": event.since,
                "time": event.time and [event.time.numerator, event.time.denominator] if event.time != 0 else [0, 1],
                "approximate": event.approximate,
                "touch": self.touch(event.touch),
            }

        return {"events": [told(event) for event in self.world.step()]}

    def collide_one(self, number: int) -> Any:
        found = self.world.collide_one(self.handles[number])
        return {"contacts": [{"collider": self.number(handle), "touch": self.touch(touch)} for handle, touch in found]}

    def pick(self, asked: Any) -> Any:
        found = self.world.pick_all(asked["pixel"], filter=self.filter(asked["filter"]))
        assert self.world.pick(asked["pixel"], filter=self.filter(asked["filter"])) == (found[0] if found else None)
        return {"picked": self.numbers(found)}

    def nearest(self, asked: Any) -> Any:
        found = self.world.nearest(asked["pixel"], asked["within"], filter=self.filter(asked["filter"]))
        told = found and {"collider": self.number(found.collider), "pixel": found.pixel, "squared": found.squared}
        return {"nearest": told}

    def cast(self, asked: Any) -> Any:
        what, options = asked["what"], {"filter": self.filter(asked["filter"])}
        if "probe" in what:
            caster = shape(what["probe"]["shape"])
            options["pose"] = Pose.from_q16(*what["probe"]["pose"])
        else:
            caster = self.handles[what["collider"]]

        def told(hit: CastHit) -> Any:
            if hit.free is None:
                return {"collider": self.number(hit.collider), "impact": {"initial_overlap": {"pixel": hit.pixel}}}
            time = [hit.time.numerator, hit.time.denominator]
            met = {"time": time, "free": q16s(hit.free), "pixel": hit.pixel, "normal": hit.normal}
            return {"collider": self.number(hit.collider), "impact": {"hit": met}}

        return {"casts": [told(hit) for hit in self.world.cast_all(caster, px(asked["motion"]), **options)]}

    def move_and_slide(self, asked: Any) -> Any:
        push = asked.get("push", 0)
        options = {name: asked[name] for name in ("step_up", "step_down", "corner", "drop") if name in asked}
        slid = self.world.move_and_slide(
            self.handles[asked["collider"]],
            px(asked["motion"]),
            push=push > 0,
            push_limit=push,
            filter=self.filter(asked["filter"]),
            **options,
        )

        def stop(one: Any) -> Any:
            assert one is None or one in slid.blockers
            return one and {"collider": self.number(one.handle), "pixel": one.pixel, "normal": one.normal}

        return {
            "slid": {
                "position": q16s(slid.position),
                "velocity": q16s(slid.velocity),
                "floor": stop(slid.floor),
                "ceiling": stop(slid.ceiling),
                "wall": stop(slid.wall),
                "stuck": self.number(slid.stuck),
            }
        }

    def moved(self, moved: Any) -> Any:
        lists = {name: self.numbers(getattr(moved, name)) for name in ("pushed", "carried", "crushed")}
        return {"position": q16s(moved.position), **lists}

    def move_solid(self, asked: Any) -> Any:
        riders = [self.handles[number] for number in asked["riders"]]
        options = {name: asked[name] for name in ("step_up", "corner") if name in asked}
        moved = self.world.move_solid(self.handles[asked["collider"]], px(asked["motion"]), riders=riders, **options)
        return {"moved": self.moved(moved)}

    def reshape_solid(self, asked: Any) -> Any:
        [(what, to)] = asked["change"].items()
        if what == "place":
            parts = self.parts(to["parts"])
            change = {"position" if name == "at" else name: value for name, value in parts.items()}
        else:
            change = {"frame": to} if what == "frame" else {"shape": self.figure(to)}
        moved = self.world.reshape_solid(self.handles[asked["collider"]], asked["limit"], **change)
        places = [[self.number(one), q16s(self.world.position(one))] for one in sorted({*moved.pushed, *moved.carried})]
        return {"moved": {**self.moved(moved), **({"places": places} if places else {})}}

    def support(self, number: int) -> Any:
        return {"support": self.number(self.world.support(self.handles[number]))}

    def fit(self, asked: Any) -> Any:
        world, handle = self.world, self.handles[asked["collider"]]
        options = {"limit": asked["limit"], "filter": self.filter(asked["filter"])}
        if asked["attempt"] == "unstick":
            fit = world.unstick(handle, **options)
        else:
            [(what, to)] = asked["attempt"].items()
            match what:
                case "frame":
                    fit = world.fit_frame(handle, to, **options)
                case "figure":
                    fit = world.fit_shape(handle, self.figure(to), **options)
                case "at":
                    fit = world.fit_at(handle, px(to), **options)
        told = {"free": "free", "moved": {"moved": fit.move}, "stuck": {"stuck": self.number(fit.collider)}}
        return {"fit": told[fit.kind]}

    def state_hash(self) -> Any:
        return {"state_hash": f"{self.world.state_hash():016x}"}

    def save(self) -> str:
        self.kept = (self.world.snapshot(), len(self.handles))
        return "nothing"

    def restore(self) -> str:
        self.world.restore(self.kept[0])
        del self.handles[self.kept[1] :]
        return "nothing"


def game(ask: Any) -> Any:
    def has(key: str, value: Any) -> bool:
        """Whether Python cannot say it: the numbers of shapes in bytes, other angles, and a place that is tried."""
        if key in ("radians", "steps") or value == "reload":
            return True
        return key == "attempt" and isinstance(value, dict) and "place" in value

    def walk(value: Any) -> bool:
        if isinstance(value, dict):
            return any(has(key, one) or walk(one) for key, one in value.items())
        return value == "reload" or isinstance(value, list) and any(map(walk, value))

    if walk(ask["commands"]):
        return NotImplemented
    player = Game(tupled(ask["wrap"]))
    return [player.obey(command) for command in tupled(ask["commands"])]


def saved(asked: Any) -> Any:
    with pytest.raises(ValueError) as raised:
        World.from_bytes(bytes.fromhex(asked["bytes"]), [shape(one) for one in asked["shapes"]])
    return str(raised.value)


ASKS: dict[str, Callable[[Any], Any]] = {
    "overlap": overlap,
    "mask": ask_mask,
    "pose": pose,
    "posed": posed,
    "bake": bake,
    "contact": contact,
    "cast": cast,
    "ray": ray,
    "terrain": terrain,
    "buffer": buffer,
    "islands": islands,
    "mover": mover,
    "game": game,
    "labels": labels,
    "tiles": tiles,
    "saved": saved,
}


@pytest.mark.parametrize("name", ASKS)
def test_committed_answers(name: str) -> None:
    missing = 0
    for number, line in enumerate(lines(name)):
        given = ASKS[name](line["ask"])
        if given is NotImplemented:
            missing += 1
            continue
        # Written as JSON, so that pairs are lists, as in the files.
        assert json.loads(json.dumps(given)) == line["answer"], f"{name}.jsonl:{number + 1}"
    assert missing == MISSING.get(name, 0)


def test_every_kind_of_question_is_asked() -> None:
    files = {line.split(".jsonl")[0] for line in (FOLDER / "HASH").read_text().splitlines()[:-1]}
    assert files == {*ASKS, "pictures", "refused"}
