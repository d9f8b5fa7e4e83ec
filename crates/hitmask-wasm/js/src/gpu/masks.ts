// The masks on a device: uploaded once, side by side in one buffer.

import { AlphaMask } from "../alpha.js";
import * as check from "../check.js";
import { LabelMask } from "../labels.js";
import { Mask } from "../mask.js";
import { Kept, numberOf } from "../owned.js";
import { bytes, desk, numbers, wasm } from "../wasm.js";
import { COPY_DST, COPY_SRC, STORAGE, type Gpu } from "./device.js";
import { Inverting } from "./program.js";

/** What may be uploaded. */
export type Uploaded = Mask | AlphaMask | LabelMask;

/** What is kept of a mask. */
interface Entry {
  /** Its number on the device. */
  readonly index: number;
  /** A copy, for what the CPU decides. */
  readonly shape: Uploaded;
  /** Its visible pixels. */
  readonly mask: Mask;
  /** The labels in the order of their numbers on the device. */
  readonly labels: Uint8Array | readonly [0];
  readonly start: number;
  readonly words: number;
  /** Of an alpha mask, the pixels at the levels that the CPU needed last. */
  readonly levels: Map<number, Mask>;
}

/** Few games ask at more levels than this. */
const MOST_LEVELS = 4;

/** A mask on a device, as `GpuMasks.insert` returns it. */
export class GpuMask {
  /** @internal */
  constructor(
    /** @internal */
    readonly entry: Entry,
    /** The alpha from which on its pixels are solid, if it is an alpha mask. */
    readonly level: number,
  ) {}

  /** The same mask at another alpha level, for a question, from 0 to 255. Masks and label masks have no alphas: the level says nothing. */
  atLevel(level: number): GpuMask {
    return new GpuMask(this.entry, check.byte(level, "the alpha level"));
  }

  /** The solid pixels, for what the CPU decides. @internal */
  get solid(): Mask {
    const { shape, mask, levels } = this.entry;
    if (!(shape instanceof AlphaMask) || this.level === 1) return mask;
    const solid = levels.get(this.level) ?? shape.toMask(this.level);
    // The one that was asked for last is the last one.
    levels.delete(this.level);
    levels.set(this.level, solid);
    if (levels.size > MOST_LEVELS) levels.delete(levels.keys().next().value!);
    return solid;
  }

  /** The solid pixels, with labels where there are any. @internal */
  get labelled(): Mask | LabelMask {
    return this.entry.shape instanceof LabelMask ? this.entry.shape : this.solid;
  }
}

const MASKS = STORAGE | COPY_SRC | COPY_DST;

/** The masks on a device. */
export class GpuMasks {
  readonly #kept: (Entry | undefined)[] = [];
  /** Numbers of masks that were removed. */
  readonly #spare: number[] = [];
  /** Free words of the buffer: start and length, by start. */
  #free: [number, number][];
  #capacity = 1 << 14;
  /** The buffers of words and of the table. @internal */
  words: GPUBuffer;
  /** @internal */
  table: GPUBuffer;
  /** What prepares the sprites of every question. @internal */
  readonly inverting: Inverting;

  constructor(readonly gpu: Gpu) {
    this.#free = [[0, this.#capacity]];
    this.inverting = gpu.made(() => new Inverting(gpu));
    [this.words, this.table] = gpu.made(() => [gpu.buffer("masks", 4 * this.#capacity, MASKS), gpu.buffer("the table of masks", 16 * 64, MASKS)]);
  }

  /**
   * Uploads a mask as it is now. Later edits don't change it, and it may be freed. Of an alpha mask all visible pixels are solid, unless a
   * question chooses a level with `atLevel`. Of a label mask the pixels with a label are solid. Both take eight times the memory of a mask.
   */
  insert(shape: Uploaded): GpuMask {
    const copy = copied(shape);
    return this.gpu.made(() => this.#insert(copy));
  }

  #insert(copy: Uploaded): GpuMask {
    const labels = Uint8Array.from(numbers(wasm.gpu_pixels(numberOf(copy))));
    const [length, kind] = desk() as unknown as [number, number];
    const pixels = bytes(length);
    const start = this.#allocate(pixels.length / 4);
    const index = this.#spare.at(-1) ?? this.#kept.length;
    this.table = this.#larger(this.table, "the table of masks", 16 * (index + 1));
    const mask = copy instanceof Mask ? copy : copy instanceof AlphaMask ? copy.toMask(1) : copy.toMask();
    const entry: Entry = { index, shape: copy, mask, labels: labels.length > 0 ? labels : [0], start, words: pixels.length / 4, levels: new Map() };
    this.gpu.device.queue.writeBuffer(this.words, 4 * start, pixels);
    this.gpu.device.queue.writeBuffer(this.table, 16 * index, new Uint32Array([start, copy.width, copy.height, kind]));
    this.#kept[index] = entry;
    this.#spare.pop();
    return new GpuMask(entry, 1);
  }

  /** Removes a mask; its memory is used again. False if it was removed before. */
  remove(mask: GpuMask): boolean {
    if (!this.has(mask)) return false;
    this.#kept[mask.entry.index] = undefined;
    this.#spare.push(mask.entry.index);
    this.#release(mask.entry.start, mask.entry.words);
    return true;
  }

  /** Whether a mask is there. */
  has(mask: GpuMask): boolean {
    return mask instanceof GpuMask && this.#kept[mask.entry.index] === mask.entry;
  }

  /** How many masks there are. */
  get length(): number {
    return this.#kept.length - this.#spare.length;
  }

  /** Gives the memory of the device back. What is asked later is refused. */
  destroy(): void {
    this.#kept.fill(undefined);
    this.words.destroy();
    this.table.destroy();
  }

  #allocate(length: number): number {
    if (length === 0) return 0;
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
    // What was submitted before has still the old one.
    buffer.destroy();
    return larger;
  }

  /** Makes words free, and joins them with free words beside them. */
  #release(start: number, length: number): void {
    if (length === 0) return;
    const free = this.#free;
    let [low, high] = [0, free.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (free[middle]![0] < start) low = middle + 1;
      else high = middle;
    }
    const [before, after] = [free[low - 1], free[low]];
    const joins = [before !== undefined && before[0] + before[1] === start, after !== undefined && start + length === after[0]];
    const whole: [number, number] = [joins[0] ? before![0] : start, length + (joins[0] ? before![1] : 0) + (joins[1] ? after![1] : 0)];
    free.splice(low - Number(joins[0]), Number(joins[0]) + Number(joins[1]), whole);
  }
}

/** A copy, which shares the pixels until one of the two is edited. */
function copied(shape: Uploaded): Uploaded {
  if (shape instanceof Mask) return shape.clone();
  if (shape instanceof AlphaMask) return new AlphaMask(new Kept(wasm.copy(numberOf(shape))));
  if (shape instanceof LabelMask) return new LabelMask(new Kept(wasm.copy(numberOf(shape))));
  return check.wrongType("the mask", "a Mask, an AlphaMask or a LabelMask", shape);
}
