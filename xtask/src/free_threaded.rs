//! The Python package for free-threaded Python, which has no global lock: `cargo xtask full` compiles it, and tests it where there is such a
//! Python.

use std::path::Path;
use std::process::Command;

use crate::steps::Steps;
use crate::tools::{cargo, succeeds};

/// What `PyO3` is told of a Python that need not be there. 3.14 is the first free-threaded version that it supports.
const CONFIG: &str =
    "implementation=CPython\nversion=3.14\nshared=true\npointer_width=64\nbuild_flags=Py_GIL_DISABLED\n";

pub(crate) fn add(steps: &mut Steps) {
    let package = crate::root().join("crates/hitmask-python");
    let config = crate::root().join("target/free-threaded.txt");
    let written = std::fs::create_dir_all(crate::root().join("target"))
        .and_then(|()| std::fs::write(&config, CONFIG))
        .map_err(|error| format!("{} cannot be written: {error}", config.display()));
    if steps.check("a description of a free-threaded Python", || written).is_some() {
        let manifest = package.join("Cargo.toml");
        let mut check = cargo(&["check", "--no-default-features", "--features", "pyo3/extension-module"]);
        check.arg("--manifest-path").arg(manifest).env("PYO3_CONFIG_FILE", &config);
        steps.run("hitmask-python for free-threaded Python", &mut with_target(check));
    }
    test(steps, &package);
}

/// Tests that use many threads, in a virtual environment of a free-threaded Python.
fn test(steps: &mut Steps, package: &Path) {
    const NAME: &str = "tests with a free-threaded Python";
    let is_free = "import sys; sys.exit(sys._is_gil_enabled())";
    let found = ["python3.14t", "python3.15t"]
        .into_iter()
        .find(|python| succeeds(Command::new(python).args(["-c", is_free])));
    let Some(python) = found else {
        return steps.skip(NAME, "python3.14t is missing, and neither Debian 12 nor PyPI has it");
    };
    let venv = crate::root().join("target/free-threaded-venv");
    steps.run(
        "a virtual environment without a global lock",
        Command::new(python).args(["-m", "venv"]).arg(&venv),
    );
    let tool = |arguments: &[&str]| {
        let mut command = Command::new(venv.join("bin/python"));
        command.args(arguments).current_dir(package);
        command
    };
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    steps.run(
        "packages for free-threaded Python",
        tool(&pip).args(["maturin==1.16.0", "numpy==2.4.6", "pytest==9.2.0"]),
    );
    let settings = ["--config-settings", "build-args=--profile quick --no-default-features"];
    let mut install = tool(&pip);
    install.args(["--no-deps", "--force-reinstall", "."]).args(settings);
    if steps.run("installing the Python package for free-threaded Python", &mut with_target(install)) {
        let tests =
            ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_threads.py", "tests/test_batch.py"];
        steps.run(NAME, &mut tool(&tests));
    }
}

/// The same command, with a folder of its own for what is built.
fn with_target(mut command: Command) -> Command {
    command.env("CARGO_TARGET_DIR", crate::root().join("target/python"));
    command
}
