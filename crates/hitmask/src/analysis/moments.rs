//! Where a mask's pixels lie on the whole: sums of coordinates, the direction in which it is longest, the convex hull.

use alloc::vec::Vec;

use super::triangulate::side;
use crate::geom::Point;
use crate::mask::{Mask, RunMask};

/// Sums over the solid pixels, exact. A pixel (x, y) counts as the point (x, y); its centre lies half a pixel right and
/// below, which changes none of the central moments.
///
/// ```
/// use hitmask::Mask;
/// let moments = Mask::from_fn(4, 2, |x, y| x == y || x == 3).moments();
/// assert_eq!(moments.area, 4);                              // (0, 0), (1, 1), (3, 0), (3, 1)
/// assert_eq!((moments.x, moments.y), (7, 2));               // the mean is (7/4, 2/4)
/// assert_eq!((moments.xx, moments.xy, moments.yy), (19, 4, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub struct Moments {
    /// How many pixels there are.
    pub area: u64,
    /// The sum of x.
    pub x: u64,
    /// The sum of y.
    pub y: u64,
    /// The sum of x².
    pub xx: u64,
    /// The sum of x · y.
    pub xy: u64,
    /// The sum of y².
    pub yy: u64,
}

impl Moments {
    /// A run of pixels more.
    #[inline]
    fn add(&mut self, row: u32, start: u32, end: u32) {
        let (y, start, end) = (u64::from(row), u64::from(start), u64::from(end));
        let n = end - start;
        // Of all x below a number: their sum, and that of their squares.
        let sum = |x: u64| x * x.saturating_sub(1) / 2;
        let squares = |x: u64| x.saturating_sub(1) * x * (2 * x).saturating_sub(1) / 6;
        let x = sum(end) - sum(start);
        self.area += n;
        self.x += x;
        self.y += n * y;
        self.xx += squares(end) - squares(start);
        self.xy += x * y;
        self.yy += n * y * y;
    }

    /// Area times the sum of (x - mean of x)²: area² times the variance of x, exact.
    #[must_use]
    pub fn central_xx(&self) -> i128 {
        i128::from(self.area) * i128::from(self.xx) - i128::from(self.x) * i128::from(self.x)
    }

    /// Area times the sum of (x - mean of x) · (y - mean of y), exact.
    #[must_use]
    pub fn central_xy(&self) -> i128 {
        i128::from(self.area) * i128::from(self.xy) - i128::from(self.x) * i128::from(self.y)
    }

    /// Area times the sum of (y - mean of y)²: area² times the variance of y, exact.
    #[must_use]
    pub fn central_yy(&self) -> i128 {
        i128::from(self.area) * i128::from(self.yy) - i128::from(self.y) * i128::from(self.y)
    }

    /// The direction in which the pixels are spread most, as the vector (cos 2a, sin 2a) times some length, exact. The angle
    /// a goes from the x axis to the y axis, which points down. None when no direction stands out, as in a square, a disc or a
    /// single pixel.
    ///
    /// Twice the angle, because a direction and its opposite are the same one.
    ///
    /// ```
    /// use hitmask::Mask;
    /// let bar = Mask::filled(9, 2).moments().axis_doubled().unwrap();
    /// assert!(bar.0 > 0 && bar.1 == 0);                         // level
    /// let falling = Mask::from_fn(9, 9, |x, y| x == y).moments().axis_doubled().unwrap();
    /// assert!(falling.0 == 0 && falling.1 > 0);                 // 45 degrees down to the right
    /// assert_eq!(Mask::filled(5, 5).moments().axis_doubled(), None);
    /// ```
    #[must_use]
    pub fn axis_doubled(&self) -> Option<(i128, i128)> {
        let axis = (self.central_xx() - self.central_yy(), 2 * self.central_xy());
        (axis != (0, 0)).then_some(axis)
    }

    /// The direction in which the pixels are spread most, in radians from the x axis towards the y axis, which points down:
    /// more than -π/2, at most π/2. None as in [`Moments::axis_doubled`], which is exact; this is rounded.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn angle(&self) -> Option<f64> {
        self.axis_doubled().map(|(cos, sin)| (sin as f64).atan2(cos as f64) / 2.0)
    }
}

impl Mask {
    /// Sums over the solid pixels: area, first and second moments.
    ///
    /// # Complexity
    /// O(words + runs).
    #[must_use]
    pub fn moments(&self) -> Moments {
        let mut moments = Moments::default();
        for y in 0..self.height() {
            self.each_stretch(y, 0, |start, end| moments.add(y, start, end));
        }
        moments
    }

    /// The corners of the smallest convex polygon around the solid pixels' squares: clockwise on a screen, from the
    /// topmost, the leftmost of those; no three on a line. Empty when nothing is solid.
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
    #[must_use]
    pub fn convex_hull(&self) -> Vec<Point> {
        // Both sides from top to bottom.
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
        // Down on the right, up on the left; the topmost left corner first.
        left.reverse();
        right.extend(left);
        let last = right.len().min(1);
        right.rotate_right(last);
        right
    }

    /// Where the first run of a row starts and its last one ends.
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
    /// As [`Mask::moments`].
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
