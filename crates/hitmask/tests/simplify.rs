//! Simplified outlines: their guarantees, checked pixel by pixel and edge by edge.

mod common;

use common::pictures::{self, Scale};
use common::{Blame, Rng, mask_of};
use hitmask::{
    Connectivity, Mask, Outline, Point, Promise, Simplify, SimplifyError, StructuringElement, Tolerance,
};
use hitmask_oracle::{Grid, Polygon};

fn polygons(outline: &Outline) -> Vec<Polygon> {
    outline.rings().map(|ring| ring.points.iter().map(|p| (p.x.into(), p.y.into())).collect()).collect()
}

type Place = (i64, i64);

fn side(a: Place, b: Place, p: Place) -> i64 {
    (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0)
}

/// Whether two edges share a point that is not a corner of both.
fn cross((a, b): (Place, Place), (c, d): (Place, Place)) -> bool {
    let on = |a: Place, b: Place, p: Place| {
        side(a, b, p) == 0
            && (a.0.min(b.0)..=a.0.max(b.0)).contains(&p.0)
            && (a.1.min(b.1)..=a.1.max(b.1)).contains(&p.1)
            && p != a
            && p != b
    };
    let opposite = |s: i64, t: i64| s.signum() * t.signum() < 0;
    let properly = opposite(side(a, b, c), side(a, b, d)) && opposite(side(c, d, a), side(c, d, b));
    let same = (a, b) == (c, d) || (a, b) == (d, c);
    properly || same || on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b)
}

fn edges(polygons: &[Polygon]) -> Vec<(Place, Place)> {
    let ring =
        |p: &Polygon| -> Vec<(Place, Place)> { (0..p.len()).map(|i| (p[i], p[(i + 1) % p.len()])).collect() };
    polygons.iter().flat_map(ring).collect()
}

/// Whether the inside of the pixel and the edge share a point.
fn enters(pixel: Place, (a, b): (Place, Place)) -> bool {
    // The open square of the pixel lies on one side of the edge's line, or the edge lies beyond one side of the square.
    let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| side(a, b, (pixel.0 + x, pixel.1 + y)));
    let beside = corners.iter().all(|&s| s >= 0) || corners.iter().all(|&s| s <= 0);
    let apart = |p: i64, s: i64, t: i64| s.max(t) <= p || s.min(t) > p;
    !beside && !apart(pixel.0, a.0, b.0) && !apart(pixel.1, a.1, b.1)
}

/// All guarantees of a simplified outline.
fn check(grid: &Grid, outline: &Outline, wish: Simplify) -> usize {
    let _blame = Blame(&wish);
    let simple = outline.simplify(&wish).unwrap();
    let _blame = Blame(&simple);
    let ours = polygons(&simple);
    let filled = Grid::from_polygons(grid.w, grid.h, &ours, true);
    assert_eq!(filled, Grid::from_polygons(grid.w, grid.h, &ours, false), "a ring crosses");
    let eps = f64::from(wish.tolerance.to_q16()) / 65_536.0 + 1e-9;

    // The rings are the same, each with some of its corners.
    assert_eq!(simple.len(), outline.len());
    for (before, after) in outline.rings().zip(simple.rings()) {
        assert_eq!((before.kind, before.parent), (after.kind, after.parent));
        assert!(after.points.len() >= 3 && after.points.len() <= before.points.len());
        let start = before.points.iter().position(|p| *p == after.points[0]).unwrap();
        let mut rest = before.points.iter().cycle().skip(start).take(before.points.len());
        assert!(after.points.iter().all(|p| rest.any(|q| p == q)), "corners in order");
    }
    // No two edges cross.
    let edges = edges(&ours);
    if edges.len() < 300 {
        for (i, &e) in edges.iter().enumerate() {
            for &f in &edges[..i] {
                assert!(!cross(e, f), "{e:?} crosses {f:?}");
            }
        }
    }
    // Pixel by pixel.
    for y in 0..grid.h as i64 {
        for x in 0..grid.w as i64 {
            let solid = grid.get(x, y);
            if wish.promise == Promise::Outer && solid || wish.promise == Promise::Inner && !solid {
                assert_eq!(filled.get(x, y), solid, "pixel ({x}, {y})");
                // The whole pixel, not only its centre.
                assert!(edges.iter().all(|&e| !enters((x, y), e)), "an edge cuts pixel ({x}, {y})");
            }
            if filled.get(x, y) != solid {
                let near = (0..grid.w as i64 + 2).any(|i| {
                    (0..grid.h as i64 + 2).any(|j| {
                        let (ox, oy) = (i - 1, j - 1);
                        let gap = |d: i64| (d.abs() as f64 - 0.5).max(0.0);
                        grid.get(ox, oy) != solid && gap(ox - x).hypot(gap(oy - y)) <= eps
                    })
                });
                assert!(near, "pixel ({x}, {y}) is wrong and far from the outline");
            }
        }
    }
    simple.point_count()
}

#[test]
fn promises_against_brute_force() {
    let seed = common::first_seed(48_000_000);
    let mut saved = 0;
    for seed in seed..seed + 700 {
        let rng = &mut Rng::new(seed);
        let grid = pictures::grid(rng, Scale::Icon);
        let _blame = Blame(&(seed, &grid));
        let connectivity = rng.pick(&[Connectivity::Four, Connectivity::Eight]);
        let outline = mask_of(&grid).outline(connectivity);
        let tolerance =
            Tolerance::from_pixels(rng.pick(&[0.0, 0.5, 0.75, 1.0, 1.5, 3.0, 10.0, 1000.0])).unwrap();
        for wish in [Simplify::outer(), Simplify::inner(), Simplify::within(tolerance)] {
            saved += outline.point_count() - check(&grid, &outline, wish.tolerance(tolerance));
        }
    }
    assert!(saved > 5_000, "hardly anything was simplified: {saved}");
}

/// All masks of a size, which covers every way in which stretches lie beside each other.
#[test]
fn every_small_mask() {
    for bits in (0..1 << 16).step_by(11) {
        let grid = Grid::from_fn(4, 4, |x, y| bits >> (y * 4 + x) & 1 == 1);
        let _blame = Blame(&grid);
        for connectivity in [Connectivity::Four, Connectivity::Eight] {
            let outline = mask_of(&grid).outline(connectivity);
            for wish in [Simplify::outer(), Simplify::inner(), Simplify::within(Tolerance::default())] {
                check(&grid, &outline, wish);
                check(&grid, &outline, wish.tolerance(Tolerance::from_q16(u32::MAX)));
            }
        }
    }
}

#[test]
fn no_tolerance_changes_nothing() {
    let mask = Mask::from_fn(40, 40, |x, y| (x * x + y * y) % 7 < 3);
    let outline = mask.outline(Connectivity::Four);
    assert_eq!(outline.simplify(&Simplify::within(Tolerance::from_q16(0))), Ok(outline));
}

#[test]
fn a_slanting_line_becomes_one_edge() {
    // 1 up for each 3 along. The exact outline has a corner at every step.
    let mask = Mask::from_fn(90, 40, |x, y| y >= 35 - x / 3);
    let outline = mask.outline(Connectivity::Four);
    for wish in [Simplify::outer(), Simplify::inner(), Simplify::within(Tolerance::default())] {
        let simple = outline.simplify(&wish).unwrap();
        assert!(outline.point_count() > 60 && simple.point_count() <= 7, "{wish:?} {simple:?}");
    }
}

#[test]
fn refusals_have_a_reason() {
    let disc = Mask::from_fn(64, 64, |x, y| x.abs_diff(32).pow(2) + y.abs_diff(32).pow(2) <= 900);
    let outline = disc.outline(Connectivity::Four);
    let free = outline.simplify(&Simplify::inner()).unwrap();
    let needed = free.point_count();
    assert_eq!(outline.simplify(&Simplify::inner().at_most(needed)), Ok(free));
    let refused = outline.simplify(&Simplify::inner().at_most(needed - 1)).unwrap_err();
    assert_eq!(refused, SimplifyError::TooManyPoints { needed, allowed: needed - 1 });
    assert!(refused.to_string().contains("allow more"));
    let none = Mask::new(3, 3).outline(Connectivity::Four);
    assert_eq!(none.simplify(&Simplify::outer().at_most(0)), Ok(none));
}

#[test]
fn a_ring_keeps_its_place() {
    // A frame around a dot. Nothing may be cut around the dot, even with a large tolerance.
    let mask = Mask::from_fn(9, 9, |x, y| x.min(y).min(8 - x).min(8 - y) != 1);
    let simple = mask
        .outline(Connectivity::Four)
        .simplify(&Simplify::within(Tolerance::from_pixels(100.0).unwrap()))
        .unwrap();
    assert_eq!(simple.len(), 3);
    assert!(simple.ring(2).points.iter().all(|p: &Point| (2..=7).contains(&p.x) && (2..=7).contains(&p.y)));
}

/// What docs/shapes.md recommends if `outer` keeps too many corners.
#[test]
fn within_a_pixel_of_the_grown_mask_nothing_is_cut() {
    let seed = common::first_seed(51_000_000);
    let (mut fewer, mut corners) = (0, 0);
    for seed in seed..seed + 120 {
        let rng = &mut Rng::new(seed);
        let grid = pictures::grid(rng, Scale::Icon);
        let mask = mask_of(&grid);
        let _blame = Blame(&(seed, &grid));
        let (grown, origin) = mask.grow(1, StructuringElement::Box);
        assert_eq!(origin, Point::new(-1, -1));
        let outline = grown.outline(Connectivity::Four);
        let simple = outline.simplify(&Simplify::within(Tolerance::default())).unwrap();
        let edges = edges(&polygons(&simple));
        let filled = simple.to_mask();
        for (x, y) in grid.points() {
            assert!(filled.get((x as i32 + 1, y as i32 + 1)), "pixel ({x}, {y})");
            assert!(edges.iter().all(|&e| !enters((x + 1, y + 1), e)), "an edge cuts pixel ({x}, {y})");
        }
        fewer += simple.point_count();
        corners += mask.outline(Connectivity::Four).simplify(&Simplify::outer()).unwrap().point_count();
    }
    assert!(fewer < corners, "{fewer} corners, {corners} by outer");
}
