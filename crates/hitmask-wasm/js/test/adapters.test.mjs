// The adapters are given what is none of their host's objects: they say so in a sentence of their own.

import assert from "node:assert/strict";
import test from "node:test";

import "./load.mjs";

/** What JavaScript itself says, which tells nobody what to do. */
const RAW = /Cannot (read|destructure|set|convert|use)|is not (a function|iterable|defined|a constructor)|Invalid value used|undefined \(|\(reading/;
const NONE = [undefined, null, 3, "ship", {}, [], () => {}];

/** Calls that take one thing of a host. */
const CALLS = {
  phaser: ({ forget, maskOf, hitTest, overlaps, poseOf, process, terrainOf, masks }, mask) => ({
    forget, maskOf, overlaps: (it) => overlaps(it, it), "overlaps with masks": (it) => overlaps(it, mask, it, mask), poseOf, process: (it) => process(it, it), terrainOf,
    hitTest: (it) => hitTest()({}, 0, 0, it), "masks.of": (it) => masks.of(it), "masks.set": (it) => masks.set(it, mask), "masks.forget": (it) => masks.forget(it),
  }),
  pixi: ({ maskOf, hitArea, overlaps, poseOf, masks, PixelSystem }, mask) => ({
    maskOf, hitArea: (it) => hitArea(it).contains(0, 0), overlaps: (it) => overlaps(it, it), "overlaps with masks": (it) => overlaps(it, mask, it, mask), poseOf,
    "masks.of": (it) => masks.of(it), "masks.set": (it) => masks.set(it, mask), "masks.forget": (it) => masks.forget(it), add: (it) => new PixelSystem().add(it),
  }),
  konva: ({ maskOf, forget, intersects, overlaps, getIntersection, hitFunc, poseOf }, mask) => ({
    maskOf, forget, intersects: (it) => intersects(it, { x: 0, y: 0 }), "a point": (it) => intersects({}, it), overlaps: (it) => overlaps(it, it),
    "overlaps with masks": (it) => overlaps(it, mask, it, mask), getIntersection: (it) => getIntersection(it, { x: 0, y: 0 }), hitFunc: (it) => hitFunc()({}, it), poseOf,
  }),
  kaplay: ({ maskOf, forget }) => ({ maskOf: (it) => maskOf(it, { x: 0, y: 0, w: 1, h: 1 }), "the quad of maskOf": (it) => maskOf({ width: 1, height: 1 }, it), forget }),
  excalibur: ({ maskOf, forget }) => ({ maskOf, forget }),
};

for (const [name, calls] of Object.entries(CALLS)) {
  test(`${name}: what is no object of its host is refused with a sentence`, async () => {
    const [adapter, { Mask }] = await Promise.all([import(`../../../../target/npm/hitmask/${name}.js`), import("../../../../target/npm/hitmask/index.js")]);
    const raw = [];
    let refused = 0;
    for (const [call, run] of Object.entries(calls(adapter, Mask.filled(1, 1)))) {
      for (const it of NONE) {
        try {
          run(it);
        } catch (error) {
          refused++;
          if (!["TypeError", "RangeError"].includes(error.name) || RAW.test(error.message)) raw.push(`${call}(${typeof it === "string" ? `"${it}"` : Array.isArray(it) ? "[]" : it}): ${error}`);
        }
      }
    }
    assert.deepEqual(raw, []);
    assert.ok(refused > 5, String(refused));
  });
}
