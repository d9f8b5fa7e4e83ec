// Each entry of the package may be the first that a program imports: modules that import each other in a circle would fail then.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";

import { path } from "./load.mjs";

const { exports } = JSON.parse(readFileSync(path("crates/hitmask-wasm/js/npm.json"), "utf8"));
for (const [name, entry] of Object.entries(exports)) {
  const file = entry.default ?? entry.node?.default;
  if (file === undefined) continue;
  test(`${name} is imported first`, () => {
    const code = `await import(${JSON.stringify(new URL(file, `file://${path("target/npm/hitmask/")}`).href)})`;
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8" });
    assert.equal(status, 0, stderr);
  });
}
