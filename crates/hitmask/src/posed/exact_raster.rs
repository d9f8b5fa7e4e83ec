//! The raster rule: do both masks cover some world pixel?

use core::ops::Range;

use super::search::{Leaf, Square};
use crate::bits::{Lane, with_lanes};
use crate::geom::Extent;
use crate::geom::inverse::Inverse;
use crate::mask::Mask;

/// Tests all pixels of small squares, or of a small window.
pub(super) struct Pixels<'a> {
    pub(super) a: (&'a Mask, Inverse),
    pub(super) b: (&'a Mask, Inverse),
    /// The size of the window.
    pub(super) size: (i64, i64),
}

/// Squares with at most this side are tested pixel by pixel.
const SMALL: f32 = 4.0;

impl Leaf for Pixels<'_> {
    #[inline(always)]
    fn reach(&self, side: f32) -> f32 {
        (side - 1.0) / 2.0
    }

    #[inline(always)]
    fn is_small(&self, side: f32) -> bool {
        side <= SMALL
    }

    fn overlap(&mut self, square: Square) -> bool {
        let ((x, y), side) = (square.corner(), square.side() as i64);
        let (x, y) = (x as i64, y as i64);
        self.overlap_in(Extent { x0: x, y0: y, x1: x + side, y1: y + side })
    }
}

impl Pixels<'_> {
    /// Whether both masks cover some pixel of an extent. The extent is clipped to the window.
    pub(super) fn overlap_in(&self, pixels: Extent) -> bool {
        let pixels = Extent { x1: pixels.x1.min(self.size.0), y1: pixels.y1.min(self.size.1), ..pixels };
        let (a, b) = (self.a.0.columns(), self.b.0.columns());
        with_lanes!(a, a => with_lanes!(b, b => self.overlap_of(a.as_slice(), b.as_slice(), pixels)))
    }

    /// The first pixel that both masks cover.
    pub(super) fn first(&self) -> Option<(i64, i64)> {
        let (a, b) = (self.a.0.columns(), self.b.0.columns());
        with_lanes!(a, a => with_lanes!(b, b => self.first_of(a.as_slice(), b.as_slice())))
    }

    fn first_of<A: Lane, B: Lane>(&self, a: &[A], b: &[B]) -> Option<(i64, i64)> {
        (0..self.size.1).find_map(|y| Some((self.first_in_row(a, b, 0..self.size.0, y)?, y)))
    }

    fn overlap_of<A: Lane, B: Lane>(&self, a: &[A], b: &[B], pixels: Extent) -> bool {
        (pixels.y0..pixels.y1).any(|y| self.first_in_row(a, b, pixels.x0..pixels.x1, y).is_some())
    }

    #[inline(always)]
    fn first_in_row<A: Lane, B: Lane>(&self, a: &[A], b: &[B], mut xs: Range<i64>, y: i64) -> Option<i64> {
        let Pixels { a: (mask_a, to_a), b: (mask_b, to_b), .. } = self;
        let (mut in_a, mut in_b) = (to_a.row(xs.start, y), to_b.row(xs.start, y));
        xs.find(|&x| {
            let met = mask_a.has_texel_in(a, in_a.texel(to_a, x, y))
                && mask_b.has_texel_in(b, in_b.texel(to_b, x, y));
            in_a.step(to_a);
            in_b.step(to_b);
            met
        })
    }
}
