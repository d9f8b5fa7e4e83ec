// Atlases: the forms of several programs, trimmed and turned frames, and files that are none.

import assert from "node:assert/strict";
import test from "node:test";

import hitmask from "./load.mjs";

const { AlphaMask, Atlas, Mask } = hitmask;

/** A picture whose alphas a function gives. */
function picture(width, height, alpha) {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data[4 * (y * width + x) + 3] = alpha(x, y);
  return { width, height, data };
}

/** The rows of a mask, as text. */
function rows(mask) {
  return Array.from({ length: mask.height }, (_, y) => Array.from({ length: mask.width }, (_, x) => (mask.get([x, y]) ? "#" : ".")).join(""));
}

// An L of three by two pixels, at (4, 1); the same turned clockwise at (8, 0).
const sheet = picture(12, 8, (x, y) => {
  const l = (u, v) => (v === 1 && u >= 0 && u < 3) || (v === 0 && u === 0);
  return l(x - 4, y - 1) || l(y, 1 - (x - 8)) ? 200 : 0;
});
const rect = (x, y, w, h) => ({ x, y, w, h });
const whole = { frame: rect(4, 1, 3, 2), rotated: false, trimmed: false, spriteSourceSize: rect(0, 0, 3, 2), sourceSize: { w: 3, h: 2 } };
const turned = {
  frame: rect(8, 0, 3, 2), rotated: true, trimmed: true, spriteSourceSize: rect(1, 2, 3, 2), sourceSize: { w: 5, h: 4 },
  pivot: { x: 0.5, y: 1 }, duration: 120,
};
const meta = { image: "sheet.png", size: { w: 12, h: 8 } };

test("a hash, a list and several pages say the same", () => {
  const forms = [
    { frames: { whole, turned }, meta },
    { frames: [{ filename: "whole", ...whole }, { filename: "turned", ...turned }], meta },
    { textures: [{ image: "sheet.png", frames: [{ filename: "whole", ...whole }] }, { image: "sheet.png", frames: { turned } }] },
  ];
  for (const json of forms) {
    for (const atlas of [new Atlas(json), new Atlas(JSON.stringify(json))]) {
      assert.deepEqual(atlas.frames.map(({ name }) => name), ["whole", "turned"]);
      assert.equal(atlas.pictures[0], "sheet.png");
      assert.deepEqual(rows(atlas.mask("whole", sheet)), ["#..", "###"]);
      assert.deepEqual(rows(atlas.mask(1, sheet)), [".....", ".....", ".#...", ".###."]);
      const { mask, corner } = atlas.trimmedMask("turned", sheet);
      assert.deepEqual([rows(mask), corner], [["#..", "###"], { x: 1, y: 2 }]);
      assert.deepEqual(atlas.frame("turned").pivot, { x: 2.5, y: 4 });
      assert.equal(atlas.frame("turned").duration, 120);
      assert.equal(atlas.frame("whole").duration, null);
      const alphas = atlas.alphaMask("turned", sheet);
      assert.ok(alphas instanceof AlphaMask);
      assert.deepEqual([alphas.width, alphas.height, alphas.toBytes().filter((alpha) => alpha === 200).length], [5, 4, 4]);
      assert.ok(atlas.mask("whole", sheet, 201).isEmpty);
      assert.ok(atlas.mask("turned", sheet).equals(alphas.toMask(200)));
    }
  }
});

test("tags, animations and slices", () => {
  const atlas = new Atlas({
    frames: [whole, turned, whole],
    meta: {
      ...meta,
      frameTags: [{ name: "walk", from: 1, to: 2, direction: "pingpong" }, { name: "far", from: 2, to: 9, direction: "?" }],
      slices: [{ name: "fist", keys: [{ frame: 0, bounds: rect(-1, 0, 2, 2), pivot: { x: 1, y: 1 } }] }],
    },
    animations: { jump: ["2", "0", "gone"], other: 5 },
  });
  assert.deepEqual(atlas.tags, [
    { name: "walk", frames: [1, 2], direction: "pingpong" },
    { name: "far", frames: [2], direction: "forward" },
    { name: "jump", frames: [2, 0], direction: "forward" },
  ]);
  assert.deepEqual(atlas.slices, [{ name: "fist", keys: [{ frame: 0, bounds: rect(-1, 0, 2, 2), pivot: { x: 1, y: 1 } }] }]);
});

test("of two frames of one name the first is found by it", () => {
  const atlas = new Atlas({ frames: [{ filename: "a", ...whole }, { filename: "a", ...turned }], meta });
  assert.equal(atlas.frame("a"), atlas.frames[0]);
  assert.equal(atlas.frame(1), atlas.frames[1]);
});

test("a frame called toString is a frame like any other", () => {
  const atlas = new Atlas({ frames: { toString: whole }, meta });
  assert.equal(atlas.frame("toString").name, "toString");
  assert.throws(() => atlas.frame("constructor"), { name: "RangeError", message: 'the atlas has no frame "constructor"' });
});

test("what is no atlas is refused with a sentence", () => {
  const bad = [
    ["{", "JSON"],
    ["[]", "the top is no object"],
    [{}, 'there is neither "frames" nor "textures" at the top'],
    [{ frames: {}, meta }, "it lists no frame"],
    [{ frames: { whole } }, "meta.image names no picture"],
    [{ frames: { a: 5 }, meta }, 'frame "a" is no object'],
    [{ frames: { a: { frame: rect(0.5, 0, 1, 1) } }, meta }, 'the x of the frame of frame "a" is no whole number from 0 to 65535'],
    [{ frames: { a: { ...whole, frame: rect(-1, 0, 1, 1) } }, meta }, 'the x of the frame of frame "a" is no whole number'],
    [{ frames: { a: { ...whole, sourceSize: { w: 2, h: 2 } } }, meta }, 'the trimmed part of frame "a" does not fit into its 2 x 2 pixels'],
    [{ frames: { a: { ...whole, pivot: { x: "1", y: 2 } } }, meta }, 'the pivot of frame "a" has no finite x and y'],
  ];
  for (const [json, sentence] of bad) {
    assert.throws(() => new Atlas(json), (error) => error instanceof RangeError && error.message.includes(sentence), sentence);
  }
  const outside = new Atlas({ frames: { a: { frame: rect(10, 0, 3, 1) } }, meta });
  assert.throws(() => outside.mask("a", sheet), { name: "RangeError", message: /frame "a" lies outside the picture of 12 x 8 pixels/ });
  assert.throws(() => outside.mask("a", { width: 13, height: 8, data: new Uint8Array(9) }), RangeError);
  assert.equal(Mask.filled(1, 1).count, 1);
});

test("Aseprite's inner padding is no part of the trimmed frame", () => {
  const padded = { frame: rect(3, 0, 5, 4), trimmed: true, spriteSourceSize: rect(1, 1, 3, 2), sourceSize: { w: 5, h: 4 } };
  const atlas = new Atlas({ frames: { padded }, meta });
  assert.deepEqual(rows(atlas.mask("padded", sheet)), [".....", ".#...", ".###.", "....."]);
});
