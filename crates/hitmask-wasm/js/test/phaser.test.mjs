// Phaser 3 and 4 without a window: HEADLESS, with Arcade physics, atlases, containers and tilemaps.

import assert from "node:assert/strict";
import test from "node:test";

import * as adapter from "../../../../target/npm/hitmask/phaser.js";
import hitmask from "./load.mjs";
import { pretendToBeABrowser } from "./hosts/dom.mjs";
import { host } from "./hosts/host.mjs";
import { NaiveCanvas, WEDGE, asked, compare, picture, places, sheet } from "./hosts/naive.mjs";

const [W, H] = [WEDGE[0].length, WEDGE.length];

async function tests(file) {
  pretendToBeABrowser();
  const Phaser = await import(file);
  const scene = await new Promise((ready) => {
    new Phaser.Game({
      type: Phaser.HEADLESS, width: 64, height: 64, banner: false, audio: { noAudio: true }, physics: { default: "arcade" },
      plugins: { scene: [{ key: "pixels", plugin: adapter.PixelPlugin, mapping: "pixels" }] },
      scene: { create() { ready(this); } },
    });
  });
  const { game } = scene;
  game.loop.stop();
  let now = 1000;
  // Arcade makes a step of a 60th of a second.
  const frame = () => game.headlessStep((now += 17), 17);
  const name = `phaser ${Phaser.VERSION}`;
  const add = (key, source) => {
    const texture = scene.textures.create(key, source, source.width, source.height);
    texture.add("__BASE", 0, 0, 0, source.width, source.height);
    return texture;
  };

  const wedges = sheet(WEDGE);
  const texture = add("wedges", wedges);
  texture.add("whole", 0, 3, 2, W, H);
  texture.add("trimmed", 0, 3, 2, W, H).setTrim(20, 16, 4, 5, W, H);
  const pivoted = texture.add("pivoted", 0, 3, 2, W, H).setTrim(20, 16, 4, 5, W, H);
  Object.assign(pivoted, { customPivot: true, pivotX: 0.25, pivotY: 0.75 });
  const turned = texture.add("turned", 0, 20, 5, W, H);
  turned.rotated = true;
  turned.updateUVsInverted();

  /** What Phaser draws: see ImageCanvasRenderer. */
  const drawn = ({ x, y, degrees, sx, sy }, frame, [flipX, flipY], [originX, originY]) => {
    const { width, height } = frame === "whole" || frame === "turned" ? { width: W, height: H } : { width: 20, height: 16 };
    const trim = width === W ? [0, 0] : [4, 5];
    const canvas = new NaiveCanvas().translate(2.25, -1.5).scale(1.25, 1).translate(x, y).rotate(degrees).scale(Math.abs(sx), Math.abs(sy));
    if (frame === "pivoted") canvas.scale(flipX ? -1 : 1, flipY ? -1 : 1).translate(-originX * width, -originY * height);
    else canvas.translate(-originX * width + width / 2, -originY * height + height / 2).scale(flipX ? -1 : 1, flipY ? -1 : 1).translate(-width / 2, -height / 2);
    return canvas.draw(WEDGE, ...trim);
  };

  test(`${name}: a followed image covers what Phaser draws`, () => {
    let [hits, doubtful] = [0, 0];
    for (const frame of ["whole", "trimmed", "pivoted", "turned"]) {
      for (const [number, place] of places.entries()) {
        const flips = [place.sx < 0 || number === 0, place.sy < 0 || number === 1];
        const image = scene.add.image(place.x, place.y, "wedges", frame).setAngle(place.degrees).setScale(Math.abs(place.sx), Math.abs(place.sy)).setFlip(...flips);
        const origin = frame === "pivoted" ? [0.25, 0.75] : [0.5, 0.25];
        image.setOrigin(...origin);
        const group = scene.add.container(2.25, -1.5, [image]).setScale(1.25, 1);
        const handle = scene.pixels.add(image);
        const canvas = drawn(place, frame, flips, origin);
        const result = compare(canvas, asked(adapter.masks.of(image.frame), scene.pixels.world.pose(handle)));
        assert.equal(result.wrong, 0, JSON.stringify({ frame, place, result }));
        [hits, doubtful] = [hits + result.hits, doubtful + result.doubtful];
        assert.equal(compare(canvas, (x, y) => scene.pixels.world.pick([x, y]) === handle).wrong, 0);
        // Input: Phaser asks with a point of the frame.
        image.setInteractive({ hitArea: {}, hitAreaCallback: adapter.hitTest() });
        const hit = (x, y) => {
          const local = image.getWorldTransformMatrix().applyInverse(x + 0.5, y + 0.5);
          return scene.input.manager.pointWithinHitArea(image, local.x, local.y);
        };
        assert.equal(compare(canvas, hit).wrong, 0);
        assert.ok(adapter.overlaps(image, image));
        scene.pixels.remove(image);
        group.destroy();
      }
    }
    assert.ok(hits > 2000 && doubtful < hits / 2, `${hits} ${doubtful}`);
  });

  test(`${name}: rounded pixels`, () => {
    const camera = scene.cameras.main;
    const image = scene.add.image(20.6, 12.5, "wedges", "whole").setOrigin(0);
    const corner = () => adapter.poseOf(image).toMatrix().slice(4);
    assert.ok(Math.abs(corner()[0] - 20.6) < 1e-4);
    camera.setRoundPixels(true);
    camera.preRender(1);
    // Phaser 3 takes the whole part first, Phaser 4 rounds.
    assert.deepEqual(corner(), Phaser.VERSION.startsWith("3") ? [20, 12] : [21, 13]);
    camera.setRoundPixels(false);
    camera.preRender(1);
    image.destroy();
  });

  const block = (key, width, height) => scene.textures.exists(key) || add(key, picture(width, height, () => true));
  block("block", 8, 8);
  // Two triangles: their boxes overlap long before their pixels do.
  add("left", picture(16, 16, (x, y) => x + y < 15));
  add("right", picture(16, 16, (x, y) => x + y > 16));

  test(`${name}: Arcade callbacks go by pixels, where the bodies are in the step`, () => {
    const [left, right] = [scene.physics.add.image(20, 40, "left"), scene.physics.add.image(28, 40, "right")];
    let hits = 0;
    const collider = scene.physics.add.overlap(left, right, () => hits++, scene.pixels.process);
    frame();
    assert.ok(scene.physics.overlap(left, right), "the boxes overlap");
    assert.equal(hits, 0);
    // The body is 17 pixels further in the callback, the object is not yet.
    right.body.setVelocity(-1000, 0);
    frame();
    assert.equal(hits, 1);
    assert.ok(adapter.overlaps(left, right));
    right.body.setVelocity(2000, 0);
    frame();
    assert.equal(hits, 1, "it has gone in this step");
    right.body.setVelocity(0, 0);
    right.body.allowRotation = true;
    right.setPosition(28, 40);
    frame();
    assert.equal(hits, 1);
    Object.assign(right.body, { maxAngular: 1e6, angularVelocity: 180 * 60 });
    frame();
    assert.equal(hits, 2, "half a turn in this step");
    // The object is as it was.
    assert.ok(Math.abs(Math.abs(right.angle) - 180) < 1e-3, String(right.angle));
    collider.destroy();
    // A zone has no picture: its box counts.
    const zone = scene.add.zone(28, 40, 4, 4);
    assert.equal(adapter.process(left, zone), true);
    for (const object of [left, right, zone]) object.destroy();
  });

  test(`${name}: a tilemap layer, its tiles turned and flipped`, () => {
    // One tile of 8 x 8 whose lower left half is solid, in four ways.
    if (!scene.textures.exists("slope")) add("slope", picture(8, 8, (x, y) => x <= y));
    const map = scene.make.tilemap({ tileWidth: 8, tileHeight: 8, width: 4, height: 2 });
    const tileset = map.addTilesetImage("slope", "slope", 8, 8, 0, 0, 0);
    const layer = map.createBlankLayer(`layer${now}`, tileset, 10, 6);
    layer.setScale(2, 1);
    const ways = [[0, false, false], [Math.PI / 2, false, false], [0, true, false], [(3 * Math.PI) / 2, false, true]];
    ways.forEach(([rotation, flipX, flipY], column) => Object.assign(layer.putTileAt(0, column, column % 2), { rotation, flipX, flipY }));
    const rows = Array.from({ length: 8 }, (_, y) => Array.from({ length: 8 }, (_, x) => (x <= y ? "#" : ".")).join(""));
    const canvas = new NaiveCanvas(90, 30);
    ways.forEach(([rotation, flipX, flipY], column) => {
      canvas.matrix = [1, 0, 0, 1, 0, 0];
      canvas.translate(10, 6).scale(2, 1).translate(8 * column + 4, 8 * (column % 2) + 4).rotate((rotation * 180) / Math.PI);
      canvas.scale(flipX ? -1 : 1, flipY ? -1 : 1).draw(rows, -4, -4);
    });
    const handle = scene.pixels.add(layer);
    const result = compare(canvas, (x, y) => scene.pixels.world.pick([x, y]) === handle);
    assert.equal(result.wrong, 0, JSON.stringify(result));
    assert.ok(result.hits > 200 && result.doubtful < result.hits);
    // A tile is removed, and the layer is read again.
    layer.removeTileAt(0, 0);
    scene.pixels.refresh(layer);
    scene.pixels.update();
    assert.equal(scene.pixels.world.pick([11, 13]), null);
    // Arcade asks about tiles one by one. The tile in column 2 is solid at its right, in row 0: from (42, 6) to (58, 14).
    layer.setCollision(0);
    const dot = scene.physics.add.image(44, 8, "block").setOrigin(0).setScale(0.25);
    const found = [];
    const ask = () => {
      found.length = 0;
      scene.physics.overlap(dot, layer, (_, tile) => found.push(tile.x), adapter.process);
      return found.slice();
    };
    dot.body.updateFromGameObject();
    assert.deepEqual(ask(), []);
    dot.setPosition(54, 11);
    dot.body.updateFromGameObject();
    assert.deepEqual(ask(), [2]);
    scene.pixels.remove(layer);
    dot.destroy();
    map.destroy();
  });

  test(`${name}: a scene with events`, () => {
    const [ship, rock] = [scene.add.sprite(10, 10, "block"), scene.add.image(40, 10, "wedges", "whole")];
    const log = [];
    for (const kind of ["begin", "stay", "end", "pass"]) ship.on(`pixel${kind}`, (other, event) => log.push([kind, other === rock, event.touch?.first ?? null]));
    const handle = scene.pixels.add(ship);
    scene.pixels.add(rock, { mask: hitmask.Mask.filled(W, H) });
    assert.ok(scene.pixels.objectOf(handle) === ship && scene.pixels.handleOf(ship) === handle);
    const step = () => {
      log.length = 0;
      frame();
      return log.slice();
    };
    assert.deepEqual(step(), []);
    ship.x = 31;
    assert.deepEqual(step(), [["begin", true, { x: 33, y: 6 }]]);
    assert.ok(scene.pixels.touching(ship)[0] === rock);
    // Another frame: the clear corner of the wedge, which is lower left, is nobody's.
    ship.setTexture("left").setPosition(31, 24);
    assert.deepEqual(step(), [["end", true, null]]);
    ship.setTexture("block").setPosition(31, 10);
    assert.equal(step()[0][0], "begin");
    rock.setVisible(false);
    assert.equal(step()[0][0], "end");
    rock.setVisible(true).setScale(0);
    assert.deepEqual(step(), []);
    rock.setScale(1);
    assert.equal(step()[0][0], "begin");
    rock.destroy();
    assert.equal(step()[0][0], "end");
    // A body moves its object after the callbacks, and still before the pixels are looked at.
    const shot = scene.physics.add.image(60, 10, "block");
    shot.body.setVelocity(-1500, 0);
    scene.pixels.add(shot);
    ship.off("pixelbegin").on("pixelbegin", (other) => log.push(other === shot));
    assert.deepEqual(step(), [true]);
    // A scene that starts again has an empty world.
    scene.scene.restart();
    frame();
    frame();
    assert.equal(scene.pixels.world.size, 0);
    assert.deepEqual(step(), []);
  });

  test(`${name}: the end`, () => {
    game.destroy(true);
    frame();
  });
}

await host("phaser/dist/phaser.esm.js", tests);
await host("phaser3/dist/phaser.esm.js", tests);
