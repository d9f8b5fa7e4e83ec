// Arguments that run code of their own in the middle of a call: a getter, an iterator, a proxy, a callback. Whatever that code does, a call answers
// rightly or throws a TypeError or a RangeError; no memory of the module is written that belongs to others, and the module goes on.

import assert from "node:assert/strict";
import test from "node:test";

import hitmask from "./load.mjs";
import { Scene, disturb, freed, functions, hostile, prepared, shown, wasm } from "./reentry.mjs";

const { Mask } = hitmask;
const THROWN = new RangeError("thrown in the middle");

/** What a caller's code does. `exact`: the answer must be the one without it. */
const ACTIONS = {
  "asks something else": { exact: true, act: () => disturb() },
  "frees everything": { exact: true, act: (scene) => void scene.free() },
  "frees everything and makes other objects": {
    exact: true,
    act: (scene) => {
      scene.free();
      // More than there were, so that they get all of the numbers that have become free.
      for (let i = 0; i < 12; i++) scene.others.push(Mask.filled(5, 5));
    },
  },
  throws: {
    exact: true,
    act: () => {
      throw THROWN;
    },
  },
  "makes the same call": {
    exact: false,
    act: (scene, again) => void freed(again()),
  },
};

/** One call with arguments that act at the moment `at`, counted from 1; Infinity for every moment. Says how many moments there were. */
function tried(what, which, { act }, at) {
  const scene = new Scene();
  const { receiver, args } = prepared(scene, what, which);
  const again = () => what.call.apply(receiver, args);
  let [moments, busy] = [0, false];
  const checks = [];
  const hook = () => {
    if (busy) return;
    moments++;
    if (at !== Infinity && moments !== at) return;
    busy = true;
    try {
      checks.push(act(scene, again));
    } finally {
      busy = false;
    }
  };
  const given = args.map((arg) => hostile(arg, hook));
  let outcome;
  try {
    const answer = what.call.apply(receiver, given);
    busy = true;
    outcome = { answer: shown(answer), receiver: shown(receiver) };
    freed(answer);
  } catch (error) {
    outcome = { error };
  }
  busy = true;
  const whole = checks.every((check) => check?.() ?? true);
  scene.free();
  scene.others.forEach(freed);
  return { outcome, moments, whole };
}

// The module makes an object for rectangles once.
disturb()();

const plainly = { act: () => {} };

/** Few of many moments, the first and the last among them. */
const some = (moments) => {
  const all = Array.from({ length: moments }, (_, i) => i + 1);
  return moments <= 30 ? all : all.filter((at) => at <= 15 || at > moments - 10 || at % Math.ceil(moments / 8) === 0);
};

function works() {
  const mask = Mask.filled(8, 8);
  assert.equal(mask.overlapArea(mask, [4, 4]), 16);
  mask.free();
}

for (const what of functions()) {
  test(`code in the arguments of ${what.name}`, () => {
    for (const which of [0, 1]) {
      const { outcome: honest, moments } = tried(what, which, plainly, 0);
      assert.equal(honest.error, undefined);
      const objects = wasm.object_count();
      for (const [action, { exact, act }] of Object.entries(ACTIONS)) {
        for (const at of [...some(moments), Infinity]) {
          const { outcome, whole } = tried(what, which, { act }, at);
          const name = `form ${which}, moment ${at} of ${moments}: a caller that ${action}`;
          assert.ok(whole, `${name} finds memory of its own changed`);
          if (outcome.error !== undefined) {
            assert.ok(outcome.error instanceof TypeError || outcome.error instanceof RangeError, `${name}: ${outcome.error.stack}`);
            // Freed objects are needed; what only asks disturbs nothing.
            assert.ok(!action.startsWith("asks"), `${name}: ${outcome.error.stack}`);
          } else if (exact) {
            assert.deepEqual(outcome.answer, honest.answer, name);
            if (outcome.receiver !== "freed") assert.deepEqual(outcome.receiver, honest.receiver, name);
          }
          works();
        }
      }
      assert.ok(wasm.object_count() <= objects, `${wasm.object_count() - objects} objects are lost`);
    }
  });
}
