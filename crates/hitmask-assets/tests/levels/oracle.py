"""Compares the reader of levels with two others: pytiled-parser (the model) and tmxrasterizer of Tiled (the pixels).

    python oracle.py DUMP        DUMP is the example level_dump, built

It needs the packages pytiled-parser and pillow, and Debian's package tiled. `cargo xtask full` runs it.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytiled_parser
from PIL import Image

DUMP = Path(sys.argv[1]).resolve()
MAPS = Path(__file__).parent.parent / "data" / "levels"
faults = []
compared = {"cells": 0, "objects": 0, "properties": 0, "pixels": 0, "maps": 0}


def unreadable(path):
    """What pytiled-parser does not know: zstd, cells as elements, and templates of XML in a map of JSON."""
    return path.suffix == ".tmj" or "zstd" in path.name or "tiles" in path.name


def same(what, ours, theirs):
    if ours != theirs:
        faults.append(f"{what}: {ours!r} is not {theirs!r}")


def words(value):
    """A property as the dump writes it. None if pytiled-parser reads less than is there."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Path):
        return value.as_posix()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, (int, float, str)):
        return str(value)
    return None


def compare_properties(what, ours, theirs):
    for name, value in (theirs or {}).items():
        text = words(value)
        if text is not None and ours.get(name, "").startswith("object ") is False:
            same(f"{what}, property {name}", ours.get(name), text)
            compared["properties"] += 1


def cells(layer):
    if layer.chunks:
        rows = [(chunk.coordinates.x, chunk.coordinates.y, chunk.data) for chunk in layer.chunks]
    else:
        rows = [(0, 0, layer.data)]
    return sorted([int(left) + x, int(top) + y, gid] for left, top, data in rows
                  for y, row in enumerate(data) for x, gid in enumerate(row) if gid & 0x0FFFFFFF)


def compare_layers(name, ours, theirs, prefix="", offset=(0, 0), visible=True, opacity=1):
    for layer in theirs:
        path = prefix + layer.name
        here = (offset[0] + layer.offset.x, offset[1] + layer.offset.y)
        seen, clear = visible and layer.visible, opacity * layer.opacity
        if isinstance(layer, pytiled_parser.LayerGroup):
            compare_layers(name, ours, layer.layers or [], path + "/", here, seen, clear)
            continue
        mine = next((mine for mine in ours if mine["name"] == path), None)
        what = f"{name}, {path}"
        if mine is None:
            faults.append(f"{what}: is missing")
            continue
        same(f"{what}, offset", mine["offset"], list(map(float, here)))
        same(f"{what}, visible", (mine["visible"], mine["opacity"]), (seen, clear))
        compare_properties(what, mine["properties"], layer.properties)
        if isinstance(layer, pytiled_parser.TileLayer):
            # The fourth flag means nothing in an orthogonal map.
            flags = 0xFFFFFFFF if "hex" in name else 0xEFFFFFFF
            theirs_cells = [[x, y, gid & flags] for x, y, gid in cells(layer)]
            same(what, sorted(mine["content"]["cells"]), theirs_cells)
            compared["cells"] += len(theirs_cells)
        if isinstance(layer, pytiled_parser.ObjectLayer):
            compare_objects(what, mine["content"]["objects"], layer.tiled_objects)


def compare_objects(what, ours, theirs):
    for theirs_object in theirs:
        mine = next((mine for mine in ours if mine["id"] == theirs_object.id), None)
        here = f"{what}, object {theirs_object.id}"
        if mine is None:
            faults.append(f"{here}: is missing")
            continue
        kind = type(theirs_object).__name__
        if mine["shape"] == "Capsule":
            continue  # newer than pytiled-parser
        same(f"{here}, kind", mine["shape"], kind)
        same(f"{here}, place", mine["position"], [float(theirs_object.coordinates.x), float(theirs_object.coordinates.y)])
        size = [float(theirs_object.size.width), float(theirs_object.size.height)]
        same(f"{here}, size", mine["size"], size)
        same(f"{here}, turn", mine["rotation"], float(theirs_object.rotation))
        same(f"{here}, name", (mine["name"], mine["visible"]), (theirs_object.name, theirs_object.visible))
        if kind in ("Polygon", "Polyline"):
            same(f"{here}, corners", mine["more"], [[float(p.x), float(p.y)] for p in theirs_object.points])
        compare_properties(here, mine["properties"], theirs_object.properties)
        compared["objects"] += 1


def alpha(path):
    with Image.open(path) as picture:
        band = picture.convert("RGBA").getchannel("A")
    return band.width, band.height, [a > 0 for a in band.tobytes()]


def compare_pixels(path, layer):
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder, "ours.png"), Path(folder, "theirs.png")
        subprocess.run([DUMP, path, ours, layer], check=True)
        command = ["tmxrasterizer", "--no-smoothing", "--show-layer", layer, path, theirs]
        subprocess.run(command, check=True, env=environment, stderr=subprocess.DEVNULL)
        (w, h, ours), (tw, th, theirs) = alpha(ours), alpha(theirs)
    # Tiled's picture has more room, for what hangs out and for layers that are moved; ours is cut to the level.
    wrong = lambda left, top: [(i % w, i // w) for i in range(w * h)
                               if ours[i] != theirs[(i // w + top) * tw + i % w + left]]
    found = min((wrong(left, top) for left in range(tw - w + 1) for top in range(th - h + 1)), key=len, default=None)
    if found is None:
        faults.append(f"{path.name}: {w}x{h} is larger than {tw}x{th}")
    elif found:
        faults.append(f"{path.name}: {len(found)} of {w * h} pixels differ, such as {found[:4]}")
    compared["pixels"] += w * h


for path in sorted(MAPS.glob("*.tm[xj]")):
    ours = json.loads(subprocess.run([DUMP, path], check=True, capture_output=True, text=True).stdout)[0]
    try:
        theirs = pytiled_parser.parse_map(path)
    except Exception as error:
        if not unreadable(path):
            faults.append(f"{path.name}: pytiled-parser cannot read it: {error!r}")
        continue
    if unreadable(path):
        faults.append(f"{path.name}: pytiled-parser reads it now: say so in unreadable()")
    same(f"{path.name}, size", (ours["size"], ours["cell"]),
         ([int(theirs.map_size.width), int(theirs.map_size.height)], [int(theirs.tile_size.width), int(theirs.tile_size.height)]))
    compare_properties(path.name, ours["properties"], theirs.properties)
    compare_layers(path.name, ours["layers"], theirs.layers)
    compared["maps"] += 1

for path in sorted(MAPS.glob("*.tmx")):
    # Debian's Tiled 1.8 cannot scale tiles to cells and moves infinite maps; parts of pictures as tiles are newer, too.
    if not any(word in path.name for word in ("grid_", "infinite", "oblique")):
        compare_pixels(path, "ground")

print(", ".join(f"{count} {what}" for what, count in compared.items()), "compared")
for fault in faults[:40]:
    print(fault)
sys.exit(1 if faults else 0)
