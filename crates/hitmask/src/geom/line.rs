//! The pixels of a straight line, by Bresenham's rule.

use core::ops::Range;

use super::{Extent, Offset, Point};

/// A line of pixels with one pixel for each step along the longer axis, both ends included. On the shorter axis each step takes the nearest
/// pixel; a tie goes to the pixel farther from the start. [`PixelLine::at`] computes any pixel with one division, without walking to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PixelLine {
    from: Offset,
    /// From the first pixel to the last. Below 2³² on each axis.
    way: Offset,
}

impl PixelLine {
    pub(crate) fn between(from: Point, to: Point) -> PixelLine {
        PixelLine { from: from.into(), way: Offset::from(to) - Offset::from(from) }
    }

    /// From a pixel along a motion. The last pixel may lie outside the range of i32.
    pub(crate) fn along(from: Point, motion: Point) -> PixelLine {
        PixelLine { from: from.into(), way: motion.into() }
    }

    /// The same line, moved.
    pub(crate) fn shifted(&self, by: Offset) -> PixelLine {
        PixelLine { from: self.from + by, ..*self }
    }

    /// The first pixel.
    pub(crate) fn start(&self) -> Offset {
        self.from
    }

    /// From the first pixel to the last. Below 2³² on each axis.
    pub(crate) fn way(&self) -> Offset {
        self.way
    }

    /// The number of steps from the first pixel to the last.
    pub(crate) fn steps(&self) -> i64 {
        self.way.x.abs().max(self.way.y.abs())
    }

    /// The pixel after `step` steps.
    pub(crate) fn at(&self, step: i64) -> Offset {
        let all = i128::from(self.steps().max(1));
        let gone = |way: i64| {
            // Twice the product of two numbers below 2³² takes up to 65 bits.
            let gone = (2 * i128::from(way.abs()) * i128::from(step) + all) / (2 * all);
            gone as i64 * way.signum()
        };
        self.from + Offset::new(gone(self.way.x), gone(self.way.y))
    }

    /// The smallest box that contains both ends.
    pub(crate) fn extent(&self) -> Extent {
        let one = |p: Offset| Extent::of_pixel(p.x, p.y);
        one(self.from).around(one(self.from + self.way))
    }

    /// The steps whose pixels lie in an extent. They are consecutive, because each coordinate is monotonic.
    pub(crate) fn steps_in(&self, extent: Extent) -> Range<i64> {
        let Offset { x, y } = self.from;
        let (x, y) = (
            self.steps_between(self.way.x, extent.x0 - x, extent.x1 - x),
            self.steps_between(self.way.y, extent.y0 - y, extent.y1 - y),
        );
        x.start.max(y.start)..x.end.min(y.end)
    }

    /// The steps after which the axis has moved by at least `low` and less than `high`.
    fn steps_between(&self, way: i64, low: i64, high: i64) -> Range<i64> {
        if way < 0 {
            self.reached(way, 1 - high)..self.reached(way, 1 - low)
        } else {
            self.reached(way, low)..self.reached(way, high)
        }
    }

    /// The first step after which the axis has moved at least `pixels` pixels from the start. If there is no such step, the number after
    /// the last step.
    fn reached(&self, way: i64, pixels: i64) -> i64 {
        let all = self.steps();
        if pixels <= 0 {
            return 0;
        }
        if pixels > way.abs() {
            return all + 1;
        }
        // The smallest step with ⌊way · step / all + ½⌋ ≥ pixels.
        let (all, way) = (i128::from(all), i128::from(way.abs()));
        (((2 * i128::from(pixels) - 1) * all + 2 * way - 1) / (2 * way)) as i64
    }
}

/// All pixels that a segment between the centres of two pixels touches, also where it passes a corner: there both pixels beside its way count, too.
/// A pixel touches the segment if its square, sides and corners included, does.
///
/// They are ordered by when the segment comes to them. At a corner the pixel beside it comes first, then the one above or below it, then the
/// one behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Supercover {
    line: PixelLine,
    /// The lengths along the longer axis and the shorter one.
    long: i64,
    short: i64,
    /// The same without common divisors, if both are odd. Only then the segment passes corners.
    odd: Option<(i64, i64)>,
}

impl Supercover {
    pub(crate) fn of(line: PixelLine) -> Supercover {
        let (x, y) = (line.way.x.abs(), line.way.y.abs());
        let (long, short) = (x.max(y), x.min(y));
        let (mut divisor, mut rest) = (long.max(1), short);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        let (p, q) = (long / divisor, short / divisor);
        Supercover { line, long, short, odd: (p & q & 1 != 0).then_some((p, q)) }
    }

    /// The ranks along the longer axis in which pixels of an extent may lie.
    pub(crate) fn ranks_in(&self, extent: Extent) -> Range<i64> {
        // On the shorter axis they lie at most one pixel from the line.
        self.line.steps_in(extent.grown(1))
    }

    /// The pixels that lie so many pixels along the longer axis, each with the number of pixels that come before it: at most three.
    pub(crate) fn rank(&self, rank: i64) -> impl Iterator<Item = (Offset, u64)> {
        let (long, short) = (i128::from(self.long.max(1)), i128::from(self.short));
        // Twice the height at which the segment passes a border between two ranks, times the length, from the start's lower side.
        let height = |border: i64| long + (2 * i128::from(border) - 1) * short;
        let low = match rank {
            0 => 0,
            _ => ((height(rank) + 2 * long - 1) / (2 * long)) as i64 - 1,
        };
        let high = if rank == self.long { self.short } else { (height(rank + 1) / (2 * long)) as i64 };
        let it = *self;
        (low..=high).map(move |side| (it.pixel(rank, side), it.before(rank, side)))
    }

    fn is_steep(&self) -> bool {
        self.line.way.y.abs() > self.line.way.x.abs()
    }

    fn pixel(&self, rank: i64, side: i64) -> Offset {
        let (x, y) = if self.is_steep() { (side, rank) } else { (rank, side) };
        let Offset { x: way_x, y: way_y } = self.line.way;
        self.line.from + Offset::new(x * way_x.signum(), y * way_y.signum())
    }

    /// Each step along an axis is a pixel, and each corner one more.
    fn before(&self, rank: i64, side: i64) -> u64 {
        let (passed, is_second) = match self.odd {
            None => (0, false),
            Some((p, q)) => {
                // Corner n is reached after odd multiples of half of p and q.
                let up_to = |pixels: i64, part: i64| ((2 * pixels - 1).div_euclid(part) + 1) / 2;
                let passed = up_to(rank, p).min(up_to(side, q));
                // Of the two pixels beside a corner, the second lies a step along y from the pixel before it.
                let (long, short) = if self.is_steep() { (rank, side + 1) } else { (rank + 1, side) };
                let (times, rest) = ((2 * long - 1).div_euclid(p), (2 * long - 1).rem_euclid(p));
                let is_corner =
                    rest == 0 && times > 0 && i128::from(times) * i128::from(q) == i128::from(2 * short - 1);
                (passed, is_corner)
            }
        };
        (rank + side + passed + i64::from(is_second)) as u64
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use alloc::vec::Vec;

    /// Compared with the squares of all pixels, in exact fractions.
    #[test]
    fn a_supercover_has_all_pixels_that_the_segment_touches() {
        let mut corners = 0;
        for (dx, dy) in (-9..=9).flat_map(|dx: i64| (-9..=9).map(move |dy: i64| (dx, dy))) {
            // Of each pixel, when the segment comes to its closed square, in parts of 2 · |dx| · |dy|; and whether it passes a corner there.
            let mut expected = Vec::new();
            for (x, y) in (-10..=10).flat_map(|x: i64| (-10..=10).map(move |y: i64| (x, y))) {
                let (mut enter, mut leave) = ((0, 1), (1, 1));
                let mut meets = true;
                for (at, way) in [(x, dx), (y, dy)] {
                    // Twice the sides, seen from the start's centre.
                    let (low, high) = (2 * at - 1, 2 * at + 1);
                    if way == 0 {
                        meets &= low <= 0 && 0 <= high;
                        continue;
                    }
                    let (first, last) = if way > 0 { (low, high) } else { (-high, -low) };
                    let parts = 2 * way.abs();
                    if first * enter.1 > enter.0 * parts {
                        enter = (first, parts);
                    }
                    if last * leave.1 < leave.0 * parts {
                        leave = (last, parts);
                    }
                }
                if meets && enter.0 * leave.1 <= leave.0 * enter.1 {
                    let (is_corner, is_behind) = (
                        enter.0 * leave.1 == leave.0 * enter.1,
                        // At the same moment: the pixel a step along x, then the one a step along y, then the one behind.
                        (x * dx.signum() + y * dy.signum(), y * dy.signum()),
                    );
                    corners += u32::from(is_corner);
                    expected.push((enter, is_behind, (x, y)));
                }
            }
            expected.sort_by(|(a, m, _), (b, n, _)| (a.0 * b.1).cmp(&(b.0 * a.1)).then(m.cmp(n)));
            let line = PixelLine::along(Point::new(0, 0), Point::new(dx as i32, dy as i32));
            let cover = Supercover::of(line);
            let mut found: Vec<_> = (0..=line.steps()).flat_map(|rank| cover.rank(rank)).collect();
            found.sort_by_key(|&(_, before)| before);
            let numbers: Vec<u64> = found.iter().map(|&(_, before)| before).collect();
            assert!(numbers.iter().copied().eq(0..numbers.len() as u64), "({dx}, {dy}): {found:?}");
            let found: Vec<_> = found.into_iter().map(|(at, _)| (at.x, at.y)).collect();
            let expected: Vec<_> = expected.into_iter().map(|(.., at)| at).collect();
            assert_eq!(found, expected, "({dx}, {dy})");
        }
        assert!(corners > 100, "only {corners}");
    }

    #[test]
    fn the_longest_supercovers() {
        let (low, high) = (Point::new(i32::MIN, i32::MIN), Point::new(i32::MAX, i32::MAX));
        let cover = Supercover::of(PixelLine::between(high, low));
        let far = i64::from(u32::MAX);
        // Each pixel of the diagonal but the first comes after two beside it.
        assert_eq!(cover.rank(far).last(), Some((low.into(), 3 * far as u64)));
        let steep = Supercover::of(PixelLine::between(low, Point::new(i32::MIN + 1, i32::MAX)));
        assert_eq!(steep.rank(far).last().map(|(_, before)| before), Some(far as u64 + 1 + 1));
    }

    fn pixels(line: &PixelLine) -> Vec<(i64, i64)> {
        (0..=line.steps()).map(|step| line.at(step)).map(|at| (at.x, at.y)).collect()
    }

    #[test]
    fn halves_lie_away_from_the_start() {
        let there = PixelLine::between(Point::new(0, 0), Point::new(4, 2));
        assert_eq!(pixels(&there), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2)]);
        let back = PixelLine::along(Point::new(4, 2), Point::new(-4, -2));
        assert_eq!(pixels(&back), [(4, 2), (3, 1), (2, 1), (1, 0), (0, 0)]);
        assert_eq!(pixels(&PixelLine::between(Point::new(3, 3), Point::new(3, 3))), [(3, 3)]);
    }

    #[test]
    fn steps_in_an_extent_are_those_whose_pixels_it_holds() {
        for dx in -9..=9 {
            for dy in -9..=9 {
                let line = PixelLine::along(Point::new(2, -1), Point::new(dx, dy));
                for (x0, y0) in [(-8, -8), (-3, 0), (0, -5), (2, -1), (3, 4)] {
                    for (w, h) in [(0, 3), (1, 1), (4, 2), (3, 30)] {
                        let extent = Extent { x0, y0, x1: x0 + w, y1: y0 + h };
                        let inside = |&step: &i64| {
                            let Offset { x, y } = line.at(step);
                            extent.contains(x, y)
                        };
                        let all: Vec<i64> = (0..=line.steps()).filter(inside).collect();
                        assert!(line.steps_in(extent).eq(all), "{line:?} in {extent:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_longest_lines() {
        let (low, high) = (Point::new(i32::MIN, i32::MIN), Point::new(i32::MAX, i32::MAX - 1));
        for (from, to) in [(low, high), (high, low)] {
            let line = PixelLine::between(from, to);
            assert_eq!(line.steps(), u32::MAX.into());
            assert_eq!((line.at(0), line.at(line.steps())), (from.into(), to.into()));
            let all = line.steps_in(Extent::WORLD);
            assert_eq!(all, 0..line.steps() + 1);
            let one = line.at(123_456_789);
            let only = Extent::of_pixel(one.x, one.y);
            assert_eq!(line.steps_in(only), 123_456_789..123_456_790);
        }
        let beyond = PixelLine::along(high, Point::new(i32::MAX, 0));
        assert_eq!(beyond.at(beyond.steps()).x, 2 * i64::from(i32::MAX));
        assert!(beyond.steps_in(Extent::WORLD).eq(0..1));
    }
}
