// Characters among obstacles.

import * as check from "./check.js";
import type { PointLike } from "./check.js";
import { readShape, type ShapeLike } from "./mask.js";
import { Owned } from "./owned.js";
import { matrixOf, type Pose } from "./pose.js";
import { shapeNumber, withShapes, type ReadShape } from "./shape.js";
import { castOf, movedOf, readMoveOptions, type Cast, type MoveOptions, type Moved } from "./table.js";
import { checked, desk, giveNumbers, lay, wasm } from "./wasm.js";
import { DIRECTIONS, type Direction } from "./words.js";

/** Something that stops a character. */
export interface Obstacle {
  shape: ShapeLike;
  /** Where it lies. */
  pose?: Pose;
  /** It is moved by this much more. */
  position?: PointLike;
  /** Whether it only stops what falls onto it, or what comes against its open side. */
  oneWay?: boolean;
  /** The side from which one comes onto it, if it is one-way. "up" by default. */
  openSide?: Direction;
}

/** A character: its shape, under a pose, and where up is for it: "up" by default, null if it is seen from above. */
export interface Body {
  shape: ShapeLike;
  pose?: Pose;
  up?: Direction | null;
}

const IDENTITY = [65536, 0, 0, 65536, 0, 0];

/** Reads obstacles: their shapes, and the floats that follow the number of each. */
function readObstacles(obstacles: Iterable<Obstacle>): { shapes: ReadShape[]; floats: number[][] } {
  const [shapes, floats]: [ReadShape[], number[][]] = [[], []];
  for (const { shape, pose, position = [0, 0], oneWay = false, openSide = "up" } of obstacles) {
    shapes.push(readShape(shape, "the shape of an obstacle"));
    check.position(position, "the position of an obstacle");
    const { x, y } = check;
    floats.push([check.flag(oneWay, "oneWay"), check.word(openSide, "openSide", DIRECTIONS), ...(pose === undefined ? IDENTITY : matrixOf(pose)), x, y]);
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
  mover: ShapeLike | Body,
  position: PointLike,
  motion: PointLike,
  obstacles: Iterable<Obstacle>,
  options: MoveOptions = {},
): Moved {
  const walk = readMoveOptions(options, "moveAndSlide");
  const { shape, pose = undefined, up = "up" }: Body =
    typeof mover === "object" && mover !== null && !(mover instanceof Owned) && "shape" in mover ? mover : { shape: mover as ShapeLike };
  const upward = up === null ? -1 : check.word(up, "up", DIRECTIONS);
  const { shapes, floats } = readObstacles(obstacles);
  const [moving, matrix] = [readShape(shape, "the mover"), pose === undefined ? IDENTITY : matrixOf(pose)];
  check.position(position, "the position");
  const [x, y] = [check.x, check.y];
  check.position(motion, "the motion");
  const [dx, dy] = [check.x, check.y];
  return withShapes(shapes, (numbers) => {
    giveObstacles(numbers, floats);
    lay(0, [...matrix, ...walk]);
    checked(wasm.walk(shapeNumber(moving), upward, x, y, dx, dy));
    return movedOf(desk());
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
    return checked(wasm.ray_cast_obstacles(x, y, check.x, check.y)) ? { index: desk()[0]!, cast: castOf(desk(), 1) } : null;
  });
}
