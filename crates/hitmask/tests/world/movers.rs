//! Movers, moving solids and shapes that must fit in a world, beside the oracle. `HITMASK_SEED=n` starts with another seed.

use crate::common::mover_case::{Case, Figure, ONE, Wall, halts, pair};
use crate::common::riders::{Riders, small_rider};
use crate::common::{Blame, Rng};
use hitmask::{
    Blocker, Collider, ColliderKind, Fit, Handle, Layers, Mask, MoveOptions, ObstacleKind, Point, PointQ16,
    QueryFilter, Rect, World,
};
use hitmask_oracle::{Cover, Grid, Ground, Walked, move_solid};

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
    let (mut stopped, mut several, mut slopes) = (0, 0, 0);
    for seed in first..first + 1_500 {
        let rng = &mut Rng::new(seed);
        let mut case = Case::random(rng, (0, 0));
        // The lag of a collider comes from its pivot, and belongs to other tests.
        [case.mover.pose[4], case.mover.pose[5]] = [0, 0];
        if let Some((_, (x, y))) = case.by_oracle().floor {
            // Often it then stands on two.
            let slab = Figure::of_grid(Grid::from_fn(8, 2, |_, _| true), [ONE, 0, 0, ONE, 0, 0]);
            let kind = rng.pick(&[ObstacleKind::Solid, ObstacleKind::OneWay]);
            case.walls.push((slab, PointQ16::new((x + rng.between(-9, 4)) * ONE, y * ONE), kind));
        }
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
        let mut all = Vec::new();
        let slid = world.move_and_slide_into(hero, case.motion, &case.options, &filter, &mut all).unwrap();
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
        if slid.stuck.is_none() {
            assert_eq!(halts(&all), case.blockers_by_oracle(&case.covers(), slid.position, None));
        }
        let reach = rng.below(12) as u32;
        let slope = world.ground_slope(hero, reach, &filter).map(pair);
        assert_eq!(slope, case.slope_by_oracle(&case.covers(), slid.position, reach, None), "reach {reach}");
        slopes += u32::from(slope.is_some_and(|(run, rise)| run > 0 && rise != 0));
        several += u32::from(all.windows(2).any(|two| two[0].normal == two[1].normal));
        // What it leaves free is what a step calls free.
        world.step().unwrap();
        for (a, b) in world.contacts() {
            let other = if a == hero { b } else { a };
            let is_solid = handles.contains(&other) && world.get(other).unwrap().kind == ColliderKind::Body;
            assert!((a != hero && b != hero) || !is_solid || slid.stuck.is_some());
        }
        stopped += u32::from(slid.floor.or(slid.ceiling).or(slid.wall).is_some());
    }
    assert!(stopped > 100 && several > 20 && slopes > 50, "{stopped}, {several}, {slopes}");
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
    assert_eq!(world.ground_slope(gone, 9, &filter), None);
    let mut blockers = Vec::new();
    assert_eq!(
        world.move_and_slide_into(gone, (1, 1), &MoveOptions::default(), &filter, &mut blockers),
        None
    );
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
        let (options, filter) = (MoveOptions { step_up: 3, step_down: 3 }, QueryFilter::default());
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
    let (options, filter) = (MoveOptions { step_up: 1, step_down: 1 }, QueryFilter::default());
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
        let cast = world.cast(hero, (290, 0), &filter).map(|hit| match hit.cast {
            hitmask::PixelCast::Hit { free, .. } => free.pixel().unwrap().x,
            other => panic!("{other:?}"),
        });
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
    let moved = world.move_solid(lift, (0, 1), &[]).unwrap();
    assert_eq!((moved.carried, world.position(man)), (vec![man], Some((0, 11).into())));
    // Other obstacles are.
    world.insert(Collider::new(Rect::new(0, 12, 1, 1)));
    let moved = world.move_solid(lift, (0, 1), &[]).unwrap();
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
        let moved = world.move_solid(lift, (6, 0), &[hero]).unwrap();
        assert_eq!((moved.pushed, moved.carried, moved.crushed), (vec![], vec![], vec![]));
        assert_eq!(world.position(hero), Some(at.into()));
    }
}
