// Choices, options and answers: their types, and how they lie in the module's numbers.
//
// Generated from docs/table.txt by `cargo xtask table --bless`: edit that table. It is one file because it comes from one table.

import * as check from "./check.js";
import type { Point, Rect } from "./check.js";
import { Owned, numberOf } from "./owned.js";
import { timeOf } from "./time.js";
import type { Time } from "./time.js";
import { wasm } from "./wasm.js";
import { COLLIDER_KINDS, DIRECTIONS, BROAD_PHASE_KINDS, EVENT_KINDS, TILE_KINDS } from "./words.js";
import type { ColliderKind, Direction, BroadPhaseKind, EventKind, TileKind } from "./words.js";

/** Names a collider of a world: a number, and never 0. It is never given to another collider of the same world. */
export type Handle = number;

/** The last free place of a motion with a turn. */
export interface FreePlace {
  position: Point;
  /** In degrees. Null if the shape was given by a pose. */
  rotation: number | null;
}

type Floats = ArrayLike<number>;
const pointOf = (list: Floats, at: number): Point => ({ x: list[at]!, y: list[at + 1]! });
const rectOf = (list: Floats, at: number): Rect => ({ ...pointOf(list, at), w: list[at + 2]!, h: list[at + 3]! });
const placeOf = (list: Floats, at: number): FreePlace => ({
  position: pointOf(list, at),
  rotation: Number.isNaN(list[at + 2]) ? null : list[at + 2]!,
});
/** The values in a list of so many floats each. */
export const listOf = <T>(list: Floats, size: number, of: (list: Floats, at: number) => T): T[] =>
  Array.from({ length: list.length / size }, (_, index) => of(list, index * size));

/** The pair of an event. */
export abstract class Pair {
  /**
   * The other one of the pair, and its data. Null if the handle is in neither place. Which of the two is `a` follows from the handles alone: a
   * later collider may have the lower one.
   */
  other(this: WorldEvent, handle: Handle): { handle: Handle; data: number } | null {
    if (handle === this.a) return { handle: this.b, data: this.data[1] };
    return handle === this.b ? { handle: this.a, data: this.data[0] } : null;
  }

  /**
   * Which part of this one of the pair was met: the label that it showed where the two met first. 0 if it has no labels. Null if the handle is
   * in neither place, or if the event names no labels. `World.labelName` tells the name of the part.
   */
  partOf(this: WorldEvent, handle: Handle): number | null {
    const labels = this.hit?.labels ?? this.touch?.labels;
    if (!labels) return null;
    return handle === this.a ? labels[0] : handle === this.b ? labels[1] : null;
  }
}

/**
 * How a character deals with ledges, corners, one-way platforms and crates. All zero: it climbs nothing, follows nothing down, and pushes
 * nothing.
 */
export interface MoveOptions {
  /** How high a ledge may be that it climbs, in pixels. 0 by default. */
  stepUp?: number;
  /** How deep a floor may lie that it follows down, in pixels. 0 by default. */
  stepDown?: number;
  /** How far it goes aside to get round a corner that stops it, in pixels. 0 by default. */
  corner?: number;
  /** Whether the one-way pixels on which it stands at the start do not count in this move. False by default. */
  drop?: boolean;
  /** Whether it pushes crates sideways. False by default. */
  push?: boolean;
  /** The most crates in a chain that it pushes. 0 is any number. 0 by default. */
  pushLimit?: number;
}
const MOVE_OPTIONS = ["stepUp", "stepDown", "corner", "drop", "push", "pushLimit"];
/** Reads them as floats for the desk. */
export function readMoveOptions(options: MoveOptions, what: string, more: readonly string[] = []): number[] {
  check.known(options, what, [...MOVE_OPTIONS, ...more]);
  const { stepUp, stepDown, corner, drop, push, pushLimit } = options;
  return [
    check.u32(stepUp ?? 0, "stepUp"),
    check.u32(stepDown ?? 0, "stepDown"),
    check.u32(corner ?? 0, "corner"),
    check.flag(drop ?? false, "drop"),
    check.flag(push ?? false, "push"),
    check.u32(pushLimit ?? 0, "pushLimit"),
  ];
}

/** What events say besides the pair and the first pixel. Each costs time. */
export interface EventDetail {
  /** Whether there is an event for each pair that goes on touching, too. False by default. */
  stay?: boolean;
  /** Whether events count the common pixels. False by default. */
  area?: boolean;
  /** Whether events have the rectangle around the common pixels. False by default. */
  bounds?: boolean;
  /** Whether events have the direction of the touch. False by default. */
  normal?: boolean;
  /** Whether events have the shortest way out. False by default. */
  separation?: boolean;
  /** Whether events name the labels that meet. False by default. */
  labels?: boolean;
}
const EVENT_DETAIL = ["stay", "area", "bounds", "normal", "separation", "labels"];
/** Reads them as floats for the desk. */
export function readEventDetail(options: EventDetail, what: string, more: readonly string[] = []): number[] {
  check.known(options, what, [...EVENT_DETAIL, ...more]);
  const { stay, area, bounds, normal, separation, labels } = options;
  return [
    check.flag(stay ?? false, "stay"),
    check.flag(area ?? false, "area"),
    check.flag(bounds ?? false, "bounds"),
    check.flag(normal ?? false, "normal"),
    check.flag(separation ?? false, "separation"),
    check.flag(labels ?? false, "labels"),
  ];
}

/** How a world works. */
export interface WorldOptions extends EventDetail {
  /** How near pairs are found. The answers are the same. "auto" by default. */
  broadPhase?: check.Word<BroadPhaseKind>;
  /** The largest number of pairs of boxes that a step tests. 16777216 by default. */
  maxPairs?: number;
  /**
   * The size of a wrapped world (a torus), each side up to 2^30 pixels. In C 0 and 0 for a world that has no ends. A collider that is
   * larger than the world lies over itself, and each image that meets the world takes time; only rectangles that are not turned may be of
   * any size.
   */
  wrap?: check.PointLike;
}
const WORLD_OPTIONS = ["broadPhase", "maxPairs", "wrap"];
/** Reads them as floats for the desk. */
export function readWorldOptions(options: WorldOptions, what: string, more: readonly string[] = []): number[] {
  const detail = readEventDetail(options, what, [...WORLD_OPTIONS, ...more]);
  const { broadPhase, maxPairs, wrap } = options;
  return [
    check.word(broadPhase ?? "auto", "broadPhase", BROAD_PHASE_KINDS),
    check.u32(maxPairs ?? 16777216, "maxPairs"),
    ...detail,
    ...(wrap === undefined ? [-1, -1] : check.size(wrap, "wrap")),
  ];
}

/**
 * Which colliders a question is about. Layers, group and space that are left out are the collider's own in a question about a collider: its
 * motion, its cast, its fit. Any other question looks at every layer, in no group, in space 0.
 */
export interface QueryFilter {
  /** The layers of the asker, and those that it looks for. */
  layers?: readonly [number, number];
  /** The group of the asker, whose members are left out. 0 is no group. */
  group?: number;
  /** Whether sensors are found, too. False by default. */
  sensors?: boolean;
  /** The space to look at. */
  space?: number;
}
const QUERY_FILTER = ["layers", "group", "sensors", "space"];
export const QUERY_FILTER_FLOATS = 5;
/** Reads them as floats for the desk. */
export function readQueryFilter(options: QueryFilter, what: string, more: readonly string[] = []): number[] {
  check.known(options, what, [...QUERY_FILTER, ...more]);
  const { layers, group, sensors, space } = options;
  return [
    ...(layers === undefined ? [-1, -1] : check.layers(layers)),
    group === undefined ? -1 : check.u32(group, "the group"),
    check.flag(sensors ?? false, "sensors"),
    space === undefined ? -1 : check.u32(space, "the space"),
  ];
}

/** What is set of a collider besides its shape and its place. */
export interface ColliderProperties {
  /** How it takes part. "body" by default. */
  kind?: check.Word<ColliderKind>;
  /** The layers that it is on, and those that it meets, 32 bits each. [1, 0xffffffff] by default. */
  layers?: readonly [number, number];
  /** Colliders of the same group never meet. 0 is no group. 0 by default. */
  group?: number;
  /** Only colliders of the same space meet. 0 by default. */
  space?: number;
  /** Its place in the drawing order, for picking: higher is on top. 0 by default. */
  order?: number;
  /** Yours: a number that events carry. 0 by default. */
  data?: number;
  /** Whether it meets anything at all. True by default. */
  enabled?: boolean;
  /** Whether steps look at its whole path since the last step, so that it passes through nothing. False by default. */
  swept?: boolean;
  /**
   * Whether only the first of its new touches in a step counts: by their times, those without a time at the end. False by default.
   */
  firstOnly?: boolean;
  /**
   * Where up is for a character or a crate. None if it is seen from above: then there is no floor, and every blocker is a wall. "up" by
   * default.
   */
  up?: check.Word<Direction> | null;
  /** The side from which one comes onto a one-way collider. It refuses only steps against that side. "up" by default. */
  openSide?: check.Word<Direction>;
  /** Whether it stands on whole pixels and keeps the rest of its position as a remainder. False by default. */
  wholePixels?: boolean;
}

/** All of them. */
export interface ColliderProps {
  kind: ColliderKind;
  layers: [number, number];
  group: number;
  space: number;
  order: number;
  data: number;
  enabled: boolean;
  swept: boolean;
  firstOnly: boolean;
  up: Direction | null;
  openSide: Direction;
  wholePixels: boolean;
}

type Read = readonly [name: keyof ColliderProperties, fallback: unknown, read: (value: never) => [number, number]];
/** In the order of their numbers: the name, the default, and how it is checked. */
export const PROPERTIES: readonly Read[] = [
  ["kind", "body", (value: check.Word<ColliderKind>) => [check.word(value, "the kind", COLLIDER_KINDS), 0]],
  ["layers", [1, 0xffffffff], (value: readonly [number, number]) => check.layers(value)],
  ["group", 0, (value: number) => [check.u32(value, "the group"), 0]],
  ["space", 0, (value: number) => [check.u32(value, "the space"), 0]],
  ["order", 0, (value: number) => [check.i32(value, "the order"), 0]],
  ["data", 0, (value: number) => [check.whole(value, "the data", 0, Number.MAX_SAFE_INTEGER), 0]],
  ["enabled", true, (value: boolean) => [check.flag(value, "enabled"), 0]],
  ["swept", false, (value: boolean) => [check.flag(value, "swept"), 0]],
  ["firstOnly", false, (value: boolean) => [check.flag(value, "firstOnly"), 0]],
  ["up", "up", (value: check.Word<Direction> | null) => [value === null ? -1 : check.word(value, "the up", DIRECTIONS), 0]],
  ["openSide", "up", (value: check.Word<Direction>) => [check.word(value, "the openSide", DIRECTIONS), 0]],
  ["wholePixels", false, (value: boolean) => [check.flag(value, "wholePixels"), 0]],
];
export const propsOf = (list: Floats, at = 0): ColliderProps => ({
  kind: COLLIDER_KINDS[list[at + 0]!]!,
  layers: [list[at + 2]!, list[at + 3]!],
  group: list[at + 4]!,
  space: list[at + 6]!,
  order: list[at + 8]!,
  data: list[at + 10]!,
  enabled: list[at + 12] === 1,
  swept: list[at + 14] === 1,
  firstOnly: list[at + 16] === 1,
  up: list[at + 18]! < 0 ? null : DIRECTIONS[list[at + 18]!]!,
  openSide: DIRECTIONS[list[at + 20]!]!,
  wholePixels: list[at + 22] === 1,
});

const set = (world: Owned, collider: Handle, index: number, value: unknown): boolean => {
  const [number, more] = PROPERTIES[index]![2](value as never);
  return wasm.world_set(numberOf(world), check.whole(collider, "the handle", 0, Number.MAX_SAFE_INTEGER), index, number, more) === 1;
};

/** A world whose colliders have properties. Each says whether the handle was live. */
export abstract class Settable extends Owned {
  /** Sets the kind of a collider. How it takes part. */
  setKind(collider: Handle, kind: check.Word<ColliderKind>): boolean {
    return set(this, collider, 0, kind);
  }

  /** Sets the layers that it is on, and those that it meets, 32 bits each. */
  setLayers(collider: Handle, layers: readonly [number, number]): boolean {
    return set(this, collider, 1, layers);
  }

  /** Sets the group of a collider. Colliders of the same group never meet. 0 is no group. */
  setGroup(collider: Handle, group: number): boolean {
    return set(this, collider, 2, group);
  }

  /** Sets the space of a collider. Only colliders of the same space meet. */
  setSpace(collider: Handle, space: number): boolean {
    return set(this, collider, 3, space);
  }

  /** Sets its place in the drawing order, for picking: higher is on top. */
  setOrder(collider: Handle, order: number): boolean {
    return set(this, collider, 4, order);
  }

  /** Sets the data of a collider. Yours: a number that events carry. */
  setData(collider: Handle, data: number): boolean {
    return set(this, collider, 5, data);
  }

  /** Sets whether it meets anything at all. */
  setEnabled(collider: Handle, enabled: boolean): boolean {
    return set(this, collider, 6, enabled);
  }

  /** Sets whether steps look at its whole path since the last step, so that it passes through nothing. */
  setSwept(collider: Handle, swept: boolean): boolean {
    return set(this, collider, 7, swept);
  }

  /** Sets whether only the first of its new touches in a step counts: by their times, those without a time at the end. */
  setFirstOnly(collider: Handle, firstOnly: boolean): boolean {
    return set(this, collider, 8, firstOnly);
  }

  /**
   * Sets the up of a collider. Where up is for a character or a crate. Null if it is seen from above: then there is no floor, and every
   * blocker is a wall.
   */
  setUp(collider: Handle, up: check.Word<Direction> | null): boolean {
    return set(this, collider, 9, up);
  }

  /** Sets the side from which one comes onto a one-way collider. It refuses only steps against that side. */
  setOpenSide(collider: Handle, openSide: check.Word<Direction>): boolean {
    return set(this, collider, 10, openSide);
  }

  /** Sets whether it stands on whole pixels and keeps the rest of its position as a remainder. */
  setWholePixels(collider: Handle, wholePixels: boolean): boolean {
    return set(this, collider, 11, wholePixels);
  }
}

/** The labels of the first pixel that two things share. */
export interface LabelHit {
  /** The label of the one who asked, and that of the other. 0 if it has no labels. */
  labels: [number, number];
  /** The pixel. */
  pixel: Point;
}
export const LABEL_HIT = 4;
export const labelHitOf = (list: Floats, at = 0): LabelHit => ({
  labels: [list[at + 0]!, list[at + 1]!],
  pixel: pointOf(list, at + 2),
});

/** Two labels that meet, one of each side. */
export interface LabelOverlap {
  /** The label of the one who asked, and that of the other. 0 if it has no labels. */
  labels: [number, number];
  /** In how many pixels they meet. */
  pixels: number;
  /** The first of these. */
  first: Point;
}
export const LABEL_OVERLAP = 5;
export const labelOverlapOf = (list: Floats, at = 0): LabelOverlap => ({
  labels: [list[at + 0]!, list[at + 1]!],
  pixels: list[at + 2]!,
  first: pointOf(list, at + 3),
});

/** Where two colliders touch. What the options of the world do not ask for is missing. */
export interface Touch {
  /** The first world pixel that both cover. */
  first: Point;
  /** How many world pixels both cover. 0 if not asked for. */
  area: number | null;
  /** The smallest rectangle around the pixels that both cover. Null if there is none. */
  bounds: Rect | null;
  /** The direction from a to b. Null if there is none. */
  normal: Point | null;
  /** The shortest way out: move b by it. Null if there is none. */
  separation: Point | null;
  /** The labels of a and b at the first pixel. 0 if it has no labels. Null if there is none. */
  labels: [number, number] | null;
}
export const TOUCH = 17;
export const touchOf = (list: Floats, at = 0): Touch => ({
  first: pointOf(list, at + 0),
  area: list[at + 2]! || null,
  bounds: list[at + 3] ? rectOf(list, at + 4) : null,
  normal: list[at + 8] ? pointOf(list, at + 9) : null,
  separation: list[at + 11] ? pointOf(list, at + 12) : null,
  labels: list[at + 14] ? [list[at + 15]!, list[at + 16]!] : null,
});

/** What happened between two colliders in a step. Always a < b. */
export class WorldEvent extends Pair {
  /** What happened. */
  declare kind: EventKind;
  /** The collider with the lower handle. */
  declare a: Handle;
  /** The collider with the higher handle. */
  declare b: Handle;
  /** The data of a and of b. */
  declare data: [number, number];
  /** The number of the step in which they began to touch. */
  declare since: number;
  /** Where they touch. Missing if they ceased to touch. Null if there is none. */
  declare touch: Touch | null;
  /**
   * When they first touched on the way from the last step to this one. Only for pairs with a swept collider. Null if there is none.
   */
  declare time: Time | null;
  /** Whether the path of one of the two was not followed exactly. */
  declare approximate: boolean;
  /**
   * Which labels met first, and where: at the time, if there is one. Only if the options of the world ask for labels, and they began to
   * touch or met on the way. Null if there is none.
   */
  declare hit: LabelHit | null;
  /** @internal */
  constructor(list: Floats, at: number) {
    super();
    this.kind = EVENT_KINDS[list[at + 0]!]!;
    this.a = list[at + 1]!;
    this.b = list[at + 2]!;
    this.data = [list[at + 3]!, list[at + 4]!];
    this.since = list[at + 5]!;
    this.touch = list[at + 6] ? touchOf(list, at + 7) : null;
    this.time = list[at + 24] ? timeOf(list, at + 25) : null;
    this.approximate = list[at + 30] === 1;
    this.hit = list[at + 31] ? labelHitOf(list, at + 32) : null;
  }
}
export const EVENT = 36;
export const eventOf = (list: Floats, at = 0): WorldEvent => new WorldEvent(list, at);

/** A collider that touches the one that was asked about, or the probe. */
export interface Contact {
  /** The collider. */
  handle: Handle;
  /** Its data. */
  data: number;
  /** Where they touch. */
  touch: Touch;
}
export const CONTACT = 19;
export const contactOf = (list: Floats, at = 0): Contact => ({
  handle: list[at + 0]!,
  data: list[at + 1]!,
  touch: touchOf(list, at + 2),
});

/** The collider that is nearest to a pixel. */
export interface Nearest {
  /** The collider. */
  handle: Handle;
  /** Its data. */
  data: number;
  /** Its nearest pixel. */
  pixel: Point;
  /** The squared distance, from centre to centre. */
  squared: number;
}
export const NEAREST = 5;
export const nearestOf = (list: Floats, at = 0): Nearest => ({
  handle: list[at + 0]!,
  data: list[at + 1]!,
  pixel: pointOf(list, at + 2),
  squared: list[at + 4]!,
});

/** The first collider on a line of pixels. */
export interface LineHit {
  /** The collider. */
  handle: Handle;
  /** Its data. */
  data: number;
  /** The first pixel of the line that it covers. */
  pixel: Point;
  /** How many pixels of the line come before. */
  steps: number;
}
export const LINE_HIT = 5;
export const lineHitOf = (list: Floats, at = 0): LineHit => ({
  handle: list[at + 0]!,
  data: list[at + 1]!,
  pixel: pointOf(list, at + 2),
  steps: list[at + 4]!,
});

/** The collider that a ray meets. */
export interface RayHit {
  /** The collider. */
  handle: Handle;
  /** Its data. */
  data: number;
  /** When and where. */
  cast: Cast;
}
export const RAY_HIT = 12;
export const rayHitOf = (list: Floats, at = 0): RayHit => ({
  handle: list[at + 0]!,
  data: list[at + 1]!,
  cast: castOf(list, at + 2),
});

/** A collider that a motion meets, by raster. */
export interface CastHit {
  /** The collider. */
  handle: Handle;
  /** Its data. */
  data: number;
  /** When they first cover the same pixel: a part of the motion. 0 if they overlap at the start. */
  time: Time;
  /** The first pixel that both cover then: the topmost, then the leftmost. */
  pixel: Point;
  /** The direction against the motion, on each axis that changed then: -1, 0 or 1. (0, 0) if they overlap at the start. */
  normal: Point;
  /** The last free position, one step before the hit. There is none if they overlap at the start. */
  free: Point | null;
}
export const CAST_HIT = 14;
export const castHitOf = (list: Floats, at = 0): CastHit => ({
  handle: list[at + 0]!,
  data: list[at + 1]!,
  time: timeOf(list, at + 2),
  pixel: pointOf(list, at + 7),
  normal: pointOf(list, at + 9),
  free: list[at + 11] ? pointOf(list, at + 12) : null,
});

/** A collider that a motion with a turn meets or may meet. The times are proven. */
export interface TurningHit {
  /** The collider. */
  handle: Handle;
  /** Its data. */
  data: number;
  /** Before this time, and at it, they share no pixel. 0 if they overlap at the start. */
  freeUntil: Time;
  /** A time at which they share a pixel. There is none if none was found, and none could be ruled out. */
  overlappingAt: Time | null;
  /** The first pixel that both cover then. Null if there is none. */
  pixel: Point | null;
  /** Where it is when it is free for the last time. There is none if they overlap at the start. */
  free: FreePlace | null;
}
export const TURNING_HIT = 20;
export const turningHitOf = (list: Floats, at = 0): TurningHit => ({
  handle: list[at + 0]!,
  data: list[at + 1]!,
  freeUntil: timeOf(list, at + 2),
  overlappingAt: list[at + 7] ? timeOf(list, at + 8) : null,
  pixel: list[at + 13] ? pointOf(list, at + 14) : null,
  free: list[at + 16] ? placeOf(list, at + 17) : null,
});

/** An id that a shape meets in a collision buffer. */
export interface BufferOverlap {
  /** The id. */
  id: number;
  /** How many of the shape's pixels hold it. */
  area: number;
  /** The first of these: the topmost, then the leftmost. */
  first: Point;
}
export const BUFFER_OVERLAP = 4;
export const bufferOverlapOf = (list: Floats, at = 0): BufferOverlap => ({
  id: list[at + 0]!,
  area: list[at + 1]!,
  first: pointOf(list, at + 2),
});

/** A connected part of a mask, or a piece of a terrain that nothing holds. */
export interface Piece {
  /** How many pixels it has. */
  area: number;
  /** The smallest rectangle around them. */
  bounds: Rect;
  /** The first of them: the topmost, then the leftmost. */
  first: Point;
}
export const COMPONENT = 7;
export const componentOf = (list: Floats, at = 0): Piece => ({
  area: list[at + 0]!,
  bounds: rectOf(list, at + 1),
  first: pointOf(list, at + 5),
});

/** What an edit of a terrain changed. */
export interface Change {
  /** How many pixels changed. */
  pixels: number;
  /** The smallest rectangle around them. Null if there is none. */
  bounds: Rect | null;
}
export const CHANGE = 6;
export const changeOf = (list: Floats, at = 0): Change => ({
  pixels: list[at + 0]!,
  bounds: list[at + 1] ? rectOf(list, at + 2) : null,
});

/** What a cell shows. The diagonal flip comes first; a quarter turn clockwise is diagonal and x. */
export interface TileCell {
  /** The id of the tile in its set. */
  tile: number;
  /** Whether left and right are exchanged. */
  flipX: boolean;
  /** Whether top and bottom are exchanged. */
  flipY: boolean;
  /** Whether x and y are exchanged, before the other flips. */
  diagonal: boolean;
}
export const TILE_CELL = 4;
export const tileCellOf = (list: Floats, at = 0): TileCell => ({
  tile: list[at + 0]!,
  flipX: list[at + 1] === 1,
  flipY: list[at + 2] === 1,
  diagonal: list[at + 3] === 1,
});

/** A tile that a shape meets. */
export interface TileOverlap extends TileCell {
  /** The column and the row of its cell. */
  cell: Point;
  /** What the tile is for. */
  kind: TileKind;
  /** The tile's own number. */
  number: number;
  /** How many of the tile's pixels the shape meets. Where pictures lie over each other, a pixel counts for each of them. */
  area: number;
  /** The first of these pixels, in pixels of the map. */
  first: Point;
}
export const TILE_OVERLAP = 11;
export const tileOverlapOf = (list: Floats, at = 0): TileOverlap => ({
  cell: pointOf(list, at + 0),
  ...tileCellOf(list, at + 2),
  kind: TILE_KINDS[32 - Math.clz32(list[at + 6]!)]!,
  number: list[at + 7]!,
  area: list[at + 8]!,
  first: pointOf(list, at + 9),
});

/** A collider that refuses one more step. */
export interface Blocker {
  /** The collider. */
  handle: Handle;
  /** The collider. */
  what: Handle;
  /** Its data. */
  data: number;
  /** Its pixel that refuses the step. */
  pixel: Point;
  /** The direction against the step. */
  normal: Point;
}
export const BLOCKER = 6;
export const blockerOf = (list: Floats, at = 0): Blocker => ({
  handle: list[at + 0]!,
  what: list[at + 0]!,
  data: list[at + 1]!,
  pixel: pointOf(list, at + 2),
  normal: pointOf(list, at + 4),
});

/** What refuses one more step. */
export interface Stop {
  /** The number of the obstacle. */
  what: number;
  /** The world pixel that refuses the step. */
  pixel: Point;
  /** The direction against the step. */
  normal: Point;
}
export const STOP = 5;
export const stopOf = (list: Floats, at = 0): Stop => ({
  what: list[at + 0]!,
  pixel: pointOf(list, at + 1),
  normal: pointOf(list, at + 3),
});

/** Where a motion led. */
export interface Moved {
  /** Where it is now, with the remainder. Pass it to the next move. */
  position: Point;
  /** The motion, but 0 on an axis that was stopped. */
  velocity: Point;
  /** What it stands on. Null if there is none. */
  floor: Stop | null;
  /** What refuses one more step up. Null if there is none. */
  ceiling: Stop | null;
  /** What refuses one more step sideways. Null if there is none. */
  wall: Stop | null;
  /** The number of the solid that it overlapped at the start. Then it did not move. Null if there is none. */
  stuck: number | null;
}
export const MOVED = 24;
export const movedOf = (list: Floats, at = 0): Moved => ({
  position: pointOf(list, at + 0),
  velocity: pointOf(list, at + 2),
  floor: list[at + 4] ? stopOf(list, at + 5) : null,
  ceiling: list[at + 10] ? stopOf(list, at + 11) : null,
  wall: list[at + 16] ? stopOf(list, at + 17) : null,
  stuck: list[at + 22] ? list[at + 23]! : null,
});

/** Where a motion led a character among colliders. */
export interface Slid {
  /** Where it is now. */
  position: Point;
  /** The motion, but 0 on an axis that was stopped. */
  velocity: Point;
  /**
   * What it stands on, its support: of several, what is under the most of it; of equals, the lowest handle. Null if there is none.
   */
  floor: Blocker | null;
  /** What refuses one more step up. Of several, the lowest handle. Null if there is none. */
  ceiling: Blocker | null;
  /** What refuses one more step sideways. Of several, the lowest handle. Null if there is none. */
  wall: Blocker | null;
  /** The body that it overlapped at the start. Then it did not move. Null if there is none. */
  stuck: Handle | null;
  /**
   * All that refuses one more step: down or up first, then sideways, each in the order of handles. The normals tell them apart.
   */
  blockers: Blocker[];
}
export const SLID = 27;
export const slidOf = (list: Floats, at = 0): Slid => ({
  position: pointOf(list, at + 0),
  velocity: pointOf(list, at + 2),
  floor: list[at + 4] ? blockerOf(list, at + 5) : null,
  ceiling: list[at + 11] ? blockerOf(list, at + 12) : null,
  wall: list[at + 18] ? blockerOf(list, at + 19) : null,
  stuck: list[at + 25] ? list[at + 26]! : null,
  blockers: [],
});

/** The colliders of a tile map in a world. */
export interface TileColliders {
  /** The root, with the tiles that are ground. */
  body: Handle;
  /** Its part with the one-way tiles that are open above. Null if there is none. */
  oneWay: Handle | null;
  /** Its part with those that are open to the right. */
  oneWayRight?: Handle;
  /** Its part with those that are open below. */
  oneWayDown?: Handle;
  /** Its part with those that are open to the left. */
  oneWayLeft?: Handle;
  /** Its part with the tiles that are sensors. Null if there is none. */
  sensor: Handle | null;
}
export const TILE_COLLIDERS = 11;
export const tileCollidersOf = (list: Floats, at = 0): TileColliders => ({
  body: list[at + 0]!,
  oneWay: list[at + 1] ? list[at + 2]! : null,
  ...(list[at + 3] ? { oneWayRight: list[at + 4]! } : {}),
  ...(list[at + 5] ? { oneWayDown: list[at + 6]! } : {}),
  ...(list[at + 7] ? { oneWayLeft: list[at + 8]! } : {}),
  sensor: list[at + 9] ? list[at + 10]! : null,
});

/** The slope of the ground under a collider's feet: rise over run. */
export interface Slope {
  /** How many columns the right end of the ground lies to the right of its left end. */
  run: number;
  /** How many pixels it lies higher there. Negative if it goes down to the right. */
  rise: number;
}
export const SLOPE = 2;
export const slopeOf = (list: Floats, at = 0): Slope => ({
  run: list[at + 0]!,
  rise: list[at + 1]!,
});

/** What the last step did. */
export interface WorldStats {
  /** Colliders in the world. */
  colliders: number;
  /** Pairs whose layers agree and whose boxes share a pixel. */
  candidates: number;
  /** Candidates that the filter of the step refused. */
  refused: number;
  /** Candidates that a test of their own decided. */
  custom: number;
  /** Candidates that were decided without testing pixels. */
  earlyOuts: number;
  /** Candidates whose pixels were compared. */
  tests: number;
  /** Pairs that touch. */
  touching: number;
  /** Pictures that were drawn. */
  drawn: number;
  /** Pictures that another collider had drawn already. */
  shared: number;
  /** Candidates whose pictures were too large to be kept. */
  undrawn: number;
}
export const WORLD_STATS = 10;
export const worldStatsOf = (list: Floats, at = 0): WorldStats => ({
  colliders: list[at + 0]!,
  candidates: list[at + 1]!,
  refused: list[at + 2]!,
  custom: list[at + 3]!,
  earlyOuts: list[at + 4]!,
  tests: list[at + 5]!,
  touching: list[at + 6]!,
  drawn: list[at + 7]!,
  shared: list[at + 8]!,
  undrawn: list[at + 9]!,
});

/**
 * What a straight motion meets. time: When. From 0 to 1, without 1. Touching exactly at the end is a miss. point: The first pixel of the
 * resting shape among those that are met at that time. normal: The direction against the motion, on each axis on which the overlap with
 * that pixel begins exactly then.
 */
export type Cast =
  | { kind: "miss" }
  | { kind: "initial-overlap" }
  | { kind: "hit"; time: Time; point: Point; normal: Point };
export const CAST = 10;
export function castOf(list: Floats, at = 0): Cast {
  if (list[at] === 0) return { kind: "miss" };
  if (list[at] === 1) return { kind: "initial-overlap" };
  return { kind: "hit", time: timeOf(list, at + 1), point: pointOf(list, at + 6), normal: pointOf(list, at + 8) };
}

/**
 * What a motion by whole pixels meets. steps: How many steps are free. offset: The offset after these. point: The first pixel of the
 * overlap after the next step.
 */
export type PixelsCast =
  | { kind: "miss" }
  | { kind: "initial-overlap" }
  | { kind: "hit"; steps: number; offset: Point; point: Point };
export const STEP_CAST = 6;
export function stepCastOf(list: Floats, at = 0): PixelsCast {
  if (list[at] === 0) return { kind: "miss" };
  if (list[at] === 1) return { kind: "initial-overlap" };
  return { kind: "hit", steps: list[at + 1]!, offset: pointOf(list, at + 2), point: pointOf(list, at + 4) };
}

/**
 * What a turning motion meets: two times, proven, with the first overlap between them. freeUntil: Until then the motion is free.
 * overlappingAt: At that time they overlap.
 */
export type PosedCast =
  | { kind: "miss" }
  | { kind: "initial-overlap" }
  | { kind: "hit"; freeUntil: Time; overlappingAt: Time }
  | { kind: "unclear"; freeUntil: Time };
export const POSED_CAST = 11;
export function posedCastOf(list: Floats, at = 0): PosedCast {
  if (list[at] === 0) return { kind: "miss" };
  if (list[at] === 1) return { kind: "initial-overlap" };
  if (list[at] === 2) return { kind: "hit", freeUntil: timeOf(list, at + 1), overlappingAt: timeOf(list, at + 6) };
  return { kind: "unclear", freeUntil: timeOf(list, at + 1) };
}

/**
 * Whether something fits. by: The least move that frees it, in whole pixels: (0, 0) if it is free. in: The body that it is stuck in.
 * "free": It overlaps no body there. "moved": It does, but none after the least move that frees it, which was made. "stuck": No move within
 * the limit frees it. Nothing has changed.
 */
export type Fit =
  | { kind: "free" }
  | { kind: "moved"; by: Point }
  | { kind: "stuck"; in: Handle };
export const FIT = 4;
export function fitOf(list: Floats, at = 0): Fit {
  if (list[at] === 0) return { kind: "free" };
  if (list[at] === 1) return { kind: "moved", by: pointOf(list, at + 1) };
  return { kind: "stuck", in: list[at + 3]! };
}
