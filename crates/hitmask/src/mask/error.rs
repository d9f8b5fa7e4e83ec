use core::fmt;

/// Why a mask could not be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MaskError {
    /// A side is longer than [`Mask::MAX_SIDE`](crate::Mask::MAX_SIDE), or the mask has more than
    /// [`Mask::MAX_PIXELS`](crate::Mask::MAX_PIXELS) pixels.
    TooLarge {
        /// The requested width in pixels.
        width: u32,
        /// The requested height in pixels.
        height: u32,
    },
    /// The length of the data does not match the size of the mask.
    WrongLength {
        /// The length that the size requires.
        expected: u64,
        /// The length of the data.
        actual: usize,
        /// What the lengths count: bytes, words or rows.
        unit: &'static str,
    },
    /// A run is not valid in its row.
    BadRun {
        /// The row of the run, from 0.
        row: u32,
        /// The index of the run in its row, from 0.
        index: usize,
        /// The start of the run.
        start: u16,
        /// The end of the run (exclusive).
        end: u16,
        /// What is wrong with the run: `"contains no pixel"`, `"extends beyond the right edge of the mask"`, or `"starts before the end of
        /// the previous run"`.
        fault: &'static str,
    },
    /// A pixel has a colour that has no label: see [`LabelMask::from_colors`](crate::LabelMask::from_colors).
    UnlistedColor {
        /// The pixel's x.
        x: u32,
        /// The pixel's y.
        y: u32,
        /// Its red, green, blue and alpha.
        color: [u8; 4],
    },
}

impl fmt::Display for MaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MaskError::TooLarge { width, height } => write!(
                f,
                "a mask of {width} x {height} pixels is too large: at most {} pixels per side and {} in total",
                crate::Mask::MAX_SIDE,
                crate::Mask::MAX_PIXELS
            ),
            MaskError::WrongLength { expected, actual, unit } => {
                write!(f, "the size asks for {expected} {unit} but {actual} were given")
            }
            MaskError::BadRun { row, index, start, end, fault } => {
                write!(f, "run {index} of row {row}, from {start} up to but not including {end}, {fault}")
            }
            MaskError::UnlistedColor { x, y, color: [r, g, b, a] } => write!(
                f,
                "the color #{r:02x}{g:02x}{b:02x}{a:02x} of pixel ({x}, {y}) has no label: list it, or say which label unlisted colors have"
            ),
        }
    }
}

impl core::error::Error for MaskError {}
