import { init } from "hitmask";
import { PixelPlugin } from "hitmask/phaser";
import * as Phaser from "phaser";
import { RED, height, rocks, ship, turns, width } from "./scene.mjs";

await init();

class Game extends Phaser.Scene {
  preload() {
    for (const { picture } of [ship, ...rocks]) this.load.image(picture, picture);
  }

  create() {
    this.rocks = this.physics.add.group();
    for (const { name, picture, x, y, angle, scale, flip } of rocks) {
      const rock = this.physics.add.image(x, y, picture).setName(name).setAngle(angle).setScale(scale).setFlipX(flip);
      // As in any mouse handler, but only where the rock is solid.
      rock.setInteractive({ hitArea: {}, hitAreaCallback: this.pixels.hitTest() }).on("pointerdown", () => rock.destroy());
      this.rocks.add(rock);
      this.pixels.add(rock);
    }
    this.player = this.physics.add.image(ship.x, ship.y, ship.picture);
    this.pixels.add(this.player);
    const dot = this.add.circle(0, 0, 3, 0xffff00);
    // By Arcade: the boxes first, then the pixels.
    this.physics.add.overlap(this.player, this.rocks, (_, rock) => rock.setTint(RED), this.pixels.process);
    // By events.
    this.player.on("pixelbegin", (_, { touch }) => dot.setPosition(touch.first.x, touch.first.y));
    this.player.on("pixelend", (rock) => rock.clearTint());
  }

  update() {
    if (turns(this.pixels.touching(this.player))) this.player.angle += 2;
  }
}

new Phaser.Game({
  width, height, scene: Game, banner: false, audio: { noAudio: true }, backgroundColor: "#102030", physics: { default: "arcade" },
  render: { preserveDrawingBuffer: true },
  plugins: { scene: [{ key: "pixels", plugin: PixelPlugin, mapping: "pixels" }] },
});
