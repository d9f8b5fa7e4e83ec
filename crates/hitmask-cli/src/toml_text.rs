//! Texts in TOML, which users write: scenes, and what goes into a pack. Faults name the line and the key.

use std::io::{self, Read as _};
use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};

use crate::error::Error;
use crate::files;

/// The greatest length of a file, in bytes.
const LONGEST_FILE: u64 = 16 << 20;

/// What is wrong with a text, and where.
#[derive(Debug)]
pub(crate) struct TomlFault {
    /// From 1.
    pub(crate) line: Option<usize>,
    pub(crate) why: String,
}

/// Reads a text. Unknown keys are faults if the type denies them.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, TomlFault> {
    toml::from_str(text).map_err(|error| {
        let why = error.message().lines().collect::<Vec<_>>().join(" ");
        match error.span() {
            None => TomlFault { line: None, why },
            Some(span) => TomlFault::at(text, &span, why),
        }
    })
}

/// The text of a file, without a byte order mark.
pub(crate) fn read(path: &Path) -> Result<String, Error> {
    let text = read_utf8(path).map_err(|source| Error::read(path, source))?;
    Ok(text.strip_prefix('\u{FEFF}').map(str::to_owned).unwrap_or(text))
}

fn read_utf8(path: &Path) -> io::Result<String> {
    let file = files::open(path)?;
    let mut bytes = Vec::new();
    file.take(LONGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_FILE {
        return Err(io::Error::other(format!(
            "it is longer than {LONGEST_FILE} bytes: no such file is that long"
        )));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))
}

impl TomlFault {
    /// The error that names the file.
    pub(crate) fn in_file(self, path: &Path) -> Error {
        Error::Toml { file: path.into(), line: self.line, why: self.why }
    }

    /// A fault at a place in the text. It names the key if the place is in a value.
    pub(crate) fn at(text: &str, span: &Range<usize>, why: impl Into<String>) -> Self {
        let before = text.as_bytes().iter().take(span.start);
        let line = Some(1 + before.filter(|&&byte| byte == b'\n').count());
        let why = why.into();
        let why = match DeTable::parse(text).ok().and_then(|table| key_around(table.get_ref(), span.start)) {
            Some(key) => format!("{key}: {why}"),
            None => why,
        };
        TomlFault { line, why }
    }
}

/// The innermost key whose value contains a place of the text.
fn key_around(table: &DeTable<'_>, place: usize) -> Option<String> {
    table.iter().find_map(|(key, value)| match value.get_ref() {
        DeValue::Table(inner) => key_around(inner, place),
        DeValue::Array(items) if items.iter().any(|item| item.get_ref().is_table()) => {
            items.iter().find_map(|item| match item.get_ref() {
                DeValue::Table(inner) => key_around(inner, place),
                _ => None,
            })
        }
        _ => value.span().contains(&place).then(|| key.get_ref().to_string()),
    })
}
