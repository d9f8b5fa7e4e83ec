//! `cargo xtask ci`: everything that CI checks.

use std::process::ExitCode;

use crate::steps::Steps;
use crate::tools::{cargo, cargo_of, has_target, has_toolchain};
use crate::{api, package, test};

pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    steps.run("formatting", &mut cargo(&["fmt", "--all", "--check"]));
    let lints = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
    steps.run("lints", &mut cargo(&lints));
    let lints = ["clippy", "--package", "hitmask", "--all-features", "--all-targets", "--", "-D", "warnings"];
    steps.run("lints of all features", &mut cargo(&lints));
    let docs = ["doc", "--workspace", "--no-deps"];
    steps.run("docs", cargo(&docs).env("RUSTDOCFLAGS", "-D warnings"));
    bare_metal(&mut steps);
    oldest_rust(&mut steps);
    api::add(&mut steps);
    package::add(&mut steps);
    test::add(&mut steps);
    steps.finish()
}

/// Builds for a target without an operating system: the library must not need one.
fn bare_metal(steps: &mut Steps) {
    const TARGET: &str = "thumbv7em-none-eabihf";
    match has_target(TARGET) {
        Ok(()) => {
            let args = ["build", "--package", "hitmask", "--no-default-features", "--target", TARGET];
            steps.run(&format!("the library for {TARGET}"), &mut cargo(&args));
            let with = [&args[..], &["--features", "serde,mint"]].concat();
            steps.run(&format!("the library for {TARGET}, with serde and mint"), &mut cargo(&with));
        }
        Err(why) => steps.skip(&format!("the library for {TARGET}"), &why),
    }
}

/// Builds what is published with the oldest compiler that the manifest promises. rustup installs it if it is missing.
fn oldest_rust(steps: &mut Steps) {
    let name = "the declared rust-version";
    let manifest = std::fs::read_to_string(crate::root().join("Cargo.toml")).unwrap_or_default();
    let declared =
        manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'));
    let Some(declared) = declared else {
        return steps.skip(name, "Cargo.toml declares none");
    };
    let toolchain =
        if declared.matches('.').count() == 1 { format!("{declared}.0") } else { declared.into() };
    match has_toolchain(&toolchain) {
        Ok(()) => {
            // Only what is published: tests and benches may use newer tools.
            let mut build = cargo_of(&toolchain, &["build", "--locked", "--all-features"]);
            for package in package::PUBLISHED {
                build.args(["--package", package]);
            }
            steps.run(name, &mut build);
        }
        Err(why) => steps.skip(name, &why),
    }
}
