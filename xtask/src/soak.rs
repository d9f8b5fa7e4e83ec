//! `cargo xtask soak`: runs random cases of the tests for as many minutes as you give.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::steps::Steps;
use crate::tools::cargo;

const RECORD: &str = "docs/soak.csv";
/// All seeds of a soak lie from `first_seed` on, below `next_seed`. Not each of them was run.
const HEADER: &str = "date,commit,first_seed,next_seed,cases,failures,minutes,cpu\n";

/// The result of a soak.
#[derive(Debug, PartialEq, Eq)]
struct Done {
    cases: u64,
    failures: u64,
    /// Above every seed that it used.
    next_seed: u64,
}

pub(crate) fn run(steps: &mut Steps, options: &[&str]) -> Result<(), String> {
    let (minutes, seed) = read_options(options)?;
    step(steps, minutes, seed);
    Ok(())
}

/// Adds a soak as a step.
pub(crate) fn add(steps: &mut Steps, minutes: u32) {
    step(steps, minutes.into(), None);
}

fn step(steps: &mut Steps, minutes: f64, seed: Option<u64>) {
    steps.check(&format!("soak, {minutes} minutes"), || match soak_and_note(minutes, seed)? {
        Done { failures: 0, .. } => Ok(()),
        Done { failures, .. } => Err(format!("{failures} cases failed")),
    });
}

/// Runs a soak and adds a line to the record.
fn soak_and_note(minutes: f64, seed: Option<u64>) -> Result<Done, String> {
    let record = crate::root().join(RECORD);
    let first = seed.unwrap_or_else(|| next_seed(&std::fs::read_to_string(&record).unwrap_or_default()));
    let done = soak(minutes, first)?;
    println!("{} cases from seed {first} on, {} failed", done.cases, done.failures);
    add_to(&record, minutes, first, &done)?;
    Ok(done)
}

fn read_options(mut options: &[&str]) -> Result<(f64, Option<u64>), String> {
    let (mut minutes, mut seed) = (None, None);
    while let [name, value, rest @ ..] = options {
        match *name {
            "--minutes" => minutes = value.parse().ok().filter(|&m: &f64| m > 0.0 && m.is_finite()),
            "--seed" => {
                let wrong = |_| format!("the seed must be a whole number, not {value}");
                seed = Some(value.parse().map_err(wrong)?);
            }
            _ => return Err(format!("unknown option {name}")),
        }
        options = rest;
    }
    match (options, minutes) {
        ([], Some(minutes)) => Ok((minutes, seed)),
        ([], None) => Err("say how long: --minutes N".to_owned()),
        ([option, ..], _) => Err(format!("{option} needs a value")),
    }
}

/// The first seed that no soak in the record has used.
fn next_seed(record: &str) -> u64 {
    let ends = record.lines().skip(1).filter_map(|line| line.split(',').nth(3)?.parse().ok());
    // The usual tests use the seeds from 0 to some hundred thousand.
    ends.max().unwrap_or(0).max(1_000_000)
}

/// Runs the soak test, which prints its progress.
fn soak(minutes: f64, first: u64) -> Result<Done, String> {
    let args =
        ["test", "--release", "--package", "hitmask", "--test", "soak", "--", "--ignored", "--nocapture"];
    let mut child = cargo(&args)
        .env("HITMASK_SOAK_SECONDS", format!("{:.0}", minutes * 60.0))
        .env("HITMASK_SOAK_SEED", first.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let mut done = None;
    for line in BufReader::new(child.stdout.take().expect("the output is piped")).lines() {
        let line = line.map_err(|error| error.to_string())?;
        println!("{line}");
        done = read_done(&line).or(done);
    }
    child.wait().map_err(|error| error.to_string())?;
    done.ok_or_else(|| "the soak test did not print how many cases it ran".to_owned())
}

/// Reads a line such as `soak: cases=12 failures=0 next_seed=1000027`.
fn read_done(line: &str) -> Option<Done> {
    let (cases, rest) = line.strip_prefix("soak: cases=")?.split_once(" failures=")?;
    let (failures, next_seed) = rest.split_once(" next_seed=")?;
    let [cases, failures, next_seed] = [cases, failures, next_seed].map(|number| number.trim().parse().ok());
    Some(Done { cases: cases?, failures: failures?, next_seed: next_seed? })
}

fn add_to(record: &Path, minutes: f64, first: u64, done: &Done) -> Result<(), String> {
    let mut text = std::fs::read_to_string(record).unwrap_or_else(|_| HEADER.to_owned());
    let date = output(Command::new("date").args(["-u", "+%Y-%m-%d"]));
    let commit =
        output(Command::new("git").args(["describe", "--always", "--dirty"]).current_dir(crate::root()));
    let Done { cases, failures, next_seed } = done;
    writeln!(text, "{date},{commit},{first},{next_seed},{cases},{failures},{minutes},{}", cpu())
        .expect("a string takes everything");
    let folder = record.parent().expect("the record lies in a folder");
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(record, text))
        .map_err(|error| format!("{}: {error}", record.display()))
}

/// The first line that a command prints, or a question mark.
fn output(command: &mut Command) -> String {
    let out = command.output().map(|out| String::from_utf8_lossy(&out.stdout).trim().to_owned());
    out.ok().filter(|text| !text.is_empty()).unwrap_or_else(|| "?".to_owned())
}

/// The name of the CPU if the system gives it, otherwise its architecture.
fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or(std::env::consts::ARCH, |(_, name)| name).replace(',', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        assert_eq!(read_options(&["--minutes", "2"]), Ok((2.0, None)));
        assert_eq!(read_options(&["--seed", "7", "--minutes", "0.5"]), Ok((0.5, Some(7))));
        for wrong in [&[][..], &["--minutes"], &["--minutes", "-1"], &["--minutes", "1", "--sed", "7"]] {
            assert!(read_options(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_soak_goes_on_after_the_last_seed() {
        assert_eq!(next_seed(""), 1_000_000);
        let record = format!(
            "{HEADER}2026-11-21,abc,1000000,1000080,50,0,1,x\n2026-11-22,abc,1000080,1000090,7,0,1,x\n"
        );
        assert_eq!(next_seed(&record), 1_000_090);
    }

    #[test]
    fn the_last_line_of_the_soak_test_is_read() {
        let done = read_done("soak: cases=12 failures=3 next_seed=1000027");
        assert_eq!(done, Some(Done { cases: 12, failures: 3, next_seed: 1_000_027 }));
        assert_eq!(read_done("soak: 12 cases so far"), None);
    }
}
