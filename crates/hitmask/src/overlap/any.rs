//! What a shape of any kind knows of itself.

use super::masks::{in_rect, with_corner};
use super::{area, bounds};
use crate::geom::{Point, Rect};
use crate::invalid_argument::{InvalidArgument, OrPanic};
use crate::mask::Mask;
use crate::placed::{Shape, ShapeRef, of};

impl ShapeRef<'_> {
    /// The smallest rectangle that contains all solid pixels, in the shape's own coordinates. None if it has none. Only pixels whose
    /// coordinates fit `i32` exist. Of a shape that is 2³² pixels wide or high, the last column or row is left out.
    ///
    /// ```
    /// use hitmask::{AlphaMask, Rect, ShapeRef};
    /// let glass = AlphaMask::from_alpha(3, 1, &[10, 128, 255])?;
    /// assert_eq!(ShapeRef::from(glass.at_level(100)).bounds(), Some(Rect::new(1, 0, 2, 1)));
    /// assert_eq!(ShapeRef::from(Rect::new(5, 5, 0, 9)).bounds(), None);
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    ///
    /// # Complexity
    /// Constant for masks and rectangles; of alphas at a level, all pixels are read; of tile maps, all tiles.
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        match self {
            ShapeRef::Mask(mask) => mask.bounds(),
            ShapeRef::LabelMask(labels) => labels.mask().bounds(),
            ShapeRef::Runs(runs) => runs.bounds(),
            ShapeRef::Terrain(terrain) => terrain.bounds(),
            ShapeRef::Tiles(tiles) => tiles.bounds(),
            &shape => bounds(shape, shape, Point::ZERO),
        }
    }

    /// The number of solid pixels. Only pixels whose coordinates fit `i32` exist.
    ///
    /// # Complexity
    /// As the `count` of its type. Of alphas at a level, all pixels are read; of circles and polygons, all rows.
    #[must_use]
    pub fn count(&self) -> u64 {
        match self {
            ShapeRef::Mask(mask) => mask.count(),
            ShapeRef::LabelMask(labels) => labels.mask().count(),
            ShapeRef::Runs(runs) => runs.count(),
            ShapeRef::Terrain(terrain) => terrain.count(),
            ShapeRef::Tiles(tiles) => tiles.count(),
            &shape => area(shape, shape, Point::ZERO),
        }
    }

    /// The pixels that are solid in both shapes, as a mask, and the pixel of `self` at which this mask has its origin. The mask has the size
    /// of `self`, if that is a mask, runs, alphas at a level or a rectangle; otherwise that of the bounds of the shared pixels, and 0 × 0 if
    /// there are none. The [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
    ///
    /// ```
    /// use hitmask::{Mask, Point, Rect, ShapeRef};
    /// let (both, corner) = ShapeRef::from(Rect::new(2, 1, 5, 5)).overlap_mask(&Mask::filled(9, 4), (0, 0));
    /// assert_eq!((both.size(), both.count(), corner), ((5, 5), 15, Point::new(2, 1)));
    /// ```
    ///
    /// # Panics
    /// If the result is larger than a mask may be. Only rectangles, terrains, tile maps, circles and polygons are so large.
    #[must_use]
    pub fn overlap_mask<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> (Mask, Point) {
        self.try_overlap_mask(other, offset).or_panic()
    }

    /// The checked form of [`ShapeRef::overlap_mask`].
    ///
    /// # Errors
    /// [`InvalidArgument`], if the result is larger than a mask may be.
    pub fn try_overlap_mask<S: Shape + ?Sized>(
        &self,
        other: &S,
        offset: impl Into<Point>,
    ) -> Result<(Mask, Point), InvalidArgument> {
        let here = |mask| (mask, Point::ZERO);
        Ok(match *self {
            ShapeRef::Mask(mask) => here(mask.overlap_mask(other, offset)),
            ShapeRef::Runs(runs) => here(runs.overlap_mask(other, offset)),
            ShapeRef::Level(level) => here(level.overlap_mask(other, offset)),
            ShapeRef::LabelMask(labels) => here(labels.overlap_mask(other, offset)),
            ShapeRef::Labels(view) => here(view.overlap_mask(other, offset)),
            ShapeRef::Rect(rect) => (in_rect(rect, of(other), offset.into())?, Point::new(rect.x, rect.y)),
            ShapeRef::Terrain(_) | ShapeRef::Tiles(_) | ShapeRef::Circle(_) | ShapeRef::Polygon(_) => {
                with_corner(*self, of(other), offset.into())?
            }
        })
    }
}
