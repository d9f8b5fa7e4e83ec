//! The results of the last step, and the lists of a step.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::geom::{Offset, Point};
use crate::mask::{AlphaMask, Mask};
use crate::mover::ObstaclePixels;
use crate::overlap::LabelHit;
use crate::sweep::motion::{ChangeTime, StraightMotion, Window};
use crate::sweep::time::TimeOfImpact;
use crate::world::broad_phase::space::check;
use crate::world::collider::event::{Event, Touch};
use crate::world::collider::handle::Handle;
use crate::world::collider::options::WorldStats;
use crate::world::collider::shape::AlphaRule;
use crate::world::grow::trim;
use crate::world::store::history::History;
use crate::world::store::peaks::Peaks;

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

/// What is known about a pair whose boxes share a pixel.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum PairState {
    /// Nothing yet. Both are unturned masks.
    #[default]
    Untested,
    /// Nothing yet.
    Open,
    /// Whether they touch. Discs or hulls decided.
    Judged(bool),
    /// Whether they touch. A search decided, without a picture.
    Searched(bool),
    /// Whether they touch. Two cached drawings decided, or one cached drawing and an aligned mask.
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

impl PairState {
    /// Whether a tested pair touches.
    #[inline]
    pub(crate) fn touches(self) -> bool {
        match self {
            PairState::Judged(touches) | PairState::Searched(touches) | PairState::Compared(touches) => {
                touches
            }
            PairState::Touches | PairState::BoxesTouch => true,
            PairState::Apart | PairState::BoxesApart => false,
            PairState::Untested | PairState::Open | PairState::Ask => unreachable!("the pair was tested"),
        }
    }
}

/// The slots of pairs whose boxes share a pixel.
#[derive(Default)]
pub(crate) struct StepPairs {
    pub(crate) pairs: Vec<[u32; 2]>,
}

#[derive(Default)]
pub(crate) struct Judged {
    /// For each candidate.
    pub(crate) states: Vec<PairState>,
    /// The candidates about which a custom test must be asked.
    pub(crate) asks: Vec<[u32; 2]>,
    pub(crate) hits: TouchingPairs,
}

/// The pairs that touch.
#[derive(Default)]
pub(crate) struct TouchingPairs {
    /// Their slots.
    pub(crate) pairs: Vec<[u32; 2]>,
    /// Where pairs touch about which a custom test decided, and where pairs touched on their way, if more is wanted than the first pixel.
    /// Few have one.
    pub(crate) touches: Vec<([u32; 2], Touch)>,
}

/// The ways of a step, and the pairs that meet on them.
#[derive(Default)]
pub(crate) struct Swept {
    /// The ways of the members of spaces with swept colliders, by slot.
    pub(crate) swept_paths: Vec<SweptPath>,
    /// Whether they were set in this step.
    pub(crate) has_courses: bool,
    /// The parts of bent ways.
    pub(crate) legs: Vec<Leg>,
    /// The pairs with a swept collider whose ways may meet, as they are found: numbers with the order of the pairs.
    pub(crate) found: Vec<u64>,
    /// Scratch memory for sorting them.
    pub(crate) starts: Vec<u32>,
    /// The same pairs, sorted.
    pub(crate) pairs: Vec<[u32; 2]>,
    /// The result for each of them.
    pub(crate) states: Vec<SweptPairState>,
    /// Those about which a custom test must be asked, sorted.
    pub(crate) asks: Vec<[u32; 2]>,
    /// Those that met on the way, sorted.
    pub(crate) impacts: Vec<WayImpact>,
    /// The labels that met first, if they are wanted, sorted by the pairs.
    pub(crate) hits: Vec<([u32; 2], LabelHit)>,
    /// What two colliders cover at a moment on their ways.
    pub(crate) moments: Option<Box<[MomentPicture; 2]>>,
}

/// The way of a collider since the last successful step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptPath {
    /// Its motion. Of a bent way, the last one.
    pub(crate) motion: StraightMotion,
    /// Where the parts of a bent way begin and end in the list of all such parts. Empty if the way is straight.
    pub(crate) legs: [u32; 2],
    pub(crate) followed: Followed,
    pub(crate) has_test: bool,
    /// Whether it is a flat mask that moves straight and begins where pixels exist. It has no test.
    pub(crate) is_aligned: bool,
}

/// How a collider is followed on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Followed {
    /// By its cover, which moves by whole pixels. That is exact.
    Exactly,
    /// By the lines of its pixels through its texels, which is exact: see `turned_sweep.rs`.
    ByTexels,
    /// By its cover at the end.
    Nearly,
}

/// A straight part of a bent way: in its window of time, a thing moves as if it made this motion in the whole time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leg {
    pub(crate) motion: StraightMotion,
    pub(crate) window: Window,
}

/// The result for a pair with a swept collider.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) enum SweptPairState {
    #[default]
    Apart,
    /// They touch at the end, and were a contact after the last step.
    Stays,
    /// They touch at the end.
    Begins { time: TimeOfImpact, approximate: bool },
    /// They touched on the way only.
    Passes { time: TimeOfImpact, approximate: bool, touch: Touch },
    /// They touched on the way only, just after that time or at it. Where is still to be found out.
    Glides { when: ChangeTime, approximate: bool },
    /// A custom test must be asked.
    Ask,
}

/// When two colliders met on their way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WayImpact {
    pub(crate) pair: [u32; 2],
    pub(crate) time: TimeOfImpact,
    pub(crate) approximate: bool,
    /// The first pixel that both covered, if they don't touch at the end.
    pub(crate) pass: Option<Point>,
}

/// What one collider covers at a moment.
#[derive(Debug)]
pub(crate) struct MomentPicture {
    pub(crate) bits: Mask,
    pub(crate) alpha: AlphaMask,
    /// Whether the alphas count, and how. Otherwise the bits do.
    pub(crate) rule: Option<AlphaRule>,
    pub(crate) corner: Offset,
}

impl Default for MomentPicture {
    fn default() -> MomentPicture {
        MomentPicture { bits: Mask::default(), alpha: AlphaMask::new(0, 0), rule: None, corner: Offset::ZERO }
    }
}

/// Lists for finding them.
#[derive(Debug, Default)]
pub(crate) struct FirstHits {
    /// The new touches of first-only colliders, by their slots.
    pub(crate) fresh: Vec<(TimeOfImpact, [u32; 2])>,
    /// For each slot, whether its collider is first-only and had its hit. All false between two steps.
    pub(crate) has_hit: Vec<bool>,
    /// The touches that don't count, sorted.
    pub(crate) refused: Vec<[u32; 2]>,
}

/// The memory for the obstacles of a move, which is kept for the next one. It is empty between moves.
#[derive(Default)]
pub(crate) struct PieceStore {
    pub(crate) list: Vec<ObstaclePixels<'static>>,
    /// The most obstacles of a move since memory was last given back.
    pub(crate) most: usize,
}

impl PieceStore {
    /// Drops the obstacles and keeps their memory.
    pub(crate) fn keep(&mut self, mut pieces: Vec<ObstaclePixels<'_>>) {
        self.most = self.most.max(pieces.len());
        pieces.clear();
        // Collecting an iterator of a vector into a vector of elements of the same size happens in place. Without elements, this changes only
        // the lifetime.
        self.list = pieces.into_iter().map(|_| unreachable!("the vector is empty")).collect();
    }

    /// Gives back memory that no move needed since the last call.
    pub(crate) fn trim(&mut self) {
        trim(&mut self.list, self.most);
        self.most = 0;
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.list.capacity() * size_of::<ObstaclePixels<'static>>()
    }
}

impl fmt::Debug for PieceStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PieceStore").field("capacity", &self.list.capacity()).finish()
    }
}
