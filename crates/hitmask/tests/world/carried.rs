//! What rides, is pushed and is freed together: each rule by a small scene with numbers.

use std::sync::Arc;

use hitmask::{Collider, Fit, Handle, InvalidReason, Mask, MoveOptions, Point, PointQ16, QueryFilter, World};

use super::second_edition::{ALL, at, block, hero, plain, shift, slide};

fn chest(x: i32, y: i32, w: u32, h: u32) -> Collider {
    Collider::new(Mask::filled(w, h)).at((x, y)).pushable()
}

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Blocks that move alike carry who stands on them as one would, whichever moves first, and whether he moves of his own in between or not.
#[test]
fn blocks_that_move_one_after_the_other_carry_as_one() {
    let motions = [
        (1.0, -1.0),
        (-1.0, -1.0),
        (1.0, 1.0),
        (-1.0, 1.0),
        (3.0, -2.0),
        (2.0, 3.0),
        (1.25, -0.75),
        (-0.5, 0.5),
    ];
    for (order, motion) in ORDERS.into_iter().flat_map(|order| motions.map(|motion| (order, motion))) {
        for (own, one_way) in [(false, false), (true, false), (true, true)] {
            let mut world = World::new();
            let blocks: Vec<Handle> = (0..3)
                .map(|i| {
                    let block = block(i * 5, 100, 5, 8);
                    world.insert(if one_way { block.one_way() } else { block })
                })
                .collect();
            let chest = world.insert(chest(1, 94, 12, 6));
            let hero = world.insert(hero(3, 78, 8, 16));
            for frame in 1..=9 {
                for i in order {
                    shift(&mut world, blocks[i], motion);
                }
                if own {
                    slide(&mut world, chest, (0, 1), plain());
                    slide(&mut world, hero, (0, 1), plain());
                }
                let by = (PointQ16::from(motion) * frame).pixel().unwrap();
                let [x, y] = [by.x, by.y].map(f64::from);
                let told = (order, motion, own, one_way, frame);
                assert_eq!(at(&world, chest), [1.0 + x, 94.0 + y], "{told:?}");
                assert_eq!(at(&world, hero), [3.0 + x, 78.0 + y], "{told:?}");
            }
        }
    }
}

/// Who has lost his support has a new one at once: the old one does not get him back.
#[test]
fn a_lost_support_is_decided_anew_at_once() {
    let mut world = World::new();
    let [a, b] = [0, 4].map(|x| world.insert(block(x, 100, if x == 0 { 4 } else { 20 }, 8)));
    let hero = world.insert(hero(2, 84, 8, 16));
    slide(&mut world, hero, (0, 1), plain());
    assert_eq!(world.support(hero), Some(b));
    shift(&mut world, a, (0, -1));
    shift(&mut world, a, (0, 1));
    assert_eq!((at(&world, hero), world.support(hero)), ([2.0, 84.0], Some(a)));
    shift(&mut world, b, (3, 0));
    assert_eq!(at(&world, hero), [2.0, 84.0]);
}

#[test]
fn a_freed_crate_takes_its_riders_along() {
    let scene = || {
        let mut world = World::new();
        let ground = world.insert(block(0, 100, 52, 20));
        let below = world.insert(chest(40, 91, 12, 12));
        let above = world.insert(chest(41, 83, 8, 8));
        let rider = world.insert(hero(42, 67, 6, 16));
        (world, ground, below, above, rider)
    };
    let (mut world, _, below, above, rider) = scene();
    assert_eq!(world.unstick(below, 5, &ALL), Some(Fit::Moved(Point::new(0, -3))));
    assert_eq!([below, above, rider].map(|it| at(&world, it)), [[40.0, 88.0], [41.0, 80.0], [42.0, 64.0]]);
    // The rider cannot go so far up, so they are in the crate's way.
    let (mut world, _, below, above, rider) = scene();
    world.insert(block(0, 60, 60, 5));
    assert_eq!(world.unstick(below, 20, &ALL), Some(Fit::Moved(Point::new(9, -3))));
    assert_eq!(at(&world, below), [49.0, 88.0]);
    for it in [below, above, rider] {
        assert_eq!(world.fit_at(it, world.position(it).unwrap(), 0, &ALL), Some(Fit::Free));
    }
    // What grows under it frees it so, too.
    let (mut world, ground, below, above, rider) = scene();
    world.set_position(ground, (0, 103)).unwrap();
    let moved =
        world.reshape_solid(ground, 5, &ALL, |ground| ground.transform.set_position((0, 100))).unwrap();
    assert_eq!((moved.crushed, moved.carried, moved.pushed), (vec![], vec![below], vec![above, rider]));
    assert_eq!([below, above, rider].map(|it| at(&world, it)), [[40.0, 88.0], [41.0, 80.0], [42.0, 64.0]]);
    let plant = world.insert(block(44, 110, 2, 2));
    let moved = world
        .reshape_solid(plant, 5, &ALL, |plant| {
            plant.shape = Mask::filled(2, 14).into();
            plant.transform.set_position((44, 98));
        })
        .unwrap();
    assert_eq!((moved.pushed.contains(&below), moved.crushed), (true, vec![]));
    assert_eq!([below, above, rider].map(|it| at(&world, it)), [[40.0, 86.0], [41.0, 78.0], [42.0, 62.0]]);
}

#[test]
fn a_crate_climbs_with_what_it_carries() {
    let options = MoveOptions { step_up: 3, ..plain() };
    let scene = || {
        let mut world = World::new();
        world.insert(block(0, 100, 200, 20));
        world.insert(block(60, 98, 100, 20));
        let below = world.insert(chest(40, 88, 12, 12));
        let above = world.insert(chest(40, 80, 8, 8));
        let rider = world.insert(hero(42, 64, 6, 16));
        (world, [below, above, rider])
    };
    let (mut world, all) = scene();
    let slid = slide(&mut world, all[0], (20, 0), options);
    assert_eq!(slid.wall, None);
    assert_eq!(all.map(|it| at(&world, it)), [[60.0, 86.0], [60.0, 78.0], [62.0, 62.0]]);
    // Without room above the rider it is stopped, and all are where they were.
    let (mut world, all) = scene();
    world.insert(block(0, 58, 200, 5));
    let slid = slide(&mut world, all[0], (20, 0), options);
    assert!(slid.wall.is_some());
    assert_eq!(all.map(|it| at(&world, it)), [[48.0, 88.0], [48.0, 80.0], [50.0, 64.0]]);
    assert_eq!(world.fit_at(all[2], world.position(all[2]).unwrap(), 0, &ALL), Some(Fit::Free));
}

/// What a wall pushes up a slope is where it would have gone of its own.
#[test]
fn crates_are_pushed_up_a_slope() {
    for (run, row) in [4, 2, 1].into_iter().flat_map(|run| [1, 2].map(|row| (run, row))) {
        let options = MoveOptions { step_up: 3, step_down: 3, ..plain() };
        let slope = Arc::new(Mask::from_fn(260, 160, move |x, y| (160 - y) * run <= x));
        let scene = || {
            let mut world = World::new();
            world.insert(Collider::new(&slope));
            let mut chests = Vec::new();
            // From the right to the left, so that each lands on free ground.
            for i in (0..row).rev() {
                let chest = world.insert(chest(20 + 12 * i, 60, 12, 12));
                assert!(slide(&mut world, chest, (0, 200), plain()).floor.is_some());
                let y = at(&world, chest)[1] as i32;
                chests.push([chest, world.insert(hero(22 + 12 * i, y - 16, 8, 16))]);
            }
            (world, chests)
        };
        let (mut own, walking) = scene();
        let (mut pushed, all) = scene();
        let wall = pushed.insert(block(10, 0, 10, 200));
        for frame in 0..50 {
            for &[chest, _] in &walking {
                slide(&mut own, chest, (1, 0), options);
            }
            let moved = pushed.move_solid(wall, (1, 0), &[], &options).unwrap();
            assert!(moved.crushed.is_empty(), "1 in {run}, {row} crates, frame {frame}");
            for (pair, other) in all.iter().flatten().zip(walking.iter().flatten()) {
                assert_eq!(at(&pushed, *pair), at(&own, *other), "1 in {run}, {row} crates, frame {frame}");
            }
        }
    }
    // A hero pushes one up a slope, too.
    let mut world = World::new();
    world.insert(Collider::new(Mask::from_fn(260, 160, |x, y| (160 - y) * 2 <= x)));
    let chest = world.insert(chest(60, 40, 12, 12));
    let hero = world.insert(hero(40, 40, 8, 16));
    [chest, hero].into_iter().for_each(|it| _ = slide(&mut world, it, (0, 200), plain()));
    let options = MoveOptions { step_up: 3, push: true, ..plain() };
    let slid = slide(&mut world, hero, (60, 0), options);
    assert_eq!((at(&world, hero)[0], at(&world, chest)[0], slid.wall), (100.0, 108.0, None));
    slide(&mut world, chest, (0, 1), plain());
    assert_eq!(at(&world, chest)[1], 89.0);
}

#[test]
fn riders_that_nothing_can_carry_are_refused() {
    let mut world = World::new();
    let lift = world.insert(block(0, 100, 20, 8));
    let mut rider = || world.insert(hero(5, 84, 8, 16));
    let [good, stale, disabled, elsewhere, part] = [(); 5].map(|()| rider());
    world.remove(stale).unwrap();
    world.edit(disabled, |it| it.enabled = false).unwrap();
    world.edit(elsewhere, |it| it.space = 3).unwrap();
    world.attach(good, part).unwrap();
    for rider in [stale, disabled, elsewhere, part, lift] {
        let before = world.state_hash();
        let refused = world.try_move_solid(lift, (1, 0), &[good, rider], &plain()).unwrap_err();
        assert_eq!((refused.argument, refused.reason), ("riders", InvalidReason::CannotRide));
        assert!(refused.to_string().contains("characters and crates"), "{refused}");
        assert_eq!(world.state_hash(), before);
    }
    let _ = world.move_solid(lift, (1, 0), &[good], &plain()).unwrap();
    assert_eq!(at(&world, good), [6.0, 84.0]);
}

/// A crate that goes with a plank does not take along who has a point of the plank of his own.
#[test]
fn who_stands_on_a_plank_and_on_its_crate_is_carried_once() {
    for way in [3, 5, 7] {
        let mut world = World::new();
        // Its left part is lower, and a crate fills that up.
        let plank = world.insert(Collider::new(Mask::from_fn(40, 12, |x, y| x >= 16 || y >= 8)).at((0, 100)));
        let chest = world.insert(chest(0, 100, 16, 8));
        let hero = world.insert(hero(14, 84, 8, 16));
        assert_eq!(world.support(hero), Some(plank));
        let moved = world.reshape_solid(plank, 5, &ALL, |it| it.transform.set_position((way, 100))).unwrap();
        assert_eq!((moved.crushed, moved.pushed), (vec![], vec![]));
        assert_eq!([chest, hero].map(|it| at(&world, it)[0]), [f64::from(way), f64::from(14 + way)]);
    }
}

/// Crates side by side on a plank: the first one pushes the second one, which has a way of its own, and goes it once.
#[test]
fn who_is_pushed_by_another_rider_goes_its_way_once() {
    for way in [6, -6] {
        let mut world = World::new();
        let plank = world.insert(block(0, 20, 40, 4));
        let (one, other) = (world.insert(chest(14, 16, 4, 4)), world.insert(chest(18, 16, 4, 4)));
        let moved = world.reshape_solid(plank, 5, &ALL, |it| it.transform.set_position((way, 20))).unwrap();
        assert_eq!(moved.crushed, []);
        assert_eq!([one, other].map(|it| at(&world, it)[0]), [f64::from(14 + way), f64::from(18 + way)]);
    }
}

/// Crates on a plank that shrinks go towards each other, from farther apart than the way of one: the second one pushes the first one back.
#[test]
fn riders_that_go_towards_each_other_meet() {
    let mut world = World::new();
    let plank = world.insert(Collider::new(Mask::filled(64, 4)).with_pivot((32.0, 0.0)).at((100, 50)));
    let (one, other) = (world.insert(chest(78, 42, 12, 8)), world.insert(chest(110, 42, 12, 8)));
    let moved = world.reshape_solid(plank, 0, &ALL, |it| it.transform.set_scale((0.25, 1.0))).unwrap();
    assert_eq!([one, other].map(|it| at(&world, it)[0]), [86.0, 98.0]);
    assert_eq!((moved.pushed, moved.crushed), (vec![one], vec![]));
}

/// Who stands on a crate goes with it, where a plank that has grown is in the way of neither.
#[test]
fn a_rider_of_a_crate_on_a_plank_goes_with_the_crate() {
    for way in [-4, 4, 9] {
        let mut world = World::new();
        let plank = world.insert(block(0, 100, 60, 4));
        let chest = world.insert(chest(20, 92, 12, 8));
        let hero = world.insert(hero(22, 76, 8, 16));
        let move_to = |y: i32| move |it: &mut Collider| it.transform.set_position((0, y));
        let moved = world.reshape_solid(plank, 5, &ALL, move_to(100 + way)).unwrap();
        assert_eq!(moved.crushed, [], "{way}");
        let y = f64::from(way);
        assert_eq!([chest, hero].map(|it| at(&world, it)[1]), [92.0 + y, 76.0 + y]);
    }
}

/// The pixel of a point, by its definition: it is the nearest one, and of two as near the one to the left. Twice the coordinate in 16ths.
fn nearest(twice_16ths: i64) -> i64 {
    let centre = |pixel: i64| 32 * pixel + 16;
    (-500..500).min_by_key(|&pixel| ((centre(pixel) - twice_16ths).abs(), pixel)).unwrap()
}

/// The point that bears a rider is the centre of a texel, and its pixel is the nearest: of two as near the left one, also left of zero.
#[test]
fn the_pixel_of_a_bearing_point_is_the_left_of_two() {
    let mut ties = 0;
    for (foot, from, to) in (0..12).flat_map(|foot| {
        let scales = [16, 24, 32, 48, 80, -16, -32, -40];
        scales.into_iter().flat_map(move |from| scales.map(move |to| (foot, from, to)))
    }) {
        let filter = QueryFilter::default();
        let mut world = World::new();
        let scaled = |it: &mut Collider, by: i32| it.transform.set_scale((f64::from(by) / 16.0, 1.0));
        let plank = world.insert(Collider::new(Mask::filled(12, 4)));
        world.edit(plank, |it| scaled(it, from)).unwrap();
        // On the first pixel whose centre lies in the texel.
        let centre = |scale: i64| scale * (2 * foot + 1);
        let covers = |x: i64| {
            let at = (32 * x + 16) as f64 / 2.0 / 16.0 / (f64::from(from) / 16.0);
            at > foot as f64 && at < (foot + 1) as f64
        };
        let Some(x) = (-500..500).find(|&x| covers(x)) else { continue };
        let hero = world.insert(hero(x as i32, -6, 1, 6));
        let moved = world.reshape_solid(plank, 0, &filter, |it| scaled(it, to)).unwrap();
        assert_eq!(moved.crushed, []);
        let way = nearest(centre(to.into())) - nearest(centre(from.into()));
        assert_eq!(at(&world, hero)[0], (x + way) as f64, "texel {foot} from {from} to {to}");
        ties += i32::from(centre(to.into()) % 32 == 0);
    }
    assert!(ties > 50, "{ties}");
}
