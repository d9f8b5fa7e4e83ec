//! Whether a file lies in a folder, with all links followed.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

/// Whether a path leads into a folder, or to it, after all links are followed. The file need not exist, and the answer does not tell whether
/// anything outside exists: a path that leaves the folder leads outside, whatever it leads to.
///
/// ```
/// use hitmask_assets::lies_within;
/// # let folder = std::env::temp_dir();
/// assert!(lies_within(folder.join("none.png"), &folder));
/// assert!(!lies_within(folder.join("../none.png"), &folder));
/// ```
///
/// What is inside may lead outside a moment later, if someone else changes the folder. Let nobody do so while files are read.
#[must_use]
pub fn lies_within(path: impl AsRef<Path>, folder: impl AsRef<Path>) -> bool {
    inside(path.as_ref(), folder.as_ref()).is_some()
}

/// The path without links, if it leads into a folder.
pub(crate) fn inside(path: &Path, folder: &Path) -> Option<PathBuf> {
    let folder = or_here(folder).canonicalize().ok()?;
    // What `..` leaves must lie on the way to the folder, or in it. Whether anything else exists is not told.
    let (mut left, mut is_named) = (PathBuf::new(), false);
    for part in path.components() {
        if part == Component::ParentDir && is_named {
            let at = real(&left)?;
            if !at.starts_with(&folder) && !folder.starts_with(&at) {
                return None;
            }
        }
        is_named |= matches!(part, Component::Normal(_));
        left.push(part);
    }
    real(path).filter(|path| path.starts_with(&folder))
}

/// Where a path leads. Folders and files at its end may be missing. None if something that is missing is a link or is left by `..`: what
/// that means is known only where it leads.
fn real(path: &Path) -> Option<PathBuf> {
    let mut missing: Vec<&OsStr> = Vec::new();
    let mut at = path;
    loop {
        if let Ok(real) = or_here(at).canonicalize() {
            return Some(missing.iter().rev().fold(real, |real, name| real.join(name)));
        }
        // A link that leads nowhere leads out, maybe.
        if at.symlink_metadata().is_ok_and(|found| found.file_type().is_symlink()) {
            return None;
        }
        missing.push(at.file_name()?);
        at = at.parent()?;
    }
}

/// The parent of a bare name is the current folder.
fn or_here(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

#[cfg(test)]
mod tests {
    use std::fs::create_dir;

    use super::lies_within;

    #[test]
    fn folders_outside_are_not_told() {
        let top = tempfile::tempdir().expect("a folder");
        let [levels, alice] = ["levels", "alice"].map(|name| top.path().join(name));
        create_dir(&levels).expect("a folder");
        let way_round = levels.join("../alice/../levels/ok.png");
        assert!(!lies_within(&way_round, &levels), "there is no such folder");
        create_dir(&alice).expect("a folder");
        assert!(!lies_within(&way_round, &levels), "there is one");
        create_dir(levels.join("in")).expect("a folder");
        for inside in ["../levels/ok.png", "in/../ok.png", "in/../../levels/ok.png", "./in/ok.png"] {
            assert!(lies_within(levels.join(inside), &levels), "{inside}");
        }
    }
}
