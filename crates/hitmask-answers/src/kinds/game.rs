//! A script of a whole game: colliders of every kind come, move, push and go; the game is saved and goes back to what was saved.

use hitmask::{EventDetail, WorldOptions};
use hitmask_model::{Aid, Player, Shapes};
use hitmask_oracle::world::{Given, Script, Truth};

use crate::pictures::Pictures;
use crate::question::Question;

impl Question for Script {
    /// One answer for each command.
    type Answer = Vec<Given>;
    const FILE: &'static str = "game";

    /// Plays the script in a world of hitmask.
    fn ask(&self, pictures: &Pictures) -> Vec<Given> {
        let direction = self.wrap.is_none();
        let (stay, area, bounds) = (true, true, true);
        let (normal, separation) = (direction, direction);
        let detail = EventDetail { stay, area, bounds, normal, separation, ..EventDetail::default() };
        let options = WorldOptions { detail, wrap: self.wrap, ..WorldOptions::default() };
        let shapes = Shapes::new(&pictures.book);
        let mut player = Player::new(options, &shapes, &pictures.book);
        self.commands.iter().map(|command| player.obey(command, &Aid::default())).collect()
    }

    /// Plays the script in a world of the oracle.
    fn check(&self, pictures: &Pictures, answer: &Vec<Given>) {
        assert_eq!(self.commands.len(), answer.len());
        let mut truth = Truth::new(self.wrap, usize::MAX, &pictures.book);
        truth.directed = self.wrap.is_none();
        for (number, (command, given)) in self.commands.iter().zip(answer).enumerate() {
            assert_eq!(*given, truth.obey(command, given), "command {number}: {command:?}");
        }
    }
}
