//! Which candidates touch.

use crate::geom::CompactSort;
use crate::world::collider::Verdict;
use crate::world::collider::event::{EventDetail, Touch};
use crate::world::collider::options::WorldStats;
use crate::world::grow::trim;
use crate::world::store::Store;
use crate::world::store::scratch::{Judged, PairState, TouchingPairs};
use crate::world::threads::for_each_part;

impl TouchingPairs {
    fn clear(&mut self) {
        self.pairs.clear();
        self.touches.clear();
    }

    /// Adds a pair about which a custom test decided.
    pub(crate) fn add_verdict(&mut self, pair: [u32; 2], verdict: Verdict) {
        if let Verdict::Touching(touch) = verdict {
            self.pairs.push(pair);
            self.touches.push((pair, touch));
        }
    }

    /// Keeps where a pair touched that does not touch now, if more is wanted than the first pixel.
    #[inline]
    pub(crate) fn add_pass(&mut self, detail: EventDetail, pair: [u32; 2], touch: &Touch) {
        if detail.of_touches() {
            self.touches.push((pair, *touch));
        }
    }

    /// Sorts the pairs. Their order breaks between two spaces, and where slots are used again.
    pub(crate) fn sort(&mut self) {
        if !self.pairs.is_sorted() {
            self.pairs.sort_fast();
        }
        self.touches.sort_compact_by_key(|&(pair, _)| pair);
    }

    /// Where a pair touches, if a custom test said so, or where it touched on its way.
    #[inline]
    pub(crate) fn touch(&self, pair: [u32; 2]) -> Option<Touch> {
        if self.touches.is_empty() {
            return None;
        }
        let at = self.touches.binary_search_by_key(&pair, |&(pair, _)| pair).ok()?;
        Some(self.touches[at].1)
    }

    fn memory_bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<[u32; 2]>()
            + self.touches.capacity() * size_of::<([u32; 2], Touch)>()
    }
}

impl Judged {
    /// Decides what can be decided without drawing.
    pub(crate) fn judge(&mut self, store: &mut Store, pairs: &[[u32; 2]]) {
        self.states.clear();
        self.states.resize(pairs.len(), PairState::Untested);
        store.pixels.judge_all(pairs, &mut self.states, store.options.parallel_from);
    }

    /// Draws the pictures that are needed.
    pub(crate) fn draw(&mut self, store: &mut Store, pairs: &[[u32; 2]], swept: &[[u32; 2]]) {
        store.pixels.draw_pictures(pairs, &self.states, swept, store.options.parallel_from);
    }

    /// Compares the pixels of all candidates.
    pub(crate) fn test(&mut self, store: &Store, pairs: &[[u32; 2]], stats: &mut WorldStats) {
        let Judged { states, asks, hits } = self;
        for_each_part(pairs, states, store.options.parallel_from, |pairs, states| {
            store.pixels.test_all(pairs, states);
        });
        hits.clear();
        asks.clear();
        for (&pair, &state) in pairs.iter().zip(&*states) {
            let (tests, undrawn) = match state {
                PairState::Ask => {
                    asks.push(pair);
                    continue;
                }
                PairState::Judged(_) => (0, 1),
                PairState::Searched(_) => (1, 1),
                PairState::BoxesApart | PairState::BoxesTouch => (0, 0),
                _ => (1, 0),
            };
            stats.tests += tests;
            stats.early_outs += 1 - tests;
            stats.undrawn += undrawn;
            hits.pairs.extend(state.touches().then_some(pair));
        }
        // In the order of their slots. The order of the candidates depends on rows, which a restored world assigns anew.
        asks.sort_fast();
        for &pair @ [a, b] in &*asks {
            match store.ask_tests(a, b) {
                Some(verdict) => {
                    stats.custom += 1;
                    hits.add_verdict(pair, verdict);
                }
                None => {
                    stats.tests += 1;
                    let touches = match (store.pixels.cover(a), store.pixels.cover(b)) {
                        (Some(a), Some(b)) => store.pixels.covers_touch(&a, &b),
                        _ => false,
                    };
                    hits.pairs.extend(touches.then_some(pair));
                }
            }
        }
    }

    /// Gives back the memory for more pairs than these, and more that touch.
    pub(crate) fn trim(&mut self, pairs: usize, touches: usize) {
        trim(&mut self.states, pairs);
        trim(&mut self.asks, pairs);
        trim(&mut self.hits.pairs, touches);
        trim(&mut self.hits.touches, touches);
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.states.capacity() * size_of::<PairState>()
            + self.asks.capacity() * size_of::<[u32; 2]>()
            + self.hits.memory_bytes()
    }
}
