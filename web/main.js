// Starts the library, then every demo. A demo that fails says so, and the others go on.

import { init } from "./hitmask/index.js";

const failure = document.querySelector("#failure");
const tell = (error) => {
  failure.hidden = false;
  failure.textContent = `Something went wrong: ${error.message ?? error}`;
};
addEventListener("unhandledrejection", (event) => tell(event.reason));

let hasMoved = false;
for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) addEventListener(kind, () => (hasMoved = true), { once: true, passive: true });

try {
  // The plain build is smaller. `?build=simd` in the address takes the faster one.
  const build = new URLSearchParams(location.search).get("build") ?? "plain";
  document.documentElement.dataset.build = await init({ build });
  await Promise.all(
    Array.from(document.querySelectorAll("[data-demo]"), async (section) => {
      const { start } = await import(`./demos/${section.dataset.demo}.js`);
      await start(section);
      section.dataset.ready = "";
    }),
  );
  // A link to a demo leads there, though what is above has grown meanwhile: unless somebody has gone on by then.
  const place = document.getElementById(location.hash.slice(1).split("?")[0]);
  // The first pictures bring the lines of facts along.
  if (place) requestAnimationFrame(() => requestAnimationFrame(() => hasMoved || place.scrollIntoView({ behavior: "instant" })));
  document.documentElement.dataset.ready = "";
} catch (error) {
  tell(error);
  throw error;
}
