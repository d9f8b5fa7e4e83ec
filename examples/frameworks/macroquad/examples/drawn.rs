//! Draws a picture in a hundred ways, and compares the pixels with those of its poses: `xvfb-run -a cargo run --example drawn`.

use hitmask::Mask;
use macroquad::prelude::*;
use macroquad_rocks::glue::{mask_of, pose_of};

#[macroquad::main("drawn")]
async fn main() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets/playerShip1_orange.png");
    let mut ship = load_image(path).await.expect("a picture");
    // Solid pixels are white, all others clear: no blending.
    for pixel in ship.bytes.chunks_exact_mut(4) {
        pixel.fill(if pixel[3] >= 128 { 255 } else { 0 });
    }
    let sheet = mask_of(&ship);
    let texture = Texture2D::from_image(&ship);
    texture.set_filter(FilterMode::Nearest);
    let (mut drawn, mut off) = (0_u64, 0_u64);
    for case in 0..100 {
        let between = |low: f32, high: f32| rand::gen_range(low, high);
        let flip = |bit: i32| case >> bit & 1 == 1;
        let source = flip(0).then(|| Rect::new(16.0, 8.0, 48.0, 33.0));
        let params = DrawTextureParams {
            dest_size: flip(1).then(|| vec2(between(20.0, 300.0), between(20.0, 300.0))),
            source,
            rotation: between(-4.0, 4.0),
            flip_x: flip(2),
            flip_y: flip(3),
            pivot: flip(4).then(|| vec2(between(200.0, 400.0), between(200.0, 300.0))),
        };
        let (x, y) = (between(100.0, 400.0), between(100.0, 300.0));
        clear_background(BLACK);
        draw_texture_ex(&texture, x, y, WHITE, params.clone());
        let screen = get_screen_data();
        next_frame().await;
        let (width, height) = (u32::from(screen.width), u32::from(screen.height));
        // The screen is read from the bottom up.
        let seen = Mask::from_fn(width, height, |x, y| {
            screen.bytes[4 * ((height - 1 - y) * width + x) as usize] > 127
        });
        let mask =
            source.map_or_else(|| sheet.clone(), |source| macroquad_rocks::glue::part_of(&sheet, source));
        let pose = pose_of(texture.size(), x, y, &params).expect("it covers something");
        let (image, corner) = mask.bake(&pose).expect("a picture of the screen");
        let mut expected = Mask::new(width, height);
        expected.union_with(&image, corner);
        drawn += seen.count();
        expected.symmetric_difference_with(&seen, (0, 0));
        off += expected.count();
    }
    println!("{off} of {drawn} pixels differ");
    // A card rounds coordinates that fall on an edge of texels in its own way.
    assert!(drawn > 100_000 && off * 200 < drawn, "{off} of {drawn}");
    std::process::exit(0);
}
