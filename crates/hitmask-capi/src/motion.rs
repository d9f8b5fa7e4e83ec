//! Casts
//!
//! When and where a motion first meets a mask that rests. Times are exact fractions of the motion. Pixels are open squares here: two
//! squares meet when they share some area.

use hitmask::{Cast, PosedCast, PosedMotion, StepCast, TimeOfImpact};

use crate::border::{give, object, value};
use crate::fault::OrTell;
use crate::geom::{
    hitmask_point, hitmask_point_q16, hitmask_pose, hitmask_pose_parts, hitmask_time, hitmask_vector,
};
use crate::objects::{hitmask_mask, hitmask_terrain};
use crate::status::hitmask_error;

/// How a motion ends.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_outcome {
    /// It meets nothing.
    HITMASK_MISS = 0,
    /// They overlap at the start already.
    HITMASK_INITIAL_OVERLAP = 1,
    /// It is free at first, then meets something.
    HITMASK_HIT = 2,
    /// A turning motion passes so near that neither a hit nor a miss is proven.
    HITMASK_UNCLEAR = 3,
}

/// What a cast meets.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_cast {
    /// A hitmask_outcome. What follows is meant only for HITMASK_HIT.
    pub outcome: i32,
    /// When. From 0 to 1, without 1. Touching exactly at the end is a miss.
    pub time: hitmask_time,
    /// The first pixel of the resting shape among those that are met at that time.
    pub point: hitmask_point,
    /// The direction against the motion, on each axis on which the overlap with that pixel begins exactly then.
    pub normal: hitmask_point,
}

/// What a cast in whole pixels meets.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_step_cast {
    /// A hitmask_outcome. What follows is meant only for HITMASK_HIT.
    pub outcome: i32,
    /// How many steps are free.
    pub steps: u32,
    /// The offset after these.
    pub offset: hitmask_point,
    /// The first pixel of the overlap after the next step.
    pub point: hitmask_point,
}

/// A motion that may turn.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct hitmask_posed_motion {
    /// The pose at the start.
    pub from: hitmask_pose_parts,
    /// How far the position moves, in pixels.
    pub by: hitmask_vector,
    /// How far it rotates about its pivot, in degrees.
    pub degrees: f64,
}

/// What a turning motion meets: two times, with the first overlap between them.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_posed_cast {
    /// A hitmask_outcome.
    pub outcome: i32,
    /// Until then it is free: proven. For HITMASK_HIT and HITMASK_UNCLEAR.
    pub free_until: hitmask_time,
    /// At that time they overlap. For HITMASK_HIT.
    pub overlapping_at: hitmask_time,
}

verbs! {
    /// When b, moving from a position, first meets a. The position is the origin of b minus the origin of a.
    fn hitmask_mask_cast(
        a: *const hitmask_mask, b: *const hitmask_mask, position: hitmask_point_q16, motion: hitmask_point_q16, out: *mut hitmask_cast
    ) {
        give(out, object(a)?.mask.cast(&object(b)?.mask, position.checked("position")?, motion.checked("motion")?).into())
    }

    /// When b, moving in whole pixels along a straight line from an offset, first meets a.
    fn hitmask_mask_cast_pixels(
        a: *const hitmask_mask, b: *const hitmask_mask, offset: hitmask_point, motion: hitmask_point, out: *mut hitmask_step_cast
    ) {
        give(out, object(a)?.mask.cast_pixels(&object(b)?.mask, offset, motion).into())
    }

    /// When a point that moves first enters a solid pixel.
    fn hitmask_mask_ray_cast(mask: *const hitmask_mask, position: hitmask_point_q16, motion: hitmask_point_q16, out: *mut hitmask_cast) {
        give(out, object(mask)?.mask.ray_cast(position.checked("position")?, motion.checked("motion")?).into())
    }

    /// When b, moving and turning, first meets a, which lies under a pose, by the geometry rule. The motion is divided into steps; where it
    /// leads clearly into the mask, the two times are at most one step apart. Nothing is skipped at any speed.
    fn hitmask_mask_cast_posed(
        a: *const hitmask_mask, pose: *const hitmask_pose, b: *const hitmask_mask, motion: *const hitmask_posed_motion, steps: u32,
        out: *mut hitmask_posed_cast, error: *mut hitmask_error
    ) {
        let (pose, motion) = (value(pose)?.library()?, value(motion)?);
        let motion =
            PosedMotion { from: motion.from.library()?, by: motion.by.into(), degrees: motion.degrees };
        give(out, object(a)?.mask.cast_posed(&pose, &object(b)?.mask, &motion, steps).or_tell(error)?.into())
    }

    /// When a mask, moving from a position, first meets a terrain.
    fn hitmask_terrain_cast(
        terrain: *const hitmask_terrain, mask: *const hitmask_mask, position: hitmask_point_q16, motion: hitmask_point_q16, out: *mut hitmask_cast
    ) {
        give(out, object(terrain)?.shared.cast(&object(mask)?.mask, position.checked("position")?, motion.checked("motion")?).into())
    }

    /// When a mask, moving in whole pixels along a straight line from an offset, first meets a terrain.
    fn hitmask_terrain_cast_pixels(
        terrain: *const hitmask_terrain, mask: *const hitmask_mask, offset: hitmask_point, motion: hitmask_point, out: *mut hitmask_step_cast
    ) {
        give(out, object(terrain)?.shared.cast_pixels(&object(mask)?.mask, offset, motion).into())
    }

    /// When a point that moves first enters a solid pixel of a terrain.
    fn hitmask_terrain_ray_cast(terrain: *const hitmask_terrain, position: hitmask_point_q16, motion: hitmask_point_q16, out: *mut hitmask_cast) {
        give(out, object(terrain)?.shared.ray_cast(position.checked("position")?, motion.checked("motion")?).into())
    }
}

impl From<Cast> for hitmask_cast {
    fn from(cast: Cast) -> hitmask_cast {
        use hitmask_outcome::*;
        match cast {
            Cast::Miss => hitmask_cast { outcome: HITMASK_MISS as i32, ..Default::default() },
            Cast::InitialOverlap => {
                hitmask_cast { outcome: HITMASK_INITIAL_OVERLAP as i32, ..Default::default() }
            }
            Cast::Hit { time, point, normal } => hitmask_cast {
                outcome: HITMASK_HIT as i32,
                time: time.into(),
                point: point.into(),
                normal: normal.into(),
            },
        }
    }
}

impl From<StepCast> for hitmask_step_cast {
    fn from(cast: StepCast) -> hitmask_step_cast {
        use hitmask_outcome::*;
        match cast {
            StepCast::Miss => hitmask_step_cast { outcome: HITMASK_MISS as i32, ..Default::default() },
            StepCast::InitialOverlap => {
                hitmask_step_cast { outcome: HITMASK_INITIAL_OVERLAP as i32, ..Default::default() }
            }
            StepCast::Hit { steps, offset, point } => hitmask_step_cast {
                outcome: HITMASK_HIT as i32,
                steps,
                offset: offset.into(),
                point: point.into(),
            },
        }
    }
}

impl From<PosedCast> for hitmask_posed_cast {
    fn from(cast: PosedCast) -> hitmask_posed_cast {
        use hitmask_outcome::*;
        let (outcome, free_until, overlapping_at) = match cast {
            PosedCast::Miss => (HITMASK_MISS, None, None),
            PosedCast::InitialOverlap => (HITMASK_INITIAL_OVERLAP, None, Some(TimeOfImpact::START)),
            PosedCast::Hit { free_until, overlapping_at } => {
                (HITMASK_HIT, Some(free_until), Some(overlapping_at))
            }
            PosedCast::Unclear { free_until } => (HITMASK_UNCLEAR, Some(free_until), None),
        };
        let time = |time: Option<TimeOfImpact>| time.map(hitmask_time::from).unwrap_or_default();
        hitmask_posed_cast {
            outcome: outcome as i32,
            free_until: time(free_until),
            overlapping_at: time(overlapping_at),
        }
    }
}
