// What the browser measures.

import * as hitmask from "/hitmask/index.js";
import { count, disc, hitmaskTimes, loopTime, measure, offsets, pictureOf, rhombus } from "./scenes.mjs";

export default async function () {
  await hitmask.init();
  const rows = hitmaskTimes(hitmask);
  rows.push(loopTime());
  const pictures = [disc, rhombus].map((shape) => {
    const { width, height, data } = pictureOf(64, shape(64));
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d").putImageData(new ImageData(data, width, height), 0, 0);
    return canvas;
  });
  rows.push(compositing(...pictures));
  rows.push(...(await picking(pictures[0])));
  return rows;
}

/** Draws one picture inside of the other and reads the pixels back. */
function compositing(a, b) {
  const context = new OffscreenCanvas(64, 64).getContext("2d", { willReadFrequently: true });
  const overlaps = ([dx, dy]) => {
    context.globalCompositeOperation = "copy";
    context.drawImage(a, 0, 0);
    context.globalCompositeOperation = "destination-in";
    context.drawImage(b, dx, dy);
    const { data } = context.getImageData(0, 0, 64, 64);
    for (let i = 3; i < data.length; i += 4) if (data[i] >= 128) return 1;
    return 0;
  };
  return measure("two drawings and getImageData", offsets.length, () => count(offsets, overlaps), { samples: 3 });
}

/** One pixel of a picture: hitmask, and what Phaser does for `makePixelPerfect`. */
async function picking(picture) {
  const Phaser = await import("/tools/phaser/dist/phaser.esm.js");
  const scene = await new Promise((ready) => {
    new Phaser.Game({
      type: Phaser.CANVAS, width: 64, height: 64, banner: false, audio: { noAudio: true }, scene: { create() { ready(this); } },
    });
  });
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [64, 64];
  canvas.getContext("2d").drawImage(picture, 0, 0);
  scene.textures.addCanvas("disc", canvas);
  scene.game.loop.stop();
  const mask = hitmask.Mask.fromBitmap(picture);
  const countOf = (hits) => count(offsets, ([x, y]) => (hits(x & 63, y & 63) ? 1 : 0));
  return [
    measure("contains", offsets.length, () => countOf((x, y) => mask.contains([x, y])), { rounds: 20 }),
    measure("Phaser's getPixelAlpha", offsets.length, () => countOf((x, y) => scene.textures.getPixelAlpha(x, y, "disc") >= 128), { samples: 5 }),
  ];
}
