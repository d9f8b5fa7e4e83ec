import { hitTest, maskOf, overlaps } from "/hitmask/phaser.js";
import { compare, places, sprite, withTurned } from "./sprite.mjs";

/** By Phaser 4 and 3, each by both of its renderers. */
export default async function test() {
  let result;
  for (const folder of ["phaser", "phaser3"]) {
    const Phaser = await import(`/tools/${folder}/dist/phaser.esm.js`);
    for (const type of [Phaser.CANVAS, Phaser.WEBGL]) {
      for (const roundPixels of [false, true]) result = await by(Phaser, type, roundPixels, result);
    }
  }
  return result;
}

async function by(Phaser, type, roundPixels, result) {
  const { canvas: picture, mask } = sprite();
  const scene = await new Promise((ready) => {
    new Phaser.Game({
      type, width: 64, height: 64, transparent: true, banner: false, audio: { noAudio: true },
      render: { roundPixels, antialias: false, preserveDrawingBuffer: true },
      scene: { create() { ready(this); } },
    });
  });
  const texture = scene.textures.addCanvas("wedge", withTurned(picture));
  texture.add("whole", 0, 0, 0, 13, 9);
  texture.add("trimmed", 0, 0, 0, 13, 9).setTrim(20, 16, 4, 5, 13, 9);
  texture.setFilter(Phaser.Textures.FilterMode.NEAREST);
  scene.game.loop.stop();
  if (scene.game.renderer.type !== type) throw new Error(`Phaser draws by renderer ${scene.game.renderer.type}, not ${type}`);
  const draw = () => {
    scene.game.loop.step(performance.now());
    const canvas = new OffscreenCanvas(64, 64);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(scene.game.canvas, 0, 0);
    return context.getImageData(0, 0, 64, 64).data;
  };
  for (const frame of ["whole", "trimmed"]) {
    for (const [number, { x, y, degrees, sx, sy }] of places.entries()) {
      // A turned image with rounded corners is not even a parallelogram; a stretched one is drawn by half a pixel more onto a canvas.
      if (roundPixels && (degrees % 90 !== 0 || type === Phaser.CANVAS)) continue;
      scene.children.removeAll(true);
      const image = scene.add.image(x, y, "wedge", frame).setOrigin(0.5, 0.25).setAngle(degrees).setScale(Math.abs(sx), Math.abs(sy));
      image.setFlip(sx < 0 || number === 0, sy < 0 || number === 1);
      image.setInteractive({ hitArea: {}, hitAreaCallback: hitTest() });
      if (!maskOf(image.frame).equals(mask)) throw new Error(`the mask of the frame ${frame} is wrong`);
      const data = draw();
      const move = (dx, dy) => image.setPosition(x + dx, y + dy);
      const isHit = (px, py) => {
        const local = image.getWorldTransformMatrix().applyInverse(px, py);
        return scene.input.manager.pointWithinHitArea(image, local.x, local.y);
      };
      const before = result?.wrong ?? 0;
      result = compare(data, 64, isHit, move, result);
      if (result.wrong > before) console.log(Phaser.VERSION, type, roundPixels, frame, number, result.wrong - before);
      if (!overlaps(image, image)) result.wrong++;
    }
  }
  scene.game.destroy(true);
  scene.game.step(performance.now(), 16);
  return result;
}
