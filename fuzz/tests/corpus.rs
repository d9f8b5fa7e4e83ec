//! Runs every committed input through its target, and changed copies of it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use hitmask_fuzz::{TARGETS, Target, choose_no_threads, run};

/// How many changed copies of each input are tried.
const COPIES: u64 = 32;

/// The inputs in a folder, always in the same order.
fn inputs(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// Runs an input. If it fails, the test prints its bytes.
fn try_input(target: Target, name: &str, bytes: &[u8]) {
    struct Blame<'a>(&'a str, &'a [u8]);
    impl Drop for Blame<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("{} failed on {:?}", self.0, self.1);
            }
        }
    }
    let _blame = Blame(name, bytes);
    run(target, bytes);
}

/// A copy with a few bytes changed, left out or doubled.
fn changed(bytes: &[u8], state: &mut u64) -> Vec<u8> {
    let mut random = |below: usize| (hitmask_oracle::splitmix(state) % below.max(1) as u64) as usize;
    let mut copy = bytes.to_vec();
    for _ in 0..=random(4) {
        if copy.is_empty() {
            break;
        }
        let at = random(copy.len());
        let end = (at + 1 + random(8)).min(copy.len());
        match random(5) {
            0 => drop(copy.drain(at..end)),
            1 => copy.extend_from_within(at..end),
            2 => copy[at] ^= 1 << random(8),
            _ => copy[at] = random(256) as u8,
        }
    }
    copy
}

#[test]
fn every_input_passes() {
    choose_no_threads();
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    // `cargo xtask fuzz` replays what it found, too.
    let grown = std::env::var_os("HITMASK_FUZZ_GROWN").map(PathBuf::from);
    let mut count = 0;
    for (name, target) in TARGETS {
        let mut state = 0;
        for file in inputs(&committed.join(name)) {
            let bytes = fs::read(&file).expect("a readable file");
            try_input(*target, name, &bytes);
            for _ in 0..if grown.is_none() { COPIES } else { 0 } {
                try_input(*target, name, &changed(&bytes, &mut state));
            }
            count += 1;
        }
        let found = grown.iter().map(|grown| grown.join(name)).filter(|folder| folder.is_dir());
        for file in found.flat_map(|folder| inputs(&folder)) {
            try_input(*target, name, &fs::read(&file).expect("a readable file"));
        }
    }
    assert!(count > 100, "only {count} inputs");
}

#[test]
fn every_folder_has_a_target() {
    let folders = inputs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus"));
    let folders: BTreeSet<_> =
        folders.iter().filter_map(|folder| folder.file_name()?.to_str().map(str::to_owned)).collect();
    let names: BTreeSet<_> = TARGETS.iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(folders, names);
}
