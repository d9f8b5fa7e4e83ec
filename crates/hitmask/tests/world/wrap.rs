//! Wrapped worlds: touches, queries, casts and moves across the seams, against brute force on a small torus.

use crate::common::Rng;
use hitmask::{
    Angle, Cast, Collider, ColliderKind, ColliderProps, ColliderRef, CustomTest, EventDetail, EventKind, Fit,
    Layers, Mask, Member, MoveOptions, Point, PointQ16, Probe, QueryFilter, Rect, Touch, Verdict, World,
    WorldOptions,
};
use std::panic::catch_unwind;
use std::sync::Arc;

/// A world of 100 x 60 pixels.
fn torus() -> World {
    let detail = EventDetail { stay: true, area: true, bounds: true, ..EventDetail::default() };
    World::with_options(WorldOptions { wrap: Some((100, 60)), detail, ..WorldOptions::default() })
}

fn square(side: u32) -> Collider {
    Collider::new(Mask::filled(side, side))
}

#[test]
fn positions_are_kept_modulo_the_size() {
    let mut world = torus();
    let ship = world.insert(square(8).at((-3, 130)));
    assert_eq!(world.position(ship), Some((97, 10).into()));
    assert_eq!(world.bounds(ship), Some(Rect::new(97, 10, 8, 8)));
    // Exactly, parts of a pixel included.
    world.set_position(ship, PointQ16::new(-1, 60 << 16)).unwrap();
    assert_eq!(world.position(ship), Some(PointQ16::new((100 << 16) - 1, 0)));
    // It is drawn at the nearest pixel, which is 100: the same as 0.
    assert_eq!(
        (world.bounds(ship), world.pose(ship).unwrap().translation().x),
        (Some(Rect::new(0, 0, 8, 8)), -1)
    );
    world.set_position(ship, (i32::MIN, i32::MAX)).unwrap();
    assert_eq!(world.position(ship), Some((52, 7).into()));
    let limit = PointQ16::LIMIT;
    world.set_position(ship, PointQ16::new(limit, -limit)).unwrap();
    assert_eq!(world.position(ship), Some((48, 52).into()));
    // The image whose box begins in the world, whatever the pivot.
    world.edit(ship, |collider| collider.transform.set_pivot([4.0, 4.0])).unwrap();
    world.set_position(ship, (1, 57)).unwrap();
    assert_eq!(world.bounds(ship), Some(Rect::new(97, 53, 8, 8)));
    // A shape may begin anywhere in its own coordinates.
    world.edit(ship, |collider| collider.shape = Rect::new(i32::MAX - 3, i32::MIN, 20, 4).into()).unwrap();
    world.edit(ship, |collider| collider.transform.set_pivot([0.0, 0.0])).unwrap();
    world.set_position(ship, (0, 0)).unwrap();
    assert_eq!(world.bounds(ship), Some(Rect::new((i32::MAX - 3) % 100, i32::MIN.rem_euclid(60), 4, 4)));
    world.validate().unwrap();
}

/// A collider on a seam has several parts, and still counts once.
#[test]
fn colliders_on_seams_count_once() {
    let mut world = torus();
    let corner = world.insert(square(8).at((96, 56)));
    let side = world.insert(square(8).at((96, 20)).in_space(3));
    world.insert(square(8).at((40, 20)));
    world.step().unwrap();
    assert_eq!((world.len(), world.stats().colliders, world.members().count()), (3, 3, 3));
    let saved = world.snapshot();
    world.set_position(corner, (40, 56)).unwrap();
    world.edit(side, |collider| collider.space = 0).unwrap();
    assert_eq!(world.len(), 3);
    world.remove(side).unwrap();
    assert_eq!(world.len(), 2);
    world.restore(&saved);
    assert_eq!((world.len(), world.clone().len()), (3, 3));
    world.validate().unwrap();
    world.clear();
    assert!(world.is_empty() && format!("{world:?}").contains("colliders: 0"));
    world.validate().unwrap();
}

#[test]
fn the_remainder_of_a_character_crosses_the_seam() {
    let mut world = torus();
    let hero = world.insert(square(4).character().at((0.25, 10.0)));
    assert_eq!(world.bounds(hero).unwrap().x, 0);
    let slid = world.move_and_slide(hero, (-0.5, 0.0), &MoveOptions::default(), &QueryFilter::default());
    assert_eq!(slid.unwrap().position, (99.75, 10.0).into());
    assert_eq!(world.position(hero), Some((99.75, 10.0).into()));
    // The nearest pixel of 99.75 is 100, so it has not moved on the screen.
    assert_eq!(world.bounds(hero).unwrap().x, 0);
    world.validate().unwrap();
}

/// "Lowest" means lowest from (0, 0) up to the size, for a step and for a mover.
#[test]
fn the_pixel_of_a_blocker_at_a_seam_is_the_lowest() {
    let mut world = torus();
    let ground = world.insert(Collider::new(Rect::new(0, 50, 100, 5)));
    let hero = world.insert(square(8).character().at((96, 42)));
    let (options, filter) = (MoveOptions::default(), QueryFilter::default());
    let mut all = Vec::new();
    let slid = world.move_and_slide_into(hero, (0, 0), &options, &filter, &mut all).unwrap();
    let floor = slid.floor.unwrap();
    assert_eq!((floor.handle, floor.pixel), (ground, (0, 50).into()));
    assert_eq!(all, [floor]);
    // A step names the same pixel, one step deeper.
    world.set_position(hero, (96, 43)).unwrap();
    assert_eq!(world.step().unwrap()[0].touch.unwrap().first, (0, 50).into());
    // A wall across the lower seam.
    world.remove(ground);
    let wall = world.insert(Collider::new(Rect::new(0, 0, 4, 20)).at((50, 50)));
    world.set_position(hero, (42, 56)).unwrap();
    let slid = world.move_and_slide(hero, (3, 0), &options, &filter).unwrap();
    let found = slid.wall.unwrap();
    assert_eq!((found.handle, found.pixel), (wall, (50, 0).into()));
}

#[test]
fn touches_across_one_seam_and_across_the_corner() {
    let mut world = torus();
    let still = world.insert(square(8).at((96, 56)));
    let ship = world.insert(square(8).at((2, 58)));
    let touch = world.step().unwrap()[0].touch.unwrap();
    // Columns 2 and 3 of the world, rows 58, 59, 0, 1, 2 and 3.
    assert_eq!((touch.first, touch.area, touch.bounds), ((2, 0).into(), 12, Some(Rect::new(2, 0, 2, 60))));
    world.set_position(ship, (1, 2)).unwrap();
    let touch = world.step().unwrap()[0].touch.unwrap();
    assert_eq!((touch.first, touch.area, touch.bounds), ((1, 2).into(), 6, Some(Rect::new(1, 2, 3, 2))));
    let contact = world.collide_one(still).unwrap()[0];
    assert_eq!((contact.handle, contact.touch), (ship, touch));
    // In all four corners of the world at once.
    world.set_position(ship, (-4, -4)).unwrap();
    let touch = world.step().unwrap()[0].touch.unwrap();
    assert_eq!((touch.first, touch.area, touch.bounds), ((0, 0).into(), 64, Some(Rect::new(0, 0, 100, 60))));
    let filter = QueryFilter::default();
    assert_eq!(world.query(&Probe::point((3, 59)), &filter).all(), [still, ship]);
    // However many parts it has at the seams, it is one collider.
    assert_eq!((world.len(), world.stats().colliders), (2, 2));
    assert_eq!(world.pick((103, -1), &filter), Some(ship));
    assert_eq!(world.pick((4, 59), &filter), None);
}

#[test]
fn a_pair_is_found_once_however_often_it_meets() {
    let mut world = torus();
    // Both are as large as the world, so they meet in up to four ways, and never themselves.
    let [a, b] = [(90, 50), (3, 7)].map(|at| world.insert(Collider::new(Mask::filled(100, 60)).at(at)));
    let mut asked = 0;
    let events = world.step_with(|_, _| {
        asked += 1;
        true
    });
    let [event] = events.unwrap() else { panic!("one event") };
    assert_eq!((event.a, event.b, event.touch.unwrap().area), (a, b, 6000));
    assert_eq!((asked, world.stats().candidates, world.stats().touching), (1, 1, 1));
    assert_eq!(world.collide_one(a).unwrap().len(), 1);
    let filter = QueryFilter::default();
    assert_eq!(world.query(&Probe::rect(Rect::new(-500, -500, 2000, 2000)), &filter).all(), [a, b]);
    world.validate().unwrap();
}

#[test]
fn parts_beyond_the_seam_follow_every_change() {
    let mut world = torus();
    let ship = world.insert(square(10).at((95, 55)));
    let dot = world.insert(square(1).at((2, 2)));
    let is_met = |world: &mut World| {
        world.validate().unwrap();
        let by_step = world.step().unwrap().iter().any(|event| event.kind != EventKind::End);
        assert_eq!(world.collide_one(dot).unwrap().len(), usize::from(by_step));
        by_step
    };
    assert!(is_met(&mut world));
    world.edit(ship, |collider| collider.layers = Layers::new(1, 0)).unwrap();
    assert!(!is_met(&mut world));
    world.edit(ship, |collider| collider.layers = Layers::default()).unwrap();
    assert!(is_met(&mut world));
    world.edit(ship, |collider| collider.enabled = false).unwrap();
    assert!(!is_met(&mut world));
    world.edit(ship, |collider| collider.enabled = true).unwrap();
    world.edit(ship, |collider| collider.space = 5).unwrap();
    assert!(!is_met(&mut world));
    world.edit(dot, |collider| collider.space = 5).unwrap();
    assert!(is_met(&mut world));
    world.edit(ship, |collider| collider.shape = Mask::filled(10, 4).into()).unwrap();
    assert!(!is_met(&mut world));
    world.edit(ship, |collider| collider.transform.set_rotation(Angle::Degrees(180.0))).unwrap();
    world.set_position(ship, (105, 63)).unwrap();
    assert!(is_met(&mut world));
    let copy = world.clone();
    world.set_position(ship, (50, 30)).unwrap();
    assert!(!is_met(&mut world));
    world = copy;
    assert!(is_met(&mut world));
    world.remove(ship).unwrap();
    assert!(!is_met(&mut world));
    world.clear();
    world.validate().unwrap();
}

/// Reaches ten pixels farther to the right than its picture, and touches whatever it is asked about.
struct Flame;

impl CustomTest for Flame {
    fn test(&self, _: Member<'_>, other: Member<'_>) -> Option<Verdict> {
        Some(Verdict::Touching(Touch::new((other.collider.data as i32, 0))))
    }
    fn reach(&self, _: ColliderRef<'_>, own: Option<Rect>) -> Option<Rect> {
        own.map(|own| Rect { w: own.w + 10, ..own })
    }
}

#[test]
fn a_custom_test_reaches_across_the_seam() {
    let mut world = torus();
    let torch = world.insert(square(4).at((90, 10)).with_test(Arc::new(Flame)));
    let dots = [3, 4].map(|x| world.insert(square(1).at((x, 12)).with_data(7)));
    let events = world.step().unwrap();
    let met: Vec<_> = events.iter().map(|event| (event.a, event.b, event.touch.unwrap().first)).collect();
    assert_eq!(met, [(torch, dots[0], Point::new(7, 0))]);
    world.validate().unwrap();
}

#[test]
fn movers_and_rays_cross_the_seam() {
    let mut world = torus();
    let filter = QueryFilter::default();
    let hero = world.insert(square(6).character().at((80, 20)));
    let wall = world.insert(Collider::new(Rect::new(0, 0, 5, 30)).at((8, 0)));
    let slid = world.move_and_slide(hero, (50, 0), &MoveOptions::default(), &filter).unwrap();
    assert_eq!((slid.position, slid.wall.map(|wall| wall.handle)), ((2, 20).into(), Some(wall)));
    assert!(world.step().unwrap().is_empty());
    // Falls through the lower seam, and lands on the wall's upper side.
    world.set_position(hero, (7, 40)).unwrap();
    let slid = world.move_and_slide(hero, (0, 500), &MoveOptions::default(), &filter).unwrap();
    let floor = slid.floor.unwrap();
    assert_eq!((slid.position, floor.handle, floor.pixel), ((7, 54).into(), wall, (8, 0).into()));
    let hit = world.ray_cast((90.0, 10.5), (40, 0), &filter.except(hero)).unwrap();
    let Cast::Hit { time, point, normal } = hit.cast else { panic!() };
    assert_eq!((hit.handle, time.to_f64(), point, normal), (wall, 0.45, (8, 10).into(), (-1, 0).into()));
    // Twenty million times around, along a free row.
    assert!(world.ray_cast((0.0, 45.5), (2_000_000_000, 0), &filter).is_none());
    let hit = world.first_on_line((90, 10), (i32::MAX, 10), &filter.except(hero)).unwrap();
    assert_eq!((hit.handle, hit.pixel, hit.steps), (wall, (8, 10).into(), 18));
    let near = world.nearest((99, 5), u32::MAX, &filter.except(hero)).unwrap();
    assert_eq!((near.handle, near.pixel, near.squared), (wall, (8, 5).into(), 81));
}

#[test]
fn casts_and_moving_solids_cross_the_seam() {
    let mut world = torus();
    let filter = QueryFilter::default();
    let shot = world.insert(square(2).at((90, 30)));
    let wall = world.insert(Collider::new(Rect::new(0, 0, 5, 60)).at((10, 0)));
    let hit = world.cast(shot, (40, 25), &filter).unwrap();
    // Just after 18.5 of 40 pixels.
    assert_eq!((hit.handle, hit.time.to_string(), hit.normal), (wall, "37/80".into(), (-1, 0).into()));
    assert_eq!((hit.free, hit.pixel), (Some((8, 42).into()), (10, 42).into()));
    // Along the wall, and many times around.
    assert!(world.cast(shot, (15, 1_000_000), &filter).is_none());
    let probe = Probe::rect(Rect::new(-100_005, 500_000, 4, 4));
    assert_eq!(
        world.cast_all(&probe, (30, 0), &filter).iter().map(|hit| hit.handle).collect::<Vec<_>>(),
        [wall]
    );
    // A lift through the upper seam.
    let lift = world.insert(Collider::new(Rect::new(0, 0, 20, 4)).at((40, 3)));
    let rider = world.insert(square(4).character().at((42, 59)));
    let moved = world.move_solid(lift, (7, -10), &[], &MoveOptions::default()).unwrap();
    assert_eq!((moved.position, moved.pushed, moved.carried), ((47, 53).into(), vec![rider], vec![rider]));
    assert_eq!(world.position(rider), Some((49, 49).into()));
    // Across the left seam. The wall at column 96 stops the rider.
    world.set_position(wall, (94, 0)).unwrap();
    world.set_position(lift, (90, 20)).unwrap();
    world.set_position(rider, (3, 16)).unwrap();
    let moved = world.move_solid(lift, (-20, 0), &[], &MoveOptions::default()).unwrap();
    assert_eq!((moved.position, moved.carried), ((70, 20).into(), vec![rider]));
    assert_eq!(world.position(rider), Some((99, 16).into()));
    world.validate().unwrap();
}

#[test]
fn wrapped_worlds_are_saved_and_rolled_back() {
    let mut world = torus();
    let ship = world.insert(Collider::new(Rect::new(0, 0, 10, 10)).at((95, 55)));
    let dot = world.insert(Collider::new(Rect::new(0, 0, 1, 1)).at((2, 2)));
    let before = world.snapshot();
    let bytes = world.to_bytes(|_, _| 0, |_, _| 0);
    let begin = world.step().unwrap().to_vec();
    assert_eq!(begin.len(), 1);
    for at in [(50, 30), (95, 30), (50, 55)] {
        world.set_position(ship, at).unwrap();
        assert_eq!(world.step().unwrap().len(), usize::from(at == (50, 30)));
        let here = world.snapshot();
        world.restore(&before);
        world.validate().unwrap();
        assert_eq!(world.step().unwrap(), begin);
        world.restore(&here);
        world.validate().unwrap();
        assert!(world.collide_one(dot).unwrap().is_empty());
    }
    let mut loaded = World::from_bytes(&bytes, |_| None, |_| None).unwrap();
    loaded.validate().unwrap();
    assert_eq!((loaded.options().wrap, loaded.to_bytes(|_, _| 0, |_, _| 0)), (Some((100, 60)), bytes));
    assert_eq!(loaded.step().unwrap(), begin);
    let mut flat = World::new();
    flat.restore(&before);
    flat.validate().unwrap();
    assert_eq!(flat.step().unwrap(), begin);
}

#[test]
fn the_largest_world() {
    let side = 1 << 30;
    let mut world = World::with_options(WorldOptions { wrap: Some((side, side)), ..WorldOptions::default() });
    let end = side as i32 - 1;
    let one = world.insert(square(4).at((end, end)));
    let two = world.insert(square(4).at((0, 0)));
    let touch = world.step().unwrap()[0].touch.unwrap();
    assert_eq!(touch.first, (0, 0).into());
    world.set_position(one, (i32::MIN, i32::MIN)).unwrap();
    assert_eq!(world.collide_one(one).unwrap()[0].handle, two);
    world.validate().unwrap();
}

#[test]
fn sizes_that_cannot_be_are_refused() {
    for wrap in [(0, 5), (5, 0), ((1 << 30) + 1, 5), (5, u32::MAX)] {
        let options = WorldOptions { wrap: Some(wrap), ..WorldOptions::default() };
        let refusal = catch_unwind(|| World::with_options(options)).unwrap_err();
        let said = refusal.downcast_ref::<String>().unwrap();
        assert!(said.contains("the wrap must be from 1 to 1073741824"), "{said}");
    }
}

/// A change that must fit leads across the seam by the short way: a swept collider meets nothing on the long one.
#[test]
fn what_must_fit_goes_across_a_seam_by_the_short_way() {
    let options = WorldOptions { wrap: Some((100, 100)), ..WorldOptions::default() };
    let mut world = World::with_options(options);
    world.insert(Collider::new(Rect::new(50, 40, 2, 20)));
    let near = world.insert(Collider::new(Rect::new(1, 40, 1, 20)));
    let shot = world.insert(Collider::new(Mask::filled(2, 2)).at((95, 50)).swept());
    assert!(world.step().unwrap().is_empty());
    let mut there = world.transform(shot).unwrap();
    there.set_position((105, 50));
    let fit = world.fit_transform(shot, there, 0, &QueryFilter::default()).unwrap().unwrap();
    assert_eq!((fit, world.position(shot)), (Fit::Free, Some((5, 50).into())));
    let events = world.step().unwrap();
    let met: Vec<_> = events.iter().map(|event| (event.kind, event.a, event.b)).collect();
    assert_eq!(met, [(EventKind::Pass, near, shot)]);
}

/// No way out of a collider is longer than half a lap, whatever the limit is.
#[test]
fn limits_longer_than_a_lap() {
    let filter = QueryFilter::default();
    let mut moved = 0;
    for seed in 0..60 {
        let rng = &mut Rng::new(seed);
        let mut world = torus();
        for _ in 0..rng.between(1, 9) {
            let wall = Rect::new(0, 0, rng.between(5, 70) as u32, rng.between(5, 50) as u32);
            world.insert(Collider::new(wall).at((rng.between(0, 99) as i32, rng.between(0, 59) as i32)));
        }
        let hero = world.insert(square(6).at((rng.between(0, 99) as i32, rng.between(0, 59) as i32)));
        // Half of both sides, as the crow flies, is 58.3.
        let short = world.fit_at(hero, world.position(hero).unwrap(), 59, &filter);
        let long = world.fit_at(hero, world.position(hero).unwrap(), u32::MAX, &filter);
        assert_eq!(short, long, "{seed}");
        moved += i32::from(matches!(long, Some(Fit::Moved(_))));
    }
    assert!(moved > 10, "{moved}");
}

/// A mover that goes around many times sees what one on the open plane sees among copies of everything.
#[test]
fn a_long_way_around_is_a_way_among_copies() {
    let (mut stopped, mut free) = (0, 0);
    for seed in 0..200 {
        let rng = &mut Rng::new(seed);
        let (w, h) = (rng.between(7, 60), rng.between(7, 60));
        let options = WorldOptions { wrap: Some((w as u32, h as u32)), ..WorldOptions::default() };
        let (mut torus, mut plane) = (World::with_options(options), World::new());
        let most = if rng.one_in(2) { 900 } else { 400 };
        let motion = match rng.below(3) {
            0 => PointQ16::new(rng.between(-most, most) << 16, rng.between(0, 9) << 13),
            1 => PointQ16::new(rng.between(-9, 9) << 14, rng.between(-most, most) << 16),
            _ => PointQ16::new(rng.between(-most << 16, most << 16), rng.between(-most << 16, most << 16)),
        };
        for _ in 0..rng.between(0, 6) {
            let (x, y) = (rng.between(0, w - 1), rng.between(0, h - 1));
            let shape = Rect::new(0, 0, rng.between(1, 4) as u32, rng.between(1, 4) as u32);
            let kind = if rng.one_in(3) { ColliderKind::OneWay } else { ColliderKind::Body };
            let props = ColliderProps { kind, ..ColliderProps::default() };
            let collider =
                |x: i64, y: i64| Collider { props, ..Collider::new(shape) }.at((x as i32, y as i32));
            torus.insert(collider(x, y));
            let laps = |side: i64| -(1100 / side) - 2..1100 / side + 2;
            for (column, row) in laps(w).flat_map(|column| laps(h).map(move |row| (column, row))) {
                plane.insert(collider(x + column * w, y + row * h));
            }
        }
        let hero = Collider::new(Rect::new(0, 0, 3, 2)).at((rng.below(7) as i32, rng.below(7) as i32));
        let heroes = [&mut torus, &mut plane].map(|world| world.insert(hero.clone()));
        let options = MoveOptions {
            step_up: rng.pick(&[0, 2, 100]),
            step_down: rng.pick(&[0, 5, 300]),
            ..MoveOptions::default()
        };
        let all = QueryFilter::default();
        let around = torus.move_and_slide(heroes[0], motion, &options, &all).unwrap();
        let along = plane.move_and_slide(heroes[1], motion, &options, &all).unwrap();
        let home = |at: PointQ16| PointQ16::new(at.x.rem_euclid(w << 16), at.y.rem_euclid(h << 16));
        assert_eq!(around.position, home(along.position), "seed {seed}: {w} x {h}, {motion:?}, {options:?}");
        assert_eq!(
            (around.velocity, around.stuck.is_some()),
            (along.velocity, along.stuck.is_some()),
            "seed {seed}"
        );
        for (one, other) in
            [(around.floor, along.floor), (around.ceiling, along.ceiling), (around.wall, along.wall)]
        {
            assert_eq!(one.is_some(), other.is_some(), "seed {seed}");
        }
        stopped += u32::from(around.floor.or(around.ceiling).or(around.wall).is_some());
        free += u32::from(around.velocity == motion && motion != PointQ16::ZERO);
    }
    assert!(stopped > 30 && free > 30, "{stopped} stopped, {free} free");
}

/// The obstacles of one lap are enough for all of them: a list of all their images had 2²⁰ entries here.
#[test]
fn a_million_laps() {
    let mut world = World::with_options(WorldOptions { wrap: Some((64, 4)), ..WorldOptions::default() });
    let hero = world.insert(Collider::new(Rect::new(0, 0, 3, 2)).at((0, 2)).character());
    let slide = |world: &mut World, x: i32| {
        world.move_and_slide(hero, (x, 0), &MoveOptions::default(), &QueryFilter::default()).unwrap().position
    };
    assert_eq!(slide(&mut world, (1 << 30) + 5), (5, 2).into(), "past nothing");
    assert_eq!(slide(&mut world, -5), (0, 2).into());
    world.insert(Collider::new(Rect::new(30, 0, 9, 1)));
    assert_eq!(slide(&mut world, 1 << 26), (0, 2).into());
}

/// A step down of any height looks around the world once: before, it went around 67 million times.
#[test]
fn a_step_down_ends_after_a_lap() {
    let mut world = World::with_options(WorldOptions { wrap: Some((64, 64)), ..WorldOptions::default() });
    world.insert(Collider::new(Rect::new(0, 10, 10, 1)));
    let hero = world.insert(Collider::new(Rect::new(0, 0, 3, 2)).at((5, 8)).character());
    let walk = |world: &mut World, step_down: u32| {
        world.set_position(hero, (5, 8)).unwrap();
        let options = MoveOptions { step_down, ..MoveOptions::default() };
        let slid = world.move_and_slide(hero, (20, 0), &options, &QueryFilter::default()).unwrap();
        (slid.position, slid.floor.is_some())
    };
    assert_eq!(walk(&mut world, u32::MAX), ((25, 8).into(), false));
    // The nearest floor lies across the seam, 59 pixels down.
    world.insert(Collider::new(Rect::new(20, 5, 20, 1)));
    assert_eq!(walk(&mut world, 58), ((25, 8).into(), false));
    assert_eq!(walk(&mut world, 59), ((25, 3).into(), true));
    assert_eq!(walk(&mut world, u32::MAX), ((25, 3).into(), true));
}
