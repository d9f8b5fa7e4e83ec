use core::ops::Range;

use super::super::TooManyPairs;
use super::super::candidates::{Candidates, restored, wanted};
use super::super::search::Search;
use super::level::Level;

/// The cells of all levels and the boxes in them.
pub(super) struct GridCells<'a> {
    pub(super) levels: &'a [Level],
    pub(super) starts: &'a [u32],
    pub(super) ids: &'a [u32],
    pub(super) corners: &'a [[i32; 4]],
}

impl Search for GridCells<'_> {
    fn search<K: Fn(u32, u32) -> bool>(
        &self,
        places: Range<usize>,
        candidates: &mut Candidates<K>,
    ) -> Result<(), TooManyPairs> {
        for (l, &level) in self.levels.iter().enumerate() {
            let of_level = self.boxes_of(level.base..level.base + level.cells());
            let places = places.start.max(of_level.start)..places.end.min(of_level.end);
            for at in places.clone() {
                self.neighbours(&level, at, candidates)?;
            }
            for finer in &self.levels[..l] {
                for at in places.clone() {
                    let area = restored(&self.corners[at]);
                    let wanted = wanted(&area);
                    finer.each_stretch(area, |cells| {
                        candidates.compare::<4>(at, &wanted, self.boxes_of(cells))
                    })?;
                }
            }
        }
        Ok(())
    }

    fn ids(&self) -> &[u32] {
        self.ids
    }

    fn boxes(&self) -> &[[i32; 4]] {
        self.corners
    }
}

impl GridCells<'_> {
    /// The places of the boxes in a range of cells.
    #[inline(always)]
    fn boxes_of(&self, cells: Range<u32>) -> Range<usize> {
        self.starts[cells.start as usize] as usize..self.starts[cells.end as usize] as usize
    }

    /// Compares a box with those after it in its own cell and with those in the next cell and the three cells below. The other four
    /// neighbours find their pairs with this box themselves.
    #[inline(always)]
    fn neighbours<K: Fn(u32, u32) -> bool>(
        &self,
        level: &Level,
        at: usize,
        candidates: &mut Candidates<K>,
    ) -> Result<(), TooManyPairs> {
        let corners = &self.corners[at];
        let wanted = wanted(&restored(corners));
        let (x, y) = (level.x.cell(corners[0]), level.y.cell(corners[1]));
        let columns = level.x.len;
        let (is_first, is_last) = (x == 0, x + 1 == columns);
        // The columns that are adjacent in memory: the first one, and the one after the last.
        let (left, right) = (x - u32::from(!is_first), x + 2 - u32::from(is_last));

        let row = level.base + y * columns;
        // A level that does not wrap around has an empty row at the bottom.
        let is_bottom = level.y.goes_round() && y + 1 == level.y.len;
        let below = if is_bottom { level.base } else { row + columns };
        let own = at + 1..self.starts[(row + right) as usize] as usize;
        // On average, half as many boxes as below.
        candidates.compare::<2>(at, &wanted, own)?;
        candidates.compare::<4>(at, &wanted, self.boxes_of(below + left..below + right))?;
        if level.x.goes_round() && (is_first || is_last) {
            // The neighbour at the other end of the row.
            let mut compare = |cell: u32| candidates.compare::<4>(at, &wanted, self.boxes_of(cell..cell + 1));
            if is_last {
                compare(row)?;
            }
            compare(if is_last { below } else { below + columns - 1 })?;
        }
        Ok(())
    }
}
