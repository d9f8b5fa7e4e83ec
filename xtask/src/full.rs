//! `cargo xtask full`: everything that CI has no time for.

use std::process::{Command, Stdio};

use crate::api;
use crate::steps::Steps;
use crate::tools::{cargo_line, cargo_of, has_program, has_subcommand, has_toolchain, printed_by, rustup};
use crate::{
    bevy, build_time, capi, frameworks, fuzz, gpu, hosts, levels, links, package, python, soak, test, web,
    wheels, windows,
};

/// How many minutes the soak runs if no number is given.
pub(crate) const MINUTES: u32 = 10;
/// The fuzz targets together run so many times as long.
const FUZZ_SHARE: u32 = 6;

pub(crate) fn add(steps: &mut Steps, minutes: u32) {
    semver(steps, None);
    build_time::add(steps);
    steps.run("a game with packed masks", &mut cargo_line("run --quiet --package packed_game"));
    let games = "run --quiet --release --manifest-path benches/games/Cargo.toml -- --small --frames 20";
    steps.run("four whole games beside their rivals", &mut cargo_line(games));
    let without_std = "test --package hitmask --no-default-features --no-fail-fast --tests";
    steps.run("all tests of the library without std", &mut cargo_line(without_std));
    test::all_random_cases(steps);
    cross(steps);
    windows::add(steps);
    links::add(steps);
    newest_crates(steps);
    sanitizers(steps);
    capi::add_full(steps);
    hosts::add_full(steps);
    python::add_full(steps);
    wheels::add(steps);
    levels::add_full(steps);
    web::check(steps);
    web::pages(steps);
    bevy::add_full(steps);
    gpu::add_full(steps);
    frameworks::add_full(steps);
    fuzz::search(steps, minutes * FUZZ_SHARE, &[]);
    soak::add(steps, minutes, None, "");
}

/// Whether the version number fits what changed since a revision: the newest release, or before the first release the commit that last
/// renewed the listings of the public interface, because that interface was reviewed.
pub(crate) fn semver(steps: &mut Steps, baseline: Option<&str>) {
    const NAME: &str = "the version number fits the public interface";
    let release = || git("describe --tags --match v[0-9]* --abbrev=0");
    let listed = || git(&format!("log -1 --format=%H -- {}", api::FOLDER));
    let Some(revision) = baseline.map(str::to_owned).or_else(release).or_else(listed) else {
        return steps.skip(NAME, "git has no release and no committed listing to compare with");
    };
    if steps.can(NAME, has_subcommand("semver-checks")) {
        let packages = api::LIBRARIES.map(|library| format!(" --package {library}")).concat();
        let line = format!("semver-checks --baseline-rev {revision} --all-features{packages}");
        steps.run(NAME, &mut cargo_line(&line));
    }
}

/// The oldest compilers that the manifests promise, with the newest versions of other crates that they allow: what users get who have no
/// lock file. In a copy, whose lock may change.
pub(crate) fn newest_crates(steps: &mut Steps) {
    let copy = crate::root().join("target/newest");
    let copied = steps.check("a copy with the newest crates that are allowed", || {
        let _ = std::fs::remove_dir_all(&copy);
        // What is committed or staged.
        let prefix = format!("--prefix={}/", copy.display());
        let files = ["checkout-index", "--all", "--force", &prefix];
        printed_by(Command::new("git").args(files).current_dir(crate::root()))
    });
    if copied.is_none() {
        return;
    }
    let published = package::PUBLISHED.map(|package| format!(" --package {package}")).concat();
    for (manifest, rust, packages) in
        [("Cargo.toml", "1.89.0", &*published), ("crates/bevy_hitmask/Cargo.toml", "1.97.1", "")]
    {
        let name = format!("{manifest} with Rust {rust} and the newest crates");
        if !steps.can(&name, has_toolchain(rust, &[])) {
            continue;
        }
        let manifest = copy.join(manifest).display().to_string();
        // The resolver takes the newest versions that this Rust compiles.
        let update = cargo_of(rust, &format!("update --manifest-path {manifest}")).status();
        let line = format!("check --all-features --manifest-path {manifest}{packages}");
        let mut check = cargo_of(rust, &line);
        if update.is_ok_and(|status| status.success()) {
            // Outside of the copy, so that a second run builds little.
            steps.run(&name, check.env("CARGO_TARGET_DIR", crate::root().join("target/newest-build")));
        } else {
            steps.skip(&name, "cargo could not look for newer crates");
        }
    }
}

/// The output of git. None if git fails or prints nothing.
fn git(line: &str) -> Option<String> {
    let mut git = Command::new("git");
    let output = git.args(line.split(' ')).current_dir(crate::root()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

/// The committed answers on other kinds of machines, which qemu emulates: how the machine differs, the target, its name in Debian.
const MACHINES: [(&str, &str, &str, &str); 3] = [
    ("other vectors", "aarch64-unknown-linux-gnu", "aarch64-linux-gnu", "qemu-aarch64"),
    ("32 bits", "i686-unknown-linux-gnu", "i686-linux-gnu", "qemu-i386"),
    ("big end first", "s390x-unknown-linux-gnu", "s390x-linux-gnu", "qemu-s390x"),
];

/// The hash over all answers, the few cases against the oracle that are meant for slow machines, and the answers in `assets/answers`. The
/// test profile checks for overflow, which matters where `usize` has 32 bits.
pub(crate) fn cross(steps: &mut Steps) {
    for (why, target, system, emulator) in MACHINES {
        let name = format!("the committed answers on {target} ({why})");
        let (linker, how) = (format!("{system}-gcc"), format!("install qemu-user and gcc-{system} (Debian)"));
        let ready = rustup(&format!("target add {target}"))
            .and_then(|()| has_program(&linker, &how))
            .and_then(|()| has_program(emulator, &how));
        if steps.can(&name, ready) {
            // The oracle's check of the same answers would take most of the time.
            let line = format!(
                "test --target {target} --package hitmask --package hitmask-answers --test determinism --test miri --test replay -- --skip the_oracle_gives"
            );
            let variable =
                |end: &str| format!("CARGO_TARGET_{}_{end}", target.to_uppercase().replace('-', "_"));
            let mut test = cargo_line(&line);
            test.env(variable("LINKER"), linker);
            steps.run(&name, test.env(variable("RUNNER"), format!("{emulator} -L /usr/{system}")));
        }
    }
}

/// A sanitizer needs a target by name, so that build scripts and macros are built without it.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The tests under sanitizers, which find reads beyond an allocation and races of threads.
pub(crate) fn sanitizers(steps: &mut Steps) {
    let library = format!("test --target {TARGET} --package hitmask --features parallel --no-fail-fast");
    for (sanitizer, line) in [
        // The kernels that use vector instructions, which Miri does not run. Counts of allocations would include the notice that the test
        // program prints after a minute.
        ("address", format!("{library} --tests -- --skip allocates_nothing")),
        // Code that runs on several threads. The sanitizer must see the locks of the standard library, so that is built with it, too.
        (
            "thread",
            format!(
                "{library} -Zbuild-std --test many_shapes --test two_shapes --test world -- broad_phase:: posed:: scripts::stories scripts::crowds crowd::"
            ),
        ),
        // Programs in C, with the library that is instrumented, too.
        // The lines of the guide link a program that is not instrumented.
        (
            "address",
            format!(
                "test --target {TARGET} --package hitmask-capi --test c -- --skip the_lines_of_the_guide"
            ),
        ),
    ] {
        let name = format!("-Zsanitizer={sanitizer}: {line}");
        let here = if cfg!(all(target_arch = "x86_64", target_os = "linux")) {
            Ok(())
        } else {
            Err("not written for this machine".to_owned())
        };
        if steps.can(&name, here.and_then(|()| has_toolchain("nightly", &["rust-src"]))) {
            let mut test = cargo_of("nightly", &line);
            test.env("CARGO_TARGET_DIR", crate::root().join(format!("target/sanitizer-{sanitizer}")));
            test.env("RUSTFLAGS", format!("-Zsanitizer={sanitizer}"));
            test.env("HITMASK_C_CALLS", "1000000");
            test.env("HITMASK_C_FLAGS", "-fsanitize=address,undefined -fno-sanitize-recover=all");
            let suppressions = crate::root().join("xtask/thread-sanitizer.supp");
            steps.run(&name, test.env("TSAN_OPTIONS", format!("suppressions={}", suppressions.display())));
        }
    }
}
