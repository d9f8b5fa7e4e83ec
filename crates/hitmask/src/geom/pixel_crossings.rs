//! The times at which a coordinate that moves at a constant speed enters the next pixel.

use super::subpixel::nearest_pixel;
use super::{Moment, Offset};

const ONE: i64 = 1 << 16;

/// The steps from pixel to pixel that one coordinate makes on a straight way. The marks are the half pixels between: a coordinate x lies
/// on the pixel ⌈x − ½⌉. So on the way to the right or down it steps just after it has reached a mark, and on the way to the left or up
/// when it reaches the mark.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PixelCrossings {
    /// The way from the start to the next mark. Never below 0.
    ahead: i64,
    /// How many steps are still to be made. It stands between two numbers that are read together: where a step has just written the first of
    /// two neighbours, reading both as one would wait.
    pub(crate) left: i64,
    /// The whole way, without its sign.
    speed: i64,
    /// The direction of the steps: -1 or 1. 0 without motion.
    pub(crate) sign: i64,
}

impl PixelCrossings {
    /// The steps of a coordinate that starts at `from` and moves by `motion`, both in Q16.
    #[inline]
    pub(crate) fn new(from: i64, motion: i64) -> PixelCrossings {
        let (start, end) = (nearest_pixel(from), nearest_pixel(from + motion));
        let toward = from - (start << 16);
        PixelCrossings {
            sign: motion.signum(),
            left: (end - start).abs(),
            ahead: ONE / 2 + if motion > 0 { -toward } else { toward },
            speed: motion.abs(),
        }
    }

    /// When it reaches the next mark. None if no step is left.
    #[inline]
    pub(crate) fn next(&self) -> Option<Moment> {
        self.after(0)
    }

    /// When it reaches the mark after `skipped` more marks. None if fewer steps are left.
    #[inline]
    pub(crate) fn after(&self, skipped: i64) -> Option<Moment> {
        (skipped < self.left)
            .then(|| Moment { numerator: self.ahead + skipped * ONE, denominator: self.speed })
    }

    /// How much later this one reaches its next mark than another one, and what a step of each adds to that or takes from it: differences of
    /// times, times twice both speeds. Of two that reach their marks at the same time, the one that steps just after it is later by 1. None
    /// if the numbers are too large.
    #[inline(always)]
    pub(crate) fn behind(&self, other: &PixelCrossings) -> Option<(i64, [i64; 2])> {
        // The next mark is reached on the way if there is one, so it is no farther than the way is long.
        if (self.speed | other.speed | self.ahead | other.ahead) >> 30 != 0 {
            return None;
        }
        let behind = 2 * (self.ahead * other.speed - other.ahead * self.speed);
        let after = |crossings: &PixelCrossings| i64::from(crossings.sign > 0);
        Some((behind + after(self) - after(other), [2 * ONE * other.speed, 2 * ONE * self.speed]))
    }

    /// Makes some of the steps that are left.
    #[inline]
    pub(crate) fn skip(&mut self, steps: i64) {
        debug_assert!(steps <= self.left, "only steps that are left can be made");
        self.ahead += steps * ONE;
        self.left -= steps;
    }

    /// Ends the motion here.
    #[inline]
    pub(crate) fn stop(&mut self) {
        self.left = 0;
    }

    /// Makes the next step of two axes: that whose mark is reached first; x at equal times. None if no step is left.
    pub(crate) fn step(axes: &mut [PixelCrossings; 2]) -> Option<Offset> {
        let axis = PixelCrossings::next_axis(axes)?;
        axes[axis].skip(1);
        Some(PixelCrossings::one(axes, axis))
    }

    /// The axis that makes the next step.
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub(crate) fn next_axis([x, y]: &[PixelCrossings; 2]) -> Option<usize> {
        match (x.next(), y.next()) {
            (None, None) => None,
            (Some(x), Some(y)) => Some(usize::from(y.is_before(x))),
            (x, _) => Some(usize::from(x.is_none())),
        }
    }

    /// One step on an axis.
    #[inline]
    pub(crate) fn one(axes: &[PixelCrossings; 2], axis: usize) -> Offset {
        let sign = axes[axis].sign;
        if axis == 0 { Offset::new(sign, 0) } else { Offset::new(0, sign) }
    }

    /// How many of the marks that are left are reached before a moment, or, with `and_at`, before or at that moment.
    #[inline(always)]
    pub(crate) fn before(&self, at: Moment, and_at: bool) -> i64 {
        if self.left == 0 {
            return 0;
        }
        let (Moment { numerator: n, denominator: d }, PixelCrossings { ahead, speed, .. }) = (at, self);
        // The k-th mark (from 0) is reached at (ahead + k · ONE) / speed. It counts if that is before n / d, so if `way` is above k · unit.
        let least = i64::from(!and_at);
        let crossings = if (speed | ahead | n | d) >> 31 == 0 {
            // No product has more than 62 digits.
            let way = speed * n - ahead * d - least;
            if way < 0 { 0 } else { way as u64 / ((d as u64) << 16) + 1 }
        } else {
            let wide = |a: i64, b: i64| i128::from(a) * i128::from(b);
            let way = wide(*speed, n) - wide(*ahead, d) - i128::from(least);
            (way.div_euclid(i128::from(d) << 16) + 1).clamp(0, i128::from(self.left)) as u64
        };
        crossings.min(self.left as u64) as i64
    }

    /// Forgets the steps after so many.
    #[inline]
    pub(crate) fn keep(&mut self, steps: i64) {
        self.left = self.left.min(steps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the coordinate is at a moment, or just after it, as a pixel. Computed from the definition.
    fn pixel(from: i64, motion: i64, at: Moment, just_after: bool) -> i64 {
        let (n, d) = (i128::from(at.numerator), i128::from(at.denominator));
        // The coordinate times 2d, in Q16, minus half a pixel.
        let x = 2 * (i128::from(from) * d + i128::from(motion) * n) - i128::from(ONE) * d;
        let unit = 2 * d * i128::from(ONE);
        let ceil = (x + unit - 1).div_euclid(unit) as i64;
        let is_on_mark = x.rem_euclid(unit) == 0;
        ceil + i64::from(just_after && is_on_mark && motion > 0)
    }

    #[test]
    fn steps_are_those_of_the_rounded_coordinate() {
        let half = ONE / 2;
        let starts = [0, 1, half - 1, half, half + 1, ONE, -1, -half, 1 - half, -half - 1, 7 * ONE + 123];
        let motions = [0, 1, half, half + 1, ONE, 3 * ONE, 5 * ONE + half, 12_345_678, 99];
        for from in starts {
            for motion in motions.into_iter().flat_map(|m| [m, -m]) {
                let mut crossings = PixelCrossings::new(from, motion);
                let total = crossings.left;
                let end = pixel(from, motion, Moment::END, false);
                let mut here = pixel(from, motion, Moment::START, false);
                assert_eq!(here + crossings.sign * total, end, "{from} + {motion}");
                let mut made = 0;
                while let Some(at) = crossings.next() {
                    assert!(!Moment::END.is_before(at), "{from} + {motion}");
                    assert_eq!(pixel(from, motion, at, motion < 0), here + if motion < 0 { -1 } else { 0 });
                    assert_eq!(pixel(from, motion, at, true), here + crossings.sign);
                    assert_eq!(PixelCrossings::new(from, motion).before(at, false), made);
                    assert_eq!(PixelCrossings::new(from, motion).before(at, true), made + 1);
                    assert_eq!(
                        PixelCrossings::new(from, motion).after(made).map(|m| m.cmp(at).is_eq()),
                        Some(true)
                    );
                    crossings.skip(1);
                    here += crossings.sign;
                    made += 1;
                }
                assert_eq!(made, total);
                assert_eq!(PixelCrossings::new(from, motion).before(Moment::END, true), total);
            }
        }
    }

    #[test]
    fn the_ends_of_the_range_fit() {
        let most = 1 << 47;
        let crossings = PixelCrossings::new(-most, 2 * most);
        assert_eq!(crossings.left, 1 << 32);
        assert_eq!(crossings.before(Moment::END, true), 1 << 32);
    }
}
