//! `cargo xtask package`: the published crates as their users get them, built and tested outside the repository.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::steps::Steps;
use crate::tools::cargo;

/// The crates that are published.
pub(crate) const PUBLISHED: [&str; 3] = ["hitmask", "hitmask-assets", "hitmask-cli"];

pub(crate) fn run() -> ExitCode {
    let mut steps = Steps::default();
    add(&mut steps);
    steps.finish()
}

/// Packs the crates, unpacks them into a folder outside the repository, and builds and tests them there.
pub(crate) fn add(steps: &mut Steps) {
    if !steps.run("packing the published crates", &mut pack()) {
        return;
    }
    let Some(outside) = steps.check("unpacking the crates outside the repository", Outside::unpack) else {
        return;
    };
    // The first command removes entries from Cargo.lock that only the repository needs. The other commands must find the file complete.
    let builds = [
        ("the packages build", "build --workspace --lib --bins --examples --all-features"),
        ("the packages' doc tests", "test --workspace --doc --all-features --locked"),
        (
            "the packages' documentation",
            "doc --package hitmask --package hitmask-assets --no-deps --all-features --locked",
        ),
    ];
    for (name, words) in builds {
        let args: Vec<&str> = words.split(' ').collect();
        if !steps.run(&format!("outside the repository: {name}"), &mut outside.cargo(&args)) {
            // The rest would fail for the same reason.
            return;
        }
    }
    // A picture touches itself, so the exit status is 0.
    let picture = crate::root().join("assets/bee.png");
    let check =
        ["run", "--package", "hitmask-cli", "--all-features", "--locked", "--", "check", "--at", "1,1"];
    steps.run(
        "outside the repository: the packed program runs",
        outside.cargo(&check).arg(&picture).arg(&picture),
    );
}

/// Packs the crates.
fn pack() -> Command {
    // Uncommitted changes are packed as well: this checks the working tree. What was built before is in cargo's cache, so no step
    // asks the network.
    let mut pack = cargo(&["package", "--locked", "--offline", "--no-verify", "--allow-dirty"]);
    for package in PUBLISHED {
        pack.args(["--package", package]);
    }
    // Otherwise `CARGO_TARGET_DIR` may lead elsewhere.
    pack.arg("--target-dir").arg(crate::root().join("target"));
    pack
}

/// The folder of the packed crates.
fn packages() -> PathBuf {
    crate::root().join("target/package")
}

/// A folder outside the repository with a workspace of the unpacked crates. It is removed when the value is dropped.
struct Outside(PathBuf);

impl Outside {
    fn unpack() -> Result<Outside, String> {
        let outside = Outside(std::env::temp_dir().join(format!("hitmask-packages-{}", std::process::id())));
        let folder = &outside.0;
        let root = crate::root();
        let explain = |what: &Path, error: std::io::Error| format!("{}: {error}", what.display());
        std::fs::create_dir_all(folder).map_err(|error| explain(folder, error))?;
        let (mut members, mut patches) = (String::new(), String::new());
        for package in PUBLISHED {
            let manifest = root.join("crates").join(package).join("Cargo.toml");
            let version = version_of(package)?;
            let name = format!("{package}-{version}");
            let file = packages().join(format!("{name}.crate"));
            // With `-m` the files get the present time. All packed files have the same old time, so cargo would miss a change.
            let unpacked = Command::new("tar").arg("-xzmf").arg(&file).arg("-C").arg(folder).status();
            if !unpacked.is_ok_and(|status| status.success()) {
                return Err(format!(
                    "tar could not unpack {}, made of {}",
                    file.display(),
                    manifest.display()
                ));
            }
            write!(members, "\"{name}\", ").expect("a string takes everything");
            writeln!(patches, "{package} = {{ path = \"{name}\" }}").expect("a string takes everything");
        }
        // The packages depend on published versions of each other. The patch replaces these by the unpacked ones.
        let workspace =
            format!("[workspace]\nresolver = \"3\"\nmembers = [{members}]\n\n[patch.crates-io]\n{patches}");
        let manifest = folder.join("Cargo.toml");
        std::fs::write(&manifest, workspace).map_err(|error| explain(&manifest, error))?;
        let lock = folder.join("Cargo.lock");
        std::fs::copy(root.join("Cargo.lock"), &lock).map_err(|error| explain(&lock, error))?;
        Ok(outside)
    }

    /// `cargo` in the folder. It builds into the repository's `target`, so that the next run is fast.
    fn cargo(&self, args: &[&str]) -> Command {
        let mut command = cargo(&[&args[..1], &["--offline"], &args[1..]].concat());
        command.current_dir(&self.0).env("CARGO_TARGET_DIR", crate::root().join("target/packages"));
        command.env("RUSTDOCFLAGS", "-D warnings");
        command
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        // If the folder cannot be removed from the system's temporary folder, that does no harm.
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// The version of a package, by cargo.
fn version_of(package: &str) -> Result<String, String> {
    let output =
        cargo(&["pkgid", "--offline", "--package", package]).output().map_err(|error| error.to_string())?;
    let id = String::from_utf8_lossy(&output.stdout);
    // The end of an id is `#0.1.0` or, when the folder has another name, `#name@0.1.0`.
    let version = id.trim().rsplit(['#', '@']).next().unwrap_or_default();
    if output.status.success() && !version.is_empty() {
        Ok(version.to_owned())
    } else {
        Err(format!("cargo pkgid gives no version of {package}: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::entries;

    fn folder_of(package: &str) -> PathBuf {
        crate::root().join("crates").join(package)
    }

    fn read(path: &Path) -> String {
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Otherwise an old package would be tested, or none.
    #[test]
    fn packages_are_written_where_they_are_looked_for() {
        let (pack, packages) = (pack(), packages());
        let target = pack.get_args().skip_while(|arg| *arg != "--target-dir").nth(1).map(Path::new);
        assert_eq!(target, packages.parent());
    }

    #[test]
    fn every_package_has_the_licences() {
        for package in PUBLISHED {
            for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
                let copy = read(&folder_of(package).join(licence));
                assert_eq!(copy, read(&crate::root().join(licence)), "{package}/{licence} is no copy");
            }
        }
    }

    #[test]
    fn every_manifest_has_what_a_package_page_shows() {
        for package in PUBLISHED {
            let manifest = read(&folder_of(package).join("Cargo.toml"));
            for key in ["description", "license", "keywords", "categories", "readme", "include"] {
                let has =
                    |line: &str| line.strip_prefix(key).is_some_and(|rest| rest.starts_with([' ', '.']));
                assert!(manifest.lines().any(has), "{package}/Cargo.toml has no {key}");
            }
        }
    }

    #[test]
    fn only_the_published_crates_are_publishable() {
        let mut names = Vec::new();
        for folder in entries(&crate::root().join("crates")) {
            let Ok(manifest) = std::fs::read_to_string(folder.join("Cargo.toml")) else { continue };
            if !manifest.lines().any(|line| line == "publish = false") {
                names.push(folder.file_name().unwrap_or_default().to_string_lossy().into_owned());
            }
        }
        assert_eq!(names, PUBLISHED, "a crate that is not published says `publish = false`");
    }

    /// The targets of Markdown links that leave the package's page: neither web addresses nor places on the same page. A target with `::`
    /// or a single word is an item of the library; rustdoc checks those.
    fn links_into_files(page: &str) -> Vec<&str> {
        let targets = page.split("](").skip(1).filter_map(|rest| rest.split([')', '\n']).next());
        let is_file = |target: &&str| {
            let address = target.starts_with('#') || target.contains("://");
            let item = target.contains("::");
            !address && !item && target.contains(['/', '.'])
        };
        targets.filter(is_file).collect()
    }

    #[test]
    fn links_into_files_are_told_from_others() {
        let page = "[a](docs/a.md) [b](#b) [c](Mask::cast) [d](crate::Mask) ![e](../e.png) [f](LICENSE.txt) \
                    [g](https://example.org/g) [h](Outline) a[i](j, k)";
        assert_eq!(links_into_files(page), ["docs/a.md", "../e.png", "LICENSE.txt"]);
    }

    /// A package's page and its documentation are shown without the other files, so a link to another file would be broken.
    #[test]
    fn pages_of_packages_link_no_files() {
        for package in PUBLISHED {
            let readme = read(&folder_of(package).join("README.md"));
            assert_eq!(links_into_files(&readme), [""; 0], "{package}/README.md");
            let mut folders = vec![folder_of(package).join("src")];
            while let Some(folder) = folders.pop() {
                for path in entries(&folder) {
                    if path.is_dir() {
                        folders.push(path);
                        continue;
                    }
                    let source = read(&path);
                    let is_doc = |line: &&str| line.trim_start().starts_with("//");
                    let docs: Vec<&str> = source.lines().filter(is_doc).collect();
                    assert_eq!(links_into_files(&docs.join("\n")), [""; 0], "{}", path.display());
                }
            }
        }
    }
}
