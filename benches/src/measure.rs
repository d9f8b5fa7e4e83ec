//! Compares the contenders' answers, then takes times in interleaved rounds.

use crate::contender::Contender;
use hitmask_scenes::{Pair, Random};
use std::time::Duration;

/// How long to measure, and how.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of rounds. In each round every contender is timed once.
    pub rounds: usize,
    /// About how long one contender may take in one round. Slow contenders are asked about fewer pairs, which are drawn again in each
    /// round.
    pub slice: Duration,
    /// Whether a few pairs are asked before the clock starts, so that this contender's masks are in the caches again.
    pub warm: bool,
    /// Whether only hitmask is measured, without its rivals.
    pub ours: bool,
}

impl Effort {
    /// How many rounds a record has. It is fixed, because some rivals become slower with every frame (parry2d's tree: 0.1 us a box after
    /// 15 rounds, 4 us after 250). So times of different numbers of rounds can't be compared.
    pub const ROUNDS: usize = 15;
}

/// The nanoseconds for one pair.
#[derive(Clone, Debug)]
pub struct Timing {
    /// The contender.
    pub name: String,
    /// The median over the rounds.
    pub median: f64,
    /// The lower and upper quartile.
    pub quartiles: (f64, f64),
    /// The number of answers that differ from hitmask's: 0, except for contenders that are not exact.
    pub differing: usize,
}

const LEAST_PAIRS: usize = 16;
const WARM_UP_PAIRS: usize = 256;

/// Times each contender on the pairs, which are put in a new order in every round.
///
/// # Panics
/// If an exact contender's answer differs from the answer of the first one, hitmask.
#[must_use]
pub fn measure(contenders: &[Contender], pairs: &mut [Pair], effort: Effort, work: &str) -> Vec<Timing> {
    let contenders = if effort.ours { &contenders[..1] } else { contenders };
    let ours = contenders[0].answers(pairs);
    let differing: Vec<usize> = contenders.iter().map(|c| differing(c, &ours, pairs, work)).collect();
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
                let _ = contenders[who].pass(&warm_up[..asked[who].min(WARM_UP_PAIRS)]);
            }
            let elapsed = contenders[who].pass(&pairs[..asked[who]]);
            times[who].push(elapsed.as_nanos() as f64 / asked[who] as f64);
        }
    }
    let timing = |((contender, mut times), differing): ((&Contender, Vec<f64>), usize)| {
        times.sort_by(f64::total_cmp);
        let at = |quarter: usize| times[(times.len() - 1) * quarter / 4];
        Timing { name: contender.name.to_owned(), median: at(2), quartiles: (at(1), at(3)), differing }
    };
    contenders.iter().zip(times).zip(differing).map(timing).collect()
}

/// The number of answers that differ from hitmask's.
fn differing(contender: &Contender, ours: &[u64], pairs: &[Pair], work: &str) -> usize {
    let theirs = contender.answers(pairs);
    assert_eq!(theirs.len(), pairs.len(), "{work}: {}", contender.name);
    let mut differing = (0..pairs.len()).filter(|&i| theirs[i] != ours[i]).peekable();
    if let (true, Some(&i)) = (contender.exact, differing.peek()) {
        let (name, theirs, ours, pair) = (contender.name, theirs[i], ours[i], pairs[i]);
        panic!("{work}: {name} answers {theirs:#x} and ours {ours:#x} for {pair:?}");
    }
    differing.count()
}

/// The number of pairs that fit into the time slice.
fn affordable(contender: &Contender, pairs: &[Pair], slice: Duration) -> usize {
    let trial = &pairs[..pairs.len().min(LEAST_PAIRS)];
    let each = contender.pass(trial).as_nanos() as usize / trial.len().max(1);
    (slice.as_nanos() as usize / each.max(1)).clamp(trial.len(), pairs.len())
}
