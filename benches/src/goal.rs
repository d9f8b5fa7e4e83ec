//! What a run is asked for: goals, and limits for its scenes.

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
