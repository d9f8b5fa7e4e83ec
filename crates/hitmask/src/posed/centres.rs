//! Whether the centres of pixels come near to a posed mask: a margin for [`PixelRule::Raster`](super::PixelRule::Raster).

use super::exact_geometry::floor;
use super::{Posed, square_root_up};
use crate::bits::span_bits;
use crate::geom::inverse::{Approximate, Inverse};
use crate::geom::{Extent, Mapped, Offset};
use crate::mask::Mask;

/// Windows of more pixels than this are not looked at.
const MOST_PIXELS: u64 = 1 << 16;
/// Distances of more texels than this are not looked at: too many texels lie that near.
const MOST_TEXELS: f64 = 2.0;

/// Whether the centre of a pixel of a window comes nearer than a distance to the image of a posed mask. The pixels are those of a mask at a
/// whole pixel. It may return true for centres that are slightly too far away, but never false for those that are near enough. None if that
/// would be much work.
pub(crate) fn centres_come_near(
    (pixels, corner): (&Mask, Offset),
    (mask, pose): Posed<'_>,
    distance: f64,
    window: Extent,
) -> Option<bool> {
    if window.area() > MOST_PIXELS {
        return None;
    }
    let Approximate { lines, error } = Inverse::new(pose, window).approximately(window);
    let [reach_u, reach_v] = lines
        .mapped(|[_, right, down]| square_root_up(right * right + down * down) * distance + error + 1e-9);
    if reach_u.max(reach_v) > MOST_TEXELS {
        return None;
    }
    let Extent { x0, y0, x1, y1 } = window;
    let near = |x: i64, y: i64| {
        let (right, down) = ((x - x0) as f64, (y - y0) as f64);
        let [u, v] = lines.mapped(|[corner, by_x, by_y]| corner + by_x * right + by_y * down);
        let texels = |at: f64, reach: f64| floor(at - reach)..=floor(at + reach);
        texels(v, reach_v).any(|v| texels(u, reach_u).any(|u| mask.has_texel((u, v))))
    };
    Some((y0..y1).any(|y| {
        (x0..x1).step_by(64).any(|x| {
            let mut word = pixels.window(x - corner.x, y - corner.y) & span_bits(x0, x1, x);
            while word != 0 {
                if near(x + i64::from(word.trailing_zeros()), y) {
                    return true;
                }
                word &= word - 1;
            }
            false
        })
    }))
}
