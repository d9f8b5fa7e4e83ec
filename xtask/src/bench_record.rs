//! `cargo xtask bench-record`: measures everything against every rival on this machine, and writes the record and docs/benchmarks.md. The
//! benchmark program also notes how busy the machine was.

use std::process::{Command, ExitCode};

use crate::tools::cargo;

/// Makes the virtual environment for the rivals in Python, then measures. Options are passed to the benchmark program.
pub(crate) fn run(options: &[&str]) -> ExitCode {
    let root = crate::root();
    let mut venv = Command::new("python3");
    venv.arg(root.join("benches/python/make_venv.py"));
    let mut measure =
        cargo(&["run", "--release", "--package", "hitmask-benches", "--", "--python", "--record"]);
    measure.args(options);
    for (what, command) in
        [("benches/python/make_venv.py", &mut venv), ("the benchmark program", &mut measure)]
    {
        match command.status() {
            Ok(status) if status.success() => {}
            Ok(status) => {
                eprintln!("cargo xtask bench-record: {what} failed: {status}");
                return ExitCode::from(2);
            }
            Err(error) => {
                eprintln!("cargo xtask bench-record: {what} could not be started: {error}");
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::SUCCESS
}
