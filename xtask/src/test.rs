//! `cargo xtask test`: what everyone runs every day. CONTRIBUTING.md has the table of what is where.

use std::process::Command;

use crate::stamp::{only_changed_programs, unless_unchanged};
use crate::steps::Steps;
use crate::tools::{built, cargo_line, has_program};
use crate::{examples, hosts, python, web};

/// All but the benches, which build the rivals; an example that builds the decoders once more for its build script; the fuzz targets; and
/// the Python package, which needs a Python.
pub(crate) const EVERYDAY: &str = "--workspace --exclude hitmask-benches --exclude packed_game --exclude hitmask-fuzz --exclude hitmask-python";

/// What CI tests at once, so that all is built once: the benches, the fuzz targets, and two features that no other part of the library depends
/// on, too. The Python package would have other features of other crates.
const OF_CI: &str =
    "--workspace --exclude packed_game --exclude hitmask-python --features hitmask/serde,hitmask/mint";

/// All random cases. The everyday tests, which build the programs, run a quarter, and CI has no time for more.
pub(crate) fn all_random_cases(steps: &mut Steps) {
    let mut tests = cargo_line(&format!("test --no-fail-fast {EVERYDAY} --tests"));
    steps.run("all random cases", tests.env("HITMASK_CASES", "100"));
}

/// The everyday tests, or those of CI.
pub(crate) fn add(steps: &mut Steps, is_ci: bool) {
    // In a fresh clone packages come while the compiler works. Whoever needs them fetches what is then still missing, and says what fails.
    let is_fresh = !crate::root().join("target/python-venv").exists();
    let requirements = if is_ci { python::LINT_REQUIREMENTS } else { python::REQUIREMENTS };
    let packages = is_fresh.then(|| std::thread::spawn(move || (python::fetch(requirements), web::fetch())));
    let tests = format!("test --no-fail-fast {}", if is_ci { OF_CI } else { EVERYDAY });
    let is_built =
        steps.run("tests, programs and examples, built", &mut cargo_line(&format!("{tests} --no-run")));
    let _ = packages.map(std::thread::JoinHandle::join);
    if !is_built {
        return;
    }
    // Many tests use one core, and the Python package needs the library that is built now.
    let mut bindings = Command::new(&*crate::ITSELF);
    bindings.arg("bindings").args(is_ci.then_some("--ci"));
    let bindings = Steps::begin("Python and Node", &mut bindings);
    let mut tests = cargo_line(&tests);
    if !is_ci {
        only_changed_programs(&mut tests);
    }
    steps.run("tests and doc tests", &mut tests);
    // The tests of the C interface compile programs, and do nothing where there is no compiler.
    let here = if cfg!(windows) {
        Err("gcc does not link what Microsoft's tools have made: `cargo xtask windows` runs them".to_owned())
    } else {
        has_program("gcc", "install gcc and g++")
    };
    steps.can("programs in C", here);
    // Where cargo leaves the libraries of tests.
    hosts::test(steps, &built().join("deps"));
    examples::add(steps);
    steps.end(bindings);
}

/// What the same does for Python and Node, in a process of its own.
pub(crate) fn bindings(steps: &mut Steps, is_ci: bool) {
    if is_ci {
        python::check_drawn(steps);
        web::test(steps);
    } else {
        unless_unchanged(steps, "the Python package", "crates/hitmask-python/", python::test);
        unless_unchanged(steps, "the npm package", "crates/hitmask-wasm/", web::test);
    }
}
