//! Snapshots of worlds: states to roll back to.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::broad_phase::Aabb;
use crate::world::pixels::bond::{Bond, BondedPart};
use crate::world::pixels::form::Figure;
use crate::world::pixels::slot_pixels::WorldPixels;
use crate::world::step::state::StepState;
use crate::world::store::Store;
use crate::world::store::slots::{Place, Slots};
use crate::world::store::start::WayStart;
use crate::world::store::version::UNKNOWN;
use crate::world::types::collider::Collider;
use crate::world::types::options::WorldOptions;

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
    collider: Collider,
    bond: Option<Box<Bond>>,
    start: WayStart,
    /// The box in which it may meet others.
    area: Aabb,
}

impl WorldSnapshot {
    /// Becomes a copy of a world. Only colliders that differ are copied.
    pub(crate) fn take(&mut self, store: &Store, step: &StepState) {
        // Without `..`, so that a new field is not forgotten. Those with `_` follow from the others.
        let Store { options, slots, pixels, spaces: _, parts, now, no_map: _ } = store;
        let WorldPixels { plane: _, figures, quick: _, turned: _, pictures: _, bodies: _, others: _ } =
            pixels;
        let Slots { generations, versions, places, free, numbers: _ } = slots;
        (self.options, self.parts, self.now) = (*options, *parts, *now);
        self.free.clone_from(free);
        self.step.copy(step);
        self.slots.resize_with(slots.len(), SavedSlot::default);
        self.versions.resize(slots.len(), UNKNOWN);
        for (index, (saved, version)) in (0..).zip(self.slots.iter_mut().zip(&mut self.versions)) {
            let at = index as usize;
            if versions[at] == *version && *version != UNKNOWN {
                continue;
            }
            (*version, saved.generation) = (versions[at], generations[at]);
            let Some(figure) = &figures[at] else {
                saved.live = None;
                continue;
            };
            let Figure { collider, bond, drawn: _ } = &**figure;
            let Place { space: _, row: _, start } = places[at];
            let area = store.area_of(index);
            match &mut saved.live {
                Some(saved) => {
                    copy_collider(&mut saved.collider, collider);
                    copy_bond(&mut saved.bond, bond);
                    (saved.start, saved.area) = (start, area);
                }
                none => {
                    let (collider, bond) = (collider.clone(), bond.clone());
                    *none = Some(SavedCollider { collider, bond, start, area });
                }
            }
        }
    }

    /// Makes a world what it was when the snapshot was taken.
    pub(crate) fn put_back(&self, store: &mut Store, step: &mut StepState) {
        let WorldSnapshot { options, slots, versions, free, parts, now, step: left } = self;
        if store.options != *options {
            // The spaces depend on the options.
            *store = Store::new(*options);
        }
        for index in slots.len()..store.slots.len() {
            store.vacate(index as u32);
        }
        store.resize(slots.len());
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
        let Some(SavedCollider { collider, bond, start, area }) = &self.live else {
            store.vacate(index);
            return;
        };
        match &mut store.pixels.figures[at] {
            Some(figure) if figure.collider.space == collider.space => {
                if !figure.collider.shape.is_same(&collider.shape) {
                    figure.forget_picture();
                }
                copy_collider(&mut figure.collider, collider);
                copy_bond(&mut figure.bond, bond);
                store.slots.places[at].start = *start;
                store.set_filter(index);
            }
            _ => {
                store.vacate(index);
                let figure = Figure { bond: bond.clone(), ..Figure::new(collider.clone()) };
                store.occupy(index, figure, *start);
            }
        }
        store.commit_in(index, *area);
    }
}

/// `*onto = from.clone()`, in the memory that there is.
fn copy_bond(onto: &mut Option<Box<Bond>>, from: &Option<Box<Bond>>) {
    match (onto.as_deref_mut(), from.as_deref()) {
        (Some(Bond::Root { parts, came }), Some(Bond::Root { parts: others, came: other })) => {
            parts.clone_from(others);
            *came = *other;
        }
        (Some(Bond::Part(part)), Some(Bond::Part(other))) => {
            let BondedPart { root, own, frames, laps, is_behind } = other;
            copy_collider(&mut part.own, own);
            (part.root, part.laps) = (*root, *laps);
            part.is_behind = *is_behind;
            part.frames.clone_from(frames);
        }
        _ => onto.clone_from(from),
    }
}

/// `*onto = from.clone()`, but what both share is left alone. Counting its users up and down again would take most of the time.
fn copy_collider(onto: &mut Collider, from: &Collider) {
    let Collider {
        shape,
        transform,
        whole_pixels,
        layers,
        space,
        kind,
        group,
        order,
        swept,
        first_only,
        enabled,
        data,
        custom,
    } = from;
    if !onto.shape.is_same(shape) {
        onto.shape = shape.clone();
    }
    let is_same_test = match (&onto.custom, custom) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (None, None) => true,
        _ => false,
    };
    if !is_same_test {
        onto.custom.clone_from(custom);
    }
    onto.transform = *transform;
    onto.whole_pixels = *whole_pixels;
    onto.layers = *layers;
    onto.space = *space;
    onto.kind = *kind;
    onto.group = *group;
    onto.order = *order;
    onto.swept = *swept;
    onto.first_only = *first_only;
    onto.enabled = *enabled;
    onto.data = *data;
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
