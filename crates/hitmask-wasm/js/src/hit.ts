// What the adapters share.

import type { Mask } from "./mask.js";
import type { Pose } from "./pose.js";

/** Whether a mask under a pose covers the pixel at a point. False for points that are no numbers or far away. */
export function covers(mask: Mask, pose: Pose, x: number, y: number): boolean {
  // A point that was mapped there and back may lie a little to the left of its pixel.
  const [left, top] = [Math.floor(x + 1e-6), Math.floor(y + 1e-6)];
  if (!(Math.abs(left) < 2 ** 31 && Math.abs(top) < 2 ** 31)) return false;
  const texel = pose.texelAt([left, top]);
  return texel.x >= 0 && texel.y >= 0 && texel.x < mask.width && texel.y < mask.height && mask.contains(texel);
}
