//! Snapshots, hashes and saved worlds.

use std::collections::HashMap;

use hitmask::World;

use super::{handle, number};
use crate::desk::{Fault, give_bytes, halves, lay, reply, taken_bytes, taken_numbers};
use crate::export::export;
use crate::store::{Object, change_world, keep, shape, with_world, with_world_snapshot};

export! {
    fn world_snapshot(world: usize) -> i32 {
        keep(Object::WorldSnapshot(Box::new(with_world(world, World::snapshot))))
    }

    fn world_restore(world: usize, snapshot: usize) {
        change_world(world, |world| with_world_snapshot(snapshot, |snapshot| world.restore(snapshot)));
    }

    /// In two halves of 32 bits, the upper first.
    fn world_state_hash(world: usize) {
        lay(0, &with_world(world, |world| halves(world.state_hash())));
    }

    /// The world as bytes. The list of floats has a handle and the key of its shape for each collider; a collider that is not in it has
    /// its own number as key.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "JavaScript has checked that they are whole and fit")]
    fn world_to_bytes(world: usize) -> f64 {
        let numbers = taken_numbers();
        let keys: HashMap<u64, u64> =
            numbers.as_chunks::<2>().0.iter().map(|&[collider, key]| (handle(collider).to_bits(), key as u64)).collect();
        let key = |handle: hitmask::Handle, _: &_| keys.get(&handle.to_bits()).copied().unwrap_or_else(|| number(handle) as u64);
        give_bytes(with_world(world, |world| world.to_bytes(key, |_, _| 0)))
    }

    /// A world from the list of bytes. The list of floats has a key and a shape for each shape.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "JavaScript has checked that they are whole and fit")]
    fn world_from_bytes() -> i32 {
        let (bytes, numbers) = (taken_bytes(), taken_numbers());
        let shapes: HashMap<u64, usize> =
            numbers.as_chunks::<2>().0.iter().map(|&[key, shape]| (key as u64, shape as usize)).collect();
        let world = World::from_bytes(&bytes, |key| shapes.get(&key).map(|&number| shape(number)), |_| None);
        reply(world.map(|world| keep(Object::World(Box::new(world)))).map_err(Fault::from))
    }
}
