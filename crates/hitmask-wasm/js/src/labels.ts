// Label masks: one label a pixel.

import * as check from "./check.js";
import type { Point, PointLike, RectLike } from "./check.js";
import { Picture, ask, newMask, posed, readMask, type Mask, type ShapeLike } from "./mask.js";
import { Kept, numberOf } from "./owned.js";
import { layPose, type Pose } from "./pose.js";
import { pointOnDesk } from "./shape.js";
import { LABEL_OVERLAP, labelHitOf, labelOverlapOf, listOf, type LabelHit, type LabelOverlap } from "./table.js";
import { bytes, checked, desk, giveBytes, numbers, wasm } from "./wasm.js";
import { SLICE_FILLS, type SliceFill } from "./words.js";

/** What a label is called, and a number of yours: a whole one up to `Number.MAX_SAFE_INTEGER`. */
export interface LabelName {
  name: string;
  number: number;
}

const encoder = new TextEncoder();

/** The list that a call has left. */
export function labelOverlapsInList(): LabelOverlap[] {
  return listOf(numbers(desk()[0]!), LABEL_OVERLAP, labelOverlapOf);
}

export function labelHitOnDesk(): LabelHit {
  return labelHitOf(desk());
}

export function labelNameOnDesk(reply: number): LabelName | null {
  if (!reply) return null;
  const [length, number] = [desk()[0]!, desk()[1]!];
  return { name: new TextDecoder().decode(bytes(length)), number };
}

/**
 * A label for each pixel, from 0 (clear) to 255: which part of a sprite it belongs to. As a shape it is solid where its label is not 0. It
 * cannot be changed: change the bytes, and make another one.
 */
export class LabelMask extends Picture {
  /** One byte a pixel, row by row; and the names of the labels, if you like with a number of yours. */
  constructor(
    width: number,
    height: number,
    labels: Uint8Array | Uint8ClampedArray,
    names?: Readonly<Record<number, string | LabelName>>,
  );
  /** @internal */
  constructor(kept: Kept);
  constructor(
    width: number | Kept,
    height?: number,
    labels?: Uint8Array | Uint8ClampedArray,
    names: Readonly<Record<number, string | LabelName>> = {},
  ) {
    if (width instanceof Kept) {
      super(width);
      return;
    }
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    const named = Object.entries(names).map(([key, value]) => {
      const { name, number } = typeof value === "string" ? { name: value, number: 0 } : value;
      const label = check.byte(Number(key), "a label");
      return [encoder.encode(String(name)), label, check.whole(number, "the number of a label", 0, Number.MAX_SAFE_INTEGER)] as const;
    });
    giveBytes(check.byteView(labels, "the labels"));
    super(new Kept(checked(wasm.labels_new(w, h))));
    for (const [name, label, number] of named) {
      giveBytes(name);
      wasm.labels_set_name(numberOf(this), label, number);
    }
  }

  /** A label mask with one label wherever the mask is solid. */
  static fromMask(mask: Mask, label = 1): LabelMask {
    const [read, value] = [readMask(mask, "the mask"), check.byte(label, "the label")];
    return new LabelMask(new Kept(wasm.labels_from_mask(numberOf(read), value)));
  }

  /** Reads what `toBytes` wrote. */
  static fromBytes(data: Uint8Array): LabelMask {
    giveBytes(check.byteView(data, "the bytes"));
    return new LabelMask(new Kept(checked(wasm.labels_from_bytes())));
  }

  /**
   * The label mask as bytes in a compact form with a checksum, to save it or to send it. Equal label masks give equal bytes.
   */
  toBytes(): Uint8Array<ArrayBuffer> {
    return bytes(wasm.labels_to_bytes(numberOf(this)));
  }

  /** The labels, row by row. */
  toLabels(): Uint8Array<ArrayBuffer> {
    return bytes(wasm.labels_bytes(numberOf(this)));
  }

  /** The label of a pixel. 0 where it is clear, and outside. */
  label(pixel: PointLike): number {
    check.pixel(pixel, "the pixel");
    return wasm.labels_label(numberOf(this), check.x, check.y);
  }

  /** What a label is called. Null if it has no name. */
  name(label: number): LabelName | null {
    return labelNameOnDesk(wasm.labels_name(numberOf(this), check.byte(label, "the label")));
  }

  /** The lowest label with a name. Null if there is none. */
  find(name: string): number | null {
    giveBytes(encoder.encode(name));
    return wasm.labels_find(numberOf(this)) || null;
  }

  /** The pixels with one of these labels, as a mask. */
  only(labels: number | readonly number[]): Mask {
    const list = typeof labels === "number" ? [labels] : labels;
    giveBytes(Array.from(list, (label) => check.byte(label, "a label")));
    return newMask(checked(wasm.labels_only(numberOf(this))));
  }

  /** All pixels with a label, as a mask. */
  toMask(): Mask {
    return newMask(checked(wasm.to_mask(numberOf(this))));
  }

  /** The pixels inside a rectangle, as a label mask of the rectangle's size. Pixels outside it are clear. */
  crop(rect: RectLike): LabelMask {
    const { x, y, w, h } = check.shape(rect, "the rectangle");
    return new LabelMask(new Kept(checked(wasm.labels_crop(numberOf(this), x, y, w, h))));
  }

  /**
   * Cut into nine slices and put together in another size. The corners keep their size; the slices between them are stretched or repeated.
   * If the margins do not fit into the new size, they shrink in proportion. Names and numbers of labels stay.
   */
  nineSlice(margins: check.MarginsLike, width: number, height: number, fill: SliceFill = "stretch"): LabelMask {
    const [left, top, right, bottom] = check.margins(margins);
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    const tiles = check.word(fill, "the fill", SLICE_FILLS);
    return new LabelMask(new Kept(checked(wasm.labels_nine_slice(numberOf(this), left, top, right, bottom, w, h, tiles))));
  }

  #turned(how: number): LabelMask {
    return new LabelMask(new Kept(checked(wasm.labels_turned(numberOf(this), how))));
  }

  /** Mirrored: left becomes right. */
  flipH(): LabelMask {
    return this.#turned(0);
  }

  /** Mirrored: top becomes bottom. */
  flipV(): LabelMask {
    return this.#turned(1);
  }

  /** Turned clockwise by 90 degrees. */
  rotate90(): LabelMask {
    return this.#turned(2);
  }

  /** What a posed label mask shows in the world: the labels, and the world pixel of the upper left one. */
  bake(pose: Pose): { labels: LabelMask; corner: Point } {
    layPose(0, pose);
    const number = checked(wasm.labels_bake(numberOf(this)));
    return { corner: pointOnDesk(), labels: new LabelMask(new Kept(number)) };
  }

  /**
   * One number for the size, the labels, and their names and numbers. It is the same on every machine and in every version of this library.
   * Two label masks that differ have different hashes but for a chance of about 2⁻⁶⁴. It is kept until an edit.
   */
  stateHash(): bigint {
    wasm.labels_hash(numberOf(this));
    return (BigInt(desk()[0]!) << 32n) | BigInt(desk()[1]!);
  }

  /**
   * Which labels of a label mask and of a shape meet: for each pair of labels in how many pixels, and the first of these. Sorted by the
   * labels. A shape without labels counts as label 0.
   */
  overlapLabels(other: ShapeLike, offset: PointLike): LabelOverlap[] {
    ask(this, other, offset, wasm.overlap_labels);
    return labelOverlapsInList();
  }

  /** The first pixel that both share, and the labels there. Null if they do not overlap. */
  labelHit(other: ShapeLike, offset: PointLike): LabelHit | null {
    return ask(this, other, offset, wasm.label_hit) ? labelHitOnDesk() : null;
  }

  /** Which labels meet under poses: the pixels are those of the world. */
  overlapLabelsPosed(pose: Pose, other: Mask | LabelMask, otherPose: Pose): LabelOverlap[] {
    posed(this, pose, other, otherPose, wasm.overlap_labels_posed);
    return labelOverlapsInList();
  }

  /** The first world pixel that both share under poses, and the labels there. */
  labelHitPosed(pose: Pose, other: Mask | LabelMask, otherPose: Pose): LabelHit | null {
    return posed(this, pose, other, otherPose, wasm.label_hit_posed) ? labelHitOnDesk() : null;
  }
}
