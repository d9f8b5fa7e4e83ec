//! From a path or bytes to a sprite: limits, format, grid.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use crate::error::{Error, ErrorKind, Result};
use crate::limits::{Budget, Limits, reserved};
use crate::sprite::{Frame, Sprite};
use crate::{Image, aseprite, atlas, gif, png, webp};

/// How a file is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// What a file may ask for.
    pub limits: Limits,
    /// Cuts a plain picture into cells of this width and height, row by row from the top left; what is left over at
    /// the right and the bottom is no frame. Ignored for files that bring frames of their own: atlases, Aseprite files
    /// and animations.
    pub grid: Option<(u32, u32)>,
}

/// The kinds of files that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Portable Network Graphics; of an animated one the default picture alone.
    Png,
    /// Graphics Interchange Format, every frame.
    Gif,
    /// WebP, every frame.
    WebP,
    /// A JSON atlas as written by TexturePacker (hash or array) or Aseprite.
    Atlas,
    /// Aseprite's own format (`.ase`, `.aseprite`).
    Aseprite,
}

impl Format {
    /// The format that the first bytes announce. Names of files play no part.
    ///
    /// ```
    /// use hitmask_assets::Format;
    ///
    /// assert_eq!(Format::sniff(b"GIF89a"), Some(Format::Gif));
    /// assert_eq!(Format::sniff(b" { \"frames\": {} }"), Some(Format::Atlas));
    /// assert_eq!(Format::sniff(b"BM"), None);
    /// ```
    #[must_use]
    pub fn sniff(bytes: &[u8]) -> Option<Format> {
        match bytes {
            [0x89, b'P', b'N', b'G', ..] => Some(Format::Png),
            [b'G', b'I', b'F', b'8', ..] => Some(Format::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Format::WebP),
            [_, _, _, _, 0xE0, 0xA5, ..] => Some(Format::Aseprite),
            _ => {
                let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).trim_ascii_start();
                matches!(text.first(), Some(b'{' | b'[')).then_some(Format::Atlas)
            }
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Png => "PNG",
            Format::Gif => "GIF",
            Format::WebP => "WebP",
            Format::Atlas => "JSON atlas",
            Format::Aseprite => "Aseprite file",
        })
    }
}

/// Some editors write it before JSON.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Reads a file.
///
/// The pictures of a JSON atlas are looked for where it says, relative to its own folder, and then under their bare
/// name in that folder (exports often keep a path of the machine they were made on).
///
/// # Errors
/// [`ErrorKind`] lists them; the error names the file.
pub fn load(path: impl AsRef<Path>, options: &Options) -> Result<Sprite> {
    let path = path.as_ref();
    let read = || {
        let bytes = read_file(path, options.limits)?;
        match Format::sniff(&bytes) {
            Some(Format::Atlas) => {
                decode_atlas(&bytes, |picture| read_beside(path, picture, options.limits), options)
            }
            _ => decode(&bytes, options),
        }
    };
    read().map_err(|error| error.in_file(path))
}

/// Reads a file that lies in memory.
///
/// # Errors
/// As [`load`]; a JSON atlas is [`ErrorKind::AtlasWithoutFolder`], [`decode_atlas`] reads it.
pub fn decode(bytes: &[u8], options: &Options) -> Result<Sprite> {
    let mut budget = Budget::new(options.limits);
    budget.check_file(bytes.len() as u64)?;
    let sprite = match Format::sniff(bytes) {
        Some(Format::Png) => Sprite::single(Format::Png, png::decode(bytes, &mut budget)?),
        Some(Format::Gif) => gif::decode(bytes, &mut budget)?,
        Some(Format::WebP) => webp::decode(bytes, &mut budget)?,
        Some(Format::Aseprite) => aseprite::decode(bytes, &mut budget)?,
        Some(Format::Atlas) => return Err(ErrorKind::AtlasWithoutFolder.into()),
        None if bytes.is_empty() => return Err(ErrorKind::Empty.into()),
        None => {
            return Err(ErrorKind::UnknownFormat { start: bytes[..bytes.len().min(8)].to_vec() }.into());
        }
    };
    match (options.grid, sprite.format, &sprite.frames[..]) {
        (Some(cell), Format::Png | Format::Gif | Format::WebP, [sheet]) => {
            let frames = cut_grid(&sheet.image, cell, &budget)?;
            Ok(Sprite { frames, ..sprite })
        }
        _ => Ok(sprite),
    }
}

/// Reads a JSON atlas that lies in memory; `read_picture` is asked for the bytes of each picture that it names.
///
/// # Errors
/// As [`load`]. What `read_picture` returns as an error becomes the cause of an [`ErrorKind::AtlasPicture`].
pub fn decode_atlas(
    json: &[u8],
    mut read_picture: impl FnMut(&str) -> Result<Vec<u8>>,
    options: &Options,
) -> Result<Sprite> {
    let mut budget = Budget::new(options.limits);
    budget.check_file(json.len() as u64)?;
    let json = json.strip_prefix(BYTE_ORDER_MARK).unwrap_or(json);
    let read = |picture: &str, budget: &mut Budget| {
        let bytes = read_picture(picture)?;
        budget.check_file(bytes.len() as u64)?;
        decode_sheet(&bytes, budget)
    };
    atlas::decode(json, read, &mut budget)
}

/// The first frame of a plain picture.
fn decode_sheet(bytes: &[u8], budget: &mut Budget) -> Result<Image> {
    let sprite = match Format::sniff(bytes) {
        Some(Format::Png) => return Ok(png::decode(bytes, budget)?),
        Some(Format::Gif) => gif::decode(bytes, budget)?,
        Some(Format::WebP) => webp::decode(bytes, budget)?,
        _ if bytes.is_empty() => return Err(ErrorKind::Empty.into()),
        _ => return Err(ErrorKind::UnknownFormat { start: bytes[..bytes.len().min(8)].to_vec() }.into()),
    };
    Ok(sprite.frames.into_iter().next().map(|frame| frame.image).unwrap_or_default())
}

/// The whole cells of a sheet. They are parts of a picture that is within the budget, so they take nothing off it.
fn cut_grid(sheet: &Image, (w, h): (u32, u32), budget: &Budget) -> Result<Vec<Frame>> {
    let (columns, rows) =
        (sheet.width().checked_div(w).unwrap_or(0), sheet.height().checked_div(h).unwrap_or(0));
    if columns == 0 || rows == 0 {
        return Err(ErrorKind::BadGrid { cell: [w, h], picture: [sheet.width(), sheet.height()] }.into());
    }
    budget.check_frames(u64::from(columns) * u64::from(rows))?;
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column * w, row * h)));
    cells
        .enumerate()
        .map(|(number, (x, y))| Ok(Frame::numbered(number, sheet.crop(x, y, w, h)?)))
        .collect::<Result<_>>()
}

fn read_file(path: &Path, limits: Limits) -> Result<Vec<u8>> {
    let file = File::open(path).map_err(ErrorKind::Io)?;
    let metadata = file.metadata().map_err(ErrorKind::Io)?;
    if metadata.is_dir() {
        return Err(ErrorKind::IsFolder.into());
    }
    let budget = Budget::new(limits);
    budget.check_file(metadata.len())?;
    let mut bytes = reserved(metadata.len())?;
    // The length may have changed since, and pipes don't know theirs: one byte past the limit is enough to tell.
    file.take(limits.max_file_bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(ErrorKind::Io)?;
    budget.check_file(bytes.len() as u64)?;
    Ok(bytes)
}

/// Reads the picture that the atlas at `atlas` calls `picture`.
fn read_beside(atlas: &Path, picture: &str, limits: Limits) -> Result<Vec<u8>> {
    let folder = atlas.parent().unwrap_or(Path::new(""));
    let said = folder.join(picture);
    let bare = folder.join(picture.rsplit(['/', '\\']).next().unwrap_or(picture));
    let path = if said.exists() || !bare.exists() { said } else { bare };
    // A path out of a file may name a pipe or a device, whose reading might never end.
    let regular = match path.metadata() {
        Ok(metadata) => metadata.is_file() || metadata.is_dir(),
        Err(_) => true,
    };
    let bytes = if regular {
        read_file(&path, limits)
    } else {
        Err(ErrorKind::Io(io::Error::other("is no regular file")).into())
    };
    bytes.map_err(|error: Error| error.in_file(&path))
}
