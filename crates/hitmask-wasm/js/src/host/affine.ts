// How every host's drawing becomes a pose. The adapters say what a host does with a frame; this is the only place that computes it.

import { Pose } from "../pose.js";

/** A map (x, y) -> (a·x + c·y + tx, b·x + d·y + ty): the names, and the order, of a canvas. */
export interface MatrixLike {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly tx: number;
  readonly ty: number;
}

export interface PointXY {
  readonly x: number;
  readonly y: number;
}

/** Where a matrix brings a point. */
export const apply = ({ a, b, c, d, tx, ty }: MatrixLike, x: number, y: number): [number, number] => [a * x + c * y + tx, b * x + d * y + ty];

/** A matrix that is built as hosts draw: each call acts on what is drawn later, so the last one comes first to a point. */
export class Affine implements MatrixLike {
  a = 1;
  b = 0;
  c = 0;
  d = 1;
  tx = 0;
  ty = 0;

  translate(x: number, y: number): this {
    this.tx += this.a * x + this.c * y;
    this.ty += this.b * x + this.d * y;
    return this;
  }

  scale(x: number, y: number): this {
    this.a *= x;
    this.b *= x;
    this.c *= y;
    this.d *= y;
    return this;
  }

  /** What is drawn later goes through the other matrix first. */
  times({ a, b, c, d, tx, ty }: MatrixLike): this {
    this.translate(tx, ty);
    [this.a, this.b, this.c, this.d] = [this.a * a + this.c * b, this.b * a + this.d * b, this.a * c + this.c * d, this.b * c + this.d * d];
    return this;
  }

  /** The map back. All numbers are infinite or none where there is no such. */
  inverse(): Affine {
    const { a, b, c, d, tx, ty } = this;
    const determinant = a * d - b * c;
    const back = new Affine();
    [back.a, back.b, back.c, back.d] = [d / determinant, -b / determinant, -c / determinant, a / determinant];
    return back.translate(-tx, -ty);
  }

  /** Turns clockwise. Quarters of a turn in degrees are exact. */
  rotate(degrees: number): this {
    const quarters = degrees / 90;
    const exact = Number.isInteger(quarters) ? (((quarters % 4) + 4) % 4) : -1;
    const radians = (degrees * Math.PI) / 180;
    const cos = exact < 0 ? Math.cos(radians) : [1, 0, -1, 0][exact]!;
    const sin = exact < 0 ? Math.sin(radians) : [0, 1, 0, -1][exact]!;
    return this.times({ a: cos, b: sin, c: -sin, d: cos, tx: 0, ty: 0 });
  }
}

/** Where a host draws a picture, in the coordinates of a matrix: one corner, and the size. A negative size mirrors the picture. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How a host that snaps to whole pixels moves corners: `to` rounds one. Each of them, or the upper left one, with which the others move. */
export interface Rounding {
  readonly to: (x: number, y: number) => readonly [number, number];
  readonly corners: "each" | "upper left";
}

/** What Pose.fromMatrix takes. */
export type Numbers = readonly [number, number, number, number, number, number];

function numbersOf(matrix: MatrixLike, box: Box, columns: number, rows: number, round?: Rounding): Numbers {
  const { a, b, c, d } = matrix;
  const { x, y, width, height } = box;
  let [left, top] = apply(matrix, x, y);
  let [rightX, rightY, downX, downY] = [a * width, b * width, c * height, d * height];
  if (round?.corners === "each") {
    const [right, down] = [round.to(left + rightX, top + rightY), round.to(left + downX, top + downY)];
    [left, top] = round.to(left, top) as [number, number];
    [rightX, rightY, downX, downY] = [right[0] - left, right[1] - top, down[0] - left, down[1] - top];
  } else if (round !== undefined) {
    [left, top] = round.to(left, top) as [number, number];
  }
  return [rightX / columns, downX / rows, rightY / columns, downY / rows, left, top];
}

const q16 = (value: number): number => Math.round(value * 65536);

/**
 * The numbers of the pose under which a host draws a picture into a box under a matrix. `columns` and `rows` are the size of the picture. A
 * pixel is covered if its centre lies in a solid texel, which is what nearest sampling shows. With `round.corners` of "each" the picture goes
 * through three rounded corners. Null for what covers no pixel: a picture without pixels, one that is scaled to nothing, or whose place is no
 * number or beyond the end of the world.
 */
export function placeOf(matrix: MatrixLike, box: Box, columns: number, rows: number, round?: Rounding): Numbers | null {
  if (columns === 0 || rows === 0) return null;
  const numbers = numbersOf(matrix, box, columns, rows, round);
  const [a, b, c, d, tx, ty] = numbers;
  if (!numbers.every(Number.isFinite) || q16(a) * q16(d) === q16(b) * q16(c)) return null;
  return Math.max(Math.abs(tx), Math.abs(ty)) > 2 ** 31 ? null : numbers;
}

/** A pose under which no mask covers a pixel: all of it lies between two centres. */
const NOTHING = [1 / 65536, 0, 0, 1 / 65536, 0.5 + 1 / 65536, 0.5 + 1 / 65536] as const;

/** The same as a pose. What covers no pixel has one under which nothing does. */
export function poseOf(matrix: MatrixLike, box: Box, columns: number, rows: number, round?: Rounding): Pose {
  return Pose.fromMatrix(...(placeOf(matrix, box, columns, rows, round) ?? NOTHING));
}
