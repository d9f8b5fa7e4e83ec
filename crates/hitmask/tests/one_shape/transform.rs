//! Crop, flips, quarter turns and nearest scaling against brute force.

use crate::common::pictures::{self, Scale};
use crate::common::{Blame, Rng, assert_same, loose_mask_of, mask_of};
use hitmask::{Mask, Rect, RunMask};
use hitmask_oracle::Grid;

/// Calls `check` many times with a grid and its mask.
fn each_grid(seed: u64, times: u64, check: impl Fn(&mut Rng, &Grid, &Mask)) {
    let seed = crate::common::first_seed(seed);
    for seed in seed..seed + times {
        let rng = &mut Rng::new(seed);
        let grid = pictures::grid(rng, Scale::Sprite);
        let mask = if rng.one_in(4) { loose_mask_of(&grid) } else { mask_of(&grid) };
        let _blame = Blame(&(seed, &grid));
        check(rng, &grid, &mask);
    }
}

#[test]
fn flips_and_quarter_turns() {
    each_grid(20_000_000, 3_000, |_, grid, mask| {
        assert_same(&mask.flip_h(), &grid.flip_h(), "flip_h");
        assert_same(&mask.flip_v(), &grid.flip_v(), "flip_v");
        assert_same(&mask.rotate90(), &grid.rotate90(), "rotate90");
        assert_eq!(mask.rotate90().rotate90(), mask.flip_h().flip_v(), "a half turn");
        let runs = RunMask::from_mask(mask);
        assert_same(&runs.flip_h().to_mask(), &grid.flip_h(), "flip_h of runs");
        assert_same(&runs.flip_v().to_mask(), &grid.flip_v(), "flip_v of runs");
    });
}

#[test]
fn crops() {
    each_grid(21_000_000, 6_000, |rng, grid, mask| {
        let corner = |rng: &mut Rng, side: usize| match rng.below(8) {
            0 => rng.pick(&[i32::MIN, -65, -64, -1, 0, 1, 63, 64, 65, i32::MAX]),
            _ => rng.between(-80, side as i64 + 5) as i32,
        };
        let (x, y) = (corner(rng, grid.w), corner(rng, grid.h));
        let (w, h) = (pictures::side(rng, Scale::Sprite), pictures::side(rng, Scale::Sprite));
        let rect = Rect::new(x, y, w as u32, h as u32);
        let _blame = Blame(&rect);
        assert_same(&mask.crop(rect), &grid.crop(x, y, w, h), "crop");
        assert_same(&RunMask::from_mask(mask).crop(rect).to_mask(), &grid.crop(x, y, w, h), "crop of runs");
    });
}

#[test]
fn scales() {
    each_grid(22_000_000, 3_000, |rng, grid, mask| {
        let (w, h) = (pictures::side(rng, Scale::Sprite), pictures::side(rng, Scale::Sprite));
        let expected = if grid.w == 0 || grid.h == 0 { Grid::new(w, h) } else { grid.scale_nearest(w, h) };
        assert_same(&mask.scale_nearest(w as u32, h as u32), &expected, "scale_nearest");
    });
}

#[test]
fn a_centre_on_an_edge_takes_the_right_pixel() {
    let stripes = Mask::from_fn(4, 1, |x, _| x % 2 == 1);
    // Centres at 1 and 3, which are the edges between pixels 0 and 1, and 2 and 3.
    assert_eq!(stripes.scale_nearest(2, 1), Mask::filled(2, 1));
    assert_eq!(stripes.scale_nearest(4, 1), stripes);
    assert_eq!(stripes.scale_nearest(8, 2).count(), 8);
}

#[test]
fn what_a_mask_says_of_itself() {
    each_grid(23_000_000, 3_000, |_, grid, mask| {
        assert_same(mask, grid, "itself");
        assert_eq!(mask.centroid(), grid.centroid().map(crate::common::point), "centroid");
        assert!(mask.points().eq(grid.points().into_iter().map(crate::common::point)), "points");
        let runs = RunMask::from_mask(mask);
        assert_eq!(runs.centroid(), mask.centroid(), "centroid of runs");
        assert!(runs.points().eq(mask.points()), "points of runs");
        for y in 0..grid.h {
            let expected: Vec<_> = grid.runs(y).into_iter().map(|(a, b)| (a as u32, b as u32)).collect();
            assert!(mask.runs(y as u32).eq(expected.iter().copied()), "runs of row {y}");
            let of_runs = runs.runs(y as u32).iter().map(|run| (run.start.into(), run.end.into()));
            assert!(of_runs.eq(expected.iter().copied()), "runs of row {y} of runs");
        }
        assert_eq!(mask.runs(grid.h as u32).count(), 0, "a row below");
    });
}

#[test]
#[should_panic(expected = "too large")]
fn a_crop_of_too_large_a_rectangle_panics() {
    let _ = Mask::filled(2, 2).crop(Rect::new(0, 0, 65_536, 1));
}

#[test]
#[should_panic(expected = "too large")]
fn scaling_beyond_the_limits_panics() {
    let _ = Mask::filled(2, 2).scale_nearest(1, 65_536);
}
