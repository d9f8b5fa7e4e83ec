//! A script of a whole game: colliders of every kind come, move, push and go; the game is saved and goes back to what was saved.

mod write;

use hitmask::{EventDetail, WorldOptions};
use hitmask_model::{Aid, Player, Shapes};
use hitmask_oracle::world::{Given, Script, Truth};

use crate::{Pictures, Question};

/// Plays a script in a world of hitmask.
pub(super) fn ask(script: &Script, pictures: &Pictures) -> Vec<Given> {
    let direction = script.wrap.is_none();
    let detail =
        EventDetail { stay: true, area: true, bounds: true, normal: direction, separation: direction };
    let options = WorldOptions { detail, wrap: script.wrap, ..WorldOptions::default() };
    let shapes = Shapes::new(&pictures.book);
    let mut player = Player::new(options, &shapes, &pictures.book);
    script.commands.iter().map(|command| player.obey(command, &Aid::default())).collect()
}

/// Plays a script in a world of the oracle. Panics if its answers differ.
pub(super) fn check(script: &Script, pictures: &Pictures, answer: &[Given]) {
    assert_eq!(script.commands.len(), answer.len());
    let mut truth = Truth::new(script.wrap, usize::MAX, &pictures.book);
    truth.directed = script.wrap.is_none();
    for (number, (command, given)) in script.commands.iter().zip(answer).enumerate() {
        assert_eq!(*given, truth.obey(command, given), "command {number}: {command:?}");
    }
}

impl Question for Script {
    /// One answer for each command.
    type Answer = Vec<Given>;
    const FILE: &'static str = "game";

    fn all(pictures: &Pictures) -> Vec<Script> {
        write::scripts(pictures)
    }

    fn ask(&self, pictures: &Pictures) -> Vec<Given> {
        ask(self, pictures)
    }

    fn check(&self, pictures: &Pictures, answer: &Vec<Given>) {
        check(self, pictures, answer);
    }
}
