"""Tile maps of levels that other packages have loaded, against our own reader, against what was written, and by pixels."""

import os
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hitmask

ROOT = Path(__file__).resolve().parents[3]
HILLS = ROOT / "crates/hitmask-assets/examples/hills/hills.tmx"
CAVES = ROOT / "crates/hitmask-assets/tests/data/levels"
CELL, COLUMNS, ROWS = (7, 5), 9, 6
KINDS = {
    1: ("body", 0, (0, 0)),
    2: ("one-way", 3, (0, 0)),
    3: ("nothing", 3, (0, 0)),
    4: ("sensor", 12, (0, 0)),
    7: ("sensor", 0, (2, -1)),
    9: ("body", 8, (2, -1)),
}
"""What the sets below say of each tile."""


@pytest.fixture
def pytmx(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame = pytest.importorskip("pygame")
    found = pytest.importorskip("pytmx.util_pygame")
    pygame.display.set_mode((1, 1))
    yield found
    pygame.display.quit()


def picture(path: Path, alpha: Any) -> Any:
    image = pytest.importorskip("PIL.Image")
    rgba = np.full((*alpha.shape, 4), 200, np.uint8)
    rgba[..., 3] = alpha
    image.fromarray(rgba).save(path)
    return alpha >= 128


def a_level(folder: Path, rng: random.Random) -> tuple[Path, list[int], dict[int, Any]]:
    """Writes a level with tiles in all flips: its path, its numbers, and the pixels of its tiles."""
    alphas = np.array([[rng.choice((0, 127, 128, 255)) for _ in range(15)] for _ in range(11)], np.uint8)
    sheet = picture(folder / "sheet.png", alphas)
    tiles = {1 + n: sheet[y : y + 5, x : x + 7] for n, (x, y) in enumerate((x, y) for y in (0, 6) for x in (0, 8))}
    for gid, size in ((7, (4, 11)), (9, (6, 5))):
        tiles[gid] = picture(
            folder / f"{gid}.png", np.array([[rng.choice((0, 255)) for _ in range(size[0])] for _ in range(size[1])], np.uint8)
        )
    gids = [rng.choice([0, *tiles]) for _ in range(COLUMNS * ROWS)]
    gids = [gid | rng.randrange(8) << 29 if gid else 0 for gid in gids]
    path = folder / "level.tmx"
    path.write_text(
        f"""<?xml version="1.0"?>
<map version="1.10" orientation="orthogonal" width="{COLUMNS}" height="{ROWS}" tilewidth="7" tileheight="5" infinite="0" renderorder="right-down" tiledversion="1.10" nextlayerid="2" nextobjectid="1">
 <tileset firstgid="1" name="sheet" tilewidth="7" tileheight="5" spacing="1" margin="0" tilecount="4" columns="2">
  <properties><property name="number" type="int" value="3"/></properties>
  <image source="sheet.png" width="15" height="11"/>
  <tile id="0"><properties><property name="hitmask" value="Solid"/><property name="number" type="int" value="0"/></properties></tile>
  <tile id="1" type="One-Way"/>
  <tile id="2"><properties><property name="hitmask" value="none"/></properties></tile>
  <tile id="3"><properties><property name="number" type="int" value="12"/></properties></tile>
 </tileset>
 <tileset firstgid="6" name="single" tilewidth="6" tileheight="11" tilecount="2" columns="0">
  <tileoffset x="2" y="-1"/>
  <tile id="1"><image width="4" height="11" source="7.png"/></tile>
  <tile id="3" type="body"><properties><property name="number" type="int" value="8"/></properties><image width="6" height="5" source="9.png"/></tile>
 </tileset>
 <layer id="1" name="ground" width="{COLUMNS}" height="{ROWS}" offsetx="4" offsety="-9">
  <properties><property name="hitmask" value="sensor"/></properties>
  <data encoding="csv">{",".join(map(str, gids))}</data>
 </layer>
</map>
"""
    )
    return path, gids, tiles


def painted(gids: list[int], tiles: dict[int, Any]) -> Any:
    """The pixels of the level from (-20, -20) on, tile by tile: a picture stands on the lower left corner of its cell."""
    canvas = np.zeros((40 + ROWS * CELL[1], 40 + COLUMNS * CELL[0]), bool)
    for at, gid in enumerate(gids):
        number = gid & 0x1FFF_FFFF
        if number == 0 or KINDS[number][0] == "nothing":
            continue
        tile = tiles[number]
        tile = tile.T if gid >> 29 & 1 else tile
        tile = tile[::-1] if gid >> 30 & 1 else tile
        tile = tile[:, ::-1] if gid >> 31 else tile
        dx, dy = KINDS[number][2]
        left, top = 20 + at % COLUMNS * CELL[0] + dx, 20 + (at // COLUMNS + 1) * CELL[1] - tile.shape[0] + dy
        canvas[top : top + tile.shape[0], left : left + tile.shape[1]] |= tile
    return canvas


@pytest.mark.parametrize("seed", range(4))
def test_all_flips(seed: int, tmp_path: Path, pytmx: Any) -> None:
    from hitmask import pytmx as hitmask_pytmx
    from hitmask import tiled as hitmask_tiled

    parser = pytest.importorskip("pytiled_parser")
    path, gids, tiles = a_level(tmp_path, random.Random(seed))
    ours, corner = hitmask.load_tile_map(f"{path}#ground")
    assert corner == (4, -9) and hitmask.load_tile_map(path) == (ours, corner)
    assert hitmask_tiled.tile_map(parser.parse_map(path), "ground") == (ours, corner)
    assert hitmask_pytmx.tile_map(pytmx.load_pygame(str(path)), "ground") == (ours, corner)
    # The same without a reader: the numbers as they were written, and pixels painted one by one.
    used = {gid & 0x1FFF_FFFF for gid in gids} - {0}
    defs = {gid: (hitmask.Mask.from_array(tiles[gid]), *KINDS[gid]) for gid in used}
    assert hitmask.TileMap(hitmask.TileSet(defs), (COLUMNS, ROWS), CELL, gids) == ours
    canvas = painted(gids, tiles)
    assert np.array_equal(np.asarray(ours.crop((-20, -20, canvas.shape[1], canvas.shape[0]))), canvas)


def test_a_clear_colour(tmp_path: Path) -> None:
    """The clear colour of a sheet is clear in all its tiles."""
    from hitmask import tiled as hitmask_tiled

    parser = pytest.importorskip("pytiled_parser")
    image = pytest.importorskip("PIL.Image")
    is_clear = np.random.default_rng(7).random((5, 14)) < 0.5
    image.fromarray(np.where(is_clear[..., None], (255, 0, 255), (9, 9, 9)).astype(np.uint8)).save(tmp_path / "sheet.png")
    path = tmp_path / "level.tmx"
    path.write_text(
        """<map version="1.10" orientation="orthogonal" width="3" height="1" tilewidth="7" tileheight="5" infinite="0" renderorder="right-down" tiledversion="1.10" nextlayerid="2" nextobjectid="1">
 <tileset firstgid="1" name="sheet" tilewidth="7" tileheight="5" tilecount="2" columns="2">
  <image source="sheet.png" trans="ff00ff" width="14" height="5"/>
 </tileset>
 <layer id="1" name="ground" width="3" height="1"><data encoding="csv">1,2,1</data></layer>
</map>
"""
    )
    ours, corner = hitmask.load_tile_map(f"{path}#ground")
    assert hitmask_tiled.tile_map(parser.parse_map(path), "ground") == (ours, corner)
    assert np.array_equal(np.asarray(ours.crop((0, 0, 14, 5))), ~is_clear)


def test_a_shipped_level(pytmx: Any) -> None:
    from hitmask import pytmx as hitmask_pytmx
    from hitmask import tiled as hitmask_tiled

    parser = pytest.importorskip("pytiled_parser")
    ours = hitmask.load_tile_map(f"{HILLS}#ground")
    assert hitmask_tiled.tile_map(parser.parse_map(HILLS), "ground") == ours
    assert hitmask_pytmx.tile_map(pytmx.load_pygame(str(HILLS)), "ground") == ours
    assert ours[0].crop((0, 0, 480, 176)) == hitmask.load(f"{HILLS}#ground")[0].mask()
    world = hitmask.World()
    assert None not in world.insert_tiles(*ours)


@pytest.mark.parametrize("name", ["cave_csv.tmx", "cave_base64.tmx", "cave_infinite_gzip.tmx"])
def test_groups_offsets_and_chunks(name: str) -> None:
    from hitmask import tiled as hitmask_tiled

    level = pytest.importorskip("pytiled_parser").parse_map(CAVES / name)
    for layer in ("ground", "deep/decor", "decor"):
        ours, corner = hitmask.load_tile_map(f"{CAVES / name}#{layer}")
        theirs, place = hitmask_tiled.tile_map(level, layer)
        assert place == corner and theirs.cells() == ours.cells() and theirs.size == ours.size
        # Tile 5 has collision shapes, which only our reader counts; pytiled-parser forgets the clear colour of tile 9.
        assert theirs.tile_set.ids() == ours.tile_set.ids()
        for tile in set(ours.tile_set.ids()) - {5, 9}:
            assert theirs.tile_set.get(tile) == ours.tile_set.get(tile), (layer, tile)


def test_what_is_no_map(pytmx: Any) -> None:
    from hitmask import pytmx as hitmask_pytmx
    from hitmask import tiled as hitmask_tiled

    level = pytest.importorskip("pytiled_parser").parse_map(HILLS)
    with pytest.raises(KeyError):
        hitmask_tiled.tile_map(level, "sky")
    with pytest.raises(ValueError, match="no cells"):
        hitmask_tiled.tile_map(level, "things")
    level.orientation = "hexagonal"
    with pytest.raises(ValueError, match="hexagonal"):
        hitmask_tiled.tile_map(level, "ground")
    hills = pytmx.load_pygame(str(HILLS))
    with pytest.raises(ValueError, match="no cells"):
        hitmask_pytmx.tile_map(hills, "things")
    with pytest.raises(ValueError):
        hitmask_pytmx.tile_map(hills, "sky")
    hills.images = [None] * len(hills.images)
    with pytest.raises(ValueError, match="load_pygame"):
        hitmask_pytmx.tile_map(hills, "ground")
    with pytest.raises(ValueError, match="things"):
        hitmask.load_tile_map(f"{HILLS}#things")
    with pytest.raises(FileNotFoundError):
        hitmask.load_tile_map(f"{os.fspath(HILLS)}.missing#ground")


@pytest.mark.parametrize(
    ("properties", "name", "kind"),
    [
        ({"one-way": "Right"}, None, "one-way-right"),
        ({"one-way": "up", "hitmask": "solid"}, None, "one-way"),
        ({"hitmask": "one-way-left"}, None, "one-way-left"),
        (None, "OneWayDown", "one-way-down"),
        ({"one-way": "inside"}, "sensor", "sensor"),
        (None, None, "body"),
    ],
)
def test_the_open_side_of_a_tile(properties: dict[str, str] | None, name: str | None, kind: str) -> None:
    from hitmask import _tiles

    assert _tiles.kind_of((properties, name)) == kind


OBJECTS = """<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16" tileheight="16" infinite="0" renderorder="right-down" tiledversion="1.10" nextlayerid="2" nextobjectid="9">
 <objectgroup id="1" name="things" offsetx="3">
  <properties><property name="layer" type="int" value="4"/></properties>
  <object id="1" name="ledge" x="16" y="32" width="48" height="4"><properties>
    <property name="hitmask" value="one-way-left"/><property name="number" type="int" value="7"/><property name="speed" type="float" value="1.5"/><property name="on" type="bool" value="true"/>
  </properties></object>
  <object id="2" name="start" x="24" y="30.5"><point/></object>
  <object id="3" name="picture" type="none" x="0" y="0" width="6" height="6"><ellipse/></object>
  <object id="4" name="slope" type="Sensor" x="8" y="8"><polygon points="0,0 16,0 0,16"/></object>
 </objectgroup>
</map>
"""


def test_objects(tmp_path: Path) -> None:
    """Kind, open side, layers and data of an object reach its collider."""
    path = tmp_path / "level.tmx"
    path.write_text(OBJECTS)
    ledge, start, seen, slope = hitmask.load_objects(f"{path}#things")
    assert [thing.kind for thing in (ledge, start, seen, slope)] == ["one-way-left", "body", "nothing", "sensor"]
    assert ledge.properties == {"hitmask": "one-way-left", "number": 7, "speed": 1.5, "on": True}
    assert (start.shape, start.options, start.position) == (None, {}, (27, 30.5))
    assert (ledge.shape, ledge.id, ledge.class_, ledge.size) == ((0, 0, 48, 4), 1, "", (48, 4))
    assert isinstance(seen.shape, hitmask.Circle) and isinstance(slope.shape, hitmask.ConvexPolygon)
    world = hitmask.World()
    collider = world.get(world.insert(ledge.shape, **ledge.options))
    assert (collider.kind, collider.open_side, collider.data, collider.layers) == ("one-way", "left", 7, (1 << 4, 0xFFFFFFFF))
    assert collider.position == (19, 32)
    assert not world.get(world.insert(seen.shape, **seen.options)).enabled
    with pytest.raises(ValueError, match="things"):
        hitmask.load_objects(f"{path}#thing")
    with pytest.raises(ValueError, match="no objects"):
        hitmask.load_objects(f"{HILLS}#ground")


def test_objects_and_tiles_of_loaded_levels(pytmx: Any) -> None:
    from hitmask import pytmx as hitmask_pytmx
    from hitmask import tiled as hitmask_tiled

    ours = hitmask.load_objects(f"{HILLS}#things")
    spikes = hitmask.load_tile_map(f"{HILLS}#ground")[0].tile_at((228, 156))
    said = hitmask.load_tile_properties(HILLS)[spikes.tile]
    assert said == {"hitmask": "sensor", "number": 10, "deadly": True}
    parser = pytest.importorskip("pytiled_parser")
    for module, level in ((hitmask_tiled, parser.parse_map(HILLS)), (hitmask_pytmx, pytmx.load_pygame(str(HILLS)))):
        theirs = module.objects(level, "things")
        assert [(thing.name, thing.kind, thing.properties) for thing in theirs] == [
            (thing.name, thing.kind, thing.properties) for thing in ours
        ]
        assert {key: module.tile_properties(level, spikes).get(key) for key in said} == said
        ground = hitmask.load_tile_map(f"{HILLS}#ground")[0].tile_at((8, 170))
        assert "deadly" not in module.tile_properties(level, ground)
