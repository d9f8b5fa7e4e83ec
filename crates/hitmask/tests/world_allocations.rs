//! A warm step of a world allocates nothing, while sprites move, spin, show other frames, and begin and cease to touch; some are swept.
//! Queries and single collisions allocate nothing either.
//!
//! With `std` only: without it nothing is kept with a mask, so the boundary of a turned mask is computed again for each drawing.
#![cfg(feature = "std")]

mod common;

use common::Rng;
use common::allocations::{Counting, allocations};
use hitmask::broad_phase::BroadPhaseKind;
use hitmask::{
    AlphaMask, AlphaRule, Angle, Circle, Collider, ColliderShape, ConvexPolygon, EventDetail, Frames, Handle,
    LabelMask, Mask, MoveOptions, Pose, PoseParts, Probe, QueryFilter, Rect, RunMask, SolidMoved, World,
    WorldOptions,
};
use std::ops::ControlFlow;
use std::sync::Arc;

#[global_allocator]
static COUNTING: Counting = Counting;

const SIDE: i32 = 600;

fn shapes() -> Vec<ColliderShape> {
    let mask = Arc::new(Mask::from_fn(40, 33, |x, y| (x ^ y) % 5 > 0));
    let alpha = Arc::new(AlphaMask::from_alpha(24, 24, &[0, 60, 90, 255].repeat(144)).unwrap());
    vec![
        ColliderShape::from(&mask),
        ColliderShape::from(RunMask::from_fn(50, 20, |x, y| (x + y) % 9 > 2)),
        ColliderShape::Alpha(Arc::clone(&alpha), AlphaRule::AtLeast(80)),
        ColliderShape::Alpha(alpha, AlphaRule::Sum),
        ColliderShape::from(LabelMask::from_fn(30, 30, |x, y| (x / 7 + y / 5) as u8)),
        ColliderShape::from(Rect::new(-4, -4, 30, 8)),
        ColliderShape::from(Circle::from_f64([9.0, 4.5], 12.25).unwrap()),
        ColliderShape::from(ConvexPolygon::new([(0, 0), (30, 4), (26, 20), (3, 24)]).unwrap()),
        ColliderShape::from(Frames::new([(Arc::clone(&mask), (0, 0).into()), (mask, (7, 0).into())])),
    ]
}

/// Moves everything by a seed. One collider in a certain number is turned.
fn advance(world: &mut World, handles: &[Handle], seed: u64, turned: usize) {
    let rng = &mut Rng::new(seed);
    for (i, &handle) in handles.iter().enumerate() {
        let (x, y) = (rng.between(0, SIDE.into()) as i32, rng.between(0, SIDE.into()) as i32);
        if i % turned == 0 && turned < usize::MAX {
            let parts = PoseParts {
                position: [f64::from(x), f64::from(y)],
                rotation: Angle::Steps { step: rng.below(32) as i32, of: 32 },
                ..PoseParts::default()
            };
            world.set_pose(handle, Pose::new(&parts).ok()).unwrap();
        } else {
            world.set_position(handle, (x, y)).unwrap();
        }
        let frames = matches!(world.get(handle).unwrap().shape, ColliderShape::Frames(_));
        if frames {
            world.set_frame(handle, rng.below(2) as usize).unwrap();
        }
    }
}

fn collider(shape: &ColliderShape, swept: bool) -> Collider {
    let collider = Collider::new(shape.clone());
    if swept { collider.swept().first_only() } else { collider }
}

/// One test, because the count is for the whole process.
#[test]
fn a_warm_frame_allocates_nothing() {
    with_all_that_a_world_has();
    without_room_for_pictures();
    with_moves_of_characters();
    with_convoys();
    with_parts();
    with_questions_after_moves_and_after_a_peak();
}

fn with_all_that_a_world_has() {
    let worlds = BroadPhaseKind::ALL.into_iter().flat_map(|kind| [(kind, false), (kind, true)]);
    let size = Some((SIDE as u32, SIDE as u32));
    let worlds = worlds.flat_map(|world| [(world, None), (world, size)]);
    // All of them, or every third.
    for ((broad_phase, plain), wrap) in worlds.step_by(3_usize.div_ceil(common::part(3) as usize)) {
        let detail = EventDetail {
            stay: true,
            area: true,
            bounds: true,
            normal: true,
            separation: false,
            labels: true,
        };
        let mut world =
            World::with_options(WorldOptions { broad_phase, detail, wrap, ..WorldOptions::default() });
        let mut shapes = shapes();
        if plain {
            shapes.retain(|shape| !matches!(shape, ColliderShape::Circle(_) | ColliderShape::Polygon(_)));
        }
        let handles: Vec<Handle> = (0..160)
            .map(|i| world.insert(collider(&shapes[i % shapes.len()], i.is_multiple_of(5))))
            .collect();
        let (mut found, mut contacts, mut events) = (Vec::new(), Vec::new(), 0);
        // The probes are made once.
        let probes = [Probe::rect(Rect::new(100, 100, 80, 80)), Probe::line((0, 0), (SIDE, SIDE))];
        let mut play = |from: u64, frames: u64| {
            for seed in from..from + frames {
                advance(&mut world, &handles, seed, if plain { usize::MAX } else { 3 });
                world.step().unwrap();
                events += world.events_by_time().len();
                world.collide_one_into(handles[1], &mut contacts).unwrap();
                // If a turned picture met no other in the step, a query draws a part of it.
                for probe in probes.iter().filter(|_| plain) {
                    world.query(probe, &QueryFilter::default()).all_into(&mut found);
                    let _ = world.query(probe, &QueryFilter::default()).each(|_| ControlFlow::Continue(()));
                }
                if plain {
                    let _ = world.nearest((50, 50), 100, &QueryFilter::default());
                    let _ = world.ray_cast((0, 300), (SIDE, 0), &QueryFilter::default());
                }
            }
        };
        // Twice, because pictures are kept when they are asked for the second time.
        let cold = allocations(|| (0..2).for_each(|_| play(0, 60)));
        assert!(cold > 0, "{broad_phase:?}: nothing was counted");
        // First the same frames again, then frames that are new.
        let warm = allocations(|| play(0, 60));
        assert_eq!(warm, 0, "{broad_phase:?}, {plain}, {wrap:?}");
        let fresh = allocations(|| play(1000, 20));
        assert!(fresh <= 12, "{broad_phase:?}: {fresh} allocations in 20 frames");
        assert!(events > 1000, "{events} events");
    }
}

/// There is no room for shared pictures, and all pictures are asked for again and again.
fn without_room_for_pictures() {
    const CROWD: i32 = 60;
    for drawing_bytes in [0, 500] {
        let mut world = World::with_options(WorldOptions { drawing_bytes, ..WorldOptions::default() });
        // Only pictures decide about alphas. No two of the crowd ever have the same angle.
        let alpha = Arc::new(AlphaMask::from_fn(24, 24, |x, y| (x * y) as u8));
        let shape = ColliderShape::Alpha(alpha, AlphaRule::Sum);
        let place = |i: i32| (i % 8 * 10, i / 8 * 10);
        let handles: Vec<Handle> =
            (0..CROWD).map(|i| world.insert(Collider::new(shape.clone()).at(place(i)))).collect();
        let mut drawn = 0;
        let mut play = || {
            for frame in 0..8 {
                for (i, &handle) in (0..).zip(&handles) {
                    let rotation = Angle::Steps { step: frame * CROWD + i, of: 997 };
                    world.edit(handle, |collider| collider.transform.set_rotation(rotation)).unwrap();
                }
                world.step().unwrap();
                drawn += world.stats().drawn;
            }
        };
        (0..3).for_each(|_| play());
        assert_eq!(allocations(play), 0, "{drawing_bytes} bytes");
        assert!(drawn > 1000, "{drawn} pictures");
    }
}

/// Roots that move and show other frames take their parts along. Some parts are switched by these frames, and some move in their own plane.
/// (Roots that turn make many different pictures of their parts, each of which is drawn and kept.)
fn with_parts() {
    let size = Some((SIDE as u32, SIDE as u32));
    for wrap in [None, size] {
        let mut world = World::with_options(WorldOptions { wrap, ..WorldOptions::default() });
        let shapes = shapes();
        let mut insert = |i: usize| world.insert(collider(&shapes[i % shapes.len()], i.is_multiple_of(5)));
        let roots: Vec<Handle> = (0..30).map(&mut insert).collect();
        let parts: Vec<Handle> = (0..90).map(&mut insert).collect();
        for (i, &part) in parts.iter().enumerate() {
            world.attach(roots[i / 3], part).unwrap();
            world.set_position(part, (i as i32 % 7 * 5, 9)).unwrap();
            world
                .edit(part, |part| part.transform.set_rotation(Angle::Degrees(30.0 * (i % 3) as f64)))
                .unwrap();
            if i % 4 == 0 {
                world.set_part_frames(part, Some(&[1])).unwrap();
            }
        }
        let mut snapshot = world.snapshot();
        let mut events = 0;
        let mut play = || {
            for seed in 0..40 {
                advance(&mut world, &roots, seed, usize::MAX);
                world.edit(parts[seed as usize], |part| part.order = seed as i32).unwrap();
                world.set_position(parts[seed as usize + 1], (3, seed as i32)).unwrap();
                events += world.step().unwrap().len();
                world.snapshot_into(&mut snapshot);
            }
        };
        let cold = allocations(|| (0..5).for_each(|_| play()));
        assert!(cold > 0, "nothing was counted");
        let warm = [0; 3].map(|_| allocations(&mut play));
        assert_eq!(warm, [0; 3], "{wrap:?}");
        assert!(events > 200, "{events} events");
    }
}

/// Questions between moves, of so many that a grid of the moved ones is made; and a peak, after which memory is given back.
fn with_questions_after_moves_and_after_a_peak() {
    let mut world = World::new();
    let shape = Arc::new(Mask::filled(9, 9));
    let handles: Vec<Handle> = (0..200).map(|_| world.insert(Collider::new(&shape))).collect();
    let (mut found, mut moved) = (Vec::with_capacity(200), 0);
    let mut play = |world: &mut World, frames: u64| {
        for frame in 0..frames {
            let rng = &mut Rng::new(frame % 32);
            for &handle in &handles {
                let [x, y] = [0; 2].map(|_| rng.between(0, SIDE.into()) as i32);
                world.set_position(handle, (x, y)).unwrap();
                world.query(&Probe::point((x + 4, y + 4)), &QueryFilter::default()).all_into(&mut found);
                moved += usize::from(found.contains(&handle));
            }
            world.step().unwrap();
        }
    };
    play(&mut world, 64);
    assert_eq!(allocations(|| play(&mut world, 64)), 0);
    let guests: Vec<Handle> =
        (0..9000).map(|i| world.insert(Collider::new(&shape).at((i % 90 * 7, i / 90 * 7)))).collect();
    play(&mut world, 2);
    guests.into_iter().for_each(|guest| drop(world.remove(guest)));
    let peak = world.memory_bytes();
    play(&mut world, 160);
    assert!(world.memory_bytes() < peak / 10, "{} of {peak} bytes", world.memory_bytes());
    assert_eq!(allocations(|| play(&mut world, 96)), 0);
    assert_eq!(moved, (64 + 64 + 2 + 160 + 96) * 200);
}

/// A warm move of a character among obstacles allocates nothing, and neither does the list of what stops it, a look at the slope under its
/// feet, or the move of a solid without passengers.
fn with_moves_of_characters() {
    let size = Some((SIDE as u32, SIDE as u32));
    for wrap in [None, size] {
        let mut world = World::with_options(WorldOptions { wrap, ..WorldOptions::default() });
        let shapes = shapes();
        for i in 0..60 {
            let rng = &mut Rng::new(i);
            let at = (rng.between(0, SIDE.into()) as i32, rng.between(0, SIDE.into()) as i32);
            let collider = Collider::new(shapes[i as usize % 5].clone()).at(at);
            world.insert(if i % 3 == 0 { collider.one_way() } else { collider });
        }
        let hero = Arc::new(Mask::from_fn(14, 20, |x, y| x.abs_diff(7) + y.abs_diff(10) < 12));
        let hero = world.insert(Collider::new(&hero).at((300, 300)).character());
        let lift = world.insert(Collider::new(Rect::new(0, 0, 40, 8)).at((5000, 0)).in_space(7));
        world.step().unwrap();
        let options = MoveOptions { step_up: 3, step_down: 3, ..MoveOptions::default() };
        let (mut stops, mut blockers) = (0, Vec::with_capacity(8));
        let mut play = |seeds: std::ops::Range<u64>| {
            for seed in seeds {
                let rng = &mut Rng::new(seed);
                let at = (rng.between(0, SIDE.into()) as i32, rng.between(0, SIDE.into()) as i32);
                world.set_position(hero, at).unwrap();
                for _ in 0..20 {
                    let motion = (rng.between(-90, 90) as f64 / 7.0, rng.between(-60, 90) as f64 / 7.0);
                    let filter = QueryFilter::default();
                    let slid = world.move_and_slide_into(hero, motion, &options, &filter, &mut blockers);
                    let slope = world.ground_slope(hero, 3, &filter);
                    stops += u32::from(slid.unwrap().floor.is_some() && slope.is_some());
                }
                let moved = world.move_solid(lift, (0.7, -0.4), &[], &MoveOptions::default()).unwrap();
                assert!(moved.carried.is_empty());
                world.step().unwrap();
            }
        };
        // The hero keeps copies of itself that are grown along its motions, each made once.
        let cold = allocations(|| play(0..400));
        assert!(cold > 0, "nothing was counted");
        let warm = allocations(|| play(0..40));
        assert_eq!(warm, 0, "{wrap:?}");
        let fresh = allocations(|| play(1000..1040));
        assert_eq!(fresh, 0, "{wrap:?}");
        assert!(stops > 50, "{stops} stops");
    }
}

/// Crates that walk, are pushed up ledges, and carry each other; solids that push and carry them and characters. Nothing is allocated: the
/// lists of handles are the caller's, and are used again.
fn with_convoys() {
    let mut world = World::new();
    world.insert(
        Collider::new(Mask::from_fn(SIDE as u32, 40, |x, y| y > 20 || x / 60 % 2 > 0 && y > 18)).at((0, 300)),
    );
    let lifts: Vec<Handle> =
        (0..4).map(|i| world.insert(Collider::new(Mask::filled(40, 6)).at((40 + 120 * i, 250)))).collect();
    let mut insert =
        |i: i32, collider: Collider| world.insert(collider.at((20 + i * 31 % 500, 190 + i * 17 % 60)));
    let boxes: Vec<Handle> =
        (0..12).map(|i| insert(i, Collider::new(Mask::filled(12, 10)).pushable())).collect();
    let heroes: Vec<Handle> =
        (12..20).map(|i| insert(i, Collider::new(Mask::filled(8, 14)).character())).collect();
    let options = MoveOptions { step_up: 3, step_down: 3, corner: 2, push: true, ..MoveOptions::default() };
    let start = world.snapshot();
    let (mut seen, mut took_along) = ([0; 3], 0);
    let mut moved = SolidMoved::default();
    let mut play = |world: &mut World| {
        for frame in 0..200 {
            let rng = &mut Rng::new(frame);
            for &lift in &lifts {
                let motion = (rng.between(-40, 40) as f64 / 9.0, rng.between(-30, 30) as f64 / 9.0);
                world.move_solid_into(lift, motion, &[], &options, &mut moved).unwrap();
                for (kind, list) in [&moved.pushed, &moved.carried, &moved.crushed].into_iter().enumerate() {
                    seen[kind] += list.len();
                }
            }
            for &mover in boxes.iter().chain(&heroes) {
                let motion = (rng.between(-50, 50) as f64 / 7.0, 4.5);
                let others = |world: &World| {
                    let all = boxes.iter().filter(|&&other| other != mover);
                    all.map(|&other| world.position(other).unwrap().x).sum::<i64>()
                };
                let before = others(world);
                let _ = world.move_and_slide(mover, motion, &options, &QueryFilter::default()).unwrap();
                took_along += usize::from(before != others(world));
            }
            world.step().unwrap();
        }
    };
    for _ in 0..2 {
        play(&mut world);
        world.restore(&start);
    }
    let warm = allocations(|| play(&mut world));
    assert_eq!(warm, 0, "{seen:?}");
    assert!(took_along > 30 && seen[..2].iter().all(|&seen| seen > 30), "{took_along} {seen:?}");
}
