//! What is wrong with a command line, as one plain sentence.
//!
//! The parser knows the fault; its own texts are written for several lines and for people who know its terms.

use std::error::Error as _;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::{fs, io};

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::args::definition;
use crate::files::folder_of;
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

/// The question of [`did_you_mean`] about a file that does not exist, with the files and folders beside it. Empty if the error is another.
pub(crate) fn near_files(path: &Path, error: &io::Error) -> String {
    const COMPARED: usize = 4096;
    const SHOWN: usize = 3;
    let Some(typed) = path.file_name().and_then(OsStr::to_str) else { return String::new() };
    if error.kind() != io::ErrorKind::NotFound {
        return String::new();
    }
    let lower = typed.to_lowercase();
    let stem = |name: &str| Path::new(name).file_stem().map(OsStr::to_owned);
    let beside = fs::read_dir(folder_of(path)).into_iter().flatten().take(COMPARED);
    let mut near: Vec<String> = beside
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| {
            let name = name.to_lowercase();
            is_near(&lower, &name) || stem(&lower) == stem(&name)
        })
        .collect();
    near.sort();
    near.truncate(SHOWN);
    let near: Vec<String> =
        near.iter().map(|name| format!("\"{}\"", path.with_file_name(name).display())).collect();
    question(&near)
}

/// A question that ends a sentence: names that are nearly what was typed. Empty if there is none.
fn did_you_mean(typed: &str, known: impl Iterator<Item = String>) -> String {
    let near: Vec<String> =
        known.filter(|name| is_near(typed, name)).map(|name| format!("\"{name}\"")).collect();
    question(&near)
}

fn question(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; did you mean {}?", one_of(near)) }
}

/// Whether a name is what was typed but for one place: its end is missing (`--mask` of `--mask-a`), there is one part too many
/// (`--rotate-a` for `--rotate`), or up to two letters differ, and no more than there are letters before and after them that agree.
fn is_near(typed: &str, name: &str) -> bool {
    let letters = |name: &str| name.trim_start_matches('-').chars().collect::<Vec<_>>();
    let (typed, name) = (letters(typed), letters(name));
    let is_start = |start: &[char], of: &[char]| start.len() >= 2 && of.starts_with(start);
    if is_start(&typed, &name) || is_start(&name, &typed) && typed.get(name.len()) == Some(&'-') {
        return true;
    }
    let before = typed.iter().zip(&name).take_while(|(a, b)| a == b).count();
    let ends = typed[before..].iter().rev().zip(name[before..].iter().rev());
    let same = before + ends.take_while(|(a, b)| a == b).count();
    let differ = typed.len().max(name.len()) - same;
    differ <= 2.min(same)
}

#[cfg(test)]
mod tests {
    use super::is_near;

    #[test]
    fn only_names_that_are_similar_are_suggested() {
        for (typed, name) in [
            ("--mask", "--mask-a"),
            ("--rotate-a", "--rotate"),
            ("--treshold", "--threshold"),
            ("--jsno", "--json"),
            ("--scale-x", "--scale-b"),
            ("--jso", "--json"),
            ("--jsonl", "--json"),
            ("chek", "check"),
            ("checkk", "check"),
        ] {
            assert!(is_near(typed, name), "{typed} {name}");
        }
        for (typed, name) in [
            ("--point", "--pivot-b"),
            ("--point", "--pivot"),
            ("--xyzzy", "--key"),
            ("--out", "--at"),
            ("--by", "--key"),
            ("-j", "--json"),
            ("--keyboard", "--key"),
            ("", "check"),
            ("-", "--at"),
        ] {
            assert!(!is_near(typed, name), "{typed} {name}");
        }
    }
}
