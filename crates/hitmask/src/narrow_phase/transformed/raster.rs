//! The raster rule: do both masks cover some world pixel?

use super::inverse::Inverse;
use super::search::{Leaf, Square};
use crate::geom::Extent;
use crate::mask::Mask;

/// Looks at all pixels of small squares, or of a small window.
pub(super) struct Pixels<'a> {
    pub(super) a: (&'a Mask, Inverse),
    pub(super) b: (&'a Mask, Inverse),
    /// The window's size.
    pub(super) size: (i64, i64),
}

/// The side of the squares that are looked at pixel by pixel.
const SMALL: f64 = 8.0;

impl Leaf for Pixels<'_> {
    #[inline(always)]
    fn reach(&self, side: f64) -> f64 {
        (side - 1.0) / 2.0
    }

    #[inline(always)]
    fn is_small(&self, side: f64) -> bool {
        side <= SMALL
    }

    fn overlap(&mut self, square: Square) -> bool {
        let (x, y) = (square.x as i64, square.y as i64);
        let side = square.side as i64;
        self.overlap_in(Extent { x0: x, y0: y, x1: x + side, y1: y + side })
    }
}

impl Pixels<'_> {
    /// Whether both cover some pixel of an extent, which is cut to the window.
    pub(super) fn overlap_in(&self, pixels: Extent) -> bool {
        let (a, to_a) = &self.a;
        let (b, to_b) = &self.b;
        let (x1, y1) = (pixels.x1.min(self.size.0), pixels.y1.min(self.size.1));
        (pixels.y0..y1)
            .any(|y| (pixels.x0..x1).any(|x| a.has_texel(to_a.texel(x, y)) && b.has_texel(to_b.texel(x, y))))
    }
}
