import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import hitmask, { path, root, running, wanted } from "./load.mjs";

const {
  AlphaMask, CollisionBuffer, Mask, Pack, Pose, RunMask, World, rayCastObstacles,
} = hitmask;

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
  const none = () => 0;
  const image = {
    name: () => "ship",
    image: () => null,
    width: () => 4,
    height: () => 4,
    cropWidth: none,
    cropHeight: none,
    getAbsoluteTransform: () => ({ getMatrix: () => [1, 0, 0, 1, 0, 0] }),
    getStage: () => ({}),
    getParent: () => null,
    isVisible: () => true,
    getAbsoluteOpacity: () => 1,
  };
  for (const [x, y, hit] of [[3, 3, true], [3 - 1e-9, 3 - 1e-9, true], [2.9, 3, false], [4, 3, false], [NaN, 3, false], [2 ** 31, 3, false]]) {
    assert.equal(intersects(image, corner, { x, y }), hit, `${x} ${y}`);
  }
});

test("verbs that the other languages have, too", () => {
  const shape = Mask.fromFunction(5, 3, (x, y) => (x + 2 * y) % 5 > 2 || (x === 0 && y === 0));
  const runs = RunMask.fromMask(shape);
  assert.deepEqual(runs.moments(), shape.moments());
  assert.deepEqual(runs.centroid(), shape.centroid());
  assert.equal(runs.crop([1, 0, 3, 2]).toMask().equals(shape.crop([1, 0, 3, 2])), true);
  assert.equal(runs.flipH().toMask().equals(shape.flipH()), true);
  assert.equal(runs.flipV().toMask().equals(shape.flipV()), true);
  assert.equal(runs.runCount, [0, 1, 2].reduce((count, row) => count + runs.runs(row).length, 0));
  assert.deepEqual(runs.runs(99), []);
  const parts = shape.components(4);
  assert.equal(runs.components(4).length, parts.length);
  const labels = parts.labels();
  assert.equal(labels.length, 15);
  labels.forEach((label, i) => assert.equal(label, (parts.at([i % 5, Math.floor(i / 5)]) ?? -1) + 1));
  const alpha = AlphaMask.fromMask(shape);
  assert.deepEqual(alpha.extremeOverlap(alpha, [0, 0], "bottom_right"), shape.extremeOverlap(shape, [0, 0], "bottom-right"));
  assert.ok(alpha.memoryBytes > 15);
  const buffer = new CollisionBuffer("owners", [0, 0, 5, 3]);
  buffer.draw(shape, [0, 0], 7);
  assert.deepEqual(Array.from(buffer.toImage().data.subarray(0, 4)), CollisionBuffer.colourOf(7));
  assert.ok(buffer.memoryBytes > 0);
  assert.deepEqual(new Pose({ position: [7, 3], rotation: 90, pivot: [1, 1] }).pointAt([2, 1]), { x: 7, y: 4 });
  assert.equal(Pack.isPack(new Uint8Array(3)), false);
  const walls = [{ shape, position: [50, 0] }, { shape: [0, 0, 4, 4], position: [20, 0] }];
  const hit = rayCastObstacles(walls, [0, 0.5], [100, 0]);
  assert.equal(hit.index, 1);
  assert.deepEqual([hit.cast.time.numerator, hit.cast.time.denominator], [1n, 5n]);
  assert.equal(rayCastObstacles(walls, [0, 9], [100, 0]), null);
});

test("ways that bend", () => {
  // A ball flies 40 pixels to the right. At x = 100 it bounces, after a quarter of the step. Rust's example is the same.
  const dot = Mask.filled(1, 1);
  for (const until of [0.25, { value: 0.25, numerator: 1n, denominator: 4n }]) {
    const world = new World();
    world.insert(dot, { position: [99, 5] });
    const ball = world.insert(dot, { position: [90, 5], swept: true });
    world.step();
    world.setPosition(ball, [70, 5]);
    const parts = [{ from: [90, 5], to: [130, 5], until }, { from: [110, 5], to: [70, 5] }];
    const [event] = world.stepAlong(new Map([[ball, parts]]));
    assert.equal(event.kind, "pass");
    assert.deepEqual([event.time.numerator, event.time.denominator], [17n, 80n]);
  }
  const world = new World();
  const ball = world.insert(dot, { swept: true });
  const times = [{ numerator: -1n, denominator: 2n ** 33n }, { numerator: 2n ** 64n, denominator: 4n }, { numerator: 0n, denominator: 2n ** 64n + 1n }];
  for (const until of [1.5, -1, NaN, ...times]) {
    const parts = [{ from: [0, 0], to: [1, 1], until }, { from: [0, 0], to: [0, 0] }];
    assert.throws(() => world.stepAlong([[ball, parts]]), { name: "RangeError", message: /the until must be from 0 to 1/ });
  }
});
