// The benchmark in Node: hitmask by both builds, beside loops and physics engines.
//
// node node.mjs TOOLS BUILD: the folder with node_modules, and "plain" or "simd". Prints lines of JSON.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { count, disc, hitmaskTimes, loopTime, measure, offsets, piecesOf, rhombus } from "./scenes.mjs";

const [tools, build] = [resolve(process.argv[2]), process.argv[3]];
const require = createRequire(pathToFileURL(join(tools, "package.json")));
const hitmask = await import(new URL("../../../../target/npm/hitmask/node.js", import.meta.url));
await hitmask.init({ build });
const print = (row) => console.log(JSON.stringify(row));
hitmaskTimes(hitmask).forEach(print);
if (build === "simd") {
  print(loopTime());
  const pieces = piecesOf(hitmask.Mask);
  const truth = (() => {
    const [a, b] = [disc, rhombus].map((shape) => hitmask.Mask.fromFunction(64, 64, shape(64)));
    return offsets.map((offset) => a.overlaps(b, offset));
  })();
  print(await rapier(pieces, truth));
  print(await box2d(pieces, truth));
}

/** Asks about each pair of pieces whose boxes meet, until one pair overlaps. */
function engine(name, pieces, truth, shapeOf, test) {
  const shapes = pieces.map((list) =>
    list.map((points) => {
      const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
      return { shape: shapeOf(points), x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys) };
    }),
  );
  const overlaps = ([dx, dy]) =>
    shapes[0].some((a) =>
      shapes[1].some(
        (b) => a.x0 < b.x1 + dx && b.x0 + dx < a.x1 && a.y0 < b.y1 + dy && b.y0 + dy < a.y1 && test(a.shape, b.shape, dx, dy),
      ),
    );
  const wrong = offsets.filter((offset, i) => overlaps(offset) !== truth[i]).length;
  const row = measure(name, offsets.length, () => count(offsets, overlaps), { samples: 5 });
  return { ...row, wrong, of: offsets.length, pieces: shapes.map((list) => list.length) };
}

async function rapier(pieces, truth) {
  const { default: RAPIER } = await import(pathToFileURL(require.resolve("@dimforge/rapier2d-compat")).href);
  await RAPIER.init();
  const shapeOf = (points) => new RAPIER.ConvexPolygon(Float32Array.from(points.flat()), true);
  const [here, there] = [{ x: 0, y: 0 }, { x: 0, y: 0 }];
  return engine("rapier2d, convex pieces", pieces, truth, shapeOf, (a, b, dx, dy) => {
    [there.x, there.y] = [dx, dy];
    return a.intersectsShape(here, 0, b, there, 0);
  });
}

async function box2d(pieces, truth) {
  const factory = require(join(tools, "node_modules/box2d-wasm/dist/umd/Box2D.js"));
  const bytes = readFileSync(join(tools, "node_modules/box2d-wasm/dist/umd/Box2D.wasm"));
  const box2D = await (factory.default ?? factory)({ wasmBinary: bytes });
  const { b2PolygonShape, b2Transform, b2Vec2, b2Rot, b2TestOverlap, getPointer } = box2D;
  const at = (x, y) => {
    const place = new b2Transform(new b2Vec2(0, 0), new b2Rot(0));
    place.SetIdentity();
    place.p.Set(x, y);
    return place;
  };
  const [here, there] = [at(0, 0), at(0, 0)];
  const shapeOf = (points) => {
    const shape = new b2PolygonShape();
    // At most eight corners: of more, some are left out.
    const few = points.length <= 8 ? points : points.filter((_, i) => i % Math.ceil(points.length / 8) === 0);
    const memory = box2D._malloc(8 * few.length);
    few.forEach(([x, y], i) => {
      box2D.HEAPF32[(memory >> 2) + 2 * i] = x;
      box2D.HEAPF32[(memory >> 2) + 2 * i + 1] = y;
    });
    shape.Set(box2D.wrapPointer(memory, b2Vec2), few.length);
    box2D._free(memory);
    return shape;
  };
  if (typeof b2TestOverlap !== "function") throw new Error(`box2d-wasm has no b2TestOverlap: ${Object.keys(box2D).filter((key) => /Overlap|Distance/.test(key))} ${getPointer}`);
  return engine("box2d-wasm, convex pieces", pieces, truth, shapeOf, (a, b, dx, dy) => {
    there.p.Set(dx, dy);
    return b2TestOverlap(a, 0, b, 0, here, there);
  });
}
