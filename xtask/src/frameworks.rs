//! The games for macroquad and ggez, with a folder for build outputs of their own: the frameworks take long to build.

use std::process::Command;

use crate::hosts::has;
use crate::steps::Steps;
use crate::tools::cargo_line;

const FOLDER: &str = "examples/frameworks";

/// Lints, the tests without a window, the examples of the pages, and what macroquad draws.
pub(crate) fn add_full(steps: &mut Steps) {
    for line in ["fmt --check", "clippy --locked --all-targets -- -D warnings", "test --locked"] {
        steps.run(&format!("games for macroquad and ggez: {line}"), &mut frameworks(cargo_line(line)));
    }
    const DRAWN: &str = "macroquad draws what collides";
    if steps.can(DRAWN, has("xvfb-run", "--help", "xvfb")) {
        let mut drawn = Command::new("xvfb-run");
        drawn.args(["-a", "cargo", "run", "--locked", "--package", "macroquad_rocks", "--example", "drawn"]);
        steps.run(DRAWN, &mut frameworks(drawn));
    }
}

fn frameworks(mut command: Command) -> Command {
    let root = crate::root();
    command.current_dir(root.join(FOLDER)).env("CARGO_TARGET_DIR", root.join("target/frameworks"));
    command
}
