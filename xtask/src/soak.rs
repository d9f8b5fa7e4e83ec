//! `cargo xtask soak`: runs random cases of the tests for as many minutes as you give.

use std::process::Command;

use crate::steps::Steps;
use crate::tools::{cargo_line, printed_by, read, write};

const RECORD: &str = "docs/soak.csv";

/// Adds a soak as a step, and a line to the record. If no seed is given, it starts where the last one ended.
pub(crate) fn add(steps: &mut Steps, minutes: u32, seed: Option<u64>) {
    let record = crate::root().join(RECORD);
    let first = seed.unwrap_or_else(|| next_seed(&read(&record).unwrap_or_default()));
    let result = crate::root().join("target/soak.txt");
    let _ = std::fs::remove_file(&result);
    let mut soak =
        cargo_line("test --release --package hitmask --test soak -- --ignored --nocapture --exact soak");
    soak.env("HITMASK_SOAK_SECONDS", (minutes * 60).to_string()).env("HITMASK_SOAK_SEED", first.to_string());
    steps.run(&format!("soak, {minutes} minutes"), soak.env("HITMASK_SOAK_RESULT", &result));
    steps.check("the record of the soak", || {
        let said = |program: &str, line: &str| {
            let mut command = Command::new(program);
            command.args(line.split(' ')).current_dir(crate::root());
            printed_by(&mut command).map_or("?".to_owned(), |text| text.trim().to_owned())
        };
        let (date, commit) = (said("date", "-u +%Y-%m-%d"), said("git", "describe --always --dirty"));
        // The test has written the seed after its last, the cases and the failures.
        let line = format!("{date},{commit},{first},{},{minutes},{}\n", read(&result)?, processor());
        write(&record, &(read(&record)? + &line))
    });
}

/// The first seed that no soak in the record has used. All seeds of a soak lie from `first_seed` on, below `next_seed`. Not each of them was
/// run. The usual tests use the seeds from 0 to some hundred thousand.
fn next_seed(record: &str) -> u64 {
    let ends = record.lines().skip(1).filter_map(|line| line.split(',').nth(3)?.parse().ok());
    ends.max().unwrap_or(0).max(1_000_000)
}

/// The name of the processor if the system gives it, otherwise its architecture.
fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or(std::env::consts::ARCH, |(_, name)| name).replace(',', " ")
}

#[test]
fn a_soak_goes_on_after_the_last_seed() {
    assert_eq!(next_seed("date\n"), 1_000_000);
    let record = "date\n2026-11-21,abc,1000000,1000080,50,0,1,x\n2026-11-22,abc,1000080,1000090,7,0,1,x\n";
    assert_eq!(next_seed(record), 1_000_090);
}
