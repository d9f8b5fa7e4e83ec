// Konva: images and sprites that are hit, and that overlap, where they are solid.

import { given, pictures, sizeOf, upright, type Source } from "./host/picture.js";
import type { Box, MatrixLike, PointXY } from "./host/affine.js";
import { Host, isSeenAt, named, type Drawn } from "./host/seen.js";
import type { Mask } from "./mask.js";
import type { Pose } from "./pose.js";

const NAME = "hitmask/konva";

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

/** The part of its picture that a node shows, and where. No source for one without a picture, or whose animation has no such frame. */
function shownOf(node: any): { source: Source | null; box: Box } {
  const picture = node.image();
  if (node.animations !== undefined) {
    const [frames, index] = [node.animations()?.[node.animation()] as number[] | undefined, 4 * node.frameIndex()];
    const [x = 0, y = 0] = (node.frameOffsets()?.[node.animation()] ?? []).slice(index / 2, index / 2 + 2) as number[];
    if (frames === undefined || !(index >= 0 && index + 4 <= frames.length)) return { source: null, box: { x, y, width: 0, height: 0 } };
    const [left, top, width, height] = frames.slice(index, index + 4) as [number, number, number, number];
    return { source: picture ? { picture, cut: upright(left, top, width, height) } : null, box: { x, y, width, height } };
  }
  const box = { x: 0, y: 0, width: node.width(), height: node.height() };
  const [cropWidth, cropHeight] = [node.cropWidth(), node.cropHeight()];
  if (!picture) return { source: null, box };
  const cut = cropWidth && cropHeight ? upright(node.cropX(), node.cropY(), cropWidth, cropHeight) : upright(0, 0, ...sizeOf(picture));
  return { source: { picture, cut }, box };
}

/** Konva orders the numbers as a canvas does. */
function matrixOf(node: NodeLike): MatrixLike {
  const [a, b, c, d, tx, ty] = node.getAbsoluteTransform().getMatrix() as [number, number, number, number, number, number];
  return { a, b, c, d, tx, ty };
}

/** What Konva draws of a node. Undefined for what is none, null for one that is hidden, or on no stage: not added, removed, destroyed. */
function draw(node: any, isDrawn = node.getStage?.() && node.isVisible() && node.getAbsoluteOpacity() > 0): Drawn | null | undefined {
  if (typeof node.getAbsoluteTransform !== "function") return undefined;
  if (!isDrawn) return null;
  const matrix = matrixOf(node);
  const name = named(node, node.name());
  if (typeof node.image !== "function") {
    const { x, y, width, height } = node.getSelfRect();
    return { shows: name, matrix, box: { x, y, width, height } };
  }
  const { source, box } = shownOf(node);
  const clips: { matrix: MatrixLike; box: Box }[] = [];
  let shows: Drawn["shows"] = source;
  if (node.cornerRadius?.()) shows = `${name} with a cornerRadius`;
  else if (node.hasFill?.() || node.hasStroke?.()) shows = `${name} with a fill or a stroke`;
  for (let around = node.getParent(); around; around = around.getParent()) {
    const [width, height] = [around.clipWidth?.(), around.clipHeight?.()];
    if (around.clipFunc?.()) shows = `${name}, which a clipFunc cuts off`;
    else if (typeof width === "number" && typeof height === "number") {
      clips.push({ matrix: matrixOf(around), box: { x: around.clipX() || 0, y: around.clipY() || 0, width, height } });
    }
  }
  return { shows, matrix, box, clips };
}

const host = new Host<NodeLike>(NAME, "an Image or a Sprite of Konva", draw);

/**
 * The mask of what an Image or a Sprite shows: the picture, its crop, or the frame of the animation. Solid where the alpha is at least the
 * threshold. Each is read once. Null if the node shows no picture, or none yet.
 */
export function maskOf(node: unknown, threshold = 128): Mask | null {
  return host.maskOf(host.drawn(node as NodeLike, (node) => draw(node, true)), undefined, threshold);
}

/** Reads a picture again at the next use, such as a canvas on which you have drawn. */
export function forget(picture: object): void {
  pictures.forget(picture);
}

/** Where a node's mask lies on the stage. An image that is shown larger or smaller than its picture stretches its mask. */
export const poseOf = (node: NodeLike, mask?: Mask): Pose => host.poseOf(node, mask);

/** Whether a node shows a solid pixel at a point of the stage: as `node.intersects(point)`, by the pixels. Not without a point, as before the first event. */
export function intersects(node: NodeLike, point: PointXY | null): boolean;
export function intersects(node: NodeLike, mask: Mask, point: PointXY | null): boolean;
export function intersects(node: NodeLike, first: Mask | PointXY | null, point?: PointXY | null): boolean {
  const [shown, at] = point === undefined ? [host.see(node), first as PointXY | null] : [host.see(node, first as Mask), point];
  return at !== null && isSeenAt(shown, at.x, at.y);
}

/** Whether two nodes overlap on some pixel of the stage. */
export const overlaps = host.overlaps;

/**
 * The topmost Image or Sprite of a stage, a layer or a group that shows a solid pixel at a point of the stage: as
 * `stage.getIntersection(point)`, exact to the pixel. Nodes that are hidden or don't listen are passed over, and so are other shapes.
 * What hitmask can't read, such as an Image with a corner radius, is looked up as Konva does it. Null without a point, as before the first event.
 */
export function getIntersection<T = any>(container: ContainerLike, point: PointXY | null): T | null {
  if (point === null) return null;
  const isHit = (node: any): boolean => {
    const drawn = host.drawn(node);
    return drawn !== null && (typeof drawn.shows === "string" ? node.intersects(point) : isSeenAt(host.seen(drawn), point.x, point.y));
  };
  given(NAME, "a Stage, a Layer or a Group", container, typeof container?.find === "function" && !Array.isArray(container));
  // Konva finds nodes in the order in which it draws them.
  const nodes = [...container.find((node: any) => typeof node.image === "function")].reverse();
  return (nodes.find((node) => node.isListening() && isHit(node)) as T | undefined) ?? null;
}

const outlines = new WeakMap<Mask, Int32Array[]>();

/**
 * A hit function for the stage's events: `image.hitFunc(hitFunc())`. Konva then draws the exact outline of what the node shows, instead of a
 * rectangle, onto the canvas where it looks up what is under the mouse. What hitmask can't read keeps Konva's own region.
 */
export function hitFunc(mask?: Mask): (context: unknown, shape: unknown) => void {
  return (drawing, shape) => {
    const context = drawing as Pick<CanvasRenderingContext2D, "beginPath" | "moveTo" | "lineTo" | "closePath"> & { fillStrokeShape(shape: unknown): void };
    const node = shape as NodeLike;
    // Konva also asks when it caches a node that is on no stage yet.
    const drawn = host.drawn(node, (node) => draw(node, true));
    if (typeof drawn?.shows === "string" && mask === undefined) return (node as any)._hitFunc?.(drawing);
    const now = host.maskOf(drawn, mask);
    if (drawn === null || now === null) return;
    let rings = outlines.get(now);
    if (rings === undefined) outlines.set(now, (rings = now.outline().rings.map(({ points }) => points)));
    const { x: left, y: top, width, height } = drawn.box;
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
