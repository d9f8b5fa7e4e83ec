//! What is wrong with a command line, as one plain sentence.
//!
//! The parser knows the fault; its own texts are written for several lines and for people who know its terms.

use std::error::Error as _;
use std::ffi::OsString;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::args::definition;
use crate::near::did_you_mean;
use crate::words::{listed, one_of};

/// Says what was wrong, where, and which help page lists what there is.
pub(crate) fn sentence(error: &clap::Error, arguments: &[OsString]) -> String {
    let mut program = definition();
    // This gives the commands their full names and the option --help.
    program.build();
    // The program itself has no options but help and version, so a command is always the first argument.
    let command = arguments.get(1).and_then(|name| name.to_str()).filter(|&name| name != "help");
    let command = command.and_then(|name| program.find_subcommand(name));
    let page = match command {
        Some(command) => format!("`hitmask help {}` lists the options", command.get_name()),
        None => "`hitmask help` lists the commands".to_owned(),
    };
    let fault = Refusal { error, program: &program, command }.fault().unwrap_or_else(|| first_line(error));
    let link = if fault.ends_with('?') { "" } else { ";" };
    format!("{fault}{link} {page}")
}

/// What the parser says itself, of the kinds of errors that no definition of ours can cause today.
fn first_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}

struct Refusal<'a> {
    error: &'a clap::Error,
    program: &'a Command,
    /// The command that was called; none if there is no such command.
    command: Option<&'a Command>,
}

impl Refusal<'_> {
    /// The sentence without the help page; `None` if the parser gives no details.
    fn fault(&self) -> Option<String> {
        let name = self.command.map_or("hitmask", Command::get_name);
        // The parser names an option with its value, as in "--at <X,Y>".
        let argument = || self.texts(ContextKind::InvalidArg).first()?.split(' ').next().map(str::to_owned);
        let value = || self.texts(ContextKind::InvalidValue).first().cloned();
        Some(match self.error.kind() {
            ErrorKind::UnknownArgument => self.unknown(self.texts(ContextKind::InvalidArg).first()?, name),
            ErrorKind::InvalidSubcommand => {
                let typed = self.texts(ContextKind::InvalidSubcommand).first()?.clone();
                let known = self.program.get_subcommands().map(|command| command.get_name().to_owned());
                format!("there is no command \"{typed}\"{}", did_you_mean(&typed, known))
            }
            ErrorKind::InvalidValue => {
                let (argument, value) = (argument()?, value()?);
                let known = one_of(&self.texts(ContextKind::ValidValue));
                match (value.is_empty(), known.is_empty()) {
                    (true, true) => format!(
                        "{argument} needs a value, as in {}",
                        self.texts(ContextKind::InvalidArg).first()?
                    ),
                    (true, false) => format!("{argument} needs a value: {known}"),
                    (false, _) => format!("{argument} cannot be \"{value}\": it is {known}"),
                }
            }
            ErrorKind::ValueValidation => format!("{}: {}", argument()?, self.error.source()?),
            ErrorKind::TooManyValues => {
                format!("{} takes no value, but \"{}\" was given", argument()?, value()?)
            }
            ErrorKind::ArgumentConflict => {
                let argument = argument()?;
                let others = self.texts(ContextKind::PriorArg);
                let others: Vec<_> = others.iter().filter_map(|other| other.split(' ').next()).collect();
                if others == [&argument] {
                    format!("{argument} was given more than once: give it once")
                } else {
                    format!(
                        "{argument} does not go together with {}: leave one of them out",
                        others.join(", ")
                    )
                }
            }
            ErrorKind::MissingRequiredArgument => {
                let missing = self.texts(ContextKind::InvalidArg);
                let arguments = || self.command.into_iter().flat_map(Command::get_arguments);
                let always = |missing: &String| {
                    arguments().any(|known| known.is_required_set() && known.to_string() == *missing)
                };
                if missing.iter().any(always) {
                    format!("{name} needs {}", listed(&missing))
                } else {
                    format!("with these arguments {name} needs {}, too", listed(&missing))
                }
            }
            ErrorKind::InvalidUtf8 => {
                "the value of an option is not Unicode text: only names of files may be other bytes"
                    .to_owned()
            }
            _ => return None,
        })
    }

    /// What the parser found out, as texts.
    fn texts(&self, kind: ContextKind) -> Vec<String> {
        match self.error.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(texts)) => texts.clone(),
            _ => Vec::new(),
        }
    }

    /// An option that does not exist, or a value that nothing takes.
    fn unknown(&self, typed: &str, name: &str) -> String {
        let command = self.command.unwrap_or(self.program);
        let options = || {
            let options = command.get_arguments().filter_map(|option| option.get_long_and_visible_aliases());
            options.flatten().map(|name| format!("--{name}"))
        };
        // After "--" even the name of an option is a value.
        if typed.starts_with('-') && !options().any(|option| option == typed) {
            let place = if self.command.is_none() { " before the command" } else { "" };
            return format!("there is no option \"{typed}\"{place}{}", did_you_mean(typed, options()));
        }
        let places: Vec<String> = command.get_positionals().map(ToString::to_string).collect();
        let places = if places.is_empty() { "options only".to_owned() } else { listed(&places) };
        format!("\"{typed}\" is one argument too many: {name} takes {places}")
    }
}
