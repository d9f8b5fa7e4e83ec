//! Movers, moving solids, fitting and relations of two in a wrapped world, beside the oracle on a torus: a pixel shows what all pixels show
//! that lie whole laps away from it. `HITMASK_SEED=n` starts with another seed.

use crate::common::mover_case::{Case, Figure, ONE, halts, pair};
use crate::common::riders::{Riders, small_rider};
use crate::common::{Blame, Rng, first_seed};
use hitmask::{
    Blocker, Circle, Closest, Collider, ColliderKind, Fit, Handle, Mask, MoveOptions, ObstacleKind, Point,
    PointQ16, QueryFilter, World, WorldOptions,
};
use hitmask_oracle::{Cover, Ground, Walked, move_solid};

/// Width and height.
type Lap = (i64, i64);

/// A side: often the size of a thing that was drawn, a little more, or at the edge of a word.
fn side(rng: &mut Rng, least: i64) -> i64 {
    let side = match rng.below(4) {
        0 => rng.pick(&[31, 32, 33, 63, 64, 65, 127, 128]),
        1 => least + rng.between(0, 2),
        _ => rng.between(least, least + 60),
    };
    side.max(least)
}

fn torus(lap: Lap) -> World {
    let wrap = Some((lap.0 as u32, lap.1 as u32));
    World::with_options(WorldOptions { wrap, ..WorldOptions::default() })
}

fn reduced(p: PointQ16, (w, h): Lap) -> PointQ16 {
    PointQ16::new(p.x.rem_euclid(w * ONE), p.y.rem_euclid(h * ONE))
}

fn pixel(p: PointQ16) -> (i64, i64) {
    p.pixel().map(|p| (p.x.into(), p.y.into())).unwrap()
}

/// A case whose things are all at most as large as a torus, and that torus.
fn case(rng: &mut Rng) -> (Case, Lap) {
    loop {
        let mut case = Case::random(rng, (0, 0));
        // The lag of a collider comes from its pivot, and belongs to other tests.
        [case.mover.pose[4], case.mover.pose[5]] = [0, 0];
        let figures = case.walls.iter().map(|wall| &wall.0).chain([&case.mover]);
        let sizes = figures.map(|figure| {
            // An image may be a pixel wider than what it covers, at some parts of a pixel.
            figure.cover(PointQ16::ZERO).bounds().map_or((1, 1), |(_, _, w, h)| (w + 2, h + 2))
        });
        let (w, h) = sizes.fold((1, 1), |(w, h), size| (w.max(size.0), h.max(size.1)));
        if w <= 130 && h <= 130 {
            let lap = (side(rng, w), side(rng, h));
            return (case, lap);
        }
    }
}

/// The walls in a world, and what they cover.
fn walls(case: &Case, lap: Lap) -> (World, Vec<Handle>, Vec<Cover>) {
    let mut world = torus(lap);
    let mut handles = Vec::new();
    for (figure, position, kind) in &case.walls {
        let collider = figure.collider(*position).unwrap().with_data(handles.len() as u64);
        handles.push(world.insert(if *kind == ObstacleKind::OneWay { collider.one_way() } else { collider }));
    }
    let covers = case.covers().iter().map(|cover| cover.wrapped(lap)).collect();
    (world, handles, covers)
}

#[test]
fn movers_walk_across_seams() {
    let first = first_seed(183_000_000);
    let (mut stopped, mut crossed) = (0, 0);
    for seed in first..first + 1_500 {
        let rng = &mut Rng::new(seed);
        let (case, lap) = case(rng);
        let _blame = Blame(&(seed, lap, &case));
        let (mut world, handles, covers) = walls(&case, lap);
        let hero = world.insert(case.mover.collider(case.position).unwrap().character());
        if rng.one_in(2) {
            world.step().unwrap();
        }
        let from = world.position(hero).unwrap();
        let filter = QueryFilter::default();
        let mut all = Vec::new();
        let slid = world.move_and_slide_into(hero, case.motion, &case.options, &filter, &mut all).unwrap();
        let told = |blocker: Option<Blocker>| {
            blocker.map(|blocker| {
                assert_eq!(blocker.handle, handles[blocker.data as usize]);
                (blocker.data as usize, (blocker.pixel.x.into(), blocker.pixel.y.into()))
            })
        };
        let truth = case.by_oracle_on(&covers, from, case.motion, Some(lap));
        let end = reduced(PointQ16::new(truth.position.0, truth.position.1), lap);
        crossed += u32::from((end.x, end.y) != truth.position);
        let reach = rng.below(12) as u32;
        let slope = world.ground_slope(hero, reach, &filter).map(pair);
        assert_eq!(slope, case.slope_by_oracle(&covers, end, reach, Some(lap)), "reach {reach}");
        if truth.stuck.is_none() {
            assert_eq!(halts(&all), case.blockers_by_oracle(&covers, end, Some(lap)));
        }
        let truth = Walked { position: (end.x, end.y), ..truth };
        let walked = Walked {
            position: (slid.position.x, slid.position.y),
            velocity: (slid.velocity.x, slid.velocity.y),
            floor: told(slid.floor),
            ceiling: told(slid.ceiling),
            wall: told(slid.wall),
            stuck: slid.stuck.map(|stuck| handles.iter().position(|&handle| handle == stuck).unwrap()),
        };
        assert_eq!(walked, truth);
        assert_eq!(world.position(hero), Some(slid.position));
        stopped += u32::from(slid.floor.or(slid.ceiling).or(slid.wall).is_some());
    }
    assert!(stopped > 100 && crossed > 100, "{stopped}, {crossed}");
}

#[test]
fn solids_push_and_carry_across_seams() {
    let first = first_seed(184_000_000);
    let mut seen = [0; 3];
    for seed in first..first + 500 {
        let rng = &mut Rng::new(seed);
        let (mut case, lap) = case(rng);
        case.walls.truncate(3);
        let (mut world, _, covers) = walls(&case, lap);
        let is_one_way = rng.one_in(3);
        let mut solid = case.mover.collider(case.position).unwrap();
        solid.kind = if is_one_way { ColliderKind::OneWay } else { ColliderKind::Body };
        let solid = world.insert(solid);
        let own = case.mover.cover(PointQ16::ZERO).wrapped(lap);
        let mut riders = Riders::default();
        for _ in 0..rng.between(1, 3) {
            let figure = small_rider(rng);
            let near = |rng: &mut Rng| rng.between(-10 * ONE, 10 * ONE);
            let at = reduced(case.position + PointQ16::new(near(rng), near(rng)), lap);
            riders.add(&mut world, &figure, at, rng.one_in(4));
        }
        let _blame = Blame(&(seed, lap, &case, is_one_way, &riders.starts, &riders.named));
        let at = |cover: &Cover, x: i64, y: i64| cover.at(x.rem_euclid(lap.0), y.rem_euclid(lap.1)).solid;
        let covered: Vec<_> = covers.iter().map(|cover| move |x: i64, y: i64| at(cover, x, y)).collect();
        let grounds: Vec<Ground<'_>> = covered
            .iter()
            .zip(&case.walls)
            .map(|(covers, wall)| Ground { covers, one_way: wall.2 == ObstacleKind::OneWay })
            .collect();
        let from = world.position(solid).unwrap();
        let by = case.motion;
        let covers_own = |x: i64, y: i64| at(&own, x, y);
        let (from, motion) = ((from.x, from.y), (by.x, by.y));
        move_solid(&covers_own, is_one_way, from, motion, &mut riders.passengers, &grounds);

        let moved = world.move_solid(solid, by, &riders.named).unwrap();
        assert_eq!(moved.position, reduced(case.position + by, lap));
        riders.compare(&world, &moved, |p| reduced(p, lap), &mut seen);
    }
    assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
}

#[test]
fn the_least_move_that_fits_across_seams() {
    let first = first_seed(185_000_000);
    let mut seen = [0; 3];
    for seed in first..first + 600 {
        let rng = &mut Rng::new(seed);
        let (case, lap) = case(rng);
        let _blame = Blame(&(seed, lap, &case));
        let (mut world, handles, covers) = walls(&case, lap);
        let at = case.position + PointQ16::new(rng.between(-99, 99) * ONE, rng.between(-99, 99) * ONE);
        let at = if rng.one_in(2) { case.walls[0].1 } else { at };
        let hero = world.insert(case.mover.collider(at).unwrap().character());
        let limit = rng.pick(&[0, 1, 3, 6]);
        let from = world.position(hero).unwrap();
        let (place, body) = (pixel(from), case.mover.cover(PointQ16::ZERO).solid_points());
        let stuck_in = |dx: i64, dy: i64| {
            (0..covers.len()).find(|&i| {
                case.walls[i].2 == ObstacleKind::Solid
                    && body.iter().any(|&(u, v)| {
                        let (x, y) = (u + dx + place.0, v + dy + place.1);
                        covers[i].at(x.rem_euclid(lap.0), y.rem_euclid(lap.1)).solid
                    })
            })
        };
        let most = i64::from(limit);
        let least = (-most..=most)
            .flat_map(|y| (-most..=most).map(move |x| (x * x + y * y, y, x)))
            .filter(|&(far, y, x)| far > 0 && far <= most * most && stuck_in(x, y).is_none())
            .min();
        let truth = match (stuck_in(0, 0), least) {
            (None, _) => Fit::Free,
            (Some(_), Some((_, y, x))) => Fit::Moved(Point::new(x as i32, y as i32)),
            (Some(i), None) => Fit::Stuck(handles[i]),
        };
        let filter = QueryFilter::default();
        assert_eq!(world.fit_at(hero, from, limit, &filter), Some(truth));
        assert_eq!(world.unstick(hero, limit, &filter), Some(truth));
        let by = if let Fit::Moved(by) = truth { by } else { Point::ZERO };
        assert_eq!(world.position(hero), Some(reduced(from + (by.x, by.y), lap)));
        seen[match truth {
            Fit::Free => 0,
            Fit::Moved(_) => 1,
            Fit::Stuck(_) => 2,
        }] += 1;
    }
    assert!(seen.iter().all(|&n| n > 40), "{seen:?}");
}

/// The pixels of a cover in one plane, moved by laps.
fn lapped(figure: &Figure, at: PointQ16, (x, y): (i64, i64), lap: Lap) -> Cover {
    figure.cover(at + PointQ16::new(x * lap.0 * ONE, y * lap.1 * ONE))
}

#[test]
fn relations_across_seams() {
    let first = first_seed(186_000_000);
    let mut seen = [0; 4];
    for seed in first..first + 600 {
        let rng = &mut Rng::new(seed);
        let (case, lap) = case(rng);
        let (figure, at, _) = &case.walls[0];
        let near = *at + PointQ16::new(rng.between(-12 * ONE, 12 * ONE), rng.between(-12 * ONE, 12 * ONE));
        let place = if rng.one_in(2) { near } else { case.position };
        let _blame = Blame(&(seed, lap, figure, at, &case.mover, place));
        let mut world = torus(lap);
        let a = world.insert(figure.collider(*at).unwrap());
        let b = world.insert(case.mover.collider(place).unwrap());
        if rng.one_in(2) {
            world.step().unwrap();
        }
        // Both begin in one tile, at most two laps away from it.
        let (at, place) = (reduced(*at, lap), reduced(place, lap));
        let cover = figure.cover(at);
        let images: Vec<Cover> = (-3..=3)
            .flat_map(|y| (-3..=3).map(move |x| (x, y)))
            .map(|by| lapped(&case.mover, place, by, lap))
            .collect();
        let normal = images.iter().fold((0, 0), |(x, y), image| {
            let (dx, dy) = cover.normal(image, false);
            (x + dx, y + dy)
        });
        let told = world.normal(a, b).unwrap();
        assert_eq!((i128::from(told.x), i128::from(told.y)), normal, "normal");

        let met: Vec<&Cover> = images.iter().filter(|image| cover.touch(image, false).is_some()).collect();
        let separation = match met[..] {
            [] => Some(Point::ZERO),
            [one] => {
                let (x, y) = cover.separation(one, false);
                Some(Point::new(x as i32, y as i32))
            }
            _ => None,
        };
        seen[met.len().min(2)] += 1;
        assert_eq!(world.separation(a, b), separation, "separation");

        let points = |cover: &Cover| cover.wrapped(lap).solid_points();
        let (ours, theirs) = (points(&cover), points(&images[0]));
        let gap = |one: i64, other: i64, size: i64| {
            let apart = (one - other).rem_euclid(size);
            (apart.min(size - apart) - 1).max(0)
        };
        let nearest = ours
            .iter()
            .flat_map(|&a| theirs.iter().map(move |&b| (a, b)))
            .map(|(a, b)| {
                let (dx, dy) = (gap(a.0, b.0, lap.0), gap(a.1, b.1, lap.1));
                (dx * dx + dy * dy, a.1, a.0, b.1, b.0)
            })
            .min();
        let closest = if !met.is_empty() {
            Some(Closest::Overlapping)
        } else {
            nearest.map(|(squared, ay, ax, by, bx)| Closest::Apart {
                squared: squared as u64,
                a: Point::new(ax as i32, ay as i32),
                b: Point::new(bx as i32, by as i32),
            })
        };
        seen[3] += u32::from(matches!(closest, Some(Closest::Apart { .. })));
        assert_eq!(world.closest(a, b), closest, "closest");
        assert_eq!(world.collide_one(a).unwrap().is_empty(), met.is_empty());

        // Picking by the pixels of the torus, from any lap.
        for _ in 0..10 {
            let (x, y) = (rng.between(-3 * lap.0, 3 * lap.0), rng.between(-3 * lap.1, 3 * lap.1));
            let covered =
                |cover: &Cover| cover.wrapped(lap).at(x.rem_euclid(lap.0), y.rem_euclid(lap.1)).solid;
            let truth = if covered(&images[0]) { Some(b) } else { covered(&cover).then_some(a) };
            assert_eq!(world.pick((x as i32, y as i32), &QueryFilter::default()), truth);
        }
    }
    assert!(seen.iter().all(|&n| n > 20), "{seen:?}");
}

/// Only the nearest images count, of which a long and narrow world has few.
#[test]
fn distances_in_narrow_worlds() {
    for seed in first_seed(41_000_000)..first_seed(41_000_000) + 400 {
        let rng = &mut Rng::new(seed);
        let (short, long) = (rng.between(1, 6), rng.between(1, 300));
        let lap = if rng.one_in(2) { (short, long) } else { (long, short) };
        let mut world = World::with_options(WorldOptions {
            wrap: Some((lap.0 as u32, lap.1 as u32)),
            ..WorldOptions::default()
        });
        let mut insert = |rng: &mut Rng| {
            let at = (rng.between(-400, 400), rng.between(-400, 400));
            let (collider, mask, from) = if rng.one_in(3) {
                let circle = Circle::new((0, 0), rng.between(0, 5) << 15).unwrap();
                let (mask, corner) = circle.to_mask();
                (Collider::new(circle), mask, corner)
            } else {
                let side = |rng: &mut Rng| rng.between(1, 12) as u32;
                let mask = Mask::from_fn(side(rng), side(rng), |_, _| rng.one_in(4));
                (Collider::new(mask.clone()), mask, Point::ZERO)
            };
            let collider = collider.at((at.0 as i32, at.1 as i32));
            let corner = (at.0 + i64::from(from.x), at.1 + i64::from(from.y));
            let pixel = |p: Point| {
                ((corner.0 + i64::from(p.x)).rem_euclid(lap.0), (corner.1 + i64::from(p.y)).rem_euclid(lap.1))
            };
            (world.insert(collider), mask.points().map(pixel).collect::<Vec<_>>())
        };
        let ((a, ours), (b, theirs)) = (insert(rng), insert(rng));
        let apart = |one: i64, other: i64, size: i64| {
            let apart = (one - other).rem_euclid(size);
            apart.min(size - apart)
        };
        let pairs = ours.iter().flat_map(|a| theirs.iter().map(move |b| (a, b)));
        let truth = pairs
            .map(|(a, b)| {
                let (dx, dy) = (apart(a.0, b.0, lap.0), apart(a.1, b.1, lap.1));
                let gap = (dx - 1).max(0).pow(2) + (dy - 1).max(0).pow(2);
                (if (dx, dy) == (0, 0) { -1 } else { gap }, a.1, a.0, b.1, b.0)
            })
            .min();
        let point = |x: i64, y: i64| Point::new(x as i32, y as i32);
        let truth = truth.map(|(squared, ay, ax, by, bx)| match u64::try_from(squared) {
            Err(_) => Closest::Overlapping,
            Ok(squared) => Closest::Apart { squared, a: point(ax, ay), b: point(bx, by) },
        });
        assert_eq!(world.closest(a, b), truth, "seed {seed}, {lap:?}, {ours:?}, {theirs:?}");
        let (x, y) = (rng.between(-500, 500), rng.between(-500, 500));
        let all = ours.iter().map(|p| (p, a)).chain(theirs.iter().map(|p| (p, b)));
        let truth = all
            .map(|(p, handle)| {
                let (dx, dy) = (apart(x, p.0, lap.0), apart(y, p.1, lap.1));
                ((dx * dx + dy * dy) as u64, handle, p.1, p.0)
            })
            .min();
        let nearest = world.nearest(point(x, y), u32::MAX, &QueryFilter::default());
        let found = nearest.map(|n| (n.squared, n.handle, i64::from(n.pixel.y), i64::from(n.pixel.x)));
        assert_eq!(found, truth, "seed {seed}, {lap:?}, from ({x}, {y})");
    }
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
    let moved = world.move_solid(wall, (-60.5, 0.0), &[]).unwrap();
    assert_eq!(moved.position, PointQ16::new((most << 16) - (40 << 16) - (1 << 15), (most - 20) << 16));
    assert!(moved.pushed.is_empty(), "the hero stands on its other side");
    let moved = world.move_solid(wall, (90, 0), &[]).unwrap();
    assert_eq!((moved.pushed, moved.crushed), (vec![hero], vec![]));
}
