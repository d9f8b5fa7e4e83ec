//! A low-resolution picture of a large mask. It answers most queries without looking at the pixels.
//!
//! Every cell of 8 × 8 pixels is one pixel of two small masks: `some` marks the cells with at least one solid pixel, `full` the cells in
//! which all pixels are solid. If no `some` cells of two masks intersect, the masks don't overlap; if `full` cells do, the masks overlap.
//! Otherwise the pixels must be checked, but only around the cells that intersect. The small masks are of type `Mask`, so those of a very
//! large mask have a gate themselves.

use alloc::boxed::Box;

use super::Mask;
use crate::bits::{Columns, low_bits};
use crate::geom::{Extent, Point};

/// The side of a cell, in pixels.
const CELL: u32 = 8;

/// The smallest number of pixels for which checking the cells first is faster; found by measurement.
const LEAST_PIXELS: u64 = 1 << 17;

/// The cells of a mask.
#[derive(Clone)]
pub(crate) struct Gate {
    /// Cells with at least one solid pixel.
    some: Mask,
    /// `some`, grown by one cell to the right and down. The cell grid of another mask may lie up to seven pixels to the left of and above
    /// this grid. In that grid, these are the cells that `some` touches.
    near: Mask,
    /// Cells in which all pixels are solid.
    full: Mask,
}

impl Gate {
    /// A gate with all cells clear, for a mask of this size. None if the mask is too small to need one.
    pub(super) fn new(w: u32, h: u32) -> Option<Box<Gate>> {
        if u64::from(w) * u64::from(h) < LEAST_PIXELS || w.min(h) <= 2 * CELL {
            return None;
        }
        let (w, h) = (w.div_ceil(CELL), h.div_ceil(CELL));
        Some(Box::new(Gate { some: Mask::new(w, h), near: Mask::new(w + 1, h + 1), full: Mask::new(w, h) }))
    }

    /// Converts an offset from pixels to cells. It rounds down, so B's cells lie up to seven pixels to the right of and below the result.
    fn offset(offset: Point) -> Point {
        Point::new(offset.x.div_euclid(CELL as i32), offset.y.div_euclid(CELL as i32))
    }

    /// A box that contains all pixels of A in which the masks may overlap. None if they don't overlap.
    pub(crate) fn meeting(a: &Gate, b: &Gate, offset: Point) -> Option<Extent> {
        let cells = a.some.overlap_bounds(&b.near, Gate::offset(offset))?.extent();
        let cell = i64::from(CELL);
        Some(Extent { x0: cells.x0 * cell, y0: cells.y0 * cell, x1: cells.x1 * cell, y1: cells.y1 * cell })
    }

    /// If true, the masks overlap. If false, nothing is known.
    pub(crate) fn surely_overlap(a: &Gate, b: &Gate, offset: Point) -> bool {
        a.full.overlaps(&b.full, Gate::offset(offset))
    }

    /// All pixels of the mask, which has this size, were made solid.
    pub(super) fn fill(&mut self, size: (u32, u32)) {
        self.some.fill();
        self.near.fill();
        self.full.fill();
        self.empty_cut_cells(size);
    }

    /// All pixels of the mask were made clear.
    pub(super) fn clear(&mut self) {
        self.some.clear();
        self.near.clear();
        self.full.clear();
    }

    /// The mask, which has this size, was inverted. Cells that it cuts count as not empty from now on.
    pub(super) fn invert(&mut self, size: (u32, u32)) {
        core::mem::swap(&mut self.some, &mut self.full);
        self.some.invert();
        self.full.invert();
        self.empty_cut_cells(size);
        let Gate { some, near, .. } = self;
        for column in 0..near.w.div_ceil(64) {
            let keep = low_bits(near.w - column * 64);
            let mut above = 0;
            for y in 0..near.h {
                let cells = |column: u32| {
                    let inside = y < some.h && column < some.w.div_ceil(64);
                    if inside { some.columns.word(some.index(column, y)) } else { 0 }
                };
                let left = if column > 0 { cells(column - 1) >> 63 } else { 0 };
                let grown = cells(column) | cells(column) << 1 | left;
                let index = near.index(column, y);
                near.columns.set_word(index, (grown | above) & keep);
                above = grown;
            }
        }
        near.rebuild();
    }

    /// No cell is full that the mask's right or lower side cuts.
    fn empty_cut_cells(&mut self, (w, h): (u32, u32)) {
        if w.is_multiple_of(CELL) && h.is_multiple_of(CELL) {
            return;
        }
        let full = &mut self.full;
        for column in 0..full.w.div_ceil(64) {
            for y in 0..full.h {
                let whole = if y < h / CELL { low_bits((w / CELL).saturating_sub(column * 64)) } else { 0 };
                let index = full.index(column, y);
                full.columns.set_word(index, full.columns.word(index) & whole);
            }
        }
        full.rebuild();
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.some.memory_bytes() + self.near.memory_bytes() + self.full.memory_bytes()
    }
}

impl Mask {
    /// Ends every edit: forgets the derived data and updates the gate for the pixels that may have changed.
    pub(crate) fn pixels_changed(&mut self, edited: Extent) {
        if edited.is_empty() {
            return;
        }
        self.forget_derived();
        let Some(mut gate) = self.gate.take() else { return };
        let cell = i64::from(CELL);
        let cells = Extent {
            x0: edited.x0 / cell,
            y0: edited.y0 / cell,
            x1: (edited.x1 + cell - 1) / cell,
            y1: (edited.y1 + cell - 1) / cell,
        };
        // One word of cells covers eight words of pixels, so the edges of the edit may lie inside a word.
        gate.some.rewrite(cells, |column, y| self.cells(column, y, some));
        gate.full.rewrite(cells, |column, y| self.cells(column, y, full));
        let Gate { some, near, .. } = &mut *gate;
        near.rewrite(Extent { x1: cells.x1 + 1, y1: cells.y1 + 1, ..cells }, |column, y| {
            let (x, y) = (i64::from(column) * 64, i64::from(y));
            [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)]
                .iter()
                .fold(0, |all, &(x, y)| all | some.window(x, y))
        });
        self.gate = Some(gate);
    }

    /// The 64 cells of a word. Each cell takes one byte of each of eight rows, in eight columns of pixels.
    #[inline]
    fn cells(&self, column: u32, y: u32, bits: impl Fn(&[u64]) -> u64) -> u64 {
        let Columns::L64(words) = &self.columns else { unreachable!("a large mask has wide lanes") };
        let rows = CELL.min(self.h - y * CELL) as usize;
        let columns = column * CELL..((column + 1) * CELL).min(self.w.div_ceil(64));
        columns.zip(0..).fold(0, |word, (column, i)| {
            word | bits(&words[self.index(column, y * CELL)..][..rows]) << (i * CELL)
        })
    }

    /// Recomputes the words that contain the pixels of an extent. `f(column, row)` returns a word.
    fn rewrite(&mut self, extent: Extent, f: impl Fn(u32, u32) -> u64) {
        for column in extent.x0 as u32 / 64..(extent.x1 as u32).div_ceil(64) {
            for y in extent.y0 as u32..extent.y1 as u32 {
                let index = self.index(column, y);
                self.columns.set_word(index, f(column, y));
            }
        }
        let words = Extent {
            x0: extent.x0 / 64 * 64,
            x1: ((extent.x1 + 63) / 64 * 64).min(i64::from(self.w)),
            ..extent
        };
        if words == Extent::of_size(self.w, self.h) {
            self.rebuild();
        } else {
            self.include(words);
            self.tight = false;
            self.pixels_changed(words);
        }
    }
}

const ONES: u64 = u64::MAX / 255;

/// One bit per byte: whether any row has any bit of the byte set.
#[inline]
fn some(rows: &[u64]) -> u64 {
    let word = rows.iter().fold(0, |all, row| all | row);
    let word = word | word >> 4;
    let word = word | word >> 2;
    gather((word | word >> 1) & ONES)
}

/// One bit per byte: whether all rows have all bits of the byte set. With fewer than eight rows, no byte is full.
#[inline]
fn full(rows: &[u64]) -> u64 {
    let word = if rows.len() < CELL as usize { 0 } else { rows.iter().fold(!0, |all, row| all & row) };
    let word = word & word >> 4;
    let word = word & word >> 2;
    gather((word & word >> 1) & ONES)
}

/// The lowest bits of the eight bytes, side by side: the product adds each of them, shifted, into the highest byte.
fn gather(word: u64) -> u64 {
    word.wrapping_mul(0x0102_0408_1020_4080) >> 56
}
