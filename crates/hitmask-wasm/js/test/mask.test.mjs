import assert from "node:assert/strict";
import test from "node:test";

import hitmask, { running, wanted } from "./load.mjs";

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
