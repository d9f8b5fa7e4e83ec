//! The results of the last step, the scratch memory of a step, and the order of its phases.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

use crate::broad_phase::TooManyPairs;
use crate::world::grow::trim;
use crate::world::step::candidates::StepPairs;
use crate::world::step::first::FirstHits;
use crate::world::step::history::History;
use crate::world::step::judge::Judged;
use crate::world::step::peaks::Peaks;
use crate::world::step::swept::Swept;
use crate::world::step::way::BentWays;
use crate::world::store::Store;
use crate::world::store::space::check;
use crate::world::types::collider::Member;
use crate::world::types::event::Event;
use crate::world::types::handle::Handle;
use crate::world::types::options::{PhaseTimes, WorldStats};

/// The results of the last step, and scratch memory. All memory is kept, so that the next step allocates nothing.
#[derive(Default)]
pub(crate) struct StepState {
    /// The pairs that touched in the last step, sorted.
    pub(crate) contacts: Vec<[Handle; 2]>,
    /// For each contact the step in which it began, and where to find it.
    pub(crate) history: History,
    pub(crate) events: Vec<Event>,
    pub(crate) stats: WorldStats,
    /// The data of those colliders of the last step's contacts that were removed since.
    pub(crate) removed_data: Vec<(Handle, u64)>,
    pub(crate) candidates: StepPairs,
    pub(crate) judged: Judged,
    pub(crate) swept: Swept,
    pub(crate) first: FirstHits,
    /// The events in the order of time, for who asks for them.
    pub(crate) timed: Vec<Event>,
    /// The contacts of the step in progress.
    pub(crate) next: Vec<[Handle; 2]>,
    /// What the last steps needed.
    pub(crate) peaks: Peaks,
}

/// A clone has the results of steps, without the scratch memory.
impl Clone for StepState {
    fn clone(&self) -> StepState {
        let mut step = StepState::default();
        step.copy(self);
        step
    }
}

impl fmt::Debug for StepState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (contacts, events) = (self.contacts.len(), self.events.len());
        f.debug_struct("StepState")
            .field("contacts", &contacts)
            .field("events", &events)
            .finish_non_exhaustive()
    }
}

impl StepState {
    /// Becomes a copy of another one, in the memory that it has. What is only used during a step stays as it is.
    pub(crate) fn copy(&mut self, from: &StepState) {
        let StepState {
            contacts,
            history,
            events,
            stats,
            removed_data,
            candidates: _,
            judged: _,
            swept: _,
            first: _,
            timed: _,
            next: _,
            peaks: _,
        } = from;
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

    /// Makes a step: see [`World::step`](crate::World::step). `keep` chooses the pairs; `bent` gives the parts of ways that are not straight.
    pub(crate) fn run(
        &mut self,
        store: &mut Store,
        keep: Option<impl FnMut(Member<'_>, Member<'_>) -> bool>,
        bent: Option<BentWays<'_, '_, '_>>,
    ) -> Result<(), TooManyPairs> {
        let timing = store.options.timing;
        self.events.clear();
        self.stats = WorldStats { colliders: store.spaces.members(), ..WorldStats::default() };
        let clock = Clock::start(timing);
        self.candidates.find(store, keep.is_none(), bent, &mut self.swept)?;
        let found = self.candidates.pairs.len() + self.swept.pairs.len();
        let broad_phase = clock.elapsed();
        if let Some(mut keep) = keep {
            let mut is_kept = |&[a, b]: &[u32; 2]| keep(store.member(a), store.member(b));
            self.candidates.pairs.retain(&mut is_kept);
            self.swept.pairs.retain(&mut is_kept);
        }
        self.stats.candidates = found;
        self.stats.refused = found - self.candidates.pairs.len() - self.swept.pairs.len();
        let pairs = &self.candidates.pairs;
        let clock = Clock::start(timing);
        self.judged.judge(store, pairs);
        let judging = clock.elapsed();
        let clock = Clock::start(timing);
        self.judged.draw(store, pairs, &self.swept.pairs);
        let drawing = clock.elapsed();
        let clock = Clock::start(timing);
        self.judged.test(store, pairs, &mut self.stats);
        self.swept.test(store, &self.contacts, &mut self.judged.hits, &mut self.stats);
        self.judged.hits.sort();
        let narrow_phase = judging + clock.elapsed();
        let clock = Clock::start(timing);
        let StepState { judged, swept, .. } = self;
        self.first.keep(store, &self.contacts, &mut judged.hits.pairs, &mut swept.impacts);
        self.stats.touching = judged.hits.pairs.len();
        self.compare(store);
        self.stats.times = PhaseTimes { broad_phase, drawing, narrow_phase, events: clock.elapsed() };
        let slots = store.slots.len();
        self.peaks.add(Peaks {
            steps: 1,
            slots,
            pairs: found + self.swept.pairs_and_legs(),
            touches: self.contacts.len() + self.events.len(),
            drawn: self.stats.drawn,
            swept_paths: if self.swept.has_courses() { slots } else { 0 },
        });
        store.shorten();
        Ok(())
    }

    /// Gives back the memory that these peaks do not need.
    pub(crate) fn trim(&mut self, peaks: &Peaks) {
        let Peaks { slots, pairs, touches, swept_paths, .. } = *peaks;
        let StepState {
            contacts,
            history,
            events,
            removed_data,
            candidates,
            judged,
            swept,
            first,
            timed,
            next,
            ..
        } = self;
        trim(contacts, touches);
        history.trim(slots, touches);
        trim(events, touches);
        trim(removed_data, touches);
        candidates.trim(pairs);
        judged.trim(pairs, touches);
        swept.trim(swept_paths, pairs);
        first.trim(slots, pairs);
        timed.clear();
        trim(timed, touches);
        trim(next, touches);
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.contacts.capacity() * size_of::<[Handle; 2]>()
            + self.history.memory_bytes()
            + self.events.capacity() * size_of::<Event>()
            + self.removed_data.capacity() * size_of::<(Handle, u64)>()
            + self.candidates.memory_bytes()
            + self.judged.memory_bytes()
            + self.swept.memory_bytes()
            + self.first.memory_bytes()
            + self.timed.capacity() * size_of::<Event>()
            + self.next.capacity() * size_of::<[Handle; 2]>()
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
}

/// Measures time if that is wanted and there is a clock.
struct Clock {
    #[cfg(feature = "std")]
    started: Option<std::time::Instant>,
}

impl Clock {
    fn start(wanted: bool) -> Clock {
        #[cfg(feature = "std")]
        return Clock { started: wanted.then(std::time::Instant::now) };
        #[cfg(not(feature = "std"))]
        {
            let _ = wanted;
            Clock {}
        }
    }

    fn elapsed(&self) -> Duration {
        #[cfg(feature = "std")]
        return self.started.map_or(Duration::ZERO, |started| started.elapsed());
        #[cfg(not(feature = "std"))]
        Duration::ZERO
    }
}

impl StepState {
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
