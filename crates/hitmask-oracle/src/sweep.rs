//! When something that moves hits something. Each pair of pixels has an interval of time in which it overlaps; the earliest one counts.
//!
//! Positions and motions are in 65 536ths of a pixel. Time is 0 at the start and 1 at the end; the end itself is excluded.

use std::cmp::Ordering;
use std::collections::HashSet;

use crate::Grid;
use crate::overlap::overlap;

const ONE: i128 = 65_536;

/// An exact fraction, its denominator above 0.
#[derive(Debug, Clone, Copy)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(above: i128, below: i128) -> Fraction {
        if below < 0 { Fraction(-above, -below) } else { Fraction(above, below) }
    }

    fn cmp(self, other: Fraction) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    fn lowest_terms(self) -> (u64, u64) {
        let (mut a, mut b) = (self.1, self.0);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        ((self.0 / a).try_into().unwrap(), (self.1 / a).try_into().unwrap())
    }
}

/// The result of a motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sweep {
    /// It starts in an overlap.
    InitialOverlap,
    /// It is free until a moment.
    Hit {
        /// The moment, in lowest terms.
        time: (u64, u64),
        /// The pixel of a.
        point: (i64, i64),
        /// -1, 0 or 1 on each axis.
        normal: (i64, i64),
    },
    /// It is free all the way.
    Miss,
}

/// The open interval of time in which two unit squares share length on an axis; None means always. `d` is the position at which the
/// moving square lies exactly on the other one, in pixels.
#[derive(Clone, Copy)]
struct Interval(Option<(Fraction, Fraction)>);

/// None if they never share length.
fn interval(d: i64, position: i64, motion: i64) -> Option<Interval> {
    // They share length while |position + motion t - d| < 1.
    let away = i128::from(d) * ONE - i128::from(position);
    if motion == 0 {
        return (away.abs() < ONE).then_some(Interval(None));
    }
    let ends = [away - ONE, away + ONE].map(|way| Fraction::new(way, motion.into()));
    let [early, late] = if motion > 0 { ends } else { [ends[1], ends[0]] };
    Some(Interval(Some((early, late))))
}

impl Grid {
    /// When `b`, moving from a position by a motion, first shares area with this grid.
    #[must_use]
    pub fn cast(&self, b: &Grid, position: (i64, i64), motion: (i64, i64)) -> Sweep {
        // All pairs of pixels with the same difference behave alike, so each difference is tested once.
        let mut differences = HashSet::new();
        for (ax, ay) in self.points() {
            for (bx, by) in b.points() {
                differences.insert((ax - bx, ay - by));
            }
        }
        let zero = Fraction(0, 1);
        let mut first: Option<Fraction> = None;
        let mut met: Vec<((i64, i64), (i64, i64))> = Vec::new();
        for (dx, dy) in differences {
            let (Some(x), Some(y)) = (interval(dx, position.0, motion.0), interval(dy, position.1, motion.1))
            else {
                continue;
            };
            let both = [x.0, y.0].into_iter().flatten();
            let start = both.clone().map(|(start, _)| start).max_by(|a, b| a.cmp(*b));
            let end = both.map(|(_, end)| end).min_by(|a, b| a.cmp(*b));
            let (Some(start), Some(end)) = (start, end) else { return Sweep::InitialOverlap };
            if start.cmp(end) != Ordering::Less || end.cmp(zero) != Ordering::Greater {
                continue;
            }
            if start.cmp(zero) == Ordering::Less {
                return Sweep::InitialOverlap;
            }
            if start.cmp(Fraction(1, 1)) != Ordering::Less {
                continue;
            }
            let order = first.map_or(Ordering::Less, |first| start.cmp(first));
            if order == Ordering::Less {
                first = Some(start);
                met.clear();
            }
            if order != Ordering::Greater {
                let begins =
                    |axis: Interval| axis.0.is_some_and(|(early, _)| early.cmp(start) == Ordering::Equal);
                let normal = |axis, motion: i64| if begins(axis) { -motion.signum() } else { 0 };
                met.push(((dx, dy), (normal(x, motion.0), normal(y, motion.1))));
            }
        }
        let Some(time) = first else { return Sweep::Miss };
        // Both lists of pixels are sorted row by row.
        for (ax, ay) in self.points() {
            for (bx, by) in b.points() {
                if let Some(&(_, normal)) = met.iter().find(|(d, _)| *d == (ax - bx, ay - by)) {
                    return Sweep::Hit { time: time.lowest_terms(), point: (ax, ay), normal };
                }
            }
        }
        unreachable!("some pair has the difference")
    }

    /// When a point first enters the inside of all solid pixels together. Between two moments at which it is on a line of the pixel
    /// lattice, it stays in the same pixels.
    #[must_use]
    pub fn ray_cast(&self, position: (i64, i64), motion: (i64, i64)) -> Sweep {
        if self.surrounds(position, motion, Fraction(0, 1)).is_some() {
            return Sweep::InitialOverlap;
        }
        let mut moments = vec![Fraction(0, 1), Fraction(1, 1)];
        for (position, motion, lines) in [(position.0, motion.0, self.w), (position.1, motion.1, self.h)] {
            for line in 0..=lines as i128 {
                if motion != 0 {
                    moments.push(Fraction::new(line * ONE - i128::from(position), motion.into()));
                }
            }
        }
        moments.retain(|m| m.0 >= 0 && m.0 <= m.1);
        moments.sort_by(|a, b| a.cmp(*b));
        for pair in moments.windows(2) {
            let (Fraction(a, b), Fraction(c, d)) = (pair[0], pair[1]);
            let between = Fraction(a * d + c * b, 2 * b * d);
            if pair[0].cmp(pair[1]) == Ordering::Equal {
                continue;
            }
            if let Some(point) = self.surrounds(position, motion, between) {
                let on_line = |position: i64, motion: i64| {
                    (i128::from(position) * b + i128::from(motion) * a) % (ONE * b) == 0
                };
                let normal =
                    |position, motion: i64| if on_line(position, motion) { -motion.signum() } else { 0 };
                return Sweep::Hit {
                    time: pair[0].lowest_terms(),
                    point,
                    normal: (normal(position.0, motion.0), normal(position.1, motion.1)),
                };
            }
        }
        Sweep::Miss
    }

    /// The first of the pixels in or on whose border a point lies, if all of them are solid.
    fn surrounds(&self, position: (i64, i64), motion: (i64, i64), at: Fraction) -> Option<(i64, i64)> {
        let pixels = |position: i64, motion: i64| {
            let (place, pixel) = (i128::from(position) * at.1 + i128::from(motion) * at.0, ONE * at.1);
            let last = place.div_euclid(pixel) as i64;
            if place.rem_euclid(pixel) == 0 { vec![last - 1, last] } else { vec![last] }
        };
        let (xs, ys) = (pixels(position.0, motion.0), pixels(position.1, motion.1));
        ys.iter().all(|&y| xs.iter().all(|&x| self.get(x, y))).then_some((xs[0], ys[0]))
    }

    /// Moves `b` along a Bresenham line pixel by pixel. Returns how many steps are free and the first pixel that the next step would hit,
    /// or None if all steps are free. The start must be free.
    #[must_use]
    pub fn cast_pixels(&self, b: &Grid, offset: (i32, i32), motion: (i32, i32)) -> Option<(i64, (i64, i64))> {
        let (far_x, far_y) = (i64::from(motion.0), i64::from(motion.1));
        let steps = far_x.abs().max(far_y.abs());
        // i / n of the way, the nearest whole number, halves away from 0.
        let nearest = |far: i64, i: i64| (2 * i * far.abs() + steps).div_euclid(2 * steps) * far.signum();
        (1..=steps).find_map(|i| {
            let place = (offset.0 + nearest(far_x, i) as i32, offset.1 + nearest(far_y, i) as i32);
            overlap(self, b, place).first().map(|pixel| (i - 1, pixel))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIXEL: i64 = 65_536;

    fn hit(time: (u64, u64), point: (i64, i64), normal: (i64, i64)) -> Sweep {
        Sweep::Hit { time, point, normal }
    }

    #[test]
    fn a_dot_against_a_dot() {
        let dot = Grid::draw("#");
        let cast = |x: i64, y: i64, mx: i64, my: i64| dot.cast(&dot, (x, y), (mx, my));
        assert_eq!(cast(-3 * PIXEL, 0, 4 * PIXEL, 0), hit((1, 2), (0, 0), (-1, 0)));
        // Touching exactly at the end is no hit, and neither is sliding along.
        assert_eq!(cast(-3 * PIXEL, 0, 2 * PIXEL, 0), Sweep::Miss);
        assert_eq!(cast(-3 * PIXEL, PIXEL, 9 * PIXEL, 0), Sweep::Miss);
        assert_eq!(cast(-3 * PIXEL, PIXEL - 1, 9 * PIXEL, 0), hit((2, 9), (0, 0), (-1, 0)));
        // Corner on corner.
        assert_eq!(cast(-2 * PIXEL, 2 * PIXEL, 4 * PIXEL, -4 * PIXEL), hit((1, 4), (0, 0), (-1, 1)));
        assert_eq!(cast(0, 0, 0, 0), Sweep::InitialOverlap);
        assert_eq!(cast(PIXEL, 0, -1, 0), hit((0, 1), (0, 0), (1, 0)));
        assert_eq!(cast(PIXEL, 0, 1, 0), Sweep::Miss);
        assert_eq!(cast(PIXEL, PIXEL, -1, 1), Sweep::Miss);
    }

    #[test]
    fn rays() {
        let wall = Grid::draw(
            "##
             #.",
        );
        let ray = |x: i64, y: i64, mx: i64, my: i64| wall.ray_cast((x, y), (mx, my));
        assert_eq!(ray(-PIXEL, PIXEL / 2, 4 * PIXEL, 0), hit((1, 4), (0, 0), (-1, 0)));
        assert_eq!(ray(-PIXEL, 0, 4 * PIXEL, 0), Sweep::Miss, "along the side");
        assert_eq!(
            ray(-PIXEL, PIXEL, 4 * PIXEL, 0),
            hit((1, 4), (0, 0), (-1, 0)),
            "along the seam of the left column"
        );
        assert_eq!(ray(2 * PIXEL, PIXEL, -PIXEL, 0), Sweep::Miss, "along the side of the upper right pixel");
        assert_eq!(
            ray(PIXEL, PIXEL, PIXEL, PIXEL),
            Sweep::Miss,
            "from the inner corner into the clear pixel"
        );
        assert_eq!(ray(PIXEL, PIXEL, PIXEL, -PIXEL), hit((0, 1), (1, 0), (-1, 1)));
        assert_eq!(ray(PIXEL, PIXEL / 2, 0, 0), Sweep::InitialOverlap, "on the seam");
        assert_eq!(ray(0, PIXEL / 2, 0, 9), Sweep::Miss, "on the rim");
    }

    #[test]
    fn steps() {
        let dot = Grid::draw("#");
        assert_eq!(dot.cast_pixels(&dot, (-3, 0), (5, 0)), Some((2, (0, 0))));
        assert_eq!(dot.cast_pixels(&dot, (-3, 0), (2, 0)), None);
        // After one of two steps half a pixel down: rounded away from the start.
        assert_eq!(dot.cast_pixels(&dot, (-1, -1), (2, 1)), Some((0, (0, 0))));
        assert_eq!(dot.cast_pixels(&dot, (-1, 0), (2, 1)), None);
    }
}
