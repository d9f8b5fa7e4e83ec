//! Laws of movers over random worlds of bodies, one-way obstacles, crates and characters, with gravity to every side. What overlaps is told by
//! steps, which know nothing of movers. `HITMASK_SEED=n` starts with another seed.

use std::collections::BTreeSet;

use hitmask::{
    Angle, Collider, ColliderKind, Direction, Handle, Mask, MoveOptions, PointQ16, QueryFilter, Rect, Slid,
    SolidMoved, World,
};

use crate::common::{Blame, Rng, first_seed, part};

/// A random world, and who was named as stuck or crushed and not freed since.
struct Scene {
    world: World,
    movables: Vec<Handle>,
    solids: Vec<Handle>,
    named: BTreeSet<Handle>,
    degrees: f64,
}

fn filter() -> QueryFilter<'static> {
    QueryFilter::default()
}

fn options(rng: &mut Rng) -> MoveOptions {
    MoveOptions {
        step_up: rng.pick(&[0, 0, 1, 3]),
        step_down: rng.pick(&[0, 0, 2]),
        corner: rng.pick(&[0, 0, 1, 4]),
        drop: rng.one_in(6),
        push: rng.one_in(2),
        push_limit: rng.pick(&[0, 0, 1, 2]),
    }
}

fn motion(rng: &mut Rng, far: i64) -> PointQ16 {
    let mut axis = || match rng.below(3) {
        0 => 0,
        1 => rng.between(-far, far) << 16,
        _ => rng.between(-far << 16, far << 16),
    };
    PointQ16::new(axis(), axis())
}

/// Whether a movable may not overlap this kind.
fn is_solid_for(mover: ColliderKind, other: ColliderKind) -> bool {
    let is_mover = matches!(mover, ColliderKind::Character | ColliderKind::Crate);
    is_mover && (other == ColliderKind::Body || other == ColliderKind::Crate)
}

impl Scene {
    fn new(rng: &mut Rng) -> Scene {
        let mut world = World::new();
        let (mut movables, mut solids) = (Vec::new(), Vec::new());
        let gravity = rng.pick(&Direction::ALL);
        let all = rng.between(8, 16);
        for i in 0..all {
            let side = |rng: &mut Rng, most: i64| rng.between(2, most) as u32;
            let place = |rng: &mut Rng| (rng.between(-30, 30) as i32, rng.between(-30, 30) as i32);
            let up = if rng.one_in(6) {
                None
            } else {
                Some(if rng.one_in(4) { rng.pick(&Direction::ALL) } else { gravity })
            };
            if i < all / 2 {
                let size = (side(rng, 24), side(rng, 8));
                let noise = Mask::from_fn(size.0, size.1, |_, _| rng.one_in(2));
                let shape = if rng.one_in(3) { noise } else { Mask::filled(size.0, size.1) };
                let solid = Collider::new(shape).at(place(rng)).with_pivot((f64::from(size.0) / 2.0, 1.0));
                let one_way = if rng.one_in(2) { gravity } else { rng.pick(&Direction::ALL) };
                solids.push(world.insert(if rng.one_in(3) { solid.one_way_to(one_way) } else { solid }));
            } else {
                let body = Collider::new(Rect::new(0, 0, side(rng, 8), side(rng, 8))).with_up(up);
                let body = if rng.one_in(2) { body.pushable() } else { body.character() };
                // It begins where it overlaps nothing.
                let probe = world.insert(body);
                let free = (0..60).map(|_| place(rng)).find(|&at| {
                    world.set_position(probe, at).unwrap();
                    world.collide_one(probe).unwrap().is_empty()
                });
                match free {
                    Some(_) => movables.push(probe),
                    None => drop(world.remove(probe)),
                }
            }
        }
        Scene { world, movables, solids, named: BTreeSet::new(), degrees: 0.0 }
    }

    fn own(&mut self, rng: &mut Rng) -> Option<(Handle, Slid)> {
        if self.movables.is_empty() {
            return None;
        }
        let (handle, options) = (rng.pick(&self.movables), options(rng));
        let slid = self.world.move_and_slide(handle, motion(rng, 14), &options, &filter()).unwrap();
        if slid.stuck.is_some() {
            assert!(self.named.contains(&handle), "{handle:?} is stuck, and nothing has named it");
        }
        Some((handle, slid))
    }

    fn solid(&mut self, rng: &mut Rng) -> Option<SolidMoved> {
        let handle = rng.pick(&self.solids);
        if rng.one_in(3) {
            self.degrees += rng.pick(&[-7.0, -2.0, 2.0, 45.0]);
            let (angle, by) = (Angle::Degrees(self.degrees), motion(rng, 2));
            return self.world.reshape_solid(handle, 5, &filter(), |solid| {
                solid.transform.set_rotation(angle);
                let to = solid.transform.position() + by;
                solid.transform.set_position(to);
            });
        }
        let riders: Vec<Handle> = self.movables.iter().copied().filter(|_| rng.one_in(12)).collect();
        self.world.move_solid(handle, motion(rng, 9), &riders, &options(rng))
    }

    /// Nobody overlaps a solid unless a call has named him.
    fn check(&mut self) {
        let kind = |world: &World, handle: Handle| world.get(handle).unwrap().kind;
        self.world.step().unwrap();
        let mut overlapping = BTreeSet::new();
        for (a, b) in self.world.contacts() {
            let kinds = [kind(&self.world, a), kind(&self.world, b)];
            for (one, own, other) in [(a, kinds[0], kinds[1]), (b, kinds[1], kinds[0])] {
                if is_solid_for(own, other) {
                    overlapping.insert(one);
                }
            }
        }
        // Who overlaps something that was named overlaps it by no fault of his own.
        let blamed: Vec<_> =
            self.world.contacts().filter(|(a, b)| self.named.contains(a) || self.named.contains(b)).collect();
        blamed.into_iter().for_each(|(a, b)| self.named.extend([a, b]));
        assert!(overlapping.is_subset(&self.named), "{overlapping:?} overlap, named are {:?}", self.named);
        self.named = &self.named & &overlapping;
    }
}

#[test]
fn nobody_overlaps_a_solid_unless_he_is_named() {
    let first = first_seed(89_000_000);
    let mut seen = [0; 6];
    for seed in first..first + part(1_500) {
        let rng = &mut Rng::new(seed);
        let mut scene = Scene::new(rng);
        for turn in 0..40 {
            let _blame = Blame(&(seed, turn));
            if rng.one_in(2) {
                let Some((handle, slid)) = scene.own(rng) else { continue };
                // The floor is what carries it, if that can carry.
                if let (Some(floor), Some(support)) = (slid.floor, scene.world.support(handle)) {
                    assert_eq!(floor.handle, support);
                    seen[0] += 1;
                }
                seen[1] += u32::from(slid.wall.is_some());
            } else if let Some(moved) = scene.solid(rng) {
                seen[2] += moved.pushed.len() as u32;
                seen[3] += moved.carried.len() as u32;
                seen[4] += moved.crushed.len() as u32;
                scene.named.extend(moved.crushed);
            }
            scene.check();
            seen[5] += scene.named.len() as u32;
        }
    }
    println!("{seen:?}");
    assert!(seen.iter().all(|&seen| u64::from(seen) > part(100)), "{seen:?}");
}

/// A world that was put back, or written and read again, goes on as the first time.
#[test]
fn moves_are_reversible() {
    let first = first_seed(90_000_000);
    for seed in first..first + part(400) {
        let rng = &mut Rng::new(seed);
        let mut scene = Scene::new(rng);
        let mut shapes: Vec<hitmask::ColliderShape> = Vec::new();
        for turn in 0..10 {
            let _blame = Blame(&(seed, turn));
            let snapshot = scene.world.snapshot();
            let before = scene.world.state_hash();
            shapes.clear();
            let bytes = scene.world.to_bytes(
                |_, shape| {
                    shapes.push(shape.clone());
                    shapes.len() as u64 - 1
                },
                |_, _| 0,
            );
            let play = |scene: &mut Scene| {
                let rng = &mut Rng::new(seed * 100 + turn);
                let told = (0..6).map(|i| {
                    let own = if i % 2 == 0 { scene.own(rng) } else { None };
                    let solid = if i % 2 == 1 { scene.solid(rng) } else { None };
                    if let Some(moved) = &solid {
                        scene.named.extend(moved.crushed.iter().copied());
                    }
                    scene.named.extend(scene.movables.iter().copied());
                    (own, solid)
                });
                (told.collect::<Vec<_>>(), scene.world.state_hash())
            };
            let degrees = scene.degrees;
            let told = play(&mut scene);
            scene.world.restore(&snapshot);
            scene.degrees = degrees;
            assert_eq!(scene.world.state_hash(), before);
            assert_eq!(play(&mut scene), told);
            scene.world =
                World::from_bytes(&bytes, |key| shapes.get(key as usize).cloned(), |_| None).unwrap();
            scene.degrees = degrees;
            assert_eq!(scene.world.state_hash(), before);
            assert_eq!(play(&mut scene), told);
        }
    }
}
