use core::ops::Range;

use super::super::Aabb;
use super::census::longer;

/// The columns or the rows of a grid.
///
/// If the world is too long for the allowed number of cells, the axis wraps around: positions that are a multiple of the axis length apart
/// share a cell. That costs comparisons with distant boxes, but never changes an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellAxis {
    /// The start of cell 0.
    origin: i32,
    /// A cell is 2ˢʰⁱᶠᵗ pixels long.
    shift: u32,
    /// The number of cells. A power of two if the axis wraps around.
    pub(super) len: u32,
    /// The first pixel that has a cell: `origin`, or any if the axis wraps around.
    least: i32,
    /// `len - 1` if the axis wraps around, otherwise all ones.
    mask: u32,
}

/// An axis that wraps around needs at least this many cells. With three or fewer, both neighbours of a cell could be the same cell.
const LEAST_ROUND: u32 = 4;

impl CellAxis {
    /// An axis that does not wrap around, with cells from `first` to `last`.
    pub(super) fn straight(first: i32, last: i32, shift: u32) -> CellAxis {
        // For the whole range of i32 this is one too few. But so many cells are never used.
        let len = (last.wrapping_sub(first) as u32 >> shift).saturating_add(1);
        CellAxis { origin: first, shift, len, least: first, mask: u32::MAX }
    }

    /// Wraps the axis around, with half as many cells, or with fewer to reach a power of two. Returns it unchanged if that would be too
    /// few.
    pub(super) fn folded(self) -> CellAxis {
        let len = self.len.checked_next_power_of_two().map_or(1 << 31, |len| len / 2);
        if len < LEAST_ROUND { self } else { CellAxis { len, least: i32::MIN, mask: len - 1, ..self } }
    }

    /// The cell after another one. Without wrapping around it may lie beyond the last.
    pub(super) fn after(self, cell: u32) -> u32 {
        (cell + 1) & self.mask
    }

    pub(super) fn goes_round(self) -> bool {
        self.mask != u32::MAX
    }

    /// Whether a pixel has a cell. On an axis that wraps around, all have.
    #[inline(always)]
    fn has(self, at: i32) -> bool {
        (at >= self.least) & (self.cell(at) < self.len)
    }

    /// The cell of a pixel that has one.
    #[inline(always)]
    pub(super) fn cell(self, at: i32) -> u32 {
        (at.wrapping_sub(self.origin) as u32 >> self.shift) & self.mask
    }

    /// The cells in which a box may begin that is at most `side` long and extends into `first ..= last`: one range, and a second one if the
    /// first wraps around.
    fn stretches(self, first: i32, last: i32, side: i64) -> [Range<u32>; 2] {
        let cell = |at: i64| (at - i64::from(self.origin)) >> self.shift;
        let (first, last) = (cell(i64::from(first) - (side - 1)), cell(i64::from(last)));
        let len = i64::from(self.len);
        if !self.goes_round() {
            let (first, last) = (first.max(0), last.min(len - 1));
            return [first as u32..(last + 1).max(first) as u32, 0..0];
        }
        if last - first + 1 >= len {
            return [0..self.len, 0..0];
        }
        let (first, last) = (first as u32 & self.mask, last as u32 & self.mask);
        if first <= last { [first..last + 1, 0..0] } else { [first..self.len, 0..last + 1] }
    }
}

/// The largest number of cells of a level for so many boxes.
pub(super) const fn most_cells(boxes: u64) -> u64 {
    // An axis that wraps around cannot have fewer cells than this allows.
    26 + boxes * 7 / 4
}

/// The boxes whose longer side is at most `side`, but longer than the next finer level's, sorted by the cell of their first pixel. If two
/// of them intersect, they begin in the same cell or in neighbouring cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level {
    pub(super) x: CellAxis,
    pub(super) y: CellAxis,
    /// The longest side of a box of this level.
    pub(super) side: i64,
    /// The number of the level's first cell.
    pub(super) base: u32,
    /// The number of boxes for which it was made.
    pub(super) boxes: u32,
}

impl Level {
    /// The largest cell, so that the difference of two positions fits 32 bits. Two such cells cover the whole range of i32, so all boxes
    /// that begin in them are in neighbouring cells.
    pub(super) const MAX_SHIFT: u32 = 31;

    /// A level with cells of 2ᵏ pixels, for so many boxes, which begin in `around` or up to half a cell outside it. For the number of its
    /// cells see [`most_cells`].
    pub(super) fn new(around: Aabb, k: u32, boxes: u32, base: u32) -> Level {
        let shift = k.min(Level::MAX_SHIFT);
        let half = ((1_u32 << shift) / 2) as i32;
        let axis = |first: i32, last: i32| {
            CellAxis::straight(first.saturating_sub(half), last.saturating_add(half), shift)
        };
        let (mut x, mut y) = (axis(around.x0, around.x1), axis(around.y0, around.y1));
        // Two axes of 2³² cells have more than fit a number.
        while (u64::from(x.len) + 1).saturating_mul(u64::from(y.len) + 1) >= most_cells(u64::from(boxes)) {
            if x.len >= y.len {
                x = x.folded();
            } else {
                y = y.folded();
            }
        }
        Level { x, y, side: 1 << k, base, boxes }
    }

    /// The number of cells, including empty ones: one at the end of every row, one before the first row, and an extra row at the end unless
    /// rows wrap around. So every cell has a cell at its left and at its right and three below it.
    pub(super) fn cells(&self) -> u32 {
        1 + (self.x.len + 1) * (self.y.len + u32::from(!self.y.goes_round()))
    }

    /// Whether it has many more boxes than it was made for. `ends` are the ends of all cells.
    pub(super) fn is_crowded(&self, ends: &[u32]) -> bool {
        // The first cell is empty.
        let boxes = ends[(self.base + self.cells() - 1) as usize] - ends[self.base as usize];
        boxes > self.boxes.saturating_add(self.boxes / 4).saturating_add(16)
    }

    /// The first cell of a row.
    #[inline(always)]
    pub(super) fn row(&self, y: u32) -> u32 {
        self.base + 1 + y * (self.x.len + 1)
    }

    /// Whether a box can be in a cell of this level. The box must not be empty.
    #[inline(always)]
    pub(super) fn fits(&self, b: &Aabb) -> bool {
        (i64::from(longer(b)) < self.side) & self.x.has(b.x0) & self.y.has(b.y0)
    }

    /// The cell of a box that fits.
    #[inline(always)]
    pub(super) fn cell(&self, b: &Aabb) -> u32 {
        self.row(self.y.cell(b.y0)) + self.x.cell(b.x0)
    }

    /// Calls `f` with ranges of cell numbers. All boxes of the level that extend into the area begin in these cells.
    #[inline]
    pub(super) fn each_stretch<E>(
        &self,
        area: Aabb,
        mut f: impl FnMut(Range<u32>) -> Result<(), E>,
    ) -> Result<(), E> {
        let columns = self.x.stretches(area.x0, area.x1, self.side);
        for rows in self.y.stretches(area.y0, area.y1, self.side) {
            for row in rows {
                let start = self.row(row);
                for columns in &columns {
                    if !columns.is_empty() {
                        f(start + columns.start..start + columns.end)?;
                    }
                }
            }
        }
        Ok(())
    }
}
