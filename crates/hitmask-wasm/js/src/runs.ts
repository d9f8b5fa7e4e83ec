// Run masks: the solid runs of each row.

import * as check from "./check.js";
import type { Point, PointLike, RectLike } from "./check.js";
import { Picture, componentsOf, momentsOf, newMask, readMask, type Components, type Connectivity, type Mask, type Moments, type ShapeLike } from "./mask.js";
import { Kept, numberOf } from "./owned.js";
import { pointOnDesk } from "./shape.js";
import { checked, giveNumbers, numbers, wasm } from "./wasm.js";

/** Stores huge simple shapes in little memory. It has the verbs of a mask, and does not change. */
export class RunMask extends Picture {
  /** The runs of each row, from left to right, each `[start, end]`: the end is the first pixel behind the run. */
  constructor(width: number, height: number, rows: readonly (readonly (readonly [number, number])[])[]);
  /** @internal */
  constructor(kept: Kept);
  constructor(width: number | Kept, height?: number, rows?: readonly (readonly (readonly [number, number])[])[]) {
    if (width instanceof Kept) {
      super(width);
    } else {
      const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
      if (!Array.isArray(rows) || rows.length !== h) check.wrongType("the rows", `${h} lists of runs`, rows);
      const list: number[] = [];
      for (const row of rows as readonly (readonly (readonly [number, number])[])[]) {
        list.push(check.whole(row.length, "the number of runs of a row", 0, 65535));
        for (const [start, end] of row) {
          list.push(check.whole(start, "the start of a run", 0, 65535), check.whole(end, "the end of a run", 0, 65535));
        }
      }
      giveNumbers(list);
      super(new Kept(checked(wasm.runs_new(w, h))));
    }
  }

  /** The runs of a mask. */
  static fromMask(mask: Mask): RunMask {
    return new RunMask(new Kept(wasm.runs_from_mask(numberOf(readMask(mask, "the mask")))));
  }

  /** The same pixels as bits. */
  toMask(): Mask {
    return newMask(checked(wasm.to_mask(numberOf(this))));
  }

  /** The number of runs in all rows. */
  get runCount(): number {
    return wasm.run_count(numberOf(this));
  }

  /** The mean of the coordinates of the solid pixels, each rounded down. Null if no pixel is solid. */
  centroid(): Point | null {
    return wasm.centroid(numberOf(this)) ? pointOnDesk() : null;
  }

  components(connectivity: Connectivity = 8): Components {
    return componentsOf(numberOf(this), connectivity);
  }

  /** The pixels inside a rectangle, as a run mask of the rectangle's size. Pixels outside it are clear. */
  crop(rect: RectLike): RunMask {
    const { x, y, w, h } = check.rect(rect, "the rectangle");
    return new RunMask(new Kept(checked(wasm.crop(numberOf(this), x, y, w, h))));
  }

  /** Mirrored: left becomes right. */
  flipH(): RunMask {
    return new RunMask(new Kept(wasm.turned(numberOf(this), 0)));
  }

  /** Mirrored: top becomes bottom. */
  flipV(): RunMask {
    return new RunMask(new Kept(wasm.turned(numberOf(this), 1)));
  }

  /** The area and the first and second moments of the solid pixels. */
  moments(): Moments {
    return momentsOf(numberOf(this));
  }

  /** The runs of a row. Empty if there is no such row. */
  runs(row: number): [number, number][] {
    const list = numbers(wasm.runs_of(numberOf(this), check.u32(row, "the row")));
    const runs: [number, number][] = [];
    for (let i = 0; i < list.length; i += 2) runs.push([list[i]!, list[i + 1]!]);
    return runs;
  }

  overlapMask(other: ShapeLike, offset: PointLike): Mask {
    return this.overlapPlaced(other, offset).mask;
  }
}
