// The same two shapes under both rules for turned pixels, magnified.

import { Mask, Pose } from "../hitmask/index.js";
import { STAGE, shareBy, sharedWith } from "../page.js";

const SIDE = 20;
const ZOOM = 24;

export function start(section) {
  const canvases = section.querySelectorAll("canvas");
  const verdicts = section.querySelectorAll("figcaption output");
  const settings = section.querySelectorAll("[data-set]");
  // A wall of whole pixels, and a square of four by four texels that turns.
  const wall = Mask.fromFunction(SIDE, SIDE, (x, y) => y >= 13 || (x < 6 && y >= 8));
  const square = Mask.fromFunction(5, 5, (x, y) => x + y < 7);
  const still = new Pose();

  function paint() {
    const { angle, x, y } = Object.fromEntries(Array.from(settings, (input) => [input.dataset.set, Number(input.value)]));
    const pose = new Pose({ position: [x, y], rotation: angle, pivot: [2.5, 2.5] });
    const { mask, corner } = square.bake(pose);
    for (const [index, rule] of ["raster", "geometry"].entries()) {
      const canvas = canvases[index];
      canvas.width = canvas.height = SIDE * ZOOM;
      const context = canvas.getContext("2d");
      context.scale(ZOOM, ZOOM);
      context.fillStyle = STAGE.stone;
      for (let row = 0; row < SIDE; row++) {
        for (let column = 0; column < SIDE; column++) if (wall.get([column, row])) context.fillRect(column, row, 1, 1);
      }
      const hit = wall.overlapsPosed(still, square, pose, rule);
      verdicts[index].textContent = hit ? "they touch" : "they do not touch";
      verdicts[index].dataset.hit = String(hit);
      context.globalAlpha = 0.8;
      context.fillStyle = hit ? STAGE.both : STAGE.a;
      if (rule === "raster") {
        for (let row = 0; row < mask.height; row++) {
          for (let column = 0; column < mask.width; column++) {
            if (mask.get([column, row])) context.fillRect(corner.x + column, corner.y + row, 1, 1);
          }
        }
      } else {
        texels(context, pose, (path) => context.fill(path));
      }
      context.globalAlpha = 1;
      context.lineWidth = 1 / ZOOM;
      context.strokeStyle = "#fff";
      texels(context, pose, (path) => context.stroke(path));
      context.strokeStyle = "#12151e";
      context.globalAlpha = 0.6;
      context.beginPath();
      for (let at = 0; at <= SIDE; at++) {
        context.moveTo(at, 0);
        context.lineTo(at, SIDE);
        context.moveTo(0, at);
        context.lineTo(SIDE, at);
      }
      context.stroke();
    }
    mask.free();
  }

  /** Each solid texel as a turned square. */
  function texels(context, pose, use) {
    const path = new Path2D();
    const matrix = new DOMMatrix(pose.toDOMMatrix());
    for (let row = 0; row < 5; row++) {
      for (let column = 0; column < 5; column++) {
        if (!square.get([column, row])) continue;
        const texel = new Path2D();
        texel.rect(column, row, 1, 1);
        path.addPath(texel, matrix);
      }
    }
    use(path);
  }

  settings.forEach((input) => input.addEventListener("input", paint));
  shareBy(section, () => Object.fromEntries(Array.from(settings, (input) => [input.dataset.set, input.value])));
  const shared = sharedWith(section);
  settings.forEach((input) => (input.value = shared?.get(input.dataset.set) ?? input.value));
  paint();
}
