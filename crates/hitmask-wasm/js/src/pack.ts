// Packs: many masks with their names in one file.

import { newAlpha, type AlphaMask } from "./alpha.js";
import * as check from "./check.js";
import type { Point, Rect } from "./check.js";
import { Outline, newMask, type Mask } from "./mask.js";
import { Kept, Owned, numberOf } from "./owned.js";
import { RunMask } from "./runs.js";
import { TAG_DIRECTIONS, type TagDirection } from "./words.js";
import { TileMap } from "./tiles.js";
import { bytes, checked, desk, files, giveBytes, numbers, wasm } from "./wasm.js";

/** A named animation of a sprite in a pack. */
export interface PackTag {
  name: string;
  /** The numbers of its frames in the sprite, in their order. */
  frames: number[];
  direction: TagDirection;
  /** How many times it is played. Null means without end. */
  repeat: number | null;
}

/** A named rectangle, as it lies in one frame. */
export interface PackSlice {
  name: string;
  rect: Rect;
  /** Measured from the upper left corner of the rectangle. Null if it has none. */
  pivot: Point | null;
}

/** A sprite in a pack: the frames of one picture, atlas or document. */
export interface PackSprite {
  name: string;
  /** The frames in their order. */
  frames: PackEntry[];
  tags: PackTag[];
}

const text = (encoded: Uint8Array) => new TextDecoder().decode(encoded);

function giveName(name: string): void {
  if (typeof name !== "string") check.wrongType("the name", "a string", name);
  giveBytes(new TextEncoder().encode(name));
}

/** Takes a list of names with numbers apart. `next` reads the numbers of one and returns where they end. */
function named(length: number, next: (list: Float64Array, at: number, name: string) => number): void {
  const names = bytes(desk()[0]!);
  const list = numbers(length);
  for (let at = 0, begin = 0; at < list.length; ) {
    const end = begin + list[at]!;
    at = next(list, at + 1, text(names.subarray(begin, end)));
    begin = end;
  }
}

/**
 * Many masks with their names in one file, which `hitmask pack` writes. Opening it reads the index only; a mask is read when it is asked
 * for. Entries are sorted by name, and counted from 0 in this order.
 */
export class Pack extends Owned {
  /** How many entries there are. */
  readonly length: number;
  readonly #sprites: number;

  /** Opens a pack. Throws a RangeError if the bytes are no pack or a damaged one. */
  constructor(data: Uint8Array | ArrayBuffer) {
    giveBytes(check.byteView(data, "the bytes"));
    super(new Kept(checked(wasm.pack_open())));
    wasm.pack_count(numberOf(this));
    [this.length, this.#sprites] = [desk()[0]!, desk()[1]!];
  }

  /** Whether bytes begin like a pack. */
  static isPack(data: Uint8Array | ArrayBuffer): boolean {
    giveBytes(check.byteView(data, "the bytes").subarray(0, 16));
    return wasm.pack_is() === 1;
  }

  /**
   * Loads a pack from a URL. A relative one is resolved against the address of the page; in Node, against the current working folder.
   * Rejects if it cannot be loaded, or if it is no pack or a damaged one.
   */
  static async load(url: string | URL): Promise<Pack> {
    const data = await files.read(url);
    return new Pack(check.byteView(data, "the bytes") as Uint8Array);
  }

  /**
   * The entry that a name means: of an entry, of a sprite (its first frame), `SPRITE#N`, `SPRITE#TAG` or `SPRITE#TAG:N`. Null if there is
   * none.
   */
  find(name: string): PackEntry | null {
    giveName(name);
    const found = wasm.pack_find(numberOf(this));
    return found === 0 ? null : new PackEntry(this, found - 1);
  }

  /** As `find`, but throws a RangeError if there is none. */
  get(name: string): PackEntry {
    const entry = this.find(name);
    if (entry === null) throw new RangeError(`the pack has no entry ${JSON.stringify(name)}`);
    return entry;
  }

  /** The entry with this number. */
  at(index: number): PackEntry {
    return new PackEntry(this, check.whole(index, "the number of the entry", 0, this.length - 1));
  }

  /** All entries, sorted by name. */
  *[Symbol.iterator](): Generator<PackEntry, void, undefined> {
    for (let index = 0; index < this.length; index++) yield new PackEntry(this, index);
  }

  /** All sprites, sorted by name. */
  get sprites(): PackSprite[] {
    return Array.from({ length: this.#sprites }, (_, number) => this.#sprite(number));
  }

  /** The sprite with this name. Null if there is none. */
  sprite(name: string): PackSprite | null {
    giveName(name);
    const found = wasm.pack_find_sprite(numberOf(this));
    return found === 0 ? null : this.#sprite(found - 1);
  }

  #sprite(number: number): PackSprite {
    const name = text(bytes(wasm.pack_sprite(numberOf(this), number)));
    const frames = Array.from(numbers(desk()[0]!), (entry) => new PackEntry(this, entry));
    const tags: PackTag[] = [];
    named(wasm.pack_tags(numberOf(this), number), (list, at, name) => {
      const end = at + 3 + list[at + 2]!;
      const direction = TAG_DIRECTIONS[list[at]!]!;
      tags.push({ name, direction, repeat: list[at + 1] || null, frames: Array.from(list.subarray(at + 3, end)) });
      return end;
    });
    return { name, frames, tags };
  }

  /** Checks the data of all entries. Throws a RangeError if some of it is damaged. Reading an entry checks its own data, too. */
  verify(): void {
    checked(wasm.pack_verify(numberOf(this)));
  }
}

/** An entry of a pack: a frame of a sprite, and what is known about it without decoding its pixels. It is good until the pack is freed. */
export class PackEntry {
  /** The name. No other entry has it. */
  readonly name: string;
  /** The number of the frame in its sprite. */
  readonly frame: number;
  readonly width: number;
  readonly height: number;
  /** The smallest rectangle around what is solid, or around what has an alpha above 0. */
  readonly trim: Rect;
  /** Whether the pack keeps the alpha of every pixel. Otherwise it keeps which pixels are solid. */
  readonly hasAlpha: boolean;
  /** The least alpha that is solid. */
  readonly level: number;
  /** The point by which the frame is placed. Null if the source has none. */
  readonly pivot: Point | null;
  /** How long the frame is shown, in milliseconds. Null if the source does not say. */
  readonly duration: number | null;
  readonly #pack: Pack;

  /** @internal */
  constructor(
    pack: Pack,
    /** The number of the entry in the pack. */
    readonly index: number,
  ) {
    this.#pack = pack;
    this.name = text(bytes(wasm.pack_entry(numberOf(pack), index)));
    const [, frame, width, height, x, y, w, h, alpha, level, hasPivot, px, py, duration] = desk();
    [this.frame, this.width, this.height, this.level] = [frame!, width!, height!, level!];
    this.trim = { x: x!, y: y!, w: w!, h: h! };
    this.hasAlpha = alpha === 1;
    this.pivot = hasPivot === 1 ? { x: px!, y: py! } : null;
    this.duration = duration! < 0 ? null : duration!;
  }

  #read(what: number): number {
    return checked(wasm.pack_read(numberOf(this.#pack), this.index, what));
  }

  /** The mask, of the size of the frame. Throws a RangeError if the data is damaged. */
  mask(): Mask {
    return newMask(this.#read(0));
  }

  /** The mask, cut to the trim. */
  trimmedMask(): Mask {
    return newMask(this.#read(1));
  }

  /** The alpha of every pixel. That of a mask is 255 or 0. */
  alpha(): AlphaMask {
    return newAlpha(this.#read(2));
  }

  /** The mask as runs. */
  runs(): RunMask {
    return new RunMask(new Kept(this.#read(3)));
  }

  /** The outline. Null if the pack has none for this entry; then `mask().outline()` traces one. */
  outline(): Outline | null {
    const number = checked(wasm.pack_outline(numberOf(this.#pack), this.index));
    return number === 0 ? null : new Outline(new Kept(number));
  }

  /**
   * The tile map of which it shows the pixels, such as a layer of a level, and the pixel of the frame on which the corner of its first cell
   * lies. Null if the pack has none for this entry.
   */
  tileMap(): { map: TileMap; corner: Point } | null {
    const number = checked(wasm.pack_tile_map(numberOf(this.#pack), this.index));
    const [x, y] = desk();
    return number === 0 ? null : { map: new TileMap(new Kept(number)), corner: { x: x!, y: y! } };
  }

  /** The slices as they lie in this frame. */
  get slices(): PackSlice[] {
    const slices: PackSlice[] = [];
    named(wasm.pack_slices(numberOf(this.#pack), this.index), (list, at, name) => {
      const [x, y, w, h, hasPivot, px, py] = list.subarray(at, at + 7);
      const pivot = hasPivot === 1 ? { x: px!, y: py! } : null;
      slices.push({ name, rect: { x: x!, y: y!, w: w!, h: h! }, pivot });
      return at + 7;
    });
    return slices;
  }
}
