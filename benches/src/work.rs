//! What is measured: a query on a scene, its contenders, and the goals.

mod broad_phase;
mod buffer;
mod cold;
mod contact;
mod motion;
mod offsets;
mod overlap;
mod packs;
mod posed;
mod queries;
mod runs;
mod shapes;
mod sprites;
mod terrain;
mod world;

use crate::clock::Clock;
use crate::contender::Contender;
use crate::frames::FrameWork;
use crate::measure::{Effort, measure};
use crate::report::Row;
use hitmask_scenes::Pairs;

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

/// Work that is done frame by frame.
#[must_use]
pub fn frames() -> Vec<FrameWork> {
    [broad_phase::all(), world::all(), buffer::all()].into_iter().flatten().collect()
}

/// A query on a scene.
pub struct Work {
    /// The name for people and for `--filter`: `overlaps blob 64`.
    pub name: String,
    /// The goals for hits; may be empty.
    pub hits: Vec<Goal>,
    /// The goals for misses; may be empty.
    pub misses: Vec<Goal>,
    /// Whether the masks are in the caches.
    pub warm: bool,
    /// Makes the pairs.
    pub pairs: Box<dyn Fn(Size) -> Pairs>,
    /// Makes the contenders, hitmask first.
    pub contenders: fn(&Pairs) -> Vec<Contender<'static>>,
}

impl Work {
    /// Measures hits and misses. Each is measured only if there are enough of them.
    #[must_use]
    pub fn run(&self, size: Size, effort: Effort) -> Vec<Row> {
        const ENOUGH: usize = 16;
        let mut pairs = (self.pairs)(size);
        let contenders = (self.contenders)(&pairs);
        let Pairs { hits, misses, .. } = &mut pairs;
        let mut rows = Vec::new();
        for (outcome, list, goals) in [("hits", hits, &self.hits), ("misses", misses, &self.misses)] {
            if list.len() >= ENOUGH {
                let timings = measure(&contenders, list, Effort { warm: self.warm, ..effort }, &self.name);
                let (work, pairs) = (self.name.clone(), list.len());
                // No query about a pair uses other threads.
                let (outcome, clock) = (outcome.to_owned(), Clock::Thread.name());
                rows.push(Row { work, outcome, clock, pairs, timings, goals: goals.clone() });
            }
        }
        rows
    }
}

/// Everything that is measured.
#[must_use]
pub fn all() -> Vec<Work> {
    [
        overlap::all(),
        sprites::all(),
        queries::all(),
        offsets::all(),
        runs::all(),
        cold::all(),
        posed::all(),
        shapes::all(),
        contact::all(),
        motion::all(),
        terrain::all(),
        packs::all(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
