//! Outlines against brute force: all guarantees of their rings. Masks from polygons that cross themselves.

use hitmask::{Connectivity, FillRule, Mask, Outline, Point, PointQ16};
use hitmask_oracle::{Grid, Polygon, windings};

use crate::common::pictures::{self, Scale};
use crate::common::{Blame, Rng, assert_same};

pub(crate) const BOTH: [(Connectivity, bool); 2] = [(Connectivity::Four, false), (Connectivity::Eight, true)];
const RULES: [FillRule; 2] = [FillRule::EvenOdd, FillRule::NonZero];

fn polygon(points: &[Point]) -> Polygon {
    points.iter().map(|p| (p.x.into(), p.y.into())).collect()
}

/// The guarantees for every list of corners.
fn check_ring(points: &[Point], is_hole: bool) {
    assert!(points.len() >= 4 && points.len().is_multiple_of(2), "{points:?}");
    assert_eq!(points.iter().map(|p| (p.y, p.x)).min(), Some((points[0].y, points[0].x)), "{points:?}");
    let mut twice_area = 0;
    for (i, &p) in points.iter().enumerate() {
        let (q, r) = (points[(i + 1) % points.len()], points[(i + 2) % points.len()]);
        assert!((p.x == q.x) != (p.y == q.y), "neither level nor upright: {p:?} {q:?}");
        assert!((p.x == q.x) != (q.x == r.x), "no turn: {p:?} {q:?} {r:?}");
        twice_area += i64::from(p.x) * i64::from(q.y) - i64::from(q.x) * i64::from(p.y);
    }
    assert_eq!(twice_area > 0, !is_hole, "{points:?}");
}

/// The pixels inside a ring.
fn inside(grid: &Grid, outline: &Outline, index: usize) -> Grid {
    Grid::from_polygons(grid.w, grid.h, &[polygon(outline.ring(index).points)], true)
}

/// The edges between solid and clear pixels.
pub(crate) fn cracks(grid: &Grid) -> usize {
    let mut count = 0;
    for y in 0..=grid.h as i64 {
        for x in 0..=grid.w as i64 {
            let here = grid.get(x, y);
            count += usize::from(here != grid.get(x - 1, y)) + usize::from(here != grid.get(x, y - 1));
        }
    }
    count
}

/// All guarantees of an outline.
pub(crate) fn check(grid: &Grid, mask: &Mask) {
    for (connectivity, corners) in BOTH {
        let outline = mask.outline(connectivity);
        let _blame = Blame(&outline);
        for rule in RULES {
            let back =
                Mask::from_polygons(mask.width(), mask.height(), outline.rings().map(|r| r.points), rule);
            assert_same(&back, grid, "back from the outline");
        }
        assert_eq!(outline.to_mask(), *mask);
        assert_eq!(outline.size(), mask.size());
        assert_eq!(outline.is_empty(), grid.count() == 0);

        let length = |points: &[Point]| -> usize {
            let next = points.iter().cycle().skip(1);
            points.iter().zip(next).map(|(p, q)| (p.x.abs_diff(q.x) + p.y.abs_diff(q.y)) as usize).sum()
        };
        assert_eq!(outline.rings().map(|r| length(r.points)).sum::<usize>(), cracks(grid), "each crack once");
        assert_eq!(outline.rings().map(|r| r.points.len()).sum::<usize>(), outline.point_count());
        let firsts: Vec<(i32, i32)> = outline.rings().map(|r| (r.points[0].y, r.points[0].x)).collect();
        assert!(firsts.is_sorted(), "{firsts:?}");

        // The components of the clear pixels, in a frame of clear pixels. The component of the frame is the first.
        let clear = Grid::from_fn(grid.w + 2, grid.h + 2, |x, y| !grid.get(x as i64 - 1, y as i64 - 1));
        let holes = clear.components(!corners);
        let parts = grid.components(corners);
        let count = parts.iter().max().copied().unwrap_or(0);
        let rings = |is_hole| outline.rings().filter(|r| r.is_hole == is_hole).count();
        assert_eq!(rings(false), count, "outer rings");
        assert_eq!(rings(true), holes.iter().max().unwrap() - 1, "holes");

        let mut outers = 0;
        for (i, ring) in outline.rings().enumerate() {
            check_ring(ring.points, ring.is_hole);
            if outline.len() > 60 {
                continue;
            }
            let whole = inside(grid, &outline, i);
            assert!(ring.parent.is_none_or(|parent| parent < i), "ring {i} before its parent");
            match ring.is_hole {
                false => {
                    outers += 1;
                    // The pixels inside the ring and in none of its holes are one component.
                    let own: Vec<Polygon> = outline
                        .rings()
                        .enumerate()
                        .filter(|(j, r)| *j == i || r.parent == Some(i))
                        .map(|(_, r)| polygon(r.points))
                        .collect();
                    let part = Grid::from_fn(grid.w, grid.h, |x, y| parts[y * grid.w + x] == outers);
                    assert_eq!(Grid::from_polygons(grid.w, grid.h, &own, true), part, "ring {i}");
                    // The smallest hole around it is its parent.
                    let (x, y) = part.points()[0];
                    let around = |&j: &usize| {
                        outline.ring(j).is_hole
                            && windings(&[polygon(outline.ring(j).points)], 1, x, y).0 != 0
                    };
                    let least =
                        (0..outline.len()).filter(around).min_by_key(|&j| inside(grid, &outline, j).count());
                    assert_eq!(ring.parent, least, "the hole around ring {i}");
                }
                true => {
                    let parent = ring.parent.expect("a hole lies in something");
                    assert!(!outline.ring(parent).is_hole);
                    // The clear pixels inside it, without those in a ring inside it, are one component of the clear pixels.
                    let (x, y) = (ring.points[0].x as usize, ring.points[0].y as usize);
                    let label = holes[(y + 1) * (grid.w + 2) + x + 1];
                    assert!(label > 1, "hole {i} is open");
                    let own =
                        Grid::from_fn(grid.w, grid.h, |x, y| holes[(y + 1) * (grid.w + 2) + x + 1] == label);
                    assert!(own.points().iter().all(|&(x, y)| whole.get(x, y)), "hole {i}");
                }
            }
        }
    }
}

/// Polygons with random corners, which cross themselves and each other. Returns 1, the number of cases.
pub(crate) fn run_polygons(seed: u64) -> u64 {
    let rng = &mut Rng::new(seed);
    let (w, h) = (pictures::side(rng, Scale::Icon), pictures::side(rng, Scale::Icon));
    let (w, h) = if rng.one_in(10) { (w + 100, h) } else { (w, h) };
    let far = rng.pick(&[0, 0, 3, 100, i64::from(i32::MAX)]);
    let mut coordinate = |side: usize| {
        let low = (-far).max(i32::MIN.into());
        rng.between(low, (side as i64 + far).min(i32::MAX.into()))
    };
    let polygons: Vec<Vec<Point>> = (0..1 + seed % 3)
        .map(|_| {
            let n = coordinate(6).rem_euclid(7);
            (0..n).map(|_| Point::new(coordinate(w) as i32, coordinate(h) as i32)).collect()
        })
        .collect();
    let _blame = Blame(&(seed, w, h, &polygons));
    let theirs: Vec<Polygon> = polygons.iter().map(|points| polygon(points)).collect();
    for (rule, non_zero) in [(FillRule::EvenOdd, false), (FillRule::NonZero, true)] {
        let mask = Mask::from_polygons(w as u32, h as u32, &polygons, rule);
        assert_same(&mask, &Grid::from_polygons(w, h, &theirs, non_zero), &format!("{rule:?}"));
    }
    // The same with fractions of pixels: quarters, so that many centres lie on edges, and the finest, near the centres too.
    let half = PointQ16::ONE / 2;
    for (unit, least, most) in
        [(4, 0, 3), (PointQ16::ONE, 0, PointQ16::ONE - 1), (PointQ16::ONE, half - 3, half + 3)]
    {
        let mut fine = theirs.clone();
        for (x, y) in fine.iter_mut().flatten() {
            (*x, *y) = (*x * unit + rng.between(least, most), *y * unit + rng.between(least, most));
        }
        let _blame = Blame(&(unit, &fine));
        let q16 =
            |&(x, y): &(i64, i64)| PointQ16::new(x * (PointQ16::ONE / unit), y * (PointQ16::ONE / unit));
        let ours: Vec<Vec<PointQ16>> = fine.iter().map(|corners| corners.iter().map(q16).collect()).collect();
        for (rule, non_zero) in [(FillRule::EvenOdd, false), (FillRule::NonZero, true)] {
            let mask = Mask::from_polygons(w as u32, h as u32, &ours, rule);
            let grid = Grid::from_polygons_in(unit, w, h, &fine, non_zero);
            assert_same(&mask, &grid, &format!("{rule:?} in units of 1/{unit}"));
        }
    }
    1
}
