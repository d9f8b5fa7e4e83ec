use alloc::vec::Vec;
use core::cmp::Ordering;

use super::edges::PolygonImage;
use super::{ConvexImage, covering_verbs, in_pixels};
use crate::geom::{Extent, Mapped, Point, PointQ16, Pose, Rect};
use crate::invalid_argument::{InvalidArgument, InvalidReason};
use crate::mask::Mask;

/// A convex polygon with corners in 65 536ths of a pixel. A pixel is covered if its centre lies inside the polygon after an infinitesimal
/// shift to the right and an even smaller one down. So polygons that share an edge have no pixel in common and leave no gap.
///
/// # Guarantees
/// - The computation is exact, in integers, so every machine gives the same pixels. They are the same pixels that a posed mask with this
///   outline covers.
/// - The corners are stored clockwise on a screen, from the topmost (if there are several, the leftmost of those), without repetitions and
///   without corners at which the outline goes straight on. So polygons with the same area are equal.
/// - A polygon without area, that is, a point or a segment, is legal and covers nothing.
///
/// ```
/// use hitmask::{ConvexPolygon, Mask, Point};
/// let triangle = ConvexPolygon::new([(0, 0), (4, 0), (0, 4)])?;
/// let (mask, corner) = triangle.to_mask()?;
/// assert_eq!(corner, Point::ZERO);
/// assert_eq!(mask, Mask::from_fn(3, 3, |x, y| x + y < 3));      // the centres of x + y = 3 lie on a right edge
/// # Ok::<(), hitmask::InvalidArgument>(())
/// ```
#[doc(alias = "hitbox")]
#[doc(alias = "triangle")]
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct ConvexPolygon {
    corners: Vec<PointQ16>,
}

impl ConvexPolygon {
    /// A polygon from its corners, clockwise or counter-clockwise. The edge from the last corner to the first closes it. A pair of integers
    /// is the corner of a pixel. Corners may be repeated, or lie on a straight edge. If there are no corners, or all lie on one line, the
    /// polygon covers nothing.
    ///
    /// # Errors
    /// [`InvalidReason::NotConvex`] if the corners turn in both directions, turn back, or go around more than once;
    /// [`InvalidReason::TooFar`] if a coordinate exceeds [`PointQ16::LIMIT`].
    ///
    /// ```
    /// use hitmask::{ConvexPolygon, InvalidArgument, InvalidReason};
    /// let square = [(0, 0), (4, 0), (4, 4), (0, 4)];
    /// let same = [(4, 4), (4, 2), (4, 0), (0, 0), (0, 0), (0, 4)];        // counter-clockwise, with two redundant corners
    /// assert_eq!(ConvexPolygon::new(square)?, ConvexPolygon::new(same)?);
    ///
    /// let arrow = [(0, 0), (4, 4), (0, 8), (2, 4)];
    /// assert_eq!(ConvexPolygon::new(arrow).unwrap_err().reason, InvalidReason::NotConvex { corner: 3 });
    /// assert_eq!(ConvexPolygon::new([(0, 0), (9, 9), (3, 3)])?.bounds(), None);        // all on one line
    /// # Ok::<(), InvalidArgument>(())
    /// ```
    pub fn new<P: Into<PointQ16>>(
        corners: impl IntoIterator<Item = P>,
    ) -> Result<ConvexPolygon, InvalidArgument> {
        let mut kept: Vec<(PointQ16, usize)> = Vec::new();
        for (index, corner) in corners.into_iter().enumerate() {
            let corner = corner.into().checked("corner")?;
            if kept.last().is_none_or(|&(last, _)| last != corner) {
                kept.push((corner, index));
            }
        }
        while kept.len() > 1 && kept[0].0 == kept[kept.len() - 1].0 {
            kept.pop();
        }
        let Some(&(first, _)) = kept.first() else { return Ok(ConvexPolygon::default()) };
        let line = kept.iter().find(|&&(corner, _)| corner != first);
        if kept.iter().all(|&(corner, _)| line.is_none_or(|&(other, _)| side(first, other, corner).is_eq())) {
            return Ok(ConvexPolygon { corners: ends(kept.iter().map(|&(corner, _)| corner)) });
        }
        ConvexPolygon::once_around(&kept)
    }

    /// A polygon from its corners in pixels. Each number is rounded to the nearest 65 536th, ties away from zero. Rounding can bend a
    /// straight edge slightly inwards, so leave out corners in the middle of slanted edges.
    ///
    /// # Errors
    /// [`InvalidReason::NotFinite`] if a number is infinite or NaN; and the errors of [`ConvexPolygon::new`] for the rounded corners.
    pub fn from_f64(corners: &[[f64; 2]]) -> Result<ConvexPolygon, InvalidArgument> {
        let rounded = corners.iter().map(|&corner| in_pixels("corner", corner));
        ConvexPolygon::new(rounded.collect::<Result<Vec<PointQ16>, _>>()?)
    }

    /// The corners, clockwise on a screen, starting with the topmost. A polygon without area has at most two.
    #[must_use]
    pub fn corners(&self) -> &[PointQ16] {
        &self.corners
    }

    covering_verbs!();

    /// The polygon as it lies under a pose. Without a pose, its plane is the world.
    pub(crate) fn image(&self, pose: Option<&Pose>) -> ConvexImage<'_> {
        ConvexImage::Polygon(PolygonImage::new(&self.corners, pose))
    }

    /// Builds the polygon from corners with their indices. They must not all lie on one line, and neighbours must differ.
    fn once_around(corners: &[(PointQ16, usize)]) -> Result<ConvexPolygon, InvalidArgument> {
        let n = corners.len();
        let at = |i: usize| corners[i % n].0;
        let mut way = Ordering::Equal;
        let mut kept = Vec::with_capacity(n);
        // A direction is either downward or upward. A polygon that goes around once changes between the two twice.
        let downward = |i: usize| {
            let (dx, dy) = (at(i + 1).x - at(i).x, at(i + 1).y - at(i).y);
            dy > 0 || dy == 0 && dx > 0
        };
        let mut changes = 0;
        for i in 1..=n {
            let (before, here, after) = (at(i - 1), at(i), at(i + 1));
            let refused =
                Err(InvalidArgument::new("polygon", InvalidReason::NotConvex { corner: corners[i % n].1 }));
            changes += u32::from(downward(i - 1) != downward(i));
            if changes > 2 {
                return refused;
            }
            match side(before, here, after) {
                Ordering::Equal => {
                    // Straight on is legal, turning straight back is not.
                    if downward(i - 1) != downward(i) {
                        return refused;
                    }
                    continue;
                }
                turn if way.is_eq() => way = turn,
                turn if turn != way => return refused,
                _ => {}
            }
            kept.push(here);
        }
        if way.is_lt() {
            kept.reverse();
        }
        let topmost = (0..kept.len()).min_by_key(|&i| (kept[i].y, kept[i].x)).unwrap_or(0);
        kept.rotate_left(topmost);
        Ok(ConvexPolygon { corners: kept })
    }
}

/// Greater if the path from a over b to c turns clockwise on a screen, Less if it turns counter-clockwise, Equal if it goes straight on or
/// straight back.
fn side(a: PointQ16, b: PointQ16, c: PointQ16) -> Ordering {
    let product = |x: i64, y: i64| i128::from(x) * i128::from(y);
    product(b.x - a.x, c.y - b.y).cmp(&product(b.y - a.y, c.x - b.x))
}

/// The two ends of points that lie on one line, the upper one first. Only one if they are equal.
fn ends(corners: impl Iterator<Item = PointQ16> + Clone) -> Vec<PointQ16> {
    let key = |corner: &PointQ16| (corner.y, corner.x);
    let (first, last) = (corners.clone().min_by_key(key), corners.max_by_key(key));
    let last = last.filter(|&last| Some(last) != first);
    first.into_iter().chain(last).collect()
}

/// Covers exactly the pixels of the rectangle.
///
/// ```
/// use hitmask::{ConvexPolygon, Mask, Pose, Rect};
/// let pose = Pose::from_matrix([2.0, 0.5, -0.5, 1.5, 30.25, 4.0])?;
/// let bar = ConvexPolygon::from(Rect::new(0, 0, 9, 2));
/// let (drawn, corner) = bar.bake(&pose)?;
/// let (baked, other) = Mask::filled(9, 2).bake(&pose)?;             // may have clear margins
/// assert_eq!(drawn.overlap_area(&baked, (other.x - corner.x, other.y - corner.y)), baked.count());
/// assert_eq!(drawn.count(), baked.count());
/// # Ok::<(), hitmask::InvalidArgument>(())
/// ```
impl From<Rect> for ConvexPolygon {
    fn from(rect: Rect) -> ConvexPolygon {
        let corners = corners_of(rect);
        ConvexPolygon { corners: if rect.is_empty() { [corners[0]].into() } else { corners.into() } }
    }
}

/// The corners of a rectangle, clockwise from the upper-left one.
pub(crate) fn corners_of(rect: Rect) -> [PointQ16; 4] {
    let Extent { x0, y0, x1, y1 } = rect.extent();
    [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].mapped(|(x, y)| PointQ16::new(x << 16, y << 16))
}
