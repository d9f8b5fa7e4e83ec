//! The state of a world in other forms: snapshots, hashes, bytes.

pub(crate) mod codec;
#[cfg(feature = "serde")]
pub(crate) mod saved;
pub(crate) mod snapshot;
pub(crate) mod state_numbers;
mod work;

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::bytes::{DecodeError, DecodeLimits};
use crate::world::collider::CustomTest;
use crate::world::collider::handle::Handle;
use crate::world::collider::shape::ColliderShape;
use crate::world::collider::stored_collider::StoredCollider;
#[cfg(feature = "serde")]
use crate::world::save::saved::SavedWorld;
use crate::world::save::snapshot::WorldSnapshot;
use crate::world::store::world::World;

impl World {
    /// Stores the world as it is now. [`World::restore`] goes back to it: for the rollback of a networked game, for undo, for looking
    /// ahead. Use [`World::snapshot_into`] to reuse the memory of an older snapshot.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, World};
    /// let mut world = World::new();
    /// let ball = world.insert(Collider::new(Mask::filled(9, 9)));
    /// let wall = world.insert(Collider::new(Mask::filled(9, 90)).at((20, 0)));
    /// let before = world.snapshot();
    ///
    /// let play = |world: &mut World| {
    ///     world.set_position(ball, (15, 5)).unwrap();
    ///     let events = world.step().unwrap().to_vec();
    ///     world.remove(wall);
    ///     (events, world.insert(Collider::new(Mask::filled(3, 3))))
    /// };
    /// let first = play(&mut world);
    /// world.restore(&before);
    /// assert_eq!(play(&mut world), first);                       // the same events, the same handles
    /// ```
    ///
    /// # Complexity
    /// Linear in the number of slots, contacts and events: about as much as copying some hundred bytes for each collider.
    #[doc(alias = "save state")]
    #[doc(alias = "rollback")]
    #[must_use]
    pub fn snapshot(&self) -> WorldSnapshot {
        let mut snapshot = WorldSnapshot::default();
        self.snapshot_into(&mut snapshot);
        snapshot
    }

    /// As [`World::snapshot`], into an older snapshot. Only colliders that differ are copied, and no memory is allocated if the old
    /// snapshot has enough. So a game that keeps the last few frames uses as many snapshots in turn.
    ///
    /// ```
    /// use hitmask::{World, WorldSnapshot};
    /// let mut world = World::new();
    /// let mut frames = vec![WorldSnapshot::default(); 8];
    /// for frame in 0..100 {
    ///     world.snapshot_into(&mut frames[frame % 8]);
    ///     // ... the frame's changes
    ///     world.step()?;
    /// }
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    ///
    /// # Complexity
    /// A look at the version of each slot; a copy of those colliders that changed since the snapshot was last taken or restored; a copy of
    /// the contacts and events of the last step.
    pub fn snapshot_into(&self, snapshot: &mut WorldSnapshot) {
        snapshot.take(&self.store, &self.step);
    }

    /// Makes the world exactly what it was when the snapshot was taken: the same handles, the same contacts, and from then on the same
    /// events, on any number of threads. The snapshot can be restored again. It may be of another world.
    ///
    /// Shapes are restored as the colliders had them: the current frame, and a terrain's pixels, if it was edited with
    /// [`World::edit_terrain`]. What a [`CustomTest`](crate::CustomTest) keeps for itself is not known here and stays as it is.
    ///
    /// # Complexity
    /// As [`World::snapshot_into`]. Pictures of turned sprites whose matrix is another one now are drawn again when they are needed. What
    /// was inserted or removed since costs an allocation.
    #[doc(alias = "rollback")]
    #[doc(alias = "load state")]
    pub fn restore(&mut self, snapshot: &WorldSnapshot) {
        snapshot.put_back(&mut self.store, &mut self.step);
    }

    /// The [custom tests](CustomTest) of all colliders, for a garbage collector: it must know who has which.
    #[doc(hidden)]
    pub fn __tests(&self) -> impl Iterator<Item = &Arc<dyn CustomTest>> {
        self.store.slots.colliders.iter().flatten().filter_map(StoredCollider::custom)
    }

    /// The same, to be exchanged for others that answer alike.
    #[doc(hidden)]
    pub fn __tests_mut(&mut self) -> impl Iterator<Item = &mut Arc<dyn CustomTest>> {
        self.store.slots.colliders.iter_mut().flatten().filter_map(StoredCollider::custom_mut)
    }

    /// One number for the state of the world, to find out whether two machines still agree. Two worlds that were built by equal calls have
    /// equal hashes: on every machine, with every broad phase, on any number of threads, and no matter whether one of them was restored
    /// from a snapshot or from bytes. Worlds that differ have the same hash with a chance of about 2⁻⁶⁴.
    ///
    /// It covers everything that later answers depend on: the handles of today and tomorrow, the colliders with all their fields and
    /// the starts of their ways, those removed since the last step, the number of steps, the contacts of the last one and since when they
    /// last, and the options [`max_pairs`](crate::WorldOptions::max_pairs), [`detail`](crate::WorldOptions::detail) and
    /// [`wrap`](crate::WorldOptions::wrap). Shapes count by their contents: sizes, pixels, alphas, corners, and all frames
    /// of an animation. Of a [custom test](CustomTest) it only counts that there is one. The events and statistics of the last step don't
    /// count.
    ///
    /// Floats count by their bits. So a rotation by 0.0 and one by -0.0 have different hashes.
    ///
    /// ```
    /// use hitmask::{Collider, Mask, World};
    /// let [mut here, mut there] = [World::new(), World::new()];
    /// let [ball, _] = [&mut here, &mut there].map(|world| world.insert(Collider::new(Mask::filled(9, 9))));
    /// assert_eq!(here.state_hash(), there.state_hash());
    /// here.set_position(ball, (1, 0)).unwrap();
    /// assert_ne!(here.state_hash(), there.state_hash());
    /// ```
    ///
    /// # Complexity
    /// Linear in the number of slots, contacts and frames. The hash of a mask, of alphas and of a page of a
    /// terrain is kept with them; runs and polygons are read each time. Without `std` nothing is kept.
    #[doc(alias = "checksum")]
    #[doc(alias = "desync")]
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        state_numbers::hash(&self.store, &self.step)
    }

    /// The world as bytes with a checksum: for a saved game, or to send it to a player who joins. [`World::from_bytes`] reads them.
    ///
    /// Everything that later answers depend on is written, with two exceptions, for which the caller gives keys. `shapes` is asked for a key
    /// for each shape that is not a rectangle or a circle, and `tests` for one for each [custom test](CustomTest). A key may be a number in
    /// your list of assets. The frame that an animation shows is written, so one key is enough for an animation. A terrain is written by its
    /// key, too: save its pixels with [`Terrain::to_bytes`](crate::Terrain::to_bytes).
    ///
    /// The events and statistics of the last step are not written. Equal worlds (see [`World::state_hash`]) with equal options and equal
    /// keys give equal bytes.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use hitmask::{Collider, ColliderShape, Mask, Rect, World};
    /// let assets = [Mask::filled(9, 9), Mask::filled(3, 30)].map(Arc::new);
    /// let mut world = World::new();
    /// let hero = world.insert(Collider::new(&assets[1]).at((4, 0)));
    /// world.insert(Collider::new(Rect::new(0, 20, 100, 5)));
    /// assert_eq!(world.step()?.len(), 1);
    ///
    /// let key = |shape: &ColliderShape| match shape {
    ///     ColliderShape::Mask(mask) => assets.iter().position(|asset| Arc::ptr_eq(asset, mask)).unwrap() as u64,
    ///     other => panic!("{other:?} is no asset"),
    /// };
    /// let bytes = world.to_bytes(|_, shape| key(shape), |_, _| 0);
    ///
    /// let shape = |key: u64| Some(assets.get(key as usize)?.into());
    /// let mut loaded = World::from_bytes(&bytes, shape, |_| None).unwrap();
    /// assert_eq!(loaded.state_hash(), world.state_hash());
    /// assert!(loaded.step()?.is_empty());                            // they touched before, so nothing begins
    /// assert_eq!(loaded.bounds(hero), Some(Rect::new(4, 0, 3, 30)));  // the handle is good
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    ///
    /// # Layout, versions 1 to 4
    ///
    /// | bytes | |
    /// |---|---|
    /// | 0 to 3 | `HWLD` |
    /// | 4 to 7 | the version, little-endian: 4 if there are crates, supports, or an up or open side that is not [`Direction::Up`](crate::Direction::Up), otherwise 3 if the world has given slots back (see [`World::step`]), otherwise 2 if there are [parts](World::attach), otherwise 1 |
    /// | 8 to 15 | the number of bytes in all, little-endian |
    /// | 16 on | the state, as numbers |
    /// | the last 8 | the CRC-64 of all bytes before, as in [`Terrain::to_bytes`](crate::Terrain::to_bytes) |
    ///
    /// Numbers are written in groups of seven bits, the lowest group first; the highest bit of a byte says that another one follows (LEB128).
    /// A number n of either sign is written as 2n, or as −2n − 1 if it is negative; a float as its bits with the eight bytes in reversed
    /// order; a yes or no as 1 or 0. A limit is written plus 1, and the machine's largest number as 0. The state is:
    ///
    /// - the options: broad phase (0 auto, 1 brute force, 2 sort, 3 grid), the limit of pairs, stay, area, bounds, normal, separation plus
    ///   2 with labels, the limit of parallel steps, limit of drawings, timing; 0, or 1 and width and height of a wrapped world;
    /// - the number of steps that succeeded;
    /// - the number of slots; from version 3 on, then the generation of colliders in new slots. For each slot: its generation times two, plus 1 if it has a collider; then that collider, and 0, or 1 and where
    ///   it was in the last step, if it was moved since: x, y and the four entries of its matrix, in 65 536ths; from version 2 on, then 0, or 1 and,
    ///   of a part, the slot of its root, and 0, or 1 and the number of frames in which it counts, and these, sorted;
    ///   in version 4, then its up (0 up, 1 right, 2 down, 3 left, 4 none) plus 8 times its open side plus 32 if it has a support, and then
    ///   index and generation of that;
    /// - the number of free slots, and these, the next one to use last;
    /// - the number of contacts; for each: index and generation of both handles, and the step in which it began;
    /// - the number of colliders that were removed since the last step; for each: index, generation, data.
    ///
    /// A collider is:
    ///
    /// - the shape: 0 and its key; 1, its key and the frame; 2, x, y, w, h of a rectangle; 3, x, y and radius of a circle in 65 536ths;
    /// - the position x, y in 65 536ths; the pivot x, y as floats;
    /// - 0 and the parts (rotation: 0 and degrees, 1 and radians, or 2, step and steps; scale x, y; flips x, y; shear x, y), or 1 and the four
    ///   entries of a matrix in 65 536ths, or 2 if there is none;
    /// - whole pixels; the layers that it is on; the layers that it meets, plus 1 modulo 2³²; space; kind (0 body, 1 character, 2 one-way, 3
    ///   sensor, 4 crate); group; order; 1 if it is swept plus 2 if it is first-only; enabled; data; 0, or 1 and the key of its custom test.
    ///
    /// A world with given keys has exactly one form.
    #[doc(alias = "serialize")]
    #[doc(alias = "save")]
    #[must_use]
    pub fn to_bytes(
        &self,
        shapes: impl FnMut(Handle, &ColliderShape) -> u64,
        tests: impl FnMut(Handle, &Arc<dyn CustomTest>) -> u64,
    ) -> Vec<u8> {
        codec::to_bytes(&self.store, &self.step, shapes, tests)
    }

    /// Reads what [`World::to_bytes`] wrote. The world goes on with the same handles, and with the same contacts: a pair that touched before
    /// has no second Begin. `shapes` is asked for the shape of each key, once for each collider that has one, and `tests` for the custom
    /// tests. The `reach` of each custom test is asked again.
    ///
    /// # Errors
    /// A [`DecodeError`] for anything else: truncated or altered bytes, bytes of another program, and keys for which the caller returns None.
    /// It never panics, unless the caller's functions do, and takes no more memory than the default limits allow. A world whose next step might
    /// take minutes is refused, too: see [`DecodeLimits::work`].
    pub fn from_bytes(
        bytes: &[u8],
        shapes: impl FnMut(u64) -> Option<ColliderShape>,
        tests: impl FnMut(u64) -> Option<Arc<dyn CustomTest>>,
    ) -> Result<World, DecodeError> {
        World::from_bytes_with(bytes, &DecodeLimits::default(), shapes, tests)
    }

    /// As [`World::from_bytes`], with your own limits.
    ///
    /// # Errors
    /// As [`World::from_bytes`].
    pub fn from_bytes_with(
        bytes: &[u8],
        limits: &DecodeLimits,
        shapes: impl FnMut(u64) -> Option<ColliderShape>,
        tests: impl FnMut(u64) -> Option<Arc<dyn CustomTest>>,
    ) -> Result<World, DecodeError> {
        let (store, step) = codec::from_bytes(bytes, limits, shapes, tests)?;
        Ok(World { store, step, ..World::default() })
    }

    /// The world as a value that serde saves: see [`SavedWorld`]. The keys are those of [`World::to_bytes`]. Needs the feature `serde`.
    #[must_use]
    #[cfg(feature = "serde")]
    pub fn save(
        &self,
        shapes: impl FnMut(Handle, &ColliderShape) -> u64,
        tests: impl FnMut(Handle, &Arc<dyn CustomTest>) -> u64,
    ) -> SavedWorld {
        SavedWorld { bytes: self.to_bytes(shapes, tests) }
    }
}

#[cfg(feature = "serde")]
impl SavedWorld {
    /// Makes the world, as [`World::from_bytes`] does.
    ///
    /// # Errors
    /// As [`World::from_bytes`].
    pub fn load(
        &self,
        shapes: impl FnMut(u64) -> Option<ColliderShape>,
        tests: impl FnMut(u64) -> Option<Arc<dyn CustomTest>>,
    ) -> Result<World, DecodeError> {
        World::from_bytes(self.as_bytes(), shapes, tests)
    }

    /// As [`SavedWorld::load`], with your own limits.
    ///
    /// # Errors
    /// As [`World::from_bytes`].
    pub fn load_with(
        &self,
        limits: &DecodeLimits,
        shapes: impl FnMut(u64) -> Option<ColliderShape>,
        tests: impl FnMut(u64) -> Option<Arc<dyn CustomTest>>,
    ) -> Result<World, DecodeError> {
        World::from_bytes_with(self.as_bytes(), limits, shapes, tests)
    }
}
