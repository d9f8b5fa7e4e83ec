//! Every overlap verb on every pair of types, with every kernel, against brute force. `HITMASK_SEED=n` starts with another seed.

use crate::common::things::Thing;
use crate::common::{Blame, overlap_case, places};
use hitmask::{Circle, Mask, Point, PointQ16, Rect};

/// A quarter of the random cases, because the tests of a file run in parallel.
fn random_cases(usual_seed: u64) {
    crate::common::cases(usual_seed, 60_000, overlap_case::run);
}

#[test]
fn random_pairs_1() {
    random_cases(0);
}

#[test]
fn random_pairs_2() {
    random_cases(1_000_000);
}

#[test]
fn random_pairs_3() {
    random_cases(2_000_000);
}

#[test]
fn random_pairs_4() {
    random_cases(3_000_000);
}

#[test]
fn random_large_pairs() {
    crate::common::cases(5_000_000, 600, overlap_case::run_large);
}

#[test]
fn circles_and_polygons() {
    crate::common::cases(6_000_000, 8_000, overlap_case::run_convex);
}

/// Circles with billions of rows: a search that went on after the first hit would not end today.
#[test]
fn huge_circles_stop_at_the_first_hit() {
    let huge = Circle::new((0, 0), PointQ16::LIMIT).unwrap();
    let (square, dot) = (Rect::new(-5, -7, 10, 10), Mask::filled(1, 1));
    assert!(huge.overlaps(&huge, (3, 0)));
    assert!(huge.overlaps(&square, (9, 9)) && square.overlaps(&huge, (9, 9)));
    assert!(Rect::new(i32::MIN, i32::MIN, u32::MAX, u32::MAX).overlaps(&huge, (0, 0)));
    assert_eq!(huge.first_overlap(&huge, (0, 0)).map(|first| first.y), Some(i32::MIN));
    assert_eq!(huge.first_overlap(&square, (9, 9)), Some(Point::new(4, 2)));
    assert!(huge.overlaps(&dot, (i32::MIN, -1)) && !huge.overlaps(&dot, (i32::MIN, i32::MIN)));
}

/// Rectangles with too many pixels to visit: what two of them share is an intersection of intervals.
#[test]
fn rectangles_of_any_size() {
    let rng = &mut crate::common::Rng::new(crate::common::first_seed(4_000_000));
    for _ in 0..20_000 {
        let (a, b) = (Thing::any_rect(rng), Thing::any_rect(rng));
        let (Thing::Rect(ours_a, block_a), Thing::Rect(ours_b, block_b)) = (&a, &b) else { unreachable!() };
        let offset = places::offset(rng, block_a, block_b);
        let _blame = Blame(&(ours_a, ours_b, offset));

        let axis = |a: i64, a_len: i64, b: i64, b_len: i64, d: i32| {
            let start = a.max(b + i64::from(d));
            (start, (a + a_len).min(b + b_len + i64::from(d)) - start)
        };
        let (x, w) = axis(block_a.x, block_a.w, block_b.x, block_b.w, offset.0);
        let (y, h) = axis(block_a.y, block_a.h, block_b.y, block_b.h, offset.1);
        let shared = (w > 0 && h > 0).then_some((x, y, w, h));
        assert_eq!(ours_a.overlaps(ours_b, offset), shared.is_some());
        assert_eq!(ours_a.overlap_area(ours_b, offset), shared.map_or(0, |(_, _, w, h)| (w * h) as u64));
        assert_eq!(
            ours_a.first_overlap(ours_b, offset),
            shared.map(|(x, y, ..)| crate::common::point((x, y)))
        );
        assert_eq!(ours_a.overlap_points(ours_b, offset).next(), ours_a.first_overlap(ours_b, offset));
        if w < 1 << 32 && h < 1 << 32 {
            assert_eq!(ours_a.overlap_bounds(ours_b, offset), crate::common::rect(shared));
        }
    }
}
