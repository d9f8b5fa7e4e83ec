//! Translucent sprites: solid from an alpha level on, or compared by the sum of their alphas.
//!
//! `cargo run -p hitmask --example ghosts`

use hitmask::{AlphaMask, InvalidArgument};

fn main() -> Result<(), InvalidArgument> {
    // A ghost that fades from opaque on the left to almost nothing on the right, and a wall of glass.
    let fading: Vec<u8> = (0..16).map(|x| 255 - x * 16).collect();
    let ghost = AlphaMask::from_alpha(16, 1, &fading)?;
    let glass = AlphaMask::from_alpha(4, 1, &[100; 4])?;

    println!("offset  at level 128  at levels 16 and 100  by alpha sum");
    for x in [0, 4, 8, 10, 12] {
        println!(
            "{x:>6}  {:>12}  {:>20}  {:>12}",
            ghost.at_level(128).overlaps(&glass.at_level(128), (x, 0)),
            ghost.at_level(16).overlaps(&glass.at_level(100), (x, 0)),
            ghost.overlaps(&glass, (x, 0)),
        );
    }
    Ok(())
}
