//! Alpha sum: two pixels collide when both alphas are above 0 and they add up to 255 or more.
//!
//! An opaque pixel collides with every visible pixel, and only visible pixels collide. So the two bit planes that an [`AlphaMask`] keeps
//! decide all pixels except those where two translucent alphas meet.

use super::answer::corner;
use super::answer::{Meeting, RowWord};
use super::extreme::{ScanOrder, on_the_edge};
use super::windows::{Clipped, Windows, points};
use crate::bits::bits_of;
use crate::geom::{Extent, Point, Rect};
use crate::mask::AlphaMask;

/// Two pictures and an offset.
#[derive(Clone, Copy)]
pub(super) struct AlphaSum<'a> {
    pub(super) a: &'a AlphaMask,
    pub(super) b: &'a AlphaMask,
    pub(super) offset: Point,
}

impl Windows for AlphaSum<'_> {
    fn extent(self) -> Extent {
        self.a.visible().extent().intersection(self.b.visible().extent().shifted(self.offset))
    }

    /// The pixels that collide.
    fn window(self, x: i64, y: i64) -> u64 {
        let AlphaSum { a, b, offset } = self;
        let visible_a = a.visible().window(x, y);
        if visible_a == 0 {
            return 0;
        }
        let (bx, by) = (x - i64::from(offset.x), y - i64::from(offset.y));
        let visible = visible_a & b.visible().window(bx, by);
        let sure = visible & (a.opaque().window(x, y) | b.opaque().window(bx, by));
        bits_of(visible & !sure).fold(sure, |word, bit| {
            let alpha = |mask: &AlphaMask, x: i64, y: i64| u16::from(mask.row(x as u32, y as u32)[0]);
            let bit_x = i64::from(bit);
            let sum = alpha(a, x + bit_x, y) + alpha(b, bx + bit_x, by);
            word | u64::from(sum >= 255) << bit
        })
    }
}

pub(crate) fn overlaps(a: &AlphaMask, b: &AlphaMask, offset: Point) -> bool {
    a.opaque().overlaps(b.visible(), offset)
        || a.visible().overlaps(b.opaque(), offset)
        || AlphaSum { a, b, offset }.overlaps()
}

pub(crate) fn area(a: &AlphaMask, b: &AlphaMask, offset: Point) -> u64 {
    AlphaSum { a, b, offset }.area()
}

pub(crate) fn first(a: &AlphaMask, b: &AlphaMask, offset: Point) -> Option<Point> {
    corner(AlphaSum { a, b, offset }.first())
}

pub(crate) fn bounds(a: &AlphaMask, b: &AlphaMask, offset: Point) -> Option<Rect> {
    AlphaSum { a, b, offset }.bounds().to_rect()
}

/// The pixels inside a window that collide. The window is in A's pixels.
pub(crate) fn clipped<'a>(
    a: &'a AlphaMask,
    b: &'a AlphaMask,
    offset: Point,
    window: Extent,
) -> impl Meeting<Piece = RowWord> + use<'a> {
    Clipped::new(AlphaSum { a, b, offset }, window)
}

impl AlphaMask {
    /// Whether the two collide by alpha sum: at some pixel both alphas are above 0 and they add up to 255 or more.
    ///
    /// The [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s; every offset is legal. Pictures that only touch do not
    /// collide.
    ///
    /// ```
    /// use hitmask::AlphaMask;
    /// let [thin, thick] = [100, 155].map(|alpha| AlphaMask::from_fn(4, 4, |_, _| alpha));
    /// assert!(thin.overlaps(&thick, (3, 3)));              // 100 + 155
    /// assert!(!thin.overlaps(&thin, (0, 0)));              // 100 + 100
    /// assert!(!thin.overlaps(&thick, (4, 0)));             // they touch
    /// ```
    ///
    /// # Complexity
    /// Twice [`Mask::overlaps`](crate::Mask::overlaps), of the opaque pixels of one with the visible ones of the other. If neither finds a
    /// hit, the alphas of all pixels that are translucent in both are added, until a sum is large enough. Allocates nothing.
    #[must_use]
    pub fn overlaps(&self, other: &AlphaMask, offset: impl Into<Point>) -> bool {
        overlaps(self, other, offset.into())
    }

    /// The number of pixels that collide by alpha sum. The [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
    ///
    /// ```
    /// use hitmask::AlphaMask;
    /// let fog = AlphaMask::from_fn(4, 1, |x, _| 60 * x as u8 + 60);                       // 60, 120, 180, 240
    /// assert_eq!(fog.overlap_area(&fog, (0, 0)), 2);
    /// assert_eq!(fog.overlap_area(&fog, (1, 0)), 2);                                      // 180 + 120 and 240 + 180
    /// ```
    ///
    /// # Complexity
    /// Visits each word of 64 pixels that both share, and the alphas of the pixels that are translucent in both. Allocates nothing.
    #[must_use]
    pub fn overlap_area(&self, other: &AlphaMask, offset: impl Into<Point>) -> u64 {
        area(self, other, offset.into())
    }

    /// The first pixel that collides by alpha sum, row by row from the top and from left to right; in `self`'s pixels. None if no pixel
    /// collides. The [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
    ///
    /// ```
    /// use hitmask::{AlphaMask, Point};
    /// let fog = AlphaMask::from_fn(4, 1, |x, _| 60 * x as u8 + 60);
    /// assert_eq!(fog.first_overlap(&fog, (1, 0)), Some(Point::new(2, 0)));
    /// assert_eq!(fog.first_overlap(&fog, (4, 0)), None);
    /// ```
    ///
    /// # Complexity
    /// As [`AlphaMask::overlap_area`], but it stops at the first pixel.
    #[must_use]
    pub fn first_overlap(&self, other: &AlphaMask, offset: impl Into<Point>) -> Option<Point> {
        first(self, other, offset.into())
    }

    /// The smallest rectangle that contains all pixels that collide by alpha sum; in `self`'s pixels. None if no pixel collides. The
    /// [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
    ///
    /// ```
    /// use hitmask::{AlphaMask, Rect};
    /// let fog = AlphaMask::from_fn(4, 1, |x, _| 60 * x as u8 + 60);
    /// assert_eq!(fog.overlap_bounds(&fog, (1, 0)), Some(Rect::new(2, 0, 2, 1)));
    /// ```
    ///
    /// # Complexity
    /// As [`AlphaMask::overlap_area`].
    #[must_use]
    pub fn overlap_bounds(&self, other: &AlphaMask, offset: impl Into<Point>) -> Option<Rect> {
        bounds(self, other, offset.into())
    }

    /// The first pixel that collides by alpha sum, in a scan order of your choice; in `self`'s pixels. None if no pixel collides. The
    /// [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
    #[must_use]
    pub fn extreme_overlap(
        &self,
        other: &AlphaMask,
        offset: impl Into<Point>,
        order: ScanOrder,
    ) -> Option<Point> {
        let both = AlphaSum { a: self, b: other, offset: offset.into() };
        let bounds = both.bounds().to_rect()?.extent();
        on_the_edge(|line| Clipped { windows: both, extent: line }, bounds, order)
    }

    /// The pixels that collide by alpha sum, row by row from the top, left to right; in `self`'s pixels. The
    /// [offset](crate::mask#the-offset) is `other`'s origin minus `self`'s.
    pub fn overlap_points<'s>(
        &'s self,
        other: &'s AlphaMask,
        offset: impl Into<Point>,
    ) -> impl Iterator<Item = Point> + 's {
        points(AlphaSum { a: self, b: other, offset: offset.into() })
    }
}
