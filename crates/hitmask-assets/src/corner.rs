//! Corners of polygons.

use hitmask::PointQ16;

/// A corner in 65 536ths of a pixel, moved to 2²⁰ pixels if it lies farther away.
pub(crate) fn rounded(corner: [f64; 2]) -> PointQ16 {
    let most = f64::from(1 << 20);
    let [x, y] = corner.map(|at| if at.is_nan() { 0.0 } else { at.clamp(-most, most) });
    let q16 = |number: f64| (number * PointQ16::ONE as f64).round() as i64;
    PointQ16::new(q16(x), q16(y))
}
