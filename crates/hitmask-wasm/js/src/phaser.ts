// Phaser 3 and 4: pixel-exact input, Arcade callbacks, overlap of game objects as they are seen, and a scene plugin that follows them.

import { Affine, apply, placeOf, poseOf as pose, type Box, type MatrixLike, type Rounding } from "./host/affine.js";
import { Follower, type FollowOptions } from "./host/follow.js";
import { Masks, given, pictures, upright, type Source } from "./host/picture.js";
import { Host, isSeenAt, overlapsSeen, seen, type Drawn, type Seen, type Tile } from "./host/seen.js";
import type { Mask } from "./mask.js";
import type { Pose } from "./pose.js";
import { Terrain } from "./terrain.js";
import type { Handle, WorldEvent } from "./table.js";
import type { World, WorldOptions } from "./world.js";

const NAME = "hitmask/phaser";

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
  readonly visible?: boolean;
  readonly alpha?: number;
}

interface TilesetLike {
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly tileOffset: { readonly x: number; readonly y: number };
  readonly image: unknown;
  getTileTextureCoordinates(index: number): unknown;
}

/** The pixels of a frame: of a trimmed frame, of the trimmed part. A frame that lies turned in its sheet is turned back. */
function sourceOf(frame: ReadableFrame, version?: unknown): Source | null {
  const { cutX, cutY, cutWidth, cutHeight, source, rotated } = frame ?? {};
  if (!source) return null;
  const cut = upright(cutX, cutY, cutWidth, cutHeight);
  return { picture: (source.image ?? source) as object, cut: rotated ? { ...cut, x: cutX + cutHeight, right: [0, 1], down: [-1, 0] } : cut, version };
}

/** The masks of frames, each read once, at its first use. `masks.set(sprite.frame, mask)` puts one of yours there. */
export const masks = new Masks<ReadableFrame>(NAME, "a Frame", sourceOf);

/** The mask of a frame: of a trimmed frame, of the trimmed part. Solid where the alpha is at least the threshold. */
export const maskOf = (frame: ReadableFrame, threshold = 128): Mask => masks.of(frame, threshold);

/** Reads the pictures of a texture again at the next use: after you have drawn on its canvas, of which Phaser tells nobody. */
export function forget(texture: { readonly source: readonly { readonly image: unknown }[] }): void {
  for (const { image } of given(NAME, "a Texture", texture, Array.isArray(texture?.source)).source) if (image) pictures.forget(image);
}

/** What Phaser draws with a frame, but not as that frame alone. */
const PATCHED = new Set(["NineSlice", "Rope", "Mesh", "Mesh2D", "Plane", "BitmapText", "DynamicBitmapText"]);

/** Through which camera things are seen: as it lies in the world, or in pixels of its screen. */
interface View {
  readonly camera: any;
  readonly screen: boolean;
}

const main = (object: any): View => ({ camera: object.scene?.cameras?.main ?? null, screen: false });

/** Whether a camera draws an object: as its renderer asks each list from the top on. */
function isDrawn(object: any, camera: any): boolean {
  for (let node = object; ; ) {
    // One that was destroyed has no scene.
    if (!node.scene || !(camera ? node.willRender(camera) : node.visible)) return false;
    if (node.parentContainer) {
      node = node.parentContainer;
      continue;
    }
    const list = node.displayList;
    if (!list) return false;
    // The list of a scene is no object; a layer is one, and lies in a list itself.
    if (list.willRender === undefined) return true;
    node = list;
  }
}

/** Whether Phaser cuts off parts of an object: by a mask of its own, or of a container or a layer. */
function isMasked(object: any): boolean {
  for (let node = object; node; node = node.parentContainer ?? node.displayList) {
    const { filters } = node;
    if (node.mask || [filters?.internal, filters?.external].some((all) => all?.getActive().some((one: any) => one.renderNode === "FilterMask"))) return true;
  }
  return false;
}

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

const degrees = (radians: number): number => (radians * 180) / Math.PI;

/** What a camera does to what lies in the world: by its scroll, and in screen pixels by its zoom, its rotation and its viewport as well. */
function through(object: any, { camera, screen }: View): Affine {
  const matrix = new Affine();
  if (!camera) return matrix;
  let [factorX, factorY] = [object.scrollFactorX, object.scrollFactorY];
  for (let node = object.parentContainer; node; node = node.parentContainer) [factorX, factorY] = [factorX * node.scrollFactorX, factorY * node.scrollFactorY];
  const { scrollX, scrollY } = camera;
  if (screen) {
    const [x, y] = [camera.width * camera.originX, camera.height * camera.originY];
    matrix.translate(camera.x + x, camera.y + y).rotate(degrees(camera.rotation)).scale(camera.zoomX, camera.zoomY).translate(-x - scrollX, -y - scrollY);
  }
  return matrix.translate(scrollX * (1 - factorX), scrollY * (1 - factorY));
}

const nearest = (x: number, y: number): readonly [number, number] => [Math.floor(x + 0.5), Math.floor(y + 0.5)];
const CANVAS = 1;

/** What Phaser draws of an object with a frame, or would in the middle of a step of Arcade. Undefined for any other object. */
function draw(object: any, view = main(object), stepped = false): Drawn | null | undefined {
  let { frame } = object;
  const { type } = object;
  if (object.getWorldTransformMatrix === undefined || (!frame && object.scene)) return undefined;
  const { camera } = view;
  // A frame of a texture that was removed has no data.
  if (!isDrawn(object, camera) || frame?.data === null) return null;
  const name = `the ${type}${object.name ? ` ${JSON.stringify(object.name)}` : ""}`;
  const { flipX, flipY, displayOriginX, displayOriginY } = object;
  if (type === "NineSlice" && object.vertices?.length > 0) return slicesOf(object, view, name);
  if (PATCHED.has(type)) {
    const box = { x: -displayOriginX || 0, y: -displayOriginY || 0, width: object.width, height: object.height };
    return { shows: name, matrix: through(object, view).times(object.getWorldTransformMatrix()), box };
  }
  const { renderer } = object.scene.sys.game;
  const onCanvas = renderer?.type === CANVAS;
  const isThird = object.willRoundVertices === undefined;
  const isTiled = type === "TileSprite";
  // The texture that is repeated.
  const tiled = isTiled ? (isThird ? object.displayFrame : frame) : null;
  if (isTiled && onCanvas) {
    // The copies are drawn onto a canvas of the object, which is shown.
    object.updateCanvas();
    if (!isThird) frame = object.displayFrame;
  }
  const roundPixels: boolean = camera?.roundPixels ?? false;
  const roundRendered: boolean = roundPixels && camera.renderRoundPixels;
  let matrix: MatrixLike = stepped ? steppedMatrix(object) : (object.getWorldTransformMatrix() as MatrixLike);
  // Phaser 3, and the canvas of Phaser 4, take the whole part of the position first.
  if (roundPixels && (isThird || onCanvas)) {
    const inside = object.parentContainer;
    matrix = inside ? matrixAt(object, Math.floor(object.x), Math.floor(object.y), null) : { ...plain(matrix), tx: Math.floor(matrix.tx), ty: Math.floor(matrix.ty) };
  }
  const seen = through(object, view).times(matrix).scale(flipX ? -1 : 1, flipY ? -1 : 1);
  const crop = object.isCropped ? object._crop : null;
  if (crop && (crop.flipX !== flipX || crop.flipY !== flipY)) frame.updateCropUVs(crop, flipX, flipY);
  const { resolution = 1 } = frame.source ?? {};
  // A flip mirrors the picture about the middle of the whole frame, or about the pivot that the frame brings along.
  const axis = (flip: boolean, at: number, size: number, origin: number): number => at - origin + (flip && !frame.customPivot ? 2 * origin - size : 0);
  let [x, y] = [axis(flipX, (crop ?? frame).x, frame.realWidth, displayOriginX), axis(flipY, (crop ?? frame).y, frame.realHeight, displayOriginY)];
  let [width, height] = [(crop?.cw ?? frame.cutWidth) / resolution, (crop?.ch ?? frame.cutHeight) / resolution];
  let [round, tile]: [Rounding?, Tile?] = [];
  if (isTiled && !onCanvas) {
    [width, height] = [object.width, object.height];
    [x, y] = [flipX ? displayOriginX - width : -displayOriginX, flipY ? displayOriginY - height : -displayOriginY];
    tile = tileOf(object, tiled);
  }
  if (onCanvas) {
    if (roundPixels) [x, y, width, height] = [...nearest(x, y), width + 0.5, height + 0.5];
    if (roundRendered) [seen.tx, seen.ty] = nearest(seen.tx, seen.ty);
  } else if (isThird) {
    if (roundRendered) round = { to: nearest, corners: "upper left" };
  } else if (object.willRoundVertices(camera ?? { roundPixels }, seen.a === 1 && seen.b === 0 && seen.c === 0 && seen.d === 1)) {
    round = { to: nearest, corners: "each" };
  }
  let shows: Drawn["shows"] = isMasked(object) ? `${name}, which a mask of Phaser cuts off` : null;
  if (shows === null && tile && crop) shows = `${name} with a crop`;
  if (shows === null) {
    // A text, and copies on a canvas, are drawn again when they change, without a word: what they are made of tells.
    let version: string | undefined;
    if (type === "Text") version = JSON.stringify([object.text, object.width, object.height, object.style]);
    else if (tiled && onCanvas) version = JSON.stringify([tileOf(object, tiled), object.width, object.height, tiled.texture.key, tiled.name]);
    if (tile && isThird) {
      // Phaser 3 stretches the frame onto a canvas whose sides are powers of two.
      const { width, height } = object.fillCanvas;
      shows = { picture: object.fillCanvas, cut: upright(0, 0, width, height), version: tiled };
    } else if (crop) {
      const of = sourceOf(frame, version);
      shows = of && { ...of, cut: upright(crop.cx, crop.cy, crop.cw, crop.ch) };
    } else {
      shows = version === undefined ? masks.find(frame) : sourceOf(frame, version);
    }
  }
  return { shows, matrix: seen, box: { x, y, width, height }, round, tile };
}

/** Where Phaser draws one of the copies of a frame, from the corner of a TileSprite. */
function tileOf({ tileScaleX, tileScaleY, tilePositionX, tilePositionY, tileRotation = 0 }: any, { width, height }: any): Tile {
  return { matrix: new Affine().rotate(degrees(tileRotation)).scale(tileScaleX, tileScaleY).translate(-tilePositionX, -tilePositionY), width, height };
}

/** What Phaser draws of nine slices, or three, or more that are repeated: two triangles for each, of the frame's part that their corners name. */
function slicesOf(object: any, view: View, name: string): Drawn {
  const { frame, vertices } = object;
  const matrix = through(object, view).times(object.getWorldTransformMatrix());
  const [across, down] = [frame.cutWidth / (frame.u1 - frame.u0), frame.cutHeight / (frame.v1 - frame.v0)];
  const pieces = [];
  for (let i = 0; i < vertices.length; i += 6) {
    const [a, b] = [vertices[i], vertices[i + 4]];
    const part = { x: (a.u - frame.u0) * across, y: (a.v - frame.v0) * down, width: (b.u - a.u) * across, height: (b.v - a.v) * down };
    pieces.push({ part, box: { x: a.vx, y: a.vy, width: b.vx - a.vx, height: b.vy - a.vy } });
  }
  const box = { x: -object.displayOriginX, y: -object.displayOriginY, width: object.width, height: object.height };
  const shows = isMasked(object) ? `${name}, which a mask of Phaser cuts off` : masks.find(frame);
  const round: Rounding | undefined = object.willRoundVertices === undefined && view.camera?.roundPixels ? { to: nearest, corners: "each" } : undefined;
  return { shows, matrix, box, pieces, round };
}

const plain = ({ a, b, c, d, tx, ty }: MatrixLike): MatrixLike => ({ a, b, c, d, tx, ty });

const WANTED = "an Image, a Sprite or another game object with a frame";
const host = new Host<GameObjectLike>(NAME, WANTED, draw);

/** Where a game object's mask lies in the world, with rotation, scale, flip, origin and its containers. */
export const poseOf = (object: GameObjectLike, mask?: Mask): Pose => host.poseOf(object, mask);

/**
 * A callback for `object.setInteractive({ hitArea: {}, hitAreaCallback: hitTest() })`: hit where the object shows a solid pixel on the screen,
 * through the camera that the pointer looks through. A mask of yours is that of the object's frame; of a trimmed frame, of the trimmed part.
 */
export function hitTest(mask?: Mask): (hitArea: unknown, x: number, y: number, object: unknown) => boolean {
  return (_, x, y, object) => {
    const shown = given(NAME, WANTED, object as any, typeof object === "object" && object !== null);
    const view: View = { camera: shown.scene?.input?.activePointer?.camera ?? main(shown).camera, screen: true };
    const drawn = host.drawn(shown, (object) => draw(object, view));
    // Phaser gives a point of the frame. What is seen is a pixel of the screen.
    const { displayOriginX, displayOriginY } = shown;
    const point = drawn && apply(through(shown, view).times(shown.getWorldTransformMatrix()), x - displayOriginX, y - displayOriginY);
    return point !== null && isSeenAt(host.seen(drawn, mask), ...point);
  };
}

/** Whether two game objects overlap on some pixel of the world. */
export const overlaps = host.overlaps;

/** The mask of a tile's picture in its tileset, and where it lies in the layer. Null for a tile without a picture. */
function tileIn(tile: TileLike, tileset: any, threshold: number): { mask: Mask; matrix: Affine; box: Box } | null {
  if (tile.visible === false || tile.alpha === 0) return null;
  const at = tileset?.getTileTextureCoordinates(tile.index) as { x: number; y: number } | null | undefined;
  if (!at) return null;
  const { tileWidth: w, tileHeight: h, tileOffset } = tileset;
  const mask = pictures.of({ picture: tileset.image.getSourceImage(), cut: upright(at.x, at.y, w, h) }, threshold, NAME);
  if (mask === null) return null;
  const matrix = new Affine().translate(tile.pixelX + w / 2 - tileOffset.x, tile.pixelY + h / 2 - tileOffset.y);
  matrix.rotate(degrees(tile.rotation)).scale(tile.flipX ? -1 : 1, tile.flipY ? -1 : 1);
  return { mask, matrix, box: { x: -w / 2, y: -h / 2, width: w, height: h } };
}

/** The solid pixels of a tilemap layer, in pixels of the layer: of all tiles, turned and flipped as they are. Not for isometric maps. */
export function terrainOf(layer: LayerLike, threshold = 128): Terrain {
  const { data, widthInPixels, heightInPixels } = given(NAME, "a TilemapLayer", layer, layer?.layer?.data && layer.gidMap).layer;
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
  given(NAME, WANTED, what, typeof what === "object" && what !== null);
  if (isTile(what)) {
    const layer = what.tilemapLayer;
    const found = tileIn(what, layer.gidMap[what.index], 128);
    if (found === null) return undefined;
    const view = main(layer);
    if (!isDrawn(layer, view.camera)) return null;
    return seen(found.mask, through(layer, view).times(layer.getWorldTransformMatrix()).times(found.matrix), found.box);
  }
  const object = what.gameObject ?? what;
  const drawn = draw(object, main(object), true);
  return drawn === undefined ? undefined : host.seen(drawn);
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
  readonly sys: {
    readonly events: { readonly on: Listening; readonly once: Listening; readonly off: Listening };
    readonly cameras?: { readonly main: unknown };
    isActive(): boolean;
  };
}

/**
 * A scene plugin: `plugins: { scene: [{ key: "pixels", plugin: PixelPlugin, mapping: "pixels" }] }` in the game's options makes `this.pixels`
 * in every scene. It follows objects into a World and emits events on both after Phaser has moved everything: `pixelbegin`, `pixelend`, with
 * `stay: true` also `pixelstay`, and for swept objects `pixelpass`. Listeners get the other object and the world's event:
 * `ship.on("pixelbegin", (rock, event) => explode(event.touch.first))`. What the camera does not draw covers nothing; an object that is destroyed
 * is removed.
 *
 * Things lie in the world as the main camera sees them: one with a `scrollFactor` lies where it is drawn at the time. With the option `screen`
 * they lie in pixels of the camera's screen, with its zoom and its rotation.
 */
export class PixelPlugin {
  /** The options of the worlds of the scenes that start from now on. */
  static options: WorldOptions & { screen?: boolean } = {};
  /** The camera that things are seen through: by default the main camera of the scene. */
  camera: any = null;
  readonly hitTest = hitTest;
  readonly overlaps = overlaps;
  readonly process = process;
  #scene: SceneLike;
  #screen = false;
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
    if (this.#follower === null) {
      const { screen = false, ...options } = PixelPlugin.options;
      this.#screen = screen;
      this.#follower = new Follower(options, (object) => this.#see(object));
    }
    return this.#follower;
  }

  get #view(): View {
    return { camera: this.camera ?? this.#scene.sys.cameras?.main ?? null, screen: this.#screen };
  }

  #see(object: any): Seen | null {
    const view = this.#view;
    if (object?.gidMap !== undefined) {
      if (!isDrawn(object, view.camera)) return null;
      let terrain = this.#terrains.get(object);
      if (terrain === undefined) this.#terrains.set(object, (terrain = terrainOf(object)));
      const { widthInPixels: width, heightInPixels: height } = object.layer;
      const place = placeOf(through(object, view).times(object.getWorldTransformMatrix()), { x: 0, y: 0, width, height }, width, height);
      return place && { shape: terrain, place };
    }
    const drawn = host.drawn(object, (object) => draw(object, view));
    return host.seen(drawn, this.#masks.get(object));
  }

  /** The topmost followed object at a point of the screen, such as the pointer: through the camera. By pixels of the world, or of the screen. */
  pick(point: { readonly x: number; readonly y: number }): unknown {
    const { camera, screen } = this.#view;
    const { x, y } = screen || !camera ? point : camera.getWorldPoint(point.x, point.y);
    const handle = this.world.pick([Math.floor(x), Math.floor(y)]);
    return handle === null ? null : this.objectOf(handle);
  }

  /** The world: for its questions, such as `pick` and `cast`. */
  get world(): World {
    return this.#following.world;
  }

  /** Follows an image, a sprite or a tilemap layer, and returns the handle of its collider. */
  add(object: GameObjectLike | LayerLike, options: PixelOptions = {}): Handle {
    const { mask, ...collider } = options;
    if (mask !== undefined) this.#masks.set(object, mask);
    if (this.#following.handleOf(object) === null) (object as any)?.once?.("destroy", () => this.remove(object));
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
