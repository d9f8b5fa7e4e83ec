//! `cargo xtask ci`: the tests, then everything else that CI checks.

use std::process::Command;

use crate::steps::Steps;
use crate::tools::{cargo_line, cargo_of, has_toolchain, rustup};
use crate::{api, bevy, capi, package, stub, surfaces, table, test, web, windows};

pub(crate) fn add(steps: &mut Steps) {
    test::add(steps, true);
    more_tests(steps);
    steps.run("formatting", &mut cargo_line("fmt --all --check"));
    let lints = format!(
        "clippy --workspace --exclude packed_game --all-targets --features {} -- -D warnings",
        test::OUTWARD
    );
    steps.run("lints", &mut cargo_line(&lints));
    web::lint(steps);
    web::drawn(steps);
    let mut docs = cargo_line("doc --workspace --exclude packed_game --no-deps");
    steps.run("docs", docs.env("RUSTDOCFLAGS", "-D warnings"));
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

/// What is built for these alone.
fn more_tests(steps: &mut Steps) {
    // Every committed input, and changed copies of it, go through their fuzz target. The copies are always the same, so a test that
    // passes once passes again. It needs no fuzzer. Beside the benches, since what both depend on is then built once.
    let last = format!("test --package hitmask-benches --package hitmask-fuzz --features {}", test::OUTWARD);
    steps.run("the benches, and fuzz targets with a few inputs each", &mut cargo_line(&last));
    let without_std = "test --package hitmask --no-default-features --test miri --test determinism";
    steps.run("the library without std", &mut cargo_line(without_std));
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
