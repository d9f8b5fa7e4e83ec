// The conversion that all adapters share, beside a canvas that draws pixel by pixel.

import assert from "node:assert/strict";
import test from "node:test";

import { Affine, placeOf, poseOf } from "../../../../target/npm/hitmask/host/affine.js";
import { maskOfCut, upright } from "../../../../target/npm/hitmask/host/picture.js";
import { isSeenAt, overlapsSeen, seen } from "../../../../target/npm/hitmask/host/seen.js";
import hitmask from "./load.mjs";
import { NaiveCanvas, WEDGE, asked, compare, places, sheet } from "./hosts/naive.mjs";

const [W, H] = [WEDGE[0].length, WEDGE.length];
const packed = sheet(WEDGE);

test("a frame is cut out of its sheet, and one that lies turned is turned back", () => {
  const text = (mask) => Array.from({ length: mask.height }, (_, y) => Array.from({ length: mask.width }, (_, x) => (mask.get([x, y]) ? "#" : ".")).join(""));
  assert.deepEqual(text(maskOfCut(packed, upright(3, 2, W, H))), WEDGE);
  // Upright, x goes down in the sheet, y to the left.
  assert.deepEqual(text(maskOfCut(packed, { x: 20 + H, y: 5, right: [0, 1], down: [-1, 0], width: W, height: H })), WEDGE);
  assert.deepEqual(text(maskOfCut(packed, { x: 3 + W, y: 2, right: [-1, 0], down: [0, 1], width: W, height: H })), WEDGE.map((row) => [...row].reverse().join("")));
  // What lies outside the picture is clear.
  assert.equal(maskOfCut(packed, upright(38, 30, 4, 4)).count, 4);
});

test("a pose covers the pixels that a canvas draws", () => {
  const mask = maskOfCut(packed, upright(3, 2, W, H));
  let [hits, wrong, doubtful] = [0, 0, 0];
  for (const { x, y, degrees, sx, sy } of places) {
    for (const box of [{ x: -5, y: -4, width: W, height: H }, { x: 2.5, y: -7.25, width: W / 2, height: 2 * H }, { x: 6, y: 5, width: -W, height: -H }]) {
      const canvas = new NaiveCanvas().translate(x, y).rotate(degrees).scale(sx, sy).transform(1, 0.1, 0.2, 1, 0, 0);
      canvas.draw(WEDGE, box.x, box.y, box.width, box.height);
      const { a, b, c, d, tx, ty } = new Affine().translate(x, y).rotate(degrees).scale(sx, sy);
      const matrix = { a: a + 0.1 * c, b: b + 0.1 * d, c: 0.2 * a + c, d: 0.2 * b + d, tx, ty };
      const result = compare(canvas, asked(mask, poseOf(matrix, box, W, H)));
      [hits, wrong, doubtful] = [hits + result.hits, wrong + result.wrong, doubtful + result.doubtful];
    }
  }
  assert.equal(wrong, 0);
  assert.ok(hits > 2000 && doubtful < hits / 3, `${hits} ${doubtful}`);
});

test("quarters of a turn are exact", () => {
  for (const [degrees, numbers] of [[90, [0, 1, -1, 0]], [-90, [0, -1, 1, 0]], [180, [-1, 0, 0, -1]], [720, [1, 0, 0, 1]]]) {
    const { a, b, c, d } = new Affine().rotate(degrees);
    assert.deepEqual([a + 0, b + 0, c + 0, d + 0], numbers);
  }
});

test("rounded corners", () => {
  const to = (x, y) => [Math.round(x), Math.round(y)];
  const round = { to, corners: "each" };
  const box = { x: -1.4, y: 0, width: 3, height: 2 };
  // From 8.6 to 11.6, and from 5.5 to 7.5: three columns and two rows.
  assert.deepEqual(poseOf(new Affine().translate(10, 5.5), box, 3, 2, round).toMatrix(), [1, 0, 0, 1, 9, 6]);
  // From 8.6 to 12.5: four columns now.
  assert.deepEqual(poseOf(new Affine().translate(10, 5.5), { ...box, width: 3.9 }, 3, 2, round).toMatrix(), [262144 / 3 / 65536, 0, 0, 1, 9, 6].map((v) => Math.round(v * 65536) / 65536));
  // The other corners move with the upper left one, which goes from (8.6, 5.5) to (9, 6).
  const numbers = placeOf(new Affine().translate(10, 5.5), { ...box, width: 3.9 }, 3, 2, { to, corners: "upper left" });
  assert.deepEqual(numbers, [3.9 / 3, 0, 0, 1, 9, 6]);
});

test("what covers nothing has a pose under which no mask covers a pixel", () => {
  const box = { x: 0, y: 0, width: 3, height: 2 };
  const at = (matrix) => placeOf({ a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0, ...matrix }, box, 3, 2);
  assert.equal(at({ a: 0 }), null);
  assert.equal(at({ a: 1e-7 }), null);
  assert.equal(at({ a: 2, b: 4, c: 1, d: 2 }), null);
  assert.equal(at({ tx: -1e12 }), null);
  assert.equal(placeOf(new Affine(), box, 0, 2), null);
  assert.ok(at({ a: 1e-4 }));
  assert.equal(at({ tx: Number.NaN }), null);
  assert.equal(at({ a: Number.POSITIVE_INFINITY }), null);
  for (const width of [1, 3, 65535]) {
    const pose = poseOf({ a: 0, b: 0, c: 0, d: 1, tx: 7, ty: 8 }, box, width, 1);
    assert.equal(hitmask.Mask.filled(width, 1).bake(pose).mask.count, 0);
    assert.equal(hitmask.Mask.filled(1, width).bake(pose).mask.count, 0);
  }
  assert.deepEqual(new Affine().translate(3, 4).rotate(90).scale(2, 3).inverse().times(new Affine().translate(3, 4).rotate(90).scale(2, 3)), new Affine());
});

test("a pixel may be stretched as far as you like", () => {
  const [dot, grid] = [hitmask.Mask.filled(1, 1), hitmask.Mask.fromFunction(2, 1, (x) => x === 1)];
  const wall = seen(dot, new Affine().translate(3, 4).scale(200, 20), { x: 0, y: 0, width: 1, height: 1 });
  assert.deepEqual([wall.shape, wall.place], [dot, [200, 0, 0, 20, 3, 4]]);
  for (const [x, y, hit] of [[3, 4, true], [202, 23, true], [203, 4, false], [2, 4, false], [3, 24, false]]) assert.equal(isSeenAt(wall, x, y), hit);
  const half = seen(grid, new Affine(), { x: 0, y: 0, width: 30000, height: 100 });
  for (const [x, hit] of [[14999, false], [15000, true], [29999, true], [30000, false]]) assert.equal(isSeenAt(half, x, 99), hit);
  assert.ok(overlapsSeen(seen(dot, new Affine().translate(14000, 0), { x: 0, y: 0, width: 2000, height: 9 }), half));
  assert.ok(!overlapsSeen(wall, null) && !isSeenAt(null, 0, 0));
});
