// When a motion meets something.

import type { Point } from "./check.js";
import { pointOnDesk } from "./shape.js";
import { TIME, timeOf } from "./time.js";
import type { Time } from "./time.js";
import { desk } from "./wasm.js";

export { TIME, timeOf };
export type { Time };

/** What a straight motion met. */
export type Cast =
  | { kind: "miss" }
  | { kind: "initial-overlap" }
  | {
      kind: "hit";
      time: Time;
      /** The first pixel of the shape that rests among those that are met at that time. */
      point: Point;
      /** The direction against the motion on each axis whose overlap begins then. */
      normal: Point;
    };

/** What a motion by whole pixels met. */
export type PixelsCast =
  | { kind: "miss" }
  | { kind: "initial-overlap" }
  | {
      kind: "hit";
      /** After how many steps of a pixel they overlap. */
      steps: number;
      /** The last offset that is free. */
      offset: Point;
      point: Point;
    };

/** What a motion met whose shape turns. The times are proven. */
export type PosedCast =
  | { kind: "miss" }
  | { kind: "initial-overlap" }
  | { kind: "hit"; freeUntil: Time; overlappingAt: Time }
  | { kind: "unclear"; freeUntil: Time };

/** The upper and the lower 32 bits of the numerator and of the denominator. What is no time becomes one that the module refuses. */
export function halvesOf(time: Time | number): number[] {
  const number = typeof time === "number" ? (time >= 0 && time <= 1 ? Math.round(time * 2 ** 53) : 2 ** 54) : null;
  const parts = number === null ? [(time as Time).numerator, (time as Time).denominator] : [BigInt(number), 2n ** 53n];
  if (parts.some((part) => part !== BigInt.asUintN(64, part))) return halvesOf(2);
  return parts.flatMap((part) => [Number(part >> 32n), Number(part & 0xffffffffn)]);
}

/** The cast on the desk, from a place on. */
export function castOnDesk(reply: number, place = 0): Cast {
  const floats = desk();
  if (reply === 0 || floats[place] === 0) return { kind: "miss" };
  if (floats[place] === 1) return { kind: "initial-overlap" };
  const after = place + 1 + TIME;
  return { kind: "hit", time: timeOf(floats, place + 1), point: pointOnDesk(after), normal: pointOnDesk(after + 2) };
}
