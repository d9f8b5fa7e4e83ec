//! `cargo xtask`: the commands of the project, among them what CI runs.

mod answers;
mod api;
mod bench_compare;
mod bench_record;
mod bevy;
mod capi;
mod capi_bench;
mod capi_install;
mod ci;
mod cross;
mod examples;
mod free_threaded;
mod full;
mod fuzz;
#[cfg(test)]
mod layers;
mod miri;
mod package;
mod playground;
mod python;
mod python_package;
#[cfg(test)]
mod rust_source;
mod sanitizers;
mod semver;
mod soak;
mod steps;
mod test;
mod tools;
mod vite;
mod web;
mod web_bench;
mod web_exports;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask <command>

commands:
  test                            every test: the workspace with its doc tests and benches, the library without std, the
                                  examples, Miri, short fuzz runs, the Python package
  ci                              formatting, lints, docs, a bare-metal build, the declared rust-version, the public
                                  interface, the packages, then `test`
  full [--minutes N]              what CI has no time for: semver, cross, sanitizers, then N minutes of the soak (10 if not
                                  given) and six times as many of all fuzz targets together; a table at the end
  fuzz [--minutes N] [TARGET...]  all fuzz targets or the named ones, for N minutes together (60 if not given): keeps the
                                  inputs in target/fuzz-corpus, prints which lines they reach
  sanitize                        the library's tests under AddressSanitizer, those with threads under ThreadSanitizer
  api [--bless]                   compares the public interface of the libraries with docs/api; --bless rewrites
                                  docs/api
  semver [--baseline REVISION]    whether the version number fits what changed since the last release
  package                         packs the published crates, builds and tests them outside the repository
  answers [--bless]               replays the committed answers in assets/answers; --bless rewrites them
  cross                           the committed answers on emulated machines: 64-bit ARM, 32-bit, big-endian
  python [--calls N]              the Python package: lints, types, its tests, pygame's own tests, N random calls of each
                                  method beside pygame (1000 if not given)
  web [--plain | --serve | --bench]
                                  the npm package: builds it into target/npm/hitmask, ready for `npm pack`, and tests it in Node;
                                  --plain builds only the plain build, as CI does; --serve then shows the playground on
                                  127.0.0.1; --bench then measures it in Node and Chromium
  bevy [--plain | --bless]        the plugin for Bevy, with a Rust of its own: lints, its tests without a window, its examples;
                                  --plain runs only the tests, as CI does; --bless renews the events of its scenes
  capi [--bless | --full | --bench]
                                  the C interface: hitmask.h against the crate, compilers, exported symbols, tests in C;
                                  --bless rewrites hitmask.h and the list of symbols; --full runs what CI has no time for:
                                  memory checkers, cargo cinstall, CMake; --bench measures calls from C against pygame's
  soak --minutes N [--seed S]     random cases against the oracle, starting where the last soak ended; adds a line to
                                  docs/soak.csv
  bench-record [--despite-load]   measures everything against every rival; writes benches/record and docs/benchmarks.md;
                                  refuses on a busy machine
  bench-compare COMMIT [COMMIT]   builds two commits (the second is HEAD if not given), lets their benchmarks take turns, and
      [--filter TEXT]             prints what changed by more than the noise
      [--passes N]

What cannot be run on this machine is skipped, and listed at the end.";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["test"] => test::run(),
        ["ci"] => ci::run(),
        ["full", options @ ..] => full::run(options),
        ["fuzz", options @ ..] => fuzz::run(options),
        ["sanitize"] => sanitizers::run(),
        ["api", options @ ..] => api::run(options),
        ["semver", options @ ..] => semver::run(options),
        ["answers", options @ ..] => answers::run(options),
        ["package"] => package::run(),
        ["cross"] => cross::run(),
        ["bench-record", options @ ..] => bench_record::run(options),
        ["bench-compare", options @ ..] => bench_compare::run(options),
        ["python", options @ ..] => python_package::run(options),
        ["bevy", options @ ..] => bevy::run(options),
        ["web", options @ ..] => web::run(options),
        ["capi", options @ ..] => capi::run(options),
        ["soak", options @ ..] => soak::run(options),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().expect("xtask lies in the workspace's folder").to_owned()
}
