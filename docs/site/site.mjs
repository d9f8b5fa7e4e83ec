// The site: the playground on its front page, the guides as a book, the references of four languages. `cargo xtask site` builds what it
// needs, and runs it. Everything lands in target/site, which any server for files can show. Nothing is asked from the network.
//
// node site.mjs MDBOOK

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { out as npm, playground, root, run } from "../../crates/hitmask-wasm/js/build.mjs";
import { checkLinks } from "./links.mjs";
import { cOf, classPage, headerPage, javascriptOf, pythonOf, rustOf, sideBySide } from "./reference.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const [site, work] = [join(root, "target/site"), join(root, "target/site-work")];
/** Where cargo puts what it builds. */
const built = resolve(root, process.env.CARGO_TARGET_DIR ?? "target");
const repository = readFileSync(join(root, "Cargo.toml"), "utf8").match(/^repository = "(.*)"$/m)[1];

/** The pages, whose links to files outside of docs lead to the repository. What they link must be there. */
function pages() {
  const summary = readFileSync(join(root, "docs/SUMMARY.md"), "utf8");
  for (const name of readdirSync(join(root, "docs"), { recursive: true })) {
    const file = String(name).replaceAll("\\", "/");
    const from = join(root, "docs", file);
    if (/^(site|api)(\/|$)/.test(file) || statSync(from).isDirectory()) continue;
    mkdirSync(dirname(join(work, "src", file)), { recursive: true });
    if (!file.endsWith(".md")) {
      cpSync(from, join(work, "src", file));
      continue;
    }
    if (file !== "SUMMARY.md" && !summary.includes(`(${file})`)) throw new Error(`docs/SUMMARY.md does not name ${file}`);
    const text = readFileSync(from, "utf8").replace(/\]\((\.\.\/[^)#]*)(#[^)]*)?\)/g, (link, path, place = "") => {
      const target = normalize(join("docs", dirname(file), path));
      if (!existsSync(join(root, target))) throw new Error(`docs/${file} links ${path}, which does not exist`);
      return target.startsWith("docs/") ? link : `](${repository}/tree/main/${target}${place})`;
    });
    writeFileSync(join(work, "src", file), text);
  }
}

function references() {
  const parts = { rust: rustOf(join(built, "doc")), python: pythonOf(root), javascript: javascriptOf(npm), c: cOf(root) };
  const python = "Made from the package's type stubs: `help(hitmask.Mask.overlaps)` says the same. [The guide](../python.md) comes first.";
  const script = "Made from the package's types. [The guide](../web.md) comes first.";
  const folder = join(work, "src/reference");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "side-by-side.md"), sideBySide(parts));
  writeFileSync(join(folder, "python.md"), classPage("Reference of Python", python, "python", parts.python));
  writeFileSync(join(folder, "javascript.md"), classPage("Reference of JavaScript", script, "ts", parts.javascript));
  writeFileSync(join(folder, "c.md"), headerPage(parts.c));
  const count = (classes) => classes.reduce((sum, { methods }) => sum + methods.size, 0);
  const functions = parts.c.reduce((sum, { items }) => sum + items.length, 0);
  console.log(`references: ${count(parts.python)} names of Python, ${count(parts.javascript)} of JavaScript, ${functions} of C`);
  if (Math.min(count(parts.python), count(parts.javascript), functions) < 250) throw new Error("a reference has lost most of its names");
}

for (const folder of [site, work]) rmSync(folder, { recursive: true, force: true });
mkdirSync(join(work, "src"), { recursive: true });
for (const file of ["book.toml", "guide.css", "theme"]) cpSync(join(here, file), join(work, file), { recursive: true });
pages();
references();

const front = playground().site;
cpSync(front, site, { recursive: true });
// Here the guides are pages of the book.
const page = readFileSync(join(front, "index.html"), "utf8").replaceAll(`${repository}/blob/main/docs/surfaces.md`, "guide/reference/side-by-side.html");
writeFileSync(join(site, "index.html"), page.replace(/href="[^"]*\/blob\/main\/docs\/([^"]*)\.md"/g, (_, name) => `href="guide/${name}.html"`));
run(process.argv[2] ?? "mdbook", ["build", work, "--dest-dir", join(site, "guide")]);
cpSync(join(built, "doc"), join(site, "rust"), { recursive: true, filter: (path) => !path.endsWith(".lock") });
writeFileSync(join(site, "rust/index.html"), '<!doctype html><meta http-equiv="refresh" content="0;URL=hitmask/index.html">');

const { pages: count, inside, outside, broken } = checkLinks(site);
for (const link of broken) console.error(`leads nowhere: ${link}`);
console.log(`${count} pages, ${inside} links inside, ${broken.length} lead nowhere, ${outside} to other sites`);
process.exit(broken.length ? 1 : 0);
