//! A coarse picture of a large mask, which answers most questions about it.
//!
//! Every cell of 8 × 8 pixels is a pixel of two small masks: `some` has the cells with any solid pixel, `full` those with
//! nothing else. Where no such cells of two masks meet, the masks don't; where full ones meet, they do. Otherwise the pixels must
//! be looked at, but only around the cells that meet. The small masks are masks: those of a very large mask have a gate
//! themselves.

use alloc::boxed::Box;

use super::Mask;
use crate::bits::Columns;
use crate::geom::{Extent, Point};

/// Pixels along the side of a cell.
const CELL: u32 = 8;

/// The fewest pixels for which looking at the cells first pays; found by measuring.
const LEAST_PIXELS: u64 = 1 << 17;

/// The cells of a mask.
#[derive(Clone)]
pub(crate) struct Gate {
    /// Cells with a solid pixel.
    some: Mask,
    /// `some`, grown by a cell to the right and down: the cells that those of another mask may touch which don't lie on the
    /// grid but up to seven pixels to the left and above.
    near: Mask,
    /// Cells with solid pixels only.
    full: Mask,
}

impl Gate {
    /// A gate with all cells clear, for a mask of that size; None for one that is too small to need it.
    pub(super) fn new(w: u32, h: u32) -> Option<Box<Gate>> {
        if u64::from(w) * u64::from(h) < LEAST_PIXELS || w.min(h) <= 2 * CELL {
            return None;
        }
        let (w, h) = (w.div_ceil(CELL), h.div_ceil(CELL));
        Some(Box::new(Gate { some: Mask::new(w, h), near: Mask::new(w + 1, h + 1), full: Mask::new(w, h) }))
    }

    /// The offset in cells for one in pixels: rounded down, so that B's cells lie up to seven pixels right of and below it.
    fn offset(offset: Point) -> Point {
        Point::new(offset.x.div_euclid(CELL as i32), offset.y.div_euclid(CELL as i32))
    }

    /// A box around the pixels of A in which two masks may overlap; None when they can't.
    pub(crate) fn meeting(a: &Gate, b: &Gate, offset: Point) -> Option<Extent> {
        let cells = a.some.overlap_bounds(&b.near, Gate::offset(offset))?.extent();
        let cell = i64::from(CELL);
        Some(Extent { x0: cells.x0 * cell, y0: cells.y0 * cell, x1: cells.x1 * cell, y1: cells.y1 * cell })
    }

    /// Whether two masks are sure to overlap. No is not an answer.
    pub(crate) fn surely_overlap(a: &Gate, b: &Gate, offset: Point) -> bool {
        a.full.overlaps(&b.full, Gate::offset(offset))
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.some.memory_bytes() + self.near.memory_bytes() + self.full.memory_bytes()
    }
}

impl Mask {
    /// The end of every edit: forgets what was derived from the pixels, and looks again at those that may have changed.
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
        // A word of cells is eight words of pixels; the edges of the edit lie somewhere inside.
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

    /// The 64 cells of a word: a bit for each byte of eight rows of eight columns of pixels.
    #[inline]
    fn cells(&self, column: u32, y: u32, bits: impl Fn(&[u64]) -> u64) -> u64 {
        let Columns::L64(words) = &self.columns else { unreachable!("a large mask has wide lanes") };
        let rows = CELL.min(self.h - y * CELL) as usize;
        let columns = column * CELL..((column + 1) * CELL).min(self.w.div_ceil(64));
        columns.zip(0..).fold(0, |word, (column, i)| {
            word | bits(&words[self.index(column, y * CELL)..][..rows]) << (i * CELL)
        })
    }

    /// Computes anew the words that hold the pixels of an extent. `f` gives a word from its column and row.
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

/// A bit for each byte: whether any row has any bit of it.
#[inline]
fn some(rows: &[u64]) -> u64 {
    let word = rows.iter().fold(0, |all, row| all | row);
    let word = word | word >> 4;
    let word = word | word >> 2;
    gather((word | word >> 1) & ONES)
}

/// A bit for each byte: whether all rows have all bits of it. No byte of fewer than eight rows is full.
#[inline]
fn full(rows: &[u64]) -> u64 {
    let word = if rows.len() < CELL as usize { 0 } else { rows.iter().fold(!0, |all, row| all & row) };
    let word = word & word >> 4;
    let word = word & word >> 2;
    gather((word & word >> 1) & ONES)
}

/// The lowest bits of the eight bytes, side by side: the product adds each, shifted, into the highest byte.
fn gather(word: u64) -> u64 {
    word.wrapping_mul(0x0102_0408_1020_4080) >> 56
}
