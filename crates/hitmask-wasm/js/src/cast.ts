// When a motion meets something.

import * as check from "./check.js";
import type { PointLike } from "./check.js";
import { numberOf, type Owned } from "./owned.js";
import { castOf, stepCastOf, type Cast, type PixelsCast } from "./table.js";
import type { Time } from "./time.js";
import { checked, desk, wasm } from "./wasm.js";

/** The upper and the lower 32 bits of the numerator and of the denominator. What is no time becomes one that the module refuses. */
export function halvesOf(time: Time | number): number[] {
  const number = typeof time === "number" ? (time >= 0 && time <= 1 ? Math.round(time * 2 ** 53) : 2 ** 54) : null;
  const parts = number === null ? [(time as Time).numerator, (time as Time).denominator] : [BigInt(number), 2n ** 53n];
  if (parts.some((part) => part !== BigInt.asUintN(64, part))) return halvesOf(2);
  return parts.flatMap((part) => [Number(part >> 32n), Number(part & 0xffffffffn)]);
}

export function castWith(shape: Owned, mask: Owned, from: PointLike, motion: PointLike): Cast {
  check.position(from, "the position");
  const [x, y] = [check.x, check.y];
  check.position(motion, "the motion");
  checked(wasm.cast(numberOf(shape), numberOf(mask), x, y, check.x, check.y));
  return castOf(desk());
}

export function rayWith(shape: Owned, from: PointLike, motion: PointLike): Cast {
  check.position(from, "the position");
  const [x, y] = [check.x, check.y];
  check.position(motion, "the motion");
  checked(wasm.ray_cast(numberOf(shape), x, y, check.x, check.y));
  return castOf(desk());
}

export function pixelsWith(shape: Owned, mask: Owned, offset: PointLike, motion: PointLike): PixelsCast {
  check.pixel(offset, "the offset");
  const [x, y] = [check.x, check.y];
  check.pixel(motion, "the motion");
  checked(wasm.cast_pixels(numberOf(shape), numberOf(mask), x, y, check.x, check.y));
  return stepCastOf(desk());
}
