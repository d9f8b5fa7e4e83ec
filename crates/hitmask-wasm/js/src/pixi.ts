// Pixi 8: hit areas of sprites, overlap of sprites as they are seen, and a system that follows sprites and emits events.

import { Affine, apply, type Box, type MatrixLike, type Rounding } from "./host/affine.js";
import { Follower, type FollowOptions } from "./host/follow.js";
import { Masks, type Source } from "./host/picture.js";
import { Host, isSeenAt, named, type Drawn, type Piece, type Seen, type Tile } from "./host/seen.js";
import type { Mask } from "./mask.js";
import type { Pose } from "./pose.js";
import type { Handle, WorldEvent } from "./table.js";
import type { World, WorldOptions } from "./world.js";

const NAME = "hitmask/pixi";

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

/** How often the pixels of a source have changed, from its first use on. */
const changes = new WeakMap<object, { count: number }>();

function changesOf(source: any): number {
  let known = changes.get(source);
  if (known === undefined) {
    const counted = { count: 0 };
    changes.set(source, (known = counted));
    for (const event of ["update", "resize", "change"]) source.on?.(event, () => counted.count++);
  }
  return known.count;
}

/** The pixels of what a texture shows: its frame, turned back if it lies turned in its sheet; of a trimmed frame, the trimmed part. */
function sourceOf(texture: ReadableTexture): Source | null {
  const { source, uvs } = texture ?? {};
  // Pixi's own stand-in for a texture that is not there yet, and one that was destroyed.
  if (!source || texture.label === "EMPTY") return null;
  const [w, h] = [source.pixelWidth, source.pixelHeight];
  const shown = shownOf(texture);
  const [width, height] = [Math.round(shown.width * source.resolution), Math.round(shown.height * source.resolution)];
  // The corners of the texture are what the GPU gets: x0, y0 is the upper left one, 1 the upper right one, 3 the lower left one.
  const step = (from: number, to: number, size: number, count: number): number => ((to - from) * size) / count;
  const bytes = source.resource as Uint8Array | Uint8ClampedArray;
  const isBytes = ArrayBuffer.isView(bytes) && bytes.length === 4 * w * h;
  const cut = {
    x: uvs.x0 * w,
    y: uvs.y0 * h,
    right: [step(uvs.x0, uvs.x1, w, width), step(uvs.y0, uvs.y1, h, width)] as const,
    down: [step(uvs.x0, uvs.x3, w, height), step(uvs.y0, uvs.y3, h, height)] as const,
    width,
    height,
  };
  const picture = (isBytes ? pixelsOf(source, bytes, w, h) : (source.resource ?? source)) as object;
  return { picture, cut, version: changesOf(source) };
}

/** The bytes of a source, as a picture that stays the same object. */
const pixels_of = new WeakMap<object, { width: number; height: number; data: Uint8Array | Uint8ClampedArray }>();

function pixelsOf(source: object, data: Uint8Array | Uint8ClampedArray, width: number, height: number): object {
  const known = pixels_of.get(source);
  if (known?.data === data && known.width === width) return known;
  const made = { width, height, data };
  pixels_of.set(source, made);
  return made;
}

/** The masks of textures, each read once, and again after `source.update()`. `masks.set(texture, mask)` puts one of yours there. */
export const masks = new Masks<ReadableTexture>(NAME, "a Texture", sourceOf);

/**
 * The mask of what a texture shows: its frame, turned back if it lies turned in its sheet; of a trimmed frame, the trimmed part. Solid where
 * the alpha is at least the threshold. The pixels are those of the texture's source: an image, a canvas or bytes, four a pixel.
 */
export const maskOf = (texture: ReadableTexture, threshold = 128): Mask => masks.of(texture, threshold);

/** The shader rounds corners to the nearest pixel of the canvas, in coordinates whose y points up. */
const roundTo = (resolution: number): Rounding => ({
  to: (x, y) => [Math.floor(x * resolution + 0.5) / resolution, Math.ceil(y * resolution - 0.5) / resolution],
  corners: "each",
});

const resolved = <S>(mask: MaskOf<S> | undefined, sprite: S): Mask | undefined => (typeof mask === "function" ? mask(sprite) : mask);

/** Whether a sprite is drawn: neither it nor what contains it is hidden, and the outermost container is the stage. */
function isDrawn(sprite: any, stage: object | null): boolean {
  for (let node = sprite; ; node = node.parent) {
    if (node.destroyed || node.visible === false || node.renderable === false || node.alpha === 0) return false;
    // Without a stage that is known: what was rendered once has a group, and what is in no container is not drawn.
    if (!node.parent) return stage === null ? node !== sprite || node.isRenderGroup : node === stage;
  }
}

/** Whether Pixi cuts off parts of it, by a mask of its own or of a container. */
function isMasked(sprite: any): boolean {
  for (let node = sprite; node; node = node.parent) if (node.mask) return true;
  return false;
}

interface View {
  readonly stage: object | null;
  readonly roundPixels: boolean;
  readonly resolution: number;
  readonly rendered: boolean;
}

/** What Pixi draws of a sprite. Undefined for what is none. */
function draw(sprite: any, { stage, roundPixels, resolution, rendered }: View = RENDERED): Drawn | null | undefined {
  // One that was destroyed has neither, but is drawn by a pipe of Pixi's like every other.
  if (sprite.renderPipeId === undefined && (!sprite.texture || !sprite.anchor)) return undefined;
  // Pixi takes the texture of what was destroyed away, and the place of what is in no group of the renderer is of no time.
  if (!isDrawn(sprite, stage) || (rendered && sprite.parentRenderGroup === null && !sprite.isRenderGroup)) return null;
  const { texture, anchor } = sprite;
  const matrix: MatrixLike = rendered ? sprite.worldTransform : sprite.getGlobalTransform();
  const round = roundPixels || sprite.roundPixels ? roundTo(resolution) : undefined;
  if (sprite.renderPipeId !== undefined && sprite.renderPipeId !== "sprite") {
    const { minX, minY, maxX, maxY } = sprite.bounds;
    const box = { x: minX, y: minY, width: maxX - minX, height: maxY - minY };
    const isCut = isMasked(sprite);
    if (texture && !texture.trim && !texture.rotate && !isCut) {
      if (sprite.renderPipeId === "tilingSprite") return { shows: masks.find(texture), matrix, box, tile: tileOf(sprite, box), round };
      if (sprite.renderPipeId === "nineSliceSprite") {
        const shows = masks.find(texture);
        return { shows, matrix, box, pieces: shows ? slicesOf(sprite, shows) : [], round };
      }
    }
    const name = named(sprite, sprite.label);
    return { shows: isCut ? `${name}, which a mask of Pixi cuts off` : texture?.trim || texture?.rotate ? `${name} of a texture that is trimmed or turned` : name, matrix, box };
  }
  const { x, y, width, height } = shownOf(texture);
  // The trimmed part is what is drawn.
  const box = { x: x - anchor.x * texture.orig.width, y: y - anchor.y * texture.orig.height, width, height };
  return { shows: isMasked(sprite) ? `${named(sprite, sprite.label)}, which a mask of Pixi cuts off` : texture.label === "EMPTY" ? null : masks.find(texture), matrix, box, round };
}

/** Where Pixi draws one of the copies of a TilingSprite's texture. */
function tileOf({ texture, anchor, applyAnchorToTexture, tileTransform }: any, { width, height }: Box): Tile {
  const matrix = new Affine();
  // Pixi draws a part of a sheet by another shader, which forgets this.
  if (applyAnchorToTexture && texture.textureMatrix.isSimple) matrix.translate(anchor.x * width, anchor.y * height);
  return { matrix: matrix.times(tileTransform.matrix), width: texture.frame.width, height: texture.frame.height };
}

/** Where Pixi draws nine slices of a mask. */
function slicesOf({ texture, anchor, width, height, leftWidth, rightWidth, topHeight, bottomHeight }: any, mask: Mask): Piece[] {
  const { orig } = texture;
  const shrink = Math.min(1, width / (leftWidth + rightWidth || 1), height / (topHeight + bottomHeight || 1));
  const [left, top] = [-anchor.x * width, -anchor.y * height];
  const from = (before: number, after: number, size: number, pixels: number) => [0, before, size - after, size].map((at) => (at * pixels) / size);
  const to = (start: number, before: number, after: number, size: number) => [0, before * shrink, size - after * shrink, size].map((at) => at + start);
  const [fromX, fromY] = [from(leftWidth, rightWidth, orig.width, mask.width), from(topHeight, bottomHeight, orig.height, mask.height)];
  const [toX, toY] = [to(left, leftWidth, rightWidth, width), to(top, topHeight, bottomHeight, height)];
  const cell = (xs: number[], ys: number[], i: number, j: number) => ({ x: xs[i]!, y: ys[j]!, width: xs[i + 1]! - xs[i]!, height: ys[j + 1]! - ys[j]! });
  return [0, 1, 2].flatMap((j) => [0, 1, 2].map((i) => ({ part: cell(fromX, fromY, i, j), box: cell(toX, toY, i, j) })));
}

/** Things as they were rendered last. The plugin says how its application rounds. */
const RENDERED = { stage: null, roundPixels: false, resolution: 1, rendered: true };

const host = new Host<SpriteLike>(NAME, "a Sprite", draw);

/**
 * A hit area of the solid pixels: `sprite.hitArea = hitArea(sprite)`. It follows the sprite as it is then, and its texture. A mask of yours is
 * that of the texture's frame; of a trimmed frame, of the trimmed part.
 */
export function hitArea<S extends SpriteLike>(sprite: S, mask?: MaskOf<S>): { contains(x: number, y: number): boolean } {
  return {
    contains(x, y) {
      // Pixi gives a point of the sprite. What is seen is a pixel of the stage.
      const seen = host.see(sprite, resolved(mask, sprite));
      return seen !== null && isSeenAt(seen, ...apply(sprite.worldTransform, x, y));
    },
  };
}

/** Where a sprite's mask lies on the stage, as it was rendered last. */
export const poseOf = (sprite: SpriteLike, mask?: Mask): Pose => host.poseOf(sprite, mask);

/** Whether two sprites overlap on some pixel of the stage, as they were rendered last. */
export const overlaps = host.overlaps;

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
  /** How many pixels of the canvas a pixel of the stage has: where sprites are rounded to. By default 1. */
  resolution?: number;
  /** The outermost container that is rendered. What is not in it covers nothing. By default what is in some container is taken for drawn. */
  stage?: object;
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
 * and the world's event: `ship.on("pixelbegin", (rock, event) => explode(event.touch.first))`. A sprite that is not drawn (hidden, or in a hidden
 * container, or in none) covers nothing; one that is destroyed is removed.
 */
export class PixelSystem {
  #follower: Follower<FollowedSprite>;
  #masks = new Map<FollowedSprite, MaskOf<any>>();
  #ticker: TickerLike | undefined;
  #view: View;

  constructor(options: PixelSystemOptions = {}) {
    const { ticker, roundPixels = false, resolution = 1, stage = null, ...world } = options;
    this.#view = { stage, roundPixels, resolution, rendered: false };
    this.#follower = new Follower(world, (sprite) => this.#see(sprite));
    this.#ticker = ticker;
    ticker?.add(this.update, this, PRIORITY);
  }

  #see(sprite: FollowedSprite): Seen | null {
    const drawn = host.drawn(sprite, (sprite) => draw(sprite, this.#view));
    return host.seen(drawn, drawn === null ? undefined : resolved(this.#masks.get(sprite), sprite));
  }

  /** The world: for its questions, such as `pick` and `cast`. */
  get world(): World {
    return this.#follower.world;
  }

  /** Follows a sprite, and returns the handle of its collider. */
  add<S extends FollowedSprite>(sprite: S, options: PixelOptions<S> = {}): Handle {
    const { mask, ...collider } = options;
    if (mask !== undefined) this.#masks.set(sprite, mask);
    if (this.#follower.handleOf(sprite) === null) sprite?.once?.("destroyed", () => this.remove(sprite));
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
    const { stage, ticker, renderer } = this;
    const [resolution, roundPixels]: [number, boolean] = [renderer?.resolution ?? 1, renderer?.roundPixels ?? false];
    Object.assign(RENDERED, { resolution, roundPixels });
    this.pixels = new PixelSystem({ ticker, stage, resolution, roundPixels, ...options.pixels });
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
