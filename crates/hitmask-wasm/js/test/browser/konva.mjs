import "/tools/konva/konva.js";
import { intersects, overlaps } from "/hitmask/konva.js";
import { compare, places, sprite } from "./sprite.mjs";

export default function test() {
  const { canvas: picture, mask } = sprite();
  const container = document.body.appendChild(document.createElement("div"));
  Konva.pixelRatio = 1;
  const stage = new Konva.Stage({ container, width: 64, height: 64 });
  const layer = new Konva.Layer({ imageSmoothingEnabled: false });
  stage.add(layer);
  let result;
  for (const { x, y, degrees, sx, sy } of places) {
    layer.destroyChildren();
    const group = new Konva.Group({ x: 2.25, y: -1.5 });
    const image = new Konva.Image({ image: picture, x, y, offsetX: 5, offsetY: 4, rotation: degrees, scaleX: sx, scaleY: sy });
    group.add(image);
    layer.add(group);
    layer.draw();
    const { data } = layer.getCanvas().getContext()._context.getImageData(0, 0, 64, 64);
    const move = (dx, dy) => group.position({ x: 2.25 + dx, y: -1.5 + dy });
    const hit = (px, py) => intersects(image, mask, { x: px, y: py });
    result = compare(data, 64, hit, move, result);
    if (!overlaps(image, mask, image, mask)) result.wrong++;
  }
  return result;
}
