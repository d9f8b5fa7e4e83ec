//! Every kind of shape in one borrowed form, and where it lies.

pub(crate) mod bake;
pub(crate) mod stencil;

use crate::bits::span_bits;
use crate::geom::{Extent, Rect};
use crate::mask::{AlphaLevel, Mask, RunMask};
use crate::tiles::Terrain;

/// Something with solid pixels: a [`Mask`], a [`RunMask`], a [`Rect`], a [`Terrain`], or an
/// [`AlphaMask`](crate::AlphaMask) at a level. Any of them may meet any other.
///
/// The verbs are methods of the types themselves; this trait only says what may stand on their right. It is sealed.
pub trait Shape: sealed::Sealed {}

pub(crate) mod sealed {
    /// Gives the representation that the dispatch looks at.
    pub trait Sealed {
        /// The representation.
        fn shape(&self) -> super::ShapeRef<'_>;
    }
}

/// The representations of a shape.
#[derive(Clone, Copy)]
pub enum ShapeRef<'a> {
    /// One bit a pixel.
    Bits(&'a Mask),
    /// Solid runs.
    Runs(&'a RunMask),
    /// Alphas at a level.
    Level(AlphaLevel<'a>),
    /// All of a rectangle.
    Rect(Rect),
    /// Tiles of bits.
    Terrain(&'a Terrain),
}

impl ShapeRef<'_> {
    /// A box that holds every solid pixel.
    #[inline]
    pub(crate) fn extent(self) -> Extent {
        match self {
            ShapeRef::Bits(mask) => mask.extent(),
            ShapeRef::Runs(mask) => mask.extent(),
            ShapeRef::Level(level) => level.extent(),
            ShapeRef::Rect(rect) => rect.extent(),
            ShapeRef::Terrain(terrain) => terrain.extent(),
        }
    }

    /// Whether nothing smaller than [`ShapeRef::extent`] holds every solid pixel.
    pub(crate) fn is_tight(self) -> bool {
        match self {
            ShapeRef::Bits(mask) => mask.is_tight(),
            ShapeRef::Level(_) => false,
            ShapeRef::Runs(_) | ShapeRef::Rect(_) | ShapeRef::Terrain(_) => true,
        }
    }

    /// The 64 pixels from (x, y) to the right, the first in the lowest bit.
    #[inline]
    pub(crate) fn window(self, x: i64, y: i64) -> u64 {
        match self {
            ShapeRef::Bits(mask) => mask.window(x, y),
            ShapeRef::Runs(mask) => mask.window(x, y),
            ShapeRef::Level(level) => level.window(x, y),
            ShapeRef::Rect(rect) => rect_window(rect, x, y),
            ShapeRef::Terrain(terrain) => terrain.window(x, y),
        }
    }
}

/// What the dispatch looks at.
#[inline]
pub(crate) fn of<S: Shape + ?Sized>(shape: &S) -> ShapeRef<'_> {
    shape.shape()
}

impl From<Rect> for ShapeRef<'_> {
    fn from(rect: Rect) -> Self {
        ShapeRef::Rect(rect)
    }
}

/// The 64 pixels of a row of a rectangle from x on.
fn rect_window(rect: Rect, x: i64, y: i64) -> u64 {
    let e = rect.extent();
    if y < e.y0 || y >= e.y1 { 0 } else { span_bits(e.x0, e.x1, x) }
}

impl sealed::Sealed for Mask {
    #[inline]
    fn shape(&self) -> ShapeRef<'_> {
        ShapeRef::Bits(self)
    }
}
impl Shape for Mask {}

impl sealed::Sealed for RunMask {
    #[inline]
    fn shape(&self) -> ShapeRef<'_> {
        ShapeRef::Runs(self)
    }
}
impl Shape for RunMask {}

impl sealed::Sealed for AlphaLevel<'_> {
    #[inline]
    fn shape(&self) -> ShapeRef<'_> {
        ShapeRef::Level(*self)
    }
}
impl Shape for AlphaLevel<'_> {}

impl sealed::Sealed for Rect {
    #[inline]
    fn shape(&self) -> ShapeRef<'_> {
        ShapeRef::Rect(*self)
    }
}
impl Shape for Rect {}

impl sealed::Sealed for Terrain {
    #[inline]
    fn shape(&self) -> ShapeRef<'_> {
        ShapeRef::Terrain(self)
    }
}
impl Shape for Terrain {}
