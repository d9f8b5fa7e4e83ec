// Kaplay: a plugin with a component whose collisions go by pixels.

import { Affine, apply, type Box, type PointXY } from "./host/affine.js";
import { Follower, type FollowOptions } from "./host/follow.js";
import { given, pictures, upright, type Source } from "./host/picture.js";
import { Host, isSeenAt, type Drawn, type Piece, type Seen } from "./host/seen.js";
import { Mask } from "./mask.js";
import type { WorldEvent } from "./table.js";
import type { World, WorldOptions } from "./world.js";

const NAME = "hitmask/kaplay";

interface QuadLike extends PointXY {
  readonly w: number;
  readonly h: number;
}

interface SlicesLike {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What is needed of a sprite's data: its texture, and where its frames lie in it, in parts of the texture. */
export interface SpriteDataLike {
  readonly tex: { readonly width: number; readonly height: number; readonly glTex: any; readonly ctx: { readonly gl: any } };
  readonly frames: readonly QuadLike[];
  readonly slice9?: SlicesLike | null;
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
  /** Whether the object shows a solid pixel at a point of the world. For the mouse: `hasPixel(toWorld(mousePos()))`, or `hasPixelOnScreen`. */
  hasPixel(point: PointXY): boolean;
  /** Whether the object shows a solid pixel at a point of the screen, through the camera: `hasPixelOnScreen(mousePos())`. */
  hasPixelOnScreen(point: PointXY): boolean;
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
  /** The topmost object at a point of the screen, such as `mousePos()`: by pixels of the world, or of the screen. */
  pixelPick(point: PointXY): any;
}

let dot: Mask | undefined;

/** How far along the size the anchor lies, from -1 to 1. */
function anchorOf(anchor: string | PointXY | undefined): PointXY {
  if (typeof anchor === "object") return anchor;
  const name = anchor ?? "topleft";
  const side = (before: string, after: string): number => (name.includes(before) ? -1 : name.includes(after) ? 1 : 0);
  return { x: side("left", "right"), y: side("top", "bot") };
}

/** Kaplay turns what was scaled before, not the other way round. */
const turned = (matrix: Affine, degrees = 0): Affine =>
  degrees ? new Affine().translate(matrix.tx, matrix.ty).rotate(degrees).times({ ...matrix, tx: 0, ty: 0 }) : matrix;

/** Where an object is drawn, without the camera. */
function matrixOf(object: any): Affine {
  const matrix = object.parent ? matrixOf(object.parent) : new Affine();
  if (object.pos) matrix.translate(object.pos.x, object.pos.y);
  if (object.scale) matrix.scale(object.scale.x, object.scale.y);
  return turned(matrix, object.angle);
}

/** The sprite is drawn from its anchor on, as large as `width` and `height` say. */
function boxOf({ anchor, width, height, flipX, flipY }: any): Box {
  const { x, y } = anchorOf(anchor);
  const [left, top] = [-((x + 1) / 2) * width, -((y + 1) / 2) * height];
  return { x: flipX ? left + width : left, y: flipY ? top + height : top, width: flipX ? -width : width, height: flipY ? -height : height };
}

/** Where Kaplay draws nine slices of a frame: each from an anchor of its own, and flipped in its own place. */
function slicesOf({ anchor, width, height, flipX, flipY }: any, frameWidth: number, frameHeight: number, { left, right, top, bottom }: SlicesLike): Piece[] {
  const [xs, ys] = [[0, left, frameWidth - right, frameWidth], [0, top, frameHeight - bottom, frameHeight]];
  const [toX, toY] = [[0, left, width - right, width], [0, top, height - bottom, height]];
  return [0, 1, 2].flatMap((j) =>
    [0, 1, 2].map((i) => {
      const part = { x: xs[i]!, y: ys[j]!, width: xs[i + 1]! - xs[i]!, height: ys[j + 1]! - ys[j]! };
      const { x, y, width, height } = boxOf({ anchor, width: toX[i + 1]! - toX[i]!, height: toY[j + 1]! - toY[j]!, flipX, flipY });
      return { part, box: { x: x + toX[i]!, y: y + toY[j]!, width, height } };
    }),
  );
}

function sourceOf(texture: SpriteDataLike["tex"], quad: QuadLike): Source {
  const [x, y] = [Math.round(quad.x * texture.width), Math.round(quad.y * texture.height)];
  const [width, height] = [Math.round(quad.w * texture.width), Math.round(quad.h * texture.height)];
  const read = () => {
    const { gl } = texture.ctx;
    const [data, before, buffer] = [new Uint8Array(4 * width * height), gl.getParameter(gl.FRAMEBUFFER_BINDING), gl.createFramebuffer()];
    gl.bindFramebuffer(gl.FRAMEBUFFER, buffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture.glTex, 0);
    gl.readPixels(x, y, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data);
    gl.bindFramebuffer(gl.FRAMEBUFFER, before);
    gl.deleteFramebuffer(buffer);
    return { width, height, data };
  };
  return { picture: texture, cut: upright(x, y, width, height), read };
}

/**
 * The mask of a part of a texture, in parts of its size as Kaplay's quads have it. It is read back from the graphics card, once: Kaplay packs
 * sprites into shared textures and keeps no other copy that it does not draw over.
 */
export function maskOf(texture: SpriteDataLike["tex"], quad: QuadLike, threshold = 128): Mask {
  given(NAME, "a Texture", texture, texture?.ctx?.gl);
  given(NAME, "a Quad", quad, Number.isFinite(quad?.w) && Number.isFinite(quad.h));
  return pictures.of(sourceOf(texture, quad), threshold, NAME) ?? new Mask(0, 0);
}

/** Reads the sprites of a texture again at the next use: after you have drawn on it, of which Kaplay tells nobody. */
export function forget(texture: SpriteDataLike["tex"]): void {
  pictures.forget(texture);
}

const EVENTS = { begin: "pixelCollide", end: "pixelCollideEnd", pass: "pixelCollide", stay: "" } as const;

/**
 * The plugin: `kaplay({ plugins: [pixelPlugin()] })`. Its options are those of a World: `area: true` counts the pixels that overlap, and so on.
 * Collisions are looked at once a frame, after all objects were updated, in pixels of the world. What is `fixed` lies where it is drawn through
 * the camera at the time. With the option `screen` all lie in pixels of the screen. What is not drawn, or paused, covers nothing.
 */
export function pixelPlugin({ screen = false, ...options }: WorldOptions & { screen?: boolean } = {}): (k: any) => PixelContext {
  return (k) => {
    const options_of = new WeakMap<object, PixelAreaOptions>();
    const dataOf = (object: any): SpriteDataLike | null => {
      const sprite = object.pixelSprite ?? object.sprite;
      return typeof sprite === "string" ? (k.getSprite(sprite)?.data ?? null) : (sprite?.data ?? sprite ?? null);
    };
    /** What the camera does to the world: where it is now, without its shaking, which Kaplay draws by chance. */
    const camera = (): Affine => {
      const [centre, at, scale] = [k.center(), k.getCamPos(), k.getCamScale()];
      return turned(new Affine().translate(centre.x, centre.y).scale(scale.x, scale.y), k.getCamRot()).translate(-at.x, -at.y);
    };
    const draw = (object: any, onScreen: boolean): Drawn | null | undefined => {
      if (typeof object.c !== "function") return undefined;
      let [isFixed, isMasked] = [false, false];
      for (let node = object; node; node = node.parent) {
        if (node.hidden || node.paused || (node === object && node.opacity === 0)) return null;
        // What was destroyed has left its parent.
        if (!node.parent && node !== k.getTreeRoot()) return null;
        isFixed ||= node.fixed === true;
        isMasked ||= node !== object && !!node.mask;
      }
      const around = isFixed === onScreen ? new Affine() : onScreen ? camera() : camera().inverse();
      const matrix = around.times(matrixOf(object));
      const sprite = dataOf(object);
      const frame = sprite?.frames[object.frame ?? 0];
      let shows: Drawn["shows"] = null;
      if (isMasked || object.mask) shows = "an object with mask(), or inside of one";
      else if (sprite && frame) {
        const part = (!sprite.slice9 && object.quad) || { x: 0, y: 0, w: 1, h: 1 };
        shows = sourceOf(sprite.tex, { x: frame.x + part.x * frame.w, y: frame.y + part.y * frame.h, w: frame.w * part.w, h: frame.h * part.h });
      } else if (object.c("rect") && !object.radius && !object.outline) {
        shows = (dot ??= Mask.filled(1, 1));
      } else {
        const other = ["rect", "circle", "ellipse", "polygon", "text", "uvquad"].find((name) => object.c(name));
        if (other !== undefined) shows = `an object with ${other}()`;
      }
      const pieces = sprite?.slice9 && frame && slicesOf(object, sprite.tex.width * frame.w, sprite.tex.height * frame.h, sprite.slice9);
      return { shows, matrix, box: boxOf(object), pieces: pieces || undefined };
    };
    const host = new Host<any>(NAME, "an object of Kaplay", (object) => draw(object, screen));
    const seen = (object: any, onScreen: boolean): Seen<Mask> | null =>
      host.seen(host.drawn(object, (object) => draw(object, onScreen)), options_of.get(object)?.mask);
    const see = (object: any): Seen<Mask> | null => seen(object, screen);
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
          const at = screen ? apply(camera(), point.x, point.y) : ([point.x, point.y] as const);
          return isSeenAt(see(this), ...at);
        },
        hasPixelOnScreen(this: any, point: PointXY) {
          return isSeenAt(seen(this, true), point.x, point.y);
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
      pixelPick(point) {
        const [x, y] = screen ? [point.x, point.y] : apply(camera().inverse(), point.x, point.y);
        const handle = follower.world.pick([Math.floor(x), Math.floor(y)]);
        return handle === null ? null : follower.objectOf(handle);
      },
    };
  };
}
