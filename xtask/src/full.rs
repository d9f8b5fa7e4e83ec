//! `cargo xtask full`: everything that CI has no time for.

use std::process::ExitCode;

use crate::steps::Steps;
use crate::{
    bevy, capi, cross, free_threaded, fuzz, playground, python_package, sanitizers, semver, soak, vite, web,
};

/// How many minutes the soak runs if no number is given.
const MINUTES: u32 = 10;
/// The fuzz targets together run so many times as long.
const FUZZ_SHARE: u32 = 6;

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
    python_package::add_full(&mut steps);
    free_threaded::add(&mut steps);
    web::add_full(&mut steps);
    playground::add(&mut steps);
    vite::add(&mut steps);
    bevy::add_full(&mut steps);
    fuzz::search(&mut steps, minutes * FUZZ_SHARE, &[]);
    soak::add(&mut steps, minutes);
    steps.finish()
}
