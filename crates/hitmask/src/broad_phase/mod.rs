//! The broad phase: finds which of many boxes (AABBs) intersect, so that only these pairs need a pixel test.
//!
//! ```
//! use hitmask::broad_phase::{Aabb, AnyBroadPhase, BroadPhase, BroadPhaseKind};
//! use hitmask::Rect;
//!
//! let boxes = [(0, 0), (7, 7), (8, 0)].map(|(x, y)| Aabb::from(Rect::new(x, y, 8, 8)));
//! let mut broad = AnyBroadPhase::new(BroadPhaseKind::Auto, 20_000);
//! let mut pairs = Vec::new();
//! broad.update(&boxes);                                            // every frame, after everything has moved
//! broad.pairs(&boxes, &|_, _| true, 1000, &mut pairs)?;
//! assert_eq!(pairs, [[0, 1], [1, 2]]);                             // 0 and 2 share an edge, but no pixel
//! # Ok::<(), hitmask::TooManyPairs>(())
//! ```

mod aabb;
mod any;
mod brute_force;
mod candidates;
mod grid;
#[cfg(test)]
pub(crate) mod looks;
mod method;
mod search;
mod sort_x;
mod sorted_pairs;
mod threads;

pub use aabb::Aabb;
pub use any::{AnyBroadPhase, BroadPhaseKind};
pub use brute_force::BruteForce;
pub(crate) use grid::FollowingGrid;
pub use grid::Grid;
pub use method::{BroadPhase, TooManyPairs};
pub use sort_x::SortX;
pub(crate) use sorted_pairs::{pair_key, sort_pairs};
