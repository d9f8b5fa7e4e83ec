// Many pairs of posed masks on the GPU, through WebGPU: the shaders of the crate hitmask-gpu. Loaded only where it is imported.

import * as check from "./check.js";
import type { Point, PointLike, Rect } from "./check.js";
import { maskNumber } from "./mask.js";
import type { Mask } from "./mask.js";
import { numberOf } from "./owned.js";
import { Pose, matrixOf } from "./pose.js";
import { pairsShader } from "./shaders.js";
import { bytes, checked, desk, newNumbers, numbers, wasm } from "./wasm.js";

/** Why the device gives no answer. */
export type GpuFault = "no-adapter" | "no-device" | "too-large" | "out-of-memory" | "lost" | "driver";

/** The device gives no answer. Nothing is lost: the masks are still there, and ask the CPU. */
export class GpuError extends Error {
  override readonly name = "GpuError";

  /** @internal */
  constructor(
    readonly fault: GpuFault,
    message: string,
  ) {
    super(message);
  }
}

/** What two posed masks share, by the raster rule: the answers of `overlapAreaPosed`, `firstOverlapPosed` and `overlapBoundsPosed`. */
export interface PairAnswer {
  area: number;
  first: Point | null;
  bounds: Rect | null;
}

/** Where a mask lies: a pose, or the pixel of its upper left corner. */
export type Lies = Pose | PointLike;

/** A mask, where it lies, another mask, and where that lies. */
export type Pair = readonly [GpuMask, Lies, GpuMask, Lies];

/** Answers, in the order of the pairs. */
export interface Answered<A> {
  answers: A;
  /** How many of them the CPU decided: pairs that share a very large window, and poses so flat that the device cannot tell their texels. */
  byCpu: number;
}

const STORAGE = 0x80, COPY_SRC = 0x04, COPY_DST = 0x08, MAP_READ = 0x01;
const MASKS = STORAGE | COPY_SRC | COPY_DST;
/** What `GPUMapMode.READ` and `GPUShaderStage.COMPUTE` are. Node has no such globals. */
const READ = 1, COMPUTE = 4;

/** A device that answers questions. */
export class Gpu {
  #fault: GpuError | undefined;

  /** @internal */
  constructor(
    readonly device: GPUDevice,
    /** Its name, for messages. */
    readonly adapterName: string,
  ) {
    void device.lost.then(({ reason, message }) => (this.#fault ??= new GpuError("lost", `the GPU is lost (${reason}: ${message}); open it again, and insert the masks again`)));
  }

  /** Opens a device. `gpu` stands for `navigator.gpu`: in Node, that of a package such as `webgpu`. Throws a GpuError if there is none. */
  static async open(options: { gpu?: GPU } = {}): Promise<Gpu> {
    check.known(options, "the options of the GPU", ["gpu"]);
    const gpu = options.gpu ?? (globalThis.navigator as Navigator | undefined)?.gpu;
    const adapter = await gpu?.requestAdapter({ powerPreference: "high-performance" });
    if (!adapter) throw new GpuError("no-adapter", `${gpu ? "WebGPU has no adapter here" : "there is no WebGPU here"}; use the CPU`);
    const { maxBufferSize, maxStorageBufferBindingSize, maxComputeWorkgroupsPerDimension } = adapter.limits;
    const requiredLimits = { maxBufferSize, maxStorageBufferBindingSize, maxComputeWorkgroupsPerDimension };
    const device = await adapter.requestDevice({ label: "hitmask", requiredLimits }).catch((why: unknown) => {
      throw new GpuError("no-device", `the GPU adapter gave no device: ${String(why)}`);
    });
    return new Gpu(device, adapter.info.description || adapter.info.vendor);
  }

  /** Uses a device that a game has already. */
  static withDevice(device: GPUDevice): Gpu {
    return new Gpu(device, "");
  }

  /** The most bytes of a buffer. */
  get bufferBytes(): number {
    return Math.min(this.device.limits.maxBufferSize, this.device.limits.maxStorageBufferBindingSize);
  }

  /** Gives the device up. What is asked later is refused. */
  destroy(): void {
    this.device.destroy();
    this.#fault ??= new GpuError("lost", "the GPU was given up");
  }

  /** Throws what went wrong so far. @internal */
  check(): void {
    if (this.#fault) throw this.#fault;
  }

  /** A buffer, or why there is none. @internal */
  buffer(label: string, size: number, usage: number): GPUBuffer {
    if (size > this.bufferBytes) {
      throw new GpuError("too-large", `${label} would need a buffer of ${size} bytes, and this device allows ${this.bufferBytes}; use smaller batches`);
    }
    return this.device.createBuffer({ label, size: Math.max(16, Math.ceil(size / 4) * 4), usage });
  }

  /** The same buffer, or a larger one. What it holds may be lost. @internal */
  grown(buffer: GPUBuffer | undefined, label: string, size: number, usage: number): GPUBuffer {
    if (buffer && buffer.size >= size) return buffer;
    buffer?.destroy();
    // A power of two, unless only the size itself is allowed.
    const roomy = 2 ** Math.ceil(Math.log2(Math.max(16, size)));
    return this.buffer(label, roomy <= this.bufferBytes ? roomy : size, usage);
  }

  /** Gives the device commands, and says in the end whether it refused one. @internal */
  async guarded<T>(commands: () => Promise<T>): Promise<T> {
    this.check();
    const filters = ["internal", "validation", "out-of-memory"] as const;
    for (const filter of filters) this.device.pushErrorScope(filter);
    let done: Promise<T>;
    let scopes: Promise<GPUError | null>[];
    try {
      // All scopes are popped before anything else runs: they belong to the commands that are given at once.
      done = commands();
      // Heard below.
      done.catch(() => {});
    } finally {
      scopes = filters.map(() => this.device.popErrorScope());
    }
    const errors = await Promise.all(scopes).catch((): null[] => []);
    this.check();
    for (const [at, error] of errors.entries()) {
      if (error) throw new GpuError(at === 0 ? "out-of-memory" : "driver", `the GPU refused a command: ${error.message}`);
    }
    return done.catch((why: unknown) => {
      this.check();
      throw why instanceof Error && !(why instanceof DOMException) ? why : new GpuError("driver", `the answers could not be read: ${String(why)}`);
    });
  }
}

/** A mask on a device, as `GpuMasks.insert` returns it. */
export class GpuMask {
  /** @internal */
  constructor(
    /** Its number on the device. */
    readonly index: number,
    /** The pixels, for what the CPU decides. @internal */
    readonly mask: Mask,
    /** @internal */
    readonly start: number,
    /** @internal */
    readonly words: number,
  ) {}
}

/** The masks on a device: uploaded once, side by side in one buffer. */
export class GpuMasks {
  readonly #kept: (GpuMask | undefined)[] = [];
  /** Free words of the buffer: start and length, by start. */
  #free: [number, number][];
  #capacity = 1 << 14;
  /** The buffers of words and of the table. @internal */
  words: GPUBuffer;
  /** @internal */
  table: GPUBuffer;

  constructor(readonly gpu: Gpu) {
    gpu.check();
    this.#free = [[0, this.#capacity]];
    this.words = gpu.buffer("masks", 4 * this.#capacity, MASKS);
    this.table = gpu.buffer("the table of masks", 16 * 64, MASKS);
  }

  /** Uploads a mask as it is now. Later edits don't change it, and it may be freed. */
  insert(mask: Mask): GpuMask {
    const number = maskNumber(mask, "the mask");
    this.gpu.check();
    const pixels = bytes(wasm.gpu_mask(number));
    const start = this.#allocate(pixels.length / 4);
    const empty = this.#kept.indexOf(undefined);
    const index = empty < 0 ? this.#kept.length : empty;
    this.table = this.#larger(this.table, "the table of masks", 16 * (index + 1));
    const inserted = new GpuMask(index, mask.clone(), start, pixels.length / 4);
    this.gpu.device.queue.writeBuffer(this.words, 4 * start, pixels);
    this.gpu.device.queue.writeBuffer(this.table, 16 * index, new Uint32Array([start, mask.width, mask.height, 0]));
    this.#kept[index] = inserted;
    return inserted;
  }

  /** Removes a mask; its memory is used again. False if it was removed before. */
  remove(mask: GpuMask): boolean {
    if (!this.has(mask)) return false;
    this.#kept[mask.index] = undefined;
    this.#release(mask.start, mask.words);
    return true;
  }

  /** Whether a mask is there. */
  has(mask: GpuMask): boolean {
    return mask instanceof GpuMask && this.#kept[mask.index] === mask;
  }

  /** How many masks there are. */
  get length(): number {
    return this.#kept.filter(Boolean).length;
  }

  #allocate(length: number): number {
    let at = this.#free.findIndex(([, free]) => free >= length);
    if (at < 0) {
      const old = this.#capacity;
      const most = Math.floor(this.gpu.bufferBytes / 4);
      const capacity = Math.max(old + length, Math.min(old + Math.max(old, length), most));
      this.words = this.#larger(this.words, "masks", 4 * capacity);
      this.#capacity = capacity;
      this.#release(old, capacity - old);
      at = this.#free.findIndex(([, free]) => free >= length);
    }
    const [start, free] = this.#free[at]!;
    if (free > length) this.#free[at] = [start + length, free - length];
    else this.#free.splice(at, 1);
    return start;
  }

  /** The same buffer, or a larger one with the same bytes. */
  #larger(buffer: GPUBuffer, label: string, size: number): GPUBuffer {
    if (buffer.size >= size) return buffer;
    const larger = this.gpu.buffer(label, Math.max(size, Math.min(2 * buffer.size, this.gpu.bufferBytes)), MASKS);
    const commands = this.gpu.device.createCommandEncoder();
    commands.copyBufferToBuffer(buffer, 0, larger, 0, buffer.size);
    this.gpu.device.queue.submit([commands.finish()]);
    return larger;
  }

  /** Makes words free, and joins them with free words beside them. */
  #release(start: number, length: number): void {
    if (length === 0) return;
    const joined: [number, number][] = [];
    for (const [at, free] of [...this.#free, [start, length] as [number, number]].sort(([a], [b]) => a - b)) {
      const last = joined.at(-1);
      if (last && last[0] + last[1] === at) last[1] += free;
      else joined.push([at, free]);
    }
    this.#free = joined;
  }
}

/** A workgroup goes through about this many pixels. Larger windows are cut into rows. */
const PIXELS_OF_A_JOB = 1 << 14;
/** Larger windows are left to the CPU, which need not look at each pixel. */
const MOST_PIXELS = 2 ** 26;
const [APART, DEVICE, CPU] = [0, 1, 2];
const JOB_WORDS = 8;

/** The buffers of a submission. */
type Batch = Record<"sprites" | "jobs" | "answers" | "readback", GPUBuffer>;

/** Asks a device about pairs of masks, many at once. It keeps its buffers between questions. */
export class GpuPairs {
  readonly #gpu: Gpu;
  readonly #layouts: [GPUBindGroupLayout, GPUBindGroupLayout];
  /** By the words of an answer. */
  readonly #pipelines: Record<1 | 6, GPUComputePipeline>;
  readonly #spare: Batch[] = [];

  constructor(readonly masks: GpuMasks) {
    this.#gpu = masks.gpu;
    this.#gpu.check();
    const { device } = this.#gpu;
    const layout = (types: GPUBufferBindingType[]): GPUBindGroupLayout =>
      device.createBindGroupLayout({ entries: types.map((type, binding) => ({ binding, visibility: COMPUTE, buffer: { type } })) });
    const reads = "read-only-storage";
    this.#layouts = [layout([reads, reads, reads]), layout([reads, "storage"])];
    const module = device.createShaderModule({ label: "pairs", code: pairsShader });
    const pipeline = (QUESTION: number): GPUComputePipeline =>
      device.createComputePipeline({
        layout: device.createPipelineLayout({ bindGroupLayouts: this.#layouts }),
        compute: { module, entryPoint: "pairs", constants: { QUESTION } },
      });
    this.#pipelines = { 1: pipeline(0), 6: pipeline(1) };
  }

  /** Asks what each pair shares. The promise is kept when the device is done: ask in one frame, and look in the next. */
  async submit(pairs: readonly Pair[]): Promise<Answered<PairAnswer[]>> {
    return this.submitSprites(...flat(pairs));
  }

  /** Asks only whether the masks of each pair overlap: 1 or 0. This reads back less, and stops at the first shared pixels. */
  async submitOverlaps(pairs: readonly Pair[]): Promise<Answered<Uint8Array<ArrayBuffer>>> {
    return this.submitSpritesOverlaps(...flat(pairs));
  }

  /** Asks about pairs of the same sprites: two numbers of sprites for each pair. So a sprite in many pairs is uploaded once. */
  async submitSprites(sprites: readonly (readonly [GpuMask, Lies])[], pairs: Uint32Array): Promise<Answered<PairAnswer[]>> {
    const { words, asked, decide, byCpu } = await this.#ask(sprites, pairs, 6);
    const answers = Array.from({ length: pairs.length / 2 }, (_, n): PairAnswer => {
      const [who, x, y, w] = asked.subarray(4 * n, 4 * n + 4) as unknown as [number, number, number, number];
      if (who === CPU) {
        return decide(n, (a, pose, b, other) => ({
          area: a.overlapAreaPosed(pose, b, other),
          first: a.firstOverlapPosed(pose, b, other),
          bounds: a.overlapBoundsPosed(pose, b, other),
        }));
      }
      const area = words[6 * n]!;
      if (who === APART || area === 0) return { area: 0, first: null, bounds: null };
      // What is smallest is kept as its complement.
      const [first, left, top] = [1, 2, 3].map((i) => ~words[6 * n + i]! >>> 0) as [number, number, number];
      const [right, bottom] = [words[6 * n + 4]!, words[6 * n + 5]!];
      return {
        area,
        first: { x: x + (first % w), y: y + Math.floor(first / w) },
        bounds: { x: x + left, y: y + top, w: right - left, h: bottom - top },
      };
    });
    return { answers, byCpu };
  }

  /** The same for `submitOverlaps`. */
  async submitSpritesOverlaps(sprites: readonly (readonly [GpuMask, Lies])[], pairs: Uint32Array): Promise<Answered<Uint8Array<ArrayBuffer>>> {
    const { words, asked, decide, byCpu } = await this.#ask(sprites, pairs, 1);
    const answers = Uint8Array.from({ length: pairs.length / 2 }, (_, n) => {
      if (asked[4 * n] === CPU) return decide(n, (a, pose, b, other) => Number(a.overlapsPosed(pose, b, other)));
      return asked[4 * n] === DEVICE && words[n]! > 0 ? 1 : 0;
    });
    return { answers, byCpu };
  }

  /** The words of the answers; for each pair who decides it, and its window: four numbers; and how to ask the CPU. */
  async #ask(sprites: readonly (readonly [GpuMask, Lies])[], pairs: Uint32Array, wordsOfAnswer: 1 | 6) {
    if (!(pairs instanceof Uint32Array) || pairs.length % 2 !== 0) check.wrongType("the pairs", "a Uint32Array with two numbers for each pair", pairs);
    const poses = sprites.map(([, lies]) => (lies instanceof Pose ? lies : new Pose({ position: lies })));
    const list = newNumbers(8 * sprites.length);
    for (const [n, [mask]] of sprites.entries()) {
      if (!this.masks.has(mask)) throw new RangeError(`sprite ${n} has a mask that is not among these GpuMasks, or was removed`);
      list.set([numberOf(mask.mask), mask.index], 8 * n);
      list.set(matrixOf(poses[n]!), 8 * n + 2);
    }
    checked(wasm.gpu_sprites());
    const uploaded = bytes(desk()[0]!);
    const windows = numbers(5 * sprites.length);
    const { asked, jobs, byCpu } = jobsOf(windows, pairs, wordsOfAnswer);
    const words = await this.#run(uploaded, jobs, (pairs.length / 2) * wordsOfAnswer, wordsOfAnswer);
    const decide = <A>(n: number, ask: (a: Mask, pose: Pose, b: Mask, other: Pose) => A): A => {
      const [a, b] = [pairs[2 * n]!, pairs[2 * n + 1]!];
      return ask(sprites[a]![0].mask, poses[a]!, sprites[b]![0].mask, poses[b]!);
    };
    return { words, asked, decide, byCpu };
  }

  async #run(sprites: Uint8Array<ArrayBuffer>, jobs: Uint32Array<ArrayBuffer>, words: number, wordsOfAnswer: 1 | 6): Promise<Uint32Array> {
    const { device } = this.#gpu;
    const side = device.limits.maxComputeWorkgroupsPerDimension;
    const count = jobs.length / JOB_WORDS;
    if (count > side * side) throw new GpuError("too-large", `${count} windows are more than the ${side * side} of this device; use smaller batches`);
    if (count === 0) return new Uint32Array(words);
    const batch = this.#spare.pop() ?? ({} as Partial<Batch> as Batch);
    const read = await this.#gpu.guarded(async () => {
      batch.sprites = this.#gpu.grown(batch.sprites, "sprites", sprites.byteLength, STORAGE | COPY_DST);
      batch.jobs = this.#gpu.grown(batch.jobs, "pairs", jobs.byteLength, STORAGE | COPY_DST);
      batch.answers = this.#gpu.grown(batch.answers, "answers", 4 * words, MASKS);
      batch.readback = this.#gpu.grown(batch.readback, "answers to read", 4 * words, MAP_READ | COPY_DST);
      device.queue.writeBuffer(batch.sprites, 0, sprites);
      device.queue.writeBuffer(batch.jobs, 0, jobs);
      const group = (layout: 0 | 1, buffers: GPUBufferBinding[]): GPUBindGroup =>
        device.createBindGroup({ layout: this.#layouts[layout], entries: buffers.map((resource, binding) => ({ binding, resource })) });
      const commands = device.createCommandEncoder();
      commands.clearBuffer(batch.answers, 0, 4 * words);
      const pass = commands.beginComputePass();
      pass.setPipeline(this.#pipelines[wordsOfAnswer]);
      pass.setBindGroup(0, group(0, [{ buffer: this.masks.words }, { buffer: this.masks.table }, { buffer: batch.sprites }]));
      // The shader asks for the length of the list.
      pass.setBindGroup(1, group(1, [{ buffer: batch.jobs, size: jobs.byteLength }, { buffer: batch.answers }]));
      pass.dispatchWorkgroups(Math.min(count, side), Math.ceil(count / side));
      pass.end();
      commands.copyBufferToBuffer(batch.answers, 0, batch.readback, 0, 4 * words);
      device.queue.submit([commands.finish()]);
      await batch.readback.mapAsync(READ, 0, 4 * words);
      const read = new Uint32Array(batch.readback.getMappedRange(0, 4 * words)).slice();
      batch.readback.unmap();
      return read;
    });
    this.#spare.push(batch);
    return read;
  }
}

/** The sprites of pairs, and the pairs as their numbers. */
function flat(pairs: readonly Pair[]): [(readonly [GpuMask, Lies])[], Uint32Array] {
  return [pairs.flatMap(([a, pose, b, other]): [GpuMask, Lies][] => [[a, pose], [b, other]]), Uint32Array.from({ length: 2 * pairs.length }, (_, n) => n)];
}

/** For each pair who decides it, and its window; and the jobs of `pairs.wgsl`. */
function jobsOf(windows: Float64Array, pairs: Uint32Array, wordsOfAnswer: number) {
  const asked = new Float64Array(2 * pairs.length);
  const jobs: number[] = [];
  let byCpu = 0;
  for (let n = 0; n < pairs.length / 2; n++) {
    const [a, b] = [pairs[2 * n]!, pairs[2 * n + 1]!];
    if (5 * Math.max(a, b) >= windows.length) throw new RangeError(`pair ${n} asks for the sprites ${a} and ${b}, but there are ${windows.length / 5}`);
    const [one, other] = [5 * a, 5 * b];
    const [x, y] = [Math.max(windows[one + 1]!, windows[other + 1]!), Math.max(windows[one + 2]!, windows[other + 2]!)];
    const w = Math.min(windows[one + 1]! + windows[one + 3]!, windows[other + 1]! + windows[other + 3]!) - x;
    const h = Math.min(windows[one + 2]! + windows[one + 4]!, windows[other + 2]! + windows[other + 4]!) - y;
    if (windows[one] === 0 || windows[other] === 0 || w <= 0 || h <= 0) continue;
    if (windows[one] === 2 || windows[other] === 2 || w * h > MOST_PIXELS) {
      asked[4 * n] = CPU;
      byCpu++;
      continue;
    }
    asked.set([DEVICE, x, y, w], 4 * n);
    const rows = Math.min(Math.max(1, Math.floor(PIXELS_OF_A_JOB / w)), h);
    for (let from = 0; from < h; from += rows) jobs.push(a, b, x, y + from, w, Math.min(rows, h - from), from, n * wordsOfAnswer);
  }
  return { asked, jobs: Uint32Array.from(jobs), byCpu };
}
