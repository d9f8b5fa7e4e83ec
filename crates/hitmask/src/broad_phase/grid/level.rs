use core::ops::Range;

use super::super::Aabb;

/// Columns, or rows, of cells.
///
/// Where the world is too long for the cells it may have, they go round: cells as far apart as the axis is long are the same one.
/// That costs comparisons with boxes from elsewhere, never an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CellAxis {
    /// Where cell 0 begins.
    origin: i32,
    /// A cell is 2ˢʰⁱᶠᵗ pixels long.
    shift: u32,
    /// How many cells; a power of two where they go round.
    pub(super) len: u32,
    /// `len - 1` where they go round, else all ones.
    mask: u32,
}

/// An axis that goes round needs more cells than a cell with its two neighbours, lest these be the same one.
const LEAST_ROUND: u32 = 4;

impl CellAxis {
    /// Cells from `first` to `last`, all of them.
    pub(super) fn straight(first: i32, last: i32, shift: u32) -> CellAxis {
        // One less than all of i32 for all of i32: that many cells there never are.
        let len = (last.wrapping_sub(first) as u32 >> shift).saturating_add(1);
        CellAxis { origin: first, shift, len, mask: u32::MAX }
    }

    /// The same with half as many cells, or less to get to a power of two; itself when that would be too few.
    pub(super) fn folded(self) -> CellAxis {
        let len = self.len.checked_next_power_of_two().map_or(1 << 31, |len| len / 2);
        if len < LEAST_ROUND { self } else { CellAxis { len, mask: len - 1, ..self } }
    }

    pub(super) fn goes_round(self) -> bool {
        self.mask != u32::MAX
    }

    /// The cell that a pixel lies in; it lies no farther left than any that the axis was made for.
    #[inline(always)]
    pub(super) fn cell(self, at: i32) -> u32 {
        (at.wrapping_sub(self.origin) as u32 >> self.shift) & self.mask
    }

    /// The cells in which something may begin that is at most `side` long and reaches into `first ..= last`: one stretch, and
    /// a second one where the first went round.
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

/// The boxes whose longer side is at most `side`, but longer than the next finer level's, by the cell in which their first pixel
/// lies. No box begins in a cell that is not next to the one in which another begins that it meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Level {
    pub(super) x: CellAxis,
    pub(super) y: CellAxis,
    /// The longest side there may be.
    pub(super) side: i64,
    /// The number of the level's first cell.
    pub(super) base: u32,
}

impl Level {
    /// A cell is never longer than this, so that a place minus another needs no more than 32 bits. Two of them are all of i32, and
    /// next to each other whatever begins there.
    pub(super) const MAX_SHIFT: u32 = 31;

    /// Cells of 2ᵏ pixels for boxes that begin in `around`, at most `cells` of them (16 at least).
    pub(super) fn new(around: Aabb, k: u32, cells: u64, base: u32) -> Level {
        let shift = k.min(Level::MAX_SHIFT);
        let mut x = CellAxis::straight(around.x0, around.x1, shift);
        let mut y = CellAxis::straight(around.y0, around.y1, shift);
        while u64::from(x.len) * u64::from(y.len) > cells.max(16) {
            if x.len >= y.len {
                x = x.folded();
            } else {
                y = y.folded();
            }
        }
        Level { x, y, side: 1 << k, base }
    }

    /// How many cells it has: an empty row more where rows don't go round, so that there is always one below.
    pub(super) fn cells(&self) -> u32 {
        self.x.len * (self.y.len + u32::from(!self.y.goes_round()))
    }

    #[inline(always)]
    pub(super) fn cell(&self, x: i32, y: i32) -> u32 {
        self.base + self.y.cell(y) * self.x.len + self.x.cell(x)
    }

    /// Calls `f` with stretches of cells (their numbers) in which all boxes of the level begin that reach into the area.
    #[inline]
    pub(super) fn each_stretch<E>(
        &self,
        area: Aabb,
        mut f: impl FnMut(Range<u32>) -> Result<(), E>,
    ) -> Result<(), E> {
        let columns = self.x.stretches(area.x0, area.x1, self.side);
        for rows in self.y.stretches(area.y0, area.y1, self.side) {
            for row in rows {
                let start = self.base + row * self.x.len;
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
