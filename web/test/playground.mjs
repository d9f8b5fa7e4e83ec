// Plays every demo of the playground in a real Chromium, with real pointer and key events, and compares its numbers with the program's.
//
// usage: node playground.mjs SITE HITMASK PICTURES
// SITE is the folder of the site, HITMASK the program, PICTURES a folder for the pictures of the screen. CHROMIUM is the path of the browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

const [site, program, pictures] = process.argv.slice(2);
/** What may be loaded besides pictures, packed by brotli as serve.mjs does it. Nearly all of it is the module. */
const MOST_BYTES = 460_000;

mkdirSync(pictures, { recursive: true });
const server = await serve(site, 0);
/** The bytes of answers besides pictures. Counted here, because browsers' tools leave out some of them. */
let sent = 0;
server.on("request", (request, answer) => {
  if (request.url.startsWith("/assets/")) return;
  const { write } = answer;
  answer.write = (chunk, ...rest) => {
    sent += chunk.length;
    return write.call(answer, chunk, ...rest);
  };
});
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
});

/** A page that has started, and all that it complained about. */
async function open(options) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(address);
  await page.waitForSelector("html[data-ready]", { timeout: 60_000, state: "attached" }).catch((error) => {
    throw new Error(`${error.message}\n${complaints.join("\n")}`);
  });
  return { page, context, complaints };
}

const fact = (page, demo, name) => page.locator(`#${demo} [data-fact="${name}"]`).textContent();

/** Where a pixel of a canvas is on the screen. */
async function onScreen(page, demo, [x, y]) {
  const canvas = page.locator(`#${demo} canvas`).first();
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  const [width, height] = await canvas.evaluate((element) => [element.width, element.height]);
  return [box.x + (x * box.width) / width, box.y + (y * box.height) / height];
}

async function drag(page, demo, from, to) {
  await page.mouse.move(...(await onScreen(page, demo, from)));
  await page.mouse.down();
  const steps = 8;
  for (let i = 1; i <= steps; i++) {
    const at = from.map((start, axis) => start + ((to[axis] - start) * i) / steps);
    await page.mouse.move(...(await onScreen(page, demo, at)));
  }
  await page.mouse.up();
}

/** What the first screen says: what this is, how to get it, what it looks like in each language, how fast it is, and where to go on. */
async function firstScreen(page) {
  const { height } = page.viewportSize();
  await page.evaluate(() => scrollTo(0, 0));
  const seen = async (what) => {
    const box = await page.locator(what).first().boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= height, `${what} is on the first screen: ${JSON.stringify(box)}`);
  };
  for (const what of [".sentence", ".get", ".speed", '.links a:text-is("Repository")', ".button", ".code .chips", "nav a"]) await seen(what);
  assert.match(await page.locator(".get").textContent(), /^git clone https:\/\//);
  assert.match(await page.locator(".speed").textContent(), /^[\d.]+ ns/);
  for (const language of ["python", "javascript", "c", "csharp", "lua", "rust"]) {
    await page.locator(`.code [value="${language}"]`).check({ force: true });
    await seen(`.code [data-language="${language}"]`);
    assert.equal(await page.locator(".code pre:visible").count(), 1);
    assert.equal(await page.locator(".code pre:visible code").count(), 3);
  }
  assert.ok(!(await page.content()).match(/\{repository\}|: (time|ratio)\}/), "all places of the front page are filled in");
}

/** What lies below the screen has its first picture, and no figure lies on a picture. */
async function below(page) {
  await page.waitForTimeout(300);
  const { blank, covered } = await page.evaluate(() => {
    const colors = (canvas) => new Set(new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
    const all = [...document.querySelectorAll(".stage canvas:not(.lines)")];
    const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
    const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const stages = boxes(".stage");
    return {
      blank: all.filter((canvas) => colors(canvas) < 3).map((canvas) => canvas.getAttribute("aria-label")),
      covered: boxes(".facts, .verdict, .tools, .legend").filter((box) => stages.some((stage) => meets(box, stage))).length,
    };
  });
  assert.deepEqual(blank, []);
  assert.equal(covered, 0);
}

/** A link to a demo lands there, with a page that is loaded anew. */
async function landing(context) {
  const page = await context.newPage();
  await page.goto(`${address}#level`);
  await page.waitForSelector("html[data-ready]", { timeout: 60_000, state: "attached" });
  await page.waitForTimeout(300);
  const { top, end } = await page.evaluate(() => ({ top: document.getElementById("level").getBoundingClientRect().top, end: document.documentElement.scrollHeight - innerHeight - scrollY }));
  assert.ok(top >= 0 && (top < 120 || end < 2), `the level lies at ${top}, ${end} above the end of the page`);
  await page.close();
}

/** Compares what the page shows of two sprites with `hitmask check` for the same files and poses. */
async function compare(page) {
  const places = JSON.parse(await page.locator("#sprites canvas").first().getAttribute("data-places"));
  const options = places.flatMap(({ x, y, degrees, scale }, i) => {
    const side = "ab"[i];
    return [`--rotate-${side}=${degrees}`, `--scale-${side}=${scale}`, `--pivot-${side}=centre`, `--at-${side}=${x},${y}`];
  });
  const files = places.map(({ name }) => join(site, "assets", `${name}.png`));
  let text;
  try {
    text = execFileSync(program, ["check", "--json", ...options, ...files], { encoding: "utf8" });
  } catch (error) {
    // The program ends with 1 if they do not touch.
    if (error.status !== 1) throw error;
    text = error.stdout;
  }
  const answer = JSON.parse(text);
  const shown = {
    overlaps: (await fact(page, "sprites", "touching")) === "yes",
    area: Number(await fact(page, "sprites", "pixels")),
    first: await fact(page, "sprites", "first pixel"),
  };
  const first = answer.first ? `(${answer.first.join(", ")})` : "none";
  assert.deepEqual(shown, { overlaps: answer.overlaps, area: answer.area, first }, JSON.stringify(places));
  return answer;
}

async function sprites(page) {
  let [touched, apart] = [0, 0];
  const look = async () => ((await compare(page)).overlaps ? (touched += 1) : (apart += 1));
  await page.locator("#sprites").scrollIntoViewIfNeeded();
  await look();
  await page.locator("#sprites .stage").screenshot({ path: join(pictures, "sprites.png") });
  await drag(page, "sprites", [208, 100], [250, 60]);
  await look();
  await page.locator("#sprites .stage").screenshot({ path: join(pictures, "sprites-apart.png") });
  await drag(page, "sprites", [250, 60], [150, 120]);
  await look();
  await page.mouse.wheel(0, 333);
  await page.waitForTimeout(100);
  await look();
  for (const key of ["ArrowLeft", "Shift+ArrowUp", "e", "e", "Shift+E", "+", "+"]) await page.keyboard.press(key);
  await page.waitForTimeout(100);
  await look();
  await page.selectOption('#sprites [data-sprite="0"]', "saw");
  await page.waitForTimeout(100);
  await look();
  assert.ok(touched >= 3 && apart >= 1, `${touched} and ${apart}`);
}

/** The legend names what is drawn, and directions are words. */
async function words(page) {
  const legend = async (name) => page.locator(`#sprites [data-legend="${name}"]`).isVisible();
  const shown = async () => [await legend("separation"), await legend("normal"), await legend("motion")];
  await page.locator('#sprites [data-do="reset"]').click();
  await page.waitForTimeout(100);
  // It starts with a near miss.
  assert.match(await page.locator("#sprites .verdict").textContent(), /^They don't touch, though their rectangles share \d{4} pixels/);
  assert.match(await fact(page, "sprites", "B's flight"), /^hits after [0-9.]+ % of the way/);
  assert.deepEqual(await shown(), [false, false, true]);
  await drag(page, "sprites", [208, 100], [165, 97]);
  assert.match(await page.locator("#sprites .verdict").textContent(), /^They touch/);
  assert.equal(await fact(page, "sprites", "B lies"), "above and to the right");
  assert.deepEqual(await shown(), [false, true, false], "the way out is shown only if it is asked for");
  await page.locator('#sprites [data-show="separation"]').check();
  await page.waitForTimeout(100);
  assert.match(await fact(page, "sprites", "B's way out"), /^\d+ pixels/);
  assert.deepEqual(await shown(), [true, true, false]);
}

/** A link leads to the same situation, to the last bit of each number. */
async function links(page) {
  const places = (page) => page.locator("#sprites canvas").first().getAttribute("data-places");
  await drag(page, "sprites", [165, 97], [199, 81]);
  await page.mouse.wheel(0, 77);
  await page.waitForTimeout(100);
  await page.locator('#sprites [data-do="share"]').click();
  const [link, shared] = [page.url(), await places(page)];
  assert.ok(link.includes("#sprites?a=playerShip1_orange"), link);
  const other = await page.context().newPage();
  await other.goto(link);
  await other.waitForSelector("html[data-ready]", { state: "attached" });
  assert.equal(await places(other), shared);
  await other.close();
}

async function rules(page) {
  const verdict = (index) => page.locator("#rules figcaption output").nth(index).textContent();
  const set = (name, value) =>
    page.locator(`#rules [data-set="${name}"]`).evaluate((input, value) => {
      input.value = value;
      input.dispatchEvent(new Event("input"));
    }, String(value));
  assert.notEqual(await verdict(0), await verdict(1), "it opens where the rules differ");
  const seen = new Set();
  for (let y = 9; y < 12; y += 0.0625) {
    await set("y", y);
    const [raster, geometry] = [await verdict(0), await verdict(1)];
    // What is drawn on a pixel shares an area with it; not the other way round.
    seen.add(`${raster}, ${geometry}`);
    if (raster !== geometry) await page.locator("#rules .pair").screenshot({ path: join(pictures, "rules.png") });
  }
  assert.deepEqual(seen.size, 3, [...seen].join(" | "));
}

async function crowd(page) {
  const pause = page.locator('#crowd [data-do="pause"]');
  await pause.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => Number(document.querySelector('#crowd [data-fact="pairs that touch"]')?.textContent) > 50);
  await page.waitForTimeout(1500);
  console.log(`crowd: ${await fact(page, "crowd", "sprites")} sprites, ${await fact(page, "crowd", "time of a step")} a step`);
  await page.locator("#crowd .stage").screenshot({ path: join(pictures, "crowd.png") });
  // As many as the slider has are too many for this browser, which draws without a graphics card: the page finds that out.
  await page.locator('#crowd [data-set="count"]').evaluate((input) => {
    input.value = 100;
    input.dispatchEvent(new Event("input"));
  });
  await page.waitForFunction(() => Number(document.querySelector('#crowd [data-fact="limit of this device"]').textContent) < 20_000, undefined, {
    timeout: 60_000,
  });
  assert.ok(Number(await fact(page, "crowd", "sprites")) < 20_000);
  await pause.click();
}

async function dig(page) {
  const solid = async () => Number(await fact(page, "dig", "solid pixels"));
  await page.locator("#dig canvas").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector('#dig [data-fact="pieces in the air"]')?.textContent === "0");
  const before = await solid();
  // A bow through the ground: what is inside of it falls.
  await drag(page, "dig", [200, 60], [260, 330]);
  await drag(page, "dig", [260, 330], [380, 330]);
  await page.locator("#dig .stage").screenshot({ path: join(pictures, "dig.png") });
  await drag(page, "dig", [380, 330], [440, 60]);
  await page.waitForFunction(() => document.querySelector('#dig [data-fact="pieces in the air"]')?.textContent === "0");
  assert.ok((await solid()) < before - 5000, `${before} to ${await solid()}`);
  await page.locator("#dig .stage").screenshot({ path: join(pictures, "dig-fallen.png") });
  const dug = await solid();
  await page.locator('#dig [value="fill"]').check();
  await drag(page, "dig", [300, 40], [340, 40]);
  await page.waitForTimeout(200);
  assert.ok((await solid()) > dug, "filling adds pixels");
}

async function game(page) {
  await page.locator("#game canvas").scrollIntoViewIfNeeded();
  await page.locator("#game canvas").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.down("Space");
  await page.keyboard.down("ArrowLeft");
  await page.waitForFunction(() => Number(document.querySelector('#game [data-fact="score"]')?.textContent) > 0, undefined, { timeout: 60_000 });
  await page.locator("#game .stage").screenshot({ path: join(pictures, "game.png") });
  await page.keyboard.up("Space");
  await page.keyboard.up("ArrowLeft");
  // Without a hand on the keys the rocks win.
  await page.keyboard.down("ArrowUp");
  await page.waitForFunction(() => document.querySelector('#game [data-fact="lives"]')?.textContent === "0", undefined, { timeout: 120_000 });
  await page.keyboard.up("ArrowUp");
  await page.locator("#game .stage").screenshot({ path: join(pictures, "game-over.png") });
  await page.locator('#game [data-do="start"]').click();
  await page.waitForFunction(() => document.querySelector('#game [data-fact="lives"]')?.textContent === "3");
}

/** The middle of a cell of the level, in pixels of its canvas. */
const inCell = (column, row) => [16 * column + 8, 16 * row + 8];

async function level(page) {
  const shown = (name) => fact(page, "level", name);
  const until = (name, pattern) =>
    page.waitForFunction(
      ([name, pattern]) => new RegExp(pattern).test(document.querySelector(`#level [data-fact="${name}"]`)?.textContent),
      [name, pattern],
      { timeout: 60_000 },
    );
  const point = async (at) => page.mouse.move(...(await onScreen(page, "level", at)));
  await page.locator("#level canvas").first().scrollIntoViewIfNeeded();
  await page.locator("#level canvas").first().focus();
  await until("lamps", "0 of 2");
  // The pointer names the cell, and the kind of the tile whose pixel is below it.
  for (const [at, cell, pixel] of [
    [[16 * 14 + 3, 16 * 9 + 12], "14, 9: spikes", "sensor"],
    [inCell(2, 9), "2, 9: earth", "body"],
    [[16 * 12 + 8, 16 * 6 + 1], "12, 6: plank", "one-way"],
    [[16 * 12 + 8, 16 * 6 + 9], "12, 6: plank", "clear"],
    [[16 * 9 + 4, 16 * 7 + 12], "9, 7: slope", "body"],
    [inCell(5, 2), "5, 2: clear", "clear"],
  ]) {
    await point(at);
    await until("cell", cell);
    assert.equal(await shown("pixel"), pixel, cell);
  }
  // Over the hill, past the lamp, into the spikes, and back to the lamp.
  await page.keyboard.down("ArrowRight");
  await until("begun again", "^1$");
  await page.keyboard.up("ArrowRight");
  assert.equal(await shown("lamps"), "1 of 2");
  await page.locator("#level .stage").screenshot({ path: join(pictures, "level-spikes.png") });
  // A bridge of planks over the spikes, and one click too many.
  await page.selectOption('#level [data-set="tile"]', { label: "plank" });
  await drag(page, "level", inCell(14, 8), inCell(16, 8));
  await until("cell", "16, 8: plank");
  await drag(page, "level", inCell(20, 3), inCell(20, 3));
  await until("cell", "20, 3: plank");
  await drag(page, "level", inCell(20, 3), inCell(20, 3));
  await until("cell", "20, 3: clear");
  // The foe comes along, and a stone that flies as high as its head takes it out.
  await page.keyboard.down("Space");
  await until("last hit", "head");
  await page.locator("#level .stage").screenshot({ path: join(pictures, "level-head.png") });
  assert.equal(await shown("foes"), "1");
  // Over the bridge, up the slope, onto the lift, past the other foe, and to the flag: in one go or in some.
  await page.keyboard.down("ArrowRight");
  await page.waitForFunction(() => Number(document.querySelector("#level canvas").dataset.hero.split(",")[1]) < 70, undefined, { timeout: 60_000 });
  await page.locator("#level .stage").screenshot({ path: join(pictures, "level-lift.png") });
  await until("flag", "there");
  for (const key of ["ArrowRight", "Space"]) await page.keyboard.up(key);
  assert.equal(await shown("lamps"), "2 of 2");
  await page.locator("#level .stage").screenshot({ path: join(pictures, "level.png") });
  // What would bury the place where the hero begins again, at the second lamp, is undone.
  await page.selectOption('#level [data-set="tile"]', { label: "earth" });
  await drag(page, "level", inCell(19, 7), inCell(19, 7));
  await until("cell", "19, 7: clear");
  await page.locator('#level [data-do="reset"]').click();
  await until("lamps", "0 of 2");
}

try {
  const { page, context, complaints } = await open({});
  await below(page);
  await firstScreen(page);
  assert.equal(await page.locator(".pads [data-key]:visible").count(), 0, "keys need no pads");
  assert.equal(await page.locator(".touch:visible").count(), 0);
  for (const play of [sprites, words, rules, crowd, dig, game, level]) {
    await play(page);
    console.log(`${play.name}: played`);
  }
  const loaded = sent;
  console.log(`the playground loads ${loaded} bytes besides pictures`);
  await links(page);
  await landing(context);
  assert.equal(await page.locator("html").getAttribute("data-build"), "plain");
  assert.deepEqual(complaints, []);

  // The faster build, by the link in the text.
  await page.locator('#crowd a[href*="simd"]').click();
  await page.waitForSelector('html[data-ready][data-build="simd"]', { timeout: 60_000, state: "attached" });
  await crowd(page);
  assert.deepEqual(complaints, []);

  // A phone, in the dark, with fingers.
  const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" });
  await below(phone.page);
  await firstScreen(phone.page);
  await landing(phone.context);
  assert.equal(await phone.page.locator(".keys:visible").count(), 0, "a phone has no keys");
  assert.equal(await phone.page.locator(".pads [data-key]:visible").count(), 8);
  const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} pixels wide on a phone of 390`);
  await phone.page.touchscreen.tap(...(await onScreen(phone.page, "sprites", [105, 100])));
  await phone.page.screenshot({ path: join(pictures, "phone.png"), fullPage: true });
  // Both canvases and all sliders of the two rules are on one screen.
  const [top, bottom] = await phone.page.evaluate(() => {
    const parts = [...document.querySelectorAll("#rules canvas, #rules input")].map((part) => part.getBoundingClientRect());
    return [Math.min(...parts.map((part) => part.top)), Math.max(...parts.map((part) => part.bottom))];
  });
  assert.ok(bottom - top < 700, `the two rules take ${bottom - top} pixels`);
  // No tap is too short: its press and its release come between two pictures.
  await phone.page.locator('#game [data-do="start"]').tap();
  for (let tap = 1; tap <= 5; tap++) {
    await phone.page.locator('#game [data-key="Space"]').tap();
    await phone.page.waitForFunction((taps) => Number(document.querySelector("#game canvas").dataset.shots) === taps, tap);
  }
  assert.deepEqual(phone.complaints, []);
  assert.ok(loaded < MOST_BYTES, `${loaded} bytes are not less than ${MOST_BYTES}`);
} finally {
  await browser.close();
  server.close();
}
