use super::Point;

/// A half-open rectangle of pixels: x to x + w - 1, y to y + h - 1. A width or height of zero is legal; such a rectangle is empty and
/// overlaps nothing.
///
/// Pixel coordinates are i32. A rectangle that extends past [`i32::MAX`] is clipped there, because the pixels beyond don't exist.
///
/// As a [`Shape`](crate::placed::Shape) all its pixels are solid. The origin of its coordinate system is (0, 0), not its own corner:
/// `rect.overlaps(&mask, (0, 0))` asks about a mask whose upper-left corner is at (0, 0).
///
/// ```
/// use hitmask::{Mask, Rect};
/// let window = Rect::new(10, 10, 4, 4);
/// assert!(window.overlaps(&Mask::filled(11, 11), (0, 0)));
/// assert!(!window.overlaps(&Mask::filled(10, 10), (0, 0)));      // they share an edge, but no pixel
/// ```
#[doc(alias = "RectangleShape")]
#[doc(alias = "BoxCollider2D")]
#[doc(alias = "hitbox")]
#[doc(alias = "rectangle")]
#[doc(alias = "box")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rect {
    /// The x coordinate of the leftmost column.
    pub x: i32,
    /// The y coordinate of the topmost row.
    pub y: i32,
    /// The width in pixels.
    pub w: u32,
    /// The height in pixels.
    pub h: u32,
}

impl Rect {
    /// The rectangle with its upper-left corner at (x, y), w pixels wide and h pixels high.
    #[must_use]
    pub const fn new(x: i32, y: i32, w: u32, h: u32) -> Rect {
        Rect { x, y, w, h }
    }

    /// The rectangle between two corner pixels that both belong to it: its width is x1 - x0 + 1. Older code often stores rectangles like
    /// this. If the second corner lies left of or above the first, the rectangle is empty.
    ///
    /// # Panics
    /// If a side would be 2³² pixels long. Only the range from `i32::MIN` to `i32::MAX` is that long.
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

    /// Whether the rectangle contains no pixel, because its width or height is 0.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.w == 0 || self.h == 0
    }

    /// The number of pixels. Pixels past [`i32::MAX`] don't exist and don't count.
    #[must_use]
    pub fn area(&self) -> u64 {
        self.extent().area()
    }

    /// The x coordinate just right of the last column (exclusive), at most 2³¹.
    #[must_use]
    pub fn right(&self) -> i64 {
        self.extent().x1
    }

    /// The y coordinate just below the last row (exclusive), at most 2³¹.
    #[must_use]
    pub fn bottom(&self) -> i64 {
        self.extent().y1
    }

    /// Whether the pixel lies in the rectangle.
    #[must_use]
    pub fn contains(&self, point: impl Into<Point>) -> bool {
        let p = point.into();
        self.extent().contains(i64::from(p.x), i64::from(p.y))
    }

    /// The pixels that both rectangles contain, as a rectangle. None if there are no such pixels; rectangles that only share an edge have
    /// none.
    #[must_use]
    pub fn intersection(&self, other: &Rect) -> Option<Rect> {
        self.extent().intersection(other.extent()).to_rect()
    }

    /// The smallest rectangle that contains both. An empty rectangle adds nothing. Only pixels whose coordinates fit `i32` exist; of a result
    /// that would be 2³² pixels wide or high, all of them, the last column or row is left out.
    ///
    /// ```
    /// use hitmask::Rect;
    /// assert_eq!(Rect::new(0, 0, 2, 2).union(&Rect::new(5, 5, 1, 1)), Rect::new(0, 0, 6, 6));
    /// let ends = Rect::new(i32::MIN, 0, 1, 1).union(&Rect::new(i32::MAX, 0, 1, 1));
    /// assert_eq!(ends, Rect::new(i32::MIN, 0, u32::MAX, 1));
    /// ```
    #[must_use]
    pub fn union(&self, other: &Rect) -> Rect {
        self.extent().around(other.extent()).to_rect().unwrap_or_default()
    }

    /// The rectangle moved by an offset, with its size unchanged. None if a coordinate of the corner would not fit i32.
    #[must_use]
    pub fn checked_translate(&self, by: impl Into<Point>) -> Option<Rect> {
        let by = by.into();
        Some(Rect { x: self.x.checked_add(by.x)?, y: self.y.checked_add(by.y)?, ..*self })
    }
}
