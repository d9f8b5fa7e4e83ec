// A sprite to test with, and the comparison with what is drawn.

import { init, Mask, Pose } from "/hitmask/index.js";

export const build = new URL(location).searchParams.get("build") ?? undefined;
await init({ build });

/** A wedge with a notch, without any symmetry, in 13 x 9 pixels. Its edge is clear, since browsers blend the edges of a turned picture. */
export function sprite(width = 13, height = 9) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      if (x >= y && !(x > 6 && x < 9 && y < 3)) context.fillRect(x, y, 1, 1);
    }
  }
  return { canvas, mask: Mask.fromBitmap(canvas) };
}

/**
 * Compares a picture, four bytes a pixel, with a question about each pixel. Browsers compute with floats: where the centre of a pixel lies
 * within a twelfth of a pixel of an edge, both answers are right; or within another distance, where a library says so itself. `move` moves what
 * is asked about; where a library rounds the place away, it returns another question instead: see `shifted`.
 */
export function compare(data, width, isHit, move, result = { pixels: 0, hits: 0, edge: 0, wrong: 0 }, step = 1 / 12) {
  for (let i = 0; i < data.length / 4; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const [drawn, hit] = [data[4 * i + 3] >= 128, isHit(x, y)];
    result.pixels++;
    if (hit) result.hits++;
    if (drawn === hit) continue;
    const near = [[step, 0], [-step, 0], [0, step], [0, -step]].some(([dx, dy]) => {
      const elsewhere = move(dx, dy);
      return (typeof elsewhere === "function" ? elsewhere : isHit)(x, y) === drawn;
    });
    move(0, 0);
    if (near) {
      result.edge++;
    } else {
      result.wrong++;
      result.first ??= { x, y, drawn, hit };
      result.last = { x, y, drawn, hit };
    }
  }
  return result;
}

/** What a mask covers under a pose that is moved, after all rounding. */
export const shifted = (mask, pose) => (dx, dy) => {
  const [a, b, c, d, tx, ty] = pose.toMatrix();
  const moved = Pose.fromMatrix(a, b, c, d, tx + dx, ty + dy);
  return (x, y) => mask.get(moved.texelAt([x, y]));
};

/**
 * What of a host is compared beside places: situations, each with what is drawn (four bytes a pixel), a question about each pixel, and a move
 * of what is asked about. `empty` says that nothing is drawn: then nothing may be hit either, and otherwise something must be.
 */
export function situations(host, result) {
  return (name, data, isHit, move = () => {}, { empty = false, step = undefined } = {}) => {
    const [before, hits] = [result.wrong, result.hits];
    compare(data, 64, isHit, move, result, step);
    const [wrong, hit] = [result.wrong - before, result.hits - hits];
    let drawn = 0;
    for (let i = 3; i < data.length; i += 4) drawn += data[i] >= 128;
    if ((drawn === 0) !== empty || (hit === 0) !== empty) result.wrong++;
    if (result.wrong > before) console.log(`${host}, ${name}: ${wrong} pixels are wrong, ${drawn} are drawn, ${hit} are hit, such as ${JSON.stringify(result.last)}`);
  };
}

/** Counts what is not as it must be, and says it. */
export function must(result, what, is) {
  if (is) return;
  console.log(`it is wrong that ${what}`);
  result.wrong++;
}

/** Whether a call throws a sentence with these words. */
export function refused(result, call, words) {
  try {
    call();
  } catch (error) {
    if (error.message.includes(words)) return;
    console.log(`${error.message} does not say ${words}`);
    result.wrong++;
    return;
  }
  console.log(`nothing says ${words}`);
  result.wrong++;
}

/** Turned, scaled and mirrored in ways that have no pixel centre on an edge of a pixel of the sprite. */
export const places = [
  { x: 20.3, y: 12.7, degrees: 0, sx: 1, sy: 1 },
  { x: 40.2, y: 30.1, degrees: 90, sx: 1, sy: 1 },
  { x: 30.3, y: 30.4, degrees: 33, sx: 2.3, sy: 1.7 },
  { x: 44.1, y: 41.3, degrees: 200, sx: -3.1, sy: 2.2 },
  { x: 31.7, y: 33.9, degrees: -71, sx: 1.9, sy: -2.6 },
];

/** A canvas with a picture at (0, 0), and below it the same turned clockwise, as packing programs do it. */
export function withTurned(picture) {
  const { width, height } = picture;
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: Math.max(width, height), height: height + width });
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  context.setTransform(0, 1, -1, 0, height, height);
  context.drawImage(picture, 0, 0);
  return canvas;
}
