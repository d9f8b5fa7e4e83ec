// The smallest application, with the main entry and an adapter.
import { Mask, init } from "hitmask";
import { isHit } from "hitmask/canvas";

const build = await init();
const [ship, rock] = [Mask.filled(8, 8), Mask.fromFunction(6, 6, () => true)];
const hit = isHit(ship, new DOMMatrix([2, 0, 0, 2, 10, 10]), 25, 25);
document.body.dataset.answer = JSON.stringify({ build, area: ship.overlapArea(rock, [5, 4]), first: ship.firstOverlap(rock, [5, 4]), hit });
