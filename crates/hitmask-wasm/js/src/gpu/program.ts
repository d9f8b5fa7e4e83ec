// How a shader is run.

import { invertShader, wideShader } from "../shaders.js";
import { GpuError, type Gpu } from "./device.js";

/** How a shader uses a buffer. */
export type Use = "read-only-storage" | "storage" | "uniform";

/** What `GPUShaderStage.COMPUTE` is. */
const COMPUTE = 4;

export const READS: Use = "read-only-storage";

/** A shader of the crate hitmask-gpu. */
export class Program {
  readonly #module: GPUShaderModule;
  readonly #layouts: GPUBindGroupLayout[];

  /** `uses` are its buffers, group by group. */
  constructor(
    readonly gpu: Gpu,
    readonly label: string,
    code: string,
    uses: readonly (readonly Use[])[],
  ) {
    const { device } = gpu;
    const layout = (types: readonly Use[]): GPUBindGroupLayout =>
      device.createBindGroupLayout({ entries: types.map((type, binding) => ({ binding, visibility: COMPUTE, buffer: { type } })) });
    this.#layouts = uses.map(layout);
    this.#module = device.createShaderModule({ label, code });
  }

  /** An entry of the shader, with what replaces its constants. */
  pipeline(entryPoint: string, constants: Record<string, number> = {}): GPUComputePipeline {
    const layout = this.gpu.device.createPipelineLayout({ bindGroupLayouts: this.#layouts });
    return this.gpu.device.createComputePipeline({ label: entryPoint, layout, compute: { module: this.#module, entryPoint, constants } });
  }

  /** One workgroup for each job. The shader asks the first buffer of its last group for its length: it has this many bytes for it. */
  protected start(commands: GPUCommandEncoder, pipelines: readonly GPUComputePipeline[], buffers: readonly (readonly GPUBuffer[])[], bytes: number, jobs: number): void {
    const { device } = this.gpu;
    const side = device.limits.maxComputeWorkgroupsPerDimension;
    if (jobs > side * side) throw new GpuError("too-large", `${jobs} windows are more than the ${side * side} of this device: ask about fewer sprites at once`);
    if (jobs === 0) return;
    const groups = this.#layouts.map((layout, group) => {
      const entries = buffers[group]!.map((buffer, binding) => ({ binding, resource: group === this.#layouts.length - 1 && binding === 0 ? { buffer, size: bytes } : { buffer } }));
      return device.createBindGroup({ layout, entries });
    });
    for (const pipeline of pipelines) {
      const pass = commands.beginComputePass();
      pass.setPipeline(pipeline);
      groups.forEach((group, number) => pass.setBindGroup(number, group));
      pass.dispatchWorkgroups(Math.min(jobs, side), Math.ceil(jobs / side));
      pass.end();
    }
  }
}

/** The pass that inverts poses. */
export class Inverting extends Program {
  readonly #invert: GPUComputePipeline;

  constructor(gpu: Gpu) {
    super(gpu, "invert", wideShader + invertShader, [[READS, "storage"]]);
    this.#invert = this.pipeline("invert");
  }

  run(commands: GPUCommandEncoder, posed: GPUBuffer, sprites: GPUBuffer, bytes: number, count: number): void {
    this.start(commands, [this.#invert], [[posed, sprites]], bytes, Math.ceil(count / 64));
  }
}
