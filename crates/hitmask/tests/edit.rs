//! Scripts of edits and queries, on bits and runs, with every kernel, against brute force.

mod common;

use common::edit_case;
use hitmask::{Mask, Point, Rect};

#[test]
fn random_scripts() {
    common::cases(10_000_000, 40_000, edit_case::run);
}

#[test]
fn random_scripts_on_large_masks() {
    common::cases(11_000_000, 400, edit_case::run_large);
}

#[test]
fn pixels_one_by_one() {
    let rng = &mut common::Rng::new(12_000_000);
    for (w, h) in [(1, 1), (16, 16), (17, 5), (33, 64), (64, 65), (130, 40), (600, 400)] {
        let (mut mask, mut truth) = (Mask::new(w, h), hitmask_oracle::Grid::new(w as usize, h as usize));
        for _ in 0..300 {
            let (x, y) = (rng.below(w.into()), rng.below(h.into()));
            let solid = rng.one_in(2);
            mask.set((x as i32, y as i32), solid);
            truth.set(x as usize, y as usize, solid);
            assert_eq!(mask.get((x as i32, y as i32)), solid);
            assert_eq!(mask.bounds(), common::rect(truth.bounds()), "{w} x {h}");
        }
        common::assert_same(&mask, &truth, "set");
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
#[should_panic(expected = "(20, 0) lies outside a mask of 20 x 70 pixels")]
fn set_outside_panics() {
    Mask::new(20, 70).set((20, 0), true);
}

#[test]
#[should_panic(expected = "(0, -1) lies outside")]
fn set_above_panics() {
    Mask::new(20, 70).set((0, -1), false);
}
