//! The shortest move that ends an overlap (the minimum translation vector).
//!
//! The nearest offsets are tested first, one by one, because most contacts are shallow. Then the map of all offsets with an overlap
//! ([`Mask::overlap_offsets`]) is drawn, as far as it can matter. Its nearest clear pixel is the answer. Shapes that are not masks are
//! drawn for this, in a window around the other shape, which is enlarged until it contains the answer. If drawing would cost more than
//! testing offsets, or if the map would be larger than a mask may be, the offsets are tested row by row. A test that finds an overlap names
//! two runs that meet; the next offset to test is the one at which they don't.

use alloc::borrow::Cow;

use super::pixels::{CoveredPixels, Drawn};
use crate::geom::{Extent, Mapped, Offset, Point};
use crate::mask::Mask;
use crate::overlap;
use crate::placed::{Plain, ShapeRef};

/// Changes of the offset with a squared length of at most this are tested one by one.
const NEAR: i32 = 18;
/// The number of these changes. A test proves it.
const NEAR_COUNT: usize = 60;

/// The changes with a squared length from 1 to [`NEAR`], sorted by (length, dy, dx).
const NEAREST: [Point; NEAR_COUNT] = {
    let mut table = [Point::ZERO; NEAR_COUNT];
    let mut next = 0;
    let mut squared = 1;
    while squared <= NEAR {
        let mut dy = -4;
        while dy <= 4 {
            let mut dx = -4;
            while dx <= 4 {
                if dx * dx + dy * dy == squared {
                    table[next] = Point::new(dx, dy);
                    next += 1;
                }
                dx += 1;
            }
            dy += 1;
        }
        squared += 1;
    }
    table
};

/// A change of an offset. The preferred change is the smallest in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct OffsetChange {
    squared: i128,
    dy: i64,
    dx: i64,
}

impl OffsetChange {
    fn new(dx: i64, dy: i64) -> OffsetChange {
        let square = |n: i64| i128::from(n) * i128::from(n);
        OffsetChange { squared: square(dx) + square(dy), dy, dx }
    }

    fn to_offset(self) -> Offset {
        Offset::new(self.dx, self.dy)
    }

    fn is_within(self, reach: i64) -> bool {
        self.squared <= i128::from(reach) * i128::from(reach)
    }
}

/// A window around the other shape reaches this far at first.
const FIRST_REACH: i64 = 64;
/// Shapes at whole pixels are drawn in windows of at most this many pixels. After that, testing offset after offset needs less memory.
const PLAIN_LIMIT: u64 = 1 << 24;
/// As [`PLAIN_LIMIT`], for shapes that cannot be tested without drawing: 32 MiB.
const DRAWN_LIMIT: u64 = 1 << 28;

/// The smallest change of B's offset after which A and B share no pixel.
pub(crate) fn separation(a: &CoveredPixels<'_>, b: &CoveredPixels<'_>) -> Offset {
    if a.extent.intersection(b.extent).is_empty() {
        return Offset::ZERO;
    }
    let plain = a.as_plain().zip(b.as_plain());
    if let Some((
        Plain { shape: ShapeRef::Mask(one), corner: from },
        Plain { shape: ShapeRef::Mask(two), corner: to },
    )) = plain
    {
        return of_masks(one, two, to - from);
    }
    let exit = past_the_bounds(a.extent, b.extent);
    if let Some((a, b)) = plain {
        let offset = b.corner - a.corner;
        if let (ShapeRef::Rect(_), ShapeRef::Rect(_)) = (a.shape, b.shape) {
            return exit.to_offset();
        }
        if let Some(near) = nearby(a.shape, b.shape, offset) {
            return near;
        }
    }
    let limit = if plain.is_some() { PLAIN_LIMIT } else { DRAWN_LIMIT };
    let mut reach = FIRST_REACH;
    loop {
        let windows =
            [(a, b), (b, a)].mapped(|(one, other)| one.extent.intersection(other.extent.grown(reach)));
        if !windows.iter().all(|&window| fits(window, limit)) {
            break;
        }
        let ((one, from), (other, to)) = (mask_in(a, windows[0]), mask_in(b, windows[1]));
        let way = of_masks(&one, &other, to - from);
        // What lies outside of the windows is farther away than the reach.
        if OffsetChange::new(way.x, way.y).is_within(reach) || windows == [a.extent, b.extent] {
            return way;
        }
        reach *= 4;
    }
    match plain {
        Some((a, b)) => {
            let (a, b, offset) = (a.shape, b.shape, b.corner - a.corner);
            let first = first_row(a, b.extent().shifted(offset), b);
            by_asking(first, |at| runs_that_meet(a, b, at), offset, exit).to_offset()
        }
        None => exit.to_offset(),
    }
}

/// Whether a window is small enough to be drawn.
fn fits(window: Extent, limit: u64) -> bool {
    let longest = (window.x1 - window.x0).max(window.y1 - window.y0);
    longest <= Mask::MAX_SIDE.into() && window.area() <= limit
}

/// The pixels in a window as a mask, and its corner. A shape that is a mask is taken whole.
fn mask_in<'a>(pixels: &CoveredPixels<'a>, window: Extent) -> (Cow<'a, Mask>, Offset) {
    if let Some(Plain { shape: ShapeRef::Mask(mask), corner }) = pixels.as_plain() {
        return (Cow::Borrowed(mask), corner);
    }
    let Drawn { mask, corner } = Drawn::new(pixels, window);
    (Cow::Owned(mask), corner)
}

/// The answer for two masks.
#[inline]
pub(super) fn of_masks(a: &Mask, b: &Mask, offset: Offset) -> Offset {
    // An offset beyond every point is longer than any mask.
    let Some(at) = offset.to_point().filter(|&at| a.overlaps(b, at)) else { return Offset::ZERO };
    // They overlap. So the offset is no longer than a mask, and may be changed a little.
    let is_free = |way: &&Point| !a.overlaps(b, Point::new(at.x + way.x, at.y + way.y));
    match NEAREST.iter().find(is_free) {
        Some(&way) => way.into(),
        None => far(a, b, offset).to_offset(),
    }
}

/// The answer, if it is (0, 0) or one of the [`NEAREST`] changes.
fn nearby(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Offset) -> Option<Offset> {
    let ways = [Point::ZERO].into_iter().chain(NEAREST).map(Offset::from);
    ways.into_iter().find(|&way| !overlap::overlaps(a, b, offset + way))
}

/// How far B must move along a direction until A and B share no pixel. None if they overlap and the direction is (0, 0).
pub(super) fn along(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point, step: Point) -> Option<Offset> {
    let mut way = Offset::ZERO;
    while overlap::overlaps(a, b, way + offset.into()) {
        if step == Point::ZERO {
            return None;
        }
        way = way + step.into();
    }
    Some(way)
}

/// How far B must move along x alone, and along y alone, until A and B share no pixel.
pub(super) fn by_axis(a: ShapeRef<'_>, b: ShapeRef<'_>, offset: Point) -> [i64; 2] {
    [Offset::new(1, 0), Offset::new(0, 1)].mapped(|axis| {
        let mut n = 0i64;
        while overlap::overlaps(a, b, Offset::from(offset) + Offset::new(axis.x * n, axis.y * n)) {
            // 0, -1, 1, -2, 2, ...
            n = if n < 0 { -n } else { -n - 1 };
        }
        n
    })
}

/// The smallest change for two masks that still overlap after each of the [`NEAREST`] changes.
fn far(a: &Mask, b: &Mask, offset: Offset) -> OffsetChange {
    let exit = past_the_bounds(a.extent(), b.extent().shifted(offset));
    // Compares the cost of drawing the map, in words written, with the cost of testing offsets, in the same unit. The factors were measured
    // on masks of 64 to 256 pixels.
    let asked = exit.squared as u64 * 3 * (16 + a.word_count().min(b.word_count()) / 64);
    let on_map = if a.offsets_cost(b) < asked { on_map(a, b, offset, exit) } else { None };
    let meet = |at| runs_that_meet(ShapeRef::Mask(a), ShapeRef::Mask(b), at);
    on_map.unwrap_or_else(|| by_asking(1, meet, offset, exit))
}

/// The smallest change that moves B's bounds off A's: left, right, up or down.
fn past_the_bounds(a: Extent, b: Extent) -> OffsetChange {
    let ways = [(a.x0 - b.x1, 0), (a.x1 - b.x0, 0), (0, a.y0 - b.y1), (0, a.y1 - b.y0)];
    ways.mapped(|(dx, dy)| OffsetChange::new(dx, dy)).into_iter().min().expect("there are four ways")
}

/// Calls `step` for the rows of changes that may hold a better one than the best so far, the nearest rows first: row 0, and the rows from
/// `first` on.
fn rows(first: i64, mut step: impl FnMut(i64, &mut OffsetChange), mut best: OffsetChange) -> OffsetChange {
    step(0, &mut best);
    for dy in first.. {
        if i128::from(dy) * i128::from(dy) > best.squared {
            break;
        }
        step(-dy, &mut best);
        step(dy, &mut best);
    }
    best
}

/// Finds the nearest clear pixel in the map of all offsets with an overlap. Only the part of the map that is no farther away than the exit
/// is drawn. None if that part is larger than a mask may be.
fn on_map(a: &Mask, b: &Mask, offset: Offset, exit: OffsetChange) -> Option<OffsetChange> {
    // The pixel of the map for the present offset.
    let (x, y) = (offset.x + i64::from(b.width()) - 1, offset.y + i64::from(b.height()) - 1);
    let reach = exit.dx.abs().max(exit.dy.abs());
    let near = Extent { x0: x - reach, y0: y - reach, x1: x + reach + 1, y1: y + reach + 1 };
    let whole = Extent::of_size(a.width() + b.width() - 1, a.height() + b.height() - 1);
    let window = near.intersection(whole);
    let map = a.overlap_offsets_within(b, window).ok()?;
    let (x, y) = (x - window.x0, y - window.y0);
    let row = |dy: i64, best: &mut OffsetChange| {
        // No row is farther away than the exit, so a row outside the window lies outside the whole map.
        let inside = (0..i64::from(map.height())).contains(&(y + dy));
        match inside.then(|| map.run_around(x as u32, (y + dy) as u32)).flatten() {
            None => *best = (*best).min(OffsetChange::new(0, dy)),
            Some((start, end)) => {
                // A run that the window cuts off ends farther away than the exit.
                for free in [i64::from(start) - 1, i64::from(end)] {
                    *best = (*best).min(OffsetChange::new(free - x, dy));
                }
            }
        }
    };
    Some(rows(1, row, exit))
}

/// At the first shared pixel: the runs of both shapes, in their own pixels. Always inlined, as `overlap::first` is.
#[inline(always)]
fn runs_that_meet(a: ShapeRef<'_>, b: ShapeRef<'_>, at: Offset) -> Option<[(i64, i64); 2]> {
    let pixel = overlap::first(a, b, at)?;
    let (x, y) = (i64::from(pixel.x), i64::from(pixel.y));
    Some([a.run_around(x, y), b.run_around(x - at.x, y - at.y)])
}

/// Tests the offsets of each row, from the middle outwards: row 0, and the rows from `first` on. `meet` tells the runs that meet at an offset.
fn by_asking(
    first: i64,
    meet: impl Fn(Offset) -> Option<[(i64, i64); 2]>,
    offset: Offset,
    exit: OffsetChange,
) -> OffsetChange {
    let row = |dy: i64, best: &mut OffsetChange| {
        for side in [-1, 1] {
            let mut change = OffsetChange::new(0, dy);
            while change < *best {
                let at = offset + change.to_offset();
                let Some([(a0, a1), (b0, b1)]) = meet(at) else {
                    *best = change;
                    break;
                };
                // These two runs meet at all offsets from here to the one at which B's run lies beside A's.
                let by = if side < 0 { a0 - (b1 + at.x) } else { a1 - (b0 + at.x) };
                change = OffsetChange::new(change.dx + by, dy);
            }
        }
    };
    rows(first, row, exit)
}

/// The first row of changes, after row 0, that may hold a better change than row 0. As long as all rows of one shape lie beside those of a
/// rectangle, moving it up or down makes no difference.
fn first_row(a: ShapeRef<'_>, b_extent: Extent, b: ShapeRef<'_>) -> i64 {
    let (rect, other) = match (a, b) {
        (ShapeRef::Rect(_), _) => (a.extent(), b_extent),
        (_, ShapeRef::Rect(_)) => (b_extent, a.extent()),
        _ => return 1,
    };
    (other.y0 - rect.y0).min(rect.y1 - other.y1).max(0) + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_are_all_there_and_in_order() {
        let change = |p: &Point| OffsetChange::new(p.x.into(), p.y.into());
        assert!(NEAREST.is_sorted_by_key(change));
        let all = (-5..=5).flat_map(|y| (-5..=5).map(move |x| OffsetChange::new(x, y)));
        assert_eq!(all.filter(|c| (1..=i128::from(NEAR)).contains(&c.squared)).count(), NEAR_COUNT);
        assert!(!NEAREST.contains(&Point::ZERO));
    }
    /// The choice between the two methods affects only the cost.
    #[test]
    fn the_map_and_asking_agree() {
        let shapes = [
            Mask::from_fn(70, 61, |x, y| (x + 2 * y) % 5 > 1),
            Mask::from_fn(66, 40, |x, y| x.abs_diff(33).pow(2) + y.abs_diff(20).pow(2) < 380),
            Mask::from_fn(50, 65, |x, y| x < 2 || y < 2 || x > 47 || y > 62),
        ];
        for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
            for offset in [Point::new(0, 0), Point::new(-3, 9), Point::new(11, -20)] {
                let exit = past_the_bounds(a.extent(), b.extent().shifted(offset));
                let map = on_map(a, b, offset.into(), exit).expect("the map is small").to_offset();
                let meet = |at| runs_that_meet(ShapeRef::Mask(a), ShapeRef::Mask(b), at);
                let asked = by_asking(1, meet, offset.into(), exit).to_offset();
                assert_eq!(map, asked, "{a:?}\n{b:?}\n{offset:?}");
                let both: Offset = a.separation(b, offset).into();
                assert_eq!(map, both, "{a:?}\n{b:?}\n{offset:?}");
            }
        }
    }
}
