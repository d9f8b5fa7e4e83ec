// Atlases: many frames in one picture, and a JSON file that says where they lie.

import { AlphaMask } from "./alpha.js";
import * as check from "./check.js";
import type { Point, Rect } from "./check.js";
import { Mask, type PlacedMask } from "./mask.js";
import { needsBrowser, readPixels, type PixelsLike } from "./pixels.js";

/** A frame of an atlas. */
export interface AtlasFrame {
  name: string;
  /** The file name of the picture in which it lies. */
  picture: string;
  /** Where it lies in the picture. If it is turned, width and height are those before that. */
  rect: Rect;
  /** Whether it was turned clockwise for packing. */
  rotated: boolean;
  /** Where the upper left corner of its trimmed part was in the whole frame. */
  offset: Point;
  /** The size of the whole frame. */
  size: { w: number; h: number };
  /** In pixels of the whole frame, if the file names one. */
  pivot: Point | null;
  /** In milliseconds, if the file names it. */
  duration: number | null;
}

/** An animation: a tag of Aseprite, or an animation of Pixi. */
export interface AtlasTag {
  name: string;
  /** The numbers of its frames. */
  frames: number[];
  direction: "forward" | "reverse" | "pingpong" | "pingpong_reverse";
}

/** A part of the frames with a name, as Aseprite writes it. */
export interface AtlasSlice {
  name: string;
  /** Where it lies from a frame on. */
  keys: { frame: number; bounds: Rect; pivot: Point | null }[];
}

/** Something whose pixels can be read: an ImageData or an object like it, or in a browser an image, a bitmap or a canvas. */
export type PictureLike = PixelsLike | CanvasImageSource;

type Json = Record<string, unknown>;

function fail(sentence: string): never {
  throw new RangeError(`this is no atlas that hitmask can read: ${sentence}`);
}

function object(value: unknown, what: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) fail(`${what} is no object`);
  return value as Json;
}

function list(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) fail(`${what} is no list`);
  return value;
}

/** A whole number. Some programs write it with a point, and sizes as strings. */
function whole(value: unknown, what: string, least: number): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > 65535) {
    fail(`${what} is no whole number from ${least} to 65535`);
  }
  return value;
}

function rectangle(value: unknown, what: string, least = 0): Rect {
  const { x, y, w, h } = object(value, what);
  return {
    x: whole(x, `the x of ${what}`, least),
    y: whole(y, `the y of ${what}`, least),
    w: whole(w, `the width of ${what}`, 0),
    h: whole(h, `the height of ${what}`, 0),
  };
}

function point(value: unknown, what: string): Point | null {
  if (value === undefined || value === null) return null;
  const { x, y } = object(value, what);
  if (!Number.isFinite(x) || !Number.isFinite(y)) fail(`${what} has no finite x and y`);
  return { x: x as number, y: y as number };
}

function frameOf(value: unknown, name: string, picture: string): AtlasFrame {
  const entry = object(value, `frame ${JSON.stringify(name)}`);
  const of = (what: string) => `the ${what} of frame ${JSON.stringify(name)}`;
  const stored = rectangle(entry["frame"], of("frame"));
  const trim = entry["spriteSourceSize"] === undefined ? { ...stored, x: 0, y: 0 } : rectangle(entry["spriteSourceSize"], of("spriteSourceSize"));
  // Aseprite counts inner padding and extruded edges as a part of the frame, but not of the trimmed part. They are as wide on all sides.
  const more = stored.w - trim.w;
  const border = more > 0 && more % 2 === 0 && more === stored.h - trim.h ? more / 2 : 0;
  const rect = { x: stored.x + border, y: stored.y + border, w: stored.w - 2 * border, h: stored.h - 2 * border };
  const source = entry["sourceSize"] === undefined ? rect : object(entry["sourceSize"], of("sourceSize"));
  const size = { w: whole(source["w" as never], of("width"), 0), h: whole(source["h" as never], of("height"), 0) };
  if (trim.x + rect.w > size.w || trim.y + rect.h > size.h) {
    fail(`the trimmed part of frame ${JSON.stringify(name)} does not fit into its ${size.w} x ${size.h} pixels`);
  }
  const pivot = point(entry["pivot"] ?? entry["anchor"], of("pivot"));
  const duration = entry["duration"];
  return {
    name,
    picture,
    rect,
    rotated: entry["rotated"] === true,
    offset: { x: trim.x, y: trim.y },
    size,
    pivot: pivot && { x: pivot.x * size.w, y: pivot.y * size.h },
    duration: typeof duration === "number" && duration >= 0 ? duration : null,
  };
}

/** The frames of a page: in a list, or in an object with the names as keys. */
function framesOf(value: unknown, picture: string, before: number): AtlasFrame[] {
  if (Array.isArray(value)) {
    return value.map((entry: unknown, index) => {
      const name = object(entry, `frame ${before + index}`)["filename"];
      return frameOf(entry, typeof name === "string" ? name : String(before + index), picture);
    });
  }
  return Object.entries(object(value, '"frames"')).map(([name, entry]) => frameOf(entry, name, picture));
}

const DIRECTIONS = ["forward", "reverse", "pingpong", "pingpong_reverse"] as const;

function tagsOf(json: Json, meta: Json, frames: readonly AtlasFrame[]): AtlasTag[] {
  const tags: AtlasTag[] = list(meta["frameTags"] ?? [], "meta.frameTags").map((value, index) => {
    const tag = object(value, `tag ${index}`);
    const [from, to] = [whole(tag["from"], `"from" of tag ${index}`, 0), whole(tag["to"], `"to" of tag ${index}`, 0)];
    const numbers: number[] = [];
    for (let number = from; number <= to && number < frames.length; number++) numbers.push(number);
    const direction = DIRECTIONS.find((direction) => direction === tag["direction"]) ?? "forward";
    return { name: String(tag["name"]), frames: numbers, direction };
  });
  const numberOf = new Map<string, number>();
  frames.forEach(({ name }, number) => numberOf.has(name) || numberOf.set(name, number));
  // Other programs use this key for other things, so what has another form is left out, as are names from other files of a set.
  const animations = json["animations"];
  if (typeof animations === "object" && animations !== null) {
    for (const [name, names] of Object.entries(animations)) {
      if (!Array.isArray(names)) continue;
      const numbers = names.map((name) => numberOf.get(String(name))).filter((number) => number !== undefined);
      tags.push({ name, frames: numbers, direction: "forward" });
    }
  }
  return tags;
}

function slicesOf(meta: Json): AtlasSlice[] {
  return list(meta["slices"] ?? [], "meta.slices").map((value, index) => {
    const slice = object(value, `slice ${index}`);
    const keys = list(slice["keys"] ?? [], `the keys of slice ${index}`).map((value) => {
      const key = object(value, `a key of slice ${index}`);
      return {
        frame: whole(key["frame"], `the frame of a key of slice ${index}`, 0),
        bounds: rectangle(key["bounds"], `the bounds of slice ${index}`, -65535),
        pivot: point(key["pivot"], `the pivot of slice ${index}`),
      };
    });
    return { name: String(slice["name"]), keys };
  });
}

/** The alphas of a frame's trimmed part, turned back. */
function alphasOf(frame: AtlasFrame, picture: PictureLike): Uint8Array {
  const { rect, rotated } = frame;
  const { x, y, w, h } = rect;
  const [packedW, packedH] = rotated ? [h, w] : [w, h];
  const alphas = new Uint8Array(w * h);
  if (w === 0 || h === 0) return alphas;
  const plain = "data" in picture && "width" in picture;
  const { width, height, data } = plain ? (picture as PixelsLike) : readPixels(picture as CanvasImageSource, [x, y, packedW, packedH]);
  const pixels = check.byteView(data, "the pixels");
  const [left, top] = plain ? [x, y] : [0, 0];
  if (left + packedW > width || top + packedH > height || pixels.length !== 4 * width * height) {
    throw new RangeError(
      `frame ${JSON.stringify(frame.name)} lies outside the picture of ${width} x ${height} pixels, or the picture does not have four bytes for each pixel`,
    );
  }
  for (let v = 0; v < h; v++) {
    for (let u = 0; u < w; u++) {
      const [column, row] = rotated ? [left + h - 1 - v, top + u] : [left + u, top + v];
      alphas[v * w + u] = pixels[4 * (row * width + column) + 3]!;
    }
  }
  return alphas;
}

/**
 * Where the frames of a sheet lie: JSON of TexturePacker (hash, array, multipack), Aseprite, Pixi and Phaser. It does not hold pictures:
 * give the picture of the frame when you ask for a mask.
 */
export class Atlas {
  readonly frames: readonly AtlasFrame[];
  /** The file names of the pictures. Most atlases have one. */
  readonly pictures: readonly string[];
  readonly tags: readonly AtlasTag[];
  readonly slices: readonly AtlasSlice[];
  #byName: Map<string, AtlasFrame>;

  /** From the text of a JSON file, or what `JSON.parse` makes of it. Throws a RangeError that says what is wrong with it. */
  constructor(json: string | object) {
    let read: unknown = json;
    if (typeof json === "string") {
      try {
        read = JSON.parse(json);
      } catch (error) {
        fail(error instanceof Error ? error.message : String(error));
      }
    }
    const top = object(read, "the top");
    const meta = top["meta"] === undefined ? {} : object(top["meta"], "meta");
    const image = (value: unknown, what: string): string => (typeof value === "string" ? value : fail(`${what} names no picture`));
    const frames: AtlasFrame[] = [];
    const pictures: string[] = [];
    if (top["frames"] !== undefined) {
      pictures.push(image(meta["image"], "meta.image"));
      frames.push(...framesOf(top["frames"], pictures[0]!, 0));
    } else if (top["textures"] !== undefined) {
      for (const value of list(top["textures"], '"textures"')) {
        const texture = object(value, "a texture");
        const picture = image(texture["image"], "the image of a texture");
        pictures.push(picture);
        frames.push(...framesOf(texture["frames"], picture, frames.length));
      }
    } else {
      fail('there is neither "frames" nor "textures" at the top');
    }
    if (frames.length === 0) fail("it lists no frame");
    this.frames = frames;
    this.pictures = pictures;
    this.tags = tagsOf(top, meta, frames);
    this.slices = slicesOf(meta);
    this.#byName = new Map([...frames].reverse().map((frame) => [frame.name, frame]));
  }

  /**
   * Loads an atlas and its pictures, and makes a mask of each frame: of the whole frame, as if it had not been trimmed. Needs a browser.
   * The masks are in the order of the frames.
   */
  static async load(url: string | URL, threshold = 128): Promise<{ atlas: Atlas; masks: Mask[] }> {
    needsBrowser("Atlas.load", "createImageBitmap");
    const base = typeof document === "undefined" ? undefined : document.baseURI;
    const place = new URL(url, base);
    const read = async (url: URL): Promise<Response> => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`hitmask could not load ${String(url)}: status ${response.status}`);
      return response;
    };
    const atlas = new Atlas(await (await read(place)).text());
    const pictures = new Map<string, PixelsLike>();
    for (const name of new Set(atlas.pictures)) {
      const bitmap = await createImageBitmap(await (await read(new URL(name, place))).blob(), { premultiplyAlpha: "none" });
      pictures.set(name, readPixels(bitmap));
      bitmap.close();
    }
    return { atlas, masks: atlas.frames.map((frame) => atlas.mask(frame, pictures.get(frame.picture)!, threshold)) };
  }

  /** A frame by its name or its number. Throws a RangeError if there is none. */
  frame(frame: string | number): AtlasFrame {
    const found = typeof frame === "number" ? this.frames[frame] : this.#byName.get(frame);
    if (found === undefined) throw new RangeError(`the atlas has no frame ${JSON.stringify(frame)}`);
    return found;
  }

  #frameOf(frame: string | number | AtlasFrame): AtlasFrame {
    return typeof frame === "object" ? frame : this.frame(frame);
  }

  /** The mask of a whole frame, as if it had not been trimmed. */
  mask(frame: string | number | AtlasFrame, picture: PictureLike, threshold = 128): Mask {
    const found = this.#frameOf(frame);
    const { w, h } = found.size;
    const { mask: part, corner } = this.trimmedMask(found, picture, threshold);
    try {
      const whole = new Mask(w, h);
      whole.unionWith(part, corner);
      return whole;
    } finally {
      part.free();
    }
  }

  /** The mask of a frame's trimmed part, which the adapters of canvas libraries want, and where its corner lies in the whole frame. */
  trimmedMask(frame: string | number | AtlasFrame, picture: PictureLike, threshold = 128): PlacedMask {
    const found = this.#frameOf(frame);
    const { rect, offset } = found;
    const [{ w, h }, corner] = [rect, { ...offset }];
    const level = check.byte(threshold, "the threshold");
    return { mask: Mask.fromAlpha(w, h, alphasOf(found, picture), level), corner };
  }

  /** The alphas of a whole frame, as if it had not been trimmed. */
  alphaMask(frame: string | number | AtlasFrame, picture: PictureLike): AlphaMask {
    const found = this.#frameOf(frame);
    const { offset, size, rect } = found;
    const [part, whole] = [alphasOf(found, picture), new Uint8Array(size.w * size.h)];
    for (let row = 0; row < rect.h; row++) {
      whole.set(part.subarray(row * rect.w, (row + 1) * rect.w), (offset.y + row) * size.w + offset.x);
    }
    return new AlphaMask(size.w, size.h, whole);
  }
}
