// Scripts for collision buffers in all modes, on the device beside a CollisionBuffer. Runs in a page and in Node.

import { below, pictures, places, posed, solid } from "./random.mjs";

/** As `comparePairs`. */
export async function compareBuffers(hitmask, { Gpu, GpuBuffer, GpuMasks }, rounds, gpu) {
  const { CollisionBuffer, Mask, Pose } = hitmask;
  const random = below(40);
  const [picture, place] = [pictures(hitmask, random), places(hitmask, random)];
  const masks = new GpuMasks(await Gpu.open(gpu ? { gpu } : {}));
  const result = { scripts: 0, tests: 0, met: 0, latched: 0, pixels: 0, wrong: 0 };
  const same = (what, got, truth) => {
    if (JSON.stringify(got) !== JSON.stringify(truth) && result.wrong++ === 0) result.shown = [what, got, truth];
  };
  for (let round = 0; round < 6 * rounds; round++) {
    const mode = ["owners", "painter", "latch", "latch"][round % 4];
    const kinds = Array.from({ length: 6 }, () => picture(30)).map((picture) => ({ picture, id: masks.insert(picture) }));
    const one = () => {
      const { picture, id } = kinds[random(kinds.length)];
      const level = [0, 1, 128][random(3)];
      return { mask: id.atLevel(level), shape: solid(hitmask, picture, level), at: place(60) };
    };
    const region = () => [[-60, -60, 120, 120], [-20, -30, 64, 65], [0, 0, 1, 1], [7, -9, 33, 90]][random(4)];
    let area = region();
    const [buffer, truth] = [new GpuBuffer(masks, mode, area), new CollisionBuffer(mode, area)];
    for (let act = 0; act < 16; act++) {
      const what = random(8);
      if (what === 0) [buffer, truth].forEach((each) => each.clear());
      else if (what === 1) {
        area = region();
        [buffer, truth].forEach((each) => each.setRegion(area));
      } else if (what < 5) {
        for (let n = random(12); n > 0; n--) {
          const { mask, shape, at } = one();
          // Few ids, so that one is drawn many times; 0 erases.
          const id = [0, 1, 2, 3, 7, 4294967295][random(6)];
          buffer.draw(mask, at, id);
          truth.draw(shape, posed(hitmask, at), id);
        }
      } else if (what === 5) {
        const asking = Array.from({ length: 10 }, one);
        const met = await buffer.submitTests(asking.map(({ mask, at }) => [mask, at]));
        const expected = asking.map(({ shape, at }) => truth.test(shape, posed(hitmask, at)));
        same([round, "tests"], met, expected);
        result.tests += met.length;
        result.met += met.flat().length;
      } else if (what === 6) {
        const ids = await buffer.submitLatched();
        same([round, "latched"], ids, truth.takeLatched());
        result.latched += ids.length;
      } else {
        const { window, ids } = await buffer.submitPicture([-30, -40, 60, 70]);
        const at = (n) => truth.topAt([window.x + (n % window.w), window.y + Math.floor(n / window.w)]) ?? 0;
        same([round, "picture"], Array.from(ids), Array.from({ length: window.w * window.h }, (_, n) => at(n)));
        result.pixels += ids.filter(Boolean).length;
      }
    }
    result.scripts++;
    kinds.forEach(({ id }) => masks.remove(id));
    truth.free();
  }
  // What was erased before another one came has not touched it.
  const mask = masks.insert(Mask.filled(4, 4));
  const latch = new GpuBuffer(masks, "latch", [0, 0, 9, 9]);
  for (const id of [1, 0, 2]) latch.draw(mask, [3, 3], id);
  same("erased", await latch.submitLatched(), []);
  // What was drawn outlives its mask.
  const gone = masks.insert(Mask.filled(4, 4));
  latch.draw(gone, [3, 3], 5);
  latch.draw(mask, [4, 4], 6);
  masks.remove(gone);
  same("a removed mask is met", (await latch.submitTests([[mask, [3, 3]]]))[0].map(({ id }) => id), [2, 5, 6]);
  latch.clear();
  same("a removed mask is latched", await latch.submitLatched(), [2, 5, 6]);
  // At the end of the plane, on the device and on the CPU.
  const end = new GpuBuffer(masks, "owners", [2147483640, 0, 20, 2]);
  for (const flat of [false, true]) {
    if (flat) end.draw(mask, new Pose({ position: [2147483644.5, 0], scale: [1 / 65536, 64] }), 0);
    else end.draw(mask, [2147483643, 0], 8);
    const { window, ids } = await end.submitPicture([2147483640, 0, 20, 1]);
    same("the end of the plane", [window, [...ids]], [{ x: 2147483640, y: 0, w: 8, h: 1 }, [0, 0, 0, 8, flat ? 0 : 8, 8, 8, 0]]);
  }
  const refused = [() => latch.draw(gone, [0, 0], 1), () => latch.draw(mask, undefined, 1), () => latch.draw(mask, [0, 0], -1)];
  for (const [n, call] of refused.entries()) {
    try {
      call();
      same("refused", n, "an error");
    } catch {
      // As it should be.
    }
  }
  return result;
}
