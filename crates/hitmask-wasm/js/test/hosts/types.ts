// The adapters with the hosts' own types. It is compiled, not run.

import * as ex from "excalibur";
import kaplay from "kaplay";
import Konva from "konva";
import Phaser from "phaser";
import { Application, type Renderer, Sprite, Ticker, extensions } from "pixi.js";

import { PixelColliderComponent, PixelCollisionSystem, type PixelCollisionEvent } from "hitmask/excalibur";
import { pixelPlugin } from "hitmask/kaplay";
import { getIntersection, hitFunc, intersects, overlaps as nodesOverlap } from "hitmask/konva";
import { PixelPlugin, forget as forgetTexture, masks as frameMasks, overlaps as objectsOverlap, process, terrainOf } from "hitmask/phaser";
import { PixelSystem, hitArea, masks, overlaps as spritesOverlap, pixels } from "hitmask/pixi";
import { Mask, type Handle } from "hitmask";

export async function pixi(ship: Sprite, rock: Sprite): Promise<void> {
  extensions.add(pixels);
  const app = new Application<Renderer>();
  await app.init({ width: 8, pixels: { area: true } });
  const handle: Handle = app.pixels.add(ship, { swept: true, mask: (sprite) => masks.of(sprite.texture) });
  const system = new PixelSystem({ ticker: Ticker.shared, stage: app.stage, resolution: 2, roundPixels: true });
  system.add(rock, { mask: Mask.filled(2, 2) });
  ship.on("pixelbegin", (other, event) => console.log(other.label, event.touch?.first, handle));
  ship.hitArea = hitArea(ship);
  console.log(spritesOverlap(ship, rock), system.touching(ship));
}

export class Scene extends Phaser.Scene {
  declare pixels: PixelPlugin;

  create(): void {
    const ship = this.physics.add.sprite(0, 0, "ship");
    const layer: Phaser.Tilemaps.TilemapLayer = this.make.tilemap({ key: "map" }).createLayer(0, "tiles") as Phaser.Tilemaps.TilemapLayer;
    this.pixels.add(ship, { swept: true });
    this.pixels.add(layer);
    this.physics.add.collider(ship, layer, undefined, process);
    this.physics.add.overlap(ship, this.physics.add.group(), () => {}, this.pixels.process);
    ship.setInteractive({ hitArea: {}, hitAreaCallback: this.pixels.hitTest() });
    frameMasks.set(ship.frame, Mask.filled(2, 2));
    console.log(objectsOverlap(ship, ship), terrainOf(layer), this.pixels.pick(this.input.activePointer));
    PixelPlugin.options = { area: true, screen: true };
    this.pixels.camera = this.cameras.main;
    forgetTexture(ship.texture);
  }
}
export const config: Phaser.Types.Core.GameConfig = { plugins: { scene: [{ key: "pixels", plugin: PixelPlugin, mapping: "pixels" }] } };

export function konva(stage: Konva.Stage, ship: Konva.Image, rock: Konva.Sprite): boolean {
  ship.hitFunc(hitFunc());
  const top: Konva.Shape | null = getIntersection<Konva.Shape>(stage, { x: 1, y: 2 });
  return top === ship && intersects(rock, { x: 1, y: 2 }) && nodesOverlap(ship, rock);
}

export function kaplays(): void {
  const k = kaplay({ plugins: [pixelPlugin({ area: true })] });
  const ship = k.add([k.sprite("ship"), k.pos(1, 2), k.pixelArea({ layers: [1, 2] }), "ship"]);
  ship.onPixelCollide("rock", (rock, event) => console.log(rock, event.touch?.area));
  console.log(ship.hasPixel(k.mousePos()), k.pixelWorld.size, ship.hasPixelOnScreen(k.mousePos()), k.pixelPick(k.mousePos()));
}

export function excalibur(scene: ex.Scene, ship: ex.Actor): void {
  scene.world.add(PixelCollisionSystem);
  ship.addComponent(new PixelColliderComponent({ swept: true }));
  ship.on("pixelcollisionstart", (event) => console.log((event as PixelCollisionEvent).other));
  const system: PixelCollisionSystem | null = scene.world.systemManager.get(PixelCollisionSystem);
  console.log(ship.get(PixelColliderComponent).hasPixel(ship.pos), system?.pixels, system?.pick(ship.pos));
}
