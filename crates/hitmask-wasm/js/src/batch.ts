// Many pairs of masks in one call.

import * as check from "./check.js";
import { maskNumber } from "./mask.js";
import type { Mask } from "./mask.js";
import { bytes, checked, desk, newNumbers, numbers, wasm } from "./wasm.js";

/** Fills the module's list: the masks, then for each pair two indices into them and an offset. */
function give(masks: readonly Mask[], pairs: Int32Array | Uint32Array | readonly number[], offsets: Int32Array | readonly number[]): void {
  if (pairs.length % 2 !== 0 || pairs.length !== offsets.length) {
    throw new RangeError(`there must be two indices and two coordinates for each pair, not ${pairs.length} and ${offsets.length}`);
  }
  const numbersOfMasks = masks.map((mask) => maskNumber(mask, "a mask of the batch"));
  const count = masks.length;
  const list = newNumbers(1 + count + 2 * pairs.length);
  list[0] = count;
  list.set(numbersOfMasks, 1);
  const plain = !(offsets instanceof Int32Array);
  for (let i = 0, to = 1 + count; i < pairs.length; i += 2, to += 4) {
    const [a, b] = [pairs[i]!, pairs[i + 1]!];
    if (!(a >= 0 && a < count && b >= 0 && b < count)) {
      throw new RangeError(`pair ${i / 2} asks for the masks ${a} and ${b}, but there are ${count} masks`);
    }
    list[to] = a;
    list[to + 1] = b;
    list[to + 2] = plain ? check.i32(offsets[i], "the x of an offset") : offsets[i]!;
    list[to + 3] = plain ? check.i32(offsets[i + 1], "the y of an offset") : offsets[i + 1]!;
  }
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
