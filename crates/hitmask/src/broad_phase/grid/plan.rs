use super::census::{CLASSES, Census};

/// The largest number of levels. Each level costs a search for every coarser box.
pub(super) const MAX_LEVELS: usize = 8;

/// Distributes boxes of many sizes over grids with different cells. Returns the size class that each level ends with, finest first, and the
/// number of levels.
///
/// If sizes differ little, one grid is best. But a cell as large as the largest box holds too many small ones. So classes are split off as
/// long as that reduces an estimate of the work. The estimate only affects the speed.
pub(super) fn levels(census: &Census, cells: u64) -> ([u8; MAX_LEVELS], usize) {
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
