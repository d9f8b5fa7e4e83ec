//! `cargo xtask`: what only this project can do: its tests in one command, its header, listings and answers, its benchmarks and its soak.

mod api;
mod bench;
mod bevy;
mod build_time;
mod capi;
mod ci;
mod csharp;
mod engines;
mod examples;
mod frameworks;
mod full;
mod fuzz;
mod gpu;
mod header;
mod hosts;
#[cfg(test)]
mod layers;
mod levels;
mod links;
mod package;
mod python;
mod release;
#[cfg(test)]
mod rust_source;
mod sizes;
mod smoke;
mod soak;
mod stamp;
mod steps;
mod stub;
mod surfaces;
mod table;
mod test;
mod tools;
mod trial;
mod web;
mod wheels;
mod windows;

use std::process::ExitCode;
use std::sync::LazyLock;

use steps::Steps;
use tools::{ITSELF, cargo_line, root};

const USAGE: &str = "\
cargo xtask <command>

commands:
  test                            every day's tests, about ten minutes when nothing is built yet: library, oracle, program, assets, C, Python, Node
  bindings [--ci]                 what `test` or `ci` runs of Python and Node, beside its other tests
  ci                              what CI runs: `test`, then lints, docs, packages, the public interface, Miri, Bevy
  full [--minutes N]              what CI has no time for: semver, cross, sanitizers, engines, levels, browsers, physics engines, the GPU,
                                  then N minutes of the soak (10 if not given) and six times as many of all fuzz targets together
  fuzz [--minutes N] [TARGET...]  all fuzz targets or the named ones, for N minutes together (60 if not given)
  sanitize                        the tests under AddressSanitizer, those with threads under ThreadSanitizer
  api [--bless]                   compares the public interface of the libraries with docs/api; --bless rewrites docs/api
  semver [--baseline REVISION]    whether the version number fits what changed since the last release
  package                         packs the published crates, builds and tests them outside the repository
  answers [--bless]               replays the committed answers in assets/answers; --bless rewrites them
  cross                           the committed answers on emulated machines: 64-bit ARM, 32-bit, big-endian
  windows [--short]               the tests of everything that runs on Windows, linked by mingw and run by Wine; --short: the committed answers,
                                  and one question to the program
  links                           the program and the C library linked for macOS, for Windows on ARM, and as a static program; compiled for others
  newest                          the published crates with the oldest Rust and the newest crates that they allow
  wheels                          the wheels for Linux, audited, run by every Python of this machine; the source built without a network
  release [--final]               a dry run of the whole release, which stops at the first wrong thing; --final asks for what a person writes, too
  sizes                           how large what is released is, and how long its installation takes from nothing
  python [--calls N]              the Python package: its tests, lints, types, N random calls of each method beside pygame
  web [--check | --serve | --bench]
                                  builds the npm package into target/npm/hitmask; --check also fetches tools and tests it;
                                  --serve shows the playground on 127.0.0.1; --bench measures it
  site                            the playground, the guides as a book, the references of four languages: into target/site
  bevy                            the plugin for Bevy: lints, tests with physics engines, examples
  capi [--bless]                  compares hitmask.h with the crate; --bless rewrites it and the list of symbols
  hosts [--bless]                 the adapters for engines in Lua, C# and C: their tests; --bless renews their declarations
  frameworks                      the games for macroquad and ggez: lints, tests, what macroquad draws
  gpu                             the GPU crate: lints, tests on a software adapter, a million pairs, 200 000 of labels
  surfaces [--bless]              compares docs/surfaces.md, which verb is on which surface, with the listings; --bless rewrites it
  stub [--bless]                  compares the stub of the Python package with its Rust; --bless rewrites the stub
  table [--bless]                 compares what is made of docs/table.txt, in each language, with it; --bless rewrites that
  soak --minutes N [--seed S]     random cases against the oracle, starting where the last soak ended; adds a line to docs/soak.csv
  soak --minutes N --only TEXT    only kinds of cases whose names have a text, such as movers
  trial FOLDER                    every file of a folder through `hitmask inspect`, each in a bounded process: lists panics, slow files,
                                  large ones and refusals
  build-time                      the processor time of a release build of the library, beside parry2d
  bench-record [--despite-load]   measures everything against every rival; writes benches/record and docs/benchmarks.md
  bench-compare OLD NEW [TEXT]    lets the benchmarks of two commits take turns, those with TEXT in their names, and prints what changed
                                  by more than the noise

What cannot be run on this machine is skipped, and listed at the end.";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let steps = &mut Steps::default();
    LazyLock::force(&ITSELF);
    // Numbers that are none are told like unknown words.
    let number = |text: &str| text.parse::<u32>().ok().filter(|&number| number > 0);
    match words.as_slice() {
        ["test"] => test::add(steps, false),
        ["bindings", options @ ..] if matches!(options, [] | ["--ci"]) => {
            test::bindings(steps, !options.is_empty());
        }
        ["ci"] => ci::add(steps),
        ["full"] => full::add(steps, full::MINUTES),
        ["full", "--minutes", minutes] if number(minutes).is_some() => {
            full::add(steps, number(minutes).unwrap_or_default());
        }
        ["fuzz", "--minutes", minutes, targets @ ..] if number(minutes).is_some() => {
            fuzz::search(steps, number(minutes).unwrap_or_default(), targets);
        }
        ["fuzz", targets @ ..] if !targets.iter().any(|word| word.starts_with('-')) => {
            fuzz::search(steps, 60, targets);
        }
        ["sanitize"] => full::sanitizers(steps),
        ["api"] => api::add(steps),
        ["api", "--bless"] => api::bless(steps),
        ["semver"] => full::semver(steps, None),
        ["semver", "--baseline", revision] => full::semver(steps, Some(revision)),
        ["package"] => package::add(steps),
        ["answers", options @ ..] if matches!(options, [] | ["--bless"]) => answers(steps, options),
        ["cross"] => full::cross(steps),
        ["windows"] => windows::add(steps),
        ["windows", "--short"] => windows::add_short(steps),
        ["links"] => links::add(steps),
        ["newest"] => full::newest_crates(steps),
        ["wheels"] => wheels::add(steps),
        ["release"] => release::add(steps, false),
        ["release", "--final"] => release::add(steps, true),
        ["sizes"] => sizes::add(steps),
        ["python"] => python::check_all(steps, python::CALLS),
        ["python", "--calls", calls] if number(calls).is_some() => {
            python::check_all(steps, number(calls).unwrap_or_default());
        }
        ["web"] => drop(web::build(steps, "")),
        ["web", "--check"] => web::check(steps),
        ["web", "--bench"] => web::bench(steps),
        ["web", "--serve"] => drop(web::build(steps, "--serve")),
        ["site"] => web::site(steps),
        ["bevy"] => bevy::add_full(steps),
        ["capi"] => capi::check(steps),
        ["capi", "--bless"] => capi::bless(steps),
        ["hosts"] => hosts::add_full(steps),
        ["hosts", "--bless"] => hosts::bless(steps),
        ["gpu"] => gpu::add_full(steps),
        ["frameworks"] => frameworks::add_full(steps),
        ["surfaces"] => surfaces::add(steps, false),
        ["surfaces", "--bless"] => surfaces::add(steps, true),
        ["soak", "--minutes", minutes] if number(minutes).is_some() => {
            soak::add(steps, number(minutes).unwrap_or_default(), None, "");
        }
        ["stub"] => stub::check(steps),
        ["stub", "--bless"] => stub::bless(steps),
        ["table"] => table::check(steps),
        ["table", "--bless"] => table::bless(steps),
        ["soak", "--minutes", minutes, "--only", only] if number(minutes).is_some() => {
            soak::add(steps, number(minutes).unwrap_or_default(), None, only);
        }
        // 0 minutes run the seed alone.
        ["soak", "--minutes", minutes, "--seed", seed] => match (minutes.parse(), seed.parse()) {
            (Ok(minutes), Ok(seed)) => soak::add(steps, minutes, Some(seed), ""),
            _ => return misused(),
        },
        [stamp::RUN, program, ..] => return stamp::run_if_changed(program, &args[2..]),
        ["trial", folder] => return trial::run(folder),
        ["build-time"] => build_time::add(steps),
        ["bench-record", options @ ..] => return bench::record(options),
        ["bench-compare", old, new] => bench::compare(steps, [old, new], ""),
        ["bench-compare", old, new, text] => bench::compare(steps, [old, new], text),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => return misused(),
    }
    std::mem::take(steps).finish()
}

/// What a wrong command line gets.
fn misused() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

/// The committed answers that every language replays.
fn answers(steps: &mut Steps, options: &[&str]) {
    if !options.is_empty() {
        steps.run("writing assets/answers", &mut cargo_line("run --package hitmask-answers -- --bless"));
    }
    // The new answers must also agree with the oracle.
    steps.run("replaying assets/answers", &mut cargo_line("test --package hitmask-answers --test replay"));
}
