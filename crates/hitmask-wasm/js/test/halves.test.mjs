// Every verb reads all that its caller gave before it lays anything down, resolves an object, or calls the module: see src/check.ts. The table of
// reentry.test.mjs shows that it works; this shows the line at which a verb forgets it.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

const sources = new URL("../src/", import.meta.url);
/** What reads objects of the caller, and so may run code of the caller. Checks of numbers, words and flags run none. */
const READS = /^(check\.(pixel|position|perAxis|rect|shape|byteView|known|layers|list|lengthOf|bytesOf)|(check\.)?read[A-Z]\w*|this\.#(settled|caster|straight|turning|accepts)|Array\.from|Object\.(entries|keys)|new Map)$/;
/** What the second half may call before the module. */
const ASKS = /^(lay\w*|giveNumbers|giveBytes|giveName|giveObstacles|newNumbers|newBytes|numberOf|shapeNumber|list\.set)$/;

/** The reads that come too late in a source. */
function late(source) {
  // Answers are read out of the module: that reads nothing of the caller.
  const text = source.replace(/\/\*[^]*?\*\/|\/\/.*|Array\.from\((?=numbers|desk|\{ length)/g, (found) => found.replace(/[^\n]/g, " "));
  const closing = (from) => {
    let [at, depth] = [from, 1];
    while (depth > 0) depth += { "(": 1, ")": -1 }[text[++at]] ?? 0;
    return at;
  };
  const events = [];
  // A line with no more than two spaces before it begins or ends a function.
  for (const { index } of text.matchAll(/^ {0,2}\S/gm)) events.push([index, "ends"]);
  for (const { 0: whole, 1: name, index } of text.matchAll(/(?<!function |\w|[\w)]\.)((?:check|this|wasm|list|Array|Object)\.[\w#]+|\w+|new Map)(?:<[^()]*>)?\(/g)) {
    if (READS.test(name)) events.push([index, "reads", name]);
    // From then on, as what stands in its own arguments comes before it.
    if (ASKS.test(name)) events.push([closing(index + whole.length - 1), "asks", name]);
    if (/^wasm\.\w+$/.test(name)) events.push([closing(index + whole.length - 1), "ends"]);
  }
  const found = [];
  let asked = null;
  for (const [at, what, name] of events.sort(([a], [b]) => a - b)) {
    if (what === "reads" && asked !== null) found.push(`line ${source.slice(0, at).split("\n").length}: ${name} after ${asked}`);
    else if (what !== "reads") asked = what === "asks" ? name : null;
  }
  return found;
}

for (const file of readdirSync(sources, { recursive: true }).filter((file) => file.endsWith(".ts"))) {
  test(`the two halves of the verbs in ${file}`, () => assert.deepEqual(late(readFileSync(new URL(file, sources), "utf8")), []));
}

test("a verb that reads too late is found", () => {
  const verb = (body) => `class A {\n  verb(): void {\n${body}\n  }\n}\n`;
  assert.deepEqual(late(verb('    check.pixel(at, "it");\n    wasm.go(numberOf(this), check.x, check.y);')), []);
  for (const body of [
    '    const number = numberOf(other);\n    check.pixel(at, "it");\n    wasm.go(number, check.x);',
    '    lay(0, [1]);\n    check.position(at, "it");\n    wasm.go(check.x);',
    "    wasm.go(numberOf(this), ...readCell(to));",
    "    giveNumbers([1]);\n    giveBytes(check.byteView(data));",
  ]) {
    assert.equal(late(verb(body)).length, 1, body);
  }
});
