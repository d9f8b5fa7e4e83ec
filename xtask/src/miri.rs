//! The kernels' portable path under Miri, which sees undefined behaviour that a test run does not.

use std::process::Command;

use crate::steps::Steps;
use crate::tools::{cargo_of, has_component};

/// Miri plays a machine of 32 bits whose big end comes first: two things more that the machine at hand is not, at no cost.
const TARGET: &str = "powerpc-unknown-linux-gnu";

/// The command, if Miri is there.
pub(crate) fn job(steps: &mut Steps) -> Option<(String, Command)> {
    let name = format!("Miri on the portable kernels, as {TARGET}");
    let ready = has_component("nightly", "miri").and_then(|()| has_component("nightly", "rust-src"));
    if let Err(why) = ready {
        steps.skip(&name, &why);
        return None;
    }
    // One file of few and small cases: Miri is some hundred times slower than the machine.
    let args = ["miri", "test", "--package", "hitmask", "--test", "miri", "--target", TARGET];
    let mut command = cargo_of("nightly", &args);
    command.env("MIRIFLAGS", "-Zmiri-strict-provenance");
    Some((name, command))
}
