//! Rectangles and convex pieces: no pixel is covered twice, and none is left out.

mod common;

use common::{Blame, mask_of};
use hitmask::{Connectivity, FillRule, Mask, Outline, Pieces, Point, Rect, Simplify, Tolerance};
use hitmask_oracle::Grid;

/// Twice the area, positive if the corners go clockwise on a screen.
fn twice_area(points: &[Point]) -> i64 {
    let next = points.iter().cycle().skip(1);
    let term = |(p, q): (&Point, &Point)| i64::from(p.x) * i64::from(q.y) - i64::from(q.x) * i64::from(p.y);
    points.iter().zip(next).map(term).sum()
}

fn check_rectangles(grid: &Grid, mask: &Mask) -> usize {
    let rects = mask.rectangles();
    let _blame = Blame(&rects);
    let mut times = vec![0; grid.w * grid.h];
    for rect in &rects {
        assert!(!rect.is_empty());
        for y in rect.y..rect.y + rect.h as i32 {
            for x in rect.x..rect.x + rect.w as i32 {
                times[y as usize * grid.w + x as usize] += 1;
            }
        }
    }
    let solid: Vec<usize> = grid.cells.iter().map(|&solid| usize::from(solid)).collect();
    assert_eq!(times, solid, "each solid pixel in one rectangle");
    assert!(rects.is_sorted_by_key(|r| (r.y, r.x)));
    let runs: usize = (0..grid.h).map(|y| grid.runs(y).len()).sum();
    assert!(rects.len() <= runs);
    rects.len()
}

/// The pieces are convex, and together exactly the outline.
fn check_pieces(outline: &Outline, pieces: &Pieces) {
    let _blame = Blame(pieces);
    let (w, h) = outline.size();
    let mut union = Mask::new(w, h);
    for piece in pieces.iter() {
        assert!(piece.len() >= 3, "{piece:?}");
        assert_eq!(piece.iter().map(|p| (p.y, p.x)).min(), Some((piece[0].y, piece[0].x)));
        let mut turns = 0.0;
        for i in 0..piece.len() {
            let [a, b, c] = [0, 1, 2].map(|j| piece[(i + j) % piece.len()]);
            assert!(twice_area(&[a, b, c]) > 0, "not convex at {b:?}: {piece:?}");
            let angle = |p: Point, q: Point| f64::from(q.y - p.y).atan2(f64::from(q.x - p.x));
            turns += (angle(b, c) - angle(a, b)).rem_euclid(std::f64::consts::TAU);
        }
        // The corners go around exactly once.
        assert!((turns - std::f64::consts::TAU).abs() < 1e-6, "{piece:?}");
        let filled = Mask::from_polygons(w, h, [piece], FillRule::NonZero);
        assert!(!union.overlaps(&filled, (0, 0)), "two pieces have a pixel in common: {piece:?}");
        union.union_with(&filled, (0, 0));
    }
    assert_eq!(union, outline.to_mask(), "pixels of all pieces");
    let whole: i64 = outline.rings().map(|ring| twice_area(ring.points)).sum();
    assert_eq!(pieces.iter().map(twice_area).sum::<i64>(), whole, "area of all pieces");
    assert!(pieces.iter().map(|p| (p[0].y, p[0].x)).is_sorted());
    assert_eq!(pieces.get(pieces.len()), None);
}

/// All corners are corners of the outline.
fn check_corners(outline: &Outline, pieces: &Pieces) {
    let mut corners: Vec<Point> = outline.rings().flat_map(|ring| ring.points).copied().collect();
    corners.sort_unstable();
    assert!(pieces.iter().flatten().all(|p| corners.binary_search(p).is_ok()));
}

fn check(grid: &Grid) {
    let mask = mask_of(grid);
    let rectangles = check_rectangles(grid, &mask);
    let fewest = mask.convex_pieces();
    assert!(fewest.len() <= rectangles);
    check_pieces(&mask.outline(Connectivity::Four), &fewest);
    for connectivity in [Connectivity::Four, Connectivity::Eight] {
        let outline = mask.outline(connectivity);
        let pieces = outline.convex_pieces();
        check_pieces(&outline, &pieces);
        check_corners(&outline, &pieces);
        assert!(fewest.len() <= pieces.len() || connectivity == Connectivity::Eight);
        for wish in [Simplify::outer(), Simplify::inner(), Simplify::within(Tolerance::from_q16(200_000))] {
            let _blame = Blame(&wish);
            let simple = outline.simplify(&wish).unwrap();
            check_pieces(&simple, &simple.convex_pieces());
        }
    }
}

#[test]
fn random_masks() {
    common::each_picture(49_000_000, 500, 20, |grid, _| check(grid));
}

#[test]
fn every_small_mask() {
    for bits in (0..1 << 16).step_by(13) {
        let grid = Grid::from_fn(4, 4, |x, y| bits >> (y * 4 + x) & 1 == 1);
        let _blame = Blame(&grid);
        check(&grid);
    }
}

#[test]
fn boards_rings_and_spirals() {
    let board = Grid::from_fn(17, 12, |x, y| (x + y) % 2 == 0);
    let rings = Grid::from_fn(31, 31, |x, y| x.min(y).min(30 - x).min(30 - y) % 2 == 0);
    let comb = Grid::from_fn(40, 9, |x, y| x % 2 == 0 || y == 8);
    let full = Grid::from_fn(64, 64, |_, _| true);
    let disc = Grid::from_fn(200, 200, |x, y| x.abs_diff(100).pow(2) + y.abs_diff(100).pow(2) < 9_500);
    for grid in [board, rings, comb, full, disc] {
        let _blame = Blame(&grid);
        check(&grid);
    }
}

#[test]
fn known_answers() {
    let full = Mask::filled(65_535, 3);
    assert_eq!(full.rectangles(), [Rect::new(0, 0, 65_535, 3)]);
    assert_eq!(full.convex_pieces().len(), 1);
    assert_eq!(full.convex_pieces().get(0).unwrap().len(), 4);
    let none = Mask::new(5, 5);
    assert!(none.rectangles().is_empty() && none.convex_pieces().is_empty());
    // Vertical stripes: a row has ten runs, a column has one.
    let stripes = Mask::from_fn(20, 30, |x, y| x % 2 == 0 && ((x + y) % 3 > 0 || y > 20));
    assert!(stripes.rectangles().len() < 10 * 21);
    // An octagon is convex already.
    let octagon = Mask::from_fn(30, 30, |x, y| {
        (10..50).contains(&(x + y)) && x.abs_diff(29 - y) < 50 && x + 20 > y && y + 20 > x
    });
    let simple = octagon.outline(Connectivity::Four).simplify(&Simplify::outer()).unwrap();
    let _blame = Blame(&simple);
    assert_eq!(simple.convex_pieces().len(), 1);
}
