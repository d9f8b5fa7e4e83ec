// Steps of crowds on the device beside a World, with their events. Runs in a page and in Node.

import { below, pictures, places, posed, solid } from "./random.mjs";

/** As `comparePairs`. */
export async function compareCrowds(hitmask, { Gpu, GpuCrowd, GpuError, GpuMasks, PairEvents }, rounds, gpu) {
  const { Mask, Pose, World } = hitmask;
  const random = below(39);
  const [picture, place] = [pictures(hitmask, random), places(hitmask, random)];
  const masks = new GpuMasks(await Gpu.open(gpu ? { gpu } : {}));
  const crowd = new GpuCrowd(masks);
  const result = { steps: 0, candidates: 0, touches: 0, events: 0, byCpu: 0, wrong: 0 };
  for (let round = 0; round < rounds; round++) {
    const kinds = Array.from({ length: 8 }, () => picture(40)).map((picture) => ({ picture, id: masks.insert(picture) }));
    const size = [30, 200, 1000, 3000][random(4)];
    const count = [0, 1, 2, 30, 120][random(5)];
    const sprites = Array.from({ length: count }, () => {
      const { picture, id } = kinds[random(kinds.length)];
      const level = [0, 1, 128, 255][random(4)];
      const layers = random(3) === 0 ? [1 << random(3), random(8)] : [1, 0xffffffff];
      return { picture, level, mask: id.atLevel(level), layers, group: random(3), space: Number(random(8) === 0), isSensor: random(4) === 0 };
    });
    const world = new World({ stay: true });
    const events = new PairEvents();
    const handles = sprites.map(({ picture, level, layers, group, space, isSensor }) =>
      world.insert(solid(hitmask, picture, level), { layers, group, space, kind: isSensor ? "sensor" : "body" }),
    );
    const number = new Map(handles.map((handle, n) => [handle, n]));
    for (let step = 0; step < 4; step++) {
      const at = sprites.map(() => place(size));
      handles.forEach((handle, n) => world.setPlace(handle, posed(hitmask, at[n])));
      const truth = world.step().map(({ kind, a, b, since }) => ({ kind, a: number.get(a), b: number.get(b), since }));
      const found = await crowd.submit(sprites.map(({ mask, layers, group, space, isSensor }, n) => ({ mask, at: at[n], layers, group, space, isSensor })));
      const got = events.step(found.pairs, true);
      result.steps++;
      result.candidates += found.candidates;
      result.touches += found.pairs.length / 2;
      result.events += got.length;
      result.byCpu += found.byCpu;
      if (JSON.stringify(got) !== JSON.stringify(truth) && result.wrong++ === 0) result.shown = [round, step, got.slice(0, 9), truth.slice(0, 9)];
    }
    kinds.forEach(({ id }) => masks.remove(id));
    world.free();
  }
  // They share a window that is too large for the device.
  const large = masks.insert(Mask.fromFunction(40, 40, (x, y) => x < y));
  const turned = (flip) => ({ mask: large, at: new Pose({ scale: 64, flip: [flip, flip], pivot: [20, 20] }) });
  const far = await crowd.submit([turned(false), turned(true), turned(false)]);
  if (far.pairs.join() !== "0,2" || far.byCpu !== 3) result.wrong++;
  result.byCpu += far.byCpu;
  // One so flat that only the CPU finds its texels: a line of pixels, the upper half of which is clear.
  const half = masks.insert(Mask.fromFunction(40, 40, (_, y) => y >= 20));
  const line = { mask: half, at: new Pose({ position: [0.5, 0], scale: [1 / 65536, 64] }) };
  const flat = await crowd.submit([line, { mask: large, at: [-9, 64 * 30] }]);
  if (flat.pairs.join() !== "0,1" || flat.byCpu !== 1) result.wrong++;
  // More pairs of boxes than there is room for, and more than are allowed.
  const mask = masks.insert(Mask.filled(9, 9));
  const heap = Array.from({ length: 100 }, (_, n) => ({ mask, at: [n % 3, 0] }));
  const { pairs, candidates } = await crowd.submit(heap);
  if (pairs.length !== 2 * 4950 || candidates !== 4950) result.wrong++;
  const refused = await new GpuCrowd(masks, { maxPairs: 4949 }).submit(heap).then(() => null, (error) => error);
  if (!(refused instanceof GpuError && refused.fault === "too-many-pairs")) result.wrong++;
  // A mask that is removed before the device is asked again, with more room.
  const again = new GpuCrowd(masks).submit(heap);
  masks.remove(mask);
  if (!(await again.then(() => null, (error) => error) instanceof RangeError)) result.wrong++;
  return result;
}
