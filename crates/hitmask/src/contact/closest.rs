//! The distance between two shapes, and their nearest pixels.
//!
//! Two masks are compared rows against rows. Of other shapes, squares are drawn as masks, the nearest first, until the rest is farther
//! away than what was found. Two large circles or polygons are compared where they face each other ([`facing`]).

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::facing;
use super::pixels::{CoveredPixels, Drawn};
use super::row_pairs::{PixelPair, SolidRow, gap, of_rows, on_axis, squared};
use crate::bits::ends_of;
use crate::geom::{Extent, Mapped, Offset, Point};
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

impl PixelPair {
    /// The pair as an answer, in the pixels of shapes whose corners lie here.
    fn apart(self, [from_a, from_b]: [Offset; 2]) -> Closest {
        Closest::Apart {
            squared: self.squared,
            a: (Offset::new(self.ax, self.ay) - from_a).as_pixel(),
            b: (Offset::new(self.bx, self.by) - from_b).as_pixel(),
        }
    }
}

/// They overlap, so that the search ends.
struct Overlapping;

/// The side of the squares in which shapes are drawn.
const PART: i64 = 64;

/// The nearest of at most this many pairs of boxes is looked at first: 10 MiB. Beyond it, the memory for their halves is what matters.
const MOST_OPEN: usize = 1 << 17;

/// How near A and B are, and the two nearest pixels. None if A or B has no pixels. Both pixels are moved, so that they fit `i32`.
pub(crate) fn closest(a: &CoveredPixels<'_>, b: &CoveredPixels<'_>, from: [Offset; 2]) -> Option<Closest> {
    nearest(a, b).map_or(Some(Closest::Overlapping), |pair| pair.map(|pair| pair.apart(from)))
}

/// The same for two masks at an offset.
#[inline]
pub(super) fn of_two_masks(a: &Mask, b: &Mask, offset: Offset) -> Option<Closest> {
    if overlap::overlaps(ShapeRef::Mask(a), ShapeRef::Mask(b), offset) {
        return Some(Closest::Overlapping);
    }
    of_masks((a, Offset::ZERO), (b, offset), None).map(|pair| pair.apart([Offset::ZERO, offset]))
}

fn nearest(a: &CoveredPixels<'_>, b: &CoveredPixels<'_>) -> Result<Option<PixelPair>, Overlapping> {
    if a.extent.is_empty() || b.extent.is_empty() {
        return Ok(None);
    }
    if a.overlaps_undrawn(b) == Some(true) {
        return Err(Overlapping);
    }
    if let (Some(one), Some(other)) = (a.as_plain(), b.as_plain()) {
        match (one.shape, other.shape) {
            (ShapeRef::Mask(mask_a), ShapeRef::Mask(mask_b)) => {
                return Ok(of_masks((mask_a, one.corner), (mask_b, other.corner), None));
            }
            (ShapeRef::Rect(_), ShapeRef::Rect(_)) => return Ok(Some(of_boxes(a.extent, b.extent))),
            _ => {}
        }
    }
    let rows = |pixels: &CoveredPixels<'_>| pixels.extent.y1 - pixels.extent.y0;
    if rows(a) + rows(b) >= facing::FEW_ROWS
        && let Some(pair) = facing::nearest(a, b)
    {
        return Ok(Some(pair));
    }
    // The nearest pixels of a rectangle lie beside the other shape. The rest of it, which may be huge, does not matter.
    of_squares(&beside(a, b.extent), &beside(b, a.extent))
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

/// Halves boxes around both shapes until they are small squares, which are drawn. The nearest pair of boxes comes first.
fn of_squares(a: &CoveredPixels<'_>, b: &CoveredPixels<'_>) -> Result<Option<PixelPair>, Overlapping> {
    let (mut open, mut best) = (BinaryHeap::new(), None);
    // Boxes that are looked at next, because too many are open.
    let mut next = Vec::new();
    if !a.is_clear(a.extent) && !b.is_clear(b.extent) {
        open.push(Reverse(BoxPair::new(a.extent, b.extent)));
    }
    // The squares that were drawn last. They are often asked for again.
    let mut squares = [None, None];
    while let Some(Reverse(BoxPair { squared, side, a: box_a, b: box_b })) = next.pop().or_else(|| open.pop())
    {
        if best.is_some_and(|best: PixelPair| squared > best.squared) {
            continue;
        }
        let [box_a, box_b] = [box_a, box_b].mapped(|[y0, x0, y1, x1]| Extent { x0, y0, x1, y1 });
        if side > PART {
            let splits_a = longer_side(box_a) == side;
            let (pixels, halved) = if splits_a { (a, box_a) } else { (b, box_b) };
            for half in halved.halves().into_iter().filter(|&half| !pixels.is_clear(half)) {
                let (a, b) = if splits_a { (half, box_b) } else { (box_a, half) };
                let pair = Reverse(BoxPair::new(a, b));
                if open.len() < MOST_OPEN { open.push(pair) } else { next.push(pair) }
            }
            continue;
        }
        let [one, other] = &mut squares;
        let (Some(one), Some(other)) = (drawn(one, a, box_a), drawn(other, b, box_b)) else { continue };
        let (one, other) = ((&one.mask, one.corner), (&other.mask, other.corner));
        if overlap::overlaps(ShapeRef::Mask(one.0), ShapeRef::Mask(other.0), other.1 - one.1) {
            return Err(Overlapping);
        }
        best = of_masks(one, other, best);
    }
    Ok(best)
}

/// A box of A and a box of B in the order in which they are looked at: the nearest first, and of equally near ones the smaller.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct BoxPair {
    squared: u64,
    /// The longest of all sides.
    side: i64,
    a: [i64; 4],
    b: [i64; 4],
}

impl BoxPair {
    fn new(a: Extent, b: Extent) -> BoxPair {
        let corners = |Extent { x0, y0, x1, y1 }| [y0, x0, y1, x1];
        let side = longer_side(a).max(longer_side(b));
        BoxPair { squared: between(a, b), side, a: corners(a), b: corners(b) }
    }
}

fn longer_side(e: Extent) -> i64 {
    (e.x1 - e.x0).max(e.y1 - e.y0)
}

/// A square of a shape, which is drawn if it is not the one that was drawn last. None if it is empty.
fn drawn<'a>(
    last: &'a mut Option<(Extent, Drawn)>,
    pixels: &CoveredPixels<'_>,
    extent: Extent,
) -> Option<&'a Drawn> {
    let kept = last.take().filter(|(of, _)| *of == extent);
    let (_, drawn) = last.insert(kept.unwrap_or_else(|| (extent, Drawn::new(pixels, extent))));
    (!drawn.mask.is_empty()).then_some(drawn)
}

/// The squared distance between two boxes.
pub(crate) fn between(a: Extent, b: Extent) -> u64 {
    squared(gap(a.x0, a.x1, b.x0, b.x1), gap(a.y0, a.y1, b.y0, b.y1))
}

/// The nearest pixels of two boxes that are solid all over.
fn of_boxes(a: Extent, b: Extent) -> PixelPair {
    let (ax, bx) = on_axis(a.x0, a.x1, b.x0, b.x1);
    let (ay, by) = on_axis(a.y0, a.y1, b.y0, b.y1);
    PixelPair::new([ax, ay], [bx, by])
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

/// A first guess: a pair of pixels at the ends of rows. None if a mask has no rows.
fn a_guess(rows_a: &[SolidRow], rows_b: &[SolidRow]) -> Option<PixelPair> {
    let mut best: Option<PixelPair> = None;
    for a in rows_a {
        // The row of B beside A's row, or else the nearest one above or below.
        let beside = rows_b.partition_point(|b| b.y < a.y).min(rows_b.len().wrapping_sub(1));
        let b = rows_b.get(beside)?;
        // The ends of rows are solid pixels. The nearer ends are a pair.
        let ends = [(a.x1 - 1, b.x0), (a.x0, b.x1 - 1), (a.x0, b.x0)];
        let pairs = ends.mapped(|(ax, bx)| PixelPair::new([ax, a.y], [bx, b.y]));
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
    while let (Some((a0, a1)), Some((b0, b1))) = (left, right) {
        let part = |of: SolidRow, x0, x1| SolidRow { x0, x1, ..of };
        best = best.min(of_rows(&part(row_a, a0, a1), &part(row_b, b0, b1)));
        if a1 <= b1 {
            left = runs_a.next();
        } else {
            right = runs_b.next();
        }
    }
    best
}
