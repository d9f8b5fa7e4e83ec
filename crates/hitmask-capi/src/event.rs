//! Handles
//!
//! How a world names colliders, and how a filter asks about them.

use crate::prelude::*;

/// Names a collider of a world: its slot, counted from 1, in the upper 32 bits, and how often the slot was reused in the lower ones. Any
/// number is safe to pass. 0 names no collider of any world.
pub type hitmask_handle = u64;

pub(crate) fn handle(bits: hitmask_handle) -> Handle {
    Handle::from_bits(bits)
}

/// Whether a query looks at a collider. It gets the user data of the filter, and the handle and the data of the collider.
pub type hitmask_accept =
    Option<unsafe extern "C-unwind" fn(user: *mut c_void, handle: hitmask_handle, data: u64) -> hitmask_flag>;
