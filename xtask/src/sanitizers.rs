//! The library's tests under sanitizers. These find faults that a usual test run does not show: reads beyond an allocation, races of
//! threads.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use crate::steps::Steps;
use crate::tools::{cargo_of, has_component};

/// A sanitizer needs a target by name, so that build scripts and macros are built without it.
const TARGET: &str = "x86_64-unknown-linux-gnu";

struct Sanitizer {
    name: &'static str,
    /// The argument of `-Zsanitizer`.
    option: &'static str,
    /// Further options for cargo.
    cargo: &'static [&'static str],
    /// The tests of the library that it runs.
    tests: &'static [&'static str],
}

const SANITIZERS: [Sanitizer; 2] = [
    // The kernels that use vector instructions, which Miri does not run.
    Sanitizer { name: "AddressSanitizer", option: "address", cargo: &[], tests: &["--tests"] },
    // Code that runs on several threads: steps of worlds, broad phases, and data that is kept with a mask. The sanitizer must see the locks
    // of the standard library, so the standard library is built with it, too.
    Sanitizer {
        name: "ThreadSanitizer",
        option: "thread",
        cargo: &["-Zbuild-std"],
        tests: &[
            "--test",
            "many_shapes",
            "--test",
            "two_shapes",
            "--test",
            "world",
            "--",
            "broad_phase::",
            "posed::",
            "story::",
            "churn::",
        ],
    },
];

pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    add(&mut steps);
    steps.finish()
}

pub(crate) fn add(steps: &mut Steps) {
    for sanitizer in &SANITIZERS {
        let name = format!("the library's tests under {}", sanitizer.name);
        match ready() {
            Ok(()) => {
                steps.run(&name, &mut sanitizer.test());
            }
            Err(why) => steps.skip(&name, &why),
        }
    }
}

/// Builds the static C library with `AddressSanitizer`, for programs in C. None if that failed or is not possible here; that was told.
pub(crate) fn c_library(steps: &mut Steps) -> Option<PathBuf> {
    const NAME: &str = "the C library with AddressSanitizer";
    if let Err(why) = ready() {
        steps.skip(NAME, &why);
        return None;
    }
    let target = crate::root().join("target/sanitizer-address");
    let words = ["build", "--target", TARGET, "--package", "hitmask-capi", "--lib", "--profile", "test"];
    let mut build = cargo_of("nightly", &words);
    build.arg("--target-dir").arg(&target).env("RUSTFLAGS", "-Zsanitizer=address");
    steps.run(NAME, &mut build).then(|| target.join(TARGET).join("debug/libhitmask_capi.a"))
}

fn ready() -> Result<(), String> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return Err(format!("the step is written for {TARGET}"));
    }
    has_component("nightly", "rust-src")
}

impl Sanitizer {
    fn test(&self) -> Command {
        let args = ["test", "--target", TARGET, "--package", "hitmask", "--features", "parallel"];
        let mut command = cargo_of("nightly", &args);
        command.args(["--target-dir", &format!("target/sanitizer-{}", self.option), "--no-fail-fast"]);
        command.args(self.cargo).args(self.tests);
        command.env("RUSTFLAGS", format!("-Zsanitizer={}", self.option));
        let suppressions = crate::root().join("xtask/thread-sanitizer.supp");
        command.env("TSAN_OPTIONS", format!("suppressions={}", suppressions.display()));
        command
    }
}
