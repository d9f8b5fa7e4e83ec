// The references of Python, JavaScript and C as pages of the book, made from the stubs, the .d.ts files and the header; and a page with the
// names of all four languages side by side. The reference of Rust is rustdoc's.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const read = (...path) => readFileSync(join(...path), "utf8").replaceAll("\r\n", "\n");
/** Text of a comment as Markdown: what looks like a tag is none, outside of code. Lines of a Python session are code. */
const plain = (text) =>
  text
    .split(/\n\n/)
    .map((part) => (part.startsWith(">>>") ? `\`\`\`python\n${part}\n\`\`\`` : tagless(part)))
    .join("\n\n");
const tagless = (text) => text.split("`").map((part, i) => (i % 2 ? part : part.replaceAll("<", "&lt;"))).join("`");
const snake = (name) => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();

/** The text below a head, which ends with the line that is given: its lines without their indent, and the number of its last line. */
function textBelow(lines, at, indent) {
  const first = lines[at + 1]?.match(new RegExp(`^ {${indent}}"""(.*)$`))?.[1];
  if (first === undefined) return ["", at];
  if (first.endsWith('"""')) return [first.slice(0, -3), at + 1];
  const text = [first];
  for (let i = at + 2; i < lines.length; i++) {
    const line = lines[i].replace(new RegExp(`^ {${indent}}`), "");
    if (line.endsWith('"""')) return [[...text, line.slice(0, -3)].join("\n").trim(), i];
    text.push(line);
  }
  throw new Error(`_hitmask.pyi: the text below line ${at + 1} does not end`);
}

/** Classes of the stubs: name, texts, and methods with their signatures. A base's methods belong to the class, too. */
export function pythonOf(root) {
  const lines = read(root, "crates/hitmask-python/python/hitmask/_hitmask.pyi").split("\n");
  const classes = new Map();
  let current, pending = [];
  for (let i = 0; i < lines.length; i++) {
    const [, name, base] = lines[i].match(/^class (\w+)(?:\((.*)\))?:/) ?? [];
    const start = lines[i].match(/^( {4})?def (\w+)\(/);
    if (name) {
      const [doc, end] = textBelow(lines, i, 4);
      classes.set(name, (current = { name, bases: (base ?? "").split(/, */), doc, methods: new Map() }));
      i = end;
    } else if (/^ {4}@property/.test(lines[i])) pending = ["@property"];
    else if (start) {
      let signature = lines[i];
      while (!/:( \.\.\.)?$/.test(signature) && i + 1 < lines.length) signature += `\n${lines[++i]}`;
      const [doc, end] = textBelow(lines, i, start[1] ? 8 : 4);
      i = end;
      const owner = start[1] ? current : (classes.get("") ?? classes.set("", { name: "", bases: [], doc: "", methods: new Map() }).get(""));
      const part = [...pending, signature.replace(/^ {4}/gm, start[1] ? "" : "    ").replace(/:( \.\.\.)?$/, "")].join("\n");
      pending = [];
      const known = owner.methods.get(start[2]);
      if (!start[2].startsWith("_")) owner.methods.set(start[2], { signature: known ? `${known.signature}\n${part}` : part, doc: doc || known?.doc || "" });
    }
  }
  for (const one of classes.values()) {
    for (const base of one.bases) for (const [name, method] of classes.get(base)?.methods ?? []) if (!one.methods.has(name)) one.methods.set(name, method);
  }
  return [...classes.values()].filter(({ name }) => !name.startsWith("_"));
}

/** Classes and functions of the package's types, with their comments. */
export function javascriptOf(npm) {
  const exported = [...read(npm, "index.d.ts").matchAll(/export \{ (.*?),? \}/gs)].flatMap(([, names]) => names.split(/, */));
  const classes = [];
  const free = { name: "", doc: "", methods: new Map() };
  for (const file of readdirSync(npm).filter((file) => file.endsWith(".d.ts")).sort()) {
    const text = read(npm, file);
    const comment = String.raw`((?:^ *\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?)`;
    for (const [, doc, name, parameters] of text.matchAll(new RegExp(`${comment}^export declare function (\\w+)([^;]*);`, "gm"))) {
      if (exported.includes(name)) free.methods.set(name, { signature: `function ${name}${parameters}`, doc: commentOf(doc) });
    }
    for (const [, doc, name, head, body] of text.matchAll(new RegExp(`${comment}^export declare (?:abstract )?class (\\w+)([^{]*)\\{\\n([\\s\\S]*?)^\\}`, "gm"))) {
      const methods = new Map();
      for (const [, doc, declaration] of body.matchAll(new RegExp(`${comment}^ {4}(?![ /])((?:[^;{}]|\\{[^}]*\\})+);`, "gm"))) {
        const [, method] = declaration.match(/^(?:static |readonly |get |set |abstract )*(\w+)/) ?? [];
        if (!method || ["private", "protected", "constructor"].includes(method)) continue;
        const known = methods.get(method);
        const signature = declaration.replace(/^ {4}/gm, "");
        methods.set(method, known ? { ...known, signature: `${known.signature};\n${signature}` } : { signature, doc: commentOf(doc) });
      }
      const base = head.match(/extends (\w+)/)?.[1];
      classes.push({ name, base, doc: commentOf(doc), methods });
    }
  }
  // A base that is not exported has no section of its own.
  const isShown = (name) => exported.includes(name);
  for (const one of classes.filter(({ name }) => isShown(name))) {
    while (one.base && !isShown(one.base)) {
      const base = classes.find(({ name }) => name === one.base);
      for (const [name, method] of base?.methods ?? []) if (!one.methods.has(name)) one.methods.set(name, method);
      one.base = base?.base;
    }
  }
  return [...classes.filter(({ name }) => isShown(name)), free];
}

const commentOf = (text) => text.replace(/^\s*\/\*\*/, "").replace(/\*\/\s*$/, "").replace(/^\s*\* ?/gm, "").trim();

/** The parts of the header: title, text, and its declarations with their comments. */
export function cOf(root) {
  const text = read(root, "crates/hitmask-capi/include/hitmask.h");
  const parts = text.split(/\/\* -{20,}\n/).slice(1);
  return parts.map((part) => {
    const [head, ...rest] = part.split(/ *-{20,} \*\/\n/);
    const [title, ...lines] = head.trim().split("\n").map((line) => line.trim());
    const items = [];
    for (const [, doc, code] of rest.join("").matchAll(/\/\*((?:(?!\*\/)[\s\S])*)\*\/\n((?:(?!^\/\*)[\s\S])+?)(?=\n\n|\n*$(?![\s\S]))/gm)) {
      const name = code.match(/\b(hitmask_\w+)\(/)?.[1] ?? code.match(/\}\s*(\w+);\s*$/)?.[1] ?? code.match(/(\w+);\s*$/)?.[1];
      if (name && !/^#|extern/.test(code)) items.push({ name, isFunction: /\bhitmask_\w+\(/.test(code) && !/^typedef/.test(code), doc: doc.trim().replace(/^ {3}/gm, ""), code: code.replace(/\n {8,}/g, "\n    ") });
    }
    return { title, text: lines.join("\n"), items };
  });
}

/** Types of the library with the methods that rustdoc's pages have, and where. */
export function rustOf(doc) {
  const types = new Map();
  for (const file of readdirSync(join(doc, "hitmask"), { recursive: true })) {
    const name = String(file).match(/(?:^|\/)(?:struct|enum|trait)\.(\w+)\.html$/)?.[1];
    if (!name) continue;
    const page = read(doc, "hitmask", String(file)).split('id="trait-implementations"')[0];
    const methods = new Map([...page.matchAll(/id="((?:method|tymethod)\.(\w+))"/g)].map(([, id, method]) => [method, `hitmask/${file}#${id}`]));
    if (!types.has(name) || String(file).split("/").length < 2) types.set(name, { page: `hitmask/${file}`, methods });
  }
  return types;
}

const section = (level, name, id, signature, language, doc) =>
  `${"#".repeat(level)} ${name || "Functions"} {#${id}}\n\n${signature ? `\`\`\`${language}\n${signature}\n\`\`\`\n\n` : ""}${doc ? `${plain(doc)}\n\n` : ""}`;

export function classPage(title, intro, language, classes) {
  const body = classes.map((one) => {
    const base = one.base ? `Has the methods of [\`${one.base}\`](#${one.base}), too.` : "";
    const methods = [...one.methods].map(([name, { signature, doc }]) => {
      const id = one.name ? `${one.name}.${name}` : name;
      return section(3, `\`${id}\``, id, signature, language, doc);
    });
    return section(2, one.name && `\`${one.name}\``, one.name || "functions", "", "", [one.doc, base].filter(Boolean).join("\n\n")) + methods.join("");
  });
  return `# ${title}\n\n${intro}\n\n${body.join("")}`;
}

export function headerPage(parts) {
  const body = parts.map(({ title, text, items }) => `## ${title}\n\n${plain(text)}\n\n${items.map(({ name, doc, code }) => section(3, `\`${name}\``, name, code, "c", doc)).join("")}`);
  return `# Reference of C\n\nMade from \`hitmask.h\`. [The guide](../c.md) says how it is built and linked.\n\n${body.join("")}`;
}

/** What C calls a type, where it is not the type's own name. */
const C_NAMES = { CollisionBuffer: "buffer", ConvexPolygon: "polygon" };
const SHAPES = ["Mask", "RunMask", "AlphaMask", "AlphaLevel", "Circle", "ConvexPolygon", "Terrain"];

/** One table for each type: a row for each method, and a link into each reference that has it. */
export function sideBySide({ rust, python, javascript, c }) {
  const functions = c.flatMap(({ items }) => items.filter(({ isFunction }) => isFunction).map(({ name }) => name));
  const bases = new Map(javascript.map((one) => [one.name, one]));
  const tables = [];
  for (const { name, methods: own } of python.filter(({ name }) => rust.has(name))) {
    const rows = new Map();
    const row = (key) => rows.get(key) ?? rows.set(key, {}).get(key);
    for (const [method, place] of rust.get(name).methods) row(method).rust = `[\`${method}\`](../../rust/${place})`;
    for (const method of own.keys()) row(method).python = `[\`${method}\`](python.md#${name}.${method})`;
    for (let one = bases.get(name); one; one = bases.get(one.base)) {
      for (const method of one.methods.keys()) row(snake(method)).javascript ??= `[\`${method}\`](javascript.md#${one.name}.${method})`;
    }
    const cell = (long) => `[\`${long.slice(8)}\`](c.md#${long})`;
    const prefix = `hitmask_${C_NAMES[name] ?? snake(name)}_`;
    for (const long of functions) if (long.startsWith(prefix)) row(long.slice(prefix.length)).c = cell(long);
    // C asks any shape by functions of their own.
    if (SHAPES.includes(name)) for (const [key, cells] of rows) if (functions.includes(`hitmask_${key}`)) cells.c ??= cell(`hitmask_${key}`);
    // What only one language has is in its own reference.
    const shared = [...rows].filter(([, cells]) => Object.keys(cells).length > 1).sort(([a], [b]) => (a < b ? -1 : 1));
    if (shared.length < 2) continue;
    const lines = shared.map(([, { rust = "", python = "", javascript = "", c = "" }]) => `| ${rust} | ${python} | ${javascript} | ${c} |`);
    const head = `| [Rust](../../rust/${rust.get(name).page}) | [Python](python.md#${name}) | JavaScript | C: \`hitmask_\`... |\n|---|---|---|---|`;
    tables.push({ name, count: shared.length, text: `## ${name}\n\n<div class="side">\n\n${head}\n${lines.join("\n")}\n\n</div>\n` });
  }
  const all = tables.reduce((sum, { count }) => sum + count, 0);
  const intro = `The same words in four languages: ${all} names of ${tables.length} types that at least two languages have. Each leads to its reference. What only one language has stands there alone:
[Rust](../../rust/hitmask/index.html), [Python](python.md), [JavaScript](javascript.md), [C](c.md).`;
  return `# Side by side\n\n${intro}\n\n${tables.map(({ text }) => text).join("\n")}`;
}
