// Tests the npm package that build.mjs has built. `cargo xtask web --check` runs both.
//
// node check.mjs --quick    the tests in Node, with the plain build: what `cargo xtask test` runs
// node check.mjs --drawn    what the quicker of the canvas libraries draw in a Chromium, with the build that is there: a part of what CI runs
// node check.mjs            both builds, the package as others see it, and where there is a Chromium: canvas libraries, Vite, the playground

import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { out, playground, root, run, tool, tools, work } from "./build.mjs";

const folder = "crates/hitmask-wasm/js/test";
const tests = readdirSync(join(root, folder)).filter((file) => file.endsWith(".test.mjs")).sort();
const quick = process.argv[2] === "--quick";
const hasBrowser = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].some(existsSync);
if (process.argv[2] === "--drawn") {
  if (hasBrowser) run("node", [join(folder, "adapters.mjs"), tools, "konva", "pixi", "kaplay", "excalibur"]);
  else console.log("SKIPPED what canvas libraries draw: there is no Chromium");
  process.exit();
}
/** The tests that the core passes, too. */
const ofCore = ["answers.test.mjs", "core.test.mjs", "reentry.test.mjs", "soak.test.mjs"];
for (const HITMASK_BUILD of quick ? ["plain"] : ["plain", "simd"]) {
  for (const [HITMASK_PART, files] of [["full", tests], ["core", ofCore]]) {
    // A relative path, since Node takes an absolute one for the name of a package.
    const soak = quick ? {} : { HITMASK_SOAK: "1000000" };
    run("node", ["--test", `--test-reporter=./${folder}/reporter.mjs`, ...files.map((file) => join(folder, file))], { env: { HITMASK_BUILD, HITMASK_PART, ...soak } });
  }
}
if (quick) process.exit();

run("node", [tool("publint/src/cli.js"), "--strict", out]);
const modules = ["hitmask.wasm", "hitmask-simd.wasm"];
const entries = ["--exclude-entrypoints", ...modules, ...modules.map((name) => `core/${name}`)];
run("node", [tool("@arethetypeswrong/cli/dist/index.js"), "--profile", "esm-only", "--pack", out, ...entries]);
for (const project of ["strict", "hosts"]) run("node", [tool("typescript/bin/tsc"), "--project", join(folder, project)]);
const { site, sources } = playground();
if (!hasBrowser) {
  console.log("SKIPPED the npm package in a browser: there is no Chromium");
  process.exit();
}
run("node", [join(folder, "adapters.mjs"), tools]);
run("node", [join(folder, "gpu.mjs"), tools]);
run("node", [join(folder, "examples.mjs"), tools, join(root, "target/example-pictures")]);

// An application that has installed the package as from the registry: a copy, not a link into this repository.
const app = join(work, "vite");
rmSync(app, { recursive: true, force: true });
cpSync(join(root, folder, "vite"), app, { recursive: true });
const npm = ["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel", "error", "--install-links", "--no-save", out];
run("npm", npm, { cwd: app });
run("node", ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], { cwd: app });
run("node", [join(folder, "vite.mjs"), tools, app]);

run("cargo", ["build", "--quiet", "--bin", "hitmask"]);
cpSync(tool("playwright-core"), join(sources, "node_modules/playwright-core"), { recursive: true });
const program = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug/hitmask");
run("node", [join(folder, "pages.mjs"), tools, program]);
run("node", [join(sources, "test/playground.mjs"), site, program, join(root, "target/playground-pictures")]);
