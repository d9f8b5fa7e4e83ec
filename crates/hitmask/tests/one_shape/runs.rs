//! Run masks: what they promise, and how they are made. Random queries and edits of runs are in `two_shapes/overlap.rs` and `edit.rs`.

use crate::common::pictures::{self, Scale};
use crate::common::{Blame, Rng, first_seed, mask_of, places, rect};
use hitmask::{InvalidArgument, InvalidReason, Mask, Point, Rect, Run, RunMask};

/// The documented guarantees of every run mask.
fn validate(mask: &RunMask) {
    for y in 0..mask.height() {
        let row = mask.runs(y);
        assert!(row.iter().all(|run| run.start < run.end && u32::from(run.end) <= mask.width()));
        assert!(row.windows(2).all(|pair| pair[0].end < pair[1].start), "runs that touch");
    }
}

#[test]
fn nothing_is_lost_between_bits_and_runs() {
    let first = first_seed(0x5EED_0003);
    for seed in first..first + 2_000 {
        let rng = &mut Rng::new(seed);
        let grid = pictures::grid(rng, Scale::Sprite);
        let _blame = Blame(&(seed, &grid));
        let mask = mask_of(&grid);
        let runs = RunMask::from_mask(&mask);
        validate(&runs);
        assert_eq!(Mask::from(&runs), mask);
        let (w, h) = mask.size();
        assert_eq!((runs.size(), runs.count(), runs.bounds()), ((w, h), grid.count(), rect(grid.bounds())));
        assert_eq!((runs.centroid(), runs.is_empty()), (mask.centroid(), mask.is_empty()));
        assert!(runs.points().eq(mask.points()));
        assert_eq!(RunMask::from_fn(w, h, |x, y| mask.get((x as i32, y as i32))), runs);
        let rows: Vec<&[Run]> = (0..h).map(|y| runs.runs(y)).collect();
        assert_eq!(RunMask::from_runs(w, h, &rows), Ok(runs.clone()));
        assert_eq!((runs.flip_h().to_mask(), runs.flip_v().to_mask()), (mask.flip_h(), mask.flip_v()));
        let (x, y) = places::offset(rng, &grid, &grid);
        let cut = Rect::new(x, y, rng.below(250) as u32, 30);
        assert_eq!(runs.crop(cut).to_mask(), mask.crop(cut));
        let mut not = (runs.clone(), mask.clone());
        not.0.invert();
        not.1.invert();
        assert_eq!(not.0.to_mask(), not.1);
        validate(&not.0);
        for _ in 0..20 {
            let p = places::offset(rng, &grid, &grid);
            assert_eq!(runs.get(p), grid.get(p.0.into(), p.1.into()), "{p:?}");
        }
    }
}

#[test]
fn one_run_against_thousands() {
    let comb = RunMask::from_fn(65_535, 2, |x, _| x % 3 == 0);
    let bar = RunMask::filled(30_000, 1);
    assert_eq!(comb.overlap_area(&bar, (1, 1)), 10_000);
    assert_eq!(bar.overlap_area(&comb, (-1, -1)), 10_000);
    assert_eq!(comb.first_overlap(&bar, (1, 1)), Some(Point::new(3, 1)));
    assert_eq!(bar.first_overlap(&comb, (-1, -1)), Some(Point::new(2, 0)));
    assert_eq!(bar.overlap_area(&comb, (-60_000, 0)), (65_535 - 60_000_u64).div_ceil(3));
    let two = RunMask::from_fn(65_535, 1, |x, _| x == 65_533 || x == 2);
    assert!(!two.overlaps(&comb, (0, 0)));
    assert_eq!(two.first_overlap(&comb, (1, 0)), Some(Point::new(65_533, 0)));
    assert_eq!(two.first_overlap(&comb, (-1, 0)), Some(Point::new(2, 0)));
}

#[test]
fn the_largest_shapes() {
    let all = RunMask::filled(65_535, 32_768);
    assert_eq!((all.count(), all.run_count()), (65_535 * 32_768, 32_768));
    assert_eq!(all.overlap_area(&all, (65_534, -32_767)), 1);
    assert_eq!(all.overlap_area(&Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX), (0, 0)), all.count());
    for (w, h) in [(65_536, 1), (65_535, 65_535)] {
        assert!(std::panic::catch_unwind(|| RunMask::new(w, h)).is_err());
    }
    for (w, h) in [(0, 65_535), (65_535, 0), (0, 0)] {
        let none = RunMask::filled(w, h);
        assert!(none.is_empty() && !none.overlaps(&all, (0, 0)) && !all.overlaps(&none, (0, 0)));
        assert_eq!((none.bounds(), none.to_mask()), (None, Mask::new(w, h)));
    }
}

#[test]
fn bad_runs_are_named() {
    let build = |w, rows: &[Vec<Run>]| {
        let refused: InvalidArgument = RunMask::from_runs(w, 2, rows).unwrap_err();
        (refused.argument, refused.reason)
    };
    let bad = |start, end, index, fault| ("run", InvalidReason::BadRun { row: 1, index, start, end, fault });
    let [empty, outside, out_of_order] = [
        "contains no pixel",
        "extends beyond the right edge of the mask",
        "starts before the end of the previous run",
    ];
    let row = |runs: &[(u16, u16)]| vec![vec![], runs.iter().copied().map(Run::from).collect()];
    assert_eq!(build(9, &row(&[(3, 3)])), bad(3, 3, 0, empty));
    assert_eq!(build(9, &row(&[(0, 1), (4, 3)])), bad(4, 3, 1, empty));
    assert_eq!(build(9, &row(&[(0, 10)])), bad(0, 10, 0, outside));
    assert_eq!(build(9, &row(&[(0, 4), (3, 5)])), bad(3, 5, 1, out_of_order));
    assert_eq!(build(9, &row(&[(6, 8), (0, 2)])), bad(0, 2, 1, out_of_order));
    assert_eq!(build(9, &[vec![]]), ("rows", InvalidReason::WrongLength { length: 1, needed: 2 }));
    let text = RunMask::from_runs(9, 2, &row(&[(0, 4), (3, 5)])).unwrap_err().to_string();
    assert_eq!(
        text,
        "run 1 of row 1, from 3 up to but not including 5, starts before the end of the previous run"
    );
}
