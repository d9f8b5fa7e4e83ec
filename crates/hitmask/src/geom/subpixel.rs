use super::mapped::Mapped;
use core::ops::{Mul, MulAssign};

use super::Point;
use super::angle::parts;
use super::point::point_operators;
use crate::invalid_argument::{InvalidArgument, InvalidReason};

/// A position or a motion in 65 536ths of a pixel (Q16 fixed point): x to the right, y down.
///
/// Everything that takes one takes `impl Into<PointQ16>`. A [`Point`] or a pair of `i32` is in **whole pixels**. A pair of `f32` or `f64`
/// is in pixels too; each number is rounded to the nearest 65 536th, ties away from zero.
///
/// Keep positions as [`PointQ16`] from one frame to the next: sums of them are exact, sums of floats are not. Like [`Point`]s they are
/// ordered by y, then by x.
///
/// # Limit
/// The magnitude of a legal coordinate is at most [`PointQ16::LIMIT`], 2³¹ pixels: this covers every pixel that exists. You can compute and
/// compare other coordinates, but every function that takes a `PointQ16` rejects them. A function that returns a `Result` returns an error,
/// most often [`InvalidArgument`]; any other function panics.
///
/// # Not a number
/// An infinite float, or one beyond the limit, becomes [`i64::MAX`] or [`i64::MIN`]; NaN becomes [`i64::MIN`]. These values are far beyond
/// the limit, so one rule covers them all: every function that takes a `PointQ16` rejects them, as described above. None of them becomes 0.
/// [`PointQ16::from_f64`] returns None for such floats at once.
///
/// # Overflow
/// Sums, differences and products saturate at the ends of i64, as [`Point`](Point#overflow)s do at the ends of i32. Both ends are beyond
/// the limit, and no operator leads back from them: an end plus, minus or times anything is an end. Where floats would give NaN (the ends
/// cancel, or an end is multiplied by 0), it is `i64::MIN`. So what was once out of range is refused wherever it goes.
///
/// ```
/// use hitmask::{Mask, PointQ16};
/// assert_eq!(PointQ16::from((3, -4)), PointQ16::new(3 << 16, -4 << 16));
/// assert_eq!(PointQ16::from((0.5, -0.25)), PointQ16::new(1 << 15, -(1 << 14)));
/// let nowhere = PointQ16::from([f32::NAN, 0.0]);
/// assert!(nowhere.x < -PointQ16::LIMIT && (nowhere + (f64::INFINITY, 0.0)).checked("sum").is_err());
///
/// let ball = Mask::filled(8, 8);
/// let (mut position, velocity) = (PointQ16::from((10.5, 20.0)), PointQ16::from((90.0, -30.0)));     // pixels, pixels per second
/// position += velocity * (1.0 / 60.0);
/// assert_eq!(position.to_f64(), [12.0, 19.5]);
/// assert_eq!(ball.cast(&ball, position, (0.25, 0.0)), hitmask::Cast::Miss);
/// ```
#[doc(alias = "fixed point")]
#[doc(alias = "subpixel")]
#[doc(alias = "sub-pixel")]
#[doc(alias = "Vec2")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct PointQ16 {
    /// The distance to the right of the origin, in 65 536ths of a pixel.
    pub x: i64,
    /// The distance below the origin, in 65 536ths of a pixel.
    pub y: i64,
}

impl PointQ16 {
    /// (0, 0).
    pub const ZERO: PointQ16 = PointQ16::new(0, 0);

    /// One pixel: 65 536.
    pub const ONE: i64 = 1 << 16;

    /// The largest magnitude of a coordinate: 2³¹ pixels.
    pub const LIMIT: i64 = 1 << 47;

    /// From coordinates in 65 536ths of a pixel.
    #[must_use]
    pub const fn new(x: i64, y: i64) -> PointQ16 {
        PointQ16 { x, y }
    }

    /// From coordinates in pixels, each rounded to the nearest 65 536th, ties away from zero. None if one is NaN or beyond
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

    /// The coordinates in pixels. Exact, because an f64 holds every coordinate within [`PointQ16::LIMIT`]. The ends of i64 become infinite.
    #[must_use]
    pub fn to_f64(self) -> [f64; 2] {
        [self.x, self.y].mapped(|q| match q {
            i64::MAX => f64::INFINITY,
            i64::MIN => f64::NEG_INFINITY,
            q => q as f64 / PointQ16::ONE as f64,
        })
    }

    /// The pixel at which a sprite with this position is drawn: the nearest whole pixel, ⌈x − ½⌉, so ties go to the left and up. None if a
    /// coordinate does not fit i32.
    ///
    /// ```
    /// use hitmask::{Point, PointQ16};
    /// assert_eq!(PointQ16::new(0x1_8000, -0x1_8000).pixel(), Some(Point::new(1, -2)));
    /// ```
    #[must_use]
    pub fn pixel(self) -> Option<Point> {
        let pixel =
            |q: i64| i32::try_from(nearest_pixel(q.clamp(-2 * PointQ16::LIMIT, 2 * PointQ16::LIMIT))).ok();
        Some(Point::new(pixel(self.x)?, pixel(self.y)?))
    }

    /// The same point, unless a coordinate is beyond [`PointQ16::LIMIT`]. It is the checked form of every verb that panics for
    /// nothing but a position or a motion beyond the limit, such as [`Mask::cast`](crate::Mask::cast). The error says it about the argument of
    /// that name.
    ///
    /// # Errors
    /// [`InvalidArgument`], if a coordinate is beyond the limit.
    #[inline]
    pub fn checked(self, argument: &'static str) -> Result<PointQ16, InvalidArgument> {
        let inside = |q: i64| (-PointQ16::LIMIT..=PointQ16::LIMIT).contains(&q);
        if inside(self.x) && inside(self.y) { Ok(self) } else { Err(PointQ16::too_far(argument)) }
    }

    /// The same point, rounded to the nearest whole pixel: see [`PointQ16::pixel`].
    #[inline]
    pub(crate) fn on_pixel(self) -> PointQ16 {
        PointQ16::new(nearest_pixel(self.x) << 16, nearest_pixel(self.y) << 16)
    }

    /// What is wrong with a position beyond the limit.
    #[cold]
    pub(crate) const fn too_far(argument: &'static str) -> InvalidArgument {
        InvalidArgument::new(argument, InvalidReason::TooFar { most: PointQ16::LIMIT >> 16 })
    }
}

/// The whole pixel of a Q16 coordinate: ⌈x − ½⌉. It is also the first pixel whose centre, moved by ε, lies beyond the coordinate.
#[inline]
pub(crate) fn nearest_pixel(x: i64) -> i64 {
    (x + (1 << 15) - 1) >> 16
}

/// The nearest 65 536th, ties away from zero. None for NaN and for numbers beyond the limit.
pub(super) fn q16(pixels: f64) -> Option<i64> {
    let scaled = pixels * PointQ16::ONE as f64;
    if scaled.is_nan() || scaled.abs() > PointQ16::LIMIT as f64 {
        return None;
    }
    // Both steps are exact: a float has 53 bits, and the integer part needs at most 48 of them.
    let whole = scaled as i64;
    let rest = scaled - whole as f64;
    Some(whole + i64::from(rest >= 0.5) - i64::from(rest <= -0.5))
}

/// The same as [`q16`], but where that returns None: `i64::MAX` for positive numbers, `i64::MIN` for negative ones and NaN.
fn q16_or_end(pixels: f64) -> i64 {
    q16(pixels).unwrap_or(if pixels > 0.0 { i64::MAX } else { i64::MIN })
}

/// Whether a number is an end of i64, which stands for what is infinite, out of range or not a number.
#[inline]
const fn is_end(q: i64) -> bool {
    q == i64::MAX || q == i64::MIN
}

/// The end on the side of a number.
const fn end(is_negative: bool) -> i64 {
    if is_negative { i64::MIN } else { i64::MAX }
}

/// The sum. An end stays one; if both ends meet, there is no number.
fn sum(a: i64, b: i64) -> i64 {
    match (is_end(a), is_end(b)) {
        (false, false) => a.saturating_add(b),
        (true, true) if a != b => i64::MIN,
        (true, _) => a,
        (false, true) => b,
    }
}

/// The difference, as [`sum`].
fn difference(a: i64, b: i64) -> i64 {
    if is_end(a) || is_end(b) { sum(a, negated(b)) } else { a.saturating_sub(b) }
}

/// The same with the other sign. An end becomes the other one.
const fn negated(q: i64) -> i64 {
    if is_end(q) { end(q > 0) } else { -q }
}

/// The product. An end stays one; times 0 there is no number.
fn product(q: i64, by: i64) -> i64 {
    match is_end(q) {
        true if by == 0 => i64::MIN,
        true => end((q < 0) != (by < 0)),
        false => q.checked_mul(by).unwrap_or(end((q < 0) != (by < 0))),
    }
}

/// The product, rounded once to the nearest integer, ties away from zero. `i64::MIN` if the factor or the product is NaN. An end stays one.
fn scaled(q: i64, by: f64) -> i64 {
    if by.is_nan() || by.is_infinite() && q == 0 || is_end(q) && by == 0.0 {
        return i64::MIN;
    }
    if is_end(q) {
        return end((q < 0) != by.is_sign_negative());
    }
    let (mantissa, exponent) = parts(by.abs());
    // Below 2^63 · 2^53. Infinity reads as 2^52 with the largest exponent: too large for i64, which is right.
    let product = u128::from(q.unsigned_abs()) * u128::from(mantissa);
    let size = match exponent {
        // Each bit of the shift doubles a product of at least 1, so a shift that loses bits is far beyond i64.
        0.. if product != 0 => {
            product.checked_shl(exponent as u32).filter(|size| size >> exponent == product)
        }
        0.. => Some(0),
        // The product has fewer than 117 bits. Dropping 118 leaves less than a half.
        ..=-118 => Some(0),
        _ => Some((product + (1 << (-exponent - 1))) >> -exponent),
    };
    let size = size.map_or(i128::MAX, |size| i128::try_from(size).unwrap_or(i128::MAX));
    let product = if (q < 0) != by.is_sign_negative() { -size } else { size };
    product.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

point_operators!(PointQ16: sum, difference, negated);

/// Exact. Saturates: see [`PointQ16`](PointQ16#overflow).
impl Mul<i64> for PointQ16 {
    type Output = PointQ16;
    fn mul(self, by: i64) -> PointQ16 {
        PointQ16 { x: product(self.x, by), y: product(self.y, by) }
    }
}

/// The exact product, rounded once to the nearest 65 536th, ties away from zero. Saturates: see [`PointQ16`](PointQ16#overflow). A product
/// with NaN, and 0 times infinity, is [not a number](PointQ16#not-a-number). For an `f32` use `f64::from`, which is exact.
impl Mul<f64> for PointQ16 {
    type Output = PointQ16;
    fn mul(self, by: f64) -> PointQ16 {
        PointQ16 { x: scaled(self.x, by), y: scaled(self.y, by) }
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

/// From whole pixels.
impl From<Point> for PointQ16 {
    fn from(p: Point) -> PointQ16 {
        PointQ16 { x: i64::from(p.x) << 16, y: i64::from(p.y) << 16 }
    }
}

/// From whole pixels.
impl From<(i32, i32)> for PointQ16 {
    fn from(p: (i32, i32)) -> PointQ16 {
        Point::from(p).into()
    }
}

/// From whole pixels.
impl From<[i32; 2]> for PointQ16 {
    fn from(p: [i32; 2]) -> PointQ16 {
        Point::from(p).into()
    }
}

/// From pixels, each rounded to the nearest 65 536th. [`PointQ16`](PointQ16#not-a-number) says what happens to NaN and infinity.
impl From<(f64, f64)> for PointQ16 {
    fn from((x, y): (f64, f64)) -> PointQ16 {
        PointQ16 { x: q16_or_end(x), y: q16_or_end(y) }
    }
}

/// From pixels, each rounded to the nearest 65 536th. [`PointQ16`](PointQ16#not-a-number) says what happens to NaN and infinity.
impl From<[f64; 2]> for PointQ16 {
    fn from([x, y]: [f64; 2]) -> PointQ16 {
        (x, y).into()
    }
}

/// From pixels, each rounded to the nearest 65 536th. [`PointQ16`](PointQ16#not-a-number) says what happens to NaN and infinity.
impl From<(f32, f32)> for PointQ16 {
    fn from((x, y): (f32, f32)) -> PointQ16 {
        (f64::from(x), f64::from(y)).into()
    }
}

/// From pixels, each rounded to the nearest 65 536th. [`PointQ16`](PointQ16#not-a-number) says what happens to NaN and infinity.
impl From<[f32; 2]> for PointQ16 {
    fn from([x, y]: [f32; 2]) -> PointQ16 {
        (x, y).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;

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
            let PointQ16 { x, y } = PointQ16::new(q, negated(q)) * by;
            assert_eq!(y, negated(x), "{q} · {by}");
            x
        };
        assert_eq!((times(3, 0.5), times(3, -0.5), times(1, 0.5f64.next_down())), (2, -2, 0));
        assert_eq!((times(MAX, 1.0), times(PointQ16::LIMIT, 0.25)), (MAX, 1 << 45));
        let most = MAX - 1;
        // 2^53 + 1 is not a float, so a computation in floats would lose the 1.
        assert_eq!(times((1 << 53) + 1, 1.0), (1 << 53) + 1);
        assert_eq!(times(3, 1.0 / 3.0), 1);
        assert_eq!(
            (times(most, f64::MIN_POSITIVE), times(most, f64::from_bits(1)), times(7, 0.0)),
            (0, 0, 0)
        );
        assert_eq!((times(1, f64::MAX), times(1, -1e300), times(0, 1e300)), (MAX, MIN, 0));
        // The largest exponent for which all bits are dropped, and the next one.
        assert_eq!((times(most, 2f64.powi(-64)), times(most, 2f64.powi(-63))), (0, 1));
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
        assert_eq!(-far, PointQ16::new(MIN, MAX));
        assert_eq!((far * 2, far * -1), (far, PointQ16::new(MIN, MAX)));
        let mut p = PointQ16::from((1, 2));
        p += (0.5, 0.0);
        p -= Point::new(0, 1);
        p *= 3;
        p *= 0.5;
        assert_eq!(p, PointQ16::from((2.25, 1.5)));
    }

    /// What is infinite, out of range or not a number never becomes a legal coordinate again, whatever is done with it.
    #[test]
    fn no_operator_leads_back_into_range() {
        let floats = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 3e9, -3e9, 1e300, -1e300];
        let limit = 2f64.powi(31);
        let any = [0.0, -0.0, 1.5, -1.5, limit, -limit, f64::MIN_POSITIVE, -1e-300, 2f64.powi(-40)];
        let is_out = |q: i64, what: &dyn Fn() -> String| assert!(is_end(q), "{}: {q}", what());
        for float in floats {
            let marker = PointQ16::from((float, 0.0));
            is_out(marker.x, &|| format!("{float}"));
            is_out((-marker).x, &|| format!("-{float}"));
            assert!(PointQ16::from(marker.to_f64()) == marker && marker.checked("it").is_err());
            for other in floats.into_iter().chain(any) {
                let with = PointQ16::from((other, 0.0));
                let (mut added, mut taken) = (marker, with);
                added += with;
                taken -= marker;
                for (sign, point) in [
                    ("+", marker + with),
                    ("-", marker - with),
                    ("+=", added),
                    ("-=", taken),
                    ("*", marker * other),
                ] {
                    is_out(point.x, &|| format!("{float} {sign} {other}"));
                    assert!(point.checked("it").is_err() && point.pixel().is_none());
                }
            }
            for by in [0, 1, -1, 7, -7, MAX, MIN] {
                is_out((marker * by).x, &|| format!("{float} * {by}"));
            }
        }
        // A product that is too large is out, too.
        assert_eq!((PointQ16::new(1 << 47, -(1 << 47)) * (1 << 40)), PointQ16::new(MAX, MIN));
        assert_eq!((PointQ16::new(1 << 47, -(1 << 47)) * -(1 << 40)), PointQ16::new(MIN, MAX));
        // Both ends together are no number, in either order.
        assert_eq!(PointQ16::new(MAX, MIN) + PointQ16::new(MIN, MAX), PointQ16::new(MIN, MIN));
        assert_eq!(PointQ16::new(MAX, MIN) - PointQ16::new(MAX, MIN), PointQ16::new(MIN, MIN));
        // Other numbers beyond the limit may come back.
        let beyond = PointQ16::new(PointQ16::LIMIT + 5, 0);
        assert!(beyond.checked("it").is_err() && (beyond - PointQ16::new(5, 0)).checked("it").is_ok());
    }

    #[test]
    fn rows_come_before_columns() {
        assert!(PointQ16::new(9, 0) < PointQ16::new(0, 1) && PointQ16::new(0, 1) < PointQ16::new(1, 1));
    }
}
