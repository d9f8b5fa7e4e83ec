//! Offsets that could reveal a fault in a comparison, a shift or an addition.

use hitmask_oracle::Solid;

use super::Rng;

const FAR: [i64; 12] = [
    i32::MIN as i64,
    i32::MIN as i64 + 1,
    i32::MIN as i64 + 64,
    -(1 << 30),
    -65_536,
    -65_535,
    65_535,
    65_536,
    1 << 30,
    i32::MAX as i64 - 64,
    i32::MAX as i64 - 1,
    i32::MAX as i64,
];

/// An offset for b on one axis. The solid pixels of a go from `a0` up to but not including `a1`, those of b from `b0` up to but not
/// including `b1`.
fn on_axis(rng: &mut Rng, (a0, a1): (i64, i64), (b0, b1): (i64, i64)) -> i32 {
    // The offset that brings their first pixels together, and the least and the greatest offset at which they share a pixel.
    let (start, least, greatest) = (a0 - b0, a0 - b1 + 1, a1 - 1 - b0);
    let offset = match rng.below(32) {
        0 => rng.pick(&FAR),
        1 | 2 => rng.pick(&[least, greatest]) + rng.between(-1, 1),
        3..=9 => {
            let edge = rng.pick(&[16, 32, 64]) * rng.between(-4, 4);
            start + edge + rng.between(-1, 1)
        }
        10..=12 => start + rng.between(-3, 3),
        // Far inside each other, where most pixels are shared.
        13..=22 => {
            let middle = (least + greatest).div_euclid(2);
            let reach = ((greatest - least) / 4).clamp(0, 100);
            middle + rng.between(-reach, reach)
        }
        _ => rng.between(least.min(greatest) - 1, greatest.max(least) + 1),
    };
    offset.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// An offset for b against a.
pub(crate) fn offset(rng: &mut Rng, a: &dyn Solid, b: &dyn Solid) -> (i32, i32) {
    let (ax0, ay0, ax1, ay1) = a.window();
    let (bx0, by0, bx1, by1) = b.window();
    (on_axis(rng, (ax0, ax1), (bx0, bx1)), on_axis(rng, (ay0, ay1), (by0, by1)))
}
