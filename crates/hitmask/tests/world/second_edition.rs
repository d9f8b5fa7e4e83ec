//! What characters, crates and solids that move owe to a game: each rule of the movers by a small scene with numbers.
//!
//! This file is long because it is a list: each rule has a scene of its own.

use std::sync::Arc;

use hitmask::{
    Angle, Collider, Direction, Fit, Handle, InvalidReason, Mask, MoveOptions, PointQ16, QueryFilter, Rect,
    Slid, Terrain, TileCell, TileDef, TileKind, TileMap, TileSet, World,
};

pub(super) const ALL: QueryFilter<'_> = QueryFilter {
    space: None,
    layers: None,
    group: None,
    sensors: false,
    except: None,
    except_all: &[],
    accept: None,
};

pub(super) fn plain() -> MoveOptions {
    MoveOptions::default()
}

pub(super) fn block(x: i32, y: i32, w: u32, h: u32) -> Collider {
    Collider::new(Rect::new(0, 0, w, h)).at((x, y))
}

pub(super) fn hero(x: i32, y: i32, w: u32, h: u32) -> Collider {
    Collider::new(Mask::filled(w, h)).at((x, y)).character()
}

pub(super) fn at(world: &World, handle: Handle) -> [f64; 2] {
    world.position(handle).unwrap().to_f64()
}

pub(super) fn slide(
    world: &mut World,
    handle: Handle,
    motion: impl Into<PointQ16>,
    options: MoveOptions,
) -> Slid {
    world.move_and_slide(handle, motion, &options, &ALL).unwrap()
}

pub(super) fn shift(world: &mut World, handle: Handle, motion: impl Into<PointQ16>) -> hitmask::SolidMoved {
    world.move_solid(handle, motion, &[], &plain()).unwrap()
}

#[test]
fn who_stands_on_two_blocks_goes_as_far_as_they_do() {
    for one_way in [false, true] {
        let mut world = World::new();
        let [a, b] = [0, 16].map(|x| {
            let block = block(x, 100, 16, 8);
            world.insert(if one_way { block.one_way() } else { block })
        });
        let hero = world.insert(hero(10, 84, 12, 16));
        shift(&mut world, a, (2, 0));
        shift(&mut world, b, (2, 0));
        assert_eq!(at(&world, hero), [12.0, 84.0]);
        assert_eq!(world.support(hero), Some(a));
        // He goes with his support.
        shift(&mut world, a, (3, 0));
        shift(&mut world, b, (1, 0));
        assert_eq!(at(&world, hero), [15.0, 84.0]);
    }
}

#[test]
fn three_blocks_move_six_frames_and_no_pixel_is_lost() {
    for motion in [(1.25, 0.0), (-0.75, 0.0), (0.0, -0.75), (0.0, 0.4), (3.0, 0.0)] {
        let mut world = World::new();
        let blocks: Vec<Handle> = (0..3).map(|i| world.insert(block(i * 5, 100, 5, 8))).collect();
        let hero = world.insert(hero(1, 84, 12, 16));
        for frame in 1..=6 {
            for &block in &blocks {
                shift(&mut world, block, motion);
            }
            slide(&mut world, hero, (0, 1), plain());
            let moved = (PointQ16::from(motion) * frame).pixel().unwrap();
            let there = [f64::from(1 + moved.x), f64::from(84 + moved.y)];
            assert_eq!(at(&world, hero), there, "{motion:?} {frame}");
        }
    }
}

#[test]
fn he_rides_what_bears_most_of_him() {
    let mut world = World::new();
    let ground = world.insert(block(0, 100, 50, 20));
    let lift = world.insert(block(50, 100, 30, 8));
    let hero = world.insert(hero(44, 84, 8, 16));
    assert_eq!(world.support(hero), Some(ground));
    shift(&mut world, lift, (2, 0));
    assert_eq!(at(&world, hero), [44.0, 84.0]);
    // What was decided is kept until a move of his own.
    world.set_position(hero, (48, 84)).unwrap();
    assert_eq!(world.support(hero), Some(ground));
    let slid = slide(&mut world, hero, (0, 1), plain());
    assert_eq!((slid.floor.unwrap().handle, world.support(hero)), (lift, Some(lift)));
    shift(&mut world, lift, (1, 0));
    assert_eq!(at(&world, hero), [49.0, 84.0]);
    world.remove(lift).unwrap();
    assert_eq!(world.support(hero), Some(ground));
}

/// He is where he would have walked.
#[test]
fn a_wall_pushes_up_a_slope() {
    for run in [4, 2, 1] {
        let options = MoveOptions { step_up: 3, step_down: 3, ..plain() };
        let slope = Arc::new(Mask::from_fn(200, 120, move |x, y| (120 - y) * run <= x));
        let scene = || {
            let mut world = World::new();
            world.insert(Collider::new(&slope));
            let hero = world.insert(hero(20, 60, 8, 16));
            let landed = slide(&mut world, hero, (0, 100), plain());
            assert!(landed.floor.is_some());
            (world, hero)
        };
        let (mut walked, walker) = scene();
        let (mut pushed, hero) = scene();
        let wall = pushed.insert(block(10, 0, 10, 200).on(hitmask::Layers::default()));
        for frame in 0..60 {
            slide(&mut walked, walker, (1, 0), options);
            let moved = pushed.move_solid(wall, (1, 0), &[], &options).unwrap();
            assert!(moved.crushed.is_empty(), "1 in {run}, frame {frame}");
            assert_eq!(at(&pushed, hero), at(&walked, walker), "1 in {run}, frame {frame}");
        }
    }
}

#[test]
fn a_lift_takes_a_crate_and_who_stands_on_it() {
    for motion in [(0.0, -0.7), (0.0, 0.7), (0.6, 0.0), (-0.3, 0.45), (1.5, -2.25)] {
        let mut world = World::new();
        let lift = world.insert(block(100, 200, 60, 8));
        let chest = world.insert(Collider::new(Mask::filled(16, 16)).at((120, 184)).pushable());
        let hero = world.insert(hero(123, 168, 8, 16));
        for frame in 1..=40 {
            let moved = shift(&mut world, lift, motion);
            assert!(moved.crushed.is_empty());
            let by = at(&world, chest);
            let lifted = world.position(lift).unwrap().pixel().unwrap();
            assert_eq!(by, [f64::from(lifted.x + 20), f64::from(lifted.y - 16)], "{motion:?} {frame}");
            assert_eq!(at(&world, hero), [by[0] + 3.0, by[1] - 16.0], "{motion:?} {frame}");
            // Gravity changes nothing.
            slide(&mut world, chest, (0, 1), plain());
            slide(&mut world, hero, (0, 1), plain());
            assert_eq!(world.support(hero), Some(chest));
        }
        // The crate moves by itself, and takes him along.
        let before = at(&world, hero);
        slide(&mut world, chest, (5, 0), plain());
        assert_eq!(at(&world, hero), [before[0] + 5.0, before[1]]);
    }
}

#[test]
fn crates_fall_stop_and_are_pushed() {
    let mut world = World::new();
    world.insert(block(0, 100, 200, 20));
    let below = world.insert(hero(50, 84, 8, 16));
    let chest = world.insert(Collider::new(Mask::filled(12, 12)).at((48, 20)).pushable());
    let slid = slide(&mut world, chest, (0, 300), plain());
    assert_eq!((at(&world, chest), slid.floor.unwrap().handle), ([48.0, 72.0], below));
    assert_eq!(at(&world, below), [50.0, 84.0]);
    assert_eq!(world.support(chest), None);
    // He ducks out, and it lands.
    world.set_position(below, (20, 84)).unwrap();
    slide(&mut world, chest, (0, 300), plain());
    assert_eq!(at(&world, chest), [48.0, 88.0]);
    // Three in a row are pushed, to the wall.
    let row: Vec<Handle> =
        [60, 72].map(|x| world.insert(Collider::new(Mask::filled(12, 12)).at((x, 88)).pushable())).into();
    world.insert(block(100, 0, 10, 100));
    let push = MoveOptions { push: true, ..plain() };
    let slid = slide(&mut world, below, (30, 0), plain());
    assert_eq!((at(&world, below), slid.wall.unwrap().handle), ([40.0, 84.0], chest));
    let slid = slide(&mut world, below, (10, 0), MoveOptions { push_limit: 2, ..push });
    assert_eq!((at(&world, below), slid.wall.unwrap().handle), ([40.0, 84.0], chest));
    let slid = slide(&mut world, below, (10, 0), push);
    assert_eq!((at(&world, below), slid.wall), ([50.0, 84.0], None));
    assert_eq!(row.iter().map(|&it| at(&world, it)[0]).collect::<Vec<_>>(), [70.0, 82.0]);
    let slid = slide(&mut world, below, (30, 0), push);
    assert_eq!((at(&world, below), slid.wall.unwrap().handle), ([56.0, 84.0], chest));
    assert_eq!(row.iter().map(|&it| at(&world, it)[0]).collect::<Vec<_>>(), [76.0, 88.0]);
    // A crate that is pushed against a wall stops.
    let slid = slide(&mut world, row[1], (5, 0), plain());
    assert!(slid.wall.is_some());
}

#[test]
fn a_crate_between_two_crushers_is_named() {
    let mut world = World::new();
    world.insert(block(0, 100, 200, 20));
    let left = world.insert(block(20, 50, 10, 50));
    world.insert(block(50, 50, 10, 50));
    let chest = world.insert(Collider::new(Mask::filled(12, 12)).at((34, 88)).pushable());
    assert_eq!(shift(&mut world, left, (4, 0)).pushed, []);
    assert_eq!(shift(&mut world, left, (4, 0)).pushed, [chest]);
    let moved = shift(&mut world, left, (2, 0));
    assert_eq!((moved.crushed, at(&world, chest)), (vec![chest], [38.0, 88.0]));
}

#[test]
fn riders_that_cannot_ride_are_refused() {
    let mut world = World::new();
    let lift = world.insert(block(0, 100, 20, 8));
    let body = world.insert(block(0, 90, 8, 8));
    let refused = world.try_move_solid(lift, (1, 0), &[body], &plain()).unwrap_err();
    assert_eq!((refused.argument, refused.reason), ("riders", InvalidReason::CannotRide));
    assert!(refused.to_string().contains("characters and crates"), "{refused}");
    assert_eq!(at(&world, lift), [0.0, 100.0]);
}

#[test]
fn seen_from_above_he_slides_along_a_slanting_wall() {
    let mut world = World::new();
    world.insert(Collider::new(Mask::from_fn(300, 300, |x, y| x >= y)));
    let hero = world.insert(hero(60, 120, 10, 10).seen_from_above());
    let options = MoveOptions { corner: 3, ..plain() };
    let mut before = at(&world, hero);
    let mut slow = 0;
    for _ in 0..80 {
        slide(&mut world, hero, (2, 0), options);
        let now = at(&world, hero);
        assert!(now[0] + 9.0 < now[1], "{now:?}");
        if now[0] + 10.0 >= now[1] {
            let step = [now[0] - before[0], now[1] - before[1]];
            slow += i32::from(step == [1.0, 1.0]);
        }
        assert_ne!(now, before);
        before = now;
    }
    assert!(slow > 50, "{slow}");
    assert!(before[1] > 170.0, "{before:?}");
}

#[test]
fn seen_from_above_walls_and_corners() {
    let mut world = World::new();
    let wall = world.insert(block(100, 0, 10, 300));
    let hero = world.insert(hero(80, 100, 10, 10).seen_from_above());
    let options = MoveOptions { corner: 3, ..plain() };
    let slid = slide(&mut world, hero, (30, 20), options);
    assert_eq!((at(&world, hero), slid.velocity), ([90.0, 120.0], (0, 20).into()));
    assert_eq!((slid.wall.unwrap().handle, slid.floor), (wall, None));
    let floor = world.insert(block(0, 140, 110, 10));
    let slid = slide(&mut world, hero, (30, 20), options);
    assert_eq!((at(&world, hero), slid.velocity), ([90.0, 130.0], PointQ16::ZERO));
    assert_eq!(slid.wall.unwrap().handle, wall);
    assert_eq!(world.support(hero), None);
    shift(&mut world, floor, (5, 0));
    assert_eq!(at(&world, hero), [90.0, 130.0]);
}

#[test]
fn a_corner_is_gone_around() {
    let mut world = World::new();
    world.insert(Collider::new(Mask::filled(100, 20)).at((20, 0)));
    let hero = world.insert(hero(14, 40, 8, 16));
    let slid = slide(&mut world, hero, (0, -38), MoveOptions { corner: 4, ..plain() });
    assert_eq!((at(&world, hero), slid.velocity, slid.ceiling), ([12.0, 2.0], (0, -38).into(), None));
    // Too far aside.
    world.set_position(hero, (17, 40)).unwrap();
    let slid = slide(&mut world, hero, (0, -38), MoveOptions { corner: 4, ..plain() });
    assert_eq!((at(&world, hero), slid.velocity), ([17.0, 20.0], PointQ16::ZERO));
    // A dash into an edge, in the air.
    world.set_position(hero, (0, 17)).unwrap();
    let slid = slide(&mut world, hero, (30, 0), MoveOptions { corner: 4, ..plain() });
    assert_eq!((at(&world, hero), slid.velocity), ([30.0, 20.0], (30, 0).into()));
}

#[test]
fn he_jumps_out_of_a_hole_of_his_own_width() {
    for part in 0..16 {
        let mut world = World::new();
        world.insert(Collider::new(Mask::from_fn(100, 40, |x, _| !(40..48).contains(&x))).at((0, 100)));
        let x = 40.0 + f64::from(part) / 16.0 - 0.45;
        let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((x, 150.0)).character());
        let slid = slide(&mut world, hero, (0, -80), MoveOptions { corner: 4, ..plain() });
        assert_eq!((at(&world, hero)[1], slid.velocity.y), (70.0, -80 << 16), "{part}");
    }
}

/// Everything of a scene, turned by right angles.
fn turned_scene(up: Direction, form: usize) -> Vec<[i64; 2]> {
    // As it is seen with this up: ground with a slope, a ledge to climb, a one-way plank, a lift.
    let side = 240_u32;
    let solid = |x: u32, y: u32| {
        let hill = (60..120).contains(&x) && y + (x - 60) / 2 >= 180;
        let step = (120..160).contains(&x) && y >= 148;
        y >= 180 || hill || step || x >= 190 && y >= 100
    };
    let last = side - 1;
    let seen = move |x: u32, y: u32| match up {
        Direction::Up => (x, y),
        Direction::Right => (y, last - x),
        Direction::Down => (last - x, last - y),
        Direction::Left => (last - y, x),
    };
    let ground = Mask::from_fn(side, side, move |x, y| {
        let (x, y) = seen(x, y);
        solid(x, y)
    });
    let lies = |(x, y, w, h): (i32, i32, u32, u32)| {
        let side = side as i32;
        match up {
            Direction::Up => (x, y, w, h),
            Direction::Right => (side - y - h as i32, x, h, w),
            Direction::Down => (side - x - w as i32, side - y - h as i32, w, h),
            Direction::Left => (y, side - x - w as i32, h, w),
        }
    };
    let way = |(x, y): (f64, f64)| match up {
        Direction::Up => (x, y),
        Direction::Right => (-y, x),
        Direction::Down => (-x, -y),
        Direction::Left => (y, -x),
    };
    let mut world = World::new();
    match form {
        0 => world.insert(Collider::new(ground)),
        1 => world.insert(Collider::new(Terrain::from(&ground))),
        2 => {
            let tiles =
                (0..225).map(|i| TileDef::new(ground.crop(Rect::new(i % 15 * 16, i / 15 * 16, 16, 16))));
            let mut map = TileMap::new(TileSet::new(tiles), (15, 15), (16, 16));
            (0..225).for_each(|i| {
                map.set((i % 15, i / 15), TileCell::new(i as u32));
            });
            world.insert_tiles(Collider::new(map)).body
        }
        _ => {
            // Turned by its pose.
            let upright = Mask::from_fn(side, side, solid);
            let degrees = [0.0, 90.0, 180.0, 270.0][up as usize];
            let middle = f64::from(side) / 2.0;
            let turned = Collider::new(upright).with_pivot((middle, middle)).at((middle, middle));
            world.insert(turned.rotated(Angle::Degrees(degrees)))
        }
    };
    let put = |world: &mut World, place: (i32, i32, u32, u32), dress: &dyn Fn(Collider) -> Collider| {
        let (x, y, w, h) = lies(place);
        world.insert(dress(Collider::new(Mask::filled(w, h)).at((x, y))))
    };
    let plank = put(&mut world, (10, 140, 40, 4), &|it| it.one_way_to(up));
    let lift = put(&mut world, (162, 170, 26, 6), &|it| it);
    let hero = put(&mut world, (20, 150, 9, 12), &|it| it.character().with_up(up));
    let options = MoveOptions { step_up: 3, step_down: 3, corner: 2, ..plain() };
    let mut told = Vec::new();
    let back = |p: [f64; 2], (w, h): (f64, f64)| {
        let side = f64::from(side);
        let [x, y] = p;
        match up {
            Direction::Up => [x, y],
            Direction::Right => [y, side - x - h],
            Direction::Down => [side - x - w, side - y - h],
            Direction::Left => [side - y - w, x],
        }
        .map(|q| (q * 65_536.0).round() as i64)
    };
    let mut tell = |world: &World, slid: Option<Slid>| {
        told.push(back(at(world, hero), (9.0, 12.0)));
        if let Some(slid) = slid {
            told.push([slid.floor, slid.wall].map(|it| it.map_or(-1, |it| it.handle.index().into())));
            told.push([slid.ceiling.map_or(-1, |it| it.handle.index().into()), 0]);
            let [x, y] = slid.velocity.to_f64();
            let v = match up {
                Direction::Up => [x, y],
                Direction::Right => [y, -x],
                Direction::Down => [-x, -y],
                Direction::Left => [-y, x],
            };
            told.push(v.map(|q| (q * 16.0).round() as i64));
        }
        let slope = world.ground_slope(hero, 9, &ALL);
        told.push(slope.map_or([-99, -99], |slope| [slope.run.into(), slope.rise.into()]));
    };
    // It jumps through the plank, lands on it, walks off, climbs the hill and the step, is stopped, and rides the lift.
    for motion in [(0, -40), (0, 30), (50, 0), (0, 90), (40, 0), (60, 0), (20, 30), (15, 0), (0, 40), (30, 0)]
    {
        let by = way((f64::from(motion.0), f64::from(motion.1)));
        let slid = slide(&mut world, hero, by, options);
        tell(&world, Some(slid));
    }
    let by = lies((150, 158, 9, 12));
    world.set_position(hero, (by.0, by.1)).unwrap();
    let by = lies((170, 158, 9, 12));
    world.set_position(hero, (by.0, by.1)).unwrap();
    for motion in [(3.0, 0.0), (0.0, -20.0), (-4.0, 2.0)] {
        let moved = world.move_solid(lift, way(motion), &[], &options).unwrap();
        assert!(moved.crushed.is_empty());
        tell(&world, None);
    }
    assert_eq!(world.support(hero), Some(lift));
    let drop = MoveOptions { drop: true, ..options };
    let by = lies((20, 128, 9, 12));
    world.set_position(hero, (by.0, by.1)).unwrap();
    let slid = slide(&mut world, hero, way((0.0, 1.0)), options);
    assert_eq!(slid.floor.unwrap().handle, plank);
    let slid = slide(&mut world, hero, way((0.0, 100.0)), drop);
    assert_ne!(slid.floor.unwrap().handle, plank);
    tell(&world, Some(slid));
    told
}

#[test]
fn what_holds_for_up_holds_for_all_four() {
    for form in 0..4 {
        let upright = turned_scene(Direction::Up, form);
        for up in [Direction::Right, Direction::Down, Direction::Left] {
            assert_eq!(turned_scene(up, form), upright, "{up:?} in form {form}");
        }
    }
}

#[test]
fn doors_open_one_way() {
    for side in Direction::ALL {
        let (x, y) = (side.vector().x, side.vector().y);
        let mut world = World::new();
        let door = world.insert(block(100, 100, 20, 20).one_way_to(side));
        let hero = world.insert(hero(105 + 40 * x, 105 + 40 * y, 8, 8).seen_from_above());
        // Against the open side it stops, and out of the other side it goes.
        let slid = slide(&mut world, hero, (-80 * x, -80 * y), plain());
        assert_eq!(slid.wall.map(|wall| wall.handle), Some(door), "{side:?}");
        world.set_position(hero, (105 - 40 * x, 105 - 40 * y)).unwrap();
        let slid = slide(&mut world, hero, (80 * x, 80 * y), plain());
        assert_eq!((slid.wall, at(&world, hero)), (None, [f64::from(105 + 40 * x), f64::from(105 + 40 * y)]));
    }
}

#[test]
fn he_drops_through_one_ledge_of_a_map() {
    let set = TileSet::new([TileDef::new(Mask::filled(16, 4)).with_kind(TileKind::OneWay)]);
    for speed in [1, 20] {
        let mut map = TileMap::new(set.clone(), (10, 20), (16, 16));
        for row in [4, 8, 12] {
            (0..10).for_each(|x| {
                map.set((x, row), TileCell::new(0));
            });
        }
        let mut world = World::new();
        world.insert_tiles(Collider::new(map));
        let hero = world.insert(hero(30, 20, 10, 14));
        slide(&mut world, hero, (0, 200), plain());
        // Tiles of four pixels lie at the bottom of their cells.
        assert_eq!(at(&world, hero)[1], f64::from(5 * 16 - 4 - 14));
        let mut y = at(&world, hero)[1];
        let mut drop = true;
        for _ in 0..100 {
            slide(&mut world, hero, (0, speed), MoveOptions { drop, ..plain() });
            drop = false;
            if at(&world, hero)[1] == y {
                break;
            }
            y = at(&world, hero)[1];
        }
        assert_eq!(y, f64::from(9 * 16 - 4 - 14), "at {speed}");
    }
}

#[test]
fn tiles_are_one_way_to_any_side() {
    for side in Direction::ALL {
        let (x, y) = (side.vector().x, side.vector().y);
        let set = TileSet::new([TileDef::new(Mask::filled(16, 16)).with_kind(TileKind::one_way_to(side))]);
        let mut map = TileMap::new(set, (5, 5), (16, 16));
        map.set((2, 2), TileCell::new(0));
        let mut world = World::new();
        let level = world.insert_tiles(Collider::new(map));
        let parts = [level.one_way, level.one_way_right, level.one_way_down, level.one_way_left];
        let part = parts[side as usize].unwrap();
        assert_eq!(parts.iter().flatten().count(), 1);
        assert_eq!(world.get(part).unwrap().open_side, side);
        let hero = world.insert(hero(36 + 30 * x, 36 + 30 * y, 8, 8).seen_from_above());
        let slid = slide(&mut world, hero, (-70 * x, -70 * y), plain());
        assert_eq!(slid.wall.map(|wall| wall.handle), Some(part), "{side:?}");
        let back = slide(&mut world, hero, (0, 0), plain());
        assert_eq!(back.stuck, None);
        world.set_position(hero, (36 - 30 * x, 36 - 30 * y)).unwrap();
        assert_eq!(slide(&mut world, hero, (70 * x, 70 * y), plain()).wall, None);
    }
}

#[test]
fn a_turning_plank_carries_and_frees() {
    let mut world = World::new();
    let plank = world.insert(Collider::new(Mask::filled(80, 6)).with_pivot((40.0, 3.0)).at((200, 200)));
    world.insert(block(0, 300, 400, 20));
    let hero = world.insert(hero(185, 181, 8, 16));
    let options = MoveOptions { step_up: 2, step_down: 2, ..plain() };
    for frame in 1..=180 {
        let before = world.position(hero).unwrap();
        let rode = world.support(hero) == Some(plank);
        let angle = Angle::Degrees(-2.0 * f64::from(frame));
        let moved =
            world.reshape_solid(plank, 12, &ALL, |plank| plank.transform.set_rotation(angle)).unwrap();
        let stuck = world.fit_at(hero, world.position(hero).unwrap(), 0, &ALL);
        assert!(moved.crushed.contains(&hero) || stuck == Some(Fit::Free), "frame {frame}");
        if rode && frame < 15 {
            // The point under him goes about the pivot.
            let [x, y] = before.to_f64().map(|q| q - 200.0);
            let (x, y) = (x + 4.0, y + 16.0);
            let (sin, cos) = (-2.0_f64).to_radians().sin_cos();
            let way = [x * cos - y * sin - x, x * sin + y * cos - y];
            let [dx, dy] = (world.position(hero).unwrap() - before).to_f64();
            assert!(
                (dx - way[0]).abs() <= 1.5 && (dy - way[1]).abs() <= 1.5,
                "frame {frame}: {dx} {dy} {way:?}"
            );
        }
        slide(&mut world, hero, (0, 2), options);
    }
}

#[test]
fn plants_grow_and_doors_swing() {
    let mut world = World::new();
    world.insert(block(0, 200, 300, 20));
    let plant = world.insert(Collider::new(Mask::filled(10, 1)).at((100, 199)));
    let hero = world.insert(hero(101, 183, 8, 16));
    for height in 2..=60 {
        let moved = world
            .reshape_solid(plant, 4, &ALL, |plant| {
                plant.shape = Mask::filled(10, height).into();
                plant.transform.set_position((100, 200 - height as i32));
            })
            .unwrap();
        assert_eq!((moved.crushed, at(&world, hero)), (vec![], [101.0, f64::from(200 - height) - 16.0]));
        assert_eq!(world.support(hero), Some(plant));
    }
    // It pins a second one against the wall.
    world.insert(block(140, 100, 10, 100));
    let door = world.insert(
        Collider::new(Mask::filled(40, 4))
            .with_pivot((0.0, 2.0))
            .at((112, 190))
            .rotated(Angle::Degrees(-90.0)),
    );
    let other = world.insert(super::second_edition::hero(128, 184, 8, 16));
    let mut named = 0;
    for step in 1..=9 {
        let angle = Angle::Degrees(-90.0 + 10.0 * f64::from(step));
        let moved = world.reshape_solid(door, 3, &ALL, |door| door.transform.set_rotation(angle)).unwrap();
        let fits = world.fit_at(other, world.position(other).unwrap(), 0, &ALL) == Some(Fit::Free);
        assert!(fits || moved.crushed.contains(&other), "step {step}");
        named += moved.crushed.len();
    }
    assert!(named > 0);
}

/// What it is made of is saved, hashed, and put back.
#[test]
fn supports_and_sides_are_part_of_the_state() {
    let mut world = World::new();
    let block = world.insert(block(0, 100, 100, 10).one_way_to(Direction::Left));
    let chest =
        world.insert(Collider::new(Rect::new(0, 0, 8, 8)).at((10, 92)).pushable().with_up(Direction::Right));
    let hero = world.insert(Collider::new(Rect::new(0, 0, 8, 8)).at((40, 92)).character());
    world.set_open_side(block, Direction::Up).unwrap();
    let before = world.state_hash();
    let snapshot = world.snapshot();
    slide(&mut world, hero, (0, 1), plain());
    assert_eq!(world.support(hero), Some(block));
    let after = world.state_hash();
    assert_ne!(before, after);
    let bytes = world.to_bytes(|_, _| 0, |_, _| 0);
    let read = World::from_bytes(&bytes, |_| None, |_| None).unwrap();
    assert_eq!((read.state_hash(), read.support(hero)), (after, Some(block)));
    assert_eq!(read.to_bytes(|_, _| 0, |_, _| 0), bytes);
    assert_eq!(read.get(chest).unwrap().up, Some(Direction::Right));
    world.restore(&snapshot);
    assert_eq!(world.state_hash(), before);
    world.set_up(hero, None).unwrap();
    assert_ne!(world.state_hash(), before);
    assert_eq!(world.support(hero), None);
}

/// A crate that goes round a corner carries its rider aside first, who may then be in the way.
#[test]
fn a_crate_at_a_corner_does_not_cover_its_rider() {
    let mut world = World::new();
    world.insert(block(0, 0, 8, 10));
    let rider = world.insert(hero(0, 10, 5, 1));
    let chest = world.insert(Collider::new(Mask::filled(6, 7)).at((4, 11)).pushable());
    slide(&mut world, chest, (0, -1), MoveOptions { corner: 1, ..plain() });
    assert_eq!(slide(&mut world, rider, (0, 0), plain()).stuck, None);
}

/// One long move climbs a slope of 1 in 1 and pushes what stands on its top, as many short ones do.
#[test]
fn one_pushes_after_a_climb_in_one_move() {
    let top = |x: u32| if x < 20 { 50 } else { 50 - (x.min(40) - 20) };
    let end = |motions: &[i32]| {
        let mut world = World::new();
        world.insert(Collider::new(Mask::from_fn(200, 60, |x, y| y >= top(x))));
        let walker = world.insert(hero(0, 34, 8, 16));
        let chest = world.insert(Collider::new(Mask::filled(10, 16)).at((60, 14)).pushable());
        let options = MoveOptions { step_up: 1, push: true, ..plain() };
        motions.iter().for_each(|&by| _ = slide(&mut world, walker, (by, 0), options));
        [at(&world, walker), at(&world, chest)]
    };
    assert_eq!(end(&[60]), end(&[10; 6]));
    assert!(end(&[60])[1][0] > 60.0);
}

/// Going back to a snapshot puts parts back into the lap in which they were.
#[test]
fn a_snapshot_keeps_the_laps_of_parts() {
    let run = |detour: bool| {
        let mut world = World::with_options(hitmask::WorldOptions {
            wrap: Some((80, 80)),
            ..hitmask::WorldOptions::default()
        });
        let root = world.insert(Collider::new(Mask::filled(4, 4)).at((0, 20)));
        let part = world.insert(Collider::new(Mask::filled(4, 4)).swept());
        world.attach(root, part).unwrap();
        world.set_position(part, (8, 0)).unwrap();
        world.insert(block(50, 0, 2, 60));
        world.step().unwrap();
        let snapshot = world.snapshot();
        if detour {
            shift(&mut world, root, PointQ16::new(-(1 << 14), 0));
            world.restore(&snapshot);
        }
        shift(&mut world, root, (-3, 0));
        let events = world.step().unwrap().len();
        (events, world.state_hash())
    };
    assert_eq!(run(true), run(false));
}

/// A filter that panics in the middle leaves the solid and all around it as they were.
#[test]
fn a_change_that_panics_changes_nothing() {
    let mut world = World::new();
    let plank = world.insert(Collider::new(Mask::filled(40, 4)).at((0, 20)).swept());
    let rider = world.insert(hero(4, 12, 6, 8));
    world.insert(hero(20, 28, 6, 8));
    slide(&mut world, rider, (0, 1), plain());
    world.step().unwrap();
    let before = world.state_hash();
    let accept = |_: hitmask::Member<'_>| -> bool { panic!("the caller's") };
    let filter = QueryFilter { accept: Some(&accept), ..ALL };
    let changed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        world.reshape_solid(plank, 20, &filter, |plank| plank.transform.set_position((0, 26)))
    }));
    assert!(changed.is_err());
    assert_eq!(world.state_hash(), before);
    world.validate().unwrap();
}

#[test]
fn an_up_and_an_open_side_that_stay_change_no_hash() {
    let mut world = World::new();
    let ledge = world.insert(Collider::new(Rect::new(0, 20, 40, 4)).one_way_to(Direction::Left));
    let hero =
        world.insert(Collider::new(Mask::filled(4, 4)).at((2, 10)).character().with_up(Direction::Left));
    let before = world.state_hash();
    assert_eq!(world.set_up(hero, Direction::Left), Some(()));
    assert_eq!(world.set_open_side(ledge, Direction::Left), Some(()));
    assert_eq!(world.state_hash(), before);
    // As any other property that is edited.
    let mut other = world.clone();
    assert_eq!(world.set_up(hero, None), Some(()));
    let _ = other.edit(hero, |hero| hero.up = None);
    assert_eq!(world.state_hash(), other.state_hash());
}
