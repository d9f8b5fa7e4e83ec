use core::fmt;

/// Why bytes are not a label mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LabelError {
    /// The bytes don't begin with the signature of a label mask.
    NotLabels,
    /// The bytes have a version that this library does not know.
    UnknownVersion {
        /// The version.
        version: u32,
    },
    /// The bytes end too early.
    Truncated {
        /// The offset at which the bytes end.
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
    /// The size exceeds the limits of a mask, or the limit of pixels that was given.
    TooLarge {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
        /// The number of pixels allowed.
        limit: u64,
    },
    /// The contents are not encoded as [`LabelMask::to_bytes`](crate::LabelMask::to_bytes) encodes them.
    BadContent {
        /// The offset of the name or stretch that is wrong.
        offset: usize,
    },
    /// The label mask would take more memory than allowed.
    TooMuchMemory {
        /// The offset of the name or of the labels that exceed the limit.
        offset: usize,
        /// The number of bytes allowed.
        limit: usize,
    },
}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            LabelError::NotLabels => f.write_str("these bytes are no label mask: they don't begin with HLAB"),
            LabelError::UnknownVersion { version } => {
                write!(f, "version {version} of label masks is unknown: this library reads version 1")
            }
            LabelError::Truncated { offset } => {
                write!(f, "the bytes of a label mask end too early, at byte {offset}")
            }
            LabelError::WrongLength { expected, actual } => {
                write!(f, "a label mask of {expected} bytes has {actual} bytes")
            }
            LabelError::WrongChecksum { offset } => {
                write!(
                    f,
                    "some bytes of a label mask were changed: the checksum at byte {offset} does not match"
                )
            }
            LabelError::TooLarge { width, height, limit } => {
                write!(f, "a label mask of {width} x {height} pixels is too large: at most {limit} pixels")
            }
            LabelError::TooMuchMemory { offset, limit } => write!(
                f,
                "what begins at byte {offset} of a label mask needs more than the {limit} bytes of memory that are allowed; raise `LabelLimits::memory`, or refuse the file"
            ),
            LabelError::BadContent { offset } => {
                write!(f, "the name or stretch at byte {offset} of a label mask is wrong")
            }
        }
    }
}

impl core::error::Error for LabelError {}
