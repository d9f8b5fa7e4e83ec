// Worlds: thousands of colliders, and which of them touch.
//
// This file is long because it is a list: the functions of one class, each a short call with its contract.

import { LabelMask, labelHitOnDesk, labelNameOnDesk, labelOverlapsInList, type LabelName } from "./labels.js";
import { AlphaMask } from "./alpha.js";
import { halvesOf } from "./cast.js";
import * as check from "./check.js";
import type { Point, PointLike, Rect } from "./check.js";
import { readMask, readShape, type Mask, type ShapeLike } from "./mask.js";
import { Kept, Owned, numberOf } from "./owned.js";
import { PLACE, Pose, layPose, readAngle, readParts, readPlace, type AngleLike, type PoseParts } from "./pose.js";
import { closestOnDesk, pointOnDesk, rectOnDesk, shapeNumber, withShapes, type Closest, type ReadShape } from "./shape.js";
import { TileView, readCell, readGids, type TileCellLike } from "./tiles.js";
import {
  BLOCKER, CAST_HIT, CONTACT, EVENT, PROPERTIES, QUERY_FILTER_FLOATS, SLID, Settable, TURNING_HIT, listOf, blockerOf, castHitOf, changeOf, contactOf,
  eventOf, fitOf, lineHitOf, nearestOf, propsOf, rayHitOf, readMoveOptions, readQueryFilter, readWorldOptions, slidOf, slopeOf, tileCollidersOf,
  tileOverlapOf, turningHitOf, worldStatsOf,
} from "./table.js";
import type {
  CastHit, Change, ColliderProperties, ColliderProps, Contact, Fit, Handle, LabelHit, LabelOverlap, LineHit, MoveOptions,
  Nearest, QueryFilter, RayHit, Slid, Slope, TileColliders, TileOverlap, TurningHit, WorldEvent, WorldOptions, WorldStats,
} from "./table.js";
import type { Time } from "./time.js";
import { bytes, checked, desk, giveBytes, giveNumbers, lay, newNumbers, numbers, numbersView, wasm } from "./wasm.js";

export type { WorldOptions };

/** Where a collider lies: a pose, or the parts of one. Parts can be changed singly later. */
export type Place = Pose | PoseParts;

/** What a collider can be made of. */
export type ColliderShape = ShapeLike | AlphaMask | Frames;

/** A straight segment of the path of a collider in one step, for `stepAlong`. */
export interface PathSegment {
  /** Where it would be at the start of the step (time 0) if all of the step went like this segment. */
  from: PointLike;
  /** Where it would be at the end (time 1). */
  to: PointLike;
  /** When the next segment takes over: a Time, or a number from 0 to 1, rounded to 2^-53. 1 by default; ignored for the last part. */
  until?: Time | number;
  /** Whether the collider is on the next segment at that very time already. */
  before?: boolean;
}

/** How a collider is made. */
export interface ColliderOptions extends PoseParts, ColliderProperties {
  /** A pose instead of the parts. */
  pose?: Pose;
}

/** Which colliders a question is about. */
export interface Filter extends QueryFilter {
  /** Colliders that are left out. */
  except?: readonly Handle[];
  /**
   * Says of a collider, by its handle and its data, whether it counts. It is asked after everything above, as often and in the order that
   * suits the question. `moveAndSlide` and what makes colliders fit ask it about every collider.
   */
  accept?: (handle: Handle, data: number) => boolean;
}

/** What a moved solid did to characters. */
export interface SolidMoved {
  position: Point;
  pushed: Handle[];
  carried: Handle[];
  crushed: Handle[];
}

/** What a solid is given at once by `reshapeSolid`. What is left out stays. */
export interface Reshape {
  position?: PointLike;
  rotation?: AngleLike;
  scale?: number | PointLike;
  flip?: readonly [boolean, boolean];
  pivot?: PointLike;
  /** Another frame of its animation. */
  frame?: number;
  shape?: ColliderShape;
}

/** In the order in which they are made, and of the bits that say which are given. */
const RESHAPE = ["pivot", "scale", "flip", "rotation", "position", "frame", "shape"] as const;
const PARTS = ["position", "rotation", "scale", "flip", "shear", "pivot", "pose"];
const NAMES = PROPERTIES.map(([name]) => name);
const COLLIDER_OPTIONS = [...PARTS, ...NAMES];
/**
 * How many numbers `stepInto` writes for each event: kind (0 begin, 1 stay, 2 end, 3 pass, as in C), a, b, data of both, first pixel, area
 * (0 unless the world was made with `area: true`).
 */
export const EVENT_STRIDE = 8;

const integer = (value: unknown, what: string): number => check.whole(value, what, 0, Number.MAX_SAFE_INTEGER);
/** A handle as an argument. A wrong number is not refused: it is no collider's, as the handle of a removed one. */
const handle = (value: Handle): number => integer(value, "the handle");

/** A filter that was read. */
interface ReadFilter {
  /** For the desk: -1 for what is unsaid. */
  floats: number[];
  except: number[];
  accept: Filter["accept"];
}

function readFilter(filter: Filter): ReadFilter {
  const floats = readQueryFilter(filter, "the filter", ["except", "accept"]);
  const { except, accept } = filter;
  if (accept !== undefined) check.roomForCallbacks();
  // As a method of the filter, as it was written.
  return { floats, except: except === undefined ? [] : Array.from(except, handle), accept: accept && ((collider, data) => accept.call(filter, collider, data)) };
}

/** Lays a filter on the desk. The colliders that are left out are the module's list of numbers. */
function layFilter(place: number, { floats, except }: ReadFilter): void {
  giveNumbers(except);
  lay(place, floats);
}

function carriedOnDesk(): SolidMoved {
  const [position, counts] = [pointOnDesk(), desk().slice(2, 5)];
  const list = Array.from(numbers(counts.reduce((sum, count) => sum + count)));
  const [pushed, carried] = [counts[0]!, counts[0]! + counts[1]!];
  return { position, pushed: list.slice(0, pushed), carried: list.slice(pushed, carried), crushed: list.slice(carried) };
}

/** Pairs in the order of their first numbers, as one list. */
function sorted(pairs: [number, number][]): number[] {
  return pairs.sort(([a], [b]) => a - b).flat();
}

/** Reads what a collider is made of. */
const readColliderShape = (shape: ColliderShape, what = "the shape"): ReadShape =>
  shape instanceof AlphaMask || shape instanceof Frames ? shape : readShape(shape, what);

/** Reads what a collider is, without its shape. The function that it returns lays it on the desk. */
function readCollider(options: ColliderOptions): () => void {
  check.known(options, "the collider", COLLIDER_OPTIONS);
  const { pose, ...parts } = options;
  const place = readPlace(pose ?? parts);
  const more = PROPERTIES.flatMap(([name, fallback, read]) => read((options[name] === undefined ? fallback : options[name]) as never));
  return () => {
    lay(0, place);
    lay(PLACE, more);
  };
}

/** Reads frames, and gives their numbers and offsets to the module. */
function giveFrames<T>(frames: Iterable<T>, parts: (frame: T) => [picture: Owned, offset: PointLike]): void {
  const read: [Owned, number, number][] = [];
  for (const frame of frames) {
    const [picture, offset] = parts(frame);
    check.pixel(offset, "the offset of a frame");
    read.push([picture, check.x, check.y]);
  }
  giveNumbers(read.flatMap(([picture, x, y]) => [numberOf(picture), x, y]));
}

/** An animation: masks, and where the corner of each lies in the whole picture. A collider shows one of them. */
export class Frames extends Owned {
  constructor(frames: Iterable<Mask | { mask: Mask; offset: PointLike }>);
  /** @internal */
  constructor(kept: Kept);
  constructor(frames: Iterable<Mask | { mask: Mask; offset: PointLike }> | Kept) {
    if (frames instanceof Kept) {
      super(frames);
      return;
    }
    giveFrames(frames, (frame) => (frame instanceof Owned ? [readMask(frame, "a frame"), [0, 0]] : [readMask(frame.mask, "a frame"), frame.offset]));
    super(new Kept(checked(wasm.frames_new())));
  }

  /** The frames of an animation of label masks. */
  static withLabels(frames: Iterable<LabelMask | { labels: LabelMask; offset: PointLike }>): Frames {
    const labelled = (labels: LabelMask): LabelMask => (labels instanceof LabelMask ? labels : check.wrongType("a frame", "a LabelMask", labels));
    giveFrames(frames, (frame) => (frame instanceof LabelMask ? [frame, [0, 0]] : [labelled(frame.labels), frame.offset]));
    return new Frames(new Kept(checked(wasm.frames_with_labels())));
  }
}

/** A world as it was. */
export class WorldSnapshot extends Owned {
  /** @internal */
  constructor(kept: Kept) {
    super(kept);
  }
}

/**
 * Thousands of colliders: masks, alphas, rectangles, circles, polygons, terrains and tile maps, moved and turned. A step once a frame says which
 * pairs began to touch and which ceased to.
 *
 * A collider keeps the shape as it was when it was inserted: later edits of the object do not count.
 *
 * Methods that set something return whether the handle was live; methods that ask return null if it was not.
 */
export class World extends Settable {
  constructor(options?: WorldOptions);
  /** @internal */
  constructor(kept: Kept);
  constructor(options: WorldOptions | Kept = {}) {
    if (options instanceof Kept) {
      super(options);
      return;
    }
    lay(0, readWorldOptions(options, "the world"));
    super(new Kept(checked(wasm.world_new())));
  }

  /** Adds a collider and returns its handle. */
  insert(shape: ColliderShape, options: ColliderOptions = {}): Handle {
    const [read, layCollider] = [readColliderShape(shape), readCollider(options)];
    layCollider();
    checked(wasm.world_insert(numberOf(this), shapeNumber(read)));
    return desk()[0]!;
  }

  /**
   * Adds a tile map as ground, one-way ledges and sensors at once. The ledges and the sensors are parts of the body: what moves, hides or removes
   * it does so with all of them. `setTile` changes the map for all.
   */
  insertTiles(tiles: TileView, options: ColliderOptions = {}): TileColliders {
    if (!(tiles instanceof TileView)) check.wrongType("the tiles", "a TileMap", tiles);
    const layCollider = readCollider(options);
    layCollider();
    checked(wasm.world_insert_tiles(numberOf(this), numberOf(tiles)));
    return tileCollidersOf(desk());
  }

  /**
   * Changes what a cell (column, row) of a collider's map shows, for all colliders that share the map as parts of one root. Whether the handle is
   * live, and its shape a tile map. InvalidArgument if the cell lies outside, or there is no such tile.
   */
  setTile(collider: Handle, cell: PointLike, to: TileCellLike): boolean {
    const [tile, flags] = readCell(to);
    check.pixel(cell, "the cell");
    return checked(wasm.world_set_tile(numberOf(this), handle(collider), check.x, check.y, tile, flags)) === 1;
  }

  /**
   * Sets a rectangle of cells of a collider's map, as `TileMap.fill`, for all colliders that share the map as parts of one root. Whether the
   * handle is live, and its shape a tile map.
   */
  fillTiles(collider: Handle, corner: PointLike, columns: number, gids: ArrayLike<number>): boolean {
    const [list, count] = [readGids(gids), check.u32(columns, "the columns")];
    check.pixel(corner, "the corner");
    giveBytes(list);
    return checked(wasm.world_fill_tiles(numberOf(this), handle(collider), check.x, check.y, count)) === 1;
  }

  /**
   * The tile of a collider that covers a world pixel: the first pixel of an event, the pixel of a blocker or of a ray's hit. Its `first` is a pixel
   * of the map. Null if there is none.
   */
  tileAt(collider: Handle, pixel: PointLike): TileOverlap | null {
    check.pixel(pixel, "the pixel");
    return wasm.world_tile_at(numberOf(this), handle(collider), check.x, check.y) ? tileOverlapOf(desk()) : null;
  }

  /** Removes a collider. Its contacts end with the next step. */
  remove(collider: Handle): boolean {
    return wasm.world_remove(numberOf(this), handle(collider)) === 1;
  }

  /** Removes all colliders. Their handles become stale. Their contacts end at the next step. */
  clear(): void {
    wasm.world_clear(numberOf(this));
  }

  /** How many colliders there are. */
  get size(): number {
    return wasm.world_len(numberOf(this));
  }

  /** Whether the handle is that of a collider that was not removed. */
  has(collider: Handle): boolean {
    return wasm.world_contains(numberOf(this), handle(collider)) === 1;
  }

  /** All handles. */
  handles(): Handle[] {
    return Array.from(numbers(wasm.world_handles(numberOf(this))));
  }

  #get(collider: Handle, what: number): boolean {
    return wasm.world_get(numberOf(this), handle(collider), what) === 1;
  }

  /**
   * Where a collider's pivot lies; without a pivot, its shape's origin. As it was set, or as a move left it: a character's remainder is
   * part of it. In a wrapped world, modulo the size.
   */
  position(collider: Handle): Point | null {
    return this.#get(collider, 0) ? pointOnDesk() : null;
  }

  /**
   * Its last way, for pictures: where it came from and where it is. Both are the same if it rested or was teleported. Once it was moved, it
   * comes from its position after the last step that succeeded; until then it is the way that the last step saw.
   */
  lastPath(collider: Handle): { from: Point; to: Point } | null {
    return this.#get(collider, 10) ? { from: pointOnDesk(), to: pointOnDesk(2) } : null;
  }

  /** Null, too, if it was given by a pose. */
  scale(collider: Handle): Point | null {
    return this.#get(collider, 1) ? pointOnDesk() : null;
  }

  pivot(collider: Handle): Point | null {
    return this.#get(collider, 2) ? pointOnDesk() : null;
  }

  flip(collider: Handle): [boolean, boolean] | null {
    return this.#get(collider, 3) ? [desk()[0] === 1, desk()[1] === 1] : null;
  }

  /** A rectangle around the world pixels that a collider may cover. Null if it covers none. */
  bounds(collider: Handle): Rect | null {
    return this.#get(collider, 4) ? rectOnDesk() : null;
  }

  /** Null, too, if its scale is 0. */
  pose(collider: Handle): Pose | null {
    return this.#get(collider, 5) ? Pose.fromQ16(desk().slice(0, 6)) : null;
  }

  /** In degrees. Null, too, if it was given by a pose. */
  rotation(collider: Handle): number | null {
    return this.#get(collider, 6) ? desk()[0]! : null;
  }

  data(collider: Handle): number | null {
    return this.#get(collider, 7) ? desk()[0]! : null;
  }

  isEnabled(collider: Handle): boolean | null {
    return this.#get(collider, 8) ? desk()[0] === 1 : null;
  }

  /** The frame of an animation that it shows. */
  frame(collider: Handle): number | null {
    return this.#get(collider, 9) ? desk()[0]! : null;
  }

  /**
   * Moves a collider: its pivot then lies at the position; without a pivot, its shape's origin (for most shapes the upper left corner). The
   * other parts of its transform stay as they are.
   */
  setPosition(collider: Handle, position: PointLike): boolean {
    check.position(position, "the position");
    return checked(wasm.world_set_position(numberOf(this), handle(collider), check.x, check.y)) === 1;
  }

  /** Moves many at once: x and y for each handle. Returns how many handles were live. */
  setPositions(colliders: ArrayLike<Handle>, positions: ArrayLike<number>): number {
    const [handles, points] = [check.list(colliders, "the handles"), check.list(positions, "the positions")];
    const [count, coordinates] = [check.lengthOf(handles), check.lengthOf(points)];
    if (coordinates !== 2 * count) {
      throw new RangeError(`there must be two coordinates for each handle, not ${coordinates} for ${count}`);
    }
    for (let i = 0; i < count; i++) handle(handles[i]!);
    // Typed arrays are copied as they lie in memory.
    const list = newNumbers(3 * count);
    list.set(handles);
    list.set(points, count);
    checked(wasm.world_set_positions(numberOf(this)));
    return desk()[0]!;
  }

  /**
   * Moves and turns many at once: x, y and degrees for each handle. Returns how many handles were live. If one place is refused, none
   * is changed. The angle replaces the pose of a
   * collider that was given by one: it then is upright but for the angle.
   */
  setPlaces(colliders: ArrayLike<Handle>, places: ArrayLike<number>): number {
    const [handles, floats] = [check.list(colliders, "the handles"), check.list(places, "the places")];
    const [count, length] = [check.lengthOf(handles), check.lengthOf(floats)];
    if (length !== 3 * count) {
      throw new RangeError(`there must be x, y and degrees for each handle, not ${length} numbers for ${count}`);
    }
    const list = newNumbers(4 * count);
    for (let i = 0; i < count; i++) {
      list[4 * i] = handle(handles[i]!);
      list[4 * i + 1] = floats[3 * i]!;
      list[4 * i + 2] = floats[3 * i + 1]!;
      list[4 * i + 3] = floats[3 * i + 2]!;
    }
    checked(wasm.world_set_places(numberOf(this)));
    return desk()[0]!;
  }

  /** Puts a collider at a position. A swept one was not on the way there. */
  teleport(collider: Handle, position: PointLike): boolean {
    check.position(position, "the position");
    return checked(wasm.world_teleport(numberOf(this), handle(collider), check.x, check.y)) === 1;
  }

  /** Replaces position, rotation, scale and all the rest. */
  setPlace(collider: Handle, place: Place): boolean {
    lay(0, readPlace(place));
    return checked(wasm.world_set_place(numberOf(this), handle(collider))) === 1;
  }

  setRotation(collider: Handle, rotation: AngleLike): boolean {
    lay(0, readAngle(rotation));
    return checked(wasm.world_rotate(numberOf(this), handle(collider), 0)) === 1;
  }

  rotateBy(collider: Handle, rotation: AngleLike): boolean {
    lay(0, readAngle(rotation));
    return checked(wasm.world_rotate(numberOf(this), handle(collider), 1)) === 1;
  }

  setScale(collider: Handle, scale: number | PointLike): boolean {
    const [x, y] = check.perAxis(scale, "the scale");
    return checked(wasm.world_set_scale(numberOf(this), handle(collider), x, y)) === 1;
  }

  setFlip(collider: Handle, flip: readonly [boolean, boolean]): boolean {
    const [x, y] = [check.flag(flip[0], "the flip along x"), check.flag(flip[1], "the flip along y")];
    return wasm.world_set_flip(numberOf(this), handle(collider), x, y) === 1;
  }

  setPivot(collider: Handle, pivot: PointLike): boolean {
    check.position(pivot, "the pivot");
    return checked(wasm.world_set_pivot(numberOf(this), handle(collider), check.x, check.y)) === 1;
  }

  setShape(collider: Handle, shape: ColliderShape): boolean {
    const read = readColliderShape(shape);
    return wasm.world_set_shape(numberOf(this), handle(collider), shapeNumber(read)) === 1;
  }

  /** Shows another frame of a collider's animation, counted from 0. Throws a RangeError if there is no such frame. */
  setFrame(collider: Handle, frame: number): boolean {
    return checked(wasm.world_set_frame(numberOf(this), handle(collider), check.u32(frame, "the frame"))) === 1;
  }

  /**
   * Makes a collider a part of another one, its root: a sword in a hand, a weak point, a second shape of a lift. A part goes where its root
   * goes. It keeps a handle of its own, which events and queries name. Its position and its other settings count in the plane of the root's
   * shape: the position is the texel of the root's picture on which the part's pivot lies; `pose` and `bounds` are those in the world. It is
   * in its root's space and group, never meets its root nor the root's other parts, and counts only while its root is enabled. A filter that
   * excludes the root excludes its parts. Removing the root removes them. What moves a collider among others throws a RangeError for a
   * part: move its root. A part may have parts of its own, such as a gun in the hand of an arm, which go with it. False if a handle is stale.
   * Throws a RangeError if the root is the part itself or a part of it, or if parts would lie more than 64 deep.
   */
  attach(root: Handle, part: Handle): boolean {
    return checked(wasm.world_attach(numberOf(this), handle(root), handle(part))) === 1;
  }

  /** Makes a part a collider like any other again, where it lies. False if it is no part. */
  detach(part: Handle): boolean {
    return wasm.world_detach(numberOf(this), handle(part)) === 1;
  }

  /** The root of a part: of a part of a part, the collider above them all that is no part. Null if the collider is no part. */
  rootOf(part: Handle): Handle | null {
    return wasm.world_root_of(numberOf(this), handle(part)) ? desk()[0]! : null;
  }

  /** What a part was attached to: its root, or a part of it. Null if the collider is no part. */
  parentOf(part: Handle): Handle | null {
    return wasm.world_parent_of(numberOf(this), handle(part)) ? desk()[0]! : null;
  }

  /** The parts that were attached to a collider, sorted by handle; not the parts of these. */
  partsOf(root: Handle): Handle[] | null {
    return wasm.world_parts_of(numberOf(this), handle(root)) ? Array.from(numbers(desk()[0]!)) : null;
  }

  /**
   * Lets a part count only while its root shows one of these frames, counted from 0; with null in all frames, as at first. What is no
   * animation shows frame 0. False if it is no part.
   */
  setPartFrames(part: Handle, frames: readonly number[] | null): boolean {
    giveNumbers(Array.from(frames ?? [], (frame) => check.u32(frame, "a frame")));
    return wasm.world_set_part_frames(numberOf(this), handle(part), frames === null ? 1 : 0) === 1;
  }

  /** The frames of its root in which a part counts, sorted. Null if it counts in all of them, or is no part. */
  partFrames(part: Handle): number[] | null {
    return wasm.world_part_frames(numberOf(this), handle(part)) ? Array.from(numbers(desk()[0]!)) : null;
  }

  /** All that is set of a collider but its shape and its place. */
  props(collider: Handle): ColliderProps | null {
    return wasm.world_props(numberOf(this), handle(collider)) ? propsOf(desk()) : null;
  }

  /** Sets what is given of a collider's properties. Nothing changes if one of them is refused. */
  set(collider: Handle, properties: ColliderProperties): boolean {
    check.known(properties, "the collider", NAMES);
    // Each property is read once: a getter may answer differently the second time.
    const once: ColliderProperties = { ...properties };
    const given = PROPERTIES.flatMap(([name, , read], index) => (once[name] === undefined ? [] : [[index, ...read(once[name] as never)] as const]));
    const [number, live] = [handle(collider), this.has(collider)];
    for (const [index, value, more] of given) wasm.world_set(numberOf(this), number, index, value, more);
    return live;
  }

  /** Compares the world with the last step. Throws a RangeError, and changes nothing, if too many colliders are close together. */
  step(): WorldEvent[] {
    checked(wasm.world_step(numberOf(this)));
    return this.events();
  }

  /**
   * The same as `step`, for a step in which some colliders did not go straight: they bounced, or went through a portal. paths: for each of
   * them its handle and its segments in order, such as a Map; if a handle is there twice, the last path counts. The last segment must lead to the
   * collider's position. In a wrapped world all paths are straight.
   */
  stepAlong(paths: Iterable<readonly [Handle, readonly PathSegment[]]>): WorldEvent[] {
    const list: number[] = [];
    for (const [collider, segments] of new Map(paths)) {
      for (const { from, to, until = 1, before = false } of segments) {
        const times = halvesOf(until);
        check.position(from, "the start of a part");
        list.push(handle(collider), check.x, check.y);
        check.position(to, "the end of a part");
        list.push(check.x, check.y, ...times, check.flag(before, "before"));
      }
    }
    giveNumbers(list);
    checked(wasm.world_step_along(numberOf(this)));
    return this.events();
  }

  /**
   * The same as `step`, without an object for each event: writes EVENT_STRIDE numbers for each into an array. Returns how many events
   * there are. What has no room is not written; `events` gives all.
   */
  stepInto(target: Float64Array): number {
    if (check.typedAs(target) !== "Float64Array") check.wrongType("the target", "a Float64Array", target);
    // A view of our own, which throws before the step if the buffer is gone.
    const { buffer, byteOffset, byteLength } = check.byteView(target, "the target");
    const floats = new Float64Array(buffer, byteOffset, byteLength / 8);
    checked(wasm.world_step(numberOf(this)));
    const count = desk()[0]!;
    const length = wasm.world_events_short(numberOf(this));
    const room = floats.length - (floats.length % EVENT_STRIDE);
    floats.set(numbersView(Math.min(length, room)));
    return count;
  }

  /** The events of the last step, sorted by their handles. */
  events(): WorldEvent[] {
    return listOf(numbers(wasm.world_events(numberOf(this))), EVENT, eventOf);
  }

  /** The events of the last step, sorted by their times, then by their handles. What has no time is about the end of the step. */
  eventsByTime(): WorldEvent[] {
    return listOf(numbers(wasm.world_events_by_time(numberOf(this))), EVENT, eventOf);
  }

  /** How many steps succeeded so far. So it is the number of the last successful step, counted from 1. */
  get steps(): number {
    return wasm.world_steps(numberOf(this));
  }

  get stats(): WorldStats {
    wasm.world_stats(numberOf(this));
    return worldStatsOf(desk());
  }

  /** The bytes that the world allocated, and its own size. */
  get memoryBytes(): number {
    return wasm.world_memory_bytes(numberOf(this));
  }

  /** What a collider touches now. */
  collideOne(collider: Handle): Contact[] | null {
    if (!wasm.world_collide_one(numberOf(this), handle(collider))) return null;
    return listOf(numbers(desk()[0]!), CONTACT, contactOf);
  }

  /** The pairs that touched in the last step, sorted. */
  contacts(): [Handle, Handle][] {
    const list = numbers(wasm.world_contacts(numberOf(this)));
    return Array.from({ length: list.length / 2 }, (_, i) => [list[2 * i]!, list[2 * i + 1]!]);
  }

  /** The colliders that touched this one in the last step. */
  contactsOf(collider: Handle): Handle[] | null {
    return wasm.world_contacts_of(numberOf(this), handle(collider)) ? Array.from(numbers(desk()[0]!)) : null;
  }

  /** The number of the step in which two colliders began to touch. Null if they did not touch in the last step. */
  touchingSince(a: Handle, b: Handle): number | null {
    return wasm.world_touching_since(numberOf(this), handle(a), handle(b)) ? desk()[0]! : null;
  }

  #accepts({ accept }: ReadFilter, collider: Handle): boolean {
    if (accept === undefined) return true;
    const data = this.#get(collider, 7) ? desk()[0]! : 0;
    return check.flag(accept(collider, data), "what the filter returns") === 1;
  }

  /** The first answer whose collider the filter accepts: asks again without each that it does not. */
  #first<T extends { handle: Handle }>(filter: ReadFilter, ask: (filter: ReadFilter) => T | null): T | null {
    const except = [...filter.except];
    for (;;) {
      const found = ask({ ...filter, except });
      if (found === null || this.#accepts(filter, found.handle)) return found;
      except.push(found.handle);
    }
  }

  /** Reads a filter, with all colliders that it does not accept in its list. */
  #settled(given: Filter): ReadFilter {
    const filter = readFilter(given);
    if (filter.accept === undefined) return filter;
    const all = numbers(wasm.world_handles(numberOf(this)));
    return { ...filter, except: [...filter.except, ...all.filter((collider) => !this.#accepts(filter, collider))] };
  }

  /** The handles of all colliders that cover a pixel of a shape: by handle, or the topmost first. */
  query(shape: ShapeLike, place: Place = {}, filter: Filter = {}, sort: "handle" | "topmost" = "handle"): Handle[] {
    const byOrder = check.word(sort, "the order", ["handle", "topmost"]);
    const [read, floats, wanted] = [readShape(shape, "the shape"), readPlace(place), readFilter(filter)];
    layFilter(PLACE, wanted);
    lay(0, floats);
    checked(wasm.world_query(numberOf(this), shapeNumber(read), byOrder));
    return Array.from(numbers(desk()[0]!)).filter((collider) => this.#accepts(wanted, collider));
  }

  /** The topmost collider that covers a pixel: by order, then by handle. */
  pick(pixel: PointLike, filter: Filter = {}): Handle | null {
    const wanted = readFilter(filter);
    if (wanted.accept !== undefined) return this.#picked(pixel, wanted)[0] ?? null;
    check.pixel(pixel, "the pixel");
    layFilter(0, wanted);
    wasm.world_pick(numberOf(this), check.x, check.y, 0);
    return desk()[0] ? numbers(1)[0]! : null;
  }

  /** All colliders that cover a pixel, the topmost first. */
  pickAll(pixel: PointLike, filter: Filter = {}): Handle[] {
    return this.#picked(pixel, readFilter(filter));
  }

  #picked(pixel: PointLike, filter: ReadFilter): Handle[] {
    check.pixel(pixel, "the pixel");
    layFilter(0, filter);
    wasm.world_pick(numberOf(this), check.x, check.y, 1);
    return Array.from(numbers(desk()[0]!)).filter((collider) => this.#accepts(filter, collider));
  }

  /** The collider that covers the pixel nearest to this one, at most so many pixels away. */
  nearest(pixel: PointLike, within: number, filter: Filter = {}): Nearest | null {
    const [most, wanted] = [check.u32(within, "the distance"), readFilter(filter)];
    check.pixel(pixel, "the pixel");
    const [x, y] = [check.x, check.y];
    return this.#first(wanted, (filter) => {
      layFilter(0, filter);
      return wasm.world_nearest(numberOf(this), x, y, most) ? nearestOf(desk()) : null;
    });
  }

  /** Reads what is cast: a collider, or -1 and the shape and the place of what is none. */
  #caster(what: Handle | { shape: ShapeLike; place?: Place }): { collider: number; shape: ReadShape | null; place: number[] } {
    if (typeof what === "number") return { collider: handle(what), shape: null, place: [] };
    if (typeof what !== "object" || what === null) check.wrongType("what is cast", "a handle or { shape, place }", what);
    const { shape, place } = what;
    return { collider: -1, shape: readShape(shape, "the shape"), place: readPlace(place ?? {}) };
  }

  /** Reads a straight motion. The function that it returns makes the cast. */
  #straight(what: Handle | { shape: ShapeLike; place?: Place }, motion: PointLike): (filter: ReadFilter, all: number) => CastHit[] {
    const { collider, shape, place } = this.#caster(what);
    check.position(motion, "the motion");
    const [dx, dy] = [check.x, check.y];
    return (filter, all) => {
      layFilter(PLACE, filter);
      lay(0, place);
      const met = checked(wasm.world_cast(numberOf(this), collider, shape === null ? 0 : shapeNumber(shape), dx, dy, all));
      return met === 1 ? listOf(numbers(desk()[0]!), CAST_HIT, castHitOf) : [];
    };
  }

  /** What a motion of a collider, or of any shape, meets first while all others stand still. Null if it meets nothing. */
  cast(what: Handle | { shape: ShapeLike; place?: Place }, motion: PointLike, filter: Filter = {}): CastHit | null {
    const cast = this.#straight(what, motion);
    return this.#first(readFilter(filter), (filter) => cast(filter, 0)[0] ?? null);
  }

  /** Everything that a motion meets, in the order of the times. */
  castAll(what: Handle | { shape: ShapeLike; place?: Place }, motion: PointLike, filter: Filter = {}): CastHit[] {
    const [cast, wanted] = [this.#straight(what, motion), readFilter(filter)];
    return cast(wanted, 1).filter(({ handle }) => this.#accepts(wanted, handle));
  }

  /** Reads a motion that turns. The function that it returns makes the cast. */
  #turning(
    what: Handle | { shape: ShapeLike; place?: Place },
    motion: { by: PointLike; turn: number; steps?: number },
  ): (filter: ReadFilter, all: number) => TurningHit[] {
    const { collider, shape, place } = this.#caster(what);
    const { by, turn, steps = 64 } = motion;
    check.position(by, "the motion");
    const floats = [check.x, check.y, check.float(turn, "the turn"), check.u32(steps, "the steps")];
    return (filter, all) => {
      layFilter(PLACE, filter);
      lay(0, place);
      lay(PLACE + QUERY_FILTER_FLOATS, floats);
      const met = checked(wasm.world_cast_turning(numberOf(this), collider, shape === null ? 0 : shapeNumber(shape), all));
      return met === 1 ? listOf(numbers(desk()[0]!), TURNING_HIT, turningHitOf) : [];
    };
  }

  /** The same as `cast` for a motion that also turns, by degrees. */
  castTurning(
    what: Handle | { shape: ShapeLike; place?: Place },
    motion: { by: PointLike; turn: number; steps?: number },
    filter: Filter = {},
  ): TurningHit | null {
    const cast = this.#turning(what, motion);
    return this.#first(readFilter(filter), (filter) => cast(filter, 0)[0] ?? null);
  }

  castTurningAll(
    what: Handle | { shape: ShapeLike; place?: Place },
    motion: { by: PointLike; turn: number; steps?: number },
    filter: Filter = {},
  ): TurningHit[] {
    const [cast, wanted] = [this.#turning(what, motion), readFilter(filter)];
    return cast(wanted, 1).filter(({ handle }) => this.#accepts(wanted, handle));
  }

  /** The first collider that a point hits on its straight way. Null if the way is free. */
  rayCast(from: PointLike, motion: PointLike, filter: Filter = {}): RayHit | null {
    const wanted = readFilter(filter);
    check.position(from, "the position");
    const [x, y] = [check.x, check.y];
    check.position(motion, "the motion");
    const [dx, dy] = [check.x, check.y];
    return this.#first(wanted, (filter) => {
      layFilter(0, filter);
      return checked(wasm.world_ray_cast(numberOf(this), x, y, dx, dy)) ? rayHitOf(desk()) : null;
    });
  }

  /**
   * The first collider on the pixels of a line, and after how many pixels. The line is one pixel wide, and slips through walls whose pixels touch
   * at corners alone. With `supercover` it has all pixels that it touches, also those beside a corner that it passes: no wall has a gap for it.
   */
  firstOnLine(
    from: PointLike,
    to: PointLike,
    filter: Filter = {},
    options: { supercover?: boolean } = {},
  ): LineHit | null {
    const wanted = readFilter(filter);
    const supercover = options.supercover ? 1 : 0;
    check.pixel(from, "the start of the line");
    const [x, y] = [check.x, check.y];
    check.pixel(to, "the end of the line");
    const [endX, endY] = [check.x, check.y];
    return this.#first(wanted, (filter) => {
      layFilter(0, filter);
      return wasm.world_first_on_line(numberOf(this), x, y, endX, endY, supercover) ? lineHitOf(desk()) : null;
    });
  }

  #between(a: Handle, b: Handle, what: number): boolean {
    return wasm.world_between(numberOf(this), handle(a), handle(b), what) === 1;
  }

  /** The shortest motion of b after which the two do not overlap. */
  separation(a: Handle, b: Handle): Point | null {
    return this.#between(a, b, 0) ? pointOnDesk() : null;
  }

  /** Which labels of two colliders meet now, in world pixels. Null if a handle is stale. */
  overlapLabels(a: Handle, b: Handle): LabelOverlap[] | null {
    return wasm.world_overlap_labels(numberOf(this), handle(a), handle(b)) ? labelOverlapsInList() : null;
  }

  /** The first world pixel that two colliders share now, and their labels there. Null if they share none. */
  labelHit(a: Handle, b: Handle): LabelHit | null {
    return wasm.world_label_hit(numberOf(this), handle(a), handle(b)) ? labelHitOnDesk() : null;
  }

  /**
   * The label that a collider shows at a world pixel: which part a click, a ray or a cast has found. 0 if it has no labels. Null if it does
   * not cover the pixel.
   */
  labelAt(collider: Handle, pixel: PointLike): number | null {
    check.pixel(pixel, "the pixel");
    const label = wasm.world_label_at(numberOf(this), handle(collider), check.x, check.y);
    return label ? label - 1 : null;
  }

  /**
   * What a label of a collider is called, and its number: what `event.partOf` and `labelAt` have found. Null if it has no name, or if the handle
   * is stale.
   */
  labelName(collider: Handle, label: number): LabelName | null {
    return labelNameOnDesk(wasm.world_label_name(numberOf(this), handle(collider), check.byte(label, "the label")));
  }

  /**
   * The direction of a collider's surface within a radius of a world pixel, such as the one that a ray has hit: it points out of the
   * ground, across it. A radius of 16 is right to about a degree. (0, 0) if nothing lies there.
   */
  surfaceNormal(collider: Handle, pixel: PointLike, radius: number): Point | null {
    check.pixel(pixel, "the pixel");
    const [x, y] = [check.x, check.y];
    return wasm.world_surface_normal(numberOf(this), handle(collider), x, y, check.u32(radius, "the radius")) ? pointOnDesk() : null;
  }

  /** The direction from a to b. */
  normal(a: Handle, b: Handle): Point | null {
    return this.#between(a, b, 1) ? pointOnDesk() : null;
  }

  /** How near two colliders are, in world pixels. */
  closest(a: Handle, b: Handle): Closest | null {
    return this.#between(a, b, 2) ? closestOnDesk() : null;
  }

  /** Moves a character among the others: it stops flush, slides along walls and climbs ledges. */
  moveAndSlide(collider: Handle, motion: PointLike, options: MoveOptions = {}, filter: Filter = {}): Slid | null {
    const floats = readMoveOptions(options, "moveAndSlide");
    const settled = this.#settled(filter);
    check.position(motion, "the motion");
    layFilter(0, settled);
    lay(QUERY_FILTER_FLOATS, floats);
    if (!checked(wasm.world_move_and_slide(numberOf(this), handle(collider), check.x, check.y))) return null;
    const [slid, count] = [slidOf(desk()), desk()[SLID]!];
    slid.blockers = listOf(numbersView(count), BLOCKER, blockerOf);
    return slid;
  }

  /**
   * The slope of the ground under a collider's feet: the ground lies `rise` pixels higher at its right end, `run` columns to the right of its
   * left end. Each column of the collider looks down from its lowest pixel, past at most `reach` clear ones; the ends are in the leftmost and
   * in the rightmost column that see ground. Null if none does, if the collider overlaps a body, or if the handle is stale.
   */
  groundSlope(collider: Handle, reach: number, filter: Filter = {}): Slope | null {
    const settled = this.#settled(filter);
    layFilter(0, settled);
    return checked(wasm.world_ground_slope(numberOf(this), handle(collider), check.u32(reach, "the reach"))) ? slopeOf(desk()) : null;
  }

  /**
   * Moves a lift or a wall. Nothing stops it: it pushes characters and crates, and carries those whose support it is, and the riders. By the options
   * those climb ledges and get round corners. Throws a RangeError if a rider is neither a character nor a crate, or is a part, stale, disabled or elsewhere.
   */
  moveSolid(collider: Handle, motion: PointLike, riders: readonly Handle[] = [], options: MoveOptions = {}): SolidMoved | null {
    const [all, floats] = [Array.from(riders, handle), readMoveOptions(options, "moveSolid")];
    check.position(motion, "the motion");
    giveNumbers(all);
    lay(0, floats);
    return checked(wasm.world_move_solid(numberOf(this), handle(collider), check.x, check.y)) ? carriedOnDesk() : null;
  }

  /**
   * Turns a solid, scales it, or gives it another shape or frame, in one jump. It carries those whose support it is, and pushes out what it then
   * overlaps, by at most `limit` pixels; who cannot be freed is named in `crushed`.
   */
  reshapeSolid(collider: Handle, limit: number, change: Reshape, filter: Filter = {}): SolidMoved | null {
    check.known(change, "reshapeSolid", RESHAPE);
    // Each property is read once: a getter may answer differently the second time.
    const once: Reshape = { ...change };
    const { frame, shape, ...parts } = once;
    const given = RESHAPE.reduce((bits, name, bit) => (once[name] === undefined ? bits : bits | (1 << bit)), 0);
    const floats = [given, ...readParts(parts), check.u32(frame === undefined ? 0 : frame, "the frame")];
    const [read, settled, most] = [shape === undefined ? null : readColliderShape(shape), this.#settled(filter), check.u32(limit, "the limit")];
    layFilter(0, settled);
    lay(QUERY_FILTER_FLOATS, floats);
    const to = read === null ? 0 : shapeNumber(read);
    return checked(wasm.world_reshape_solid(numberOf(this), handle(collider), most, to)) ? carriedOnDesk() : null;
  }

  /** What carries a character or a crate. Null if nothing does. */
  support(collider: Handle): Handle | null {
    return wasm.world_support(numberOf(this), handle(collider)) ? desk()[0]! : null;
  }

  #fit(collider: Handle, what: number, frame: number, shape: number, limit: number): Fit | null {
    const most = check.u32(limit, "the limit");
    return checked(wasm.world_fit(numberOf(this), handle(collider), what, frame, shape, most)) ? fitOf(desk()) : null;
  }

  /**
   * Shows another frame of an animation if the collider then overlaps no solid collider; otherwise after the least move of at most limit
   * pixels that frees it; otherwise nothing changes. The answer says which.
   */
  fitFrame(collider: Handle, frame: number, limit: number, filter: Filter = {}): Fit | null {
    const settled = this.#settled(filter);
    layFilter(PLACE, settled);
    return this.#fit(collider, 0, check.u32(frame, "the frame"), 0, limit);
  }

  /** Gives a collider another shape, if it fits there, or after a move of at most limit pixels. */
  fitShape(collider: Handle, shape: ColliderShape, limit: number, filter: Filter = {}): Fit | null {
    const [read, settled] = [readColliderShape(shape), this.#settled(filter)];
    layFilter(PLACE, settled);
    return this.#fit(collider, 1, 0, shapeNumber(read), limit);
  }

  /** Moves, turns, scales and flips a collider, if it fits there, or after a move of at most limit pixels. */
  fitPlace(collider: Handle, place: Place, limit: number, filter: Filter = {}): Fit | null {
    const [floats, settled] = [readPlace(place), this.#settled(filter)];
    layFilter(PLACE, settled);
    lay(0, floats);
    return this.#fit(collider, 2, 0, 0, limit);
  }

  /** Frees a collider from the solid colliders that it overlaps by the least move of at most limit pixels. */
  unstick(collider: Handle, limit: number, filter: Filter = {}): Fit | null {
    const settled = this.#settled(filter);
    layFilter(PLACE, settled);
    return this.#fit(collider, 3, 0, 0, limit);
  }

  /**
   * Whether a collider would overlap a solid collider at a position, and which least move of at most limit pixels would free it there.
   * Nothing changes.
   */
  fitAt(collider: Handle, position: PointLike, limit: number, filter: Filter = {}): Fit | null {
    const settled = this.#settled(filter);
    check.position(position, "the position");
    layFilter(PLACE, settled);
    lay(0, [check.x, check.y]);
    return this.#fit(collider, 4, 0, 0, limit);
  }

  #editTerrain(collider: Handle, shape: ShapeLike, at: PointLike, pose: Pose | undefined, draws: number): Change | null {
    const read = readShape(shape, "the shape");
    check.pixel(at, "the offset");
    if (pose !== undefined) layPose(0, pose);
    const posed = pose === undefined ? 0 : 1;
    const reply = wasm.world_edit_terrain(numberOf(this), handle(collider), shapeNumber(read), check.x, check.y, posed, draws);
    return checked(reply) ? changeOf(desk()) : null;
  }

  /** Carves in the terrain of a collider, in the terrain's own pixels. Null, too, if its shape is no terrain. */
  carve(collider: Handle, shape: ShapeLike, at: PointLike = [0, 0], pose?: Pose): Change | null {
    return this.#editTerrain(collider, shape, at, pose, 0);
  }

  /** Draws in the terrain of a collider. */
  draw(collider: Handle, shape: ShapeLike, at: PointLike = [0, 0], pose?: Pose): Change | null {
    return this.#editTerrain(collider, shape, at, pose, 1);
  }

  /** The world as it is: for rollback. */
  snapshot(): WorldSnapshot {
    return new WorldSnapshot(new Kept(wasm.world_snapshot(numberOf(this))));
  }

  /** Goes back to a snapshot. */
  restore(snapshot: WorldSnapshot): void {
    if (!(snapshot instanceof WorldSnapshot)) check.wrongType("the snapshot", "a WorldSnapshot", snapshot);
    wasm.world_restore(numberOf(this), numberOf(snapshot));
  }

  /**
   * One number for the state of the world, to find out whether two machines still agree. Two worlds that were built by equal calls have
   * equal hashes: on every machine, with every broad phase, on any number of threads, and no matter whether one of them was restored from a
   * snapshot or from bytes. Worlds that differ have the same hash with a chance of about 2⁻⁶⁴.
   */
  stateHash(): bigint {
    wasm.world_state_hash(numberOf(this));
    return (BigInt(desk()[0]!) << 32n) | BigInt(desk()[1]!);
  }

  /** The world as bytes. `keys` gives a key for the shape of each collider; by default it is the handle. */
  toBytes(keys: ReadonlyMap<Handle, number> = new Map()): Uint8Array<ArrayBuffer> {
    giveNumbers(sorted([...keys].map(([collider, key]) => [handle(collider), integer(key, "a key")])));
    return bytes(wasm.world_to_bytes(numberOf(this)));
  }

  /** A world from the bytes of `toBytes`, with the shapes of their keys. Damaged bytes throw a RangeError. */
  static fromBytes(data: Uint8Array, shapes: ReadonlyMap<number, Exclude<ColliderShape, object[]>>): World {
    const read: [number, ReadShape][] = [];
    for (const [key, shape] of shapes) read.push([integer(key, "a key"), readColliderShape(shape, "a shape")]);
    const all = check.byteView(data, "the bytes");
    return withShapes(read.map(([, shape]) => shape), (numbers) => {
      giveBytes(all);
      giveNumbers(sorted(read.map(([key], index) => [key, numbers[index]!])));
      return new World(new Kept(checked(wasm.world_from_bytes())));
    });
  }
}
