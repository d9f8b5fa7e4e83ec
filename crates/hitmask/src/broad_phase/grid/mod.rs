mod census;
mod find;
mod level;
mod plan;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::candidates::{crosses, stored, wanted};
use super::search::SearchScratch;
use super::threads::{fill, set_len, threads};
use super::{Aabb, BroadPhase, TooManyPairs};
use census::{CLASSES, Census, class};
use find::GridCells;
use level::Level;

/// Uniform grids of cells, one for each range of box sizes, rebuilt each frame. Suits many boxes of any sizes at any positions.
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
    levels: Vec<Level>,
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

    fn plan_levels(&mut self, census: &Census) -> [u8; CLASSES] {
        let (ends, len) = plan::levels(census, 2 * u64::from(census.count()));
        let mut level_of = [0; CLASSES];
        let (mut base, mut first) = (0, 0);
        self.levels.clear();
        for (l, &end) in ends[..len].iter().enumerate() {
            let classes = first..=usize::from(end);
            let count: u32 = census.classes[classes.clone()].iter().sum();
            level_of[classes].fill(l as u8);
            let level = Level::new(census.around, u32::from(end), 2 * u64::from(count), base);
            self.levels.push(level);
            base += level.cells();
            first = usize::from(end) + 1;
        }
        level_of
    }

    /// Finds the cell of each box.
    fn name_cells(&mut self, threads: usize, boxes: &[Aabb], level_of: &[u8; CLASSES]) {
        set_len(&mut self.scratch.spare, boxes.len(), NOWHERE);
        match *self.levels.as_slice() {
            [level] => fill(threads, &mut self.scratch.spare, boxes, &|b| {
                if b.is_empty() { NOWHERE } else { level.cell(b.x0, b.y0) }
            }),
            ref levels => fill(threads, &mut self.scratch.spare, boxes, &|b| {
                if b.is_empty() {
                    return NOWHERE;
                }
                levels[usize::from(level_of[class(b)])].cell(b.x0, b.y0)
            }),
        }
    }

    /// Sorts the ids by cell with a counting sort. `count` is the number of boxes that are not empty.
    fn sort_by_cell(&mut self, count: usize) {
        let cells = self.levels.last().map_or(0, |last| last.base + last.cells()) as usize;
        let (starts, ids) = (&mut self.starts, &mut self.ids);
        starts.clear();
        set_len(starts, cells + 1, 0);
        set_len(ids, count, 0);
        for &cell in self.scratch.spare.iter().filter(|&&cell| cell != NOWHERE) {
            starts[cell as usize] += 1;
        }
        // At first a number counts the boxes of a cell. The prefix sum turns it into the cell's end. Filling the cell moves it to the
        // cell's start.
        let mut total = 0;
        for start in starts.iter_mut() {
            total += *start;
            *start = total;
        }
        for (id, &cell) in self.scratch.spare.iter().enumerate().rev() {
            if cell != NOWHERE {
                let at = &mut starts[cell as usize];
                *at -= 1;
                ids[*at as usize] = id as u32;
            }
        }
    }
}

/// The cell of an empty box.
const NOWHERE: u32 = u32::MAX;

impl BroadPhase for Grid {
    fn update(&mut self, boxes: &[Aabb]) {
        super::assert_countable(boxes);
        let threads = threads(boxes.len(), self.parallel_from);
        self.count = boxes.len();
        let census = Census::of(threads, boxes);
        let level_of = self.plan_levels(&census);
        self.name_cells(threads, boxes, &level_of);
        self.sort_by_cell(census.count() as usize);
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
        super::assert_updated(boxes, self.count);
        let threads = threads(boxes.len(), self.parallel_from);
        let Grid { levels, starts, ids, corners, scratch, .. } = self;
        let search = GridCells { levels, starts, ids, corners };
        scratch.all_pairs(&search, boxes.len(), threads, keep, limit, out)
    }

    fn query(
        &self,
        boxes: &[Aabb],
        area: Aabb,
        f: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        super::assert_updated(boxes, self.count);
        if area.is_empty() {
            return ControlFlow::Continue(());
        }
        let wanted = wanted(&area);
        for level in &self.levels {
            let result = level.each_stretch(area, |cells| {
                let range =
                    self.starts[cells.start as usize] as usize..self.starts[cells.end as usize] as usize;
                for at in range {
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
        self.levels.capacity() * size_of::<Level>()
            + (self.starts.capacity() + self.ids.capacity()) * 4
            + self.corners.capacity() * 16
            + self.scratch.memory_bytes()
    }

    fn validate(&self, boxes: &[Aabb]) -> Result<(), String> {
        super::validate_ids(boxes, self.count, &self.ids, &self.corners)?;
        let cells = self.levels.last().map_or(0, |last| last.base + last.cells()) as usize;
        if self.starts.len() != cells + 1 || self.starts[cells] as usize != self.ids.len() {
            return Err(format!("{} starts for {cells} cells", self.starts.len()));
        }
        for level in &self.levels {
            for cell in level.base..level.base + level.cells() {
                let places = self.starts[cell as usize]..self.starts[cell as usize + 1];
                for at in places {
                    let b = boxes[self.ids[at as usize] as usize];
                    let longer =
                        (i64::from(b.x1) - i64::from(b.x0)).max(i64::from(b.y1) - i64::from(b.y0)) + 1;
                    if level.cell(b.x0, b.y0) != cell || longer > level.side {
                        return Err(format!("{b:?} does not belong to cell {cell}"));
                    }
                }
            }
        }
        Ok(())
    }
}
