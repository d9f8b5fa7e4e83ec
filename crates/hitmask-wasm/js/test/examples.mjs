// Runs the examples in a browser, and looks at what their ships touch after some frames. Their pictures land in a folder; docs/hosts has
// those that were looked at. And runs what docs/sprite-to-world.md shows.
//
// node examples.mjs TOOLS FOLDER [NAME...]

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { newPage, root, withChromium } from "./chromium.mjs";

const [tools, folder, ...wanted] = process.argv.slice(2);
const folders = {
  "/hitmask/": join(root, "target/npm/hitmask/"),
  "/tools/": join(tools, "node_modules/"),
  "/assets/": join(root, "assets/"),
  "/examples/": new URL("../examples/", import.meta.url).pathname,
};
mkdirSync(folder, { recursive: true });
await withChromium(tools, folders, async (browser, address) => {
  for (const name of wanted.length ? wanted : ["pixi", "phaser", "konva", "kaplay", "excalibur"]) {
    const seen = [];
    for (const frames of [1, 30, 75]) {
      const { page, problems } = await newPage(browser);
      await page.setViewportSize({ width: 320, height: 200 });
      await page.goto(`${address}examples/?${name}&${frames}`);
      await page.waitForFunction((frames) => document.body.dataset.frames === String(frames), frames);
      // Two more frames: what the last step found is drawn.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
      seen.push(await page.evaluate(() => document.body.dataset.touched));
      if (frames === 30) await page.screenshot({ path: join(folder, `${name}.png`) });
      assert.deepEqual(problems, [], name);
      await page.close();
    }
    assert.deepEqual(seen, ["", "low", "small"], name);
    console.log(`${name}: the ship touches ${seen.map((names) => names || "nothing").join(", then ")}`);
  }
  const blocks = readFileSync(join(root, "docs/sprite-to-world.md"), "utf8").matchAll(/^```js\n([^]*?)^```/gm);
  for (const [, content] of wanted.length ? [] : blocks) {
    const { page, problems } = await newPage(browser);
    for (const [name, file] of [["ship", "playerShip1_orange"], ["rock", "meteorGrey_big2"]]) {
      await page.route(`**/${name}.png`, (route) => route.fulfill({ path: join(root, `assets/${file}.png`) }));
    }
    await page.goto(`${address}examples/?scene`);
    await page.evaluate(() => document.body.append(document.createElement("canvas")));
    const boom = page.waitForEvent("console", (message) => message.text().startsWith("boom true"));
    await page.addScriptTag({ type: "module", content });
    console.log(`docs/sprite-to-world.md: ${(await boom).text()}`);
    assert.deepEqual(problems, []);
    await page.close();
  }
});
