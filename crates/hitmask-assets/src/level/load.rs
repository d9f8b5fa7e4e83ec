//! Reads levels from files or from memory, with the files that they name.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::model::LevelFile;
use super::parts::Parts;
use super::{ldtk, tiled};
use crate::error::{ErrorKind, Result};
use crate::file::{beside, read_beside, read_file};
use crate::limits::{Budget, Limits};
use crate::other;
use crate::text::without_mark;
use crate::{Format, Image};

/// How levels are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LevelOptions {
    /// How large the files may be, and how much they may cost to read. All files of a level together count as one.
    pub limits: Limits,
    /// The folder in which all files that a level names must lie. None allows every file that a relative path reaches.
    pub within: Option<PathBuf>,
}

/// Reads the levels of a file: a map of Tiled (`.tmx`, `.tmj`) or a project of LDtk (`.ldtk`). The format is found from the content.
///
/// # Files that a level names
/// Tile sets, templates, pictures and levels of their own are found as the pictures of an atlas are: see [`load`](crate::load). Set
/// [`LevelOptions::within`] if the file is a stranger's.
///
/// # Errors
/// [`ErrorKind`] lists them. The error names the file, and the layer and the cell if there are some: see [`ErrorKind::Level`].
pub fn load_levels(path: impl AsRef<Path>, options: &LevelOptions) -> Result<LevelFile> {
    let path = path.as_ref();
    let read = || {
        let budget = Budget::new(options.limits);
        let bytes = read_file(path, &budget)?;
        let _held = budget.hold(bytes.len() as u64)?;
        decode_within(&bytes, |name| read_beside(path, name, options.within.as_deref(), &budget), &budget)
    };
    read().map_err(|error| error.in_file(path))
}

/// Reads the levels of a file from memory. `read_file` returns the bytes of each file that the level names; its argument is the path from
/// the folder of the level, with `/` between folders.
///
/// # Errors
/// Those of [`load_levels`]. An error of `read_file` becomes the cause of an [`ErrorKind::LevelPart`].
pub fn decode_levels(
    bytes: &[u8],
    read_file: impl FnMut(&str) -> Result<Vec<u8>>,
    limits: &Limits,
) -> Result<LevelFile> {
    decode_within(bytes, read_file, &Budget::new(*limits))
}

/// The same with pictures that are known already, by name. They count as read. Returned are all that the levels show.
pub(crate) fn decode_levels_with(
    bytes: &[u8],
    read_file: impl FnMut(&str) -> Result<Vec<u8>>,
    limits: &Limits,
    images: HashMap<String, Image>,
) -> Result<(LevelFile, HashMap<String, Image>)> {
    let budget = Budget::new(*limits);
    for image in images.values() {
        budget.take_picture(image.width(), image.height())?;
    }
    let mut parts = Parts { read: read_file, images, sizes_only: false, budget: &budget };
    Ok((decode_parts(bytes, &mut parts)?, parts.images))
}

fn decode_within(
    bytes: &[u8],
    read_file: impl FnMut(&str) -> Result<Vec<u8>>,
    budget: &Budget,
) -> Result<LevelFile> {
    decode_parts(bytes, &mut Parts { read: read_file, images: HashMap::new(), sizes_only: false, budget })
}

fn decode_parts<R: FnMut(&str) -> Result<Vec<u8>>>(
    bytes: &[u8],
    parts: &mut Parts<'_, R>,
) -> Result<LevelFile> {
    parts.budget.take_file(bytes)?;
    let text = without_mark(bytes);
    match is_level(text) {
        Some(Format::Ldtk) => ldtk::decode(text, parts),
        Some(_) => tiled::decode(text, parts),
        None => Err(other::what(text).map_or(ErrorKind::NotALevel, ErrorKind::other).into()),
    }
}

/// The format of a file of levels, or nothing if it is none.
pub(crate) fn is_level(text: &[u8]) -> Option<Format> {
    let text = without_mark(text).trim_ascii_start();
    match text.first()? {
        b'<' => tiled::is_map(text).then_some(Format::Tiled),
        b'{' => tiled::json_kind(text),
        _ => None,
    }
}

/// The files that a level names, directly or through its tile sets and templates: the path from the folder of the level, and where the file
/// is. A program that watches files, or must not write over them, needs these.
///
/// # Errors
/// Those of [`load_levels`].
pub fn level_files(path: impl AsRef<Path>, options: &LevelOptions) -> Result<Vec<(String, PathBuf)>> {
    let path = path.as_ref();
    files_of(path, options).map_err(|error| error.in_file(path))
}

fn files_of(path: &Path, options: &LevelOptions) -> Result<Vec<(String, PathBuf)>> {
    let within = options.within.as_deref();
    let budget = Budget::new(options.limits);
    let mut names = Vec::new();
    let bytes = read_file(path, &budget)?;
    let _held = budget.hold(bytes.len() as u64)?;
    let read = |name: &str| {
        names.push((name.to_owned(), beside(path, name, within)?));
        read_beside(path, name, within, &budget)
    };
    // Only the names count, so the pixels of pictures are not unpacked.
    decode_parts(&bytes, &mut Parts { read, images: HashMap::new(), sizes_only: true, budget: &budget })?;
    Ok(names)
}
