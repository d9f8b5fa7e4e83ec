// What needs a browser, in one: pictures from addresses beside a canvas, and the adapters beside the real libraries. What these draw is read
// back and compared pixel by pixel.
//
// node adapters.mjs TOOLS [NAME...]: the folder with node_modules. Needs a Chromium.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { newPage, root, withChromium } from "./chromium.mjs";

const [tools, ...wanted] = process.argv.slice(2);
const folders = {
  "/hitmask/": join(root, "target/npm/hitmask/"),
  "/tools/": join(tools, "node_modules/"),
  "/assets/": join(root, "assets/"),
  "/test/": new URL(".", import.meta.url).pathname,
};
await withChromium(tools, folders, async (browser, address) => {
  for (const name of wanted.length ? wanted : ["pictures", "canvas", "konva", "pixi", "phaser", "kaplay", "excalibur"]) {
    const { page, problems } = await newPage(browser);
    page.on("console", (message) => message.type() === "log" && console.log(message.text()));
    await page.goto(existsSync(join(folders["/hitmask/"], "hitmask-simd.wasm")) ? address : `${address}?build=plain`);
    const result = await page.evaluate(async (name) => (await import(`/test/browser/${name}.mjs`)).default(), name);
    assert.deepEqual(problems, [], name);
    assert.ok(result.pixels > 1000 && result.hits > 100 && result.hits < result.pixels, `${name}: ${JSON.stringify(result)}`);
    assert.equal(result.wrong, 0, `${name}: ${JSON.stringify(result)}`);
    assert.ok(result.edge < result.hits / (result.doubt ?? 50), `${name}: ${JSON.stringify(result)}`);
    console.log(`${name}: ${JSON.stringify(result)}`);
    await page.close();
  }
});
