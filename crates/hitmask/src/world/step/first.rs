//! What comes first in a step: the hits of first-only colliders, and the events in the order of time.

use alloc::vec::Vec;

use crate::geom::CompactSort;
use crate::sweep::time::TimeOfImpact;
use crate::world::step::StepState;
use crate::world::store::Store;
use crate::world::types::event::Event;

/// Lists for [`StepState::keep_first_hits`].
#[derive(Debug, Default)]
pub(crate) struct FirstHits {
    /// The new touches of first-only colliders, by their slots.
    fresh: Vec<(TimeOfImpact, [u32; 2])>,
    /// For each slot, whether its collider is first-only and had its hit. All false between two steps.
    has_hit: Vec<bool>,
    /// The touches that don't count, sorted.
    refused: Vec<[u32; 2]>,
}

impl FirstHits {
    pub(crate) fn memory_bytes(&self) -> usize {
        self.fresh.capacity() * size_of::<(TimeOfImpact, [u32; 2])>()
            + self.has_hit.capacity()
            + self.refused.capacity() * size_of::<[u32; 2]>()
    }

    /// Goes through the new touches in order, and finds those that don't count.
    fn refuse(&mut self, slots: usize, is_first_only: impl Fn(u32) -> bool) {
        let FirstHits { fresh, has_hit, refused } = self;
        has_hit.resize(slots, false);
        // Two slots of colliders that live at the same time are in the order of their handles.
        fresh.sort_compact();
        for &(_, pair) in &*fresh {
            if pair.iter().any(|&index| has_hit[index as usize]) {
                refused.push(pair);
            } else {
                pair.iter().for_each(|&index| has_hit[index as usize] = is_first_only(index));
            }
        }
        fresh.iter().for_each(|(_, pair)| pair.iter().for_each(|&index| has_hit[index as usize] = false));
        refused.sort_compact();
    }
}

impl StepState {
    /// The events of the last step, sorted by (time, a, b).
    pub(crate) fn events_by_time(&mut self) -> &[Event] {
        let StepState { events, timed, .. } = self;
        timed.clone_from(events);
        timed.sort_compact_by_key(|event| (event.time.unwrap_or(TimeOfImpact::END), event.a, event.b));
        timed
    }

    /// Takes back the new touches that come after the first one of a first-only collider.
    pub(crate) fn keep_first_hits(&mut self, store: &Store) {
        if !store.spaces.have_first_only() {
            return;
        }
        let StepState { judged, swept, contacts, first, stats, .. } = self;
        let (hits, impacts) = (&mut judged.hits, &mut swept.impacts);
        first.fresh.clear();
        first.refused.clear();
        let is_first_only = |index: u32| store.at(index).collider.first_only;
        let is_new = |pair: &[u32; 2]| {
            pair.iter().any(|&index| is_first_only(index))
                && contacts.binary_search(&pair.map(|index| store.handle_at(index))).is_err()
        };
        first.fresh.extend(hits.iter().map(|hit| hit.pair).filter(is_new).map(|pair| {
            let met = impacts.binary_search_by_key(&pair, |impact| impact.pair);
            (met.map_or(TimeOfImpact::END, |at| impacts[at].time), pair)
        }));
        let passes = impacts.iter().filter(|impact| impact.pass.is_some() && is_new(&impact.pair));
        first.fresh.extend(passes.map(|impact| (impact.time, impact.pair)));
        first.refuse(store.slots.len(), is_first_only);
        let refused = &first.refused;
        if !refused.is_empty() {
            let counts = |pair: [u32; 2]| refused.binary_search(&pair).is_err();
            hits.retain(|hit| counts(hit.pair));
            impacts.retain(|impact| counts(impact.pair));
            stats.touching = hits.len();
        }
    }
}
