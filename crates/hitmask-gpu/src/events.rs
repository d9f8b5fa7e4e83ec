//! The events of steps: what changed between two lists of pairs.

use core::cmp::Ordering;

use hitmask::EventKind;

/// What happened between two sprites in a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct PairEvent<T> {
    /// Whether they began to touch, go on, or ceased.
    pub kind: EventKind,
    /// The lower one.
    pub a: T,
    /// The higher one.
    pub b: T,
    /// The number of the step in which they began to touch, counted from 1.
    pub since: u64,
}

/// Makes events of the sorted pairs of steps, with the merge of a [`World`](hitmask::World): the same events in the same order.
///
/// Sprites may be numbers, as [`GpuCrowd`](crate::GpuCrowd) gives them, where each sprite keeps its number. Otherwise translate the pairs
/// to names of your own, and sort them, lower name first.
///
/// ```
/// use hitmask::EventKind::{Begin, End};
/// use hitmask_gpu::PairEvents;
/// let mut events = PairEvents::new();
/// events.step(&[[0, 1], [0, 4]], false);
/// let changed: Vec<_> = events.step(&[[0, 4], [2, 3]], false).iter().map(|e| (e.kind, e.a, e.b, e.since)).collect();
/// assert_eq!(changed, [(End, 0, 1, 1), (Begin, 2, 3, 2)]);
/// ```
#[derive(Clone, Debug)]
pub struct PairEvents<T = u32> {
    steps: u64,
    contacts: Vec<[T; 2]>,
    since: Vec<u64>,
    next_since: Vec<u64>,
    events: Vec<PairEvent<T>>,
}

impl<T> Default for PairEvents<T> {
    fn default() -> PairEvents<T> {
        PairEvents {
            steps: 0,
            contacts: Vec::new(),
            since: Vec::new(),
            next_since: Vec::new(),
            events: Vec::new(),
        }
    }
}

impl<T: Copy + Ord> PairEvents<T> {
    /// No pair touches yet.
    #[must_use]
    pub fn new() -> PairEvents<T> {
        PairEvents::default()
    }

    /// Compares with the pairs of the step before: a Begin for each new pair, an End for each that is gone, and, if `stay` is set, a Stay for
    /// each that goes on. Sorted by (a, b).
    ///
    /// # Panics
    /// If the pairs are not sorted, each once and with the lower one first.
    pub fn step(&mut self, pairs: &[[T; 2]], stay: bool) -> &[PairEvent<T>] {
        assert!(pairs.iter().all(|[a, b]| a < b), "a pair has the higher one first");
        assert!(pairs.is_sorted_by(|a, b| a < b), "the pairs are not sorted");
        self.steps += 1;
        self.events.clear();
        self.next_since.clear();
        for (order, old, new) in hitmask::__merge(&self.contacts, pairs) {
            let since = if order == Ordering::Greater { self.steps } else { self.since[old] };
            let (kind, [a, b]) = match order {
                Ordering::Less => (EventKind::End, self.contacts[old]),
                Ordering::Equal => (EventKind::Stay, pairs[new]),
                Ordering::Greater => (EventKind::Begin, pairs[new]),
            };
            if kind != EventKind::End {
                self.next_since.push(since);
            }
            if kind != EventKind::Stay || stay {
                self.events.push(PairEvent { kind, a, b, since });
            }
        }
        self.contacts.clear();
        self.contacts.extend_from_slice(pairs);
        core::mem::swap(&mut self.since, &mut self.next_since);
        &self.events
    }

    /// The pairs that touch, sorted.
    #[must_use]
    pub fn contacts(&self) -> &[[T; 2]] {
        &self.contacts
    }
}
