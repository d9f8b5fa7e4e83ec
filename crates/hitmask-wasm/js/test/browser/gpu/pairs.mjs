// Random pairs on the device beside the CPU, and what the device refuses. Runs in a page and in Node.

import { below as seeded, masks as maker, places, posed as poseOf } from "./random.mjs";

/** `hitmask` is the package, `module` is hitmask/gpu, `gpu` replaces navigator.gpu. */
export async function comparePairs(hitmask, { Gpu, GpuError, GpuMasks, GpuPairs }, rounds, gpu) {
  const { Mask, Pose } = hitmask;
  const below = seeded(35);
  const [mask, place] = [maker(hitmask, below), places(hitmask, below)];
  const device = await Gpu.open(gpu ? { gpu } : {});
  const masks = new GpuMasks(device);
  const pairs = new GpuPairs(masks);
  const held = [];
  const insert = () => {
    const made = mask(90);
    held.push({ mask: made, id: masks.insert(made) });
  };
  for (let n = 0; n < 40; n++) insert();
  const large = { mask: Mask.filled(200, 150) };
  large.id = masks.insert(large.mask);
  const lies = () => place(160);
  const posed = (at) => poseOf(hitmask, at);
  const result = { adapter: device.adapterName, pairs: 0, overlapping: 0, byCpu: 0, wrong: 0 };
  for (let round = 0; round < rounds; round++) {
    // Masks come and go.
    for (let n = 0; n < 5; n++) {
      const [gone] = held.splice(below(held.length), 1);
      if (!masks.remove(gone.id) || masks.remove(gone.id)) result.wrong++;
      insert();
    }
    if (masks.length !== 41) result.wrong++;
    const asked = Array.from({ length: 500 }, () => [held[below(40)], lies(), held[below(40)], lies()]);
    // Windows that are cut into rows.
    asked.push([large, new Pose({ rotation: below(360), scale: 2 }), large, [below(200) - 100, below(200) - 100]]);
    asked.push([large, new Pose({ scale: 3, position: [0, -400] }), large, new Pose({ scale: 3, position: [below(200), -100] })]);
    // A window that is too large for the device. Once, since it takes long.
    if (round === 0) asked.push([large, new Pose({ scale: 64 }), large, new Pose({ scale: 64, position: [below(900), 0] })]);
    const given = asked.map(([a, pose, b, other]) => [a.id, pose, b.id, other]);
    // Both at once: questions wait for nothing.
    const [whole, whether] = await Promise.all([pairs.submit(given), pairs.submitOverlaps(given)]);
    result.byCpu += whole.byCpu;
    for (const [n, [a, pose, b, other]] of asked.entries()) {
      const [p, q] = [posed(pose), posed(other)];
      const area = a.mask.overlapAreaPosed(p, b.mask, q);
      const truth = { area, first: a.mask.firstOverlapPosed(p, b.mask, q), bounds: a.mask.overlapBoundsPosed(p, b.mask, q) };
      result.pairs++;
      result.overlapping += area > 0;
      if (JSON.stringify(whole.answers[n]) !== JSON.stringify(truth) || whether.answers[n] !== Number(area > 0)) {
        if (result.wrong++ === 0) result.shown = [n, p.toQ16(), q.toQ16(), whole.answers[n], truth, whether.answers[n]];
      }
    }
  }
  const fails = async (what, fault, ask) => {
    const error = await Promise.resolve().then(ask).then(() => "nothing", (error) => error);
    if (!(fault === null ? error instanceof RangeError : error instanceof GpuError && error.fault === fault)) {
      result.wrong++;
      result[what] = String(error);
    }
  };
  // The device has the mask as it was.
  const [{ id, mask: first }] = held;
  const before = first.clone();
  first.clear();
  const { answers } = await pairs.submit([[id, [0, 0], id, [0, 0]]]);
  if (answers[0].area !== before.count) result.wrong++;
  masks.remove(id);
  await fails("a removed mask", null, () => pairs.submit([[id, [0, 0], id, [0, 0]]]));
  await fails("no such sprite", null, () => pairs.submitSprites([[held[1].id, [0, 0]]], Uint32Array.of(0, 1)));
  await fails("no adapter", "no-adapter", () => Gpu.open({ gpu: { requestAdapter: async () => null } }));
  if (device.bufferBytes < 2 ** 31) {
    await fails("too large", "too-large", () => device.buffer("a buffer", device.bufferBytes + 4, 0x80));
  }
  device.destroy();
  await fails("given up", "lost", () => pairs.submit([[held[1].id, [0, 0], held[1].id, [0, 0]]]));
  await fails("given up", "lost", () => masks.insert(before));
  return result;
}
