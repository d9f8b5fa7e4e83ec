use core::time::Duration;

use super::event::EventDetail;
use crate::broad_phase::BroadPhaseKind;

/// How a [`World`](crate::World) works. The default is right for nearly all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default, deny_unknown_fields)
)]
pub struct WorldOptions {
    /// How boxes are sorted out; see docs/choosing.md. The answers are the same.
    pub broad_phase: BroadPhaseKind,
    /// The most pairs of boxes that a step looks into before it gives up with an error: a million sprites in one spot are
    /// 5 · 10¹¹ pairs. 2²⁴ by default; lower it where memory is short, since every pair that touches takes
    /// a contact and an event. Pairs on layers that don't agree, of which
    /// each still costs a look, count a sixteenth: shots that never meet each other and crowd together by the ten thousand are better
    /// not inserted, but asked about with [`World::query`](crate::World::query).
    pub max_pairs: usize,
    /// What events tell.
    pub detail: EventDetail,
    /// With feature `parallel`: from how many colliders in a space on, and from how many pairs on, the work is spread over the threads of
    /// the current rayon pool. 20 000 by default; below, waking threads costs more than they do.
    pub parallel_from: usize,
    /// Measure how long the parts of a step take. Needs a clock, so it does nothing without `std`; off by default.
    pub timing: bool,
}

impl Default for WorldOptions {
    fn default() -> WorldOptions {
        WorldOptions {
            broad_phase: BroadPhaseKind::Auto,
            max_pairs: 1 << 24,
            detail: EventDetail::default(),
            parallel_from: 20_000,
            timing: false,
        }
    }
}

/// What the last step did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct WorldStats {
    /// Colliders in the world.
    pub colliders: usize,
    /// Pairs of the same space, on layers that agree, whose boxes share a pixel.
    pub candidates: usize,
    /// Of these, those that the step's filter refused.
    pub refused: usize,
    /// Of these, those that a custom test decided.
    pub custom: usize,
    /// Of these, those that were decided without a look at pixels.
    pub early_outs: usize,
    /// Of these, those whose pixels were looked at.
    pub tests: usize,
    /// Pairs that touch.
    pub touching: usize,
    /// Pictures that were drawn anew since their pose had changed.
    pub drawn: usize,
    /// How long it took, if [`WorldOptions::timing`] asks for it.
    pub times: PhaseTimes,
}

/// How long the parts of a step took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct PhaseTimes {
    /// Finding the pairs whose boxes share a pixel.
    pub broad_phase: Duration,
    /// Drawing turned pictures.
    pub drawing: Duration,
    /// Testing pixels.
    pub narrow_phase: Duration,
    /// Comparing with the step before, and finding out where pairs touch.
    pub events: Duration,
}
