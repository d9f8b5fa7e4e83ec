// Shapes, and above all masks: one bit a pixel.
//
// It is one file because the answers of each class are objects of the others: a shape gives masks, which are shapes, and a mask gives its outline and
// its components, which give masks. It is long because it is a list: the functions of these classes, each a short call with its contract.

import * as check from "./check.js";
import type { Point, PointLike, Rect, RectLike } from "./check.js";
import { Kept, Owned, numberOf } from "./owned.js";
import { needsBrowser, readPixels, type PixelsLike } from "./pixels.js";
import { layPose, type Pose } from "./pose.js";
import { closestOnDesk, pointOnDesk, rectOnDesk, shapeNumber, type Closest, type ReadShape } from "./shape.js";
import { bytes, checked, desk, giveBytes, numbers, wasm } from "./wasm.js";
import { PIXEL_RULES, SCAN_ORDERS, type PixelRule, type ScanOrder } from "./words.js";
// #full
import { castWith, pixelsWith, rayWith } from "./cast.js";
import { mostCorners, polygons, type Polygons, type Ring, type SimplifyOptions } from "./outline.js";
import { readParts, type PoseParts } from "./pose.js";
import { pointsOf } from "./shape.js";
import { COMPONENT, componentOf, listOf, posedCastOf, type Cast, type Piece, type PixelsCast, type PosedCast } from "./table.js";
import { giveNumbers, lay } from "./wasm.js";
import { FILL_RULES, OUTLINE_BOUNDS, BORDER_MODES, SLICE_FILLS, STRUCTURING_ELEMENTS } from "./words.js";
import type { FillRule, BorderMode, SliceFill, StructuringElement } from "./words.js";
// #end

// #full
/** A shape as an argument: an object of this package, or a rectangle: `{ x, y, w, h }` or `[x, y, w, h]`. */
export type ShapeLike = Shape | RectLike;
// #core
// /** A shape as an argument: a mask. */
// export type ShapeLike = Shape;
// #end

/** A mask and where its upper left corner lies. */
export interface PlacedMask {
  mask: Mask;
  corner: Point;
}

/** Reads a shape. */
export function readShape(shape: ShapeLike, what: string): ReadShape {
  if (shape instanceof Shape) return shape;
  // #full
  return check.shape(shape, what) as ReadShape;
  // #core
  // return check.wrongType(what, "a Mask", shape);
  // #end
}

/** Asks the module about a shape and another one at an offset. */
export function ask(shape: Owned, other: ShapeLike, offset: PointLike, how: (a: number, b: number, x: number, y: number) => number): number {
  const read = readShape(other, "the other shape");
  check.pixel(offset, "the offset");
  return checked(how(numberOf(shape), shapeNumber(read), check.x, check.y));
}

/**
 * A set of solid pixels.
 *
 * An offset is the other's origin minus this one's, in pixels; answers are in this one's pixels. y points down. Shapes that only touch
 * do not overlap. Every offset is legal.
 */
export abstract class Shape extends Owned {
  /** Whether some pixel is solid in both shapes. Stops at the first. */
  overlaps(other: ShapeLike, offset: PointLike): boolean {
    // The most frequent question, so `checked` is not called for nothing.
    const shape = readShape(other, "the other shape");
    check.pixel(offset, "the offset");
    // Only a shape is read as what it is. The most frequent one needs no other test.
    const number = shape === other ? numberOf(other as Shape) : shapeNumber(shape);
    const reply = wasm.overlaps(numberOf(this), number, check.x, check.y);
    if (reply < 0) checked(reply);
    return reply === 1;
  }

  /** How many pixels are solid in both shapes. */
  overlapArea(other: ShapeLike, offset: PointLike): number {
    ask(this, other, offset, wasm.overlap_area);
    return desk()[0]!;
  }

  /** The first pixel that is solid in both: the topmost, and of these the leftmost. Null if they do not overlap. */
  firstOverlap(other: ShapeLike, offset: PointLike): Point | null {
    return ask(this, other, offset, wasm.first_overlap) ? pointOnDesk() : null;
  }

  /** The first pixel that is solid in both, in another order. Null if they do not overlap. */
  extremeOverlap(other: ShapeLike, offset: PointLike, order: check.Word<ScanOrder>): Point | null {
    const which = check.word(order, "the order", SCAN_ORDERS);
    return ask(this, other, offset, (a, b, x, y) => wasm.extreme_overlap(a, b, x, y, which)) ? pointOnDesk() : null;
  }

  /** The smallest rectangle around all pixels that are solid in both. Null if they do not overlap. */
  overlapBounds(other: ShapeLike, offset: PointLike): Rect | null {
    return ask(this, other, offset, wasm.overlap_bounds) ? rectOnDesk() : null;
  }

  /** All pixels that are solid in both, row by row: x0, y0, x1, y1, ... */
  overlapPoints(other: ShapeLike, offset: PointLike): Int32Array<ArrayBuffer> {
    ask(this, other, offset, wasm.overlap_points);
    return Int32Array.from(numbers(desk()[0]!));
  }

  /**
   * The pixels that are solid in both as a mask, and the pixel of this shape at which the mask begins: (0, 0) and a mask of this
   * shape's size if this shape has a picture, else the bounds of the overlap.
   */
  overlapPlaced(other: ShapeLike, offset: PointLike): PlacedMask {
    const mask = ask(this, other, offset, wasm.overlap_mask);
    return { corner: pointOnDesk(), mask: newMask(mask) };
  }

  /** Whether a pixel is solid. */
  contains(pixel: PointLike): boolean {
    check.pixel(pixel, "the pixel");
    return checked(wasm.contains(numberOf(this), check.x, check.y)) === 1;
  }

  /** The smallest rectangle around the solid pixels. Null if there are none. */
  get bounds(): Rect | null {
    return wasm.bounds(numberOf(this)) ? rectOnDesk() : null;
  }

  /** The direction from this shape to the other one, from the change of the overlap area. (0, 0) if there is none. */
  normal(other: ShapeLike, offset: PointLike): Point {
    ask(this, other, offset, wasm.normal);
    return pointOnDesk();
  }

  /** The shortest motion of the other shape after which the two do not overlap. (0, 0) if they do not overlap now. */
  separation(other: ShapeLike, offset: PointLike): Point {
    ask(this, other, offset, wasm.separation);
    return pointOnDesk();
  }

  /** The shortest motion of the other shape along a direction that separates the two. Null if the direction is (0, 0). */
  separationAlong(other: ShapeLike, offset: PointLike, direction: PointLike): Point | null {
    check.pixel(direction, "the direction");
    const [dx, dy] = [check.x, check.y];
    return ask(this, other, offset, (a, b, x, y) => wasm.separation_along(a, b, x, y, dx, dy)) ? pointOnDesk() : null;
  }

  /** The shortest motions of the other shape along x, and along y, each of which separates the two. */
  separationByAxis(other: ShapeLike, offset: PointLike): Point {
    ask(this, other, offset, wasm.separation_by_axis);
    return pointOnDesk();
  }

  /** How near the shapes are. Null if one of them has no solid pixel. */
  closest(other: ShapeLike, offset: PointLike): Closest | null {
    return ask(this, other, offset, wasm.closest) ? closestOnDesk() : null;
  }
}

/** A shape with a picture: width and height. */
export abstract class Picture extends Shape {
  get width(): number {
    wasm.size(numberOf(this));
    return desk()[0]!;
  }

  get height(): number {
    wasm.size(numberOf(this));
    return desk()[1]!;
  }

  /** How many pixels are solid. */
  get count(): number {
    return wasm.count(numberOf(this));
  }

  /** Whether no pixel is solid. */
  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** The memory that it takes, in bytes. */
  get memoryBytes(): number {
    return wasm.memory_bytes(numberOf(this));
  }

  /** Whether the other one has the same type, size and pixels. */
  equals(other: Picture): boolean {
    if (!(other instanceof Picture)) return false;
    return wasm.equals(numberOf(this), numberOf(other)) === 1;
  }
}

// #full
/** Which pixels are connected: by sides (4), or by sides and corners (8). */
export type Connectivity = 4 | 8;
// #end

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
    return newMask(wasm.outline_to_mask(numberOf(this)));
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
    return newMask(checked(wasm.component_mask(numberOf(this), check.u32(index, "the index"), 0)));
  }

  /** One of them as a mask of the size of its bounds. */
  cutOut(index: number): Mask {
    return newMask(checked(wasm.component_mask(numberOf(this), check.u32(index, "the index"), 1)));
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
    return newMask(checked(wasm.mask_filled(check.side(width, "the width"), check.side(height, "the height"))));
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
    return newMask(checked(wasm.mask_from_alpha(w, h, level)));
  }

  /** From four bytes a pixel: red, green, blue, alpha. */
  static fromRgba(width: number, height: number, rgba: Uint8Array | Uint8ClampedArray, threshold = 128): Mask {
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    const [level, data] = [check.byte(threshold, "the threshold"), check.byteView(rgba, "the pixels")];
    giveBytes(data);
    return newMask(checked(wasm.mask_from_rgba(w, h, level)));
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
    return newMask(checked(wasm.mask_from_indexed(w, h, index)));
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
    return newMask(checked(wasm.mask_from_color_key(w, h, r, g, b, within)));
  }

  /** From rows of whole bytes, the leftmost pixel in the highest bit: what `toBytes` gives. */
  static fromBytes(width: number, height: number, rows: Uint8Array): Mask {
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    const data = check.byteView(rows, "the rows");
    giveBytes(data);
    return newMask(checked(wasm.mask_from_bytes(w, h)));
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
    return newMask(checked(wasm.mask_from_polygons(w, h, which)));
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
    return newMask(wasm.copy(numberOf(this)));
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
    return newMask(wasm.turned(numberOf(this), 0));
  }

  /** Mirrored: top becomes bottom. */
  flipV(): Mask {
    return newMask(wasm.turned(numberOf(this), 1));
  }

  /** Turned clockwise by 90 degrees. */
  rotate90(): Mask {
    return newMask(wasm.turned(numberOf(this), 2));
  }

  /** A part of a mask as a new mask. Pixels of the rectangle that lie outside of the mask are clear. */
  crop(rect: RectLike): Mask {
    const { x, y, w, h } = check.rect(rect, "the rectangle");
    return newMask(checked(wasm.crop(numberOf(this), x, y, w, h)));
  }

  /** The mask in another size. Each pixel takes the one under its centre. */
  scaleNearest(width: number, height: number): Mask {
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    return newMask(checked(wasm.scale_nearest(numberOf(this), w, h)));
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
    return newMask(checked(wasm.nine_slice(numberOf(this), left, top, right, bottom, w, h, tiles)));
  }

  #morph(n: number, element: StructuringElement, shrinks: number): PlacedMask {
    const which = check.word(element, "the element", STRUCTURING_ELEMENTS);
    const mask = checked(wasm.morph(numberOf(this), check.u32(n, "the size"), which, shrinks));
    return { corner: pointOnDesk(), mask: newMask(mask) };
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
    return newMask(checked(wasm.overlap_offsets(numberOf(this), numberOf(mask))));
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
    return { corner: pointOnDesk(), mask: newMask(mask) };
  }

  // #full
  /**
   * When the other, moving straight from a position by a motion, first overlaps it. The position is the other's origin in its pixels.
   */
  cast(other: Mask, from: PointLike, motion: PointLike): Cast {
    return castWith(this, readMask(other), from, motion);
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
    return pixelsWith(this, readMask(other), offset, motion);
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

export const newMask = (number: number): Mask => new Mask(new Kept(number));

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
