//! The random cases of the other tests, for as long as you like: `cargo xtask soak --minutes N [--seed S]`.
//!
//! Every kind of case gets the same share of the time, so a kind whose cases are cheap runs many more of them. What counts as a case is
//! said by each kind: a pair of shapes at an offset, a motion, a change of a world, an answer that was compared. Of movers, it is one call that moves,
//! turns or frees something.
//!
//! Reads `HITMASK_SOAK_SECONDS` and `HITMASK_SOAK_SEED`; with `HITMASK_SOAK_ONLY` only kinds run whose names have this text. Of n processes that share a soak, process number i, from 0, gets
//! `HITMASK_SOAK_PROCESS` = i and `HITMASK_SOAK_PROCESSES` = n; no two of them run the same seed. A seed decides everything about its cases: of which kind they are, and each
//! number in them. It does not matter what ran before. A soak from seed s runs s first, so a seed that has failed is run again by a soak
//! of 0 seconds. Which further seeds a soak runs depends on the time that they take. The last line is `soak: cases=N failures=N next_seed=N`:
//! all seeds that were run are below that `next_seed`. So two soaks never run the same seed if the second begins there. Cases
//! of different seeds may still be equal by chance, above all tiny ones.

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
#[path = "cases/convoys.rs"]
mod convoys_case;
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
#[path = "cases/tiny.rs"]
mod tiny_case;

use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::time::{Duration, Instant};

use common::mover_case::Case;
use common::pictures::Scale;
use common::{
    Rng, buffer_case, edit_case, motion_case, overlap_case, posed_case, small_picture, terrain_case,
    world_story,
};
use hitmask::broad_phase::{AnyBroadPhase, BroadPhaseKind};

/// The value of an environment variable, or the default.
fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// Of several processes that share a soak, the number of this one, from 0, and how many there are.
fn share() -> (u64, u64) {
    let (number, all) = (setting("HITMASK_SOAK_PROCESS", 0), setting("HITMASK_SOAK_PROCESSES", 1));
    assert!(number < all, "there are {all} processes, so there is no process {number}");
    (number, all)
}

/// Runs the cases of a seed. Returns their number.
type Run = fn(u64) -> u64;

/// One case, whatever its answer is.
fn one<T>(_: T) -> u64 {
    1
}

/// The script of a seed, with one of several plots.
fn any(seed: u64, plots: &[&str]) -> u64 {
    world_story::play(seed, plots[(seed / STRIDE % plots.len() as u64) as usize])
}

/// Calls of movers: of a script, or in a small world whose every step is compared.
fn movers(seed: u64) -> u64 {
    // A call of a script takes eight times as long, and a script is longer.
    if (seed / STRIDE).is_multiple_of(16) {
        world_story::moves(seed, "movers")
    } else {
        convoys_case::run(seed, &mut [0; 5])
    }
}

/// Boxes that move, with every broad phase.
fn boxes(seed: u64) -> u64 {
    broad_phase_case::run(
        seed,
        300,
        &mut BroadPhaseKind::ALL.map(|kind| AnyBroadPhase::new(kind, usize::MAX)),
    )
}

/// The kinds of cases. Seed s is of kind s modulo [`STRIDE`].
const KINDS: [(&str, Run); 31] = [
    ("large overlaps", overlap_case::run_large),
    ("large edits", edit_case::run_large),
    ("edits", edit_case::run),
    ("overlaps", overlap_case::run),
    ("small overlaps", overlap_case::run_small),
    ("posed pairs", posed_case::run),
    ("large posed pairs", posed_case::run_large),
    ("motions", motion_case::run),
    ("motions that turn", |seed| one(cast_posed_case::run(seed, 24))),
    ("poses from parts", |seed| one(pose_parts_case::run(seed))),
    ("a cache of poses", |seed| one(pose_cache_case::run(seed, 40))),
    ("movers", Case::walks),
    ("polygons", outline_case::run_polygons),
    ("outlines", |seed| small_picture(seed, outline_case::check)),
    ("simplified outlines", |seed| one(simplify_case::run(seed, Scale::Dot))),
    ("pieces", |seed| small_picture(seed, |grid, _| pieces_case::check(grid))),
    ("components", |seed| small_picture(seed, components_case::check)),
    ("boxes that move", boxes),
    ("changes of a world", |seed| world_story::play(seed, "crowds")),
    ("worlds", |seed| world_story::play(seed, "stories")),
    ("wrapped worlds", |seed| world_story::play(seed, "stories on a torus")),
    ("swept colliders", |seed| any(seed, &["sweeps", "sweeps on a torus"])),
    ("casts in worlds", |seed| any(seed, &["casts", "casts on a torus"])),
    ("questions to worlds", |seed| any(seed, &["questions", "questions on a torus"])),
    ("terrains", terrain_case::run),
    ("collision buffers", buffer_case::run),
    ("convex shapes", overlap_case::run_convex),
    ("pixels of convex shapes", |seed| convex_case::posed(seed, convex_case::hull)),
    ("parts of colliders", |seed| any(seed, &["parts", "parts on a torus"])),
    ("pairs of tiny masks", |seed| tiny_case::run(seed / STRIDE % tiny_case::PAIRS)),
    ("movers among crates", movers),
];

/// The distance of two seeds of one kind. A prime, because some cases choose by a remainder of their seed: a kind must have seeds of every
/// remainder. Seeds that stand for no kind are left out.
const STRIDE: u64 = 31;

/// The kind of the cases of a seed.
fn kind(seed: u64) -> Option<(&'static str, Run)> {
    KINDS.get((seed % STRIDE) as usize).copied()
}

/// What a soak has done of one kind.
struct Done {
    name: &'static str,
    run: Run,
    next_seed: u64,
    cases: u64,
    time: Duration,
}

impl Done {
    fn nothing(seed: u64) -> Option<Done> {
        let (name, run) = kind(seed)?;
        Some(Done { name, run, next_seed: seed, cases: 0, time: Duration::ZERO })
    }
}

#[test]
#[ignore = "runs for as long as HITMASK_SOAK_SECONDS says"]
fn soak() {
    let first = setting("HITMASK_SOAK_SEED", 1_000_000);
    let end = Instant::now() + Duration::from_secs(setting("HITMASK_SOAK_SECONDS", 10));
    let mut next_report = Instant::now() + Duration::from_secs(10);
    let (process, processes) = share();
    let first = first + process * STRIDE;
    let only = std::env::var("HITMASK_SOAK_ONLY").unwrap_or_default();
    let mut kinds: Vec<Done> = (first..first + STRIDE).filter_map(Done::nothing).collect();
    kinds.retain(|done| done.name.contains(&only));
    let (mut cases, mut failures) = (0, 0);
    let mut before = Instant::now();
    while cases == 0 || before < end {
        // The kind that has had the least time. At first that is the kind of the first seed.
        let done = kinds.iter_mut().min_by_key(|done| done.time).expect("a kind has such a name");
        let (run, seed) = (done.run, done.next_seed);
        let more = catch_unwind(|| run(seed)).unwrap_or_else(|_| {
            println!("soak: seed {seed} failed");
            failures += 1;
            1
        });
        let now = Instant::now();
        done.next_seed += processes * STRIDE;
        done.cases += more;
        done.time += now - before;
        cases += more;
        before = now;
        if now >= next_report {
            println!("soak: {cases} cases so far, {failures} failed");
            next_report = now + Duration::from_secs(10);
        }
    }
    for Done { name, cases, time, .. } in &kinds {
        println!("soak: {name}: {cases} cases in {:.1} s", time.as_secs_f64());
    }
    let next_seed = kinds.iter().map(|done| done.next_seed).max().expect("there are kinds");
    println!("soak: cases={cases} failures={failures} next_seed={next_seed}");
    if let Ok(file) = std::env::var("HITMASK_SOAK_RESULT") {
        std::fs::write(file, format!("{next_seed},{cases},{failures}")).expect("the result can be written");
    }
    assert_eq!(failures, 0, "their seeds are named above");
}

/// Tests the soak itself: the first seeds of every kind run at least one case each.
#[test]
fn a_few_of_each_kind() {
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for seed in 1_000_000..1_000_000 + 2 * STRIDE {
        let Some((name, run)) = kind(seed) else { continue };
        assert!(run(seed) >= 1, "seed {seed}, {name}, is no case");
        *kinds.entry(name).or_default() += 1;
    }
    assert!(kinds.len() == KINDS.len() && kinds.values().all(|&seeds| seeds == 2), "{kinds:?}");
}

#[test]
fn every_kind_has_seeds_of_every_remainder() {
    assert!((2..STRIDE).all(|n| !STRIDE.is_multiple_of(n)), "{STRIDE} is no prime");
}
