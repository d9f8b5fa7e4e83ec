import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import hitmask, { path, root, running, wanted } from "./load.mjs";

const { Mask } = hitmask;

test("the wanted build runs, and a second init changes nothing", async () => {
  assert.equal(running, wanted);
  assert.equal(hitmask.build(), wanted);
  assert.equal(await hitmask.init({ build: "plain" }), wanted);
});

test("two masks", () => {
  const ship = Mask.fromFunction(16, 16, (x, y) => x >= y);
  const rock = new Mask(8, 8);
  assert.equal(ship.overlaps(rock, [0, 0]), false);
  rock.fill();
  assert.equal(ship.overlaps(rock, [3, 2]), true);
  assert.equal(ship.overlaps(rock, { x: 0, y: 8 }), false);
  assert.deepEqual(ship.firstOverlap(rock, [3, 5]), { x: 5, y: 5 });
  assert.equal(ship.firstOverlap(rock, [16, 0]), null);
  assert.equal(ship.overlapArea(rock, [8, 0]), 64);
  assert.deepEqual(ship.overlapBounds(rock, [3, 5]), { x: 5, y: 5, w: 6, h: 6 });
});

test("the lines of the README", async () => {
  const [, lines] = readFileSync(path("README.md"), "utf8").match(/```js\nimport .* from "hitmask";\n([^]*?)```/);
  const told = [];
  const run = Object.getPrototypeOf(async () => {}).constructor("init", "Mask", "console", lines);
  await run(hitmask.init, Mask, { log: (...what) => told.push(...what) });
  assert.deepEqual(told, [true, { x: 9, y: 0 }]);
});

test("a point that was mapped there and back lies in its pixel", async () => {
  const { intersects } = await import(new URL("target/npm/hitmask/konva.js", root));
  const corner = Mask.fromFunction(4, 4, (x, y) => x === 3 && y === 3);
  const image = { width: () => 4, height: () => 4, getAbsoluteTransform: () => ({ getMatrix: () => [1, 0, 0, 1, 0, 0] }) };
  for (const [x, y, hit] of [[3, 3, true], [3 - 1e-9, 3 - 1e-9, true], [2.9, 3, false], [4, 3, false], [NaN, 3, false], [2 ** 31, 3, false]]) {
    assert.equal(intersects(image, corner, { x, y }), hit, `${x} ${y}`);
  }
});
