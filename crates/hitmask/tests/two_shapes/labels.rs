//! Which labels meet, against counting pixel by pixel. `HITMASK_SEED=n` starts with another seed.

use hitmask::{LabelMask, Mask, Point, Rect, Shape};

use crate::common::labels_case::{self, seen, seen_hit};

#[test]
fn random_pairs() {
    crate::common::cases(0, 30_000, labels_case::run);
}

#[test]
fn random_poses() {
    crate::common::cases(1_000_000, 12_000, labels_case::run_posed);
}

#[test]
fn random_poses_of_any_shape() {
    crate::common::cases(2_000_000, 12_000, labels_case::run_posed_any);
}

/// All 255 labels against all 255: as many pairs as there can be, mixed as badly as can be.
#[test]
fn every_pair_of_labels() {
    let across = LabelMask::from_fn(255, 255, |x, _| 1 + x as u8);
    let down = LabelMask::from_fn(255, 255, |_, y| 255 - y as u8);
    let met = across.overlap_labels(&down, (0, 0));
    assert_eq!(met.len(), 255 * 255);
    for (met, (a, b)) in met.iter().zip((1..=255).flat_map(|a| (1..=255).map(move |b| (a, b)))) {
        let first = Point::new(i32::from(a) - 1, 255 - i32::from(b));
        assert_eq!((met.labels, met.pixels, met.first), ([a, b], 1, first));
    }
    assert_eq!(met.iter().map(|met| met.pixels).sum::<u64>(), across.overlap_area(&down, (0, 0)));
}

#[test]
fn sides_without_labels_and_empty_ones() {
    let hero = LabelMask::from_labels(2, 1, &[7, 200]).unwrap();
    let (dot, none) = (Mask::filled(1, 1), LabelMask::new(0, 5));
    assert_eq!(seen(&hero.overlap_labels(&dot, (1, 0))), [([200, 0], 1, Point::new(1, 0))]);
    let shapes: [&dyn Shape; 2] = [&dot, &hero];
    assert_eq!(seen(&shapes[0].overlap_labels(shapes[1], (-1, 0))), [([0, 200], 1, Point::new(0, 0))]);
    assert_eq!(seen(&shapes[0].overlap_labels(shapes[0], (0, 0))), [([0, 0], 1, Point::new(0, 0))]);
    let mut list = hero.overlap_labels(&dot, (0, 0));
    hero.overlap_labels_into(&none, (0, 0), &mut list);
    assert!(list.is_empty() && none.overlap_labels(&hero, (0, 0)).is_empty());
    assert_eq!(hero.label_hit(&dot, (2, 0)), None);
    // As far away as an offset can say.
    assert!(hero.overlap_labels(&Rect::new(0, 0, 9, 9), (i32::MIN, 0)).is_empty());
    let far = Rect::new(i32::MAX - 3, 0, 9, 9);
    assert_eq!(seen_hit(hero.label_hit(&far, (-i32::MAX + 4, 0))), Some(([200, 0], Point::new(1, 0))));
}
