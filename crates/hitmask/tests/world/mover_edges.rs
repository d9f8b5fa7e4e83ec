//! Edges of the rules of movers that random cases seldom meet. Each test kills a mutant of the mover's rooms.

use hitmask::{Collider, Mask, MoveOptions, PointQ16, QueryFilter, Rect, World};

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
