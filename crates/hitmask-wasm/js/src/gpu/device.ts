// A device that answers questions, through WebGPU.

import * as check from "../check.js";

/** Why the device gives no answer. */
export type GpuFault = "no-adapter" | "no-device" | "too-large" | "too-many-pairs" | "out-of-memory" | "lost" | "driver";

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

/** What buffers are for. WebGPU's own names for these numbers are no globals in Node. */
export const STORAGE = 0x80, UNIFORM = 0x40, COPY_SRC = 0x04, COPY_DST = 0x08, MAP_READ = 0x01;
/** What `GPUMapMode.READ` is. */
const READ = 1;

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

  /** Gives the device up, a game's own device, too. What is asked later is refused. */
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
      throw new GpuError("too-large", `${label} would need a buffer of ${size} bytes, and this device allows ${this.bufferBytes}: ask about fewer sprites at once, or insert smaller masks`);
    }
    return this.device.createBuffer({ label, size: Math.max(16, Math.ceil(size / 4) * 4), usage });
  }

  /** Gives commands at once. Returns what they return, and in time what the device refused of them. */
  #scoped<T>(commands: () => T): { done: T; refused: Promise<GpuError | undefined> } {
    this.check();
    const filters = ["internal", "validation", "out-of-memory"] as const;
    for (const filter of filters) this.device.pushErrorScope(filter);
    let errors: Promise<(GPUError | null)[]>;
    let done: T;
    try {
      done = commands();
    } finally {
      // All scopes are popped before anything else runs: they belong to these commands.
      errors = Promise.all(filters.map(() => this.device.popErrorScope()));
    }
    const refused = errors.then((errors) => {
      const at = errors.findIndex((error) => error !== null);
      return at < 0 ? undefined : new GpuError(at === 0 ? "out-of-memory" : "driver", `the GPU refused a command: ${errors[at]!.message}`);
    });
    // If the scopes themselves fail, the device is lost.
    return { done, refused: refused.catch(() => undefined) };
  }

  /** Makes what later questions need. If the device refuses it, they are told. @internal */
  made<T>(make: () => T): T {
    const { done, refused } = this.#scoped(make);
    void refused.then((error) => (this.#fault ??= error));
    return done;
  }

  /** Gives the device commands, and says in the end whether it refused one. @internal */
  async guarded<T>(commands: () => Promise<T>): Promise<T> {
    const { done, refused } = this.#scoped(commands);
    // Heard below.
    done.catch(() => {});
    const error = await refused;
    this.check();
    if (error) throw error;
    return done.catch((why: unknown) => {
      this.check();
      throw why instanceof Error && !(why instanceof DOMException) ? why : new GpuError("driver", `the answers could not be read: ${String(why)}`);
    });
  }
}

/** The buffers of a submission, each by what it holds. A later submission uses them again; they grow where it needs more. */
export class Buffers {
  readonly #kept = new Map<string, GPUBuffer>();

  constructor(readonly gpu: Gpu) {}

  /** A buffer of at least so many bytes. What it holds may be old. */
  room(label: string, size: number, usage: number): GPUBuffer {
    const kept = this.#kept.get(label);
    if (kept && kept.size >= size) return kept;
    // A power of two, unless only the size itself is allowed.
    const roomy = 2 ** Math.ceil(Math.log2(Math.max(16, size)));
    const larger = this.gpu.buffer(label, roomy <= this.gpu.bufferBytes ? roomy : size, usage);
    kept?.destroy();
    this.#kept.set(label, larger);
    return larger;
  }

  /** A buffer with these bytes, for a shader. */
  upload(label: string, data: Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>, usage = STORAGE): GPUBuffer {
    const buffer = this.room(label, data.byteLength, usage | COPY_DST);
    this.gpu.device.queue.writeBuffer(buffer, 0, data);
    return buffer;
  }

  /** A buffer of zeros that a shader writes. */
  zeros(commands: GPUCommandEncoder, label: string, size: number): GPUBuffer {
    const buffer = this.room(label, size, STORAGE | COPY_SRC | COPY_DST);
    if (size > 0) commands.clearBuffer(buffer, 0, size);
    return buffer;
  }

  /** Submits the commands, and reads what they leave in the first bytes of a buffer. */
  async read(commands: GPUCommandEncoder, from: GPUBuffer, size: number): Promise<Uint32Array<ArrayBuffer>> {
    const to = this.room("answers to read", size, MAP_READ | COPY_DST);
    if (size > 0) commands.copyBufferToBuffer(from, 0, to, 0, size);
    this.gpu.device.queue.submit([commands.finish()]);
    if (size === 0) return new Uint32Array(0);
    await to.mapAsync(READ, 0, size);
    const read = new Uint32Array(to.getMappedRange(0, size)).slice();
    to.unmap();
    return read;
  }

  /** Gives the memory of the device back. */
  destroy(): void {
    this.#kept.forEach((buffer) => buffer.destroy());
    this.#kept.clear();
  }
}

/** The buffers of answered submissions, for those to come. */
export class Spare {
  readonly #kept: Buffers[] = [];

  constructor(readonly gpu: Gpu) {}

  /** Lends buffers for commands, and says in the end whether the device refused one. */
  async guarded<T>(commands: (buffers: Buffers, encoder: GPUCommandEncoder) => Promise<T>): Promise<T> {
    const buffers = this.#kept.pop() ?? new Buffers(this.gpu);
    try {
      const answer = await this.gpu.guarded(async () => commands(buffers, this.gpu.device.createCommandEncoder()));
      this.#kept.push(buffers);
      return answer;
    } catch (why) {
      buffers.destroy();
      throw why;
    }
  }

  /** Gives the memory of the device back, but for what is asked just now. */
  destroy(): void {
    this.#kept.splice(0).forEach((buffers) => buffers.destroy());
  }
}
