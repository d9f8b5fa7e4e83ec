//! The random cases of the other tests, for as long as you like: `cargo xtask soak --minutes N [--seed S]`.
//!
//! Reads `HITMASK_SOAK_SECONDS` and `HITMASK_SOAK_SEED`. Each seed runs at least one case, so after a soak of n cases from seed s, the seed
//! s + n is new. The last line is `soak: cases=N failures=N`.

#[path = "cases/broad_phase.rs"]
mod broad_phase_case;
#[path = "cases/cast_posed.rs"]
mod cast_posed_case;
mod common;
#[path = "cases/components.rs"]
mod components_case;
#[path = "cases/convex.rs"]
#[allow(dead_code, reason = "the test of its own uses more of it")]
mod convex_case;
#[path = "cases/outline.rs"]
mod outline_case;
#[path = "cases/pieces.rs"]
mod pieces_case;
#[path = "cases/pose_cache.rs"]
mod pose_cache_case;
#[path = "cases/pose_parts.rs"]
mod pose_parts_case;
#[path = "cases/simplify.rs"]
mod simplify_case;
#[path = "cases/world_cast.rs"]
mod world_cast_case;
#[path = "cases/world_swept.rs"]
mod world_swept_case;

use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::time::{Duration, Instant};

use common::mover_case::Case;
use common::pictures::Scale;
use common::{
    Rng, buffer_case, churn_case, edit_case, motion_case, overlap_case, posed_case, small_picture,
    terrain_case, world_story,
};
use hitmask::broad_phase::{AnyBroadPhase, BroadPhaseKind};

/// The value of an environment variable, or the default.
fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// Runs the cases of a seed. Returns their number.
type Run = fn(u64) -> u64;

/// One case, whatever its answer is.
fn one<T>(_: T) -> u64 {
    1
}

/// Boxes that move, with every broad phase.
fn boxes(seed: u64) -> u64 {
    broad_phase_case::run(
        seed,
        300,
        &mut BroadPhaseKind::ALL.map(|kind| AnyBroadPhase::new(kind, usize::MAX)),
    )
}

/// The kinds of cases, and the end of each kind's seeds within 4096 seeds. Most are pairs of small masks, because those are fast.
const KINDS: [(u64, &str, Run); 27] = [
    (1, "large overlaps", overlap_case::run_large),
    (2, "large edits", edit_case::run_large),
    (130, "edits", edit_case::run),
    (642, "overlaps", overlap_case::run),
    // A quarter of the seeds: posed pairs take longer, and more can go wrong in them.
    (1666, "posed pairs", posed_case::run),
    (1667, "large posed pairs", posed_case::run_large),
    (2179, "motions", motion_case::run),
    (2243, "motions that turn", |seed| one(cast_posed_case::run(seed, 24))),
    (2371, "poses from parts", |seed| one(pose_parts_case::run(seed))),
    (2379, "a cache of poses", |seed| one(pose_cache_case::run(seed, 40))),
    (2507, "movers", |seed| one(Case::random(&mut Rng::new(seed), (0, 0)).compare(seed))),
    (2571, "polygons", outline_case::run_polygons),
    (2603, "outlines", |seed| small_picture(seed, outline_case::check)),
    (2619, "simplified outlines", |seed| one(simplify_case::run(seed, Scale::Dot))),
    (2635, "pieces", |seed| small_picture(seed, |grid, _| pieces_case::check(grid))),
    (2667, "components", |seed| small_picture(seed, components_case::check)),
    (2731, "boxes that move", boxes),
    (2859, "changes of a world", churn_case::run),
    (2923, "worlds", world_story::run),
    (2955, "wrapped worlds", world_story::run_wrapped),
    (2987, "swept colliders", |seed| {
        world_swept_case::story(seed, seed.is_multiple_of(2), &mut BTreeMap::new())
    }),
    (3019, "casts in worlds", |seed| world_cast_case::story(seed, seed.is_multiple_of(2))),
    (3083, "terrains", terrain_case::run),
    (3211, "collision buffers", buffer_case::run),
    (3339, "convex shapes", overlap_case::run_convex),
    (3355, "pixels of convex shapes", |seed| convex_case::posed(seed, convex_case::hull)),
    (4096, "small overlaps", overlap_case::run_small),
];

/// The kind of the cases of a seed.
fn kind(seed: u64) -> (&'static str, Run) {
    let (_, name, run) =
        KINDS.into_iter().find(|&(end, ..)| seed % 4096 < end).expect("the last end is 4096");
    (name, run)
}

#[test]
#[ignore = "runs for as long as HITMASK_SOAK_SECONDS says"]
fn soak() {
    let first = setting("HITMASK_SOAK_SEED", 1_000_000);
    let end = Instant::now() + Duration::from_secs(setting("HITMASK_SOAK_SECONDS", 10));
    let mut next_report = Instant::now() + Duration::from_secs(10);
    let (mut cases, mut failures) = (0, 0);
    // Of each kind, the cases and the time.
    let mut kinds: BTreeMap<&str, (u64, Duration)> = BTreeMap::new();
    let mut before = Instant::now();
    for seed in first.. {
        let (name, run) = kind(seed);
        let done = catch_unwind(|| run(seed)).unwrap_or_else(|_| {
            println!("soak: seed {seed} failed");
            failures += 1;
            1
        });
        cases += done;
        let now = Instant::now();
        let (cases_of_kind, time) = kinds.entry(name).or_default();
        *cases_of_kind += done;
        *time += now - before;
        before = now;
        if now >= end {
            break;
        }
        if now >= next_report {
            println!("soak: {cases} cases so far, {failures} failed");
            next_report = now + Duration::from_secs(10);
        }
    }
    for (name, (cases, time)) in kinds {
        println!("soak: {name}: {cases} cases in {} s", time.as_secs());
    }
    println!("soak: cases={cases} failures={failures}");
    assert_eq!(failures, 0, "their seeds are named above");
}

/// Tests the soak itself: the first seeds of every kind are of that kind, and each runs at least one case.
#[test]
fn a_few_of_each_kind() {
    let mut start = 0;
    for (end, name, _) in KINDS {
        assert!(start < end, "no seed stands for {name}");
        for place in start..end.min(start + 2) {
            let seed = 4096 * 250 + place;
            let (found, run) = kind(seed);
            assert_eq!(found, name, "seed {seed}");
            assert!(run(seed) >= 1, "seed {seed}, {name}, is no case");
        }
        start = end;
    }
    assert_eq!(start, 4096, "every seed has a kind");
}
