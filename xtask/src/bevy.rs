//! The plugin for Bevy: `cargo xtask bevy` lints and tests it with the Rust that Bevy needs.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use crate::examples::entries;
use crate::steps::Steps;
use crate::tools::{built, cargo, cargo_of, has_component, has_toolchain};

/// The `rust-version` in the crate's manifest.
const TOOLCHAIN: &str = "1.97.1";

/// The scenes that Bevy entities play in the tests: file, steps, and where the events of the program are kept.
const SCENES: [(&str, &str, &str); 2] = [
    ("crates/bevy_hitmask/tests/scenes/turning.toml", "120", "turning.jsonl"),
    ("scenes/race.toml", "240", "race.jsonl"),
];

/// All features, physics engines included. Tests and examples share one build of Bevy, besides that of CI.
const EVERYTHING: [&str; 2] = ["--locked", "--all-features"];

pub(crate) fn run(options: &[&str]) -> ExitCode {
    let mut steps = Steps::default();
    match options {
        [] => add_full(&mut steps),
        ["--plain"] => add_short(&mut steps),
        ["--bless"] => play_scenes(&mut steps, true),
        _ => {
            eprintln!("cargo xtask bevy takes no option but --plain and --bless");
            return ExitCode::from(2);
        }
    }
    steps.finish()
}

/// What CI has time for: the tests, in one program. Bevy's crates are built once.
pub(crate) fn add_short(steps: &mut Steps) {
    if let Err(why) = has_toolchain(TOOLCHAIN) {
        return steps.skip("the plugin for Bevy", &why);
    }
    play_scenes(steps, false);
    steps.run(
        "tests of the plugin for Bevy",
        &mut bevy(&["test", "--locked", "--features", "picking", "--lib", "--test", "headless"]),
    );
}

/// Formatting, lints, documentation, and the tests and examples with all features, physics engines included.
pub(crate) fn add_full(steps: &mut Steps) {
    let tools = has_component(TOOLCHAIN, "rustfmt").and_then(|()| has_component(TOOLCHAIN, "clippy"));
    if let Err(why) = tools {
        return steps.skip("the plugin for Bevy", &why);
    }
    play_scenes(steps, false);
    steps.run("formatting of the plugin for Bevy", &mut bevy(&["fmt", "--check"]));
    let lints = ["clippy", "--locked", "--all-features", "--all-targets", "--", "-D", "warnings"];
    steps.run("lints of the plugin for Bevy", &mut bevy(&lints));
    let bare = ["clippy", "--locked", "--no-default-features", "--lib", "--", "-D", "warnings"];
    steps.run("lints of the plugin for Bevy without features", &mut bevy(&bare));
    let mut docs = bevy(&["doc", "--locked", "--all-features", "--no-deps"]);
    steps.run("documentation of the plugin for Bevy", docs.env("RUSTDOCFLAGS", "-D warnings"));
    steps.run("tests of the plugin for Bevy", &mut bevy(&[&["test"][..], &EVERYTHING].concat()));
    for example in entries(&folder().join("examples")) {
        let Some(name) = example.file_stem().filter(|_| example.extension().is_some_and(|ext| ext == "rs"))
        else {
            continue;
        };
        let name = name.to_string_lossy();
        // It writes its picture where it is run.
        let out = crate::root().join("target/examples-out");
        let made = std::fs::create_dir_all(&out);
        let mut command = bevy(&[&["run", "--example", &name][..], &EVERYTHING].concat());
        if made.is_ok() {
            command.arg("--manifest-path").arg(folder().join("Cargo.toml")).current_dir(out);
        }
        steps.run(&format!("example {name} for Bevy"), &mut command);
    }
}

/// Compares the committed events of the scenes with those of the program, or renews them.
fn play_scenes(steps: &mut Steps, bless: bool) {
    // A build with the features of the workspace's tests, which have built this already.
    let build = ["test", "--quiet", "--workspace", "--test", "commands", "--no-run"];
    if !steps.run("building hitmask scene", &mut cargo(&build)) {
        return;
    }
    for (scene, count, events) in SCENES {
        let kept = folder().join("tests/scenes").join(events);
        let found = if bless { kept.clone() } else { crate::root().join("target").join(events) };
        let mut play = Command::new(built().join("hitmask"));
        play.args(["scene", scene, "--steps", count, "--events"]).arg(&found).current_dir(crate::root());
        if steps.run(&format!("the program plays {scene}"), &mut play) && !bless {
            steps.check(&format!("the committed events of {scene}"), || {
                let read = |path: &PathBuf| {
                    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
                };
                if read(&kept)? == read(&found)? {
                    Ok(())
                } else {
                    Err(format!(
                        "{} differs from {}: see cargo xtask bevy --bless",
                        kept.display(),
                        found.display()
                    ))
                }
            });
        }
    }
}

fn folder() -> PathBuf {
    crate::root().join("crates/bevy_hitmask")
}

/// `cargo` in the plugin's folder, with Bevy's toolchain and a folder for build outputs of its own.
fn bevy(args: &[&str]) -> Command {
    let mut command = cargo_of(TOOLCHAIN, args);
    command.current_dir(folder()).env("CARGO_TARGET_DIR", crate::root().join("target/bevy"));
    command
}
