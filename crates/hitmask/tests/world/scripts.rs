//! Random scripts of worlds. Every answer equals the oracle's, with every broad phase and any number of threads. `HITMASK_SEED=n` starts
//! with another seed.

use std::cell::RefCell;

use crate::common::cases_until;
use crate::common::world_story::{Seen, count};

/// Plays scripts of a plot: the usual part, and more until each of some things has been seen more often than this.
fn played(seed: u64, all: u64, plot: &str, least: u32, wanted: &[&str]) {
    let seen = RefCell::new(Seen::new());
    let missing = || wanted.iter().find(|&&what| seen.borrow().get(what).is_none_or(|&count| count <= least));
    cases_until(seed, all, |seed| count(seed, plot, &mut seen.borrow_mut()), || missing().is_none());
    println!("{:?}", seen.borrow());
    assert_eq!(missing(), None, "{:?}", seen.borrow());
}

/// Tests by name: the first seed, how many answers, the plot, and what must have been seen how often.
macro_rules! plays {
    ($($name:ident: $seed:literal, $all:literal, $plot:literal, $least:literal, $wanted:expr;)*) => {$(
        #[test]
        fn $name() {
            played($seed, $all, $plot, $least, &$wanted);
        }
    )*};
}

const NONE: [&str; 0] = [];

plays! {
    stories: 40_000, 2_500, "stories", 0, NONE;
    stories_on_a_torus: 90_000, 2_500, "stories on a torus", 0, NONE;
    sweeps: 92_000_000, 9_000, "sweeps", 15, [
        "Pass late false", "Pass late true", "Begin late false", "Begin false", "Stay false", "End false", "refused",
        "by texels", "directed", "TooManyPairs",
    ];
    sweeps_where_the_world_ends: 96_000_000, 9_000, "sweeps where the world ends", 15,
        ["Pass late false", "Pass late true", "Begin late false", "Stay false", "by texels"];
    sweeps_on_a_torus: 93_000_000, 4_000, "sweeps on a torus", 15, [
        "Pass late false", "Pass late true", "Begin late false", "Begin false", "Stay false", "refused", "by texels",
        "TooManyPairs",
    ];
    casts: 91_000_000, 6_000, "casts", 0, NONE;
    casts_on_a_torus: 94_000_000, 3_000, "casts on a torus", 0, NONE;
    questions: 70_000, 4_000, "questions", 8, [
        "Contacts", "Contacts empty", "Picked", "Nearest", "OnLine", "Ray", "Ray empty", "Relation", "Casts", "Casts empty",
    ];
    questions_on_a_torus: 75_000, 4_000, "questions on a torus", 10,
        ["Contacts", "Picked", "Nearest", "OnLine", "Ray", "Relation", "Casts"];
    crowds: 80_000_000, 16_000, "crowds", 5, [
        "stopped", "pushed", "carried", "crushed", "stuck", "Fit Free", "Fit Moved", "Fit Stuck", "Gone", "TooManyPairs", "Begin false", "End false",
    ];
    moves: 99_000_000, 600, "moves", 3, ["Contacts", "Nearest", "OnLine", "Relation", "Casts"];
    movers: 73_000_000, 16_000, "movers", 20,
        ["stopped", "pushed", "carried", "crushed", "stuck", "reshaped", "Support", "Fit Free", "Fit Moved"];
    parts: 97_000_000, 12_000, "parts", 5, [
        "Begin false", "End false", "Begin late false", "Pass late false", "by texels", "InvalidArgument", "stopped", "pushed", "carried", "Fit Free",
    ];
    parts_on_a_torus: 98_000_000, 12_000, "parts on a torus", 5,
        ["Begin false", "End false", "Pass late false", "by texels", "InvalidArgument", "stopped", "pushed", "carried"];
}
