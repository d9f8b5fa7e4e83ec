// Excalibur without an engine: its world of entities and systems, actors, sprites and animations run in Node.

import assert from "node:assert/strict";
import test from "node:test";

import * as adapter from "../../../../target/npm/hitmask/excalibur.js";
import hitmask from "./load.mjs";
import { pretendToHaveAGraphicsCard } from "./hosts/dom.mjs";
import { host } from "./hosts/host.mjs";
import { NaiveCanvas, WEDGE, compare, picture, places, sheet } from "./hosts/naive.mjs";

const [W, H] = [WEDGE[0].length, WEDGE.length];

async function tests(file) {
  pretendToHaveAGraphicsCard();
  const ex = await import(file);
  const source = (image, loaded = true) => ({ image, width: image.width, height: image.height, ready: Promise.resolve(), isLoaded: () => loaded });
  const packed = source(sheet(WEDGE));
  const wedge = (options) => new ex.Sprite({ image: packed, sourceView: { x: 3, y: 2, width: W, height: H }, ...options });
  const block = (w, h) => new ex.Sprite({ image: source(picture(w, h, () => true)) });
  const scene = (options = {}) => {
    adapter.PixelCollisionSystem.options = options;
    const world = new ex.World({ engine: { stats: { currFrame: { systemDuration: {}, actors: { killed: 0 } } } } });
    world.add(adapter.PixelCollisionSystem);
    const system = world.get(adapter.PixelCollisionSystem);
    return { world, system, frame: () => world.update("update", 16) };
  };

  test("excalibur: an actor covers what Excalibur draws", () => {
    let hits = 0;
    for (const [number, { x, y, degrees, sx, sy }] of places.entries()) {
      const turn = (degrees * Math.PI) / 180;
      for (const graphics of ["sprite", "changed", "animation"]) {
        const { world, system, frame } = scene();
        const [parent, actor] = [new ex.Actor({ pos: ex.vec(2.25, -1.5), scale: ex.vec(1.25, 1) }), new ex.Actor({ pos: ex.vec(x, y), rotation: turn, scale: ex.vec(sx, sy), anchor: ex.vec(0.5, 0.25) })];
        parent.addChild(actor);
        actor.addComponent(new adapter.PixelColliderComponent());
        const canvas = new NaiveCanvas().translate(2.25, -1.5).scale(1.25, 1).translate(x, y).scale(sx, sy).rotate(degrees);
        const [flipX, flipY] = [number % 2 === 0, number % 3 === 0];
        Object.assign(actor.graphics, { flipHorizontal: flipX, flipVertical: flipY });
        if (graphics === "sprite") {
          actor.graphics.use(wedge());
          canvas.translate(-0.5 * W, -0.25 * H).translate(W / 2, H / 2).scale(flipX ? -1 : 1, flipY ? -1 : 1).draw(WEDGE, -W / 2, -H / 2);
        } else if (graphics === "changed") {
          // Twice as wide as its part of the picture, scaled, turned about the middle, flipped itself.
          actor.graphics.use(wedge({ destSize: { width: 2 * W, height: H }, scale: ex.vec(0.5, 2), rotation: 0.5, flipHorizontal: true }));
          const sprite = actor.graphics.current;
          assert.deepEqual([sprite.width, sprite.height], [W, 2 * H]);
          canvas.translate(-0.5 * W, -0.25 * 2 * H).scale(0.5, 2).translate(W / 2, H).rotate((0.5 * 180) / Math.PI).translate(-W / 2, -H);
          if (!flipX) canvas.translate(2 * W, 0).scale(-1, 1);
          if (flipY) canvas.translate(0, H).scale(1, -1);
          canvas.draw(WEDGE, 0, 0, 2 * W, H);
        } else {
          const frames = [{ graphic: block(W, H) }, { graphic: wedge({ flipVertical: true }) }];
          const animation = new ex.Animation({ frames, frameDuration: 50 });
          animation.goToFrame(1);
          actor.graphics.use(animation, { offset: ex.vec(3, -2) });
          actor.graphics.anchor = ex.vec(0, 1);
          const { globalScale } = actor.transform;
          canvas.translate(3 * globalScale.x, -H - 2 * globalScale.y);
          if (flipX) canvas.translate(W, 0).scale(-1, 1);
          if (flipY) canvas.translate(0, H).scale(1, -1);
          canvas.translate(0, H).scale(1, -1).draw(WEDGE, 0, 0);
        }
        world.add(parent);
        world.add(actor);
        frame();
        const handle = system.handleOf(actor);
        const result = compare(canvas, (x, y) => system.pixels.pick([x, y]) === handle);
        assert.equal(result.wrong, 0, JSON.stringify({ number, graphics, result }));
        const collider = actor.get(adapter.PixelColliderComponent);
        assert.equal(compare(canvas, (x, y) => collider.hasPixel({ x, y })).wrong, 0);
        hits += result.hits;
      }
    }
    assert.ok(hits > 2000, String(hits));
  });

  test("excalibur: a scene with events", () => {
    const { world, system, frame } = scene({ area: true, stay: true });
    const [ship, rock] = [new ex.Actor({ x: 0, y: 0, anchor: ex.vec(0, 0) }), new ex.Actor({ x: 40, y: 0, anchor: ex.vec(0, 0) })];
    ship.graphics.use(block(8, 8));
    rock.graphics.use(wedge());
    ship.addComponent(new adapter.PixelColliderComponent({ data: 5 }));
    rock.addComponent(new adapter.PixelColliderComponent({ mask: hitmask.Mask.filled(1, 1) }));
    const log = [];
    for (const name of ["pixelcollisionstart", "pixelcollision", "pixelcollisionend"]) {
      ship.on(name, ({ self, other, event }) => log.push([name, self === ship && other === rock, event.touch?.first ?? null, event.touch?.area ?? null]));
    }
    for (const actor of [ship, rock]) world.add(actor);
    const step = () => {
      log.length = 0;
      frame();
      return log.slice();
    };
    assert.deepEqual(step(), []);
    assert.equal(system.pixels.size, 2);
    assert.equal(system.pixels.data(system.handleOf(ship)), 5);
    assert.ok(system.entityOf(system.handleOf(rock)) === rock);
    ship.pos.x = 34;
    assert.deepEqual(step(), [["pixelcollisionstart", true, { x: 40, y: 0 }, 16]]);
    assert.ok(system.touching(ship)[0] === rock);
    assert.equal(step()[0][0], "pixelcollision");
    rock.graphics.isVisible = false;
    assert.equal(step()[0][0], "pixelcollisionend");
    rock.graphics.isVisible = true;
    step();
    // A copy of the component.
    const copy = new ex.Entity([rock.get(adapter.PixelColliderComponent).clone()]);
    assert.equal(copy.get(adapter.PixelColliderComponent).options.mask.count, 1);
    rock.kill();
    assert.equal(rock.get(adapter.PixelColliderComponent).hasPixel({ x: 41, y: 1 }), false);
    assert.deepEqual(step(), [["pixelcollisionend", true, null, null]]);
    step(); // Excalibur removes it at the end of the frame
    assert.equal(system.pixels.size, 1);
    ship.graphics.current.scale = ex.vec(0, 1);
    step();
    assert.equal(system.pixels.bounds(system.handleOf(ship)), null);
    ship.removeComponent(adapter.PixelColliderComponent, true);
    step();
    assert.equal(system.pixels.size, 0);
  });

  test("excalibur: what shows nothing", () => {
    const { world, system, frame } = scene();
    const actors = [new ex.Actor({ x: 4, y: 4 }), new ex.Actor({ x: 4, y: 4 }), new ex.Actor({ x: 4, y: 4 })];
    actors[1].graphics.isVisible = false;
    actors[2].graphics.use(new ex.Sprite({ image: source(picture(8, 8, () => true), false) }));
    for (const actor of actors) {
      actor.addComponent(new adapter.PixelColliderComponent());
      world.add(actor);
    }
    frame();
    assert.deepEqual([...system.pixels.handles()].map((handle) => system.pixels.bounds(handle)), [null, null, null]);
    assert.equal(actors[0].get(adapter.PixelColliderComponent).hasPixel({ x: 4, y: 4 }), false);
    // A graphic whose pixels can't be read, and what Excalibur draws without a graphic.
    const group = new ex.Actor({ x: 4, y: 4, name: "crowd" });
    group.graphics.use(new ex.GraphicsGroup({ members: [block(4, 4)] }));
    const map = new ex.TileMap({ name: "level", tileWidth: 8, tileHeight: 8, rows: 2, columns: 2 });
    for (const [entity, sentence] of [[group, /the GraphicsGroup of the Actor "crowd": give a mask/], [map, /the TileMap "level", which draws by a function: give a mask/]]) {
      entity.addComponent(new adapter.PixelColliderComponent());
      assert.throws(() => world.add(entity), sentence);
      assert.throws(() => entity.get(adapter.PixelColliderComponent).hasPixel({ x: 4, y: 4 }), sentence);
    }
  });
}

await host("excalibur/build/esm/excalibur.js", tests);
