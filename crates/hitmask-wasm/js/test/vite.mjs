// A small application with the npm package, built by Vite and run in a browser.
//
// node vite.mjs TOOLS WORK: the folder with playwright-core, and the folder of the application, where Vite and the package are installed.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { newPage, withChromium } from "./chromium.mjs";

const [tools, work] = process.argv.slice(2);
const files = readdirSync(join(work, "dist/assets"));
for (const name of ["hitmask", "hitmask-simd"]) {
  assert.ok(files.some((file) => new RegExp(`^${name}-[\\w-]{8}\\.wasm$`).test(file)), `Vite has taken ${name}.wasm along: ${files}`);
}
await withChromium(tools, { "/": join(work, "dist/") }, async (browser, address) => {
  const { page, problems } = await newPage(browser);
  const loaded = [];
  page.on("response", (response) => loaded.push(`${response.status()} ${new URL(response.url()).pathname}`));
  await page.goto(address);
  await page.waitForFunction(() => document.body.dataset.answer !== undefined);
  assert.deepEqual(problems, []);
  assert.deepEqual(JSON.parse(await page.evaluate(() => document.body.dataset.answer)), { build: "simd", area: 12, first: { x: 5, y: 4 }, hit: true });
  assert.ok(loaded.some((line) => /^200 .*hitmask-simd-.*\.wasm$/.test(line)), loaded.join("\n"));
});
console.log("the application runs");
