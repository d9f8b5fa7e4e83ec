//! Circles and convex polygons. They cover pixels by the raster rule.
//!
//! # The rule
//! Pixel (X, Y) is covered if and only if the point (X + ½ + ε, Y + ½ + ε²) lies inside the shape, where ε is infinitesimal and positive.
//! The same point decides for a posed mask. Everything is computed in integers, so a boundary that passes exactly through a pixel's centre
//! needs no special handling:
//! - Polygon: a centre on a left or an upper edge is inside; on a right or a lower edge it is outside. (A slanted edge counts as left or
//!   right; only a horizontal edge is upper or lower.)
//! - Circle: let (x, y) be the centre of the pixel relative to the circle's centre, in pixels. At the shifted point, f = x² + y² − r²
//!   equals f₀ + 2x·ε + (2y + 1)·ε² + ε⁴. The first of these terms that is not zero decides. So on the rim the left half is inside and the
//!   right half is outside. The lowest point is outside. The highest point, where y = −r, is inside if r is more than half a pixel;
//!   otherwise it is outside, because its term (2y + 1)·ε² is not negative: the shift by ε to the right then leads farther out than the
//!   shift by ε² down leads in.
//!
//! Under a pose a circle is an ellipse. Its f is A·x² + 2B·xy + D·y² minus a constant; the terms are f₀, f′ₓ·ε, (f′ᵧ + A)·ε², 2B·ε³ and
//! D·ε⁴, in world pixels.
//!
//! A convex shape has at most one span of pixels per row. So [`ConvexImage::each_span`] describes it completely.

mod circle;
mod edges;
mod ellipse;
mod plane;
mod polygon;

pub use self::circle::Circle;
use self::edges::PolygonImage;
use self::ellipse::Ellipse;
pub use self::polygon::ConvexPolygon;
pub(crate) use self::polygon::corners_of;
use crate::bits::span_bits;
use crate::geom::{Extent, Mapped, Point, PointQ16, Pose};
use crate::invalid_argument::{InvalidArgument, InvalidReason};
use crate::mask::{Mask, fits_mask};

/// Pixels in 65 536ths.
fn in_pixels(argument: &'static str, [x, y]: [f64; 2]) -> Result<PointQ16, InvalidArgument> {
    if !(x.is_finite() && y.is_finite()) {
        return Err(InvalidArgument::new(argument, InvalidReason::NotFinite));
    }
    PointQ16::from_f64(x, y).ok_or(PointQ16::too_far(argument))
}

/// Of shapes with more rows than this, bounds are found without a look at each row.
const TALL: i64 = 1 << 10;

/// A convex shape as it lies in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ConvexImage<'a> {
    /// A circle under a pose.
    Ellipse(Ellipse),
    /// A polygon.
    Polygon(PolygonImage<'a>),
}

/// What both kinds of image can do.
macro_rules! of_image {
    ($image:expr, $kind:ident => $answer:expr) => {
        match $image {
            ConvexImage::Ellipse($kind) => $answer,
            ConvexImage::Polygon($kind) => $answer,
        }
    };
}

impl<'a> ConvexImage<'a> {
    /// A polygon under a pose. The caller guarantees that the corners go once around a convex area.
    pub(crate) fn of_corners(corners: &'a [PointQ16], pose: &Pose) -> ConvexImage<'a> {
        ConvexImage::Polygon(PolygonImage::new(corners, Some(pose)))
    }

    /// A box that contains all pixels that the shape covers. It may be slightly too large; [`ConvexImage::bounds`] is tight.
    pub(crate) fn extent(&self) -> Extent {
        self.whole_extent().existing()
    }

    /// As [`ConvexImage::extent`], but with the pixels that don't exist.
    pub(crate) fn whole_extent(&self) -> Extent {
        of_image!(self, image => image.whole)
    }

    /// Calls `f` with (y, x0, x1) for every row of a window that has covered pixels, from the top. In that row of the window, exactly the
    /// pixels from x0 up to but not including x1 are covered.
    ///
    /// # Complexity
    /// A few comparisons per row, independent of its length. For polygons also one division per edge.
    #[inline]
    pub(crate) fn each_span(&self, window: Extent, mut f: impl FnMut(i64, i64, i64)) {
        self.each_span_while(window, |y, x0, x1| {
            f(y, x0, x1);
            true
        });
    }

    /// Like [`ConvexImage::each_span`], but stops as soon as `f` returns false. It is compiled once for all functions: a row costs far more
    /// than a call, and copies of its loops were a sixth of what was compiled of the library.
    pub(crate) fn each_span_while(&self, window: Extent, mut f: impl FnMut(i64, i64, i64) -> bool) {
        self.each_span_of_any(window, &mut f);
    }

    fn each_span_of_any(&self, window: Extent, f: &mut dyn FnMut(i64, i64, i64) -> bool) {
        let window = self.extent().intersection(window);
        if !window.is_empty() {
            of_image!(self, image => image.each_span_while(window, f));
        }
    }

    /// The covered pixels of a row, half-open.
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

    /// Whether the shape covers a pixel.
    pub(crate) fn covers(&self, x: i64, y: i64) -> bool {
        let mut found = false;
        self.each_span(Extent::of_pixel(x, y), |_, _, _| found = true);
        found
    }

    /// The smallest box that contains the covered pixels.
    ///
    /// A tall shape is not read row by row. From the height of its leftmost point, rows begin farther right the farther up or down they lie.
    /// So the first row with pixels above that height and the first one below it have the leftmost pixels; the same holds on the right.
    pub(crate) fn bounds(&self) -> Extent {
        let e = self.extent();
        let rows_of_all = |bounds: Extent, (y, (x0, x1))| bounds.around(Extent { x0, y0: y, x1, y1: y + 1 });
        let row = |y: i64| Some((y, self.span(y)?));
        let heights = match self {
            _ if e.y1 - e.y0 <= TALL => None,
            _ => Some(self.side_rows()),
        };
        let Some(heights) = heights else {
            let mut bounds = Extent::EMPTY;
            self.each_span(e, |y, x0, x1| bounds = rows_of_all(bounds, (y, (x0, x1))));
            return bounds;
        };
        // Up and down from the sides, and inwards from the top and the bottom. The rows of the sides may be wrong by one.
        let [left, right] = heights.mapped(|y| y.clamp(e.y0, e.y1));
        let up = [left + 1, right + 1, e.y1].mapped(|y| (e.y0..y.min(e.y1)).rev().find_map(row));
        let down = [left - 1, right - 1, e.y0].mapped(|y| (y.max(e.y0)..e.y1).find_map(row));
        up.into_iter().chain(down).flatten().fold(Extent::EMPTY, rows_of_all)
    }

    /// The first rows below the leftmost and the rightmost point, give or take one row.
    fn side_rows(&self) -> [i64; 2] {
        of_image!(self, image => image.side_rows())
    }

    /// The point of the shape that lies farthest along a direction, in pixels from the centre of pixel (0, 0). Of several, any. The direction
    /// is not (0, 0), and shorter than 2²⁵.
    pub(crate) fn farthest(&self, way: [i64; 2]) -> [f64; 2] {
        of_image!(self, image => image.farthest(way))
    }

    /// The range of columns with covered pixels in the rows from y0 to y1, if the first and the last of these rows tell it: the leftmost and
    /// the rightmost point lie above or below.
    pub(crate) fn columns(&self, y0: i64, y1: i64) -> Option<(i64, i64)> {
        if self.side_rows().iter().any(|&row| (y0 - 1..y1 + 1).contains(&row)) {
            return None;
        }
        let ((left, right), (other_left, other_right)) = (self.span(y0)?, self.span(y1 - 1)?);
        Some((left.min(other_left), right.max(other_right)))
    }

    /// Makes the covered pixels solid in a mask whose upper-left pixel is the world pixel `corner`. Does not allocate.
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

    /// The covered pixels as the smallest possible mask, and the world pixel of its upper-left corner.
    pub(crate) fn try_mask(&self) -> Result<(Mask, Point), InvalidArgument> {
        let extent = self.extent();
        let side = |pixels: i64| u32::try_from(pixels).unwrap_or(u32::MAX);
        fits_mask("image", (side(extent.x1 - extent.x0), side(extent.y1 - extent.y0)))?;
        let Some(bounds) = self.bounds().to_rect() else {
            return Ok((Mask::new(0, 0), Point::ZERO));
        };
        let corner = Point::new(bounds.x, bounds.y);
        let mut mask = Mask::try_new(bounds.w, bounds.h)?;
        self.draw(&mut mask, corner);
        Ok((mask, corner))
    }
}

/// Writes the methods that circles and polygons share.
macro_rules! covering_verbs {
    () => {
        /// Whether the shape covers the pixel.
        #[doc(alias = "point-in-polygon")]
        #[doc(alias = "point-in-circle")]
        #[doc(alias = "hit test")]
        #[must_use]
        pub fn contains(&self, pixel: impl Into<Point>) -> bool {
            let pixel = pixel.into();
            self.image(None).covers(pixel.x.into(), pixel.y.into())
        }

        /// The covered pixels of a row, as a half-open range (start, end). None if the row has none. Only pixels whose coordinates fit
        /// `i32` exist.
        #[must_use]
        pub fn span(&self, row: i32) -> Option<(i64, i64)> {
            self.image(None).span(row.into())
        }

        /// The smallest rectangle that contains the covered pixels. None if there are none. Looks at every row of a shape that is at most
        /// 1024 rows high, and at a few rows of a higher one.
        ///
        /// Of a rectangle that would be 2³² pixels wide or high, the whole range of i32, the last column or row is left out.
        #[doc(alias = "aabb")]
        #[doc(alias = "bounding box")]
        #[must_use]
        pub fn bounds(&self) -> Option<Rect> {
            self.image(None).bounds().to_rect()
        }

        /// Like `contains`, for a world pixel and the shape under a pose. The pose maps the shape's plane as it maps the texels of a
        /// sprite: (0, 0) is where a sprite has its upper-left corner.
        #[must_use]
        pub fn contains_posed(&self, pose: &Pose, pixel: impl Into<Point>) -> bool {
            let pixel = pixel.into();
            self.image(Some(pose)).covers(pixel.x.into(), pixel.y.into())
        }

        /// Like `span`, for world pixels and the shape under a pose.
        #[must_use]
        pub fn span_posed(&self, pose: &Pose, row: i32) -> Option<(i64, i64)> {
            self.image(Some(pose)).span(row.into())
        }

        /// The covered pixels as the smallest possible mask, and the pixel of its upper-left corner. If no pixel is covered, the empty mask
        /// at (0, 0).
        ///
        /// # Errors
        /// [`InvalidArgument`], if the bounding box exceeds the size limits of a mask.
        #[doc(alias = "rasterize")]
        pub fn to_mask(&self) -> Result<(Mask, Point), InvalidArgument> {
            self.image(None).try_mask()
        }

        /// Like `to_mask`, for the world pixels that the shape covers under a pose.
        ///
        /// # Errors
        /// The same as `to_mask`.
        #[doc(alias = "rasterize")]
        pub fn bake(&self, pose: &Pose) -> Result<(Mask, Point), InvalidArgument> {
            self.image(Some(pose)).try_mask()
        }
    };
}
use covering_verbs;

#[cfg(test)]
mod tests {
    use super::*;

    /// Where two rows tell the columns of all rows between, they are those that a look at each row gives.
    #[test]
    fn two_rows_tell_the_columns() {
        let mut state = 1_u64;
        let mut below = |n: i32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i64 % i64::from(n)
        };
        let mut told = 0;
        for _ in 0..4_000 {
            let mut part = || (below(5 << 16) - (2 << 16)) as f64 / 65_536.0;
            let Ok(pose) = Pose::from_matrix([part(), part(), part(), part(), 0.3, 0.7]) else { continue };
            let mut at = || PointQ16::new(below(400 << 16), below(400 << 16));
            let triangle = ConvexPolygon::new([at(), at(), at()]).unwrap();
            let circle = Circle::new(at(), below(300 << 16)).unwrap();
            for image in [circle.image(Some(&pose)), triangle.image(Some(&pose))] {
                let e = image.extent();
                let (y0, rows) = (e.y0 + below((e.y1 - e.y0).max(1) as i32), 2 + below(90));
                let Some(columns) = image.columns(y0, y0 + rows) else { continue };
                let mut all = Extent::EMPTY;
                image.each_span(Extent { y0, y1: y0 + rows, ..Extent::WORLD }, |y, x0, x1| {
                    all = all.around(Extent { x0, y0: y, x1, y1: y + 1 });
                });
                assert_eq!(columns, (all.x0, all.x1), "{image:?} {y0} {rows}");
                told += 1;
            }
        }
        assert!(told > 1_500, "{told}");
    }
}
