// When a motion meets something.

import type { Time } from "./time.js";

/** The upper and the lower 32 bits of the numerator and of the denominator. What is no time becomes one that the module refuses. */
export function halvesOf(time: Time | number): number[] {
  const number = typeof time === "number" ? (time >= 0 && time <= 1 ? Math.round(time * 2 ** 53) : 2 ** 54) : null;
  const parts = number === null ? [(time as Time).numerator, (time as Time).denominator] : [BigInt(number), 2n ** 53n];
  if (parts.some((part) => part !== BigInt.asUintN(64, part))) return halvesOf(2);
  return parts.flatMap((part) => [Number(part >> 32n), Number(part & 0xffffffffn)]);
}
