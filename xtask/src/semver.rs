//! `cargo xtask semver`: whether the version number fits the changes of the public interface.

use std::process::{Command, ExitCode, Stdio};

use crate::steps::Steps;
use crate::tools::{cargo, has_subcommand};

/// The revision that the libraries are compared with.
#[derive(Debug, PartialEq, Eq)]
struct Baseline {
    revision: String,
    why: &'static str,
}

pub(crate) fn run(options: &[&str]) -> ExitCode {
    let given = match options {
        [] => None,
        ["--baseline", revision] => {
            Some(Baseline { revision: (*revision).to_owned(), why: "as the command says" })
        }
        _ => {
            eprintln!("cargo xtask semver takes no option but --baseline REVISION");
            return ExitCode::from(2);
        }
    };
    let mut steps = Steps::default();
    compare(&mut steps, given);
    steps.finish()
}

/// Compares with the last release, or with its replacement before the first release.
pub(crate) fn add(steps: &mut Steps) {
    compare(steps, None);
}

fn compare(steps: &mut Steps, given: Option<Baseline>) {
    const NAME: &str = "the version number fits the public interface";
    let Some(Baseline { revision, why }) = given.or_else(|| baseline(&git)) else {
        return steps.skip(NAME, "git has no release and no committed listing to compare with");
    };
    if let Err(reason) = has_subcommand("semver-checks") {
        return steps.skip(NAME, &reason);
    }
    println!("\ncomparing with {revision}: {why}");
    let mut command = cargo(&["semver-checks", "--baseline-rev", &revision, "--all-features"]);
    for library in crate::api::LIBRARIES {
        command.args(["--package", library]);
    }
    steps.run(NAME, &mut command);
}

/// The tag of the newest release. Before the first release: the commit that last renewed the listings of the public interface, because that
/// interface was reviewed.
fn baseline(git: &dyn Fn(&[&str]) -> Option<String>) -> Option<Baseline> {
    let release = git(&["describe", "--tags", "--match", "v[0-9]*", "--abbrev=0"])
        .map(|revision| Baseline { revision, why: "the newest release's tag" });
    release.or_else(|| {
        let revision = git(&["log", "-1", "--format=%H", "--", crate::api::FOLDER])?;
        let why = "nothing is released yet, so this is the commit that last renewed docs/api";
        Some(Baseline { revision, why })
    })
}

/// The output of git. None if git fails or prints nothing.
fn git(args: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(args).current_dir(crate::root()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_comes_before_a_listing() {
        let known = |words: &'static [&'static str]| {
            move |args: &[&str]| words.contains(&args[0]).then(|| format!("by {}", args[0]))
        };
        let revision = |words| baseline(&known(words)).map(|baseline| baseline.revision);
        assert_eq!(revision(&["describe", "log"]).as_deref(), Some("by describe"));
        assert_eq!(revision(&["log"]).as_deref(), Some("by log"));
        assert_eq!(revision(&[]), None);
    }
}
