//! The world: what it owns, and how colliders come into it and leave it.

use alloc::string::String;
use core::fmt;

use crate::geom::{Extent, Rect};
use crate::invalid_argument::{InvalidArgument, OrPanic};
use crate::world::collider::handle::Handle;
use crate::world::collider::options::{WorldOptions, WorldStats};
use crate::world::collider::part_link::LinkedPart;
use crate::world::collider::previous_position::PreviousPosition;
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::collider::{Collider, ColliderRef, Member};
use crate::world::plane::Plane;
use crate::world::store::Store;
use crate::world::store::scratch::StepScratch;
use crate::world::store::step_state::StepState;

/// A world of colliders, up to hundreds of thousands, that finds which of them touch: pixel for pixel, as the player sees them.
///
/// Insert [`Collider`]s, move them, and call [`World::step`] once a frame: it returns an event for each pair that began to touch and for
/// each pair that ceased to touch. Between steps, ask about one collider right after it moved ([`World::collide_one`]), or about any
/// shape anywhere ([`World::query`]).
///
/// # Guarantees
/// - Two colliders touch if and only if both cover the same world pixel, by [`PixelRule::Raster`](crate::PixelRule::Raster). Boxes never
///   change an answer: they only save work. Layers, spaces, filters and custom tests decide which pairs are tested at all.
/// - The same calls give the same handles and the same events in the same order, on every machine, with every broad phase and any
///   number of threads.
/// - A warm step on one thread allocates nothing: warm means that no shape is larger, and nothing more numerous, than in an earlier step.
///   A picture that is kept to be shared, from the second time on that it is asked for, counts as one thing more.
///   The same holds for the verbs of movers; [`World::move_solid_into`] and [`World::reshape_solid_into`] write their lists into a value of yours.
///   What turns is drawn once for each pose, by the first step or mover that needs it.
///   A world that needed four times as much before, more than 32 steps ago, gives memory back once, and allocates again when it needs it.
///   (Without `std`, turned masks do allocate: there is no place to keep their boundaries. With [`EventDetail::separation`](crate::EventDetail::separation), overlaps more
///   than four pixels deep do. Turned terrains and turned or scaled images of more than 2²⁴ pixels do where they meet something, because
///   they are drawn there part by part.)
/// - Coordinates may be any `i32`. Pixels outside that range don't exist, so nothing touches there.
/// - A stale handle gives None, never another collider.
/// - A clone of a world goes on as the original does, with the same handles and events. So does a world that is restored from a
///   [snapshot](World::snapshot), which is cheaper to take, or read from its [bytes](World::to_bytes). [`World::state_hash`] tells whether
///   two worlds agree.
///
/// # Limits
/// A step that finds more than [`WorldOptions::max_pairs`] pairs of boxes stops with an error and keeps the last contacts. A world holds
/// at most 2³² − 2 colliders.
///
/// ```
/// use std::sync::Arc;
/// use hitmask::{Collider, EventKind, Mask, World};
/// let ball = Arc::new(Mask::from_fn(9, 9, |x, y| x.abs_diff(4).pow(2) + y.abs_diff(4).pow(2) <= 20));
/// let mut world = World::new();
/// let one = world.insert(Collider::new(&ball));
/// let two = world.insert(Collider::new(&ball).at((8, 8)));           // the pictures share a pixel, the balls don't
/// assert!(world.step()?.is_empty());
/// world.set_position(two, (6, 5)).unwrap();                          // None would mean that the handle is stale
/// for event in world.step()?.to_vec() {                              // a copy, because the loop changes the world
///     assert_eq!((event.kind, event.a, event.b), (EventKind::Begin, one, two));
///     world.remove(event.a);
/// }
/// assert_eq!(world.step()?[0].kind, EventKind::End);                 // the end of what was removed comes with the next step
/// # Ok::<(), hitmask::TooManyPairs>(())
/// ```
#[doc(alias = "collision world")]
#[derive(Default)]
pub struct World {
    pub(crate) store: Store,
    pub(crate) step: StepState,
    pub(crate) scratch: StepScratch,
}

/// A clone goes on as the original does. It has no memory for steps yet.
impl Clone for World {
    fn clone(&self) -> World {
        World { store: self.store.clone(), step: self.step.clone(), ..World::default() }
    }
}

/// A summary: a world may hold a hundred thousand colliders. [`World::members`] lists them.
impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("colliders", &self.len())
            .field("spaces", &self.store.spaces.len())
            .field("contacts", &self.step.contacts.len())
            .field("events", &self.step.events.len())
            .field("options", &self.store.options)
            .finish_non_exhaustive()
    }
}

impl World {
    /// An empty world with the default options. Allocates nothing.
    #[must_use]
    pub fn new() -> World {
        World::default()
    }

    /// An empty world with these options. Allocates nothing.
    ///
    /// # Panics
    /// If a side of [`WorldOptions::wrap`] is 0 or above 2³⁰.
    #[must_use]
    pub fn with_options(options: WorldOptions) -> World {
        World::try_with_options(options).or_panic()
    }

    /// The checked form of [`World::with_options`].
    ///
    /// # Errors
    /// [`InvalidArgument`] where [`World::with_options`] panics.
    pub fn try_with_options(options: WorldOptions) -> Result<World, InvalidArgument> {
        Plane::check(options.wrap)?;
        Ok(World { store: Store::new(options), ..World::default() })
    }

    /// The options that the world was made with.
    #[must_use]
    pub fn options(&self) -> &WorldOptions {
        &self.store.options
    }

    /// How many colliders there are, disabled ones included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.store.spaces.members()
    }

    /// Whether there are no colliders.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a collider and returns its handle. Queries find it at once; events come from the next step on.
    ///
    /// # Panics
    /// If there are 2³² − 2 colliders already. There is no checked form: so many take hundreds of gigabytes, and memory ends before.
    ///
    /// # Complexity
    /// Constant on average. A [custom test](crate::CustomTest)'s `reach` is called once. A space's first member costs a binary search among spaces
    /// and an insertion into their list.
    #[doc(alias = "add")]
    #[doc(alias = "spawn")]
    pub fn insert(&mut self, collider: Collider) -> Handle {
        let index = self.store.slots.take();
        self.store.occupy(index, StoredCollider::new(collider), PreviousPosition::default());
        let insert = Insert { store: &mut self.store, index };
        insert.store.commit(index);
        core::mem::forget(insert);
        self.store.handle_at(index)
    }

    /// Removes a collider and returns it. None if the handle is stale. Its contacts end at the next step; those events carry the data that
    /// it had last.
    #[doc(alias = "despawn")]
    #[doc(alias = "destroy")]
    pub fn remove(&mut self, handle: Handle) -> Option<Collider> {
        while let Some(&part) = self.store.stored(handle)?.parts().last() {
            self.remove(self.store.handle_at(part));
        }
        let store = &mut self.store;
        if let Some(&LinkedPart { parent, .. }) = store.at(handle.index).part() {
            store.unlink(parent, handle.index);
            store.parts -= 1;
        }
        let stored = store.vacate(handle.index)?;
        store.slots.give_back(handle.index);
        self.step.bury(handle, stored.data);
        Some(stored.own().to_collider())
    }

    /// Removes all colliders. Their handles become stale. Their contacts end at the next step.
    pub fn clear(&mut self) {
        for index in 0..self.store.slots.len() as u32 {
            self.remove(self.store.handle_at(index));
        }
    }

    /// A collider, to be read. None if the handle is stale.
    #[must_use]
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
    pub fn get(&self, handle: Handle) -> Option<ColliderRef<'_>> {
        Some(self.store.stored(handle)?.own())
    }

    /// Whether a collider of this handle is in the world. False if the handle is stale.
    #[must_use]
    pub fn contains(&self, handle: Handle) -> bool {
        self.store.stored(handle).is_some()
    }

    /// All colliders with their handles, in the order of their handles.
    pub fn members(&self) -> impl Iterator<Item = Member<'_>> {
        let colliders = (0..).zip(&self.store.slots.colliders);
        colliders.filter(|(_, stored)| stored.is_some()).map(|(index, _)| self.store.member(index))
    }

    /// A box around the world pixels that a collider covers. None if the handle is stale or the collider covers no pixel that exists.
    ///
    /// Tight for masks and rectangles that are not turned or scaled; it may be a little larger for other shapes. Costs no look at pixels.
    /// In a wrapped world its corner lies in the world, and it reaches beyond the world if the collider crosses a seam. Of a box that is 2³²
    /// pixels wide or high, the whole range of `i32`, the last column or row is left out.
    #[must_use]
    pub fn bounds(&self, handle: Handle) -> Option<Rect> {
        let stored = self.store.stored(handle)?;
        stored.extent(self.store.plane()).intersection(Extent::WORLD).to_rect()
    }

    /// What the last step did: counts, and times if [`WorldOptions::timing`] is set.
    #[doc(alias = "profiling")]
    #[doc(alias = "counters")]
    #[must_use]
    pub fn stats(&self) -> &WorldStats {
        &self.step.stats
    }

    /// The bytes that the world allocated, and its own size. Shapes behind an `Arc` are not counted, and neither are pictures that only a
    /// clone of the world shares.
    ///
    /// # Complexity
    /// Linear in the number of slots.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        size_of::<World>()
            + self.store.memory_bytes()
            + self.step.memory_bytes()
            + self.scratch.memory_bytes()
    }

    /// Checks that the world's internal structures agree: slots, rows, boxes, spaces, contacts, the broad phase. Slow: for tests, and for
    /// finding faults.
    ///
    /// # Errors
    /// A sentence that says what is wrong. An error is a fault of this library.
    pub fn validate(&self) -> Result<(), String> {
        self.store.validate()?;
        self.step.validate(self.store.now)
    }
}

/// An insert in progress. It is taken back if a custom test panics: nobody would have the handle.
struct Insert<'a> {
    store: &'a mut Store,
    index: u32,
}

impl Drop for Insert<'_> {
    fn drop(&mut self) {
        self.store.vacate(self.index);
        self.store.slots.give_back(self.index);
    }
}
