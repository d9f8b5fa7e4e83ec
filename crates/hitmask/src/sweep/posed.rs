//! When two posed masks first overlap, one of them moving and turning: as a bracket.
//!
//! Conservative advancement: no point of the moving sprite goes farther in a span of time than its speed allows, so a pair that is
//! farther apart in the middle of the span is free in all of it. Spans that are not are halved (compare B. Mirtich, "Impulse-based
//! dynamic simulation of rigid body systems", 1996).

use super::time::TimeOfImpact;
use crate::geom::{Angle, Pose, PoseError, PoseParts};
use crate::mask::Mask;
use crate::posed::{Margin, PixelRule, come_near, square_root_up};

/// A motion with a turn: from a pose, straight on and around the pivot, both evenly.
///
/// ```
/// use hitmask::{Mask, Pose, PoseParts, PosedCast, PosedMotion};
/// let (wall, sword) = (Mask::filled(4, 40), Mask::filled(20, 2));
/// let swing = PosedMotion {
///     from: PoseParts { position: [-10.0, 20.0], pivot: [0.0, 1.0], ..PoseParts::default() },
///     degrees: -90.0,
///     ..PosedMotion::default()
/// };
/// // It points into the wall to begin with, and swings up and out of it.
/// assert_eq!(wall.cast_posed(&Pose::IDENTITY, &sword, &swing, 64)?, PosedCast::InitialOverlap);
/// let back = PosedMotion { from: PoseParts { rotation: hitmask::Angle::Degrees(-90.0), ..swing.from }, degrees: 90.0, ..swing };
/// let PosedCast::Hit { free_until, overlapping_at } = wall.cast_posed(&Pose::IDENTITY, &sword, &back, 64)? else { panic!() };
/// // A corner of the tip, 20 right and 1 down of the pivot, comes 10 right of it after 27.1 of the 90 degrees.
/// assert!(free_until.to_f64() < 0.301 && overlapping_at.to_f64() > 0.301);
/// assert!(overlapping_at.to_f64() - free_until.to_f64() <= 1.0 / 64.0);
/// # Ok::<(), hitmask::PoseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Default, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct PosedMotion {
    /// Where it begins.
    pub from: PoseParts,
    /// How far the position moves, in world pixels.
    pub by: [f64; 2],
    /// How far it turns about its pivot; positive is clockwise. More than a full turn is more than a full turn.
    pub degrees: f64,
}

/// What a posed motion meets: see [`Mask::cast_posed`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
pub enum PosedCast {
    /// It begins in an overlap.
    InitialOverlap,
    /// It is free from the start to one moment, and overlaps at another one.
    Hit {
        /// Proven: before this there is no overlap.
        free_until: TimeOfImpact,
        /// There is an overlap at this moment.
        overlapping_at: TimeOfImpact,
    },
    /// It comes so near that no overlap was found, but none could be excluded either.
    Unclear {
        /// Proven: before this there is no overlap.
        free_until: TimeOfImpact,
    },
    /// Proven: it is free all the way.
    Miss,
}

/// The most steps that a motion is divided into.
const MOST_STEPS: u32 = 1 << 20;
/// Parts of a step down to which a proof is tried.
const PARTS: u64 = 16;

impl PosedMotion {
    /// The pose at a moment of the motion.
    ///
    /// ```
    /// use hitmask::{PosedMotion, TimeOfImpact};
    /// let turn = PosedMotion { by: [8.0, 0.0], degrees: 90.0, ..PosedMotion::default() };
    /// assert_eq!(turn.pose_at(TimeOfImpact::new(1, 2))?, turn.pose_at(TimeOfImpact::new(2, 4))?);
    /// # Ok::<(), hitmask::PoseError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Pose::new`].
    pub fn pose_at(&self, time: TimeOfImpact) -> Result<Pose, PoseError> {
        self.pose(time.numerator(), time.denominator())
    }

    fn pose(&self, numerator: u64, denominator: u64) -> Result<Pose, PoseError> {
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
    /// When `other`, moving and turning, first overlaps `self`, by [`PixelRule::Geometry`]: as a bracket, never as more than can be
    /// proven.
    ///
    /// The motion is divided into `steps` (rounded up to a power of two, at most 2²⁰), and the bracket is one step wide or less
    /// wherever the motion leads clearly in. Where it passes by, nearer than can be told, the bracket is wider, or the answer
    /// [`PosedCast::Unclear`]. Nothing is stepped over at any speed.
    ///
    /// # Errors
    /// [`PoseError`] where the motion leads through what is no pose.
    ///
    /// # Complexity
    /// A search as in [`Mask::overlaps_posed`] for each span that is looked at: about the logarithm of `steps` for a plain hit, few
    /// for a plain miss.
    pub fn cast_posed(
        &self,
        pose: &Pose,
        other: &Mask,
        motion: &PosedMotion,
        steps: u32,
    ) -> Result<PosedCast, PoseError> {
        let start = motion.pose(0, 1)?;
        // So that errors don't depend on what is met on the way.
        motion.pose(1, 1)?;
        if self.overlaps_posed(pose, other, &start, PixelRule::Geometry) {
            return Ok(PosedCast::InitialOverlap);
        }
        let parts = u64::from(steps.clamp(1, MOST_STEPS).next_power_of_two()) * PARTS;
        let speed = Speed::new(other, &start, motion);
        let overlap_at = |part: u64| -> Result<bool, PoseError> {
            Ok(self.overlaps_posed(pose, other, &motion.pose(part, parts)?, PixelRule::Geometry))
        };
        // Spans still to be proven free, the earliest on top: each half as long as the one below, or as long.
        let mut spans = [(0, 0); 32];
        spans[0] = (0, parts);
        let mut depth = 1;
        let mut unproven = None;
        while depth > 0 {
            depth -= 1;
            let (from, length) = spans[depth];
            let middle = motion.pose(2 * from + length, 2 * parts)?;
            let margin = speed.margin(length as f64 / (2 * parts) as f64);
            if margin.is_some_and(|margin| !come_near((self, pose), (other, &middle), margin)) {
                continue;
            }
            // Once something could not be proven, only whole steps are worth a look.
            let shortest = if unproven.is_some() { PARTS } else { 1 };
            if length > shortest {
                let half = length / 2;
                spans[depth] = (from + half, length - half);
                spans[depth + 1] = (from, half);
                depth += 2;
                continue;
            }
            let free_until = *unproven.get_or_insert(from);
            if overlap_at(from + length)? {
                let [free_until, overlapping_at] =
                    [free_until, from + length].map(|part| TimeOfImpact::new(part, parts));
                return Ok(PosedCast::Hit { free_until, overlapping_at });
            }
        }
        Ok(unproven.map_or(PosedCast::Miss, |part| PosedCast::Unclear {
            free_until: TimeOfImpact::new(part, parts),
        }))
    }
}

/// How fast the fastest point of a moving sprite is.
struct Speed {
    /// Pixels from the start to the end of the motion, along its path.
    path: f64,
    /// How far a pose may be from what it was rounded from, twice.
    rounding: f64,
}

impl Speed {
    fn new(mask: &Mask, start: &Pose, motion: &PosedMotion) -> Speed {
        let bounds = mask.extent();
        let [pivot_x, pivot_y] = motion.from.pivot;
        let [a, b, c, d] = start.entries().map(|entry| entry as f64 / 65536.0);
        let (mut farthest, mut across) = (0.0f64, 0.0f64);
        for (u, v) in
            [(bounds.x0, bounds.y0), (bounds.x1, bounds.y0), (bounds.x0, bounds.y1), (bounds.x1, bounds.y1)]
        {
            let (u, v) = (u as f64 - pivot_x, v as f64 - pivot_y);
            let (x, y) = (a * u + b * v, c * u + d * v);
            farthest = farthest.max(x * x + y * y);
            across = across.max(u.abs() + v.abs());
        }
        let [x, y] = motion.by;
        // Entries are rounded to 2^-16 after sines that were to 2^-30, times 64 at the most.
        let rounding = 2.0 * (across * (1.0 / 65536.0) + 1.0 / 16384.0);
        let turned = motion.degrees.abs() * (core::f64::consts::PI / 180.0);
        let path = square_root_up(x * x + y * y) + (square_root_up(farthest) + rounding) * turned;
        Speed { path: path * (1.0 + 1e-9), rounding }
    }

    /// How far any point gets in a part of the motion; None where that is farther than can be told.
    fn margin(&self, part: f64) -> Option<Margin> {
        Margin::new(self.path * part + self.rounding)
    }
}
