// Everything that the device answers, beside the CPU. Runs in a page and in Node.

import { compareBuffers } from "./buffers.mjs";
import { compareCrowds } from "./crowds.mjs";
import { compareLabels } from "./labels.mjs";
import { comparePairs } from "./pairs.mjs";

/** `hitmask` is the package, `module` is hitmask/gpu, `gpu` replaces navigator.gpu. */
export async function compareAll(hitmask, module, rounds, gpu) {
  const all = { labels: compareLabels, crowds: compareCrowds, buffers: compareBuffers, pairs: comparePairs };
  const results = {};
  for (const [name, compare] of Object.entries(all)) results[name] = await compare(hitmask, module, rounds, gpu);
  return results;
}
