// What all demos share: pictures, facts below a stage, a loop that rests while nobody looks, and pointers in pixels of a canvas.

import { Mask, Pose } from "./hitmask/index.js";

/** A picture, its pixels and its mask. */
export class Sprite {
  constructor(name, bitmap) {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(bitmap, 0, 0);
    this.name = name;
    this.image = canvas;
    this.pixels = context.getImageData(0, 0, bitmap.width, bitmap.height);
    this.colors = new Uint32Array(this.pixels.data.buffer);
    this.mask = Mask.fromImageData(this.pixels);
    this.width = bitmap.width;
    this.height = bitmap.height;
  }

  /** A sprite from one of the shipped pictures. */
  static async load(name) {
    const answer = await fetch(new URL(`assets/${name}.png`, import.meta.url));
    if (!answer.ok) throw new Error(`the picture ${name}.png could not be loaded: ${answer.status}`);
    return Sprite.fromBlob(name, await answer.blob());
  }

  /** A sprite from a file that somebody gave. */
  static async fromBlob(name, blob) {
    // As they are in the file: without a change of colours, and without alpha multiplied in.
    const bitmap = await createImageBitmap(blob, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
    return new Sprite(name, bitmap);
  }

  /** The pose of the picture, turned and scaled about its middle. */
  pose(position, degrees, scale) {
    return new Pose({ position, rotation: degrees, scale, pivot: [this.width / 2, this.height / 2] });
  }
}

/** A sprite at another size. */
export async function resized({ name, image }, resizeWidth, resizeHeight) {
  return new Sprite(name, await createImageBitmap(image, { resizeWidth, resizeHeight, resizeQuality: "high" }));
}

/** Draws a sprite into a picture, pixel by pixel, by the pose that the library judges. So what is seen is what is tested. */
export function drawPosed(target, sprite, pose, corner, baked) {
  const [a, b, c, d, tx, ty] = pose.toMatrix();
  const determinant = a * d - b * c;
  const out = new Uint32Array(target.data.buffer);
  for (let y = Math.max(0, corner.y); y < Math.min(target.height, corner.y + baked.height); y++) {
    for (let x = Math.max(0, corner.x); x < Math.min(target.width, corner.x + baked.width); x++) {
      const [u, v] = [x + 0.5 - tx, y + 0.5 - ty];
      const column = Math.floor((d * u - b * v) / determinant);
      const row = Math.floor((a * v - c * u) / determinant);
      if (column < 0 || row < 0 || column >= sprite.width || row >= sprite.height) continue;
      const color = sprite.colors[row * sprite.width + column];
      if (color >>> 24 >= 128) out[y * target.width + x] = color | 0xff000000;
    }
  }
}

/** Shows pairs of words and values below a stage. Only what changed is written. */
export function facts(list) {
  const shown = new Map();
  return (values) => {
    for (const [name, value] of Object.entries(values)) {
      let entry = shown.get(name);
      if (!entry) {
        const row = document.createElement("div");
        row.append(Object.assign(document.createElement("dt"), { textContent: name }), document.createElement("dd"));
        list.append(row);
        shown.set(name, (entry = { place: row.lastChild, value: undefined }));
        entry.place.dataset.fact = name;
      }
      if (entry.value !== value) entry.place.textContent = entry.value = String(value);
    }
  };
}

/**
 * Calls a function before each picture of the screen while the element is in view, and once before that. Returns a function that asks for one
 * more call.
 */
export function whileSeen(element, frame, isRunning = () => true) {
  let seen = false, asked = false, first = true, last = 0;
  const next = () => {
    if (!asked && (seen || first)) {
      first = false;
      asked = true;
      requestAnimationFrame((now) => {
        asked = false;
        const passed = Math.min(50, now - (last || now));
        last = now;
        frame(passed, now);
        if (isRunning()) next();
      });
    }
  };
  new IntersectionObserver(([entry]) => {
    seen = entry.isIntersecting;
    last = 0;
    next();
  }).observe(element);
  next();
  return next;
}

/**
 * The keys of a stage and the pads below it. `tapped` are those that were pressed since the game last looked: a tap that ends before the next
 * step counts for one.
 */
export function keysOn(section, codes) {
  const canvas = section.querySelector("canvas");
  const [pressed, tapped] = [new Set(), new Set()];
  const press = (key) => [pressed, tapped].forEach((keys) => keys.add(key));
  canvas.addEventListener("keydown", (event) => {
    if (!codes.includes(event.code)) return;
    press(event.code);
    event.preventDefault();
  });
  addEventListener("keyup", (event) => pressed.delete(event.code));
  canvas.addEventListener("blur", () => pressed.clear());
  section.querySelectorAll("[data-key]").forEach((pad) => {
    pad.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      pad.setPointerCapture(event.pointerId);
      press(pad.dataset.key);
    });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) pad.addEventListener(name, () => pressed.delete(pad.dataset.key));
  });
  return { tapped, isDown: (key) => pressed.has(key) || tapped.has(key) };
}

/** The colours of the stage, which is dark in every scheme: those of the program's pictures. */
export const STAGE = {
  a: "#4f9dff",
  b: "#ffb02e",
  both: "#ff2694",
  normal: "#ffec78",
  out: "#ffffff",
  way: "#6ee7ff",
  quiet: "#8b91a5",
  stone: "#454c63",
};

/** Whether the screen is as narrow as a phone's. */
export const isNarrow = () => matchMedia("(max-width: 40rem)").matches;

/** A canvas on top of another one, for lines and arrows: they are drawn in the pixels of the lower one, but finer. */
export function linesOn(canvas, finer) {
  const lines = Object.assign(document.createElement("canvas"), { className: "lines", width: canvas.width * finer, height: canvas.height * finer });
  lines.setAttribute("aria-hidden", "true");
  canvas.after(lines);
  const context = lines.getContext("2d");
  context.scale(finer, finer);
  context.lineJoin = context.lineCap = "round";
  return context;
}

/** The settings of a demo that the address names, as `#sprites?a=...`; or null. */
export function sharedWith(section) {
  const [id, query] = location.hash.slice(1).split("?");
  if (id !== section.id || !query) return null;
  section.scrollIntoView();
  return new URLSearchParams(query);
}

/** Lets the section's button put the settings of the demo into the address, and copy it. `settings` returns null if they cannot be told. */
export function shareBy(section, settings) {
  const button = section.querySelector('[data-do="share"]');
  const word = button.textContent;
  let timer;
  const say = (text) => {
    button.textContent = text;
    clearTimeout(timer);
    timer = setTimeout(() => (button.textContent = word), 2500);
  };
  button.addEventListener("click", async () => {
    const chosen = settings();
    if (!chosen) return say("A picture of your own is not in a link");
    history.replaceState(null, "", `#${section.id}?${new URLSearchParams(chosen)}`);
    try {
      await navigator.clipboard.writeText(location.href);
      say("The link is copied");
    } catch {
      say("The link is in the address bar");
    }
  });
}

/** A direction in words. y points down. */
export function inWords({ x, y }) {
  const across = x > 0 ? "to the right" : "to the left";
  const along = y > 0 ? "below" : "above";
  const [far, high] = [Math.abs(x), Math.abs(y)];
  if (high * 5 < far * 2) return across;
  return far * 5 < high * 2 ? along : `${along} and ${across}`;
}

/** A way of whole pixels in words. */
export function wayInWords({ x, y }) {
  const part = (count, word) => (count ? [`${Math.abs(count)} ${word}`] : []);
  const parts = [...part(x, x > 0 ? "right" : "left"), ...part(y, y > 0 ? "down" : "up")];
  return parts.length ? parts.join(", ").replace(" ", Math.abs(x || y) === 1 ? " pixel " : " pixels ") : "none";
}

/** Where an event is, in pixels of a canvas. */
export function pixelOf(canvas, event) {
  const box = canvas.getBoundingClientRect();
  return {
    x: ((event.clientX - box.left) * canvas.width) / box.width,
    y: ((event.clientY - box.top) * canvas.height) / box.height,
  };
}

/** The middle value of the last so many numbers. */
export class Median {
  #values = [];
  constructor(count) {
    this.count = count;
  }
  add(value) {
    this.#values.push(value);
    if (this.#values.length > this.count) this.#values.shift();
    return [...this.#values].sort((a, b) => a - b)[this.#values.length >> 1];
  }
}

/** Numbers that look random and are the same in every run (mulberry32 by Tommy Ettinger, public domain). */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
