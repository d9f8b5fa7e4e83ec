// Starts the library, then every demo. A demo that fails says so, and the others go on.

import { init } from "./hitmask/index.js";

const failure = document.querySelector("#failure");
const tell = (error) => {
  failure.hidden = false;
  failure.textContent = `Something went wrong: ${error.message ?? error}`;
};
addEventListener("unhandledrejection", (event) => tell(event.reason));

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
  document.documentElement.dataset.ready = "";
} catch (error) {
  tell(error);
  throw error;
}
