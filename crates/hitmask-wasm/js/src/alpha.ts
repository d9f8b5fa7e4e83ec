// Alpha masks: one byte a pixel.

import * as check from "./check.js";
import type { Point, PointLike, Rect, RectLike } from "./check.js";
import { Picture, newMask, posed, readMask, type Mask, type PlacedMask } from "./mask.js";
import { Kept, Owned, numberOf } from "./owned.js";
import { readPixels, type PixelsLike } from "./pixels.js";
import { layPose, type Pose } from "./pose.js";
import { pointOnDesk, rectOnDesk } from "./shape.js";
import { bytes, checked, desk, giveBytes, numbers, wasm } from "./wasm.js";
import { SCAN_ORDERS, SLICE_FILLS, type ScanOrder, type SliceFill } from "./words.js";

/** Asks the module about two alpha masks at an offset. */
function ask(alpha: AlphaMask, other: AlphaMask, offset: PointLike, how: (a: number, b: number, x: number, y: number) => number): number {
  if (!(other instanceof AlphaMask)) check.wrongType("the other shape", "an AlphaMask", other);
  check.pixel(offset, "the offset");
  return checked(how(numberOf(alpha), numberOf(other), check.x, check.y));
}

/**
 * The alphas of a picture, from 0 to 255. Two of them overlap by alpha sum: at pixels where both are visible and their alphas add up to
 * 255 or more. `atLevel` gives a shape of the pixels from an alpha on.
 */
export class AlphaMask extends Owned {
  /** One byte a pixel, row by row. */
  constructor(width: number, height: number, alpha: Uint8Array | Uint8ClampedArray);
  /** @internal */
  constructor(kept: Kept);
  constructor(width: number | Kept, height?: number, alpha?: Uint8Array | Uint8ClampedArray) {
    if (width instanceof Kept) {
      super(width);
    } else {
      const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
      giveBytes(check.byteView(alpha, "the alphas"));
      super(new Kept(checked(wasm.alpha_new(w, h))));
    }
  }

  /** From four bytes a pixel: red, green, blue, alpha. */
  static fromRgba(width: number, height: number, rgba: Uint8Array | Uint8ClampedArray): AlphaMask {
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    giveBytes(check.byteView(rgba, "the pixels"));
    return newAlpha(checked(wasm.alpha_from_rgba(w, h)));
  }

  /** From an ImageData. */
  static fromImageData(image: PixelsLike): AlphaMask {
    return AlphaMask.fromRgba(image.width, image.height, image.data);
  }

  /** From an ImageBitmap, an image, a video or a canvas, or a part of it. Needs a browser. */
  static fromBitmap(bitmap: CanvasImageSource, part?: RectLike): AlphaMask {
    return AlphaMask.fromImageData(readPixels(bitmap, part));
  }

  /** An alpha mask with alpha 255 where the mask is solid and 0 elsewhere. */
  static fromMask(mask: Mask): AlphaMask {
    return newAlpha(wasm.alpha_from_mask(numberOf(readMask(mask, "the mask"))));
  }

  get width(): number {
    wasm.size(numberOf(this));
    return desk()[0]!;
  }

  get height(): number {
    wasm.size(numberOf(this));
    return desk()[1]!;
  }

  /** The alphas, row by row. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return bytes(wasm.alpha_bytes(numberOf(this)));
  }

  /** The pixels whose alpha is at least the level, as a shape. Copies nothing. */
  atLevel(level: number): AlphaLevel {
    return new AlphaLevel(new Kept(wasm.alpha_at_level(numberOf(this), check.byte(level, "the level"))), level);
  }

  /**
   * Cut into nine slices and put together in another size. The corners keep their size; the slices between them are stretched or repeated.
   * If the margins do not fit into the new size, they shrink in proportion.
   */
  nineSlice(margins: check.MarginsLike, width: number, height: number, fill: SliceFill = "stretch"): AlphaMask {
    const [left, top, right, bottom] = check.margins(margins);
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    const tiles = check.word(fill, "the fill", SLICE_FILLS);
    return newAlpha(checked(wasm.nine_slice(numberOf(this), left, top, right, bottom, w, h, tiles)));
  }

  /** The memory that it uses, in bytes: its fields, its pixels, and the copies that posed queries keep with it. */
  get memoryBytes(): number {
    return wasm.memory_bytes(numberOf(this));
  }

  /** The pixels whose alpha is at least the threshold, as a mask. */
  toMask(threshold = 128): Mask {
    const level = this.atLevel(threshold);
    try {
      return level.toMask();
    } finally {
      level.free();
    }
  }

  /** Whether the two collide by alpha sum: at some pixel both alphas are above 0 and they add up to 255 or more. */
  overlaps(other: AlphaMask, offset: PointLike): boolean {
    return ask(this, other, offset, wasm.overlaps) === 1;
  }

  /** The number of pixels that collide by alpha sum. */
  overlapArea(other: AlphaMask, offset: PointLike): number {
    ask(this, other, offset, wasm.overlap_area);
    return desk()[0]!;
  }

  /**
   * The first pixel that collides by alpha sum, row by row from the top and from left to right; in its pixels. Null if no pixel collides.
   */
  firstOverlap(other: AlphaMask, offset: PointLike): Point | null {
    return ask(this, other, offset, wasm.first_overlap) ? pointOnDesk() : null;
  }

  /** The first pixel that collides by alpha sum, in a scan order of your choice; in its pixels. Null if no pixel collides. */
  extremeOverlap(other: AlphaMask, offset: PointLike, order: check.Word<ScanOrder>): Point | null {
    const which = check.word(order, "the order", SCAN_ORDERS);
    return ask(this, other, offset, (a, b, x, y) => wasm.extreme_overlap(a, b, x, y, which)) ? pointOnDesk() : null;
  }

  /** The smallest rectangle that contains all pixels that collide by alpha sum; in its pixels. Null if no pixel collides. */
  overlapBounds(other: AlphaMask, offset: PointLike): Rect | null {
    return ask(this, other, offset, wasm.overlap_bounds) ? rectOnDesk() : null;
  }

  /** The pixels that collide by alpha sum, as a mask of its size. */
  overlapMask(other: AlphaMask, offset: PointLike): Mask {
    return newMask(ask(this, other, offset, wasm.overlap_mask));
  }

  /** All pixels that collide by alpha sum, row by row: x0, y0, x1, y1, ... */
  overlapPoints(other: AlphaMask, offset: PointLike): Int32Array<ArrayBuffer> {
    ask(this, other, offset, wasm.overlap_points);
    return Int32Array.from(numbers(desk()[0]!));
  }

  /** Whether any world pixel meets by alpha sum, for two posed alpha masks. */
  overlapsPosed(pose: Pose, other: AlphaMask, otherPose: Pose): boolean {
    return posed(this, pose, other, otherPose, (a, b) => wasm.overlaps_posed(a, b, 0)) === 1;
  }

  /** How many world pixels meet by alpha sum, for two posed alpha masks. */
  overlapAreaPosed(pose: Pose, other: AlphaMask, otherPose: Pose): number {
    posed(this, pose, other, otherPose, wasm.overlap_area_posed);
    return desk()[0]!;
  }

  /** The first world pixel (the topmost, then the leftmost) that meets by alpha sum, for two posed alpha masks. */
  firstOverlapPosed(pose: Pose, other: AlphaMask, otherPose: Pose): Point | null {
    return posed(this, pose, other, otherPose, wasm.first_overlap_posed) ? pointOnDesk() : null;
  }

  /** The smallest rectangle around all world pixels that meet by alpha sum, for two posed alpha masks. */
  overlapBoundsPosed(pose: Pose, other: AlphaMask, otherPose: Pose): Rect | null {
    return posed(this, pose, other, otherPose, wasm.overlap_bounds_posed) ? rectOnDesk() : null;
  }

  /** What a posed alpha mask shows in the world: the alphas, and the world pixel of the upper left one. */
  bake(pose: Pose): { alpha: AlphaMask; corner: Point } {
    layPose(0, pose);
    const alpha = checked(wasm.bake(numberOf(this)));
    return { corner: pointOnDesk(), alpha: newAlpha(alpha) };
  }
}

export const newAlpha = (number: number): AlphaMask => new AlphaMask(new Kept(number));

/** The pixels of an alpha mask from a level on. */
export class AlphaLevel extends Picture {
  /** From which alpha on a pixel is solid. */
  readonly level: number;

  /** @internal */
  constructor(kept: Kept, level: number) {
    super(kept);
    this.level = level;
  }

  toMask(): Mask {
    return newMask(checked(wasm.to_mask(numberOf(this))));
  }

  overlapMask(other: Parameters<Picture["overlaps"]>[0], offset: PointLike): Mask {
    return this.overlapPlaced(other, offset).mask;
  }

  /** Whether two posed ones overlap on some pixel of the screen. */
  overlapsPosed(pose: Pose, other: AlphaLevel, otherPose: Pose): boolean {
    return posed(this, pose, other, otherPose, (a, b) => wasm.overlaps_posed(a, b, 0)) === 1;
  }

  overlapAreaPosed(pose: Pose, other: AlphaLevel, otherPose: Pose): number {
    posed(this, pose, other, otherPose, wasm.overlap_area_posed);
    return desk()[0]!;
  }

  firstOverlapPosed(pose: Pose, other: AlphaLevel, otherPose: Pose): Point | null {
    return posed(this, pose, other, otherPose, wasm.first_overlap_posed) ? pointOnDesk() : null;
  }

  overlapBoundsPosed(pose: Pose, other: AlphaLevel, otherPose: Pose): Rect | null {
    return posed(this, pose, other, otherPose, wasm.overlap_bounds_posed) ? rectOnDesk() : null;
  }

  bake(pose: Pose): PlacedMask {
    layPose(0, pose);
    const mask = checked(wasm.bake(numberOf(this)));
    return { corner: pointOnDesk(), mask: newMask(mask) };
  }
}
