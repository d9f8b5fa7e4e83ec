//! Casts of what turns while it moves. What is called free is free at every sampled moment, pixel by pixel, and what is called an overlap is
//! one. `HITMASK_SEED=n` starts with another seed.

mod common;

use std::cell::Cell;

use common::travel_case::{Pixels, any_matrix, coordinate};
use common::{Blame, Rng, cases};
use hitmask::{
    Angle, Collider, Handle, Mask, Point, PointQ16, Pose, PoseParts, Probe, QueryFilter, Rect, TimeOfImpact,
    Transform, TurningCast, TurningHit, TurningMotion, World, WorldOptions,
};
use hitmask_oracle::{Affine, Cover, Turn, pose_from_parts};

const ONE: i64 = 1 << 16;

fn thing(rng: &mut Rng) -> Pixels {
    if !rng.one_in(8) {
        return Pixels::any(rng);
    }
    let mut at = |x: i64, y: i64| [x * ONE + rng.between(-ONE, ONE), y * ONE + rng.between(-ONE, ONE)];
    Pixels::Polygon(vec![at(0, -6), at(8, 0), at(2, 5)])
}

fn pose(rng: &mut Rng, room: i64, corner: (i64, i64)) -> Affine {
    let [a, b, c, d] = any_matrix(rng);
    [a, b, c, d, coordinate(rng, room) + corner.0, coordinate(rng, room) + corner.1]
}

/// Where a thing starts: by parts, or with a matrix.
fn start(rng: &mut Rng, room: i64, corner: (i64, i64)) -> Transform {
    if rng.one_in(4) {
        return Transform::from(common::posed_case::pose_of(pose(rng, room, corner)));
    }
    let at = |q: i64| q as f64 / 65536.0;
    let scale = |rng: &mut Rng| rng.pick(&[1.0, 1.0, 1.0, 0.6, 1.7, -1.0]);
    Transform::new(&PoseParts {
        position: [at(coordinate(rng, room) + corner.0), at(coordinate(rng, room) + corner.1)],
        rotation: rng.pick(&[
            Angle::Degrees(0.0),
            Angle::Degrees(33.0),
            Angle::Radians(2.5),
            Angle::Steps { step: 3, of: 8 },
        ]),
        scale: [scale(rng), scale(rng)],
        shear: [rng.pick(&[0.0, 0.0, 0.4]), 0.0],
        flip: [rng.one_in(8), false],
        pivot: rng.pick(&[[0.0, 0.0], [3.0, 3.5], [-6.0, 3.0]]),
    })
    .unwrap()
}

fn motion(rng: &mut Rng, from: PointQ16, target: (i64, i64)) -> TurningMotion {
    let by = |rng: &mut Rng| match rng.below(4) {
        0 => 0,
        1 => rng.between(-60, 60) * ONE,
        _ => rng.between(-60 * ONE, 60 * ONE),
    };
    // Most motions lead to another thing, or through it.
    let (through, x, y) = (rng.between(1, 2), rng.between(-6 * ONE, 6 * ONE), rng.between(-6 * ONE, 6 * ONE));
    TurningMotion {
        by: match rng.below(4) {
            0 => PointQ16::new(by(rng), by(rng)),
            _ => PointQ16::new((target.0 - from.x) * through + x, (target.1 - from.y) * through + y),
        },
        degrees: match rng.below(5) {
            0 => 0.0,
            1 => 90.0,
            2 => rng.pick(&[360.0, -1000.0, 7777.7, 1e15, -3e200]),
            _ => rng.between(-200, 200) as f64,
        },
        steps: rng.pick(&[1, 16, 32, 32, 100]),
    }
}

/// What a thing covers at a time of the motion. Nothing if its pose is none.
fn cover_at(
    pixels: &Pixels,
    motion: &TurningMotion,
    from: &Transform,
    whole: bool,
    time: TimeOfImpact,
) -> Cover {
    let at = motion.transform_at(from, time);
    let pose = if whole { at.pose_on_whole_pixels() } else { at.pose() };
    if let (Some(parts), false) = (from.parts(), whole) {
        // The same transform, in another way.
        let t = time.to_f64();
        let rotation = match (parts.rotation, motion.degrees * t) {
            (rotation, 0.0) => match rotation {
                Angle::Radians(radians) => Turn::Radians(radians),
                Angle::Steps { step, of } => Turn::Steps(step, of),
                Angle::Degrees(degrees) => Turn::Degrees(degrees),
                _ => unreachable!(),
            },
            (Angle::Degrees(degrees), by) => Turn::Degrees(degrees + by),
            (Angle::Radians(radians), by) => Turn::Degrees(radians.to_degrees() + by),
            (Angle::Steps { step, of }, by) => Turn::Degrees(f64::from(step) * 360.0 / f64::from(of) + by),
            _ => unreachable!(),
        };
        let (n, d) = (i128::from(time.numerator()), i128::from(time.denominator()));
        let moved =
            |from: f64, by: i64| from + (2 * i128::from(by) * n + d).div_euclid(2 * d) as f64 / 65536.0;
        let flipped = |i: usize| if parts.flip[i] { -parts.scale[i] } else { parts.scale[i] };
        let theirs = pose_from_parts(&hitmask_oracle::PoseParts {
            position: [moved(parts.position[0], motion.by.x), moved(parts.position[1], motion.by.y)],
            rotation,
            scale: [flipped(0), flipped(1)],
            shear: parts.shear,
            pivot: parts.pivot,
        });
        assert_eq!(pose.map(|pose| pose.to_q16()), theirs, "at {time:?}");
    }
    pose.map_or_else(Cover::nothing, |pose| pixels.cover(pose.to_q16()))
}

thread_local! {
    /// Hits, unclear ones, initial overlaps, proven misses, hits with a wide bracket.
    static SEEN: Cell<[u64; 5]> = const { Cell::new([0; 5]) };
}

fn saw(what: usize) {
    let mut seen = SEEN.get();
    seen[what] += 1;
    SEEN.set(seen);
}

/// Whether what is told about one collider holds. Without a hit, all of the way must be free.
#[expect(clippy::too_many_arguments, reason = "one case has many parts")]
fn check(
    rng: &mut Rng,
    hit: Option<&TurningHit>,
    still: &Cover,
    moving: &Pixels,
    motion: &TurningMotion,
    from: &Transform,
    whole: bool,
    by_sum: bool,
    lap: Option<(i64, i64)>,
) {
    let touch = |time: TimeOfImpact| {
        let cover = cover_at(moving, motion, from, whole, time);
        match lap {
            None => still.touch(&cover, by_sum),
            Some(size) => still.touch(&cover.wrapped(size), by_sum),
        }
    };
    let pixel = |time| touch(time).map(|touch| Point::new(touch.first.0 as i32, touch.first.1 as i32));
    let parts = u64::from(motion.steps.next_power_of_two());
    let free_until = match hit.map(|hit| hit.cast) {
        Some(TurningCast::InitialOverlap { pixel: first }) => {
            saw(2);
            assert_eq!(pixel(TimeOfImpact::START), Some(first));
            return;
        }
        Some(TurningCast::Hit { free_until, overlapping_at, free, pixel: first }) => {
            saw(0);
            assert_eq!(pixel(overlapping_at), Some(first), "at {overlapping_at:?}");
            if lap.is_none() {
                assert_eq!(free, motion.transform_at(from, free_until));
            }
            assert!(free_until < overlapping_at);
            if overlapping_at.to_f64() - free_until.to_f64() > 1.0 / parts as f64 {
                saw(4);
            }
            free_until
        }
        Some(TurningCast::Unclear { free_until, free }) => {
            saw(1);
            if lap.is_none() {
                assert_eq!(free, motion.transform_at(from, free_until));
            }
            free_until
        }
        None => {
            saw(3);
            TimeOfImpact::new(1, 1)
        }
    };
    assert_eq!(pixel(free_until), None, "at {free_until:?}, which is called free");
    assert_eq!(pixel(TimeOfImpact::START), None);
    // The oracle takes its time for circles and polygons.
    let samples = if matches!(moving, Pixels::Circle(_) | Pixels::Polygon(_)) { 4 } else { 30 };
    for _ in 0..samples {
        // Often right before the end of what is free.
        let whole = rng.pick(&[1, 3, 7, 100, 1000, 99_991]);
        let part = if rng.one_in(3) { rng.pick(&[1, 2, 9]).min(whole) } else { rng.between(0, whole) };
        let (part, whole) = (part as u64, whole as u64);
        let time =
            TimeOfImpact::new(free_until.numerator() * (whole - part), free_until.denominator() * whole);
        assert_eq!(pixel(time), None, "at {time:?}, free until {free_until:?}");
    }
}

fn story(seed: u64, wrapped: bool) -> u64 {
    let rng = &mut Rng::new(seed);
    let lap = wrapped.then(|| (rng.between(20, 90), rng.between(20, 90)));
    let far = i64::from(i32::MAX - 40) * ONE;
    let corner = match lap {
        None if rng.one_in(20) => (rng.pick(&[far, -far]), rng.pick(&[0, far, -far])),
        _ => (0, 0),
    };
    let options = WorldOptions { wrap: lap.map(|(w, h)| (w as u32, h as u32)), ..WorldOptions::default() };
    let mut world = World::with_options(options);
    let others: Vec<(Pixels, Affine)> =
        (0..rng.between(1, 6)).map(|_| (thing(rng), pose(rng, 40, corner))).collect();
    let handles: Vec<Handle> =
        others.iter().map(|(pixels, pose)| world.insert(pixels.collider(*pose))).collect();
    let moving = thing(rng);
    let mut from = start(rng, 40, corner);
    let target = others[rng.below(others.len() as u64) as usize].1;
    let mut motion = motion(rng, from.position(), (target[4], target[5]));
    if corner != (0, 0) {
        let by = |from: i64, by: i64| (from + by).clamp(-PointQ16::LIMIT, PointQ16::LIMIT) - from;
        motion.by = PointQ16::new(by(from.position().x, motion.by.x), by(from.position().y, motion.by.y));
    }
    let as_probe = from.parts().is_none() && rng.one_in(2);
    let whole = !as_probe && rng.one_in(6);
    let mut own = Collider::new(moving.shape());
    own.transform = from;
    let own = world.insert(if whole { own.character() } else { own });
    if lap.is_some() && !as_probe {
        from = *world.transform(own).unwrap();
    }
    let filter = QueryFilter::default().except(own);
    let _blame = Blame(&(seed, &others, &moving, from, motion, as_probe, whole, lap));
    if rng.one_in(2) {
        world.step().unwrap();
    }
    let (first, all) = if as_probe {
        let probe = Probe::shape(moving.shape(), from.pose());
        (world.cast_turning(&probe, &motion, &filter), world.cast_turning_all(&probe, &motion, &filter))
    } else {
        (world.cast_turning(own, &motion, &filter), world.cast_turning_all(own, &motion, &filter))
    };
    assert_eq!(first, all.first().copied());
    assert!(all.is_sorted_by_key(|hit| hit.cast.free_until()));
    for ((pixels, pose), handle) in others.iter().zip(&handles) {
        let by_sum = pixels.is_sum() || moving.is_sum();
        let still = match lap {
            None => pixels.cover(*pose),
            Some(size) => pixels.cover(*pose).wrapped(size),
        };
        let hit = all.iter().find(|hit| hit.handle == *handle);
        check(rng, hit, &still, &moving, &motion, &from, whole, by_sum, lap);
    }
    others.len() as u64
}

#[test]
fn brackets_hold() {
    SEEN.set([0; 5]);
    cases(97_000_000, 600, |seed| story(seed, false));
    let [hits, unclear, initial, misses, wide] = SEEN.get();
    println!("{hits} hits, {wide} of them wide, {unclear} unclear, {initial} initial, {misses} misses");
    assert!(hits > 60 && misses > 150 && initial > 5, "{hits} hits, {misses} misses, {initial} initial");
    assert!(unclear < hits && wide < hits / 2, "{unclear} unclear, {wide} of {hits} wide");
}

#[test]
fn brackets_hold_across_seams() {
    SEEN.set([0; 5]);
    cases(98_000_000, 250, |seed| story(seed, true));
    let [hits, unclear, initial, misses, wide] = SEEN.get();
    println!("{hits} hits, {wide} of them wide, {unclear} unclear, {initial} initial, {misses} misses");
    assert!(hits > 40 && misses > 20 && initial > 5, "{hits} hits, {misses} misses, {initial} initial");
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
    let TurningCast::Hit { free_until, free, .. } = hit.cast else { panic!("{hit:?}") };
    assert_eq!(hit.handle, floor);
    assert!(free_until > TimeOfImpact::START, "the corner goes in by half a pixel first");
    world.set_transform(wheel, free).unwrap();
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
        assert!(matches!(hit.cast, TurningCast::Hit { .. }), "{degrees}: {hit:?}");
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
            assert!(hit.cast.free_until().to_f64() <= 0.500_001, "{hit:?}");
        }
    }
    // A shape that is as large as the world is followed by its box.
    let all = Probe::rect(Rect::new(-1_000_000_000, 60, 2_000_000_000, 5));
    let turn = TurningMotion { degrees: 10.0, steps: 4, ..TurningMotion::default() };
    let hit = world.cast_turning(&all, &turn, &everyone.except(dot)).unwrap();
    assert_eq!((hit.handle, hit.cast.free_until()), (wall, TimeOfImpact::START));
    // A stale handle, and what covers nothing.
    world.remove(dot);
    assert_eq!(world.cast_turning(dot, &turn, &everyone), None);
    assert!(world.cast_turning_all(dot, &turn, &everyone).is_empty());
    assert_eq!(world.cast_turning(&Probe::shape(Mask::filled(2, 2), None), &turn, &everyone), None);
    assert_eq!(world.cast_turning(&Probe::shape(Mask::new(2, 2), Pose::at(30, 0)), &turn, &everyone), None);
}

#[test]
#[should_panic(expected = "the angle must stay finite")]
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
    let TurningCast::Hit { overlapping_at, pixel, .. } = hit.cast else { panic!("{hit:?}") };
    assert!((0.55..0.75).contains(&overlapping_at.to_f64()) && pixel.y == 50, "{hit:?}");
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
        world.cast_turning(far, &motion, &QueryFilter::default()).is_none_or(|hit| hit
            .cast
            .free_until()
            .to_f64()
            < 1.0)
    );
}
