// A small complete game: a ship among rocks, on a world without edges.

import { Mask, World } from "../hitmask/index.js";
import { Sprite, facts, isNarrow, keysOn, randomOf, whileSeen } from "../page.js";

/** On a phone the world is smaller, so that the ship is as large as a finger needs it. */
const [WIDTH, HEIGHT] = isNarrow() ? [360, 400] : [800, 450];
const STEP = 1 / 60;
const KINDS = {
  big: { picture: "meteorGrey_big2", scale: 0.8, points: 20, speed: 40, parts: "medium" },
  medium: { picture: "meteorGrey_med1", scale: 0.9, points: 50, speed: 75, parts: "small" },
  small: { picture: "meteorGrey_tiny2", scale: 1, points: 100, speed: 120, parts: null },
};
const SHIP = { picture: "playerShip1_orange", scale: isNarrow() ? 0.45 : 0.36 };
const SHOT = { speed: 1100, life: 0.5, pause: 0.16 };
/** Layers: what a collider is, and what it meets. */
const [IS_SHIP, IS_ROCK, IS_SHOT] = [1, 2, 4];
/** For so long nothing harms a new ship. */
const GRACE = 2.5;

export async function start(section) {
  const canvas = section.querySelector("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d");
  const show = facts(section.querySelector(".facts"));
  const pictures = new Map();
  await Promise.all([SHIP, ...Object.values(KINDS)].map(async ({ picture }) => pictures.set(picture, await Sprite.load(picture))));
  const bullet = Mask.filled(3, 9);
  const { isDown, tapped } = keysOn(section, ["ArrowLeft", "ArrowRight", "ArrowUp", "Space"]);
  const random = randomOf(Date.now());
  const between = (low, high) => low + random() * (high - low);
  let world, things, ship, score, lives, level, reload, sparks, state = "ready", late = 0;
  let best = Number(localStorage.getItem("hitmask-best") ?? 0);

  function begin() {
    prepare();
    state = "playing";
    nextShip();
    next();
  }

  /** A first level without a ship. */
  function prepare() {
    world?.free();
    world = new World({ wrap: [WIDTH, HEIGHT] });
    // Every collider's data is its number here.
    things = new Map();
    [score, lives, level, reload, sparks, ship] = [0, 3, 0, 0, [], null];
    nextLevel();
  }

  let numbers = 0;
  function insert(thing, shape, options) {
    const number = ++numbers;
    const handle = world.insert(shape, { data: number, ...options });
    things.set(number, Object.assign(thing, { number, handle }));
    return thing;
  }

  function remove(thing) {
    world.remove(thing.handle);
    things.delete(thing.number);
  }

  function insertSprite(thing, { picture, scale }, position, degrees, layers) {
    const sprite = pictures.get(picture);
    const pivot = [sprite.width / 2, sprite.height / 2];
    return insert({ ...thing, sprite, scale }, sprite.mask, { position, rotation: degrees, scale, pivot, layers });
  }

  function addRock(name, position) {
    const kind = KINDS[name];
    const [way, speed] = [between(0, 2 * Math.PI), between(0.6, 1.4) * kind.speed * (1 + level / 12)];
    const rock = { is: "rock", kind, dx: Math.cos(way) * speed, dy: Math.sin(way) * speed, spin: between(-90, 90) };
    insertSprite(rock, kind, position, between(0, 360), [IS_ROCK, IS_SHIP | IS_SHOT]);
  }

  function nextLevel() {
    level += 1;
    for (let i = 0; i < 2 + level; i++) {
      // Not where the ship is.
      const edge = random() < 0.5 ? [between(0, WIDTH), 0] : [0, between(0, HEIGHT)];
      addRock("big", edge);
    }
  }

  function nextShip() {
    const layers = [IS_SHIP, IS_ROCK];
    ship = insertSprite({ is: "ship", dx: 0, dy: 0, grace: GRACE }, SHIP, [WIDTH / 2, HEIGHT / 2], 0, layers);
    world.setEnabled(ship.handle, false);
  }

  function shoot() {
    const turn = (world.rotation(ship.handle) * Math.PI) / 180;
    const [u, v] = [Math.sin(turn), -Math.cos(turn)];
    const from = world.position(ship.handle);
    const shot = { is: "shot", dx: u * SHOT.speed + ship.dx, dy: v * SHOT.speed + ship.dy, life: SHOT.life };
    insert(shot, bullet, {
      position: [from.x + u * 14, from.y + v * 14],
      rotation: (turn * 180) / Math.PI,
      pivot: [1.5, 4.5],
      swept: true,
      layers: [IS_SHOT, IS_ROCK],
    });
    reload = SHOT.pause;
    // For tests.
    canvas.dataset.shots = Number(canvas.dataset.shots ?? 0) + 1;
  }

  function burst(at, count, color) {
    for (let i = 0; i < count; i++) {
      const [way, speed] = [between(0, 2 * Math.PI), between(10, 130)];
      sparks.push({ ...at, dx: Math.cos(way) * speed, dy: Math.sin(way) * speed, life: between(0.3, 0.9), color });
    }
  }

  function play() {
    if (ship) {
      if (isDown("ArrowLeft")) world.rotateBy(ship.handle, -240 * STEP);
      if (isDown("ArrowRight")) world.rotateBy(ship.handle, 240 * STEP);
      if (isDown("ArrowUp")) {
        const turn = (world.rotation(ship.handle) * Math.PI) / 180;
        ship.dx += Math.sin(turn) * 260 * STEP;
        ship.dy -= Math.cos(turn) * 260 * STEP;
      }
      ship.dx *= 0.995;
      ship.dy *= 0.995;
      reload -= STEP;
      // A shot that was asked for is fired as soon as the gun is loaded.
      const waits = tapped.has("Space") && reload > 0;
      if (isDown("Space") && reload <= 0) shoot();
      tapped.clear();
      if (waits) tapped.add("Space");
      if (ship.grace > 0 && (ship.grace -= STEP) <= 0) world.setEnabled(ship.handle, true);
    }
    for (const thing of [...things.values()]) {
      const at = world.position(thing.handle);
      // Beyond an edge: the world brings it back on the other side, and a shot is followed across.
      world.setPosition(thing.handle, [at.x + thing.dx * STEP, at.y + thing.dy * STEP]);
      if (thing.spin) world.rotateBy(thing.handle, thing.spin * STEP);
      if (thing.is === "shot" && (thing.life -= STEP) <= 0) remove(thing);
    }
    for (const event of world.step()) {
      if (event.kind !== "begin" && event.kind !== "pass") continue;
      const met = event.data.map((number) => things.get(number));
      // One of them may be gone: two shots that meet one rock in the same step.
      if (met.every(Boolean)) collide(...met.sort((a) => (a.is === "rock" ? -1 : 1)), event);
    }
    for (const spark of sparks) {
      spark.x += spark.dx * STEP;
      spark.y += spark.dy * STEP;
      spark.life -= STEP;
    }
    sparks = sparks.filter((spark) => spark.life > 0);
    if (state === "playing" && ![...things.values()].some((thing) => thing.is === "rock")) nextLevel();
  }

  function collide(rock, other, event) {
    const at = world.position(rock.handle);
    burst(event.touch?.first ?? at, 14, "silver");
    remove(rock);
    if (rock.kind.parts) for (let i = 0; i < 2; i++) addRock(rock.kind.parts, [at.x, at.y]);
    if (other.is === "shot") {
      score += rock.kind.points;
      remove(other);
      return;
    }
    burst(world.position(other.handle), 40, "orange");
    remove(other);
    ship = null;
    lives -= 1;
    if (lives > 0) {
      nextShip();
      return;
    }
    state = "over";
    best = Math.max(best, score);
    localStorage.setItem("hitmask-best", best);
  }

  function frame(passed) {
    // Steps of one length, so that the game is the same on every screen.
    late = Math.min(late + passed / 1000, 5 * STEP);
    while (late >= STEP) {
      late -= STEP;
      play();
    }
    paint();
    show({ score, lives, level, best });
  }

  function paint() {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = "#0b0d14";
    context.fillRect(0, 0, WIDTH, HEIGHT);
    for (const thing of things?.values() ?? []) {
      if (thing === ship && ship.grace > 0 && ship.grace % 0.3 < 0.12) continue;
      const { x, y } = world.position(thing.handle);
      const turn = (world.rotation(thing.handle) * Math.PI) / 180;
      // Near an edge it is seen on both sides.
      for (const [right, down] of [-WIDTH, 0, WIDTH].flatMap((right) => [-HEIGHT, 0, HEIGHT].map((down) => [right, down]))) {
        const [px, py] = [x + right, y + down];
        if (px < -80 || py < -80 || px > WIDTH + 80 || py > HEIGHT + 80) continue;
        const [sin, cos] = [Math.sin(turn), Math.cos(turn)].map((value) => value * (thing.scale ?? 1));
        context.setTransform(cos, sin, -sin, cos, px, py);
        if (thing.sprite) context.drawImage(thing.sprite.image, -thing.sprite.width / 2, -thing.sprite.height / 2);
        else {
          context.fillStyle = "#ffd866";
          context.fillRect(-1.5, -4.5, 3, 9);
        }
      }
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    for (const spark of sparks ?? []) {
      context.fillStyle = spark.color;
      context.fillRect(spark.x, spark.y, 2, 2);
    }
    const words = { ready: "Press Start", over: `Game over: ${score} points. Start again?` }[state];
    if (words) {
      context.fillStyle = "white";
      context.font = "600 26px system-ui";
      context.textAlign = "center";
      context.fillText(words, WIDTH / 2, HEIGHT / 2 - 40, WIDTH - 24);
    }
  }

  prepare();
  const next = whileSeen(canvas, frame);
  canvas.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || state === "playing") return;
    begin();
    event.preventDefault();
  });
  canvas.addEventListener("pointerdown", () => state !== "playing" && begin());
  section.querySelector('[data-do="start"]').addEventListener("click", () => {
    begin();
    canvas.focus({ preventScroll: true });
  });
}
