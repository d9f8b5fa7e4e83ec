// What a host shows of an object: pixels, and where they lie. Every adapter reads its host's fields into a `Drawn`; what follows from that is
// decided here, once for all hosts.

import { Affine, apply, placeOf, poseOf, type Box, type MatrixLike, type Numbers, type Rounding } from "./affine.js";
import { pictures, type Source } from "./picture.js";
import { wrongType } from "../check.js";
import { covers } from "../hit.js";
import { Mask } from "../mask.js";
import { Pose } from "../pose.js";
import type { Terrain } from "../terrain.js";

/** What a host draws of an object. An adapter gives null instead for one that is not drawn: hidden, removed, destroyed, fully transparent. */
export interface Drawn {
  /**
   * Where the mask comes from: pixels, a mask, null where there is no picture yet, or what is shown that hitmask can't read, such as "a Text".
   * A mask of the caller takes the place of each.
   */
  readonly shows: Source | Mask | string | null;
  /** What maps the box to pixels. */
  readonly matrix: MatrixLike;
  readonly box: Box;
  readonly round?: Rounding;
  /** Parts of the mask that are drawn into boxes of their own, such as nine slices. A mask of the caller is stretched over `box`. */
  readonly pieces?: readonly Piece[];
  /** Where one copy of a mask lies that is repeated over the box, in pixels from the box's upper left corner. A mask of the caller is stretched over `box`. */
  readonly tile?: Tile;
  /** Boxes outside of which nothing is drawn. */
  readonly clips?: readonly { readonly matrix: MatrixLike; readonly box: Box }[];
}

/** A part of a mask, in its pixels and fractions of them, and where it is drawn. */
export interface Piece {
  readonly part: Box;
  readonly box: Box;
}

/** One copy of a mask that is repeated: its box starts where the matrix starts. */
export interface Tile {
  readonly matrix: MatrixLike;
  readonly width: number;
  readonly height: number;
}

export interface Seen<S = Mask | Terrain> {
  readonly shape: S;
  readonly place: Numbers;
}

/** Whether two objects overlap on some pixel; with masks of yours, or with those of what they show. */
export interface Overlaps<T> {
  (a: T, b: T): boolean;
  (a: T, maskA: Mask, b: T, maskB: Mask): boolean;
}

/** What an object is called in messages: its class, without what programs that pack scripts add, and its name. */
export function named(object: any, name: unknown = object.name): string {
  const known = String(object.constructor?.name ?? "object").replace(/^_+|\d+$/g, "");
  return name ? `the ${known} ${JSON.stringify(name)}` : `the ${known}`;
}

/** A host: how its adapter reads an object, and all that follows. */
export class Host<T extends object> {
  /** The name of the adapter's module, for messages. */
  readonly name: string;
  #wanted: string;
  #draw: (object: T) => Drawn | null | undefined;

  /** `draw` gives undefined for what is none of the objects that are `wanted`. */
  constructor(name: string, wanted: string, draw: (object: T) => Drawn | null | undefined) {
    this.name = name;
    this.#wanted = wanted;
    this.#draw = draw;
  }

  drawn(object: T, draw = this.#draw): Drawn | null {
    const drawn = typeof object === "object" && object !== null ? draw(object) : undefined;
    return drawn === undefined ? wrongType(`what is given to ${this.name}`, this.#wanted, object) : drawn;
  }

  /** The mask of what is drawn. Null for nothing. */
  maskOf(drawn: Drawn | null, given?: Mask, threshold = 128): Mask | null {
    if (drawn === null) return null;
    if (given !== undefined) return given;
    const { shows } = drawn;
    if (typeof shows === "string") {
      throw new RangeError(`${this.name} cannot read the pixels of ${shows}: give a mask of yours, which is stretched over its box, such as Mask.filled(1, 1)`);
    }
    return shows === null || !("picture" in shows) ? shows : pictures.of(shows, threshold, this.name);
  }

  /** An object as it is seen. Null if it covers no pixel. */
  readonly see = (object: T, mask?: Mask): Seen<Mask> | null => this.seen(this.drawn(object), mask);

  seen(drawn: Drawn | null, given?: Mask): Seen<Mask> | null {
    const mask = this.maskOf(drawn, given);
    if (drawn === null || mask === null) return null;
    const { matrix, box, round, clips, pieces, tile } = drawn;
    const inParts = (pieces !== undefined || tile !== undefined) && given === undefined;
    if (!inParts && !clips?.length && !(round?.corners === "each" && isBent(matrix, box, round))) return seen(mask, matrix, box, round);
    // A mask of the caller may change from call to call.
    return given === undefined ? madeOnce(mask, drawn) : composed(mask, { ...drawn, pieces: undefined, tile: undefined });
  }

  /** Where the mask of an object lies. What is not drawn has a pose under which nothing covers a pixel. */
  poseOf(object: T, given?: Mask): Pose {
    const drawn = this.drawn(object);
    const mask = this.maskOf(drawn, given);
    if (drawn === null || mask === null) return poseOf({ a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0 }, { x: 0, y: 0, width: 1, height: 1 }, 1, 1);
    return poseOf(drawn.matrix, drawn.box, mask.width, mask.height, drawn.round);
  }

  readonly overlaps: Overlaps<T> = (a: T, second: T | Mask, b?: T, maskB?: Mask): boolean =>
    b === undefined ? overlapsSeen(this.see(a), this.see(second as T)) : overlapsSeen(this.see(a, second as Mask), this.see(b, maskB));
}

/** How many shapes of a mask are kept that are made pixel by pixel. */
const KEPT = 64;
const made = new WeakMap<Mask, Map<string, Seen<Mask> | null>>();

/** What is drawn in pieces, repeated, clipped or bent. It is made once, as long as it stays where it is. */
function madeOnce(mask: Mask, drawn: Drawn): Seen<Mask> | null {
  const { matrix, box, round, clips, pieces, tile } = drawn;
  const { a, b, c, d, tx, ty } = matrix;
  const key = JSON.stringify([mask.count, a, b, c, d, tx, ty, box, pieces, tile, clips, round && [round.corners, round.to(0.3, 0.3)]]);
  let known = made.get(mask);
  if (known === undefined || known.size >= KEPT) made.set(mask, (known = new Map()));
  let it = known.get(key);
  if (it === undefined) known.set(key, (it = composed(mask, drawn)));
  return it;
}

/** The same, made anew. */
function composed(mask: Mask, { matrix, box, round, clips, pieces, tile }: Drawn): Seen<Mask> | null {
  if (tile !== undefined) return tiled(mask, matrix, box, tile, round, clips);
  if (pieces !== undefined) return clipped(joined(pieces.map((piece) => pieceOf(mask, matrix, piece, round))), clips);
  const shape = round?.corners === "each" && isBent(matrix, box, round) ? bent(mask, matrix, box, round) : undefined;
  return clipped(shape ?? seen(mask, matrix, box, round), clips);
}

type Corners = [Corner, Corner, Corner, Corner];
const cornersOf = (matrix: MatrixLike, { x, y, width, height }: Box, { to }: Rounding): Corners =>
  [[x, y], [x + width, y], [x + width, y + height], [x, y + height]].map((at) => to(...apply(matrix, at[0]!, at[1]!))) as unknown as Corners;

/** Whether four corners that are rounded each for itself make no parallelogram. */
function isBent(matrix: MatrixLike, box: Box, round: Rounding): boolean {
  const [a, b, c, d] = cornersOf(matrix, box, round);
  return a[0] + c[0] !== b[0] + d[0] || a[1] + c[1] !== b[1] + d[1];
}

/** More pixels are not looked at one by one. */
const MOST_BENT = 1 << 22;

/**
 * What a host draws that is bent: two triangles, above and below the line from the upper left corner to the lower right one, each stretched by
 * itself. Its pixels, which lie upright. Undefined for what is too large: it is taken for a parallelogram.
 */
function bent(mask: Mask, matrix: MatrixLike, box: Box, round: Rounding): Seen<Mask> | undefined {
  const [a, b, c, d] = cornersOf(matrix, box, round);
  const [left, top] = [0, 1].map((axis) => Math.floor(Math.min(a[axis]!, b[axis]!, c[axis]!, d[axis]!))) as [number, number];
  const [w, h] = [0, 1].map((axis) => Math.ceil(Math.max(a[axis]!, b[axis]!, c[axis]!, d[axis]!)) - [left, top][axis]!) as [number, number];
  if (!(w * h <= MOST_BENT)) return undefined;
  const [rows, stride, alphas] = [mask.toBytes(), Math.ceil(mask.width / 8), new Uint8Array(w * h)];
  // Along the picture's x, and along its y.
  for (const [isAbove, across, down] of [[true, minus(b, a), minus(c, b)], [false, minus(c, d), minus(d, a)]] as const) {
    const determinant = across[0] * down[1] - across[1] * down[0];
    for (let i = 0; i < w * h; i++) {
      const [px, py] = [left + (i % w) + 0.5 - a[0], top + Math.floor(i / w) + 0.5 - a[1]];
      const [u, v] = [(px * down[1] - py * down[0]) / determinant, (across[0] * py - across[1] * px) / determinant];
      if (!(u >= 0 && v >= 0 && u < 1 && v < 1 && u >= v === isAbove)) continue;
      const [column, row] = [Math.floor(u * mask.width), Math.floor(v * mask.height)];
      if (rows[row * stride + (column >> 3)]! & (0x80 >> (column & 7))) alphas[i] = 255;
    }
  }
  return { shape: Mask.fromAlpha(w, h, alphas), place: [1, 0, 0, 1, left, top] };
}

type Corner = readonly [number, number];
const minus = (a: Corner, b: Corner): Corner => [a[0] - b[0], a[1] - b[1]];

/** A picture that a host draws into a box under a matrix. Null if it covers no pixel. */
export function seen(mask: Mask, matrix: MatrixLike, box: Box, round?: Rounding): Seen<Mask> | null {
  const place = placeOf(matrix, box, mask.width, mask.height, round);
  return place && { shape: mask, place };
}

/** A piece as it is seen. */
function pieceOf(mask: Mask, matrix: MatrixLike, { part, box }: Piece, round?: Rounding): Seen<Mask> | null {
  if (!(part.width > 0 && part.height > 0)) return null;
  if (round !== undefined && matrix.b === 0 && matrix.c === 0) {
    // Each corner of a piece is rounded.
    const [[left, top], [right, bottom]] = [round.to(...apply(matrix, box.x, box.y)), round.to(...apply(matrix, box.x + box.width, box.y + box.height))];
    [matrix, box] = [new Affine(), { x: left, y: top, width: right - left, height: bottom - top }];
  }
  const [x, y] = [Math.max(0, Math.floor(part.x)), Math.max(0, Math.floor(part.y))];
  const [w, h] = [Math.min(mask.width, Math.ceil(part.x + part.width)) - x, Math.min(mask.height, Math.ceil(part.y + part.height)) - y];
  if (!(w > 0 && h > 0)) return null;
  const [acrossX, acrossY] = [box.width / part.width, box.height / part.height];
  const around = { x: box.x + (x - part.x) * acrossX, y: box.y + (y - part.y) * acrossY, width: w * acrossX, height: h * acrossY };
  const it = seen(mask.crop([x, y, w, h]), matrix, around);
  return x === part.x && y === part.y && w === part.width && h === part.height ? it : clipped(it, [{ matrix, box }]);
}

/** What is left of a mask that is repeated, inside of its box: its pixels, which lie upright. */
function tiled(mask: Mask, matrix: MatrixLike, box: Box, tile: Tile, round?: Rounding, clips: Drawn["clips"] = []): Seen<Mask> | null {
  const place = placeOf(matrix, box, box.width, box.height, round);
  if (place === null) return null;
  const [a, c, b, d, tx, ty] = place;
  const around = { a, b, c, d, tx, ty };
  const inside = { x: 0, y: 0, width: box.width, height: box.height };
  // Which copies the corners of the box lie in.
  const back = new Affine().times(tile.matrix).inverse();
  const corners = [[0, 0], [box.width, 0], [0, box.height], [box.width, box.height]].map(([x, y]) => apply(back, x!, y!));
  const [xs, ys] = [corners.map(([x]) => x / tile.width), corners.map(([, y]) => y / tile.height)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  // As many wherever the copies are moved.
  const [columns, rows] = [Math.ceil(Math.max(...xs) - left) + 1, Math.ceil(Math.max(...ys) - top) + 1];
  if (![left, top, columns, rows].every(Number.isFinite)) return null;
  const copies = { x: Math.floor(left) * tile.width, y: Math.floor(top) * tile.height, width: columns * tile.width, height: rows * tile.height };
  return clipped(seen(repeated(mask, columns, rows), new Affine().times(around).times(tile.matrix), copies), [{ matrix: around, box: inside }, ...clips]);
}

/** The copies of a mask that were made last. */
const copied = new WeakMap<Mask, { count: number; columns: number; rows: number; all: Mask }>();

/** Copies of a mask side by side. */
function repeated(mask: Mask, columns: number, rows: number): Mask {
  const known = copied.get(mask);
  // A mask of the caller may have changed.
  if (known?.columns === columns && known.rows === rows && known.count === mask.count) return known.all;
  const all = new Mask(mask.width * columns, mask.height * rows);
  all.unionWith(mask, [0, 0]);
  // Each time twice as many, first to the right and then down. What leads out of the mask is left out.
  for (let done = 1; done < columns; done *= 2) unionWithItself(all, [done * mask.width, 0]);
  for (let done = 1; done < rows; done *= 2) unionWithItself(all, [0, done * mask.height]);
  known?.all.free();
  copied.set(mask, { count: mask.count, columns, rows, all });
  return all;
}

/** Adds a mask's own pixels, moved by an offset. */
function unionWithItself(all: Mask, offset: readonly [number, number]): void {
  const copy = all.clone();
  try {
    all.unionWith(copy, offset);
  } finally {
    copy.free();
  }
}

/** Several together: their pixels, which lie upright then. Their own masks are freed. */
function joined(all: readonly (Seen<Mask> | null)[]): Seen<Mask> | null {
  const baked = all.filter((it) => it !== null).map(({ shape, place }) => {
    const pixels = shape.bake(Pose.fromMatrix(...place));
    shape.free();
    return pixels;
  });
  const [left, top] = [Math.min(...baked.map(({ corner }) => corner.x)), Math.min(...baked.map(({ corner }) => corner.y))];
  const [right, bottom] = [Math.max(...baked.map(({ corner, mask }) => corner.x + mask.width)), Math.max(...baked.map(({ corner, mask }) => corner.y + mask.height))];
  if (!(right > left && bottom > top)) return null;
  const shape = new Mask(right - left, bottom - top);
  for (const { mask, corner } of baked) {
    shape.unionWith(mask, [corner.x - left, corner.y - top]);
    mask.free();
  }
  return { shape, place: [1, 0, 0, 1, left, top] };
}

let dot: Mask | undefined;

/** What is left of it inside of boxes: its pixels, which lie upright then. */
function clipped(it: Seen<Mask> | null, clips: Drawn["clips"]): Seen<Mask> | null {
  if (it === null || clips === undefined || clips.length === 0) return it;
  const { mask, corner } = it.shape.bake(Pose.fromMatrix(...it.place));
  for (const { matrix, box } of clips) {
    const inside = seen((dot ??= Mask.filled(1, 1)), matrix, box);
    if (inside === null) return null;
    const baked = inside.shape.bake(Pose.fromMatrix(...inside.place));
    mask.intersectWith(baked.mask, [baked.corner.x - corner.x, baked.corner.y - corner.y]);
    baked.mask.free();
  }
  return { shape: mask, place: [1, 0, 0, 1, corner.x, corner.y] };
}

/** Whether it covers the pixel at a point. */
export function isSeenAt(it: Seen<Mask> | null, x: number, y: number): boolean {
  return it !== null && covers(it.shape, Pose.fromMatrix(...it.place), x, y);
}

/** Whether two overlap on some pixel. */
export function overlapsSeen(a: Seen<Mask> | null, b: Seen<Mask> | null): boolean {
  return a !== null && b !== null && a.shape.overlapsPosed(Pose.fromMatrix(...a.place), b.shape, Pose.fromMatrix(...b.place));
}
