// Checks that every link of a folder of pages leads to a file of the folder, and to a place on that page: node links.mjs FOLDER
// Addresses of other sites are counted, not asked.

import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export function checkLinks(folder) {
  const pages = readdirSync(folder, { recursive: true }).map(String).filter((file) => file.endsWith(".html"));
  const texts = new Map(pages.map((page) => [resolve(folder, page), readFileSync(join(folder, page), "utf8")]));
  const places = new Map();
  const idsOf = (page) =>
    places.get(page) ?? places.set(page, new Set([...texts.get(page).matchAll(/\s(?:id|name)="?([^"\s>]+)/g)].map(([, id]) => id))).get(page);
  const broken = [];
  let [inside, outside] = [0, 0];
  for (const [page, text] of texts) {
    // Pages of source code, and the page for what is not found, have no links of our own.
    if (/\/rust\/(src|static\.files)\//.test(page) || page.endsWith("404.html")) continue;
    const visible = text.replace(/<script[\s\S]*?<\/script>/g, "");
    for (const [, , quoted] of visible.matchAll(/\s(href|src)="([^"]*)"/g)) {
      const link = quoted.replaceAll("&amp;", "&").replaceAll("&#x27;", "'");
      if (/^[a-z]+:|^\/\//.test(link)) {
        outside += 1;
        continue;
      }
      inside += 1;
      const [path, place] = link.split("#");
      let target = path.split("?")[0] ? resolve(dirname(page), decodeURIComponent(path.split("?")[0])) : page;
      if (existsSync(target) && statSync(target).isDirectory()) target = join(target, "index.html");
      // A page may only say where it has gone to, and a browser goes there.
      const moved = texts.get(target)?.match(/http-equiv="refresh" content="0;URL=([^"]*)"/)?.[1];
      if (moved) target = resolve(dirname(target), moved);
      const id = place?.split("?")[0];
      // A number names lines of source code.
      const found = existsSync(target) && (!id || !texts.has(target) || [id, decodeURIComponent(id)].some((id) => idsOf(target).has(id)) || /^\d+(-\d+)?$/.test(id));
      if (!found) broken.push(`${relative(folder, page)}: ${link}`);
    }
  }
  return { pages: texts.size, inside, outside, broken };
}
