//! A world in which everything changes all the time. There is no oracle, so the world is larger, the run longer and the changes wilder than
//! an oracle could follow. What the world stores must be consistent after every change. Its events must be consistent with each other, and
//! so must its answers. A second world with another broad phase must give the same answers.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use hitmask::broad_phase::BroadPhaseKind;
use hitmask::{
    AlphaMask, AlphaRule, Angle, Circle, Collider, ColliderFrame, ColliderKind, ColliderShape, Contact,
    ConvexPolygon, Event, EventDetail, EventKind, Frames, Handle, Layers, MoveOptions, Point, PointQ16, Pose,
    Probe, QueryFilter, Rect, RunMask, Terrain, World, WorldOptions, WorldSnapshot,
};

use super::pictures::{self, Scale};
use super::posed_case::pose_of;
use super::poses::{ONE, matrix, phase};
use super::{Blame, Rng, mask_of};

/// A world, and the colliders that should be in it.
struct Churn {
    world: World,
    /// A second world that gets the same calls and compares every pair of boxes.
    twin: World,
    shapes: Vec<ColliderShape>,
    /// The side of the square in which colliders are placed.
    room: i64,
    /// All colliders, with their data.
    live: BTreeMap<Handle, u64>,
    /// Stale handles, with the last data of their colliders.
    gone: BTreeMap<Handle, u64>,
    touching: BTreeSet<(Handle, Handle)>,
    /// States to go back to.
    saved: [Option<Saved>; 2],
}

/// What a churn has apart from its shapes, at some time.
struct Saved {
    world: WorldSnapshot,
    twin: WorldSnapshot,
    live: BTreeMap<Handle, u64>,
    gone: BTreeMap<Handle, u64>,
    touching: BTreeSet<(Handle, Handle)>,
    hash: u64,
}

/// Runs the world of a seed. Returns the number of changes and steps.
pub(crate) fn run(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    let [stay, area, bounds, normal, separation] = [0; 5].map(|_| rng.one_in(2));
    let detail = EventDetail { stay, area, bounds, normal, separation };
    // Sometimes the limit is so low that steps fail.
    let max_pairs = if rng.one_in(3) { rng.below(400) as usize } else { 1 << 24 };
    let options = WorldOptions {
        broad_phase: rng.pick(&BroadPhaseKind::ALL),
        max_pairs,
        detail,
        // With the feature `parallel`, mostly on threads.
        parallel_from: rng.pick(&[0, 16, 20_000]),
        wrap: rng.pick(&[None, None, None, Some((130, 90)), Some((64, 300))]),
        ..WorldOptions::default()
    };
    let twin = WorldOptions { broad_phase: BroadPhaseKind::BruteForce, parallel_from: usize::MAX, ..options };
    let mut churn = Churn {
        world: World::with_options(options),
        twin: World::with_options(twin),
        shapes: shapes(rng),
        room: rng.pick(&[30, 100, 400]),
        live: BTreeMap::new(),
        gone: BTreeMap::new(),
        touching: BTreeSet::new(),
        saved: [None, None],
    };
    let most = rng.pick(&[3, 20, 60, 150]);
    let steps = 2 + rng.below(10);
    let mut done = 0;
    for step in 0..steps {
        let _blame = Blame(&(seed, step, options, most));
        let changes = rng.below(if step == 0 { 2 * most } else { most });
        for _ in 0..changes {
            churn.change(rng, most);
        }
        churn.step(rng);
        done += changes + 1;
    }
    done
}

fn shapes(rng: &mut Rng) -> Vec<ColliderShape> {
    let mut mask = || mask_of(&pictures::grid(rng, Scale::Icon));
    let (plain, other, runs) = (mask(), mask(), RunMask::from_mask(&mask()));
    let terrain = Terrain::from_mask(&mask());
    let frames: Vec<ColliderFrame> =
        (0..3).map(|i| ColliderFrame { mask: Arc::new(mask()), offset: Point::new(3 * i, -i) }).collect();
    let (w, h) = (rng.below(30) as u32, rng.below(30) as u32);
    let alphas: Vec<u8> = (0..w * h).map(|_| rng.next() as u8).collect();
    let alpha = Arc::new(AlphaMask::from_alpha(w, h, &alphas).unwrap());
    let level = rng.next() as u8;
    let corners = [(0, 0), (20, 3), (12, 25)].map(PointQ16::from);
    vec![
        plain.into(),
        other.into(),
        runs.into(),
        Frames::new(frames).into(),
        ColliderShape::Alpha(Arc::clone(&alpha), AlphaRule::AtLeast(level)),
        ColliderShape::Alpha(alpha, AlphaRule::Sum),
        Rect::new(-3, 2, rng.below(20) as u32, rng.below(20) as u32).into(),
        Circle::new(PointQ16::new(phase(rng), 0), rng.between(0, 12 * ONE)).unwrap().into(),
        ConvexPolygon::new(corners).unwrap().into(),
        terrain.into(),
    ]
}

impl Churn {
    /// A random collider; sometimes one that was removed.
    fn any(&self, rng: &mut Rng) -> Option<Handle> {
        let from = if rng.one_in(12) { &self.gone } else { &self.live };
        from.keys().nth(rng.below(from.len().max(1) as u64) as usize).copied()
    }

    fn position(&self, rng: &mut Rng) -> PointQ16 {
        let mut axis = || rng.between(0, self.room) * ONE + phase(rng);
        PointQ16::new(axis(), axis())
    }

    fn pose(&self, rng: &mut Rng) -> Option<Pose> {
        let PointQ16 { x, y } = self.position(rng);
        let upright = [ONE, 0, 0, ONE];
        let [a, b, c, d] = if rng.one_in(2) { upright } else { matrix(rng) };
        // Not too large, because drawing would take most of the time.
        let [a, b, c, d] =
            if [a, b, c, d].iter().all(|n| n.abs() <= 3 * ONE) { [a, b, c, d] } else { upright };
        (!rng.one_in(12)).then(|| pose_of([a, b, c, d, x, y]))
    }

    /// The number of a shape.
    fn a_shape(&self, rng: &mut Rng) -> usize {
        rng.below(self.shapes.len() as u64) as usize
    }

    /// Makes one change in both worlds.
    fn change(&mut self, rng: &mut Rng, most: u64) {
        let bits = |rng: &mut Rng| if rng.one_in(3) { rng.next() as u32 } else { u32::MAX };
        if (self.live.len() as u64) < most && rng.one_in(3) || self.live.is_empty() {
            let collider = Collider {
                transform: self.pose(rng).into(),
                whole_pixels: rng.one_in(6),
                group: rng.below(3) as u32,
                order: rng.between(-2, 2) as i32,
                swept: rng.one_in(3),
                layers: Layers::new(bits(rng), bits(rng)),
                space: rng.pick(&[0, 0, 0, 5, u32::MAX]),
                kind: rng.pick(&[
                    ColliderKind::Body,
                    ColliderKind::Body,
                    ColliderKind::Character,
                    ColliderKind::OneWay,
                    ColliderKind::Sensor,
                ]),
                enabled: !rng.one_in(10),
                data: rng.next(),
                ..Collider::new(self.shapes[self.a_shape(rng)].clone())
            };
            let data = collider.data;
            let handle = self.world.insert(collider.clone());
            assert_eq!(self.twin.insert(collider), handle);
            assert!(
                !self.gone.contains_key(&handle) && self.live.insert(handle, data).is_none(),
                "{handle:?} again"
            );
            return self.validate();
        }
        let Some(handle) = self.any(rng) else { return };
        let is_live = self.live.contains_key(&handle);
        /// Makes the same call to both worlds. Their answers must be equal.
        macro_rules! both {
            ($world:ident => $do:expr) => {{
                let $world = &mut self.world;
                let answer = $do;
                assert_eq!(answer.is_some(), is_live);
                let $world = &mut self.twin;
                assert_eq!($do.is_some(), is_live);
            }};
        }
        match rng.below(40) {
            0..=3 => {
                both!(world => world.remove(handle));
                self.live.remove(&handle).map(|data| self.gone.insert(handle, data));
            }
            4 | 5 => {
                let (shape, pose) = (self.a_shape(rng), self.pose(rng));
                both!(world => world.edit(handle, |collider| collider.shape = self.shapes[shape].clone()));
                both!(world => world.set_pose(handle, pose));
            }
            6..=9 => {
                let pose = self.pose(rng);
                both!(world => world.set_pose(handle, pose));
            }
            10 => {
                let layers = Layers::new(bits(rng), bits(rng));
                both!(world => world.edit(handle, |collider| collider.layers = layers));
            }
            11 => {
                let space = rng.pick(&[0, 0, 5, 6, u32::MAX]);
                both!(world => world.edit(handle, |collider| collider.space = space));
            }
            12 => {
                let kind = rng.pick(&[ColliderKind::Body, ColliderKind::OneWay, ColliderKind::Sensor]);
                both!(world => world.edit(handle, |collider| collider.kind = kind));
            }
            13 | 14 => {
                let enabled = rng.one_in(2);
                both!(world => world.edit(handle, |collider| collider.enabled = enabled));
            }
            15 => {
                let data = rng.next();
                both!(world => world.edit(handle, |collider| collider.data = data));
                self.live.entry(handle).and_modify(|old| *old = data);
            }
            16 => {
                let (x, y, side) =
                    (rng.between(-5, 20) as i32, rng.between(-5, 20) as i32, rng.below(20) as u32);
                let hole = Rect::new(x, y, side, side);
                let edit = |terrain: &mut Terrain| terrain.carve(&hole, (0, 0));
                let is_terrain = self
                    .world
                    .get(handle)
                    .is_some_and(|collider| matches!(collider.shape, ColliderShape::Terrain(_)));
                let changes = [&mut self.world, &mut self.twin].map(|world| world.edit_terrain(handle, edit));
                assert_eq!(changes[0], changes[1]);
                assert_eq!(changes[0].is_some(), is_terrain);
            }
            17 | 18 => {
                let shape = self.world.get(handle).map(|collider| collider.shape.clone());
                if let Some(ColliderShape::Frames(frames)) = shape {
                    let frame = rng.below(frames.all().len() as u64) as usize;
                    both!(world => world.set_frame(handle, frame));
                }
            }
            19 if rng.one_in(20) => {
                self.world.clear();
                self.twin.clear();
                self.gone.append(&mut self.live);
            }
            // A copy must behave like the original in every state.
            20 => match rng.below(4) {
                0 => self.world = self.world.clone(),
                1 => self.load(),
                2 => self.save(rng),
                _ => self.restore(rng),
            },
            21 | 22 => self.ask(rng, handle),
            23 | 24 => {
                let position = self.position(rng);
                both!(world => world.teleport(handle, position));
            }
            25 => {
                let swept = rng.one_in(2);
                both!(world => world.edit(handle, |collider| collider.swept = swept));
            }
            26 => {
                let (group, order) = (rng.below(3) as u32, rng.between(-2, 2) as i32);
                both!(world => world.edit(handle, |collider| collider.group = group));
                both!(world => world.edit(handle, |collider| collider.order = order));
            }
            27 | 28 => {
                let (angle, flip) =
                    (Angle::Degrees(rng.between(-90, 90) as f64 / 2.0), [rng.one_in(2), false]);
                let pivot = [rng.between(0, 20) as f64 / 2.0, 5.0];
                both!(world => world.edit(handle, |collider| collider.transform.rotate_by(angle)));
                both!(world => world.edit(handle, |collider| collider.transform.set_flip(flip)));
                both!(world => world.edit(handle, |collider| collider.transform.set_pivot(pivot)));
            }
            29..=31 => self.walk(rng, handle),
            _ => {
                let position = self.position(rng);
                both!(world => world.set_position(handle, position));
            }
        }
        self.validate();
    }

    /// Moves a collider as a character or as a solid, or frees it.
    fn walk(&mut self, rng: &mut Rng, handle: Handle) {
        let mut axis = || rng.between(-20 * ONE, 20 * ONE);
        let motion = PointQ16::new(axis(), axis());
        let options = MoveOptions { step_up: rng.below(4) as u32, step_down: rng.below(4) as u32 };
        let riders: Vec<Handle> = self.any(rng).into_iter().collect();
        let filter = QueryFilter { except_all: &riders, ..QueryFilter::default() };
        let which = rng.below(3);
        let walk = |world: &mut World| match which {
            0 => format!("{:?}", world.move_and_slide(handle, motion, &options, &filter)),
            1 => format!("{:?}", world.move_solid(handle, motion, &riders)),
            _ => format!("{:?}", world.unstick(handle, 6, &filter)),
        };
        assert_eq!(walk(&mut self.world), walk(&mut self.twin));
    }

    fn validate(&self) {
        for world in [&self.world, &self.twin] {
            world.validate().unwrap();
            assert_eq!(world.len(), self.live.len());
        }
        assert_eq!(self.world.state_hash(), self.twin.state_hash());
        let members = self.world.members().map(|member| (member.handle, member.collider.data));
        assert!(
            members.eq(self.live.iter().map(|(&handle, &data)| (handle, data))),
            "not all are there, or others"
        );
    }

    /// Replaces a world by one that is read from its bytes.
    fn load(&mut self) {
        let bytes = |world: &World, shapes: &mut Vec<ColliderShape>| {
            let key = |_, shape: &ColliderShape| {
                shapes.push(shape.clone());
                shapes.len() as u64 - 1
            };
            world.to_bytes(key, |_, _| panic!("no collider has a custom test"))
        };
        let (mut shapes, mut again) = (Vec::new(), Vec::new());
        let saved = bytes(&self.world, &mut shapes);
        let loaded = World::from_bytes(&saved, |key| shapes.get(key as usize).cloned(), |_| None).unwrap();
        assert_eq!(loaded.state_hash(), self.world.state_hash());
        assert_eq!(loaded.options(), self.world.options());
        assert!(loaded.contacts().eq(self.world.contacts()));
        assert_eq!(bytes(&loaded, &mut again), saved);
        self.world = loaded;
    }

    fn save(&mut self, rng: &mut Rng) {
        let at = rng.below(2) as usize;
        let Churn { world, twin, shapes: _, room: _, live, gone, touching, saved } = self;
        // Sometimes into the memory of an older state, which may be newer than the world after it was restored.
        let older = saved[at].take().filter(|_| !rng.one_in(3));
        let (mut ours, mut theirs) = older.map(|saved| (saved.world, saved.twin)).unwrap_or_default();
        world.snapshot_into(&mut ours);
        twin.snapshot_into(&mut theirs);
        saved[at] = Some(Saved {
            world: ours,
            twin: theirs,
            live: live.clone(),
            gone: gone.clone(),
            touching: touching.clone(),
            hash: world.state_hash(),
        });
    }

    fn restore(&mut self, rng: &mut Rng) {
        let Some(saved) = &self.saved[rng.below(2) as usize] else { return };
        self.world.restore(&saved.world);
        self.twin.restore(&saved.twin);
        self.live.clone_from(&saved.live);
        self.gone.clone_from(&saved.gone);
        self.touching.clone_from(&saved.touching);
        assert_eq!(self.world.state_hash(), saved.hash);
    }

    /// Several ways to ask the same question must agree.
    fn ask(&self, rng: &mut Rng, handle: Handle) {
        let contacts = self.world.collide_one(handle);
        assert_eq!(contacts, self.twin.collide_one(handle));
        assert_eq!(contacts.is_some(), self.live.contains_key(&handle));
        let skipped: Vec<Handle> = (0..rng.below(3)).filter_map(|_| self.any(rng)).collect();
        let filter = QueryFilter {
            space: rng.pick(&[None, Some(0), Some(5)]),
            sensors: rng.one_in(2),
            except: rng.one_in(2).then_some(handle),
            except_all: &skipped,
            ..QueryFilter::default()
        };
        let pixel = |rng: &mut Rng| {
            let mut axis = || rng.between(-10, self.room + 30) as i32;
            Point::new(axis(), axis())
        };
        let (from, to) = (pixel(rng), pixel(rng));
        let line = self.probe(&Probe::line(from, to), &filter);
        let first = self.world.first_on_line(from, to, &filter);
        assert_eq!(first, self.twin.first_on_line(from, to, &filter));
        assert_eq!(first.is_some(), !line.is_empty());
        assert!(first.is_none_or(|first| line.contains(&first.handle)));
        let (shape, pose) = (self.a_shape(rng), self.pose(rng));
        self.probe(&Probe::shape(self.shapes[shape].clone(), pose), &filter);
        let (x, y) = (rng.between(-40 * ONE, 40 * ONE), rng.between(-40 * ONE, 40 * ONE));
        let hits = self.world.cast_all(handle, PointQ16::new(x, y), &filter);
        assert_eq!(hits, self.twin.cast_all(handle, PointQ16::new(x, y), &filter));
        assert_eq!(self.world.cast(handle, PointQ16::new(x, y), &filter), hits.first().copied());
        assert_eq!(self.world.pick_all(from, &filter), self.twin.pick_all(from, &filter));
        let within = rng.below(100) as u32;
        let nearest = self.world.nearest(from, within, &filter);
        assert_eq!(nearest, self.twin.nearest(from, within, &filter));
        let here = self.probe(&Probe::point(from), &filter);
        match nearest {
            Some(nearest) => {
                assert!(nearest.squared <= u64::from(within).pow(2));
                assert!(self.probe(&Probe::point(nearest.pixel), &filter).contains(&nearest.handle));
                assert_eq!(nearest.squared == 0, here.first() == Some(&nearest.handle));
            }
            None => assert!(here.is_empty()),
        }
    }

    /// The colliders that a probe touches, by every kind of query.
    fn probe(&self, probe: &Probe, filter: &QueryFilter) -> Vec<Handle> {
        let query = self.world.query(probe, filter);
        let all = query.all();
        assert!(
            all.is_sorted_by(|a, b| a < b)
                && !all.iter().any(|one| filter.except == Some(*one) || filter.except_all.contains(one))
        );
        assert_eq!(all, self.twin.query(probe, filter).all());
        assert_eq!(query.any(), !all.is_empty());
        let mut each = Vec::new();
        let end = query.each(|Contact { handle, data, .. }| {
            assert_eq!(self.live.get(&handle), Some(&data));
            each.push(handle);
            ControlFlow::Continue(())
        });
        assert!(end.is_continue());
        each.sort_unstable();
        assert_eq!(each, all);
        all
    }

    fn step(&mut self, rng: &mut Rng) {
        let refuses = rng.one_in(5);
        let both_odd = |a: u64, b: u64| a % 2 == 1 && b % 2 == 1;
        let step = |world: &mut World| match refuses {
            true => {
                world.step_with(|a, b| !both_odd(a.collider.data, b.collider.data)).map(<[Event]>::to_vec)
            }
            false => world.step().map(<[Event]>::to_vec),
        };
        let events = step(&mut self.world);
        assert_eq!(events, step(&mut self.twin));
        self.validate();
        assert_eq!(self.world.events(), events.as_deref().unwrap_or_default());
        if let Ok(events) = &events {
            self.follow(events);
            let stats = self.world.stats();
            assert_eq!((stats.colliders, stats.touching), (self.live.len(), self.touching.len()));
            assert_eq!(stats.candidates, stats.refused + stats.custom + stats.early_outs + stats.tests);
            // For some pairs, what the events said must be true now.
            for (&handle, &data) in self.live.iter().take(10) {
                let touches = |(&other, &others_data): (&Handle, &u64)| {
                    let pair = (handle.min(other), handle.max(other));
                    let is_refused = refuses && both_odd(data, others_data);
                    (self.touching.contains(&pair), is_refused, other)
                };
                let asked: BTreeSet<Handle> =
                    self.world.collide_one(handle).unwrap().iter().map(|contact| contact.handle).collect();
                for (is_told, is_refused, other) in self.live.iter().map(touches) {
                    assert_eq!(asked.contains(&other) && !is_refused, is_told, "{handle:?} {other:?}");
                }
            }
        }
        assert!(self.world.contacts().eq(self.touching.iter().copied()), "contacts after {events:?}");
    }

    /// The events must continue where the last ones ended.
    fn follow(&mut self, events: &[Event]) {
        assert!(events.is_sorted_by(|one, next| (one.a, one.b) < (next.a, next.b)), "{events:?}");
        let mut stayed = BTreeSet::new();
        for event in events {
            let &Event { kind, a, b, data, touch, .. } = event;
            assert!(a < b, "{event:?}");
            let data_of = |handle| self.live.get(&handle).or_else(|| self.gone.get(&handle)).copied();
            assert_eq!([Some(data[0]), Some(data[1])], [data_of(a), data_of(b)], "{event:?}");
            assert_eq!(touch.is_some(), kind != EventKind::End, "{event:?}");
            let are_live = self.live.contains_key(&a) && self.live.contains_key(&b);
            assert!(are_live || kind == EventKind::End, "{event:?}");
            let changed = match kind {
                EventKind::Begin => self.touching.insert((a, b)),
                EventKind::End => self.touching.remove(&(a, b)),
                // It is no contact.
                EventKind::Pass => !self.touching.contains(&(a, b)),
                EventKind::Stay => self.touching.contains(&(a, b)) && self.world.options().detail.stay,
                other => panic!("nothing says how {other:?} goes on"),
            };
            assert!(changed, "{event:?} comes out of turn");
            if !matches!(kind, EventKind::End | EventKind::Pass) {
                stayed.insert((a, b));
            }
        }
        if self.world.options().detail.stay {
            assert_eq!(stayed, self.touching, "not all that touch are told");
        }
    }
}
