//! Moving all colliders at once gives the world that moving them one by one gives.

use crate::common::{Rng, first_seed};
use hitmask::{
    AlphaMask, AlphaRule, Angle, Collider, ColliderShape, CustomTest, Event, Handle, Mask, Member, PoseParts,
    QueryFilter, Rect, Transform, Verdict, WayPart, World, WorldOptions,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

fn shapes(random: &mut Rng) -> Vec<ColliderShape> {
    let mask = Arc::new(Mask::from_fn(14, 11, |x, y| x.abs_diff(7).pow(2) + y.abs_diff(5).pow(2) < 30));
    let holed = Arc::new(Mask::from_fn(20, 20, |x, y| (x * 7 + y * 5) % 11 > 2));
    let alpha = Arc::new(AlphaMask::from_fn(12, 12, |x, y| (x * y * 3) as u8));
    let side = 4 + random.below(12) as u32;
    vec![
        mask.into(),
        holed.into(),
        ColliderShape::Alpha(alpha, AlphaRule::Sum),
        Rect::new(0, 0, side, side).into(),
    ]
}

fn transform(random: &mut Rng) -> Transform {
    let mut number = |most: i32| f64::from(random.below(most as u64) as i32);
    let parts = PoseParts {
        position: [number(220) / 2.0 - 5.0, number(220) / 2.0 - 5.0],
        rotation: Angle::Steps { step: number(24) as i32, of: 24 },
        pivot: [number(8), number(8)],
        ..PoseParts::default()
    };
    Transform::new(&parts).expect("small numbers")
}

#[test]
fn all_at_once_is_one_by_one() {
    let first = first_seed(95_000_000);
    let mut events = 0;
    for seed in first..first + 60 {
        let random = &mut Rng::new(seed);
        let parallel_from = if random.below(2) == 0 { 2 } else { usize::MAX };
        let wrap = (random.below(3) == 0).then_some((100, 90));
        let mut single = World::with_options(WorldOptions { parallel_from, wrap, ..WorldOptions::default() });
        let shapes = shapes(random);
        let mut handles: Vec<Handle> = (0..30)
            .map(|i| {
                let shape = shapes[random.below(4) as usize].clone();
                let swept = random.below(6) == 0;
                single
                    .insert(Collider { swept, ..Collider::new(shape) }.in_space((i % 2) as u32).with_data(i))
            })
            .collect();
        let mut crowd = single.clone();
        for step in 0..8 {
            if step == 3 {
                let gone = handles.swap_remove(random.below(30) as usize);
                assert!(single.remove(gone).is_some() && crowd.remove(gone).is_some());
            }
            // About a third stays where it is. The first step moves all.
            let to: Vec<Option<Transform>> =
                (0..30).map(|_| (step == 0 || random.below(3) > 0).then(|| transform(random))).collect();
            for &handle in &handles {
                let data = single.get(handle).expect("it is there").data;
                if let Some(to) = to[data as usize] {
                    single.set_transform(handle, to).expect("it is there");
                }
            }
            crowd.set_transforms(|member| to[member.collider.data as usize]);
            for world in [&single, &crowd] {
                world.validate().unwrap_or_else(|error| panic!("seed {seed}, step {step}: {error}"));
            }
            assert_eq!(single.step().unwrap(), crowd.step().unwrap(), "seed {seed}, step {step}");
            assert_eq!(single.state_hash(), crowd.state_hash(), "seed {seed}, step {step}");
            events += crowd.events().len();
        }
    }
    assert!(events > 2000, "{events}");
}

/// A test that panics when it is asked how far it reaches.
struct Broken;

impl CustomTest for Broken {
    fn test(&self, _: Member<'_>, _: Member<'_>) -> Option<Verdict> {
        None
    }
    fn reach(&self, _: &Collider, _: Option<Rect>) -> Option<Rect> {
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
        let panics = |_: Member<'_>| -> &[WayPart] {
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
        let turned = transform(&mut Rng::new(7));
        let moved = catch_unwind(AssertUnwindSafe(|| {
            world.set_transforms(|member| {
                assert!(member.collider.data != 300, "on purpose");
                Some(turned)
            });
        }));
        assert!(moved.is_err());
        world.validate().unwrap();
        world.step().unwrap();
        world.validate().unwrap();
    }
}
