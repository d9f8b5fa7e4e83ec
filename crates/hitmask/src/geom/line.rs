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
        let one = |p: Offset| Extent { x0: p.x, y0: p.y, x1: p.x + 1, y1: p.y + 1 };
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

#[cfg(test)]
mod tests {

    use super::*;
    use alloc::vec::Vec;

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
            let only = Extent { x0: one.x, y0: one.y, x1: one.x + 1, y1: one.y + 1 };
            assert_eq!(line.steps_in(only), 123_456_789..123_456_790);
        }
        let beyond = PixelLine::along(high, Point::new(i32::MAX, 0));
        assert_eq!(beyond.at(beyond.steps()).x, 2 * i64::from(i32::MAX));
        assert!(beyond.steps_in(Extent::WORLD).eq(0..1));
    }
}
