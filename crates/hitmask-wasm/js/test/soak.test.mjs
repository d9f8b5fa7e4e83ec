// A soak: random verbs, called from random places in the arguments of others, on the same objects or on new ones. `HITMASK_SOAK` says how many.

import assert from "node:assert/strict";
import test from "node:test";

import hitmask from "./load.mjs";
import { Scene, disturb, freed, functions, hostile, prepared, wasm } from "./reentry.mjs";

const COUNT = Number(process.env.HITMASK_SOAK ?? 3000);
const SEED = Number(process.env.HITMASK_SEED ?? 20260101);
const DEPTH = 4;
const { Mask } = hitmask;

let state = SEED;
/** A whole number below the bound. */
function random(bound) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % bound;
}

const all = functions();
let verbs = 0;
const outcomes = { answered: 0, refused: 0 };

/** One verb. `outer` are the verbs in whose arguments it is called: their scenes and receivers. */
function verb(outer) {
  verbs++;
  const shared = outer.length > 0 && random(2) === 0 ? outer[random(outer.length)] : undefined;
  const among = shared === undefined ? all : all.filter(({ of }) => of === shared.of);
  const what = among[random(among.length)];
  const scene = shared?.scene ?? new Scene();
  const checks = [];
  const name = [...outer.map(({ name }) => name), what.name].join(" > ");
  try {
    const { receiver, args } = prepared(scene, what, random(2), shared?.receiver);
    const now = [...outer, { scene, receiver, of: what.of, name: what.name }];
    const rate = 1 + random(6);
    const hook = () => {
      if (random(rate) !== 0 || verbs >= COUNT) return;
      const { scene } = now[random(now.length)];
      const action = random(12);
      if (action === 0) scene.free();
      else if (action === 1) scene.owned[random(scene.owned.length)]?.free();
      else if (action === 2) throw new RangeError("thrown in the middle");
      else if (action < 5) checks.push(disturb());
      else if (now.length < DEPTH) verb(now);
    };
    const answer = what.call.apply(receiver, args.map((arg) => hostile(arg, hook)));
    freed(answer);
    outcomes.answered++;
  } catch (error) {
    outcomes.refused++;
    assert.ok(error instanceof TypeError || error instanceof RangeError, `verb ${verbs} from seed ${SEED}, ${name}: ${error.stack}`);
  }
  assert.ok(checks.every((check) => check()), `verb ${verbs} from seed ${SEED}, ${name}: memory of others was changed`);
  if (shared === undefined) scene.free();
}

test(`${COUNT} verbs from the arguments of verbs`, async () => {
  const mask = Mask.filled(8, 8);
  for (let turn = 0; verbs < COUNT; turn++) {
    // Engines find between turns what is unreachable: the answers of verbs that were cut off.
    if (turn % 200 === 0) await new Promise(setImmediate);
    verb([]);
    assert.equal(mask.overlapArea(mask, [4, 4]), 16, `after verb ${verbs} from seed ${SEED}`);
  }
  // Both come often, or the soak shows nothing.
  assert.ok(outcomes.answered > COUNT / 10 && outcomes.refused > COUNT / 10, JSON.stringify(outcomes));
  assert.ok(wasm.memory.buffer.byteLength < 2 ** 28, `${wasm.memory.buffer.byteLength} bytes`);
});
