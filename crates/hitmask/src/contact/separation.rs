//! The shortest way out of an overlap.
//!
//! The nearest offsets are tested first, one by one, because most contacts are shallow. Then the map of all offsets with an overlap
//! ([`Mask::overlap_offsets`]) is drawn, as far as it can matter. Its nearest clear pixel is the answer. If drawing the map would cost more
//! than testing offsets, or if it would be larger than a mask may be, the offsets are tested row by row.

use crate::geom::{Extent, Point};
use crate::mask::Mask;

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
    squared: i64,
    dy: i64,
    dx: i64,
}

impl OffsetChange {
    fn new(dx: i64, dy: i64) -> OffsetChange {
        OffsetChange { squared: dx * dx + dy * dy, dy, dx }
    }

    /// It fits: masks that overlap lie within 2¹⁷ pixels of each other, and so does every way out.
    fn to_point(self) -> Point {
        Point::new(self.dx as i32, self.dy as i32)
    }
}

impl Mask {
    /// The shortest way out of an overlap (the minimum translation vector): the smallest change of the [offset](crate::mask#the-offset)
    /// after which the two masks no longer overlap. Move `other` by it, or `self` by its opposite. (0, 0) if they don't overlap. Of several
    /// changes of the same length it is the one with the least dy, then the least dx.
    ///
    /// It is exact for every shape. If the nearest free place is in the hole of a ring, or in a wide enough gap, the way leads there.
    ///
    /// ```
    /// use hitmask::{Mask, Point};
    /// let (wall, ball) = (Mask::filled(8, 40), Mask::filled(5, 5));
    /// assert_eq!(wall.separation(&ball, (6, 20)), Point::new(2, 0));
    /// assert_eq!(wall.separation(&ball, (8, 20)), Point::ZERO);               // touching is not overlapping
    /// assert_eq!(ball.separation(&ball, (0, 0)), Point::new(0, -5));          // four ways are equally short: up comes first
    /// ```
    ///
    /// # Complexity
    /// If the overlap is up to four pixels deep: at most 60 times [`Mask::overlaps`]. If it is deeper: at most the cost of
    /// [`Mask::overlap_offsets`], and memory for the offsets that are no farther away than the way past the other's bounds. If that map
    /// would be expensive (for noise) or larger than a mask may be: one [`Mask::overlaps`] for each offset that is nearer than the answer.
    #[must_use]
    #[doc(alias = "mtv")]
    #[doc(alias = "minimum translation vector")]
    #[doc(alias = "penetration")]
    #[doc(alias = "penetration depth")]
    #[doc(alias = "depenetration")]
    pub fn separation(&self, other: &Mask, offset: impl Into<Point>) -> Point {
        let offset = offset.into();
        if !self.overlaps(other, offset) {
            return Point::ZERO;
        }
        // Masks that overlap have offsets far from the ends of i32.
        let Point { x, y } = offset;
        let near = NEAREST.iter().find(|change| !self.overlaps(other, (x + change.x, y + change.y)));
        near.copied().unwrap_or_else(|| far(self, other, offset))
    }

    /// How far `other` must move along a direction until the two masks no longer overlap: how far a lift must rise, or a piston push. The
    /// result is the smallest multiple of the direction by which the [offset](crate::mask#the-offset) must change. (0, 0) if they don't
    /// overlap. None if they overlap and the direction is (0, 0).
    ///
    /// The other mask is only tested after each whole step: (0, -1) goes up pixel by pixel, and (2, -1) does not test the pixels in
    /// between.
    ///
    /// ```
    /// use hitmask::{Mask, Point};
    /// let (wall, ball) = (Mask::filled(8, 40), Mask::filled(5, 5));
    /// assert_eq!(wall.separation_along(&ball, (6, 20), (0, -1)), Some(Point::new(0, -25)));
    /// assert_eq!(wall.separation_along(&ball, (6, 20), (3, 1)), Some(Point::new(3, 1)));
    /// assert_eq!(wall.separation_along(&ball, (6, 20), (0, 0)), None);
    /// ```
    ///
    /// # Complexity
    /// One [`Mask::overlaps`] for each step.
    #[doc(alias = "penetration depth")]
    #[must_use]
    pub fn separation_along(
        &self,
        other: &Mask,
        offset: impl Into<Point>,
        direction: impl Into<Point>,
    ) -> Option<Point> {
        let (offset, step) = (offset.into(), direction.into());
        let (mut dx, mut dy) = (0, 0);
        while overlaps_at(self, other, offset, dx, dy) {
            if step == Point::ZERO {
                return None;
            }
            (dx, dy) = (dx + i64::from(step.x), dy + i64::from(step.y));
        }
        // A step from an overlap to another overlap is short, so the next step fits i32 too.
        Some(Point::new(dx as i32, dy as i32))
    }

    /// How far `other` must move along x alone, and how far along y alone, until the two masks no longer overlap. On each axis it is the
    /// shorter of the two ways; if both are equally long, the way left or up. [0, 0] if they don't overlap.
    ///
    /// ```
    /// use hitmask::Mask;
    /// let (wall, ball) = (Mask::filled(8, 40), Mask::filled(5, 5));
    /// assert_eq!(wall.separation_by_axis(&ball, (6, 20)), [2, 20]);
    /// ```
    ///
    /// # Complexity
    /// As [`Mask::separation_along`], four times.
    #[doc(alias = "penetration depth")]
    #[must_use]
    pub fn separation_by_axis(&self, other: &Mask, offset: impl Into<Point>) -> [i32; 2] {
        let offset = offset.into();
        let mut axes = [0; 2];
        for (axis, way) in axes.iter_mut().zip([Point::new(1, 0), Point::new(0, 1)]) {
            while overlaps_at(self, other, offset, (way.x * *axis).into(), (way.y * *axis).into()) {
                // 0, -1, 1, -2, 2, ...
                *axis = if *axis < 0 { -*axis } else { -*axis - 1 };
            }
        }
        axes
    }
}

/// Whether the masks overlap after a change of the offset.
#[inline]
fn overlaps_at(a: &Mask, b: &Mask, offset: Point, dx: i64, dy: i64) -> bool {
    let place = (i32::try_from(i64::from(offset.x) + dx), i32::try_from(i64::from(offset.y) + dy));
    // At offsets beyond i32 no masks overlap.
    matches!(place, (Ok(x), Ok(y)) if a.overlaps(b, (x, y)))
}

/// The smallest change for two masks that still overlap after each of the [`NEAREST`] changes.
fn far(a: &Mask, b: &Mask, offset: Point) -> Point {
    let exit = past_the_bounds(a.extent(), b.extent().shifted(offset));
    // Compares the cost of drawing the map, in words written, with the cost of testing offsets, in the same unit. The factors were measured
    // on masks of 64 to 256 pixels.
    let asked = exit.squared as u64 * 3 * (16 + words(a).min(words(b)) / 64);
    let on_map = if a.offsets_cost(b) < asked { on_map(a, b, offset, exit) } else { None };
    on_map.unwrap_or_else(|| by_asking(a, b, offset, exit)).to_point()
}

/// The mask's size in words of 64 pixels.
fn words(mask: &Mask) -> u64 {
    u64::from(mask.width().div_ceil(64)) * u64::from(mask.height())
}

/// The smallest change that moves B's bounds off A's: left, right, up or down.
fn past_the_bounds(a: Extent, b: Extent) -> OffsetChange {
    let ways = [(a.x0 - b.x1, 0), (a.x1 - b.x0, 0), (0, a.y0 - b.y1), (0, a.y1 - b.y0)];
    ways.map(|(dx, dy)| OffsetChange::new(dx, dy)).into_iter().min().expect("there are four ways")
}

/// Calls `step` for the rows of changes that may hold a better one than the best so far, the nearest rows first.
fn rows(mut step: impl FnMut(i64, &mut OffsetChange), mut best: OffsetChange) -> OffsetChange {
    for dy in 0.. {
        if dy * dy > best.squared {
            break;
        }
        step(-dy, &mut best);
        if dy > 0 {
            step(dy, &mut best);
        }
    }
    best
}

/// Finds the nearest clear pixel in the map of all offsets with an overlap. Only the part of the map that is no farther away than the exit
/// is drawn. None if that part is larger than a mask may be.
fn on_map(a: &Mask, b: &Mask, offset: Point, exit: OffsetChange) -> Option<OffsetChange> {
    // The pixel of the map for the present offset.
    let (x, y) =
        (i64::from(offset.x) + i64::from(b.width()) - 1, i64::from(offset.y) + i64::from(b.height()) - 1);
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
    Some(rows(row, exit))
}

/// Tests the offsets of each row, from the middle outwards.
fn by_asking(a: &Mask, b: &Mask, offset: Point, exit: OffsetChange) -> OffsetChange {
    let row = |dy: i64, best: &mut OffsetChange| {
        for side in [-1, 1] {
            let mut change = OffsetChange::new(0, dy);
            while change < *best {
                if !overlaps_at(a, b, offset, change.dx, dy) {
                    *best = change;
                }
                change = OffsetChange::new(change.dx + side, dy);
            }
        }
    };
    rows(row, exit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_are_all_there_and_in_order() {
        let change = |p: &Point| OffsetChange::new(p.x.into(), p.y.into());
        assert!(NEAREST.is_sorted_by_key(change));
        let all = (-5..=5).flat_map(|y| (-5..=5).map(move |x| OffsetChange::new(x, y)));
        assert_eq!(all.filter(|c| (1..=i64::from(NEAR)).contains(&c.squared)).count(), NEAR_COUNT);
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
                let map = on_map(a, b, offset, exit).expect("the map is small").to_point();
                let asked = by_asking(a, b, offset, exit).to_point();
                assert_eq!(map, asked, "{a:?}\n{b:?}\n{offset:?}");
                assert_eq!(map, a.separation(b, offset), "{a:?}\n{b:?}\n{offset:?}");
            }
        }
    }
}
