//! Characters, solids that move, and changes that must fit.

use super::cover::Cover;
use super::script::{Attempt, Filter, Fitting, Given, Kind, Setting, Stop};
use super::shape::{Pixel, Q16};
use super::truth::{ONE, Thing, Truth, nearest_pixel, pixel, reduced};
use crate::{Ground, Passenger, Rules, UP, blockers, move_solid, slope, walk};

/// What stands in the way of a mover.
type Grounds = Vec<(usize, std::rc::Rc<Cover>, bool)>;

impl Truth<'_> {
    /// What stands in the way of a mover: numbers, covers, and whether they are one-way platforms.
    fn grounds(&self, mover: usize, filter: &Filter) -> Grounds {
        let mut all = self.through(Some(mover), filter);
        all.retain(|(_, thing)| matches!(thing.kind, Kind::Body | Kind::OneWay));
        all.into_iter()
            .map(|(number, thing)| (number, self.cover(thing), thing.kind == Kind::OneWay))
            .collect()
    }

    /// Calls a function with the same in the form of the movers.
    fn among<R>(&self, grounds: &Grounds, f: impl FnOnce(&[Ground<'_>]) -> R) -> R {
        let covers: Vec<_> = grounds
            .iter()
            .map(|(_, cover, _)| {
                move |x: i64, y: i64| {
                    let (x, y) = self.reduced_pixel((x, y));
                    cover.at(x, y).solid
                }
            })
            .collect();
        let grounds: Vec<Ground<'_>> = covers
            .iter()
            .zip(grounds)
            .map(|(covers, &(_, _, one_way))| Ground { covers, open: one_way.then_some(UP) })
            .collect();
        f(&grounds)
    }

    /// The pixels that a thing on whole pixels covers, beside the pixel of its position.
    fn body(&self, thing: &Thing) -> Vec<(i64, i64)> {
        let (x, y) = nearest_pixel(thing.place.position());
        self.cover_on_plane(thing).moved((-x, -y)).solid_points()
    }

    pub(super) fn slide(
        &mut self,
        number: usize,
        motion: Q16,
        (up, down): (u32, u32),
        filter: &Filter,
        reach: Option<u32>,
    ) -> Given {
        self.thing_mut(number).whole = true;
        let thing = self.thing(number);
        let (body, [x, y]) = (self.body(thing), thing.place.position());
        let all = self.grounds(number, filter);
        let rules =
            Rules { up: Some(UP), step_up: up.into(), step_down: down.into(), corner: 0, drop: false };
        let by = (motion[0], motion[1]);
        let walked = self.among(&all, |grounds| walk(&body, (x, y), by, grounds, rules, self.wrap));
        let named = |index: usize, at: (i64, i64), normal: Pixel| Stop {
            collider: all[index].0,
            pixel: pixel(at),
            normal,
        };
        let stop = |refusal: Option<(usize, (i64, i64))>, normal| {
            refusal.map(|(index, at)| named(index, at, normal))
        };
        let end = [walked.position.0, walked.position.1];
        let here = nearest_pixel(reduced(end, self.wrap));
        let (mut stops, mut ground) = (Vec::new(), None);
        if let Some(reach) = reach {
            // Down or up, then sideways.
            for (dx, dy) in [(0, if by.1 < 0 { -1 } else { 1 }), (by.0.signum(), 0)] {
                if (dx, dy) != (0, 0) && walked.stuck.is_none() {
                    let found = self.among(&all, |grounds| {
                        blockers(&body, here, (dx, dy), by, grounds, rules, self.wrap)
                    });
                    stops.extend(found.into_iter().map(|(index, at)| named(index, at, pixel((-dx, -dy)))));
                }
            }
            ground = self.among(&all, |grounds| slope(&body, here, rules.up, grounds, reach.into()));
        }
        let slid = Given::Slid {
            position: reduced(end, self.wrap),
            velocity: [walked.velocity.0, walked.velocity.1],
            floor: stop(walked.floor, [0, -1]),
            ceiling: stop(walked.ceiling, [0, 1]),
            wall: stop(walked.wall, [-motion[0].signum() as i32, 0]),
            stuck: walked.stuck.map(|index| all[index].0),
            all: stops,
            slope: ground,
        };
        self.set(number, &Setting::Position(end));
        if walked.stuck.is_none() {
            self.thing_mut(number).support = walked.support.map(|index| all[index].0);
        }
        slid
    }

    /// Every collider of the script must be able to meet every other one.
    pub(super) fn move_solid(&mut self, number: usize, motion: Q16, riders: &[usize]) -> Given {
        let cannot_ride = |rider: &usize| {
            let thing = self.thing(*rider);
            thing.kind != Kind::Character || thing.tie.is_some()
        };
        if riders.iter().copied().filter(|&rider| self.is_there(rider)).any(|rider| cannot_ride(&rider)) {
            return Given::InvalidArgument;
        }
        self.thing_mut(number).whole = true;
        self.follow();
        let [x, y] = self.thing(number).place.position();
        let (px, py) = nearest_pixel([x, y]);
        let everyone = Filter::default();
        let mut characters = self.through(Some(number), &everyone);
        characters.retain(|(_, thing)| thing.kind == Kind::Character && thing.tie.is_none());
        let mut passengers: Vec<Passenger> = characters
            .iter()
            .map(|&(number, thing)| Passenger {
                cover: self.body(thing),
                place: nearest_pixel(thing.place.position()),
                hangs_on: riders.contains(&number),
                support: None,
                was: [false; 3],
            })
            .collect();
        let numbers: Vec<(usize, (i64, i64))> =
            characters.iter().zip(&passengers).map(|(&(number, _), p)| (number, p.place)).collect();
        let all = self.grounds(number, &everyone);
        // Itself and its parts. On a torus, with all their images.
        let solids: Grounds = [number]
            .into_iter()
            .chain(self.all_parts(number))
            .map(|number| (number, self.thing(number)))
            .filter(|(_, it)| it.rule.enabled && matches!(it.kind, Kind::Body | Kind::OneWay))
            .map(|(number, it)| {
                let body = self.cover_on_plane(it).moved((-px, -py));
                (number, std::rc::Rc::new(self.on_torus(&body)), it.kind == Kind::OneWay)
            })
            .collect();
        // A character's own parts are not in its way.
        let family = |number: usize| self.thing(number).rule.family;
        let may_stop =
            |passenger: usize, ground: usize| family(numbers[passenger].0) != family(all[ground].0);
        // The grounds have their numbers, and the pieces of the solid come after them.
        let all_numbers: Vec<usize> = all.iter().chain(&solids).map(|&(number, ..)| number).collect();
        let key = |index: usize| {
            let [slot, generation] = self.thing(all_numbers[index]).key;
            (slot, generation)
        };
        for ((number, _), passenger) in numbers.iter().zip(&mut passengers) {
            let support = self.thing(*number).support;
            passenger.support = support.and_then(|support| all_numbers.iter().position(|&it| it == support));
        }
        let rules = Rules { up: Some(UP), step_up: 0, step_down: 0, corner: 0, drop: false };
        self.among(&solids, |solids| {
            self.among(&all, |grounds| {
                let by = (motion[0], motion[1]);
                move_solid(solids, (x, y), by, &mut passengers, grounds, &may_stop, &key, rules);
            });
        });
        let supports: Vec<Option<usize>> =
            passengers.iter().map(|passenger| passenger.support.map(|index| all_numbers[index])).collect();
        for (&(number, _), support) in numbers.iter().zip(supports) {
            let old = self.thing(number).support;
            // What is not there now may come back: what was decided stays until it is asked for.
            self.thing_mut(number).support = support.or(old);
        }
        let chosen = |kind: usize| {
            let was =
                |((number, _), passenger): (&(usize, _), &Passenger)| passenger.was[kind].then_some(*number);
            numbers.iter().zip(&passengers).filter_map(was).collect()
        };
        let end = [x + motion[0], y + motion[1]];
        let (pushed, carried, crushed) = (chosen(0), chosen(1), chosen(2));
        for (&(character, from), passenger) in numbers.iter().zip(&passengers) {
            let [x, y] = self.thing(character).place.position();
            let (dx, dy) = (passenger.place.0 - from.0, passenger.place.1 - from.1);
            if (dx, dy) != (0, 0) {
                self.set(character, &Setting::Position([x + dx * ONE, y + dy * ONE]));
            }
        }
        self.set(number, &Setting::Position(end));
        Given::Moved { position: reduced(end, self.wrap), pushed, carried, crushed }
    }

    pub(super) fn fit(&mut self, number: usize, attempt: &Attempt, limit: i64, filter: &Filter) -> Fitting {
        let mut thing = self.tried(number, attempt);
        let mut all = self.grounds(number, filter);
        all.retain(|&(.., one_way)| !one_way);
        let (body, (x, y)) = (self.body(&thing), nearest_pixel(thing.place.position()));
        let stuck_in = |(dx, dy): (i64, i64)| {
            let inside = |cover: &Cover| {
                body.iter().any(|&(u, v)| {
                    let (x, y) = self.reduced_pixel((u + x + dx, v + y + dy));
                    cover.at(x, y).solid
                })
            };
            all.iter().find(|(_, cover, _)| inside(cover)).map(|&(number, ..)| number)
        };
        let mut moves: Vec<(i64, i64)> =
            (-limit..=limit).flat_map(|dy| (-limit..=limit).map(move |dx| (dx, dy))).collect();
        moves.retain(|(dx, dy)| dx * dx + dy * dy <= limit * limit);
        moves.sort_by_key(|&(dx, dy)| (dx * dx + dy * dy, dy, dx));
        let by = match stuck_in((0, 0)) {
            None => (0, 0),
            Some(owner) => match moves.into_iter().find(|&by| stuck_in(by).is_none()) {
                None => return Fitting::Stuck(owner),
                Some(by) => by,
            },
        };
        if !matches!(attempt, Attempt::At(_)) {
            let [x, y] = thing.place.position();
            thing.go(thing.place.moved_to([x + by.0 * ONE, y + by.1 * ONE]), self.wrap);
            self.settle(number, thing);
        }
        if by == (0, 0) { Fitting::Free } else { Fitting::Moved(pixel(by)) }
    }
}
