/// <reference lib="esnext.disposable" preserve="true" />
// Objects that hold something in the module's memory.

import { wasm } from "./wasm.js";

const unreachable = new FinalizationRegistry<number>((number) => wasm.release(number));

/** Makes an object of a number of the module. Only this package can make one. */
export class Kept {
  constructor(readonly number: number) {}
}

/** The number of an object in the module. Throws if the object was freed. It is asked for last: see check.ts. */
export let numberOf: (object: Owned) => number;

/** Whether a value is an object of the module. Asks nothing of the value. */
export let isOwned: (value: object) => value is Owned;

/**
 * Something in the module's memory. The memory is given back when the object is unreachable; `free()` gives it back at once.
 * With `using` it is given back at the end of the block.
 */
export abstract class Owned {
  #number: number;

  static {
    numberOf = (object) => {
      const number = object.#number;
      if (number === 0) throw new TypeError(`this ${object.constructor.name} was freed`);
      return number;
    };
    isOwned = (value): value is Owned => #number in value;
  }

  /** @internal */
  protected constructor(kept: Kept) {
    if (!(kept instanceof Kept)) throw new TypeError(`a ${new.target.name} cannot be made in this way: other objects give it`);
    this.#number = kept.number;
    unreachable.register(this, kept.number, this);
  }

  /** Gives the memory back. The object cannot be used any more. A second call does nothing. */
  free(): void {
    if (this.#number !== 0) {
      unreachable.unregister(this);
      wasm.release(this.#number);
      this.#number = 0;
    }
  }

  /** Whether `free` was called. */
  get isFreed(): boolean {
    return this.#number === 0;
  }

  /** The same as `free`, for `using`. */
  [Symbol.dispose](): void {
    this.free();
  }
}
