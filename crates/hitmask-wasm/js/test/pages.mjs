// Runs the examples of the pages about JavaScript in a browser, as they stand. The blocks of a section belong together.
//
// node pages.mjs TOOLS PROGRAM [PAGE...]: the folder with node_modules, and the program `hitmask`. Needs a Chromium.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { newPage, root, withChromium } from "./chromium.mjs";

const [tools, program, ...wanted] = process.argv.slice(2);
/** What a section says on the console, at least, as it runs. */
const SAYS = {
  "web: Five lines": "true", "web: Packs": "12", "web: A world": "hit at", "web: Thousands of sprites": "meets", "web: A level of tiles": "", "web: Levels of Tiled": "true", "web: Game libraries": "true",
  "web: The core: a fifth of the bytes": "", "web: Many sprites on the GPU": "begin 0 1", "hosts/phaser: A whole example": "boom at", "hosts/pixi: A whole example": "boom at",
  "hosts/konva: A whole example": "boom", "hosts/kaplay: A whole example": "boom at", "hosts/excalibur: A whole example": "boom at",
};

const files = join(root, "target/pages");
rmSync(files, { recursive: true, force: true });
mkdirSync(join(files, "pack/rocks"), { recursive: true });
const copy = (from, to) => copyFileSync(join(root, "assets", from), join(files, to));
copy("playerShip1_orange.png", "ship.png");
copy("meteorGrey_big2.png", "rock.png");
copy("player.aseprite", "pack/hero.aseprite");
copy("meteorGrey_big2.png", "pack/rocks/small.png");
const packed = spawnSync(program, ["pack", join(files, "pack"), "-o", join(files, "masks.hitmask")], { stdio: "inherit" });
assert.equal(packed.status, 0, "the pack is written");
const hosts = { phaser: "phaser/dist/phaser.esm.js", "pixi.js": "pixi.js/dist/pixi.mjs", konva: "konva/lib/index.js", kaplay: "kaplay/dist/kaplay.mjs", excalibur: "excalibur/build/esm/excalibur.js" };
const imports = { hitmask: "/hitmask/index.js", "hitmask/core": "/hitmask/core/index.js" };
for (const name of ["phaser", "pixi", "konva", "kaplay", "excalibur", "canvas", "gpu", "tiled"]) imports[`hitmask/${name}`] = `/hitmask/${name}.js`;
for (const [name, file] of Object.entries(hosts)) imports[name] = `/tools/${file}`;
writeFileSync(join(files, "index.html"), `<!doctype html><title>test</title><script type="importmap">${JSON.stringify({ imports })}</script><body></body>`);

const sections = [];
for (const name of ["web", "hosts/phaser", "hosts/pixi", "hosts/konva", "hosts/kaplay", "hosts/excalibur"]) {
  for (const section of readFileSync(join(root, `docs/${name}.md`), "utf8").split(/^###? /m).slice(1)) {
    const blocks = [...section.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);
    if (blocks.length > 0) sections.push([`${name}: ${section.split("\n")[0]}`, blocks.join("")]);
  }
}
assert.deepEqual(sections.map(([name]) => name), Object.keys(SAYS), "every section with an example is known");

const folders = { "/hitmask/": join(root, "target/npm/hitmask/"), "/tools/": join(tools, "node_modules/"), "/": files + "/" };
const gpu = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--enable-features=Vulkan"];
await withChromium(tools, folders, async (browser, address) => {
  for (const [name, code] of sections) {
    if (wanted.length && !wanted.some((word) => name.includes(word))) continue;
    const { page, problems } = await newPage(browser);
    const said = [];
    page.on("console", (message) => said.push(message.text()));
    await page.goto(address);
    await page.addScriptTag({ type: "module", content: `${code}\nwindow.isDone = true;` });
    const until = Date.now() + 20_000;
    const isDone = async () => (await page.evaluate("window.isDone === true")) && said.some((line) => line.includes(SAYS[name]));
    while (!(SAYS[name] === "" ? await page.evaluate("window.isDone === true") : await isDone()) && problems.length === 0 && Date.now() < until) await new Promise((done) => setTimeout(done, 50));
    assert.deepEqual(problems, [], name);
    assert.ok(SAYS[name] === "" || said.some((line) => line.includes(SAYS[name])), `${name} says ${JSON.stringify(said)}`);
    console.log(`${name}: runs`);
    await page.close();
  }
}, gpu);
