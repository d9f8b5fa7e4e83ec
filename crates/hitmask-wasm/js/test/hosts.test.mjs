// The adapters beside the real hosts, as far as these run in Node: what the adapter says a host shows is compared with a canvas that draws
// pixel by pixel, and the events of a small scene with what happens in it. Where a host is not installed (`npm install` in
// crates/hitmask-wasm/js), its tests are skipped. What the hosts draw in a browser is compared in test/browser.

import { existsSync } from "node:fs";
import test from "node:test";

import { path } from "./load.mjs";

const modules = path("crates/hitmask-wasm/js/node_modules/");
for (const [host, file] of [
  ["pixi", "pixi.js/lib/index.mjs"],
  ["phaser", "phaser/dist/phaser.esm.js"],
  ["phaser", "phaser3/dist/phaser.esm.js"],
  ["konva", "konva/lib/Core.js"],
]) {
  if (existsSync(modules + file)) {
    const tests = await import(`./hosts/${host}.mjs`);
    await tests.default(test, modules + file, modules);
  } else {
    test(host, { skip: `${file} is not installed` }, () => {});
  }
}
