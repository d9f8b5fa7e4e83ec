//! `cargo xtask bench-record` measures everything. `cargo xtask bench-compare COMMIT` tells whether another commit is faster or slower than
//! this one: both are built, and their benchmark programs take turns. So what else happens on the machine happens to both.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use crate::steps::Steps;
use crate::tools::{cargo_line, printed_by, read};

/// How often each program measures everything. With fewer than four passes, times of the same code lie apart by chance too often: of two
/// times three, in one of ten rows.
const PASSES: usize = 5;
/// Smaller changes are not told, however sure they are: code that nobody changed may be aligned differently.
const LEAST_CHANGE: f64 = 0.03;

/// Makes the virtual environment for the rivals in Python, then measures. Options are passed to the benchmark program, which refuses to write
/// a record while the machine is busy with something else.
pub(crate) fn record(options: &[&str]) -> ExitCode {
    let mut venv = Command::new("python3");
    venv.arg(crate::root().join("benches/python/make_venv.py"));
    let mut build = cargo_line("build --release --package hitmask-benches");
    let mut measure = cargo_line("run --release --package hitmask-benches -- --python --record");
    let succeeds = |command: &mut Command| command.status().is_ok_and(|status| status.success());
    let ready = succeeds(&mut venv) && succeeds(&mut build);
    // The system's average of the load goes back over minutes, so the load of the build must be forgotten first.
    let load = || std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse::<f64>().ok();
    for _ in 0..30 {
        if options.contains(&"--despite-load") || load().is_none_or(|load| load <= 0.4) {
            break;
        }
        println!("waiting until the load is below 0.4");
        std::thread::sleep(std::time::Duration::from_secs(10));
    }
    if ready && succeeds(measure.args(options)) { ExitCode::SUCCESS } else { ExitCode::from(2) }
}

/// Compares the works that have a text in their names.
pub(crate) fn compare(steps: &mut Steps, commits: [&str; 2], filter: &str) {
    let Some(programs) =
        steps.check("the benchmark programs", || Ok([build(commits[0])?, build(commits[1])?]))
    else {
        return;
    };
    steps.check(&format!("{} and then {}", commits[0], commits[1]), || {
        let mut times = [Times::new(), Times::new()];
        for turn in 0..2 * PASSES {
            // Old, new, new, old, old, ...
            let who = turn.div_ceil(2) % 2;
            let file = programs[who].with_extension("csv");
            let options = ["--ours", "--rounds", "5", "--filter", filter, "--csv"];
            printed_by(Command::new(&programs[who]).current_dir(crate::root()).args(options).arg(&file))?;
            add(&mut times[who], &read(&file)?)?;
        }
        print!("{}", table(&times[0], &times[1]));
        Ok(())
    });
}

/// Builds the benchmark program of a commit, in a worktree of its own.
fn build(commit: &str) -> Result<PathBuf, String> {
    let git = |words: &[&str]| printed_by(Command::new("git").args(words).current_dir(crate::root()));
    let hash = git(&["rev-parse", "--verify", "--short=12", &format!("{commit}^{{commit}}")])?;
    let folder = crate::root().join("target/compare");
    let (tree, program) = (folder.join(hash.trim()), folder.join(format!("{}-benches", hash.trim())));
    if !program.exists() {
        if !tree.exists() {
            git(&["worktree", "add", "--detach", &tree.display().to_string(), hash.trim()])?;
        }
        let mut build = cargo_line("build --release --locked --package hitmask-benches");
        printed_by(build.current_dir(&tree).env("CARGO_TARGET_DIR", folder.join("target")))?;
        // The other commit is built in the same folder, because most of the dependencies are the same.
        let built = folder.join("target/release/hitmask-benches");
        std::fs::copy(&built, &program).map_err(|error| format!("{}: {error}", built.display()))?;
    }
    Ok(program)
}

/// The times of hitmask in each pass, by work and outcome.
type Times = BTreeMap<(String, String), Vec<f64>>;

/// Adds the times of a pass.
fn add(times: &mut Times, csv: &str) -> Result<(), String> {
    let mut lines = csv.lines().filter(|line| !line.starts_with('#'));
    let header: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    for line in lines {
        let get = |name: &str| {
            let at = header.iter().position(|&column| column == name);
            at.and_then(|at| line.split(',').nth(at)).ok_or(format!("the results have no {name}: {line}"))
        };
        if get("contender")? == "ours" {
            let time = get("median_ns")?.parse().map_err(|_| format!("no time: {line}"))?;
            times.entry((get("work")?.to_owned(), get("outcome")?.to_owned())).or_default().push(time);
        }
    }
    Ok(())
}

/// The least, the median and the greatest time.
fn spread(times: &[f64]) -> [f64; 3] {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    [times[0], times[times.len() / 2], times[times.len() - 1]]
}

/// How many times as long the new one takes, if that is more than noise: if all of its times lie above all of the old ones, or below.
fn change(old: &[f64], new: &[f64]) -> Option<f64> {
    let (old, new) = (spread(old), spread(new));
    let ratio = new[1] / old[1];
    let is_apart = new[0] > old[2] || new[2] < old[0];
    (is_apart && (ratio - 1.0).abs() > LEAST_CHANGE).then_some(ratio)
}

/// What changed, the largest change for the worse first.
fn table(old: &Times, new: &Times) -> String {
    let both = || old.iter().filter_map(|(row, old)| Some((row, old, new.get(row)?)));
    let mut changed: Vec<_> =
        both().filter_map(|(row, old, new)| Some((change(old, new)?, row, old, new))).collect();
    changed.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut text = "\n| work | | before | after | change |\n|---|---|--:|--:|--:|\n".to_owned();
    for (ratio, (work, outcome), old, new) in &changed {
        let (before, after, percent) = (spread(old)[1], spread(new)[1], 100.0 * (ratio - 1.0));
        text += &format!("| {work} | {outcome} | {before:.1} | {after:.1} | {percent:+.0}% |\n");
    }
    let (all, slower) = (both().count(), changed.iter().filter(|(ratio, ..)| *ratio > 1.0).count());
    let (faster, same) = (changed.len() - slower, all - changed.len());
    text + &format!(
        "\n{slower} of {all} rows are slower, {faster} faster, {same} the same within the noise. Nanoseconds or bytes.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_times_that_lie_apart_are_a_change() {
        let old = [10.0, 10.4, 10.1, 10.2];
        assert_eq!(change(&old, &[12.0, 11.0, 13.0, 12.5]), Some(12.5 / 10.2));
        assert_eq!(change(&old, &[8.0, 9.0, 8.5, 9.9]), Some(9.0 / 10.2));
        // One time among the old ones, and it may be noise.
        assert_eq!(change(&old, &[12.0, 10.3, 13.0, 12.5]), None);
        // Sure, but less than three in a hundred.
        assert_eq!(change(&old, &[10.45, 10.45, 10.45, 10.45]), None);
    }

    #[test]
    fn the_table_has_what_changed_the_worst_first() {
        let times = |rows: &str| {
            let mut times = Times::new();
            for pass in 0..4 {
                let row = |row: &str| row.replace(' ', ",hits,ours,") + &format!(".{pass}\n");
                let rows: String = rows.split(';').map(row).collect();
                add(
                    &mut times,
                    &format!("# a: fact\nwork,outcome,contender,median_ns\nb,hits,stripe,7\n{rows}"),
                )
                .unwrap();
            }
            times
        };
        let table = table(&times("a 10;b 10;c 10;gone 1"), &times("a 8;b 10;c 20;new 1"));
        let worse = table.find("| c | hits | 10.2 | 20.2 | +98% |").expect(&table);
        let better = table.find("| a | hits | 10.2 | 8.2 | -20% |").expect(&table);
        assert!(worse < better && !table.contains("| b |"), "{table}");
        assert!(table.contains("1 of 3 rows are slower, 1 faster, 1 the same"), "{table}");
        assert!(add(&mut Times::new(), "work,contender\nblob 64,ours\n").is_err());
    }
}
