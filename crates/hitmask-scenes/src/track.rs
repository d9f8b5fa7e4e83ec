//! The race track of `scenes/race.toml`. The picture is drawn by this code, so that nobody else has rights to it.

use crate::Random;

/// Width of the picture.
pub const WIDTH: u32 = 1400;
/// Height of the picture.
pub const HEIGHT: u32 = 900;

/// The alpha of the asphalt. It is visible, but below the level of 160 at which the scene's track is solid.
const ROAD_ALPHA: u8 = 140;
/// From the middle of the road to its edge, in pixels.
const HALF_ROAD: f64 = 72.0;
const KERB: f64 = 12.0;
/// The length of a red or white kerbstone.
const STONE: f64 = 22.0;

/// The centre line of the road, closed.
const LINE: [(f64, f64); 14] = [
    (230.0, 790.0),
    (700.0, 790.0),
    (1180.0, 790.0),
    (1290.0, 700.0),
    (1270.0, 560.0),
    (1080.0, 500.0),
    (1030.0, 380.0),
    (1130.0, 270.0),
    (1090.0, 140.0),
    (900.0, 110.0),
    (640.0, 210.0),
    (430.0, 110.0),
    (170.0, 150.0),
    (110.0, 450.0),
];

/// Four bytes a pixel. The asphalt is not solid at level 160; kerbs and grass are. Floating point is used only where IEEE 754 prescribes
/// every bit.
#[must_use]
pub fn rgba() -> Vec<u8> {
    /// Patches of one shade, so that the file stays small.
    const PATCH: u32 = 7;
    let mut random = Random::new(2026);
    let patches_across = WIDTH.div_ceil(PATCH);
    let shades: Vec<u8> =
        (0..patches_across * HEIGHT.div_ceil(PATCH)).map(|_| random.below(3) as u8 * 4).collect();
    let mut pixels = Vec::with_capacity((4 * WIDTH * HEIGHT) as usize);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            let shade = shades[(y / PATCH * patches_across + x / PATCH) as usize];
            pixels.extend(pixel(f64::from(x) + 0.5, f64::from(y) + 0.5, shade));
        }
    }
    pixels
}

fn pixel(x: f64, y: f64, shade: u8) -> [u8; 4] {
    let (distance, along) = nearest(x, y);
    let is_even = |length: f64| ((along / length) as u64).is_multiple_of(2);
    let grey = |level: u8| [level + shade / 2, level + shade / 2, level + 6 + shade / 2];
    let ([r, g, b], alpha) = if distance < 2.5 && is_even(36.0) {
        ([225, 225, 215], ROAD_ALPHA)
    } else if distance < HALF_ROAD - 16.0 {
        (grey(70), ROAD_ALPHA)
    } else if distance < HALF_ROAD {
        // A shadow of the grass: darker and denser, but still not solid.
        (grey(48), ROAD_ALPHA + (distance - HALF_ROAD + 16.0) as u8)
    } else if distance < HALF_ROAD + KERB {
        (if is_even(STONE) { [196, 40, 44] } else { [236, 236, 232] }, 255)
    } else {
        // Mown stripes.
        let mown = if (((x + y) / 48.0) as u64).is_multiple_of(2) { 8 } else { 0 };
        ([52 + shade, 118 + mown + shade, 50 + shade / 2], 255)
    };
    [r, g, b, alpha]
}

/// The distance to the road's centre line, and where along that line the nearest point lies.
fn nearest(x: f64, y: f64) -> (f64, f64) {
    let (mut best, mut at, mut length) = (f64::INFINITY, 0.0, 0.0);
    for (i, &(x0, y0)) in LINE.iter().enumerate() {
        let (x1, y1) = LINE[(i + 1) % LINE.len()];
        let (dx, dy) = (x1 - x0, y1 - y0);
        let side = (dx * dx + dy * dy).sqrt();
        let t = (((x - x0) * dx + (y - y0) * dy) / (side * side)).clamp(0.0, 1.0);
        let (ox, oy) = (x - x0 - t * dx, y - y0 - t * dy);
        let distance = (ox * ox + oy * oy).sqrt();
        if distance < best {
            (best, at) = (distance, length + t * side);
        }
        length += side;
    }
    (best, at)
}
