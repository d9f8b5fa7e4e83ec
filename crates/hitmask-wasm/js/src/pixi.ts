// Pixi 8: hit areas of sprites, overlap of sprites as they are seen, and a system that follows sprites and emits events.

import { apply, poseOf as pose } from "./host/affine.js";
import type { Box, MatrixLike, Round } from "./host/affine.js";
import { Follower } from "./host/follow.js";
import type { FollowOptions } from "./host/follow.js";
import { Masks, maskOfCut } from "./host/picture.js";
import { isSeenAt, overlapsBy, seen } from "./host/seen.js";
import type { Seen } from "./host/seen.js";
import type { PictureLike } from "./atlas.js";
import type { Mask } from "./mask.js";
import type { Pose } from "./pose.js";
import type { Handle, WorldEvent } from "./table.js";
import type { World, WorldOptions } from "./world.js";

interface SizeLike {
  readonly width: number;
  readonly height: number;
}

/** What is needed of a Pixi Texture. */
export interface TextureLike {
  readonly orig: SizeLike;
  readonly trim?: (SizeLike & { readonly x: number; readonly y: number }) | null;
  readonly rotate?: number;
}

/** What is needed of a Pixi Texture to read its pixels. */
export interface ReadableTexture extends TextureLike {
  readonly label?: string;
  readonly source: { readonly resource: unknown; readonly pixelWidth: number; readonly pixelHeight: number; readonly resolution: number };
  readonly uvs: { readonly [corner in "x0" | "y0" | "x1" | "y1" | "x2" | "y2" | "x3" | "y3"]: number };
}

/** What is needed of a Pixi Sprite, an AnimatedSprite or anything else with a texture and an anchor. */
export interface SpriteLike {
  readonly anchor: { readonly x: number; readonly y: number };
  readonly texture: TextureLike;
  readonly worldTransform: MatrixLike;
  readonly roundPixels?: boolean;
}

/** What the system needs of it. */
export interface FollowedSprite extends SpriteLike {
  readonly texture: ReadableTexture;
  readonly visible: boolean;
  readonly renderable: boolean;
  readonly destroyed: boolean;
  readonly parent: unknown;
  getGlobalTransform(): MatrixLike;
  emit(event: any, ...args: any[]): unknown;
  once(event: any, listener: (...args: any[]) => void): unknown;
}

/** The mask of a sprite: one mask, or a function that gives that of the texture which the sprite shows. */
export type MaskOf<S> = Mask | ((sprite: S) => Mask);

const shownOf = ({ orig, trim }: TextureLike) => trim ?? { x: 0, y: 0, width: orig.width, height: orig.height };

/** Where the mask lies in the sprite's own coordinates. The trimmed part is what is drawn. */
function boxOf({ texture, anchor }: SpriteLike): Box {
  const { x, y, width, height } = shownOf(texture);
  return { x: x - anchor.x * texture.orig.width, y: y - anchor.y * texture.orig.height, width, height };
}

/** The shader rounds corners to the nearest pixel in coordinates whose y points up. */
const ROUND: Round = (x, y) => [Math.floor(x + 0.5), Math.ceil(y - 0.5)];

/**
 * The mask of what a texture shows: its frame, turned back if it lies turned in its sheet; of a trimmed frame, the trimmed part. Solid where
 * the alpha is at least the threshold. The pixels are those of the texture's source: an image, a canvas or bytes, four a pixel.
 */
export function maskOf(texture: ReadableTexture, threshold = 128): Mask {
  const { source, uvs } = texture;
  const [w, h] = [source.pixelWidth, source.pixelHeight];
  const shown = shownOf(texture);
  const [width, height] = [Math.round(shown.width * source.resolution), Math.round(shown.height * source.resolution)];
  // The corners of the texture are what the GPU gets: x0, y0 is the upper left one, 1 the upper right one, 3 the lower left one.
  const step = (from: number, to: number, size: number, count: number): number => ((to - from) * size) / count;
  const bytes = source.resource as Uint8Array | Uint8ClampedArray;
  const picture: PictureLike =
    ArrayBuffer.isView(bytes) && bytes.length === 4 * w * h ? { width: w, height: h, data: bytes } : (source.resource as PictureLike);
  if (picture === null || picture === undefined) {
    throw new RangeError("the texture's source holds no pixels to read: give a mask of yours, such as one of a pack");
  }
  const cut = {
    x: uvs.x0 * w,
    y: uvs.y0 * h,
    right: [step(uvs.x0, uvs.x1, w, width), step(uvs.y0, uvs.y1, h, width)] as const,
    down: [step(uvs.x0, uvs.x3, w, height), step(uvs.y0, uvs.y3, h, height)] as const,
    width,
    height,
  };
  return maskOfCut(picture, cut, threshold);
}

/** The masks of textures, each read once, at its first use. `masks.set(texture, mask)` puts one of yours there. */
export const masks = new Masks<ReadableTexture>(maskOf);

const read = (sprite: SpriteLike): Mask => masks.of(sprite.texture as ReadableTexture);
const resolved = <S>(mask: MaskOf<S>, sprite: S): Mask => (typeof mask === "function" ? mask(sprite) : mask);

/** A sprite as it was rendered last. */
function rendered(sprite: SpriteLike, mask = read(sprite)): Seen<Mask> | null {
  return seen(mask, sprite.worldTransform, boxOf(sprite), sprite.roundPixels ? ROUND : undefined);
}

/**
 * A hit area of the solid pixels: `sprite.hitArea = hitArea(sprite)`. It follows the sprite as it is then, and its texture. A mask of yours is
 * that of the texture's frame; of a trimmed frame, of the trimmed part.
 */
export function hitArea<S extends SpriteLike>(sprite: S, mask: MaskOf<S> = read): { contains(x: number, y: number): boolean } {
  return {
    contains(x, y) {
      // Pixi gives a point of the sprite. What is seen is a pixel of the stage.
      return isSeenAt(rendered(sprite, resolved(mask, sprite)), ...apply(sprite.worldTransform, x, y));
    },
  };
}

/** Where a sprite's mask lies on the stage, as it was rendered last. */
export function poseOf(sprite: SpriteLike, mask: Mask = read(sprite)): Pose {
  return pose(sprite.worldTransform, boxOf(sprite), mask.width, mask.height, sprite.roundPixels ? ROUND : undefined);
}

/** Whether two sprites overlap on some pixel of the stage, as they were rendered last. */
export const overlaps = overlapsBy<SpriteLike>(rendered);

/** What is needed of a Pixi Ticker. */
export interface TickerLike {
  add(update: () => void, context?: unknown, priority?: number): unknown;
  remove(update: () => void, context?: unknown): unknown;
}

export interface PixelSystemOptions extends WorldOptions {
  /** Calls `update` each frame, just before the application renders. Without it, call `update` yourself. */
  ticker?: TickerLike;
  /** Whether the renderer rounds all sprites to whole pixels. A sprite's own `roundPixels` is seen without it. */
  roundPixels?: boolean;
}

/** How a sprite is followed: layers, groups, `swept` and all else that a collider has. */
export interface PixelOptions<S> extends FollowOptions {
  /** By default the mask of the texture which the sprite shows. */
  mask?: MaskOf<S>;
}

/** Between Pixi's normal priority and that of the application's rendering. */
const PRIORITY = -10;

/**
 * Follows sprites into a World: anchor, trim, nested containers, and the texture that an AnimatedSprite shows. Each update emits events on both
 * sprites: `pixelbegin`, `pixelend`, with `stay: true` also `pixelstay`, and for swept sprites `pixelpass`. Listeners get the other sprite
 * and the world's event: `ship.on("pixelbegin", (rock, event) => explode(event.touch.first))`. A sprite that is hidden, or in a hidden
 * container, covers nothing; one that is destroyed is removed.
 */
export class PixelSystem {
  #follower: Follower<FollowedSprite>;
  #masks = new Map<FollowedSprite, MaskOf<any>>();
  #ticker: TickerLike | undefined;
  #roundPixels: boolean;

  constructor(options: PixelSystemOptions = {}) {
    const { ticker, roundPixels = false, ...world } = options;
    this.#roundPixels = roundPixels;
    this.#follower = new Follower(world, (sprite) => this.#see(sprite));
    this.#ticker = ticker;
    ticker?.add(this.update, this, PRIORITY);
  }

  #see(sprite: FollowedSprite) {
    for (let node: any = sprite; node; node = node.parent) {
      if (!node.visible || !node.renderable) return null;
    }
    // Pixi's own stand-in for a texture that is not there yet.
    if (sprite.texture.label === "EMPTY") return null;
    const mask = resolved(this.#masks.get(sprite) ?? read, sprite);
    return seen(mask, sprite.getGlobalTransform(), boxOf(sprite), this.#roundPixels || sprite.roundPixels ? ROUND : undefined);
  }

  /** The world: for its questions, such as `pick` and `cast`. */
  get world(): World {
    return this.#follower.world;
  }

  /** Follows a sprite, and returns the handle of its collider. */
  add<S extends FollowedSprite>(sprite: S, options: PixelOptions<S> = {}): Handle {
    const { mask, ...collider } = options;
    if (mask !== undefined) this.#masks.set(sprite, mask);
    if (this.#follower.handleOf(sprite) === null) sprite.once("destroyed", () => this.remove(sprite));
    return this.#follower.add(sprite, collider);
  }

  /** Follows a sprite no more. Its contacts end with the next update. */
  remove(sprite: FollowedSprite): boolean {
    this.#masks.delete(sprite);
    return this.#follower.remove(sprite);
  }

  /** The collider of a sprite. */
  handleOf(sprite: FollowedSprite): Handle | null {
    return this.#follower.handleOf(sprite);
  }

  /** The sprite of a collider. */
  spriteOf(handle: Handle): FollowedSprite | null {
    return this.#follower.objectOf(handle);
  }

  /** What touched a sprite in the last update. */
  touching(sprite: FollowedSprite): FollowedSprite[] {
    return this.#follower.touching(sprite);
  }

  /** Looks at all sprites, makes a step of the world, and emits its events. The ticker calls it. */
  update(): void {
    this.#follower.step((a, b, event: WorldEvent) => {
      a.emit(`pixel${event.kind}`, b, event);
      b.emit(`pixel${event.kind}`, a, event);
    });
  }

  /** Leaves the ticker and gives back the memory. */
  destroy(): void {
    this.#ticker?.remove(this.update, this);
    this.#follower.free();
  }
}

/**
 * The system as a plugin of the application: `extensions.add(pixels)` before `app.init({ pixels: { area: true } })` makes `app.pixels`, which
 * the application's ticker updates.
 */
export const pixels = {
  // Last of the plugins, so that the application has its ticker by then.
  extension: { type: "application", priority: -100 },
  init(this: any, options: { pixels?: PixelSystemOptions } = {}): void {
    this.pixels = new PixelSystem({ ticker: this.ticker, ...options.pixels });
  },
  destroy(this: any): void {
    this.pixels?.destroy();
    this.pixels = null;
  },
} as const;

// What Pixi leaves open for plugins.
declare global {
  namespace PixiMixins {
    interface Application {
      /** The system of hitmask's plugin. */
      pixels: PixelSystem;
    }
    interface ApplicationOptions {
      /** The options of hitmask's plugin. */
      pixels?: PixelSystemOptions;
    }
    interface ContainerEvents {
      pixelbegin: [other: any, event: WorldEvent];
      pixelstay: [other: any, event: WorldEvent];
      pixelend: [other: any, event: WorldEvent];
      pixelpass: [other: any, event: WorldEvent];
    }
  }
}
