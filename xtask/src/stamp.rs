//! Steps and test programs that are not run again if nothing that they read has changed since they passed.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use crate::steps::Steps;
use crate::tools::{built, printed_by};

/// Runs steps, unless every file of the repository is as it was when they passed, but for the tests of other crates, which they do not read.
/// The compilers, and variables such as `HITMASK_CASES`, must be the same, too.
pub(crate) fn unless_unchanged(steps: &mut Steps, name: &str, own: &str, run: impl FnOnce(&mut Steps)) {
    let now = fingerprint(|file| {
        file.starts_with(own) || !(file.starts_with("crates/") && file.contains("/tests/"))
    });
    let passed = Passed::new(&name.replace(' ', "-"), now);
    if passed.is_same() {
        return steps.unchanged(name);
    }
    passed.forget();
    let before = steps.faults();
    run(steps);
    if steps.faults() == before {
        passed.keep();
    }
}

/// The variable with the hash of all files that are not compiled, for the command below.
const FILES: &str = "XTASK_FILES";

/// Lets `cargo test` run each test program by the command below.
pub(crate) fn only_changed_programs(tests: &mut Command) {
    let program = crate::ITSELF.display();
    tests.args(["--config", &format!("target.'cfg(all())'.runner = ['{program}', '{RUN}']")]);
    tests.env(FILES, fingerprint(|file| !file.ends_with(".rs")).unwrap_or_default());
}

/// The name of this command.
pub(crate) const RUN: &str = "run-if-changed";

/// Runs a test program that cargo has built, unless it has passed with the same bytes, options and files. An incremental build of a changed
/// library leaves those programs as they were that have nothing of what changed.
pub(crate) fn run_if_changed(program: &str, options: &[String]) -> ExitCode {
    let passed = Passed::new(&format!("programs/{}", name_of(program)), of_program(program, options));
    if passed.is_same() {
        println!("    unchanged since it passed");
        return ExitCode::SUCCESS;
    }
    passed.forget();
    match Command::new(program).args(options).status() {
        Ok(status) if status.success() => passed.keep(),
        Ok(status) => {
            eprintln!("{program}: {status}");
            return u8::try_from(status.code().unwrap_or(1)).map_or(ExitCode::FAILURE, ExitCode::from);
        }
        Err(error) => {
            eprintln!("{program}: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn name_of(program: &str) -> String {
    Path::new(program).file_name().unwrap_or_default().display().to_string()
}

/// A hash of what decides about the result of a test program. None if it is no such program, or reads what is not hashed.
fn of_program(program: &str, options: &[String]) -> Option<u64> {
    let files = std::env::var(FILES).ok().filter(|files| !files.is_empty())?;
    let deps = built().join("deps");
    // The programs of doc tests lie elsewhere, and have other names each time.
    if Path::new(program).parent()? != deps {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    (files, options, std::fs::read(program).ok()?).hash(&mut hasher);
    match &*std::env::var("CARGO_PKG_NAME").ok()? {
        // The one reads the source, the other uses whatever compilers there are.
        "xtask" | "hitmask-capi" => return None,
        // They run the program.
        "hitmask-cli" | "hitmask-pages" => {
            let hitmask = built().join(format!("hitmask{}", std::env::consts::EXE_SUFFIX));
            std::fs::read(hitmask).ok()?.hash(&mut hasher);
        }
        _ => {}
    }
    Some(hasher.finish())
}

/// What is known of the last time that something passed.
struct Passed {
    file: PathBuf,
    now: Option<String>,
}

impl Passed {
    fn new(name: &str, now: Option<impl ToString>) -> Passed {
        Passed { file: crate::root().join("target/passed").join(name), now: now.map(|now| now.to_string()) }
    }

    fn is_same(&self) -> bool {
        self.now.is_some() && std::fs::read_to_string(&self.file).ok() == self.now
    }

    /// What fails now must be run again, even if the change is taken back.
    fn forget(&self) {
        let _ = std::fs::remove_file(&self.file);
    }

    fn keep(&self) {
        if let (Some(now), Some(folder)) = (&self.now, self.file.parent()) {
            let _ = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&self.file, now));
        }
    }
}

/// A hash of these files, of the compilers, of the processor's instruction sets, which choose the kernels, and of variables. None without git.
fn fingerprint(is_read: impl Fn(&str) -> bool) -> Option<String> {
    let list = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
    let files = printed_by(Command::new("git").args(list).current_dir(crate::root())).ok()?;
    if files.is_empty() {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    for file in files.split('\0').filter(|file| is_read(file)) {
        (file, std::fs::read(crate::root().join(file)).ok()).hash(&mut hasher);
    }
    for program in ["rustc", "gcc", "python3", "node"] {
        printed_by(Command::new(program).arg("--version")).ok().hash(&mut hasher);
    }
    let processor = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    processor.lines().find(|line| line.starts_with("flags")).hash(&mut hasher);
    let decides = |name: &str| {
        ["HITMASK_", "RAYON_"].iter().any(|start| name.starts_with(start)) || name.contains("FLAGS")
    };
    let variables = std::env::vars().filter(|(name, _)| decides(name));
    variables.for_each(|variable| variable.hash(&mut hasher));
    Some(hasher.finish().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_passed_with_the_same_is_unchanged() {
        let of = |now: Option<u64>| Passed::new("a-test-of-xtask", now);
        of(Some(7)).forget();
        assert!(!of(Some(7)).is_same());
        of(Some(7)).keep();
        assert!(of(Some(7)).is_same());
        assert!(!of(Some(8)).is_same());
        // What cannot be known runs again, and leaves nothing.
        assert!(!of(None).is_same());
        of(Some(7)).forget();
        of(None).keep();
        assert!(!of(Some(7)).is_same());
    }

    #[test]
    fn a_program_that_fails_stays_changed() {
        let fails = ["-c".to_owned(), "exit 3".to_owned()];
        for _ in 0..2 {
            let code = run_if_changed("sh", &fails);
            assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::from(3)));
        }
    }
}
