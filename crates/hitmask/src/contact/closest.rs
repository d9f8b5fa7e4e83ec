//! The distance between two shapes, and their nearest pixels.
//!
//! Two masks are compared rows against rows. Of other shapes, squares are drawn as masks, the nearest first, until the rest is farther
//! away than what was found.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::pixels::{CoveredPixels, Drawn};
use crate::bits::ends_of;
use crate::geom::{Extent, Offset, Point, Rect};
use crate::mask::Mask;
use crate::overlap;
use crate::placed::{Plain, ShapeRef};

/// How near two shapes are, from [`Mask::closest`] and its kin.
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
        /// The squared distance between their solid pixel squares. 0 if the squares touch, even if only at a corner. `u64::MAX` if it
        /// would not fit; then the two pixels are any.
        squared: u64,
        /// The nearest pixel of `self`.
        a: Point,
        /// The nearest pixel of `other`. Between shapes at an offset it is in `other`'s own pixels. (In `self`'s pixels its coordinates
        /// might not fit `i32`.) Between placed shapes and colliders, both pixels are world pixels.
        b: Point,
    },
}

impl Closest {
    /// The squared distance: 0 for shapes that touch or overlap.
    #[must_use]
    pub const fn squared(self) -> u64 {
        match self {
            Closest::Overlapping => 0,
            Closest::Apart { squared, .. } => squared,
        }
    }
}

/// A row with solid pixels: its half-open range.
#[derive(Clone, Copy)]
struct SolidRow {
    y: i64,
    x0: i64,
    x1: i64,
}

/// A pixel of A, a pixel of B and their distance, ordered by preference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PixelPair {
    squared: u64,
    ay: i64,
    ax: i64,
    by: i64,
    bx: i64,
}

/// What is known so far.
type NearestSoFar = ControlFlow<Overlapping, Option<PixelPair>>;

/// They overlap, so that the search ends.
struct Overlapping;

/// The side of the squares in which shapes are drawn.
const PART: i64 = 256;

/// How near A and B are, and the two nearest pixels. None if A or B has no pixels. Both pixels are moved, so that they fit `i32`.
pub(crate) fn closest(
    a: &CoveredPixels<'_>,
    b: &CoveredPixels<'_>,
    [from_a, from_b]: [Offset; 2],
) -> Option<Closest> {
    let pair = match nearest(a, b) {
        ControlFlow::Break(Overlapping) => return Some(Closest::Overlapping),
        ControlFlow::Continue(pair) => pair?,
    };
    Some(Closest::Apart {
        squared: pair.squared,
        a: (Offset::new(pair.ax, pair.ay) - from_a).as_pixel(),
        b: (Offset::new(pair.bx, pair.by) - from_b).as_pixel(),
    })
}

fn nearest(a: &CoveredPixels<'_>, b: &CoveredPixels<'_>) -> NearestSoFar {
    if a.extent.is_empty() || b.extent.is_empty() {
        return ControlFlow::Continue(None);
    }
    if let (Some(one), Some(other)) = (a.as_plain(), b.as_plain()) {
        if overlap::overlaps(one.shape, other.shape, other.corner - one.corner) {
            return ControlFlow::Break(Overlapping);
        }
        match (one.shape, other.shape) {
            (ShapeRef::Bits(mask_a), ShapeRef::Bits(mask_b)) => {
                return ControlFlow::Continue(of_masks((mask_a, one.corner), (mask_b, other.corner), None));
            }
            (ShapeRef::Rect(_), ShapeRef::Rect(_)) => {
                return ControlFlow::Continue(Some(of_boxes(a.extent, b.extent)));
            }
            _ => {}
        }
    }
    // The nearest pixels of a rectangle lie beside the other shape. The rest of it, which may be huge, does not matter.
    let (near_a, near_b) = (beside(a, b.extent), beside(b, a.extent));
    near(&near_a, near_a.extent, near_b.extent, None, &mut |extent, best| {
        let Some(drawn) = drawn(&near_a, extent) else { return ControlFlow::Continue(best) };
        near(&near_b, near_b.extent, drawn.extent(), best, &mut |extent, best| {
            let Some(other) = self::drawn(&near_b, extent) else { return ControlFlow::Continue(best) };
            let (one, other) = ((&drawn.mask, drawn.corner), (&other.mask, other.corner));
            if overlap::overlaps(ShapeRef::Bits(one.0), ShapeRef::Bits(other.0), other.1 - one.1) {
                return ControlFlow::Break(Overlapping);
            }
            ControlFlow::Continue(of_masks(one, other, best))
        })
    })
}

/// A square of the pixels as a mask. None if it is empty.
fn drawn(pixels: &CoveredPixels<'_>, extent: Extent) -> Option<Drawn> {
    let drawn = Drawn::new(pixels, extent);
    (!drawn.mask.is_empty()).then_some(drawn)
}

/// Of a rectangle, the part that is nearest to any pixel of a box; of other pixels, all.
fn beside<'a>(pixels: &CoveredPixels<'a>, other: Extent) -> CoveredPixels<'a> {
    let Some(Plain { shape: ShapeRef::Rect(_), .. }) = pixels.as_plain() else { return *pixels };
    let Extent { x0, y0, x1, y1 } = pixels.extent;
    // A pixel of the other shape is as near to the pixel beside it as to the two next to that.
    let near = other.grown(1);
    let extent = Extent {
        x0: near.x0.clamp(x0, x1 - 1),
        y0: near.y0.clamp(y0, y1 - 1),
        x1: near.x1.clamp(x0 + 1, x1),
        y1: near.y1.clamp(y0 + 1, y1),
    };
    CoveredPixels { extent, ..*pixels }
}

/// Calls `leaf` with the squares of a box that may hold a pixel as near to the other box as the best pair found so far, the nearest first.
fn near(
    pixels: &CoveredPixels<'_>,
    extent: Extent,
    other: Extent,
    best: Option<PixelPair>,
    leaf: &mut impl FnMut(Extent, Option<PixelPair>) -> NearestSoFar,
) -> NearestSoFar {
    let far = best.is_some_and(|best| between(extent, other) > best.squared);
    if far || extent.is_empty() {
        return ControlFlow::Continue(best);
    }
    let (w, h) = (extent.x1 - extent.x0, extent.y1 - extent.y0);
    if w.max(h) <= PART {
        return leaf(extent, best);
    }
    if is_clear(pixels, extent) {
        return ControlFlow::Continue(best);
    }
    // Halves of the longer side, in whole squares.
    let half = |length: i64| (length / 2 + PART - 1) / PART * PART;
    let mut halves = if w >= h {
        let x = extent.x0 + half(w);
        [Extent { x1: x, ..extent }, Extent { x0: x, ..extent }]
    } else {
        let y = extent.y0 + half(h);
        [Extent { y1: y, ..extent }, Extent { y0: y, ..extent }]
    };
    if between(halves[1], other) < between(halves[0], other) {
        halves.swap(0, 1);
    }
    halves.into_iter().try_fold(best, |best, half| near(pixels, half, other, best, leaf))
}

/// Whether a box is known to be clear.
fn is_clear(pixels: &CoveredPixels<'_>, extent: Extent) -> bool {
    let Some(Plain { shape, corner }) = pixels.as_plain() else { return false };
    let (w, h) = (extent.x1 - extent.x0, extent.y1 - extent.y0);
    let (Ok(w), Ok(h)) = (u32::try_from(w), u32::try_from(h)) else { return false };
    match (extent.corner() - corner).to_point() {
        Some(Point { x, y }) => {
            !overlap::overlaps(shape, ShapeRef::Rect(Rect::new(x, y, w, h)), Offset::ZERO)
        }
        None => false,
    }
}

/// The squared distance between two boxes.
pub(crate) fn between(a: Extent, b: Extent) -> u64 {
    squared(gap(a.x0, a.x1, b.x0, b.x1), gap(a.y0, a.y1, b.y0, b.y1))
}

/// The nearest pixels of two boxes that are solid all over.
fn of_boxes(a: Extent, b: Extent) -> PixelPair {
    let (ax, bx) = on_axis(a.x0, a.x1, b.x0, b.x1);
    let (ay, by) = on_axis(a.y0, a.y1, b.y0, b.y1);
    PixelPair { squared: between(a, b), ay, ax, by, bx }
}

/// The nearest pixels of two runs: of several pairs the leftmost pixel of A, and then of B.
#[inline]
fn on_axis(a0: i64, a1: i64, b0: i64, b1: i64) -> (i64, i64) {
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

/// The better one of a pair found before and the nearest pixels of two masks, which don't overlap, at their corners.
fn of_masks(
    (a, corner_a): (&Mask, Offset),
    (b, corner_b): (&Mask, Offset),
    found: Option<PixelPair>,
) -> Option<PixelPair> {
    let (rows_a, rows_b) = (rows(a, corner_a), rows(b, corner_b));
    let mut best = found.into_iter().chain(a_guess(&rows_a, &rows_b)).min()?;
    for row_a in &rows_a {
        // The rows of B from top to bottom, without those that are too far above or below.
        let reach = best.squared.isqrt() as i64 + 1;
        let from = rows_b.partition_point(|b| b.y < row_a.y - reach);
        for row_b in &rows_b[from..] {
            if row_b.y > row_a.y && squared(gap(row_a.y, row_a.y + 1, row_b.y, row_b.y + 1), 0) > best.squared
            {
                break;
            }
            let least = squared(
                gap(row_a.x0, row_a.x1, row_b.x0, row_b.x1),
                gap(row_a.y, row_a.y + 1, row_b.y, row_b.y + 1),
            );
            if least <= best.squared {
                best = nearest_of_rows((a, corner_a), (b, corner_b), *row_a, *row_b, best);
            }
        }
    }
    Some(best)
}

/// The rows with solid pixels from top to bottom, moved by an offset.
fn rows(mask: &Mask, by: Offset) -> Vec<SolidRow> {
    let mut rows: Vec<SolidRow> = Vec::with_capacity(mask.height() as usize);
    mask.for_each_word(|x, y, word| {
        let ((start, end), x, y) = (ends_of(word), i64::from(x) + by.x, i64::from(y) + by.y);
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

/// A squared length. Lengths of more than 2³² are cut: only circles, polygons and rectangles are so far from their origin that they can be
/// farther apart.
#[inline]
fn squared(x: i64, y: i64) -> u64 {
    let square = |n: i64| n.unsigned_abs().saturating_mul(n.unsigned_abs());
    square(x).saturating_add(square(y))
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
    (a, corner_a): (&Mask, Offset),
    (b, corner_b): (&Mask, Offset),
    row_a: SolidRow,
    row_b: SolidRow,
    mut best: PixelPair,
) -> PixelPair {
    let moved = |(x0, x1): (u32, u32), by: i64| (i64::from(x0) + by, i64::from(x1) + by);
    let mut runs_a = a.runs((row_a.y - corner_a.y) as u32).map(|run| moved(run, corner_a.x));
    let mut runs_b = b.runs((row_b.y - corner_b.y) as u32).map(|run| moved(run, corner_b.x));
    let (mut left, mut right) = (runs_a.next(), runs_b.next());
    let y = gap(row_a.y, row_a.y + 1, row_b.y, row_b.y + 1);
    while let (Some((a0, a1)), Some((b0, b1))) = (left, right) {
        let (ax, bx) = on_axis(a0, a1, b0, b1);
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
