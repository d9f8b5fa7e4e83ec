//! Scripts of edits and queries, on bits and runs, with every kernel, against brute force.

use crate::common::edit_case;
use hitmask::{Mask, Point, Rect};

#[test]
fn random_scripts() {
    crate::common::cases(10_000_000, 40_000, edit_case::run);
}

#[test]
fn random_scripts_on_large_masks() {
    crate::common::cases(11_000_000, 400, edit_case::run_large);
}

#[test]
fn pixels_one_by_one() {
    let rng = &mut crate::common::Rng::new(12_000_000);
    for (w, h) in [(1, 1), (16, 16), (17, 5), (33, 64), (64, 65), (130, 40), (600, 400)] {
        let (mut mask, mut truth) = (Mask::new(w, h), hitmask_oracle::Grid::new(w as usize, h as usize));
        for _ in 0..300 {
            let (x, y) = (rng.below(w.into()), rng.below(h.into()));
            let solid = rng.one_in(2);
            mask.set((x as i32, y as i32), solid);
            truth.set(x as usize, y as usize, solid);
            assert_eq!(mask.get((x as i32, y as i32)), solid);
            assert_eq!(mask.bounds(), crate::common::rect(truth.bounds()), "{w} x {h}");
        }
        crate::common::assert_same(&mask, &truth, "set");
    }
}

#[test]
fn get_outside_is_false() {
    let mask = Mask::filled(20, 70);
    for p in
        [(-1, 0), (0, -1), (20, 0), (0, 70), (i32::MIN, i32::MIN), (i32::MAX, i32::MAX), (64, 3), (3, 80)]
    {
        assert!(!mask.get(p), "{p:?}");
    }
}

#[test]
fn a_shape_partly_outside_is_cut_off() {
    let mut mask = Mask::new(70, 3);
    mask.union_with(&Rect::new(0, 0, 10, 10), (65, -8));
    assert_eq!(mask.bounds(), Some(Rect::new(65, 0, 5, 2)));
    mask.union_with(&Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX), Point::ZERO);
    assert_eq!(mask, Mask::filled(70, 3));
}

#[test]
#[should_panic(expected = "the point (20, 0) lies outside 20 x 70 pixels")]
fn set_outside_panics() {
    Mask::new(20, 70).set((20, 0), true);
}

#[test]
#[should_panic(expected = "(0, -1) lies outside")]
fn set_above_panics() {
    Mask::new(20, 70).set((0, -1), false);
}

/// Fills, clears and inversions of masks with and without cells, mixed with other edits: queries answer as for a mask made anew.
#[test]
fn whole_masks_are_edited_exactly() {
    let rng = &mut crate::common::Rng::new(13_000_000);
    for (w, h) in [
        (0, 0),
        (0, 9),
        (9, 0),
        (1, 1),
        (16, 16),
        (31, 20),
        (64, 64),
        (65, 3),
        (130, 70),
        (700, 421),
        (512, 512),
        (4001, 33),
    ] {
        let other = Mask::from_fn(w.min(500) + 9, h.min(90) + 9, |x, y| (x / 7 + y / 5) % 3 == 0);
        let mut mask = Mask::new(w, h);
        for step in 0..24 {
            let (x, y) = (rng.between(-9, i64::from(w)) as i32, rng.between(-9, i64::from(h)) as i32);
            match rng.below(6) {
                0 => mask.fill(),
                1 => mask.clear(),
                2 => mask.union_with(&Rect::new(0, 0, 40, 30), (x, y)),
                3 => mask.difference_with(&other, (x, y)),
                _ => mask.invert(),
            }
            let anew = Mask::from_fn(w, h, |x, y| mask.get((x as i32, y as i32)));
            let case = format!("{w} x {h}, step {step}");
            assert_eq!(mask, anew, "{case}");
            assert_eq!((mask.count(), mask.bounds()), (anew.count(), anew.bounds()), "{case}");
            for shape in [&other, &anew] {
                let offset = (rng.between(-20, i64::from(w)) as i32, rng.between(-20, i64::from(h)) as i32);
                let all = |mask: &Mask| {
                    (
                        mask.overlaps(shape, offset),
                        mask.overlap_area(shape, offset),
                        mask.overlap_bounds(shape, offset),
                    )
                };
                // The second time large masks have cells, which the first question did not need.
                for _ in 0..2 {
                    assert_eq!(all(&mask), all(&anew), "{case}, {offset:?}");
                }
                assert_eq!(
                    mask.first_overlap(shape, offset),
                    anew.first_overlap(shape, offset),
                    "{case}, {offset:?}"
                );
            }
        }
    }
}
