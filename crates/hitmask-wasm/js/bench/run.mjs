// The benchmark of the npm package: the same scenes natively, in Node and in Chromium, beside what games do without it. Prints a table.
// `cargo xtask web --bench` builds what it needs, and runs it.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const manifest = fileURLToPath(new URL("../../Cargo.toml", import.meta.url));
const jobs = [
  ["native", "cargo", ["run", "--profile", "native", "--locked", "--example", "native", "--manifest-path", manifest]],
  ["Node, simd", "node", [`${here}node.mjs`, here, "simd"]],
  ["Node, plain", "node", [`${here}node.mjs`, here, "plain"]],
  ["Chromium", "node", [`${here}browser.mjs`, here]],
];
const known = new Map();
console.log("nanoseconds for each; the answers of a scene must be equal");
// One after another: two at a time would disturb each other.
for (const [name, program, args] of jobs) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  console.log(`\n${name}\n${stdout}`);
  if (status !== 0) console.log(`FAILED\n${stderr}`), (process.exitCode = 1);
  for (const row of stdout.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line))) {
    if (row.answer === undefined) continue;
    if ((known.get(row.name) ?? row.answer) !== row.answer) console.log(`${row.name}: the answers differ`), (process.exitCode = 1);
    known.set(row.name, row.answer);
  }
}
