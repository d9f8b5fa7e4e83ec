// Two sprites that are dragged, turned and scaled. The shared pixels, the normal, the way out and the time of impact are drawn.

import { STAGE, Sprite, drawPosed, facts, inWords, linesOn, pixelOf, shareBy, sharedWith, wayInWords, whileSeen } from "../page.js";

/** The shipped pictures, and what a person calls them. */
const NAMES = {
  playerShip1_orange: "orange ship",
  meteorGrey_big2: "rock",
  saw: "saw",
  coinGold: "gold coin",
  bee: "bee",
  wormGreen: "worm",
  cactus: "cactus",
  tank_blue: "blue tank",
  flagGreen1: "green flag",
};
const SHIPPED = Object.keys(NAMES);
/** A near miss: their rectangles share many pixels, they none. */
const START = [
  { x: 120, y: 115, degrees: 20, scale: 1 },
  { x: 208, y: 100, degrees: 40, scale: 1 },
];
const [WIDTH, HEIGHT] = [320, 200];
const HANDLE = 9;
const SCALES = [0.25, 4];
/** The colour of common pixels, as a canvas stores it. */
const PINK = 0xff9426ff;
/** The way that the second sprite would go, for the time of impact. */
const MOTION = [-160, 20];

export async function start(section) {
  const canvas = section.querySelector("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d");
  const lines = linesOn(canvas, 4);
  const verdict = section.querySelector(".verdict");
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
      if (x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT) out[y * WIDTH + x] = PINK;
    }
    context.putImageData(picture, 0, 0);
    lines.clearRect(0, 0, WIDTH, HEIGHT);

    const touches = points.length > 0;
    const first = a.mask.firstOverlap(b.mask, offset);
    const way = a.mask.separation(b.mask, offset);
    const normal = a.mask.normal(b.mask, offset);
    const cast = a.mask.cast(b.mask, offset, MOTION);
    const boxes = [a, b].map(box);
    boxes.forEach(({ x, y, w, h }, index) => {
      lines.strokeStyle = [STAGE.a, STAGE.b][index];
      lines.lineWidth = index === chosen ? 1 : 0.6;
      lines.strokeRect(x, y, w, h);
    });
    const at = first && { x: a.corner.x + first.x, y: a.corner.y + first.y };
    const tells = { both: touches, normal: touches && Boolean(normal.x || normal.y) };
    tells.separation = touches && wanted("separation");
    tells.motion = !touches && wanted("motion");
    if (tells.separation) {
      outline(b, way, STAGE.out);
      arrow({ x: b.thing.x, y: b.thing.y }, way, STAGE.out);
    }
    if (tells.normal) {
      const length = Math.hypot(normal.x, normal.y);
      arrow({ x: at.x + 0.5, y: at.y + 0.5 }, { x: (normal.x / length) * 24, y: (normal.y / length) * 24 }, STAGE.normal);
    }
    if (tells.motion) {
      const part = cast.kind === "hit" ? cast.time.value : 1;
      const to = { x: MOTION[0] * part, y: MOTION[1] * part };
      outline(b, to, STAGE.way);
      arrow({ x: b.thing.x, y: b.thing.y }, to, STAGE.way);
    }
    if (touches) ring(at);
    for (const item of section.querySelectorAll("[data-legend]")) item.hidden = !tells[item.dataset.legend];
    const { x, y } = handleOf(things[chosen]);
    lines.beginPath();
    lines.moveTo(things[chosen].x, things[chosen].y);
    lines.lineTo(x, y);
    lines.strokeStyle = STAGE.quiet;
    lines.lineWidth = 0.8;
    lines.setLineDash([2, 3]);
    lines.stroke();
    lines.setLineDash([]);
    lines.beginPath();
    lines.arc(x, y, HANDLE / 2, 0, 7);
    lines.fillStyle = [STAGE.a, STAGE.b][chosen];
    lines.strokeStyle = "#fff";
    lines.fill();
    lines.stroke();

    const shared = common(...boxes);
    verdict.dataset.hit = String(touches);
    verdict.textContent = touches
      ? `They touch: ${points.length / 2} common pixel${points.length > 2 ? "s" : ""}.`
      : shared
        ? `They don't touch, though their rectangles share ${shared} pixels.`
        : "They don't touch.";
    show({
      touching: touches ? "yes" : "no",
      pixels: points.length / 2,
      "first pixel": first ? `(${at.x}, ${at.y})` : "none",
      "B lies": touches && tells.normal ? inWords(normal) : inWords({ x: b.thing.x - a.thing.x, y: b.thing.y - a.thing.y }),
      "B's way out": touches ? wayInWords(way) : "not needed",
      "B's flight": flight(cast),
      chosen: `${"AB"[chosen]}, turned by ${(((things[chosen].degrees % 360) + 360) % 360).toFixed(1)}°, ${things[chosen].scale.toFixed(2)} times as large`,
    });
    // What tests compare with another program's answer.
    canvas.dataset.places = JSON.stringify(things.map(({ sprite, x, y, degrees, scale }) => ({ name: sprite.name, x, y, degrees, scale })));
    for (const one of [a, b]) one.mask.free();
  }

  /** The rectangle that the pixels of a thing fill. */
  function box({ mask, corner }) {
    const bounds = mask.bounds;
    return bounds ? { x: corner.x + bounds.x, y: corner.y + bounds.y, w: bounds.w, h: bounds.h } : { ...corner, w: 0, h: 0 };
  }

  /** How many pixels two rectangles share. */
  function common(a, b) {
    const side = (axis, size) => Math.max(0, Math.min(a[axis] + a[size], b[axis] + b[size]) - Math.max(a[axis], b[axis]));
    return side("x", "w") * side("y", "h");
  }

  function flight(cast) {
    if (cast.kind === "initial-overlap") return "inside at the start";
    if (cast.kind === "miss") return "passes by";
    const { numerator, denominator, value } = cast.time;
    // The exact fraction, where it is one that a person reads.
    const exact = String(denominator).length < 5 ? `, exactly ${numerator}/${denominator}` : "";
    return `hits after ${(value * 100).toFixed(1)} % of the way${exact}`;
  }

  const wanted = (name) => section.querySelector(`[data-show="${name}"]`).checked;

  /** The outline of a thing, moved. */
  function outline({ mask, corner }, by, color) {
    lines.save();
    lines.translate(Math.round(corner.x + by.x), Math.round(corner.y + by.y));
    const found = mask.outline();
    const path = new Path2D(found.toSvgPath());
    found.free();
    lines.globalAlpha = 0.12;
    lines.fillStyle = lines.strokeStyle = color;
    lines.fill(path, "evenodd");
    lines.globalAlpha = 0.8;
    lines.lineWidth = 0.6;
    lines.stroke(path);
    lines.restore();
  }

  /** Marks the first common pixel, as the program does. */
  function ring({ x, y }) {
    for (const [color, width] of [["#12151e", 2.4], ["#fff", 1.2]]) {
      lines.beginPath();
      lines.arc(x + 0.5, y + 0.5, 3, 0, 7);
      lines.strokeStyle = color;
      lines.lineWidth = width;
      lines.stroke();
    }
  }

  function arrow(from, by, color) {
    const length = Math.hypot(by.x, by.y);
    if (length < 1) return;
    const [u, v] = [by.x / length, by.y / length];
    const tip = { x: from.x + by.x, y: from.y + by.y };
    const size = Math.min(5, length);
    // A dark line below it keeps it visible on bright sprites.
    for (const [line, width] of [["#12151ecc", 2.6], [color, 1.3]]) {
      lines.strokeStyle = line;
      lines.lineWidth = width;
      lines.beginPath();
      lines.moveTo(from.x, from.y);
      lines.lineTo(tip.x, tip.y);
      lines.moveTo(tip.x - (u + v * 0.7) * size, tip.y - (v - u * 0.7) * size);
      lines.lineTo(tip.x, tip.y);
      lines.lineTo(tip.x - (u - v * 0.7) * size, tip.y - (v + u * 0.7) * size);
      lines.stroke();
    }
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
    for (const name of SHIPPED) select.append(new Option(NAMES[name], name, false, name === SHIPPED[index]));
    select.addEventListener("change", () => change(things[index], { sprite: shipped.get(select.value) }));
  });
  section.querySelectorAll("[data-show]").forEach((box) => box.addEventListener("change", draw));
  section.querySelector('[data-do="reset"]').addEventListener("click", () => {
    things.forEach((thing, index) => {
      change(thing, { ...START[index], sprite: shipped.get(SHIPPED[index]) });
      section.querySelector(`[data-sprite="${index}"]`).value = SHIPPED[index];
    });
  });

  // A situation in a link: name, x, y, degrees and scale of each, with the numbers as they are, so that the answers are the same.
  shareBy(section, () =>
    things.every(({ sprite }) => SHIPPED.includes(sprite.name))
      ? Object.fromEntries(things.map(({ sprite, x, y, degrees, scale }, i) => ["ab"[i], [sprite.name, x, y, degrees, scale].join()]))
      : null,
  );
  const shared = sharedWith(section);
  things.forEach((thing, index) => {
    const [name, ...numbers] = shared?.get("ab"[index])?.split(",") ?? [];
    const [x, y, degrees, scale] = numbers.map(Number);
    if (!SHIPPED.includes(name) || ![x, y, degrees, scale].every(Number.isFinite)) return;
    change(thing, { sprite: shipped.get(name), x, y, degrees, scale });
    section.querySelector(`[data-sprite="${index}"]`).value = name;
  });
  draw();
}
