//! The committed answers: files of questions and their answers that every language can replay.
//!
//! `assets/answers/README.md` describes the files. Each line is a question and its answer as JSON. [`replay`] reads the lines, asks
//! hitmask each question again and compares; [`check`] asks the oracle. [`bless`] answers the questions of the files again and writes the
//! files. A new question is a new line without an answer.
//!
//! A kind of question is a file in `kinds`: the question's fields, the answer's fields, and how hitmask and the oracle answer it.

mod file;
mod kinds;
mod pictures;
mod question;
mod shape;

use std::path::{Path, PathBuf};

pub use file::{Fnv, lines};
pub use kinds::{Kind, kinds};
pub use pictures::Pictures;

/// The folder of the committed answers.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/answers")
}

/// Answers the questions of all files again, and writes the files and their hash.
///
/// # Errors
/// If a file could not be written. The error names the file.
///
/// # Panics
/// If a line is damaged.
pub fn bless(folder: &Path) -> Result<(), String> {
    let drawn = lines(folder, pictures::FILE);
    let pictures = Pictures::from_lines(&drawn);
    let mut files = vec![(pictures::FILE.to_owned(), drawn)];
    for kind in kinds() {
        files.push((kind.file.to_owned(), (kind.renew)(&pictures, &lines(folder, kind.file))));
    }
    file::write(folder, &files)
}

/// Asks hitmask every question of a file again. Returns how many there are.
///
/// # Panics
/// If a line is damaged or its answer differs.
#[must_use]
pub fn replay(kind: &Kind, folder: &Path) -> usize {
    let pictures = Pictures::from_lines(&lines(folder, pictures::FILE));
    (kind.replay)(&pictures, &lines(folder, kind.file))
}

/// Asks the oracle every question of a file.
///
/// # Panics
/// If a line is damaged or its answer differs.
pub fn check(kind: &Kind, folder: &Path) {
    let pictures = Pictures::from_lines(&lines(folder, pictures::FILE));
    (kind.check)(&pictures, &lines(folder, kind.file));
}
