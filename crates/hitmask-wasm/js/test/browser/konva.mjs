import "/tools/konva/konva.js";
import { forget, getIntersection, hitFunc, intersects, maskOf, overlaps, poseOf } from "/hitmask/konva.js";
import { Mask } from "/hitmask/index.js";
import { compare, must, places, refused, situations, sprite } from "./sprite.mjs";

export default async function test() {
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
  await beside(stage, layer, picture, result);
  return result;
}

/** What loads, is broken, hidden, gone, clipped, or drawn on again. */
async function beside(stage, layer, picture, result) {
  const check = situations("Konva", result);
  const draw = () => (layer.draw(), layer.getCanvas().getContext()._context.getImageData(0, 0, 64, 64).data);
  const fresh = (options = {}) => {
    layer.destroyChildren();
    const group = new Konva.Group({ x: 2.25, y: -1.5 });
    const image = new Konva.Image({ image: picture, x: 20.3, y: 12.4, rotation: 33, scaleX: 2.3, scaleY: 1.7, ...options });
    layer.add(group.add(image));
    image.hitFunc(hitFunc());
    const { x, y } = image.position();
    return [image, group, (px, py) => intersects(image, { x: px, y: py }), (dx, dy) => void image.position({ x: x + dx, y: y + dy })];
  };
  // As on the page, before the first event of the mouse.
  must(result, "nothing lies under no point", getIntersection(stage, stage.getPointerPosition()) === null);
  const loading = new Image();
  const broken = new Image();
  const failed = new Promise((done) => (broken.onerror = done));
  broken.src = "/assets/none.png";
  await failed;
  const clearCanvas = Object.assign(document.createElement("canvas"), { width: 0, height: 0 });
  for (const [name, image] of Object.entries({ "no image": undefined, "an image without a source": loading, "a broken image": broken })) {
    const [node, , isHit] = fresh({ image, width: 20, height: 20 });
    // Konva itself can't draw a broken image.
    if (image !== broken) check(name, draw(), isHit, () => {}, { empty: true });
    layer.drawHit();
    must(result, `${name} covers nothing`, !overlaps(node, node) && maskOf(node) === null && getIntersection(stage, { x: 25, y: 20 }) === null && poseOf(node));
    node.destroy();
  }
  const [empty] = fresh({ image: clearCanvas, width: 20, height: 20 });
  must(result, "an empty canvas covers nothing", !overlaps(empty, empty) && getIntersection(stage, { x: 25, y: 20 }) === null);
  // It covers what it shows as soon as it shows it.
  const [node, , isLoaded, loadedMoves] = fresh({ image: loading });
  check("an image that loads", draw(), isLoaded, () => {}, { empty: true });
  loading.src = picture.toDataURL();
  await loading.decode();
  check("an image that was loaded", draw(), isLoaded, loadedMoves);
  const other = document.createElement("canvas");
  Object.assign(other, { width: 13, height: 9 });
  other.getContext("2d").fillRect(1, 1, 3, 7);
  loading.src = other.toDataURL();
  await loading.decode();
  check("another picture in the same image", draw(), isLoaded, loadedMoves);
  node.destroy();

  const gone = {
    hidden: (image) => image.hide(),
    "in a hidden group": (_, group) => group.hide(),
    removed: (image) => image.remove(),
    "in a group that was removed": (_, group) => group.remove(),
    transparent: (image) => image.opacity(0),
    "scaled to nothing": (image) => image.scaleX(0),
    destroyed: (image) => image.destroy(),
  };
  for (const [name, change] of Object.entries(gone)) {
    const [image, group, isHit] = fresh();
    change(image, group);
    check(name, draw(), isHit, () => {}, { empty: true });
    must(result, `what is ${name} covers nothing`, !overlaps(image, image) && getIntersection(stage, { x: 25, y: 20 }) === null && poseOf(image));
  }
  const [image, group, isHit, move] = fresh();
  group.clip({ x: 10, y: 8, width: 20.4, height: 17.3 });
  check("a clip", draw(), isHit, move);
  group.rotation(10);
  check("a clip that is turned", draw(), isHit, move);
  image.scale({ x: 100, y: 90 }).offset({ x: 5, y: 4 });
  check("a clip around a large image", draw(), isHit, move, { step: 0.2 });

  must(result, "a node has its mask before it is on a stage", maskOf(new Konva.Image({ image: picture }))?.count > 0);
  const [drawnOn, , isDrawnOn, drawnMove] = fresh({ image: other });
  check("a canvas", draw(), isDrawnOn, drawnMove);
  other.getContext("2d").fillRect(6, 2, 6, 3);
  forget(other);
  check("the canvas drawn on again", draw(), isDrawnOn, drawnMove);
  drawnOn.setAttrs({ crop: { x: 3, y: 1, width: 6, height: 6 }, width: 20, height: 10 });
  check("a crop", draw(), isDrawnOn, drawnMove);

  const rectangle = new Konva.Rect({ name: "wall", width: 40, height: 30, fill: "red" });
  layer.add(rectangle);
  refused(result, () => overlaps(rectangle, image), 'cannot read the pixels of the Rect "wall": give a mask of yours');
  const [plain] = fresh();
  layer.add(rectangle);
  must(result, "a mask of yours is stretched", overlaps(rectangle, Mask.filled(1, 1), plain, Mask.filled(1, 1)));
  const [round, around] = fresh({ cornerRadius: 4 });
  refused(result, () => overlaps(round, round), "with a cornerRadius");
  // Konva's own region answers where hitmask can't.
  draw();
  must(result, "a rounded image is found", getIntersection(stage, { x: 25, y: 20 }) === round);
  round.cornerRadius(0);
  around.clipFunc((context) => context.rect(0, 0, 5, 5));
  refused(result, () => intersects(round, { x: 1, y: 1 }), "which a clipFunc cuts off");
  refused(result, () => overlaps({}, round), "must be an Image or a Sprite of Konva, not an object of class Object");
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
