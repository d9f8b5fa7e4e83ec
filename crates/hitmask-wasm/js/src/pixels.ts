// The pixels of a picture, as a browser gives them.

import * as check from "./check.js";
import type { RectLike } from "./check.js";

/** A picture as a browser gives it: an ImageData, or an object like it. */
export interface PixelsLike {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray | Uint8Array;
}

/** Says what to do where there is no browser. */
export function needsBrowser(what: string, needed: string, instead = DECODE): void {
  if (!(needed in globalThis)) throw new Error(`${what} needs a browser, which has ${needed}: ${instead}`);
}

const DECODE =
  "in Node decode the picture with a package such as sharp or pngjs, and make the mask with Mask.fromRgba(width, height, pixels); " +
  "or let the program `hitmask pack` put pictures into a file, which Pack.load reads";

/** Reads the pixels of a picture, or of a part of it, by drawing it onto a canvas. */
export function readPixels(source: CanvasImageSource, part?: RectLike): ImageData {
  needsBrowser("reading the pixels of a picture", "OffscreenCanvas");
  const natural = source as { naturalWidth?: number; naturalHeight?: number; videoWidth?: number; videoHeight?: number; width: number; height: number };
  const whole = {
    x: 0,
    y: 0,
    w: natural.naturalWidth ?? natural.videoWidth ?? natural.width,
    h: natural.naturalHeight ?? natural.videoHeight ?? natural.height,
  };
  const { x, y, w, h } = part === undefined ? whole : check.rect(part, "the part");
  if (w === 0 || h === 0) throw new RangeError("the picture has no pixels, or is not loaded yet");
  const canvas = new OffscreenCanvas(w, h);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("hitmask needs a 2D canvas to read pixels, and this browser gives none");
  context.drawImage(source, x, y, w, h, 0, 0, w, h);
  return context.getImageData(0, 0, w, h);
}
