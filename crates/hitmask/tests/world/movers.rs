//! Movers, moving solids and shapes that must fit in a world, beside the oracle. `HITMASK_SEED=n` starts with another seed.

use crate::common::mover_case::{Case, ONE, Wall};
use crate::common::riders::{Riders, small_rider};
use crate::common::{Blame, Rng};
use hitmask::{
    Blocker, Collider, ColliderKind, Fit, Handle, Layers, Mask, MoveOptions, ObstacleKind, Point, PointQ16,
    QueryFilter, Rect, World,
};
use hitmask_oracle::{Cover, Ground, Walked, move_solid};

/// A world with the walls of a case. None if a wall lies too far away for a pose.
fn world_of(walls: &[Wall]) -> Option<(World, Vec<Handle>)> {
    let mut world = World::new();
    let mut handles = Vec::new();
    for (figure, position, kind) in walls {
        let collider = figure.collider(*position)?.with_data(handles.len() as u64);
        handles.push(world.insert(if *kind == ObstacleKind::OneWay { collider.one_way() } else { collider }));
    }
    Some((world, handles))
}

#[test]
fn it_walks_as_the_definition_says() {
    let first = crate::common::first_seed(180_000_000);
    let mut stopped = 0;
    for seed in first..first + 1_500 {
        let rng = &mut Rng::new(seed);
        let mut case = Case::random(rng, (0, 0));
        // The lag of a collider comes from its pivot, and belongs to other tests.
        [case.mover.pose[4], case.mover.pose[5]] = [0, 0];
        let _blame = Blame(&(seed, &case));
        let (mut world, handles) = world_of(&case.walls).unwrap();
        let hero = world.insert(case.mover.collider(case.position).unwrap().character());
        // Sensors and other characters are no obstacles, and neither is what the filter leaves out.
        world.insert(Collider::new(Rect::new(-500, -500, 1000, 1000)).sensor());
        world.insert(Collider::new(Rect::new(-500, -500, 1000, 1000)).character());
        world.insert(Collider::new(Rect::new(-500, -500, 1000, 1000)).on(Layers::new(2, 2)));
        if rng.one_in(2) {
            // Drawn pictures are used, too.
            world.step().unwrap();
        }
        let filter = QueryFilter::default().on(Layers::new(1, 1));
        let slid = world.move_and_slide(hero, case.motion, &case.options, &filter).unwrap();
        let told = |blocker: Option<Blocker>| {
            blocker.map(|blocker| {
                assert_eq!(blocker.handle, handles[blocker.data as usize]);
                (blocker.data as usize, (blocker.pixel.x.into(), blocker.pixel.y.into()))
            })
        };
        let walked = Walked {
            position: (slid.position.x, slid.position.y),
            velocity: (slid.velocity.x, slid.velocity.y),
            floor: told(slid.floor),
            ceiling: told(slid.ceiling),
            wall: told(slid.wall),
            stuck: slid.stuck.map(|stuck| handles.iter().position(|&handle| handle == stuck).unwrap()),
        };
        assert_eq!(walked, case.by_oracle());
        assert_eq!(world.position(hero), Some(slid.position));
        // What it leaves free is what a step calls free.
        world.step().unwrap();
        for (a, b) in world.contacts() {
            let other = if a == hero { b } else { a };
            let is_solid = handles.contains(&other) && world.get(other).unwrap().kind == ColliderKind::Body;
            assert!((a != hero && b != hero) || !is_solid || slid.stuck.is_some());
        }
        stopped += u32::from(slid.floor.or(slid.ceiling).or(slid.wall).is_some());
    }
    assert!(stopped > 100, "{stopped}");
}

#[test]
fn solids_push_carry_and_crush_as_the_definition_says() {
    let first = crate::common::first_seed(181_000_000);
    let mut seen = [0; 3];
    for seed in first..first + 1_500 {
        let rng = &mut Rng::new(seed);
        let mut case = Case::random(rng, (0, 0));
        [case.mover.pose[4], case.mover.pose[5]] = [0, 0];
        case.walls.truncate(3);
        let (mut world, _) = world_of(&case.walls).unwrap();
        let is_one_way = rng.one_in(3);
        let mut solid = case.mover.collider(case.position).unwrap();
        solid.kind = if is_one_way { ColliderKind::OneWay } else { ColliderKind::Body };
        let solid = world.insert(solid);
        let cover = case.mover.cover(PointQ16::ZERO).solid_points();

        let mut riders = Riders::default();
        for _ in 0..rng.between(1, 4) {
            let figure = small_rider(rng);
            let near = |rng: &mut Rng| rng.between(-10 * ONE, 10 * ONE);
            let mut at = case.position + PointQ16::new(near(rng), near(rng));
            let pixel = |p: PointQ16| p.pixel().map(|p| (i64::from(p.x), i64::from(p.y))).unwrap();
            // Half of them stand on the solid, if one falls onto it from there.
            if rng.one_in(2) {
                let corner = pixel(case.position);
                let meets = |at: PointQ16| {
                    let (x, y) = pixel(at);
                    let body = figure.cover(PointQ16::ZERO).solid_points();
                    body.iter().any(|&(u, v)| cover.contains(&(u + x - corner.0, v + y - corner.1)))
                };
                for _ in 0..20 {
                    let below = at + (0, 1);
                    if meets(below) {
                        break;
                    }
                    at = below;
                }
            }
            riders.add(&mut world, &figure, at, rng.one_in(5));
        }
        let _blame = Blame(&(seed, &case, is_one_way, &riders.starts, &riders.named));
        let covers: Vec<Cover> = case.covers();
        let covered: Vec<_> = covers.iter().map(|cover| move |x: i64, y: i64| cover.at(x, y).solid).collect();
        let grounds: Vec<Ground<'_>> = covered
            .iter()
            .zip(&case.walls)
            .map(|(covers, wall)| Ground { covers, one_way: wall.2 == ObstacleKind::OneWay })
            .collect();
        let (from, by) = ((case.position.x, case.position.y), (case.motion.x, case.motion.y));
        move_solid(&|x, y| cover.contains(&(x, y)), is_one_way, from, by, &mut riders.passengers, &grounds);

        let moved = world.move_solid(solid, case.motion, &riders.named).unwrap();
        assert_eq!(moved.position, case.position + case.motion);
        assert_eq!(world.position(solid), Some(moved.position));
        riders.compare(&world, &moved, |p| p, &mut seen);
    }
    assert!(seen.iter().all(|&n| n > 60), "{seen:?}");
}

#[test]
fn the_least_move_that_fits() {
    let first = crate::common::first_seed(182_000_000);
    let mut seen = [0; 3];
    for seed in first..first + 600 {
        let rng = &mut Rng::new(seed);
        let mut case = Case::random(rng, (0, 0));
        [case.mover.pose[4], case.mover.pose[5]] = [0, 0];
        if rng.one_in(2) {
            // In the middle of one of them.
            case.position =
                case.walls[0].1 + PointQ16::new(rng.between(0, 60 * ONE), rng.between(0, 9 * ONE));
        }
        let _blame = Blame(&(seed, &case));
        let (mut world, handles) = world_of(&case.walls).unwrap();
        let hero = world.insert(Collider::new(Mask::filled(1, 1)).at(case.position).character());
        let limit = rng.pick(&[0, 1, 3, 6]);
        // By the oracle: all moves within the limit, the least first.
        let (covers, body) = (case.covers(), case.mover.cover(PointQ16::ZERO).solid_points());
        let pixel = case.position.pixel().unwrap();
        let stuck_in = |dx: i64, dy: i64| {
            let (x, y) = (dx + i64::from(pixel.x), dy + i64::from(pixel.y));
            (0..covers.len()).find(|&i| {
                case.walls[i].2 == ObstacleKind::Solid
                    && body.iter().any(|&(u, v)| covers[i].at(u + x, v + y).solid)
            })
        };
        let most = i64::from(limit);
        let mut moves: Vec<(i64, i64)> =
            (-most..=most).flat_map(|y| (-most..=most).map(move |x| (x, y))).collect();
        moves.retain(|(x, y)| x * x + y * y <= most * most);
        moves.sort_by_key(|&(x, y)| (x * x + y * y, y, x));
        let truth = match (stuck_in(0, 0), moves.into_iter().find(|&(x, y)| stuck_in(x, y).is_none())) {
            (None, _) => Fit::Free,
            (Some(_), Some((x, y))) => Fit::Moved(Point::new(x as i32, y as i32)),
            (Some(i), None) => Fit::Stuck(handles[i]),
        };
        let filter = QueryFilter::default();
        let collider = case.mover.collider(case.position).unwrap();
        let before = format!("{:?}", world.get(hero));
        // The shape's matrix is set first, where nothing is in the way; then the shape is tried.
        let mut other = world.clone();
        let shown = other.insert(collider.clone().character());
        assert_eq!(other.fit_at(shown, case.position, limit, &filter), Some(truth));
        assert_eq!(other.unstick(shown, limit, &filter), Some(truth));
        let by = if let Fit::Moved(by) = truth { by } else { Point::ZERO };
        assert_eq!(other.position(shown), Some(case.position + by));
        if case.mover.pose[..4] == [ONE, 0, 0, ONE] {
            let fit = world.try_set_shape(hero, collider.shape.clone(), limit, &filter);
            assert_eq!(fit, Some(truth));
            assert_eq!(world.position(hero), Some(case.position + by));
            let unchanged = format!("{:?}", world.get(hero)) == before;
            assert!(unchanged || !matches!(truth, Fit::Stuck(_)));
        }
        let kind = match truth {
            Fit::Free => 0,
            Fit::Moved(_) => 1,
            Fit::Stuck(_) => 2,
        };
        seen[kind] += 1;
    }
    assert!(seen.iter().all(|&n| n > 30), "{seen:?}");
}

#[test]
fn stale_handles() {
    let mut world = World::new();
    let gone = world.insert(Collider::new(Mask::filled(2, 2)));
    world.remove(gone);
    let filter = QueryFilter::default();
    assert_eq!(world.move_and_slide(gone, (1, 1), &MoveOptions::default(), &filter), None);
    assert_eq!(world.move_solid(gone, (1, 1), &[gone]), None);
    assert_eq!(world.unstick(gone, 9, &filter), None);
    assert_eq!(world.fit_at(gone, (1, 1), 9, &filter), None);
    // A stale rider is ignored.
    let lift = world.insert(Collider::new(Mask::filled(9, 2)));
    assert_eq!(world.move_solid(lift, (3, 0), &[gone]).map(|moved| moved.position), Some((3, 0).into()));
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
        let moved = world.move_solid(lift, PointQ16::new(way(), way()), &[]).unwrap();
        assert!(moved.crushed.is_empty());
        let slid = world.move_and_slide(hero, (0.0, 0.3), &MoveOptions::default(), &filter).unwrap();
        assert_eq!((slid.stuck, slid.floor.map(|floor| floor.handle)), (None, Some(lift)));
        assert!(world.step().unwrap().is_empty());
    }
}
