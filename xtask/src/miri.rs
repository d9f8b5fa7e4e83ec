//! Runs the kernels' portable path under Miri, which finds undefined behaviour that a usual test run does not show.

use std::process::Command;

use crate::steps::Steps;
use crate::tools::{cargo_of, has_component};

/// Miri emulates this machine at no extra cost. It has 32 bits and stores the most significant byte first, unlike most machines.
const TARGET: &str = "powerpc-unknown-linux-gnu";

/// The command. None if Miri cannot be installed; the step is skipped then.
pub(crate) fn job(steps: &mut Steps) -> Option<(String, Command)> {
    let name = format!("Miri on the portable kernels, as {TARGET}");
    let ready = has_component("nightly", "miri").and_then(|()| has_component("nightly", "rust-src"));
    if let Err(why) = ready {
        steps.skip(&name, &why);
        return None;
    }
    // One file with few and small cases: Miri is some hundred times slower than a usual run.
    let args = ["miri", "test", "--package", "hitmask", "--test", "miri", "--target", TARGET];
    let mut command = cargo_of("nightly", &args);
    command.env("MIRIFLAGS", "-Zmiri-strict-provenance");
    Some((name, command))
}
