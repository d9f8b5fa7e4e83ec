"""The committed answers about label masks and tile maps, of which Python has all verbs."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hitmask import LabelHit, LabelMask, LabelsMet, Mask, Pose, TileMap, TileSet

FOLDER = Path(__file__).parents[3] / "assets" / "answers"


def lines(name: str) -> list[Any]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]


PICTURES = lines("pictures")


def mask(number: int) -> Mask:
    picture = PICTURES[number]
    w, h = picture["w"], picture["h"]
    rows = np.frombuffer(bytes.fromhex(picture["bits"]), np.uint8).reshape(h, (w + 7) // 8)
    return Mask.from_array(np.unpackbits(rows, axis=1)[:, :w].astype(bool))


def label_mask(number: int) -> LabelMask:
    """The label of a pixel is its alpha divided by 64."""
    picture = PICTURES[number]
    alpha = np.frombuffer(bytes.fromhex(picture["alpha"]), np.uint8).reshape(picture["h"], picture["w"])
    return LabelMask(alpha // 64)


def meeting(met: list[LabelsMet], hit: LabelHit | None) -> dict[str, Any]:
    return {
        "met": [[list(one.labels), one.pixels, list(one.first)] for one in met],
        "hit": hit and [list(hit.labels), list(hit.pixel)],
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
    shape = mask(ask["shape"]["bits"])
    return {
        "count": view.count(),
        "bounds": view.bounds and list(view.bounds),
        "area": view.overlap_area(shape, ask["offset"]),
        "met": [
            {
                "cell": list(met.cell),
                "tile": met.tile,
                "flips": list(met.flips),
                "kind": met.kind.replace("-", "_"),
                "number": met.number,
                "area": met.area,
                "first": list(met.first),
            }
            for met in view.tiles_met(shape, ask["offset"])
        ],
        "hash": f"{level.content_hash():016x}",
    }


@pytest.mark.parametrize("ask", [labels, tiles])
def test_committed_answers(ask: Any) -> None:
    for number, line in enumerate(lines(ask.__name__)):
        assert ask(line["ask"]) == line["answer"], f"{ask.__name__}.jsonl:{number + 1}"
