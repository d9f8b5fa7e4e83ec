//! Runs the examples. An example that fails is a failed step.

use std::path::{Path, PathBuf};

use crate::steps::Steps;
use crate::tools::cargo;

/// Runs every `examples/*.rs`: at the root (the library's manifest names those), in the benches, and in each crate.
pub(crate) fn add(steps: &mut Steps) {
    let root = crate::root();
    for program in programs(&root.join("examples")) {
        run(steps, "hitmask", &program);
    }
    // Examples that use other people's crates are in the benches, which may depend on them.
    for program in programs(&root.join("benches/examples")) {
        run(steps, "hitmask-benches", &program);
    }
    for package in entries(&root.join("crates")) {
        if is_workspace(&package) {
            continue;
        }
        for program in programs(&package.join("examples")) {
            let name = package.file_name().unwrap_or_default().to_string_lossy();
            run(steps, &name, &program);
        }
    }
}

/// Whether the folder is a workspace of its own, which has its own command here.
fn is_workspace(package: &Path) -> bool {
    let manifest = std::fs::read_to_string(package.join("Cargo.toml")).unwrap_or_default();
    manifest.lines().any(|line| line == "[workspace]")
}

fn run(steps: &mut Steps, package: &str, program: &Path) {
    let name = program.file_stem().unwrap_or_default().to_string_lossy();
    // The tests were built with this profile, so most of it is built already.
    let args = ["run", "--quiet", "--profile", "test", "--package", package, "--example", &name];
    // An example writes its files into the folder of build outputs.
    let out = crate::root().join("target/examples-out");
    let made = std::fs::create_dir_all(&out);
    let manifest = crate::root().join("Cargo.toml");
    let mut command = cargo(&args);
    command.arg("--manifest-path").arg(manifest);
    if made.is_ok() {
        command.current_dir(out);
    }
    steps.run(&format!("example {name}"), &mut command);
}

/// The Rust files of a folder in a fixed order. None if the folder does not exist.
fn programs(folder: &Path) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|path| path.extension().is_some_and(|ext| ext == "rs")).collect()
}

/// The entries of a folder in a fixed order. None if the folder does not exist.
pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
