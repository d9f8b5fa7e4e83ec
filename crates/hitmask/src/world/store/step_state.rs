//! What the last step left: contacts and events.

use alloc::string::String;
use alloc::vec::Vec;

use crate::heap::heap_bytes;
use crate::world::broad_phase::space::check;
use crate::world::collider::event::Event;
use crate::world::collider::handle::Handle;
use crate::world::collider::options::WorldStats;
use crate::world::grow::{Peaks, trim, trim_all};
use crate::world::store::history::History;

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

    /// The step in which two colliders began to touch, if they touched in the last successful step.
    pub(crate) fn touching_since(&self, a: Handle, b: Handle) -> Option<u64> {
        let at = self.contacts.binary_search(&[a.min(b), a.max(b)]).ok()?;
        Some(self.history.since[at])
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
