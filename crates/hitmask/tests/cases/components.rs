//! Connected components against flood fill.

use hitmask::{Connectivity, Mask, RunMask};
use hitmask_oracle::Grid;

use crate::common::{Blame, assert_same, point, rect};

const BOTH: [(Connectivity, bool); 2] = [(Connectivity::Four, false), (Connectivity::Eight, true)];

/// All data of the components, against the oracle's labels.
pub(crate) fn check(grid: &Grid, mask: &Mask) {
    for (connectivity, corners) in BOTH {
        let _blame = Blame(&connectivity);
        let truth = grid.components(corners);
        let count = truth.iter().max().copied().unwrap_or(0);
        let parts = mask.components(connectivity);
        assert_eq!(parts.len(), count);
        assert_eq!(parts.is_empty(), count == 0);
        assert_eq!(parts.iter().len(), count);
        assert_eq!(parts.get(count), None);
        assert_eq!(parts.labels(), truth.iter().map(|&label| label as u32).collect::<Vec<_>>());
        assert_eq!(parts, RunMask::from_mask(mask).components(connectivity));

        let of = |i: usize| Grid::from_fn(grid.w, grid.h, |x, y| truth[y * grid.w + x] == i + 1);
        let grids: Vec<Grid> = (0..count.min(20)).map(of).collect();
        for (i, only) in grids.iter().enumerate() {
            let _blame = Blame(&i);
            assert_eq!(parts[i].area, only.count());
            assert_eq!(Some(parts[i].bounds), rect(only.bounds()));
            assert_eq!(Some(parts[i].first), only.points().first().copied().map(point));
            assert_same(&parts.mask(i), only, "mask");
            assert_eq!(parts.cut_out(i), parts.mask(i).crop(parts[i].bounds), "cut_out");
        }
        let areas: Vec<usize> = (1..=count).map(|i| truth.iter().filter(|&&l| l == i).count()).collect();
        let most = areas.iter().max();
        assert_eq!(parts.largest(), areas.iter().position(|a| Some(a) == most), "largest");
        for y in -1..=grid.h as i64 {
            for x in -1..=grid.w as i64 {
                let label = if grid.get(x, y) { truth[y as usize * grid.w + x as usize] } else { 0 };
                assert_eq!(parts.component_at(point((x, y))), label.checked_sub(1), "at ({x}, {y})");
            }
        }
    }
}
