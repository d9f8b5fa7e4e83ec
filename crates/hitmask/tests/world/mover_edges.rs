//! Edges of the rules of movers that random cases seldom meet. Each test kills a mutant of the mover's rooms.

use hitmask::{
    Collider, Direction, Fit, Mask, Member, MoveOptions, PointQ16, QueryFilter, Rect, SolidMoved, World,
};

fn at(world: &World, handle: hitmask::Handle) -> PointQ16 {
    world.position(handle).unwrap()
}

/// What is far above one that is pushed by one pixel counts, too, if he may climb there.
#[test]
fn a_short_push_does_not_lift_into_a_ceiling() {
    let mut world = World::new();
    world.insert(Collider::new(Rect::new(0, 100, 100, 20)));
    world.insert(Collider::new(Rect::new(28, 97, 40, 3)));
    let ceiling = world.insert(Collider::new(Rect::new(20, 70, 40, 12)));
    let wall = world.insert(Collider::new(Rect::new(10, 84, 10, 16)));
    let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((20, 84)).character());
    let options = MoveOptions { step_up: 3, ..MoveOptions::default() };
    let moved = world.move_solid(wall, (1, 0), &[], &options).unwrap();
    assert_eq!((moved.crushed, at(&world, hero)), (vec![hero], (20, 84).into()));
    // Without the ceiling he climbs.
    world.remove(ceiling);
    world.set_position(wall, (0, 0)).unwrap();
    let moved = world.move_solid(wall, (1, 0), &[], &options).unwrap();
    assert_eq!((moved.pushed, at(&world, hero)), (vec![hero], (21, 81).into()));
}

/// A rider whom another rider has pushed before goes no farther than the support, to either side.
#[test]
fn a_rider_that_was_pushed_has_gone_a_part_of_its_way() {
    for sign in [-1, 1] {
        let mut world = World::new();
        let plank = world.insert(Collider::new(Mask::filled(80, 6)).at((0, 100)));
        let case = world.insert(Collider::new(Mask::filled(12, 10)).at((30, 90)).pushable());
        let beside = if sign < 0 { 22 } else { 42 };
        let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((beside, 84)).character());
        let shift = |plank: &mut Collider| plank.transform.set_position((3 * sign, 100));
        let moved = world.reshape_solid(plank, 4, &QueryFilter::default(), shift).unwrap();
        assert_eq!(
            (at(&world, case), at(&world, hero)),
            ((30 + 3 * sign, 90).into(), (beside + 3 * sign, 84).into())
        );
        assert_eq!((moved.pushed, moved.crushed), (vec![hero], vec![]));
    }
}

/// A crate that jumps is near one that is freed, and so is noted after its change.
#[test]
fn a_crate_whose_jump_fails_is_where_it_was() {
    let mut world = World::new();
    let chest = |x: i32| Collider::new(Mask::filled(10, 10)).at((x, 0)).pushable();
    let jumper = world.insert(chest(0));
    world.insert(chest(105));
    world.insert(Collider::new(Mask::filled(10, 10)).at((92, 0)).character());
    world.insert(Collider::new(Rect::new(0, 0, 4, 10)).at((84, 0)).with_data(7));
    let before = world.state_hash();
    let accept = |asked: Member<'_>| asked.collider.data != 7 || panic!("the caller's");
    let filter = QueryFilter { accept: Some(&accept), ..QueryFilter::default() };
    let jumped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        world.reshape_solid(jumper, 8, &filter, |chest| chest.transform.set_position((100, 0)))
    }));
    assert!(jumped.is_err());
    assert_eq!((at(&world, jumper), world.state_hash()), ((0, 0).into(), before));
    world.validate().unwrap();
}

/// A margin of the mask, and pixels that were cleared, do not move the middle.
#[test]
fn the_middle_is_that_of_the_solid_pixels() {
    let mut cleared = Mask::filled(16, 16);
    (8..16).flat_map(|x| (0..16).map(move |y| (x, y))).for_each(|at| cleared.set(at, false));
    let plain = Mask::filled(8, 16);
    let padded = Mask::from_fn(32, 16, |x, _| (4..12).contains(&x));
    for (mask, margin) in [(plain, 0), (padded, 4), (cleared, 0)] {
        let mut world = World::new();
        let plank = world.insert(Collider::new(Mask::filled(40, 4)).at((100, 100)));
        let hero = world.insert(Collider::new(mask).at((110 - margin, 84)).character());
        let wide = |plank: &mut Collider| plank.transform.set_scale((2.0, 1.0));
        let _ = world.reshape_solid(plank, 8, &QueryFilter::default(), wide).unwrap();
        // Pixel 113 is texel 13, whose middle comes to 127.
        assert_eq!(at(&world, hero), (123 - margin, 84).into());
    }
}

/// A wide and a high shape, one after the other, need no picture that is wide and high; and what was drawn for a trial is given back.
#[test]
fn trials_take_no_more_than_they_need() {
    let mut world = World::new();
    let hero = world.insert(Collider::new(Mask::filled(8, 16)).character());
    let before = world.memory_bytes();
    for (w, h) in [(60_000, 4), (4, 60_000), (60_000, 4), (8, 16), (2000, 2000), (8, 16)] {
        let fit = world.fit_shape(hero, Rect::new(0, 0, w, h), 0, &QueryFilter::default());
        assert!(matches!(fit, Ok(Some(Fit::Free))));
        assert!(world.memory_bytes() < before + 2_000_000);
    }
    let _ = world.fit_shape(hero, Mask::filled(8, 16), 0, &QueryFilter::default()).unwrap();
    for _ in 0..100 {
        world.step().unwrap();
    }
    assert!(world.memory_bytes() < before + 10_000, "{before} {}", world.memory_bytes());
}

/// What overlaps the crate on which it stands is carried by nothing, whatever carries the crate.
#[test]
fn who_is_inside_a_crate_does_not_jump_with_it() {
    let mut world = World::new();
    let plank = world.insert(Collider::new(Mask::filled(80, 6)).at((0, 100)));
    let case = world.insert(Collider::new(Mask::filled(12, 10)).at((30, 90)).pushable());
    let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((23, 80)).character());
    let shift = |plank: &mut Collider| plank.transform.set_position((3, 100));
    let moved = world.reshape_solid(plank, 4, &QueryFilter::default(), shift).unwrap();
    assert_eq!((moved.carried, moved.pushed, moved.crushed), (vec![case], vec![], vec![]));
    assert_eq!((at(&world, case), at(&world, hero)), ((33, 90).into(), (23, 80).into()));
}

/// Only a crate lifts what is above it in its climb.
#[test]
fn a_character_that_is_pushed_up_a_ledge_lifts_no_crate() {
    let mut world = World::new();
    world.insert(Collider::new(Rect::new(0, 100, 100, 20)));
    world.insert(Collider::new(Rect::new(28, 97, 40, 3)));
    let wall = world.insert(Collider::new(Rect::new(10, 84, 10, 16)));
    let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((20, 84)).character());
    let case = world.insert(Collider::new(Mask::filled(8, 10)).at((20, 74)).pushable());
    let options = MoveOptions { step_up: 3, ..MoveOptions::default() };
    let moved = world.move_solid(wall, (1, 0), &[], &options).unwrap();
    assert_eq!((moved.crushed, moved.pushed), (vec![hero], vec![]));
    assert_eq!((at(&world, hero), at(&world, case)), ((20, 84).into(), (20, 74).into()));
}

/// Who is pushed off what carried it is carried by something else at once: it does not come back to it when that is put below it again.
#[test]
fn a_support_that_was_lost_in_a_move_is_forgotten() {
    let mut world = World::new();
    let [left, right] = [0, 40].map(|x| world.insert(Collider::new(Rect::new(0, 0, 40, 8)).at((x, 100))));
    let case = world.insert(Collider::new(Mask::filled(10, 10)).at((30, 90)).pushable());
    let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((22, 84)).character());
    let (all, push) = (QueryFilter::default(), MoveOptions { push: true, ..MoveOptions::default() });
    let _ = world.move_and_slide(case, (0, 1), &push, &all).unwrap();
    assert_eq!(world.support(case), Some(left));
    let _ = world.move_and_slide(hero, (12, 0), &push, &all).unwrap();
    assert_eq!(at(&world, case), (42, 90).into());
    world.set_position(left, (20, 100)).unwrap();
    assert_eq!(world.support(case), Some(right));
    // A lift leaves one that a wall holds back.
    let lift = world.insert(Collider::new(Rect::new(0, 0, 20, 8)).at((200, 100)));
    let ground = world.insert(Collider::new(Rect::new(0, 0, 40, 8)).at((200, 100)));
    world.insert(Collider::new(Rect::new(195, 80, 5, 20)));
    let case = world.insert(Collider::new(Mask::filled(10, 10)).at((200, 90)).pushable());
    let _ = world.move_and_slide(case, (0, 1), &push, &all).unwrap();
    assert_eq!(world.support(case), Some(lift));
    let moved = world.move_solid(lift, (-25, 0), &[], &push).unwrap();
    assert_eq!((moved.carried, moved.pushed), (vec![], vec![]));
    world.set_position(lift, (200, 100)).unwrap();
    assert_eq!(world.support(case), Some(ground));
}

/// Who was freed from a solid has left what carried it, too.
#[test]
fn a_support_that_was_lost_by_being_freed_is_forgotten() {
    for kind in [Collider::character, Collider::pushable] {
        let mut world = World::new();
        let [old, new] = [0, 40].map(|x| world.insert(Collider::new(Rect::new(0, 0, 40, 8)).at((x, 100))));
        let all = QueryFilter::default();
        let it = world.insert(kind(Collider::new(Mask::filled(10, 10)).at((30, 90))));
        let _ = world.move_and_slide(it, (0, 1), &MoveOptions::default(), &all).unwrap();
        world.insert(Collider::new(Rect::new(20, 60, 20, 40)));
        assert_eq!(world.support(it), Some(old));
        assert_eq!(world.unstick(it, 12, &all), Some(Fit::Moved((10, 0).into())));
        world.set_position(old, (20, 100)).unwrap();
        assert_eq!(world.support(it), Some(new));
    }
}

/// A solid that is freed leaves those that stood on it, and they are given to what bears them then.
#[test]
fn who_stood_on_a_solid_that_was_freed_has_another_support() {
    let mut world = World::new();
    let [old, new] = [0, 40].map(|x| world.insert(Collider::new(Rect::new(0, 0, 40, 8)).at((x, 100))));
    let all = QueryFilter::default();
    let hero = world.insert(Collider::new(Mask::filled(12, 10)).at((32, 90)).character());
    let _ = world.move_and_slide(hero, (0, 1), &MoveOptions::default(), &all).unwrap();
    assert_eq!(world.support(hero), Some(old));
    world.insert(Collider::new(Rect::new(-20, 95, 25, 8)));
    assert_eq!(world.unstick(old, 20, &all), Some(Fit::Moved((0, 3).into())));
    world.set_position(old, (0, 100)).unwrap();
    assert_eq!(world.support(hero), Some(new));
}

/// Where all were before a climb is remembered for that climb only.
#[test]
fn a_long_climb_takes_little_memory() {
    let mut world = World::new();
    world.insert(Collider::new(Mask::from_fn(600, 600, |x, y| x + y >= 600)));
    let case = world.insert(Collider::new(Mask::filled(10, 10)).at((90, 491)).pushable());
    world.insert(Collider::new(Mask::filled(6, 6)).at((90, 485)).pushable());
    let options = MoveOptions { step_up: 1, ..MoveOptions::default() };
    let (all, before) = (QueryFilter::default(), world.memory_bytes());
    let slid = world.move_and_slide(case, (450, 0), &options, &all).unwrap();
    assert_eq!(slid.position, (540, 41).into());
    assert!(world.memory_bytes() < before + 30_000, "{before} {}", world.memory_bytes());
}

/// Only who rides on a crate that is freed goes along: a crate beside it stays in its way.
#[test]
fn a_crate_that_is_freed_takes_along_its_riders_only() {
    let mut world = World::new();
    let chest = |x: i32, y: i32, w: u32, h: u32| Collider::new(Mask::filled(w, h)).at((x, y)).pushable();
    world.insert(Collider::new(Rect::new(9, 8, 40, 20)));
    let case = world.insert(chest(0, 0, 10, 10));
    let beside = world.insert(chest(-10, 0, 10, 10));
    let rider = world.insert(chest(2, -4, 6, 4));
    assert_eq!(world.unstick(case, 4, &QueryFilter::default()), Some(Fit::Moved((0, -2).into())));
    assert_eq!((at(&world, beside), at(&world, rider)), ((-10, 0).into(), (2, -6).into()));
}

/// Of two crates that fall towards each other, each carries the other one.
#[test]
fn crates_that_stand_on_each_other_are_freed_together() {
    let mut world = World::new();
    let chest = |y: i32| Collider::new(Mask::filled(10, 10)).at((0, y)).pushable();
    let upper = world.insert(chest(0));
    let lower = world.insert(chest(10).with_up(Direction::Down));
    world.insert(Collider::new(Rect::new(-20, 0, 22, 8)));
    assert_eq!(world.unstick(upper, 4, &QueryFilter::default()), Some(Fit::Moved((2, 0).into())));
    assert_eq!((at(&world, upper), at(&world, lower)), ((2, 0).into(), (2, 10).into()));
}

/// A rider that cannot go where its crate is freed to is in its way there, and rides where else it goes.
#[test]
fn a_rider_that_is_held_back_turns_its_crate_aside() {
    let mut world = World::new();
    let chest = |x: i32, y: i32, w: u32, h: u32| Collider::new(Mask::filled(w, h)).at((x, y)).pushable();
    world.insert(Collider::new(Rect::new(-40, 8, 43, 20)));
    world.insert(Collider::new(Rect::new(2, -5, 6, 1)));
    let case = world.insert(chest(0, 0, 10, 10));
    let rider = world.insert(chest(2, -4, 6, 4));
    assert_eq!(world.unstick(case, 4, &QueryFilter::default()), Some(Fit::Moved((3, 0).into())));
    assert_eq!(at(&world, rider), (5, -4).into());
}

/// What a value said of the move before is dropped.
#[test]
fn a_value_is_used_again() {
    let mut world = World::new();
    let lift = world.insert(Collider::new(Rect::new(0, 0, 40, 8)).at((0, 100)));
    let hero = world.insert(Collider::new(Mask::filled(8, 16)).at((10, 84)).character());
    let mut moved = SolidMoved::default();
    let options = MoveOptions::default();
    world.move_solid_into(lift, (1, -1), &[], &options, &mut moved).unwrap();
    assert_eq!((&moved.pushed[..], &moved.carried[..]), (&[hero][..], &[hero][..]));
    world.set_position(hero, (500, 0)).unwrap();
    world.move_solid_into(lift, (1, 0), &[], &options, &mut moved).unwrap();
    assert_eq!((&moved.pushed[..], &moved.carried[..]), (&[][..], &[][..]));
    moved.crushed.push(hero);
    world.reshape_solid_into(lift, 0, &QueryFilter::default(), |_| {}, &mut moved).unwrap();
    assert_eq!(moved.crushed, []);
}

/// Nothing carries what is not moved as a character or a crate, or is switched off.
#[test]
fn who_has_a_support() {
    let mut world = World::new();
    let ground = world.insert(Collider::new(Rect::new(0, 0, 40, 8)).at((0, 100)));
    let block = || Collider::new(Mask::filled(8, 8)).at((10, 92));
    let body = world.insert(block());
    let hero = world.insert(block().character());
    assert_eq!((world.support(body), world.support(hero)), (None, Some(ground)));
    world.edit(hero, |hero| hero.enabled = false).unwrap();
    assert_eq!(world.support(hero), None);
}
