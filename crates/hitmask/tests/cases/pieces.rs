//! Rectangles and convex pieces: no pixel is covered twice, and none is left out.

use hitmask::{Connectivity, FillRule, Mask, Outline, Pieces, Point, Simplify};
use hitmask_oracle::Grid;

use crate::common::{Blame, mask_of};

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

/// Pieces of few corners are as few as possible, and the same area.
fn check_few_corners(outline: &Outline, pieces: &Pieces) {
    for most in [3, 4, 8] {
        let cut = pieces.with_max_corners(most).unwrap();
        assert!(cut.iter().all(|piece| piece.len() <= most));
        let fewest = pieces.iter().map(|piece| (piece.len() - 2).div_ceil(most - 2)).sum::<usize>();
        assert_eq!(cut.len(), fewest, "at most {most} corners");
        check_pieces(outline, &cut);
    }
}

/// All corners are corners of the outline.
fn check_corners(outline: &Outline, pieces: &Pieces) {
    let mut corners: Vec<Point> = outline.rings().flat_map(|ring| ring.points).copied().collect();
    corners.sort_unstable();
    assert!(pieces.iter().flatten().all(|p| corners.binary_search(p).is_ok()));
}

pub(crate) fn check(grid: &Grid) {
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
        for wish in [Simplify::outer(), Simplify::inner(), Simplify::within(200_000.0 / 65_536.0)] {
            let _blame = Blame(&wish);
            let simple = outline.simplify(&wish).unwrap();
            let pieces = simple.convex_pieces();
            check_pieces(&simple, &pieces);
            check_few_corners(&simple, &pieces);
        }
    }
}
