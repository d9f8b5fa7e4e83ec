//! Casts
//!
//! When and where a motion first meets a mask that rests. Times are exact fractions of the motion. Pixels are open squares here: two
//! squares meet when they share some area.

use crate::geom::hitmask_pose_parts;
use crate::prelude::*;
use crate::table::{hitmask_posed_cast, hitmask_turning_motion};

verbs! {
    /// When b, moving and turning from a pose of these parts, first meets a, which lies under a pose, by the geometry rule. Where the motion leads
    /// clearly into the mask, the two times are at most one of its steps apart. Nothing is skipped at any speed.
    fn hitmask_mask_cast_posed(
        a: *const hitmask_mask, pose: *const hitmask_pose, b: *const hitmask_mask, from: *const hitmask_pose_parts,
        motion: *const hitmask_turning_motion, out: *mut hitmask_posed_cast, error: *mut hitmask_error
    ) {
        let (pose, from, motion) = (value(pose)?.library()?, value(from)?.library()?, value(motion)?.library()?);
        give(out, object(a)?.mask.cast_posed(&pose, &object(b)?.mask, &from, &motion).or_tell(error)?.into())
    }
}
