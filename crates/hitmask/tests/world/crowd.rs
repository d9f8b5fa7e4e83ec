//! Panics in the functions of the caller while colliders move, one or all at once. That all at once is one by one is tested in `scripts.rs`.

use hitmask::{
    Angle, Collider, ColliderRef, CustomTest, Event, Handle, Mask, Member, PathSegment, Pose, PoseParts,
    QueryFilter, Rect, Transform, Verdict, World, WorldOptions,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A test that panics when it is asked how far it reaches.
struct Broken;

impl CustomTest for Broken {
    fn test(&self, _: Member<'_>, _: Member<'_>) -> Option<Verdict> {
        None
    }
    fn reach(&self, _: ColliderRef<'_>, _: Option<Rect>) -> Option<Rect> {
        panic!("on purpose")
    }
}

/// A collider whose insert panics is not there, and its slot is used again.
#[test]
fn a_panic_takes_an_insert_back() {
    let mut world = World::new();
    let first = world.insert(Collider::new(Mask::filled(9, 9)));
    for _ in 0..3 {
        let broken = Collider::new(Mask::filled(9, 9)).with_test(Arc::new(Broken));
        assert!(catch_unwind(AssertUnwindSafe(|| world.insert(broken))).is_err());
        world.validate().unwrap();
        assert_eq!(world.len(), 1);
    }
    let second = world.insert(Collider::new(Mask::filled(9, 9)));
    assert_eq!(world.step().unwrap().len(), 1);
    assert_eq!([first, second].map(Handle::index), [0, 1]);
}

/// A step that panics has set the boxes around the ways of some colliders only. Questions still find all of them.
#[test]
fn a_panic_of_a_step_leaves_questions_right() {
    let mut world = World::new();
    let mut insert = |x: i32| world.insert(Collider::new(Mask::filled(4, 4)).at((x, 0)).swept());
    let handles: Vec<Handle> = (0..200).map(|i| insert(9 * i)).collect();
    world.step().unwrap();
    for (&handle, i) in handles.iter().zip(0..) {
        world.set_position(handle, (9 * i, 500)).unwrap();
    }
    let asked = core::cell::Cell::new(0);
    let step = AssertUnwindSafe(|| {
        let panics = |_: Member<'_>| -> &[PathSegment] {
            asked.set(asked.get() + 1);
            assert!(asked.get() < 100, "on purpose");
            &[]
        };
        world.step_along(panics).map(<[Event]>::len)
    });
    assert!(catch_unwind(step).is_err());
    world.validate().unwrap();
    for (&handle, i) in handles.iter().zip(0..) {
        assert_eq!(world.pick((9 * i + 1, 501), &QueryFilter::default()), Some(handle));
        assert_eq!(world.pick((9 * i + 1, 1), &QueryFilter::default()), None);
    }
}

/// What was moved before is where it was moved to, and everything else as before.
#[test]
fn a_panic_leaves_a_valid_world() {
    for parallel_from in [2, usize::MAX] {
        let mut world = World::with_options(WorldOptions { parallel_from, ..WorldOptions::default() });
        let mask = Arc::new(Mask::filled(9, 9));
        (0..600).for_each(|i| {
            world.insert(Collider::new(&mask).at((i % 40 * 8, i / 40 * 8)).with_data(i as u64));
        });
        world.step().unwrap();
        let parts = PoseParts::at((70.0, 31.5)).with_pivot((4.0, 4.0)).rotated(Angle::Degrees(15.0));
        let turned = Pose::new(&parts).unwrap();
        let moved = catch_unwind(AssertUnwindSafe(|| {
            world.set_transforms(|member| {
                assert!(member.collider.data != 300, "on purpose");
                Some(Transform::from(turned))
            });
        }));
        assert!(moved.is_err());
        world.validate().unwrap();
        world.step().unwrap();
        world.validate().unwrap();
    }
}
