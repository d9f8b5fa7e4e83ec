// The collision buffer: sprites drawn with ids into a region of the world, and others tested against them.

import { CollisionBuffer } from "../buffer.js";
import type { BufferOverlap } from "../table.js";
import { BUFFER_MODES, type BufferMode } from "../words.js";
import * as check from "../check.js";
import type { Rect, RectLike } from "../check.js";
import type { Pose } from "../pose.js";
import { bufferShader } from "../shaders.js";
import { Spare, UNIFORM } from "./device.js";
import type { GpuMask, GpuMasks } from "./masks.js";
import { CPU, DEVICE, Shader, Sprites, checkHere, poseOf, shared, type GpuSprite, type Lies, type Window } from "./sprites.js";

/** A sprite that was drawn. */
interface Drawn {
  readonly mask: GpuMask;
  readonly pose: Pose;
  readonly id: number;
  /** Between which calls of `clear` it was drawn, and into which region. */
  readonly era: number;
  readonly region: Rect;
}

/** The words of a sprite in a list: its number, when it was drawn, its id, and nothing. */
const LISTED = 4;
const JOB_WORDS = 12;

/** What is asked in one submission. */
interface Upload {
  sprites: Sprites;
  listed: number[];
  paint: number[];
  test: number[];
  /** The sprite and the id of each answer. */
  asked: [number, number][];
}

/** All pixels that there are. */
const PLANE: Window = { x: -(2 ** 31), y: -(2 ** 31), w: 2 ** 32, h: 2 ** 32 };

/**
 * A `CollisionBuffer` on the device: it gives the same answers, about any number of sprites in one submission.
 *
 * Drawing only notes what was drawn. A submission draws everything since the last `clear`, and asks. So draw once a frame, and ask once. The
 * CPU answers where a drawn mask was removed meanwhile, or where one in the region is so flat that the device cannot tell its texels.
 */
export class GpuBuffer {
  readonly #shader: Shader;
  readonly #paint: GPUComputePipeline;
  readonly #test: GPUComputePipeline;
  readonly #spare: Spare;
  #region: Rect;
  #drawn: Drawn[] = [];
  /** Of `#drawn`, what was cleared since, and is kept only for what it touched. */
  #cleared = 0;
  /** Of `#drawn`, for what is known which of them touched another one. */
  #told = 0;
  /** How many times the buffer was cleared. */
  #era = 0;
  /** Ids that the device failed to tell. */
  #owed: number[] = [];

  /** An empty buffer for a region of the world. Throws a RangeError for a region that `CollisionBuffer` refuses. */
  constructor(
    readonly masks: GpuMasks,
    readonly mode: BufferMode,
    region: RectLike,
  ) {
    this.#region = allowed(mode, region);
    this.#spare = new Spare(masks.gpu);
    const [reads, writes] = ["read-only-storage", "storage"] as const;
    this.#shader = masks.gpu.made(() => new Shader(masks.gpu, "buffer", bufferShader, [reads, writes, reads, writes, "uniform"]));
    const entries = ["paint", mode === "painter" ? "test_painted" : "test"];
    [this.#paint, this.#test] = masks.gpu.made(() => entries.map((entry) => this.#shader.pipeline(entry)) as [GPUComputePipeline, GPUComputePipeline]);
  }

  /** Gives the memory of the device back, but for what is asked just now. */
  destroy(): void {
    this.#spare.destroy();
  }

  /** The region of the world that it covers. */
  get region(): Rect {
    return { ...this.#region };
  }

  /** Empties the buffer and covers another region. What has touched stays. */
  setRegion(region: RectLike): void {
    region = allowed(this.mode, region);
    this.clear();
    this.#region = region;
  }

  /** Empties the buffer, at the start of a frame. What has touched stays until `submitLatched` tells it: a "latch" buffer keeps what was drawn until then. */
  clear(): void {
    this.#era++;
    if (this.mode === "latch") this.#cleared = this.#drawn.length;
    else this.#drawn = [];
  }

  /** Draws a mask with an id, at a position or under a pose. Id 0 erases what it covers. */
  draw(mask: GpuMask, at: Lies, withId: number): void {
    const id = check.u32(withId, "the id");
    if (!this.masks.has(mask)) throw new RangeError("the mask is not among these GpuMasks, or was removed");
    this.#drawn.push({ mask, pose: poseOf(at), id, era: this.#era, region: this.#region });
  }

  /** Asks which ids each of these sprites meets, in ascending order: what `CollisionBuffer.test` says. The sprites are not drawn. */
  async submitTests(sprites: readonly GpuSprite[]): Promise<BufferOverlap[][]> {
    checkHere(this.masks, sprites.map(([mask]) => mask));
    const drawn = this.#drawn.slice(this.#cleared);
    const region = this.#region;
    const upload = this.#upload(drawn, sprites);
    if (upload === null) return this.#onCpu(drawn, (buffer) => sprites.map(([mask, lies]) => buffer.test(mask.solid, poseOf(lies))));
    const near = nearIn(region, upload.sprites, 0, drawn.length);
    for (const [n] of sprites.entries()) this.#pushTests(upload, drawn, drawn.length + n, region, near(upload.sprites.window(drawn.length + n)));
    if (this.mode === "painter") pushPaint(upload, drawn, region);
    const words = await this.#run(upload, region, "answers");
    const met: BufferOverlap[][] = sprites.map(() => []);
    for (const [n, [sprite, id]] of upload.asked.entries()) {
      const [area, pixel] = [words[2 * n]!, ~words[2 * n + 1]! >>> 0];
      const first = { x: region.x + (pixel % region.w), y: region.y + Math.floor(pixel / region.w) };
      if (area > 0) met[sprite - drawn.length]!.push({ id, area, first });
    }
    return met;
  }

  /**
   * Asks which ids have touched another id since the last call, and were drawn meanwhile: what `CollisionBuffer.takeLatched` says. Only a
   * "latch" buffer has any. If the device fails, the next call tells them.
   */
  async submitLatched(): Promise<number[]> {
    const [all, told, owed] = [this.mode === "latch" ? this.#drawn : [], this.#told, this.#owed];
    const upload = this.#upload(all, []);
    this.#drawn = this.#drawn.slice(this.#cleared);
    [this.#cleared, this.#told, this.#owed] = [0, this.#drawn.length, []];
    const answer = (ids: readonly number[]): number[] => [...new Set([...owed, ...ids])].sort((a, b) => a - b);
    if (upload === null) return answer(this.#latchedOnCpu(all, told));
    for (let from = 0; from < all.length; ) {
      const { era, region } = all[from]!;
      let to = from;
      while (to < all.length && all[to]!.era === era) to++;
      if (to > told) {
        const near = nearIn(region, upload.sprites, from, to);
        for (let later = Math.max(from, told); later < to; later++) {
          const { id } = all[later]!;
          if (id === 0) continue;
          this.#pushTests(upload, all, later, region, near(upload.sprites.window(later)).filter((at) => at < later && all[at]!.id !== id));
        }
      }
      from = to;
    }
    const words = await this.#run(upload, this.#region, "answers").catch((why: unknown) => {
      this.#owed = [...this.#owed, ...answer(this.#latchedOnCpu(all, told))];
      throw why;
    });
    return answer(upload.asked.flatMap(([later, id], n) => (words[2 * n]! > 0 ? [all[later]!.id, id] : [])));
  }

  /**
   * Asks which id was drawn last at each pixel of a window, cut to the region: a picture for debugging, or one pixel for what lies under the
   * pointer. Returns the window, and the ids row by row; 0 where there is none.
   */
  async submitPicture(window: RectLike): Promise<{ window: Rect; ids: Uint32Array<ArrayBuffer> }> {
    const inRegion = shared(check.rect(window, "the window"), this.#region);
    const cut = (inRegion && shared(inRegion, PLANE)) ?? { x: 0, y: 0, w: 0, h: 0 };
    const drawn = this.#drawn.slice(this.#cleared);
    const upload = this.#upload(drawn, []);
    if (upload === null) {
      const ids = this.#onCpu(drawn, (buffer) =>
        Uint32Array.from({ length: cut.w * cut.h }, (_, n) => buffer.topAt([cut.x + (n % cut.w), cut.y + Math.floor(n / cut.w)]) ?? 0),
      );
      return { window: cut, ids };
    }
    pushPaint(upload, drawn, cut);
    const numbers = await this.#run(upload, cut, "plane");
    return { window: cut, ids: numbers.map((number) => (number === 0 ? 0 : drawn[number - 1]!.id)) };
  }

  /** What the device needs to know of these sprites. Null if only the CPU can answer. */
  #upload(drawn: readonly Drawn[], asking: readonly GpuSprite[]): Upload | null {
    if (drawn.some(({ mask }) => !this.masks.has(mask))) return null;
    const sprites = new Sprites(this.masks, [...drawn.map(({ mask, pose }): GpuSprite => [mask, pose]), ...asking]);
    for (let n = 0; n < sprites.length; n++) {
      if (sprites.who(n) === CPU && shared(sprites.window(n), drawn[n]?.region ?? this.#region)) return null;
    }
    // The sprite with number n is the nth.
    return { sprites, listed: drawn.flatMap(({ id }, at) => [at, at + 1, id, 0]), paint: [], test: [], asked: [] };
  }

  /** Asks about a sprite and the drawn ones near it. */
  #pushTests({ sprites, listed, test, asked }: Upload, drawn: readonly Drawn[], sprite: number, region: Rect, near: number[]): void {
    const window = sprites.who(sprite) === DEVICE ? shared(sprites.window(sprite), region) : null;
    if (window === null) return;
    const list = (ats: readonly number[]): [number, number] => {
      const from = listed.length / LISTED;
      // A painter buffer asks the plane.
      if (this.mode !== "painter") for (const at of ats) listed.push(at, at + 1, drawn[at]!.id, 0);
      return [from, listed.length / LISTED];
    };
    const groups = new Map<number, number[]>();
    for (const at of near.sort((a, b) => drawn[a]!.id - drawn[b]!.id || a - b)) {
      const { id } = drawn[at]!;
      const group = groups.get(id);
      if (group) group.push(at);
      else groups.set(id, [at]);
    }
    const erasers = list(groups.get(0) ?? []);
    groups.delete(0);
    for (const [id, group] of groups) {
      const around = group.map((at) => shared(sprites.window(at), window)).filter((part) => part !== null).reduce<Window | null>(union, null);
      const range = list(group);
      if (around === null) continue;
      const { x, y, w, h } = around;
      test.push(sprite, x, y, w, h, asked.length, ...range, ...erasers, id, 0);
      asked.push([sprite, id]);
    }
  }

  /** Asks the same buffer on the CPU. */
  #onCpu<R>(drawn: readonly Drawn[], ask: (buffer: CollisionBuffer) => R): R {
    const buffer = new CollisionBuffer(this.mode, this.#region);
    try {
      for (const { mask, pose, id } of drawn) buffer.draw(mask.solid, pose, id);
      return ask(buffer);
    } finally {
      buffer.free();
    }
  }

  /** The ids that have touched another one since it was told, found on the CPU. */
  #latchedOnCpu(all: readonly Drawn[], told: number): number[] {
    return this.#onCpu([], (buffer) => {
      let era = -1;
      for (const [at, one] of all.entries()) {
        if (one.era !== era) buffer.setRegion(one.region);
        era = one.era;
        if (at === told) buffer.takeLatched();
        buffer.draw(one.mask.solid, one.pose, one.id);
      }
      return told < all.length ? buffer.takeLatched() : [];
    });
  }

  async #run(upload: Upload, region: Window, what: "answers" | "plane"): Promise<Uint32Array<ArrayBuffer>> {
    const size = { answers: 8 * upload.asked.length, plane: 4 * region.w * region.h };
    if (size[what] === 0) return new Uint32Array(0);
    return this.#spare.guarded((buffers, commands) => {
      const sprites = upload.sprites.upload(buffers, commands);
      const corner = buffers.upload("the region", Uint32Array.of(region.x, region.y, region.w, region.h), UNIFORM);
      const listed = buffers.upload("the list of drawn sprites", Uint32Array.from(upload.listed));
      const plane = buffers.zeros(commands, "the collision buffer", what === "plane" || upload.paint.length > 0 ? size.plane : 0);
      const answers = buffers.zeros(commands, "answers", size.answers);
      for (const [label, pipeline, list] of [["drawing", this.#paint, upload.paint], ["tests", this.#test, upload.test]] as const) {
        const jobs = buffers.upload(label, Uint32Array.from(list));
        this.#shader.dispatch(commands, [pipeline], this.masks, sprites, [jobs, answers, listed, plane, corner], 4 * list.length, list.length / JOB_WORDS);
      }
      return buffers.read(commands, what === "plane" ? plane : answers, size[what]);
    });
  }
}

/** The region, if `CollisionBuffer` takes it. A buffer of owners has no plane, so this makes nothing large. */
function allowed(mode: BufferMode, region: RectLike): Rect {
  check.word(mode, "the mode", BUFFER_MODES);
  const buffer = new CollisionBuffer("owners", region);
  const taken = buffer.region;
  buffer.free();
  return taken;
}

function pushPaint({ sprites, paint }: Upload, drawn: readonly Drawn[], region: Window): void {
  for (const [at] of drawn.entries()) {
    const window = sprites.who(at) === DEVICE ? shared(sprites.window(at), region) : null;
    if (window) paint.push(at, window.x, window.y, window.w, window.h, at + 1, 0, 0, 0, 0, 0, 0);
  }
}

/** The smallest rectangle that contains both. */
function union(a: Window | null, b: Window): Window {
  if (a === null) return b;
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}

/** Sprites that reach more cells than this are compared with every window. */
const MOST_CELLS = 16;

/**
 * Finds which of the sprites from one number to another come near a window. The region is cut into at most 64 x 64 cells, and each sprite is
 * noted in those that it reaches.
 */
function nearIn(region: Window, sprites: Sprites, from: number, to: number): (window: Window) => number[] {
  const side = Math.min(64, Math.max(1, Math.ceil(Math.sqrt(to - from))));
  const [w, h] = [Math.ceil(region.w / side) || 1, Math.ceil(region.h / side) || 1];
  const cells: number[][] = Array.from({ length: side * side }, () => []);
  const large: number[] = [];
  /** The cells that a part of the region reaches. None if there are too many. */
  const reached = ({ x, y, w: width, h: height }: Window): number[] | null => {
    const [left, top] = [Math.floor((x - region.x) / w), Math.floor((y - region.y) / h)];
    const columns = Math.floor((x + width - 1 - region.x) / w) - left + 1;
    const rows = Math.floor((y + height - 1 - region.y) / h) - top + 1;
    if (columns * rows > MOST_CELLS) return null;
    return Array.from({ length: columns * rows }, (_, n) => (top + Math.floor(n / columns)) * side + left + (n % columns));
  };
  const all: number[] = [];
  for (let at = from; at < to; at++) {
    const window = sprites.who(at) === DEVICE ? shared(sprites.window(at), region) : null;
    if (window === null) continue;
    all.push(at);
    const list = reached(window);
    if (list === null) large.push(at);
    else for (const cell of list) cells[cell]!.push(at);
  }
  return (window) => {
    const part = shared(window, region);
    if (part === null) return [];
    const list = reached(part);
    const maybe = list === null ? all : new Set([...large, ...list.flatMap((cell) => cells[cell]!)]);
    return [...maybe].filter((at) => shared(sprites.window(at), part));
  };
}
