import { isHit, poseOf } from "/hitmask/canvas.js";
import { compare, must, places, sprite } from "./sprite.mjs";

export default function test() {
  const { canvas: picture, mask } = sprite();
  const stage = new OffscreenCanvas(64, 64);
  const context = stage.getContext("2d", { willReadFrequently: true });
  context.imageSmoothingEnabled = false;
  let result;
  for (const { x, y, degrees, sx, sy } of places) {
    context.resetTransform();
    context.clearRect(0, 0, 64, 64);
    context.translate(x, y);
    context.rotate((degrees * Math.PI) / 180);
    context.scale(sx, sy);
    context.drawImage(picture, -5, -4);
    const drawn = context.getTransform();
    let transform = drawn;
    const move = (dx, dy) => (transform = new DOMMatrix([1, 0, 0, 1, dx, dy]).multiply(drawn));
    const hit = (px, py) => isHit(mask, transform, px, py, -5, -4);
    result = compare(context.getImageData(0, 0, 64, 64).data, 64, hit, move, result);
  }
  // A coin that flips.
  context.setTransform(0, 0, 0, 2, 30, 30);
  must(result, "what is scaled to nothing covers nothing", !isHit(mask, context.getTransform(), 30, 35) && mask.bake(poseOf(context.getTransform())).mask.count === 0);
  return result;
}
