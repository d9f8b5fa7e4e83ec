//! Steps, phase by phase. `events.rs` has their events and contacts.

use core::time::Duration;

use crate::broad_phase::TooManyPairs;
use crate::geom::PointQ16;
use crate::world::collider::Member;
use crate::world::collider::event::Event;
use crate::world::collider::handle::Handle;
use crate::world::collider::options::{WorldOptions, WorldStats};
use crate::world::grow::Peaks;
use crate::world::store::Store;
use crate::world::store::scratch::StepScratch;
use crate::world::store::world::World;
use crate::world::sweep::way::{BentWays, PathSegment};

/// No choice of pairs.
const ALL: Option<fn(Member<'_>, Member<'_>) -> bool> = None;

impl World {
    /// Finds all pairs that touch now and returns what changed since the last step: one event a pair, sorted by `(a, b)`.
    ///
    /// The events stay readable with [`World::events`], and in the order of time with [`World::events_by_time`]. To change the world while
    /// you handle them, copy them first (`to_vec`, or into a vector of your own). An event may name a collider that was removed: its handle is stale, but the event still carries its data.
    ///
    /// # Errors
    /// [`TooManyPairs`] if there are more than [`WorldOptions::max_pairs`](crate::WorldOptions::max_pairs) pairs of boxes. Nothing is lost:
    /// the contacts stay those of the last successful step, there are no events, and the next step compares with those contacts.
    ///
    /// # Memory
    /// Memory of which a quarter was enough for the last 32 steps is given back. At each 32nd step, slots behind the last collider are
    /// forgotten if there are at least 64 slots and at least three quarters of them lie there: then colliders that come later get lower
    /// handles again, with new [generations](Handle::generation), and stale handles stay stale.
    ///
    /// # Complexity
    /// The cost of the broad phase for each space, and a pixel test for each pair of boxes that share a pixel.
    #[doc(alias = "update")]
    #[doc(alias = "contact events")]
    pub fn step(&mut self) -> Result<&[Event], TooManyPairs> {
        self.make_step(ALL, None)
    }

    /// As [`World::step`], but `keep` chooses the pairs. It is asked once about each pair of one space whose layers, groups and kinds agree
    /// and whose boxes share a pixel, or, if one of them is swept, the boxes around their paths. It is asked before custom tests and pixels.
    /// The order is unspecified. It runs on this thread.
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
        keep: impl FnMut(Member<'_>, Member<'_>) -> bool,
    ) -> Result<&[Event], TooManyPairs> {
        self.make_step(Some(keep), None)
    }

    /// As [`World::step`], for a step in which some colliders have not gone straight. `paths` gives the segments of such a collider's path in
    /// order; for all others it gives nothing, and their paths are straight. It is asked about each enabled collider that covers
    /// something, in the spaces that have [swept](field@crate::ColliderProps::swept) members, in no promised order, on this thread.
    ///
    /// At every moment of the step a collider is where the segment of that moment says, rounded to whole pixels. Where the collider was
    /// after the last step does not matter. The last segment must lead to the collider's position: what happens at the end of the step is judged
    /// by that position. Between two segments a collider may jump, for example through a portal; it touches nothing in between.
    ///
    /// In a wrapped world all paths are straight, and `paths` is not asked.
    ///
    /// # Errors
    /// As [`World::step`]. The segments are not kept: after an error, give the segments of both steps with the next one.
    ///
    /// # Panics
    /// If a time is above 1 or has a denominator of 2⁶³ or more, or if a position is beyond [`PointQ16::LIMIT`].
    ///
    /// # Complexity
    /// As [`World::step`]. A pair of bent paths is followed once for each segment of the two.
    ///
    /// ```
    /// use hitmask::{Collider, EventKind, Mask, PathSegment, PointQ16, TimeOfImpact, World};
    /// // A ball of one pixel flies 40 pixels to the right. At x = 100 it bounces, after a quarter of the step.
    /// let mut world = World::new();
    /// let coin = world.insert(Collider::new(Mask::filled(1, 1)).at((99, 5)));
    /// let ball = world.insert(Collider::new(Mask::filled(1, 1)).at((90, 5)).swept());
    /// world.step()?;
    /// world.set_position(ball, (70, 5)).unwrap();
    /// let until = TimeOfImpact::new(1, 4);
    /// let at = PointQ16::from;
    /// let parts = [
    ///     PathSegment { from: at((90, 5)), to: at((130, 5)), until, before: false },
    ///     PathSegment { from: at((110, 5)), to: at((70, 5)), until, before: false },           // as in a mirror at x = 100
    /// ];
    /// let event = world.step_along(|member| if member.handle == ball { &parts } else { &[] })?[0];
    /// // The ball came to the pixel 99 just after 98.5, which is 8.5 of 40 pixels away.
    /// assert_eq!((event.kind, event.time), (EventKind::Pass, Some(TimeOfImpact::new(17, 80))));
    /// # let _ = coin;
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[doc(alias = "waypoints")]
    #[doc(alias = "bounce")]
    #[doc(alias = "portal")]
    pub fn step_along<'w>(
        &mut self,
        mut paths: impl FnMut(Member<'_>) -> &'w [PathSegment],
    ) -> Result<&[Event], TooManyPairs> {
        self.make_step(ALL, Some(&mut paths))
    }

    /// The last path of a collider, for pictures: where it came from, and where it is. Once it was moved, it comes from its position after the
    /// last successful step, as far as a swept collider's path counts ([`Collider::swept`](field@crate::ColliderProps::swept)). Until then it is
    /// the path that the last step saw. Both positions are the same if it rested or was teleported. The path is not part of the world's state:
    /// after a restore or a load that of the last step may be missing. None if the handle is stale.
    ///
    /// ```
    /// use hitmask::{Collider, PointQ16, Rect, World};
    /// let mut world = World::new();
    /// let shot = world.insert(Collider::new(Rect::new(0, 0, 4, 2)).swept());
    /// let path = |world: &World| world.last_path(shot).unwrap().map(PointQ16::to_f64);
    /// world.step()?;
    /// world.set_position(shot, (300, 50)).unwrap();
    /// world.step()?;
    /// assert_eq!(path(&world), [[0.0, 0.0], [300.0, 50.0]]);
    /// world.step()?;
    /// assert_eq!(path(&world), [[300.0, 50.0]; 2]);
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[must_use]
    pub fn last_path(&self, handle: Handle) -> Option<[PointQ16; 2]> {
        let to = self.store.stored(handle)?.position;
        let (now, start) = (self.steps(), &self.store.slots.places[handle.index as usize].start);
        let kept =
            [Some(now), now.checked_sub(1)].into_iter().flatten().find_map(|step| start.position(step));
        Some([kept.unwrap_or(to), to])
    }

    /// How many steps succeeded so far. So it is the number of the last successful step, counted from 1.
    ///
    /// ```
    /// use hitmask::{Collider, Rect, World};
    /// let mut world = World::new();
    /// let [a, b] = [0, 3].map(|x| world.insert(Collider::new(Rect::new(x, 0, 4, 4))));
    /// world.step()?;
    /// world.step()?;
    /// assert_eq!((world.steps(), world.touching_since(b, a)), (2, Some(1)));
    /// assert_eq!(world.contacts_of(a).unwrap().collect::<Vec<_>>(), [b]);
    /// # Ok::<(), hitmask::TooManyPairs>(())
    /// ```
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.store.now
    }
}

impl World {
    /// Makes a step, phase by phase: see [`World::step`]. `keep` chooses the pairs; `bent` gives the parts of ways that are not straight.
    fn make_step(
        &mut self,
        keep: Option<impl FnMut(Member<'_>, Member<'_>) -> bool>,
        mut bent: Option<BentWays<'_, '_, '_>>,
    ) -> Result<&[Event], TooManyPairs> {
        self.trim();
        let World { store, step, scratch } = self;
        let StepScratch { pairs, boxes, ways, findings, touches, .. } = scratch;
        let WorldOptions { timing, max_pairs, .. } = store.options;
        step.events.clear();
        step.stats = WorldStats { colliders: store.spaces.members(), ..WorldStats::default() };
        // Pairs: what the boxes and the filters let meet.
        let clock = Clock::start(timing);
        let Store { slots, spaces, now, .. } = &mut *store;
        ways.segments.clear();
        let are_swept =
            spaces.find_pairs(pairs, boxes, (slots.len(), max_pairs), |place, space, boxes| {
                ways.set_paths((slots, *now), (place, space), boxes, keep.is_none(), bent.as_deref_mut());
            })?;
        let slots = slots.len();
        let found = pairs.plain.len() + pairs.swept.len();
        let broad_phase = clock.elapsed();
        if let Some(mut keep) = keep {
            let mut is_kept = |&[a, b]: &[u32; 2]| keep(store.member(a), store.member(b));
            pairs.plain.retain(&mut is_kept);
            pairs.swept.retain(&mut is_kept);
        }
        step.stats.candidates = found;
        step.stats.refused = found - pairs.plain.len() - pairs.swept.len();
        // Findings: which pairs share a pixel, the cheapest test first.
        let clock = Clock::start(timing);
        findings.judge(store, &pairs.plain);
        let judging = clock.elapsed();
        let clock = Clock::start(timing);
        store.slots.draw_pictures(&pairs.plain, &findings.states, &pairs.swept, store.options.parallel_from);
        let drawing = clock.elapsed();
        let clock = Clock::start(timing);
        findings.test(store, &pairs.plain, touches, &mut step.stats);
        scratch.test_swept(store, &step.contacts, &mut step.stats);
        let StepScratch { pairs, ways, touches, peaks, .. } = scratch;
        touches.sort();
        let narrow_phase = judging + clock.elapsed();
        // Touches: those that count. Events: what changed.
        let clock = Clock::start(timing);
        touches.keep_first(store, &step.contacts);
        step.stats.touching = touches.pairs.len();
        step.compare(store, touches);
        step.stats = WorldStats {
            broad_phase_time: broad_phase,
            drawing_time: drawing,
            narrow_phase_time: narrow_phase,
            events_time: clock.elapsed(),
            ..step.stats
        };
        peaks.add(Peaks {
            steps: 1,
            slots,
            pairs: found + pairs.swept.len() + ways.segments.len(),
            touches: step.contacts.len() + step.events.len(),
            drawn: step.stats.drawn,
            swept_paths: if are_swept { slots } else { 0 },
        });
        store.shorten();
        Ok(&step.events)
    }

    /// Gives back the memory that the last steps did not need.
    fn trim(&mut self) {
        let Some(peaks) = self.scratch.peaks.take() else { return };
        self.store.trim(peaks.slots, peaks.pairs, peaks.drawn);
        self.step.trim(&peaks);
        self.scratch.trim(&peaks);
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
