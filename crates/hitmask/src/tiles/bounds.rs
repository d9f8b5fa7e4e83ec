//! Keeping the bounds exact after pixels were cleared.

use super::Terrain;
use super::tile::SIDE;
use crate::bits::TileRows;
use crate::geom::Extent;

const SOLID: &str = "some pixel is solid";

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
            let ty = self.solid_tile_rows().next().expect(SOLID);
            let tops = self.rows_of(ty).filter_map(|rows| rows.iter().position(|&row| row != 0));
            self.bounds.y0 = i64::from(ty * SIDE) + least(tops);
        }
        if cleared.y1 == old.y1 {
            let (ty, last) = (self.solid_tile_rows().next_back().expect(SOLID), SIDE as usize - 1);
            let bottoms = self.rows_of(ty).filter_map(|rows| rows.iter().rposition(|&row| row != 0));
            self.bounds.y1 = i64::from((ty + 1) * SIDE) - least(bottoms.map(|row| last - row));
        }
        // The rows are correct now, so the search for columns only visits those.
        if cleared.x0 == old.x0 {
            let tx = self.tile_rows().filter_map(|ty| self.occupied.columns(ty).next()).min().expect(SOLID);
            let clear = self.columns_of(tx).map(|rows| any(rows).trailing_zeros() as usize);
            self.bounds.x0 = i64::from(tx * SIDE) + least(clear);
        }
        if cleared.x1 == old.x1 {
            let tx = self.tile_rows().filter_map(|ty| self.occupied.last_column(ty)).max().expect(SOLID);
            let clear = self.columns_of(tx).map(|rows| any(rows).leading_zeros() as usize);
            self.bounds.x1 = i64::from((tx + 1) * SIDE) - least(clear);
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

    /// The tile rows with solid pixels.
    fn solid_tile_rows(&self) -> impl DoubleEndedIterator<Item = u32> {
        self.tile_rows().filter(|&ty| self.occupied.columns(ty).next().is_some())
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
