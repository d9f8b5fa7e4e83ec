//! Connected components against flood fill.

mod common;

use common::{Blame, assert_same, mask_of, point, rect};
use hitmask::{Connectivity, Mask, RunMask};
use hitmask_oracle::Grid;

const BOTH: [(Connectivity, bool); 2] = [(Connectivity::Four, false), (Connectivity::Eight, true)];

/// All data of the components, against the oracle's labels.
fn check(grid: &Grid, mask: &Mask) {
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

#[test]
fn components_against_painting() {
    common::each_picture(45_000_000, 700, 6, check);
}

/// Shapes whose arms meet only far down: each joins sets that were separate for many rows.
#[test]
fn combs_spirals_and_boards() {
    for (w, h) in [(7, 7), (33, 20), (65, 40), (130, 31)] {
        let comb = Grid::from_fn(w, h, |x, y| x % 2 == 0 || y == h - 1);
        let upright = Grid::from_fn(w, h, |x, y| x % 2 == 0 || y == 0);
        let snake = Grid::from_fn(w, h, |x, y| y % 2 == 0 || x == if y % 4 == 1 { w - 1 } else { 0 });
        let board = Grid::from_fn(w, h, |x, y| (x + y) % 2 == 0);
        let rings = Grid::from_fn(w, h, |x, y| x.min(y).min(w - 1 - x).min(h - 1 - y) % 2 == 0);
        let fork = Grid::from_fn(w, h, |x, y| {
            y >= h / 2 && x == w / 2 || (x as i64 - (w / 2) as i64).abs() == (h / 2) as i64 - y as i64
        });
        for grid in [comb, upright, snake, board, rings, fork] {
            let _blame = Blame(&grid);
            check(&grid, &mask_of(&grid));
        }
    }
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn no_such_component() {
    let _ = Mask::filled(2, 2).components(Connectivity::Four).mask(1);
}
