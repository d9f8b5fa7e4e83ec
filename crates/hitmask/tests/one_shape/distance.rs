//! Distance fields against brute force.

use crate::common::pictures::{self, Scale};
use crate::common::{Blame, Rng, assert_same, loose_mask_of, mask_of};
use hitmask::{BorderMode, DistanceField, Mask, Point, StructuringElement};
use hitmask_oracle::Grid;

/// Fails unless the field holds exactly these distances, row by row. If there are none, the field must have none.
#[track_caller]
fn assert_field(field: &DistanceField, grid: &Grid, truth: &[u64], what: &str) {
    assert_eq!(field.size(), (grid.w as u32, grid.h as u32), "{what}: size");
    if truth.is_empty() {
        assert_eq!(field.squared(), None, "{what}: nothing to measure to");
        assert_eq!((field.get((0, 0)), field.farthest()), (None, None), "{what}");
        return;
    }
    let squared: Vec<u64> = field.squared().expect(what).iter().map(|&d| d.into()).collect();
    for (i, (ours, theirs)) in squared.iter().zip(truth).enumerate() {
        assert_eq!(ours, theirs, "{what} at ({}, {})", i % grid.w, i / grid.w);
    }
    assert_eq!(squared.len(), truth.len(), "{what}: length");
    let most = *truth.iter().max().unwrap();
    let first = truth.iter().position(|&d| d == most).unwrap();
    let place = Point::new((first % grid.w) as i32, (first / grid.w) as i32);
    assert_eq!(field.farthest(), Some((place, most as u32)), "{what}: farthest");
    assert_eq!(field.get(place), Some(most as u32), "{what}: get");
    assert_eq!(field.get((-1, 0)), None, "{what}: outside");
    assert_eq!(field.get((grid.w as i32, 0)), None, "{what}: outside");
}

#[test]
fn fields_against_brute_force() {
    let seed = crate::common::first_seed(43_000_000);
    // One field for all masks: what is left from an earlier mask must not matter.
    let mut field = DistanceField::default();
    for seed in seed..seed + 600 {
        let rng = &mut Rng::new(seed);
        let mut grid = pictures::grid(rng, Scale::Sprite);
        if grid.w * grid.h > 3_000 && !rng.one_in(40) {
            // The oracle's time grows with the square of the number of pixels.
            grid = pictures::grid(rng, Scale::Icon);
        }
        let mask = if rng.one_in(4) { loose_mask_of(&grid) } else { mask_of(&grid) };
        let _blame = Blame(&(seed, &grid));
        field.set_to_solid(&mask);
        assert_field(&field, &grid, &grid.distance_to_solid(), "to solid");
        field.set_to_clear(&mask, BorderMode::Ignored);
        assert_field(&field, &grid, &grid.distance_to_clear_inside(), "to clear, inside");
        field.set_to_clear(&mask, BorderMode::Clear);
        assert_field(&field, &grid, &grid.distance_to_clear(), "to clear");
    }
}

#[test]
fn a_threshold_is_a_disc() {
    let seed = crate::common::first_seed(44_000_000);
    for seed in seed..seed + 200 {
        let rng = &mut Rng::new(seed);
        let grid = pictures::grid(rng, Scale::Sprite);
        let mask = mask_of(&grid);
        let n = rng.below(20) as u32;
        let _blame = Blame(&(seed, n, &grid));
        let (grown, origin) = mask.grow(n, StructuringElement::Disc);
        let inside = grown.crop(hitmask::Rect::new(-origin.x, -origin.y, mask.width(), mask.height()));
        assert_eq!(mask.distance_to_solid().within(n * n), inside, "grow");
        let mut shrunk = mask.distance_to_clear(BorderMode::Clear).within(n * n);
        shrunk.invert();
        assert_eq!(shrunk, mask.shrink(n, StructuringElement::Disc).0, "shrink");
        assert_same(&mask.distance_to_solid().within(0), &grid, "within 0");
    }
}

/// Sides of 65 535 pixels: the longest columns and rows, and squares that do not fit u32.
#[test]
fn the_longest_sides() {
    for (w, h) in [(65_535, 1), (1, 65_535), (65_535, 2), (3, 65_535)] {
        let last = Point::new(w as i32 - 1, h as i32 - 1);
        let mut mask = Mask::new(w, h);
        mask.set((0, 0), true);
        let expected = u64::from(w - 1).pow(2) + u64::from(h - 1).pow(2);
        assert_eq!(mask.distance_to_solid().get(last).map(u64::from), Some(expected), "{w} x {h}");
        mask.invert();
        let field = mask.distance_to_clear(BorderMode::Ignored);
        assert_eq!(field.get(last).map(u64::from), Some(expected), "{w} x {h}");
    }
    let mut wide = Mask::new(65_535, 514);
    wide.set((0, 0), true);
    let field = wide.distance_to_solid();
    assert_eq!(field.get((65_534, 511)), Some(65_534 * 65_534 + 511 * 511));
    // The first square that does not fit u32.
    assert_eq!(field.get((65_534, 512)), Some(u32::MAX));
    assert_eq!(field.farthest(), Some((Point::new(65_534, 512), u32::MAX)));
}
