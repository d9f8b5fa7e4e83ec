use core::ops::Range;

use super::super::candidates::{Candidates, restored, wanted};
use super::super::method::TooManyPairs;
use super::super::search::SearchPart;
use super::level::Level;

/// The cells of all levels and the boxes in them.
pub(super) struct GridCells<'a> {
    pub(super) levels: &'a [Level],
    pub(super) starts: &'a [u32],
    pub(super) corners: &'a [[i32; 4]],
}

impl GridCells<'_> {
    /// Finds all pairs that the boxes of a part are responsible for.
    pub(super) fn search<K: Fn(u32, u32) -> bool>(
        &self,
        part: SearchPart,
        candidates: &mut Candidates<K>,
    ) -> Result<(), TooManyPairs> {
        for (l, level) in self.levels.iter().enumerate() {
            // A share of every level, because boxes of coarse levels take much longer.
            let places = part.share(self.boxes_of(level.base..level.base + level.cells()));
            if places.is_empty() {
                continue;
            }
            let row_of = |place: usize| level.y.cell(self.corners[place][1]);
            for y in row_of(places.start)..=row_of(places.end - 1) {
                let row = self.row(level, y);
                let places = places.start.max(row.places.start)..places.end.min(row.places.end);
                self.neighbours(level, &row, &self.row(level, level.y.after(y)), places, candidates)?;
            }
            for finer in &self.levels[..l] {
                for at in places.clone() {
                    let area = restored(&self.corners[at]);
                    let wanted = wanted(&area);
                    finer.each_stretch(area, |cells| {
                        candidates.compare_exactly(at, &wanted, self.boxes_of(cells))
                    })?;
                }
            }
        }
        Ok(())
    }

    /// The places of the boxes in a range of cells.
    #[inline(always)]
    fn boxes_of(&self, cells: Range<u32>) -> Range<usize> {
        self.starts[cells.start as usize] as usize..self.starts[cells.end as usize] as usize
    }

    fn row(&self, level: &Level, y: u32) -> Row<'_> {
        let first = level.row(y) as usize;
        let starts = &self.starts[first - 1..=first + level.x.len as usize + 1];
        Row { starts, places: starts[1] as usize..starts[starts.len() - 1] as usize }
    }

    /// Compares boxes of a row with those after them in their own cells and with those in the next cell and the three cells below. The other
    /// four neighbours find their pairs with these boxes themselves.
    fn neighbours<K: Fn(u32, u32) -> bool>(
        &self,
        level: &Level,
        row: &Row,
        below: &Row,
        places: Range<usize>,
        candidates: &mut Candidates<K>,
    ) -> Result<(), TooManyPairs> {
        let last = level.x.len - 1;
        // Boxes further right in these rows are too far away to intersect, unless the row wraps around and the box is at one of its ends.
        let (harmless, harmless_below) = (&self.corners[..row.places.end], &self.corners[..below.places.end]);
        for at in places {
            let corners = &self.corners[at];
            let wanted = wanted(&restored(corners));
            let x = level.x.cell(corners[0]);
            let own = at + 1..row.starts[x as usize + 3] as usize;
            let under = below.starts[x as usize] as usize..below.starts[x as usize + 3] as usize;
            if level.x.goes_round() && (x == 0 || x == last) {
                candidates.compare_exactly(at, &wanted, own)?;
                candidates.compare_exactly(at, &wanted, under)?;
                // The neighbours at the other end of the row.
                let other = (last - x) as usize;
                let cell = |row: &Row| row.starts[other + 1] as usize..row.starts[other + 2] as usize;
                if x == last {
                    candidates.compare_exactly(at, &wanted, cell(row))?;
                }
                candidates.compare_exactly(at, &wanted, cell(below))?;
                continue;
            }
            // On average, one box in its own row and two below.
            candidates.compare::<3>(at, &wanted, own, harmless)?;
            candidates.compare::<4>(at, &wanted, under, harmless_below)?;
        }
        Ok(())
    }
}

/// A row of cells.
struct Row<'a> {
    /// The starts of the empty cell before the row, of its cells, of the empty cell after it, and the end of that.
    starts: &'a [u32],
    /// The places of its boxes.
    places: Range<usize>,
}
