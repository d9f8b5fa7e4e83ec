//! The examples, each run as it is: one that fails is an example of nothing.

use std::path::{Path, PathBuf};

use crate::steps::Steps;
use crate::tools::cargo;

/// Runs every `examples/*.rs`, those at the root (which the library's manifest names), those of the benches and those of each crate.
pub(crate) fn add(steps: &mut Steps) {
    let root = crate::root();
    for program in programs(&root.join("examples")) {
        run(steps, "hitmask", &program);
    }
    // The benches may depend on other people's crates, so examples that feed these live there.
    for program in programs(&root.join("benches/examples")) {
        run(steps, "hitmask-benches", &program);
    }
    for package in entries(&root.join("crates")) {
        for program in programs(&package.join("examples")) {
            let name = package.file_name().unwrap_or_default().to_string_lossy();
            run(steps, &name, &program);
        }
    }
}

fn run(steps: &mut Steps, package: &str, program: &Path) {
    let name = program.file_stem().unwrap_or_default().to_string_lossy();
    // What the tests were built with is there already.
    let args = ["run", "--quiet", "--profile", "test", "--package", package, "--example", &name];
    // Whatever an example writes goes where build outputs go.
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

/// The programs of a folder in a fixed order; none where there is no folder.
fn programs(folder: &Path) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|path| path.extension().is_some_and(|ext| ext == "rs")).collect()
}

/// What a folder holds, in a fixed order; nothing where there is no folder.
pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
