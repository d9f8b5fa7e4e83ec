//! Questions to a world
//!
//! Between steps a world answers who is where. A query looks at one space, with a filter; NULL is the default filter, which lets everything
//! but sensors through: in the collider's own space, if the question is about a collider. Lists of handles are in ascending order.

// This file is long because it is a list: the questions to a world, each a short call with its contract.

use std::ffi::c_void;
use std::ops::ControlFlow;

use hitmask::{Handle, Member, Point, Probe, QueryFilter, World};

use crate::border::{Checked, array, check, check_list, give, give_found, give_list, value};
use crate::event::{handle, hitmask_handle};
use crate::geom::{hitmask_flag, hitmask_point, hitmask_point_q16, hitmask_pose, hitmask_pose_at};
use crate::hitmask_status::*;
use crate::in_use::{self, hitmask_world};
use crate::overlap::hitmask_closest;
use crate::pack::hitmask_text;
use crate::shape::{hitmask_placed, hitmask_shape, hitmask_shape_rect};
use crate::table::{
    hitmask_cast_hit, hitmask_contact, hitmask_label_hit, hitmask_labels_met, hitmask_line_hit,
    hitmask_nearest, hitmask_query_filter, hitmask_ray_hit, hitmask_turning_hit, hitmask_turning_motion,
};

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

/// A filter that leaves space, layers and group unsaid, and lets everything through but sensors.
#[unsafe(no_mangle)]
pub extern "C" fn hitmask_query_filter_default() -> hitmask_query_filter {
    hitmask_query_filter::unsaid()
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
    /// What a collider touches now, custom tests included. The contacts are in ascending order of their handles.
    fn hitmask_world_collide_one(
        world: *const hitmask_world, handle: hitmask_handle, contacts: *mut hitmask_contact, capacity: usize, count: *mut usize
    ) {
        check_list(contacts, capacity, count)?;
        let found =
            in_use::ask(world)?.collide_one(self::handle(handle)).ok_or(HITMASK_NO_SUCH_COLLIDER)?;
        give_list(found.iter().map(Into::into), contacts, capacity, count)
    }

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

    /// The topmost collider that covers a pixel: by order, then by handle.
    fn hitmask_world_pick(
        world: *const hitmask_world, pixel: hitmask_point, filter: *const hitmask_query_filter, out: *mut hitmask_handle, found: *mut bool
    ) {
        ask(world, filter, |world, filter| give_found(out, found, world.pick(pixel, filter).map(Handle::to_bits)))
    }

    /// All colliders that cover a pixel, the topmost first.
    fn hitmask_world_pick_all(
        world: *const hitmask_world, pixel: hitmask_point, filter: *const hitmask_query_filter, handles: *mut hitmask_handle, capacity: usize,
        count: *mut usize
    ) {
        ask(world, filter, |world, filter| {
            give_list(world.pick_all(pixel, filter).into_iter().map(Handle::to_bits), handles, capacity, count)
        })
    }

    /// The collider that covers the pixel nearest to this one, at most so many pixels away.
    fn hitmask_world_nearest(
        world: *const hitmask_world, pixel: hitmask_point, within: u32, filter: *const hitmask_query_filter, out: *mut hitmask_nearest,
        found: *mut bool
    ) {
        ask(world, filter, |world, filter| {
            give_found(out, found, world.nearest(pixel, within, filter).as_ref().map(Into::into))
        })
    }

    /// The first collider on a line of pixels. The line slips through walls whose pixels touch at corners alone.
    fn hitmask_world_first_on_line(
        world: *const hitmask_world, from: hitmask_point, to: hitmask_point, filter: *const hitmask_query_filter, out: *mut hitmask_line_hit,
        found: *mut bool
    ) {
        ask(world, filter, |world, filter| {
            give_found(out, found, world.first_on_line(from, to, filter).as_ref().map(Into::into))
        })
    }

    /// The first collider on all pixels that a line between the centres of two pixels touches, also those beside a corner that it passes. No wall
    /// has a gap for it.
    fn hitmask_world_first_on_supercover(
        world: *const hitmask_world, from: hitmask_point, to: hitmask_point, filter: *const hitmask_query_filter, out: *mut hitmask_line_hit,
        found: *mut bool
    ) {
        ask(world, filter, |world, filter| {
            give_found(out, found, world.first_on_supercover(from, to, filter).as_ref().map(Into::into))
        })
    }

    /// The collider that a moving point meets first.
    fn hitmask_world_ray_cast(
        world: *const hitmask_world, position: hitmask_point_q16, motion: hitmask_point_q16, filter: *const hitmask_query_filter,
        out: *mut hitmask_ray_hit, found: *mut bool
    ) {
        ask(world, filter, |world, filter| {
            let (position, motion) = (position.checked("position")?, motion.checked("motion")?);
            give_found(out, found, world.ray_cast(position, motion, filter).as_ref().map(Into::into))
        })
    }

    /// What a collider meets if it moves while all others rest: all that it meets, in the order of the hits.
    fn hitmask_world_cast(
        world: *const hitmask_world, handle: hitmask_handle, motion: hitmask_point_q16, filter: *const hitmask_query_filter,
        hits: *mut hitmask_cast_hit, capacity: usize, count: *mut usize
    ) {
        ask(world, filter, |world, filter| {
            let found = world.try_cast_all(live(world, handle)?, motion, filter)?;
            give_list(found.iter().map(Into::into), hits, capacity, count)
        })
    }

    /// What a collider meets first if it moves while all others rest.
    fn hitmask_world_cast_first(
        world: *const hitmask_world, handle: hitmask_handle, motion: hitmask_point_q16, filter: *const hitmask_query_filter,
        out: *mut hitmask_cast_hit, found: *mut bool
    ) {
        ask(world, filter, |world, filter| {
            let hit = world.try_cast(live(world, handle)?, motion, filter)?;
            give_found(out, found, hit.as_ref().map(Into::into))
        })
    }

    /// What a probe meets if it moves: all that it meets, in the order of the hits.
    fn hitmask_world_cast_probe(
        world: *const hitmask_world, probe: *const hitmask_probe, motion: hitmask_point_q16, filter: *const hitmask_query_filter,
        hits: *mut hitmask_cast_hit, capacity: usize, count: *mut usize
    ) {
        ask(world, filter, |world, filter| {
            let found = world.try_cast_all(&value(probe)?.library()?, motion, filter)?;
            give_list(found.iter().map(Into::into), hits, capacity, count)
        })
    }

    /// What a probe meets first if it moves.
    fn hitmask_world_cast_probe_first(
        world: *const hitmask_world, probe: *const hitmask_probe, motion: hitmask_point_q16, filter: *const hitmask_query_filter,
        out: *mut hitmask_cast_hit, found: *mut bool
    ) {
        ask(world, filter, |world, filter| {
            let hit = world.try_cast(&value(probe)?.library()?, motion, filter)?;
            give_found(out, found, hit.as_ref().map(Into::into))
        })
    }

    /// What a collider meets if it moves and turns while all others rest: all that it meets, or may meet.
    fn hitmask_world_cast_turning(
        world: *const hitmask_world, handle: hitmask_handle, motion: *const hitmask_turning_motion, filter: *const hitmask_query_filter,
        hits: *mut hitmask_turning_hit, capacity: usize, count: *mut usize
    ) {
        ask(world, filter, |world, filter| {
            let found = world.try_cast_turning_all(live(world, handle)?, &value(motion)?.library()?, filter)?;
            give_list(found.iter().map(Into::into), hits, capacity, count)
        })
    }

    /// The shortest way out of two colliders: move b by it.
    fn hitmask_world_separation(world: *const hitmask_world, a: hitmask_handle, b: hitmask_handle, out: *mut hitmask_point) {
        let separation = in_use::ask(world)?.separation(handle(a), handle(b));
        give(out, separation.ok_or(HITMASK_NO_SUCH_COLLIDER)?.into())
    }

    /// The direction of a collider's surface within a radius of a world pixel, such as the one that a ray has hit: it points out of the ground,
    /// across it. A radius of 16 is right to about a degree. (0, 0) if nothing lies there.
    fn hitmask_world_surface_normal(
        world: *const hitmask_world, collider: hitmask_handle, pixel: hitmask_point, radius: u32, out: *mut hitmask_point
    ) {
        let normal = in_use::ask(world)?.surface_normal(handle(collider), Point::from(pixel), radius);
        give(out, normal.ok_or(HITMASK_NO_SUCH_COLLIDER)?.into())
    }

    /// The direction of the contact of two colliders, from a to b.
    fn hitmask_world_normal(world: *const hitmask_world, a: hitmask_handle, b: hitmask_handle, out: *mut hitmask_point) {
        let normal = in_use::ask(world)?.normal(handle(a), handle(b));
        give(out, normal.ok_or(HITMASK_NO_SUCH_COLLIDER)?.into())
    }

    /// How far apart two colliders are, and their nearest world pixels. Not found if either covers none.
    fn hitmask_world_closest(world: *const hitmask_world, a: hitmask_handle, b: hitmask_handle, out: *mut hitmask_closest, found: *mut bool) {
        let world = in_use::ask(world)?;
        give_found(out, found, world.closest(live(&world, a)?, live(&world, b)?).map(Into::into))
    }

    /// Which labels of two colliders meet as they are now, in world pixels.
    fn hitmask_world_labels_met(
        world: *const hitmask_world, a: hitmask_handle, b: hitmask_handle, list: *mut hitmask_labels_met, capacity: usize, count: *mut usize
    ) {
        let met = in_use::ask(world)?.labels_met(handle(a), handle(b)).ok_or(HITMASK_NO_SUCH_COLLIDER)?;
        give_list(met.iter().map(Into::into), list, capacity, count)
    }

    /// The first world pixel that two colliders share as they are now, and their labels there.
    fn hitmask_world_label_hit(world: *const hitmask_world, a: hitmask_handle, b: hitmask_handle, out: *mut hitmask_label_hit, found: *mut bool) {
        let hit = in_use::ask(world)?.label_hit(handle(a), handle(b));
        give_found(out, found, hit.as_ref().map(Into::into))
    }

    /// The label that a collider shows at a world pixel: which part a click, a ray or a cast has found. 0 if it has no labels. Not found if it
    /// does not cover the pixel.
    fn hitmask_world_label_at(world: *const hitmask_world, collider: hitmask_handle, pixel: hitmask_point, out: *mut u8, found: *mut bool) {
        give_found(out, found, in_use::ask(world)?.label_at(handle(collider), pixel))
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
unsafe fn ask(
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
    unsafe fn library(&self) -> Checked<Probe> {
        Ok(match self.kind {
            0 => Probe::shape(self.placed.shape.hold()?, self.placed.pose.library()?),
            1 => Probe::line(self.from, self.to),
            2 => Probe::point(self.from),
            _ => return Err(HITMASK_UNKNOWN_CONSTANT),
        })
    }
}
