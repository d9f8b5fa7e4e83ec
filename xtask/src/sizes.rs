//! `cargo xtask sizes`: how large what is released is, and how long its installation takes from nothing. For the table of docs/release.md.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::steps::{Steps, processor_seconds};
use crate::tools::{cargo_line, printed_by, python_tools, succeeds, with_programs, write};
use crate::web;

/// What is installed: the command, what it makes, and under which name that stands in the table.
pub(crate) fn add(steps: &mut Steps) {
    let folder = crate::root().join("target/sizes");
    let _ = std::fs::remove_dir_all(&folder);
    let cold = folder.join("cold");
    let mut rows = Vec::new();
    let mut install =
        cargo_line("install --locked --quiet --profile program --path crates/hitmask-cli --root");
    install.arg(folder.join("program")).env("CARGO_TARGET_DIR", &cold);
    if let Some(times) = timed(steps, "the program", &mut install, &cold) {
        rows.push(row("the program", &folder.join("program/bin/hitmask"), &times));
    }
    let mut library = cargo_line("build --release --locked --package hitmask-capi");
    if let Some(times) = timed(steps, "the C library", library.env("CARGO_TARGET_DIR", &cold), &cold) {
        rows.push(row("the C library, shared", &cold.join("release/libhitmask_capi.so"), &times));
        rows.push(row("the C library, static", &cold.join("release/libhitmask_capi.a"), &times));
    }
    wheel(steps, &mut rows, &folder, &cold);
    npm(steps, &mut rows, &folder);
    println!("\n| what | bytes | installed from nothing | of processor time |\n|---|---|---|---|");
    rows.iter().for_each(|row| println!("{row}"));
}

/// Runs an installation that finds nothing built, and gives its seconds, by the clock and of the processor.
fn timed(steps: &mut Steps, name: &str, install: &mut Command, cold: &Path) -> Option<String> {
    let _ = std::fs::remove_dir_all(cold);
    let (begin, spent) = (Instant::now(), processor_seconds());
    steps.run(&format!("{name}, installed from nothing"), install).then(|| {
        let (seconds, spent) = (begin.elapsed().as_secs_f32(), processor_seconds() - spent);
        format!("{seconds:.0} s | {spent:.0} s")
    })
}

/// A row of the table.
fn row(name: &str, file: &Path, times: &str) -> String {
    let bytes = file.metadata().map_or("missing".to_owned(), |found| found.len().to_string());
    format!("| {name} | {bytes} | {times} |")
}

fn wheel(steps: &mut Steps, rows: &mut Vec<String>, folder: &Path, cold: &Path) {
    let tools = python_tools("python3", "wheel-venv", "maturin==1.16.0");
    let Some(tools) = steps.has("the wheel", tools) else { return };
    let out = folder.join("wheel");
    let mut build = Command::new(tools.join("maturin"));
    build.args(
        "build --locked --profile wheel --manifest-path crates/hitmask-python/Cargo.toml --out".split(' '),
    );
    with_programs(build.arg(&out).env("CARGO_TARGET_DIR", cold), &tools).current_dir(crate::root());
    let Some(built) = timed(steps, "the wheel from its source", &mut build, cold) else { return };
    let (Some(wheel), venv) = (files(&out).pop(), folder.join("venv")) else { return };
    rows.push(row("the wheel, from its source", &wheel, &built));
    if succeeds(Command::new("python3").args(["-m", "venv"]).arg(&venv)) {
        let mut pip = Command::new(venv.join("bin/python"));
        pip.args("-m pip install --quiet --no-index".split(' ')).arg(&wheel);
        let Some(times) = timed(steps, "the wheel", &mut pip, cold) else { return };
        rows.push(row("the wheel", &wheel, &times));
        let ask = ["-c", "import hitmask._hitmask as m; print(m.__file__)"];
        let inside = printed_by(Command::new(venv.join("bin/python")).args(ask));
        rows.extend(inside.map(|file| row("the wheel, its library", Path::new(file.trim()), "|")));
    }
}

fn npm(steps: &mut Steps, rows: &mut Vec<String>, folder: &Path) {
    if !web::package(steps) {
        return;
    }
    let place = folder.join("npm");
    let _ = std::fs::create_dir_all(place.join("game"));
    // npm installs into the nearest folder that has one.
    let _ = write(&place.join("game/package.json"), "{}");
    let package = crate::root().join("target/npm/hitmask");
    let packed = steps.check("the npm package, packed", || {
        printed_by(
            Command::new("npm").args(["pack", "--silent", "--pack-destination"]).arg(&place).arg(package),
        )
    });
    let Some(packed) = packed.map(|name| place.join(name.trim())) else { return };
    let mut install = Command::new("npm");
    install.args(["install", "--silent", "--no-audit", "--no-fund", "--offline"]).arg(&packed);
    install.current_dir(place.join("game"));
    let Some(times) = timed(steps, "the npm package", &mut install, &folder.join("cold")) else { return };
    let module = place.join("game/node_modules/hitmask/hitmask-simd.wasm");
    rows.extend([
        row("the npm package, packed", &packed, &times),
        row("its module with vectors", &module, "|"),
    ]);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}
