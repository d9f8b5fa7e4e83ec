//! Worlds that live long: many moves between questions, peaks, and what is left of them. `HITMASK_SEED=n` starts with another seed.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use crate::common::{Blame, Rng, cases, filled};
use hitmask::broad_phase::BroadPhaseKind;
use hitmask::{
    Angle, Collider, ColliderShape, Event, Handle, Mask, Probe, QueryFilter, Rect, Transform, World,
    WorldOptions, WorldSnapshot,
};

/// A filled rectangle, as the test knows it.
#[derive(Clone, Copy, Debug)]
struct Thing {
    at: [i64; 2],
    size: [i64; 2],
    space: u32,
    enabled: bool,
}

/// All things, and the size of a wrapped world.
#[derive(Clone, Debug, Default)]
struct Naive {
    things: BTreeMap<Handle, Thing>,
    wrap: Option<i64>,
}

impl Naive {
    /// Whether two rectangles share a pixel, also beyond the seams.
    fn meet(&self, a: &Thing, b: &Thing) -> bool {
        a.space == b.space
            && a.enabled
            && b.enabled
            && (0..2).all(|axis| {
                let by = b.at[axis] - a.at[axis];
                match self.wrap {
                    None => by < a.size[axis] && -by < b.size[axis],
                    Some(side) => {
                        let by = by.rem_euclid(side);
                        by < a.size[axis] || side - by < b.size[axis]
                    }
                }
            })
    }

    fn all_beside(&self, thing: &Thing) -> Vec<Handle> {
        self.things.iter().filter(|(_, other)| self.meet(thing, other)).map(|(&handle, _)| handle).collect()
    }
}

fn key(_: Handle, shape: &ColliderShape) -> u64 {
    let ColliderShape::Mask(mask) = shape else { panic!("{shape:?}") };
    u64::from(mask.width()) << 32 | u64::from(mask.height())
}

fn reloaded(world: &World) -> World {
    let bytes = world.to_bytes(key, |_, _| 0);
    let shape = |key: u64| Some(filled((key >> 32) as u32, key as u32).into());
    let loaded = World::from_bytes(&bytes, shape, |_| None).unwrap();
    assert_eq!(loaded.to_bytes(key, |_, _| 0), bytes);
    loaded
}

/// A world that is asked, copied, saved and restored, a twin that is not, and what the test knows.
struct Life<'a> {
    rng: &'a mut Rng,
    world: World,
    twin: World,
    naive: Naive,
    /// All handles that there ever were.
    given: HashSet<Handle>,
    saved: Option<(WorldSnapshot, WorldSnapshot, Naive)>,
    room: i64,
    spaces: u64,
}

impl Life<'_> {
    fn thing(&mut self) -> Thing {
        let most = self.rng.pick(&[4, 12, 30]);
        let mut side = || self.rng.between(1, most);
        let size = [side(), side()];
        Thing { at: self.place(), size, space: self.rng.below(self.spaces) as u32, enabled: true }
    }

    fn place(&mut self) -> [i64; 2] {
        [0; 2].map(|_| self.rng.between(0, self.room))
    }

    fn insert(&mut self) {
        let thing = self.thing();
        let collider = || {
            let [w, h] = thing.size.map(|side| side as u32);
            let shape: ColliderShape = match thing.size[0] % 2 {
                0 => Rect::new(0, 0, w, h).into(),
                _ => filled(w, h).into(),
            };
            let [x, y] = thing.at.map(|at| at as i32);
            Collider::new(shape).at((x, y)).in_space(thing.space)
        };
        let handle = self.world.insert(collider());
        assert_eq!(self.twin.insert(collider()), handle);
        // A restored world gives the handles of its other future again.
        assert!(self.given.insert(handle) || self.saved.is_some(), "{handle:?} was given twice");
        self.naive.things.insert(handle, thing);
    }

    fn any(&mut self) -> Option<Handle> {
        let count = self.naive.things.len() as u64;
        let at = self.rng.below(count.max(1)) as usize;
        self.naive.things.keys().nth(at).copied()
    }

    fn go(&mut self, handle: Handle, to: [i64; 2]) {
        let [x, y] = to.map(|at| at as i32);
        self.world.set_position(handle, (x, y)).unwrap();
        self.twin.set_position(handle, (x, y)).unwrap();
        self.naive.things.get_mut(&handle).unwrap().at = to;
    }

    fn change(&mut self) {
        let Some(handle) = self.any() else { return self.insert() };
        let thing = self.naive.things[&handle];
        match self.rng.below(16) {
            0..8 => {
                let by = [0; 2].map(|_| self.rng.between(-3, 3));
                self.go(handle, [thing.at[0] + by[0], thing.at[1] + by[1]]);
            }
            8 | 9 => {
                let to = self.place();
                self.go(handle, to);
            }
            10 | 11 => self.insert(),
            12 => {
                assert!(self.world.remove(handle).is_some() && self.twin.remove(handle).is_some());
                self.naive.things.remove(&handle);
            }
            13 => {
                let space = self.rng.below(self.spaces) as u32;
                for world in [&mut self.world, &mut self.twin] {
                    world.edit(handle, |collider| collider.space = space).unwrap();
                }
                self.naive.things.get_mut(&handle).unwrap().space = space;
            }
            14 => {
                let enabled = self.rng.one_in(2);
                for world in [&mut self.world, &mut self.twin] {
                    world.edit(handle, |collider| collider.enabled = enabled).unwrap();
                }
                self.naive.things.get_mut(&handle).unwrap().enabled = enabled;
            }
            _ => {
                let by = self.rng.between(-2, 2) as i32;
                for world in [&mut self.world, &mut self.twin] {
                    world.set_transforms(|member| {
                        let mut transform = member.collider.transform();
                        transform.set_position(transform.position() + (by, by));
                        (member.handle.index() % 3 == 0).then_some(transform)
                    });
                }
                for (handle, thing) in &mut self.naive.things {
                    if handle.index() % 3 == 0 {
                        thing.at = thing.at.map(|at| at + i64::from(by));
                    }
                }
            }
        }
    }

    fn ask(&mut self) {
        let probe = self.thing();
        let [x, y] = probe.at.map(|at| at as i32);
        let [w, h] = probe.size.map(|side| side as u32);
        let filter = QueryFilter { space: Some(probe.space), ..QueryFilter::default() };
        let found = self.world.query(&Probe::rect(Rect::new(x, y, w, h)), &filter).all();
        assert_eq!(found, self.naive.all_beside(&probe), "{probe:?}");
        let picked = self.world.pick_all((x, y), &filter);
        let mut picked: Vec<Handle> = picked.into_iter().collect();
        picked.sort_unstable();
        assert_eq!(picked, self.naive.all_beside(&Thing { size: [1, 1], ..probe }), "{probe:?}");
        if let Some(handle) = self.any() {
            let beside: Vec<Handle> =
                self.world.collide_one(handle).unwrap().iter().map(|contact| contact.handle).collect();
            let mut expected = self.naive.all_beside(&self.naive.things[&handle]);
            expected.retain(|&other| other != handle);
            assert_eq!(beside, expected, "{handle:?}");
        }
    }

    fn step(&mut self) {
        let events = self.world.step().unwrap().to_vec();
        assert_eq!(events, self.twin.step().unwrap());
        assert_eq!(self.world.state_hash(), self.twin.state_hash());
        let pairs = self.naive.things.iter().map(|(&handle, thing)| {
            self.naive
                .all_beside(thing)
                .into_iter()
                .filter(move |&other| handle < other)
                .map(move |it| (handle, it))
        });
        assert!(self.world.contacts().eq(pairs.flatten()));
    }

    fn copy(&mut self) {
        match self.rng.below(5) {
            0 => self.world = self.world.clone(),
            1 => self.world = reloaded(&self.world),
            2 | 3 => {
                let (mut one, mut other) = self.saved.take().map_or_else(Default::default, |it| (it.0, it.1));
                self.world.snapshot_into(&mut one);
                self.twin.snapshot_into(&mut other);
                self.saved = Some((one, other, self.naive.clone()));
            }
            _ => {
                if let Some((one, other, naive)) = &self.saved {
                    self.world.restore(one);
                    self.twin.restore(other);
                    self.naive.clone_from(naive);
                }
            }
        }
        assert_eq!(self.world.state_hash(), self.twin.state_hash());
    }
}

fn live(seed: u64) -> u64 {
    let _blame = Blame(&seed);
    let rng = &mut Rng::new(seed);
    let wrap = rng.one_in(3).then(|| rng.between(100, 300));
    let broad_phase = rng.pick(&BroadPhaseKind::ALL);
    let side = wrap.map(|side| (side as u32, side as u32));
    let options = WorldOptions { broad_phase, wrap: side, ..WorldOptions::default() };
    let room = wrap.unwrap_or(rng.pick(&[100, 400]));
    let spaces = rng.pick(&[1, 1, 3, 90]);
    let things = rng.pick(&[5, 60, 200]);
    let world = || World::with_options(options);
    let (world, twin, naive) = (world(), world(), Naive { wrap, ..Naive::default() });
    let mut life = Life { rng, world, twin, naive, given: HashSet::new(), saved: None, room, spaces };
    let mut asked = 0;
    for _ in 0..12 {
        while life.naive.things.len() < things {
            life.insert();
        }
        for _ in 0..life.rng.pick(&[1, 5, 40]) {
            for _ in 0..life.rng.below(8) {
                life.change();
            }
            life.ask();
            asked += 1;
        }
        if life.rng.one_in(3) {
            life.copy();
        }
        life.world.validate().unwrap();
        match life.rng.below(6) {
            0..3 => life.step(),
            // A peak, and then steps in which memory is given back.
            3 => {
                let before: Vec<Handle> = life.naive.things.keys().copied().collect();
                for _ in 0..life.rng.pick(&[10, 300, 900]) {
                    life.insert();
                }
                for _ in 0..life.rng.below(3) {
                    life.ask();
                    life.step();
                }
                let keeps = life.rng.one_in(4);
                let all: Vec<Handle> = life.naive.things.keys().copied().collect();
                for handle in all.into_iter().filter(|handle| !before.contains(handle)) {
                    if !(keeps && life.rng.one_in(50)) {
                        assert!(life.world.remove(handle).is_some() && life.twin.remove(handle).is_some());
                        life.naive.things.remove(&handle);
                    }
                }
                for _ in 0..life.rng.pick(&[1, 40, 80]) {
                    life.step();
                    if life.rng.one_in(9) {
                        life.copy();
                    }
                }
                life.world.validate().unwrap();
            }
            _ => {}
        }
        let stale = life.given.iter().filter(|handle| !life.naive.things.contains_key(handle));
        stale.for_each(|&handle| assert!(!life.world.contains(handle) && life.world.get(handle).is_none()));
        assert_eq!(life.world.len(), life.naive.things.len());
    }
    asked
}

#[test]
fn many_moves_between_questions_and_peaks_between_steps() {
    cases(0x5EED_0510, 12_000, live);
}

/// What a peak is made of.
#[derive(Clone, Copy, Debug)]
enum Crowd {
    /// Masks in one space.
    Plain,
    /// Turned ones, each by another angle.
    Turned,
    /// Swept ones that move far.
    Swept,
    /// Each in a space of its own.
    Spaces,
    /// All in one spot: many pairs.
    Dense,
}

fn residents(world: &mut World) -> Vec<Handle> {
    (0..10).map(|i| world.insert(Collider::new(filled(8, 8)).at((i * 10, 0)).with_data(i as u64))).collect()
}

/// Moves the residents, and makes these steps. Returns what happens among them.
fn play(world: &mut World, residents: &[Handle], steps: Range<i32>) -> Vec<Event> {
    let mut all = Vec::new();
    for step in steps {
        for (i, &handle) in (0..).zip(residents) {
            world.set_position(handle, (i * 10 + (step * 2 + i * 3) % 7, 0)).unwrap();
        }
        let events = world.step().unwrap().iter();
        all.extend(events.filter(|event| [event.a, event.b].iter().all(|handle| residents.contains(handle))));
    }
    all
}

#[test]
fn after_a_peak_a_world_is_as_small_as_a_new_one() {
    const AFTER: Range<i32> = 3..103;
    for crowd in [Crowd::Plain, Crowd::Turned, Crowd::Swept, Crowd::Spaces, Crowd::Dense] {
        let count = if matches!(crowd, Crowd::Dense) { 700 } else { 20_000 };
        let mut fresh = World::new();
        let of_fresh = residents(&mut fresh);
        play(&mut fresh, &of_fresh, 0..3);
        let mut world = World::new();
        let mine = residents(&mut world);
        assert_eq!(mine, of_fresh);
        let ball = Arc::new(Mask::from_fn(9, 9, |x, y| x.abs_diff(4) + y.abs_diff(4) < 5));
        let visitors: Vec<Handle> = (0..count)
            .map(|i| {
                let at = (1000 + i % 200 * 7, 1000 + i / 200 * 7);
                let visitor = Collider::new(&ball).at(at);
                world.insert(match crowd {
                    Crowd::Plain => visitor,
                    Crowd::Turned => {
                        let mut transform = Transform::default();
                        transform.set_rotation(Angle::Steps { step: i, of: 9973 });
                        transform.set_position(at);
                        visitor.with_transform(transform)
                    }
                    Crowd::Swept if i % 10 == 0 => visitor.swept().first_only(),
                    Crowd::Swept => visitor,
                    Crowd::Spaces => visitor.in_space(i as u32),
                    Crowd::Dense => visitor.at((1000, 1000)),
                })
            })
            .collect();
        for step in 0..3 {
            for &handle in visitors.iter().step_by(3) {
                let at = world.position(handle).unwrap() + (if step % 2 == 0 { 90 } else { -90 }, 0);
                world.set_position(handle, at).unwrap();
            }
            let probe = Probe::rect(Rect::new(1000, 1000, 20, 20));
            (0..20).for_each(|_| _ = world.query(&probe, &QueryFilter::default()).any());
            world.set_transforms(|_| None);
            play(&mut world, &mine, step..step + 1);
            let _ = world.events_by_time();
        }
        let mut snapshot = world.snapshot();
        let peak = world.memory_bytes();
        visitors.iter().for_each(|&handle| drop(world.remove(handle)));
        let (happened, expected) = (play(&mut world, &mine, AFTER), play(&mut fresh, &of_fresh, AFTER));
        assert!(happened == expected && happened.len() > 100, "{crowd:?}");
        world.validate().unwrap();
        let (bytes, of_new) = (world.memory_bytes(), fresh.memory_bytes());
        assert!(
            bytes <= 2 * of_new,
            "{crowd:?}: {bytes} bytes, at the peak {peak}, and a new world {of_new}"
        );
        let work = |world: &World| {
            let stats = world.stats();
            [stats.colliders, stats.candidates, stats.tests, stats.early_outs, stats.touching]
        };
        assert_eq!(work(&world), work(&fresh), "{crowd:?}");
        let [saved, saved_new] = [&world, &fresh].map(|world| world.to_bytes(key, |_, _| 0).len());
        assert!(saved <= 2 * saved_new, "{crowd:?}: {saved} bytes saved, and of a new world {saved_new}");
        // Snapshots of the peak and of now lead to the same worlds again.
        let (hash, now) = (world.state_hash(), world.snapshot());
        world.restore(&snapshot);
        assert_eq!(world.len(), 10 + count as usize);
        assert!(visitors.iter().all(|&handle| world.contains(handle)));
        world.restore(&now);
        assert_eq!(world.state_hash(), hash);
        world.validate().unwrap();
        // Handles of the peak stay stale, also when their slots are used again.
        world.snapshot_into(&mut snapshot);
        let again: Vec<Handle> =
            (0..count).map(|i| world.insert(Collider::new(&ball).at((i * 20, 500)))).collect();
        assert!(visitors.iter().all(|&handle| !world.contains(handle)), "{crowd:?}");
        assert!(count > 1000 || again.iter().all(|handle| !visitors.contains(handle)));
        assert_eq!(again.iter().map(|handle| handle.index()).max(), Some(9 + count as u32));
        // A reloaded world goes on as the world itself.
        world.restore(&snapshot);
        let mut loaded = reloaded(&world);
        assert_eq!(loaded.state_hash(), hash);
        let next = || Collider::new(filled(3, 3));
        assert_eq!(loaded.insert(next()), world.insert(next()));
    }
}

/// Of a peak, one collider in a high slot is left: it keeps the slots before it, but rows and lists are as short as in a new world.
#[test]
fn a_late_comer_that_stays_costs_no_work() {
    let mut world = World::new();
    let all: Vec<Handle> =
        (0..5_000).map(|i| world.insert(Collider::new(filled(8, 8)).at((i * 9, 0)))).collect();
    play(&mut world, &[], 0..2);
    let peak = world.memory_bytes();
    let (&last, others) = all.split_last().unwrap();
    others.iter().for_each(|&handle| drop(world.remove(handle)));
    play(&mut world, &[], 2..102);
    world.validate().unwrap();
    let bytes = world.memory_bytes();
    assert!(world.contains(last) && bytes < peak * 4 / 5, "{bytes} bytes of {peak}");
    world.remove(last).unwrap();
    play(&mut world, &[], 2..102);
    let bytes = world.memory_bytes();
    assert!(bytes < 20_000, "{bytes} bytes of {peak}");
}

/// Rows are renewed after a peak. A member's new row may be the old one of its own part beyond the seam.
#[test]
fn after_a_peak_parts_beyond_a_seam_stay_parts() {
    let mut world = World::with_options(WorldOptions { wrap: Some((1000, 1000)), ..WorldOptions::default() });
    let insert =
        |world: &mut World, x: i32, y: i32| world.insert(Collider::new(Rect::new(0, 0, 8, 8)).at((x, y)));
    let (a, b) = (insert(&mut world, 100, 100), insert(&mut world, 200, 100));
    world.set_position(b, (996, 100)).unwrap();
    world.set_position(a, (996, 300)).unwrap();
    let visitors: Vec<Handle> = (0..70).map(|_| insert(&mut world, 500, 500)).collect();
    visitors.into_iter().for_each(|visitor| _ = world.remove(visitor).unwrap());
    for _ in 0..130 {
        world.step().unwrap();
        world.validate().unwrap();
    }
    assert_eq!(world.pick((997, 102), &QueryFilter::default()), Some(b));
    assert_eq!(world.pick((2, 102), &QueryFilter::default()), Some(b));
    assert_eq!(world.pick((1, 301), &QueryFilter::default()), Some(a));
    world.remove(b).unwrap();
    let c = insert(&mut world, 998, 102);
    world.step().unwrap();
    world.validate().unwrap();
    assert_eq!(world.pick((0, 102), &QueryFilter::default()), Some(c));
}
