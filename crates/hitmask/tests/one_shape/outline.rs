//! Outlines and masks from polygons against brute force.

#[path = "../cases/outline.rs"]
mod case;

use crate::common::{Blame, mask_of};
use case::{BOTH, check};
use hitmask::{Connectivity, FillRule, Mask, Point, PointQ16};
use hitmask_oracle::Grid;

#[test]
fn outlines_against_brute_force() {
    crate::common::each_picture(46_000_000, 900, 12, check);
}

/// Every mask of 4 x 4 pixels, which covers every way in which rings meet at a corner.
#[test]
fn every_small_mask() {
    for bits in 0..1 << 16 {
        let grid = Grid::from_fn(4, 4, |x, y| bits >> (y * 4 + x) & 1 == 1);
        let mask = Mask::from_fn(4, 4, |x, y| bits >> (y * 4 + x) & 1 == 1);
        // All masks are tested in a few seconds. The expensive checks are made only for some.
        if bits % 7 == 0 {
            let _blame = Blame(&grid);
            check(&grid, &mask);
        }
        for (connectivity, corners) in BOTH {
            let outline = mask.outline(connectivity);
            assert_eq!(outline.to_mask(), mask, "{grid:?}");
            let outers = outline.rings().filter(|r| !r.is_hole).count();
            assert_eq!(outers, grid.components(corners).iter().max().copied().unwrap_or(0), "{grid:?}");
        }
    }
}

#[test]
fn nested_holes() {
    for side in [9, 17, 40, 67] {
        let rings = Grid::from_fn(side, side, |x, y| x.min(y).min(side - 1 - x).min(side - 1 - y) % 2 == 0);
        check(&rings, &mask_of(&rings));
        let mask = mask_of(&rings);
        let outline = mask.outline(Connectivity::Four);
        assert_eq!(outline.len(), side.div_ceil(2));
        for (i, ring) in outline.rings().enumerate() {
            assert_eq!(ring.parent, i.checked_sub(1), "each lies in the one before");
        }
    }
}

#[test]
fn polygons_against_brute_force() {
    crate::common::cases(47_000_000, 6_000, case::run_polygons);
}

/// The largest possible coordinates.
#[test]
fn corners_at_the_ends_of_the_world() {
    let (low, high) = (i32::MIN, i32::MAX);
    let all = [(low, low), (high, low), (high, high), (low, high)].map(Point::from);
    assert_eq!(Mask::from_polygons(70, 3, [all], FillRule::EvenOdd), Mask::filled(70, 3));
    let half = [(low, low), (high, high), (low, high)].map(Point::from);
    let below = Mask::from_fn(70, 70, |x, y| x < y);
    assert_eq!(Mask::from_polygons(70, 70, [half], FillRule::NonZero), below);
    let far = |x| [[PointQ16::new(0, 0), PointQ16::new(x, 0), PointQ16::new(0, 1 << 20)]];
    let filled =
        |x| Mask::try_from_polygons(4, 4, far(x), FillRule::NonZero).map_err(|refused| refused.argument);
    assert_eq!(filled(PointQ16::LIMIT), Ok(Mask::filled(4, 4)));
    assert_eq!(filled(PointQ16::LIMIT + 1), Err("corner"));
    assert_eq!(filled(i64::MIN), Err("corner"));
}

#[test]
fn a_full_mask_of_the_longest_side_has_four_corners() {
    let mask = Mask::filled(65_535, 3);
    let outline = mask.outline(Connectivity::Four);
    assert_eq!(outline.ring(0).points, [(0, 0), (65_535, 0), (65_535, 3), (0, 3)].map(Point::from));
    assert_eq!((outline.len(), outline.to_mask()), (1, mask));
}
