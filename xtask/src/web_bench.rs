//! The benchmark of the npm package: the same scenes natively, in Node and in Chromium, beside what games do without it. Prints a table.

use std::process::{Command, ExitCode};

use crate::steps::Steps;
use crate::tools::{cargo, has_packages};

const FOLDER: &str = "crates/hitmask-wasm/js/bench";

/// The package must have been built, with both builds.
pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    let (folder, rivals) = (crate::root().join(FOLDER), crate::root().join("target/web/rivals"));
    let copied = steps.check("what it is measured against", || {
        std::fs::create_dir_all(&rivals).map_err(|error| error.to_string())?;
        std::fs::copy(folder.join("package.json"), rivals.join("package.json"))
            .map_err(|error| error.to_string())
    });
    let mut install = Command::new("npm");
    install.args(["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel", "error"]);
    if copied.is_none() || !steps.run("rivals from npm", install.current_dir(&rivals)) {
        return steps.finish();
    }
    let manifest = crate::root().join("crates/hitmask-wasm/Cargo.toml");
    let mut native =
        cargo(&["run", "--profile", "native", "--locked", "--example", "native", "--manifest-path"]);
    native.arg(manifest).env("CARGO_TARGET_DIR", crate::root().join("target/web/native"));
    let mut jobs = vec![("native", native)];
    for (name, build) in [("Node, simd", "simd"), ("Node, plain", "plain")] {
        let mut node = Command::new("node");
        node.arg(folder.join("node.mjs")).arg(&rivals).arg(build);
        jobs.push((name, node));
    }
    match has_packages(&["chromium"], &["chromium"]) {
        Ok(()) => {
            let mut browser = Command::new("node");
            browser.arg(folder.join("browser.mjs")).arg(&rivals);
            jobs.push(("Chromium", browser));
        }
        Err(why) => steps.skip("Chromium", &why),
    }
    // One after another: two at a time would disturb each other.
    let mut table = Vec::new();
    for (name, mut job) in jobs {
        let printed = steps.check(name, || {
            let output = job.current_dir(crate::root()).output().map_err(|error| error.to_string())?;
            let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            if output.status.success() { Ok(shown(&output.stdout)) } else { Err(shown(&output.stderr)) }
        });
        table.extend(printed.map(|printed| (name, printed)));
    }
    println!("\nnanoseconds for each; the answers of a scene must be equal\n");
    for (name, printed) in &table {
        println!("{name}\n{printed}");
    }
    steps.check("equal answers", || equal(&table));
    steps.finish()
}

/// Whether each scene has the same answer wherever it was measured.
fn equal(table: &[(&str, String)]) -> Result<(), String> {
    let mut known = std::collections::HashMap::new();
    for (place, printed) in table {
        for line in printed.lines() {
            let part = |from: &str| {
                line.split_once(from).map(|(_, rest)| rest.split([',', '}', '"']).next().unwrap_or(rest))
            };
            let (Some(name), Some(answer)) = (part("\"name\":\""), part("\"answer\":")) else {
                return Err(format!("{place} has printed {line:?}"));
            };
            let first = *known.entry(name.to_owned()).or_insert(answer);
            if first != answer {
                return Err(format!("{name}: {first} and {answer}, the latter in {place}"));
            }
        }
    }
    if known.is_empty() { Err("nothing was measured".to_owned()) } else { Ok(()) }
}
