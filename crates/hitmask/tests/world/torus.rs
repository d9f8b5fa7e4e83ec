//! Movers in a wrapped world: rules one by one. Random cases are in `staged`.

use hitmask::{Collider, Fit, Mask, MoveOptions, PointQ16, QueryFilter, World, WorldOptions};

fn torus((w, h): (i64, i64)) -> World {
    let wrap = Some((w as u32, h as u32));
    World::with_options(WorldOptions { wrap, ..WorldOptions::default() })
}

/// A one-way pillar that is as high as the torus has no top: its last row lies above its first one.
#[test]
fn a_pillar_around_the_torus_has_no_top() {
    let everyone = QueryFilter::default();
    let pillars = [
        Collider::new(hitmask::Rect::new(0, 0, 20, 64)),
        Collider::new(Mask::filled(20, 64)),
        Collider::new(hitmask::Rect::new(0, 0, 20, 1000)),
    ];
    for pillar in pillars {
        let mut world = torus((100, 64));
        world.insert(pillar.clone().at((10, 5)).one_way());
        let hero = world.insert(Collider::new(Mask::filled(4, 4)).at((15, 20)).character());
        let slid = world.move_and_slide(hero, (0, 200), &MoveOptions::default(), &everyone).unwrap();
        assert_eq!((slid.floor, slid.position), (None, (15, 220 % 64).into()));
    }
    // One that is a row lower has a top.
    let mut world = torus((100, 64));
    let pillar = world.insert(Collider::new(hitmask::Rect::new(0, 0, 20, 63)).at((10, 5)).one_way());
    let hero = world.insert(Collider::new(Mask::filled(1, 1)).at((15, 20)).character());
    let slid = world.move_and_slide(hero, (0, 200), &MoveOptions::default(), &everyone).unwrap();
    assert_eq!((slid.floor.map(|floor| floor.handle), slid.position), (Some(pillar), (15, 4).into()));
}

/// The largest torus: positions and motions near the limit of positions.
#[test]
fn the_largest_torus() {
    let most = 1_i64 << 30;
    let mut world = torus((most, most));
    let limit = PointQ16::LIMIT;
    let hero = world.insert(Collider::new(Mask::filled(8, 8)).at((-4, -4)).character());
    let wall = world.insert(Collider::new(hitmask::Rect::new(0, 0, 4, 40)).at((20, -20)));
    let everyone = QueryFilter::default();
    let slid = world.move_and_slide(hero, PointQ16::new(limit / 2, 0), &MoveOptions::default(), &everyone);
    let slid = slid.unwrap();
    assert_eq!((slid.position.x >> 16, slid.wall.map(|wall| wall.handle)), (12, Some(wall)));
    // All the way around to its other side.
    let slid = world.move_and_slide(hero, PointQ16::new(-limit / 2, 0), &MoveOptions::default(), &everyone);
    let slid = slid.unwrap();
    assert_eq!((slid.position.x >> 16, slid.wall.map(|wall| wall.handle)), (24, Some(wall)));
    assert_eq!(world.fit_at(hero, (i32::MIN, i32::MAX), 3, &everyone), Some(Fit::Free));
    // It pushes the hero across the seam at 0.
    let moved = world.move_solid(wall, (-60.5, 0.0), &[], &MoveOptions::default()).unwrap();
    assert_eq!(moved.position, PointQ16::new((most << 16) - (40 << 16) - (1 << 15), (most - 20) << 16));
    assert!(moved.pushed.is_empty(), "the hero stands on its other side");
    let moved = world.move_solid(wall, (90, 0), &[], &MoveOptions::default()).unwrap();
    assert_eq!((moved.pushed, moved.crushed), (vec![hero], vec![]));
}
