//! The direction of a surface around a pixel.

use crate::geom::PointQ16;
use crate::shape::Circle;

/// The pixels that are at most so far from the pixel (0, 0), as a circle. None if that is too far for a circle.
pub(crate) fn around_a_pixel(radius: u32) -> Option<Circle> {
    let half = PointQ16::ONE / 2;
    Circle::new(PointQ16::new(half, half), (i64::from(radius) << 16) + half).ok()
}
