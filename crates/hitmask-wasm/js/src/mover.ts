// Characters among obstacles.

import * as check from "./check.js";
import type { Point, PointLike } from "./check.js";
import { castOnDesk } from "./cast.js";
import type { Cast } from "./cast.js";
import { Owned } from "./owned.js";
import { matrixOf } from "./pose.js";
import type { Pose } from "./pose.js";
import { pointOnDesk, readShape, shapeNumber, withShapes } from "./shape.js";
import type { ReadShape, ShapeLike } from "./shape.js";
import { checked, desk, giveNumbers, lay, wasm } from "./wasm.js";

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

export function readMove(options: MoveOptions): [number, number] {
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

/** Reads obstacles: their shapes, and the floats that follow the number of each. */
function readObstacles(obstacles: Iterable<Obstacle>): { shapes: ReadShape[]; floats: number[][] } {
  const [shapes, floats]: [ReadShape[], number[][]] = [[], []];
  for (const { shape, pose, position = [0, 0], oneWay = false } of obstacles) {
    shapes.push(readShape(shape, "the shape of an obstacle"));
    check.position(position, "the position of an obstacle");
    const { x, y } = check;
    floats.push([check.flag(oneWay, "oneWay"), ...(pose === undefined ? IDENTITY : matrixOf(pose)), x, y]);
  }
  return { shapes, floats };
}

/** Gives the obstacles with the numbers of their shapes. */
function giveObstacles(numbers: readonly number[], floats: readonly (readonly number[])[]): void {
  giveNumbers(floats.flatMap((one, index) => [numbers[index]!, ...one]));
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
  const [up, down] = readMove(options);
  const { shape, pose = undefined } =
    typeof mover === "object" && mover !== null && !(mover instanceof Owned) && "shape" in mover ? mover : { shape: mover as ShapeLike };
  const { shapes, floats } = readObstacles(obstacles);
  const [moving, matrix] = [readShape(shape, "the mover"), pose === undefined ? IDENTITY : matrixOf(pose)];
  check.position(position, "the position");
  const [x, y] = [check.x, check.y];
  check.position(motion, "the motion");
  const [dx, dy] = [check.x, check.y];
  return withShapes(shapes, (numbers) => {
    giveObstacles(numbers, floats);
    lay(0, matrix);
    checked(wasm.walk(shapeNumber(moving), x, y, dx, dy, up, down));
    return movedOnDesk();
  });
}

/** The first of some obstacles that a moving point hits: its index, and where. Null if it hits none. */
export function rayCastObstacles(
  obstacles: Iterable<Obstacle>,
  from: PointLike,
  motion: PointLike,
): { index: number; cast: Cast } | null {
  const { shapes, floats } = readObstacles(obstacles);
  check.position(from, "the position");
  const [x, y] = [check.x, check.y];
  check.position(motion, "the motion");
  return withShapes(shapes, (numbers) => {
    giveObstacles(numbers, floats);
    return checked(wasm.ray_cast_obstacles(x, y, check.x, check.y)) ? { index: desk()[0]!, cast: castOnDesk(1, 1) } : null;
  });
}
