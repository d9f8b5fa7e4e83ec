// Two sprites that are dragged, turned and scaled. The shared pixels, the normal, the way out and the time of impact are drawn.

import { Sprite, colorsOf, drawPosed, facts, pixelOf, whileSeen } from "../page.js";

const SHIPPED = ["playerShip1_orange", "meteorGrey_big2", "saw", "coinGold", "bee", "wormGreen", "cactus", "tank_blue", "flagGreen1"];
const START = [
  { x: 105, y: 100, degrees: 20, scale: 1 },
  { x: 165, y: 92, degrees: -15, scale: 1 },
];
const [WIDTH, HEIGHT] = [320, 200];
const HANDLE = 9;
const SCALES = [0.25, 4];
/** The way that the second sprite would go, for the time of impact. */
const MOTION = [-160, 20];

export async function start(section) {
  const canvas = section.querySelector("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d");
  const show = facts(section.querySelector(".facts"));
  const shipped = new Map(await Promise.all(SHIPPED.map(async (name) => [name, await Sprite.load(name)])));
  const things = START.map((place, index) => ({ ...place, sprite: shipped.get(SHIPPED[index]) }));
  let chosen = 1;
  const draw = whileSeen(canvas, paint, () => false);
  const change = (thing, values) => {
    Object.assign(thing, values);
    thing.scale = Math.min(SCALES[1], Math.max(SCALES[0], thing.scale));
    thing.x = Math.min(WIDTH, Math.max(0, thing.x));
    thing.y = Math.min(HEIGHT, Math.max(0, thing.y));
    draw();
  };

  /** The pixels of a thing: its pose, its mask under this pose, and where that mask lies. */
  function baked(thing) {
    const pose = thing.sprite.pose([thing.x, thing.y], thing.degrees, thing.scale);
    const { mask, corner } = thing.sprite.mask.bake(pose);
    return { thing, pose, mask, corner };
  }

  /** How far the corners of an unscaled picture are from its middle, or a little less. */
  const halfOf = ({ sprite }) => Math.hypot(sprite.width, sprite.height) * 0.375;

  /** Where the round handle of a thing is: above it, turned with it. Or below it, if it would be out of sight above. */
  function handleOf(thing) {
    const reach = halfOf(thing) * thing.scale + HANDLE;
    const turn = (thing.degrees * Math.PI) / 180;
    const at = (side) => ({ x: thing.x + side * Math.sin(turn) * reach, y: thing.y - side * Math.cos(turn) * reach, side });
    const isSeen = ({ x, y }) => x > 0 && y > 0 && x < WIDTH && y < HEIGHT;
    return [at(1), at(-1)].find(isSeen) ?? at(1);
  }

  function paint() {
    const picture = new ImageData(WIDTH, HEIGHT);
    const out = new Uint32Array(picture.data.buffer);
    const [a, b] = things.map(baked);
    for (const one of [a, b]) drawPosed(picture, one.thing.sprite, one.pose, one.corner, one.mask);
    const offset = { x: b.corner.x - a.corner.x, y: b.corner.y - a.corner.y };
    const points = a.mask.overlapPoints(b.mask, offset);
    for (let i = 0; i < points.length; i += 2) {
      const [x, y] = [points[i] + a.corner.x, points[i + 1] + a.corner.y];
      if (x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT) out[y * WIDTH + x] = 0xffff3cff;
    }
    context.putImageData(picture, 0, 0);

    const touches = points.length > 0;
    const first = a.mask.firstOverlap(b.mask, offset);
    const out_ = a.mask.separation(b.mask, offset);
    const normal = a.mask.normal(b.mask, offset);
    const cast = a.mask.cast(b.mask, offset, MOTION);
    const [ink, accent, quiet] = colorsOf("ink", "accent", "quiet");
    const middle = first && { x: a.corner.x + first.x, y: a.corner.y + first.y };
    if (wanted("separation") && touches) {
      outline(b, out_, quiet);
      arrow({ x: b.thing.x, y: b.thing.y }, out_, accent);
    }
    if (touches && (normal.x || normal.y)) {
      const length = Math.hypot(normal.x, normal.y);
      arrow(middle, { x: (normal.x / length) * 24, y: (normal.y / length) * 24 }, ink);
    }
    if (wanted("motion") && !touches) {
      const part = cast.kind === "hit" ? cast.time.value : 1;
      const to = { x: MOTION[0] * part, y: MOTION[1] * part };
      outline(b, to, quiet);
      arrow({ x: b.thing.x, y: b.thing.y }, to, cast.kind === "hit" ? accent : quiet);
    }
    const { x, y } = handleOf(things[chosen]);
    context.beginPath();
    context.moveTo(things[chosen].x, things[chosen].y);
    context.lineTo(x, y);
    context.strokeStyle = quiet;
    context.setLineDash([2, 3]);
    context.stroke();
    context.setLineDash([]);
    context.beginPath();
    context.arc(x, y, HANDLE / 2, 0, 7);
    context.fillStyle = accent;
    context.fill();

    const pair = (point) => `(${point.x}, ${point.y})`;
    show({
      touching: touches ? "yes" : "no",
      pixels: points.length / 2,
      "first pixel": first ? pair(middle) : "none",
      normal: touches ? pair(normal) : "none",
      "way out": touches ? pair(out_) : "not needed",
      "time of impact": { miss: "none", "initial-overlap": "at once" }[cast.kind] ?? `${cast.time.numerator}/${cast.time.denominator}`,
      "of the second": `${things[1].degrees.toFixed(1)}°, ${things[1].scale.toFixed(2)} times`,
    });
    // What tests compare with another program's answer.
    canvas.dataset.places = JSON.stringify(things.map(({ sprite, x, y, degrees, scale }) => ({ name: sprite.name, x, y, degrees, scale })));
    for (const one of [a, b]) one.mask.free();
  }

  const wanted = (name) => section.querySelector(`[data-show="${name}"]`).checked;

  /** The outline of a thing, moved. */
  function outline({ mask, corner }, by, color) {
    context.save();
    context.translate(Math.round(corner.x + by.x), Math.round(corner.y + by.y));
    context.strokeStyle = color;
    context.lineWidth = 0.7;
    const found = mask.outline();
    context.stroke(new Path2D(found.toSvgPath()));
    found.free();
    context.restore();
  }

  function arrow(from, by, color) {
    const length = Math.hypot(by.x, by.y);
    if (length < 1) return;
    const [u, v] = [by.x / length, by.y / length];
    const tip = { x: from.x + by.x, y: from.y + by.y };
    context.strokeStyle = context.fillStyle = color;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(tip.x, tip.y);
    context.stroke();
    context.beginPath();
    context.moveTo(tip.x + u * 3, tip.y + v * 3);
    context.lineTo(tip.x - u * 3 - v * 3, tip.y - v * 3 + u * 3);
    context.lineTo(tip.x - u * 3 + v * 3, tip.y - v * 3 - u * 3);
    context.fill();
  }

  /** Which thing is under a point: by its pixels first, then by its box. */
  function thingAt({ x, y }) {
    const pixel = { x: Math.floor(x), y: Math.floor(y) };
    const order = [1, 0];
    const hit = order.find((index) => {
      const { mask, corner } = baked(things[index]);
      const solid = mask.contains([pixel.x - corner.x, pixel.y - corner.y]);
      mask.free();
      return solid;
    });
    return hit ?? order.find((index) => Math.hypot(x - things[index].x, y - things[index].y) < 24 * things[index].scale);
  }

  // One pointer drags a thing or its handle. Two pointers turn and scale it.
  const pointers = new Map();
  let grip;
  const grab = () => {
    const thing = things[chosen];
    const [p, q] = [...pointers.values()];
    grip = q
      ? { angle: Math.atan2(q.y - p.y, q.x - p.x), far: Math.hypot(q.x - p.x, q.y - p.y), ...thing, middle: { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 } }
      : p && { dx: thing.x - p.x, dy: thing.y - p.y, turns: grip?.turns ?? false, side: grip?.side ?? 1 };
  };
  canvas.addEventListener("pointerdown", (event) => {
    const at = pixelOf(canvas, event);
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at);
    grip = undefined;
    if (pointers.size === 1) {
      const handle = handleOf(things[chosen]);
      const turns = Math.hypot(at.x - handle.x, at.y - handle.y) < HANDLE + 4;
      if (!turns) chosen = thingAt(at) ?? chosen;
      grip = { turns, side: handle.side };
    }
    grab();
    draw();
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return;
    const at = pixelOf(canvas, event);
    pointers.set(event.pointerId, at);
    const thing = things[chosen];
    const [p, q] = [...pointers.values()];
    if (q) {
      const turn = Math.atan2(q.y - p.y, q.x - p.x) - grip.angle;
      change(thing, {
        degrees: grip.degrees + (turn * 180) / Math.PI,
        scale: (grip.scale * Math.hypot(q.x - p.x, q.y - p.y)) / Math.max(1, grip.far),
        x: grip.x + (p.x + q.x) / 2 - grip.middle.x,
        y: grip.y + (p.y + q.y) / 2 - grip.middle.y,
      });
    } else if (grip.turns) {
      const [dx, dy] = [(at.x - thing.x) * grip.side, (at.y - thing.y) * grip.side];
      change(thing, { degrees: (Math.atan2(dx, -dy) * 180) / Math.PI, scale: (Math.hypot(dx, dy) - HANDLE) / halfOf(thing) });
    } else {
      change(thing, { x: at.x + grip.dx, y: at.y + grip.dy });
    }
  });
  const release = (event) => {
    pointers.delete(event.pointerId);
    grab();
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const thing = things[chosen];
      change(thing, event.ctrlKey ? { scale: thing.scale * 1.01 ** -event.deltaY } : { degrees: thing.degrees + event.deltaY / 8 });
    },
    { passive: false },
  );
  canvas.addEventListener("keydown", (event) => {
    const thing = things[chosen];
    const far = event.shiftKey ? 0.125 : 1;
    const keys = {
      ArrowLeft: () => ({ x: thing.x - far }),
      ArrowRight: () => ({ x: thing.x + far }),
      ArrowUp: () => ({ y: thing.y - far }),
      ArrowDown: () => ({ y: thing.y + far }),
      q: () => ({ degrees: thing.degrees - far }),
      e: () => ({ degrees: thing.degrees + far }),
      "+": () => ({ scale: thing.scale * 1.02 }),
      "-": () => ({ scale: thing.scale / 1.02 }),
    };
    if (event.key === "Tab" && chosen === 1 && !event.shiftKey) {
      // The second Tab leaves the stage.
      chosen = 0;
      event.preventDefault();
      return draw();
    }
    const action = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    change(thing, action());
  });
  canvas.addEventListener("blur", () => (chosen = 1));

  const take = async (file, index) => {
    things[index].sprite = await Sprite.fromBlob(file.name, file);
    const scale = Math.min(1, 110 / Math.max(things[index].sprite.width, things[index].sprite.height));
    change(things[index], { scale });
    const select = section.querySelector(`[data-sprite="${index}"]`);
    select.append(new Option(file.name, file.name, true, true));
    shipped.set(file.name, things[index].sprite);
  };
  section.querySelector('input[type="file"]').addEventListener("change", ({ target }) => take(target.files[0], chosen));
  canvas.addEventListener("dragover", (event) => {
    event.preventDefault();
    canvas.classList.add("over");
  });
  canvas.addEventListener("dragleave", () => canvas.classList.remove("over"));
  canvas.addEventListener("drop", (event) => {
    event.preventDefault();
    canvas.classList.remove("over");
    const file = event.dataTransfer.files[0];
    if (file) take(file, thingAt(pixelOf(canvas, event)) ?? chosen);
  });
  section.querySelectorAll("[data-sprite]").forEach((select, index) => {
    for (const name of SHIPPED) select.append(new Option(name, name, false, name === SHIPPED[index]));
    select.addEventListener("change", () => change(things[index], { sprite: shipped.get(select.value) }));
  });
  section.querySelectorAll("[data-show]").forEach((box) => box.addEventListener("change", draw));
  section.querySelector('[data-do="reset"]').addEventListener("click", () => things.forEach((thing, index) => change(thing, START[index])));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  draw();
}
