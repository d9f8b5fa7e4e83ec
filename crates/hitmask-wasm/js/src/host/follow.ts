// A world whose colliders follow the objects of a host.

import type { Numbers } from "./affine.js";
import type { Seen } from "./seen.js";
import { Pose } from "../pose.js";
import { World, type ColliderOptions, type WorldOptions } from "../world.js";
import type { Handle, WorldEvent } from "../table.js";

/** How a collider of a followed object is made. Its place is the object's own. */
export type FollowOptions = Omit<ColliderOptions, "pose" | "position" | "rotation" | "scale" | "flip" | "shear" | "pivot">;

interface Followed {
  readonly handle: Handle;
  seen: Seen | null;
  told: boolean;
}

/** What covers nothing: a place that flattens a shape. */
const NOWHERE = { scale: 0 } as const;

const same = (a: Numbers, b: Numbers): boolean => a.every((value, i) => value === b[i]);

/**
 * Objects of type T in a world. Before each step every object is looked at once: `see` says what it shows now, null for nothing; it throws
 * where that cannot be read. The world answers; what a host calls its objects and events is the adapter's business.
 */
export class Follower<T extends object> {
  /** The world: for its questions (`pick`, `cast`, `moveAndSlide`, ...). Places and shapes of followed colliders are set by each step. */
  readonly world: World;
  #see: (object: T) => Seen | null;
  #followed = new Map<T, Followed>();
  #objects = new Map<Handle, T>();
  #removed: Handle[] = [];

  constructor(options: WorldOptions, see: (object: T) => Seen | null) {
    this.world = new World(options);
    this.#see = see;
  }

  /** Follows an object. One that is followed already keeps its collider. */
  add(object: T, options: FollowOptions = {}): Handle {
    const known = this.#followed.get(object);
    if (known !== undefined) return known.handle;
    const seen = this.#see(object);
    const place = seen === null ? NOWHERE : { pose: Pose.fromMatrix(...seen.place) };
    const handle = this.world.insert(seen?.shape ?? [0, 0, 0, 0], { ...options, ...place });
    // What the host has run meanwhile, such as a getter, may have added the object.
    const added = this.#followed.get(object);
    if (added !== undefined) {
      this.world.remove(handle);
      return added.handle;
    }
    this.#followed.set(object, { handle, seen, told: false });
    this.#objects.set(handle, object);
    return handle;
  }

  /** Follows an object no more. Its contacts end with the next step. */
  remove(object: T): boolean {
    const known = this.#followed.get(object);
    if (known === undefined) return false;
    this.#followed.delete(object);
    this.#removed.push(known.handle);
    return this.world.remove(known.handle);
  }

  /** The collider of an object. */
  handleOf(object: T): Handle | null {
    return this.#followed.get(object)?.handle ?? null;
  }

  /** The object of a collider. */
  objectOf(handle: Handle): T | null {
    return this.#objects.get(handle) ?? null;
  }

  /** The objects that touched this one in the last step. */
  touching(object: T): T[] {
    const known = this.#followed.get(object);
    const handles = known === undefined ? null : this.world.contactsOf(known.handle);
    return (handles ?? []).map((handle) => this.#objects.get(handle)).filter((object) => object !== undefined);
  }

  /** What an object shows. What can't be read covers nothing, is told once, and keeps nobody else from being looked at. */
  #look(object: T, followed: Followed): Seen | null {
    try {
      const seen = this.#see(object);
      followed.told = false;
      return seen;
    } catch (error) {
      if (!followed.told) (globalThis.reportError ?? console.error)(error);
      followed.told = true;
      return null;
    }
  }

  /** Brings the colliders to where the objects are now. */
  sync(): void {
    for (const [object, followed] of this.#followed) {
      const [before, now] = [followed.seen, this.#look(object, followed)];
      if (now !== null && now.shape !== before?.shape) this.world.setShape(followed.handle, now.shape);
      if (now === null) {
        if (before !== null) this.world.setPlace(followed.handle, NOWHERE);
      } else if (before === null || !same(now.place, before.place)) {
        this.world.setPlace(followed.handle, Pose.fromMatrix(...now.place));
      }
      followed.seen = now;
    }
  }

  /** Brings the colliders to where the objects are, makes a step, and tells what happened. */
  step(tell: (a: T, b: T, event: WorldEvent) => void): void {
    this.sync();
    const events = this.world.step();
    const removed = this.#removed;
    this.#removed = [];
    // Both objects are looked up before a listener can change anything.
    const told = events.map((event) => [this.#objects.get(event.a)!, this.#objects.get(event.b)!, event] as const);
    for (const handle of removed) this.#objects.delete(handle);
    for (const [a, b, event] of told) tell(a, b, event);
  }

  /** Gives back the memory. */
  free(): void {
    this.#followed.clear();
    this.#objects.clear();
    this.world.free();
  }
}
