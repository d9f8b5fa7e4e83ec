// Where and how a shape lies.

import * as check from "./check.js";
import type { Point, PointLike } from "./check.js";
import { checked, desk, lay, wasm } from "./wasm.js";

/** An angle: a number of degrees (positive turns clockwise), or a number in another unit. `{ step, of }` is `step` of `of` parts of a turn. */
export type AngleLike = number | { degrees: number } | { radians: number } | { step: number; of: number };

/** Where a shape lies, by its parts. A point t of the shape lies at position + rotation · shear · scale · (t - pivot). */
export interface PoseParts {
  /** Where the pivot lies, in pixels. */
  position?: PointLike;
  rotation?: AngleLike;
  /** One number, or one for each axis. */
  scale?: number | PointLike;
  /** Whether the shape is mirrored along x, and along y. */
  flip?: readonly [boolean, boolean];
  shear?: PointLike;
  /** The point of the shape that lies at the position, and about which it turns. By default its upper left corner. */
  pivot?: PointLike;
}

const PARTS = ["position", "rotation", "scale", "flip", "shear", "pivot"] as const;

// #full
/** How many floats a place takes on the desk. */
export const PLACE = 14;
// #end

/** Reads an angle: its unit and its numbers, for the desk. */
export function readAngle(angle: AngleLike): [unit: number, value: number, of: number] {
  if (typeof angle === "number") return [0, angle, 0];
  if (typeof angle === "object" && angle !== null) {
    if ("degrees" in angle) return [0, check.float(angle.degrees, "the rotation"), 0];
    if ("radians" in angle) return [1, check.float(angle.radians, "the rotation"), 0];
    if ("step" in angle) return [2, check.i32(angle.step, "the steps of the rotation"), check.u32(angle.of, "the steps of a whole turn")];
  }
  return check.wrongType("the rotation", "a number of degrees, { degrees }, { radians } or { step, of }", angle);
}

/** Reads parts into a list, from a place on: 13 floats for the desk. */
export function readParts(parts: PoseParts, list: number[] = [], place = 0): number[] {
  const read = (at: number, point: PointLike | undefined, what: string): void => {
    const given = point !== undefined;
    if (given) check.position(point, what);
    list[place + at] = given ? check.x : 0;
    list[place + at + 1] = given ? check.y : 0;
  };
  const { position, rotation, scale, flip, shear, pivot } = parts;
  read(0, position, "the position");
  [list[place + 2], list[place + 3], list[place + 4]] = readAngle(rotation ?? 0);
  [list[place + 5], list[place + 6]] = check.perAxis(scale ?? 1, "the scale");
  const mirrored = flip ?? [false, false];
  list[place + 7] = check.flag(mirrored[0], "the flip along x");
  list[place + 8] = check.flag(mirrored[1], "the flip along y");
  read(9, shear, "the shear");
  read(11, pivot, "the pivot");
  return list;
}

/** Lays a pose on the desk: 6 floats. */
export function layPose(place: number, pose: Pose): void {
  lay(place, matrixOf(pose));
}

// #full
/** Reads a pose or the parts of one: what lies on the desk, of 14 floats. */
export function readPlace(place: Pose | PoseParts): number[] {
  return place instanceof Pose ? [1, ...matrixOf(place)] : readParts(place, [0], 1);
}
// #end

/** The six numbers of a pose. */
export let matrixOf: (pose: Pose) => Float64Array;

/**
 * Where and how a shape lies: turned, scaled, mirrored, sheared, and between pixels. An unchangeable value of six numbers, in 65536ths of
 * a pixel; from there on every answer is exact.
 */
export class Pose {
  #matrix: Float64Array;

  static {
    matrixOf = (pose) => {
      if (!(typeof pose === "object" && pose !== null && #matrix in pose)) check.wrongType("the pose", "a Pose", pose);
      return pose.#matrix;
    };
  }

  /** A pose from its parts. Throws a RangeError if they make no pose: scaled to nothing, or too large. */
  constructor(parts: PoseParts = {}) {
    check.known(parts, "the pose", PARTS);
    lay(0, readParts(parts));
    checked(wasm.pose_from_parts());
    this.#matrix = desk().slice(0, 6);
  }

  /** The map (u, v) -> (a·u + b·v + tx, c·u + d·v + ty). Each number is rounded to the nearest 65536th. */
  static fromMatrix(a: number, b: number, c: number, d: number, tx: number, ty: number): Pose {
    const pose = new Pose();
    lay(0, [a, b, c, d, tx, ty].map((value) => check.float(value, "the matrix")));
    checked(wasm.pose_from_matrix());
    pose.#matrix = desk().slice(0, 6);
    return pose;
  }

  /** A pose from `toQ16`. */
  static fromQ16(numbers: ArrayLike<number>): Pose {
    if (numbers.length !== 6) check.wrongType("the pose", "six numbers", numbers);
    const pose = new Pose();
    const most = 2 ** 53;
    const six = Array.from({ length: 6 }, (_, i) => check.whole(numbers[i], "a number of the pose", -most, most));
    lay(0, six);
    checked(wasm.pose_from_q16());
    pose.#matrix = desk().slice(0, 6);
    return pose;
  }

  /** a, b, c, d, tx, ty in 65536ths. They describe the pose exactly. */
  toQ16(): number[] {
    return Array.from(this.#matrix);
  }

  /** a, b, c, d, tx, ty. Mind the order that others want: a canvas wants a, c, b, d, tx, ty (see `toDOMMatrix`). */
  toMatrix(): number[] {
    return Array.from(this.#matrix, (value) => value / 65536);
  }

  /** The numbers for `new DOMMatrix(...)` or `context.setTransform(...)`. */
  toDOMMatrix(): [number, number, number, number, number, number] {
    const [a, b, c, d, tx, ty] = this.toMatrix() as [number, number, number, number, number, number];
    return [a, c, b, d, tx, ty];
  }

  /**
   * The pose of a shape that lies under this pose in the plane of another one, which lies under `outer`: a gun in the picture of an arm. Each
   * number is rounded once. Throws a RangeError if that makes no pose. Its name makes `await` call it, too: a promise of a pose gives the pose,
   * unless that is frozen. TypeScript does not believe it: there, put a pose that an async function returns into an array or object.
   */
  then(outer: Pose): Pose {
    if (typeof outer === "function") return this.#settle(outer);
    const pose = new Pose();
    layPose(0, this);
    layPose(6, outer);
    checked(wasm.pose_then());
    pose.#matrix = desk().slice(0, 6);
    return pose;
  }

  /** A promise that is resolved with something that has a `then` calls that with a function, and keeps what it gets if that has none. */
  #settle(resolve: (pose: Pose) => unknown): never {
    if (!Object.isExtensible(this)) throw new TypeError("a frozen pose cannot be awaited: put it into an array");
    Object.defineProperty(this, "then", { value: undefined, configurable: true });
    try {
      return resolve(this) as never;
    } finally {
      Reflect.deleteProperty(this, "then");
    }
  }

  /** Where a point of the shape, in its pixels, lies in the world. */
  pointAt(point: PointLike): Point {
    check.position(point, "the point");
    layPose(0, this);
    checked(wasm.point_at(check.x, check.y));
    return { x: desk()[0]!, y: desk()[1]! };
  }

  /** The pixel of the shape that is drawn at a world pixel. It may lie outside the shape. */
  texelAt(pixel: PointLike): Point {
    check.pixel(pixel, "the pixel");
    layPose(0, this);
    checked(wasm.texel_at(check.x, check.y));
    return { x: desk()[0]!, y: desk()[1]! };
  }
}
