import * as PIXI from "/tools/pixi.js/dist/pixi.mjs";
import { hitArea, overlaps } from "/hitmask/pixi.js";
import { compare, places, sprite } from "./sprite.mjs";

export default async function test() {
  const { canvas: picture, mask } = sprite();
  const app = new PIXI.Application();
  await app.init({ width: 64, height: 64, preference: "webgl", backgroundAlpha: 0, antialias: false, autoStart: false, resolution: 1, preserveDrawingBuffer: true });
  const source = new PIXI.CanvasSource({ resource: picture, scaleMode: "nearest" });
  // Whole, and as a part of a larger frame that was trimmed away.
  const textures = [
    new PIXI.Texture({ source }),
    new PIXI.Texture({ source, frame: new PIXI.Rectangle(0, 0, 13, 9), orig: new PIXI.Rectangle(0, 0, 20, 16), trim: new PIXI.Rectangle(4, 5, 13, 9) }),
  ];
  let result;
  for (const texture of textures) {
    for (const { x, y, degrees, sx, sy } of places) {
      app.stage.removeChildren();
      const group = new PIXI.Container({ x: 2.25, y: -1.5 });
      const one = new PIXI.Sprite({ texture, x, y, anchor: { x: 0.5, y: 0.25 }, angle: degrees, scale: { x: sx, y: sy } });
      group.addChild(one);
      app.stage.addChild(group);
      one.hitArea = hitArea(one, mask);
      one.eventMode = "static";
      app.render();
      const canvas = new OffscreenCanvas(64, 64);
      const context = canvas.getContext("2d", { willReadFrequently: true });
      context.drawImage(app.canvas, 0, 0);
      const boundary = new PIXI.EventBoundary(app.stage);
      app.stage.eventMode = "static";
      const move = (dx, dy) => {
        group.position.set(2.25 + dx, -1.5 + dy);
        app.render();
      };
      const isHit = (px, py) => boundary.hitTest(px, py) === one;
      result = compare(context.getImageData(0, 0, 64, 64).data, 64, isHit, move, result);
      if (!overlaps(one, mask, one, mask)) result.wrong++;
    }
  }
  return result;
}
