//! A shape at a whole pixel: the form that the overlap verbs can ask.

use super::ShapeRef;
use crate::geom::{Extent, Offset};

/// A shape, and the world pixel of its origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain<'a> {
    pub(crate) shape: ShapeRef<'a>,
    pub(crate) corner: Offset,
}

impl Plain<'_> {
    /// A box around its solid pixels.
    #[inline(always)]
    pub(crate) fn extent(self) -> Extent {
        self.shape.extent().shifted(self.corner)
    }

    /// The 64 pixels of a row of the world from x on, the first in the lowest bit.
    #[inline]
    pub(crate) fn window(self, x: i64, y: i64) -> u64 {
        self.shape.window(x - self.corner.x, y - self.corner.y)
    }
}
