//! Casts, rays, the mover and contact against a terrain and against a tile map. The answers must be those of a mask with the same pixels,
//! which other tests compare with the oracle: no seam exists.

use crate::common::pictures::{self, Scale};
use crate::common::things::Thing;
use crate::common::{Blame, Rng, first_seed, mask_of, motion_case, tile_case};
use hitmask::{
    Cast, Mask, MoveOptions, Obstacle, Point, PointQ16, Rect, ShapeRef, StepCast, Terrain, TileCell,
    TileKinds, TileMap, TileSet, move_and_slide, ray_cast_obstacles,
};
use hitmask_oracle::Grid;

const ONE: i64 = PointQ16::ONE;

/// What both have.
trait Ground {
    fn cast(&self, other: &Mask, position: PointQ16, by: PointQ16) -> Cast;
    fn cast_pixels(&self, other: &Mask, offset: Point, by: Point) -> StepCast;
    fn ray_cast(&self, position: PointQ16, by: PointQ16) -> Cast;
    fn lend(&self) -> ShapeRef<'_>;
}

macro_rules! grounds {
    ($($ground:ty)*) => {$(
        impl Ground for $ground {
            fn cast(&self, other: &Mask, position: PointQ16, by: PointQ16) -> Cast {
                <$ground>::cast(self, other, position, by)
            }
            fn cast_pixels(&self, other: &Mask, offset: Point, by: Point) -> StepCast {
                <$ground>::cast_pixels(self, other, offset, by)
            }
            fn ray_cast(&self, position: PointQ16, by: PointQ16) -> Cast {
                <$ground>::ray_cast(self, position, by)
            }
            fn lend(&self) -> ShapeRef<'_> {
                self.into()
            }
        }
    )*};
}
grounds! { Terrain TileMap }

/// A mask with pixels near the sides of tiles and pages, and a terrain made from it.
fn terrain(rng: &mut Rng) -> (Mask, Box<Terrain>) {
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
    (mask, Box::new(terrain))
}

/// A mask, and a map of tiles with the same pixels.
fn tiles(rng: &mut Rng) -> (Mask, Box<TileMap>) {
    let (w, h) = (rng.pick(&[100, 192, 333]), rng.pick(&[64, 130, 300]));
    let grid = match rng.below(3) {
        0 => Grid::from_fn(w, h, |x, y| y > h / 2 + x * 7919 % 13 || (x / 60) % 5 == 4 && y > h / 4),
        // Flat ground and walls, on which a seam would be felt.
        1 => Grid::from_fn(w, h, |x, y| y > h * 2 / 3 || x < 20 || x + y > w),
        _ => pictures::grid_of_size(rng, w, h),
    };
    let mask = mask_of(&grid);
    let Thing::Tiles(map, TileKinds::ALL, _) = tile_case::cut(rng, grid) else { unreachable!() };
    (mask, map)
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

/// Casts, rays and contact. `moves` is how many for each ground.
fn casts_and_contact<G: Ground>(seed: u64, moves: u32, ground: fn(&mut Rng) -> (Mask, Box<G>)) {
    let first = first_seed(seed);
    let mut hits = [0, 0];
    for seed in first..first + 60 {
        let rng = &mut Rng::new(seed);
        let (mask, ground) = ground(rng);
        for _ in 0..moves {
            let grid = pictures::grid(rng, Scale::Icon);
            let other = mask_of(&grid);
            let (position, by) = way(rng, &mask);
            let _blame = Blame(&(seed, &mask, &grid, position, by));
            let flat = mask.cast(&other, position, by);
            assert_eq!(ground.cast(&other, position, by), flat);
            hits[0] += u32::from(matches!(flat, Cast::Hit { .. }));
            let (offset, motion) = (position.pixel().unwrap(), by.pixel().unwrap());
            assert_eq!(ground.cast_pixels(&other, offset, motion), mask.cast_pixels(&other, offset, motion));
            let flat = mask.ray_cast(position, by);
            assert_eq!(ground.ray_cast(position, by), flat);
            hits[1] += u32::from(matches!(flat, Cast::Hit { .. }));
            let ground = ground.lend();
            assert_eq!(ground.separation(&other, offset), mask.separation(&other, offset));
            assert_eq!(ground.normal(&other, offset), mask.normal(&other, offset));
            assert_eq!(ground.closest(&other, offset), mask.closest(&other, offset));
            assert_eq!(ground.separation_by_axis(&other, offset), mask.separation_by_axis(&other, offset));
        }
    }
    assert!(hits[0] > 6 * moves && hits[1] > 6 * moves, "{hits:?}");
}

#[test]
fn casts_and_contact_of_terrains() {
    casts_and_contact(94_000_000, 24, terrain);
}

#[test]
fn casts_and_contact_of_tiles() {
    casts_and_contact(98_000_000, 16, tiles);
}

fn mover<G: Ground>(seed: u64, ground: fn(&mut Rng) -> (Mask, Box<G>)) {
    let first = first_seed(seed);
    for seed in first..first + 60 {
        let rng = &mut Rng::new(seed);
        let (mask, ground) = ground(rng);
        let at = PointQ16::new(rng.between(-100, 100) * ONE, rng.between(-100, 100) * ONE + 99);
        let (flat, tiled) = if rng.one_in(3) {
            ([Obstacle::one_way(&mask, at)], [Obstacle::one_way(ground.lend(), at)])
        } else {
            ([Obstacle::solid(&mask, at)], [Obstacle::solid(ground.lend(), at)])
        };
        let body = Mask::filled(rng.between(1, 30) as u32, rng.between(1, 30) as u32);
        let options = MoveOptions {
            step_up: rng.below(6) as u32,
            step_down: rng.below(6) as u32,
            ..MoveOptions::default()
        };
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

#[test]
fn the_mover_on_terrains() {
    mover(96_000_000, terrain);
}

#[test]
fn the_mover_on_tiles() {
    mover(99_000_000, tiles);
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

/// Rays that go through tiles' corners, and over squares without tiles of every size.
#[test]
fn rays_over_nothing() {
    let mut map = TileMap::new(TileSet::new([Mask::filled(16, 16)]), (65_536, 4096), (16, 16));
    let end = 65_535 * 16;
    for cell in [(65_535, 0), (0, 4095), (70, 70), (1030, 12)] {
        map.set(cell, TileCell::new(0));
    }
    let half = |y: i64| PointQ16::new(0, y * ONE + ONE / 2);
    let hit = |cast| match cast {
        Cast::Hit { point, .. } => Some((point.x, point.y)),
        _ => None,
    };
    assert_eq!(hit(map.ray_cast(half(3), (2 * end, 0))), Some((end, 3)));
    assert_eq!(hit(map.ray_cast(half(70 * 16 + 15), (2 * end, 0))), Some((70 * 16, 70 * 16 + 15)));
    assert_eq!(hit(map.ray_cast(half(12 * 16 - 1), (2 * end, 0))), None);
    assert_eq!(hit(map.ray_cast((-5, -5), (3000, 3000))), Some((70 * 16, 70 * 16)));
    assert_eq!(map.overlap_area(&Rect::new(0, 0, u32::MAX, u32::MAX), (0, 0)), 4 * 256);
}
