use alloc::string::String;
use core::fmt;

/// Why a pack cannot hold a sprite: a name is empty or taken, or a number points to nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PackError {
    /// The name of the sprite or of the entry.
    pub name: String,
    /// What is wrong with it.
    pub what: &'static str,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" cannot be packed: {}", self.name, self.what)
    }
}

impl core::error::Error for PackError {}
