//! `cargo xtask test`: what everyone runs every day. CONTRIBUTING.md has the table of what is where.

use crate::stamp::unless_unchanged;
use crate::steps::Steps;
use crate::tools::{cargo_line, has_program};
use crate::{examples, hosts, python, web};

/// All but the benches, which build the rivals; an example that builds the decoders once more for its build script; the fuzz targets; and
/// the Python package, which needs a Python.
pub(crate) const EVERYDAY: &str = "--workspace --exclude hitmask-benches --exclude packed_game --exclude hitmask-fuzz --exclude hitmask-python";

/// All random cases. The everyday tests, which build the programs, run a quarter, and CI has no time for more.
pub(crate) fn all_random_cases(steps: &mut Steps) {
    let mut tests = cargo_line(&format!("test --no-fail-fast {EVERYDAY} --tests"));
    steps.run("all random cases", tests.env("HITMASK_CASES", "100"));
}

pub(crate) fn add(steps: &mut Steps) {
    // In a fresh clone packages come while the compiler works. Whoever needs them fetches what is then still missing, and says what fails.
    let is_fresh = !crate::root().join("target/python-venv").exists();
    let packages =
        is_fresh.then(|| std::thread::spawn(|| (python::fetch(python::REQUIREMENTS), web::fetch())));
    steps.run("tests, programs and doc tests", &mut cargo_line(&format!("test --no-fail-fast {EVERYDAY}")));
    // The tests of the C interface compile programs, and do nothing where there is no compiler.
    let here = if cfg!(windows) {
        Err("gcc does not link what Microsoft's tools have made: `cargo xtask windows` runs them".to_owned())
    } else {
        has_program("gcc", "install gcc and g++")
    };
    steps.can("programs in C", here);
    hosts::test(steps);
    examples::add(steps);
    let _ = packages.map(std::thread::JoinHandle::join);
    unless_unchanged(steps, "the Python package", "crates/hitmask-python/", python::test);
    unless_unchanged(steps, "the npm package", "crates/hitmask-wasm/", web::test);
}
