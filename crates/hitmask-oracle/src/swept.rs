//! What several things look like at every moment of straight ways, each rounded to whole pixels for itself.
//!
//! The moments are 0, 1, and every moment at which a coordinate lies halfway between two pixels. Nothing changes between two neighbouring
//! ones, so one look in the middle between them is enough. What is first seen there began just after the earlier one.

use std::cmp::Ordering;

const ONE: i128 = 65_536;

/// A straight way, in 65 536ths of a pixel: from a position at time 0 to a position at time 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StraightWay {
    /// The position at time 0.
    pub from: (i64, i64),
    /// The position at time 1.
    pub to: (i64, i64),
}

/// A moment of some ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instant {
    /// The time in lowest terms. For what is seen between two times, the earlier one.
    pub time: (u64, u64),
    /// The whole pixel of each thing.
    pub pixels: Vec<(i64, i64)>,
}

/// A time: numerator and denominator, which is above 0.
type Time = (i128, i128);

fn compare(a: Time, b: Time) -> Ordering {
    (a.0 * b.1).cmp(&(b.0 * a.1))
}

fn lowest_terms((above, below): Time) -> (u64, u64) {
    let (mut a, mut b) = (below, above);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    ((above / a).try_into().unwrap(), (below / a).try_into().unwrap())
}

/// The pixel of a coordinate at a time. Halves go to the lower pixel.
fn pixel(from: i64, to: i64, (above, below): Time) -> i64 {
    // The coordinate is x / below.
    let x = i128::from(from) * below + (i128::from(to) - i128::from(from)) * above;
    // The least integer that is at least x / (ONE * below) - 1/2.
    let (numerator, denominator) = (2 * x - ONE * below, 2 * ONE * below);
    let floor = numerator.div_euclid(denominator);
    let is_whole = numerator.rem_euclid(denominator) == 0;
    (if is_whole { floor } else { floor + 1 }).try_into().unwrap()
}

/// The times from 0 to 1 at which a coordinate is halfway between two pixels.
fn marks(from: i64, to: i64) -> Vec<Time> {
    let (from, to) = (i128::from(from), i128::from(to));
    let motion = to - from;
    if motion == 0 {
        return Vec::new();
    }
    assert!(motion.abs() < 1 << 38, "the fractions would not fit");
    let first = from.min(to).div_euclid(ONE) - 1;
    let last = from.max(to).div_euclid(ONE) + 1;
    let mut marks = Vec::new();
    for pixel in first..=last {
        let way = pixel * ONE + ONE / 2 - from;
        let time = if motion < 0 { (-way, -motion) } else { (way, motion) };
        if time.0 >= 0 && time.0 <= time.1 {
            marks.push(time);
        }
    }
    marks
}

/// Every look of the ways, in the order of time.
#[must_use]
pub fn instants(ways: &[StraightWay]) -> Vec<Instant> {
    let mut times = vec![(0, 1), (1, 1)];
    for way in ways {
        times.extend(marks(way.from.0, way.to.0));
        times.extend(marks(way.from.1, way.to.1));
    }
    times.sort_by(|&a, &b| compare(a, b));
    times.dedup_by(|a, b| compare(*a, *b) == Ordering::Equal);
    let look = |at: Time, time: Time| Instant {
        time: lowest_terms(time),
        pixels: ways
            .iter()
            .map(|way| (pixel(way.from.0, way.to.0, at), pixel(way.from.1, way.to.1, at)))
            .collect(),
    };
    let mut instants = Vec::new();
    for (i, &time) in times.iter().enumerate() {
        instants.push(look(time, time));
        if let Some(&next) = times.get(i + 1) {
            let middle = (time.0 * next.1 + next.0 * time.1, 2 * time.1 * next.1);
            instants.push(look(middle, time));
        }
    }
    instants
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIXEL: i64 = 65_536;

    fn seen(from: (i64, i64), to: (i64, i64)) -> Vec<((u64, u64), (i64, i64))> {
        let mut seen: Vec<_> =
            instants(&[StraightWay { from, to }]).into_iter().map(|i| (i.time, i.pixels[0])).collect();
        seen.dedup_by_key(|(_, pixel)| *pixel);
        seen
    }

    #[test]
    fn right_and_down_just_after_a_mark_left_and_up_at_it() {
        assert_eq!(seen((0, 0), (PIXEL, 0)), [((0, 1), (0, 0)), ((1, 2), (1, 0))]);
        // A mark at the end is never passed to the right, but reached to the left.
        assert_eq!(seen((0, 0), (PIXEL / 2, 0)), [((0, 1), (0, 0))]);
        assert_eq!(seen((PIXEL, 0), (PIXEL / 2, 0)), [((0, 1), (1, 0)), ((1, 1), (0, 0))]);
        // A mark at the start is passed at once to the right.
        assert_eq!(seen((PIXEL / 2, 0), (PIXEL, 0)), [((0, 1), (0, 0)), ((0, 1), (1, 0))]);
        // At the same mark, up comes before right.
        let both = [((0, 1), (0, 1)), ((1, 2), (0, 0)), ((1, 2), (1, 0))];
        assert_eq!(seen((0, PIXEL), (PIXEL, 0)), both);
    }
}
