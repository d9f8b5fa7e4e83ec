//! Stories of worlds by seed: first beside the oracle, then with every broad phase and on threads, which must not change any answer.

use hitmask::WorldOptions;
use hitmask::broad_phase::BroadPhaseKind;

use super::world_case::{ALL, Outcome, Plot, Script, play_again, play_beside_oracle};
use super::{Blame, Rng};

fn plot(rng: &mut Rng, is_wrapped: bool) -> Plot {
    if is_wrapped {
        return wrapped_plot(rng);
    }
    let least = i64::from(i32::MIN);
    let most = i64::from(i32::MAX);
    Plot {
        things: rng.pick(&[0, 2, 5, 12, 25, 40]),
        steps: rng.between(4, 16) as usize,
        room: rng.pick(&[20, 60, 120]),
        corner: rng.pick(&[
            (0, 0),
            (-50, -70),
            (0, 0),
            (-1000, 3000),
            (least, least),
            (most - 30, most - 50),
            (least, most - 40),
        ]),
        wrap: None,
    }
}

/// A small torus. Some of its things are exactly as large as it is, and some are larger.
fn wrapped_plot(rng: &mut Rng) -> Plot {
    let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
    let side = |rng: &mut Rng| rng.pick(&[30, 64, 77, 128]);
    let wrap = match rng.below(6) {
        0 => (70, 20),
        1 => (rng.between(1, 24) as u32, rng.between(1, 70) as u32),
        _ => (side(rng), side(rng)),
    };
    Plot {
        things: rng.pick(&[2, 5, 12]),
        steps: rng.between(3, 8) as usize,
        room: rng.pick(&[20, 70, 150]),
        corner: rng.pick(&[(0, 0), (-40, -30), (50, 10), (least, most - 60), (most - 90, least)]),
        wrap: Some(wrap),
    }
}

/// Plays the story of a seed beside the oracle, and again with every broad phase and on threads. Returns the number of compared answers.
pub(crate) fn run(seed: u64) -> u64 {
    play(seed, false)
}

/// The same in a wrapped world.
pub(crate) fn run_wrapped(seed: u64) -> u64 {
    play(seed, true)
}

/// A short story of a few things, beside the oracle and with one other broad phase.
pub(crate) fn run_short(seed: u64, is_wrapped: bool) -> u64 {
    let mut rng = Rng::new(seed);
    let long = plot(&mut rng, is_wrapped);
    let plot = Plot { things: long.things.min(5), steps: long.steps.min(4), room: long.room.min(30), ..long };
    let script = Script::write(&mut rng, plot);
    let _blame = Blame(&(seed, plot));
    let options =
        WorldOptions { detail: ALL, parallel_from: usize::MAX, wrap: plot.wrap, ..WorldOptions::default() };
    let brute = WorldOptions { broad_phase: BroadPhaseKind::BruteForce, ..options };
    let first = play_beside_oracle(&script, brute);
    again(&script, WorldOptions { broad_phase: rng.pick(&BroadPhaseKind::ALL), ..options }, &first);
    first.compared
}

fn play(seed: u64, is_wrapped: bool) -> u64 {
    let mut rng = Rng::new(seed);
    let plot = plot(&mut rng, is_wrapped);
    let script = Script::write(&mut rng, plot);
    let _blame = Blame(&(seed, plot));
    let options =
        WorldOptions { detail: ALL, parallel_from: usize::MAX, wrap: plot.wrap, ..WorldOptions::default() };
    let brute = WorldOptions { broad_phase: BroadPhaseKind::BruteForce, ..options };
    let first = play_beside_oracle(&script, brute);
    for broad_phase in BroadPhaseKind::ALL {
        again(&script, WorldOptions { broad_phase, ..options }, &first);
    }
    #[cfg(feature = "parallel")]
    on_threads(&script, options, &first);
    first.compared
}

/// Threads are used from the first pair on.
#[cfg(feature = "parallel")]
fn on_threads(script: &Script, options: WorldOptions, first: &Outcome) {
    for pool in &*POOLS {
        pool.install(|| {
            for broad_phase in BroadPhaseKind::ALL {
                again(script, WorldOptions { broad_phase, parallel_from: 0, ..options }, first);
            }
        });
    }
}

#[cfg(feature = "parallel")]
static POOLS: std::sync::LazyLock<[rayon::ThreadPool; 3]> = std::sync::LazyLock::new(|| {
    [1, 2, 4].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap())
});

/// The answers must be the same, byte for byte.
fn again(script: &Script, options: WorldOptions, first: &Outcome) {
    let answers = play_again(script, options, first);
    for (i, (ours, theirs)) in answers.iter().zip(&first.answers).enumerate() {
        assert_eq!(ours, theirs, "answer {i} with {options:?}");
    }
    assert_eq!(answers.len(), first.answers.len());
}
