import * as ex from "/tools/excalibur/build/esm/excalibur.js";
import { PixelColliderComponent, PixelCollisionSystem, maskOf } from "/hitmask/excalibur.js";
import { compare, places, sprite } from "./sprite.mjs";

export default async function test() {
  const { canvas: picture, mask } = sprite();
  const canvasElement = document.body.appendChild(document.createElement("canvas"));
  const engine = new ex.Engine({
    canvasElement, width: 64, height: 64, displayMode: ex.DisplayMode.Fixed, suppressPlayButton: true, suppressHiDPIScaling: true, suppressConsoleBootMessage: true,
    antialiasing: false, backgroundColor: ex.Color.Black, suppressMinimumBrowserFeatureDetection: true,
  });
  const image = new ex.ImageSource(picture.toDataURL(), false, ex.ImageFiltering.Pixel);
  await engine.start(new ex.Loader({ loadables: [image], suppressPlayButton: true }));
  engine.clock.stop();
  const scene = engine.currentScene;
  scene.camera.pos = ex.vec(32, 32);
  scene.world.add(PixelCollisionSystem);
  const system = scene.world.get(PixelCollisionSystem);
  const wedge = new ex.Sprite({ image });
  if (!maskOf(wedge).equals(mask)) throw new Error("the mask is wrong");
  let result;
  for (const [number, { x, y, degrees, sx, sy }] of places.entries()) {
    // Excalibur turns first and scales then, which skews.
    const actor = new ex.Actor({ pos: ex.vec(x, y), rotation: (degrees * Math.PI) / 180, scale: ex.vec(sx, sy), anchor: ex.vec(0.5, 0.25) });
    actor.graphics.use(wedge);
    actor.graphics.flipHorizontal = number % 2 === 0;
    actor.addComponent(new PixelColliderComponent());
    scene.add(actor);
    const frame = () => {
      const step = new ex.TestClock({ tick: engine.clock.tick, defaultUpdateMs: 16 });
      step.start();
      step.step(16);
    };
    frame();
    frame();
    const canvas = new OffscreenCanvas(64, 64);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(engine.canvas, 0, 0, 64, 64);
    const { data } = context.getImageData(0, 0, 64, 64);
    for (let i = 0; i < data.length; i += 4) data[i + 3] = data[i];
    const handle = system.handleOf(actor);
    const move = (dx, dy) => {
      actor.pos = ex.vec(x + dx, y + dy);
      system.update();
    };
    result = compare(data, 64, (px, py) => system.pixels.pick([px, py]) === handle, move, result);
    actor.kill();
    frame();
    if (system.pixels.size !== 0) result.wrong++;
  }
  return result;
}
