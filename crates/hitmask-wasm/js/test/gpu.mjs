// `hitmask/gpu` in Chromium, on its software adapter: thousands of random pairs beside the CPU, without a difference.
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
  const result = await page.evaluate(async (rounds) => {
    const hitmask = await import("/hitmask/index.js");
    await hitmask.init();
    const { compare } = await import("/test/browser/gpu.mjs");
    return compare(hitmask, await import("/hitmask/gpu.js"), rounds);
  }, Number(rounds));
  console.log(`gpu: ${JSON.stringify(result)}`);
  assert.deepEqual(problems, []);
  assert.equal(result.wrong, 0);
  assert.ok(result.overlapping * 6 > result.pairs && result.byCpu > 0 && result.byCpu * 20 < result.pairs, "pairs of every kind");
};
await withChromium(tools, folders, use, options);
