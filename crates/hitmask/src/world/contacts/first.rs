//! First hits: which new touches of first-only colliders count.

use crate::geom::CompactSort;
use crate::sweep::time::TimeOfImpact;
use crate::world::collider::handle::Handle;
use crate::world::store::Store;
use crate::world::store::scratch::Touches;

impl Touches {
    /// Takes back the new touches that come after the first one of a first-only collider. `contacts` are those of the last step.
    pub(crate) fn keep_first(&mut self, store: &Store, contacts: &[[Handle; 2]]) {
        if !store.spaces.have_first_only() {
            return;
        }
        let Touches { pairs, impacts, fresh, has_hit, refused, .. } = self;
        fresh.clear();
        refused.clear();
        let is_first_only = |index: u32| store.at(index).first_only;
        let is_new = |pair: &[u32; 2]| {
            pair.iter().any(|&index| is_first_only(index))
                && contacts.binary_search(&pair.map(|index| store.handle_at(index))).is_err()
        };
        fresh.extend(pairs.iter().copied().filter(is_new).map(|pair| {
            let met = impacts.binary_search_by_key(&pair, |impact| impact.pair);
            (met.map_or(TimeOfImpact::END, |at| impacts[at].time), pair)
        }));
        let passes = impacts.iter().filter(|impact| impact.pass.is_some() && is_new(&impact.pair));
        fresh.extend(passes.map(|impact| (impact.time, impact.pair)));
        has_hit.resize(store.slots.len(), false);
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
        if !refused.is_empty() {
            let counts = |pair: [u32; 2]| refused.binary_search(&pair).is_err();
            pairs.retain(|&pair| counts(pair));
            impacts.retain(|impact| counts(impact.pair));
        }
    }
}
