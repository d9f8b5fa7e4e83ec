//! `cargo xtask package`: the published crates as their users get them.

use std::path::PathBuf;

use crate::steps::Steps;
use crate::tools::cargo_line;

/// The crates that are published.
pub(crate) const PUBLISHED: [&str; 3] = ["hitmask", "hitmask-assets", "hitmask-cli"];

/// Packs the crates and builds what was packed. cargo lets the packages depend on each other as they were packed.
pub(crate) fn add(steps: &mut Steps) {
    // Uncommitted changes are packed as well: this checks the working tree. What was built before is in cargo's cache, so no step
    // asks the network.
    let packages = PUBLISHED.map(|package| format!(" --package {package}")).concat();
    let pack = format!(
        "package --locked --offline --allow-dirty --all-features{packages} --target-dir target/packed"
    );
    forget_earlier_packages("target/packed");
    let mut pack = cargo_line(&pack);
    // Nothing is run, so nothing need be optimised. A package does not see the workspace's profiles.
    pack.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
    steps.run("the published crates, packed and built", &mut pack);
}

/// Removes what an earlier run has built, and what it has unpacked into cargo's home. cargo looks at the version only, so it would take
/// those packages for these.
pub(crate) fn forget_earlier_packages(folder: &str) {
    let _ = std::fs::remove_dir_all(crate::root().join(folder));
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let Some(home) = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))) else { return };
    for registry in std::fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten() {
        // A registry in a folder has no host, so its name begins with the hyphen before its hash.
        if registry.file_name().as_encoded_bytes().starts_with(b"-") {
            for package in PUBLISHED {
                let unpacked = format!("{package}-{}", env!("CARGO_PKG_VERSION"));
                let _ = std::fs::remove_dir_all(registry.path().join(unpacked));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::process::Command;

    use super::*;
    use crate::examples::entries;
    use crate::tools::printed_by;

    fn folder_of(package: &str) -> PathBuf {
        crate::root().join("crates").join(package)
    }

    fn read(path: &Path) -> String {
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
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
            for key in [
                "description",
                "license",
                "keywords",
                "categories",
                "readme",
                "include",
                "repository",
                "homepage",
                "documentation",
            ] {
                let has =
                    |line: &str| line.strip_prefix(key).is_some_and(|rest| rest.starts_with([' ', '.']));
                assert!(manifest.lines().any(has), "{package}/Cargo.toml has no {key}");
            }
        }
    }

    /// Whoever publishes changes the address of the repository once.
    #[test]
    fn the_repository_is_named_in_one_place() {
        let manifest = read(&crate::root().join("Cargo.toml"));
        let address = manifest.lines().find_map(|line| line.strip_prefix("repository = \"https://"));
        let address =
            address.and_then(|rest| rest.strip_suffix('"')).expect("the workspace names its repository");
        let mut grep = Command::new("git");
        grep.args(["grep", "--files-with-matches", "--fixed-strings", address]).current_dir(crate::root());
        // A copy without git's own folder has nothing to ask.
        if let Ok(found) = printed_by(&mut grep) {
            assert_eq!(
                found, "Cargo.toml\n",
                "only Cargo.toml names {address}: the others take it from there"
            );
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
