//! Grow, shrink and fill holes, against brute force.

use crate::common::pictures::{self, Scale};
use crate::common::{Blame, Rng, assert_same, loose_mask_of, mask_of};
use hitmask::StructuringElement as Shape;
use hitmask::{Mask, Point};
use hitmask_oracle::{Element, Grid};

const ELEMENTS: [(Shape, Element); 3] =
    [(Shape::Box, Element::Box), (Shape::Diamond, Element::Diamond), (Shape::Disc, Element::Disc)];

/// Calls `check` with a grid and its mask, many times.
fn each_grid(seed: u64, times: u64, check: impl Fn(&mut Rng, &Grid, &Mask)) {
    let seed = crate::common::first_seed(seed);
    for seed in seed..seed + times {
        let rng = &mut Rng::new(seed);
        let grid = pictures::grid(rng, Scale::Sprite);
        let mask = if rng.one_in(4) { loose_mask_of(&grid) } else { mask_of(&grid) };
        let _blame = Blame(&(seed, &grid));
        check(rng, &grid, &mask);
    }
}

#[test]
fn grow_and_shrink() {
    each_grid(40_000_000, 1_500, |rng, grid, mask| {
        let (ours, theirs) = rng.pick(&ELEMENTS);
        // The oracle tests every neighbour, so large distances are used on small grids only.
        let most = if grid.w * grid.h > 4_000 { 4 } else { 20 };
        let n = rng.below(most + 1) as u32;
        let _blame = Blame(&(ours, n));

        let (grown, origin) = mask.grow(n, ours);
        assert_same(&grown, &grid.grow(n as usize, theirs), "grow");
        assert_eq!(origin, Point::new(-(n as i32), -(n as i32)));

        let (shrunk, origin) = mask.shrink(n, ours);
        assert_same(&shrunk, &grid.shrink(n as usize, theirs), "shrink");
        assert_eq!(origin, Point::ZERO);
    });
}

#[test]
fn the_elements_themselves() {
    let dot = Mask::filled(1, 1);
    for n in 0..=70 {
        for (ours, theirs) in ELEMENTS {
            let side = 2 * n as u32 + 1;
            let expected = Grid::from_fn(side as usize, side as usize, |x, y| {
                theirs.holds(x as i64 - n, y as i64 - n, n)
            });
            assert_same(&dot.grow(n as u32, ours).0, &expected, &format!("{ours:?} of {n}"));
        }
    }
}

#[test]
fn shrinking_a_large_mask_away() {
    let mask = Mask::filled(40, 9);
    for (element, _) in ELEMENTS {
        assert_eq!(mask.shrink(u32::MAX, element).0, Mask::new(40, 9));
        assert_eq!(mask.shrink(4, element).0.count(), 32);
        assert!(mask.shrink(5, element).0.is_empty());
    }
}

#[test]
#[should_panic(expected = "too large")]
fn growing_beyond_the_limits_panics() {
    let _ = Mask::new(2, 2).grow(40_000, Shape::Box);
}

#[test]
#[should_panic(expected = "too large")]
fn growing_without_end_panics() {
    let _ = Mask::new(2, 2).grow(u32::MAX, Shape::Box);
}

#[test]
fn holes_filled() {
    each_grid(41_000_000, 4_000, |_, grid, mask| {
        let (mut filled, mut truth) = (mask.clone(), grid.clone());
        filled.fill_holes();
        truth.fill_holes();
        assert_same(&filled, &truth, "fill_holes");
        filled.fill_holes();
        assert_same(&filled, &truth, "fill_holes twice");
    });
}

/// A maze has paths that turn back, up and down, and parts of it may be closed off.
#[test]
fn holes_in_a_labyrinth() {
    let seed = crate::common::first_seed(42_000_000);
    for seed in seed..seed + 400 {
        let rng = &mut Rng::new(seed);
        let (w, h) = (rng.pick(&[63, 64, 65, 129, 40]), rng.pick(&[9, 64, 65, 33]));
        // Walls on a lattice. Each has a neighbour wall in one direction, sometimes none.
        let mut grid = Grid::from_fn(w, h, |x, y| x % 2 == 0 && y % 2 == 0);
        for y in (0..h).step_by(2) {
            for x in (0..w).step_by(2) {
                let (nx, ny) = rng.pick(&[(x + 1, y), (x, y + 1), (x + 1, y), (x, y + 1), (x, y)]);
                if nx < w && ny < h {
                    grid.set(nx, ny, true);
                }
            }
        }
        let _blame = Blame(&(seed, &grid));
        let (mut mask, mut truth) = (mask_of(&grid), grid.clone());
        mask.fill_holes();
        truth.fill_holes();
        assert_same(&mask, &truth, "fill_holes");
    }
}
