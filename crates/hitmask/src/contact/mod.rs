//! What physics asks about two shapes at a whole-pixel offset: separation, normal, distance. Shapes that are not masks are drawn only where
//! their pixels are needed.

pub(crate) mod closest;
mod facing;
mod normal;
mod pixels;
mod placed;
mod row_pairs;
mod separation;

use self::closest::Closest;
pub(crate) use self::closest::closest;
pub(crate) use self::normal::normal;
pub(crate) use self::pixels::{CoveredPixels, Source, with_meeting, with_spans};
pub(crate) use self::separation::separation;
use crate::geom::{Mapped, Offset, Point, PointQ16, Rect};
use crate::mask::{AlphaLevel, LabelMask, LabelView, Mask, RunMask};
use crate::placed::{Plain, Shape, ShapeRef, of};
use crate::shape::{Circle, ConvexPolygon};
use crate::tile_map::{TileMap, TileView};
use crate::tiles::Terrain;

/// Two shapes at an offset, in the pixels of the first.
pub(crate) fn pair<'a>(
    a: ShapeRef<'a>,
    b: ShapeRef<'a>,
    offset: Point,
) -> (CoveredPixels<'a>, CoveredPixels<'a>) {
    let [a, b] =
        [(a, Offset::ZERO), (b, offset.into())].mapped(|(shape, corner)| Plain { shape, corner }.into());
    (a, b)
}

/// The pixels that are at most so far from the pixel (0, 0), as a circle. None if that is too far for a circle.
pub(crate) fn around_a_pixel(radius: u32) -> Option<Circle> {
    let half = PointQ16::ONE / 2;
    Circle::new(PointQ16::new(half, half), (i64::from(radius) << 16) + half).ok()
}

/// Whole pixels as a point. What does not fit `i32` is cut to its ends.
pub(crate) fn to_point(way: Offset) -> Point {
    let cut = |n: i64| n.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    Point::new(cut(way.x), cut(way.y))
}

/// Writes the contact verbs as methods, as `overlap` writes the overlap verbs.
macro_rules! contact_verbs {
    ($($shape:ty),*) => {$(impl $shape {
        /// The contact normal: the direction from `self` to `other` at an [offset](crate::mask#the-offset), as the exact gradient of the
        /// overlap area. Its x says how many pixels fewer overlap with `other` one pixel to the right than with `other` one pixel to the
        /// left; its y is the same for down and up. Its length measures how broad the contact is. Divide by the length to get a unit vector.
        ///
        /// The shapes need not overlap: if they only touch, the area one pixel nearer still counts. (0, 0) if neither axis makes a
        /// difference: the shapes are far apart, or one is deep inside the other. The normal is a local answer; `separation` is the shortest
        /// way out. Coordinates that don't fit `i32` are cut to its ends; that takes edges of 2³⁰ pixels.
        ///
        /// ```
        /// use hitmask::{Circle, Mask, Point, Rect};
        /// let (ground, ball) = (Mask::filled(20, 4), Mask::filled(3, 3));
        /// assert_eq!(ground.normal(&ball, (8, -1)), Point::new(0, -6));     // up
        /// assert_eq!(ground.normal(&ball, (8, -3)), Point::new(0, -3));     // it touches along three pixels
        /// assert_eq!(ground.normal(&ball, (8, -5)), Point::ZERO);           // too far away
        /// let ball = Circle::from_f64([2.0, 2.0], 2.0)?;                     // rows of 2, 4, 4 and 2 pixels
        /// assert_eq!(Rect::new(0, 0, 20, 4).normal(&ball, (8, -1)), Point::new(0, -6));
        /// # Ok::<(), hitmask::InvalidArgument>(())
        /// ```
        ///
        /// # Complexity
        /// Four times `overlap_area`.
        #[doc(alias = "contact_normal")]
        #[doc(alias = "contact normal")]
        #[doc(alias = "collision normal")]
        #[doc(alias = "gradient")]
        #[must_use]
        pub fn normal<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> Point {
            let offset = offset.into();
            if let (ShapeRef::Mask(a), ShapeRef::Mask(b)) = (of(self), of(other)) {
                return normal::of_masks(a, b, offset.into());
            }
            let (a, b) = pair(of(self), of(other), offset);
            normal(&a, &b)
        }

        /// The shortest way out of an overlap (the minimum translation vector): the smallest change of the
        /// [offset](crate::mask#the-offset) after which the two shapes no longer overlap. Move `other` by it, or `self` by its opposite.
        /// (0, 0) if they don't overlap. Of several changes of the same length it is the one with the least dy, then the least dx.
        ///
        /// It is exact for every shape. If the nearest free place is in the hole of a ring, or in a wide enough gap, the way leads there. A
        /// way that does not fit `i32` is cut to its ends; only shapes of 2³¹ pixels and more have such ways.
        ///
        /// ```
        /// use hitmask::{Mask, Point, Rect};
        /// let (wall, ball) = (Mask::filled(8, 40), Mask::filled(5, 5));
        /// assert_eq!(wall.separation(&ball, (6, 20)), Point::new(2, 0));
        /// assert_eq!(wall.separation(&ball, (8, 20)), Point::ZERO);               // touching is not overlapping
        /// assert_eq!(ball.separation(&ball, (0, 0)), Point::new(0, -5));          // four ways are equally short: up comes first
        /// assert_eq!(Rect::new(-90, 0, 98, 40).separation(&ball, (6, 20)), Point::new(2, 0));
        /// ```
        ///
        /// # Complexity
        /// If the overlap is up to four pixels deep: at most 61 times `overlaps`. If it is deeper: at most the cost of
        /// [`Mask::overlap_offsets`], and memory for the offsets that are no farther away than the way out. Shapes that are not masks are
        /// drawn for it, as far as they are near, and no more than 2²⁴ pixels of each. If the map would be expensive (for noise), or larger
        /// than a mask may be, or the shapes too large to be drawn: one `overlaps` for each offset that is nearer than the answer, except
        /// those at which the same two runs of pixels meet. Constant for two rectangles.
        ///
        /// The worst case is a pair of fine patterns whose way out is as long as they are: two combs of 2048 × 2048 pixels, with teeth of
        /// one pixel, take about 2 seconds; at twice the side it is eight times as long.
        #[doc(alias = "penetration_depth")]
        #[doc(alias = "minimum_translation_vector")]
        #[must_use]
        #[doc(alias = "mtv")]
        #[doc(alias = "minimum translation vector")]
        #[doc(alias = "penetration")]
        #[doc(alias = "penetration depth")]
        #[doc(alias = "depenetration")]
        pub fn separation<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> Point {
            let offset = offset.into();
            if let (ShapeRef::Mask(a), ShapeRef::Mask(b)) = (of(self), of(other)) {
                return to_point(separation::of_masks(a, b, offset.into()));
            }
            let (a, b) = pair(of(self), of(other), offset);
            to_point(separation(&a, &b))
        }

        /// How far `other` must move along a direction until the two shapes no longer overlap: how far a lift must rise, or a piston push.
        /// The result is the smallest multiple of the direction by which the [offset](crate::mask#the-offset) must change. (0, 0) if they
        /// don't overlap. None if they overlap and the direction is (0, 0). A way that does not fit `i32` is cut to its ends.
        ///
        /// The other shape is only tested after each whole step: (0, -1) goes up pixel by pixel, and (2, -1) does not test the pixels in
        /// between.
        ///
        /// ```
        /// use hitmask::{Mask, Point};
        /// let (wall, ball) = (Mask::filled(8, 40), Mask::filled(5, 5));
        /// assert_eq!(wall.separation_along(&ball, (6, 20), (0, -1)), Some(Point::new(0, -25)));
        /// assert_eq!(wall.separation_along(&ball, (6, 20), (3, 1)), Some(Point::new(3, 1)));
        /// assert_eq!(wall.separation_along(&ball, (6, 20), (0, 0)), None);
        /// ```
        ///
        /// # Complexity
        /// One `overlaps` for each step.
        #[doc(alias = "penetration depth")]
        #[must_use]
        pub fn separation_along<S: Shape + ?Sized>(
            &self,
            other: &S,
            offset: impl Into<Point>,
            direction: impl Into<Point>,
        ) -> Option<Point> {
            separation::along(of(self), of(other), offset.into(), direction.into()).map(to_point)
        }

        /// How far `other` must move along x alone, and how far along y alone, until the two shapes no longer overlap. On each axis it is the
        /// shorter of the two ways; if both are equally long, the way left or up. [0, 0] if they don't overlap. A way that does not fit
        /// `i32` is cut to its ends.
        ///
        /// ```
        /// use hitmask::Mask;
        /// let (wall, ball) = (Mask::filled(8, 40), Mask::filled(5, 5));
        /// assert_eq!(wall.separation_by_axis(&ball, (6, 20)), [2, 20]);
        /// ```
        ///
        /// # Complexity
        /// As `separation_along`, four times.
        #[doc(alias = "penetration depth")]
        #[must_use]
        pub fn separation_by_axis<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> [i32; 2] {
            let [x, y] = separation::by_axis(of(self), of(other), offset.into());
            to_point(Offset::new(x, y)).into()
        }

        /// How near two shapes are at an [offset](crate::mask#the-offset), and the two nearest pixels. None if either shape has no pixels.
        ///
        /// The distance is that between the solid pixel squares. It is 0 for shapes side by side, which is not an overlap. Of several pairs
        /// of pixels at the same distance it returns the one with the least (y, x) in `self`, then the least (y, x) in `other`.
        ///
        /// ```
        /// use hitmask::{Closest, Mask, Point, Rect};
        /// let (a, b) = (Mask::filled(4, 4), Mask::filled(2, 2));
        /// assert_eq!(a.closest(&b, (3, 3)), Some(Closest::Overlapping));
        /// assert_eq!(
        ///     a.closest(&b, (4, 1)),
        ///     Some(Closest::Apart { squared: 0, a: Point::new(3, 0), b: Point::new(0, 0) })       // corner to corner
        /// );
        /// assert_eq!(
        ///     a.closest(&b, (7, 8)),
        ///     Some(Closest::Apart { squared: 9 + 16, a: Point::new(3, 3), b: Point::new(0, 0) })
        /// );
        /// assert_eq!(a.closest(&Rect::new(0, 0, 2, 2), (7, 8)), a.closest(&b, (7, 8)));
        /// assert_eq!(a.closest(&Mask::new(9, 9), (0, 0)), None);
        /// ```
        ///
        /// # Complexity
        /// For two masks, O(rows of A × rows of B that are no farther away than the answer), and the runs of those rows that might be nearer
        /// than the best so far. Allocates a few numbers for each row. Of two circles or polygons with more than 2048 rows together, only
        /// the outermost rows are compared where they face each other: of a circle, some six square roots of its radius. Of other shapes,
        /// squares of 64 × 64 pixels are drawn, nearest first; those that are farther away than the answer are not. So a large shape costs
        /// little unless much of its edge is about as far away as the answer: two polygons with long slanted edges along each other cost
        /// time in proportion to these. Constant for two rectangles.
        #[doc(alias = "closest_points")]
        #[doc(alias = "closest points")]
        #[doc(alias = "distance")]
        #[doc(alias = "proximity")]
        #[must_use]
        pub fn closest<S: Shape + ?Sized>(&self, other: &S, offset: impl Into<Point>) -> Option<Closest> {
            let offset = offset.into();
            if let (ShapeRef::Mask(a), ShapeRef::Mask(b)) = (of(self), of(other)) {
                return closest::of_two_masks(a, b, offset.into());
            }
            let (a, b) = pair(of(self), of(other), offset);
            closest(&a, &b, [Offset::ZERO, offset.into()])
        }
    })*};
}

contact_verbs! {
    Mask, RunMask, AlphaLevel<'_>, LabelMask, LabelView<'_>, Rect, Circle, ConvexPolygon, TileMap,
    TileView<'_>, Terrain, ShapeRef<'_>, dyn Shape + '_
}
