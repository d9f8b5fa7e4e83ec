//! What every broad phase can do.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use super::Aabb;

/// The largest number of intersecting pairs, kept or not. A million boxes in one spot form 5 · 10¹¹ pairs; testing all of them takes too
/// long even if `keep` rejects every pair.
pub(super) fn most_met(limit: usize) -> usize {
    limit.saturating_mul(16).max(1 << 24)
}

/// A method of finding the boxes that intersect. A box's id is its index in the slice. The trait is sealed, so that it can gain methods:
/// only the types of this module implement it.
///
/// # Guarantees
/// Every implementation finds the same pairs in the same order, on any number of threads. If there are no more boxes and pairs than in
/// earlier frames, a single thread allocates nothing.
///
/// # Panics
/// All methods panic if there are 2³¹ boxes or more. `pairs` and `query` panic if the number of boxes differs from the last
/// [`update`](BroadPhase::update). If the number matches but the boxes differ, the results are unspecified but memory-safe: each box may be
/// treated as either the old or the new one.
#[doc(alias = "sweep and prune")]
#[doc(alias = "spatial hash")]
pub trait BroadPhase: sealed::Sealed {
    /// Takes the boxes of the current frame. Call it every frame, before `pairs` and `query`.
    fn update(&mut self, boxes: &[Aabb]);

    /// Finds all pairs `[i, j]`, i < j, of boxes that share a pixel and for which `keep(i, j)` returns true. Replaces the contents of `out`
    /// with them, in ascending order, each once.
    ///
    /// `keep` is called at most once per pair, in no particular order, and only for boxes that intersect.
    ///
    /// # Errors
    /// [`TooManyPairs`] if more than `limit` pairs are kept, or if the number of intersecting pairs, kept or not, exceeds both 16 · `limit`
    /// and 2²⁴. `out` is empty then.
    fn pairs(
        &mut self,
        boxes: &[Aabb],
        keep: &(impl Fn(u32, u32) -> bool + Sync),
        limit: usize,
        out: &mut Vec<[u32; 2]>,
    ) -> Result<(), TooManyPairs>;

    /// Calls `f` with the id of every box that shares a pixel with `area`, each once, in no particular order. Stops if `f` returns `Break`.
    fn query(
        &self,
        boxes: &[Aabb],
        area: Aabb,
        f: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// The heap memory in use, in bytes, including buffers kept for the next frame. The boxes and the pairs belong to the caller and don't
    /// count.
    fn memory_bytes(&self) -> usize;

    /// Checks the internal state after [`update`](BroadPhase::update) with these boxes. Slow; for tests.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    fn validate(&self, boxes: &[Aabb]) -> Result<(), String>;
}

/// There are more pairs than the limit allows. Whether this happens depends only on the boxes and on `keep`, not on the method or on the
/// number of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TooManyPairs {
    /// The limit that was exceeded.
    pub limit: usize,
}

impl fmt::Display for TooManyPairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} pairs of boxes meet: raise the limit, or keep fewer of them", self.limit)
    }
}

impl core::error::Error for TooManyPairs {}

pub(super) mod sealed {
    pub trait Sealed {}
}

/// Both an id and twice the number of boxes must fit u32.
pub(super) fn assert_countable(boxes: &[Aabb]) {
    assert!(boxes.len() < 1 << 31, "{} boxes are too many: at most 2^31 - 1", boxes.len());
}

pub(super) fn assert_updated(boxes: &[Aabb], count: usize) {
    assert!(boxes.len() == count, "{} boxes, but the last update had {count}", boxes.len());
}
