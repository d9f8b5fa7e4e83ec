//! Questions between steps.

use super::script::{
    Caster, Closest, Contact, Filter, Given, Impact, Met, Nearest, Newcomer, Place, Probe, Struck,
};
use super::shape::{Figure, Pixel, Q16};
use super::truth::{Anchor, ONE, Thing, Truth, UNKNOWN, nearest_pixel, pixel, reduced, wide};
use crate::cover::Cover;
use crate::{Grid, StraightWay, Sweep, closest_of, instants};

/// A moment of a motion: its time, by how many pixels the thing has moved, and what it covers.
struct Look {
    time: (u64, u64),
    by: (i64, i64),
    cover: Cover,
}

/// Bresenham's loop, in its usual form.
fn bresenham((mut x, mut y): (i64, i64), (x1, y1): (i64, i64)) -> Vec<(i64, i64)> {
    let (dx, dy) = ((x1 - x).abs(), -(y1 - y).abs());
    let (sx, sy) = ((x1 - x).signum(), (y1 - y).signum());
    let mut error = dx + dy;
    let mut pixels = vec![(x, y)];
    while (x, y) != (x1, y1) {
        let twice = 2 * error;
        if twice >= dy {
            error += dy;
            x += sx;
        }
        if twice <= dx {
            error += dx;
            y += sy;
        }
        pixels.push((x, y));
    }
    pixels
}

impl Truth<'_> {
    /// How far it is from one coordinate to another, the short way around.
    fn way(&self, (x, y): (i64, i64), (u, v): (i64, i64)) -> (i64, i64) {
        let around = |way: i64, size: i64| way.rem_euclid(size).min((-way).rem_euclid(size));
        match self.wrap {
            None => ((u - x).abs(), (v - y).abs()),
            Some((w, h)) => (around(u - x, w), around(v - y, h)),
        }
    }

    pub(super) fn nearest(&self, at: (i64, i64), within: i64, filter: &Filter) -> Option<Nearest> {
        let mut all = Vec::new();
        for (number, thing) in self.through(None, filter) {
            for (px, py) in self.cover(thing).solid_points() {
                let (dx, dy) = self.way(at, (px, py));
                all.push((dx * dx + dy * dy, thing.key, py, px, number));
            }
        }
        let (squared, _, y, x, collider) = all.into_iter().min()?;
        let pixel = pixel((x, y));
        (i128::from(squared) <= i128::from(within).pow(2)).then_some(Nearest {
            collider,
            pixel,
            squared: squared as u64,
        })
    }

    /// The colliders that a probe touches. Their own tests are not asked.
    pub(super) fn query(&self, probe: &Probe, filter: &Filter) -> Vec<Contact> {
        let is_line = matches!(probe, Probe::Line(..));
        let (cover, by_sum) = match probe {
            Probe::Point(pixel) => (Cover::points(&[wide(*pixel)]), false),
            Probe::Line(from, to) => (Cover::points(&bresenham(wide(*from), wide(*to))), false),
            Probe::Shape { shape, pose } => {
                (shape.cover(*pose, self.book), Figure::Shape(shape.clone()).is_by_sum())
            }
        };
        let touched = |(collider, thing): (usize, &Thing)| {
            let by_sum = by_sum || thing.figure.is_by_sum();
            let touch = self.on_torus(&cover).touch(&self.cover(thing), by_sum)?;
            let mut touch = self.told_touch(touch, &cover, &self.cover_on_plane(thing), by_sum);
            if is_line {
                (touch.normal, touch.separation) = (self.wrap.map(|_| UNKNOWN), self.wrap.map(|_| UNKNOWN));
            }
            Some(Contact { collider, touch, data: thing.data })
        };
        self.through(None, filter).into_iter().filter_map(touched).collect()
    }

    pub(super) fn on_line(
        &self,
        from: (i64, i64),
        to: (i64, i64),
        filter: &Filter,
    ) -> Option<(usize, Pixel, u64)> {
        let all = self.through(None, filter);
        bresenham(from, to).into_iter().zip(0..).find_map(|(at, steps)| {
            let (x, y) = self.reduced_pixel(at);
            let hit = all.iter().find(|(_, thing)| self.cover(thing).at(x, y).solid)?;
            Some((hit.0, pixel((x, y)), steps))
        })
    }

    /// Where a ray hits all colliders together, and the lowest of those that cover a pixel there.
    pub(super) fn ray(&self, from: Q16, motion: Q16, filter: &Filter) -> Option<(usize, Struck)> {
        // The pixels near the ray, those of a torus as often as they lie there.
        let ends = |axis: usize| {
            let (from, to) = (from[axis] >> 16, (from[axis] + motion[axis]) >> 16);
            (from.min(to) - 2, from.max(to) + 3)
        };
        let ((x0, x1), (y0, y1)) = (ends(0), ends(1));
        let all: Vec<_> = self
            .through(None, filter)
            .into_iter()
            .map(|(number, thing)| (thing.key, number, self.cover(thing)))
            .collect();
        let owner = |u: i64, v: i64| {
            let (x, y) = self.reduced_pixel((x0 + u, y0 + v));
            all.iter().filter(|(.., cover)| cover.at(x, y).solid).map(|&(key, number, _)| (key, number)).min()
        };
        let grid =
            Grid::from_fn((x1 - x0) as usize, (y1 - y0) as usize, |u, v| owner(u as i64, v as i64).is_some());
        let (start, motion) = ((from[0] - x0 * ONE, from[1] - y0 * ONE), (motion[0], motion[1]));
        // The pixels that lie around the ray where it is stopped.
        let (struck, at) = match grid.ray_cast(start, motion) {
            Sweep::Miss => return None,
            Sweep::InitialOverlap => (None, (0, 1)),
            Sweep::Hit { time, point, normal } => {
                let at = pixel(self.reduced_pixel((point.0 + x0, point.1 + y0)));
                (Some((time, at, pixel(normal))), time)
            }
        };
        let beside = |start: i64, motion: i64| {
            let (n, d) = (i128::from(at.0), i128::from(at.1));
            let (place, one) = (i128::from(start) * d + i128::from(motion) * n, i128::from(ONE) * d);
            let line = place.div_euclid(one) as i64;
            match place.rem_euclid(one) {
                0 if struck.is_some() && motion > 0 => line..=line,
                0 if struck.is_some() && motion < 0 => line - 1..=line - 1,
                0 => line - 1..=line,
                _ => line..=line,
            }
        };
        let (xs, ys) = (beside(start.0, motion.0), beside(start.1, motion.1));
        let owners = ys.flat_map(|y| xs.clone().map(move |x| (x, y))).filter_map(|(x, y)| owner(x, y));
        Some((owners.min().expect("the ray was stopped").1, struck))
    }

    /// Normal, separation and closest pixels of two.
    pub(super) fn relate(&self, a: usize, b: usize) -> Given {
        if !self.is_there(a) || !self.is_there(b) {
            return Given::Gone;
        }
        let [one, other] = [a, b].map(|number| self.thing(number));
        let by_sum = one.figure.is_by_sum() || other.figure.is_by_sum();
        let plane = [one, other].map(|thing| self.cover_on_plane(thing));
        let (normal, separation) = self.directions(&plane[0], &plane[1], by_sum);
        let [ours, theirs] = [one, other].map(|thing| self.cover(thing).counted_points(by_sum));
        let closest = match self.wrap {
            _ if ours.is_empty() || theirs.is_empty() => Closest::Nothing,
            None => closest_of(&ours, &theirs).map_or(Closest::Overlapping, |found| Closest::Apart {
                squared: found.squared,
                a: pixel(found.a),
                b: pixel(found.b),
            }),
            Some(_) => {
                let pairs = ours.iter().flat_map(|&a| theirs.iter().map(move |&b| (a, b)));
                let gaps = pairs.map(|(a, b)| {
                    let (dx, dy) = self.way(a, b);
                    let far = (dx - 1).max(0).pow(2) + (dy - 1).max(0).pow(2);
                    ((dx, dy) != (0, 0), far, a.1, a.0, b.1, b.0)
                });
                let (is_apart, squared, ay, ax, by, bx) = gaps.min().expect("there are pixels");
                let (a, b, squared) = (pixel((ax, ay)), pixel((bx, by)), squared as u64);
                if is_apart { Closest::Apart { squared, a, b } } else { Closest::Overlapping }
            }
        };
        Given::Relation { normal: normal.expect("it is asked for"), separation, closest }
    }

    pub(super) fn casts(&self, what: &Caster, motion: Q16, filter: &Filter) -> Vec<Met> {
        let thing = match what {
            Caster::Collider(number) if !self.is_there(*number) => return Vec::new(),
            Caster::Collider(number) => self.thing(*number).clone(),
            Caster::Probe { shape, pose } => {
                Thing::new(&Newcomer::new(shape.clone().into(), Place::Pose(*pose)), [0; 2], None)
            }
        };
        let itself = if let Caster::Collider(number) = what { Some(*number) } else { None };
        let (by_sum, anchor, position) = (thing.figure.is_by_sum(), thing.anchor(), thing.place.position());
        let Anchor { point: [x, y], .. } = anchor;
        let first = nearest_pixel([x, y]);
        // All moments at which it covers other pixels than before.
        let mut looks: Vec<Look> = Vec::new();
        for look in instants(&[StraightWay { from: (x, y), to: (x + motion[0], y + motion[1]) }]) {
            let by = (look.pixels[0].0 - first.0, look.pixels[0].1 - first.1);
            if looks.last().is_none_or(|last| last.by != by) {
                looks.push(Look { time: look.time, by, cover: self.on_torus(&self.cover_moved(&thing, by)) });
            }
        }
        let mut met = Vec::new();
        for (collider, thing) in self.through(itself, filter) {
            let by_sum = by_sum || thing.figure.is_by_sum();
            let still = self.cover(thing);
            let touches = |look: &Look| still.touch(&look.cover, by_sum);
            let Some((order, touch)) =
                looks.iter().enumerate().find_map(|(order, look)| Some((order, touches(look)?)))
            else {
                continue;
            };
            let at = pixel(touch.first);
            let impact = match order.checked_sub(1) {
                None => Impact::InitialOverlap { pixel: at },
                Some(before) => {
                    let (time, now, before) = (looks[order].time, looks[order].by, looks[before].by);
                    let free =
                        reduced([position[0] + before.0 * ONE, position[1] + before.1 * ONE], self.wrap);
                    let normal = pixel((before.0 - now.0, before.1 - now.1));
                    Impact::Hit { time, free, pixel: at, normal }
                }
            };
            met.push((order, thing.key, Met { collider, impact }));
        }
        met.sort_by_key(|&(order, key, _)| (order, key));
        met.into_iter().map(|(.., met)| met).collect()
    }
}
