//! The nearest pixels of two large circles or convex polygons.
//!
//! Along a direction that leads from one shape to the other, only the outermost pixels of both can be nearest, because no pair is nearer
//! than its pixels are along that direction. They lie in two caps, which are short where the shapes are round: for a circle, about six
//! times the square root of the radius. Floats choose the direction, and bound with a margin how far the shapes extend along it. Integers
//! decide.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use super::pixels::{CoveredPixels, Source, with_spans};
use super::row_pairs::{PixelPair, SolidRow, gap, of_rows, squared};
use crate::geom::{Extent, Mapped};
use crate::overlap::PlacedSpans;

/// Shapes with fewer rows together are compared in squares.
pub(super) const FEW_ROWS: i64 = 1 << 11;
/// So are shapes with caps of more rows: polygons with long edges along each other.
const MOST_ROWS: usize = 1 << 19;
/// Rows are compared this many at a time.
const PART: i64 = 64;
/// The longer part of a direction.
const LONG: i64 = 1 << 24;

/// A row, and how far its outermost pixel lies along a direction, and beside it.
#[derive(Clone, Copy)]
struct CapRow {
    row: SolidRow,
    reach: i64,
    beside: i64,
}

/// The nearest pixels of two shapes that don't overlap. None if a shape is not convex, if something of it is cut off, or if a cap is long.
pub(super) fn nearest(a: &CoveredPixels<'_>, b: &CoveredPixels<'_>) -> Option<PixelPair> {
    with_whole(a, |a| with_whole(b, |b| of_caps(&a, &b)))
}

/// Calls `f` with the spans of a shape, if it is convex and nothing of it is cut off.
fn with_whole<R>(pixels: &CoveredPixels<'_>, f: impl FnOnce(PlacedSpans<'_>) -> Option<R>) -> Option<R> {
    let whole = |spans: PlacedSpans<'_>| {
        let extent = spans.image.whole_extent().shifted(spans.at);
        if extent.intersection(pixels.extent) == extent { f(spans) } else { None }
    };
    match pixels.source {
        Source::Plain(plain) => whole(PlacedSpans { image: plain.shape.spans()?, at: plain.corner }),
        Source::Undrawn(_) => with_spans(pixels.source.convex()?, whole),
    }
}

fn of_caps(a: &PlacedSpans<'_>, b: &PlacedSpans<'_>) -> Option<PixelPair> {
    let way = widest_gap(a, b);
    let back = way.mapped(|part| -part);
    let (far_a, far_b) = (a.farthest(way), b.farthest(back));
    // A pair to begin with is among the rows around the outermost one of B and around the one of A that is nearest to that.
    let around = |y: i64| y - PART..y + PART;
    let rows_b = rows_in(b, around(far_b[1] as i64));
    let rows_a = rows_in(a, around(nearest_row(a, rows_b.get(rows_b.len() / 2)?)));
    let mut best = rows_a.iter().flat_map(|a| rows_b.iter().map(|b| of_rows(a, b))).min()?;

    let mut longest = longest_along(way, best.squared);
    let (top_a, top_b) = (reach_of(far_a, way), reach_of(far_b, back));
    let cap_a = cap(a, way, best.ay, -longest - top_b)?;
    let cap_b = cap(b, back, best.by, -longest - top_a)?;
    let parts = |cap: &[CapRow]| cap.chunks(PART as usize).map(CapPart::new).collect::<Vec<_>>();
    let (parts_a, parts_b) = (parts(&cap_a), parts(&cap_b));
    for (part_a, rows_a) in parts_a.iter().zip(cap_a.chunks(PART as usize)) {
        for (part_b, rows_b) in parts_b.iter().zip(cap_b.chunks(PART as usize)) {
            if !part_a.comes_near(part_b, way, longest, best.squared) {
                continue;
            }
            for a in rows_a.iter().filter(|a| a.reach + part_b.reach >= -longest) {
                for b in rows_b.iter().filter(|b| a.reach + b.reach >= -longest) {
                    #[cfg(test)]
                    crate::work::add(1);
                    best = best.min(of_rows(&a.row, &b.row));
                }
            }
            longest = longest_along(way, best.squared);
        }
    }
    Some(best)
}

/// Some neighbouring rows of a cap.
struct CapPart {
    /// The rows, half-open.
    rows: (i64, i64),
    /// The most of all.
    reach: i64,
    /// The least and the most of all.
    beside: (i64, i64),
}

impl CapPart {
    fn new(rows: &[CapRow]) -> CapPart {
        let mut part = CapPart { rows: (i64::MAX, i64::MIN), reach: i64::MIN, beside: (i64::MAX, i64::MIN) };
        for &CapRow { row, reach, beside } in rows {
            part.rows = (part.rows.0.min(row.y), part.rows.1.max(row.y + 1));
            part.reach = part.reach.max(reach);
            part.beside = (part.beside.0.min(beside), part.beside.1.max(beside));
        }
        part
    }

    /// Whether a pair of rows may have pixels whose squares are so near.
    fn comes_near(&self, other: &CapPart, [x, y]: [i64; 2], longest: i64, squared_gap: u64) -> bool {
        let along = -(self.reach + other.reach);
        if along > longest
            || squared(gap(self.rows.0, self.rows.1, other.rows.0, other.rows.1), 0) > squared_gap
        {
            return false;
        }
        if x == 0 {
            return true;
        }
        // What the gap has beside the direction, by Pythagoras. Pixels are up to two farther apart than their squares, along each axis; and
        // those that are not outermost in their rows lie farther beside than these, by as much as is left along the direction.
        let (wide, x, y) = (longest - along, i128::from(x.abs()), i128::from(y.abs()));
        let least = u128::from((along - (x + y) as i64).max(0).unsigned_abs());
        let whole = u128::from(squared_gap) * (x * x + y * y).unsigned_abs();
        let most = whole.saturating_sub(least * least).isqrt() as i128
            + 1
            + 3 * (x + y)
            + y * i128::from(wide) / x
            + 1;
        let (low, high) = (self.beside.0 + other.beside.0, self.beside.1 + other.beside.1);
        i128::from(low) <= most && i128::from(high) >= -most
    }
}

/// The most by which a pixel of B may lie farther along a direction than a pixel of A, if their squares are so near.
fn longest_along([x, y]: [i64; 2], squared: u64) -> i64 {
    let length = (u128::from(squared) * (i128::from(x).pow(2) + i128::from(y).pow(2)).unsigned_abs()).isqrt();
    // Pixels are one farther apart than their squares, along each axis.
    length as i64 + 1 + x.abs() + y.abs()
}

/// How far a shape reaches along a direction at most, if this is its outermost point: with more slack than floats need.
fn reach_of(point: [f64; 2], way: [i64; 2]) -> i64 {
    (point[0] * way[0] as f64 + point[1] * way[1] as f64) as i64 + LONG / 8
}

/// A direction from A to B along which the shapes are farthest apart, or overlap least.
fn widest_gap(a: &PlacedSpans<'_>, b: &PlacedSpans<'_>) -> [i64; 2] {
    // Directions lead to the sides of a square, from 0 to 8 times LONG.
    let way = |at: i64| {
        let along = at.rem_euclid(2 * LONG) - LONG;
        match at.div_euclid(2 * LONG).rem_euclid(4) {
            0 => [LONG, along],
            1 => [-along, LONG],
            2 => [-LONG, -along],
            _ => [along, -LONG],
        }
    };
    // The square of the gap along a direction, with its sign.
    let gap = |at: i64| {
        let way = way(at);
        let (from, to) = (a.farthest(way), b.farthest(way.mapped(|part| -part)));
        let [x, y] = way.mapped(|part| part as f64);
        let gap = x * (to[0] - from[0]) + y * (to[1] - from[1]);
        gap * gap.abs() / (x * x + y * y)
    };
    const STEP: i64 = LONG / 4;
    let coarse = (0..32).map(|i| i * STEP).max_by(|&one, &other| gap(one).total_cmp(&gap(other)));
    coarse.map_or(way(0), |at| way(peak(at - STEP, at + STEP, gap)))
}

/// About where a function is the greatest that rises to one peak and then falls.
fn peak<T: PartialOrd>(mut low: i64, mut high: i64, of: impl Fn(i64) -> T) -> i64 {
    while high - low > 2 {
        let (one, other) = (low + (high - low) / 3, high - (high - low) / 3);
        if of(one) < of(other) { low = one } else { high = other }
    }
    low + (high - low) / 2
}

/// A row of a shape that is about as near to another row as any.
fn nearest_row(shape: &PlacedSpans<'_>, to: &SolidRow) -> i64 {
    let away = |y: i64| {
        let near = rows_in(shape, y..y + 1);
        Reverse(near.first().map_or(u64::MAX, |row| of_rows(row, to).squared))
    };
    let Extent { y0, y1, .. } = shape.image.extent().shifted(shape.at);
    peak(y0, y1, away)
}

/// The rows with pixels from one row to another.
fn rows_in(shape: &PlacedSpans<'_>, rows: Range<i64>) -> Vec<SolidRow> {
    let e = shape.image.extent().shifted(shape.at);
    let window = Extent { y0: rows.start.max(e.y0), y1: rows.end.min(e.y1), ..e };
    let mut found = Vec::new();
    shape.each_while(window, &mut |y, x0, x1| {
        found.push(SolidRow { y, x0, x1 });
        true
    });
    found
}

/// The rows that reach at least so far along a direction, from top to bottom. The row `start` does. None if too many must be looked at.
fn cap(shape: &PlacedSpans<'_>, way: [i64; 2], start: i64, least: i64) -> Option<Vec<CapRow>> {
    let e = shape.image.extent().shifted(shape.at);
    let (mut rows, mut looks) = (Vec::new(), 0);
    for is_down in [false, true] {
        // What was found above the row goes up.
        rows.reverse();
        let mut y0 = if is_down { start } else { start - PART };
        while y0 < e.y1 && y0 + PART > e.y0 {
            let y1 = if is_down { y0 + PART } else { (y0 + PART).min(start) };
            let mut part = rows_in(shape, y0..y1);
            if !is_down {
                part.reverse();
            }
            let part = part.into_iter().map(|row| {
                let x = if way[0] > 0 { row.x1 - 1 } else { row.x0 };
                CapRow { row, reach: way[0] * x + way[1] * row.y, beside: way[0] * row.y - way[1] * x }
            });
            let end = part.clone().next_back();
            rows.extend(part.filter(|row| row.reach >= least));
            // The outline is convex, and a pixel lies less than one column inside of it. So if a row ends too early by more than that, all
            // rows beyond it do.
            if end.is_some_and(|end| end.reach + way[0].abs() < least) {
                break;
            }
            looks += PART as usize;
            if looks > MOST_ROWS {
                return None;
            }
            y0 += if is_down { PART } else { -PART };
        }
    }
    Some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Angle, Circle, ConvexPolygon, Placed, Pose, PoseParts};

    /// The caps have the nearest pixels, also where many pairs are equally near.
    #[test]
    fn caps_and_all_rows_agree() {
        let mut state = 7_u64;
        let mut below = |n: i64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as i64 % n
        };
        let mut told = 0;
        for round in 0..3000 {
            let size = [6, 20, 60][round % 3];
            let mut make = |away: i64| {
                let mut at = |n: i64| (below((n << 16) / 7) * 7) as f64 / 65_536.0;
                let whole = round % 4 == 0;
                let position = [at(away), at(away)].map(|x| if whole { x as i64 as f64 } else { x });
                let parts = PoseParts {
                    position,
                    rotation: Angle::Degrees(if whole { 45.0 * (at(8) as i64 as f64) } else { at(360) }),
                    scale: [0.25 + at(2), 0.25 + at(2)],
                    ..PoseParts::default()
                };
                (Pose::new(&parts).unwrap(), at(size), at(size))
            };
            let ((pose_a, w, h), (pose_b, r, _)) = (make(10), make(4 * size));
            let polygon = ConvexPolygon::from_f64(&[[0.0, 0.0], [w, h / 3.0], [w / 2.0, h]]);
            let Ok(polygon) = polygon else { continue };
            let circle = Circle::from_f64([1.5, 0.5], r).unwrap();
            let second = Circle::from_f64([0.0, 0.5], w).unwrap();
            let (a, b) = match round % 5 {
                0 => (Placed::from(&polygon), Placed::from(circle)),
                1 => (Placed::from(circle), Placed::from(&polygon)),
                2 => (Placed::from(&polygon), Placed::from(&polygon)),
                _ => (Placed::from(second), Placed::from(circle)),
            };
            let [a, b] = [a.posed(&pose_a), b.posed(&pose_b)].map(CoveredPixels::from);
            if a.overlaps_undrawn(&b) != Some(false) {
                continue;
            }
            let all = |pixels| with_whole(pixels, |spans| Some(rows_in(&spans, -9999..9999)));
            let (Some(rows_a), Some(rows_b)) = (all(&a), all(&b)) else { continue };
            let truth = rows_a.iter().flat_map(|a| rows_b.iter().map(|b| of_rows(a, b))).min();
            let Some(truth) = truth else { continue };
            let found = nearest(&a, &b).expect("caps are short");
            let numbers = |p: PixelPair| [p.squared as i64, p.ay, p.ax, p.by, p.bx];
            assert_eq!(numbers(found), numbers(truth), "{round}: {pose_a:?} {pose_b:?} {w} {h} {r}");
            told += 1;
        }
        assert!(told > 1000, "{told}");
    }
}
