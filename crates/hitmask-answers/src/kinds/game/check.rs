//! Plays a script in a world of the oracle, which compares pixel by pixel, at every moment of every way.
//! It is one file because the world of the oracle is one structure, and every line of a script reads or changes it.
//!
//! Hashes and bytes of states have no oracle. But what comes after a state was restored or read from bytes does, and equal states must have
//! equal hashes.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use hitmask_oracle::{
    self as oracle, Affine, Cover, Gliding, Grid, Ground, Ledges, Passenger, StraightWay, instants, walk,
};

use super::super::terrain::edit_grid;
use super::super::world::cover;
use super::super::{true_area, true_pixel};
use super::{
    Attempt, Caster, Command, Contact, Event, Figure, Filter, Fitting, Given, Happening, Impact, Kind, Met,
    Nearest, Newcomer, Place, Setting, Stop, Touching,
};
use crate::shape::Shape;
use crate::{Pictures, Pixel, Q16};

const ONE: i64 = 1 << 16;

/// Index and generation.
type Key = [u32; 2];

/// A collider in the oracle's form.
#[derive(Clone)]
struct Thing {
    key: Key,
    figure: Figure,
    frame: usize,
    /// The pixels of a terrain that was edited.
    edited: Option<Rc<Grid>>,
    place: Place,
    /// The pose that follows, and the one on whole pixels.
    poses: [Affine; 2],
    kind: Kind,
    layers: (u32, u32),
    group: u32,
    space: u32,
    order: i32,
    swept: bool,
    enabled: bool,
    /// Whether it stands on whole pixels, as characters always do.
    whole: bool,
    /// Where its way from the last step starts, and its matrix there. None if it rests.
    start: Option<(Q16, [i64; 4])>,
    /// What it covers on the plane. Empty after a change.
    cover: OnceCell<Rc<Cover>>,
}

/// The state of a world.
#[derive(Clone, Default)]
struct State {
    /// By their numbers. None for colliders that were removed.
    things: Vec<Option<Thing>>,
    keys: Vec<Key>,
    generations: Vec<u32>,
    free: Vec<u32>,
    /// With the step in which they began.
    contacts: BTreeMap<(Key, Key), u64>,
    steps: u64,
    /// The hash that was given for this state.
    hash: Option<String>,
}

pub(super) struct Truth<'a> {
    pictures: &'a Pictures,
    wrap: Option<(i64, i64)>,
    state: State,
    saved: Option<State>,
}

/// The nearest pixel. Halves go to the left and up.
fn nearest_pixel([x, y]: Q16) -> (i64, i64) {
    let nearest = |q: i64| (q + ONE / 2 - 1) >> 16;
    (nearest(x), nearest(y))
}

fn matrix_of([a, b, c, d, ..]: Affine) -> [i64; 4] {
    [a, b, c, d]
}

fn poses(place: &Place) -> [Affine; 2] {
    let (x, y) = nearest_pixel(place.position());
    [place.truth(), place.moved_to([x * ONE, y * ONE]).truth()]
}

fn is_by_sum(figure: &Figure) -> bool {
    matches!(figure, Figure::Shape(Shape::Alpha(_)))
}

/// A pixel as the files have it.
fn small((x, y): (i128, i128)) -> Pixel {
    [x, y].map(|n| n.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}

/// What moves, in a cast or on its way between two steps: the point that is rounded to pixels, and whether the cover is the same at every
/// part of a pixel.
struct Anchor {
    point: Q16,
    is_exact: bool,
}

/// A moment of a motion: its time, by how many pixels the thing has moved, and what it covers.
struct Look {
    time: (u64, u64),
    by: (i64, i64),
    cover: Cover,
}

/// A position in a world of this size.
fn reduced([x, y]: Q16, wrap: Option<(i64, i64)>) -> Q16 {
    match wrap {
        None => [x, y],
        Some((w, h)) => [x.rem_euclid(w * ONE), y.rem_euclid(h * ONE)],
    }
}

fn anchor(figure: &Figure, place: &Place, pose: Affine, whole: bool) -> Anchor {
    let upright = matches!(
        matrix_of(pose),
        [ONE | -65_536, 0, 0, ONE | -65_536] | [0, ONE | -65_536, ONE | -65_536, 0]
    );
    let has_pixels = !matches!(figure, Figure::Shape(Shape::Circle(..) | Shape::Polygon(_)));
    match () {
        () if whole => Anchor { point: place.position(), is_exact: true },
        () if upright && has_pixels => Anchor { point: [pose[4], pose[5]], is_exact: true },
        () => Anchor { point: place.position(), is_exact: false },
    }
}

impl Thing {
    fn is_whole(&self) -> bool {
        self.whole || self.kind == Kind::Character
    }

    /// The pose under which it is seen.
    fn pose(&self) -> Affine {
        self.poses[usize::from(self.is_whole())]
    }

    fn lie(&mut self, place: Place) {
        (self.place, self.poses) = (place, poses(&place));
    }

    /// Puts it at a place that may lie beyond the seams of a torus. Its way leads there as it was given.
    fn go(&mut self, place: Place, wrap: Option<(i64, i64)>) {
        let given = place.position();
        let to = reduced(given, wrap);
        if let Some((start, _)) = &mut self.start {
            *start = [0, 1].map(|axis| start[axis] + to[axis] - given[axis]);
        }
        self.lie(place.moved_to(to));
    }

    fn keep_start(&mut self) {
        let here = (self.place.position(), matrix_of(self.poses[0]));
        self.start.get_or_insert(here);
    }

    fn anchor(&self) -> Anchor {
        anchor(&self.figure, &self.place, self.poses[0], self.is_whole())
    }

    /// Its way since the last step, and whether it is followed exactly.
    fn way(&self) -> (StraightWay, bool) {
        let Anchor { point: [x, y], is_exact } = self.anchor();
        let here = self.place.position();
        let (start, matrix) = self.start.unwrap_or((here, matrix_of(self.poses[0])));
        let from = (x + start[0] - here[0], y + start[1] - here[1]);
        let exact = matrix == matrix_of(self.poses[0]) && (is_exact || start == here);
        if !self.glides() {
            return (StraightWay { from, to: (x, y) }, exact);
        }
        // What goes through its texels is followed at their corner.
        let [.., x, y] = self.poses[0];
        (StraightWay { from: (x + start[0] - here[0], y + start[1] - here[1]), to: (x, y) }, true)
    }

    /// Whether it is followed through its texels: it moves between pixels, is turned or scaled, and is not round.
    fn glides(&self) -> bool {
        let here = (self.place.position(), matrix_of(self.poses[0]));
        let moves = self.start.is_some_and(|start| start.0 != here.0 && start.1 == here.1);
        let is_followed = !matches!(self.figure, Figure::Shape(Shape::Circle(..) | Shape::Polygon(_)));
        moves && is_followed && !self.is_whole() && !self.anchor().is_exact
    }

    fn may_meet(&self, other: &Thing) -> bool {
        self.enabled
            && other.enabled
            && self.space == other.space
            && self.layers.0 & other.layers.1 != 0
            && other.layers.0 & self.layers.1 != 0
            && (self.kind != Kind::Sensor || other.kind != Kind::Sensor)
            && (self.group == 0 || self.group != other.group)
    }
}

impl Truth<'_> {
    pub(super) fn new(wrap: Option<(u32, u32)>, pictures: &Pictures) -> Truth<'_> {
        let wrap = wrap.map(|(w, h)| (w.into(), h.into()));
        Truth { pictures, wrap, state: State::default(), saved: None }
    }

    fn thing(&self, number: usize) -> &Thing {
        self.state.things[number].as_ref().expect("the collider is there")
    }

    fn thing_mut(&mut self, number: usize) -> &mut Thing {
        self.state.hash = None;
        let thing = self.state.things[number].as_mut().expect("the collider is there");
        thing.cover = OnceCell::new();
        thing
    }

    /// All colliders in the order of their handles, with their numbers.
    fn all(&self) -> Vec<(usize, &Thing)> {
        let mut all: Vec<_> = self
            .state
            .things
            .iter()
            .enumerate()
            .filter_map(|(number, thing)| Some((number, thing.as_ref()?)))
            .collect();
        all.sort_by_key(|(_, thing)| thing.key);
        all
    }

    /// Those of a space that a filter lets through.
    fn through(&self, space: u32, filter: &Filter) -> Vec<(usize, &Thing)> {
        let mut all = self.all();
        all.retain(|(number, thing)| {
            thing.enabled
                && thing.space == space
                && thing.layers.0 & filter.layers.1 != 0
                && filter.layers.0 & thing.layers.1 != 0
                && (filter.group == 0 || filter.group != thing.group)
                && (filter.sensors || thing.kind != Kind::Sensor)
                && !filter.except.contains(number)
        });
        all
    }

    /// A position in the world.
    fn reduced(&self, position: Q16) -> Q16 {
        reduced(position, self.wrap)
    }

    fn reduced_pixel(&self, (x, y): (i64, i64)) -> (i64, i64) {
        self.wrap.map_or((x, y), |(w, h)| (x.rem_euclid(w), y.rem_euclid(h)))
    }

    /// What a figure covers under a pose, on the plane.
    fn cover_of(&self, figure: &Figure, frame: usize, pose: Affine) -> Cover {
        match figure {
            Figure::Shape(shape) => cover(shape, pose, self.pictures),
            Figure::Frames(frames) => {
                let (number, [u, v]) = frames[frame];
                let [a, b, c, d, x, y] = pose;
                let (u, v) = (i64::from(u), i64::from(v));
                Cover::grid(&self.pictures.grid(number), [a, b, c, d, x + a * u + b * v, y + c * u + d * v])
            }
        }
    }

    /// What a collider covers, on the plane.
    fn cover_on_plane(&self, thing: &Thing) -> Rc<Cover> {
        let find = || match &thing.edited {
            Some(grid) => Cover::grid(grid, thing.pose()),
            None => self.cover_of(&thing.figure, thing.frame, thing.pose()),
        };
        Rc::clone(thing.cover.get_or_init(|| Rc::new(find())))
    }

    /// What a collider covers in the world.
    fn cover(&self, thing: &Thing) -> Cover {
        self.on_torus(&self.cover_on_plane(thing))
    }

    fn on_torus(&self, cover: &Cover) -> Cover {
        self.wrap.map_or_else(|| cover.clone(), |size| cover.wrapped(size))
    }

    fn touching(&self, a: &Cover, b: &Cover, by_sum: bool) -> Option<Touching> {
        let touch = a.touch(b, by_sum)?;
        let plane = self.wrap.is_none();
        let separation = || {
            let (x, y) = a.separation(b, by_sum);
            small((x.into(), y.into()))
        };
        Some(Touching {
            first: true_pixel(touch.first),
            area: touch.area,
            bounds: Some(true_area(touch.bounds)),
            normal: plane.then(|| small(a.normal(b, by_sum))),
            separation: plane.then(separation),
        })
    }

    pub(super) fn check(&mut self, number: usize, command: &Command, given: &Given) {
        let truth = self.obey(command, given);
        assert_eq!(*given, truth, "command {number}: {command:?}");
    }

    fn obey(&mut self, command: &Command, given: &Given) -> Given {
        match command {
            Command::Insert(newcomer) => self.insert(newcomer),
            Command::Remove(number) => {
                let Some(thing) = self.state.things[*number].take() else { panic!("it is there") };
                let [index, generation] = thing.key;
                self.state.generations[index as usize] = generation + 1;
                self.state.free.push(index);
                self.state.hash = None;
                Given::Nothing
            }
            Command::Set(number, setting) => {
                self.set(*number, setting);
                Given::Nothing
            }
            Command::Edit(number, edit) => {
                let thing = self.thing(*number);
                let mut grid = match (&thing.edited, &thing.figure) {
                    (Some(grid), _) => Grid::clone(grid),
                    (None, Figure::Shape(Shape::Terrain(number))) => self.pictures.grid(*number),
                    (None, other) => panic!("{other:?} is no terrain"),
                };
                let (pixels, bounds) = edit_grid(&mut grid, edit, self.pictures);
                self.thing_mut(*number).edited = Some(Rc::new(grid));
                Given::Changed { pixels, bounds: bounds.map(true_area) }
            }
            Command::Step => self.step(),
            Command::CollideOne(number) => {
                let one = self.thing(*number);
                let covered = self.cover(one);
                let met = |(other, thing): (usize, &Thing)| {
                    let may = other != *number && one.may_meet(thing);
                    let by_sum = is_by_sum(&one.figure) || is_by_sum(&thing.figure);
                    let touch = may.then(|| self.touching(&covered, &self.cover(thing), by_sum));
                    Some(Contact { collider: other, touch: touch.flatten()? })
                };
                Given::Contacts(self.all().into_iter().filter_map(met).collect())
            }
            Command::Pick { pixel: [x, y], filter } => {
                let (x, y) = self.reduced_pixel(((*x).into(), (*y).into()));
                let mut picked = self.through(0, filter);
                picked.retain(|(_, thing)| self.cover(thing).at(x, y).solid);
                picked.sort_by_key(|(_, thing)| (thing.order, thing.key));
                Given::Picked(picked.into_iter().rev().map(|(number, _)| number).collect())
            }
            Command::Nearest { pixel: [x, y], within, filter } => {
                let pixel = self.reduced_pixel(((*x).into(), (*y).into()));
                Given::Nearest(self.nearest(pixel, (*within).into(), filter))
            }
            Command::Cast { what, motion, filter } => Given::Casts(self.casts(what, *motion, filter)),
            Command::MoveAndSlide { collider, motion, step_up, step_down, filter } => {
                let ledges = Ledges { up: (*step_up).into(), down: (*step_down).into() };
                self.slide(*collider, *motion, ledges, filter)
            }
            Command::MoveSolid { collider, motion, riders } => self.move_solid(*collider, *motion, riders),
            Command::Fit { collider, attempt, limit, filter } => {
                Given::Fit(self.fit(*collider, attempt, (*limit).into(), filter))
            }
            Command::StateHash => {
                let Given::StateHash(hash) = given else { panic!("{given:?} is no hash") };
                let known = self.state.hash.get_or_insert(hash.clone());
                Given::StateHash(known.clone())
            }
            Command::Save => {
                self.saved = Some(self.state.clone());
                Given::Nothing
            }
            Command::Restore => {
                self.state = self.saved.clone().expect("it was saved");
                Given::Nothing
            }
            Command::Reload => match given {
                Given::Bytes { length, fnv1a64 } => {
                    Given::Bytes { length: *length, fnv1a64: fnv1a64.clone() }
                }
                other => panic!("{other:?} tells nothing of bytes"),
            },
        }
    }

    fn insert(&mut self, newcomer: &Newcomer) -> Given {
        let state = &mut self.state;
        let index = state.free.pop().unwrap_or_else(|| {
            state.generations.push(0);
            state.generations.len() as u32 - 1
        });
        let key = [index, state.generations[index as usize]];
        let place = newcomer.place;
        let place = place.moved_to(self.reduced(place.position()));
        self.state.hash = None;
        self.state.keys.push(key);
        self.state.things.push(Some(Thing {
            key,
            figure: newcomer.figure.clone(),
            frame: 0,
            edited: None,
            place,
            poses: poses(&place),
            kind: newcomer.kind,
            layers: newcomer.layers,
            group: newcomer.group,
            space: newcomer.space,
            order: newcomer.order,
            swept: newcomer.swept,
            enabled: true,
            whole: false,
            start: None,
            cover: OnceCell::new(),
        }));
        Given::Handle(key)
    }

    fn set(&mut self, number: usize, setting: &Setting) {
        let wrap = self.wrap;
        let thing = self.thing_mut(number);
        match setting {
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
            Setting::Figure(figure) => {
                (thing.figure, thing.frame, thing.edited) = (figure.clone(), 0, None);
            }
            Setting::Frame(frame) => thing.frame = *frame,
            Setting::Enabled(enabled) => {
                if *enabled && !thing.enabled {
                    thing.start = None;
                }
                thing.enabled = *enabled;
            }
            Setting::Layers(layers) => thing.layers = *layers,
            Setting::Group(group) => thing.group = *group,
            Setting::Space(space) => {
                if *space != thing.space {
                    thing.start = None;
                }
                thing.space = *space;
            }
            Setting::Order(order) => thing.order = *order,
            Setting::Kind(kind) => thing.kind = *kind,
            Setting::Swept(swept) => thing.swept = *swept,
        }
    }

    /// Calls `f` with a thing as one that goes through its texels. If it does not, its pixels are taken as texels.
    fn gliding<R>(&self, thing: &Thing, f: impl FnOnce(&Gliding<'_>) -> R) -> R {
        const UPRIGHT: Affine = [ONE, 0, 0, ONE, 0, 0];
        let (matrix, cover) = match &thing.edited {
            _ if !thing.glides() => {
                let (x, y) = nearest_pixel(thing.anchor().point);
                (matrix_of(UPRIGHT), self.cover_on_plane(thing).moved((-x, -y)))
            }
            Some(grid) => (matrix_of(thing.poses[0]), Cover::grid(grid, UPRIGHT)),
            None => (matrix_of(thing.poses[0]), self.cover_of(&thing.figure, thing.frame, UPRIGHT)),
        };
        let (x, y, w, h) = cover.window();
        let show = |u, v| cover.at(u, v);
        f(&Gliding { show: &show, texels: (x, y, x + w, y + h), matrix, way: thing.way().0 })
    }

    /// As [`Truth::impact`], if one of the two goes through its texels.
    fn glide_impact(&self, a: &Gliding<'_>, b: &Gliding<'_>, by_sum: bool) -> Option<((u64, u64), Touching)> {
        // The images of B that A may meet: far more than enough.
        let most = |size: i64| {
            let ends = [a.way.from, a.way.to, b.way.from, b.way.to];
            let reach = ends.iter().map(|end| end.0.abs().max(end.1.abs()) >> 16).max().unwrap_or(0);
            2 * (reach + 100) / size + 2
        };
        let laps = |size: Option<i64>| size.map_or(0..=0, |size| -most(size)..=most(size));
        let (w, h) = self.wrap.unwrap_or((0, 0));
        let (across, down) = (laps(self.wrap.map(|w| w.0)), laps(self.wrap.map(|w| w.1)));
        let images = across.flat_map(|i| down.clone().map(move |j| (i * w * ONE, j * h * ONE)));
        let looks = images.filter_map(|(x, y)| {
            let moved = |(px, py): (i64, i64)| (px + x, py + y);
            let way = StraightWay { from: moved(b.way.from), to: moved(b.way.to) };
            oracle::first_glide(a, &Gliding { way, ..*b }, by_sum)
        });
        let look = looks.min_by(|one, other| {
            let ((n, d), (m, e)) = (one.0, other.0);
            let [n, d, m, e] = [n, d, m, e].map(u128::from);
            (n * e).cmp(&(m * d)).then(one.1.cmp(&other.1))
        })?;
        let [one, other] = oracle::glide_covers([a, b], look).map(|cover| self.on_torus(&cover));
        Some((look.0, self.touching(&one, &other, by_sum).expect("they meet at that look")))
    }

    /// The first moment at which two colliders touch on their ways, and how.
    fn impact(&self, a: &Thing, b: &Thing) -> Option<((u64, u64), Touching)> {
        let by_sum = is_by_sum(&a.figure) || is_by_sum(&b.figure);
        if a.glides() || b.glides() {
            return self.gliding(a, |one| self.gliding(b, |other| self.glide_impact(one, other, by_sum)));
        }
        let things = [a, b];
        let ways = things.map(|thing| thing.way().0);
        let end = things.map(|thing| nearest_pixel(thing.anchor().point));
        let covers = things.map(|thing| self.cover_on_plane(thing));
        let mut moved: [HashMap<(i64, i64), Cover>; 2] = Default::default();
        let mut last = Vec::new();
        for look in instants(&ways) {
            if look.pixels == last {
                continue;
            }
            for (i, &(x, y)) in look.pixels.iter().enumerate() {
                let by = (x - end[i].0, y - end[i].1);
                moved[i].entry((x, y)).or_insert_with(|| self.on_torus(&covers[i].moved(by)));
            }
            let [one, other] = [0, 1].map(|i| &moved[i][&look.pixels[i]]);
            if let Some(touch) = self.touching(one, other, by_sum) {
                return Some((look.time, touch));
            }
            last = look.pixels;
        }
        None
    }

    fn step(&mut self) -> Given {
        self.state.hash = None;
        self.state.steps += 1;
        let now = self.state.steps;
        let all = self.all();
        let covers: Vec<Cover> = all.iter().map(|(_, thing)| self.cover(thing)).collect();
        let mut events = Vec::new();
        let mut contacts = BTreeMap::new();
        let number = |key: Key| self.state.keys.iter().position(|&other| other == key).expect("its handle");
        for (i, (one, a)) in all.iter().enumerate() {
            for (j, (other, b)) in all.iter().enumerate().skip(i + 1) {
                if !a.may_meet(b) {
                    continue;
                }
                let pair = (a.key, b.key);
                let by_sum = is_by_sum(&a.figure) || is_by_sum(&b.figure);
                let end = self.touching(&covers[i], &covers[j], by_sum);
                let old = self.state.contacts.get(&pair).copied();
                let since = old.unwrap_or(now);
                if end.is_some() {
                    contacts.insert(pair, since);
                }
                let is_swept = a.swept || b.swept;
                let (kind, touch, time, approximate) = match (old, end) {
                    (Some(_), Some(touch)) => (Happening::Stay, touch, None, false),
                    (Some(_), None) => continue,
                    (None, end) if is_swept => {
                        let Some((time, touch)) = self.impact(a, b) else {
                            assert!(end.is_none(), "the end belongs to the way");
                            continue;
                        };
                        let approximate = !(a.way().1 && b.way().1);
                        let kind = if end.is_some() { Happening::Begin } else { Happening::Pass };
                        (kind, end.unwrap_or(touch), Some(time), approximate)
                    }
                    (None, Some(touch)) => (Happening::Begin, touch, None, false),
                    (None, None) => continue,
                };
                let touch = Some(touch);
                events.push((pair, Event { kind, a: *one, b: *other, since, time, approximate, touch }));
            }
        }
        for (&pair, &since) in &self.state.contacts {
            if !contacts.contains_key(&pair) {
                let (kind, [a, b]) = (Happening::End, [pair.0, pair.1].map(number));
                events.push((pair, Event { kind, a, b, since, time: None, approximate: false, touch: None }));
            }
        }
        events.sort_by_key(|event| event.0);
        let events = events.into_iter().map(|(_, event)| event).collect();
        self.state.contacts = contacts;
        self.state.things.iter_mut().flatten().for_each(|thing| thing.start = None);
        Given::Events(events)
    }

    fn nearest(&self, (x, y): (i64, i64), within: i64, filter: &Filter) -> Option<Nearest> {
        let way = |from: i64, to: i64, lap: Option<i64>| {
            let way = (to - from).abs();
            lap.map_or(way, |lap| way.min(lap - way))
        };
        let mut all = Vec::new();
        for (number, thing) in self.through(0, filter) {
            for (px, py) in self.cover(thing).solid_points() {
                let (dx, dy) = (way(x, px, self.wrap.map(|w| w.0)), way(y, py, self.wrap.map(|w| w.1)));
                all.push((dx * dx + dy * dy, thing.key, py, px, number));
            }
        }
        let (squared, _, y, x, collider) = all.into_iter().min()?;
        let pixel = true_pixel((x, y));
        (squared <= within * within).then_some(Nearest { collider, pixel, squared: squared as u64 })
    }

    fn casts(&self, what: &Caster, motion: Q16, filter: &Filter) -> Vec<Met> {
        let (itself, figure, anchor, position, cover) = match what {
            Caster::Collider(number) => {
                let thing = self.thing(*number);
                let cover = self.cover_on_plane(thing);
                (Some(*number), thing.figure.clone(), thing.anchor(), thing.place.position(), cover)
            }
            Caster::Probe { shape, pose } => {
                let (figure, place) = (Figure::Shape(shape.clone()), Place::Pose(*pose));
                let cover = Rc::new(self.cover_of(&figure, 0, *pose));
                (None, figure.clone(), anchor(&figure, &place, *pose, false), place.position(), cover)
            }
        };
        let Anchor { point: [x, y], .. } = anchor;
        let first = nearest_pixel([x, y]);
        // All moments at which it covers other pixels than before.
        let mut looks: Vec<Look> = Vec::new();
        for look in instants(&[StraightWay { from: (x, y), to: (x + motion[0], y + motion[1]) }]) {
            let by = (look.pixels[0].0 - first.0, look.pixels[0].1 - first.1);
            if looks.last().is_none_or(|last| last.by != by) {
                looks.push(Look { time: look.time, by, cover: self.on_torus(&cover.moved(by)) });
            }
        }
        let mut met = Vec::new();
        // A collider meets what is in its own space, a probe what is in space 0.
        let space = itself.map_or(0, |number| self.thing(number).space);
        for (number, thing) in self.through(space, filter) {
            if itself == Some(number) {
                continue;
            }
            let by_sum = is_by_sum(&figure) || is_by_sum(&thing.figure);
            let still = self.cover(thing);
            let touches = |look: &Look| still.touch(&look.cover, by_sum);
            let Some((order, touch)) =
                looks.iter().enumerate().find_map(|(order, look)| Some((order, touches(look)?)))
            else {
                continue;
            };
            let pixel = true_pixel(touch.first);
            let impact = match order.checked_sub(1) {
                None => Impact::InitialOverlap { pixel },
                Some(before) => {
                    let (time, now, before) = (looks[order].time, looks[order].by, looks[before].by);
                    let free = self.reduced([position[0] + before.0 * ONE, position[1] + before.1 * ONE]);
                    let normal = true_pixel((before.0 - now.0, before.1 - now.1));
                    Impact::Hit { time, free, pixel, normal }
                }
            };
            met.push((order, thing.key, Met { collider: number, impact }));
        }
        met.sort_by_key(|&(order, key, _)| (order, key));
        met.into_iter().map(|(.., met)| met).collect()
    }

    /// What stands in the way of a mover: numbers, covers, and whether they are one-way platforms.
    fn grounds(&self, mover: usize, filter: &Filter) -> Vec<(usize, Cover, bool)> {
        self.through(self.thing(mover).space, filter)
            .into_iter()
            .filter(|&(number, thing)| number != mover && matches!(thing.kind, Kind::Body | Kind::OneWay))
            .map(|(number, thing)| (number, self.cover(thing), thing.kind == Kind::OneWay))
            .collect()
    }

    /// Calls a function with the same in the oracle's form.
    fn among<R>(&self, grounds: &[(usize, Cover, bool)], f: impl FnOnce(&[Ground<'_>]) -> R) -> R {
        let covers: Vec<_> = grounds
            .iter()
            .map(|(_, cover, _)| {
                move |x: i64, y: i64| {
                    let (x, y) = self.reduced_pixel((x, y));
                    cover.at(x, y).solid
                }
            })
            .collect();
        let grounds: Vec<Ground<'_>> =
            covers.iter().zip(grounds).map(|(covers, &(_, _, one_way))| Ground { covers, one_way }).collect();
        f(&grounds)
    }

    /// The pixels that a thing on whole pixels covers, beside the pixel of its position.
    fn body(&self, thing: &Thing) -> Vec<(i64, i64)> {
        let (x, y) = nearest_pixel(thing.place.position());
        self.cover_on_plane(thing).moved((-x, -y)).solid_points()
    }

    fn slide(&mut self, number: usize, motion: Q16, ledges: Ledges, filter: &Filter) -> Given {
        self.thing_mut(number).whole = true;
        let thing = self.thing(number);
        let (body, [x, y]) = (self.body(thing), thing.place.position());
        let all = self.grounds(number, filter);
        let walked = self
            .among(&all, |grounds| walk(&body, (x, y), (motion[0], motion[1]), grounds, ledges, self.wrap));
        let stop = |refusal: Option<(usize, (i64, i64))>, normal: Pixel| {
            refusal.map(|(index, pixel)| Stop { collider: all[index].0, pixel: true_pixel(pixel), normal })
        };
        let end = [walked.position.0, walked.position.1];
        let slid = Given::Slid {
            position: self.reduced(end),
            velocity: [walked.velocity.0, walked.velocity.1],
            floor: stop(walked.floor, [0, -1]),
            ceiling: stop(walked.ceiling, [0, 1]),
            wall: stop(walked.wall, [-motion[0].signum() as i32, 0]),
            stuck: walked.stuck.map(|index| all[index].0),
        };
        self.set(number, &Setting::Position(end));
        slid
    }

    /// Every collider of the script must be able to meet every other one.
    fn move_solid(&mut self, number: usize, motion: Q16, riders: &[usize]) -> Given {
        self.thing_mut(number).whole = true;
        let solid = self.thing(number);
        let (body, [x, y], one_way) = (self.body(solid), solid.place.position(), solid.kind == Kind::OneWay);
        let everyone =
            Filter { layers: (u32::MAX, u32::MAX), group: 0, sensors: false, except: vec![number] };
        let mut characters = self.through(solid.space, &everyone);
        characters.retain(|(_, thing)| thing.kind == Kind::Character);
        let mut passengers: Vec<Passenger> = characters
            .iter()
            .map(|&(number, thing)| Passenger {
                cover: self.body(thing),
                place: nearest_pixel(thing.place.position()),
                hangs_on: riders.contains(&number),
                was: [false; 3],
            })
            .collect();
        let numbers: Vec<(usize, (i64, i64))> =
            characters.iter().zip(&passengers).map(|(&(number, _), p)| (number, p.place)).collect();
        let all = self.grounds(number, &everyone);
        // On a torus, with its images around.
        let laps = |size: Option<i64>| size.map_or(vec![0], |size| vec![-size, 0, size]);
        let (across, down) = (laps(self.wrap.map(|w| w.0)), laps(self.wrap.map(|w| w.1)));
        let images = |&(x, y): &(i64, i64)| {
            down.iter().flat_map(|dy| across.iter().map(move |dx| (x + dx, y + dy))).collect::<Vec<_>>()
        };
        let body: HashSet<(i64, i64)> = body.iter().flat_map(images).collect();
        let covers = |x: i64, y: i64| body.contains(&(x, y));
        self.among(&all, |grounds| {
            oracle::move_solid(&covers, one_way, (x, y), (motion[0], motion[1]), &mut passengers, grounds);
        });
        let chosen = |kind: usize| {
            let was =
                |((number, _), passenger): (&(usize, _), &Passenger)| passenger.was[kind].then_some(*number);
            numbers.iter().zip(&passengers).filter_map(was).collect()
        };
        let end = [x + motion[0], y + motion[1]];
        let told = Given::Moved {
            position: self.reduced(end),
            pushed: chosen(0),
            carried: chosen(1),
            crushed: chosen(2),
        };
        for (&(character, from), passenger) in numbers.iter().zip(&passengers) {
            let [x, y] = self.thing(character).place.position();
            let (dx, dy) = (passenger.place.0 - from.0, passenger.place.1 - from.1);
            if (dx, dy) != (0, 0) {
                self.set(character, &Setting::Position([x + dx * ONE, y + dy * ONE]));
            }
        }
        self.set(number, &Setting::Position(end));
        told
    }

    fn fit(&mut self, number: usize, attempt: &Attempt, limit: i64, filter: &Filter) -> Fitting {
        let mut thing = self.thing(number).clone();
        thing.keep_start();
        thing.whole = true;
        thing.cover = OnceCell::new();
        match attempt {
            Attempt::Frame(frame) => thing.frame = *frame,
            Attempt::Figure(figure) => {
                (thing.figure, thing.frame, thing.edited) = (figure.clone(), 0, None);
            }
            Attempt::Place(place) => thing.lie(place.moved_to(self.reduced(place.position()))),
            Attempt::At(to) => thing.lie(thing.place.moved_to(self.reduced(*to))),
            Attempt::Unstick => {}
        }
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
            thing.cover = OnceCell::new();
            thing.go(thing.place.moved_to([x + by.0 * ONE, y + by.1 * ONE]), self.wrap);
            *self.thing_mut(number) = thing;
        }
        if by == (0, 0) { Fitting::Free } else { Fitting::Moved(true_pixel(by)) }
    }
}
