// Loads the package that `build.mjs` has built, with the build that is to be tested.

import { fileURLToPath } from "node:url";

export const root = new URL("../../../../", import.meta.url);
export const wanted = process.env.HITMASK_BUILD ?? "plain";
/** Whether the core is tested: the package with masks, poses and contacts alone. */
export const isCore = process.env.HITMASK_PART === "core";
const hitmask = await import(new URL(`target/npm/hitmask/${isCore ? "core/" : ""}node.js`, root));
export const running = await hitmask.init({ build: wanted });
export default hitmask;
export const path = (name) => fileURLToPath(new URL(name, root));
