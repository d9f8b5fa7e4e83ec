//! Lists with an entry for each slot. Only inserts make them longer, so they need little room to grow. Lists that grow to twice their size
//! have 131 072 entries for a hundred thousand colliders.
//!
//! What a world has not needed for long it gives back: see `store/peaks.rs`.

use alloc::vec::Vec;

/// Makes a list as long as that.
pub(crate) fn set_slots<T>(list: &mut Vec<T>, slots: usize, value: impl FnMut() -> T) {
    make_room(list, slots);
    list.resize_with(slots, value);
}

/// Adds an entry.
#[inline]
pub(crate) fn push_slot<T>(list: &mut Vec<T>, value: T) {
    make_room(list, list.len() + 1);
    list.push(value);
}

/// The least capacity that is worth giving back.
pub(crate) const LEAST: usize = 64;

/// Gives back the memory of a list that needs at most so many entries, if it has room for four times as many. Lists that need a little more
/// next time get room for an eighth more.
pub(crate) fn trim<T>(list: &mut Vec<T>, most: usize) {
    let most = most.max(list.len());
    if list.capacity() >= LEAST && list.capacity() / 4 >= most {
        list.shrink_to(most + most / 8);
    }
}

/// Makes room for this many entries, and an eighth more.
#[inline]
pub(crate) fn make_room<T>(list: &mut Vec<T>, slots: usize) {
    if slots > list.capacity() {
        list.reserve_exact(room_for(slots) - list.len());
    }
}

/// The room of a list that was just made as long as that.
#[inline]
pub(crate) fn room_for(slots: usize) -> usize {
    slots + slots / 8 + 3
}
