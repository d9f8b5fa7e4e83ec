use core::fmt;

use crate::MaskError;

/// Why bytes are not a valid run-length sprite, or why a picture cannot be encoded. Offsets are in bytes from the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RleError {
    /// A code byte is 0 in an 8-bit sprite.
    ZeroCode {
        /// The offset of the code.
        at: usize,
        /// The row of the code.
        row: u32,
    },
    /// An alpha run has no pixels.
    EmptyAlphaRun {
        /// The offset of the run's code.
        at: usize,
        /// The row of the run.
        row: u32,
    },
    /// A run extends past the end of its row.
    LeavesRow {
        /// The offset of the run's code.
        at: usize,
        /// The row of the run.
        row: u32,
        /// The pixel at which the run starts.
        x: u32,
        /// The length of the run in pixels.
        length: u32,
        /// The width of the row in pixels.
        width: u32,
    },
    /// The bytes end before the sprite is complete.
    Truncated {
        /// The number of bytes, which is the offset of the first missing byte.
        at: usize,
        /// The row that is incomplete.
        row: u32,
        /// How many bytes are missing from the current run. Later runs may miss more.
        missing: usize,
    },
    /// There are bytes after the last row.
    TrailingBytes {
        /// The offset of the first of them.
        at: usize,
        /// The number of rows read.
        rows: u32,
        /// The number of extra bytes.
        extra: usize,
    },
    /// The size or the length of the picture is wrong.
    Picture(MaskError),
}

impl fmt::Display for RleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RleError::ZeroCode { at, row } => write!(f, "byte {at}, row {row}: a run's code must not be 0"),
            RleError::EmptyAlphaRun { at, row } => {
                write!(f, "byte {at}, row {row}: an alpha run must have at least one pixel")
            }
            RleError::LeavesRow { at, row, x, length, width } => write!(
                f,
                "byte {at}, row {row}: a run of {length} pixels at pixel {x} extends beyond the row, which has {width}"
            ),
            RleError::Truncated { at, row, missing } => {
                write!(
                    f,
                    "byte {at}, row {row}: the data ends here, but at least {missing} more bytes are needed"
                )
            }
            RleError::TrailingBytes { at, rows, extra } => {
                write!(f, "byte {at}: there are {extra} extra bytes after the last of {rows} rows")
            }
            RleError::Picture(_) => f.write_str("the size or the length of the picture is wrong"),
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
