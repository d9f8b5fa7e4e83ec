//! Files on disk, and the paths that they name.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use crate::error::{Error, ErrorKind, Result};
use crate::limits::Budget;
use crate::within::inside;

/// The bytes of a file.
pub(crate) fn read_file(path: &Path, budget: &Budget) -> Result<Vec<u8>> {
    // Windows opens no folder.
    let refused = |error| if path.is_dir() { ErrorKind::IsFolder } else { ErrorKind::Io(error) };
    let file = File::open(path).map_err(refused)?;
    let metadata = file.metadata().map_err(ErrorKind::Io)?;
    if metadata.is_dir() {
        return Err(ErrorKind::IsFolder.into());
    }
    budget.check_file(metadata.len())?;
    // The length may have changed, and pipes have none. One byte beyond the limit is enough to know that the file is too long.
    let mut file = file.take(budget.max_file_bytes().saturating_add(1));
    let mut bytes = Vec::new();
    let mut room = metadata.len().saturating_add(1);
    loop {
        let _held = budget.hold(bytes.len() as u64 + room)?;
        let more = usize::try_from(room).map_err(|_| ErrorKind::OutOfMemory { bytes: room })?;
        bytes.try_reserve_exact(more).map_err(|_| ErrorKind::OutOfMemory { bytes: room })?;
        if file.by_ref().take(room).read_to_end(&mut bytes).map_err(ErrorKind::Io)? < more {
            break;
        }
        const STEPS: std::ops::RangeInclusive<u64> = 1 << 16..=1 << 24;
        room = (bytes.len() as u64).clamp(*STEPS.start(), *STEPS.end());
    }
    budget.check_file(bytes.len() as u64)?;
    Ok(bytes)
}

/// Where the picture is that the atlas at `atlas` calls `picture`. With `within`, the path has no links, and it leads into that folder.
///
/// # Errors
/// [`ErrorKind::OutsideFolder`] if it would lie outside. Nothing outside is looked at, so nothing is told about it.
pub(crate) fn beside(atlas: &Path, picture: &str, within: Option<&Path>) -> Result<PathBuf> {
    let folder = atlas.parent().unwrap_or(Path::new(""));
    let name = picture.rsplit(['/', '\\']).next().unwrap_or(picture);
    // On Windows `C:a.png` is no bare name.
    let bare = folder.join(Path::new(name).file_name().unwrap_or(name.as_ref()));
    let rooted =
        matches!(Path::new(picture).components().next(), Some(Component::Prefix(_) | Component::RootDir));
    let said = if rooted { bare.clone() } else { folder.join(picture) };
    let Some(within) = within else {
        return Ok(if said.exists() || !bare.exists() { said } else { bare });
    };
    let [real_said, real_bare] = [&said, &bare].map(|path| inside(path, within));
    let exists = |path: &Option<PathBuf>| path.as_ref().is_some_and(|path| path.exists());
    let found = if exists(&real_said) || !exists(&real_bare) { real_said } else { real_bare };
    let outside = || Error::from(ErrorKind::OutsideFolder { folder: within.to_path_buf() }).in_file(&said);
    found.ok_or_else(outside)
}

/// Reads the picture that the atlas at `atlas` calls `picture`: see [`beside`].
pub(crate) fn read_beside(
    atlas: &Path,
    picture: &str,
    within: Option<&Path>,
    budget: &Budget,
) -> Result<Vec<u8>> {
    read_named(&beside(atlas, picture, within)?, budget)
}

/// Reads a file whose path comes from a file. It may name a pipe or a device, and reading that might never end.
pub(crate) fn read_named(path: &Path, budget: &Budget) -> Result<Vec<u8>> {
    let regular = match path.metadata() {
        Ok(metadata) => metadata.is_file() || metadata.is_dir(),
        Err(_) => true,
    };
    let bytes = if regular {
        read_file(path, budget)
    } else {
        Err(ErrorKind::Io(io::Error::other("it is not a regular file")).into())
    };
    bytes.map_err(|error: Error| error.in_file(path))
}
