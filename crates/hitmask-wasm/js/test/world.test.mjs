// What the package adds to worlds: many changes in one call, and filters by a function. The answers themselves are in answers.test.mjs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import hitmask, { path } from "./load.mjs";

const { EVENT_STRIDE, Mask, Pose, PoseCache, World, moveAndSlide } = hitmask;

const bar = Mask.filled(9, 3);

test("what a motion with a turn meets is told field by field", () => {
  const world = new World();
  const met = world.insert(bar, { data: 7 });
  const ball = (x) => ({ shape: Mask.filled(2, 2), place: { position: [x, 0] } });
  const hit = world.castTurning(ball(-20), { by: [40, 0], turn: 1 });
  assert.deepEqual([hit.handle, hit.data, hit.pixel], [met, 7, { x: 0, y: 0 }]);
  assert.ok(0.4 < hit.freeUntil.value && hit.freeUntil.value < hit.overlappingAt.value && hit.overlappingAt.value < 0.5);
  assert.ok(Math.abs(hit.free.position.x - (40 * hit.freeUntil.value - 20)) < 1e-4, String(hit.free.position.x));
  const inside = world.castTurning(ball(4), { by: [40, 0], turn: 1 });
  assert.deepEqual([inside.freeUntil.value, inside.overlappingAt.value, inside.pixel, inside.free], [0, 0, { x: 4, y: 0 }, null]);
  const posed = bar.castPosed(new Pose(), Mask.filled(2, 2), { position: [-20, 0], by: [40, 0], turn: 1 });
  assert.equal(posed.kind, "hit");
  assert.ok(0.4 < posed.freeUntil.value && posed.freeUntil.value < posed.overlappingAt.value && posed.overlappingAt.value < 0.5);
});

test("many places in one call are the same as one by one", () => {
  const [one, many] = [new World(), new World()];
  const [singly, together] = [one, many].map((world) => Array.from({ length: 40 }, (_, i) => world.insert(bar, { position: [12 * i, 0], pivot: [4, 1] })));
  assert.deepEqual(singly, together);
  let touching = 0;
  for (let frame = 0; frame < 30; frame++) {
    const places = singly.flatMap((_, i) => [6.25 * i + Math.sin(frame * i), 3 * Math.cos(i + frame), 17 * frame * (i % 5) - 40]);
    singly.forEach((handle, i) => {
      assert.ok(one.setPosition(handle, [places[3 * i], places[3 * i + 1]]));
      assert.ok(one.setRotation(handle, places[3 * i + 2]));
    });
    assert.equal(many.setPlaces(together, Float64Array.from(places)), 40);
    assert.equal(many.stateHash(), one.stateHash());
    const events = many.step();
    assert.deepEqual(events, one.step());
    touching += events.length;
  }
  assert.ok(touching > 50, `${touching}`);
});

test("the first collider is true", () => {
  const world = new World();
  const floor = world.insert(Mask.filled(100, 20), { position: [0, 100] });
  const hero = world.insert(Mask.filled(12, 16), { position: [10, 80], kind: "character" });
  assert.ok(floor && hero && world.pick([5, 105]) && world.handles()[0] && !world.has(0));
  assert.ok(world.moveAndSlide(hero, [0, 30]).floor?.handle);
  assert.ok(world.rayCast([50, 0], [0, 200]).handle);
});

test("parts of parts, and poses one on the other", () => {
  const world = new World();
  const [player, arm, gun] = [[100, 50], [16, 8], [4, 0]].map((position) => world.insert(bar, { position }));
  assert.ok(world.attach(player, arm) && world.attach(arm, gun));
  assert.deepEqual([world.rootOf(gun), world.parentOf(gun), world.partsOf(player)], [player, arm, [arm]]);
  assert.ok(world.setRotation(arm, 90));
  const pose = new Pose({ position: [4, 0] }).then(new Pose({ position: [16, 8], rotation: 90 })).then(new Pose({ position: [100, 50] }));
  assert.deepEqual(world.pose(gun).toQ16(), pose.toQ16());
  assert.throws(() => world.attach(gun, player), { name: "RangeError", message: /a part of itself/ });
});

test("poses in promises", async () => {
  const [pose, outer] = [new Pose({ position: [4, 0] }), new Pose({ rotation: 90 })];
  const both = pose.then(outer).toQ16();
  const given = await pose;
  assert.equal(given, pose);
  assert.equal(await (async () => pose)(), pose);
  assert.deepEqual(await Promise.all([pose, Promise.resolve(outer)]), [pose, outer]);
  assert.deepEqual(pose.then(outer).toQ16(), both);
  await assert.rejects(async () => Object.freeze(new Pose()), { name: "TypeError", message: /frozen pose .* array/ });
});

test("rays between blocks, lines without gaps, slopes", () => {
  const world = new World();
  const block = Mask.filled(16, 16);
  const [left] = [0, 16].map((x) => world.insert(block, { position: [x, 100] }));
  assert.equal(world.rayCast([16, 0], [0, 200]).handle, left);
  const wall = world.insert(Mask.fromFunction(20, 20, (x, y) => x + y === 19), { position: [1000, 0] });
  assert.equal(world.firstOnLine([1009, 9], [1010, 10]), null);
  assert.deepEqual(world.firstOnLine([1009, 9], [1010, 10], {}, { supercover: true }), { handle: wall, data: 0, pixel: { x: 1010, y: 9 }, steps: 1 });
  const slope = world.insert(Mask.fromFunction(200, 100, (x, y) => 2 * y >= x), { position: [0, 1000] });
  const normal = world.surfaceNormal(slope, [100, 1050], 16);
  assert.ok(normal.y < 0 && Math.abs(normal.x / -normal.y - 0.5) < 0.05, JSON.stringify(normal));
});

test("a wrong place changes nothing", () => {
  const world = new World();
  const [a, b] = [world.insert(bar), world.insert(bar, { pose: new Pose({ position: [5, 5] }) })];
  const hash = world.stateHash();
  assert.throws(() => world.setPlaces([a, b], [1, 2, 30, 4, 5, NaN]), { name: "RangeError", message: "the rotation must be finite: neither infinite nor NaN" });
  assert.throws(() => world.setPlaces([a, b], [1, 2, 30, Infinity, 5, 6]), RangeError);
  assert.throws(() => world.setPlaces([a, b], [1, 2, 30]), { name: "RangeError", message: "there must be x, y and degrees for each handle, not 3 numbers for 2" });
  assert.equal(world.stateHash(), hash);
  // A quarter turn stretches this one too far, because it is scaled and sheared: neither it nor the one before it moves.
  const sheared = world.insert(bar, { pose: new Pose({ scale: [30, 1], shear: [60, 0] }) });
  const before = world.stateHash();
  let refused = 0;
  for (const degrees of [0, 45, 90, 135]) {
    try {
      world.setPlaces([a, sheared], [9, 9, 10, 3, 3, degrees]);
    } catch (error) {
      refused += 1;
      assert.deepEqual([error.name, world.stateHash()], ["RangeError", before]);
    }
  }
  world.remove(sheared);
  world.remove(a);
  assert.equal(world.setPlaces([a], [1, 2, 3]), 0, "a removed collider");
  assert.equal(world.setPlaces([a, b], [1, 2, 3, 7, 8, 90]), 1);
  assert.deepEqual([world.position(b), world.rotation(b)], [{ x: 7, y: 8 }, 90]);
});

test("a filter by a function", () => {
  const world = new World();
  const handles = Array.from({ length: 6 }, (_, i) => world.insert(bar, { position: [20 * i, 0], data: i, order: i }));
  const stacked = Array.from({ length: 4 }, (_, i) => world.insert(bar, { position: [200, 0], data: 10 + i, order: i }));
  const asked = [];
  const even = { accept: (handle, data) => (asked.push(handle), data % 2 === 0) };
  const ball = { shape: Mask.filled(2, 2), place: { position: [-20, 0] } };

  assert.deepEqual(world.query([0, 0, 300, 3], {}, even), [handles[0], handles[2], handles[4], stacked[0], stacked[2]]);
  assert.equal(world.pick([203, 1], even), stacked[2]);
  assert.equal(world.pick([203, 1]), stacked[3]);
  assert.deepEqual(world.pickAll([203, 1], even), [stacked[2], stacked[0]]);
  assert.equal(world.pick([203, 1], { accept: () => false }), null);
  assert.equal(world.nearest([24, 1], 100, even).handle, handles[0]);
  assert.equal(world.nearest([24, 1], 100).handle, handles[1]);
  assert.equal(world.cast(ball, [300, 0], { accept: (_, data) => data === 3 }).handle, handles[3]);
  assert.deepEqual(world.castAll(ball, [300, 0], even).map(({ data }) => data), [0, 2, 4, 10, 12]);
  assert.equal(world.castTurning(ball, { by: [300, 0], turn: 1 }, { accept: (_, data) => data > 1 }).handle, handles[2]);
  assert.equal(world.rayCast([-5, 1.5], [400, 0], { accept: (_, data) => data > 4 }).handle, handles[5]);
  assert.equal(world.firstOnLine([-5, 1], [400, 1], { accept: (_, data) => data > 2 }).handle, handles[3]);
  assert.equal(world.firstOnLine([-5, 1], [400, 1], { accept: (_, data) => data > 2, except: [handles[3]] }).handle, handles[4]);
  assert.ok(asked.length > 10);

  const hero = world.insert(bar, { position: [-30, 0], kind: "character" });
  assert.equal(world.moveAndSlide(hero, [60, 0], {}, even).wall.what, handles[0]);
  assert.equal(world.moveAndSlide(hero, [60, 0], {}, { accept: (_, data) => data === 1 }).wall.what, handles[1]);
  assert.deepEqual(world.fitAt(hero, [0, 0], 0, { accept: () => false }), { kind: "free" });
  assert.throws(() => world.pick([3, 1], { accept: () => 1 }), { name: "TypeError", message: "what the filter returns must be true or false, not 1" });
  // A filter may ask the world, and even change it.
  assert.equal(world.pick([203, 1], { accept: (handle) => world.setData(handle, 99) && world.data(handle) === 99 }), stacked[3]);
});

test("a hero asks in his own space", () => {
  const world = new World();
  const slab = (x) => world.insert({ x: 0, y: 0, w: 50, h: 20 }, { position: [x, 100], space: 1 });
  const [ground, spikes] = [slab(0), slab(50)];
  const hero = world.insert({ x: 0, y: 0, w: 8, h: 16 }, { position: [46, 50], space: 1, kind: "character" });
  assert.equal(world.cast(hero, [0, 100]).handle, ground);
  assert.equal(world.cast(hero, [0, 100], { space: 0 }), null);
  const slid = world.moveAndSlide(hero, [0, 100]);
  assert.deepEqual([slid.position, slid.floor.what], [{ x: 46, y: 84 }, ground]);
  assert.deepEqual(slid.blockers.map(({ what, normal }) => [what, normal.y]), [[ground, -1], [spikes, -1]]);
  assert.deepEqual(slid.blockers[0], slid.floor);
  assert.deepEqual(world.groundSlope(hero, 4), { rise: 0, run: 7 });
  assert.equal(world.groundSlope(hero, 4, { space: 0 }), null);
  for (let frame = 0; frame < 9; frame++) assert.deepEqual(world.moveAndSlide(hero, [0, 0.35]).position, { x: 46, y: 84 });
});

test("a cache gives the answers of no cache", () => {
  const cache = new PoseCache(1 << 20);
  const ring = Mask.fromFunction(31, 31, (x, y) => Math.abs(Math.hypot(x - 15, y - 15) - 12) < 3);
  let hits = 0;
  for (let i = 0; i < 120; i++) {
    const p = new Pose({ position: [40, 40], rotation: { step: i % 8, of: 64 }, pivot: [15, 15] });
    const q = new Pose({ position: [40 + (i % 30), 44], rotation: { step: i % 5, of: 64 }, pivot: [4, 1], scale: 1.5 });
    const overlaps = ring.overlapsPosed(p, bar, q);
    hits += overlaps;
    assert.equal(cache.overlapsPosed(ring, p, bar, q), overlaps);
    assert.equal(cache.overlapAreaPosed(ring, p, bar, q), ring.overlapAreaPosed(p, bar, q));
    assert.deepEqual(cache.firstOverlapPosed(ring, p, bar, q), ring.firstOverlapPosed(p, bar, q));
    assert.deepEqual(cache.overlapBoundsPosed(ring, p, bar, q), ring.overlapBoundsPosed(p, bar, q));
    const [baked, wanted] = [cache.bake(bar, q), bar.bake(q)];
    assert.deepEqual(baked.corner, wanted.corner);
    assert.ok(baked.mask.equals(wanted.mask));
    // The mask is the caller's own.
    baked.mask.clear();
  }
  assert.ok(hits > 10 && hits < 110, `${hits}`);
  const stats = cache.stats;
  assert.ok(stats.hits > stats.misses && stats.entries > 8 && stats.bytes <= stats.maxBytes, JSON.stringify(stats));
  assert.equal(stats.maxBytes, 1 << 20);
  const before = cache.bake(bar, new Pose({ rotation: 30 }));
  const edited = bar.clone();
  edited.set([0, 0], false);
  assert.ok(!cache.bake(edited, new Pose({ rotation: 30 })).mask.equals(before.mask), "an edited mask is baked again");
  cache.clear();
  assert.equal(cache.stats.entries, 0);
  assert.throws(() => new PoseCache(-1), RangeError);
  assert.throws(() => cache.overlapsPosed(ring, new Pose(), {}, new Pose()), TypeError);
  cache.free();
});

/** A shot that flew past two walls. The far one has the lower handle. */
function shotPastTwoWalls(firstOnly) {
  const world = new World();
  const far = world.insert([0, 0, 10, 99], { position: [200, 0] });
  const near = world.insert([0, 0, 10, 99], { position: [100, 0] });
  const shot = world.insert([0, 0, 4, 2], { position: [0, 50], swept: true, firstOnly });
  assert.deepEqual(world.step(), []);
  assert.deepEqual(world.lastPath(shot), { from: { x: 0, y: 50 }, to: { x: 0, y: 50 } });
  world.setPosition(shot, [300, 50]);
  return { world, far, near, shot };
}

test("events in the order of time, and last ways", () => {
  const { world, far, near, shot } = shotPastTwoWalls(false);
  assert.deepEqual(world.step().map(({ kind, a }) => [kind, a]), [["pass", far], ["pass", near]]);
  // The shot's right edge enters the near wall at 96.5 of 300 pixels, the far one at 196.5.
  const byTime = world.eventsByTime().map(({ a, time }) => [a, time.numerator, time.denominator]);
  assert.deepEqual(byTime, [[near, 193n, 600n], [far, 131n, 200n]]);
  assert.deepEqual(world.lastPath(shot), { from: { x: 0, y: 50 }, to: { x: 300, y: 50 } });
  world.remove(shot);
  assert.equal(world.lastPath(shot), null);
});

test("parts go where their root goes", () => {
  const world = new World();
  const hero = world.insert(Mask.filled(16, 32), { position: [100, 82], pivot: [8, 32] });
  const sword = world.insert(Mask.filled(20, 3), { position: [13.5, 15.5], pivot: [1.5, 1.5], kind: "sensor", data: 25 });
  assert.ok(world.attach(hero, sword));
  assert.deepEqual([world.rootOf(sword), world.rootOf(hero), world.partsOf(hero)], [hero, null, [sword]]);
  assert.deepEqual(world.bounds(sword), { x: 104, y: 64, w: 20, h: 3 });
  assert.ok(world.setFlip(hero, [true, false]));
  assert.deepEqual(world.bounds(sword), { x: 76, y: 64, w: 20, h: 3 });
  const slime = world.insert(Mask.filled(10, 10), { position: [70, 60] });
  const [event] = world.step();
  assert.deepEqual([event.a, event.b], [sword, slime]);
  assert.ok(world.setPartFrames(sword, [3, 2]));
  assert.deepEqual(world.partFrames(sword), [2, 3]);
  assert.deepEqual(world.step().map((event) => event.kind), ["end"]);
  assert.ok(world.setPartFrames(sword, null));
  assert.equal(world.partFrames(sword), null);
  assert.throws(() => world.moveSolid(sword, [1, 0]), { name: "RangeError", message: /goes where its root goes/ });
  // Parts have parts, but no circle.
  assert.ok(world.attach(sword, slime));
  assert.throws(() => world.attach(slime, hero), RangeError);
  assert.ok(world.detach(slime));
  assert.throws(() => world.setPartFrames(sword, [-1]), RangeError);
  assert.equal(world.detach(hero), false);
  assert.ok(world.detach(sword) && world.setPosition(hero, [0, 0]));
  assert.deepEqual(world.bounds(sword), { x: 76, y: 64, w: 20, h: 3 });
  assert.ok(world.attach(hero, sword) && world.remove(hero));
  assert.deepEqual([world.has(sword), world.partsOf(hero), world.attach(hero, slime)], [false, null, false]);
});

test("a first-only shot hits once", () => {
  const { world, near } = shotPastTwoWalls(true);
  assert.deepEqual(world.step().map(({ a }) => a), [near]);
  const later = shotPastTwoWalls(true);
  later.world.setFirstOnly(later.shot, false);
  assert.equal(later.world.step().length, 2);
});

test("many positions are set to the farthest one, or none at all", () => {
  const world = new World();
  const handles = [world.insert(bar), world.insert(bar), world.insert(bar)];
  const most = 2 ** 31;
  assert.equal(world.setPositions(handles, [most, -most, 1.25, -2, most - 0.5, 7]), 3);
  assert.deepEqual(handles.map((handle) => world.position(handle)), [{ x: most, y: -most }, { x: 1.25, y: -2 }, { x: most - 0.5, y: 7 }]);
  // A handle that is no longer there is left out.
  assert.equal(world.setPositions([handles[1], 2 ** 40], Float32Array.of(3, 4, 5, 6)), 1);
  const hash = world.stateHash();
  for (const wrong of [most + 2 ** -21, -most - 2 ** -21, Infinity, -Infinity, NaN, undefined]) {
    for (const place of [0, 3, 5]) {
      const positions = [1, 2, 3, 4, 5, 6].with(place, wrong);
      assert.throws(() => world.setPositions(handles, positions), { name: "RangeError", message: /^the position leads too far away/ });
    }
  }
  assert.throws(() => world.setPositions([handles[0], -1, handles[1]], [1, 2, 3, 4, 5, 6]), RangeError);
  assert.throws(() => world.setPositions([handles[0], 0.5, handles[1]], [1, 2, 3, 4, 5, 6]), RangeError);
  assert.equal(world.stateHash(), hash);
});

test("the short form of an event is part of the long one", () => {
  const world = new World({ area: true, stay: true });
  const handles = [0, 4, 40].map((x, i) => world.insert(bar, { position: [x, i % 2], data: 7 * i + 1 }));
  const short = new Float64Array(9 * EVENT_STRIDE);
  let seen = 0;
  for (const moved of [4, 40, 45, 0, 3, 90]) {
    world.setPosition(handles[1], [moved, 1]);
    const count = world.stepInto(short);
    const events = world.events();
    assert.equal(count, events.length);
    events.forEach(({ kind, a, b, data, touch }, i) => {
      const numbers = [["begin", "stay", "end", "pass"].indexOf(kind), a, b, ...data];
      const place = touch ? [touch.first.x, touch.first.y, touch.area] : [0, 0, 0];
      assert.deepEqual([...short.subarray(i * EVENT_STRIDE, (i + 1) * EVENT_STRIDE)], [...numbers, ...place]);
      seen |= 1 << numbers[0];
    });
  }
  assert.equal(seen, 0b111);
});

test("what nobody asked for is null", () => {
  for (const [options, area] of [[{}, null], [{ area: true }, 6]]) {
    const world = new World(options);
    const one = world.insert(bar);
    world.insert(bar, { position: [7, 0] });
    assert.equal(world.step()[0].touch.area, area);
    assert.equal(world.collideOne(one)[0].touch.area, area);
    assert.equal(world.step().length, 0);
  }
  const events = new Float64Array(EVENT_STRIDE);
  const world = new World();
  world.insert(bar);
  world.insert(bar);
  assert.equal(world.stepInto(events), 1);
  assert.equal(events[7], 0);
});

test("kinds have the numbers and the words of the C interface", () => {
  const header = readFileSync(path("crates/hitmask-capi/include/hitmask.h"), "utf8");
  const source = readFileSync(path("crates/hitmask-wasm/js/src/words.ts"), "utf8");
  for (const [name, list] of [["hitmask_event_kind", "EVENT_KINDS"], ["hitmask_collider_kind", "COLLIDER_KINDS"]]) {
    const start = header.lastIndexOf("typedef enum {", header.indexOf(`} ${name};`));
    const numbered = [...header.slice(start, header.indexOf(`} ${name};`)).matchAll(/HITMASK_(\w+) = (\d+)/g)];
    const words = numbered.map(([, word]) => word.toLowerCase().replaceAll("_", "-"));
    assert.deepEqual(numbered.map(([, , number]) => Number(number)), words.map((_, i) => i), name);
    const [, here] = source.match(new RegExp(`const ${list}[^=]*= \\[([^\\]]*)\\]`));
    assert.deepEqual([...here.matchAll(/"([^"]+)"/g)].map(([, word]) => word), words, name);
  }
});

test("properties are read and written as one record", () => {
  const world = new World();
  const [a, b] = [world.insert(bar, { kind: "character", layers: [2, 6], group: 3, space: 4, order: -5, data: 6, swept: true }), world.insert(bar)];
  assert.deepEqual(world.props(a), {
    kind: "character", layers: [2, 6], group: 3, space: 4, order: -5, data: 6, enabled: true, swept: true, firstOnly: false, up: "up", openSide: "up",
    wholePixels: false,
  });
  assert.equal(world.set(b, world.props(a)), true);
  assert.deepEqual(world.props(b), world.props(a));
  assert.equal(world.set(b, { order: 9, kind: "one_way", enabled: false }), true);
  assert.deepEqual(world.props(b), { ...world.props(a), order: 9, kind: "one-way", enabled: false });
  assert.throws(() => world.set(b, { order: 1, group: -1 }), RangeError);
  assert.throws(() => world.set(b, { colour: 1 }), TypeError);
  assert.equal(world.props(b).order, 9);
  world.remove(b);
  assert.deepEqual([world.props(b), world.set(b, { order: 1 })], [null, false]);
});

test("blockers have handles and data", () => {
  const world = new World();
  const ground = world.insert([0, 10, 20, 5], { data: 7 });
  const hero = world.insert([0, 0, 4, 4], { position: [3, 0], kind: "character" });
  const { floor, blockers } = world.moveAndSlide(hero, [0, 20]);
  assert.deepEqual(floor, { handle: ground, what: ground, data: 7, pixel: { x: 3, y: 10 }, normal: { x: 0, y: -1 } });
  assert.deepEqual(blockers, [floor]);
});

test("movers with an up, crates, corners, ledges, solids that turn", () => {
  const world = new World();
  const lift = world.insert([0, 0, 40, 8], { position: [0, 100] });
  const crate = world.insert([0, 0, 16, 16], { position: [10, 84], kind: "crate" });
  const hero = world.insert([0, 0, 8, 16], { position: [12, 68], kind: "character" });
  assert.deepEqual([world.support(hero), world.support(crate), world.support(lift)], [crate, lift, null]);
  assert.deepEqual(world.moveSolid(lift, [3, -2], [], { stepUp: 1, corner: 1 }), { position: { x: 3, y: 98 }, pushed: [crate, hero], carried: [crate, hero], crushed: [] });
  assert.deepEqual(world.position(hero), { x: 15, y: 66 });
  assert.throws(() => world.moveSolid(crate, [1, 0], [lift]), RangeError);
  assert.deepEqual(world.reshapeSolid(lift, 9, { position: [4, 98] }).carried, [crate, hero]);
  assert.deepEqual(world.position(hero), { x: 16, y: 66 });
  assert.throws(() => world.reshapeSolid(lift, 9, { frame: 1 }), RangeError);
  assert.throws(() => world.reshapeSolid(lift, 9, { angle: 1 }), TypeError);
  assert.equal(world.setUp(hero, null), true);
  assert.equal(world.setOpenSide(hero, "left"), true);
  assert.deepEqual([world.props(hero).up, world.props(hero).openSide], [null, "left"]);
  assert.deepEqual([world.moveAndSlide(hero, [0, 5]).floor, world.moveAndSlide(hero, [0, 5]).wall.handle], [null, crate]);
  assert.throws(() => world.setUp(hero, "north"), RangeError);
  world.set(hero, { up: "up", openSide: "up" });

  const ledge = world.insert([0, 0, 60, 4], { position: [180, 100], kind: "one-way" });
  world.teleport(hero, [200, 80]);
  assert.equal(world.moveAndSlide(hero, [0, 9]).floor.what, ledge);
  assert.equal(world.moveAndSlide(hero, [0, 20], { drop: true }).position.y, 104);
  world.insert([320, 0, 100, 20]);
  world.teleport(hero, [314, 40]);
  assert.deepEqual(world.moveAndSlide(hero, [0, -38], { corner: 4 }).position, { x: 312, y: 2 });
  const roof = { shape: [20, 0, 100, 20] };
  assert.deepEqual(moveAndSlide([0, 0, 8, 16], [14, 40], [0, -38], [roof], { corner: 4 }).position, { x: 12, y: 2 });
  assert.equal(moveAndSlide({ shape: [0, 0, 8, 8], up: null }, [0, 0], [5, 0], [roof]).floor, null);
  const door = { shape: [50, 0, 10, 10], oneWay: true, openSide: "left" };
  assert.deepEqual([20, 80].map((x) => moveAndSlide([0, 0, 8, 8], [x, 0], [50 - x, 0], [door]).position.x), [42, 50]);
  const pushing = new World();
  const [who, one, two] = ["character", "crate", "crate"].map((kind, i) => pushing.insert([0, 0, 10, 10], { position: [10 * i, 0], kind }));
  pushing.moveAndSlide(who, [4, 0], { push: true, pushLimit: 1 });
  assert.equal(pushing.position(who).x, 0);
  pushing.moveAndSlide(who, [4, 0], { push: true });
  assert.deepEqual([who, one, two].map((handle) => pushing.position(handle).x), [4, 14, 24]);
});

test("contacts of the last step", () => {
  const world = new World();
  const [a, b, c] = [[0, 0], [5, 1], [10, 2]].map((position) => world.insert(bar, { position }));
  assert.deepEqual(world.contacts(), []);
  world.step();
  assert.deepEqual(world.contacts(), [[a, b], [b, c]]);
  world.setPosition(c, [99, 99]);
  assert.deepEqual([a, b, c].map((handle) => world.contactsOf(handle)), [[b], [a, c], [b]]);
  world.step();
  assert.deepEqual([world.contacts(), world.contactsOf(c)], [[[a, b]], []]);
  world.remove(c);
  world.step();
  assert.equal(world.contactsOf(c), null);
});

test("a crowd of boxes touches as arithmetic says, by whole columns, rows and pixels", () => {
  const world = new World();
  let state = 5;
  const below = (n) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % n;
  const boxes = Array.from({ length: 200 }, () => ({ x: below(90) - 45, y: below(90) - 45, w: 1 + below(6), h: 1 + below(6) }));
  const handles = boxes.map(({ x, y, w, h }) => world.insert(Mask.filled(w, h), { position: [x, y] }));
  const [begun, wanted] = [world.step().map(({ a, b }) => `${a} ${b}`).sort(), []];
  let [thin, apart] = [0, 0];
  boxes.forEach((a, i) => {
    boxes.slice(0, i).forEach((b, j) => {
      const [w, h] = [Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x), Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)];
      if (w > 0 && h > 0) wanted.push(`${handles[j]} ${handles[i]}`);
      thin += w === 1 && h > 0;
      apart += w === 0 && h > 0;
    });
  });
  assert.deepEqual(begun, wanted.sort());
  assert.ok(thin > 20 && apart > 20, `${thin} ${apart}`);
});
