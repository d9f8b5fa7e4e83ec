//! Casts, rays and the mover against a terrain. The answers must be those of a mask with the same pixels, which other tests compare with
//! the oracle.

use crate::common::pictures::{self, Scale};
use crate::common::{Blame, Rng, mask_of, motion_case};
use hitmask::{Cast, Mask, MoveOptions, Obstacle, PointQ16, Terrain, move_and_slide, ray_cast_obstacles};
use hitmask_oracle::Grid;

const ONE: i64 = PointQ16::ONE;

/// A mask with pixels near the sides of tiles and pages, and a terrain made from it.
fn ground(rng: &mut Rng) -> (Mask, Terrain) {
    let (w, h) = (rng.pick(&[100, 192, 333, 1100]), rng.pick(&[64, 130, 300]));
    let grid = match rng.below(4) {
        // Few pixels in much empty space.
        0 => {
            let mut grid = Grid::new(w, h);
            for _ in 0..rng.between(1, 30) {
                grid.set(rng.below(w as u64) as usize, rng.below(h as u64) as usize, true);
            }
            grid
        }
        1 => Grid::from_fn(w, h, |x, y| y > h / 2 + x * 7919 % 13 || (x / 60) % 5 == 4 && y > h / 4),
        _ => pictures::grid_of_size(rng, w, h),
    };
    let mask = mask_of(&grid);
    let terrain = Terrain::from_mask(&mask);
    (mask, terrain)
}

/// From anywhere nearby to anywhere, at whole pixels or not, sometimes far beyond.
fn way(rng: &mut Rng, mask: &Mask) -> (PointQ16, PointQ16) {
    let (w, h) = (i64::from(mask.width()), i64::from(mask.height()));
    let place = |rng: &mut Rng| {
        let (x, y) = (rng.between(-80, w + 40), rng.between(-80, h + 40));
        let part = |rng: &mut Rng| rng.pick(&[0, 0, 0, ONE / 2, 1, ONE - 1, 12_345]);
        (x * ONE + part(rng), y * ONE + part(rng))
    };
    let (from, to) = (place(rng), place(rng));
    let far = rng.pick(&[1, 1, 3, 1000]);
    let by = match rng.below(6) {
        0 => ((to.0 - from.0) * far, 0),
        1 => (0, (to.1 - from.1) * far),
        2 => (rng.between(-200, 200) * ONE, rng.pick(&[-200, 200]) * ONE),
        _ => ((to.0 - from.0) * far, (to.1 - from.1) * far),
    };
    (PointQ16::new(from.0, from.1), PointQ16::new(by.0, by.1))
}

#[test]
fn casts() {
    let first = crate::common::first_seed(94_000_000);
    let mut hits = [0, 0];
    for seed in first..first + 60 {
        let rng = &mut Rng::new(seed);
        let (mask, terrain) = ground(rng);
        for _ in 0..24 {
            let grid = pictures::grid(rng, Scale::Icon);
            let mover = mask_of(&grid);
            let (position, by) = way(rng, &mask);
            let _blame = Blame(&(seed, &mask, &grid, position, by));
            let flat = mask.cast(&mover, position, by);
            assert_eq!(terrain.cast(&mover, position, by), flat);
            hits[0] += u32::from(matches!(flat, Cast::Hit { .. }));
            let (offset, motion) = (position.pixel().unwrap(), by.pixel().unwrap());
            assert_eq!(terrain.cast_pixels(&mover, offset, motion), mask.cast_pixels(&mover, offset, motion));
            let flat = mask.ray_cast(position, by);
            assert_eq!(terrain.ray_cast(position, by), flat);
            hits[1] += u32::from(matches!(flat, Cast::Hit { .. }));
        }
    }
    assert!(hits[0] > 150 && hits[1] > 150, "{hits:?}");
}

/// Along the sides of tiles and through their corners, where a jump over an empty tile ends.
#[test]
fn rays_along_seams() {
    let mut mask = Mask::new(400, 400);
    for (x, y) in [(64, 64), (63, 128), (128, 63), (191, 192), (256, 255), (320, 320), (319, 319), (0, 399)] {
        mask.set((x, y), true);
    }
    let terrain = Terrain::from_mask(&mask);
    let rng = &mut Rng::new(95_000_000);
    let lines = [0, 63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256, 257, 319, 320, 321, 399, 400];
    for _ in 0..20_000 {
        let mut at = || rng.pick(&lines) * ONE;
        let (from, to) = ((at(), at()), (at(), at()));
        let by = (to.0 - from.0, to.1 - from.1);
        let times = rng.pick(&[1, 2, 3]);
        let (position, by) = (motion_case::q16(from), motion_case::q16((by.0 * times, by.1 * times)));
        let _blame = Blame(&(position, by));
        assert_eq!(terrain.ray_cast(position, by), mask.ray_cast(position, by));
    }
}

#[test]
fn the_mover() {
    let first = crate::common::first_seed(96_000_000);
    for seed in first..first + 60 {
        let rng = &mut Rng::new(seed);
        let (mask, terrain) = ground(rng);
        let at = PointQ16::new(rng.between(-100, 100) * ONE, rng.between(-100, 100) * ONE + 99);
        let flat = [Obstacle::solid(&mask, at)];
        let tiled = [Obstacle::solid(&terrain, at)];
        let body = Mask::filled(rng.between(1, 30) as u32, rng.between(1, 30) as u32);
        let options = MoveOptions { step_up: rng.below(6) as u32, step_down: rng.below(6) as u32 };
        let (mut position, _) = way(rng, &mask);
        for _ in 0..12 {
            let (_, motion) = way(rng, &mask);
            let motion = if rng.one_in(2) { PointQ16::new(motion.x, ONE / 3) } else { motion };
            let _blame = Blame(&(seed, &mask, at, position, motion, options));
            let moved = move_and_slide(&body, position, motion, &flat, &options);
            assert_eq!(move_and_slide(&body, position, motion, &tiled, &options), moved);
            assert_eq!(
                ray_cast_obstacles(&tiled, position, motion),
                ray_cast_obstacles(&flat, position, motion)
            );
            position = if moved.position.x.abs() > 3000 * ONE { way(rng, &mask).0 } else { moved.position };
        }
    }
}
