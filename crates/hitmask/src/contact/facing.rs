//! The nearest pixels of two large circles or convex polygons.
//!
//! Along a direction that leads from one shape to the other, only the outermost pixels of both can be nearest, because no pair is nearer
//! than its pixels are along that direction. They lie in two caps, which are short where the shapes are round: of a circle, some six square
//! roots of the radius. Floats choose the direction, and tell with slack how far the shapes reach along it. Integers decide.

use alloc::vec::Vec;
use core::ops::Range;

use super::closest::{PixelPair, SolidRow, gap, of_rows, squared};
use super::pixels::{CoveredPixels, Source, with_spans};
use crate::geom::Extent;
use crate::overlap::PlacedSpans;

/// Shapes with fewer rows together are compared in squares.
pub(super) const FEW_ROWS: i64 = 1 << 11;
/// So are shapes with caps of more rows: polygons with long edges along each other.
const MOST_ROWS: usize = 1 << 20;
/// Rows are compared this many at a time.
const PART: i64 = 64;
/// The longer part of a direction.
const LONG: i64 = 1 << 24;

/// A row, and how far its outermost pixel reaches along a direction.
#[derive(Clone, Copy)]
struct CapRow {
    row: SolidRow,
    reach: i64,
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
    let back = way.map(|part| -part);
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
    let farthest = |rows: &[CapRow]| rows.iter().map(|row| row.reach).max().unwrap_or(i64::MIN / 2);
    let parts_b: Vec<(&[CapRow], i64)> =
        cap_b.chunks(PART as usize).map(|rows| (rows, farthest(rows))).collect();
    for part_a in cap_a.chunks(PART as usize) {
        let reach_a = farthest(part_a);
        for &(part_b, reach_b) in &parts_b {
            let ends = |rows: &[CapRow]| (rows[0].row.y, rows[rows.len() - 1].row.y + 1);
            let ((a0, a1), (b0, b1)) = (ends(part_a), ends(part_b));
            if reach_a + reach_b < -longest || squared(gap(a0, a1, b0, b1), 0) > best.squared {
                continue;
            }
            for a in part_a.iter().filter(|a| a.reach + reach_b >= -longest) {
                for b in part_b.iter().filter(|b| a.reach + b.reach >= -longest) {
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
        let (from, to) = (a.farthest(way), b.farthest(way.map(|part| -part)));
        let [x, y] = way.map(|part| part as f64);
        let gap = x * (to[0] - from[0]) + y * (to[1] - from[1]);
        gap * gap.abs() / (x * x + y * y)
    };
    const STEP: i64 = LONG / 4;
    let coarse = (0..32).map(|i| i * STEP).max_by(|&one, &other| gap(one).total_cmp(&gap(other)));
    let (mut low, mut high) = coarse.map_or((0, 0), |at| (at - STEP, at + STEP));
    while high - low > 2 {
        let (one, other) = (low + (high - low) / 3, high - (high - low) / 3);
        if gap(one) < gap(other) { low = one } else { high = other }
    }
    way(low + (high - low) / 2)
}

/// A row of a shape that is about as near to another row as any.
fn nearest_row(shape: &PlacedSpans<'_>, to: &SolidRow) -> i64 {
    let away = |y: i64| {
        let near = rows_in(shape, y..y + 1);
        near.first().map_or(u64::MAX, |row| of_rows(row, to).squared)
    };
    let Extent { y0: mut low, y1: mut high, .. } = shape.image.extent().shifted(shape.at);
    while high - low > 2 {
        let (one, other) = (low + (high - low) / 3, high - (high - low) / 3);
        if away(one) > away(other) { low = one } else { high = other }
    }
    low + (high - low) / 2
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
    for is_down in [true, false] {
        let mut y0 = if is_down { start } else { start - PART };
        while y0 < e.y1 && y0 + PART > e.y0 {
            let y1 = if is_down { y0 + PART } else { (y0 + PART).min(start) };
            let part = rows_in(shape, y0..y1);
            let part = part.into_iter().map(|row| {
                let reach = (way[0] * row.x0).max(way[0] * (row.x1 - 1)) + way[1] * row.y;
                CapRow { row, reach }
            });
            let end = if is_down { part.clone().next_back() } else { part.clone().next() };
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
    rows.sort_unstable_by_key(|row: &CapRow| row.row.y);
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
            let all = |pixels| with_whole(pixels, |spans| Some(rows_in(&spans, -9999..9999))).unwrap();
            let (rows_a, rows_b) = (all(&a), all(&b));
            let truth = rows_a.iter().flat_map(|a| rows_b.iter().map(|b| of_rows(a, b))).min();
            let Some(truth) = truth else { continue };
            let found = nearest(&a, &b).expect("caps are short");
            assert!(found == truth, "round {round}: {a:?} {b:?}");
            told += 1;
        }
        assert!(told > 1000, "{told}");
    }
}
