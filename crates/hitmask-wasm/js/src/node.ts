// The entry for Node: reads the module from a file.

import { readFile } from "node:fs/promises";
import { files } from "./wasm.js";

const fetched = files.read;
files.read = (url) => {
  const place = new URL(url, import.meta.url);
  return place.protocol === "file:" ? readFile(place) : fetched(place);
};

export * from "./index.js";
