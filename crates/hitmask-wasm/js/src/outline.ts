// What outlines consist of: polygons with holes.

import * as check from "./check.js";
import type { OutlineBound } from "./words.js";

/** A closed polygon on the corners of pixels. */
export interface Ring {
  kind: "outer" | "hole";
  /** The index of the ring around this one. Null if there is none. */
  parent: number | null;
  /** x0, y0, x1, y1, ... Outer rings run clockwise on the screen, holes the other way. */
  points: Int32Array<ArrayBuffer>;
}

export interface SimplifyOptions {
  /** "outer" contains every solid pixel, "inner" no clear one, "within" may lie on both sides. */
  promise?: OutlineBound;
  /** The largest distance from the exact outline in pixels. 1 by default. */
  tolerance?: number;
  /** The largest number of corners. Throws a RangeError if the promise cannot be kept with so few. */
  maxPoints?: number;
}

/** Polygons as lists of points: x0, y0, x1, y1, ... */
export type Polygons = Int32Array<ArrayBuffer>[];

/** Takes apart a list of polygons: for each the number of its points, then the points. */
export function polygons(list: Float64Array): Polygons {
  const all: Polygons = [];
  for (let i = 0; i < list.length; ) {
    const end = i + 1 + 2 * list[i]!;
    all.push(Int32Array.from(list.subarray(i + 1, end)));
    i = end;
  }
  return all;
}

/** The most corners of a piece as the module takes it: 0 sets no limit. */
export const mostCorners = (most?: number): number => (most === undefined ? 0 : check.whole(most, "maxCorners", 3, 2 ** 32 - 1));
