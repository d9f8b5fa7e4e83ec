//! How near two masks are that don't overlap, and where: rows against rows.

use alloc::vec::Vec;

use crate::geom::Point;
use crate::mask::Mask;

/// How near two masks are: see [`Mask::closest`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
pub enum Closest {
    /// Some pixel is solid in both.
    Overlapping,
    /// No pixel is.
    Apart {
        /// The squared length of the shortest way from one's solid pixel squares to the other's. 0 when they touch, at a corner
        /// even.
        squared: u64,
        /// The nearest pixel of `self`.
        a: Point,
        /// The nearest pixel of `other`, in `other`'s own pixels: in `self`'s a far one need not have coordinates.
        b: Point,
    },
}

/// A solid row: half-open, in A's pixels.
#[derive(Clone, Copy)]
struct SolidRow {
    y: i64,
    x0: i64,
    x1: i64,
}

/// How near a pixel of A and one of B are, ordered as the closest ones are chosen. All in A's pixels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PixelPair {
    squared: u64,
    ay: i64,
    ax: i64,
    by: i64,
    bx: i64,
}

impl Mask {
    /// How near the two are at an [offset](crate::mask#the-offset), and the two pixels in which they are that near. None when
    /// either is empty.
    ///
    /// The distance is that between the unions of their solid pixel squares. Side by side it is 0, and told from an overlap. Of
    /// several pairs of pixels that are as near, the one with the least (y, x) in `self`, then the least (y, x) in `other`.
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
    /// O(rows of A × rows of B no farther off than the answer), and the runs of those rows that might be nearer than the best so
    /// far. Allocates a few numbers a row.
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
            // Rows of B, top to bottom: those that are not too far above, up to the first that is too far below.
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

    /// The squared distance between the two at an [offset](crate::mask#the-offset): 0 when they touch or overlap, None when
    /// either is empty. [`Mask::closest`] tells the two zeros apart, and costs the same.
    #[must_use]
    pub fn distance_squared(&self, other: &Mask, offset: impl Into<Point>) -> Option<u64> {
        self.closest(other, offset).map(|closest| match closest {
            Closest::Overlapping => 0,
            Closest::Apart { squared, .. } => squared,
        })
    }
}

/// The rows with solid pixels, from top to bottom, moved.
fn rows(mask: &Mask, dx: i64, dy: i64) -> Vec<SolidRow> {
    let mut rows: Vec<SolidRow> = Vec::with_capacity(mask.height() as usize);
    mask.for_each_word(|x, y, word| {
        let (x, y) = (i64::from(x) + dx, i64::from(y) + dy);
        let (x0, x1) = (x + i64::from(word.trailing_zeros()), x + 64 - i64::from(word.leading_zeros()));
        match rows.last_mut() {
            Some(row) if row.y == y => row.x1 = x1,
            _ => rows.push(SolidRow { y, x0, x1 }),
        }
    });
    rows
}

/// The pixels between two half-open ranges.
#[inline]
fn gap(a0: i64, a1: i64, b0: i64, b1: i64) -> i64 {
    (b0 - a1).max(a0 - b1).max(0)
}

/// The squared length of a way. It fits: no offset is longer than 2³¹ on an axis, and no mask longer than 2¹⁶.
#[inline]
fn squared(x: i64, y: i64) -> u64 {
    let square = |n: i64| n.unsigned_abs() * n.unsigned_abs();
    square(x) + square(y)
}

/// Any pair of pixels that is as near as rows whose ends are known can tell. None where there are no rows.
fn a_guess(rows_a: &[SolidRow], rows_b: &[SolidRow]) -> Option<PixelPair> {
    let mut best: Option<PixelPair> = None;
    for a in rows_a {
        // B's row beside A's, or the nearest above or below.
        let beside = rows_b.partition_point(|b| b.y < a.y).min(rows_b.len().wrapping_sub(1));
        let b = rows_b.get(beside)?;
        // The ends are pixels. Whichever are nearer to each other make a pair.
        let ends = [(a.x1 - 1, b.x0), (a.x0, b.x1 - 1), (a.x0, b.x0)];
        let pairs = ends.map(|(ax, bx)| {
            let way = squared(gap(ax, ax + 1, bx, bx + 1), gap(a.y, a.y + 1, b.y, b.y + 1));
            PixelPair { squared: way, ay: a.y, ax, by: b.y, bx }
        });
        best = best.into_iter().chain(pairs).min();
    }
    best
}

/// The best pair so far or of two rows.
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
            // In the same or in neighbouring columns: the leftmost such pixel of A, and then of B.
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
