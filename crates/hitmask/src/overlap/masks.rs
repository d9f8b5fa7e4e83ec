//! The pixels that two shapes share, as a mask.

use super::alpha_alpha::AlphaSum;
use super::answer::RowWord;
use super::dispatch::bounds_extent;
use super::windows::{TwoShapes, Windows};
use crate::bits::column::Edit;
use crate::geom::{Extent, Point, Rect};
use crate::invalid_argument::{InvalidArgument, OrPanic};
use crate::mask::{AlphaLevel, AlphaMask, LabelMask, LabelView, Mask, pair};
use crate::placed::{self, Shape, ShapeRef};
use crate::shape::{Circle, ConvexPolygon};
use crate::tile_map::{TileMap, TileView};
use crate::tiles::Terrain;

impl Mask {
    /// The pixels that are solid in both shapes, as a mask of `self`'s size. The [offset](crate::mask#the-offset) is `other`'s origin minus
    /// `self`'s. Allocates the result. [`Mask::intersect_with`] does the same to an existing mask and allocates nothing.
    ///
    /// ```
    /// use hitmask::{Mask, Rect};
    /// let both = Mask::filled(4, 3).overlap_mask(&Mask::filled(9, 9), (2, 1));
    /// assert_eq!((both.size(), both.bounds()), ((4, 3), Some(Rect::new(2, 1, 2, 2))));
    /// ```
    #[must_use]
    pub fn overlap_mask<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> Mask {
        let (other, offset) = (placed::of(other), offset.into());
        if let ShapeRef::Mask(other) = other {
            return pair::meet(self, other, offset);
        }
        let mut mask = self.clone();
        mask.edit(other, offset, Edit::Intersect);
        mask
    }
}

impl Mask {
    /// As [`Mask::overlap_mask`], into an existing mask, which loses what it was. If it has `self`'s size, its memory is used again: so a
    /// game that asks in every frame allocates nothing.
    ///
    /// ```
    /// use hitmask::{Mask, Rect};
    /// let (ship, rock) = (Mask::filled(20, 20), Mask::filled(9, 9));
    /// let mut both = Mask::new(20, 20);
    /// ship.overlap_mask_into(&rock, (15, 15), &mut both);
    /// assert_eq!((&both, both.count()), (&ship.overlap_mask(&rock, (15, 15)), 25));
    /// ship.overlap_mask_into(&Rect::new(18, 0, 9, 9), (0, 0), &mut both);
    /// assert_eq!(both.count(), 18);
    /// ```
    ///
    /// # Complexity
    /// Visits the words of `self`, and the rows that both shapes have.
    #[doc(alias = "overlap_mask")]
    pub fn overlap_mask_into<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>, out: &mut Mask) {
        let (other, offset) = (placed::of(other), offset.into());
        out.blank_as(self);
        if let ShapeRef::Mask(other) = other {
            return pair::meet_into(self, other, offset, out);
        }
        out.edit(other, offset, Edit::Union);
        out.intersect_with(self, Point::ZERO);
    }
}

/// Writes `overlap_mask` for views of pictures.
macro_rules! overlap_mask_of_picture {
    ($($shape:ty),*) => {$(impl $shape {
        /// The pixels that are solid in both shapes, as a mask of `self`'s size. The [offset](crate::mask#the-offset) is `other`'s origin
        /// minus `self`'s.
        #[must_use]
        pub fn overlap_mask<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> Mask {
            let (w, h) = self.size();
            let both = TwoShapes::new(placed::of(self), placed::of(other), offset.into());
            drawn(both, Extent::of_size(w, h)).expect("the picture has the size of a mask")
        }
    })*};
}

overlap_mask_of_picture! { AlphaLevel<'_>, LabelView<'_>, LabelMask }

impl Rect {
    /// The pixels of the rectangle that are solid in `other`, as a mask of the rectangle's size. The rectangle's corner is pixel (0, 0) of
    /// the mask. The [offset](crate::mask#the-offset) is `other`'s origin minus the origin of the rectangle's coordinates.
    ///
    /// ```
    /// use hitmask::{Mask, Rect};
    /// let window = Rect::new(10, 10, 4, 3);
    /// let seen = window.overlap_mask(&Mask::filled(5, 5), (7, 8));             // its pixels end at (11, 12)
    /// assert_eq!(seen, Mask::from_fn(4, 3, |x, _| x < 2));
    /// ```
    ///
    /// # Panics
    /// If the rectangle is larger than a mask may be. [`ShapeRef::try_overlap_mask`] returns an error instead.
    #[must_use]
    pub fn overlap_mask<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> Mask {
        in_rect(*self, placed::of(other), offset.into()).or_panic()
    }
}

/// The checked form of [`Rect::overlap_mask`].
pub(super) fn in_rect(rect: Rect, other: ShapeRef<'_>, offset: Point) -> Result<Mask, InvalidArgument> {
    // Not `rect.extent()`, which is cut at the last pixel that exists: the mask has the size of the rectangle.
    let window = Extent::of_size(rect.w, rect.h).shifted(Point::new(rect.x, rect.y));
    drawn(TwoShapes::new(ShapeRef::Rect(rect), other, offset), window).map_err(|refused| refused.of("rect"))
}

/// The checked form of `overlap_mask` of shapes that have no picture, or one that may be too large for a mask.
pub(super) fn with_corner(
    a: ShapeRef<'_>,
    b: ShapeRef<'_>,
    offset: Point,
) -> Result<(Mask, Point), InvalidArgument> {
    let bounds = bounds_extent(a, b, offset);
    if bounds.is_empty() {
        return Ok((Mask::new(0, 0), Point::ZERO));
    }
    Ok((drawn(TwoShapes::new(a, b, offset), bounds)?, bounds.corner().as_pixel()))
}

/// Writes `overlap_mask` for shapes that have no picture, or one that may be too large for a mask. The result is a mask of the shared part.
macro_rules! overlap_mask_with_corner {
    ($($shape:ty),*) => {$(impl $shape {
        /// The pixels that are solid in both shapes: a mask of the size of their bounds (see `overlap_bounds`), and the pixel of `self` at
        /// which this mask has its origin. If the shapes do not overlap, the mask has 0 × 0 pixels and the pixel is (0, 0). The
        /// [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
        ///
        /// To see a part of your choice, ask a [`Rect`]: `rect.overlap_mask(&shape, (0, 0))` is a mask of the rectangle's size.
        ///
        /// ```
        /// use hitmask::{Mask, Point, Rect, Terrain};
        /// let mut ground = Terrain::new(4000, 1000);
        /// let _ = ground.draw(&Rect::new(0, 600, 4000, 400), (0, 0));
        /// let (wet, corner) = ground.overlap_mask(&Mask::filled(20, 20), (1000, 590));
        /// assert_eq!((wet, corner), (Mask::filled(20, 10), Point::new(1000, 600)));
        /// ```
        ///
        /// # Panics
        /// If the bounds are larger than a mask may be. [`ShapeRef::try_overlap_mask`] returns an error instead.
        #[must_use]
        pub fn overlap_mask<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> (Mask, Point) {
            with_corner(placed::of(self), placed::of(other), offset.into()).or_panic()
        }
    })*};
}

overlap_mask_with_corner! { TileMap, TileView<'_>, Terrain, Circle, ConvexPolygon }

impl AlphaMask {
    /// The pixels that collide by alpha sum, as a mask of `self`'s size. The [offset](crate::mask#the-offset) is `other`'s origin minus
    /// `self`'s.
    ///
    /// ```
    /// use hitmask::{AlphaMask, Mask};
    /// let glass = AlphaMask::from_alpha(3, 1, &[127, 128, 255])?;
    /// assert_eq!(glass.overlap_mask(&glass, (0, 0)), Mask::from_fn(3, 1, |x, _| x > 0));
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    #[must_use]
    pub fn overlap_mask(&self, other: &AlphaMask, offset: impl Into<Point>) -> Mask {
        let (w, h) = self.size();
        let both = AlphaSum { a: self, b: other, offset: offset.into() };
        drawn(both, Extent::of_size(w, h)).expect("the picture has the size of a mask")
    }
}

/// The pixels that two shapes share in a box of A's pixels, as a mask of the box's size.
fn drawn<W: Windows>(both: W, window: Extent) -> Result<Mask, InvalidArgument> {
    let side = |from: i64, to: i64| u32::try_from(to - from).unwrap_or(u32::MAX);
    let mut mask = Mask::try_new(side(window.x0, window.x1), side(window.y0, window.y1))
        .map_err(|refused| refused.of("result"))?;
    both.each_within(both.extent().intersection(window), |y, RowWord { x, bits }| {
        mask.or_window((x - window.x0) as u32, (y - window.y0) as u32, bits);
        true
    });
    mask.rebuild();
    Ok(mask)
}
