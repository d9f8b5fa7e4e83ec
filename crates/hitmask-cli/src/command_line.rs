//! Reads the command line.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches as _;
use clap::error::ErrorKind;

use crate::args::{Cli, definition};
use crate::output::{self, Stdout};
use crate::refusal;

/// Reads the command line. If it asks for help or for the version, or if it is wrong, everything is printed here and only the
/// exit status is left.
pub(crate) fn parse() -> Result<Cli, ExitCode> {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    read(&arguments).map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            match output::print(&error.render().ansi().to_string()) {
                Ok(Stdout::Open | Stdout::Closed) => ExitCode::SUCCESS,
                Err(error) => {
                    output::complain(&error);
                    ExitCode::from(output::FAILED)
                }
            }
        }
        _ => {
            output::complain(&refusal::sentence(&error, &arguments));
            ExitCode::from(output::FAILED)
        }
    })
}

/// Reads the words of a command line. The first is the program's name.
pub(crate) fn read(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    definition().try_get_matches_from(arguments).and_then(|matches| Cli::from_arg_matches(&matches))
}
