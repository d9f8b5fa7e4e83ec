//! Why bytes are not a tile map.

use core::fmt;

use crate::bytes::{FrameFault, OverBudget, ReadFault};

/// Why a tile map could not be read. Offsets are in bytes from the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TileMapError {
    /// The bytes don't begin with the signature of a tile map.
    NotATileMap,
    /// The bytes have a version that this library does not know.
    UnknownVersion {
        /// The version.
        version: u32,
    },
    /// The bytes end too early.
    Truncated {
        /// The offset at which they end.
        offset: usize,
    },
    /// There are too many bytes.
    WrongLength {
        /// The expected number of bytes.
        expected: u64,
        /// The actual number of bytes.
        actual: usize,
    },
    /// The checksum does not match the bytes before it, so some of them were changed.
    WrongChecksum {
        /// The offset of the checksum.
        offset: usize,
    },
    /// A number is not one that [`TileMap::to_bytes`](crate::TileMap::to_bytes) writes there.
    BadValue {
        /// What the number belongs to.
        part: &'static str,
        /// The offset of the number, or of the first byte that is wrong.
        offset: usize,
    },
    /// The map would take more memory than allowed.
    TooMuchMemory {
        /// The offset of the tile or the chunk that exceeds the limit.
        offset: usize,
        /// The number of bytes allowed.
        limit: usize,
    },
    /// The pictures of the map are too large for its cells: to draw them all would take more work than allowed.
    TooMuchWork {
        /// The offset of the chunk or of the cells that exceed the limit.
        offset: usize,
        /// The work that is allowed, as [`TileMapLimits::work`](crate::TileMapLimits::work) counts it.
        limit: u64,
    },
}

impl fmt::Display for TileMapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TileMapError::NotATileMap => {
                f.write_str("these are not the bytes of a tile map: they don't begin with HTMP")
            }
            TileMapError::UnknownVersion { version } => {
                write!(f, "the tile map has format version {version}, but this library only reads version 1")
            }
            TileMapError::Truncated { offset } => write!(f, "the bytes end too early, at byte {offset}"),
            TileMapError::WrongLength { expected, actual } => {
                write!(f, "there must be {expected} bytes but {actual} were given")
            }
            TileMapError::WrongChecksum { offset } => write!(
                f,
                "the checksum at byte {offset} does not match the bytes before it: some were changed"
            ),
            TileMapError::BadValue { part, offset } => {
                write!(f, "the {part} at byte {offset} is not one that a tile map can have")
            }
            TileMapError::TooMuchMemory { offset, limit } => write!(
                f,
                "what begins at byte {offset} needs more than the {limit} bytes of memory that are allowed; raise `TileMapLimits::memory`, or refuse the file"
            ),
            TileMapError::TooMuchWork { offset, limit } => write!(
                f,
                "with the cells at byte {offset}, so many large pictures lie over each other that to draw them takes more than the {limit} words of pixels that are allowed; raise `TileMapLimits::work`, or refuse the file"
            ),
        }
    }
}

impl core::error::Error for TileMapError {}

impl From<FrameFault> for TileMapError {
    fn from(fault: FrameFault) -> TileMapError {
        match fault {
            FrameFault::NotThisFormat => TileMapError::NotATileMap,
            FrameFault::UnknownVersion { version } => TileMapError::UnknownVersion { version },
            FrameFault::Truncated { offset } => TileMapError::Truncated { offset },
            FrameFault::WrongLength { expected, actual } => TileMapError::WrongLength { expected, actual },
            FrameFault::WrongChecksum { offset } => TileMapError::WrongChecksum { offset },
        }
    }
}

impl From<OverBudget> for TileMapError {
    fn from(OverBudget { offset, limit }: OverBudget) -> TileMapError {
        TileMapError::TooMuchMemory { offset, limit }
    }
}

impl From<ReadFault> for TileMapError {
    fn from(fault: ReadFault) -> TileMapError {
        match fault {
            ReadFault::Truncated { offset } => TileMapError::Truncated { offset },
            ReadFault::LongNumber { offset } => TileMapError::BadValue { part: "number", offset },
        }
    }
}
