// Random cases beside a brute force that looks at every pixel. HITMASK_SEED=n runs another seed.

import assert from "node:assert/strict";
import test from "node:test";

import hitmask from "./load.mjs";

const { AlphaMask, Circle, Mask, RunMask, Terrain, World, firstOverlapsBatch, overlapAreasBatch, overlapsBatch } = hitmask;

const seed = Number(process.env.HITMASK_SEED ?? 17);
let state = seed;
/** A whole number from 0 to n - 1, the same on every run. */
function below(n) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 4294967296) * n);
}
const SIDES = [0, 1, 7, 8, 31, 32, 33, 63, 64, 65, 90];

/** A random picture: what is solid, pixel by pixel. */
function grid() {
  const [w, h, part] = [SIDES[below(SIDES.length)], SIDES[below(SIDES.length)], 1 + below(20)];
  return { w, h, cells: Array.from({ length: w * h }, () => below(part) === 0) };
}
const at = ({ w, h, cells }, x, y) => x >= 0 && y >= 0 && x < w && y < h && cells[y * w + x];
const maskOf = (grid) => Mask.fromFunction(grid.w, grid.h, (x, y) => at(grid, x, y));

/** All pixels of a that are solid in both, row by row. */
function shared(a, b, [dx, dy]) {
  const points = [];
  for (let y = 0; y < a.h; y++) {
    for (let x = 0; x < a.w; x++) if (at(a, x, y) && at(b, x - dx, y - dy)) points.push([x, y]);
  }
  return points;
}

function boundsOf(points) {
  if (points.length === 0) return null;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x + 1, h: Math.max(...ys) - y + 1 };
}

test(`the overlap verbs of masks, runs, levels and terrains, seed ${seed}`, () => {
  for (let round = 0; round < 150; round++) {
    const [a, b] = [grid(), grid()];
    const offset = [below(a.w + b.w + 3) - b.w - 1, below(a.h + b.h + 3) - b.h - 1];
    const points = shared(a, b, offset);
    const [ma, mb] = [maskOf(a), maskOf(b)];
    const forms = (mask) => [mask, RunMask.fromMask(mask), AlphaMask.fromMask(mask).atLevel(1), Terrain.fromMask(mask)];
    const [one, other] = [forms(ma)[below(4)], forms(mb)[below(4)]];
    const name = `round ${round}: ${one.constructor.name} ${a.w} x ${a.h}, ${other.constructor.name} ${b.w} x ${b.h} at ${offset}`;
    const first = points.length === 0 ? null : { x: points[0][0], y: points[0][1] };
    assert.equal(one.overlaps(other, offset), points.length > 0, name);
    assert.equal(one.overlapArea(other, { x: offset[0], y: offset[1] }), points.length, name);
    assert.deepEqual(one.firstOverlap(other, offset), first, name);
    assert.deepEqual(one.overlapBounds(other, offset), boundsOf(points), name);
    assert.deepEqual(Array.from(one.overlapPoints(other, offset)), points.flat(), name);
    const { mask, corner } = one.overlapPlaced(other, offset);
    assert.equal(mask.count, points.length, name);
    assert.ok(points.every(([x, y]) => mask.get([x - corner.x, y - corner.y])), name);
    const lowest = points.reduce((best, [x, y]) => (best === null || y > best.y ? { x, y } : best), null);
    assert.deepEqual(one.extremeOverlap(other, offset, "bottom-left"), lowest, name);
  }
});

test(`edits, seed ${seed}`, () => {
  const edits = {
    unionWith: (a, b) => a || b,
    intersectWith: (a, b) => a && b,
    differenceWith: (a, b) => a && !b,
    symmetricDifferenceWith: (a, b) => a !== b,
  };
  for (let round = 0; round < 60; round++) {
    const [a, b, offset] = [grid(), grid(), [below(60) - 30, below(60) - 30]];
    for (const [verb, rule] of Object.entries(edits)) {
      const mask = maskOf(a);
      mask[verb](maskOf(b), offset);
      const truth = Mask.fromFunction(a.w, a.h, (x, y) => rule(at(a, x, y), at(b, x - offset[0], y - offset[1]) === true));
      assert.ok(mask.equals(truth), `round ${round}: ${verb}`);
    }
  }
});

test(`a rectangle, and a circle's mask, are shapes, seed ${seed}`, () => {
  for (let round = 0; round < 60; round++) {
    const a = grid();
    const [x, y, w, h] = [below(40) - 20, below(40) - 20, below(40), below(40)];
    const rect = { w: w + x, h: h + y, cells: [] };
    const inside = (px, py) => px >= x && py >= y && px < rect.w && py < rect.h;
    const truth = a.cells.filter((solid, i) => solid && inside(i % a.w, Math.floor(i / a.w))).length;
    assert.equal(maskOf(a).overlapArea([x, y, w, h], [0, 0]), truth, `round ${round}`);
    const circle = new Circle([below(60) + 0.25, below(60) + 0.75], 1 + below(20));
    const { mask, corner } = circle.toMask();
    assert.equal(maskOf(a).overlapArea(circle, [0, 0]), maskOf(a).overlapArea(mask, corner), `round ${round}`);
  }
});

test(`batches, seed ${seed}`, () => {
  const grids = Array.from({ length: 12 }, grid);
  const masks = grids.map(maskOf);
  const [pairs, offsets] = [new Int32Array(2 * 400), new Int32Array(2 * 400)];
  for (let i = 0; i < pairs.length; i++) {
    pairs[i] = below(12);
    offsets[i] = below(80) - 40;
  }
  const [overlap, areas, firsts] = [overlapsBatch, overlapAreasBatch, firstOverlapsBatch].map((ask) => ask(masks, pairs, offsets));
  assert.ok(overlap instanceof Uint8Array && overlap.length === 400);
  for (let i = 0; i < 400; i++) {
    const points = shared(grids[pairs[2 * i]], grids[pairs[2 * i + 1]], [offsets[2 * i], offsets[2 * i + 1]]);
    assert.equal(overlap[i], points.length > 0 ? 1 : 0, `pair ${i}`);
    assert.equal(areas[i], points.length, `pair ${i}`);
    assert.deepEqual(Array.from(firsts.slice(3 * i, 3 * i + 3)), points.length > 0 ? [1, ...points[0]] : [0, 0, 0], `pair ${i}`);
  }
});

test(`a world that is stepped into an array, seed ${seed}`, () => {
  const mask = Mask.fromFunction(9, 9, (x, y) => (x - 4) ** 2 + (y - 4) ** 2 <= 17);
  const world = new World({ stay: true, area: true });
  const handles = Array.from({ length: 40 }, (_, data) => world.insert(mask, { data }));
  const positions = new Float64Array(80);
  const events = new Float64Array(hitmask.EVENT_STRIDE * 1000);
  for (let step = 0; step < 20; step++) {
    for (let i = 0; i < 80; i++) positions[i] = below(70);
    assert.equal(world.setPositions(handles, positions), 40);
    const count = world.stepInto(events);
    const touching = new Map();
    for (let i = 0; i < 40; i++) {
      for (let j = i + 1; j < 40; j++) {
        const offset = [positions[2 * j] - positions[2 * i], positions[2 * j + 1] - positions[2 * i + 1]];
        const area = mask.overlapArea(mask, offset);
        if (area > 0) touching.set(`${i} ${j}`, area);
      }
    }
    const seen = new Map();
    for (let i = 0; i < count; i++) {
      const [kind, a, b, dataA, dataB, , , area] = events.subarray(8 * i, 8 * i + 8);
      assert.deepEqual([a, b], [handles[dataA], handles[dataB]]);
      if (kind !== 2) seen.set(`${dataA} ${dataB}`, area);
    }
    assert.deepEqual(seen, touching, `step ${step}`);
    assert.equal(world.events().length, count);
  }
});
