//! Casts
//!
//! When and where a motion first meets a mask that rests. Times are exact fractions of the motion. Pixels are open squares here: two
//! squares meet when they share some area.

use hitmask::PosedMotion;

use crate::border::{give, object, value};
use crate::fault::OrTell;
use crate::geom::{hitmask_point, hitmask_point_q16, hitmask_pose, hitmask_pose_parts, hitmask_vector};
use crate::objects::{hitmask_mask, hitmask_terrain};
use crate::status::hitmask_error;
use crate::table::{hitmask_cast, hitmask_posed_cast, hitmask_step_cast};

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
