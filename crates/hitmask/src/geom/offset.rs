//! A 64-bit offset in whole pixels, for intermediate results that may not fit `i32`.

use core::ops::{Add, Neg, Sub};

use super::Point;

/// A position or a displacement in whole pixels. Sums of points, sizes and offsets cannot overflow. Use [`Offset::to_point`] where the
/// result must be a [`Point`]: it checks the range.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Offset {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl Offset {
    pub(crate) const ZERO: Offset = Offset { x: 0, y: 0 };

    #[inline(always)]
    pub(crate) const fn new(x: i64, y: i64) -> Offset {
        Offset { x, y }
    }

    /// The point with these coordinates. None if one of them does not fit `i32`.
    #[inline(always)]
    pub(crate) fn to_point(self) -> Option<Point> {
        Some(Point::new(i32::try_from(self.x).ok()?, i32::try_from(self.y).ok()?))
    }

    /// The same point, without the check. The caller guarantees that both coordinates fit `i32`.
    #[inline(always)]
    pub(crate) fn as_pixel(self) -> Point {
        debug_assert!(self.to_point().is_some(), "{self:?} is no pixel");
        Point::new(self.x as i32, self.y as i32)
    }
}

impl From<Point> for Offset {
    #[inline(always)]
    fn from(point: Point) -> Offset {
        Offset { x: point.x.into(), y: point.y.into() }
    }
}

impl Add for Offset {
    type Output = Offset;
    #[inline(always)]
    fn add(self, other: Offset) -> Offset {
        Offset { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Offset {
    type Output = Offset;
    #[inline(always)]
    fn sub(self, other: Offset) -> Offset {
        Offset { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Neg for Offset {
    type Output = Offset;
    #[inline(always)]
    fn neg(self) -> Offset {
        Offset { x: -self.x, y: -self.y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposites_and_sums_of_all_points_fit() {
        let (low, high) = (Point::new(i32::MIN, i32::MIN), Point::new(i32::MAX, i32::MAX));
        let across = Offset::from(high) - low.into();
        assert_eq!(across, Offset::new((1 << 32) - 1, (1 << 32) - 1));
        assert_eq!((across.to_point(), (-Offset::from(low)).to_point()), (None, None));
        assert_eq!(Offset::new(0, i64::from(i32::MAX) + 1).to_point(), None);
        assert_eq!((Offset::from(low) + across).to_point(), Some(high));
        assert_eq!((Offset::ZERO - across + high.into()).as_pixel(), low);
    }
}
