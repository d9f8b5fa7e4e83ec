// A level: a map of tiles that is edited while a hero walks over it, and foes whose masks tell the head from the body.

import { Frames, LabelMask, Mask, TileMap, TileSet, World } from "../hitmask/index.js";
import { hills } from "../hills.js";
import { STAGE, Sprite, facts, isNarrow, keysOn, linesOn, pixelOf, resized, whileSeen } from "../page.js";

const SIDE = hills.side;
const [WHOLE, HEIGHT] = [hills.columns * SIDE, hills.rows * SIDE];
/** On a phone a part of the level is seen, which follows the hero. */
const WIDTH = isNarrow() ? 256 : WHOLE;
/** Seconds a step, and pixels a step. */
const [STEP, WALK, JUMP, GRAVITY, LIFT, CREEP] = [1 / 60, 2, -5, 1 / 3, 2 / 3, 0.5];
const STONE = { speed: 6, gravity: 0.08, pause: 0.35 };
const MOVES = { stepUp: 3, stepDown: 3 };
/** Layers: what a collider is. */
const [IS_GROUND, IS_HERO, IS_FOE, IS_STONE] = [1, 2, 4, 8];
/** Labels, and the number of the spikes. */
const [HEAD, BODY, SPIKES] = [1, 2, 10];
/** What can be built: a tile of the map's set, with its flip. */
const TILES = [
  ["earth", 1],
  ["grass", 2],
  ["slope up", 3],
  ["slope down", 3, true],
  ["plank", 6],
  ["spikes", 7],
];
const NAMES = ["clear", "earth", "grass", "slope", "slope", "slope", "plank", "spikes", "flag"];
const FLIP_X = 2 ** 31;
const cellOf = (gid) => (gid ? { tile: gid % FLIP_X, flipX: gid >= FLIP_X } : null);

/** A walk to the right, and the same to the left: pictures, and label masks, whose pixels above the neck are of the head. */
async function walkOf(names, width, height, neck) {
  const right = await Promise.all(names.map(async (name) => resized(await Sprite.load(name), width, height)));
  const images = [false, true].flatMap((flips) =>
    right.map(({ pixels }) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext("2d");
      // What is seen is what is solid: no pixel is half there.
      const all = new ImageData(pixels.data.map((value, at) => (at % 4 < 3 ? value : value >= 128 ? 255 : 0)), width);
      context.putImageData(all, 0, 0);
      context.globalCompositeOperation = "copy";
      if (flips) context.setTransform(-1, 0, 0, 1, width, 0);
      context.drawImage(canvas, 0, 0);
      return canvas;
    }),
  );
  const frames = images.map((image) => {
    const colors = new Sprite("", image).colors;
    const labels = Uint8Array.from(colors, (color, at) => (color >>> 24 ? (at < neck * width ? HEAD : BODY) : 0));
    return new LabelMask(width, height, labels, { [HEAD]: "head", [BODY]: "body" });
  });
  return { images, frames: Frames.withLabels(frames), width, height };
}

export async function start(section) {
  const canvas = section.querySelector("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d");
  const lines = linesOn(canvas, 3);
  const show = facts(section.querySelector(".facts"));
  const { isDown, tapped } = keysOn(section, ["ArrowLeft", "ArrowRight", "ArrowUp", "Space"]);
  const tool = section.querySelector('[data-set="tile"]');
  tool.append(...TILES.map(([name], index) => new Option(name, index)));
  const women = Array.from({ length: 8 }, (_, i) => `femaleAdventurer_walk${i}`);
  const [sheet, heroes, aliens] = await Promise.all([
    Sprite.load("hills"),
    walkOf(women, 21, 28, 17),
    walkOf(["alienBlue_walk1", "alienBlue_walk2"], 17, 24, 14),
  ]);
  const across = sheet.width / SIDE;
  const corner = (tile) => [((tile - 1) % across) * SIDE, Math.floor((tile - 1) / across) * SIDE];
  const masks = Array.from({ length: 9 }, (_, i) => sheet.mask.crop([...corner(i + 1), SIDE, SIDE]));
  const tiles = new TileSet(
    Object.fromEntries(masks.map((mask, i) => [i + 1, { mask, kind: hills.kinds[i + 1], number: i + 1 === 7 ? SPIKES : 0 }])),
  );
  const pebble = Mask.fromFunction(5, 5, (x, y) => (x - 2) ** 2 + (y - 2) ** 2 < 6);
  const named = (name) => hills.things.find((thing) => thing.name === name);
  const back = new OffscreenCanvas(WHOLE, HEIGHT);
  const scene = back.getContext("2d");
  let world, gids, ground, lift, goal, lamps, hero, foes, stones, words, things, home, deaths, last, reload, state, late = 0, camera = 0;
  let at = null, paints = null;

  function build() {
    world?.free();
    world = new World({ labels: true });
    // Spikes below the lift: here it comes down again, and nobody gets out from under it.
    gids = hills.gids.map((gid, index) => ([24, 25].includes(index % hills.columns) && Math.floor(index / hills.columns) === 9 ? 7 : gid));
    const map = TileMap.fromGids(tiles, [hills.columns, hills.rows], [SIDE, SIDE], gids);
    ground = world.insertTiles(map);
    map.free();
    scene.clearRect(0, 0, WHOLE, HEIGHT);
    gids.forEach((_, index) => drawCell(index));
    // What stands at a handle.
    things = new Map([[ground.sensor, { is: "tiles" }]]);
    const { x, y, width, height } = named("lift");
    lift = add({ low: y, is: "lift" }, [0, 0, width, height], { position: [x, y] });
    goal = named("goal");
    add({ is: "goal" }, [0, 0, goal.width, goal.height], { position: goal, kind: "sensor" });
    lamps = hills.things.filter((thing) => thing.template).map(({ x, y }) =>
      add({ is: "lamp", x, y: y - SIDE, lit: false }, masks[8], { position: [x, y - SIDE], kind: "sensor" }),
    );
    const walker = (is, walk, layer, position, also) => {
      const options = { kind: "character", position, pivot: [Math.floor(walk.width / 2), walk.height], layers: [layer, -1 >>> 0] };
      return add({ is, walk, layer, dy: 0, way: 1, steps: 0, shown: 0, ...also }, walk.frames, options);
    };
    home = named("start");
    hero = walker("hero", heroes, IS_HERO, home);
    foes = [[300, 128], [450, 48]].map((place) => walker("foe", aliens, IS_FOE, place, { way: -1 }));
    [stones, words, deaths, last, reload, state] = [[], [], 0, "none", 0, "on the way"];
    next();
  }

  function drawCell(index) {
    const [x, y] = [(index % hills.columns) * SIDE, Math.floor(index / hills.columns) * SIDE];
    scene.clearRect(x, y, SIDE, SIDE);
    const cell = cellOf(gids[index]);
    if (!cell) return;
    scene.setTransform(cell.flipX ? -1 : 1, 0, 0, 1, cell.flipX ? x + SIDE : x, y);
    scene.drawImage(sheet.image, ...corner(cell.tile), SIDE, SIDE, 0, 0, SIDE, SIDE);
    scene.setTransform(1, 0, 0, 1, 0, 0);
  }

  const indexOf = ({ x, y }) => Math.floor(y / SIDE) * hills.columns + Math.floor(x / SIDE);

  /** Changes a cell of the map in the world. What would bury the hero, or the place where it begins again, is undone. */
  function put(index, gid) {
    const cell = [index % hills.columns, Math.floor(index / hills.columns)];
    world.setTile(ground.body, cell, cellOf(gid));
    const places = [world.position(hero.handle), home];
    if (places.some((place) => world.fitAt(hero.handle, place, 0, { layers: [IS_HERO, IS_GROUND] }).kind === "stuck")) {
      world.setTile(ground.body, cell, cellOf(gids[index]));
      return;
    }
    gids[index] = gid;
    drawCell(index);
  }

  function walk(one, way, speed, jumps) {
    const filter = { layers: [one.layer, IS_GROUND] };
    const moved = world.moveAndSlide(one.handle, [way * speed, jumps ? JUMP : one.dy + GRAVITY], MOVES, filter);
    one.dy = moved.velocity.y;
    one.floor = moved.floor?.what;
    one.way = way || one.way;
    one.steps = way ? one.steps + speed : 0;
    const count = one.walk.images.length / 2;
    const frame = (Math.floor(one.steps / 6) % count) + (one.way < 0 ? count : 0);
    // Each frame has its own pixels: one that does not fit is not shown.
    if (world.fitFrame(one.handle, frame, 3, filter).kind !== "stuck") one.shown = frame;
    return moved;
  }

  function remove(list, thing) {
    world.remove(thing.handle);
    things.delete(thing.handle);
    list.splice(list.indexOf(thing), 1);
  }

  /** Words above a head, for a second. */
  function say(text, handle, color) {
    const { x, y, w } = world.bounds(handle);
    words.push({ text, x: x + w / 2, y: y - 4, color, life: 1 });
  }

  function goHome(why) {
    say(why, hero.handle, STAGE.both);
    world.teleport(hero.handle, home);
    hero.dy = 0;
    deaths += 1;
  }

  function play() {
    const here = world.position(lift.handle);
    // It rises with who steps on it, and waits until nobody is near: an arm that rests on the cliff is no reason to sink.
    lift.rises = hero.floor === lift.handle || (lift.rises && Math.abs(world.position(hero.handle).x - here.x) < 2 * SIDE);
    const way = lift.low - (lift.rises ? hills.rise : 0) - here.y;
    const { crushed } = world.moveSolid(lift.handle, [0, Math.max(-LIFT, Math.min(LIFT, way))]);
    if (crushed.includes(hero.handle)) goHome("crushed");
    const moved = walk(hero, isDown("ArrowRight") - isDown("ArrowLeft"), WALK, isDown("ArrowUp") && hero.floor !== undefined);
    if (moved.position.y > HEIGHT + 40) goHome("fallen");
    reload -= STEP;
    if (isDown("Space") && reload <= 0) throwStone(moved.position);
    tapped.clear();
    for (const foe of [...foes]) {
      const { position, wall, stuck } = walk(foe, foe.way, CREEP);
      // It turns where it meets a wall, and where no ground follows.
      const ahead = position.x + 7 * foe.way;
      const [from, to] = [-12, 12].map((down) => [Math.floor(ahead), Math.floor(position.y) + down]);
      if (wall || !world.firstOnLine(from, to, { layers: [IS_FOE, IS_GROUND], except: [lift.handle] })) foe.way = -foe.way;
      if (stuck !== null || position.y > HEIGHT + 40) remove(foes, foe);
    }
    for (const stone of [...stones]) {
      stone.dy += STONE.gravity;
      const { x, y } = world.position(stone.handle);
      world.setPosition(stone.handle, [x + stone.dx, y + stone.dy]);
      if (x < -9 || x > WHOLE + 9 || y > HEIGHT + 9) remove(stones, stone);
    }
    for (const event of world.step()) {
      if (event.kind !== "begin" && event.kind !== "pass") continue;
      // Of the hero or a stone, and of what it met.
      const [one, index] = [event.a, event.b].map((handle, index) => [things.get(handle), index]).find(([thing]) => /hero|stone/.test(thing?.is)) ?? [];
      if (one) meet(one, things.get(index ? event.a : event.b), event, event.hit.labels[1 - index]);
    }
    words.forEach((word) => ((word.life -= STEP), (word.y -= 0.4)));
    words = words.filter((word) => word.life > 0);
  }

  function add(thing, shape, options) {
    const handle = world.insert(shape, options);
    things.set(handle, Object.assign(thing, { handle }));
    return thing;
  }

  function throwStone({ x, y }) {
    const stone = { is: "stone", dx: STONE.speed * hero.way, dy: -0.4 };
    stones.push(add(stone, pebble, {
      position: [x + 9 * hero.way - 2, y - 19],
      kind: "sensor",
      layers: [IS_STONE, IS_GROUND | IS_FOE],
      swept: true,
      firstOnly: true,
    }));
    reload = STONE.pause;
  }

  /** The hero or a stone has met something, whose label at the first pixel that they share is known. */
  function meet(one, other, event, label) {
    const first = event.hit.pixel;
    if (one.is === "stone") {
      if (!stones.includes(one)) return;
      remove(stones, one);
      if (other?.is === "foe") strike(other, label, one.dx);
    } else if (other?.is === "foe") {
      // Only who falls onto a head strikes it.
      if (label === HEAD && one.dy > 1) {
        strike(other, label, 0);
        one.dy = JUMP * 0.8;
      } else goHome("caught");
    } else if (other?.is === "tiles") {
      if (world.tileAt(ground.sensor, first)?.number === SPIKES) goHome("spikes");
    } else if (other?.is === "lamp") {
      other.lit = true;
      home = { x: other.x + SIDE / 2, y: other.y + SIDE };
    } else if (other?.is === "goal" && state !== "there") {
      state = "there";
      say("You are there", hero.handle, STAGE.normal);
    }
  }

  function strike(foe, label, push) {
    if (!foes.includes(foe)) return;
    last = label === HEAD ? "head" : "body";
    say(`${last}${label === HEAD ? "!" : ""}`, foe.handle, label === HEAD ? STAGE.both : STAGE.b);
    // Who is hit in the body comes to see who it was.
    if (label === HEAD) remove(foes, foe);
    else foe.way = -Math.sign(push);
  }

  /** What the pixel under the pointer belongs to. */
  function pixelName(pixel) {
    const label = [hero, ...foes].map(({ handle }) => world.labelAt(handle, pixel)).find(Boolean);
    if (label) return label === HEAD ? "a head" : "a body";
    const tile = [ground.body, ground.oneWay, ground.sensor].map((part) => world.tileAt(part, pixel)).find(Boolean);
    return tile ? tile.kind : "clear";
  }

  function frame(passed) {
    late = Math.min(late + passed / 1000, 5 * STEP);
    while (late >= STEP) {
      late -= STEP;
      play();
    }
    const place = world.position(hero.handle);
    camera = Math.round(Math.max(0, Math.min(WHOLE - WIDTH, place.x - WIDTH / 2)));
    // For tests.
    canvas.dataset.hero = `${Math.round(place.x)},${Math.round(place.y)}`;
    paint();
    const pixel = at && { x: Math.floor(at.x) + camera, y: Math.floor(at.y) };
    const gid = pixel && gids[indexOf(pixel)] % FLIP_X;
    show({
      lamps: `${lamps.filter((lamp) => lamp.lit).length} of ${lamps.length}`,
      foes: foes.length,
      "last hit": last,
      "begun again": deaths,
      flag: state,
      cell: pixel ? `${Math.floor(pixel.x / SIDE)}, ${Math.floor(pixel.y / SIDE)}: ${NAMES[gid]}` : "none",
      pixel: pixel ? pixelName(pixel) : "none",
    });
  }

  function paint() {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = "#282e4a";
    context.fillRect(0, 0, WIDTH, HEIGHT);
    context.translate(-camera, 0);
    context.drawImage(back, 0, 0);
    for (const { x, y, lit } of lamps) {
      context.globalAlpha = lit ? 1 : 0.35;
      context.drawImage(sheet.image, ...corner(9), SIDE, SIDE, x, y, SIDE, SIDE);
    }
    context.globalAlpha = 1;
    context.fillStyle = "#d8a054";
    const { x, y, w, h } = world.bounds(lift.handle);
    context.fillRect(x, y, w, h);
    for (const one of [...foes, hero]) {
      // A character is drawn at whole pixels, as it collides.
      const [, , , , left, top] = world.pose(one.handle).toMatrix();
      context.drawImage(one.walk.images[one.shown], Math.round(left), Math.round(top));
    }
    context.fillStyle = STAGE.normal;
    for (const { handle } of stones) {
      const { x, y, w, h } = world.bounds(handle);
      context.beginPath();
      context.ellipse(x + w / 2, y + h / 2, w / 2, h / 2, 0, 0, 7);
      context.fill();
    }
    lines.clearRect(0, 0, WIDTH, HEIGHT);
    lines.strokeStyle = STAGE.both;
    if (at) lines.strokeRect(Math.floor((at.x + camera) / SIDE) * SIDE - camera, Math.floor(at.y / SIDE) * SIDE, SIDE, SIDE);
    lines.font = "600 9px system-ui";
    lines.textAlign = "center";
    lines.textBaseline = "bottom";
    for (const { text, x, y, color, life } of words) {
      lines.globalAlpha = Math.min(1, 2 * life);
      lines.fillStyle = color;
      lines.fillText(text, Math.min(x - camera, WIDTH - 34), Math.max(y, 10));
    }
    lines.globalAlpha = 1;
  }

  const next = whileSeen(canvas, frame);
  const look = (event) => {
    const { x, y } = pixelOf(canvas, event);
    at = x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT ? { x, y } : null;
    if (paints !== null && at) put(indexOf({ x: at.x + camera, y: at.y }), paints);
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    look(event);
    if (!at) return;
    const [, tile, flips] = TILES[tool.value];
    const gid = tile + (flips ? FLIP_X : 0);
    paints = gids[indexOf({ x: at.x + camera, y: at.y })] === gid ? 0 : gid;
    look(event);
  });
  canvas.addEventListener("pointermove", look);
  canvas.addEventListener("pointerleave", () => (at = null));
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => (paints = null));
  section.querySelector('[data-do="reset"]').addEventListener("click", build);
  build();
}
