//! When two posed masks first overlap while one of them moves and turns, as a bracket of two times.
//!
//! The method is conservative advancement. In a span of time no point of the moving sprite goes farther than its speed allows. So a pair
//! that is farther apart than that in the middle of the span is free during all of it. Spans that this does not prove free are halved
//! (compare B. Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996).

use super::time::TimeOfImpact;
use crate::geom::{Angle, Extent, Mapped, PointQ16, Pose, PoseParts, Transform};
use crate::invalid_argument::InvalidArgument;
use crate::mask::Mask;
use crate::posed::{Margin, PixelRule, come_near, square_root_up};

/// A motion with a turn, for [`Mask::cast_posed`] and [`World::cast_turning`](crate::World::cast_turning): straight on and around the pivot, both
/// at constant speed.
///
/// ```
/// use hitmask::{Angle, Mask, Pose, PoseParts, PosedCast, TurningMotion};
/// let (wall, sword) = (Mask::filled(4, 40), Mask::filled(20, 2));
/// let from = PoseParts::at((-10.0, 20.0)).with_pivot((0.0, 1.0));
/// let swing = TurningMotion { degrees: -90.0, ..TurningMotion::default() };
/// // It points into the wall at the start, and swings up and out of it.
/// assert_eq!(wall.cast_posed(&Pose::IDENTITY, &sword, &from, &swing)?, PosedCast::InitialOverlap);
/// let (from, back) = (from.rotated(Angle::Degrees(-90.0)), TurningMotion { degrees: 90.0, ..swing });
/// let PosedCast::Hit { free_until, overlapping_at } = wall.cast_posed(&Pose::IDENTITY, &sword, &from, &back)? else { panic!() };
/// // A corner of the tip, 20 right and 1 down of the pivot, comes to 10 right of it after 27.1 of the 90 degrees.
/// assert!(free_until.to_f64() < 0.301 && overlapping_at.to_f64() > 0.301);
/// assert!(overlapping_at.to_f64() - free_until.to_f64() <= 1.0 / 64.0);
/// # Ok::<(), hitmask::InvalidArgument>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct TurningMotion {
    /// How far the position moves.
    pub by: PointQ16,
    /// How far it turns about its pivot, in degrees. Positive is clockwise. 720 makes two full turns.
    pub degrees: f64,
    /// How many steps the motion is divided into: rounded up to a power of two, at most 2²⁰; 0 counts as 1. The default is 64.
    pub steps: u32,
}

impl Default for TurningMotion {
    fn default() -> TurningMotion {
        TurningMotion { by: PointQ16::ZERO, degrees: 0.0, steps: 64 }
    }
}

/// The result of a posed motion, from [`Mask::cast_posed`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
pub enum PosedCast {
    /// The masks overlap at the start.
    InitialOverlap,
    /// The motion is free from the start to one time, and there is an overlap at another time.
    Hit {
        /// There is no overlap before this time. Proven.
        free_until: TimeOfImpact,
        /// There is an overlap at this time.
        overlapping_at: TimeOfImpact,
    },
    /// The masks come so near to each other that no overlap was found, but none could be ruled out.
    Unclear {
        /// There is no overlap before this time. Proven.
        free_until: TimeOfImpact,
    },
    /// The motion is free all the way. Proven.
    Miss,
}

/// The largest number of steps of a motion.
const MOST_STEPS: u32 = 1 << 20;
/// A proof is tried for parts of a step, down to a step divided by this.
const PARTS: u64 = 16;

impl TurningMotion {
    /// The transform at a time of the motion that starts with a transform. Its position is rounded to the nearest 65 536th of a pixel.
    ///
    /// # Errors
    /// [`InvalidArgument`], if the position is beyond [`PointQ16::LIMIT`] then, or if the angle is not finite, or the matrix not a legal one.
    ///
    /// ```
    /// use hitmask::{Angle, TimeOfImpact, Transform, TurningMotion};
    /// let motion = TurningMotion { by: (8, 0).into(), degrees: 90.0, ..TurningMotion::default() };
    /// let halfway = motion.transform_at(&Transform::default(), TimeOfImpact::new(1, 2))?;
    /// assert_eq!((halfway.position(), halfway.rotation()), ((4, 0).into(), Some(Angle::Degrees(45.0))));
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    pub fn transform_at(&self, from: &Transform, time: TimeOfImpact) -> Result<Transform, InvalidArgument> {
        self.at_part(from, time.numerator(), time.denominator())
    }

    pub(crate) fn at_part(
        &self,
        from: &Transform,
        part: u64,
        parts: u64,
    ) -> Result<Transform, InvalidArgument> {
        let (n, d) = (i128::from(part), i128::from(parts));
        // What leads farther than this is refused below, and nothing overflows: a product that is cut is far beyond it.
        const FARTHEST: i128 = 2 * PointQ16::LIMIT as i128 + 1;
        let moved = |by: i64| {
            let twice = i128::from(by).saturating_mul(2 * n).saturating_add(d);
            twice.div_euclid(2 * d).clamp(-FARTHEST, FARTHEST) as i64
        };
        let angle = Angle::Degrees(self.degrees * (part as f64 / parts as f64));
        let mut at = from.turned(angle).map_err(|refused| refused.of("degrees"))?;
        let position = from.position() + PointQ16::new(moved(self.by.x), moved(self.by.y));
        at.set_position(position.checked("motion")?);
        Ok(at)
    }

    /// The pose at a time of the motion that starts with a pose, given by its parts, as [`Mask::cast_posed`] looks at it.
    ///
    /// ```
    /// use hitmask::{PoseParts, TimeOfImpact, TurningMotion};
    /// let turn = TurningMotion { by: (8, 0).into(), degrees: 90.0, ..TurningMotion::default() };
    /// let at = |n, d| turn.pose_at(&PoseParts::default(), TimeOfImpact::new(n, d));
    /// assert_eq!(at(1, 2)?, at(2, 4)?);
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    ///
    /// # Errors
    /// As [`Pose::new`].
    pub fn pose_at(&self, from: &PoseParts, time: TimeOfImpact) -> Result<Pose, InvalidArgument> {
        self.pose(from, time.numerator(), time.denominator())
    }

    fn pose(&self, from: &PoseParts, numerator: u64, denominator: u64) -> Result<Pose, InvalidArgument> {
        let t = numerator as f64 / denominator as f64;
        let ([x, y], by) = (from.position, self.by.to_f64());
        if by.iter().any(|by| by.is_infinite()) {
            return Err(PointQ16::too_far("motion"));
        }
        Pose::new(&PoseParts {
            position: [x + by[0] * t, y + by[1] * t],
            rotation: match (numerator, self.degrees == 0.0) {
                (0, _) | (_, true) => from.rotation,
                _ => Angle::Degrees(from.rotation.to_degrees() + self.degrees * t),
            },
            ..*from
        })
    }
}

impl Mask {
    /// When `other`, moving and turning from a pose, first overlaps `self`, by [`PixelRule::Geometry`]. The answer is a bracket of two times, and
    /// says no more than is proven.
    ///
    /// The motion is divided into [`TurningMotion::steps`]. Where the motion leads clearly into the other mask,
    /// the bracket is at most one step wide. Where it passes too near to decide, the bracket is wider, or the answer is
    /// [`PosedCast::Unclear`]. Nothing is skipped at any speed.
    ///
    /// # Errors
    /// An [`InvalidArgument`] if some pose of the motion is not a legal one.
    ///
    /// # Complexity
    /// A search as in [`Mask::overlaps_posed`] for each span that is looked at: about the logarithm of `steps` for a plain hit, a few for a
    /// plain miss.
    #[doc(alias = "shape cast")]
    #[doc(alias = "sweep test")]
    #[doc(alias = "continuous collision detection")]
    #[doc(alias = "conservative advancement")]
    pub fn cast_posed(
        &self,
        pose: &Pose,
        other: &Mask,
        from: &PoseParts,
        motion: &TurningMotion,
    ) -> Result<PosedCast, InvalidArgument> {
        let start = motion.pose(from, 0, 1)?;
        // The end is checked now, so that the error does not depend on what the motion meets.
        motion.pose(from, 1, 1)?;
        if self.overlaps_posed(pose, other, &start, PixelRule::Geometry) {
            return Ok(PosedCast::InitialOverlap);
        }
        let parts = parts_of(motion.steps);
        let speed = Speed::new(Sweeping {
            extent: other.extent(),
            matrix: start.entries(),
            pivot: from.pivot,
            by: motion.by.to_f64(),
            degrees: motion.degrees,
            from: from.rotation,
        });
        let is_free = |first: u64, length: u64| -> Result<bool, InvalidArgument> {
            let middle = motion.pose(from, 2 * first + length, 2 * parts)?;
            let margin = Margin::new(speed.margin(length as f64 / (2 * parts) as f64));
            Ok(margin.is_some_and(|margin| !come_near((self, pose), (other, &middle), margin)))
        };
        let overlaps_at = |part: u64| -> Result<bool, InvalidArgument> {
            Ok(self.overlaps_posed(pose, other, &motion.pose(from, part, parts)?, PixelRule::Geometry))
        };
        let time = |part: u64| TimeOfImpact::new(part, parts);
        Ok(match bracket(parts, parts, is_free, overlaps_at)? {
            None => PosedCast::Miss,
            Some(Bracket { free_until, overlapping_at: None }) => {
                PosedCast::Unclear { free_until: time(free_until) }
            }
            Some(Bracket { free_until, overlapping_at: Some(at) }) => {
                PosedCast::Hit { free_until: time(free_until), overlapping_at: time(at) }
            }
        })
    }
}

/// The number of parts of a motion that is divided into steps.
pub(crate) fn parts_of(steps: u32) -> u64 {
    u64::from(steps.clamp(1, MOST_STEPS).next_power_of_two()) * PARTS
}

/// What is known of a motion that was not proven free, in parts of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bracket {
    /// It is free up to here, included.
    pub(crate) free_until: u64,
    /// There is an overlap here. None if none was found.
    pub(crate) overlapping_at: Option<u64>,
}

/// Proves the spans of a motion free, and finds the first whole step at which there is an overlap after a span that could not be proven. None
/// if all is free, or if the first such span starts after the part `latest`. There must be no overlap at the start. `is_free` gets the first
/// part of a span and its length.
pub(crate) fn bracket<E>(
    parts: u64,
    latest: u64,
    mut is_free: impl FnMut(u64, u64) -> Result<bool, E>,
    mut overlaps_at: impl FnMut(u64) -> Result<bool, E>,
) -> Result<Option<Bracket>, E> {
    // The spans still to be proven free, the earliest on top. Each is half as long as the one below it, or equally long.
    let mut spans = [(0, 0); 32];
    spans[0] = (0, parts);
    let mut depth = 1;
    let mut unproven = None;
    while depth > 0 {
        depth -= 1;
        let (from, length) = spans[depth];
        if unproven.is_none() && from > latest {
            return Ok(None);
        }
        if is_free(from, length)? {
            continue;
        }
        // Once a span could not be proven free, only whole steps are looked at.
        let shortest = if unproven.is_some() { PARTS } else { 1 };
        if length > shortest {
            let half = length / 2;
            spans[depth] = (from + half, length - half);
            spans[depth + 1] = (from, half);
            depth += 2;
            continue;
        }
        let free_until = *unproven.get_or_insert(from);
        if overlaps_at(from + length)? {
            return Ok(Some(Bracket { free_until, overlapping_at: Some(from + length) }));
        }
    }
    Ok(unproven.map(|free_until| Bracket { free_until, overlapping_at: None }))
}

/// A sprite on a motion with a turn.
pub(crate) struct Sweeping {
    /// A box around its texels.
    pub(crate) extent: Extent,
    /// The matrix at the start, in Q16.
    pub(crate) matrix: [i64; 4],
    /// The texel point about which it turns.
    pub(crate) pivot: [f64; 2],
    /// How far the pivot moves, in pixels.
    pub(crate) by: [f64; 2],
    /// How far it turns.
    pub(crate) degrees: f64,
    /// The rotation at the start, to which the turn is added.
    pub(crate) from: Angle,
}

/// The speed of the fastest point of a moving sprite.
pub(crate) struct Speed {
    /// How far the pivot moves, in pixels.
    straight: f64,
    /// How long the arcs of the point farthest from the pivot are, in pixels.
    around: f64,
    /// The distance of that point from the pivot.
    pub(crate) farthest: f64,
    /// Twice the largest error by which rounding moves a pose.
    rounding: f64,
    /// Twice the largest error by which rounding of the angle moves it.
    angle: f64,
}

impl Speed {
    pub(crate) fn new(sweeping: Sweeping) -> Speed {
        let Sweeping { extent: bounds, matrix, pivot: [pivot_x, pivot_y], by: [x, y], degrees, from } =
            sweeping;
        let [a, b, c, d] = matrix.mapped(|entry| entry as f64 / 65536.0);
        let (mut farthest, mut across) = (0.0f64, 0.0f64);
        for (u, v) in
            [(bounds.x0, bounds.y0), (bounds.x1, bounds.y0), (bounds.x0, bounds.y1), (bounds.x1, bounds.y1)]
        {
            let (u, v) = (u as f64 - pivot_x, v as f64 - pivot_y);
            let (x, y) = (a * u + b * v, c * u + d * v);
            farthest = farthest.max(x * x + y * y);
            across = across.max(u.abs() + v.abs());
        }
        // Entries are rounded to 2^-16, from sines rounded to 2^-30 and multiplied by at most 64. More than that adds as much again.
        let largest = [a, b, c, d].into_iter().fold(0.0f64, |largest, entry| largest.max(entry.abs()));
        let sines =
            if largest > f64::from(Pose::USUAL_STRETCH) { largest / (1u64 << 28) as f64 } else { 0.0 };
        let rounding = 2.0 * (across * (1.0 / 65536.0 + sines) + 1.0 / 16384.0);
        const RADIANS: f64 = core::f64::consts::PI / 180.0;
        let farthest = square_root_up(farthest) + rounding;
        // An angle without a turn stays as it is. Others are sums of floats, each rounded a few times.
        let sum = if degrees == 0.0 { 0.0 } else { from.to_degrees().abs() + degrees.abs() };
        let more = 1.0 + 1e-9;
        Speed {
            straight: square_root_up(x * x + y * y) * more,
            around: farthest * degrees.abs() * RADIANS * more,
            farthest,
            rounding: rounding * more,
            angle: 2.0 * farthest * sum * RADIANS * (1.0 / (1u64 << 50) as f64) * more,
        }
    }

    /// How far any point moves at most in a part of the motion, in pixels. It may be infinite.
    pub(crate) fn margin(&self, part: f64) -> f64 {
        // No turn moves a point farther than to the opposite side of the pivot.
        let turned = (self.around * part + self.angle).min(2.0 * self.farthest);
        self.straight * part + turned + self.rounding
    }
}
