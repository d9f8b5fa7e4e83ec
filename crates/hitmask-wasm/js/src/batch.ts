// Many pairs of masks in one call.

import * as check from "./check.js";
import { readMask, type Mask } from "./mask.js";
import { numberOf } from "./owned.js";
import { bytes, checked, desk, giveNumbers, newBytes, numbers, wasm } from "./wasm.js";

/** Reads 32-bit numbers: as bytes. */
function words(values: Int32Array | Uint32Array | readonly number[], what: string): Uint8Array {
  const of = check.typedAs(values);
  const plain = of === "Int32Array" || of === "Uint32Array";
  return check.bytesOf(plain ? values : Int32Array.from(values, (value) => check.i32(value, what)));
}

/** Fills the module's lists: the masks, and for all pairs two indices into them, then for all pairs an offset. */
function give(masks: readonly Mask[], pairs: Int32Array | Uint32Array | readonly number[], offsets: Int32Array | readonly number[]): void {
  const [first, second] = [words(pairs, "an index of the batch"), words(offsets, "a coordinate of an offset")];
  if (first.length % 8 !== 0 || first.length !== second.length) {
    throw new RangeError(`there must be two indices and two coordinates for each pair, not ${first.length / 4} and ${second.length / 4}`);
  }
  const all: Mask[] = [];
  for (const mask of masks) all.push(readMask(mask, "a mask of the batch"));
  giveNumbers(all.map(numberOf));
  const list = newBytes(first.length + second.length);
  list.set(first);
  list.set(second, first.length);
}

/**
 * Whether each pair of masks overlaps: 1 or 0 for each.
 *
 * pairs: two indices into `masks` for each pair. offsets: x and y for each pair, the second mask's corner minus the first one's.
 */
export function overlapsBatch(
  masks: readonly Mask[],
  pairs: Int32Array | Uint32Array | readonly number[],
  offsets: Int32Array | readonly number[],
): Uint8Array<ArrayBuffer> {
  give(masks, pairs, offsets);
  checked(wasm.overlaps_batch());
  return bytes(desk()[0]!);
}

/** How many pixels overlap in each pair of masks. */
export function overlapAreasBatch(
  masks: readonly Mask[],
  pairs: Int32Array | Uint32Array | readonly number[],
  offsets: Int32Array | readonly number[],
): Float64Array<ArrayBuffer> {
  give(masks, pairs, offsets);
  checked(wasm.overlap_areas_batch());
  return numbers(desk()[0]!);
}

/** The first common pixel of each pair: three numbers for each, 1 if there is one and its x and y, else 0, 0, 0. */
export function firstOverlapsBatch(
  masks: readonly Mask[],
  pairs: Int32Array | Uint32Array | readonly number[],
  offsets: Int32Array | readonly number[],
): Int32Array<ArrayBuffer> {
  give(masks, pairs, offsets);
  checked(wasm.first_overlaps_batch());
  return Int32Array.from(numbers(desk()[0]!));
}
