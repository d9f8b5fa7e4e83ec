//! Short runs of the fuzz targets from the committed corpus.

use crate::examples::entries;
use crate::steps::Steps;
use crate::tools::{cargo, cargo_of, has_subcommand, has_toolchain};

/// How long each target searches. A long search is `cargo +nightly fuzz run TARGET`.
const SECONDS: &str = "10";

/// Replays the corpus with any compiler, then lets each target search for a while.
pub(crate) fn add(steps: &mut Steps) {
    let root = crate::root();
    if !root.join("fuzz/Cargo.toml").exists() {
        return steps.skip("fuzz targets", "there is no fuzz/");
    }
    steps.run("fuzz corpus", &mut cargo(&["test", "--manifest-path", "fuzz/Cargo.toml"]));

    if let Err(why) = has_toolchain("nightly").and_then(|()| has_subcommand("fuzz")) {
        return steps.skip("fuzz targets", &format!("{why}; the corpus was replayed"));
    }
    for program in entries(&root.join("fuzz/fuzz_targets")) {
        let target = program.file_stem().unwrap_or_default().to_string_lossy();
        // New inputs go to the first folder, which git does not see, so that the committed corpus stays as it is.
        let found = format!("target/fuzz-corpus/{target}");
        let committed = format!("fuzz/corpus/{target}");
        if let Err(error) = std::fs::create_dir_all(root.join(&found)) {
            steps.skip(&format!("fuzz {target}"), &format!("{found}: {error}"));
            continue;
        }
        let time = format!("-max_total_time={SECONDS}");
        let args = ["fuzz", "run", &target, &found, &committed, "--", &time, "-print_final_stats=1"];
        steps.run(&format!("fuzz {target}"), &mut cargo_of("nightly", &args));
    }
}
