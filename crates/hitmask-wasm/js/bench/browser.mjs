// The benchmark in Chromium: hitmask beside what browser games do today.
//
// node browser.mjs TOOLS: the folder with node_modules. Prints lines of JSON.

import { join } from "node:path";

import { newPage, root, withChromium } from "../test/chromium.mjs";

const [tools] = process.argv.slice(2);
const folders = {
  "/hitmask/": join(root, "target/npm/hitmask/"),
  "/tools/": join(tools, "node_modules/"),
  "/bench/": new URL(".", import.meta.url).pathname,
};
await withChromium(tools, folders, async (browser, address) => {
  const { page, problems } = await newPage(browser);
  await page.goto(address);
  const rows = await page.evaluate(async () => (await import("/bench/page.mjs")).default());
  if (problems.length) throw new Error(problems.join("\n"));
  for (const row of rows) console.log(JSON.stringify(row));
});
