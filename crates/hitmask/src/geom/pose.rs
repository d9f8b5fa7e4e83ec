//! Poses: where and how a sprite lies, in fixed point.
//!
//! This file is long because a pose is one type with its rounding: half of the lines are the contracts of its methods.

use super::mapped::Mapped;
use core::cmp::Ordering;

use super::angle::{TRIG_BITS, parts};
use super::{Angle, Point, PointQ16, subpixel, wide};
use crate::invalid_argument::{InvalidArgument, InvalidReason, OrPanic};

/// An affine transform: where and how a sprite lies in the world. The texel point (u, v) lies at the world point (a·u + b·v + tx, c·u + d·v
/// + ty).
///
/// # Guarantees
/// - The six numbers are multiples of 2⁻¹⁶ (*Q16*). They are rounded once, to nearest, ties away from zero. After that every query is
///   computed in integers, so all machines give the same answer.
/// - The same parts give the same pose on every machine: the library computes sine and cosine itself, correctly rounded to 2⁻³⁰.
/// - The matrix has an inverse, the magnitude of each of its entries is at most [`Pose::MAX_STRETCH`], and the translation stays within 2³¹
///   pixels.
///
/// ```
/// use hitmask::{Angle, Mask, PixelRule, Pose, PoseParts};
/// let bar = Mask::filled(20, 2);
/// let upright = Pose::new(&PoseParts {
///     position: [50.0, 50.0],
///     rotation: Angle::Degrees(90.0),
///     pivot: [10.0, 1.0],
///     ..PoseParts::default()
/// })?;
/// let lying = Pose::at(50, 58);
/// assert!(bar.overlaps_posed(&upright, &bar, &lying, PixelRule::Raster));
/// assert_eq!(bar.overlap_bounds_posed(&upright, &bar, &lying), Some(hitmask::Rect::new(50, 58, 1, 2)));
/// # Ok::<(), hitmask::InvalidArgument>(())
/// ```
#[doc(alias = "transform")]
#[doc(alias = "rotate")]
#[doc(alias = "rotation")]
#[doc(alias = "scale")]
#[doc(alias = "affine")]
#[doc(alias = "matrix")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pose {
    /// a, b, c, d in Q16.
    pub(crate) matrix: [i32; 4],
    /// tx, ty in Q16.
    pub(crate) translation: [i64; 2],
}

/// The parts of a pose: world = position + rotation · shear · scale · (texel − pivot).
///
/// The default gives [`Pose::IDENTITY`]. Set the fields, or chain the methods; no part is taken for another:
///
/// ```
/// use hitmask::{Angle, Pose, PoseParts};
/// // A sprite of 16 x 16 texels that lies on its side, its middle on (100, 50).
/// let lying = Pose::new(&PoseParts::at((100.0, 50.0)).with_pivot((8.0, 8.0)).rotated(Angle::Degrees(90.0)))?;
/// assert_eq!(lying.translation(), (108, 42).into());
/// # Ok::<(), hitmask::InvalidArgument>(())
/// ```
#[doc(alias = "transform")]
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct PoseParts {
    /// Where the pivot lies in the world, in pixels. Rounded to Q16.
    pub position: [f64; 2],
    /// The rotation about the pivot. A positive angle turns clockwise on the screen.
    pub rotation: Angle,
    /// The scale along the sprite's own x and y axes. A negative number mirrors that axis.
    pub scale: [f64; 2],
    /// Whether the sprite is mirrored along its own x axis, and along its y axis: as a scale with the other sign.
    pub flip: [bool; 2],
    /// The shear: how far x shifts per pixel of y, and y per pixel of x. The matrix is (1, shear x; shear y, 1).
    pub shear: [f64; 2],
    /// The fixed point of rotation, scale and shear, in texels from the sprite's upper-left corner. It may be fractional: the middle of a
    /// sprite that is 5 texels wide is 2.5.
    pub pivot: [f64; 2],
}

impl Default for PoseParts {
    fn default() -> PoseParts {
        PoseParts {
            position: [0.0; 2],
            rotation: Angle::default(),
            scale: [1.0; 2],
            flip: [false; 2],
            shear: [0.0; 2],
            pivot: [0.0; 2],
        }
    }
}

impl PoseParts {
    /// The parts of a sprite whose pivot lies on a position, in pixels.
    #[must_use]
    pub fn at(position: impl Into<[f64; 2]>) -> PoseParts {
        PoseParts { position: position.into(), ..PoseParts::default() }
    }

    /// The same parts with a [pivot](PoseParts::pivot), in texels.
    #[doc(alias = "about")]
    #[doc(alias = "origin")]
    #[doc(alias = "anchor")]
    #[must_use]
    pub fn with_pivot(self, pivot: impl Into<[f64; 2]>) -> PoseParts {
        PoseParts { pivot: pivot.into(), ..self }
    }

    /// The same parts with a [rotation](PoseParts::rotation).
    #[must_use]
    pub fn rotated(self, rotation: Angle) -> PoseParts {
        PoseParts { rotation, ..self }
    }

    /// The same parts with a [scale](PoseParts::scale).
    #[must_use]
    pub fn scaled(self, scale: impl Into<[f64; 2]>) -> PoseParts {
        PoseParts { scale: scale.into(), ..self }
    }
}

/// What is wrong with a matrix that has too large an entry.
pub(super) const TOO_STRETCHED: InvalidArgument =
    InvalidArgument::new("matrix", InvalidReason::TooStretched { most: Pose::MAX_STRETCH });

/// 1 in Q16.
pub(crate) const ONE: i32 = 1 << 16;

impl Pose {
    /// The identity: every texel lies on the world pixel with the same coordinates.
    pub const IDENTITY: Pose = Pose { matrix: [ONE, 0, 0, ONE], translation: [0, 0] };

    /// The largest magnitude of a, b, c and d, in world pixels per texel: as large as the sides of the largest pictures that can be drawn.
    pub const MAX_STRETCH: u32 = 32_767;

    /// Up to this stretch, products of entries with each other and with an image fit 64 bits. Most sprites have less.
    pub(crate) const USUAL_STRETCH: u32 = 64;

    /// The largest magnitude of a translation, in pixels.
    const MAX_TRANSLATION: u32 = 1 << 31;

    /// Whether it is a translation. It looks at the numbers one by one: comparing the arrays sends them through memory.
    #[inline]
    pub(crate) fn is_translation(&self) -> bool {
        let [a, b, c, d] = self.matrix;
        (a ^ ONE) | b | c | (d ^ ONE) == 0
    }

    /// A translation: the unchanged sprite with its upper-left corner on the world pixel (x, y).
    #[must_use]
    #[doc(alias = "translation")]
    pub const fn at(x: i32, y: i32) -> Pose {
        Pose { translation: [(x as i64) << 16, (y as i64) << 16], ..Pose::IDENTITY }
    }

    /// The pose with these parts. The matrix is computed exactly and rounded once. The translation is position − rounded matrix · pivot,
    /// and is rounded once as well.
    ///
    /// It takes about a tenth of a microsecond.
    ///
    /// # Errors
    /// [`InvalidArgument`], if a part is not finite or too large, or if the pose flattens the sprite.
    pub fn new(from: &PoseParts) -> Result<Pose, InvalidArgument> {
        let PoseParts { position, rotation, scale, flip, shear, pivot } = *from;
        let matrix = matrix_of(rotation, scale, flip, shear)?;
        let arm = Arm::of(matrix, pivot)?;
        let moved = |i: usize| Ok(arm[i].added_to(q16(position[i], Pose::MAX_TRANSLATION, "position")?));
        Pose::checked(matrix, [moved(0)?, moved(1)?])
    }

    /// Where the texel point (0, 0) lies: the sprite's upper-left corner, before it was turned.
    #[must_use]
    pub fn translation(&self) -> PointQ16 {
        let [x, y] = self.translation;
        PointQ16::new(x, y)
    }

    /// The pose with the six numbers a, b, c, d, tx, ty, each rounded to Q16. The order is row by row: b is how far x moves per texel of v.
    ///
    /// # Errors
    /// The same as [`Pose::new`].
    ///
    /// ```
    /// use hitmask::Pose;
    /// let quarter = Pose::from_matrix([0.0, -1.0, 1.0, 0.0, 8.0, 0.0])?;       // clockwise about the corner, then 8 to the right
    /// assert_eq!(quarter.to_q16(), [0, -65536, 65536, 0, 8 * 65536, 0]);
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    pub fn from_matrix([a, b, c, d, tx, ty]: [f64; 6]) -> Result<Pose, InvalidArgument> {
        let entry = |x| {
            let entry = q16(x, Pose::MAX_STRETCH, "matrix")?;
            Ok(i32::try_from(entry).expect("the largest stretch in Q16 fits i32"))
        };
        let moved = |x| q16(x, Pose::MAX_TRANSLATION, "position");
        Pose::checked([entry(a)?, entry(b)?, entry(c)?, entry(d)?], [moved(tx)?, moved(ty)?])
    }

    /// The pose with the numbers a, b, c, d, tx, ty in units of 2⁻¹⁶, as [`Pose::to_q16`] returns them. Nothing is rounded.
    ///
    /// # Errors
    /// The same as [`Pose::new`].
    pub fn from_q16([a, b, c, d, tx, ty]: [i64; 6]) -> Result<Pose, InvalidArgument> {
        let entry = |x: i64| i32::try_from(x).map_err(|_| TOO_STRETCHED);
        Pose::checked([entry(a)?, entry(b)?, entry(c)?, entry(d)?], [tx, ty])
    }

    /// The numbers a, b, c, d, tx, ty in units of 2⁻¹⁶. They describe the pose exactly.
    #[must_use]
    pub fn to_q16(&self) -> [i64; 6] {
        let [a, b, c, d] = self.entries();
        let [tx, ty] = self.translation;
        [a, b, c, d, tx, ty]
    }

    /// The pose translated by an offset. This is exact, so many small steps add up to one large step.
    ///
    /// # Errors
    /// [`InvalidArgument`], if the translation would exceed 2³¹ pixels.
    ///
    /// ```
    /// use hitmask::{Pose, PointQ16};
    /// let pose = Pose::at(3, 4).moved((10, 0))?.moved(PointQ16::new(1, -1))?;      // ten pixels, then the smallest step
    /// assert_eq!(pose.to_q16(), [65536, 0, 0, 65536, 13 * 65536 + 1, 4 * 65536 - 1]);
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    #[doc(alias = "translate")]
    pub fn moved(&self, by: impl Into<PointQ16>) -> Result<Pose, InvalidArgument> {
        let ([tx, ty], by) = (self.translation, by.into());
        Pose::checked(self.matrix, [tx.saturating_add(by.x), ty.saturating_add(by.y)])
    }

    /// The pose with the same matrix that maps the texel point (0, 0) to `position`.
    ///
    /// # Panics
    /// If a coordinate is beyond [`PointQ16::LIMIT`]: [`PointQ16::checked`] finds out.
    #[must_use]
    #[track_caller]
    pub fn placed(&self, position: impl Into<PointQ16>) -> Pose {
        let PointQ16 { x, y } = position.into().checked("position").or_panic();
        Pose { translation: [x, y], ..*self }
    }

    /// The pose of a sprite that lies under this pose in the plane of another one, which lies under the pose `outer`: first this pose, then the
    /// other. A gun in a hand: its pose in the picture of the arm, then the pose of the arm.
    ///
    /// Each of the six numbers is computed exactly and rounded once, to nearest, ties away from zero; the translation is that of `outer` plus the
    /// rounded image of this one. So moving `outer` by anything moves the result by the same. [`World::attach`](crate::World::attach) does this
    /// for the parts of colliders.
    ///
    /// # Errors
    /// [`InvalidArgument`], if an entry of the product is above [`Pose::MAX_STRETCH`], if the product is so flat that it has no inverse, or if it
    /// lies too far away.
    ///
    /// ```
    /// use hitmask::{Angle, Pose, PoseParts};
    /// let arm = Pose::new(&PoseParts::at((100.0, 50.0)).with_pivot((0.0, 2.0)).rotated(Angle::Degrees(90.0)))?;
    /// let gun = Pose::at(12, 0);                                          // at the end of the arm
    /// assert_eq!(gun.then(&arm)?.translation(), (102, 62).into());
    /// assert_eq!(gun.then(&Pose::IDENTITY)?, gun);
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    #[doc(alias = "compose")]
    #[doc(alias = "multiply")]
    #[doc(alias = "concat")]
    #[doc(alias = "parent")]
    pub fn then(&self, outer: &Pose) -> Result<Pose, InvalidArgument> {
        let [a, b, c, d] = outer.entries();
        let [e, f, g, h] = self.entries();
        let ([x, y], [tx, ty]) = (self.translation, outer.translation);
        let entry = |row: [i64; 2], column: [i64; 2]| {
            i32::try_from(rounded_sum(row, column)).map_err(|_| TOO_STRETCHED)
        };
        let (top, bottom) = ([a, b], [c, d]);
        Pose::checked(
            [entry(top, [e, g])?, entry(top, [f, h])?, entry(bottom, [e, g])?, entry(bottom, [f, h])?],
            [tx + rounded_sum(top, [x, y]), ty + rounded_sum(bottom, [x, y])],
        )
    }

    /// Where a point of the sprite lies in the world, in pixels: for drawing, such as a label or a spark at a muzzle. The point is in texels
    /// from the sprite's upper-left corner; (0.5, 0.5) is the middle of its first texel. Computed in floats, so the last digits may be
    /// rounded. The way back, from a world pixel to the texel under it, is [`Pose::texel_at`](Pose::texel_at), which is exact.
    ///
    /// ```
    /// use hitmask::{Angle, Pose, PoseParts};
    /// let gun = Pose::new(&PoseParts::at((100.0, 50.0)).with_pivot((2.0, 2.0)).rotated(Angle::Degrees(90.0)))?;
    /// assert_eq!(gun.point_at([12.0, 2.0]), [100.0, 60.0]);
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    #[doc(alias = "transform_point")]
    #[doc(alias = "to_world")]
    #[doc(alias = "apply")]
    #[must_use]
    pub fn point_at(&self, texel: impl Into<[f64; 2]>) -> [f64; 2] {
        let [u, v] = texel.into();
        let [a, b, c, d] = self.matrix.mapped(|entry| f64::from(entry) / f64::from(ONE));
        let [x, y] = self.translation().to_f64();
        [a * u + b * v + x, c * u + d * v + y]
    }

    fn checked(matrix: [i32; 4], translation: [i64; 2]) -> Result<Pose, InvalidArgument> {
        let beyond = |x: u64, limit: u32| x > u64::from(limit) << 16;
        if matrix.iter().any(|x| beyond(x.unsigned_abs().into(), Pose::MAX_STRETCH)) {
            return Err(TOO_STRETCHED);
        }
        if translation.iter().any(|x| beyond(x.unsigned_abs(), Pose::MAX_TRANSLATION)) {
            return Err(PointQ16::too_far("position"));
        }
        let pose = Pose { matrix, translation };
        if pose.determinant() == 0 {
            Err(InvalidArgument::new("pose", InvalidReason::Singular))
        } else {
            Ok(pose)
        }
    }

    /// The entries a, b, c, d in Q16, as i64 so that products fit.
    #[inline(always)]
    pub(crate) fn entries(&self) -> [i64; 4] {
        let [a, b, c, d] = self.matrix;
        [i64::from(a), i64::from(b), i64::from(c), i64::from(d)]
    }

    /// Whether an entry is above [`Pose::USUAL_STRETCH`]. Who multiplies entries then takes a longer way.
    #[inline(always)]
    pub(crate) fn is_wide(&self) -> bool {
        const USUAL: u32 = Pose::USUAL_STRETCH << 16;
        // Without branches: as numbers without a sign, those below the least are too large.
        let is_beyond = |entry: i32| (entry.cast_unsigned().wrapping_add(USUAL)) > 2 * USUAL;
        let [a, b, c, d] = self.matrix;
        is_beyond(a) | is_beyond(b) | is_beyond(c) | is_beyond(d)
    }

    /// The determinant a·d − b·c in Q32. Its magnitude is below 2⁶³, and at most 2⁴⁵ if no entry is [wide](Pose::is_wide).
    #[inline(always)]
    pub(crate) fn determinant(&self) -> i64 {
        let [a, b, c, d] = self.entries();
        a * d - b * c
    }

    /// The world position of the texel corner (u, v), in Q16. Below 2⁵⁰ for every corner of a mask.
    #[inline]
    pub(crate) fn corner(&self, u: i64, v: i64) -> [i64; 2] {
        let [a, b, c, d] = self.entries();
        [a * u + b * v + self.translation[0], c * u + d * v + self.translation[1]]
    }
}

/// The unchanged sprite with its upper-left corner on a pixel: [`Pose::at`].
impl From<Point> for Pose {
    fn from(Point { x, y }: Point) -> Pose {
        Pose::at(x, y)
    }
}

impl Default for Pose {
    fn default() -> Pose {
        Pose::IDENTITY
    }
}

/// The sum of two products of numbers in Q16, in Q16: rounded once, to nearest, ties away from zero. What lies beyond all positions is cut off.
pub(super) fn rounded_sum([x, y]: [i64; 2], [u, v]: [i64; 2]) -> i64 {
    const DIGITS: u32 = 16;
    let exact = i128::from(x) * i128::from(u) + i128::from(y) * i128::from(v);
    let magnitude = (exact.unsigned_abs() + (1 << (DIGITS - 1))) >> DIGITS;
    exact.signum() as i64 * magnitude.min(1 << 60) as i64
}

/// The matrix of these parts, computed exactly and rounded once.
pub(super) fn matrix_of(
    rotation: Angle,
    scale: [f64; 2],
    flip: [bool; 2],
    shear: [f64; 2],
) -> Result<[i32; 4], InvalidArgument> {
    let (sin, cos) = rotation.sin_cos().ok_or(InvalidArgument::new("rotation", InvalidReason::NotFinite))?;
    if scale == [1.0; 2] && shear == [0.0; 2] {
        return Ok(rotation_matrix((sin, cos), flip));
    }
    stretched_matrix((sin, cos), scale, flip, shear)
}

/// The matrix of a sprite that is turned and mirrored and keeps its size, as most sprites do.
fn rotation_matrix((sin, cos): (i64, i64), flip: [bool; 2]) -> [i32; 4] {
    // To nearest, ties away from zero. No sine is above 1, so it fits.
    let entry = |x: i64, is_flipped: bool| {
        let magnitude = ((x.abs() + (1 << (TRIG_BITS - 17))) >> (TRIG_BITS - 16)) as i32;
        if (x < 0) != is_flipped { -magnitude } else { magnitude }
    };
    let [x, y] = flip;
    [entry(cos, x), entry(-sin, y), entry(sin, x), entry(cos, y)]
}

/// The same for a sprite that is scaled or sheared, too.
fn stretched_matrix(
    (sin, cos): (i64, i64),
    scale: [f64; 2],
    flip: [bool; 2],
    shear: [f64; 2],
) -> Result<[i32; 4], InvalidArgument> {
    let stretch = |x: f64, part| q64(x, Pose::MAX_STRETCH, part);
    let signed = |i: usize| if flip[i] { -scale[i] } else { scale[i] };
    let [scale_x, scale_y] = [stretch(signed(0), "scale")?, stretch(signed(1), "scale")?];
    let [lean_x, lean_y] = [stretch(shear[0], "shear")?, stretch(shear[1], "shear")?];
    let (sin, cos) = (i128::from(sin), i128::from(cos));
    // Rotation · shear has 30 + 64 binary digits after the point; the scale adds 64.
    let entry = |one: i128, lean: i128, scale| {
        rounded_product((one << 64) + lean, scale, TRIG_BITS + 64 + 64 - 16)
            .and_then(|entry| i32::try_from(entry).ok())
            .ok_or(TOO_STRETCHED)
    };
    let matrix = [
        entry(cos, -sin * lean_y, scale_x)?,
        entry(-sin, cos * lean_x, scale_y)?,
        entry(sin, cos * lean_y, scale_x)?,
        entry(cos, sin * lean_x, scale_y)?,
    ];
    if matrix.iter().any(|x| x.unsigned_abs() > Pose::MAX_STRETCH << 16) {
        return Err(TOO_STRETCHED);
    }
    Ok(matrix)
}

/// One coordinate of −matrix · pivot: where the sprite's origin lies, seen from its pivot. In Q16, rounded down, and what was cut off. Both lie
/// in one number, because a world keeps two of these for each collider.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Arm {
    /// Four times the number, plus [`Rest`].
    packed: i64,
}

/// The part of a number that rounding down cuts off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rest {
    BelowHalf,
    Half,
    AboveHalf,
}

impl Arm {
    /// Longer arms are cut to this: farther than any position lies from the end of the world.
    const MOST: i64 = 1 << 60;

    /// Both coordinates.
    pub(super) fn of([a, b, c, d]: [i32; 4], pivot: [f64; 2]) -> Result<[Arm; 2], InvalidArgument> {
        let q64 = |i: usize| q64(pivot[i], Pose::MAX_TRANSLATION, "pivot");
        let [x, y] = [q64(0)?, q64(1)?];
        let coordinate = |by_x: i32, by_y: i32| {
            let exact = -i128::from(by_x) * x - i128::from(by_y) * y;
            let rest = match (exact as u64).cmp(&(1 << 63)) {
                Ordering::Less => Rest::BelowHalf,
                Ordering::Equal => Rest::Half,
                Ordering::Greater => Rest::AboveHalf,
            };
            // Both products are below 2^126, so the sum fits. It has at most 63 binary digits before the point. So long an arm leads to where no
            // pose exists, and so does a shorter one.
            let whole = (exact >> 64) as i64;
            Arm { packed: whole.clamp(-Arm::MOST, Arm::MOST) << 2 | rest as i64 }
        };
        Ok([coordinate(a, b), coordinate(c, d)])
    }

    /// A whole number.
    #[inline]
    pub(super) fn of_whole(number: i64) -> Arm {
        Arm { packed: number << 2 }
    }

    fn whole(self) -> i64 {
        self.packed >> 2
    }

    /// The same, rounded to nearest, ties away from zero.
    pub(super) fn snapped(self) -> Arm {
        Arm::of_whole(self.added_to(0))
    }

    #[inline]
    pub(super) fn rest(self) -> Rest {
        match self.packed & 3 {
            0 => Rest::BelowHalf,
            1 => Rest::Half,
            _ => Rest::AboveHalf,
        }
    }

    /// Position + arm, rounded to nearest, ties away from zero.
    #[inline]
    pub(super) fn added_to(self, position: i64) -> i64 {
        let sum = position + self.whole();
        sum + match self.rest() {
            Rest::BelowHalf => 0,
            Rest::Half => i64::from(sum >= 0),
            Rest::AboveHalf => 1,
        }
    }

    /// The arm, rounded to nearest, ties up. It is what is added to all positions from which the sum is not negative.
    #[inline]
    pub(super) fn rounded(self) -> i64 {
        self.whole() + i64::from(self.rest() != Rest::BelowHalf)
    }
}

/// Rounds to Q16, ties away from zero.
fn q16(x: f64, limit: u32, part: &'static str) -> Result<i64, InvalidArgument> {
    let x = within(x, limit, part)?;
    Ok(subpixel::q16(x).expect("no limit is above 2^31"))
}

/// Converts to Q64 and rounds to odd: the last bit is set if any dropped bit was. A later rounding then still knows the side of a tie (S.
/// Boldo and G. Melquiond, "Emulation of FMA and correctly rounded sums", 2008). From 2^-12 on the conversion is exact, because no f64 of
/// that size has finer bits.
fn q64(x: f64, limit: u32, part: &'static str) -> Result<i128, InvalidArgument> {
    let x = within(x, limit, part)?;
    let (mantissa, exponent) = parts(x.abs());
    let shift = exponent + 64;
    let magnitude = if shift >= 0 {
        i128::from(mantissa) << shift
    } else {
        let kept = mantissa.checked_shr(shift.unsigned_abs()).unwrap_or(0);
        let lost = kept.checked_shl(shift.unsigned_abs()).unwrap_or(0) != mantissa;
        i128::from(kept | u64::from(lost))
    };
    Ok(if x < 0.0 { -magnitude } else { magnitude })
}

/// Checks that the number is finite and within the limit, and returns it.
fn within(x: f64, limit: u32, part: &'static str) -> Result<f64, InvalidArgument> {
    if !x.is_finite() {
        return Err(InvalidArgument::new(part, InvalidReason::NotFinite));
    }
    if x.abs() > f64::from(limit) {
        let most = i64::from(limit);
        return Err(match limit {
            Pose::MAX_TRANSLATION => PointQ16::too_far(part),
            _ => InvalidArgument::new(part, InvalidReason::OutOfRange { least: -most, most }),
        });
    }
    Ok(x)
}

/// x · y / 2^digits, rounded to nearest, ties away from zero. None if it does not fit i64. `digits` must be above 128.
fn rounded_product(x: i128, y: i128, digits: u32) -> Option<i64> {
    let (high, _) = wide::mul(x.unsigned_abs(), y.unsigned_abs());
    // The half that is added lies in the high part, so the low part cannot carry into it.
    let magnitude = i64::try_from((high + (1 << (digits - 129))) >> (digits - 128)).ok()?;
    Some(if (x < 0) != (y < 0) { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identity_is_the_default() {
        assert_eq!(Pose::new(&PoseParts::default()), Ok(Pose::IDENTITY));
        assert_eq!(Pose::default().to_q16(), [65536, 0, 0, 65536, 0, 0]);
    }

    #[test]
    fn a_matrix_without_stretch_is_the_stretched_one() {
        // Ties, right angles, and the numbers beside them.
        let tie = 1 << (TRIG_BITS - 17);
        let one = 1 << TRIG_BITS;
        let numbers = [0, 1, tie - 1, tie, tie + 1, 3 * tie, one / 3, one - tie, one - 1, one];
        let numbers = numbers.into_iter().flat_map(|x: i64| [x, -x]);
        for sin in numbers.clone() {
            for cos in numbers.clone() {
                for flip in [[false, false], [true, false], [false, true], [true, true]] {
                    let stretched = stretched_matrix((sin, cos), [1.0; 2], flip, [0.0; 2]).unwrap();
                    assert_eq!(rotation_matrix((sin, cos), flip), stretched, "{sin} {cos} {flip:?}");
                }
            }
        }
    }

    #[test]
    fn halves_round_away_from_zero() {
        let half = 0.5 / 65536.0;
        let pose =
            Pose::from_matrix([1.0 + half, -half, half, -1.0 - half, 3.0 * half, -3.0 * half]).unwrap();
        assert_eq!(pose.to_q16(), [65537, -1, 1, -65537, 2, -2]);
        // The translation is rounded once, as a whole: 0 - (-1/2 unit) and 0 - (1/2 unit).
        let parts = PoseParts { pivot: [-half, half], ..PoseParts::default() };
        assert_eq!(Pose::new(&parts).unwrap().translation, [1, -1]);
    }

    /// A tiny difference on either side of a tie counts, however small it is.
    #[test]
    fn digits_beyond_the_64th_are_not_forgotten() {
        let half: f64 = 0.5 / 65536.0;
        let lean = |shear: f64| {
            Pose::new(&PoseParts { shear: [shear, 0.0], ..PoseParts::default() }).unwrap().matrix[1]
        };
        assert_eq!((lean(half.next_down()), lean(half), lean(half.next_up())), (0, 1, 1));
        let moved = |hair: f64| {
            let parts =
                PoseParts { shear: [0.5, 0.0], pivot: [hair, 3.0 * half * 2.0], ..PoseParts::default() };
            Pose::new(&parts).unwrap().translation[0]
        };
        // -1.5 units, and slightly more or less.
        assert_eq!((moved(0.0), moved(1e-300), moved(-1e-300), moved(-f64::MIN_POSITIVE)), (-2, -2, -1, -1));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let with = |parts: PoseParts| Pose::new(&parts).unwrap_err();
        let rest = PoseParts::default();
        assert_eq!(
            with(PoseParts { scale: [0.0, 1.0], ..rest }),
            InvalidArgument::new("pose", InvalidReason::Singular)
        );
        assert_eq!(
            with(PoseParts { scale: [1e-9, 1.0], ..rest }),
            InvalidArgument::new("pose", InvalidReason::Singular)
        );
        assert_eq!(
            with(PoseParts { shear: [1.0, 1.0], ..rest }),
            InvalidArgument::new("pose", InvalidReason::Singular)
        );
        assert_eq!(
            with(PoseParts { position: [f64::NAN, 0.0], ..rest }),
            InvalidArgument::new("position", InvalidReason::NotFinite)
        );
        assert_eq!(
            with(PoseParts { rotation: Angle::Steps { step: 1, of: 0 }, ..rest }),
            InvalidArgument::new("rotation", InvalidReason::NotFinite)
        );
        assert_eq!(
            with(PoseParts { scale: [32_768.0, 1.0], ..rest }),
            InvalidArgument::new("scale", InvalidReason::OutOfRange { least: -32_767, most: 32_767 })
        );
        // 32 767 · √2 as an entry of the matrix.
        assert_eq!(
            with(PoseParts {
                scale: [32_767.0; 2],
                shear: [1.0, 0.0],
                rotation: Angle::Degrees(-45.0),
                ..rest
            }),
            TOO_STRETCHED
        );
        assert_eq!(with(PoseParts { position: [3e9, 0.0], ..rest }), PointQ16::too_far("position"));
        assert!(Pose::from_q16([i64::MIN, 0, 0, 65536, 0, 0]).is_err());
        assert!(Pose::from_q16([65536, 0, 0, 65536, i64::MIN, i64::MAX]).is_err());
    }

    /// The longest arms lead to no pose, and overflow nothing.
    #[test]
    fn far_pivots_of_large_sprites() {
        let most = f64::from(Pose::MAX_STRETCH);
        let far = f64::from(1u32 << 31);
        for (x, y) in [(far, far), (-far, far), (far, 0.0)] {
            let parts =
                PoseParts { scale: [most, most], pivot: [x, y], position: [x, y], ..PoseParts::default() };
            assert_eq!(Pose::new(&parts).unwrap_err(), PointQ16::too_far("position"));
        }
        let near = PoseParts { scale: [most, most], pivot: [65_535.0, 65_535.0], ..PoseParts::default() };
        assert_eq!(Pose::new(&near).unwrap().translation, [-(65_535 * 32_767) << 16; 2]);
    }

    #[test]
    fn a_pose_is_wide_beyond_the_usual_stretch() {
        let of = |matrix: [i32; 4]| Pose { matrix, translation: [0; 2] }.is_wide();
        let usual = 64 << 16;
        for i in 0..4 {
            for (entry, wide) in [
                (0, false),
                (usual, false),
                (-usual, false),
                (usual + 1, true),
                (-usual - 1, true),
                (32_767 << 16, true),
                (-32_767 << 16, true),
            ] {
                let mut matrix = [ONE, -ONE, 5, 0];
                matrix[i] = entry;
                assert_eq!(of(matrix), wide, "{matrix:?}");
            }
        }
    }

    /// A builder and fields say the same, and a pixel is a pose.
    #[test]
    fn parts_are_named() {
        let built = PoseParts::at([100.0, 50.5]).with_pivot([8.0, 7.5]).rotated(Angle::Degrees(30.0));
        let written = PoseParts {
            position: [100.0, 50.5],
            pivot: [8.0, 7.5],
            rotation: Angle::Degrees(30.0),
            scale: [2.0, -1.0],
            ..PoseParts::default()
        };
        assert_eq!(built.scaled([2.0, -1.0]), written);
        assert_eq!(Pose::from(Point::new(-3, 4)), Pose::at(-3, 4));
    }
}
