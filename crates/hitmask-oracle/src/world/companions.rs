//! Movers among crates, which are pushed and carry others; and solids that change in one jump.

use super::script::{Attempt, Filter, Fitting, Given, Kind, Setting, Stop};
use super::shape::Q16;
use super::truth::{ONE, Thing, Truth, nearest_pixel, pixel};
use super::walk::Ahead;
use crate::{Affine, Convoy, Fellow, Role, Rules, texel_at};

/// The first pixel of what refused a step, and that step.
type RefusedStep = Option<((usize, (i64, i64)), (i64, i64))>;

/// The whole pixel of a coordinate in 65 536ths.
fn whole(at: i64) -> i64 {
    nearest_pixel([at, 0]).0 * ONE
}

impl Truth<'_> {
    pub(super) fn has_crates(&self) -> bool {
        self.all().iter().any(|(_, thing)| thing.kind == Kind::Crate)
    }

    /// Whether one of those that are named as riders is something that nothing carries.
    pub(super) fn cannot_ride(&self, solid: usize, riders: &[usize]) -> bool {
        let cannot = |thing: &Thing| {
            let is_near = thing.rule.enabled && thing.rule.space == self.thing(solid).rule.space;
            !matches!(thing.kind, Kind::Character | Kind::Crate) || thing.tie.is_some() || !is_near
        };
        riders.iter().any(|&rider| rider == solid || !self.is_there(rider) || cannot(self.thing(rider)))
    }

    /// All that could move or be in the way of a leader, and their numbers. On the plane; nothing is a part.
    fn convoy(&self, leader: usize, filter: &Filter) -> (Convoy, Vec<usize>, usize) {
        let mut all = self.through(Some(leader), filter);
        all.retain(|(number, thing)| *number != leader && thing.kind != Kind::Sensor);
        all.push((leader, self.thing(leader)));
        all.sort_by_key(|(_, thing)| thing.key);
        let numbers: Vec<usize> = all.iter().map(|it| it.0).collect();
        let index = |number: usize| numbers.iter().position(|&it| it == number);
        let fellow = |thing: &Thing| {
            let role = match (thing.kind, thing.open()) {
                (_, Some(open)) => Role::OneWay(open),
                (Kind::Crate, _) => Role::Crate,
                (Kind::Character, _) => Role::Character,
                _ => Role::Solid,
            };
            let (x, y) = nearest_pixel(thing.place.position());
            let picture = self.cover_on_plane(thing).moved((-x, -y));
            let mut fellow = Fellow::new(picture, (x, y), role, thing.up.map(super::Side::vector));
            fellow.support = thing.support.and_then(index);
            fellow
        };
        let convoy = Convoy(all.iter().map(|(_, thing)| fellow(thing)).collect());
        let at = index(leader).expect("itself");
        (convoy, numbers, at)
    }

    /// Takes over where a convoy has led all but its leader.
    fn take_over(&mut self, convoy: &Convoy, numbers: &[usize], leader: usize) {
        self.take_places(convoy, numbers, leader);
        for (&number, fellow) in numbers.iter().zip(&convoy.0) {
            let is_movable = matches!(fellow.role, Role::Crate | Role::Character);
            // What is not there now may come back: what was decided stays until it is asked for.
            let was_there = self.thing(number).support.is_none_or(|old| numbers.contains(&old));
            if is_movable && (was_there || fellow.support.is_some()) {
                self.thing_mut(number).support = fellow.support.map(|index| numbers[index]);
            }
        }
    }

    fn take_places(&mut self, convoy: &Convoy, numbers: &[usize], leader: usize) {
        for (&number, fellow) in numbers.iter().zip(&convoy.0) {
            let position = self.thing(number).place.position();
            let from = nearest_pixel(position);
            let by = [fellow.place.0 - from.0, fellow.place.1 - from.1];
            if number != leader && by != [0, 0] {
                let to = [0, 1].map(|axis| position[axis] + by[axis] * ONE);
                self.set(number, &Setting::Position(to));
            }
        }
    }

    /// Those that what carries them bears.
    fn borne(&self) -> Vec<usize> {
        let all = self.all().into_iter().filter(|(_, thing)| thing.support.is_some());
        let bears = |&(number, thing): &(usize, &Thing)| self.support(number) == thing.support;
        all.filter(bears).map(|it| it.0).collect()
    }

    /// Decides anew what carries these, if they have lost what did.
    fn decide(&mut self, borne: &[usize]) {
        for &number in borne {
            self.thing_mut(number).support = self.support(number);
        }
    }

    /// Frees something with all that rides on it, if it is a crate. If they would be left inside it, they are in its way; if even so one would be,
    /// they stay. Returns whom it pushed and carried, too.
    fn free(&mut self, number: usize, limit: i64, filter: &Filter) -> (Fitting, [Vec<usize>; 2]) {
        let thing = self.tried(number, &Attempt::Unstick);
        if thing.kind != Kind::Crate || thing.tie.is_some() {
            let fitting = self.fitting(&thing, number, limit, filter, &[]);
            self.settle_fit(number, thing, fitting);
            return (fitting, [Vec::new(), Vec::new()]);
        }
        let (convoy, numbers, leader) = self.convoy(number, &Filter::default());
        let mut without: Vec<usize> = convoy.column(leader).into_iter().map(|index| numbers[index]).collect();
        let mut carries = true;
        loop {
            let fitting = self.fitting(&thing, number, limit, filter, &without);
            let by = if let Fitting::Moved([x, y]) = fitting { (x.into(), y.into()) } else { (0, 0) };
            let mut gone = convoy.clone();
            if by != (0, 0) && carries {
                let ways: Vec<_> = gone.riders(leader).into_iter().map(|rider| (rider, by)).collect();
                gone.carry_by(leader, &ways, &[]);
            }
            if carries && !gone.met(leader, by).is_empty() {
                carries = !without.is_empty();
                without.clear();
                continue;
            }
            self.settle_fit(number, thing, fitting);
            self.take_places(&gone, &numbers, number);
            return (fitting, [0, 1].map(|kind| were(&gone, &numbers, kind)));
        }
    }

    pub(super) fn unstick(&mut self, number: usize, limit: i64, filter: &Filter) -> Fitting {
        let mut borne = self.borne();
        borne.push(number);
        let (fitting, _) = self.free(number, limit, filter);
        if let Fitting::Moved(_) = fitting {
            self.decide(&borne);
        }
        fitting
    }

    pub(super) fn slide_among_crates(
        &mut self,
        number: usize,
        motion: Q16,
        most: u32,
        filter: &Filter,
    ) -> Given {
        self.thing_mut(number).whole = true;
        let [x, y] = self.thing(number).place.position();
        let (mut convoy, numbers, mover) = self.convoy(number, filter);
        let most = most as usize;
        let before = convoy.clone();
        let rules = Rules { up: None, step_up: 0, step_down: 0, corner: 0, drop: false };
        let Some(ended) = convoy.slide(mover, (x, y), (motion[0], motion[1]), most, rules) else {
            let is_met = |j: &usize| {
                let is_solid = matches!(before.0[*j].role, Role::Solid | Role::Crate);
                *j != mover && is_solid && before.0[mover].meets((0, 0), &before.0[*j])
            };
            let stuck = (0..before.0.len()).find(is_met).map(|j| numbers[j]);
            return Given::Slid {
                position: [x, y],
                velocity: [0, 0],
                floor: None,
                ceiling: None,
                wall: None,
                stuck,
                all: Vec::new(),
                slope: None,
            };
        };
        let lean = (motion[0].signum(), motion[1].signum());
        let up = convoy.0[mover].up;
        let ahead = Ahead::new(up, lean);
        let refusal = |by: (i64, i64)| convoy.refusal(mover, by, most);
        let named = |(index, at): (usize, (i64, i64)), by: (i64, i64)| Stop {
            collider: numbers[index],
            pixel: pixel(at),
            normal: pixel((-by.0, -by.1)),
        };
        let (first, second) = (refusal(ahead.first), refusal(ahead.second));
        let falls = up.is_some_and(|up| ahead.first != up);
        let (mut floor, mut ceiling, mut wall) = (None, None, None);
        if up.is_none() {
            let both = [first.map(|it| (it, ahead.first)), second.map(|it| (it, ahead.second))];
            wall = both.into_iter().flatten().min_by_key(|((index, _), _)| *index);
        } else {
            wall = second.map(|it| (it, ahead.second)).or(wall);
            *(if falls { &mut floor } else { &mut ceiling }) = first.map(|it| (it, ahead.first));
            let support = convoy.support_now(mover);
            let borne = support.and_then(|index| Some((index, convoy.borne_at(mover, index)?)));
            floor = floor.map(|(it, by)| (borne.unwrap_or(it), by));
        }
        // What refuses a step on each axis.
        let is_first_x = if up.is_none() { true } else { ahead.first.0 != 0 };
        let (by_x, by_y) = if is_first_x { (first, second) } else { (second, first) };
        let stopped = [by_x.is_some(), by_y.is_some()];
        let end = [x + motion[0], y + motion[1]];
        let rest = |axis: usize| {
            let rest = end[axis] - whole(end[axis]);
            let one = if axis == 0 { (rest.signum(), 0) } else { (0, rest.signum()) };
            if ended[axis] || rest != 0 && refusal(one).is_some() { 0 } else { rest }
        };
        let place = convoy.0[mover].place;
        let position = [place.0 * ONE + rest(0), place.1 * ONE + rest(1)];
        let stop = |it: RefusedStep| it.map(|(it, by)| named(it, by));
        let slid = Given::Slid {
            position,
            velocity: [0, 1].map(|axis| if stopped[axis] { 0 } else { motion[axis] }),
            floor: stop(floor),
            ceiling: stop(ceiling),
            wall: stop(wall),
            stuck: None,
            all: Vec::new(),
            slope: None,
        };
        self.take_over(&convoy, &numbers, number);
        self.thing_mut(number).support = convoy.0[mover].support.map(|index| numbers[index]);
        self.set(number, &Setting::Position(position));
        slid
    }

    pub(super) fn move_solid_among_crates(
        &mut self,
        number: usize,
        motion: Q16,
        riders: &[usize],
        rules: Rules,
    ) -> Given {
        if self.cannot_ride(number, riders) {
            return Given::InvalidArgument;
        }
        self.thing_mut(number).whole = true;
        let [x, y] = self.thing(number).place.position();
        let (mut convoy, numbers, leader) = self.convoy(number, &Filter::default());
        let riders: Vec<usize> =
            (0..numbers.len()).filter(|&index| riders.contains(&numbers[index])).collect();
        convoy.move_solid(leader, (x, y), (motion[0], motion[1]), &riders, rules);
        self.take_over(&convoy, &numbers, number);
        let position = [x + motion[0], y + motion[1]];
        self.set(number, &Setting::Position(position));
        let [pushed, carried, crushed] = [0, 1, 2].map(|kind| were(&convoy, &numbers, kind));
        Given::Moved { position, pushed, carried, crushed, places: Vec::new() }
    }

    /// Something that has parts is only checked: see [`Truth::reshape_family`].
    pub(super) fn reshape_solid(
        &mut self,
        number: usize,
        change: &Attempt,
        limit: i64,
        given: &Given,
    ) -> Given {
        if !self.all_parts(number).is_empty() {
            return self.reshape_family(number, change, given);
        }
        let borne = self.borne();
        // The texels that bear its riders.
        let (mut convoy, numbers, leader) = self.convoy(number, &Filter::default());
        let old = self.thing(number).pose();
        let mut points = Vec::new();
        for rider in convoy.riders(leader) {
            let (x, y) = convoy.bearing_pixel(rider, leader).expect("it rides on it");
            let (u, v) = texel_at(old.expect("it covers pixels"), x, y);
            points.push((numbers[rider], (u, v)));
        }
        let mut thing = self.tried(number, change);
        let (position, new) = (thing.place.position(), thing.pose());
        thing.whole = true;
        self.settle(number, thing);
        let (mut convoy, numbers, leader) = self.convoy(number, &Filter::default());
        let way = |texel: (i64, i64)| -> Option<(i64, i64)> {
            let [from, to] = [pixel_of(old?, texel), pixel_of(new?, texel)];
            Some((to.0 - from.0, to.1 - from.1))
        };
        let index = |number: usize| numbers.iter().position(|&it| it == number).expect("it is near");
        let ways: Vec<_> =
            points.iter().filter_map(|&(rider, texel)| Some((index(rider), way(texel)?))).collect();
        let led: Vec<usize> = ways.iter().map(|it| it.0).collect();
        convoy.carry_by(leader, &ways, &led);
        let [mut pushed, mut carried] = [0, 1].map(|kind| were(&convoy, &numbers, kind));
        self.take_places(&convoy, &numbers, number);
        // Whom it overlaps then is freed, the lowest first.
        let met = |truth: &Truth<'_>| -> Vec<usize> {
            if truth.thing(number).kind != Kind::Body {
                return Vec::new();
            }
            let (convoy, numbers, leader) = truth.convoy(number, &Filter::default());
            convoy.met(leader, (0, 0)).into_iter().map(|index| numbers[index]).collect()
        };
        let mut crushed = Vec::new();
        for one in met(self) {
            if !met(self).contains(&one) {
                continue;
            }
            let (fitting, [also_pushed, also_carried]) = self.free(one, limit, &Filter::default());
            match fitting {
                Fitting::Free => {}
                Fitting::Stuck(_) => crushed.push(one),
                Fitting::Moved(_) => {
                    pushed.extend([&[one][..], &also_pushed].concat());
                    carried.extend(also_carried);
                }
            }
        }
        self.decide(&borne);
        let sorted = |mut all: Vec<usize>| {
            all.sort_by_key(|&it| self.thing(it).key);
            all.dedup();
            all
        };
        let [pushed, carried, crushed] = [pushed, carried, crushed].map(sorted);
        let moved = sorted([&pushed[..], &carried].concat());
        let places = moved.into_iter().map(|it| (it, self.thing(it).place.position())).collect();
        Given::Moved { position, pushed, carried, crushed, places }
    }

    /// The oracle knows what must be true afterwards, and takes the rest from the answer: who overlaps the solid or a part of it is named as
    /// crushed, who is not named as pushed or carried stays, and who is carried by it was borne by it.
    fn reshape_family(&mut self, number: usize, change: &Attempt, given: &Given) -> Given {
        let Given::Moved { pushed, carried, crushed, places, .. } = given else {
            panic!("{given:?} does not tell what a reshaped solid moved")
        };
        let everyone = Filter::default();
        let movable: Vec<usize> = self.through(Some(number), &everyone).iter().map(|it| it.0).collect();
        let is_movable = |&&other: &&usize| {
            let thing = self.thing(other);
            matches!(thing.kind, Kind::Character | Kind::Crate) && thing.tie.is_none()
        };
        let movable: Vec<usize> = movable.iter().filter(is_movable).copied().collect();
        let mut bearers = self.all_parts(number);
        bearers.push(number);
        let rides = |&it: &usize| self.support(it).is_some_and(|it| bearers.contains(&it));
        let has_riders = movable.iter().any(rides);
        let borne = self.borne();
        let mut thing = self.tried(number, change);
        let position = thing.place.position();
        thing.whole = true;
        self.settle(number, thing);
        self.follow();
        let mut named: Vec<usize> = [&pushed[..], carried].concat();
        named.sort_by_key(|&it| self.thing(it).key);
        named.dedup();
        assert_eq!(named, places.iter().map(|it| it.0).collect::<Vec<_>>(), "whoever is moved has a place");
        assert!(
            named.iter().chain(crushed).all(|it| movable.contains(it)),
            "{named:?} {crushed:?} of {movable:?}"
        );
        // Who rides on a crate or a character that was moved goes along.
        assert!(carried.is_empty() || has_riders || !pushed.is_empty(), "{carried:?}, though nobody rode");
        for &(it, to) in places {
            self.set(it, &Setting::Position(to));
        }
        let overlaps = |it: usize| {
            let one = self.cover(self.thing(it));
            bearers.iter().map(|&it| self.thing(it)).any(|other| {
                other.kind == Kind::Body && other.rule.enabled && one.shares_any(&self.cover(other), false)
            })
        };
        for &it in &movable {
            assert!(!overlaps(it) || crushed.contains(&it), "{it} overlaps {number}");
        }
        self.decide(&borne);
        let (pushed, carried, crushed) = (pushed.clone(), carried.clone(), crushed.clone());
        Given::Moved { position, pushed, carried, crushed, places: places.clone() }
    }
}

/// The numbers of those that were pushed, carried or crushed in a move.
fn were(convoy: &Convoy, numbers: &[usize], kind: usize) -> Vec<usize> {
    let all = numbers.iter().zip(&convoy.0).filter(|(_, fellow)| fellow.was[kind]);
    all.map(|(&number, _)| number).collect()
}

/// The pixel in which the centre of a texel lies. Between two, the left or upper one.
fn pixel_of([a, b, c, d, x, y]: Affine, (u, v): (i64, i64)) -> (i64, i64) {
    // Twice the coordinates, because a centre lies at a half.
    let at = |row: [i64; 2], from: i64| {
        let twice = i128::from(row[0]) * i128::from(2 * u + 1) + i128::from(row[1]) * i128::from(2 * v + 1);
        let (twice, two) = (twice + 2 * i128::from(from), 2 * i128::from(ONE));
        let is_between = twice.rem_euclid(two) == 0;
        i64::try_from(twice.div_euclid(two)).expect("it lies in the world") - i64::from(is_between)
    };
    (at([a, b], x), at([c, d], y))
}
