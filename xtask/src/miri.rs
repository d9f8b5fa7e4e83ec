//! The kernels' portable path under Miri, which sees undefined behaviour that a test run does not.

use crate::steps::Steps;
use crate::tools::{cargo_of, has_component};

pub(crate) fn add(steps: &mut Steps) {
    const NAME: &str = "Miri on the portable kernels";
    let ready = has_component("nightly", "miri").and_then(|()| has_component("nightly", "rust-src"));
    if let Err(why) = ready {
        return steps.skip(NAME, &why);
    }
    // One file of few and small cases: Miri is some hundred times slower than the machine.
    let args = ["miri", "test", "--package", "hitmask", "--test", "miri"];
    let mut command = cargo_of("nightly", &args);
    command.env("MIRIFLAGS", "-Zmiri-strict-provenance");
    steps.run(NAME, &mut command);
}
