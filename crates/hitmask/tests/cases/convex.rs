//! A circle or a convex polygon, where it is or under a pose, against exact brute force, pixel for pixel.

use hitmask::{Circle, ConvexPolygon, InvalidArgument, Mask, Point, PointQ16, Pose, Rect};
use hitmask_oracle::{Affine, Convex, Grid, convex_covers};

use crate::common::posed_case::pose_of;
use crate::common::poses::{self, ONE};
use crate::common::{self, Blame, Rng, assert_same, rect};

pub(crate) const HERE: Affine = [ONE, 0, 0, ONE, 0, 0];
pub(crate) const FIRST: i64 = i32::MIN as i64;
pub(crate) const LAST: i64 = i32::MAX as i64;

/// One of hitmask's shapes, with all questions that it answers.
pub(crate) enum Ours {
    Circle(Circle),
    Polygon(ConvexPolygon),
}

impl Ours {
    pub(crate) fn of(shape: &Convex) -> Ours {
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

    pub(crate) fn span(&self, row: i64) -> Option<(i64, i64)> {
        match self {
            Ours::Circle(circle) => circle.span(row as i32),
            Ours::Polygon(polygon) => polygon.span(row as i32),
        }
    }

    pub(crate) fn span_posed(&self, pose: &Pose, row: i64) -> Option<(i64, i64)> {
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

    pub(crate) fn bounds(&self) -> Option<Rect> {
        match self {
            Ours::Circle(circle) => circle.bounds(),
            Ours::Polygon(polygon) => polygon.bounds(),
        }
    }

    fn to_mask(&self) -> (Mask, Point) {
        match self {
            Ours::Circle(circle) => circle.to_mask().unwrap(),
            Ours::Polygon(polygon) => polygon.to_mask().unwrap(),
        }
    }

    fn bake(&self, pose: &Pose) -> (Mask, Point) {
        match self {
            Ours::Circle(circle) => circle.bake(pose).unwrap(),
            Ours::Polygon(polygon) => polygon.bake(pose).unwrap(),
        }
    }
}

pub(crate) fn polygon(corners: &[[i64; 2]]) -> Result<ConvexPolygon, InvalidArgument> {
    ConvexPolygon::new(corners.iter().map(|&[x, y]| PointQ16::new(x, y)))
}

/// A coordinate near zero, mostly on the centre or the edge of a pixel.
fn coordinate(rng: &mut Rng, pixels: i64) -> i64 {
    rng.between(-pixels, pixels) * ONE + poses::phase(rng)
}

pub(crate) fn circle(rng: &mut Rng, pixels: i64) -> Convex {
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
pub(crate) fn hull(rng: &mut Rng, pixels: i64) -> Convex {
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
pub(crate) fn check(shape: &Convex, pose: Affine, (x0, y0, x1, y1): (i64, i64, i64, i64)) {
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

/// A pose that moves the origin of a shape near the pixel `at`, and keeps shapes of `pixels` small.
pub(crate) fn small_pose(rng: &mut Rng, pixels: i64, at: (i64, i64)) -> (Affine, i64) {
    loop {
        let [a, b, c, d] = poses::matrix(rng);
        let reach = (a.abs().max(c.abs()) + b.abs().max(d.abs())) * pixels / ONE + 3;
        if reach <= 40 {
            let [tx, ty] = [at.0, at.1].map(|at| (at * ONE + poses::phase(rng)).clamp(-(1 << 47), 1 << 47));
            return ([a, b, c, d, tx, ty], reach);
        }
    }
}

pub(crate) fn posed(seed: u64, make: fn(&mut Rng, i64) -> Convex) -> u64 {
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
