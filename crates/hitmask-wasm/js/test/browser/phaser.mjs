import { PixelPlugin, forget, hitTest, maskOf, overlaps, poseOf } from "/hitmask/phaser.js";
import { compare, must, places, refused, shifted, situations, sprite, withTurned } from "./sprite.mjs";
import { Mask } from "/hitmask/index.js";

/** By Phaser 4 and 3, each by both of its renderers. */
export default async function test() {
  let result;
  for (const folder of ["phaser", "phaser3"]) {
    const Phaser = await import(`/tools/${folder}/dist/phaser.esm.js`);
    for (const type of [Phaser.CANVAS, Phaser.WEBGL]) {
      for (const roundPixels of [false, true]) result = await by(Phaser, type, roundPixels, result);
    }
  }
  return result;
}

async function by(Phaser, type, roundPixels, result) {
  const { canvas: picture, mask } = sprite();
  const scene = await new Promise((ready) => {
    new Phaser.Game({
      type, width: 64, height: 64, transparent: true, banner: false, audio: { noAudio: true },
      render: { roundPixels, antialias: false, antialiasGL: false, preserveDrawingBuffer: true },
      plugins: { scene: [{ key: "pixels", plugin: PixelPlugin, mapping: "pixels" }] },
      scene: { create() { ready(this); } },
    });
  });
  const texture = scene.textures.addCanvas("wedge", withTurned(picture));
  texture.add("whole", 0, 0, 0, 13, 9);
  texture.add("trimmed", 0, 0, 0, 13, 9).setTrim(20, 16, 4, 5, 13, 9);
  texture.setFilter(Phaser.Textures.FilterMode.NEAREST);
  scene.textures.addCanvas("dot", Object.assign(document.createElement("canvas"), { width: 1, height: 1 })).context.fillRect(0, 0, 1, 1);
  scene.textures.get("dot").refresh();
  scene.game.loop.stop();
  if (scene.game.renderer.type !== type) throw new Error(`Phaser draws by renderer ${scene.game.renderer.type}, not ${type}`);
  const draw = () => {
    scene.game.loop.step(performance.now());
    const canvas = new OffscreenCanvas(64, 64);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(scene.game.canvas, 0, 0);
    return context.getImageData(0, 0, 64, 64).data;
  };
  for (const frame of ["whole", "trimmed"]) {
    for (const [number, { x, y, degrees, sx, sy }] of places.entries()) {
      scene.children.removeAll(true);
      const image = scene.add.image(x, y, "wedge", frame).setOrigin(0.5, 0.25).setAngle(degrees).setScale(Math.abs(sx), Math.abs(sy));
      image.setFlip(sx < 0 || number === 0, sy < 0 || number === 1);
      image.setInteractive({ hitArea: {}, hitAreaCallback: hitTest() });
      if (!maskOf(image.frame).equals(mask)) throw new Error(`the mask of the frame ${frame} is wrong`);
      const data = draw();
      const move = roundPixels ? shifted(mask, poseOf(image)) : (dx, dy) => void image.setPosition(x + dx, y + dy);
      const isHit = (px, py) => {
        const local = image.getWorldTransformMatrix().applyInverse(px, py);
        return scene.input.manager.pointWithinHitArea(image, local.x, local.y);
      };
      const before = result?.wrong ?? 0;
      result = compare(data, 64, isHit, move, result);
      if (result.wrong > before) console.log(JSON.stringify(result.last), Phaser.VERSION, type, roundPixels, frame, number, result.wrong - before);
      if (!overlaps(image, image)) result.wrong++;
    }
  }
  // A tilemap layer whose tile is a wedge, turned and flipped. Phaser 4.2 with WebGL draws one that is flipped along y beside its place, and
  // turns tiles after a layer was scaled, unlike its other renderers.
  if (!roundPixels) {
    scene.children.removeAll(true);
    const map = scene.make.tilemap({ tileWidth: 13, tileHeight: 13, width: 4, height: 2 });
    const layer = map.createBlankLayer("layer", map.addTilesetImage("wedge", "wedge", 13, 13, 0, 0, 0), 4.3, 6.2).setScale(1.45);
    const ways = [[0, false, false], [Math.PI / 2, false, false], [0, true, false], [Math.PI, true, false], [0, false, true]];
    if (Phaser.VERSION.startsWith("4") && type === Phaser.WEBGL) ways.pop();
    ways.forEach(([rotation, flipX, flipY], i) => Object.assign(layer.putTileAt(0, i % 3, Math.floor(i / 3)), { rotation, flipX, flipY }));
    const handle = scene.pixels.add(layer);
    const data = draw();
    const move = (dx, dy) => {
      layer.setPosition(4.3 + dx, 6.2 + dy);
      scene.pixels.update();
    };
    const before = result.wrong;
    result = compare(data, 64, (px, py) => scene.pixels.world.pick([px, py]) === handle, move, result);
    if (result.wrong > before) console.log(Phaser.VERSION, type, "tiles", result.wrong - before, JSON.stringify(result.first));
  }
  if (roundPixels) roundedCopies(Phaser, type, scene, draw, result);
  if (!roundPixels && type === Phaser.WEBGL && Phaser.VERSION.startsWith("4")) bent(scene, draw, result);
  if (!roundPixels) beside(Phaser, type, scene, draw, result);
  for (const zoom of roundPixels ? [1] : [1, 1.5]) await seenThroughACamera(Phaser, type, roundPixels, zoom, result);
  scene.game.destroy(true);
  scene.game.step(performance.now(), 16);
  return result;
}

/** Copies of a frame whose place is rounded. Nothing lies near an edge then, but on canvases, which draw half a pixel more. */
function roundedCopies(Phaser, type, scene, draw, result) {
  const check = situations(`Phaser ${Phaser.VERSION}, renderer ${type}, rounded`, result);
  for (const [flipX, flipY] of [[false, false], [true, false], [true, true]]) {
    empty(scene);
    const tiles = scene.add.tileSprite(31.6, 30.7, 43, 27, "wedge", "whole").setFlip(flipX, flipY).setTilePosition(5, -17);
    const handle = scene.pixels.add(tiles);
    scene.pixels.update();
    const data = draw();
    const move = type === Phaser.CANVAS ? shifted(maskOf(Phaser.VERSION.startsWith("3") ? tiles.frame : tiles.displayFrame), poseOf(tiles)) : undefined;
    check(`copies, ${flipX}, ${flipY}`, data, (px, py) => scene.pixels.world.pick([px, py]) === handle, move);
  }
  empty(scene);
}

/** Phaser 4 can round all corners of what is turned: it is drawn as two triangles then. */
function bent(scene, draw, result) {
  const check = situations("Phaser 4, all corners rounded", result);
  for (const { x, y, degrees, sx, sy } of places) {
    empty(scene);
    const image = scene.add.image(x, y, "wedge", "whole").setAngle(degrees).setScale(Math.abs(sx), Math.abs(sy)).setVertexRoundMode("full");
    const handle = scene.pixels.add(image);
    scene.pixels.update();
    check(`turned by ${degrees}`, draw(), (px, py) => scene.pixels.world.pick([px, py]) === handle);
  }
  empty(scene);
}

const empty = (scene) => [...scene.children.list].forEach((object) => object.destroy());

/** What is hidden, gone, cut, written or drawn anew. */
function beside(Phaser, type, scene, draw, result) {
  const check = situations(`Phaser ${Phaser.VERSION}, renderer ${type}`, result);
  const { pixels } = scene;
  const fresh = (frame = "whole") => {
    empty(scene);
    const image = scene.add.image(30.3, 30.4, "wedge", frame).setAngle(33).setScale(2.3, 1.7);
    const handle = pixels.add(image);
    return [image, (x, y) => (pixels.update(), pixels.world.pick([x, y]) === handle)];
  };
  const moves = (image) => {
    const { x, y } = image;
    return (dx, dy) => void image.setPosition(x + dx, y + dy);
  };
  const gone = {
    "in a hidden layer": (image) => scene.add.layer([image]).setVisible(false),
    "in a hidden layer in a layer": (image) => scene.add.layer([scene.add.layer([image])]).setVisible(false),
    "taken off the display list": (image) => image.removeFromDisplayList(),
    invisible: (image) => image.setVisible(false),
    transparent: (image) => image.setAlpha(0),
    "ignored by the camera": (image) => scene.cameras.main.ignore(image),
    "in a hidden container": (image) => scene.add.container(0, 0, [image]).setVisible(false),
    "scaled to nothing": (image) => image.setScale(0, 1),
    destroyed: (image) => image.destroy(),
  };
  for (const [name, change] of Object.entries(gone)) {
    const [image, isHit] = fresh();
    change(image);
    check(name, draw(), isHit, () => {}, { empty: true });
    if (overlaps(image, image) || !poseOf(image)) result.wrong++;
  }
  for (const frame of ["whole", "trimmed"]) {
    for (const [flipX, flipY] of [[false, false], [true, false], [true, true]]) {
      // The canvas of Phaser draws a flipped crop beside its place.
      if (type === Phaser.CANVAS && (flipX || flipY)) continue;
      const [image, isHit] = fresh(frame);
      image.setFlip(flipX, flipY).setCrop(6, 3, 9, 8);
      check(`a crop of ${frame}, ${flipX}, ${flipY}`, draw(), isHit, moves(image));
    }
  }
  const [dot, isDot] = fresh();
  dot.setTexture("dot").setAngle(0).setScale(40, 20);
  check("a pixel that is stretched", draw(), isDot, moves(dot));
  dot.setPosition(0.3, 0.4).setScale(200, 90);
  check("a pixel that is stretched further", draw(), isDot, moves(dot));

  // A canvas that is drawn on again: Phaser says nothing of it.
  const canvas = scene.textures.createCanvas("board", 16, 16);
  const fill = (...rectangle) => {
    canvas.context.fillRect(...rectangle);
    canvas.refresh();
    forget(canvas);
  };
  canvas.setFilter(Phaser.Textures.FilterMode.NEAREST);
  const [board, isBoard] = fresh();
  board.setTexture("board");
  fill(0, 0, 8, 8);
  check("a canvas", draw(), isBoard, moves(board));
  fill(8, 8, 8, 8);
  check("the canvas drawn on again", draw(), isBoard, moves(board));
  scene.textures.remove("board");
  must(result, "a picture that was removed covers nothing", !overlaps(board, board) && poseOf(board));
  board.destroy();

  empty(scene);
  const text = scene.add.text(3, 20, "I", { fontSize: "24px" });
  text.texture.setFilter(Phaser.Textures.FilterMode.NEAREST);
  const handle = pixels.add(text);
  const isText = (x, y) => (pixels.update(), pixels.world.pick([x, y]) === handle);
  check("a text", draw(), isText);
  text.setText("HI!");
  check("another text", draw(), isText);
  text.setStyle({ fontSize: "12px" });
  check("another style", draw(), isText);

  // Copies of a frame of a sheet: at a fraction, turned, flipped, scaled, moved on.
  for (const frame of ["whole", "__BASE"]) {
    for (const [number, { degrees, sx, sy }] of places.entries()) {
      empty(scene);
      const tiles = scene.add.tileSprite(31.3, 30.4, 43, 27, "wedge", frame).setAngle(degrees).setScale(Math.abs(sx) / 2, Math.abs(sy) / 2).setFlip(sx < 0, sy < 0);
      tiles.setTileScale(number ? 1.3 : 1, number ? 0.8 : 1).setTilePosition(number ? 5.2 : 5, number ? -17.3 : -17);
      tiles.setTileRotation?.(number > 2 ? 0.4 : 0);
      const handle = pixels.add(tiles);
      const isTiles = (x, y) => (pixels.update(), pixels.world.pick([x, y]) === handle);
      check(`copies of ${frame}, turned by ${degrees}`, draw(), isTiles, moves(tiles));
      tiles.setTilePosition(40, 3).setFrame("whole");
      check(`copies that were moved, turned by ${degrees}`, draw(), isTiles, moves(tiles));
    }
  }
  empty(scene);
  const rope = Object.assign(scene.add.image(30, 30, "wedge"), { type: "Rope", name: "line" });
  refused(result, () => pixels.add(rope), 'cannot read the pixels of the Rope "line"');
  refused(result, () => overlaps(rope, rope), "give a mask of yours");
  refused(result, () => overlaps(undefined, rope), "must be an Image, a Sprite or another game object with a frame, not undefined");
  refused(result, () => pixels.add({}), "not an object of class Object");
  for (const [degrees, origin] of type === Phaser.WEBGL ? [[0, 0.5], [20, 0.25]] : []) {
    empty(scene);
    const panel = scene.add.nineslice(30.3, 28.4, "wedge", "whole", 34, 25, 4, 3, 3, 2).setAngle(degrees).setOrigin(origin).setScale(1.2, 0.9);
    const handle = pixels.add(panel);
    check(`nine slices, turned by ${degrees}`, draw(), (x, y) => (pixels.update(), pixels.world.pick([x, y]) === handle), moves(panel));
  }
  const masked = scene.add.image(30, 30, "wedge");
  const hole = scene.make.graphics().fillRect(0, 0, 4, 4);
  if (Phaser.VERSION.startsWith("3") || type === Phaser.CANVAS) masked.setMask(hole.createGeometryMask());
  else masked.enableFilters().filters.internal.addMask(hole);
  refused(result, () => overlaps(masked, masked), "which a mask of Phaser cuts off");
  must(result, "a mask of yours is stretched over what is cut off", overlaps(masked, Mask.filled(1, 1), masked, Mask.filled(1, 1)));
  empty(scene);
  draw();
}

/** Things with a scroll factor, and a camera that zooms: what is picked is what is drawn. */
async function seenThroughACamera(Phaser, type, roundPixels, zoom, result) {
  const { canvas: picture } = sprite();
  PixelPlugin.options = { screen: zoom !== 1 };
  const scene = await new Promise((ready) => {
    new Phaser.Game({
      type, width: 64, height: 64, transparent: true, banner: false, audio: { noAudio: true },
      render: { roundPixels, antialias: false, antialiasGL: false, preserveDrawingBuffer: true },
      plugins: { scene: [{ key: "pixels", plugin: PixelPlugin, mapping: "pixels" }] },
      scene: { create() { ready(this); } },
    });
  });
  scene.textures.addCanvas("wedge", picture).setFilter(Phaser.Textures.FilterMode.NEAREST);
  scene.game.loop.stop();
  const camera = scene.cameras.main.setScroll(100, 50).setZoom(zoom);
  if (zoom !== 1) camera.setAngle(20);
  const check = situations(`Phaser ${Phaser.VERSION}, renderer ${type}, through a camera, ${roundPixels}, zoom ${zoom}`, result);
  for (const [x, y, factor, inside] of [[30.3, 28.6, 0, false], [130.3, 78.6, 1, false], [80.6, 53.7, 0.5, false], [20.3, 30.6, 0, true]]) {
    empty(scene);
    const image = scene.add.image(x, y, "wedge").setScale(2.3, 1.7).setAngle(33).setScrollFactor(factor);
    if (inside) scene.add.container(3, 4, [image]).setScrollFactor(factor + 0.5);
    scene.pixels.add(image);
    scene.game.loop.step(performance.now());
    const canvas = new OffscreenCanvas(64, 64);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(scene.game.canvas, 0, 0);
    const { data } = context.getImageData(0, 0, 64, 64);
    const rounded = roundPixels && shifted(maskOf(image.frame), scene.pixels.world.pose(scene.pixels.handleOf(image)));
    const move = (dx, dy) => {
      if (rounded) return (px, py) => rounded(dx, dy)(px + camera.scrollX, py + camera.scrollY);
      image.setPosition(x + dx, y + dy);
      scene.pixels.update();
    };
    check(`a scroll factor of ${factor}`, data, (px, py) => scene.pixels.pick({ x: px + 0.5, y: py + 0.5 }) === image, move);
    image.setInteractive({ hitArea: {}, hitAreaCallback: hitTest() });
    const pointer = { x: 0, y: 0 };
    check(`the pointer, with a factor of ${factor}`, data, (px, py) => scene.input.manager.hitTest(Object.assign(pointer, { x: px + 0.5, y: py + 0.5 }), [image], camera).length > 0, move);
  }
  PixelPlugin.options = {};
  scene.game.destroy(true);
  scene.game.step(performance.now(), 16);
}
