//! The committed answers: files of questions and their answers that every language can replay.
//!
//! `assets/answers/README.md` describes the files. Each line is a question and its answer as JSON. [`replay`] reads the lines, asks
//! hitmask each question again and compares; [`check`] asks the oracle. [`bless`] makes the questions from fixed seeds and writes the
//! files.
//!
//! A kind of question is a file in `kinds`: the question's fields, the answer's fields, and how hitmask and the oracle answer it.

mod draft;
mod file;
mod kinds;
mod pictures;
mod shape;

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use hitmask_oracle::world::{Area, Pixel, Q16};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use file::{Fnv, lines};
pub use kinds::{Kind, kinds};
pub use pictures::Pictures;

/// A question of one kind, in the form of its file.
trait Question: Serialize + DeserializeOwned + Debug {
    /// The answer of hitmask.
    type Answer: Serialize + DeserializeOwned + PartialEq + Debug;
    /// The name of the file, without `.jsonl`.
    const FILE: &'static str;

    /// The questions that are asked.
    fn all(pictures: &Pictures) -> Vec<Self>;
    /// Asks hitmask.
    fn ask(&self, pictures: &Pictures) -> Self::Answer;
    /// Asks the oracle. Panics if its answer differs.
    fn check(&self, pictures: &Pictures, answer: &Self::Answer);
}

/// The folder of the committed answers.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/answers")
}

/// Makes all questions, answers them, and writes the files and their hash.
///
/// # Errors
/// If a file could not be written. The error names the file.
pub fn bless(folder: &Path) -> Result<(), String> {
    let pictures = Pictures::drawn();
    let mut files = vec![(pictures::FILE.to_owned(), pictures.to_lines())];
    for kind in kinds() {
        files.push((kind.file.to_owned(), (kind.write)(&pictures)));
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
