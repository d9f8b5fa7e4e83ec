//! Steps that are not run again if no file has changed since they passed.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;

use crate::steps::Steps;
use crate::tools::printed_by;

/// Runs steps, unless every file of the repository is as it was when they passed, but for the tests of other crates, which they do not read.
/// The compilers, and variables such as `HITMASK_CASES`, must be the same, too.
pub(crate) fn unless_unchanged(steps: &mut Steps, name: &str, own: &str, run: impl FnOnce(&mut Steps)) {
    let passed = crate::root().join("target/passed").join(name.replace(' ', "-"));
    let now = fingerprint(own);
    if now.is_some() && std::fs::read_to_string(&passed).ok() == now {
        return steps.unchanged(name);
    }
    // What fails now must be run again, even if the change is taken back.
    let _ = std::fs::remove_file(&passed);
    let before = steps.faults();
    run(steps);
    if let Some(now) = now.filter(|_| steps.faults() == before) {
        let kept = std::fs::create_dir_all(crate::root().join("target/passed"));
        let _ = kept.and_then(|()| std::fs::write(passed, now));
    }
}

/// A hash of everything that the steps may read. None without git.
fn fingerprint(own: &str) -> Option<String> {
    let list = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
    let files = printed_by(Command::new("git").args(list).current_dir(crate::root())).ok()?;
    let is_read =
        |file: &&str| file.starts_with(own) || !(file.starts_with("crates/") && file.contains("/tests/"));
    let mut hasher = DefaultHasher::new();
    for file in files.split('\0').filter(is_read) {
        (file, std::fs::read(crate::root().join(file)).ok()).hash(&mut hasher);
    }
    for program in ["rustc", "python3", "node"] {
        printed_by(Command::new(program).arg("--version")).ok().hash(&mut hasher);
    }
    let variables =
        std::env::vars().filter(|(name, _)| name.starts_with("HITMASK_") || name.contains("FLAGS"));
    variables.for_each(|variable| variable.hash(&mut hasher));
    Some(hasher.finish().to_string())
}
