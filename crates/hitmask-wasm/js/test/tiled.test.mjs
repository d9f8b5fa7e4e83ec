// Levels of Tiled saved as JSON, against what was written, pixel by pixel.

import assert from "node:assert/strict";
import test from "node:test";

import hitmask from "./load.mjs";
import { TiledLevel } from "../../../../target/npm/hitmask/tiled.js";

const { Mask, World } = hitmask;

const property = (name, value) => ({ name, type: typeof value === "number" ? "int" : typeof value, value });
const [FLIP_X, FLIP_Y] = [0x80000000, 0x40000000];

/** Two tiles of 4 x 4 with a gap of one pixel: a slope, and spikes in the lower half. */
const sheet = Mask.fromFunction(9, 4, (x, y) => (x < 4 ? x + y > 2 : x > 4 && y > 1));
const set = {
  firstgid: 1, name: "set", image: "sheet.png", tilewidth: 4, tileheight: 4, spacing: 1, margin: 0, columns: 2, tilecount: 2,
  properties: [property("material", "stone")],
  tiles: [{ id: 1, type: "Sensor", properties: [property("number", 7), property("deadly", true)] }],
};
const thing = (id, more) => ({ id, name: `thing ${id}`, type: "", x: 8, y: 8, width: 8, height: 4, rotation: 0, ...more });
const level = {
  type: "map", orientation: "orthogonal", width: 3, height: 2, tilewidth: 4, tileheight: 4, tilesets: [{ firstgid: 1, source: "set.tsj" }],
  layers: [{
    type: "group", name: "far", offsetx: 10, layers: [
      { type: "tilelayer", name: "ground", offsety: 2, width: 3, height: 2, data: [0, 1 + FLIP_X, 2, 1, 0, 2 + FLIP_Y] },
      { type: "objectgroup", name: "things", properties: [property("hitmask", "sensor"), property("layer", 3)], objects: [
        thing(1, { properties: [property("hitmask", "one-way-left"), property("number", 9)] }),
        thing(2, { point: true, width: 0, height: 0 }),
        thing(3, { ellipse: true }),
        thing(4, { gid: 1 + FLIP_X, width: 8, height: 8, y: 16, type: "Solid", properties: [property("hp", 3)] }),
        thing(5, { gid: 2, width: 4, height: 4 }),
        thing(6, { polygon: [{ x: 0, y: 0 }, { x: 8, y: 0 }, { x: 2, y: 2 }, { x: 0, y: 8 }], width: 0, height: 0, type: "none" }),
        thing(7, { rotation: 90 }),
      ] },
    ],
  }],
};
const read = (changes = {}) => new TiledLevel({ ...level, ...changes }, { masks: { "sheet.png": sheet }, files: { "set.tsj": set } });

test("a layer is the tiles that the level says", () => {
  const { map, position } = read().tileMap("ground");
  assert.deepEqual(position, { x: 10, y: 2 });
  const slope = (x, y) => x + y > 2;
  const expected = Mask.fromFunction(12, 8, (x, y) => {
    const [u, v] = [x % 4, y % 4];
    return [
      () => false, () => slope(3 - u, v), () => v > 1,
      () => slope(u, v), () => false, () => 3 - v > 1,
    ][Math.floor(x / 4) + 3 * Math.floor(y / 4)]();
  });
  assert.ok(map.crop({ x: 0, y: 0, w: 12, h: 8 }).equals(expected));
  assert.equal(map.tileAt([9, 3]).kind, "sensor");
  assert.equal(map.tileAt([9, 3]).number, 7);
  assert.deepEqual(read().tileProperties(map.tileAt([9, 3])), { material: "stone", number: 7, deadly: true });
  // The same in base64, and in chunks.
  const data = [0, 1 + FLIP_X, 2, 1, 0, 2 + FLIP_Y];
  const bytes = Buffer.from(Uint32Array.from(data).buffer).toString("base64");
  const other = (layer) => read({ layers: [{ type: "tilelayer", name: "ground", width: 3, height: 2, ...layer }] }).tileMap("ground");
  assert.ok(other({ data: bytes, encoding: "base64", compression: "" }).map.equals(map));
  const chunks = [{ x: -2, y: 4, width: 3, height: 1, data: data.slice(0, 3) }, { x: -2, y: 5, width: 3, height: 1, data: data.slice(3) }];
  const chunked = other({ chunks });
  assert.ok(chunked.map.equals(map));
  assert.deepEqual(chunked.position, { x: -8, y: 16 });
});

test("objects are what the level says", () => {
  const things = read().objects("far/things");
  assert.deepEqual(things.map(({ kind }) => kind), ["one-way-left", "sensor", "sensor", "body", "sensor", "nothing", "sensor"]);
  const world = new World();
  const handles = things.map((thing) => (thing.shape === null ? null : world.insert(thing.shape, thing.options)));
  assert.equal(handles[1], null);
  assert.deepEqual(things[1].position, { x: 18, y: 8 });
  const ledge = world.props(handles[0]);
  assert.deepEqual([ledge.kind, ledge.openSide, ledge.data, ledge.layers[0]], ["one-way", "left", 9, 8]);
  assert.equal(world.props(handles[5]).enabled, false);
  assert.deepEqual(things[3].properties, { material: "stone", hp: 3 });
  const pixels = (handle, [x, y, w, h]) => Mask.fromFunction(w, h, (u, v) => world.pickAll([x + u, y + v], { sensors: true }).includes(handle));
  assert.equal(pixels(handles[0], [18, 8, 8, 4]).count, 32);
  // A tile of twice its size stands on its position, mirrored in its box.
  const big = Mask.fromFunction(8, 8, (x, y) => 3 - Math.floor(x / 2) + Math.floor(y / 2) > 2);
  assert.ok(pixels(handles[3], [18, 8, 8, 8]).equals(big));
  // A rectangle turns about its corner: 8 x 4 lies left of it, and below.
  assert.equal(pixels(handles[6], [14, 8, 4, 8]).count, 32);
  const round = Mask.fromFunction(8, 4, (x, y) => ((x + 0.5 - 4) / 4) ** 2 + ((y + 0.5 - 2) / 2) ** 2 < 1);
  assert.ok(pixels(handles[2], [18, 8, 8, 4]).equals(round));
});

test("templates count the tiles of their own set", () => {
  const template = { object: { name: "lamp", type: "Lamp", gid: 2, width: 4, height: 4, properties: [property("light", 5)] }, tileset: { firstgid: 1, source: "../set.tsj" } };
  const layers = [{ type: "objectgroup", name: "things", objects: [{ id: 1, template: "lamp.tj", x: 4, y: 8 }] }];
  const tilesets = [{ firstgid: 5, source: "set.tsj" }];
  const files = { "set.tsj": set, "lamp.tj": template };
  const [lamp] = new TiledLevel({ ...level, tilesets, layers }, { masks: { "sheet.png": sheet }, files }).objects("things");
  assert.deepEqual([lamp.name, lamp.class, lamp.kind], ["lamp", "Lamp", "sensor"]);
  assert.deepEqual(lamp.properties, { material: "stone", number: 7, deadly: true, light: 5 });
  assert.ok(lamp.shape.equals(sheet.crop({ x: 5, y: 0, w: 4, h: 4 })));
});

test("what is missing is named", () => {
  assert.throws(() => new TiledLevel({}, { masks: {} }), /no map of Tiled/);
  assert.throws(() => new TiledLevel(level, { masks: {} }), /names "set.tsj"/);
  assert.throws(() => new TiledLevel(level, { masks: {}, files: { "set.tsj": set } }).tileMap("ground"), /"sheet.png"/);
  assert.throws(() => read().tileMap("sky"), /no layer "sky": there are "far\/ground", "far\/things"/);
  assert.throws(() => read().tileMap("things"), /has no cells/);
  assert.throws(() => read().objects("ground"), /has no objects/);
  assert.throws(() => read({ orientation: "isometric" }), /isometric/);
  const packed = { type: "tilelayer", name: "ground", width: 1, height: 1, data: "eJw=", encoding: "base64", compression: "zlib" };
  assert.throws(() => read({ layers: [packed] }).tileMap("ground"), /is packed/);
});
