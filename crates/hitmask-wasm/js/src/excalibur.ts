// Excalibur: a component and a system, so that actors collide by the pixels of their graphics.

import { Affine } from "./host/affine.js";
import type { PointXY } from "./host/affine.js";
import { Follower } from "./host/follow.js";
import type { FollowOptions } from "./host/follow.js";
import { Cuts } from "./host/picture.js";
import { isSeenAt, seen } from "./host/seen.js";
import type { Seen } from "./host/seen.js";
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

const cuts = new Cuts();

/** The mask of a sprite's source view. Solid where the alpha is at least the threshold. Each is read once. Null while the image is loading. */
export function maskOf(sprite: SpriteLike, threshold = 128): Mask | null {
  if (!sprite.image.isLoaded()) return null;
  const { x, y, width, height } = sprite.sourceView;
  if (!(width > 0 && height > 0)) return null;
  return cuts.of(sprite.image.image as object, [x, y, width, height], threshold);
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

/** What an actor shows. Null for nothing, and for a graphic that is neither a sprite nor an animation, unless there is a mask. */
function see(entity: any, given: Mask | undefined): Seen<Mask> | null {
  const { graphics, transform } = entity;
  const graphic = graphics?.current;
  if (!graphic || !graphics.isVisible) return null;
  const anchor: PointXY = graphics.currentOptions?.anchor ?? graphics.anchor;
  const offset: PointXY = graphics.currentOptions?.offset ?? graphics.offset;
  const { globalScale } = transform;
  const matrix = matrixOf(entity);
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
  const mask = given ?? (shown.sourceView && shown.image ? maskOf(shown) : null);
  if (mask === null) return null;
  const size = shown.destSize ?? { width: shown.width / (Math.abs(shown.scale.x) || 1), height: shown.height / (Math.abs(shown.scale.y) || 1) };
  return seen(mask, matrix, { x: 0, y: 0, width: size.width, height: size.height });
}

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
    return isSeenAt(this.owner ? see(this.owner, this.options.mask) : null, point.x, point.y);
  }
}

/**
 * A system: `scene.world.add(PixelCollisionSystem)`. Once a frame, after actors were moved, it emits on both actors `pixelcollisionstart`,
 * `pixelcollisionend`, and with `stay: true` also `pixelcollision`: `actor.on("pixelcollisionstart", ({ other, event }) => ...)`. A swept actor
 * that passed another one starts to collide. An actor whose graphics are invisible covers nothing.
 */
export class PixelCollisionSystem {
  static readonly name: string = "PixelCollisionSystem";
  /** After Excalibur's own systems. */
  static priority = 5;
  /** The options of the worlds of the scenes to which the system is added from now on. */
  static options: WorldOptions = {};
  readonly systemType: any = "update";
  #follower = new Follower<any>(PixelCollisionSystem.options, (entity) => see(entity, entity.get(PixelColliderComponent)?.options.mask));

  constructor(world: any) {
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
