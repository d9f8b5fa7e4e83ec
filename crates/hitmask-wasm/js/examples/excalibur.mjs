import * as ex from "excalibur";
import { init } from "hitmask";
import { PixelColliderComponent, PixelCollisionSystem } from "hitmask/excalibur";
import { height, rocks, ship, turns, width } from "./scene.mjs";

await init();
const canvasElement = document.body.appendChild(document.createElement("canvas"));
const engine = new ex.Engine({
  canvasElement, width, height, backgroundColor: ex.Color.fromHex("#102030"), suppressPlayButton: true, suppressConsoleBootMessage: true, suppressHiDPIScaling: true,
  displayMode: ex.DisplayMode.Fixed,
});
const images = new Map([ship, ...rocks].map(({ picture }) => [picture, new ex.ImageSource(picture)]));
await engine.start(new ex.Loader({ loadables: [...images.values()], suppressPlayButton: true }));
const scene = engine.currentScene;
scene.world.add(PixelCollisionSystem);

function add({ name, picture, x, y, angle = 0, scale = 1, flip = false }) {
  const actor = new ex.Actor({ name, pos: ex.vec(x, y), rotation: (angle * Math.PI) / 180, scale: ex.vec(scale, scale) });
  actor.graphics.use(images.get(picture).toSprite());
  actor.graphics.flipHorizontal = flip;
  actor.addComponent(new PixelColliderComponent());
  scene.add(actor);
  return actor;
}

rocks.forEach(add);
const player = add(ship);
const dot = new ex.Actor({ radius: 3, color: ex.Color.Yellow, z: 1 });
scene.add(dot);
player.on("pixelcollisionstart", ({ other, event }) => {
  other.graphics.current.tint = ex.Color.fromHex("#ff4030");
  dot.pos = ex.vec(event.touch.first.x, event.touch.first.y);
});
player.on("pixelcollisionend", ({ other }) => (other.graphics.current.tint = ex.Color.White));
const system = scene.world.get(PixelCollisionSystem);
engine.on("postupdate", () => {
  if (turns(system.touching(player))) player.rotation += Math.PI / 90;
});
