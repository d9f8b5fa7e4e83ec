//! Two shapes, a few offsets, every overlap verb, every kernel, against the oracle.

use hitmask::{AlphaMask, InvalidReason, Mask, Point, Rect, ScanOrder};
use hitmask_oracle::{AlphaGrid, Grid, Overlap, overlap, sum_overlap};

use super::pictures::Scale;
use super::pictures::alphas;
use super::things::{Thing, with_shape};
use super::{Blame, Rng, assert_same, on_every_backend, pictures, places, point, rect};

/// The number of offsets for each pair.
const OFFSETS: u64 = 4;

/// Printed when a case fails.
#[derive(Debug)]
#[expect(dead_code, reason = "read by Debug")]
struct Case<'a, T> {
    seed: u64,
    a: &'a T,
    b: &'a T,
    offset: (i32, i32),
}

/// Tests the pair of a seed. Returns the number of cases; a case is a pair at an offset.
pub(crate) fn run(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    if rng.one_in(8) { alpha_sum(seed, rng) } else { shapes(seed, rng, Scale::Sprite) }
}

/// The same as [`run`], with small masks.
pub(crate) fn run_small(seed: u64) -> u64 {
    shapes(seed, &mut Rng::new(seed), Scale::Icon)
}

/// The same as [`run`], with large masks.
pub(crate) fn run_large(seed: u64) -> u64 {
    shapes(seed, &mut Rng::new(seed), Scale::Stage)
}

/// Two shapes of any representation.
fn shapes(seed: u64, rng: &mut Rng, scale: Scale) -> u64 {
    let (grid_a, grid_b, offset) = pair_of_grids(rng, scale);
    let (a, b) = match rng.below(16) {
        0..=6 => (Thing::bits(rng, grid_a), Thing::bits(rng, grid_b)),
        7 => (Thing::runs(grid_a), Thing::runs(grid_b)),
        8..=11 => (Thing::any(rng, grid_a), Thing::any(rng, grid_b)),
        12 | 13 => (Thing::any(rng, grid_a), some_rect(rng, scale)),
        14 => (some_rect(rng, scale), Thing::any(rng, grid_b)),
        _ => (Thing::near_rect(rng, scale), Thing::near_rect(rng, scale)),
    };
    check(seed, &a, &b, offset);
    for _ in 1..OFFSETS {
        let offset = places::offset(rng, a.truth(), b.truth());
        check(seed, &a, &b, offset);
    }
    OFFSETS
}

/// A circle or a polygon with any other shape, in either order.
pub(crate) fn run_convex(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    let grid = pictures::grid(rng, Scale::Icon);
    let (convex, other) = match rng.below(8) {
        0 | 1 => (Thing::convex(rng), Thing::convex(rng)),
        2 => (Thing::convex(rng), some_rect(rng, Scale::Icon)),
        _ => (Thing::convex(rng), Thing::any(rng, grid)),
    };
    let (a, b) = if rng.one_in(2) { (convex, other) } else { (other, convex) };
    for _ in 0..OFFSETS {
        let offset = places::offset(rng, a.truth(), b.truth());
        check(seed, &a, &b, offset);
    }
    OFFSETS
}

pub(crate) fn some_rect(rng: &mut Rng, scale: Scale) -> Thing {
    if rng.one_in(2) { Thing::near_rect(rng, scale) } else { Thing::any_rect(rng) }
}

/// Two grids and an offset. Sometimes b is cleared at every pixel that is solid in a at that offset. Then they don't overlap, or only in
/// one pixel, and a verb can find that only by testing every pixel.
pub(crate) fn pair_of_grids(rng: &mut Rng, scale: Scale) -> (Grid, Grid, (i32, i32)) {
    let a = pictures::grid(rng, scale);
    let mut b = if rng.one_in(8) { a.clone() } else { pictures::grid(rng, scale) };
    let offset = places::offset(rng, &a, &b);
    if rng.one_in(3) {
        let shared = overlap(&a, &b, offset).points;
        let kept = if rng.one_in(2) { shared.len() as u64 } else { rng.below(shared.len() as u64 + 1) };
        for (i, (x, y)) in shared.into_iter().enumerate() {
            if i as u64 != kept {
                b.set((x - i64::from(offset.0)) as usize, (y - i64::from(offset.1)) as usize, false);
            }
        }
    }
    (a, b, offset)
}

/// Every verb with every kernel.
fn check(seed: u64, a: &Thing, b: &Thing, offset: (i32, i32)) {
    let _blame = Blame(&Case { seed, a, b, offset });
    let truth = overlap(a.truth(), b.truth(), offset);
    macro_rules! ask {
        ($left:expr, $right:expr, $how:expr) => {{
            let (left, right) = ($left, $right);
            assert_eq!(left.overlaps(right, offset), truth.overlaps(), "overlaps on {:?}", $how);
            assert_eq!(left.overlap_area(right, offset), truth.area(), "overlap_area on {:?}", $how);
            let first = left.first_overlap(right, offset);
            assert_eq!(first, truth.first().map(point), "first_overlap on {:?}", $how);
            assert_eq!(
                left.overlap_bounds(right, offset),
                rect(truth.bounds()),
                "overlap_bounds on {:?}",
                $how
            );
            let points = left.overlap_points(right, offset);
            assert!(points.eq(expected_points(&truth)), "overlap_points on {:?}", $how);
        }};
    }
    // Each type on each side, beside any shape; and two masks, the usual pair.
    on_every_backend(|kernel| match (a, b) {
        (Thing::Bits(left, _), Thing::Bits(right, _)) => ask!(left, right, kernel),
        _ => with_shape!(a, left => ask!(left, &b.lend(), kernel)),
    });
    with_shape!(b, right => ask!(a.lend(), right, "any shape"));
    // A rectangle may have very many pixels, and of these only those exist whose coordinates fit.
    let (area, bounds) = match a {
        &Thing::Rect(Rect { x, y, w, h }, _) => {
            let side = |from: i32, side: u32| i64::from(side).min((1 << 31) - i64::from(from)) as u32;
            let (w, h) = (side(x, w), side(y, h));
            (u64::from(w) * u64::from(h), (w > 0 && h > 0).then_some(Rect { x, y, w, h }))
        }
        _ => {
            let own = overlap(a.truth(), a.truth(), (0, 0));
            (own.area(), rect(own.bounds()))
        }
    };
    assert_eq!((a.lend().count(), a.lend().bounds()), (area, bounds), "count and bounds");
    for (x, y) in [(0, 0), offset, bounds.map_or((0, 0), |bounds| (bounds.x, bounds.y))] {
        let ((x0, y0, x1, y1), (u, v)) = (a.truth().window(), (i64::from(x), i64::from(y)));
        let solid = (x0..x1).contains(&u) && (y0..y1).contains(&v) && a.truth().solid(u, v);
        assert_eq!(a.lend().contains((x, y)), solid, "contains ({x}, {y})");
    }
    on_every_backend(|kernel| overlap_mask(a, b, offset, &truth, &format!("overlap_mask on {kernel:?}")));
}

fn overlap_mask(a: &Thing, b: &Thing, offset: (i32, i32), truth: &Overlap, what: &str) {
    // The pixels that are solid in both, as a picture of a part of A's plane.
    let picture = |x0: i64, y0: i64, w: u32, h: u32| {
        let mut grid = Grid::new(w as usize, h as usize);
        truth.points.iter().for_each(|&(x, y)| grid.set((x - x0) as usize, (y - y0) as usize, true));
        grid
    };
    let (w, h) = match a {
        Thing::Rect(left, _) => (left.w, left.h),
        _ => a.lend().size(),
    };
    match (a, a.lend().try_overlap_mask(&b.lend(), offset)) {
        (
            Thing::Terrain(..) | Thing::Tiles(..) | Thing::Circle(..) | Thing::Polygon(..),
            Ok((mask, corner)),
        ) => {
            let (x, y, w, h) = truth.bounds().unwrap_or((0, 0, 0, 0));
            assert_eq!(corner, point((x, y)), "{what}");
            assert_same(&mask, &picture(x, y, w as u32, h as u32), what);
        }
        (Thing::Rect(Rect { x, y, .. }, _), Ok((mask, corner))) => {
            assert_eq!(corner, Point::new(*x, *y), "{what}");
            assert_same(&mask, &picture((*x).into(), (*y).into(), w, h), what);
        }
        (_, Ok((mask, corner))) => {
            assert_eq!(corner, Point::ZERO, "{what}");
            assert_same(&mask, &picture(0, 0, w, h), what);
        }
        (a, Err(error)) => {
            assert!(matches!(a, Thing::Rect(..)), "{what}");
            assert!(w.max(h) > Mask::MAX_SIDE || u64::from(w) * u64::from(h) > Mask::MAX_PIXELS, "{what}");
            let (side, pixels) = (Mask::MAX_SIDE, Mask::MAX_PIXELS);
            let size = InvalidReason::TooLarge { width: w, height: h, side, pixels };
            assert_eq!((error.argument, error.reason), ("rect", size), "{what}");
        }
    }
}

fn expected_points(truth: &Overlap) -> impl Iterator<Item = Point> {
    truth.points.iter().copied().map(point)
}

/// Two pictures with alpha sum.
fn alpha_sum(seed: u64, rng: &mut Rng) -> u64 {
    let (grid_a, grid_b, mut offset) = pair_of_grids(rng, Scale::Sprite);
    // Many pairs of alphas add up to 254 or 255: the level of one is 255 minus the level of the other.
    let level = rng.pick(&[1, 2, 64, 127, 128, 200, 254]);
    let (a, b) = (alphas(rng, &grid_a, level), alphas(rng, &grid_b, 255 - level));
    let ours = |grid: &AlphaGrid| AlphaMask::from_alpha(grid.w as u32, grid.h as u32, &grid.alpha).unwrap();
    let (left, right) = (ours(&a), ours(&b));
    for _ in 0..OFFSETS {
        let _blame = Blame(&Case { seed, a: &a, b: &b, offset });
        let truth = sum_overlap(&a, &b, offset);
        on_every_backend(|kernel| {
            assert_eq!(left.overlaps(&right, offset), truth.overlaps(), "overlaps on {kernel:?}");
            assert_eq!(left.overlap_area(&right, offset), truth.area(), "overlap_area on {kernel:?}");
            assert_eq!(
                left.first_overlap(&right, offset),
                truth.first().map(point),
                "first_overlap on {kernel:?}"
            );
            assert_eq!(
                left.overlap_bounds(&right, offset),
                rect(truth.bounds()),
                "overlap_bounds on {kernel:?}"
            );
            let points = left.overlap_points(&right, offset);
            assert!(points.eq(expected_points(&truth)), "overlap_points on {kernel:?}");
            let lowest = truth.least_by(|x, y| (-y, -x)).map(point);
            let ours = left.extreme_overlap(&right, offset, ScanOrder::BottomRight);
            assert_eq!(ours, lowest, "extreme_overlap on {kernel:?}");
            let mask = left.overlap_mask(&right, offset);
            assert_same(&mask, &truth.mask(a.w, a.h), &format!("overlap_mask on {kernel:?}"));
        });
        offset = places::offset(rng, &grid_a, &grid_b);
    }
    OFFSETS
}
