import kaplay from "/tools/kaplay/dist/kaplay.mjs";
import { Mask } from "/hitmask/index.js";
import { forget, pixelPlugin } from "/hitmask/kaplay.js";
import { compare, must, places, refused, situations, sprite } from "./sprite.mjs";

export default async function test() {
  const { canvas: picture, mask } = sprite();
  const k = kaplay({ global: false, width: 64, height: 64, background: [0, 0, 0], loadingScreen: false, plugins: [pixelPlugin()] });
  // The same picture twice, so that the second one lies somewhere in Kaplay's own atlas.
  k.loadSprite("first", picture.toDataURL());
  k.loadSprite("wedge", picture.toDataURL());
  await new Promise((ready) => k.onLoad(ready));
  const frame = () => new Promise((drawn) => k._k.game.events.onOnce("frameEnd", drawn));
  let result;
  for (const [number, { x, y, degrees, sx, sy }] of places.entries()) {
    const parent = k.add([k.pos(2.25, -1.5)]);
    const object = parent.add([k.sprite("wedge", { flipX: sx < 0, flipY: number === 1 }), k.pos(x, y), k.scale(Math.abs(sx), sy), k.rotate(degrees), k.anchor("center"), k.pixelArea()]);
    await frame();
    await frame();
    const canvas = new OffscreenCanvas(64, 64);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(k.canvas, 0, 0, 64, 64);
    const { data } = context.getImageData(0, 0, 64, 64);
    // The picture is white before black.
    for (let i = 0; i < data.length; i += 4) data[i + 3] = data[i];
    const move = (dx, dy) => (parent.pos = k.vec2(2.25 + dx, -1.5 + dy));
    // Kaplay leaves out a tenth of a pixel at each edge of a sprite, and stretches the rest.
    const step = Math.max(1 / 12, 0.11 * Math.max(Math.abs(sx), Math.abs(sy)));
    result = compare(data, 64, (px, py) => object.hasPixel({ x: px, y: py }), move, result, step);
    parent.destroy();
    await frame();
  }
  if (mask.count < 50) result.wrong++;
  k.quit();
  for (const screen of [false, true]) await beside(picture, screen, result);
  return { ...result, doubt: 20 };
}

/** What is hidden, gone, fixed to the screen, or drawn by other components. */
async function beside(picture, screen, result) {
  const k = kaplay({ global: false, width: 64, height: 64, background: [0, 0, 0], loadingScreen: false, plugins: [pixelPlugin({ screen })] });
  k.loadSprite("wedge", picture.toDataURL());
  k.loadSprite("panel", picture.toDataURL(), { slice9: { left: 3, right: 3, top: 3, bottom: 3 } });
  await new Promise((ready) => k.onLoad(ready));
  const frame = () => new Promise((drawn) => k._k.game.events.onOnce("frameEnd", drawn));
  const check = situations(`Kaplay, ${screen ? "by the screen" : "by the world"}`, result);
  const draw = async () => {
    await frame();
    await frame();
    const canvas = new OffscreenCanvas(64, 64);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(k.canvas, 0, 0, 64, 64);
    const { data } = context.getImageData(0, 0, 64, 64);
    for (let i = 0; i < data.length; i += 4) data[i + 3] = data[i];
    return data;
  };
  // A tenth of a pixel of the sprite, which Kaplay leaves out: see above.
  const step = 0.11 * 2.3;
  const fresh = (...components) => {
    const parent = k.add([k.pos(2.25, -1.5)]);
    const object = parent.add([k.sprite("wedge"), k.pos(30.3, 30.4), k.scale(2.3, 1.7), k.rotate(33), k.anchor("center"), k.pixelArea(), ...components]);
    return [object, parent, (x, y) => object.hasPixelOnScreen({ x: x + 0.5, y: y + 0.5 }), (dx, dy) => void (parent.pos = k.vec2(2.25 + dx, -1.5 + dy))];
  };
  const gone = {
    hidden: (object) => (object.hidden = true),
    "in a hidden object": (_, parent) => (parent.hidden = true),
    transparent: (object) => (object.opacity = 0),
    "scaled to nothing": (object) => (object.scale.x = 0),
    destroyed: (object) => object.destroy(),
    "in a destroyed object": (_, parent) => parent.destroy(),
    "without a sprite": (object) => object.unuse("sprite"),
  };
  for (const [name, change] of Object.entries(gone)) {
    const [object, parent, isHit] = fresh();
    change(object, parent);
    check(name, await draw(), isHit, () => {}, { empty: true });
    parent.destroy();
  }
  // A sprite that still loads covers nothing, and then what it shows.
  const loads = k.loadSprite("late", picture.toDataURL());
  const late = k.add([k.sprite("late"), k.pos(12.3, 10.4), k.scale(2.3, 1.7), k.pixelArea()]);
  const isLate = (x, y) => late.hasPixelOnScreen({ x: x + 0.5, y: y + 0.5 });
  must(result, "a sprite that loads covers nothing", !isLate(18, 15) && !late.hasPixel({ x: 18, y: 15 }));
  await loads;
  check("a sprite that was loaded", await draw(), isLate, (dx, dy) => void (late.pos = k.vec2(12.3 + dx, 10.4 + dy)), { step });
  late.destroy();
  // The camera lies elsewhere, and by the screen it zooms and turns as well.
  k.setCamPos(132, 82);
  if (screen) {
    k.setCamScale(1.4, 1.4);
    k.setCamRot(20);
  }
  for (const fixed of [false, true]) {
    const [object, parent, isHit, move] = fresh(...(fixed ? [k.fixed()] : []));
    const far = k.vec2(2.25 + (fixed ? 0 : 100), -1.5 + (fixed ? 0 : 50));
    const moved = (dx, dy) => void (parent.pos = far.add(dx, dy));
    moved(0, 0);
    const data = await draw();
    const drawnAt = step * (screen ? 1.4 : 1);
    check(`fixed: ${fixed}`, data, isHit, moved, { step: drawnAt });
    const picked = (x, y) => (k.pixelPick({ x: x + 0.5, y: y + 0.5 }) === object);
    check(`picked, fixed: ${fixed}`, data, picked, (dx, dy) => (moved(dx, dy), (x, y) => isHit(x, y)), { step: drawnAt });
    parent.destroy();
  }
  k.setCamPos(32, 32);
  k.setCamScale(1, 1);
  k.setCamRot(0);
  const wall = k.add([k.rect(23, 11), k.pos(20.3, 12.4), k.rotate(20), k.pixelArea()]);
  const isWall = (x, y) => wall.hasPixel({ x: x + 0.5, y: y + 0.5 });
  check("a rectangle", await draw(), isWall, (dx, dy) => void (wall.pos = k.vec2(20.3 + dx, 12.4 + dy)));
  wall.destroy();
  for (const [flipX, anchor] of [[false, "topleft"], [false, "center"], [true, "topleft"]]) {
    const panel = k.add([k.sprite("panel", { width: 30, height: 20, flipX }), k.pos(20.3, 12.4), k.rotate(10), k.anchor(anchor), k.pixelArea()]);
    const isPanel = (x, y) => panel.hasPixel({ x: x + 0.5, y: y + 0.5 });
    check(`nine slices, ${flipX}, ${anchor}`, await draw(), isPanel, (dx, dy) => void (panel.pos = k.vec2(20.3 + dx, 12.4 + dy)), { step: 0.4 });
    panel.destroy();
  }
  for (const [components, words] of [[[k.circle(5)], "an object with circle()"], [[k.text("hi")], "an object with text()"], [[k.rect(5, 5, { radius: 2 })], "an object with rect()"], [[k.sprite("wedge"), k.mask("intersect")], "an object with mask()"]]) {
    refused(result, () => k.add([...components, k.pos(5, 5), k.pixelArea()]), `cannot read the pixels of ${words}`);
    const own = k.add([...components, k.pos(5, 5), k.pixelArea({ mask: Mask.filled(1, 1) })]);
    must(result, `${words} takes a mask of yours`, components[0].id === "circle" || own.hasPixel({ x: 6, y: 6 }) || own.width === 0);
  }
  must(result, "masks can be forgotten", forget(k.getSprite("wedge").data.tex) === undefined);
  k.quit();
}
