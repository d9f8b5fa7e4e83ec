//! Loads every frame of an atlas or animation once, and asks which of them touch a wall.
//!
//! ```text
//! cargo run -p hitmask-assets --example atlas_frames
//! cargo run -p hitmask-assets --example atlas_frames -- hero.json
//! ```

use hitmask::{Mask, Rect};
use hitmask_assets::{Options, load};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/player.aseprite");
    let path = std::env::args().nth(1).unwrap_or_else(|| shipped.to_owned());
    let sprite = load(&path, &Options::default())?;

    // A game does this once, when it loads. Frames that an atlas trimmed or turned lie where they were before.
    let masks: Vec<Mask> = sprite.frames.iter().map(|frame| frame.mask(128)).collect();
    println!("{}, {} frames", sprite.format, masks.len());

    // A wall six pixels right of the middle, in the frame's pixels, as high as the frame.
    for (frame, mask) in sprite.frames.iter().zip(&masks) {
        let wall = Rect::new(mask.width() as i32 / 2 + 6, 0, 8, mask.height());
        match mask.overlap_bounds(&wall, (0, 0)) {
            Some(Rect { x, y, w, h }) => {
                println!("frame {}: in the wall by {w}x{h} at ({x}, {y})", frame.name);
            }
            None => println!("frame {}: free", frame.name),
        }
    }
    Ok(())
}
