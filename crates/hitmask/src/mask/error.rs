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
    /// A run that cannot be one of its row.
    BadRun {
        /// The row.
        row: u32,
        /// Which run of the row, from 0.
        index: usize,
        /// Where the run starts.
        start: u16,
        /// Where it ends.
        end: u16,
        /// What is wrong with it.
        fault: RunFault,
    },
}

/// What is wrong with a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RunFault {
    /// It holds no pixel: its end is not right of its start.
    Empty,
    /// It reaches right of the mask.
    Outside,
    /// It starts left of the end of the run before it: the two overlap, or are not sorted.
    OutOfOrder,
}

impl fmt::Display for RunFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RunFault::Empty => "holds no pixel",
            RunFault::Outside => "reaches right of the mask",
            RunFault::OutOfOrder => "starts left of the end of the run before it",
        })
    }
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
            MaskError::BadRun { row, index, start, end, fault } => {
                write!(f, "run {index} of row {row}, pixels {start} to before {end}, {fault}")
            }
        }
    }
}

impl core::error::Error for MaskError {}
