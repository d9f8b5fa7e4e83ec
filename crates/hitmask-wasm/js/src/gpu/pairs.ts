// Pairs of posed masks: whether they overlap, and where; and which labels meet.

import type { Point, Rect } from "../check.js";
import { labelOverlapsInList } from "../labels.js";
import type { LabelOverlap } from "../table.js";
import { posed } from "../mask.js";
import type { Pose } from "../pose.js";
import { pairsShader } from "../shaders.js";
import { wasm } from "../wasm.js";
import { Spare } from "./device.js";
import type { GpuMask, GpuMasks } from "./masks.js";
import { CPU, NOBODY, Shader, Sprites, checkPairs, shared, type Answered, type GpuSprite, type Lies, type Window } from "./sprites.js";

/** What two posed masks share, by the raster rule: the answers of `overlapAreaPosed`, `firstOverlapPosed` and `overlapBoundsPosed`. */
export interface PairAnswer {
  area: number;
  first: Point | null;
  bounds: Rect | null;
}

/** A mask, where it lies, another mask, and where that lies. */
export type Pair = readonly [GpuMask, Lies, GpuMask, Lies];

/** What is asked: how the device and the CPU answer for a pair. */
interface Question<A> {
  /** The constant `QUESTION` of `pairs.wgsl`. */
  readonly number: number;
  readonly none: A;
  /** How many words an answer has on the device. */
  words(a: GpuMask, b: GpuMask): number;
  ofDevice(words: Uint32Array, window: Window, a: GpuMask, b: GpuMask): A;
  ofCpu(a: GpuMask, pose: Pose, b: GpuMask, other: Pose): A;
}

/** The shader keeps what is smallest as its complement. */
const smallest = (word: number): number => ~word >>> 0;

/** The first shared pixel, by its number in the window. */
function firstIn({ x, y, w }: Window, word: number): Point {
  const first = smallest(word);
  return { x: x + (first % w), y: y + Math.floor(first / w) };
}

const WHETHER: Question<boolean> = {
  number: 0,
  none: false,
  words: () => 1,
  ofDevice: (words) => words[0]! > 0,
  ofCpu: (a, pose, b, other) => a.solid.overlapsPosed(pose, b.solid, other),
};

const EVERYTHING: Question<PairAnswer> = {
  number: 1,
  get none() {
    return { area: 0, first: null, bounds: null };
  },
  words: () => 6,
  ofDevice(words, window) {
    const [area, first, left, top, right, bottom] = words as unknown as [number, number, number, number, number, number];
    if (area === 0) return this.none;
    const [x, y] = [smallest(left), smallest(top)];
    return { area, first: firstIn(window, first), bounds: { x: window.x + x, y: window.y + y, w: right - x, h: bottom - y } };
  },
  ofCpu: ({ solid: a }, pose, { solid: b }, other) => ({
    area: a.overlapAreaPosed(pose, b, other),
    first: a.firstOverlapPosed(pose, b, other),
    bounds: a.overlapBoundsPosed(pose, b, other),
  }),
};

const LABELS: Question<LabelOverlap[]> = {
  number: 2,
  get none() {
    return [];
  },
  words: (a, b) => 2 * a.entry.labels.length * b.entry.labels.length,
  ofDevice(words, window, { entry: a }, { entry: b }) {
    const met: LabelOverlap[] = [];
    for (let cell = 0; cell < words.length / 2; cell++) {
      const pixels = words[2 * cell]!;
      if (pixels === 0) continue;
      const labels: [number, number] = [a.labels[Math.floor(cell / b.labels.length)]!, b.labels[cell % b.labels.length]!];
      met.push({ labels, pixels, first: firstIn(window, words[2 * cell + 1]!) });
    }
    return met;
  },
  ofCpu(a, pose, b, other) {
    posed(a.labelled, pose, b.labelled, other, wasm.overlap_labels_posed);
    return labelOverlapsInList();
  },
};

/** A workgroup goes through about this many pixels. Larger windows are cut into rows. */
const PIXELS_OF_A_JOB = 1 << 14;
/** Larger windows are left to the CPU, which need not look at each pixel. */
const MOST_PIXELS = 2 ** 26;
/** So are larger answers: of masks whose numbers of labels have a product of more than 4096. */
const MOST_WORDS = 1 << 13;
const JOB_WORDS = 8;

/** Asks a device about pairs of masks, many at once. It keeps its buffers between questions. */
export class GpuPairs {
  readonly #shader: Shader;
  /** By the numbers of the questions. */
  readonly #pipelines: GPUComputePipeline[];
  readonly #spare: Spare;

  constructor(readonly masks: GpuMasks) {
    this.#spare = new Spare(masks.gpu);
    this.#shader = masks.gpu.made(() => new Shader(masks.gpu, "pairs", pairsShader, ["read-only-storage", "storage"]));
    this.#pipelines = masks.gpu.made(() => [0, 1, 2].map((QUESTION) => this.#shader.pipeline("pairs", { QUESTION })));
  }

  /** Gives the memory of the device back, but for what is asked just now. */
  destroy(): void {
    this.#spare.destroy();
  }

  /** Asks what each pair shares. The promise is kept when the device is done: ask in one frame, and look in the next. */
  async submit(pairs: readonly Pair[]): Promise<Answered<PairAnswer[]>> {
    return this.#ask(EVERYTHING, ...flat(pairs));
  }

  /** Asks only whether the masks of each pair overlap: 1 or 0. This reads back less, and stops at the first shared pixels. */
  async submitOverlaps(pairs: readonly Pair[]): Promise<Answered<Uint8Array<ArrayBuffer>>> {
    return this.submitSpritesOverlaps(...flat(pairs));
  }

  /** Asks which labels meet in each pair: the answers of `overlapLabelsPosed`. Masks without labels have label 0. */
  async submitLabels(pairs: readonly Pair[]): Promise<Answered<LabelOverlap[][]>> {
    return this.#ask(LABELS, ...flat(pairs));
  }

  /** Asks about pairs of the same sprites: two numbers of sprites for each pair. So a sprite in many pairs is uploaded once. */
  async submitSprites(sprites: readonly GpuSprite[], pairs: Uint32Array): Promise<Answered<PairAnswer[]>> {
    return this.#ask(EVERYTHING, sprites, pairs);
  }

  /** The same for `submitOverlaps`. */
  async submitSpritesOverlaps(sprites: readonly GpuSprite[], pairs: Uint32Array): Promise<Answered<Uint8Array<ArrayBuffer>>> {
    const { answers, byCpu } = await this.#ask(WHETHER, sprites, pairs);
    return { answers: Uint8Array.from(answers, Number), byCpu };
  }

  /** The same for `submitLabels`. */
  async submitSpritesLabels(sprites: readonly GpuSprite[], pairs: Uint32Array): Promise<Answered<LabelOverlap[][]>> {
    return this.#ask(LABELS, sprites, pairs);
  }

  async #ask<A>(question: Question<A>, given: readonly GpuSprite[], pairs: Uint32Array): Promise<Answered<A[]>> {
    checkPairs(pairs);
    // The caller may change the list before the device is done.
    pairs = pairs.slice();
    const sprites = new Sprites(this.masks, given);
    const jobs: number[] = [];
    let length = 0;
    let byCpu = 0;
    /** For each pair the window in which the device answers, or who else does. */
    const asked = Array.from({ length: pairs.length / 2 }, (_, n): Window | typeof NOBODY | typeof CPU => {
      const [a, b] = [pairs[2 * n]!, pairs[2 * n + 1]!];
      if (Math.max(a, b) >= sprites.length) throw new RangeError(`pair ${n} asks for the sprites ${a} and ${b}, but there are ${sprites.length}`);
      const window = shared(sprites.window(a), sprites.window(b));
      if (sprites.who(a) === NOBODY || sprites.who(b) === NOBODY || window === null) return NOBODY;
      const words = question.words(sprites.masks[a]!, sprites.masks[b]!);
      if (sprites.who(a) === CPU || sprites.who(b) === CPU || window.w * window.h > MOST_PIXELS || words > MOST_WORDS) {
        byCpu++;
        return CPU;
      }
      const { x, y, w, h } = window;
      const rows = Math.min(Math.max(1, Math.floor(PIXELS_OF_A_JOB / w)), h);
      for (let from = 0; from < h; from += rows) jobs.push(a, b, x, y + from, w, Math.min(rows, h - from), from, length);
      length += words;
      return window;
    });
    const words = await this.#run(sprites, Uint32Array.from(jobs), question.number, 4 * length);
    let at = 0;
    const answers = asked.map((window, n): A => {
      const [a, b] = [pairs[2 * n]!, pairs[2 * n + 1]!];
      const [one, other] = [sprites.masks[a]!, sprites.masks[b]!];
      if (window === NOBODY) return question.none;
      if (window === CPU) return question.ofCpu(one, sprites.poses[a]!, other, sprites.poses[b]!);
      const from = at;
      at += question.words(one, other);
      return question.ofDevice(words.subarray(from, at), window, one, other);
    });
    return { answers, byCpu };
  }

  async #run(sprites: Sprites, jobs: Uint32Array<ArrayBuffer>, question: number, size: number): Promise<Uint32Array> {
    if (jobs.length === 0) return new Uint32Array(0);
    return this.#spare.guarded((buffers, commands) => {
      const lists = [buffers.upload("pairs", jobs), buffers.zeros(commands, "answers", size)];
      this.#shader.dispatch(commands, [this.#pipelines[question]!], this.masks, sprites.upload(buffers, commands), lists, jobs.byteLength, jobs.length / JOB_WORDS);
      return buffers.read(commands, lists[1]!, size);
    });
  }
}

/** The sprites of pairs, and the pairs as their numbers. */
function flat(pairs: readonly Pair[]): [GpuSprite[], Uint32Array] {
  return [pairs.flatMap(([a, pose, b, other]): GpuSprite[] => [[a, pose], [b, other]]), Uint32Array.from({ length: 2 * pairs.length }, (_, n) => n)];
}
