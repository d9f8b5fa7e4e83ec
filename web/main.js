// Starts the library, then every demo. A demo that fails says so, and the others go on.

import { init } from "./hitmask/index.js";

const failure = document.querySelector("#failure");
const tell = (error) => {
  failure.hidden = false;
  failure.textContent = `Something went wrong: ${error.message ?? error}`;
};
addEventListener("unhandledrejection", (event) => tell(event.reason));

try {
  await init();
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
