//! Which questions about masks allocate memory, as the documentation of `Mask` says.
//!
//! With `std` only: without it nothing is kept with a mask.
#![cfg(feature = "std")]

mod common;

use common::allocations::{Counting, allocations};
use hitmask::{LabelMask, Mask, PixelRule, Point, Pose, PoseParts, Rect, ScanOrder, TurningMotion};
use std::hint::black_box;

#[global_allocator]
static COUNTING: Counting = Counting;

/// Masks that have not been asked any question yet.
fn fresh() -> [(Mask, Mask, Point); 4] {
    let ring = |side: u32, thick: u32| {
        Mask::from_fn(side, side, |x, y| x.min(y).min(side - 1 - x).min(side - 1 - y) < thick)
    };
    [
        (Mask::filled(30, 30), Mask::filled(9, 30), Point::new(2, -3)),
        (ring(100, 25), Mask::filled(40, 70), Point::new(-5, 20)),
        // Large enough for a gate.
        (ring(600, 150), Mask::from_fn(500, 500, |x, y| x + y > 300), Point::new(-100, -200)),
        // With a long motion.
        (ring(600, 20), Mask::filled(9, 9), Point::new(50, 40)),
    ]
}

type Question = fn(&Mask, &Mask, Point);

fn turned() -> [Pose; 2] {
    [[0.8, -0.6, 0.6, 0.8, 0.0, 0.0], [1.2, 0.1, 0.0, 0.9, 20.0, 20.0]].map(|m| Pose::from_matrix(m).unwrap())
}

#[test]
fn as_the_documentation_says() {
    let nothing: [(&str, Question); 14] = [
        ("overlaps", |a, b, o| _ = black_box(a.overlaps(b, o))),
        ("overlap_area", |a, b, o| _ = black_box(a.overlap_area(b, o))),
        ("first_overlap", |a, b, o| _ = black_box(a.first_overlap(b, o))),
        ("extreme_overlap", |a, b, o| _ = black_box(a.extreme_overlap(b, o, ScanOrder::RightBottom))),
        ("overlap_bounds", |a, b, o| _ = black_box(a.overlap_bounds(b, o))),
        ("overlap_points", |a, b, o| _ = black_box(a.overlap_points(b, o).count())),
        ("a rectangle", |a, _, o| _ = black_box(a.overlap_bounds(&Rect::new(1, 2, 50, 60), o))),
        ("normal", |a, b, o| _ = black_box(a.normal(b, o))),
        ("separation_along", |a, b, o| _ = black_box(a.separation_along(b, o, (1, 2)))),
        ("separation_by_axis", |a, b, o| _ = black_box(a.separation_by_axis(b, o))),
        ("cast_pixels", |a, b, o| _ = black_box(a.cast_pixels(b, o, (3000, 900)))),
        ("ray_cast", |a, _, o| _ = black_box(a.ray_cast((-2000, o.y), (4000, 90)))),
        ("get, count, bounds, centroid", |a, _, o| {
            black_box((a.get(o), a.count(), a.bounds(), a.centroid(), a.points().count()));
        }),
        ("a shallow separation", |a, b, o| {
            let x = a.separation_by_axis(b, o)[0];
            black_box(a.separation(b, (o.x + x - x.signum() * 3, o.y)));
        }),
    ];
    for (name, ask) in nothing {
        for (a, b, offset) in fresh() {
            assert_eq!(allocations(|| ask(&a, &b, offset)), 0, "{name}, {a:?}");
        }
    }

    let first_time: [(&str, Question); 4] = [
        ("overlaps_posed by raster", |a, b, _| {
            let [p, q] = turned();
            black_box(a.overlaps_posed(&p, b, &q, PixelRule::Raster));
        }),
        ("overlaps_posed by geometry", |a, b, _| {
            let [p, q] = turned();
            black_box(a.overlaps_posed(&p, b, &q, PixelRule::Geometry));
        }),
        ("cast", |a, b, o| _ = black_box(a.cast(b, o, (3000, 900)))),
        ("cast_posed", |a, b, _| {
            let from = PoseParts { position: [-700.0, 40.0], ..PoseParts::default() };
            let motion = TurningMotion { by: (900, 20).into(), degrees: 50.0, steps: 4 };
            black_box(a.cast_posed(&turned()[0], b, &from, &motion).unwrap());
        }),
    ];
    for (name, ask) in first_time {
        let mut cold = 0;
        for (a, b, offset) in fresh() {
            cold += allocations(|| ask(&a, &b, offset));
            assert_eq!(allocations(|| ask(&a, &b, offset)), 0, "{name}, {a:?}");
        }
        assert!(cold > 0, "{name} keeps nothing: then it allocates nothing");
    }

    let each_time: [(&str, Question); 4] = [
        ("closest", |a, b, o| _ = black_box(a.closest(b, (o.x + 900, o.y)))),
        ("a deep separation", |a, b, o| _ = black_box(a.separation(b, o))),
        ("overlap_area_posed", |a, b, _| {
            let [p, q] = turned();
            black_box(a.overlap_area_posed(&p, b, &q));
        }),
        ("overlap_mask", |a, b, o| _ = black_box(a.overlap_mask(b, o))),
    ];
    for (name, ask) in each_time {
        let counts = fresh().map(|(a, b, offset)| {
            ask(&a, &b, offset);
            allocations(|| ask(&a, &b, offset))
        });
        assert!(counts.iter().any(|&count| count > 0), "{name} allocates nothing: say so");
    }
    overlap_labels_into_a_list_with_room();
}

fn overlap_labels_into_a_list_with_room() {
    let striped = |side: u32| {
        let labels: Vec<u8> = (0..side * side).map(|n| (n / side / 3 % 5) as u8).collect();
        LabelMask::from_labels(side, side, &labels).unwrap()
    };
    let (a, b) = (striped(200), striped(90));
    let mut met = Vec::with_capacity(30);
    let mut ask = || {
        for step in 0..20 {
            let at = Point::new(step * 9 - 40, 30 - step);
            a.overlap_labels_into(&b, at, &mut met);
            assert!(!met.is_empty());
            a.overlap_labels_into(b.mask(), at, &mut met);
            b.only([1, 4]).overlap_labels_into(&a, (-at.x, -at.y), &mut met);
        }
    };
    // Derived data of masks is made when it is first needed.
    ask();
    assert_eq!(allocations(ask), 0);
}
