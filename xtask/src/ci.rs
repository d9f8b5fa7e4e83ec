//! `cargo xtask ci`: the tests, then everything else that CI checks.

use std::path::Path;
use std::process::Command;

use crate::steps::Steps;
use crate::tools::{cargo_line, cargo_of, has_toolchain, printed_by, rustup, unoptimised};
use crate::{api, bevy, capi, package, stub, surfaces, table, test, web, windows};

pub(crate) fn add(steps: &mut Steps) {
    test::add(steps, true);
    without_std(steps);
    steps.run("formatting", &mut cargo_line("fmt --all --check"));
    let lints = "clippy --workspace --exclude packed_game --all-targets --features hitmask/serde,hitmask/mint -- -D warnings";
    steps.run("lints", &mut cargo_line(lints));
    web::lint(steps);
    web::drawn(steps);
    let mut docs = cargo_line("doc --workspace --exclude packed_game --no-deps");
    steps.run("docs", docs.env("RUSTDOCFLAGS", "-D warnings"));
    locks(steps);
    features(steps);
    bare_metal(steps);
    oldest_rust(steps);
    windows::add_short(steps);
    capi::check(steps);
    api::add(steps);
    table::check(steps);
    stub::check(steps);
    surfaces::add(steps, false);
    package::add(steps);
    // After the Python package, whose lints bring one of the tools.
    steps.run("the workflows of GitHub", &mut Command::new(crate::root().join(".github/check")));
    miri(steps);
    bevy::add_short(steps);
}

/// The kernels and the committed hash of all answers. Nothing is optimised, because most of the time is compilation.
fn without_std(steps: &mut Steps) {
    let line = "test --package hitmask --no-default-features --test miri --test determinism";
    steps.run("the library without std", cargo_line(line).args(unoptimised()));
}

/// Packages with lock files of their own, most of which only `cargo xtask full` builds, agree with the library's dependencies.
fn locks(steps: &mut Steps) {
    steps.check("the lock files of what is built apart", || {
        let list =
            printed_by(Command::new("git").args(["ls-files", "*/Cargo.lock"]).current_dir(crate::root()))?;
        list.lines().try_for_each(|lock| {
            let manifest = Path::new(lock).with_extension("toml");
            let mut metadata = cargo_line("metadata --locked --format-version 1 --manifest-path");
            printed_by(metadata.arg(&manifest)).map(drop).map_err(|why| {
                format!("{lock}: {why}\nRun `cargo metadata --manifest-path {}`", manifest.display())
            })
        })
    });
}

/// Each part of the library compiles without those that do not belong to it.
fn features(steps: &mut Steps) {
    for part in [
        "std",
        "std,motion",
        "std,terrain",
        "std,buffer",
        "std,pack",
        "std,world",
        "buffer,serde,mint",
        "world,serde,mint",
    ] {
        let name = format!("the library with {part} alone");
        let line = format!("clippy --package hitmask --no-default-features --features {part} -- -D warnings");
        steps.run(&name, &mut cargo_line(&line));
    }
}

/// Compiles for a target without an operating system: the library must not need one.
fn bare_metal(steps: &mut Steps) {
    const TARGET: &str = "thumbv7em-none-eabihf";
    let name = format!("the library for {TARGET}");
    if steps.can(&name, rustup(&format!("target add {TARGET}"))) {
        let check =
            format!("check --package hitmask --no-default-features --target {TARGET} --features full");
        steps.run(&name, &mut cargo_line(&check));
        steps.run(&format!("{name}, with serde and mint"), &mut cargo_line(&format!("{check},serde,mint")));
    }
}

/// Compiles what is published with the oldest compiler that the manifest promises. rustup fetches it if it is missing.
fn oldest_rust(steps: &mut Steps) {
    let manifest = std::fs::read_to_string(crate::root().join("Cargo.toml")).unwrap_or_default();
    let declared =
        manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'));
    let toolchain = format!("{}.0", declared.unwrap_or("1.89"));
    let name = format!("the declared rust-version, {toolchain}");
    if steps.can(&name, has_toolchain(&toolchain, &[])) {
        // Only what is published: tests and benches may use newer tools.
        let packages = package::PUBLISHED.map(|package| format!(" --package {package}")).concat();
        steps.run(&name, &mut cargo_of(&toolchain, &format!("check --locked --all-features{packages}")));
    }
}

/// Runs the kernels' portable path under Miri, which finds undefined behaviour that a usual test run does not show. It emulates a machine
/// with 32 bits that stores the most significant byte first. One file with few and small cases: Miri is some hundred times slower.
fn miri(steps: &mut Steps) {
    const TARGET: &str = "powerpc-unknown-linux-gnu";
    let name = format!("Miri on the portable kernels, as {TARGET}");
    if steps.can(&name, has_toolchain("nightly", &["miri", "rust-src"])) {
        let mut test =
            cargo_of("nightly", &format!("miri test --package hitmask --test miri --target {TARGET}"));
        steps.run(&name, test.env("MIRIFLAGS", "-Zmiri-strict-provenance"));
    }
}
