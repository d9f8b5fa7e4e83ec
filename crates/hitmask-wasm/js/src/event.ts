// What an event can be asked.

import type { Handle, WorldEvent } from "./table.js";

/** The pair of an event. */
export abstract class Pair {
  /**
   * The other one of the pair, and its data. Null if the handle is in neither place. Which of the two is `a` follows from the handles alone: a
   * later collider may have the lower one.
   */
  other(this: WorldEvent, handle: Handle): { handle: Handle; data: number } | null {
    if (handle === this.a) return { handle: this.b, data: this.data[1] };
    return handle === this.b ? { handle: this.a, data: this.data[0] } : null;
  }

  /**
   * Which part of this one of the pair was met: the label that it showed where the two met first. 0 if it has no labels. Null if the handle is
   * in neither place, or if the event names no labels. `World.labelName` tells the name of the part.
   */
  partOf(this: WorldEvent, handle: Handle): number | null {
    const labels = this.hit?.labels ?? this.touch?.labels;
    if (!labels) return null;
    return handle === this.a ? labels[0] : handle === this.b ? labels[1] : null;
  }
}
