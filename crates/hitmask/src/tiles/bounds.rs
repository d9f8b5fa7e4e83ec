//! Keeping the bounds exact after pixels were cleared.

use super::Terrain;
use super::tile::SIDE;
use crate::bits::TileRows;
use crate::geom::Extent;

impl Terrain {
    /// Updates the bounds after pixels were cleared. `cleared` is the smallest box that contains the cleared pixels. Only the sides of the
    /// bounds that this box touches are searched again.
    pub(crate) fn tighten(&mut self, cleared: Extent) {
        if self.count == 0 {
            self.bounds = Extent::EMPTY;
            return;
        }
        let old = self.bounds;
        if cleared.y0 == old.y0 {
            self.bounds.y0 = self.first_row();
        }
        if cleared.y1 == old.y1 {
            self.bounds.y1 = self.last_row() + 1;
        }
        // The rows are correct now, so the search for columns only visits those.
        if cleared.x0 == old.x0 {
            self.bounds.x0 = self.first_column();
        }
        if cleared.x1 == old.x1 {
            self.bounds.x1 = self.last_column() + 1;
        }
    }

    /// The bounds, computed from the tiles alone.
    pub(crate) fn scan_bounds(&self) -> Extent {
        let mut scanned = self.clone();
        scanned.find_bounds();
        scanned.bounds
    }

    /// Finds the bounds anew, from the tiles and their number of solid pixels.
    pub(crate) fn find_bounds(&mut self) {
        self.bounds = self.whole();
        self.tighten(self.whole());
    }

    /// The tile rows inside the bounds.
    fn tile_rows(&self) -> core::ops::Range<u32> {
        self.bounds.y0 as u32 / SIDE..(self.bounds.y1 as u32).div_ceil(SIDE)
    }

    /// The pixel rows of each tile of a tile row that is not empty.
    fn rows_of(&self, ty: u32) -> impl Iterator<Item = &TileRows> {
        self.occupied.columns(ty).filter_map(move |tx| self.tile(tx, ty).rows())
    }

    /// The pixel rows of each tile of a tile column that is not empty.
    fn columns_of(&self, tx: u32) -> impl Iterator<Item = &TileRows> {
        let occupied = self.tile_rows().filter(move |&ty| self.occupied.get(tx, ty));
        occupied.filter_map(move |ty| self.tile(tx, ty).rows())
    }

    fn first_row(&self) -> i64 {
        let ty = self.tile_rows().find(|&ty| self.occupied.columns(ty).next().is_some());
        let ty = ty.expect("some pixel is solid");
        let tops = self.rows_of(ty).filter_map(|rows| rows.iter().position(|&row| row != 0));
        i64::from(ty * SIDE) + least(tops)
    }

    fn last_row(&self) -> i64 {
        let ty = self.tile_rows().rev().find(|&ty| self.occupied.columns(ty).next().is_some());
        let ty = ty.expect("some pixel is solid");
        let last = SIDE as usize - 1;
        let bottoms = self.rows_of(ty).filter_map(|rows| rows.iter().rposition(|&row| row != 0));
        i64::from(ty * SIDE) + last as i64 - least(bottoms.map(|row| last - row))
    }

    fn first_column(&self) -> i64 {
        let tx = self.tile_rows().filter_map(|ty| self.occupied.columns(ty).next()).min();
        let tx = tx.expect("some pixel is solid");
        i64::from(tx * SIDE) + least(self.columns_of(tx).map(|rows| any(rows).trailing_zeros() as usize))
    }

    fn last_column(&self) -> i64 {
        let last = |ty: u32| {
            let words = self.occupied.row(ty).iter().zip((0..).step_by(64));
            words.filter(|&(&word, _)| word != 0).last().map(|(word, x)| x + word.ilog2())
        };
        let tx = self.tile_rows().filter_map(last).max().expect("some pixel is solid");
        let right = i64::from((tx + 1) * SIDE) - 1;
        right - least(self.columns_of(tx).map(|rows| any(rows).leading_zeros() as usize))
    }
}

/// The union of all rows.
fn any(rows: &TileRows) -> u64 {
    rows.iter().fold(0, |any, row| any | row)
}

/// The smallest of some numbers. Stops at the first 0.
fn least(numbers: impl Iterator<Item = usize>) -> i64 {
    let mut least = usize::MAX;
    for n in numbers {
        least = least.min(n);
        if least == 0 {
            break;
        }
    }
    least as i64
}
