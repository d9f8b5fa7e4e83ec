// A cache of posed masks.

import * as check from "./check.js";
import type { Point, Rect } from "./check.js";
import { newMask, readMask, type Mask, type PlacedMask } from "./mask.js";
import { Kept, Owned, numberOf } from "./owned.js";
import { layPose, type Pose } from "./pose.js";
import { pointOnDesk, rectOnDesk } from "./shape.js";
import { checked, desk, wasm } from "./wasm.js";

/** What a cache has done, and what it holds. */
export interface CacheStats {
  /** Requests that were answered with a stored mask. */
  hits: number;
  /** Requests for which a mask had to be baked. */
  misses: number;
  /** Masks that were dropped because of the limit. */
  evictions: number;
  /** The masks stored now. */
  entries: number;
  /** Their memory. */
  bytes: number;
  maxBytes: number;
}

/**
 * Keeps posed masks, for games that draw the same sprites at the same angles again and again. The answers are those of the verbs of Mask
 * without a cache, by the raster rule. A mask that is edited is baked again. The least recently used masks are dropped first.
 */
export class PoseCache extends Owned {
  /** A cache that stores at most so many bytes of masks. By default 64 MiB. */
  constructor(maxBytes = 2 ** 26) {
    super(new Kept(wasm.cache_new(check.whole(maxBytes, "the limit of the cache", 0, 2 ** 32 - 1))));
  }

  /** The world pixels that the posed mask covers, as a mask of your own, and where its corner lies. */
  bake(mask: Mask, pose: Pose): PlacedMask {
    const read = readMask(mask, "the mask");
    layPose(0, pose);
    const baked = checked(wasm.cache_bake(numberOf(this), numberOf(read)));
    return { corner: pointOnDesk(), mask: newMask(baked) };
  }

  /** Whether two posed masks overlap, by the raster rule. The pictures are kept. */
  overlapsPosed(a: Mask, poseA: Pose, b: Mask, poseB: Pose): boolean {
    return this.#ask(a, poseA, b, poseB, wasm.cache_overlaps);
  }

  /** How many world pixels two posed masks both cover. The pictures are kept. */
  overlapAreaPosed(a: Mask, poseA: Pose, b: Mask, poseB: Pose): number {
    this.#ask(a, poseA, b, poseB, wasm.cache_overlap_area);
    return desk()[0]!;
  }

  /** The first world pixel (the topmost, then the leftmost) that two posed masks both cover. The pictures are kept. */
  firstOverlapPosed(a: Mask, poseA: Pose, b: Mask, poseB: Pose): Point | null {
    return this.#ask(a, poseA, b, poseB, wasm.cache_first_overlap) ? pointOnDesk() : null;
  }

  /** The smallest rectangle around the world pixels that two posed masks both cover. The pictures are kept. */
  overlapBoundsPosed(a: Mask, poseA: Pose, b: Mask, poseB: Pose): Rect | null {
    return this.#ask(a, poseA, b, poseB, wasm.cache_overlap_bounds) ? rectOnDesk() : null;
  }

  /** Hits and misses since the cache was made, and its current contents. */
  get stats(): CacheStats {
    wasm.cache_stats(numberOf(this));
    const [hits, misses, evictions, entries, bytes, maxBytes] = desk() as unknown as [number, number, number, number, number, number];
    return { hits, misses, evictions, entries, bytes, maxBytes };
  }

  /** Drops every mask. The counters of hits, misses and evictions are kept. */
  clear(): void {
    wasm.cache_clear(numberOf(this));
  }

  #ask(a: Mask, poseA: Pose, b: Mask, poseB: Pose, ask: (cache: number, a: number, b: number) => number): boolean {
    const [first, second] = [readMask(a, "the mask"), readMask(b, "the other mask")];
    layPose(0, poseA);
    layPose(6, poseB);
    return checked(ask(numberOf(this), numberOf(first), numberOf(second))) === 1;
  }
}
