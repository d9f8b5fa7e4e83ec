// Packs: the committed pack has the committed text, and what is wrong is refused.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { pathToFileURL } from "node:url";

import hitmask, { path } from "./load.mjs";

const { Mask, Pack } = hitmask;
const small = path("assets/packs/small.hitmask");
const data = new Uint8Array(readFileSync(small));
const hero = "hero/größe.ase";

const point = ({ x, y }) => `${x * 65536} ${y * 65536}`;
const rect = ({ x, y, w, h }) => `${x} ${y} ${w} ${h}`;

/** The text of assets/packs/README.md about small.hitmask. */
function listing(pack) {
  const lines = [];
  for (const entry of pack) {
    lines.push(`entry ${entry.name}`, `size ${entry.width} ${entry.height}`, `trim ${rect(entry.trim)}`);
    lines.push(`${entry.hasAlpha ? "alpha" : "mask"} ${entry.level}`);
    if (entry.pivot !== null) lines.push(`pivot ${point(entry.pivot)}`);
    if (entry.duration !== null) lines.push(`duration ${entry.duration}`);
    for (const slice of entry.slices) {
      lines.push(`slice ${slice.name} ${rect(slice.rect)}${slice.pivot === null ? "" : ` pivot ${point(slice.pivot)}`}`);
    }
    const outline = entry.outline();
    if (outline !== null) lines.push(`outline ${outline.rings.map((ring) => ring.points.length / 2).join(" ")}`);
    lines.push("rows");
    const mask = entry.mask();
    for (let y = 0; y < entry.height; y++) {
      lines.push(Array.from({ length: entry.width }, (_, x) => (mask.contains([x, y]) ? "#" : ".")).join(""));
    }
    if (entry.hasAlpha) {
      lines.push("alphas");
      const alphas = Buffer.from(entry.alpha().toBytes()).toString("hex");
      for (let y = 0; y < entry.height; y++) lines.push(alphas.slice(2 * y * entry.width, 2 * (y + 1) * entry.width));
    }
  }
  for (const sprite of pack.sprites) {
    lines.push(`sprite ${sprite.name}: ${sprite.frames.map((frame) => frame.index).join(" ")}`);
    for (const tag of sprite.tags) lines.push(`tag ${tag.name} ${tag.direction} ${tag.repeat ?? 0}: ${tag.frames.join(" ")}`);
  }
  return `${lines.join("\n")}\n`;
}

test("the committed pack has the committed text", async () => {
  const committed = readFileSync(path("assets/packs/small.txt"), "utf8");
  assert.equal(listing(new Pack(data)), committed);
  assert.equal(listing(await Pack.load(pathToFileURL(small))), committed);
});

/** The text of assets/packs/README.md about cave.hitmask. */
function maps(pack) {
  const lines = [];
  for (const entry of pack) {
    const found = entry.tileMap();
    if (found === null) continue;
    const { map, corner } = found;
    const line = (...words) => lines.push(words.join(" "));
    line("map", entry.name, corner.x, corner.y, map.columns, map.rows, map.cellSize.x, map.cellSize.y);
    const tiles = map.tileSet();
    for (const id of tiles.ids()) {
      const { mask, kind, number, offset } = tiles.get(id);
      line("tile", id, kind, number, offset.x, offset.y, mask.count);
    }
    for (const { cell, tile, flipX, flipY, diagonal } of map.cells()) {
      line("cell", cell.x, cell.y, tile, Number(flipX), Number(flipY), Number(diagonal));
    }
    const { bounds } = map;
    line("pixels", rect(bounds));
    const mask = map.crop(bounds);
    for (let y = 0; y < bounds.h; y++) {
      line(Array.from({ length: bounds.w }, (_, x) => (mask.contains([x, y]) ? "#" : ".")).join(""));
    }
  }
  return `${lines.join("\n")}\n`;
}

test("the cells of a packed level", async () => {
  const pack = await Pack.load(pathToFileURL(path("assets/packs/cave.hitmask")));
  assert.equal(maps(pack), readFileSync(path("assets/packs/cave.txt"), "utf8"));
  assert.equal(pack.get("cave_csv.tmx#things").tileMap(), null);
});

test("in Node a relative name begins at the current working folder", async () => {
  const before = process.cwd();
  try {
    process.chdir(path("assets/packs"));
    assert.equal((await Pack.load("small.hitmask")).length, 7);
    assert.equal((await Pack.load("./small.hitmask")).length, 7);
    process.chdir(path("assets"));
    assert.equal((await Pack.load("packs/small.hitmask")).length, 7);
    assert.equal((await Pack.load(small)).length, 7, "an absolute path");
    await assert.rejects(Pack.load("small.hitmask"), { code: "ENOENT" });
  } finally {
    process.chdir(before);
  }
});

test("names", () => {
  const pack = new Pack(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
  assert.equal(pack.length, 7);
  assert.equal(pack.get(hero).frame, 0);
  assert.equal(pack.get(`${hero}#walk`).name, `${hero}#jump`);
  assert.equal(pack.at(1).name, "disc.png");
  assert.deepEqual(pack.sprite(hero).frames.map((frame) => frame.frame), [0, 1, 2]);
  assert.equal(pack.find("nobody"), null);
  assert.equal(pack.sprite(""), null);
  assert.throws(() => pack.get("nobody"), { name: "RangeError", message: /nobody/ });
  assert.throws(() => pack.find(3), TypeError);
  for (const index of [7, -1, 0.5]) assert.throws(() => pack.at(index), RangeError);
});

test("the same pixels in every form", () => {
  for (const entry of new Pack(data)) {
    const mask = entry.mask();
    assert.ok(entry.runs().toMask().equals(mask));
    assert.ok(entry.alpha().toMask(entry.level).equals(mask));
    assert.ok(entry.trimmedMask().equals(mask.crop(entry.trim)));
    assert.ok(mask instanceof Mask);
  }
});

test("what is damaged is refused, and a freed pack, too", () => {
  assert.throws(() => new Pack(new TextEncoder().encode("nonsense")), { name: "RangeError", message: /HPAK/ });
  assert.throws(() => new Pack(data.slice(0, -1)), { name: "RangeError", message: /not the whole of a pack/ });
  assert.throws(() => new Pack("text"), TypeError);
  for (let at = 0; at < data.length; at += 3) {
    const altered = data.slice();
    altered[at] ^= 4;
    assert.throws(() => new Pack(altered).verify(), RangeError, `byte ${at}`);
  }
  const pack = new Pack(data);
  const entry = pack.at(1);
  pack.verify();
  pack.free();
  assert.throws(() => pack.find("disc.png"), /was freed/);
  assert.throws(() => entry.mask(), /was freed/);
  assert.equal(entry.name, "disc.png");
});
