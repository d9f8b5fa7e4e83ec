//! The overlap verbs, dispatched here and nowhere else: one file for each pair of representations that has a method of
//! its own, and [`windows`] for every other pair.

mod alpha_alpha;
mod area_map;
mod batch;
mod bits_bits;
mod bits_runs;
mod edit;
mod extreme;
mod offsets;
mod runs_any;
mod runs_edit;
mod runs_runs;
mod terrain_any;
mod windows;

pub(crate) use alpha_alpha::{
    area as alpha_area, bounds as alpha_bounds, first as alpha_first, overlaps as alpha_overlaps,
};
pub use area_map::AreaMap;
pub use batch::overlaps_batch;
pub use extreme::ScanOrder;
pub(crate) use windows::Points;

use crate::geom::{Extent, Offset, Point, Rect};
use crate::mask::{AlphaLevel, Mask, RunMask};
use crate::placed::{Shape, ShapeRef, of};
use crate::shape::{Circle, ConvexPolygon};
use crate::tiles::Terrain;

#[inline]
pub(crate) fn overlaps(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point) -> bool {
    match (a, b) {
        (ShapeRef::Bits(a), ShapeRef::Bits(b)) => bits_bits::overlaps(a, b, offset),
        (ShapeRef::Terrain(a), b) => terrain_any::overlaps(a, b, there(offset)),
        (a, ShapeRef::Terrain(b)) => terrain_any::overlaps(b, a, back(offset)),
        _ if a.spans().is_some() || b.spans().is_some() => windows::overlaps(a, b, offset),
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
        _ if a.spans().is_some() || b.spans().is_some() => windows::area(a, b, offset),
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
        _ if a.spans().is_some() || b.spans().is_some() => windows::first(a, b, offset),
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
        _ if a.spans().is_some() || b.spans().is_some() => windows::bounds(a, b, offset),
        (ShapeRef::Runs(a), b) => runs_any::bounds(a, b, there(offset)).to_rect(),
        (a, ShapeRef::Runs(b)) => runs_any::bounds(b, a, back(offset)).shifted(offset).to_rect(),
        (ShapeRef::Rect(a), ShapeRef::Rect(b)) => windows::shared(a.into(), b.into(), offset).to_rect(),
        _ => windows::bounds(a, b, offset),
    }
}

/// Where B's origin lies in A's pixels.
fn there(offset: Point) -> Offset {
    offset.into()
}

/// Where A's origin lies in B's pixels.
fn back(offset: Point) -> Offset {
    -Offset::from(offset)
}

/// A box's upper left pixel.
fn corner(extent: Extent) -> Option<Point> {
    extent.to_rect().map(|rect| Point::new(rect.x, rect.y))
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

impl Mask {
    overlap_verbs!();
}

impl Circle {
    overlap_verbs!();
}

impl ConvexPolygon {
    overlap_verbs!();
}

impl RunMask {
    overlap_verbs!();
}

impl AlphaLevel<'_> {
    overlap_verbs!();
}

impl Rect {
    overlap_verbs!();
}

impl Terrain {
    overlap_verbs!();
}
