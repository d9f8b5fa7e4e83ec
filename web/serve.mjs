// Shows a folder of files on 127.0.0.1. usage: node serve.mjs FOLDER [PORT]

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".wasm": "application/wasm",
};

/** How files are packed for those who accept it, the best way first. */
const PACKERS = {
  br: (path) =>
    createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: statSync(path).size } }),
  gzip: () => createGzip(),
};

const accepts = (request, name) => (request.headers["accept-encoding"] ?? "").split(",").some((part) => part.trim().split(";")[0] === name);

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
    const packing = extname(path) === ".png" ? undefined : Object.keys(PACKERS).find((name) => accepts(request, name));
    answer.writeHead(200, packing ? { ...headers, "content-encoding": packing, vary: "accept-encoding" } : headers);
    const file = createReadStream(path).on("error", () => answer.destroy());
    (packing ? file.pipe(PACKERS[packing](path)) : file).pipe(answer);
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
