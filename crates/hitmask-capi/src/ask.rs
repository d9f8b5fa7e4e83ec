//! Questions to a world
//!
//! Between steps a world answers who is where. A query looks at one space, with a filter; NULL is the default filter, which lets everything
//! but sensors through: in the collider's own space, if the question is about a collider. Lists of handles are in ascending order.

// This file is long because it is a list: the questions to a world, each a short call with its contract.

use std::ops::ControlFlow;

use hitmask::{Probe, QueryFilter};

use crate::geom::hitmask_pose_at;
use crate::in_use;
use crate::overlap::hitmask_closest;
use crate::prelude::*;
use crate::shape::hitmask_shape_rect;
use crate::table::hitmask_contact;

/// Is called with each contact of a query. It gets the user data of the call. The query goes on as long as it returns true.
pub type hitmask_each_contact =
    Option<unsafe extern "C-unwind" fn(user: *mut c_void, contact: *const hitmask_contact) -> hitmask_flag>;

/// What a hitmask_probe is.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_probe_kind {
    /// A shape under a pose.
    HITMASK_PROBE_PLACED = 0,
    /// The pixels of a line from one pixel to another, both included.
    HITMASK_PROBE_LINE = 1,
    /// A pixel.
    HITMASK_PROBE_POINT = 2,
}

/// A shape to ask about. Make it with hitmask_probe_placed, hitmask_probe_line or hitmask_probe_point.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hitmask_probe {
    /// A hitmask_probe_kind.
    pub kind: i32,
    /// The shape of HITMASK_PROBE_PLACED. Alpha sums and animations are shapes here, too.
    pub placed: hitmask_placed,
    /// The first end of the line, or the pixel.
    pub from: hitmask_point,
    /// The other end of the line.
    pub to: hitmask_point,
}

verbs! {
    /// A filter that leaves space, layers and group unsaid, and lets everything through but sensors.
    fn hitmask_query_filter_default() -> hitmask_query_filter = hitmask_query_filter::unsaid();
}

/// The probe of a placed shape.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_probe_placed(shape: hitmask_shape, pose: hitmask_pose) -> hitmask_probe {
    let none = hitmask_point::default();
    let kind = hitmask_probe_kind::HITMASK_PROBE_PLACED as i32;
    hitmask_probe { kind, placed: hitmask_placed { shape, pose }, from: none, to: none }
}

/// The probe of a line of pixels.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_probe_line(from: hitmask_point, to: hitmask_point) -> hitmask_probe {
    let placed =
        hitmask_placed { shape: hitmask_shape_rect(Default::default()), pose: hitmask_pose_at(0, 0) };
    hitmask_probe { kind: hitmask_probe_kind::HITMASK_PROBE_LINE as i32, placed, from, to }
}

/// The probe of a pixel.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_probe_point(pixel: hitmask_point) -> hitmask_probe {
    let kind = hitmask_probe_kind::HITMASK_PROBE_POINT as i32;
    hitmask_probe { kind, ..hitmask_probe_line(pixel, pixel) }
}

verbs! {
    /// The colliders that a probe touches.
    fn hitmask_world_query(
        world: *const hitmask_world, probe: *const hitmask_probe, filter: *const hitmask_query_filter, handles: *mut hitmask_handle, capacity: usize,
        count: *mut usize
    ) {
        ask(world, filter, |world, filter| {
            check_list(handles, capacity, count)?;
            let found = world.query(&value(probe)?.library()?, filter).all();
            give_list(found.into_iter().map(Handle::to_bits), handles, capacity, count)
        })
    }

    /// Whether a probe touches any collider.
    fn hitmask_world_query_any(world: *const hitmask_world, probe: *const hitmask_probe, filter: *const hitmask_query_filter, out: *mut bool) {
        ask(world, filter, |world, filter| give(out, world.query(&value(probe)?.library()?, filter).any()))
    }

    /// The topmost collider that a probe touches: by order, then by handle.
    fn hitmask_world_query_topmost(
        world: *const hitmask_world, probe: *const hitmask_probe, filter: *const hitmask_query_filter, out: *mut hitmask_handle, found: *mut bool
    ) {
        ask(world, filter, |world, filter| {
            let topmost = world.query(&value(probe)?.library()?, filter).topmost();
            give_found(out, found, topmost.map(Handle::to_bits))
        })
    }

    /// Calls a function of yours with each collider that a probe touches, and where. The order is not specified. A call from it that changes
    /// the world gives HITMASK_BUSY.
    fn hitmask_world_query_each(
        world: *const hitmask_world, probe: *const hitmask_probe, filter: *const hitmask_query_filter, each: hitmask_each_contact, user: *mut c_void
    ) {
        ask(world, filter, |world, filter| {
            let each = each.ok_or(HITMASK_NULL_POINTER)?;
            let _ = world.query(&value(probe)?.library()?, filter).each(|contact| {
                // SAFETY: as in `Accept::ask`.
                if unsafe { each(user, &(&contact).into()) }.is_set() {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
            Ok(())
        })
    }

    /// How far apart two colliders are, and their nearest world pixels. Not found if either covers none.
    fn hitmask_world_closest(world: *const hitmask_world, a: hitmask_handle, b: hitmask_handle, out: *mut hitmask_closest, found: *mut bool) {
        let world = in_use::ask(world)?;
        give_found(out, found, world.closest(live(&world, a)?, live(&world, b)?).map(Into::into))
    }

    /// The name and the number of a label of a collider: what hitmask_event_part_of and hitmask_world_label_at have found. Not found if the label
    /// has no name. The text is good until the collider's shape is changed or the collider is removed.
    fn hitmask_world_label_name(
        world: *const hitmask_world, collider: hitmask_handle, label: u8, name: *mut hitmask_text, number: *mut u64, found: *mut bool
    ) {
        check(name)?;
        check(number)?;
        let world = in_use::ask(world)?;
        let entry = world.label_name(live(&world, collider)?, label);
        give_found(name, found, entry.map(|(name, _)| name.into()))?;
        give(number, entry.map_or(0, |(_, number)| number))
    }
}

/// The handle of a collider that exists.
pub(crate) fn live(world: &World, handle: hitmask_handle) -> Checked<Handle> {
    let handle = self::handle(handle);
    if world.contains(handle) { Ok(handle) } else { Err(HITMASK_NO_SUCH_COLLIDER) }
}

/// A condition of the caller.
struct Accept {
    accept: unsafe extern "C-unwind" fn(*mut c_void, hitmask_handle, u64) -> hitmask_flag,
    user: *mut c_void,
}

// SAFETY: it lives as long as one query, which uses one thread. The library asks for `Sync` so that a query might use several one day; then
// this must change, and the header, which promises the caller's thread, with it.
unsafe impl Sync for Accept {}

impl Accept {
    fn ask(&self, member: Member<'_>) -> bool {
        // SAFETY: by the contract of the header the function takes these arguments. It may call anything, but the world is in use, and so
        // stays as it is; what else the query uses was copied, or is a share.
        unsafe { (self.accept)(self.user, member.handle.to_bits(), member.collider.data) }.is_set()
    }
}

/// Calls a function with a filter of the caller in the form of the library.
///
/// # Safety
/// The pointer keeps the contract of the crate.
pub(crate) unsafe fn with_filter<R>(
    filter: *const hitmask_query_filter,
    f: impl FnOnce(&QueryFilter<'_>) -> Checked<R>,
) -> Checked<R> {
    if filter.is_null() {
        return f(&QueryFilter::default());
    }
    let filter = value(filter)?;
    let except: Vec<Handle> =
        array(filter.except, filter.except_count)?.iter().map(|&bits| handle(bits)).collect();
    let accept = filter.accept.map(|accept| Accept { accept, user: filter.user });
    let ask = accept.as_ref().map(|accept| move |member: Member<'_>| accept.ask(member));
    let accept = ask.as_ref().map(|ask| ask as &(dyn Fn(Member<'_>) -> bool + Sync));
    f(&QueryFilter { except_all: &except, accept, ..filter.library()? })
}

/// A question to a world that may call the caller back.
pub(crate) unsafe fn ask(
    world: *const hitmask_world,
    filter: *const hitmask_query_filter,
    answer: impl FnOnce(&World, &QueryFilter<'_>) -> Checked,
) -> Checked {
    let asking = in_use::ask(world)?;
    with_filter(filter, |filter| answer(&asking, filter))
}

impl hitmask_probe {
    /// # Safety
    /// The pointer in the shape keeps the contract of the crate.
    pub(crate) unsafe fn library(&self) -> Checked<Probe> {
        Ok(match self.kind {
            0 => Probe::shape(self.placed.shape.hold()?, self.placed.pose.library()?),
            1 => Probe::line(self.from, self.to),
            2 => Probe::point(self.from),
            _ => return Err(HITMASK_UNKNOWN_CONSTANT),
        })
    }
}
