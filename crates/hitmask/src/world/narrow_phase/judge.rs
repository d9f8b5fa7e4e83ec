//! Which candidates touch.

use crate::geom::{CompactSort, sort_as_numbers};
use crate::overlap::LabelHit;
use crate::world::collider::Verdict;
use crate::world::collider::event::{EventDetail, Touch};
use crate::world::collider::options::WorldStats;
use crate::world::store::Store;
use crate::world::store::scratch::{Findings, PairState, Touches};
use crate::world::threads::for_each_part;

impl Touches {
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

    /// Sorts the pairs. Those of different spaces, and of slots that are used again, may be out of order.
    pub(crate) fn sort(&mut self) {
        if !self.pairs.is_sorted() {
            sort_as_numbers(&mut self.pairs);
        }
        self.touches.sort_compact_by_key(|&(pair, _)| pair);
    }

    /// Where a pair touches, if a custom test said so, or where it touched on its way.
    #[inline]
    pub(crate) fn touch(&self, pair: [u32; 2]) -> Option<Touch> {
        of_pair(&self.touches, pair)
    }

    /// The labels that met first on the ways of a pair, if they are wanted.
    #[inline]
    pub(crate) fn hit(&self, pair: [u32; 2]) -> Option<LabelHit> {
        of_pair(&self.labels, pair)
    }
}

/// What a sorted list has about a pair. Most lists are empty.
#[inline]
fn of_pair<T: Copy>(list: &[([u32; 2], T)], pair: [u32; 2]) -> Option<T> {
    if list.is_empty() {
        return None;
    }
    let at = list.binary_search_by_key(&pair, |&(pair, _)| pair).ok()?;
    Some(list[at].1)
}

impl Findings {
    /// Decides what can be decided without drawing or searching, and marks the other pairs of turned masks open.
    pub(crate) fn judge(&mut self, store: &mut Store, pairs: &[[u32; 2]]) {
        self.states.clear();
        self.states.resize(pairs.len(), PairState::Untested);
        store.slots.judge_all(pairs, &mut self.states, store.options.parallel_from);
    }

    /// Compares the pixels of the candidates that are not decided yet.
    pub(crate) fn test(
        &mut self,
        store: &Store,
        pairs: &[[u32; 2]],
        touches: &mut Touches,
        stats: &mut WorldStats,
    ) {
        let Findings { states, asks, .. } = self;
        for_each_part(pairs, states, store.options.parallel_from, |pairs, states| {
            store.slots.test_all(pairs, states);
        });
        touches.pairs.clear();
        touches.touches.clear();
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
            if state.touches() {
                touches.pairs.push(pair);
            }
        }
        // In the order of their slots. The order of the candidates depends on rows, which a restored world assigns anew.
        sort_as_numbers(asks);
        for &pair @ [a, b] in &*asks {
            match store.ask_tests(a, b) {
                Some(verdict) => {
                    stats.custom += 1;
                    touches.add_verdict(pair, verdict);
                }
                None => {
                    stats.tests += 1;
                    if let (Some(a), Some(b)) = (store.slots.cover(a), store.slots.cover(b))
                        && store.slots.covers_touch(&a, &b)
                    {
                        touches.pairs.push(pair);
                    }
                }
            }
        }
    }
}
