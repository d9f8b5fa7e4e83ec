import assert from "node:assert/strict";
import test from "node:test";

import hitmask from "./load.mjs";

const { AlphaMask, Frames, LabelMask, Mask, Pose, World } = hitmask;

/** Counts pixel by pixel. */
function counted(a, b, [dx, dy], labelled) {
  const pixels = new Map();
  for (let y = 0; y < a.h; y++) {
    for (let x = 0; x < a.w; x++) {
      const [u, v] = [x - dx, y - dy];
      const [one, other] = [a.data[y * a.w + x], u >= 0 && v >= 0 && u < b.w && v < b.h ? b.data[v * b.w + u] : 0];
      if (!one || !other) continue;
      const labels = [one, labelled ? other : 0];
      const key = labels[0] * 256 + labels[1];
      const met = pixels.get(key) ?? { labels, pixels: 0, first: { x, y } };
      met.pixels++;
      pixels.set(key, met);
    }
  }
  return [...pixels.entries()].sort(([a], [b]) => a - b).map(([, met]) => met);
}

test("labels that meet are counted", () => {
  let seed = 7;
  const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
  const picture = (most) => {
    const [w, h] = [1 + random(70), random(20)];
    return { w, h, data: Uint8Array.from({ length: w * h }, () => random(most + 1)) };
  };
  for (let i = 0; i < 200; i++) {
    const [a, b] = [picture([1, 3, 255][i % 3]), picture(3)];
    const offset = [random(140) - 70, random(40) - 20];
    const [one, other] = [a, b].map(({ w, h, data }) => new LabelMask(w, h, data));
    for (const [shape, labelled] of [[other, true], [other.only([1, 2, 3]), false]]) {
      const truth = counted(a, b, offset, labelled);
      assert.deepEqual(one.overlapLabels(shape, offset), truth);
      const posed = [new Pose(), new Pose({ position: offset })];
      assert.deepEqual(one.overlapLabelsPosed(posed[0], shape, posed[1]), truth);
      const first = truth.toSorted((p, q) => p.first.y - q.first.y || p.first.x - q.first.x)[0];
      const hit = first ? { labels: first.labels, pixel: first.first } : null;
      assert.deepEqual(one.labelHit(shape, offset), hit);
      assert.deepEqual(one.labelHitPosed(posed[0], shape, posed[1]), hit);
    }
  }
});

test("names, turns and bytes", () => {
  const labels = new LabelMask(3, 2, Uint8Array.of(1, 2, 0, 2, 2, 0), { 1: { name: "head", number: 100 }, 2: { name: "größer", number: 2 ** 53 - 1 } });
  assert.deepEqual([labels.name(1), labels.name(2), labels.name(3)], [{ name: "head", number: 100 }, { name: "größer", number: 2 ** 53 - 1 }, null]);
  assert.deepEqual(LabelMask.fromBytes(labels.toBytes()).name(2), labels.name(2));
  assert.throws(() => new LabelMask(1, 1, Uint8Array.of(1), { 1: { name: "head", number: 2 ** 53 } }), RangeError);
  assert.deepEqual([labels.find("größer"), labels.find("foot"), labels.label([1, 0]), labels.label([9, 9])], [2, null, 2, 0]);
  assert.deepEqual([...labels.flipH().toLabels()], [0, 2, 1, 0, 2, 2]);
  assert.deepEqual([...labels.flipV().toLabels()], [2, 2, 0, 1, 2, 0]);
  assert.deepEqual([...labels.rotate90().toLabels()], [2, 1, 2, 2, 0, 0]);
  assert.deepEqual([...labels.crop({ x: 1, y: 0, w: 3, h: 1 }).toLabels()], [2, 0, 0]);
  assert.deepEqual([labels.only(2).count, labels.toMask().count], [3, 4]);
  assert.deepEqual([labels.width, labels.height, labels.count], [3, 2, 4]);
  const again = LabelMask.fromBytes(labels.toBytes());
  assert.equal(again.stateHash(), labels.stateHash());
  assert.throws(() => LabelMask.fromBytes(labels.toBytes().subarray(1)), RangeError);
  assert.throws(() => new LabelMask(3, 2, new Uint8Array(5)), RangeError);
});

test("a headshot in a world", () => {
  const world = new World({ labels: true });
  const body = new LabelMask(12, 30, Uint8Array.from({ length: 360 }, (_, i) => (i < 96 ? 1 : 2)), { 1: { name: "head", number: 100 } });
  const hero = world.insert(body, { position: [100, 0], data: 5 });
  const shot = world.insert(Mask.filled(2, 2), { position: [105, -40], swept: true, firstOnly: true });
  assert.deepEqual(world.step(), []);
  world.setPosition(shot, [105, 20]);
  const [event] = world.step();
  assert.deepEqual(event.hit, { labels: [1, 0], pixel: { x: 105, y: 0 } });
  assert.deepEqual(event.touch.labels, [2, 0]);
  assert.deepEqual(event.other(shot), { handle: hero, data: 5 });
  assert.deepEqual([event.other(hero), event.other(shot + 1)], [{ handle: shot, data: 0 }, null]);
  assert.deepEqual([event.partOf(hero), event.partOf(shot), event.partOf(shot + 1)], [1, 0, null]);
  assert.deepEqual([world.labelName(hero, 1), world.labelName(hero, 2), world.labelName(shot, 1)], [{ name: "head", number: 100 }, null, null]);
  assert.equal(new World().insert(body) > 0, true);
  assert.deepEqual(world.overlapLabels(hero, shot), [{ labels: [2, 0], pixels: 4, first: { x: 105, y: 20 } }]);
  assert.deepEqual(world.labelHit(hero, shot), { labels: [2, 0], pixel: { x: 105, y: 20 } });
  assert.deepEqual([world.labelAt(hero, [100, 0]), world.labelAt(shot, [105, 20]), world.labelAt(hero, [0, 0])], [1, 0, null]);
  const walker = world.insert(Frames.withLabels([body, { labels: body.flipV(), offset: [3, 4] }]), { position: [300, 0] });
  assert.equal(world.labelAt(walker, [300, 0]), 1);
  world.setFrame(walker, 1);
  assert.equal(world.labelAt(walker, [303, 4]), 2);
});

test("nine slices of masks, alpha masks and label masks", () => {
  const row = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
  const margins = { left: 3, right: 1 };
  const [alpha, labels] = [new AlphaMask(8, 1, row), new LabelMask(8, 1, row, { 8: { name: "end", number: 5 } })];
  assert.deepEqual([...alpha.nineSlice(margins, 6, 1).toBytes()], [1, 2, 3, 5, 7, 8]);
  assert.deepEqual([...alpha.nineSlice(margins, 11, 1, "tile").toBytes()], [1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 8]);
  assert.deepEqual([...labels.nineSlice(margins, 2, 1).toLabels()], [1, 3]);
  assert.equal(labels.nineSlice(margins, 6, 1).name(8).name, "end");
  const spike = Mask.fromFunction(8, 8, (x, y) => y >= Math.abs(2 * x - 7));
  const saw = spike.nineSlice(0, 64, 8, "tile");
  assert.deepEqual([saw.count, saw.overlaps(Mask.filled(2, 2), [7, 0])], [8 * spike.count, false]);
  assert.ok(spike.nineSlice({}, 64, 8).equals(spike.scaleNearest(64, 8)));
  assert.throws(() => spike.nineSlice(5, 64, 8), /left and right margins must be from 0 to 8/);
  assert.throws(() => spike.nineSlice({ top: -1 }, 64, 8), /the upper margin/);
  assert.throws(() => spike.nineSlice(1, 64, 8, "mirror"), /"stretch", "tile"/);
  assert.throws(() => spike.nineSlice("1", 64, 8), TypeError);
});
