// Phaser 3 and 4: pixel-exact input, Arcade callbacks, overlap of game objects as they are seen, and a scene plugin that follows them.

import { Affine, apply, placeOf, poseOf as pose } from "./host/affine.js";
import type { Box, MatrixLike, Round } from "./host/affine.js";
import { Follower } from "./host/follow.js";
import type { FollowOptions } from "./host/follow.js";
import { Cuts, Masks, maskOfCut, upright } from "./host/picture.js";
import { isSeenAt, overlapsBy, overlapsSeen, seen } from "./host/seen.js";
import type { Seen } from "./host/seen.js";
import type { PictureLike } from "./atlas.js";
import type { Mask } from "./mask.js";
import type { Pose } from "./pose.js";
import { Terrain } from "./terrain.js";
import type { Handle, WorldEvent } from "./table.js";
import type { World, WorldOptions } from "./world.js";

/** What is needed of a Phaser Frame. */
export interface FrameLike {
  /** Where the trimmed part lies in the whole frame. */
  readonly x: number;
  readonly y: number;
  /** The size of the whole frame. */
  readonly realWidth: number;
  readonly realHeight: number;
  readonly customPivot?: boolean;
}

/** What is needed of a Phaser Frame to read its pixels. */
export interface ReadableFrame extends FrameLike {
  readonly cutX: number;
  readonly cutY: number;
  readonly cutWidth: number;
  readonly cutHeight: number;
  readonly rotated?: boolean;
  readonly source: { readonly image: unknown };
}

/** What is needed of a Phaser Image or Sprite. */
export interface GameObjectLike {
  readonly displayOriginX: number;
  readonly displayOriginY: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
  readonly frame: FrameLike;
  getWorldTransformMatrix(): MatrixLike;
}

/** What is needed of a Phaser TilemapLayer. */
export interface LayerLike {
  readonly layer: { readonly data: readonly (readonly (TileLike | null)[])[]; readonly widthInPixels: number; readonly heightInPixels: number };
  readonly gidMap: { readonly [index: number]: TilesetLike | undefined };
  getWorldTransformMatrix(): MatrixLike;
}

/** What is needed of a Phaser Tile. */
export interface TileLike {
  readonly index: number;
  readonly pixelX: number;
  readonly pixelY: number;
  readonly rotation: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
}

interface TilesetLike {
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly tileOffset: { readonly x: number; readonly y: number };
  readonly image: unknown;
  getTileTextureCoordinates(index: number): unknown;
}

/** Where a game object's picture is drawn in its own coordinates. A flip mirrors it about the middle of the whole frame, or about the pivot that the frame brings along. */
function boxOf({ frame, flipX, flipY, displayOriginX, displayOriginY }: GameObjectLike, width: number, height: number): Box {
  const axis = (flip: boolean, trimmed: number, size: number, whole: number, origin: number): [start: number, size: number] => {
    if (!flip) return [trimmed - origin, size];
    return [(frame.customPivot ? origin : whole - origin) - trimmed, -size];
  };
  const [x, w] = axis(flipX, frame.x, width, frame.realWidth, displayOriginX);
  const [y, h] = axis(flipY, frame.y, height, frame.realHeight, displayOriginY);
  return { x, y, width: w, height: h };
}

/** The mask of a frame: of a trimmed frame, of the trimmed part. Solid where the alpha is at least the threshold. */
export function maskOf(frame: ReadableFrame, threshold = 128): Mask {
  const { cutX, cutY, cutWidth, cutHeight } = frame;
  const picture = frame.source.image as PictureLike | null;
  if (!picture) throw new RangeError("the frame's texture holds no picture to read: give a mask of yours, such as one of a pack");
  const cut = upright(cutX, cutY, cutWidth, cutHeight);
  return maskOfCut(picture, frame.rotated ? { ...cut, x: cutX + cutHeight, right: [0, 1], down: [-1, 0] } : cut, threshold);
}

/** The masks of frames, each read once, at its first use. `masks.set(sprite.frame, mask)` puts one of yours there. */
export const masks = new Masks<ReadableFrame>(maskOf);

const read = (object: GameObjectLike): Mask => masks.of(object.frame as ReadableFrame);
const nearest: Round = (x, y) => [Math.floor(x + 0.5), Math.floor(y + 0.5)];

/** Calls a function while an object is elsewhere for a moment, so that Phaser itself computes the matrix. */
function matrixAt(object: any, x: number, y: number, angle: number | null): MatrixLike {
  const { x: left, y: top, rotation } = object;
  object.x = x;
  object.y = y;
  if (angle !== null) object.angle = angle;
  try {
    return object.getWorldTransformMatrix() as MatrixLike;
  } finally {
    object.x = left;
    object.y = top;
    if (angle !== null) object.rotation = rotation;
  }
}

/**
 * Where Arcade has an object in the middle of a step. Phaser moves the body first, calls the callbacks, and moves the object at the end.
 */
function steppedMatrix(object: any): MatrixLike {
  const { body } = object;
  // Static bodies, those that don't move, and those in containers are drawn where the object is.
  if (!body?.moves || !body.transform || object.parentContainer) return object.getWorldTransformMatrix();
  const { scaleX, scaleY, displayOriginX, displayOriginY } = body.transform;
  const x = body.position.x - scaleX * (body.offset.x - displayOriginX);
  const y = body.position.y - scaleY * (body.offset.y - displayOriginY);
  const angle = body.allowRotation && Math.abs(body.rotation - object.angle) > 1e-9 ? body.rotation : null;
  // The way there and back rounds. What has not moved stays exact.
  const same = (a: number, b: number): number => (Math.abs(a - b) < 1e-9 * (1 + Math.abs(b)) ? b : a);
  return matrixAt(object, same(x, object.x), same(y, object.y), angle);
}

/** The matrix of what is drawn, and how its corners are rounded: by the camera, if it rounds pixels. */
function drawnMatrix(object: any, stepped: boolean): [MatrixLike, Round | undefined] {
  const matrix = stepped ? steppedMatrix(object) : (object.getWorldTransformMatrix() as MatrixLike);
  const camera = object.scene?.cameras?.main;
  if (!camera?.roundPixels) {
    // Phaser 4 can round without the camera.
    if (object.vertexRoundMode !== "full" && object.vertexRoundMode !== "safe") return [matrix, undefined];
  }
  const { a, b, c, d } = matrix;
  if (object.willRoundVertices !== undefined) {
    const moved = a === 1 && b === 0 && c === 0 && d === 1;
    return [matrix, object.willRoundVertices(camera ?? { roundPixels: false }, moved) ? nearest : undefined];
  }
  // Phaser 3 takes the whole part of the position first.
  const { x, y } = object.parentContainer ? object : { x: matrix.tx, y: matrix.ty };
  const whole = object.parentContainer ? matrixAt(object, Math.floor(x), Math.floor(y), null) : { a, b, c, d, tx: Math.floor(x), ty: Math.floor(y) };
  return [whole, camera.renderRoundPixels ? nearest : undefined];
}

/** An object as it is drawn, or in the middle of a step of Arcade. */
function drawn(object: GameObjectLike, mask = read(object), stepped = false): Seen<Mask> | null {
  const [matrix, round] = drawnMatrix(object, stepped);
  return seen(mask, matrix, boxOf(object, mask.width, mask.height), round);
}

/** Where a game object's mask lies in the world, with rotation, scale, flip, origin and its containers. */
export function poseOf(object: GameObjectLike, mask: Mask = read(object)): Pose {
  const [matrix, round] = drawnMatrix(object, false);
  return pose(matrix, boxOf(object, mask.width, mask.height), mask.width, mask.height, round);
}

/**
 * A callback for `object.setInteractive({ hitArea: {}, hitAreaCallback: hitTest() })`: hit where the object shows a solid pixel, flipped as it
 * is and with the frame that it shows. A mask of yours is that of the object's frame; of a trimmed frame, of the trimmed part.
 */
export function hitTest(mask?: Mask): (hitArea: unknown, x: number, y: number, object: unknown) => boolean {
  return (_, x, y, object) => {
    const shown = object as GameObjectLike;
    // Phaser gives a point of the frame. What is seen is a pixel of the world.
    return isSeenAt(drawn(shown, mask), ...apply(shown.getWorldTransformMatrix(), x - shown.displayOriginX, y - shown.displayOriginY));
  };
}

/** Whether two game objects overlap on some pixel of the world. */
export const overlaps = overlapsBy<GameObjectLike>(drawn);

const cuts = new Cuts();

/** The mask of a tile's picture in its tileset, and where it lies in the layer. Null for a tile without a picture. */
function tileIn(tile: TileLike, tileset: any, threshold: number): { mask: Mask; matrix: Affine; box: Box } | null {
  const at = tileset?.getTileTextureCoordinates(tile.index) as { x: number; y: number } | null | undefined;
  if (!at) return null;
  const { tileWidth: w, tileHeight: h, tileOffset } = tileset;
  const mask = cuts.of(tileset.image.getSourceImage(), [at.x, at.y, w, h], threshold);
  const matrix = new Affine().translate(tile.pixelX + w / 2 - tileOffset.x, tile.pixelY + h / 2 - tileOffset.y);
  matrix.rotate((tile.rotation * 180) / Math.PI).scale(tile.flipX ? -1 : 1, tile.flipY ? -1 : 1);
  return { mask, matrix, box: { x: -w / 2, y: -h / 2, width: w, height: h } };
}

/** The solid pixels of a tilemap layer, in pixels of the layer: of all tiles, turned and flipped as they are. Not for isometric maps. */
export function terrainOf(layer: LayerLike, threshold = 128): Terrain {
  const { data, widthInPixels, heightInPixels } = layer.layer;
  const terrain = new Terrain(widthInPixels, heightInPixels);
  for (const tile of data.flat()) {
    const found = tile && tileIn(tile, layer.gidMap[tile.index], threshold);
    if (found === null || found.mask.isEmpty) continue;
    terrain.draw(found.mask, [0, 0], pose(found.matrix, found.box, found.mask.width, found.mask.height));
  }
  return terrain;
}

const isTile = (what: any): boolean => what.tilemapLayer !== undefined && what.pixelX !== undefined;

/** What Arcade passes to a callback as it is drawn in this step: null for what covers nothing, undefined for what has no picture. */
function steppedPart(what: any): Seen<Mask> | null | undefined {
  if (isTile(what)) {
    const layer = what.tilemapLayer;
    const found = tileIn(what, layer.gidMap[what.index], 128);
    if (found === null) return undefined;
    return seen(found.mask, new Affine().times(layer.getWorldTransformMatrix()).times(found.matrix), found.box);
  }
  const object = what.gameObject ?? what;
  return object.frame && object.getWorldTransformMatrix ? drawn(object, undefined, true) : undefined;
}

/**
 * A processCallback for Arcade physics: `this.physics.add.overlap(ship, rocks, hit, process)`, likewise for `collider`, groups and tilemap
 * layers. Arcade asks it about what touches by its boxes; it says whether pixels touch, where the bodies are in this step. What has no
 * picture, such as a zone, counts by its box. A collider still separates boxes.
 */
export function process(a: unknown, b: unknown): boolean {
  const [one, other] = [steppedPart(a), steppedPart(b)];
  return one === undefined || other === undefined || overlapsSeen(one, other);
}

/** How an object is followed: layers, groups, `swept` and all else that a collider has. */
export interface PixelOptions extends FollowOptions {
  /** By default the mask of the frame that it shows. */
  mask?: Mask;
}

type Listening = (event: string, listener: () => void, context: unknown) => unknown;

interface SceneLike {
  readonly sys: { readonly events: { readonly on: Listening; readonly once: Listening; readonly off: Listening }; isActive(): boolean };
}

/**
 * A scene plugin: `plugins: { scene: [{ key: "pixels", plugin: PixelPlugin, mapping: "pixels" }] }` in the game's options makes `this.pixels`
 * in every scene. It follows objects into a World and emits events on both after Phaser has moved everything: `pixelbegin`, `pixelend`, with
 * `stay: true` also `pixelstay`, and for swept objects `pixelpass`. Listeners get the other object and the world's event:
 * `ship.on("pixelbegin", (rock, event) => explode(event.touch.first))`. An object that is invisible covers nothing; one that is destroyed is
 * removed.
 */
export class PixelPlugin {
  /** The options of the worlds of the scenes that start from now on. */
  static options: WorldOptions = {};
  readonly hitTest = hitTest;
  readonly overlaps = overlaps;
  readonly process = process;
  #scene: SceneLike;
  #follower: Follower<any> | null = null;
  #masks = new Map<object, Mask>();
  #terrains = new Map<object, Terrain>();

  constructor(scene: unknown) {
    this.#scene = scene as SceneLike;
    this.#scene.sys.events.once("boot", this.boot, this);
  }

  /** Phaser calls it, by the event of the scene or when it is added to one that runs. */
  boot(): void {
    const { sys } = this.#scene;
    sys.events.on("start", this.start, this);
    sys.events.on("shutdown", this.shutdown, this);
    sys.events.on("destroy", this.destroy, this);
    if (sys.isActive()) this.start();
  }

  /** Phaser calls it when the scene starts, after the same of Arcade physics: so its updates come after those of the bodies. */
  start(): void {
    this.#scene.sys.events.on("postupdate", this.update, this);
  }

  get #following(): Follower<any> {
    return (this.#follower ??= new Follower(PixelPlugin.options, (object) => this.#see(object)));
  }

  #see(object: any): Seen | null {
    for (let node = object; node; node = node.parentContainer) {
      if (node.visible === false) return null;
    }
    if (object.gidMap !== undefined) {
      let terrain = this.#terrains.get(object);
      if (terrain === undefined) this.#terrains.set(object, (terrain = terrainOf(object)));
      const { widthInPixels: width, heightInPixels: height } = object.layer;
      const place = placeOf(object.getWorldTransformMatrix(), { x: 0, y: 0, width, height }, width, height);
      return place && { shape: terrain, place };
    }
    return drawn(object, this.#masks.get(object));
  }

  /** The world: for its questions, such as `pick` and `cast`. */
  get world(): World {
    return this.#following.world;
  }

  /** Follows an image, a sprite or a tilemap layer, and returns the handle of its collider. */
  add(object: GameObjectLike | LayerLike, options: PixelOptions = {}): Handle {
    const { mask, ...collider } = options;
    if (mask !== undefined) this.#masks.set(object, mask);
    if (this.#following.handleOf(object) === null) (object as any).once?.("destroy", () => this.remove(object));
    return this.#following.add(object, collider);
  }

  /** Follows an object no more. Its contacts end with the next frame. */
  remove(object: object): boolean {
    this.#masks.delete(object);
    this.#terrains.delete(object);
    return this.#follower?.remove(object) ?? false;
  }

  /** Reads a tilemap layer again, after its tiles have changed. */
  refresh(layer: LayerLike): void {
    this.#terrains.delete(layer);
  }

  /** The collider of an object. */
  handleOf(object: object): Handle | null {
    return this.#follower?.handleOf(object) ?? null;
  }

  /** The object of a collider. */
  objectOf(handle: Handle): unknown {
    return this.#follower?.objectOf(handle) ?? null;
  }

  /** What touched an object in the last frame. */
  touching(object: object): unknown[] {
    return this.#follower?.touching(object) ?? [];
  }

  /** Looks at all objects, makes a step of the world, and emits its events. Phaser calls it after each update of the scene. */
  update(): void {
    this.#follower?.step((a, b, event: WorldEvent) => {
      a.emit(`pixel${event.kind}`, b, event);
      b.emit(`pixel${event.kind}`, a, event);
    });
  }

  /** Phaser calls it when the scene ends. The scene may start again. */
  shutdown(): void {
    this.#scene.sys.events.off("postupdate", this.update, this);
    this.#follower?.free();
    this.#follower = null;
    this.#masks.clear();
    this.#terrains.clear();
  }

  /** Phaser calls it when the game ends. */
  destroy(): void {
    const { events } = this.#scene.sys;
    events.off("start", this.start, this);
    events.off("shutdown", this.shutdown, this);
    events.off("destroy", this.destroy, this);
    this.shutdown();
  }
}
