//! The budget of a reader: how much memory and work it may spend. Every reader of a saved form has a budget, and asks it before it
//! allocates.

use super::error::{DecodeError, DecodeErrorKind};
use super::format::SavedFormat;

/// What reading bytes may take. Whoever reads a stranger's bytes is safe with the default: below 512 MB of memory, and some seconds of work.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DecodeLimits {
    /// The largest number of bytes of memory that what is read may take. 480 MiB by default. The shapes of a world are not counted, because
    /// the caller gives them. Of a pack, each entry may take so much when it is read.
    pub memory: usize,
    /// The most work that comes with what is read, in units of about a nanosecond. 2³² by default: some seconds.
    ///
    /// Of a world, this is one step or one question: rows of circles, polygons and turned rectangles, words of masks, and single pixels of
    /// what must be drawn, of all pairs whose boxes meet. Of a tile map, it is to draw all of it: a cell takes two units for each 64 × 64
    /// pixels that the largest picture of the set has, and, if it has a tile, two for each 64 pixels of a row of its picture. Other forms take
    /// no more work than their memory has bytes.
    pub work: u64,
}

impl Default for DecodeLimits {
    fn default() -> DecodeLimits {
        DecodeLimits { memory: 480 << 20, work: 1 << 32 }
    }
}

/// What is left of a limit of memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    format: SavedFormat,
    limit: usize,
    left: usize,
}

impl Budget {
    pub(crate) fn new(format: SavedFormat, limits: &DecodeLimits) -> Budget {
        Budget { format, limit: limits.memory, left: limits.memory }
    }

    /// The error of what needs more than is left, and begins at an offset of the bytes.
    pub(crate) fn exceeded(&self, offset: usize) -> DecodeError {
        let kind = DecodeErrorKind::TooMuchMemory { limit: self.limit };
        DecodeError::new(self.format, "content", offset, kind)
    }

    /// Takes memory for what begins at an offset of the bytes.
    pub(crate) fn take(&mut self, memory: usize, offset: usize) -> Result<(), DecodeError> {
        self.left = self.left.checked_sub(memory).ok_or_else(|| self.exceeded(offset))?;
        Ok(())
    }

    /// Takes memory for a list.
    pub(crate) fn list<T>(&mut self, count: usize, offset: usize) -> Result<(), DecodeError> {
        self.take(count.saturating_mul(size_of::<T>()), offset)
    }

    /// Gives back what was freed.
    pub(crate) fn give_back(&mut self, memory: usize) {
        self.left += memory;
    }

    pub(crate) fn left(&self) -> usize {
        self.left
    }
}
