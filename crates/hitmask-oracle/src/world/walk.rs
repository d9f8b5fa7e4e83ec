//! Characters, solids that move, and changes that must fit.

use super::script::{Attempt, Filter, Fitting, Given, Kind, Setting, Side, Stop};
use super::shape::{Pixel, Q16};
use super::truth::{ONE, Thing, Truth, nearest_pixel, pixel, reduced};
use crate::cover::Cover;
use crate::{Ground, Passenger, Rules, UNKNOWN, blockers, move_solid, slope, support_at, walk};

/// What stands in the way of a mover: numbers, covers, and the open sides of one-way obstacles.
type Grounds = Vec<(usize, std::rc::Rc<Cover>, Option<(i64, i64)>)>;

impl Truth<'_> {
    /// What stands in the way of a mover.
    fn grounds(&self, mover: usize, filter: &Filter) -> Grounds {
        let mut all = self.through(Some(mover), filter);
        all.retain(|(number, thing)| {
            *number != mover && !matches!(thing.kind, Kind::Character | Kind::Sensor)
        });
        all.into_iter().map(|(number, thing)| (number, self.cover(thing), thing.open())).collect()
    }

    /// One pixel upwards for a collider.
    pub(super) fn up(&self, number: usize) -> Option<(i64, i64)> {
        self.thing(number).up.map(Side::vector)
    }

    /// What carries a collider: what was decided last, if it still bears it.
    pub(super) fn support(&self, number: usize) -> Option<usize> {
        if !self.is_there(number) {
            return None;
        }
        let thing = self.thing(number);
        if !thing.rule.enabled || thing.tie.is_some() || !matches!(thing.kind, Kind::Character | Kind::Crate)
        {
            return None;
        }
        let (body, here) = (self.body(thing), nearest_pixel(thing.place.position()));
        let all = self.grounds(number, &Filter { unnamed: true, ..Filter::default() });
        let rules = Rules { up: self.up(number), step_up: 0, step_down: 0, corner: 0, drop: false };
        self.among(&all, |grounds| {
            let old = all.iter().position(|&(other, ..)| Some(other) == thing.support);
            let found = support_at(&body, here, grounds, old, rules, self.wrap);
            found.map(|index| all[index].0)
        })
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
        // On a torus every pixel has images.
        let window = |cover: &Cover| self.wrap.is_none().then(|| cover.window());
        let grounds: Vec<Ground<'_>> = covers
            .iter()
            .zip(grounds)
            .map(|(covers, (_, cover, open))| Ground { covers, open: *open, window: window(cover) })
            .collect();
        f(&grounds)
    }

    /// The pixels that a thing on whole pixels covers, beside the pixel of its position.
    pub(super) fn body(&self, thing: &Thing) -> Vec<(i64, i64)> {
        let (x, y) = nearest_pixel(thing.place.position());
        self.cover_on_plane(thing).moved((-x, -y)).solid_points()
    }

    pub(super) fn slide(
        &mut self,
        number: usize,
        motion: Q16,
        rules: Rules,
        filter: &Filter,
        reach: Option<u32>,
    ) -> Given {
        self.thing_mut(number).whole = true;
        let thing = self.thing(number);
        let (body, [x, y]) = (self.body(thing), thing.place.position());
        let all = self.grounds(number, filter);
        let by = (motion[0], motion[1]);
        let walked = self.among(&all, |grounds| walk(&body, (x, y), by, grounds, rules, self.wrap));
        let named = |index: usize, at: (i64, i64), normal: Pixel| Stop {
            collider: all[index].0,
            pixel: pixel(at),
            normal,
        };
        let back = |(dx, dy): (i64, i64)| pixel((-dx, -dy));
        let stop = |refusal: Option<(usize, (i64, i64))>, by: (i64, i64)| {
            refusal.map(|(index, at)| named(index, at, back(by)))
        };
        let end = [walked.position.0, walked.position.1];
        let here = nearest_pixel(reduced(end, self.wrap));
        let (mut stops, mut ground) = (Vec::new(), None);
        let lean = (by.0.signum(), by.1.signum());
        let ahead = Ahead::new(rules.up, lean);
        let refusing = |by: (i64, i64)| -> Vec<(usize, (i64, i64))> {
            if by == (0, 0) || walked.stuck.is_some() {
                return Vec::new();
            }
            self.among(&all, |grounds| blockers(&body, here, by, lean, grounds, rules, self.wrap))
        };
        if let Some(reach) = reach {
            for by in [ahead.first, ahead.second] {
                let found = refusing(by).into_iter();
                stops.extend(found.map(|(index, at)| named(index, at, back(by))));
            }
            ground = self.among(&all, |grounds| slope(&body, here, rules.up, grounds, reach.into()));
        }
        // Seen from above, the wall is what refuses a step on either axis.
        let first = |by: (i64, i64)| Some((refusing(by).first()?.0, by));
        let wall_by = match rules.up {
            Some(_) => ahead.second,
            None => [first(ahead.first), first(ahead.second)]
                .into_iter()
                .flatten()
                .min_by_key(|(index, _)| *index)
                .map_or((0, 0), |(_, by)| by),
        };
        let slid = Given::Slid {
            position: reduced(end, self.wrap),
            velocity: [walked.velocity.0, walked.velocity.1],
            floor: stop(walked.floor, ahead.first),
            ceiling: stop(walked.ceiling, ahead.first),
            wall: stop(walked.wall, wall_by),
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
    pub(super) fn move_solid(&mut self, number: usize, motion: Q16, riders: &[usize], rules: Rules) -> Given {
        if self.cannot_ride(number, riders) {
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
                up: thing.up.map(Side::vector),
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
                (number, std::rc::Rc::new(self.on_torus(&body)), it.open())
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
            let index = |support: usize| all_numbers.iter().position(|&it| it == support);
            passenger.support = support.map(|support| index(support).unwrap_or(UNKNOWN));
        }
        self.among(&solids, |solids| {
            self.among(&all, |grounds| {
                let by = (motion[0], motion[1]);
                move_solid(solids, (x, y), by, &mut passengers, grounds, &may_stop, &key, rules);
            });
        });
        for (&(number, _), passenger) in numbers.iter().zip(&passengers) {
            // What is not there now may come back: what was decided stays until it is asked for.
            if passenger.support != Some(UNKNOWN) {
                self.thing_mut(number).support = passenger.support.map(|index| all_numbers[index]);
            }
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
        Given::Moved { position: reduced(end, self.wrap), pushed, carried, crushed, places: Vec::new() }
    }

    pub(super) fn fit(&mut self, number: usize, attempt: &Attempt, limit: i64, filter: &Filter) -> Fitting {
        let thing = self.tried(number, attempt);
        if matches!(attempt, Attempt::Unstick) {
            return self.unstick(number, limit, filter);
        }
        let fitting = self.fitting(&thing, number, limit, filter, &[]);
        if !matches!(attempt, Attempt::At(_)) {
            self.settle_fit(number, thing, fitting);
        }
        fitting
    }

    pub(super) fn settle_fit(&mut self, number: usize, mut thing: Thing, fitting: Fitting) {
        let by = match fitting {
            Fitting::Stuck(_) => return,
            Fitting::Free => (0, 0),
            Fitting::Moved([x, y]) => (x.into(), y.into()),
        };
        let [x, y] = thing.place.position();
        thing.go(thing.place.moved_to([x + by.0 * ONE, y + by.1 * ONE]), self.wrap);
        self.settle(number, thing);
    }

    /// Whether a changed thing fits. Some others are not in its way.
    pub(super) fn fitting(
        &self,
        thing: &Thing,
        number: usize,
        limit: i64,
        filter: &Filter,
        without: &[usize],
    ) -> Fitting {
        let mut all = self.grounds(number, filter);
        all.retain(|(.., open)| open.is_none());
        if thing.kind == Kind::Crate {
            // A crate is not put where a character is, either.
            let mut others = self.through(Some(number), filter);
            others.retain(|(other, it)| *other != number && it.kind == Kind::Character && it.tie.is_none());
            all.extend(others.into_iter().map(|(number, it)| (number, self.cover(it), None)));
            all.sort_by_key(|it| self.thing(it.0).key);
        }
        all.retain(|it| !without.contains(&it.0));
        let (body, (x, y)) = (self.body(thing), nearest_pixel(thing.place.position()));
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
        if by == (0, 0) { Fitting::Free } else { Fitting::Moved(pixel(by)) }
    }
}

/// The steps that are asked about at the end of a motion: with an up, up or down and then sideways.
pub(super) struct Ahead {
    pub(super) first: (i64, i64),
    pub(super) second: (i64, i64),
}

impl Ahead {
    /// `lean` has the signs of the motion. What does not rise asks about its floor.
    pub(super) fn new(up: Option<(i64, i64)>, lean: (i64, i64)) -> Ahead {
        let (x, y) = ((lean.0, 0), (0, lean.1));
        let Some(up) = up else { return Ahead { first: x, second: y } };
        let rises = up.0 * lean.0 + up.1 * lean.1 > 0;
        let first = if rises { up } else { (-up.0, -up.1) };
        Ahead { first, second: if up.0 == 0 { x } else { y } }
    }
}

impl Thing {
    /// One pixel towards the open side, if it has one.
    pub(super) fn open(&self) -> Option<(i64, i64)> {
        (self.kind == Kind::OneWay).then(|| self.open_side.vector())
    }
}
