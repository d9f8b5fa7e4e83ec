//! First hits: which new touches of first-only colliders count.

use alloc::vec::Vec;

use crate::geom::CompactSort;
use crate::sweep::time::TimeOfImpact;
use crate::world::collider::handle::Handle;
use crate::world::grow::trim;
use crate::world::store::Store;
use crate::world::store::scratch::{FirstHits, WayImpact};

impl FirstHits {
    pub(crate) fn memory_bytes(&self) -> usize {
        self.fresh.capacity() * size_of::<(TimeOfImpact, [u32; 2])>()
            + self.has_hit.capacity()
            + self.refused.capacity() * size_of::<[u32; 2]>()
    }

    /// Gives back the memory for more slots and pairs than these.
    pub(crate) fn trim(&mut self, slots: usize, pairs: usize) {
        // All false, so its entries need not be kept.
        self.has_hit.truncate(slots);
        trim(&mut self.has_hit, slots);
        self.fresh.clear();
        self.refused.clear();
        trim(&mut self.fresh, pairs);
        trim(&mut self.refused, pairs);
    }

    /// Takes back the new touches that come after the first one of a first-only collider. `contacts` are those of the last step; `hits` are the
    /// pairs that touch, `impacts` those that met on the way.
    pub(crate) fn keep(
        &mut self,
        store: &Store,
        contacts: &[[Handle; 2]],
        hits: &mut Vec<[u32; 2]>,
        impacts: &mut Vec<WayImpact>,
    ) {
        if !store.spaces.have_first_only() {
            return;
        }
        self.fresh.clear();
        self.refused.clear();
        let is_first_only = |index: u32| store.at(index).first_only;
        let is_new = |pair: &[u32; 2]| {
            pair.iter().any(|&index| is_first_only(index))
                && contacts.binary_search(&pair.map(|index| store.handle_at(index))).is_err()
        };
        self.fresh.extend(hits.iter().copied().filter(is_new).map(|pair| {
            let met = impacts.binary_search_by_key(&pair, |impact| impact.pair);
            (met.map_or(TimeOfImpact::END, |at| impacts[at].time), pair)
        }));
        let passes = impacts.iter().filter(|impact| impact.pass.is_some() && is_new(&impact.pair));
        self.fresh.extend(passes.map(|impact| (impact.time, impact.pair)));
        self.refuse(store.slots.len(), is_first_only);
        if !self.refused.is_empty() {
            let counts = |pair: [u32; 2]| self.refused.binary_search(&pair).is_err();
            hits.retain(|&pair| counts(pair));
            impacts.retain(|impact| counts(impact.pair));
        }
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
