// The masks of what hosts show: read once, and again when the picture has changed.

import { byteView, wrongType } from "../check.js";
import { Mask } from "../mask.js";
import { readPixels, type PixelsLike } from "../pixels.js";
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

/** Which pixel of so many a host shows for one that lies outside. */
export type Wrap = (at: number, count: number) => number;

/**
 * The mask of a frame, solid where the alpha is at least the threshold. A pixel is the one under the centre of what is shown. Outside of the
 * picture is nothing, or what `wrap` says of columns and rows.
 */
export function maskOfCut(picture: PictureLike, cut: Cut, threshold = 128, wrap?: readonly [Wrap, Wrap]): Mask {
  const { x, y, right, down, width, height } = cut;
  const corners = [0, width].flatMap((u) => [0, height].map((v) => [x + right[0] * u + down[0] * v, y + right[1] * u + down[1] * v] as const));
  const [left, top] = [Math.floor(Math.min(...corners.map(([x]) => x))), Math.floor(Math.min(...corners.map(([, y]) => y)))];
  const [w, h] = [Math.ceil(Math.max(...corners.map(([x]) => x))) - left, Math.ceil(Math.max(...corners.map(([, y]) => y))) - top];
  const plain = "data" in picture && "width" in picture;
  const isWhole = plain || wrap !== undefined;
  const pixels: PixelsLike = plain ? picture : readPixels(picture, isWhole ? undefined : [left, top, w, h]);
  const [columns, rows, data] = [pixels.width, pixels.height, byteView(pixels.data, "the pixels")];
  const [dx, dy] = isWhole ? [0, 0] : [left, top];
  const alphas = new Uint8Array(width * height);
  for (let v = 0; v < height; v++) {
    for (let u = 0; u < width; u++) {
      let column = Math.floor(x + right[0] * (u + 0.5) + down[0] * (v + 0.5)) - dx;
      let row = Math.floor(y + right[1] * (u + 0.5) + down[1] * (v + 0.5)) - dy;
      if (wrap !== undefined) [column, row] = [wrap[0](column, columns), wrap[1](row, rows)];
      if (column >= 0 && row >= 0 && column < columns && row < rows) {
        alphas[v * width + u] = data[4 * (row * columns + column) + 3]!;
      }
    }
  }
  return Mask.fromAlpha(width, height, alphas, threshold);
}

/** Pixels of a host, as its adapter reads its fields. */
export interface Source {
  readonly picture: object;
  readonly cut: Cut;
  /** What the host counts or changes whenever it has drawn on the picture. */
  readonly version?: unknown;
  /** Reads the pixels of the cut, where the picture does not show them by itself. */
  readonly read?: () => PixelsLike;
  /** What is shown outside of the picture, by columns and by rows. By default nothing. */
  readonly wrap?: readonly [Wrap, Wrap];
}

/** Whether it is bytes, or something that a canvas draws. A texture that only the graphics card has is neither. */
const isPicture = (what: any): boolean => "data" in what || "getContext" in what || "naturalWidth" in what || "videoWidth" in what || "close" in what;

/** Whether a picture has pixels by now: not one that still loads, an image that is broken, or a canvas of no size. */
function hasPixels(picture: any): boolean {
  if (picture.complete === false || picture.readyState < 2) return false;
  const [w, h] = sizeOf(picture);
  return w > 0 && h > 0;
}

/** The size of a picture in its own pixels. */
export const sizeOf = (picture: any): [number, number] => [
  picture.naturalWidth || picture.videoWidth || picture.width,
  picture.naturalHeight || picture.videoHeight || picture.height,
];

/** What a picture itself tells of its changes: another address, another moment of a video. */
const ownVersion = (picture: any): unknown => picture.currentTime ?? picture.src;

/** Masks by the numbers of a cut, one after the other: so that one that is asked for again needs no new string. */
type Known = Map<number, Known | Mask>;

function below(masks: Known, number: number): Known {
  let next = masks.get(number) as Known | undefined;
  if (next === undefined) masks.set(number, (next = new Map()));
  return next;
}

/** The masks of pictures. They are about pixels alone, so all adapters share them. */
class Pictures {
  #known = new WeakMap<object, { version: unknown; own: unknown; masks: Known }>();

  /** The mask of a source. Null as long as its picture has no pixels. */
  of({ picture, cut, version, read, wrap }: Source, threshold: number, host: string): Mask | null {
    const { x, y, right, down, width, height } = cut;
    if (read === undefined && !isPicture(picture)) {
      throw new RangeError(`${host} cannot read a texture that only the graphics card has: give a mask of yours, such as one of a pack`);
    }
    if (!(width > 0 && height > 0) || (read === undefined && !hasPixels(picture))) return null;
    const own = ownVersion(picture);
    let known = this.#known.get(picture);
    if (known === undefined || known.version !== version || known.own !== own) {
      this.#known.set(picture, (known = { version, own, masks: new Map() }));
    }
    let masks = below(below(below(below(known.masks, x), y), width), height);
    // Most lie upright, and their thresholds follow. -1 is no threshold.
    if (right[0] !== 1 || down[1] !== 1) masks = below(below(below(below(below(masks, -1), right[0]), right[1]), down[0]), down[1]);
    let mask = masks.get(threshold) as Mask | undefined;
    if (mask === undefined) {
      try {
        mask = read === undefined ? maskOfCut(picture as PictureLike, cut, threshold, wrap) : maskOfCut(read(), upright(0, 0, width, height), threshold);
      } catch (error) {
        throw unreadable(error, host);
      }
      masks.set(threshold, mask);
    }
    return mask;
  }

  forget(picture: object): void {
    this.#known.delete(picture);
  }
}

/** What a browser says about a picture, with what to do about it. */
function unreadable(error: unknown, host: string): unknown {
  const { name, message } = error as Error;
  if (name === "SecurityError") {
    return new RangeError(
      `${host} may not read a picture that comes from another server: load it with crossOrigin = "anonymous" from a server that allows it, or give a mask of yours`,
    );
  }
  return typeof DOMException !== "undefined" && error instanceof DOMException ? new RangeError(`${host} cannot read a picture: ${message}`) : error;
}

export const pictures = new Pictures();

/** What is given to an adapter, or an error that says what is wanted. */
export const given = <T>(host: string, wanted: string, what: T, isIt: unknown): T => (isIt ? what : wrongType(`what is given to ${host}`, wanted, what));

/** The masks of frames or textures: read from their pictures, or yours. */
export class Masks<F extends object> {
  #yours = new WeakMap<F, Mask>();
  #sourceOf: (frame: F) => Source | null;
  #host: string;
  #wanted: string;

  /** `wanted` says what a frame is, for messages. */
  constructor(host: string, wanted: string, sourceOf: (frame: F) => Source | null) {
    this.#host = host;
    this.#wanted = wanted;
    this.#sourceOf = sourceOf;
  }

  /** The mask of a frame. Null as long as there is no picture. */
  find(frame: F, threshold?: number): Mask | null {
    const yours = threshold === undefined ? this.#yours.get(frame) : undefined;
    if (yours !== undefined) return yours;
    const source = this.#sourceOf(frame);
    return source && pictures.of(source, threshold ?? 128, this.#host);
  }

  /** The mask of a frame. Throws a RangeError as long as there is no picture. */
  of(frame: F, threshold?: number): Mask {
    const mask = this.find(this.#checked(frame), threshold);
    if (mask === null) throw new RangeError(`the texture holds no pixels that ${this.#host} can read, or not yet: give a mask of yours, such as one of a pack`);
    return mask;
  }

  /** Uses a mask of yours for a frame, such as one of a pack. */
  set(frame: F, mask: Mask): this {
    this.#yours.set(this.#checked(frame), mask);
    return this;
  }

  /** Uses yours no more, and reads the picture again at the next use: after you have drawn on it where the host tells nobody. */
  forget(frame: F): void {
    this.#yours.delete(this.#checked(frame));
    const source = this.#sourceOf(frame);
    if (source !== null) pictures.forget(source.picture);
  }

  #checked(frame: F): F {
    return given(this.#host, this.#wanted, frame, typeof frame === "object" && frame !== null);
  }
}
