import * as PIXI from "/tools/pixi.js/dist/pixi.mjs";
import { PixelSystem, hitArea, maskOf, overlaps, pixels, poseOf } from "/hitmask/pixi.js";
import { compare, must, places, refused, shifted, situations, sprite, withTurned } from "./sprite.mjs";
import { Mask, Pose } from "/hitmask/index.js";

export default async function test() {
  const { canvas: picture, mask } = sprite();
  const app = new PIXI.Application();
  await app.init({ width: 64, height: 64, preference: "webgl", backgroundAlpha: 0, antialias: false, autoStart: false, resolution: 1, preserveDrawingBuffer: true });
  const source = new PIXI.CanvasSource({ resource: withTurned(picture), scaleMode: "nearest" });
  const rectangle = (...numbers) => new PIXI.Rectangle(...numbers);
  const frame = rectangle(0, 0, 13, 9);
  const turned = rectangle(0, 9, 9, 13);
  // Whole, and as a part of a larger frame that was trimmed away; upright and turned.
  const textures = [
    { frame },
    { frame, orig: rectangle(0, 0, 20, 16), trim: rectangle(4, 5, 13, 9) },
    { frame: turned, orig: rectangle(0, 0, 13, 9), rotate: 2 },
    { frame: turned, orig: rectangle(0, 0, 20, 16), trim: rectangle(4, 5, 13, 9), rotate: 2 },
  ].map((options) => new PIXI.Texture({ source, ...options }));
  let result;
  for (const [number, texture] of textures.entries()) {
    if (!maskOf(texture).equals(mask)) throw new Error(`the mask of texture ${number} is wrong`);
    for (const roundPixels of [false, true]) {
      for (const { x, y, degrees, sx, sy } of places) {
        app.stage.removeChildren();
        const group = new PIXI.Container({ x: 2.25, y: -1.5 });
        const one = new PIXI.Sprite({ texture, x, y, anchor: { x: 0.5, y: 0.25 }, angle: degrees, scale: { x: sx, y: sy }, roundPixels });
        group.addChild(one);
        app.stage.addChild(group);
        one.hitArea = hitArea(one);
        one.eventMode = "static";
        app.render();
        const canvas = new OffscreenCanvas(64, 64);
        const context = canvas.getContext("2d", { willReadFrequently: true });
        context.drawImage(app.canvas, 0, 0);
        const { data } = context.getImageData(0, 0, 64, 64);
        const boundary = new PIXI.EventBoundary(app.stage);
        app.stage.eventMode = "static";
        const system = new PixelSystem();
        const handle = system.add(one);
        const move = (dx, dy) => {
          group.position.set(2.25 + dx, -1.5 + dy);
          system.update();
        };
        const isSeen = (px, py) => system.world.pick([px, py]) === handle;
        result = compare(data, 64, isSeen, move, result);
        if (!roundPixels) {
          const rendered = (dx, dy) => {
            move(dx, dy);
            app.render();
          };
          result = compare(data, 64, (px, py) => boundary.hitTest(px, py) === one, rendered, result);
        }
        system.destroy();
        if (!overlaps(one, one)) result.wrong++;
      }
    }
  }
  app.destroy(true);
  await beside(result);
  return result;
}

/** What is hidden, gone, rounded, drawn anew; with the plugin, and at a resolution of 2. */
async function beside(result) {
  const { canvas: picture, mask } = sprite();
  PIXI.extensions.add(pixels);
  for (const resolution of [1, 2]) {
    const app = new PIXI.Application();
    await app.init({ width: 64 / resolution, height: 64 / resolution, preference: "webgl", backgroundAlpha: 0, antialias: false, autoStart: false, resolution, preserveDrawingBuffer: true });
    const check = situations(`Pixi at resolution ${resolution}`, result);
    const draw = () => {
      app.render();
      const canvas = new OffscreenCanvas(64, 64);
      const context = canvas.getContext("2d", { willReadFrequently: true });
      context.drawImage(app.canvas, 0, 0);
      return context.getImageData(0, 0, 64, 64).data;
    };
    const texture = new PIXI.Texture({ source: new PIXI.CanvasSource({ resource: picture, scaleMode: "nearest" }) });
    const fresh = (options = {}, of = texture) => {
      app.stage.removeChildren().forEach((child) => child.destroy());
      const group = app.stage.addChild(new PIXI.Container({ x: 1.25, y: -1.5 }));
      const one = group.addChild(new PIXI.Sprite({ texture: of, x: 30.3 / resolution, y: 30.4 / resolution, anchor: 0.5, angle: 33, scale: { x: 2.3 / resolution, y: 1.7 / resolution }, ...options }));
      app.pixels.add(one);
      const isHit = (x, y) => isSeen(x, y);
      // By pixels of the stage, of which the canvas has several.
      const isSeen = (x, y) => (app.pixels.update(), covers(one, x, y));
      return [one, isHit, group];
    };
    /** Whether a pixel of the canvas lies in what the system has of a sprite. */
    const covers = (one, x, y) => {
      const handle = app.pixels.handleOf(one);
      const pose = handle === null ? null : app.pixels.world.pose(handle);
      if (!pose) return false;
      const [a, b, c, d, tx, ty] = pose.toMatrix().map((number) => number * resolution);
      return shifted(maskOf(one.texture), Pose.fromMatrix(a, b, c, d, tx, ty))(0, 0)(x, y);
    };
    if (resolution === 2) {
      // Where rounded corners lie: at halves of pixels of the stage.
      for (const degrees of [0, 90]) {
        const [one, isHit] = fresh({ angle: degrees, roundPixels: true });
        const data = draw();
        app.pixels.update();
        const [a, b, c, d, tx, ty] = app.pixels.world.pose(app.pixels.handleOf(one)).toMatrix().map((number) => number * 2);
        check(`rounded, turned by ${degrees}`, data, isHit, shifted(mask, Pose.fromMatrix(a, b, c, d, tx, ty)));
        const seen = poseOf(one).toMatrix().map((number) => number * 2);
        check(`rounded as rendered, turned by ${degrees}`, data, shifted(mask, Pose.fromMatrix(...seen))(0, 0), shifted(mask, Pose.fromMatrix(...seen)));
      }
      app.destroy(true);
      continue;
    }
    const gone = {
      "a child that was removed": (one, group) => group.removeChild(one),
      "a container that was removed": (one, group) => app.stage.removeChild(group),
      invisible: (one) => (one.visible = false),
      "not renderable": (one, group) => (group.renderable = false),
      transparent: (one, group) => (group.alpha = 0),
      "scaled to nothing": (one) => one.scale.set(0, 1),
      destroyed: (one) => one.destroy(),
      "without a texture": (one) => (one.texture = PIXI.Texture.EMPTY),
    };
    for (const [name, change] of Object.entries(gone)) {
      const [one, isHit, group] = fresh();
      app.render();
      change(one, group);
      const data = draw();
      if (one.destroyed) app.pixels.update();
      else check(name, data, isHit, () => {}, { empty: true });
      if (overlaps(one, one) || !poseOf(one) || hitArea(one).contains(0, 0)) result.wrong++;
    }
    const moves = (one) => {
      const { x, y } = one;
      return (dx, dy) => void one.position.set(x + dx, y + dy);
    };
    // A canvas that is drawn on again.
    const board = document.createElement("canvas");
    Object.assign(board, { width: 16, height: 16 });
    const brush = board.getContext("2d");
    brush.fillRect(1, 1, 7, 7);
    const sheet = new PIXI.CanvasSource({ resource: board, scaleMode: "nearest" });
    const [shown, isShown] = fresh({}, new PIXI.Texture({ source: sheet, frame: new PIXI.Rectangle(0, 0, 12, 12), dynamic: true }));
    check("a canvas", draw(), isShown, moves(shown));
    brush.fillRect(8, 6, 6, 5);
    sheet.update();
    check("the canvas drawn on again", draw(), isShown, moves(shown));
    shown.texture.frame.x = 4;
    shown.texture.update();
    check("another part of it", draw(), isShown, moves(shown));
    const bytes = new Uint8Array(4 * 16).fill(255);
    const data = new PIXI.BufferImageSource({ resource: bytes, width: 4, height: 4, scaleMode: "nearest" });
    const [blocks, isBlock] = fresh({ scale: 5 }, new PIXI.Texture({ source: data }));
    check("bytes", draw(), isBlock, moves(blocks));
    bytes.fill(0, 0, 24);
    data.update();
    check("other bytes", draw(), isBlock, moves(blocks));

    const others = [new PIXI.Graphics().rect(0, 0, 4, 4).fill(1), new PIXI.Text({ text: "hi" })];
    for (const other of others) {
      app.stage.addChild(other);
      app.render();
      refused(result, () => overlaps(other, other), `cannot read the pixels of the ${other.constructor.name.replace(/^_+|\d+$/g, "")}`);
      refused(result, () => app.pixels.add(other), "give a mask of yours");
      if (!overlaps(other, Mask.filled(1, 1), other, Mask.filled(1, 1))) result.wrong++;
    }
    // Copies: of a whole picture, and of a part of a sheet, which Pixi draws in another way.
    const whole = new PIXI.Texture({ source: new PIXI.CanvasSource({ resource: sprite(16, 8).canvas, scaleMode: "nearest" }) });
    const part = new PIXI.Texture({ source: new PIXI.CanvasSource({ resource: withTurned(picture), scaleMode: "nearest" }), frame: new PIXI.Rectangle(0, 0, 13, 9) });
    for (const [name, of] of [["a picture", whole], ["a part", part]]) {
      for (const { degrees, sx, sy } of places) {
        for (const applyAnchorToTexture of [false, true]) {
          app.stage.removeChildren().forEach((child) => child.destroy());
          const options = { texture: of, x: 31.3, y: 30.4, width: 43, height: 27, angle: degrees, scale: { x: sx / 2, y: sy / 2 }, anchor: { x: 0.5, y: 0.25 }, applyAnchorToTexture };
          const tiles = app.stage.addChild(new PIXI.TilingSprite({ ...options, tileScale: { x: 1.3, y: -0.8 }, tilePosition: { x: 5.2, y: -17.3 }, tileRotation: degrees ? 0.4 : 0 }));
          const handle = app.pixels.add(tiles);
          const isTiles = (x, y) => (app.pixels.update(), app.pixels.world.pick([x, y]) === handle);
          check(`copies of ${name}, turned by ${degrees}`, draw(), isTiles, moves(tiles));
          tiles.tilePosition.x += 7;
          check(`copies of ${name} that were moved, turned by ${degrees}`, draw(), isTiles, moves(tiles));
          if (!overlaps(tiles, tiles)) result.wrong++;
        }
      }
    }
    const trimmed = new PIXI.TilingSprite({ texture: new PIXI.Texture({ source: part.source, orig: new PIXI.Rectangle(0, 0, 20, 16), frame: new PIXI.Rectangle(0, 0, 13, 9), trim: new PIXI.Rectangle(4, 5, 13, 9) }) });
    app.stage.addChild(trimmed);
    app.render();
    refused(result, () => overlaps(trimmed, trimmed), "of a texture that is trimmed or turned");
    for (const [angle, width, anchor] of [[0, 34, 0.5], [20, 34, 0], [0, 5, 0.5]]) {
      app.stage.removeChildren().forEach((child) => child.destroy());
      const slices = { leftWidth: 4, topHeight: 3, rightWidth: 3, bottomHeight: 2 };
      const panel = app.stage.addChild(new PIXI.NineSliceSprite({ texture, ...slices, x: 28.3, y: 20.4, width, height: 25, anchor, angle, scale: 1.3 }));
      const handle = app.pixels.add(panel);
      check(`nine slices, turned by ${angle}, ${width} wide`, draw(), (x, y) => (app.pixels.update(), app.pixels.world.pick([x, y]) === handle), moves(panel));
    }
    const [masked] = fresh();
    const hole = app.stage.addChild(new PIXI.Graphics().rect(0, 0, 4, 4).fill(1));
    masked.mask = hole;
    app.render();
    refused(result, () => overlaps(masked, masked), "which a mask of Pixi cuts off");
    refused(result, () => overlaps(new PIXI.Container(), masked), "must be a Sprite, not an object of class Container");
    refused(result, () => overlaps(null, masked), "must be a Sprite, not null");
    masked.mask = null;
    app.destroy(true);
  }
}
