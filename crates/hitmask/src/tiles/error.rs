use core::fmt;

use super::Terrain;

/// Why a terrain could not be made or read. Offsets are in bytes from the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TerrainError {
    /// A side is longer than [`Terrain::MAX_SIDE`].
    TooLarge {
        /// The requested width in pixels.
        width: u32,
        /// The requested height in pixels.
        height: u32,
    },
    /// The bytes don't begin with the signature of a terrain.
    NotATerrain,
    /// The bytes don't begin with the signature of a [delta](Terrain::delta_since).
    NotADelta,
    /// The delta was made for other pixels than those of this terrain.
    WrongBase {
        /// The [content hash](Terrain::content_hash) of the terrain that the delta can be applied to.
        expected: u64,
        /// The content hash of this terrain.
        actual: u64,
    },
    /// The bytes have a version that this library does not know.
    UnknownVersion {
        /// The version.
        version: u32,
    },
    /// The bytes end too early.
    Truncated {
        /// The offset at which the bytes end, or at which the tiles end.
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
    /// The tiles are not encoded as [`Terrain::to_bytes`] encodes them.
    BadTile {
        /// The offset of the first byte that is wrong, or of the item that is wrong.
        offset: usize,
    },
    /// The terrain would take more memory than allowed.
    TooMuchMemory {
        /// The offset of the tile that exceeds the limit.
        offset: usize,
        /// The number of bytes allowed.
        limit: usize,
    },
}

impl fmt::Display for TerrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TerrainError::TooLarge { width, height } => write!(
                f,
                "a terrain of {width} x {height} pixels is too large: at most {} pixels per side",
                Terrain::MAX_SIDE
            ),
            TerrainError::NotATerrain => {
                f.write_str("these are not the bytes of a terrain: they don't begin with HTRN")
            }
            TerrainError::NotADelta => {
                f.write_str("these are not the bytes of a change of a terrain: they don't begin with HTRD")
            }
            TerrainError::WrongBase { expected, actual } => write!(
                f,
                "the change was made for a terrain with the content hash {expected:016x}, but this terrain has {actual:016x}: apply it to the terrain of the snapshot"
            ),
            TerrainError::UnknownVersion { version } => {
                write!(f, "the terrain has format version {version}, but this library only reads version 1")
            }
            TerrainError::Truncated { offset } => write!(f, "the bytes end too early, at byte {offset}"),
            TerrainError::WrongLength { expected, actual } => {
                write!(f, "there must be {expected} bytes but {actual} were given")
            }
            TerrainError::WrongChecksum { offset } => {
                write!(
                    f,
                    "the checksum at byte {offset} does not match the bytes before it: some were changed"
                )
            }
            TerrainError::BadTile { offset } => {
                write!(f, "the tiles are not encoded correctly at byte {offset}")
            }
            TerrainError::TooMuchMemory { offset, limit } => {
                write!(
                    f,
                    "with the tile at byte {offset} the terrain needs more than the {limit} bytes of memory allowed"
                )
            }
        }
    }
}

impl core::error::Error for TerrainError {}
