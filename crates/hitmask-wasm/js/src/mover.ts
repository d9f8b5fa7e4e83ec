// Characters among obstacles.

import * as check from "./check.js";
import type { Point, PointLike } from "./check.js";
import { castOnDesk } from "./cast.js";
import type { Cast } from "./cast.js";
import { Owned, numberOf } from "./owned.js";
import { Pose, layPose } from "./pose.js";
import { Shape, pointOnDesk, withShape } from "./shape.js";
import type { ShapeLike } from "./shape.js";
import { checked, desk, giveNumbers, wasm } from "./wasm.js";

/** Something that stops a character. */
export interface Obstacle {
  shape: ShapeLike;
  /** Where it lies. */
  pose?: Pose;
  /** It is moved by this much more. */
  position?: PointLike;
  /** Whether it only stops what falls onto it. */
  oneWay?: boolean;
}

export interface MoveOptions {
  /** The highest ledge in pixels that the character climbs. */
  stepUp?: number;
  /** How far it follows the ground down. */
  stepDown?: number;
}

/** What refuses one more step. `what` is the index of an obstacle, or the handle of a collider. */
export interface Stop {
  what: number;
  /** The first pixel that refuses it. */
  pixel: Point;
  /** The direction against the step. */
  normal: Point;
}

/** Where a motion led. */
export interface Moved {
  position: Point;
  /** What is left of the motion. 0 on an axis that was stopped. */
  velocity: Point;
  floor: Stop | null;
  ceiling: Stop | null;
  wall: Stop | null;
  /** What it overlaps at the start. Then it does not move. */
  stuck: number | null;
}

export function layMove(options: MoveOptions): [number, number] {
  return [check.u32(options.stepUp ?? 0, "stepUp"), check.u32(options.stepDown ?? 0, "stepDown")];
}

export function movedOnDesk(): Moved {
  const stop = (place: number): Stop | null => {
    const what = desk()[place]!;
    return what < 0 ? null : { what, pixel: pointOnDesk(place + 1), normal: pointOnDesk(place + 3) };
  };
  const stuck = desk()[19]!;
  return {
    position: pointOnDesk(),
    velocity: pointOnDesk(2),
    floor: stop(4),
    ceiling: stop(9),
    wall: stop(14),
    stuck: stuck < 0 ? null : stuck,
  };
}

const IDENTITY = [65536, 0, 0, 65536, 0, 0];

/** Calls a function with the numbers of obstacles. */
function withObstacles<R>(obstacles: Iterable<Obstacle>, call: (list: number[]) => R): R {
  // Rectangles are no objects of the module, so each gets one for this call.
  const made: number[] = [];
  const list: number[] = [];
  try {
    for (const { shape, pose, position = [0, 0], oneWay = false } of obstacles) {
      let number: number;
      if (shape instanceof Shape) {
        number = numberOf(shape);
      } else {
        const { x, y, w, h } = check.shape(shape, "the shape of an obstacle");
        number = wasm.rect_new();
        made.push(number);
        wasm.set_rect(number, x, y, w, h);
      }
      list.push(number, check.flag(oneWay, "oneWay"), ...(pose === undefined ? IDENTITY : pose.toQ16()));
      check.position(position, "the position of an obstacle");
      list.push(check.x, check.y);
    }
    return call(list);
  } finally {
    for (const number of made) wasm.release(number);
  }
}

/**
 * Moves a character by a motion among obstacles: it stops flush, slides along walls and climbs ledges.
 *
 * mover: its shape, or its shape under a pose. position: where it stands; give back `position` of the last answer, since it keeps the rest
 * of a pixel.
 */
export function moveAndSlide(
  mover: ShapeLike | { shape: ShapeLike; pose: Pose },
  position: PointLike,
  motion: PointLike,
  obstacles: Iterable<Obstacle>,
  options: MoveOptions = {},
): Moved {
  check.known(options, "moveAndSlide", ["stepUp", "stepDown"]);
  const [up, down] = layMove(options);
  const { shape, pose = undefined } =
    typeof mover === "object" && mover !== null && !(mover instanceof Owned) && "shape" in mover ? mover : { shape: mover as ShapeLike };
  return withObstacles(obstacles, (list) =>
    withShape(shape, "the mover", (number) => {
      check.position(position, "the position");
      const [x, y] = [check.x, check.y];
      check.position(motion, "the motion");
      const [dx, dy] = [check.x, check.y];
      layPose(0, pose ?? new Pose());
      giveNumbers(list);
      checked(wasm.walk(number(), x, y, dx, dy, up, down));
      return movedOnDesk();
    }),
  );
}

/** The first of some obstacles that a moving point hits: its index, and where. Null if it hits none. */
export function rayCastObstacles(
  obstacles: Iterable<Obstacle>,
  from: PointLike,
  motion: PointLike,
): { index: number; cast: Cast } | null {
  return withObstacles(obstacles, (list) => {
    check.position(from, "the position");
    const [x, y] = [check.x, check.y];
    check.position(motion, "the motion");
    giveNumbers(list);
    return checked(wasm.ray_cast_obstacles(x, y, check.x, check.y)) ? { index: desk()[0]!, cast: castOnDesk(1, 1) } : null;
  });
}
