use super::ellipse::Ellipse;
use super::{ConvexError, ConvexImage, covering_verbs, in_range};
use crate::geom::{Extent, Point, PointQ16, Pose, Rect};
use crate::mask::{Mask, MaskError};

/// A circle, in 65 536ths of a pixel. It covers the pixels whose middles, moved right by an infinitesimal and down by a smaller
/// one, lie inside.
///
/// # Guarantees
/// - Exact whole numbers, so the same pixels on every machine. The rim is part of the left half, but for its lowest and, up to a
///   radius of half a pixel, its highest point.
/// - The centre's coordinates and the radius are at most [`PointQ16::LIMIT`].
/// - Radius 0 is legal and covers nothing.
///
/// ```
/// use hitmask::{Circle, Point};
/// // Around the middle of pixel (10, 10): the rim runs through the middles of the four pixels two away.
/// let circle = Circle::from_f64([10.5, 10.5], 2.0)?;
/// let (mask, corner) = circle.to_mask();
/// assert_eq!(corner, Point::new(8, 8));
/// assert_eq!(format!("{mask:?}"), "Mask(4 x 4)\n..#.\n.###\n####\n.###");     // the left and the upper one are in
/// # Ok::<(), hitmask::ConvexError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Circle {
    centre: PointQ16,
    radius: i64,
}

impl Circle {
    /// From a centre (a [`PointQ16`], or whole numbers: the corner of a pixel) and a radius in 65 536ths of a pixel.
    ///
    /// # Errors
    /// [`ConvexError::NegativeRadius`]; [`ConvexError::OutOfRange`].
    ///
    /// ```
    /// use hitmask::{Circle, PointQ16, Rect};
    /// assert_eq!(Circle::new((4, 4), 2 * PointQ16::ONE)?.bounds(), Some(Rect::new(2, 2, 4, 4)));
    /// assert_eq!(Circle::new((4, 4), 0)?.bounds(), None);
    /// // Between the middles of pixels there is room for a circle that covers none.
    /// assert_eq!(Circle::new((4, 4), PointQ16::ONE / 2)?.bounds(), None);
    /// # Ok::<(), hitmask::ConvexError>(())
    /// ```
    pub fn new(centre: impl Into<PointQ16>, radius: i64) -> Result<Circle, ConvexError> {
        let centre = centre.into();
        in_range(centre.x, "centre's x")?;
        in_range(centre.y, "centre's y")?;
        if radius < 0 {
            return Err(ConvexError::NegativeRadius);
        }
        Ok(Circle { centre, radius: in_range(radius, "radius")? })
    }

    /// From pixels, each number rounded to the nearest 65 536th, halves away from zero.
    ///
    /// # Errors
    /// [`ConvexError::NotFinite`]; and those of [`Circle::new`].
    pub fn from_f64([x, y]: [f64; 2], radius: f64) -> Result<Circle, ConvexError> {
        for (number, part) in [(x, "centre's x"), (y, "centre's y"), (radius, "radius")] {
            if !number.is_finite() {
                return Err(ConvexError::NotFinite { part });
            }
        }
        let out = |part| ConvexError::OutOfRange { part };
        let centre = PointQ16::from_f64(x, y).ok_or(out("centre"))?;
        if radius < 0.0 {
            return Err(ConvexError::NegativeRadius);
        }
        Circle::new(centre, PointQ16::from_f64(radius, 0.0).ok_or(out("radius"))?.x)
    }

    /// The centre.
    #[must_use]
    pub fn centre(&self) -> PointQ16 {
        self.centre
    }

    /// The radius in 65 536ths of a pixel.
    #[must_use]
    pub fn radius(&self) -> i64 {
        self.radius
    }

    covering_verbs!();

    /// Where it lies under a pose; without one, its plane is the world.
    pub(crate) fn image(&self, pose: Option<&Pose>) -> ConvexImage<'static> {
        ConvexImage::Ellipse(Ellipse::new(self.centre, self.radius, pose))
    }
}
