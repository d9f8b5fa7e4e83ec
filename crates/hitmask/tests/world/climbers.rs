//! Crates that climb before their step, and what that does to those on them and beside them: each by a small scene with numbers.

use hitmask::{Collider, Handle, Mask, MoveOptions, World};

use super::second_edition::{ALL, at, block, hero, plain, slide};

fn chest(x: i32, y: i32, w: u32, h: u32) -> Collider {
    Collider::new(Mask::filled(w, h)).at((x, y)).pushable()
}

/// A mask of boxes: each from x, y to x, y.
fn boxes(all: &[[i32; 4]]) -> Collider {
    let corner = |i: usize| all.iter().map(|it| it[i]).min().unwrap();
    let end = |i: usize| all.iter().map(|it| it[i]).max().unwrap();
    let (x0, y0) = (corner(0), corner(1));
    let size = ((end(2) - x0) as u32, (end(3) - y0) as u32);
    let is_in = |x: i32, y: i32| all.iter().any(|it| x >= it[0] && y >= it[1] && x < it[2] && y < it[3]);
    Collider::new(Mask::from_fn(size.0, size.1, |x, y| is_in(x as i32 + x0, y as i32 + y0))).at((x0, y0))
}

fn push(world: &mut World, solid: Handle, motion: (f64, f64), options: MoveOptions) -> hitmask::SolidMoved {
    world.move_solid(solid, motion, &[], &options).unwrap()
}

fn climbs() -> MoveOptions {
    MoveOptions { step_up: 1, ..plain() }
}

/// A crate that is carried climbs a ledge, and lifts its rider, who cannot go along, in front of another pixel of what carries it.
#[test]
fn who_is_lifted_into_the_way_of_a_carrier_is_named() {
    let mut world = World::new();
    let lift = world.insert(boxes(&[[0, 20, 40, 24], [8, 4, 10, 6]]));
    world.insert(block(20, 19, 20, 1));
    world.insert(block(16, 0, 2, 11));
    let chest = world.insert(chest(10, 12, 10, 8));
    let hero = world.insert(hero(10, 6, 6, 6));
    let moved = push(&mut world, lift, (1.0, 0.0), climbs());
    assert_eq!((at(&world, chest), at(&world, hero)), ([11.0, 11.0], [10.0, 5.0]));
    assert_eq!((moved.carried, moved.crushed), (vec![chest], vec![hero]));
}

/// A crate that tries a way around a corner and comes back has what rides on it where it was before.
#[test]
fn who_comes_back_from_a_corner_brings_back_its_riders() {
    let mut world = World::new();
    let lift = world.insert(block(0, 10, 10, 4));
    world.insert(block(-5, -4, 9, 4));
    let chest_on_it = world.insert(chest(0, 0, 10, 10));
    let hook = world.insert(boxes(&[[5, -3, 13, 0], [11, 0, 13, 3]]).pushable());
    let other = world.insert(chest(10, 5, 6, 5));
    let moved = push(&mut world, lift, (1.0, -1.4), MoveOptions { corner: 1, ..plain() });
    assert_eq!(at(&world, chest_on_it), [1.0, 0.0]);
    assert_eq!((at(&world, hook), at(&world, other)), ([6.0, -3.0], [11.0, 5.0]));
    assert_eq!(moved.crushed, [chest_on_it]);
}

/// Who was pushed first is lifted by a crate that climbs in the same step as if it had not been pushed yet.
#[test]
fn who_has_been_pushed_is_lifted_from_where_it_was() {
    let mut world = World::new();
    let hero = world.insert(hero(9, -6, 6, 6));
    let chest = world.insert(chest(0, 0, 10, 10));
    world.insert(block(-50, 10, 100, 4));
    world.insert(block(10, 9, 20, 1));
    let wall = world.insert(boxes(&[[-4, 0, 0, 9], [5, -6, 9, -3]]));
    push(&mut world, wall, (1.0, 0.0), climbs());
    assert_eq!((at(&world, chest), at(&world, hero)), ([1.0, -1.0], [10.0, -7.0]));
}

/// Who loses its support because that changes has a new one at once: the old one does not get it back.
#[test]
fn who_is_left_by_a_solid_that_changes_has_a_new_support() {
    let mut world = World::new();
    let [plank, ground] = [(0, 6), (6, 10)].map(|(x, w)| world.insert(block(x, 10, w, 4)));
    let hero = world.insert(hero(0, 0, 8, 10));
    slide(&mut world, hero, (0, 1), plain());
    assert_eq!(world.support(hero), Some(plank));
    for y in [13, 10] {
        let moved = world.reshape_solid(plank, 0, &ALL, |it| it.transform.set_position((0, y))).unwrap();
        assert_eq!((moved.carried, moved.crushed), (vec![], vec![]));
        assert_eq!(world.support(hero), Some(ground), "{y}");
    }
}

/// A crate stands on what it could push, and that is decided when it has moved.
#[test]
fn a_crate_on_a_crate_is_carried_by_it() {
    let mut world = World::new();
    world.insert(block(0, 20, 40, 4));
    let [wide, narrow] = [(0, 6), (6, 2)].map(|(x, w)| world.insert(chest(x, 10, w, 4)));
    let above = world.insert(chest(0, 0, 8, 10));
    let slid = slide(&mut world, above, (0, 0), plain());
    // Both could be pushed down.
    assert_eq!((slid.floor, world.support(above)), (None, Some(wide)));
    // It keeps the one that it had when it came, though the other one bears more of it now.
    world.set_position(wide, (-4, 10)).unwrap();
    world.edit(narrow, |it| it.shape = Mask::filled(6, 4).into()).unwrap();
    world.set_position(narrow, (2, 10)).unwrap();
    assert_eq!(world.support(above), Some(wide));
}

/// Two crates that hold each other: one climbs, and pushes the other one along in its climb. Each makes its step once.
#[test]
fn who_takes_part_in_a_climb_makes_the_step_once() {
    let mut world = World::new();
    world.insert(block(-20, 2, 40, 4));
    world.insert(block(3, 1, 20, 1));
    let wall = world.insert(block(-4, 0, 4, 2));
    let one = world.insert(boxes(&[[0, 0, 1, 1], [0, 1, 3, 2]]).pushable());
    let other = world.insert(chest(1, 0, 1, 1));
    let moved = push(&mut world, wall, (1.0, 0.0), climbs());
    assert_eq!((at(&world, one), at(&world, other)), ([1.0, -1.0], [2.0, -1.0]));
    assert_eq!((moved.pushed, moved.crushed), (vec![one, other], vec![]));
}

/// The limit of a push counts what is pushed, and not what a crate that climbs lifts.
#[test]
fn what_is_lifted_counts_for_no_limit() {
    let mut world = World::new();
    world.insert(block(-20, 20, 80, 4));
    world.insert(block(20, 19, 40, 1));
    let hero = world.insert(hero(2, 12, 8, 8));
    let pile = [10, 4, -2].map(|y| world.insert(chest(10, y, 10, if y == 10 { 10 } else { 6 })));
    let options = MoveOptions { push: true, push_limit: 1, ..climbs() };
    let _ = slide(&mut world, hero, (1, 0), options);
    assert_eq!(pile.map(|it| at(&world, it)), [[11.0, 9.0], [11.0, 3.0], [11.0, -3.0]]);
    assert_eq!(at(&world, hero), [3.0, 12.0]);
}

/// A crate that climbs a ledge pushes who stands there, and stays where it is if he cannot go.
#[test]
fn a_crate_climbs_into_nobody() {
    for (gap, goes) in [(20, 6), (2, 4), (0, 2)] {
        let mut world = World::new();
        world.insert(block(-50, 10, 100, 10));
        world.insert(block(10, 9, 40, 1));
        world.insert(block(14 + gap, 0, 4, 9));
        let chest = world.insert(chest(3, 5, 5, 5));
        let man = world.insert(hero(10, 3, 4, 6));
        let slid = slide(&mut world, chest, (6, 0), climbs());
        let high = if goes > 2 { 4 } else { 5 };
        assert_eq!(at(&world, chest), [f64::from(3 + goes), f64::from(high)], "{gap}");
        assert_eq!(at(&world, man), [f64::from(8 + goes), 3.0], "{gap}");
        assert_eq!(slid.wall.is_some(), goes < 6, "{gap}");
    }
}

/// A crate that cannot climb because one on it has no room leaves another one on it where it was: as an obstacle, too.
#[test]
fn who_was_lifted_in_vain_is_still_in_the_way() {
    let mut world = World::new();
    world.insert(block(-50, 10, 100, 10));
    world.insert(block(12, 9, 20, 1));
    world.insert(block(8, -2, 12, 2));
    let wall = world.insert(boxes(&[[-4, 4, 0, 9], [-8, -1, -3, 3]]));
    let below = world.insert(chest(0, 4, 12, 6));
    let above = world.insert(chest(0, 2, 3, 2));
    let low = world.insert(hero(8, 0, 3, 4));
    let beside = world.insert(hero(-3, -1, 3, 4));
    let moved = push(&mut world, wall, (1.0, 0.0), climbs());
    assert_eq!((moved.pushed, moved.crushed), (vec![], vec![below, beside]));
    let places = [below, above, low, beside].map(|it| at(&world, it));
    assert_eq!(places, [[0.0, 4.0], [0.0, 2.0], [8.0, 0.0], [-3.0, -1.0]]);
}

/// A crate does not climb into the hero who pushes it: a law is that nobody gets into what stops him unless he is named.
#[test]
fn a_crate_does_not_climb_into_who_pushes_it() {
    for (arm, goes) in [(2, 1), (3, 0)] {
        let mut world = World::new();
        world.insert(block(-50, 8, 100, 10));
        world.insert(block(9, 7, 40, 1));
        let man = world.insert(boxes(&[[0, 0, 4, 8], [4, 0, 7, arm]]).character());
        let chest = world.insert(chest(4, 3, 5, 5));
        let options = MoveOptions { push: true, ..climbs() };
        let slid = slide(&mut world, man, (1, 0), options);
        assert_eq!(at(&world, man), [f64::from(goes), 0.0], "{arm}");
        assert_eq!(at(&world, chest), [f64::from(4 + goes), f64::from(3 - goes)], "{arm}");
        assert_eq!(slid.wall.map(|wall| wall.handle), (goes == 0).then_some(chest), "{arm}");
        assert_eq!(slide(&mut world, man, (0, 1), plain()).stuck, None, "{arm}");
    }
}

/// What carries somebody is decided anew when it leaves him, and not because something else tried a way in vain, or because what was put
/// elsewhere moves there.
#[test]
fn who_was_left_by_what_was_put_elsewhere_keeps_it() {
    for far in [12, 300] {
        let mut world = World::new();
        world.insert(block(0, 20, 400, 4));
        let [wide, narrow] = [(0, 6), (6, 2)].map(|(x, w)| world.insert(chest(x, 10, w, 10)));
        let man = world.insert(hero(0, 0, 8, 10));
        slide(&mut world, man, (0, 1), plain());
        assert_eq!(world.support(man), Some(wide));
        world.set_position(wide, (far, 10)).unwrap();
        assert_eq!(world.support(man), Some(narrow));
        slide(&mut world, wide, (1, 0), plain());
        // Back again, with one column. The other one bears more, but this one was never left.
        world.set_position(wide, (-5, 10)).unwrap();
        assert_eq!(world.support(man), Some(wide), "{far}");
    }
}

/// Of crates on each other that all climb in one step, the last is lifted by all: it meets a ceiling that is farther away than one climb leads.
#[test]
fn a_high_pile_climbs_into_nothing() {
    for n in [1, 2, 4, 8, 20] {
        let mut world = World::new();
        world.insert(block(-50, 100, 100, 10));
        let wall = world.insert(block(-4, 96, 4, 3));
        let pile: Vec<Handle> = (0..n)
            .map(|k| {
                let y = 96 - 4 * k;
                // In front of its lowest row, when those below have lifted it.
                world.insert(block(10, y + 3 - k, 1, 1));
                world.insert(chest(0, y, 10, 4))
            })
            .collect();
        // The last one has no room for its own climb.
        let top = 100 - 4 * n;
        world.insert(block(-10, top - (n - 1) - 5, 60, 5));
        push(&mut world, wall, (1.0, 0.0), climbs());
        for (k, chest) in (0..n).zip(pile) {
            let lifts = (k + 1).min(n - 1);
            let x = f64::from(i32::from(k + 1 < n));
            assert_eq!(at(&world, chest), [x, f64::from(96 - 4 * k - lifts)], "{k} of {n}");
        }
    }
}
