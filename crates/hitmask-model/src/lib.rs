//! Plays scripts in a world of hitmask beside the brute-force world of `hitmask_oracle`, which knows nothing of hitmask.
//!
//! The language is in [`hitmask_oracle::world`]. [`beside`] compares every answer with the oracle's. [`again`] plays the same script with
//! other options, which must not change any answer.

mod author;
pub mod pictures;
mod player;
pub mod poses;
mod shape;

use hitmask::WorldOptions;
use hitmask_oracle::world::{Book, Command, Given, Script, Truth, fill};

pub use author::{Plot, Questions, figure, turned_matrix, write};
pub use player::{Aid, Player, edit};
pub use shape::{Shapes, alpha_of, angle_of, figure_of, mask_of, pose_of, shape_of, transform_of};

/// What was answered, and what the player was told for each command.
#[derive(Debug, Default)]
pub struct Played {
    /// An answer for each command.
    pub given: Vec<Given>,
    aids: Vec<Aid>,
    /// As [`Truth::seen`].
    pub seen: [u32; 2],
}

/// Says which command failed.
struct Blame<'a>(&'a Script, usize, String);

impl Drop for Blame<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let first = self.1.saturating_sub(6);
            eprintln!(
                "command {} failed: {:#?}\nbefore it{}",
                self.1,
                &self.0.commands[first..=self.1],
                self.2
            );
        }
    }
}

/// Plays a script beside the oracle.
///
/// # Panics
/// If an answer differs.
#[must_use]
pub fn beside(script: &Script, options: WorldOptions, book: &Book) -> Played {
    let shapes = Shapes::new(book);
    let mut player = Player::new(WorldOptions { wrap: script.wrap, ..options }, &shapes, book);
    let mut truth = Truth::new(script.wrap, options.max_pairs, book);
    truth.directed = options.detail.normal;
    let mut played = Played::default();
    let mut has_own = false;
    for (number, command) in script.commands.iter().enumerate() {
        let mut blame = Blame(script, number, String::new());
        let mut aid = Aid::default();
        match command {
            Command::Insert(newcomer) => has_own |= newcomer.own.is_some(),
            Command::Set(_, hitmask_oracle::world::Setting::Own(_)) => has_own = true,
            Command::StepAlong(_) => aid.ways = truth.ways().collect(),
            _ => {}
        }
        if has_own
            && matches!(
                command,
                Command::Step | Command::StepRefusing | Command::StepAlong(_) | Command::CollideOne(_)
            )
        {
            aid.boxes = truth.boxes();
        }
        let given = player.obey(command, &aid);
        let mut theirs = truth.obey(command, &given);
        fill(&mut theirs, &given);
        if given != theirs {
            blame.2 = truth.told();
        }
        assert_eq!(given, theirs, "hitmask (left) gives another answer than the oracle");
        if let Given::Events(events) = &given {
            player.check_state(&truth, events);
        } else if number % 8 == 0 {
            player.world.validate().unwrap();
        }
        // What a mover takes along is not all in its answer.
        if matches!(
            command,
            Command::MoveAndSlide { .. }
                | Command::MoveSolid { .. }
                | Command::ReshapeSolid { .. }
                | Command::Fit { .. }
        ) {
            player.check_poses(&truth);
        }
        played.given.push(given);
        played.aids.push(aid);
    }
    played.seen = truth.seen.get();
    played
}

/// Plays the same script again. The answers must be the same, byte for byte.
///
/// # Panics
/// If an answer differs.
pub fn again(script: &Script, options: WorldOptions, book: &Book, first: &Played) {
    let shapes = Shapes::new(book);
    let mut player = Player::new(WorldOptions { wrap: script.wrap, ..options }, &shapes, book);
    for (number, (command, aid)) in script.commands.iter().zip(&first.aids).enumerate() {
        let _blame = Blame(script, number, String::new());
        match (player.obey(command, aid), &first.given[number]) {
            // The bytes hold the options.
            (Given::Bytes { length, .. }, Given::Bytes { length: before, .. }) => assert_eq!(length, *before),
            (given, before) => assert_eq!(given, *before, "with {options:?}"),
        }
    }
}
