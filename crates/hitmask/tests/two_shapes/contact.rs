//! Normals, separations and distances against brute force, at every depth. `HITMASK_SEED=n` starts with another seed.

use std::cell::Cell;

use crate::common::pictures::{self, Scale};
use crate::common::{Blame, Rng, loose_mask_of, mask_of, overlap_case, places, point};
use hitmask::{Closest, Mask, Point, Rect};
use hitmask_oracle::Grid;

/// Two grids, their masks and an offset: a shallow or a deep overlap, one in a gap of the other, or far apart.
fn each_pair(seed: u64, times: u64, check: impl Fn(&mut Rng, [&Grid; 2], [&Mask; 2], (i32, i32))) {
    let seed = crate::common::first_seed(seed);
    for seed in seed..seed + times {
        let rng = &mut Rng::new(seed);
        let (a, b, offset) = match rng.below(4) {
            0 => nested(rng),
            1 => pair_near_contact(rng),
            _ => overlap_case::pair_of_grids(rng, Scale::Icon),
        };
        let [left, right] =
            [&a, &b].map(|grid| if rng.one_in(4) { loose_mask_of(grid) } else { mask_of(grid) });
        let _blame = Blame(&(seed, &a, &b, offset));
        check(rng, [&a, &b], [&left, &right], offset);
    }
}

/// A ring with something in its hole or across its rim. The shortest way out may lead into the hole.
fn nested(rng: &mut Rng) -> (Grid, Grid, (i32, i32)) {
    let (w, h) = (rng.between(5, 44), rng.between(5, 44));
    let thick = rng.between(1, 4);
    let ring = Grid::from_fn(w as usize, h as usize, |x, y| {
        let (x, y) = (x as i64, y as i64);
        x < thick || y < thick || x >= w - thick || y >= h - thick
    });
    let (side_w, side_h) = (rng.between(1, w), rng.between(1, h));
    let b = if rng.one_in(3) {
        ring.clone()
    } else {
        pictures::grid_of_size(rng, side_w as usize, side_h as usize)
    };
    let offset = (rng.between(-3, w - b.w as i64 + 3) as i32, rng.between(-3, h - b.h as i64 + 3) as i32);
    if rng.one_in(2) { (ring, b, offset) } else { (b, ring, (-offset.0, -offset.1)) }
}

/// Two shapes that just touch, moved together by at most a pixel.
fn pair_near_contact(rng: &mut Rng) -> (Grid, Grid, (i32, i32)) {
    let (a, b, (x, y)) = overlap_case::pair_of_grids(rng, Scale::Icon);
    let (dx, dy) = a.separation(&b, (x.into(), y.into()));
    let nudge = |n: i64, rng: &mut Rng| n as i32 + rng.between(-1, 1) as i32;
    let offset = (x.wrapping_add(nudge(dx, rng)), y.wrapping_add(nudge(dy, rng)));
    (a, b, offset)
}

fn wide(offset: (i32, i32)) -> (i64, i64) {
    (offset.0.into(), offset.1.into())
}

#[test]
fn normals() {
    let seen = [const { Cell::new(0) }; 3];
    each_pair(70_000_000, 8_000, |_, [a, b], [left, right], offset| {
        let truth = a.normal(b, wide(offset));
        assert_eq!(left.normal(right, offset), point(truth));
        let axes = usize::from(truth.0 != 0) + usize::from(truth.1 != 0);
        seen[axes].set(seen[axes].get() + 1);
        let back = Point::from(offset).checked_neg().map(|offset| right.normal(left, offset));
        assert!(back.is_none_or(|back| back == point((-truth.0, -truth.1))), "the other way round");
    });
    assert!(seen.iter().all(|n| n.get() > 400), "{seen:?}");
}

#[test]
fn separations() {
    let seen = [const { Cell::new(0) }; 4];
    each_pair(71_000_000, 4_000, |rng, [a, b], [left, right], offset| {
        let truth = a.separation(b, wide(offset));
        let change = left.separation(right, offset);
        assert_eq!(change, point(truth));
        let kind = match truth.0 * truth.0 + truth.1 * truth.1 {
            0 => 0,
            1..=18 => 1,
            19..=99 => 2,
            _ => 3,
        };
        seen[kind].set(seen[kind].get() + 1);

        let only = |allowed: fn(i64, i64) -> bool| a.separation_among(b, wide(offset), allowed).unwrap();
        let axes = [only(|_, dy| dy == 0).0, only(|dx, _| dx == 0).1];
        assert_eq!(left.separation_by_axis(right, offset).map(i64::from), axes, "by axis");

        let step = (rng.between(-3, 3), rng.between(-3, 3));
        let map = a.overlap_offsets(b);
        let meets = |n: i64| {
            let (x, y) = (i64::from(offset.0) + n * step.0, i64::from(offset.1) + n * step.1);
            map.get(x + b.w as i64 - 1, y + b.h as i64 - 1)
        };
        // Far enough to be outside any of these masks, unless the step is (0, 0).
        let out = (0..=200).find(|&n| !meets(n)).map(|n| (n * step.0, n * step.1));
        assert_eq!(left.separation_along(right, offset, point(step)), out.map(point), "along {step:?}");
    });
    assert!(seen.iter().all(|n| n.get() > 200), "{seen:?}");
}

/// All changes of up to 260 pixels on each axis, the shortest first, then by dy and dx.
fn changes_by_length() -> Vec<(i64, i64)> {
    let side = -260..=260i64;
    let mut changes: Vec<(i64, i64)> =
        side.clone().flat_map(|dy| side.clone().map(move |dx| (dx, dy))).collect();
    changes.sort_unstable_by_key(|&(dx, dy)| (dx * dx + dy * dy, dy, dx));
    changes
}

/// The first of these changes after which no pixel of `b` lies on a pixel of `a`.
fn nearest_apart(changes: &[(i64, i64)], a: &Grid, b: &Grid, offset: (i32, i32)) -> (i64, i64) {
    let pixels: Vec<(i64, i64)> = b.points();
    let meets = |&(dx, dy): &(i64, i64)| {
        let (x, y) = (i64::from(offset.0) + dx, i64::from(offset.1) + dy);
        pixels.iter().any(|&(bx, by)| a.get(bx + x, by + y))
    };
    *changes.iter().find(|change| !meets(change)).expect("260 pixels are farther than these masks reach")
}

/// Both methods for separations beyond the nearest offsets, with masks several words wide. The expected answer is found pixel by pixel.
#[test]
fn separations_of_large_masks() {
    let nearest = changes_by_length();
    let seed = crate::common::first_seed(72_000_000);
    for seed in seed..seed + 100 {
        let rng = &mut Rng::new(seed);
        let (w, h) = (rng.pick(&[64, 65, 90, 128, 130]), rng.pick(&[33, 64, 100]));
        let a = pictures::grid_of_size(rng, w, h);
        let b = if rng.one_in(3) { a.clone() } else { pictures::grid_of_size(rng, h, w) };
        let offset = places::offset(rng, &a, &b);
        let _blame = Blame(&(seed, &a, &b, offset));
        let truth = nearest_apart(&nearest, &a, &b, offset);
        assert_eq!(mask_of(&a).separation(&mask_of(&b), offset), point(truth));
    }
}

/// The map of all offsets with an overlap would be wider or higher than a mask may be.
#[test]
fn separations_of_very_long_masks() {
    let long = Mask::filled(40_000, 40);
    assert_eq!(long.separation(&long, (0, 0)), Point::new(0, -40));
    assert_eq!(long.separation(&long, (10, 12)), Point::new(0, 28));
    assert_eq!(long.separation(&long, (39_975, 3)), Point::new(25, 0));
    assert_eq!(long.separation_by_axis(&long, (10, 12)), [39_990, 28]);
    assert_eq!(long.separation_along(&long, (10, 12), (-1000, 0)), Some(Point::new(-41_000, 0)));
    assert_eq!(long.normal(&long, (10, 12)), Point::new(2 * 28, 2 * 39_990));
    let high = long.rotate90();
    assert_eq!(high.separation(&high, (12, 10)), Point::new(28, 0));
    // The shortest way out leads into a gap in the middle. Only a test of the pixels can find it.
    let mut gap = Mask::filled(60_000, 60);
    gap.difference_with(&Rect::new(30_000, 0, 20, 60), (0, 0));
    let peg = Mask::filled(20, 40);
    assert_eq!(gap.separation(&peg, (29_985, 10)), Point::new(15, 0));
    let mut pegs = Mask::filled(30_000, 60);
    pegs.intersect_with(&peg, (20_000, 10));
    assert_eq!(gap.separation(&pegs, (10_012, 0)), Point::new(-12, 0));
    // Every second column is solid in both: one step sideways separates them, or they do not overlap at all.
    let comb = Mask::from_fn(40_000, 40, |x, _| x % 2 == 0);
    assert_eq!(comb.separation(&comb, (6, 1)), Point::new(-1, 0));
    let dense = Mask::from_fn(40_000, 40, |x, y| (x + 7 * y) % 12 > 1);
    assert_eq!(dense.separation(&dense, (0, 10)), Point::new(0, 30));
    // As long as a mask may be: the stamps of the map can't grow at all.
    let longest = Mask::filled(Mask::MAX_SIDE, 12);
    assert_eq!(longest.separation(&longest, (-7, 1)), Point::new(0, 11));
}

/// Offsets and steps at the ends of i32.
#[test]
fn separations_at_the_ends_of_the_numbers() {
    let (wide, dot) = (Mask::filled(40_000, 40), Mask::filled(1, 1));
    for x in [i32::MIN, i32::MIN + 1, 0, i32::MAX] {
        for y in [i32::MIN, i32::MIN + 1, 0, i32::MAX] {
            let step = Point::new(x, y);
            let out = (step != Point::ZERO).then_some(step);
            for (a, b) in [(&wide, &wide), (&wide, &dot), (&dot, &wide), (&dot, &dot)] {
                assert_eq!(a.separation_along(b, (0, 0), step), out, "{step:?}");
                if step != Point::ZERO {
                    assert_eq!(a.separation(b, step), Point::ZERO, "{step:?}");
                    assert_eq!(a.separation_along(b, step, step), Some(Point::ZERO), "{step:?}");
                    assert_eq!(a.separation_by_axis(b, step), [0, 0], "{step:?}");
                }
            }
        }
    }
}

#[test]
fn the_closest_pixels() {
    let seen = [const { Cell::new(0) }; 4];
    each_pair(73_000_000, 8_000, |_, [a, b], [left, right], offset| {
        let truth = a.closest(b, wide(offset));
        let ours = left.closest(right, offset);
        let empty = a.count() == 0 || b.count() == 0;
        let expected = match truth {
            Some(truth) => {
                Some(Closest::Apart { squared: truth.squared, a: point(truth.a), b: point(truth.b) })
            }
            None if empty => None,
            None => Some(Closest::Overlapping),
        };
        assert_eq!(ours, expected);
        let squared = truth.map(|truth| truth.squared).or((!empty).then_some(0));
        assert_eq!(ours.map(Closest::squared), squared);
        let kind = match expected {
            None => 0,
            Some(Closest::Overlapping) => 1,
            Some(Closest::Apart { squared: 0, .. }) => 2,
            Some(Closest::Apart { .. }) => 3,
        };
        seen[kind].set(seen[kind].get() + 1);
    });
    assert!(seen.iter().all(|n| n.get() > 300), "{seen:?}");
}

/// The way from a corner of i32 to a mask is longer than i32.
#[test]
fn distances_at_the_ends_of_the_world() {
    let dot = Mask::filled(1, 1);
    let wide = Mask::from_fn(65_535, 2, |x, y| x == 65_534 && y == 1);
    for (a, b, offset, way, at) in [
        (&dot, &dot, (i32::MAX, i32::MIN), [i64::from(i32::MAX) - 1, -i64::from(i32::MIN) - 1], (0, 0)),
        (&dot, &wide, (i32::MAX, i32::MAX), [i64::from(i32::MAX) + 65_533, i64::from(i32::MAX)], (65_534, 1)),
        (&wide, &dot, (i32::MIN, i32::MIN), [65_533 - i64::from(i32::MIN), -i64::from(i32::MIN)], (0, 0)),
    ] {
        let squared = way.iter().map(|n| n.unsigned_abs().pow(2)).sum();
        let Some(Closest::Apart { squared: ours, b: nearest, .. }) = a.closest(b, offset) else {
            panic!("far apart")
        };
        assert_eq!((ours, nearest), (squared, point(at)), "{offset:?}");
        assert_eq!(a.normal(b, offset), Point::ZERO);
        assert_eq!(a.separation(b, offset), Point::ZERO);
    }
}
