//! The overlap verbs. [`dispatch`] chooses the file that answers: each pair of representations that has a method of its own has one, and
//! [`windows`] serves all other pairs. [`answer`] computes answers from the pieces of rows that two shapes share.

mod alpha_alpha;
pub(crate) mod answer;
mod any;
mod area_map;
mod batch;
mod bits_bits;
mod bits_runs;
mod convex;
mod dispatch;
mod edit;
mod extreme;
mod labels;
mod masks;
mod offsets;
mod runs_any;
mod runs_edit;
mod runs_runs;
mod tiled_any;
mod tiled_mask;
mod windows;

pub(crate) use alpha_alpha::{
    area as alpha_area, bounds as alpha_bounds, clipped as alpha_clipped, first as alpha_first,
    overlaps as alpha_overlaps,
};
pub use area_map::AreaMap;
pub use batch::overlaps_batch;
pub(crate) use convex::{ConvexMeeting, PlacedSpans, UnderSpans};
pub(crate) use dispatch::{area, bounds, first, overlaps};
use dispatch::{known_area, known_bounds, known_first, known_overlap};
pub use extreme::ScanOrder;
pub use labels::{LabelHit, LabelOverlap};
pub(crate) use labels::{LabelPlace, LabelTally};
pub(crate) use windows::clipped;
use windows::{TwoShapes, points};

use crate::geom::{Point, Rect};
use crate::mask::{AlphaLevel, LabelMask, LabelView, Mask, RunMask};
use crate::placed::{Shape, ShapeRef, of};
use crate::shape::{Circle, ConvexPolygon};
use crate::tile_map::{TileMap, TileView};
use crate::tiles::Terrain;

/// Writes the overlap verbs as methods. So every shape has the same verbs, and nobody has to import a trait.
macro_rules! overlap_verbs {
    ($($shape:ty),*) => {$(impl $shape {
        /// Whether some pixel is solid in both shapes. This is the question to ask first, and the one that costs least.
        ///
        /// The [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s. Every offset is legal: shapes that are far apart do
        /// not overlap. Shapes that touch at an edge or at a corner do not overlap either, and a shape without solid pixels overlaps
        /// nothing.
        ///
        /// ```
        /// use hitmask::{Mask, Rect};
        /// let ship = Mask::from_fn(8, 8, |x, y| x >= y);               // the upper right half
        /// assert!(ship.overlaps(&Mask::filled(3, 3), (6, 1)));
        /// assert!(!ship.overlaps(&Mask::filled(3, 3), (0, 5)));        // only the pictures overlap, not the pixels
        /// assert!(!ship.overlaps(&Mask::filled(3, 3), (8, 1)));        // they touch
        /// assert!(!Rect::new(0, 0, 9, 9).overlaps(&ship, (i32::MIN, 0)));
        /// ```
        ///
        /// # Complexity
        /// At most one visit to each row that both shapes have: to its words of 64 pixels, or to its runs if a shape is made of runs. Of two
        /// circles, polygons or rectangles a row costs the same however long it is, and many rows in which they can't meet are passed over at
        /// a time. Two masks are compared sixteen rows at a time, and large masks first by cells of 8 × 8 pixels. Stops at the first hit.
        /// Allocates nothing.
        #[doc(alias = "is_touching")]
        #[doc(alias = "intersects")]
        #[doc(alias = "collide_mask")]
        #[must_use]
        #[inline]
        pub fn overlaps<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> bool {
            known_overlap(of(self), of(other), offset.into())
        }

        /// The number of pixels that are solid in both shapes: the size of the overlap. 0 if they do not overlap.
        ///
        /// The [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s; every offset is legal.
        ///
        /// ```
        /// use hitmask::{Mask, Rect};
        /// let ship = Mask::from_fn(8, 8, |x, y| x >= y);
        /// assert_eq!(ship.overlap_area(&Mask::filled(3, 3), (6, 1)), 6);          // two columns of three rows
        /// assert_eq!(ship.overlap_area(&Rect::new(0, 0, 8, 8), (0, 0)), ship.count());
        /// assert_eq!(ship.overlap_area(&ship, (8, 0)), 0);                        // they touch
        /// ```
        ///
        /// # Complexity
        /// Visits the rows that both shapes have, as `overlaps` does, but always to the end. Constant for two rectangles. Allocates
        /// nothing.
        #[must_use]
        #[inline]
        pub fn overlap_area<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> u64 {
            known_area(of(self), of(other), offset.into())
        }

        /// The first pixel that is solid in both shapes, row by row from the top and from left to right: the one with the lowest y, and
        /// among those the one with the lowest x. None if they do not overlap.
        ///
        /// The pixel is one of `self`'s pixels; subtract the offset to have it in `other`'s. It is the same pixel on every machine and for
        /// every kind of shape. The [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s; every offset is legal.
        ///
        /// ```
        /// use hitmask::{Mask, Point};
        /// let ship = Mask::from_fn(8, 8, |x, y| x >= y);
        /// assert_eq!(ship.first_overlap(&Mask::filled(3, 3), (2, 4)), Some(Point::new(4, 4)));
        /// assert_eq!(ship.first_overlap(&Mask::filled(3, 3), (-3, 0)), None);     // they touch
        /// ```
        ///
        /// # Complexity
        /// As `overlaps`: stops at the first row with a hit. Two masks that are several columns of 64 pixels wide visit up to 64 rows of
        /// each column before they go on to the rows below. Allocates nothing.
        #[must_use]
        #[inline]
        pub fn first_overlap<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> Option<Point> {
            known_first(of(self), of(other), offset.into())
        }

        /// The first pixel that is solid in both shapes, in a scan order of your choice. For example the lowest pixel, to find the ground,
        /// or the rightmost. None if they do not overlap. The pixel is one of `self`'s pixels. The [offset](crate::mask#the-offset) is
        /// `other`'s origin minus `self`'s.
        ///
        /// # Complexity
        /// The cost of `overlap_bounds`, and a scan of one row or column of the bounds. Constant for two rectangles. Allocates nothing.
        #[must_use]
        pub fn extreme_overlap<S: Shape + ?Sized>(
            &self,
            other: &S,
            offset: impl Into<Point>,
            order: ScanOrder,
        ) -> Option<Point> {
            extreme::extreme(of(self), of(other), offset.into(), order)
        }

        /// The smallest rectangle that contains all pixels that are solid in both shapes. None if they do not overlap.
        ///
        /// It is tight: its first and last rows and columns contain such pixels. It is in `self`'s pixels. The
        /// [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s; every offset is legal.
        ///
        /// ```
        /// use hitmask::{Mask, Rect};
        /// let ship = Mask::from_fn(8, 8, |x, y| x >= y);
        /// assert_eq!(ship.overlap_bounds(&Mask::filled(3, 3), (2, 3)), Some(Rect::new(3, 3, 2, 2)));
        /// assert_eq!(ship.overlap_bounds(&Mask::filled(3, 3), (2, 8)), None);     // they touch
        /// ```
        ///
        /// Of a rectangle that would be 2³² pixels wide or high, the whole range of i32, the last column or row is left out. Only circles
        /// and polygons reach that far.
        ///
        /// # Complexity
        /// As `overlap_area`: visits all rows that both shapes have. Constant for two rectangles. Allocates nothing.
        #[must_use]
        #[inline]
        pub fn overlap_bounds<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> Option<Rect> {
            known_bounds(of(self), of(other), offset.into())
        }

        /// The pixels that are solid in both shapes, row by row from the top, left to right. They are in `self`'s pixels. The
        /// [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s. Allocates nothing.
        pub fn overlap_points<'s, S: Shape + ?Sized>(
            &'s self,
            other: &'s S,
            offset: impl Into<Point>,
        ) -> impl Iterator<Item = Point> + 's {
            points(TwoShapes::new(of(self), of(other), offset.into()))
        }
    })*};
}

overlap_verbs! {
    Mask, Circle, ConvexPolygon, RunMask, AlphaLevel<'_>, LabelMask, LabelView<'_>, Rect, TileMap,
    TileView<'_>, Terrain, ShapeRef<'_>, dyn Shape + '_
}
