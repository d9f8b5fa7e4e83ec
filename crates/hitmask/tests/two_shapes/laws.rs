//! What holds between the answers to several questions: swapped pairs, all offsets, and batches.

use crate::common::overlap_case::pair_of_grids;
use crate::common::pictures::Scale;
use crate::common::things::Thing;
use crate::common::{Blame, Rng, first_seed, mask_of, places};
use hitmask::{Mask, Point, overlaps_batch};

#[test]
fn swapped_they_say_the_same() {
    let first = first_seed(50_000_000);
    for seed in first..first + 6_000 {
        let rng = &mut Rng::new(seed);
        let (grid_a, grid_b, offset) = pair_of_grids(rng, Scale::Sprite);
        let (a, b, offset) = (Thing::any(rng, grid_a), Thing::any(rng, grid_b), Point::from(offset));
        let _blame = Blame(&(seed, &a, &b, offset));
        let Some(back) = offset.checked_neg() else { continue };
        let (a, b) = (&a.lend(), &b.lend());
        assert_eq!(a.overlaps(b, offset), b.overlaps(a, back));
        assert_eq!(a.overlap_area(b, offset), b.overlap_area(a, back));
        // Row-major order is the same in both planes, so the first pixel is the same, too.
        let from_b = b.first_overlap(a, back).map(|p| Point::new(p.x + offset.x, p.y + offset.y));
        assert_eq!(a.first_overlap(b, offset), from_b);
        let from_b = b.overlap_bounds(a, back).and_then(|r| r.checked_translate(offset));
        assert_eq!(a.overlap_bounds(b, offset), from_b);
    }
}

#[test]
fn all_offsets_at_once() {
    let first = first_seed(56_000_000);
    for seed in first..first + 400 {
        let rng = &mut Rng::new(seed);
        let (grid_a, grid_b, _) = pair_of_grids(rng, Scale::Sprite);
        let (a, b) = (mask_of(&grid_a), mask_of(&grid_b));
        let _blame = Blame(&(seed, &grid_a, &grid_b));
        let offsets = a.overlap_offsets(&b).unwrap();
        let ((aw, ah), (bw, bh)) = (a.size(), b.size());
        if aw.min(ah).min(bw).min(bh) == 0 {
            assert!(offsets.is_empty());
            continue;
        }
        assert_eq!(offsets.size(), (aw + bw - 1, ah + bh - 1));
        for _ in 0..200 {
            let (i, j) = (rng.below((aw + bw - 1).into()) as i32, rng.below((ah + bh - 1).into()) as i32);
            let offset = (i - (bw as i32 - 1), j - (bh as i32 - 1));
            assert_eq!(offsets.get((i, j)), a.overlaps(&b, offset), "{offset:?}");
        }
    }
}

#[test]
fn a_batch_answers_as_its_pairs() {
    let rng = &mut Rng::new(first_seed(57_000_000));
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
        overlaps_batch(&pairs, &mut answers).unwrap();
        let expected: Vec<bool> = pairs.iter().map(|&(a, b, offset)| a.overlaps(b, offset)).collect();
        assert_eq!(answers, expected);
    }
}

#[test]
fn a_batch_without_room_is_refused() {
    let mask = Mask::new(1, 1);
    let refused = overlaps_batch(&[(&mask, &mask, Point::ZERO)], &mut []).unwrap_err();
    assert_eq!(refused.to_string(), "the number of answers must be 1, not 0");
}
