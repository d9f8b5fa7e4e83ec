// Kaplay: a plugin with a component whose collisions go by pixels.

import { Affine } from "./host/affine.js";
import type { Box, PointXY } from "./host/affine.js";
import { Follower } from "./host/follow.js";
import type { FollowOptions } from "./host/follow.js";
import { Cuts, maskOfCut, upright } from "./host/picture.js";
import { isSeenAt, seen } from "./host/seen.js";
import type { Seen } from "./host/seen.js";
import type { Mask } from "./mask.js";
import type { WorldEvent } from "./table.js";
import type { World, WorldOptions } from "./world.js";

interface QuadLike extends PointXY {
  readonly w: number;
  readonly h: number;
}

/** What is needed of a sprite's data: its texture, and where its frames lie in it, in parts of the texture. */
export interface SpriteDataLike {
  readonly tex: { readonly width: number; readonly height: number; readonly glTex: any; readonly ctx: { readonly gl: any } };
  readonly frames: readonly QuadLike[];
}

/** What the component has: see `PixelAreaComp`. */
export interface PixelAreaOptions extends FollowOptions {
  /** A mask of yours instead of the sprite's frame, stretched to the object's `width` and `height` as its picture is. */
  mask?: Mask;
  /** The name of the sprite, or its data, if `sprite()` was not given a name. */
  sprite?: string | SpriteDataLike;
}

interface Controller {
  cancel(): void;
}

/** The component that `pixelArea()` makes. Its names are those of `area()`, by pixels. */
export interface PixelAreaComp {
  id: string;
  /** The name or the data of the sprite whose frames are tested. Set it where you set `sprite`. */
  pixelSprite: string | SpriteDataLike | null;
  /** The object starts to overlap another one, or one with a tag, on some pixel. */
  onPixelCollide(action: (other: any, event: WorldEvent) => void): Controller;
  onPixelCollide(tag: string, action: (other: any, event: WorldEvent) => void): Controller;
  /** Each frame in which they overlap. */
  onPixelCollideUpdate(action: (other: any, event: WorldEvent) => void): Controller;
  onPixelCollideUpdate(tag: string, action: (other: any, event: WorldEvent) => void): Controller;
  /** They overlap no more. */
  onPixelCollideEnd(action: (other: any, event: WorldEvent) => void): Controller;
  onPixelCollideEnd(tag: string, action: (other: any, event: WorldEvent) => void): Controller;
  isPixelColliding(other: any): boolean;
  /** The objects that overlapped this one in the last frame. */
  getPixelCollisions(): any[];
  /** Whether the object shows a solid pixel at a point of the world. For the mouse: `hasPixel(toWorld(mousePos()))`. */
  hasPixel(point: PointXY): boolean;
}

/** What the plugin adds to the context. */
export interface PixelContext {
  /** A component: collisions by the pixels of the object's sprite, at its frame, scale, angle, flip and anchor. */
  pixelArea(options?: PixelAreaOptions): PixelAreaComp;
  /** Objects with two tags start to overlap. */
  onPixelCollide(a: string, b: string, action: (a: any, b: any, event: WorldEvent) => void): Controller;
  onPixelCollideUpdate(a: string, b: string, action: (a: any, b: any, event: WorldEvent) => void): Controller;
  onPixelCollideEnd(a: string, b: string, action: (a: any, b: any, event: WorldEvent) => void): Controller;
  /** The world: for its questions, such as `pick` and `cast`. */
  pixelWorld: World;
}

/** How far along the size the anchor lies, from -1 to 1. */
function anchorOf(anchor: string | PointXY | undefined): PointXY {
  if (typeof anchor === "object") return anchor;
  const name = anchor ?? "topleft";
  const side = (before: string, after: string): number => (name.includes(before) ? -1 : name.includes(after) ? 1 : 0);
  return { x: side("left", "right"), y: side("top", "bot") };
}

/** Where an object is drawn in the world, without the camera. Kaplay turns what parents have scaled, not the other way round. */
function matrixOf(object: any): Affine {
  const matrix = object.parent ? matrixOf(object.parent) : new Affine();
  if (object.pos) matrix.translate(object.pos.x, object.pos.y);
  if (object.scale) matrix.scale(object.scale.x, object.scale.y);
  return object.angle ? new Affine().translate(matrix.tx, matrix.ty).rotate(object.angle).times({ ...matrix, tx: 0, ty: 0 }) : matrix;
}

/** The sprite is drawn from its anchor on, as large as `width` and `height` say. */
function boxOf({ anchor, width, height, flipX, flipY }: any): Box {
  const { x, y } = anchorOf(anchor);
  const [left, top] = [-((x + 1) / 2) * width, -((y + 1) / 2) * height];
  return { x: flipX ? left + width : left, y: flipY ? top + height : top, width: flipX ? -width : width, height: flipY ? -height : height };
}

const cuts = new Cuts();

/**
 * The mask of a part of a texture, in parts of its size as Kaplay's quads have it. It is read back from the graphics card, once: Kaplay packs
 * sprites into shared textures and keeps no other copy that it does not draw over.
 */
export function maskOf(texture: SpriteDataLike["tex"], quad: QuadLike, threshold = 128): Mask {
  const [x, y] = [Math.round(quad.x * texture.width), Math.round(quad.y * texture.height)];
  const [width, height] = [Math.round(quad.w * texture.width), Math.round(quad.h * texture.height)];
  return cuts.of(texture, [x, y, width, height], threshold, () => {
    const { gl } = texture.ctx;
    const [data, before, buffer] = [new Uint8Array(4 * width * height), gl.getParameter(gl.FRAMEBUFFER_BINDING), gl.createFramebuffer()];
    gl.bindFramebuffer(gl.FRAMEBUFFER, buffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture.glTex, 0);
    gl.readPixels(x, y, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
    gl.bindFramebuffer(gl.FRAMEBUFFER, before);
    gl.deleteFramebuffer(buffer);
    return maskOfCut({ width, height, data }, upright(0, 0, width, height), threshold);
  });
}

const EVENTS = { begin: "pixelCollide", end: "pixelCollideEnd", pass: "pixelCollide", stay: "" } as const;

/**
 * The plugin: `kaplay({ plugins: [pixelPlugin()] })`. Its options are those of a World: `area: true` counts the pixels that overlap, and so on.
 * Collisions are looked at once a frame, after all objects were updated, in pixels of the world: the camera does not change them. What is
 * hidden or paused covers nothing.
 */
export function pixelPlugin(options: WorldOptions = {}): (k: any) => PixelContext {
  return (k) => {
    const options_of = new WeakMap<object, PixelAreaOptions>();
    const dataOf = (object: any): SpriteDataLike | null => {
      const sprite = object.pixelSprite ?? object.sprite;
      return typeof sprite === "string" ? (k.getSprite(sprite)?.data ?? null) : (sprite?.data ?? sprite ?? null);
    };
    const see = (object: any): Seen<Mask> | null => {
      for (let node = object; node; node = node.parent) {
        if (node.hidden || node.paused) return null;
      }
      let { mask } = options_of.get(object) ?? {};
      if (mask === undefined) {
        const data = dataOf(object);
        const frame = data?.frames[object.frame ?? 0];
        if (!data || !frame) return null;
        const part = object.quad ?? { x: 0, y: 0, w: 1, h: 1 };
        mask = maskOf(data.tex, { x: frame.x + part.x * frame.w, y: frame.y + part.y * frame.h, w: frame.w * part.w, h: frame.h * part.h });
      }
      return seen(mask, matrixOf(object), boxOf(object));
    };
    const follower = new Follower<any>({ stay: true, ...options }, see);
    const step = (): void =>
      follower.step((a, b, event) => {
        const name = EVENTS[event.kind];
        for (const [one, other] of [[a, b], [b, a]]) {
          if (event.kind !== "end") one.trigger("pixelCollideUpdate", other, event);
          if (name) one.trigger(name, other, event);
        }
      });
    // The root's own update comes after those of all objects, but a new scene forgets it. An object that stays renews it each frame.
    let last: Controller | undefined;
    k.add([
      k.stay(),
      {
        update() {
          last?.cancel();
          last = k.getTreeRoot().on("update", step);
        },
      },
    ]);
    const listen = (object: any, name: string, tag: string | Function, action?: Function): Controller =>
      typeof tag === "function" ? object.on(name, tag) : object.on(name, (other: any, event: WorldEvent) => other.is(tag) && action?.(other, event));
    const both = (name: string) => (a: string, b: string, action: (a: any, b: any, event: WorldEvent) => void): Controller =>
      k.on(name, a, (one: any, other: any, event: WorldEvent) => other.is(b) && action(one, other, event));
    // Kaplay binds the functions of a component to its object.
    const pixelArea = (options: PixelAreaOptions = {}): PixelAreaComp => {
      const { mask: _, sprite = null, ...collider } = options;
      const component: PixelAreaComp & { add(): void; destroy(): void } = {
        id: "pixelArea",
        pixelSprite: sprite,
        add(this: any) {
          options_of.set(this, options);
          follower.add(this, collider);
        },
        destroy(this: any) {
          follower.remove(this);
        },
        onPixelCollide(this: any, tag: any, action?: any) {
          return listen(this, "pixelCollide", tag, action);
        },
        onPixelCollideUpdate(this: any, tag: any, action?: any) {
          return listen(this, "pixelCollideUpdate", tag, action);
        },
        onPixelCollideEnd(this: any, tag: any, action?: any) {
          return listen(this, "pixelCollideEnd", tag, action);
        },
        isPixelColliding(this: any, other: any) {
          return follower.touching(this).includes(other);
        },
        getPixelCollisions(this: any) {
          return follower.touching(this);
        },
        hasPixel(this: any, point: PointXY) {
          return isSeenAt(see(this), point.x, point.y);
        },
      };
      return component;
    };
    return {
      pixelArea,
      onPixelCollide: both("pixelCollide"),
      onPixelCollideUpdate: both("pixelCollideUpdate"),
      onPixelCollideEnd: both("pixelCollideEnd"),
      pixelWorld: follower.world,
    };
  };
}
