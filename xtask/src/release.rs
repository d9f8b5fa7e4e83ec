//! `cargo xtask release`: a dry run of the whole release, in its order. It stops at the first thing that is wrong, also at what is missing
//! on this machine: a release has no gaps. Nothing is published.

use std::process::Command;

use crate::steps::Steps;
use crate::tools::{cargo_line, has_program, has_subcommand, printed_by, read, tool_of};
use crate::{package, web, wheels};

/// The version that `.github/workflows/release.yml` was written by.
const DIST: &str = "0.34.0";

/// With `is_final`, what a person writes by hand must be written: then the tag can be pushed.
pub(crate) fn add(steps: &mut Steps, is_final: bool) {
    let parts: [fn(&mut Steps); 8] =
        [manifests, changelog, crates, archives, wheels::add, npm, debian, web::pages];
    steps.stop_at_first_fault();
    if is_final {
        steps.check("what a person writes", || written(&open_work()?));
    }
    for part in parts {
        // A part fetches its tools before it asks whether anything still runs.
        if steps.faults() == 0 {
            part(steps);
        }
    }
    if steps.faults() > 0 {
        return println!("\nThe release stopped there: mend this first. Nothing was published.");
    }
    match open_work() {
        Ok(open) if !open.is_empty() => {
            println!("\nA person does this before the tag:\n  {}", open.join("\n  "));
        }
        Ok(_) => println!("\nAll is ready: git tag --sign v{0} && git push origin v{0}", version()),
        Err(why) => println!("{why}"),
    }
}

fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

fn manifests(steps: &mut Steps) {
    steps.check("everything is committed, and says one version", || {
        let status =
            printed_by(Command::new("git").args(["status", "--porcelain"]).current_dir(crate::root()))?;
        if !status.is_empty() {
            return Err(format!("commit this first:\n{status}"));
        }
        let version = version();
        let minor = version.rsplit_once('.').map_or(version, |(minor, _)| minor);
        for (file, line) in [
            ("Cargo.toml", format!("version = \"{version}\"")),
            ("Cargo.toml", format!("hitmask = {{ path = \"crates/hitmask\", version = \"{version}\",")),
            (
                "Cargo.toml",
                format!("hitmask-assets = {{ path = \"crates/hitmask-assets\", version = \"{version}\" }}"),
            ),
            ("crates/bevy_hitmask/Cargo.toml", format!("version = \"{version}\"")),
            ("crates/hitmask-gpu/Cargo.toml", format!("version = \"{version}\"")),
            ("crates/hitmask-wasm/Cargo.toml", format!("version = \"{version}\"")),
            ("hosts/csharp/Hitmask/Hitmask.csproj", format!("    <Version>{version}</Version>")),
            ("CITATION.cff", format!("version: {version}")),
            ("crates/hitmask-capi/Cargo.toml", format!("name = \"libhitmask{minor}\"")),
            ("crates/hitmask-capi/Cargo.toml", format!("depends = \"libhitmask{minor} (= {version}-1)\"")),
        ] {
            let text = read(&crate::root().join(file))?;
            if !text.lines().any(|found| found.starts_with(&line)) {
                return Err(format!("{file} has no line `{line}`"));
            }
        }
        let header = read(&crate::root().join("crates/hitmask-capi/include/hitmask.h"))?;
        let part = |name: &str| {
            let start = format!("#define HITMASK_VERSION_{name} ");
            header.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_default().to_owned()
        };
        let in_c = ["MAJOR", "MINOR", "PATCH"].map(part).join(".");
        if in_c == version { Ok(()) } else { Err(format!("hitmask.h says version {in_c}, not {version}")) }
    });
}

/// What the page of the release says. dist finds a version only with nothing or a space behind it.
fn changelog(steps: &mut Steps) {
    steps.check("the changelog speaks of this version first", || {
        let text = read(&crate::root().join("CHANGELOG.md"))?;
        let first = text.lines().find(|line| line.starts_with("## ")).unwrap_or_default();
        let head = format!("## {}", version());
        if first.strip_prefix(&head).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')) {
            Ok(())
        } else {
            Err(format!("its first version is `{first}`, not `{head}` or `{head} - DATE`"))
        }
    });
}

/// In the order in which they depend on each other, which cargo knows.
fn crates(steps: &mut Steps) {
    package::forget_earlier_packages("target/package");
    steps.run(
        "crates: packed, built from their packages",
        &mut cargo_line("publish --workspace --dry-run --locked"),
    );
}

/// The program for this system, with the checksum and the installers. dist would else ask for every system of its list.
fn archives(steps: &mut Steps) {
    const NAME: &str = "the archive of the program";
    let host = printed_by(Command::new("rustc").arg("--print=host-tuple"));
    let dist = host.and_then(|host| Ok((tool_of("cargo-dist", "dist", DIST, &[])?, host)));
    let Some((dist, host)) = steps.has(NAME, dist) else { return };
    for (name, words) in [
        ("the workflow of the release is what dist writes", "generate --check"),
        (NAME, &format!("build --artifacts=local --target={}", host.trim())),
        ("checksums and installers", "build --artifacts=global"),
    ] {
        let mut command = Command::new(&dist);
        command.args(words.split(' ')).current_dir(crate::root());
        if !steps.run(name, &mut command) {
            return;
        }
    }
    steps.check("the page of the release has the changelog", || {
        let mut plan = Command::new(&dist);
        plan.args(["plan", "--output-format=json", "--tag"]).arg(format!("v{}", version()));
        let plan = printed_by(plan.current_dir(crate::root()))?;
        let has = plan.contains("\"announcement_changelog\": \"");
        if has { Ok(()) } else { Err("dist finds nothing of this version in CHANGELOG.md".to_owned()) }
    });
    steps.check("the checksums are right", || {
        let folder = crate::root().join("target/distrib");
        let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let sums = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|e| e == "sha256"));
        let sums: Vec<_> = sums.filter(|path| path.with_extension("").exists()).collect();
        if sums.is_empty() {
            return Err(format!("{} holds no checksum of an archive", folder.display()));
        }
        sums.iter().try_for_each(|sum| {
            printed_by(Command::new("sha256sum").arg("--check").arg(sum).current_dir(&folder)).map(drop)
        })
    });
}

fn npm(steps: &mut Steps) {
    if !web::package(steps) {
        return;
    }
    let package = crate::root().join("target/npm/hitmask");
    steps.check("npm would publish the package with a statement of where it was built", || {
        let manifest = read(&package.join("package.json"))?;
        for part in ["\"provenance\": true", &format!("\"version\": \"{}\"", version())] {
            if !manifest.contains(part) {
                return Err(format!("package.json of the npm package has no {part}"));
            }
        }
        printed_by(Command::new("npm").args(["publish", "--dry-run"]).current_dir(&package)).map(drop)
    });
}

fn debian(steps: &mut Steps) {
    const NAME: &str = "the Debian packages";
    let ready = has_program("dpkg", "install dpkg (Debian)")
        .and_then(|()| has_program("pkg-config", "install pkg-config (Debian)"))
        .and_then(|()| has_subcommand("deb"));
    if steps.can(NAME, ready) {
        steps.run(
            NAME,
            Command::new(crate::root().join("crates/hitmask-capi/tests/debian.sh"))
                .current_dir(crate::root()),
        );
    }
}

/// What still waits for a person: addresses, dates, sentences.
fn open_work() -> Result<Vec<String>, String> {
    let holds = |file: &str, text: &str| read(&crate::root().join(file)).map(|found| found.contains(text));
    let mut open = Vec::new();
    for (file, text, work) in [
        ("Cargo.toml", "/OWNER/", "name the owner of the repository in Cargo.toml, in place of OWNER"),
        ("Cargo.toml", "/OWNER.", "name the owner in the addresses of the site in Cargo.toml, too"),
        ("CHANGELOG.md", "not published yet", "name the date of this version in CHANGELOG.md"),
        ("README.md", "are not on crates.io", "README.md says that nothing is published yet"),
        (
            "README.md",
            "crates are not published yet",
            "README.md says how to use crates that are not published",
        ),
        (
            "crates/hitmask-cli/README.md",
            "not on crates.io",
            "the page of hitmask-cli says that it is not published",
        ),
        (
            "crates/hitmask-python/README.md",
            "in a copy of the repository",
            "the page on PyPI builds from the source",
        ),
        ("docs/python.md", "not on PyPI", "docs/python.md says that nothing is published yet"),
        ("docs/web.md", "not on npm", "docs/web.md says that nothing is published yet"),
        (".github/zizmor.yml", "unpinned-uses", "pin the actions by commit (docs/release.md)"),
    ] {
        if holds(file, text)? {
            open.push(work.to_owned());
        }
    }
    Ok(open)
}

fn written(open: &[String]) -> Result<(), String> {
    if open.is_empty() { Ok(()) } else { Err(open.join("\n")) }
}
