//! Poses from parts: rounded once, as the exact arithmetic of the oracle rounds them.

use hitmask::{Angle, Pose, PoseParts};
use hitmask_oracle::{Turn, pose_from_parts};

use crate::common::{Blame, Rng};

/// Numbers that could reveal a fault in rounding: halves of 1/65536, whole numbers, tiny and huge numbers.
pub(crate) fn number(rng: &mut Rng, most: f64) -> f64 {
    let unit = 1.0 / 65536.0;
    let sign = if rng.one_in(2) { 1.0 } else { -1.0 };
    let size = match rng.below(8) {
        0 => rng.below(9) as f64 / 4.0,
        1 => rng.below(1 << 20) as f64 * unit / 2.0,
        // Next to a tie, as near as a float can be.
        2 => f64::from_bits(
            ((rng.below(1 << 20) as f64 + 0.5) * unit).to_bits().wrapping_add_signed(rng.between(-1, 1)),
        ),
        3 => most * (rng.below(1 << 30) as f64 / f64::from(1 << 30)),
        4 => f64::from_bits(rng.next() >> 2),
        _ => rng.below(1 << 40) as f64 / f64::from(1u32 << 31) / 200.0,
    };
    sign * if size <= most { size } else { most / 3.0 }
}

pub(crate) fn angle(rng: &mut Rng) -> (Angle, Turn) {
    match rng.below(8) {
        0 | 1 => {
            let degrees = rng.between(-24, 24) as f64 * 15.0;
            (Angle::Degrees(degrees), Turn::Degrees(degrees))
        }
        2 | 3 => {
            let degrees = number(rng, 1e6);
            (Angle::Degrees(degrees), Turn::Degrees(degrees))
        }
        4 => {
            let (step, of) =
                (rng.between(-400, 400) as i32, rng.pick(&[1, 3, 7, 8, 16, 24, 64, 360, 65_537, u32::MAX]));
            (Angle::Steps { step, of }, Turn::Steps(step, of))
        }
        5 => {
            // Near a multiple of a quarter turn, as near as a float can be.
            let radians = rng.between(-1000, 1000) as f64 * std::f64::consts::FRAC_PI_2;
            (Angle::Radians(radians), Turn::Radians(radians))
        }
        6 => {
            let radians = f64::from_bits(rng.next() & !(1 << 62) | rng.below(2) << 62);
            let radians = if radians.is_finite() { radians } else { 1e300 };
            (Angle::Radians(radians), Turn::Radians(radians))
        }
        _ => {
            let radians = number(rng, 100.0);
            (Angle::Radians(radians), Turn::Radians(radians))
        }
    }
}

/// The pose from the parts of a seed, if there is one.
pub(crate) fn run(seed: u64) -> Option<[i64; 6]> {
    let rng = &mut Rng::new(seed);
    let mut two = |most: f64| [number(rng, most), number(rng, most)];
    let (position, scale, mut shear, mut pivot) = (two(2e9), two(40.0), two(2.0), two(5000.0));
    if rng.one_in(2) {
        shear = [0.0; 2];
    }
    if rng.one_in(2) {
        pivot = [0.0; 2];
    }
    let (rotation, turn) = angle(rng);
    let flip = [rng.one_in(2), rng.one_in(2)];
    let parts = PoseParts { position, rotation, scale, flip, shear, pivot };
    let _blame = Blame(&(seed, &parts));
    let scale = [0, 1].map(|i| if flip[i] { -scale[i] } else { scale[i] });
    let truth = pose_from_parts(&hitmask_oracle::PoseParts { position, rotation: turn, scale, shear, pivot });
    let ours = Pose::new(&parts).ok().map(|pose| pose.to_q16());
    assert_eq!(ours, truth);
    ours
}
