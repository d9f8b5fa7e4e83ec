// Builds the npm package into target/npm/hitmask, ready for `npm pack`. It installs nothing: `cargo xtask web` says what is missing.
//
// node build.mjs            both builds, made smaller by binaryen
// node build.mjs --quick    the plain build alone, compiled fast: for tests
// node build.mjs --scripts  the scripts alone, beside the modules that were built before
// node build.mjs --serve    both builds and the playground, which is shown on 127.0.0.1

import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = fileURLToPath(new URL(".", import.meta.url));
export const root = join(here, "../../..");
export const work = join(root, "target/web");
export const tools = here;
export const out = join(root, "target/npm/hitmask");
const crate = join(root, "crates/hitmask-wasm");
const site = join(root, "target/playground");

/** The compiler would inline functions with `#[inline]` that are six times as large: a tenth of the module. Those that are hot say `inline(always)`. */
const FEW_INLINED = "-Cllvm-args=-inlinehint-threshold=50";
/** `limit`: the most bytes that a build may have, packed by gzip: what was reached, and a little more. */
const BUILDS = {
  plain: { file: "hitmask.wasm", profile: "release", flags: [], optimise: "-Oz", limit: 455_000 },
  simd: { file: "hitmask-simd.wasm", profile: "fast", flags: ["-Ctarget-feature=+simd128", FEW_INLINED], optimise: "-O3", limit: 505_000 },
  quick: { file: "hitmask.wasm", profile: "quick", flags: [] },
};
/** The parts of the package: all of it, and the core, which lies in a folder of its own. What `builds` says replaces what stands above: the core is small. */
const PARTS = {
  full: { folder: ".", options: [] },
  core: { folder: "core", options: ["--no-default-features"], builds: { plain: { limit: 82_000 }, simd: { limit: 95_000, profile: "release" } } },
};
/** What the compiler uses of WebAssembly. Without these names binaryen refuses the module; with all that it knows, it writes types that no engine has. */
const FEATURES = [
  "bulk-memory", "bulk-memory-opt", "call-indirect-overlong", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types",
  "sign-ext",
];

/** Runs a program. If it fails, so does this one. */
export function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { stdio: "inherit", cwd: root, ...options, env: { ...process.env, ...options.env } });
  if (error?.code === "ENOENT" && program.startsWith(tools)) {
    console.error(`${program} is missing: run "npm install" in crates/hitmask-wasm/js, which fetches the tools that build and test the package.`);
  } else if (error) console.error(`${program}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** The path of a program of a tool from npm, for Node. */
export const tool = (path) => join(tools, "node_modules", path);

/** Puts a build of a part into the package, and says how large it is. */
function place(part, name) {
  const { folder, options: features, builds } = PARTS[part];
  const { profile, flags, optimise, limit, ...build } = { ...BUILDS[name], ...builds?.[name] };
  const file = join(folder, build.file);
  const target = "wasm32-unknown-unknown";
  const args = ["build", "--profile", profile, "--locked", "--target", target, "--manifest-path", join(crate, "Cargo.toml"), ...features];
  // Panics say where they happen. These paths would be those of this machine, and longer.
  const paths = optimise ? [`${root}=`, `${join(root, "crates/hitmask/src/")}=`].map((path) => `--remap-path-prefix=${path}`) : [];
  run("cargo", args, { env: { CARGO_TARGET_DIR: join(work, name), CARGO_ENCODED_RUSTFLAGS: [...flags, ...paths].join("\x1f") } });
  const built = join(work, name, target, profile, "hitmask_wasm.wasm");
  if (!optimise) return copyFileSync(built, join(out, file));
  // The first kilobyte of memory is the end of the stack, so nothing lies there. Alignments are hints that no engine uses: equal ones pack better.
  const options = [optimise, "--dealign", "--low-memory-unused", "--strip-debug", "--strip-producers", ...FEATURES.map((name) => `--enable-${name}`)];
  if (name === "simd") options.push("--enable-simd");
  run(tool("binaryen/bin/wasm-opt"), [built, ...options, "-o", join(out, file)]);
  const packed = gzipSync(readFileSync(join(out, file)), { level: 9 }).length;
  console.log(`${file}: ${statSync(join(out, file)).size} bytes, ${packed} packed by gzip`);
  if (packed > limit) throw new Error(`the ${name} build of the ${part} package has ${packed} bytes, packed, and may have at most ${limit}`);
}

const FULL = '#[cfg(feature = "full")]';

/** The TypeScript interface of what the Rust source exports, so that TypeScript checks every call into the module. */
export function exportsOf(rust, part = "full") {
  const lines = [];
  const blocks = rust.split("\nexport! {\n");
  for (const [number, block] of blocks.entries()) {
    if (number === 0 || (part === "core" && blocks[number - 1].endsWith(FULL))) continue;
    // The functions are indented by four spaces.
    for (const [, name, args, rest] of block.split("\n}\n")[0].matchAll(/(?:^|\n) {4}fn (\w+)\(([^)]*)\)\s*(->)?/g)) {
      const names = [...args.matchAll(/(\w+)\s*:/g)].map(([, name]) => `${name}: number`);
      lines.push(`  readonly ${name}: (${names.join(", ")}) => ${rest ? "number" : "void"};\n`);
    }
  }
  return lines.join("");
}

function writeExports(part, folder) {
  const all = readdirSync(join(crate, "src"), { recursive: true }).filter((file) => file.endsWith(".rs")).sort();
  const texts = all.map((file) => readFileSync(join(crate, "src", file), "utf8"));
  // The modules of which a `mod` line says that the core lacks them, with what lies in their folders.
  const lacked = new Set(texts.flatMap((text) => text.split(`${FULL}\n`).flatMap((after) => after.match(/^(?:pub\(\w+\) )?mod (\w+);/)?.[1] ?? [])));
  const has = (file) => part === "full" || !file.split(/[/\\.]/).some((name) => lacked.has(name));
  const text = texts.map((text, index) => (has(all[index]) ? exportsOf(text, part) : "")).join("");
  const head = "// Written by build.mjs from the module's source. Do not edit.\n\nexport interface Exports {\n  readonly memory: WebAssembly.Memory;\n";
  writeFileSync(join(folder, "exports.ts"), `${head}${text}}\n`);
}

/** The shaders of hitmask-gpu as a script, without their comments. */
function writeShaders(folder) {
  const shader = (name) => readFileSync(join(root, `crates/hitmask-gpu/src/shaders/${name}.wgsl`), "utf8").replace(/^ *\/\/.*\n/gm, "");
  const lines = ["wide", "invert", "sprite", "pairs", "crowd", "buffer"].map((name) => `export const ${name}Shader: string = ${JSON.stringify(shader(name))};\n`);
  writeFileSync(join(folder, "shaders.ts"), `// Written by build.mjs from the crate hitmask-gpu. Do not edit.\n\n${lines.join("")}`);
}

/** The TypeScript of one part. Lines after `// #full` are in the full package only. The core has those after `// #core` in their place, which are comments. */
export function partOf(text, part) {
  let region = "both";
  const line = (line) => {
    const [, mark] = line.match(/^ *\/\/ #(full|core|end)$/) ?? [];
    if (mark) region = mark === "end" ? "both" : mark;
    if (mark || (region !== "both" && region !== part)) return [];
    return [region === "core" ? line.replace("// ", "") : line];
  };
  return text.split("\n").flatMap(line).join("\n");
}

/** Writes the scripts of a part, and their types. */
function writeScripts(part) {
  const [sources, folder] = [join(here, "src"), join(work, "scripts", part)];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeExports("full", sources);
  writeShaders(sources);
  for (const file of readdirSync(sources, { recursive: true }).filter((file) => file.endsWith(".ts"))) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), partOf(readFileSync(join(sources, file), "utf8"), part));
  }
  writeExports(part, folder);
  const compilerOptions = { rootDir: ".", outDir: join(out, PARTS[part].folder), typeRoots: [join(here, "node_modules/@types")] };
  // The core is what its index leads to.
  const config = { extends: join(here, "tsconfig.json"), compilerOptions, ...(part === "core" ? { files: ["node.ts"], include: [] } : { include: ["."] }) };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  run("node", [tool("typescript/bin/tsc"), "--project", folder]);
}

/** A text of the workspace's Cargo.toml. */
const inCargo = (key) => readFileSync(join(root, "Cargo.toml"), "utf8").split("[workspace.package]")[1].match(new RegExp(`^${key} = "(.*)"$`, "m"))[1];

/** package.json, with the version and the addresses of the workspace's Cargo.toml: they stand in one place only. */
function writeManifest() {
  const [version, repository, homepage] = ["version", "repository", "homepage"].map(inCargo);
  const addresses = { homepage, repository: { type: "git", url: `git+${repository}.git` }, bugs: { url: `${repository}/issues` } };
  const manifest = { ...JSON.parse(readFileSync(join(here, "npm.json"), "utf8")), version, ...addresses };
  writeFileSync(join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

export function build(names) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  writeManifest();
  for (const file of ["README.md", "LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(crate, file), join(out, file));
  mkdirSync(join(out, PARTS.core.folder));
  for (const part of Object.keys(PARTS)) {
    names.forEach((name) => place(part, name));
    writeScripts(part);
  }
}

/** The level of the playground as a script: the map of the example `level_platformer`. The example's own script writes that file, so patterns can read it. */
function level(folder) {
  const [map, tiles] = ["hills.tmx", "hills.tsx"].map((file) => readFileSync(join(folder, file), "utf8"));
  const values = (tag) => Object.fromEntries(Array.from(tag.matchAll(/ ([a-z]+)="([^"]*)"/g), ([, name, value]) => [name, isNaN(value) ? value : Number(value)]));
  const { width: columns, height: rows, tilewidth: side } = values(map.match(/<map [^>]*>/)[0]);
  const gids = map.match(/<data encoding="csv">([^<]*)/)[1].split(",").map(Number);
  const [, rise] = map.match(/name="rise" type="int" value="(\d+)"/);
  const kinds = Array.from(tiles.matchAll(/<tile id="(\d+)">.*name="hitmask" value="([^"]*)"/g), ([, id, kind]) => [Number(id) + 1, kind === "none" ? "nothing" : kind]);
  const things = Array.from(map.matchAll(/<object [^>]*>/g), ([tag]) => values(tag));
  if (gids.length !== columns * rows || things.length !== 5 || kinds.length !== 3) throw new Error("hills.tmx is not as the example's script writes it");
  return `export const hills = ${JSON.stringify({ columns, rows, side, gids, kinds: Object.fromEntries(kinds), things, rise: Number(rise) })};\n`;
}

/**
 * The front page: the address of the repository and figures of docs/benchmarks.md in their places. Its lines of code are those of pages whose
 * examples are run; only the pictures' names are shorter.
 */
function frontPage() {
  const text = (file) => readFileSync(join(root, file), "utf8");
  const rows = Array.from(text("docs/benchmarks.md").matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \| [^|]+ \| ([^|]+) \|$/gm), ([, question, time, ratio]) => [question, { time, ratio: String(Number(ratio)) }]);
  const figures = new Map(rows);
  const page = text("web/index.html").replace(/\{([^{}:]+): (time|ratio)\}/g, (_, question, what) => {
    if (!figures.has(question)) throw new Error(`docs/benchmarks.md has no row "${question}"`);
    return figures.get(question)[what];
  });
  const plain = (code) => code.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  const names = { "assets/playerShip1_orange.png": "ship.png", "assets/meteorGrey_big2.png": "rock.png" };
  for (const [, file, code] of page.matchAll(/data-from="([^"]+)">([^]*?)<\/pre>/g)) {
    const shown = Object.entries(names).reduce((all, [long, short]) => all.replaceAll(long, short), text(file));
    for (const line of plain(code).match(/(?<=<code>).*(?=<\/code>)/g)) if (!shown.includes(line)) throw new Error(`web/index.html shows a line that ${file} has not: ${line}`);
  }
  return page.replaceAll("{repository}", inCargo("repository"));
}

/**
 * Puts the playground into one folder, which can be put on any server for files. What a browser loads is one script, one style sheet and one
 * page; a map leads developer tools back to the sources. Returns the folder of the sources, in which the server and the test stay.
 */
export function playground() {
  const sources = join(work, "playground");
  for (const folder of [site, sources]) rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, "web"), sources, { recursive: true });
  const ending = (...ends) => (path) => (statSync(path).isDirectory() && basename(path) !== PARTS.core.folder) || ends.some((end) => path.endsWith(end));
  cpSync(out, join(sources, "hitmask"), { recursive: true, filter: ending(".js") });
  const hills = join(root, "crates/hitmask-assets/examples/hills");
  writeFileSync(join(sources, "hills.js"), level(hills));
  const options = ["--bundle", "--minify", "--sourcemap", "--format=esm", "--target=es2022", "--log-level=warning", `--outdir=${site}`];
  run(tool(".bin/esbuild"), ["main.js", "style.css", ...options], { cwd: sources });
  writeFileSync(join(site, "index.html"), frontPage());
  // The package's scripts expect the module beside them.
  cpSync(out, site, { recursive: true, filter: ending(".wasm") });
  cpSync(join(root, "assets"), join(site, "assets"), { recursive: true, filter: ending(".png", "LICENSES.md") });
  copyFileSync(join(hills, "hills.png"), join(site, "assets/hills.png"));
  return { site, sources };
}

if (basename(process.argv[1] ?? "") === "build.mjs") {
  const option = process.argv[2];
  if (!existsSync(tool("typescript"))) {
    console.error("The tools are missing. Run: npm install --prefix crates/hitmask-wasm/js");
    process.exit(2);
  }
  if (option === "--scripts") Object.keys(PARTS).forEach(writeScripts);
  else build(option === "--quick" ? ["quick"] : ["plain", "simd"]);
  if (option === "--serve") {
    const { sources } = playground();
    run("node", [join(sources, "serve.mjs"), site]);
  }
}
