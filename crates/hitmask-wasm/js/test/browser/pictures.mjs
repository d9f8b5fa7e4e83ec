// Masks and atlases that are loaded from addresses, beside what a canvas reads.

import { Atlas, Mask } from "/hitmask/index.js";
import "./sprite.mjs";

/** The alphas of a picture's part, by an image element. */
async function alphas(url, [x, y, w, h]) {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [w ?? image.width, h ?? image.height];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, -x, -y);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

export default async function () {
  const result = { pixels: 0, hits: 0, wrong: 0, edge: 0 };
  const compare = (mask, { width, height, data }, threshold) => {
    if (mask.width !== width || mask.height !== height) result.wrong++;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const solid = data[4 * (y * width + x) + 3] >= threshold;
        result.pixels++;
        result.hits += solid;
        result.wrong += mask.get([x, y]) !== solid;
      }
    }
  };
  for (const [name, threshold] of [["bee.png", 128], ["smoke_03.png", 1], ["smoke_03.png", 255], ["car_blue.png", 90]]) {
    compare(await Mask.fromUrl(`/assets/${name}`, threshold), await alphas(`/assets/${name}`, [0, 0]), threshold);
  }
  const { atlas, masks } = await Atlas.load("/assets/boonga.json");
  if (masks.length !== 2) result.wrong++;
  for (const [index, { rect }] of atlas.frames.entries()) {
    compare(masks[index], await alphas("/assets/boonga.png", [rect.x, rect.y, rect.w, rect.h]), 128);
  }
  // An image element will do as well, and its part is cut out.
  const image = new Image();
  image.src = "/assets/boonga.png";
  await image.decode();
  if (!atlas.mask(1, image).equals(masks[1])) result.wrong++;
  for (const url of ["/assets/none.png", "/assets/none.json"]) {
    const failed = await (url.endsWith("json") ? Atlas.load(url) : Mask.fromUrl(url)).catch((error) => error.message);
    if (failed !== `hitmask could not load ${new URL(url, location).href}: status 404` && failed !== `hitmask could not load ${url}: status 404`) {
      result.wrong++;
    }
  }
  return result;
}
