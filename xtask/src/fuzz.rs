//! Runs of the fuzz targets from the committed corpus.

use std::process::Command;

use crate::examples::entries;
use crate::steps::Steps;
use crate::tools::{cargo, cargo_of, has_subcommand, has_toolchain};

/// How long each target searches in CI. `cargo xtask full` searches longer.
pub(crate) const SHORT: u32 = 10;

/// One command for each target: it replays the target's corpus, then searches for this many seconds. Without a nightly compiler this
/// function replays the corpus itself and returns no command.
pub(crate) fn jobs(steps: &mut Steps, seconds: u32) -> Vec<(String, Command)> {
    let root = crate::root();
    if !root.join("fuzz/Cargo.toml").exists() {
        steps.skip("fuzz targets", "there is no fuzz/");
        return Vec::new();
    }
    if let Err(why) = has_toolchain("nightly").and_then(|()| has_subcommand("fuzz")) {
        steps.run("fuzz corpus", &mut cargo(&["test", "--manifest-path", "fuzz/Cargo.toml"]));
        steps.skip("fuzz targets", &format!("{why}; the corpus was replayed"));
        return Vec::new();
    }
    if !steps.run("building the fuzz targets", &mut cargo_of("nightly", &["fuzz", "build"])) {
        return Vec::new();
    }
    let mut jobs = Vec::new();
    for program in entries(&root.join("fuzz/fuzz_targets")) {
        let target = program.file_stem().unwrap_or_default().to_string_lossy();
        // New inputs are written to the first folder, which git ignores. The committed corpus does not change.
        let found = format!("target/fuzz-corpus/{target}");
        let committed = format!("fuzz/corpus/{target}");
        if let Err(error) = std::fs::create_dir_all(root.join(&found)) {
            steps.skip(&format!("fuzz {target}"), &format!("{found}: {error}"));
            continue;
        }
        let time = format!("-max_total_time={seconds}");
        let args = ["fuzz", "run", &target, &found, &committed, "--", &time, "-print_final_stats=1"];
        jobs.push((format!("fuzz {target}"), cargo_of("nightly", &args)));
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_corpus_has_a_target() {
        let names = |folder: &str| -> Vec<_> {
            let stem = |path: &std::path::PathBuf| path.file_stem().map(std::ffi::OsStr::to_owned);
            entries(&crate::root().join(folder)).iter().filter_map(stem).collect()
        };
        assert_eq!(names("fuzz/corpus"), names("fuzz/fuzz_targets"));
    }
}
