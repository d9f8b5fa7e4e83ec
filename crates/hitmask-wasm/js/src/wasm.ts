// The WebAssembly module: loading it, and what lies in its memory.

import type { Exports } from "./exports.js";
// #full
import { LAYOUT } from "./words.js";
// #end

/** Which build of the module: "simd" needs a browser of 2021 or later. */
export type Build = "plain" | "simd";

export interface InitOptions {
  /** The build. By default the one that this engine can run best. */
  build?: Build | "auto";
  /** The module itself, or its bytes, if you load it in your own way. Then `build` and `url` do not matter. */
  module?: WebAssembly.Module | BufferSource;
  /** Where the module lies, if you have moved it. In Node, a relative URL is resolved against the current working folder. */
  url?: string | URL;
}

const notReady = () => {
  throw new Error("hitmask is not ready: call `await init()` once, before anything else");
};

/** The exports of the module. Before `init` every call throws. */
export let wasm: Exports = new Proxy({} as Exports, { get: notReady });
let floats = new Float64Array(0);
let running: Promise<Build> | undefined;
let runningBuild: Build | undefined;

/** Where each build lies. Written in this way, bundlers find the files. */
const places: Record<Build, () => URL> = {
  plain: () => new URL("./hitmask.wasm", import.meta.url),
  simd: () => new URL("./hitmask-simd.wasm", import.meta.url),
};

/** How a file is read. The entry for Node replaces it. */
export const files = {
  read: async (url: string | URL): Promise<BufferSource> => {
    const response = await fetch(url);
    if (!response.ok) {
      throw new Error(`hitmask could not load ${String(url)}: status ${response.status}`);
    }
    return response.arrayBuffer();
  },
};

/** A module that is valid only with 128-bit vectors: one function that makes a vector and drops it. */
const simdProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11,
]);

async function start(options: InitOptions): Promise<Build> {
  const wanted = options.build ?? "auto";
  if (wanted !== "auto" && wanted !== "plain" && wanted !== "simd") {
    throw new RangeError(`the build must be "auto", "plain" or "simd", not ${JSON.stringify(wanted)}`);
  }
  const build: Build = wanted === "auto" ? (WebAssembly.validate(simdProbe) ? "simd" : "plain") : wanted;
  const source = options.module ?? (await files.read(options.url ?? places[build]()));
  const instance =
    source instanceof WebAssembly.Module
      ? await WebAssembly.instantiate(source, {})
      : (await WebAssembly.instantiate(source, {})).instance;
  wasm = instance.exports as unknown as Exports;
  // #full
  // The cache of a browser may hold the module of another version.
  if (wasm.layout?.() >>> 0 !== LAYOUT) throw new Error("the WebAssembly module is of another version than the scripts: load both anew");
  // #end
  runningBuild = build;
  return build;
}

/**
 * Loads the WebAssembly module. Call it once, before anything else; later calls return the same promise.
 * The promise gives the build that runs.
 */
export function init(options: InitOptions = {}): Promise<Build> {
  running ??= start(options).catch((error: unknown) => {
    // A failed load may be tried again.
    running = undefined;
    throw error;
  });
  return running;
}

/** The build that runs, or undefined before `init` is done. */
export function build(): Build | undefined {
  return runningBuild;
}

/** The floats that a call takes from a fixed place, or leaves there. */
export function desk(): Float64Array {
  // A view of memory that has grown since has no length any more.
  if (floats.length === 0) {
    floats = new Float64Array(wasm.memory.buffer, wasm.desk() >>> 0, 64);
  }
  return floats;
}

/** Lays floats on the desk. */
export function lay(place: number, values: ArrayLike<number>): void {
  desk().set(values, place);
}

/** The list of floats as it is. It is valid until the next call. */
export function numbersView(length: number): Float64Array {
  // Addresses above 2 GiB come as negative numbers.
  return new Float64Array(wasm.memory.buffer, wasm.numbers_at() >>> 0, length);
}

/** A copy of the list of floats. */
export function numbers(length: number): Float64Array<ArrayBuffer> {
  return numbersView(length).slice() as Float64Array<ArrayBuffer>;
}

/** A copy of the list of bytes. */
export function bytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(wasm.memory.buffer, wasm.bytes_at() >>> 0, length).slice();
}

function outOfMemory(): never {
  throw new RangeError("there is not enough memory for the arguments of this call");
}

/** The list of floats, as long as is asked for, to be filled. It is valid until the next call. */
export function newNumbers(length: number): Float64Array {
  const at = wasm.numbers(length) >>> 0;
  if (at === 0) outOfMemory();
  return new Float64Array(wasm.memory.buffer, at, length);
}

/** Fills the list of floats. */
export function giveNumbers(values: ArrayLike<number>): void {
  newNumbers(values.length).set(values);
}

/** The list of bytes, as long as is asked for, to be filled. It is valid until the next call. */
export function newBytes(length: number): Uint8Array {
  const at = wasm.bytes(length) >>> 0;
  if (at === 0) outOfMemory();
  return new Uint8Array(wasm.memory.buffer, at, length);
}

/** Fills the list of bytes. */
export function giveBytes(values: ArrayLike<number>): void {
  newBytes(values.length).set(values);
}

/** Throws if a call was refused. The module has said why. */
export function checked(reply: number): number {
  if (reply < 0) {
    const [length, count, ...numbers] = desk() as unknown as [number, number, ...number[]];
    const parts = new TextDecoder().decode(bytes(length)).split("{}");
    // A name in the sentence may have braces, too.
    const sentence = parts.reduce((text, part, i) => text + (i <= count ? numbers[i - 1] : "{}") + part);
    throw new RangeError(sentence);
  }
  return reply;
}
