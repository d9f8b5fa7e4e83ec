//! Motions with a turn. What the cast calls free is free at every sampled moment by brute force, and what it calls an overlap is one.
//! Without a turn, the exact time of the straight cast lies in the bracket. `HITMASK_SEED=n` starts with another seed.

#[path = "../cases/cast_posed.rs"]
mod case;

use crate::common::{Blame, Rng, mask_of};
use case::{STEPS, small_grid};
use hitmask::{
    Angle, Cast, InvalidArgument, InvalidReason, Mask, PixelRule, PointQ16, Pose, PoseParts, PosedCast,
    TimeOfImpact, TurningMotion,
};

#[test]
fn brackets_hold() {
    let first = crate::common::first_seed(80_000_000);
    let (mut hits, mut misses, mut unclear, mut initial, mut wide) = (0, 0, 0, 0, 0);
    for seed in first..first + 1_500 {
        match case::run(seed, 96) {
            PosedCast::InitialOverlap => initial += 1,
            PosedCast::Miss => misses += 1,
            PosedCast::Unclear { .. } => unclear += 1,
            PosedCast::Hit { free_until, overlapping_at } => {
                hits += 1;
                let width = overlapping_at.to_f64() - free_until.to_f64();
                wide += usize::from(width > 1.0 / f64::from(STEPS));
            }
        }
    }
    // Otherwise the test would show little, because few motions graze.
    assert!(hits > 200 && misses > 200 && initial > 20, "{hits} hits, {misses} misses, {initial} in");
    assert!(unclear < 60 && wide < hits / 10, "{unclear} unclear, {wide} of {hits} wide");
}

/// Without a turn, the exact time is in the bracket.
#[test]
fn straight_motions_agree_with_the_exact_cast() {
    let first = crate::common::first_seed(81_000_000);
    let mut hits = 0;
    for seed in first..first + 1_500 {
        let rng = &mut Rng::new(seed);
        let (a, b) = (small_grid(rng), small_grid(rng));
        let (a, b) = (mask_of(&a), mask_of(&b));
        // Sixteenths of a pixel: 1/16 of 1/32 of the motion is still a multiple of 1/65536.
        let q4 = |rng: &mut Rng, reach: i64| rng.between(-reach * 16, reach * 16);
        let from = [q4(rng, 20), q4(rng, 20)];
        let by = from.map(|from| 2 * (q4(rng, 8) - from));
        let _blame = Blame(&(seed, &a, &b, from, by));
        let pixels = |q4: [i64; 2]| q4.map(|x| x as f64 / 16.0);
        let q16 = |[x, y]: [i64; 2]| PointQ16 { x: x * 4096, y: y * 4096 };
        let start = PoseParts::at(pixels(from));
        let motion = TurningMotion { by: q16(by), degrees: 0.0, steps: STEPS };
        let posed = a.cast_posed(&Pose::IDENTITY, &b, &start, &motion).unwrap();
        match (a.cast(&b, q16(from), q16(by)), posed) {
            (Cast::InitialOverlap, PosedCast::InitialOverlap) | (Cast::Miss, PosedCast::Miss) => {}
            (Cast::Hit { time, .. }, PosedCast::Hit { free_until, overlapping_at }) => {
                hits += 1;
                assert!(
                    free_until <= time && time < overlapping_at,
                    "{free_until:?} {time:?} {overlapping_at:?}"
                );
            }
            // Motions that slide along or graze are close to a hit, and are never proven free.
            (Cast::Miss | Cast::Hit { .. }, PosedCast::Unclear { .. }) => {}
            (exact, posed) => panic!("{exact:?} is not {posed:?}"),
        }
    }
    assert!(hits > 300, "{hits}");
}

/// As 65 536ths of a pixel, also beyond the limit of positions.
fn pixels([x, y]: [f64; 2]) -> PointQ16 {
    PointQ16::new((x * 65_536.0) as i64, (y * 65_536.0) as i64)
}

#[test]
fn ends() {
    let dot = Mask::filled(1, 1);
    let at = |x: f64, by: f64| (PoseParts::at([x, 0.0]), pixels([by, 0.0]));
    let cast = |mask: &Mask, (from, by): &(PoseParts, PointQ16), steps| {
        let motion = TurningMotion { by: *by, degrees: 0.0, steps };
        dot.cast_posed(&Pose::IDENTITY, mask, from, &motion)
    };
    // Nothing moves, far away and inside.
    assert_eq!(cast(&dot, &at(9.0, 0.0), 1), Ok(PosedCast::Miss));
    assert_eq!(cast(&dot, &at(0.5, 0.0), 1), Ok(PosedCast::InitialOverlap));
    // An empty mask hits nothing at any speed.
    assert_eq!(cast(&Mask::new(4, 4), &at(-1e6, 2e6), 8), Ok(PosedCast::Miss));
    // A motion of a million pixels: nothing is skipped, and the bracket is as narrow as documented.
    let Ok(PosedCast::Hit { free_until, overlapping_at }) = cast(&dot, &at(-1e6, 2e6), 1 << 20) else {
        panic!()
    };
    assert!(free_until.to_f64() < 0.5 && overlapping_at.to_f64() > 0.499_999);
    assert!(overlapping_at.to_f64() - free_until.to_f64() <= 1.0 / f64::from(1 << 20));
    // 0 steps count as 1, and too many steps count as the largest number.
    assert!(matches!(cast(&dot, &at(-3.0, 3.5), 0), Ok(PosedCast::Hit { .. })));
    assert!(matches!(cast(&dot, &at(-3.0, 3.5), u32::MAX), Ok(PosedCast::Hit { .. })));
    // A motion that leaves the world is an error, even if it would hit something first.
    assert!(matches!(
        cast(&dot, &at(-3.0, 3e9), 4),
        Err(InvalidArgument { argument: "position", reason: InvalidReason::TooFar { .. }, .. })
    ));
    let motion = TurningMotion { by: (8, 0).into(), ..TurningMotion::default() };
    assert_eq!(motion.pose_at(&PoseParts::default(), TimeOfImpact::START), Ok(Pose::IDENTITY));
}

/// Turns of any size: the speed of the fastest point is beyond every number that is converted, and the angle itself is rounded.
#[test]
fn extreme_turns() {
    let (wall, sword) = (Mask::filled(4, 40), Mask::filled(20, 2));
    for degrees in [1e6, 1e12, 1e15, -1e15, 1e18, 1e100, f64::MAX, f64::MIN] {
        for from in
            [Angle::Degrees(0.0), Angle::Degrees(7e14), Angle::Radians(3.0), Angle::Steps { step: 1, of: 3 }]
        {
            let parts = PoseParts { pivot: [0.0, 1.0], rotation: from, ..PoseParts::default() };
            let at = |x: f64| PoseParts { position: [x, 20.0], ..parts };
            let start = at(-30.0);
            for steps in [1, 64] {
                let motion = TurningMotion { by: (40, 0).into(), degrees, steps };
                // At the end its pivot lies beyond the wall, but near the end it is certainly met.
                let cast = wall.cast_posed(&Pose::IDENTITY, &sword, &start, &motion).unwrap();
                match cast {
                    PosedCast::Hit { free_until, overlapping_at } => {
                        let pose = motion.pose_at(&start, overlapping_at).unwrap();
                        assert!(wall.overlaps_posed(&Pose::IDENTITY, &sword, &pose, PixelRule::Geometry));
                        assert!(free_until < overlapping_at);
                        for sample in 0..=100 {
                            let (n, d) = (free_until.numerator() * sample, free_until.denominator() * 100);
                            let pose = motion.pose_at(&start, TimeOfImpact::new(n, d)).unwrap();
                            assert!(!wall.overlaps_posed(
                                &Pose::IDENTITY,
                                &sword,
                                &pose,
                                PixelRule::Geometry
                            ));
                        }
                    }
                    PosedCast::Unclear { .. } if steps == 1 => {}
                    cast => panic!("{degrees} degrees from {from:?}, {steps} steps: {cast:?}"),
                }
            }
            // A turn moves no point farther than to the opposite side of the pivot.
            let motion = TurningMotion { degrees, steps: 4, ..TurningMotion::default() };
            let cast = wall.cast_posed(&Pose::IDENTITY, &sword, &at(-70.0), &motion).unwrap();
            assert_eq!(cast, PosedCast::Miss, "{degrees} degrees from {from:?}");
        }
    }
    let endless = |degrees: f64| {
        let motion = TurningMotion { degrees, steps: 4, ..TurningMotion::default() };
        wall.cast_posed(&Pose::at(90, 0), &sword, &PoseParts::default(), &motion)
    };
    for degrees in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        let refused = endless(degrees).unwrap_err();
        assert_eq!((refused.argument, refused.reason), ("rotation", InvalidReason::NotFinite));
    }
}

/// Poses, pivots and ways at the ends of what is legal.
#[test]
fn extreme_places() {
    let dot = Mask::filled(2, 2);
    let end = 2f64.powi(31);
    for pivot in [[0.0, 0.0], [1e9, -1e9], [-end, end]] {
        for scale in [[1.0, 1.0], [64.0, 64.0], [-64.0, 1.0 / 65536.0]] {
            for by in [[0.0, 0.0], [end, -end], [2.0 * end, 2.0 * end]] {
                for degrees in [0.0, 1e-9, 45.0, 1e15] {
                    let parts = PoseParts { position: [-end, -end], pivot, scale, ..PoseParts::default() };
                    let motion = TurningMotion { by: pixels(by), degrees, steps: 2 };
                    // Either it is no legal motion, or the start, which is looked at exactly, is told right.
                    let at = |time| motion.pose_at(&parts, time);
                    let (Ok(start), Ok(_)) = (at(TimeOfImpact::START), at(TimeOfImpact::new(1, 1))) else {
                        continue;
                    };
                    let overlaps = dot.overlaps_posed(&start, &dot, &start, PixelRule::Geometry);
                    assert!(overlaps);
                    assert_eq!(dot.cast_posed(&start, &dot, &parts, &motion), Ok(PosedCast::InitialOverlap));
                    let _ = dot.cast_posed(&Pose::IDENTITY, &dot, &parts, &motion);
                    let _ = dot.cast_posed(&Pose::at(i32::MAX, i32::MIN), &dot, &parts, &motion);
                }
            }
        }
    }
}
