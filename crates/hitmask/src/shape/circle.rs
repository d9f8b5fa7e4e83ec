use core::fmt;

use super::ellipse::Ellipse;
use super::{ConvexImage, covering_verbs, in_pixels};
use crate::geom::{Point, PointQ16, Pose, Rect};
use crate::invalid_argument::{InvalidArgument, InvalidReason};
use crate::mask::Mask;

/// A circle, in 65 536ths of a pixel. A pixel is covered if its centre lies inside the circle after an infinitesimal shift to the right and
/// an even smaller one down.
///
/// # Guarantees
/// - The computation is exact, in integers, so every machine gives the same pixels. The left half of the rim belongs to the circle, except
///   its lowest point and, if the radius is at most half a pixel, its highest point.
/// - The coordinates of the centre and the radius are at most [`PointQ16::LIMIT`].
/// - A radius of 0 is legal; the circle then covers nothing.
///
/// ```
/// use hitmask::{Circle, Point};
/// // Around the centre of pixel (10, 10): the rim passes through the centres of the four pixels two away.
/// let circle = Circle::from_f64([10.5, 10.5], 2.0)?;
/// let (mask, corner) = circle.to_mask()?;
/// assert_eq!(corner, Point::new(8, 8));
/// assert_eq!(format!("{mask:?}"), "Mask(4 x 4)\n..#.\n.###\n####\n.###");     // the left and the upper of these are covered
/// # Ok::<(), hitmask::InvalidArgument>(())
/// ```
#[doc(alias = "CircleShape")]
#[doc(alias = "CircleCollider2D")]
#[doc(alias = "hitbox")]
#[doc(alias = "disc")]
#[doc(alias = "ellipse")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Circle {
    centre: PointQ16,
    radius: Radius,
}

/// A radius in 7 of 8 bytes. The last byte has one value, so enums with a circle in them find room for their tag there.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Radius {
    low: u32,
    high: u16,
    end: End,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
enum End {
    Zero,
}

impl Radius {
    /// It is not negative and not above [`PointQ16::LIMIT`], so it has 48 bits.
    fn new(radius: i64) -> Radius {
        Radius { low: radius as u32, high: (radius >> 32) as u16, end: End::Zero }
    }

    fn get(self) -> i64 {
        i64::from(self.high) << 32 | i64::from(self.low)
    }
}

impl fmt::Debug for Radius {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl Circle {
    /// A circle from its centre and its radius in 65 536ths of a pixel. The centre is a [`PointQ16`]; a pair of integers is the corner of a
    /// pixel.
    ///
    /// # Errors
    /// [`InvalidArgument`], if a number exceeds [`PointQ16::LIMIT`], or if the radius is negative.
    ///
    /// ```
    /// use hitmask::{Circle, PointQ16, Rect};
    /// assert_eq!(Circle::new((4, 4), 2 * PointQ16::ONE)?.bounds(), Some(Rect::new(2, 2, 4, 4)));
    /// assert_eq!(Circle::new((4, 4), 0)?.bounds(), None);
    /// // A circle that lies between the centres of pixels covers no pixel.
    /// assert_eq!(Circle::new((4, 4), PointQ16::ONE / 2)?.bounds(), None);
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    pub fn new(centre: impl Into<PointQ16>, radius: i64) -> Result<Circle, InvalidArgument> {
        let centre = centre.into().checked("centre")?;
        if !(0..=PointQ16::LIMIT).contains(&radius) {
            let reason = InvalidReason::OutOfRange { least: 0, most: PointQ16::LIMIT };
            return Err(InvalidArgument::new("radius", reason));
        }
        Ok(Circle { centre, radius: Radius::new(radius) })
    }

    /// A circle from its centre and its radius in pixels. Each number is rounded to the nearest 65 536th, ties away from zero.
    ///
    /// # Errors
    /// [`InvalidReason::NotFinite`] if a number is infinite or NaN; and the errors of [`Circle::new`].
    pub fn from_f64(centre: [f64; 2], radius: f64) -> Result<Circle, InvalidArgument> {
        let (centre, q16) = (in_pixels("centre", centre)?, in_pixels("radius", [radius, 0.0]));
        if radius.is_finite() && (radius < 0.0 || q16.is_err()) {
            let reason = InvalidReason::OutOfRange { least: 0, most: PointQ16::LIMIT >> 16 };
            return Err(InvalidArgument::new("radius", reason));
        }
        Circle::new(centre, q16?.x)
    }

    /// The centre.
    #[must_use]
    pub fn centre(&self) -> PointQ16 {
        self.centre
    }

    /// The radius in 65 536ths of a pixel.
    #[must_use]
    pub fn radius(&self) -> i64 {
        self.radius.get()
    }

    covering_verbs!();

    /// The circle as it lies under a pose. Without a pose, its plane is the world.
    pub(crate) fn image(&self, pose: Option<&Pose>) -> ConvexImage<'static> {
        ConvexImage::Ellipse(Ellipse::new(self.centre, self.radius(), pose))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radii_read_back() {
        let most = PointQ16::LIMIT;
        for radius in [0, 1, 0xFFFF_FFFF, 1 << 32, (1 << 32) + 5, most - 1, most] {
            let circle = Circle::new((0, 0), radius).unwrap();
            assert_eq!(circle.radius(), radius);
            assert!(alloc::format!("{circle:?}").ends_with(&alloc::format!("radius: {radius} }}")));
        }
        assert!(Circle::new((0, 0), most + 1).is_err());
    }
}
