// Pairs of pictures with alphas and labels on the device beside the CPU. Runs in a page and in Node.

import { below, pictures, places, posed, solid } from "./random.mjs";

/** As `comparePairs`. */
export async function compareLabels(hitmask, { Gpu, GpuMasks, GpuPairs }, rounds, gpu) {
  const { LabelMask } = hitmask;
  const random = below(38);
  const [picture, place] = [pictures(hitmask, random), places(hitmask, random)];
  const masks = new GpuMasks(await Gpu.open(gpu ? { gpu } : {}));
  const pairs = new GpuPairs(masks);
  const result = { pairs: 0, met: 0, overlapping: 0, byCpu: 0, wrong: 0 };
  for (let round = 0; round < rounds; round++) {
    const held = Array.from({ length: 20 }, () => picture(60)).map((picture) => ({ picture, id: masks.insert(picture) }));
    // One with 200 labels: with itself it has too many pairs of labels for the device.
    const many = new LabelMask(20, 20, Uint8Array.from({ length: 400 }, (_, n) => 1 + (n % 200)));
    held.push({ picture: many, id: masks.insert(many) });
    const one = () => {
      const level = [0, 1, 128, 255, random(256)][random(5)];
      const { picture, id } = held[random(held.length)];
      return { picture, level, id: id.atLevel(level), at: place(70) };
    };
    const asked = Array.from({ length: 200 }, () => [one(), one()]);
    asked.push([0, 5].map((x) => ({ ...held.at(-1), level: 1, at: [x, x] })));
    const given = asked.map(([a, b]) => [a.id, a.at, b.id, b.at]);
    const [whole, labels] = await Promise.all([pairs.submit(given), pairs.submitLabels(given)]);
    result.byCpu += labels.byCpu;
    for (const [n, [a, b]] of asked.entries()) {
      const [p, q] = [posed(hitmask, a.at), posed(hitmask, b.at)];
      const [one, other] = [a, b].map(({ picture, level }) => solid(hitmask, picture, level));
      const area = one.overlapAreaPosed(p, other, q);
      const first = one.firstOverlapPosed(p, other, q);
      // A mask cannot ask which labels it meets: its partner is asked, and the labels are swapped.
      const [mine, its] = [a, b].map(({ picture }, n) => (picture instanceof LabelMask ? picture : [one, other][n]));
      let truth;
      if (mine instanceof LabelMask) truth = mine.overlapLabelsPosed(p, its, q);
      else if (its instanceof LabelMask) {
        truth = its.overlapLabelsPosed(q, mine, p).map((met) => ({ ...met, labels: [met.labels[1], met.labels[0]] }));
      } else truth = area > 0 ? [{ labels: [0, 0], pixels: area, first }] : [];
      result.pairs++;
      result.overlapping += area > 0;
      result.met += truth.length;
      const got = whole.answers[n];
      if (JSON.stringify([got.area, got.first, labels.answers[n]]) !== JSON.stringify([area, first, truth])) {
        if (result.wrong++ === 0) result.shown = [n, labels.answers[n], truth, whole.answers[n], area];
      }
    }
    for (const { id } of held) if (!masks.remove(id)) result.wrong++;
  }
  return result;
}
