// A plain canvas: sprites that are drawn with a transform are picked and tested as they are seen.

import { poseOf as pose } from "./host/affine.js";
import { covers } from "./hit.js";
import type { Mask } from "./mask.js";
import type { Pose } from "./pose.js";

/** A DOMMatrix, or anything with its six numbers: what `context.getTransform()` gives. */
export interface MatrixLike {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** The pose of a picture that is drawn at (x, y) under a transform of the canvas. Under one that flattens it, such as that of a coin that flips, no mask covers a pixel. */
export function poseOf({ a, b, c, d, e, f }: MatrixLike, x = 0, y = 0): Pose {
  return pose({ a, b, c, d, tx: e, ty: f }, { x, y, width: 1, height: 1 }, 1, 1);
}

/**
 * Whether a picture that is drawn at (x, y) under a transform shows a solid pixel at a pixel of the canvas. For the mouse: the canvas
 * pixel is `(event.clientX - rect.left) * canvas.width / rect.width`, and likewise for y.
 */
export function isHit(mask: Mask, transform: MatrixLike, canvasX: number, canvasY: number, x = 0, y = 0): boolean {
  return covers(mask, poseOf(transform, x, y), canvasX, canvasY);
}
