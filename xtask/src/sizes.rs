//! `cargo xtask sizes`: how large what is released is, and how long its installation takes from nothing. For the table of docs/release.md.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::steps::Steps;
use crate::tools::{cargo_line, printed_by, python_tools, succeeds, with_programs};
use crate::web;

/// What is installed: the command, what it makes, and under which name that stands in the table.
pub(crate) fn add(steps: &mut Steps) {
    let folder = crate::root().join("target/sizes");
    let _ = std::fs::remove_dir_all(&folder);
    let cold = folder.join("cold");
    let mut rows = Vec::new();
    let mut install = cargo_line("install --locked --quiet --path crates/hitmask-cli --root");
    install.arg(folder.join("program")).env("CARGO_TARGET_DIR", &cold);
    let program = folder.join("program/bin/hitmask");
    rows.extend(timed(steps, "the program", &mut install, &[("hitmask", program)], &cold));
    let mut library = cargo_line("build --release --locked --package hitmask-capi");
    let made = [
        ("shared", cold.join("release/libhitmask_capi.so")),
        ("static", cold.join("release/libhitmask_capi.a")),
    ];
    rows.extend(timed(steps, "the C library", library.env("CARGO_TARGET_DIR", &cold), &made, &cold));
    rows.extend(wheel(steps, &folder, &cold));
    rows.extend(npm(steps, &folder));
    println!("\n| what | bytes | installed from nothing |\n|---|---|---|");
    rows.iter().for_each(|row| println!("{row}"));
}

/// Runs an installation that finds nothing built, and gives rows of the table.
fn timed(
    steps: &mut Steps,
    name: &str,
    install: &mut Command,
    made: &[(&str, PathBuf)],
    cold: &Path,
) -> Vec<String> {
    let _ = std::fs::remove_dir_all(cold);
    let begin = Instant::now();
    if !steps.run(&format!("{name}, installed from nothing"), install) {
        return Vec::new();
    }
    let seconds = begin.elapsed().as_secs_f32();
    made.iter().map(|(part, file)| format!("| {name}, {part} | {} | {seconds:.0} s |", size(file))).collect()
}

fn size(file: &Path) -> String {
    file.metadata().map_or("missing".to_owned(), |found| found.len().to_string())
}

fn wheel(steps: &mut Steps, folder: &Path, cold: &Path) -> Vec<String> {
    const NAME: &str = "the wheel";
    let tools = python_tools("python3", "wheel-venv", "maturin==1.16.0");
    let Some(tools) = steps.has(NAME, tools) else { return Vec::new() };
    let out = folder.join("wheel");
    let mut build = Command::new(tools.join("maturin"));
    build.args(
        "build --locked --profile wheel --manifest-path crates/hitmask-python/Cargo.toml --out".split(' '),
    );
    with_programs(build.arg(&out).env("CARGO_TARGET_DIR", cold), &tools).current_dir(crate::root());
    let mut rows = timed(steps, "the wheel, built", &mut build, &[], cold);
    let Some(wheel) = files(&out).pop() else { return rows };
    let venv = folder.join("venv");
    if succeeds(Command::new("python3").args(["-m", "venv"]).arg(&venv)) {
        let mut pip = Command::new(venv.join("bin/python"));
        pip.args("-m pip install --quiet --no-index".split(' ')).arg(&wheel);
        rows.extend(timed(steps, NAME, &mut pip, &[("packed", wheel)], cold));
        let inside = printed_by(
            Command::new(venv.join("bin/python"))
                .args(["-c", "import hitmask._hitmask as m; print(m.__file__)"]),
        );
        rows.extend(
            inside.map(|file| format!("| the wheel, its library | {} | |", size(Path::new(file.trim())))),
        );
    }
    rows
}

fn npm(steps: &mut Steps, folder: &Path) -> Vec<String> {
    if !web::build(steps, "") {
        return Vec::new();
    }
    let place = folder.join("npm");
    let _ = std::fs::create_dir_all(place.join("game"));
    let package = crate::root().join("target/npm/hitmask");
    let packed = steps.check("the npm package, packed", || {
        printed_by(
            Command::new("npm").args(["pack", "--silent", "--pack-destination"]).arg(&place).arg(package),
        )
    });
    let Some(packed) = packed.map(|name| place.join(name.trim())) else { return Vec::new() };
    let mut install = Command::new("npm");
    install.args(["install", "--silent", "--no-audit", "--no-fund", "--offline"]).arg(&packed);
    let module = place.join("game/node_modules/hitmask/hitmask-simd.wasm");
    let made = [("packed", packed), ("module with vectors", module)];
    timed(steps, "the npm package", install.current_dir(place.join("game")), &made, &folder.join("cold"))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}
