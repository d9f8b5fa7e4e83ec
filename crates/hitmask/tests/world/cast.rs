//! Casts among the colliders of a world.

use crate::common::filled;
use hitmask::{CastHit, Circle, Collider, Handle, Layers, Mask, Point, Probe, QueryFilter, Rect, World};

#[test]
fn filters_layers_and_stale_handles() {
    let mut world = World::new();
    let dot = filled(2, 2);
    let shot = world.insert(Collider::new(&dot));
    let glass = world.insert(Collider::new(&dot).at((10, 0)).on(Layers::new(2, u32::MAX)).with_data(5));
    let sensor = world.insert(Collider::new(&dot).at((20, 0)).sensor());
    let wall = world.insert(Collider::new(&dot).at((30, 0)));
    let elsewhere = world.insert(Collider::new(&dot).at((15, 0)).in_space(3));
    let everyone = QueryFilter::default();
    let met = |filter: &QueryFilter| -> Vec<Handle> {
        world.cast_all(shot, (100, 0), filter).iter().map(|hit| hit.handle).collect()
    };
    assert_eq!(met(&everyone), [glass, wall]);
    assert_eq!(met(&everyone.with_sensors()), [glass, sensor, wall]);
    assert_eq!(met(&everyone.on(Layers::new(1, 1))), [wall]);
    assert_eq!(met(&everyone.except(wall)), [glass], "it never meets itself");
    assert_eq!(met(&everyone.in_space(3)), [elsewhere]);
    assert_eq!(world.cast(shot, (100, 0), &everyone).map(|hit: CastHit| hit.data), Some(5));
    assert_eq!(world.cast(shot, (9, 0), &everyone).map(|hit| hit.handle), Some(glass));
    // 8.5 pixels lead to a half-pixel mark, which is passed only after the end.
    assert_eq!(world.cast(shot, (8.5, 0.0), &everyone), None);
    let mut world = world;
    world.remove(shot);
    assert_eq!(world.cast(shot, (100, 0), &everyone), None);
    assert!(world.cast_all(shot, (100, 0), &everyone).is_empty());
    assert_eq!(world.cast(&Probe::mask(&dot, None), (100, 0), &everyone), None, "it covers nothing");
}

#[test]
fn lines_circles_and_the_free_position() {
    let mut world = World::new();
    let wall = world.insert(Collider::new(Rect::new(50, 0, 10, 10)));
    let everyone = QueryFilter::default();
    // A slanted line comes with its lower end first.
    let hit = world.cast(&Probe::line((0, -5), (4, 3)), (100, 0), &everyone).unwrap();
    assert_eq!((hit.handle, hit.pixel), (wall, Point::new(50, 2)));
    let ball = Circle::from_f64([0.0, 0.0], 3.0).unwrap();
    let hit = world.cast(&Probe::circle(ball), (0, 20), &everyone);
    assert_eq!(hit, None);
    // A sprite that is set to the free position is free, one with a fractional pivot, too.
    let hero = world.insert(Collider::new(Mask::filled(5, 5)).with_pivot([2.5, 2.5]).at((20.25, 5.75)));
    let hit = world.cast(hero, (100.0, 0.5), &everyone).unwrap();
    assert_eq!(hit.normal, Point::new(-1, 0));
    world.set_position(hero, hit.free.unwrap()).unwrap();
    assert!(world.step().unwrap().is_empty());
    assert_eq!(world.bounds(hero).unwrap().x, 45, "flush with the wall");
}
