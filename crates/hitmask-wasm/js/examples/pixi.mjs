import { init } from "hitmask";
import { pixels } from "hitmask/pixi";
import { Application, Assets, Graphics, Sprite, extensions } from "pixi.js";
import { RED, height, rocks, ship, turns, width } from "./scene.mjs";

await init();
extensions.add(pixels);
const app = new Application();
await app.init({ width, height, background: "#102030", preserveDrawingBuffer: true });
document.body.append(app.canvas);

async function add({ name, picture, x, y, angle = 0, scale = 1, flip = false }) {
  const sprite = new Sprite({ texture: await Assets.load(picture), anchor: 0.5, x, y, angle, scale: { x: flip ? -scale : scale, y: scale } });
  sprite.label = name;
  app.stage.addChild(sprite);
  app.pixels.add(sprite);
  return sprite;
}

for (const rock of rocks) await add(rock);
const player = await add(ship);
const dot = app.stage.addChild(new Graphics().circle(0, 0, 3).fill("#ff0"));
player.on("pixelbegin", (rock, { touch }) => {
  rock.tint = RED;
  dot.position.copyFrom(touch.first);
});
player.on("pixelend", (rock) => (rock.tint = 0xffffff));
app.ticker.add(() => {
  if (turns(app.pixels.touching(player).map(({ label }) => ({ name: label })))) player.angle += 2;
});
