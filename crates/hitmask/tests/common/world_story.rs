//! Random scripts of worlds by seed: first beside the oracle, then with other broad phases and on threads, which must not change any answer.

use std::collections::BTreeMap;

use hitmask::broad_phase::BroadPhaseKind;
use hitmask::{EventDetail, WorldOptions};
use hitmask_model::{Played, Plot, again, beside, write};
use hitmask_oracle::world::{Closest, Fitting, Given, Happening};

use super::{Blame, Rng};

/// All data of the events.
pub(crate) const ALL: EventDetail =
    EventDetail { stay: true, area: true, bounds: true, normal: true, separation: true, labels: true };

/// Writes the scripts of a test.
pub(crate) type Writer = fn(&mut Rng) -> Plot;

/// The scripts that are played, by name, each with whether it is played with every broad phase.
pub(crate) const PLOTS: [(&str, Writer, bool); 14] = [
    ("stories", |rng| Plot::story(rng, false), true),
    ("stories on a torus", |rng| Plot::story(rng, true), true),
    ("sweeps", |rng| Plot::swept(rng, false, false), false),
    ("sweeps where the world ends", |rng| Plot::swept(rng, false, true), false),
    ("sweeps on a torus", |rng| Plot::swept(rng, true, false), false),
    ("casts", |rng| Plot::casts(rng, false, rng.clone().one_in(3)), false),
    ("casts on a torus", |rng| Plot::casts(rng, true, false), false),
    ("questions", |rng| Plot::questions(rng, false), false),
    ("questions on a torus", |rng| Plot::questions(rng, true), false),
    ("crowds", Plot::crowd, false),
    ("moves", Plot::moving, false),
    ("movers", Plot::movers, false),
    ("parts", |rng| Plot::parts(rng, false), false),
    ("parts on a torus", |rng| Plot::parts(rng, true), false),
];

/// What happened in some scripts, and how often.
pub(crate) type Seen = BTreeMap<String, u32>;

/// Plays the script of a seed. Returns the number of compared answers.
pub(crate) fn play(seed: u64, plot: &str) -> u64 {
    let (played, compared) = played(seed, plot, Depth::Whole);
    drop(played);
    compared
}

/// Plays the script of a seed. Returns the number of calls that moved, turned or freed something.
pub(crate) fn moves(seed: u64, plot: &str) -> u64 {
    let is_move = |given: &&Given| matches!(given, Given::Slid { .. } | Given::Moved { .. } | Given::Fit(_));
    played(seed, plot, Depth::Moves).0.given.iter().filter(is_move).count() as u64
}

/// The same with few things, for fuzz targets.
pub(crate) fn play_short(seed: u64, plot: &str) -> u64 {
    played(seed, plot, Depth::Short).1
}

/// Plays the script of a seed, and adds to what was seen.
pub(crate) fn count(seed: u64, plot: &str, seen: &mut Seen) -> u64 {
    let (played, compared) = played(seed, plot, Depth::Whole);
    tally(&played, seen);
    compared
}

/// Adds to what was seen.
pub(crate) fn tally(played: &Played, seen: &mut Seen) {
    let mut saw = |what: String, times: u32| *seen.entry(what).or_default() += times;
    saw("by texels".to_owned(), played.seen[0]);
    saw("refused".to_owned(), played.seen[1]);
    for given in &played.given {
        match given {
            Given::Events(events) => {
                for event in events {
                    let time = event.time.is_some_and(|time| time.0 > 0);
                    let late = if time { " late" } else { "" };
                    saw(format!("{:?}{late} {}", event.kind, event.approximate), 1);
                    let directed = event.touch.is_some_and(|touch| touch.separation.is_some());
                    saw("directed".to_owned(), u32::from(directed && event.kind != Happening::End));
                }
            }
            Given::Slid { floor, wall, ceiling, all, slope, stuck, .. } => {
                saw("stopped".to_owned(), u32::from(floor.is_some() || wall.is_some() || ceiling.is_some()));
                saw(
                    "several".to_owned(),
                    u32::from(all.windows(2).any(|two| two[0].normal == two[1].normal)),
                );
                saw("slope".to_owned(), u32::from(slope.is_some_and(|(run, rise)| run > 0 && rise != 0)));
                saw("stuck".to_owned(), u32::from(stuck.is_some()));
            }
            Given::Moved { pushed, carried, crushed, places, .. } => {
                saw("reshaped".to_owned(), u32::from(!places.is_empty()));
                for (what, all) in [("pushed", pushed), ("carried", carried), ("crushed", crushed)] {
                    saw(what.to_owned(), all.len() as u32);
                }
            }
            Given::Fit(Fitting::Free) => saw("Fit Free".to_owned(), 1),
            Given::Fit(Fitting::Moved(_)) => saw("Fit Moved".to_owned(), 1),
            Given::Fit(Fitting::Stuck(_)) => saw("Fit Stuck".to_owned(), 1),
            Given::Relation { separation, closest, .. } => {
                saw("Relation".to_owned(), 1);
                saw("Relation apart".to_owned(), u32::from(matches!(closest, Closest::Apart { .. })));
                saw("Relation in two ways".to_owned(), u32::from(separation.is_none()));
            }
            Given::Nothing => {}
            other => {
                let text = format!("{other:?}");
                let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
                let empty = text.ends_with("([])") || text.ends_with("(None)");
                saw(format!("{}{}", &text[..end], if empty { " empty" } else { "" }), 1);
            }
        }
    }
}

/// How much of a script is played.
#[derive(Clone, Copy, PartialEq)]
enum Depth {
    Whole,
    /// Few things, for a short time.
    Short,
    /// All moves; but touches have no directions, and it is played once.
    Moves,
}

fn played(seed: u64, name: &str, depth: Depth) -> (Played, u64) {
    let &(_, writer, every) = PLOTS.iter().find(|plot| plot.0 == name).expect("a plot of this name");
    let rng = &mut Rng::new(seed);
    let mut plot = writer(rng);
    if depth == Depth::Short {
        plot = Plot { things: plot.things.min(5), steps: plot.steps.min(4), room: plot.room.min(30), ..plot };
    }
    let _blame = Blame(&(seed, plot));
    let (script, book) = write(rng, plot);
    let mut options = WorldOptions {
        detail: ALL,
        parallel_from: usize::MAX,
        broad_phase: BroadPhaseKind::BruteForce,
        max_pairs: plot.max_pairs,
        ..WorldOptions::default()
    };
    let any = rng.pick(&BroadPhaseKind::ALL);
    if every && depth != Depth::Short {
        let first = beside(&script, options, &book);
        for broad_phase in BroadPhaseKind::ALL {
            again(&script, WorldOptions { broad_phase, ..options }, &book, &first);
        }
        #[cfg(feature = "parallel")]
        for pool in &*POOLS {
            pool.install(|| {
                for broad_phase in BroadPhaseKind::ALL {
                    let options = WorldOptions { broad_phase, parallel_from: 0, ..options };
                    again(&script, options, &book, &first);
                }
            });
        }
        return compared(first);
    }
    // Without directions, steps have shorter ways to their answers.
    if rng.one_in(2) || depth == Depth::Moves {
        options.detail = EventDetail { normal: false, separation: false, ..ALL };
    }
    let first = beside(&script, WorldOptions { broad_phase: any, ..options }, &book);
    if depth == Depth::Moves {
        return compared(first);
    }
    // With the feature `parallel`, on threads.
    let parallel_from = rng.pick(&[0, 16, usize::MAX]);
    again(&script, WorldOptions { parallel_from, ..options }, &book, &first);
    compared(first)
}

fn compared(played: Played) -> (Played, u64) {
    let answers = |given: &Given| match given {
        Given::Nothing | Given::Handle(_) => 0,
        Given::Events(events) => 1 + events.len() as u64,
        _ => 1,
    };
    let compared = played.given.iter().map(answers).sum();
    (played, compared)
}

/// Threads are used from the first pair on.
#[cfg(feature = "parallel")]
static POOLS: std::sync::LazyLock<[rayon::ThreadPool; 3]> = std::sync::LazyLock::new(|| {
    [1, 2, 4].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap())
});
