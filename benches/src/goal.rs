//! What a run is asked for: goals, and limits for its scenes.

use crate::rivals::stripe;
use hitmask::backend::Backend;

/// A goal for the speed, relative to a rival.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The number of the goal in the table of goals.
    pub row: u32,
    /// The rival.
    pub rival: &'static str,
    /// How many times as fast hitmask should be.
    pub at_least: f64,
}

/// A goal that was set with AVX-512, or the one that holds for kernels without it. Ours and `stripe` always have the same instructions.
#[must_use]
pub fn with_kernels(avx512: f64, others: f64) -> f64 {
    if stripe::backend() == Backend::Avx512 { avx512 } else { others }
}

/// The limits for the scenes of a run.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// For the side of a mask, in pixels.
    pub side: u32,
    /// For the number of hits, and for that of misses.
    pub pairs: usize,
}

impl Size {
    /// No limits.
    pub const WHOLE: Size = Size { side: u32::MAX, pairs: usize::MAX };
}
