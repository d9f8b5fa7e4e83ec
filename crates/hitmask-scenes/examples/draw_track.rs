//! Draws `scenes/track.png`: `cargo run -p hitmask-scenes --example draw_track`.

use std::error::Error;

use hitmask_assets::{Image, encode_png};
use hitmask_scenes::track::{HEIGHT, WIDTH, rgba};

fn main() -> Result<(), Box<dyn Error>> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/track.png");
    let image = Image::from_rgba8(WIDTH, HEIGHT, rgba())?;
    std::fs::write(file, encode_png(&image))?;
    println!("scenes/track.png: {WIDTH} x {HEIGHT}");
    Ok(())
}
