//! Crates, characters and solids that move together: every step by the definition, pixel by pixel.

use crate::mover::{Ground, Refusal, Rules, first_refusing, made_along, stands, steps, support_of};

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
    /// The pixels that it covers, beside that of its position.
    pub cover: Vec<(i64, i64)>,
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

/// All things of a world, in the order of their handles.
#[derive(Clone, Debug, Default)]
pub struct Convoy(pub Vec<Fellow>);

fn plus(a: Pixel, b: Pixel) -> Pixel {
    (a.0 + b.0, a.1 + b.1)
}

/// A step of one pixel that is being made. Obstacles stay where they were until it is over.
struct Step<'a> {
    all: &'a [Fellow],
    by: Pixel,
    lean: Pixel,
    /// The ledges and corners of who is pushed or carried.
    rules: Rules,
    /// Where it led those who have made it.
    went: Vec<Option<Pixel>>,
    /// The carriers that have made it, in the order in which they carry.
    carriers: Vec<usize>,
    supports: Vec<Option<usize>>,
}

impl Step<'_> {
    fn is_movable(&self, i: usize) -> bool {
        matches!(self.all[i].role, Role::Crate | Role::Character)
    }

    fn rules_of(&self, i: usize) -> Rules {
        let Fellow { up, role, .. } = self.all[i];
        match role {
            Role::Crate => Rules { up, step_up: 0, step_down: 0, corner: 0, drop: false },
            _ => Rules { up, ..self.rules },
        }
    }

    fn overlap(&self, i: usize, by: Pixel, k: usize) -> bool {
        let other: Vec<Pixel> = self.all[k].cover.iter().map(|&p| plus(p, self.all[k].place)).collect();
        self.all[i].cover.iter().any(|&p| other.contains(&plus(plus(p, self.all[i].place), by)))
    }

    /// Calls a function with what may stop one, but for some, and their numbers.
    fn among<R>(&self, i: usize, without: &[usize], f: impl FnOnce(&[Ground<'_>], &[usize]) -> R) -> R {
        let others = (0..self.all.len()).filter(|&j| j != i && self.all[j].role != Role::Character);
        let numbers: Vec<usize> = others.filter(|j| !without.contains(j)).collect();
        let covers: Vec<_> = numbers
            .iter()
            .map(|&j| {
                let Fellow { cover, place, .. } = &self.all[j];
                move |x: i64, y: i64| cover.contains(&(x - place.0, y - place.1))
            })
            .collect();
        let open = |j: usize| if let Role::OneWay(open) = self.all[j].role { Some(open) } else { None };
        let grounds: Vec<Ground<'_>> =
            covers.iter().zip(&numbers).map(|(covers, &j)| Ground { covers, open: open(j) }).collect();
        f(&grounds, &numbers)
    }

    /// Where the step leads for one, if these make it, too.
    fn made(&self, i: usize, along: &[usize]) -> Option<Pixel> {
        let Fellow { cover, place, .. } = &self.all[i];
        self.among(i, &[], |with, _| {
            self.among(i, along, |without, _| {
                made_along(cover, *place, self.by, [with, without], self.rules_of(i), self.lean)
            })
        })
    }

    /// Makes the step with some, and with all that is in the way of the crates among them. None if one cannot.
    fn together(&mut self, first: &[usize], most: usize) -> Option<Vec<usize>> {
        let mut party = first.to_vec();
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
            return None;
        }
        let along = [&self.carriers[..], &crates].concat();
        let places: Option<Vec<Pixel>> = party.iter().map(|&k| self.made(k, &along)).collect();
        for (&k, place) in party.iter().zip(places?) {
            self.went[k] = Some(place);
        }
        self.carriers = along;
        Some(party)
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
        self.among(k, &[], |all, numbers| {
            support_of(cover, *place, all, self.rules_of(k)).map(|i| numbers[i])
        })
    }

    fn rides(&mut self, k: usize, c: usize) -> bool {
        if !self.bears(c, k) {
            return false;
        }
        if !self.supports[k].is_some_and(|old| self.bears(old, k)) {
            self.supports[k] = self.support(k);
        }
        self.supports[k] == Some(c)
    }

    /// Carries all that ride on what has made the step. Returns who was pushed, and who was carried.
    fn carry(&mut self, riders: &[usize], leader: Option<usize>) -> [Vec<usize>; 2] {
        let (mut pushed, mut carried, mut next) = (Vec::new(), Vec::new(), 0);
        while let Some(&c) = self.carriers.get(next) {
            next += 1;
            for k in 0..self.all.len() {
                if !self.is_movable(k) || self.went[k].is_some() || k == c {
                    continue;
                }
                let is_named = leader == Some(c) && riders.contains(&k);
                let is_solid = |c: usize| matches!(self.all[c].role, Role::Solid | Role::Crate);
                let is_inside = self.carriers.iter().any(|&c| is_solid(c) && self.overlap(c, (0, 0), k));
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
}

impl Convoy {
    fn step(&self, by: Pixel, lean: Pixel, rules: Rules) -> Step<'_> {
        let (went, supports) =
            (vec![None; self.0.len()], self.0.iter().map(|fellow| fellow.support).collect());
        Step { all: &self.0, by, lean, rules, went, carriers: Vec::new(), supports }
    }

    fn finish(&mut self, went: Vec<Option<Pixel>>, supports: Vec<Option<usize>>) {
        for (fellow, (went, support)) in self.0.iter_mut().zip(went.into_iter().zip(supports)) {
            fellow.place = went.unwrap_or(fellow.place);
            fellow.support = support;
        }
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
        for (_, by) in steps(position, motion) {
            let mut step = self.step(by, lean, rules);
            step.carriers.push(leader);
            let (mut pushed, mut crushed) = (Vec::new(), Vec::new());
            for k in 0..self.0.len() {
                let may_push = self.0[leader].role == Role::Solid && step.is_movable(k);
                if may_push && step.went[k].is_none() && step.overlap(leader, by, k) {
                    match step.together(&[k], usize::MAX) {
                        Some(party) => pushed.extend(party),
                        None => crushed.push(k),
                    }
                }
            }
            let [others, carried] = step.carry(riders, Some(leader));
            pushed.extend(others);
            step.went[leader] = Some(plus(self.0[leader].place, by));
            let Step { went, supports, .. } = step;
            self.finish(went, supports);
            for (kind, all) in [pushed, carried, crushed].into_iter().enumerate() {
                all.into_iter().for_each(|k| self.0[k].was[kind] = true);
            }
        }
    }

    /// As [`Convoy::slide`]. False if it is stuck.
    pub fn move_own(&mut self, mover: usize, position: (i64, i64), motion: (i64, i64), most: usize) -> bool {
        self.slide(mover, position, motion, most).is_some()
    }

    /// Moves a character or a crate of its own, without ledges and corners. It pushes crates with steps sideways, at most so many at once. Says on
    /// which axes a step was refused. None if it is stuck.
    pub fn slide(
        &mut self,
        mover: usize,
        position: (i64, i64),
        motion: (i64, i64),
        most: usize,
    ) -> Option<[bool; 2]> {
        let lean = (motion.0.signum(), motion.1.signum());
        let up = self.0[mover].up;
        let rules = Rules { up, step_up: 0, step_down: 0, corner: 0, drop: false };
        let is_crate = self.0[mover].role == Role::Crate;
        let at_rest = self.step((0, 0), lean, rules);
        let is_solid = |j: usize| j != mover && matches!(self.0[j].role, Role::Solid | Role::Crate);
        if (0..self.0.len()).any(|j| is_solid(j) && at_rest.overlap(mover, (0, 0), j)) {
            return None;
        }
        let mut ended = [false; 2];
        for (axis, by) in steps(position, motion) {
            if ended[axis] {
                continue;
            }
            let mut step = self.step(by, lean, rules);
            if is_crate {
                step.carriers.push(mover);
            }
            if !step.leads(mover, most) {
                ended[axis] = true;
                continue;
            }
            step.went[mover] = Some(plus(self.0[mover].place, by));
            step.carry(&[], None);
            let Step { went, supports, .. } = step;
            self.finish(went, supports);
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
            step
        };
        if by == (0, 0) || step().leads(mover, most) {
            return None;
        }
        let Fellow { cover, place, .. } = &self.0[mover];
        (0..self.0.len()).filter(|&j| j != mover).find_map(|j| {
            let Fellow { cover: other, place: at, role, .. } = &self.0[j];
            if *role == Role::Character && !is_crate {
                return None;
            }
            let covers = |x: i64, y: i64| other.contains(&(x - at.0, y - at.1));
            let open = if let Role::OneWay(open) = *role { Some(open) } else { None };
            let (_, pixel) = first_refusing(cover, *place, by, &[Ground { covers: &covers, open }], rules)?;
            let is_pushed = is_crate && step().is_movable(j) && step().together(&[j], usize::MAX).is_some();
            (!is_pushed).then_some((j, pixel))
        })
    }

    /// The first pixel of something that refuses a step down of something.
    #[must_use]
    pub fn borne_at(&self, mover: usize, by: usize) -> Option<(i64, i64)> {
        let Fellow { cover, place, up, .. } = &self.0[mover];
        let (Fellow { cover: other, place: at, role, .. }, up) = (&self.0[by], (*up)?);
        let covers = |x: i64, y: i64| other.contains(&(x - at.0, y - at.1));
        let open = if let Role::OneWay(open) = *role { Some(open) } else { None };
        let rules = Rules { up: Some(up), step_up: 0, step_down: 0, corner: 0, drop: false };
        let down = (-up.0, -up.1);
        Some(first_refusing(cover, *place, down, &[Ground { covers: &covers, open }], rules)?.1)
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
