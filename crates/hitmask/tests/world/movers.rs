//! Movers, moving solids and shapes that must fit in a world: rules one by one. Random cases are in `staged`.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::common::Rng;
use hitmask::{
    Collider, Fit, InvalidReason, Layers, Mask, Member, MoveOptions, Point, PointQ16, QueryFilter, Rect,
    World,
};

const ONE: i64 = PointQ16::ONE;

#[test]
fn stale_handles() {
    let mut world = World::new();
    let gone = world.insert(Collider::new(Mask::filled(2, 2)));
    world.remove(gone);
    let filter = QueryFilter::default();
    assert_eq!(world.move_and_slide(gone, (1, 1), &MoveOptions::default(), &filter), None);
    assert_eq!(world.move_solid(gone, (1, 1), &[gone], &MoveOptions::default()), None);
    assert_eq!(world.unstick(gone, 9, &filter), None);
    assert_eq!(world.fit_at(gone, (1, 1), 9, &filter), None);
    assert_eq!(world.ground_slope(gone, 9, &filter), None);
    let mut blockers = Vec::new();
    assert_eq!(
        world.move_and_slide_into(gone, (1, 1), &MoveOptions::default(), &filter, &mut blockers),
        None
    );
    // A stale rider is refused.
    let lift = world.insert(Collider::new(Mask::filled(9, 2)));
    let refused = world.try_move_solid(lift, (3, 0), &[gone], &MoveOptions::default()).unwrap_err();
    assert_eq!(refused.reason, InvalidReason::CannotRide);
}

/// A hero on a lift that moves by parts of a pixel, up and down and sideways, is never stuck and never loses the floor.
#[test]
fn a_ride_at_parts_of_a_pixel() {
    let mut world = World::new();
    let lift = world.insert(Collider::new(Mask::filled(30, 4)).at((0, 100)));
    let hero = world.insert(Collider::new(Mask::filled(6, 10)).at((12.25, 90.0)).character());
    let rng = &mut Rng::new(5);
    let filter = QueryFilter::default();
    for _ in 0..500 {
        let mut way = || rng.between(-3 * ONE, 3 * ONE) / 2;
        let moved =
            world.move_solid(lift, PointQ16::new(way(), way()), &[], &MoveOptions::default()).unwrap();
        assert!(moved.crushed.is_empty());
        let slid = world.move_and_slide(hero, (0.0, 0.3), &MoveOptions::default(), &filter).unwrap();
        assert_eq!((slid.stuck, slid.floor.map(|floor| floor.handle)), (None, Some(lift)));
        assert!(world.step().unwrap().is_empty());
    }
}

/// Gravity refills no remainder: he lies exactly on his pixels in every frame, on a ground and on a platform, and in a corner.
#[test]
fn a_hero_at_rest_stands_still() {
    for one_way in [false, true] {
        let mut world = World::new();
        let ground = Collider::new(Rect::new(0, 100, 300, 20));
        world.insert(if one_way { ground.one_way() } else { ground });
        world.insert(Collider::new(Rect::new(200, 0, 20, 300)));
        let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((10, 50)).character());
        let gravity = PointQ16::from((0.0, 0.35));
        let mut velocity = PointQ16::ZERO;
        let (options, filter) =
            (MoveOptions { step_up: 3, step_down: 3, ..MoveOptions::default() }, QueryFilter::default());
        for frame in 0..400 {
            velocity.x = PointQ16::from((1.5, 0.0)).x;
            let slid = world.move_and_slide(hero, velocity + gravity, &options, &filter).unwrap();
            if slid.floor.is_some() {
                assert_eq!(slid.position.y, 84 * ONE, "frame {frame}");
            }
            if slid.wall.is_some() {
                assert_eq!(slid.position.x, 192 * ONE, "frame {frame}");
            }
            velocity = slid.velocity + if slid.floor.is_none() { gravity } else { PointQ16::ZERO };
        }
        assert_eq!(world.position(hero), Some((192, 84).into()));
        // A remainder that leans away from what is there stays.
        let slid = world.move_and_slide(hero, (-0.25, 0.0), &options, &filter).unwrap();
        assert_eq!(slid.position, (191.75, 84.0).into());
    }
}

/// Who walks slowly up a slope keeps what he has walked: each step ahead is possible by a ledge.
#[test]
fn slow_steps_up_a_slope_add_up() {
    let mut world = World::new();
    world.insert(Collider::new(Mask::from_fn(60, 60, |x, y| x + y >= 60)));
    let hero = world.insert(Collider::new(Mask::filled(4, 4)).at((10, 43)).character());
    let (options, filter) =
        (MoveOptions { step_up: 1, step_down: 1, ..MoveOptions::default() }, QueryFilter::default());
    for _ in 0..100 {
        let slid = world.move_and_slide(hero, (0.1, 0.35), &options, &filter).unwrap();
        assert!(slid.floor.is_some() && slid.wall.is_none(), "{slid:?}");
    }
    let at = world.position(hero).unwrap();
    assert_eq!((at.pixel(), at.y), (Some(Point::new(20, 33)), 33 * ONE));
}

/// Each question about a collider looks in its own space, by its layers and its group, unless the filter names others.
#[test]
fn questions_about_a_collider_are_its_own() {
    let mut world = World::new();
    let mut wall = |x: i32, space: u32, layers: Layers, group: u32| {
        let wall = Collider::new(Rect::new(x, 0, 4, 40)).in_space(space).on(layers).in_group(group);
        world.insert(wall)
    };
    let (mine, others) = (Layers::new(1, 2), Layers::new(4, 8));
    wall(40, 0, Layers::default(), 0);
    wall(50, 5, others, 0);
    wall(60, 5, Layers::new(2, 1), 7);
    let met = wall(70, 5, Layers::new(2, 1), 0);
    let hero = Collider::new(Mask::filled(4, 4)).at((10, 10)).in_space(5).on(mine).in_group(7).character();
    let hero = world.insert(hero);
    let all = QueryFilter::default();
    let everything = Layers::new(u32::MAX, u32::MAX);
    // Where each filter stops a motion to the right.
    for (filter, x) in [
        (all, 66),
        (all.in_space(0), 300),
        (all.in_space(0).on(everything), 36),
        (all.in_space(0).on(Layers::default()), 36),
        (all.on(everything), 46),
        (all.on(Layers::new(8, 4)), 46),
        (all.in_group(0), 56),
        (all.in_group(0).on(Layers::new(8, 4)), 46),
        (all.on(everything).in_space(5).in_group(7), 46),
        (all.except(met), 300),
    ] {
        let mut world = world.clone();
        let hit = world.cast(hero, (290, 0), &filter);
        let cast = hit.map(|hit| hit.free.unwrap().pixel().unwrap().x);
        assert_eq!(cast.unwrap_or(300), x, "{filter:?}");
        assert_eq!(world.cast_all(hero, (290, 0), &filter).is_empty(), x == 300);
        let way = hitmask::TurningMotion { by: (290, 0).into(), degrees: 0.0, ..Default::default() };
        assert_eq!(world.cast_turning(hero, &way, &filter).is_some(), x < 300, "{filter:?}");
        assert_eq!(world.cast_turning_all(hero, &way, &filter).is_empty(), x == 300);
        let fits = |at: i32| world.fit_at(hero, (at, 10), 0, &filter) == Some(Fit::Free);
        for (at, here) in [(40, 36), (50, 46), (60, 56), (70, 66)] {
            assert!(fits(at) || x <= here, "{filter:?} at {at}");
            assert!(!fits(at) || x != here, "{filter:?} at {at}");
        }
        let slid = world.move_and_slide(hero, (290, 0), &MoveOptions::default(), &filter).unwrap();
        assert_eq!(slid.position, (x, 10).into(), "{filter:?}");
        // Inside what stops it, it is stuck, and moves out.
        if x < 300 {
            world.set_position(hero, (x + 4, 10)).unwrap();
            assert_eq!(world.unstick(hero, 9, &filter), Some(Fit::Moved(Point::new(-4, 0))));
        }
    }
    // A probe looks in space 0, at every layer.
    let here = hitmask::Probe::rect(Rect::new(0, 0, 200, 40));
    assert_eq!(world.query(&here, &all).all().len(), 1);
    assert_eq!(world.query(&here, &world.filter_of(hero).unwrap()).all(), [met]);
    assert_eq!(world.query(&here, &all.in_space(5)).all().len(), 4);
}

/// A rider of a one-way lift that overlaps its new place rides on.
#[test]
fn a_one_way_lift_is_never_in_the_way_of_its_riders() {
    let dots =
        |a: (i32, i32), b: (i32, i32)| Mask::from_fn(2, 2, |x, y| [a, b].contains(&(x as i32, y as i32)));
    let mut world = World::new();
    let lift = world.insert(Collider::new(dots((0, 0), (1, 1))).at((0, 10)).one_way());
    let man = world.insert(Collider::new(dots((0, 0), (1, 0))).at((0, 10)).character());
    let moved = world.move_solid(lift, (0, 1), &[], &MoveOptions::default()).unwrap();
    assert_eq!((moved.carried, world.position(man)), (vec![man], Some((0, 11).into())));
    // Other obstacles are.
    world.insert(Collider::new(Rect::new(0, 12, 1, 1)));
    let moved = world.move_solid(lift, (0, 1), &[], &MoveOptions::default()).unwrap();
    assert_eq!((moved.carried, world.position(man)), (vec![], Some((0, 11).into())));
}

/// Neither pushed nor carried: not in the way, not on top, and not by name.
#[test]
fn disabled_characters_stay() {
    for at in [(10, 0), (0, -4), (40, 0)] {
        let mut world = World::new();
        let lift = world.insert(Collider::new(Rect::new(0, 0, 8, 4)));
        let hero = world.insert(Collider::new(Mask::filled(4, 4)).at(at).character());
        world.edit(hero, |collider| collider.enabled = false).unwrap();
        let moved = world.move_solid(lift, (6, 0), &[], &MoveOptions::default()).unwrap();
        assert_eq!((moved.pushed, moved.carried, moved.crushed), (vec![], vec![], vec![]));
        assert_eq!(world.position(hero), Some(at.into()));
    }
}

/// A search asks its filter more than once. If it then refuses what it accepted first, the place is free: nothing moves by (0, 0).
#[test]
fn a_filter_that_changes_its_answer_leaves_a_free_place() {
    let mut world = World::new();
    let hero = world.insert(Collider::new(Mask::filled(4, 4)).at((10, 10)).character());
    world.insert(Collider::new(Mask::filled(9, 9)).at((8, 8)));
    let left = AtomicU32::new(0);
    let accept = |_: Member<'_>| left.fetch_sub(1, Ordering::Relaxed).wrapping_sub(1) < 9;
    let filter = QueryFilter { accept: Some(&accept), ..QueryFilter::default() };
    let mut fits = |accepted, limit| {
        left.store(accepted, Ordering::Relaxed);
        world.unstick(hero, limit, &filter)
    };
    for accepted in 0..8 {
        let fit = fits(accepted, 0).unwrap();
        assert!(matches!(fit, Fit::Free | Fit::Stuck(_)), "{accepted} accepted: {fit:?}");
    }
    assert_eq!(fits(0, 9), Some(Fit::Free));
    assert_eq!(fits(1, 9), Some(Fit::Free));
    assert_eq!(fits(8, 9), Some(Fit::Moved(Point::new(0, -6))));
}
