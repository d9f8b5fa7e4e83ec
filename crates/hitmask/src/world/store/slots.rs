//! The slots of colliders: generations, versions, and where each collider is listed. What a slot holds of a collider's pixels lies in
//! `slot_pixels.rs`.

use alloc::vec::Vec;

use crate::world::broad_phase::space::Place;
use crate::world::collider::handle::Handle;
use crate::world::grow::{set_slots, trim};
use crate::world::store::version::{UNKNOWN, Versions};

/// Arrays with an entry for each slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    /// The generations of the colliders; for a free slot, of the next collider in it.
    pub(crate) generations: Vec<u32>,
    /// The generation of the first collider in a slot that does not exist yet. No collider there had it.
    pub(crate) floor: u32,
    /// Whoever changes the slot gives it a new one: see [`Versions`].
    pub(crate) versions: Vec<u64>,
    pub(crate) places: Vec<Place>,
    /// The slots that are free. The last one is used next.
    pub(crate) free: Vec<u32>,
    pub(crate) numbers: Versions,
}

impl Slots {
    pub(crate) fn len(&self) -> usize {
        self.generations.len()
    }

    pub(crate) fn resize(&mut self, slots: usize) {
        let floor = self.floor;
        set_slots(&mut self.generations, slots, || floor);
        set_slots(&mut self.versions, slots, || UNKNOWN);
        set_slots(&mut self.places, slots, Place::default);
    }

    /// The handle of the collider in a slot.
    #[inline]
    pub(crate) fn handle(&self, index: u32) -> Handle {
        Handle { index, generation: self.generations[index as usize] }
    }

    /// A slot without a collider.
    ///
    /// # Panics
    /// If there are 2³² − 2 slots, all in use.
    pub(crate) fn take(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            let index = u32::try_from(self.len()).ok().filter(|&index| index < u32::MAX - 1);
            self.resize(self.len() + 1);
            index.expect("a world holds at most 2^32 - 2 colliders")
        })
    }

    /// Gives a slot back whose collider was removed. A slot whose generations are used up is never used again.
    pub(crate) fn give_back(&mut self, index: u32) {
        self.changed(index);
        let generation = &mut self.generations[index as usize];
        if let Some(next) = generation.checked_add(1) {
            *generation = next;
            self.free.push(index);
        }
    }

    /// Forgets the slots from a number on, which are free. If they exist again, their colliders have new generations: so handles of today stay
    /// stale.
    pub(crate) fn shorten(&mut self, slots: usize) {
        self.floor = self.generations[slots..].iter().copied().fold(self.floor, u32::max);
        self.free.retain(|&index| (index as usize) < slots);
        self.resize(slots);
    }

    /// Gives back the room for more than so many slots.
    pub(crate) fn trim(&mut self, slots: usize) {
        trim(&mut self.generations, slots);
        trim(&mut self.versions, slots);
        trim(&mut self.places, slots);
        trim(&mut self.free, slots);
    }

    /// Notes that a slot has changed.
    #[inline]
    pub(crate) fn changed(&mut self, index: u32) {
        self.versions[index as usize] = self.numbers.next();
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        (self.generations.capacity() + self.free.capacity()) * size_of::<u32>()
            + self.versions.capacity() * size_of::<u64>()
            + self.places.capacity() * size_of::<Place>()
    }
}
