// Masks: one bit a pixel.
//
// This file is long because it is a list: the functions of one class, each a short call with its contract.

import * as check from "./check.js";
import type { Point, PointLike, Rect, RectLike } from "./check.js";
import { Kept, Owned, make, numberOf } from "./owned.js";
import { layPose, type Pose } from "./pose.js";
import { Picture, ask, pointOnDesk, rectOnDesk, type PlacedMask, type ShapeLike } from "./shape.js";
import { bytes, checked, desk, giveBytes, wasm } from "./wasm.js";
import { PIXEL_RULES, type PixelRule } from "./words.js";
// #full
import { Outline, mostCorners, polygons, type Polygons } from "./outline.js";
import { readParts, type PoseParts } from "./pose.js";
import { Shape, pointsOf } from "./shape.js";
import { COMPONENT, castOf, componentOf, listOf, posedCastOf, stepCastOf, type Cast, type Piece, type PixelsCast, type PosedCast } from "./table.js";
import { giveNumbers, lay, numbers } from "./wasm.js";
import { FILL_RULES, BORDER_MODES, SLICE_FILLS, STRUCTURING_ELEMENTS } from "./words.js";
import type { FillRule, BorderMode, SliceFill, StructuringElement } from "./words.js";
// #end

// #full
/** Which pixels are connected: by sides (4), or by sides and corners (8). */
export type Connectivity = 4 | 8;
// #end

/** A picture as a browser gives it: an ImageData, or an object like it. */
export interface PixelsLike {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray | Uint8Array;
}

// #full
/** The sums over all solid pixels, and the angle of the main axis in radians (null if it has none). */
export interface Moments {
  area: number;
  x: number;
  y: number;
  xx: number;
  xy: number;
  yy: number;
  angle: number | null;
}

/** How many pixels overlap at every offset at which any do. */
export interface AreaMap {
  /** The offset of the first entry. */
  origin: Point;
  width: number;
  height: number;
  /** Row by row. */
  areas: Uint32Array<ArrayBuffer>;
}

/** A straight motion of a shape that also turns. */
export interface TurningMotionOf extends PoseParts {
  /** How far it moves. */
  by: PointLike;
  /** How far it turns about its pivot, in degrees. */
  turn?: number;
  /** Into how many steps the motion is divided at most. 64 by default. */
  steps?: number;
}

const connected = (value: Connectivity): number => [4, 8][check.word(value, "the connectivity", [4, 8])]!;

/** The moments of a mask or of a run mask. */
export function momentsOf(number: number): Moments {
  wasm.moments(number);
  const [area, x, y, xx, xy, yy, cos, sin] = desk() as unknown as [number, number, number, number, number, number, number, number];
  return { area, x, y, xx, xy, yy, angle: cos === 0 && sin === 0 ? null : Math.atan2(sin, cos) / 2 };
}

/** The connected parts of a mask, in the order of their first pixels. */
export class Components extends Owned {
  #all: Piece[] | undefined;
  readonly #pixels: number;
  /** How many there are. */
  readonly length: number;
  /** The index of the one with the most pixels, of equal ones the first. Null if there is none. */
  readonly largest: number | null;

  /** @internal */
  constructor(kept: Kept) {
    super(kept);
    this.length = desk()[0]!;
    this.largest = desk()[1]! < 0 ? null : desk()[1]!;
    this.#pixels = desk()[2]!;
  }

  /** All of them. */
  get all(): readonly Piece[] {
    return (this.#all ??= listOf(numbers(wasm.components_list(numberOf(this))), COMPONENT, componentOf));
  }

  /** The index of the one that has a pixel. Null if the pixel is clear. */
  at(pixel: PointLike): number | null {
    check.pixel(pixel, "the pixel");
    const index = wasm.component_at(numberOf(this), check.x, check.y);
    return index < 0 ? null : index;
  }

  /** A number for each pixel, row by row: 0 if it is clear, else the index of its component plus one. */
  labels(): Uint32Array<ArrayBuffer> {
    return new Uint32Array(bytes(checked(wasm.components_labels(numberOf(this), this.#pixels)) && desk()[0]!).buffer);
  }

  /** One of them as a mask of the whole picture's size. */
  mask(index: number): Mask {
    return make.mask(checked(wasm.component_mask(numberOf(this), check.u32(index, "the index"), 0)));
  }

  /** One of them as a mask of the size of its bounds. */
  cutOut(index: number): Mask {
    return make.mask(checked(wasm.component_mask(numberOf(this), check.u32(index, "the index"), 1)));
  }
}

/** The components of a mask or of a run mask. */
export function componentsOf(number: number, connectivity: Connectivity): Components {
  return new Components(new Kept(wasm.components(number, connected(connectivity))));
}
// #end

/** The solid pixels of a sprite: one bit a pixel. */
export class Mask extends Picture {
  /** A mask without solid pixels. */
  constructor(width: number, height: number);
  /** @internal */
  constructor(kept: Kept);
  constructor(width: number | Kept, height?: number) {
    super(
      width instanceof Kept
        ? width
        : new Kept(checked(wasm.mask_new(check.side(width, "the width"), check.side(height, "the height")))),
    );
  }

  /** A mask whose pixels are all solid. */
  static filled(width: number, height: number): Mask {
    return make.mask(checked(wasm.mask_filled(check.side(width, "the width"), check.side(height, "the height"))));
  }

  /** Asks a function about each pixel, row by row. */
  static fromFunction(width: number, height: number, solid: (x: number, y: number) => boolean): Mask {
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    check.roomForCallbacks();
    // The module refuses what is too large, before any pixel is asked about.
    new Mask(w, h).free();
    const stride = Math.ceil(w / 8);
    const packed = new Uint8Array(stride * h);
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        if (solid(x, y)) packed[y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
      }
    }
    return Mask.fromBytes(w, h, packed);
  }

  /** From alphas, one byte a pixel. Solid where the alpha is at least the threshold. */
  static fromAlpha(width: number, height: number, alpha: Uint8Array | Uint8ClampedArray, threshold = 128): Mask {
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    const [level, data] = [check.byte(threshold, "the threshold"), check.byteView(alpha, "the alphas")];
    giveBytes(data);
    return make.mask(checked(wasm.mask_from_alpha(w, h, level)));
  }

  /** From four bytes a pixel: red, green, blue, alpha. */
  static fromRgba(width: number, height: number, rgba: Uint8Array | Uint8ClampedArray, threshold = 128): Mask {
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    const [level, data] = [check.byte(threshold, "the threshold"), check.byteView(rgba, "the pixels")];
    giveBytes(data);
    return make.mask(checked(wasm.mask_from_rgba(w, h, level)));
  }

  /** From an ImageData. */
  static fromImageData(image: PixelsLike, threshold = 128): Mask {
    return Mask.fromRgba(image.width, image.height, image.data, threshold);
  }

  /** From an ImageBitmap, an image, a video or a canvas, or a part of it. Needs a browser. */
  static fromBitmap(bitmap: CanvasImageSource, options: { threshold?: number; part?: RectLike } = {}): Mask {
    return Mask.fromImageData(readPixels(bitmap, options.part), options.threshold ?? 128);
  }

  /** Loads a picture and makes a mask of it. Needs a browser. */
  static async fromUrl(url: string | URL, threshold = 128): Promise<Mask> {
    needsBrowser("Mask.fromUrl", "createImageBitmap");
    const response = await fetch(url);
    if (!response.ok) throw new Error(`hitmask could not load ${String(url)}: status ${response.status}`);
    // Without this the browser may change the colours of transparent pixels, though never their alphas.
    const bitmap = await createImageBitmap(await response.blob(), { premultiplyAlpha: "none" });
    try {
      return Mask.fromBitmap(bitmap, { threshold });
    } finally {
      bitmap.close();
    }
  }

  /** From palette indices, one byte a pixel. Solid where the index is not the transparent one. */
  static fromIndexed(width: number, height: number, indices: Uint8Array, transparent = 0): Mask {
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    const [index, data] = [check.byte(transparent, "the transparent index"), check.byteView(indices, "the indices")];
    giveBytes(data);
    return make.mask(checked(wasm.mask_from_indexed(w, h, index)));
  }

  /** From four bytes a pixel. Clear where each of red, green and blue differs from the key by at most the tolerance. */
  static fromColorKey(
    width: number,
    height: number,
    rgba: Uint8Array | Uint8ClampedArray,
    key: readonly [number, number, number],
    tolerance = 0,
  ): Mask {
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    const [r, g, b] = [0, 1, 2].map((part) => check.byte(key[part], "a part of the key")) as [number, number, number];
    const [within, data] = [check.byte(tolerance, "the tolerance"), check.byteView(rgba, "the pixels")];
    giveBytes(data);
    return make.mask(checked(wasm.mask_from_color_key(w, h, r, g, b, within)));
  }

  /** From rows of whole bytes, the leftmost pixel in the highest bit: what `toBytes` gives. */
  static fromBytes(width: number, height: number, rows: Uint8Array): Mask {
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    const data = check.byteView(rows, "the rows");
    giveBytes(data);
    return make.mask(checked(wasm.mask_from_bytes(w, h)));
  }

  // #full
  /** The pixels whose centres lie in polygons, each a list x0, y0, x1, y1, ... */
  static fromPolygons(
    width: number,
    height: number,
    rings: Iterable<ArrayLike<number>>,
    rule: check.Word<FillRule> = "non-zero",
  ): Mask {
    const list: number[] = [];
    for (const ring of rings) {
      const corners = Math.floor(check.whole(ring.length, "the number of coordinates", 0, Number.MAX_SAFE_INTEGER) / 2);
      list.push(corners);
      for (let i = 0; i < corners; i++) {
        list.push(check.i32(ring[2 * i], "the x of a corner"), check.i32(ring[2 * i + 1], "the y of a corner"));
      }
    }
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    const which = check.word(rule, "the rule", FILL_RULES);
    giveNumbers(list);
    return make.mask(checked(wasm.mask_from_polygons(w, h, which)));
  }
  // #end

  /** Rows of whole bytes, the leftmost pixel in the highest bit. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return bytes(wasm.mask_to_bytes(numberOf(this)));
  }

  /** A picture of the mask: `color` (red, green, blue, alpha) where it is solid, transparent elsewhere. Needs a browser. */
  toImageData(color: readonly [number, number, number, number] = [255, 255, 255, 255]): ImageData {
    needsBrowser("toImageData", "ImageData", "toBytes gives the pixels as bits");
    const [width, height] = sizeOf(this);
    const image = new ImageData(width, height);
    const [rows, stride] = [bytes(wasm.mask_to_bytes(numberOf(this))), Math.ceil(width / 8)];
    for (let y = 0; y < image.height; y++) {
      for (let x = 0; x < image.width; x++) {
        if (rows[y * stride + (x >> 3)]! & (0x80 >> (x & 7))) image.data.set(color, 4 * (y * image.width + x));
      }
    }
    return image;
  }

  /** A mask of its own with the same pixels. */
  clone(): Mask {
    return make.mask(wasm.copy(numberOf(this)));
  }

  /** Whether the pixel is solid. False outside the mask. Takes constant time. */
  get(pixel: PointLike): boolean {
    return this.contains(pixel);
  }

  /**
   * Makes the pixel solid or clear. Takes constant time, but forgets the data that earlier queries kept with the mask. Throws a RangeError
   * if it lies outside.
   */
  set(pixel: PointLike, solid: boolean): void {
    const value = check.flag(solid, "what a pixel is set to");
    check.pixel(pixel, "the pixel");
    checked(wasm.set_pixel(numberOf(this), check.x, check.y, value));
  }

  /** Makes every pixel clear. */
  clear(): void {
    wasm.change_all(numberOf(this), 0);
  }

  /** Makes every pixel solid. */
  fill(): void {
    wasm.change_all(numberOf(this), 1);
  }

  /** Makes solid pixels clear and clear pixels solid. */
  invert(): void {
    wasm.change_all(numberOf(this), 2);
  }

  /** Makes the clear pixels solid that are enclosed by solid ones. */
  fillHoles(): void {
    wasm.change_all(numberOf(this), 3);
  }

  #edit(other: ShapeLike, offset: PointLike, how: number): void {
    ask(this, other, offset, (a, b, x, y) => wasm.edit(a, b, x, y, how));
  }

  /** Makes every pixel solid that is solid in the other shape. */
  unionWith(other: ShapeLike, offset: PointLike = [0, 0]): void {
    this.#edit(other, offset, 0);
  }

  /** Clears every pixel that is not solid in the other shape. */
  intersectWith(other: ShapeLike, offset: PointLike = [0, 0]): void {
    this.#edit(other, offset, 1);
  }

  /** Clears every pixel that is solid in the other shape. */
  differenceWith(other: ShapeLike, offset: PointLike = [0, 0]): void {
    this.#edit(other, offset, 2);
  }

  /** Toggles every pixel that is solid in the other shape. */
  symmetricDifferenceWith(other: ShapeLike, offset: PointLike = [0, 0]): void {
    this.#edit(other, offset, 3);
  }

  /** The pixels that are solid in both, as a mask of this one's size. */
  overlapMask(other: ShapeLike, offset: PointLike): Mask {
    return this.overlapPlaced(other, offset).mask;
  }

  /** Mirrored: left becomes right. */
  flipH(): Mask {
    return make.mask(wasm.turned(numberOf(this), 0));
  }

  /** Mirrored: top becomes bottom. */
  flipV(): Mask {
    return make.mask(wasm.turned(numberOf(this), 1));
  }

  /** Turned clockwise by 90 degrees. */
  rotate90(): Mask {
    return make.mask(wasm.turned(numberOf(this), 2));
  }

  /** A part of a mask as a new mask. Pixels of the rectangle that lie outside of the mask are clear. */
  crop(rect: RectLike): Mask {
    const { x, y, w, h } = check.rect(rect, "the rectangle");
    return make.mask(checked(wasm.crop(numberOf(this), x, y, w, h)));
  }

  /** The mask in another size. Each pixel takes the one under its centre. */
  scaleNearest(width: number, height: number): Mask {
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    return make.mask(checked(wasm.scale_nearest(numberOf(this), w, h)));
  }

  // #full
  /**
   * Cut into nine slices and put together in another size. The corners keep their size; the slices between them are stretched or repeated.
   * If the margins do not fit into the new size, they shrink in proportion.
   */
  nineSlice(margins: check.MarginsLike, width: number, height: number, fill: SliceFill = "stretch"): Mask {
    const [left, top, right, bottom] = check.margins(margins);
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    const tiles = check.word(fill, "the fill", SLICE_FILLS);
    return make.mask(checked(wasm.nine_slice(numberOf(this), left, top, right, bottom, w, h, tiles)));
  }

  #morph(n: number, element: StructuringElement, shrinks: number): PlacedMask {
    const which = check.word(element, "the element", STRUCTURING_ELEMENTS);
    const mask = checked(wasm.morph(numberOf(this), check.u32(n, "the size"), which, shrinks));
    return { corner: pointOnDesk(), mask: make.mask(mask) };
  }

  /** All pixels at most n pixels away, as a larger mask, and where its upper left pixel lies, in pixels of the old mask. */
  grow(n: number, element: StructuringElement = "disc"): PlacedMask {
    return this.#morph(n, element, 0);
  }

  /** All pixels that are more than n pixels away from every clear pixel, and the place of the result's corner. */
  shrink(n: number, element: StructuringElement = "disc"): PlacedMask {
    return this.#morph(n, element, 1);
  }

  /** The mean of the coordinates of the solid pixels, each rounded down. Null if no pixel is solid. */
  centroid(): Point | null {
    return wasm.centroid(numberOf(this)) ? pointOnDesk() : null;
  }

  /** The area and the first and second moments of the solid pixels. */
  moments(): Moments {
    return momentsOf(numberOf(this));
  }

  components(connectivity: Connectivity = 8): Components {
    return componentsOf(numberOf(this), connectivity);
  }

  /** The exact outline, with holes. */
  outline(connectivity: Connectivity = 4): Outline {
    return new Outline(new Kept(wasm.outline(numberOf(this), connected(connectivity))));
  }

  /** Convex polygons that together cover exactly the solid pixels: for a physics engine. `maxCorners`: the most corners of one; Box2D takes 8. */
  convexPieces(maxCorners?: number): Polygons {
    return polygons(numbers(wasm.convex_pieces(numberOf(this), mostCorners(maxCorners))));
  }

  /** Disjoint rectangles that together contain exactly the solid pixels, ordered from the top, left to right. */
  rectangles(): Rect[] {
    const list = numbers(wasm.rectangles(numberOf(this)));
    const all: Rect[] = [];
    for (let i = 0; i < list.length; i += 4) all.push({ x: list[i]!, y: list[i + 1]!, w: list[i + 2]!, h: list[i + 3]! });
    return all;
  }

  /**
   * The convex hull: the corners of the smallest convex polygon that contains the squares of all solid pixels. They are listed clockwise on
   * a screen. The first is the topmost; if there are several, the leftmost of those. No three corners lie on a line. Empty if no pixel is
   * solid.
   */
  convexHull(): Point[] {
    return pointsOf(numbers(wasm.convex_hull(numberOf(this))));
  }

  #distance(to: number): Uint32Array<ArrayBuffer> | null {
    const there = checked(wasm.distance(numberOf(this), to));
    const [width, height] = sizeOf(this);
    return there ? Uint32Array.from(numbers(width * height)) : null;
  }

  /** The squared distance of each pixel to the nearest clear one, row by row. Null if there is none. */
  distanceToClear(outside: BorderMode = "clear"): Uint32Array<ArrayBuffer> | null {
    return this.#distance(check.word(outside, "what lies outside", BORDER_MODES));
  }

  /** The squared distance of each pixel to the nearest solid one, row by row. Null if there is none. */
  distanceToSolid(): Uint32Array<ArrayBuffer> | null {
    return this.#distance(2);
  }

  /** All offsets at which two masks overlap, as a mask. Its pixel (0, 0) is the offset (1 - other's width, 1 - other's height). */
  overlapOffsets(other: Mask): Mask {
    const mask = readMask(other);
    return make.mask(checked(wasm.overlap_offsets(numberOf(this), numberOf(mask))));
  }

  /** By how many pixels two masks overlap at every offset. */
  overlapAreaMap(other: Mask): AreaMap {
    const mask = readMask(other);
    checked(wasm.overlap_area_map(numberOf(this), numberOf(mask)));
    const [width, height] = [desk()[0]!, desk()[1]!];
    return { origin: pointOnDesk(2), width, height, areas: Uint32Array.from(numbers(width * height)) };
  }
  // #end

  /** Whether two posed masks overlap. "raster": on some pixel of the screen; "geometry": their turned pixel squares share area. */
  overlapsPosed(pose: Pose, other: Mask, otherPose: Pose, rule: PixelRule = "raster"): boolean {
    const geometry = check.word(rule, "the rule", PIXEL_RULES);
    return posed(this, pose, other, otherPose, (a, b) => wasm.overlaps_posed(a, b, geometry)) === 1;
  }

  /** How many world pixels both posed masks cover. */
  overlapAreaPosed(pose: Pose, other: Mask, otherPose: Pose): number {
    posed(this, pose, other, otherPose, wasm.overlap_area_posed);
    return desk()[0]!;
  }

  /** The first world pixel that both posed masks cover. */
  firstOverlapPosed(pose: Pose, other: Mask, otherPose: Pose): Point | null {
    return posed(this, pose, other, otherPose, wasm.first_overlap_posed) ? pointOnDesk() : null;
  }

  /** The smallest rectangle around the world pixels that both posed masks cover. */
  overlapBoundsPosed(pose: Pose, other: Mask, otherPose: Pose): Rect | null {
    return posed(this, pose, other, otherPose, wasm.overlap_bounds_posed) ? rectOnDesk() : null;
  }

  /** The world pixels that the posed mask covers, as a mask, and where its corner lies. */
  bake(pose: Pose): PlacedMask {
    layPose(0, pose);
    const mask = checked(wasm.bake(numberOf(this)));
    return { corner: pointOnDesk(), mask: make.mask(mask) };
  }

  // #full
  /**
   * When the other, moving straight from a position by a motion, first overlaps it. The position is the other's origin in its pixels.
   */
  cast(other: Mask, from: PointLike, motion: PointLike): Cast {
    return castWith(this, other, from, motion);
  }

  /**
   * The first solid pixel that a point hits, moving straight from a position by a motion. Both are in its pixels, in whole pixels or 65
   * 536ths of a pixel. For lines of sight, lasers and bullets.
   */
  rayCast(from: PointLike, motion: PointLike): Cast {
    return rayWith(this, from, motion);
  }

  /** When the other, moving in whole pixels from an offset along a straight line, first overlaps it. */
  castPixels(other: Mask, offset: PointLike, motion: PointLike): PixelsCast {
    return pixelsWith(this, other, offset, motion);
  }

  /** The same as `cast` for a mask that also turns: two proven times between which they first overlap. */
  castPosed(pose: Pose, other: Mask, motion: TurningMotionOf): PosedCast {
    const { by, turn = 0, steps = 64, ...from } = motion;
    const [degrees, most] = [check.float(turn, "the turn"), check.u32(steps, "the steps")];
    const [mask, parts] = [readMask(other), readParts(from)];
    check.position(by, "the motion");
    lay(19, [check.x, check.y, degrees]);
    lay(6, parts);
    layPose(0, pose);
    checked(wasm.cast_posed(numberOf(this), numberOf(mask), most));
    return posedCastOf(desk());
  }
  // #end
}

make.mask = (number) => new Mask(new Kept(number));

/** Reads a mask. */
export function readMask(mask: Mask, what = "the other mask"): Mask {
  return mask instanceof Mask ? mask : check.wrongType(what, "a Mask", mask);
}

/** Width and height, whatever a class that extends this one says. */
function sizeOf(mask: Mask): [number, number] {
  wasm.size(numberOf(mask));
  return [desk()[0]!, desk()[1]!];
}

/** Asks about two posed shapes of one type. */
export function posed(a: Owned, pose: Pose, b: Owned, otherPose: Pose, ask: (a: number, b: number) => number): number {
  if (!(b instanceof Owned)) check.wrongType("the other shape", `a ${(a as object).constructor.name}`, b);
  layPose(0, pose);
  layPose(6, otherPose);
  return checked(ask(numberOf(a), numberOf(b)));
}

// #full
export function castWith(shape: Shape, other: Mask, from: PointLike, motion: PointLike): Cast {
  const mask = readMask(other);
  check.position(from, "the position");
  const [x, y] = [check.x, check.y];
  check.position(motion, "the motion");
  checked(wasm.cast(numberOf(shape), numberOf(mask), x, y, check.x, check.y));
  return castOf(desk());
}

export function rayWith(shape: Shape, from: PointLike, motion: PointLike): Cast {
  check.position(from, "the position");
  const [x, y] = [check.x, check.y];
  check.position(motion, "the motion");
  checked(wasm.ray_cast(numberOf(shape), x, y, check.x, check.y));
  return castOf(desk());
}

export function pixelsWith(shape: Shape, other: Mask, offset: PointLike, motion: PointLike): PixelsCast {
  const mask = readMask(other);
  check.pixel(offset, "the offset");
  const [x, y] = [check.x, check.y];
  check.pixel(motion, "the motion");
  checked(wasm.cast_pixels(numberOf(shape), numberOf(mask), x, y, check.x, check.y));
  return stepCastOf(desk());
}
// #end

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
