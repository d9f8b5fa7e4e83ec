//! `cargo xtask test`: every test.

use std::process::ExitCode;

use crate::steps::Steps;
use crate::tools::cargo;
use crate::{bevy, capi, examples, fuzz, miri, python, python_package, web};

pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    add(&mut steps);
    steps.finish()
}

/// Adds the steps for every test.
pub(crate) fn add(steps: &mut Steps) {
    let test = |args: &[&str]| cargo(&[&["test"], args].concat());
    // The benches turn on the library's feature `parallel`, so cargo builds the library with it for the whole workspace. The step without
    // `std` tests it without `parallel`.
    steps.run("tests, benches and programs", &mut test(&["--workspace", "--all-targets", "--no-fail-fast"]));
    steps.run("doc tests", &mut test(&["--workspace", "--doc", "--no-fail-fast"]));
    let without_std = ["--package", "hitmask", "--no-default-features", "--no-fail-fast"];
    steps.run("the library without std", &mut test(&without_std));
    // The features for serialisation and for other crates' vectors. No other part of the library depends on them.
    let outward = [
        "--package",
        "hitmask",
        "--features",
        "serde,mint",
        "--lib",
        "--test",
        "serialized",
        "--test",
        "mint",
    ];
    steps.run("the library with serde and mint", &mut test(&outward));
    examples::add(steps);
    capi::add(steps);
    python::add(steps);
    python_package::add(steps, python_package::FEW_CALLS);
    web::add_short(steps);
    bevy::add_short(steps);
    let mut jobs = fuzz::replay(steps);
    // The longest command is started first.
    jobs.splice(0..0, miri::job(steps));
    steps.run_side_by_side(jobs);
}
