//! A step: find pairs of boxes, draw the pictures that are out of date, compare pixels, make events.

pub(crate) mod history;
pub(crate) mod swept;
pub(crate) mod travel;
pub(crate) mod way;

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::time::Duration;

use crate::bits::prefetch;
use crate::broad_phase::TooManyPairs;
use crate::geom::CompactSort;
use crate::world::World;
use crate::world::r#move::slide::PieceStore;
use crate::world::pixels::cover::CoverPair;
use crate::world::step::history::History;
use crate::world::step::swept::{BentWays, Course, Courses, SweptFinding, WayImpact, set_courses};
use crate::world::step::travel::Leg;
use crate::world::store::crowd::MovedBox;
use crate::world::types::custom::{Member, Verdict};
use crate::world::types::event::{Event, EventDetail, EventKind, Touch};
use crate::world::types::handle::Handle;
use crate::world::types::options::{PhaseTimes, WorldStats};

/// What a step works with and what it leaves behind. It is kept, so that the next step allocates nothing.
#[derive(Debug, Default)]
pub(crate) struct StepScratch {
    /// The pairs that touched in the last step, sorted.
    pub(crate) contacts: Vec<[Handle; 2]>,
    /// For each contact the step in which it began, and where to find it.
    pub(crate) history: History,
    pub(crate) events: Vec<Event>,
    pub(crate) stats: WorldStats,
    /// The slots of pairs whose boxes share a pixel.
    pub(crate) candidates: Vec<[u32; 2]>,
    /// The ways of the members of spaces with swept colliders, by slot.
    pub(crate) courses: Vec<Course>,
    /// The parts of bent ways.
    pub(crate) legs: Vec<Leg>,
    /// The pairs with a swept collider whose ways may meet.
    pub(crate) swept_pairs: Vec<[u32; 2]>,
    /// The result for each of them.
    pub(crate) swept_findings: Vec<SweptFinding>,
    /// Those about which a custom test must be asked, sorted.
    pub(crate) swept_asks: Vec<[u32; 2]>,
    /// Those that met on the way, sorted.
    pub(crate) impacts: Vec<WayImpact>,
    /// The candidates about which a custom test must be asked.
    asks: Vec<[u32; 2]>,
    /// The result for each candidate.
    pub(crate) findings: Vec<Finding>,
    hits: Vec<Hit>,
    /// The contacts of the step in progress.
    next: Vec<[Handle; 2]>,
    /// The data of colliders that were removed since the last step.
    pub(crate) buried: Vec<(Handle, u64)>,
    /// For moves between steps.
    pub(crate) pieces: PieceStore,
    /// What was moved, for each slot. Used during a move only.
    pub(crate) moved: Vec<Option<MovedBox>>,
}

/// A pair that touches, by its slots.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub(crate) pair: [u32; 2],
    /// Where they touch, if a custom test said so.
    pub(crate) touch: Option<Touch>,
}

/// The result for a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Finding {
    /// Not known yet. Both are unturned masks.
    #[default]
    Untested,
    /// Not known yet.
    Open,
    /// Whether they touch. Discs or hulls decided.
    Judged(bool),
    /// Whether they touch. A search decided, without a picture.
    Searched(bool),
    /// Whether they touch. Pictures that are kept decided, or one of them and a mask that lies flat.
    Compared(bool),
    Apart,
    /// Apart. The boxes decided.
    BoxesApart,
    Touches,
    /// They touch. The boxes decided.
    BoxesTouch,
    /// A custom test must be asked.
    Ask,
}

/// A clone has what steps leave behind, without the lists that are only used during a step.
impl Clone for StepScratch {
    fn clone(&self) -> StepScratch {
        let mut record = StepRecord::default();
        self.record_into(&mut record);
        let StepRecord { contacts, history, events, stats, buried } = record;
        StepScratch { contacts, history, events, stats, buried, ..StepScratch::default() }
    }
}

/// What a step leaves behind for the next one and for those who ask.
#[derive(Clone, Default)]
pub(crate) struct StepRecord {
    pub(crate) contacts: Vec<[Handle; 2]>,
    pub(crate) history: History,
    events: Vec<Event>,
    stats: WorldStats,
    pub(crate) buried: Vec<(Handle, u64)>,
}

impl StepScratch {
    /// Copies what a snapshot needs. The other fields are only used during a step.
    pub(crate) fn record_into(&self, record: &mut StepRecord) {
        let StepScratch {
            contacts,
            history,
            events,
            stats,
            buried,
            candidates: _,
            asks: _,
            courses: _,
            legs: _,
            swept_pairs: _,
            swept_findings: _,
            swept_asks: _,
            impacts: _,
            findings: _,
            hits: _,
            next: _,
            pieces: _,
            moved: _,
        } = self;
        record.contacts.clone_from(contacts);
        record.history.copy(history);
        record.events.clone_from(events);
        record.stats = *stats;
        record.buried.clone_from(buried);
    }

    pub(crate) fn restore(&mut self, record: &StepRecord) {
        let StepRecord { contacts, history, events, stats, buried } = record;
        self.contacts.clone_from(contacts);
        self.history.copy(history);
        self.events.clone_from(events);
        self.stats = *stats;
        self.buried.clone_from(buried);
    }

    /// Keeps the data of a removed collider for the events of the next step. Without contacts there will be no such events, so a world that
    /// only answers queries keeps nothing.
    pub(crate) fn bury(&mut self, handle: Handle, data: u64) {
        if !self.contacts.is_empty() {
            self.buried.push((handle, data));
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.contacts.capacity() * size_of::<[Handle; 2]>()
            + self.history.memory_bytes()
            + self.events.capacity() * size_of::<Event>()
            + self.candidates.capacity() * size_of::<[u32; 2]>()
            + self.asks.capacity() * size_of::<[u32; 2]>()
            + self.findings.capacity() * size_of::<Finding>()
            + self.courses.capacity() * size_of::<Course>()
            + self.legs.capacity() * size_of::<Leg>()
            + self.swept_pairs.capacity() * size_of::<[u32; 2]>()
            + self.swept_findings.capacity() * size_of::<SweptFinding>()
            + self.swept_asks.capacity() * size_of::<[u32; 2]>()
            + self.impacts.capacity() * size_of::<WayImpact>()
            + self.hits.capacity() * size_of::<Hit>()
            + self.next.capacity() * size_of::<[Handle; 2]>()
            + self.buried.capacity() * size_of::<(Handle, u64)>()
            + self.pieces.memory_bytes()
            + self.moved.capacity() * size_of::<Option<MovedBox>>()
    }
}

impl World {
    /// Finds all pairs that touch now and returns what changed since the last step: one event a pair, sorted by `(a, b)`.
    ///
    /// The events stay readable with [`World::events`]. To change the world while you handle them, copy them first (`to_vec`, or into a
    /// vector of your own). An event may name a collider that was removed: its handle is stale, but the event still carries its data.
    ///
    /// # Errors
    /// [`TooManyPairs`] if there are more than [`WorldOptions::max_pairs`](crate::WorldOptions::max_pairs) pairs of boxes. Nothing is lost:
    /// the contacts stay those of the last successful step, there are no events, and the next step compares with those contacts.
    ///
    /// # Complexity
    /// The cost of the broad phase for each space, and a pixel test for each pair of boxes that share a pixel.
    #[doc(alias = "update")]
    #[doc(alias = "contact events")]
    pub fn step(&mut self) -> Result<&[Event], TooManyPairs> {
        self.find_candidates(true, None)?;
        Ok(self.finish())
    }

    /// As [`World::step`], but `keep` chooses the pairs. It is asked once about each pair whose spaces and layers agree and whose boxes
    /// share a pixel, before custom tests and pixels. The order is unspecified. It runs on this thread.
    ///
    /// # Errors
    /// As [`World::step`].
    ///
    /// ```
    /// use hitmask::{Collider, Rect, World};
    /// let mut world = World::new();
    /// let [a, b] = [1, 2].map(|team| world.insert(Collider::new(Rect::new(0, 0, 4, 4)).with_data(team)));
    /// assert!(world.step_with(|a, b| a.collider.data == b.collider.data)?.is_empty());
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    pub fn step_with(
        &mut self,
        mut keep: impl FnMut(Member<'_>, Member<'_>) -> bool,
    ) -> Result<&[Event], TooManyPairs> {
        self.find_candidates(false, None)?;
        let mut candidates = core::mem::take(&mut self.scratch.candidates);
        candidates.retain(|&[a, b]| keep(self.member(a), self.member(b)));
        self.scratch.candidates = candidates;
        let mut swept = core::mem::take(&mut self.scratch.swept_pairs);
        swept.retain(|&[a, b]| keep(self.member(a), self.member(b)));
        self.scratch.swept_pairs = swept;
        Ok(self.finish())
    }

    /// The events of the last step. Empty if that step ended with an error.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.scratch.events
    }

    pub(crate) fn member(&self, index: u32) -> Member<'_> {
        Member { handle: self.handle_at(index), collider: &self.at(index).collider }
    }

    /// Finds all pairs whose boxes share a pixel. With `cull`, swept pairs whose ways don't meet may be left out. `bent` gives the parts of
    /// ways that are not straight.
    pub(crate) fn find_candidates(
        &mut self,
        cull: bool,
        mut bent: Option<BentWays<'_, '_, '_>>,
    ) -> Result<(), TooManyPairs> {
        let clock = Clock::start(self.options.timing);
        self.scratch.events.clear();
        self.scratch.candidates.clear();
        self.scratch.swept_pairs.clear();
        self.scratch.legs.clear();
        self.scratch.stats = WorldStats { colliders: self.len(), ..WorldStats::default() };
        let limit = self.options.max_pairs;
        let wrap = self.wrap();
        for &(_, index) in &self.space_of {
            let space = &mut self.spaces[index as usize];
            let wanted = space.swept > 0;
            if wanted {
                let now = self.scratch.history.steps;
                let StepScratch { courses, legs, .. } = &mut self.scratch;
                let mut out = Courses { courses, legs };
                let bent = bent.as_deref_mut().filter(|_| wrap.is_none());
                set_courses(index, space, &self.slots, now, &mut out, bent, wrap);
            } else {
                space.ways.clear();
            }
            space.update(wanted);
            let StepScratch { candidates, swept_pairs, .. } = &mut self.scratch;
            let left = limit - candidates.len() - swept_pairs.len();
            if wanted {
                space.swept_pairs(left, cull, candidates, swept_pairs)
            } else {
                space.pairs(left, candidates)
            }
            .map_err(|_| TooManyPairs { limit })?;
        }
        if self.options.wrap.is_some() {
            // A pair is found once for each part in which its boxes meet.
            for pairs in [&mut self.scratch.candidates, &mut self.scratch.swept_pairs] {
                pairs.sort_compact();
                pairs.dedup();
            }
        }
        self.scratch.stats.candidates = self.scratch.candidates.len() + self.scratch.swept_pairs.len();
        self.scratch.stats.times.broad_phase = clock.elapsed();
        Ok(())
    }

    /// The rest of a step, once the candidates are known.
    pub(crate) fn finish(&mut self) -> &[Event] {
        let kept = self.scratch.candidates.len() + self.scratch.swept_pairs.len();
        self.scratch.stats.refused = self.scratch.stats.candidates - kept;
        let timing = self.options.timing;
        let timed = |world: &mut World, f: fn(&mut World)| {
            let clock = Clock::start(timing);
            f(world);
            clock.elapsed()
        };
        let judging = timed(self, World::judge_candidates);
        let drawing = timed(self, World::draw_pictures);
        let narrow_phase = judging + timed(self, World::test_candidates);
        let events = timed(self, World::compare);
        let times = &mut self.scratch.stats.times;
        *times = PhaseTimes { drawing, narrow_phase, events, ..*times };
        &self.scratch.events
    }

    /// Compares the pixels of all candidates.
    fn test_candidates(&mut self) {
        let mut findings = core::mem::take(&mut self.scratch.findings);
        let (world, candidates) = (&*self, &self.scratch.candidates);
        for_each_part(candidates, &mut findings, self.options.parallel_from, |pairs, findings| {
            world.test_all(pairs, findings);
        });
        let mut hits = core::mem::take(&mut self.scratch.hits);
        let mut asks = core::mem::take(&mut self.scratch.asks);
        let mut stats = self.scratch.stats;
        hits.clear();
        asks.clear();
        for (&pair, &finding) in candidates.iter().zip(&findings) {
            match finding {
                Finding::Judged(touches) | Finding::Searched(touches) => {
                    let tests = usize::from(finding == Finding::Searched(touches));
                    stats.tests += tests;
                    stats.early_outs += 1 - tests;
                    stats.undrawn += 1;
                    hits.extend(touches.then_some(Hit { pair, touch: None }));
                }
                Finding::Compared(touches) => {
                    stats.tests += 1;
                    hits.extend(touches.then_some(Hit { pair, touch: None }));
                }
                Finding::Untested | Finding::Open => unreachable!("every candidate was tested"),
                Finding::Apart => stats.tests += 1,
                Finding::BoxesApart => stats.early_outs += 1,
                Finding::Touches => {
                    stats.tests += 1;
                    hits.push(Hit { pair, touch: None });
                }
                Finding::BoxesTouch => {
                    stats.early_outs += 1;
                    hits.push(Hit { pair, touch: None });
                }
                Finding::Ask => asks.push(pair),
            }
        }
        // In the order of their slots. The order of the candidates depends on rows, which a restored world assigns anew.
        asks.sort_compact();
        for &pair in &asks {
            let (by_test, touch) = self.ask(pair);
            if by_test {
                stats.custom += 1;
            } else {
                stats.tests += 1;
            }
            hits.extend(touch.map(|touch| Hit { pair, touch }));
        }
        self.test_swept_pairs(&mut hits, &mut stats);
        // The order breaks between two spaces, and where slots are used again.
        if !hits.is_sorted_by_key(|hit| hit.pair) {
            hits.sort_compact_by_key(|hit| hit.pair);
        }
        stats.touching = hits.len();
        self.scratch.findings = findings;
        self.scratch.asks = asks;
        self.scratch.hits = hits;
        self.scratch.stats = stats;
    }

    /// Tests pairs in order and prefetches the memory of later ones. In a large world none of it is in the caches.
    fn test_all(&self, pairs: &[[u32; 2]], findings: &mut [Finding]) {
        // How many pairs ahead. Found by measuring.
        const ENTRIES: usize = 20;
        const MASKS: usize = 10;
        const PIXELS: usize = 5;
        let quick = |index: u32| &self.quick[index as usize];
        for (i, &[a, b]) in pairs.iter().enumerate() {
            // What is decided already needs no pixels.
            let later = |ahead: usize| {
                let is_untested = findings.get(i + ahead) == Some(&Finding::Untested);
                pairs.get(i + ahead).filter(|_| is_untested)
            };
            if let Some(pair) = later(ENTRIES) {
                pair.iter().for_each(|&index| prefetch::value(quick(index)));
            }
            if let Some(pair) = later(MASKS) {
                pair.iter().for_each(|&index| quick(index).prefetch());
            }
            if let Some(pair) = later(PIXELS) {
                pair.iter().for_each(|&index| quick(index).prefetch_pixels());
            }
            if findings.get(i + PIXELS) == Some(&Finding::Open) {
                self.prefetch_open(pairs[i + PIXELS]);
            }
            findings[i] = match findings[i] {
                Finding::Untested if quick(a).touches(quick(b)) == Some(true) => Finding::Touches,
                Finding::Untested => Finding::Apart,
                Finding::Open => self.search([a, b]).map_or_else(|| self.test(a, b), Finding::Searched),
                decided => decided,
            };
        }
    }

    #[inline]
    fn test(&self, a: u32, b: u32) -> Finding {
        let (a, b) = (self.at(a), self.at(b));
        if a.collider.custom.is_some() || b.collider.custom.is_some() {
            return Finding::Ask;
        }
        let (Some(a), Some(b)) = (a.cover(), b.cover()) else { return Finding::BoxesApart };
        let (touches, is_decided) = match self.wrap() {
            None => {
                let meeting = CoverPair::of(&a, &b);
                if meeting.is_searched() {
                    return Finding::Searched(meeting.touches());
                }
                (meeting.touches(), meeting.is_decided())
            }
            Some(wrap) => wrap.touches(&a, &b),
        };
        match (is_decided, touches) {
            (true, false) => Finding::BoxesApart,
            (true, true) => Finding::BoxesTouch,
            (false, false) => Finding::Apart,
            (false, true) => Finding::Touches,
        }
    }

    /// Asks the custom tests of a pair, the lower handle's first, then the pixels. Returns whether a test decided, and, if they touch, the
    /// touch that the test gave.
    fn ask(&self, [a, b]: [u32; 2]) -> (bool, Option<Option<Touch>>) {
        match self.ask_tests(a, b) {
            Some(Verdict::Apart) => (true, None),
            Some(Verdict::Touching(touch)) => (true, Some(Some(touch))),
            None => (false, self.meets(a, b).then_some(None)),
        }
    }

    /// The verdict of the custom tests of a pair. None if neither test decides.
    pub(crate) fn ask_tests(&self, a: u32, b: u32) -> Option<Verdict> {
        let ask = |me: u32, other: u32| {
            let custom = self.at(me).collider.custom.as_ref()?;
            custom.test(self.member(me), self.member(other))
        };
        let (low, high) = if self.handle_at(a) < self.handle_at(b) { (a, b) } else { (b, a) };
        ask(low, high).or_else(|| ask(high, low))
    }

    /// Whether the pixels of two colliders meet.
    fn meets(&self, a: u32, b: u32) -> bool {
        let (Some(a), Some(b)) = (self.at(a).cover(), self.at(b).cover()) else { return false };
        self.covers_touch(&a, &b)
    }

    /// Where the pixels of two colliders meet.
    pub(crate) fn touch(&self, a: u32, b: u32, detail: EventDetail) -> Option<Touch> {
        self.touch_of(&self.at(a).cover()?, &self.at(b).cover()?, detail)
    }

    /// Fills in the data of events, and where pairs touch if that can be told without a picture. It prefetches the colliders of later
    /// events: in a large world none of them is in the caches.
    fn complete(&self, events: &mut [Event], buried: &[(Handle, u64)]) {
        // How many events ahead.
        const AHEAD: usize = 8;
        let detail = self.options.detail;
        let data = |handle: Handle| match self.live(handle) {
            Some(live) => live.collider.data,
            None => {
                let at = buried.binary_search_by_key(&handle, |&(handle, _)| handle);
                buried[at.expect("the data of colliders removed since the last step are kept")].1
            }
        };
        for i in 0..events.len() {
            if let Some(Event { a, b, .. }) = events.get(i + AHEAD) {
                [a, b].iter().for_each(|handle| self.slots[handle.index as usize].prefetch_data());
            }
            let event = &mut events[i];
            event.data = [data(event.a), data(event.b)];
            if event.kind != EventKind::End && event.touch.is_none() {
                let pair = [event.a, event.b];
                event.touch = self.touch_flat(pair, detail).or_else(|| self.touch_undrawn(pair, detail));
            }
        }
    }

    /// Where two masks touch that lie flat. None if they are something else, or if the event says more than two masks can tell.
    #[inline]
    fn touch_flat(&self, pair: [Handle; 2], detail: EventDetail) -> Option<Touch> {
        if detail.normal || detail.separation || self.options.wrap.is_some() {
            return None;
        }
        let [a, b] = pair.map(|handle| handle.index);
        self.flat(a)?.touch(self.flat(b)?, detail)
    }

    /// Compares with the step before and makes the events.
    fn compare(&mut self) {
        let mut scratch = core::mem::take(&mut self.scratch);
        let StepScratch { contacts, history, events, hits, next, buried, stats, .. } = &mut scratch;
        history.begin_step();
        buried.sort_compact();
        let detail = self.options.detail;
        // The data are filled in below.
        let event = |kind, [a, b]: [Handle; 2], touch, since| Event {
            kind,
            a,
            b,
            data: [0; 2],
            touch,
            since,
            time: None,
            approximate: false,
        };
        next.clear();
        next.extend(hits.iter().map(|hit| hit.pair.map(|index| self.handle_at(index))));
        let (mut old, mut new) = (0, 0);
        while old < contacts.len() || new < next.len() {
            let order = match (contacts.get(old), next.get(new)) {
                (Some(old), Some(new)) => old.cmp(new),
                (Some(_), None) => Ordering::Less,
                _ => Ordering::Greater,
            };
            // Of the old contact, or of the new one; a contact that goes on keeps its own.
            let since = history.carry(old, order);
            match order {
                Ordering::Less => events.push(event(EventKind::End, contacts[old], None, since)),
                Ordering::Greater => {
                    events.push(event(EventKind::Begin, next[new], hits[new].touch, since));
                }
                Ordering::Equal if detail.stay => {
                    events.push(event(EventKind::Stay, next[new], hits[new].touch, since));
                }
                Ordering::Equal => {}
            }
            old += usize::from(order != Ordering::Greater);
            new += usize::from(order != Ordering::Less);
        }
        let world = &*self;
        for_each_chunk(events, self.options.parallel_from / 16, |events| world.complete(events, buried));
        // Where a pair touches is otherwise read from pictures.
        let World { drawings, slots, quick, turned, .. } = self;
        for event in events.iter().filter(|event| event.kind != EventKind::End && event.touch.is_none()) {
            for index in [event.a.index, event.b.index] {
                if !quick[index as usize].is_some() {
                    drawings.ask(slots, index, turned.picture(index), true);
                }
            }
        }
        drawings.draw(slots, self.options.parallel_from);
        (stats.drawn, stats.shared) = (drawings.drawn, drawings.shared);
        for_each(events, self.options.parallel_from, |event| {
            if event.kind != EventKind::End && event.touch.is_none() {
                event.touch = self.touch(event.a.index, event.b.index, detail);
            }
        });
        core::mem::swap(contacts, next);
        history.end_step(contacts, self.slots.len());
        buried.clear();
        self.scratch = scratch;
        self.add_impacts();
    }
}

/// Calls `f` with parts of a slice, on several threads if it is long enough.
fn for_each_chunk<T: Send>(all: &mut [T], parallel_from: usize, f: impl Fn(&mut [T]) + Sync + Send) {
    #[cfg(feature = "parallel")]
    if all.len() >= parallel_from.max(2) {
        use rayon::prelude::*;
        return all.par_chunks_mut(64).for_each(f);
    }
    let _ = parallel_from;
    f(all);
}

/// Calls `f` with each item, on several threads if there are enough items.
pub(crate) fn for_each<T: Send>(all: &mut [T], parallel_from: usize, f: impl Fn(&mut T) + Sync + Send) {
    #[cfg(feature = "parallel")]
    if all.len() >= parallel_from.max(2) {
        use rayon::prelude::*;
        return all.par_iter_mut().with_min_len(64).for_each(f);
    }
    let _ = parallel_from;
    all.iter_mut().for_each(f);
}

/// Calls `f` with the items of two slices side by side, on several threads if there are enough items.
pub(crate) fn for_each_both<A: Send, B: Send>(
    these: &mut [A],
    those: &mut [B],
    parallel_from: usize,
    f: impl Fn(&mut A, &mut B) + Sync + Send,
) {
    #[cfg(feature = "parallel")]
    if these.len() >= parallel_from.max(2) {
        use rayon::prelude::*;
        let both = these.par_iter_mut().with_min_len(1024).zip(those.par_iter_mut());
        return both.for_each(|(this, that)| f(this, that));
    }
    let _ = parallel_from;
    these.iter_mut().zip(those).for_each(|(this, that)| f(this, that));
}

/// Calls `f` with two slices side by side, cut into parts for several threads if they are long enough.
pub(crate) fn for_each_part<A: Sync, B: Send>(
    these: &[A],
    those: &mut [B],
    parallel_from: usize,
    f: impl Fn(&[A], &mut [B]) + Sync + Send,
) {
    #[cfg(feature = "parallel")]
    if these.len() >= parallel_from.max(2) {
        use rayon::prelude::*;
        const PART: usize = 1024;
        let parts = these.par_chunks(PART).zip(those.par_chunks_mut(PART));
        return parts.for_each(|(these, those)| f(these, those));
    }
    let _ = parallel_from;
    f(these, those);
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
