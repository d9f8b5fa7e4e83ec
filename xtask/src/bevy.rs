//! The plugin for Bevy, with the Rust that Bevy needs, and a folder for build outputs of its own.

use std::process::Command;

use crate::examples::entries;
use crate::gpu;
use crate::steps::Steps;
use crate::tools::{cargo_of, has_toolchain};

/// The `rust-version` in the crate's manifest.
const TOOLCHAIN: &str = "1.97.1";
const FOLDER: &str = "crates/bevy_hitmask";

/// What CI has time for: the tests, in one program. Bevy's crates are built once.
pub(crate) fn add_short(steps: &mut Steps) {
    const NAME: &str = "tests of the plugin for Bevy";
    if steps.can(NAME, has_toolchain(TOOLCHAIN, &[])) {
        steps.run(NAME, &mut bevy("test --locked --features picking --lib --test headless"));
    }
}

/// Formatting, lints, documentation, and the tests and examples with all features, physics engines included.
pub(crate) fn add_full(steps: &mut Steps) {
    if !steps.can("the plugin for Bevy", has_toolchain(TOOLCHAIN, &["rustfmt", "clippy"])) {
        return;
    }
    let test = if steps.can("the plugin for Bevy, on the device", gpu::has_adapter()) {
        "test --locked --all-features"
    } else {
        "test --locked --features picking,serde,gizmos,ecs_tilemap,avian2d,rapier2d"
    };
    for line in [
        "fmt --check",
        "clippy --locked --all-features --all-targets -- -D warnings",
        "clippy --locked --no-default-features --lib -- -D warnings",
        "doc --locked --all-features --no-deps",
        test,
        "fmt --check -p bevy_hitmask_levels",
        "clippy --locked -p bevy_hitmask_levels --all-targets -- -D warnings",
        "test --locked -p bevy_hitmask_levels",
    ] {
        steps.run(&format!("the plugin for Bevy: {line}"), bevy(line).env("RUSTDOCFLAGS", "-D warnings"));
    }
    // They write their pictures where they are run.
    let out = crate::root().join("target/examples-out");
    for example in entries(&crate::root().join(FOLDER).join("examples")) {
        if example.extension().is_some_and(|ext| ext == "rs") && std::fs::create_dir_all(&out).is_ok() {
            let name = example.file_stem().unwrap_or_default().to_string_lossy();
            let mut run = bevy(&format!("run --locked --all-features --example {name} --manifest-path"));
            run.arg(crate::root().join(FOLDER).join("Cargo.toml")).current_dir(&out);
            steps.run(&format!("example {name} for Bevy"), &mut run);
        }
    }
}

fn bevy(line: &str) -> Command {
    let mut command = cargo_of(TOOLCHAIN, line);
    command
        .current_dir(crate::root().join(FOLDER))
        .env("CARGO_TARGET_DIR", crate::root().join("target/bevy"));
    command
}
