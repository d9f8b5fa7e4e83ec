//! Edges of the rules of movers that random cases seldom meet. Each test kills a mutant of the mover's rooms.

use hitmask::{Collider, Fit, Mask, Member, MoveOptions, PointQ16, QueryFilter, Rect, World};

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
