//! Circles and convex polygons against exact brute force, pixel for pixel. `HITMASK_SEED=n` starts with another seed.

mod common;

use common::posed_case::pose_of;
use common::poses::{self, ONE};
use common::{Blame, Rng, assert_same, rect};
use hitmask::{Circle, ConvexError, ConvexPolygon, Mask, Point, PointQ16, Pose, Rect};
use hitmask_oracle::{Affine, Convex, Grid, convex_covers, is_convex};

const HERE: Affine = [ONE, 0, 0, ONE, 0, 0];
const FIRST: i64 = i32::MIN as i64;
const LAST: i64 = i32::MAX as i64;

/// One of hitmask's shapes, with all questions that it answers.
enum Ours {
    Circle(Circle),
    Polygon(ConvexPolygon),
}

impl Ours {
    fn of(shape: &Convex) -> Ours {
        match shape {
            Convex::Circle([x, y], radius) => {
                Ours::Circle(Circle::new(PointQ16::new(*x, *y), *radius).unwrap())
            }
            Convex::Polygon(corners) => Ours::Polygon(polygon(corners).unwrap()),
        }
    }

    fn covers(&self, x: i64, y: i64) -> bool {
        let pixel = Point::new(x as i32, y as i32);
        match self {
            Ours::Circle(circle) => circle.contains(pixel),
            Ours::Polygon(polygon) => polygon.contains(pixel),
        }
    }

    fn span(&self, row: i64) -> Option<(i64, i64)> {
        match self {
            Ours::Circle(circle) => circle.span(row as i32),
            Ours::Polygon(polygon) => polygon.span(row as i32),
        }
    }

    fn span_posed(&self, pose: &Pose, row: i64) -> Option<(i64, i64)> {
        match self {
            Ours::Circle(circle) => circle.span_posed(pose, row as i32),
            Ours::Polygon(polygon) => polygon.span_posed(pose, row as i32),
        }
    }

    fn covers_posed(&self, pose: &Pose, x: i64, y: i64) -> bool {
        let pixel = Point::new(x as i32, y as i32);
        match self {
            Ours::Circle(circle) => circle.contains_posed(pose, pixel),
            Ours::Polygon(polygon) => polygon.contains_posed(pose, pixel),
        }
    }

    fn bounds(&self) -> Option<Rect> {
        match self {
            Ours::Circle(circle) => circle.bounds(),
            Ours::Polygon(polygon) => polygon.bounds(),
        }
    }

    fn to_mask(&self) -> (Mask, Point) {
        match self {
            Ours::Circle(circle) => circle.to_mask(),
            Ours::Polygon(polygon) => polygon.to_mask(),
        }
    }

    fn bake(&self, pose: &Pose) -> (Mask, Point) {
        match self {
            Ours::Circle(circle) => circle.bake(pose),
            Ours::Polygon(polygon) => polygon.bake(pose),
        }
    }
}

fn polygon(corners: &[[i64; 2]]) -> Result<ConvexPolygon, ConvexError> {
    ConvexPolygon::new(corners.iter().map(|&[x, y]| PointQ16::new(x, y)))
}

/// A coordinate near zero, mostly on the centre or the edge of a pixel.
fn coordinate(rng: &mut Rng, pixels: i64) -> i64 {
    rng.between(-pixels, pixels) * ONE + poses::phase(rng)
}

fn circle(rng: &mut Rng, pixels: i64) -> Convex {
    let radius = match rng.below(12) {
        0 => 0,
        1 => 1,
        2 => ONE / 2 + rng.between(-1, 1),
        // Pythagorean numbers: the rim goes through many centres.
        3..=6 => rng.pick(&[5, 10, 13, 25]) * ONE / rng.pick(&[1, 1, 2, 4]),
        7 => rng.below(pixels as u64) as i64 * ONE / 2,
        _ => rng.between(0, pixels * ONE),
    };
    Convex::Circle([coordinate(rng, 3), coordinate(rng, 3)], radius.min(pixels * ONE))
}

/// The convex hull of some points, in either direction, starting at any corner, with some superfluous corners.
fn hull(rng: &mut Rng, pixels: i64) -> Convex {
    let mut points: Vec<[i64; 2]> =
        (0..rng.between(0, 12)).map(|_| [coordinate(rng, pixels), coordinate(rng, pixels)]).collect();
    if rng.one_in(4) {
        // Points on a grid of halves: horizontal, vertical and slanting edges go through centres.
        points.iter_mut().flatten().for_each(|n| *n = n.div_euclid(ONE / 2) * (ONE / 2));
    }
    points.sort_unstable();
    points.dedup();
    let turn =
        |a: [i64; 2], b: [i64; 2], c: [i64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let half = |points: &mut dyn Iterator<Item = [i64; 2]>| {
        let mut chain: Vec<[i64; 2]> = Vec::new();
        for point in points {
            while chain.len() > 1 && turn(chain[chain.len() - 2], chain[chain.len() - 1], point) < 0 {
                chain.pop();
            }
            chain.push(point);
        }
        chain
    };
    let mut corners = half(&mut points.iter().copied());
    corners.extend(half(&mut points.iter().rev().copied()));
    corners.dedup();
    while corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    if !corners.is_empty() {
        let by = rng.below(corners.len() as u64) as usize;
        corners.rotate_left(by);
        if rng.one_in(3) {
            let twice = rng.below(corners.len() as u64) as usize;
            corners.insert(twice, corners[twice]);
        }
    }
    if rng.one_in(2) {
        corners.reverse();
    }
    Convex::Polygon(corners)
}

/// Compares every pixel of a window and of a margin around it.
fn check(shape: &Convex, pose: Affine, (x0, y0, x1, y1): (i64, i64, i64, i64)) {
    let ours = Ours::of(shape);
    let truth: Vec<(i64, i64)> = (y0..y1)
        .flat_map(|y| (x0..x1).map(move |x| (x, y)))
        .filter(|&(x, y)| convex_covers(shape, pose, x, y))
        .collect();
    let (w, h) = ((x1 - x0) as usize, (y1 - y0) as usize);
    let mut grid = Grid::new(w, h);
    truth.iter().for_each(|&(x, y)| grid.set((x - x0) as usize, (y - y0) as usize, true));
    let bounds = grid.bounds();
    let tight = bounds.map_or(Grid::new(0, 0), |(left, top, w, h)| {
        Grid::from_fn(w as usize, h as usize, |x, y| grid.get(x as i64 + left, y as i64 + top))
    });
    let corner = bounds.map_or((0, 0), |(left, top, ..)| (x0 + left, y0 + top));
    let (mask, at) = ours.bake(&pose_of(pose));
    assert_same(&mask, &tight, "bake");
    assert_eq!(at, common::point(corner), "the corner of bake");
    for (x, y) in truth.iter().copied().take(9).chain([(x0, y0), (x1 - 1, y0), (x1 - 1, y1 - 1)]) {
        assert_eq!(
            ours.covers_posed(&pose_of(pose), x, y),
            grid.get(x - x0, y - y0),
            "covers_posed ({x}, {y})"
        );
    }
    if pose != HERE {
        return;
    }
    assert_eq!(ours.to_mask(), (mask, at), "to_mask");
    assert_eq!(ours.bounds(), rect(bounds.map(|(x, y, w, h)| (x + x0, y + y0, w, h))), "bounds");
    for y in y0..y1 {
        let xs: Vec<i64> = truth.iter().filter(|p| p.1 == y).map(|p| p.0).collect();
        let span = xs.first().map(|&first| (first, xs[xs.len() - 1] + 1));
        assert_eq!(ours.span(y), span, "span of row {y}");
        for x in x0..x1 {
            assert_eq!(ours.covers(x, y), grid.get(x - x0, y - y0), "covers ({x}, {y})");
        }
    }
}

#[test]
fn circles_where_they_are() {
    common::cases(70_000_000, 150, |seed| {
        let shape = circle(&mut Rng::new(seed), 14);
        let _blame = Blame(&(seed, &shape));
        check(&shape, HERE, (-20, -20, 20, 20));
        1
    });
}

#[test]
fn polygons_where_they_are() {
    common::cases(71_000_000, 100, |seed| {
        let shape = hull(&mut Rng::new(seed), 10);
        let _blame = Blame(&(seed, &shape));
        check(&shape, HERE, (-13, -13, 13, 13));
        1
    });
}

/// A pose that moves the origin of a shape near the pixel `at`, and keeps shapes of `pixels` small.
fn small_pose(rng: &mut Rng, pixels: i64, at: (i64, i64)) -> (Affine, i64) {
    loop {
        let [a, b, c, d] = poses::matrix(rng);
        let reach = (a.abs().max(c.abs()) + b.abs().max(d.abs())) * pixels / ONE + 3;
        if reach <= 40 {
            let [tx, ty] = [at.0, at.1].map(|at| (at * ONE + poses::phase(rng)).clamp(-(1 << 47), 1 << 47));
            return ([a, b, c, d, tx, ty], reach);
        }
    }
}

fn posed(seed: u64, make: fn(&mut Rng, i64) -> Convex) -> u64 {
    let rng = &mut Rng::new(seed);
    let pixels = rng.between(1, 6);
    let shape = make(rng, pixels);
    let at = match rng.below(8) {
        0 => [0; 2].map(|_| rng.pick(&[FIRST, LAST])),
        1 => [0; 2].map(|_| rng.between(FIRST, LAST)),
        _ => [0; 2],
    };
    // Corners are up to a pixel, and circles up to three pixels and a radius, farther away than their size.
    let (pose, reach) = small_pose(rng, 2 * pixels + 4, (at[0], at[1]));
    let _blame = Blame(&(seed, &shape, pose));
    let ends = |at: i64| ((at - reach).max(FIRST), (at + reach).min(LAST + 1));
    let ((x0, x1), (y0, y1)) = (ends(at[0]), ends(at[1]));
    check(&shape, pose, (x0, y0, x1, y1));
    1
}

#[test]
fn circles_posed() {
    common::cases(72_000_000, 100, |seed| posed(seed, circle));
}

#[test]
fn polygons_posed() {
    common::cases(73_000_000, 80, |seed| posed(seed, hull));
}

/// Shapes whose intermediate products are very large: the ends of the rows are correct, tested from both sides.
#[test]
fn at_the_ends_of_the_world() {
    let limit = PointQ16::LIMIT;
    let ends = |rng: &mut Rng| rng.pick(&[-limit, 1 - limit, limit - 1, limit, 0, limit / 2 + 1]);
    common::cases(74_000_000, 400, |seed| {
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
    assert!(matches!(ConvexPolygon::new(star), Err(ConvexError::NotConvex { .. })));
}

/// A rectangle under a pose covers the same pixels as a filled mask.
#[test]
fn rectangles_are_filled_masks() {
    common::cases(76_000_000, 3000, |seed| {
        let rng = &mut Rng::new(seed);
        let (w, h) = (rng.between(0, 9) as u32, rng.between(0, 9) as u32);
        let at = (rng.between(-4, 4), rng.between(-4, 4));
        let (pose, _) = small_pose(rng, 9, at);
        let _blame = Blame(&(seed, w, h, pose));
        let pose = pose_of(pose);
        let (drawn, corner) = ConvexPolygon::from(Rect::new(0, 0, w, h)).bake(&pose);
        let (baked, other) = Mask::filled(w, h).bake(&pose);
        let tight = baked.bounds().map_or(Mask::new(0, 0), |bounds| baked.crop(bounds));
        let at = baked.bounds().map_or(Point::ZERO, |b| Point::new(b.x + other.x, b.y + other.y));
        assert_eq!((drawn, corner), (tight, at));
        1
    });
}

#[test]
fn what_cannot_be_is_refused() {
    let limit = PointQ16::LIMIT;
    assert_eq!(Circle::new((0, 0), -1), Err(ConvexError::NegativeRadius));
    assert_eq!(Circle::new((0, 0), limit + 1), Err(ConvexError::OutOfRange { part: "radius" }));
    assert_eq!(
        Circle::new(PointQ16::new(i64::MIN, 0), 1),
        Err(ConvexError::OutOfRange { part: "centre's x" })
    );
    assert_eq!(Circle::from_f64([0.0, f64::NAN], 1.0), Err(ConvexError::NotFinite { part: "centre's y" }));
    assert_eq!(Circle::from_f64([0.0, 0.0], f64::INFINITY), Err(ConvexError::NotFinite { part: "radius" }));
    assert_eq!(Circle::from_f64([0.0, 0.0], -1e-9), Err(ConvexError::NegativeRadius));
    assert!(Circle::from_f64([0.0, 0.0], 3e9).is_err());
    assert_eq!(
        ConvexPolygon::new([PointQ16::new(0, limit + 1)]),
        Err(ConvexError::OutOfRange { part: "corner's y" })
    );
    assert_eq!(ConvexPolygon::from_f64(&[[f64::NAN; 2]]), Err(ConvexError::NotFinite { part: "corner" }));
    let everything = Circle::new((0, 0), limit).unwrap();
    assert!(everything.try_to_mask().is_err());
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
