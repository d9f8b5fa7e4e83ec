//! Which questions about tile maps allocate memory: none, once the pixels there were drawn.
//!
//! With `std` only: without it nothing is kept.
#![cfg(feature = "std")]

mod common;

use common::allocations::{Counting, allocations};
use common::tile_case;
use hitmask::{
    Collider, Mask, MoveOptions, Point, QueryFilter, Rect, TileCell, TileDef, TileKind, TileMap, TileSet,
    World,
};
use std::hint::black_box;

#[global_allocator]
static COUNTING: Counting = Counting;

fn level() -> TileMap {
    let spikes = TileDef::new(Mask::from_fn(16, 9, |x, y| x % 4 <= y / 2)).with_kind(TileKind::Sensor);
    let plank = TileDef::new(Mask::filled(16, 4)).with_kind(TileKind::OneWay);
    let slope = Mask::from_fn(16, 16, |x, y| x + y > 14);
    let set = TileSet::new([Mask::filled(16, 16).into(), slope.into(), plank, spikes]);
    let mut map = TileMap::new(set, (100, 40), (16, 16));
    map.fill((0, 30), 100, (0..1000u32).map(|i| Some(TileCell::new(u32::from(i % 7 == 0)))));
    for x in (0..100).step_by(3) {
        map.set((x, 25), TileCell::new(2));
        map.set((x, 29), TileCell { flip_x: true, ..TileCell::new(3) });
    }
    map
}

#[test]
fn as_the_documentation_says() {
    let _ = tile_case::number_of(0);
    let mut map = level();
    let whole = Rect::new(-64, -64, 2000, 2000);
    for kind in [TileKind::Body, TileKind::OneWay, TileKind::Sensor] {
        map.only(kind).draw_ahead(whole);
    }
    map.draw_ahead(whole);
    let sprite = Mask::from_fn(30, 40, |x, y| x + y > 20);
    let mut met = Vec::with_capacity(100);
    // Derived data of masks is made when it is first needed.
    let mut ask = |map: &TileMap| {
        for at in 0..40 {
            let at = Point::new(at * 37, 380 + at * 3);
            black_box((
                map.overlaps(&sprite, at),
                map.overlap_area(&sprite, at),
                map.first_overlap(&sprite, at),
            ));
            black_box((map.overlap_bounds(&sprite, at), map.contains(at), map.tile_at(at)));
            black_box((map.ray_cast(at, (900, 800)), map.overlap_area(&whole, (0, 0))));
            map.overlap_tiles_into(&sprite, at, &mut met);
            black_box(sprite.overlaps(&map.only(TileKind::Sensor), (-at.x, -at.y)));
        }
    };
    ask(&map);
    assert_eq!(allocations(|| ask(&map)), 0);
    // Cells that change where tiles lie already.
    let change = |map: &mut TileMap| {
        for x in 0..100 {
            let slope = TileCell { flip_x: x % 2 == 0, ..TileCell::new(1) };
            map.set((x, 33), slope);
            map.set((x, 33), None);
            map.set((x, 33), TileCell::new(0));
        }
    };
    change(&mut map);
    assert!(allocations(|| change(&mut map)) <= 4 * 3 * 100, "blocks that become full or mixed");

    let mut world = World::new();
    let level = world.insert_tiles(Collider::new(map));
    let hero = world.insert(Collider::new(Mask::filled(12, 24)).at((50, 300)).character());
    let (options, all) =
        (MoveOptions { step_up: 4, step_down: 4, ..MoveOptions::default() }, QueryFilter::default());
    let frame = |world: &mut World, number: i32| {
        let way = if number / 60 % 2 == 0 { 5 } else { -5 };
        let slid = world.move_and_slide(hero, (way, 7), &options, &all).unwrap();
        if let Some(floor) = slid.floor {
            black_box(world.tile_at(floor.handle, floor.pixel));
        }
        world.set_tile(level.body, (number % 90 + 5, 35), TileCell::new(0)).unwrap();
        black_box(world.step().unwrap().len());
    };
    (0..240).for_each(|number| frame(&mut world, number));
    assert_eq!(allocations(|| (240..480).for_each(|number| frame(&mut world, number))), 0);
}
