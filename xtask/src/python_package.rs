//! The Python package: `cargo xtask python` builds it into a virtual environment of its own and tests it there.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::steps::Steps;
use crate::tools::{cargo, succeeds};

/// How many random calls of each method are compared with pygame in CI, and how many in `cargo xtask full`.
pub(crate) const FEW_CALLS: u32 = 1000;
const MANY_CALLS: u32 = 100_000;

pub(crate) fn run(options: &[&str]) -> ExitCode {
    let calls = match options {
        [] => Some(FEW_CALLS),
        ["--calls", calls] => calls.parse().ok(),
        _ => None,
    };
    let Some(calls) = calls else {
        eprintln!("cargo xtask python takes no option but --calls N");
        return ExitCode::from(2);
    };
    let mut steps = Steps::default();
    add(&mut steps, calls);
    steps.finish()
}

/// Adds the steps. Without a Python from 3.11 on, or if its packages cannot be installed, they are skipped.
pub(crate) fn add(steps: &mut Steps, calls: u32) {
    const NAME: &str = "the Python package";
    let package = crate::root().join("crates/hitmask-python");
    lint_rust(steps, &package);
    let Some(venv) = steps.check("a virtual environment for Python", || environment(&package)) else {
        return steps.skip(NAME, "it needs Python 3.11 or later, with venv and pip, and its packages");
    };
    // pip looks for maturin on the path.
    let old = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(venv.clone()).chain(std::env::split_paths(&old)));
    let tool = |name: &str| {
        let mut command = Command::new(venv.join(name));
        command.current_dir(&package).envs(path.as_ref().ok().map(|path| ("PATH", path)));
        command
    };
    // Without link-time optimisation, which takes minutes.
    let mut install = tool("python");
    install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--force-reinstall",
    ]);
    install.args([".", "--config-settings", "build-args=--profile quick"]);
    if !steps.run("installing the Python package", &mut with_target(install)) {
        return;
    }
    steps.run("lints of the Python parts", tool("ruff").args(["check", "."]));
    steps.run("formatting of the Python parts", tool("ruff").args(["format", "--check", "."]));
    steps.run("types of the Python parts", tool("python").args(["-m", "mypy", "python"]));
    let stubtest = ["-m", "mypy.stubtest", "hitmask._hitmask", "--ignore-disjoint-bases"];
    steps.run("the stubs against the package", tool("python").args(stubtest));
    // The module is asked for its file, whose place depends on the version of Python.
    let audit = "import subprocess, sys, hitmask._hitmask as module; \
                 sys.exit(subprocess.call(['abi3audit', '--strict', '--assume-minimum-abi3', '3.11', module.__file__]))";
    steps.run("the stable interface of Python", tool("python").args(["-c", audit]));
    let mut tests = tool("python");
    tests
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"])
        .env("HITMASK_CALLS", calls.to_string());
    steps.run("tests of the Python package", &mut tests);
}

/// Adds the steps with many calls, and the example for clusters, which needs packages that no test needs.
pub(crate) fn add_full(steps: &mut Steps) {
    const NAME: &str = "ten million pairs on a cluster of processes";
    add(steps, MANY_CALLS);
    let python = programs().join("python");
    if !succeeds(Command::new(&python).args(["-c", "import hitmask"])) {
        return steps.skip(NAME, "the Python package is not installed");
    }
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "distributed==2026.8.0"]);
    if steps.run("packages for a cluster of processes", &mut pip) {
        let mut example = Command::new(&python);
        example.current_dir(crate::root()).args(["examples/python/dask_pairs.py", "--kill"]);
        steps.run(NAME, &mut example);
    }
}

/// The folder of the programs of the virtual environment.
fn programs() -> PathBuf {
    crate::root().join("target/python-venv").join(if cfg!(windows) { "Scripts" } else { "bin" })
}

/// Formatting and lints of the crate, which is a workspace of its own.
fn lint_rust(steps: &mut Steps, package: &Path) {
    let manifest = package.join("Cargo.toml");
    let manifest = manifest.to_string_lossy();
    steps.run("formatting of hitmask-python", &mut cargo(&["fmt", "--check", "--manifest-path", &manifest]));
    let lints = ["clippy", "--manifest-path", &manifest, "--all-targets", "--", "-D", "warnings"];
    // The checks of the interface and of the tests need a Python; this does not.
    steps.run("lints of hitmask-python", &mut with_target(cargo(&lints)));
}

/// The same command, with a folder of its own for what is built: the profiles differ from those of the other crates.
fn with_target(mut command: Command) -> Command {
    command.env("CARGO_TARGET_DIR", crate::root().join("target/python"));
    command
}

/// The programs of a virtual environment with everything that the tests need.
fn environment(package: &Path) -> Result<PathBuf, String> {
    let new_enough = "import sys; sys.exit(sys.version_info < (3, 11))";
    let python = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"]
        .into_iter()
        .find(|python| succeeds(Command::new(python).args(["-c", new_enough])))
        .ok_or("there is no Python 3.11 or later")?;
    let (folder, programs) = (crate::root().join("target/python-venv"), programs());
    if !succeeds(Command::new(programs.join("python")).arg("--version"))
        && !succeeds(Command::new(python).args(["-m", "venv", "--clear"]).arg(&folder))
    {
        return Err(format!("{python} cannot make a virtual environment"));
    }
    let mut pip = Command::new(programs.join("python"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]);
    if !pip.arg(package.join("tests/requirements.txt")).status().is_ok_and(|status| status.success()) {
        return Err("pip cannot install tests/requirements.txt".to_owned());
    }
    Ok(programs)
}
