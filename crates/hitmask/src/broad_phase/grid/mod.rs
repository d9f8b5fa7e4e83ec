mod census;
mod find;
mod following;
mod level;
mod plan;

pub(crate) use following::FollowingGrid;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::Aabb;
use super::candidates::{Candidates, crosses, stored, validate_ids, wanted};
use super::method::{BroadPhase, TooManyPairs, assert_countable, assert_updated, sealed::Sealed};
use super::search::{SearchPart, SearchScratch};
use super::threads::{fill, set_len, threads};

use crate::heap::heap_bytes;
use census::Census;
use find::GridCells;
use plan::{NOWHERE, Plan};

/// Uniform grids of cells, one for each range of box sizes, filled anew each frame. Suits many boxes of any sizes at any positions.
///
/// A box belongs to the cell of its first pixel. The boxes that it may intersect belong to the same cell, to the eight neighbouring cells
/// (of which four are searched; the other four find the pair themselves), and to cells of finer grids below it.
///
/// # Complexity
/// For n boxes with p pairs, O(n + p), unless many boxes of similar size share a cell without intersecting. Memory: 28 to 40 bytes per box
/// and 8 to 10 per pair.
#[doc(alias = "spatial hash")]
#[doc(alias = "uniform grid")]
#[derive(Clone, Debug, Default)]
pub struct Grid {
    parallel_from: usize,
    /// The number of boxes at the last update.
    count: usize,
    plan: Plan,
    /// For each cell of each level, the index of its first box in `ids`; at the end, the number of boxes.
    starts: Vec<u32>,
    /// The ids of the boxes that are not empty, by cell, ascending in each.
    ids: Vec<u32>,
    /// The boxes in the same order.
    corners: Vec<[i32; 4]>,
    /// Its spare list holds the cell of each box until the boxes are sorted.
    scratch: SearchScratch,
}

impl Grid {
    /// A grid. With the feature `parallel` it uses threads if there are at least `parallel_from` boxes.
    #[must_use]
    pub fn new(parallel_from: usize) -> Grid {
        Grid { parallel_from, ..Grid::default() }
    }

    /// Sorts the boxes into the cells of the plan, by a counting sort of their ids. Returns false if they need another plan.
    fn sort_by_cell(&mut self, threads: usize, boxes: &[Aabb]) -> bool {
        let cells = &mut self.scratch.spare;
        set_len(cells, boxes.len(), NOWHERE);
        self.plan.name_cells(threads, boxes, cells);

        let starts = &mut self.starts;
        starts.clear();
        // Room for any plan, so that a later one allocates nothing, and for a few more boxes.
        let most = Plan::most_cells(boxes.len()) + 1;
        if starts.capacity() < most {
            starts.reserve_exact(most + most / 32);
        }
        starts.resize(self.plan.cells() as usize + 1, 0);
        for &cell in &*cells {
            match starts.get_mut(cell as usize) {
                Some(start) => *start += 1,
                None if cell == NOWHERE => {}
                None => return false,
            }
        }
        // At first a number counts the boxes of a cell. The prefix sum turns it into the cell's end. Filling the cell moves it to the
        // cell's start.
        let mut total = 0;
        for start in starts.iter_mut() {
            total += *start;
            *start = total;
        }
        if self.plan.levels.iter().any(|level| level.is_crowded(starts)) {
            return false;
        }
        set_len(&mut self.ids, total as usize, 0);
        for (id, &cell) in cells.iter().enumerate().rev() {
            if cell != NOWHERE {
                let at = &mut starts[cell as usize];
                *at -= 1;
                self.ids[*at as usize] = id as u32;
            }
        }
        true
    }
}

impl Sealed for Grid {}

impl BroadPhase for Grid {
    fn update(&mut self, boxes: &[Aabb]) {
        assert_countable(boxes);
        let threads = threads(boxes.len(), self.parallel_from);
        self.count = boxes.len();
        if !(self.plan.lasts(boxes.len()) && self.sort_by_cell(threads, boxes)) {
            self.plan.renew(&Census::of(threads, boxes));
            assert!(self.sort_by_cell(threads, boxes), "a new plan suits the boxes that it was made for");
        }
        set_len(&mut self.corners, self.ids.len(), [0; 4]);
        fill(threads, &mut self.corners, &self.ids, &|&id| stored(&boxes[id as usize]));
    }

    fn pairs(
        &mut self,
        boxes: &[Aabb],
        keep: &(impl Fn(u32, u32) -> bool + Sync),
        limit: usize,
        out: &mut Vec<[u32; 2]>,
    ) -> Result<(), TooManyPairs> {
        assert_updated(boxes, self.count);
        let threads = threads(boxes.len(), self.parallel_from);
        let Grid { plan, starts, ids, corners, scratch, .. } = self;
        let cells = GridCells { levels: &plan.levels, starts, corners };
        let search = |part: SearchPart, candidates: &mut Candidates<_>| cells.search(part, candidates);
        scratch.all_pairs((ids, corners), (boxes.len(), threads), &search, keep, limit, out)
    }

    fn query(
        &self,
        boxes: &[Aabb],
        area: Aabb,
        f: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        assert_updated(boxes, self.count);
        if area.is_empty() {
            return ControlFlow::Continue(());
        }
        let wanted = wanted(&area);
        for level in &self.plan.levels {
            let result = level.each_stretch(area, |cells| {
                let range =
                    self.starts[cells.start as usize] as usize..self.starts[cells.end as usize] as usize;
                for at in range {
                    #[cfg(test)]
                    super::looks::count();
                    if crosses(&self.corners[at], &wanted) && f(self.ids[at]).is_break() {
                        return Err(());
                    }
                }
                Ok(())
            });
            if result.is_err() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    fn memory_bytes(&self) -> usize {
        heap_bytes!(self.plan.levels, self.starts, self.ids, self.corners) + self.scratch.memory_bytes()
    }

    fn validate(&self, boxes: &[Aabb]) -> Result<(), String> {
        validate_ids(boxes, self.count, &self.ids, &self.corners)?;
        let cells = self.plan.cells() as usize;
        if self.starts.len() != cells + 1 || self.starts[cells] as usize != self.ids.len() {
            return Err(format!("{} starts for {cells} cells", self.starts.len()));
        }
        for level in &self.plan.levels {
            for cell in level.base..level.base + level.cells() {
                let places = self.starts[cell as usize]..self.starts[cell as usize + 1];
                for at in places {
                    let b = boxes[self.ids[at as usize] as usize];
                    if !level.fits(&b) || level.cell(&b) != cell {
                        return Err(format!("{b:?} does not belong to cell {cell}"));
                    }
                }
            }
        }
        Ok(())
    }
}
