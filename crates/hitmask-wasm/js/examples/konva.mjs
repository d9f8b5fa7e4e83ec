import { init } from "hitmask";
import { getIntersection, hitFunc, maskOf, overlaps, poseOf } from "hitmask/konva";
import Konva from "konva";
import { RED, height, rocks, ship, turns, width } from "./scene.mjs";

await init();
const container = document.body.appendChild(document.createElement("div"));
const stage = new Konva.Stage({ container, width, height });
const layer = new Konva.Layer();
stage.add(layer);
layer.add(new Konva.Rect({ width, height, fill: "#102030" }));

async function add({ name, picture, x, y, angle = 0, scale = 1, flip = false }) {
  const image = new Image();
  image.src = picture;
  await image.decode();
  const [offsetX, offsetY] = [image.width / 2, image.height / 2];
  const node = new Konva.Image({ image, name, x, y, offsetX, offsetY, rotation: angle, scaleX: flip ? -scale : scale, scaleY: scale, draggable: true });
  node.hitFunc(hitFunc());
  node.cache().filters([Konva.Filters.RGB]).red(255).green(255).blue(255);
  node.filters([]);
  layer.add(node);
  return node;
}

const stones = await Promise.all(rocks.map(add));
const player = await add(ship);
const dot = new Konva.Circle({ radius: 3, fill: "#ff0", listening: false });
layer.add(dot);
stage.on("mousemove", () => (document.body.style.cursor = getIntersection(stage, stage.getPointerPosition()) ? "grab" : ""));
new Konva.Animation(() => {
  const touched = stones.filter((stone) => overlaps(player, stone));
  if (!turns(touched.map((stone) => ({ name: stone.name() })))) return;
  for (const stone of stones) stone.filters(touched.includes(stone) ? [tint] : []);
  for (const stone of touched) dot.position(maskOf(player).firstOverlapPosed(poseOf(player, maskOf(player)), maskOf(stone), poseOf(stone, maskOf(stone))));
  player.rotation(player.rotation() + 2);
}, layer).start();

function tint({ data }) {
  for (let i = 0; i < data.length; i += 4) [16, 8, 0].forEach((shift, part) => (data[i + part] *= ((RED >> shift) & 255) / 255));
}
