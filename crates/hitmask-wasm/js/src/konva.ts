// Konva: images that are hit, and that overlap, where they are solid.

import { covers } from "./hit.js";
import type { Mask } from "./mask.js";
import { Pose } from "./pose.js";

/** What is needed of a Konva Image. */
export interface NodeLike {
  width(): number;
  height(): number;
  getAbsoluteTransform(): { getMatrix(): number[] };
}

/** Where an image's mask lies on the stage. An image that is shown larger or smaller than its picture stretches its mask. */
export function poseOf(node: NodeLike, mask: Mask): Pose {
  // Konva orders the numbers as a canvas does.
  const [a, b, c, d, tx, ty] = node.getAbsoluteTransform().getMatrix() as [number, number, number, number, number, number];
  const [w, h] = [node.width() / mask.width, node.height() / mask.height];
  return Pose.fromMatrix(a * w, c * h, b * w, d * h, tx, ty);
}

/** Whether an image shows a solid pixel at a point of the stage: as `node.intersects(point)`, by the image's pixels. */
export function intersects(node: NodeLike, mask: Mask, point: { x: number; y: number }): boolean {
  return covers(mask, poseOf(node, mask), point.x, point.y);
}

/** Whether two images overlap on some pixel of the stage. */
export function overlaps(a: NodeLike, maskA: Mask, b: NodeLike, maskB: Mask): boolean {
  return maskA.overlapsPosed(poseOf(a, maskA), maskB, poseOf(b, maskB));
}

/**
 * A hit function for the stage's events: `image.hitFunc(hitFunc(mask))`. Konva then draws the mask's exact outline, instead of a rectangle,
 * onto the canvas where it looks up what is under the mouse.
 */
export function hitFunc(mask: Mask): (context: unknown, shape: unknown) => void {
  const { rings } = mask.outline();
  const [width, height] = [mask.width, mask.height];
  return (given, shape) => {
    const context = given as Pick<CanvasRenderingContext2D, "beginPath" | "moveTo" | "lineTo" | "closePath"> & { fillStrokeShape(shape: unknown): void };
    const node = shape as NodeLike;
    const [w, h] = [node.width() / width, node.height() / height];
    context.beginPath();
    for (const { points } of rings) {
      for (let i = 0; i < points.length; i += 2) {
        const [x, y] = [points[i]! * w, points[i + 1]! * h];
        if (i === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
      context.closePath();
    }
    context.fillStrokeShape(node);
  };
}
