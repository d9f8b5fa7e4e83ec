//! Which way out: the gradient of the overlap area.

use crate::geom::Point;
use crate::mask::Mask;

impl Mask {
    /// The direction from `self` to `other` at an [offset](crate::mask#the-offset), as the exact gradient of the overlap area:
    /// how many pixels fewer the two share with `other` one pixel to the right than with `other` one pixel to the left, and the
    /// same for down and up. Its length says how broad the contact is; divide by it where a unit vector is wanted.
    ///
    /// Computed whether or not the two overlap: side by side, with nothing shared, the area on the near side still counts.
    /// (0, 0) where neither direction makes a difference: far apart, or as deep as can be. It is a local answer; the shortest way
    /// out is [`Mask::separation`].
    ///
    /// ```
    /// use hitmask::{Mask, Point};
    /// let (ground, ball) = (Mask::filled(20, 4), Mask::filled(3, 3));
    /// assert_eq!(ground.normal(&ball, (8, -1)), Point::new(0, -6));     // up
    /// assert_eq!(ground.normal(&ball, (8, -3)), Point::new(0, -3));     // it only touches, three pixels broad
    /// assert_eq!(ground.normal(&ball, (8, -5)), Point::ZERO);
    /// ```
    ///
    /// # Complexity
    /// Four times [`Mask::overlap_area`].
    #[must_use]
    pub fn normal(&self, other: &Mask, offset: impl Into<Point>) -> Point {
        let Point { x, y } = offset.into();
        // No mask reaches as far as the offsets that don't exist.
        let area = |x: Option<i32>, y: Option<i32>| match (x, y) {
            (Some(x), Some(y)) => self.overlap_area(other, (x, y)),
            _ => 0,
        };
        // Two pixels apart, two areas differ by half of a row's pixels at the most, which is less than 2³⁰ in all rows.
        let difference = |more: u64, less: u64| (more as i64 - less as i64) as i32;
        Point::new(
            difference(area(x.checked_sub(1), Some(y)), area(x.checked_add(1), Some(y))),
            difference(area(Some(x), y.checked_sub(1)), area(Some(x), y.checked_add(1))),
        )
    }
}
