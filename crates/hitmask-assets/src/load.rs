//! Makes a sprite from a path or from bytes: checks limits, finds the format, cuts the grid.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use hitmask::Mask;

use crate::error::{Error, ErrorKind, Result};
use crate::image::byte_len;
use crate::limits::{Budget, Limits, Work, area};
use crate::sprite::{Frame, Sprite};
use crate::text::without_mark;
use crate::within::inside;
use crate::{Image, aseprite, atlas, bmp, gif, jpeg, level, other, png, qoi, tga, webp};

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

/// The kinds of files that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Portable Network Graphics, every frame. As a picture of an atlas or of a level, an animation is its default picture.
    Png,
    /// Graphics Interchange Format, every frame.
    Gif,
    /// WebP, every frame.
    WebP,
    /// JPEG. It has no alpha, so all of it is solid; a colour key makes parts of it clear.
    Jpeg,
    /// A bitmap of Windows or OS/2. Pixels have alpha only if its header says where.
    Bmp,
    /// Targa.
    Tga,
    /// The Quite OK Image format.
    Qoi,
    /// Scalable Vector Graphics. Only its size is read, for levels; [`ErrorKind::NotDrawn`] where its pixels are needed.
    Svg,
    /// A JSON atlas, written by TexturePacker (hash or array), for Pixi, or by Aseprite.
    Atlas,
    /// A libGDX texture atlas (`.atlas`), which Spine writes, too.
    LibGdx,
    /// An atlas in XML: of Starling and Sparrow, or the generic one of TexturePacker, whose polygons [`decode_polygons`](crate::decode_polygons)
    /// reads.
    XmlAtlas,
    /// An atlas of cocos2d: a property list (`.plist`) in XML.
    Plist,
    /// An atlas of Kivy (`.atlas`), which is JSON.
    Kivy,
    /// Aseprite's own format (`.ase`, `.aseprite`).
    Aseprite,
    /// A map of Tiled (`.tmx`, `.tmj`). [`load_levels`](crate::load_levels) reads it; it has layers, not frames.
    Tiled,
    /// A project of LDtk (`.ldtk`). [`load_levels`](crate::load_levels) reads it; it has levels with layers.
    Ldtk,
    /// A pack of masks ([`hitmask::Pack`]). [`load_pack`](crate::load_pack) reads it; it holds many sprites.
    Pack,
}

impl Format {
    /// The format, found from the first bytes. The name of a file does not matter.
    ///
    /// ```
    /// use hitmask_assets::Format;
    ///
    /// assert_eq!(Format::sniff(b"GIF89a"), Some(Format::Gif));
    /// assert_eq!(Format::sniff(b" { \"frames\": {} }"), Some(Format::Atlas));
    /// assert_eq!(Format::sniff(b"page.png\nsize: 64, 64\n"), Some(Format::LibGdx));
    /// assert_eq!(Format::sniff(b"8BPS\0\x01"), None);
    /// ```
    #[must_use]
    pub fn sniff(bytes: &[u8]) -> Option<Format> {
        match bytes {
            [0x89, b'P', b'N', b'G', ..] => Some(Format::Png),
            [b'G', b'I', b'F', b'8', ..] => Some(Format::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Format::WebP),
            [b'H', b'P', b'A', b'K', ..] => Some(Format::Pack),
            [0xFF, 0xD8, 0xFF, ..] => Some(Format::Jpeg),
            [b'q', b'o', b'i', b'f', ..] => Some(Format::Qoi),
            [b'B', b'M', _, _, _, _, 0, 0, 0, 0, _, _, 0, 0, 12 | 16 | 40.., 0, 0, 0, ..] => {
                Some(Format::Bmp)
            }
            [_, _, _, _, 0xE0, 0xA5, ..] => Some(Format::Aseprite),
            _ => {
                let text = without_mark(bytes).trim_ascii_start();
                match text.first() {
                    Some(b'{' | b'[') => Some(Format::Atlas),
                    Some(b'<') => match other::xml_top(text)? {
                        "TextureAtlas" => Some(Format::XmlAtlas),
                        "plist" => Some(Format::Plist),
                        "svg" => Some(Format::Svg),
                        _ => None,
                    },
                    _ if atlas::is_libgdx(text) => Some(Format::LibGdx),
                    _ => tga::is_tga(bytes).then_some(Format::Tga),
                }
            }
        }
    }
}

impl Format {
    /// Whether it is text that names pictures with frames.
    pub(crate) fn is_atlas(self) -> bool {
        use Format::{Atlas, Kivy, LibGdx, Plist, XmlAtlas};
        matches!(self, Atlas | LibGdx | XmlAtlas | Plist | Kivy)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Png => "PNG",
            Format::Gif => "GIF",
            Format::WebP => "WebP",
            Format::Jpeg => "JPEG",
            Format::Bmp => "BMP",
            Format::Tga => "TGA",
            Format::Qoi => "QOI",
            Format::Svg => "SVG",
            Format::Atlas => "JSON atlas",
            Format::LibGdx => "libGDX atlas",
            Format::XmlAtlas => "XML atlas",
            Format::Plist => "cocos2d atlas",
            Format::Kivy => "Kivy atlas",
            Format::Aseprite => "Aseprite file",
            Format::Tiled => "Tiled map",
            Format::Ldtk => "LDtk project",
            Format::Pack => "pack",
        })
    }
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

/// A picture of a format that has one picture.
fn decode_still(bytes: &[u8], format: Format, budget: &Budget) -> Result<Image, ErrorKind> {
    match format {
        Format::Jpeg => jpeg::decode(bytes, budget),
        Format::Bmp => bmp::decode(bytes, budget),
        Format::Tga => tga::decode(bytes, budget),
        _ => qoi::decode(bytes, budget),
    }
}

/// The error for bytes of no known format.
pub(crate) fn unknown(bytes: &[u8]) -> ErrorKind {
    match other::what(bytes) {
        _ if bytes.is_empty() => ErrorKind::Empty,
        Some(other) => ErrorKind::other(other),
        None => ErrorKind::UnknownFormat { start: bytes[..bytes.len().min(8)].to_vec() },
    }
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

/// The picture of an atlas or a level: the first frame of any format that holds pixels.
pub(crate) fn decode_picture(bytes: &[u8], budget: &Budget) -> Result<Image> {
    let sprite = match Format::sniff(bytes) {
        Some(Format::Png) => return Ok(png::decode_picture(bytes, budget)?),
        Some(Format::Gif) => gif::decode(bytes, budget)?,
        Some(Format::WebP) => webp::decode(bytes, budget)?,
        Some(Format::Aseprite) => return Ok(aseprite::decode_first(bytes, budget)?),
        Some(format @ (Format::Jpeg | Format::Bmp | Format::Tga | Format::Qoi)) => {
            return Ok(decode_still(bytes, format, budget)?);
        }
        Some(format @ Format::Svg) => return Err(ErrorKind::NotDrawn { layer: None, format }.into()),
        _ => return Err(unknown(bytes).into()),
    };
    Ok(sprite.frames.into_iter().next().map(|frame| frame.image).unwrap_or_default())
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
