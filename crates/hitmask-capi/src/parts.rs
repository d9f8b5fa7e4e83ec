//! Parts
//!
//! A part is a collider that goes where another one, its root, goes: a sword in a hand, a weak point, a second shape of a lift. It has a handle
//! of its own, which events and queries name. Its transform counts in the plane of the root's shape: its position is the texel of the root's
//! picture on which its pivot lies. hitmask_world_position, hitmask_world_transform and hitmask_world_get give what was set,
//! hitmask_world_pose and hitmask_world_bounds say where it lies in the world. It is in its root's space and group, and never meets its root
//! nor the root's other parts. While the root is disabled, so is the part. A filter that excludes the root excludes its parts. Removing the
//! root removes them. The functions that move a collider among others refuse a part with HITMASK_WRONG_PART: move its root.

use crate::prelude::*;

/// A part's handle, if it is one.
fn part(world: Quiet<'_>, part: hitmask_handle) -> Checked<Handle> {
    let part = handle(part);
    match world.root_of(part) {
        Some(_) => Ok(part),
        None if world.contains(part) => Err(HITMASK_WRONG_PART),
        None => Err(HITMASK_NO_SUCH_COLLIDER),
    }
}

verbs! {
    /// Makes a part a collider like any other, where it lies. HITMASK_WRONG_PART if it is no part.
    fn hitmask_world_detach(world: *mut hitmask_world, part: hitmask_handle) {
        let mut changing = change(world)?;
        let part = self::part(changing.quiet(), part)?;
        changing.world.detach(part).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// Lets a part count only while its root shows one of these frames, numbered from 0; with NULL in all frames, as at first. What is no
    /// animation shows frame 0. HITMASK_WRONG_PART if it is no part.
    fn hitmask_world_set_part_frames(world: *mut hitmask_world, part: hitmask_handle, frames: *const usize, count: usize) {
        let frames = if frames.is_null() && count == 0 { None } else { Some(array(frames, count)?.to_vec()) };
        let mut changing = change(world)?;
        let part = self::part(changing.quiet(), part)?;
        changing.world.set_part_frames(part, frames.as_deref()).ok_or(HITMASK_NO_SUCH_COLLIDER)
    }

    /// The frames of its root in which a part counts, in ascending order, and whether it counts in these only. HITMASK_WRONG_PART if it is no
    /// part.
    fn hitmask_world_part_frames(
        world: *const hitmask_world, part: hitmask_handle, frames: *mut usize, capacity: usize, count: *mut usize, is_limited: *mut bool
    ) {
        check_list(frames, capacity, count)?;
        let world = look(world)?;
        let part = self::part(world, part)?;
        let shown = world.part_frames(part).ok_or(HITMASK_NO_SUCH_COLLIDER)?;
        give(is_limited, shown.is_some())?;
        give_list(shown.unwrap_or_default().iter().copied(), frames, capacity, count)
    }
}
