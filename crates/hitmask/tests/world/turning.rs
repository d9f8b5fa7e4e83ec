//! Casts of what turns while it moves. `HITMASK_SEED=n` starts with another seed.

#[path = "../cases/world_turning.rs"]
mod case;

use crate::common::{cases, part};
use case::{SEEN, story};
use hitmask::{
    Angle, Collider, Mask, PointQ16, Pose, Probe, QueryFilter, Rect, TimeOfImpact, TurningMotion, World,
    WorldOptions,
};

#[test]
fn brackets_hold() {
    SEEN.set([0; 5]);
    cases(97_000_000, 600, |seed| story(seed, false));
    let [hits, unclear, initial, misses, wide] = SEEN.get();
    println!("{hits} hits, {wide} of them wide, {unclear} unclear, {initial} initial, {misses} misses");
    assert!(
        hits > part(60) && misses > part(150) && initial > part(5),
        "{hits} hits, {misses} misses, {initial} initial"
    );
    assert!(unclear < hits && wide < hits / 2, "{unclear} unclear, {wide} of {hits} wide");
}

#[test]
fn brackets_hold_across_seams() {
    SEEN.set([0; 5]);
    cases(98_000_000, 300, |seed| story(seed, true));
    let [hits, unclear, initial, misses, wide] = SEEN.get();
    println!("{hits} hits, {wide} of them wide, {unclear} unclear, {initial} initial, {misses} misses");
    assert!(
        hits > part(40) && misses > part(20) && initial > part(5),
        "{hits} hits, {misses} misses, {initial} initial"
    );
}

/// What is flush is proven free: edges that touch share no pixel.
#[test]
fn flush_shapes_are_free() {
    let mut world = World::new();
    let wheel = world.insert(Collider::new(Mask::filled(8, 8)).with_pivot((0.0, 8.0)).at((20, 40)));
    let floor = world.insert(Collider::new(Rect::new(-5000, 40, 1_000_000, 10)));
    let everyone = QueryFilter::default();
    // Away from the floor, about the corner on which it stands.
    let tilt = TurningMotion { degrees: -45.0, ..TurningMotion::default() };
    assert_eq!(world.cast_turning(wheel, &tilt, &everyone), None);
    // Into the floor.
    let tilt = TurningMotion { degrees: 45.0, ..TurningMotion::default() };
    let hit = world.cast_turning(wheel, &tilt, &everyone).unwrap();
    assert_eq!(hit.handle, floor);
    assert!(
        hit.free_until > TimeOfImpact::START && hit.overlapping_at.is_some(),
        "the corner goes in by half a pixel first"
    );
    world.set_transform(wheel, hit.free.unwrap()).unwrap();
    assert!(world.step().unwrap().is_empty());
}

/// Turns, ways and shapes at the ends of what is legal. Brackets are never wrong, and nothing overflows.
#[test]
fn extremes() {
    let mut world = World::new();
    let everyone = QueryFilter::default();
    let wall = world.insert(Collider::new(Rect::new(30, -50, 4, 100)));
    let probe = Probe::mask(&std::sync::Arc::new(Mask::filled(20, 2)), Pose::IDENTITY);
    for degrees in [1e15, -1e15, 1e300, -1e300, f64::MAX, f64::MIN, 1e-300, f64::MIN_POSITIVE] {
        let motion = TurningMotion { by: (40, 0).into(), degrees, ..TurningMotion::default() };
        let hit = world.cast_turning(&probe, &motion, &everyone).unwrap();
        assert_eq!(hit.handle, wall, "{degrees}");
        assert!(hit.free.is_some() && hit.overlapping_at.is_some(), "{degrees}: {hit:?}");
        // It turns in a disc that does not reach the wall, so not even that is unclear.
        let on_the_spot = TurningMotion { degrees, ..TurningMotion::default() };
        assert_eq!(world.cast_turning(&probe, &on_the_spot, &everyone), None, "{degrees}");
    }
    // Across the whole world.
    let end = PointQ16::LIMIT;
    let dot = world.insert(Collider::new(Mask::filled(3, 3)).at(PointQ16::new(-end, 0)));
    for steps in [0, 1, 7, 1 << 20, u32::MAX] {
        let motion = TurningMotion { by: PointQ16::new(2 * end - 1, 0), degrees: 1.0, steps };
        let filter = everyone.except(dot);
        if motion.by.x > PointQ16::LIMIT {
            // A motion is a position, too: no longer than the limit.
            let motion = TurningMotion { by: PointQ16::new(end, 0), ..motion };
            world.set_position(dot, PointQ16::new(-end / 2, 0)).unwrap();
            let hit = world.cast_turning(dot, &motion, &filter).unwrap();
            assert_eq!(hit.handle, wall);
            // The wall is 30 pixels behind the middle.
            assert!(hit.free_until.to_f64() <= 0.500_001, "{hit:?}");
        }
    }
    // A shape that is as large as the world is followed by its box.
    let all = Probe::rect(Rect::new(-1_000_000_000, 60, 2_000_000_000, 5));
    let turn = TurningMotion { degrees: 10.0, steps: 4, ..TurningMotion::default() };
    let hit = world.cast_turning(&all, &turn, &everyone.except(dot)).unwrap();
    assert_eq!((hit.handle, hit.free_until), (wall, TimeOfImpact::START));
    // A stale handle, and what covers nothing.
    world.remove(dot);
    assert_eq!(world.cast_turning(dot, &turn, &everyone), None);
    assert!(world.cast_turning_all(dot, &turn, &everyone).is_empty());
    assert_eq!(world.cast_turning(&Probe::shape(Mask::filled(2, 2), None), &turn, &everyone), None);
    assert_eq!(world.cast_turning(&Probe::shape(Mask::new(2, 2), Pose::at(30, 0)), &turn, &everyone), None);
}

#[test]
#[should_panic(expected = "the degrees must be finite")]
fn an_infinite_turn_is_refused() {
    let mut world = World::new();
    let dot = world.insert(Collider::new(Mask::filled(1, 1)));
    let motion = TurningMotion { degrees: f64::INFINITY, ..TurningMotion::default() };
    let _ = world.cast_turning(dot, &motion, &QueryFilter::default());
}

/// Laps around a torus are looked at together: one that passes too near to decide does not hide that a later one hits.
#[test]
fn a_later_lap_hits() {
    let mut world = World::with_options(WorldOptions { wrap: Some((100, 100)), ..WorldOptions::default() });
    world.insert(Collider::new(Rect::new(50, 50, 20, 1)));
    let at = PointQ16::new(0, (50 << 16) + 32_768 + 3);
    let dot = world.insert(Collider::new(Mask::filled(1, 1)).at(at));
    // On the first lap it is on the row below. Until the second one it has risen by a few 65 536ths.
    let motion = TurningMotion { by: PointQ16::new(250 << 16, -7), ..TurningMotion::default() };
    let hit = world.cast_turning(dot, &motion, &QueryFilter::default()).unwrap();
    let (Some(at), Some(pixel)) = (hit.overlapping_at, hit.pixel) else { panic!("{hit:?}") };
    assert!((0.55..0.75).contains(&at.to_f64()) && pixel.y == 50, "{hit:?}");
}

/// The largest scale may be turned, although its rounded matrix stretches a little more.
#[test]
fn the_largest_scale_turns() {
    for as_matrix in [false, true] {
        let mut world = World::new();
        let mut shape = Collider::new(Mask::filled(4, 4)).scaled((64.0, 64.0)).rotated(Angle::Degrees(45.0));
        if as_matrix {
            let pose = shape.transform.pose().unwrap();
            shape = shape.posed(pose);
        }
        let shape = world.insert(shape);
        let wall = world.insert(Collider::new(Rect::new(200, -300, 10, 900)));
        let motion = TurningMotion { degrees: 200.0, ..TurningMotion::default() };
        let hit = world.cast_turning(shape, &motion, &QueryFilter::default()).unwrap();
        assert_eq!(hit.handle, wall);
    }
}

/// A pivot that is far from the shape makes the box around all places larger than any number of pixels.
#[test]
fn a_far_pivot_does_not_overflow() {
    let mut world = World::new();
    let far = Collider::new(Mask::filled(10, 10)).with_pivot((f64::from(1 << 30), 0.0)).scaled((2.0, 2.0));
    let far = world.insert(far.at((i32::MAX, 0)));
    world.insert(Collider::new(Rect::new(40, 0, 10, 10)));
    let motion = TurningMotion { degrees: 1.0, ..TurningMotion::default() };
    assert!(
        world
            .cast_turning(far, &motion, &QueryFilter::default())
            .is_none_or(|hit| hit.free_until.to_f64() < 1.0)
    );
}
