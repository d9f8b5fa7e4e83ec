//! Rows of results: for the terminal and as CSV.

use crate::goal::Goal;
use crate::measure::Timing;
use std::fmt::Write as _;

/// The results for one query on one scene, hits or misses.
#[derive(Clone, Debug)]
pub struct Row {
    /// The query and the scene.
    pub work: String,
    /// `hits` or `misses`.
    pub outcome: String,
    /// Which time was measured: the name of a [`Clock`](crate::clock::Clock). Empty for bytes.
    pub clock: String,
    /// The number of different pairs.
    pub pairs: usize,
    /// hitmask first.
    pub timings: Vec<Timing>,
    /// The goal.
    pub goals: Vec<Goal>,
}

impl Row {
    /// How many times as fast as this contender hitmask is. None if the contender took no part.
    #[must_use]
    pub fn ratio(&self, rival: &str) -> Option<f64> {
        let theirs = self.timings.iter().find(|t| t.name == rival)?;
        Some(theirs.median / self.timings[0].median)
    }

    /// One line for the terminal.
    #[must_use]
    pub fn line(&self) -> String {
        let mut line = format!("{:<26} {:>5} {:<6}", self.work, self.pairs, self.outcome);
        for timing in &self.timings {
            let _ = write!(line, " | {} {}", timing.name, amount(&self.outcome, timing.median));
            if timing.name != "ours" {
                let _ = write!(line, " ({:.2}x)", timing.median / self.timings[0].median);
            }
            if timing.differing > 0 {
                let _ = write!(line, " {} differ", timing.differing);
            }
        }
        for goal in &self.goals {
            if let Some(ratio) = self.ratio(goal.rival) {
                let met = if ratio >= goal.at_least { "met" } else { "MISSED" };
                let _ = write!(line, " | goal {}: {}x {} {met}", goal.row, goal.at_least, goal.rival);
            }
        }
        line
    }

    /// One CSV line for each contender, with the columns of [`CSV_HEADER`].
    #[must_use]
    pub fn csv(&self) -> String {
        let mut lines = String::new();
        for t in &self.timings {
            let goal = self.goals.iter().find(|g| g.rival == t.name);
            let ratio = t.median / self.timings[0].median;
            let _ = writeln!(
                lines,
                "{},{},{},{},{:.2},{:.2},{:.2},{ratio:.3},{},{},{},{},{}",
                self.work,
                self.outcome,
                self.pairs,
                t.name,
                t.median,
                t.quartiles.0,
                t.quartiles.1,
                goal.map_or(String::new(), |g| g.row.to_string()),
                goal.map_or(String::new(), |g| g.at_least.to_string()),
                goal.map_or("", |g| if ratio >= g.at_least { "met" } else { "missed" }),
                t.differing,
                self.clock,
            );
        }
        lines
    }
}

/// The outcome of a row that has bytes instead of times.
pub const MEMORY: &str = "memory";

/// The columns of [`Row::csv`]. Times are nanoseconds for each pair; for frames, nanoseconds for each box; for memory, bytes for each box.
/// `ratio` is how many times as fast hitmask is.
pub const CSV_HEADER: &str = "work,outcome,pairs,contender,median_ns,lower_quartile_ns,upper_quartile_ns,ratio,goal,at_least,met,differing,clock";

/// A time or, in a row about memory, a number of bytes.
pub(crate) fn amount(outcome: &str, n: f64) -> String {
    if outcome == MEMORY { format!("{n:.1} bytes") } else { nanoseconds(n) }
}

/// Three digits, and a larger unit for long times.
fn nanoseconds(ns: f64) -> String {
    match ns {
        ..100.0 => format!("{ns:.1} ns"),
        ..10_000.0 => format!("{ns:.0} ns"),
        ..10_000_000.0 => format!("{:.0} us", ns / 1e3),
        _ => format!("{:.0} ms", ns / 1e6),
    }
}
