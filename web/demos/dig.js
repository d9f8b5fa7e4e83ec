// Ground that is dug with a brush. What is cut off falls, and lands pixel by pixel.

import { Circle, Mask, Terrain } from "../hitmask/index.js";
import { STAGE, facts, pixelOf, randomOf, whileSeen } from "../page.js";

const [WIDTH, HEIGHT] = [640, 360];
/** Pixels a second, and more in every second. */
const GRAVITY = 900;
/** An island of fewer pixels crumbles to nothing. */
const CRUMBS = 12;

export function start(section) {
  const canvas = section.querySelector("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d");
  const show = facts(section.querySelector(".facts"));
  const radius = section.querySelector('[data-set="radius"]');
  const picture = new ImageData(WIDTH, HEIGHT);
  let ground, falling, grains, seed = 5, at = { x: WIDTH / 2, y: HEIGHT / 2 }, digs = false, time = 0;

  /** Hills with caves, from three waves and some circles. */
  function build() {
    const random = randomOf(seed++);
    const waves = Array.from({ length: 3 }, (_, i) => ({ far: 10 + 22 * random(), long: 0.004 + 0.009 * random() * (i + 1), from: 7 * random() }));
    const height = (x) => 130 + waves.reduce((sum, wave) => sum + wave.far * Math.sin(x * wave.long + wave.from), 0);
    const mask = Mask.fromFunction(WIDTH, HEIGHT, (x, y) => y > height(x));
    ground?.free();
    ground = Terrain.fromMask(mask);
    mask.free();
    for (let i = 0; i < 26; i++) carve([WIDTH * random(), 190 + 170 * random()], 8 + 22 * random(), true);
    // Each pixel keeps its colour wherever it falls, so colours are kept beside the terrain.
    grains = new Uint32Array(WIDTH * HEIGHT);
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const deep = y - height(x);
        const [r, g, b] = deep < 7 ? [106, 168, 79] : deep < 60 ? [150, 105, 66] : [112, 100, 96];
        const light = 0.88 + 0.24 * random();
        grains[y * WIDTH + x] = 0xff000000 | ((b * light) << 16) | ((g * light) << 8) | (r * light);
      }
    }
    falling = [];
    drop();
    next();
  }

  function carve(centre, size, digging) {
    const circle = new Circle([0, 0], size);
    const change = digging ? ground.carve(circle, centre.map(Math.round)) : ground.draw(circle, centre.map(Math.round));
    circle.free();
    return change;
  }

  /** Moves the brush along a line. Returns how many pixels changed. */
  function brush(from, to, digging) {
    const size = Number(radius.value);
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (size / 4)));
    let pixels = 0;
    for (let i = 1; i <= steps; i++) {
      const part = i / steps;
      pixels += carve([from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part], size, digging).pixels;
    }
    return pixels;
  }

  /** Takes what hangs in the air out of the ground, and lets it fall. */
  function drop() {
    for (const island of ground.islands({ anchors: ["left", "right", "bottom"] })) {
      const taken = ground.takeIsland(island);
      if (!taken) continue;
      const { mask, corner } = taken;
      if (mask.count < CRUMBS) {
        mask.free();
        continue;
      }
      const colors = new Uint32Array(mask.width * mask.height);
      for (let y = 0; y < mask.height; y++) {
        colors.set(grains.subarray((y + corner.y) * WIDTH + corner.x, (y + corner.y) * WIDTH + corner.x + mask.width), y * mask.width);
      }
      falling.push({ mask, colors, x: corner.x, y: corner.y, speed: 0, rest: 0 });
    }
  }

  function fall(seconds) {
    // The lowest first, so that what lies on it finds it in its place.
    falling.sort((a, b) => b.y + b.mask.height - (a.y + a.mask.height));
    falling = falling.filter((piece) => {
      piece.speed += GRAVITY * seconds;
      piece.rest += piece.speed * seconds;
      const way = Math.floor(piece.rest);
      piece.rest -= way;
      const met = ground.castPixels(piece.mask, [piece.x, piece.y], [0, way]);
      if (met.kind === "miss" && piece.y + piece.mask.height + way < HEIGHT) {
        piece.y += way;
        return true;
      }
      const free = met.kind === "hit" ? met.offset.y : met.kind === "initial-overlap" ? piece.y : HEIGHT - piece.mask.height;
      piece.y = Math.min(free, HEIGHT - piece.mask.height);
      land(piece);
      return false;
    });
  }

  function land({ mask, colors, x, y }) {
    ground.draw(mask, [x, y]);
    each(mask, (column, row) => (grains[(y + row) * WIDTH + x + column] = colors[row * mask.width + column]));
    mask.free();
  }

  /** Calls a function with every solid pixel of a mask, from its packed bytes. */
  function each(mask, use) {
    const bytes = mask.toBytes();
    const pitch = Math.ceil(mask.width / 8);
    for (let row = 0; row < mask.height; row++) {
      for (let column = 0; column < mask.width; column++) {
        if (bytes[row * pitch + (column >> 3)] & (128 >> (column & 7))) use(column, row);
      }
    }
  }

  function frame(passed) {
    const begin = performance.now();
    if (digs) {
      const tool = section.querySelector('[name="dig-tool"]:checked').value;
      const digging = (tool === "dig") !== digs.shift;
      if (brush(digs.from ?? at, at, digging)) {
        if (digging) drop();
        time = performance.now() - begin;
      }
      digs.from = at;
    }
    fall(passed / 1000);
    paint();
    show({ "solid pixels": ground.count, "pieces in the air": falling.length, "time of the last dig": `${time.toFixed(2)} ms` });
  }

  function paint() {
    const out = new Uint32Array(picture.data.buffer);
    const mask = ground.crop([0, 0, WIDTH, HEIGHT]);
    out.fill(0);
    each(mask, (x, y) => (out[y * WIDTH + x] = grains[y * WIDTH + x]));
    mask.free();
    for (const piece of falling) {
      each(piece.mask, (x, y) => {
        if (piece.y + y >= 0) out[(piece.y + y) * WIDTH + piece.x + x] = piece.colors[y * piece.mask.width + x];
      });
    }
    context.putImageData(picture, 0, 0);
    context.beginPath();
    context.arc(at.x, at.y, Number(radius.value), 0, 7);
    context.strokeStyle = STAGE.both;
    context.lineWidth = 1.5;
    context.stroke();
  }

  const next = whileSeen(canvas, frame, () => digs || falling.length > 0);
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    at = pixelOf(canvas, event);
    digs = { shift: event.shiftKey };
    next();
  });
  canvas.addEventListener("pointermove", (event) => {
    at = pixelOf(canvas, event);
    next();
  });
  const stop = () => {
    // A short press may end before the next frame.
    if (digs && !digs.from) frame(0);
    digs = false;
  };
  canvas.addEventListener("pointerup", stop);
  canvas.addEventListener("pointercancel", stop);
  canvas.addEventListener("keydown", (event) => {
    const far = 6;
    const keys = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] };
    if (event.code === "Space") digs ||= { shift: event.shiftKey };
    else if (keys[event.key]) at = { x: at.x + keys[event.key][0], y: at.y + keys[event.key][1] };
    else return;
    event.preventDefault();
    next();
  });
  canvas.addEventListener("keyup", (event) => event.code === "Space" && stop());
  radius.addEventListener("input", () => next());
  section.querySelector('[data-do="reset"]').addEventListener("click", build);
  build();
}
