//! Runs the examples. An example that fails is a failed step.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::steps::Steps;
use crate::tools::built;

/// Runs every `examples/*.rs` of the crates of the workspace. `cargo test` has built them.
pub(crate) fn add(steps: &mut Steps) {
    // An example writes its files into the folder of build outputs.
    let out = crate::root().join("target/examples-out");
    let crates = entries(&crate::root().join("crates")).into_iter().filter(|package| !is_left_out(package));
    for program in crates.flat_map(|package| entries(&package.join("examples"))) {
        let Some(name) = program.file_stem().filter(|_| program.extension().is_some_and(|ext| ext == "rs"))
        else {
            continue;
        };
        let mut command = Command::new(built().join("examples").join(name));
        if std::fs::create_dir_all(&out).is_ok() {
            command.current_dir(&out);
        }
        steps.run(&format!("example {}", name.display()), &mut command);
    }
}

/// Whether the folder is a workspace of its own, or the Python package: these have commands of their own here.
fn is_left_out(package: &Path) -> bool {
    let manifest = std::fs::read_to_string(package.join("Cargo.toml")).unwrap_or_default();
    manifest.lines().any(|line| ["[workspace]", "name = \"hitmask-python\""].contains(&line))
}

/// The entries of a folder in a fixed order. None if the folder does not exist.
pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
