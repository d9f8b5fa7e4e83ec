// The adapters beside the real hosts, as far as these run in Node: what an adapter says a host shows is compared with a canvas that draws
// pixel by pixel, and the events of a small scene with what happens in it. What the hosts draw in a browser is compared in test/browser.

import { existsSync } from "node:fs";
import test from "node:test";

import { path } from "../load.mjs";

export const modules = path("crates/hitmask-wasm/js/node_modules/");

/** Runs the tests of a host, or skips them where it is not installed: `npm install` in crates/hitmask-wasm/js fetches all. */
export async function host(file, tests) {
  if (existsSync(modules + file)) await tests(modules + file);
  else test(file, { skip: "it is not installed" }, () => {});
}
