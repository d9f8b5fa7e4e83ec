//! The `hitmask` program: do these two sprites touch where they are solid?
//!
//! [`args`] defines the options once, for the parser, the help, the manual pages and the completions. Each command has its file in
//! [`commands`]. [`question`] is one question, whether it comes from the command line or from a [`batch_line`], and [`store`] reads the
//! sprites and answers it.
//!
//! This library is no interface: it is for the program's `main.rs` and for the fuzz targets of this repository.

mod answer;
mod args;
mod batch_line;
mod command_line;
mod commands;
mod contact;
mod error;
mod exhibit;
mod files;
#[doc(hidden)]
pub mod foreign;
mod glob;
mod labels;
mod limit_args;
mod memory;
mod near;
mod note;
mod output;
mod output_file;
mod pack_config;
mod picture;
mod pixels;
mod pose;
mod preview;
mod progress;
mod question;
mod refusal;
mod scene;
mod sprite_name;
mod store;
mod surface;
mod table;
mod temporary;
mod toml_number;
mod toml_text;
mod values;
mod words;

use std::process::ExitCode;

/// The program.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match command_line::parse() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    commands::run(cli).unwrap_or_else(|error| {
        output::complain(&error);
        ExitCode::from(output::FAILED)
    })
}
