//! Circles and convex polygons against exact brute force, pixel for pixel. `HITMASK_SEED=n` starts with another seed.

#[path = "../cases/convex.rs"]
mod case;

use crate::common::posed_case::pose_of;
use crate::common::poses::{self, ONE};
use crate::common::{Blame, Rng, rect};
use case::{FIRST, HERE, LAST, Ours, check, circle, hull, polygon, posed, small_pose};
use hitmask::{Circle, ConvexPolygon, InvalidArgument, InvalidReason, Mask, Point, PointQ16, Rect};
use hitmask_oracle::{Convex, convex_covers, is_convex};

#[test]
fn circles_where_they_are() {
    crate::common::cases(70_000_000, 150, |seed| {
        let shape = circle(&mut Rng::new(seed), 14);
        let _blame = Blame(&(seed, &shape));
        check(&shape, HERE, (-20, -20, 20, 20));
        1
    });
}

#[test]
fn polygons_where_they_are() {
    crate::common::cases(71_000_000, 100, |seed| {
        let shape = hull(&mut Rng::new(seed), 10);
        let _blame = Blame(&(seed, &shape));
        check(&shape, HERE, (-13, -13, 13, 13));
        1
    });
}

#[test]
fn circles_posed() {
    crate::common::cases(72_000_000, 100, |seed| posed(seed, circle));
}

#[test]
fn polygons_posed() {
    crate::common::cases(73_000_000, 80, |seed| posed(seed, hull));
}

/// Shapes whose intermediate products are very large: the ends of the rows are correct, tested from both sides.
#[test]
fn at_the_ends_of_the_world() {
    let limit = PointQ16::LIMIT;
    let ends = |rng: &mut Rng| rng.pick(&[-limit, 1 - limit, limit - 1, limit, 0, limit / 2 + 1]);
    crate::common::cases(74_000_000, 400, |seed| {
        let rng = &mut Rng::new(seed);
        let shape = if rng.one_in(2) {
            let radius = rng.pick(&[limit, limit - 1, limit / 2, limit / 3, 70_000 * ONE + 1]);
            Convex::Circle([ends(rng), ends(rng)], radius)
        } else {
            let mut corners = [0; 3].map(|_| [ends(rng), ends(rng)]);
            if rng.one_in(2) {
                corners[0][0] = rng.between(-limit, limit);
            }
            Convex::Polygon(corners.to_vec())
        };
        let pose = if rng.one_in(2) {
            HERE
        } else {
            let [a, b, c, d] = poses::matrix(rng);
            [a, b, c, d, ends(rng), ends(rng)]
        };
        let _blame = Blame(&(seed, &shape, pose));
        let row = rng.pick(&[FIRST, FIRST + 1, -1, 0, 1, LAST / 2, LAST - 1, LAST]);
        let span = Ours::of(&shape).span_posed(&pose_of(pose), row);
        let covered = |x: i64| convex_covers(&shape, pose, x, row);
        match span {
            Some((x0, x1)) => {
                assert!(x0 < x1 && FIRST <= x0 && x1 <= LAST + 1);
                assert!(covered(x0) && covered(x1 - 1) && covered(x0 + (x1 - x0) / 2));
                assert!(x0 == FIRST || !covered(x0 - 1));
                assert!(x1 == LAST + 1 || !covered(x1));
            }
            None => {
                for x in [FIRST, LAST, 0].into_iter().chain((0..20).map(|_| rng.between(FIRST, LAST))) {
                    assert!(!covered(x), "({x}, {row}) is covered");
                }
            }
        }
        1
    });
}

/// Random lists of corners are accepted if and only if the oracle accepts them.
#[test]
fn what_is_convex() {
    let mut accepted = 0;
    for seed in 75_000_000..75_000_000 + 20_000 {
        let rng = &mut Rng::new(seed);
        let n = rng.between(0, 6);
        let side = rng.pick(&[1, 2, 3, 40]);
        let mut corners: Vec<[i64; 2]> =
            (0..n).map(|_| [rng.between(-side, side), rng.between(-side, side)]).collect();
        if rng.one_in(8) {
            corners.extend_from_within(..);
        }
        let _blame = Blame(&(seed, &corners));
        assert_eq!(polygon(&corners).is_ok(), is_convex(&corners));
        accepted += u64::from(is_convex(&corners) && polygon(&corners).unwrap().corners().len() > 2);
    }
    assert!(accepted > 1000, "{accepted}");
}

#[test]
fn a_star_goes_around_twice() {
    let star = [(0, -10), (6, 8), (-10, -3), (10, -3), (-6, 8)];
    assert!(matches!(ConvexPolygon::new(star).unwrap_err().reason, InvalidReason::NotConvex { .. }));
}

/// A rectangle under a pose covers the same pixels as a filled mask.
#[test]
fn rectangles_are_filled_masks() {
    crate::common::cases(76_000_000, 3000, |seed| {
        let rng = &mut Rng::new(seed);
        let (w, h) = (rng.between(0, 9) as u32, rng.between(0, 9) as u32);
        let at = (rng.between(-4, 4), rng.between(-4, 4));
        let (pose, _) = small_pose(rng, 9, at);
        let _blame = Blame(&(seed, w, h, pose));
        let pose = pose_of(pose);
        let (drawn, corner) = ConvexPolygon::from(Rect::new(0, 0, w, h)).bake(&pose).unwrap();
        let (baked, other) = Mask::filled(w, h).bake(&pose).unwrap();
        let tight = baked.bounds().map_or(Mask::new(0, 0), |bounds| baked.crop(bounds));
        let at = baked.bounds().map_or(Point::ZERO, |b| Point::new(b.x + other.x, b.y + other.y));
        assert_eq!((drawn, corner), (tight, at));
        1
    });
}

#[test]
fn what_cannot_be_is_refused() {
    let limit = PointQ16::LIMIT;
    let [far, not_finite] = [InvalidReason::TooFar { most: 1 << 31 }, InvalidReason::NotFinite];
    let radius = |most| ("radius", InvalidReason::OutOfRange { least: 0, most });
    let circle = |circle: Result<Circle, InvalidArgument>| {
        circle.map_err(|refused| (refused.argument, refused.reason))
    };
    assert_eq!(circle(Circle::new((0, 0), -1)), Err(radius(limit)));
    assert_eq!(circle(Circle::new((0, 0), limit + 1)), Err(radius(limit)));
    assert_eq!(circle(Circle::new(PointQ16::new(i64::MIN, 0), 1)), Err(("centre", far)));
    assert_eq!(circle(Circle::from_f64([0.0, f64::NAN], 1.0)), Err(("centre", not_finite)));
    assert_eq!(circle(Circle::from_f64([0.0, 0.0], f64::INFINITY)), Err(("radius", not_finite)));
    for bad in [-1e-9, 3e9] {
        assert_eq!(circle(Circle::from_f64([0.0, 0.0], bad)), Err(radius(1 << 31)));
    }
    let polygon = ConvexPolygon::new([PointQ16::new(0, limit + 1)]).unwrap_err();
    assert_eq!((polygon.argument, polygon.reason), ("corner", far));
    assert_eq!(ConvexPolygon::from_f64(&[[f64::NAN; 2]]).unwrap_err().reason, not_finite);
    let everything = Circle::new((0, 0), limit).unwrap();
    assert!(everything.to_mask().is_err());
    // A long, thin shape is accepted.
    let needle = ConvexPolygon::new([(i32::MIN, 0), (i32::MAX, 0), (i32::MAX, 1)]).unwrap();
    assert_eq!(needle.span(0), Some((-1, LAST)));
}

/// The highest point of a rim is the centre of a pixel: does the move right by ε lead out farther than the move down by ε² leads in? Tests
/// squeezed circles, too.
#[test]
fn small_rims_through_middles() {
    for radius in [1, 2, ONE / 4, ONE / 2 - 1, ONE / 2, ONE / 2 + 1, ONE - 1, ONE, 2 * ONE] {
        for [a, b, c, d] in
            [[1, 0, 0, 1], [2, 0, 0, 1], [1, 0, 0, 2], [-1, 0, 0, 3], [0, 1, 1, 0], [1, 1, 0, 1]]
        {
            for (dx, dy) in [(0, radius), (0, -radius), (radius, 0), (-radius, 0)] {
                let shape = Convex::Circle([dx, dy], radius);
                let _blame = Blame(&(&shape, a, b, c, d));
                // The origin of the shape lies on the rim, at the centre of pixel 0.
                let pose = [a * ONE, b * ONE, c * ONE, d * ONE, ONE / 2, ONE / 2];
                check(&shape, pose, (-14, -14, 14, 14));
                let smaller = [a * ONE / 2, b * ONE / 2, c * ONE / 2, d * ONE / 2, ONE / 2, ONE / 2];
                check(&shape, smaller, (-10, -10, 11, 11));
            }
        }
    }
}

/// Bounds of tall shapes look at a few rows only. Thin ones have rows without pixels near their ends.
#[test]
fn bounds_of_tall_shapes() {
    for seed in 0..400 {
        let _blame = Blame(&seed);
        let rng = &mut Rng::new(seed);
        let at = |rng: &mut Rng, reach: i64| rng.between(-reach * ONE, reach * ONE);
        let shape = match rng.below(4) {
            // A corner on one side, with a flat edge above or below it.
            3 => {
                let (x, y) = (rng.between(20, 900) * ONE, 1_500 * ONE + at(rng, 1));
                let corners = [[x, 0], [at(rng, 1), y], [x, y + rng.between(-400, 3) * ONE]];
                let [flip_x, flip_y] = [0; 2].map(|_| rng.pick(&[-1, 1]));
                Convex::Polygon(corners.map(|[x, y]| [x * flip_x, y * flip_y]).to_vec())
            }
            0 => {
                Convex::Circle([at(rng, 9), at(rng, 9)], rng.between(520, 3_000) * ONE + rng.between(0, ONE))
            }
            1 => Convex::Polygon(vec![
                [at(rng, 2), -at(rng, 2)],
                [at(rng, 900), 5_000 * ONE],
                [at(rng, 2), 2_000 * ONE],
            ]),
            _ => {
                let [x, y] = [at(rng, 3), rng.between(1_100, 9_000) * ONE];
                Convex::Polygon(vec![[0, 0], [x, y], [x + rng.between(1, 2 * ONE), y - at(rng, 40)]])
            }
        };
        let ours = Ours::of(&shape);
        let mut rows = (-4_000..10_000).filter_map(|y| Some((y, ours.span(y)?)));
        let bounds = rows.next().map(|(y, (x0, x1))| {
            let first = (x0, y, x1, y + 1);
            rows.fold(first, |all, (y, (x0, x1))| (all.0.min(x0), all.1, all.2.max(x1), y + 1))
        });
        let bounds = bounds.map(|(x0, y0, x1, y1)| rect(Some((x0, y0, x1 - x0, y1 - y0))).unwrap());
        assert_eq!(ours.bounds(), bounds);
    }
    // Tall, and as large as coordinates allow.
    let circle = Circle::new((0, 0), PointQ16::LIMIT - PointQ16::ONE).unwrap();
    assert_eq!(circle.bounds(), Some(Rect::new(i32::MIN + 1, i32::MIN + 1, u32::MAX - 1, u32::MAX - 1)));
}
