//! Runs the examples. An example that fails is a failed step.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::steps::Steps;
use crate::tools::{built, cargo};

/// Runs every `examples/*.rs`: at the root (the library's manifest names those), in the benches, and in each crate of the workspace.
pub(crate) fn add(steps: &mut Steps) {
    // The features and the profile of the workspace's tests, which have built all that the examples depend on. An example that is built for
    // its own package has other features, so that everything is built once more.
    let build = ["build", "--quiet", "--profile", "test", "--workspace", "--examples"];
    if !steps.run("building the examples", &mut cargo(&build)) {
        return;
    }
    let root = crate::root();
    // Those that use other people's crates are in the benches, which may depend on them.
    let folders = ["examples", "benches/examples"].map(|folder| root.join(folder)).into_iter();
    let crates = entries(&root.join("crates")).into_iter().filter(|package| !is_workspace(package));
    for program in
        folders.chain(crates.map(|package| package.join("examples"))).flat_map(|folder| programs(&folder))
    {
        run(steps, &program);
    }
}

/// Whether the folder is a workspace of its own, which has its own command here.
fn is_workspace(package: &Path) -> bool {
    let manifest = std::fs::read_to_string(package.join("Cargo.toml")).unwrap_or_default();
    manifest.lines().any(|line| line == "[workspace]")
}

fn run(steps: &mut Steps, program: &Path) {
    let name = program.file_stem().unwrap_or_default().to_string_lossy();
    let mut command = Command::new(built().join("examples").join(&*name));
    // An example writes its files into the folder of build outputs.
    let out = crate::root().join("target/examples-out");
    if std::fs::create_dir_all(&out).is_ok() {
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
