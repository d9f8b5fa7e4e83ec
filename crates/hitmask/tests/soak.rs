//! The random cases of the other tests for as long as one likes: `cargo xtask soak --minutes N [--seed S]`.
//!
//! Reads `HITMASK_SOAK_SECONDS` and `HITMASK_SOAK_SEED`. Each seed is at least one case, so the seed after a soak of n cases
//! from seed s is new at s + n. The last line is `soak: cases=N failures=N`.

mod common;

use std::panic::catch_unwind;
use std::time::{Duration, Instant};

use common::{
    buffer_case, churn_case, edit_case, motion_case, overlap_case, posed_case, terrain_case, world_story,
};

/// What the environment says, or the usual.
fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// The cases of a seed: mostly pairs of small masks, since they are quick; some of every other kind.
fn run(seed: u64) -> u64 {
    match seed % 4096 {
        0 => overlap_case::run_large(seed),
        1 => edit_case::run_large(seed),
        2..=129 => edit_case::run(seed),
        // A quarter of the seeds: posed pairs take longer, and have more ways to go wrong.
        642..=1665 => posed_case::run(seed),
        1666 => posed_case::run_large(seed),
        1667..=2178 => motion_case::run(seed),
        130..=641 => overlap_case::run(seed),
        2179..=2306 => churn_case::run(seed),
        2307..=2370 => world_story::run(seed),
        2371..=2434 => terrain_case::run(seed),
        2435..=2562 => buffer_case::run(seed),
        _ => overlap_case::run_small(seed),
    }
}

#[test]
#[ignore = "runs for as long as HITMASK_SOAK_SECONDS says"]
fn soak() {
    let first = setting("HITMASK_SOAK_SEED", 1_000_000);
    let end = Instant::now() + Duration::from_secs(setting("HITMASK_SOAK_SECONDS", 10));
    let mut next_report = Instant::now() + Duration::from_secs(10);
    let (mut cases, mut failures) = (0, 0);
    for seed in first.. {
        match catch_unwind(|| run(seed)) {
            Ok(done) => cases += done,
            Err(_) => {
                println!("soak: seed {seed} failed");
                cases += 1;
                failures += 1;
            }
        }
        let now = Instant::now();
        if now >= end {
            break;
        }
        if now >= next_report {
            println!("soak: {cases} cases so far, {failures} failed");
            next_report = now + Duration::from_secs(10);
        }
    }
    println!("soak: cases={cases} failures={failures}");
    assert_eq!(failures, 0, "their seeds are named above");
}

/// The soak itself works: a few seeds of each kind.
#[test]
fn a_few_of_each_kind() {
    let cases: u64 = [0, 1, 2, 3, 130, 131, 642, 643, 1666, 1667, 1668, 2179, 2307, 2371, 2435]
        .map(|kind| run(4096 * 250 + kind))
        .iter()
        .sum();
    assert!(cases >= 11);
}
