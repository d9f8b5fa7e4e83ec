//! Casts and movers over the parts of a tile map without tiles, which are jumped over.

use crate::common::pictures::{self, Scale};
use crate::common::{Blame, Rng, mask_of};
use hitmask::{
    Cast, Collider, ColliderShape, Mask, MoveOptions, Obstacle, PointQ16, QueryFilter, Rect, StepCast,
    TileCell, TileMap, TileSet, World, move_and_slide,
};

const ONE: i64 = PointQ16::ONE;

/// Where a cast ends: its hit's pixel.
fn end_of(cast: Cast) -> Option<(i32, i32)> {
    match cast {
        Cast::Hit { point, .. } => Some((point.x, point.y)),
        _ => None,
    }
}

/// A map of 2³⁰ pixels a side: a cast that takes pixel by pixel does not end in a minute.
#[test]
fn casts_over_a_thousand_million_pixels() {
    let mut map = TileMap::new(TileSet::new([Mask::filled(16, 16)]), (65_536, 65_536), (16_384, 16_384));
    // The lower left corner of a cell has the picture.
    let (last, low) = (65_535 * 16_384, 16_384 - 16);
    for cell in [(0, 0), (65_535, 0), (65_535, 65_535), (0, 65_535)] {
        map.set(cell, TileCell::new(0));
    }
    let body = Mask::filled(3, 3);
    let far = 1 << 30;
    for (position, motion, hit) in [
        ((30, low), (far, 0), Some((last, low))),
        ((30, low - 3), (far, 0), None),
        ((far, low), (-far, 0), Some((last + 15, low))),
        ((last - 5, low), (-far, 0), Some((15, low))),
        ((3, low + 30), (0, far), Some((3, last + low))),
        ((3, last), (0, -far), Some((3, low + 15))),
        ((20, low + 20), (far, far), Some((last, last + low))),
        ((20, low + 2020), (far, far), None),
    ] {
        assert_eq!(end_of(map.cast(&body, position, motion)), hit, "{position:?} + {motion:?}");
        let met = match map.cast_pixels(&body, position, motion) {
            StepCast::Hit { point, .. } => Some((point.x, point.y)),
            _ => None,
        };
        assert_eq!(met, hit, "{position:?} + {motion:?} by pixels");
        let mut world = World::new();
        let ground = world.insert(Collider::new(map.clone()));
        let shot = world.insert(Collider::new(body.clone()).at(position).swept());
        world.step().unwrap();
        let all = QueryFilter::default();
        let cast = world.cast(shot, PointQ16::from(hitmask::Point::from(motion)), &all);
        assert_eq!(cast.map(|cast| cast.handle), hit.map(|_| ground), "{position:?} + {motion:?} in a world");
        // A character ends beside what a cast hits.
        let moved = move_and_slide(
            &body,
            position,
            motion,
            &[Obstacle::solid(&map, (0, 0))],
            &MoveOptions::default(),
        );
        let slid =
            world.move_and_slide(shot, hitmask::Point::from(motion), &MoveOptions::default(), &all).unwrap();
        assert_eq!(
            (slid.position, slid.velocity),
            (moved.position, moved.velocity),
            "{position:?} + {motion:?}"
        );
        let end = PointQ16::from(position) + PointQ16::from(motion);
        assert_eq!(moved.position == end, hit.is_none(), "{position:?} + {motion:?}: {moved:?}");
        world.set_position(shot, position).unwrap();
        world.step().unwrap();
        world.set_position(shot, (position.0 + motion.0, position.1 + motion.1)).unwrap();
        assert_eq!(world.step().unwrap().is_empty(), hit.is_none(), "{position:?} + {motion:?}, swept");
    }
}

/// Casts and movers over maps with a few tiles far from each other, beside a mask with the same pixels.
#[test]
fn casts_between_lonely_tiles() {
    let first = crate::common::first_seed(99_500_000);
    let mut hits = [0; 4];
    let tower = Mask::filled(3, 40);
    for seed in first..first + 40 {
        let rng = &mut Rng::new(seed);
        let cell = rng.pick(&[16, 64, 100, 256]);
        let (w, h) = (9000 / cell, 5000 / cell);
        let tiles = [1, 2].map(|_| mask_of(&pictures::grid(rng, Scale::Icon)));
        let mut map = TileMap::new(TileSet::new(tiles), (w as u32, h as u32), (cell as u32, cell as u32));
        let cells: Vec<(i32, i32)> =
            (0..5).map(|_| (rng.below(w as u64) as i32, rng.below(h as u64) as i32)).collect();
        for &at in &cells {
            map.set(at, TileCell::new(rng.below(2) as u32));
        }
        let mask = map.crop(Rect::new(0, 0, 10_000, 6000));
        // Pictures may hang over to the left and above.
        if map.count() != mask.count() {
            continue;
        }
        let body = mask_of(&pictures::grid(rng, Scale::Icon));
        for _ in 0..12 {
            let (x, y) = cells[rng.below(5) as usize];
            let target = [i64::from(x) * i64::from(cell), i64::from(y + 1) * i64::from(cell)]
                .map(|at| (at + rng.between(-70, 70)) * ONE + rng.between(0, ONE - 1) * rng.between(0, 1));
            let flat = rng.below(4);
            let from = [0, 1].map(|axis| {
                let near = if flat == axis + 1 { rng.between(-9, 9) } else { rng.between(-9000, 9000) };
                target[axis as usize] + near * ONE
            });
            let position = PointQ16::new(from[0], from[1]);
            let motion = PointQ16::new((target[0] - from[0]) * 5 / 4, (target[1] - from[1]) * 5 / 4);
            let _blame = Blame(&(seed, position, motion));
            let cast = mask.cast(&body, position, motion);
            assert_eq!(map.cast(&body, position, motion), cast);
            hits[0] += u32::from(matches!(cast, Cast::Hit { .. }));
            let pixel = |at: PointQ16| ((at.x >> 16) as i32, (at.y >> 16) as i32);
            let by_pixels = mask.cast_pixels(&body, pixel(position), pixel(motion));
            assert_eq!(map.cast_pixels(&body, pixel(position), pixel(motion)), by_pixels);
            hits[1] += u32::from(matches!(by_pixels, StepCast::Hit { .. }));
            let options = MoveOptions {
                step_up: rng.below(3) as u32 * 4,
                step_down: rng.below(3) as u32 * 900,
                ..MoveOptions::default()
            };
            let one_way = rng.one_in(3);
            let place = |obstacle: Obstacle<'_>| {
                let other = Obstacle::solid(&tower, (position + motion).pixel().unwrap());
                move_and_slide(&body, position, motion, &[obstacle, other], &options)
            };
            let moved = match one_way {
                true => [place(Obstacle::one_way(&mask, (0, 0))), place(Obstacle::one_way(&map, (0, 0)))],
                false => [place(Obstacle::solid(&mask, (0, 0))), place(Obstacle::solid(&map, (0, 0)))],
            };
            assert_eq!(moved[1], moved[0], "{options:?}, one-way: {one_way}");
            hits[3] += u32::from(moved[0].position != position + motion && moved[0].stuck.is_none());
            // Both move in the step.
            let drift = PointQ16::new(rng.between(-900, 900) * ONE, rng.between(-900, 900) * ONE + 5);
            let events = [ColliderShape::from(mask.clone()), ColliderShape::from(map.clone())].map(|shape| {
                let mut world = World::new();
                let ground = world.insert(Collider::new(shape).at(drift).swept());
                let shot = world.insert(Collider::new(body.clone()).at(position + drift).swept());
                world.step().unwrap();
                world.set_position(ground, PointQ16::ZERO).unwrap();
                world.set_position(shot, position + motion).unwrap();
                world.step().unwrap().to_vec()
            });
            assert_eq!(events[0], events[1]);
            hits[2] += u32::from(!events[0].is_empty());
        }
    }
    assert!(hits.iter().all(|&hits| hits > 60), "{hits:?}");
}
