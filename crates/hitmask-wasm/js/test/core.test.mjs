// The core beside the full package. Run for each of them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { partOf } from "../build.mjs";
import hitmask, { isCore, root } from "./load.mjs";

const { Mask, Pose, PoseCache, overlapsBatch } = hitmask;
const core = await import(new URL("target/npm/hitmask/core/index.js", root));

test("what the core has, the full package has under the same names", () => {
  for (const [name, value] of Object.entries(core)) {
    assert.equal(typeof hitmask[name], typeof value, name);
    for (const method of Object.getOwnPropertyNames(value.prototype ?? {})) assert.ok(method in hitmask[name].prototype, `${name}.${method}`);
  }
  assert.equal("World" in hitmask, !isCore);
  assert.equal("outline" in Mask.prototype, !isCore);
});

test("every call of the core's scripts is an export of its module", () => {
  for (const file of ["batch", "cache", "mask", "owned", "pose", "shape", "wasm"]) {
    const text = readFileSync(new URL(`target/npm/hitmask/core/${file}.js`, root), "utf8");
    const module = new WebAssembly.Module(readFileSync(new URL("target/npm/hitmask/core/hitmask.wasm", root)));
    const names = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
    for (const [, name] of text.matchAll(/\bwasm\.(\w+)/g)) assert.ok(name === "js" || names.has(name), `${file}.js: ${name}`);
  }
});

test("edits, turns, caches and batches", () => {
  const [a, b] = [Mask.fromFunction(9, 7, (x, y) => (x + y) % 3 === 0), Mask.filled(4, 4)];
  const union = a.clone();
  union.unionWith(b, [2, 1]);
  assert.equal(union.count, a.count + b.count - a.overlapArea(b, [2, 1]));
  assert.ok(a.rotate90().rotate90().equals(a.flipH().flipV()));
  assert.equal(a.crop([2, 1, 4, 4]).count, a.overlapArea(b, [2, 1]));
  assert.deepEqual(Array.from(overlapsBatch([a, b], [0, 1, 1, 0], [2, 1, 50, 0])), [1, 0]);
  const [pose, still] = [new Pose({ rotation: 30, position: [3, 2] }), new Pose()];
  assert.equal(new PoseCache().overlapAreaPosed(a, pose, b, still), a.overlapAreaPosed(pose, b, still));
  a.free();
  assert.throws(() => a.count, TypeError);
});

test("a rectangle is a shape in the full package only", () => {
  const mask = Mask.filled(4, 4);
  if (isCore) assert.throws(() => mask.overlaps([0, 0, 2, 2], [1, 1]), { name: "TypeError", message: /must be a Mask/ });
  else assert.equal(mask.overlaps([0, 0, 2, 2], [1, 1]), true);
});

test("a part of a source", () => {
  const source = "a\n  // #full\n  b\n  // #core\n  // c\n  // #end\nd";
  assert.equal(partOf(source, "full"), "a\n  b\nd");
  assert.equal(partOf(source, "core"), "a\n  c\nd");
});
