// The masks of the frames that hosts show.

import { byteView } from "../check.js";
import { Mask, readPixels } from "../mask.js";
import type { PixelsLike } from "../mask.js";
import type { PictureLike } from "../atlas.js";

/**
 * A frame in a picture, as it is shown: upper left corner of its first pixel, one step to the right and one step down, in pixels of the
 * picture. A frame that lies turned in its sheet has turned steps.
 */
export interface Cut {
  readonly x: number;
  readonly y: number;
  readonly right: readonly [number, number];
  readonly down: readonly [number, number];
  readonly width: number;
  readonly height: number;
}

/** A frame that lies upright in its picture. */
export const upright = (x: number, y: number, width: number, height: number): Cut => ({ x, y, right: [1, 0], down: [0, 1], width, height });

/** The mask of a frame, solid where the alpha is at least the threshold. A pixel is the one under the centre of what is shown. */
export function maskOfCut(picture: PictureLike, cut: Cut, threshold = 128): Mask {
  const { x, y, right, down, width, height } = cut;
  const corners = [0, width].flatMap((u) => [0, height].map((v) => [x + right[0] * u + down[0] * v, y + right[1] * u + down[1] * v] as const));
  const [left, top] = [Math.floor(Math.min(...corners.map(([x]) => x))), Math.floor(Math.min(...corners.map(([, y]) => y)))];
  const [w, h] = [Math.ceil(Math.max(...corners.map(([x]) => x))) - left, Math.ceil(Math.max(...corners.map(([, y]) => y))) - top];
  const plain = "data" in picture && "width" in picture;
  const pixels: PixelsLike = plain ? picture : readPixels(picture, [left, top, w, h]);
  const [columns, rows, data] = [pixels.width, pixels.height, byteView(pixels.data, "the pixels")];
  const [dx, dy] = plain ? [0, 0] : [left, top];
  const alphas = new Uint8Array(width * height);
  for (let v = 0; v < height; v++) {
    for (let u = 0; u < width; u++) {
      const column = Math.floor(x + right[0] * (u + 0.5) + down[0] * (v + 0.5)) - dx;
      const row = Math.floor(y + right[1] * (u + 0.5) + down[1] * (v + 0.5)) - dy;
      if (column >= 0 && row >= 0 && column < columns && row < rows) {
        alphas[v * width + u] = data[4 * (row * columns + column) + 3]!;
      }
    }
  }
  return Mask.fromAlpha(width, height, alphas, threshold);
}

/** The masks of parts by x, then by y, width, height and threshold: so that a tile that is asked for again needs no new string. */
type Known = Map<number, Known | Mask>;

/** The masks of parts of pictures, each read once, at its first use. */
export class Cuts {
  #known = new WeakMap<object, Known>();

  /** The mask of a part: x, y, width and height. `read` reads it where the picture does not show its pixels by itself. */
  of(
    picture: object,
    part: readonly [number, number, number, number],
    threshold: number,
    read = () => maskOfCut(picture as PictureLike, upright(...part), threshold),
  ): Mask {
    let known = this.#known.get(picture);
    if (known === undefined) this.#known.set(picture, (known = new Map()));
    for (const number of part) {
      const next: Known = (known.get(number) as Known | undefined) ?? new Map();
      known = (known.set(number, next), next);
    }
    let mask = known.get(threshold) as Mask | undefined;
    if (mask === undefined) known.set(threshold, (mask = read()));
    return mask;
  }

  forget(picture: object): void {
    this.#known.delete(picture);
  }
}

/** Gives the mask of a frame: one that is read at its first use, or one that was put there. */
export class Masks<F extends object> {
  #masks = new WeakMap<F, Mask>();
  #read: (frame: F) => Mask;

  constructor(read: (frame: F) => Mask) {
    this.#read = read;
  }

  of(frame: F): Mask {
    let mask = this.#masks.get(frame);
    if (mask === undefined) this.#masks.set(frame, (mask = this.#read(frame)));
    return mask;
  }

  /** Uses a mask of yours for a frame, such as one of a pack. */
  set(frame: F, mask: Mask): this {
    this.#masks.set(frame, mask);
    return this;
  }

  /** Reads the picture again at the next use. */
  forget(frame: F): void {
    this.#masks.delete(frame);
  }
}
