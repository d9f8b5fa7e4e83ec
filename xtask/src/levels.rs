//! The readers of levels beside pytiled-parser and Tiled's own rasterizer.

use std::process::Command;

use crate::steps::Steps;
use crate::tools::{built, cargo_line, found, python_tools, succeeds};

const NAME: &str = "levels beside pytiled-parser and tmxrasterizer";

pub(crate) fn add_full(steps: &mut Steps) {
    let packages = "pytiled-parser==2.2.9 zstd==1.5.7.2 pillow==13.0.0";
    let rasterizer = found("tmxrasterizer", "tiled", || {
        succeeds(Command::new("tmxrasterizer").arg("--help").env("QT_QPA_PLATFORM", "offscreen"))
    });
    let programs = rasterizer.and_then(|()| python_tools("python3", "levels-venv", packages));
    if let Some(programs) = steps.has(NAME, programs)
        && steps
            .run("the dump of levels", &mut cargo_line("build --package hitmask-assets --example level_dump"))
    {
        let mut compare = Command::new(programs.join("python"));
        compare.arg("crates/hitmask-assets/tests/levels/oracle.py").arg(built().join("examples/level_dump"));
        steps.run(NAME, compare.current_dir(crate::root()));
    }
}
