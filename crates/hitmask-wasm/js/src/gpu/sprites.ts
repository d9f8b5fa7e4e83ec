// Posed sprites as the shaders read them.

import * as check from "../check.js";
import type { PointLike } from "../check.js";
import { numberOf } from "../owned.js";
import { Pose, matrixOf } from "../pose.js";
import { spriteShader, wideShader } from "../shaders.js";
import { bytes, checked, desk, newNumbers, numbers, wasm } from "../wasm.js";
import { GpuError, STORAGE, type Buffers, type Gpu } from "./device.js";
import type { GpuMask, GpuMasks } from "./masks.js";
import { Program, READS, type Use } from "./program.js";

/** Where a mask lies: a pose, or the pixel of its upper left corner. */
export type Lies = Pose | PointLike;

/** A mask on a device, and where it lies. */
export type GpuSprite = readonly [GpuMask, Lies];

/** Answers, in the order of what was asked. */
export interface Answered<A> {
  answers: A;
  /** How many of them the CPU decided: pairs that share a very large window, poses so flat that the device cannot tell their texels, and pairs with more than 4096 pairs of labels. */
  byCpu: number;
}

/** Who finds a sprite's pixels. */
export const NOBODY = 0, DEVICE = 1, CPU = 2;

/** A rectangle of whole pixels that may be empty. */
export interface Window {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** What two rectangles share. Null if that is nothing. */
export function shared(a: Window, b: Window): Window | null {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const [w, h] = [Math.min(a.x + a.w, b.x + b.w) - x, Math.min(a.y + a.h, b.y + b.h) - y];
  return w > 0 && h > 0 ? { x, y, w, h } : null;
}

/** The bytes of a sprite: the struct `Sprite` of `wide.wgsl`. */
const INVERTED = 128;

/** Posed sprites that are ready for the device. */
export class Sprites {
  readonly masks: readonly GpuMask[];
  readonly poses: readonly Pose[];
  /** What is uploaded of them. */
  readonly #bytes: Uint8Array<ArrayBuffer>;
  /** For each sprite who finds its pixels, and the window that it may cover: five numbers. */
  readonly #windows: Float64Array;

  constructor(
    readonly among: GpuMasks,
    sprites: readonly GpuSprite[],
  ) {
    const read = Array.from(sprites, ([mask, lies]) => [mask, poseOf(lies)] as const);
    this.masks = read.map(([mask]) => mask);
    this.poses = read.map(([, pose]) => pose);
    checkHere(among, this.masks);
    if (INVERTED * read.length > among.gpu.bufferBytes) {
      throw new GpuError("too-large", `${read.length} sprites are more than the ${Math.floor(among.gpu.bufferBytes / INVERTED)} of this device: ask about fewer at once`);
    }
    // At level 0 all pixels are solid. At others, those of level 1 are enough to say where they may be. A mask that is made for this may make the
    // memory grow, so the list comes later.
    const solid = this.masks.map((mask) => (mask.level === 0 ? mask.solid : mask.entry.mask));
    const list = newNumbers(9 * this.masks.length);
    for (const [n, { entry, level }] of this.masks.entries()) {
      list.set([numberOf(solid[n]!), entry.index, level], 9 * n);
      list.set(matrixOf(this.poses[n]!), 9 * n + 3);
    }
    checked(wasm.gpu_sprites());
    this.#bytes = bytes(desk()[0]!);
    this.#windows = numbers(5 * read.length);
  }

  get length(): number {
    return this.masks.length;
  }

  /** Uploads the sprites, and inverts their poses before what comes next. Returns what the shaders read. */
  upload(buffers: Buffers, commands: GPUCommandEncoder): GPUBuffer {
    const posed = buffers.upload("poses", this.#bytes);
    const sprites = buffers.room("sprites", INVERTED * this.length, STORAGE);
    this.among.inverting.run(commands, posed, sprites, this.#bytes.byteLength, this.length);
    return sprites;
  }

  /** NOBODY if the sprite covers nothing, DEVICE, or CPU. */
  who(sprite: number): number {
    return this.#windows[5 * sprite]!;
  }

  /** The window that a sprite may cover. */
  window(sprite: number): Window {
    const [, x, y, w, h] = this.#windows.subarray(5 * sprite, 5 * sprite + 5) as unknown as [number, number, number, number, number];
    return { x, y, w, h };
  }
}

/** Throws if a mask of a list of sprites is not there. */
export function checkHere(among: GpuMasks, masks: readonly GpuMask[]): void {
  const stale = masks.findIndex((mask) => !among.has(mask));
  if (stale >= 0) throw new RangeError(`sprite ${stale} has a mask that is not among these GpuMasks, or was removed`);
}

/** Where a mask lies, as a pose. */
export function poseOf(lies: Lies): Pose {
  if (lies instanceof Pose) return lies;
  check.position(lies, "the place of a sprite");
  return new Pose({ position: [check.x, check.y] });
}

/** Throws unless there are two numbers for each pair. */
export function checkPairs(pairs: Uint32Array): void {
  if (!(pairs instanceof Uint32Array)) check.wrongType("the pairs", "a Uint32Array", pairs);
  if (pairs.length % 2 !== 0) throw new RangeError(`the pairs must be two numbers each, but there are ${pairs.length} numbers`);
}

/** A shader that asks about sprites. */
export class Shader extends Program {
  /** `uses` are its own buffers. */
  constructor(gpu: Gpu, label: string, code: string, uses: readonly Use[]) {
    super(gpu, label, wideShader + spriteShader + code, [[READS, READS, READS], uses]);
  }

  /** One workgroup for each job. The shader asks its first buffer for its length: it has this many bytes for it. */
  dispatch(commands: GPUCommandEncoder, pipelines: readonly GPUComputePipeline[], masks: GpuMasks, sprites: GPUBuffer, buffers: readonly GPUBuffer[], bytes: number, jobs: number): void {
    this.start(commands, pipelines, [[masks.words, masks.table, sprites], buffers], bytes, jobs);
  }
}
