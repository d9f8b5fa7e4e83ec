// Konva's nodes without a canvas: transforms, crops, frames of animations.

import assert from "node:assert/strict";
import test from "node:test";

import * as adapter from "../../../../target/npm/hitmask/konva.js";
import hitmask from "./load.mjs";
import { host, modules } from "./hosts/host.mjs";
import { NaiveCanvas, WEDGE, compare, places, sheet } from "./hosts/naive.mjs";

const [W, H] = [WEDGE[0].length, WEDGE.length];

async function tests(file) {
  await import(file);
  const { Group } = await import(`${modules}konva/lib/Group.js`);
  const { Image } = await import(`${modules}konva/lib/shapes/Image.js`);
  const { Sprite } = await import(`${modules}konva/lib/shapes/Sprite.js`);
  const picture = sheet(WEDGE);
  /** A group that stands for a stage, which needs a canvas. */
  const onStage = (options) => {
    const group = new Group(options);
    group.getStage = () => group;
    group.batchDraw = () => group;
    return group;
  };
  const placed = ({ x, y, degrees, sx, sy }) => ({ x, y, offsetX: 5, offsetY: 4, rotation: degrees, scaleX: sx, scaleY: sy });

  test("konva: a node is hit where Konva draws it", () => {
    let hits = 0;
    for (const place of places) {
      const crop = { x: 3, y: 2, width: W, height: H };
      const nodes = [
        [new Image({ ...placed(place), image: picture, crop, width: W, height: H }), [0, 0, W, H]],
        [new Image({ ...placed(place), image: picture, crop, width: 2 * W, height: H / 2 }), [0, 0, 2 * W, H / 2]],
        [
          new Sprite({ ...placed(place), image: picture, animation: "a", animations: { a: [0, 0, 1, 1, 3, 2, W, H] }, frameIndex: 1, frameOffsets: { a: [9, 9, 2, -3] } }),
          [2, -3, W, H],
        ],
      ];
      for (const [node, box] of nodes) {
        const group = onStage({ x: 2.25, y: -1.5, scaleX: 1.25, skewX: 0.1 });
        group.add(node);
        const { x, y, degrees, sx, sy } = place;
        const canvas = new NaiveCanvas().translate(2.25, -1.5).transform(1, 0, 0.1, 1, 0, 0).scale(1.25, 1).translate(x, y).rotate(degrees).scale(sx, sy).translate(-5, -4);
        const result = compare(canvas.draw(WEDGE, ...box), (x, y) => adapter.intersects(node, { x, y }));
        assert.equal(result.wrong, 0, JSON.stringify({ place, box, result }));
        hits += result.hits;
        assert.ok(adapter.overlaps(node, node));
        // The outline that Konva's own events go by.
        const path = [];
        adapter.hitFunc()({ beginPath() {}, moveTo: (...to) => path.push(to), lineTo: (...to) => path.push(to), closePath() {}, fillStrokeShape() {} }, node);
        const [xs, ys] = [path.map(([x]) => x), path.map(([, y]) => y)];
        assert.deepEqual([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], [box[0], box[1], box[0] + box[2], box[1] + box[3]]);
      }
    }
    assert.ok(hits > 2000, String(hits));
  });

  test("konva: the topmost node at a point, and two nodes", () => {
    const node = (options) => new Image({ image: picture, crop: { x: 3, y: 2, width: W, height: H }, width: W, height: H, ...options });
    const [under, over] = [node({ x: 10, y: 10 }), node({ x: 12, y: 10, name: "over" })];
    const group = onStage();
    group.add(under, over);
    assert.ok(adapter.getIntersection(group, { x: 14, y: 10 }) === over);
    // The clear lower left corner of the upper one.
    assert.ok(adapter.getIntersection(group, { x: 12, y: 12 }) === under);
    assert.equal(adapter.getIntersection(group, { x: 10, y: 18 }), null);
    over.visible(false);
    assert.ok(adapter.getIntersection(group, { x: 14, y: 10 }) === under);
    over.visible(true);
    assert.equal(adapter.maskOf(under), adapter.maskOf(over), "read once");
    assert.ok(adapter.overlaps(under, over));
    // Its lower left corner is clear, and so is the upper right one of the other.
    over.position({ x: 20, y: 2 });
    assert.ok(!adapter.overlaps(under, over));
    assert.ok(adapter.overlaps(under, hitmask.Mask.filled(W, H), over, hitmask.Mask.filled(W, H)));
    const nothing = new Sprite({ image: picture, animation: "none", animations: {}, frameIndex: 0 });
    assert.equal(adapter.maskOf(nothing), null);
    assert.ok(!adapter.overlaps(nothing, under) && !adapter.intersects(nothing, { x: 0, y: 0 }));
    adapter.forget(picture);
    assert.equal(adapter.maskOf(under, 0).count, W * H);
  });
}

await host("konva/lib/Core.js", tests);
