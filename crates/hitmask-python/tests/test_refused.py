"""What is refused: the calls of the committed answers raise the library's sentence, and nothing else."""

import json
from pathlib import Path
from typing import Any

import pytest

from hitmask import Circle, CollisionBuffer, Frames, Mask, Pose, Terrain, World, move_and_slide

FILE = Path(__file__).parents[3] / "assets" / "answers" / "refused.jsonl"
LINES = [json.loads(line) for line in FILE.read_text().splitlines()]
EXCEPTIONS = {"outside": IndexError, "no_such_index": IndexError, "wrong_shape": TypeError}


def px(q16: list[int]) -> tuple[float, float]:
    """A point in 65536ths as pixels, exactly."""
    return (q16[0] / 65536, q16[1] / 65536)


def degrees(rotation: dict[str, Any]) -> float:
    """Degrees. Python has no other unit."""
    assert list(rotation) == ["degrees"]
    return float(rotation["degrees"])


def call(verb: str, args: dict[str, Any]) -> Any:
    """Makes a call as the file's description says."""
    mask = Mask.filled(8, 8)
    world = World()
    handles = [
        world.insert(mask),
        world.insert(Frames([mask, Mask.filled(9, 8)]), (40, 0)),
        world.insert(Circle((0, 0), 50_000), (300_000, 0), kind="character"),
    ]
    who = handles[args.get("collider", 0)]
    motion = px(args["motion"]) if "motion" in args else (0.0, 0.0)
    position = px(args["position"]) if "position" in args and verb != "new_pose" else (0.0, 0.0)
    frame = args.get("frame", 0)
    match verb:
        case "new_mask":
            return Mask(*args["size"])
        case "new_terrain":
            return Terrain(*args["size"])
        case "new_buffer":
            return CollisionBuffer("owners", args["region"])
        case "new_world":
            return World(wrap=tuple(args["wrap"]))
        case "new_pose":
            rotation = degrees(args["rotation"])
            return Pose(args["position"], rotation, scale=args["scale"], shear=args["shear"])
        case "set_pixel":
            return mask.set(args["pixel"])
        case "crop":
            return mask.crop(args["rect"])
        case "crop_terrain":
            return Terrain.from_mask(mask).crop(args["rect"])
        case "scale_nearest":
            return mask.scale_nearest(*args["size"])
        case "grow":
            return mask.grow(args["by"], "box")
        case "overlap_offsets":
            a, b = (Mask.filled(width, 1) for width in args["widths"])
            with pytest.raises(ValueError, match="too large"):
                a.overlap_area_map(b)
            return a.overlap_offsets(b)
        case "bake":
            return Mask.filled(args["width"], 1).bake(Pose.from_q16(*args["pose"]))
        case "mask_cast":
            return mask.cast(mask, position, motion)
        case "mask_ray_cast":
            return mask.ray_cast(position, motion)
        case "move_and_slide":
            return move_and_slide(mask, position, motion, [])
        case "set_position":
            return world.set_position(who, position)
        case "teleport":
            return world.teleport(who, position)
        case "set_frame":
            return world.set_frame(who, frame)
        case "set_scale":
            return world.set_scale(who, args["scale"])
        case "set_pivot":
            return world.set_pivot(who, args["pivot"])
        case "ray_cast":
            return world.ray_cast(position, motion)
        case "cast":
            with pytest.raises(ValueError, match="too far away"):
                world.cast_all(who, motion)
            return world.cast(who, motion)
        case "cast_turning":
            return world.cast_turning(mask, motion, args["degrees"], pose=Pose.from_q16(*args["pose"]))
        case "slide":
            return world.move_and_slide(who, motion)
        case "move_solid":
            return world.move_solid(who, motion)
        case "ground_slope":
            return world.ground_slope(who, 9)
        case "unstick":
            return world.unstick(who, 9)
        case "fit_at":
            return world.fit_at(who, position, 9)
        case "fit_frame":
            return world.fit_frame(who, frame, 9)
        case "set_rotation" | "rotate_by" | "cast_turning_from":
            pytest.skip("Python has no shear for colliders, and no radians")
        case _:
            pytest.fail(f"an unknown call: {verb}")


@pytest.mark.parametrize("line", LINES, ids=[f"{i}-{next(iter(line['ask']))}" for i, line in enumerate(LINES, 1)])
def test_refused(line: dict[str, Any]) -> None:
    ((verb, args),) = line["ask"].items()
    answer = line["answer"]
    with pytest.raises(EXCEPTIONS.get(answer["reason"], ValueError)) as raised:
        call(verb, args)
    assert str(raised.value) == answer["says"]
