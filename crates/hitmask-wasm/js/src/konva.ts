// Konva: images and sprites that are hit, and that overlap, where they are solid.

import { poseOf as pose } from "./host/affine.js";
import type { Box, MatrixLike, PointXY } from "./host/affine.js";
import { Cuts } from "./host/picture.js";
import { isSeenAt, overlapsBy, seen } from "./host/seen.js";
import type { Seen } from "./host/seen.js";
import type { PictureLike } from "./atlas.js";
import type { Mask } from "./mask.js";
import type { Pose } from "./pose.js";

/** What is needed of a Konva Image or Sprite. */
export interface NodeLike {
  width(): number;
  height(): number;
  getAbsoluteTransform(): { getMatrix(): number[] };
}

/** What is needed of a Stage, a Layer or a Group. */
export interface ContainerLike {
  find(selector: any): Iterable<any>;
}

/** The part of its picture that a node shows, and where. Null for one without a picture, or whose animation has no such frame. */
function shownOf(node: any): { picture: PictureLike; part: [number, number, number, number]; box: Box } | null {
  const picture = node.image?.() as any;
  if (!picture) return null;
  if (node.animations !== undefined) {
    const [frames, index] = [node.animations()?.[node.animation()] as number[] | undefined, 4 * node.frameIndex()];
    if (frames === undefined || !(index >= 0 && index + 4 <= frames.length)) return null;
    const part = frames.slice(index, index + 4) as [number, number, number, number];
    const [x = 0, y = 0] = (node.frameOffsets()?.[node.animation()] ?? []).slice(index / 2, index / 2 + 2) as number[];
    return { picture, part, box: { x, y, width: part[2], height: part[3] } };
  }
  const box = { x: 0, y: 0, width: node.width(), height: node.height() };
  const [cropWidth, cropHeight] = [node.cropWidth(), node.cropHeight()];
  if (cropWidth && cropHeight) return { picture, part: [node.cropX(), node.cropY(), cropWidth, cropHeight], box };
  return { picture, part: [0, 0, picture.naturalWidth ?? picture.videoWidth ?? picture.width, picture.naturalHeight ?? picture.videoHeight ?? picture.height], box };
}

const cuts = new Cuts();

/**
 * The mask of what an Image or a Sprite shows: the picture, its crop, or the frame of the animation. Solid where the alpha is at least the
 * threshold. Each is read once. Null if the node shows nothing.
 */
export function maskOf(node: unknown, threshold = 128): Mask | null {
  const shown = shownOf(node);
  return shown && cuts.of(shown.picture, shown.part, threshold);
}

/** Forgets the masks of a picture that has changed, such as a canvas. */
export function forget(picture: object): void {
  cuts.forget(picture);
}

/** Konva orders the numbers as a canvas does. */
function matrixOf(node: NodeLike): MatrixLike {
  const [a, b, c, d, tx, ty] = node.getAbsoluteTransform().getMatrix() as [number, number, number, number, number, number];
  return { a, b, c, d, tx, ty };
}

const boxOf = (node: NodeLike): Box => shownOf(node)?.box ?? { x: 0, y: 0, width: node.width(), height: node.height() };

const seenOf = (node: NodeLike, mask = maskOf(node)): Seen<Mask> | null => mask && seen(mask, matrixOf(node), boxOf(node));

/** Where a node's mask lies on the stage. An image that is shown larger or smaller than its picture stretches its mask. */
export function poseOf(node: NodeLike, mask: Mask): Pose {
  return pose(matrixOf(node), boxOf(node), mask.width, mask.height);
}

/** Whether a node shows a solid pixel at a point of the stage: as `node.intersects(point)`, by the pixels. */
export function intersects(node: NodeLike, point: PointXY): boolean;
export function intersects(node: NodeLike, mask: Mask, point: PointXY): boolean;
export function intersects(node: NodeLike, given: Mask | PointXY, point?: PointXY): boolean {
  const [shown, at] = point === undefined ? [seenOf(node), given as PointXY] : [seenOf(node, given as Mask), point];
  return isSeenAt(shown, at.x, at.y);
}

/** Whether two nodes overlap on some pixel of the stage. */
export const overlaps = overlapsBy<NodeLike>(seenOf);

/**
 * The topmost Image or Sprite of a stage, a layer or a group that shows a solid pixel at a point of the stage: as
 * `stage.getIntersection(point)`, exact to the pixel. Nodes that are hidden or don't listen are passed over, and so are other shapes.
 */
export function getIntersection<T = any>(container: ContainerLike, point: PointXY): T | null {
  // Konva finds nodes in the order in which it draws them.
  const nodes = [...container.find((node: any) => typeof node.image === "function")].reverse();
  return (nodes.find((node) => node.isVisible() && node.isListening() && intersects(node, point)) as T | undefined) ?? null;
}

const outlines = new WeakMap<Mask, Int32Array[]>();

/**
 * A hit function for the stage's events: `image.hitFunc(hitFunc())`. Konva then draws the exact outline of what the node shows, instead of a
 * rectangle, onto the canvas where it looks up what is under the mouse.
 */
export function hitFunc(mask?: Mask): (context: unknown, shape: unknown) => void {
  return (given, shape) => {
    const context = given as Pick<CanvasRenderingContext2D, "beginPath" | "moveTo" | "lineTo" | "closePath"> & { fillStrokeShape(shape: unknown): void };
    const node = shape as NodeLike;
    const now = mask ?? maskOf(node);
    if (now === null) return;
    let rings = outlines.get(now);
    if (rings === undefined) outlines.set(now, (rings = now.outline().rings.map(({ points }) => points)));
    const { x: left, y: top, width, height } = boxOf(node);
    const [w, h] = [width / now.width, height / now.height];
    context.beginPath();
    for (const points of rings) {
      for (let i = 0; i < points.length; i += 2) {
        const [x, y] = [left + points[i]! * w, top + points[i + 1]! * h];
        if (i === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
      context.closePath();
    }
    context.fillStrokeShape(node);
  };
}
