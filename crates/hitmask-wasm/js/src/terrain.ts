// Terrain: ground that is carved in every frame.

import { castWith, pixelsWith, rayWith } from "./cast.js";
import * as check from "./check.js";
import type { PointLike, Rect, RectLike } from "./check.js";
import { Picture, newMask, readMask, readShape, type Connectivity, type Mask, type PlacedMask, type ShapeLike } from "./mask.js";
import { Kept, Owned, numberOf } from "./owned.js";
import { layPose, type Pose } from "./pose.js";
import { pointOnDesk, shapeNumber } from "./shape.js";
import { COMPONENT, changeOf, componentOf, listOf, type Cast, type Change, type Piece, type PixelsCast } from "./table.js";
import { bytes, checked, desk, giveBytes, giveNumbers, lay, numbers, wasm } from "./wasm.js";

export type Edge = "left" | "right" | "top" | "bottom";

export interface IslandOptions {
  /** The edges that hold what reaches them. By default the bottom. */
  anchors?: readonly Edge[];
  /** Pixels that hold their piece. */
  anchorPoints?: Iterable<PointLike>;
  /** Whether the largest piece is held. */
  anchorLargest?: boolean;
  /** From how many pixels on a piece is held. */
  anchorArea?: number;
  /** Pieces with fewer pixels are left out. */
  minArea?: number;
  connectivity?: Connectivity;
}

const ISLAND_OPTIONS = ["anchors", "anchorPoints", "anchorLargest", "anchorArea", "minArea", "connectivity"];
const EDGES: readonly Edge[] = ["left", "right", "top", "bottom"];

/** The islands of one search, in the module's memory. */
class Found extends Owned {
  constructor(kept: Kept) {
    super(kept);
  }
}

/** A piece that nothing holds. */
export class Island implements Piece {
  readonly area: number;
  readonly bounds: Rect;
  readonly first: { x: number; y: number };
  /** @internal */
  readonly found: Found;
  /** @internal */
  readonly index: number;

  /** @internal */
  constructor(piece: Piece, found: Found, index: number) {
    this.area = piece.area;
    this.bounds = piece.bounds;
    this.first = piece.first;
    this.found = found;
    this.index = index;
  }
}

/** A terrain as it was. Takes little memory. */
export class TerrainSnapshot extends Owned {
  /** @internal */
  constructor(kept: Kept) {
    super(kept);
  }
}

/** Ground of up to 65 536 x 65 536 pixels. */
export class Terrain extends Picture {
  /** A terrain without solid pixels. */
  constructor(width: number, height: number);
  /** @internal */
  constructor(kept: Kept);
  constructor(width: number | Kept, height?: number) {
    super(
      width instanceof Kept
        ? width
        : new Kept(checked(wasm.terrain_new(check.side(width, "the width"), check.side(height, "the height"), 0))),
    );
  }

  /** A terrain whose pixels are all solid. */
  static filled(width: number, height: number): Terrain {
    const [w, h] = [check.side(width, "the width"), check.side(height, "the height")];
    return new Terrain(new Kept(checked(wasm.terrain_new(w, h, 1))));
  }

  /** A terrain with the size and the pixels of a mask. */
  static fromMask(mask: Mask): Terrain {
    return new Terrain(new Kept(wasm.terrain_from_mask(numberOf(readMask(mask, "the mask")))));
  }

  /** From the bytes of `toBytes`. They may come from anywhere: damaged ones throw a RangeError. */
  static fromBytes(data: Uint8Array): Terrain {
    giveBytes(check.byteView(data, "the bytes"));
    return new Terrain(new Kept(checked(wasm.terrain_from_bytes())));
  }

  /**
   * The terrain as bytes in a compact form with a checksum, to save it or to send it. Empty and full regions take a few bytes, a tile with
   * a surface about a hundred. Equal terrains give equal bytes.
   */
  toBytes(): Uint8Array<ArrayBuffer> {
    return bytes(wasm.terrain_to_bytes(numberOf(this)));
  }

  clone(): Terrain {
    return new Terrain(new Kept(wasm.copy(numberOf(this))));
  }

  /** Clears the pixels of a shape whose origin lies at an offset, or that lies by a pose. */
  carve(shape: ShapeLike, at: PointLike = [0, 0], pose?: Pose): Change {
    return this.#edit(shape, at, pose, 0);
  }

  /** Makes the pixels of a shape solid. */
  draw(shape: ShapeLike, at: PointLike = [0, 0], pose?: Pose): Change {
    return this.#edit(shape, at, pose, 1);
  }

  #edit(shape: ShapeLike, at: PointLike, pose: Pose | undefined, draws: number): Change {
    const read = readShape(shape, "the shape");
    check.pixel(at, "the offset");
    if (pose !== undefined) layPose(0, pose);
    const posed = pose === undefined ? 0 : 1;
    checked(wasm.terrain_edit(numberOf(this), shapeNumber(read), check.x, check.y, posed, draws));
    return changeOf(desk());
  }

  /** The pixels inside a rectangle, as a mask of the rectangle's size. Pixels outside the terrain are clear. */
  crop(rect: RectLike): Mask {
    const { x, y, w, h } = check.rect(rect, "the rectangle");
    return newMask(checked(wasm.crop(numberOf(this), x, y, w, h)));
  }

  /** The pieces that nothing holds, in the order of their first pixels. */
  islands(options: IslandOptions = {}): Island[] {
    check.known(options, "islands", ISLAND_OPTIONS);
    const points: number[] = [];
    for (const point of options.anchorPoints ?? []) {
      check.pixel(point, "an anchor point");
      points.push(check.x, check.y);
    }
    const most = Number.MAX_SAFE_INTEGER;
    const { anchors, anchorLargest, anchorArea, minArea, connectivity } = options;
    let bits = 0;
    for (const edge of anchors ?? ["bottom"]) bits |= 1 << check.word(edge, "an anchor", EDGES);
    lay(0, [
      bits,
      check.flag(anchorLargest ?? false, "anchorLargest"),
      anchorArea === undefined ? -1 : check.whole(anchorArea, "anchorArea", 0, most),
      check.whole(minArea ?? 0, "minArea", 0, most),
      check.word(connectivity ?? 4, "the connectivity", [4, 8]) === 0 ? 4 : 8,
    ]);
    giveNumbers(points);
    const number = wasm.islands(numberOf(this));
    const length = desk()[0]!;
    const found = new Found(new Kept(number));
    return listOf(numbers(length), COMPONENT, componentOf).map((piece, index) => new Island(piece, found, index));
  }

  /** Lifts an island out. Null if the terrain has changed there since. */
  takeIsland(island: Island): PlacedMask | null {
    if (!(island instanceof Island)) check.wrongType("the island", "an Island", island);
    const mask = wasm.take_island(numberOf(this), numberOf(island.found), island.index);
    return mask === 0 ? null : { corner: pointOnDesk(), mask: newMask(mask) };
  }

  snapshot(): TerrainSnapshot {
    return new TerrainSnapshot(new Kept(wasm.terrain_snapshot(numberOf(this))));
  }

  /** Goes back to a snapshot. */
  restore(snapshot: TerrainSnapshot): void {
    if (!(snapshot instanceof TerrainSnapshot)) check.wrongType("the snapshot", "a TerrainSnapshot", snapshot);
    wasm.terrain_restore(numberOf(this), numberOf(snapshot));
  }

  /** What changed since a snapshot, in few bytes: to send over a network. */
  deltaSince(snapshot: TerrainSnapshot): Uint8Array<ArrayBuffer> {
    if (!(snapshot instanceof TerrainSnapshot)) check.wrongType("the snapshot", "a TerrainSnapshot", snapshot);
    checked(wasm.delta_since(numberOf(this), numberOf(snapshot)));
    return bytes(desk()[0]!);
  }

  /** Makes the changes of `deltaSince`. Throws a RangeError if the bytes are damaged or were made for another state. */
  applyDelta(delta: Uint8Array): Change {
    giveBytes(check.byteView(delta, "the delta"));
    checked(wasm.apply_delta(numberOf(this)));
    return changeOf(desk());
  }

  /**
   * One number for the size and the pixels: equal terrains have equal hashes, on every machine and in every version of this library. Other
   * terrains have the same hash with a chance of about 2⁻⁶⁴, unless somebody looks for such a pair on purpose.
   */
  contentHash(): bigint {
    wasm.content_hash(numberOf(this));
    return (BigInt(desk()[0]!) << 32n) | BigInt(desk()[1]!);
  }

  /** When a mask, moving straight from a position by a motion, first overlaps the terrain. */
  cast(other: Mask, from: PointLike, motion: PointLike): Cast {
    return castWith(this, other, from, motion);
  }

  /** The first solid pixel that a point hits, moving straight from a position by a motion. */
  rayCast(from: PointLike, motion: PointLike): Cast {
    return rayWith(this, from, motion);
  }

  /** When a mask, moving in whole pixels along a straight line from an offset, first overlaps the terrain. */
  castPixels(other: Mask, offset: PointLike, motion: PointLike): PixelsCast {
    return pixelsWith(this, other, offset, motion);
  }
}
