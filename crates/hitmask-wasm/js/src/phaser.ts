// Phaser 4: pixel-exact input, and overlap of game objects as they are seen.

import { covers } from "./hit.js";
import type { Mask } from "./mask.js";
import { Pose } from "./pose.js";

/** What is needed of a Phaser Image or Sprite. */
export interface GameObjectLike {
  readonly displayOriginX: number;
  readonly displayOriginY: number;
  readonly flipX: boolean;
  readonly flipY: boolean;
  readonly frame: {
    /** Where the trimmed part lies in the whole frame. */
    readonly x: number;
    readonly y: number;
    /** The size of the whole frame. */
    readonly realWidth: number;
    readonly realHeight: number;
    readonly customPivot?: boolean;
  };
  getWorldTransformMatrix(): { a: number; b: number; c: number; d: number; tx: number; ty: number };
}

/**
 * The map from the mask's pixels to the frame as it is shown: x -> sign · x + start. A flip mirrors the frame about its middle, and a frame
 * with a pivot of its own about that.
 */
function axis(flip: boolean, customPivot: boolean, trimmed: number, size: number, origin: number): [sign: number, start: number] {
  if (!flip) return [1, trimmed];
  return [-1, customPivot ? 2 * origin - trimmed : size - trimmed];
}

function axes(object: GameObjectLike): { x: [number, number]; y: [number, number] } {
  const { frame, flipX, flipY, displayOriginX, displayOriginY } = object;
  const custom = frame.customPivot ?? false;
  return {
    x: axis(flipX, custom, frame.x, frame.realWidth, displayOriginX),
    y: axis(flipY, custom, frame.y, frame.realHeight, displayOriginY),
  };
}

/**
 * A callback for `object.setInteractive(mask, hitTest(mask))`: hit where the object shows a solid pixel, flipped as it is. The mask is that
 * of the object's frame; of a trimmed frame, of the trimmed part. It follows the object as it is then.
 */
export function hitTest(mask: Mask): (hitArea: unknown, x: number, y: number, object: unknown) => boolean {
  return (_, x, y, object) => {
    const shown = object as GameObjectLike;
    // Phaser gives a point of the frame. What is seen is a pixel of the world.
    const { a, b, c, d, tx, ty } = shown.getWorldTransformMatrix();
    const [u, v] = [x - shown.displayOriginX, y - shown.displayOriginY];
    return covers(mask, poseOf(shown), a * u + c * v + tx, b * u + d * v + ty);
  };
}

/** Where a game object's mask lies in the world, with rotation, scale, flip, origin and its containers. */
export function poseOf(object: GameObjectLike): Pose {
  const { a, b, c, d, tx, ty } = object.getWorldTransformMatrix();
  const { x, y } = axes(object);
  const [sx, sy] = [x[0], y[0]];
  const [left, top] = [x[1] - object.displayOriginX, y[1] - object.displayOriginY];
  return Pose.fromMatrix(a * sx, c * sy, b * sx, d * sy, a * left + c * top + tx, b * left + d * top + ty);
}

/** Whether two game objects overlap on some pixel of the world. */
export function overlaps(a: GameObjectLike, maskA: Mask, b: GameObjectLike, maskB: Mask): boolean {
  return maskA.overlapsPosed(poseOf(a), maskB, poseOf(b));
}
