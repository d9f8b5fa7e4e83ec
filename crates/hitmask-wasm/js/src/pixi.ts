// Pixi 8: hit areas of sprites, and overlap of sprites as they are seen.

import { covers } from "./hit.js";
import type { Mask } from "./mask.js";
import { Pose } from "./pose.js";

interface SizeLike {
  readonly width: number;
  readonly height: number;
}

interface MatrixLike {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly tx: number;
  readonly ty: number;
}

/** What is needed of a Pixi Sprite. */
export interface SpriteLike {
  readonly anchor: { readonly x: number; readonly y: number };
  readonly texture: {
    readonly orig: SizeLike;
    readonly trim?: (SizeLike & { readonly x: number; readonly y: number }) | null;
    readonly rotate?: number;
  };
  readonly worldTransform: MatrixLike;
}

/** Where the mask lies in the sprite's own coordinates: its corner, and the size of its pixels. */
function place(sprite: SpriteLike, mask: Mask): { x: number; y: number; pixelWidth: number; pixelHeight: number } {
  const { orig, trim, rotate } = sprite.texture;
  if (rotate) throw new RangeError("the texture lies turned in its sheet: make the mask of the unturned frame and a texture without rotate");
  const shown = trim ?? { x: 0, y: 0, width: orig.width, height: orig.height };
  return {
    x: shown.x - sprite.anchor.x * orig.width,
    y: shown.y - sprite.anchor.y * orig.height,
    // A texture of resolution 2 has two pixels in a unit.
    pixelWidth: shown.width / mask.width,
    pixelHeight: shown.height / mask.height,
  };
}

/**
 * A hit area of the mask's solid pixels: `sprite.hitArea = hitArea(sprite, mask)`. The mask is that of the texture's frame; of a trimmed
 * frame, of the trimmed part. It follows the sprite as it is then.
 */
export function hitArea(sprite: SpriteLike, mask: Mask): { contains(x: number, y: number): boolean } {
  return {
    contains(x, y) {
      // Pixi gives a point of the sprite. What is seen is a pixel of the stage.
      const { a, b, c, d, tx, ty } = sprite.worldTransform;
      return covers(mask, poseOf(sprite, mask), a * x + c * y + tx, b * x + d * y + ty);
    },
  };
}

/** Where a sprite's mask lies on the stage. */
export function poseOf(sprite: SpriteLike, mask: Mask): Pose {
  const { a, b, c, d, tx, ty } = sprite.worldTransform;
  const { x, y, pixelWidth: w, pixelHeight: h } = place(sprite, mask);
  return Pose.fromMatrix(a * w, c * h, b * w, d * h, a * x + c * y + tx, b * x + d * y + ty);
}

/** Whether two sprites overlap on some pixel of the stage, turned and scaled as they are. */
export function overlaps(a: SpriteLike, maskA: Mask, b: SpriteLike, maskB: Mask): boolean {
  return maskA.overlapsPosed(poseOf(a, maskA), maskB, poseOf(b, maskB));
}
