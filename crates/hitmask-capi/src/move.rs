//! Motion in a world
//!
//! Characters, lifts that carry and push them, and changes that are made only if they fit. Filters are as in questions; while these
//! functions run, the world is busy: the condition of a filter cannot even ask, except in hitmask_world_ground_slope and
//! hitmask_world_fit_at.

use hitmask::SolidMoved;

use crate::ask::{live, with_filter};
use crate::in_use;
use crate::mover::options_of;
use crate::prelude::*;
use crate::table::{hitmask_blocker, hitmask_slid, hitmask_slope};

/// What a moving solid did. The lists are the world's; they are good until the next call that takes the world without const.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hitmask_solid_moved {
    /// Where it is now.
    pub position: hitmask_point_q16,
    /// The characters that it pushed.
    pub pushed: *const hitmask_handle,
    /// How many they are.
    pub pushed_count: usize,
    /// The characters that rode it.
    pub carried: *const hitmask_handle,
    /// How many they are.
    pub carried_count: usize,
    /// The characters that could not step aside. It overlaps them.
    pub crushed: *const hitmask_handle,
    /// How many they are.
    pub crushed_count: usize,
}

verbs! {
    /// Moves a character among the bodies and the one-way platforms that the filter lets through. NULL options climb nothing.
    /// HITMASK_TOO_LARGE if the character covers a larger box than a mask may have.
    fn hitmask_world_move_and_slide(
        world: *mut hitmask_world, handle: hitmask_handle, motion: hitmask_point_q16, options: *const hitmask_move_options,
        filter: *const hitmask_query_filter, out: *mut hitmask_slid
    ) {
        slide(world, handle, motion, options, filter, out, |_| Ok(()))
    }

    /// As hitmask_world_move_and_slide, and lists all that refuses one more step: down or up first, then sideways, each in the order of handles.
    /// The normals tell them apart. If the array has too few places for them (HITMASK_TOO_SMALL), the move is made all the same.
    fn hitmask_world_move_and_slide_into(
        world: *mut hitmask_world, handle: hitmask_handle, motion: hitmask_point_q16, options: *const hitmask_move_options,
        filter: *const hitmask_query_filter, out: *mut hitmask_slid, blockers: *mut hitmask_blocker, capacity: usize, count: *mut usize
    ) {
        check_list(blockers, capacity, count)?;
        slide(world, handle, motion, options, filter, out, |all| {
            give_list(all.iter().map(Into::into), blockers, capacity, count)
        })
    }

    /// The slope of the ground under a collider's feet. Each column of the collider looks down from its lowest pixel, past at most reach clear
    /// ones; the slope is that from the leftmost to the rightmost column that sees ground. There is none if no column does, or if the collider
    /// overlaps a body. HITMASK_TOO_LARGE as for hitmask_world_move_and_slide.
    fn hitmask_world_ground_slope(
        world: *const hitmask_world, handle: hitmask_handle, reach: u32, filter: *const hitmask_query_filter, out: *mut hitmask_slope,
        found: *mut bool
    ) {
        let asking = in_use::ask(world)?;
        let handle = live(&asking, handle)?;
        let slope = with_filter(filter, |filter| Ok(asking.try_ground_slope(handle, reach, filter)?))?;
        give_found(out, found, slope.as_ref().map(Into::into))
    }

    /// Moves a solid: it pushes characters, and carries those that stand on it and those in riders. HITMASK_TOO_LARGE if a character
    /// that it may move covers a larger box than a mask may have.
    fn hitmask_world_move_solid(
        world: *mut hitmask_world, handle: hitmask_handle, motion: hitmask_point_q16, riders: *const hitmask_handle, rider_count: usize,
        out: *mut hitmask_solid_moved
    ) {
        let options = std::ptr::null();
        carry(world, out, |world| move_solid(world, handle, motion, array(riders, rider_count)?, options))
    }

    /// The same with options: who is pushed or carried climbs ledges and gets round corners by them. HITMASK_CANNOT_RIDE if a rider is neither
    /// a character nor a crate, or is a part, stale, disabled or elsewhere.
    fn hitmask_world_move_solid_with(
        world: *mut hitmask_world, handle: hitmask_handle, motion: hitmask_point_q16, riders: *const hitmask_handle, rider_count: usize,
        options: *const hitmask_move_options, out: *mut hitmask_solid_moved
    ) {
        carry(world, out, |world| move_solid(world, handle, motion, array(riders, rider_count)?, options))
    }

    /// Turns a solid, scales it, or gives it another shape or frame, in one jump. It carries those whose support it is, and pushes out what it then
    /// overlaps, by at most limit pixels; who cannot be freed is named as crushed. NULL and -1 leave the transform, the shape and the frame as
    /// they are.
    fn hitmask_world_reshape_solid(
        world: *mut hitmask_world, handle: hitmask_handle, transform: *const hitmask_transform, shape: *const hitmask_shape, frame: i64, limit: u32,
        filter: *const hitmask_query_filter, out: *mut hitmask_solid_moved
    ) {
        let transform = if transform.is_null() { None } else { Some(value(transform)?.library()?) };
        let shape = if shape.is_null() { None } else { Some(object(shape)?.hold()?) };
        let frame = if frame < 0 { None } else { Some(usize::try_from(frame).map_err(|_| HITMASK_NO_SUCH_INDEX)?) };
        carry(world, out, |world| with_filter(filter, |filter| {
            Ok(world.try_reshape_solid(self::handle(handle), limit, filter, |collider| {
                collider.transform = transform.unwrap_or(collider.transform);
                if let Some(shape) = shape {
                    collider.shape = shape;
                }
                frame.map_or(Ok(()), |frame| collider.try_set_frame(frame))
            })?)
        }))
    }
}

unsafe fn move_solid(
    world: &mut World,
    handle: hitmask_handle,
    motion: hitmask_point_q16,
    riders: &[hitmask_handle],
    options: *const hitmask_move_options,
) -> Checked<Option<SolidMoved>> {
    let riders: Vec<Handle> = riders.iter().map(|&bits| self::handle(bits)).collect();
    Ok(world.try_move_solid(self::handle(handle), motion, &riders, &options_of(options)?)?)
}

/// Tells what a solid that was moved did.
unsafe fn carry(
    world: *mut hitmask_world,
    out: *mut hitmask_solid_moved,
    how: impl FnOnce(&mut World) -> Checked<Option<SolidMoved>>,
) -> Checked {
    check(out)?;
    let mut state = change(world)?;
    let moved = how(&mut state.world)?.ok_or(HITMASK_NO_SUCH_COLLIDER)?;
    state.gives_lists()?;
    let handles = &mut state.handles;
    handles.clear();
    for list in [&moved.pushed, &moved.carried, &moved.crushed] {
        handles.extend(list.iter().map(|handle| handle.to_bits()));
    }
    let (pushed, rest) = handles.split_at(moved.pushed.len());
    let (carried, crushed) = rest.split_at(moved.carried.len());
    give(
        out,
        hitmask_solid_moved {
            position: moved.position.into(),
            pushed: pushed.as_ptr(),
            pushed_count: pushed.len(),
            carried: carried.as_ptr(),
            carried_count: carried.len(),
            crushed: crushed.as_ptr(),
            crushed_count: crushed.len(),
        },
    )
}

unsafe fn slide(
    world: *mut hitmask_world,
    handle: hitmask_handle,
    motion: hitmask_point_q16,
    options: *const hitmask_move_options,
    filter: *const hitmask_query_filter,
    out: *mut hitmask_slid,
    list: impl FnOnce(&[Blocker]) -> Checked,
) -> Checked {
    check(out)?;
    let options = options_of(options)?;
    let mut state = change(world)?;
    let State { world, blockers, .. } = &mut *state;
    let slid = with_filter(filter, |filter| {
        Ok(world.try_move_and_slide_into(self::handle(handle), motion, &options, filter, blockers)?)
    })?;
    let slid = slid.ok_or(HITMASK_NO_SUCH_COLLIDER)?;
    give(out, (&slid).into())?;
    list(blockers)
}
