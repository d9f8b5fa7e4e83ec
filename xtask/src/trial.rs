//! `cargo xtask trial`: runs every file of a folder through `hitmask inspect`, each in a process of its own that is bounded in time and
//! memory, and lists panics, slow files, large ones and refusals. So anyone can repeat a trial with the files of real games.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use crate::tools::cargo_line;

/// After this time a process is ended.
const LONGEST: Duration = Duration::from_secs(20);
/// Files that take longer or more memory than this are listed: what the limits of the readers promise.
const SLOW: Duration = Duration::from_secs(2);
const LARGE_KIB: u64 = 512 << 10;
/// The address space of a process, in KiB, where the shell can bound it.
const MOST_KIB: u64 = 4 << 20;
/// How often the memory of a process is read.
const POLL: Duration = Duration::from_millis(2);
/// Files that nobody gives to hitmask.
const NO_FILES: [&str; 3] = [".git", "node_modules", "target"];

/// How it went with a file.
enum Outcome {
    Read,
    Refused(String),
    /// A panic, a signal, or too much time.
    Failed(String),
}

/// Runs the trial. The exit status is 1 if anything panicked, was ended, or took more than it may.
pub(crate) fn run(folder: &str) -> ExitCode {
    if !cargo_line("build --release --package hitmask-cli").status().is_ok_and(|status| status.success()) {
        return ExitCode::FAILURE;
    }
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate::root().join("target"), PathBuf::from);
    let program = target.join("release").join(format!("hitmask{}", std::env::consts::EXE_SUFFIX));
    let mut files = Vec::new();
    collect(Path::new(folder), &mut files);
    files.sort();
    let (mut read, mut refused, mut failed, mut slow, mut large) =
        (0, Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let began = Instant::now();
    for file in &files {
        let start = Instant::now();
        let (outcome, kib) = inspect(&program, file);
        let took = start.elapsed();
        let name = file.display().to_string();
        match outcome {
            Outcome::Read => read += 1,
            Outcome::Refused(why) => refused.push(why),
            Outcome::Failed(why) => failed.push(format!("{name}: {why}")),
        }
        if took > SLOW {
            slow.push(format!("{name}: {:.1} s", took.as_secs_f64()));
        }
        if kib > LARGE_KIB {
            large.push(format!("{name}: {} MiB", kib >> 10));
        }
    }
    for (what, list) in [("refused", &refused), ("slow", &slow), ("large", &large), ("failed", &failed)] {
        if !list.is_empty() {
            println!("\n{what}, {}:", list.len());
            list.iter().for_each(|line| println!("  {line}"));
        }
    }
    println!(
        "\n{} files in {:.1} s: {read} read, {} refused, {} slow (over {} s), {} large (over {} MiB), {} failed",
        files.len(),
        began.elapsed().as_secs_f64(),
        refused.len(),
        slow.len(),
        SLOW.as_secs(),
        large.len(),
        LARGE_KIB >> 10,
        failed.len()
    );
    ExitCode::from(u8::from(!failed.is_empty() || !slow.is_empty() || !large.is_empty()))
}

/// All files in a folder and in the folders in it. Links are not followed.
fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    let Ok(found) = path.symlink_metadata() else { return };
    let name = path.file_name().unwrap_or_default();
    if found.is_file() {
        files.push(path.to_path_buf());
    } else if found.is_dir() && !NO_FILES.iter().any(|no| name == *no) {
        let children = fs::read_dir(path).into_iter().flatten().flatten();
        children.for_each(|child| collect(&child.path(), files));
    }
}

/// Runs the program on a file. Returned is also the most memory that it had, in KiB, where that is known.
fn inspect(program: &Path, file: &Path) -> (Outcome, u64) {
    let mut command = if cfg!(unix) {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -v {MOST_KIB} 2>/dev/null; exec \"$@\""), "sh"]).arg(program);
        shell
    } else {
        Command::new(program)
    };
    command.arg("inspect").arg("--json").arg(file);
    command.env("RUST_BACKTRACE", "0").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return (Outcome::Failed(error.to_string()), 0),
    };
    let said = child.stderr.take().map(|mut stderr| {
        std::thread::spawn(move || {
            let mut text = String::new();
            let _ = std::io::Read::read_to_string(&mut stderr, &mut text);
            text
        })
    });
    let (ended, kib) = wait(&mut child);
    let said = said.and_then(|reader| reader.join().ok()).unwrap_or_default();
    let said = said.trim_end();
    let outcome = match ended {
        None => Outcome::Failed(format!("not done after {} s", LONGEST.as_secs())),
        Some(_) if said.contains("panicked at") => Outcome::Failed(said.replace('\n', " ")),
        Some(Some(0)) => Outcome::Read,
        Some(Some(2)) => Outcome::Refused(said.trim_start_matches("hitmask: ").replace('\n', "; ")),
        Some(status) => Outcome::Failed(format!("it ended with {status:?}: {said}")),
    };
    (outcome, kib)
}

/// The exit status of a process (None inside if a signal ended it), None if it had to be ended, and its greatest memory.
fn wait(child: &mut Child) -> (Option<Option<i32>>, u64) {
    let start = Instant::now();
    let mut most = 0;
    loop {
        most = most.max(memory(child.id()));
        match child.try_wait() {
            Ok(Some(status)) => return (Some(status.code()), most),
            Ok(None) if start.elapsed() < LONGEST => std::thread::sleep(POLL),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return (None, most);
            }
        }
    }
}

/// The greatest memory that a process had so far, in KiB. 0 where the system does not say it.
fn memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.trim().split(' ').next()?.parse().ok()).unwrap_or(0)
}
