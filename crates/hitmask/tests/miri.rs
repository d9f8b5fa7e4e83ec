//! A few cases small enough for Miri, which runs them on the portable kernels:
//! `cargo +nightly miri test -p hitmask --test miri`. They run as usual tests as well.

mod common;

use common::posed_case::pose_of;
use common::{Blame, Rng, assert_same, mask_of, point, rect};
use hitmask::{Mask, PixelRule, Point, PoseCache, RunMask, StructuringElement, overlaps_batch};
use hitmask_oracle::{Element, Grid, bake, overlap, posed_geometry_overlaps, posed_overlap};

/// Noise: the most difficult picture of its size.
fn noise(rng: &mut Rng, w: usize, h: usize) -> Grid {
    let of_16 = rng.pick(&[1, 8, 15]);
    Grid::from_fn(w, h, |_, _| rng.below(16) < of_16)
}

/// Every verb that takes two masks, at some offsets.
fn check_pair(a: &Grid, b: &Grid, offsets: &[(i32, i32)]) {
    let (left, right) = (mask_of(a), mask_of(b));
    let (runs_a, runs_b) = (RunMask::from_mask(&left), RunMask::from_mask(&right));
    for &offset in offsets {
        let _blame = Blame(&(a, b, offset));
        let truth = overlap(a, b, offset);
        assert_eq!(left.overlaps(&right, offset), truth.overlaps());
        assert_eq!(left.overlap_area(&right, offset), truth.area());
        assert_eq!(left.first_overlap(&right, offset), truth.first().map(point));
        assert_eq!(left.overlap_bounds(&right, offset), rect(truth.bounds()));
        assert_eq!(left.overlap_area(&runs_b, offset), truth.area());
        assert_eq!(runs_a.overlap_area(&runs_b, offset), truth.area());
        let shared = left.overlap_mask(&right, offset);
        assert_eq!(shared.to_row_words64(), truth.mask(a.w, a.h).to_row_words64());
        let (mut mask, mut grid) = (left.clone(), a.clone());
        mask.symmetric_difference_with(&right, offset);
        grid.symmetric_difference_with(b, offset);
        assert_eq!(mask.to_row_words64(), grid.to_row_words64());

        let mut answers = [false];
        overlaps_batch(&[(&left, &right, Point::from(offset))], &mut answers).unwrap();
        assert_eq!(answers, [truth.overlaps()]);
    }
}

#[test]
fn pairs_of_every_lane_width() {
    let rng = &mut Rng::new(common::first_seed(1));
    for (w, h) in [(0, 3), (7, 18), (33, 17), (66, 3), (130, 2)] {
        let (a, b) = (noise(rng, w, h), noise(rng, 20, 17));
        let last = (w as i32 - 1, h as i32 - 1);
        check_pair(&a, &b, &[(0, 0), (3, -2), last, (-19, i32::MIN)]);
        check_pair(&b, &a, &[(1, 0), (-3, 2)]);
    }
}

/// Masks that are large enough for the cells, with few pixels, because Miri is slow.
#[test]
fn large_masks_that_are_almost_empty() {
    let dots = |places: &[(i32, i32)]| {
        let mut mask = Mask::new(370, 363);
        places.iter().for_each(|&place| mask.set(place, true));
        mask
    };
    let (a, b) = (dots(&[(0, 0), (200, 100), (369, 362)]), dots(&[(5, 9), (200, 101)]));
    assert_eq!(a.first_overlap(&b, (0, -1)), Some(Point::new(200, 100)));
    assert_eq!(a.overlap_area(&b, (0, 0)), 0);
    assert!(a.overlaps(&b, (364, 353)) && !a.overlaps(&b, (363, 353)));
}

#[test]
fn one_mask() {
    let rng = &mut Rng::new(common::first_seed(2));
    for (w, h) in [(0, 0), (5, 17), (20, 9), (67, 4)] {
        let grid = noise(rng, w, h);
        let mask = mask_of(&grid);
        let _blame = Blame(&grid);
        assert_same(&mask.flip_h(), &grid.flip_h(), "flip_h");
        assert_same(&mask.rotate90(), &grid.rotate90(), "rotate90");
        assert_same(&mask.scale_nearest(35, 7), &grid.scale_nearest(35, 7), "scale_nearest");
        assert_eq!(mask.to_row_words32(), grid.to_row_words32());
        assert_same(&Mask::from_bytes(w as u32, h as u32, &grid.to_bytes()).unwrap(), &grid, "from_bytes");
        let (shrunk, origin) = mask.shrink(1, StructuringElement::Disc);
        let truth = grid.shrink(1, Element::Disc).points();
        assert!(shrunk.points().map(|p| (i64::from(p.x + origin.x), i64::from(p.y + origin.y))).eq(truth));
        let (mut filled, mut truth) = (mask, grid.clone());
        filled.fill_holes();
        truth.fill_holes();
        assert_same(&filled, &truth, "fill_holes");
    }
}

/// Turned, scaled, sheared and upright masks; large enough on the screen for the search, and some at the ends of the world.
#[test]
fn posed_pairs() {
    const ONE: i64 = 1 << 16;
    let rng = &mut Rng::new(common::first_seed(3));
    let end = ((1 << 31) - 9) * ONE;
    for (pose_a, pose_b) in [
        ([2 * ONE, -ONE, ONE, 2 * ONE, 0, 0], [3 * ONE, ONE, -ONE, 2 * ONE, ONE / 2, -4 * ONE]),
        ([0, -ONE, ONE, 0, 9 * ONE, 0], [ONE, 0, 0, -ONE, ONE / 2, 7 * ONE]),
        ([ONE / 2, 0, 0, ONE / 2, end, end], [ONE, ONE / 4, 0, ONE, end - ONE, end]),
    ] {
        let (a, b) = (noise(rng, 9, 7), noise(rng, 6, 11));
        let _blame = Blame(&(&a, pose_a, &b, pose_b));
        let truth = posed_overlap(&a, pose_a, &b, pose_b);
        let (left, right, at_a, at_b) = (mask_of(&a), mask_of(&b), pose_of(pose_a), pose_of(pose_b));
        assert_eq!(left.overlaps_posed(&at_a, &right, &at_b, PixelRule::Raster), truth.overlaps());
        let geometry = posed_geometry_overlaps(&a, pose_a, &b, pose_b);
        assert_eq!(left.overlaps_posed(&at_a, &right, &at_b, PixelRule::Geometry), geometry);
        assert_eq!(left.overlap_area_posed(&at_a, &right, &at_b), truth.area());
        let mut cache = PoseCache::new(1 << 16);
        for _ in 0..2 {
            assert_eq!(cache.first_overlap_posed(&left, &at_a, &right, &at_b), truth.first().map(point));
        }
        let (baked, corner) = bake(&a, pose_a).unwrap();
        assert_same(&left.bake(&at_a).unwrap().0, &baked, "bake");
        assert_eq!(left.bake(&at_a).unwrap().1, point(corner));
    }
}
