//! Which boxes meet, out of many: the broad phase, which spares the pixels of all other pairs.
//!
//! ```
//! use hitmask::broad_phase::{Aabb, AnyBroadPhase, BroadPhase, BroadPhaseKind};
//! use hitmask::Rect;
//!
//! let boxes = [(0, 0), (7, 7), (8, 0)].map(|(x, y)| Aabb::from(Rect::new(x, y, 8, 8)));
//! let mut broad = AnyBroadPhase::new(BroadPhaseKind::Auto, 20_000);
//! let mut pairs = Vec::new();
//! broad.update(&boxes);                                            // each frame, after everything has moved
//! broad.pairs(&boxes, &|_, _| true, 1000, &mut pairs)?;
//! assert_eq!(pairs, [[0, 1], [1, 2]]);                             // 0 and 2 share an edge, no pixel
//! # Ok::<(), hitmask::broad_phase::TooManyPairs>(())
//! ```

mod aabb;
mod any;
mod brute_force;
mod candidates;
mod error;
mod grid;
mod search;
mod sort_x;
mod sorted_pairs;
mod threads;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;

pub use aabb::Aabb;
pub use any::{AnyBroadPhase, BroadPhaseKind};
pub use brute_force::BruteForce;
pub use error::TooManyPairs;
pub use grid::Grid;
pub use sort_x::SortX;

/// How many pairs may meet, kept or not: a million boxes in one spot are 5 · 10¹¹ questions even where nobody cares for any other.
fn most_met(limit: usize) -> usize {
    limit.saturating_mul(16).max(1 << 24)
}

/// A way of finding the boxes that meet. A box's id is its place in the slice. The implementations are those of this module: the trait is
/// sealed, so that it can gain methods.
///
/// # Guarantees
/// Every implementation gives the same pairs in the same order, on any number of threads. Once warm, with boxes and pairs as many
/// as there have been before, one thread allocates nothing.
///
/// # Panics
/// All methods, where there are 2³¹ boxes or more. `pairs` and `query`, where the boxes are not as many as at the last
/// [`update`](BroadPhase::update). Where they are as many but others, the answers are about any of the two, and nothing worse
/// happens.
pub trait BroadPhase: sealed::Sealed {
    /// Takes in where the boxes are now.
    fn update(&mut self, boxes: &[Aabb]);

    /// Puts into `out` all pairs `[i, j]`, i < j, of boxes that share a pixel and for which `keep(i, j)` is true, ascending, each
    /// once. What `out` held before is gone.
    ///
    /// `keep` is asked at most once about a pair, in no particular order, and only about boxes that meet.
    ///
    /// # Errors
    /// When more than `limit` pairs are kept, or more than 16 times as many, and 2²⁴, meet whether or not they are kept; `out` is empty then.
    fn pairs(
        &mut self,
        boxes: &[Aabb],
        keep: &(impl Fn(u32, u32) -> bool + Sync),
        limit: usize,
        out: &mut Vec<[u32; 2]>,
    ) -> Result<(), TooManyPairs>;

    /// Calls `f` with the id of every box that shares a pixel with `area`, each once, in no particular order, until it breaks.
    fn query(
        &self,
        boxes: &[Aabb],
        area: Aabb,
        f: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// The bytes it holds on the heap, those kept for the next frame included; neither the boxes nor the pairs, which are the
    /// caller's.
    fn memory_bytes(&self) -> usize;

    /// Whether everything inside is as it should be after [`update`](BroadPhase::update) with these boxes. Slow; for tests.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    fn validate(&self, boxes: &[Aabb]) -> Result<(), String>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::AnyBroadPhase {}
    impl Sealed for super::BruteForce {}
    impl Sealed for super::Grid {}
    impl Sealed for super::SortX {}
}

/// An id is a u32, and so is twice the number of boxes.
fn assert_countable(boxes: &[Aabb]) {
    assert!(boxes.len() < 1 << 31, "{} boxes are too many: at most 2^31 - 1", boxes.len());
}

fn assert_updated(boxes: &[Aabb], count: usize) {
    assert!(boxes.len() == count, "{} boxes, but {count} at the last update", boxes.len());
}

/// Whether ids and kept boxes are those of the boxes that are not empty, each once.
fn validate_ids(boxes: &[Aabb], count: usize, ids: &[u32], kept: &[[i32; 4]]) -> Result<(), String> {
    if boxes.len() != count {
        return Err(format!("{count} boxes were taken in, not {}", boxes.len()));
    }
    let mut sorted = ids.to_vec();
    sorted.sort_unstable();
    let all = boxes.iter().enumerate().filter(|(_, b)| !b.is_empty()).map(|(id, _)| id as u32);
    if !sorted.into_iter().eq(all) {
        return Err("not every box with a pixel is there once".into());
    }
    if kept.len() != ids.len() + candidates::PADDING {
        return Err(format!("{} kept boxes for {} ids", kept.len(), ids.len()));
    }
    match ids.iter().zip(kept).find(|&(&id, kept)| candidates::stored(&boxes[id as usize]) != *kept) {
        Some((id, kept)) => Err(format!("box {id} is kept as {:?}", candidates::restored(kept))),
        None => Ok(()),
    }
}
