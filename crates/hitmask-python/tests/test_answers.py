"""Replays the committed answers through the Python interface. assets/answers/README.md describes the files.

A game gives its colliders any pose, and asks where they stop down to the pixel: a World of Python is told less and tells less, so games are
not replayed. Lines that ask for what Python does not have are left out, and counted: MISSING. test_refused.py has the refused calls.
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
    Circle,
    CollisionBuffer,
    ConvexPolygon,
    LabelHit,
    LabelMask,
    LabelsMet,
    Mask,
    Obstacle,
    Pose,
    RunMask,
    Terrain,
    TileMap,
    TileSet,
    World,
    move_and_slide,
)

FOLDER = Path(__file__).parents[3] / "assets" / "answers"
# Angles in radians and in steps of a turn; islands that are held by their size; characters that are turned or scaled.
MISSING = {"pose": 79, "islands": 11, "mover": 22}


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


def meeting(met: list[LabelsMet], hit: LabelHit | None) -> dict[str, Any]:
    return {
        "met": [[one.labels, one.pixels, one.first] for one in met],
        "hit": hit and [hit.labels, hit.pixel],
    }


def labels(ask: Any) -> Any:
    one, other = label_mask(ask["labels"]), ask["other"]
    shape: LabelMask | Mask = label_mask(other["labels"]) if "labels" in other else mask(other["bits"])
    p, q = Pose.from_q16(*ask["pose"]), Pose.from_q16(*ask["other_pose"])
    return {
        "at_offset": meeting(one.labels_met(shape, ask["offset"]), one.label_hit(shape, ask["offset"])),
        "posed": meeting(one.labels_met_posed(p, shape, q), one.label_hit_posed(p, shape, q)),
        "hash": f"{one.state_hash():016x}",
    }


def tiles(ask: Any) -> Any:
    def hyphened(kind: str) -> Any:
        return kind.replace("_", "-")

    tile_set = TileSet({tile["id"]: (mask(tile["bits"]), hyphened(tile["kind"]), tile["number"], tile["offset"]) for tile in ask["tiles"]})
    level = TileMap(tile_set, tuple(ask["size"]), tuple(ask["cell"]), ask["gids"])
    view = level.only(*map(hyphened, ask["kinds"]))
    met = view.tiles_met(shape(ask["shape"]), ask["offset"])
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
    assert files == {*ASKS, "pictures", "refused", "game"}
