use core::fmt;

use crate::MaskError;

/// Why bytes are not a run-length sprite, or a picture could not become one. Offsets are in bytes from the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RleError {
    /// A code byte of 0 in an 8-bit sprite.
    ZeroCode {
        /// Where the code is.
        at: usize,
        /// The row that it stands in.
        row: u32,
    },
    /// An alpha run of no pixels.
    EmptyAlphaRun {
        /// Where the run's code is.
        at: usize,
        /// The row that it stands in.
        row: u32,
    },
    /// A run that goes on past the end of its row.
    LeavesRow {
        /// Where the run's code is.
        at: usize,
        /// The row that it stands in.
        row: u32,
        /// The pixel that it starts at.
        x: u32,
        /// How many pixels it says it has.
        length: u32,
        /// How many pixels the row has.
        width: u32,
    },
    /// The bytes end before the sprite does.
    Truncated {
        /// How many bytes there are: where the first of those missing would be.
        at: usize,
        /// The row that is not complete.
        row: u32,
        /// How many bytes the run lacks that was being read; the runs after it may lack more.
        missing: usize,
    },
    /// Bytes after the last row.
    TrailingBytes {
        /// Where the first of them is.
        at: usize,
        /// How many rows were read.
        rows: u32,
        /// How many bytes they are.
        extra: usize,
    },
    /// The size, or the length of a picture, is wrong.
    Picture(MaskError),
}

impl fmt::Display for RleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RleError::ZeroCode { at, row } => write!(f, "byte {at}, row {row}: a run's code must not be 0"),
            RleError::EmptyAlphaRun { at, row } => {
                write!(f, "byte {at}, row {row}: an alpha run must have a pixel")
            }
            RleError::LeavesRow { at, row, x, length, width } => write!(
                f,
                "byte {at}, row {row}: a run of {length} pixels from pixel {x} on leaves the row, which has {width}"
            ),
            RleError::Truncated { at, row, missing } => {
                write!(f, "the data end at byte {at} in row {row}, at least {missing} too early")
            }
            RleError::TrailingBytes { at, rows, extra } => {
                write!(f, "byte {at}: {extra} bytes follow the last of {rows} rows")
            }
            RleError::Picture(_) => f.write_str("the picture cannot be a sprite"),
        }
    }
}

impl core::error::Error for RleError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            RleError::Picture(error) => Some(error),
            _ => None,
        }
    }
}

impl From<MaskError> for RleError {
    fn from(error: MaskError) -> RleError {
        RleError::Picture(error)
    }
}
