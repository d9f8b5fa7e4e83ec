import * as ex from "/tools/excalibur/build/esm/excalibur.js";
import { Mask } from "/hitmask/index.js";
import { PixelColliderComponent, PixelCollisionSystem, forget, maskOf } from "/hitmask/excalibur.js";
import { compare, must, places, refused, situations, sprite } from "./sprite.mjs";

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
  for (const screen of [false, true]) await beside(engine, image, screen, result);
  return result;
}

/** What is hidden, gone, on the plane of the screen, or drawn onto canvases. */
async function beside(engine, image, screen, result) {
  PixelCollisionSystem.options = { screen };
  const name = `beside ${screen}`;
  const scene = new ex.Scene();
  engine.add(name, scene);
  const clock = new ex.TestClock({ tick: engine.clock.tick, defaultUpdateMs: 16 });
  clock.start();
  const frame = () => clock.step(16);
  const going = engine.goToScene(name);
  for (let i = 0; i < 3; i++) frame();
  await going;
  return rest(engine, scene, image, screen, result, frame);
}

async function rest(engine, scene, image, screen, result, frame) {
  const check = situations(`Excalibur, ${screen ? "by the screen" : "by the world"}`, result);
  must(result, "the scene is shown", engine.currentScene === scene);
  scene.world.add(PixelCollisionSystem);
  const system = scene.world.get(PixelCollisionSystem);
  scene.camera.pos = ex.vec(32, 32);
  const draw = () => {
    frame();
    frame();
    const canvas = new OffscreenCanvas(64, 64);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(engine.canvas, 0, 0, 64, 64);
    const { data } = context.getImageData(0, 0, 64, 64);
    // The background is black.
    for (let i = 0; i < data.length; i += 4) data[i + 3] = data[i];
    return data;
  };
  const wedge = new ex.Sprite({ image });
  const fresh = (graphic = wedge, options = {}) => {
    const actor = new ex.Actor({ pos: ex.vec(30.3, 30.4), rotation: 0.6, scale: ex.vec(2.3, 1.7), ...options });
    actor.graphics.use(graphic);
    const collider = new PixelColliderComponent();
    actor.addComponent(collider);
    scene.add(actor);
    const { x, y } = actor.pos;
    return [actor, (px, py) => collider.hasPixelOnScreen({ x: px + 0.5, y: py + 0.5 }), (dx, dy) => void (actor.pos = ex.vec(x + dx, y + dy))];
  };
  const gone = {
    invisible: (actor) => (actor.graphics.isVisible = false),
    transparent: (actor) => (actor.graphics.opacity = 0),
    "a transparent graphic": (actor) => actor.graphics.use(new ex.Sprite({ image, opacity: 0 })),
    removed: (actor) => scene.remove(actor),
    killed: (actor) => actor.kill(),
    "scaled to nothing": (actor) => (actor.scale = ex.vec(0, 1)),
    "without a graphic": (actor) => actor.graphics.hide(),
  };
  for (const [name, change] of Object.entries(gone)) {
    const [actor, isHit] = fresh();
    frame();
    change(actor);
    must(result, `what is ${name} covers nothing at once`, ["removed"].includes(name) || !actor.get(PixelColliderComponent).hasPixel({ x: 30, y: 30 }));
    check(name, draw(), isHit, () => {}, { empty: true });
    actor.kill();
    frame();
  }
  scene.camera.pos = ex.vec(132, 82);
  if (screen) {
    scene.camera.zoom = 1.4;
    scene.camera.rotation = 0.3;
  }
  const far = { pos: ex.vec(130.3, 78.4) };
  // Excalibur leaves out turned things with a parallax that it takes for being off the screen.
  for (const [name, options, parallax] of [["in the world", far], ["on the screen", { coordPlane: ex.CoordPlane.Screen }], ["with a parallax", { pos: ex.vec(64.3, 38.4), rotation: 0, scale: ex.vec(1, 1) }, 0.5]]) {
    const [actor, isHit, move] = fresh(wedge, options);
    if (parallax) actor.addComponent(new ex.ParallaxComponent(ex.vec(parallax, parallax)));
    const data = draw();
    check(name, data, isHit, move);
    const picked = (px, py) => system.pick({ x: px + 0.5, y: py + 0.5 }) === actor;
    check(`picked, ${name}`, data, picked, (dx, dy) => (move(dx, dy), isHit));
    actor.kill();
    frame();
  }
  Object.assign(scene.camera, { pos: ex.vec(32, 32), zoom: 1, rotation: 0 });

  const white = { color: ex.Color.White };
  const rectangle = new ex.Rectangle({ width: 9, height: 7, ...white });
  const board = new ex.Canvas({ width: 12, height: 12, cache: true, draw: (context) => ((context.fillStyle = "white"), context.fillRect(...part)) });
  let part = [1, 1, 6, 5];
  for (const [name, graphic, change] of [
    ["a rectangle", rectangle, () => (rectangle.width = 14)],
    ["a circle", new ex.Circle({ radius: 8, ...white }), (circle) => (circle.radius = 5)],
    ["a polygon", new ex.Polygon({ points: [ex.vec(0, 0), ex.vec(14, 2), ex.vec(5, 11)], ...white }), (polygon) => (polygon.points = [ex.vec(0, 0), ex.vec(5, 1), ex.vec(8, 9)])],
    ["a canvas", board, () => ((part = [5, 4, 6, 7]), board.flagDirty())],
  ]) {
    const [actor, isHit, move] = fresh(graphic);
    // Canvases have soft edges, which Excalibur draws darker than they are: what is neither clear nor solid may be both.
    const sharp = (data) => {
      for (let i = 0; i < data.length; i += 4) if (data[i] > 0 && data[i] < 250) data[i + 3] = isHit((i / 4) % 64, Math.floor(i / 256)) ? 255 : 0;
      return data;
    };
    check(name, sharp(draw()), isHit, move);
    change(graphic);
    check(`another of ${name}`, sharp(draw()), isHit, move);
    actor.kill();
    frame();
  }
  for (const wrapping of [undefined, ex.ImageWrapping.Mirror, ex.ImageWrapping.Clamp]) {
    const tiles = new ex.TiledSprite({ image, sourceView: { x: 2, y: 0, width: 9, height: 8 }, width: 31, height: 17, filtering: ex.ImageFiltering.Pixel, wrapping });
    await tiles.ready;
    const [actor, isHit, move] = fresh(tiles, { scale: ex.vec(1.3, 0.9) });
    check(`copies, ${wrapping}`, draw(), isHit, move);
    actor.kill();
    frame();
  }
  const [large, isLarge, moveLarge] = fresh(new ex.Sprite({ image, destSize: { width: 1300, height: 900 } }), { rotation: 0 });
  check("a sprite that is shown large", draw(), isLarge, moveLarge);
  large.kill();
  frame();
  must(result, "masks can be forgotten", forget(image.image) === undefined);

  const text = new ex.Text({ text: "hi", font: new ex.Font({ size: 10 }) });
  refused(result, () => fresh(text), "cannot read the pixels of the Text of the Actor");
  const map = new ex.TileMap({ name: "level", tileWidth: 8, tileHeight: 8, rows: 2, columns: 2 });
  map.addComponent(new PixelColliderComponent());
  refused(result, () => scene.add(map), 'the TileMap "level"');
  const own = new ex.Actor({ pos: ex.vec(30, 30) });
  own.graphics.use(new ex.GraphicsGroup({ members: [wedge] }));
  own.addComponent(new PixelColliderComponent({ mask: Mask.filled(1, 1) }));
  scene.add(own);
  frame();
  must(result, "a mask of yours is stretched", own.get(PixelColliderComponent).hasPixel({ x: 25, y: 27 }));
}
