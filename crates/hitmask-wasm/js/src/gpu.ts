// Posed sprites on the GPU, through WebGPU: the shaders of the crate hitmask-gpu. Loaded only where it is imported.

export { GpuBuffer } from "./gpu/buffer.js";
export { GpuCrowd } from "./gpu/crowd.js";
export type { CrowdPairs, CrowdSprite } from "./gpu/crowd.js";
export { Gpu, GpuError } from "./gpu/device.js";
export type { GpuFault } from "./gpu/device.js";
export { PairEvents } from "./gpu/events.js";
export type { PairEvent } from "./gpu/events.js";
export { GpuMask, GpuMasks } from "./gpu/masks.js";
export type { Uploaded } from "./gpu/masks.js";
export { GpuPairs } from "./gpu/pairs.js";
export type { Pair, PairAnswer } from "./gpu/pairs.js";
export type { Answered, GpuSprite, Lies } from "./gpu/sprites.js";
