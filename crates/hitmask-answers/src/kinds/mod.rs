//! The kinds of questions. Each kind has a file.

mod bake;
mod buffer;
mod cast;
mod contact;
mod game;
mod islands;
mod labels;
mod mask;
mod mover;
mod overlap;
mod pose;
mod posed;
mod ray;
mod refused;
mod saved;
mod terrain;
mod tiles;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::pictures::Pictures;
use crate::question::Question;

/// A kind of question: its file, and the functions that make and check it.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// The name of the file, without `.jsonl`.
    pub file: &'static str,
    /// Makes the lines of the file again, from those that it has. A line may have no answer.
    pub(crate) renew: fn(&Pictures, &[String]) -> Vec<String>,
    /// Asks hitmask every question of the lines again. Returns how many there are.
    pub(crate) replay: fn(&Pictures, &[String]) -> usize,
    /// Asks the oracle every question of the lines.
    pub(crate) check: fn(&Pictures, &[String]),
}

/// A line of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<Q, A> {
    ask: Q,
    answer: A,
}

/// All kinds, in the order in which their files are hashed.
#[must_use]
pub fn kinds() -> Vec<Kind> {
    vec![
        kind::<overlap::Overlap>(),
        kind::<mask::OneMask>(),
        kind::<pose::Parts>(),
        kind::<posed::Posed>(),
        kind::<bake::Bake>(),
        kind::<contact::Contact>(),
        kind::<cast::CastPair>(),
        kind::<ray::Ray>(),
        kind::<terrain::Script>(),
        kind::<buffer::Script>(),
        kind::<islands::Ground>(),
        kind::<mover::Walk>(),
        kind::<hitmask_oracle::world::Script>(),
        kind::<labels::Labels>(),
        kind::<tiles::Tiles>(),
        kind::<refused::Call>(),
        kind::<saved::Saved>(),
    ]
}

fn kind<Q: Question>() -> Kind {
    Kind { file: Q::FILE, renew: renew::<Q>, replay: replay::<Q>, check: check::<Q> }
}

fn renew<Q: Question>(pictures: &Pictures, lines: &[String]) -> Vec<String> {
    let renewed = |(_, Line { ask, answer }): (_, Line<Q, Option<Q::Answer>>)| {
        let answer = ask.renew(pictures, answer);
        serde_json::to_string(&Line { ask, answer }).expect("a line is JSON")
    };
    read(Q::FILE, lines).map(renewed).collect()
}

/// The question and the answer of each line, with the place of the line for messages.
fn read<L: DeserializeOwned>(file: &str, lines: &[String]) -> impl Iterator<Item = (String, L)> {
    lines.iter().enumerate().map(move |(i, line)| {
        let place = format!("{file}.jsonl:{}", i + 1);
        let line = serde_json::from_str(line).unwrap_or_else(|error| panic!("{place}: {error}"));
        (place, line)
    })
}

fn replay<Q: Question>(pictures: &Pictures, lines: &[String]) -> usize {
    for (place, Line { ask, answer }) in read::<Line<Q, Q::Answer>>(Q::FILE, lines) {
        assert_eq!(ask.ask(pictures), answer, "{place}: hitmask (left) gives another answer to {ask:?}");
    }
    lines.len()
}

fn check<Q: Question>(pictures: &Pictures, lines: &[String]) {
    for (place, Line { ask, answer }) in read::<Line<Q, Q::Answer>>(Q::FILE, lines) {
        let _blame = Blame(&place);
        ask.check(pictures, &answer);
    }
}

/// Prints the place of the line if the oracle's comparison panics.
struct Blame<'a>(&'a str);

impl Drop for Blame<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the oracle gives another answer: {}", self.0);
        }
    }
}
