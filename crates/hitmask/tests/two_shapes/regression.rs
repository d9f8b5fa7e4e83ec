//! Mistakes in the articles that describe the methods, and faults that hitmask once had. Each has a test written by hand.

use hitmask::rle::Sprite8;
use hitmask::{AlphaMask, DecodeErrorKind, Mask, Point, Rect, Run, RunMask};

/// A code byte for `n` clear pixels.
const fn clear(n: i8) -> u8 {
    (-n) as u8
}

/// The printed loop takes a new run from both sprites in each round, and loses the rest of the longer run.
#[test]
fn only_the_run_that_ends_first_is_left_behind() {
    let a = RunMask::from_runs(6, 1, &[[Run::new(0, 4)]]).unwrap();
    let b = RunMask::from_runs(6, 1, &[[Run::new(1, 6)]]).unwrap();
    assert!(a.overlaps(&b, (0, 0)));
    assert_eq!((a.overlap_area(&b, (0, 0)), a.first_overlap(&b, (0, 0))), (3, Some(Point::new(1, 0))));

    // The same in the article's bytes: 4 solid, 2 clear over 1 clear, 5 solid.
    let a = [4, 9, 9, 9, 9, clear(2)];
    let b = [clear(1), 5, 9, 9, 9, 9, 9];
    let (a, b) = (Sprite8::new(6, 1, &a).unwrap(), Sprite8::new(6, 1, &b).unwrap());
    assert!(a.overlaps(&b, (0, 0)));
    assert_eq!(a.first_overlap(&b, (0, 0)), Some(Point::new(1, 0)));
}

/// If two runs end together, both must be replaced, or one sprite falls behind by a run.
#[test]
fn runs_that_end_together() {
    let a = RunMask::from_runs(8, 1, &[[Run::new(0, 2), Run::new(4, 6)]]).unwrap();
    let b = RunMask::from_runs(8, 1, &[[Run::new(2, 4), Run::new(6, 8)]]).unwrap();
    assert!(!a.overlaps(&b, (0, 0)));
    assert_eq!(a.overlap_area(&b, (-2, 0)), 4);
    assert_eq!(a.overlap_area(&b, (2, 0)), 2);
}

#[test]
fn the_signed_code_byte() {
    // -128 is 128 clear pixels; its opposite does not fit a signed byte.
    let sprite = Sprite8::new(129, 1, &[0x80, 1, 7]).map(|sprite| sprite.to_run_mask());
    assert_eq!(sprite.unwrap().runs(0), [Run::new(128, 129)]);
    // Zero is an error, and says where.
    let error = Sprite8::new(3, 1, &[1, 7, 0]).map(|_| ()).unwrap_err();
    assert_eq!((error.offset, error.kind), (2, DecodeErrorKind::BadRecord { what: "its code is 0" }));
}

/// In the article, both corners belong to the rectangle.
#[test]
fn inclusive_corners() {
    let rect = Rect::from_inclusive(0, 0, 9, 4);
    assert_eq!((rect.w, rect.h), (10, 5));
    assert!(rect.overlaps(&Rect::from_inclusive(9, 4, 20, 20), (0, 0)));
    assert!(!rect.overlaps(&Rect::from_inclusive(10, 0, 20, 20), (0, 0)));
}

/// The row of the left sprite is shifted, even if it is not the upper one.
#[test]
fn left_and_top_are_two_questions() {
    let dot = Mask::from_fn(20, 20, |x, y| (x, y) == (19, 19));
    let other = Mask::from_fn(20, 20, |x, y| (x, y) == (0, 19));
    assert!(dot.overlaps(&other, (19, 0)));
    assert!(other.overlaps(&dot, (-19, 0)));
    let above = Mask::from_fn(20, 20, |x, y| (x, y) == (0, 0));
    assert!(dot.overlaps(&above, (19, 19)));
    let right = Mask::from_fn(20, 20, |x, y| (x, y) == (19, 0));
    let left = Mask::from_fn(20, 20, |x, y| (x, y) == (0, 19));
    assert!(right.overlaps(&left, (19, -19)));
    assert!(left.overlaps(&right, (-19, 19)));
}

#[test]
fn the_article_s_row() {
    let row = [0, 0, 0, 1, 23, 42, 0, 1, 56, 0, 0, 0, 0, 0];
    let mask = Mask::from_indexed(14, 1, &row, 0).unwrap();
    assert_eq!(mask.to_row_words32()[0].to_be_bytes(), [0x1D, 0x80, 0, 0]);
    assert_eq!(mask.to_bytes(), [0x1D, 0x80]);
}

/// "160 or more", where the printed code compares with >.
#[test]
fn the_level_itself_is_solid() {
    let alpha = AlphaMask::from_alpha(3, 1, &[159, 160, 161]).unwrap();
    assert_eq!(alpha.at_level(160).overlap_area(&Mask::filled(3, 1), (0, 0)), 2);
    assert_eq!(alpha.to_mask(160).count(), 2);
}

/// The printed loops run one pixel past the intersection on either axis.
#[test]
fn not_one_pixel_too_far() {
    let full = AlphaMask::from_alpha(4, 4, &[255; 16]).unwrap();
    for offset in [(4, 0), (0, 4), (-4, 0), (0, -4), (4, 4)] {
        assert!(!full.at_level(160).overlaps(&full.at_level(160), offset), "{offset:?}");
        assert!(!full.overlaps(&full, offset), "{offset:?}");
    }
    assert_eq!(full.at_level(160).overlap_area(&full.at_level(160), (3, 3)), 1);
}

/// The small kernels treated a mask without columns as a mask with one column.
#[test]
fn masks_without_pixels() {
    let masks = [Mask::filled(4, 5), Mask::filled(60, 60), Mask::filled(200, 9)];
    for (w, h) in [(0, 0), (0, 47), (47, 0), (0, 65_535)] {
        let none = Mask::new(w, h);
        for mask in &masks {
            for offset in [(0, 0), (1, 0), (3, -3), (-1, -20), (1, 1)] {
                assert!(!mask.overlaps(&none, offset) && !none.overlaps(mask, offset));
                assert_eq!(mask.first_overlap(&none, offset), None);
                assert!(mask.overlap_mask(&none, offset).is_empty());
            }
        }
    }
}

/// Thousands of millions of rows without a pixel were visited one by one: this test would take minutes.
#[test]
fn a_rectangle_without_width() {
    let none = Rect::new(0, i32::MIN, 0, u32::MAX);
    let some = Rect::new(-5, i32::MIN, 10, u32::MAX);
    assert!(!some.overlaps(&none, (0, 0)) && !none.overlaps(&some, (0, 0)));
    assert_eq!(some.first_overlap(&none, (0, 0)), None);
    assert_eq!(some.overlap_points(&none, (0, 0)).count(), 0);
}

/// The flood fill read a row above the first.
#[test]
fn holes_that_touch_the_first_row() {
    let mut mask = Mask::from_fn(16, 31, |x, y| x == 3 && y > 0);
    let before = mask.clone();
    mask.fill_holes();
    assert_eq!(mask, before);
}
