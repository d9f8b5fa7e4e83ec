//! Snapshots of worlds: states to roll back to.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::broad_phase::Aabb;
use crate::world::broad_phase::space::Place;
use crate::world::collider::CustomTest;
use crate::world::collider::options::WorldOptions;
use crate::world::collider::previous_position::PreviousPosition;
use crate::world::collider::stored_collider::StoredCollider;
use crate::world::grow::trim;
use crate::world::store::Store;
use crate::world::store::slots::Slots;
use crate::world::store::step_state::StepState;
use crate::world::store::version::UNKNOWN;

/// A state of a [`World`](crate::World), from [`World::snapshot`](crate::World::snapshot). It holds everything that later events depend on, and nothing that can be computed
/// again, such as drawn pictures.
///
/// Terrains share their tiles with the world until one of them is carved. Other shapes are shared anyway.
#[derive(Clone, Default)]
pub struct WorldSnapshot {
    options: WorldOptions,
    slots: Vec<SavedSlot>,
    /// The version of each slot.
    versions: Vec<u64>,
    free: Vec<u32>,
    floor: u32,
    parts: usize,
    now: u64,
    step: StepState,
}

#[derive(Clone, Default)]
struct SavedSlot {
    generation: u32,
    live: Option<SavedCollider>,
}

/// A collider, and what only it and its custom test know.
#[derive(Clone)]
struct SavedCollider {
    /// Without its picture.
    stored: StoredCollider,
    start: PreviousPosition,
    /// The box in which it may meet others.
    area: Aabb,
}

impl WorldSnapshot {
    /// The [custom tests](CustomTest) of its colliders, for a garbage collector: it must know who has which.
    #[doc(hidden)]
    pub fn __tests(&self) -> impl Iterator<Item = &Arc<dyn CustomTest>> {
        self.slots.iter().filter_map(|slot| slot.live.as_ref()?.stored.custom())
    }

    /// The same, to be exchanged for others that answer alike.
    #[doc(hidden)]
    pub fn __tests_mut(&mut self) -> impl Iterator<Item = &mut Arc<dyn CustomTest>> {
        self.slots.iter_mut().filter_map(|slot| slot.live.as_mut()?.stored.custom_mut())
    }

    /// Becomes a copy of a world. Only colliders that differ are copied.
    pub(crate) fn take(&mut self, store: &Store, step: &StepState) {
        // Without `..`, so that a new field is not forgotten. Those with `_` follow from the others.
        let Store { options, slots, spaces: _, parts, now, no_map: _ } = store;
        let Slots {
            plane: _,
            generations,
            floor,
            versions,
            numbers: _,
            places,
            free,
            colliders,
            upright: _,
            turned: _,
            pictures: _,
            rigidity_of: _,
            others: _,
        } = slots;
        (self.options, self.floor, self.parts, self.now) = (*options, *floor, *parts, *now);
        self.free.clone_from(free);
        trim(&mut self.free, free.capacity());
        self.step.copy(step);
        self.step.trim_as(step);
        self.slots.resize_with(slots.len(), SavedSlot::default);
        self.versions.resize(slots.len(), UNKNOWN);
        trim(&mut self.slots, versions.capacity());
        trim(&mut self.versions, versions.capacity());
        for (index, (saved, version)) in (0..).zip(self.slots.iter_mut().zip(&mut self.versions)) {
            let at = index as usize;
            if versions[at] == *version && *version != UNKNOWN {
                continue;
            }
            (*version, saved.generation) = (versions[at], generations[at]);
            let Some(stored) = &colliders[at] else {
                saved.live = None;
                continue;
            };
            let Place { space: _, row: _, start } = places[at];
            let area = store.area_of(index);
            match &mut saved.live {
                Some(saved) => {
                    saved.stored.copy(stored);
                    (saved.start, saved.area) = (start, area);
                }
                none => *none = Some(SavedCollider { stored: stored.undrawn(), start, area }),
            }
        }
    }

    /// Makes a world what it was when the snapshot was taken.
    pub(crate) fn put_back(&self, store: &mut Store, step: &mut StepState) {
        let WorldSnapshot { options, slots, versions, free, floor, parts, now, step: left } = self;
        if store.options != *options {
            // The spaces depend on the options.
            *store = Store::new(*options);
        }
        for index in slots.len()..store.slots.len() {
            store.vacate(index as u32);
        }
        store.slots.floor = *floor;
        store.slots.resize(slots.len());
        for (index, (saved, &version)) in (0..).zip(slots.iter().zip(versions)) {
            if store.slots.versions[index as usize] != version || version == UNKNOWN {
                saved.put_back(store, index);
                store.slots.versions[index as usize] = version;
            }
        }
        store.slots.free.clone_from(free);
        (store.parts, store.now) = (*parts, *now);
        step.copy(left);
    }
}

impl SavedSlot {
    fn put_back(&self, store: &mut Store, index: u32) {
        let at = index as usize;
        store.slots.generations[at] = self.generation;
        let Some(SavedCollider { stored: saved, start, area }) = &self.live else {
            store.vacate(index);
            return;
        };
        match &mut store.slots.colliders[at] {
            Some(stored) if stored.space == saved.space => {
                stored.copy(saved);
                store.slots.places[at].start = *start;
                store.set_filter(index);
            }
            _ => {
                store.vacate(index);
                store.occupy(index, saved.clone(), *start);
            }
        }
        store.commit_in(index, *area);
    }
}

/// A summary: how many colliders and contacts there are.
impl fmt::Debug for WorldSnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorldSnapshot")
            .field("colliders", &self.slots.iter().filter(|slot| slot.live.is_some()).count())
            .field("contacts", &self.step.contacts.len())
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
