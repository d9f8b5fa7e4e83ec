// The entry for Node: reads the module, and packs, from files.

import { readFile } from "node:fs/promises";
import { cwd } from "node:process";
import { pathToFileURL } from "node:url";
import { files } from "./wasm.js";

const fetched = files.read;
files.read = (url) => {
  // A page resolves a relative URL against its own address; here the current working folder takes its place.
  const place = new URL(url, pathToFileURL(`${cwd()}/`));
  return place.protocol === "file:" ? readFile(place) : fetched(place);
};

export * from "./index.js";
