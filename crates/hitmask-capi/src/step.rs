//! Steps of a world
//!
//! hitmask_world_step compares with the step before, and gives the events: which pairs began to touch, which ceased to, and which only met
//! on their way.

use std::collections::HashMap;

use hitmask::PathSegment;

use crate::geom::hitmask_time;
use crate::prelude::*;
use crate::table::hitmask_world_stats;

/// Two colliders that touch.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct hitmask_pair {
    /// The collider with the lower handle.
    pub a: hitmask_handle,
    /// The collider with the higher handle.
    pub b: hitmask_handle,
}

/// A straight segment of a path that is not straight.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hitmask_path_segment {
    /// The position at time 0, if all of the step went like this segment.
    pub from: hitmask_point_q16,
    /// The position at time 1, if all of the step went like this segment.
    pub to: hitmask_point_q16,
    /// When the segment ends, from 0 to 1. Ignored for the last segment.
    pub until: hitmask_time,
    /// Whether the collider is on the next segment at that time already. Otherwise it is still on this one.
    pub before: hitmask_flag,
}

/// The path of a collider since the last step.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hitmask_step_path {
    /// The collider.
    pub handle: hitmask_handle,
    /// The segments of its path, in order. The last one must lead to its position.
    pub segments: *const hitmask_path_segment,
    /// How many they are.
    pub count: usize,
}

/// Whether two colliders may touch in this step. It gets the user data of the call, and handles and data of both.
pub type hitmask_step_filter = Option<
    unsafe extern "C-unwind" fn(
        user: *mut c_void,
        a: hitmask_handle,
        data_a: u64,
        b: hitmask_handle,
        data_b: u64,
    ) -> hitmask_flag,
>;

verbs! {
    /// Steps the world. The events are sorted by a, then by b. The list is the world's; it is good until the next step or
    /// hitmask_world_events_by_time, whatever else the world is told meanwhile, and until the world is freed. After
    /// HITMASK_TOO_MANY_PAIRS there are no events; step again when there are fewer pairs.
    fn hitmask_world_step(world: *mut hitmask_world, events: *mut *const hitmask_event, count: *mut usize) {
        step(world, events, count, |state| {
            let State { world, events, .. } = state;
            world.step().map(|found| events.extend(found.iter().map(hitmask_event::from)))
        })
    }

    /// Steps the world, and asks a filter about each pair whose boxes share a pixel. The world is busy meanwhile.
    fn hitmask_world_step_with(world: *mut hitmask_world, filter: hitmask_step_filter, user: *mut c_void,
        events: *mut *const hitmask_event, count: *mut usize
    ) {
        let filter = filter.ok_or(HITMASK_NULL_POINTER)?;
        step(world, events, count, |state| {
            let State { world, events, .. } = state;
            let ask = |a: Member<'_>, b: Member<'_>| {
                // SAFETY: by the contract of the header the function takes these arguments. It may call anything, but the world is in use.
                unsafe {
                    filter(user, a.handle.to_bits(), a.collider.data, b.handle.to_bits(), b.collider.data).is_set()
                }
            };
            world.step_with(ask).map(|found| events.extend(found.iter().map(hitmask_event::from)))
        })
    }

    /// Steps the world, in which some swept colliders did not go straight. If a handle is there twice, the last path counts.
    fn hitmask_world_step_along(world: *mut hitmask_world, paths: *const hitmask_step_path, path_count: usize,
        events: *mut *const hitmask_event, count: *mut usize
    ) {
        let mut parts: HashMap<Handle, Vec<PathSegment>> = HashMap::new();
        for path in array(paths, path_count)? {
            let segments = array(path.segments, path.count)?.iter().map(hitmask_path_segment::library);
            let segments = segments.collect::<Checked<Vec<_>>>()?;
            PathSegment::check(&segments)?;
            parts.insert(handle(path.handle), segments);
        }
        step(world, events, count, |state| {
            let State { world, events, .. } = state;
            let path = |member: Member<'_>| parts.get(&member.handle).map_or(&[][..], Vec::as_slice);
            world.step_along(path).map(|found| events.extend(found.iter().map(hitmask_event::from)))
        })
    }

    /// The events of the last step again, sorted by time, then by a and b. What has no time is about the end of the step. The list is the
    /// world's, as that of hitmask_world_step, whose list it replaces.
    fn hitmask_world_events_by_time(world: *mut hitmask_world, events: *mut *const hitmask_event, count: *mut usize) {
        step(world, events, count, |state| {
            let State { world, events, .. } = state;
            events.extend(world.events_by_time().iter().map(hitmask_event::from));
            Ok(())
        })
    }

    /// The other one of an event's pair, and its data. Not found if the handle is in neither place. Which of the two is a follows from the
    /// handles alone: a later collider may have the lower one.
    fn hitmask_event_other(event: *const hitmask_event, handle: hitmask_handle, out: *mut hitmask_handle, data: *mut u64, found: *mut bool) {
        check(data)?;
        let event = value(event)?;
        let other = match handle {
            _ if handle == event.a => Some((event.b, event.data_b)),
            _ if handle == event.b => Some((event.a, event.data_a)),
            _ => None,
        };
        give_found(out, found, other.map(|(other, _)| other))?;
        give(data, other.map_or(0, |(_, data)| data))
    }

    /// Which part of this one of an event's pair was met: the label that it showed where the two met first. 0 if it has no labels. Not found if
    /// the handle is in neither place, or if the event names no labels. hitmask_world_label_name tells the name of the part.
    fn hitmask_event_part_of(event: *const hitmask_event, handle: hitmask_handle, out: *mut u8, found: *mut bool) {
        let hitmask_event { a, b, has_hit, hit, touch, .. } = value(event)?;
        let has_hit = has_hit.is_set();
        let labels = if has_hit { [hit.label_a, hit.label_b] } else { [touch.label_a, touch.label_b] };
        let named = has_hit || touch.has_labels.is_set();
        give_found(out, found, [a, b].iter().position(|&one| one == handle && named).map(|side| labels[side]))
    }

    /// The pairs that touched in the last step.
    fn hitmask_world_contacts(world: *const hitmask_world, pairs: *mut hitmask_pair, capacity: usize, count: *mut usize) {
        let pair = |(a, b): (Handle, Handle)| hitmask_pair { a: a.to_bits(), b: b.to_bits() };
        give_list(look(world)?.contacts().map(pair), pairs, capacity, count)
    }

    /// What the last step did.
    fn hitmask_world_last_stats(world: *const hitmask_world, out: *mut hitmask_world_stats) {
        give(out, look(world)?.stats().into())
    }
}

unsafe fn step(
    world: *mut hitmask_world,
    events: *mut *const hitmask_event,
    count: *mut usize,
    how: impl FnOnce(&mut State) -> Result<(), TooManyPairs>,
) -> Checked {
    check(events)?;
    check(count)?;
    let mut state = change(world)?;
    state.events.clear();
    how(&mut state)?;
    state.gives_lists()?;
    give(events, state.events.as_ptr())?;
    give(count, state.events.len())
}

impl hitmask_path_segment {
    fn library(&self) -> Checked<PathSegment> {
        // The time of a last part does not matter, but it must be a number.
        let until = TimeOfImpact::try_new(self.until.numerator, self.until.denominator)?;
        Ok(PathSegment { from: self.from.into(), to: self.to.into(), until, before: self.before.is_set() })
    }
}
