//! States of a world
//!
//! Snapshots for rollback, hashes for netcode, bytes for saved games.

use hitmask::WorldSnapshot;

use crate::custom::Undecided;
use crate::in_use;
use crate::prelude::*;

/// The state of a world at a moment. Free it with hitmask_world_snapshot_free.
pub struct hitmask_world_snapshot {
    snapshot: WorldSnapshot,
}

/// The key under which the shape of a collider is written: a number of yours, by which you find the shape again. It gets the user data of
/// the call.
pub type hitmask_key_of =
    Option<unsafe extern "C-unwind" fn(user: *mut c_void, handle: hitmask_handle) -> u64>;

/// Finds the shape of a key. Writes it and returns true, or returns false if there is none. It gets the user data of the call. The bytes that
/// are read must stay as they are until the call has ended.
pub type hitmask_shape_of =
    Option<unsafe extern "C-unwind" fn(user: *mut c_void, key: u64, out: *mut hitmask_shape) -> hitmask_flag>;

verbs! {
    /// Remembers the state of a world.
    fn hitmask_world_snapshot_new(world: *const hitmask_world, out: *mut *mut hitmask_world_snapshot) {
        give_object(out, hitmask_world_snapshot { snapshot: in_use::ask(world)?.snapshot() })
    }

    /// Remembers the state of a world in a snapshot that is there already: faster than a new one.
    fn hitmask_world_snapshot_update(snapshot: *mut hitmask_world_snapshot, world: *const hitmask_world) {
        let snapshot = object_mut(snapshot)?;
        in_use::ask(world)?.snapshot_into(&mut snapshot.snapshot);
        Ok(())
    }

    /// Frees a snapshot. NULL does nothing.
    free fn hitmask_world_snapshot_free(snapshot: *mut hitmask_world_snapshot);

    /// Goes back to the state of a snapshot.
    fn hitmask_world_restore(world: *mut hitmask_world, snapshot: *const hitmask_world_snapshot) {
        let snapshot = object(snapshot)?;
        change(world)?.world.restore(&snapshot.snapshot);
        Ok(())
    }

    /// The world as bytes, without its shapes: your function gives each a key. Custom tests are not written.
    fn hitmask_world_to_bytes(world: *const hitmask_world, key_of: hitmask_key_of, user: *mut c_void, out: *mut *mut hitmask_bytes) {
        let key_of = key_of.ok_or(HITMASK_NULL_POINTER)?;
        let asking = in_use::ask(world)?;
        // SAFETY: by the contract of the header the function takes these arguments. It may call anything, but the world is in use, and so stays
        // as it is.
        let key = |handle: Handle, _: &_| unsafe { key_of(user, handle.to_bits()) };
        // Tests are functions, which are not written.
        let bytes = asking.to_bytes(key, |_, _| 0);
        give_object(out, bytes)
    }

    /// A world from bytes, with the same handles and contacts. Your function finds the shape of each key; HITMASK_BAD_BYTES if it finds none.
    /// Where there was a custom test, there is one that decides nothing: give it yours with hitmask_world_set_test. The world takes at most this
    /// much memory; 0 is the default limit of the library.
    fn hitmask_world_from_bytes(
        bytes: *const u8, length: usize, memory: usize, shape_of: hitmask_shape_of, user: *mut c_void, out: *mut *mut hitmask_world,
        error: *mut hitmask_error
    ) {
        check(out)?;
        let shape_of = shape_of.ok_or(HITMASK_NULL_POINTER)?;
        let mut refused = None;
        let shape = |key: u64| {
            let mut shape = nothing();
            // SAFETY: by the contract of the header the function takes these arguments, and leaves the bytes as they are. The world that is
            // read is not the caller's yet. If the function returns true, it has written a shape of live objects.
            let held = unsafe { shape_of(user, key, &mut shape).is_set().then(|| shape.hold()) };
            held?.map_err(|status| refused = Some(status)).ok()
        };
        let test = |_| Some(Arc::new(Undecided) as Arc<dyn CustomTest>);
        let world = World::from_bytes_with(array(bytes, length)?, &limits(memory), shape, test).or_tell(error);
        if let Some(status) = refused {
            return Err(status);
        }
        give_object(out, world?)
    }
}

fn nothing() -> hitmask_shape {
    crate::shape::hitmask_shape_rect(Default::default())
}
