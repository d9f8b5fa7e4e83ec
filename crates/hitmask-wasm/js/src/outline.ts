// Outlines: polygons with holes.

import * as check from "./check.js";
import type { Mask } from "./mask.js";
import { Kept, Owned, make, numberOf } from "./owned.js";
import { OUTLINE_BOUNDS, type OutlineBound } from "./words.js";
import { checked, numbers, wasm } from "./wasm.js";

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

/** The exact outline of a mask, or a simpler one. */
export class Outline extends Owned {
  #rings: Ring[] | undefined;

  /** @internal */
  constructor(kept: Kept) {
    super(kept);
  }

  /** All rings. Outer rings come before their holes. */
  get rings(): readonly Ring[] {
    if (this.#rings === undefined) {
      const list = numbers(wasm.outline_rings(numberOf(this)));
      this.#rings = [];
      for (let i = 0; i < list.length; ) {
        const end = i + 3 + 2 * list[i]!;
        this.#rings.push({
          kind: list[i + 1] === 1 ? "hole" : "outer",
          parent: list[i + 2]! < 0 ? null : list[i + 2]!,
          points: Int32Array.from(list.subarray(i + 3, end)),
        });
        i = end;
      }
    }
    return this.#rings;
  }

  /** How many corners all rings have together. */
  get pointCount(): number {
    return this.rings.reduce((count, ring) => count + ring.points.length / 2, 0);
  }

  /** An outline with fewer corners. It keeps its promise for every pixel. */
  simplify(options: SimplifyOptions = {}): Outline {
    check.known(options, "simplify", ["promise", "tolerance", "maxPoints"]);
    const promise = check.word(options.promise ?? "outer", "the promise", OUTLINE_BOUNDS);
    const tolerance = check.float(options.tolerance ?? 1, "the tolerance");
    const most = check.u32(options.maxPoints ?? 4294967295, "the number of corners");
    return new Outline(new Kept(checked(wasm.outline_simplify(numberOf(this), promise, tolerance, most))));
  }

  /** Convex polygons that together cover the same area: for a physics engine. `maxCorners`: the most corners of one; Box2D takes 8. */
  convexPieces(maxCorners?: number): Polygons {
    return polygons(numbers(wasm.outline_pieces(numberOf(this), mostCorners(maxCorners))));
  }

  /** The mask that the outline was made from. For a simplified outline, the pixels whose centres lie inside it. */
  toMask(): Mask {
    return make.mask(wasm.outline_to_mask(numberOf(this)));
  }

  /** The text of an SVG path. Fill it by the even-odd rule or by the other one: both give the same. */
  toSvgPath(): string {
    return this.rings
      .map(({ points }) => {
        const corners: string[] = [];
        for (let i = 0; i < points.length; i += 2) corners.push(`${points[i]} ${points[i + 1]}`);
        return `M${corners.join("L")}Z`;
      })
      .join("");
  }

  /** A path for a canvas. */
  toPath2D(): Path2D {
    return new Path2D(this.toSvgPath());
  }
}
