// A program that uses the package's types. It is compiled, not run.

import { AlphaMask, Circle, CollisionBuffer, Frames, Mask, Pose, Terrain, TileMap, TileSet, World, init, moveAndSlide, overlapsBatch } from "hitmask";
import type { Handle, Point, Rect, TileCell, TileOverlap, WorldEvent } from "hitmask";
import { isHit } from "hitmask/canvas";
import * as core from "hitmask/core";
import { Gpu, GpuBuffer, GpuCrowd, GpuMasks, GpuPairs, PairEvents } from "hitmask/gpu";
import type { CrowdSprite, PairAnswer } from "hitmask/gpu";
import { hitTest } from "hitmask/phaser";
import { hitArea } from "hitmask/pixi";
import { intersects } from "hitmask/konva";

const build: "plain" | "simd" = await init({ build: "auto" });
{
  using ship = new Mask(16, 16);
  ship.set([1, 2], true);
  const first: Point | null = ship.firstOverlap([0, 0, 4, 4], { x: 1, y: 1 });
  const bounds: Rect | null = ship.overlapBounds(new Circle([3, 3], 2), [0, 0]);
  const hit = ship.cast(Mask.filled(4, 4), [-20, 0], [40, 0.5]);
  if (hit.kind === "hit") console.log(hit.time.value, hit.time.numerator, hit.point.x);
  // @ts-expect-error an offset is a pair
  ship.overlaps(ship, 3);
  // @ts-expect-error an alpha mask has no fixed set of solid pixels
  ship.overlaps(AlphaMask.fromMask(ship), [0, 0]);
  console.log(build, first, bounds);
}
const world = new World({ stay: true, wrap: [320, 200] });
const handle: Handle = world.insert(new Frames([Mask.filled(2, 2)]), { position: [1, 2], kind: "character", rotation: { step: 1, of: 8 } });
const events: WorldEvent[] = world.step();
const moved = world.moveAndSlide(handle, [1, 0], { stepUp: 2 });
const batch: Uint8Array = overlapsBatch([Mask.filled(2, 2)], new Int32Array([0, 0]), new Int32Array([1, 1]));
const buffer = new CollisionBuffer("owners", { x: 0, y: 0, w: 8, h: 8 });
buffer.draw(new Terrain(8, 8), new Pose({ scale: 2 }), 3);
console.log(events, moved?.floor?.what, batch, moveAndSlide([0, 0, 2, 2], [0, 0], [1, 1], []), isHit, hitTest, hitArea, intersects);
// @ts-expect-error there is no such kind
world.insert(Mask.filled(1, 1), { kind: "ghost" });

const map = TileMap.fromGids(new TileSet({ 1: Mask.filled(8, 8), 4: { mask: Mask.filled(8, 2), kind: "one-way" } }), [2, 2], [8, 8], [0, 1]);
const shown: TileCell | null = map.set([0, 0], { tile: 4, flipX: true });
const tiles: TileOverlap[] = map.only(["body", "sensor"]).overlapTiles([0, 0, 4, 4], [0, 0]);
const ledges: Handle | null = world.insertTiles(map, { position: [0, 40] }).oneWay;
console.log(shown?.flipX, tiles, ledges, world.tileAt(handle, [0, 0])?.cell.x);
// @ts-expect-error a tile is a number or has one
map.set([0, 0], { flipX: true });
// @ts-expect-error a view cannot be changed
map.only("body").set([0, 0], 1);

const small = core.Mask.filled(4, 4);
const baked: core.Mask = small.bake(new core.Pose({ rotation: 30 })).mask;
console.log(baked.closest(small, [9, 0])?.squared, core.overlapsBatch([small], [0, 0], [1, 1]));
// @ts-expect-error the core has no outlines
small.outline();
// @ts-expect-error a rectangle is no shape there
small.overlaps([0, 0, 2, 2], [0, 0]);
// @ts-expect-error the two have masks of their own
Mask.filled(2, 2).overlaps(small, [0, 0]);

const onDevice = new GpuMasks(await Gpu.open());
const uploaded = onDevice.insert(Mask.filled(4, 4));
const shared: PairAnswer | undefined = (await new GpuPairs(onDevice).submit([[uploaded, [0, 0], uploaded, new Pose({ scale: 2 })]])).answers[0];
console.log(shared?.first?.x, shared?.bounds?.w);
const crowd: CrowdSprite[] = [{ mask: uploaded, at: [0, 0] }, { mask: uploaded.atLevel(128), at: new Pose(), isSensor: true }];
const begun: number | undefined = new PairEvents().step((await new GpuCrowd(onDevice, { maxPairs: 9 }).submit(crowd)).pairs)[0]?.since;
const canvas = new GpuBuffer(onDevice, "latch", [0, 0, 9, 9]);
canvas.draw(uploaded, [0, 0], 7);
const touched: number[] = await canvas.submitLatched();
console.log(begun, touched, (await canvas.submitPicture([0, 0, 1, 1])).ids[0]);
