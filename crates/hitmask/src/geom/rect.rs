use super::{Extent, Point};

/// A half-open rectangle of pixels: x to x + w - 1, y to y + h - 1. Zero width or height is legal, holds nothing and
/// touches nothing.
///
/// A pixel's coordinates are i32, so a rectangle that reaches past [`i32::MAX`] ends there: the pixels beyond
/// don't exist.
///
/// As a [`Shape`](crate::placed::Shape) it is solid all over and its frame of reference is the one its own corner is given
/// in: `rect.overlaps(&mask, (0, 0))` asks about a mask whose corner is at (0, 0), not at the rectangle's corner.
///
/// ```
/// use hitmask::{Mask, Rect};
/// let window = Rect::new(10, 10, 4, 4);
/// assert!(window.overlaps(&Mask::filled(11, 11), (0, 0)));
/// assert!(!window.overlaps(&Mask::filled(10, 10), (0, 0)));      // they share an edge: no pixel in both
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rect {
    /// The left edge.
    pub x: i32,
    /// The upper edge.
    pub y: i32,
    /// Pixels from left to right.
    pub w: u32,
    /// Pixels from top to bottom.
    pub h: u32,
}

impl Rect {
    /// The rectangle with its upper left corner at (x, y).
    #[must_use]
    pub const fn new(x: i32, y: i32, w: u32, h: u32) -> Rect {
        Rect { x, y, w, h }
    }

    /// From corners that both belong to it, as older code writes them: the width is x1 - x0 + 1. A corner left of or
    /// above the first gives an empty rectangle.
    ///
    /// # Panics
    /// When a side is 2³² pixels long, which only `i32::MIN..=i32::MAX` is.
    ///
    /// ```
    /// # use hitmask::Rect;
    /// assert_eq!(Rect::from_inclusive(2, 3, 4, 3), Rect::new(2, 3, 3, 1));
    /// assert!(Rect::from_inclusive(2, 3, 1, 3).is_empty());
    /// ```
    #[must_use]
    pub fn from_inclusive(x0: i32, y0: i32, x1: i32, y1: i32) -> Rect {
        let side = |a: i32, b: i32| {
            let pixels = (i64::from(b) - i64::from(a) + 1).max(0);
            u32::try_from(pixels).expect("a rectangle's side is less than 2^32 pixels")
        };
        Rect { x: x0, y: y0, w: side(x0, x1), h: side(y0, y1) }
    }

    /// Whether it holds no pixel.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.w == 0 || self.h == 0
    }

    /// How many pixels it holds: those whose coordinates exist.
    #[must_use]
    pub fn area(&self) -> u64 {
        self.extent().area()
    }

    /// The first column to the right of it; 2³¹ at most.
    #[must_use]
    pub fn right(&self) -> i64 {
        self.extent().x1
    }

    /// The first row below it; 2³¹ at most.
    #[must_use]
    pub fn bottom(&self) -> i64 {
        self.extent().y1
    }

    /// Whether the pixel lies in it.
    #[must_use]
    pub fn contains(&self, point: impl Into<Point>) -> bool {
        let p = point.into();
        self.extent().contains(i64::from(p.x), i64::from(p.y))
    }

    /// The pixels of both as a rectangle; None where there are none. Touching edges share nothing.
    #[must_use]
    pub fn intersection(&self, other: &Rect) -> Option<Rect> {
        self.extent().intersection(other.extent()).to_rect()
    }

    /// The smallest rectangle around both. An empty one adds nothing.
    ///
    /// # Panics
    /// When that would be 2³² pixels wide or high.
    #[must_use]
    pub fn union(&self, other: &Rect) -> Rect {
        self.extent().around(other.extent()).to_rect().unwrap_or_default()
    }

    /// The same size, moved; None where the corner would leave i32.
    #[must_use]
    pub fn checked_translate(&self, by: impl Into<Point>) -> Option<Rect> {
        let by = by.into();
        Some(Rect { x: self.x.checked_add(by.x)?, y: self.y.checked_add(by.y)?, ..*self })
    }

    #[inline]
    pub(crate) fn extent(&self) -> Extent {
        const END: i64 = i32::MAX as i64 + 1;
        let (x0, y0) = (i64::from(self.x), i64::from(self.y));
        Extent { x0, y0, x1: (x0 + i64::from(self.w)).min(END), y1: (y0 + i64::from(self.h)).min(END) }
    }
}
