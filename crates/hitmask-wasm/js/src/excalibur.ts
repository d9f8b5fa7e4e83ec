// Excalibur: a component and a system, so that actors collide by the pixels of their graphics.

import { Affine, apply, type PointXY } from "./host/affine.js";
import { Follower, type FollowOptions } from "./host/follow.js";
import { given, pictures, sizeOf, upright, type Source, type Wrap } from "./host/picture.js";
import { Host, isSeenAt, named, type Drawn, type Seen } from "./host/seen.js";
import type { Mask } from "./mask.js";
import type { WorldEvent } from "./table.js";
import type { World, WorldOptions } from "./world.js";

/** What is needed of an Excalibur Sprite. */
export interface SpriteLike {
  readonly image: { readonly image: unknown; isLoaded(): boolean };
  readonly sourceView: PointXY & { readonly width: number; readonly height: number };
  readonly destSize: { readonly width: number; readonly height: number };
}

export interface PixelColliderOptions extends FollowOptions {
  /** A mask of yours instead of the graphic's picture, stretched over the graphic. */
  mask?: Mask;
}

/** What listeners of `pixelcollisionstart`, `pixelcollision` and `pixelcollisionend` get. */
export interface PixelCollisionEvent {
  readonly self: any;
  readonly other: any;
  /** What the world says: `event.touch.first` is the first pixel that both cover. */
  readonly event: WorldEvent;
}

const NAME = "hitmask/excalibur";

/** What the graphics card shows of a picture outside of it. */
const WRAPS: { readonly [name: string]: Wrap } = {
  Clamp: (at, count) => Math.min(Math.max(at, 0), count - 1),
  Repeat: (at, count) => ((at % count) + count) % count,
  Mirror: (at, count) => {
    const within = WRAPS.Repeat!(at, 2 * count);
    return Math.min(within, 2 * count - 1 - within);
  },
};

/** The pixels of a sprite's source view. None while the image is loading. */
function sourceOf(sprite: SpriteLike): Source | null {
  if (!sprite.image.isLoaded()) return null;
  const { x, y, width, height } = sprite.sourceView;
  const picture = sprite.image.image as any;
  const [columns, rows] = sizeOf(picture);
  const isInside = x >= 0 && y >= 0 && x + width <= columns && y + height <= rows;
  // Excalibur keeps there how a picture goes on, as that of a TiledSprite does.
  const wrap = ["wrapping-x", "wrapping-y"].map((name) => WRAPS[picture.getAttribute?.(name)] ?? WRAPS.Clamp!) as [Wrap, Wrap];
  return { picture, cut: upright(x, y, width, height), wrap: isInside ? undefined : wrap };
}

/** The mask of a sprite's source view. Solid where the alpha is at least the threshold. Each is read once. Null while the image is loading. */
export function maskOf(sprite: SpriteLike, threshold = 128): Mask | null {
  const source = sourceOf(given(NAME, "a Sprite of Excalibur", sprite, typeof sprite?.image?.isLoaded === "function" && sprite.sourceView));
  return source && pictures.of(source, threshold, NAME);
}

/** Reads a picture again at the next use, such as a canvas on which you have drawn. */
export function forget(picture: object): void {
  pictures.forget(picture);
}

/** How often a Raster, such as a rectangle, a circle or a canvas, was drawn anew since it was looked at first. */
const drawings = new WeakMap<object, { count: number }>();

/** The pixels of a graphic that Excalibur draws onto a canvas of its own. */
function rasterOf(raster: any): Source {
  let drawn = drawings.get(raster);
  if (drawn === undefined) {
    const [counted, rasterize] = [{ count: 0 }, raster.rasterize];
    drawings.set(raster, (drawn = counted));
    raster.rasterize = function (this: unknown) {
      counted.count++;
      rasterize.call(this);
    };
  }
  // Excalibur would draw it anew when it shows it next.
  if (raster.dirty) raster.rasterize();
  const { width, height } = raster._bitmap;
  return { picture: raster._bitmap, cut: upright(0, 0, width, height), version: drawn.count };
}

const degrees = (radians: number): number => (radians * 180) / Math.PI;

/** What a graphic does to the context before it draws. */
function enter(matrix: Affine, graphic: any, x: number, y: number, flipHorizontal: boolean, flipVertical: boolean): void {
  const { width, height, scale, rotation } = graphic;
  const origin: PointXY = graphic.origin ?? { x: width / 2, y: height / 2 };
  matrix.translate(x, y).scale(Math.abs(scale.x), Math.abs(scale.y));
  matrix.translate(origin.x, origin.y).rotate(degrees(rotation)).scale(scale.x > 0 ? 1 : -1, scale.y > 0 ? 1 : -1).translate(-origin.x, -origin.y);
  if (flipHorizontal && scale.x) matrix.translate(width / scale.x, 0).scale(-1, 1);
  if (flipVertical && scale.y) matrix.translate(0, height / scale.y).scale(1, -1);
}

/** Where an entity is drawn: its ancestors' transforms, then its own, each moved, scaled and turned in this order. */
function matrixOf(entity: any): Affine {
  const matrix = entity.parent ? matrixOf(entity.parent) : new Affine();
  const { transform } = entity;
  if (!transform) return matrix;
  const { pos, scale, rotation } = transform;
  return matrix.translate(pos.x, pos.y).scale(scale.x, scale.y).rotate(degrees(rotation));
}

/** What the camera does to the world. */
function cameraOf(entity: any): Affine {
  const { camera, engine } = entity.scene ?? {};
  const matrix = new Affine();
  if (!camera || !engine) return matrix;
  const { resolution, contentArea } = engine.screen;
  // Fixed steps and shaking move what is drawn meanwhile.
  matrix.translate(-contentArea.left, -contentArea.top).translate(resolution.width / 2, resolution.height / 2);
  return matrix.rotate(degrees(camera.rotation)).scale(camera.zoom, camera.zoom).translate(-camera.pos.x, -camera.pos.y);
}

const SCREEN = "screen";

/** The component of an entity that has a field. */
function componentOf(entity: any, field: string): any {
  for (const component of entity.components?.values() ?? []) if (field in component) return component;
  return undefined;
}

/** Where an entity is drawn: in pixels of the world, or of the screen. */
function placeOf(entity: any, onScreen: boolean): Affine {
  const isFixed = entity.transform?.coordPlane === SCREEN;
  const around = isFixed === onScreen ? new Affine() : onScreen ? cameraOf(entity) : cameraOf(entity).inverse();
  const [parallax, camera] = [componentOf(entity, "parallaxFactor")?.parallaxFactor, entity.scene?.camera];
  if (parallax && camera) around.translate(camera.pos.x * (1 - parallax.x), camera.pos.y * (1 - parallax.y));
  return around.times(matrixOf(entity));
}

/** What an actor shows. Null for one that is not drawn: hidden, or killed, or in no scene. */
function draw(entity: any, onScreen = false): Drawn | null | undefined {
  if (typeof entity.get !== "function") return undefined;
  const [graphics, transform] = [entity.graphics ?? componentOf(entity, "isVisible"), entity.transform ?? componentOf(entity, "coordPlane")];
  if (!entity.isActive || !entity.scene || !transform || !graphics?.isVisible) return null;
  for (let around = entity; around; around = around.parent) if (around.graphics?.opacity === 0) return null;
  const graphic = graphics.current;
  if (!graphic && (graphics.onPreDraw || graphics.onPostDraw)) {
    const { left, top, width, height } = graphics.localBounds;
    return { shows: `${named(entity)}, which draws by a function`, matrix: placeOf(entity, onScreen), box: { x: left, y: top, width, height } };
  }
  if (!graphic || graphic.opacity === 0) return null;
  const anchor: PointXY = graphics.currentOptions?.anchor ?? graphics.anchor;
  const offset: PointXY = graphics.currentOptions?.offset ?? graphics.offset;
  const { globalScale } = transform;
  const matrix = placeOf(entity, onScreen);
  const [x, y] = [
    -graphic.width * anchor.x + offset.x * graphic.scale.x * globalScale.x,
    -graphic.height * anchor.y + offset.y * graphic.scale.y * globalScale.y,
  ];
  enter(matrix, graphic, x, y, graphic.flipHorizontal !== graphics.flipHorizontal, graphic.flipVertical !== graphics.flipVertical);
  let shown = graphic;
  // An animation draws the graphic of its frame, which may be turned and flipped itself.
  while (shown?.currentFrame !== undefined) {
    shown = shown.currentFrame?.graphic;
    if (shown) enter(matrix, shown, 0, 0, shown.flipHorizontal, shown.flipVertical);
  }
  if (!shown) return null;
  const [image, raster] = [shown.sourceView && shown.image, shown.rasterize && shown._bitmap];
  if (raster) return { shows: rasterOf(shown), matrix, box: { x: 0, y: 0, width: raster.width / shown.quality, height: raster.height / shown.quality } };
  const { width, height } = shown.destSize ?? { width: shown.width / (Math.abs(shown.scale.x) || 1), height: shown.height / (Math.abs(shown.scale.y) || 1) };
  return { shows: image ? sourceOf(shown) : `${named(shown)} of ${named(entity)}`, matrix, box: { x: 0, y: 0, width, height } };
}

const host = new Host<any>(NAME, "an actor of Excalibur", draw);

const see = (entity: any, mask: Mask | undefined, onScreen: boolean): Seen<Mask> | null => host.seen(host.drawn(entity, (entity) => draw(entity, onScreen)), mask);

/**
 * A component: `actor.addComponent(new PixelColliderComponent())`. The actor then collides by the pixels of its sprite, or of the frame of its
 * animation, with its rotation, scale, flips, anchor and offset. The scene needs the system: `scene.world.add(PixelCollisionSystem)`.
 */
export class PixelColliderComponent {
  // Excalibur tells components apart by name, and programs that pack scripts change names.
  static readonly name: string = "PixelColliderComponent";
  owner?: any = undefined;
  readonly options: PixelColliderOptions;

  constructor(options: PixelColliderOptions = {}) {
    this.options = options;
  }

  clone(): PixelColliderComponent {
    return new PixelColliderComponent(this.options);
  }

  /** Whether the actor shows a solid pixel at a point of the world, such as `pointerEvent.worldPos`. */
  hasPixel(point: PointXY): boolean {
    return isSeenAt(this.owner ? see(this.owner, this.options.mask, false) : null, point.x, point.y);
  }

  /** Whether the actor shows a solid pixel at a point of the screen, such as `pointerEvent.screenPos`. */
  hasPixelOnScreen(point: PointXY): boolean {
    return isSeenAt(this.owner ? see(this.owner, this.options.mask, true) : null, point.x, point.y);
  }
}

/**
 * A system: `scene.world.add(PixelCollisionSystem)`. Once a frame, after actors were moved, it emits on both actors `pixelcollisionstart`,
 * `pixelcollisionend`, and with `stay: true` also `pixelcollision`: `actor.on("pixelcollisionstart", ({ other, event }) => ...)`. A swept actor
 * that passed another one starts to collide. An actor that is not drawn covers nothing.
 *
 * Actors lie in the world. One on the plane of the screen, or with a parallax, lies where it is drawn through the camera at the time. With the
 * option `screen` all lie in pixels of the screen.
 */
export class PixelCollisionSystem {
  static readonly name: string = "PixelCollisionSystem";
  /** After Excalibur's own systems. */
  static priority = 5;
  /** The options of the worlds of the scenes to which the system is added from now on. */
  static options: WorldOptions & { screen?: boolean } = {};
  readonly systemType: any = "update";
  #screen: boolean;
  #follower: Follower<any>;

  constructor(world: any) {
    const { screen = false, ...options } = PixelCollisionSystem.options;
    this.#screen = screen;
    this.#follower = new Follower<any>(options, (entity) => see(entity, entity.get(PixelColliderComponent)?.options.mask, screen));
    const query = world.query([PixelColliderComponent]);
    const add = (entity: any): void => {
      const { mask: _, ...collider } = entity.get(PixelColliderComponent).options;
      this.#follower.add(entity, collider);
    };
    query.entityAdded$.subscribe(add);
    query.entityRemoved$.subscribe((entity: any) => this.#follower.remove(entity));
    for (const entity of query.entities) add(entity);
  }

  /** The world of pixels: for its questions, such as `pick` and `cast`. */
  get pixels(): World {
    return this.#follower.world;
  }

  /** The topmost actor at a point of the screen, such as `pointerEvent.screenPos`: by pixels of the world, or of the screen. */
  pick(point: PointXY): any {
    // All entities look through the same camera.
    const [one] = this.pixels.handles();
    if (one === undefined) return null;
    const [x, y] = this.#screen ? [point.x, point.y] : apply(cameraOf(this.entityOf(one)).inverse(), point.x, point.y);
    const handle = this.pixels.pick([Math.floor(x), Math.floor(y)]);
    return handle === null ? null : this.entityOf(handle);
  }

  /** The actor of a collider, and the collider of an actor. */
  entityOf(handle: number): any {
    return this.#follower.objectOf(handle);
  }

  handleOf(entity: any): number | null {
    return this.#follower.handleOf(entity);
  }

  /** What touched an actor in the last frame. */
  touching(entity: any): any[] {
    return this.#follower.touching(entity);
  }

  /** Excalibur calls it. */
  update(): void {
    const names = { begin: "pixelcollisionstart", pass: "pixelcollisionstart", stay: "pixelcollision", end: "pixelcollisionend" } as const;
    this.#follower.step((a, b, event) => {
      a.events.emit(names[event.kind], { self: a, other: b, event } satisfies PixelCollisionEvent);
      b.events.emit(names[event.kind], { self: b, other: a, event } satisfies PixelCollisionEvent);
    });
  }
}
