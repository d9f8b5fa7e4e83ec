//! The contacts of the last step: of one collider, and since which step.

use alloc::vec::Vec;

use crate::heap::heap_bytes;
use crate::world::collider::handle::Handle;
use crate::world::grow::{trim, trim_all};

/// What a world knows about its contacts besides the pairs. It is kept beside them, in the same order.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    /// For each contact, the step in which it began.
    pub(crate) since: Vec<u64>,
    /// For each slot, the first contact in which its collider is the one with the higher handle. The contacts themselves are sorted by the
    /// lower handle.
    heads: Vec<u32>,
    /// For each contact, the next one with the same higher handle.
    nexts: Vec<u32>,
}

/// Ends a list of contacts.
const NONE: u32 = u32::MAX;

impl History {
    /// `old` are the contacts of the step before.
    pub(crate) fn end_step(&mut self, contacts: &[[Handle; 2]], old: &[[Handle; 2]], slots: usize) {
        if self.heads.len() != slots || old.len() > slots / 8 {
            return self.index(contacts, slots);
        }
        // Where few of many slots had contacts, only theirs are cleared.
        old.iter().for_each(|[_, b]| self.heads[b.index as usize] = NONE);
        self.link(contacts);
    }

    /// Gives back the memory for more slots and contacts than these.
    pub(crate) fn trim(&mut self, slots: usize, contacts: usize) {
        trim_all!(contacts, self.since, self.nexts);
        trim(&mut self.heads, slots);
    }

    /// What so many contacts take in a world with so many slots, in bytes.
    pub(crate) fn bytes_of(contacts: usize, slots: usize) -> usize {
        let heads = if contacts == 0 { 0 } else { slots };
        contacts.saturating_mul(size_of::<u64>() + size_of::<u32>()).saturating_add(heads * size_of::<u32>())
    }

    /// Becomes a copy of another one, in the memory that it has.
    pub(crate) fn copy(&mut self, from: &History) {
        let History { since, heads, nexts } = from;
        self.since.clone_from(since);
        self.heads.clone_from(heads);
        self.nexts.clone_from(nexts);
    }

    /// Gives back the memory that another one has given back.
    pub(crate) fn trim_as(&mut self, of: &History) {
        trim(&mut self.since, of.since.capacity());
        trim(&mut self.heads, of.heads.capacity());
        trim(&mut self.nexts, of.nexts.capacity());
    }

    /// Makes the lists of contacts by their higher handles, whose slots are below a number.
    pub(crate) fn index(&mut self, contacts: &[[Handle; 2]], slots: usize) {
        self.heads.clear();
        if contacts.is_empty() {
            return self.nexts.clear();
        }
        self.heads.resize(slots, NONE);
        self.link(contacts);
    }

    /// The same if no slot has a contact yet.
    fn link(&mut self, contacts: &[[Handle; 2]]) {
        self.nexts.clear();
        self.nexts.resize(contacts.len(), NONE);
        // From the last contact to the first, so that the lists are sorted by the lower handle. There are fewer than 2^32 contacts: the
        // events of so many would not fit into the memory of any machine.
        for (at, [_, b]) in contacts.iter().enumerate().rev() {
            let head = &mut self.heads[b.index as usize];
            self.nexts[at] = core::mem::replace(head, at as u32);
        }
    }

    /// The contacts whose higher handle is that of a slot, sorted.
    pub(crate) fn below(&self, slot: u32) -> impl Iterator<Item = usize> + '_ {
        let mut at = self.heads.get(slot as usize).copied().unwrap_or(NONE);
        core::iter::from_fn(move || {
            let found = (at != NONE).then_some(at as usize)?;
            at = self.nexts[found];
            Some(found)
        })
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        heap_bytes!(self.since, self.heads, self.nexts)
    }
}
