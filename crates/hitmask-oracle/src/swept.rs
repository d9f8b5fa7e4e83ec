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
pub(crate) type Time = (i128, i128);

pub(crate) fn compare(a: Time, b: Time) -> Ordering {
    (a.0 * b.1).cmp(&(b.0 * a.1))
}

pub(crate) fn lowest_terms((above, below): Time) -> (u64, u64) {
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

/// What happens to a thing at the edges of a world that reaches from 0 to a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// It goes on.
    Open,
    /// It bounces back.
    Bounce,
    /// It comes in on the other side. It is never at the far edge itself.
    Wrap,
}

/// The way of a thing in one step, within edges. In 65 536ths of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BentWay {
    /// The position at time 0.
    pub at: (i64, i64),
    /// How far it goes.
    pub by: (i64, i64),
    /// The far edges.
    pub size: (i64, i64),
    /// What happens at the edges.
    pub edges: Edges,
    /// From the position to the point that is rounded to whole pixels: a number of half pixels.
    pub anchor: (i64, i64),
}

impl BentWay {
    /// The pixel at a time: that of the place to which this part of the way leads if it is made as one step.
    fn pixel(&self, (above, below): Time) -> (i64, i64) {
        let axis = |at: i64, by: i64, size: i64, anchor: i64| {
            let [at, by, size, anchor] = [at, by, size, anchor].map(i128::from);
            // All of them times `below`.
            let (x, size) = (at * below + by * above, size * below);
            let x = match self.edges {
                Edges::Open => x,
                Edges::Wrap => x.rem_euclid(size),
                Edges::Bounce => x.rem_euclid(2 * size).min(2 * size - x.rem_euclid(2 * size)),
            };
            let (numerator, denominator) = (2 * (x + anchor * below) - ONE * below, 2 * ONE * below);
            i64::try_from(-(-numerator).div_euclid(denominator)).unwrap()
        };
        (
            axis(self.at.0, self.by.0, self.size.0, self.anchor.0),
            axis(self.at.1, self.by.1, self.size.1, self.anchor.1),
        )
    }

    /// The point that is rounded, at a time, times the denominator of the time.
    pub(crate) fn place(&self, (above, below): Time) -> [i128; 2] {
        let axis = |at: i64, by: i64, size: i64, anchor: i64| {
            let [at, by, size, anchor] = [at, by, size, anchor].map(i128::from);
            let (x, size) = (at * below + by * above, size * below);
            let x = match self.edges {
                Edges::Open => x,
                Edges::Wrap => x.rem_euclid(size),
                Edges::Bounce => x.rem_euclid(2 * size).min(2 * size - x.rem_euclid(2 * size)),
            };
            x + anchor * below
        };
        [
            axis(self.at.0, self.by.0, self.size.0, self.anchor.0),
            axis(self.at.1, self.by.1, self.size.1, self.anchor.1),
        ]
    }

    /// Its straight parts: from when until when, and the way as if the whole step went like this.
    pub(crate) fn straight_parts(&self) -> Vec<(Time, Time, StraightWay)> {
        let mut breaks: Vec<Time> = vec![(0, 1), (1, 1)];
        for (at, by, size) in [(self.at.0, self.by.0, self.size.0), (self.at.1, self.by.1, self.size.1)] {
            let [at, by, size] = [at, by, size].map(i128::from);
            if by == 0 || self.edges == Edges::Open {
                continue;
            }
            for edge in at.min(at + by).div_euclid(size)..=at.max(at + by).div_euclid(size) + 1 {
                let time = if by < 0 { (at - edge * size, -by) } else { (edge * size - at, by) };
                if time.0 >= 0 && time.0 <= time.1 {
                    breaks.push(time);
                }
            }
        }
        breaks.sort_by(|&a, &b| compare(a, b));
        breaks.dedup_by(|a, b| compare(*a, *b) == Ordering::Equal);
        let part = |start: Time, end: Time| {
            let middle = (start.0 + end.0, start.1 + end.1);
            let axis = |at: i64, by: i64, size: i64, anchor: i64| {
                let place = i128::from(at) * middle.1 + i128::from(by) * middle.0;
                let laps = i64::try_from(place.div_euclid(i128::from(size) * middle.1)).unwrap();
                let straight = |x: i64| match self.edges {
                    Edges::Open => x,
                    Edges::Bounce if laps % 2 != 0 => (laps + 1) * size - x,
                    Edges::Wrap | Edges::Bounce => x - laps * size,
                };
                [straight(at) + anchor, straight(at + by) + anchor]
            };
            let [x, to_x] = axis(self.at.0, self.by.0, self.size.0, self.anchor.0);
            let [y, to_y] = axis(self.at.1, self.by.1, self.size.1, self.anchor.1);
            (start, end, StraightWay { from: (x, y), to: (to_x, to_y) })
        };
        breaks.windows(2).map(|pair| part(pair[0], pair[1])).collect()
    }

    /// The times at which it is at a whole or a half pixel. The edges are whole pixels.
    fn times(&self) -> Vec<Time> {
        let mut times = Vec::new();
        for (at, by) in [(self.at.0, self.by.0), (self.at.1, self.by.1)] {
            let [at, by] = [at, by].map(i128::from);
            let half = ONE / 2;
            for mark in at.min(at + by).div_euclid(half)..=at.max(at + by).div_euclid(half) {
                let time = if by < 0 { (at - mark * half, -by) } else { (mark * half - at, by) };
                if time.1 > 0 && time.0 >= 0 && time.0 <= time.1 {
                    times.push(time);
                }
            }
        }
        times
    }
}

/// As [`instants`], for ways within edges.
#[must_use]
pub fn bent_instants(ways: &[BentWay]) -> Vec<Instant> {
    let mut times = vec![(0, 1), (1, 1)];
    times.extend(ways.iter().flat_map(BentWay::times));
    times.sort_by(|&a, &b| compare(a, b));
    times.dedup_by(|a, b| compare(*a, *b) == Ordering::Equal);
    let look = |at: Time, time: Time| Instant {
        time: lowest_terms(time),
        pixels: ways.iter().map(|way| way.pixel(at)).collect(),
    };
    let mut instants = Vec::new();
    for (i, &time) in times.iter().enumerate() {
        instants.push(look(time, time));
        if let Some(&next) = times.get(i + 1) {
            instants.push(look((time.0 * next.1 + next.0 * time.1, 2 * time.1 * next.1), time));
        }
    }
    instants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_within_edges() {
        let seen = |edges: Edges, from: i64, by: i64| {
            let (at, by) = ((from * PIXEL, 0), (by * PIXEL, 0));
            let way = BentWay { at, by, size: (4 * PIXEL, PIXEL), edges, anchor: (0, 0) };
            let mut seen: Vec<i64> = bent_instants(&[way]).iter().map(|look| look.pixels[0].0).collect();
            seen.dedup();
            seen
        };
        assert_eq!(seen(Edges::Open, 3, 3), [3, 4, 5, 6]);
        assert_eq!(seen(Edges::Bounce, 3, 3), [3, 4, 3, 2]);
        assert_eq!(seen(Edges::Bounce, 1, -3), [1, 0, 1, 2]);
        // Near the far edge the nearest pixel is the one beyond it.
        assert_eq!(seen(Edges::Wrap, 3, 3), [3, 4, 0, 1, 2]);
        assert_eq!(seen(Edges::Wrap, 1, -3), [1, 0, 4, 3, 2]);
        let straight = StraightWay { from: (7 * PIXEL, -3), to: (-9 * PIXEL, 5 * PIXEL) };
        let open = BentWay {
            at: straight.from,
            by: (-16 * PIXEL, 5 * PIXEL + 3),
            size: (PIXEL, PIXEL),
            edges: Edges::Open,
            anchor: (0, 0),
        };
        let changes = |all: Vec<Instant>| {
            let mut all: Vec<_> = all.into_iter().map(|look| (look.time, look.pixels)).collect();
            all.dedup_by(|a, b| a.1 == b.1);
            all
        };
        assert_eq!(changes(bent_instants(&[open])), changes(instants(&[straight])));
    }

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
