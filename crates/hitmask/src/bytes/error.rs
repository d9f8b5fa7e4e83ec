//! Why bytes could not be read.

use alloc::borrow::Cow;
use core::fmt;

use super::format::{Head, SavedFormat};

/// Why bytes could not be read: of what format they should have been, which part of them is wrong, where it begins, and what is wrong with it.
///
/// ```
/// use hitmask::{DecodeErrorKind, LabelMask};
/// let error = LabelMask::from_bytes(b"HLAB\x01\0").unwrap_err();
/// assert_eq!((error.format(), error.offset), ("label mask", 6));
/// assert_eq!(error.kind, DecodeErrorKind::Truncated);
/// assert_eq!(error.to_string(), "the bytes end too early, at byte 6: they are not the whole of a label mask");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DecodeError {
    /// What was read.
    pub(crate) format: SavedFormat,
    /// The part that is wrong, in words: `"number of steps"`, `"shape of collider 3v0"`, `"entry \"hero.png#1\""`.
    pub part: Cow<'static, str>,
    /// Where the part begins, in bytes from the start. If the bytes end too early, where they end.
    pub offset: usize,
    /// What is wrong.
    pub kind: DecodeErrorKind,
}

/// What is wrong with bytes: see [`DecodeError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The bytes don't begin with the signature of the format.
    WrongFormat,
    /// The bytes have a version that this library does not know.
    UnknownVersion {
        /// The version.
        version: u32,
    },
    /// The bytes end too early.
    Truncated,
    /// There are too many bytes.
    WrongLength {
        /// The expected number of bytes.
        expected: u64,
        /// The actual number of bytes.
        actual: usize,
    },
    /// A checksum does not match, so some bytes were changed.
    WrongChecksum,
    /// The checksums match, but this is not what the library writes there.
    BadValue,
    /// A record of the index of a pack, or a run of a run-length sprite, breaks the rules of the format.
    BadRecord {
        /// What is wrong with it.
        what: &'static str,
    },
    /// A side, or the whole, is larger than it can be.
    TooLarge {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// The change of a terrain was made for other pixels than those of this terrain.
    WrongBase {
        /// The content hash of the terrain that the change can be applied to.
        expected: u64,
        /// The content hash of this terrain.
        actual: u64,
    },
    /// The caller knows no shape, or no custom test, for a key.
    UnknownKey {
        /// The key.
        key: u64,
    },
    /// The caller's shape for a key has not the frame that was shown.
    NoSuchFrame {
        /// The number of the frame, from 0.
        frame: usize,
    },
    /// What is read would take more memory than allowed: see [`DecodeLimits::memory`](super::DecodeLimits::memory).
    TooMuchMemory {
        /// The number of bytes allowed.
        limit: usize,
    },
    /// What is read might take more work than allowed: see [`DecodeLimits::work`](super::DecodeLimits::work).
    TooMuchWork {
        /// The work that is allowed.
        limit: u64,
    },
}

impl DecodeError {
    /// What was read: `"world"`, `"tile map"`, `"terrain"`, `"change of a terrain"`, `"label mask"`, `"pack"` or
    /// `"run-length sprite"`.
    #[must_use]
    pub const fn format(&self) -> &'static str {
        self.format.head().name
    }

    pub(crate) const fn new(
        format: SavedFormat,
        part: &'static str,
        offset: usize,
        kind: DecodeErrorKind,
    ) -> DecodeError {
        DecodeError { format, part: Cow::Borrowed(part), offset, kind }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (DecodeError { part, offset, .. }, Head { magic, name, newest, .. }) = (self, self.format.head());
        match self.kind {
            DecodeErrorKind::WrongFormat => {
                let magic = magic.escape_ascii();
                write!(f, "these are not the bytes of a {name}: they don't begin with {magic}")
            }
            DecodeErrorKind::UnknownVersion { version } => {
                write!(f, "the {name} has format version {version}, but this library only reads version")?;
                if newest > 1 { write!(f, "s 1 to {newest}") } else { f.write_str(" 1") }
            }
            DecodeErrorKind::Truncated if self.format == SavedFormat::RunLengthSprite => write!(
                f,
                "the bytes end too early, at byte {offset}, in {part}: they are not the whole of a {name}"
            ),
            DecodeErrorKind::Truncated => {
                write!(f, "the bytes end too early, at byte {offset}: they are not the whole of a {name}")
            }
            DecodeErrorKind::WrongLength { expected, actual } => {
                write!(f, "the {name} must have {expected} bytes, but {actual} were given")
            }
            DecodeErrorKind::WrongChecksum => write!(
                f,
                "the {part} of the {name} is damaged: its checksum is wrong, so some bytes were changed (offset {offset})"
            ),
            DecodeErrorKind::BadValue => {
                write!(f, "the {part} at byte {offset} is not one that a {name} can have")
            }
            DecodeErrorKind::BadRecord { what } => {
                write!(f, "the {part} of the {name} is wrong at byte {offset}: {what}")
            }
            DecodeErrorKind::TooLarge { width, height } => {
                write!(f, "a {name} of {width} x {height} pixels is larger than this library allows")
            }
            DecodeErrorKind::WrongBase { expected, actual } => write!(
                f,
                "the change was made for a terrain with the content hash {expected:016x}, but this terrain has {actual:016x}: apply it to the terrain of the snapshot"
            ),
            DecodeErrorKind::UnknownKey { key } => {
                write!(f, "there is no {part} for the key {key}: the caller must give one")
            }
            DecodeErrorKind::NoSuchFrame { frame } => write!(
                f,
                "the {part} showed frame {frame}, but the shape that was given for it has no such frame"
            ),
            DecodeErrorKind::TooMuchMemory { limit } => write!(
                f,
                "the {part} of the {name}, at byte {offset}, needs more than the {limit} bytes of memory that are allowed; raise `DecodeLimits::memory`, or refuse the file"
            ),
            DecodeErrorKind::TooMuchWork { limit } => write!(
                f,
                "the {part} might take more than the {limit} units of work that are allowed; raise `DecodeLimits::work`, or refuse the file"
            ),
        }
    }
}

impl core::error::Error for DecodeError {}
