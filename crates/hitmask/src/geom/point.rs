use core::cmp::Ordering;
use core::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// A pixel, or an offset between two pixels, in whole pixels: signed 32-bit, x to the right, y down.
///
/// Everything that takes a point or an offset takes `impl Into<Point>`, so you can pass a pair or an array of two.
///
/// Points are ordered by y, then by x (row-major order). When a query returns the first of several pixels, it returns the smallest in this
/// order.
///
/// # Overflow
/// The operators `+`, `-`, `+=`, `-=` and unary `-` saturate: a coordinate that would not fit its type becomes the type's largest or
/// smallest value. [`PointQ16`](crate::PointQ16) does the same. So distant things stay distant: no offset wraps around, and no operator
/// panics. If you need to notice an overflow, use [`Point::checked_add`], [`Point::checked_sub`] or [`Point::checked_neg`].
///
/// ```
/// use hitmask::Point;
/// assert_eq!(Point::new(3, -4), (3, -4).into());
/// assert_eq!(Point::from([3, -4]), Point { x: 3, y: -4 });
///
/// let (ship, rock) = (Point::new(100, 20), Point::new(109, 16));
/// assert_eq!(rock - ship, (9, -4).into());                        // the offset from the ship to the rock
/// assert_eq!(-(rock - ship), ship - rock);
/// assert_eq!(ship + (1, 0), Point::new(101, 20));
/// assert_eq!(Point::new(i32::MAX, 0) + (1, 1), Point::new(i32::MAX, 1));
/// assert!(Point::new(9, 0) < Point::new(0, 1));                   // a higher row comes first
/// ```
#[doc(alias = "IVec2")]
#[doc(alias = "pixel")]
#[doc(alias = "offset")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Point {
    /// The distance to the right of the origin, in pixels.
    pub x: i32,
    /// The distance below the origin, in pixels.
    pub y: i32,
}

impl Point {
    /// The origin, (0, 0).
    pub const ZERO: Point = Point::new(0, 0);

    /// The point (x, y).
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// The opposite offset. If `self` is the offset from a to b, the result is the offset from b to a. None if a coordinate is
    /// [`i32::MIN`], because its opposite does not fit i32.
    ///
    /// ```
    /// # use hitmask::Point;
    /// assert_eq!(Point::new(3, -4).checked_neg(), Some(Point::new(-3, 4)));
    /// assert_eq!(Point::new(i32::MIN, 0).checked_neg(), None);
    /// ```
    #[must_use]
    pub const fn checked_neg(self) -> Option<Point> {
        match (self.x.checked_neg(), self.y.checked_neg()) {
            (Some(x), Some(y)) => Some(Point { x, y }),
            _ => None,
        }
    }

    /// The sum. None if a coordinate does not fit i32.
    #[must_use]
    pub fn checked_add(self, other: impl Into<Point>) -> Option<Point> {
        let other = other.into();
        Some(Point { x: self.x.checked_add(other.x)?, y: self.y.checked_add(other.y)? })
    }

    /// The difference: the offset from `other` to `self`. None if a coordinate does not fit i32.
    #[must_use]
    pub fn checked_sub(self, other: impl Into<Point>) -> Option<Point> {
        let other = other.into();
        Some(Point { x: self.x.checked_sub(other.x)?, y: self.y.checked_sub(other.y)? })
    }
}

/// Row-major order: by y, then by x.
impl Ord for Point {
    fn cmp(&self, other: &Point) -> Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Point) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Saturates: see [`Point`](Point#overflow).
impl<P: Into<Point>> Add<P> for Point {
    type Output = Point;
    fn add(self, other: P) -> Point {
        let other = other.into();
        Point { x: self.x.saturating_add(other.x), y: self.y.saturating_add(other.y) }
    }
}

/// Saturates: see [`Point`](Point#overflow).
impl<P: Into<Point>> Sub<P> for Point {
    type Output = Point;
    fn sub(self, other: P) -> Point {
        let other = other.into();
        Point { x: self.x.saturating_sub(other.x), y: self.y.saturating_sub(other.y) }
    }
}

/// Saturates: see [`Point`](Point#overflow).
impl Neg for Point {
    type Output = Point;
    fn neg(self) -> Point {
        Point { x: self.x.saturating_neg(), y: self.y.saturating_neg() }
    }
}

impl<P: Into<Point>> AddAssign<P> for Point {
    fn add_assign(&mut self, other: P) {
        *self = *self + other;
    }
}

impl<P: Into<Point>> SubAssign<P> for Point {
    fn sub_assign(&mut self, other: P) {
        *self = *self - other;
    }
}

impl From<(i32, i32)> for Point {
    fn from((x, y): (i32, i32)) -> Point {
        Point { x, y }
    }
}

impl From<[i32; 2]> for Point {
    fn from([x, y]: [i32; 2]) -> Point {
        Point { x, y }
    }
}

impl From<Point> for (i32, i32) {
    fn from(p: Point) -> (i32, i32) {
        (p.x, p.y)
    }
}

impl From<Point> for [i32; 2] {
    fn from(p: Point) -> [i32; 2] {
        [p.x, p.y]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIN: i32 = i32::MIN;
    const MAX: i32 = i32::MAX;

    #[test]
    fn sums_saturate_and_checked_ones_say_so() {
        let far = Point::new(MAX, MIN);
        assert_eq!((far + far, far - (-1, 1), -far), (far, far, Point::new(-MAX, MAX)));
        assert_eq!((far.checked_add((1, 0)), far.checked_sub((0, 1))), (None, None));
        assert_eq!(far.checked_add((-1, 1)), Some(Point::new(MAX - 1, MIN + 1)));
        assert_eq!(far.checked_sub([1, -1]), Some(Point::new(MAX - 1, MIN + 1)));
        let mut p = Point::new(1, 2);
        p += (10, 20);
        p -= Point::new(1, 1);
        assert_eq!(p, Point::new(10, 21));
    }

    #[test]
    fn rows_come_before_columns() {
        let mut pixels = [Point::new(0, 1), Point::new(9, 0), Point::new(-9, 1)];
        pixels.sort();
        assert_eq!(pixels, [Point::new(9, 0), Point::new(-9, 1), Point::new(0, 1)]);
    }
}
