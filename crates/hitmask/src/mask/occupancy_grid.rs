//! A low-resolution picture of a large mask. It answers most queries without looking at the pixels.
//!
//! Every cell of 8 × 8 pixels is one pixel of two small masks: `some` marks the cells with at least one solid pixel, `full` the cells in
//! which all pixels are solid. If no `some` cells of two masks intersect, the masks don't overlap; if `full` cells do, the masks overlap.
//! Otherwise the pixels must be checked, but only around the cells that intersect. The small masks are of type `Mask`. So if the mask is
//! very large, they have an occupancy grid, too.

use alloc::boxed::Box;
use core::sync::atomic::{AtomicBool, Ordering};

use super::storage::{KeptOccupancy, Mask, OccupancyGrid};
use crate::bits::{Columns, KEEPS, MadeOnce};
use crate::geom::{Extent, Point};

/// The side of a cell, in pixels.
const CELL: u32 = 8;

/// The smallest number of pixels for which checking the cells first is faster; found by measurement.
const LEAST_PIXELS: u64 = 1 << 17;

/// Edits of more than this part of a mask forget the occupancy grid: they would take longer if they updated it.
const MUCH: i64 = 16;

impl OccupancyGrid {
    /// All cells clear, for a mask of this size.
    fn new(w: u32, h: u32) -> OccupancyGrid {
        let (w, h) = (w.div_ceil(CELL), h.div_ceil(CELL));
        let mut occupancy =
            OccupancyGrid { some: Mask::new(w, h), near: Mask::new(w + 1, h + 1), full: Mask::new(w, h) };
        // The cells of a very large mask have occupancy grids, too. This allocates them.
        for cells in [&mut occupancy.some, &mut occupancy.near, &mut occupancy.full] {
            cells.every_pixel_changed();
        }
        occupancy
    }

    /// Looks at the pixels of the mask in some cells again.
    fn update(&mut self, mask: &Mask, cells: Extent) {
        // One word of cells covers eight words of pixels, so the edges of an edit may lie inside a word.
        self.some.rewrite(cells, |column, y| mask.cells(column, y, some));
        self.full.rewrite(cells, |column, y| mask.cells(column, y, full));
        let OccupancyGrid { some, near, .. } = self;
        near.rewrite(Extent { x1: cells.x1 + 1, y1: cells.y1 + 1, ..cells }, |column, y| {
            let (x, y) = (i64::from(column) * 64, i64::from(y));
            [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)]
                .iter()
                .fold(0, |all, &(x, y)| all | some.window(x, y))
        });
    }

    /// Converts an offset from pixels to cells. It rounds down, so B's cells lie up to seven pixels to the right of and below the result.
    fn offset(offset: Point) -> Point {
        Point::new(offset.x.div_euclid(CELL as i32), offset.y.div_euclid(CELL as i32))
    }

    /// A box that contains all pixels of A in which the masks may overlap. None if they don't overlap.
    pub(crate) fn meeting(a: &OccupancyGrid, b: &OccupancyGrid, offset: Point) -> Option<Extent> {
        let cells = a.some.overlap_bounds(&b.near, OccupancyGrid::offset(offset))?.extent();
        let cell = i64::from(CELL);
        Some(Extent { x0: cells.x0 * cell, y0: cells.y0 * cell, x1: cells.x1 * cell, y1: cells.y1 * cell })
    }

    /// If true, the masks overlap. If false, nothing is known.
    pub(crate) fn surely_overlap(a: &OccupancyGrid, b: &OccupancyGrid, offset: Point) -> bool {
        a.full.overlaps(&b.full, OccupancyGrid::offset(offset))
    }
}

impl KeptOccupancy {
    /// Whether a mask of this size is large enough to need a occupancy grid.
    #[inline]
    fn is_needed(w: u32, h: u32) -> bool {
        KEEPS && u64::from(w) * u64::from(h) >= LEAST_PIXELS && w.min(h) > 2 * CELL
    }

    /// The memory of the occupancy grid of a mask of this size, in bytes. 0 if it needs none.
    pub(super) fn bytes_of_size(w: u32, h: u32) -> usize {
        if !KeptOccupancy::is_needed(w, h) {
            return 0;
        }
        let (w, h) = (w.div_ceil(CELL), h.div_ceil(CELL));
        // The occupancy grid has the fields of its three masks in itself.
        let apart = |w: u32, h: u32| Mask::bytes_of_size(w, h) - size_of::<Mask>();
        size_of::<KeptOccupancy>() + 2 * apart(w, h) + apart(w + 1, h + 1)
    }

    /// A occupancy grid that is not made yet, for a mask of this size.
    #[cfg_attr(not(feature = "std"), expect(unused_variables, reason = "there is no room without std"))]
    fn new(w: u32, h: u32) -> Box<KeptOccupancy> {
        Box::new(KeptOccupancy {
            made: MadeOnce::new(),
            #[cfg(feature = "std")]
            room: std::sync::Mutex::new(Some(OccupancyGrid::new(w, h))),
            asked: AtomicBool::new(false),
        })
    }

    /// The occupancy grid for a question. None for the first question after it was forgotten.
    #[inline]
    fn get(&self, mask: &Mask) -> Option<&OccupancyGrid> {
        self.made.get().or_else(|| self.make(mask))
    }

    #[cold]
    fn make(&self, mask: &Mask) -> Option<&OccupancyGrid> {
        if !self.asked.swap(true, Ordering::Relaxed) {
            return None;
        }
        let made = self.made.keep(|| {
            let mut occupancy = self.take_room().unwrap_or_else(|| OccupancyGrid::new(mask.w, mask.h));
            occupancy.update(mask, occupancy.some.whole());
            occupancy
        });
        made.ok()
    }

    /// The memory of a occupancy grid that was forgotten, if there is any.
    fn take_room(&self) -> Option<OccupancyGrid> {
        #[cfg(feature = "std")]
        return self.room.lock().ok().and_then(|mut room| room.take());
        #[cfg(not(feature = "std"))]
        None
    }

    /// Forgets the occupancy grid, and keeps its memory.
    fn forget(&mut self) {
        *self.asked.get_mut() = false;
        if let Some(occupancy) = self.made.take() {
            #[cfg(feature = "std")]
            {
                self.room = std::sync::Mutex::new(Some(occupancy));
            }
            #[cfg(not(feature = "std"))]
            drop(occupancy);
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let of = |occupancy: &OccupancyGrid| {
            occupancy.some.memory_bytes() + occupancy.near.memory_bytes() + occupancy.full.memory_bytes()
        };
        #[cfg(feature = "std")]
        let room = self.room.lock().ok().and_then(|room| room.as_ref().map(of));
        #[cfg(not(feature = "std"))]
        let room = None;
        size_of::<KeptOccupancy>() + self.made.get().map(of).or(room).unwrap_or(0)
    }
}

impl Clone for KeptOccupancy {
    fn clone(&self) -> KeptOccupancy {
        KeptOccupancy {
            made: self.made.clone(),
            #[cfg(feature = "std")]
            room: std::sync::Mutex::new(self.room.lock().ok().and_then(|room| room.clone())),
            asked: AtomicBool::new(self.asked.load(Ordering::Relaxed)),
        }
    }
}

impl Mask {
    /// The occupancy grids of two masks, if both have one. For questions about both.
    #[inline(always)]
    pub(crate) fn occupancies<'a>(
        a: &'a Mask,
        b: &'a Mask,
    ) -> Option<(&'a OccupancyGrid, &'a OccupancyGrid)> {
        match (&a.occupancy, &b.occupancy) {
            (Some(occupancy_a), Some(occupancy_b)) => occupancy_a.get(a).zip(occupancy_b.get(b)),
            _ => None,
        }
    }

    /// Whether the mask has a occupancy grid, or had one that was forgotten.
    #[inline(always)]
    pub(crate) fn may_have_occupancy(&self) -> bool {
        self.occupancy.is_some()
    }

    /// Ends every edit that may have changed any pixel: forgets the derived data and the occupancy grid.
    #[inline]
    pub(crate) fn every_pixel_changed(&mut self) {
        self.forget_derived();
        // Small masks have no occupancy grid, and edits of them are short, so what is inlined is only this check.
        if self.occupancy.is_some() || KeptOccupancy::is_needed(self.w, self.h) {
            self.forget_occupancy();
        }
    }

    #[inline(never)]
    fn forget_occupancy(&mut self) {
        match &mut self.occupancy {
            Some(occupancy) => occupancy.forget(),
            None => self.occupancy = Some(KeptOccupancy::new(self.w, self.h)),
        }
    }

    /// Ends every edit: forgets the derived data, and updates the occupancy grid for the pixels that may have changed.
    pub(crate) fn pixels_changed(&mut self, edited: Extent) {
        if edited.is_empty() {
            return;
        }
        let area = |extent: Extent| (extent.x1 - extent.x0) * (extent.y1 - extent.y0);
        let few = area(edited) <= area(self.whole()) / MUCH;
        if few && self.occupancy.as_ref().is_some_and(|occupancy| occupancy.made.get().is_some()) {
            self.update_occupancy(edited);
            self.forget_derived();
        } else {
            self.every_pixel_changed();
        }
    }

    #[cold]
    fn update_occupancy(&mut self, edited: Extent) {
        let Some(mut occupancy) = self.occupancy.take() else { return };
        if let Some(occupancy) = occupancy.made.get_mut() {
            let cell = i64::from(CELL);
            let up = |x: i64| (x + cell - 1) / cell;
            let (x1, y1) = (up(edited.x1), up(edited.y1));
            occupancy.update(self, Extent { x0: edited.x0 / cell, y0: edited.y0 / cell, x1, y1 });
        }
        self.occupancy = Some(occupancy);
    }

    /// All pixels.
    fn whole(&self) -> Extent {
        Extent::of_size(self.w, self.h)
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
        if words == self.whole() {
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
