//! Errors, by their causes.
//!
//! This file is long because it is a list: every cause with the sentence that tells it.

use std::error::Error as StdError;
use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use hitmask::{DecodeError, InvalidArgument, PackError};

use crate::Format;
use crate::other::Other;

/// Why a file could not be read, and which file.
///
/// [`Display`](fmt::Display) gives one sentence with the file and the cause; names in it are [`printable`]. If a decoder has an error of
/// its own, that is the [`source`](StdError::source).
#[derive(Debug)]
pub struct Error {
    file: Option<PathBuf>,
    kind: Box<ErrorKind>,
}

/// The result of reading something.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// The file with the fault, if the bytes came from a file.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// What was wrong.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// The same error with another cause.
    pub(crate) fn map_kind(mut self, change: impl FnOnce(ErrorKind) -> ErrorKind) -> Self {
        self.kind = Box::new(change(*self.kind));
        self
    }

    /// Names the layer of a level, if the error does not yet.
    pub(crate) fn in_layer(self, name: &str) -> Self {
        self.map_kind(|kind| match kind {
            ErrorKind::Level { layer: None, cell, line, reason } => {
                ErrorKind::Level { layer: Some(name.to_owned()), cell, line, reason }
            }
            ErrorKind::LevelTile { layer: None, set, tile, limit, claimed, allowed } => {
                ErrorKind::LevelTile { layer: Some(name.to_owned()), set, tile, limit, claimed, allowed }
            }
            ErrorKind::NotDrawn { layer: None, format } => {
                ErrorKind::NotDrawn { layer: Some(name.to_owned()), format }
            }
            kind => kind,
        })
    }

    /// Adds the file with the fault. An inner file that was added before stays.
    pub(crate) fn in_file(mut self, file: &Path) -> Self {
        self.file.get_or_insert_with(|| file.to_path_buf());
        self
    }
}

/// What the library refuses of what a level asks for.
impl From<InvalidArgument> for ErrorKind {
    fn from(refused: InvalidArgument) -> Self {
        ErrorKind::level(refused.to_string())
    }
}

impl From<InvalidArgument> for Error {
    fn from(refused: InvalidArgument) -> Self {
        ErrorKind::from(refused).into()
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Error { file: None, kind: Box::new(kind) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{}: {}", printable_path(file), self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match &*self.kind {
            ErrorKind::Io(error) => Some(error),
            ErrorKind::Corrupt { source, .. } => Some(&**source),
            ErrorKind::AtlasPicture { error, .. } | ErrorKind::LevelPart { error, .. } => Some(error),
            ErrorKind::Pack(error) => Some(error),
            ErrorKind::CannotPack(error) => Some(error),
            ErrorKind::PackOutline { error, .. } => Some(error),
            _ => None,
        }
    }
}

/// The limit that a file exceeds; see [`Limits`](crate::Limits).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The width of a picture, in pixels ([`max_side`](crate::Limits::max_side)).
    Width,
    /// The height of a picture, in pixels ([`max_side`](crate::Limits::max_side)).
    Height,
    /// The pixels of all frames ([`max_pixels`](crate::Limits::max_pixels)).
    Pixels,
    /// The number of frames ([`max_frames`](crate::Limits::max_frames)).
    Frames,
    /// The length of the file in bytes ([`max_file_bytes`](crate::Limits::max_file_bytes)).
    FileBytes,
    /// The memory that reading the file takes at a time, in bytes ([`max_memory`](crate::Limits::max_memory)).
    Memory,
    /// The work that reading the file takes, in pixels ([`max_work`](crate::Limits::max_work)).
    Work,
}

impl Limit {
    pub(crate) fn check(self, claimed: u64, allowed: u64) -> Result<(), ErrorKind> {
        if claimed <= allowed { Ok(()) } else { Err(ErrorKind::TooLarge { limit: self, claimed, allowed }) }
    }

    fn write(self, f: &mut fmt::Formatter<'_>, claimed: u64, allowed: u64) -> fmt::Result {
        let (before, unit, field) = self.describe();
        write!(f, "{before} {claimed} {unit}, the limit {field} is {allowed}")
    }

    /// What comes before the number and after it, and the field that sets the limit.
    fn describe(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Limit::Width => ("claims to be", "pixels wide", "max_side"),
            Limit::Height => ("claims to be", "pixels high", "max_side"),
            Limit::Pixels => ("claims to be", "pixels in all", "max_pixels"),
            Limit::Frames => ("claims to be", "frames", "max_frames"),
            Limit::FileBytes => ("claims to be", "bytes long", "max_file_bytes"),
            Limit::Memory => ("takes at least", "bytes of memory to read", "max_memory"),
            Limit::Work => ("takes the work of at least", "pixels to read", "max_work"),
        }
    }
}

/// What was wrong with a file, or with what was asked of it.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file could not be opened or read.
    Io(io::Error),
    /// The path names a folder.
    IsFolder,
    /// The file holds no bytes.
    Empty,
    /// The first bytes belong to no known format.
    UnknownFormat {
        /// The first bytes of the file, eight at most.
        start: Vec<u8>,
    },
    /// The file is of a format that is known, but not read, or not by itself.
    OtherFile {
        /// What it is, such as `a tile set of Tiled`.
        what: &'static str,
        /// What to do instead.
        instead: &'static str,
    },
    /// The pixels of a picture are needed, but those of its format are not read, only its size.
    NotDrawn {
        /// The name of the layer, if the picture is needed for one.
        layer: Option<String>,
        /// The format.
        format: Format,
    },
    /// The bytes break the rules of their format, or stop too early.
    Corrupt {
        /// The format that the first bytes announced.
        format: Format,
        /// The error of the decoder.
        source: Box<dyn StdError + Send + Sync>,
    },
    /// A size is beyond the [`Limits`](crate::Limits).
    TooLarge {
        /// Which limit.
        limit: Limit,
        /// What the file asks for; of memory and work at least, since reading stops at the limit.
        claimed: u64,
        /// What the limit allows.
        allowed: u64,
    },
    /// A picture is within the limits, but there is not enough memory for it.
    OutOfMemory {
        /// The bytes that were needed.
        bytes: u64,
    },
    /// A buffer of pixels has the wrong length for its size.
    WrongLength {
        /// Four bytes for each pixel of the width and height given.
        expected: u64,
        /// The length of the buffer.
        actual: u64,
    },
    /// The JSON or XML is well formed but not an atlas.
    NotAnAtlas {
        /// What was expected and what was found.
        reason: String,
    },
    /// A line of a libGDX atlas is wrong.
    AtlasLine {
        /// The number of the line, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// An atlas was given as bytes alone, so that its pictures cannot be found.
    AtlasWithoutFolder,
    /// The picture that an atlas names could not be read.
    AtlasPicture {
        /// The path as the atlas writes it.
        picture: String,
        /// What was wrong with it.
        error: Error,
    },
    /// A frame of an atlas reaches out of its picture.
    FrameOutside {
        /// The frame's name.
        frame: String,
        /// Left, top, width and height of the frame in the picture.
        rect: [i64; 4],
        /// Width and height of the picture.
        picture: [u32; 2],
    },
    /// A trimmed frame reaches out of its own untrimmed size.
    TrimOutside {
        /// The frame's name.
        frame: String,
        /// Left, top, width and height of the trimmed part in the whole frame.
        rect: [i64; 4],
        /// Width and height of the whole frame.
        source_size: [u32; 2],
    },
    /// A grid cell is empty or larger than the picture.
    BadGrid {
        /// Width and height of a cell.
        cell: [u32; 2],
        /// Width and height of the picture.
        picture: [u32; 2],
    },
    /// No frame, slice or tag is meant by the selector.
    NoSuchFrame {
        /// The selector.
        wanted: String,
        /// The number of frames.
        frames: usize,
        /// A few names of frames, slices and tags, the most similar first.
        similar: Vec<String>,
    },
    /// A pivot lies too far away for collision frames.
    FarPivot {
        /// The name of its frame.
        frame: String,
    },
    /// The file is a pack, which holds many sprites. [`load_pack`](crate::load_pack) reads it.
    IsPack,
    /// A pack could not be read.
    Pack(DecodeError),
    /// A pack could not be made.
    CannotPack(PackError),
    /// No entry of a pack is meant by the selector.
    NoSuchEntry {
        /// The selector.
        wanted: String,
        /// The number of entries.
        entries: usize,
        /// A few names of entries, the most similar first.
        similar: Vec<String>,
    },
    /// Two sources of a pack would have the same name.
    SameName {
        /// The name.
        name: String,
        /// The files.
        files: [PathBuf; 2],
    },
    /// An outline for a pack cannot be simplified as the settings ask.
    PackOutline {
        /// The name of the frame.
        frame: String,
        /// The reason.
        error: InvalidArgument,
    },
    /// The file is a map of Tiled or a project of LDtk. [`load_levels`](crate::load_levels) reads it.
    IsLevel,
    /// The file is neither a map of Tiled nor a project of LDtk.
    NotALevel,
    /// A level breaks the rules of its format, or asks for something that cannot be made.
    Level {
        /// The name of the layer.
        layer: Option<String>,
        /// The column and the row of the cell.
        cell: Option<[i64; 2]>,
        /// The line of the file, counted from 1. JSON has none.
        line: Option<u32>,
        /// What is wrong, and what to do.
        reason: String,
    },
    /// What a layer asks for is beyond the [`Limits`](crate::Limits), because of a tile.
    LevelTile {
        /// The name of the layer.
        layer: Option<String>,
        /// The name of the tile's set.
        set: String,
        /// The number of the tile in its set.
        tile: u32,
        /// Which limit.
        limit: Limit,
        /// What is asked for; of memory and work at least, since everything stops at the limit.
        claimed: u64,
        /// What the limit allows.
        allowed: u64,
    },
    /// A file that a level names could not be read: a tile set, a template, a picture, or a level.
    LevelPart {
        /// The path from the folder of the level.
        name: String,
        /// What was wrong with it.
        error: Error,
    },
    /// A level names a file outside the folder that [`LevelOptions::within`](crate::LevelOptions::within) allows.
    OutsideFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// One frame was wanted, and there are several.
    SeveralFrames {
        /// How many.
        frames: usize,
    },
    /// No layer of a level is meant by the selector.
    NoSuchLayer {
        /// The selector.
        wanted: String,
        /// The number of layers.
        layers: usize,
        /// A few names of layers, the most similar first.
        similar: Vec<String>,
    },
    /// A layer cannot be a tile map. [`Level::pixels`](crate::Level::pixels) makes a flat mask of it.
    NoTileMap {
        /// The name of the layer.
        layer: String,
        /// Why not.
        reason: String,
    },
    /// Labels are read from layers, but the file has none: only Aseprite files have layers.
    NoLayers {
        /// The format of the file.
        format: Format,
    },
    /// Labels are read from slices, but the file has none.
    NoSlices,
    /// There are more than 255 labels.
    TooManyLabels {
        /// How many there are, at least.
        count: usize,
    },
    /// A pixel has a colour of no part.
    UnknownColor {
        /// The number of the frame.
        frame: usize,
        /// The pixel's x and y.
        at: [i32; 2],
        /// Its red, green and blue.
        color: [u8; 3],
    },
    /// A mask picture does not fit the sprite whose alpha it should replace.
    MaskMismatch {
        /// Number of frames, width and height of the sprite. The size is that of the frame that does not fit.
        sprite: [u32; 3],
        /// The same numbers of the mask picture.
        mask: [u32; 3],
    },
    /// Several files have a fault: their errors, at least two, in the order of the sources. Each names its file.
    Several(Vec<Error>),
}

impl ErrorKind {
    /// A fault of a level.
    pub(crate) fn level(reason: impl Into<String>) -> Self {
        ErrorKind::Level { layer: None, cell: None, line: None, reason: reason.into() }
    }

    /// A file that is not read, or not by itself.
    pub(crate) fn other((what, instead): Other) -> Self {
        ErrorKind::OtherFile { what, instead }
    }

    /// The error of several things, if there is one.
    pub(crate) fn several(mut errors: Vec<Error>) -> Result<()> {
        match errors.len() {
            0 => Ok(()),
            1 => Err(errors.remove(0)),
            _ => Err(ErrorKind::Several(errors).into()),
        }
    }

    /// Wraps the error of a decoder.
    pub(crate) fn corrupt(format: Format, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        ErrorKind::Corrupt { format, source: source.into() }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::Io(error) => write!(f, "cannot be read: {error}"),
            ErrorKind::IsFolder => write!(f, "is a folder, not a file"),
            ErrorKind::Empty => write!(f, "the file is empty"),
            ErrorKind::UnknownFormat { start } => {
                write!(
                    f,
                    "not a PNG, GIF, WebP, JPEG, BMP, TGA, QOI or Aseprite file, nor an atlas, a level or a pack: it starts with the bytes"
                )?;
                start.iter().try_for_each(|byte| write!(f, " {byte:02X}"))
            }
            ErrorKind::OtherFile { what, instead } => write!(f, "is {what}: {instead}"),
            ErrorKind::NotDrawn { layer: None, format } => {
                write!(f, "is an {format}, whose pixels are not read: export it as a PNG")
            }
            ErrorKind::NotDrawn { layer: Some(layer), format } => {
                let layer = shortened(layer);
                write!(
                    f,
                    "layer \"{layer}\" needs an {format}, whose pixels are not read: export it as a PNG"
                )
            }
            ErrorKind::Corrupt { format, source } => {
                // A parser may repeat what it has read.
                write!(f, "damaged {format}: {}", shortened(&source.to_string()))
            }
            ErrorKind::TooLarge { limit, claimed, allowed } => limit.write(f, *claimed, *allowed),
            ErrorKind::OutOfMemory { bytes } => {
                write!(f, "needs {bytes} bytes of memory, which are not available")
            }
            ErrorKind::WrongLength { expected, actual } => {
                write!(f, "the pixels take {expected} bytes, the buffer holds {actual}")
            }
            ErrorKind::NotAnAtlas { reason } => {
                write!(f, "the file is not a TexturePacker or Aseprite atlas: {}", shortened(reason))
            }
            ErrorKind::AtlasLine { line, reason } => {
                write!(f, "line {line} of the libGDX atlas: {}", shortened(reason))
            }
            ErrorKind::AtlasWithoutFolder => {
                write!(f, "an atlas names its pictures by path: load it from a file, or use decode_atlas")
            }
            ErrorKind::AtlasPicture { picture, error } => {
                write!(f, "its picture \"{}\": {error}", shortened(picture))
            }
            ErrorKind::FrameOutside { frame, rect: [x, y, w, h], picture: [pw, ph] } => {
                let frame = shortened(frame);
                write!(f, "frame \"{frame}\" takes {w}x{h} at ({x}, {y}), outside its picture of {pw}x{ph}")
            }
            ErrorKind::TrimOutside { frame, rect: [x, y, w, h], source_size: [sw, sh] } => {
                let frame = shortened(frame);
                write!(
                    f,
                    "frame \"{frame}\" was trimmed to {w}x{h} at ({x}, {y}), outside its own size of {sw}x{sh}"
                )
            }
            ErrorKind::BadGrid { cell: [w, h], picture: [pw, ph] } => {
                write!(f, "a grid of {w}x{h} cuts no cell out of a picture of {pw}x{ph}")
            }
            ErrorKind::NoSuchFrame { wanted, frames, similar } => {
                let wanted = shortened(wanted);
                let count = there_are(*frames, "frame", "frames");
                write!(f, "no frame, slice or tag \"{wanted}\": {count}, numbered from 0")?;
                write_names(f, ", and the names", similar)
            }
            ErrorKind::FarPivot { frame } => {
                let frame = shortened(frame);
                write!(f, "the pivot of frame \"{frame}\" lies farther than 2147483648 pixels away")
            }
            ErrorKind::NoLayers { format } => {
                write!(f, "a {format} has no layers to read labels from: only Aseprite files have")
            }
            ErrorKind::NoSlices => write!(f, "has no slices to read labels from"),
            ErrorKind::TooManyLabels { count } => {
                write!(f, "has at least {count} labels, and 255 is the most")
            }
            ErrorKind::UnknownColor { frame, at: [x, y], color: [r, g, b] } => {
                write!(
                    f,
                    "pixel ({x}, {y}) of frame {frame} has the color #{r:02x}{g:02x}{b:02x}, which is no part's"
                )
            }
            ErrorKind::IsPack => {
                write!(f, "is a pack, which holds many sprites: name one of them")
            }
            ErrorKind::Pack(error) => write!(f, "{}", shortened(&error.to_string())),
            ErrorKind::CannotPack(error) => write!(f, "{}", shortened(&error.to_string())),
            ErrorKind::NoSuchEntry { wanted, similar, .. } if wanted.is_empty() => {
                write!(f, "is a pack: name one of its entries after a #")?;
                write_names(f, ", such as", similar.get(..1).unwrap_or_default())
            }
            ErrorKind::NoSuchEntry { wanted, entries, similar } => {
                let count = there_are(*entries, "entry", "entries");
                write!(f, "no entry \"{}\" in the pack: {count}", shortened(wanted))?;
                write_names(f, ", such as", similar)
            }
            ErrorKind::SameName { name, files: [a, b] } => {
                let (name, [a, b]) = (shortened(name), [printable_path(a), printable_path(b)]);
                write!(
                    f,
                    "{a} and {b} would both be \"{name}\" in the pack: rename one, or add the folder that both are in"
                )
            }
            ErrorKind::PackOutline { frame, error } => {
                write!(f, "the outline of frame \"{}\": {error}", shortened(frame))
            }
            ErrorKind::IsLevel => {
                write!(f, "is a level: name one of its layers")
            }
            ErrorKind::NotALevel => {
                write!(
                    f,
                    "is neither a map of Tiled nor a project of LDtk: a map is a .tmx or .tmj file, not a tile set or a template"
                )
            }
            ErrorKind::Level { layer, cell, line, reason } => {
                let mut before = "";
                if let Some(line) = line {
                    write!(f, "line {line}")?;
                    before = ", ";
                }
                if let Some(layer) = layer {
                    write!(f, "{before}layer \"{}\"", shortened(layer))?;
                    before = ", ";
                }
                if let Some([x, y]) = cell {
                    write!(f, "{before}cell ({x}, {y})")?;
                    before = ", ";
                }
                write!(f, "{}{}", if before.is_empty() { "" } else { ": " }, shortened(reason))
            }
            ErrorKind::LevelTile { layer, set, tile, limit, claimed, allowed } => {
                if let Some(layer) = layer {
                    write!(f, "layer \"{}\", ", shortened(layer))?;
                }
                write!(f, "tile {tile} of set \"{}\": ", shortened(set))?;
                limit.write(f, *claimed, *allowed)
            }
            ErrorKind::LevelPart { name, error } => {
                write!(f, "its file \"{}\": {error}", shortened(name))
            }
            ErrorKind::OutsideFolder { folder } => {
                write!(f, "lies outside {}, and files outside are not allowed", printable_path(folder))
            }
            ErrorKind::SeveralFrames { frames } => {
                write!(f, "has {frames} frames: select one of them, or take the mask of each")
            }
            ErrorKind::NoSuchLayer { wanted, similar, .. } if wanted.is_empty() => {
                write!(f, "is a level: name one of its layers after a #")?;
                write_names(f, ", such as", similar.get(..1).unwrap_or_default())
            }
            ErrorKind::NoSuchLayer { wanted, layers, similar } => {
                let count = there_are(*layers, "layer", "layers");
                write!(f, "no layer \"{}\": {count}", shortened(wanted))?;
                write_names(f, ", such as", similar)
            }
            ErrorKind::NoTileMap { layer, reason } => {
                write!(f, "layer \"{}\" cannot be a tile map: {reason}", shortened(layer))
            }
            ErrorKind::MaskMismatch { sprite: [sn, sw, sh], mask: [mn, mw, mh] } => {
                write!(f, "the mask picture has {mn} frame(s) of {mw}x{mh}, the sprite {sn} of {sw}x{sh}")
            }
            ErrorKind::Several(errors) => {
                write!(f, "{} files cannot be packed", errors.len())?;
                let mut before = ": ";
                errors.iter().try_for_each(|error| {
                    write!(f, "{before}{error}")?;
                    before = "; ";
                    Ok(())
                })
            }
        }
    }
}

fn there_are(count: usize, one: &str, several: &str) -> String {
    if count == 1 { format!("there is 1 {one}") } else { format!("there are {count} {several}") }
}

/// Writes names in quotes, with a word before the first.
fn write_names(f: &mut fmt::Formatter<'_>, mut before: &str, names: &[String]) -> fmt::Result {
    names.iter().try_for_each(|name| {
        write!(f, "{before} \"{}\"", shortened(name))?;
        before = ",";
        Ok(())
    })
}

/// Makes a name that comes out of a file safe to print. Control characters, which a terminal may take for commands, line separators, and
/// characters that change the direction of text are escaped as in Rust (`\u{1b}`). Everything else stays.
///
/// ```
/// use hitmask_assets::printable;
///
/// assert_eq!(printable("caf\u{e9} \"1\"").to_string(), "caf\u{e9} \"1\"");
/// assert_eq!(printable("a\x1b[31mb\n").to_string(), r"a\u{1b}[31mb\n");
/// ```
#[must_use]
pub fn printable(name: &str) -> impl fmt::Display + '_ {
    struct Printable<'a>(&'a str);

    impl fmt::Display for Printable<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            use fmt::Write as _;
            self.0.chars().try_for_each(|c| match c {
                '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
                    write!(f, "{}", c.escape_unicode())
                }
                c if c.is_control() => write!(f, "{}", c.escape_debug()),
                c => f.write_char(c),
            })
        }
    }

    Printable(name)
}

/// Makes a path safe to print, as [`printable`] does it with names. Bytes that are no Unicode text are escaped, too (`\xff`).
///
/// ```
/// use hitmask_assets::printable_path;
///
/// assert_eq!(printable_path("e\x1b[31mRED\nx.png").to_string(), r"e\u{1b}[31mRED\nx.png");
/// ```
#[must_use]
pub fn printable_path<P: AsRef<OsStr> + ?Sized>(path: &P) -> impl fmt::Display + '_ {
    struct PrintablePath<'a>(&'a OsStr);

    impl fmt::Display for PrintablePath<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.as_encoded_bytes().utf8_chunks().try_for_each(|chunk| {
                write!(f, "{}", printable(chunk.valid()))?;
                chunk.invalid().iter().try_for_each(|byte| write!(f, "\\x{byte:02x}"))
            })
        }
    }

    PrintablePath(path.as_ref())
}

/// The start of a text out of a file, as it is printed: whoever made the file may have made the text as long as the file.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 500;
    let end = text.char_indices().nth(SHOWN).map_or(text.len(), |(end, _)| end);
    let more = if end < text.len() { "..." } else { "" };
    format!("{}{more}", printable(&text[..end]))
}

/// Text out of a file in quotes, for an error. A long text is cut.
pub(crate) fn quoted(text: &str) -> String {
    const SHOWN: usize = 100;
    match text.char_indices().nth(SHOWN) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}...", &text[..end]),
    }
}
