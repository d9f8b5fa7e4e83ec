//! Simplified outlines: their guarantees, checked pixel by pixel and edge by edge.

use hitmask::{Connectivity, Outline, OutlineBound, Simplify};
use hitmask_oracle::{Grid, Polygon};

use crate::common::pictures::{self, Scale};
use crate::common::{Blame, Rng, mask_of};

pub(crate) fn polygons(outline: &Outline) -> Vec<Polygon> {
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

pub(crate) fn edges(polygons: &[Polygon]) -> Vec<(Place, Place)> {
    let ring =
        |p: &Polygon| -> Vec<(Place, Place)> { (0..p.len()).map(|i| (p[i], p[(i + 1) % p.len()])).collect() };
    polygons.iter().flat_map(ring).collect()
}

/// Whether the inside of the pixel and the edge share a point.
pub(crate) fn enters(pixel: Place, (a, b): (Place, Place)) -> bool {
    // The open square of the pixel lies on one side of the edge's line, or the edge lies beyond one side of the square.
    let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| side(a, b, (pixel.0 + x, pixel.1 + y)));
    let beside = corners.iter().all(|&s| s >= 0) || corners.iter().all(|&s| s <= 0);
    let apart = |p: i64, s: i64, t: i64| s.max(t) <= p || s.min(t) > p;
    !beside && !apart(pixel.0, a.0, b.0) && !apart(pixel.1, a.1, b.1)
}

/// All guarantees of a simplified outline.
pub(crate) fn check(grid: &Grid, outline: &Outline, wish: Simplify) -> usize {
    let _blame = Blame(&wish);
    let simple = outline.simplify(&wish).unwrap();
    let _blame = Blame(&simple);
    let ours = polygons(&simple);
    let filled = Grid::from_polygons(grid.w, grid.h, &ours, true);
    assert_eq!(filled, Grid::from_polygons(grid.w, grid.h, &ours, false), "a ring crosses");
    let eps = f64::from(wish.tolerance_q16().unwrap()) / 65_536.0 + 1e-9;

    // The rings are the same, each with some of its corners.
    assert_eq!(simple.len(), outline.len());
    for (before, after) in outline.rings().zip(simple.rings()) {
        assert_eq!((before.is_hole, before.parent), (after.is_hole, after.parent));
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
            if wish.promise == OutlineBound::Outer && solid || wish.promise == OutlineBound::Inner && !solid {
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

/// Simplifies the outline of a picture by every promise. Returns how many corners that saves.
pub(crate) fn run(seed: u64, scale: Scale) -> usize {
    let mut saved = 0;
    let rng = &mut Rng::new(seed);
    let grid = pictures::grid(rng, scale);
    let _blame = Blame(&(seed, &grid));
    let connectivity = rng.pick(&[Connectivity::Four, Connectivity::Eight]);
    let outline = mask_of(&grid).outline(connectivity);
    let tolerance = rng.pick(&[0.0, 0.5, 0.75, 1.0, 1.5, 3.0, 10.0, 1000.0]);
    for wish in [Simplify::outer(), Simplify::inner(), Simplify::within(tolerance)] {
        saved += outline.point_count() - check(&grid, &outline, wish.tolerance(tolerance));
    }
    saved
}
