//! `cargo xtask bench-record`: measures everything against every rival on this machine, and writes the record and docs/benchmarks.md. The
//! benchmark program refuses to do so while the machine is busy with something else.

use std::process::{Command, ExitCode};
use std::thread::sleep;
use std::time::Duration;

use crate::tools::cargo;

/// Makes the virtual environment for the rivals in Python, then measures. Options are passed to the benchmark program.
pub(crate) fn run(options: &[&str]) -> ExitCode {
    let root = crate::root();
    let mut venv = Command::new("python3");
    venv.arg(root.join("benches/python/make_venv.py"));
    let mut build = cargo(&["build", "--release", "--package", "hitmask-benches"]);
    let mut measure =
        cargo(&["run", "--release", "--package", "hitmask-benches", "--", "--python", "--record"]);
    measure.args(options);
    let steps = [
        ("benches/python/make_venv.py", &mut venv),
        ("building the benchmark program", &mut build),
        ("the benchmark program", &mut measure),
    ];
    for (at, (what, command)) in steps.into_iter().enumerate() {
        if at == 2 && !options.contains(&"--despite-load") {
            wait_for_calm();
        }
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

/// Waits until the load of the build is forgotten: the system's average goes back over minutes. Whether the machine is quiet enough then is
/// for the benchmark program to say.
fn wait_for_calm() {
    const LOOKS: usize = 30;
    let load = || std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse::<f64>().ok();
    for look in 0..LOOKS {
        match load() {
            Some(load) if load > 0.4 => {
                if look == 0 {
                    println!("waiting up to five minutes until the load of {load} is below 0.4");
                }
                sleep(Duration::from_secs(10));
            }
            _ => return,
        }
    }
}
