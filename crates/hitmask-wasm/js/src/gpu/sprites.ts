// Posed sprites as the shaders read them, and how a shader is run.

import type { PointLike } from "../check.js";
import { numberOf } from "../owned.js";
import { Pose, matrixOf } from "../pose.js";
import { spriteShader } from "../shaders.js";
import { bytes, checked, desk, newNumbers, numbers, wasm } from "../wasm.js";
import { GpuError } from "./device.js";
import type { Gpu } from "./device.js";
import type { GpuMask, GpuMasks } from "./masks.js";

/** Where a mask lies: a pose, or the pixel of its upper left corner. */
export type Lies = Pose | PointLike;

/** A mask on a device, and where it lies. */
export type GpuSprite = readonly [GpuMask, Lies];

/** Answers, in the order of what was asked. */
export interface Answered<A> {
  answers: A;
  /** How many of them the CPU decided: pairs that share a very large window, and poses so flat that the device cannot tell their texels. */
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

/** Posed sprites that are ready for the device. */
export class Sprites {
  readonly masks: readonly GpuMask[];
  readonly poses: readonly Pose[];
  /** What the shaders read of them. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** For each sprite who finds its pixels, and the window that it may cover: five numbers. */
  readonly #windows: Float64Array;

  constructor(among: GpuMasks, sprites: readonly GpuSprite[]) {
    this.masks = sprites.map(([mask]) => mask);
    this.poses = sprites.map(([, lies]) => (lies instanceof Pose ? lies : new Pose({ position: lies })));
    this.check(among);
    const list = newNumbers(9 * sprites.length);
    for (const [n, { entry, level }] of this.masks.entries()) {
      list.set([numberOf(entry.mask), entry.index, level], 9 * n);
      list.set(matrixOf(this.poses[n]!), 9 * n + 3);
    }
    checked(wasm.gpu_sprites());
    this.bytes = bytes(desk()[0]!);
    this.#windows = numbers(5 * sprites.length);
  }

  /** Throws if a mask is not there. */
  check(among: GpuMasks): void {
    const stale = this.masks.findIndex((mask) => !among.has(mask));
    if (stale >= 0) throw new RangeError(`sprite ${stale} has a mask that is not among these GpuMasks, or was removed`);
  }

  get length(): number {
    return this.masks.length;
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

/** How a shader uses a buffer. */
export type Use = "read-only-storage" | "storage" | "uniform";

/** What `GPUShaderStage.COMPUTE` is. */
const COMPUTE = 4;

/** A shader of the crate hitmask-gpu. */
export class Shader {
  readonly #module: GPUShaderModule;
  readonly #layouts: [GPUBindGroupLayout, GPUBindGroupLayout];

  /** `code` comes after that of `sprite.wgsl`; `uses` are its own buffers. */
  constructor(
    readonly gpu: Gpu,
    readonly label: string,
    code: string,
    uses: readonly Use[],
  ) {
    const { device } = gpu;
    const layout = (types: readonly Use[]): GPUBindGroupLayout =>
      device.createBindGroupLayout({ entries: types.map((type, binding) => ({ binding, visibility: COMPUTE, buffer: { type } })) });
    const reads = "read-only-storage";
    this.#layouts = [layout([reads, reads, reads]), layout(uses)];
    this.#module = device.createShaderModule({ label, code: spriteShader + code });
  }

  /** An entry of the shader, with what replaces its constants. */
  pipeline(entryPoint: string, constants: Record<string, number> = {}): GPUComputePipeline {
    const layout = this.gpu.device.createPipelineLayout({ bindGroupLayouts: this.#layouts });
    return this.gpu.device.createComputePipeline({ label: entryPoint, layout, compute: { module: this.#module, entryPoint, constants } });
  }

  /** One workgroup for each job. The shader asks its first buffer for its length: it has this many bytes for it. */
  dispatch(commands: GPUCommandEncoder, pipelines: readonly GPUComputePipeline[], masks: GpuMasks, sprites: GPUBuffer, buffers: readonly GPUBuffer[], bytes: number, jobs: number): void {
    const { device } = this.gpu;
    const side = device.limits.maxComputeWorkgroupsPerDimension;
    if (jobs > side * side) throw new GpuError("too-large", `${jobs} windows are more than the ${side * side} of this device; use smaller batches`);
    if (jobs === 0) return;
    const group = (layout: 0 | 1, list: readonly GPUBuffer[]): GPUBindGroup =>
      device.createBindGroup({
        layout: this.#layouts[layout],
        entries: list.map((buffer, binding) => ({ binding, resource: layout === 1 && binding === 0 ? { buffer, size: bytes } : { buffer } })),
      });
    const groups = [group(0, [masks.words, masks.table, sprites]), group(1, buffers)] as const;
    for (const pipeline of pipelines) {
      const pass = commands.beginComputePass();
      pass.setPipeline(pipeline);
      groups.forEach((group, number) => pass.setBindGroup(number, group));
      pass.dispatchWorkgroups(Math.min(jobs, side), Math.ceil(jobs / side));
      pass.end();
    }
  }
}
