import { PixelPlugin, hitTest, maskOf, overlaps } from "/hitmask/phaser.js";
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
      plugins: { scene: [{ key: "pixels", plugin: PixelPlugin, mapping: "pixels" }] },
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
  // A tilemap layer whose tile is a wedge, turned and flipped. Phaser 4.2 with WebGL draws one that is flipped along y beside its place, and
  // turns tiles after a layer was scaled, unlike its other renderers.
  if (!roundPixels) {
    scene.children.removeAll(true);
    const map = scene.make.tilemap({ tileWidth: 13, tileHeight: 13, width: 4, height: 2 });
    const layer = map.createBlankLayer("layer", map.addTilesetImage("wedge", "wedge", 13, 13, 0, 0, 0), 4.3, 6.2).setScale(1.45);
    const ways = [[0, false, false], [Math.PI / 2, false, false], [0, true, false], [Math.PI, true, false], [0, false, true]];
    if (Phaser.VERSION.startsWith("4") && type === Phaser.WEBGL) ways.pop();
    ways.forEach(([rotation, flipX, flipY], i) => Object.assign(layer.putTileAt(0, i % 3, Math.floor(i / 3)), { rotation, flipX, flipY }));
    const handle = scene.pixels.add(layer);
    const data = draw();
    const move = (dx, dy) => {
      layer.setPosition(4.3 + dx, 6.2 + dy);
      scene.pixels.update();
    };
    const before = result.wrong;
    result = compare(data, 64, (px, py) => scene.pixels.world.pick([px, py]) === handle, move, result);
    if (result.wrong > before) console.log(Phaser.VERSION, type, "tiles", result.wrong - before, JSON.stringify(result.first));
  }
  scene.game.destroy(true);
  scene.game.step(performance.now(), 16);
  return result;
}
