//! `cargo xtask soak`: runs random cases of the tests for as many minutes as you give.

use std::path::PathBuf;
use std::process::Command;

use crate::steps::Steps;
use crate::tools::{cargo_line, printed_by, read, write};

const RECORD: &str = "docs/soak.csv";

/// Adds a soak as a step, and a line to the record. If no seed is given, it starts where the last one ended. Only kinds of cases run whose names
/// have a text.
pub(crate) fn add(steps: &mut Steps, minutes: u32, seed: Option<u64>, only: &str) {
    let record = crate::root().join(RECORD);
    let first = seed.unwrap_or_else(|| next_seed(&read(&record).unwrap_or_default()));
    let test = "test --release --package hitmask --test soak";
    if !steps.run("building the soak", &mut cargo_line(&format!("{test} --no-run"))) {
        return;
    }
    // One process for each core: a case may choose a kernel for its whole process.
    let processes = std::thread::available_parallelism().map_or(1, usize::from);
    let results: Vec<PathBuf> =
        (0..processes).map(|i| crate::root().join(format!("target/soak-{i}.txt"))).collect();
    steps.check(&format!("soak, {minutes} minutes"), || {
        let start = |(i, result): (usize, &PathBuf)| {
            let _ = std::fs::remove_file(result);
            let mut soak = cargo_line(&format!("{test} -- --ignored --nocapture --exact soak"));
            soak.env("HITMASK_SOAK_SECONDS", (minutes * 60).to_string());
            soak.env("HITMASK_SOAK_SEED", first.to_string()).env("HITMASK_SOAK_RESULT", result);
            soak.env("HITMASK_SOAK_ONLY", only).env("HITMASK_SOAK_PROCESS", i.to_string());
            soak.env("HITMASK_SOAK_PROCESSES", processes.to_string());
            soak.spawn().map_err(|error| error.to_string())
        };
        let children = results.iter().enumerate().map(start).collect::<Result<Vec<_>, _>>()?;
        let ends: Vec<_> = children.into_iter().map(|mut child| child.wait()).collect();
        match ends.into_iter().all(|end| end.is_ok_and(|status| status.success())) {
            true => Ok(()),
            false => Err("some seeds failed: they are named above".to_owned()),
        }
    });
    steps.check("the record of the soak", || {
        let said = |program: &str, line: &str| {
            let mut command = Command::new(program);
            command.args(line.split(' ')).current_dir(crate::root());
            printed_by(&mut command).map_or("?".to_owned(), |text| text.trim().to_owned())
        };
        let (date, commit) = (said("date", "-u +%Y-%m-%d"), said("git", "describe --always --dirty"));
        // Each process has written the seed after its last, its cases and its failures.
        let [mut next, mut cases, mut failures] = [0; 3];
        for result in &results {
            let text = read(result)?;
            let numbers: Vec<u64> = text.split(',').filter_map(|number| number.parse().ok()).collect();
            let [seed, more, failed] = numbers[..] else {
                return Err(format!("{text} are not three numbers"));
            };
            (next, cases, failures) = (next.max(seed), cases + more, failures + failed);
        }
        let which = if only.is_empty() { String::new() } else { format!(" ({only} only)") };
        let cpu = format!("{processes} x {}{which}", processor());
        let line = format!("{date},{commit},{first},{next},{cases},{failures},{minutes},{cpu}\n");
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
