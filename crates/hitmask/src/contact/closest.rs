//! The distance between two masks, and their nearest pixels: rows against rows.

use alloc::vec::Vec;

use crate::bits::ends_of;
use crate::geom::Point;
use crate::mask::Mask;

/// How near two masks are, from [`Mask::closest`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
pub enum Closest {
    /// They overlap: some pixel is solid in both.
    Overlapping,
    /// They don't overlap.
    Apart {
        /// The squared distance between their solid pixel squares. 0 if the squares touch, even if only at a corner.
        squared: u64,
        /// The nearest pixel of `self`.
        a: Point,
        /// The nearest pixel of `other`, in `other`'s own pixels. (In `self`'s pixels its coordinates might not fit `i32`.)
        b: Point,
    },
}

/// A row with solid pixels: its half-open range, in A's pixels.
#[derive(Clone, Copy)]
struct SolidRow {
    y: i64,
    x0: i64,
    x1: i64,
}

/// A pixel of A, a pixel of B and their distance, ordered by preference. All in A's pixels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PixelPair {
    squared: u64,
    ay: i64,
    ax: i64,
    by: i64,
    bx: i64,
}

impl Mask {
    /// How near two masks are at an [offset](crate::mask#the-offset), and the two nearest pixels. None if either mask is empty.
    ///
    /// The distance is that between the solid pixel squares. It is 0 for masks side by side, which is not an overlap. Of several pairs of
    /// pixels at the same distance it returns the one with the least (y, x) in `self`, then the least (y, x) in `other`.
    ///
    /// ```
    /// use hitmask::{Closest, Mask, Point};
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
    /// assert_eq!(a.closest(&Mask::new(9, 9), (0, 0)), None);
    /// ```
    ///
    /// # Complexity
    /// O(rows of A × rows of B that are no farther away than the answer), and the runs of those rows that might be nearer than the best so
    /// far. Allocates a few numbers for each row.
    #[doc(alias = "closest points")]
    #[doc(alias = "distance")]
    #[doc(alias = "proximity")]
    #[must_use]
    pub fn closest(&self, other: &Mask, offset: impl Into<Point>) -> Option<Closest> {
        let offset = offset.into();
        if self.overlaps(other, offset) {
            return Some(Closest::Overlapping);
        }
        let (dx, dy) = (i64::from(offset.x), i64::from(offset.y));
        let (rows_a, rows_b) = (rows(self, 0, 0), rows(other, dx, dy));
        let mut best = a_guess(&rows_a, &rows_b)?;
        for a in &rows_a {
            // The rows of B from top to bottom, without those that are too far above or below.
            let reach = best.squared.isqrt() as i64 + 1;
            let from = rows_b.partition_point(|b| b.y < a.y - reach);
            for b in &rows_b[from..] {
                if b.y > a.y && squared(gap(a.y, a.y + 1, b.y, b.y + 1), 0) > best.squared {
                    break;
                }
                let least = squared(gap(a.x0, a.x1, b.x0, b.x1), gap(a.y, a.y + 1, b.y, b.y + 1));
                if least <= best.squared {
                    best = nearest_of_rows(self, other, offset, *a, *b, best);
                }
            }
        }
        let (a, b) = ((best.ax, best.ay), (best.bx - dx, best.by - dy));
        let point = |(x, y): (i64, i64)| Point::new(x as i32, y as i32);
        Some(Closest::Apart { squared: best.squared, a: point(a), b: point(b) })
    }

    /// The squared distance between two masks at an [offset](crate::mask#the-offset). 0 if they touch or overlap, None if either is empty.
    /// [`Mask::closest`] costs the same and tells touching from overlapping.
    #[doc(alias = "distance")]
    #[must_use]
    pub fn distance_squared(&self, other: &Mask, offset: impl Into<Point>) -> Option<u64> {
        self.closest(other, offset).map(|closest| match closest {
            Closest::Overlapping => 0,
            Closest::Apart { squared, .. } => squared,
        })
    }
}

/// The rows with solid pixels from top to bottom, moved by an offset.
fn rows(mask: &Mask, dx: i64, dy: i64) -> Vec<SolidRow> {
    let mut rows: Vec<SolidRow> = Vec::with_capacity(mask.height() as usize);
    mask.for_each_word(|x, y, word| {
        let ((start, end), x, y) = (ends_of(word), i64::from(x) + dx, i64::from(y) + dy);
        let (x0, x1) = (x + start, x + end);
        match rows.last_mut() {
            Some(row) if row.y == y => row.x1 = x1,
            _ => rows.push(SolidRow { y, x0, x1 }),
        }
    });
    rows
}

/// The number of pixels between two half-open ranges.
#[inline]
fn gap(a0: i64, a1: i64, b0: i64, b1: i64) -> i64 {
    (b0 - a1).max(a0 - b1).max(0)
}

/// A squared length. It fits: no offset is longer than 2³¹ on an axis, and no mask is longer than 2¹⁶.
#[inline]
fn squared(x: i64, y: i64) -> u64 {
    let square = |n: i64| n.unsigned_abs() * n.unsigned_abs();
    square(x) + square(y)
}

/// A first guess: a pair of pixels at the ends of rows. None if a mask has no rows.
fn a_guess(rows_a: &[SolidRow], rows_b: &[SolidRow]) -> Option<PixelPair> {
    let mut best: Option<PixelPair> = None;
    for a in rows_a {
        // The row of B beside A's row, or else the nearest one above or below.
        let beside = rows_b.partition_point(|b| b.y < a.y).min(rows_b.len().wrapping_sub(1));
        let b = rows_b.get(beside)?;
        // The ends of rows are solid pixels. The nearer ends are a pair.
        let ends = [(a.x1 - 1, b.x0), (a.x0, b.x1 - 1), (a.x0, b.x0)];
        let pairs = ends.map(|(ax, bx)| {
            let way = squared(gap(ax, ax + 1, bx, bx + 1), gap(a.y, a.y + 1, b.y, b.y + 1));
            PixelPair { squared: way, ay: a.y, ax, by: b.y, bx }
        });
        best = best.into_iter().chain(pairs).min();
    }
    best
}

/// The better one of the best pair so far and the best pair of two rows.
fn nearest_of_rows(
    a: &Mask,
    b: &Mask,
    offset: Point,
    row_a: SolidRow,
    row_b: SolidRow,
    mut best: PixelPair,
) -> PixelPair {
    let dx = i64::from(offset.x);
    let moved = |(x0, x1): (u32, u32), by: i64| (i64::from(x0) + by, i64::from(x1) + by);
    let mut runs_a = a.runs(row_a.y as u32).map(|run| moved(run, 0));
    let mut runs_b = b.runs((row_b.y - i64::from(offset.y)) as u32).map(|run| moved(run, dx));
    let (mut left, mut right) = (runs_a.next(), runs_b.next());
    let y = gap(row_a.y, row_a.y + 1, row_b.y, row_b.y + 1);
    while let (Some((a0, a1)), Some((b0, b1))) = (left, right) {
        let (ax, bx) = if b0 > a1 {
            (a1 - 1, b0)
        } else if a0 > b1 {
            (a0, b1 - 1)
        } else {
            // In the same column or in neighbouring ones: the leftmost such pixel of A, and then of B.
            let ax = a0.max(b0 - 1);
            (ax, b0.max(ax - 1))
        };
        let way = squared(gap(ax, ax + 1, bx, bx + 1), y);
        best = best.min(PixelPair { squared: way, ay: row_a.y, ax, by: row_b.y, bx });
        if a1 <= b1 {
            left = runs_a.next();
        } else {
            right = runs_b.next();
        }
    }
    best
}
