use alloc::vec::Vec;

use super::super::Aabb;
use super::super::threads::fill;
use super::census::{CLASSES, Census, class};
use super::level::{Level, most_cells};

/// The largest number of levels. Each level costs a search for every coarser box.
const MAX_LEVELS: usize = 8;

/// The cell of an empty box.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Stands for the cell of a box for which the plan has none.
const MISFIT: u32 = u32::MAX - 1;

/// A plan serves at most this many frames after the first. Boxes may still fit it when there is a better one.
const FRAMES: u32 = 16;

/// Which cells there are. A plan is kept for some frames, because making it costs as much as naming the cell of every box.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Finest first.
    pub(super) levels: Vec<Level>,
    /// For each size class the number of its level, or one that no level has.
    level_of: [u8; CLASSES],
    /// The number of frames that it may still serve.
    frames: u32,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { levels: Vec::new(), level_of: [u8::MAX; CLASSES], frames: 0 }
    }
}

impl Plan {
    /// Whether the plan may serve one more frame with so many boxes, if they fit.
    pub(super) fn lasts(&mut self, boxes: usize) -> bool {
        let left = self.frames.checked_sub(1);
        self.frames = left.unwrap_or(0);
        // All cells are visited, also where few boxes are left.
        left.is_some() && self.cells() as usize <= 8 * Plan::most_cells(boxes)
    }

    /// Makes a new plan.
    pub(super) fn renew(&mut self, census: &Census) {
        let (ends, len) = levels(census, most_cells(census.count().into()));
        self.frames = FRAMES;
        self.level_of = [u8::MAX; CLASSES];
        self.levels.clear();
        self.levels.reserve_exact(MAX_LEVELS);
        let mut first = 0;
        for (l, &end) in ends[..len].iter().enumerate() {
            let classes = first..=usize::from(end);
            let count: u32 = census.classes[classes.clone()].iter().sum();
            self.level_of[classes].fill(l as u8);
            let level = Level::new(census.around, u32::from(end), count, self.cells());
            self.levels.push(level);
            first = usize::from(end) + 1;
        }
    }

    /// The number of cells of all levels.
    pub(super) fn cells(&self) -> u32 {
        self.levels.last().map_or(0, |last| last.base + last.cells())
    }

    /// The largest number of cells that any plan for so many boxes has.
    pub(super) fn most_cells(boxes: usize) -> usize {
        most_cells(boxes as u64) as usize + MAX_LEVELS * most_cells(0) as usize
    }

    /// Finds the cell of each box: [`NOWHERE`] for an empty box, [`MISFIT`] for a box that fits no level.
    pub(super) fn name_cells(&self, threads: usize, boxes: &[Aabb], cells: &mut [u32]) {
        match *self.levels.as_slice() {
            [level] => fill(threads, cells, boxes, &|b| if b.is_empty() { NOWHERE } else { name(&level, b) }),
            ref levels => fill(threads, cells, boxes, &|b| {
                if b.is_empty() {
                    return NOWHERE;
                }
                levels.get(usize::from(self.level_of[class(b)])).map_or(MISFIT, |level| name(level, b))
            }),
        }
    }
}

/// Distributes boxes of many sizes over grids with different cells. Returns the size class that each level ends with, finest first, and the
/// number of levels.
///
/// If sizes differ little, one grid is best. But a cell as large as the largest box holds too many small ones. So classes are split off as
/// long as that reduces an estimate of the work. The estimate only affects the speed.
fn levels(census: &Census, cells: u64) -> ([u8; MAX_LEVELS], usize) {
    let mut ends = [0; MAX_LEVELS];
    let Some(top) = census.classes.iter().rposition(|&n| n > 0) else { return (ends, 0) };
    ends[0] = top as u8;
    let mut len = 1;
    let mut cost = work(census, cells, &ends[..len]);
    while len < MAX_LEVELS {
        let mut best = None;
        for class in (0..top).filter(|&class| census.classes[class] > 0) {
            let class = class as u8;
            let Err(at) = ends[..len].binary_search(&class) else { continue };
            let mut split = ends;
            split.copy_within(at..len, at + 1);
            split[at] = class;
            let cost_of_split = work(census, cells, &split[..=len]);
            if cost_of_split < cost {
                cost = cost_of_split;
                best = Some(split);
            }
        }
        let Some(split) = best else { break };
        ends = split;
        len += 1;
    }
    (ends, len)
}

/// An estimate of the search time, in comparisons of boxes.
fn work(census: &Census, cells: u64, ends: &[u8]) -> f32 {
    /// Finding a row of cells costs as much as this many comparisons.
    const ROW: f32 = 4.0;
    let width = (i64::from(census.around.x1) - i64::from(census.around.x0) + 1) as f32;
    let height = (i64::from(census.around.y1) - i64::from(census.around.y0) + 1) as f32;
    let mut counts = [0.0; MAX_LEVELS];
    let mut density = [0.0; MAX_LEVELS];
    let mut total = 0.0;
    let mut class = 0;
    for (l, &end) in ends.iter().enumerate() {
        let side = (1_u64 << end) as f32;
        let n: u32 = census.classes[class..=usize::from(end)].iter().sum();
        class = usize::from(end) + 1;
        let in_use = ((width / side).max(1.0) * (height / side).max(1.0)).min(cells as f32);
        counts[l] = n as f32;
        density[l] = n as f32 / in_use;
        total += counts[l] * (2.0 * ROW + 4.5 * density[l]);
        for finer in 0..l {
            let fine_side = (1_u64 << ends[finer]) as f32;
            let along = |length: f32| (0.75 * side / fine_side + 2.0).min(length / fine_side + 1.0);
            let (rows, columns) = (along(height), along(width));
            total += counts[l] * (rows * ROW + rows * columns * density[finer]);
        }
    }
    debug_assert_eq!(class.min(CLASSES), class);
    total
}

/// The cell of a box.
#[cfg_attr(target_feature = "simd128", inline(always))]
#[cfg_attr(not(target_feature = "simd128"), inline)]
fn name(level: &Level, b: &Aabb) -> u32 {
    if level.fits(b) { level.cell(b) } else { MISFIT }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broad_phase::{BroadPhase, Grid};
    use alloc::vec;

    fn boxes(side: i32) -> Vec<Aabb> {
        let at = |i: i32| Aabb { x0: 100 * i, y0: 0, x1: 100 * i + side - 1, y1: side - 1 };
        (0..200).map(at).collect()
    }

    /// Small boxes fit the cells of large ones, but then too many share a cell.
    #[test]
    fn a_plan_is_renewed_after_some_frames_even_if_all_boxes_fit() {
        let mut grid = Grid::new(usize::MAX);
        grid.update(&boxes(64));
        let sides = |grid: &Grid| grid.plan.levels.iter().map(|level| level.side).collect::<Vec<_>>();
        assert_eq!(sides(&grid), [64]);
        for _ in 0..FRAMES {
            grid.update(&boxes(8));
            assert_eq!((sides(&grid), grid.validate(&boxes(8))), (vec![64], Ok(())));
        }
        grid.update(&boxes(8));
        assert_eq!(sides(&grid), [8]);
        // Large boxes do not fit the cells of small ones, not even for one frame.
        grid.update(&boxes(64));
        assert_eq!(sides(&grid), [64]);
        // Some more boxes are fine, twice as many are not.
        let made_for = |grid: &Grid| grid.plan.levels[0].boxes;
        grid.update(&boxes(64)[..100]);
        grid.update(&boxes(64)[..110]);
        assert_eq!(made_for(&grid), 200);
        grid.plan.frames = 0;
        grid.update(&boxes(64)[..100]);
        grid.update(&boxes(64)[..110]);
        assert_eq!(made_for(&grid), 100);
        grid.update(&boxes(64));
        assert_eq!(made_for(&grid), 200);
    }

    #[test]
    fn far_fewer_boxes_get_a_plan_of_their_own() {
        let many: Vec<Aabb> = (0..30_000)
            .map(|i| Aabb { x0: i % 200 * 10, y0: i / 200 * 10, x1: i % 200 * 10 + 9, y1: i / 200 * 10 + 9 })
            .collect();
        let mut grid = Grid::new(usize::MAX);
        grid.update(&many);
        assert!(grid.plan.cells() > 3_000);
        grid.update(&many[..20]);
        assert!(grid.plan.cells() < 300, "{} cells", grid.plan.cells());
        assert_eq!(grid.validate(&many[..20]), Ok(()));
    }

    /// Both axes have as many cells as there are numbers before they are folded.
    #[test]
    fn single_pixels_at_the_ends_of_the_plane() {
        let pixel = |at: i32| Aabb { x0: at, y0: at, x1: at, y1: at };
        let boxes = [pixel(i32::MAX), pixel(i32::MIN)];
        let mut grid = Grid::new(usize::MAX);
        grid.update(&boxes);
        assert_eq!(grid.validate(&boxes), Ok(()));
    }
}
