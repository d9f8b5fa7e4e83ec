//! One file for each command.

mod bake;
mod batch;
mod cast;
mod check;
mod check_many;
mod checked;
mod components;
mod demo;
mod generate;
mod inspect;
mod inspect_level;
mod inspect_map;
mod inspect_pack;
mod inspect_parts;
mod loaded_mask;
mod outline;
mod pack;
mod scene;
mod separate;

use std::process::ExitCode;

use crate::args::{Cli, Command, DemoArgs};
use crate::error::Error;

/// Runs the command and returns the exit status.
pub(crate) fn run(cli: Cli) -> Result<ExitCode, Error> {
    match cli.command.unwrap_or_else(|| Command::Demo(DemoArgs { out: ".".into() })) {
        Command::Demo(args) => demo::run(&args),
        Command::Check(args) => check::run(*args),
        Command::Which(args) => check_many::which(*args),
        Command::Separate(args) => separate::run(*args),
        Command::Cast(args) => cast::run(*args),
        Command::Batch(args) => batch::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Bake(args) => bake::run(&args),
        Command::Outline(args) => outline::run(&args),
        Command::Components(args) => components::run(&args),
        Command::Pack(args) => pack::run(&args),
        Command::Scene(args) => scene::run(&args),
        Command::Completions(args) => generate::completions(&args),
        Command::Man(args) => generate::man(&args),
    }
    .map(ExitCode::from)
}
