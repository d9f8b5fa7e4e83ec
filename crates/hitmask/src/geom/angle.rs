//! Angles, and sine and cosine with the same bits on every machine: all steps are computed in integers.

/// An angle. Positive angles turn clockwise on a screen, where y points down.
///
/// Equality compares how the angle is written: 90 degrees and 1 of 4 steps are not equal. An angle has no order and no hash, because floats
/// have neither. A [`Pose`](crate::Pose) consists of integers and is `Eq` and `Hash`.
///
/// ```
/// use hitmask::Angle;
/// assert_eq!(Angle::Degrees(450.0).snapped(8), Angle::Steps { step: 2, of: 8 });       // a quarter turn
/// ```
#[doc(alias = "rotation")]
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
#[non_exhaustive]
pub enum Angle {
    /// An angle in degrees. Multiples of 90 are exact.
    Degrees(f64),
    /// An angle in radians. No float equals a multiple of π (except 0), so a right angle in radians is slightly off. If that matters, use
    /// degrees or steps.
    Radians(f64),
    /// An exact fraction of a full turn: step 3 of 8 is 135 degrees. If `of` is 0, functions that use the angle return an error.
    Steps {
        /// The number of steps. A negative number turns counter-clockwise.
        step: i32,
        /// The number of steps in a full turn.
        of: u32,
    },
}

impl Default for Angle {
    fn default() -> Angle {
        Angle::Degrees(0.0)
    }
}

/// Binary digits after the point in sines and cosines.
pub(super) const TRIG_BITS: u32 = 30;

/// Binary digits after the point in the fraction of a quarter turn, and in the slow series.
const FINE: u32 = 120;
/// π/2 with [`FINE`] binary digits after the point.
const HALF_PI: u128 = 0x0192_1FB5_4442_D184_6989_8CC5_1701_B839;

/// 2/π in binary with 1280 digits after the point: enough for the largest f64, with 200 digits to spare.
const TWO_OVER_PI: [u64; 20] = [
    0xA2F9_836E_4E44_1529,
    0xFC27_57D1_F534_DDC0,
    0xDB62_9599_3C43_9041,
    0xFE51_63AB_DEBB_C561,
    0xB724_6E3A_424D_D2E0,
    0x0649_2EEA_09D1_921C,
    0xFE1D_EB1C_B129_A73E,
    0xE882_35F5_2EBB_4484,
    0xE99C_7026_B45F_7E41,
    0x3991_D639_8353_39F4,
    0x9C84_5F8B_BDF9_283B,
    0x1FF8_97FF_DE05_980F,
    0xEF2F_118B_5A0A_6D1F,
    0x6D36_7ECF_27CB_09B7,
    0x4F46_3F66_9E5F_EA2D,
    0x7527_BAC7_EBE5_F17B,
    0x3D07_39F7_8A52_92EA,
    0x6BFB_5FB1_1F8D_5D08,
    0x5603_3046_FC7B_6BAB,
    0xF0CF_BC20_9AF4_361D,
];

/// An angle reduced to one turn, clockwise: `quadrant` is 0 to 3, `fraction` is the rest in units of 2^-[`FINE`] quarter turns.
#[derive(Clone, Copy)]
struct Quarters {
    quadrant: u32,
    fraction: u128,
}

impl Quarters {
    fn negated(self) -> Quarters {
        match self.fraction {
            0 => Quarters { quadrant: (4 - self.quadrant) % 4, fraction: 0 },
            fraction => Quarters { quadrant: 3 - self.quadrant, fraction: (1 << FINE) - fraction },
        }
    }
}

impl Angle {
    /// The nearest multiple of 1/`steps` of a full turn; ties round up, clockwise. Use it if your game draws a fixed number of rotated
    /// frames, or if many poses should share a few baked masks. It changes the angle, so the library never does it on its own.
    ///
    /// An angle that is not finite, or that has 0 steps per turn, is returned unchanged. If `steps` is 0, the result is an angle with `of`
    /// 0: functions that use it return an error.
    #[doc(alias = "round")]
    #[must_use]
    pub fn snapped(self, steps: u32) -> Angle {
        let Some(Quarters { quadrant, fraction }) = self.quarters() else { return self };
        if steps == 0 {
            return Angle::Steps { step: 0, of: 0 };
        }
        // Turns in Q92, times less than 2^32 steps: below 2^124.
        let turns = u128::from(quadrant) << 90 | fraction >> (FINE - 90);
        let step = (turns * u128::from(steps) + (1 << 91)) >> 92;
        match i32::try_from(step % u128::from(steps)) {
            Ok(step) => Angle::Steps { step, of: steps },
            // Too large for i32, so the same turn is counted counter-clockwise.
            Err(_) => Angle::Steps { step: (step as i128 - i128::from(steps)) as i32, of: steps },
        }
    }

    /// The sum of two angles. Two fractions of a turn with the same number of steps are added exactly, modulo a full turn, and so are
    /// zeros to anything. Two angles in degrees, or in radians, are added as floats. Any other sum is in degrees.
    ///
    /// ```
    /// use hitmask::Angle;
    /// let step = Angle::Steps { step: 5, of: 8 };
    /// assert_eq!(step.plus(step), Angle::Steps { step: 2, of: 8 });
    /// assert_eq!(step.plus(Angle::Degrees(45.0)), Angle::Degrees(270.0));
    /// ```
    #[must_use]
    pub fn plus(self, other: Angle) -> Angle {
        let is_zero = |angle: Angle| {
            matches!(angle, Angle::Degrees(0.0) | Angle::Radians(0.0))
                || matches!(angle, Angle::Steps { step: 0, of: 1.. })
        };
        match (self, other) {
            _ if is_zero(other) => self,
            _ if is_zero(self) => other,
            (Angle::Degrees(a), Angle::Degrees(b)) => Angle::Degrees(a + b),
            (Angle::Radians(a), Angle::Radians(b)) => Angle::Radians(a + b),
            (Angle::Steps { step: a, of }, Angle::Steps { step: b, of: other }) if of == other && of > 0 => {
                let sum = (i64::from(a) + i64::from(b)).rem_euclid(of.into());
                // Too large for i32, so the same turn is counted counter-clockwise.
                let step = i32::try_from(sum).unwrap_or((sum - i64::from(of)) as i32);
                Angle::Steps { step, of }
            }
            _ => Angle::Degrees(self.to_degrees() + other.to_degrees()),
        }
    }

    /// In degrees, rounded to the nearest f64. 0 if the angle has 0 steps per turn.
    pub(crate) fn to_degrees(self) -> f64 {
        match self {
            Angle::Degrees(degrees) => degrees,
            Angle::Radians(radians) => radians.to_degrees(),
            Angle::Steps { of: 0, .. } => 0.0,
            Angle::Steps { step, of } => f64::from(step) * 360.0 / f64::from(of),
        }
    }

    /// Sine and cosine in units of 2^-[`TRIG_BITS`], correctly rounded. None if the angle is not finite.
    pub(super) fn sin_cos(self) -> Option<(i64, i64)> {
        match self {
            // What most games with a fixed number of pictures have: 8, 16, 32 or 64.
            Angle::Steps { step, of } if of.is_power_of_two() && of <= DIRECTIONS => {
                Some(of_direction(step.wrapping_mul((DIRECTIONS / of).cast_signed()).cast_unsigned()))
            }
            _ => self.sin_cos_by_series(),
        }
    }

    fn sin_cos_by_series(self) -> Option<(i64, i64)> {
        let Quarters { quadrant, fraction } = self.quarters()?;
        // Reflect into the first half of the quarter turn, where the series converge fast.
        let reflect = fraction > 1 << (FINE - 1);
        let (s, c) = first_octant(if reflect { (1 << FINE) - fraction } else { fraction });
        Some(in_quadrant(quadrant, if reflect { (c, s) } else { (s, c) }))
    }

    fn quarters(self) -> Option<Quarters> {
        let (value, quarters) = match self {
            Angle::Degrees(degrees) if degrees.is_finite() => (degrees, of_degrees(degrees.abs())),
            Angle::Radians(radians) if radians.is_finite() => (radians, of_radians(radians.abs())),
            Angle::Steps { of: 1.., step } => (f64::from(step), of_steps(self)?),
            _ => return None,
        };
        Some(if value < 0.0 { quarters.negated() } else { quarters })
    }
}

/// Sine and cosine of an angle, given those of its part beyond whole quarter turns.
fn in_quadrant(quadrant: u32, (s, c): (i64, i64)) -> (i64, i64) {
    match quadrant {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    }
}

/// The directions whose sines are in a table.
const DIRECTIONS: u32 = 256;
const QUARTER: u32 = DIRECTIONS / 4;
const OCTANT: u32 = DIRECTIONS / 8;

/// Sine and cosine of the directions from 0 to 45 degrees.
const OCTANT_SINES: [(i64, i64); OCTANT as usize + 1] = {
    let mut sines = [(0, 0); OCTANT as usize + 1];
    let mut i = 0;
    while i < sines.len() {
        let fraction = ((i as u128) << FINE) / QUARTER as u128;
        sines[i] = quick_octant(fraction).expect("none of these is near a tie");
        i += 1;
    }
    sines
};

/// Sine and cosine of one of the directions, which are counted modulo their number.
fn of_direction(direction: u32) -> (i64, i64) {
    let (quadrant, part) = (direction / QUARTER % 4, direction % QUARTER);
    let (s, c) = OCTANT_SINES[part.min(QUARTER - part) as usize];
    in_quadrant(quadrant, if part > OCTANT { (c, s) } else { (s, c) })
}

/// The mantissa and the power of two of a finite, non-negative f64.
pub(super) fn parts(x: f64) -> (u64, i32) {
    let bits = x.to_bits();
    let exponent = (bits >> 52 & 0x7FF) as i32;
    let mantissa = bits & ((1 << 52) - 1);
    if exponent == 0 { (mantissa, -1074) } else { (mantissa | 1 << 52, exponent - 1075) }
}

fn of_degrees(degrees: f64) -> Quarters {
    // `%` is exact by definition. The subtractions are exact because both numbers differ by less than a factor of 2.
    let mut rest = degrees % 360.0;
    let mut quadrant = 0;
    while rest >= 90.0 {
        rest -= 90.0;
        quadrant += 1;
    }
    // Below 90, so it has at most seven binary digits before the point.
    let (mantissa, exponent) = parts(rest);
    let shift = exponent + FINE as i32;
    let fine = match shift {
        0.. => u128::from(mantissa) << shift,
        -63..=-1 => u128::from(mantissa >> -shift),
        _ => 0,
    };
    Quarters { quadrant, fraction: fine / 90 }
}

/// The angle times 2/π. Only the digits that affect the position within a turn are multiplied (M. Payne and R. Hanek, "Radian reduction for
/// trigonometric functions", 1983).
fn of_radians(radians: f64) -> Quarters {
    let (mantissa, exponent) = parts(radians);
    // Skip the digits of 2/π whose product with the angle is a multiple of four quarter turns.
    let skipped = (exponent - 2).max(0) as u32;
    let digits: [u64; 4] = core::array::from_fn(|i| {
        let (limb, bit) = (skipped as usize / 64 + i, skipped % 64);
        TWO_OVER_PI[limb] << bit | TWO_OVER_PI[limb + 1] >> 1 >> (63 - bit)
    });
    // mantissa × digits, in limbs from the lowest. The point is above the fourth limb.
    let mut product = [0u64; 5];
    let mut carry = 0u128;
    for i in 0..4 {
        carry += u128::from(mantissa) * u128::from(digits[3 - i]);
        product[i] = carry as u64;
        carry >>= 64;
    }
    product[4] = carry as u64;
    // The part of the power of two that is not yet applied: from -1074 to 2.
    let shift = exponent - skipped as i32;
    let bits = |from: i32| -> u128 {
        // 128 digits, the lowest of which is worth 2^from quarter turns.
        let low = from - shift + 256;
        let limb =
            |i: i32| u128::from(usize::try_from(i).ok().and_then(|i| product.get(i).copied()).unwrap_or(0));
        let (i, bit) = (low.div_euclid(64), low.rem_euclid(64));
        let words = limb(i) | limb(i + 1) << 64;
        words >> bit | limb(i + 2) << 1 << (127 - bit)
    };
    let fine = bits(-(FINE as i32));
    Quarters { quadrant: (fine >> FINE) as u32 & 3, fraction: fine & ((1 << FINE) - 1) }
}

fn of_steps(angle: Angle) -> Option<Quarters> {
    let Angle::Steps { step, of } = angle else { return None };
    // Reduced to four quarters. Long division yields 32 digits at a time, three times, and then 24.
    let of = u64::from(of);
    let mut rest = u64::from(step.unsigned_abs()) * 4;
    let quadrant = (rest / of % 4) as u32;
    rest %= of;
    let mut fraction = 0;
    for digits in [32, 32, 32, 24] {
        rest <<= digits;
        fraction = (fraction << digits) | u128::from(rest / of);
        rest %= of;
    }
    Some(Quarters { quadrant, fraction })
}

/// Sine and cosine of a fraction of at most half a quarter turn, rounded to [`TRIG_BITS`].
fn first_octant(fraction: u128) -> (i64, i64) {
    match quick_octant(fraction) {
        Some(sines) => sines,
        None => series_120(fraction),
    }
}

/// The same with 64 digits. None if the error of the series could change the result.
const fn quick_octant(fraction: u128) -> Option<(i64, i64)> {
    let (sin, versine) = series_64(fraction);
    match (rounded_64(sin), rounded_64(versine)) {
        (Some(sin), Some(versine)) => Some((sin, (1 << TRIG_BITS) - versine)),
        _ => None,
    }
}

/// Rounds from Q64. None if the error of the series could change the result.
const fn rounded_64(value: u64) -> Option<i64> {
    const DROPPED: u32 = 64 - TRIG_BITS;
    const HALF: u64 = 1 << (DROPPED - 1);
    // The terms that are left out are below 20 000 units: (π/4)^16 / 16!, and less for the sine. Products and constants are
    // off by a few units at most, and there are twenty.
    const ERROR: u64 = 1 << 15;
    let from_tie = (value % (2 * HALF)).abs_diff(HALF);
    if from_tie > ERROR { Some(((value + HALF) >> DROPPED) as i64) } else { None }
}

/// Both Taylor series with 64 binary digits after the point: the sine, and 1 minus the cosine.
const fn series_64(fraction: u128) -> (u64, u64) {
    const SIN: [u64; 7] = inverse_factorials(3);
    const COS: [u64; 7] = inverse_factorials(2);
    let x = mul_64((fraction >> (FINE - 64)) as u64, (HALF_PI >> (FINE - 63)) as u64) << 1;
    let xx = mul_64(x, x);
    (x - mul_64(x, nested(xx, &SIN)), nested(xx, &COS))
}

/// xx (c0 - xx (c1 - xx (c2 - …))), from the last term outward. No division: 18 of them took longer than all the rest.
const fn nested(xx: u64, constants: &[u64; 7]) -> u64 {
    let (mut inner, mut i) = (0, constants.len());
    while i > 0 {
        i -= 1;
        inner = constants[i] - mul_64(xx, inner);
    }
    mul_64(xx, inner)
}

const fn mul_64(a: u64, b: u64) -> u64 {
    ((a as u128 * b as u128) >> 64) as u64
}

/// 1/n!, 1/(n + 2)!, 1/(n + 4)! and so on with 64 binary digits after the point, rounded down.
const fn inverse_factorials(first: u32) -> [u64; 7] {
    let mut constants = [0; 7];
    let (mut n, mut factorial) = (1, 1u128);
    let mut i = 0;
    while i < constants.len() {
        while n < first as u128 + 2 * i as u128 {
            n += 1;
            factorial *= n;
        }
        constants[i] = ((1 << 64) / factorial) as u64;
        i += 1;
    }
    constants
}

/// Both series with 120 digits, rounded. No f64 is closer to a tie than the error of these series, except the exact ones.
#[cold]
fn series_120(fraction: u128) -> (i64, i64) {
    let (sin, cos) = fine_series(fraction);
    let rounded = |value: u128| ((value + (1 << (FINE - TRIG_BITS - 1))) >> (FINE - TRIG_BITS)) as i64;
    (rounded(sin), rounded(cos))
}

/// Sine and cosine with [`FINE`] digits.
fn fine_series(fraction: u128) -> (u128, u128) {
    let x = mul_120(fraction, HALF_PI);
    let xx = mul_120(x, x);
    let nested = |first: u128| {
        (0..16).rev().fold(1 << FINE, |inner: u128, i| {
            let k = first + 2 * i;
            (1 << FINE) - mul_120(xx, inner) / (k * (k + 1))
        })
    };
    (mul_120(x, nested(2)), nested(1))
}

fn mul_120(a: u128, b: u128) -> u128 {
    let (high, low) = super::wide::mul(a, b);
    high << (128 - FINE) | low >> FINE
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares both series on the same fractions. A second test compares with known values.
    #[test]
    fn the_fast_series_agrees_with_the_fine_one() {
        let (mut seed, mut slow) = (1u128, 0);
        for i in 0..20_000u128 {
            seed = seed.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645).wrapping_add(i);
            let fraction = seed >> 9;
            let (sin, versine) = series_64(fraction);
            let fine = series_120(fraction);
            let cos = rounded_64(versine).map(|versine| (1 << TRIG_BITS) - versine);
            for (fast, fine) in [(rounded_64(sin), fine.0), (cos, fine.1)] {
                assert!(fast.is_none_or(|fast| fast == fine), "fraction {fraction:#x}");
                slow += usize::from(fast.is_none());
            }
        }
        assert!(slow < 10, "{slow} of 40000 are not decided fast");
    }

    /// The error that is made is smaller than the one that is allowed for.
    #[test]
    fn the_fast_series_is_as_exact_as_it_says() {
        for i in 0..=4096u128 {
            let fraction = i << (FINE - 13);
            let (sin, versine) = series_64(fraction);
            let (fine_sin, fine_cos) = fine_series(fraction);
            let fine = [fine_sin, (1 << FINE) - fine_cos].map(|value| (value >> (FINE - 64)) as u64);
            for (fast, fine) in [(sin, fine[0]), (versine, fine[1])] {
                assert!(fast.abs_diff(fine) < 20_000, "fraction {i}/8192: off by {}", fast.abs_diff(fine));
            }
        }
    }

    #[test]
    fn known_angles() {
        let one = 1 << TRIG_BITS;
        for turns in [-2.0, 0.0, 1e3] {
            let at = |degrees: f64| Angle::Degrees(degrees + 360.0 * turns).sin_cos().unwrap();
            assert_eq!(at(0.0), (0, one));
            assert_eq!(at(90.0), (one, 0));
            assert_eq!(at(180.0), (0, -one));
            assert_eq!(at(270.0), (-one, 0));
            assert_eq!(at(30.0).0, one / 2);
            assert_eq!(at(60.0).1, one / 2);
            assert_eq!(at(-30.0).0, -one / 2);
            assert_eq!(at(45.0), (759_250_125, 759_250_125)); // 2^30 / √2 = 759250124.99…
        }
        assert_eq!(Angle::Steps { step: -1, of: 4 }.sin_cos(), Some((-one, 0)));
        assert_eq!(Angle::Steps { step: 1, of: 12 }.sin_cos(), Angle::Degrees(30.0).sin_cos());
        assert_eq!(Angle::Steps { step: 1, of: 0 }.sin_cos(), None);
        assert_eq!(Angle::Radians(f64::NAN).sin_cos(), None);
        // 1e22 is a well-known hard case (W. Kahan's test of argument reduction): sin = -0.8522008497671888, cos = 0.5232147853951389.
        assert_eq!(Angle::Radians(1e22).sin_cos(), Some((-915_043_695, 561_797_598)));
    }

    /// The table of directions against the series with 120 digits.
    #[test]
    fn directions_have_the_sines_of_the_series() {
        for (i, &sines) in OCTANT_SINES.iter().enumerate() {
            assert_eq!(sines, series_120(((i as u128) << FINE) / u128::from(QUARTER)), "direction {i}");
        }
        for of in (0..9).map(|bits| 1 << bits) {
            let ends = [i32::MIN, i32::MIN + 1, i32::MAX];
            for step in (-600..600).chain(ends) {
                let angle = Angle::Steps { step, of };
                assert_eq!(angle.sin_cos(), angle.sin_cos_by_series(), "{angle:?}");
            }
        }
    }

    #[test]
    fn snapping() {
        assert_eq!(Angle::Degrees(-1.0).snapped(360), Angle::Steps { step: 359, of: 360 });
        assert_eq!(Angle::Degrees(359.9).snapped(16), Angle::Steps { step: 0, of: 16 });
        assert_eq!(
            Angle::Degrees(-90.0).snapped(u32::MAX),
            Angle::Steps { step: -1_073_741_824, of: u32::MAX }
        );
    }
}
