//! The fuzz targets: `cargo xtask fuzz` searches for new inputs. CI replays the committed ones.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::steps::Steps;
use crate::tools::{cargo_of, has_subcommand, has_toolchain, printed_by};

/// Limits for one input: an input above them is a fault.
const LIMITS: [&str; 2] = ["-timeout=60", "-rss_limit_mb=2048"];

/// Searches for this many minutes in all, in every target or in those that are named. Keeps the inputs that reach something new, without
/// those that reach nothing of their own.
pub(crate) fn search(steps: &mut Steps, minutes: u32, wanted: &[&str]) {
    if !steps.can("fuzz targets", has_toolchain("nightly", &[]).and_then(|()| has_subcommand("fuzz"))) {
        return;
    }
    // Without a sanitizer they are several times faster; `cargo xtask sanitize` is for that. Tracing the operands of comparisons takes most
    // of the time of targets with an oracle, and readers of files reach as much without it. One unit of code, the default, builds slowly.
    let build = "fuzz build --sanitizer none --no-trace-compares --codegen-units 4 any";
    let mut build = cargo_of("nightly", build);
    // At 3 the library alone takes minutes to build with the fuzzer's counters.
    build.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "2");
    if !steps.run("building the fuzz targets", &mut build) {
        return;
    }
    let Some((program, targets)) = steps.check("the names of the fuzz targets", program) else { return };
    let targets: Vec<&String> =
        targets.iter().filter(|name| wanted.is_empty() || wanted.contains(&name.as_str())).collect();
    // Each search uses all cores.
    let seconds = (minutes * 60 / targets.len().max(1) as u32).max(1);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    for target in targets {
        steps.check(&format!("fuzz {target}, {seconds} s"), || {
            let [grown, fewer, artifacts] = folders(target)?;
            let run = |options: &[String]| {
                let mut command = Command::new(&program);
                command.env("HITMASK_FUZZ", target).current_dir(crate::root()).args(LIMITS).args(options);
                // An input that fails is written to this folder.
                printed_by(command.arg(format!("-artifact_prefix={}/", artifacts.display())))
            };
            let corpus = [&grown, &committed(target)].map(|folder| folder.display().to_string());
            let search = [
                "-print_final_stats=1".to_owned(),
                format!("-max_total_time={seconds}"),
                format!("-fork={workers}"),
            ];
            run(&[&search[..], &corpus].concat())?;
            // Inputs that reach the same with fewer bytes.
            run(&[&["-merge=1".to_owned(), fewer.display().to_string()][..], &corpus].concat())?;
            let replaced = std::fs::remove_dir_all(&grown).and_then(|()| std::fs::rename(&fewer, &grown));
            replaced.map_err(|error| format!("{}: {error}", grown.display()))?;
            println!("{} inputs in {}", crate::examples::entries(&grown).len(), grown.display());
            Ok(())
        });
    }
}

/// The program with all targets, and their names.
fn program() -> Result<(PathBuf, Vec<String>), String> {
    let version =
        printed_by(Command::new("rustup").args(["run", "nightly", "rustc", "--version", "--verbose"]))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    let program = crate::root().join("target").join(host).join("release/any");
    let names = printed_by(Command::new(&program).env("HITMASK_FUZZ", ""))?;
    let targets: Vec<String> = names.lines().map(str::to_owned).collect();
    match targets.iter().find(|target| !committed(target).is_dir()) {
        Some(target) => Err(format!("the target {target} has no folder in fuzz/corpus")),
        None => Ok((program, targets)),
    }
}

/// Small inputs, in git.
fn committed(target: &str) -> PathBuf {
    crate::root().join("fuzz/corpus").join(target)
}

/// Folders that are not in git: of inputs that were found, of what replaces them, and of inputs that failed.
fn folders(target: &str) -> Result<[PathBuf; 3], String> {
    let made = |folder: &str| {
        let path: &Path = &crate::root().join(folder).join(target);
        std::fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok::<_, String>(path.to_owned())
    };
    Ok([made("target/fuzz-corpus")?, made("target/fuzz-fewer")?, made("fuzz/artifacts")?])
}
