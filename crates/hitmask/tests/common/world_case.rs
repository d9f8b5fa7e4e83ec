//! Stories of worlds in which anything may change at any time, compared with the oracle's world.
//!
//! This file is long because a story is one thing: the world and the oracle must be given the same changes in the same order.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use hitmask::{
    AlphaMask, AlphaRule, Circle, Collider, ColliderFrame, ColliderKind, ColliderShape, ConvexPolygon,
    CustomTest, Event, EventDetail, EventKind, Frames, Handle, Layers, Member, Point, PointQ16, Rect,
    RunMask, Terrain, Touch, Verdict, World, WorldOptions,
};
use hitmask_oracle::{
    self as oracle, Affine, AlphaGrid, Change, Convex, Cover, Grid, Item, WorldEvent, convex_covers,
    is_convex, texel_at,
};

use super::pictures::grid_of_size;
use super::posed_case::pose_of;
use super::poses::{ONE, matrix, phase};
use super::things::alphas;
use super::{Rng, mask_of, point, rect};

/// Index and generation.
type Key = (u32, u32);
/// x, y, w, h.
type Bounds = (i64, i64, i64, i64);

/// A shape in the oracle's form.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    Mask(Grid),
    Runs(Grid),
    Level(AlphaGrid, u8),
    Sum(AlphaGrid),
    Terrain(Grid),
    Rect(Bounds),
    Convex(Convex),
    Frames(Vec<(Grid, (i64, i64))>),
}

/// A collider's own test.
#[derive(Clone, Copy, Debug)]
enum Own {
    /// Gives no answer of its own.
    Silent,
    /// Touches nothing.
    Ghost,
    /// Touches every collider with a pixel in the smallest box around its own pixels.
    Boxy,
    /// Touches every collider with a pixel in a box of the world. Its own position does not matter.
    Far(Bounds),
}

/// A collider in the oracle's form.
#[derive(Clone, Debug)]
struct Thing {
    /// Its number among the script's bodies.
    body: usize,
    /// The frame of an animation.
    frame: usize,
    pose: Option<Affine>,
    layers: (u32, u32),
    space: u32,
    sensor: bool,
    enabled: bool,
    group: u32,
    data: u64,
    own: Option<Own>,
}

/// A change of a world, or a question. Colliders are numbered in the order in which they were inserted; they may be removed already.
#[derive(Clone, Debug)]
enum Op {
    Insert(Thing),
    Remove(usize),
    Position(usize, (i64, i64)),
    Pose(usize, Option<Affine>),
    Shape(usize, usize),
    Frame(usize, usize),
    Layers(usize, (u32, u32)),
    Space(usize, u32),
    Sensor(usize, bool),
    Enabled(usize, bool),
    Group(usize, u32),
    Data(usize, u64),
    Own(usize, Option<Own>),
    /// Carves a rectangle out of a terrain. Afterwards it looks like another body.
    Carve(usize, Bounds, usize),
    /// Asks what one collider touches, without a step.
    Ask(usize),
    /// Finds all pairs; or, if set, only pairs whose data are not both odd.
    Step(bool),
    /// Takes a snapshot in the place of an earlier one.
    Save,
    /// Goes back to the snapshot. What was inserted since is forgotten, and its numbers are given again.
    Restore,
    /// Writes the world as bytes and goes on with the world that is read from them.
    Reload,
}

/// The place and the length of a story.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plot {
    pub(crate) things: usize,
    pub(crate) steps: usize,
    /// The side of the square in which things are placed, in pixels.
    pub(crate) room: i64,
    /// The upper left pixel of the square.
    pub(crate) corner: (i64, i64),
    /// Width and height of a wrapped world.
    pub(crate) wrap: Option<(u32, u32)>,
}

/// A story.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    bodies: Vec<Body>,
    ops: Vec<Op>,
}

const HERE: [i64; 4] = [ONE, 0, 0, ONE];
/// The largest translation of a pose.
const END: i64 = (1 << 47) - 1;
/// Rectangles of at least this size are not tested pixel by pixel.
const GIANT: i64 = 1000;

/// Writes a story.
struct Author<'a> {
    rng: &'a mut Rng,
    plot: Plot,
    bodies: Vec<Body>,
    things: Vec<Thing>,
    live: Vec<usize>,
    /// The things and who is live, at the last snapshot.
    saved: Option<(Vec<Thing>, Vec<usize>)>,
    ops: Vec<Op>,
}

impl Script {
    pub(crate) fn write(rng: &mut Rng, plot: Plot) -> Script {
        let bodies = (0..13).map(|kind| body(rng, kind)).collect();
        let (things, live) = (Vec::new(), Vec::new());
        let mut author = Author { rng, plot, bodies, things, live, saved: None, ops: Vec::new() };
        while author.live.len() < plot.things {
            author.insert();
        }
        for _ in 0..plot.steps {
            let refuses = author.rng.one_in(5);
            author.ops.push(Op::Step(refuses));
            author.between_steps();
        }
        Script { bodies: author.bodies, ops: author.ops }
    }
}

impl Author<'_> {
    fn insert(&mut self) {
        let rng = &mut *self.rng;
        let bits =
            |rng: &mut Rng| if rng.one_in(3) { rng.next() as u32 & rng.next() as u32 } else { u32::MAX };
        let mut thing = Thing {
            body: rng.below(self.bodies.len() as u64) as usize,
            frame: 0,
            pose: None,
            layers: (bits(rng), bits(rng)),
            space: if rng.one_in(5) { rng.pick(&[1, 7, u32::MAX]) } else { 0 },
            sensor: rng.one_in(5),
            enabled: !rng.one_in(10),
            group: if rng.one_in(3) { rng.pick(&[1, 2, u32::MAX]) } else { 0 },
            data: rng.below(100),
            own: None,
        };
        if rng.one_in(8) {
            thing.own = self.own();
        }
        thing.pose = self.pose(&thing, true);
        self.live.push(self.things.len());
        self.things.push(thing.clone());
        self.ops.push(Op::Insert(thing));
    }

    fn between_steps(&mut self) {
        // Some of all things move, in some order. A few other changes happen.
        for at in 0..self.live.len() {
            if self.rng.below(10) < 5 {
                self.moves(self.live[at]);
            }
        }
        for _ in 0..self.rng.below(6) {
            self.anything();
        }
        match self.rng.below(12) {
            0 => self.ops.push(Op::Reload),
            1 | 2 => {
                self.saved = Some((self.things.clone(), self.live.clone()));
                self.ops.push(Op::Save);
            }
            3 | 4 => {
                if let Some((things, live)) = &self.saved {
                    (self.things, self.live) = (things.clone(), live.clone());
                    self.ops.push(Op::Restore);
                }
            }
            _ => {}
        }
        while self.live.len() < self.plot.things && self.rng.one_in(2) {
            self.insert();
        }
    }

    fn moves(&mut self, number: usize) {
        let mut thing = self.things[number].clone();
        let rng = &mut *self.rng;
        match rng.below(8) {
            0..=4 => {
                let (x, y) = thing.pose.map_or((0, 0), |[.., x, y]| (x, y));
                let step =
                    |rng: &mut Rng| rng.between(-4, 4) * ONE + if rng.one_in(2) { 0 } else { phase(rng) };
                let to = if rng.one_in(8) { self.place() } else { (x + step(rng), y + step(rng)) };
                let to = (to.0.clamp(-END, END), to.1.clamp(-END, END));
                thing.pose = thing.pose.map(|[a, b, c, d, ..]| [a, b, c, d, to.0, to.1]);
                self.ops.push(Op::Position(number, to));
            }
            5 | 6 => {
                // Turns and scales at its place.
                let far = self.rng.one_in(4);
                let pose = self.pose(&thing, far);
                thing.pose = match (thing.pose, pose) {
                    (Some([.., x, y]), Some([a, b, c, d, ..])) if !far => Some([a, b, c, d, x, y]),
                    (_, pose) => pose,
                };
                self.ops.push(Op::Pose(number, thing.pose));
            }
            _ => {
                let body = rng.below(self.bodies.len() as u64) as usize;
                let is_turned = thing.pose.is_some_and(|pose| pose[..4] != HERE);
                if is_giant(&self.bodies[body]) && is_turned {
                    return;
                }
                (thing.body, thing.frame) = (body, 0);
                self.ops.push(Op::Shape(number, body));
            }
        }
        self.things[number] = thing;
    }

    fn anything(&mut self) {
        if self.things.is_empty() {
            return;
        }
        // Sometimes a collider that was removed.
        let number = match self.rng.below(8) {
            0 => self.rng.below(self.things.len() as u64) as usize,
            _ if self.live.is_empty() => return,
            _ => self.live[self.rng.below(self.live.len() as u64) as usize],
        };
        let is_live = self.live.contains(&number);
        let rng = &mut *self.rng;
        let op = match rng.below(14) {
            0 | 1 => {
                self.live.retain(|&other| other != number);
                Op::Remove(number)
            }
            2 => Op::Layers(number, (rng.next() as u32, rng.next() as u32)),
            3 => Op::Space(number, rng.pick(&[0, 0, 1, 7])),
            4 => Op::Sensor(number, rng.one_in(2)),
            5 | 6 => Op::Enabled(number, rng.one_in(2)),
            7 => Op::Data(number, rng.next()),
            8 => Op::Own(number, self.own()),
            13 => Op::Group(number, rng.pick(&[0, 1, 2])),
            9 | 10 => match &self.bodies[self.things[number].body] {
                Body::Frames(frames) => {
                    let frame = rng.below(frames.len() as u64) as usize;
                    self.things[number].frame = frame;
                    Op::Frame(number, frame)
                }
                Body::Terrain(grid) => {
                    let mut grid = grid.clone();
                    let mut axis = |low, high| rng.between(low, high);
                    let hole = (axis(-5, 40), axis(-5, 40), axis(0, 20), axis(0, 20));
                    let (x, y, w, h) = hole;
                    grid.carve(&oracle::Block { x, y, w, h }, (0, 0));
                    let carved = self.bodies.len();
                    self.bodies.push(Body::Terrain(grid));
                    self.things[number].body = carved;
                    Op::Carve(number, hole, carved)
                }
                _ => Op::Ask(number),
            },
            _ => Op::Ask(number),
        };
        // A collider that was given another shape has no frames.
        if is_live || !matches!(op, Op::Frame(..) | Op::Carve(..)) {
            self.ops.push(op);
        }
    }

    /// A position in the room, or near it.
    fn place(&mut self) -> (i64, i64) {
        let Plot { room, corner: (x, y), .. } = self.plot;
        let axis =
            |rng: &mut Rng, from: i64| ((from + rng.between(-8, room)) * ONE + phase(rng)).clamp(-END, END);
        (axis(self.rng, x), axis(self.rng, y))
    }

    /// Mostly upright; sometimes none.
    fn pose(&mut self, thing: &Thing, may_be_upright: bool) -> Option<Affine> {
        if self.rng.one_in(16) {
            return None;
        }
        let (x, y) = self.place();
        let upright = may_be_upright && self.rng.one_in(2) || is_giant(&self.bodies[thing.body]);
        let [a, b, c, d] = if upright { HERE } else { small_matrix(self.rng) };
        Some([a, b, c, d, x, y])
    }

    fn own(&mut self) -> Option<Own> {
        // Tests that read boxes of reduced pixels are asked in the part of the torus that they reach, which is another story.
        match if self.plot.wrap.is_some() { self.rng.below(2) } else { self.rng.below(6) } {
            0 => Some(Own::Silent),
            1 => Some(Own::Ghost),
            2 | 3 => Some(Own::Boxy),
            4 => {
                let (x, y) = self.place();
                let most = (i64::from(i32::MIN), i64::from(i32::MAX) - 20);
                let clamp = |p: i64| (p / ONE).clamp(most.0, most.1);
                Some(Own::Far((clamp(x), clamp(y), self.rng.between(1, 20), self.rng.between(1, 20))))
            }
            _ => None,
        }
    }
}

fn is_giant(body: &Body) -> bool {
    matches!(body, Body::Rect((_, _, w, h)) if *w >= GIANT || *h >= GIANT)
}

/// A matrix that does not enlarge a thing much.
pub(crate) fn small_matrix(rng: &mut Rng) -> [i64; 4] {
    loop {
        let matrix = matrix(rng);
        if matrix.iter().all(|n| n.abs() <= 2 * ONE) {
            return matrix;
        }
    }
}

pub(crate) fn body(rng: &mut Rng, kind: u64) -> Body {
    let grid = |rng: &mut Rng, most: i64| {
        let (w, h) = (rng.between(0, most) as usize, rng.between(1, most) as usize);
        grid_of_size(rng, w, h)
    };
    match kind {
        0 => Body::Mask(grid(rng, 24)),
        1 => Body::Mask(Grid::from_fn(70, 20, |x, y| (x + y) % 5 < 4)),
        2 | 3 => Body::Runs(grid(rng, 24)),
        4 | 5 => {
            let level = rng.pick(&[0, 1, 60, 128, 255]);
            let grid = grid(rng, 16);
            Body::Level(alphas(rng, &grid, level), level)
        }
        6 => {
            let (grid, level) = (grid(rng, 16), rng.pick(&[1, 128, 200]));
            Body::Sum(alphas(rng, &grid, level))
        }
        7 => Body::Rect((rng.between(-9, 9), rng.between(-9, 9), rng.between(0, 24), rng.between(0, 24))),
        8 if rng.one_in(3) => Body::Rect((i32::MIN.into(), 5, u32::MAX.into(), rng.between(1, 9))),
        8 => Body::Rect((0, 0, rng.between(1, 4), rng.between(1, 40))),
        9 => {
            let [x, y] = [0; 2].map(|_| rng.between(-4, 4) * ONE + phase(rng));
            Body::Convex(Convex::Circle([x, y], rng.between(0, 8) * ONE + phase(rng).abs()))
        }
        10 => loop {
            let corners: Vec<[i64; 2]> = (0..rng.between(3, 5))
                .map(|_| [0; 2].map(|_| rng.between(-9, 9) * ONE + phase(rng)))
                .collect();
            if is_convex(&corners) {
                break Body::Convex(Convex::Polygon(corners));
            }
        },
        11 => Body::Terrain(grid(rng, 40)),
        _ => {
            let frame = |rng: &mut Rng| (grid(rng, 20), (rng.between(-5, 5), rng.between(-5, 5)));
            Body::Frames((0..3).map(|_| frame(rng)).collect())
        }
    }
}

impl Body {
    fn name(&self) -> String {
        match self {
            Body::Mask(grid) => format!("mask of {} x {}", grid.w, grid.h),
            Body::Terrain(grid) => format!("terrain of {} x {}", grid.w, grid.h),
            Body::Runs(grid) => format!("runs of {} x {}", grid.w, grid.h),
            Body::Level(grid, level) => format!("alphas of {} x {} from {level} on", grid.w, grid.h),
            Body::Sum(grid) => format!("alphas of {} x {} that add up", grid.w, grid.h),
            Body::Frames(frames) => format!("{} frames", frames.len()),
            Body::Rect(_) | Body::Convex(_) => format!("{self:?}"),
        }
    }
}

/// The shape in hitmask's form.
pub(crate) fn shape_of(body: &Body) -> ColliderShape {
    let alpha = |grid: &AlphaGrid| {
        Arc::new(AlphaMask::from_alpha(grid.w as u32, grid.h as u32, &grid.alpha).unwrap())
    };
    let q16 = |[x, y]: [i64; 2]| PointQ16::new(x, y);
    match body {
        Body::Mask(grid) => mask_of(grid).into(),
        Body::Terrain(grid) => Terrain::from_mask(&mask_of(grid)).into(),
        Body::Runs(grid) => {
            RunMask::from_fn(grid.w as u32, grid.h as u32, |x, y| grid.get(x.into(), y.into())).into()
        }
        Body::Level(grid, level) => ColliderShape::Alpha(alpha(grid), AlphaRule::AtLeast(*level)),
        Body::Sum(grid) => ColliderShape::Alpha(alpha(grid), AlphaRule::Sum),
        Body::Rect((x, y, w, h)) => Rect::new(*x as i32, *y as i32, *w as u32, *h as u32).into(),
        Body::Convex(Convex::Circle(centre, radius)) => Circle::new(q16(*centre), *radius).unwrap().into(),
        Body::Convex(Convex::Polygon(corners)) => {
            ConvexPolygon::new(corners.iter().map(|&corner| q16(corner))).unwrap().into()
        }
        Body::Frames(frames) => {
            let frame = |(grid, offset): &(Grid, _)| ColliderFrame {
                mask: Arc::new(mask_of(grid)),
                offset: point(*offset),
            };
            Frames::new(frames.iter().map(frame).collect::<Vec<_>>()).into()
        }
    }
}

/// The pixels that a thing covers.
pub(crate) fn cover_of(body: &Body, frame: usize, pose: Option<Affine>) -> Cover {
    let Some(pose) = pose else { return Cover::nothing() };
    match body {
        Body::Mask(grid) | Body::Runs(grid) | Body::Terrain(grid) => Cover::grid(grid, pose),
        Body::Level(grid, level) => Cover::alpha(grid, *level, pose),
        Body::Sum(grid) => Cover::alpha(grid, 1, pose),
        Body::Rect((x, y, w, h)) if pose[..4] == HERE => {
            let (u, v) = texel_at(pose, 0, 0);
            // Pixels end at the ends of the world before it is moved.
            let end = 1 << 31;
            Cover::block(x - u, y - v, (x + w).min(end) - x, (y + h).min(end) - y)
        }
        Body::Rect(bounds) => Cover::posed_block(*bounds, pose),
        Body::Convex(shape) => {
            Cover::solid_where(window_of(shape, pose), |x, y| convex_covers(shape, pose, x, y))
        }
        Body::Frames(frames) => {
            let (grid, (u, v)) = &frames[frame];
            let [a, b, c, d, x, y] = pose;
            Cover::grid(grid, [a, b, c, d, x + a * u + b * v, y + c * u + d * v])
        }
    }
}

/// left, top, right and bottom of a box that contains all pixels that a shape may cover, with a margin.
fn window_of(shape: &Convex, [a, b, c, d, x, y]: Affine) -> Bounds {
    let corners = match shape {
        Convex::Circle([x, y], r) => vec![[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]],
        Convex::Polygon(corners) => corners.clone(),
    };
    let at = |u: i64, v: i64, from: i64| (u + v) / ONE + from;
    let xs: Vec<i64> = corners.iter().map(|[u, v]| at(a * u, b * v, x).div_euclid(ONE)).collect();
    let ys: Vec<i64> = corners.iter().map(|[u, v]| at(c * u, d * v, y).div_euclid(ONE)).collect();
    let low = |all: &[i64]| all.iter().min().expect("a corner") - 2;
    let high = |all: &[i64]| all.iter().max().expect("a corner") + 3;
    (low(&xs), low(&ys), high(&xs), high(&ys))
}

/// The tight boxes of all covers. Custom tests read them, because their answers must not depend on how tight the world's own boxes are.
type Boxes = Arc<Mutex<BTreeMap<Key, Option<Bounds>>>>;

struct Test(Own, Boxes);

impl CustomTest for Test {
    fn test(&self, me: Member<'_>, other: Member<'_>) -> Option<Verdict> {
        let boxes = self.1.lock().unwrap();
        let [me, other] = [me, other].map(|member| boxes[&key_of(member.handle)]);
        own_verdict(self.0, me, other).map(|touch| match touch {
            None => Verdict::Apart,
            Some(touch) => Verdict::Touching(touch_of(touch)),
        })
    }

    fn reach(&self, _: &Collider, own: Option<Rect>) -> Option<Rect> {
        match self.0 {
            Own::Far(reach) => {
                let reach = rect(Some(reach))?;
                Some(own.map_or(reach, |own| own.union(&reach)))
            }
            _ => own,
        }
    }
}

fn own_verdict(own: Own, me: Option<Bounds>, other: Option<Bounds>) -> Option<Option<oracle::Touch>> {
    let block = |(x, y, w, h)| Cover::block(x, y, w, h);
    let shared = |a: Option<Bounds>| block(a?).touch(&block(other?), false);
    match own {
        Own::Silent => None,
        Own::Ghost => Some(None),
        Own::Boxy => Some(shared(me)),
        Own::Far(reach) => Some(shared(Some(reach))),
    }
}

fn touch_of(touch: oracle::Touch) -> Touch {
    let mut ours = Touch::new(point(touch.first));
    (ours.area, ours.bounds) = (touch.area, rect(Some(touch.bounds)));
    ours
}

/// The touch without normal and separation.
fn plain(touch: Touch) -> Touch {
    let mut plain = touch;
    (plain.normal, plain.separation) = (None, None);
    plain
}

fn key_of(handle: Handle) -> Key {
    (handle.index(), handle.generation())
}

/// The oracle's copy of a world.
struct Truth<'a> {
    bodies: &'a [Body],
    wrap: Option<(i64, i64)>,
    world: oracle::World<Key>,
    things: Vec<Thing>,
}

impl Truth<'_> {
    /// Computes a thing's pixels again.
    fn settle(&mut self, number: usize, key: Key) {
        let thing = &self.things[number];
        let body = &self.bodies[thing.body];
        let mut item = Item::new(match self.wrap {
            None => cover_of(body, thing.frame, thing.pose),
            Some((w, h)) => {
                // Far away no pixels exist, so the position is reduced first.
                let near = thing
                    .pose
                    .map(|[a, b, c, d, x, y]| [a, b, c, d, x.rem_euclid(w * ONE), y.rem_euclid(h * ONE)]);
                cover_of(body, thing.frame, near).wrapped((w, h))
            }
        });
        item.by_sum = matches!(body, Body::Sum(_));
        (item.belongs_to, item.collides_with) = thing.layers;
        item.space = thing.space;
        item.sensor = thing.sensor;
        item.enabled = thing.enabled;
        item.group = thing.group;
        item.data = thing.data;
        if let Some(own) = thing.own {
            item.own_test =
                Some(Rc::new(move |me, other| own_verdict(own, me.cover.bounds(), other.cover.bounds())));
        }
        self.world.items.insert(key, item);
    }

    /// All things that were inserted so far, for people to read.
    fn told(&self, handles: &[Handle]) -> String {
        let tell = |(number, (thing, handle)): (usize, (&Thing, &Handle))| {
            let there = if self.world.items.contains_key(&key_of(*handle)) { "" } else { " (gone)" };
            format!("\n  {number} {handle:?}{there}: {thing:?}, {}", self.bodies[thing.body].name())
        };
        self.things.iter().zip(handles).enumerate().map(tell).collect()
    }

    /// Normal and separation of two colliders that touch.
    fn check_directions(&self, a: Key, b: Key, touch: &Touch) {
        if self.wrap.is_some() {
            // Reduced pixels say nothing about directions. The queries on a torus check these.
            return;
        }
        let [one, other] = [a, b].map(|key| &self.world.items[&key]);
        if one.own_test_decides(other) {
            assert_eq!((touch.normal, touch.separation), (None, None), "{a:?} {b:?}: a test decided");
            return;
        }
        let by_sum = one.by_sum || other.by_sum;
        let cut = |n: i128| n.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let (x, y) = one.cover.normal(&other.cover, by_sum);
        assert_eq!(touch.normal, Some(Point::new(cut(x), cut(y))), "{a:?} {b:?}: normal");
        let way = one.cover.separation(&other.cover, by_sum);
        assert_eq!(touch.separation, Some(point(way)), "{a:?} {b:?}: separation");
    }

    fn boxes(&self) -> BTreeMap<Key, Option<Bounds>> {
        self.world.items.iter().map(|(&key, item)| (key, item.cover.bounds())).collect()
    }
}

/// The result of a story: all answers as text, and the tables that custom tests have read.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) answers: Vec<String>,
    tables: Vec<BTreeMap<Key, Option<Bounds>>>,
    /// The number of the oracle's answers that were compared.
    pub(crate) compared: u64,
}

/// Plays a story beside the oracle.
pub(crate) fn play_beside_oracle(script: &Script, options: WorldOptions) -> Outcome {
    play(script, options, None)
}

/// Plays the story again. The answers must be the same.
pub(crate) fn play_again(script: &Script, options: WorldOptions, first: &Outcome) -> Vec<String> {
    play(script, options, Some(first)).answers
}

fn play(script: &Script, options: WorldOptions, first: Option<&Outcome>) -> Outcome {
    let shapes: Vec<ColliderShape> = script.bodies.iter().map(shape_of).collect();
    let boxes = Boxes::default();
    let mut world = World::with_options(options);
    let wrap = options.wrap.map(|(w, h)| (w.into(), h.into()));
    let mut truth =
        Truth { bodies: &script.bodies, wrap, world: oracle::World::default(), things: Vec::new() };
    let (mut handles, mut outcome) = (Vec::new(), Outcome::default());
    let mut saved = None;
    let custom =
        |own: Option<Own>| own.map(|own| Arc::new(Test(own, Arc::clone(&boxes))) as Arc<dyn CustomTest>);
    let look_up = |outcome: &mut Outcome, truth: &Truth<'_>| {
        let table = match first {
            Some(first) => first.tables[outcome.tables.len()].clone(),
            None => truth.boxes(),
        };
        outcome.tables.push(table.clone());
        *boxes.lock().unwrap() = table;
    };
    let layers = |(belongs_to, collides_with)| Layers { belongs_to, collides_with };
    let kind = |sensor| if sensor { ColliderKind::Sensor } else { ColliderKind::default() };
    for op in &script.ops {
        // Makes a change in the world and in the oracle. None if the collider is gone.
        macro_rules! change {
            ($number:expr, $thing:ident => $do:expr, $handle:ident => $answer:expr) => {{
                let $handle: Handle = handles[*$number];
                let known = world.contains($handle);
                assert_eq!($answer.is_some(), known, "{op:?} of a collider that is there: {known}");
                let $thing = &mut truth.things[*$number];
                $do;
                if known && first.is_none() {
                    truth.settle(*$number, key_of($handle));
                }
            }};
        }
        match op {
            Op::Insert(thing) => {
                let mut collider = Collider::new(shapes[thing.body].clone()).posed(thing.pose.map(pose_of));
                collider.layers = layers(thing.layers);
                collider.space = thing.space;
                collider.kind = kind(thing.sensor);
                collider.enabled = thing.enabled;
                collider.group = thing.group;
                collider.data = thing.data;
                collider.custom = custom(thing.own);
                let handle = world.insert(collider);
                handles.push(handle);
                truth.things.push(thing.clone());
                if first.is_none() {
                    assert!(!truth.world.items.contains_key(&key_of(handle)), "{handle:?} was given twice");
                    truth.settle(handles.len() - 1, key_of(handle));
                }
            }
            Op::Remove(number) => {
                let removed = world.remove(handles[*number]).map(|collider| collider.data);
                if first.is_none() {
                    let gone = truth.world.remove(key_of(handles[*number])).map(|item| item.data);
                    assert_eq!(removed, gone, "{op:?}");
                }
                assert!(world.get(handles[*number]).is_none());
            }
            Op::Position(number, (x, y)) => change!(
                number, thing => {
                    thing.pose = thing.pose.map(|[a, b, c, d, ..]| [a, b, c, d, *x, *y]);
                },
                handle => world.set_position(handle, PointQ16::new(*x, *y))
            ),
            Op::Pose(number, pose) => change!(
                number, thing => thing.pose = *pose, handle => world.set_pose(handle, pose.map(pose_of))
            ),
            Op::Shape(number, body) => change!(
                number, thing => (thing.body, thing.frame) = (*body, 0),
                handle => world.edit(handle, |collider| collider.shape = shapes[*body].clone())
            ),
            Op::Frame(number, frame) => change!(
                number, thing => thing.frame = *frame, handle => world.set_frame(handle, *frame)
            ),
            Op::Layers(number, to) => change!(
                number, thing => thing.layers = *to, handle => world.edit(handle, |collider| collider.layers = layers(*to))
            ),
            Op::Space(number, to) => change!(
                number, thing => thing.space = *to, handle => world.edit(handle, |collider| collider.space = *to)
            ),
            Op::Sensor(number, to) => change!(
                number, thing => thing.sensor = *to, handle => world.edit(handle, |collider| collider.kind = kind(*to))
            ),
            Op::Enabled(number, to) => change!(
                number, thing => thing.enabled = *to, handle => world.edit(handle, |collider| collider.enabled = *to)
            ),
            Op::Group(number, to) => change!(
                number, thing => thing.group = *to, handle => world.edit(handle, |collider| collider.group = *to)
            ),
            Op::Data(number, to) => change!(
                number, thing => thing.data = *to, handle => world.edit(handle, |collider| collider.data = *to)
            ),
            Op::Own(number, to) => change!(
                number, thing => thing.own = *to, handle => world.edit(handle, |collider| collider.custom = custom(*to))
            ),
            Op::Carve(number, (x, y, w, h), body) => change!(
                number, thing => thing.body = *body,
                handle => world.edit_terrain(handle, |terrain| {
                    terrain.carve(&Rect::new(*x as i32, *y as i32, *w as u32, *h as u32), (0, 0))
                })
            ),
            Op::Save => {
                let things = (truth.things.clone(), truth.world.clone(), handles.len());
                saved = Some((world.snapshot(), world.state_hash(), things));
            }
            Op::Restore => {
                let (snapshot, hash, (things, items, count)) = saved.as_ref().expect("it was saved");
                world.restore(snapshot);
                assert_eq!(world.state_hash(), *hash);
                (truth.things, truth.world) = (things.clone(), items.clone());
                handles.truncate(*count);
            }
            Op::Reload => world = reloaded(&world),
            Op::Ask(number) => {
                look_up(&mut outcome, &truth);
                let handle = handles[*number];
                let contacts = world.collide_one(handle);
                assert_eq!(contacts.is_some(), world.contains(handle), "{op:?}");
                let contacts = contacts.unwrap_or_default();
                if first.is_none() {
                    let key = key_of(handle);
                    for contact in &contacts {
                        truth.check_directions(key, key_of(contact.handle), &contact.touch);
                    }
                    let ours = contacts.iter().map(|c| (key_of(c.handle), c.data, plain(c.touch)));
                    let theirs = truth.world.touched_by(key_of(handle)).into_iter();
                    let theirs =
                        theirs.map(|(key, touch)| (key, truth.world.items[&key].data, touch_of(touch)));
                    let (ours, theirs) = (ours.collect::<Vec<_>>(), theirs.collect::<Vec<_>>());
                    assert_eq!(ours, theirs, "{op:?} in {}", truth.told(&handles));
                    outcome.compared += 1;
                }
                outcome.answers.push(format!("{contacts:?}"));
            }
            Op::Step(refuses) => {
                look_up(&mut outcome, &truth);
                let both_odd = |a: u64, b: u64| a % 2 == 1 && b % 2 == 1;
                let events = if *refuses {
                    world.step_with(|a, b| !both_odd(a.collider.data, b.collider.data))
                } else {
                    world.step()
                };
                let events = events.expect("few pairs").to_vec();
                if first.is_none() {
                    let data: BTreeMap<Key, u64> =
                        truth.world.items.iter().map(|(&key, item)| (key, item.data)).collect();
                    let theirs = truth.world.step(|a, b| !refuses || !both_odd(data[&a], data[&b]));
                    for event in &events {
                        if let Some(touch) = &event.touch {
                            truth.check_directions(key_of(event.a), key_of(event.b), touch);
                        }
                        let since = (event.kind != EventKind::End).then_some(event.since);
                        assert_eq!(world.touching_since(event.b, event.a), since, "{event:?}");
                    }
                    for &handle in &handles {
                        let ours = world.contacts_of(handle).map(|all| all.map(key_of).collect::<Vec<_>>());
                        let key = key_of(handle);
                        let there = truth.world.items.contains_key(&key);
                        assert_eq!(ours, there.then(|| truth.world.contacts_of(key)), "{handle:?}");
                    }
                    let known: Vec<_> = events.iter().map(event_of).collect();
                    assert_eq!(
                        known,
                        theirs,
                        "after {} questions in {}",
                        outcome.tables.len(),
                        truth.told(&handles)
                    );
                    outcome.compared += 1 + known.len() as u64;
                }
                outcome.answers.push(format!("{events:?}"));
                if wrap.is_some() {
                    world.validate().unwrap();
                }
            }
        }
    }
    outcome
}

/// The world that is read from a world's bytes.
fn reloaded(world: &World) -> World {
    let (mut shapes, mut tests) = (Vec::new(), Vec::new());
    let shape_key = |_, shape: &ColliderShape| {
        shapes.push(shape.clone());
        shapes.len() as u64 - 1
    };
    let test_key = |_, test: &Arc<dyn CustomTest>| {
        tests.push(Arc::clone(test));
        tests.len() as u64 - 1
    };
    let bytes = world.to_bytes(shape_key, test_key);
    let loaded = World::from_bytes(
        &bytes,
        |key| shapes.get(key as usize).cloned(),
        |key| tests.get(key as usize).cloned(),
    )
    .unwrap();
    loaded.validate().unwrap();
    assert_eq!(loaded.state_hash(), world.state_hash());
    assert!(loaded.contacts().eq(world.contacts()));
    loaded
}

/// Hitmask's event in the oracle's form.
fn event_of(event: &Event) -> WorldEvent<Key> {
    let change = match event.kind {
        EventKind::Begin => Change::Begin,
        EventKind::Stay => Change::Stay,
        EventKind::End => Change::End,
        other => panic!("the oracle has no {other:?}"),
    };
    let long = |p: Point| (i64::from(p.x), i64::from(p.y));
    let touch = event.touch.map(|touch| {
        let bounds = touch.bounds.expect("asked for");
        oracle::Touch {
            first: long(touch.first),
            area: touch.area,
            bounds: (bounds.x.into(), bounds.y.into(), bounds.w.into(), bounds.h.into()),
        }
    });
    WorldEvent { change, a: key_of(event.a), b: key_of(event.b), data: event.data, touch, since: event.since }
}

/// All data of the events.
pub(crate) const ALL: EventDetail =
    EventDetail { stay: true, area: true, bounds: true, normal: true, separation: true };
