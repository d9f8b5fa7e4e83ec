import "/tools/konva/konva.js";
import { getIntersection, hitFunc, intersects, maskOf, overlaps } from "/hitmask/konva.js";
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
    const hit = (px, py) => intersects(image, { x: px, y: py }) && getIntersection(stage, { x: px, y: py }) === image;
    result = compare(data, 64, hit, move, result);
    if (!overlaps(image, image) || !overlaps(image, mask, image, mask) || !maskOf(image).equals(mask)) result.wrong++;
    image.hitFunc(hitFunc());
    layer.draw();
    result.wrong += wrongEvents(stage, image, data);
  }
  return result;
}

/**
 * How many pixels Konva's own look-up gets wrong with the hit function. It draws the outline with soft edges and looks at pixels nearby, so
 * only pixels all around which the same is drawn count.
 */
function wrongEvents(stage, image, data) {
  let [wrong, inner] = [0, 0];
  for (let y = 1; y < 63; y++) {
    for (let x = 1; x < 63; x++) {
      const drawn = (dx, dy) => data[4 * ((y + dy) * 64 + x + dx) + 3] >= 128;
      const all = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => drawn(dx, dy)));
      if (all.some((solid) => solid !== all[0])) continue;
      inner += all[0];
      wrong += (stage.getIntersection({ x, y }) === image) !== all[0];
    }
  }
  // A place at which nothing could go wrong proves nothing.
  return inner > 0 ? wrong : 1;
}
