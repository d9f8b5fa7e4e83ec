//! Packs the masks of the game's sprites into one file, which the game embeds.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use hitmask_assets::{PackContent, PackSettings, Packer};

/// The sprites that the game uses. A game with a folder of its own adds the folder.
const SPRITES: [&str; 4] =
    ["playerShip1_orange.png", "meteorGrey_big1.png", "laserRed01.png", "player.aseprite"];

fn main() -> Result<(), Box<dyn Error>> {
    let assets = Path::new("../../assets");
    let file = Path::new(&env::var("OUT_DIR")?).join("masks.hitmask");

    let mut packer = Packer::new();
    for sprite in SPRITES {
        packer.add(assets.join(sprite))?;
    }
    // Sprites that have not changed since the last build are not decoded again.
    if let Ok(bytes) = fs::read(&file) {
        packer.previous(bytes);
    }
    for source in packer.sources() {
        println!("cargo::rerun-if-changed={}", source.path.display());
    }
    let settings = |name: &str| {
        // The laser glows at its rim.
        let threshold = if name.starts_with("laser") { 200 } else { 128 };
        Some(PackSettings { content: PackContent::Mask, threshold, ..PackSettings::default() })
    };
    let packed = packer.pack(settings, |_| {})?;
    fs::write(file, packed.bytes)?;
    Ok(())
}
