//! The files that go into a pack: found in folders, named by their paths, with the pictures of atlases.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use crate::error::{Error, ErrorKind, Result};
use crate::file::{beside, read_file};
use crate::limits::{Budget, Limits};
use crate::load::format;
use crate::text::without_mark;
use crate::within::inside;
use crate::{Format, LevelOptions, atlas, level};

/// A file that goes into a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PackSource {
    /// The name of the sprite in the pack.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// The pictures that it names, if it is an atlas, or all files that it names, if it is a level: the names, and the files.
    pub pictures: Vec<(String, PathBuf)>,
    /// Whether it was found in a folder.
    found: bool,
}

/// The sources of a pack, sorted by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources {
    by_name: BTreeMap<String, PackSource>,
    /// Files in folders that are no sprites, or pictures of an atlas.
    pub(super) skipped: Vec<PathBuf>,
}

impl Sources {
    /// Adds a file, or the sprites in a folder and in the folders in it.
    pub(super) fn add(&mut self, path: &Path, reading: &LevelOptions) -> Result<()> {
        if path.metadata().map_err(ErrorKind::Io).map_err(|error| Error::from(error).in_file(path))?.is_dir()
        {
            let mut errors = Vec::new();
            self.folder(path, "", reading, &mut errors);
            return ErrorKind::several(errors);
        }
        self.file(name_of(path), path, false, reading)
    }

    /// Adds the sprites in a folder, and the errors of those that cannot be read. `prefix` is empty or ends with a slash.
    fn folder(&mut self, folder: &Path, prefix: &str, reading: &LevelOptions, errors: &mut Vec<Error>) {
        let found = fs::read_dir(folder).and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
        let mut children = match found {
            Ok(children) => children,
            Err(error) => return errors.push(Error::from(ErrorKind::Io(error)).in_file(folder)),
        };
        children.sort_by_key(fs::DirEntry::file_name);
        for child in children {
            let path = child.path();
            let name = child.file_name();
            // Hidden files belong to tools.
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else {
                self.skipped.push(path);
                continue;
            };
            let name = format!("{prefix}{name}");
            if let Some(within) = &reading.within
                && inside(&path, within).is_none()
            {
                errors.push(Error::from(ErrorKind::OutsideFolder { folder: within.clone() }).in_file(&path));
                continue;
            }
            // A link to a folder might lead back here.
            if child.file_type().is_ok_and(|found| found.is_dir()) {
                self.folder(&path, &format!("{name}/"), reading, errors);
                continue;
            }
            match path.is_file().then(|| is_sprite(&path, reading.limits)).transpose() {
                Ok(Some(true)) => errors.extend(self.file(name, &path, true, reading).err()),
                Ok(_) => self.skipped.push(path),
                Err(error) => errors.push(error),
            }
        }
    }

    fn file(&mut self, name: String, path: &Path, found: bool, reading: &LevelOptions) -> Result<()> {
        let pictures = pictures_of(path, reading).map_err(|error| error.in_file(path))?;
        let source = PackSource { name: name.clone(), path: path.to_path_buf(), pictures, found };
        match self.by_name.insert(name.clone(), source) {
            Some(other) if other.path != path => {
                Err(ErrorKind::SameName { name, files: [other.path, path.to_path_buf()] }.into())
            }
            _ => Ok(()),
        }
    }

    /// Takes the pictures of atlases out, unless they were added by themselves: the atlas has their frames.
    pub(super) fn without_sheets(mut self) -> Sources {
        let canonical = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let sheets: HashSet<PathBuf> = self
            .by_name
            .values()
            .flat_map(|source| &source.pictures)
            .map(|(_, path)| canonical(path))
            .collect();
        let skipped = &mut self.skipped;
        self.by_name.retain(|_, source| {
            let is_sheet = source.found && sheets.contains(&canonical(&source.path));
            if is_sheet {
                skipped.push(source.path.clone());
            }
            !is_sheet
        });
        self
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &PackSource> {
        self.by_name.values()
    }
}

/// The name of a file that was named itself: its path as it was written, with `/` between folders. If the path is absolute or leads upwards,
/// the name of the file alone, because the path says nothing about the game.
fn name_of(path: &Path) -> String {
    let mut parts = Vec::new();
    for part in path.components() {
        match part {
            Component::Normal(part) => parts.push(part.to_string_lossy()),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                return path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            }
        }
    }
    parts.join("/")
}

/// Whether a file begins like a sprite of any format. What may be one but goes beyond the limits counts: reading it tells the limit.
fn is_sprite(path: &Path, limits: Limits) -> Result<bool> {
    // The beginning of a libGDX atlas may have headers.
    const BEGINNING: u64 = 4096;
    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(BEGINNING).read_to_end(&mut bytes))
        .map_err(|error| Error::from(ErrorKind::Io(error)).in_file(path))?;
    Ok(match Format::sniff(&bytes) {
        None => level::is_level(&bytes).is_some(),
        Some(Format::Pack | Format::Svg) => false,
        // Many files of JSON and XML are neither atlases nor levels.
        Some(format) if format.is_atlas() && format != Format::LibGdx => {
            let budget = Budget::new(limits);
            let text = read_file(path, &budget).map_err(|error| error.in_file(path))?;
            let _held = budget.hold(text.len() as u64)?;
            level::is_level(&text).is_some()
                || match atlas::pictures(without_mark(&text), &budget) {
                    Ok(_) => true,
                    Err(error) => {
                        !matches!(error.kind(), ErrorKind::NotAnAtlas { .. } | ErrorKind::Corrupt { .. })
                    }
                }
        }
        Some(_) => true,
    })
}

/// The pictures of an atlas, or the files of a level: the names that it gives them, and where they are. None of any other file. A program
/// that watches files, or must not write over them, needs these.
///
/// # Errors
/// Those of [`load`](crate::load) and [`load_levels`](crate::load_levels).
pub fn named_files(path: impl AsRef<Path>, options: &LevelOptions) -> Result<Vec<(String, PathBuf)>> {
    let path = path.as_ref();
    pictures_of(path, options).map_err(|error| error.in_file(path))
}

fn pictures_of(path: &Path, reading: &LevelOptions) -> Result<Vec<(String, PathBuf)>> {
    let budget = Budget::new(reading.limits);
    let bytes = read_file(path, &budget)?;
    let _held = budget.hold(bytes.len() as u64)?;
    Ok(match format(&bytes) {
        Some(Format::Tiled | Format::Ldtk) => level::level_files(path, reading)?,
        Some(format) if format.is_atlas() => {
            let names = atlas::pictures(without_mark(&bytes), &budget)?;
            let within = reading.within.as_deref();
            let place = |name: String| match beside(path, &name, within) {
                Ok(path) => Ok((name, path)),
                Err(error) => Err(ErrorKind::AtlasPicture { picture: name, error }),
            };
            names.into_iter().map(place).collect::<Result<_, _>>()?
        }
        _ => Vec::new(),
    })
}
