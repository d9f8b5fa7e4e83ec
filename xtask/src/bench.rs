//! `cargo xtask bench-record` measures everything. `cargo xtask bench-compare COMMIT` tells whether another commit is faster or slower than
//! this one: both are built, and their benchmark programs take turns, work by work. So what else happens on the machine happens to both.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use crate::tools::cargo_line;

const HELP: &str = "usage: cargo xtask bench-compare COMMIT [COMMIT] [--filter TEXT] [--passes N]";

/// How often each program measures each work, if not given.
const PASSES: usize = 5;
/// With fewer passes, times of the same code lie apart by chance too often: of two times three, in one of ten rows.
const LEAST_PASSES: usize = 4;
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

struct Options {
    old: String,
    new: String,
    filter: String,
    passes: usize,
}

pub(crate) fn run(options: &[&str]) -> ExitCode {
    match parse(options).and_then(|options| compare(&options)) {
        Ok(table) => {
            print!("{table}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("cargo xtask bench-compare: {message}");
            ExitCode::from(2)
        }
    }
}

fn parse(words: &[&str]) -> Result<Options, String> {
    let (mut commits, mut filter, mut passes) = (Vec::new(), String::new(), PASSES);
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value; {HELP}"));
        match word {
            "--filter" => filter = (*value()?).to_owned(),
            "--passes" => {
                passes = value()?
                    .parse()
                    .ok()
                    .filter(|&n| n >= LEAST_PASSES)
                    .ok_or(format!("--passes needs a number from {LEAST_PASSES} on"))?;
            }
            option if option.starts_with('-') => return Err(format!("there is no option {option}; {HELP}")),
            commit => commits.push(commit.to_owned()),
        }
    }
    match <[String; 2]>::try_from(commits) {
        Ok([old, new]) => Ok(Options { old, new, filter, passes }),
        Err(mut commits) if commits.len() == 1 => {
            Ok(Options { old: commits.remove(0), new: "HEAD".into(), filter, passes })
        }
        Err(_) => Err(HELP.to_owned()),
    }
}

fn compare(options: &Options) -> Result<String, String> {
    let programs = [build(&options.old)?, build(&options.new)?];
    let lists = [works(&programs[0], &options.filter)?, works(&programs[1], &options.filter)?];
    let shared: Vec<&String> = lists[0].iter().filter(|work| lists[1].contains(work)).collect();
    if shared.is_empty() {
        return Err(format!("no work of both commits has '{}' in its name", options.filter));
    }
    let mut times = [Times::new(), Times::new()];
    for (at, work) in shared.iter().enumerate() {
        eprintln!("{} of {}: {work}", at + 1, shared.len());
        for pass in 0..options.passes {
            for turn in 0..2 {
                let who = (turn + pass) % 2;
                add(&mut times[who], work, &programs[who].measure(work)?)?;
            }
        }
    }
    let left_out = lists.each_ref().map(|list| list.iter().filter(|work| !shared.contains(work)).count());
    let mut text = format!(
        "{} is compared with {}: {} works, {} passes each",
        programs[1].commit,
        programs[0].commit,
        shared.len(),
        options.passes
    );
    if left_out != [0, 0] {
        let _ = write!(text, "; {} works only in the first, {} only in the second", left_out[0], left_out[1]);
    }
    Ok(format!("{text}.\n{}", table(&times[0], &times[1])))
}

/// The benchmark program of a commit.
struct Program {
    /// A short name of the commit.
    commit: String,
    path: PathBuf,
    /// Whether it can leave out the rivals.
    knows_ours: bool,
}

/// Builds the benchmark program of a commit, in a worktree of its own.
fn build(commit: &str) -> Result<Program, String> {
    let of = format!("{commit}^{{commit}}");
    let hash = output(Command::new("git").args(["rev-parse", "--verify", "--short=12", &of]))?;
    let hash = hash.trim().to_owned();
    let folder = crate::root().join("target/compare");
    let (tree, path) = (folder.join(&hash), folder.join(format!("{hash}-benches")));
    if !path.exists() {
        if !tree.exists() {
            std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            let add = ["worktree", "add", "--detach"];
            output(Command::new("git").args(add).arg(&tree).arg(&hash))?;
        }
        eprintln!("building {commit} ({hash})");
        let target = folder.join("target");
        let mut build = cargo_line("build --release --locked --package hitmask-benches");
        build.current_dir(&tree).env("CARGO_TARGET_DIR", &target);
        let status = build.status().map_err(|error| format!("cargo: {error}"))?;
        if !status.success() {
            return Err(format!("{hash} could not be built"));
        }
        // The other commit is built in the same folder, because most of the dependencies are the same.
        let built = target.join("release/hitmask-benches");
        std::fs::copy(&built, &path).map_err(|error| format!("{}: {error}", built.display()))?;
    }
    let help = output(Command::new(&path).arg("--help"))?;
    Ok(Program { commit: hash, path, knows_ours: help.contains("--ours") })
}

fn works(program: &Program, filter: &str) -> Result<Vec<String>, String> {
    let list = output(Command::new(&program.path).args(["--list", "--filter", filter]))?;
    Ok(list.lines().map(str::to_owned).collect())
}

impl Program {
    /// Measures all works that have a text in their names. Returns the CSV.
    fn measure(&self, work: &str) -> Result<String, String> {
        let file = self.path.with_extension("csv");
        let mut command = Command::new(&self.path);
        command.args(["--filter", work, "--rounds", "5"]).arg("--csv").arg(&file);
        if self.knows_ours {
            command.arg("--ours");
        }
        output(&mut command)?;
        std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))
    }
}

/// What a program writes. An error if it fails; its own error is shown.
fn output(command: &mut Command) -> Result<String, String> {
    if command.get_current_dir().is_none() {
        command.current_dir(crate::root());
    }
    let output = command.stderr(std::process::Stdio::inherit()).output();
    let output = output.map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    if !output.status.success() {
        return Err(format!("{} failed: {}", command.get_program().display(), output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The times of hitmask in each pass, by work and outcome.
type Times = BTreeMap<(String, String), Vec<f64>>;

/// Adds hitmask's times for a work. Other works, whose names have this one's in them, are left out.
fn add(times: &mut Times, work: &str, csv: &str) -> Result<(), String> {
    let mut lines = csv.lines().filter(|line| !line.starts_with('#'));
    let header: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let get = |name: &str| {
            let at = header.iter().position(|&column| column == name);
            at.and_then(|at| fields.get(at)).copied().ok_or(format!("the results have no {name}: {line}"))
        };
        if (get("work")?, get("contender")?) == (work, "ours") {
            let time = get("median_ns")?.parse().map_err(|_| format!("no time: {line}"))?;
            times.entry((work.to_owned(), get("outcome")?.to_owned())).or_default().push(time);
        }
    }
    Ok(())
}

fn median(times: &[f64]) -> f64 {
    let mut times = times.to_vec();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// How many times as long the new one takes, if that is more than noise: if all of its times lie above all of the old ones, or below.
fn change(old: &[f64], new: &[f64]) -> Option<f64> {
    let ends = |times: &[f64]| {
        times.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &t| (a.min(t), b.max(t)))
    };
    let ((old_least, old_most), (new_least, new_most)) = (ends(old), ends(new));
    let ratio = median(new) / median(old);
    let is_apart = new_least > old_most || new_most < old_least;
    (is_apart && (ratio - 1.0).abs() > LEAST_CHANGE).then_some(ratio)
}

/// What changed, the largest change for the worse first.
fn table(old: &Times, new: &Times) -> String {
    let both = || old.iter().filter_map(|(row, old)| Some((row, old, new.get(row)?)));
    let mut changed: Vec<_> =
        both().filter_map(|(row, old, new)| Some((change(old, new)?, row, old, new))).collect();
    changed.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut text = String::new();
    if !changed.is_empty() {
        text += "\n| work | | before | after | change |\n|---|---|--:|--:|--:|\n";
    }
    for (ratio, (work, outcome), old, new) in &changed {
        let (before, after) = (median(old), median(new));
        let percent = 100.0 * (ratio - 1.0);
        let _ = writeln!(text, "| {work} | {outcome} | {before:.1} | {after:.1} | {percent:+.0}% |");
    }
    let all = both().count();
    let slower = changed.iter().filter(|(ratio, ..)| *ratio > 1.0).count();
    let _ = writeln!(
        text,
        "\n{slower} of {all} rows are slower, {} faster, {} the same within the noise. Nanoseconds or bytes.",
        changed.len() - slower,
        all - changed.len()
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let options = parse(&["abc", "--filter", "blob 64", "--passes", "7"]).unwrap();
        assert_eq!((&*options.old, &*options.new), ("abc", "HEAD"));
        assert_eq!((&*options.filter, options.passes), ("blob 64", 7));
        assert_eq!(parse(&["abc", "def"]).unwrap().new, "def");
        for wrong in [
            &[][..],
            &["a", "b", "c"],
            &["a", "--passes"],
            &["a", "--passes", "3"],
            &["a", "--filter"],
            &["a", "--rounds", "3"],
        ] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn only_times_that_lie_apart_are_a_change() {
        let old = [10.0, 10.4, 10.1, 10.2];
        assert_eq!(change(&old, &[12.0, 11.0, 13.0, 12.5]), Some(12.5 / 10.2));
        assert_eq!(change(&old, &[8.0, 9.0, 8.5, 9.9]), Some(9.0 / 10.2));
        // One time among the old ones, and it may be noise.
        assert_eq!(change(&old, &[12.0, 10.3, 13.0, 12.5]), None);
        // Sure, but less than three in a hundred.
        assert_eq!(change(&old, &[10.45, 10.45, 10.45, 10.45]), None);
        assert_eq!(change(&old, &old), None);
    }

    #[test]
    fn results_are_found_by_the_names_of_their_columns() {
        let csv = "# a: fact\nwork,outcome,contender,median_ns\nblob 64,hits,ours,9.5\nblob 64,hits,stripe,27\n\
                   posed blob 64,hits,ours,500\n";
        let mut times = Times::new();
        add(&mut times, "blob 64", csv).unwrap();
        add(&mut times, "blob 64", &csv.replace("9.5", "9.7")).unwrap();
        assert_eq!(times, Times::from([(("blob 64".into(), "hits".into()), vec![9.5, 9.7])]));
        assert!(add(&mut times, "blob 64", "work,contender\nblob 64,ours\n").is_err());
    }

    #[test]
    fn the_table_has_what_changed_the_worst_first() {
        let times = |rows: &[(&str, f64)]| -> Times {
            let row = |&(work, time): &(&str, f64)| {
                ((work.to_owned(), "hits".to_owned()), vec![time, time + 0.1, time + 0.2, time + 0.3])
            };
            rows.iter().map(row).collect()
        };
        let old = times(&[("a", 10.0), ("b", 10.0), ("c", 10.0), ("gone", 1.0)]);
        let table = table(&old, &times(&[("a", 8.0), ("b", 10.1), ("c", 20.0), ("new", 1.0)]));
        let worse = table.find("| c | hits | 10.2 | 20.2 | +98% |").expect(&table);
        let better = table.find("| a | hits | 10.2 | 8.2 | -20% |").expect(&table);
        assert!(worse < better && !table.contains("| b |"), "{table}");
        assert!(table.contains("1 of 3 rows are slower, 1 faster, 1 the same"), "{table}");
    }
}
