// Tile maps: levels of cells, each with a tile, as one exact shape.

import { castWith, pixelsWith, rayWith } from "./cast.js";
import * as check from "./check.js";
import type { Point, PointLike, RectLike } from "./check.js";
import { Shape, ask, newMask, readMask, type Mask, type ShapeLike } from "./mask.js";
import { Kept, Owned, numberOf } from "./owned.js";
import { TILE_OVERLAP, listOf, tileCellOf, tileOverlapOf, type Cast, type PixelsCast, type TileCell, type TileOverlap } from "./table.js";
import { TILE_KINDS, type TileKind } from "./words.js";
import { bytes, checked, desk, giveBytes, giveNumbers, numbers, wasm } from "./wasm.js";

// The numbers are 0, then a bit for each.
const numberOfKind = (kind: unknown, what: string): number => (1 << check.word(kind, what, TILE_KINDS)) >> 1;
const kindOf = (number: number): TileKind => TILE_KINDS[32 - Math.clz32(number)]!;

/** A tile of a `TileSet`. */
export interface Tile {
  /** The solid pixels. The lower left corner of the picture lies on that of the cell, and it may be of any size. */
  mask: Mask;
  kind: TileKind;
  /** A number of yours. */
  number: number;
  /** Moves the picture in its cell, in pixels. Flips don't change it. */
  offset: Point;
}

/** A tile as an argument: a body, or with what differs from one. */
export type TileLike = Mask | { mask: Mask; kind?: check.Word<TileKind>; number?: number; offset?: PointLike };

/** A cell as an argument: a tile's id, or with flips. Null is an empty cell. */
export type TileCellLike = number | { tile: number; flipX?: boolean; flipY?: boolean; diagonal?: boolean } | null;

const TILE = ["mask", "kind", "number", "offset"];
const CELL = ["tile", "flipX", "flipY", "diagonal"];

/** Reads a cell: the tile and the flags for the module. */
export function readCell(cell: TileCellLike): [tile: number, flags: number] {
  if (cell === null) return [0, -1];
  if (typeof cell === "number") return [check.u32(cell, "the tile"), 0];
  check.known(cell, "a cell", CELL);
  const { tile, flipX = false, flipY = false, diagonal = false } = cell;
  const flags = check.flag(flipX, "flipX") + 2 * check.flag(flipY, "flipY") + 4 * check.flag(diagonal, "diagonal");
  return [check.u32(tile, "the tile"), flags];
}

/** Reads the numbers of cells: as bytes. */
export function readGids(gids: ArrayLike<number>): Uint8Array {
  return check.bytesOf(check.typedAs(gids) === "Uint32Array" ? gids : Uint32Array.from(gids, (gid) => check.u32(gid, "the number of a cell")));
}

function pair(point: PointLike, what: string): [number, number] {
  check.pixel(point, what);
  return [check.u32(check.x, `the x of ${what}`), check.u32(check.y, `the y of ${what}`)];
}

/** The tiles of a `TileMap`, by their ids. It never changes. */
export class TileSet extends Owned {
  /** Tiles with the ids 0, 1, 2, ...; or an object of tiles by their ids. Ids are below 1 048 576. */
  constructor(tiles: Iterable<TileLike> | Readonly<Record<number, TileLike>>);
  /** @internal */
  constructor(kept: Kept);
  constructor(tiles: Iterable<TileLike> | Readonly<Record<number, TileLike>> | Kept) {
    if (tiles instanceof Kept) {
      super(tiles);
      return;
    }
    if (typeof tiles !== "object" || tiles === null || tiles instanceof Owned) check.wrongType("the tiles", "an array, or an object by ids", tiles);
    const all = Symbol.iterator in tiles ? [...tiles].entries() : Object.entries(tiles);
    const [masks, floats]: [Mask[], number[][]] = [[], []];
    for (const [id, tile] of all) {
      if (!(tile instanceof Owned)) check.known(tile, "a tile", TILE);
      const { mask, kind = "body", number = 0, offset = [0, 0] } = tile instanceof Owned ? { mask: tile } : tile;
      masks.push(readMask(mask, "the picture of a tile"));
      check.pixel(offset, "the offset of a tile");
      const { x, y } = check;
      const most = Number.MAX_SAFE_INTEGER;
      floats.push([check.u32(Number(id), "the id of a tile"), numberOfKind(kind, "the kind of a tile"), check.whole(number, "the number of a tile", 0, most), x, y]);
    }
    giveNumbers(floats.flatMap(([id, ...rest], index) => [id!, numberOf(masks[index]!), ...rest]));
    super(new Kept(checked(wasm.tile_set_new())));
  }

  /** The ids of all tiles, sorted. */
  ids(): number[] {
    return [...numbers(wasm.tile_set_ids(numberOf(this)))];
  }

  /** How many tiles there are. */
  get size(): number {
    return wasm.tile_set_ids(numberOf(this));
  }

  /** A tile. Null if there is none of this id. */
  get(id: number): Tile | null {
    const mask = wasm.tile_set_get(numberOf(this), check.u32(id, "the id"));
    if (mask === 0) return null;
    const [kind, number, x, y] = desk();
    return { mask: newMask(mask), kind: kindOf(kind!), number: number!, offset: { x: x!, y: y! } };
  }
}

/** A `TileMap` with the tiles of some kinds only, as it was when the view was made. */
export class TileView extends Shape {
  /** @internal */
  constructor(kept: Kept) {
    super(kept);
  }

  /** @internal */
  protected sizes(): Float64Array {
    checked(wasm.tile_map_sizes(numberOf(this)));
    return desk();
  }

  /** The kinds that count. */
  get kinds(): TileKind[] {
    const bits = this.sizes()[5]!;
    return TILE_KINDS.filter((kind) => bits & numberOfKind(kind, "a kind"));
  }

  /** The number of solid pixels. Reads all tiles, and keeps nothing: a map does not count its pixels while it changes. */
  get count(): number {
    return wasm.count(numberOf(this));
  }

  /** Whether no pixel is solid. */
  get isEmpty(): boolean {
    return this.bounds === null;
  }

  /** The memory that it takes, in bytes, without its tiles. */
  get memoryBytes(): number {
    return wasm.memory_bytes(numberOf(this));
  }

  /** Whether the other one has the same kinds, cells and tiles. */
  equals(other: TileView): boolean {
    if (!(other instanceof TileView)) return false;
    return wasm.equals(numberOf(this), numberOf(other)) === 1;
  }

  /** A map of all kinds, which can be changed. It shares memory with this one until one of them changes. */
  map(): TileMap {
    return new TileMap(new Kept(checked(wasm.tile_map_only(numberOf(this), 7))));
  }

  /** A part of a map as a mask. */
  crop(rect: RectLike): Mask {
    const { x, y, w, h } = check.rect(rect, "the rectangle");
    return newMask(checked(wasm.crop(numberOf(this), x, y, w, h)));
  }

  /**
   * Draws the pixels in a rectangle now, so that the first questions there are fast. A world asks about each kind by itself: draw
   * `map.only(kind)` ahead for each.
   */
  drawAhead(rect: RectLike): void {
    const { x, y, w, h } = check.rect(rect, "the rectangle");
    checked(wasm.tiles_draw_ahead(numberOf(this), x, y, w, h));
  }

  /**
   * The tiles that a shape meets, row by row of cells, left to right. The offset is the shape's origin in pixels of the map.
   */
  overlapTiles(other: ShapeLike, offset: PointLike): TileOverlap[] {
    ask(this, other, offset, wasm.overlap_tiles);
    return listOf(numbers(desk()[0]!), TILE_OVERLAP, tileOverlapOf);
  }

  /**
   * The tile that is seen at a pixel: of several that are solid there, the one that is drawn last, in the lowest row of cells and there
   * farthest to the right. Null if the pixel is clear. Its `area` is 1.
   */
  tileAt(pixel: PointLike): TileOverlap | null {
    check.pixel(pixel, "the pixel");
    return checked(wasm.tile_at(numberOf(this), check.x, check.y)) ? tileOverlapOf(desk()) : null;
  }

  /** When a mask, moving straight from a position by a motion, first overlaps the tiles. */
  cast(other: Mask, from: PointLike, motion: PointLike): Cast {
    return castWith(this, other, from, motion);
  }

  /** When a point, moving straight from a position by a motion, first enters a solid pixel of the tiles. */
  rayCast(from: PointLike, motion: PointLike): Cast {
    return rayWith(this, from, motion);
  }

  /** When a mask, moving in whole pixels along a straight line from an offset, first overlaps the tiles. */
  castPixels(other: Mask, offset: PointLike, motion: PointLike): PixelsCast {
    return pixelsWith(this, other, offset, motion);
  }
}

/**
 * A level made of tiles: up to 65 536 x 65 536 cells, each empty or with a tile, flipped in any of eight ways. Its solid pixels are those of
 * all its tiles together; it is a shape like any other, and has no seams.
 */
export class TileMap extends TileView {
  /** Empty cells: columns and rows of cells, and the width and the height of a cell in pixels. */
  constructor(tiles: TileSet, size: PointLike, cellSize: PointLike);
  /** @internal */
  constructor(kept: Kept);
  constructor(tiles: TileSet | Kept, size?: PointLike, cellSize?: PointLike) {
    super(tiles instanceof Kept ? tiles : TileMap.#made(tiles, size!, cellSize!, []));
  }

  static #made(tiles: TileSet, size: PointLike, cellSize: PointLike, gids: ArrayLike<number>): Kept {
    if (!(tiles instanceof TileSet)) check.wrongType("the tiles", "a TileSet", tiles);
    const [columns, rows] = pair(size, "the size in cells");
    const [w, h] = pair(cellSize, "the size of a cell");
    giveBytes(readGids(gids));
    return new Kept(checked(wasm.tile_map_new(numberOf(tiles), columns, rows, w, h)));
  }

  /**
   * Cells row by row, from numbers as Tiled writes them: 0 is an empty cell, the highest three bits are flips. Cells after the last one are
   * empty.
   */
  static fromGids(tiles: TileSet, size: PointLike, cellSize: PointLike, gids: ArrayLike<number>): TileMap {
    return new TileMap(TileMap.#made(tiles, size, cellSize, gids));
  }

  /** Reads what `toBytes` wrote. The bytes may come from anywhere: damaged ones throw a RangeError. */
  static fromBytes(data: Uint8Array): TileMap {
    giveBytes(check.byteView(data, "the bytes"));
    return new TileMap(new Kept(checked(wasm.tile_map_from_bytes())));
  }

  /** The map and its set as bytes in a compact form with a checksum, to save it or to send it. Equal maps give equal bytes. */
  toBytes(): Uint8Array<ArrayBuffer> {
    checked(wasm.tile_map_to_bytes(numberOf(this)));
    return bytes(desk()[0]!);
  }

  /** A copy, which shares memory with this one until one of them changes. */
  clone(): TileMap {
    return this.map();
  }

  /** The tiles. */
  tileSet(): TileSet {
    return new TileSet(new Kept(checked(wasm.tile_map_set(numberOf(this)))));
  }

  /** Columns of cells. */
  get columns(): number {
    return this.sizes()[0]!;
  }

  /** Rows of cells. */
  get rows(): number {
    return this.sizes()[1]!;
  }

  /** The width and the height of a cell, in pixels. */
  get cellSize(): Point {
    const [, , x, y] = this.sizes();
    return { x: x!, y: y! };
  }

  /** The number of cells that are not empty. Takes constant time. */
  get filled(): number {
    return this.sizes()[4]!;
  }

  /** What a cell (column, row) shows. Null if it is empty, or outside. */
  get(cell: PointLike): TileCell | null {
    check.pixel(cell, "the cell");
    return checked(wasm.tile_map_get(numberOf(this), check.x, check.y)) ? tileCellOf(desk()) : null;
  }

  /** Changes what a cell shows. Returns what it showed before. InvalidArgument if it lies outside, or there is no such tile. */
  set(cell: PointLike, to: TileCellLike): TileCell | null {
    const [tile, flags] = readCell(to);
    check.pixel(cell, "the cell");
    const reply = wasm.tile_map_put(numberOf(this), check.x, check.y, tile, flags);
    return checked(reply) ? tileCellOf(desk()) : null;
  }

  /**
   * Sets a rectangle of cells from its upper left cell on, row by row, from numbers as `fromGids` takes them. If one is refused, those before
   * it are set.
   */
  fill(corner: PointLike, columns: number, gids: ArrayLike<number>): void {
    const [list, count] = [readGids(gids), check.u32(columns, "the columns")];
    check.pixel(corner, "the corner");
    giveBytes(list);
    checked(wasm.tile_map_fill(numberOf(this), check.x, check.y, count));
  }

  /** Empties all cells. */
  clear(): void {
    checked(wasm.tile_map_clear(numberOf(this)));
  }

  /** The filled cells, row by row. */
  cells(): (TileCell & { cell: Point })[] {
    checked(wasm.tile_map_cells(numberOf(this)));
    const list = numbers(desk()[0]!);
    const cells: (TileCell & { cell: Point })[] = [];
    for (let at = 0; at < list.length; at += 6) cells.push({ cell: { x: list[at]!, y: list[at + 1]! }, ...tileCellOf(list, at + 2) });
    return cells;
  }

  /**
   * The map as it is now, with the tiles of some kinds only: a shape. Later changes of the map do not count, other than in
   * Python: ask for another view then. Costs nothing until the map changes.
   */
  only(kinds: check.Word<TileKind> | readonly check.Word<TileKind>[]): TileView {
    let bits = 0;
    for (const kind of typeof kinds === "string" ? [kinds] : kinds) bits |= numberOfKind(kind, "a kind");
    return new TileView(new Kept(checked(wasm.tile_map_only(numberOf(this), bits))));
  }

  /**
   * One number for the sizes, the cells and the tiles: equal maps have equal hashes, on every machine and in every version of this library.
   * Other maps have the same hash with a chance of about 2⁻⁶⁴, unless somebody looks for such a pair on purpose.
   */
  contentHash(): bigint {
    checked(wasm.tile_map_hash(numberOf(this)));
    return (BigInt(desk()[0]!) << 32n) | BigInt(desk()[1]!);
  }
}
