//! Rectangles and convex pieces: no pixel is covered twice, and none is left out.

#[path = "../cases/pieces.rs"]
mod case;

use crate::common::Blame;
use case::check;
use hitmask::{Connectivity, Mask, Rect, Simplify};
use hitmask_oracle::Grid;

#[test]
fn random_masks() {
    crate::common::each_picture(49_000_000, 500, 20, |grid, _| check(grid));
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
    let cut = simple.convex_pieces().with_max_corners(3).unwrap();
    assert_eq!(cut.len(), simple.convex_pieces().get(0).unwrap().len() - 2);
    let refused = cut.with_max_corners(2).unwrap_err();
    assert_eq!(refused.argument, "max_corners");
}
