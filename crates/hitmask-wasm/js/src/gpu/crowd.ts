// A step of a crowd: which of many posed sprites touch.

import * as check from "../check.js";
import { crowdShader, pairsShader } from "../shaders.js";
import { GpuError, Spare, UNIFORM } from "./device.js";
import type { GpuMask, GpuMasks } from "./masks.js";
import { NOBODY, Shader, Sprites, checkHere, type Lies } from "./sprites.js";

/** A sprite of a crowd. All but mask and place are as in `ColliderOptions`. */
export interface CrowdSprite {
  mask: GpuMask;
  /** A pose, or the pixel of its upper left corner. */
  at: Lies;
  /** The layers that it belongs to, and those that it collides with, 32 bits each. By default [1, 0xffffffff]. */
  layers?: readonly [number, number];
  /** Sprites of the same group never meet. 0, the default, is no group. */
  group?: number;
  /** Only sprites of the same space meet. */
  space?: number;
  /** Two sensors never meet. */
  isSensor?: boolean;
}

/** The pairs of a step. */
export interface CrowdPairs {
  /** The pairs that touch, sorted: two numbers of sprites for each, the lower one first. */
  pairs: Uint32Array<ArrayBuffer>;
  /** How many pairs of boxes were looked at. */
  candidates: number;
  /** How many of them the CPU decided: those that share a very large window, and poses so flat that the device cannot tell their texels. */
  byCpu: number;
}

const SPRITE = ["mask", "at", "layers", "group", "space", "isSensor"];
/** The words of a pair on the device, and of what stands before the first one. */
const WORDS = 3;
const JOB_BYTES = 32;
/** Bit 31 of a pair's lower sprite: the CPU decides. */
const BY_CPU = 2 ** 31;
/** A workgroup goes through a pair's whole window. Larger ones are left to the CPU. */
const MOST_PIXELS = 1 << 20;
const MOST_PAIRS = 2 ** 24;

/** Finds which sprites of a crowd touch, on the device: the pairs that a step of a `World` finds, with their boxes and their pixels. */
export class GpuCrowd {
  readonly #finding: Shader;
  readonly #testing: Shader;
  readonly #find: GPUComputePipeline[];
  readonly #test: GPUComputePipeline[];
  readonly #spare: Spare;
  readonly #most: number;
  /** For how many pairs of boxes a step makes room. */
  #room: number;

  /** `maxPairs`: the most pairs of boxes of a step. More are refused, as by the option of a `World`. At most 2^24, which is the default. */
  constructor(
    readonly masks: GpuMasks,
    options: { maxPairs?: number } = {},
  ) {
    check.known(options, "the options of the crowd", ["maxPairs"]);
    this.#most = check.whole(options.maxPairs ?? MOST_PAIRS, "maxPairs", 0, MOST_PAIRS);
    this.#room = Math.min(1024, this.#most);
    this.#spare = new Spare(masks.gpu);
    const writes = "storage";
    [this.#finding, this.#testing] = masks.gpu.made(() => [
      new Shader(masks.gpu, "crowd", crowdShader, ["read-only-storage", writes, writes, writes, "uniform"]),
      new Shader(masks.gpu, "pairs", pairsShader, ["read-only-storage", writes]),
    ]);
    [this.#find, this.#test] = masks.gpu.made(() => [
      ["link", "find"].map((entry) => this.#finding.pipeline(entry)),
      [this.#testing.pipeline("pairs", { QUESTION: 0 })],
    ]);
  }

  /** Gives the memory of the device back, but for what is asked just now. */
  destroy(): void {
    this.#spare.destroy();
  }

  /**
   * Makes room for at least so many pairs of boxes, as far as the device has it. A step that finds more asks the device twice, and later ones
   * have the room.
   */
  reserve(pairs: number): void {
    this.#room = Math.max(this.#room, Math.min(check.u32(pairs, "the pairs"), this.#most, this.#fits));
  }

  /** For how many pairs of boxes the device has buffers. */
  get #fits(): number {
    return Math.floor(this.masks.gpu.bufferBytes / JOB_BYTES);
  }

  /**
   * Asks which sprites touch. The promise is kept when the device is done: ask in one frame, and look in the next. Where there is too little
   * room, the device is asked again; a mask that was removed meanwhile is then a RangeError.
   */
  async submit(given: readonly CrowdSprite[]): Promise<CrowdPairs> {
    const members = Uint32Array.from(given.flatMap(memberOf));
    const sprites = new Sprites(this.masks, given.map(({ mask, at }) => [mask, at]));
    const base = baseOf(sprites);
    for (;;) {
      const room = Math.max(this.#room, 16);
      const words = await this.#run(sprites, members, base, room);
      const candidates = words[0] ?? 0;
      if (candidates > this.#most) throw new GpuError("too-many-pairs", `more than ${this.#most} pairs of boxes meet in this step: raise maxPairs, or let fewer sprites lie in one place`);
      if (candidates <= room) return this.#answer(sprites, words.subarray(WORDS, WORDS * (candidates + 1)));
      if (candidates > this.#fits) throw new GpuError("too-large", `${candidates} pairs of boxes meet in this step, and this device has room for ${this.#fits}`);
      // Half as much again, as crowds grow.
      this.reserve(Math.floor(1.5 * candidates));
      checkHere(this.masks, sprites.masks);
    }
  }

  /** What the device has found, sorted, and what it has left to the CPU. */
  #answer({ length, masks, poses }: Sprites, words: Uint32Array): CrowdPairs {
    const candidates = words.length / WORDS;
    let byCpu = 0;
    /** A pair as one number, in the order of pairs. It is exact: no device has room for 2^26 sprites. */
    const touching = new Float64Array(candidates);
    let count = 0;
    for (let at = 0; at < words.length; at += WORDS) {
      const [pixels, lower, b] = [words[at]!, words[at + 1]!, words[at + 2]!];
      const a = lower % BY_CPU;
      if (a !== lower) byCpu++;
      const touches = a === lower ? pixels > 0 : masks[a]!.solid.overlapsPosed(poses[a]!, masks[b]!.solid, poses[b]!);
      if (touches) touching[count++] = a * length + b;
    }
    const pairs = new Uint32Array(2 * count);
    for (const [n, pair] of touching.subarray(0, count).sort().entries()) {
      pairs[2 * n] = Math.floor(pair / length);
      pairs[2 * n + 1] = pair % length;
    }
    return { pairs, candidates, byCpu };
  }

  async #run(sprites: Sprites, members: Uint32Array<ArrayBuffer>, base: number, room: number): Promise<Uint32Array> {
    const count = sprites.length;
    if (count === 0) return new Uint32Array(0);
    const buckets = 2 ** Math.ceil(Math.log2(2 * count));
    const [jobBytes, answerBytes] = [room * JOB_BYTES, (room + 1) * WORDS * 4];
    return this.#spare.guarded((buffers, commands) => {
      const posed = sprites.upload(buffers, commands);
      const options = buffers.upload("the options of a step", Uint32Array.of(count, buckets, base, room, this.#most, MOST_PIXELS, 0, 0), UNIFORM);
      const filters = buffers.upload("the filters of sprites", members);
      const links = buffers.zeros(commands, "the cells of sprites", (buckets + count) * 4);
      const jobs = buffers.zeros(commands, "pairs", jobBytes);
      const answers = buffers.zeros(commands, "answers", answerBytes);
      this.#finding.dispatch(commands, this.#find, this.masks, posed, [filters, links, jobs, answers, options], members.byteLength, Math.ceil(count / 64));
      this.#testing.dispatch(commands, this.#test, this.masks, posed, [jobs, answers], jobBytes, room);
      return buffers.read(commands, answers, answerBytes);
    });
  }
}

/** The struct `Member` of `crowd.wgsl`. */
function memberOf(sprite: CrowdSprite): number[] {
  check.known(sprite, "a sprite of the crowd", SPRITE);
  const { layers = [1, 0xffffffff], group = 0, space = 0, isSensor = false } = sprite;
  return [...check.layers(layers), check.u32(group, "the group"), check.u32(space, "the space"), check.flag(isSensor, "isSensor")];
}

/** The finest level of the grid: the smallest cells that are large enough for half of the sprites. */
function baseOf(sprites: Sprites): number {
  const levels = new Uint32Array(33);
  let here = 0;
  for (let n = 0; n < sprites.length; n++) {
    if (sprites.who(n) === NOBODY) continue;
    const { w, h } = sprites.window(n);
    // The least power of two that is not smaller.
    levels[32 - Math.clz32(Math.max(w, h) - 1)]!++;
    here++;
  }
  let below = 0;
  const half = Math.ceil(here / 2);
  return here === 0 ? 0 : levels.findIndex((count) => (below += count) >= half);
}
