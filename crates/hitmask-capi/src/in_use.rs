//! A world that knows which calls use it, because calls may call the caller back, who may call anything.
//!
//! Every function on a world goes through one of three ways: [`look`], [`ask`] and [`change`]. So none can use a world that another one is
//! changing, or change one that another one is reading, and none can forget to ask.
//!
//! # Safety
//! The three functions, and [`free`], have the contract of the crate: the pointer is NULL, misaligned or that of a live world, and no other
//! thread uses the world meanwhile if one of the calls changes or frees it. The contract says nothing about calls from callbacks on the same
//! thread. What those may do is checked here, by [`hitmask_world::uses`].

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};

use hitmask::WorldStats;

use crate::border;
use crate::prelude::*;

/// A world. Free it with hitmask_world_free.
pub struct hitmask_world {
    /// How many calls read the world now and may call the caller back, or [`CHANGED`]; with [`FREED`].
    uses: AtomicU32,
    state: UnsafeCell<State>,
}

/// One call changes the world.
const CHANGED: u32 = 1 << 31;
/// The caller has freed the world. The last call that uses it frees it at its end.
const FREED: u32 = 1 << 30;

/// A world, and the lists that the caller reads from it.
pub(crate) struct State {
    pub(crate) world: World,
    pub(crate) events: Vec<hitmask_event>,
    /// The lists of the last hitmask_world_move_solid, one after the other.
    pub(crate) handles: Vec<hitmask_handle>,
    /// What stopped the last character that moved.
    pub(crate) blockers: Vec<Blocker>,
}

impl From<World> for hitmask_world {
    fn from(world: World) -> hitmask_world {
        let state = State { world, events: Vec::new(), handles: Vec::new(), blockers: Vec::new() };
        hitmask_world { uses: AtomicU32::new(0), state: UnsafeCell::new(state) }
    }
}

/// Who uses a world. The reference is to this number only: what is behind the rest of the pointer may be lent to a call.
unsafe fn uses<'a>(world: *const hitmask_world) -> Checked<&'a AtomicU32> {
    check(world)?;
    // SAFETY: neither null nor misaligned, so by the contract it points to a live world: one that the caller has not freed, or one that lives
    // on until the calls that use it have ended.
    Ok(unsafe { &(*world).uses })
}

/// The world, for a call that reads it and cannot call the caller back.
#[inline]
pub(crate) unsafe fn look<'a>(world: *const hitmask_world) -> Checked<Quiet<'a>> {
    if uses(world)?.load(Ordering::Relaxed) & (CHANGED | FREED) != 0 {
        return Err(HITMASK_BUSY);
    }
    // SAFETY: no call of this thread is changing the world, and by the contract none of another thread is. None of this thread begins to
    // before this call has ended: it calls nobody back.
    Ok(Quiet(unsafe { &(*(*world).state.get()).world }))
}

/// The world, for a call that reads it and may call the caller back. Meanwhile nothing can change it.
pub(crate) unsafe fn ask(world: *const hitmask_world) -> Checked<Asking> {
    let uses = uses(world)?;
    if uses.load(Ordering::Relaxed) & (CHANGED | FREED) != 0 {
        return Err(HITMASK_BUSY);
    }
    uses.fetch_add(1, Ordering::Relaxed);
    // SAFETY: it is not null.
    Ok(Asking(unsafe { NonNull::new_unchecked(world.cast_mut()) }))
}

/// The world, for a call that changes it. Meanwhile nothing else can use it.
#[inline]
pub(crate) unsafe fn change(world: *mut hitmask_world) -> Checked<Changing> {
    let uses = uses(world)?;
    if uses.load(Ordering::Relaxed) != 0 {
        return Err(HITMASK_BUSY);
    }
    uses.store(CHANGED, Ordering::Relaxed);
    // SAFETY: it is not null.
    Ok(Changing(unsafe { NonNull::new_unchecked(world) }))
}

/// Frees a world, now or when the calls that use it have ended.
pub(crate) unsafe fn free(world: *mut hitmask_world) {
    if let Ok(uses) = uses(world)
        && uses.fetch_or(FREED, Ordering::AcqRel) == 0
    {
        border::free(world);
    }
}

/// A world while a call reads it and cannot call the caller back. It has the questions that are as short as the counting of a call
/// would be. They give what is stored, and call neither a filter nor a custom test. All others use [`ask`].
#[derive(Clone, Copy)]
pub(crate) struct Quiet<'a>(&'a World);

macro_rules! quiet {
    ($(fn $name:ident($($argument:ident: $type:ty),*) $(-> $answer:ty)?;)*) => {
        impl<'a> Quiet<'a> {
            $(#[inline] pub(crate) fn $name(self $(, $argument: $type)*) $(-> $answer)? { self.0.$name($($argument),*) })*
        }
    };
}
quiet! {
    fn len() -> usize;
    fn memory_bytes() -> usize;
    fn contains(handle: Handle) -> bool;
    fn members() -> impl Iterator<Item = Member<'a>>;
    fn get(handle: Handle) -> Option<ColliderRef<'a>>;
    fn position(handle: Handle) -> Option<PointQ16>;
    fn transform(handle: Handle) -> Option<Transform>;
    fn last_path(handle: Handle) -> Option<[PointQ16; 2]>;
    fn bounds(handle: Handle) -> Option<Rect>;
    fn root_of(part: Handle) -> Option<Handle>;
    fn parent_of(part: Handle) -> Option<Handle>;
    fn parts_of(root: Handle) -> Option<impl Iterator<Item = Handle> + use<'a>>;
    fn part_frames(part: Handle) -> Option<Option<&'a [usize]>>;
    fn steps() -> u64;
    fn stats() -> &'a WorldStats;
    fn contacts() -> impl Iterator<Item = (Handle, Handle)> + use<'a>;
    fn contacts_of(handle: Handle) -> Option<impl Iterator<Item = Handle> + use<'a>>;
    fn touching_since(a: Handle, b: Handle) -> Option<u64>;
}

impl State {
    pub(crate) fn quiet(&self) -> Quiet<'_> {
        Quiet(&self.world)
    }
}

/// A world while a call reads it, and may call the caller back. At the end of the last such call it is freed if the caller has said so. It
/// holds a pointer and no reference, as a reference must not outlive what it points to, even unused.
pub(crate) struct Asking(NonNull<hitmask_world>);

impl Deref for Asking {
    type Target = World;

    fn deref(&self) -> &World {
        // SAFETY: the world lives as long as it is in use, and nothing changes it: `change` refuses while `uses` counts this call.
        unsafe { &(*(*self.0.as_ptr()).state.get()).world }
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        // SAFETY: the world lives, as above. The reference ends before the world may be freed.
        let left = unsafe { (*self.0.as_ptr()).uses.fetch_sub(1, Ordering::AcqRel) } - 1;
        end(self.0, left);
    }
}

/// A world while a call changes it. It is freed at the end if the caller has said so meanwhile.
pub(crate) struct Changing(NonNull<hitmask_world>);

impl Changing {
    /// Refuses to give lists of the world if the caller has freed it meanwhile: they end with this call.
    pub(crate) fn gives_lists(&self) -> Checked {
        // SAFETY: the world lives as long as it is in use.
        let uses = unsafe { (*self.0.as_ptr()).uses.load(Ordering::Relaxed) };
        if uses & FREED == 0 { Ok(()) } else { Err(HITMASK_BUSY) }
    }
}

impl Deref for Changing {
    type Target = State;

    fn deref(&self) -> &State {
        // SAFETY: the world lives as long as it is in use, and only this call uses it: the others refuse while `uses` is `CHANGED`.
        unsafe { &*(*self.0.as_ptr()).state.get() }
    }
}

impl DerefMut for Changing {
    fn deref_mut(&mut self) -> &mut State {
        // SAFETY: as above.
        unsafe { &mut *(*self.0.as_ptr()).state.get() }
    }
}

impl Drop for Changing {
    fn drop(&mut self) {
        // SAFETY: the world lives, as above. The reference ends before the world may be freed.
        let uses = unsafe { &(*self.0.as_ptr()).uses };
        let left = uses.load(Ordering::Relaxed) & FREED;
        uses.store(left, Ordering::Relaxed);
        end(self.0, left);
    }
}

/// The end of a use: frees the world if the caller has done so and nobody uses it any more.
#[inline]
fn end(world: NonNull<hitmask_world>, left: u32) {
    if left == FREED {
        // SAFETY: the pointer is the caller's, who has freed the world, and this was the last call that used it.
        unsafe { border::free(world.as_ptr()) };
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::c_void;
    use std::ptr::{null, null_mut};

    use super::*;
    use crate::*;

    /// Frees the world that it is asked about, and finds it busy.
    unsafe extern "C-unwind" fn free_it(world: *mut c_void, _: hitmask_handle, _: u64) -> hitmask_flag {
        let world = world.cast();
        hitmask_world_free(world);
        let mut count = 0;
        assert_eq!(hitmask_world_count(world, &mut count), HITMASK_BUSY as i32);
        assert_eq!(hitmask_world_clear(world), HITMASK_BUSY as i32);
        true.into()
    }

    /// Asks the world, whose callback frees it, and cannot change it. For the second collider it is freed already.
    unsafe extern "C-unwind" fn use_it(world: *mut c_void, handle: hitmask_handle, _: u64) -> hitmask_flag {
        let (mut found, mut seen) = (0, false);
        let filter =
            hitmask_query_filter { accept: Some(free_it), user: world, ..hitmask_query_filter_default() };
        let pixel = hitmask_point { x: 1, y: 1 };
        assert_eq!(hitmask_world_remove(world.cast(), handle), HITMASK_BUSY as i32);
        let status = hitmask_world_pick(world.cast(), pixel, &filter, &mut found, &mut seen);
        assert_eq!(seen, status == HITMASK_OK as i32);
        true.into()
    }

    unsafe extern "C-unwind" fn free_first(
        world: *mut c_void,
        a: u64,
        _: u64,
        b: u64,
        _: u64,
    ) -> hitmask_flag {
        free_it(world, a, b)
    }

    /// A world with two squares.
    unsafe fn world() -> *mut hitmask_world {
        let (mut world, mut handle) = (null_mut(), 0);
        let square = hitmask_rect { x: 0, y: 0, w: 4, h: 4 };
        let collider = hitmask_collider_default(hitmask_shape_rect(square));
        assert_eq!(hitmask_world_new(null(), &mut world), HITMASK_OK as i32);
        for _ in 0..2 {
            assert_eq!(hitmask_world_insert(world, &collider, &mut handle), HITMASK_OK as i32);
        }
        world
    }

    /// `cargo xtask full` runs it under Miri, which sees that nothing is read from a freed world, and that it is freed.
    #[test]
    fn a_world_that_a_callback_frees_lives_until_the_last_call_has_ended() {
        // SAFETY: the pointers are those of worlds that live, and each world is freed once and not used later.
        unsafe {
            let asked = world();
            let (mut found, mut seen) = (0, false);
            let user = asked.cast();
            let filter =
                hitmask_query_filter { accept: Some(use_it), user, ..hitmask_query_filter_default() };
            let pixel = hitmask_point { x: 1, y: 1 };
            assert_eq!(hitmask_world_pick(asked, pixel, &filter, &mut found, &mut seen), HITMASK_OK as i32);
            assert!(seen);
            let stepped = world();
            let (mut events, mut count) = (null(), 7);
            let status =
                hitmask_world_step_with(stepped, Some(free_first), stepped.cast(), &mut events, &mut count);
            assert_eq!((status, count), (HITMASK_BUSY as i32, 7));
            assert!(events.is_null());
        }
    }
}
