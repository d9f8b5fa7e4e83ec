//! Laws that must hold between the answers for all masks. They need no oracle.

use crate::common::overlap_case::pair_of_grids;
use crate::common::pictures::Scale;
use crate::common::things::Thing;
use crate::common::{Blame, Rng, mask_of, places};
use hitmask::{Mask, Point, Rect, RunMask, overlaps_batch};

/// Calls `check` many times with two shapes of any representation and an offset.
fn each_pair(seed: u64, times: u64, check: impl Fn(&mut Rng, &Thing, &Thing, Point)) {
    let seed = crate::common::first_seed(seed);
    for seed in seed..seed + times {
        let rng = &mut Rng::new(seed);
        let (grid_a, grid_b, offset) = pair_of_grids(rng, Scale::Sprite);
        let (a, b) = (Thing::any(rng, grid_a), Thing::any(rng, grid_b));
        let _blame = Blame(&(seed, &a, &b, offset));
        check(rng, &a, &b, offset.into());
    }
}

/// The same, with masks only.
fn each_pair_of_masks(seed: u64, times: u64, check: impl Fn(&mut Rng, &Mask, &Mask, Point)) {
    let seed = crate::common::first_seed(seed);
    for seed in seed..seed + times {
        let rng = &mut Rng::new(seed);
        let (grid_a, grid_b, offset) = pair_of_grids(rng, Scale::Sprite);
        let (a, b) = (mask_of(&grid_a), mask_of(&grid_b));
        let _blame = Blame(&(seed, &grid_a, &grid_b, offset));
        check(rng, &a, &b, offset.into());
    }
}

#[test]
fn swapped_they_say_the_same() {
    each_pair(50_000_000, 6_000, |_, a, b, offset| {
        let Some(back) = offset.checked_neg() else { return };
        let (a, b) = (&a.lend(), &b.lend());
        assert_eq!(a.overlaps(b, offset), b.overlaps(a, back));
        assert_eq!(a.overlap_area(b, offset), b.overlap_area(a, back));
        // Row-major order is the same in both planes, so the first pixel is the same, too.
        let from_b = b.first_overlap(a, back).map(|p| Point::new(p.x + offset.x, p.y + offset.y));
        assert_eq!(a.first_overlap(b, offset), from_b);
        let from_b = b.overlap_bounds(a, back).and_then(|r| r.checked_translate(offset));
        assert_eq!(a.overlap_bounds(b, offset), from_b);
    });
}

#[test]
fn the_verbs_agree() {
    each_pair(51_000_000, 6_000, |_, a, b, offset| {
        let (a, b) = (a.lend(), &b.lend());
        let points: Vec<Point> = a.overlap_points(b, offset).collect();
        assert_eq!(a.overlaps(b, offset), !points.is_empty());
        assert_eq!(a.overlap_area(b, offset), points.len() as u64);
        assert_eq!(a.first_overlap(b, offset), points.first().copied());
        assert!(points.is_sorted_by_key(|p| (p.y, p.x)));
        assert_eq!(a.overlap_bounds(b, offset).is_some(), a.overlaps(b, offset));
    });
}

#[test]
fn the_overlap_mask_holds_the_overlap() {
    each_pair_of_masks(52_000_000, 6_000, |_, a, b, offset| {
        let both = a.overlap_mask(b, offset);
        assert_eq!(both.size(), a.size());
        assert_eq!(both.count(), a.overlap_area(b, offset));
        assert_eq!(both.bounds(), a.overlap_bounds(b, offset));
        assert!(both.points().eq(a.overlap_points(b, offset)));
        assert_eq!(RunMask::from_mask(a).overlap_mask(&RunMask::from_mask(b), offset), both);
    });
}

#[test]
fn every_mask_overlaps_itself_in_all_its_pixels() {
    each_pair_of_masks(53_000_000, 3_000, |_, a, _, _| {
        assert_eq!(a.overlap_area(a, (0, 0)), a.count());
        assert_eq!(a.overlaps(a, (0, 0)), !a.is_empty());
        assert_eq!(a.overlap_bounds(a, (0, 0)), a.bounds());
        assert_eq!(a.overlap_mask(a, (0, 0)), *a);
        let whole = Rect::new(0, 0, a.width(), a.height());
        assert_eq!(a.overlap_area(&whole, (0, 0)), a.count());
        // Side by side they touch, and touching is not overlapping.
        assert!(!a.overlaps(a, (a.width() as i32, 0)));
        assert!(!a.overlaps(a, (0, -(a.height() as i32))));
    });
}

#[test]
fn moving_both_changes_nothing() {
    each_pair_of_masks(54_000_000, 3_000, |rng, a, b, offset| {
        if offset.x.unsigned_abs().max(offset.y.unsigned_abs()) > 1_000 {
            return;
        }
        // A with a margin at its left and top equals A, moved.
        let (dx, dy) = (rng.between(0, 130) as i32, rng.between(0, 40) as i32);
        let moved = a.crop(Rect::new(-dx, -dy, a.width() + dx as u32, a.height() + dy as u32));
        let there = Point::new(offset.x + dx, offset.y + dy);
        assert_eq!(moved.overlap_area(b, there), a.overlap_area(b, offset));
        let first = a.first_overlap(b, offset).map(|p| Point::new(p.x + dx, p.y + dy));
        assert_eq!(moved.first_overlap(b, there), first);
    });
}

#[test]
fn set_algebra() {
    each_pair_of_masks(55_000_000, 3_000, |_, a, b, offset| {
        let changed = |change: fn(&mut Mask, &Mask, Point)| {
            let mut mask = a.clone();
            change(&mut mask, b, offset);
            mask
        };
        let union = changed(|a, b, o| a.union_with(b, o));
        let rest = changed(|a, b, o| a.difference_with(b, o));
        let both = changed(|a, b, o| a.intersect_with(b, o));
        let either = changed(|a, b, o| a.symmetric_difference_with(b, o));
        assert_eq!(rest.count() + both.count(), a.count());
        assert_eq!(union.count(), either.count() + both.count());
        let mut again = either;
        again.symmetric_difference_with(b, offset);
        assert_eq!(again, *a, "toggled twice");
        let mut inside_out = a.clone();
        inside_out.invert();
        assert_eq!(inside_out.count() + a.count(), u64::from(a.width()) * u64::from(a.height()));
        assert!(!inside_out.overlaps(a, (0, 0)));
    });
}

#[test]
fn all_offsets_at_once() {
    each_pair_of_masks(56_000_000, 400, |rng, a, b, _| {
        let offsets = a.overlap_offsets(b);
        let ((aw, ah), (bw, bh)) = (a.size(), b.size());
        if aw.min(ah).min(bw).min(bh) == 0 {
            assert!(offsets.is_empty());
            return;
        }
        assert_eq!(offsets.size(), (aw + bw - 1, ah + bh - 1));
        for _ in 0..200 {
            let (i, j) = (rng.below((aw + bw - 1).into()) as i32, rng.below((ah + bh - 1).into()) as i32);
            let offset = (i - (bw as i32 - 1), j - (bh as i32 - 1));
            assert_eq!(offsets.get((i, j)), a.overlaps(b, offset), "{offset:?}");
        }
    });
}

#[test]
fn a_batch_answers_as_its_pairs() {
    let rng = &mut Rng::new(crate::common::first_seed(57_000_000));
    for _ in 0..60 {
        let masks: Vec<_> = (0..20).map(|_| crate::common::pictures::grid(rng, Scale::Sprite)).collect();
        let ours: Vec<Mask> = masks.iter().map(mask_of).collect();
        let n = rng.below(60) as usize;
        let pairs: Vec<_> = (0..n)
            .map(|_| {
                let (a, b) = (rng.below(20) as usize, rng.below(20) as usize);
                (&ours[a], &ours[b], Point::from(places::offset(rng, &masks[a], &masks[b])))
            })
            .collect();
        let mut answers = vec![false; n];
        overlaps_batch(&pairs, &mut answers);
        let expected: Vec<bool> = pairs.iter().map(|&(a, b, offset)| a.overlaps(b, offset)).collect();
        assert_eq!(answers, expected);
    }
}

#[test]
#[should_panic(expected = "there must be as many answers as questions, 1, not 0")]
fn a_batch_without_room_panics() {
    let mask = Mask::new(1, 1);
    overlaps_batch(&[(&mask, &mask, Point::ZERO)], &mut []);
}
