//! Rows of solid pixels, and the nearest pixels of two of them.

/// A row with solid pixels: its half-open range.
#[derive(Clone, Copy)]
pub(super) struct SolidRow {
    pub(super) y: i64,
    pub(super) x0: i64,
    pub(super) x1: i64,
}

/// A pixel of A, a pixel of B and their distance, ordered by preference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PixelPair {
    pub(super) squared: u64,
    pub(super) ay: i64,
    pub(super) ax: i64,
    pub(super) by: i64,
    pub(super) bx: i64,
}

impl PixelPair {
    #[inline]
    pub(super) fn new([ax, ay]: [i64; 2], [bx, by]: [i64; 2]) -> PixelPair {
        let squared = squared(gap(ax, ax + 1, bx, bx + 1), gap(ay, ay + 1, by, by + 1));
        PixelPair { squared, ay, ax, by, bx }
    }
}

/// The number of pixels between two half-open ranges.
#[inline]
pub(super) fn gap(a0: i64, a1: i64, b0: i64, b1: i64) -> i64 {
    (b0 - a1).max(a0 - b1).max(0)
}

/// A squared length. Lengths of more than 2³² are cut: only circles, polygons and rectangles are so far from their origin that they can be
/// farther apart.
#[inline]
pub(super) fn squared(x: i64, y: i64) -> u64 {
    let square = |n: i64| n.unsigned_abs().saturating_mul(n.unsigned_abs());
    square(x).saturating_add(square(y))
}

/// The nearest pixels of two runs.
#[inline]
pub(super) fn of_rows(a: &SolidRow, b: &SolidRow) -> PixelPair {
    let (ax, bx) = on_axis(a.x0, a.x1, b.x0, b.x1);
    PixelPair::new([ax, a.y], [bx, b.y])
}

/// The nearest pixels of two runs: of several pairs the leftmost pixel of A, and then of B.
#[inline]
pub(super) fn on_axis(a0: i64, a1: i64, b0: i64, b1: i64) -> (i64, i64) {
    if b0 > a1 {
        (a1 - 1, b0)
    } else if a0 > b1 {
        (a0, b1 - 1)
    } else {
        // In the same column or in neighbouring ones.
        let ax = a0.max(b0 - 1);
        (ax, b0.max(ax - 1))
    }
}
