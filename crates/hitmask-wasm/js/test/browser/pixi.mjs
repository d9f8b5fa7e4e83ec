import * as PIXI from "/tools/pixi.js/dist/pixi.mjs";
import { PixelSystem, hitArea, maskOf, overlaps } from "/hitmask/pixi.js";
import { compare, places, sprite, withTurned } from "./sprite.mjs";

export default async function test() {
  const { canvas: picture, mask } = sprite();
  const app = new PIXI.Application();
  await app.init({ width: 64, height: 64, preference: "webgl", backgroundAlpha: 0, antialias: false, autoStart: false, resolution: 1, preserveDrawingBuffer: true });
  const source = new PIXI.CanvasSource({ resource: withTurned(picture), scaleMode: "nearest" });
  const rectangle = (...numbers) => new PIXI.Rectangle(...numbers);
  const frame = rectangle(0, 0, 13, 9);
  const turned = rectangle(0, 9, 9, 13);
  // Whole, and as a part of a larger frame that was trimmed away; upright and turned.
  const textures = [
    { frame },
    { frame, orig: rectangle(0, 0, 20, 16), trim: rectangle(4, 5, 13, 9) },
    { frame: turned, orig: rectangle(0, 0, 13, 9), rotate: 2 },
    { frame: turned, orig: rectangle(0, 0, 20, 16), trim: rectangle(4, 5, 13, 9), rotate: 2 },
  ].map((options) => new PIXI.Texture({ source, ...options }));
  let result;
  for (const [number, texture] of textures.entries()) {
    if (!maskOf(texture).equals(mask)) throw new Error(`the mask of texture ${number} is wrong`);
    for (const roundPixels of [false, true]) {
      for (const { x, y, degrees, sx, sy } of places) {
        // A turned sprite with rounded corners is not even a parallelogram.
        if (roundPixels && degrees % 90 !== 0) continue;
        app.stage.removeChildren();
        const group = new PIXI.Container({ x: 2.25, y: -1.5 });
        const one = new PIXI.Sprite({ texture, x, y, anchor: { x: 0.5, y: 0.25 }, angle: degrees, scale: { x: sx, y: sy }, roundPixels });
        group.addChild(one);
        app.stage.addChild(group);
        one.hitArea = hitArea(one);
        one.eventMode = "static";
        app.render();
        const canvas = new OffscreenCanvas(64, 64);
        const context = canvas.getContext("2d", { willReadFrequently: true });
        context.drawImage(app.canvas, 0, 0);
        const { data } = context.getImageData(0, 0, 64, 64);
        const boundary = new PIXI.EventBoundary(app.stage);
        app.stage.eventMode = "static";
        const system = new PixelSystem();
        const handle = system.add(one);
        const move = (dx, dy) => {
          group.position.set(2.25 + dx, -1.5 + dy);
          system.update();
        };
        result = compare(data, 64, (px, py) => system.world.pick([px, py]) === handle, move, result);
        if (!roundPixels) {
          const rendered = (dx, dy) => {
            move(dx, dy);
            app.render();
          };
          result = compare(data, 64, (px, py) => boundary.hitTest(px, py) === one, rendered, result);
        }
        system.destroy();
        if (!overlaps(one, one)) result.wrong++;
      }
    }
  }
  return result;
}
