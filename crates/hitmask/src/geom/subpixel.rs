use core::cmp::Ordering;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use super::Point;
use super::angle::parts;

/// A position or a motion in 65 536ths of a pixel (Q16): x to the right, y down.
///
/// Everything that takes one takes `impl Into<PointQ16>`. A [`Point`] or a pair of `i32` is meant in **whole pixels**; a pair of `f32` or
/// `f64` is meant in pixels, too, and each number is rounded to the nearest 65 536th, halves away from zero.
///
/// Keep positions as [`PointQ16`] from one frame to the next: sums of them are exact, sums of floats are not. As [`Point`]s they are
/// ordered by y, then by x.
///
/// # Limit
/// A legal coordinate is at most [`PointQ16::LIMIT`] either way, which is every pixel that exists. Other coordinates can be computed
/// and compared, but whatever takes a point refuses them: it returns an error where it returns a `Result`, and panics where it does not.
///
/// # Not a number
/// A float that is infinite or beyond the limit becomes [`i64::MAX`] or [`i64::MIN`]; one that is not a number becomes [`i64::MIN`].
/// These are far beyond the limit, so one rule holds for all of them: whatever takes a point refuses it, as said above. Nothing becomes
/// 0. [`PointQ16::from_f64`] returns None for such floats at once.
///
/// # Overflow
/// Sums, differences and products saturate at the ends of i64, as [`Point`](Point#overflow)s do at those of i32. Both ends are beyond
/// the limit.
///
/// ```
/// use hitmask::{Mask, PointQ16};
/// assert_eq!(PointQ16::from((3, -4)), PointQ16::new(3 << 16, -4 << 16));
/// assert_eq!(PointQ16::from((0.5, -0.25)), PointQ16::new(1 << 15, -(1 << 14)));
/// assert!(PointQ16::from([f32::NAN, 0.0]).x < -PointQ16::LIMIT);
///
/// let ball = Mask::filled(8, 8);
/// let (mut position, velocity) = (PointQ16::from((10.5, 20.0)), PointQ16::from((90.0, -30.0)));     // pixels, pixels a second
/// position += velocity * (1.0 / 60.0);
/// assert_eq!(position.to_f64(), [12.0, 19.5]);
/// assert_eq!(ball.cast(&ball, position, (0.25, 0.0)), hitmask::Cast::Miss);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct PointQ16 {
    /// To the right, in 65 536ths of a pixel.
    pub x: i64,
    /// Down, in 65 536ths of a pixel.
    pub y: i64,
}

impl PointQ16 {
    /// (0, 0).
    pub const ZERO: PointQ16 = PointQ16::new(0, 0);

    /// A pixel.
    pub const ONE: i64 = 1 << 16;

    /// The largest magnitude of a coordinate: 2³¹ pixels.
    pub const LIMIT: i64 = 1 << 47;

    /// From 65 536ths of a pixel.
    #[must_use]
    pub const fn new(x: i64, y: i64) -> PointQ16 {
        PointQ16 { x, y }
    }

    /// From pixels, each rounded to the nearest 65 536th, halves away from zero. None where one is not a number or beyond
    /// [`PointQ16::LIMIT`].
    ///
    /// ```
    /// use hitmask::PointQ16;
    /// assert_eq!(PointQ16::from_f64(1.5 / 65536.0, -1.5 / 65536.0), Some(PointQ16::new(2, -2)));
    /// assert_eq!(PointQ16::from_f64(f64::NAN, 0.0), None);
    /// ```
    #[must_use]
    pub fn from_f64(x: f64, y: f64) -> Option<PointQ16> {
        Some(PointQ16 { x: q16(x)?, y: q16(y)? })
    }

    /// In pixels. Exact: a float holds every coordinate within [`PointQ16::LIMIT`].
    #[must_use]
    pub fn to_f64(self) -> [f64; 2] {
        [self.x, self.y].map(|q| q as f64 / PointQ16::ONE as f64)
    }

    /// The whole pixel that a sprite at this position is drawn at, ⌈x − ½⌉: the nearest, halves towards the upper left. None where
    /// no i32 holds it.
    ///
    /// ```
    /// use hitmask::{Point, PointQ16};
    /// assert_eq!(PointQ16::new(0x1_8000, -0x1_8000).pixel(), Some(Point::new(1, -2)));
    /// ```
    #[must_use]
    pub fn pixel(self) -> Option<Point> {
        let pixel = |q: i64| i32::try_from(q.checked_add(PointQ16::ONE / 2 - 1)? >> 16).ok();
        Some(Point::new(pixel(self.x)?, pixel(self.y)?))
    }

    /// # Panics
    /// Beyond the limit.
    #[track_caller]
    pub(crate) fn checked(self) -> PointQ16 {
        let inside = |q: i64| (-PointQ16::LIMIT..=PointQ16::LIMIT).contains(&q);
        assert!(inside(self.x) && inside(self.y), "({}, {}) / 65536 lies beyond 2^31 pixels", self.x, self.y);
        self
    }
}

/// The nearest 65 536th, halves away from zero. None beyond the limit and for what is not a number.
pub(super) fn q16(pixels: f64) -> Option<i64> {
    let scaled = pixels * PointQ16::ONE as f64;
    if scaled.is_nan() || scaled.abs() > PointQ16::LIMIT as f64 {
        return None;
    }
    // Both steps are exact: a float has 53 bits, and the integer part needs 48 of them at the most.
    let whole = scaled as i64;
    let rest = scaled - whole as f64;
    Some(whole + i64::from(rest >= 0.5) - i64::from(rest <= -0.5))
}

/// As [`q16`]; an end of i64 for what has no such number.
fn q16_or_end(pixels: f64) -> i64 {
    q16(pixels).unwrap_or(if pixels > 0.0 { i64::MAX } else { i64::MIN })
}

/// The product, rounded once, to nearest, halves away from zero; i64::MIN where the factor is not a number.
fn scaled(q: i64, by: f64) -> i64 {
    if by.is_nan() || by.is_infinite() && q == 0 {
        return i64::MIN;
    }
    let (mantissa, exponent) = parts(by.abs());
    // Below 2^63 · 2^53; infinity, as the power of two that it is written as, is as much too large as it should be.
    let product = u128::from(q.unsigned_abs()) * u128::from(mantissa);
    let size = match exponent {
        // Each digit that is shifted in doubles at least 1.
        0.. if product != 0 => {
            product.checked_shl(exponent as u32).filter(|size| size >> exponent == product)
        }
        0.. => Some(0),
        // With fewer than 117 digits and 118 of them dropped, less than a half is left.
        ..=-118 => Some(0),
        _ => Some((product + (1 << (-exponent - 1))) >> -exponent),
    };
    let size = size.map_or(i128::MAX, |size| i128::try_from(size).unwrap_or(i128::MAX));
    let product = if (q < 0) != by.is_sign_negative() { -size } else { size };
    product.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

/// Row by row: by y, then by x.
impl Ord for PointQ16 {
    fn cmp(&self, other: &PointQ16) -> Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for PointQ16 {
    fn partial_cmp(&self, other: &PointQ16) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Saturating: see [`PointQ16`](PointQ16#overflow).
impl<P: Into<PointQ16>> Add<P> for PointQ16 {
    type Output = PointQ16;
    fn add(self, other: P) -> PointQ16 {
        let other = other.into();
        PointQ16 { x: self.x.saturating_add(other.x), y: self.y.saturating_add(other.y) }
    }
}

/// Saturating: see [`PointQ16`](PointQ16#overflow).
impl<P: Into<PointQ16>> Sub<P> for PointQ16 {
    type Output = PointQ16;
    fn sub(self, other: P) -> PointQ16 {
        let other = other.into();
        PointQ16 { x: self.x.saturating_sub(other.x), y: self.y.saturating_sub(other.y) }
    }
}

/// Saturating: see [`PointQ16`](PointQ16#overflow).
impl Neg for PointQ16 {
    type Output = PointQ16;
    fn neg(self) -> PointQ16 {
        PointQ16 { x: self.x.saturating_neg(), y: self.y.saturating_neg() }
    }
}

/// Exact; saturating: see [`PointQ16`](PointQ16#overflow).
impl Mul<i64> for PointQ16 {
    type Output = PointQ16;
    fn mul(self, by: i64) -> PointQ16 {
        PointQ16 { x: self.x.saturating_mul(by), y: self.y.saturating_mul(by) }
    }
}

/// The exact product, rounded once to the nearest 65 536th, halves away from zero. Saturating: see [`PointQ16`](PointQ16#overflow).
/// The product with what is [not a number](PointQ16#not-a-number) is not one either, nor is 0 times infinity. Of an `f32`, take
/// `f64::from`, which is exact.
impl Mul<f64> for PointQ16 {
    type Output = PointQ16;
    fn mul(self, by: f64) -> PointQ16 {
        PointQ16 { x: scaled(self.x, by), y: scaled(self.y, by) }
    }
}

impl<P: Into<PointQ16>> AddAssign<P> for PointQ16 {
    fn add_assign(&mut self, other: P) {
        *self = *self + other;
    }
}

impl<P: Into<PointQ16>> SubAssign<P> for PointQ16 {
    fn sub_assign(&mut self, other: P) {
        *self = *self - other;
    }
}

impl<N> MulAssign<N> for PointQ16
where
    PointQ16: Mul<N, Output = PointQ16>,
{
    fn mul_assign(&mut self, by: N) {
        *self = *self * by;
    }
}

/// Whole pixels.
impl From<Point> for PointQ16 {
    fn from(p: Point) -> PointQ16 {
        PointQ16 { x: i64::from(p.x) << 16, y: i64::from(p.y) << 16 }
    }
}

/// Whole pixels.
impl From<(i32, i32)> for PointQ16 {
    fn from(p: (i32, i32)) -> PointQ16 {
        Point::from(p).into()
    }
}

/// Whole pixels.
impl From<[i32; 2]> for PointQ16 {
    fn from(p: [i32; 2]) -> PointQ16 {
        Point::from(p).into()
    }
}

/// Pixels, each rounded to the nearest 65 536th; see there for what is [not a number](PointQ16#not-a-number).
impl From<(f64, f64)> for PointQ16 {
    fn from((x, y): (f64, f64)) -> PointQ16 {
        PointQ16 { x: q16_or_end(x), y: q16_or_end(y) }
    }
}

/// Pixels, each rounded to the nearest 65 536th; see there for what is [not a number](PointQ16#not-a-number).
impl From<[f64; 2]> for PointQ16 {
    fn from([x, y]: [f64; 2]) -> PointQ16 {
        (x, y).into()
    }
}

/// Pixels, each rounded to the nearest 65 536th; see there for what is [not a number](PointQ16#not-a-number).
impl From<(f32, f32)> for PointQ16 {
    fn from((x, y): (f32, f32)) -> PointQ16 {
        (f64::from(x), f64::from(y)).into()
    }
}

/// Pixels, each rounded to the nearest 65 536th; see there for what is [not a number](PointQ16#not-a-number).
impl From<[f32; 2]> for PointQ16 {
    fn from([x, y]: [f32; 2]) -> PointQ16 {
        (x, y).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIN: i64 = i64::MIN;
    const MAX: i64 = i64::MAX;

    #[test]
    fn floats_become_the_nearest_65536th() {
        let half: f64 = 0.5 / 65536.0;
        assert_eq!(PointQ16::from((half, -half)), PointQ16::new(1, -1));
        assert_eq!(PointQ16::from((half.next_down(), -half.next_down())), PointQ16::ZERO);
        assert_eq!(PointQ16::from([1.5f32, -2.25]), PointQ16::new(0x1_8000, -0x2_4000));
        assert_eq!(PointQ16::from((3.0f32, -4.0)), PointQ16::from((3, -4)));
        for p in [PointQ16::new(PointQ16::LIMIT, -PointQ16::LIMIT), PointQ16::new(12_345, -1)] {
            assert_eq!(PointQ16::from(p.to_f64()), p);
        }
    }

    #[test]
    fn what_is_not_a_number_lies_beyond_the_limit() {
        let of = |x: f64| (PointQ16::from((x, 0.0)).x, PointQ16::from((0.0, x)).y);
        assert_eq!(of(f64::NAN), (MIN, MIN));
        assert_eq!(of(f64::INFINITY), (MAX, MAX));
        assert_eq!(of(f64::NEG_INFINITY), (MIN, MIN));
        assert_eq!(of(f64::MAX), (MAX, MAX));
        assert_eq!(of(-3e9), (MIN, MIN));
        let limit = f64::from(1u32 << 31);
        assert_eq!(PointQ16::from_f64(limit, -limit), Some(PointQ16::new(PointQ16::LIMIT, -PointQ16::LIMIT)));
        assert_eq!(PointQ16::from_f64(limit.next_up(), 0.0), None);
        assert_eq!(PointQ16::from((limit.next_up(), 0.0)), PointQ16::new(MAX, 0));
        assert_eq!(PointQ16::from_f64(0.0, f64::NAN), None);
        assert_eq!(PointQ16::from_f64(0.0, f64::NEG_INFINITY), None);
    }

    #[test]
    fn products_with_floats_are_rounded_once() {
        let times = |q: i64, by: f64| {
            let PointQ16 { x, y } = PointQ16::new(q, -q) * by;
            assert!(y == x.saturating_neg() || (x, y) == (MAX, MIN), "{q} · {by}");
            x
        };
        assert_eq!((times(3, 0.5), times(3, -0.5), times(1, 0.5f64.next_down())), (2, -2, 0));
        assert_eq!((times(MAX, 1.0), times(PointQ16::LIMIT, 0.25)), (MAX, 1 << 45));
        // 2^53 + 1 is no float, so going by floats would lose the 1.
        assert_eq!(times((1 << 53) + 1, 1.0), (1 << 53) + 1);
        assert_eq!(times(3, 1.0 / 3.0), 1);
        assert_eq!((times(MAX, f64::MIN_POSITIVE), times(MAX, f64::from_bits(1)), times(7, 0.0)), (0, 0, 0));
        assert_eq!((times(1, f64::MAX), times(1, -1e300), times(0, 1e300)), (MAX, MIN, 0));
        // The largest exponents that are dropped, and that are not.
        assert_eq!((times(MAX, 2f64.powi(-64)), times(MAX, 2f64.powi(-63))), (0, 1));
        assert_eq!((times(1, 2f64.powi(62)), times(1, 2f64.powi(63))), (1 << 62, MAX));
        for by in [f64::NAN, -f64::NAN] {
            assert_eq!(PointQ16::new(0, 5) * by, PointQ16::new(MIN, MIN));
        }
        assert_eq!(PointQ16::new(0, 5) * f64::INFINITY, PointQ16::new(MIN, MAX));
        assert_eq!(PointQ16::new(-1, 5) * f64::NEG_INFINITY, PointQ16::new(MAX, MIN));
    }

    #[test]
    fn sums_saturate() {
        let far = PointQ16::new(MAX, MIN);
        assert_eq!(far + far, far);
        assert_eq!(far - PointQ16::new(-1, 1), far);
        assert_eq!(-far, PointQ16::new(-MAX, MAX));
        assert_eq!((far * 2, far * -1), (far, PointQ16::new(-MAX, MAX)));
        let mut p = PointQ16::from((1, 2));
        p += (0.5, 0.0);
        p -= Point::new(0, 1);
        p *= 3;
        p *= 0.5;
        assert_eq!(p, PointQ16::from((2.25, 1.5)));
    }

    #[test]
    fn rows_come_before_columns() {
        assert!(PointQ16::new(9, 0) < PointQ16::new(0, 1) && PointQ16::new(0, 1) < PointQ16::new(1, 1));
    }
}
