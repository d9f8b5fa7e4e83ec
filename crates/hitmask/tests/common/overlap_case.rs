//! One pair of things, a few offsets, every overlap verb, every kernel, against the oracle.

use hitmask::{AlphaMask, Point};
use hitmask_oracle::{AlphaGrid, Grid, Overlap, overlap, sum_overlap};

use super::pictures::Scale;
use super::things::{Thing, alphas, with_shape};
use super::{Blame, Rng, assert_same, on_every_backend, pictures, places, point, rect};

/// Offsets a pair.
const OFFSETS: u64 = 4;

/// What is printed when a case fails.
#[derive(Debug)]
#[expect(dead_code, reason = "read by Debug")]
struct Case<'a, T> {
    seed: u64,
    a: &'a T,
    b: &'a T,
    offset: (i32, i32),
}

/// Tests the pair that the seed stands for; returns how many cases (a pair at an offset) that were.
pub(crate) fn run(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    if rng.one_in(8) { alpha_sum(seed, rng) } else { shapes(seed, rng, Scale::Sprite) }
}

/// As [`run`], with small masks.
pub(crate) fn run_small(seed: u64) -> u64 {
    shapes(seed, &mut Rng::new(seed), Scale::Icon)
}

/// As [`run`], with large masks.
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

/// A circle or a polygon and any other shape, either way round.
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

/// Two grids and an offset. At times b is cleared wherever a is solid at that offset, so that nothing short of a look at
/// every pixel tells that they don't meet; or they meet in one pixel only.
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

/// Every verb on every kernel.
fn check(seed: u64, a: &Thing, b: &Thing, offset: (i32, i32)) {
    let _blame = Blame(&Case { seed, a, b, offset });
    let truth = overlap(a.truth(), b.truth(), offset);
    on_every_backend(|kernel| {
        with_shape!(a, left => with_shape!(b, right => {
            assert_eq!(left.overlaps(right, offset), truth.overlaps(), "overlaps on {kernel:?}");
            assert_eq!(left.overlap_area(right, offset), truth.area(), "overlap_area on {kernel:?}");
            assert_eq!(left.first_overlap(right, offset), truth.first().map(point), "first_overlap on {kernel:?}");
            assert_eq!(left.overlap_bounds(right, offset), rect(truth.bounds()), "overlap_bounds on {kernel:?}");
            let points = left.overlap_points(right, offset);
            assert!(points.eq(expected_points(&truth)), "overlap_points on {kernel:?}");
        }));
    });
    on_every_backend(|kernel| {
        let what = &format!("overlap_mask on {kernel:?}");
        let mask = match a {
            Thing::Bits(left, _) => with_shape!(b, right => left.overlap_mask(right, offset)),
            Thing::Runs(left, _) => with_shape!(b, right => left.overlap_mask(right, offset)),
            Thing::Level(left, level, _) => {
                with_shape!(b, right => left.at_level(*level).overlap_mask(right, offset))
            }
            Thing::Rect(..) | Thing::Terrain(..) | Thing::Circle(..) | Thing::Polygon(..) => return,
        };
        let (_, _, w, h) = a.truth().window();
        assert_same(&mask, &truth.mask(w as usize, h as usize), what);
    });
}

fn expected_points(truth: &Overlap) -> impl Iterator<Item = Point> {
    truth.points.iter().copied().map(point)
}

/// Two pictures by alpha sum.
fn alpha_sum(seed: u64, rng: &mut Rng) -> u64 {
    let (grid_a, grid_b, mut offset) = pair_of_grids(rng, Scale::Sprite);
    // Alphas that add up to 254 or 255 often: one side's level is what the other side lacks.
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
        });
        offset = places::offset(rng, &grid_a, &grid_b);
    }
    OFFSETS
}
