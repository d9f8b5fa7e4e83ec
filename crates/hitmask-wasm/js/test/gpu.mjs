// `hitmask/gpu` in Chromium, on its software adapter: thousands of random pairs, steps of crowds and scripts for buffers beside the CPU, without a
// difference.
//
// node gpu.mjs TOOLS [ROUNDS]: the folder with node_modules. Needs a Chromium.

import assert from "node:assert/strict";
import { join } from "node:path";

import { newPage, root, withChromium } from "./chromium.mjs";

const [tools, rounds = 12] = process.argv.slice(2);
const folders = { "/hitmask/": join(root, "target/npm/hitmask/"), "/test/": new URL(".", import.meta.url).pathname };
const options = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-features=Vulkan"];
const use = async (browser, address) => {
  const { page, problems } = await newPage(browser);
  await page.goto(address);
  const results = await page.evaluate(async (rounds) => {
    const hitmask = await import("/hitmask/index.js");
    await hitmask.init();
    const { compareAll } = await import("/test/browser/gpu/all.mjs");
    return compareAll(hitmask, await import("/hitmask/gpu.js"), rounds);
  }, Number(rounds));
  console.log(`gpu: ${JSON.stringify(results)}`);
  assert.deepEqual(problems, []);
  for (const [name, { wrong }] of Object.entries(results)) assert.equal(wrong, 0, name);
  const { pairs, labels, crowds, buffers } = results;
  assert.ok(pairs.overlapping * 6 > pairs.pairs && pairs.byCpu > 0 && pairs.byCpu * 20 < pairs.pairs, "pairs of every kind");
  assert.ok(labels.met > labels.pairs / 6 && labels.byCpu > 0, "pairs of labels of every kind");
  assert.ok(crowds.touches > 4 * crowds.steps && crowds.byCpu > 0, "crowds of every kind");
  assert.ok(buffers.met > 0 && buffers.latched > 0 && buffers.pixels > 0, "scripts of every kind");
};
await withChromium(tools, folders, use, options);
