//! The lists of a step and of movers, which keep their memory. The data of a step go one way: pairs, findings, touches, events.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::broad_phase::Aabb;
use crate::geom::{Offset, Point};
use crate::heap::heap_bytes;
use crate::mask::{AlphaMask, Mask};
use crate::mover::ObstaclePixels;
use crate::overlap::LabelHit;
use crate::sweep::motion::{ChangeTime, StraightMotion, Window};
use crate::sweep::time::TimeOfImpact;
use crate::world::broad_phase::far_ways::BoxMotions;
use crate::world::broad_phase::space::CandidatePairs;
use crate::world::collider::drawing::Drawing;
use crate::world::collider::event::{Event, Touch};
use crate::world::collider::handle::Handle;
use crate::world::collider::shape::AlphaRule;
use crate::world::grow::{Peaks, lists, trim};
use crate::world::store::movable::{ConvoyLists, JumpLists, emptied};
use crate::world::store::slots::Rigidity;

/// All memory that is used only during a call: of steps, of moves, and of moving many at once. It is kept, so that the next call allocates
/// nothing. A clone of a world has none yet.
#[derive(Default)]
pub(crate) struct StepScratch {
    pub(crate) pairs: CandidatePairs,
    pub(crate) boxes: BoxMotions,
    pub(crate) ways: SweptWays,
    /// What two colliders cover at a moment on their ways.
    pub(crate) moments: Option<Box<[MomentPicture; 2]>>,
    pub(crate) findings: Findings,
    pub(crate) touches: Touches,
    pub(crate) movers: MoverScratch,
    pub(crate) moved: MovedBoxes,
    /// What the last steps needed.
    pub(crate) peaks: Peaks,
}

impl StepScratch {
    /// Gives back the memory that these peaks do not need.
    pub(crate) fn trim(&mut self, peaks: &Peaks) {
        self.pairs.trim(peaks);
        self.boxes.trim(peaks);
        self.ways.trim(peaks);
        self.findings.trim(peaks);
        self.touches.trim(peaks);
        self.movers.pieces.trim();
        self.movers.convoy.trim();
        self.movers.jump.trim(peaks);
        self.movers.trial.trim();
        self.moved.clear();
        trim(&mut self.moved, peaks.slots);
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.pairs.memory_bytes()
            + self.boxes.memory_bytes()
            + self.ways.memory_bytes()
            + self.moments.iter().flat_map(|all| all.iter()).map(MomentPicture::memory_bytes).sum::<usize>()
            + self.findings.memory_bytes()
            + self.touches.memory_bytes()
            + self.movers.memory_bytes()
            + heap_bytes!(self.moved)
    }
}

lists! {
    /// The ways of a step.
    SweptWays {
        /// Those of the members of spaces with swept colliders, by slot.
        paths: SweptPath = |most| most.swept_paths,
        /// The parts of bent ways.
        segments: WaySegment = |most| most.pairs,
    }
}

lists! {
    /// What the narrow phase finds out about the pairs.
    Findings {
        /// For each pair without a swept collider.
        states: PairState = |most| most.pairs,
        /// For each pair with one, of those that are looked at together.
        swept_states: SweptPairState = |most| most.pairs,
        /// The pairs about which a custom test must be asked.
        asks: [u32; 2] = |most| most.pairs,
    }
}

lists! {
    /// The pairs that touch. Until `keep_first` removes those that don't count, they may be more than the contacts and the events.
    Touches {
        /// Their slots.
        pairs: [u32; 2] = |most| most.pairs,
        /// Where pairs touch about which a custom test decided, and where pairs touched on their way, if more is wanted than the first pixel.
        /// Few have one.
        touches: ([u32; 2], Touch) = |most| most.pairs,
        /// Those that met on the way, sorted.
        impacts: WayImpact = |most| most.pairs,
        /// The labels that met first on the way, if they are wanted, sorted by the pairs.
        labels: ([u32; 2], LabelHit) = |most| most.pairs,
        /// The new touches of first-only colliders.
        fresh: (TimeOfImpact, [u32; 2]) = |most| most.pairs,
        /// For each slot, whether its collider is first-only and had its hit. All false between two steps.
        has_hit: bool = |most| most.slots,
        /// The touches that don't count, sorted.
        refused: [u32; 2] = |most| most.pairs,
        /// The contacts of the step in progress, and for each the step in which it began.
        contacts: [Handle; 2] = |most| most.touches,
        since: u64 = |most| most.touches,
        /// The events in the order of time, for who asks for them.
        timed: Event = |most| most.touches,
    }
}

/// The way of a collider since the last successful step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptPath {
    /// Its motion. Of a bent way, the last one.
    pub(crate) motion: StraightMotion,
    /// Where the parts of a bent way begin and end in the list of all such parts. Empty if the way is straight.
    pub(crate) segments: [u32; 2],
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
pub(crate) struct WaySegment {
    pub(crate) motion: StraightMotion,
    pub(crate) window: Window,
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
    #[cfg_attr(target_feature = "simd128", inline(always))]
    #[cfg_attr(not(target_feature = "simd128"), inline)]
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

/// What was moved, for each slot.
pub(crate) type MovedBoxes = Vec<Option<MovedBox>>;

/// Where a collider lies that was moved. Of a part, with [`Rigidity::None`], nothing is known yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovedBox {
    pub(crate) area: Aabb,
    pub(crate) space: u32,
    pub(crate) row: u32,
    pub(crate) rigidity: Rigidity,
}

/// The memory of the verbs of movers.
#[derive(Default)]
pub(crate) struct MoverScratch {
    pub(crate) pieces: PieceStore,
    pub(crate) convoy: ConvoyLists<'static>,
    pub(crate) jump: JumpLists,
    /// What a collider would cover after a change that is only tried.
    pub(crate) trial: Drawing,
}

impl MoverScratch {
    fn memory_bytes(&self) -> usize {
        let MoverScratch { pieces, convoy, jump, trial } = self;
        pieces.memory_bytes() + convoy.memory_bytes() + jump.memory_bytes() + trial.memory_bytes()
            - size_of::<Drawing>()
    }
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
    pub(crate) fn keep(&mut self, pieces: Vec<ObstaclePixels<'_>>) {
        self.most = self.most.max(pieces.len());
        self.list = emptied(pieces);
    }

    /// Gives back memory that no move needed since the last call.
    pub(crate) fn trim(&mut self) {
        trim(&mut self.list, self.most);
        self.most = 0;
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        heap_bytes!(self.list)
    }
}
