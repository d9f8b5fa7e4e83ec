//! `cargo xtask full`: everything that CI has no time for.

use std::process::ExitCode;

use crate::steps::Steps;
use crate::{capi, cross, fuzz, python_package, sanitizers, semver, soak};

/// How many minutes each fuzz target and the soak run if no number is given.
const MINUTES: u32 = 10;

pub(crate) fn run(options: &[&str]) -> ExitCode {
    let minutes = match options {
        [] => Some(MINUTES),
        ["--minutes", minutes] => minutes.parse().ok().filter(|&minutes| minutes > 0),
        _ => None,
    };
    let Some(minutes) = minutes else {
        eprintln!("cargo xtask full takes no option but --minutes N, a whole number above 0");
        return ExitCode::from(2);
    };
    let mut steps = Steps::default();
    semver::add(&mut steps);
    cross::add(&mut steps);
    sanitizers::add(&mut steps);
    capi::add_full(&mut steps);
    python_package::add(&mut steps, python_package::MANY_CALLS);
    let jobs = fuzz::jobs(&mut steps, minutes * 60);
    steps.run_side_by_side(jobs);
    soak::add(&mut steps, minutes);
    // Browsers and game engines join here when their bindings exist.
    steps.finish()
}
