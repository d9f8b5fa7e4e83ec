// What the examples have in common: a ship that turns among meteors. Those that it touches are red, and a dot marks the first pixel.

export const ship = { name: "ship", picture: "/assets/playerShip1_orange.png", x: 160, y: 100 };
export const rocks = [
  { name: "big", picture: "/assets/meteorGrey_big1.png", x: 66, y: 62, angle: 20, scale: 1, flip: false },
  { name: "wide", picture: "/assets/meteorGrey_big1.png", x: 246, y: 74, angle: 250, scale: 0.9, flip: true },
  { name: "small", picture: "/assets/meteorGrey_med1.png", x: 112, y: 150, angle: 0, scale: 1, flip: false },
  { name: "low", picture: "/assets/meteorGrey_med1.png", x: 206, y: 160, angle: 45, scale: 1.3, flip: true },
];
export const [width, height] = [320, 200];
export const RED = 0xff4030;

/** Whether the ship may turn on. Says in the page what it touches, for the test. */
let frames = 0;
export function turns(touched) {
  if (frames >= globalThis.lastFrame) return false;
  frames++;
  document.body.dataset.touched = touched.map(({ name }) => name).sort().join(" ");
  document.body.dataset.frames = String(frames);
  return true;
}
