//! A motion with a turn. What the cast calls free is free at every sampled moment by brute force, and what it calls an overlap is one.

use hitmask::{Angle, PointQ16, Pose, PoseParts, PosedCast, TurningMotion};
use hitmask_oracle::{Grid, posed_geometry_overlaps};

use crate::common::pictures::grid_of_size;
use crate::common::{Blame, Rng, mask_of};

pub(crate) const STEPS: u32 = 32;

pub(crate) fn small_grid(rng: &mut Rng) -> Grid {
    let (w, h) = (1 + rng.below(10) as usize, 1 + rng.below(10) as usize);
    grid_of_size(rng, w, h)
}

fn number(rng: &mut Rng, reach: i64) -> f64 {
    match rng.below(3) {
        0 => rng.between(-reach, reach) as f64,
        1 => rng.between(-2 * reach, 2 * reach) as f64 / 2.0,
        _ => rng.between(-reach * 1000, reach * 1000) as f64 / 1000.0,
    }
}

fn motion(rng: &mut Rng, grid: &Grid) -> (PoseParts, TurningMotion) {
    let scale = |rng: &mut Rng| rng.pick(&[0.5, 1.0, 1.0, 1.3, 2.0, -1.0]);
    let position = [number(rng, 24), number(rng, 24)];
    // Half of the motions lead near the origin, where the other mask is.
    let by = position.map(|from| 2.0 * (number(rng, 6) - from));
    let from = PoseParts {
        position,
        rotation: rng.pick(&[
            Angle::Degrees(0.0),
            Angle::Degrees(33.0),
            Angle::Radians(2.5),
            Angle::Steps { step: 3, of: 8 },
        ]),
        scale: [scale(rng), scale(rng)],
        flip: [rng.one_in(8), rng.one_in(8)],
        shear: [rng.pick(&[0.0, 0.0, 0.4]), 0.0],
        pivot: rng.pick(&[[0.0, 0.0], [grid.w as f64 / 2.0, grid.h as f64 / 2.0], [-6.0, 3.0]]),
    };
    let degrees = if rng.one_in(4) { 0.0 } else { number(rng, 200) };
    (from, TurningMotion { by: PointQ16::from_f64(by[0], by[1]).unwrap(), degrees, steps: STEPS })
}

fn degrees(angle: Angle) -> f64 {
    match angle {
        Angle::Degrees(degrees) => degrees,
        Angle::Radians(radians) => radians.to_degrees(),
        Angle::Steps { step, of } => 360.0 * f64::from(step) / f64::from(of),
        other => panic!("{other:?} is not among the cases"),
    }
}

/// Tests the motion of a seed. The oracle looks at so many moments of it.
pub(crate) fn run(seed: u64, samples: u64) -> PosedCast {
    let rng = &mut Rng::new(seed);
    let (a, b) = (small_grid(rng), small_grid(rng));
    let still = PoseParts { position: [number(rng, 4), number(rng, 4)], ..motion(rng, &a).0 };
    let still = Pose::new(&still).unwrap();
    let (from, motion) = motion(rng, &b);
    let by = motion.by.to_f64();
    let _blame = Blame(&(seed, &a, &b, still, from, motion));
    let cast = mask_of(&a).cast_posed(&still, &mask_of(&b), &from, &motion).unwrap();
    let overlaps = |pose: &Pose| posed_geometry_overlaps(&a, still.to_q16(), &b, pose.to_q16());
    let free = |until: f64| {
        for sample in (0..=samples).filter(|&sample| (sample as f64) <= until * samples as f64) {
            // The same motion, computed in another way: the pose at a fraction of the motion.
            let t = sample as f64 / samples as f64;
            let parts = PoseParts {
                position: [0, 1].map(|i| from.position[i] + by[i] * t),
                rotation: Angle::Degrees(degrees(from.rotation) + motion.degrees * t),
                ..from
            };
            assert!(!overlaps(&Pose::new(&parts).unwrap()), "at {sample} of {samples}");
        }
    };
    let starts_in = overlaps(&Pose::new(&from).unwrap());
    assert_eq!(cast == PosedCast::InitialOverlap, starts_in);
    match cast {
        PosedCast::InitialOverlap => {}
        PosedCast::Miss => free(1.0),
        PosedCast::Unclear { free_until } => free(free_until.to_f64()),
        PosedCast::Hit { free_until, overlapping_at } => {
            free(free_until.to_f64());
            assert!(overlaps(&motion.pose_at(&from, overlapping_at).unwrap()));
        }
    }
    cast
}
