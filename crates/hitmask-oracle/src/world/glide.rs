//! What turned and scaled things cover while they move straight: each world pixel is looked at by itself, at every moment at which its
//! centre crosses a line between texels, and once between two such moments.

use std::cmp::Ordering;

use crate::cover::{Cell, Cover};
use crate::swept::{Time, compare, lowest_terms};
use crate::{BentWay, StraightWay};

const ONE: i128 = 65_536;

/// A thing that keeps its matrix and moves straight.
pub struct Gliding<'a> {
    /// What it shows at a texel of the box.
    pub show: &'a dyn Fn(i64, i64) -> Cell,
    /// left, top, right, bottom of all texels that show something; right and bottom are outside.
    pub texels: (i64, i64, i64, i64),
    /// a, b, c, d in 65 536ths.
    pub matrix: [i64; 4],
    /// The way of the point where the texel (0, 0) begins.
    pub way: StraightWay,
}

/// A moment: a time, and whether the one just after it is meant.
pub type Look = ((u64, u64), bool);

/// Strictly between two times.
fn between(a: Time, b: Time) -> Time {
    (a.0 + b.0, a.1 + b.1)
}

fn floor(numerator: i128, denominator: i128) -> i128 {
    numerator.div_euclid(denominator)
}

impl Gliding<'_> {
    /// For the columns and for the rows of texels: what a pixel's x and y are multiplied by, and the determinant by which the sum is divided.
    fn inverse(&self) -> ([[i128; 2]; 2], i128) {
        let [a, b, c, d] = self.matrix.map(i128::from);
        let det = a * d - b * c;
        if det > 0 { ([[d, -b], [-c, a]], det) } else { ([[-d, b], [c, -a]], -det) }
    }

    /// Where it is, times the denominator of the time.
    fn place(&self, (above, below): Time) -> [i128; 2] {
        let StraightWay { from, to } = self.way;
        [(from.0, to.0), (from.1, to.1)].map(|(from, to)| {
            let (from, to) = (i128::from(from), i128::from(to));
            from * below + (to - from) * above
        })
    }

    /// What it shows at a pixel.
    #[must_use]
    pub fn cell(&self, x: i64, y: i64, time: Time) -> Cell {
        let (by, det) = self.inverse();
        let place = self.place(time);
        let apart = [x, y].map(|p| (i128::from(p) * ONE + ONE / 2) * time.1);
        let texel = by.map(|[by_x, by_y]| {
            let value = by_x * (apart[0] - place[0]) + by_y * (apart[1] - place[1]);
            // A little to the right of the centre, and much less than that below it.
            let grows = if by_x == 0 { by_y > 0 } else { by_x > 0 };
            let one = det * time.1;
            let is_on_a_line = value.rem_euclid(one) == 0;
            i64::try_from(floor(value, one)).unwrap() - i64::from(is_on_a_line && !grows)
        });
        let (x0, y0, x1, y1) = self.texels;
        if texel[0] < x0 || texel[0] >= x1 || texel[1] < y0 || texel[1] >= y1 {
            return Cell::default();
        }
        (self.show)(texel[0], texel[1])
    }

    /// The times from 0 to 1 at which a pixel's centre lies on a line between texels.
    fn times(&self, x: i64, y: i64) -> Vec<Time> {
        let (by, det) = self.inverse();
        let (start, end) = (self.place((0, 1)), self.place((1, 1)));
        let (x0, y0, x1, y1) = self.texels;
        let mut times = Vec::new();
        for ([by_x, by_y], lines) in by.into_iter().zip([x0..=x1, y0..=y1]) {
            let value = |place: [i128; 2]| {
                let [px, py] = [x, y].map(|p| i128::from(p) * ONE + ONE / 2);
                by_x * (px - place[0]) + by_y * (py - place[1])
            };
            let (from, to) = (value(start), value(end));
            if from == to {
                continue;
            }
            for line in lines {
                let (above, below) = (i128::from(line) * det - from, to - from);
                let time = if below < 0 { (-above, -below) } else { (above, below) };
                if time.0 >= 0 && time.0 <= time.1 {
                    times.push(time);
                }
            }
        }
        times
    }

    /// A box around all that it covers on its way, and some pixels more: left, top, right, bottom.
    fn window(&self) -> (i64, i64, i64, i64) {
        let [a, b, c, d] = self.matrix.map(i128::from);
        let (x0, y0, x1, y1) = self.texels;
        let mut xs = Vec::new();
        let mut ys = Vec::new();
        for place in [self.place((0, 1)), self.place((1, 1))] {
            for (u, v) in [(x0, y0), (x1, y0), (x0, y1), (x1, y1)] {
                let (u, v) = (i128::from(u), i128::from(v));
                xs.push(floor(place[0] + a * u + b * v, ONE) as i64);
                ys.push(floor(place[1] + c * u + d * v, ONE) as i64);
            }
        }
        let (least, end) = (i64::from(i32::MIN), i64::from(i32::MAX) + 1);
        let low = |all: &[i64]| (all.iter().min().unwrap() - 2).max(least);
        let high = |all: &[i64]| (all.iter().max().unwrap() + 3).min(end);
        (low(&xs), low(&ys), high(&xs), high(&ys))
    }

    fn is_nothing(&self) -> bool {
        self.texels.0 >= self.texels.2 || self.texels.1 >= self.texels.3
    }

    fn all_times(&self) -> Vec<Time> {
        let (x0, y0, x1, y1) = self.window();
        (y0..y1).flat_map(|y| (x0..x1).flat_map(move |x| self.times(x, y))).collect()
    }

    fn cover(&self, time: Time) -> Cover {
        Cover::from_fn(self.window(), |x, y| self.cell(x, y, time))
    }
}

/// Whether two things meet at a pixel.
fn meet(a: Cell, b: Cell, by_sum: bool) -> bool {
    let sum = u16::from(a.alpha) + u16::from(b.alpha);
    if by_sum { a.alpha > 0 && b.alpha > 0 && sum >= 255 } else { a.solid && b.solid }
}

/// The first look at which two things meet at some pixel.
#[must_use]
pub fn first_glide(a: &Gliding<'_>, b: &Gliding<'_>, by_sum: bool) -> Option<Look> {
    first_glide_while(a, b, by_sum, &[], &|_, _| true)
}

/// As [`first_glide`], for two things that move within edges. Their own ways don't count. Returns the straight ways of that moment, too.
#[must_use]
pub fn first_bent_glide(
    [a, b]: [&Gliding<'_>; 2],
    ways: [&BentWay; 2],
    by_sum: bool,
) -> Option<(Look, [StraightWay; 2])> {
    let [ones, others] = ways.map(BentWay::straight_parts);
    let mut best: Option<(Look, [StraightWay; 2])> = None;
    for &(start, end, one) in &ones {
        for &(other_start, other_end, other) in &others {
            let parts = [Gliding { way: one, ..*a }, Gliding { way: other, ..*b }];
            // A part holds at its ends only if it leads to where the thing is then.
            let holds = |at: Time, is_after: bool| {
                let is_inside = |start: Time, end: Time| {
                    let (since, until) = (compare(start, at), compare(at, end));
                    since == Ordering::Less && until == Ordering::Less
                        || !is_after && since != Ordering::Greater && until != Ordering::Greater
                };
                is_inside(start, end)
                    && is_inside(other_start, other_end)
                    && (0..2).all(|i| parts[i].place(at) == ways[i].place(at))
            };
            let breaks = [start, end, other_start, other_end];
            let Some(look) = first_glide_while(&parts[0], &parts[1], by_sum, &breaks, &holds) else {
                continue;
            };
            let time = |look: Look| (i128::from(look.0.0), i128::from(look.0.1));
            if best.is_none_or(|(best, _)| {
                compare(time(look), time(best)).then(look.1.cmp(&best.1)) == Ordering::Less
            }) {
                best = Some((look, [one, other]));
            }
        }
    }
    best
}

/// As [`first_glide`], only at looks at which something holds. `breaks` are times at which that changes.
fn first_glide_while(
    a: &Gliding<'_>,
    b: &Gliding<'_>,
    by_sum: bool,
    breaks: &[Time],
    holds: &dyn Fn(Time, bool) -> bool,
) -> Option<Look> {
    if a.is_nothing() || b.is_nothing() {
        return None;
    }
    let (p, q) = (a.window(), b.window());
    let (x0, y0, x1, y1) = (p.0.max(q.0), p.1.max(q.1), p.2.min(q.2), p.3.min(q.3));
    let mut best: Option<(Time, bool)> = None;
    for (x, y) in (y0..y1).flat_map(|y| (x0..x1).map(move |x| (x, y))) {
        let mut times = vec![(0, 1), (1, 1)];
        times.extend(a.times(x, y));
        times.extend(b.times(x, y));
        times.extend(breaks);
        times.sort_by(|&a, &b| compare(a, b));
        times.dedup_by(|a, b| compare(*a, *b) == Ordering::Equal);
        let meets = |time: Time| {
            let cell = a.cell(x, y, time);
            (cell.solid || cell.alpha > 0) && meet(cell, b.cell(x, y, time), by_sum)
        };
        let mut looks = times.iter().enumerate().flat_map(|(i, &time)| {
            let after = times.get(i + 1).map(|&next| (time, between(time, next), true));
            std::iter::once((time, time, false)).chain(after)
        });
        let found = looks.find_map(|(time, at, after)| {
            let is_late = best.is_some_and(|(best, best_after)| {
                compare(time, best).then(after.cmp(&best_after)) != Ordering::Less
            });
            if is_late { Some(None) } else { (holds(at, after) && meets(at)).then_some(Some((time, after))) }
        });
        best = found.flatten().or(best);
    }
    best.map(|(time, after)| (lowest_terms(time), after))
}

/// What things cover at a look.
#[must_use]
pub fn glide_covers(things: [&Gliding<'_>; 2], (time, after): Look) -> [Cover; 2] {
    let mut time = (i128::from(time.0), i128::from(time.1));
    if after {
        let later = |other: &Time| compare(*other, time) == Ordering::Greater;
        let all = things.into_iter().flat_map(Gliding::all_times).chain([(1, 1)]);
        let next = all.filter(later).min_by(|&a, &b| compare(a, b));
        time = between(time, next.expect("nothing is just after 1"));
    }
    things.map(|thing| thing.cover(time))
}
