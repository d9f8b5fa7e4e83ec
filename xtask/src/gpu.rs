//! `hitmask-gpu`, with a folder for build outputs of its own: wgpu is not built for other tests.

use std::path::Path;
use std::process::Command;

use crate::steps::Steps;
use crate::tools::{cargo_line, found, has_program, printed_by};

const FOLDER: &str = "crates/hitmask-gpu";
/// Mesa's software adapter, for Vulkan's loader.
const ADAPTERS: &str = "/usr/share/vulkan/icd.d";

/// Lints, documentation, the tests with many pairs and scripts, and the example that draws a picture. All in one build.
pub(crate) fn add_full(steps: &mut Steps) {
    for line in ["fmt --check", "clippy --locked --all-targets -- -D warnings", "doc --locked --no-deps"] {
        steps.run(&format!("the GPU crate: {line}"), gpu(line).env("RUSTDOCFLAGS", "-D warnings"));
    }
    tint(steps);
    const MANY: &str = "the GPU crate, on a software adapter: a million pairs, 200 000 of labels, a thousand scripts, a thousand worlds";
    const PICTURE: &str = "the GPU crate's picture";
    if steps.can(MANY, has_adapter()) {
        let mut many = gpu("test --locked --release");
        steps.run(
            MANY,
            many.env("HITMASK_GPU_PAIRS", "1000000")
                .env("HITMASK_GPU_LABELS", "200000")
                .env("HITMASK_GPU_SCRIPTS", "1000")
                .env("HITMASK_GPU_WORLDS", "1000"),
        );
        let out = crate::root().join("target/examples-out");
        let mut picture = gpu("run --locked --release --example id_buffer --");
        if steps.can(PICTURE, std::fs::create_dir_all(&out).map_err(|error| error.to_string())) {
            steps.run(PICTURE, picture.arg(out.join("gpu_ids.png")));
        }
    }
}

/// Compiles the shaders with the compiler of Chromium.
fn tint(steps: &mut Steps) {
    const NAME: &str = "the shaders, compiled by Tint";
    let folder = crate::root().join("target/tint");
    let install = || {
        has_program("npm", "install Node.js 20 or newer")?;
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"])
            .arg(&folder)
            .arg("webgpu@0.6");
        printed_by(&mut npm)
    };
    if steps.can(NAME, install().map(drop)) {
        let mut node = Command::new("node");
        steps.run(NAME, node.arg(crate::root().join(FOLDER).join("tests/tint.mjs")).arg(&folder));
    }
}

/// Whether there is a software adapter.
pub(crate) fn has_adapter() -> Result<(), String> {
    found("a software adapter", "mesa-vulkan-drivers", || {
        let entries = std::fs::read_dir(Path::new(ADAPTERS)).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name()).any(|name| name.to_string_lossy().starts_with("lvp_icd"))
    })
}

fn gpu(line: &str) -> Command {
    let mut command = cargo_line(line);
    command.current_dir(crate::root().join(FOLDER)).env("CARGO_TARGET_DIR", crate::root().join("target/gpu"));
    command
}
