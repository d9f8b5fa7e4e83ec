//! The overall position and shape of a mask: moments, principal axis, convex hull.

use alloc::vec::Vec;

use super::triangulate::side;
use crate::bits::{Lane, each_stretch, with_lanes};
use crate::geom::Point;
use crate::mask::{Mask, RunMask};

/// Moments of the solid pixels: exact sums of their coordinates. A pixel (x, y) counts as the point (x, y). Its centre lies half a pixel
/// further right and down, which does not change the central moments.
///
/// ```
/// use hitmask::Mask;
/// let moments = Mask::from_fn(4, 2, |x, y| x == y || x == 3).moments();
/// assert_eq!(moments.area, 4);                              // (0, 0), (1, 1), (3, 0), (3, 1)
/// assert_eq!((moments.x, moments.y), (7, 2));               // the mean is (7/4, 2/4)
/// assert_eq!((moments.xx, moments.xy, moments.yy), (19, 4, 2));
/// ```
#[doc(alias = "variance")]
#[doc(alias = "inertia")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub struct Moments {
    /// The number of pixels.
    pub area: u64,
    /// The sum of x, in pixels.
    pub x: u64,
    /// The sum of y, in pixels.
    pub y: u64,
    /// The sum of x².
    pub xx: u64,
    /// The sum of x · y.
    pub xy: u64,
    /// The sum of y².
    pub yy: u64,
}

impl Moments {
    /// Adds a run of pixels.
    #[inline]
    fn add(&mut self, row: u32, start: u32, end: u32) {
        let (y, start, end) = (u64::from(row), u64::from(start), u64::from(end));
        let n = end - start;
        // Twice the sum of all integers from 0 up to but not including x, and six times the sum of their squares. Where a part wraps, it is
        // multiplied by 0.
        let twice_sum = |x: u64| x * x.wrapping_sub(1);
        let six_squares = |x: u64| twice_sum(x) * (2 * x).wrapping_sub(1);
        let x = (twice_sum(end) - twice_sum(start)) / 2;
        self.area += n;
        self.x += x;
        self.y += n * y;
        self.xx += (six_squares(end) - six_squares(start)) / 6;
        self.xy += x * y;
        self.yy += n * y * y;
    }

    /// The area times the sum of (x - mean of x)². This is area² times the variance of x. Exact.
    #[must_use]
    pub fn central_xx(&self) -> i128 {
        i128::from(self.area) * i128::from(self.xx) - i128::from(self.x) * i128::from(self.x)
    }

    /// The area times the sum of (x - mean of x) · (y - mean of y). This is area² times the covariance. Exact.
    #[must_use]
    pub fn central_xy(&self) -> i128 {
        i128::from(self.area) * i128::from(self.xy) - i128::from(self.x) * i128::from(self.y)
    }

    /// The area times the sum of (y - mean of y)². This is area² times the variance of y. Exact.
    #[must_use]
    pub fn central_yy(&self) -> i128 {
        i128::from(self.area) * i128::from(self.yy) - i128::from(self.y) * i128::from(self.y)
    }

    /// The principal axis: the direction in which the pixels are spread most. Returned exactly, as the vector (cos 2a, sin 2a) times some
    /// positive length. The angle a is measured from the x axis towards the y axis, which points down. None if no direction stands out, as
    /// in a square, a disc or a single pixel.
    ///
    /// The angle is doubled because a direction and its opposite describe the same axis.
    ///
    /// ```
    /// use hitmask::Mask;
    /// let bar = Mask::filled(9, 2).moments().axis_doubled().unwrap();
    /// assert!(bar.0 > 0 && bar.1 == 0);                         // horizontal
    /// let falling = Mask::from_fn(9, 9, |x, y| x == y).moments().axis_doubled().unwrap();
    /// assert!(falling.0 == 0 && falling.1 > 0);                 // 45 degrees down to the right
    /// assert_eq!(Mask::filled(5, 5).moments().axis_doubled(), None);
    /// ```
    #[doc(alias = "principal axis")]
    #[doc(alias = "orientation")]
    #[must_use]
    pub fn axis_doubled(&self) -> Option<(i128, i128)> {
        let axis = (self.central_xx() - self.central_yy(), 2 * self.central_xy());
        (axis != (0, 0)).then_some(axis)
    }

    /// The direction of the principal axis in radians, from the x axis towards the y axis, which points down: more than -π/2, at most π/2.
    /// The result is a rounded float; [`Moments::axis_doubled`] is exact. None in the same cases.
    #[doc(alias = "orientation")]
    #[cfg(feature = "std")]
    #[must_use]
    pub fn angle(&self) -> Option<f64> {
        self.axis_doubled().map(|(cos, sin)| (sin as f64).atan2(cos as f64) / 2.0)
    }

    /// The pixel that contains the mean position. None without pixels.
    fn mean(&self) -> Option<Point> {
        let mean = |sum: u64| i32::try_from(sum / self.area).expect("a mean lies inside the mask");
        (self.area > 0).then(|| Point::new(mean(self.x), mean(self.y)))
    }
}

impl Mask {
    /// The pixel that contains the mean position of the solid pixels: the means of x and of y, each rounded down. None if no pixel is
    /// solid. Costs the same as [`Mask::moments`].
    ///
    /// ```
    /// use hitmask::{Mask, Point};
    /// assert_eq!(Mask::filled(4, 3).centroid(), Some(Point::new(1, 1)));     // the mean is (1.5, 1)
    /// ```
    #[doc(alias = "center of mass")]
    #[must_use]
    pub fn centroid(&self) -> Option<Point> {
        self.moments().mean()
    }

    /// The area and the first and second moments of the solid pixels.
    ///
    /// # Complexity
    /// O(words + runs).
    #[must_use]
    pub fn moments(&self) -> Moments {
        fn add_rows<L: Lane>(moments: &mut Moments, rows: &[L]) {
            for (y, &row) in (0..).zip(rows) {
                each_stretch(row.into(), |start, end| {
                    moments.add(y, start as u32, end as u32);
                    true
                });
            }
        }
        let mut moments = Moments::default();
        if self.has_one_column() {
            with_lanes!(self.columns(), lanes => add_rows(&mut moments, lanes.as_slice()));
            return moments;
        }
        self.for_each_word(|x, y, word| {
            each_stretch(word, |start, end| {
                moments.add(y, x + start as u32, x + end as u32);
                true
            });
        });
        moments
    }

    /// The convex hull: the corners of the smallest convex polygon that contains the squares of all solid pixels. They are listed clockwise
    /// on a screen. The first is the topmost; if there are several, the leftmost of those. No three corners lie on a line. Empty if no
    /// pixel is solid.
    ///
    /// ```
    /// use hitmask::{Mask, Point};
    /// let mask = Mask::from_fn(4, 3, |x, y| (x, y) == (1, 0) || y == 2);
    /// let hull = [(1, 0), (2, 0), (4, 2), (4, 3), (0, 3), (0, 2)].map(Point::from);
    /// assert_eq!(mask.convex_hull(), hull);
    /// ```
    ///
    /// # Complexity
    /// O(words + rows).
    #[doc(alias = "hull")]
    #[must_use]
    pub fn convex_hull(&self) -> Vec<Point> {
        // Both sides of the hull, from top to bottom.
        let (mut left, mut right): (Vec<Point>, Vec<Point>) = (Vec::new(), Vec::new());
        for y in 0..self.height() {
            let Some((start, end)) = self.row_ends(y) else { continue };
            for y in [y as i32, y as i32 + 1] {
                let (start, end) = (Point::new(start as i32, y), Point::new(end as i32, y));
                while let [.., a, b] = right[..]
                    && side(a, b, end) <= 0
                {
                    right.pop();
                }
                right.push(end);
                while let [.., a, b] = left[..]
                    && side(a, b, start) >= 0
                {
                    left.pop();
                }
                left.push(start);
            }
        }
        // Down on the right side, up on the left side. The topmost, leftmost corner comes first.
        left.reverse();
        right.extend(left);
        let last = right.len().min(1);
        right.rotate_right(last);
        right
    }

    /// The start of the first run of a row and the end of the last one. None if the row is clear.
    fn row_ends(&self, y: u32) -> Option<(u32, u32)> {
        let columns = self.width().div_ceil(64);
        let word = |column: u32| {
            let word = self.columns().word(self.index(column, y));
            (word != 0).then_some((column * 64, word))
        };
        let (first, start) = (0..columns).find_map(word)?;
        let (last, end) = (0..columns).rev().find_map(word)?;
        Some((first + start.trailing_zeros(), last + 64 - end.leading_zeros()))
    }
}

impl RunMask {
    /// The pixel that contains the mean position of the solid pixels, as [`Mask::centroid`]. Reads every run.
    #[must_use]
    pub fn centroid(&self) -> Option<Point> {
        self.moments().mean()
    }

    /// The same as [`Mask::moments`]. Takes O(runs + rows).
    #[must_use]
    pub fn moments(&self) -> Moments {
        let mut moments = Moments::default();
        for y in 0..self.height() {
            for run in self.runs(y) {
                moments.add(y, run.start.into(), run.end.into());
            }
        }
        moments
    }
}
