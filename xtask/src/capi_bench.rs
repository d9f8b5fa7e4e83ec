//! What calls from C cost: a C program that compares them with calls from Rust, with pygame's `bitmask.c` and with a loop over pixels.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::capi::{STRICT, folder, out};
use crate::steps::Steps;
use crate::tools::{built, cargo, printed_by};

fn sources() -> PathBuf {
    folder().join("benches/from_c")
}

/// Compares the answers, on few and small masks. For CI, which has built the library with the profile of the tests.
pub(crate) fn check(steps: &mut Steps) {
    let example = ["build", "--package", "hitmask-capi", "--profile", "test", "--example", "rust_calls"];
    if !steps.run("the scenes of the calls from C", &mut cargo(&example)) {
        return;
    }
    let program = out().join("from_c");
    if steps.run("compiling the calls from C", &mut compile(&program, &built(), "-O1")) {
        steps.run("calls from C and from Rust give the same answers", Command::new(&program).arg("--check"));
    }
}

/// Measures, and prints a table for each way in which `bitmask.c` is compiled.
pub(crate) fn add(steps: &mut Steps) {
    let Some(bitmask) = steps.check("bitmask.c from the source package of pygame-ce", fetched) else {
        return;
    };
    let build = ["build", "--release", "--package", "hitmask-capi", "--lib", "--example", "rust_calls"];
    // Incremental builds are optimised less.
    if !steps.run("building the library and the scenes", cargo(&build).env("CARGO_INCREMENTAL", "0")) {
        return;
    }
    let release = built().with_file_name("release");
    // As pygame's wheels are built, and for the instruction sets that hitmask chooses while it runs.
    let mut ways = vec![("-O3", &[][..])];
    if cfg!(target_arch = "x86_64") {
        ways.push(("-O3 -march=x86-64-v3", &["-march=x86-64-v3"][..]));
    }
    for (name, options) in ways {
        let (object, program) = (out().join("bitmask.o"), out().join("from_c"));
        let mut rival = Command::new("gcc");
        rival.args(["-O3", "-c"]).args(options).arg(bitmask.join("bitmask.c")).arg("-o").arg(&object);
        let mut compile = compile(&program, &release, "-O2");
        compile.arg("-DWITH_BITMASK").arg("-I").arg(bitmask.join("include")).arg(&object);
        if steps.run(&format!("bitmask.c by gcc {name}"), &mut rival)
            && steps.run("compiling the calls from C", &mut compile)
        {
            load();
            // cargo names the libraries of xtask's own build in this variable, and the loader prefers them.
            let mut measure = Command::new(&program);
            measure.env_remove("LD_LIBRARY_PATH");
            steps.run(&format!("calls from C, bitmask.c with {name}: nanoseconds"), &mut measure);
            load();
        }
    }
}

fn compile(program: &Path, libraries: &Path, optimisation: &str) -> Command {
    let mut command = Command::new("gcc");
    command.arg("-std=c99").args(STRICT).args([optimisation, "-g", "-I"]).arg(folder().join("include"));
    command
        .arg(sources().join("from_c.c"))
        .arg("-L")
        .arg(libraries)
        .arg("-L")
        .arg(libraries.join("examples"));
    command.args(["-lhitmask_capi", "-lrust_calls", "-o"]).arg(program);
    for folder in [libraries.to_owned(), libraries.join("examples")] {
        command.arg(format!("-Wl,-rpath,{}", folder.display()));
    }
    command
}

/// The folder with `bitmask.c`. pip fetches the package; nothing of it is run.
fn fetched() -> Result<PathBuf, String> {
    let folder = crate::root().join("target/pygame-source");
    let mut fetch = Command::new("python3");
    fetch.args(["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--require-hashes"]);
    fetch.args(["--no-build-isolation", "--dest"]).arg(&folder).arg("--requirement");
    fetch
        .arg(sources().join("source_only/requirements.txt"))
        .env("PYTHONPATH", sources().join("source_only"));
    printed_by(&mut fetch)?;
    let files = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let package =
        files.flatten().map(|entry| entry.path()).find(|path| path.extension().is_some_and(|e| e == "gz"));
    let package = package.ok_or("pip has fetched no source package")?;
    let mut unpack = Command::new("tar");
    unpack.arg("-xzf").arg(package).args(["--strip-components=1", "-C"]).arg(&folder);
    printed_by(&mut unpack)?;
    Ok(folder.join("src_c"))
}

/// Tells how busy the machine is.
fn load() {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    println!("the load of the machine: {}", load.trim());
}
