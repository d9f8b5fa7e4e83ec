//! Connected components against flood fill.

#[path = "../cases/components.rs"]
mod case;

use crate::common::{Blame, mask_of};
use case::check;
use hitmask::{Connectivity, Mask};
use hitmask_oracle::Grid;

#[test]
fn components_against_painting() {
    crate::common::each_picture(45_000_000, 700, 6, check);
}

/// Shapes whose arms meet only far down: each joins sets that were separate for many rows.
#[test]
fn combs_spirals_and_boards() {
    for (w, h) in [(7, 7), (33, 20), (65, 40), (130, 31)] {
        let comb = Grid::from_fn(w, h, |x, y| x % 2 == 0 || y == h - 1);
        let upright = Grid::from_fn(w, h, |x, y| x % 2 == 0 || y == 0);
        let snake = Grid::from_fn(w, h, |x, y| y % 2 == 0 || x == if y % 4 == 1 { w - 1 } else { 0 });
        let board = Grid::from_fn(w, h, |x, y| (x + y) % 2 == 0);
        let rings = Grid::from_fn(w, h, |x, y| x.min(y).min(w - 1 - x).min(h - 1 - y) % 2 == 0);
        let fork = Grid::from_fn(w, h, |x, y| {
            y >= h / 2 && x == w / 2 || (x as i64 - (w / 2) as i64).abs() == (h / 2) as i64 - y as i64
        });
        for grid in [comb, upright, snake, board, rings, fork] {
            let _blame = Blame(&grid);
            check(&grid, &mask_of(&grid));
        }
    }
}

#[test]
#[should_panic(expected = "there is no component")]
fn no_such_component() {
    let _ = Mask::filled(2, 2).components(Connectivity::Four).mask(1);
}
