//! A thousand turning sprites in a collision buffer on the GPU, as a picture: each id has a colour, and white rings show which sprites a
//! circle meets.
//!
//! `cargo run --example id_buffer -- ids.png`, in the folder `crates/hitmask-gpu`. Set `HITMASK_GPU` to a part of an adapter's name.

use std::error::Error;

use hitmask::{Angle, BufferMode, CollisionBuffer, Mask, Pose, PoseParts, Rect};
use hitmask_assets::{Image, encode_png};
use hitmask_gpu::{Gpu, GpuBuffer, GpuMasks, GpuOptions};
use hitmask_scenes::shapes;

const SIDE: u32 = 720;
const SPRITES: u32 = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "ids.png".to_owned());
    let gpu = Gpu::new(&GpuOptions { adapter: std::env::var("HITMASK_GPU").ok() })?;
    println!("on {}", gpu.name());
    let mut masks = GpuMasks::new(&gpu)?;
    let sprites: Vec<Mask> = vec![
        shapes::blob(30, 30, 1),
        shapes::blob(24, 36, 2),
        Mask::from_fn(28, 28, |x, y| {
            let (dx, dy) = (x as i32 * 2 - 27, y as i32 * 2 - 27);
            (300..729).contains(&(dx * dx + dy * dy))
        }),
        Mask::from_fn(32, 10, |x, y| y.abs_diff(5) * 6 < 32 - x),
    ];
    let ids = sprites.iter().map(|mask| masks.insert(mask.clone())).collect::<Result<Vec<_>, _>>()?;
    let mut buffer = GpuBuffer::new(&gpu, BufferMode::Painter, Rect::new(0, 0, SIDE, SIDE))?;
    for n in 0..SPRITES {
        let (mask, [w, h]) = (ids[n as usize % ids.len()], {
            let (w, h) = sprites[n as usize % ids.len()].size();
            [f64::from(w), f64::from(h)]
        });
        // A sunflower: each sprite is turned on by the golden angle.
        let (angle, far) = (f64::from(n) * 137.508, f64::from(n).sqrt() * 11.2);
        let middle = f64::from(SIDE) / 2.0;
        let (sine, cosine) = angle.to_radians().sin_cos();
        let pose = Pose::new(&PoseParts {
            position: [middle + far * cosine, middle + far * sine],
            rotation: Angle::Degrees(angle),
            scale: [0.5 + f64::from(n) / 1500.0; 2],
            pivot: [w / 2.0, h / 2.0],
            ..PoseParts::default()
        })?;
        buffer.draw(&masks, mask, &pose, n + 1)?;
    }
    // A ring in the middle of the right half asks what it meets.
    let probe = Mask::from_fn(160, 160, |x, y| {
        let (dx, dy) = (x as i32 * 2 - 159, y as i32 * 2 - 159);
        (22_000..25_281).contains(&(dx * dx + dy * dy))
    });
    let at = Pose::at(430, 280);
    let ring = masks.insert(probe.clone())?;
    let tests = buffer.submit_tests(&masks, &[(ring, at)])?;
    let picture = buffer.submit_picture(&masks, buffer.region())?;
    let met: Vec<u32> = tests.wait()?[0].iter().map(|met| met.id).collect();
    println!("the ring meets {} of {SPRITES} sprites", met.len());

    let (window, drawn) = picture.wait()?;
    let mut rgba = Vec::with_capacity(drawn.len() * 4);
    for (pixel, id) in (0u32..).zip(drawn) {
        let (x, y) = (pixel % window.w, pixel / window.w);
        let mut colour = CollisionBuffer::colour_of(id);
        if id == 0 {
            colour = [20, 22, 30, 255];
        } else if !met.contains(&id) {
            colour = colour.map(|part| part / 3);
            colour[3] = 255;
        }
        if probe.contains((x as i32 - 430, y as i32 - 280)) {
            colour = if id == 0 { [90, 90, 100, 255] } else { [255; 4] };
        }
        rgba.extend(colour);
    }
    std::fs::write(&path, encode_png(&Image::from_rgba8(window.w, window.h, rgba)?))?;
    println!("{path}");
    Ok(())
}
