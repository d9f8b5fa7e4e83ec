//! Snapshots, hashes and saved worlds.

use super::number;
use crate::prelude::*;
use crate::store::with_world_snapshot;

/// What belongs to a key, in a list of keys and what belongs to them, sorted by the keys.
fn found(list: &[f64], key: f64) -> Option<f64> {
    let pairs = list.as_chunks::<2>().0;
    pairs.binary_search_by(|pair| pair[0].total_cmp(&key)).ok().map(|at| pairs[at][1])
}

export! {
    fn world_snapshot(world: usize) -> i32 = keep(Object::WorldSnapshot(Box::new(with_world(world, World::snapshot))));

    fn world_restore(world: usize, snapshot: usize) = change_world(world, |world| with_world_snapshot(snapshot, |snapshot| world.restore(snapshot)));

    /// In two halves of 32 bits, the upper first.
    fn world_state_hash(world: usize) = lay(0, &with_world(world, |world| halves(world.state_hash())));

    /// The world as bytes. The list of floats has a handle and the key of its shape for each collider, sorted by the handles; a collider that
    /// is not in it has its own number as key.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "JavaScript has checked that they are whole and fit")]
    fn world_to_bytes(world: usize) -> f64 {
        let numbers = taken_numbers();
        let key = |handle: Handle, _: &_| {
            let handle = number(handle);
            found(&numbers, handle).unwrap_or(handle) as u64
        };
        give_bytes(with_world(world, |world| world.to_bytes(key, |_, _| 0)))
    }

    /// A world from the list of bytes. The list of floats has a key and a shape for each shape, sorted by the keys.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "JavaScript has checked that they are whole and fit")]
    fn world_from_bytes() -> i32 {
        let (bytes, numbers) = (taken_bytes(), taken_numbers());
        let world = World::from_bytes(&bytes, |key| found(&numbers, key as f64).map(|number| shape(number as usize)), |_| None);
        reply(world.map(|world| keep(Object::World(Box::new(world)))).map_err(Fault::from))
    }
}
