//! The direction of a contact: the gradient of the overlap area.

use crate::geom::Point;
use crate::mask::Mask;

impl Mask {
    /// The contact normal: the direction from `self` to `other` at an [offset](crate::mask#the-offset), as the exact gradient of the
    /// overlap area. Its x says how many pixels fewer overlap with `other` one pixel to the right than with `other` one pixel to the left;
    /// its y is the same for down and up. Its length measures how broad the contact is. Divide by the length to get a unit vector.
    ///
    /// The masks need not overlap: if they only touch, the area one pixel nearer still counts. (0, 0) if neither axis makes a difference:
    /// the masks are far apart, or one is deep inside the other. The normal is a local answer; [`Mask::separation`] is the shortest way
    /// out.
    ///
    /// ```
    /// use hitmask::{Mask, Point};
    /// let (ground, ball) = (Mask::filled(20, 4), Mask::filled(3, 3));
    /// assert_eq!(ground.normal(&ball, (8, -1)), Point::new(0, -6));     // up
    /// assert_eq!(ground.normal(&ball, (8, -3)), Point::new(0, -3));     // it touches along three pixels
    /// assert_eq!(ground.normal(&ball, (8, -5)), Point::ZERO);           // too far away
    /// ```
    ///
    /// # Complexity
    /// Four times [`Mask::overlap_area`].
    #[doc(alias = "contact normal")]
    #[doc(alias = "collision normal")]
    #[doc(alias = "gradient")]
    #[must_use]
    pub fn normal(&self, other: &Mask, offset: impl Into<Point>) -> Point {
        let Point { x, y } = offset.into();
        // At offsets beyond i32 no masks overlap.
        let area = |x: Option<i32>, y: Option<i32>| match (x, y) {
            (Some(x), Some(y)) => self.overlap_area(other, (x, y)),
            _ => 0,
        };
        // The two positions are two pixels apart. So the areas differ by at most half the pixels of each row, which is less than 2³⁰ in
        // all.
        let difference = |more: u64, less: u64| (more as i64 - less as i64) as i32;
        Point::new(
            difference(area(x.checked_sub(1), Some(y)), area(x.checked_add(1), Some(y))),
            difference(area(Some(x), y.checked_sub(1)), area(Some(x), y.checked_add(1))),
        )
    }
}
