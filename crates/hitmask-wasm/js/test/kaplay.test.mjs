// Kaplay without a window: its objects, components, animations and events run, and its textures can be read back.

import assert from "node:assert/strict";
import test from "node:test";

import * as adapter from "../../../../target/npm/hitmask/kaplay.js";
import hitmask from "./load.mjs";
import { pretendToHaveAGraphicsCard } from "./hosts/dom.mjs";
import { host } from "./hosts/host.mjs";
import { NaiveCanvas, WEDGE, asked, compare, places, picture, sheet } from "./hosts/naive.mjs";

const [W, H] = [WEDGE[0].length, WEDGE.length];

async function tests(file) {
  const tick = pretendToHaveAGraphicsCard();
  const { default: kaplay } = await import(file);
  const k = kaplay({ global: false, focus: false, debug: false, loadingScreen: false, width: 64, height: 64, plugins: [adapter.pixelPlugin({ area: true })] });
  let time = 0;
  const frame = () => tick((time += 20));
  const load = (name, { data, width, height }, options) => k.loadSprite(name, new ImageData(data, width, height), { singular: true, ...options });
  const packed = sheet(WEDGE);
  const part = (x, y, w, h) => new k.Quad(x / packed.width, y / packed.height, w / packed.width, h / packed.height);
  // The second frame is the wedge, the first a solid part of the sheet.
  load("wedge", packed, { frames: [part(3, 20, W, H), part(3, 2, W, H)], anims: { blink: { from: 0, to: 1, speed: 25 } } });
  load("block", picture(8, 8, () => true));
  for (let i = 0; i < 10; i++) {
    frame();
    await new Promise((done) => setTimeout(done, 1));
  }

  test("kaplay: an object covers what Kaplay draws", () => {
    let hits = 0;
    for (const [number, { x, y, degrees, sx, sy }] of places.entries()) {
      for (const [anchor, ax, ay] of [["center", 0, 0], ["botright", 1, 1], [undefined, -1, -1], [k.vec2(0.5, -0.25), 0.5, -0.25]]) {
        const [flipX, flipY] = [number % 2 === 1, number % 3 === 1];
        const parent = k.add([k.pos(2.25, -1.5), k.scale(1.25, 1), k.rotate(0)]);
        const options = { frame: 1, flipX, flipY, width: number === 2 ? 2 * W : undefined, height: number === 2 ? H : undefined };
        const object = parent.add([k.sprite("wedge", options), k.pos(x, y), k.scale(sx, sy), k.rotate(degrees), ...(anchor ? [k.anchor(anchor)] : []), k.pixelArea()]);
        const [w, h] = number === 2 ? [2 * W, H] : [W, H];
        frame();
        // Kaplay turns what the parent has scaled: the turn comes last.
        const canvas = new NaiveCanvas().translate(2.25, -1.5).translate(1.25 * x, y).rotate(degrees).scale(1.25 * sx, sy);
        canvas.translate((-(ax + 1) / 2) * w, (-(ay + 1) / 2) * h).translate(w / 2, h / 2).scale(flipX ? -1 : 1, flipY ? -1 : 1);
        canvas.draw(WEDGE, -w / 2, -h / 2, w, h);
        // The stack of transforms with which Kaplay itself draws.
        const { m } = object.transform;
        assert.ok(Number.isFinite(m[0]));
        const result = compare(canvas, (x, y) => object.hasPixel({ x, y }));
        assert.equal(result.wrong, 0, JSON.stringify({ number, anchor, result }));
        hits += result.hits;
        const handle = k.pixelWorld.handles()[0];
        assert.equal(compare(canvas, asked(adapter.maskOf(k.getSprite("wedge").data.tex, part(3, 2, W, H)), k.pixelWorld.pose(handle))).wrong, 0);
        parent.destroy();
        frame();
        assert.equal(k.pixelWorld.size, 0);
      }
    }
    assert.ok(hits > 2000, String(hits));
  });

  test("kaplay: nested turns are as Kaplay draws them", () => {
    const parent = k.add([k.pos(3, 4), k.scale(2, 1), k.rotate(30)]);
    const child = parent.add([k.pos(5, 6), k.scale(1, 3), k.rotate(40), k.sprite("block"), k.pixelArea()]);
    // area() makes Kaplay keep the transforms.
    const area = k.add([k.pos(900, 900), k.rect(1, 1), k.area()]);
    frame();
    const m = child.transform.m;
    const pose = k.pixelWorld.pose(k.pixelWorld.handles()[0]).toMatrix();
    for (const [i, value] of [m[0], m[4], m[1], m[5], m[12], m[13]].entries()) assert.ok(Math.abs(pose[i] - value) < 1e-4, `${pose} ${m}`);
    for (const object of [parent, area]) object.destroy();
    frame();
  });

  test("kaplay: a scene with events", () => {
    const log = [];
    const ship = k.add([k.sprite("block"), k.pos(0, 0), k.pixelArea(), "ship"]);
    const rock = k.add([k.sprite("wedge", { frame: 1 }), k.pos(40, 0), k.pixelArea({ mask: hitmask.Mask.filled(W, H) }), "rock"]);
    ship.onPixelCollide("rock", (other, event) => log.push(["collide", other === rock, event.touch.first, event.touch.area]));
    ship.onPixelCollide("nobody", () => log.push("wrong tag"));
    ship.onPixelCollideUpdate((other) => log.push(["update", other === rock]));
    ship.onPixelCollideEnd("rock", (other) => log.push(["end", other === rock]));
    k.onPixelCollide("rock", "ship", (a, b) => log.push(["global", a === rock, b === ship]));
    const step = () => {
      log.length = 0;
      frame();
      return log.slice();
    };
    assert.deepEqual(step(), []);
    ship.pos.x = 34;
    assert.deepEqual(step(), [["update", true], ["collide", true, { x: 40, y: 0 }, 16], ["global", true, true]]);
    assert.ok(ship.isPixelColliding(rock) && rock.getPixelCollisions()[0] === ship);
    assert.deepEqual(step(), [["update", true]]);
    rock.hidden = true;
    assert.deepEqual(step(), [["end", true]]);
    rock.hidden = false;
    assert.equal(step().length, 3);
    rock.paused = true;
    assert.deepEqual(step(), [["end", true]]);
    rock.paused = false;
    step();
    k.setCamPos(500, 500);
    assert.deepEqual(step(), [["update", true]], "the camera changes nothing");
    rock.destroy();
    assert.deepEqual(step(), [["end", true]]);
    // An animation: the first frame is solid where the second has its clear corner.
    const blinking = k.add([k.sprite("wedge"), k.pos(34, 3), k.pixelArea()]);
    ship.pos = k.vec2(29, 8);
    step();
    assert.ok(ship.isPixelColliding(blinking));
    blinking.frame = 1;
    step();
    assert.ok(!ship.isPixelColliding(blinking));
    blinking.flipX = true;
    step();
    assert.ok(ship.isPixelColliding(blinking));
    // unuse() takes the component away.
    blinking.unuse("pixelArea");
    step();
    assert.equal(k.pixelWorld.size, 1);
    for (const object of [ship, blinking]) object.destroy();
  });

  test("kaplay: a sprite by its data, a rectangle, and a part of a frame", () => {
    const data = k.getSprite("block").data;
    const [one, missing] = [k.add([k.sprite(data), k.pos(0, 0), k.pixelArea({ sprite: data })]), k.add([k.rect(4, 4), k.pos(0, 0), k.pixelArea()])];
    const half = k.add([k.sprite("wedge", { frame: 1, quad: new k.Quad(0, (H - 1) / H, 1, 1 / H) }), k.pos(20, 20), k.pixelArea()]);
    frame();
    assert.ok(one.hasPixel({ x: 7, y: 7 }) && !one.hasPixel({ x: 8, y: 7 }));
    assert.ok(missing.hasPixel({ x: 3, y: 3 }) && !missing.hasPixel({ x: 4, y: 3 }), "a rectangle covers itself");
    assert.ok(half.hasPixel({ x: 27, y: 20 }) && !half.hasPixel({ x: 26, y: 20 }) && !half.hasPixel({ x: 27, y: 21 }));
    missing.pixelSprite = "block";
    assert.ok(missing.hasPixel({ x: 1, y: 1 }));
    for (const object of [one, missing, half]) object.destroy();
  });

  test("kaplay: after all updates, and in every scene", () => {
    const log = [];
    let rock;
    const play = (name) =>
      k.scene(name, () => {
        const ship = k.add([k.sprite("block"), k.pos(0, 0), k.pixelArea(), "ship"]);
        rock = k.add([k.sprite("block"), k.pos(20, 0), k.pixelArea(), "rock"]);
        rock.onUpdate(() => (rock.pos.x -= 10));
        ship.onPixelCollide("rock", () => log.push([name, rock.pos.x]));
        ship.onPixelCollideEnd("rock", () => log.push([name, "end", rock.pos.x]));
      });
    for (const name of ["one", "two"]) play(name);
    for (const name of ["one", "two", "one"]) {
      log.length = 0;
      k.go(name);
      frame(); // the scene begins at its end
      assert.deepEqual(log, []);
      // 10 touches nothing, 0 does: in the very frame in which it moved there.
      frame();
      assert.deepEqual(log, []);
      frame();
      assert.deepEqual(log, [[name, 0]]);
      frame();
      assert.deepEqual(log, [[name, 0], [name, "end", -10]]);
      assert.equal(k.pixelWorld.size, 2, "those of the last scene are gone");
    }
  });
}

await host("kaplay/dist/kaplay.mjs", tests);
