//! First hits: which new touches of first-only colliders count.

use alloc::vec::Vec;

use crate::geom::CompactSort;
use crate::sweep::time::TimeOfImpact;

/// Lists for finding them.
#[derive(Debug, Default)]
pub(crate) struct FirstHits {
    /// The new touches of first-only colliders, by their slots.
    pub(crate) fresh: Vec<(TimeOfImpact, [u32; 2])>,
    /// For each slot, whether its collider is first-only and had its hit. All false between two steps.
    has_hit: Vec<bool>,
    /// The touches that don't count, sorted.
    pub(crate) refused: Vec<[u32; 2]>,
}

impl FirstHits {
    pub(crate) fn memory_bytes(&self) -> usize {
        self.fresh.capacity() * size_of::<(TimeOfImpact, [u32; 2])>()
            + self.has_hit.capacity()
            + self.refused.capacity() * size_of::<[u32; 2]>()
    }

    /// Goes through the new touches in order, and finds those that don't count.
    pub(crate) fn refuse(&mut self, slots: usize, is_first_only: impl Fn(u32) -> bool) {
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
