import * as Phaser from "/tools/phaser/dist/phaser.esm.js";
import { hitTest, overlaps } from "/hitmask/phaser.js";
import { compare, places, sprite } from "./sprite.mjs";

/** By both of its renderers. */
export default async function test() {
  let result;
  for (const type of [Phaser.CANVAS, Phaser.WEBGL]) result = await by(type, result);
  return result;
}

async function by(type, result) {
  const { canvas: picture, mask } = sprite();
  const scene = await new Promise((ready) => {
    new Phaser.Game({
      type, width: 64, height: 64, transparent: true, banner: false, audio: { noAudio: true },
      render: { roundPixels: false, antialias: false, preserveDrawingBuffer: true },
      scene: { create() { ready(this); } },
    });
  });
  const texture = scene.textures.addCanvas("wedge", picture);
  texture.add("trimmed", 0, 0, 0, 13, 9).setTrim(20, 16, 4, 5, 13, 9);
  texture.setFilter(Phaser.Textures.FilterMode.NEAREST);
  scene.game.loop.stop();
  if (scene.game.renderer.type !== type) throw new Error(`Phaser draws by renderer ${scene.game.renderer.type}, not ${type}`);
  for (const frame of ["__BASE", "trimmed"]) {
    for (const [number, { x, y, degrees, sx, sy }] of places.entries()) {
      scene.children.removeAll(true);
      const image = scene.add.image(x, y, "wedge", frame).setOrigin(0.5, 0.25).setAngle(degrees).setScale(Math.abs(sx), Math.abs(sy));
      image.setFlip(sx < 0 || number === 0, sy < 0 || number === 1);
      image.setInteractive(mask, hitTest(mask));
      scene.game.loop.step(performance.now());
      const { width, height } = scene.game.canvas;
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext("2d", { willReadFrequently: true });
      context.drawImage(scene.game.canvas, 0, 0);
      const move = (dx, dy) => image.setPosition(x + dx, y + dy);
      const isHit = (px, py) => {
        const local = image.getWorldTransformMatrix().applyInverse(px, py);
        return scene.input.manager.pointWithinHitArea(image, local.x, local.y);
      };
      result = compare(context.getImageData(0, 0, 64, 64).data, 64, isHit, move, result);
      if (!overlaps(image, mask, image, mask)) result.wrong++;
    }
  }
  return result;
}
