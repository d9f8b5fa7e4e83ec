//! The separation, normal and distance of two placed shapes.

use super::closest::{Closest, closest};
use super::{CoveredPixels, normal, separation, to_point};
use crate::geom::{Offset, Point};
use crate::placed::Placed;

/// What physics asks about two shapes in the world, turned or not: by the world pixels that they cover now, moved by whole pixels.
impl Placed<'_> {
    /// The contact normal: the direction from `self` to `other`, as [`Mask::normal`](crate::Mask::normal).
    ///
    /// ```
    /// use hitmask::{Angle, Mask, Placed, Point, Pose, PoseParts, Rect};
    /// let sword = Mask::filled(40, 4);
    /// let parts = PoseParts { position: [8.0, 0.0], rotation: Angle::Degrees(90.0), ..PoseParts::default() };
    /// let sword = Placed::from(&sword).posed(&Pose::new(&parts)?);            // x from 4 to 8, y from 0 to 40
    /// let wall = Placed::from(Rect::new(6, 10, 50, 50));
    /// assert_eq!(sword.normal(wall), Point::new(60, 4));
    /// assert_eq!(sword.separation(wall), Point::new(2, 0));
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    ///
    /// # Complexity
    /// Four times the overlap area. A shape that is turned or scaled is drawn where it meets the other, except circles, polygons and
    /// rectangles.
    #[must_use]
    pub fn normal<'b>(&self, other: impl Into<Placed<'b>>) -> Point {
        normal(&(*self).into(), &other.into().into())
    }

    /// The shortest way out of an overlap, in whole pixels: move `other` by it, or `self` by its opposite. As
    /// [`Mask::separation`](crate::Mask::separation).
    ///
    /// # Limits
    /// A shape that must be drawn (it is turned by no multiple of 90 degrees, or scaled) is drawn in a window around the other that grows
    /// until the way out fits into it, up to 2²⁸ pixels. If it does not fit into that, the result is the shortest way past the other's
    /// bounding box, which is a way out, but maybe not the shortest.
    #[doc(alias = "penetration depth")]
    #[doc(alias = "minimum translation vector")]
    #[must_use]
    pub fn separation<'b>(&self, other: impl Into<Placed<'b>>) -> Point {
        to_point(separation(&(*self).into(), &other.into().into()))
    }

    /// How near two placed shapes are, and the two nearest world pixels. None if either covers no pixel. As
    /// [`Mask::closest`](crate::Mask::closest).
    #[doc(alias = "distance")]
    #[must_use]
    pub fn closest<'b>(&self, other: impl Into<Placed<'b>>) -> Option<Closest> {
        closest(&CoveredPixels::from(*self), &other.into().into(), [Offset::ZERO; 2])
    }
}
