//! The overlap verbs, dispatched here and nowhere else: one file for each pair of representations that has a method of
//! its own, and [`windows`] for every other pair.

pub(crate) mod alpha_alpha;
mod bits_bits;
mod bits_runs;
pub(crate) mod extreme;
mod runs_any;
mod runs_runs;
mod terrain_any;
mod windows;

use crate::geom::{Extent, Point, Rect};
use crate::mask::{AlphaLevel, Mask, RunMask};
use crate::terrain::Terrain;
pub(crate) use bits_bits::{edit as edit_bits, meet as meet_bits};
use extreme::ScanOrder;
pub(crate) use windows::Points;

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
            ShapeRef::Rect(rect) => windows::of_rect(rect, x, y),
            ShapeRef::Terrain(terrain) => terrain.window(x, y),
        }
    }
}

/// What the dispatch looks at.
#[inline]
pub(crate) fn of<S: Shape + ?Sized>(shape: &S) -> ShapeRef<'_> {
    shape.shape()
}

#[inline]
pub(crate) fn overlaps(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point) -> bool {
    match (a, b) {
        (ShapeRef::Bits(a), ShapeRef::Bits(b)) => bits_bits::overlaps(a, b, offset),
        (ShapeRef::Terrain(a), b) => terrain_any::overlaps(a, b, there(offset)),
        (a, ShapeRef::Terrain(b)) => terrain_any::overlaps(b, a, back(offset)),
        (ShapeRef::Runs(a), b) => !runs_any::first(a, b, there(offset)).is_empty(),
        (a, ShapeRef::Runs(b)) => !runs_any::first(b, a, back(offset)).is_empty(),
        _ => windows::overlaps(a, b, offset),
    }
}

#[inline]
pub(crate) fn area(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point) -> u64 {
    match (a, b) {
        (ShapeRef::Bits(a), ShapeRef::Bits(b)) => bits_bits::area(a, b, offset),
        (ShapeRef::Terrain(a), b) => terrain_any::area(a, b, there(offset)),
        (a, ShapeRef::Terrain(b)) => terrain_any::area(b, a, back(offset)),
        (ShapeRef::Runs(a), b) => runs_any::area(a, b, there(offset)),
        (a, ShapeRef::Runs(b)) => runs_any::area(b, a, back(offset)),
        (ShapeRef::Rect(a), ShapeRef::Rect(b)) => windows::shared(a.into(), b.into(), offset).area(),
        _ => windows::area(a, b, offset),
    }
}

#[inline]
pub(crate) fn first(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point) -> Option<Point> {
    match (a, b) {
        (ShapeRef::Bits(a), ShapeRef::Bits(b)) => bits_bits::first(a, b, offset),
        (ShapeRef::Terrain(a), b) => corner(terrain_any::first(a, b, there(offset))),
        (a, ShapeRef::Terrain(b)) => corner(terrain_any::first(b, a, back(offset)).shifted(offset)),
        (ShapeRef::Runs(a), b) => corner(runs_any::first(a, b, there(offset))),
        (a, ShapeRef::Runs(b)) => corner(runs_any::first(b, a, back(offset)).shifted(offset)),
        _ => windows::first(a, b, offset),
    }
}

#[inline]
pub(crate) fn bounds(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point) -> Option<Rect> {
    match (a, b) {
        (ShapeRef::Bits(a), ShapeRef::Bits(b)) => bits_bits::bounds(a, b, offset),
        (ShapeRef::Terrain(a), b) => terrain_any::bounds(a, b, there(offset)).to_rect(),
        (a, ShapeRef::Terrain(b)) => terrain_any::bounds(b, a, back(offset)).shifted(offset).to_rect(),
        (ShapeRef::Runs(a), b) => runs_any::bounds(a, b, there(offset)).to_rect(),
        (a, ShapeRef::Runs(b)) => runs_any::bounds(b, a, back(offset)).shifted(offset).to_rect(),
        (ShapeRef::Rect(a), ShapeRef::Rect(b)) => windows::shared(a.into(), b.into(), offset).to_rect(),
        _ => windows::bounds(a, b, offset),
    }
}

/// Where B's origin lies in A's pixels.
fn there(offset: Point) -> (i64, i64) {
    (offset.x.into(), offset.y.into())
}

/// Where A's origin lies in B's pixels.
fn back(offset: Point) -> (i64, i64) {
    (-i64::from(offset.x), -i64::from(offset.y))
}

/// A box's upper left pixel.
fn corner(extent: Extent) -> Option<Point> {
    extent.to_rect().map(|rect| Point::new(rect.x, rect.y))
}

impl From<Rect> for ShapeRef<'_> {
    fn from(rect: Rect) -> Self {
        ShapeRef::Rect(rect)
    }
}

/// Writes the overlap verbs as methods, so that every shape has the same ones and nobody imports a trait.
macro_rules! overlap_verbs {
    () => {
        /// Whether some pixel is solid in both. Stops as early as it can. The [offset](crate::mask#the-offset) is
        /// `other`'s origin minus `self`'s.
        #[must_use]
        #[inline]
        pub fn overlaps<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> bool {
            overlaps(of(self), of(other), offset.into())
        }

        /// How many pixels are solid in both, at an [offset](crate::mask#the-offset).
        #[must_use]
        #[inline]
        pub fn overlap_area<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> u64 {
            area(of(self), of(other), offset.into())
        }

        /// The pixel that is solid in both with the lowest y, and among those the lowest x; in `self`'s pixels. The same
        /// on every machine. The [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
        #[must_use]
        #[inline]
        pub fn first_overlap<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> Option<Point> {
            first(of(self), of(other), offset.into())
        }

        /// The first pixel that is solid in both in a scan order of your choice: the lowest one, where the ground is asked
        /// for, or the rightmost. In `self`'s pixels; the [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
        #[must_use]
        pub fn extreme_overlap<S: Shape + ?Sized>(
            &self,
            other: &S,
            offset: impl Into<Point>,
            order: ScanOrder,
        ) -> Option<Point> {
            extreme::extreme(of(self), of(other), offset.into(), order)
        }

        /// The smallest rectangle around the pixels that are solid in both; in `self`'s pixels. The
        /// [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
        #[must_use]
        #[inline]
        pub fn overlap_bounds<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> Option<Rect> {
            bounds(of(self), of(other), offset.into())
        }

        /// The pixels that are solid in both, row by row from the top, left to right; in `self`'s pixels. The
        /// [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
        pub fn overlap_points<'s, S: Shape + ?Sized>(
            &'s self,
            other: &'s S,
            offset: impl Into<Point>,
        ) -> impl Iterator<Item = Point> + 's {
            Points::new(of(self), of(other), offset.into())
        }
    };
}

impl sealed::Sealed for Mask {
    #[inline]
    fn shape(&self) -> ShapeRef<'_> {
        ShapeRef::Bits(self)
    }
}
impl Shape for Mask {}
impl Mask {
    overlap_verbs!();
}

impl sealed::Sealed for RunMask {
    #[inline]
    fn shape(&self) -> ShapeRef<'_> {
        ShapeRef::Runs(self)
    }
}
impl Shape for RunMask {}
impl RunMask {
    overlap_verbs!();
}

impl sealed::Sealed for AlphaLevel<'_> {
    #[inline]
    fn shape(&self) -> ShapeRef<'_> {
        ShapeRef::Level(*self)
    }
}
impl Shape for AlphaLevel<'_> {}
impl AlphaLevel<'_> {
    overlap_verbs!();
}

impl sealed::Sealed for Rect {
    #[inline]
    fn shape(&self) -> ShapeRef<'_> {
        ShapeRef::Rect(*self)
    }
}
impl Shape for Rect {}
impl Rect {
    overlap_verbs!();
}

impl sealed::Sealed for Terrain {
    #[inline]
    fn shape(&self) -> ShapeRef<'_> {
        ShapeRef::Terrain(self)
    }
}
impl Shape for Terrain {}
impl Terrain {
    overlap_verbs!();
}
