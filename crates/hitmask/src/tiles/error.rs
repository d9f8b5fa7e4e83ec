use core::fmt;

use super::Terrain;

/// Why a terrain could not be made or read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TerrainError {
    /// A side longer than [`Terrain::MAX_SIDE`].
    TooLarge {
        /// The width asked for.
        width: u32,
        /// The height asked for.
        height: u32,
    },
    /// Bytes that don't begin as a terrain's do.
    NotATerrain,
    /// A version that this library doesn't know.
    UnknownVersion {
        /// The version.
        version: u32,
    },
    /// The bytes end too early.
    Truncated {
        /// Where they end, or where the tiles do.
        offset: usize,
    },
    /// There are more bytes than there should be.
    WrongLength {
        /// How many there should be.
        expected: u64,
        /// How many there are.
        actual: usize,
    },
    /// The checksum is not that of the bytes before it: some of them were changed.
    WrongChecksum {
        /// Where it is.
        offset: usize,
    },
    /// The tiles are not as [`Terrain::to_bytes`] writes them.
    BadTile {
        /// The first byte that is wrong, or of what is.
        offset: usize,
    },
    /// The terrain would take more memory than allowed.
    TooMuchMemory {
        /// The tile that was too much.
        offset: usize,
        /// The bytes that are allowed.
        limit: usize,
    },
}

impl fmt::Display for TerrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TerrainError::TooLarge { width, height } => write!(
                f,
                "a terrain of {width} x {height} pixels is too large: a side may have {} pixels",
                Terrain::MAX_SIDE
            ),
            TerrainError::NotATerrain => {
                f.write_str("these are not the bytes of a terrain: they don't begin with HTRN")
            }
            TerrainError::UnknownVersion { version } => {
                write!(f, "the terrain is written in version {version}, and this library reads version 1")
            }
            TerrainError::Truncated { offset } => write!(f, "the bytes end too early, at {offset}"),
            TerrainError::WrongLength { expected, actual } => {
                write!(f, "the terrain has {expected} bytes but {actual} were given")
            }
            TerrainError::WrongChecksum { offset } => {
                write!(
                    f,
                    "the checksum at byte {offset} is not that of the bytes before it: some were changed"
                )
            }
            TerrainError::BadTile { offset } => {
                write!(f, "byte {offset} is not how a terrain's tiles are written")
            }
            TerrainError::TooMuchMemory { offset, limit } => {
                write!(
                    f,
                    "with the tile at byte {offset} the terrain takes more than the {limit} bytes of memory allowed"
                )
            }
        }
    }
}

impl core::error::Error for TerrainError {}
