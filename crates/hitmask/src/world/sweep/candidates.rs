//! The pairs whose boxes share a pixel, or the boxes around whose ways do: of each space in turn, whose `broad_phase/space.rs` finds them.

use crate::broad_phase::TooManyPairs;
use crate::geom::CompactSort;
use crate::world::grow::trim;
use crate::world::store::Store;
use crate::world::store::scratch::{StepPairs, Swept};
use crate::world::sweep::way::BentWays;

impl StepPairs {
    /// Finds all pairs. Those with a swept collider come into a list of their own. With `cull`, swept pairs whose ways don't meet may be left
    /// out.
    pub(crate) fn find(
        &mut self,
        store: &mut Store,
        cull: bool,
        mut bent: Option<BentWays<'_, '_, '_>>,
        swept: &mut Swept,
    ) -> Result<(), TooManyPairs> {
        let limit = store.options.max_pairs;
        let pairs = &mut self.pairs;
        pairs.clear();
        swept.clear();
        let mut has_ghosts = false;
        store.spaces.settle();
        for rank in 0..store.spaces.len() {
            let place = store.spaces.place(rank);
            let wanted = store.spaces.at(place).swept > 0;
            if wanted {
                swept.set_swept_paths(place, store, cull, bent.as_deref_mut());
            } else {
                store.spaces.at_mut(place).ways.clear();
            }
            let space = store.spaces.at_mut(place);
            space.update(wanted);
            has_ghosts |= space.has_ghosts();
            let left = limit - pairs.len() - swept.found.len();
            if wanted { space.swept_pairs(left, pairs, &mut swept.found) } else { space.pairs(left, pairs) }
                .map_err(|_| TooManyPairs { limit })?;
        }
        swept.sort_found(store.slots.len());
        if has_ghosts {
            // A pair is found once for each part in which its boxes meet.
            pairs.sort_fast();
            pairs.dedup();
            swept.pairs.dedup();
        }
        Ok(())
    }

    pub(crate) fn trim(&mut self, pairs: usize) {
        trim(&mut self.pairs, pairs);
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<[u32; 2]>()
    }
}
