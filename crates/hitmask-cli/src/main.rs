//! The `hitmask` program: do these two sprites touch where they are solid?
//!
//! This file only glues. [`args`] defines the flags once, for the parser, the help, the man pages and the completions;
//! each command has its file in [`commands`]; [`query`] is one question as both `check` and `batch` read it, and
//! [`library`] answers it.

mod answer;
mod args;
mod commands;
mod contact;
mod error;
mod exhibit;
mod library;
mod note;
mod output;
mod picture;
mod pose;
mod preview;
mod query;
mod scene;
mod table;
mod values;

use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match args::parse() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    commands::run(cli).unwrap_or_else(|error| {
        output::complain(&error);
        ExitCode::from(output::FAILED)
    })
}
