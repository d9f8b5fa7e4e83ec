//! The fuzz targets: CI replays the committed inputs, `cargo xtask fuzz` searches for new ones.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::examples::entries;
use crate::steps::Steps;
use crate::tools::{cargo, cargo_of, has_subcommand, has_toolchain};

/// The toolchain that builds the targets.
const TOOLCHAIN: &str = "nightly";
/// Minutes of a `cargo xtask fuzz` that is given no number.
const MINUTES: u32 = 60;
/// Limits for one input: an input above them is a fault.
const LIMITS: [&str; 2] = ["-timeout=60", "-rss_limit_mb=2048"];

/// What `cargo fuzz` has built: one program with all targets.
struct Program {
    path: PathBuf,
    targets: Vec<String>,
}

/// The result of a long run.
struct Found {
    target: String,
    runs: u64,
    inputs: usize,
    edges: u64,
}

pub(crate) fn run(options: &[&str]) -> ExitCode {
    let (minutes, wanted) = match options {
        ["--minutes", minutes, wanted @ ..] => (minutes.parse().ok().filter(|&m: &u32| m > 0), wanted),
        wanted => (Some(MINUTES), wanted),
    };
    let (Some(minutes), None) = (minutes, wanted.iter().find(|word| word.starts_with('-'))) else {
        eprintln!(
            "cargo xtask fuzz takes --minutes N, a whole number above 0, and then the names of targets"
        );
        return ExitCode::from(2);
    };
    let mut steps = Steps::default();
    search(&mut steps, minutes, wanted);
    steps.finish()
}

/// The command that CI runs: every committed input goes through its target, and so do some changed copies of it. They are always the same,
/// so a test that passes once passes again. It needs no fuzzer, and shares the build of the other tests.
pub(crate) fn replay(steps: &mut Steps) -> Vec<(String, Command)> {
    let test = |args: &[&str]| {
        let mut command = cargo(&["test", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "target"]);
        command.args(args);
        command
    };
    if !crate::root().join("fuzz/Cargo.toml").exists() {
        steps.skip("fuzz targets", "there is no fuzz/");
        return Vec::new();
    }
    if !steps.run("building the fuzz targets", &mut test(&["--no-run"])) {
        return Vec::new();
    }
    vec![("fuzz targets, a few inputs each".to_owned(), test(&[]))]
}

/// Searches for this many minutes in all, in every target or in those that are named. Keeps the inputs that reach something new, without
/// those that reach nothing of their own. Prints how far each target came, and which lines of the library all of them reach.
pub(crate) fn search(steps: &mut Steps, minutes: u32, wanted: &[&str]) {
    let Some(program) = built(steps) else { return };
    let targets: Vec<&String> =
        program.targets.iter().filter(|name| wanted.is_empty() || wanted.contains(&name.as_str())).collect();
    if let Some(unknown) = wanted.iter().find(|name| !program.targets.iter().any(|known| known == *name)) {
        steps.skip(&format!("fuzz {unknown}"), "there is no such target");
    }
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let seconds = (u64::from(minutes) * 60 * workers as u64 / targets.len().max(1) as u64).max(1);
    let work = |target: &&String| {
        let mut command = program.command(target);
        command.args([&format!("-max_total_time={seconds}"), "-print_final_stats=1", "-reload=0"]);
        command.args([grown(target), committed(target)]);
        (format!("fuzz {target}"), command)
    };
    for target in &targets {
        for folder in [grown(target), artifacts(target)] {
            steps.check(&format!("the folder {}", folder.display()), || made(&folder));
        }
    }
    let outputs = steps.run_side_by_side(targets.iter().map(work).collect());
    let mut table = Vec::new();
    for target in targets {
        let output = outputs.get(&format!("fuzz {target}"));
        steps.check(&format!("fewer inputs of {target}"), || minimise(&program, target));
        table.push(Found::read(target, output.map_or("", String::as_str)));
    }
    steps.check("the lines that the fuzz targets reach", || {
        let lines = lines_reached()?;
        println!("{:16} {:>12} {:>10} {:>8} {:>8}", "target", "runs", "a second", "edges", "inputs");
        for Found { target, runs, inputs, edges } in &table {
            println!("{target:16} {runs:12} {:10} {edges:8} {inputs:8}", runs / seconds);
        }
        println!("{:16} {:12}", "all", table.iter().map(|found| found.runs).sum::<u64>());
        println!("\n{lines}");
        Ok(())
    });
}

/// Builds the targets. None if that failed or is not possible here.
fn built(steps: &mut Steps) -> Option<Program> {
    if !crate::root().join("fuzz/Cargo.toml").exists() {
        steps.skip("fuzz targets", "there is no fuzz/");
        return None;
    }
    if let Err(why) = has_toolchain(TOOLCHAIN).and_then(|()| has_subcommand("fuzz")) {
        steps.skip("fuzz targets", &why);
        return None;
    }
    // Without a sanitizer they are several times faster; `cargo xtask sanitize` is for that. Tracing the operands of comparisons takes most
    // of the time of targets with an oracle, and readers of files reach as much without it. One unit of code, the default, builds slowly.
    let mut build = cargo_of(TOOLCHAIN, &["fuzz", "build", "--sanitizer", "none", "--no-trace-compares"]);
    build.args(["--codegen-units", "4", "any"]);
    if !steps.run("building the fuzz targets", &mut build) {
        return None;
    }
    steps.check("the names of the fuzz targets", || {
        let path = crate::root().join("fuzz/target").join(host()?).join("release/any");
        let names = output_of(Command::new(&path).env("HITMASK_FUZZ", ""))?;
        let targets: Vec<String> = names.lines().map(str::to_owned).collect();
        let without = targets.iter().find(|target| !committed(target).is_dir());
        match without {
            Some(target) => Err(format!("the target {target} has no folder in fuzz/corpus")),
            None => Ok(Program { path, targets }),
        }
    })
}

impl Program {
    fn command(&self, target: &str) -> Command {
        let mut command = Command::new(&self.path);
        command.env("HITMASK_FUZZ", target).current_dir(crate::root()).args(LIMITS);
        // An input that fails is written to this folder.
        command.arg(format!("-artifact_prefix={}/", artifacts(target).display()));
        command
    }
}

impl Found {
    /// Reads what a run printed.
    fn read(target: &str, output: &str) -> Found {
        let number = |line: &str, key: &str| -> Option<u64> {
            line.split_once(key)?.1.split_whitespace().next()?.parse().ok()
        };
        let last = |key: &str| output.lines().filter_map(|line| number(line, key)).next_back().unwrap_or(0);
        Found {
            target: target.to_owned(),
            runs: last("stat::number_of_executed_units:"),
            edges: last(" cov: "),
            inputs: entries(&grown(target)).len(),
        }
    }
}

/// Replaces the grown corpus by inputs that reach the same with fewer bytes.
fn minimise(program: &Program, target: &str) -> Result<(), String> {
    let grown = grown(target);
    let fewer = grown.with_file_name(format!("{target}.fewer"));
    made(&fewer)?;
    let mut command = program.command(target);
    output_of(command.arg("-merge=1").args([&fewer, &grown, &committed(target)]))?;
    let replaced = std::fs::remove_dir_all(&grown).and_then(|()| std::fs::rename(&fewer, &grown));
    replaced.map_err(|error| format!("{}: {error}", grown.display()))
}

/// Replays all inputs in a build that counts lines, and lists how many lines of each file of the library were reached.
fn lines_reached() -> Result<String, String> {
    let root = crate::root();
    let folder = root.join("target/fuzz-coverage");
    made(&folder)?;
    crate::tools::has_component(TOOLCHAIN, "llvm-tools")?;
    let mut replay = cargo_of(TOOLCHAIN, &["test", "--manifest-path", "fuzz/Cargo.toml", "--target-dir"]);
    replay.arg(folder.join("build")).args(["--test", "corpus", "--", "every_input_passes"]);
    replay
        .env("RUSTFLAGS", "-Cinstrument-coverage")
        .env("HITMASK_FUZZ_GROWN", root.join("target/fuzz-corpus"));
    replay.env("LLVM_PROFILE_FILE", folder.join("replay.profraw"));
    let replayed = replay.stdout(Stdio::null()).status().is_ok_and(|status| status.success());
    if !replayed {
        return Err("the inputs could not be replayed".to_owned());
    }
    let tools = PathBuf::from(output_of(&mut rustc(&["--print", "target-libdir"]))?.trim()).join("../bin");
    let (raw, merged) = (folder.join("replay.profraw"), folder.join("replay.profdata"));
    output_of(Command::new(tools.join("llvm-profdata")).args(["merge", "-o"]).args([&merged, &raw]))?;
    let tests = entries(&folder.join("build/debug/deps"));
    let is_test = |path: &&PathBuf| {
        path.extension().is_none()
            && path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("corpus-"))
    };
    let newest =
        tests.iter().filter(is_test).max_by_key(|path| path.metadata().and_then(|data| data.modified()).ok());
    let newest = newest.ok_or("the program of the replay is not where cargo puts it")?;
    let report = output_of(
        Command::new(tools.join("llvm-cov"))
            .args(["export", "--summary-only", "--format=lcov", "--instr-profile"])
            .args([&merged, newest]),
    )?;
    Ok(by_folder(&report, &root.join("crates")))
}

/// Sums up a report in lcov's format: for each folder of a crate's sources, the lines that were reached and all lines.
fn by_folder(report: &str, crates: &Path) -> String {
    let mut folders: BTreeMap<String, [u64; 2]> = BTreeMap::new();
    let mut folder = None;
    for line in report.lines() {
        if let Some(file) = line.strip_prefix("SF:") {
            let file = Path::new(file)
                .strip_prefix(crates)
                .ok()
                .filter(|file| file.iter().nth(1) == Some("src".as_ref()));
            folder = file.and_then(Path::parent).map(|folder| folder.display().to_string());
        }
        let Some(folder) = &folder else { continue };
        for (i, key) in ["LH:", "LF:"].into_iter().enumerate() {
            let lines: u64 = line.strip_prefix(key).and_then(|lines| lines.parse().ok()).unwrap_or(0);
            folders.entry(folder.clone()).or_default()[i] += lines;
        }
    }
    let row = |(folder, [hit, all]): (&String, &[u64; 2])| {
        format!("{folder:36} {hit:7} of {all:7} lines, {:3} %\n", 100 * hit / (*all).max(1))
    };
    folders.iter().map(row).collect()
}

/// The triple of this machine.
fn host() -> Result<String, String> {
    let version = output_of(&mut rustc(&["--version", "--verbose"]))?;
    let line = version.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_owned).ok_or_else(|| "rustc does not say for which machine it compiles".to_owned())
}

fn rustc(args: &[&str]) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", TOOLCHAIN, "rustc"]).args(args);
    command
}

/// What a command prints, if it succeeds.
fn output_of(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// Small inputs, in git.
fn committed(target: &str) -> PathBuf {
    crate::root().join("fuzz/corpus").join(target)
}

/// Inputs that were found, not in git.
fn grown(target: &str) -> PathBuf {
    crate::root().join("target/fuzz-corpus").join(target)
}

/// Inputs that failed, not in git.
fn artifacts(target: &str) -> PathBuf {
    crate::root().join("fuzz/artifacts").join(target)
}

fn made(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_read() {
        let output = "#2\tINITED cov: 10 ft: 11 corp: 1/1b\n#900\tDONE   cov: 72 ft: 90 corp: 4/9b\nstat::number_of_executed_units: 900\n";
        let Found { runs, edges, inputs, .. } = Found::read("no such target", output);
        assert_eq!((runs, edges, inputs), (900, 72, 0));
    }

    #[test]
    fn lines_are_summed_by_folder() {
        let report = "SF:/x/crates/a/src/b/c.rs\nLF:10\nLH:4\nend_of_record\nSF:/x/crates/a/src/b/d.rs\nLF:2\nLH:1\nend_of_record\nSF:/y/z.rs\nLF:9\nLH:9\nend_of_record\nSF:/x/crates/a/tests/e.rs\nLF:3\nLH:3\n";
        let rows = by_folder(report, Path::new("/x/crates"));
        assert_eq!(rows.lines().count(), 1, "{rows}");
        assert!(rows.starts_with("a/src/b ") && rows.contains("5 of      12 lines,  41 %"), "{rows}");
    }
}
