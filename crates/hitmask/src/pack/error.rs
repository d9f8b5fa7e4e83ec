use alloc::string::String;
use core::fmt;

/// Why a pack could not be read or made. Entries are named as in the pack.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PackError {
    /// The bytes don't begin with the signature of a pack.
    NotAPack,
    /// The pack has a version that this library does not know.
    UnknownVersion {
        /// The version.
        version: u32,
    },
    /// The bytes end too early.
    Truncated {
        /// The number of bytes that are needed.
        expected: u64,
        /// The number of bytes that there are.
        actual: usize,
    },
    /// There are more bytes than the pack has.
    WrongLength {
        /// The number of bytes that the pack has.
        expected: u64,
        /// The number of bytes that there are.
        actual: usize,
    },
    /// The checksum of header and index does not match them, so some of their bytes were changed.
    WrongIndexChecksum,
    /// The checksum matches, but a record of the index breaks the rules of the format. The program that wrote the pack has a fault.
    BadIndex {
        /// The offset of the record, in bytes from the start of the pack.
        offset: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The checksum of an entry does not match its data, so some of its bytes were changed.
    WrongEntryChecksum {
        /// The name of the entry.
        entry: String,
    },
    /// The checksum of an entry matches, but its data is not encoded by the rules of the format.
    BadData {
        /// The name of the entry.
        entry: String,
    },
    /// What is read would take more memory than [`PackLimits`](crate::PackLimits) allow.
    TooMuchMemory {
        /// The name of the entry.
        entry: String,
        /// The number of bytes that are needed at least.
        needed: u64,
        /// The number of bytes allowed.
        limit: u64,
    },
    /// A pack cannot hold this: a name is empty or taken, or a number points to nothing.
    CannotPack {
        /// The name of the sprite or of the entry.
        name: String,
        /// What is wrong with it.
        what: &'static str,
    },
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackError::NotAPack => {
                f.write_str("these are not the bytes of a pack: they don't begin with HPAK")
            }
            PackError::UnknownVersion { version } => {
                write!(
                    f,
                    "the pack has version {version}, but only version 1 is known: pack the sprites again"
                )
            }
            PackError::Truncated { expected, actual } => {
                write!(f, "the pack is not complete: it needs {expected} bytes, but there are {actual}")
            }
            PackError::WrongLength { expected, actual } => {
                write!(f, "the pack has {expected} bytes, but {actual} were given")
            }
            PackError::WrongIndexChecksum => {
                f.write_str("the index of the pack is damaged: its checksum is wrong")
            }
            PackError::BadIndex { offset, what } => {
                write!(f, "the index of the pack is wrong at byte {offset}: {what}")
            }
            PackError::WrongEntryChecksum { entry } => {
                write!(f, "the entry \"{entry}\" of the pack is damaged: its checksum is wrong")
            }
            PackError::BadData { entry } => {
                write!(f, "the data of the entry \"{entry}\" is not encoded by the rules of a pack")
            }
            PackError::TooMuchMemory { entry, needed, limit } => write!(
                f,
                "the entry \"{entry}\" takes {needed} bytes of memory, but only {limit} are allowed: raise the limit if it really is that large"
            ),
            PackError::CannotPack { name, what } => write!(f, "\"{name}\" cannot be packed: {what}"),
        }
    }
}

impl core::error::Error for PackError {}
