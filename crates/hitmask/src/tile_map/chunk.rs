//! A square of 16 × 16 cells.

use super::cell::PackedCell;
use crate::mask::kept::Lazy;

/// The side of a chunk, in cells.
pub(crate) const SIDE: u32 = 16;
/// The number of cells of a chunk.
pub(crate) const CELLS: usize = (SIDE * SIDE) as usize;

#[derive(Clone)]
pub(crate) struct Chunk {
    cells: [PackedCell; CELLS],
    /// The number of cells that are not empty.
    filled: u16,
    /// The hash of the cells, if it was asked for since they changed last.
    pub(super) hash: Lazy<u64>,
}

impl Chunk {
    /// A chunk of empty cells.
    pub(crate) fn new() -> Chunk {
        Chunk { cells: [PackedCell::EMPTY; CELLS], filled: 0, hash: Lazy::new() }
    }

    /// The cell at a column and a row of the map that lie in this chunk.
    #[inline]
    pub(crate) fn get(&self, x: u32, y: u32) -> PackedCell {
        self.cells[(y % SIDE * SIDE + x % SIDE) as usize]
    }

    /// Fills a cell of a chunk that nobody has seen yet.
    #[inline]
    pub(crate) fn fill(&mut self, x: u32, y: u32, cell: PackedCell) {
        self.cells[(y % SIDE * SIDE + x % SIDE) as usize] = cell;
        self.filled += 1;
    }

    /// Changes a cell.
    #[inline]
    pub(crate) fn set(&mut self, x: u32, y: u32, cell: PackedCell) {
        let old = &mut self.cells[(y % SIDE * SIDE + x % SIDE) as usize];
        self.filled -= u16::from(*old != PackedCell::EMPTY);
        self.filled += u16::from(cell != PackedCell::EMPTY);
        *old = cell;
        self.hash.take();
    }

    #[inline]
    pub(crate) fn filled(&self) -> u32 {
        self.filled.into()
    }

    /// All cells, row by row.
    pub(crate) fn all(&self) -> &[PackedCell] {
        &self.cells
    }
}
