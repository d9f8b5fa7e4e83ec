//! Circles and convex polygons, which cover pixels by the raster rule.
//!
//! # The rule
//! Pixel (X, Y) is covered if and only if the point (X + ½ + ε, Y + ½ + ε²) lies inside, ε infinitesimal and positive: the same point
//! that decides for a posed mask. Everything is whole numbers, so a rim that runs exactly through a middle is no special case:
//! - of a polygon, a middle on a left or an upper edge is inside, on a right or a lower one outside. (A slanting edge is left or
//!   right; only a level one is upper or lower.)
//! - of a circle, f = x² + y² − r² at the moved middle is f₀ + 2x·ε + (2y + 1)·ε² + ε⁴, counted from the circle's centre in pixels, and
//!   the first of these terms that is not zero decides: on the rim the left half is inside, the right half outside. The lowest
//!   point is outside. The highest, where y = −r, is inside when r is more than half a pixel: on a smaller circle ε to the right
//!   lies farther outside than ε² down lies inside.
//!
//! Under a pose a circle is an ellipse, whose f is A·x² + 2B·xy + D·y² less a constant; the terms are f₀, f′ₓ·ε, (f′ᵧ + A)·ε², 2B·ε³ and
//! D·ε⁴, in world pixels.
//!
//! A convex shape has at most one span of pixels in a row, so all there is to know is [`ConvexImage::each_span`].

mod circle;
mod edges;
mod ellipse;
mod polygon;

use core::fmt;

pub use self::circle::Circle;
use self::edges::PolygonImage;
use self::ellipse::Ellipse;
pub use self::polygon::ConvexPolygon;
pub(crate) use self::polygon::corners_of;
use crate::bits::span_bits;
use crate::geom::{Extent, ONE, Point, PointQ16, Pose};
use crate::mask::{Mask, MaskError, check_size};

/// Why there is no such circle or polygon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConvexError {
    /// A coordinate or the radius is infinite or not a number.
    NotFinite {
        /// Which one.
        part: &'static str,
    },
    /// A coordinate or the radius is beyond [`PointQ16::LIMIT`], 2³¹ pixels.
    OutOfRange {
        /// Which one.
        part: &'static str,
    },
    /// The radius is less than 0.
    NegativeRadius,
    /// The corners don't go once around a convex area, always turning the same way.
    NotConvex {
        /// The first corner at which that shows, counted from 0 as they were given.
        corner: usize,
    },
}

impl fmt::Display for ConvexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConvexError::NotFinite { part } => write!(f, "the {part} is not a finite number"),
            ConvexError::OutOfRange { part } => write!(f, "the {part} lies beyond 2^31 pixels"),
            ConvexError::NegativeRadius => f.write_str("the radius is less than 0"),
            ConvexError::NotConvex { corner } => {
                write!(f, "the polygon is not convex, or goes around more than once: see corner {corner}")
            }
        }
    }
}

impl core::error::Error for ConvexError {}

/// A number of 65 536ths of a pixel that is allowed.
fn in_range(q16: i64, part: &'static str) -> Result<i64, ConvexError> {
    if (-PointQ16::LIMIT..=PointQ16::LIMIT).contains(&q16) {
        Ok(q16)
    } else {
        Err(ConvexError::OutOfRange { part })
    }
}

/// From a shape's plane to the world's pixels, in whole numbers.
#[derive(Clone, Copy, Debug)]
struct ShapePlane {
    /// a, b, c, d.
    matrix: [i64; 4],
    /// In 2^-bits of a pixel.
    translation: [i128; 2],
    /// 16 where the matrix is the identity, which then is (1, 0; 0, 1); else 32, and it is in Q16.
    bits: u32,
}

impl ShapePlane {
    fn new(pose: Option<&Pose>) -> ShapePlane {
        let translation = pose.map_or([0; 2], |pose| pose.translation).map(i128::from);
        match pose {
            Some(pose) if pose.matrix != [ONE, 0, 0, ONE] => {
                ShapePlane { matrix: pose.entries(), translation: translation.map(|t| t << 16), bits: 32 }
            }
            _ => ShapePlane { matrix: [1, 0, 0, 1], translation, bits: 16 },
        }
    }

    /// A pixel in the units of [`ShapePlane::image`].
    fn unit(&self) -> i128 {
        1 << self.bits
    }

    /// Where a point lies, in 2^-bits of a pixel; below 2⁷².
    fn image(&self, point: PointQ16) -> [i128; 2] {
        let [a, b, c, d] = self.matrix.map(i128::from);
        let (x, y) = (i128::from(point.x), i128::from(point.y));
        [a * x + b * y + self.translation[0], c * x + d * y + self.translation[1]]
    }

    /// The first pixel whose middle, moved by ε, lies beyond a coordinate: ⌈x − ½⌉.
    fn first_middle(&self, x: i128) -> i64 {
        ((x + self.unit() / 2 - 1) >> self.bits) as i64
    }

    /// The pixels whose middles lie in a box, cut to those that exist.
    fn pixels(&self, low: [i128; 2], high: [i128; 2]) -> Extent {
        let ([x0, y0], [x1, y1]) = (low.map(|x| self.first_middle(x)), high.map(|x| self.first_middle(x)));
        let pixels = Extent { x0, y0, x1, y1 }.intersection(Extent::WORLD);
        if pixels.is_empty() { Extent::EMPTY } else { pixels }
    }
}

/// A convex shape where it lies in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ConvexImage<'a> {
    /// A circle, turned and stretched.
    Ellipse(Ellipse),
    /// A polygon.
    Polygon(PolygonImage<'a>),
}

impl<'a> ConvexImage<'a> {
    /// A polygon of corners that are known to go once around a convex area, under a pose.
    pub(crate) fn of_corners(corners: &'a [PointQ16], pose: &Pose) -> ConvexImage<'a> {
        ConvexImage::Polygon(PolygonImage::new(corners, Some(pose)))
    }

    /// A box around all pixels that it covers. A little larger than need be: [`ConvexImage::bounds_within`] looks at every row.
    pub(crate) fn extent(&self) -> Extent {
        match self {
            ConvexImage::Ellipse(ellipse) => ellipse.extent(),
            ConvexImage::Polygon(corners) => corners.extent(),
        }
    }

    /// Calls with (y, x0, x1) for every row of a window that has pixels, from the top: those from x0 to before x1 are covered,
    /// and no others of the window.
    ///
    /// # Complexity
    /// A few comparisons a row, whatever its length, and for polygons a division an edge.
    #[inline]
    pub(crate) fn each_span(&self, window: Extent, mut f: impl FnMut(i64, i64, i64)) {
        match self {
            ConvexImage::Ellipse(ellipse) => ellipse.each_span(window, &mut f),
            ConvexImage::Polygon(corners) => corners.each_span(window, &mut f),
        }
    }

    /// The pixels of a row, from the first to before the last.
    pub(crate) fn span(&self, row: i64) -> Option<(i64, i64)> {
        let mut found = None;
        self.each_span(Extent { y0: row, y1: row + 1, ..Extent::WORLD }, |_, x0, x1| found = Some((x0, x1)));
        found
    }

    /// The 64 pixels of a row from x on.
    pub(crate) fn window(&self, x: i64, y: i64) -> u64 {
        let mut word = 0;
        self.each_span(Extent { x0: x, y0: y, x1: x + 64, y1: y + 1 }, |_, x0, x1| {
            word = span_bits(x0, x1, x);
        });
        word
    }

    /// Whether it covers a pixel.
    pub(crate) fn covers(&self, x: i64, y: i64) -> bool {
        let mut found = false;
        self.each_span(Extent { x0: x, y0: y, x1: x + 1, y1: y + 1 }, |_, _, _| found = true);
        found
    }

    /// The smallest box around the pixels that it covers inside a window.
    pub(crate) fn bounds_within(&self, window: Extent) -> Extent {
        let mut bounds = Extent::EMPTY;
        self.each_span(window, |y, x0, x1| bounds = bounds.around(Extent { x0, y0: y, x1, y1: y + 1 }));
        bounds
    }

    /// Makes solid the pixels that it covers in a mask whose upper left pixel is the world's pixel `corner`. Allocates nothing.
    pub(crate) fn draw(&self, mask: &mut Mask, corner: Point) {
        let (dx, dy) = (i64::from(corner.x), i64::from(corner.y));
        let window = Extent::of_size(mask.width(), mask.height()).shifted(corner);
        let mut drawn = Extent::EMPTY;
        self.each_span(window, |y, x0, x1| {
            let row = Extent { x0: x0 - dx, y0: y - dy, x1: x1 - dx, y1: y - dy + 1 };
            mask.fill_run(row.y0 as u32, row.x0 as u32, row.x1 as u32);
            drawn = drawn.around(row);
        });
        mask.include(drawn);
        mask.pixels_changed(drawn);
    }

    /// The pixels that it covers as a mask no larger than need be, and the world's pixel of its upper left corner.
    pub(crate) fn try_mask(&self) -> Result<(Mask, Point), MaskError> {
        let extent = self.extent();
        let side = |pixels: i64| u32::try_from(pixels).unwrap_or(u32::MAX);
        check_size(side(extent.x1 - extent.x0), side(extent.y1 - extent.y0))?;
        let Some(bounds) = self.bounds_within(extent).to_rect() else {
            return Ok((Mask::new(0, 0), Point::ZERO));
        };
        let corner = Point::new(bounds.x, bounds.y);
        let mut mask = Mask::try_new(bounds.w, bounds.h)?;
        self.draw(&mut mask, corner);
        Ok((mask, corner))
    }
}

/// Writes what a circle and a polygon both answer.
macro_rules! covering_verbs {
    () => {
        /// Whether the pixel is covered.
        #[must_use]
        pub fn contains(&self, pixel: impl Into<Point>) -> bool {
            let pixel = pixel.into();
            self.image(None).covers(pixel.x.into(), pixel.y.into())
        }

        /// The pixels of a row that are covered, from the first to before the last; None where there are none. Only pixels whose
        /// coordinates fit `i32` exist.
        #[must_use]
        pub fn span(&self, row: i32) -> Option<(i64, i64)> {
            self.image(None).span(row.into())
        }

        /// The smallest rectangle around the pixels that are covered. None where there are none. Looks at every row.
        ///
        /// # Panics
        /// When that is 2³² pixels wide or high: all that exist.
        #[must_use]
        pub fn bounds(&self) -> Option<Rect> {
            self.image(None).bounds_within(Extent::WORLD).to_rect()
        }

        /// As `contains`, of a world's pixel under a pose. The shape's plane is that of the texels: where a sprite has its upper left
        /// corner, this has (0, 0).
        #[must_use]
        pub fn contains_posed(&self, pose: &Pose, pixel: impl Into<Point>) -> bool {
            let pixel = pixel.into();
            self.image(Some(pose)).covers(pixel.x.into(), pixel.y.into())
        }

        /// As `span`, of the world's pixels under a pose.
        #[must_use]
        pub fn span_posed(&self, pose: &Pose, row: i32) -> Option<(i64, i64)> {
            self.image(Some(pose)).span(row.into())
        }

        /// The pixels that are covered, as a mask no larger than need be, and the pixel of its upper left corner; the empty mask at
        /// (0, 0) where there are none.
        ///
        /// # Panics
        /// When the upright box around it is larger than a mask may be. `try_to_mask` says so instead.
        #[must_use]
        pub fn to_mask(&self) -> (Mask, Point) {
            self.try_to_mask().unwrap_or_else(|error| panic!("{error}"))
        }

        /// As `to_mask`.
        ///
        /// # Errors
        /// [`MaskError::TooLarge`].
        pub fn try_to_mask(&self) -> Result<(Mask, Point), MaskError> {
            self.image(None).try_mask()
        }

        /// As `to_mask`, of the world's pixels that it covers under a pose.
        ///
        /// # Panics
        /// As `to_mask`.
        #[must_use]
        pub fn bake(&self, pose: &Pose) -> (Mask, Point) {
            self.try_bake(pose).unwrap_or_else(|error| panic!("{error}"))
        }

        /// As `bake`.
        ///
        /// # Errors
        /// [`MaskError::TooLarge`].
        pub fn try_bake(&self, pose: &Pose) -> Result<(Mask, Point), MaskError> {
            self.image(Some(pose)).try_mask()
        }
    };
}
use covering_verbs;
