//! Draws a picture in a hundred ways, and compares the pixels with those of its poses: `xvfb-run -a cargo run -p ggez_rocks --example drawn`.

use ggez::conf::{WindowMode, WindowSetup};
use ggez::glam::vec2;
use ggez::graphics::{Canvas, Color, DrawParam, Image, ImageFormat, Rect, Sampler};
use ggez::{ContextBuilder, GameResult};
use ggez_rocks::glue::{mask_of, part_of, pose_of};
use hitmask::Mask;

const SIZE: (u32, u32) = (640, 480);

fn main() -> GameResult {
    let (mut ctx, _events) = ContextBuilder::new("drawn", "hitmask")
        .window_setup(WindowSetup::default().vsync(false))
        .window_mode(WindowMode::default().visible(false))
        .add_resource_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets"))
        .build()?;
    let ship = Image::from_path(&ctx, "/playerShip1_orange.png")?;
    let sheet = mask_of(&ctx, &ship)?;
    // Solid pixels are white, all others clear: no blending.
    let pixels = ship.to_pixels(&ctx)?;
    let pixels: Vec<u8> =
        pixels.chunks_exact(4).flat_map(|p| [if p[3] >= 128 { 255 } else { 0 }; 4]).collect();
    let (width, height) = (ship.width(), ship.height());
    let ship = Image::from_pixels(&ctx, &pixels, ImageFormat::Rgba8Unorm, width, height);
    let screen = Image::new_canvas_image(&ctx, SIZE.0, SIZE.1, 1);
    let mut seed = 7_u64;
    let mut between = |low: f32, high: f32| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * (seed >> 40) as f32 / (1 << 24) as f32
    };
    let (mut drawn, mut off) = (0_u64, 0_u64);
    for case in 0..100 {
        let flip = |bit: i32| case >> bit & 1 == 1;
        let sign = |flips: bool| if flips { -1.0 } else { 1.0 };
        let part =
            Rect::new(16.0 / width as f32, 8.0 / height as f32, 48.0 / width as f32, 33.0 / height as f32);
        let param = DrawParam::new()
            .src(if flip(0) { part } else { Rect::one() })
            .dest(vec2(between(150.0, 450.0), between(120.0, 350.0)))
            .rotation(between(-4.0, 4.0))
            .scale(vec2(sign(flip(1)) * between(0.4, 3.0), sign(flip(2)) * between(0.4, 3.0)))
            .offset(if flip(3) { vec2(between(-0.2, 1.2), between(-0.2, 1.2)) } else { vec2(0.5, 0.5) });
        let matrix = param.transform.to_bare_matrix();
        let param = if flip(4) { param.transform(matrix) } else { param };
        ctx.gfx.begin_frame()?;
        let mut canvas = Canvas::from_image(&ctx, screen.clone(), Color::BLACK);
        canvas.set_sampler(Sampler::nearest_clamp());
        canvas.draw(&ship, param);
        canvas.finish(&mut ctx)?;
        ctx.gfx.end_frame()?;
        let bytes = screen.to_pixels(&ctx)?;
        let seen = Mask::from_fn(SIZE.0, SIZE.1, |x, y| bytes[4 * (y * SIZE.0 + x) as usize] > 127);
        let mask = if flip(0) { part_of(&sheet, part) } else { sheet.clone() };
        let (image, corner) = mask
            .bake(&pose_of((width, height), &param).expect("it covers something"))
            .expect("a picture of the screen");
        let mut expected = Mask::new(SIZE.0, SIZE.1);
        expected.union_with(&image, corner);
        drawn += seen.count();
        expected.symmetric_difference_with(&seen, (0, 0));
        off += expected.count();
    }
    println!("{off} of {drawn} pixels differ");
    // A card rounds coordinates that fall on an edge of texels in its own way.
    assert!(drawn > 100_000 && off * 200 < drawn, "{off} of {drawn}");
    Ok(())
}
