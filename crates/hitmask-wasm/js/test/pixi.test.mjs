// Pixi in Node: its containers, sprites, textures, ticker and events run without a renderer.

import assert from "node:assert/strict";
import test from "node:test";

import * as adapter from "../../../../target/npm/hitmask/pixi.js";
import hitmask from "./load.mjs";
import { host } from "./hosts/host.mjs";
import { NaiveCanvas, WEDGE, asked, compare, places, sheet } from "./hosts/naive.mjs";

const [W, H] = [WEDGE[0].length, WEDGE.length];

async function tests(file) {
  // Pixi asks for the browser's name when it is loaded.
  globalThis.navigator ??= { userAgent: "Node" };
  const PIXI = await import(file);
  const { data, width, height } = sheet(WEDGE);
  const source = new PIXI.BufferImageSource({ resource: new Uint8Array(data), width, height });
  const rectangle = (...numbers) => new PIXI.Rectangle(...numbers);
  // Whole; trimmed; turned in the sheet; both.
  const textures = [
    { frame: rectangle(3, 2, W, H) },
    { frame: rectangle(3, 2, W, H), orig: rectangle(0, 0, 20, 16), trim: rectangle(4, 5, W, H) },
    { frame: rectangle(20, 5, H, W), orig: rectangle(0, 0, W, H), rotate: 2 },
    { frame: rectangle(20, 5, H, W), orig: rectangle(0, 0, 20, 16), trim: rectangle(4, 5, W, H), rotate: 2 },
  ].map((options) => new PIXI.Texture({ source, ...options }));

  /** What Pixi draws of a sprite in a container. */
  const drawn = ({ x, y, degrees, sx, sy }, texture) => {
    const { orig, trim } = texture;
    return new NaiveCanvas().translate(2.25, -1.5).rotate(5).scale(1.25, 1)
      .translate(x, y).rotate(degrees).scale(sx, sy)
      .draw(WEDGE, (trim?.x ?? 0) - 0.5 * orig.width, (trim?.y ?? 0) - 0.25 * orig.height);
  };
  const placed = ({ x, y, degrees, sx, sy }, texture) => {
    const group = new PIXI.Container({ x: 2.25, y: -1.5, angle: 5, scale: { x: 1.25, y: 1 } });
    const sprite = new PIXI.Sprite({ texture, x, y, anchor: { x: 0.5, y: 0.25 }, angle: degrees, scale: { x: sx, y: sy } });
    group.addChild(sprite);
    return { group, sprite };
  };

  test("pixi: a followed sprite covers what Pixi draws", () => {
    let hits = 0;
    for (const texture of textures) {
      for (const place of places) {
        const { sprite } = placed(place, texture);
        const system = new adapter.PixelSystem();
        const handle = system.add(sprite);
        const pose = system.world.pose(handle);
        const result = compare(drawn(place, texture), asked(adapter.masks.of(texture), pose));
        assert.equal(result.wrong, 0, JSON.stringify({ place, texture: textures.indexOf(texture), result }));
        hits += result.hits;
        // The world says the same of a pixel.
        const canvas = drawn(place, texture);
        assert.equal(compare(canvas, (x, y) => system.world.pick([x, y]) === handle).wrong, 0);
        system.destroy();
      }
    }
    assert.ok(hits > 2000, String(hits));
  });

  test("pixi: hit areas and overlaps go by what was rendered last", () => {
    for (const texture of textures) {
      const sprite = new PIXI.Sprite({ texture, x: 12, y: 20, anchor: 0.5 });
      // What a renderer sets; here nothing is rendered.
      Object.defineProperty(sprite, "worldTransform", { value: sprite.getGlobalTransform() });
      new PIXI.Container().addChild(sprite);
      sprite.parentRenderGroup = {};
      const area = adapter.hitArea(sprite);
      const canvas = new NaiveCanvas().translate(12, 20).draw(WEDGE, (texture.trim?.x ?? 0) - texture.orig.width / 2, (texture.trim?.y ?? 0) - texture.orig.height / 2);
      assert.equal(compare(canvas, (x, y) => area.contains(x + 0.5 - 12, y + 0.5 - 20)).wrong, 0);
      const mask = adapter.maskOf(texture);
      assert.ok(adapter.overlaps(sprite, sprite));
      assert.ok(adapter.overlaps(sprite, mask, sprite, mask));
      assert.ok(!adapter.overlaps(sprite, new hitmask.Mask(W, H), sprite, mask));
    }
  });

  test("pixi: a TilingSprite covers its copies", () => {
    const stage = new PIXI.Container();
    const sprite = stage.addChild(new PIXI.TilingSprite({ texture: textures[0], x: 3.25, y: 2.5, width: 40, height: 20, tileScale: { x: 1.5, y: 2 }, tilePosition: { x: 4.25, y: -3.5 } }));
    const system = new adapter.PixelSystem({ stage });
    const handle = system.add(sprite);
    const within = (at, size) => ((at % size) + size) % size;
    let hits = 0;
    for (let y = 0; y < 40; y++) {
      for (let x = 0; x < 64; x++) {
        const [left, top] = [x + 0.5 - 3.25, y + 0.5 - 2.5];
        const isInside = left >= 0 && top >= 0 && left < 40 && top < 20;
        const solid = isInside && WEDGE[Math.floor(within((top + 3.5) / 2, H))][Math.floor(within((left - 4.25) / 1.5, W))] === "#";
        assert.equal(system.world.pick([x, y]) === handle, solid, `${x}, ${y}`);
        hits += solid;
      }
    }
    assert.ok(hits > 100, String(hits));
    system.destroy();
  });

  test("pixi: a threshold, a mask of yours, and a source without pixels", () => {
    const pale = new PIXI.BufferImageSource({ resource: new Uint8Array([0, 0, 0, 90, 0, 0, 0, 10]), width: 2, height: 1 });
    const texture = new PIXI.Texture({ source: pale });
    assert.equal(adapter.maskOf(texture).count, 0);
    assert.equal(adapter.maskOf(texture, 90).count, 1);
    const whole = hitmask.Mask.filled(2, 1);
    adapter.masks.set(texture, whole);
    assert.equal(adapter.masks.of(texture), whole);
    assert.throws(() => adapter.maskOf(PIXI.Texture.EMPTY), /holds no pixels/);
  });

  test("pixi: a scene with a ticker", () => {
    const ticker = new PIXI.Ticker();
    const system = new adapter.PixelSystem({ ticker, stay: true, area: true });
    const stage = new PIXI.Container();
    const block = (width, height, resource = new Uint8Array(4 * width * height).fill(255)) =>
      new PIXI.Texture({ source: new PIXI.BufferImageSource({ resource, width, height }) });
    const clear = block(8, 8, new Uint8Array(4 * 64));
    const ship = new PIXI.AnimatedSprite({ textures: [block(8, 8), clear], x: 0, y: 0, autoUpdate: false });
    const rock = new PIXI.Sprite({ texture: block(4, 4), x: 20, y: 2 });
    const group = new PIXI.Container();
    stage.addChild(ship, group);
    group.addChild(rock);
    const log = [];
    for (const kind of ["begin", "stay", "end", "pass"]) {
      ship.on(`pixel${kind}`, (other, { touch }) => log.push([kind, other === rock, touch?.first ?? null, touch?.area ?? null]));
    }
    let mirrored = 0;
    rock.on("pixelbegin", (other) => (mirrored += other === ship));
    system.add(ship);
    const handle = system.add(rock, { data: 7 });
    assert.equal(system.add(rock), handle);
    const frame = () => {
      log.length = 0;
      ticker.update(ticker.lastTime + 16);
      return log.slice();
    };
    assert.deepEqual(frame(), []);
    ship.x = 13;
    assert.deepEqual(frame(), [["begin", true, { x: 20, y: 2 }, 4]]);
    assert.equal(mirrored, 1);
    assert.ok(system.touching(ship).length === 1 && system.touching(ship)[0] === rock);
    assert.ok(system.spriteOf(system.world.pick([14, 4])) === ship);
    assert.deepEqual(frame(), [["stay", true, { x: 20, y: 2 }, 4]]);
    ship.gotoAndStop(1); // the clear picture
    assert.deepEqual(frame(), [["end", true, null, null]]);
    ship.gotoAndStop(0);
    assert.equal(frame()[0][0], "begin");
    group.visible = false;
    assert.equal(frame()[0][0], "end");
    group.visible = true;
    group.scale.x = 2; // the rock is at 40 now
    assert.deepEqual(frame(), []);
    group.scale.x = 0;
    assert.deepEqual(frame(), []);
    group.scale.x = 1;
    assert.equal(frame()[0][0], "begin");
    group.removeChild(rock); // in no container, so nobody draws it
    assert.equal(frame()[0][0], "end");
    group.addChild(rock);
    assert.equal(frame()[0][0], "begin");
    rock.destroy();
    assert.equal(frame()[0][0], "end");
    assert.equal(system.handleOf(rock), null);
    assert.equal(system.spriteOf(handle), null);
    system.destroy();
    assert.deepEqual(frame(), []);
  });

  test("pixi: a sprite without a texture covers nothing until it gets one", () => {
    const system = new adapter.PixelSystem();
    const sprite = new PIXI.Container().addChild(new PIXI.Sprite());
    const handle = system.add(sprite);
    system.update();
    assert.equal(system.world.bounds(handle), null);
    sprite.texture = textures[0];
    system.update();
    assert.deepEqual(system.world.bounds(handle), { x: 0, y: 0, w: W, h: H });
    system.destroy();
  });

  test("pixi: a swept shot passes through nothing", () => {
    const system = new adapter.PixelSystem();
    const texture = new PIXI.Texture({ source: new PIXI.BufferImageSource({ resource: new Uint8Array(16).fill(255), width: 2, height: 2 }) });
    const [shot, wall] = [new PIXI.Sprite({ texture }), new PIXI.Sprite({ texture, x: 50 })];
    new PIXI.Container().addChild(shot, wall);
    let passed = null;
    shot.on("pixelpass", (other, event) => (passed = [other === wall, event.touch.first]));
    system.add(shot, { swept: true });
    system.add(wall);
    system.update();
    shot.x = 200;
    system.update();
    assert.deepEqual(passed, [true, { x: 50, y: 0 }]);
    system.destroy();
  });

  test("pixi: the plugin of the application", () => {
    PIXI.extensions.add(adapter.pixels);
    const plugins = PIXI.Application._plugins;
    assert.equal(plugins.at(-1), adapter.pixels);
    const app = { ticker: new PIXI.Ticker() };
    adapter.pixels.init.call(app, { pixels: { area: true } });
    assert.ok(app.pixels instanceof adapter.PixelSystem);
    assert.equal(app.ticker.count, 1);
    adapter.pixels.destroy.call(app);
    assert.equal(app.pixels, null);
    assert.equal(app.ticker.count, 0);
    PIXI.extensions.remove(adapter.pixels);
  });
}

await host("pixi.js/lib/index.mjs", tests);
