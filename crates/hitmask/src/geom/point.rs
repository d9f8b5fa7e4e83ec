use crate::invalid_argument::{InvalidArgument, InvalidReason};

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

    /// The same pixel, if an image of this width and height has it. It is the checked form of verbs that panic for nothing but a pixel outside,
    /// such as [`Mask::set`](crate::Mask::set). The error says it about the argument of that name.
    ///
    /// # Errors
    /// [`InvalidArgument`], if the pixel lies outside.
    #[inline]
    pub fn checked_in(self, argument: &'static str, size: (u32, u32)) -> Result<Point, InvalidArgument> {
        let Point { x, y } = self;
        let (width, height) = size;
        if (0..i64::from(width)).contains(&x.into()) && (0..i64::from(height)).contains(&y.into()) {
            return Ok(self);
        }
        Err(InvalidArgument::new(argument, InvalidReason::Outside { x, y, width, height }))
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

/// The order and the operators of a type of points: of two coordinates the sum and the difference, and of one the negative.
macro_rules! point_operators {
    ($point:ident: $sum:expr, $difference:expr, $negative:expr) => {
        /// Row-major order: by y, then by x.
        impl Ord for $point {
            fn cmp(&self, other: &$point) -> core::cmp::Ordering {
                (self.y, self.x).cmp(&(other.y, other.x))
            }
        }

        impl PartialOrd for $point {
            fn partial_cmp(&self, other: &$point) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        #[doc = concat!("Saturates: see [`", stringify!($point), "`](", stringify!($point), "#overflow).")]
        impl<P: Into<$point>> core::ops::Add<P> for $point {
            type Output = $point;
            fn add(self, other: P) -> $point {
                let other = other.into();
                $point { x: $sum(self.x, other.x), y: $sum(self.y, other.y) }
            }
        }

        #[doc = concat!("Saturates: see [`", stringify!($point), "`](", stringify!($point), "#overflow).")]
        impl<P: Into<$point>> core::ops::Sub<P> for $point {
            type Output = $point;
            fn sub(self, other: P) -> $point {
                let other = other.into();
                $point { x: $difference(self.x, other.x), y: $difference(self.y, other.y) }
            }
        }

        #[doc = concat!("Saturates: see [`", stringify!($point), "`](", stringify!($point), "#overflow).")]
        impl core::ops::Neg for $point {
            type Output = $point;
            fn neg(self) -> $point {
                $point { x: $negative(self.x), y: $negative(self.y) }
            }
        }

        impl<P: Into<$point>> core::ops::AddAssign<P> for $point {
            fn add_assign(&mut self, other: P) {
                *self = *self + other;
            }
        }

        impl<P: Into<$point>> core::ops::SubAssign<P> for $point {
            fn sub_assign(&mut self, other: P) {
                *self = *self - other;
            }
        }
    };
}

pub(super) use point_operators;

point_operators!(Point: i32::saturating_add, i32::saturating_sub, i32::saturating_neg);

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
