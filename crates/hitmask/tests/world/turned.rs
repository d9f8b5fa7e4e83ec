//! Turned masks in worlds: whatever decides a pair (discs, hulls, the search, a picture of its own, a shared one), the answer is that of the
//! drawn pixels. `HITMASK_SEED=n` starts with another seed.

use crate::common::pictures::grid_of_size;
use crate::common::posed_case::pose_of;
use crate::common::poses::{ONE, matrix, phase};
use crate::common::{Blame, Rng, first_seed, mask_of};
use hitmask::{
    AlphaMask, AlphaRule, Angle, Collider, ColliderShape, CustomTest, EventDetail, EventKind, Frames, Handle,
    Mask, Member, Point, Pose, PoseParts, Rect, Verdict, World, WorldOptions,
};
use std::sync::Arc;

/// Images are at most this long.
const LONGEST: i64 = 90;
const CROWD: usize = 26;

/// A shape, its solid pixels, and the matrices under which it is shown again and again.
struct Actor {
    shape: ColliderShape,
    mask: Arc<Mask>,
    matrices: Vec<[i64; 4]>,
}

impl Actor {
    fn new(rng: &mut Rng) -> Actor {
        let (w, h) = (rng.between(1, 60) as usize, rng.between(1, 60) as usize);
        let (w, h) = rng.pick(&[(w, h), (w, h), (w, 1), (2, h), (w, w)]);
        let kind = rng.below(5);
        let middle = (w as i64 / 2, h as i64 / 2);
        let mask = Arc::new(match kind {
            0 | 1 => mask_of(&grid_of_size(rng, w, h)),
            2 => Mask::filled(w as u32, h as u32),
            // A ring, or two bars that cross.
            3 => Mask::from_fn(w as u32, h as u32, |x, y| {
                let (x, y) = (i64::from(x) - middle.0, i64::from(y) - middle.1);
                (100..300).contains(&(x * x + y * y))
            }),
            _ => Mask::from_fn(w as u32, h as u32, |x, y| {
                i64::from(x).abs_diff(middle.0) < 2 || i64::from(y).abs_diff(middle.1) < 2
            }),
        });
        // A frame that was trimmed shows the mask beside the corner of its picture.
        let offset = (rng.between(0, 9) as i32, rng.between(0, 9) as i32);
        let frame = rng.one_in(6).then(|| (Arc::clone(&mask), offset.into()));
        let (mask, w, h) = match frame {
            None => (mask, w, h),
            Some(_) => {
                let (w, h) = (w + offset.0 as usize, h + offset.1 as usize);
                let mut picture = Mask::new(w as u32, h as u32);
                picture.union_with(&*mask, offset);
                (Arc::new(picture), w, h)
            }
        };
        let mut matrices = vec![[ONE, 0, 0, ONE], [0, -ONE, ONE, 0]];
        while matrices.len() < 6 {
            let [a, b, c, d] = matrix(rng);
            let long = |x: i64, y: i64| x.abs() * w as i64 + y.abs() * h as i64;
            if long(a, b).max(long(c, d)) <= LONGEST * ONE {
                matrices.push([a, b, c, d]);
            }
        }
        let shape = if let Some(frame) = frame {
            Frames::new([frame]).into()
        } else if rng.one_in(5) {
            let (w, h) = mask.size();
            let alpha = AlphaMask::from_fn(w, h, |x, y| {
                if mask.get((x as i32, y as i32)) { 100 + (x * y) as u8 % 100 } else { (x + y) as u8 % 100 }
            });
            ColliderShape::Alpha(Arc::new(alpha), AlphaRule::AtLeast(100))
        } else {
            ColliderShape::from(&mask)
        };
        Actor { shape, mask, matrices }
    }
}

fn any_turn(rng: &mut Rng, actor: &Actor) -> [i64; 4] {
    if rng.one_in(3) {
        let turned = Pose::new(&PoseParts {
            rotation: Angle::Steps { step: rng.below(100_000) as i32, of: 100_000 },
            ..PoseParts::default()
        });
        let [a, b, c, d, ..] = turned.unwrap().to_q16();
        return [a, b, c, d];
    }
    let all = &actor.matrices;
    all[rng.below(all.len() as u64) as usize]
}

/// What the pixels of two drawn masks share.
fn shared(a: &(Mask, Point), b: &(Mask, Point)) -> Option<(Point, u64, Rect)> {
    let d = [i64::from(b.1.x) - i64::from(a.1.x), i64::from(b.1.y) - i64::from(a.1.y)];
    let [Ok(x), Ok(y)] = d.map(i32::try_from) else { return None };
    let first = a.0.first_overlap(&b.0, (x, y))?;
    let bounds = a.0.overlap_bounds(&b.0, (x, y))?.checked_translate(a.1)?;
    Some((Point::new(first.x + a.1.x, first.y + a.1.y), a.0.overlap_area(&b.0, (x, y)), bounds))
}

/// How often each way decided.
#[derive(Default, Debug)]
struct Ways {
    drawn: usize,
    shared: usize,
    undrawn: usize,
    touching: usize,
    tests: usize,
}

/// What a drawn mask covers on a torus: a mask of its size.
fn on_torus((mask, corner): &(Mask, Point), (w, h): (u32, u32)) -> (Mask, Point) {
    let mut all = Mask::new(w, h);
    let lap = |at: i32, size: u32| at.rem_euclid(size as i32);
    let (x, y) = (lap(corner.x, w), lap(corner.y, h));
    for back in (0..4).flat_map(|row| (0..4).map(move |column| (column * w as i32, row * h as i32))) {
        all.union_with(mask, (x - back.0, y - back.1));
    }
    (all, Point::ZERO)
}

fn story(seed: u64, ways: &mut Ways, is_wrapped: bool) {
    let rng = &mut Rng::new(seed);
    let _blame = Blame(&seed);
    let mut side =
        || if rng.one_in(3) { rng.pick(&[96, 127, 128, 129]) } else { rng.between(93, 260) as u32 };
    let wrap = is_wrapped.then(|| (side(), side()));
    let (most, least) = (i64::from(i32::MAX), i64::from(i32::MIN));
    let corner = rng.pick(&[
        (0, 0),
        (-70, 40),
        (1 << 30, -(1 << 30)),
        (most - 90, most - 110),
        (least - 30, 17),
        (5, most - 60),
    ]);
    let corner = if is_wrapped { (0, 0) } else { corner };
    let actors: Vec<Actor> = (0..5).map(|_| Actor::new(rng)).collect();
    let detail = EventDetail { stay: rng.one_in(2), area: true, bounds: true, ..EventDetail::default() };
    let options = WorldOptions { detail, wrap, ..WorldOptions::default() };
    // One with plenty of room for pictures, one with nearly none, one on several threads, and none at all.
    let bytes = rng.pick(&[0, 3_000, 20_000]);
    let mut worlds = [
        World::with_options(options),
        World::with_options(WorldOptions { drawing_bytes: bytes, parallel_from: 0, ..options }),
    ];
    let cast: Vec<usize> = (0..CROWD).map(|_| rng.below(actors.len() as u64) as usize).collect();
    let mut poses = vec![Pose::IDENTITY; CROWD];
    let handles: Vec<Handle> = cast
        .iter()
        .map(|&actor| {
            let [one, other] = [0, 1].map(|i| worlds[i].insert(Collider::new(actors[actor].shape.clone())));
            assert_eq!(one, other);
            one
        })
        .collect();
    let room = rng.between(60, 260);
    let mut before: Vec<(Handle, Handle)> = Vec::new();
    for step in 0..8 {
        for (i, &handle) in handles.iter().enumerate() {
            if step > 0 && rng.one_in(3) {
                continue;
            }
            let [a, b, c, d] = any_turn(rng, &actors[cast[i]]);
            let part = |rng: &mut Rng| if rng.one_in(3) { phase(rng) } else { 0 };
            let mut at = |from: i64| {
                let at = from * ONE + rng.between(0, room) * ONE + part(rng);
                at.clamp(-((1 << 47) - 1), (1 << 47) - 1)
            };
            let pose = pose_of([a, b, c, d, at(corner.0), at(corner.1)]);
            poses[i] = pose;
            for world in &mut worlds {
                world.set_pose(handle, pose).unwrap();
            }
        }
        if step == 4 {
            // A copy goes on as the original does, even while both live.
            worlds[0] = worlds[1].clone();
        }
        if step == 6 {
            let other = worlds[0].clone();
            worlds[0].step().unwrap();
            worlds[0] = other;
        }
        let drawn: Vec<(Mask, Point)> =
            poses.iter().zip(&cast).map(|(pose, &actor)| actors[actor].mask.bake(pose).unwrap()).collect();
        let drawn = match wrap {
            None => drawn,
            Some(size) => drawn.iter().map(|drawn| on_torus(drawn, size)).collect(),
        };
        let mut expected = Vec::new();
        for i in 0..CROWD {
            for j in i + 1..CROWD {
                expected.extend(shared(&drawn[i], &drawn[j]).map(|touch| ((handles[i], handles[j]), touch)));
            }
        }
        for (who, world) in worlds.iter_mut().enumerate() {
            let events = world.step().unwrap().to_vec();
            let contacts: Vec<_> = world.contacts().collect();
            let wanted: Vec<_> = expected.iter().map(|&(pair, _)| pair).collect();
            assert_eq!(contacts, wanted, "world {who}, step {step}");
            for &(pair, (first, area, bounds)) in &expected {
                let event = events.iter().find(|event| (event.a, event.b) == pair);
                if !before.contains(&pair) || detail.stay {
                    let event = event.expect("there is an event");
                    assert_eq!(event.kind == EventKind::Begin, !before.contains(&pair));
                    let touch = event.touch.unwrap();
                    assert_eq!(
                        (touch.first, touch.area, touch.bounds),
                        (first, area, Some(bounds)),
                        "world {who}, step {step}, {pair:?}"
                    );
                }
            }
            world.validate().unwrap();
            let stats = world.stats();
            assert_eq!(stats.candidates, stats.early_outs + stats.tests);
            ways.drawn += stats.drawn;
            ways.shared += stats.shared;
            ways.undrawn += stats.undrawn;
            ways.touching += stats.touching;
            ways.tests += stats.tests;
        }
        // Between steps, too.
        let one = rng.below(CROWD as u64) as usize;
        let alone: Vec<_> =
            expected.iter().filter(|(pair, _)| pair.0 == handles[one] || pair.1 == handles[one]).collect();
        for world in &worlds {
            let contacts = world.collide_one(handles[one]).unwrap();
            assert_eq!(contacts.len(), alone.len());
            for (contact, (_, touch)) in contacts.iter().zip(&alone) {
                assert_eq!(
                    (contact.touch.first, contact.touch.area, contact.touch.bounds),
                    (touch.0, touch.1, Some(touch.2))
                );
            }
        }
        before = expected.iter().map(|&(pair, _)| pair).collect();
    }
}

#[test]
fn answers_are_those_of_drawn_pixels() {
    let mut ways = Ways::default();
    let first = first_seed(91_000_000);
    for seed in first..first + 600 {
        story(seed, &mut ways, false);
    }
    if cfg!(feature = "std") {
        assert!(ways.drawn > 10_000 && ways.shared > 2_000 && ways.undrawn > 50_000, "{ways:?}");
        assert!(ways.touching > 50_000 && ways.tests > 50_000, "{ways:?}");
    }
}

#[test]
fn answers_on_a_torus_are_those_of_drawn_pixels() {
    let mut ways = Ways::default();
    let first = first_seed(93_000_000);
    for seed in first..first + 250 {
        story(seed, &mut ways, true);
    }
    if cfg!(feature = "std") {
        assert!(ways.undrawn > 2_000 && ways.touching > 10_000 && ways.tests > 10_000, "{ways:?}");
    }
}

/// A crowd of one mask at snapped angles draws each angle once, and then nothing more.
#[test]
fn snapped_angles_are_drawn_once() {
    let turned = |i: i32, step: i32| {
        let parts = PoseParts {
            position: [f64::from(i % 20 * 9), f64::from(i / 20 * 9)],
            rotation: Angle::Steps { step, of: 16 },
            pivot: [8.0, 8.0],
            ..PoseParts::default()
        };
        Pose::new(&parts).unwrap()
    };
    // A custom shape that no disc and no search can decide: alphas.
    let alpha = Arc::new(AlphaMask::from_fn(16, 16, |x, y| (x * y) as u8));
    let mut world = World::new();
    let handles: Vec<Handle> = (0..400)
        .map(|_| world.insert(Collider::new(ColliderShape::Alpha(Arc::clone(&alpha), AlphaRule::Sum))))
        .collect();
    let mut drawn = Vec::new();
    for step in 0..20 {
        for (i, &handle) in (0..).zip(&handles) {
            world.set_pose(handle, turned(i, step + i % 5)).unwrap();
        }
        if step == 12 {
            // A copy knows what the original does.
            world = world.clone();
        }
        world.step().unwrap();
        drawn.push(world.stats().drawn);
        if step > 0 {
            assert!(world.stats().drawn + world.stats().shared >= 240, "step {step}: {:?}", world.stats());
        }
    }
    // Twelve of the sixteen angles are no right angles. Two hashes may fall on one place: then an angle is drawn once more.
    assert!(drawn.iter().sum::<usize>() <= 16, "{drawn:?}");
    assert_eq!(drawn[16..], [0; 4]);
    // An edit is another picture.
    let mut other = (*alpha).clone();
    other.set((3, 3), 255);
    let other = ColliderShape::Alpha(Arc::new(other), AlphaRule::Sum);
    world.edit(handles[21], |collider| collider.shape = other).unwrap();
    world.set_pose(handles[21], turned(21, 1)).unwrap();
    world.step().unwrap();
    assert_eq!(world.stats().drawn, 1);
}

/// In a crowd of masks at snapped angles, pictures that are kept decide what discs leave open: nothing is drawn or searched any more. Flips and
/// right angles are decided by their own copies.
#[test]
#[cfg(feature = "std")]
fn kept_pictures_decide_snapped_crowds() {
    let ring = |size: i32| {
        let most = (size * size / 4) as u32;
        let mask = Mask::from_fn(size as u32, size as u32, |x, y| {
            let (x, y) = (2 * x as i32 + 1 - size, 2 * y as i32 + 1 - size);
            let far = (x * x + y * y) as u32;
            far / 4 < most / 2 && far / 4 >= most / 8 && (x + 2 * y) % 7 != 0
        });
        Arc::new(mask)
    };
    let masks = [ring(20), ring(33), ring(47)];
    let mut world = World::new();
    let handles: Vec<Handle> =
        (0..300).map(|i| world.insert(Collider::new(&masks[i % masks.len()]))).collect();
    for step in 0..40 {
        let poses: Vec<Pose> = (0..300_i32)
            .map(|i| {
                let parts = PoseParts {
                    position: [f64::from(i % 20 * 19 + step % 3), f64::from(i / 20 * 23 - step % 5)],
                    rotation: Angle::Steps { step: step + i % 7, of: 8 },
                    flip: [i % 3 == 0, i % 5 == 0],
                    pivot: [10.0, 10.0],
                    ..PoseParts::default()
                };
                Pose::new(&parts).unwrap()
            })
            .collect();
        handles.iter().zip(&poses).for_each(|(&handle, &pose)| world.set_pose(handle, pose).unwrap());
        if step == 30 {
            world = world.clone();
        }
        world.step().unwrap();
        let drawn: Vec<(Mask, Point)> =
            poses.iter().enumerate().map(|(i, pose)| masks[i % masks.len()].bake(pose).unwrap()).collect();
        let pairs = (0..300).flat_map(|i| (i + 1..300).map(move |j| (i, j)));
        let touching = pairs.filter(|&(i, j)| shared(&drawn[i], &drawn[j]).is_some());
        let expected: Vec<_> = touching.map(|(i, j)| (handles[i], handles[j])).collect();
        assert_eq!(world.contacts().collect::<Vec<_>>(), expected, "step {step}");
        world.validate().unwrap();
        let stats = world.stats();
        if step > 20 {
            assert_eq!((stats.drawn, stats.undrawn), (0, stats.early_outs), "step {step}: {stats:?}");
            assert!(stats.tests > 200 && stats.shared > 100, "step {step}: {stats:?}");
        }
    }
}

/// Where looking for kept pictures did not pay, a world still finds out when it begins to.
#[test]
#[cfg(feature = "std")]
fn a_crowd_that_begins_to_snap_shows_kept_pictures() {
    let ring = Arc::new(Mask::from_fn(40, 40, |x, y| {
        (120..390).contains(&(x.abs_diff(20).pow(2) + y.abs_diff(20).pow(2)))
    }));
    let mut world = World::new();
    let handles: Vec<Handle> = (0..900)
        .map(|i| world.insert(Collider::new(&ring).with_pivot([20.0, 20.0]).at((i % 30 * 33, i / 30 * 31))))
        .collect();
    let mut shared = |from: i32, steps: i32, of: u32| {
        let mut shared = 0;
        for step in from..from + steps {
            for (i, &handle) in (0..).zip(&handles) {
                world
                    .edit(handle, |collider| {
                        collider.transform.set_rotation(Angle::Steps { step: step * 7 + i * 31, of });
                    })
                    .unwrap();
            }
            world.step().unwrap();
            shared = world.stats().shared;
        }
        shared
    };
    // By any angle nobody finds anything.
    assert_eq!(shared(0, 12, 1_000_003), 0);
    assert!(shared(12, 200, 48) > 500);
}

/// Masks that are only flipped, as sprites that face the other way, are compared as they are. Nothing is built to search them.
#[test]
#[cfg(feature = "std")]
fn flipped_masks_build_nothing_for_searches() {
    let mask = Arc::new(Mask::from_fn(30, 30, |x, y| (x * 7 + y * 5) % 11 > 3));
    let alone = {
        let mask = (*mask).clone();
        assert!(!mask.flip_h().overlaps(&mask, (40, 0)));
        let mut world = World::new();
        let flipped = world.insert(Collider::new(mask).posed(Pose::from_q16([-ONE, 0, 0, ONE, 0, 0]).ok()));
        assert_eq!(world.collide_one(flipped).unwrap().len(), 0);
        let ColliderShape::Mask(mask) = world.get(flipped).unwrap().shape else { unreachable!() };
        mask.memory_bytes()
    };
    let mut world = World::new();
    for x in 0..12 {
        let flip = [x % 2 == 0, false];
        world.insert(Collider::new(&mask).at((x * 9, x)));
        let parts = PoseParts { position: [f64::from(x * 11), 3.0], flip, ..PoseParts::default() };
        world.insert(Collider::new(&mask).posed(Pose::new(&parts).ok()));
    }
    for _ in 0..4 {
        world.step().unwrap();
        let stats = world.stats();
        assert_eq!((stats.drawn, stats.shared, stats.undrawn, stats.early_outs), (0, 0, 0, 0), "{stats:?}");
        assert!(stats.tests > 50, "{stats:?}");
    }
    // The copy that is flipped, but no field and no silhouette.
    let flipped = Mask::memory_bytes(&mask.flip_h());
    assert!(mask.memory_bytes() <= alone + 2 * flipped, "{} of {alone}", mask.memory_bytes());
}

/// A world that goes back to a state with fewer colliders forgets the turned ones.
#[test]
fn a_restored_world_forgets_turned_colliders() {
    let mask = Arc::new(Mask::from_fn(20, 20, |x, y| (x ^ y) % 3 > 0));
    let turned = |x: f64| {
        let rotation = Angle::Degrees(31.0);
        Pose::new(&PoseParts { position: [x, 0.0], rotation, ..PoseParts::default() }).unwrap()
    };
    let mut world = World::new();
    let before = world.snapshot();
    for _ in 0..3 {
        for x in 0..5 {
            world.insert(Collider::new(&mask).posed(turned(f64::from(x) * 9.0)));
        }
        let events = world.step().unwrap().len();
        assert!(events >= 4, "{events}");
        world.validate().unwrap();
        world.restore(&before);
        assert!(world.step().unwrap().is_empty());
        world.validate().unwrap();
    }
}

/// A world that only answers queries has no step in which lists of what changed are emptied. They must not grow.
#[test]
fn a_world_without_steps_does_not_grow() {
    let mask = Arc::new(Mask::from_fn(20, 20, |x, y| (x ^ y) % 3 > 0));
    let turned = Angle::Degrees(31.0);
    let mut world = World::new();
    let spinning = world.insert(Collider::new(&mask));
    let empty = world.snapshot();
    let play = |world: &mut World| {
        for i in 0..200 {
            let passing = world.insert(Collider::new(&mask).rotated(turned));
            world
                .edit(spinning, |collider| {
                    collider.transform.set_rotation(if i % 2 == 0 { turned } else { Angle::Degrees(0.0) });
                })
                .unwrap();
            if i % 3 == 0 {
                world.restore(&empty);
            } else {
                world.remove(passing).unwrap();
            }
        }
        world.validate().unwrap();
        world.memory_bytes()
    };
    let first = play(&mut world);
    assert_eq!(play(&mut world), first);
    // What is left in the lists does no harm to the next step.
    world.edit(spinning, |collider| collider.transform.set_rotation(turned)).unwrap();
    let other = world.insert(Collider::new(&mask).rotated(turned));
    world.validate().unwrap();
    assert_eq!(world.step().unwrap().len(), 1);
    world.validate().unwrap();
    assert!(world.contains(other));
}

/// What rests undecided is drawn when it is asked for the second time, however many others share its place in the table of what was seen.
#[test]
#[cfg(feature = "std")]
fn what_rests_is_drawn_the_second_time() {
    const RINGS: i32 = 60;
    let ring = Arc::new(Mask::from_fn(60, 60, |x, y| {
        (400..840).contains(&(x.abs_diff(30).pow(2) + y.abs_diff(30).pow(2)))
    }));
    let dot = Arc::new(Mask::filled(5, 5));
    let mut world = World::new();
    // A dot in the hole of each ring: neither discs nor hulls part them, so a search does.
    let pairs: Vec<(Handle, Handle)> = (0..RINGS)
        .map(|i| {
            let place = [i % 8, i / 8].map(|n| f64::from(100 * n));
            let ring = world.insert(Collider::new(&ring).with_pivot([30.0, 30.0]).at(place));
            (ring, world.insert(Collider::new(&dot).with_pivot([2.5, 2.5]).at(place)))
        })
        .collect();
    let turn = |world: &mut World, from: i32| {
        for (i, &(ring, dot)) in (0..).zip(&pairs) {
            for (handle, step) in [(ring, from + 7 * i), (dot, from + 7 * i + 3)] {
                world
                    .edit(handle, |collider| collider.transform.set_rotation(Angle::Steps { step, of: 9973 }))
                    .unwrap();
            }
        }
    };
    // The first step finds that the masks come again, and builds what searches need.
    turn(&mut world, 1000);
    assert!(world.step().unwrap().is_empty());
    turn(&mut world, 3000);
    let mut drawn = [0; 3].map(|_| {
        assert!(world.step().unwrap().is_empty());
        let stats = world.stats();
        assert_eq!((stats.tests, stats.shared), (RINGS as usize, 0), "{stats:?}");
        (stats.undrawn, stats.drawn)
    });
    drawn.sort_unstable();
    assert_eq!(drawn, [(0, 0), (0, 2 * RINGS as usize), (RINGS as usize, 0)]);
}

/// A test of its own decides about a turned mask, even where discs would know the answer.
#[test]
fn custom_tests_are_asked_about_turned_masks() {
    struct Says(Option<Verdict>);
    impl CustomTest for Says {
        fn test(&self, _: Member<'_>, _: Member<'_>) -> Option<Verdict> {
            self.0
        }
    }
    let mask = Arc::new(Mask::filled(30, 30));
    let turned = || Collider::new(&mask).rotated(Angle::Degrees(20.0));
    for (verdict, touches) in [(None, true), (Some(Verdict::Apart), false)] {
        let mut world = World::new();
        world.insert(turned().with_test(Arc::new(Says(verdict))));
        let other = world.insert(turned().at((3, 3)));
        world.insert(turned().at((500, 0)));
        world.insert(turned().at((503, 3)));
        // From the second step on, discs are known.
        for step in 0..4 {
            world.set_position(other, (3, 3 + step)).unwrap();
            world.step().unwrap();
            assert_eq!(world.contacts().len(), 1 + usize::from(touches), "step {step}, {verdict:?}");
            assert_eq!(world.stats().custom, usize::from(!touches));
            world.validate().unwrap();
        }
    }
}
