//! Aligned masks: masks at whole pixels that are upright, turned by right angles, or cached drawings.

use crate::geom::{Extent, Offset, Point};
use crate::mask::Mask;

/// A mask and the world pixel of its corner: what a collider covers.
#[derive(Clone, Copy)]
pub(crate) struct AlignedMask<'a> {
    pub(crate) mask: &'a Mask,
    pub(crate) corner: Point,
    /// Whether the mask is a cached drawing.
    pub(crate) is_kept: bool,
}

impl<'a> AlignedMask<'a> {
    /// None if it lies where no pixels exist.
    #[inline]
    pub(crate) fn at(mask: &'a Mask, corner: Offset) -> Option<AlignedMask<'a>> {
        let (w, h) = mask.size();
        let exists =
            corner.x + i64::from(w) <= Extent::WORLD.x1 && corner.y + i64::from(h) <= Extent::WORLD.y1;
        Some(AlignedMask { mask, corner: corner.to_point().filter(|_| exists)?, is_kept: false })
    }

    /// Where the other corner lies, seen from this one.
    #[inline]
    pub(crate) fn offset(self, other: AlignedMask<'_>) -> Point {
        let (from, to) = (self.corner, other.corner);
        // The difference fits: if two boxes share a pixel, their corners are no farther apart than the pictures are large.
        Point::new(to.x.wrapping_sub(from.x), to.y.wrapping_sub(from.y))
    }

    /// Whether two colliders touch. Their boxes are known to share a pixel.
    #[inline]
    pub(crate) fn touches(self, other: AlignedMask<'_>) -> bool {
        self.mask.overlaps(other.mask, self.offset(other))
    }
}
