//! How a sprite is named: `FILE` or `FILE#FRAME`.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser};
use hitmask_assets::{printable, printable_path};
use serde::de::{Deserialize, Deserializer};

/// A sprite as the user names it: `FILE` or `FILE#FRAME`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SpriteName(OsString);

impl SpriteName {
    /// The file, and the frame if one is named.
    ///
    /// The whole name is the file if it exists. Otherwise the file is the longest part before a `#` that exists. A name that is not
    /// Unicode is a file.
    pub(crate) fn resolve(&self) -> (PathBuf, Option<&str>) {
        let whole = (PathBuf::from(&self.0), None);
        let Some(text) = self.0.to_str().filter(|_| !whole.0.exists()) else { return whole };
        let splits = || text.rmatch_indices('#').map(|(at, _)| (&text[..at], &text[at + 1..]));
        let existing = splits().find(|(file, _)| Path::new(file).exists());
        match existing.or_else(|| splits().next().filter(|(file, _)| !file.is_empty())) {
            Some((file, frame)) => (file.into(), Some(frame)),
            None => whole,
        }
    }

    /// All files that it may mean: which one it is depends on what exists.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let text = self.0.to_str().unwrap_or_default();
        let parts = text.match_indices('#').map(|(at, _)| &text[..at]).filter(|file| !file.is_empty());
        std::iter::once(Path::new(&self.0)).chain(parts.map(Path::new))
    }

    /// The memory of the text, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.0.len()
    }

    /// The file without its folders, and the frame: for pictures, which have little room.
    pub(crate) fn short(&self) -> String {
        let (path, frame) = self.resolve();
        let file = printable_path(path.file_name().unwrap_or(path.as_os_str())).to_string();
        frame.map_or_else(|| file.clone(), |frame| format!("{file}#{}", printable(frame)))
    }
}

impl SpriteName {
    /// The name as it is, for JSON, which escapes in its own way. Use [`Display`](fmt::Display) to print it.
    pub(crate) fn text(&self) -> String {
        self.0.to_string_lossy().into_owned()
    }
}

impl From<OsString> for SpriteName {
    fn from(text: OsString) -> Self {
        SpriteName(text)
    }
}

/// The name with everything escaped that a terminal may take for a command.
impl fmt::Display for SpriteName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        printable_path(&self.0).fmt(f)
    }
}

impl<'de> Deserialize<'de> for SpriteName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| SpriteName(text.into()))
    }
}

/// Reads FILE or FILE#FRAME from the command line.
pub(crate) fn sprite_name() -> impl TypedValueParser<Value = SpriteName> {
    OsStringValueParser::new().map(SpriteName::from)
}
