// Levels that Tiled has saved as JSON: layers as tile maps, objects as shapes, properties of tiles.

import { Circle, ConvexPolygon } from "./convex.js";
import type { PointXY } from "./host/affine.js";
import type { Point } from "./check.js";
import { Mask, type ShapeLike } from "./mask.js";
import { TileMap, TileSet, type TileLike } from "./tiles.js";
import type { TileOverlap } from "./table.js";
import type { Direction, TileKind } from "./words.js";
import type { ColliderOptions } from "./world.js";

/** Custom properties by their names. A class is an object of its members, a colour and a file are strings. */
export type Properties = Readonly<Record<string, unknown>>;

/** An object of a layer. `world.insert(thing.shape, thing.options)` makes a collider of one that has a shape. */
export interface LevelObject {
  id: number;
  name: string;
  /** Its class: `type` in the file. */
  class: string;
  kind: TileKind;
  /** Where it lies in the level: its upper left corner, a tile's lower left one, or the point. */
  position: Point;
  /** Its own properties, with those of its template, its tile and the tile's set that have other names. */
  properties: Properties;
  /** Null for points, lines and text. */
  shape: ShapeLike | null;
  /** Its place, kind, open side, layers and data, as the level says them. */
  options: ColliderOptions;
}

/** What a level needs beside itself. */
export interface LevelFiles {
  /** The solid pixels of the pictures of its tile sets, by the names that these give them. */
  masks: Readonly<Record<string, Mask>>;
  /** The parsed JSON of tile sets and templates that it names, by these names. */
  files?: Readonly<Record<string, unknown>>;
}

const FLAGS = 0xf0000000;
const SIDES: Readonly<Record<string, TileKind>> = { up: "one-way", right: "one-way-right", down: "one-way-down", left: "one-way-left" };
const KINDS: Record<string, TileKind> = { solid: "body", body: "body", oneway: "one-way", sensor: "sensor", none: "nothing", nothing: "nothing" };
for (const [side, kind] of Object.entries(SIDES)) KINDS[`oneway${side}`] = kind;
/** Which point of a tile lies at the position of its object, from its upper left corner, in halves of its sides. */
const ALIGNED: Readonly<Record<string, readonly [number, number]>> = {
  topleft: [0, 0], top: [1, 0], topright: [2, 0], left: [0, 1], center: [1, 1], right: [2, 1], bottom: [1, 2], bottomright: [2, 2],
};

const wordOf = <T>(words: Readonly<Record<string, T>>, word: unknown): T | undefined =>
  typeof word === "string" ? new Map(Object.entries(words)).get(word.toLowerCase().replace(/[-_ ]/g, "")) : undefined;

/** What something is for: its property `one-way` with a side, its property `hitmask`, its class. */
const saidKind = (properties: Properties, name: unknown): TileKind | undefined =>
  wordOf(SIDES, properties["one-way"]) ?? wordOf(KINDS, properties["hitmask"]) ?? wordOf(KINDS, name);

function whole(value: unknown, most: number): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most ? value : undefined;
}

const classOf = (thing: any): unknown => thing?.class || thing?.type;
const ownProperties = (thing: any): Record<string, unknown> =>
  Object.fromEntries((thing?.properties ?? []).map(({ name, value }: { name: string; value: unknown }) => [name, value]));
const fileName = (path: string): string => path.split("/").pop()!;

interface Layer {
  layer: any;
  offset: PointXY;
  properties: Properties;
}

/** A level of Tiled: `new TiledLevel(await (await fetch("cave.tmj")).json(), { masks })`. Only orthogonal maps. Collision shapes of tiles don't count: their pictures do. */
export class TiledLevel {
  readonly #level: any;
  readonly #files: LevelFiles;
  readonly #sets: any[];
  readonly #tiles = new Map<number, Mask>();

  constructor(level: unknown, files: LevelFiles) {
    this.#level = level;
    this.#files = files;
    if (this.#level?.type !== "map") throw new TypeError("hitmask/tiled: this is no map of Tiled: save the level as JSON, and parse that");
    if (this.#level.orientation !== "orthogonal") throw new RangeError(`hitmask/tiled: a map that is ${this.#level.orientation} has no tile maps`);
    this.#sets = this.#level.tilesets.map((set: any) => (set.source ? { ...this.#file(set.source), firstgid: set.firstgid, source: set.source } : set));
  }

  /** A layer of cells, with the numbers, kinds and pictures of its tiles: `world.insertTiles(map, { position })`. */
  tileMap(name: string): { map: TileMap; position: Point } {
    const { layer, offset, properties } = this.#layer(name);
    const chunks: any[] = layer.chunks ?? [{ x: 0, y: 0, width: layer.width, height: layer.height, data: layer.data }];
    if (layer.type !== "tilelayer") throw new RangeError(`hitmask/tiled: the layer "${name}" has no cells`);
    const ends = (start: string, side: string): [number, number] => [
      Math.min(...chunks.map((chunk) => chunk[start])), Math.max(...chunks.map((chunk) => chunk[start] + chunk[side])),
    ];
    const [[left, right], [top, bottom]] = chunks.length > 0 ? [ends("x", "width"), ends("y", "height")] : [[0, 0], [0, 0]];
    const gids = chunks.map((chunk) => gidsOf(chunk.data, layer));
    const used = new Set(gids.flatMap((list) => Array.from(list, (gid) => (gid & ~FLAGS) >>> 0)));
    used.delete(0);
    const said = saidKind(properties, classOf(layer));
    const tiles: Record<number, TileLike> = {};
    for (const gid of used) {
      const { set, own, properties: of } = this.#tile(gid);
      const kind = saidKind(ownProperties(own), classOf(own)) ?? saidKind(ownProperties(set), classOf(set)) ?? said ?? "body";
      const { x = 0, y = 0 } = set.tileoffset ?? {};
      const mask = this.#mask(gid);
      if (set.tilerendersize === "grid" && (mask.width !== this.#level.tilewidth || mask.height !== this.#level.tileheight))
        throw new RangeError(`hitmask/tiled: the tiles of "${set.name}" are scaled to their cells, and tile maps don't scale: draw them at the size of a cell`);
      tiles[gid] = { mask, kind, number: whole(of["number"], Number.MAX_SAFE_INTEGER) ?? 0, offset: [x, y] };
    }
    const cell: [number, number] = [this.#level.tilewidth, this.#level.tileheight];
    const map = new TileMap(new TileSet(tiles), [right - left, bottom - top], cell);
    chunks.forEach((chunk, index) => map.fill([chunk.x - left, chunk.y - top], chunk.width, gids[index]!));
    return { map, position: { x: left * cell[0] + Math.floor(offset.x), y: top * cell[1] + Math.floor(offset.y) } };
  }

  /** The objects of a layer, in the order of the file. */
  objects(name: string): LevelObject[] {
    const found = this.#layer(name);
    if (found.layer.type !== "objectgroup") throw new RangeError(`hitmask/tiled: the layer "${name}" has no objects`);
    return found.layer.objects.map((object: any) => this.#object(object, found));
  }

  /** The properties of a tile that was met in one of the level's maps, with those of its set that have other names. */
  tileProperties(met: Pick<TileOverlap, "tile">): Properties {
    return this.#tile(met.tile).properties;
  }

  #file(name: string): any {
    const file = this.#files.files?.[name];
    if (file === undefined) throw new RangeError(`hitmask/tiled: the level names "${name}": give its parsed JSON in files, by this name`);
    return file;
  }

  #layer(name: string): Layer {
    const all: [string, Layer][] = [];
    const walk = (layers: any[], prefix: string, above: PointXY, said: Properties): void => {
      for (const layer of layers) {
        const offset = { x: above.x + (layer.offsetx ?? 0), y: above.y + (layer.offsety ?? 0) };
        const properties = { ...said, ...ownProperties(layer) };
        if (layer.type === "group") walk(layer.layers, `${prefix}${layer.name}/`, offset, properties);
        else all.push([prefix + layer.name, { layer, offset, properties }]);
      }
    };
    walk(this.#level.layers, "", { x: 0, y: 0 }, {});
    const found = all.find(([known]) => known === name) ?? all.find(([known]) => known.split("/").pop() === name);
    if (!found) throw new RangeError(`hitmask/tiled: no layer "${name}": there are ${all.map(([known]) => `"${known}"`).join(", ")}`);
    return found[1];
  }

  #tile(gid: number): { set: any; id: number; own: any; properties: Properties } {
    const set = this.#sets.findLast((set) => set.firstgid <= gid);
    if (!set) throw new RangeError(`hitmask/tiled: tile ${gid} belongs to no tile set: save the map again with all its sets`);
    const id = gid - set.firstgid;
    const own = set.tiles?.find((tile: any) => tile.id === id);
    return { set, id, own, properties: { ...ownProperties(set), ...ownProperties(own) } };
  }

  /** The pixels of a tile: those of its own picture, or of its place on the sheet. */
  #mask(gid: number): Mask {
    const known = this.#tiles.get(gid);
    if (known) return known;
    const { set, id, own } = this.#tile(gid);
    const picture = own?.image ?? set.image;
    const sheet = this.#files.masks[picture];
    if (!sheet) throw new RangeError(`hitmask/tiled: the tile set "${set.name}" shows "${picture}": give the mask of this picture in masks, by this name`);
    let mask = sheet;
    if (!own?.image) {
      const { tilewidth: w, tileheight: h, margin = 0, spacing = 0 } = set;
      const columns = Math.max(set.columns ?? 1, 1);
      mask = sheet.crop({ x: margin + (id % columns) * (w + spacing), y: margin + Math.floor(id / columns) * (h + spacing), w, h });
    } else if (own.width !== undefined) mask = sheet.crop({ x: own.x ?? 0, y: own.y ?? 0, w: own.width, h: own.height });
    this.#tiles.set(gid, mask);
    return mask;
  }

  #object(written: any, { layer, offset, properties: above }: Layer): LevelObject {
    const template = written.template === undefined ? undefined : this.#file(written.template);
    const object = { ...template?.object, ...written };
    let gid: number | undefined = object.gid;
    if (gid !== undefined && written.gid === undefined && template.tileset) {
      // A template counts the tiles of its own set.
      const { firstgid, source } = template.tileset;
      const set = this.#sets.find((set) => set.source !== undefined && fileName(set.source) === fileName(source));
      if (!set) throw new RangeError(`hitmask/tiled: the template "${written.template}" shows a tile of "${source}", which the level has not: save the map again`);
      gid = ((gid & FLAGS) | ((gid & ~FLAGS) - firstgid + set.firstgid)) >>> 0;
    }
    const own = { ...ownProperties(template?.object), ...ownProperties(written) };
    const tile = gid === undefined ? undefined : this.#tile((gid & ~FLAGS) >>> 0);
    const ofTile = tile && (saidKind(ownProperties(tile.own), classOf(tile.own)) ?? saidKind(ownProperties(tile.set), classOf(tile.set)));
    const kind = saidKind(own, classOf(object)) ?? ofTile ?? saidKind(above, classOf(layer)) ?? "body";
    const bit = whole(own["layer"], 31) ?? whole(above["layer"], 31) ?? 0;
    const side = Object.keys(SIDES).find((side) => SIDES[side] === kind) as Direction | undefined;
    const position = { x: offset.x + object.x, y: offset.y + object.y };
    const { shape, ...place } = this.#shape(object, gid);
    return {
      id: object.id,
      name: object.name,
      class: String(classOf(object) ?? ""),
      kind,
      position,
      properties: { ...tile?.properties, ...own },
      shape,
      options: {
        position,
        rotation: object.rotation ?? 0,
        ...place,
        kind: side ? "one-way" : kind === "sensor" ? "sensor" : "body",
        openSide: side ?? "up",
        layers: [(1 << bit) >>> 0, 0xffffffff],
        enabled: kind !== "nothing",
        data: whole(own["number"], Number.MAX_SAFE_INTEGER) ?? 0,
      },
    };
  }

  /** The shape of an object, upright at its own size, and what lays it on its position. */
  #shape(object: any, gid: number | undefined): { shape: ShapeLike | null } & ColliderOptions {
    const { width: w = 0, height: h = 0, polygon } = object;
    if (object.point || object.polyline || object.text) return { shape: null };
    if (polygon) return polygonOf(polygon);
    if (w <= 0 || h <= 0) return { shape: null };
    if (gid !== undefined) {
      const mask = this.#mask((gid & ~FLAGS) >>> 0);
      const [across, down] = [w / mask.width, h / mask.height];
      const { fillmode, name } = this.#tile((gid & ~FLAGS) >>> 0).set;
      if (fillmode === "preserve-aspect-fit" && across !== down)
        throw new RangeError(`hitmask/tiled: an object shows a tile of "${name}", which keeps its aspect: give the object the aspect of the tile`);
      const [right, below] = ALIGNED[this.#tile((gid & ~FLAGS) >>> 0).set.objectalignment] ?? [0, 2];
      const flip: [boolean, boolean] = [(gid & 0x80000000) !== 0, (gid & 0x40000000) !== 0];
      // It is mirrored within its box.
      const at = (flipped: boolean, halves: number, side: number): number => (side * (flipped ? 2 - halves : halves)) / 2;
      return { shape: mask, scale: [across, down], flip, pivot: [at(flip[0], right, mask.width), at(flip[1], below, mask.height)] };
    }
    if (object.ellipse) return { shape: new Circle([w / 2, w / 2], w / 2), scale: [1, h / w] };
    if (object.capsule) return { shape: capsuleOf(w, h) };
    if (Number.isInteger(w) && Number.isInteger(h)) return { shape: { x: 0, y: 0, w, h } };
    return { shape: new ConvexPolygon([[0, 0], [w, 0], [w, h], [0, h]]) };
  }
}

/** A polygon as a shape, and where its corner lies if it is a mask: one that is not convex is made of the pixels whose centres lie inside. */
function polygonOf(corners: readonly PointXY[]): { shape: ShapeLike; pivot?: [number, number] } {
  try {
    return { shape: new ConvexPolygon(corners) };
  } catch {
    const [x, y] = [Math.floor(Math.min(...corners.map(({ x }) => x))), Math.floor(Math.min(...corners.map(({ y }) => y)))];
    const [w, h] = [Math.ceil(Math.max(...corners.map(({ x }) => x))) - x, Math.ceil(Math.max(...corners.map(({ y }) => y))) - y];
    return { shape: Mask.fromFunction(w, h, (px, py) => isInside(corners, x + px + 0.5, y + py + 0.5)), pivot: [-x, -y] };
  }
}

/** Whether a point lies inside by the even-odd rule. */
function isInside(corners: readonly PointXY[], x: number, y: number): boolean {
  return corners.reduce((inside, a, index) => {
    const b = corners.at(index - 1)!;
    return a.y > y !== b.y > y && x < a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y) ? !inside : inside;
  }, false);
}

/** Two half circles and what lies between them, as a polygon of 64 corners. */
function capsuleOf(w: number, h: number): ShapeLike {
  const r = Math.min(w, h) / 2;
  const corner = (n: number): [number, number] => {
    const angle = ((n + 0.5) * Math.PI) / 32;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return [(x > 0 ? w - r : r) + r * x, (y > 0 ? h - r : r) + r * y];
  };
  return new ConvexPolygon(Array.from({ length: 64 }, (_, n) => corner(n)));
}

/** The numbers of cells: a list, or base64 without compression. */
function gidsOf(data: unknown, layer: any): Uint32Array {
  if (Array.isArray(data)) return Uint32Array.from(data);
  if (typeof data !== "string" || layer.compression) {
    throw new RangeError(`hitmask/tiled: the layer "${layer.name}" is packed: choose CSV or plain base64 as the tile layer format of the map`);
  }
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, index) => view.getUint32(4 * index, true));
}
