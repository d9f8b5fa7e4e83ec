// Circles and convex polygons: shapes without a picture.

import * as check from "./check.js";
import type { Point, PointLike } from "./check.js";
import { Shape, newMask, type PlacedMask } from "./mask.js";
import { Kept, numberOf } from "./owned.js";
import { layPose, type Pose } from "./pose.js";
import { pointOnDesk, pointsOf } from "./shape.js";
import { checked, desk, giveNumbers, numbers, wasm } from "./wasm.js";

abstract class Convex extends Shape {
  /** Its pixels as a mask, and where the mask's corner lies. */
  toMask(): PlacedMask {
    const mask = checked(wasm.to_mask(numberOf(this)));
    return { corner: pointOnDesk(), mask: newMask(mask) };
  }

  /** The world pixels that it covers under a pose. */
  bake(pose: Pose): PlacedMask {
    layPose(0, pose);
    const mask = checked(wasm.bake(numberOf(this)));
    return { corner: pointOnDesk(), mask: newMask(mask) };
  }
}

/** The pixels whose centres lie in a circle. */
export class Circle extends Convex {
  constructor(centre: PointLike, radius: number) {
    const r = check.float(radius, "the radius");
    check.position(centre, "the centre");
    super(new Kept(checked(wasm.circle_new(check.x, check.y, r))));
  }

  get centre(): Point {
    wasm.circle_parts(numberOf(this));
    return pointOnDesk();
  }

  get radius(): number {
    wasm.circle_parts(numberOf(this));
    return desk()[2]!;
  }
}

/** The pixels whose centres lie in a convex polygon. */
export class ConvexPolygon extends Convex {
  constructor(corners: Iterable<PointLike>) {
    const list: number[] = [];
    for (const corner of corners) {
      check.position(corner, "a corner");
      list.push(check.x, check.y);
    }
    giveNumbers(list);
    super(new Kept(checked(wasm.polygon_new())));
  }

  get corners(): Point[] {
    return pointsOf(numbers(wasm.polygon_corners(numberOf(this))));
  }
}
