// What a host shows of an object: pixels, and where they lie.

import { placeOf } from "./affine.js";
import type { Box, MatrixLike, Numbers, Round } from "./affine.js";
import { covers } from "../hit.js";
import type { Mask } from "../mask.js";
import { Pose } from "../pose.js";
import type { Terrain } from "../terrain.js";

export interface Seen<S = Mask | Terrain> {
  readonly shape: S;
  readonly place: Numbers;
}

/** Whether two objects overlap on some pixel; with masks of yours, or with those of what they show. */
export interface Overlaps<T> {
  (a: T, b: T): boolean;
  (a: T, maskA: Mask, b: T, maskB: Mask): boolean;
}

/** By how much a pose may stretch a pixel. */
const MOST = 64;
const enlarged = new WeakMap<Mask, Map<number, Mask>>();

/**
 * A picture that a host draws into a box under a matrix. Null if it covers no pixel. Where a pixel is stretched more than a pose can, such as the
 * one pixel of a white picture that is shown as a wall, the mask is enlarged first: it covers the same.
 */
export function seen(mask: Mask, matrix: MatrixLike, box: Box, round?: Round): Seen<Mask> | null {
  const place = placeOf(matrix, box, mask.width, mask.height, round);
  if (place === null) return null;
  const [a, b, c, d, tx, ty] = place;
  const stretch = Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d));
  if (!(stretch > MOST && Number.isFinite(stretch))) return { shape: mask, place };
  const times = Math.ceil(stretch / MOST);
  let all = enlarged.get(mask);
  if (all === undefined) enlarged.set(mask, (all = new Map()));
  let shape = all.get(times);
  if (shape === undefined) all.set(times, (shape = mask.scaleNearest(mask.width * times, mask.height * times)));
  return { shape, place: [a / times, b / times, c / times, d / times, tx, ty] };
}

/** A function that overlaps two objects as they are seen: (a, b), or with masks of yours (a, maskA, b, maskB). */
export function overlapsBy<T>(see: (object: T, mask?: Mask) => Seen<Mask> | null): Overlaps<T> {
  return (a: T, second: T | Mask, b?: T, maskB?: Mask): boolean =>
    b === undefined ? overlapsSeen(see(a), see(second as T)) : overlapsSeen(see(a, second as Mask), see(b, maskB));
}

/** Whether it covers the pixel at a point. */
export function isSeenAt(it: Seen<Mask> | null, x: number, y: number): boolean {
  return it !== null && covers(it.shape, Pose.fromMatrix(...it.place), x, y);
}

/** Whether two overlap on some pixel. */
export function overlapsSeen(a: Seen<Mask> | null, b: Seen<Mask> | null): boolean {
  return a !== null && b !== null && a.shape.overlapsPosed(Pose.fromMatrix(...a.place), b.shape, Pose.fromMatrix(...b.place));
}
