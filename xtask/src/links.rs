//! `cargo xtask links`: the program and the C library for systems that this machine is not: linked where that can be done from here, run
//! where something here runs them, and compiled elsewhere.

use std::path::Path;
use std::process::Command;

use crate::smoke;
use crate::steps::Steps;
use crate::tools::{built_for, cargo_line, has_program, printed_by, python_tools, rustup, with_programs};

/// Packages for Python hold a linker for macOS and Windows, and the cargo subcommand that calls it.
const ZIG: &str = "cargo-zigbuild==0.24.1 ziglang==0.17.1";
const STATIC: &str = "x86_64-unknown-linux-musl";
/// What zig links, with the first bytes of its programs: Mach-O for 64-bit ARM and for x86-64, and Windows.
const LINKED: [(&str, &str, &[u8]); 3] = [
    ("aarch64-apple-darwin", "hitmask", &[0xcf, 0xfa, 0xed, 0xfe, 0x0c, 0, 0, 1]),
    ("x86_64-apple-darwin", "hitmask", &[0xcf, 0xfa, 0xed, 0xfe, 0x07, 0, 0, 1]),
    ("aarch64-pc-windows-gnullvm", "hitmask.exe", b"MZ"),
];
/// What only Microsoft's and other systems' own linkers link.
const COMPILED: [&str; 4] = [
    "x86_64-pc-windows-msvc",
    "aarch64-pc-windows-msvc",
    "i686-pc-windows-msvc",
    "aarch64-unknown-linux-gnu",
];
/// What users get: the program with all that it is made of, the C library.
const PARTS: &str = "--package hitmask-cli --package hitmask-capi";

pub(crate) fn add(steps: &mut Steps) {
    static_program(steps);
    let zig = python_tools("python3", "zig-venv", ZIG);
    for (target, program, magic) in LINKED {
        let name = format!("linked for {target}");
        let ready =
            zig.clone().and_then(|programs| rustup(&format!("target add {target}")).map(|()| programs));
        let Some(programs) = steps.has(&name, ready) else { continue };
        let mut link = plain(&format!("zigbuild --target {target} {PARTS}"));
        if steps.run(&name, with_programs(&mut link, &programs)) {
            let program = built_for(target).join(program);
            steps.check(&format!("{} is a program for {target}", program.display()), || {
                begins(&program, magic)
            });
        }
    }
    for target in COMPILED {
        let name = format!("compiled for {target}");
        if steps.can(&name, rustup(&format!("target add {target}"))) {
            // No Python is asked: a wheel of the stable interface needs none.
            let mut check = plain(&format!("check --target {target} {PARTS} --package hitmask-python"));
            steps.run(&name, check.env("PYO3_NO_PYTHON", "1"));
        }
    }
}

/// The program as one file that needs nothing of a Linux but its kernel.
fn static_program(steps: &mut Steps) {
    let name = format!("the program for {STATIC}");
    let ready =
        rustup(&format!("target add {STATIC}")).and_then(|()| has_program("readelf", "install binutils"));
    if steps.can(&name, ready)
        && steps.run(&name, &mut plain(&format!("build --target {STATIC} --package hitmask-cli")))
    {
        let program = built_for(STATIC).join("hitmask");
        steps.check("it needs no library", || {
            let needed = printed_by(Command::new("readelf").arg("--dynamic").arg(&program))?;
            if needed.contains("(NEEDED)") { Err(needed) } else { Ok(()) }
        });
        steps.check("it answers", || smoke::ask(&mut Command::new(program)));
    }
}

/// cargo for a build that is linked and hardly run: not optimised, without debug information.
fn plain(line: &str) -> Command {
    let mut command = cargo_line(line);
    command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
    command
}

fn begins(program: &Path, magic: &[u8]) -> Result<(), String> {
    let bytes = std::fs::read(program).map_err(|error| format!("{}: {error}", program.display()))?;
    if bytes.starts_with(magic) { Ok(()) } else { Err(format!("{} begins otherwise", program.display())) }
}
