//! The games for macroquad and ggez, with a folder for build outputs of their own: the frameworks take long to build.

use std::process::Command;

use crate::gpu::has_adapter;
use crate::steps::Steps;
use crate::tools::{cargo_line, has};

const FOLDER: &str = "examples/frameworks";

/// Lints, the tests without a window, the examples of the pages, and what they draw.
pub(crate) fn add_full(steps: &mut Steps) {
    for line in ["fmt --check", "clippy --locked --all-targets -- -D warnings", "test --locked"] {
        steps.run(&format!("games for macroquad and ggez: {line}"), frameworks(&mut cargo_line(line)));
    }
    for (framework, driver) in [("macroquad", Ok(())), ("ggez", has_adapter())] {
        let name = &format!("{framework} draws what collides");
        if steps.can(name, driver.and_then(|()| has("xvfb-run", "--help", "xvfb"))) {
            let mut drawn = Command::new("xvfb-run");
            drawn.args(["-a", "cargo", "run", "--locked", "--package", &format!("{framework}_rocks")]);
            steps.run(name, frameworks(drawn.args(["--example", "drawn"])));
        }
    }
}

fn frameworks(command: &mut Command) -> &mut Command {
    let root = crate::root();
    command.current_dir(root.join(FOLDER)).env("CARGO_TARGET_DIR", root.join("target/frameworks"))
}
