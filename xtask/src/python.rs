//! The Python package, in a virtual environment of its own under `target`.

use std::path::PathBuf;
use std::process::Command;

use crate::engines::pictures;
use crate::steps::Steps;
use crate::tools::{cargo_line, has, python_tools, succeeds, with_programs};

const FOLDER: &str = "crates/hitmask-python";
/// What the usual tests need.
pub(crate) const REQUIREMENTS: &str = "requirements.txt";
/// What CI needs.
pub(crate) const LINT_REQUIREMENTS: &str = "lint-requirements.txt";
/// How the package is built with the library of the other tests, so that this is not built again: with its feature, and at the levels of
/// `cargo test`, whose profile has a meaning of its own here.
const SHARED: &str = "--profile dev --features shared-build --config profile.dev.package.hitmask.opt-level=1 \
                      --config profile.dev.package.hitmask-assets.opt-level=1";
/// CI's library has other features, so the package has one of its own, which is not optimised.
const ALONE: &str = "--profile dev";
/// How many random calls of each method are compared with pygame: in the usual tests, in CI, in `cargo xtask full`.
const FEW_CALLS: u32 = 200;
pub(crate) const CALLS: u32 = 1000;
const MANY_CALLS: u32 = 100_000;

/// Builds the package with the library that the other tests have built, and runs its tests.
pub(crate) fn test(steps: &mut Steps) {
    if let Some(tool) = installed(steps, REQUIREMENTS, SHARED) {
        pytest(steps, &tool, FEW_CALLS);
    }
}

/// What CI checks.
pub(crate) fn check_drawn(steps: &mut Steps) {
    if let Some(tool) = check(steps, CALLS, ALONE) {
        drawn(steps, &tool);
    }
}

/// What CI checks, and what engines draw.
pub(crate) fn check_all(steps: &mut Steps, calls: u32) {
    let Some(tool) = check(steps, calls, SHARED) else { return };
    if calls == MANY_CALLS {
        // Python's own memory is checked, and what is freed is overwritten.
        let mut tests = tests(&tool, FEW_CALLS);
        steps.run("tests of the Python package with a debug allocator", tests.env("PYTHONMALLOC", "debug"));
    }
    if drawn(steps, &tool) {
        const RAYLIB: &str = "what raylib draws from Python";
        if steps.can(RAYLIB, has("xvfb-run", "--help", "xvfb")) {
            let mut drawn = Command::new("xvfb-run");
            drawn.arg("-a").arg(tool("python").get_program()).arg("tests/drawn_raylib.py");
            steps.run(RAYLIB, drawn.current_dir(crate::root().join(FOLDER)));
        }
    }
}

/// What Arcade, pyglet and Pygame Zero draw, without a display: some seconds. Whether the engines are there.
fn drawn(steps: &mut Steps, tool: &dyn Fn(&str) -> Command) -> bool {
    const NAME: &str = "what engines in Python draw";
    // pgzero asks for pygame, which lies where pygame-ce lies.
    let pip = "-m pip install --quiet --disable-pip-version-check --no-deps --requirement tests/hosts-requirements.txt";
    let fetched = succeeds(tool("python").args(pip.split(' ')));
    let why = "pip must reach the packages of hosts-requirements.txt";
    let ready = steps.can(NAME, if fetched { Ok(()) } else { Err(why.to_owned()) });
    if ready {
        steps.run(NAME, tool("python").arg("tests/drawn_hosts.py").arg(pictures()));
    }
    ready
}

/// The same as `test` with more calls, then lints, types, the stubs and the stable interface.
fn check(steps: &mut Steps, calls: u32, build: &str) -> Option<impl Fn(&str) -> Command + use<>> {
    let tool = installed(steps, LINT_REQUIREMENTS, build)?;
    pytest(steps, &tool, calls);
    // The module is asked for its file, whose place depends on the version of Python.
    let audit = "import subprocess, sys, hitmask._hitmask as module; \
                 sys.exit(subprocess.call(['abi3audit', '--strict', '--assume-minimum-abi3', '3.11', module.__file__]))";
    for (name, program, words) in [
        ("lints of the Python parts", "ruff", &["check", "."][..]),
        ("formatting of the Python parts", "ruff", &["format", "--check", "."]),
        ("types of the Python parts", "python", &["-m", "mypy", "python"]),
        (
            "the stubs against the package",
            "python",
            &["-m", "mypy.stubtest", "hitmask._hitmask", "--ignore-disjoint-bases"],
        ),
        ("the stable interface of Python", "python", &["-c", audit]),
    ] {
        steps.run(name, tool(program).args(words));
    }
    let mut benches = tool("python");
    benches
        .args(["-m", "unittest", "discover", "--start-directory"])
        .arg(crate::root().join("benches/python"));
    steps.run("tests of the rivals in Python", &mut benches);
    let mut shooter = tool("python");
    shooter.arg(crate::root().join("benches/python/shooter.py"));
    steps.run(
        "the shooter in Python: pygame finds the same hits",
        shooter.args(["--bullets", "300", "--enemies", "30", "--frames", "5"]),
    );
    Some(tool)
}

/// Many calls, and the crate for a Python without a global lock, which need not be there.
pub(crate) fn add_full(steps: &mut Steps) {
    check_all(steps, MANY_CALLS);
    let config = crate::root().join("target/free-threaded.txt");
    // 3.14 is the first such version that PyO3 supports.
    let python =
        "implementation=CPython\nversion=3.14\nshared=true\npointer_width=64\nbuild_flags=Py_GIL_DISABLED\n";
    if steps
        .check("a description of a free-threaded Python", || crate::tools::write(&config, python))
        .is_some()
    {
        let check = "check --no-default-features --features pyo3/extension-module --package hitmask-python";
        steps.run(
            "hitmask-python for free-threaded Python",
            cargo_line(check).env("PYO3_CONFIG_FILE", config),
        );
    }
}

fn pytest(steps: &mut Steps, tool: &dyn Fn(&str) -> Command, calls: u32) {
    steps.run("tests of the Python package", &mut tests(tool, calls));
}

/// Random tests make so many calls, those of code that comes back ten times as many.
fn tests(tool: &dyn Fn(&str) -> Command, calls: u32) -> Command {
    let mut tests = tool("python");
    tests
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"])
        .env("HITMASK_CALLS", calls.to_string());
    tests
}

/// Makes the virtual environment, and fetches packages into it. Returns the folder of its programs.
pub(crate) fn fetch(requirements: &str) -> Result<PathBuf, String> {
    let new_enough = "import sys; sys.exit(sys.version_info < (3, 11))";
    let python = ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python"]
        .into_iter()
        .find(|python| succeeds(Command::new(python).args(["-c", new_enough])))
        .ok_or("there is no Python 3.11 or later")?;
    python_tools(python, "python-venv", &format!("--requirement {FOLDER}/tests/{requirements}"))
}

/// Fetches packages, builds hitmask and installs it there. Returns how to run a program of it.
fn installed(steps: &mut Steps, requirements: &str, build: &str) -> Option<impl Fn(&str) -> Command + use<>> {
    let programs = steps.has("the Python package", fetch(requirements))?;
    // pip looks for maturin on the path.
    let tool = move |name: &str| {
        let mut command = Command::new(programs.join(name));
        with_programs(&mut command, &programs).current_dir(crate::root().join(FOLDER));
        command
    };
    let mut install = tool("python");
    install.args("-m pip install --quiet --no-deps --no-build-isolation --force-reinstall .".split(' '));
    install.args(["--config-settings", &format!("build-args={build}")]);
    steps.run("installing the Python package", &mut install).then_some(tool)
}
