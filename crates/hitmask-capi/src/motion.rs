//! Casts
//!
//! When and where a motion first meets a mask that rests. Times are exact fractions of the motion. Pixels are open squares here: two
//! squares meet when they share some area.

use hitmask::PosedMotion;

use crate::geom::hitmask_pose_parts;
use crate::prelude::*;
use crate::table::hitmask_posed_cast;

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

verbs! {
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
}
