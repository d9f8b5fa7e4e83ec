use core::fmt;

/// Why a mask could not be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MaskError {
    /// A side longer than [`Mask::MAX_SIDE`](crate::Mask::MAX_SIDE) or more than
    /// [`Mask::MAX_PIXELS`](crate::Mask::MAX_PIXELS) in all.
    TooLarge {
        /// The width asked for.
        width: u32,
        /// The height asked for.
        height: u32,
    },
    /// The data do not have the length that the size asks for.
    WrongLength {
        /// The length that the size asks for.
        expected: u64,
        /// The length of what was given.
        actual: usize,
        /// What is counted: bytes or words.
        unit: &'static str,
    },
}

impl fmt::Display for MaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MaskError::TooLarge { width, height } => write!(
                f,
                "a mask of {width} x {height} pixels is too large: a side may have {} pixels, the whole {}",
                crate::Mask::MAX_SIDE,
                crate::Mask::MAX_PIXELS
            ),
            MaskError::WrongLength { expected, actual, unit } => {
                write!(f, "the size asks for {expected} {unit} but {actual} were given")
            }
        }
    }
}

#[cfg(feature = "std")]
impl std::error::Error for MaskError {}
