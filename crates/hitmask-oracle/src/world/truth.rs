//! A world that compares every pair pixel by pixel, at every moment of every way. It obeys the commands of a script.
//!
//! Hashes and bytes of states have no oracle. But what comes after a state was restored or read from bytes does, and equal states must have
//! equal hashes.
//!
//! This file is long because a collider, the rule of who may meet whom and the commands that change them share their fields. Steps, questions
//! and movers have files of their own.

use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::script::{
    Area, Attempt, Command, Edit, Filter, Given, Kind, Newcomer, Own, Place, Setting, Side, Touching,
};
use super::shape::{Book, Figure, Pixel, Q16, Shape};
use crate::cover::{self, Cover};
use crate::{Affine, Grid, Rules, StraightWay};

pub(super) const ONE: i64 = 1 << 16;

/// Index and generation of a handle.
pub type Key = [u32; 2];

/// What decides whether two may meet, wherever they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// The layers that it is on, and those that it meets, as bits.
    pub layers: (u32, u32),
    /// Colliders of one group never meet. 0 is no group.
    pub group: u32,
    /// Colliders of different spaces never meet.
    pub space: u32,
    /// Two sensors never meet.
    pub sensor: bool,
    /// Whether it takes part.
    pub enabled: bool,
    /// The number of the root; without one, its own. A root and its parts never meet. None for questions about no collider.
    pub family: Option<usize>,
}

impl Rule {
    /// The filter rule. It stands only here.
    #[must_use]
    pub fn may_meet(&self, other: &Rule) -> bool {
        self.enabled
            && other.enabled
            && self.space == other.space
            && self.layers.0 & other.layers.1 != 0
            && other.layers.0 & self.layers.1 != 0
            && !(self.sensor && other.sensor)
            && (self.group == 0 || self.group != other.group)
            && (self.family.is_none() || self.family != other.family)
    }
}

impl Default for Rule {
    fn default() -> Rule {
        Rule { layers: (u32::MAX, u32::MAX), group: 0, space: 0, sensor: false, enabled: true, family: None }
    }
}

/// What makes a collider a part.
#[derive(Debug, Clone)]
pub(super) struct Tie {
    /// What it hangs on: the root or another part.
    pub(super) root: usize,
    /// Its place in the plane of that.
    place: Place,
    /// Its own switch.
    enabled: bool,
    frames: Option<Vec<usize>>,
    /// Where it was led, on the plane that a torus is unrolled to.
    unrolled: Option<Q16>,
}

/// A collider.
#[derive(Debug, Clone)]
pub(super) struct Thing {
    pub(super) key: Key,
    pub(super) figure: Figure,
    frame: usize,
    /// The pixels of a terrain that was edited.
    edited: Option<Rc<Grid>>,
    pub(super) place: Place,
    /// The pose that follows, and the one on whole pixels.
    poses: Option<[Affine; 2]>,
    pub(super) kind: Kind,
    pub(super) rule: Rule,
    pub(super) order: i32,
    pub(super) data: u64,
    pub(super) swept: bool,
    pub(super) first_only: bool,
    /// What carries it, as it was decided last.
    pub(super) support: Option<usize>,
    pub(super) up: Option<Side>,
    pub(super) open_side: Side,
    pub(super) own: Option<Own>,
    /// Whether it stands on whole pixels, as characters always do.
    pub(super) whole: bool,
    /// If it is a part.
    pub(super) tie: Option<Tie>,
    /// By how many laps of a torus it has come to where it is.
    laps: Q16,
    /// Where its way from the last step starts, and its matrix there. None if it rests.
    pub(super) start: Option<(Q16, [i64; 4])>,
    /// What it covers on the plane, and on the torus. Empty after a change.
    covers: [OnceCell<Rc<Cover>>; 2],
}

/// The state of a world.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    /// By their numbers. None for colliders that were removed.
    pub(super) things: Vec<Option<Thing>>,
    pub(super) keys: Vec<Key>,
    /// Their last data.
    pub(super) data: Vec<u64>,
    generations: Vec<u32>,
    /// The generation of the first collider in a new slot.
    floor: u32,
    free: Vec<u32>,
    /// The order of free slots is known no more.
    cleared: bool,
    /// With the step in which they began.
    pub(super) contacts: BTreeMap<(Key, Key), u64>,
    pub(super) steps: u64,
    /// The hash that was given for this state.
    pub(super) hash: Option<String>,
}

/// The brute-force world.
#[derive(Debug)]
pub struct Truth<'a> {
    pub(super) book: &'a Book,
    pub(super) wrap: Option<(i64, i64)>,
    /// A step fails if it finds more pairs.
    pub(super) max_pairs: usize,
    /// Whether touches have normals and separations.
    pub directed: bool,
    /// How many touches were found on ways through texels, and how many were refused because a first-only collider had one before.
    pub seen: Cell<[u32; 2]>,
    pub(super) state: State,
    saved: Option<State>,
}

/// The nearest pixel. Halves go to the left and up.
pub(super) fn nearest_pixel([x, y]: Q16) -> (i64, i64) {
    let nearest = |q: i64| (q + ONE / 2 - 1) >> 16;
    (nearest(x), nearest(y))
}

pub(super) fn matrix_of([a, b, c, d, ..]: Affine) -> [i64; 4] {
    [a, b, c, d]
}

fn poses(place: &Place) -> Option<[Affine; 2]> {
    let (x, y) = nearest_pixel(place.position());
    // On whole pixels it covers the same pixels wherever it stands, also where the pose is rounded at a tie: then as far to the right of
    // and below the origin.
    const FAR: i64 = ONE << 16;
    let [a, b, c, d, u, v] = place.moved_to([FAR, FAR]).pose()?;
    Some([place.pose()?, [a, b, c, d, u - FAR + x * ONE, v - FAR + y * ONE]])
}

/// A pixel as the files have it.
pub(super) fn small((x, y): (i128, i128)) -> Pixel {
    [x, y].map(|n| n.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}

pub(super) fn pixel((x, y): (i64, i64)) -> Pixel {
    [x, y].map(|n| n.try_into().expect("the pixel is one of the world"))
}

pub(super) fn wide([x, y]: Pixel) -> (i64, i64) {
    (x.into(), y.into())
}

pub(super) fn area((x, y, w, h): (i64, i64, i64, i64)) -> Area {
    [x, y, w, h]
}

/// The direction that [`Truth`] gives for things that are larger than the torus: it knows none.
pub const UNKNOWN: Pixel = [i32::MIN; 2];

/// What moves, in a cast or on its way between two steps: the point that is rounded to pixels, and whether the cover is the same at every
/// part of a pixel.
pub(super) struct Anchor {
    pub(super) point: Q16,
    pub(super) is_exact: bool,
}

fn anchor(figure: &Figure, place: &Place, pose: Option<Affine>, whole: bool) -> Anchor {
    let upright = |pose| {
        matches!(matrix_of(pose), [ONE | -65_536, 0, 0, ONE | -65_536] | [0, ONE | -65_536, ONE | -65_536, 0])
    };
    match pose {
        _ if whole => Anchor { point: place.position(), is_exact: true },
        Some(pose) if upright(pose) && figure.has_texels() => {
            Anchor { point: [pose[4], pose[5]], is_exact: true }
        }
        _ => Anchor { point: place.position(), is_exact: false },
    }
}

impl Thing {
    pub(super) fn is_whole(&self) -> bool {
        self.whole || matches!(self.kind, Kind::Character | Kind::Crate)
    }

    /// The pose under which it is seen.
    pub(super) fn pose(&self) -> Option<Affine> {
        self.poses.map(|poses| poses[usize::from(self.is_whole())])
    }

    pub(super) fn matrix(&self) -> [i64; 4] {
        self.poses.map_or([0; 4], |poses| matrix_of(poses[0]))
    }

    pub(super) fn lie(&mut self, place: Place) {
        (self.place, self.poses) = (place, poses(&place));
    }

    /// Puts it at a place that may lie beyond the seams of a torus. Its way leads there as it was given.
    pub(super) fn go(&mut self, place: Place, wrap: Option<(i64, i64)>) {
        let given = place.position();
        let to = reduced(given, wrap);
        self.laps = [0, 1].map(|axis| self.laps[axis] + given[axis] - to[axis]);
        if let Some((start, _)) = &mut self.start {
            *start = [0, 1].map(|axis| start[axis] + to[axis] - given[axis]);
        }
        self.lie(place.moved_to(to));
        if self.poses.is_none() {
            self.start = None;
        }
    }

    pub(super) fn keep_start(&mut self) {
        if self.poses.is_some() {
            let here = (self.place.position(), self.matrix());
            self.start.get_or_insert(here);
        }
    }

    pub(super) fn anchor(&self) -> Anchor {
        anchor(&self.figure, &self.place, self.poses.map(|poses| poses[0]), self.is_whole())
    }

    /// Its way since the last step, and whether it is followed exactly.
    pub(super) fn way(&self) -> (StraightWay, bool) {
        let Anchor { point, is_exact } = self.anchor();
        let here = self.place.position();
        let (start, matrix) = self.start.unwrap_or((here, self.matrix()));
        // What goes through its texels is followed at their corner.
        let ([x, y], exact) = match self.poses {
            Some([[.., x, y], _]) if self.glides() => ([x, y], true),
            _ => (point, matrix == self.matrix() && (is_exact || start == here)),
        };
        (StraightWay { from: (x + start[0] - here[0], y + start[1] - here[1]), to: (x, y) }, exact)
    }

    /// Whether it is followed through its texels: it moves between pixels, is turned or scaled, and is not round.
    pub(super) fn glides(&self) -> bool {
        let moves =
            self.start.is_some_and(|(at, matrix)| at != self.place.position() && matrix == self.matrix());
        moves && self.figure.has_texels() && !self.is_whole() && !self.anchor().is_exact
    }
}

/// A position in a world of this size.
pub(super) fn reduced([x, y]: Q16, wrap: Option<(i64, i64)>) -> Q16 {
    wrap.map_or([x, y], |(w, h)| [x.rem_euclid(w * ONE), y.rem_euclid(h * ONE)])
}

impl<'a> Truth<'a> {
    /// An empty world. Steps that find more pairs fail.
    #[must_use]
    pub fn new(wrap: Option<(u32, u32)>, max_pairs: usize, book: &'a Book) -> Truth<'a> {
        let wrap = wrap.map(|(w, h)| (w.into(), h.into()));
        Truth {
            book,
            wrap,
            max_pairs,
            directed: true,
            seen: Cell::default(),
            state: State::default(),
            saved: None,
        }
    }

    /// Whether a collider is there.
    #[must_use]
    pub fn is_there(&self, number: usize) -> bool {
        self.state.things.get(number).is_some_and(Option::is_some)
    }

    /// The pose under which a collider is seen.
    #[must_use]
    pub fn pose(&self, number: usize) -> Option<Affine> {
        self.state.things.get(number)?.as_ref()?.pose()
    }

    /// The pairs that touched in the last step, and since when, sorted.
    pub fn contacts(&self) -> impl Iterator<Item = ((Key, Key), u64)> {
        self.state.contacts.iter().map(|(&pair, &since)| (pair, since))
    }

    /// The numbers and the positions of those that have a pose: where their ways of this step begin, and where they are.
    pub fn ways(&self) -> impl Iterator<Item = (usize, Q16, Q16)> {
        self.there().filter(|(_, thing)| thing.poses.is_some()).map(|(number, thing)| {
            let here = thing.place.position();
            (number, thing.start.map_or(here, |start| start.0), here)
        })
    }

    /// The smallest box around the pixels of each collider, for its own test.
    #[must_use]
    pub fn boxes(&self) -> BTreeMap<Key, Option<Area>> {
        self.there().map(|(_, thing)| (thing.key, self.cover(thing).bounds().map(area))).collect()
    }

    /// All colliders, for people to read.
    #[must_use]
    pub fn told(&self) -> String {
        self.there()
            .map(|(number, thing)| {
                format!(
                    "\n  {number} {:?}",
                    (
                        &thing.figure,
                        thing.place,
                        thing.start,
                        thing.kind,
                        thing.rule,
                        thing.swept,
                        thing.first_only,
                        thing.data,
                        thing.own
                    )
                )
            })
            .collect()
    }

    pub(super) fn thing(&self, number: usize) -> &Thing {
        self.state.things[number].as_ref().expect("the collider is there")
    }

    pub(super) fn thing_mut(&mut self, number: usize) -> &mut Thing {
        self.state.hash = None;
        let thing = self.state.things[number].as_mut().expect("the collider is there");
        thing.covers = Default::default();
        thing
    }

    fn there(&self) -> impl Iterator<Item = (usize, &Thing)> {
        let numbered =
            |(number, thing): (usize, &'_ Option<Thing>)| Some((number, thing.as_ref()?)).map(|it| it.0);
        self.state.things.iter().enumerate().filter_map(numbered).map(|number| (number, self.thing(number)))
    }

    /// All colliders in the order of their handles, with their numbers.
    pub(super) fn all(&self) -> Vec<(usize, &Thing)> {
        let mut all: Vec<_> = self.there().collect();
        all.sort_by_key(|(_, thing)| thing.key);
        all
    }

    /// Those that a filter lets through. `about` is the collider that the question is about.
    pub(super) fn through(&self, about: Option<usize>, filter: &Filter) -> Vec<(usize, &Thing)> {
        let own = about.map_or(Rule::default(), |number| self.thing(number).rule);
        let (layers, group) =
            if filter.unnamed { (own.layers, own.group) } else { (filter.layers, filter.group) };
        let space = filter.space.unwrap_or(own.space);
        let rule = Rule { layers, group, space, sensor: !filter.sensors, enabled: true, family: own.family };
        let mut all = self.all();
        all.retain(|(number, thing)| {
            rule.may_meet(&thing.rule)
                && !self.line_of(*number).iter().any(|above| filter.except.contains(above))
                && (!filter.only_even || thing.data % 2 == 0)
        });
        all
    }

    pub(super) fn number(&self, key: Key) -> usize {
        self.state.keys.iter().position(|&other| other == key).expect("its handle")
    }

    pub(super) fn reduced_pixel(&self, (x, y): (i64, i64)) -> (i64, i64) {
        self.wrap.map_or((x, y), |(w, h)| (x.rem_euclid(w), y.rem_euclid(h)))
    }

    /// What a collider covers, on the plane.
    pub(super) fn cover_on_plane(&self, thing: &Thing) -> Rc<Cover> {
        let find = || match (thing.pose(), &thing.edited) {
            (None, _) => Cover::nothing(),
            (Some(pose), Some(grid)) => Cover::grid(grid, pose),
            (Some(pose), None) => thing.figure.cover(thing.frame, pose, self.book),
        };
        Rc::clone(thing.covers[0].get_or_init(|| Rc::new(find())))
    }

    /// What a collider covers on the plane after it was moved by whole pixels. Pixels exist only within the world, so it is drawn again near
    /// its ends.
    pub(super) fn cover_moved(&self, thing: &Thing, by: (i64, i64)) -> Cover {
        let Some([a, b, c, d, x, y]) = thing.pose() else { return Cover::nothing() };
        if x.abs().max(y.abs()) < 1 << 46 {
            return self.cover_on_plane(thing).moved(by);
        }
        let pose = [a, b, c, d, x + by.0 * ONE, y + by.1 * ONE];
        match &thing.edited {
            Some(grid) => Cover::grid(grid, pose),
            None => thing.figure.cover(thing.frame, pose, self.book),
        }
    }

    /// What a collider covers in the world.
    pub(super) fn cover(&self, thing: &Thing) -> Rc<Cover> {
        let plane = self.cover_on_plane(thing);
        match self.wrap {
            None => plane,
            Some(size) => Rc::clone(thing.covers[1].get_or_init(|| Rc::new(plane.wrapped(size)))),
        }
    }

    pub(super) fn on_torus(&self, cover: &Cover) -> Cover {
        self.wrap.map_or_else(|| cover.clone(), |size| cover.wrapped(size))
    }

    /// A thing's own texels, under a pose that keeps them upright.
    pub(super) fn texels(&self, thing: &Thing) -> Cover {
        const UPRIGHT: Affine = [ONE, 0, 0, ONE, 0, 0];
        match &thing.edited {
            Some(grid) => Cover::grid(grid, UPRIGHT),
            None => thing.figure.cover(thing.frame, UPRIGHT, self.book),
        }
    }

    /// Where two covers of the plane touch in the world. On a torus, B lies over A in all ways that whole laps lead to.
    pub(super) fn touching(&self, a: &Cover, b: &Cover, by_sum: bool) -> Option<Touching> {
        let touch = match self.wrap {
            None => a.touch(b, by_sum)?,
            Some(size) => a.wrapped(size).touch(&b.wrapped(size), by_sum)?,
        };
        Some(self.told_touch(touch, a, b, by_sum))
    }

    /// A touch with its directions.
    pub(super) fn told_touch(&self, touch: cover::Touch, a: &Cover, b: &Cover, by_sum: bool) -> Touching {
        let (normal, separation) = if self.directed { self.directions(a, b, by_sum) } else { (None, None) };
        Touching {
            first: pixel(touch.first),
            area: touch.area,
            bounds: Some(area(touch.bounds)),
            normal,
            separation,
        }
    }

    /// Normal and separation of two covers of the plane. On a torus, those of all images of B together: there is no separation if several
    /// of them share pixels with A that count.
    pub(super) fn directions(&self, a: &Cover, b: &Cover, by_sum: bool) -> (Option<Pixel>, Option<Pixel>) {
        let separation = |b: &Cover| {
            let (x, y) = a.separation(b, by_sum);
            small((x.into(), y.into()))
        };
        let Some((w, h)) = self.wrap else {
            return (Some(small(a.normal(b, by_sum))), Some(separation(b)));
        };
        let fits = |cover: &Cover| cover.bounds().is_none_or(|bounds| bounds.2 <= w && bounds.3 <= h);
        if !fits(a) || !fits(b) {
            return (Some(UNKNOWN), Some(UNKNOWN));
        }
        let images = images(a, b, (w, h));
        let normals = images.iter().map(|image| a.normal(image, by_sum));
        let normal = normals.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let met: Vec<&Cover> = images.iter().filter(|image| a.shares_any(image, by_sum)).collect();
        let separation = match met[..] {
            [] => Some([0, 0]),
            [one] => Some(separation(one)),
            _ => None,
        };
        (Some(small(normal)), separation)
    }

    /// Obeys a command. `given` is hitmask's answer: it tells hashes, bytes, and the handles that follow a `clear`.
    ///
    /// # Panics
    /// If the script makes no sense, or if hitmask's answer cannot be right.
    pub fn obey(&mut self, command: &Command, given: &Given) -> Given {
        let number = match command {
            Command::Remove(number)
            | Command::Set(number, _)
            | Command::Attach(number, _)
            | Command::Detach(number)
            | Command::Edit(number, _)
            | Command::CollideOne(number)
            | Command::MoveAndSlide { collider: number, .. }
            | Command::MoveSolid { collider: number, .. }
            | Command::ReshapeSolid { collider: number, .. }
            | Command::Fit { collider: number, .. } => *number,
            _ => usize::MAX,
        };
        if number != usize::MAX && !self.is_there(number) {
            return Given::Gone;
        }
        let goes_its_way = matches!(
            command,
            Command::MoveAndSlide { .. }
                | Command::MoveSolid { .. }
                | Command::ReshapeSolid { .. }
                | Command::Fit { .. }
        );
        if goes_its_way && self.thing(number).tie.is_some() {
            return Given::InvalidArgument;
        }
        let answer = self.answer(command, given);
        self.follow();
        if let Command::Set(number, Setting::Teleport(_)) = command {
            let is_moved = |it: &&mut Thing| it.rule.family == Some(*number);
            self.state.things.iter_mut().flatten().filter(is_moved).for_each(|thing| thing.start = None);
        }
        answer
    }

    fn answer(&mut self, command: &Command, given: &Given) -> Given {
        match command {
            Command::Attach(root, part) => self.attach(*root, *part),
            Command::Detach(number) => self.detach(*number),
            Command::Insert(newcomer) => self.insert(newcomer, given),
            Command::Remove(number) => {
                self.remove(*number);
                Given::Nothing
            }
            Command::Clear => {
                (0..self.state.things.len())
                    .filter(|&n| self.is_there(n))
                    .collect::<Vec<_>>()
                    .into_iter()
                    // A root takes its parts with it.
                    .for_each(|n| {
                        if self.is_there(n) {
                            self.remove(n);
                        }
                    });
                self.state.cleared = true;
                Given::Nothing
            }
            Command::Set(number, setting) => {
                let has_no_frames =
                    matches!(setting, Setting::PartFrames(_)) && self.thing(*number).tie.is_none();
                if has_no_frames {
                    return Given::Gone;
                }
                self.set(*number, setting);
                Given::Nothing
            }
            Command::Transforms(places) => {
                for (number, place) in places {
                    if self.is_there(*number) {
                        self.set(*number, &Setting::Place(*place));
                    }
                }
                Given::Nothing
            }
            Command::Edit(number, edit) => {
                let thing = self.thing(*number);
                let mut grid = match (&thing.edited, &thing.figure) {
                    (Some(grid), _) => Grid::clone(grid),
                    (None, Figure::Shape(Shape::Terrain(number))) => Grid::clone(self.book.grid(*number)),
                    (None, _) => return Given::Gone,
                };
                let (pixels, bounds) = edit_grid(&mut grid, edit, self.book);
                self.thing_mut(*number).edited = Some(Rc::new(grid));
                Given::Changed { pixels, bounds: bounds.map(area) }
            }
            Command::Step | Command::StepAlong(_) => self.step(false, given),
            Command::StepRefusing => self.step(true, given),
            Command::CollideOne(number) => Given::Contacts(self.touched_by(*number)),
            Command::Pick { pixel, filter } => {
                let (x, y) = self.reduced_pixel(wide(*pixel));
                let mut picked = self.through(None, filter);
                picked.retain(|(_, thing)| self.cover(thing).at(x, y).solid);
                picked.sort_by_key(|(_, thing)| (thing.order, thing.key));
                Given::Picked(picked.into_iter().rev().map(|(number, _)| number).collect())
            }
            Command::Nearest { pixel, within, filter } => {
                Given::Nearest(self.nearest(self.reduced_pixel(wide(*pixel)), (*within).into(), filter))
            }
            Command::Query { probe, filter } => Given::Contacts(self.query(probe, filter)),
            Command::Line { from, to, filter } => Given::OnLine(self.on_line(wide(*from), wide(*to), filter)),
            Command::Ray { from, motion, filter } => Given::Ray(self.ray(*from, *motion, filter)),
            Command::Relate(a, b) => self.relate(*a, *b),
            Command::Cast { what, motion, filter } => Given::Casts(self.casts(what, *motion, filter)),
            Command::MoveAndSlide {
                collider,
                motion,
                step_up,
                step_down,
                filter,
                reach,
                corner,
                drop,
                push,
            } => {
                let (step_up, step_down, corner) = ((*step_up).into(), (*step_down).into(), (*corner).into());
                let rules = Rules { up: self.up(*collider), step_up, step_down, corner, drop: *drop };
                if self.thing(*collider).kind == Kind::Crate || *push > 0 {
                    return self.slide_among_crates(*collider, *motion, *push, filter);
                }
                self.slide(*collider, *motion, rules, filter, *reach)
            }
            Command::MoveSolid { collider, motion, riders, step_up, corner } => {
                let (step_up, corner) = ((*step_up).into(), (*corner).into());
                let rules = Rules { up: None, step_up, step_down: 0, corner, drop: false };
                if self.has_crates() {
                    return self.move_solid_among_crates(*collider, *motion, riders, rules);
                }
                self.move_solid(*collider, *motion, riders, rules)
            }
            Command::ReshapeSolid { collider, change, limit } => {
                self.reshape_solid(*collider, change, (*limit).into(), given)
            }
            Command::Support(number) => Given::Support(self.support(*number)),
            Command::Fit { collider, attempt, limit, filter } => {
                Given::Fit(self.fit(*collider, attempt, (*limit).into(), filter))
            }
            Command::StateHash => {
                let Given::StateHash(hash) = given else { panic!("{given:?} is no hash") };
                Given::StateHash(self.state.hash.get_or_insert(hash.clone()).clone())
            }
            Command::Save => {
                self.saved = Some(self.state.clone());
                Given::Nothing
            }
            Command::Restore => {
                self.state = self.saved.clone().expect("it was saved");
                Given::Nothing
            }
            Command::Reload => {
                assert!(matches!(given, Given::Bytes { .. }), "{given:?} tells nothing of bytes");
                given.clone()
            }
            Command::Copy => Given::Nothing,
        }
    }

    /// After a step: in each 32nd one, slots behind the last collider are forgotten if they are three quarters of at least 64.
    pub(super) fn shorten(&mut self) {
        let last = self.all().into_iter().map(|(_, thing)| thing.key[0] as usize + 1).max();
        let state = &mut self.state;
        let (slots, used) = (state.generations.len(), last.unwrap_or(0));
        if state.steps.is_multiple_of(32) && !state.cleared && slots >= 64 && used <= slots / 4 {
            state.floor = state.generations.drain(used..).fold(state.floor, u32::max);
            state.free.retain(|&index| (index as usize) < used);
        }
    }

    fn insert(&mut self, newcomer: &Newcomer, given: &Given) -> Given {
        let state = &mut self.state;
        let key = if state.cleared {
            let Given::Handle(key) = *given else { panic!("{given:?} is no handle") };
            assert!(!state.keys.contains(&key), "{key:?} was given twice");
            key
        } else {
            let index = state.free.pop().unwrap_or_else(|| {
                state.generations.push(state.floor);
                state.generations.len() as u32 - 1
            });
            [index, state.generations[index as usize]]
        };
        state.hash = None;
        state.keys.push(key);
        state.data.push(newcomer.data);
        let mut thing = Thing::new(newcomer, key, self.wrap);
        thing.rule.family = Some(self.state.things.len());
        self.state.things.push(Some(thing));
        Given::Handle(key)
    }

    /// A collider, what it hangs on, what that hangs on, up to the root.
    fn line_of(&self, number: usize) -> Vec<usize> {
        let mut line = vec![number];
        while let Some(tie) = &self.thing(line[line.len() - 1]).tie {
            line.push(tie.root);
        }
        line
    }

    /// All that hangs on a collider, directly or not.
    pub(super) fn all_parts(&self, number: usize) -> Vec<usize> {
        let hangs = |other: &usize| *other != number && self.line_of(*other).contains(&number);
        self.all().into_iter().map(|it| it.0).filter(hangs).collect()
    }

    /// The numbers of a collider's own parts, in the order of their handles.
    pub(super) fn parts(&self, number: usize) -> Vec<usize> {
        let is_part = |thing: &Thing| thing.tie.as_ref().is_some_and(|tie| tie.root == number);
        self.all().into_iter().filter(|(_, thing)| is_part(thing)).map(|it| it.0).collect()
    }

    fn attach(&mut self, root: usize, part: usize) -> Given {
        if !self.is_there(part) {
            return Given::Gone;
        }
        if self.line_of(root).contains(&part) {
            return Given::InvalidArgument;
        }
        let thing = self.thing_mut(part);
        let (place, enabled) = match &thing.tie {
            Some(tie) => (tie.place, tie.enabled),
            None => (thing.place, thing.rule.enabled),
        };
        thing.tie = Some(Tie { root, place, enabled, frames: None, unrolled: None });
        let moved = [vec![part], self.all_parts(part)].concat();
        for &number in &moved {
            self.thing_mut(number).rule.family = Some(*self.line_of(root).last().expect("itself"));
        }
        self.follow();
        moved.into_iter().for_each(|number| self.thing_mut(number).start = None);
        Given::Nothing
    }

    fn detach(&mut self, number: usize) -> Given {
        let thing = self.thing_mut(number);
        let Some(tie) = thing.tie.take() else { return Given::Gone };
        thing.rule.family = Some(number);
        if let Place::Led { matrix, position, pivot, .. } = thing.place {
            thing.lie(Place::Led { matrix, position, pivot, beside: false });
        }
        if tie.enabled && !thing.rule.enabled {
            thing.start = None;
        }
        thing.rule.enabled = tie.enabled;
        for part in self.all_parts(number) {
            self.thing_mut(part).rule.family = Some(number);
        }
        Given::Nothing
    }

    /// Leads all parts to where their roots are.
    pub(super) fn follow(&mut self) {
        let wrap = self.wrap;
        // Whoever hangs on another one comes after it.
        let mut order: Vec<usize> =
            (0..self.state.things.len()).filter(|&number| self.is_there(number)).collect();
        order.sort_by_key(|&number| self.line_of(number).len());
        for number in order {
            let Some(Some(Thing { tie: Some(tie), .. })) = self.state.things.get(number) else { continue };
            let (mut tie, root) = (tie.clone(), self.thing(tie.root));
            let frame = if matches!(root.figure, Figure::Frames(_)) { root.frame } else { 0 };
            let shows = tie.frames.as_ref().is_none_or(|frames| frames.contains(&frame));
            let enabled = root.rule.enabled && tie.enabled && shows;
            let (space, group) = (root.rule.space, root.rule.group);
            let led = tie.place.led_by(root.pose());
            let unrolled = [0, 1].map(|axis| led.position()[axis] + root.laps[axis]);
            let thing = self.thing(number);
            // As far from where it is as the place to which it is led is from the one before.
            let here = thing.place.position();
            let given = match tie.unrolled.replace(unrolled) {
                Some(old) if thing.poses.is_some() => {
                    [0, 1].map(|axis| here[axis] + unrolled[axis] - old[axis])
                }
                _ => unrolled,
            };
            let appears = space != thing.rule.space || enabled && !thing.rule.enabled;
            let moves = led.moved_to(given) != thing.place;
            if moves || appears || enabled != thing.rule.enabled || group != thing.rule.group {
                let thing = self.thing_mut(number);
                if moves {
                    thing.keep_start();
                    thing.go(led.moved_to(given), wrap);
                }
                if appears {
                    thing.start = None;
                }
                (thing.rule.space, thing.rule.group, thing.rule.enabled) = (space, group, enabled);
            }
            self.state.things[number].as_mut().expect("it is there").tie = Some(tie);
        }
    }

    fn remove(&mut self, number: usize) {
        for part in self.parts(number).into_iter().rev() {
            self.remove(part);
        }
        let [index, generation] = self.state.things[number].take().expect("it is there").key;
        if !self.state.cleared {
            self.state.generations[index as usize] = generation + 1;
            self.state.free.push(index);
        }
        self.state.hash = None;
    }

    pub(super) fn set(&mut self, number: usize, setting: &Setting) {
        let wrap = self.wrap;
        let thing = self.thing_mut(number);
        if let Some(tie) = &mut thing.tie {
            match setting {
                Setting::Position(to) | Setting::Teleport(to) => tie.place = tie.place.moved_to(*to),
                Setting::Place(place) => tie.place = *place,
                Setting::Enabled(enabled) => tie.enabled = *enabled,
                Setting::PartFrames(frames) => tie.frames.clone_from(frames),
                _ => {}
            }
            if matches!(setting, Setting::Teleport(_)) {
                self.follow();
                self.thing_mut(number).start = None;
                self.all_parts(number).into_iter().for_each(|part| self.thing_mut(part).start = None);
                return;
            }
        }
        let thing = self.thing_mut(number);
        match setting {
            // What a root decides.
            Setting::Position(_)
            | Setting::Place(_)
            | Setting::Enabled(_)
            | Setting::Group(_)
            | Setting::Space(_)
            | Setting::PartFrames(_)
                if thing.tie.is_some() => {}
            Setting::PartFrames(_) => {}
            Setting::Position(to) => {
                thing.keep_start();
                thing.go(thing.place.moved_to(*to), wrap);
            }
            Setting::Teleport(to) => {
                thing.go(thing.place.moved_to(*to), wrap);
                thing.start = None;
            }
            Setting::Place(place) => {
                thing.keep_start();
                thing.go(*place, wrap);
            }
            Setting::Figure(figure) => thing.become_figure(figure),
            Setting::Frame(frame) => thing.frame = *frame,
            Setting::Enabled(enabled) => {
                if *enabled && !thing.rule.enabled {
                    thing.start = None;
                }
                thing.rule.enabled = *enabled;
            }
            Setting::Layers(layers) => thing.rule.layers = *layers,
            Setting::Group(group) => thing.rule.group = *group,
            Setting::Space(space) => {
                if *space != thing.rule.space {
                    thing.start = None;
                }
                thing.rule.space = *space;
            }
            Setting::Order(order) => thing.order = *order,
            Setting::Kind(kind) => {
                thing.kind = *kind;
                thing.rule.sensor = *kind == Kind::Sensor;
            }
            Setting::Swept(swept) => thing.swept = *swept,
            Setting::FirstOnly(first_only) => thing.first_only = *first_only,
            Setting::Own(own) => thing.own = *own,
            Setting::Up(up) => thing.up = *up,
            Setting::OpenSide(side) => thing.open_side = *side,
            Setting::Data(data) => {
                thing.data = *data;
                self.state.data[number] = *data;
            }
        }
    }

    /// A copy of a thing that tries to become something else, on whole pixels.
    pub(super) fn tried(&self, number: usize, attempt: &Attempt) -> Thing {
        let mut thing = self.thing(number).clone();
        thing.keep_start();
        thing.whole = true;
        thing.covers = Default::default();
        match attempt {
            Attempt::Frame(frame) => thing.frame = *frame,
            Attempt::Figure(figure) => thing.become_figure(figure),
            Attempt::Place(place) => thing.lie(place.moved_to(reduced(place.position(), self.wrap))),
            Attempt::At(to) => thing.lie(thing.place.moved_to(reduced(*to, self.wrap))),
            Attempt::Unstick => {}
        }
        thing
    }

    pub(super) fn settle(&mut self, number: usize, thing: Thing) {
        *self.thing_mut(number) = Thing { covers: Default::default(), ..thing };
    }
}

impl Thing {
    pub(super) fn new(newcomer: &Newcomer, key: Key, wrap: Option<(i64, i64)>) -> Thing {
        let place = newcomer.place.moved_to(reduced(newcomer.place.position(), wrap));
        Thing {
            key,
            figure: newcomer.figure.clone(),
            frame: 0,
            edited: None,
            place,
            poses: poses(&place),
            kind: newcomer.kind,
            rule: Rule {
                layers: newcomer.layers,
                group: newcomer.group,
                space: newcomer.space,
                sensor: newcomer.kind == Kind::Sensor,
                enabled: !newcomer.disabled,
                family: None,
            },
            order: newcomer.order,
            data: newcomer.data,
            swept: newcomer.swept,
            first_only: newcomer.first_only,
            support: None,
            up: newcomer.up,
            open_side: newcomer.open_side,
            own: newcomer.own,
            whole: newcomer.whole,
            tie: None,
            laps: [0, 0],
            start: None,
            covers: Default::default(),
        }
    }

    fn become_figure(&mut self, figure: &Figure) {
        (self.figure, self.frame, self.edited) = (figure.clone(), 0, None);
    }
}

/// Makes an edit. Returns the number of changed pixels and the smallest rectangle around them.
pub fn edit_grid(grid: &mut Grid, edit: &Edit, book: &Book) -> (u64, Option<(i64, i64, i64, i64)>) {
    match edit {
        Edit::Carve { shape, at } => grid.carve(&*shape.truth(book), (at[0], at[1])),
        Edit::Draw { shape, at } => grid.paint(&*shape.truth(book), (at[0], at[1])),
    }
}

/// The images of B, whole laps away, that lie on A or beside it.
pub(super) fn images(a: &Cover, b: &Cover, (w, h): (i64, i64)) -> Vec<Cover> {
    let ((ax, ay, aw, ah), (bx, by, bw, bh)) = (a.window(), b.window());
    let laps = |a: i64, a_end: i64, b: i64, b_end: i64, size: i64| {
        -(b_end + 1 - a).div_euclid(size)..=(a_end + 1 - b).div_euclid(size)
    };
    let across = laps(ax, ax + aw, bx, bx + bw, w);
    let down = laps(ay, ay + ah, by, by + bh, h);
    down.flat_map(|j| across.clone().map(move |i| (i * w, j * h))).map(|by| b.moved(by)).collect()
}
