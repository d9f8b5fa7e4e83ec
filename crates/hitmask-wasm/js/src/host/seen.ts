// What a host shows of an object: pixels, and where they lie. Every adapter reads its host's fields into a `Drawn`; what follows from that is
// decided here, once for all hosts.

import { placeOf, poseOf } from "./affine.js";
import type { Box, MatrixLike, Numbers, Rounding } from "./affine.js";
import { pictures } from "./picture.js";
import type { Source } from "./picture.js";
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
  /** Boxes outside of which nothing is drawn. */
  readonly clips?: readonly { readonly matrix: MatrixLike; readonly box: Box }[];
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
    return clipped(seen(mask, drawn.matrix, drawn.box, drawn.round), drawn.clips);
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

/** By how much a pose may stretch a pixel. */
const MOST = 64;
const enlarged = new WeakMap<Mask, Map<number, Mask>>();

/**
 * A picture that a host draws into a box under a matrix. Null if it covers no pixel. Where a pixel is stretched more than a pose can, such as the
 * one pixel of a white picture that is shown as a wall, the mask is enlarged first: it covers the same.
 */
export function seen(mask: Mask, matrix: MatrixLike, box: Box, round?: Rounding): Seen<Mask> | null {
  const place = placeOf(matrix, box, mask.width, mask.height, round);
  if (place === null) return null;
  const [a, b, c, d, tx, ty] = place;
  const stretch = Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d));
  if (stretch <= MOST) return { shape: mask, place };
  const times = Math.ceil(stretch / MOST);
  let all = enlarged.get(mask);
  if (all === undefined) enlarged.set(mask, (all = new Map()));
  let shape = all.get(times);
  if (shape === undefined) all.set(times, (shape = mask.scaleNearest(mask.width * times, mask.height * times)));
  return { shape, place: [a / times, b / times, c / times, d / times, tx, ty] };
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
