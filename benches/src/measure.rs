//! Comparing the contenders' answers, then taking times in interleaved rounds.

use crate::contender::Contender;
use hitmask_scenes::{Pair, Random};
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// How long to measure, and how.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Rounds; in each, every contender is timed once.
    pub rounds: usize,
    /// About how long one contender may take in one round. Slow ones are asked about fewer pairs, drawn anew each round.
    pub slice: Duration,
    /// Whether a few pairs are asked before the clock starts, so that the caches hold this contender's masks again.
    pub warm: bool,
}

/// The nanoseconds that one pair took.
#[derive(Clone, Debug)]
pub struct Timing {
    /// The contender.
    pub name: String,
    /// The median over the rounds.
    pub median: f64,
    /// The lower and upper quartile.
    pub quartiles: (f64, f64),
    /// How many answers differ from ours: 0, except for contenders that are not exact.
    pub differing: usize,
}

const LEAST_PAIRS: usize = 16;
const WARM_UP_PAIRS: usize = 256;

/// Times each contender on the pairs, which it puts in a new order every round.
///
/// # Panics
/// When an exact contender's answer differs from the first one's, ours.
#[must_use]
pub fn measure(contenders: &[Contender], pairs: &mut [Pair], effort: Effort, work: &str) -> Vec<Timing> {
    let differing: Vec<usize> =
        contenders.iter().map(|c| differing(c, &contenders[0], pairs, work)).collect();
    let asked: Vec<usize> = contenders.iter().map(|c| affordable(c, pairs, effort.slice)).collect();
    let mut random = Random::new(pairs.len() as u64);
    let mut warm_up = pairs.to_vec();
    let mut times = vec![Vec::with_capacity(effort.rounds); contenders.len()];
    for round in 0..effort.rounds {
        random.shuffle(pairs);
        random.shuffle(&mut warm_up);
        for turn in 0..contenders.len() {
            let who = if round % 2 == 0 { turn } else { contenders.len() - 1 - turn };
            if effort.warm {
                contenders[who].pass(&warm_up[..asked[who].min(WARM_UP_PAIRS)]);
            }
            let start = thread_time();
            contenders[who].pass(&pairs[..asked[who]]);
            times[who].push((thread_time() - start).as_nanos() as f64 / asked[who] as f64);
        }
    }
    let timing = |((contender, mut times), differing): ((&Contender, Vec<f64>), usize)| {
        times.sort_by(f64::total_cmp);
        let at = |quarter: usize| times[(times.len() - 1) * quarter / 4];
        Timing { name: contender.name.to_owned(), median: at(2), quartiles: (at(1), at(3)), differing }
    };
    contenders.iter().zip(times).zip(differing).map(timing).collect()
}

/// How long this thread has run; other programs' turns on the processor don't count. Takes about 0.2 us itself.
fn thread_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// How many answers differ from ours.
fn differing(contender: &Contender, ours: &Contender, pairs: &[Pair], work: &str) -> usize {
    let differs = |pair: &&Pair| {
        let (theirs, ours) = (contender.answer(pair), ours.answer(pair));
        assert!(
            !contender.exact || theirs == ours,
            "{work}: {} answers {theirs:#x} and ours {ours:#x} for {pair:?}",
            contender.name
        );
        theirs != ours
    };
    pairs.iter().filter(differs).count()
}

/// How many of the pairs fit into the slice of time.
fn affordable(contender: &Contender, pairs: &[Pair], slice: Duration) -> usize {
    let trial = &pairs[..pairs.len().min(LEAST_PAIRS)];
    let start = thread_time();
    contender.pass(trial);
    let each = (thread_time() - start).as_nanos().max(1) as usize / trial.len().max(1);
    (slice.as_nanos() as usize / each.max(1)).clamp(trial.len(), pairs.len())
}
