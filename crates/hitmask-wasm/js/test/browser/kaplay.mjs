import kaplay from "/tools/kaplay/dist/kaplay.mjs";
import { pixelPlugin } from "/hitmask/kaplay.js";
import { compare, places, sprite } from "./sprite.mjs";

export default async function test() {
  const { canvas: picture, mask } = sprite();
  const k = kaplay({ global: false, width: 64, height: 64, background: [0, 0, 0], loadingScreen: false, plugins: [pixelPlugin()] });
  // The same picture twice, so that the second one lies somewhere in Kaplay's own atlas.
  k.loadSprite("first", picture.toDataURL());
  k.loadSprite("wedge", picture.toDataURL());
  await new Promise((ready) => k.onLoad(ready));
  const frame = () => new Promise((drawn) => k._k.game.events.onOnce("frameEnd", drawn));
  let result;
  for (const [number, { x, y, degrees, sx, sy }] of places.entries()) {
    const parent = k.add([k.pos(2.25, -1.5)]);
    const object = parent.add([k.sprite("wedge", { flipX: sx < 0, flipY: number === 1 }), k.pos(x, y), k.scale(Math.abs(sx), sy), k.rotate(degrees), k.anchor("center"), k.pixelArea()]);
    await frame();
    await frame();
    const canvas = new OffscreenCanvas(64, 64);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(k.canvas, 0, 0, 64, 64);
    const { data } = context.getImageData(0, 0, 64, 64);
    // The picture is white before black.
    for (let i = 0; i < data.length; i += 4) data[i + 3] = data[i];
    const move = (dx, dy) => (parent.pos = k.vec2(2.25 + dx, -1.5 + dy));
    // Kaplay leaves out a tenth of a pixel at each edge of a sprite, and stretches the rest.
    const step = Math.max(1 / 12, 0.11 * Math.max(Math.abs(sx), Math.abs(sy)));
    result = compare(data, 64, (px, py) => object.hasPixel({ x: px, y: py }), move, result, step);
    parent.destroy();
    await frame();
  }
  if (mask.count < 50) result.wrong++;
  return { ...result, doubt: 20 };
}
