"""Packs: the committed pack has the committed text, and what is wrong is refused."""

from pathlib import Path

import numpy as np
import pytest

import hitmask

PACKS = Path(__file__).resolve().parents[3] / "assets" / "packs"
SMALL = PACKS / "small.hitmask"
CAVE = PACKS / "cave.hitmask"
HERO = "hero/größe.ase"


def listing(pack: hitmask.Pack) -> str:
    """The text of assets/packs/README.md about small.hitmask."""
    lines: list[str] = []

    def point(pivot: tuple[float, float]) -> str:
        return " ".join(str(int(at * 65536)) for at in pivot)

    def numbers(values: object) -> str:
        return " ".join(map(str, values))

    for index in range(len(pack)):
        entry = pack[index]
        lines += [f"entry {entry.name}", f"size {numbers(entry.size)}", f"trim {numbers(entry.trim)}"]
        lines.append(f"{'alpha' if entry.has_alpha else 'mask'} {entry.level}")
        if entry.pivot is not None:
            lines.append(f"pivot {point(entry.pivot)}")
        if entry.duration is not None:
            lines.append(f"duration {round(entry.duration * 1000)}")
        for name, rect, pivot in entry.slices:
            lines.append(f"slice {name} {numbers(rect)}" + ("" if pivot is None else f" pivot {point(pivot)}"))
        outline = entry.outline()
        if outline is not None:
            lines.append("outline " + numbers(len(outline[ring].points) for ring in range(len(outline))))
        lines.append("rows")
        lines += ["".join(".#"[int(solid)] for solid in row) for row in np.asarray(entry.mask())]
        if entry.has_alpha:
            lines.append("alphas")
            lines += ["".join(f"{alpha:02x}" for alpha in row) for row in np.asarray(entry.alpha())]
    order = {name: index for index, name in enumerate(pack.names)}
    for sprite in pack.sprites:
        lines.append(f"sprite {sprite}: {numbers(order[frame.name] for frame in pack.frames(sprite))}")
        for tag in pack.tags(sprite):
            lines.append(f"tag {tag.name} {tag.direction} {tag.repeat or 0}: {numbers(tag.frames)}")
    return "\n".join(lines) + "\n"


def test_the_committed_pack() -> None:
    committed = (PACKS / "small.txt").read_text(encoding="utf-8")
    assert listing(hitmask.Pack.open(SMALL)) == committed
    assert listing(hitmask.Pack(SMALL.read_bytes())) == committed


def maps(pack: hitmask.Pack) -> str:
    """The text of assets/packs/README.md about cave.hitmask."""
    lines: list[str] = []

    def line(*words: object) -> None:
        lines.append(" ".join(map(str, words)))

    for index in range(len(pack)):
        found = pack[index].tile_map()
        if found is None:
            continue
        tiles, corner = found
        line("map", pack[index].name, *corner, *tiles.size, *tiles.cell_size)
        for tile in tiles.tile_set.ids():
            mask, kind, number, offset = tiles.tile_set.get(tile)
            line("tile", tile, kind, number, *offset, mask.count())
        for cell, (tile, *flips) in tiles.cells():
            line("cell", *cell, tile, *map(int, flips))
        bounds = tiles.bounds
        assert bounds is not None
        line("pixels", *bounds)
        lines.extend("".join(".#"[int(solid)] for solid in row) for row in np.asarray(tiles.crop(bounds)))
    return "\n".join(lines) + "\n"


def test_the_cells_of_a_packed_level() -> None:
    pack = hitmask.Pack.open(CAVE)
    assert maps(pack) == (PACKS / "cave.txt").read_text(encoding="utf-8")
    assert pack["cave_csv.tmx#things"].tile_map() is None


def test_names() -> None:
    pack = hitmask.Pack.open(str(SMALL))
    assert len(pack) == 7 and pack.names == [pack[index].name for index in range(-7, 0)]
    assert pack[HERO].frame == 0 and pack[f"{HERO}#walk"].name == f"{HERO}#jump"
    assert pack[f"{HERO}#walk:1"].tags == ["walk", "again"] and pack["disc.png"].sprite == "disc.png"
    assert "disc.png" in pack and "nobody" not in pack
    for missing in ("nobody", "", f"{HERO}#9"):
        with pytest.raises(KeyError):
            pack[missing]
    with pytest.raises(KeyError):
        pack.frames("nobody")
    for index in (7, -8):
        with pytest.raises(IndexError):
            pack[index]
    with pytest.raises((TypeError, ValueError)):
        pack[1.5]  # type: ignore[index]


def test_the_same_pixels_in_every_form() -> None:
    pack = hitmask.Pack.open(SMALL)
    for index in range(len(pack)):
        entry = pack[index]
        x, y, w, h = entry.trim
        mask = entry.mask()
        assert entry.runs().to_mask() == mask
        assert np.array_equal(np.asarray(entry.trimmed_mask()), np.asarray(mask)[y : y + h, x : x + w])
        assert np.array_equal(np.asarray(entry.alpha()) >= entry.level, np.asarray(mask))


def test_load() -> None:
    hero = hitmask.load(f"{SMALL}#{HERO}")
    pack = hitmask.Pack.open(SMALL)
    assert len(hero) == 3 and hero.tags == ["walk", "again"]
    assert hero[1].mask() == pack[f"{HERO}#jump"].mask() and hero[0].duration == 0.08
    again = hitmask.load(f"{SMALL}#{HERO}#again")
    assert [frame.name for frame in again] == ["2", "0", "2"]
    assert len(hitmask.load(f"{SMALL}#{HERO}#jump")) == 1
    assert hitmask.load(f"{SMALL}#disc.png")[0].mask() == pack["disc.png"].mask()
    with pytest.raises(ValueError, match="disc.png"):
        hitmask.load(f"{SMALL}#dics.png")
    with pytest.raises(ValueError, match="name one of"):
        hitmask.load(SMALL)


def test_damaged_packs() -> None:
    data = SMALL.read_bytes()
    with pytest.raises(ValueError, match="HPAK"):
        hitmask.Pack(b"nonsense")
    with pytest.raises(ValueError, match="not the whole"):
        hitmask.Pack(data[:-1])
    with pytest.raises(ValueError, match="checksum"):
        hitmask.Pack(data[:70] + bytes([data[70] ^ 1]) + data[71:])
    pack = hitmask.Pack(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(ValueError, match="checksum"):
        pack.verify()
    hitmask.Pack(data).verify()
    with pytest.raises(MemoryError, match="disc.png"):
        hitmask.Pack(data, max_memory=8)["disc.png"].mask()
    with pytest.raises(FileNotFoundError):
        hitmask.Pack.open("no such file")
    with pytest.raises(ValueError, match="HPAK"):
        hitmask.Pack.open(PACKS / "small.txt")
