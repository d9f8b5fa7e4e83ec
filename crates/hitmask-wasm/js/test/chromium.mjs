// A real Chromium, and a server for the files that its pages read.

import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = fileURLToPath(new URL("../../../../", import.meta.url));
const types = {
  js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm", html: "text/html", json: "application/json", png: "image/png",
  css: "text/css",
};

/**
 * Calls `use` with a browser and the address of a server. `folders` are the prefixes of addresses and the folders behind them; "/" without
 * a folder is an empty page. `tools` is the folder with playwright-core in its node_modules. `options` are for the browser.
 */
export async function withChromium(tools, folders, use, options = []) {
  const { chromium } = (await import(pathToFileURL(join(tools, "node_modules/playwright-core/index.js")).href)).default;
  const program = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  assert.ok(program, "there is a Chromium");
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/favicon.ico") return response.writeHead(204).end();
    const [prefix, folder] = Object.entries(folders).find(([prefix]) => pathname.startsWith(prefix)) ?? [];
    if (pathname === "/" && !folder) return response.setHeader("content-type", types.html).end("<!doctype html><title>test</title><body></body>");
    const file = folder && join(folder, pathname.slice(prefix.length) || "index.html");
    if (!file?.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.setHeader("content-type", types[pathname.split(".").at(-1)] ?? types[file.split(".").at(-1)] ?? "application/octet-stream").end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", ...options] });
  try {
    return await use(browser, `http://127.0.0.1:${server.address().port}/`);
  } finally {
    await browser.close();
    server.close();
  }
}

/** A page, and the list of what goes wrong in it. */
export async function newPage(browser) {
  const page = await browser.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  // The browser itself reports an address with nothing behind it; some tests ask for such ones on purpose.
  page.on("console", (message) => message.type() === "error" && !message.text().includes("404") && problems.push(message.text()));
  return { page, problems };
}
