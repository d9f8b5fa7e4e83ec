// Wrong arguments: each throws a TypeError or a RangeError with a sentence, and the module goes on working.

import assert from "node:assert/strict";
import test from "node:test";

import hitmask, { root } from "./load.mjs";

const {
  AlphaMask, Atlas, Circle, CollisionBuffer, ConvexPolygon, Frames, LabelMask, Mask, Outline, Pose, RunMask, Terrain, TileSet, TileView, World,
  WorldSnapshot, moveAndSlide, overlapsBatch, rayCastObstacles,
} = hitmask;

const mask = Mask.filled(8, 8);
const alpha = AlphaMask.fromMask(mask);
const terrain = Terrain.filled(64, 64);
const pose = new Pose({ position: [3, 4], rotation: 30 });

/** The module still works: it gives the right answer. */
function works() {
  assert.equal(mask.overlapArea(mask, [4, 4]), 16);
  const world = new World();
  world.insert(mask);
  world.insert(mask, { position: [7, 7] });
  assert.deepEqual(world.step()[0].touch.first, { x: 7, y: 7 });
  world.free();
}

const type = [
  ["a mask without a size", () => new Mask(), "the width must be a number, not undefined"],
  ["a size that is a string", () => new Mask("8", 8), 'the width must be a number, not "8"'],
  ["no offset", () => mask.overlaps(mask), "the offset must be a point { x, y } or [x, y], not undefined"],
  ["a number as offset", () => mask.overlaps(mask, 3), "the offset must be a point { x, y } or [x, y], not 3"],
  ["an offset of three", () => mask.overlaps(mask, [1, 2, 3]), "the offset must be a point { x, y } or [x, y], not an object of class Array"],
  ["text in an offset", () => mask.overlaps(mask, { x: "1", y: 2 }), 'the x of the offset must be a number, not "1"'],
  ["no other shape", () => mask.overlaps(undefined, [0, 0]), "the other shape must be a Mask, another shape, or a rectangle { x, y, w, h } or [x, y, w, h], not undefined"],
  ["text as a shape", () => mask.overlaps("x", [0, 0]), 'the other shape must be a Mask, another shape, or a rectangle { x, y, w, h } or [x, y, w, h], not "x"'],
  ["text in a world", () => new World().insert("x"), 'the shape must be a Mask, another shape, or a rectangle'],
  ["an alpha mask as a shape", () => mask.overlaps(alpha, [0, 0]), "the other shape must be a Mask, another shape, or a rectangle { x, y, w, h } or [x, y, w, h], not an object of class AlphaMask"],
  ["a world as a shape", () => mask.overlaps(new World(), [0, 0]), "the other shape must be a Mask, another shape, or a rectangle { x, y, w, h } or [x, y, w, h], not an object of class World"],
  ["a mask beside an alpha mask", () => alpha.overlaps(mask, [0, 0]), "the other shape must be an AlphaMask, not an object of class Mask"],
  ["a matrix as a pose", () => mask.bake([1, 0, 0, 1, 0, 0]), "the pose must be a Pose, not an object of class Array"],
  ["a slip of the pen", () => new Pose({ postion: [1, 2] }), 'the pose has no "postion": there are position, rotation, scale, flip, shear, pivot'],
  ["no options of a world", () => new World(null), "the world must be an object, not null"],
  ["no filter", () => new World().pick([0, 0], null), "the filter must be an object, not null"],
  ["a wrapped world of a number", () => new World({ wrap: 100 }), "wrap must be a point { x, y } or [x, y], not 100"],
  ["a slip of the pen in a world", () => new World({ bound: true }), 'the world has no "bound"'],
  ["1 for true", () => mask.set([0, 0], 1), "what a pixel is set to must be true or false, not 1"],
  ["text as an angle", () => new Pose({ rotation: "90" }), 'the rotation must be a number of degrees, { degrees }, { radians } or { step, of }, not "90"'],
  ["a terrain as a moving mask", () => mask.cast(terrain, [0, 0], [1, 0]), "the other mask must be a Mask, not an object of class Terrain"],
  ["a string as pixels", () => Mask.fromAlpha(1, 1, "x"), 'the alphas must be a Uint8Array, not "x"'],
  ["runs without rows", () => new RunMask(4, 4, []), "the rows must be 4 lists of runs, not an object of class Array"],
  ["a plain island", () => terrain.takeIsland({ area: 1 }), "the island must be an Island, not an object of class Object"],
];

const range = [
  ["a fraction of a pixel", () => mask.overlaps(mask, [0.5, 0]), "the x of the offset must be a whole number from -2147483648 to 2147483647, not 0.5"],
  ["not a number", () => mask.overlaps(mask, [0, NaN]), "the y of the offset must be a whole number from -2147483648 to 2147483647, not NaN"],
  ["beyond 32 bits", () => mask.overlaps(mask, [2 ** 31, 0]), "the x of the offset must be a whole number from -2147483648 to 2147483647, not 2147483648"],
  ["a mask that is too wide", () => new Mask(65536, 1), "65535"],
  ["a mask of too many pixels", () => new Mask(65535, 65535), "2147483648"],
  ["a negative size", () => new Mask(-1, 4), "the width must be a whole number from 0 to 4294967295, not -1"],
  ["too few bytes", () => Mask.fromAlpha(4, 4, new Uint8Array(15)), "16"],
  ["a threshold of 256", () => Mask.fromAlpha(1, 1, new Uint8Array(1), 256), "the threshold must be a whole number from 0 to 255, not 256"],
  ["a pixel outside", () => mask.set([8, 0], true), "the point (8, 0) lies outside 8 x 8 pixels"],
  ["an unknown order", () => mask.extremeOverlap(mask, [0, 0], "left"), 'the order must be one of "top-left"'],
  ["a pose that is scaled to nothing", () => new Pose({ scale: 0 }), ""],
  ["a pose that is too large", () => new Pose({ scale: 32768 }), "32767"],
  ["a pose that is not finite", () => new Pose({ position: [Infinity, 0] }), "the position must be finite: neither infinite nor NaN"],
  ["six numbers that are no pose", () => Pose.fromQ16([0, 0, 0, 0, 0, 0]), ""],
  ["an image that is too large", () => Mask.filled(4000, 4000).bake(new Pose({ scale: 60 })), "65535"],
  ["a motion that is too long", () => mask.cast(mask, [0, 0], [2 ** 33, 0]), "the motion leads too far away"],
  ["a negative radius", () => new Circle([0, 0], -1), ""],
  ["a circle that is too far away", () => new Circle([2 ** 31 + 1, 0], 4), "the centre leads too far away"],
  ["a polygon that is not convex", () => new ConvexPolygon([[0, 0], [9, 0], [3, 3], [0, 9]]), "convex"],
  ["a crop that is too large", () => terrain.crop([0, 0, 70000, 70000]), "65535"],
  ["growth that is too large", () => mask.grow(65535), "65535"],
  ["scaling that is too large", () => mask.scaleNearest(70000, 1), "65535"],
  ["overlap masks that are too large", () => Terrain.filled(65536, 4).overlapPlaced([0, 0, 65536, 4], [0, 0]), "65535"],
  ["runs out of order", () => new RunMask(9, 1, [[[4, 6], [1, 3]]]), ""],
  ["a terrain that is too large", () => new Terrain(65537, 1), "65536"],
  ["damaged bytes of a terrain", () => Terrain.fromBytes(new Uint8Array(40)), ""],
  ["damaged bytes of a world", () => World.fromBytes(new Uint8Array(40), new Map()), ""],
  ["a delta for another state", () => Terrain.filled(9, 9).applyDelta(terrain.deltaSince(terrain.snapshot())), ""],
  ["a snapshot of another size", () => Terrain.filled(9, 9).deltaSince(terrain.snapshot()), "the base is of a terrain of another size"],
  ["a buffer that is too large", () => new CollisionBuffer("owners", [0, 0, 65000, 65000]), "268435456"],
  ["a buffer without a mode", () => new CollisionBuffer("ids", [0, 0, 8, 8]), 'the mode must be one of "owners", "painter", "latch", not "ids"'],
  ["an animation without frames", () => new Frames([]), "the frames must have at least one"],
  ["an outline with a negative tolerance", () => mask.outline().simplify({ tolerance: -1 }), "the tolerance must be from 0 to 65535"],
  ["an outline with too few corners", () => mask.outline().simplify({ maxPoints: 2 }), ""],
  ["a component that is not there", () => mask.components().mask(1), "there is no component 1: there are 1"],
  ["a batch that asks for no mask", () => overlapsBatch([mask], [0, 1], [0, 0]), "pair 0 asks for the masks 0 and 1, but there are 1 masks"],
  ["a batch with too few offsets", () => overlapsBatch([mask], [0, 0], []), "there must be two indices and two coordinates for each pair, not 2 and 0"],
  ["a mover that is too large", () => moveAndSlide(new Circle([0, 0], 1e6), [0, 0], [1, 0], []), "the mover of 2000000 x 2000000 pixels is too large"],
  ["an unknown broad phase", () => new World({ broadPhase: "tree" }), 'broadPhase must be one of "auto", "brute-force", "grid", "sort-x", not "tree"'],
  ["a wrapped world of a negative width", () => new World({ wrap: [-1, 4] }), "the width of wrap must be"],
  ["a wrapped world without a width", () => new World({ wrap: [0, 9] }), "the wrap must be from 1 to 1073741824"],
  ["a step of part of a turn", () => new Pose({ rotation: { step: 1, of: 0 } }), "the rotation must be finite"],
];

for (const [errors, Kind] of [[type, TypeError], [range, RangeError]]) {
  for (const [name, call, sentence] of errors) {
    test(`refused: ${name}`, () => {
      assert.throws(call, (error) => {
        assert.ok(error instanceof Kind, `${error.name}: ${error.message}`);
        assert.ok(error.message.includes(sentence) && error.message.length > 10, error.message);
        return true;
      });
      works();
    });
  }
}

test("a property is read once, so a getter can't answer in two ways", () => {
  const world = new World();
  const solid = world.insert(mask);
  let asked = 0;
  const change = { get shape() { return asked++ === 0 ? undefined : mask; } };
  world.reshapeSolid(solid, 9, change);
  assert.equal(asked, 1);
  const properties = { get order() { return asked++; } };
  world.set(solid, properties);
  assert.equal(asked, 2);
  assert.equal(world.props(solid).order, 1);
});

test("refused in a world", () => {
  const world = new World();
  const sprite = world.insert(mask, { rotation: 30 });
  const walk = world.insert(new Circle([0, 0], 1e6), { kind: "character" });
  const frames = world.insert(new Frames([mask, mask]));
  for (const [call, sentence] of [
    [() => world.setPosition(sprite, [2 ** 40, 0]), "the position leads too far away"],
    [() => world.setPositions([sprite], [NaN, 0]), "the position leads too far away"],
    [() => world.setPositions([sprite], [1]), "there must be two coordinates for each handle, not 1 for 1"],
    [() => world.setScale(sprite, 32768), "the scale must be from -32767 to 32767"],
    [() => world.setPivot(sprite, [2 ** 40, 0]), "the pivot"],
    [() => world.setRotation(sprite, NaN), "the rotation must be finite: neither"],
    [() => world.rotateBy(sprite, { radians: Infinity }), "the angle must be finite: neither"],
    [() => world.setFrame(frames, 2), "there is no frame 2: there are 2"],
    [() => world.setFrame(sprite, 0), "not an animation"],
    [() => world.fitFrame(sprite, 0, 4), "not an animation"],
    [() => world.moveAndSlide(walk, [1, 0]), "the mover of 2000000 x 2000000 pixels is too large"],
    [() => world.moveAndSlide(sprite, [2 ** 32, 0]), "the motion"],
    [() => world.cast(sprite, [2 ** 31, 2 ** 31 + 1]), "the motion"],
    [() => world.castTurning(sprite, { by: [0, 0], turn: Infinity }), "the degrees must be finite"],
    [() => world.insert(mask, { scale: 1e9 }), ""],
    [() => world.insert(mask, { data: -1 }), "the data must be a whole number"],
    [() => world.insert(mask, { layers: [1, 2 ** 32] }), "the layers it collides with"],
    [() => world.pick([0, 0], { layers: [1.5, 0] }), "the layers it belongs to"],
    [() => world.has(-1), "the handle must be a whole number"],
  ]) {
    assert.throws(call, (error) => error instanceof RangeError && error.message.includes(sentence) && error.message.length > 10, String(call));
  }
  assert.throws(() => world.insert(mask, { at: [1, 2] }), { name: "TypeError", message: /the collider has no "at"/ });
  assert.throws(() => world.stepInto([]), TypeError);
  works();
});

test("the handles of removed colliders, and numbers that are no handles", () => {
  const world = new World();
  const gone = world.insert(mask);
  assert.equal(world.remove(gone), true);
  const other = world.insert(mask);
  assert.notEqual(other, gone);
  for (const stale of [gone, 12345, Number.MAX_SAFE_INTEGER]) {
    assert.equal(world.has(stale), false);
    assert.equal(world.remove(stale), false);
    assert.equal(world.position(stale), null);
    assert.equal(world.bounds(stale), null);
    assert.equal(world.setPosition(stale, [1, 1]), false);
    assert.equal(world.setEnabled(stale, true), false);
    assert.equal(world.setFrame(stale, 0), false);
    assert.equal(world.collideOne(stale), null);
    assert.equal(world.moveAndSlide(stale, [1, 0]), null);
    assert.equal(world.moveSolid(stale, [1, 0], [stale]), null);
    assert.equal(world.unstick(stale, 4), null);
    assert.equal(world.cast(stale, [1, 0]), null);
    assert.deepEqual(world.castTurningAll(stale, { by: [1, 0], turn: 4 }), []);
    assert.equal(world.separation(stale, other), null);
    assert.equal(world.carve(stale, mask), null);
  }
  assert.deepEqual(world.handles(), [other]);
});

test("freed objects say so, and may be freed twice", () => {
  const gone = Mask.filled(4, 4);
  gone.free();
  gone.free();
  gone[Symbol.dispose]();
  assert.equal(gone.isFreed, true);
  for (const call of [
    () => gone.overlaps(mask, [0, 0]),
    () => mask.overlaps(gone, [0, 0]),
    () => gone.set([0, 0], true),
    () => new World().insert(gone),
    () => overlapsBatch([mask, gone], [0, 1], [0, 0]),
  ]) {
    assert.throws(call, { name: "TypeError", message: "this Mask was freed" });
  }
  works();
});

test("an object in a world outlives its JavaScript object", () => {
  const world = new World();
  const one = Mask.filled(4, 4);
  world.insert(one);
  world.insert(one, { position: [3, 3] });
  one.clear();
  one.free();
  assert.equal(world.step().length, 1);
});

test("edits by oneself", () => {
  const self = Mask.filled(6, 6);
  self.differenceWith(self, [3, 0]);
  assert.deepEqual(self.bounds, { x: 0, y: 0, w: 3, h: 6 });
  const ground = Terrain.filled(20, 20);
  assert.equal(ground.carve(ground, [10, 10]).pixels, 100);
});

test("answers survive growth of the memory", () => {
  const before = mask.overlapBounds(mask, [4, 4]);
  const large = new Mask(20000, 20000);
  assert.deepEqual(mask.overlapBounds(mask, [4, 4]), before);
  large.set([19999, 19999], true);
  assert.deepEqual(large.firstOverlap(mask, [19995, 19995]), { x: 19999, y: 19999 });
  large.free();
});

test("the memory grows in few steps", async () => {
  // Each step takes an engine milliseconds. Page by page, many objects would take seconds.
  const { wasm } = await import(new URL("target/npm/hitmask/wasm.js", root));
  const [held, sizes] = [[], new Set()];
  for (let i = 0; i < 30000; i++) {
    held.push(Mask.filled(40, 40));
    sizes.add(wasm.memory.buffer.byteLength);
  }
  for (const one of held) one.free();
  assert.ok(sizes.size < 40, `${sizes.size} steps`);
});

test("what was freed is used again", async () => {
  const { wasm } = await import(new URL("target/npm/hitmask/wasm.js", root));
  const world = new World();
  const use = () => {
    for (let i = 0; i < 20000; i++) {
      Mask.filled(40, 40).free();
      world.remove(world.insert(mask, { position: [i, 0] }));
      if (i % 1000 === 0) world.step();
    }
    return wasm.memory.buffer.byteLength;
  };
  const after = use();
  assert.equal(use(), after);
  world.free();
});

test("an argument that frees what is asked", () => {
  const [one, other, world] = [Mask.filled(4, 4), Mask.filled(4, 4), new World()];
  const frees = { get x() { one.free(); return 0; }, get y() { other.free(); world.free(); return 0; } };
  for (const call of [
    () => one.overlaps(mask, frees),
    () => mask.overlaps(other, frees),
    ...["overlaps", "overlapArea", "firstOverlap", "overlapBounds", "normal", "closest", "unionWith"].map((verb) => () => {
      const late = Mask.filled(4, 4);
      mask[verb](late, { x: 0, get y() { late.free(); return 0; } });
    }),
    ...["cast", "castPixels"].map((verb) => () => {
      const late = Mask.filled(4, 4);
      mask[verb](late, [9, 0], { x: -9, get y() { late.free(); return 0; } });
    }),
    ...["overlapLabels", "labelHit"].map((verb) => () => {
      const late = Mask.filled(4, 4);
      LabelMask.fromMask(mask)[verb](late, { x: 0, get y() { late.free(); return 0; } });
    }),
    ...[
      (late, at) => Terrain.filled(64, 64).carve(late, at),
      (late, at) => new CollisionBuffer("owners", [0, 0, 10, 10]).draw(late, at, 1),
      (late, position) => new World().insert(late, { position }),
      (late, position) => new World().query(late, { position }),
      (late, at) => new World().cast({ shape: late }, at),
      (late, at) => moveAndSlide(late, [0, 0], at, []),
    ].map((call) => () => {
      const late = Mask.filled(4, 4);
      call(late, { x: 0, get y() { late.free(); return 0; } });
    }),
    () => world.insert(mask, { position: frees }),
  ]) {
    assert.throws(call, { name: "TypeError", message: /was freed/ });
  }
  works();
});

test("a later entry of a list that frees an earlier one", () => {
  const late = (make) => {
    const one = Mask.filled(4, 4);
    const frees = { get x() { one.free(); Mask.filled(9, 9); return 0; }, y: 0 };
    return () => make(one, frees);
  };
  const bytes = new World().toBytes();
  for (const call of [
    late((one, offset) => new Frames([one, { mask, offset }])),
    late((one, offset) => new TileSet([one, { mask, offset }])),
    late((one, position) => moveAndSlide(mask, [0, 0], [9, 0], [{ shape: one }, { shape: mask, position }])),
    late((one, position) => rayCastObstacles([{ shape: one }, { shape: mask, position }], [-9, 2], [20, 0])),
    late((one, offset) => overlapsBatch((function* () { yield one; yield mask; offset.x; })(), [0, 1], [0, 0])),
    late((one, offset) => overlapsBatch([one, mask], (function* () { yield 0; yield offset.x; })(), [0, 0])),
    late((one, offset) => World.fromBytes(bytes, (function* () { yield [1, one]; yield [2 + offset.x, mask]; })())),
  ]) {
    assert.throws(call, { name: "TypeError", message: "this Mask was freed" });
    works();
  }
});

test("a list that asks for memory while it is copied into the module", () => {
  const world = new World();
  const sprite = world.insert(mask);
  const [kept, rows] = [[], new Uint8Array(64).fill(0xa5)];
  // What the module holds for a list is taken by the next call, and used again for what that call makes.
  const asks = (values) => new Proxy(values, {
    get(list, name) {
      world.pick([0, 0]);
      kept.push(Mask.fromBytes(64, 8, rows), Mask.fromBytes(8, 4, rows.subarray(0, 4)));
      return list[name];
    },
  });
  assert.equal(world.setPlaces(asks([sprite]), asks([5, 6, 0])), 1);
  assert.deepEqual(world.position(sprite), { x: 5, y: 6 });
  assert.equal(world.setPositions(asks([sprite, sprite]), asks([1, 2, 3, 4])), 2);
  assert.deepEqual(world.position(sprite), { x: 3, y: 4 });
  for (const one of kept) assert.ok(one.toBytes().every((byte) => byte === 0xa5));
});

test("bytes that are not what they say", () => {
  const proxy = new Proxy(new Uint8Array(16), { get: (bytes, name) => (mask.overlaps([0, 0, 2, 2], [1, 1]), Reflect.get(bytes, name, bytes)) });
  assert.throws(() => Mask.fromAlpha(4, 4, proxy), TypeError);
  // Lengths that a caller has put over the language's own.
  const long = Object.defineProperty(new Uint8Array(16).fill(255), "length", { value: { valueOf: () => 4 } });
  assert.equal(Mask.fromAlpha(4, 4, long).count, 16);
  const gone = new Uint8Array(16);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  assert.throws(() => Mask.fromAlpha(4, 4, gone), (error) => error instanceof TypeError || error instanceof RangeError);
  if ("resizable" in ArrayBuffer.prototype) {
    const buffer = new ArrayBuffer(16, { maxByteLength: 16 });
    const fixed = new Uint8Array(buffer, 0, 16);
    buffer.resize(8);
    assert.throws(() => Mask.fromAlpha(4, 4, fixed), (error) => error instanceof TypeError || error instanceof RangeError);
    assert.throws(() => Mask.fromAlpha(4, 4, new Uint8Array(buffer)), RangeError);
  }
  const shared = new Uint8Array(new SharedArrayBuffer(16)).fill(200);
  assert.equal(Mask.fromAlpha(4, 4, shared).count, 16);
  const world = new World();
  const target = new Float64Array(8);
  structuredClone(target.buffer, { transfer: [target.buffer] });
  assert.throws(() => world.stepInto(target), TypeError);
  assert.equal(world.steps, 0);
  works();
});

test("an object cannot be made of a number, nor asked as one of another class", () => {
  for (const Kind of [Outline, TileView, WorldSnapshot]) assert.throws(() => new Kind({ number: 1 }), { name: "TypeError", message: /cannot be made/ });
  // What a program must not do ends its own call, and no other one.
  const world = new World();
  assert.throws(() => World.prototype.step.call(mask));
  assert.throws(() => Mask.prototype.overlaps.call(world, mask, [0, 0]));
  assert.equal(world.step().length, 0);
  works();
});

test("a class that says another size", () => {
  class Wide extends Mask {
    get width() { return 1000; }
  }
  assert.equal(new Wide(4, 4).distanceToClear().length, 16);
});

test("an object of a host that is added while it is looked at", async () => {
  const { Follower } = await import(new URL("target/npm/hitmask/host/follow.js", root));
  let looks = 0;
  const place = [1, 0, 0, 1, 0, 0];
  const follower = new Follower({}, (object) => {
    if (looks++ === 0) follower.add(object);
    if (object.gone) follower.remove(object);
    if (object.ends) follower.free();
    return { shape: mask, place };
  });
  const object = {};
  assert.equal(follower.add(object), follower.handleOf(object));
  assert.equal(follower.world.size, 1);
  object.gone = true;
  follower.step(() => assert.fail());
  assert.equal(follower.world.size, 0);
  const other = {};
  follower.add(other);
  other.ends = true;
  assert.throws(() => follower.step(() => {}), { name: "TypeError", message: /was freed/ });
  works();
});

test("a filter that asks the same question without end", () => {
  const world = new World();
  for (let i = 0; i < 9; i++) world.insert(mask, { position: [i, i] });
  // From stacks of many depths, so that they end at many places.
  for (let depth = 0; depth < 40; depth++) {
    const accept = (handle) => {
      // Changes on the way down and at the bottom, whose objects would be lost if the stack ended inside the module.
      world.setPosition(handle, [1, 1]);
      world.step();
      return Mask.fromFunction(1, 1, () => world.query([0, 0, 20, 20], {}, { accept }).length > 0).count === 1;
    };
    const from = (depth) => (depth === 0 ? world.pickAll([4, 4], { accept }) : from(depth - 1));
    assert.throws(() => from(depth), RangeError);
    world.step();
    assert.equal(world.size, 9);
    works();
  }
});

test("a filter that changes what is asked", () => {
  for (const change of [
    (world) => world.free(),
    (world) => world.clear(),
    (world) => world.step(),
    (world) => world.restore(world.snapshot()),
    (world, handle) => world.remove(handle),
    () => { throw new RangeError("by the caller"); },
  ]) {
    for (const ask of [
      (world, filter) => world.query(mask, {}, filter),
      (world, filter) => world.pick([2, 2], filter),
      (world, filter) => world.nearest([90, 2], 500, filter),
      (world, filter) => world.cast({ shape: mask, place: { position: [-40, 0] } }, [90, 0], filter),
      (world, filter) => world.castTurning({ shape: mask, place: { position: [-40, 0] } }, { by: [90, 0], turn: 20 }, filter),
      (world, filter) => world.rayCast([-9, 2], [90, 0], filter),
      (world, filter) => world.moveAndSlide(world.handles()[0], [9, 0], {}, filter),
      (world, filter) => world.fitShape(world.handles()[0], mask, 9, filter),
    ]) {
      const world = new World();
      for (let i = 0; i < 3; i++) world.insert(mask, { position: [12 * i, 0], kind: "character" });
      let asked = 0;
      const accept = (handle) => (asked++, change(world, handle), false);
      try {
        ask(world, { accept });
      } catch (error) {
        assert.ok(error instanceof TypeError || error instanceof RangeError, error.stack);
      }
      assert.ok(asked > 0);
      works();
    }
  }
});

test("a rectangle whose getters ask something else", () => {
  const asks = { x: 0, y: 0, w: 4, get h() { return mask.overlaps(mask, [100, 100]) ? 0 : 4; } };
  assert.equal(mask.overlapArea(asks, [2, 2]), 16);
});

test("more than the memory holds is refused, and the module goes on", () => {
  const held = [];
  assert.throws(() => {
    // Each takes about 256 MB.
    for (let i = 0; i < 40; i++) held.push(Mask.filled(46340, 46340));
  }, { name: "RangeError", message: /not enough memory/ });
  for (const one of held) one.free();
  works();
});

test("what needs a browser says what to do in Node", async () => {
  const told = { name: "Error", message: /needs a browser.*Mask\.fromRgba\(width, height, pixels\).*Pack\.load/ };
  await assert.rejects(Mask.fromUrl("ship.png"), told);
  await assert.rejects(Atlas.load("ship.json"), told);
  assert.throws(() => Mask.fromBitmap({ width: 4, height: 4 }), told);
  assert.throws(() => mask.toImageData(), { name: "Error", message: /needs a browser.*toBytes/ });
});

test("words of several parts may have underscores", () => {
  const world = new World({ broadPhase: "brute_force" });
  world.insert(mask, { kind: "one_way" });
  assert.deepEqual(mask.extremeOverlap(mask, [0, 0], "bottom_left"), { x: 0, y: 7 });
  assert.throws(() => world.insert(mask, { kind: "one way" }), RangeError);
});
