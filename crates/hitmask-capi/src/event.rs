//! Handles
//!
//! How a world names colliders.

use hitmask::Handle;

/// Names a collider of a world: its slot, counted from 1, in the upper 32 bits, and how often the slot was reused in the lower ones. Any
/// number is safe to pass. 0 names no collider of any world.
pub type hitmask_handle = u64;

pub(crate) fn handle(bits: hitmask_handle) -> Handle {
    Handle::from_bits(bits)
}
