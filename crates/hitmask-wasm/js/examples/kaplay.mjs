import { init } from "hitmask";
import { pixelPlugin } from "hitmask/kaplay";
import kaplay from "kaplay";
import { height, rocks, ship, turns, width } from "./scene.mjs";

await init();
const k = kaplay({ width, height, background: "#102030", global: false, plugins: [pixelPlugin()] });
for (const { picture } of [ship, ...rocks]) k.loadSprite(picture, picture);

k.onLoad(() => {
  const add = ({ name, picture, x, y, angle = 0, scale = 1, flip = false }) => {
    const object = k.add([k.sprite(picture, { flipX: flip }), k.pos(x, y), k.rotate(angle), k.scale(scale), k.anchor("center"), k.color(255, 255, 255), k.pixelArea(), name]);
    return Object.assign(object, { name });
  };
  for (const rock of rocks) add(rock).tag("rock");
  const player = add(ship);
  const dot = k.add([k.circle(3), k.pos(0, 0), k.color(255, 255, 0), k.z(1)]);
  player.onPixelCollide("rock", (rock, { touch }) => {
    rock.color = k.rgb(255, 64, 48);
    dot.pos = k.vec2(touch.first.x, touch.first.y);
  });
  player.onPixelCollideEnd("rock", (rock) => (rock.color = k.rgb(255, 255, 255)));
  k.onUpdate(() => {
    if (turns(player.getPixelCollisions())) player.angle += 2;
  });
});
