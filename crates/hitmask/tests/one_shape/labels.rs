//! Label masks: how they are made, changed and saved.

use hitmask::{
    Circle, DecodeErrorKind, DecodeLimits, InvalidArgument, InvalidReason, LabelMask, LabelNames, Labels,
    Mask, Point, Rect,
};
use hitmask_oracle::{Grid, LabelGrid, sealed};

use crate::common::labels_case::label_mask;
use crate::common::pictures::{self, Scale};
use crate::common::{Blame, Rng, assert_same, cases, point};

/// Reads it pixel by pixel, and compares what it says about itself.
#[track_caller]
fn assert_labels(mask: &LabelMask, truth: &LabelGrid) {
    assert_eq!(mask.size(), (truth.w as u32, truth.h as u32));
    assert_eq!(mask.as_bytes(), truth.labels);
    assert_same(mask.mask(), &truth.solid(), "the solid pixels");
    for (x, y) in [(-1, 0), (0, -1), (truth.w as i64, 0), (0, truth.h as i64), (0, 0), (3, 2)] {
        assert_eq!(mask.label(point((x, y))), truth.get(x, y));
        assert_eq!(mask.contains(point((x, y))), truth.get(x, y) != 0);
    }
    let used: Labels = truth.labels.iter().copied().filter(|&label| label != 0).collect();
    assert_eq!(mask.labels(), used);
    for label in used.iter().take(3) {
        let count = truth.labels.iter().filter(|&&other| other == label).count() as u64;
        assert_eq!((mask.count(label), mask.only(label).to_mask().count()), (count, count));
    }
    let again = label_mask(truth);
    assert_eq!((mask.as_bytes(), mask.mask()), (again.as_bytes(), again.mask()));
}

/// A grid of another size, each label from a function of the new pixel.
fn moved(w: usize, h: usize, f: impl Fn(i64, i64) -> u8) -> LabelGrid {
    let labels =
        (0..h as i64).flat_map(|y| (0..w as i64).map(move |x| (x, y))).map(|(x, y)| f(x, y)).collect();
    LabelGrid { w, h, labels }
}

#[test]
fn pixels_move_as_those_of_masks() {
    cases(0, 2_000, |seed| {
        let rng = &mut Rng::new(seed);
        let grid = pictures::grid(rng, Scale::Sprite);
        let truth = pictures::labels(rng, &grid);
        let _blame = Blame(&(seed, &truth));
        let mask = label_mask(&truth);
        assert_labels(&mask, &truth);
        let (w, h) = (truth.w as i64, truth.h as i64);
        assert_labels(&mask.flip_h(), &moved(truth.w, truth.h, |x, y| truth.get(w - 1 - x, y)));
        assert_labels(&mask.flip_v(), &moved(truth.w, truth.h, |x, y| truth.get(x, h - 1 - y)));
        assert_labels(&mask.rotate90(), &moved(truth.h, truth.w, |x, y| truth.get(y, h - 1 - x)));
        let corner = |rng: &mut Rng| rng.between(-70, 200) as i32;
        let rect = Rect::new(corner(rng), corner(rng), rng.below(140) as u32, rng.below(90) as u32);
        let part = moved(rect.w as usize, rect.h as usize, |x, y| {
            truth.get(x + i64::from(rect.x), y + i64::from(rect.y))
        });
        assert_labels(&mask.crop(rect), &part);
        1
    });
}

#[test]
fn shapes_are_drawn_and_pixels_relabelled() {
    cases(1_000_000, 2_000, |seed| {
        let rng = &mut Rng::new(seed);
        let grid = pictures::grid(rng, Scale::Icon);
        let mut truth = pictures::labels(rng, &grid);
        let mut mask = label_mask(&truth);
        for _ in 0..3 {
            let shape = pictures::grid(rng, Scale::Icon);
            let offset = (rng.between(-40, 40) as i32, rng.between(-40, 40) as i32);
            let (label, only_solid) = (rng.pick(&[0, 1, 2, 255]), rng.one_in(2));
            let before = truth.clone();
            let _blame = Blame(&(seed, &before, &shape, offset, label, only_solid));
            let ours = crate::common::mask_of(&shape);
            if only_solid {
                mask.relabel(&ours, offset, label);
            } else {
                mask.draw(&ours, offset, label);
            }
            truth = moved(before.w, before.h, |x, y| {
                let under = shape.get(x - i64::from(offset.0), y - i64::from(offset.1));
                let is_meant = under && (!only_solid || before.get(x, y) != 0);
                if is_meant { label } else { before.get(x, y) }
            });
            assert_labels(&mask, &truth);
            assert_eq!(mask.state_hash(), label_mask(&truth).state_hash());
        }
        1
    });
}

#[test]
fn single_pixels() {
    let mut mask = LabelMask::new(70, 2);
    mask.set((69, 1), 255);
    mask.set((0, 0), 3);
    mask.set((0, 0), 0);
    let refused = Point::new(70, 0).checked_in("point", mask.size()).unwrap_err();
    assert_eq!(refused.to_string(), "the point (70, 0) lies outside 70 x 2 pixels: the first is (0, 0)");
    assert!(std::panic::catch_unwind(|| LabelMask::new(70, 2).set((70, 0), 1)).is_err());
    assert_eq!((mask.mask().count(), mask.label((69, 1)), mask.labels().len()), (1, 255, 1));
}

#[test]
fn from_pictures() {
    let mask = Mask::from_fn(3, 2, |x, y| x == y);
    assert_eq!(LabelMask::from_mask(&mask, 9).as_bytes(), [9, 0, 0, 0, 9, 0]);
    assert!(LabelMask::from_mask(&mask, 0).mask().is_empty());
    assert_eq!(LabelMask::from(&mask), LabelMask::from_fn(3, 2, |x, y| u8::from(x == y)));
    let wrong = Some(("bytes", InvalidReason::WrongLength { length: 5, needed: 6 }));
    let refused = |made: Result<LabelMask, InvalidArgument>| made.err().map(|it| (it.argument, it.reason));
    assert_eq!(refused(LabelMask::from_labels(3, 2, &[0; 5])), wrong);
    assert_eq!(refused(LabelMask::from_indexed(3, 2, &[0; 5], |index| index)), wrong);
    let all = Mask::filled(9, 9);
    let layered = LabelMask::from_masks(3, 2, [(4, &all), (5, &mask), (0, &Mask::filled(1, 1))]);
    assert_eq!(layered.as_bytes(), [0, 4, 4, 4, 5, 4]);
    assert!(std::panic::catch_unwind(|| LabelMask::from_masks(70_000, 1, [(1, &all)])).is_err());
}

#[test]
fn colors() {
    let (red, see_through, ghost) = ([255, 0, 0, 255], [255, 0, 0, 0], [255, 0, 0, 9]);
    let picture = [red, see_through, ghost, red].concat();
    let from = |colors: &[([u8; 4], u8)], rest| LabelMask::from_colors(2, 2, &picture, colors, rest);
    assert_eq!(from(&[(red, 1), (red, 2)], Some(7)).unwrap().as_bytes(), [1, 0, 7, 1]);
    // A listed colour counts even if it cannot be seen.
    assert_eq!(from(&[(see_through, 3)], Some(0)).unwrap().as_bytes(), [0, 3, 0, 0]);
    let error = from(&[(red, 1)], None).unwrap_err();
    assert_eq!(error.reason, InvalidReason::UnlistedColor { x: 0, y: 1, color: ghost });
    assert_eq!(
        error.to_string(),
        "the color #ff000009 of pixel (0, 1) has no label: list it, or say which label unlisted colors have"
    );
    assert!(LabelMask::from_colors(2, 2, &picture[1..], &[], Some(1)).is_err());
}

#[test]
fn names_and_numbers() {
    let mut names = LabelNames::from([(9, "foot", 1), (2, "head", 50), (9, "boot", 3)]);
    names.set(0, "nothing", 5);
    assert_eq!(names.iter().collect::<Vec<_>>(), [(2, "head", 50), (9, "boot", 3)]);
    assert_eq!((names.find("boot"), names.find("foot"), names.number(9)), (Some(9), None, 3));
    let named = LabelMask::new(2, 2).with_names(names.clone());
    assert_eq!(named.rotate90().flip_h().crop(Rect::new(0, 0, 1, 1)).names(), &names);
    assert_ne!(named, LabelMask::new(2, 2));
    assert_ne!(named.state_hash(), LabelMask::new(2, 2).state_hash());
}

#[test]
fn bytes_come_back_and_others_are_refused() {
    let mut hero = LabelMask::new(40, 30).with_names([(1, "head, größer", u64::MAX), (2, "", 0)]);
    hero.draw(&Circle::new((20, 12), 9 << 16).unwrap(), (0, 0), 1);
    hero.draw(&Rect::new(5, 20, 30, 10), (0, 0), 2);
    for mask in
        [&hero, &LabelMask::new(0, 0), &LabelMask::new(7, 0), &LabelMask::from_labels(1, 1, &[255]).unwrap()]
    {
        let bytes = mask.to_bytes();
        assert_eq!(LabelMask::from_bytes(&bytes).as_ref(), Ok(mask));
        for at in 0..bytes.len() {
            assert!(LabelMask::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
            let mut other = bytes.clone();
            other[at] ^= 1 << (at % 8);
            assert!(LabelMask::from_bytes(&other).is_err(), "changed at {at}");
        }
    }
    let bytes = hero.to_bytes();
    assert!(bytes.len() < 400);
    let limits = DecodeLimits { memory: 1199, ..DecodeLimits::default() };
    let refused = LabelMask::from_bytes_with(&bytes, &limits).unwrap_err();
    assert_eq!(refused.kind, DecodeErrorKind::TooMuchMemory { limit: 1199 });
    let mut wide = bytes;
    wide[8..12].copy_from_slice(&65_536_u32.to_le_bytes());
    let refused = LabelMask::from_bytes(&sealed(&wide[..wide.len() - 8])).unwrap_err();
    assert_eq!(refused.kind, DecodeErrorKind::TooLarge { width: 65_536, height: 30 });
}

#[test]
fn sets_of_labels() {
    let set: Labels = [0, 63, 64, 255].into();
    assert_eq!((set.len(), set.iter().collect::<Vec<_>>()), (4, vec![0, 63, 64, 255]));
    assert_eq!(format!("{set:?}"), "{0, 63, 64, 255}");
    let grid = Grid::draw("#.#");
    let truth = LabelGrid { w: 3, h: 1, labels: vec![63, 0, 64] };
    let mask = label_mask(&truth);
    // 0 never counts.
    assert_same(&mask.only(set).to_mask(), &grid, "both labels");
    assert_same(&mask.only(0).to_mask(), &Grid::draw("..."), "nothing");
    assert_eq!(mask.only(64..=64).overlap_mask(&Mask::filled(9, 9), (0, 0)).count(), 1);
}
