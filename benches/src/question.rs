//! A query on a scene.

use crate::clock::Clock;
use crate::contender::Contender;
use crate::goal::{Goal, Size};
use crate::measure::{Effort, measure};
use crate::report::Row;
use hitmask_scenes::Pairs;

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
