// The events of steps: what changed between two lists of pairs.

import { checkPairs } from "./sprites.js";

/** What happened between two sprites in a step. */
export interface PairEvent {
  kind: "begin" | "stay" | "end";
  /** The lower one. */
  a: number;
  /** The higher one. */
  b: number;
  /** The number of the step in which they began to touch, counted from 1. */
  since: number;
}

/** Makes events of the sorted pairs of steps: the same events in the same order as a `World`. A sprite must keep its number. */
export class PairEvents {
  #steps = 0;
  #pairs = new Uint32Array(0);
  #since: number[] = [];

  /**
   * Compares with the pairs of the step before: a "begin" for each new pair, an "end" for each that is gone, and, if `stay` is set, a "stay"
   * for each that goes on. Sorted by (a, b).
   */
  step(pairs: Uint32Array, stay = false): PairEvent[] {
    checkPairs(pairs);
    const order = (one: Uint32Array, i: number, other: Uint32Array, j: number): number => one[i]! - other[j]! || one[i + 1]! - other[j + 1]!;
    for (let at = 0; at < pairs.length; at += 2) {
      if (pairs[at]! >= pairs[at + 1]!) throw new RangeError(`pair ${at / 2} is ${pairs[at]} and ${pairs[at + 1]}: the lower sprite must come first`);
      if (at > 0 && order(pairs, at - 2, pairs, at) >= 0) throw new RangeError(`the pairs ${at / 2 - 1} and ${at / 2} are not in ascending order, each once`);
    }
    this.#steps++;
    const [old, events, since] = [this.#pairs, [] as PairEvent[], [] as number[]];
    for (let i = 0, j = 0; i < old.length || j < pairs.length; ) {
      const less = i === old.length ? 1 : j === pairs.length ? -1 : order(old, i, pairs, j);
      const [a, b] = less < 0 ? [old[i]!, old[i + 1]!] : [pairs[j]!, pairs[j + 1]!];
      const event: PairEvent = { kind: less < 0 ? "end" : less > 0 ? "begin" : "stay", a, b, since: less > 0 ? this.#steps : this.#since[i / 2]! };
      if (event.kind !== "stay" || stay) events.push(event);
      if (event.kind !== "end") since.push(event.since);
      if (less <= 0) i += 2;
      if (less >= 0) j += 2;
    }
    this.#pairs = pairs.slice();
    this.#since = since;
    return events;
  }

  /** The pairs that touch, sorted: two numbers for each. */
  get contacts(): Uint32Array<ArrayBuffer> {
    return this.#pairs.slice();
  }
}
