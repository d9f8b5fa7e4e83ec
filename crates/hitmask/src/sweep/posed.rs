//! When two posed masks first overlap while one of them moves and turns, as a bracket of two times.
//!
//! The method is conservative advancement. In a span of time no point of the moving sprite goes farther than its speed allows. So a pair
//! that is farther apart than that in the middle of the span is free during all of it. Spans that this does not prove free are halved
//! (compare B. Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996).

use super::time::TimeOfImpact;
use crate::geom::{Angle, Extent, Mapped, Pose, PoseParts};
use crate::invalid_argument::InvalidArgument;
use crate::mask::Mask;
use crate::posed::{Margin, PixelRule, come_near, square_root_up};

/// A motion with a rotation: from a pose, straight on and around the pivot, both at constant speed.
///
/// ```
/// use hitmask::{Mask, Pose, PoseParts, PosedCast, PosedMotion};
/// let (wall, sword) = (Mask::filled(4, 40), Mask::filled(20, 2));
/// let swing = PosedMotion {
///     from: PoseParts { position: [-10.0, 20.0], pivot: [0.0, 1.0], ..PoseParts::default() },
///     degrees: -90.0,
///     ..PosedMotion::default()
/// };
/// // It points into the wall at the start, and swings up and out of it.
/// assert_eq!(wall.cast_posed(&Pose::IDENTITY, &sword, &swing, 64)?, PosedCast::InitialOverlap);
/// let back = PosedMotion { from: PoseParts { rotation: hitmask::Angle::Degrees(-90.0), ..swing.from }, degrees: 90.0, ..swing };
/// let PosedCast::Hit { free_until, overlapping_at } = wall.cast_posed(&Pose::IDENTITY, &sword, &back, 64)? else { panic!() };
/// // A corner of the tip, 20 right and 1 down of the pivot, comes to 10 right of it after 27.1 of the 90 degrees.
/// assert!(free_until.to_f64() < 0.301 && overlapping_at.to_f64() > 0.301);
/// assert!(overlapping_at.to_f64() - free_until.to_f64() <= 1.0 / 64.0);
/// # Ok::<(), hitmask::InvalidArgument>(())
/// ```
#[derive(Clone, Copy, PartialEq, Default, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct PosedMotion {
    /// The pose at the start.
    pub from: PoseParts,
    /// How far the position moves, in world pixels.
    pub by: [f64; 2],
    /// How far it rotates about its pivot, in degrees. Positive is clockwise. 720 makes two full turns.
    pub degrees: f64,
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

impl PosedMotion {
    /// The pose at a time of the motion.
    ///
    /// ```
    /// use hitmask::{PosedMotion, TimeOfImpact};
    /// let turn = PosedMotion { by: [8.0, 0.0], degrees: 90.0, ..PosedMotion::default() };
    /// assert_eq!(turn.pose_at(TimeOfImpact::new(1, 2))?, turn.pose_at(TimeOfImpact::new(2, 4))?);
    /// # Ok::<(), hitmask::InvalidArgument>(())
    /// ```
    ///
    /// # Errors
    /// As [`Pose::new`].
    pub fn pose_at(&self, time: TimeOfImpact) -> Result<Pose, InvalidArgument> {
        self.pose(time.numerator(), time.denominator())
    }

    fn pose(&self, numerator: u64, denominator: u64) -> Result<Pose, InvalidArgument> {
        let t = numerator as f64 / denominator as f64;
        let [x, y] = self.from.position;
        Pose::new(&PoseParts {
            position: [x + self.by[0] * t, y + self.by[1] * t],
            rotation: match (numerator, self.degrees == 0.0) {
                (0, _) | (_, true) => self.from.rotation,
                _ => Angle::Degrees(self.from.rotation.to_degrees() + self.degrees * t),
            },
            ..self.from
        })
    }
}

impl Mask {
    /// When `other`, moving and turning, first overlaps `self`, by [`PixelRule::Geometry`]. The answer is a bracket of two times, and says
    /// no more than is proven.
    ///
    /// The motion is divided into `steps` (rounded up to a power of two, at most 2²⁰). Where the motion leads clearly into the other mask,
    /// the bracket is at most one step wide. Where it passes too near to decide, the bracket is wider, or the answer is
    /// [`PosedCast::Unclear`]. Nothing is skipped at any speed.
    ///
    /// # Errors
    /// A [`InvalidArgument`] if some pose of the motion is not a legal one.
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
        motion: &PosedMotion,
        steps: u32,
    ) -> Result<PosedCast, InvalidArgument> {
        let start = motion.pose(0, 1)?;
        // The end is checked now, so that the error does not depend on what the motion meets.
        motion.pose(1, 1)?;
        if self.overlaps_posed(pose, other, &start, PixelRule::Geometry) {
            return Ok(PosedCast::InitialOverlap);
        }
        let parts = parts_of(steps);
        let speed = Speed::new(Sweeping {
            extent: other.extent(),
            matrix: start.entries(),
            pivot: motion.from.pivot,
            by: motion.by,
            degrees: motion.degrees,
            from: motion.from.rotation,
        });
        let is_free = |from: u64, length: u64| -> Result<bool, InvalidArgument> {
            let middle = motion.pose(2 * from + length, 2 * parts)?;
            let margin = Margin::new(speed.margin(length as f64 / (2 * parts) as f64));
            Ok(margin.is_some_and(|margin| !come_near((self, pose), (other, &middle), margin)))
        };
        let overlaps_at = |part: u64| -> Result<bool, InvalidArgument> {
            Ok(self.overlaps_posed(pose, other, &motion.pose(part, parts)?, PixelRule::Geometry))
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
