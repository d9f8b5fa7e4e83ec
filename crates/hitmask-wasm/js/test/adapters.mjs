// The adapters beside the real libraries, in a browser: what the libraries draw is read back and compared pixel by pixel.
//
// node adapters.mjs TOOLS: the folder with node_modules. Needs a Chromium.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [tools] = process.argv.slice(2);
const root = new URL("../../../../", import.meta.url).pathname;
const { chromium } = (await import(pathToFileURL(join(tools, "node_modules/playwright-core/index.js")).href)).default;
const program = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
assert.ok(program, "there is a Chromium");

const types = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm", html: "text/html" };
const places = {
  "/hitmask/": join(root, "target/npm/hitmask/"),
  "/tools/": join(tools, "node_modules/"),
  "/assets/": join(root, "assets/"),
  "/test/": new URL(".", import.meta.url).pathname,
};
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://localhost");
  const [prefix, folder] = Object.entries(places).find(([prefix]) => pathname.startsWith(prefix)) ?? [];
  if (pathname === "/") return response.setHeader("content-type", types.html).end("<!doctype html><title>adapters</title><body></body>");
  if (pathname === "/favicon.ico") return response.writeHead(204).end();
  const file = folder && join(folder, pathname.slice(prefix.length));
  if (!file?.startsWith(folder) || !existsSync(file)) return response.writeHead(404).end();
  response.setHeader("content-type", types[pathname.split(".").at(-1)] ?? "application/octet-stream").end(readFileSync(file));
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
const wanted = process.argv.slice(3);
try {
  for (const name of wanted.length ? wanted : ["pictures", "canvas", "konva", "pixi", "phaser"]) {
    const page = await browser.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    // The browser itself reports an address with nothing behind it; a test asks for such ones on purpose.
    page.on("console", (message) => message.type() === "error" && !message.text().includes("404") && problems.push(message.text()));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const result = await page.evaluate(async (name) => (await import(`/test/browser/${name}.mjs`)).default(), name);
    assert.deepEqual(problems, [], name);
    assert.ok(result.pixels > 1000 && result.hits > 100 && result.hits < result.pixels, `${name}: ${JSON.stringify(result)}`);
    assert.equal(result.wrong, 0, `${name}: ${JSON.stringify(result)}`);
    assert.ok(result.edge < result.hits / 50, `${name}: ${JSON.stringify(result)}`);
    console.log(`${name}: ${JSON.stringify(result)}`);
    await page.close();
  }
} finally {
  await browser.close();
  server.close();
}
