//! Simplified outlines: their guarantees, checked pixel by pixel and edge by edge.

#[path = "../cases/simplify.rs"]
mod case;

use crate::common::pictures::{self, Scale};
use crate::common::{Blame, Rng, mask_of};
use case::{check, edges, enters, polygons};
use hitmask::{Connectivity, InvalidReason, Mask, Point, Simplify, StructuringElement};
use hitmask_oracle::Grid;

#[test]
fn promises_against_brute_force() {
    let seed = crate::common::first_seed(48_000_000);
    let mut saved = 0;
    for seed in seed..seed + 700 {
        saved += case::run(seed, Scale::Icon);
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
            for wish in [Simplify::outer(), Simplify::inner(), Simplify::within(1.0)] {
                check(&grid, &outline, wish);
                check(&grid, &outline, wish.tolerance(f64::from(u32::MAX) / 65_536.0));
            }
        }
    }
}

#[test]
fn no_tolerance_changes_nothing() {
    let mask = Mask::from_fn(40, 40, |x, y| (x * x + y * y) % 7 < 3);
    let outline = mask.outline(Connectivity::Four);
    assert_eq!(outline.simplify(&Simplify::within(0.0)), Ok(outline));
}

#[test]
fn a_slanting_line_becomes_one_edge() {
    // 1 up for each 3 along. The exact outline has a corner at every step.
    let mask = Mask::from_fn(90, 40, |x, y| y >= 35 - x / 3);
    let outline = mask.outline(Connectivity::Four);
    for wish in [Simplify::outer(), Simplify::inner(), Simplify::within(1.0)] {
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
    assert_eq!(refused.reason, InvalidReason::TooManyPoints { needed, allowed: needed - 1 });
    assert!(refused.to_string().contains("allow more"));
    for tolerance in [-0.1, 65_536.0, f64::NAN, f64::INFINITY] {
        let refused = outline.simplify(&Simplify::within(tolerance)).unwrap_err();
        assert_eq!(refused.argument, "tolerance");
    }
    let none = Mask::new(3, 3).outline(Connectivity::Four);
    assert_eq!(none.simplify(&Simplify::outer().at_most(0)), Ok(none));
}

#[test]
fn a_ring_keeps_its_place() {
    // A frame around a dot. Nothing may be cut around the dot, even with a large tolerance.
    let mask = Mask::from_fn(9, 9, |x, y| x.min(y).min(8 - x).min(8 - y) != 1);
    let simple = mask.outline(Connectivity::Four).simplify(&Simplify::within(100.0)).unwrap();
    assert_eq!(simple.len(), 3);
    assert!(simple.ring(2).points.iter().all(|p: &Point| (2..=7).contains(&p.x) && (2..=7).contains(&p.y)));
}

/// What docs/shapes.md recommends if `outer` keeps too many corners.
#[test]
fn within_a_pixel_of_the_grown_mask_nothing_is_cut() {
    let seed = crate::common::first_seed(51_000_000);
    let (mut fewer, mut corners) = (0, 0);
    for seed in seed..seed + 120 {
        let rng = &mut Rng::new(seed);
        let grid = pictures::grid(rng, Scale::Icon);
        let mask = mask_of(&grid);
        let _blame = Blame(&(seed, &grid));
        let (grown, origin) = mask.grow(1, StructuringElement::Box);
        assert_eq!(origin, Point::new(-1, -1));
        let outline = grown.outline(Connectivity::Four);
        let simple = outline.simplify(&Simplify::within(1.0)).unwrap();
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
