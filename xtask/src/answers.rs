//! `cargo xtask answers`: the committed answers that every language replays.

use std::process::ExitCode;

use crate::steps::Steps;
use crate::tools::cargo;

pub(crate) fn run(options: &[&str]) -> ExitCode {
    let mut steps = Steps::default();
    if options == ["--bless"] {
        let write = ["run", "--package", "hitmask-answers", "--", "--bless"];
        steps.run("writing assets/answers", &mut cargo(&write));
    } else if !options.is_empty() {
        eprintln!("cargo xtask answers takes no option but --bless, which rewrites assets/answers");
        return ExitCode::from(2);
    }
    // The new answers must also agree with the oracle.
    let replay = ["test", "--package", "hitmask-answers", "--test", "replay"];
    steps.run("replaying assets/answers", &mut cargo(&replay));
    steps.finish()
}
