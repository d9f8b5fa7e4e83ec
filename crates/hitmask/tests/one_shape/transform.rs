//! Crop, flips, quarter turns and nearest scaling against brute force.

use crate::common::pictures::{self, Scale};
use crate::common::{Blame, Rng, assert_same, loose_mask_of, mask_of};
use hitmask::{AlphaMask, LabelMask, Margins, Mask, Rect, RunMask, SliceFill};
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

#[test]
fn nine_slices() {
    each_grid(24_000_000, 3_000, |rng, grid, mask| {
        let (w, h) = (pictures::side(rng, Scale::Sprite), pictures::side(rng, Scale::Sprite));
        let mut margin = |most: usize| rng.below(most as u64 + 1) as usize;
        let (left, top) = (margin(grid.w), margin(grid.h));
        let (right, bottom) = (margin(grid.w - left), margin(grid.h - top));
        let [l, t, r, b] = [left, top, right, bottom].map(|side| side as u32);
        let margins = Margins { left: l, top: t, right: r, bottom: b };
        for (fill, tiles) in [(SliceFill::Stretch, false), (SliceFill::Tile, true)] {
            let _blame = Blame(&(margins, fill, w, h));
            let expected = grid.nine_slice([left, top, right, bottom], (w, h), tiles);
            let size = (w as u32, h as u32);
            assert_same(&mask.nine_slice(margins, size, fill).unwrap(), &expected, "a mask");
            let alpha = AlphaMask::from_mask(mask).nine_slice(margins, size, fill).unwrap();
            assert_same(&alpha.to_mask(255), &expected, "an alpha mask");
            let labels = LabelMask::from_mask(mask, 7).nine_slice(margins, size, fill).unwrap();
            assert_same(labels.mask(), &expected, "a label mask");
        }
    });
}

#[test]
fn nine_slices_that_have_no_room_shrink() {
    // A pipe: its ends are 3 and 1 pixels wide. In 2 pixels the left end has 1.5, rounded up, and the right end nothing.
    let pipe = AlphaMask::from_fn(8, 1, |x, _| x as u8 + 1);
    let ends = Margins { left: 3, right: 1, ..Margins::default() };
    let row = |w: u32| pipe.nine_slice(ends, (w, 1), SliceFill::Stretch).unwrap().as_bytes().to_vec();
    assert_eq!(row(4), [1, 2, 3, 8]);
    assert_eq!(row(3), [1, 3, 8]);
    assert_eq!(row(2), [1, 3]);
    assert_eq!(row(1), [2]);
    assert_eq!(row(0), []);
    assert_eq!(row(6), [1, 2, 3, 5, 7, 8]);
    let tiled = pipe.nine_slice(ends, (11, 1), SliceFill::Tile).unwrap();
    assert_eq!(tiled.as_bytes(), [1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 8]);
    // Nothing lies between the ends.
    let ends = Margins { left: 4, right: 4, ..Margins::default() };
    assert_eq!(
        pipe.nine_slice(ends, (10, 1), SliceFill::Tile).unwrap().as_bytes(),
        [1, 2, 3, 4, 0, 0, 5, 6, 7, 8]
    );
}

#[test]
fn a_saw_of_spikes_is_repeated_not_stretched() {
    let spike = Mask::from_fn(8, 8, |x, y| y as i32 >= (2 * x as i32 - 7).abs());
    let ball = Mask::filled(2, 2);
    let saw = spike.nine_slice(Margins::default(), (64, 8), SliceFill::Tile).unwrap();
    assert_eq!(saw.count(), 8 * spike.count());
    for valley in (7..63).step_by(8) {
        assert!(!saw.overlaps(&ball, (valley, 0)) && saw.overlaps(&ball, (valley + 3, 0)), "{valley}");
    }
    let hill = spike.nine_slice(Margins::default(), (64, 8), SliceFill::Stretch).unwrap();
    assert_eq!(hill, spike.scale_nearest(64, 8));
}

#[test]
fn margins_beyond_a_picture_are_refused() {
    let mask = Mask::filled(4, 6);
    let refused = |margins: Margins, size: (u32, u32)| {
        mask.nine_slice(margins, size, SliceFill::Stretch).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(refused(Margins { left: 2, right: 2, top: 3, bottom: 3 }, (9, 9)), Ok(()));
    let wide = Margins { left: 3, right: 2, ..Margins::default() };
    assert_eq!(refused(wide, (9, 9)).unwrap_err(), "the left and right margins must be from 0 to 4");
    let high = Margins { top: u32::MAX, bottom: u32::MAX, ..Margins::default() };
    assert_eq!(refused(high, (9, 9)).unwrap_err(), "the upper and lower margins must be from 0 to 6");
    assert!(refused(Margins::default(), (65_536, 1)).unwrap_err().contains("the size of 65536 x 1"));
}

#[test]
fn nine_slices_keep_the_names_of_labels() {
    let mut labels = LabelMask::from_fn(3, 1, |x, _| x as u8);
    labels.names_mut().set(2, "blade", 5);
    let long =
        labels.nine_slice(Margins { right: 1, ..Margins::default() }, (6, 1), SliceFill::Stretch).unwrap();
    assert_eq!(long.as_bytes(), [0, 0, 1, 1, 1, 2]);
    assert_eq!(long.names(), labels.names());
}
