//! Makes a sprite from a path or from bytes: checks limits, finds the format, cuts the grid.

use std::path::{Path, PathBuf};

use hitmask::Mask;

use crate::error::{ErrorKind, Result};
use crate::file::{read_beside, read_file};
use crate::format::Format;
use crate::image::{Image, byte_len};
use crate::limits::{Budget, Limits, Work, area};
use crate::picture::{decode_picture, decode_still, unknown};
use crate::sprite::{Frame, Sprite};
use crate::text::without_mark;
use crate::{aseprite, atlas, gif, level, other, png, webp};

/// How a file is read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// How large a file may be, and how much it may cost to read.
    pub limits: Limits,
    /// Cuts a plain picture into cells of this width and height, row by row from the top left. Incomplete cells at the right and the
    /// bottom are left out. Ignored for files that have frames of their own: atlases, Aseprite files and animations.
    pub grid: Option<(u32, u32)>,
    /// The folder in which the pictures that an atlas names must lie. None allows every file that a relative path reaches.
    pub within: Option<PathBuf>,
}

/// The mask of a picture: solid where the alpha is at least 128. It is `load(path, &Options::default())?.mask(128)`.
///
/// ```
/// # fn main() -> hitmask_assets::Result<()> {
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/playerShip1_orange.png");
/// let ship = hitmask_assets::load_mask(path)?;
/// assert_eq!(ship.size(), (99, 75));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Those of [`load`], and [`ErrorKind::SeveralFrames`].
pub fn load_mask(path: impl AsRef<Path>) -> Result<Mask> {
    let path = path.as_ref();
    load(path, &Options::default())?.mask(128).map_err(|error| error.in_file(path))
}

/// Reads a file.
///
/// # Pictures of an atlas
/// An atlas names its pictures. A picture is first searched for at the path that the atlas names, relative to the atlas's own folder.
/// Then it is searched for in that folder under its bare name, because exports often keep a path of the machine that they were made on. Of
/// an absolute path only the bare name counts, so that the meaning of a file does not depend on the machine. `..` is followed, because many
/// projects keep pictures in a folder beside that of the atlases. Links are followed, too. Devices and pipes are refused.
///
/// So an atlas can name any picture that a relative path reaches. A program that reads atlases from strangers should set
/// [`Options::within`], or use [`decode_atlas`], which opens no file: there the program decides which picture a name means.
///
/// # Errors
/// [`ErrorKind`] lists them; the error names the file.
pub fn load(path: impl AsRef<Path>, options: &Options) -> Result<Sprite> {
    let path = path.as_ref();
    let read = || {
        let budget = Budget::new(options.limits);
        let bytes = read_file(path, &budget)?;
        let _held = budget.hold(bytes.len() as u64)?;
        match format(&bytes) {
            Some(format) if format.is_atlas() => {
                let within = options.within.as_deref();
                let read = |picture: &str| read_beside(path, picture, within, &budget);
                // Much JSON is no atlas, and some of it is known.
                decode_atlas_within(&bytes, read, &budget).map_err(|error| match other::what(&bytes) {
                    Some(other) if matches!(error.kind(), ErrorKind::NotAnAtlas { .. }) => {
                        ErrorKind::other(other).into()
                    }
                    _ => error,
                })
            }
            _ => decode_within(&bytes, options.grid, &budget),
        }
    };
    read().map_err(|error| error.in_file(path))
}

/// Reads a file from memory.
///
/// # Errors
/// Those of [`load`]. An atlas gives [`ErrorKind::AtlasWithoutFolder`]; [`decode_atlas`] reads it.
pub fn decode(bytes: &[u8], options: &Options) -> Result<Sprite> {
    decode_within(bytes, options.grid, &Budget::new(options.limits))
}

fn decode_within(bytes: &[u8], grid: Option<(u32, u32)>, budget: &Budget) -> Result<Sprite> {
    budget.take_file(bytes)?;
    let mut sprite = match format(bytes) {
        Some(Format::Png) => png::decode(bytes, budget)?,
        Some(Format::Gif) => gif::decode(bytes, budget)?,
        Some(Format::WebP) => webp::decode(bytes, budget)?,
        Some(Format::Aseprite) => aseprite::decode(bytes, budget)?,
        Some(format @ (Format::Jpeg | Format::Bmp | Format::Tga | Format::Qoi)) => {
            Sprite::single(format, decode_still(bytes, format, budget)?)
        }
        Some(Format::Pack) => return Err(ErrorKind::IsPack.into()),
        Some(Format::Tiled | Format::Ldtk) => return Err(ErrorKind::IsLevel.into()),
        Some(format @ Format::Svg) => return Err(ErrorKind::NotDrawn { layer: None, format }.into()),
        Some(Format::Atlas | Format::LibGdx | Format::XmlAtlas | Format::Plist | Format::Kivy) => {
            return Err(other::what(bytes).map_or(ErrorKind::AtlasWithoutFolder, ErrorKind::other).into());
        }
        None => return Err(unknown(bytes).into()),
    };
    if let (Some(cell), false, [sheet]) = (grid, sprite.format == Format::Aseprite, &sprite.frames[..]) {
        sprite.frames = cut_grid(&sheet.image, cell, budget)?;
    }
    Ok(sprite)
}

/// The format of a whole file. Levels are told from other JSON and XML by what is in them.
pub(crate) fn format(bytes: &[u8]) -> Option<Format> {
    level::is_level(bytes).or_else(|| Format::sniff(bytes))
}

/// Reads an atlas from memory, JSON or libGDX. `read_picture` returns the bytes of each picture that the atlas names.
///
/// # Errors
/// Those of [`load`]. An error of `read_picture` becomes the cause of an [`ErrorKind::AtlasPicture`].
pub fn decode_atlas(
    text: &[u8],
    read_picture: impl FnMut(&str) -> Result<Vec<u8>>,
    options: &Options,
) -> Result<Sprite> {
    decode_atlas_within(text, read_picture, &Budget::new(options.limits))
}

fn decode_atlas_within(
    text: &[u8],
    mut read_picture: impl FnMut(&str) -> Result<Vec<u8>>,
    budget: &Budget,
) -> Result<Sprite> {
    budget.take_file(text)?;
    let text = without_mark(text);
    let read = |picture: &str| {
        let bytes = read_picture(picture)?;
        budget.take_file(&bytes)?;
        let _held = budget.hold(bytes.len() as u64)?;
        decode_picture(&bytes, budget)
    };
    atlas::decode(text, read, budget)
}

/// The complete cells of a sheet. They show pixels of a picture that was already counted, so they take memory and work off the budget, but
/// no pixels.
fn cut_grid(sheet: &Image, (w, h): (u32, u32), budget: &Budget) -> Result<Vec<Frame>> {
    let (columns, rows) =
        (sheet.width().checked_div(w).unwrap_or(0), sheet.height().checked_div(h).unwrap_or(0));
    if columns == 0 || rows == 0 {
        return Err(ErrorKind::BadGrid { cell: [w, h], picture: [sheet.width(), sheet.height()] }.into());
    }
    budget.check_frames(u64::from(columns) * u64::from(rows))?;
    budget.keep(byte_len(columns * w, rows * h))?;
    budget.work(area(columns * w, rows * h), Work::Draw)?;
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column * w, row * h)));
    cells
        .enumerate()
        .map(|(number, (x, y))| Ok(Frame::numbered(number, sheet.crop(x, y, w, h)?)))
        .collect::<Result<_>>()
}
