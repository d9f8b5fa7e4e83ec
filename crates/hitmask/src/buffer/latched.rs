//! The ids that have touched others since they were last taken.

use alloc::vec::Vec;

use crate::geom::CompactSort;
use crate::heap::heap_bytes;

/// Ids in the order in which they touched, some of them several times. They are sorted when they are taken: keeping them sorted would move
/// half of them for each new one.
#[derive(Clone, Debug)]
pub(super) struct Latched {
    ids: Vec<u32>,
    /// With more ids than this, the repeated ones are dropped.
    most: usize,
    period: u64,
}

impl Default for Latched {
    fn default() -> Latched {
        Latched { ids: Vec::new(), most: 0, period: NEVER + 1 }
    }
}

/// The number of no period.
pub(super) const NEVER: u64 = 0;

impl Latched {
    /// Fewer ids than this are never worth a look for repeated ones.
    const FEW: usize = 1024;

    /// The number of the time between two takes. A drawn mask keeps the number of the period in which its id was added on its behalf.
    pub(super) fn period(&self) -> u64 {
        self.period
    }

    pub(super) fn add(&mut self, id: u32) {
        if self.ids.len() >= self.most.max(Latched::FEW) {
            self.tidy();
            self.most = 2 * self.ids.len();
        }
        self.ids.push(id);
    }

    /// Moves the ids to the end of `out`, ascending, each once.
    pub(super) fn take_into(&mut self, out: &mut Vec<u32>) {
        self.tidy();
        out.append(&mut self.ids);
        self.most = 0;
        self.period += 1;
    }

    fn tidy(&mut self) {
        self.ids.sort_fast();
        self.ids.dedup();
    }

    pub(super) fn memory_bytes(&self) -> usize {
        heap_bytes!(self.ids)
    }
}
