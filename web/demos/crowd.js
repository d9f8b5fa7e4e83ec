// Thousands of sprites that fly and turn on a world without edges, with the time of one step.

import { EVENT_STRIDE, World } from "../hitmask/index.js";
import { Median, Sprite, facts, isNarrow, randomOf, resized, whileSeen } from "../page.js";

const PICTURES = ["meteorGrey_med1", "meteorGrey_tiny2", "coinGold", "saw", "bee", "playerShip1_orange"];
/** On a phone the world is smaller, and the sprites are as large as on a desk. */
const [WIDTH, HEIGHT] = isNarrow() ? [720, 720] : [1600, 900];
const SIDE = 18;
const [FEWEST, MOST] = [100, 20_000];
/** The milliseconds that a frame may take before the crowd is made smaller: thirty frames a second, and some rest for the browser. */
const FRAME = 28;
/** The kinds of events, as `stepInto` numbers them. */
const KINDS = ["begin", "stay", "end", "pass"];

/** A picture at the size of the crowd, and the same in bright. */
async function small(name) {
  const whole = await Sprite.load(name);
  const factor = SIDE / Math.max(whole.width, whole.height);
  const sprite = await resized(whole, ...[whole.width, whole.height].map((side) => Math.max(1, Math.round(side * factor))));
  const glow = new OffscreenCanvas(sprite.width, sprite.height);
  const context = glow.getContext("2d");
  context.drawImage(sprite.image, 0, 0);
  context.globalCompositeOperation = "source-atop";
  context.fillStyle = "rgb(255 38 148 / 75%)";
  context.fillRect(0, 0, glow.width, glow.height);
  return Object.assign(sprite, { glow });
}

export async function start(section) {
  const canvas = section.querySelector("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d");
  const show = facts(section.querySelector(".facts"));
  const sprites = await Promise.all(PICTURES.map(small));
  const setting = (name) => section.querySelector(`[data-set="${name}"]`);
  let world, crowd, handles, places, touching, pairs, times, works, most = MOST, seen = 0, paused = false;
  // Room for the events of a step. It grows when a step has more.
  let events = new Float64Array(1000 * EVENT_STRIDE);

  function build() {
    const asked = Math.round(FEWEST * (MOST / FEWEST) ** (setting("count").value / 100));
    const count = Math.min(asked, most);
    setting("count").value = (100 * Math.log(count / FEWEST)) / Math.log(MOST / FEWEST);
    section.querySelector('[data-of="count"]').textContent = count;
    world?.free();
    world = new World({ wrap: [WIDTH, HEIGHT] });
    const random = randomOf(7);
    const between = (low, high) => low + random() * (high - low);
    handles = new Float64Array(count);
    places = new Float64Array(3 * count);
    crowd = Array.from({ length: count }, (_, index) => {
      const sprite = sprites[Math.floor(random() * sprites.length)];
      const one = {
        sprite,
        degrees: between(0, 360),
        x: between(0, WIDTH),
        y: between(0, HEIGHT),
        dx: between(-60, 60),
        dy: between(-60, 60),
        spin: between(-120, 120),
      };
      const pivot = [sprite.width / 2, sprite.height / 2];
      handles[index] = world.insert(sprite.mask, { position: [one.x, one.y], rotation: one.degrees, pivot, data: index });
      return one;
    });
    touching = new Uint16Array(count);
    pairs = 0;
    times = new Median(31);
    works = new Median(15);
    seen = 0;
    next();
  }

  /** Makes the crowd as small as this browser needs it, by the time that its frames have taken. Without drawing more is possible. */
  function keepPace(work) {
    const median = works.add(work);
    if (++seen < 15 || median < FRAME || crowd.length <= FEWEST) return;
    most = Math.max(FEWEST, Math.floor((crowd.length * 0.9 * FRAME) / median / 10) * 10);
    build();
  }

  function frame(passed) {
    if (paused) return;
    const start = performance.now();
    const seconds = passed / 1000;
    const turning = setting("turn").checked;
    const begin = performance.now();
    crowd.forEach((one, index) => {
      one.x = (one.x + one.dx * seconds + WIDTH) % WIDTH;
      one.y = (one.y + one.dy * seconds + HEIGHT) % HEIGHT;
      if (turning) one.degrees += one.spin * seconds;
      places[3 * index] = one.x;
      places[3 * index + 1] = one.y;
      places[3 * index + 2] = one.degrees;
    });
    world.setPlaces(handles, places);
    const moved = performance.now();
    let count = world.stepInto(events);
    const end = performance.now();
    if (count * EVENT_STRIDE > events.length) {
      // Too little room, which happens once in a while: read all, and have room from now on.
      events = new Float64Array(2 * count * EVENT_STRIDE);
      count = 0;
      for (const event of world.events()) events.set([KINDS.indexOf(event.kind), event.a, event.b, ...event.data], EVENT_STRIDE * count++);
    }
    for (let at = 0; at < count * EVENT_STRIDE; at += EVENT_STRIDE) {
      const change = [1, 0, -1, 0][events[at]];
      pairs += change;
      touching[events[at + 3]] += change;
      touching[events[at + 4]] += change;
    }
    if (setting("draw").checked) paint();
    const time = (value) => `${value.toFixed(2)} ms`;
    show({
      sprites: crowd.length,
      "pairs that touch": pairs,
      "time of a step": time(times.add(end - moved)),
      "time to move all": time(moved - begin),
      "limit of this device": most < MOST ? most : "not reached",
    });
    keepPace(performance.now() - start);
  }

  function paint() {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, WIDTH, HEIGHT);
    context.imageSmoothingEnabled = false;
    crowd.forEach((one, index) => {
      const turn = (one.degrees * Math.PI) / 180;
      const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
      context.setTransform(cos, sin, -sin, cos, one.x, one.y);
      context.drawImage(touching[index] ? one.sprite.glow : one.sprite.image, -one.sprite.width / 2, -one.sprite.height / 2);
    });
  }

  const next = whileSeen(canvas, frame, () => !paused);
  setting("count").addEventListener("input", build);
  setting("draw").addEventListener("change", () => (most = MOST));
  const pause = section.querySelector('[data-do="pause"]');
  pause.addEventListener("click", () => {
    paused = !paused;
    pause.textContent = paused ? "Go on" : "Pause";
    next();
  });
  build();
}
