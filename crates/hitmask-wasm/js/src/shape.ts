// Shapes as the module takes them, and its answers about them.

import type { Point, Rect } from "./check.js";
import { numberOf, type Owned } from "./owned.js";
import { desk } from "./wasm.js";
// #full
import { isOwned } from "./owned.js";
import { wasm } from "./wasm.js";
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
export type ReadShape = Owned | (Rect & { readonly isRead: never });

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
  return numberOf(shape as Owned);
}

// #full
/** Calls a function with the numbers of many shapes. Each rectangle gets an object of the module for this call. */
export function withShapes<R>(shapes: readonly ReadShape[], call: (numbers: number[]) => R): R {
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
