// Every function of the package, from its type declarations, with arguments for each of them: for tests of arguments that run code of their own.

import { readFileSync, readdirSync } from "node:fs";

import hitmask, { isCore, path, root } from "./load.mjs";

const folder = new URL(`target/npm/hitmask/${isCore ? "core/" : ""}`, root);
const internal = (file) => import(new URL(file, folder));
export const { wasm, lay, giveNumbers, giveBytes } = await internal("wasm.js");
const { AlphaMask, Circle, Frames, LabelMask, Mask, Pack, Pose, PoseCache, RunMask, Terrain, TileMap, TileSet, World } = hitmask;
export const Owned = Object.getPrototypeOf(hitmask.Shape);

/** The text between two brackets from a place on, and where it ends. */
function between(text, from) {
  let depth = 0;
  for (let at = from; ; at++) {
    if ("([{".includes(text[at])) depth++;
    if (")]}".includes(text[at]) && --depth === 0) return [text.slice(from + 1, at), at];
  }
}

/** Splits at the commas that lie in no brackets. */
function split(text) {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    if ("([{<".includes(letter)) depth++;
    if (")]}>".includes(letter)) depth--;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** The parameters that a list of the declarations names: `[name, type]` for each. */
function parametersOf(text) {
  return split(text).map((part) => {
    const [, name, type] = part.match(/^(\w+)\??:\s*([^]*)$/);
    return [name, type.replace(/\s+/g, " ")];
  });
}

const texts = readdirSync(folder).filter((file) => file.endsWith(".d.ts")).map((file) => readFileSync(new URL(file, folder), "utf8").replace(/\/\*\*[^]*?\*\//g, ""));

/** The parameters of a function of the package. */
function ofFunction(name) {
  for (const text of texts) {
    const at = text.indexOf(`export declare function ${name}(`);
    if (at >= 0) return parametersOf(between(text, text.indexOf("(", at))[0]);
  }
  throw new Error(`no declaration says what ${name} takes`);
}

/** The parameters of a method that a class declares itself, by its name or "constructor"; undefined if it declares none. */
function ofMethod(className, name, isStatic) {
  for (const text of texts) {
    const at = text.match(new RegExp(`declare (?:abstract )?class ${className}\\b`))?.index;
    if (at === undefined) continue;
    const [body] = between(text, text.indexOf("{", at));
    const head = `\n    ${isStatic ? "static " : "(?:protected )?"}${name.replace(/[[\].]/g, "\\$&")}(?:<[^(]*>)?\\(`;
    const found = body.match(new RegExp(head));
    if (found) return parametersOf(between(body, body.indexOf("(", found.index))[0]);
  }
}

const NEEDS_BROWSER = ["Mask.fromBitmap", "Mask.fromUrl", "Mask#toImageData", "AlphaMask.fromBitmap", "Atlas.load", "Outline#toPath2D"];
/** They load a file first, and then do what the constructor does; or they run before anything else. */
const LOADS = ["Pack.load", "init", "build"];
/** What frees the receiver is what the other ones are tried with. */
const FREES = ["free", "Symbol(Symbol.dispose)"];
/** They take nothing, and are not declared. */
const INTERNAL = ["sizes"];

/** All functions: a name, the class, whether it is a method of objects, and the parameters. */
export function functions() {
  const all = [];
  for (const [name, value] of Object.entries(hitmask)) {
    if (typeof value !== "function") continue;
    if (!/^class\b/.test(Function.prototype.toString.call(value))) {
      all.push({ name, call: value, parameters: LOADS.includes(name) ? [] : ofFunction(name) });
      continue;
    }
    if (!MADE[name]) {
      if (!ABSTRACT.includes(name)) throw new Error(`this test cannot make a ${name}: say how, in MADE`);
      continue;
    }
    const made = ofMethod(name, "constructor", false);
    if (made) all.push({ name: `new ${name}`, call: (...args) => new value(...args), parameters: made });
    for (const key of Object.getOwnPropertyNames(value)) {
      if (typeof value[key] !== "function" || key === "prototype") continue;
      const parameters = ofMethod(name, key, true);
      if (parameters) all.push({ name: `${name}.${key}`, call: value[key], parameters });
      else throw new Error(`no declaration says what ${name}.${key} takes`);
    }
    for (let type = value; type !== Function.prototype; type = Object.getPrototypeOf(type)) {
      for (const key of Reflect.ownKeys(type.prototype)) {
        const { value: method, get } = Object.getOwnPropertyDescriptor(type.prototype, key);
        const call = get ?? method;
        // What several classes inherit is one function, which the first of them stands for.
        if (key === "constructor" || FREES.includes(String(key)) || INTERNAL.includes(key) || all.some((known) => known.call === call)) continue;
        const declared = get ? [] : typeof key === "symbol" ? [] : ofMethod(type.name, key, false);
        if (declared) all.push({ name: `${name}#${String(key)}`, call, of: name, parameters: declared });
        else throw new Error(`no declaration says what ${type.name}#${String(key)} takes`);
      }
    }
  }
  return all.filter(({ name }) => !NEEDS_BROWSER.includes(name) && !LOADS.includes(name));
}

const ABSTRACT = ["Shape", "Picture"];
const packBytes = new Uint8Array(readFileSync(path("assets/packs/small.hitmask")));
const atlasJson = () => ({
  frames: { a: { frame: { x: 1, y: 1, w: 4, h: 3 }, rotated: false, spriteSourceSize: { x: 1, y: 0, w: 4, h: 3 }, sourceSize: { w: 6, h: 4 } } },
  meta: { image: "a.png", frameTags: [{ name: "t", from: 0, to: 0, direction: "forward" }], slices: [{ name: "s", keys: [{ frame: 0, bounds: { x: 0, y: 0, w: 2, h: 2 } }] }] },
});

/** What one call is about. It makes its objects, so that they can be freed in the middle. */
export class Scene {
  owned = [];
  others = [];
  buffers = [];
  handles = {};

  keep(object) {
    this.owned.push(object);
    return object;
  }

  mask(w = 12, h = 9, step = 3) {
    return this.keep(Mask.fromBytes(w, h, Uint8Array.from({ length: Math.ceil(w / 8) * h }, (_, i) => 0xff ^ (1 << i % 8) ^ (i % step))));
  }

  labels() {
    return this.keep(new LabelMask(6, 5, Uint8Array.from({ length: 30 }, (_, i) => i % 4), { 1: "head", 2: { name: "leg", number: 7 } }));
  }

  alpha() {
    return this.keep(new AlphaMask(7, 6, Uint8Array.from({ length: 42 }, (_, i) => (i * 37) % 256)));
  }

  terrain() {
    const terrain = this.keep(Terrain.filled(48, 32));
    terrain.carve([10, 0, 20, 20]);
    terrain.draw([14, 4, 5, 5]);
    return terrain;
  }

  tileSet() {
    return this.keep(new TileSet({ 1: this.mask(8, 8), 2: { mask: this.mask(8, 8, 2), kind: "one-way" }, 3: { mask: this.mask(4, 4), kind: "sensor", number: 9 } }));
  }

  tiles() {
    return this.keep(TileMap.fromGids(this.tileSet(), [5, 3], [8, 8], [1, 1, 0, 2, 1, 0, 0, 3, 0, 0, 1, 1, 1, 1, 1]));
  }

  frames() {
    return this.keep(new Frames([this.mask(), { mask: this.mask(10, 10), offset: [1, 0] }]));
  }

  pose(rotation = 20) {
    return new Pose({ position: [3.5, -2], rotation, scale: [1, 1.5] });
  }

  /** Bytes whose buffer the scene can take away. */
  bytes(values) {
    const bytes = Uint8Array.from(values);
    this.buffers.push(bytes.buffer);
    return bytes;
  }

  world() {
    const world = this.keep(new World({ area: true, bounds: true, normal: true, stay: true, labels: true }));
    const { handles } = this;
    handles.mask = world.insert(this.mask(), { position: [1, 1], data: 5 });
    handles.character = world.insert(this.mask(), { position: [4.25, 3], kind: "character", swept: true });
    handles.frames = world.insert(this.frames(), { position: [5, 40], order: 2 });
    handles.terrain = world.insert(this.terrain(), { position: [0, 70] });
    handles.tiles = world.insertTiles(this.tiles(), { position: [60, 0] }).body;
    handles.labels = world.insert(this.labels(), { position: [2, 2], kind: "sensor" });
    world.attach(handles.frames, handles.labels);
    world.step();
    return world;
  }

  free() {
    for (const object of this.owned) object.free();
    for (const buffer of this.buffers) if (!buffer.detached && buffer.byteLength > 0) structuredClone(buffer, { transfer: [buffer] });
  }
}

/** How an object of each class is made. */
const MADE = {
  Mask: (scene) => scene.mask(),
  PoseCache: (scene) => scene.keep(new PoseCache()),
  Pose: (scene) => scene.pose(),
  ...(isCore ? {} : {
    AlphaMask: (scene) => scene.alpha(),
    AlphaLevel: (scene) => scene.keep(scene.alpha().atLevel(100)),
    LabelMask: (scene) => scene.labels(),
    RunMask: (scene) => scene.keep(RunMask.fromMask(scene.mask())),
    Circle: (scene) => scene.keep(new Circle([6, 5], 5)),
    ConvexPolygon: (scene) => scene.keep(new hitmask.ConvexPolygon([[0, 0], [9, 0], [9, 7], [0, 9]])),
    Terrain: (scene) => scene.terrain(),
    TerrainSnapshot: (scene) => scene.keep(scene.terrain().snapshot()),
    TileSet: (scene) => scene.tileSet(),
    TileMap: (scene) => scene.tiles(),
    TileView: (scene) => scene.keep(scene.tiles().only(["body", "sensor"])),
    Frames: (scene) => scene.frames(),
    World: (scene) => scene.world(),
    WorldSnapshot: (scene) => scene.keep(scene.world().snapshot()),
    Components: (scene) => scene.keep(scene.mask().components()),
    Outline: (scene) => scene.keep(scene.mask().outline()),
    Island: (scene) => {
      const [island] = scene.terrain().islands();
      scene.keep(island.found);
      return island;
    },
    CollisionBuffer: (scene) => {
      const buffer = scene.keep(new hitmask.CollisionBuffer("owners", [0, 0, 40, 30]));
      buffer.draw(scene.mask(), [3, 3], 4);
      return buffer;
    },
    Pack: (scene) => scene.keep(new Pack(packBytes)),
    PackEntry: (scene) => scene.keep(new Pack(packBytes)).at(0),
    Atlas: () => new hitmask.Atlas(atlasJson()),
  }),
};

/** An object of a class. */
export const made = (scene, name) => MADE[name](scene);

const sibling = (type) => (scene) => MADE[type](scene);
const point = () => ({ x: 2, y: 1 });
const filter = (scene) => ({ layers: [1, 0xffffffff], sensors: true, except: [scene.handles.tiles ?? 3], accept: (handle) => handle !== 2 });
const place = () => ({ position: [2.5, 1], rotation: { degrees: 10 }, scale: [1, 1], flip: [true, false], shear: [0, 0], pivot: { x: 1, y: 1 } });
const picture = (scene, w = 8, h = 6) => ({ width: w, height: h, data: scene.bytes(Array.from({ length: 4 * w * h }, (_, i) => (i * 53) % 256)) });
const obstacles = (scene) => [
  { shape: scene.mask(), position: [20, 0] },
  { shape: [0, 30, 60, 4], pose: scene.pose(0) },
  { shape: scene.terrain(), position: { x: 0, y: 50 }, oneWay: true },
];

/** An argument for each type that the declarations name. */
const VALUES = {
  BorderMode: () => "ignored",
  '"handle" | "topmost"': () => "topmost",
  PixelRule: () => "raster",
  "check.Word<FillRule>": () => "even_odd",
  "check.Word<ColliderKind>": () => "one-way",
  "check.Word<ScanOrder>": () => "bottom-right",
  "check.Word<TileKind> | readonly check.Word<TileKind>[]": () => ["body", "one_way"],
  StructuringElement: () => "box",
  BufferMode: () => "latch",
  Connectivity: () => 4,
  boolean: () => true,
  string: (_, { of }) => (of === "Pack" ? "hero/größe.ase" : "head"),
  "string | number": () => "a",
  "string | object": atlasJson,
  "string | number | AtlasFrame": () => new hitmask.Atlas(atlasJson()).frame("a"),
  PictureLike: (scene) => picture(scene),
  PixelsLike: (scene) => picture(scene),
  AlphaLevel: sibling("AlphaLevel"),
  AlphaMask: sibling("AlphaMask"),
  Mask: sibling("Mask"),
  "Mask | LabelMask": sibling("LabelMask"),
  "readonly Mask[]": (scene) => [scene.mask(), scene.mask(9, 9)],
  Picture: (scene, { of }) => MADE[of](scene),
  TileSet: sibling("TileSet"),
  TileView: sibling("TileMap"),
  Island: sibling("Island"),
  TerrainSnapshot: (scene, { receiver }) => scene.keep(receiver.snapshot()),
  WorldSnapshot: (scene, { receiver }) => scene.keep(receiver.snapshot()),
  ShapeLike: (scene, { which }) => (which % 2 && !isCore ? { x: 1, y: 0, w: 7, h: 6 } : scene.mask()),
  'Parameters<Picture["overlaps"]>[0]': (scene) => scene.mask(),
  ColliderShape: (scene, { which }) => (which % 2 ? [1, 0, 7, 6] : scene.frames()),
  "ShapeLike | Body": (scene, { which }) => (which % 2 ? [0, 0, 5, 5] : { shape: scene.mask(), pose: scene.pose(0), up: null }),
  "Handle | { shape: ShapeLike; place?: Place; }": (scene, { which }) => (which % 2 ? { shape: [0, 0, 5, 5], place: place() } : { shape: scene.mask(), place: place() }),
  PointLike: (_, { which, name, parameter }) =>
    parameter === "motion" ? { x: 30, y: 4 } : parameter === "size" ? { x: 5, y: 3 } : parameter === "cellSize" ? [8, 8] : name === "World#tileAt" ? [62, 20] : which % 2 ? [2, 1] : point(),
  "PointLike | Pose": point,
  "number | PointLike": () => [1, 1.5],
  "Iterable<PointLike>": () => [[0, 0], { x: 9, y: 0 }, [9, 9], { x: 0, y: 9 }],
  RectLike: (_, { which }) => (which % 2 ? [1, 1, 6, 5] : { x: 1, y: 1, w: 6, h: 5 }),
  Pose: (scene) => scene.pose(),
  PoseParts: place,
  AngleLike: () => ({ step: 1, of: 8 }),
  Place: place,
  TurningMotionOf: () => ({ by: [-30, 0], turn: 20, steps: 16, position: [30, 0], rotation: { radians: 0.5 } }),
  "{ by: PointLike; turn: number; steps?: number; }": () => ({ by: [30, 4], turn: 20, steps: 16 }),
  Filter: filter,
  MoveOptions: () => ({ stepUp: 2, stepDown: 1, corner: 2, push: true }),
  "check.Word<Direction> | null": () => null,
  "check.Word<Direction>": () => "left",
  Reshape: (scene) => ({ rotation: { step: 1, of: 8 }, scale: [1, 1.5], flip: [true, false], pivot: { x: 1, y: 2 }, position: [5, 6], shape: scene.mask() }),
  WorldOptions: () => ({ stay: true, area: true, wrap: [500, 400], broadPhase: "sort-x", maxPairs: 500 }),
  ColliderProperties: () => ({ kind: "one_way", layers: [3, 7], order: 2, enabled: true, wholePixels: true }),
  ColliderOptions: () => ({ ...place(), kind: "character", layers: [3, 7], group: 0, space: 0, order: 2, swept: true, enabled: true, data: 9, firstOnly: false }),
  IslandOptions: () => ({ anchors: ["bottom", "left"], anchorPoints: [[3, 3], { x: 47, y: 0 }], anchorArea: 900, minArea: 2, connectivity: 8, anchorLargest: false }),
  SimplifyOptions: () => ({ promise: "within", tolerance: 1.5, maxPoints: 500 }),
  TileCellLike: () => ({ tile: 1, flipX: true, flipY: false, diagonal: true }),
  "Iterable<Obstacle>": obstacles,
  "Iterable<Mask | { mask: Mask; offset: PointLike; }>": (scene) => [scene.mask(), { mask: scene.mask(), offset: point() }],
  "Iterable<LabelMask | { labels: LabelMask; offset: PointLike; }>": (scene) => [scene.labels(), { labels: scene.labels(), offset: point() }],
  "Iterable<TileLike> | Readonly<Record<number, TileLike>>": (scene, { which }) =>
    which % 2 ? { 3: { mask: scene.mask(), kind: "one-way", number: 4, offset: [1, 2] }, 8: scene.mask() } : [scene.mask(), { mask: scene.mask(), offset: point() }],
  "Iterable<readonly [Handle, readonly PathSegment[]]>": (scene) =>
    new Map([[scene.handles.character, [{ from: [4.25, 3], to: [9, 9], until: 0.5 }, { from: [9, 9], to: { x: 4.25, y: 3 }, until: { value: 1, numerator: 1n, denominator: 1n }, before: true }]]]),
  "Iterable<ArrayLike<number>>": () => [[0, 0, 7, 0, 7, 5, 0, 5]],
  "readonly (readonly (readonly [number, number])[])[]": () => [[[0, 2], [4, 6]], [], [[1, 8]], [], [], [[0, 1]]],
  "ReadonlyMap<Handle, number>": (scene) => new Map([[scene.handles.mask, 70], [scene.handles.character, 71]]),
  "ReadonlyMap<number, Exclude<ColliderShape, object[]>>": (scene) => new Map([[1, scene.mask()], [2, { x: 0, y: 0, w: 9, h: 9 }]]),
  "readonly [number, number, number]": () => [10, 63, 116],
  "readonly [number, number]": () => [3, 9],
  "readonly [boolean, boolean]": () => [true, false],
  "readonly number[] | null": () => [0, 1],
  "number | readonly number[]": () => [1, 3],
  "readonly Handle[]": (scene, { parameter }) => [parameter === "riders" ? scene.handles.character : scene.handles.mask],
  "check.MarginsLike": (_, { which }) => (which % 2 ? 1 : { left: 1, top: 1, right: 2, bottom: 1 }),
  SliceFill: () => "tile",
  "{ supercover?: boolean; }": () => ({ supercover: true }),
  "ArrayLike<Handle>": (scene) => [scene.handles.mask, scene.handles.character],
  "ArrayLike<number>": (_, { name, parameter }) =>
    parameter === "positions" ? [7, 7.5, 30, 2] : parameter === "places" ? [7, 7, 10, 30, 2, 20] : parameter === "gids" ? [1, 2, 0, 3, 1, 2] : name === "Pose.fromQ16" ? [65536, 0, 0, 65536, 655, 9] : undefined,
  "Int32Array | Uint32Array | readonly number[]": () => [0, 1, 1, 0],
  "Int32Array | readonly number[]": () => [2, 1, -3, 0],
  "(x: number, y: number) => boolean": () => (x, y) => (x * y) % 3 === 1,
  "Readonly<Record<number, string | LabelName>>": () => ({ 1: "arm", 3: { name: "tail", number: 8 } }),
  Float64Array: (scene) => {
    const target = new Float64Array(80);
    scene.buffers.push(target.buffer);
    return target;
  },
  Handle: (scene, { name, parameter, which }) => {
    const { handles } = scene;
    if (/#(carve|draw)$/.test(name)) return handles.terrain;
    if (/Tile(s)?$|tileAt$/.test(name)) return handles.tiles;
    if (/Frame(s)?$|#frame$/.test(name) && parameter !== "part") return handles.frames;
    if (/#(detach|rootOf|partFrames|setPartFrames)$/.test(name)) return handles.labels;
    if (/#(moveAndSlide|groundSlope|unstick|fitAt)$/.test(name)) return handles.character;
    // Nobody rides himself.
    if (/#moveSolid$/.test(name)) return handles.mask;
    if (parameter === "root" || parameter === "a") return handles.mask;
    return parameter === "b" || parameter === "part" ? handles.character : which % 2 ? handles.character : handles.mask;
  },
  number: (_, { name, parameter }) => /surfaceNormal/.test(name) ? 3 :
    ({ width: 8, maxCorners: 8, height: 6, threshold: 100, level: 77, index: 0, withId: 9, radius: 4.5, maxBytes: 1 << 20, label: 1, n: 2, row: 2, id: 1, columns: 3, frame: 1, group: 4, space: 2, order: -3, data: 88, within: 90, reach: 12, limit: 40, transparent: 3, tolerance: 40, a: 1, b: 0.5, c: 0, d: 1, tx: 3, ty: 4 })[parameter],
  ...Object.fromEntries(["Uint8Array", "Uint8Array | ArrayBuffer", "Uint8Array | Uint8ClampedArray"].map((type) => [type, (scene, { name, parameter, receiver }) => {
    if (name === "Mask.fromBytes") return scene.bytes([1, 2, 4, 8, 16, 255]);
    if (name === "Terrain.fromBytes") return scene.bytes(scene.terrain().toBytes());
    if (name === "LabelMask.fromBytes") return scene.bytes(scene.labels().toBytes());
    if (name === "TileMap.fromBytes") return scene.bytes(scene.tiles().toBytes());
    if (name === "World.fromBytes") {
      const world = scene.keep(new World());
      const [a, b] = [world.insert(scene.mask()), world.insert([0, 0, 9, 9], { position: [4, 4] })];
      return scene.bytes(world.toBytes(new Map([[a, 1], [b, 2]])));
    }
    if (name === "Terrain#applyDelta") {
      const later = scene.terrain();
      later.carve([0, 20, 9, 9]);
      return scene.bytes(later.deltaSince(scene.keep(receiver.snapshot())));
    }
    if (/Pack/.test(name)) return scene.bytes(packBytes);
    return scene.bytes(Array.from({ length: parameter === "rgba" ? 192 : 48 }, (_, i) => (i * 53) % 256));
  }])),
};

/** The receiver and the arguments of a call. `which` chooses between forms that an argument may have. `on` is a receiver that is there already. */
export function prepared(scene, { name, of, parameters }, which, on) {
  const receiver = on ?? (of === undefined ? undefined : made(scene, of));
  const args = parameters.map(([parameter, type]) => {
    const value = VALUES[type]?.(scene, { name, of, parameter, receiver, which });
    if (value === undefined) throw new Error(`no argument for ${parameter}: ${type} of ${name}: say one, in VALUES`);
    return value;
  });
  return { receiver, args };
}

const typed = Object.getPrototypeOf(Uint8Array.prototype);
const getters = ["length", "byteLength", "byteOffset", "buffer"].map((name) => [name, Object.getOwnPropertyDescriptor(typed, name).get]);
const TRAPS = ["get", "has", "ownKeys", "getOwnPropertyDescriptor", "getPrototypeOf", "isExtensible"];

/** The same value, with `hook` called wherever reading it can run a caller's code. */
export function hostile(value, hook) {
  if (typeof value === "function") {
    return (...args) => {
      hook();
      return value(...args);
    };
  }
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Owned || value instanceof Pose || value instanceof (hitmask.Island ?? Pose)) return value;
  if (ArrayBuffer.isView(value)) {
    for (const [name, get] of getters) {
      Object.defineProperty(value, name, {
        get() {
          hook();
          return get.call(this);
        },
      });
    }
    return value;
  }
  if (value instanceof Map) {
    return {
      *[Symbol.iterator]() {
        for (const entry of value) {
          hook();
          yield hostile(entry, hook);
        }
        hook();
      },
    };
  }
  const copy = Array.isArray(value) ? value.map((part) => hostile(part, hook)) : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hostile(part, hook)]));
  const traps = TRAPS.map((name) => [name, (...args) => {
    hook();
    return Reflect[name](...args);
  }]);
  return new Proxy(copy, Object.fromEntries(traps));
}

/** What can be seen of an answer, for comparison. */
export function shown(value) {
  if (value instanceof Owned) {
    if (value.isFreed) return "freed";
    const seen = value.toBytes?.() ?? (value instanceof (hitmask.CollisionBuffer ?? Pose) ? value.toImage().data : undefined);
    return [value.constructor.name, seen ?? value.bounds ?? value.rings ?? value.all ?? null];
  }
  if (value instanceof Pose) return value.toQ16();
  if (typeof value === "function" || typeof value === "symbol") return typeof value;
  if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value)) {
    if (typeof value.next === "function") return [...value].map(shown);
    return Array.isArray(value) ? value.map(shown) : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shown(part)]));
  }
  return value;
}

/** Frees what an answer holds. */
export function freed(value) {
  if (value instanceof Owned) value.free();
  else if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value)) Object.values(value).forEach(freed);
}

const sizes = [1, 3, 5, 8, 13, 21, 34, 55];

/** Leaves other values in all that calls share, and fills the memory that they have just given back. Returns a check that this memory is whole. */
export function disturb() {
  const mask = Mask.filled(5, 5);
  mask.contains([12345, -54321]);
  if (!isCore) mask.overlaps([77, 78, 3, 2], [1234, 4321]);
  giveNumbers(Array.from({ length: 99 }, (_, i) => i * 1e6 + 0.5));
  giveBytes(new Uint8Array(999).fill(0xee));
  giveNumbers([]);
  giveBytes([]);
  const canaries = sizes.map((size) => Mask.fromBytes(64, size, new Uint8Array(8 * size).fill(0xa5)));
  lay(0, new Float64Array(64).fill(1e300));
  mask.free();
  // As if the memory grew: all views of it are detached.
  wasm.memory.grow(0);
  return () => canaries.every((canary) => {
    const whole = canary.toBytes().every((byte) => byte === 0xa5);
    canary.free();
    return whole;
  });
}
