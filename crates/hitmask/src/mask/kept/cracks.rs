//! The boundary between solid and clear pixels, as straight segments ("cracks") on the pixel grid.

use alloc::vec::Vec;

/// A maximal straight segment of the boundary: from (at, from) to (at, to) if it is vertical, with x and y exchanged if it is horizontal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Crack {
    /// The grid line that the segment lies on.
    pub(crate) at: u16,
    /// The start of the segment on that line.
    pub(crate) from: u16,
    /// The end of the segment on that line.
    pub(crate) to: u16,
}

/// The whole boundary of a mask. A point that lies on no grid line is solid if and only if a path to it from outside crosses an odd number
/// of segments.
pub(crate) struct Cracks {
    /// Between a pixel and its right neighbour: `at` is an x coordinate, the segment goes down.
    pub(crate) vertical: Vec<Crack>,
    /// Between a pixel and its lower neighbour: `at` is a y coordinate, the segment goes right.
    pub(crate) horizontal: Vec<Crack>,
}

impl Cracks {
    pub(crate) fn memory_bytes(&self) -> usize {
        (self.vertical.capacity() + self.horizontal.capacity()) * size_of::<Crack>() + size_of::<Cracks>()
    }
}
