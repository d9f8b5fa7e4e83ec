// Shows a folder of files on 127.0.0.1. usage: node serve.mjs FOLDER [PORT]

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { createGzip } from "node:zlib";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".wasm": "application/wasm",
};

/** Serves a folder and everything below it. Resolves with the server when it listens. Port 0 takes any free port. */
export function serve(folder, port) {
  const root = resolve(folder);
  const server = createServer((request, answer) => {
    const fail = (status) => answer.writeHead(status, { "content-type": "text/plain" }).end(`${status}\n`);
    let path;
    try {
      path = join(root, normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname)));
    } catch {
      return fail(400);
    }
    if (path !== root && !path.startsWith(root + sep)) return fail(403);
    if (existsSync(path) && statSync(path).isDirectory()) path = join(path, "index.html");
    if (!existsSync(path)) return fail(404);
    const headers = { "content-type": TYPES[extname(path)] ?? "application/octet-stream", "cache-control": "no-cache" };
    // As servers for files do. Pictures are packed already.
    const packs = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "") && extname(path) !== ".png";
    answer.writeHead(200, packs ? { ...headers, "content-encoding": "gzip", vary: "accept-encoding" } : headers);
    const file = createReadStream(path).on("error", () => answer.destroy());
    (packs ? file.pipe(createGzip()) : file).pipe(answer);
  });
  return new Promise((done, fail) => {
    server.once("error", fail);
    server.listen(port, "127.0.0.1", () => done(server));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder, port = "8000"] = process.argv.slice(2);
  if (!folder || !Number.isInteger(Number(port))) {
    console.error("usage: node serve.mjs FOLDER [PORT]");
    process.exit(2);
  }
  const server = await serve(folder, Number(port)).catch((error) => {
    const why = error.code === "EADDRINUSE" ? `port ${port} is in use: name another one` : error.message;
    console.error(`cannot serve ${folder}: ${why}`);
    process.exit(1);
  });
  console.log(`http://127.0.0.1:${server.address().port}/ shows ${folder}. Ctrl+C ends it.`);
}
