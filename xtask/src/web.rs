//! The npm package. `crates/hitmask-wasm/js/build.mjs` builds it, and `check.mjs` tests it.

use std::process::Command;

use crate::steps::Steps;
use crate::tools::{cargo_line, rustup, succeeds, tool};

const FOLDER: &str = "crates/hitmask-wasm/js";
/// The version that writes the book.
const MDBOOK: &str = "0.5.4";
const MANIFEST: &str = "crates/hitmask-wasm/Cargo.toml";

fn node(script: &str, option: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(format!("{FOLDER}/{script}")).args(Some(option).filter(|option| !option.is_empty()));
    command.current_dir(crate::root());
    command
}

/// Builds the package. Installs nothing but a target of rustup.
pub(crate) fn build(steps: &mut Steps, option: &str) -> bool {
    const NAME: &str = "the npm package";
    let new_enough = "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)";
    let node_is_there = succeeds(Command::new("node").args(["-e", new_enough]));
    let ready = if node_is_there { Ok(()) } else { Err("it needs Node 20 or later".to_owned()) };
    steps.can(NAME, ready.and_then(|()| rustup("target add wasm32-unknown-unknown")))
        && steps.run(NAME, &mut node("build.mjs", option))
}

/// The tests with a plain build that is compiled fast.
pub(crate) fn test(steps: &mut Steps) {
    if steps.can("the npm package", fetch()) && build(steps, "--quick") {
        steps.run("tests of the npm package", &mut node("check.mjs", "--quick"));
    }
}

/// What the quicker canvas libraries draw, with the build that `test` has left.
pub(crate) fn drawn(steps: &mut Steps) {
    if tools(steps, FOLDER, "playwright-core", &[]) {
        steps.run("what canvas libraries draw", &mut node("check.mjs", "--drawn"));
    }
}

/// Both builds, and everything that is checked of them.
pub(crate) fn check(steps: &mut Steps) {
    if package(steps) {
        steps.run("checks of the npm package", &mut node("check.mjs", ""));
    }
}

/// Both builds, and their times beside native ones, in Node and in Chromium. Fails if an answer differs.
pub(crate) fn bench(steps: &mut Steps) {
    if tools(steps, FOLDER, "publint", &[])
        && tools(steps, &format!("{FOLDER}/bench"), "phaser", &[])
        && build(steps, "")
    {
        steps.run(
            "the benchmark of the npm package",
            node("bench/run.mjs", "").env("CARGO_TARGET_DIR", crate::root().join("target/web/native")),
        );
    }
}

/// The package as it is published. Fetches what builds it.
pub(crate) fn package(steps: &mut Steps) -> bool {
    tools(steps, FOLDER, "publint", &[]) && build(steps, "")
}

/// The site: the playground, the guides as a book, and the references of four languages. It lands in target/site, and its links are checked.
pub(crate) fn site(steps: &mut Steps) {
    if package(steps) {
        pages(steps);
    }
}

/// The same where the npm package is built.
pub(crate) fn pages(steps: &mut Steps) {
    let doc = "doc --no-deps --all-features --package hitmask --package hitmask-assets";
    let options = ["--no-default-features", "--features", "search"];
    let Some(mdbook) = steps.check("mdBook", || tool("mdbook", MDBOOK, &options)) else { return };
    if steps.run("the reference of Rust", &mut cargo_line(doc)) {
        let mut site = Command::new("node");
        site.arg("docs/site/site.mjs").arg(mdbook).current_dir(crate::root());
        steps.run("the site, and its links", &mut site);
    }
}

/// Formatting and lints of the crate, which is a workspace of its own.
pub(crate) fn lint(steps: &mut Steps) {
    steps.run(
        "formatting of hitmask-wasm",
        &mut cargo_line(&format!("fmt --check --manifest-path {MANIFEST}")),
    );
    if steps.can("lints of hitmask-wasm", rustup("target add wasm32-unknown-unknown")) {
        for (name, part) in [("hitmask-wasm", ""), ("the core of hitmask-wasm", " --no-default-features")] {
            let target = "--lib --target wasm32-unknown-unknown -- -D warnings";
            let lints = format!("clippy --manifest-path {MANIFEST}{part} {target}");
            steps.run(
                &format!("lints of {name}"),
                cargo_line(&lints).env("CARGO_TARGET_DIR", crate::root().join("target/web")),
            );
        }
    }
}

/// What `test` needs from npm.
pub(crate) fn fetch() -> Result<(), String> {
    fetched(FOLDER, "typescript", &["--omit", "dev"])
}

fn tools(steps: &mut Steps, folder: &str, needed: &str, options: &[&str]) -> bool {
    steps.can("the npm package", fetched(folder, needed, options))
}

/// Fetches what a folder's package.json names from npm, if a needed one is missing, or if the file has changed since.
fn fetched(folder: &str, needed: &str, options: &[&str]) -> Result<(), String> {
    let folder = crate::root().join(folder);
    let changed = |file: &str| folder.join(file).metadata().and_then(|data| data.modified()).ok();
    let there = folder.join("node_modules").join(needed).exists()
        && changed("node_modules/.package-lock.json") >= changed("package.json");
    // A script, which Windows finds only by its whole name.
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.args(["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel", "error"])
        .args(options);
    let ready = there || succeeds(npm.current_dir(&folder));
    let why = || format!("npm could not install what {} names", folder.join("package.json").display());
    if ready { Ok(()) } else { Err(why()) }
}
