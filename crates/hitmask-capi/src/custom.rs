//! Custom tests
//!
//! A function of yours that a step, and hitmask_world_collide_one, asks about the pairs of one collider before it looks at their pixels: for
//! a ship whose flames reach beyond its picture, a shield that only shots meet, a door that is sometimes open. It is asked about each pair
//! whose spaces and layers agree and whose boxes share a pixel. If both colliders have a test, the one with the lower handle is asked first.

use hitmask::{Touch, Verdict};

use crate::prelude::*;
use crate::table::hitmask_touch;

/// What a custom test says about a pair.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hitmask_verdict {
    /// Nothing: the test of the other collider decides, or the pixels. Numbers that are no hitmask_verdict mean the same.
    HITMASK_UNDECIDED = 0,
    /// They don't touch.
    HITMASK_APART = 1,
    /// They touch, as the test has written.
    HITMASK_TOUCHING = 2,
}

/// A collider that a custom test is asked about.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hitmask_member {
    /// Its handle.
    pub handle: hitmask_handle,
    /// The collider. Its shape has a kind, but no object.
    pub collider: hitmask_collider,
}

/// Whether two colliders touch: a hitmask_verdict. me is the collider with the test. If they touch, write where; all of it is zero before.
/// It gets the user data of the test, and runs on the thread of the call that asks. While a step asks, the world is busy; while
/// hitmask_world_collide_one asks, it can be asked more, but not changed.
pub type hitmask_test = Option<
    unsafe extern "C-unwind" fn(
        user: *mut c_void,
        me: *const hitmask_member,
        other: *const hitmask_member,
        touch: *mut hitmask_touch,
    ) -> i32,
>;

/// The box in which the test is asked, for a test that reaches beyond the picture. reached holds the box around the collider's pixels, which
/// is empty if there are none: change it and return true, or return false if the test need not be asked at all. It is called when the
/// collider is inserted, moved or changed, and gets the user data of the test. The world is busy meanwhile.
pub type hitmask_reach = Option<
    unsafe extern "C-unwind" fn(
        user: *mut c_void,
        me: *const hitmask_collider,
        reached: *mut hitmask_rect,
    ) -> hitmask_flag,
>;

/// A custom test.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hitmask_custom_test {
    /// The test. It must not be NULL.
    pub test: hitmask_test,
    /// The box in which it is asked. NULL is the box around the collider's pixels.
    pub reach: hitmask_reach,
    /// Yours. It must stay usable as long as the test is in the world, in a clone of it, or in a snapshot: on every thread that uses these,
    /// and by several at a time if they do.
    pub user: *mut c_void,
}

verbs! {
    /// Gives a collider a custom test, or takes it away if it is NULL. The struct is copied.
    fn hitmask_world_set_test(world: *mut hitmask_world, handle: hitmask_handle, test: *const hitmask_custom_test) {
        let test = if test.is_null() { None } else { Some(Asked::new(value(test)?)?) };
        let test = test.map(|test| Arc::new(test) as Arc<dyn CustomTest>);
        let mut changing = change(world)?;
        changing
            .world
            .edit(self::handle(handle), |collider| collider.custom = test)
            .ok_or(HITMASK_NO_SUCH_COLLIDER)
    }
}

/// A test that decides nothing. It stands for a test that was not written with a world.
pub(crate) struct Undecided;

impl CustomTest for Undecided {
    fn test(&self, _: Member<'_>, _: Member<'_>) -> Option<Verdict> {
        None
    }
}

/// A test of the caller.
struct Asked {
    custom: hitmask_custom_test,
}

// SAFETY: the library does nothing with the functions and the user data but call the functions, on the thread of the call that asks, and hand
// the user data to them. By the contract of the header both bear that from every thread that uses a world with the test.
unsafe impl Send for Asked {}
// SAFETY: as above. By the contract they bear it from several threads at a time, too, if the caller uses the worlds so.
unsafe impl Sync for Asked {}

impl Asked {
    fn new(custom: hitmask_custom_test) -> Checked<Asked> {
        if custom.test.is_some() { Ok(Asked { custom }) } else { Err(HITMASK_NULL_POINTER) }
    }
}

impl CustomTest for Asked {
    fn test(&self, me: Member<'_>, other: Member<'_>) -> Option<Verdict> {
        let [me, other] = [me, other].map(|member| hitmask_member {
            handle: member.handle.to_bits(),
            collider: member.collider.into(),
        });
        let mut touch = hitmask_touch::default();
        let test = self.custom.test?;
        // SAFETY: by the contract of the header the function takes these arguments. It may call anything, and cannot reach what is lent here:
        // the world is in use, and the arguments are copies.
        let verdict = unsafe { test(self.custom.user, &raw const me, &raw const other, &raw mut touch) };
        if verdict == hitmask_verdict::HITMASK_APART as i32 {
            Some(Verdict::Apart)
        } else if verdict == hitmask_verdict::HITMASK_TOUCHING as i32 {
            Some(Verdict::Touching(library(&touch)))
        } else {
            None
        }
    }

    fn reach(&self, me: ColliderRef<'_>, own: Option<Rect>) -> Option<Rect> {
        let Some(reach) = self.custom.reach else { return own };
        let me = hitmask_collider::from(me);
        let mut reached: hitmask_rect = own.unwrap_or_default().into();
        // SAFETY: by the contract of the header the function takes these arguments. It may call anything, and cannot reach what is lent here:
        // the world is in use, and the arguments are copies.
        let asked = unsafe { reach(self.custom.user, &raw const me, &raw mut reached) };
        asked.is_set().then(|| reached.into()).filter(|reached: &Rect| reached.w > 0 && reached.h > 0)
    }
}

/// The touch that a test has written.
fn library(touch: &hitmask_touch) -> Touch {
    let mut made = Touch::new(touch.first);
    made.area = touch.area;
    made.bounds = touch.has_bounds.is_set().then(|| touch.bounds.into());
    made.normal = touch.has_normal.is_set().then(|| touch.normal.into());
    made.separation = touch.has_separation.is_set().then(|| touch.separation.into());
    made
}
