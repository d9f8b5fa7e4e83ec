import assert from "node:assert/strict";
import test from "node:test";

import hitmask from "./load.mjs";

const { CollisionBuffer, Mask, Pose, Terrain, TileMap, TileSet, TileView, World, moveAndSlide } = hitmask;
const KINDS = ["body", "one-way", "sensor", "nothing"];

let seed = 11;
const random = (most) => (seed = (seed * 48271) % 2147483647) % most;

/** A picture as rows of booleans, and turned as Tiled says it: first the diagonal, then the axes. */
const picture = (w, h) => Array.from({ length: h }, () => Array.from({ length: w }, () => random(3) > 0));
const transposed = (rows) => (rows.length ? rows[0].map((_, x) => rows.map((row) => row[x])) : []);
function turned(rows, { flipX, flipY, diagonal }) {
  let result = diagonal ? transposed(rows) : rows;
  if (flipX) result = result.map((row) => row.toReversed());
  if (flipY) result = result.toReversed();
  return result;
}
const maskOf = (rows) => Mask.fromFunction(rows[0].length, rows.length, (x, y) => rows[y][x]);

/** The solid pixels of one cell, in pixels of the map. */
function* pixelsOf(tiles, cell, [column, row], [w, h]) {
  const { rows, offset } = tiles[cell.tile];
  const seen = turned(rows, cell);
  const [left, top] = [column * w + offset[0], (row + 1) * h - seen.length + offset[1]];
  for (const [y, line] of seen.entries()) {
    for (const [x, solid] of line.entries()) if (solid) yield [left + x, top + y];
  }
}

const gidOf = ({ tile, flipX, flipY, diagonal }) =>
  (tile | (flipX ? 0x80000000 : 0) | (flipY ? 0x40000000 : 0) | (diagonal ? 0x20000000 : 0)) >>> 0;

function level() {
  const [w, h] = [3 + random(9), 3 + random(9)];
  const [columns, rows] = [1 + random(20), 1 + random(20)];
  const tiles = {};
  for (const id of [1, 2, 5, 9]) {
    const [side, hangs] = [1 + random(12), random(2)];
    const offset = hangs ? [random(9) - 4, random(9) - 4] : [0, 0];
    tiles[id] = { rows: picture(side, 1 + random(12)), kind: KINDS[random(4)], number: random(1000), offset };
  }
  const set = new TileSet(
    Object.fromEntries(Object.entries(tiles).map(([id, { rows, ...rest }]) => [id, { mask: maskOf(rows), ...rest }])),
  );
  const any = () => ({ tile: [1, 2, 5, 9][random(4)], flipX: !random(2), flipY: !random(2), diagonal: !random(2) });
  const cells = Array.from({ length: columns * rows }, () => (random(2) ? any() : null));
  const gids = Uint32Array.from(cells, (cell) => (cell ? gidOf(cell) : 0));
  const map = TileMap.fromGids(set, [columns, rows], [w, h], gids);
  return { map, set, tiles, cells, columns, size: [w, h], any };
}

/** What a shape of solid pixels meets, cell by cell, by looking at each pixel. */
function naive({ tiles, cells, columns, size }, kinds, solid) {
  const met = [];
  const pixels = new Set();
  for (const [at, cell] of cells.entries()) {
    if (!cell || tiles[cell.tile].kind === "nothing" || !kinds.includes(tiles[cell.tile].kind)) continue;
    const [x, y] = [at % columns, Math.floor(at / columns)];
    let [area, first] = [0, null];
    for (const [px, py] of pixelsOf(tiles, cell, [x, y], size)) {
      pixels.add(`${px},${py}`);
      if (!solid(px, py)) continue;
      area++;
      first ??= { x: px, y: py };
    }
    const { kind, number } = tiles[cell.tile];
    if (area) met.push({ cell: { x, y }, ...cell, kind, number, area, first });
  }
  return { met, pixels };
}

test("tiles that are met, pixel by pixel", () => {
  for (let i = 0; i < 60; i++) {
    const one = level();
    const rows = picture(1 + random(30), 1 + random(30));
    const other = maskOf(rows);
    for (let edit = 0; edit < 3; edit++) {
      const seen = [KINDS, ["body"], ["one-way", "sensor"], ["nothing"]];
      for (const kinds of seen) {
        const offset = [random(120) - 30, random(120) - 30];
        const shape = kinds === KINDS ? one.map : one.map.only(kinds);
        const { met, pixels } = naive(one, kinds, (x, y) => rows[y - offset[1]]?.[x - offset[0]]);
        assert.deepEqual(shape.overlapTiles(other, offset), met);
        assert.equal(shape.overlaps(other, offset), met.length > 0);
        assert.equal(other.overlaps(shape, [-offset[0], -offset[1]]), met.length > 0);
        const shared = [...pixels].filter((key) => {
          const [x, y] = key.split(",").map(Number);
          return rows[y - offset[1]]?.[x - offset[0]];
        });
        assert.equal(shape.overlapArea(other, offset), shared.length);
        assert.equal(shape.count, pixels.size);
        const pixel = { x: random(100) - 10, y: random(100) - 10 };
        const there = naive(one, kinds, (x, y) => x === pixel.x && y === pixel.y).met;
        assert.deepEqual(shape.tileAt(pixel), there.at(-1) ?? null);
        assert.equal(shape.contains(pixel), there.length > 0);
        assert.deepEqual(shape.overlapTiles([0, 0, 1, 1], pixel), there);
      }
      const at = random(one.cells.length);
      const [cell, to] = [[at % one.columns, Math.floor(at / one.columns)], random(4) ? one.any() : null];
      assert.deepEqual(one.map.get(cell), one.cells[at]);
      assert.deepEqual(one.map.set(cell, to), one.cells[at]);
      one.cells[at] = to;
    }
    assert.equal(one.map.filled, one.cells.filter(Boolean).length);
    const filled = [...one.cells.entries()].filter(([, cell]) => cell);
    const places = filled.map(([at, cell]) => ({ cell: { x: at % one.columns, y: Math.floor(at / one.columns) }, ...cell }));
    assert.deepEqual(one.map.cells(), places);
    const again = TileMap.fromBytes(one.map.toBytes());
    assert.ok(again.equals(one.map));
    assert.equal(again.contentHash(), one.map.contentHash());
  }
});

test("sets, sizes and edits", () => {
  const spikes = Mask.filled(8, 3);
  const set = new TileSet([Mask.filled(8, 8), { mask: spikes, kind: "sensor", number: 25, offset: [1, -2] }]);
  assert.deepEqual([set.size, set.ids(), set.get(7)], [2, [0, 1], null]);
  const { mask, ...rest } = set.get(1);
  assert.deepEqual(rest, { kind: "sensor", number: 25, offset: { x: 1, y: -2 } });
  assert.ok(mask.equals(spikes));
  const map = new TileMap(set, [40, 30], { x: 8, y: 8 });
  assert.deepEqual([map.columns, map.rows, map.cellSize, map.filled, map.isEmpty], [40, 30, { x: 8, y: 8 }, 0, true]);
  assert.equal(map.set([3, 4], 0), null);
  assert.deepEqual(map.set([3, 4], { tile: 1, flipX: true }), { tile: 0, flipX: false, flipY: false, diagonal: false });
  assert.deepEqual(map.bounds, { x: 25, y: 35, w: 8, h: 3 });
  const [view, copy, empty] = [map.only("sensor"), map.clone(), map.only([])];
  map.clear();
  assert.deepEqual([map.filled, view.count, copy.filled, empty.isEmpty, copy.equals(map)], [0, 24, 1, true, false]);
  assert.deepEqual([view.kinds, map.kinds, view.map().filled], [["sensor"], ["body", "one-way", "sensor", "one-way-right", "one-way-down", "one-way-left"], 1]);
  assert.ok(view instanceof TileView && !(view instanceof TileMap) && map.tileSet().size === 2);
  copy.fill([0, 29], 40, new Array(40).fill(1));
  assert.equal(copy.filled, 41);
  copy.drawAhead([0, 0, 320, 240]);
  assert.equal(copy.crop([0, 230, 16, 10]).count, 15 * 3);
  assert.ok(copy.memoryBytes > 0);
});

test("what is refused, and what is freed", () => {
  const set = new TileSet({ 3: Mask.filled(4, 4) });
  const map = new TileMap(set, [4, 4], [4, 4]);
  assert.throws(() => map.set([4, 0], 3), RangeError);
  assert.throws(() => map.set([0, 0], 2), RangeError);
  assert.throws(() => map.set([0, 0], { tile: 3, flip: true }), TypeError);
  assert.throws(() => map.fill([0, 0], 5, [3, 3, 3, 3, 3]), RangeError);
  assert.throws(() => map.only("wall"), RangeError);
  assert.throws(() => TileMap.fromGids(set, [1, 1], [4, 4], [3, 3]), RangeError);
  assert.throws(() => TileMap.fromGids(set, [2, 1], [4, 4], [3, -1]), RangeError);
  assert.throws(() => new TileMap(set, [65537, 1], [4, 4]), RangeError);
  assert.throws(() => new TileMap(set, [1, 1], [0, 4]), RangeError);
  assert.throws(() => new TileMap([Mask.filled(4, 4)], [1, 1], [4, 4]), TypeError);
  assert.throws(() => TileMap.fromBytes(map.toBytes().subarray(1)), RangeError);
  assert.throws(() => new TileSet({ 1048576: Mask.filled(1, 1) }), RangeError);
  assert.throws(() => new TileSet([{ mask: Mask.filled(1, 1), kind: "wall" }]), RangeError);
  assert.throws(() => new TileSet([{ mask: Mask.filled(1, 1), offset: [5000, 0] }]), RangeError);
  assert.throws(() => new TileSet([{ kind: "body" }]), TypeError);
  assert.throws(() => new TileSet(Mask.filled(1, 1)), TypeError);
  assert.throws(() => new TileSet({ grass: Mask.filled(1, 1) }), RangeError);
  assert.throws(() => new World().insertTiles(Mask.filled(1, 1)), TypeError);
  assert.equal(map.filled, 4); // of the row that is too long
  set.free();
  assert.equal(map.set([1, 1], 3), null);
  assert.throws(() => set.size, TypeError);
  map.free();
  assert.throws(() => map.get([0, 0]), TypeError);
});

test("a map wherever a shape is taken", () => {
  const set = new TileSet([Mask.filled(8, 8)]);
  const map = new TileMap(set, [20, 10], [8, 8]);
  for (let x = 0; x < 20; x++) map.set([x, 9], 0);
  map.set([15, 8], 0);
  const [flat, ball] = [map.crop([0, 0, 160, 80]), Mask.filled(3, 3)];
  assert.deepEqual(map.cast(ball, [5, 5], [30, 300]), flat.cast(ball, [5, 5], [30, 300]));
  assert.deepEqual(map.rayCast([5, 70], [300, 1]), flat.rayCast([5, 70], [300, 1]));
  assert.deepEqual(map.only("body").castPixels(ball, [5, 5], [30, 300]), flat.castPixels(ball, [5, 5], [30, 300]));
  assert.deepEqual(map.closest(ball, [50, 20]), flat.closest(ball, [50, 20]));
  assert.deepEqual(map.separation(ball, [50, 71]), flat.separation(ball, [50, 71]));
  assert.deepEqual(map.overlapPoints(ball, [118, 62]), flat.overlapPoints(ball, [118, 62]));
  assert.equal(map.overlapPlaced(ball, [118, 62]).mask.count, flat.overlapArea(ball, [118, 62]));
  assert.equal(map.only("one-way").overlaps(ball, [50, 71]), false);
  const [moved, also] = [map, flat].map((shape) => moveAndSlide(ball, [100, 60], [60, 30], [{ shape }], { stepUp: 1 }));
  assert.deepEqual(moved, also);
  assert.equal(new Terrain(160, 80).draw(map).pixels, flat.count);
  const buffer = new CollisionBuffer("owners", [0, 0, 160, 80]);
  buffer.draw(map, [0, 0], 3);
  assert.deepEqual(buffer.test(ball, [50, 71]), [{ id: 3, area: 6, first: { x: 50, y: 72 } }]);
  const world = new World();
  const posed = world.insert(map, { pose: new Pose({ position: [10, 0], rotation: 90 }) });
  assert.equal(world.tileAt(posed, [-66, 4]).cell.x, 0);
});

test("a level in a world", () => {
  const set = new TileSet([
    Mask.filled(16, 16),
    { mask: Mask.filled(16, 4), kind: "one-way" },
    { mask: Mask.filled(16, 6), kind: "sensor", number: 25 },
  ]);
  const map = new TileMap(set, [50, 20], [16, 16]);
  for (let x = 0; x < 50; x++) map.set([x, 19], 0);
  map.set([5, 15], 1);
  map.set([8, 18], 2);
  const world = new World();
  const level = world.insertTiles(map, { data: 7 });
  map.free();
  assert.equal(world.size, 3);
  assert.deepEqual(world.partsOf(level.body), [level.oneWay, level.sensor]);
  const hero = world.insert(Mask.filled(10, 20), { position: [83, 200], kind: "character" });
  const { floor } = world.moveAndSlide(hero, [0, 100]);
  assert.equal(floor.what, level.oneWay);
  assert.deepEqual(world.tileAt(floor.what, floor.pixel).cell, { x: 5, y: 15 });
  assert.ok(world.setTile(level.body, [5, 15], null));
  assert.equal(world.tileAt(level.oneWay, floor.pixel), null);
  assert.equal(world.moveAndSlide(hero, [48, 0]).floor, null);
  world.moveAndSlide(hero, [0, 100]);
  const [event] = world.step();
  const place = event.a === hero ? event.b : event.a;
  assert.deepEqual([place, world.tileAt(place, event.touch.first).number], [level.sensor, 25]);
  assert.throws(() => world.setTile(level.body, [50, 0], 0), RangeError);
  assert.throws(() => world.setTile(level.body, [0, 0], 3), RangeError);
  assert.equal(world.setTile(hero, [0, 0], 0), false);
  const hash = world.stateHash();
  assert.ok(world.fillTiles(level.sensor, [0, 0], 2, [1, 1, 1, 1]));
  assert.deepEqual(world.tileAt(level.oneWay, [31, 31]).cell, { x: 1, y: 1 });
  assert.ok(world.fillTiles(level.body, [0, 0], 2, [0, 0, 0, 0]));
  assert.equal(world.stateHash(), hash);
  assert.throws(() => world.fillTiles(level.body, [49, 0], 2, [0, 0]), RangeError);
  assert.equal(world.fillTiles(hero, [0, 0], 1, [0]), false);
  assert.equal(world.tileAt(hero, [83, 200]), null);
  world.remove(level.body);
  assert.equal(world.setTile(level.body, [0, 0], 0), false);
  const plain = new TileMap(new TileSet([Mask.filled(4, 4)]), [2, 2], [4, 4]);
  assert.deepEqual(Object.values(world.insertTiles(plain)).slice(1), [null, null]);
});
