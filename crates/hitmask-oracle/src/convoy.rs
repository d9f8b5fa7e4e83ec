//! Crates, characters and solids that move together: every step by the definition, pixel by pixel.
//!
//! This file is long because the steps of all are defined once more here, in full, with none of the library's code.

use std::rc::Rc;

use crate::Cover;
use crate::mover::{
    Ground, Refusal, Rules, all_refusing, first_refusing, is_refused, ledge, made_along, sides, stands,
    steps, support_of,
};

type Pixel = (i64, i64);

/// What a thing is to the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It stops all.
    Solid,
    /// It stops steps against its open side.
    OneWay((i64, i64)),
    /// It is pushed and carried, and stops what is moved.
    Crate,
    /// It is pushed and carried, and stops nobody.
    Character,
}

/// A thing of a convoy.
#[derive(Clone, Debug)]
pub struct Fellow {
    /// The pixels that it covers, beside that of its position: as a picture, and one by one.
    picture: Cover,
    cover: Rc<[Pixel]>,
    /// The pixel of its position.
    pub place: (i64, i64),
    /// What it is.
    pub role: Role,
    /// One pixel upwards for it. None if it is seen from above.
    pub up: Option<(i64, i64)>,
    /// What carries it, as it was decided last.
    pub support: Option<usize>,
    /// Whether it was pushed, carried, crushed in the last move of a solid.
    pub was: [bool; 3],
}

impl Fellow {
    /// What covers these pixels beside that of its position. Nothing carries it yet.
    #[must_use]
    pub fn new(picture: Cover, place: (i64, i64), role: Role, up: Option<(i64, i64)>) -> Fellow {
        let cover = picture.solid_points().into();
        Fellow { picture, cover, place, role, up, support: None, was: [false; 3] }
    }

    /// Whether it would cover a pixel of another one after a way.
    #[must_use]
    pub fn meets(&self, by: (i64, i64), other: &Fellow) -> bool {
        let beside = plus(plus(self.place, by), minus(other.place));
        self.picture.moved(beside).shares_any(&other.picture, false)
    }

    /// The same in the form of the movers.
    fn as_ground<R>(&self, f: impl FnOnce(Ground<'_>) -> R) -> R {
        f(self.ground(&|x, y| self.covers(x, y)))
    }

    fn covers(&self, x: i64, y: i64) -> bool {
        self.picture.at(x - self.place.0, y - self.place.1).solid
    }

    fn ground<'a>(&self, covers: &'a dyn Fn(i64, i64) -> bool) -> Ground<'a> {
        let (x, y, w, h) = self.picture.window();
        let open = if let Role::OneWay(open) = self.role { Some(open) } else { None };
        Ground { covers, open, window: Some((x + self.place.0, y + self.place.1, w, h)) }
    }
}

/// All things of a world, in the order of their handles.
#[derive(Clone, Debug, Default)]
pub struct Convoy(pub Vec<Fellow>);

fn plus(a: Pixel, b: Pixel) -> Pixel {
    (a.0 + b.0, a.1 + b.1)
}

/// A step of one pixel that is being made. Obstacles stay where they were until it is over.
#[derive(Clone)]
struct Step {
    all: Vec<Fellow>,
    by: Pixel,
    lean: Pixel,
    /// The ledges and corners of who is pushed or carried.
    rules: Rules,
    /// Where it led those who have made it.
    went: Vec<Option<Pixel>>,
    /// The carriers that have made it, in the order in which they carry.
    carriers: Vec<usize>,
    /// The directions in which a solid still makes steps in this call.
    left: Pixel,
    /// Whether it is a step of a crate that climbs before its own.
    is_nested: bool,
    /// What moves of its own. If it is a crate, characters are in its way. If it rises, it climbs nothing.
    own: Option<usize>,
    rises: bool,
    /// The same all the time: it makes its own step, and joins nobody.
    mover: Option<usize>,
    /// Whether the first carrier stays where it is.
    is_at_rest: bool,
    /// Those that have ways of their own: nothing else carries them.
    led: Vec<usize>,
    /// Whose support was decided in this step.
    decided: Vec<bool>,
}

fn minus(a: Pixel) -> Pixel {
    (-a.0, -a.1)
}

impl Step {
    fn is_movable(&self, i: usize) -> bool {
        matches!(self.all[i].role, Role::Crate | Role::Character)
    }

    fn rules_of(&self, i: usize) -> Rules {
        let step_up = if self.own == Some(i) && self.rises { 0 } else { self.rules.step_up };
        Rules { up: self.all[i].up, step_up, ..self.rules }
    }

    fn overlap(&self, i: usize, by: Pixel, k: usize) -> bool {
        self.all[i].meets(by, &self.all[k])
    }

    /// Calls a function with what may stop one, but for some, and their numbers.
    fn among<R>(&self, i: usize, without: &[usize], f: impl FnOnce(&[Ground<'_>], &[usize]) -> R) -> R {
        let is_own_crate = self.own == Some(i) && self.all[i].role == Role::Crate;
        let counts = |j: usize| self.all[j].role != Role::Character || is_own_crate;
        let others = (0..self.all.len()).filter(|&j| j != i && counts(j));
        let numbers: Vec<usize> = others.filter(|j| !without.contains(j)).collect();
        let covers: Vec<_> =
            numbers.iter().map(|&j| move |x: i64, y: i64| self.all[j].covers(x, y)).collect();
        let grounds: Vec<Ground<'_>> =
            covers.iter().zip(&numbers).map(|(covers, &j)| self.all[j].ground(covers)).collect();
        f(&grounds, &numbers)
    }

    /// Where the step leads for one, if these make it, too.
    fn made(&self, i: usize, along: &[usize]) -> Option<Pixel> {
        let Fellow { cover, place, role, .. } = &self.all[i];
        let rules = match role {
            // It has climbed before.
            Role::Crate => Rules { step_up: 0, corner: 0, ..self.rules_of(i) },
            _ => self.rules_of(i),
        };
        self.among(i, &[], |with, _| {
            self.among(i, along, |without, _| {
                made_along(cover, *place, self.by, [with, without], rules, self.lean)
            })
        })
    }

    fn refuses(&self, i: usize, by: Pixel, along: &[usize]) -> bool {
        let Fellow { cover, place, .. } = &self.all[i];
        self.among(i, along, |without, _| is_refused(cover, *place, by, without, self.rules_of(i)))
    }

    fn stands(&self, i: usize) -> bool {
        let Fellow { cover, place, .. } = &self.all[i];
        self.among(i, &[], |all, _| stands(cover, *place, all, self.rules_of(i)))
    }

    fn characters(&self) -> impl Iterator<Item = usize> {
        (0..self.all.len()).filter(|&j| self.all[j].role == Role::Character)
    }

    /// The same after one has gone one pixel aside, before its step, with what it carries. Up, a crate pushes what is in its way.
    fn aside(&self, k: usize, by: Pixel) -> Option<Step> {
        let is_crate = self.all[k].role == Role::Crate;
        // What moves of its own goes aside by whole steps.
        let is_nested = self.mover != Some(k);
        let mut step = Step {
            by,
            went: vec![None; self.all.len()],
            carriers: if is_crate { vec![k] } else { Vec::new() },
            is_nested,
            left: (0, 0),
            ..self.clone()
        };
        let met: Vec<usize> = (0..self.all.len())
            .filter(|&j| j != k && Some(j) != self.mover && step.is_movable(j) && step.overlap(k, by, j))
            .filter(|&j| is_crate || self.all[j].role == Role::Crate)
            .collect();
        if !(met.is_empty() || is_crate && self.all[k].up == Some(by)) || step.refuses(k, by, &met) {
            return None;
        }
        // These make it, and join nobody.
        for joins_nobody in self.mover.into_iter().chain([k]) {
            step.went[joins_nobody] = Some(step.all[joins_nobody].place);
        }
        if !met.is_empty() {
            let party = step.together(&met, usize::MAX)?;
            party.into_iter().for_each(|j| step.all[j].was[0] = true);
        }
        step.went[k] = Some(plus(step.all[k].place, by));
        let [pushed, carried] = step.carry(&[], None);
        pushed.into_iter().for_each(|j| step.all[j].was[0] = true);
        carried.into_iter().for_each(|j| step.all[j].was[1] = true);
        let mut after = self.clone();
        after.all.clone_from(&step.all);
        after.decided.clone_from(&step.decided);
        for (j, to) in step.went.into_iter().enumerate() {
            let Some(to) = to else { continue };
            let (dx, dy) = plus(to, minus(step.all[j].place));
            after.all[j].place = to;
            after.went[j] = after.went[j].map(|went| plus(went, (dx, dy)));
        }
        if !is_nested {
            after.decide_lost(&self.all);
        }
        Some(after)
    }

    /// The same with one at the place from which it can make the step straight, if these make it, too. None if there is none.
    fn ready(&self, k: usize, along: &[usize], pushes: &dyn Fn(&Step) -> bool) -> Option<Step> {
        let rules = self.rules_of(k);
        let is_sideways = rules.up.is_none_or(|up| up != self.by && minus(up) != self.by);
        let stands = self.stands(k);
        let ledge_but = |step: &Step, kind: Role| {
            let Fellow { cover, place, .. } = &step.all[k];
            // Nobody climbs a character.
            let others = (0..step.all.len()).filter(|&j| step.all[j].role == kind);
            let along: Vec<usize> = along.iter().copied().chain(step.characters()).chain(others).collect();
            step.among(k, &along, |all, _| ledge(cover, *place, self.by, all, rules))
        };
        let ledge = |step: &Step| ledge_but(step, Role::Character);
        let makes = |step: &Step| !step.refuses(k, self.by, along) || pushes(step);
        if let Some(up) = rules.up.filter(|_| is_sideways && rules.step_up > 0) {
            let mut step = self.clone();
            let mut is_open = stands && ledge(&step).0 && !ledge(&step).1;
            for _ in 0..rules.step_up {
                let Some(next) = step.aside(k, up).filter(|_| is_open) else { break };
                step = next;
                is_open = !ledge(&step).1;
                if is_open && !ledge(&step).0 && makes(&step) {
                    return Some(step);
                }
            }
        }
        if makes(self) {
            return Some(self.clone());
        }
        // Higher, where only what can be pushed is in the way.
        if let Some(up) = rules.up.filter(|_| is_sideways && stands) {
            let mut step = self.clone();
            let mut is_open = !ledge(&step).1;
            for _ in 0..rules.step_up {
                let Some(next) = step.aside(k, up).filter(|_| is_open) else { break };
                step = next;
                is_open = !ledge(&step).1;
                if is_open && !ledge_but(&step, Role::Crate).0 && pushes(&step) {
                    return Some(step);
                }
            }
        }
        if rules.up.is_some_and(|up| minus(up) == self.by || is_sideways && stands) {
            return None;
        }
        for far in 1..=rules.corner {
            for side in sides(self.by, self.lean) {
                let there = (0..far).try_fold(self.clone(), |step, _| step.aside(k, side));
                if let Some(there) = there.filter(|there| !there.refuses(k, self.by, along)) {
                    return Some(there);
                }
            }
        }
        None
    }

    /// Makes the step with some, and with all that is in the way of the crates among them. None if one cannot.
    fn together(&mut self, first: &[usize], most: usize) -> Option<Vec<usize>> {
        let before = self.clone();
        let mut climbed = vec![self.is_nested; self.all.len()];
        let mut party = first.to_vec();
        let made = loop {
            if let Ok(made) = self.attempt(&mut party, most, &mut climbed) {
                break made;
            }
        };
        let made = made.then_some(party);
        if made.is_none() {
            *self = before;
        }
        made
    }

    /// An error if a crate has climbed, after which more may be in the way.
    fn attempt(&mut self, party: &mut Vec<usize>, most: usize, climbed: &mut [bool]) -> Result<bool, ()> {
        let mut next = 0;
        while let Some(&c) = party.get(next) {
            next += 1;
            let is_met = |&k: &usize| {
                let is_open = self.is_movable(k) && self.went[k].is_none() && !party.contains(&k);
                is_open && self.overlap(c, self.by, k)
            };
            if self.all[c].role == Role::Crate {
                let met: Vec<usize> = (0..self.all.len()).filter(is_met).collect();
                party.extend(met);
            }
        }
        let crates: Vec<usize> = party.iter().copied().filter(|&k| self.all[k].role == Role::Crate).collect();
        if crates.len() > most {
            return Ok(false);
        }
        let along = [&self.carriers[..], &crates].concat();
        for &k in &*party {
            if crates.contains(&k) && !climbed[k] {
                climbed[k] = true;
                let all = (0..self.all.len()).filter(|&j| self.all[j].role == Role::Crate);
                let pushable: Vec<usize> = along.iter().copied().chain(all).collect();
                let pushes = |step: &Step| !step.refuses(k, self.by, &pushable);
                let Some(ready) = self.ready(k, &along, &pushes) else { return Ok(false) };
                if ready.all[k].place != self.all[k].place {
                    *self = ready;
                    return Err(());
                }
            }
        }
        let mut places = Vec::new();
        for &k in &*party {
            let Some(place) = self.made(k, &along) else { return Ok(false) };
            places.push(place);
        }
        for (&k, place) in party.iter().zip(places) {
            self.went[k] = Some(place);
        }
        self.carriers = along;
        Ok(true)
    }

    /// Whether something makes the step of its own, with what it pushes: a character at most so many crates, sideways.
    fn leads(&mut self, mover: usize, most: usize) -> bool {
        let (up, by, is_crate) = (self.all[mover].up, self.by, self.all[mover].role == Role::Crate);
        let is_sideways = up.is_none_or(|up| up != by && up != (-by.0, -by.1));
        let most = match (is_crate, is_sideways) {
            (true, _) => usize::MAX,
            (false, true) => most,
            (false, false) => 0,
        };
        let yields = |j: usize| match self.all[j].role {
            Role::Crate => j != mover,
            Role::Character => is_crate && j != mover,
            _ => false,
        };
        // Without what could be pushed, nothing may refuse it.
        let all: Vec<usize> = (0..self.all.len()).filter(|&j| yields(j)).collect();
        let met: Vec<usize> = all.iter().copied().filter(|&j| self.overlap(mover, by, j)).collect();
        // It makes its own step, and joins nobody.
        self.went[mover] = Some(self.all[mover].place);
        self.made(mover, &all).is_some()
            && (met.is_empty() || most > 0 && self.together(&met, most).is_some())
    }

    /// Whether one thing alone would refuse a step down of another one.
    fn bears(&self, j: usize, k: usize) -> bool {
        let Fellow { cover, place, .. } = &self.all[k];
        let others: Vec<usize> = (0..self.all.len()).filter(|&other| other != j).collect();
        self.among(k, &others, |only, _| stands(cover, *place, only, self.rules_of(k)))
    }

    fn support(&self, k: usize) -> Option<usize> {
        let Fellow { cover, place, .. } = &self.all[k];
        let characters: Vec<usize> = self.characters().collect();
        self.among(k, &characters, |all, numbers| {
            support_of(cover, *place, all, self.rules_of(k)).map(|i| numbers[i])
        })
    }

    fn rides(&mut self, k: usize, c: usize) -> bool {
        if !self.bears(c, k) {
            return false;
        }
        let (up, left) = (self.all[k].up.unwrap_or_default(), self.left);
        let rises = up.0 * left.0 + up.1 * left.1;
        if rises > 0 && matches!(self.all[c].role, Role::Solid | Role::Crate) {
            // It is about to be lifted off all else.
            return true;
        }
        if rises < 0 {
            // It is about to be left on what stays.
            let stays =
                |j: usize| j != self.carriers[0] && matches!(self.all[j].role, Role::Solid | Role::OneWay(_));
            if (0..self.all.len()).any(|j| stays(j) && self.bears(j, k)) {
                return false;
            }
        }
        if !self.all[k].support.is_some_and(|old| self.bears(old, k)) {
            self.all[k].support = self.support(k);
            self.decided[k] = true;
        }
        self.all[k].support == Some(c)
    }

    /// Pushes all that is in the way of what makes the step, the lowest first. Who cannot go is crushed.
    fn push(&mut self, tried: &mut [bool]) {
        loop {
            let in_the_way = |&k: &usize| {
                let is_open = self.is_movable(k) && self.went[k].is_none() && !tried[k];
                let is_solid = |c: usize| matches!(self.all[c].role, Role::Solid | Role::Crate);
                is_open && self.carriers.iter().any(|&c| is_solid(c) && self.overlap(c, self.by, k))
            };
            let Some(k) = (0..self.all.len()).find(in_the_way) else { return };
            tried[k] = true;
            match self.together(&[k], usize::MAX) {
                Some(party) => party.into_iter().for_each(|k| self.all[k].was[0] = true),
                None => self.all[k].was[2] = true,
            }
        }
    }

    /// Carries all that ride on what has made the step. Returns who was pushed, and who was carried.
    fn carry(&mut self, riders: &[usize], leader: Option<usize>) -> [Vec<usize>; 2] {
        let resting = usize::from(self.is_at_rest);
        let (mut pushed, mut carried, mut next) = (Vec::new(), Vec::new(), resting);
        while let Some(&c) = self.carriers.get(next) {
            next += 1;
            for k in 0..self.all.len() {
                if !self.is_movable(k) || self.went[k].is_some() || k == c || self.led.contains(&k) {
                    continue;
                }
                let is_named = leader == Some(c) && riders.contains(&k);
                let is_solid = |c: usize| matches!(self.all[c].role, Role::Solid | Role::Crate);
                let mut moving = self.carriers[resting..].iter();
                let is_inside = moving.any(|&c| is_solid(c) && self.overlap(c, (0, 0), k));
                if (is_named || self.rides(k, c))
                    && !is_inside
                    && let Some(party) = self.together(&[k], usize::MAX)
                {
                    carried.push(k);
                    pushed.extend(party.into_iter().filter(|&other| other != k));
                }
            }
        }
        [pushed, carried]
    }

    /// All after the step. Who has lost what carried it is carried by something else.
    fn finished(mut self, before: &[Fellow]) -> Vec<Fellow> {
        for (fellow, went) in self.all.iter_mut().zip(&mut self.went) {
            fellow.place = went.take().unwrap_or(fellow.place);
        }
        self.decide_lost(before);
        self.all
    }

    /// Who has lost what carried it since before is carried by something else.
    fn decide_lost(&mut self, before: &[Fellow]) {
        let start = Step { all: before.to_vec(), ..self.clone() };
        for k in 0..if self.is_at_rest { 0 } else { self.all.len() } {
            let has_moved = |i: usize| self.all[i].place != before[i].place;
            // What did not bear it before this step is not lost by it.
            let was_borne = || self.decided[k] || before[k].support.is_some_and(|old| start.bears(old, k));
            let is_lost = |old: usize| (has_moved(k) || has_moved(old)) && !self.bears(old, k) && was_borne();
            if self.is_movable(k) && self.all[k].support.is_some_and(is_lost) {
                self.all[k].support = self.support(k);
                self.decided[k] = true;
            }
        }
    }
}

impl Convoy {
    fn step(&self, by: Pixel, lean: Pixel, rules: Rules) -> Step {
        Step {
            all: self.0.clone(),
            by,
            lean,
            rules,
            went: vec![None; self.0.len()],
            carriers: Vec::new(),
            left: (0, 0),
            is_nested: false,
            own: None,
            rises: false,
            mover: None,
            is_at_rest: false,
            led: Vec::new(),
            decided: vec![false; self.0.len()],
        }
    }

    fn at_rest(&self, leader: usize, by: Pixel) -> Step {
        let rules = Rules { up: None, step_up: 0, step_down: 0, corner: 0, drop: false };
        let mut step = self.step(by, (0, 0), rules);
        step.is_at_rest = true;
        step.carriers.push(leader);
        step.went[leader] = Some(self.0[leader].place);
        step
    }

    /// All that something takes along, wherever it goes, and itself: its riders, theirs, and so on, but for who overlaps what it rides on.
    #[must_use]
    pub fn column(&self, leader: usize) -> Vec<usize> {
        let mut step = self.at_rest(leader, (0, 0));
        let mut column = vec![leader];
        let mut next = 0;
        while let Some(&c) = column.get(next) {
            next += 1;
            for k in 0..self.0.len() {
                let is_open = step.is_movable(k) && !column.contains(&k);
                if is_open && !step.overlap(c, (0, 0), k) && step.rides(k, c) {
                    column.push(k);
                }
            }
        }
        column
    }

    /// Those that ride on something, in their order. What carries them is decided then.
    pub fn riders(&mut self, leader: usize) -> Vec<usize> {
        let mut step = self.at_rest(leader, (0, 0));
        let rides = |&k: &usize| k != leader && step.is_movable(k) && step.rides(k, leader);
        let riders = (0..self.0.len()).filter(rides).collect();
        self.0 = step.all;
        riders
    }

    /// Carries some by ways, one after the other, as far as nothing but the leader refuses it. Those of `led` are carried by nothing else.
    pub fn carry_by(&mut self, leader: usize, ways: &[(usize, (i64, i64))], led: &[usize]) {
        self.0.iter_mut().for_each(|fellow| fellow.was = [false; 3]);
        let start: Vec<Pixel> = self.0.iter().map(|fellow| fellow.place).collect();
        for &(k, by) in ways {
            // What it was pushed before is a part of its way.
            let gone = plus(self.0[k].place, minus(start[k]));
            let left = |way: i64, gone: i64| match way < 0 {
                true => (way - gone.min(0)).min(0),
                false => (way - gone.max(0)).max(0),
            };
            let mut ended = [false; 2];
            for (axis, by) in steps((0, 0), (left(by.0, gone.0) << 16, left(by.1, gone.1) << 16)) {
                if ended[axis] {
                    continue;
                }
                let mut step = self.at_rest(leader, by);
                step.led = led.to_vec();
                let Some(party) = step.together(&[k], usize::MAX) else {
                    ended[axis] = true;
                    continue;
                };
                let [mut pushed, mut carried] = step.carry(&[], None);
                carried.push(k);
                pushed.extend(party.into_iter().filter(|&other| other != k));
                pushed.into_iter().for_each(|k| step.all[k].was[0] = true);
                carried.into_iter().for_each(|k| step.all[k].was[1] = true);
                self.0 = step.finished(&self.0);
            }
        }
    }

    /// Those of what is moved that something would overlap after a way.
    #[must_use]
    pub fn met(&self, leader: usize, by: (i64, i64)) -> Vec<usize> {
        let step = self.at_rest(leader, (0, 0));
        let is_met = |&k: &usize| k != leader && step.is_movable(k) && step.overlap(leader, by, k);
        (0..self.0.len()).filter(is_met).collect()
    }

    /// Moves a solid, which nothing stops. `position` is its own, in 65 536ths of a pixel.
    pub fn move_solid(
        &mut self,
        leader: usize,
        position: (i64, i64),
        motion: (i64, i64),
        riders: &[usize],
        rules: Rules,
    ) {
        self.0.iter_mut().for_each(|fellow| fellow.was = [false; 3]);
        let lean = (motion.0.signum(), motion.1.signum());
        let steps = steps(position, motion);
        for (number, &(_, by)) in steps.iter().enumerate() {
            let left = |axis: usize| i64::from(steps[number..].iter().any(|step| step.0 == axis));
            let mut step = self.step(by, lean, rules);
            step.left = (left(0) * lean.0, left(1) * lean.1);
            step.carriers.push(leader);
            let mut tried = vec![false; self.0.len()];
            step.push(&mut tried);
            let [pushed, carried] = step.carry(riders, Some(leader));
            pushed.into_iter().for_each(|k| step.all[k].was[0] = true);
            carried.into_iter().for_each(|k| step.all[k].was[1] = true);
            step.push(&mut tried);
            step.went[leader] = Some(plus(self.0[leader].place, by));
            self.0 = step.finished(&self.0);
        }
    }

    /// As [`Convoy::slide`]. False if it is stuck.
    pub fn move_own(
        &mut self,
        mover: usize,
        position: (i64, i64),
        motion: (i64, i64),
        most: usize,
        rules: Rules,
    ) -> bool {
        self.slide(mover, position, motion, most, rules).is_some()
    }

    /// Moves a character or a crate of its own, without following the ground down. It pushes crates with steps sideways, at most so many at once.
    /// Says on which axes a step was refused. None if it is stuck.
    pub fn slide(
        &mut self,
        mover: usize,
        position: (i64, i64),
        motion: (i64, i64),
        most: usize,
        rules: Rules,
    ) -> Option<[bool; 2]> {
        let lean = (motion.0.signum(), motion.1.signum());
        let up = self.0[mover].up;
        let falls = up.is_none_or(|up| up.0 * lean.0 + up.1 * lean.1 <= 0);
        let is_crate = self.0[mover].role == Role::Crate;
        let at_rest = self.step((0, 0), lean, rules);
        let roles: Vec<Role> = self.0.iter().map(|fellow| fellow.role).collect();
        let is_solid = |j: usize| j != mover && matches!(roles[j], Role::Solid | Role::Crate);
        if (0..self.0.len()).any(|j| is_solid(j) && at_rest.overlap(mover, (0, 0), j)) {
            return None;
        }
        let (mut ended, mut left_out) = ([false; 2], [0; 2]);
        for (axis, by) in steps(position, motion) {
            if ended[axis] {
                continue;
            }
            if left_out[axis] > 0 {
                left_out[axis] -= 1;
                continue;
            }
            let mut step = self.step(by, lean, rules);
            (step.own, step.mover) = (Some(mover), Some(mover));
            step.rises = !falls;
            let is_sideways = up.is_none_or(|up| up != by && up != minus(by));
            let most = if is_crate {
                usize::MAX
            } else if is_sideways {
                most
            } else {
                0
            };
            if is_crate {
                step.carriers.push(mover);
            }
            // What it would push, if it pushes.
            let pushed = |step: &Step| {
                let yields = |j: usize| match step.all[j].role {
                    Role::Crate => j != mover,
                    Role::Character => is_crate && j != mover,
                    _ => false,
                };
                let met: Vec<usize> =
                    (0..step.all.len()).filter(|&j| yields(j) && step.overlap(mover, by, j)).collect();
                let mut pushing = step.clone();
                // It makes its own step, and joins nobody.
                pushing.went[mover] = Some(pushing.all[mover].place);
                let can = most > 0
                    && !step.refuses(mover, by, &met)
                    && (met.is_empty() || pushing.together(&met, most).is_some());
                can.then_some(pushing)
            };
            let Some(ready) = step.ready(mover, &[], &|step| pushed(step).is_some()) else {
                ended[axis] = true;
                continue;
            };
            let aside = ready.all.clone();
            let (from, to) = (self.0[mover].place, ready.all[mover].place);
            let way = (to.0 - from.0).abs() + (to.1 - from.1).abs();
            left_out[axis] = if up.is_none() { way } else { 0 };
            step = if ready.refuses(mover, by, &[]) { pushed(&ready).unwrap() } else { ready };
            step.went[mover] = Some(plus(to, by));
            step.own = None;
            step.carry(&[], None);
            let after = Convoy(step.finished(&aside));
            // What it has pushed may have climbed into it.
            let end = after.step((0, 0), lean, rules);
            if !is_crate && (0..self.0.len()).any(|j| is_solid(j) && end.overlap(mover, (0, 0), j)) {
                (ended[axis], left_out[axis]) = (true, 0);
                continue;
            }
            self.0 = after.0;
        }
        let support = self.step((0, 0), lean, rules).support(mover);
        self.0[mover].support = support;
        Some(ended)
    }

    /// What refuses one more step of something that moves of its own: the first, and its first pixel. What can be pushed away by a crate refuses
    /// nothing.
    #[must_use]
    pub fn refusal(&self, mover: usize, by: (i64, i64), most: usize) -> Refusal {
        let rules = Rules { up: self.0[mover].up, step_up: 0, step_down: 0, corner: 0, drop: false };
        let is_crate = self.0[mover].role == Role::Crate;
        let step = || {
            let mut step = self.step(by, (0, 0), rules);
            step.carriers.extend(is_crate.then_some(mover));
            // It would make its own step, and joins nobody.
            (step.mover, step.went[mover]) = (Some(mover), Some(self.0[mover].place));
            step
        };
        if by == (0, 0) || step().leads(mover, most) {
            return None;
        }
        let Fellow { cover, place, .. } = &self.0[mover];
        (0..self.0.len()).filter(|&j| j != mover).find_map(|j| {
            if self.0[j].role == Role::Character && !is_crate {
                return None;
            }
            let (_, pixel) =
                self.0[j].as_ground(|ground| first_refusing(cover, *place, by, &[ground], rules))?;
            let is_pushed = is_crate && step().is_movable(j) && step().together(&[j], usize::MAX).is_some();
            (!is_pushed).then_some((j, pixel))
        })
    }

    /// The first pixel of something that refuses a step down of something.
    #[must_use]
    pub fn borne_at(&self, mover: usize, by: usize) -> Option<(i64, i64)> {
        self.bearing(mover, by).first().copied()
    }

    /// The pixels of something that refuse a step down of something, in their order.
    fn bearing(&self, mover: usize, by: usize) -> Vec<Pixel> {
        let Fellow { cover, place, up, .. } = &self.0[mover];
        let Some(up) = *up else { return Vec::new() };
        let rules = Rules { up: Some(up), step_up: 0, step_down: 0, corner: 0, drop: false };
        self.0[by].as_ground(|ground| all_refusing(cover, *place, minus(up), ground, rules))
    }

    /// The pixel of something that bears something: of those that refuse its step down the nearest to the middle of its columns; of equals the
    /// one on the left, then the highest. All of this is meant by its up.
    #[must_use]
    pub fn bearing_pixel(&self, mover: usize, by: usize) -> Option<(i64, i64)> {
        let Fellow { cover, place, up, .. } = &self.0[mover];
        let up = (*up)?;
        let right = |(x, y): Pixel| y * up.0 - x * up.1;
        let high = |(x, y): Pixel| x * up.0 + y * up.1;
        let columns = || cover.iter().map(|&pixel| right(plus(pixel, *place)));
        // Twice the middle, which may lie between two columns.
        let middle = columns().min()? + columns().max()?;
        let key = |&at: &Pixel| ((2 * right(at) - middle).abs(), right(at), -high(at));
        self.bearing(mover, by).into_iter().min_by_key(key)
    }

    /// What carries one by where it is now, whatever carried it before.
    #[must_use]
    pub fn support_now(&self, k: usize) -> Option<usize> {
        let rules = Rules { up: None, step_up: 0, step_down: 0, corner: 0, drop: false };
        self.step((0, 0), (0, 0), rules).support(k)
    }

    /// What carries one, if that is asked now.
    #[must_use]
    pub fn support(&self, k: usize) -> Option<usize> {
        let rules = Rules { up: None, step_up: 0, step_down: 0, corner: 0, drop: false };
        let step = self.step((0, 0), (0, 0), rules);
        let old = self.0[k].support.filter(|&old| step.bears(old, k));
        old.or_else(|| step.support(k))
    }
}
