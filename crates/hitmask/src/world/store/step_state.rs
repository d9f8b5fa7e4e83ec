//! What the last step left: contacts, since which step each of them lasts, and events.

use alloc::string::String;
use alloc::vec::Vec;

use crate::heap::heap_bytes;
use crate::world::broad_phase::space::check;
use crate::world::collider::event::Event;
use crate::world::collider::handle::Handle;
use crate::world::collider::options::WorldStats;
use crate::world::grow::{Peaks, trim, trim_all};

/// The results of the last step. All memory is kept, so that the next step allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepState {
    /// The pairs that touched in the last step, sorted.
    pub(crate) contacts: Vec<[Handle; 2]>,
    /// For each contact the step in which it began, and where to find it.
    pub(crate) history: History,
    pub(crate) events: Vec<Event>,
    pub(crate) stats: WorldStats,
    /// The data of those colliders of the last step's contacts that were removed since.
    pub(crate) removed_data: Vec<(Handle, u64)>,
}

impl StepState {
    /// Becomes a copy of another one, in the memory that it has.
    pub(crate) fn copy(&mut self, from: &StepState) {
        let StepState { contacts, history, events, stats, removed_data } = from;
        self.contacts.clone_from(contacts);
        self.history.copy(history);
        self.events.clone_from(events);
        self.stats = *stats;
        self.removed_data.clone_from(removed_data);
    }

    /// Gives back the memory that a world has given back, for a copy of it.
    pub(crate) fn trim_as(&mut self, of: &StepState) {
        trim(&mut self.contacts, of.contacts.capacity());
        trim(&mut self.events, of.events.capacity());
        trim(&mut self.removed_data, of.removed_data.capacity());
        self.history.trim_as(&of.history);
    }

    /// Gives back the memory that these peaks do not need.
    pub(crate) fn trim(&mut self, peaks: &Peaks) {
        trim_all!(peaks.touches, self.contacts, self.events, self.removed_data);
        self.history.trim(peaks.slots, peaks.touches);
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        heap_bytes!(self.contacts, self.events, self.removed_data) + self.history.memory_bytes()
    }

    /// An error is a sentence that says what is wrong. `now` is the number of successful steps.
    pub(crate) fn validate(&self, now: u64) -> Result<(), String> {
        let (contacts, since) = (&self.contacts, &self.history.since);
        check(contacts.iter().all(|[a, b]| a < b), || {
            String::from("a contact names the higher handle first")
        })?;
        check(contacts.is_sorted_by(|a, b| a < b), || String::from("the contacts are not sorted"))?;
        check(since.len() == contacts.len(), || String::from("a contact has no step of its begin"))?;
        check(since.iter().all(|since| (1..=now).contains(since)), || {
            String::from("a contact began in a step that was not made")
        })
    }

    /// All that a collider touched in the last successful step, sorted by handle.
    pub(crate) fn contacts_of(&self, handle: Handle) -> impl Iterator<Item = Handle> + '_ {
        let contacts = &self.contacts;
        // A removed collider may have had the slot in the last step.
        let below = self.history.below(handle.index).map(|at| contacts[at]);
        let below = below.filter(move |&[_, b]| b == handle).map(|[a, _]| a);
        let from = contacts.partition_point(|&[a, _]| a < handle);
        let above = contacts[from..].iter().take_while(move |[a, _]| *a == handle).map(|&[_, b]| b);
        below.chain(above)
    }
}

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
