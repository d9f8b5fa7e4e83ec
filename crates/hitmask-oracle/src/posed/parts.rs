//! Affine maps from position, rotation, scale, shear and pivot, computed with numbers of any length.
//!
//! world = position + R * Shear * Scale * (texel - pivot), R clockwise on a screen whose y points down. Cosine and sine are
//! rounded to 1/2^30, then the matrix to 1/65536, then the translation, each once: to the nearest, halves away from zero.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

use super::affine::{Affine, ONE, determinant};

/// An angle; positive turns clockwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Turn {
    /// 360 degrees are a whole turn.
    Degrees(f64),
    /// The exact value of the number, in radians; no float is a quarter turn exactly.
    Radians(f64),
    /// A number of equal parts of a full turn, and how many parts a turn has. With 0 parts there is no map.
    Steps(i32, u32),
}

/// The parts of a map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PoseParts {
    /// Where the pivot lies, in world pixels.
    pub position: [f64; 2],
    /// About the pivot.
    pub rotation: Turn,
    /// Along the texels' axes; negative numbers mirror.
    pub scale: [f64; 2],
    /// x of y and y of x: the matrix with the rows (1, x of y) and (y of x, 1).
    pub shear: [f64; 2],
    /// In texels.
    pub pivot: [f64; 2],
}

/// The map. None if a number is not finite, if the rounded map is singular, or if it exceeds a limit: 32 767 for the matrix, and 2^31
/// world pixels for the translation.
#[must_use]
pub fn pose_from_parts(parts: &PoseParts) -> Option<Affine> {
    let [position, scale, shear, pivot] =
        [parts.position, parts.scale, parts.shear, parts.pivot].map(|pair| pair.map(BigRational::from_float));
    let ([sx, sy], [hx, hy], [px, py]) = (both(scale)?, both(shear)?, both(pivot)?);
    let [cos, sin] = cos_sin(parts.rotation)?.map(|n| BigRational::new(n, BigInt::from(1) << TRIG_BITS));

    // Shear * Scale = [[sx, hx sy], [hy sx, sy]], turned by [[cos, -sin], [sin, cos]].
    let matrix = [
        (&cos - &sin * &hy) * &sx,
        (&cos * &hx - &sin) * &sy,
        (&sin + &cos * &hy) * &sx,
        (&sin * &hx + &cos) * &sy,
    ]
    .map(|n| nearest(&(n * whole(ONE))));
    // Rounded to a whole number of 1/65536, from which the image of the pivot is subtracted exactly.
    let [x, y] = both(position)?.map(|n| BigRational::from_integer(nearest(&(n * whole(ONE)))));
    let [a, b, c, d] = matrix.clone().map(BigRational::from_integer);
    let [tx, ty] = [x - a * &px - b * &py, y - c * &px - d * &py].map(|n| nearest(&n));

    let [a, b, c, d] = matrix;
    let mut pose = [0; 6];
    for (i, number) in [a, b, c, d, tx, ty].into_iter().enumerate() {
        let most = if i < 4 { 32_767 * ONE } else { 1 << 47 };
        pose[i] = number.to_i64().filter(|n| n.abs() <= most)?;
    }
    (determinant(pose) != 0).then_some(pose)
}

fn both([x, y]: [Option<BigRational>; 2]) -> Option<[BigRational; 2]> {
    Some([x?, y?])
}

fn whole(n: i64) -> BigRational {
    BigRational::from_integer(n.into())
}

/// The nearest whole number; halves away from zero.
fn nearest(n: &BigRational) -> BigInt {
    let half = BigRational::new(1.into(), 2.into());
    let size = (n.abs() + half).floor().to_integer();
    if n.is_negative() { -size } else { size }
}

/// Cosine and sine are rounded to this many bits after the point.
const TRIG_BITS: u32 = 30;
/// The number of bits after the point in the series. To be rounded the wrong way, a cosine would have to come within 2^-280 of a tie.
/// None is a tie: except for 0, 1/2 and 1 they are irrational, and those three are not ties.
const SERIES_BITS: u32 = 320;

/// Cosine and sine in units of 1/2^30, or None when the angle is not finite.
fn cos_sin(turn: Turn) -> Option<[BigInt; 2]> {
    let (quarters, rest) = match turn {
        Turn::Degrees(degrees) => part_of_a_turn(BigRational::from_float(degrees)? / whole(360)),
        Turn::Steps(_, 0) => return None,
        Turn::Steps(step, of) => part_of_a_turn(BigRational::new(step.into(), of.into())),
        Turn::Radians(radians) => {
            // A large angle needs as many more bits of pi as it has bits before the point.
            let angle = BigRational::from_float(radians)?;
            let bits =
                SERIES_BITS + u32::try_from(angle.to_integer().bits()).expect("a float's exponent is small");
            let (angle, quarter): (BigInt, BigInt) = (fixed(&angle, bits), pi(bits) >> 1);
            let quarters = (BigRational::new(angle.clone(), quarter.clone())).floor().to_integer();
            (quarters.clone(), (angle - quarters * quarter) >> (bits - SERIES_BITS))
        }
    };
    let (cos, sin) = series(&rest);
    let turned = match ((quarters % 4u8 + 4u8) % 4u8).to_u8() {
        Some(0) => [cos, sin],
        Some(1) => [-sin, cos],
        Some(2) => [-cos, -sin],
        _ => [sin, -cos],
    };
    Some(turned.map(|n| nearest(&BigRational::new(n, BigInt::from(1) << (SERIES_BITS - TRIG_BITS)))))
}

/// A number of turns as whole quarter turns and a rest in radians, in units of 1 / 2^[`SERIES_BITS`].
fn part_of_a_turn(turns: BigRational) -> (BigInt, BigInt) {
    let in_quarters = turns * whole(4);
    let quarters = in_quarters.floor();
    let rest = fixed(&(in_quarters - &quarters), SERIES_BITS) * pi(SERIES_BITS);
    (quarters.to_integer(), rest >> (SERIES_BITS + 1))
}

/// In units of 1 / 2^bits, rounded down.
fn fixed(n: &BigRational, bits: u32) -> BigInt {
    (n * BigRational::from_integer(BigInt::from(1) << bits)).floor().to_integer()
}

/// Cosine and sine by their Taylor series, for an angle from 0 to a quarter turn; all in units of 1 / 2^[`SERIES_BITS`].
fn series(angle: &BigInt) -> (BigInt, BigInt) {
    let (mut cos, mut sin) = (BigInt::zero(), BigInt::zero());
    let mut term = BigInt::from(1) << SERIES_BITS;
    // The terms 1, x, x^2 / 2!, x^3 / 3!, ...: the even ones belong to the cosine. Every other term of each kind is subtracted.
    for n in 0u32.. {
        if term.is_zero() {
            break;
        }
        let sum = if n % 2 == 0 { &mut cos } else { &mut sin };
        if n % 4 < 2 {
            *sum += &term;
        } else {
            *sum -= &term;
        }
        term = ((term * angle) >> SERIES_BITS) / (n + 1);
    }
    (cos, sin)
}

/// Pi in units of 1 / 2^bits, by Machin's formula of 1706: pi / 4 = 4 arctan(1/5) - arctan(1/239).
fn pi(bits: u32) -> BigInt {
    // The errors of all divisions add up in these lowest bits only.
    const SPARE: u32 = 32;
    let one = BigInt::from(1) << (bits + SPARE);
    let arctan_of_1_over = |n: u32| {
        let mut power: BigInt = &one / n;
        let mut sum = BigInt::zero();
        for k in 0u32.. {
            if power.is_zero() {
                break;
            }
            let term = &power / (2 * k + 1);
            if k % 2 == 0 {
                sum += term;
            } else {
                sum -= term;
            }
            power /= n * n;
        }
        sum
    };
    (BigInt::from(16) * arctan_of_1_over(5) - BigInt::from(4) * arctan_of_1_over(239)) >> SPARE
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: PoseParts = PoseParts {
        position: [0.0, 0.0],
        rotation: Turn::Degrees(0.0),
        scale: [1.0, 1.0],
        shear: [0.0, 0.0],
        pivot: [0.0, 0.0],
    };

    fn trig(turn: Turn) -> [i64; 2] {
        cos_sin(turn).unwrap().map(|n| n.to_i64().unwrap())
    }

    #[test]
    fn pi_has_the_known_digits() {
        // 100 digits after the point, as every table has them.
        let digits = "31415926535897932384626433832795028841971693993751\
                      058209749445923078164062862089986280348253421170679";
        let shown = (pi(400) * BigInt::from(10).pow(100)) >> 400u32;
        assert_eq!(shown.to_string(), digits.replace(' ', ""));
    }

    #[test]
    fn right_angles_are_exact() {
        let one = 1 << 30;
        for (degrees, expected) in [
            (0.0, [one, 0]),
            (90.0, [0, one]),
            (-90.0, [0, -one]),
            (180.0, [-one, 0]),
            (270.0, [0, -one]),
            (-360.0, [one, 0]),
            (90.0 * 1_000_001.0, [0, one]),
            (60.0, [one / 2, 929_887_697]),
            (30.0, [929_887_697, one / 2]),
            (150.0, [-929_887_697, one / 2]),
            // cos 45 degrees is 0.70710678118654752; times 2^30 759250124.99...
            (45.0, [759_250_125, 759_250_125]),
            (-45.0, [759_250_125, -759_250_125]),
        ] {
            assert_eq!(trig(Turn::Degrees(degrees)), expected, "{degrees}");
        }
    }

    #[test]
    fn steps_are_parts_of_a_turn() {
        assert_eq!(trig(Turn::Steps(-1, 4)), [0, -(1 << 30)]);
        assert_eq!(trig(Turn::Steps(13, 12)), trig(Turn::Degrees(30.0)));
        assert_eq!(trig(Turn::Steps(i32::MIN, 1)), [1 << 30, 0]);
        // A seventh of a turn: cos 51.428571 degrees is 0.623489801858733530525.
        assert_eq!(trig(Turn::Steps(1, 7))[0], (0.623_489_801_858_733_5 * f64::from(1 << 30)).round() as i64);
        assert_eq!(cos_sin(Turn::Steps(1, 0)), None);
    }

    #[test]
    fn radians_agree_with_the_platform_but_for_the_last_bit() {
        for i in -4_000..4_000 {
            let angle = f64::from(i) * 0.007_31;
            let [cos, sin] = trig(Turn::Radians(angle));
            let near = |ours: i64, theirs: f64| (ours as f64 - theirs * f64::from(1 << 30)).abs() < 0.500_01;
            assert!(near(cos, angle.cos()) && near(sin, angle.sin()), "{angle}");
        }
        // The sine of 10^22 is a known test of argument reduction: -0.8522008497671888, cosine 0.5232147853951389.
        let [cos, sin] = trig(Turn::Radians(1e22)).map(|n| n as f64 / f64::from(1 << 30));
        assert!((sin + 0.852_200_849_767_188_8).abs() < 1e-9 && (cos - 0.523_214_785_395_138_9).abs() < 1e-9);
        assert_eq!(cos_sin(Turn::Radians(f64::NAN)), None);
        assert_eq!(cos_sin(Turn::Degrees(f64::INFINITY)), None);
        assert!(cos_sin(Turn::Radians(f64::MAX)).is_some() && cos_sin(Turn::Degrees(f64::MIN)).is_some());
    }

    #[test]
    fn parts_in_their_order() {
        let pose = |parts: &PoseParts| pose_from_parts(parts).unwrap();
        assert_eq!(pose(&PLAIN), [ONE, 0, 0, ONE, 0, 0]);
        // Clockwise: the texels' x axis points down.
        let turned = PoseParts { rotation: Turn::Degrees(90.0), scale: [2.0, 3.0], ..PLAIN };
        assert_eq!(pose(&turned), [0, -3 * ONE, 2 * ONE, 0, 0, 0]);
        // The pivot lands on the position.
        let about = PoseParts { position: [10.5, 20.0], pivot: [16.0, 8.0], ..turned };
        assert_eq!(
            pose(&about),
            [0, -3 * ONE, 2 * ONE, 0, 10 * ONE + ONE / 2 + 24 * ONE, 20 * ONE - 32 * ONE]
        );
        // Scale comes before shear, shear before rotation.
        let sheared = PoseParts { shear: [0.5, 0.25], scale: [2.0, -4.0], ..PLAIN };
        assert_eq!(pose(&sheared), [2 * ONE, -2 * ONE, ONE / 2, -4 * ONE, 0, 0]);
        let sheared = PoseParts { rotation: Turn::Degrees(90.0), ..sheared };
        assert_eq!(pose(&sheared), [-ONE / 2, 4 * ONE, 2 * ONE, -2 * ONE, 0, 0]);
    }

    #[test]
    fn halves_go_away_from_zero() {
        let unit = 1.0 / 65536.0;
        let parts = PoseParts {
            position: [1.5 * unit, -1.5 * unit],
            scale: [1.0 + unit / 2.0, -1.0 - unit / 2.0],
            ..PLAIN
        };
        assert_eq!(pose_from_parts(&parts), Some([ONE + 1, 0, 0, -ONE - 1, 2, -2]));
        // Only the sum is rounded: 0 - 1.5 and 1 - 1.5 units.
        let parts = PoseParts { position: [0.0, unit], pivot: [1.5 * unit, 1.5 * unit], ..PLAIN };
        assert_eq!(pose_from_parts(&parts), Some([ONE, 0, 0, ONE, -2, -1]));
    }

    #[test]
    fn what_is_refused() {
        for parts in [
            PoseParts { scale: [0.0, 1.0], ..PLAIN },
            PoseParts { scale: [1.0, 1e-9], ..PLAIN },
            PoseParts { scale: [32_767.0 + 1.0 / 65536.0, 1.0], ..PLAIN },
            PoseParts { shear: [1.0, 1.0], ..PLAIN },
            PoseParts { position: [2_147_483_648.0 + 1.0 / 65536.0, 0.0], ..PLAIN },
            PoseParts { position: [f64::NAN, 0.0], ..PLAIN },
            PoseParts { pivot: [0.0, f64::INFINITY], ..PLAIN },
            PoseParts { scale: [f64::MAX, f64::MAX], ..PLAIN },
        ] {
            assert_eq!(pose_from_parts(&parts), None, "{parts:?}");
        }
        let most = PoseParts {
            scale: [-32_767.0, 32_767.0],
            position: [2_147_483_648.0, -2_147_483_648.0],
            ..PLAIN
        };
        assert!(pose_from_parts(&most).is_some());
    }
}
