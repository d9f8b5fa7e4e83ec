// The verbs that every shape has.

import * as check from "./check.js";
import type { Point, PointLike, Rect } from "./check.js";
import type { Mask } from "./mask.js";
import { Kept, Owned, make, numberOf } from "./owned.js";
import { checked, desk, numbers, wasm } from "./wasm.js";
import { SCAN_ORDERS, type ScanOrder } from "./words.js";

// #full
import type { RectLike } from "./check.js";
import { isOwned } from "./owned.js";

/** A shape as an argument: an object of this package, or a rectangle: `{ x, y, w, h }` or `[x, y, w, h]`. */
export type ShapeLike = Shape | RectLike;
// #core
// /** A shape as an argument: a mask. */
// export type ShapeLike = Shape;
// #end

/** How near two shapes are. */
export type Closest =
  | { overlapping: true; squared: 0; distance: 0 }
  | {
      overlapping: false;
      /** The square of the gap between the nearest two pixels. 0 if they touch. */
      squared: number;
      distance: number;
      /** The nearest pixel of the one, in its own pixels. */
      a: Point;
      /** The nearest pixel of the other, in its own pixels. */
      b: Point;
    };

/** A mask and where its upper left corner lies. */
export interface PlacedMask {
  mask: Mask;
  corner: Point;
}

export function pointOnDesk(place = 0): Point {
  const floats = desk();
  return { x: floats[place]!, y: floats[place + 1]! };
}

export function rectOnDesk(place = 0): Rect {
  const floats = desk();
  return { x: floats[place]!, y: floats[place + 1]!, w: floats[place + 2]!, h: floats[place + 3]! };
}

// #full
export function pointsOf(list: Float64Array): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < list.length; i += 2) points.push({ x: list[i]!, y: list[i + 1]! });
  return points;
}
// #end

export function closestOnDesk(): Closest {
  const squared = desk()[0]!;
  if (squared < 0) return { overlapping: true, squared: 0, distance: 0 };
  return { overlapping: false, squared, distance: Math.sqrt(squared), a: pointOnDesk(1), b: pointOnDesk(3) };
}

/** A shape that was read from an argument: nothing of the caller runs when it is asked for its number. */
export type ReadShape = Shape | (Rect & { readonly isRead: never });

/** Reads a shape. */
export function readShape(shape: ShapeLike, what: string): ReadShape {
  if (shape instanceof Shape) return shape;
  // #full
  return check.shape(shape, what) as ReadShape;
  // #core
  // return check.wrongType(what, "a Mask", shape);
  // #end
}

// #full
/** The rectangle of the module that stands for the rectangle in an argument. */
let stand = 0;
// #end

/** The number of a shape in the module. The number of a rectangle is valid until the next one is asked for. */
export function shapeNumber(shape: ReadShape): number {
  // #full
  if (!isOwned(shape)) {
    if (stand === 0) stand = wasm.rect_new();
    wasm.set_rect(stand, shape.x, shape.y, shape.w, shape.h);
    return stand;
  }
  // #end
  return numberOf(shape as Shape);
}

// #full
/** Calls a function with the numbers of many shapes. Each rectangle gets an object of the module for this call. */
export function withShapes<R>(shapes: readonly (ReadShape | Owned)[], call: (numbers: number[]) => R): R {
  const made: number[] = [];
  try {
    const numbers = shapes.map((shape) => {
      if (isOwned(shape)) return numberOf(shape);
      const number = wasm.rect_new();
      made.push(number);
      wasm.set_rect(number, shape.x, shape.y, shape.w, shape.h);
      return number;
    });
    return call(numbers);
  } finally {
    for (const number of made) wasm.release(number);
  }
}
// #end

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
    return { corner: pointOnDesk(), mask: make.mask(mask) };
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

export { Kept };
